// Making mlir::Pass objects of C descriptors.
#ifndef TC_SHIM_PASS_H
#define TC_SHIM_PASS_H

#include "ir/pass.h"
#include "mlir/Pass/Pass.h"

namespace tc {
std::unique_ptr<mlir::Pass> createPass(const TcPassInfo &info);

/// What `pass`, made by createPass, has counted since the last call: a number
/// for each statistic of its descriptor.
llvm::SmallVector<int64_t> takeCounts(mlir::Pass &pass);
} // namespace tc

#endif // TC_SHIM_PASS_H
