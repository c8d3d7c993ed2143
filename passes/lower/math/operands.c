// The types that formulas are computed in, and their operands. See math.h.
#include "passes/lower/math/math.h"

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

TcMath tcMathAt(MlirOperation op, MlirType type) {
  TcMath m = {.b = tcBuilderBefore(op)};
  m.i1 = mlirIntegerTypeGet(m.b.ctx, 1);
  return tcMathIn(&m, mlirTypeIsAF64(elementOf(type)));
}

V tcMathOperand(TcMath *m, MlirOperation op, intptr_t i) {
  V x = mlirOperationGetOperand(op, i);
  return mlirTypeEqual(mlirValueGetType(x), m->f) ? x : mConvert(m, x, m->f);
}
