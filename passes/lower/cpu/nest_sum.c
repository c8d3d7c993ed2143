// The accumulators of a loop nest. Sums of floats are computed in blocks: the
// chain of additions of one accumulator stays short, so that the error grows
// with the length of a block and the number of blocks, not with the number of
// elements. Accumulators of a vectorised reduction have one value per lane.
#include "passes/lower/cpu/nest.h"

#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"

// The accumulator of a scan where the task's chunk of it starts.
static TcLane startOf(TcEmit *e, const TcCpuStage *s, size_t i) {
  TcCpuValue *v = s->starts.data[i];
  const TcSize **index = tcCpuOwnIndex(e->k, v->stage);
  index[0] = tcSizeFloorDiv(e->arena, e->k->iters.data[e->chunkIter].symbol,
                            tcSizeConst(e->arena, e->chunkSize));
  TcCpuRead read = {.value = v, .index = index};
  return tcStageElement(e, &read);
}

// What accumulators start with, where nothing is vectorised that is reduced
// over or scanned along.
static void startAccs(TcNestRun *x, TcLane *acc) {
  for (size_t i = 0; i < x->n->stages.size; ++i) {
    const TcCpuStage *s = x->n->stages.data[i];
    for (size_t j = 0; tcStageHasOver(s) && j < s->results.size; ++j)
      *acc++ = s->starts.size ? startOf(x->e, s, j) : tcAccsNeutral(x->e, s, j);
  }
}

// Gives each accumulator as many lanes as are emitted.
static void widenAccs(TcNestRun *x, TcLane *acc) {
  for (size_t i = 0; i < tcNestNumAccs(x->n); ++i)
    acc[i] = tcEmitWiden(x->e, acc[i]);
}

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

// The last part of an iterator may have fewer.
static double iterationsOf(const TcNestRun *x, size_t level) {
  int iter = x->loops.data[level];
  double n = tcCpuGuess(x->e->k, x->e->k->iters.data[iter].most);
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

bool tcNestIsBlock(const TcNestRun *x, size_t level) {
  return level > x->n->outer.size && tcNestAddsInBlocks(x->n) &&
         chainOf(x, level) >= SHORT;
}

int64_t tcNestBlock(const TcNestRun *x, size_t level) {
  double chain = chainOf(x, level), iterations = iterationsOf(x, level);
  if (chain < 2 * BLOCK || !tcNestAddsInBlocks(x->n))
    return 0;
  int64_t block = (int64_t)(BLOCK * iterations / chain);
  return block > 1 ? block : 1;
}

bool tcNestReducesLanes(const TcNestRun *x) {
  return x->n->vector >= 0 && tcCpuItersHave(&x->n->over, x->n->vector);
}

TcLane *tcNestNewAccs(TcNestRun *x) {
  TcEmit *e = x->e;
  TcLane *acc = TC_ARENA_ARRAY(e->arena, TcLane, tcNestNumAccs(x->n));
  int64_t lanes = e->lanes;
  startAccs(x, acc);
  if (tcNestReducesLanes(x))
    e->lanes = x->n->lanes;
  widenAccs(x, acc);
  e->lanes = lanes;
  return acc;
}

void tcNestAddBlock(TcNestRun *x, TcLane *acc, const TcLane *block) {
  TcEmit *e = x->e;
  int64_t lanes = e->lanes;
  if (tcNestReducesLanes(x))
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

//===- Lanes --------------------------------------------------------------===//

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

void tcNestFinishLanes(TcNestRun *x, TcLane *acc, bool lanes) {
  for (size_t i = 0; i < x->n->stages.size; ++i) {
    const TcCpuStage *s = x->n->stages.data[i];
    if (!tcStageHasOver(s))
      continue;
    if (s->kind == TC_CPU_REDUCE) {
      if (lanes)
        combineLanes(x, s, acc);
      tcNestStore(x, s, acc);
    }
    acc += s->results.size;
  }
}

//===- For loops of other code generators ---------------------------------===//

void tcNestNeutrals(TcEmit *e, const TcNest *n, TcLane *acc) {
  TcNestRun x = tcNestRun(e, n);
  startAccs(&x, acc);
  widenAccs(&x, acc);
}

bool tcNestCombineLanes(TcEmit *e, const TcNest *n, TcLane *acc) {
  TcNestRun x = tcNestRun(e, n);
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
