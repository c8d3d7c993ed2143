// Emits the tiles of products. See product.h.
//
//   for blocks of steps (sum-block.h)        short chains of additions
//     part = 0
//     for steps s in one, `depth` at a time
//       both factors, from registers into shared memory; barrier
//       the next of both factors into registers
//       for each of these steps: part += column of one times row of the other
//       barrier
//     sums += part
//   sums into shared memory; barrier
//   for each of the thread's elements of the tile: maps, stores
#include "passes/lower/cpu/product_operands.h"
#include "passes/lower/gpu/emit.h"
#include "passes/schedule/sum-block.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

enum { MAX_LOADS = 16, MAX_SUMS = 64, MAX_STATE = MAX_SUMS + 2 * MAX_LOADS };

typedef struct Tile {
  TcGpuEmit *g;
  const TcGpuProduct *p;
  MlirValue rowAt, columnAt; // of the tile's first element
  MlirValue numRows, numColumns, numSteps;
  MlirValue rowMemory, columnMemory; // the factors' tiles in shared memory
  MlirValue threadRow, threadColumn; // of the thread's first sum, in the tile
  MlirValue *positions[2];           // of loads: values of the factor's iters
  size_t numSums;
} Tile;

void tcGpuPlanProduct(TcGpuEmit *g, TcGpuPlan *plan) {
  tcGpuProductForm(&g->k, &plan->phase->p.stages, &plan->product);
  tcGpuProductCut(&g->k, &plan->phase->tiling, &plan->product);
  plan->blocks = plan->product.numBlocks;
  plan->sharedBytes = plan->product.sharedBytes;
}

//===- Addresses ----------------------------------------------------------===//

static MlirValue add(TcEmit *e, MlirValue x, MlirValue y) {
  return tcArithAddi(&e->b, x, y);
}

static MlirValue times(TcEmit *e, MlirValue x, int64_t n) {
  return tcArithMuli(&e->b, x, tcEmitI64(e, n));
}

static MlirType elementType(const Tile *t) { return t->p->match.element; }

static MlirValue elementAt(Tile *t, MlirValue base, MlirValue at) {
  const int32_t dynamic = INT32_MIN;
  TcEmit *e = &t->g->e;
  return tcLlvmGetelementptr(&e->b, e->ptr, base, 1, &at, 1, &dynamic,
                             elementType(t));
}

//===- Loading ------------------------------------------------------------===//

static int64_t numLoads(const TcGpuProduct *p, const TcGpuFactor *f) {
  return f->tile * p->depth / p->threads;
}

// Step and position of this thread's first load of a factor: adjacent threads
// load adjacent elements.
static MlirValue firstStep(Tile *t, const TcGpuFactor *f) {
  TcEmit *e = &t->g->e;
  int64_t n = f->along ? f->tile : t->p->depth;
  return f->along ? tcArithDivui(&e->b, t->g->thread, tcEmitI64(e, n))
                  : tcArithRemui(&e->b, t->g->thread, tcEmitI64(e, n));
}

static MlirValue firstPosition(Tile *t, const TcGpuFactor *f) {
  TcEmit *e = &t->g->e;
  int64_t n = f->along ? f->tile : t->p->depth;
  return f->along ? tcArithRemui(&e->b, t->g->thread, tcEmitI64(e, n))
                  : tcArithDivui(&e->b, t->g->thread, tcEmitI64(e, n));
}

static MlirValue stepOf(Tile *t, const TcGpuFactor *f, int64_t load) {
  int64_t by = f->along ? t->p->threads / f->tile : 0;
  return add(&t->g->e, firstStep(t, f), tcEmitI64(&t->g->e, load * by));
}

static MlirValue positionOf(Tile *t, const TcGpuFactor *f, int64_t load) {
  int64_t by = f->along ? 0 : t->p->threads / t->p->depth;
  return add(&t->g->e, firstPosition(t, f), tcEmitI64(&t->g->e, load * by));
}

MlirValue tcGpuProductClamp(TcEmit *e, MlirValue i, MlirValue count) {
  return tcArithMinsi(&e->b, i, tcArithSubi(&e->b, count, tcEmitI64(e, 1)));
}

// The values of a factor's iterators at each of the thread's loads; the steps
// do not change them.
static MlirValue *placeLoads(Tile *t, const TcGpuFactor *f, MlirValue from,
                             MlirValue count) {
  TcGpuEmit *g = t->g;
  int64_t n = numLoads(t->p, f);
  MlirValue *at =
      TC_ARENA_ARRAY(g->e.arena, MlirValue, (size_t)n * f->iters.size + 1);
  for (int64_t i = 0; i < n; ++i) {
    MlirValue flat = add(&g->e, from, positionOf(t, f, i));
    tcGpuEnter(g, &f->iters, tcGpuProductClamp(&g->e, flat, count));
    for (size_t j = 0; j < f->iters.size; ++j)
      at[(size_t)i * f->iters.size + j] = g->e.iters[f->iters.data[j]];
  }
  return at;
}

// Loads an element of the steps from `from` on; behind the last step any
// element.
static TcLane loadOne(Tile *t, const TcGpuFactor *f, const MlirValue *at,
                      MlirValue from, int64_t load) {
  TcGpuEmit *g = t->g;
  TcEmit *e = &g->e;
  MlirValue step = add(e, from, stepOf(t, f, load));
  for (size_t j = 0; j < f->iters.size; ++j)
    e->iters[f->iters.data[j]] = at[(size_t)load * f->iters.size + j];
  tcGpuEnter(g, &t->p->over, tcGpuProductClamp(e, step, t->numSteps));
  return tcProductElement(e, &t->p->match, f->read);
}

// Stores it to shared memory; a zero behind the last step.
static void storeOne(Tile *t, const TcGpuFactor *f, MlirValue memory,
                     MlirValue from, int64_t load, TcLane x) {
  TcGpuEmit *g = t->g;
  TcEmit *e = &g->e;
  MlirValue inTile = stepOf(t, f, load);
  MlirValue step = add(e, from, inTile);
  TcLane exists = tcLaneScalar(tcGpuIsBelow(g, step, t->numSteps));
  x = tcEmitSelect(e, exists, x, tcEmitZero(e, elementType(t)));
  MlirValue to =
      add(e, times(e, inTile, tcGpuTileStride(f)), positionOf(t, f, load));
  tcLlvmStore(&e->b, x.v, elementAt(t, memory, to));
}

// Elements that a thread loads one tile ahead; 0 where there may be no steps at
// all, and so nothing to load.
static size_t countAhead(const Tile *t) {
  int64_t steps;
  if (!tcSizeIsConst(t->p->numSteps, &steps) || steps < 1)
    return 0;
  return (size_t)(numLoads(t->p, &t->p->rows) + numLoads(t->p, &t->p->columns));
}

// This thread's elements of both factors, for `depth` steps.
static void loadTile(Tile *t, MlirValue from, TcLane *out) {
  const TcGpuFactor *f[] = {&t->p->rows, &t->p->columns};
  for (int i = 0; i < 2; ++i)
    for (int64_t j = 0; j < numLoads(t->p, f[i]); ++j)
      *out++ = loadOne(t, f[i], t->positions[i], from, j);
}

static void keepTile(Tile *t, MlirValue from, const TcLane *in) {
  const TcGpuFactor *f[] = {&t->p->rows, &t->p->columns};
  MlirValue memory[] = {t->rowMemory, t->columnMemory};
  for (int i = 0; i < 2; ++i)
    for (int64_t j = 0; j < numLoads(t->p, f[i]); ++j)
      storeOne(t, f[i], memory[i], from, j, *in++);
}

//===- Multiplying --------------------------------------------------------===//

int64_t tcGpuProductColumnGap(const TcGpuProduct *p) {
  return p->columns.tile / p->columns.perThread;
}

static MlirValue loadShared(Tile *t, MlirValue memory, MlirValue row,
                            int64_t offset) {
  TcEmit *e = &t->g->e;
  MlirValue at = add(e, row, tcEmitI64(e, offset));
  return tcLlvmLoad(&e->b, elementType(t), elementAt(t, memory, at));
}

MlirValue tcGpuProductMultiplyAdd(TcGpuEmit *g, const TcGpuProduct *p,
                                  MlirValue x, MlirValue y, MlirValue sum) {
  TcBuilder *b = &g->e.b;
  return mlirTypeIsAFloat(p->match.element)
             ? tcLlvmIntrFma(b, x, y, sum)
             : tcArithAddi(b, sum, tcArithMuli(b, x, y));
}

static void multiplyStep(Tile *t, int64_t step, TcLane *sums) {
  TcEmit *e = &t->g->e;
  const TcGpuFactor *r = &t->p->rows, *c = &t->p->columns;
  MlirValue rows[MAX_LOADS], columns[MAX_LOADS];
  MlirValue rowAt =
      add(e, t->threadRow, tcEmitI64(e, step * tcGpuTileStride(r)));
  MlirValue columnAt =
      add(e, t->threadColumn, tcEmitI64(e, step * tcGpuTileStride(c)));
  for (int64_t i = 0; i < r->perThread; ++i)
    rows[i] = loadShared(t, t->rowMemory, rowAt, i);
  for (int64_t j = 0; j < c->perThread; ++j)
    columns[j] = loadShared(t, t->columnMemory, columnAt,
                            j * tcGpuProductColumnGap(t->p));
  for (int64_t i = 0; i < r->perThread; ++i)
    for (int64_t j = 0; j < c->perThread; ++j) {
      TcLane *sum = &sums[i * c->perThread + j];
      sum->v = tcGpuProductMultiplyAdd(t->g, t->p, rows[i], columns[j], sum->v);
    }
}

// Multiplies `depth` steps from `from` on. Their elements are in `state`, after
// the sums; they are replaced by those of the next tile, whose loads are in
// flight while this one is multiplied.
static void multiplyTile(Tile *t, MlirValue from, TcLane *state) {
  TcGpuEmit *g = t->g;
  TcLane now[2 * MAX_LOADS], *ahead = state + t->numSums;
  if (!countAhead(t))
    loadTile(t, from, now);
  keepTile(t, from, countAhead(t) ? ahead : now);
  tcGpuBarrierAll(g);
  if (countAhead(t))
    loadTile(t, add(&g->e, from, tcEmitI64(&g->e, t->p->depth)), ahead);
  for (int64_t step = 0; step < t->p->depth; ++step)
    multiplyStep(t, step, state);
  tcGpuBarrierAll(g);
}

static void clear(Tile *t, TcLane *sums) {
  for (size_t i = 0; i < t->numSums; ++i)
    sums[i] = tcEmitZero(&t->g->e, elementType(t));
}

static void sumUp(Tile *t, TcLane *sums) {
  TcEmit *e = &t->g->e;
  size_t n = t->numSums, all = n + countAhead(t);
  TcLane state[MAX_STATE], part[MAX_STATE];
  clear(t, state);
  if (all > n)
    loadTile(t, tcEmitI64(e, 0), state + n);
  int64_t block = tcSumBlock(tcCpuGuessTerms(t->p->numSteps));
  TcLoop blocks =
      tcEmitFor(e, tcEmitI64(e, 0), t->numSteps, block, -1, all, state);
  MlirValue from = tcGpuLoopIndex(&blocks);
  MlirValue to =
      tcArithMinsi(&e->b, add(e, from, tcEmitI64(e, block)), t->numSteps);
  clear(t, part);
  for (size_t i = n; i < all; ++i)
    part[i] = state[i];
  TcLoop tiles = tcEmitFor(e, from, to, t->p->depth, -1, all, part);
  multiplyTile(t, tcGpuLoopIndex(&tiles), part);
  tcEmitForEnd(e, &tiles, all, part);
  for (size_t i = 0; i < n; ++i)
    state[i] = tcEmitCombine(e, TC_CPU_ADD, elementType(t), state[i], part[i]);
  for (size_t i = n; i < all; ++i)
    state[i] = part[i];
  tcEmitForEnd(e, &blocks, all, state);
  for (size_t i = 0; i < n; ++i)
    sums[i] = state[i];
}

//===- Maps ---------------------------------------------------------------===//

static void storeSums(Tile *t, const TcLane *sums) {
  TcEmit *e = &t->g->e;
  const TcGpuFactor *r = &t->p->rows, *c = &t->p->columns;
  MlirValue first = add(e, times(e, t->threadRow, c->tile), t->threadColumn);
  for (int64_t i = 0; i < r->perThread; ++i)
    for (int64_t j = 0; j < c->perThread; ++j) {
      MlirValue at =
          add(e, first,
              tcEmitI64(e, i * c->tile + j * tcGpuProductColumnGap(t->p)));
      tcLlvmStore(&e->b, sums[i * c->perThread + j].v,
                  elementAt(t, t->g->shared, at));
    }
}

bool tcGpuProductFinish(TcGpuEmit *g, const TcGpuProduct *p, TcLane sum,
                        MlirValue row, MlirValue column) {
  TcEmit *e = &g->e;
  const TcProduct *m = &p->match;
  tcGpuEnter(g, &p->rows.iters, row);
  tcGpuEnter(g, &p->columns.iters, column);
  e->forwarded.size = 0;
  tcStageMake(e, m->contract, &sum);
  TcNest maps = {.stages = m->maps, .vector = -1, .lanes = 1};
  bool ok = tcNestPoint(e, &maps, NULL);
  e->forwarded.size = 0;
  return ok;
}

static bool finish(Tile *t) {
  TcGpuEmit *g = t->g;
  TcEmit *e = &g->e;
  const TcGpuProduct *p = t->p;
  MlirValue width = tcEmitI64(e, p->columns.tile);
  TcLoop loop =
      tcGpuForThread(g, tcEmitI64(e, p->rows.tile * p->columns.tile), 0, NULL);
  MlirValue at = tcGpuLoopIndex(&loop);
  MlirValue row = add(e, t->rowAt, tcArithDivui(&e->b, at, width));
  MlirValue column = add(e, t->columnAt, tcArithRemui(&e->b, at, width));
  MlirValue exists = tcArithAndi(&e->b, tcGpuIsBelow(g, row, t->numRows),
                                 tcGpuIsBelow(g, column, t->numColumns));
  TcLoop guard = tcEmitIf(e, exists);
  TcLane sum = tcLaneScalar(
      tcLlvmLoad(&e->b, elementType(t), elementAt(t, g->shared, at)));
  bool ok = tcGpuProductFinish(g, p, sum, row, column);
  tcEmitIfEnd(e, &guard);
  tcEmitForEnd(e, &loop, 0, NULL);
  return ok;
}

//===- Blocks -------------------------------------------------------------===//

// Columns are the fastest, so that adjacent blocks share rows.
static void enterTile(Tile *t) {
  TcGpuEmit *g = t->g;
  TcEmit *e = &g->e;
  const TcGpuProduct *p = t->p;
  MlirValue row, column, rest;
  rest = tcGpuSplitOff(g, g->block, p->columns.tiles, &column);
  rest = tcGpuSplitOff(g, rest, p->rows.tiles, &row);
  tcGpuEnter(g, &p->batch, rest);
  t->rowAt = times(e, row, p->rows.tile);
  t->columnAt = times(e, column, p->columns.tile);
  t->numRows = tcEmitExpr(e, p->rows.count);
  t->numColumns = tcEmitExpr(e, p->columns.count);
  t->numSteps = tcEmitExpr(e, p->numSteps);
}

static void enterThread(Tile *t) {
  TcGpuEmit *g = t->g;
  TcEmit *e = &g->e;
  const TcGpuProduct *p = t->p;
  MlirValue gap = tcEmitI64(e, tcGpuProductColumnGap(p));
  t->threadColumn = tcArithRemui(&e->b, g->thread, gap);
  t->threadRow =
      times(e, tcArithDivui(&e->b, g->thread, gap), p->rows.perThread);
  t->rowMemory = g->shared;
  t->columnMemory = elementAt(
      t, g->shared, tcEmitI64(e, p->depth * tcGpuTileStride(&p->rows)));
  t->positions[0] = placeLoads(t, &p->rows, t->rowAt, t->numRows);
  t->positions[1] = placeLoads(t, &p->columns, t->columnAt, t->numColumns);
}

bool tcGpuEmitProduct(TcGpuEmit *g, TcGpuPlan *plan) {
  const TcGpuProduct *p = &plan->product;
  Tile t = {.g = g, .p = p};
  TcLane sums[MAX_SUMS];
  t.numSums = (size_t)(p->rows.perThread * p->columns.perThread);
  enterTile(&t);
  enterThread(&t);
  sumUp(&t, sums);
  storeSums(&t, sums);
  tcGpuBarrierAll(g);
  return finish(&t);
}
