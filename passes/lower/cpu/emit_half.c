// f16 and bf16: 16 bits in memory, f32 in registers. The conversions are
// integer ops, so that no target needs a library for them, except f16 where the
// machine has an instruction.
#include "passes/lower/cpu/emit.h"
#include "passes/lower/cpu/tiles.h"

#include "lib/ir/kernel_read.h"
#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <string.h>

static TcLane lane(TcLane like, MlirValue v) {
  return (TcLane){.v = v, .wide = like.wide};
}

static TcLane cast(TcEmit *e, TcLane x, MlirType scalar) {
  return lane(x, tcArithBitcast(&e->b, tcEmitTypeOf(e, scalar, x.wide), x.v));
}

static TcLane number(TcEmit *e, int64_t value) {
  return tcLaneScalar(tcEmitInt(e, e->i32, value));
}

static TcLane op(TcEmit *e, TcEmitBinary *f, TcLane x, int64_t y) {
  return tcEmitBin(e, f, x, number(e, y));
}

static TcLane compare(TcEmit *e, TcArithCmpIPredicate how, TcLane x,
                      int64_t y) {
  TcLane n = number(e, y);
  bool wide = tcEmitUnify(e, &x, &n);
  return (TcLane){.v = tcArithCmpi(&e->b, how, x.v, n.v), .wide = wide};
}

//===- bf16 ---------------------------------------------------------------===//

enum { BRAIN_MASK = (int32_t)0xFFFF0000 };

// The value of a constant, also in all lanes; null for others.
static MlirAttribute constantOf(MlirValue v) {
  MlirOperation def = tcDefiningOp(v);
  if (tcIsA(def, "vector.broadcast"))
    def = tcDefiningOp(mlirOperationGetOperand(def, 0));
  return tcIsA(def, "arith.constant") ? tcAttrOf(def, "value") : tcNoAttr();
}

static bool isBrainMask(MlirValue v) {
  MlirAttribute value = constantOf(v);
  if (mlirAttributeIsNull(value))
    return false;
  if (mlirAttributeIsADenseElements(value))
    return mlirDenseElementsAttrIsSplat(value) &&
           mlirDenseElementsAttrGetInt32SplatValue(value) == BRAIN_MASK;
  return mlirAttributeIsAInteger(value) &&
         (int32_t)mlirIntegerAttrGetValueInt(value) == BRAIN_MASK;
}

// The bits of a number whose lower half was masked away, which is a bf16
// already. Null for others.
static MlirValue maskedBits(MlirValue x) {
  MlirOperation def = tcDefiningOp(x);
  if (!tcIsA(def, "arith.bitcast"))
    return (MlirValue){NULL};
  MlirValue bits = mlirOperationGetOperand(def, 0);
  def = tcDefiningOp(bits);
  bool masked =
      tcIsA(def, "arith.andi") && isBrainMask(mlirOperationGetOperand(def, 1));
  return masked ? bits : (MlirValue){NULL};
}

// The bits of a constant that is a bf16, and no NaN, as f32; null for others.
static MlirValue constantWord(TcEmit *e, MlirValue x) {
  MlirAttribute value = constantOf(x);
  double number;
  if (mlirAttributeIsNull(value))
    return (MlirValue){NULL};
  if (mlirAttributeIsAFloat(value))
    number = mlirFloatAttrGetValueDouble(value);
  else if (mlirAttributeIsADenseElements(value) &&
           mlirDenseElementsAttrIsSplat(value))
    number = mlirDenseElementsAttrGetFloatSplatValue(value);
  else
    return (MlirValue){NULL};
  float narrow = (float)number;
  uint32_t bits;
  memcpy(&bits, &narrow, sizeof bits);
  if (bits & 0xFFFF || number != number)
    return (MlirValue){NULL};
  MlirValue word = tcEmitInt(e, e->i32, (int32_t)bits);
  bool wide = mlirTypeIsAVector(mlirValueGetType(x));
  return wide ? tcEmitBroadcast(e, word) : word;
}

// The bits of what is rounded already: masked, or a choice of such a number and
// a constant, as rectifiers make. Null for others.
static MlirValue roundedBits(TcEmit *e, MlirValue x) {
  MlirOperation def = tcDefiningOp(x);
  if (!tcIsA(def, "arith.select"))
    return maskedBits(x);
  MlirValue of[2];
  for (int i = 0; i < 2; ++i) {
    MlirValue v = mlirOperationGetOperand(def, 1 + i);
    of[i] = maskedBits(v);
    of[i] = of[i].ptr ? of[i] : constantWord(e, v);
    if (!of[i].ptr)
      return (MlirValue){NULL};
  }
  return tcArithSelect(&e->b, mlirOperationGetOperand(def, 0), of[0], of[1]);
}

// Of AVX-512 with products of pairs of words: the bits and 0x7FFF and the bit
// that a tie goes by, in one product of pairs; a NaN is then put back, quiet.
// Three operations in place of six. (The machine's own conversion to bf16 takes
// denormals for 0.)
static MlirValue roundWords(TcEmit *e, MlirValue x) {
  enum {
    WORDS = 16,
    TIE = 1 << 16,
    PAIR = TIE | 0x7FFF,
    QUIET = 0x22, // of the numbers that are QNaN and SNaN: the NaN, quiet
    ROUNDING = 4, // as the machine is set
  };
  MlirType words = tcEmitVectorOf(WORDS, e->i32),
           floats = tcEmitVectorOf(WORDS, e->f32),
           halves = tcEmitVectorOf(2 * WORDS, mlirIntegerTypeGet(e->ctx, 16));
  MlirValue bits = tcLlvmBitcast(&e->b, words, x);
  MlirValue odd = tcArithAndi(&e->b, bits, tcEmitSplat(e, WORDS, TIE));
  odd = tcArithOri(&e->b, odd, tcEmitSplat(e, WORDS, 1));
  MlirValue pairs[] = {
      bits, tcLlvmBitcast(&e->b, halves, odd),
      tcLlvmBitcast(&e->b, halves, tcEmitSplat(e, WORDS, PAIR))};
  MlirValue up =
      tcEmitIntrinsic(e, "llvm.x86.avx512.vpdpwssd.512", words, 3, pairs);
  MlirValue fix[] = {tcLlvmBitcast(&e->b, floats, up),
                     x,
                     tcEmitSplat(e, WORDS, QUIET),
                     tcEmitInt(e, e->i32, 0),
                     tcEmitInt(e, mlirIntegerTypeGet(e->ctx, 16), -1),
                     tcEmitInt(e, e->i32, ROUNDING)};
  up = tcEmitIntrinsic(e, "llvm.x86.avx512.mask.fixupimm.ps.512", floats, 6,
                       fix);
  return tcLlvmBitcast(&e->b, words, up);
}

// Lanes low..high of a vector, or of two, one behind the other.
static MlirValue lanesOf(TcEmit *e, MlirValue x, MlirValue y, MlirType element,
                         int64_t low, int64_t high) {
  enum { MOST = 128 };
  int32_t at[MOST];
  for (int64_t i = low; i < high; ++i)
    at[i - low] = (int32_t)i;
  return tcLlvmShufflevector(&e->b, tcEmitVectorOf(high - low, element), x, y,
                             (intptr_t)(high - low), at);
}

// The same of n lanes, a power of two of vectors.
static MlirValue roundLanes(TcEmit *e, MlirValue x, int64_t n) {
  enum { WORDS = 16 };
  if (n == WORDS)
    return roundWords(e, x);
  MlirValue low = roundLanes(e, lanesOf(e, x, x, e->f32, 0, n / 2), n / 2);
  MlirValue high = roundLanes(e, lanesOf(e, x, x, e->f32, n / 2, n), n / 2);
  return lanesOf(e, low, high, e->i32, 0, n);
}

static bool roundsInWords(const TcEmit *e, TcLane x) {
  int64_t n = e->lanes;
  return e->pairsWords && x.wide && (n == 16 || n == 32 || n == 64);
}

// The bits of the nearest bf16, ties to even, in the upper half of an i32.
static TcLane roundBrain(TcEmit *e, TcLane x) {
  MlirValue rounded = roundedBits(e, x.v);
  if (rounded.ptr)
    return lane(x, rounded);
  if (roundsInWords(e, x))
    return op(e, tcArithAndi, lane(x, roundLanes(e, x.v, e->lanes)),
              BRAIN_MASK);
  TcLane bits = cast(e, x, e->i32);
  TcLane nan = {.wide = x.wide};
  nan.v = tcArithCmpf(&e->b, TC_ARITH_CMP_F_PREDICATE_UNO, x.v, x.v);
  TcLane odd = op(e, tcArithAndi, op(e, tcArithShrui, bits, 16), 1);
  TcLane up = op(e, tcArithAddi, tcEmitBin(e, tcArithAddi, bits, odd), 0x7FFF);
  TcLane quiet = op(e, tcArithOri, bits, 0x400000);
  return op(e, tcArithAndi, tcEmitSelect(e, nan, quiet, up), BRAIN_MASK);
}

//===- f16 ----------------------------------------------------------------===//

enum {
  F32_INF = 255 << 23,
  F16_TOO_LARGE = (127 + 16) << 23,
  F16_NORMAL = 113 << 23, // the least normal f16, as f32
  F16_DENORMAL = ((127 - 15) + (23 - 10) + 1) << 23,
  F16_BIAS = (127 - 15) << 23,
};

// What is added moves the bits of a denormal f16 to the end, rounded.
static TcLane denormalHalf(TcEmit *e, TcLane size) {
  TcLane magic = cast(e, number(e, F16_DENORMAL), e->f32);
  TcLane sum = tcEmitBin(e, tcArithAddf, cast(e, size, e->f32), magic);
  return op(e, tcArithSubi, cast(e, sum, e->i32), F16_DENORMAL);
}

static TcLane normalHalf(TcEmit *e, TcLane size) {
  TcLane odd = op(e, tcArithAndi, op(e, tcArithShrui, size, 13), 1);
  TcLane up = op(e, tcArithAddi, size, 0xFFF - F16_BIAS);
  return op(e, tcArithShrui, tcEmitBin(e, tcArithAddi, up, odd), 13);
}

static TcLane halfBits(TcEmit *e, TcLane x) {
  TcLane bits = cast(e, x, e->i32);
  TcLane size = op(e, tcArithAndi, bits, 0x7FFFFFFF);
  TcLane sign = op(e, tcArithAndi, op(e, tcArithShrui, bits, 16), 0x8000);
  TcLane nan = compare(e, TC_ARITH_CMP_I_PREDICATE_SGT, size, F32_INF);
  TcLane large = compare(e, TC_ARITH_CMP_I_PREDICATE_SGE, size, F16_TOO_LARGE);
  TcLane small = compare(e, TC_ARITH_CMP_I_PREDICATE_SLT, size, F16_NORMAL);
  TcLane y = tcEmitSelect(e, small, denormalHalf(e, size), normalHalf(e, size));
  y = tcEmitSelect(e, large, number(e, 0x7C00), y);
  y = tcEmitSelect(e, nan, number(e, 0x7E00), y);
  return tcEmitBin(e, tcArithOri, y, sign);
}

static TcLane halfToFloat(TcEmit *e, TcLane bits) {
  TcLane size = op(e, tcArithShli, op(e, tcArithAndi, bits, 0x7FFF), 13);
  TcLane sign = op(e, tcArithShli, op(e, tcArithAndi, bits, 0x8000), 16);
  TcLane small = compare(e, TC_ARITH_CMP_I_PREDICATE_ULT, size, 1 << 23);
  TcLane special = compare(e, TC_ARITH_CMP_I_PREDICATE_UGE, size, 0x7C00 << 13);
  TcLane y = op(e, tcArithAddi, size, F16_BIAS);
  TcLane far = op(e, tcArithAddi, y, (128 - 16) << 23);
  TcLane low = cast(e, op(e, tcArithAddi, y, 1 << 23), e->f32);
  TcLane magic = cast(e, number(e, F16_NORMAL), e->f32);
  low = cast(e, tcEmitBin(e, tcArithSubf, low, magic), e->i32);
  y = tcEmitSelect(e, special, far, tcEmitSelect(e, small, low, y));
  return cast(e, tcEmitBin(e, tcArithOri, y, sign), e->f32);
}

//===- Both ---------------------------------------------------------------===//

static bool isNative(const TcEmit *e, MlirType element) {
  return mlirTypeIsAF16(element) && e->hasF16;
}

// Widening a bf16 is a shift, which no instruction is better than.
static bool roundsNatively(const TcEmit *e, MlirType element) {
  return mlirTypeIsAF16(element) ? e->hasF16 : e->hasBf16;
}

static MlirType shortType(TcEmit *e, TcLane x) {
  return tcEmitTypeOf(e, mlirIntegerTypeGet(e->ctx, 16), x.wide);
}

// What the last of these ops, each of which makes the first operand of the one
// before, is of, if the first one makes x; else null.
static MlirValue behind(MlirValue x, const char *const *ops) {
  for (; *ops; ++ops) {
    MlirOperation def = tcDefiningOp(x);
    if (!tcIsA(def, *ops))
      return (MlirValue){NULL};
    x = mlirOperationGetOperand(def, 0);
  }
  return x;
}

// The bits of a bf16 that was widened, alone or as words of two; null for
// others.
static MlirValue widenedBits(MlirValue x) {
  static const char *const alone[] = {"arith.bitcast", "arith.shli",
                                      "arith.extui", NULL};
  static const char *const words[] = {"arith.bitcast", "llvm.shufflevector",
                                      "arith.shli", "llvm.bitcast", NULL};
  MlirValue pairs = behind(x, words);
  x = pairs.ptr ? pairs : behind(x, alone);
  if (!x.ptr)
    return x;
  MlirType type = mlirValueGetType(x);
  if (mlirTypeIsAVector(type))
    type = mlirShapedTypeGetElementType(type);
  return mlirIntegerTypeGetWidth(type) == 16 ? x : (MlirValue){NULL};
}

// The bits of a constant that is a bf16, and no NaN; null for others.
static MlirValue constantBits(TcEmit *e, MlirValue x) {
  MlirOperation def = tcDefiningOp(x);
  if (!tcIsA(def, "arith.constant") ||
      !mlirAttributeIsAFloat(tcAttrOf(def, "value")))
    return (MlirValue){NULL};
  MlirAttribute value = tcAttrOf(def, "value");
  float number = (float)mlirFloatAttrGetValueDouble(value);
  uint32_t bits;
  memcpy(&bits, &number, sizeof bits);
  if (bits & 0xFFFF || number != number)
    return (MlirValue){NULL};
  return tcEmitInt(e, mlirIntegerTypeGet(e->ctx, 16), bits >> 16);
}

// The bits of what is a bf16 already: one that was widened, or that or a
// constant. Null for others.
static MlirValue exactBits(TcEmit *e, MlirValue x) {
  if (mlirValueIsABlockArgument(x))
    return (MlirValue){NULL};
  MlirValue bits = widenedBits(x);
  MlirOperation def = tcDefiningOp(x);
  if (bits.ptr || !tcIsA(def, "arith.select"))
    return bits;
  bits = exactBits(e, mlirOperationGetOperand(def, 1));
  MlirValue fill = constantBits(e, mlirOperationGetOperand(def, 2));
  return bits.ptr && fill.ptr
             ? tcArithSelect(&e->b, mlirOperationGetOperand(def, 0), bits, fill)
             : (MlirValue){NULL};
}

// The upper halves of words: of two vectors at once, which are one vector then.
static TcLane upperHalves(TcEmit *e, TcLane bits) {
  enum { MOST = 128 };
  int64_t n = e->lanes;
  int32_t odd[MOST];
  MlirType i16 = mlirIntegerTypeGet(e->ctx, 16);
  if (!e->pairsHalves || !bits.wide || n % 32 || n > MOST)
    return lane(bits, tcArithTrunci(&e->b, shortType(e, bits),
                                    op(e, tcArithShrui, bits, 16).v));
  for (int64_t i = 0; i < n; ++i)
    odd[i] = (int32_t)(2 * i + 1);
  int64_t all = 2 * n;
  MlirValue halves =
      tcLlvmBitcast(&e->b, mlirVectorTypeGet(1, &all, i16), bits.v);
  return lane(bits, tcLlvmShufflevector(&e->b, shortType(e, bits), halves,
                                        halves, (intptr_t)n, odd));
}

TcLane tcEmitHalfBits(TcEmit *e, TcLane x, MlirType element) {
  MlirValue exact =
      mlirTypeIsABF16(element) ? exactBits(e, x.v) : (MlirValue){NULL};
  if (exact.ptr)
    return lane(x, exact);
  if (roundsNatively(e, element)) {
    MlirType type = tcEmitTypeOf(e, element, x.wide);
    TcLane half = lane(x, tcArithTruncf(&e->b, type, x.v));
    return lane(x, tcArithBitcast(&e->b, shortType(e, x), half.v));
  }
  if (mlirTypeIsABF16(element))
    return upperHalves(e, roundBrain(e, x));
  return lane(x, tcArithTrunci(&e->b, shortType(e, x), halfBits(e, x).v));
}

// bf16 of even lanes are lower halves of words, which are shifted, odd ones
// upper halves, whose words need but a mask: no half is taken out of its word
// first.
static TcLane widenWords(TcEmit *e, TcLane bits) {
  enum { MOST = 16 };
  int32_t order[MOST];
  int64_t n = e->lanes;
  for (int64_t i = 0; i < n; ++i)
    order[i] = (int32_t)(i / 2 + i % 2 * (n / 2));
  int64_t half = n / 2;
  MlirType type = mlirVectorTypeGet(1, &half, e->i32);
  MlirValue words = tcLlvmBitcast(&e->b, type, bits.v);
  MlirValue low = tcArithShli(&e->b, words, tcEmitSplat(e, n / 2, 16));
  MlirValue high = tcArithAndi(&e->b, words, tcEmitSplat(e, n / 2, BRAIN_MASK));
  MlirType all = tcEmitTypeOf(e, e->i32, true);
  MlirValue both =
      tcLlvmShufflevector(&e->b, all, low, high, (intptr_t)n, order);
  return cast(e, lane(bits, both), e->f32);
}

static bool isOfWords(const TcEmit *e, TcLane bits, MlirType element) {
  return e->splitsWords && bits.wide && mlirTypeIsABF16(element) &&
         e->lanes % 2 == 0 && e->lanes <= 16;
}

TcLane tcEmitHalfToFloat(TcEmit *e, TcLane bits, MlirType element) {
  MlirType f32 = tcEmitTypeOf(e, e->f32, bits.wide);
  if (isNative(e, element))
    return lane(bits, tcArithExtf(&e->b, f32, cast(e, bits, element).v));
  if (isOfWords(e, bits, element))
    return widenWords(e, bits);
  MlirType i32 = tcEmitTypeOf(e, e->i32, bits.wide);
  TcLane x = lane(bits, tcArithExtui(&e->b, i32, bits.v));
  if (mlirTypeIsAF16(element))
    return halfToFloat(e, x);
  return cast(e, op(e, tcArithShli, x, 16), e->f32);
}

TcLane tcEmitRound(TcEmit *e, TcLane x, MlirType element) {
  if (!tcTypeIsHalf(element))
    return x;
  if (!roundsNatively(e, element) && !mlirTypeIsAF16(element))
    return exactBits(e, x.v).ptr ? x : cast(e, roundBrain(e, x), e->f32);
  return tcEmitHalfToFloat(e, tcEmitHalfBits(e, x, element), element);
}

TcLane tcEmitAsStored(TcEmit *e, TcLane x, MlirType element) {
  return tcTypeIsHalf(element)
             ? tcEmitHalfToFloat(e, tcEmitHalfBits(e, x, element), element)
             : x;
}
