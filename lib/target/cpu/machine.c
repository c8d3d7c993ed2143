//===- machine.c - LLVM's code generator --------------------------*- C -*-===//
//
// See machine.h.
//
//===----------------------------------------------------------------------===//

#include "target/cpu/machine.h"
#include "target/codegen.h"

#include <llvm-c/Target.h>

#include <pthread.h>

static void initialize(void) {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
}

void tcCpuInitialize(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, initialize);
}

TcStatus tcCpuMakeMachine(const TcTarget *target, unsigned codegenLevel,
                          LLVMTargetMachineRef *machine) {
  tcCpuInitialize();
  return tcCodegenMachine(target->triple, "x86-64", target->features,
                          codegenLevel, machine);
}
