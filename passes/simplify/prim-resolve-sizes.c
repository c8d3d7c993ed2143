// prim-resolve-sizes: replaces a symbol that a prim.cast_sizes introduces by
// the size that is cast, everywhere. Captured graphs, and foreign tensors whose
// sizes tc-name-sizes has named one by one, have such symbols; a program takes
// its sizes from its arguments alone.
#include "lib/ir/attrs.h"
#include "lib/ir/ours.h"
#include "lib/ir/pass.h"
#include "lib/ir/shim.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "lib/support/vec.h"
#include "passes/check/contract.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { STATISTIC_RESOLVED };

static const TcPassStatistic statistics[] = {
    {"resolved", "symbols that stood for other sizes"}};

typedef struct Resolve {
  TcArena arena;
  TcMap known;    // symbols that arguments and ops before define
  TcMap bindings; // symbol -> the size that it is
  TcPass *pass;
} Resolve;

//===- What symbols are ---------------------------------------------------===//

static void addKnown(void *self, const char *symbol) {
  Resolve *r = self;
  tcMapSetText(&r->known, symbol, r);
}

static void bind(Resolve *r, MlirAttribute target, MlirAttribute source) {
  MlirStringRef name;
  if (mlirAttributeIsNull(source) || !tcSizeAttrIsSymbol(target, &name) ||
      tcMapGetTextN(&r->known, name.data, name.length))
    return;
  const char *copy = tcArenaCopyText(&r->arena, name.data, name.length);
  tcBindingsSet(&r->bindings, tcStr(copy),
                tcSizeAttrSubstitute(source, &r->bindings));
  addKnown(r, copy);
  tcPassAddStatistic(r->pass, STATISTIC_RESOLVED, 1);
}

static void readCast(Resolve *r, MlirOperation cast) {
  MlirType from = mlirValueGetType(mlirOperationGetOperand(cast, 0));
  MlirType to = mlirValueGetType(mlirOperationGetResult(cast, 0));
  for (intptr_t d = 0; d < tcTypeGetRank(to); ++d)
    bind(r, tcTypeGetSize(to, d), tcTypeGetSize(from, d));
}

static void readFunction(Resolve *r, MlirBlock entry) {
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(entry); ++i)
    tcTypeSymbols(mlirValueGetType(mlirBlockGetArgument(entry, i)), addKnown,
                  r);
  MlirOperation op = mlirBlockGetFirstOperation(entry);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (tcPrimOpKind(op) == TC_PRIM_CAST_SIZES)
      readCast(r, op);
    for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
      tcTypeSymbols(mlirValueGetType(mlirOperationGetResult(op, i)), addKnown,
                    r);
  }
}

//===- Writing them -------------------------------------------------------===//

static MlirType resolvedType(Resolve *r, MlirType type) {
  if (tcTypeIsTensor(type)) {
    MlirType now = tcTypeSubstitute(type, &r->bindings);
    return mlirTypeIsNull(now) ? type : now; // Its verifier says why.
  }
  if (!mlirTypeIsAFunction(type))
    return type;
  intptr_t n = mlirFunctionTypeGetNumInputs(type);
  intptr_t m = mlirFunctionTypeGetNumResults(type);
  MlirType *all = TC_ARENA_ARRAY(&r->arena, MlirType, (size_t)(n + m) + 1);
  for (intptr_t i = 0; i < n; ++i)
    all[i] = resolvedType(r, mlirFunctionTypeGetInput(type, i));
  for (intptr_t i = 0; i < m; ++i)
    all[n + i] = resolvedType(r, mlirFunctionTypeGetResult(type, i));
  return mlirFunctionTypeGet(mlirTypeGetContext(type), n, all, m, all + n);
}

static MlirAttribute resolvedAttr(Resolve *r, MlirAttribute attr);

static MlirAttribute resolvedArray(Resolve *r, MlirAttribute attr) {
  intptr_t n = mlirArrayAttrGetNumElements(attr);
  MlirAttribute *all = TC_ARENA_ARRAY(&r->arena, MlirAttribute, (size_t)n + 1);
  for (intptr_t i = 0; i < n; ++i)
    all[i] = resolvedAttr(r, mlirArrayAttrGetElement(attr, i));
  return mlirArrayAttrGet(mlirAttributeGetContext(attr), n, all);
}

static MlirAttribute resolvedAttr(Resolve *r, MlirAttribute attr) {
  if (tcAttrIsASize(attr))
    return tcSizeAttrSubstitute(attr, &r->bindings);
  if (tcAttrIsADims(attr))
    return tcDimsAttrSubstitute(attr, &r->bindings);
  if (mlirAttributeIsAArray(attr))
    return resolvedArray(r, attr);
  if (mlirAttributeIsAType(attr))
    return mlirTypeAttrGet(resolvedType(r, mlirTypeAttrGetValue(attr)));
  return attr;
}

static MlirWalkResult resolveOp(MlirOperation op, void *self) {
  Resolve *r = self;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    MlirValue value = mlirOperationGetResult(op, i);
    mlirValueSetType(value, resolvedType(r, mlirValueGetType(value)));
  }
  for (intptr_t g = 0; g < mlirOperationGetNumRegions(op); ++g)
    for (MlirBlock block =
             mlirRegionGetFirstBlock(mlirOperationGetRegion(op, g));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); ++i) {
        MlirValue value = mlirBlockGetArgument(block, i);
        mlirValueSetType(value, resolvedType(r, mlirValueGetType(value)));
      }
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(op); ++i) {
    MlirNamedAttribute entry = mlirOperationGetAttribute(op, i);
    MlirAttribute now = resolvedAttr(r, entry.attribute);
    if (!mlirAttributeEqual(now, entry.attribute))
      mlirOperationSetAttributeByName(op, mlirIdentifierStr(entry.name), now);
  }
  return MlirWalkResultAdvance;
}

// Drops casts that have become identities.
static void dropCasts(MlirBlock entry) {
  MlirOperation op = mlirBlockGetFirstOperation(entry), next;
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (tcPrimOpKind(op) != TC_PRIM_CAST_SIZES)
      continue;
    MlirValue from = mlirOperationGetOperand(op, 0);
    if (mlirTypeEqual(mlirValueGetType(from),
                      mlirValueGetType(mlirOperationGetResult(op, 0))))
      tcOpReplace(op, 1, &from);
  }
}

static MlirLogicalResult run(MlirOperation func, TcPass *pass) {
  if (!tcIsOurFunction(func))
    return mlirLogicalResultSuccess();
  Resolve r = {.pass = pass};
  r.known.arena = r.bindings.arena = &r.arena;
  MlirBlock entry = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  readFunction(&r, entry);
  if (r.bindings.size) {
    mlirOperationWalk(func, resolveOp, &r, MlirWalkPreOrder);
    dropCasts(entry);
  } else {
    tcPassMarkUnchanged(pass);
  }
  tcArenaFree(&r.arena);
  return mlirLogicalResultSuccess();
}

static const char *const dependents[] = {"prim", NULL};

const TcPassInfo tcPassPrimResolveSizes = {
    .argument = "prim-resolve-sizes",
    .summary = "Replace size symbols that prim.cast_sizes introduces by the "
               "sizes they equal",
    .anchor = "func.func",
    .statistics = statistics,
    .numStatistics = 1,
    .dependentDialects = dependents,
    .run = run,
};
