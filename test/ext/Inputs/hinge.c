// A library of ops outside of tc: "loss.hinge"(x, y) = max(0, 1 - x*y), in
// terms of MLIR's C API alone.
#include "tc/ext.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"

#include <stdlib.h>

static MlirStringRef text(const char *s) {
  return mlirStringRefCreateFromCString(s);
}

// An op in front of `at` with one result of type `type`.
static MlirValue make(MlirOperation at, const char *name, MlirType type,
                      intptr_t n, const MlirValue *operands,
                      const MlirNamedAttribute *attr) {
  MlirOperationState state =
      mlirOperationStateGet(text(name), mlirOperationGetLocation(at));
  mlirOperationStateAddOperands(&state, n, operands);
  mlirOperationStateAddResults(&state, 1, &type);
  if (attr)
    mlirOperationStateAddAttributes(&state, 1, attr);
  MlirOperation op = mlirOperationCreate(&state);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(at), at, op);
  return mlirOperationGetResult(op, 0);
}

static MlirValue splat(MlirOperation at, MlirType type, double value) {
  MlirContext ctx = mlirOperationGetContext(at);
  MlirAttribute number =
      mlirFloatAttrDoubleGet(ctx, mlirShapedTypeGetElementType(type), value);
  MlirNamedAttribute attr =
      mlirNamedAttributeGet(mlirIdentifierGet(ctx, text("value")),
                            mlirDenseElementsAttrSplatGet(type, number));
  return make(at, "prim.constant", type, 0, NULL, &attr);
}

static MlirLogicalResult check(MlirOperation op, void *self) {
  (void)self;
  if (mlirOperationGetNumOperands(op) == 2 &&
      mlirOperationGetNumResults(op) == 1)
    return mlirLogicalResultSuccess();
  mlirEmitError(mlirOperationGetLocation(op),
                "loss.hinge takes two operands and has one result");
  return mlirLogicalResultFailure();
}

static MlirLogicalResult decompose(MlirOperation op, MlirValue *results,
                                   void *self) {
  (void)self;
  MlirValue xy[] = {mlirOperationGetOperand(op, 0),
                    mlirOperationGetOperand(op, 1)};
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirValue less[] = {splat(op, type, 1),
                      make(op, "prim.mul", type, 2, xy, NULL)};
  MlirValue most[] = {splat(op, type, 0),
                      make(op, "prim.sub", type, 2, less, NULL)};
  results[0] = make(op, "prim.maximum", type, 2, most, NULL);
#ifdef ANOTHER_TYPE // than the op's result has
  results[0] =
      splat(op,
            mlirRankedTensorTypeGet(0, NULL, mlirShapedTypeGetElementType(type),
                                    mlirAttributeGetNull()),
            0);
#endif
  return mlirLogicalResultSuccess();
}

// Ends the process unless that gives this number.
static void registers(MlirContext context, const TcExtOp *op, int number) {
  TcStatus status = tcExtRegister(context, op);
  if (tcStatusNumber(status) != number)
    abort();
  tcStatusFree(status);
}

void tcExtension(MlirContext context) {
  static const TcExtOp hinge = {sizeof hinge, "loss.hinge", check, decompose,
                                NULL};
  static const TcExtOp nameless = {sizeof nameless, NULL, check, decompose,
                                   NULL};
  registers(context, &hinge, 0);
  registers(context, &hinge, 1590); // twice
  registers(context, &nameless, 1590);
}
