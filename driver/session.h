// The base of the driver: a context with everything registered, parsing,
// pipelines, errors as statuses.
#ifndef TC_DRIVER_SESSION_H
#define TC_DRIVER_SESSION_H

#include "tc/status.h"

#include "mlir-c/IR.h"

/// A context with all dialects and passes of tc and upstream.
MlirContext tcSessionContext(bool threads);

/// The module in `text`, which need not end in a 0. TC-1010 if its brackets are
/// nested too deep. The parser's diagnostics go to the context's handlers.
TcStatus tcSessionParse(MlirContext ctx, const char *text, size_t size,
                        MlirModule *module) TC_MUST_USE;

/// The same, with `name` as the file name in locations.
TcStatus tcSessionParseNamed(MlirContext ctx, const char *text, size_t size,
                             const char *name, MlirModule *module) TC_MUST_USE;

/// Runs a pipeline; TC-1014 if it does not parse. Diagnostics of passes go to
/// the context's handlers.
TcStatus tcSessionRun(MlirModule module, const char *pipeline) TC_MUST_USE;

/// The same for pipelines of tc's own on what has been parsed: the module is
/// verified behind the last pass, and not behind each, which is a third of
/// their time. Where TC_VERIFY_EACH is set, as in tests, it is behind each.
TcStatus tcSessionLower(MlirModule module, const char *pipeline) TC_MUST_USE;

/// The same for conversions of MLIR's to what LLVM verifies: the module is
/// verified before them, and not behind each, which is half of their time.
TcStatus tcSessionConvert(MlirModule module, const char *pipeline) TC_MUST_USE;

/// Returns the collected diagnostics if there are any, else the bare failure;
/// frees the other.
TcStatus tcSessionBetter(TcStatus said, TcStatus failed) TC_MUST_USE;

#endif // TC_DRIVER_SESSION_H
