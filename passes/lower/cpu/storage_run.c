// Loads and stores of runs of elements: vectors of lanes that lie side by side,
// a few elements apart, or before each other. See storage_run.h.
#include "passes/lower/cpu/storage_run.h"

#include "passes/lower/cpu/tiles.h"

#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"

MlirValue tcRunLoadAt(TcEmit *e, MlirType result, MlirValue ptr,
                      int64_t alignment) {
  MlirAttribute no = tcNoAttr();
  return tcOpOnlyResult(
      tcLlvmLoadCreate(&e->b, result, ptr, tcAttrI64(e->ctx, alignment), false,
                       false, false, false, no, no, no, no, no, no, no));
}

static void storeAs(TcEmit *e, MlirValue value, MlirValue ptr,
                    int64_t alignment, bool nontemporal) {
  MlirAttribute no = tcNoAttr();
  tcLlvmStoreCreate(&e->b, value, ptr, tcAttrI64(e->ctx, alignment), false,
                    nontemporal, false, no, no, no, no, no, no);
}

void tcRunStoreAt(TcEmit *e, MlirValue value, MlirValue ptr,
                  int64_t alignment) {
  storeAs(e, value, ptr, alignment, false);
}

MlirValue tcRunLanes(TcEmit *e, MlirValue x, MlirValue y, int64_t low,
                     int64_t n) {
  int32_t *mask = TC_ARENA_ARRAY(e->arena, int32_t, (size_t)n);
  for (int64_t i = 0; i < n; ++i)
    mask[i] = (int32_t)(low + i);
  MlirType type = mlirShapedTypeGetElementType(mlirValueGetType(x));
  return tcLlvmShufflevector(&e->b, tcEmitVectorOf(n, type), x, y, (intptr_t)n,
                             mask);
}

// Of a masked load wider than its vectors LLVM 22 makes, for AVX2, a plain load
// of each part none of whose lanes is ever read, where the other parts' masks
// are not constant.
MlirValue tcRunLoadMasked(TcEmit *e, MlirValue ptr, MlirType type,
                          MlirValue mask) {
  int64_t n = mlirShapedTypeGetDimSize(mlirValueGetType(mask), 0);
  int64_t bytes = tcCpuBytes(type), half = n / 2;
  MlirType vector = tcEmitVectorOf(n, type);
  if (n % 2 || !e->vectorBits || n * bytes * 8 <= e->vectorBits)
    return tcOpOnlyResult(tcLlvmIntrMaskedLoadCreate(
        &e->b, vector, ptr, mask, tcEmitZeros(e, n, type), bytes, false));
  MlirValue high = tcEmitAt(e, ptr, type, tcEmitI64(e, half));
  MlirValue x =
      tcRunLoadMasked(e, ptr, type, tcRunLanes(e, mask, mask, 0, half));
  MlirValue y =
      tcRunLoadMasked(e, high, type, tcRunLanes(e, mask, mask, half, half));
  return tcRunLanes(e, x, y, 0, n);
}

MlirValue tcRunLoad(TcEmit *e, MlirType vector, MlirValue ptr, MlirType type,
                    MlirValue mask, int64_t alignment) {
  return mask.ptr ? tcRunLoadMasked(e, ptr, type, mask)
                  : tcRunLoadAt(e, vector, ptr, alignment);
}

void tcRunStore(TcEmit *e, MlirValue value, MlirValue ptr, MlirType type,
                MlirValue mask, int64_t alignment) {
  if (mask.ptr)
    tcLlvmIntrMaskedStore(&e->b, value, ptr, mask, tcCpuBytes(type));
  else if (e->nontemporal)
    storeAs(e, value, ptr, e->lanes * tcCpuBytes(type), true);
  else
    tcRunStoreAt(e, value, ptr, alignment);
}

// Every `step`-th of a vector's lanes from `first` on.
static MlirValue everyNth(TcEmit *e, MlirValue v, int32_t first, int32_t step,
                          int64_t n) {
  int32_t *mask = TC_ARENA_ARRAY(e->arena, int32_t, (size_t)n);
  for (int64_t i = 0; i < n; ++i)
    mask[i] = first + step * (int32_t)i;
  MlirType type = mlirShapedTypeGetElementType(mlirValueGetType(v));
  return tcLlvmShufflevector(&e->b, tcEmitVectorOf(n, type), v, v, (intptr_t)n,
                             mask);
}

MlirValue tcRunInterleave(TcEmit *e, MlirValue x, MlirValue y) {
  int64_t n = 2 * e->lanes;
  int32_t *mask = TC_ARENA_ARRAY(e->arena, int32_t, (size_t)n);
  for (int64_t i = 0; i < n; ++i)
    mask[i] = (int32_t)(i / 2 + (i % 2) * e->lanes);
  MlirType type = mlirShapedTypeGetElementType(mlirValueGetType(x));
  return tcLlvmShufflevector(&e->b, tcEmitVectorOf(n, type), x, y, (intptr_t)n,
                             mask);
}

MlirValue tcRunWeave(TcEmit *e, const MlirValue *parts, int64_t n) {
  MlirType type = mlirShapedTypeGetElementType(mlirValueGetType(parts[0]));
  int64_t lanes = e->lanes;
  int32_t *mask = TC_ARENA_ARRAY(e->arena, int32_t, (size_t)(n * lanes));
  MlirValue halves[2];
  for (int64_t i = 0; i < 2 * lanes; ++i)
    mask[i] = (int32_t)i;
  for (int64_t i = 0; i < 2; ++i) { // some of a vector's lanes may be unused
    MlirValue x = parts[2 * i < n ? 2 * i : 0];
    MlirValue y = parts[2 * i + 1 < n ? 2 * i + 1 : 0];
    halves[i] = tcLlvmShufflevector(&e->b, tcEmitVectorOf(2 * lanes, type), x,
                                    y, (intptr_t)(2 * lanes), mask);
  }
  for (int64_t i = 0; i < n * lanes; ++i)
    mask[i] = (int32_t)(i % n * lanes + i / n);
  return tcLlvmShufflevector(&e->b, tcEmitVectorOf(n * lanes, type), halves[0],
                             halves[1], (intptr_t)(n * lanes), mask);
}

MlirValue tcRunLoadStepped(TcEmit *e, MlirValue ptr, MlirType type,
                           int64_t step, MlirValue mask) {
  int64_t n = e->lanes * step;
  int32_t *lanes = TC_ARENA_ARRAY(e->arena, int32_t, (size_t)n);
  for (int64_t i = 0; i < n; ++i)
    lanes[i] = (int32_t)(i % step ? e->lanes : i / step);
  MlirValue none = tcEmitZeros(e, e->lanes, e->i1);
  MlirValue all = tcLlvmShufflevector(&e->b, tcEmitVectorOf(n, e->i1), mask,
                                      none, (intptr_t)n, lanes);
  MlirValue run =
      tcRunLoad(e, tcEmitVectorOf(n, type), ptr, type, all, tcCpuBytes(type));
  return everyNth(e, run, 0, (int32_t)step, e->lanes);
}

static MlirValue reversed(TcEmit *e, MlirValue v) {
  return everyNth(e, v, (int32_t)e->lanes - 1, -1, e->lanes);
}

MlirValue tcRunLoadBackwards(TcEmit *e, MlirValue ptr, MlirType type,
                             MlirValue mask) {
  MlirValue back = tcEmitI64(e, 1 - e->lanes);
  MlirValue last = tcEmitAt(e, ptr, type, back);
  if (mask.ptr)
    mask = reversed(e, mask);
  return reversed(e, tcRunLoad(e, tcEmitVectorOf(e->lanes, type), last, type,
                               mask, tcCpuBytes(type)));
}

TcLane tcRunLoadComplex(TcEmit *e, MlirValue ptr, MlirType type,
                        MlirValue mask) {
  MlirType both = tcEmitVectorOf(2 * e->lanes, type);
  if (mask.ptr)
    mask = tcRunInterleave(e, mask, mask);
  MlirValue v = tcRunLoad(e, both, ptr, type, mask, tcCpuBytes(type));
  return (TcLane){.v = everyNth(e, v, 0, 2, e->lanes),
                  .im = everyNth(e, v, 1, 2, e->lanes),
                  .wide = true};
}
