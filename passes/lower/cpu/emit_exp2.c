// The machine's own 2^x and 1/x of f32, where ops are marked so (tc.absolute,
// tc.narrow): on AVX-512, which takes whole numbers away, scales by powers of
// two and estimates reciprocals, each in one instruction.
//
//   2^x = 2^(x - floor x) scaled by 2^floor x
//
// Seven operations. Infinities, NaN and results below the normal numbers are
// the instructions'. Of whole x the result is exact. All other exponentials of
// f32 are scaled so, too:
//
//   e^x = e^(x - k ln2) scaled by 2^k, k = x log2 e rounded
//
#include "passes/lower/cpu/emit.h"
#include "passes/lower/cpu/tiles.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum {
  FLOOR = 9,    // whole numbers below, without an exception
  ROUNDING = 4, // as the machine is set
  MOST_LANES = 64,
};

typedef struct Vector {
  TcEmit *e;
  int64_t lanes; // that an instruction has
  MlirType type;
} Vector;

typedef MlirValue Compute(const Vector *v, MlirValue x);

static MlirValue splat(const Vector *v, double x) {
  MlirAttribute value = mlirFloatAttrDoubleGet(v->e->ctx, v->e->f32, x);
  return tcArithConstant(&v->e->b,
                         mlirDenseElementsAttrSplatGet(v->type, value));
}

// llvm.x86.avx512.mask.<name>.ps.<bits>
static MlirValue call(const Vector *v, const char *name, intptr_t n,
                      const MlirValue *operands) {
  const char *text = tcArenaPrintf(v->e->arena, "llvm.x86.avx512.%s.ps.%d",
                                   name, (int)(32 * v->lanes));
  return tcEmitIntrinsic(v->e, text, v->type, n, operands);
}

// Of all lanes.
static MlirValue mask(const Vector *v) {
  unsigned bits = v->lanes < 8 ? 8 : (unsigned)v->lanes;
  return tcEmitInt(v->e, mlirIntegerTypeGet(v->e->ctx, bits), -1);
}

static MlirValue rounding(const Vector *v) {
  return tcEmitInt(v->e, v->e->i32, ROUNDING);
}

// Only whole vectors say how they are rounded.
static intptr_t operands(const Vector *v, intptr_t n) {
  return v->lanes == 16 ? n + 1 : n;
}

//===- 2^x ----------------------------------------------------------------===//

// Minimax on [0, 1] of (2^r - 1) / r: error of 2^r 2^-23.5, of the sum in f32
// 2^-22.7.
static const double powers[] = {0.00186713, 0.00901703, 0.05579991,
                                0.24016444, 0.6931513,  1.0};

static MlirValue exp2Of(const Vector *v, MlirValue x) {
  MlirValue reduce[] = {x, tcEmitInt(v->e, v->e->i32, FLOOR), x, mask(v),
                        rounding(v)};
  MlirValue r = call(v, "mask.reduce", operands(v, 4), reduce);
  MlirValue y = splat(v, powers[0]);
  for (size_t i = 1; i < sizeof powers / sizeof *powers; ++i)
    y = tcLlvmIntrFma(&v->e->b, y, r, splat(v, powers[i]));
  MlirValue scale[] = {y, x, y, mask(v), rounding(v)};
  return call(v, "mask.scalef", operands(v, 4), scale);
}

//===- e^x ----------------------------------------------------------------===//

// Minimax on |r| <= ln2 / 2 of (e^r - 1 - r) / r^2, then 1 and 1: relative
// error of e^r 2^-28.3.
static const double exponents[] = {1.381459878757596e-03,
                                   8.368716575205326e-03,
                                   4.166838899254799e-02,
                                   1.666652113199234e-01,
                                   4.999999403953552e-01,
                                   1.0,
                                   1.0};

// The lanes that are not less than -104, and so not 0, as bits of a mask. NaN
// is one.
static MlirValue notZero(const Vector *v, MlirValue x) {
  TcEmit *e = v->e;
  enum { LEAST = 8 };
  MlirValue bits =
      tcArithCmpf(&e->b, TC_ARITH_CMP_F_PREDICATE_UGE, x, splat(v, -104));
  int32_t lanes[LEAST];
  for (int32_t i = 0; i < LEAST; ++i)
    lanes[i] = i < v->lanes ? i : 0;
  if (v->lanes < LEAST)
    bits = tcLlvmShufflevector(&e->b, tcEmitVectorOf(LEAST, e->i1), bits, bits,
                               LEAST, lanes);
  unsigned width = v->lanes < LEAST ? LEAST : (unsigned)v->lanes;
  return tcLlvmBitcast(&e->b, mlirIntegerTypeGet(e->ctx, width), bits);
}

static MlirValue expOf(const Vector *v, MlirValue x) {
  TcBuilder *b = &v->e->b;
  MlirValue magic = splat(v, 0x1.8p23);                // a sum with it is whole
  MlirValue some = notZero(v, x), high = splat(v, 89); // above it infinite
  MlirValue above = tcArithCmpf(b, TC_ARITH_CMP_F_PREDICATE_OGT, x, high);
  x = tcArithSelect(b, above, high, x);
  MlirValue sum = tcLlvmIntrFma(b, x, splat(v, 1.4426950408889634), magic);
  MlirValue k = tcArithSubf(b, sum, magic);
  // ln2 in two parts: the first product is exact inside its fma.
  MlirValue r = tcLlvmIntrFma(b, k, splat(v, -0.6931471824645996), x);
  r = tcLlvmIntrFma(b, k, splat(v, 1.904654212e-09), r);
  MlirValue y = splat(v, exponents[0]);
  for (size_t i = 1; i < sizeof exponents / sizeof *exponents; ++i)
    y = tcLlvmIntrFma(b, y, r, splat(v, exponents[i]));
  // Lanes that are 0 are left out: some machines take hundreds of cycles for
  // what underflows, as masked terms of a softmax do.
  MlirValue scale[] = {y, k, splat(v, 0), some, rounding(v)};
  return call(v, "mask.scalef", operands(v, 4), scale);
}

//===- 1/x ----------------------------------------------------------------===//

// One step of Newton's from an estimate within 2^-14: within 2^-23.9 of 1/x, as
// long as that is normal. The step makes NaN of 0 and infinities, which are put
// right by what x is: four bits for each kind of number.
static MlirValue reciprocalOf(const Vector *v, MlirValue x) {
  enum {
    INFINITE_OF_ZERO = 6 << 8,
    ZERO_OF_INFINITIES = 7 << 16 | 8 << 20,
  };
  TcBuilder *b = &v->e->b;
  MlirValue estimate[] = {x, x, mask(v)};
  MlirValue y = call(v, "rcp14", 3, estimate);
  MlirValue minus = tcArithNegf(b, x);
  MlirValue rest = tcLlvmIntrFma(b, minus, y, splat(v, 1));
  y = tcLlvmIntrFma(b, y, rest, y);
  MlirValue fix[] = {
      y,
      x,
      tcEmitSplat(v->e, v->lanes, INFINITE_OF_ZERO | ZERO_OF_INFINITIES),
      tcEmitInt(v->e, v->e->i32, 0),
      mask(v),
      rounding(v)};
  return call(v, "mask.fixupimm", operands(v, 5), fix);
}

//===- Lanes --------------------------------------------------------------===//

// `n` lanes of a vector, or of two, one behind the other, from lane `low` on;
// the last one again where there are no more.
static MlirValue lanesOf(TcEmit *e, MlirValue x, MlirValue y, int64_t low,
                         int64_t end, int64_t n) {
  int32_t at[MOST_LANES];
  for (int64_t i = 0; i < n; ++i)
    at[i] = (int32_t)(low + i < end ? low + i : end - 1);
  return tcLlvmShufflevector(&e->b, tcEmitVectorOf(n, e->f32), x, y,
                             (intptr_t)n, at);
}

static MlirValue overLanes(TcEmit *e, Compute *compute, MlirValue x,
                           int64_t n) {
  int64_t most = e->scaledLanes, least = 4;
  if (n > most) {
    int64_t half = n / 2;
    MlirValue low = lanesOf(e, x, x, 0, half, half);
    MlirValue high = lanesOf(e, x, x, half, n, half);
    return lanesOf(e, overLanes(e, compute, low, half),
                   overLanes(e, compute, high, half), 0, n, n);
  }
  Vector v = {e, n < least ? least : n,
              tcEmitVectorOf(n < least ? least : n, e->f32)};
  if (n == v.lanes)
    return compute(&v, x);
  MlirValue y = compute(&v, lanesOf(e, x, x, 0, n, v.lanes));
  return lanesOf(e, y, y, 0, n, n);
}

static TcLane ofLanes(TcEmit *e, Compute *compute, TcLane x) {
  if (x.wide)
    return (TcLane){.v = overLanes(e, compute, x.v, e->lanes), .wide = true};
  MlirType one = tcEmitVectorOf(1, e->f32);
  MlirValue y = overLanes(e, compute, tcLlvmBitcast(&e->b, one, x.v), 1);
  return tcLaneScalar(tcLlvmBitcast(&e->b, e->f32, y));
}

TcLane tcEmitScaledExp2(TcEmit *e, TcLane x) { return ofLanes(e, exp2Of, x); }

TcLane tcEmitScaledExp(TcEmit *e, TcLane x) { return ofLanes(e, expOf, x); }

TcLane tcEmitEstimatedReciprocal(TcEmit *e, TcLane x) {
  return ofLanes(e, reciprocalOf, x);
}
