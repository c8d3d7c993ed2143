// LLVM's code generator for the CPU: what everything that emits code shares.
#ifndef TC_TARGET_CPU_MACHINE_H
#define TC_TARGET_CPU_MACHINE_H

#include "target/target.h"

#include <llvm-c/TargetMachine.h>

/// Registers LLVM's x86 back end, once in a process.
void tcCpuInitialize(void);

/// A target machine, to be disposed by the caller. One thread may use it.
TcStatus tcCpuMakeMachine(const TcTarget *target, unsigned codegenLevel,
                          LLVMTargetMachineRef *machine) TC_MUST_USE;

/// Rewrites masked stores that LLVM would write too much by (masks.c). After
/// the passes, before code generation.
void tcCpuMendMaskedStores(LLVMModuleRef module);

#endif // TC_TARGET_CPU_MACHINE_H
