// A context with everything registered, text into modules, pipelines over them,
// errors as statuses: what all of the driver stands on.
#ifndef TC_DRIVER_SESSION_H
#define TC_DRIVER_SESSION_H

#include "tc/status.h"

#include "mlir-c/IR.h"

/// A context that knows tc's dialects and passes and all of upstream's.
MlirContext tcSessionContext(bool threads);

/// The module in `text`, which need not end in a 0. TC-1010 if its brackets are
/// nested too deep. What the parser says goes to the context's handlers.
TcStatus tcSessionParse(MlirContext ctx, const char *text, size_t size,
                        MlirModule *module) TC_MUST_USE;

/// The same where locations are to call the text `name`.
TcStatus tcSessionParseNamed(MlirContext ctx, const char *text, size_t size,
                             const char *name, MlirModule *module) TC_MUST_USE;

/// Runs a pipeline; TC-1014 if it does not parse. What passes say goes to the
/// context's handlers.
TcStatus tcSessionRun(MlirModule module, const char *pipeline) TC_MUST_USE;

/// The more telling of what was said and that something failed; frees the
/// other.
TcStatus tcSessionBetter(TcStatus said, TcStatus failed) TC_MUST_USE;

#endif // TC_DRIVER_SESSION_H
