// tc/mlir.h: registration for embedders.
#include "mlir/CAPI/IR.h"
#include "mlir/InitAllPasses.h"
#include "shim/DialectTable.h"
#include "shim/Registry.h"
#include "tc/mlir.h"
#include <mutex>

void tcRegisterDialects(MlirDialectRegistry registry) {
  tc::insertOwnDialects(*unwrap(registry));
}

void tcRegisterAllDialects(MlirDialectRegistry registry) {
  tc::insertAllDialects(*unwrap(registry));
}

void tcRegisterPasses(void) {
  static std::once_flag once;
  std::call_once(once, tc::registerPasses);
}

void tcRegisterAllPasses(void) {
  static std::once_flag once;
  std::call_once(once, [] {
    mlir::registerAllPasses();
    tcRegisterPasses();
  });
}
