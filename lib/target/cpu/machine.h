// LLVM's code generator for the CPU, shared by all files that emit code.
#ifndef TC_TARGET_CPU_MACHINE_H
#define TC_TARGET_CPU_MACHINE_H

#include "target/target.h"

#include <llvm-c/TargetMachine.h>

/// Registers LLVM's x86 back end, once in a process.
void tcCpuInitialize(void);

/// A target machine, to be disposed by the caller. One thread may use it.
TcStatus tcCpuMakeMachine(const TcTarget *target, unsigned codegenLevel,
                          LLVMTargetMachineRef *machine) TC_MUST_USE;

/// Rewrites masked stores for which LLVM would store too many bytes, and hides
/// masked loads of which it would read too many (masks.c).
/// To be called after the passes, before code generation.
void tcCpuFixMasked(LLVMModuleRef module, const TcTarget *target);

#endif // TC_TARGET_CPU_MACHINE_H
