// prim-expand-math: expands mathematical prims on scalars, in the bodies of
// loop stages, into simpler prims, for any target: kernels call no library. f16
// and bf16 are computed in f32. Prims on tensors stay.
#include "passes/lower/math/math.h"

#include "ir/pass.h"
#include "lib/ir/kernel_read.h"
#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinAttributes.h"

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

// Whether it is in a loop of a stream, whose threads have all registers: where
// e^x is shorter ptxas has more of them under way, and spills
// (test/gpu/spills_stream_f32.mlir).
static bool isStreamed(MlirOperation op) {
  for (; !mlirOperationIsNull(op) && tcLoopOpKind(op) != TC_LOOP_KERNEL;
       op = mlirOperationGetParentOperation(op))
    if (tcLoopOpKind(op) == TC_LOOP_FOR)
      return true;
  return false;
}

static V expandReal(MlirOperation op, MlirType type, TcMathMachine machine) {
  TcPrimOpKind kind = tcPrimOpKind(op);
  TcMath m = tcMathAt(op, type);
  m.machine = m.is64 ? TC_MATH_ALONE : machine;
  if (kind == TC_PRIM_EXP && machine == TC_MATH_EXP2 && isStreamed(op))
    m.machine = TC_MATH_ALONE;
  TcMathUnary *unary = realUnary(kind);
  if (!m.is64 && isAbsolute(op) && besideOne(kind, m.machine))
    unary = besideOne(kind, m.machine);
  TcMathBinary *binary = realBinary(kind);
  V y = {NULL};
  if (unary)
    y = unary(&m, tcMathOperand(&m, op, 0));
  else if (binary)
    y = binary(&m, tcMathOperand(&m, op, 0), tcMathOperand(&m, op, 1));
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
  TcMath m = tcMathAt(op, type);
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
  TcMath m = tcMathAt(op, mlirF64TypeGet(mlirOperationGetContext(op)));
  V bits = tcMathPhilox(&m, mlirOperationGetOperand(op, 0),
                        mlirOperationGetOperand(op, 1));
  return mConvert(&m, bits, mlirIntegerTypeGet(m.b.ctx, 32));
}

typedef struct Expansion {
  TcMathMachine machine;
  bool philox;
} Expansion;

static V expand(MlirOperation op, const Expansion *x) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, 0));
  V y = {NULL};
  if (x->machine && tcExpandByMachine(op, x->machine, &y))
    return y;
  if (mlirTypeIsAFloat(type))
    return expandReal(op, type, x->machine);
  if (mlirTypeIsAComplex(type))
    return expandComplex(op, type);
  if (x->philox && tcPrimOpKind(op) == TC_PRIM_PHILOX &&
      mlirTypeIsAInteger(type))
    y = expandPhilox(op);
  return y;
}

static void replace(MlirOperation op, V with) {
  V old = mlirOperationGetResult(op, 0);
  mlirValueReplaceAllUsesOfWith(old, with);
  mlirOperationDestroy(op);
}

static void expandBlock(MlirBlock block, const Expansion *x);

static void expandInside(MlirOperation op, const Expansion *x) {
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); ++i) {
    MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i));
    for (; !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      expandBlock(block, x);
  }
}

static void expandBlock(MlirBlock block, const Expansion *x) {
  MlirOperation next, op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    expandInside(op, x);
    if (tcPrimOpKind(op) == TC_PRIM_NONE || !mlirOperationGetNumOperands(op) ||
        mlirOperationGetNumResults(op) != 1)
      continue;
    V y = expand(op, x);
    if (y.ptr)
      replace(op, y);
  }
}

static MlirLogicalResult run(MlirOperation op, TcPass *pass) {
  bool exp2 = tcPassGetOptionBool(pass, 0),
       series = tcPassGetOptionBool(pass, 1);
  Expansion x = {.machine = !exp2    ? TC_MATH_ALONE
                            : series ? TC_MATH_SERIES
                                     : TC_MATH_EXP2,
                 .philox = tcPassGetOptionBool(pass, 2)};
  expandInside(op, &x);
  return mlirLogicalResultSuccess();
}

static const char *const dependents[] = {"prim", NULL};

static const TcPassOption options[] = {
    {"exp2", TC_OPTION_BOOL, "false",
     "the machine has 2^x and 1/x of f32, for tanh, erf and exponentials that "
     "are marked tc.absolute or tc.narrow"},
    {"series", TC_OPTION_BOOL, "false",
     "that 2^x is a polynomial, too: no shorter than one for erf itself; and "
     "it has exponentials of f32"},
    {"philox", TC_OPTION_BOOL, "true",
     "prim.philox, too, whose rounds code for CPUs otherwise has as a loop"}};
const TcPassInfo tcPassExpandMath = {
    .argument = "prim-expand-math",
    .summary = "Write mathematical prims on scalars as simpler prims",
    .options = options,
    .numOptions = 3,
    .dependentDialects = dependents,
    .run = run,
};
