// Quotients of a vector by one divisor, as of a row by its sum, without the
// machine's division, which takes 10 cycles of a vector of 16 f32, or 5 of 8.
//
//   r = 1 / y,  q = x r,  q + r (x - q y)
//
// is x / y correctly rounded: q is off by 1.5 units of its last place at most,
// so the exact result is off by less than 2.5 * 2^-48 before it is rounded,
// significands from 1 to 2; where x / y is nearer than that to a midpoint of
// neighbours the results are those of a division, too: test/unit/quotients.c
// tries all such pairs of significands. For 1 <= y <= 2^26 and |x| from
// 2^-99 on the quotient is not subnormal, the rest, a multiple of 2^-145, is
// exact, and nothing overflows; of 0 the rest is 0, added so that signs are
// kept. Of infinities and NaN q is the quotient. Vectors with a smaller x are
// divided.
#include "passes/lower/cpu/emit.h"
#include "passes/lower/cpu/tiles.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static MlirValue compare(TcEmit *e, TcArithCmpFPredicate p, MlirValue x,
                         MlirValue y) {
  return tcArithCmpf(&e->b, p, x, y);
}

static MlirValue isInRange(TcEmit *e, MlirValue y) {
  MlirValue low = tcEmitFloat(e, e->f32, 1),
            high = tcEmitFloat(e, e->f32, 0x1p26);
  return tcArithAndi(&e->b, compare(e, TC_ARITH_CMP_F_PREDICATE_OGE, y, low),
                     compare(e, TC_ARITH_CMP_F_PREDICATE_OLE, y, high));
}

// Whether no lane is small and not 0: twice its bits, in which the sign is
// lost, less one.
static MlirValue areLarge(TcEmit *e, MlirValue x) {
  enum { LEAST = 28 << 24 }; // of 2^-99
  TcBuilder *b = &e->b;
  MlirValue bits = tcArithBitcast(b, tcEmitVectorOf(e->lanes, e->i32), x);
  bits =
      tcArithAddi(b, tcArithAddi(b, bits, bits), tcEmitSplat(e, e->lanes, -1));
  MlirValue large = tcArithCmpi(b, TC_ARITH_CMP_I_PREDICATE_UGE, bits,
                                tcEmitSplat(e, e->lanes, LEAST - 1));
  return tcLlvmIntrVectorReduceAnd(b, e->i1, large);
}

static MlirValue byReciprocal(TcEmit *e, MlirValue x, MlirValue y,
                              MlirValue r) {
  TcBuilder *b = &e->b;
  MlirValue q = tcArithMulf(b, x, r);
  MlirValue minus = tcLlvmIntrFma(b, q, y, tcArithNegf(b, x));
  MlirValue z = tcLlvmIntrFma(b, tcArithNegf(b, minus), r, q);
  return tcArithSelect(b, compare(e, TC_ARITH_CMP_F_PREDICATE_ORD, z, z), z, q);
}

TcLane tcEmitQuotient(TcEmit *e, TcLane x, TcLane y) {
  if (!e->fma || !e->vectorBits || !x.wide || y.wide ||
      !mlirTypeIsAF32(mlirValueGetType(y.v)))
    return tcEmitBin(e, tcArithDivf, x, y);
  MlirValue one = tcEmitFloat(e, e->f32, 1);
  MlirValue r = tcEmitBroadcast(e, tcArithDivf(&e->b, one, y.v));
  MlirValue by = tcEmitBroadcast(e, y.v);
  MlirValue fits = tcArithAndi(&e->b, isInRange(e, y.v), areLarge(e, x.v));
  TcLoop loop = tcEmitIfOne(e, fits, mlirValueGetType(x.v));
  tcEmitElseOne(e, &loop, byReciprocal(e, x.v, by, r));
  MlirValue z = tcEmitIfOneEnd(e, &loop, tcArithDivf(&e->b, x.v, by));
  return (TcLane){.v = z, .wide = true};
}
