// prim-resolve-sizes: replaces a symbol that a prim.cast_sizes introduces,
// alone or as in 2*s + 1, by what the size that is cast makes it, everywhere.
// Captured graphs, and foreign tensors whose sizes tc-name-sizes has named one
// by one, have such symbols; a program takes its sizes from its arguments
// alone. Sizes that a scan's body asserts to be equal are asserted before it
// (scan_sizes.c).
#include "lib/ir/attrs.h"
#include "lib/ir/ours.h"
#include "lib/ir/pass.h"
#include "lib/ir/shim.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "lib/support/vec.h"
#include "passes/check/contract.h"
#include "passes/simplify/scan_sizes.h"
#include "passes/simplify/substitute.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <string.h>

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

static void bindSymbol(Resolve *r, MlirStringRef name, MlirAttribute size) {
  const char *copy = tcArenaCopyText(&r->arena, name.data, name.length);
  tcBindingsSet(&r->bindings, tcStr(copy),
                tcSizeAttrSubstitute(size, &r->bindings));
  addKnown(r, copy);
  tcPassAddStatistic(r->pass, STATISTIC_RESOLVED, 1);
}

typedef struct Part {
  const Resolve *resolve;
  const char *name; // of a symbol that is not known
  bool several;
} Part;

static void findPart(void *self, const char *symbol) {
  Part *part = self;
  if (tcMapGetText(&part->resolve->known, symbol))
    return;
  part->several |= part->name && strcmp(part->name, symbol) != 0;
  part->name = tcArenaPrintf((TcArena *)&part->resolve->arena, "%s", symbol);
}

// With a * symbol + b = source the symbol is (source - b) / a, rounded down,
// and 0 at least. The cast stays, and asserts that there is no remainder,
// unless it is an identity then.
static void solve(Resolve *r, MlirAttribute target, MlirAttribute source) {
  Part part = {r, NULL, false};
  int64_t a;
  MlirAttribute b;
  tcSizeAttrSymbols(target, findPart, &part);
  if (!part.name || part.several ||
      !tcSizeAttrIsAffine(target, tcStr(part.name), &a, &b))
    return;
  MlirAttribute zero =
      tcSizeAttrGetConstant(mlirAttributeGetContext(target), 0);
  MlirAttribute rest =
      a > 0 ? tcSizeAttrSub(source, b) : tcSizeAttrSub(b, source);
  if (a == INT64_MIN || !rest.ptr)
    return;
  MlirAttribute value = tcSizeAttrFloorDivConst(rest, a > 0 ? a : -a);
  if (!value.ptr)
    return;
  if (!tcSizeAttrProvablyLessEqual(zero, value))
    value = tcSizeAttrMax(value, zero);
  if (value.ptr)
    bindSymbol(r, tcStr(part.name), value);
}

static void bind(Resolve *r, MlirAttribute target, MlirAttribute source) {
  MlirStringRef name;
  if (mlirAttributeIsNull(source) || mlirAttributeIsNull(target))
    return;
  if (!tcSizeAttrIsSymbol(target, &name))
    solve(r, tcSizeAttrSubstitute(target, &r->bindings),
          tcSizeAttrSubstitute(source, &r->bindings));
  else if (!tcMapGetTextN(&r->known, name.data, name.length))
    bindSymbol(r, name, source);
}

static void readCast(Resolve *r, MlirOperation cast) {
  MlirType from = mlirValueGetType(mlirOperationGetOperand(cast, 0));
  MlirType to = mlirValueGetType(mlirOperationGetResult(cast, 0));
  // Symbols that stand alone first.
  for (int k = 0; k < 2; ++k)
    for (intptr_t d = 0; d < tcTypeGetRank(to); ++d)
      if (tcSizeAttrIsSymbol(tcTypeGetSize(to, d), NULL) == (k == 0))
        bind(r, tcTypeGetSize(to, d), tcTypeGetSize(from, d));
}

static void readBlock(Resolve *r, MlirBlock block);

static void readRegions(Resolve *r, MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); ++i)
    for (MlirBlock block =
             mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      readBlock(r, block);
}

// A cast in the body of a loop may define a symbol of the loop's results: the
// size of what it stacks.
static void readBlock(Resolve *r, MlirBlock block) {
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); ++i)
    tcTypeSymbols(mlirValueGetType(mlirBlockGetArgument(block, i)), addKnown,
                  r);
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (tcPrimOpKind(op) == TC_PRIM_CAST_SIZES)
      readCast(r, op);
    readRegions(r, op);
    for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
      tcTypeSymbols(mlirValueGetType(mlirOperationGetResult(op, i)), addKnown,
                    r);
  }
}

//===- The pass -----------------------------------------------------------===//

static MlirLogicalResult run(MlirOperation func, TcPass *pass) {
  if (!tcIsOurFunction(func))
    return mlirLogicalResultSuccess();
  Resolve r = {.pass = pass};
  r.known.arena = r.bindings.arena = &r.arena;
  MlirBlock entry = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  readBlock(&r, entry);
  if (r.bindings.size) {
    tcSubstituteSizes(func, &r.bindings, &r.arena);
    tcDropIdentityCasts(entry);
  }
  if (!tcAssertSizesBeforeScans(entry, &r.arena) && !r.bindings.size)
    tcPassMarkUnchanged(pass);
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
