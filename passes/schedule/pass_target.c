// See pass_target.h.
#include "passes/schedule/pass_target.h"

#include "lib/ir/diag.h"
#include "lib/ir/ours.h"

static TcStatus readTarget(TcPass *pass, MlirOperation module, int target,
                           int otherwise, TcArena *arena, TcTarget *out) {
  MlirStringRef text = {NULL, 0};
  if (target >= 0)
    text = tcPassGetOptionString(pass, target);
  if (text.length)
    return tcTargetParse(tcArenaCopyText(arena, text.data, text.length), out);
  text = tcPassGetOptionString(pass, otherwise);
  return tcTargetOfModule(module,
                          tcArenaCopyText(arena, text.data, text.length), out);
}

MlirLogicalResult tcPassReadTarget(TcPass *pass, MlirOperation module,
                                   int target, int otherwise, TcTarget *out) {
  TcArena arena = {0};
  TcStatus status = readTarget(pass, module, target, otherwise, &arena, out);
  tcArenaFree(&arena);
  if (!status)
    return mlirLogicalResultSuccess();
  tcOpEmitError(module, "[TC-%04d] %s", tcStatusNumber(status),
                tcStatusMessage(status));
  tcStatusFree(status);
  return mlirLogicalResultFailure();
}

enum { TARGET, OTHERWISE };

const TcPassOption tcTargetOptions[TC_NUM_TARGET_OPTIONS] = {
    [TARGET] = {"target", TC_OPTION_STRING, "",
                "what it is for: a target's text; none: tc.target of the "
                "module"},
    [OTHERWISE] = {"otherwise", TC_OPTION_STRING, "host",
                   "the target of a module that names none"}};

MlirLogicalResult tcPassReadOptions(TcPass *pass, MlirOperation module,
                                    TcTarget *out) {
  return tcPassReadTarget(pass, module, TARGET, OTHERWISE, out);
}

MlirLogicalResult tcPassOnGpuFunctions(MlirOperation module, TcPass *pass,
                                       int64_t (*visit)(TcArena *,
                                                        MlirOperation)) {
  int64_t count = 0;
  TcArena arena = {0};
  TcTarget target;
  MlirLogicalResult result = tcPassReadOptions(pass, module, &target);
  bool runs = mlirLogicalResultIsSuccess(result) && target.backend->gpu;
  MlirOperation op = tcFirstOurFunction(module);
  for (; runs && op.ptr; op = tcNextOurFunction(op))
    count += visit(&arena, op);
  tcArenaFree(&arena);
  tcPassAddStatistic(pass, 0, count);
  return result;
}
