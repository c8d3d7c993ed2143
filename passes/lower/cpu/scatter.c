// loop.scatter at a point: combines an element into the copy of the base, at a
// position that the body computes. Points whose positions may coincide run one
// after the other, in one task (passes/schedule/cpu-legal.c).
#include "passes/lower/cpu/gather.h"
#include "passes/lower/cpu/stage.h"

#include "tc/gen/ArithOps.h"

static TcLane isWithin(TcEmit *e, TcLane i, MlirValue size) {
  TcLane n = tcLaneScalar(size);
  bool wide = tcEmitUnify(e, &i, &n);
  return (TcLane){
      .v = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_ULT, i.v, n.v),
      .wide = wide};
}

// The offset of the position in elements; `in` says whether there is one.
static TcLane position(TcEmit *e, const TcCpuValue *v, const TcPlace *to,
                       const TcLane *index, TcLane *in) {
  TcLane offset = tcLaneScalar(tcEmitExpr(e, to->offset));
  *in = (TcLane){.v = {NULL}};
  for (size_t d = 0; d < v->rank; ++d) {
    *in = tcEmitAnd(e, *in, isWithin(e, index[d], tcEmitExpr(e, v->sizes[d])));
    TcLane stride = tcLaneScalar(tcEmitExpr(e, to->strides[d]));
    offset = tcEmitBin(e, tcArithAddi, offset,
                       tcEmitBin(e, tcArithMuli, index[d], stride));
  }
  return offset;
}

static void combineAt(TcEmit *e, const TcCpuStage *s, const TcPlace *to,
                      TcLane offset, TcLane x) {
  MlirType element = s->results.data[0]->element;
  if (s->kinds[0] != TC_CPU_SET) {
    TcLane old =
        tcEmitLoadAt(e, to->base, element, offset, (TcLane){.v = {NULL}});
    x = tcEmitCombine(e, s->kinds[0], element, old, x);
  }
  tcEmitStoreAt(e, to->base, element, offset, x);
}

void tcStageScatter(TcEmit *e, const TcCpuStage *s, const TcLane *yields) {
  const TcCpuValue *v = s->results.data[0];
  TcPlace to = tcEmitPlaceOf(e, v);
  TcLane in, x = yields[v->rank], mask = e->mask;
  TcLane offset = position(e, v, &to, yields, &in);
  if (!in.v.ptr) { // one element
    combineAt(e, s, &to, offset, x);
    return;
  }
  tcEmitReport(e, in);
  if (e->lanes > 1) {
    e->mask = tcEmitWiden(e, tcEmitAnd(e, mask, in));
    combineAt(e, s, &to, offset, x);
    e->mask = mask;
    return;
  }
  TcLoop then = tcEmitIf(e, in.v);
  combineAt(e, s, &to, offset, x);
  tcEmitIfEnd(e, &then);
}
