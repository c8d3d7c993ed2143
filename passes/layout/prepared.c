// Editing @prepare. See prepared.h.
#include "passes/layout/prepared.h"

#include "lib/ir/attrs.h"
#include "lib/ir/builder.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/ours.h"
#include "lib/ir/shim.h"
#include "lib/support/map.h"
#include "tc/gen/FuncOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <string.h>

static MlirBlock bodyOf(MlirOperation op) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
}

static const char *copyText(TcPrepared *p, MlirStringRef text) {
  return tcArenaCopyText(p->arena, text.data, text.length);
}

//===- Reading ------------------------------------------------------------===//

static void addWeight(TcPrepared *p, MlirOperation weight) {
  MlirStringRef name = tcPrimWeightGetSymName(weight);
  tcMapSetTextN(&p->weights, name.data, name.length, weight.ptr);
}

static void addResult(TcPrepared *p, TcPreparedResult result) {
  tcVecPush(p->arena, &p->results, result);
  tcMapSetText(&p->values, result.weight, (void *)result.value.ptr);
}

static void findOps(TcPrepared *p) {
  MlirOperation op = mlirBlockGetFirstOperation(bodyOf(p->module));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (tcPrimOpKind(op) == TC_PRIM_WEIGHT)
      addWeight(p, op);
    if (!tcIsOurFunction(op))
      continue;
    if (mlirStringRefEqual(tcFuncFuncGetSymName(op), tcStr("main")))
      p->main = op;
    if (mlirStringRefEqual(tcFuncFuncGetSymName(op), tcStr("prepare")))
      p->prepare = op;
  }
}

static void makePrepare(TcPrepared *p) {
  TcBuilder b = tcBuilderBefore(p->main);
  MlirType type = mlirFunctionTypeGet(b.ctx, 0, NULL, 0, NULL);
  MlirAttribute no = tcNoAttr();
  p->prepare = tcFuncFuncCreate(&b, tcStr("prepare"), type, no, no, no, false);
  MlirBlock block =
      tcBuilderAddBlock(&b, mlirOperationGetRegion(p->prepare, 0), 0, NULL);
  b = tcBuilderAtEnd(block, b.loc);
  tcFuncReturn(&b, 0, NULL);
}

MlirOperation tcPreparedEnd(const TcPrepared *p) {
  return mlirBlockGetTerminator(bodyOf(p->prepare));
}

static void readResults(TcPrepared *p) {
  MlirAttribute attrs = tcFuncFuncGetResAttrs(p->prepare);
  MlirOperation end = tcPreparedEnd(p);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(end); ++i) {
    MlirAttribute tie = mlirDictionaryAttrGetElementByName(
        mlirArrayAttrGetElement(attrs, i), tcStr("tc.ties"));
    TcPreparedResult r = {copyText(p, mlirFlatSymbolRefAttrGetValue(tie)),
                          mlirOperationGetOperand(end, i)};
    addResult(p, r);
  }
}

bool tcPreparedOpen(TcPrepared *p, TcArena *arena, MlirOperation module) {
  *p = (TcPrepared){.arena = arena,
                    .module = module,
                    .values = {.arena = arena},
                    .weights = {.arena = arena}};
  findOps(p);
  if (mlirOperationIsNull(p->main))
    return false;
  if (mlirOperationIsNull(p->prepare))
    makePrepare(p);
  readResults(p);
  return true;
}

MlirOperation tcPreparedWeightOp(const TcPrepared *p, MlirStringRef name) {
  return (MlirOperation){tcMapGetTextN(&p->weights, name.data, name.length)};
}

//===- Values -------------------------------------------------------------===//

MlirValue tcPreparedWeight(TcPrepared *p, MlirStringRef weight, MlirType type) {
  void *made = tcMapGetTextN(&p->values, weight.data, weight.length);
  if (made)
    return (MlirValue){made};
  TcBuilder b = tcBuilderBefore(tcPreparedEnd(p));
  return tcPrimGetWeight(&b, type, weight);
}

const char *tcPreparedAdd(TcPrepared *p, MlirValue value) {
  const char *name = tcArenaPrintf(p->arena, "pack.%zu", p->added++);
  TcBuilder b = tcBuilderBefore(p->prepare);
  tcPrimWeight(&b, tcStr(name), mlirValueGetType(value));
  addWeight(p, tcOpGetPrev(p->prepare));
  addResult(p, (TcPreparedResult){name, value});
  return name;
}

//===- Writing ------------------------------------------------------------===//

static MlirWalkResult noteReader(MlirOperation op, void *user) {
  TcMap *read = user;
  if (tcPrimOpKind(op) == TC_PRIM_GET_WEIGHT) {
    MlirStringRef name = tcPrimGetWeightGetName(op);
    tcMapSetTextN(read, name.data, name.length, read);
  }
  return MlirWalkResultAdvance;
}

static void eraseWeight(TcPrepared *p, const char *name) {
  MlirOperation op = tcPreparedWeightOp(p, tcStr(name));
  if (mlirOperationIsNull(op))
    return;
  tcMapSetText(&p->weights, name, NULL);
  mlirOperationDestroy(op);
}

static void dropUnread(TcPrepared *p) {
  TcMap read = {.arena = p->arena};
  mlirOperationWalk(p->main, noteReader, &read, MlirWalkPreOrder);
  size_t kept = 0;
  for (size_t i = 0; i < p->results.size; ++i) {
    if (tcMapGetText(&read, p->results.data[i].weight))
      p->results.data[kept++] = p->results.data[i];
    else
      eraseWeight(p, p->results.data[i].weight);
  }
  p->results.size = kept;
}

// {tc.ties = @weight} for each result.
static MlirAttribute ties(TcPrepared *p, MlirContext ctx) {
  TC_VEC(MlirAttribute) dicts = {0};
  for (size_t i = 0; i < p->results.size; ++i) {
    MlirNamedAttribute tie = mlirNamedAttributeGet(
        mlirIdentifierGet(ctx, tcStr("tc.ties")),
        mlirFlatSymbolRefAttrGet(ctx, tcStr(p->results.data[i].weight)));
    tcVecPush(p->arena, &dicts, mlirDictionaryAttrGet(ctx, 1, &tie));
  }
  return mlirArrayAttrGet(ctx, (intptr_t)dicts.size, dicts.data);
}

void tcPreparedClose(TcPrepared *p) {
  MlirContext ctx = mlirOperationGetContext(p->module);
  dropUnread(p);
  if (!p->results.size) {
    mlirOperationDestroy(p->prepare);
    return;
  }
  TC_VEC(MlirValue) values = {0};
  TC_VEC(MlirType) types = {0};
  for (size_t i = 0; i < p->results.size; ++i) {
    tcVecPush(p->arena, &values, p->results.data[i].value);
    tcVecPush(p->arena, &types, mlirValueGetType(p->results.data[i].value));
  }
  MlirOperation end = tcPreparedEnd(p);
  TcBuilder b = tcBuilderBefore(end);
  tcFuncReturn(&b, (intptr_t)values.size, values.data);
  mlirOperationDestroy(end);
  tcFuncFuncSetFunctionTypeAttr(
      p->prepare, mlirTypeAttrGet(mlirFunctionTypeGet(
                      ctx, 0, NULL, (intptr_t)types.size, types.data)));
  tcFuncFuncSetResAttrsAttr(p->prepare, ties(p, ctx));
}
