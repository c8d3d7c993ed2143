// Diagnostics with printf formats. A message starts with its number,
// "[TC-0102] ...", which has a line in docs/errors.md, and says what is wrong
// and what to do about it.
#ifndef TC_IR_DIAG_H
#define TC_IR_DIAG_H

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"
#include "tc/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum TcSeverity {
  TC_ERROR,
  TC_WARNING,
  TC_REMARK,
} TcSeverity;

/// All of these return failure, so that a verifier can `return
/// tcEmitError(...)`. At a null location they emit nothing.
MlirLogicalResult tcEmitError(MlirLocation loc, const char *format, ...)
    TC_PRINTF(2, 3);
/// Names the op first: "'prim.sum' op [TC-...] ...".
MlirLogicalResult tcOpEmitError(MlirOperation op, const char *format, ...)
    TC_PRINTF(2, 3);

void tcEmitWarning(MlirLocation loc, const char *format, ...) TC_PRINTF(2, 3);
void tcEmitRemark(MlirLocation loc, const char *format, ...) TC_PRINTF(2, 3);

/// An error with a note at a second place, such as "defined here".
MlirLogicalResult tcEmitErrorWithNote(MlirLocation loc, MlirLocation noteLoc,
                                      const char *note, const char *format, ...)
    TC_PRINTF(4, 5);

/// What all of the above end in (lib/shim). `noteLoc` and `note` may be null.
void tcEmitDiagnostic(MlirLocation loc, TcSeverity severity,
                      MlirStringRef message, MlirLocation noteLoc,
                      MlirStringRef note);

#ifdef __cplusplus
}
#endif

#endif // TC_IR_DIAG_H
