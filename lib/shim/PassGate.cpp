// Which passes of LLVM's code generator are left out (target/pass_gate.h). LLVM
// asks the gate of a context before each optional pass.
#include "target/pass_gate.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/OptBisect.h"

namespace {

class NoSlowPasses final : public llvm::OptPassGate {
  bool shouldRunPass(llvm::StringRef pass, llvm::StringRef) const override {
    return pass != "Loop Strength Reduction" && pass != "post-RA-sched";
  }
  bool isEnabled() const override { return true; }
};

} // namespace

void tcSkipSlowPasses(LLVMContextRef context) {
  static NoSlowPasses gate;
  llvm::unwrap(context)->setOptPassGate(gate);
}
