// Loads and stores of elements: the only file that knows their memory format. A
// truth value is a byte; f16 and bf16 are f32 in registers; a complex number is
// two adjacent parts; u8 is a signless byte.
#include "passes/lower/cpu/storage_run.h"
#include "passes/lower/cpu/tiles.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"
#include "tc/gen/ScfOps.h"
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

// The type that is loaded and stored, of one lane: of a complex number, of a
// part.
static MlirType memoryType(TcEmit *e, MlirType element) {
  if (tcIsBool(element))
    return e->i8;
  return tcTypeIsHalf(element) ? mlirIntegerTypeGet(e->ctx, 16)
                               : tcEmitType(e, element);
}

TcPlace tcEmitPlaceIn(TcEmit *e, const TcCpuDest *dest) {
  const TcCpuBuffer *b = &e->k->buffers.data[dest->buffer];
  return (TcPlace){.base = e->buffers[dest->buffer],
                   .strides = tcCpuDestStrides(e->k, dest),
                   .offset = tcCpuDestOffset(e->k, dest),
                   .aligned = e->evenVectors && !b->anywhere &&
                              dest->buffer >= (int)e->anywhere};
}

TcPlace tcEmitPlaceOf(TcEmit *e, const TcCpuValue *value) {
  const TcPlace *place = tcMapGet(&e->places, value);
  return place ? *place : tcEmitPlaceIn(e, &value->dests.data[0]);
}

TcPlace tcEmitPlaceFrom(TcEmit *e, TcPlace at, MlirType element,
                        MlirValue offset) {
  MlirValue bytes =
      tcArithMuli(&e->b, offset, tcEmitI64(e, tcCpuBytes(element)));
  at.base = tcEmitAt(e, at.base, e->i8, bytes);
  at.aligned = false;
  return at;
}

static const TcSize *offsetOf(TcEmit *e, const TcPlace *at, size_t rank,
                              const TcSize *const *index) {
  const TcSize *sum =
      tcCpuOffset(e->arena, rank, at->strides, at->offset, index);
  return tcSizeSimplify(e->arena, sum, &e->k->ranges);
}

//===- Between memory and lanes -------------------------------------------===//

static TcLane fromMemory(TcEmit *e, TcLane x, MlirType element) {
  if (tcTypeIsHalf(element))
    x = tcEmitHalfToFloat(e, x, element);
  if (tcIsBool(element)) {
    TcLane zero = tcLaneScalar(tcEmitInt(e, e->i8, 0));
    x.wide = tcEmitUnify(e, &x, &zero);
    x.v = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_NE, x.v, zero.v);
  }
  return x;
}

static TcLane toMemory(TcEmit *e, TcLane x, MlirType element) {
  if (tcTypeIsHalf(element))
    x = tcEmitHalfBits(e, x, element);
  if (tcIsBool(element))
    x.v = tcArithExtui(&e->b, tcEmitTypeOf(e, e->i8, x.wide), x.v);
  return x;
}

//===- Addresses ----------------------------------------------------------===//

MlirValue tcEmitAt(TcEmit *e, MlirValue base, MlirType element,
                   MlirValue index) {
  const int32_t dynamic = INT32_MIN;
  return tcLlvmGetelementptr(&e->b, e->ptr, base, 1, &index, 1, &dynamic,
                             element);
}

// The provable alignment of an access of all lanes at `offset`, in bytes: that
// of one lane, or of all. LLVM derives it too, but not once it has rewritten a
// loop's index as a moving pointer.
static int64_t alignmentAt(TcEmit *e, const TcPlace *at, const TcSize *offset,
                           MlirType type) {
  enum { MOST = 16 };
  const TcSize *step, *rest;
  int64_t bytes = tcCpuBytes(type), all = bytes * e->lanes;
  if (e->evenOffset && at->aligned && e->vector >= 0)
    return !tcSizeEqual(offset, e->evenOffset) ? bytes
           : all < MOST                        ? all
                                               : MOST;
  if (!at->aligned || e->vector < 0 ||
      !tcCpuStride(e->k, offset, e->vector, &step, &rest) ||
      !tcSizeExactDiv(e->arena, tcCpuWithoutOnes(e->k, rest),
                      tcSizeConst(e->arena, e->lanes)))
    return bytes;
  return all < MOST ? all : MOST;
}

//===- Scattered accesses -------------------------------------------------===//

static MlirValue laneMask(TcEmit *e, TcLane mask) {
  if (!mask.v.ptr)
    mask = tcLaneScalar(tcEmitI1(e, true));
  return mask.wide ? mask.v
                   : tcVectorBroadcast(&e->b, tcEmitVectorOf(e->lanes, e->i1),
                                       mask.v);
}

static MlirValue pointers(TcEmit *e, MlirValue base, MlirType type,
                          TcLane offset) {
  MlirValue at = offset.v;
  if (!offset.wide)
    at = tcVectorBroadcast(&e->b, tcEmitVectorOf(e->lanes, e->i64), at);
  const int32_t dynamic = INT32_MIN;
  return tcLlvmGetelementptr(&e->b, tcEmitVectorOf(e->lanes, e->ptr), base, 1,
                             &at, 1, &dynamic, type);
}

// A scalar under a mask is a vector of one.
static TcLane gather(TcEmit *e, MlirValue base, MlirType type, TcLane offset,
                     TcLane mask) {
  MlirType many = tcEmitVectorOf(e->lanes, type);
  MlirValue none = tcEmitZeros(e, e->lanes, type);
  MlirValue v =
      tcLlvmIntrMaskedGather(&e->b, many, pointers(e, base, type, offset),
                             laneMask(e, mask), 1, &none, tcCpuBytes(type));
  if (e->lanes > 1)
    return (TcLane){.v = v, .wide = true};
  const int64_t zero = 0;
  return tcLaneScalar(tcVectorExtract(&e->b, v, 0, NULL, 1, &zero));
}

// If all lanes read one element, lanes that do not exist need no mask, but a
// condition does.
static TcLane loadLane(TcEmit *e, MlirValue base, MlirType type, TcLane offset,
                       TcLane mask) {
  if (!offset.wide && !mask.v.ptr) {
    MlirValue ptr = tcEmitAt(e, base, type, offset.v);
    return tcLaneScalar(tcRunLoadAt(e, type, ptr, tcCpuBytes(type)));
  }
  if (!offset.wide && !mask.wide) {
    int64_t lanes = e->lanes;
    e->lanes = 1;
    TcLane one = gather(e, base, type, offset, mask);
    e->lanes = lanes;
    return one;
  }
  return gather(e, base, type, offset, tcEmitAnd(e, mask, e->mask));
}

static void storeLane(TcEmit *e, MlirValue base, MlirType type, TcLane offset,
                      MlirValue v) {
  if (e->lanes == 1) {
    tcRunStoreAt(e, v, tcEmitAt(e, base, type, offset.v), tcCpuBytes(type));
    return;
  }
  tcLlvmIntrMaskedScatter(&e->b, v, pointers(e, base, type, offset),
                          laneMask(e, e->mask), tcCpuBytes(type));
}

// The offset of a complex number's part.
static TcLane partOffset(TcEmit *e, TcLane offset, int64_t part) {
  TcLane two = tcLaneScalar(tcEmitI64(e, 2));
  TcLane re = tcEmitBin(e, tcArithMuli, offset, two);
  return part ? tcEmitBin(e, tcArithAddi, re, tcLaneScalar(tcEmitI64(e, 1)))
              : re;
}

MlirValue tcEmitElementAt(TcEmit *e, const TcPlace *at, MlirType element,
                          size_t rank, const TcSize *const *index) {
  MlirValue offset = tcEmitExpr(e, offsetOf(e, at, rank, index));
  return tcEmitPlaceFrom(e, *at, element, offset).base;
}

void tcEmitPrefetch(TcEmit *e, const TcPlace *at, MlirType element, size_t rank,
                    const TcSize *const *index) {
  enum { READ = 0, SECOND_CACHE = 2, DATA = 1 };
  MlirValue element0 = tcEmitElementAt(e, at, element, rank, index);
  tcLlvmIntrPrefetch(&e->b, element0, READ, SECOND_CACHE, DATA);
}

TcLane tcEmitLoadAt(TcEmit *e, MlirValue base, MlirType element, TcLane offset,
                    TcLane mask) {
  MlirType type = memoryType(e, element);
  if (!mlirTypeIsAComplex(element))
    return fromMemory(e, loadLane(e, base, type, offset, mask), element);
  TcLane x = loadLane(e, base, type, partOffset(e, offset, 0), mask);
  x.im = loadLane(e, base, type, partOffset(e, offset, 1), mask).v;
  return x;
}

void tcEmitStoreAt(TcEmit *e, MlirValue base, MlirType element, TcLane offset,
                   TcLane value) {
  MlirType type = memoryType(e, element);
  TcLane x = tcEmitWiden(e, toMemory(e, value, element));
  if (!mlirTypeIsAComplex(element)) {
    storeLane(e, base, type, offset, x.v);
    return;
  }
  storeLane(e, base, type, partOffset(e, offset, 0), x.v);
  storeLane(e, base, type, partOffset(e, offset, 1), x.im);
}

//===- Accesses -----------------------------------------------------------===//

static bool isRun(TcForm form) {
  return form.kind == TC_LINEAR && form.step == 1;
}

static bool isStepped(TcForm form, MlirType element) {
  return form.kind == TC_LINEAR && form.step > 1 &&
         form.step <= TC_LOAD_MOST_STEP && !mlirTypeIsAComplex(element) &&
         tcCpuBytes(element) >= 4;
}

static bool isBackwards(TcForm form, MlirType element) {
  return form.kind == TC_LINEAR && form.step == -1 &&
         !mlirTypeIsAComplex(element);
}

// A vector that is read as a whole or not at all; zeros if not. (GPUs have no
// masked vector loads.)
static MlirValue loadRunIf(TcEmit *e, MlirValue condition, MlirValue ptr,
                           MlirType type, int64_t alignment) {
  MlirType vector = tcEmitVector(e, type);
  TcLoop then = tcEmitIfOne(e, condition, vector);
  tcEmitElseOne(e, &then, tcRunLoadAt(e, vector, ptr, alignment));
  return tcEmitIfOneEnd(e, &then, tcEmitZeros(e, e->lanes, type));
}

TcLane tcEmitLoad(TcEmit *e, const TcPlace *at, MlirType element, size_t rank,
                  const TcSize *const *index, TcLane mask) {
  const TcSize *offset = offsetOf(e, at, rank, index);
  TcForm form = tcEmitForm(e, offset);
  if (e->lanes > 1 && isStepped(form, element)) {
    MlirType type = memoryType(e, element);
    MlirValue ptr = tcEmitAt(e, at->base, type, tcEmitExpr(e, offset));
    MlirValue m = laneMask(e, tcEmitAnd(e, mask, e->mask));
    TcLane x = {.v = tcRunLoadStepped(e, ptr, type, form.step, m),
                .wide = true};
    return fromMemory(e, x, element);
  }
  if (e->lanes > 1 && isBackwards(form, element)) {
    MlirType type = memoryType(e, element);
    MlirValue ptr = tcEmitAt(e, at->base, type, tcEmitExpr(e, offset));
    TcLane m = tcEmitAnd(e, mask, e->mask);
    if (m.v.ptr)
      m.v = laneMask(e, m);
    TcLane x = {.v = tcRunLoadBackwards(e, ptr, type, m.v), .wide = true};
    return fromMemory(e, x, element);
  }
  if (!isRun(form))
    return tcEmitLoadAt(e, at->base, element, tcEmitExprLanes(e, offset), mask);
  MlirType type = memoryType(e, element);
  TcLane where = tcEmitAnd(e, mask, e->mask), first = {.wide = false};
  bool branches = e->evenVectors && where.v.ptr && !where.wide &&
                  !mlirTypeIsAComplex(element);
  MlirValue m = {NULL};
  if (where.v.ptr && !branches)
    m = laneMask(e, where);
  first.v = tcEmitExpr(e, offset);
  if (mlirTypeIsAComplex(element)) {
    MlirValue re = partOffset(e, first, 0).v;
    MlirValue ptr = tcEmitAt(e, at->base, type, re);
    return tcRunLoadComplex(e, ptr, type, m);
  }
  MlirValue ptr = tcEmitAt(e, at->base, type, first.v);
  int64_t alignment = alignmentAt(e, at, offset, type);
  TcLane x = {.v = branches ? loadRunIf(e, where.v, ptr, type, alignment)
                            : tcRunLoad(e, tcEmitVector(e, type), ptr, type, m,
                                        alignment),
              .wide = true};
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

// Whether the points of e->parts lie side by side, and lanes that many elements
// apart.
static bool isOfParts(TcEmit *e, const TcSize *offset) {
  if (!e->parts)
    return false;
  TcForm form = tcEmitForm(e, offset);
  return form.kind == TC_LINEAR && form.step == e->parts->n &&
         tcCpuHasStride(e->k, offset, e->parts->iter, 1);
}

// Keeps the vector of one point; stores those of all when it is the last.
static void storePart(TcEmit *e, const TcPlace *at, MlirType type,
                      const TcSize *offset, MlirValue x) {
  TcParts *p = e->parts;
  if (p->next == p->stores.size)
    tcVecPush(e->arena, &p->stores,
              TC_ARENA_ARRAY(e->arena, MlirValue, (size_t)p->n));
  MlirValue *kept = p->stores.data[p->next++];
  kept[p->part] = x;
  if (p->part + 1 < p->n)
    return;
  MlirValue masks[TC_LOAD_MOST_STEP], own = e->iters[p->iter];
  for (int64_t i = 0; i < p->n && e->mask.v.ptr; ++i)
    masks[i] = laneMask(e, e->mask);
  e->iters[p->iter] = tcEmitI64(e, 0);
  MlirValue ptr = tcEmitAt(e, at->base, type, tcEmitExpr(e, offset));
  e->iters[p->iter] = own;
  tcRunStore(e, tcRunWeave(e, kept, p->n), ptr, type,
             e->mask.v.ptr ? tcRunWeave(e, masks, p->n) : e->mask.v,
             tcCpuBytes(type));
}

void tcEmitStore(TcEmit *e, const TcPlace *at, MlirType element, size_t rank,
                 const TcSize *const *index, TcLane value) {
  const TcSize *offset = offsetOf(e, at, rank, index);
  if (isOfParts(e, offset) && !mlirTypeIsAComplex(element)) {
    TcLane x = tcEmitWiden(e, toMemory(e, value, element));
    storePart(e, at, memoryType(e, element), offset, x.v);
    return;
  }
  if (!isRun(tcEmitForm(e, offset))) {
    tcEmitStoreAt(e, at->base, element, tcEmitExprLanes(e, offset), value);
    return;
  }
  MlirType type = memoryType(e, element);
  TcLane x = tcEmitWiden(e, toMemory(e, value, element));
  TcLane first = tcLaneScalar(tcEmitExpr(e, offset));
  int64_t alignment = tcCpuBytes(type);
  if (!mlirTypeIsAComplex(element))
    alignment = alignmentAt(e, at, offset, type);
  MlirValue mask = e->mask.v.ptr ? laneMask(e, e->mask) : e->mask.v;
  if (mlirTypeIsAComplex(element)) {
    x.v = tcRunInterleave(e, x.v, x.im);
    first = partOffset(e, first, 0);
    mask = mask.ptr ? tcRunInterleave(e, mask, mask) : mask;
  }
  MlirValue ptr = tcEmitAt(e, at->base, type, first.v);
  tcRunStore(e, x.v, ptr, type, mask, alignment);
}
