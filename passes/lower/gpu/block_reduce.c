// Reduces accumulators over the threads of a block: within a wave by shuffles,
// then between waves through shared memory, again as a tree if the waves are a
// power of two, so that sums of floats have no long chain. Values are exchanged
// as 32-bit words.
#include "passes/lower/gpu/emit.h"

#include "lib/support/bits.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/GpuOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"

enum { MAX_WORDS = 4, WORD = 4 };

static int64_t waveOf(const TcGpuEmit *g) { return g->target->waveThreads; }

//===- Words --------------------------------------------------------------===//

static unsigned widthOf(MlirType t) {
  return mlirTypeIsAFloat(t) ? mlirFloatTypeGetWidth(t)
                             : mlirIntegerTypeGetWidth(t);
}

static MlirValue asInteger(TcEmit *e, MlirValue v) {
  MlirType t = mlirValueGetType(v);
  if (!mlirTypeIsAFloat(t))
    return v;
  return tcArithBitcast(&e->b, mlirIntegerTypeGet(e->ctx, widthOf(t)), v);
}

static MlirValue shiftOf(TcEmit *e) { return tcEmitI64(e, 32); }

// The value as one or two words; how many.
static size_t toWords(TcEmit *e, MlirValue v, MlirValue *words) {
  unsigned width = widthOf(mlirValueGetType(v));
  v = asInteger(e, v);
  if (width < 32)
    v = tcArithExtui(&e->b, e->i32, v);
  words[0] = v;
  if (width <= 32)
    return 1;
  words[0] = tcArithTrunci(&e->b, e->i32, v);
  MlirValue high = tcArithShrui(&e->b, v, shiftOf(e));
  words[1] = tcArithTrunci(&e->b, e->i32, high);
  return 2;
}

static MlirValue fromWords(TcEmit *e, MlirType type, const MlirValue *words) {
  unsigned width = widthOf(type);
  MlirValue v = words[0];
  if (width < 32)
    v = tcArithTrunci(&e->b, mlirIntegerTypeGet(e->ctx, width), v);
  if (width > 32) {
    MlirValue high = tcArithExtui(&e->b, e->i64, words[1]);
    v = tcArithOri(&e->b, tcArithExtui(&e->b, e->i64, v),
                   tcArithShli(&e->b, high, shiftOf(e)));
  }
  return mlirTypeIsAFloat(type) ? tcArithBitcast(&e->b, type, v) : v;
}

// A lane as words, and back as a lane of the type of `like`.
static size_t laneToWords(TcEmit *e, TcLane x, MlirValue *words) {
  size_t n = toWords(e, x.v, words);
  return x.im.ptr ? n + toWords(e, x.im, words + n) : n;
}

static TcLane laneFromWords(TcEmit *e, TcLane like, const MlirValue *words) {
  MlirType type = mlirValueGetType(like.v);
  TcLane x = {.v = fromWords(e, type, words)};
  if (like.im.ptr)
    x.im = fromWords(e, type, words + (widthOf(type) > 32 ? 2 : 1));
  return x;
}

static int64_t wordsOf(MlirType t) {
  int64_t bytes = tcCpuBytes(t);
  return bytes <= WORD ? 1 : bytes / WORD;
}

int64_t tcGpuPartialBytes(const TcGpuEmit *g, const TcNest *n) {
  int64_t words = 0;
  for (size_t i = 0; i < n->stages.size; ++i) {
    const TcCpuStage *s = n->stages.data[i];
    for (size_t r = 0; tcStageHasOver(s) && r < s->results.size; ++r)
      words += wordsOf(tcAccsElement(&g->k, s, r));
  }
  return g->threads > waveOf(g) ? words * WORD * g->threads / waveOf(g) : 0;
}

//===- Combining ----------------------------------------------------------===//

bool tcGpuCombine(TcGpuEmit *g, const TcNest *n, TcLane *acc,
                  const TcLane *with) {
  for (size_t i = 0; i < n->stages.size; ++i) {
    const TcCpuStage *s = n->stages.data[i];
    if (!tcStageHasOver(s))
      continue;
    if (!tcAccsCombine(&g->e, s, acc, with))
      return false;
    acc += s->results.size;
    with += s->results.size;
  }
  return true;
}

TcLane tcGpuExchange(TcGpuEmit *g, TcLane x, int64_t offset) {
  TcEmit *e = &g->e;
  MlirValue words[MAX_WORDS];
  MlirValue by = tcEmitInt(e, e->i32, offset);
  MlirValue width = tcEmitInt(e, e->i32, waveOf(g));
  size_t n = laneToWords(e, x, words);
  for (size_t i = 0; i < n; ++i) {
    MlirOperation op =
        tcGpuShuffleCreate(&e->b, words[i], by, width, TC_GPU_SHUFFLE_MODE_XOR);
    words[i] = mlirOperationGetResult(op, 0);
  }
  return laneFromWords(e, x, words);
}

MlirValue tcGpuUniform(TcGpuEmit *g, MlirValue x) {
  TcEmit *e = &g->e;
  MlirOperation op = tcGpuShuffleCreate(
      &e->b, tcArithTrunci(&e->b, e->i32, x), tcEmitInt(e, e->i32, 0),
      tcEmitInt(e, e->i32, waveOf(g)), TC_GPU_SHUFFLE_MODE_IDX);
  return tcArithExtui(&e->b, e->i64, mlirOperationGetResult(op, 0));
}

TcLane tcGpuFrom(TcGpuEmit *g, TcLane x, MlirValue lane) {
  TcEmit *e = &g->e;
  MlirValue words[MAX_WORDS];
  MlirValue from = tcArithTrunci(&e->b, e->i32, lane);
  MlirValue width = tcEmitInt(e, e->i32, waveOf(g));
  size_t n = laneToWords(e, x, words);
  for (size_t i = 0; i < n; ++i) {
    MlirOperation op = tcGpuShuffleCreate(&e->b, words[i], from, width,
                                          TC_GPU_SHUFFLE_MODE_IDX);
    words[i] = mlirOperationGetResult(op, 0);
  }
  return laneFromWords(e, x, words);
}

static bool hasCustom(const TcNest *n) {
  for (size_t i = 0; i < n->stages.size; ++i)
    if (tcStageHasOver(n->stages.data[i]) &&
        n->stages.data[i]->kinds[0] == TC_CPU_CUSTOM)
      return true;
  return false;
}

// Puts the accumulators of the thread with the lower index first, in both
// threads: a custom combination may prefer one side of equals, and all threads
// must get the same result.
static void orderSides(TcGpuEmit *g, int64_t offset, size_t accs, TcLane *acc,
                       TcLane *with) {
  TcEmit *e = &g->e;
  MlirValue bit = tcArithAndi(&e->b, g->thread, tcEmitI64(e, offset));
  TcLane isLow = tcLaneScalar(
      tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ, bit, tcEmitI64(e, 0)));
  for (size_t i = 0; i < accs; ++i) {
    TcLane mine = acc[i];
    acc[i] = tcEmitSelect(e, isLow, mine, with[i]);
    with[i] = tcEmitSelect(e, isLow, with[i], mine);
  }
}

// Reduces over `count` adjacent lanes, a power of two, as a tree.
static bool combineLanes(TcGpuEmit *g, const TcNest *n, int64_t count,
                         TcLane *acc) {
  size_t accs = tcNestNumAccs(n);
  TcLane *with = TC_ARENA_ARRAY(g->e.arena, TcLane, accs);
  for (int64_t offset = count / 2; offset; offset /= 2) {
    for (size_t i = 0; i < accs; ++i)
      with[i] = tcGpuExchange(g, acc[i], offset);
    if (hasCustom(n))
      orderSides(g, offset, accs, acc, with);
    if (!tcGpuCombine(g, n, acc, with))
      return false;
  }
  return true;
}

//===- Between waves ------------------------------------------------------===//

// The address of a word of a partial result, of which each wave has `each`.
static MlirValue wordAt(TcGpuEmit *g, int64_t word, MlirValue partial,
                        int64_t each) {
  TcEmit *e = &g->e;
  const int32_t dynamic = INT32_MIN;
  MlirValue first = tcEmitI64(e, word * each * (g->threads / waveOf(g)));
  MlirValue at = tcArithAddi(&e->b, first, partial);
  return tcLlvmGetelementptr(&e->b, e->ptr, g->shared, 1, &at, 1, &dynamic,
                             e->i32);
}

void tcGpuStorePartials(TcGpuEmit *g, size_t accs, const TcLane *acc,
                        int64_t number, int64_t each) {
  TcEmit *e = &g->e;
  MlirValue size = tcEmitI64(e, waveOf(g)), words[MAX_WORDS];
  MlirValue partial =
      tcArithAddi(&e->b, tcArithDivui(&e->b, g->thread, size),
                  tcEmitI64(e, number * (g->threads / waveOf(g))));
  MlirValue lane = tcArithRemui(&e->b, g->thread, size);
  TcLoop guard = tcEmitIf(e, tcGpuIsBelow(g, lane, tcEmitI64(e, 1)));
  int64_t word = 0;
  for (size_t i = 0; i < accs; ++i) {
    size_t n = laneToWords(e, acc[i], words);
    for (size_t j = 0; j < n; ++j)
      tcLlvmStore(&e->b, words[j], wordAt(g, word++, partial, each));
  }
  tcEmitIfEnd(e, &guard);
}

void tcGpuLoadPartials(TcGpuEmit *g, size_t accs, const TcLane *like,
                       MlirValue partial, int64_t each, TcLane *out) {
  TcEmit *e = &g->e;
  int64_t word = 0;
  for (size_t i = 0; i < accs; ++i) {
    MlirValue words[MAX_WORDS];
    MlirType type = mlirValueGetType(like[i].v);
    size_t n = (widthOf(type) > 32 ? 2 : 1) * (like[i].im.ptr ? 2u : 1u);
    for (size_t j = 0; j < n; ++j)
      words[j] = tcLlvmLoad(&e->b, e->i32, wordAt(g, word++, partial, each));
    out[i] = laneFromWords(e, like[i], words);
  }
}

// Each wave reduces the partial results of all waves, one a lane.
static bool combineAsTree(TcGpuEmit *g, const TcNest *n, const TcLane *like,
                          int64_t waves, TcLane *acc) {
  MlirValue lane = tcArithRemui(&g->e.b, g->thread, tcEmitI64(&g->e, waves));
  tcGpuLoadPartials(g, tcNestNumAccs(n), like, lane, 1, acc);
  return combineLanes(g, n, waves, acc);
}

// Each thread combines the partial results of all waves in sequence.
static bool combineInOrder(TcGpuEmit *g, const TcNest *n, const TcLane *like,
                           int64_t waves, TcLane *acc) {
  TcEmit *e = &g->e;
  size_t accs = tcNestNumAccs(n);
  TcLane *with = TC_ARENA_ARRAY(e->arena, TcLane, accs);
  tcGpuLoadPartials(g, accs, like, tcEmitI64(e, 0), 1, acc);
  TcLoop loop =
      tcEmitFor(e, tcEmitI64(e, 1), tcEmitI64(e, waves), 1, -1, accs, acc);
  tcGpuLoadPartials(g, accs, like, tcGpuLoopIndex(&loop), 1, with);
  bool ok = tcGpuCombine(g, n, acc, with);
  tcEmitForEnd(e, &loop, accs, acc);
  return ok;
}

static bool combineWaves(TcGpuEmit *g, const TcNest *n, TcLane *acc) {
  size_t accs = tcNestNumAccs(n);
  int64_t waves = g->threads / waveOf(g);
  TcLane *like = TC_ARENA_ARRAY(g->e.arena, TcLane, accs);
  for (size_t i = 0; i < accs; ++i)
    like[i] = acc[i];
  tcGpuBarrierAll(
      g); // all have read the partial results of the reduction before
  tcGpuStorePartials(g, accs, acc, 0, 1);
  tcGpuBarrierAll(g);
  bool isTree = tcIsPowerOfTwo(waves) && waves <= waveOf(g);
  return isTree ? combineAsTree(g, n, like, waves, acc)
                : combineInOrder(g, n, like, waves, acc);
}

bool tcGpuBlockReduce(TcGpuEmit *g, const TcNest *n, TcLane *acc) {
  int64_t lanes = g->threads < waveOf(g) ? g->threads : waveOf(g);
  if (!combineLanes(g, n, lanes, acc))
    return false;
  return g->threads <= waveOf(g) || combineWaves(g, n, acc);
}
