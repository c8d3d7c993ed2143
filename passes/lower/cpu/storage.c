// How elements lie in memory: the only place that knows. A truth value is a
// byte; f16 and bf16 are held as f32; a complex number is two parts side by
// side; u8 is a signless byte.
#include "passes/lower/cpu/emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"
#include "tc/gen/VectorOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

int64_t tcCpuBytes(MlirType t) {
  if (mlirTypeIsAComplex(t))
    return 2 * tcCpuBytes(mlirComplexTypeGetElementType(t));
  if (mlirTypeIsAFloat(t))
    return mlirFloatTypeGetWidth(t) / 8;
  return tcIsBool(t) ? 1 : mlirIntegerTypeGetWidth(t) / 8;
}

// The type that is loaded and stored, of one lane.
static MlirType memoryType(TcEmit *e, MlirType element) {
  if (tcIsBool(element))
    return e->i8;
  return tcIsHalf(element) ? element : tcEmitType(e, element);
}

TcPlace tcEmitPlaceOf(TcEmit *e, const TcCpuValue *value) {
  const TcPlace *place = tcMapGet(&e->places, value);
  if (place)
    return *place;
  const TcCpuBuffer *buffer = &e->k->buffers.data[value->arg];
  return (TcPlace){e->buffers[value->arg], buffer->strides, buffer->offset};
}

static const TcSize *offsetOf(TcEmit *e, const TcPlace *at, size_t rank,
                              const TcSize *const *index) {
  const TcSize *sum =
      at->offset ? at->offset : tcSizeConst(e->arena, 0);
  for (size_t d = 0; d < rank; ++d)
    sum = tcSizeAdd(e->arena, sum,
                    tcSizeMul(e->arena, index[d], at->strides[d]));
  return tcSizeSimplify(e->arena, sum, &e->k->ranges);
}

//===- Between memory and lanes -------------------------------------------===//

static TcLane fromMemory(TcEmit *e, TcLane x, MlirType element) {
  if (tcIsHalf(element))
    x.v = tcArithExtf(&e->b, tcEmitTypeOf(e, e->f32, x.wide), x.v);
  if (tcIsBool(element)) {
    TcLane zero = tcLaneScalar(tcEmitInt(e, e->i8, 0));
    x.wide = tcEmitUnify(e, &x, &zero);
    x.v = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_NE, x.v, zero.v);
  }
  return x;
}

static TcLane toMemory(TcEmit *e, TcLane x, MlirType element) {
  if (tcIsHalf(element))
    x.v = tcArithTruncf(&e->b, tcEmitTypeOf(e, element, x.wide), x.v);
  if (tcIsBool(element))
    x.v = tcArithExtui(&e->b, tcEmitTypeOf(e, e->i8, x.wide), x.v);
  return x;
}

//===- Accesses -----------------------------------------------------------===//

static MlirValue address(TcEmit *e, MlirValue base, MlirType type,
                         MlirValue index, MlirType result) {
  const int32_t dynamic = INT32_MIN;
  return tcLlvmGetelementptr(&e->b, result, base, 1, &index, 1, &dynamic, type);
}

static MlirAttribute alignment(TcEmit *e, MlirType type) {
  return tcAttrI64(e->ctx, tcCpuBytes(type));
}

static MlirValue load(TcEmit *e, MlirType result, MlirValue ptr,
                      MlirType type) {
  MlirAttribute no = tcNoAttr();
  return tcOpOnlyResult(tcLlvmLoadCreate(&e->b, result, ptr,
                                         alignment(e, type), false, false,
                                         false, false, no, no, no, no, no, no,
                                         no));
}

static void store(TcEmit *e, MlirValue value, MlirValue ptr, MlirType type) {
  MlirAttribute no = tcNoAttr();
  tcLlvmStoreCreate(&e->b, value, ptr, alignment(e, type), false, false, false,
                    no, no, no, no, no, no);
}

// One lane more than there are, so that a scalar can be masked too.
static TcLane gather(TcEmit *e, MlirValue base, MlirType type, TcLane offset,
                     TcLane mask) {
  int64_t lanes = e->lanes;
  MlirType many = mlirVectorTypeGet(1, &lanes, type);
  MlirType ptrs = mlirVectorTypeGet(1, &lanes, e->ptr);
  MlirType bits = mlirVectorTypeGet(1, &lanes, e->i1);
  MlirType ints = mlirVectorTypeGet(1, &lanes, e->i64);
  MlirValue at = offset.v, m = mask.v;
  if (!offset.wide)
    at = tcVectorBroadcast(&e->b, ints, at);
  if (!m.ptr)
    m = tcEmitI1(e, true);
  if (!mask.wide)
    m = tcVectorBroadcast(&e->b, bits, m);
  MlirValue from = address(e, base, type, at, ptrs);
  MlirValue none = tcVectorBroadcast(
      &e->b, many,
      mlirTypeIsAFloat(type) ? tcEmitFloat(e, type, 0) : tcEmitInt(e, type, 0));
  MlirValue v = tcLlvmIntrMaskedGather(&e->b, many, from, m, 1, &none,
                                       (int64_t)tcCpuBytes(type));
  if (lanes > 1)
    return (TcLane){.v = v, .wide = true};
  const int64_t zero = 0;
  return tcLaneScalar(tcVectorExtract(&e->b, v, 0, NULL, 1, &zero));
}

static TcLane loadLane(TcEmit *e, MlirValue base, MlirType type, TcLane offset,
                       TcLane mask) {
  if (offset.wide || mask.v.ptr)
    return gather(e, base, type, offset, mask);
  MlirValue ptr = address(e, base, type, offset.v, e->ptr);
  return tcLaneScalar(load(e, type, ptr, type));
}

TcLane tcEmitLoadAt(TcEmit *e, MlirValue base, MlirType element, TcLane offset,
                    TcLane mask) {
  MlirType type = memoryType(e, element);
  if (!mlirTypeIsAComplex(element))
    return fromMemory(e, loadLane(e, base, type, offset, mask), element);
  TcLane two = tcLaneScalar(tcEmitI64(e, 2)), one = tcLaneScalar(tcEmitI64(e, 1));
  TcLane re = tcEmitBin(e, tcArithMuli, offset, two);
  TcLane im = tcEmitBin(e, tcArithAddi, re, one);
  TcLane x = loadLane(e, base, type, re, mask);
  x.im = loadLane(e, base, type, im, mask).v;
  return x;
}

static bool contiguous(TcForm form, MlirType element) {
  return form.kind == TC_LINEAR && form.step == 1 &&
         !mlirTypeIsAComplex(element);
}

TcLane tcEmitLoad(TcEmit *e, const TcPlace *at, MlirType element, size_t rank,
                  const TcSize *const *index, TcLane mask) {
  const TcSize *offset = offsetOf(e, at, rank, index);
  TcForm form = tcEmitForm(e, offset);
  if (!contiguous(form, element) || mask.v.ptr)
    return tcEmitLoadAt(e, at->base, element, tcEmitExprLanes(e, offset), mask);
  MlirType type = memoryType(e, element);
  MlirValue ptr =
      address(e, at->base, type, tcEmitExpr(e, offset), e->ptr);
  TcLane x = {.v = load(e, tcEmitVector(e, type), ptr, type), .wide = true};
  return fromMemory(e, x, element);
}

TcLane tcEmitExtract(TcEmit *e, TcLane x, int64_t i) {
  if (!x.wide)
    return x;
  TcLane out = {.v = tcVectorExtract(&e->b, x.v, 0, NULL, 1, &i)};
  if (x.im.ptr)
    out.im = tcVectorExtract(&e->b, x.im, 0, NULL, 1, &i);
  return out;
}

static void storeLane(TcEmit *e, MlirValue base, MlirType element,
                      MlirType type, MlirValue offset, TcLane x) {
  if (!mlirTypeIsAComplex(element)) {
    store(e, x.v, address(e, base, type, offset, e->ptr), type);
    return;
  }
  MlirValue re = tcArithMuli(&e->b, offset, tcEmitI64(e, 2));
  MlirValue im = tcArithAddi(&e->b, re, tcEmitI64(e, 1));
  store(e, x.v, address(e, base, type, re, e->ptr), type);
  store(e, x.im, address(e, base, type, im, e->ptr), type);
}

void tcEmitStore(TcEmit *e, const TcPlace *at, MlirType element, size_t rank,
                 const TcSize *const *index, TcLane value) {
  const TcSize *offset = offsetOf(e, at, rank, index);
  MlirType type = memoryType(e, element);
  TcForm form = tcEmitForm(e, offset);
  TcLane x = toMemory(e, value, element);
  if (contiguous(form, element)) {
    MlirValue ptr =
        address(e, at->base, type, tcEmitExpr(e, offset), e->ptr);
    store(e, tcEmitWiden(e, x).v, ptr, type);
    return;
  }
  TcLane offsets = tcEmitExprLanes(e, offset);
  int64_t n = offsets.wide ? e->lanes : 1;
  for (int64_t i = 0; i < n; ++i)
    storeLane(e, at->base, element, type, tcEmitExtract(e, offsets, i).v,
              tcEmitExtract(e, x, i));
}
