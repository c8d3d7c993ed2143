//===- machine.c - LLVM's code generator --------------------------*- C -*-===//
//
// See machine.h.
//
//===----------------------------------------------------------------------===//

#include "target/cpu/machine.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

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
  LLVMTargetRef backend;
  char *error = NULL;
  if (LLVMGetTargetFromTriple(target->triple, &backend, &error)) {
    TcStatus status = tcStatusMake(TC_ERROR_TARGET_HOST, "%s", error);
    LLVMDisposeMessage(error);
    return status;
  }
  LLVMTargetMachineOptionsRef options = LLVMCreateTargetMachineOptions();
  LLVMTargetMachineOptionsSetCPU(options, "x86-64");
  LLVMTargetMachineOptionsSetFeatures(options, target->features);
  LLVMTargetMachineOptionsSetRelocMode(options, LLVMRelocPIC);
  LLVMTargetMachineOptionsSetCodeGenOptLevel(
      options, (LLVMCodeGenOptLevel)(codegenLevel < 3 ? codegenLevel : 3));
  *machine =
      LLVMCreateTargetMachineWithOptions(backend, target->triple, options);
  LLVMDisposeTargetMachineOptions(options);
  return TC_OK;
}

static TcStatus copyBuffer(LLVMMemoryBufferRef buffer, TcBytes *object) {
  size_t size = LLVMGetBufferSize(buffer);
  object->data = malloc(size ? size : 1);
  if (!object->data)
    return tcStatusMake(TC_ERROR_TARGET_NO_MEMORY,
                        "no memory for an object of %zu bytes", size);
  memcpy(object->data, LLVMGetBufferStart(buffer), size);
  object->size = size;
  return TC_OK;
}

TcStatus tcCpuEmit(LLVMTargetMachineRef machine, LLVMModuleRef module,
                   bool assembly, TcBytes *object) {
  char *error = NULL;
  LLVMMemoryBufferRef buffer;
  LLVMCodeGenFileType type = assembly ? LLVMAssemblyFile : LLVMObjectFile;
  if (LLVMTargetMachineEmitToMemoryBuffer(machine, module, type, &error,
                                          &buffer)) {
    TcStatus status = tcStatusMake(TC_ERROR_CODEGEN, "LLVM: %s", error);
    LLVMDisposeMessage(error);
    return status;
  }
  TcStatus status = copyBuffer(buffer, object);
  LLVMDisposeMemoryBuffer(buffer);
  return status;
}
