// Elements of tables in index expressions (kernel_lookup.c): the nearest
// position in bounds. A phase reports those that are outside where it begins,
// once, so that the loops of its tiles have no branch for it.
#include "passes/lower/cpu/gather.h"

#include "tc/gen/ArithOps.h"

#include <string.h>

static TcLane load(TcEmit *e, const TcCpuTable *t, TcLane offset) {
  MlirType element = t->read.value->element;
  TcPlace at = tcEmitPlaceOf(e, t->read.value);
  TcLane x = tcEmitLoadAt(e, at.base, element, offset, (TcLane){0});
  x = tcEmitConvert(e, x, element, e->i64);
  if (!t->wraps)
    return x;
  TcLane zero = tcLaneScalar(tcEmitI64(e, 0)), later = x;
  bool wide = tcEmitUnify(e, &later, &zero);
  TcLane isNegative = {
      .v = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLT, later.v, zero.v),
      .wide = wide};
  later = tcEmitBin(e, tcArithAddi, x, tcLaneScalar(tcEmitI64(e, t->size)));
  return tcEmitSelect(e, isNegative, later, x);
}

TcLane tcEmitLookup(TcEmit *e, const TcCpuTable *t, TcLane offset) {
  TcLane x = load(e, t, offset);
  x = tcEmitBin(e, tcArithMaxsi, x, tcLaneScalar(tcEmitI64(e, 0)));
  return tcEmitBin(e, tcArithMinsi, x, tcLaneScalar(tcEmitI64(e, t->size - 1)));
}

// The iterator of dimension `d` of the table; -1 of one of one element.
static int iterOf(const TcEmit *e, const TcCpuTable *t, size_t d) {
  const char *name = tcSizeIsSymbol(t->read.index[d]);
  for (size_t i = 0; name && i < e->k->iters.size; ++i)
    if (!strcmp(e->k->iters.data[i].name, name))
      return (int)i;
  return -1;
}

// Sets the table's iterators at element number `n`.
static void setElement(TcEmit *e, const TcCpuTable *t, MlirValue n) {
  for (size_t d = t->read.value->rank; d-- > 0;) {
    MlirValue size = tcEmitExpr(e, t->read.value->sizes[d]);
    int iter = iterOf(e, t, d);
    if (iter < 0)
      continue;
    e->iters[iter] = tcArithRemui(&e->b, n, size);
    n = tcArithDivui(&e->b, n, size);
  }
}

// Reports elements from number `first` on, each `step` of them.
static void check(TcEmit *e, const TcCpuTable *t, MlirValue first,
                  int64_t step) {
  size_t n = e->k->iters.size;
  MlirValue *iters = TC_ARENA_ARRAY(e->arena, MlirValue, n + 1);
  memcpy(iters, e->iters, n * sizeof *iters);
  const TcSize *all = tcSizeConst(e->arena, 1);
  for (size_t d = 0; d < t->read.value->rank; ++d)
    all = tcSizeMul(e->arena, all, t->read.value->sizes[d]);
  TcLoop loop = tcEmitFor(e, first, tcEmitExpr(e, all), step, -1, 0, NULL);
  setElement(e, t, mlirBlockGetArgument(loop.body, 0));
  TcLane at = tcLaneScalar(tcEmitExpr(e, tcCpuReadOffset(e->k, &t->read)));
  TcLane size = tcLaneScalar(tcEmitI64(e, t->size));
  tcEmitReport(e, tcEmitIsWithin(e, load(e, t, at), size));
  tcEmitForEnd(e, &loop, 0, NULL);
  memcpy(e->iters, iters, n * sizeof *iters);
}

void tcEmitCheckTables(TcEmit *e, const TcCpuStages *stages, MlirValue number,
                       MlirValue first, int64_t step) {
  for (size_t i = 0; i < e->k->tables.size; ++i) {
    const TcCpuTable *t = &e->k->tables.data[i];
    bool used = false;
    for (size_t s = 0; s < stages->size; ++s)
      used |= tcCpuLooksUp(stages->data[s], t);
    if (!used || t->isBound)
      continue;
    MlirValue zero = tcEmitI64(e, 0);
    TcLoop guard = tcEmitIf(
        e, tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ, number, zero));
    check(e, t, first.ptr ? first : zero, step);
    tcEmitIfEnd(e, &guard);
  }
}
