// Loop nests: stages of a phase with the same iteration space share one nest,
// where values pass from one to the next in registers. One iterator, innermost
// or outside of the reduced ones, is vectorised: whole vectors, then a masked
// remainder. Reads that are invariant in inner loops are hoisted out of them.
// Sums of floats are computed in blocks: the chain of additions of one
// accumulator stays short, so that the error grows with the length of a block
// and the number of blocks, not with the number of elements.
#include "passes/lower/cpu/nest.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"

static void enter(TcNestRun *x, size_t level, TcLane *acc);

// The number of outer loops that the read depends on.
static size_t depthOf(const TcNestRun *x, const TcCpuRead *r) {
  if (!mlirAttributeIsNull(r->fill) || tcNestMakes(x->n, r->value))
    return x->loops.size;
  size_t depth = 0;
  for (size_t i = 0; i < x->loops.size; ++i)
    for (size_t d = 0; d < r->value->rank; ++d)
      if (tcSizeUses(r->index[d], x->e->k->iters.data[x->loops.data[i]].name))
        depth = i + 1;
  return depth;
}

// A read that is hoisted out of a loop which may not run at all must be in
// bounds by itself.
static bool mayHoist(const TcNestRun *x, const TcCpuRead *r) {
  for (size_t d = 0; d < r->value->rank; ++d)
    if (!tcCpuProvablyIn(x->e->k, r->index[d], r->value->sizes[d]))
      return false;
  return true;
}

static void hoist(TcNestRun *x, size_t level) {
  if (level == x->loops.size)
    return;
  for (size_t i = 0; i < x->n->stages.size; ++i) {
    const TcCpuStage *s = x->n->stages.data[i];
    for (size_t j = 0; j < s->reads.size; ++j) {
      const TcCpuRead *r = &s->reads.data[j];
      if (depthOf(x, r) == level && mayHoist(x, r))
        x->elements[i][j] = tcStageElement(x->e, r);
    }
  }
}

void tcNestForget(TcNestRun *x, size_t level) {
  for (size_t i = 0; i < x->n->stages.size; ++i) {
    const TcCpuStage *s = x->n->stages.data[i];
    for (size_t j = 0; j < s->reads.size; ++j)
      if (depthOf(x, &s->reads.data[j]) > level)
        x->elements[i][j] = (TcLane){.v = {NULL}};
  }
}

//===- A point ------------------------------------------------------------===//

static void storeResults(TcNestRun *x, const TcCpuStage *s,
                         const TcLane *values) {
  for (size_t i = 0; i < s->results.size; ++i) {
    const TcCpuValue *v = s->results.data[i];
    tcEmitForward(x->e, v, tcEmitRound(x->e, values[i], v->element));
    tcStageStoreAt(x->e, s, i, values[i]);
  }
}

static void scanPoint(TcNestRun *x, const TcCpuStage *s, TcLane *acc,
                      const TcLane *yields) {
  size_t n = s->results.size;
  TcLane *now = TC_ARENA_ARRAY(x->e->arena, TcLane, n);
  for (size_t i = 0; i < n; ++i)
    now[i] = acc[i];
  bool lanes = x->e->lanes > 1 && tcCpuItersHave(&s->over, x->e->vector);
  x->ok &= lanes ? tcAccsRunLanes(x->e, s, acc, yields, now)
                 : tcAccsAccumulate(x->e, s, acc, yields);
  for (size_t i = 0; i < n; ++i)
    now[i] =
        tcEmitConvert(x->e, lanes || s->exclusive ? now[i] : acc[i],
                      tcAccsElement(x->e, s, i), s->results.data[i]->element);
  storeResults(x, s, now);
}

static size_t numYields(const TcCpuStage *s) {
  if (mlirBlockIsNull(s->body))
    return s->reads.size;
  return (size_t)mlirOperationGetNumOperands(mlirBlockGetTerminator(s->body));
}

TcLane *tcNestEvaluate(TcNestRun *x, size_t i) {
  const TcCpuStage *s = x->n->stages.data[i];
  TcLane *args = TC_ARENA_ARRAY(x->e->arena, TcLane, s->reads.size + 1);
  TcLane *yields = TC_ARENA_ARRAY(x->e->arena, TcLane, numYields(s) + 1);
  for (size_t j = 0; j < s->reads.size; ++j)
    args[j] = x->elements[i][j].v.ptr ? x->elements[i][j]
                                      : tcStageElement(x->e, &s->reads.data[j]);
  x->ok = x->ok && tcStageBody(x->e, s, args, yields);
  return x->ok ? yields : NULL;
}

// Evaluates the body once for the position, and again where the task owns that:
// so what else the body reads is read there only.
static void scatterPoint(TcNestRun *x, size_t i, const TcLane *yields) {
  const TcCpuStage *s = x->n->stages.data[i];
  if (!s->owners || x->owned) {
    tcStageScatter(x->e, s, yields);
    return;
  }
  MlirValue owns = tcStageOwns(x->e, s, yields);
  if (mlirTypeIsAVector(mlirValueGetType(owns))) {
    TcLane mask = x->e->mask, own = {.v = owns, .wide = true};
    x->e->mask = tcEmitAnd(x->e, mask, own);
    tcStageScatter(x->e, s, yields);
    x->e->mask = mask;
    return;
  }
  TcLoop then = tcEmitIf(x->e, owns);
  size_t forwarded = x->e->forwarded.size;
  yields = tcNestEvaluate(x, i);
  if (yields)
    tcStageScatter(x->e, s, yields);
  tcEmitIfEnd(x->e, &then);
  x->e->forwarded.size = forwarded;
}

static void stagePoint(TcNestRun *x, size_t i, TcLane *acc) {
  const TcCpuStage *s = x->n->stages.data[i];
  TcLane *yields = tcNestEvaluate(x, i);
  if (!yields)
    return;
  if (s->kind == TC_CPU_SCATTER)
    scatterPoint(x, i, yields);
  else if (s->kind == TC_CPU_SCAN)
    scanPoint(x, s, acc, yields);
  else if (s->kind == TC_CPU_REDUCE)
    x->ok &= tcAccsAccumulate(x->e, s, acc, yields);
  else
    storeResults(x, s, yields);
}

static void point(TcNestRun *x, TcLane *acc) {
  size_t forwarded = x->e->forwarded.size;
  for (size_t i = 0; i < x->n->stages.size && x->ok; ++i) {
    stagePoint(x, i, acc);
    if (tcStageHasOver(x->n->stages.data[i]))
      acc += x->n->stages.data[i]->results.size;
  }
  if (x->loops.size) // else they hold for the rest of the task
    x->e->forwarded.size = forwarded;
}

void tcNestPointAt(TcNestRun *x) { point(x, NULL); }

//===- Loops --------------------------------------------------------------===//

static void setLanesTo(TcNestRun *x, int64_t lanes, int vector) {
  x->e->lanes = lanes;
  x->e->vector = vector;
}

// The mask of lanes l with first + l < high.
TcLane tcEmitLanesBelow(TcEmit *e, MlirValue first, MlirValue high) {
  MlirValue rest = tcArithSubi(&e->b, high, first);
  TcLane bound =
      tcEmitWiden(e, tcLaneScalar(tcArithTrunci(&e->b, e->i32, rest)));
  return (TcLane){.v = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLT,
                                   tcEmitIota(e, e->i32, 1), bound.v),
                  .wide = true};
}

// Scans may run from the last point to the first.
static bool isReversed(const TcNestRun *x, int iter) {
  for (size_t i = 0; i < x->n->stages.size; ++i)
    if (x->n->stages.data[i]->reverse &&
        tcCpuItersHave(&x->n->stages.data[i]->over, iter))
      return true;
  return false;
}

static MlirValue mirrored(TcEmit *e, MlirValue low, MlirValue high,
                          MlirValue i) {
  MlirValue last = tcArithSubi(&e->b, high, tcEmitI64(e, 1));
  return tcArithSubi(&e->b, tcArithAddi(&e->b, low, last), i);
}

// One loop over lanes, or over points with lanes 1.
static void loopOnce(TcNestRun *x, size_t level, MlirValue low, MlirValue high,
                     MlirValue end, int64_t lanes, TcLane *acc, size_t n) {
  TcEmit *e = x->e;
  int iter = x->loops.data[level];
  if (tcNestSearches(x, level)) {
    tcNestSearch(x, iter, low, high);
    return;
  }
  int64_t outside = e->lanes;
  int vector = e->vector;
  TcLane mask = e->mask;
  TcLoop loop = tcEmitFor(e, low, high, lanes, iter, n, acc);
  if (isReversed(x, iter))
    e->iters[iter] = mirrored(e, low, high, e->iters[iter]);
  if (lanes > 1)
    setLanesTo(x, lanes, iter);
  if (end.ptr)
    e->mask = tcEmitLanesBelow(e, e->iters[iter], end);
  enter(x, level + 1, acc);
  e->mask = mask;
  setLanesTo(x, outside, vector);
  tcEmitForEnd(e, &loop, n, acc);
}

static void neutrals(TcNestRun *x, TcLane *acc);

//===- Blocks of sums -----------------------------------------------------===//

enum {
  BLOCK = 128, // terms of one accumulator (passes/schedule/sum-block.h)
  SHORT = 16,  // loops for which accumulators of their own do not pay
};

static bool addsFloats(const TcCpuStage *s) {
  bool adds = s->contract;
  for (size_t i = 0; i < s->results.size && !s->contract; ++i)
    adds |= s->kinds[0] != TC_CPU_CUSTOM && s->kinds[i] == TC_CPU_ADD;
  MlirType element = s->results.data[0]->element;
  return adds && (mlirTypeIsAFloat(element) || mlirTypeIsAComplex(element));
}

bool tcNestAddsInBlocks(const TcNest *n) {
  bool any = false;
  for (size_t i = 0; i < n->stages.size; ++i) {
    const TcCpuStage *s = n->stages.data[i];
    if (tcStageHasOver(s) && (s->kind != TC_CPU_REDUCE || s->ordered))
      return false;
    any |= tcStageHasOver(s) && addsFloats(s);
  }
  return any;
}

static double iterationsOf(const TcNestRun *x, size_t level) {
  int iter = x->loops.data[level];
  double n = tcCpuGuess(x->e->k, x->e->k->iters.data[iter].extent);
  return iter == x->n->vector ? n / (double)x->n->lanes : n;
}

// The number of elements that an accumulator adds up in the loops from `level`
// on.
static double chainOf(const TcNestRun *x, size_t level) {
  double chain = 1;
  for (size_t i = x->loops.size; i-- > level;)
    chain = iterationsOf(x, i) * (chain >= SHORT ? 1 : chain);
  return chain;
}

// Whether the loops from `level` on, within other reduced loops, have
// accumulators of their own.
static bool isBlock(const TcNestRun *x, size_t level) {
  return level > x->n->outer.size && tcNestAddsInBlocks(x->n) &&
         chainOf(x, level) >= SHORT;
}

// The iterations of a long loop in one block; 0 if it has no blocks.
static int64_t blockOf(const TcNestRun *x, size_t level) {
  double chain = chainOf(x, level), iterations = iterationsOf(x, level);
  if (chain < 2 * BLOCK || !tcNestAddsInBlocks(x->n))
    return 0;
  int64_t block = (int64_t)(BLOCK * iterations / chain);
  return block > 1 ? block : 1;
}

static bool reducesLanes(const TcNestRun *x) {
  return x->n->vector >= 0 && tcCpuItersHave(&x->n->over, x->n->vector);
}

// New accumulators; with a vectorised loop they have one value per lane, also
// outside of the loop.
static TcLane *newAccs(TcNestRun *x) {
  TcEmit *e = x->e;
  TcLane *acc = TC_ARENA_ARRAY(e->arena, TcLane, tcNestNumAccs(x->n));
  int64_t lanes = e->lanes;
  if (reducesLanes(x))
    e->lanes = x->n->lanes;
  neutrals(x, acc);
  e->lanes = lanes;
  return acc;
}

static void addBlock(TcNestRun *x, TcLane *acc, const TcLane *block) {
  TcEmit *e = x->e;
  int64_t lanes = e->lanes;
  if (reducesLanes(x))
    e->lanes = x->n->lanes;
  for (size_t i = 0; i < x->n->stages.size; ++i) {
    const TcCpuStage *s = x->n->stages.data[i];
    if (!tcStageHasOver(s))
      continue;
    x->ok &= tcAccsCombine(e, s, acc, block);
    acc += s->results.size;
    block += s->results.size;
  }
  e->lanes = lanes;
}

// The same loop, in blocks if it is a long sum.
static void loopOver(TcNestRun *x, size_t level, MlirValue low, MlirValue high,
                     MlirValue end, int64_t lanes, TcLane *acc, size_t n) {
  TcEmit *e = x->e;
  int64_t iterations = n && !end.ptr ? blockOf(x, level) : 0;
  if (!iterations) {
    loopOnce(x, level, low, high, end, lanes, acc, n);
    return;
  }
  TcLoop loop = tcEmitFor(e, low, high, iterations * lanes, -1, n, acc);
  MlirValue first = mlirBlockGetArgument(loop.body, 0);
  MlirValue next = tcArithAddi(&e->b, first, tcEmitI64(e, iterations * lanes));
  TcLane *block = newAccs(x);
  loopOnce(x, level, first, tcArithMinsi(&e->b, next, high), end, lanes, block,
           n);
  addBlock(x, acc, block);
  tcEmitForEnd(e, &loop, n, acc);
}

//===- Loops over lanes and points ----------------------------------------===//

// Whether the number of points is a multiple of the lanes in every task.
static bool isWhole(const TcNestRun *x, int iter, int64_t lanes) {
  int64_t n;
  if (!tcSizeIsConst(x->e->k->iters.data[iter].extent, &n) || n % lanes)
    return false;
  return iter != x->e->chunk || x->e->chunkSize % lanes == 0;
}

static bool isConstant(const TcNestRun *x, int iter, int64_t *n) {
  return iter != x->e->chunk &&
         tcSizeIsConst(x->e->k->iters.data[iter].extent, n);
}

// Whole vectors, then the masked remainder, of `points` (-1: not known). Only
// loops that may run are emitted.
static void overLanesBetween(TcNestRun *x, size_t level, MlirValue low,
                             MlirValue high, int64_t points, TcLane *acc,
                             size_t n) {
  TcEmit *e = x->e;
  int64_t lanes = x->n->lanes;
  MlirValue none = {NULL};
  if (points >= 0 && points % lanes == 0) {
    loopOver(x, level, low, high, none, lanes, acc, n);
    return;
  }
  MlirValue middle = low;
  if (points < 0 || points >= lanes) {
    MlirValue count = tcArithSubi(&e->b, high, low);
    MlirValue rest = tcArithRemsi(&e->b, count, tcEmitI64(e, lanes));
    middle = tcArithSubi(&e->b, high, rest);
    loopOver(x, level, low, middle, none, lanes, acc, n);
  }
  loopOver(x, level, middle, high, high, lanes, acc, n);
}

// The points from `from` to `to`, both constants, that this task has.
static void overRange(TcNestRun *x, size_t level, MlirValue low, MlirValue high,
                      int64_t from, int64_t to) {
  TcEmit *e = x->e;
  int iter = x->loops.data[level];
  bool whole = iter != e->chunk;
  MlirValue first = tcEmitI64(e, from), end = tcEmitI64(e, to);
  if (!whole) {
    first = tcArithMinsi(&e->b, tcArithMaxsi(&e->b, first, low), high);
    end = tcArithMaxsi(&e->b, tcArithMinsi(&e->b, end, high), first);
  }
  e->k->iters.data[iter].low = from;
  e->k->iters.data[iter].high = to;
  overLanesBetween(x, level, first, end, whole ? to - from : -1, NULL, 0);
  e->k->iters.data[iter].low = e->k->iters.data[iter].high = 0;
}

static void overLanesFrom(TcNestRun *x, size_t level, MlirValue low,
                          MlirValue high, TcLane *acc, size_t n) {
  int iter = x->loops.data[level];
  int64_t lanes = x->n->lanes, extent, cuts[TC_MOST_CUTS], from = 0;
  bool innermost = level + 1 == x->loops.size && !n;
  size_t numCuts = innermost ? tcNestCuts(x, iter, cuts) : 0;
  for (size_t i = 0; i < numCuts; ++i) {
    overRange(x, level, low, high, from, cuts[i]);
    from = cuts[i];
  }
  if (numCuts) {
    tcSizeIsConst(x->e->k->iters.data[iter].extent, &extent);
    overRange(x, level, low, high, from, extent);
    return;
  }
  if (!isConstant(x, iter, &extent))
    extent = isWhole(x, iter, lanes) ? 0 : -1;
  overLanesBetween(x, level, low, high, extent, acc, n);
}

static void overLanes(TcNestRun *x, size_t level, TcLane *acc, size_t n) {
  MlirValue low, high, owns = tcNestOwnsRow(x, level);
  tcIterBounds(x->e, x->loops.data[level], &low, &high);
  if (!owns.ptr) {
    overLanesFrom(x, level, low, high, acc, n);
    return;
  }
  TcLoop then = tcEmitIf(x->e, owns);
  x->owned = true;
  overLanesFrom(x, level, low, high, acc, n);
  x->owned = false;
  tcEmitIfEnd(x->e, &then);
}

void tcNestLanes(TcNestRun *x, size_t level, MlirValue low, MlirValue high) {
  tcNestForget(x, level);
  overLanesFrom(x, level, low, high, NULL, 0);
}

static void overPoints(TcNestRun *x, size_t level, TcLane *acc, size_t n) {
  TcEmit *e = x->e;
  int iter = x->loops.data[level];
  MlirValue low, high, none = {NULL};
  tcIterBounds(e, iter, &low, &high);
  loopOver(x, level, low, high, none, 1, acc, n);
}

static void overAny(TcNestRun *x, size_t level, TcLane *acc, size_t n) {
  if (x->loops.data[level] == x->n->readIter)
    tcNestTransposed(x, level);
  else if (x->loops.data[level] == x->n->vector)
    overLanes(x, level, acc, n);
  else
    overPoints(x, level, acc, n);
}

static void overLoop(TcNestRun *x, size_t level, TcLane *acc, size_t n) {
  if (!n || !isBlock(x, level)) {
    overAny(x, level, acc, n);
    return;
  }
  TcLane *block = newAccs(x);
  overAny(x, level, block, n);
  addBlock(x, acc, block);
}

//===- Reductions ---------------------------------------------------------===//

static void neutrals(TcNestRun *x, TcLane *acc) {
  size_t a = 0;
  for (size_t i = 0; i < x->n->stages.size; ++i) {
    const TcCpuStage *s = x->n->stages.data[i];
    for (size_t j = 0; tcStageHasOver(s) && j < s->results.size; ++j)
      acc[a++] = tcEmitWiden(x->e, tcAccsNeutral(x->e, s, j));
  }
}

// Lanes [from, from + n) of a vector.
static MlirValue slice(TcEmit *e, MlirValue v, int64_t from, int64_t n) {
  MlirType type = mlirShapedTypeGetElementType(mlirValueGetType(v));
  int32_t *mask = TC_ARENA_ARRAY(e->arena, int32_t, (size_t)n);
  for (int64_t i = 0; i < n; ++i)
    mask[i] = (int32_t)(from + i);
  return tcLlvmShufflevector(&e->b, mlirVectorTypeGet(1, &n, type), v, v,
                             (intptr_t)n, mask);
}

static TcLane half(TcEmit *e, TcLane x, int64_t from) {
  if (e->lanes == 1)
    return tcEmitExtract(e, x, from);
  TcLane out = {.v = slice(e, x.v, from, e->lanes), .wide = true};
  if (x.im.ptr)
    out.im = slice(e, x.im, from, e->lanes);
  return out;
}

// Combines the two halves of the lanes until one lane is left.
static void combineLanes(TcNestRun *x, const TcCpuStage *s, TcLane *acc) {
  TcEmit *e = x->e;
  size_t n = s->results.size;
  for (int64_t lanes = x->n->lanes / 2; lanes >= 1 && x->ok; lanes /= 2) {
    TcLane *high = TC_ARENA_ARRAY(e->arena, TcLane, n);
    e->lanes = lanes;
    for (size_t i = 0; i < n; ++i) {
      high[i] = half(e, acc[i], lanes);
      acc[i] = half(e, acc[i], 0);
    }
    x->ok &= tcAccsCombine(e, s, acc, high);
  }
  e->lanes = 1;
}

static void finish(TcNestRun *x, TcLane *acc, bool lanes) {
  for (size_t i = 0; i < x->n->stages.size; ++i) {
    const TcCpuStage *s = x->n->stages.data[i];
    if (!tcStageHasOver(s))
      continue;
    if (s->kind == TC_CPU_REDUCE) {
      if (lanes)
        combineLanes(x, s, acc);
      storeResults(x, s, acc);
    }
    acc += s->results.size;
  }
}

// Emits all reduction loops at one point of the results. If one is vectorised,
// accumulators have one value per lane.
static void reduce(TcNestRun *x) {
  TcEmit *e = x->e;
  size_t level = x->n->outer.size, n = tcNestNumAccs(x->n),
         forwarded = e->forwarded.size;
  TcLane *acc = newAccs(x);
  if (x->n->over.size)
    overLoop(x, level, acc, n);
  else
    point(x, acc);
  if (x->ok)
    finish(x, acc, reducesLanes(x));
  if (x->n->outer.size)
    e->forwarded.size = forwarded;
}

// Emits the loops from `level` on, inside of the others.
static void enter(TcNestRun *x, size_t level, TcLane *acc) {
  size_t outer = x->n->outer.size, n = tcNestNumAccs(x->n);
  hoist(x, level);
  if (level == outer && n && !acc)
    reduce(x);
  else if (level == x->loops.size)
    point(x, acc);
  else
    overLoop(x, level, acc, acc ? n : 0);
}

bool tcEmitNest(TcEmit *e, const TcNest *n) {
  TcNestRun x = {.e = e, .n = n, .ok = true};
  for (size_t i = 0; i < n->outer.size; ++i)
    tcVecPush(e->arena, &x.loops, n->outer.data[i]);
  for (size_t i = 0; i < n->over.size; ++i)
    tcVecPush(e->arena, &x.loops, n->over.data[i]);
  x.elements = TC_ARENA_ARRAY(e->arena, TcLane *, n->stages.size);
  for (size_t i = 0; i < n->stages.size; ++i)
    x.elements[i] =
        TC_ARENA_ARRAY(e->arena, TcLane, n->stages.data[i]->reads.size + 1);
  enter(&x, 0, NULL);
  return x.ok;
}

//===- Parts of a nest ----------------------------------------------------===//

static TcNestRun partsOf(TcEmit *e, const TcNest *n) {
  TcNestRun x = {.e = e, .n = n, .ok = true};
  x.elements = TC_ARENA_ARRAY(e->arena, TcLane *, n->stages.size);
  for (size_t i = 0; i < n->stages.size; ++i)
    x.elements[i] =
        TC_ARENA_ARRAY(e->arena, TcLane, n->stages.data[i]->reads.size + 1);
  return x;
}

void tcNestNeutrals(TcEmit *e, const TcNest *n, TcLane *acc) {
  TcNestRun x = partsOf(e, n);
  neutrals(&x, acc);
}

bool tcNestPoint(TcEmit *e, const TcNest *n, TcLane *acc) {
  TcNestRun x = partsOf(e, n);
  point(&x, acc);
  return x.ok;
}

bool tcNestPointWith(TcEmit *e, const TcNest *n, TcLane **elements,
                     TcLane *acc) {
  TcNestRun x = {.e = e, .n = n, .elements = elements, .ok = true};
  point(&x, acc);
  return x.ok;
}

bool tcNestCombineLanes(TcEmit *e, const TcNest *n, TcLane *acc) {
  TcNestRun x = partsOf(e, n);
  for (size_t i = 0; i < n->stages.size; ++i) {
    if (!tcStageHasOver(n->stages.data[i]))
      continue;
    combineLanes(&x, n->stages.data[i], acc);
    acc += n->stages.data[i]->results.size;
  }
  return x.ok;
}

void tcNestFinish(TcEmit *e, const TcNest *n, const TcLane *acc) {
  for (size_t i = 0; i < n->stages.size; ++i) {
    const TcCpuStage *s = n->stages.data[i];
    if (s->kind == TC_CPU_REDUCE)
      tcStageMake(e, s, acc);
    acc += tcStageHasOver(s) ? s->results.size : 0;
  }
}

void tcStageMake(TcEmit *e, const TcCpuStage *s, const TcLane *values) {
  TcNestRun x = {.e = e};
  storeResults(&x, s, values);
}
