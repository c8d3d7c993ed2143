// Rules in C and the queries that the C API lacks, on upstream ops: these are
// there before any row of ours means something.
#include "check.h"
#include "ir/hooks.h"
#include "ir/rewrite.h"
#include "ir/shim.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/RegisterEverything.h"
#include "tc/gen/ArithOps.h"
#include "tc/gen/FuncOps.h"

#include <string.h>

static MlirContext newContext(void) {
  MlirContext ctx = mlirContextCreate();
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  mlirContextAppendDialectRegistry(ctx, registry);
  mlirDialectRegistryDestroy(registry);
  mlirContextLoadAllAvailableDialects(ctx);
  return ctx;
}

static MlirModule parse(MlirContext ctx, const char *text) {
  MlirModule module =
      mlirModuleCreateParse(ctx, mlirStringRefCreateFromCString(text));
  CHECK(!mlirModuleIsNull(module));
  return module;
}

static MlirOperation function(MlirModule module) {
  return mlirBlockGetFirstOperation(mlirModuleGetBody(module));
}

static MlirBlock bodyOf(MlirOperation op) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
}

// Op `i` of the first block of the module's first function.
static MlirOperation opAt(MlirModule module, int i) {
  MlirOperation op = mlirBlockGetFirstOperation(bodyOf(function(module)));
  while (i-- > 0)
    op = mlirOperationGetNextInBlock(op);
  return op;
}

static int countOps(MlirModule module) {
  int n = 0;
  for (MlirOperation op = opAt(module, 0); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    ++n;
  return n;
}

static bool isNamed(MlirOperation op, const char *name) {
  return mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(op)),
                            mlirStringRefCreateFromCString(name));
}

//===- Rules --------------------------------------------------------------===//

static int fired;

TC_RULE(subSelf, "arith.subi", "sub(x, y) -> xor(x, y)") {
  ++fired;
  MlirValue value = mlirOperationGetResult(
      tcArithXoriCreate(&rw->b, tcArithSubiGetLhs(op), tcArithSubiGetRhs(op)),
      0);
  tcRewriteReplace(rw, op, 1, &value);
  return true;
}

// Starts at what subSelf makes: found only if the driver is told of new ops.
TC_RULE(xorToAnd, "arith.xori", "xor(x, y) -> and(x, y)") {
  MlirValue value = mlirOperationGetResult(
      tcArithAndiCreate(&rw->b, tcArithXoriGetLhs(op), tcArithXoriGetRhs(op)),
      0);
  tcRewriteReplace(rw, op, 1, &value);
  return true;
}

TC_RULE(andToXor, "arith.andi", "and(x, y) -> xor(x, y), with no end") {
  MlirValue value = mlirOperationGetResult(
      tcArithXoriCreate(&rw->b, tcArithAndiGetLhs(op), tcArithAndiGetRhs(op)),
      0);
  tcRewriteReplace(rw, op, 1, &value);
  return true;
}

TC_RULE(untidy, "arith.subi", "builds, then gives up") {
  tcArithXoriCreate(&rw->b, tcArithSubiGetLhs(op), tcArithSubiGetRhs(op));
  return false;
}

static const TcRule *const rules[] = {&subSelfRule, &xorToAndRule,
                                      &andToXorRule};
static const TcRule *const untidyRules[] = {&untidyRule};

static const char *const sub = "func.func @f(%a: i32, %b: i32) -> i32 {\n"
                               "  %0 = arith.subi %a, %b : i32\n"
                               "  return %0 : i32\n}";

static MlirLogicalResult quiet(MlirDiagnostic diagnostic, void *text) {
  (void)diagnostic;
  ++*(int *)text;
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult apply(MlirModule module, size_t numRules,
                               const char *disabled, int64_t *counts) {
  TcRuleSet set = {.rules = rules,
                   .numRules = numRules,
                   .disabled = mlirStringRefCreateFromCString(disabled),
                   .counts = counts};
  return tcRulesApply(function(module), &set);
}

static void testRules(MlirContext ctx) {
  MlirModule module = parse(ctx, sub);
  int64_t counts[3] = {0};
  CHECK(mlirLogicalResultIsSuccess(apply(module, 2, "", counts)));
  CHECK(isNamed(opAt(module, 0), "arith.andi"));
  CHECK(fired == 1 && counts[0] == 1 && counts[1] == 1);
  mlirModuleDestroy(module);
}

static void testDisabled(MlirContext ctx) {
  MlirModule module = parse(ctx, sub);
  CHECK(mlirLogicalResultIsSuccess(apply(module, 2, "xorToAnd", NULL)));
  CHECK(isNamed(opAt(module, 0), "arith.xori"));
  mlirModuleDestroy(module);
  module = parse(ctx, sub);
  CHECK(mlirLogicalResultIsSuccess(apply(module, 2, "xorToAnd,subSelf", NULL)));
  CHECK(isNamed(opAt(module, 0), "arith.subi"));
  mlirModuleDestroy(module);
}

static void testMisuse(MlirContext ctx) {
  int errors = 0;
  MlirDiagnosticHandlerID id =
      mlirContextAttachDiagnosticHandler(ctx, quiet, &errors, NULL);
  MlirModule module = parse(ctx, sub);
  CHECK(mlirLogicalResultIsFailure(apply(module, 2, "noSuchRule", NULL)));
  CHECK(errors == 1);
  CHECK(mlirLogicalResultIsFailure(apply(module, 3, "", NULL)));
  CHECK(errors == 2);
  mlirModuleDestroy(module);
  mlirContextDetachDiagnosticHandler(ctx, id);
}

static void append(MlirStringRef part, void *text) {
  strncat(text, part.data, part.length < 200 ? part.length : 200);
}

static MlirLogicalResult keep(MlirDiagnostic diagnostic, void *text) {
  mlirDiagnosticPrint(diagnostic, append, text);
  return mlirLogicalResultSuccess();
}

// Sets of rules with a mistake: the message names the rule, and nothing that it
// built is left.
static void testUntidy(MlirContext ctx) {
  char text[1000] = "";
  MlirDiagnosticHandlerID id =
      mlirContextAttachDiagnosticHandler(ctx, keep, text, NULL);
  MlirModule module = parse(ctx, sub);
  TcRuleSet set = {.rules = untidyRules, .numRules = 1};
  MlirLogicalResult result = tcRulesApply(function(module), &set);
#ifdef TC_CHECKED
  CHECK(mlirLogicalResultIsFailure(result));
  CHECK(strstr(text, "TC-9014") && strstr(text, "disable=untidy"));
#else
  CHECK(mlirLogicalResultIsSuccess(result));
#endif
  CHECK(countOps(module) == 2 && isNamed(opAt(module, 0), "arith.subi"));
  text[0] = 0;
  CHECK(mlirLogicalResultIsFailure(apply(module, 3, "", NULL)));
  CHECK(strstr(text, "TC-9013"));
  CHECK(strstr(text, "disable=andToXor") || strstr(text, "disable=xorToAnd"));
  mlirModuleDestroy(module);
  mlirContextDetachDiagnosticHandler(ctx, id);
}

//===- Queries and changes ------------------------------------------------===//

static const char *const mixed =
    "func.func @f(%a: i32, %m: memref<i32>) -> i32 {\n"
    "  %c = arith.constant 7 : i32\n"
    "  %dead = arith.addi %a, %c : i32\n"
    "  %load = memref.load %m[] : memref<i32>\n"
    "  memref.store %a, %m[] : memref<i32>\n"
    "  return %load : i32\n}";

static void testQueries(MlirContext ctx) {
  MlirModule module = parse(ctx, mixed);
  MlirOperation constant = opAt(module, 0), add = opAt(module, 1);
  MlirOperation load = opAt(module, 2), store = opAt(module, 3);
  CHECK(tcOpIsPure(add) && !tcOpIsPure(load) && !tcOpIsPure(store));
  CHECK(tcOpIsTriviallyDead(add) && !tcOpIsTriviallyDead(constant));
  CHECK(!tcOpIsTriviallyDead(store));
  CHECK(tcOpHasTrait(constant, TC_TRAIT_CONSTANT_LIKE));
  CHECK(tcOpHasTrait(add, TC_TRAIT_COMMUTATIVE));
  CHECK(tcOpHasTrait(opAt(module, 4), TC_TRAIT_TERMINATOR));
  CHECK(tcOpHasTrait(opAt(module, 4), TC_TRAIT_RETURN_LIKE));
  CHECK(tcOpHasTrait(function(module), TC_TRAIT_SYMBOL));
  CHECK(!tcOpHasTrait(add, TC_TRAIT_SYMBOL));
  CHECK(mlirOperationEqual(tcOpGetPrev(add), constant));
  CHECK(mlirOperationIsNull(tcOpGetPrev(constant)));
  CHECK(tcOpIsBefore(constant, store) && !tcOpIsBefore(store, constant));
  CHECK(!mlirAttributeIsNull(
      tcValueGetConstant(mlirOperationGetResult(constant, 0))));
  CHECK(
      mlirAttributeIsNull(tcValueGetConstant(mlirOperationGetResult(load, 0))));
  TcDominance *dominance = tcDominanceCreate(function(module));
  MlirValue loaded = mlirOperationGetResult(load, 0);
  CHECK(tcDominanceCheck(dominance, loaded, store));
  CHECK(!tcDominanceCheck(dominance, loaded, add));
  tcDominanceDestroy(dominance);
  mlirModuleDestroy(module);
}

static void testDeadOps(MlirContext ctx) {
  MlirModule module = parse(ctx, mixed);
  tcEraseDeadOps(function(module));
  CHECK(countOps(module) == 3); // The constant was used by the dead add alone.
  mlirModuleDestroy(module);
}

static void testClone(MlirContext ctx) {
  MlirModule module = parse(ctx, mixed);
  MlirBlock block = bodyOf(function(module));
  MlirOperation end = mlirBlockGetTerminator(block), add = opAt(module, 1);
  TcMapping *mapping = tcMappingCreate();
  MlirValue two = mlirOperationGetResult(opAt(module, 2), 0);
  tcMappingAdd(mapping, mlirBlockGetArgument(block, 0), two);
  MlirOperation copy = tcOpClone(add, mapping);
  CHECK(mlirValueEqual(mlirOperationGetOperand(copy, 0), two));
  CHECK(mlirValueEqual(mlirOperationGetOperand(copy, 1),
                       mlirOperationGetResult(opAt(module, 0), 0)));
  CHECK(mlirValueEqual(tcMappingGet(mapping, mlirOperationGetResult(add, 0)),
                       mlirOperationGetResult(copy, 0)));
  CHECK(mlirValueIsNull(tcMappingGet(mapping, two)));
  mlirBlockInsertOwnedOperationBefore(block, end, copy);
  CHECK(mlirOperationVerify(mlirModuleGetOperation(module)));
  tcMappingDestroy(mapping);
  mlirModuleDestroy(module);
}

static const char *const nested = "func.func @f(%c: i1, %a: i32) -> i32 {\n"
                                  "  %0 = scf.execute_region -> i32 {\n"
                                  "    %1 = arith.addi %a, %a : i32\n"
                                  "    scf.yield %1 : i32\n"
                                  "  }\n"
                                  "  return %0 : i32\n}";

static void testInline(MlirContext ctx) {
  MlirModule module = parse(ctx, nested);
  MlirOperation outer = opAt(module, 0);
  tcBlockInlineBefore(bodyOf(outer), outer, 0, NULL);
  MlirOperation yield = opAt(module, 1);
  CHECK(isNamed(yield, "scf.yield"));
  MlirValue value = mlirOperationGetOperand(yield, 0);
  mlirOperationDestroy(yield);
  tcOpReplace(outer, 1, &value);
  CHECK(countOps(module) == 2 && isNamed(opAt(module, 0), "arith.addi"));
  CHECK(mlirOperationVerify(mlirModuleGetOperation(module)));
  mlirModuleDestroy(module);
}

static bool countUse(MlirOperation user, void *userData) {
  (void)user;
  ++*(int *)userData;
  return true;
}

static void testSymbols(MlirContext ctx) {
  MlirModule module = parse(ctx, "func.func private @g()\n"
                                 "func.func @f() { call @g() : () -> ()\n"
                                 "  call @g() : () -> ()\n  return }");
  MlirOperation scope = mlirModuleGetOperation(module);
  int uses = 0;
  CHECK(tcSymbolForEachUse(function(module), scope, countUse, &uses));
  CHECK(uses == 2);
  mlirModuleDestroy(module);
}

static void testFold(MlirContext ctx) {
  MlirModule module = parse(ctx, mixed);
  MlirAttribute zero =
      mlirAttributeParseGet(ctx, mlirStringRefCreateFromCString("0 : i32"));
  MlirAttribute constants[] = {{NULL}, zero};
  TcFolded folded;
  MlirOperation add = opAt(module, 1);
  CHECK(tcOpFold(add, constants, &folded));
  CHECK(mlirValueEqual(folded.value, mlirOperationGetOperand(add, 0)));
  MlirAttribute unknown[] = {{NULL}, {NULL}};
  CHECK(!tcOpFold(add, unknown, &folded));
  mlirModuleDestroy(module);
}

int main(void) {
  MlirContext ctx = newContext();
  testRules(ctx);
  testDisabled(ctx);
  testMisuse(ctx);
  testUntidy(ctx);
  testQueries(ctx);
  testDeadOps(ctx);
  testClone(ctx);
  testInline(ctx);
  testSymbols(ctx);
  testFold(ctx);
  mlirContextDestroy(ctx);
  return checkReport();
}
