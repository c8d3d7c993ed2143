// AMD's instructions of matrix units, as calls of LLVM's intrinsics; emulate.c
// emulates them.
#include "passes/lower/gpu/emit.h"

#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"

enum { SUMS = 4, HALVES = 4 };

// An operand's eight bytes in the type that the intrinsic takes.
static MlirValue operandOf(TcEmit *e, const TcUnit *unit, MlirValue bits) {
  const int64_t lanes = HALVES;
  MlirType half = tcUnitIsOf(unit, "f16", "f32")
                      ? mlirF16TypeGet(e->ctx)
                      : mlirIntegerTypeGet(e->ctx, 16);
  return tcUnitBytes(unit) == 1
             ? bits
             : tcLlvmBitcast(&e->b, mlirVectorTypeGet(1, &lanes, half), bits);
}

void tcRocdlMultiply(TcEmit *e, const TcUnit *unit, MlirValue a, MlirValue b,
                     MlirValue acc[4]) {
  const int64_t lanes = SUMS;
  MlirType type = mlirVectorTypeGet(1, &lanes, mlirValueGetType(acc[0]));
  MlirValue none = tcEmitInt(e, e->i32, 0), all = tcLlvmMlirUndef(&e->b, type);
  for (int64_t i = 0; i < SUMS; ++i)
    all = tcLlvmInsertelement(&e->b, all, acc[i], tcEmitI64(e, i));
  const MlirValue operands[] = {
      operandOf(e, unit, a), operandOf(e, unit, b), all, none, none, none};
  all = tcEmitIntrinsic(e, unit->intrinsic, type, 6, operands);
  for (int64_t i = 0; i < SUMS; ++i)
    acc[i] = tcLlvmExtractelement(&e->b, all, tcEmitI64(e, i));
}
