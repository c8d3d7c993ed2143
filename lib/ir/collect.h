// Collects diagnostics into a status, which a library function that runs MLIR
// returns instead of printing to stderr.
#ifndef TC_IR_COLLECT_H
#define TC_IR_COLLECT_H

#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include "support/strbuf.h"

/// Takes over the errors of a context, between start and finish.
typedef struct TcCollector {
  MlirContext ctx;
  MlirDiagnosticHandlerID id;
  TcStatus first;  ///< The first error.
  TcStrBuf others; ///< The errors after it, a line each.
  int numErrors;
} TcCollector;

void tcCollectorStart(TcCollector *collector, MlirContext ctx);

/// TC_OK if there was no error; else the first one with its number and
/// location, and the others (the first hundred) below it. Upstream's errors
/// have the number TC_ERROR_UPSTREAM.
TcStatus tcCollectorFinish(TcCollector *collector) TC_MUST_USE;

enum { TC_ERROR_UPSTREAM = 1013 };

#endif // TC_IR_COLLECT_H
