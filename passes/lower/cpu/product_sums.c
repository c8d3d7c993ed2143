// The loops of the sums of a tile of a product, in vector registers. See
// product.h.
#include "passes/lower/cpu/product_operands.h"
#include "passes/lower/cpu/product_tile.h"
#include "passes/lower/cpu/tiles.h"

#include "tc/gen/ArithOps.h"

#include <string.h>

// Where this step's prefetches of the next tile's rows are; those of the
// step that is so many further on.
static MlirValue nextStep(TcProductTile *t) {
  return t->nextRows.ptr ? tcProductNextStep(t->e, t->p, t->nextRows, t->height)
                         : (MlirValue){NULL};
}

static void prefetchRows(TcProductTile *t, MlirValue next, int64_t further) {
  if (next.ptr)
    tcProductPrefetchStep(t->e, t->p, next, further * t->height);
}

static void addTo(TcProductTile *t, size_t n, TcLane *sums,
                  const TcLane *parts) {
  TcEmit *e = t->e;
  tcEmitSetLanes(e, t->p->lanes, -1);
  for (size_t i = 0; i < n; ++i)
    sums[i] = tcEmitBin(e, tcArithAddf, sums[i], parts[i]);
  tcEmitSetLanes(e, 1, -1);
}

static void clear(TcProductTile *t, size_t n, TcLane *sums) {
  for (size_t i = 0; i < n; ++i)
    sums[i] = t->zero;
}

static void bounds(TcProductTile *t, int iter, MlirValue *low,
                   MlirValue *high) {
  *low = tcEmitI64(t->e, 0);
  *high = tcEmitExpr(t->e, t->e->k->iters.data[iter].extent);
}

// The same of the innermost loop: none of its steps if they are outside.
static void boundsOfRun(TcProductTile *t, MlirValue *low, MlirValue *high) {
  bounds(t, tcVecLast(&t->p->walked), low, high);
  if (t->isInside.ptr)
    *high = tcArithSelect(&t->e->b, t->isInside, *high, *low);
}

static size_t numSums(const TcProductTile *t) {
  return (size_t)(t->height * t->p->vectors);
}

// Whether the loops from number `level` on have so few steps that they are
// written out. Not of lines: see stepsTogether.
static bool areFew(const TcProductTile *t, size_t level) {
  int64_t n = 1, few = t->p->loops.unroll;
  for (size_t i = level; i < t->p->walked.size && n <= few; ++i)
    n *= tcCpuExtent(t->e->k, t->p->walked.data[i], few + 1);
  return tcTileStepsAtOnce(t->p) == 1 && !t->p->lines && n <= few;
}

// The iterations of the innermost loop before this one, of all steps.
static MlirValue iterationsBefore(TcProductTile *t, int64_t count) {
  TcEmit *e = t->e;
  const TcSize *sum = tcSizeConst(e->arena, 0), *stride = sum;
  for (size_t i = t->p->walked.size; i-- > 0;) {
    const TcCpuIter *iter = &e->k->iters.data[t->p->walked.data[i]];
    bool inner = i + 1 == t->p->walked.size;
    const TcSize *by = tcSizeConst(e->arena, count);
    sum = inner ? tcSizeFloorDiv(e->arena, iter->symbol, by)
                : tcSizeAdd(e->arena, sum,
                            tcSizeMul(e->arena, iter->symbol, stride));
    stride = inner ? tcSizeFloorDiv(e->arena, iter->extent, by)
                   : tcSizeMul(e->arena, stride, iter->extent);
  }
  return tcEmitExpr(e, sum);
}

// One iteration of the innermost loop: `count` times the steps that are
// multiplied at once.
static void multiplySteps(TcProductTile *t, int64_t count, TcLane *carried) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  int iter = tcVecLast(&p->walked);
  int64_t by = tcTileStepsAtOnce(p);
  TcLane *panel = &carried[numSums(t)];
  MlirValue first = e->iters[iter], next = nextStep(t), here = {NULL};
  if (tcTileCarriesPanel(p)) {
    here = panel->v;
    panel->v = tcTilePanelBehind(t, here, count * by);
  }
  if (t->nextPanel.ptr)
    tcProductPrefetchNextPanel(e, p, t->nextPanel, iterationsBefore(t, count));
  for (int64_t i = 0; i < count; ++i) {
    e->iters[iter] = tcArithAddi(&e->b, first, tcEmitI64(e, i * by));
    if (tcTileCarriesPanel(p))
      t->panel = tcTilePanelBehind(t, here, i * by);
    prefetchRows(t, next, i * by);
    tcTileMultiply(t, carried);
  }
  e->iters[iter] = first;
}

static void reduceSteps(TcProductTile *t, MlirValue low, MlirValue high,
                        int64_t count, TcLane *carried) {
  size_t all = numSums(t) + tcTileCarriesPanel(t->p);
  TcLoop loop = tcEmitFor(t->e, low, high, count * tcTileStepsAtOnce(t->p),
                          tcVecLast(&t->p->walked), all, carried);
  multiplySteps(t, count, carried);
  tcEmitForEnd(t->e, &loop, all, carried);
}

// Whether iterations of `by` steps leave none, of a block of sums neither.
static bool leavesNone(const TcProductTile *t, int64_t by) {
  const TcProduct *p = t->p;
  int64_t n = tcCpuExtent(t->e->k, tcVecLast(&p->walked), 1);
  return n % by == 0 && (n <= p->sumBlock || p->sumBlock % by == 0);
}

// Steps of an iteration of the innermost loop: a number that leaves none, if
// there is one. Of lines, where neighbouring rows read the same elements at
// different steps, so few that none is read twice: it would be kept in a
// register that sums need.
static int64_t stepsTogether(const TcProductTile *t) {
  enum { FEW = 3 };
  const TcProduct *p = t->p;
  int64_t most = p->loops.iteration, by = most;
  if (tcTileStepsAtOnce(p) > 1)
    return 1;
  if (p->lines)
    return p->across.step < most ? p->across.step : most;
  while (by > 1 && !leavesNone(t, by))
    --by;
  return by >= FEW ? by : most;
}

// The innermost loop, several steps an iteration: what counts and compares
// takes slots of the multipliers' ports. Then the steps that are left.
static void reduceRun(TcProductTile *t, MlirValue low, MlirValue high,
                      TcLane *sums) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  int iter = tcVecLast(&p->walked);
  int64_t count = stepsTogether(t);
  size_t n = numSums(t);
  TcLane carried[TC_PRODUCT_MAX_SUMS + 1];
  memcpy(carried, sums, n * sizeof *sums);
  if (tcTileCarriesPanel(p)) {
    e->iters[iter] = low;
    carried[n] = tcLaneScalar(tcTilePanelHere(t));
  }
  if (p->lines && tcProductHasOddSteps(e->k, p)) {
    MlirValue last = tcArithSubi(&e->b, high, tcEmitI64(e, 1));
    reduceSteps(t, low, last, count, carried);
    t->isLast = true;
    e->iters[iter] = last;
    multiplySteps(t, count, carried);
    t->isLast = false;
  } else if (count == 1 || leavesNone(t, count)) {
    reduceSteps(t, low, high, count, carried);
  } else {
    MlirValue left =
        tcArithRemsi(&e->b, tcArithSubi(&e->b, high, low), tcEmitI64(e, count));
    MlirValue middle = tcArithSubi(&e->b, high, left);
    reduceSteps(t, low, middle, count, carried);
    reduceSteps(t, middle, high, 1, carried);
  }
  memcpy(sums, carried, n * sizeof *sums);
}

// The loops from number `level` on.
static void reduceFrom(TcProductTile *t, size_t level, TcLane *sums) {
  TcEmit *e = t->e;
  if (level == t->p->walked.size) {
    if (tcTileCarriesPanel(t->p))
      t->panel = tcTilePanelHere(t);
    prefetchRows(t, nextStep(t), 0);
    tcTileMultiply(t, sums);
    return;
  }
  MlirValue low, high;
  int iter = t->p->walked.data[level];
  if (level + 1 == t->p->walked.size)
    tcTileStartRuns(t);
  if (areFew(t, level)) {
    int64_t n = tcCpuExtent(e->k, iter, 0);
    for (int64_t i = 0; i < n; ++i) {
      e->iters[iter] = tcEmitI64(e, i);
      reduceFrom(t, level + 1, sums);
    }
    return;
  }
  if (level + 1 == t->p->walked.size) {
    boundsOfRun(t, &low, &high);
    reduceRun(t, low, high, sums);
    return;
  }
  bounds(t, iter, &low, &high);
  TcLoop loop = tcEmitFor(e, low, high, 1, iter, numSums(t), sums);
  reduceFrom(t, level + 1, sums);
  tcEmitForEnd(e, &loop, numSums(t), sums);
}

// A long innermost loop, in blocks.
static void reduceBlocks(TcProductTile *t, TcLane *sums) {
  TcEmit *e = t->e;
  size_t n = numSums(t);
  int iter = tcVecLast(&t->p->walked);
  MlirValue low, high;
  tcTileStartRuns(t);
  boundsOfRun(t, &low, &high);
  TcLoop blocks = tcEmitFor(e, low, high, t->p->sumBlock, iter, n, sums);
  MlirValue begin = e->iters[iter], block = tcEmitI64(e, t->p->sumBlock);
  MlirValue end = tcArithMinsi(&e->b, tcArithAddi(&e->b, begin, block), high);
  if (t->shares > 1)
    tcTilePrefetchShare(t, tcArithDivui(&e->b, begin, block));
  TcLane parts[TC_PRODUCT_MAX_SUMS];
  clear(t, n, parts);
  reduceRun(t, begin, end, parts);
  e->iters[iter] = begin;
  addTo(t, n, sums, parts);
  tcEmitForEnd(e, &blocks, n, sums);
}

static void reduceApart(TcProductTile *t, size_t level, TcLane *sums) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  if (level == p->sumLevel) {
    TcLane parts[TC_PRODUCT_MAX_SUMS];
    clear(t, numSums(t), parts);
    reduceFrom(t, level, parts);
    addTo(t, numSums(t), sums, parts);
    return;
  }
  if (level + 1 == p->walked.size) {
    reduceBlocks(t, sums);
    return;
  }
  MlirValue low, high;
  int iter = p->walked.data[level];
  bounds(t, iter, &low, &high);
  TcLoop loop = tcEmitFor(e, low, high, 1, iter, numSums(t), sums);
  reduceApart(t, level + 1, sums);
  tcEmitForEnd(e, &loop, numSums(t), sums);
}

static TcLane firstSum(TcProductTile *t, int64_t row) {
  TcEmit *e = t->e;
  TcLane x = tcLaneScalar(tcProductFirstSum(e, t->site, row));
  tcEmitSetLanes(e, t->p->lanes, -1);
  x = tcEmitWiden(e, x);
  tcEmitSetLanes(e, 1, -1);
  return x;
}

// Where vector number `i` of the sums lies in scratch; sets the iterator in
// `index`.
static TcPlace placeOfSum(TcProductTile *t, int64_t i, const TcSize **index) {
  TcEmit *e = t->e;
  const TcSize **one = TC_ARENA_NEW(e->arena, const TcSize *);
  *one = tcSizeConst(e->arena, 1);
  *index = e->k->iters.data[t->p->inPanel].symbol;
  e->iters[t->p->inPanel] = tcEmitI64(e, i * t->p->lanes);
  return (TcPlace){.base = t->site->sums, .strides = one};
}

typedef void MoveSum(TcProductTile *t, const TcPlace *place,
                     const TcSize *index, TcLane *sum);

// Moves each sum from or to its place in memory.
static void moveSums(TcProductTile *t, MoveSum *move, TcLane *sums) {
  TcEmit *e = t->e;
  tcEmitSetLanes(e, t->p->lanes, t->p->inPanel);
  for (size_t i = 0; i < numSums(t); ++i) {
    const TcSize *index;
    TcPlace place = placeOfSum(t, (int64_t)i, &index);
    move(t, &place, index, &sums[i]);
  }
  tcEmitSetLanes(e, 1, -1);
}

// What the blocks of steps before have added up to.
static void loadSum(TcProductTile *t, const TcPlace *place, const TcSize *index,
                    TcLane *sum) {
  TcLane before =
      tcEmitLoad(t->e, place, t->p->element, 1, &index, (TcLane){.v = {NULL}});
  *sum =
      tcEmitSelect(t->e, tcLaneScalar(t->site->isFirstBlock), t->zero, before);
}

// Adds what the blocks of steps before have added up to, zeros before the first
// one.
static void addSum(TcProductTile *t, const TcPlace *place, const TcSize *index,
                   TcLane *sum) {
  TcEmit *e = t->e;
  TcLane later = {
      .v = tcArithXori(&e->b, t->site->isFirstBlock, tcEmitI1(e, true))};
  TcLane before = tcEmitLoad(e, place, t->p->element, 1, &index, later);
  *sum = tcEmitBin(e, tcArithAddf, *sum, before);
}

static void storeSum(TcProductTile *t, const TcPlace *place,
                     const TcSize *index, TcLane *sum) {
  tcEmitStore(t->e, place, t->p->element, 1, &index, *sum);
}

bool tcProductAddsAtEnd(const TcProduct *p) {
  return p->blocks.size && !p->unit && p->sumLevel == 0;
}

void tcTileSumUp(TcProductTile *t, TcLane *sums) {
  TcEmit *e = t->e;
  tcEmitSetLanes(e, t->p->lanes, -1);
  t->zero = tcEmitWiden(e, tcEmitZero(e, t->p->element));
  tcEmitSetLanes(e, 1, -1);
  clear(t, numSums(t), sums);
  if (tcProductAddsAtEnd(t->p)) {
    reduceFrom(t, 0, sums);
    moveSums(t, addSum, sums);
    return;
  }
  if (t->p->blocks.size)
    moveSums(t, loadSum, sums);
  for (size_t i = 0; t->p->flips && i < numSums(t); ++i)
    sums[i] = firstSum(t, (int64_t)i / t->p->vectors);
  if (t->p->sumLevel == 0)
    reduceFrom(t, 0, sums);
  else
    reduceApart(t, 0, sums);
}

void tcTileStoreSums(TcProductTile *t, TcLane *sums) {
  moveSums(t, storeSum, sums);
}
