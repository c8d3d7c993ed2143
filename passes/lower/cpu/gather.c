// Reads at positions that a body computes. See gather.h.
#include "passes/lower/cpu/gather.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"
#include "tc/gen/VectorOps.h"

// Unsigned, a negative position is greater than any size.
TcLane tcEmitIsWithin(TcEmit *e, TcLane at, TcLane size) {
  bool wide = tcEmitUnify(e, &at, &size);
  return (TcLane){
      .v = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_ULT, at.v, size.v),
      .wide = wide};
}

// Positions that are expressions are in bounds where that is provable.
static TcLane inBounds(TcEmit *e, const TcCpuValue *value,
                       const TcGatherIndex *index) {
  TcLane in = {.v = {NULL}};
  for (size_t d = 0; d < value->rank; ++d) {
    TcLane ok;
    if (index[d].expr) {
      ok = tcEmitInBounds(e, 1, &index[d].expr, &value->sizes[d]);
    } else {
      MlirValue size = tcEmitExpr(e, value->sizes[d]);
      ok = tcEmitIsWithin(e, index[d].lane, tcLaneScalar(size));
    }
    in = tcEmitAnd(e, in, ok);
  }
  return in;
}

void tcEmitReport(TcEmit *e, TcLane in) {
  enum { OUT_OF_RANGE = 1520 };
  TcLane out = tcEmitBin(e, tcArithXori, in, tcLaneScalar(tcEmitI1(e, true)));
  out = tcEmitAnd(e, e->mask, out);
  MlirValue bad = out.v;
  if (out.wide)
    bad = tcVectorReduction(&e->b, e->i1, TC_VECTOR_COMBINING_KIND_OR, out.v);
  TcLoop guard = tcEmitIf(e, bad);
  tcLlvmStore(&e->b, tcEmitI64(e, OUT_OF_RANGE), e->errors);
  tcEmitIfEnd(e, &guard);
}

// Whether the positions that are no expressions are the same in all lanes: then
// vectors lie along those that are.
static bool dataIsUniform(const TcCpuValue *value, const TcGatherIndex *index) {
  bool any = false;
  for (size_t d = 0; d < value->rank; ++d) {
    if (!index[d].expr && index[d].lane.wide)
      return false;
    any |= index[d].expr != NULL;
  }
  return any;
}

// Whether each row begins at a multiple of the lanes, as the first one does.
static bool areRowsEven(TcEmit *e, const TcCpuValue *value, const TcPlace *at,
                        const TcGatherIndex *index) {
  const TcSize *lanes = tcSizeConst(e->arena, e->lanes);
  for (size_t d = 0; d < value->rank; ++d)
    if (!index[d].expr && !tcSizeExactDiv(e->arena, at->strides[d], lanes))
      return false;
  return true;
}

TcPlace tcEmitPlaceAt(TcEmit *e, TcPlace at, const TcCpuValue *value,
                      MlirType element, const TcGatherIndex *index,
                      const TcSize **exprs) {
  MlirValue offset = tcEmitI64(e, 0);
  for (size_t d = 0; d < value->rank; ++d) {
    exprs[d] = index[d].expr;
    if (exprs[d])
      continue;
    exprs[d] = tcSizeConst(e->arena, 0);
    TcLane step = tcEmitBin(e, tcArithMuli, index[d].lane,
                            tcLaneScalar(tcEmitExpr(e, at.strides[d])));
    offset = tcArithAddi(&e->b, offset, step.v);
  }
  TcPlace row = tcEmitPlaceFrom(e, at, element, offset);
  row.aligned = at.aligned && areRowsEven(e, value, &at, index);
  return row;
}

TcLane tcEmitGather(TcEmit *e, TcCpuValue *value, const TcGatherIndex *index) {
  TcPlace at = tcEmitPlaceOf(e, value);
  MlirType element = at.stored.ptr ? at.stored : value->element;
  TcLane in = inBounds(e, value, index);
  if (in.v.ptr)
    tcEmitReport(e, in);
  if (e->lanes > 1 && dataIsUniform(value, index)) {
    const TcSize **rest =
        TC_ARENA_ARRAY(e->arena, const TcSize *, value->rank + 1);
    TcPlace row = tcEmitPlaceAt(e, at, value, element, index, rest);
    return tcEmitLoad(e, &row, element, value->rank, rest, in);
  }
  TcLane offset =
      tcLaneScalar(at.offset ? tcEmitExpr(e, at.offset) : tcEmitI64(e, 0));
  bool affine = !in.v.ptr;
  const TcSize **exprs =
      TC_ARENA_ARRAY(e->arena, const TcSize *, value->rank + 1);
  for (size_t d = 0; d < value->rank; ++d) {
    exprs[d] = index[d].expr;
    affine &= index[d].expr != NULL;
    TcLane stride = tcLaneScalar(tcEmitExpr(e, at.strides[d]));
    TcLane i = index[d].lane;
    if (index[d].expr)
      i = tcEmitExprLanes(e, index[d].expr);
    offset =
        tcEmitBin(e, tcArithAddi, offset, tcEmitBin(e, tcArithMuli, i, stride));
  }
  if (affine)
    return tcEmitLoad(e, &at, element, value->rank, exprs, in);
  return tcEmitLoadAt(e, at.base, element, offset, in);
}
