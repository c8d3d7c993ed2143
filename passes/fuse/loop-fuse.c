// loop-fuse: merges launches into one kernel where that saves memory traffic.
//
//   views       index maps go into their readers
//   epilogues   maps over a product's result go into the product's kernel
//   chains      maps go into the one map that reads them
//   prologues   maps go into the one kernel that reads them, cheap ones into
//               each
//   rows        reductions and their readers over the same outer iterators:
//               softmax, norms, with rows kept in registers or scratch
//   remakes     rematerialisation: cheap maps that a product's epilogue reads
//   borders     what is padded for a product is read with bounds, where matrix
//               units copy it by chunks
//   concats     on CPUs, a map goes into the concatenation by rows that alone
//               reads it
//   scans       on CPUs, running results with the maps over them
//   phases      reductions with later ones over other iterators, where little
//               data is between: the loss after its rows, the gradient of a
//               norm's weight after that of its input
//   streams     products over rows of reduced products: attention
//   recompute   products of functions of products: gradients of attention
//   steps       maps, and products, with a map that reads them, though others
//               read them too
//   runs        on GPUs, maps over a scatter of runs of points, when nothing
//               else changes
//   siblings    reductions of one value along the same or other iterators; maps
//               of a few points each; on GPUs short vectors of one length
//   launches    on GPUs, when nothing else changes: maps go into the one kernel
//               that reads them repeatedly, where it computes them in less
//               time than their launch takes
//   sums        on GPUs, last, the sum of a product's factor over its steps
//               with the product: a bias's gradient with the weight's
//   positions   inside of a merged kernel: a gather at positions that are
//               linear in the iterators is a read
//   gathers     inside of one: a map is computed at the positions that are
//               gathered of it
//   components  launches that belong together stand next to each other before
//
// At the end halves that a kernel widens are kept as halves between launches
// (narrow.c). `disable` switches each of these off, and narrow.
//
// Each rule is a predicate on a producer and a consumer; they are tried in this
// order, from the first launch to the last, until nothing changes. Steps, and
// siblings, which read nothing of each other, come last.
#include "passes/fuse/verdicts.h"

#include "lib/cost/numbers.h"
#include "lib/ir/attrs.h"
#include "lib/ir/break.h"
#include "lib/ir/diag.h"
#include "lib/ir/ours.h"
#include "lib/ir/pass.h"
#include "lib/ir/precision.h"
#include "lib/ir/rewrite.h"
#include "lib/ir/shim.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "passes/schedule/pass_target.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { STREAM, OTHERWISE, DISABLE }; // options

// What `disable` may name.
static const char *const ruleNames[] = {
    "views",     "epilogues",  "chains",  "prologues", "rows",
    "remakes",   "borders",    "phases",  "steps",     "streams",
    "recompute", "siblings",   "narrow",  "squeeze",   "positions",
    "gathers",   "components", "concats", "scans",     "sums",
    "launches",  "lookups",    "runs",    "unjoin",    "results"};

static bool isOn(const TcFuse *f, const char *rule) {
  return !tcRuleListHas(f->disabled, rule);
}

//===- Trying them --------------------------------------------------------===//

typedef struct Rule {
  const char *name;
  TcVerdictFn *verdict;
} Rule;

// What makes the operand of p->b, if that is a launch.
static bool makePair(TcFusePair *p, intptr_t operand) {
  MlirValue v = mlirOperationGetOperand(p->b, operand);
  p->a = tcDefiningOp(v);
  p->ka = tcLaunchedKernel(p->f, p->a);
  if (mlirOperationIsNull(p->ka))
    return false;
  p->r = mlirOpResultGetResultNumber(v);
  p->kindA = tcKernelKind(p->ka);
  p->only = !tcFuseIsReadBesides(p->a, p->b);
  return true;
}

// Applies the rule to the first operand of b where it holds.
static bool fuseInto(TcFuse *f, const Rule *rule, MlirOperation *b) {
  TcFusePair p = {.f = f, .b = *b, .kb = tcLaunchedKernel(f, *b)};
  p.kindB = tcKernelKind(p.kb);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(*b); ++i) {
    if (!makePair(&p, i))
      continue;
    TcVerdict verdict = rule->verdict(&p);
    if (verdict == TC_FUSE_APART ||
        !TC_FUSE_HOLDS("all", "small",
                       p.kindA == TC_KERNEL_VIEW ||
                           !tcFuseIsTooLarge(f, p.ka, p.kb)) ||
        !TC_FUSE_HOLDS("all", "late",
                       verdict == TC_FUSE_COPY || p.only || !f->hasLateSizes ||
                           !tcFuseLearnsBetween(p.a, *b)) ||
        tcBreaksNow("fuse", rule->name, "off"))
      continue;
    *b = tcFuseMerge(f, p.a, *b, verdict == TC_FUSE_COPY);
    return true;
  }
  return false;
}

static int applyRule(TcFuse *f, MlirBlock block, const Rule *rule) {
  int n = 0;
  if (!isOn(f, rule->name))
    return n;
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (mlirOperationIsNull(tcLaunchedKernel(f, op)))
      continue;
    while (fuseInto(f, rule, &op))
      ++n;
  }
  return n;
}

//===- Order and leftovers ------------------------------------------------===//

static bool isDead(MlirOperation launch) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(launch); ++r)
    if (tcHasUses(mlirOperationGetResult(launch, r)))
      return false;
  return true;
}

static void dropDeadLaunches(TcFuse *f, MlirBlock block) {
  TC_VEC(MlirOperation) ops = {0};
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    tcVecPush(&f->arena, &ops, op);
  while (ops.size) {
    op = tcVecPop(&ops);
    MlirOperation kernel = tcLaunchedKernel(f, op);
    if (mlirOperationIsNull(kernel) || !isDead(op))
      continue;
    mlirOperationDestroy(op);
    mlirOperationDestroy(kernel);
  }
}

//===- The pass -----------------------------------------------------------===//

static int mergeStreams(TcFuse *f, MlirBlock block) {
  int n = 0;
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; isOn(f, "streams") && !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    n += tcFuseStream(f, &op);
  op = mlirBlockGetFirstOperation(block);
  for (; isOn(f, "recompute") && !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    n += tcFuseRecompute(f, op);
  return n;
}

static bool hasLateSizes(MlirBlock block) {
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (tcIsA(op, "prim.range_to"))
      return true;
  return false;
}

// Stages of a kernel run over the same iterators, as far as they may.
static void alignStages(TcFuse *f, MlirBlock block) {
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    MlirOperation kernel = tcLaunchedKernel(f, op);
    if (mlirOperationIsNull(kernel))
      continue;
    if (isOn(f, "unjoin"))
      tcFuseUnjoin(&f->arena, kernel);
    if (isOn(f, "squeeze"))
      tcFuseSqueeze(&f->arena, kernel);
  }
}

static int fuseBlock(TcFuse *f, MlirBlock block, TcPass *pass) {
#define RULE(NAME, VERDICT)                                                    \
  {                                                                            \
    #NAME, VERDICT                                                             \
  }
  static const Rule order[] = {
      RULE(views, tcFuseViews),         RULE(lookups, tcFuseLookups),
      RULE(epilogues, tcFuseEpilogues), RULE(chains, tcFuseChains),
      RULE(epilogues, tcFuseEpilogues), RULE(prologues, tcFusePrologues),
      RULE(epilogues, tcFuseEpilogues), RULE(rows, tcFuseRows),
      RULE(prologues, tcFusePrologues), RULE(remakes, tcFuseRemakes),
      RULE(borders, tcFuseBorders),     RULE(phases, tcFusePhases),
      RULE(concats, tcFuseConcats),     RULE(scans, tcFuseScans)};
  static const Rule steps = RULE(steps, tcFuseSteps);
  static const Rule launches = RULE(launches, tcFuseLaunches);
  static const Rule runs = RULE(runs, tcFuseRuns);
  enum { N = sizeof order / sizeof *order };
  int total = 0;
  f->hasLateSizes = hasLateSizes(block);
  if (isOn(f, "components"))
    tcFuseOrderComponents(&f->arena, block);
  tcFuseNumberOps(f, block);
  for (int changed = 1; changed;) {
    changed = 0;
    for (int i = 0; i < N; ++i)
      changed += applyRule(f, block, &order[i]);
    if (!changed && f->target.backend)
      changed += mergeStreams(f, block);
    if (!changed)
      changed += applyRule(f, block, &steps);
    if (!changed)
      changed += applyRule(f, block, &runs);
    if (!changed && isOn(f, "siblings"))
      changed += tcFuseSiblings(f, block);
    if (!changed)
      changed += applyRule(f, block, &launches);
    total += changed;
    dropDeadLaunches(f, block);
    tcFuseDropResults(f, block);
  }
  if (isOn(f, "narrow"))
    tcPassAddStatistic(pass, 1, tcFuseNarrow(f, block));
  if (isOn(f, "sums"))
    total += tcFuseRowSums(f, block);
  alignStages(f, block);
  if (isOn(f, "results"))
    total += tcFuseShareResults(f, block, pass);
  tcPassAddStatistic(pass, 0, total);
  return total;
}

// Of a kernel that has been launched before, nothing is known.
static MlirWalkResult noteLaunch(MlirOperation op, void *fuse) {
  TcFuse *f = fuse;
  if (!tcIsA(op, "loop.launch"))
    return MlirWalkResultAdvance;
  MlirStringRef name = mlirFlatSymbolRefAttrGetValue(tcAttrOf(op, "kernel"));
  if (tcMapGetTextN(&f->launched, name.data, name.length))
    tcMapSetTextN(&f->kernels, name.data, name.length, NULL);
  tcMapSetTextN(&f->launched, name.data, name.length, op.ptr);
  return MlirWalkResultAdvance;
}

// The kernels that one launch has: merging changes it.
static void collectKernels(TcFuse *f, MlirOperation module) {
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(module));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (!tcIsA(op, "loop.kernel"))
      continue;
    MlirStringRef name = mlirStringAttrGetValue(tcAttrOf(op, "sym_name"));
    tcMapSetTextN(&f->kernels, name.data, name.length, op.ptr);
  }
  mlirOperationWalk(module, noteLaunch, f, MlirWalkPreOrder);
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  TcFuse f = {.ctx = mlirOperationGetContext(module)};
  f.kernels.arena = f.launched.arena = f.places.arena = f.refused.arena =
      &f.arena;
  f.disabled = tcPassGetOptionString(pass, DISABLE);
  if (mlirLogicalResultIsFailure(tcRuleListCheck(
          module, f.disabled, sizeof ruleNames / sizeof *ruleNames, ruleNames)))
    return mlirLogicalResultFailure();
  // The target decides what can be streamed.
  if (tcPassGetOptionBool(pass, STREAM) &&
      mlirLogicalResultIsFailure(
          tcPassReadTarget(pass, module, -1, OTHERWISE, &f.target))) {
    tcArenaFree(&f.arena);
    return mlirLogicalResultFailure();
  }
  f.atomics = tcModuleAllowsAtomics(module);
  collectKernels(&f, module);
  MlirOperation op = tcFirstOurFunction(module);
  for (; !mlirOperationIsNull(op); op = tcNextOurFunction(op))
    fuseBlock(&f, mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0)), pass);
  tcArenaFree(&f.arena);
  return mlirLogicalResultSuccess();
}

static const TcPassOption options[] = {
    {"stream", TC_OPTION_BOOL, "false",
     "merge products over rows of reduced products, for loop-stream"},
    {"otherwise", TC_OPTION_STRING, "host",
     "the target that streams, where the module has no tc.target"},
    {"disable", TC_OPTION_STRING, "",
     "names of rules that are not to be used, comma-separated"}};
static const TcPassStatistic statistics[] = {
    {"merged", "launches that were merged into another"},
    {"narrowed", "values between launches that are kept as halves"}};
static const char *const dependents[] = {"loop", "prim", NULL};
const TcPassInfo tcPassLoopFuse = {
    .argument = "loop-fuse",
    .summary = "Merge launches into one kernel where that saves memory traffic",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = 3,
    .statistics = statistics,
    .numStatistics = 2,
    .dependentDialects = dependents,
    .run = run};
