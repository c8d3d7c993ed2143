// Passes of LLVM's code generator that are left out in one LLVM context. The C
// API can switch them only for the whole process, other targets included; so
// this is C++ (lib/shim/PassGate.cpp).
#ifndef TC_TARGET_PASS_GATE_H
#define TC_TARGET_PASS_GATE_H

#include <llvm-c/Types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Leaves out loop strength reduction, which takes more than half of the time
/// of code generation for kernels of many addresses, and scheduling behind
/// register allocation, which takes a twentieth and makes register tiles no
/// faster. To be called before tcCodegenEmitJob.
void tcSkipSlowPasses(LLVMContextRef context);

#ifdef __cplusplus
}
#endif

#endif // TC_TARGET_PASS_GATE_H
