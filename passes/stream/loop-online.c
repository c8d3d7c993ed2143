// loop-online: statistics of long rows in one pass over memory. Where the terms
// of a sum need another reduction of the row first, the maximum by which
// exponentials are shifted (a softmax, a log-sum-exp, a cross-entropy), a mean
// from which deviations are taken, a state is reduced from which both follow,
// and which threads, waves and blocks merge. Rows that shared memory keeps are
// read once anyway: so exponentials are merged where it keeps one row alone,
// moments, which take a quotient a step, where another pass would read much of
// the row from memory again. For GPUs.
#include "passes/fuse/kernel_edit.h"
#include "passes/schedule/long_rows.h"
#include "passes/schedule/pass_target.h"
#include "passes/stream/online.h"
#include "passes/stream/stream.h"

#include "lib/cost/numbers.h"
#include "lib/ir/pass.h"
#include "lib/ir/shim.h"
#include "lib/ir/sizes.h"

// Whether another pass over the row would read so much of it again that the
// moments' operations in one pass cost less: not of columns that a second cache
// keeps.
static bool paysForMoments(const TcOnline *o, int64_t shared) {
  enum { WORD = 4 };
  if (tcOnlineIsOfColumns(o) && tcSizeOr(tcStageSpace(o->kernel, o->sum),
                                         INT64_MAX) <= tcNumber(gpu_reread))
    return false;
  int64_t held = tcNumber(gpu_held_bytes);
  int64_t again = tcOnlineRowBytes(o) - (held < shared ? held : shared);
  return (double)again * 100 > (double)tcNumber(gpu_online_moments_percent) *
                                   WORD * (double)tcOnlineRowPoints(o);
}

// Whether blocks share such rows in parts. Of a symbolic number of rows, or in
// columns, it is not known.
static bool areShared(const TcOnline *o) {
  MlirAttribute iters = tcAttrOf(o->sum, "iters");
  double rows = 1;
  int64_t extent;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(iters, i);
    if (!tcSizeAttrIsConstant(tcExtentOf(o->kernel, iter), &extent))
      return false;
    rows *= extent < 1 ? 1 : (double)extent;
  }
  return !tcOnlineIsOfColumns(o) &&
         tcGpuSharesRows(rows, (double)tcOnlineRowPoints(o));
}

// Applies the first rule that applies, where a block's shared memory has so
// many bytes, which keep no columns.
static bool changeFirst(TcArena *arena, MlirOperation kernel, int64_t bytes) {
  MlirOperation stage = tcFirstStage(kernel);
  for (; stage.ptr; stage = tcNextStage(stage)) {
    TcOnline o = {.arena = arena,
                  .ctx = mlirOperationGetContext(kernel),
                  .kernel = kernel,
                  .sum = stage};
    if (!tcOnlineRead(&o))
      continue;
    int64_t shared = tcOnlineIsOfColumns(&o) ? 0 : bytes;
    int64_t exponentials = shared * tcNumber(gpu_online_percent) / 100;
    bool both = areShared(&o);
    if (((both || tcOnlineRowBytes(&o) > exponentials) &&
         tcOnlineExponentials(&o)) ||
        ((both || paysForMoments(&o, shared)) && tcOnlineMoments(&o)))
      return true;
  }
  return false;
}

static int changeKernel(TcArena *arena, MlirOperation kernel, int64_t shared) {
  int found = 0;
  while (changeFirst(arena, kernel, shared))
    ++found;
  if (found)
    tcUpdateKernel(arena, kernel, tcNoAttr(), tcNoAttr());
  return found;
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  TcArena arena = {0};
  TcTarget target;
  int found = 0;
  if (mlirLogicalResultIsFailure(tcPassReadOptions(pass, module, &target)))
    return mlirLogicalResultFailure();
  if (!target.backend || !target.backend->gpu)
    return mlirLogicalResultSuccess();
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(module));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (tcStreamIsOpen(op))
      found += changeKernel(&arena, op, target.sharedBytes);
  tcPassAddStatistic(pass, 0, found);
  tcArenaFree(&arena);
  return mlirLogicalResultSuccess();
}

static const TcPassStatistic statistics[] = {
    {"merged", "sums that became one reduction with what their terms need"}};
static const char *const dependents[] = {"loop", "prim", NULL};

const TcPassInfo tcPassLoopOnline = {
    .argument = "loop-online",
    .summary = "Compute statistics of long rows in one pass",
    .anchor = "builtin.module",
    .options = tcTargetOptions,
    .numOptions = TC_NUM_TARGET_OPTIONS,
    .statistics = statistics,
    .numStatistics = 1,
    .dependentDialects = dependents,
    .run = run,
};
