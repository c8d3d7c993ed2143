// Factors of f32 in slices. See slices.h.
#include "passes/lower/cpu/slices.h"
#include "passes/lower/cpu/tiles.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum {
  HALF_OF_LAST = 0x8000,       // of a bf16, in bits of f32
  UPPER = (int32_t)0xFFFF0000, // what a bf16 keeps of them
  SHIFT = 16,
};

const TcSliceTerm tcSliceTerms[TC_SLICE_TERMS] = {{2, 0}, {1, 0}, {1, 1},
                                                  {0, 1}, {0, 2}, {0, 0}};

typedef struct Split {
  TcEmit *e;
  MlirType words, floats;
  int64_t lanes;
} Split;

static MlirValue asWords(const Split *s, MlirValue x) {
  return tcLlvmBitcast(&s->e->b, s->words, x);
}

static MlirValue asFloats(const Split *s, MlirValue x) {
  return tcLlvmBitcast(&s->e->b, s->floats, x);
}

// The nearest bf16, of two the one that is farther from 0.
static MlirValue nearest(const Split *s, MlirValue x) {
  TcEmit *e = s->e;
  MlirValue up =
      tcArithAddi(&e->b, asWords(s, x), tcEmitSplat(e, s->lanes, HALF_OF_LAST));
  return tcArithAndi(&e->b, up, tcEmitSplat(e, s->lanes, UPPER));
}

static MlirValue scaled(const Split *s, MlirValue x) {
  TcEmit *e = s->e;
  MlirAttribute by = mlirFloatAttrDoubleGet(e->ctx, mlirF32TypeGet(e->ctx),
                                            1 << TC_SLICE_SCALE);
  return tcArithMulf(
      &e->b, x,
      tcArithConstant(&e->b, mlirDenseElementsAttrSplatGet(s->floats, by)));
}

TcSlices tcEmitSlices(TcEmit *e, int64_t lanes, MlirValue x) {
  Split s = {e, tcEmitVectorOf(lanes, e->i32),
             tcEmitVectorOf(lanes, mlirF32TypeGet(e->ctx)), lanes};
  TcSlices slices;
  MlirValue rest = scaled(&s, x);
  for (int i = 0; i + 1 < TC_SLICES; ++i) {
    slices.bits[i] = nearest(&s, rest);
    rest = tcArithSubf(&e->b, rest, asFloats(&s, slices.bits[i]));
  }
  slices.bits[TC_SLICES - 1] = asWords(&s, rest);
  return slices;
}

MlirValue tcEmitSlicePairs(TcEmit *e, int64_t lanes, MlirValue x, MlirValue y) {
  MlirValue low = tcArithShrui(&e->b, x, tcEmitSplat(e, lanes, SHIFT));
  return tcArithOri(&e->b, low, y);
}

MlirValue tcEmitSliceRun(TcEmit *e, int64_t lanes, MlirValue x, MlirValue y) {
  enum { MOST = 64 };
  int32_t upper[MOST];
  MlirType halves = tcEmitVectorOf(2 * lanes, mlirIntegerTypeGet(e->ctx, 16));
  for (int32_t i = 0; i < 2 * lanes; ++i)
    upper[i] = 2 * i + 1;
  MlirValue both[] = {tcLlvmBitcast(&e->b, halves, x),
                      tcLlvmBitcast(&e->b, halves, y)};
  return tcLlvmShufflevector(&e->b, halves, both[0], both[1],
                             (intptr_t)(2 * lanes), upper);
}
