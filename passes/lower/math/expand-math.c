// prim-expand-math: expands mathematical prims on scalars, in the bodies of
// loop stages, into simpler prims, for any target: kernels call no library. f16
// and bf16 are computed in f32. Prims on tensors stay.
#include "passes/lower/math/math.h"

#include "ir/pass.h"
#include "passes/fuse/kernel_edit.h"
#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinAttributes.h"

TcMath tcMathIn(const TcMath *m, bool is64) {
  MlirContext ctx = m->b.ctx;
  TcMath other = *m;
  other.is64 = is64;
  other.f = is64 ? mlirF64TypeGet(ctx) : mlirF32TypeGet(ctx);
  other.i = mlirIntegerTypeGet(ctx, is64 ? 64 : 32);
  return other;
}

static MlirType elementOf(MlirType type) {
  return mlirTypeIsAComplex(type) ? mlirComplexTypeGetElementType(type) : type;
}

// At `op`, in the type in which operands of `type` are computed.
static TcMath mathAt(MlirOperation op, MlirType type) {
  TcMath m = {.b = tcBuilderBefore(op)};
  m.i1 = mlirIntegerTypeGet(m.b.ctx, 1);
  return tcMathIn(&m, mlirTypeIsAF64(elementOf(type)));
}

//===- Real ---------------------------------------------------------------===//

static TcMathUnary *realUnary(TcPrimOpKind kind) {
  switch (kind) {
  case TC_PRIM_EXP:
    return tcExpandExp;
  case TC_PRIM_EXP2:
    return tcExpandExp2;
  case TC_PRIM_EXPM1:
    return tcExpandExpm1;
  case TC_PRIM_LOG:
    return tcExpandLog;
  case TC_PRIM_LOG2:
    return tcExpandLog2;
  case TC_PRIM_LOG1P:
    return tcExpandLog1p;
  case TC_PRIM_SIN:
    return tcExpandSin;
  case TC_PRIM_COS:
    return tcExpandCos;
  case TC_PRIM_TANH:
    return tcExpandTanh;
  case TC_PRIM_ERF:
    return tcExpandErf;
  case TC_PRIM_ROUND_TF32:
    return tcExpandRoundTf32;
  default:
    return NULL;
  }
}

typedef V TcMathBinary(TcMath *m, V x, V y);

static TcMathBinary *realBinary(TcPrimOpKind kind) {
  switch (kind) {
  case TC_PRIM_POW:
    return tcExpandPow;
  case TC_PRIM_ATAN2:
    return tcExpandAtan2;
  case TC_PRIM_REMAINDER:
    return tcMathRemainder;
  default:
    return NULL;
  }
}

static V operand(TcMath *m, MlirOperation op, intptr_t i) {
  V x = mlirOperationGetOperand(op, i);
  return mlirTypeEqual(mlirValueGetType(x), m->f) ? x : mConvert(m, x, m->f);
}

// Whether an error relative to 1 is enough.
static bool isAbsolute(MlirOperation op) {
  return !mlirAttributeIsNull(
      mlirOperationGetDiscardableAttributeByName(op, tcStr("tc.absolute")));
}

// Functions that may be off by 2^-21 where they are only added to 1.
static TcMathUnary *besideOne(TcPrimOpKind kind, TcMathMachine machine) {
  return kind == TC_PRIM_ERF               ? tcExpandErfBesideOne
         : kind == TC_PRIM_TANH && machine ? tcExpandTanhBesideOne
                                           : NULL;
}

static V expandReal(MlirOperation op, MlirType type, TcMathMachine machine) {
  TcPrimOpKind kind = tcPrimOpKind(op);
  TcMath m = mathAt(op, type);
  m.machine = m.is64 ? TC_MATH_ALONE : machine;
  TcMathUnary *unary = realUnary(kind);
  if (!m.is64 && isAbsolute(op) && besideOne(kind, m.machine))
    unary = besideOne(kind, m.machine);
  TcMathBinary *binary = realBinary(kind);
  V y = {NULL};
  if (unary)
    y = unary(&m, operand(&m, op, 0));
  else if (binary)
    y = binary(&m, operand(&m, op, 0), operand(&m, op, 1));
  if (y.ptr && !mlirTypeEqual(m.f, type))
    y = mConvert(&m, y, type);
  return y;
}

//===- Complex ------------------------------------------------------------===//

static TcMathComplexUnary *complexUnary(TcPrimOpKind kind) {
  switch (kind) {
  case TC_PRIM_EXP:
    return tcMathComplexExp;
  case TC_PRIM_LOG:
    return tcMathComplexLog;
  case TC_PRIM_SQRT:
    return tcMathComplexSqrt;
  case TC_PRIM_TANH:
    return tcMathComplexTanh;
  case TC_PRIM_RECIPROCAL:
    return tcMathComplexReciprocal;
  default:
    return NULL;
  }
}

static TcMathC parts(TcMath *m, MlirOperation op, intptr_t i) {
  V z = mlirOperationGetOperand(op, i);
  return (TcMathC){tcPrimReal(&m->b, z), tcPrimImag(&m->b, z)};
}

static V expandComplex(MlirOperation op, MlirType type) {
  TcPrimOpKind kind = tcPrimOpKind(op);
  TcMath m = mathAt(op, type);
  TcMathComplexUnary *unary = complexUnary(kind);
  V none = {NULL};
  if (kind == TC_PRIM_ABS)
    return tcMathComplexAbs(&m, parts(&m, op, 0));
  if (!unary && kind != TC_PRIM_DIV)
    return none;
  TcMathC y = unary ? unary(&m, parts(&m, op, 0))
                    : tcMathComplexDiv(&m, parts(&m, op, 0), parts(&m, op, 1));
  return tcPrimComplex(&m.b, y.re, y.im);
}

//===- The pass -----------------------------------------------------------===//

static V expandPhilox(MlirOperation op) {
  TcMath m = mathAt(op, mlirF64TypeGet(mlirOperationGetContext(op)));
  V bits = tcMathPhilox(&m, mlirOperationGetOperand(op, 0),
                        mlirOperationGetOperand(op, 1));
  return mConvert(&m, bits, mlirIntegerTypeGet(m.b.ctx, 32));
}

// Whether e^x may be 2^(x log2 e) by the machine's 2^x: within 2^-22 of the
// result, and 2^-24 times its exponent.
static bool isMachines(MlirOperation op) {
  return isAbsolute(op) &&
         mlirTypeIsAF32(mlirValueGetType(mlirOperationGetOperand(op, 0)));
}

static const double log2e = 1.4426950408889634;

static MlirOperation definingOp(V v) {
  return mlirValueIsABlockArgument(v) ? (MlirOperation){NULL}
                                      : mlirOpResultGetOwner(v);
}

// NaN: it is no constant float.
static double constantOf(V v) {
  MlirOperation op = definingOp(v);
  if (mlirOperationIsNull(op) || tcPrimOpKind(op) != TC_PRIM_CONSTANT ||
      !mlirAttributeIsAFloat(tcPrimConstantGetValue(op)))
    return NAN;
  return mlirFloatAttrGetValueDouble(tcPrimConstantGetValue(op));
}

// A constant from 0 to 1 / log2 e by which the op multiplies `x`; else 0.
static double smallFactor(V v, V *x) {
  MlirOperation op = definingOp(v);
  if (mlirOperationIsNull(op) || tcPrimOpKind(op) != TC_PRIM_MUL)
    return 0;
  for (intptr_t i = 0; i < 2; ++i) {
    double c = constantOf(mlirOperationGetOperand(op, i));
    *x = mlirOperationGetOperand(op, 1 - i);
    if (!isnan(c))
      return c > 0 && c * log2e <= 1 ? c : 0;
  }
  return 0;
}

// e^(c (x - h)) as 2^(k x - k h), k = c log2 e: one operation beside k h, whose
// rounding, 2^-25 of it, is the same for all x. Where k h is 2^24 and more, so
// that exponents are not known to 1 any more, k is the power of two below: both
// products are exact, 1 results where x is h, and nothing overflows that does
// not in the difference. Null: the exponent is no such product.
static V fusedExponent(TcMath *m, V exponent) {
  V d;
  double c = smallFactor(exponent, &d);
  MlirOperation op = definingOp(c != 0 ? d : exponent);
  if (c == 0 || mlirOperationIsNull(op) || tcPrimOpKind(op) != TC_PRIM_SUB)
    return (V){NULL};
  int e;
  frexp(c * log2e, &e);
  V x = tcPrimSubGetSelf(op), h = tcPrimSubGetOther(op);
  V k = mF(m, c * log2e), kh = mMul(m, h, k);
  V large = tcPrimGe(&m->b, tcPrimAbs(&m->b, kh), mF(m, 0x1p24));
  k = tcPrimWhere(&m->b, large, mF(m, ldexp(0.5, e)), k);
  return mFma(m, x, k, mNeg(m, mMul(m, h, k)));
}

// log2 e (v - h), where v is a product by a constant that then needs no
// rounding of its own, or a selection of such a product or a constant (a mask):
// one FMA beside h log2 e, which is rounded, and one for many v. Null: it is
// neither.
static V fusedDifference(TcMath *m, V v, V h) {
  V x;
  MlirOperation op = definingOp(v);
  double c = smallFactor(v, &x);
  if (c != 0)
    return mFma(m, x, mF(m, c * log2e), mNeg(m, mMul(m, h, mF(m, log2e))));
  if (mlirOperationIsNull(op) || tcPrimOpKind(op) != TC_PRIM_WHERE)
    return (V){NULL};
  double other = constantOf(mlirOperationGetOperand(op, 2));
  if (isnan(other) || smallFactor(mlirOperationGetOperand(op, 1), &x) == 0)
    return (V){NULL};
  V d = fusedDifference(m, mlirOperationGetOperand(op, 1), h);
  // A finite constant may be so large that only the difference is finite, too.
  V k = mF(m, log2e), by = mF(m, other);
  V none = isinf(other) ? tcPrimSub(&m->b, by, mMul(m, h, k))
                        : mMul(m, tcPrimSub(&m->b, by, h), k);
  return tcPrimWhere(&m->b, mlirOperationGetOperand(op, 0), d, none);
}

// The op of whose block v is an argument; null for other values.
static MlirOperation blockOf(V v) {
  return mlirValueIsABlockArgument(v)
             ? mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(v))
             : tcNoOp();
}

// Whether h is read from an argument of the kernel, or is but for one case (a
// `where`): a log-sum-exp that a launch before has made. Beside a maximum of
// the kernel's own the greatest term has to be 1, so there the difference is
// exact.
static bool isKept(V h) {
  MlirOperation op = definingOp(h);
  if (!mlirOperationIsNull(op) && tcPrimOpKind(op) == TC_PRIM_WHERE)
    h = tcPrimWhereGetOther(op);
  MlirOperation stage = blockOf(h);
  if (tcLoopOpKind(stage) == TC_LOOP_NONE ||
      mlirBlockArgumentGetArgNumber(h) >= tcNumInputs(stage))
    return false;
  return tcIsA(blockOf(tcInput(stage, mlirBlockArgumentGetArgNumber(h))),
               "loop.kernel");
}

// e^(v - h) as 2^(log2 e (v - h)), by the difference above. Null: it is none.
static V fusedScores(TcMath *m, V exponent) {
  MlirOperation op = definingOp(exponent);
  if (mlirOperationIsNull(op) || tcPrimOpKind(op) != TC_PRIM_SUB ||
      !isKept(tcPrimSubGetOther(op)))
    return (V){NULL};
  return fusedDifference(m, tcPrimSubGetSelf(op), tcPrimSubGetOther(op));
}

static V machineExp(MlirOperation op) {
  TcMath m = mathAt(op, mlirValueGetType(mlirOperationGetOperand(op, 0)));
  V x = fusedExponent(&m, mlirOperationGetOperand(op, 0));
  if (!x.ptr)
    x = fusedScores(&m, mlirOperationGetOperand(op, 0));
  if (!x.ptr)
    x = mMul(&m, operand(&m, op, 0), mF(&m, log2e));
  return mMachines(&m, tcPrimExp2(&m.b, x));
}

// Whether it is of f32 and ends in narrow floats (passes/stream/narrow.c).
static bool isNarrow(MlirOperation op) {
  return mlirTypeIsAF32(mlirValueGetType(mlirOperationGetResult(op, 0))) &&
         !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
             op, tcStr("tc.narrow")));
}

// By the machine's 2^x and 1/x: of a divisor whose reciprocal is normal. Null:
// the op stays.
static V expandNarrow(MlirOperation op) {
  TcMath m = mathAt(op, mlirValueGetType(mlirOperationGetResult(op, 0)));
  V x = operand(&m, op, 0);
  if (tcPrimOpKind(op) == TC_PRIM_EXP)
    return mMachinesNarrow(&m, tcPrimExp2(&m.b, mMul(&m, x, mF(&m, log2e))));
  if (tcPrimOpKind(op) != TC_PRIM_DIV)
    return (V){NULL};
  V y = operand(&m, op, 1);
  return mMul(&m, x, mMachines(&m, tcPrimReciprocal(&m.b, y)));
}

static V expand(MlirOperation op, TcMathMachine machine) {
  V none = {NULL};
  if (machine && isNarrow(op))
    return expandNarrow(op);
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, 0));
  if (machine && isMachines(op) && !besideOne(tcPrimOpKind(op), machine))
    return tcPrimOpKind(op) == TC_PRIM_EXP ? machineExp(op) : none;
  if (mlirTypeIsAFloat(type))
    return expandReal(op, type, machine);
  if (mlirTypeIsAComplex(type))
    return expandComplex(op, type);
  return tcPrimOpKind(op) == TC_PRIM_PHILOX && mlirTypeIsAInteger(type)
             ? expandPhilox(op)
             : none;
}

static void replace(MlirOperation op, V with) {
  V old = mlirOperationGetResult(op, 0);
  mlirValueReplaceAllUsesOfWith(old, with);
  mlirOperationDestroy(op);
}

static void expandBlock(MlirBlock block, TcMathMachine machine);

static void expandInside(MlirOperation op, TcMathMachine machine) {
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); ++i) {
    MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i));
    for (; !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      expandBlock(block, machine);
  }
}

static void expandBlock(MlirBlock block, TcMathMachine machine) {
  MlirOperation next, op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    expandInside(op, machine);
    if (tcPrimOpKind(op) == TC_PRIM_NONE || !mlirOperationGetNumOperands(op) ||
        mlirOperationGetNumResults(op) != 1)
      continue;
    V y = expand(op, machine);
    if (y.ptr)
      replace(op, y);
  }
}

static MlirLogicalResult run(MlirOperation op, TcPass *pass) {
  bool exp2 = tcPassGetOptionBool(pass, 0),
       series = tcPassGetOptionBool(pass, 1);
  expandInside(op, !exp2    ? TC_MATH_ALONE
                   : series ? TC_MATH_SERIES
                            : TC_MATH_EXP2);
  return mlirLogicalResultSuccess();
}

static const char *const dependents[] = {"prim", NULL};

static const TcPassOption options[] = {
    {"exp2", TC_OPTION_BOOL, "false",
     "the machine has 2^x and 1/x of f32, for tanh, erf and exponentials that "
     "are marked tc.absolute or tc.narrow"},
    {"series", TC_OPTION_BOOL, "false",
     "that 2^x is a polynomial, too: no shorter than one for erf itself"}};
const TcPassInfo tcPassExpandMath = {
    .argument = "prim-expand-math",
    .summary = "Write mathematical prims on scalars as simpler prims",
    .options = options,
    .numOptions = 2,
    .dependentDialects = dependents,
    .run = run,
};
