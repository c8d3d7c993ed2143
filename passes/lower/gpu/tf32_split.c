// Factors of f32 on units of TF32: rounded, where the contraction permits that,
// or split into two numbers of TF32 each, x / 2 = h + l, of which three
// products are added up: h h' + (h l' + l h') is x x' / 4 within 10 * 2^-24 of
// it (docs/numerics.md). Halves, since the nearest number of TF32 must not be
// infinite where x is finite.
//
// Parts are rounded by operations on bits, which take an eighth of the time of
// cvt.rna.tf32. The lower part of a streamed factor, which each warp splits
// anew, is not rounded: the unit cuts it off.
#include "passes/lower/gpu/emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

// The nearest number of TF32, ties away from 0. Infinities stay, and so do NaN,
// of which 0x7FFFFFFF, the one that the machine computes, would else become -0.
static MlirValue nearest(TcEmit *e, MlirValue bits) {
  enum { HALF = 0x1000, ALL = 0x7FFFFFFF, LAST = 0x1FFF };
  bits = tcArithMinsi(&e->b, bits, tcEmitInt(e, e->i32, ALL - HALF));
  bits = tcArithAddi(&e->b, bits, tcEmitInt(e, e->i32, HALF));
  return tcArithAndi(&e->b, bits, tcEmitInt(e, e->i32, ~LAST));
}

static void split(TcEmit *e, MlirValue bits, bool isStreamed, MlirValue *high,
                  MlirValue *low) {
  MlirValue x = tcLlvmBitcast(&e->b, e->f32, bits);
  x = tcArithMulf(&e->b, x, tcEmitFloat(e, e->f32, 0.5));
  *high = nearest(e, tcLlvmBitcast(&e->b, e->i32, x));
  x = tcArithSubf(&e->b, x, tcLlvmBitcast(&e->b, e->f32, *high));
  *low = tcLlvmBitcast(&e->b, e->i32, x);
  if (!isStreamed)
    *low = nearest(e, *low);
}

// Without the halves, for sums that are repaired where they are not finite
// (unit_split.c): of what is not, or rounds to an infinite number, the lower
// part is not finite either, nor is a product with it.
static void cut(TcEmit *e, MlirValue bits, MlirValue *high, MlirValue *low) {
  enum { HALF = 0x1000, LAST = 0x1FFF };
  MlirValue sum = tcArithAddi(&e->b, bits, tcEmitInt(e, e->i32, HALF));
  *high = tcArithAndi(&e->b, sum, tcEmitInt(e, e->i32, ~LAST));
  MlirValue rest = tcArithSubf(&e->b, tcLlvmBitcast(&e->b, e->f32, bits),
                               tcLlvmBitcast(&e->b, e->f32, *high));
  *low = tcLlvmBitcast(&e->b, e->i32, rest);
}

TcGpuFactors tcGpuCutFactors(TcEmit *e, bool isRound, const MlirValue bits[4]) {
  TcGpuFactors f = {0};
  for (int i = 0; i < 4; ++i)
    if (isRound)
      f.high[i] = bits[i];
    else
      cut(e, bits[i], &f.high[i], &f.low[i]);
  return f;
}

TcGpuFactors tcGpuFactorsOf(TcEmit *e, const TcUnit *unit, bool isRound,
                            bool isStreamed, const MlirValue bits[4]) {
  TcGpuFactors f;
  for (int i = 0; i < 4; ++i) {
    f.high[i] = bits[i];
    if (unit->slices)
      split(e, bits[i], isStreamed, &f.high[i], &f.low[i]);
    else if (tcUnitRoundsTf32(unit) && !isRound)
      f.high[i] = tcNvvmToTf32(e, bits[i]);
  }
  return f;
}

// Of an infinite factor the lower part is NaN: then the higher one has the sum.
TcLane tcGpuUnsplit(TcEmit *e, TcLane high, TcLane low) {
  MlirValue sum = tcArithAddf(&e->b, high.v, low.v);
  MlirValue isNan = tcArithCmpf(&e->b, TC_ARITH_CMP_F_PREDICATE_UNO, sum, sum);
  sum = tcArithSelect(&e->b, isNan, high.v, sum);
  return tcLaneScalar(tcArithMulf(&e->b, sum, tcEmitFloat(e, e->f32, 4)));
}
