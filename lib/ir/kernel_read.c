// See kernel_read.h.
#include "lib/ir/kernel_read.h"

#include "lib/cost/estimate.h"
#include "lib/ir/attrs.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

//===- Ops ----------------------------------------------------------------===//

static MlirStringRef text(const char *s) {
  return mlirStringRefCreateFromCString(s);
}

MlirBlock tcKernelBody(MlirOperation kernel) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(kernel, 0));
}

void tcKernelsByName(TcMap *out, MlirBlock module) {
  MlirOperation op = mlirBlockGetFirstOperation(module);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (tcLoopOpKind(op) != TC_LOOP_KERNEL)
      continue;
    MlirStringRef name = tcLoopKernelGetSymName(op);
    tcMapSetTextN(out, name.data, name.length, op.ptr);
  }
}

MlirAttribute tcAttrOf(MlirOperation op, const char *name) {
  return mlirOperationGetInherentAttributeByName(op, text(name));
}

void tcSetAttrOf(MlirOperation op, const char *name, MlirAttribute value) {
  mlirOperationSetInherentAttributeByName(op, text(name), value);
}

bool tcIsA(MlirOperation op, const char *name) {
  return !mlirOperationIsNull(op) &&
         mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(op)),
                            text(name));
}

MlirOperation tcDefiningOp(MlirValue v) {
  if (mlirValueIsAOpResult(v))
    return mlirOpResultGetOwner(v);
  return (MlirOperation){NULL};
}

bool tcHasUses(MlirValue v) {
  return !mlirOpOperandIsNull(mlirValueGetFirstUse(v));
}

bool tcHasOneUse(MlirValue v) {
  return tcHasUses(v) &&
         mlirOpOperandIsNull(mlirOpOperandGetNextUse(mlirValueGetFirstUse(v)));
}

// The op, or the first stage behind it.
static MlirOperation stageFrom(MlirOperation op) {
  while (tcIsA(op, "loop.join"))
    op = mlirOperationGetNextInBlock(op);
  return tcIsA(op, "loop.yield") ? (MlirOperation){NULL} : op;
}

MlirOperation tcFirstStage(MlirOperation kernel) {
  return stageFrom(mlirBlockGetFirstOperation(tcKernelBody(kernel)));
}

MlirOperation tcNextStage(MlirOperation stage) {
  return stageFrom(mlirOperationGetNextInBlock(stage));
}

MlirBlock tcStageBlock(MlirOperation stage) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(stage, 0));
}

intptr_t tcFirstInput(MlirOperation stage) {
  return tcIsA(stage, "loop.scatter") ? 1 : 0;
}

intptr_t tcNumInputs(MlirOperation stage) {
  MlirAttribute maps = tcAttrOf(stage, "maps");
  return mlirAttributeIsNull(maps) ? 0 : mlirArrayAttrGetNumElements(maps);
}

MlirValue tcInput(MlirOperation stage, intptr_t i) {
  return mlirOperationGetOperand(stage, tcFirstInput(stage) + i);
}

MlirAttribute tcInputMap(MlirOperation stage, intptr_t i) {
  return mlirArrayAttrGetElement(tcAttrOf(stage, "maps"), i);
}

MlirAttribute tcInputFill(MlirOperation stage, intptr_t i) {
  return mlirArrayAttrGetElement(tcAttrOf(stage, "fills"), i);
}

bool tcInputMayMiss(MlirOperation stage, intptr_t i) {
  return !mlirAttributeIsAUnit(tcInputFill(stage, i));
}

MlirAttribute tcExtentOf(MlirOperation kernel, MlirAttribute iter) {
  MlirAttribute iters = tcAttrOf(kernel, "iters");
  MlirAttribute extents = tcAttrOf(kernel, "extents");
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i)
    if (mlirAttributeEqual(mlirArrayAttrGetElement(iters, i), iter))
      return tcDimsAttrGetDim(extents, i);
  return mlirAttributeGetNull();
}

bool tcReducesBy(MlirOperation stage, const char *kind) {
  if (!tcIsA(stage, "loop.reduce") || mlirOperationGetNumResults(stage) != 1 ||
      tcLoopReduceGetOrdered(stage))
    return false;
  MlirAttribute kinds = tcAttrOf(stage, "kinds");
  return mlirArrayAttrGetNumElements(kinds) == 1 &&
         mlirStringRefEqual(
             mlirStringAttrGetValue(mlirArrayAttrGetElement(kinds, 0)),
             tcStr(kind));
}

bool tcInputUses(MlirOperation stage, intptr_t i, MlirAttribute iter) {
  MlirAttribute map = tcInputMap(stage, i);
  for (intptr_t d = 0; d < tcDimsAttrGetNumDims(map); ++d)
    if (tcSizeAttrUses(tcDimsAttrGetDim(map, d), mlirStringAttrGetValue(iter)))
      return true;
  return false;
}

MlirAttribute tcInputIter(MlirOperation kernel, MlirOperation stage, intptr_t i,
                          intptr_t d) {
  MlirStringRef name;
  MlirType type = mlirValueGetType(tcInput(stage, i));
  if (!tcSizeAttrIsSymbol(tcDimsAttrGetDim(tcInputMap(stage, i), d), &name))
    return (MlirAttribute){NULL};
  MlirAttribute iter = mlirStringAttrGet(mlirOperationGetContext(kernel), name);
  MlirAttribute extent = tcExtentOf(kernel, iter);
  bool isWhole = !mlirAttributeIsNull(extent) &&
                 tcSizeAttrEqual(extent, tcTypeGetSize(type, d));
  return isWhole ? iter : (MlirAttribute){NULL};
}

TcKernel tcKernelReopen(TcArena *arena, MlirOperation kernel,
                        MlirLocation loc) {
  TcKernel k = {.arena = arena,
                .ctx = mlirOperationGetContext(kernel),
                .loc = loc,
                .block = tcKernelBody(kernel)};
  MlirAttribute iters = tcAttrOf(kernel, "iters");
  MlirAttribute extents = tcAttrOf(kernel, "extents");
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i) {
    tcVecPush(arena, &k.iters, mlirArrayAttrGetElement(iters, i));
    tcVecPush(arena, &k.extents, tcDimsAttrGetDim(extents, i));
  }
  return k;
}

MlirAttribute tcKernelFreshIter(TcArena *arena, MlirOperation kernel,
                                const char *prefix) {
  MlirContext ctx = mlirOperationGetContext(kernel);
  for (int i = 0;; ++i) {
    const char *name = tcArenaPrintf(arena, "%s.%d", prefix, i);
    MlirAttribute iter = mlirStringAttrGet(ctx, text(name));
    if (!tcNames(tcAttrOf(kernel, "iters"), iter))
      return iter;
  }
}

static bool isOne(MlirOperation kernel, MlirAttribute iter) {
  MlirAttribute extent = tcExtentOf(kernel, iter);
  return extent.ptr && tcSizeAttrIsValue(extent, 1);
}

static bool isOwnIndex(MlirOperation kernel, MlirAttribute index,
                       MlirAttribute iter) {
  MlirStringRef name;
  if (!isOne(kernel, iter))
    return tcSizeAttrEqual(index, tcIterExpr(iter));
  return tcSizeAttrIsValue(index, 0) ||
         (tcSizeAttrIsSymbol(index, &name) &&
          isOne(kernel,
                mlirStringAttrGet(mlirOperationGetContext(kernel), name)));
}

bool tcIsOwnPoint(MlirOperation kernel, MlirOperation stage,
                  MlirAttribute map) {
  MlirAttribute iters = tcAttrOf(stage, "iters");
  intptr_t n = mlirArrayAttrGetNumElements(iters);
  if (tcDimsAttrGetNumDims(map) != n)
    return false;
  for (intptr_t d = 0; d < n; ++d)
    if (!isOwnIndex(kernel, tcDimsAttrGetDim(map, d),
                    mlirArrayAttrGetElement(iters, d)))
      return false;
  return true;
}

bool tcNames(MlirAttribute list, MlirAttribute name) {
  if (mlirAttributeIsNull(list))
    return false;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(list); ++i)
    if (mlirAttributeEqual(mlirArrayAttrGetElement(list, i), name))
      return true;
  return false;
}

//===- Spaces -------------------------------------------------------------===//

int64_t tcSizeOr(MlirAttribute size, int64_t otherwise) {
  int64_t v;
  return tcSizeAttrIsConstant(size, &v) ? v : otherwise;
}

int64_t tcSizeTaken(TcArena *arena, MlirAttribute size) {
  int64_t v;
  return tcSizeAttrIsConstant(size, &v)
             ? v
             : tcEstimate(tcSizeAttrParse(arena, size), 0);
}

static MlirAttribute multiplyExtents(MlirOperation kernel, MlirAttribute list,
                                     MlirAttribute product) {
  if (mlirAttributeIsNull(list))
    return product;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(list); ++i)
    product = tcSizeAttrMul(
        product, tcExtentOf(kernel, mlirArrayAttrGetElement(list, i)));
  return product;
}

MlirAttribute tcStageSpace(MlirOperation kernel, MlirOperation stage) {
  MlirAttribute one = tcSizeAttrGetConstant(mlirOperationGetContext(kernel), 1);
  MlirAttribute outer = multiplyExtents(kernel, tcAttrOf(stage, "iters"), one);
  return multiplyExtents(kernel, tcAttrOf(stage, "over"), outer);
}

static bool isParallel(MlirOperation kernel, MlirAttribute iter) {
  MlirOperation s = tcFirstStage(kernel);
  for (; !mlirOperationIsNull(s); s = tcNextStage(s))
    if (!tcNames(tcAttrOf(s, "iters"), iter) ||
        mlirAttributeEqual(tcAttrOf(s, "along"), iter))
      return false;
  return true;
}

TcAttrVec tcParallelIters(TcArena *arena, MlirOperation kernel) {
  TcAttrVec parallel = {0};
  MlirAttribute iters = tcAttrOf(kernel, "iters");
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(iters, i);
    if (isParallel(kernel, iter))
      tcVecPush(arena, &parallel, iter);
  }
  return parallel;
}

MlirAttribute tcExtentProduct(MlirOperation kernel, const TcAttrVec *iters) {
  MlirAttribute product =
      tcSizeAttrGetConstant(mlirOperationGetContext(kernel), 1);
  for (size_t i = 0; i < iters->size; ++i)
    product = tcSizeAttrMul(product, tcExtentOf(kernel, iters->data[i]));
  return product;
}
