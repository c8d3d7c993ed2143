// The rows' factor of a streamed product, copied to scratch before its blocks
// are multiplied (contract.c): f16 and bf16 operands are then widened once
// instead of at each broadcast.
#include "passes/lower/cpu/contract.h"

#include "tc/gen/ArithOps.h"

#include "mlir-c/BuiltinTypes.h"

bool tcContractIsStaged(const TcCpuKernel *k, const TcCpuStage *s,
                        const TcTile *t) {
  return s->in && k->stream.lane >= 0 && s->over.size == 1 &&
         t->rowFactor->value->arg >= 0 &&
         tcTypeIsHalf(t->rowFactor->value->element) &&
         mlirAttributeIsNull(t->rowFactor->fill);
}

MlirValue tcContractWholeBlocks(TcEmit *e, MlirValue low, MlirValue high,
                                int64_t size) {
  MlirValue n = tcArithSubi(&e->b, high, low);
  MlirValue rest = tcArithRemsi(&e->b, n, tcEmitI64(e, size));
  return tcArithSubi(&e->b, high, rest);
}

// Whether the read is contiguous along the iterator.
static bool isContiguous(TcEmit *e, const TcCpuRead *r, int iter) {
  const TcSize *offset = tcCpuDestAt(e->k, &r->value->dests.data[0], r->index);
  tcEmitSetLanes(e, 16, iter);
  TcForm form = tcEmitForm(e, tcSizeSimplify(e->arena, offset, &e->k->ranges));
  tcEmitSetLanes(e, 1, -1);
  return form.kind == TC_LINEAR && form.step == 1;
}

// The read of the copy: dimensions are `outer` and, contiguous, `inner`.
static TcCpuRead *readStaged(TcEmit *e, int outer, int inner, MlirValue work) {
  TcArena *a = e->arena;
  TcCpuValue *v = TC_ARENA_NEW(a, TcCpuValue);
  TcPlace *place = TC_ARENA_NEW(a, TcPlace);
  TcCpuRead *read = TC_ARENA_NEW(a, TcCpuRead);
  const TcSize **strides = TC_ARENA_ARRAY(a, const TcSize *, 2);
  const TcSize **index = TC_ARENA_ARRAY(a, const TcSize *, 2);
  strides[0] = e->k->iters.data[inner].extent;
  strides[1] = tcSizeConst(a, 1);
  index[0] = e->k->iters.data[outer].symbol;
  index[1] = e->k->iters.data[inner].symbol;
  *v = (TcCpuValue){.element = e->f32, .rank = 2, .arg = -1};
  *place = (TcPlace){.base = work, .strides = strides};
  *read = (TcCpuRead){.value = v, .index = index};
  tcMapSet(&e->places, v, place);
  return read;
}

static void copyLanes(TcRun *r, const TcCpuRead *from, const TcCpuRead *to,
                      int inner, MlirValue low, MlirValue high, int64_t lanes) {
  TcEmit *e = r->e;
  TcLoop loop = tcEmitFor(e, low, high, lanes, inner, 0, NULL);
  tcEmitSetLanes(e, lanes, inner);
  TcLane x = tcStageElement(e, from);
  if (lanes > 1)
    x = tcEmitWiden(e, x);
  TcPlace place = tcEmitPlaceOf(e, to->value);
  tcEmitStore(e, &place, to->value->element, 2, to->index, x);
  tcEmitSetLanes(e, 1, -1);
  tcEmitForEnd(e, &loop, 0, NULL);
}

const TcCpuRead *tcContractStageRows(TcRun *r, const TcTile *t,
                                     MlirValue work) {
  TcEmit *e = r->e;
  int over = r->s->over.data[0];
  bool along = isContiguous(e, t->rowFactor, over);
  int outer = along ? t->row : over, inner = along ? over : t->row;
  TcCpuRead *staged = readStaged(e, outer, inner, work);
  MlirValue low, high, first, last;
  tcStageBounds(r, outer, &low, &high);
  TcLoop loop = tcEmitFor(e, low, high, 1, outer, 0, NULL);
  tcStageBounds(r, inner, &first, &last);
  MlirValue whole = tcContractWholeBlocks(e, first, last, r->lanes);
  copyLanes(r, t->rowFactor, staged, inner, first, whole, r->lanes);
  copyLanes(r, t->rowFactor, staged, inner, whole, last, 1);
  tcEmitForEnd(e, &loop, 0, NULL);
  return staged;
}
