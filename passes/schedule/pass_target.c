// See pass_target.h.
#include "passes/schedule/pass_target.h"

#include "lib/ir/diag.h"
#include "lib/support/arena.h"

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
