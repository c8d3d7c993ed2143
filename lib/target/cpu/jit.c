//===- jit.c - Objects into this process ---------------------------*- C
//-*-===//
//
// Loads objects with LLVM's ORC, which needs no linker and about a millisecond
// (ld.lld and dlopen: 28).
//
//===----------------------------------------------------------------------===//

#include "target/cpu/link.h"
#include "target/cpu/machine.h"

#include <llvm-c/Core.h>
#include <llvm-c/LLJIT.h>

#include <stdlib.h>
#include <string.h>

struct TcJit {
  LLVMOrcLLJITRef jit;
};

/// Takes the error of ORC, which may be none.
static TcStatus toStatus(LLVMErrorRef error) {
  if (!error)
    return TC_OK;
  char *text = LLVMGetErrorMessage(error);
  TcStatus status =
      tcStatusMake(TC_ERROR_CODEGEN, "cannot load generated code: %s", text);
  LLVMDisposeErrorMessage(text);
  return status;
}

static TcStatus addObject(TcJit *jit, const TcBytes *object) {
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
      object->data, object->size, "kernel");
  return toStatus(LLVMOrcLLJITAddObjectFile(
      jit->jit, LLVMOrcLLJITGetMainJITDylib(jit->jit), buffer));
}

static TcStatus addProcess(TcJit *jit) {
  LLVMOrcDefinitionGeneratorRef generator;
  TC_RETURN_IF_ERROR(
      toStatus(LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(
          &generator, LLVMOrcLLJITGetGlobalPrefix(jit->jit), NULL, NULL)));
  LLVMOrcJITDylibAddGenerator(LLVMOrcLLJITGetMainJITDylib(jit->jit), generator);
  return TC_OK;
}

static TcStatus fill(TcJit *jit, const TcBytes *objects, size_t count) {
  TC_RETURN_IF_ERROR(toStatus(LLVMOrcCreateLLJIT(&jit->jit, NULL)));
  TC_RETURN_IF_ERROR(addProcess(jit));
  for (size_t i = 0; i < count; ++i)
    TC_RETURN_IF_ERROR(addObject(jit, &objects[i]));
  return TC_OK;
}

TcStatus tcJitCreate(const TcBytes *objects, size_t count, TcJit **result) {
  tcCpuInitialize();
  *result = NULL;
  TcJit *jit = calloc(1, sizeof *jit);
  if (!jit)
    return tcStatusMake(TC_ERROR_TARGET_NO_MEMORY, "no memory to load code");
  TcStatus status = fill(jit, objects, count);
  if (status)
    tcJitFree(jit);
  else
    *result = jit;
  return status;
}

TcStatus tcJitLookup(TcJit *jit, const char *name, void **address) {
  LLVMOrcExecutorAddress found = 0;
  TcStatus status = toStatus(LLVMOrcLLJITLookup(jit->jit, &found, name));
  *address = (void *)(uintptr_t)found;
  return status;
}

TcStatus tcJitBindSteps(TcJit *jit, TcStep *steps, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    void *address;
    if (steps[i].kind != TC_STEP_LAUNCH)
      continue;
    TC_RETURN_IF_ERROR(tcJitLookup(jit, steps[i].name, &address));
    memcpy(&steps[i].phase, &address, sizeof address);
  }
  return TC_OK;
}

void tcJitFree(TcJit *jit) {
  if (!jit)
    return;
  if (jit->jit)
    LLVMConsumeError(LLVMOrcDisposeLLJIT(jit->jit));
  free(jit);
}
