// Emits products whose factors are read in place. See direct.h.
//
//   for this share's iterations, in blocks (sum-block.h)
//     part = 0
//     for iterations of one
//       for each of its `depth` steps, written out:
//         rows and columns from memory; part += column of one times row of the
//         other
//     sums += part
//   sums into shared memory; barrier
//   for each of the thread's elements of the tile: the sum of all shares, maps,
//   stores
#include "passes/lower/cpu/product_operands.h"
#include "passes/lower/gpu/direct.h"
#include "passes/lower/gpu/emit.h"
#include "passes/schedule/sum-block.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

enum { MAX_SUMS = 64 };

typedef struct Direct {
  TcGpuEmit *g;
  const TcGpuPlan *plan;
  const TcGpuProduct *p;
  MlirValue rowAt, columnAt; // of the tile's first element
  MlirValue numRows, numColumns;
  MlirValue row, column, share; // of the thread's first sum, in the tile
  MlirValue *positions[2];      // values of the factors' iterators
  size_t numSums;
} Direct;

void tcGpuPlanDirect(TcGpuEmit *g, TcGpuPlan *plan) {
  const TcGpuPhase *phase = plan->phase;
  TcGpuProduct *p = &plan->product;
  tcGpuDirectForm(&g->k, &phase->p.stages, p);
  tcGpuProductCut(&g->k, &phase->tiling, p);
  plan->blocks = p->numBlocks;
  plan->sharedBytes = tcGpuDirectBytes(p, &phase->tiling, phase->shares);
}

static MlirValue add(TcEmit *e, MlirValue x, MlirValue y) {
  return tcArithAddi(&e->b, x, y);
}

static MlirValue times(TcEmit *e, MlirValue x, int64_t n) {
  return tcArithMuli(&e->b, x, tcEmitI64(e, n));
}

//===- Loading ------------------------------------------------------------===//

// Whether an element of the factor exists wherever its read may be outside, so
// that any may be loaded in place of what is.
static bool isNowhereEmpty(const TcCpuKernel *k, const TcCpuRead *r) {
  int64_t n;
  for (size_t d = 0; d < r->value->rank; ++d)
    if (!tcCpuProvablyIn(k, r->index[d], r->value->sizes[d]) &&
        (!tcSizeIsConst(r->value->sizes[d], &n) || n < 1))
      return false;
  return true;
}

// The factor's element here, of the sums' type. Where it may be outside the
// first element is loaded in its place, so that no load is behind a branch.
static MlirValue load(Direct *t, const TcCpuRead *r) {
  TcEmit *e = &t->g->e;
  const TcCpuValue *v = r->value;
  if (mlirAttributeIsNull(r->fill) || !isNowhereEmpty(&t->g->k, r))
    return tcProductElement(e, &t->p->match, r).v;
  TcPlace at = tcEmitPlaceOf(e, v);
  MlirType element = at.stored.ptr ? at.stored : v->element;
  TcLane none = {.v = {NULL}};
  TcLane in = tcEmitInBounds(e, v->rank, r->index, v->sizes);
  MlirValue from = tcEmitElementAt(e, &at, element, v->rank, r->index);
  if (in.v.ptr)
    from = tcArithSelect(&e->b, in.v, from, at.base);
  TcLane x =
      tcEmitLoadAt(e, from, element, tcLaneScalar(tcEmitI64(e, 0)), none);
  if (in.v.ptr)
    x = tcEmitSelect(e, in, x, tcEmitConstant(e, r->fill, v->element));
  return tcEmitConvert(e, x, v->element, t->p->match.element).v;
}

// The values of a factor's iterators at each of the thread's points, `gap`
// apart.
static MlirValue *place(Direct *t, const TcGpuFactor *f, MlirValue first,
                        int64_t gap, MlirValue count) {
  TcGpuEmit *g = t->g;
  size_t n = f->iters.size;
  MlirValue *at =
      TC_ARENA_ARRAY(g->e.arena, MlirValue, (size_t)f->perThread * n + 1);
  for (int64_t i = 0; i < f->perThread; ++i) {
    MlirValue flat = add(&g->e, first, tcEmitI64(&g->e, i * gap));
    tcGpuEnter(g, &f->iters, tcGpuProductClamp(&g->e, flat, count));
    for (size_t j = 0; j < n; ++j)
      at[(size_t)i * n + j] = g->e.iters[f->iters.data[j]];
  }
  return at;
}

static void enter(Direct *t, const TcGpuFactor *f, const MlirValue *at,
                  int64_t i) {
  for (size_t j = 0; j < f->iters.size; ++j)
    t->g->e.iters[f->iters.data[j]] = at[(size_t)i * f->iters.size + j];
}

//===- Multiplying --------------------------------------------------------===//

static void multiplyStep(Direct *t, TcLane *sums) {
  const TcGpuFactor *r = &t->p->rows, *c = &t->p->columns;
  MlirValue rows[MAX_SUMS], columns[MAX_SUMS];
  for (int64_t i = 0; i < r->perThread; ++i) {
    enter(t, r, t->positions[0], i);
    rows[i] = load(t, r->read);
  }
  for (int64_t j = 0; j < c->perThread; ++j) {
    enter(t, c, t->positions[1], j);
    columns[j] = load(t, c->read);
  }
  for (int64_t i = 0; i < r->perThread; ++i)
    for (int64_t j = 0; j < c->perThread; ++j) {
      TcLane *sum = &sums[i * c->perThread + j];
      sum->v = tcGpuProductMultiplyAdd(t->g, t->p, rows[i], columns[j], sum->v);
    }
}

// Sets the iterators to step `step` of the `depth` that begin at `first`: those
// that the steps run through are constants, or a constant above what the
// iteration says.
static void enterStep(Direct *t, const MlirValue *first, int64_t step) {
  TcEmit *e = &t->g->e;
  const TcCpuIters *over = &t->p->over;
  int64_t n = 1, left = t->p->depth;
  for (size_t i = over->size; i-- > 0;) {
    int iter = over->data[i];
    e->iters[iter] = first[i];
    if (left <= 1)
      continue;
    tcSizeIsConst(t->g->k.iters.data[iter].extent, &n);
    int64_t points = n < left ? n : left;
    MlirValue at = tcEmitI64(e, step % points);
    e->iters[iter] = n <= left ? at : add(e, first[i], at);
    step /= points;
    left /= points;
  }
}

static void multiplyIteration(Direct *t, MlirValue number, TcLane *sums) {
  TcGpuEmit *g = t->g;
  const TcCpuIters *over = &t->p->over;
  MlirValue *first = TC_ARENA_ARRAY(g->e.arena, MlirValue, over->size + 1);
  tcGpuEnter(g, over, times(&g->e, number, t->p->depth));
  for (size_t i = 0; i < over->size; ++i)
    first[i] = g->e.iters[over->data[i]];
  for (int64_t step = 0; step < t->p->depth; ++step) {
    enterStep(t, first, step);
    multiplyStep(t, sums);
  }
}

static void clear(Direct *t, TcLane *sums) {
  for (size_t i = 0; i < t->numSums; ++i)
    sums[i] = tcEmitZero(&t->g->e, t->p->match.element);
}

static void sumBetween(Direct *t, MlirValue from, MlirValue to, TcLane *sums) {
  TcLoop loop = tcEmitFor(&t->g->e, from, to, 1, -1, t->numSums, sums);
  multiplyIteration(t, tcGpuLoopIndex(&loop), sums);
  tcEmitForEnd(&t->g->e, &loop, t->numSums, sums);
}

// The iterations of a share: as many for each, the last one may have fewer.
static const TcSize *iterationsOf(const Direct *t) {
  TcArena *a = t->g->e.arena;
  const TcSize *all =
      tcSizeFloorDiv(a, t->p->numSteps, tcSizeConst(a, t->p->depth));
  return tcSizeCeilDiv(a, all, tcSizeConst(a, t->plan->phase->shares));
}

// This thread's sums over its share of the steps.
static void sumUp(Direct *t, TcLane *sums) {
  TcEmit *e = &t->g->e;
  TcArena *a = e->arena;
  const TcSize *each = iterationsOf(t);
  int64_t depth = t->p->depth,
          terms = tcCpuGuessTerms(tcSizeMul(a, each, tcSizeConst(a, depth)));
  int64_t block = (tcSumBlock(terms) + depth - 1) / depth;
  MlirValue n =
      tcEmitExpr(e, tcSizeFloorDiv(a, t->p->numSteps, tcSizeConst(a, depth)));
  MlirValue from = tcArithMuli(&e->b, t->share, tcEmitExpr(e, each));
  MlirValue to = tcArithMinsi(&e->b, add(e, from, tcEmitExpr(e, each)), n);
  clear(t, sums);
  if (terms <= tcSumBlockMost(terms)) {
    sumBetween(t, from, to, sums);
    return;
  }
  TcLoop blocks = tcEmitFor(e, from, to, block, -1, t->numSums, sums);
  MlirValue at = tcGpuLoopIndex(&blocks);
  TcLane part[MAX_SUMS];
  clear(t, part);
  sumBetween(t, at, tcArithMinsi(&e->b, add(e, at, tcEmitI64(e, block)), to),
             part);
  for (size_t i = 0; i < t->numSums; ++i)
    sums[i] =
        tcEmitCombine(e, TC_CPU_ADD, t->p->match.element, sums[i], part[i]);
  tcEmitForEnd(e, &blocks, t->numSums, sums);
}

//===- Shared memory ------------------------------------------------------===//

static MlirValue sumAt(Direct *t, MlirValue row, MlirValue column) {
  const int32_t dynamic = INT32_MIN;
  TcEmit *e = &t->g->e;
  MlirValue at =
      add(e, times(e, row, tcGpuDirectPitch(&t->plan->phase->tiling)), column);
  return tcLlvmGetelementptr(&e->b, e->ptr, t->g->shared, 1, &at, 1, &dynamic,
                             t->p->match.element);
}

static void storeSums(Direct *t, const TcLane *sums) {
  TcEmit *e = &t->g->e;
  const TcGpuFactor *r = &t->p->rows, *c = &t->p->columns;
  MlirValue first = add(e, times(e, t->share, r->tile), t->row);
  for (int64_t i = 0; i < r->perThread; ++i)
    for (int64_t j = 0; j < c->perThread; ++j)
      tcLlvmStore(&e->b, sums[i * c->perThread + j].v,
                  sumAt(t, add(e, first, tcEmitI64(e, i)),
                        add(e, t->column,
                            tcEmitI64(e, j * tcGpuProductColumnGap(t->p)))));
}

// The sum of all shares, in their order.
static TcLane loadSum(Direct *t, MlirValue row, MlirValue column) {
  TcEmit *e = &t->g->e;
  MlirType element = t->p->match.element;
  TcLane sum = {.v = {NULL}};
  for (int64_t s = 0; s < t->plan->phase->shares; ++s) {
    MlirValue at =
        sumAt(t, add(e, row, tcEmitI64(e, s * t->p->rows.tile)), column);
    TcLane x = tcLaneScalar(tcLlvmLoad(&e->b, element, at));
    sum = sum.v.ptr ? tcEmitCombine(e, TC_CPU_ADD, element, sum, x) : x;
  }
  return sum;
}

//===- Maps ---------------------------------------------------------------===//

// Neighbouring threads have neighbours in what is stored.
static bool finish(Direct *t) {
  TcGpuEmit *g = t->g;
  TcEmit *e = &g->e;
  const TcGpuProduct *p = t->p;
  bool rows = tcGpuDirectStoresRows(&g->k, p);
  MlirValue width = tcEmitI64(e, rows ? p->rows.tile : p->columns.tile);
  TcLoop loop =
      tcGpuForThread(g, tcEmitI64(e, p->rows.tile * p->columns.tile), 0, NULL);
  MlirValue at = tcGpuLoopIndex(&loop);
  MlirValue outer = tcArithDivui(&e->b, at, width);
  MlirValue inner = tcArithRemui(&e->b, at, width);
  MlirValue inRow = rows ? inner : outer, inColumn = rows ? outer : inner;
  MlirValue row = add(e, t->rowAt, inRow);
  MlirValue column = add(e, t->columnAt, inColumn);
  MlirValue exists = tcArithAndi(&e->b, tcGpuIsBelow(g, row, t->numRows),
                                 tcGpuIsBelow(g, column, t->numColumns));
  TcLoop guard = tcEmitIf(e, exists);
  bool ok = tcGpuProductFinish(g, p, loadSum(t, inRow, inColumn), row, column);
  tcEmitIfEnd(e, &guard);
  tcEmitForEnd(e, &loop, 0, NULL);
  return ok;
}

//===- Blocks -------------------------------------------------------------===//

// Columns are the fastest, so that adjacent blocks share rows.
static void enterTile(Direct *t) {
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
}

// The threads of a wave have neighbouring columns.
static void enterThread(Direct *t) {
  TcGpuEmit *g = t->g;
  TcEmit *e = &g->e;
  const TcGpuFactor *r = &t->p->rows, *c = &t->p->columns;
  MlirValue gap = tcEmitI64(e, tcGpuProductColumnGap(t->p));
  MlirValue slots = tcEmitI64(e, r->tile / r->perThread);
  MlirValue rest = tcArithDivui(&e->b, g->thread, gap);
  t->column = tcArithRemui(&e->b, g->thread, gap);
  t->row = times(e, tcArithRemui(&e->b, rest, slots), r->perThread);
  t->share = tcArithDivui(&e->b, rest, slots);
  t->positions[0] = place(t, r, add(e, t->rowAt, t->row), 1, t->numRows);
  t->positions[1] = place(t, c, add(e, t->columnAt, t->column),
                          tcGpuProductColumnGap(t->p), t->numColumns);
}

bool tcGpuEmitDirect(TcGpuEmit *g, TcGpuPlan *plan) {
  Direct t = {.g = g, .plan = plan, .p = &plan->product};
  TcLane sums[MAX_SUMS];
  t.numSums = (size_t)(t.p->rows.perThread * t.p->columns.perThread);
  enterTile(&t);
  enterThread(&t);
  sumUp(&t, sums);
  storeSums(&t, sums);
  tcGpuBarrierAll(g);
  return finish(&t);
}
