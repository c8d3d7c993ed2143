// New maps of a streamed kernel, and prims in their bodies. See blocks.h.
#include "passes/stream/blocks.h"

#include "lib/ir/attrs.h"
#include "lib/ir/shim.h"
#include "lib/ir/sizes.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static MlirValue resultOf(MlirOperation op) {
  return mlirOperationGetResult(op, 0);
}

TcStage tcBlocksOpenMap(TcBlocks *b, MlirOperation over) {
  TcStage s;
  MlirAttribute iters = tcAttrOf(over, "iters");
  b->k.loc = mlirOperationGetLocation(over);
  tcStageOpen(&s, &b->k);
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i)
    tcStageIter(&s, mlirArrayAttrGetElement(iters, i));
  return s;
}

MlirValue tcBlocksCloseMap(TcStage *s, MlirValue v) {
  tcStageYield(s, 1, &v);
  return resultOf(tcStageClose(s, "loop.map", -1));
}

MlirValue tcBlocksScalar(TcBuilder *b, const char *name, MlirType type,
                         intptr_t n, const MlirValue *operands,
                         const char *attr, MlirAttribute value) {
  TcOpState s;
  tcOpBegin(&s, b, name);
  tcOpAddOperands(&s, "operands", n, operands);
  tcOpAddResult(&s, "result", type);
  if (attr)
    tcOpAddAttr(&s, attr, value);
  return tcOpOnlyResult(tcOpEnd(&s));
}

MlirValue tcBlocksNumber(TcBuilder *b, MlirType type, double v) {
  if (mlirTypeIsAComplex(type)) {
    MlirType part = mlirComplexTypeGetElementType(type);
    MlirValue parts[] = {tcBlocksNumber(b, part, v),
                         tcBlocksNumber(b, part, 0)};
    return tcBlocksScalar(b, "prim.complex", type, 2, parts, NULL, tcNoAttr());
  }
  MlirAttribute a = mlirTypeIsAFloat(type)
                        ? mlirFloatAttrDoubleGet(b->ctx, type, v)
                        : mlirIntegerAttrGet(type, (int64_t)v);
  return tcBlocksScalar(b, "prim.constant", type, 0, NULL, "value", a);
}

MlirValue tcBlocksConvert(TcBuilder *b, MlirValue v, MlirType type) {
  if (mlirTypeEqual(mlirValueGetType(v), type))
    return v;
  return tcBlocksScalar(b, "prim.convert_element_type", type, 1, &v, NULL,
                        mlirAttributeGetNull());
}

MlirValue tcBlocksBinary(TcBuilder *b, const char *name, MlirValue x,
                         MlirValue y) {
  MlirValue both[] = {x, y};
  return tcBlocksScalar(b, name, mlirValueGetType(x), 2, both, NULL,
                        mlirAttributeGetNull());
}

MlirValue tcBlocksCompare(TcBuilder *b, const char *name, MlirValue x,
                          MlirValue y) {
  MlirValue both[] = {x, y};
  return tcBlocksScalar(b, name, mlirIntegerTypeGet(b->ctx, 1), 2, both, NULL,
                        mlirAttributeGetNull());
}

MlirValue tcBlocksSelect(TcBuilder *b, MlirValue p, MlirValue x, MlirValue y) {
  MlirValue all[] = {p, x, y};
  return tcBlocksScalar(b, "prim.where", mlirValueGetType(x), 3, all, NULL,
                        mlirAttributeGetNull());
}

// A copy, in a new stage, of a scalar of another stage's body; reads of the
// tensor `from` are of `to`.
MlirValue tcBlocksCopyScalar(TcStage *s, TcMap *done, MlirOperation stage,
                             MlirValue v, MlirValue from, MlirValue to) {
  const void *copied = tcMapGet(done, v.ptr);
  if (copied)
    return (MlirValue){copied};
  MlirValue copy;
  if (mlirValueIsABlockArgument(v)) {
    intptr_t i = mlirBlockArgumentGetArgNumber(v);
    MlirAttribute map = tcInputMap(stage, i), fill = tcInputFill(stage, i);
    MlirValue tensor = tcInput(stage, i);
    TcAttrVec index = {0};
    for (intptr_t d = 0; d < tcDimsAttrGetNumDims(map); ++d)
      tcVecPush(s->k->arena, &index, tcDimsAttrGetDim(map, d));
    copy = tcStageRead(s, mlirValueEqual(tensor, from) ? to : tensor,
                       (intptr_t)index.size, index.data, fill);
  } else {
    TcMapping *mapping = tcMappingCreate();
    MlirOperation op = tcDefiningOp(v);
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
      tcMappingAdd(mapping, mlirOperationGetOperand(op, i),
                   tcBlocksCopyScalar(s, done, stage,
                                      mlirOperationGetOperand(op, i), from,
                                      to));
    MlirOperation clone = tcOpClone(op, mapping);
    tcMappingDestroy(mapping);
    tcBuilderInsert(&s->body, clone);
    copy = resultOf(clone);
  }
  tcMapSet(done, v.ptr, (void *)copy.ptr);
  return copy;
}

// The iterators of a stage as an index map.
MlirAttribute tcBlocksOwnMap(TcBlocks *b, MlirOperation stage) {
  MlirAttribute iters = tcAttrOf(stage, "iters");
  TcAttrVec map = {0};
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i)
    tcVecPush(b->s->arena, &map, tcIterExpr(mlirArrayAttrGetElement(iters, i)));
  return tcDimsAttrGet(b->k.ctx, (intptr_t)map.size, map.data);
}
