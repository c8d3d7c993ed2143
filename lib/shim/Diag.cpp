// Emission of the diagnostics that lib/ir/diag.c formats.
#include "ir/diag.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;

static DiagnosticSeverity severityOf(TcSeverity severity) {
  switch (severity) {
  case TC_ERROR:
    return DiagnosticSeverity::Error;
  case TC_WARNING:
    return DiagnosticSeverity::Warning;
  case TC_REMARK:
    return DiagnosticSeverity::Remark;
  }
  llvm_unreachable("a severity that is none");
}

void tcEmitDiagnostic(MlirLocation loc, TcSeverity severity,
                      MlirStringRef message, MlirLocation noteLoc,
                      MlirStringRef note) {
  Location location = unwrap(loc);
  InFlightDiagnostic diag = location.getContext()->getDiagEngine().emit(
      location, severityOf(severity));
  diag << unwrap(message);
  if (noteLoc.ptr)
    diag.attachNote(unwrap(noteLoc)) << unwrap(note);
}
