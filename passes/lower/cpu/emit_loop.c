// Loops and conditions around lane values.
#include "passes/lower/cpu/emit.h"

#include "tc/gen/ScfOps.h"

// Lane values as operands: a complex one is two.
static size_t flatten(size_t n, const TcLane *lanes, MlirValue *out) {
  size_t k = 0;
  for (size_t i = 0; i < n; ++i) {
    out[k++] = lanes[i].v;
    if (lanes[i].im.ptr)
      out[k++] = lanes[i].im;
  }
  return k;
}

typedef MlirValue Nth(const void *from, intptr_t i);

static void unflatten(size_t n, TcLane *lanes, Nth *nth, const void *from) {
  intptr_t k = 0;
  for (size_t i = 0; i < n; ++i) {
    lanes[i].v = nth(from, k++);
    if (lanes[i].im.ptr)
      lanes[i].im = nth(from, k++);
  }
}

static MlirValue carriedArg(const void *block, intptr_t i) {
  return mlirBlockGetArgument(*(const MlirBlock *)block, i + 1);
}

static MlirValue resultOf(const void *op, intptr_t i) {
  return mlirOperationGetResult(*(const MlirOperation *)op, i);
}

TcLoop tcEmitFor(TcEmit *e, MlirValue low, MlirValue high, int64_t step,
                 int iter, size_t n, TcLane *carried) {
  MlirValue *init = TC_ARENA_ARRAY(e->arena, MlirValue, 2 * n + 1);
  MlirType *types = TC_ARENA_ARRAY(e->arena, MlirType, 2 * n + 2);
  size_t count = flatten(n, carried, init);
  types[0] = e->i64;
  for (size_t i = 0; i < count; ++i)
    types[i + 1] = mlirValueGetType(init[i]);
  MlirValue by = tcEmitI64(e, step);
  TcLoop loop = {.after = e->b, .iter = iter};
  loop.op = tcScfFor(&e->b, (intptr_t)count, types + 1, low, high, by,
                     (intptr_t)count, init);
  loop.body = tcBuilderAddBlock(&e->b, mlirOperationGetRegion(loop.op, 0),
                                (intptr_t)count + 1, types);
  e->b = tcBuilderAtEnd(loop.body, e->b.loc);
  if (iter >= 0) {
    loop.outside = e->iters[iter];
    e->iters[iter] = mlirBlockGetArgument(loop.body, 0);
  }
  unflatten(n, carried, carriedArg, &loop.body);
  return loop;
}

void tcEmitForEnd(TcEmit *e, TcLoop *loop, size_t n, TcLane *carried) {
  MlirValue *out = TC_ARENA_ARRAY(e->arena, MlirValue, 2 * n + 1);
  size_t count = flatten(n, carried, out);
  tcScfYield(&e->b, (intptr_t)count, out);
  if (loop->iter >= 0)
    e->iters[loop->iter] = loop->outside;
  e->b = loop->after;
  unflatten(n, carried, resultOf, &loop->op);
}

// `type` is null if there is no result.
static TcLoop openIf(TcEmit *e, MlirValue condition, MlirType type) {
  TcLoop loop = {.after = e->b};
  TcOpState s; // scf.if infers its results from a body that is still to come
  tcOpBegin(&s, &e->b, "scf.if");
  tcOpAddOperand(&s, "condition", condition);
  if (type.ptr)
    tcOpAddResult(&s, "results", type);
  tcOpAddRegions(&s, 2);
  loop.op = tcOpEnd(&s);
  loop.body =
      tcBuilderAddBlock(&e->b, mlirOperationGetRegion(loop.op, 0), 0, NULL);
  e->b = tcBuilderAtEnd(loop.body, e->b.loc);
  return loop;
}

static void openElse(TcEmit *e, TcLoop *loop) {
  loop->body = tcBuilderAddBlock(&loop->after,
                                 mlirOperationGetRegion(loop->op, 1), 0, NULL);
  e->b = tcBuilderAtEnd(loop->body, e->b.loc);
}

TcLoop tcEmitIf(TcEmit *e, MlirValue condition) {
  const MlirType none = {NULL};
  return openIf(e, condition, none);
}

void tcEmitElse(TcEmit *e, TcLoop *loop) {
  tcScfYield(&e->b, 0, NULL);
  openElse(e, loop);
}

void tcEmitIfEnd(TcEmit *e, TcLoop *loop) {
  tcScfYield(&e->b, 0, NULL);
  e->b = loop->after;
}

TcLoop tcEmitIfOne(TcEmit *e, MlirValue condition, MlirType type) {
  return openIf(e, condition, type);
}

void tcEmitElseOne(TcEmit *e, TcLoop *loop, MlirValue value) {
  tcScfYield(&e->b, 1, &value);
  openElse(e, loop);
}

MlirValue tcEmitIfOneEnd(TcEmit *e, TcLoop *loop, MlirValue value) {
  tcScfYield(&e->b, 1, &value);
  e->b = loop->after;
  return tcOpOnlyResult(loop->op);
}

void tcEmitOnePoints(TcEmit *e) {
  for (size_t i = 0; i < e->k->iters.size; ++i)
    if (tcCpuIterIsOne(e->k, (int)i))
      e->iters[i] = tcEmitI64(e, 0);
}
