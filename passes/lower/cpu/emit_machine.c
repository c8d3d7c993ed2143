// Expands fused multiply-add and rounding to integers for machines without an
// instruction for them.
#include "passes/lower/cpu/emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinTypes.h"

static bool isWide(MlirValue x) {
  return mlirTypeIsAVector(mlirValueGetType(x));
}

static bool isDouble(MlirValue x) {
  MlirType type = mlirValueGetType(x);
  return mlirTypeIsAF64(isWide(x) ? mlirShapedTypeGetElementType(type) : type);
}

//===- Fused multiply-add -------------------------------------------------===//

// In f64 the product of two f32 is exact.
static MlirValue fmaBySize(TcEmit *e, MlirValue x, MlirValue y, MlirValue z,
                           MlirType f64) {
  TcBuilder *b = &e->b;
  MlirValue p = tcArithMulf(b, tcArithExtf(b, f64, x), tcArithExtf(b, f64, y));
  MlirValue sum = tcArithAddf(b, p, tcArithExtf(b, f64, z));
  return tcArithTruncf(b, mlirValueGetType(x), sum);
}

// The upper half of the significand.
static MlirValue upperHalf(TcEmit *e, MlirValue x) {
  TcBuilder *b = &e->b;
  MlirValue mask = tcEmitI64(e, ~0x7FFFFFFLL);
  bool wide = mlirTypeIsAVector(mlirValueGetType(x));
  if (wide)
    mask = tcEmitBroadcast(e, mask);
  MlirType i64 = tcEmitTypeOf(e, e->i64, wide);
  MlirValue bits = tcArithAndi(b, tcArithBitcast(b, i64, x), mask);
  return tcArithBitcast(b, mlirValueGetType(x), bits);
}

// The product and the sum with their exact rounding errors (Dekker, Knuth).
static MlirValue fmaByParts(TcEmit *e, MlirValue x, MlirValue y, MlirValue z) {
  TcBuilder *b = &e->b;
  MlirValue p = tcArithMulf(b, x, y), sum = tcArithAddf(b, p, z);
  MlirValue xh = upperHalf(e, x), xl = tcArithSubf(b, x, xh);
  MlirValue yh = upperHalf(e, y), yl = tcArithSubf(b, y, yh);
  MlirValue low = tcArithSubf(b, tcArithMulf(b, xh, yh), p);
  low = tcArithAddf(b, low, tcArithMulf(b, xh, yl));
  low = tcArithAddf(b, low, tcArithMulf(b, xl, yh));
  low = tcArithAddf(b, low, tcArithMulf(b, xl, yl));
  MlirValue zs = tcArithSubf(b, sum, p);
  MlirValue lost = tcArithAddf(b, tcArithSubf(b, p, tcArithSubf(b, sum, zs)),
                               tcArithSubf(b, z, zs));
  MlirValue exact = tcArithAddf(b, sum, tcArithAddf(b, low, lost));
  // For infinities and NaN the parts are meaningless.
  MlirValue rest = tcArithSubf(b, exact, exact);
  MlirValue finite = tcArithCmpf(b, TC_ARITH_CMP_F_PREDICATE_ORD, rest, rest);
  return tcArithSelect(b, finite, exact, sum);
}

MlirValue tcEmitFma(TcEmit *e, MlirValue x, MlirValue y, MlirValue z) {
  if (e->fma)
    return tcLlvmIntrFma(&e->b, x, y, z);
  return isDouble(x)
             ? fmaByParts(e, x, y, z)
             : fmaBySize(e, x, y, z, tcEmitTypeOf(e, e->f64, isWide(x)));
}

//===- Whole numbers ------------------------------------------------------===//

static MlirValue number(TcEmit *e, MlirValue like, double value) {
  MlirType scalar = isDouble(like) ? e->f64 : e->f32;
  MlirValue v = tcEmitFloat(e, scalar, value);
  return isWide(like) ? tcEmitBroadcast(e, v) : v;
}

// The number from which on all numbers are integers. Adding it rounds, ties to
// even.
static MlirValue nearest(TcEmit *e, MlirValue size) {
  TcBuilder *b = &e->b;
  MlirValue large = number(e, size, isDouble(size) ? 0x1p52 : 0x1p23);
  MlirValue small = tcArithCmpf(b, TC_ARITH_CMP_F_PREDICATE_OLT, size, large);
  MlirValue y = tcArithSubf(b, tcArithAddf(b, size, large), large);
  return tcArithSelect(b, small, y, size);
}

// Moves `y`, near `x`, by one if it is on the wrong side.
static MlirValue correct(TcEmit *e, MlirValue x, MlirValue y, bool down) {
  TcBuilder *b = &e->b;
  MlirValue wrong = tcArithCmpf(
      b, down ? TC_ARITH_CMP_F_PREDICATE_OGT : TC_ARITH_CMP_F_PREDICATE_OLT, y,
      x);
  MlirValue moved = tcArithAddf(b, y, number(e, x, down ? -1 : 1));
  return tcArithSelect(b, wrong, moved, y);
}

static MlirValue wholeByParts(TcEmit *e, int kind, MlirValue x) {
  TcBuilder *b = &e->b;
  MlirValue size = tcLlvmIntrFabs(b, x), near = nearest(e, size);
  if (kind == TC_PRIM_TRUNC)
    near = correct(e, size, near, true);
  MlirValue y = tcLlvmIntrCopysign(b, near, x);
  if (kind == TC_PRIM_FLOOR || kind == TC_PRIM_CEIL)
    y = tcLlvmIntrCopysign(b, correct(e, x, y, kind == TC_PRIM_FLOOR), x);
  return y;
}

MlirValue tcEmitWhole(TcEmit *e, int kind, MlirValue x) {
  TcBuilder *b = &e->b;
  switch (kind) {
  case TC_PRIM_FLOOR:
    return e->hasRound ? tcLlvmIntrFloor(b, x) : wholeByParts(e, kind, x);
  case TC_PRIM_CEIL:
    return e->hasRound ? tcLlvmIntrCeil(b, x) : wholeByParts(e, kind, x);
  case TC_PRIM_TRUNC:
    return e->hasRound ? tcLlvmIntrTrunc(b, x) : wholeByParts(e, kind, x);
  case TC_PRIM_ROUND:
    return e->hasRound ? tcLlvmIntrRoundeven(b, x) : wholeByParts(e, kind, x);
  default:
    return (MlirValue){NULL};
  }
}

//===- Intrinsics ---------------------------------------------------------===//

MlirValue tcEmitIntrinsic(TcEmit *e, const char *name, MlirType type,
                          intptr_t n, const MlirValue *operands) {
  MlirAttribute no = tcNoAttr();
  MlirOperation call = tcLlvmCallIntrinsicCreate(
      &e->b, type, tcStr(name), n, operands, no, 0, NULL, 0, NULL, no, no, no);
  return mlirOperationGetResult(call, 0);
}

TcLane tcEmitIntrinsicOfLanes(TcEmit *e, const char *name, TcLane x) {
  if (!x.wide)
    return tcLaneScalar(tcEmitIntrinsic(e, name, e->f32, 1, &x.v));
  MlirValue out = x.v;
  for (int64_t i = 0; i < e->lanes; ++i) {
    MlirValue at = tcEmitI64(e, i), y = tcLlvmExtractelement(&e->b, x.v, at);
    y = tcEmitIntrinsic(e, name, e->f32, 1, &y);
    out = tcLlvmInsertelement(&e->b, out, y, at);
  }
  return (TcLane){.v = out, .wide = true};
}

MlirAttribute tcEmitAlign(TcEmit *e, int64_t bytes) {
  return tcAttrI64(e->ctx, bytes);
}
