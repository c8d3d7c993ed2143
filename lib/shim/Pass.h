// Making mlir::Pass objects of C descriptors.
#ifndef TC_SHIM_PASS_H
#define TC_SHIM_PASS_H

#include "ir/pass.h"
#include "mlir/Pass/Pass.h"

namespace tc {
std::unique_ptr<mlir::Pass> createPass(const TcPassInfo &info);
} // namespace tc

#endif // TC_SHIM_PASS_H
