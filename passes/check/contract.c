// See contract.h.
#include "passes/check/contract.h"
#include "ir/diag.h"
#include "ir/limits.h"
#include "ir/shim.h"
#include "ir/types.h"
#include "mlir-c/BuiltinAttributes.h"
#include <string.h>

//===- Names --------------------------------------------------------------===//

bool tcOpIs(MlirOperation op, const char *name) {
  return mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(op)),
                            mlirStringRefCreateFromCString(name));
}

bool tcOpIsOf(MlirOperation op, const char *prefix) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  size_t length = strlen(prefix);
  return name.length > length && !memcmp(name.data, prefix, length);
}

MlirLogicalResult tcContractFailOp(const TcContract *contract, MlirOperation op,
                                   const char *remedy) {
  return tcOpEmitError(op, "[%s] C1: is not allowed at the level of %s; %s",
                       contract->number, contract->level, remedy);
}

//===- Symbols ------------------------------------------------------------===//

bool tcKnownHas(const TcKnown *known, const char *symbol) {
  for (; known; known = known->around)
    if (tcMapGetText(&known->names, symbol))
      return true;
  return false;
}

static void addSymbol(void *self, const char *symbol) {
  TcKnown *known = self;
  if (!tcKnownHas(known, symbol))
    (void)tcMapSetText(&known->names, symbol, known);
}

void tcAttrSymbols(MlirAttribute attr,
                   void (*visit)(void *self, const char *symbol), void *self) {
  if (!attr.ptr)
    return;
  if (tcAttrIsASize(attr))
    tcSizeAttrSymbols(attr, visit, self);
  else if (tcAttrIsADims(attr))
    for (intptr_t i = 0, e = tcDimsAttrGetNumDims(attr); i < e; ++i)
      tcSizeAttrSymbols(tcDimsAttrGetDim(attr, i), visit, self);
  else if (mlirAttributeIsAArray(attr))
    for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(attr); i < e; ++i)
      tcAttrSymbols(mlirArrayAttrGetElement(attr, i), visit, self);
  else if (mlirAttributeIsADictionary(attr))
    for (intptr_t i = 0, e = mlirDictionaryAttrGetNumElements(attr); i < e; ++i)
      tcAttrSymbols(mlirDictionaryAttrGetElement(attr, i).attribute, visit,
                    self);
}

//===- One function -------------------------------------------------------===//

typedef struct Check {
  const TcContract *contract;
  TcArena *arena;
  bool failed;
} Check;

typedef struct Unknown {
  const TcKnown *known;
  char name[64]; // of the first symbol that is not known
} Unknown;

static void findUnknown(void *self, const char *symbol) {
  Unknown *unknown = self;
  if (!*unknown->name && !tcKnownHas(unknown->known, symbol))
    strncpy(unknown->name, symbol, sizeof unknown->name - 1);
}

static void reportUnknown(Check *check, MlirOperation op, const char *name) {
  check->failed = true;
  tcOpEmitError(op,
                "[%s] C3: size symbol %s is not known here: no argument has it "
                "and no op before defines it; name it on an argument, or cast "
                "sizes to it by prim.cast_sizes",
                check->contract->number, name);
}

typedef struct Part {
  TcKnown *known;
  const char *name; // of the first symbol that is not known
  bool several;
} Part;

static void findPart(void *self, const char *symbol) {
  Part *part = self;
  if (tcKnownHas(part->known, symbol))
    return;
  part->several |= part->name && strcmp(part->name, symbol) != 0;
  part->name = tcArenaPrintf(part->known->names.arena, "%s", symbol);
}

// The one new symbol of a size becomes known if the size can be solved for it.
static void defineBySize(MlirAttribute size, TcKnown *known) {
  Part part = {known, NULL, false};
  tcSizeAttrSymbols(size, findPart, &part);
  if (part.name && !part.several &&
      tcSizeAttrIsAffine(size, mlirStringRefCreateFromCString(part.name), NULL,
                         NULL))
    addSymbol(known, part.name);
}

// A size that is one symbol makes it known; where the level solves, so does one
// of which it is a part: 2*s + 1. Symbols that stand alone come first.
static void define(MlirType type, TcKnown *known, bool solves) {
  for (intptr_t d = 0; d < tcTypeGetRank(type); ++d) {
    MlirAttribute size = tcTypeGetSize(type, d);
    if (tcSizeAttrIsSymbol(size, NULL))
      tcSizeAttrSymbols(size, addSymbol, known);
  }
  for (intptr_t d = 0; solves && d < tcTypeGetRank(type); ++d) {
    MlirAttribute size = tcTypeGetSize(type, d);
    if (size.ptr)
      defineBySize(size, known);
  }
}

static void checkType(Check *check, MlirOperation op, MlirType type) {
  bool tensor = tcTypeIsTensor(type);
  if (tensor && tcTypeHasSizes(type) && !tcTypeFits(type)) {
    check->failed = true;
    tcOpEmitError(op, "[TC-3003] a tensor has more than 2^45 bytes; make it "
                      "smaller");
    return;
  }
  if (tensor ? tcTypeHasSizes(type) : !check->contract->tensorsOnly)
    return;
  check->failed = true;
  tcOpEmitError(op,
                tensor ? "[%s] C2: a size has no name; run tc-name-sizes"
                       : "[%s] C2: a value is no tensor; a scalar is a tensor "
                         "of rank 0",
                check->contract->number);
}

static void checkBlocks(Check *check, MlirRegion region, const TcKnown *known);

static void checkRegions(Check *check, MlirOperation op, const TcKnown *known) {
  TcKnown inside = {known, {.arena = check->arena}};
  MlirAttribute carried = mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString("carried"));
  if (tcOpIs(op, "prim.while") && carried.ptr)
    for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(carried); ++i) {
      MlirStringRef name =
          mlirStringAttrGetValue(mlirArrayAttrGetElement(carried, i));
      (void)tcMapSetTextN(&inside.names, name.data, name.length, check);
    }
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); ++i)
    checkBlocks(check, mlirOperationGetRegion(op, i), &inside);
}

static void checkOp(Check *check, MlirOperation op, TcKnown *known) {
  if (!check->contract->mayStand(op)) {
    check->failed = true;
    tcContractFailOp(check->contract, op,
                     "run the lowering of its dialect first");
    return;
  }
  Unknown unknown = {known, ""};
  tcAttrSymbols(tcOpGetAttrs(op), findUnknown, &unknown);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetResult(op, i));
    checkType(check, op, type);
    if (check->contract->defines(op))
      define(type, known, check->contract->solves);
    tcTypeSymbols(type, findUnknown, &unknown);
  }
  if (*unknown.name)
    reportUnknown(check, op, unknown.name);
  checkRegions(check, op, known);
}

static void checkBlocks(Check *check, MlirRegion region, const TcKnown *known) {
  MlirBlock block = mlirRegionGetFirstBlock(region);
  for (; !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block)) {
    TcKnown here = {known, {.arena = check->arena}};
    MlirOperation op = mlirBlockGetFirstOperation(block);
    for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
      checkOp(check, op, &here);
  }
}

MlirLogicalResult tcContractCheck(const TcContract *contract,
                                  MlirOperation func, TcKnown *known) {
  Check check = {contract, known->names.arena, false};
  MlirBlock entry = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(entry); ++i) {
    MlirType type = mlirValueGetType(mlirBlockGetArgument(entry, i));
    checkType(&check, func, type);
    tcTypeSymbols(type, addSymbol, known);
  }
  MlirOperation op = mlirBlockGetFirstOperation(entry);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    checkOp(&check, op, known);
  return check.failed ? mlirLogicalResultFailure() : mlirLogicalResultSuccess();
}

MlirLogicalResult tcContractCheckModule(
    MlirOperation module, bool alone,
    MlirLogicalResult (*checkTop)(TcArena *arena, MlirOperation op,
                                  bool alone)) {
  MlirLogicalResult result = mlirLogicalResultSuccess();
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(module));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    TcArena arena = {0};
    if (mlirLogicalResultIsFailure(checkTop(&arena, op, alone)))
      result = mlirLogicalResultFailure();
    tcArenaFree(&arena);
  }
  return result;
}
