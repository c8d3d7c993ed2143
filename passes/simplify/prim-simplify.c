// prim-simplify: applies local rules to functions of prims until nothing
// changes, then merges equal values and erases unused ones. The rules are
// tables, one file per family; each can be switched off by name.
#include "passes/simplify/rules.h"

#include "lib/ir/ours.h"
#include "lib/ir/pass.h"
#include "lib/ir/rows.h"
#include "tc/gen/PrimTable.h"

#include "mlir-c/BuiltinAttributes.h"

typedef TC_VEC(const TcRule *) RuleVec;

static const TcRuleList *const lists[] = {
    &tcSimplifyArith,    &tcSimplifyMoves,     &tcSimplifyPieces,
    &tcSimplifyReshapes, &tcSimplifyProducts,  &tcSimplifyScales,
    &tcSimplifyExchange, &tcSimplifyQuotients, &tcSimplifyOneHot,
    &tcSimplifyDistinct, &tcSimplifyCats};

// Rules of elementwise prims, one for each of them.
static const TcRule elementwise[] = {
    {"foldNumbers", NULL, "f(number, ...) -> number", tcSimplifyFoldNumbers},
    {"reshapeLater", NULL, "f(reshape(x), ...) -> reshape(f(x, ...))",
     tcSimplifyReshapeLater},
    {"apart", NULL, "f(cat(x, y), ...) -> cat(f(x, ...), f(y, ...))",
     tcSimplifyApart}};

static void addElementwiseRules(TcArena *arena, RuleVec *rules) {
  size_t n = sizeof elementwise / sizeof *elementwise;
  for (int kind = 1; kind < TC_PRIM_COUNT; ++kind)
    for (size_t i = 0; i < n && tcIsElementwise((TcPrimOpKind)kind); ++i) {
      TcRule *rule = TC_ARENA_NEW(arena, TcRule);
      if (!rule)
        return;
      *rule = elementwise[i];
      rule->root = tcPrimOpNames[kind];
      tcVecPush(arena, rules, rule);
    }
}

static void collectRules(TcArena *arena, RuleVec *rules) {
  for (size_t i = 0; i < sizeof lists / sizeof *lists; ++i)
    for (size_t k = 0; k < lists[i]->size; ++k)
      tcVecPush(arena, rules, lists[i]->rules[k]);
  addElementwiseRules(arena, rules);
}

// The weights that the module's program writes.
static void collectMutated(MlirOperation func, TcMap *mutated) {
  MlirOperation module = mlirOperationGetParentOperation(func);
  if (!module.ptr)
    return;
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    if (tcPrimOpKind(op) != TC_PRIM_WEIGHT || !tcPrimWeightGetMutated(op))
      continue;
    MlirStringRef name = tcPrimWeightGetSymName(op);
    tcMapSetTextN(mutated, name.data, name.length, mutated);
  }
}

enum { OPTION_DISABLE };

static const TcPassOption options[] = {
    {"disable", TC_OPTION_STRING, "",
     "names of rules that are not to be used, comma-separated"}};

enum { STATISTIC_HITS };

static const TcPassStatistic statistics[] = {
    {"hits", "times that a rule was used"}};

static MlirLogicalResult simplify(MlirOperation func, TcPass *pass,
                                  TcArena *arena) {
  RuleVec rules = {0};
  TcSimplify state = {arena, {.arena = arena}};
  collectMutated(func, &state.mutated);
  collectRules(arena, &rules);
  int64_t *counts = TC_ARENA_ARRAY(arena, int64_t, rules.size);
  TcRuleSet set = {rules.data, rules.size,
                   tcPassGetOptionString(pass, OPTION_DISABLE), &state, counts};
  if (mlirLogicalResultIsFailure(tcRulesApply(func, &set)))
    return mlirLogicalResultFailure();
  for (size_t i = 0; i < rules.size; ++i)
    tcPassAddStatistic(pass, STATISTIC_HITS, counts[i]);
  return tcPassRunPipeline(pass, tcStr("cse"), func);
}

static MlirLogicalResult run(MlirOperation func, TcPass *pass) {
  if (!tcIsOursAlone(func))
    return mlirLogicalResultSuccess();
  TcArena arena = {0};
  MlirLogicalResult result = simplify(func, pass, &arena);
  tcArenaFree(&arena);
  return result;
}

static const char *const dependents[] = {"prim", NULL};

const TcPassInfo tcPassPrimSimplify = {
    .argument = "prim-simplify",
    .summary = "Simplify functions of prims by local rules",
    .anchor = "func.func",
    .options = options,
    .numOptions = sizeof options / sizeof *options,
    .statistics = statistics,
    .numStatistics = sizeof statistics / sizeof *statistics,
    .dependentDialects = dependents,
    .run = run,
};
