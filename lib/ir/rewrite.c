// Runs sets of rules as MLIR patterns in the greedy driver.
#include "ir/rewrite.h"
#include "ir/break.h"
#include "ir/diag.h"
#include "ir/shim.h"
#include "support/vec.h"
#include <stdlib.h>
#include <string.h>

// Rules that trigger each other without end are stopped after this many hits
// per op. (The driver's own limit, on its rounds over all ops, stops no cycle
// within a round.)
enum { MAX_HITS_PER_OP = 100, MAX_ROUNDS = 1000 };

// One application of a set.
typedef struct Run {
  const TcRuleSet *set;
  int64_t left;         // Hits until all rules are stopped.
  const TcRule *untidy; // Left ops behind where it gave up.
} Run;

// The driver's user data of a pattern: a rule and its number of hits.
typedef struct Active {
  const TcRule *rule;
  Run *run;
  int64_t hits;
} Active;

// A rule that fails to apply must not have built anything: the driver would
// take the removal of the dead ops for progress, and try all rules again,
// without end. Checked builds report such a rule; others remove the ops that it
// left.
static void cleanUp(Active *active, TcRewrite *rw, MlirOperation op) {
#ifdef TC_CHECKED
  active->run->untidy = active->rule;
  active->run->left = 0;
#endif
  (void)active;
  MlirOperation prev = tcOpGetPrev(op);
  for (int64_t i = *rw->b.made; i > 0 && prev.ptr; --i) {
    MlirOperation before = tcOpGetPrev(prev);
    if (!tcOpIsTriviallyDead(prev))
      break;
    mlirRewriterBaseEraseOp(rw->base, prev);
    prev = before;
  }
}

static MlirLogicalResult matchAndRewrite(MlirRewritePattern pattern,
                                         MlirOperation op,
                                         MlirPatternRewriter rewriter,
                                         void *userData) {
  (void)pattern;
  Active *active = userData;
  Run *run = active->run;
  if (run->left == 0 || tcBreaks("simplify", active->rule->name, "off"))
    return mlirLogicalResultFailure();
  int64_t made = 0;
  TcRewrite rw = {tcBuilderBefore(op), run->set->user,
                  mlirPatternRewriterAsBase(rewriter), active->rule};
  rw.b.rewriter = rw.base;
  rw.b.made = &made;
  if (!active->rule->apply(&rw, op)) {
    if (made)
      cleanUp(active, &rw, op);
    return mlirLogicalResultFailure();
  }
  --run->left;
  ++active->hits;
  return mlirLogicalResultSuccess();
}

void tcRewriteReplace(TcRewrite *rw, MlirOperation op, intptr_t numValues,
                      const MlirValue *values) {
  MlirValue first = *values;
  if (tcBreaksNow("simplify", rw->rule->name, "wrong") && numValues == 1) {
    first = tcBreakValue(&rw->b, first);
    values = &first;
  }
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

bool tcRuleListHas(MlirStringRef list, const char *rule) {
  MlirStringRef name = mlirStringRefCreateFromCString(rule);
  while (list.length)
    if (mlirStringRefEqual(nextName(&list), name))
      return true;
  return false;
}

static bool isName(MlirStringRef name, size_t n, const char *const *names) {
  for (size_t i = 0; i < n; ++i)
    if (mlirStringRefEqual(name, mlirStringRefCreateFromCString(names[i])))
      return true;
  return false;
}

static const char *joined(TcArena *arena, size_t n, const char *const *names) {
  const char *all = "";
  for (size_t i = 0; i < n; ++i)
    all = tcArenaPrintf(arena, "%s%s%s", all, i ? ", " : "", names[i]);
  return all;
}

MlirLogicalResult tcRuleListCheck(MlirOperation scope, MlirStringRef list,
                                  size_t n, const char *const *names) {
  while (list.length) {
    MlirStringRef name = nextName(&list);
    if (isName(name, n, names))
      continue;
    TcArena arena = {0};
    MlirLogicalResult failure = tcEmitError(
        mlirOperationGetLocation(scope),
        "[TC-1012] there is no rule '%.*s' to switch off, but there are: %s",
        (int)name.length, name.data, joined(&arena, n, names));
    tcArenaFree(&arena);
    return failure;
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult checkNames(MlirOperation scope, const TcRuleSet *set) {
  TcArena arena = {0};
  TC_VEC(const char *) names = {0};
  for (size_t i = 0; i < set->numRules; ++i)
    tcVecPush(&arena, &names, set->rules[i]->name);
  MlirLogicalResult result =
      tcRuleListCheck(scope, set->disabled, names.size, names.data);
  tcArenaFree(&arena);
  return result;
}

//===- Applying -----------------------------------------------------------===//

static MlirRewritePattern makePattern(MlirContext ctx, Active *active) {
  MlirRewritePatternCallbacks callbacks = {NULL, NULL, matchAndRewrite};
  return mlirOpRewritePatternCreate(
      mlirStringRefCreateFromCString(active->rule->root), 1, ctx, callbacks,
      active, 0, NULL);
}

// `active` has room for all rules and outlives the result.
static MlirFrozenRewritePatternSet makePatterns(MlirContext ctx, Run *run,
                                                Active *active) {
  const TcRuleSet *set = run->set;
  MlirRewritePatternSet patterns = mlirRewritePatternSetCreate(ctx);
  for (size_t i = 0; i < set->numRules; ++i) {
    active[i] = (Active){set->rules[i], run, 0};
    if (!tcRuleListHas(set->disabled, set->rules[i]->name))
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
  mlirGreedyRewriteDriverConfigSetMaxIterations(config, MAX_ROUNDS);
  MlirLogicalResult result =
      mlirApplyPatternsAndFoldGreedilyWithOp(scope, patterns, config);
  mlirGreedyRewriteDriverConfigDestroy(config);
  return result;
}

// The rule with the most hits: one of those that do not terminate.
static const char *busiest(const Run *run, const Active *active) {
  size_t most = 0;
  for (size_t i = 1; i < run->set->numRules; ++i)
    if (active[i].hits > active[most].hits)
      most = i;
  return run->set->numRules ? active[most].rule->name : "none";
}

static MlirLogicalResult reportEnd(MlirOperation scope, const Run *run,
                                   const Active *active, bool converged) {
  MlirLocation loc = mlirOperationGetLocation(scope);
  if (run->untidy)
    return tcEmitError(loc,
                       "[TC-9014] rule '%s' gave up at an op and left new ops "
                       "behind: switch it off by disable=%s",
                       run->untidy->name, run->untidy->name);
  if (run->left > 0 && converged)
    return mlirLogicalResultSuccess();
  const char *name = busiest(run, active);
  return tcEmitError(loc,
                     "[TC-9013] the rules find no end; '%s' was used most: "
                     "switch it off by disable=%s",
                     name, name);
}

MlirLogicalResult tcRulesApply(MlirOperation scope, const TcRuleSet *set) {
  if (mlirLogicalResultIsFailure(checkNames(scope, set)))
    return mlirLogicalResultFailure();
  Active *active = calloc(set->numRules + 1, sizeof *active);
  if (!active)
    return tcEmitError(mlirOperationGetLocation(scope),
                       "[TC-6001] out of memory");
  Run run = {.set = set};
  mlirOperationWalk(scope, countOp, &run.left, MlirWalkPreOrder);
  run.left *= MAX_HITS_PER_OP;
  MlirFrozenRewritePatternSet patterns =
      makePatterns(mlirOperationGetContext(scope), &run, active);
  bool converged = mlirLogicalResultIsSuccess(runDriver(scope, patterns));
  mlirFrozenRewritePatternSetDestroy(patterns);
  for (size_t i = 0; set->counts && i < set->numRules; ++i)
    set->counts[i] += active[i].hits;
  MlirLogicalResult result = reportEnd(scope, &run, active, converged);
  free(active);
  return result;
}
