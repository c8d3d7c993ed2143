// Sets of rules as MLIR patterns for the greedy driver.
#include "ir/rewrite.h"
#include "ir/diag.h"
#include <stdlib.h>
#include <string.h>

// Rules that feed each other without end are stopped after so many hits for
// each op there was. (The driver's own limits stop no cycle within a round.)
enum { MAX_HITS_PER_OP = 1000 };

// What the driver hands to a pattern: a rule and where its hits are counted.
typedef struct Active {
  const TcRule *rule;
  void *user;
  int64_t *count;
  int64_t *left; // Hits until all rules are stopped.
} Active;

static MlirLogicalResult matchAndRewrite(MlirRewritePattern pattern,
                                         MlirOperation op,
                                         MlirPatternRewriter rewriter,
                                         void *userData) {
  (void)pattern;
  Active *active = userData;
  if (*active->left == 0)
    return mlirLogicalResultFailure();
  TcRewrite rw = {tcBuilderBefore(op), active->user,
                  mlirPatternRewriterAsBase(rewriter)};
  rw.b.rewriter = rw.base;
  if (!active->rule->apply(&rw, op))
    return mlirLogicalResultFailure();
  --*active->left;
  if (active->count)
    ++*active->count;
  return mlirLogicalResultSuccess();
}

void tcRewriteReplace(TcRewrite *rw, MlirOperation op, intptr_t numValues,
                      const MlirValue *values) {
  mlirRewriterBaseReplaceOpWithValues(rw->base, op, numValues, values);
}

void tcRewriteErase(TcRewrite *rw, MlirOperation op) {
  mlirRewriterBaseEraseOp(rw->base, op);
}

void tcRewriteBeginChange(TcRewrite *rw, MlirOperation op) {
  mlirRewriterBaseStartOpModification(rw->base, op);
}

void tcRewriteEndChange(TcRewrite *rw, MlirOperation op) {
  mlirRewriterBaseFinalizeOpModification(rw->base, op);
}

//===- Which rules --------------------------------------------------------===//

// The next of the comma-separated names in `*list`, which is shortened by it.
static MlirStringRef nextName(MlirStringRef *list) {
  const char *comma = memchr(list->data, ',', list->length);
  size_t length = comma ? (size_t)(comma - list->data) : list->length;
  MlirStringRef name = {list->data, length};
  size_t taken = length + (comma ? 1 : 0);
  list->data += taken;
  list->length -= taken;
  return name;
}

static bool isDisabled(const TcRuleSet *set, const TcRule *rule) {
  MlirStringRef name = mlirStringRefCreateFromCString(rule->name);
  for (MlirStringRef list = set->disabled; list.length;)
    if (mlirStringRefEqual(nextName(&list), name))
      return true;
  return false;
}

static bool hasRule(const TcRuleSet *set, MlirStringRef name) {
  for (size_t i = 0; i < set->numRules; ++i)
    if (mlirStringRefEqual(
            name, mlirStringRefCreateFromCString(set->rules[i]->name)))
      return true;
  return false;
}

static MlirLogicalResult checkNames(MlirOperation scope, const TcRuleSet *set) {
  for (MlirStringRef list = set->disabled; list.length;) {
    MlirStringRef name = nextName(&list);
    if (!hasRule(set, name))
      return tcEmitError(mlirOperationGetLocation(scope),
                         "[TC-1012] there is no rule '%.*s' to switch off",
                         (int)name.length, name.data);
  }
  return mlirLogicalResultSuccess();
}

//===- Applying -----------------------------------------------------------===//

static MlirRewritePattern makePattern(MlirContext ctx, Active *active) {
  MlirRewritePatternCallbacks callbacks = {NULL, NULL, matchAndRewrite};
  return mlirOpRewritePatternCreate(
      mlirStringRefCreateFromCString(active->rule->root), 1, ctx, callbacks,
      active, 0, NULL);
}

// `active` has room for all rules and outlives the result.
static MlirFrozenRewritePatternSet makePatterns(MlirContext ctx,
                                                const TcRuleSet *set,
                                                Active *active, int64_t *left) {
  MlirRewritePatternSet patterns = mlirRewritePatternSetCreate(ctx);
  for (size_t i = 0; i < set->numRules; ++i) {
    active[i] = (Active){set->rules[i], set->user,
                         set->counts ? &set->counts[i] : NULL, left};
    if (!isDisabled(set, set->rules[i]))
      mlirRewritePatternSetAdd(patterns, makePattern(ctx, &active[i]));
  }
  MlirFrozenRewritePatternSet frozen = mlirFreezeRewritePattern(patterns);
  mlirRewritePatternSetDestroy(patterns);
  return frozen;
}

static MlirWalkResult countOp(MlirOperation op, void *count) {
  (void)op;
  ++*(int64_t *)count;
  return MlirWalkResultAdvance;
}

static MlirLogicalResult runDriver(MlirOperation scope,
                                   MlirFrozenRewritePatternSet patterns) {
  MlirGreedyRewriteDriverConfig config = mlirGreedyRewriteDriverConfigCreate();
  mlirGreedyRewriteDriverConfigSetMaxIterations(config, -1);
  MlirLogicalResult result =
      mlirApplyPatternsAndFoldGreedilyWithOp(scope, patterns, config);
  mlirGreedyRewriteDriverConfigDestroy(config);
  return result;
}

MlirLogicalResult tcRulesApply(MlirOperation scope, const TcRuleSet *set) {
  if (mlirLogicalResultIsFailure(checkNames(scope, set)))
    return mlirLogicalResultFailure();
  Active *active = calloc(set->numRules + 1, sizeof *active);
  if (!active)
    return tcEmitError(mlirOperationGetLocation(scope),
                       "[TC-6001] out of memory");
  int64_t left = 0;
  mlirOperationWalk(scope, countOp, &left, MlirWalkPreOrder);
  left *= MAX_HITS_PER_OP;
  MlirFrozenRewritePatternSet patterns =
      makePatterns(mlirOperationGetContext(scope), set, active, &left);
  MlirLogicalResult result = runDriver(scope, patterns);
  mlirFrozenRewritePatternSetDestroy(patterns);
  free(active);
  if (left == 0)
    return tcEmitError(mlirOperationGetLocation(scope),
                       "[TC-9013] the rules find no end: switch one off by "
                       "disable=NAME");
  return result;
}
