// Prints a module as JSON, for programs without MLIR. See tc/module.h.
#ifndef TC_DRIVER_MODULE_JSON_H
#define TC_DRIVER_MODULE_JSON_H

#include "mlir-c/IR.h"
#include "support/strbuf.h"

/// Appends the op and all in it (TC_MODULE_OPERATIONS) to `out`.
void tcModulePrintJson(MlirOperation op, TcStrBuf *out);

#endif // TC_DRIVER_MODULE_JSON_H
