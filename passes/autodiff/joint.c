// Functions and their signatures; see joint.h.
#include "passes/autodiff/joint.h"

#include "tc/gen/FuncOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

//===- Signatures ---------------------------------------------------------===//

static MlirAttribute attrsAt(MlirAttribute all, MlirContext ctx, intptr_t i) {
  return all.ptr ? mlirArrayAttrGetElement(all, i)
                 : mlirDictionaryAttrGet(ctx, 0, NULL);
}

TcSignature tcSignatureOf(TcArena *arena, MlirOperation func) {
  TcSignature s = {0};
  MlirContext ctx = mlirOperationGetContext(func);
  MlirType type = tcFuncFuncGetFunctionType(func);
  MlirAttribute args = tcFuncFuncGetArgAttrs(func);
  MlirAttribute results = tcFuncFuncGetResAttrs(func);
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumInputs(type); ++i)
    tcSignatureAddArgument(arena, &s, mlirFunctionTypeGetInput(type, i),
                           attrsAt(args, ctx, i));
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumResults(type); ++i)
    tcSignatureAddResult(arena, &s, mlirFunctionTypeGetResult(type, i),
                         attrsAt(results, ctx, i));
  return s;
}

static MlirAttribute orEmpty(MlirAttribute attrs, MlirType type) {
  return attrs.ptr ? attrs
                   : mlirDictionaryAttrGet(mlirTypeGetContext(type), 0, NULL);
}

void tcSignatureAddArgument(TcArena *arena, TcSignature *s, MlirType type,
                            MlirAttribute attrs) {
  tcVecPush(arena, &s->arguments, type);
  tcVecPush(arena, &s->argAttrs, orEmpty(attrs, type));
}

void tcSignatureAddResult(TcArena *arena, TcSignature *s, MlirType type,
                          MlirAttribute attrs) {
  tcVecPush(arena, &s->results, type);
  tcVecPush(arena, &s->resAttrs, orEmpty(attrs, type));
}

MlirOperation tcSignatureCreate(MlirOperation after, const char *name,
                                const TcSignature *s) {
  TcBuilder b = tcBuilderAfter(after);
  b.loc = mlirOperationGetLocation(after);
  MlirType type =
      mlirFunctionTypeGet(b.ctx, (intptr_t)s->arguments.size, s->arguments.data,
                          (intptr_t)s->results.size, s->results.data);
  MlirOperation func = tcFuncFuncCreate(
      &b, tcStr(name), type, tcNoAttr(),
      mlirArrayAttrGet(b.ctx, (intptr_t)s->argAttrs.size, s->argAttrs.data),
      mlirArrayAttrGet(b.ctx, (intptr_t)s->resAttrs.size, s->resAttrs.data),
      false);
  tcBuilderAddBlock(&b, mlirOperationGetRegion(func, 0),
                    (intptr_t)s->arguments.size, s->arguments.data);
  return func;
}

static MlirAttribute without(TcArena *arena, MlirAttribute attrs,
                             const char *name) {
  TC_VEC(MlirNamedAttribute) kept = {0};
  for (intptr_t i = 0; i < mlirDictionaryAttrGetNumElements(attrs); ++i) {
    MlirNamedAttribute entry = mlirDictionaryAttrGetElement(attrs, i);
    if (!mlirStringRefEqual(mlirIdentifierStr(entry.name), tcStr(name)))
      tcVecPush(arena, &kept, entry);
  }
  return mlirDictionaryAttrGet(mlirAttributeGetContext(attrs),
                               (intptr_t)kept.size, kept.data);
}

void tcAttrsDrop(TcArena *arena, TcAttrList *attrs, const char *name) {
  for (size_t i = 0; i < attrs->size; ++i)
    attrs->data[i] = without(arena, attrs->data[i], name);
}

//===- Modules ------------------------------------------------------------===//

MlirOperation tcFirstInModule(MlirOperation module) {
  return mlirBlockGetFirstOperation(
      mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0)));
}

MlirOperation tcFindWeight(MlirOperation module, MlirStringRef name) {
  for (MlirOperation op = tcFirstInModule(module); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (tcPrimOpKind(op) == TC_PRIM_WEIGHT &&
        mlirStringRefEqual(tcPrimWeightGetSymName(op), name))
      return op;
  return tcNoOp();
}

static bool isFunction(MlirOperation op) {
  return mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(op)),
                            tcStr("func.func")) &&
         mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0)).ptr;
}

MlirOperation tcFindFunction(MlirOperation module, MlirStringRef name) {
  for (MlirOperation op = tcFirstInModule(module); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (isFunction(op) && mlirStringRefEqual(tcFuncFuncGetSymName(op), name))
      return op;
  return tcNoOp();
}
