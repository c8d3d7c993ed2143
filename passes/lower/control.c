// prim-to-loop for control flow and prim.ext: both must have been lowered
// before, so these hooks report errors.
#include "passes/lower/lower.h"

#include "lib/ir/diag.h"

static MlirLogicalResult notYet(MlirOperation op, const char *what) {
  return tcOpEmitError(op,
                       "[TC-0502] prim-to-loop: %s cannot be compiled yet; "
                       "interpret the program (tc-interpret), or "
                       "unroll it before capture",
                       what);
}

MlirLogicalResult tcLowerWhile(MlirOperation op, TcLowering *l) {
  (void)l;
  return notYet(
      op,
      "a loop whose carried sizes change between iterations, or that stands "
      "in prim.scan,");
}

MlirLogicalResult tcLowerExt(MlirOperation op, TcLowering *l) {
  (void)l;
  return notYet(
      op, "an op of the run-time registry, which prim-expand-ext replaces,");
}
