// See substitute.h.
#include "passes/simplify/substitute.h"

#include "lib/ir/attrs.h"
#include "lib/ir/shim.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

typedef struct Substitute {
  const TcMap *bindings;
  TcArena *arena;
} Substitute;

static MlirType typeOf(void *self, MlirType type) {
  Substitute *s = self;
  if (tcTypeIsTensor(type)) {
    MlirType now = tcTypeSubstitute(type, s->bindings);
    return mlirTypeIsNull(now) ? type : now; // Its verifier says why.
  }
  if (!mlirTypeIsAFunction(type))
    return type;
  intptr_t n = mlirFunctionTypeGetNumInputs(type);
  intptr_t m = mlirFunctionTypeGetNumResults(type);
  MlirType *all = TC_ARENA_ARRAY(s->arena, MlirType, (size_t)(n + m) + 1);
  for (intptr_t i = 0; i < n; ++i)
    all[i] = typeOf(s, mlirFunctionTypeGetInput(type, i));
  for (intptr_t i = 0; i < m; ++i)
    all[n + i] = typeOf(s, mlirFunctionTypeGetResult(type, i));
  return mlirFunctionTypeGet(mlirTypeGetContext(type), n, all, m, all + n);
}

static MlirAttribute attrOf(void *self, MlirAttribute attr);

static MlirAttribute arrayOf(Substitute *s, MlirAttribute attr) {
  intptr_t n = mlirArrayAttrGetNumElements(attr);
  MlirAttribute *all = TC_ARENA_ARRAY(s->arena, MlirAttribute, (size_t)n + 1);
  for (intptr_t i = 0; i < n; ++i)
    all[i] = attrOf(s, mlirArrayAttrGetElement(attr, i));
  return mlirArrayAttrGet(mlirAttributeGetContext(attr), n, all);
}

static MlirAttribute attrOf(void *self, MlirAttribute attr) {
  Substitute *s = self;
  if (tcAttrIsASize(attr))
    return tcSizeAttrSubstitute(attr, s->bindings);
  if (tcAttrIsADims(attr))
    return tcDimsAttrSubstitute(attr, s->bindings);
  if (mlirAttributeIsAArray(attr))
    return arrayOf(s, attr);
  if (mlirAttributeIsAType(attr))
    return mlirTypeAttrGet(typeOf(s, mlirTypeAttrGetValue(attr)));
  return attr;
}

static MlirWalkResult substituteOp(MlirOperation op, void *self) {
  tcOpMapTypes(op, &(TcTypeMap){self, typeOf, attrOf});
  return MlirWalkResultAdvance;
}

void tcSubstituteSizes(MlirOperation root, const TcMap *bindings,
                       TcArena *arena) {
  Substitute s = {bindings, arena};
  mlirOperationWalk(root, substituteOp, &s, MlirWalkPreOrder);
}

static void dropInRegions(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); ++i)
    for (MlirBlock block =
             mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      tcDropIdentityCasts(block);
}

void tcDropIdentityCasts(MlirBlock block) {
  MlirOperation op = mlirBlockGetFirstOperation(block), next;
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    dropInRegions(op);
    if (tcPrimOpKind(op) != TC_PRIM_CAST_SIZES)
      continue;
    MlirValue from = mlirOperationGetOperand(op, 0);
    if (mlirTypeEqual(mlirValueGetType(from),
                      mlirValueGetType(mlirOperationGetResult(op, 0))))
      tcOpReplace(op, 1, &from);
  }
}
