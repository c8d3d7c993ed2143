// ir/dialects.h over DialectTable.h.
#include "ir/dialects.h"
#include "mlir/CAPI/IR.h"
#include "shim/DialectTable.h"

void tcRegisterDialects(MlirDialectRegistry registry) {
  tc::insertOwnDialects(*unwrap(registry));
}

void tcRegisterAllDialects(MlirDialectRegistry registry) {
  tc::insertAllDialects(*unwrap(registry));
}
