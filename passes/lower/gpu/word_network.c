// Sorts of a block's words of 32 bits in registers: a bitonic network (K.
// Batcher, 1968) whose merges compare mirrored runs first, so that the lesser
// word always goes to the lower index. Threads have adjacent words: those of
// one thread are compared in registers, of one wave by shuffles, of others
// through shared memory. No step waits for what the one before has found, as
// searches of merged runs do (word_sort.c).
//
// A key and a position are such a word where the body clamps the key to a range
// of few numbers, as positions of a table.
#include "passes/lower/gpu/word_sort.h"

#include "passes/lower/cpu/sort.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

//===- Ranges of keys -----------------------------------------------------===//

static bool constantOf(MlirValue v, int64_t *n) {
  if (!mlirValueIsAOpResult(v) ||
      tcPrimOpKind(mlirOpResultGetOwner(v)) != TC_PRIM_CONSTANT)
    return false;
  MlirAttribute value = tcPrimConstantGetValue(mlirOpResultGetOwner(v));
  if (!mlirAttributeIsAInteger(value))
    return false;
  *n = mlirIntegerAttrGetValueInt(value);
  return true;
}

typedef struct Range {
  int64_t low, high;
} Range;

// Signed, of at least so many bits.
static bool isWhole(MlirType type, int64_t bits) {
  return mlirTypeIsAInteger(type) && mlirIntegerTypeIsSignless(type) &&
         mlirIntegerTypeGetWidth(type) >= bits;
}

// Of whole numbers that are clamped to constants, in either order, and
// converted.
static Range rangeOf(MlirValue v) {
  Range all = {INT64_MIN, INT64_MAX};
  int64_t bound;
  if (!mlirValueIsAOpResult(v))
    return all;
  MlirOperation op = mlirOpResultGetOwner(v);
  TcPrimOpKind kind = tcPrimOpKind(op);
  if (kind == TC_PRIM_CONVERT_ELEMENT_TYPE) {
    MlirValue from = mlirOperationGetOperand(op, 0);
    bool keeps =
        isWhole(mlirValueGetType(from), 32) && isWhole(mlirValueGetType(v), 32);
    Range r = keeps ? rangeOf(from) : all;
    return r.low >= INT32_MIN && r.high <= INT32_MAX ? r : all;
  }
  if ((kind != TC_PRIM_MAXIMUM && kind != TC_PRIM_MINIMUM) ||
      !constantOf(mlirOperationGetOperand(op, 1), &bound))
    return all;
  Range r = rangeOf(mlirOperationGetOperand(op, 0));
  int64_t *end = kind == TC_PRIM_MAXIMUM ? &r.low : &r.high,
          *other = kind == TC_PRIM_MAXIMUM ? &r.high : &r.low;
  bool cuts = kind == TC_PRIM_MAXIMUM ? bound > *end : bound < *end;
  bool past = kind == TC_PRIM_MAXIMUM ? bound > *other : bound < *other;
  *end = cuts ? bound : *end;
  *other = past ? bound : *other;
  return r;
}

bool tcGpuNarrowWords(const TcCpuStage *s, int64_t words, int64_t *least) {
  MlirType element = s->results.data[0]->element;
  if (mlirBlockIsNull(s->body) || !isWhole(element, 32) ||
      mlirIntegerTypeGetWidth(element) != 32)
    return false;
  Range r =
      rangeOf(mlirOperationGetOperand(mlirBlockGetTerminator(s->body), 0));
  if (r.low < INT32_MIN || r.high > INT32_MAX)
    return false;
  *least = s->descending ? ~r.high : r.low;
  return (r.high - r.low + 1) <= INT32_MAX / words;
}

//===- The network --------------------------------------------------------===//

static void compare(TcEmit *e, MlirValue *x, MlirValue *y) {
  MlirValue low = tcArithMinsi(&e->b, *x, *y);
  *y = tcArithMaxsi(&e->b, *x, *y);
  *x = low;
}

// Words of one thread, `n` of them: of runs of `run` the lower half with the
// upper, mirrored or not.
static void compareOwn(TcEmit *e, MlirValue *x, int64_t n, int64_t run,
                       bool mirrored) {
  for (int64_t i = 0; i < n; ++i) {
    int64_t other = mirrored ? i ^ (run - 1) : i ^ (run / 2);
    if (i < other)
      compare(e, &x[i], &x[other]);
  }
}

static MlirValue sharedAt(const TcGpuWords *w, int64_t i, MlirValue thread) {
  TcEmit *e = &w->g->e;
  MlirValue first = tcEmitI64(e, i * w->g->threads);
  return tcSortAt(e, w->g->shared, e->i32, tcArithAddi(&e->b, first, thread));
}

// What the thread whose number differs in the bits `mask` has, to `y`.
static void fetch(const TcGpuWords *w, const MlirValue *x, int64_t mask,
                  MlirValue *y) {
  TcEmit *e = &w->g->e;
  if (mask < w->g->target->waveThreads) {
    for (int64_t i = 0; i < w->each; ++i)
      y[i] = tcGpuExchange(w->g, tcLaneScalar(x[i]), mask).v;
    return;
  }
  for (int64_t i = 0; i < w->each; ++i)
    tcLlvmStore(&e->b, x[i], sharedAt(w, i, w->g->thread));
  tcGpuBarrierAll(w->g);
  MlirValue other = tcArithXori(&e->b, w->g->thread, tcEmitI64(e, mask));
  for (int64_t i = 0; i < w->each; ++i)
    y[i] = tcLlvmLoad(&e->b, e->i32, sharedAt(w, i, other));
  tcGpuBarrierAll(w->g);
}

// Words of two threads, of which those with the bit `upper` have the greater.
static void compareThreads(const TcGpuWords *w, MlirValue *x, int64_t upper,
                           bool mirrored) {
  TcEmit *e = &w->g->e;
  MlirValue y[TC_GPU_MOST_WORDS_EACH];
  fetch(w, x, mirrored ? 2 * upper - 1 : upper, y);
  MlirValue bit = tcArithAndi(&e->b, w->g->thread, tcEmitI64(e, upper));
  MlirValue low =
      tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ, bit, tcEmitI64(e, 0));
  for (int64_t i = 0; i < w->each; ++i) {
    MlirValue other = y[mirrored ? w->each - 1 - i : i];
    x[i] = tcArithSelect(&e->b, low, tcArithMinsi(&e->b, x[i], other),
                         tcArithMaxsi(&e->b, x[i], other));
  }
}

void tcGpuSortNetwork(const TcGpuWords *w, MlirValue *x) {
  int64_t each = w->each, all = each * w->g->threads;
  for (int64_t run = 2; run <= all; run *= 2)
    for (int64_t k = run; k > 1; k /= 2)
      if (k <= each)
        compareOwn(&w->g->e, x, each, k, k == run);
      else
        compareThreads(w, x, k / each / 2, k == run);
}
