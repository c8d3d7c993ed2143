//===- codegen.c - From the LLVM dialect to machine code ----------*- C -*-===//
//
// See codegen.h.
//
//===----------------------------------------------------------------------===//

#include "target/codegen.h"

#include "mlir-c/Target/LLVMIR.h"
#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

static double secondsNow(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void tcCodegenAddTime(double *sum, double *start) {
  double now = secondsNow();
  if (sum)
    *sum += now - *start;
  *start = now;
}

static void noteDiagnostic(LLVMDiagnosticInfoRef info, void *context) {
  TcCodegen *job = context;
  if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
    return;
  char *text = LLVMGetDiagInfoDescription(info);
  tcStrBufPrintf(&job->messages, "%s%s", job->messages.size ? "; " : "", text);
  LLVMDisposeMessage(text);
}

/// Fails if LLVM has reported an error through its context.
static TcStatus checkMessages(const TcCodegen *job) {
  if (!job->messages.size)
    return TC_OK;
  return tcStatusMake(TC_ERROR_CODEGEN, "LLVM cannot compile the kernel: %s",
                      tcStrBufText(&job->messages));
}

//===----------------------------------------------------------------------===//
// Set up
//===----------------------------------------------------------------------===//

void tcCodegenAttribute(const TcCodegen *job, LLVMValueRef function,
                        const char *name, const char *value) {
  LLVMAddAttributeAtIndex(
      function, LLVMAttributeFunctionIndex,
      LLVMCreateStringAttribute(job->context, name, (unsigned)strlen(name),
                                value, (unsigned)strlen(value)));
}

/// Kernels never unwind.
static void setAttributes(const TcCodegen *job) {
  unsigned nounwind = LLVMGetEnumAttributeKindForName("nounwind", 8);
  for (LLVMValueRef f = LLVMGetFirstFunction(job->module); f;
       f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f))
      LLVMAddAttributeAtIndex(
          f, LLVMAttributeFunctionIndex,
          LLVMCreateEnumAttribute(job->context, nounwind, 0));
}

TcStatus tcCodegenMachine(const char *triple, const char *cpu,
                          const char *features, unsigned level,
                          LLVMTargetMachineRef *machine) {
  LLVMTargetRef backend;
  char *error = NULL;
  if (LLVMGetTargetFromTriple(triple, &backend, &error)) {
    TcStatus status = tcStatusMake(TC_ERROR_TARGET_HOST, "%s", error);
    LLVMDisposeMessage(error);
    return status;
  }
  LLVMTargetMachineOptionsRef options = LLVMCreateTargetMachineOptions();
  LLVMTargetMachineOptionsSetCPU(options, cpu);
  LLVMTargetMachineOptionsSetFeatures(options, features);
  LLVMTargetMachineOptionsSetRelocMode(options, LLVMRelocPIC);
  LLVMTargetMachineOptionsSetCodeGenOptLevel(
      options, (LLVMCodeGenOptLevel)(level < 3 ? level : 3));
  *machine = LLVMCreateTargetMachineWithOptions(backend, triple, options);
  LLVMDisposeTargetMachineOptions(options);
  return TC_OK;
}

TcStatus tcCodegenTranslate(TcCodegen *job, MlirOperation module) {
  job->context = LLVMContextCreate();
  LLVMContextSetDiagnosticHandler(job->context, noteDiagnostic, job);
  job->module = mlirTranslateModuleToLLVMIR(module, job->context);
  if (!job->module)
    return tcStatusMake(TC_ERROR_KERNEL_TRANSLATE,
                        "the kernel is not a module of the LLVM dialect that "
                        "translates to LLVM IR");
  LLVMSetTarget(job->module, job->target->triple);
  LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(job->machine);
  LLVMSetModuleDataLayout(job->module, layout);
  LLVMDisposeTargetData(layout);
  setAttributes(job);
  return TC_OK;
}

void tcCodegenDestroy(TcCodegen *job) {
  if (job->module)
    LLVMDisposeModule(job->module);
  if (job->machine)
    LLVMDisposeTargetMachine(job->machine);
  if (job->context)
    LLVMContextDispose(job->context);
  tcStrBufFree(&job->messages);
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

TcStatus tcCodegenOptimize(const TcCodegen *job, const char *passes) {
  if (job->options->passes)
    passes = job->options->passes;
  if (!*passes)
    return TC_OK;
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error =
      LLVMRunPasses(job->module, passes, job->machine, options);
  LLVMDisposePassBuilderOptions(options);
  if (!error)
    return checkMessages(job);
  char *text = LLVMGetErrorMessage(error);
  TcStatus status = tcStatusMake(TC_ERROR_KERNEL_PASSES,
                                 "LLVM does not run '%s': %s", passes, text);
  LLVMDisposeErrorMessage(text);
  return status;
}

static TcStatus copyBytes(const char *data, size_t size, TcBytes *bytes) {
  bytes->data = malloc(size ? size : 1);
  if (!bytes->data)
    return tcStatusMake(TC_ERROR_TARGET_NO_MEMORY,
                        "no memory for an object of %zu bytes", size);
  memcpy(bytes->data, data, size);
  bytes->size = size;
  return TC_OK;
}

TcStatus tcCodegenEmit(LLVMTargetMachineRef machine, LLVMModuleRef module,
                       LLVMCodeGenFileType type, TcBytes *bytes) {
  char *error = NULL;
  LLVMMemoryBufferRef buffer;
  if (LLVMTargetMachineEmitToMemoryBuffer(machine, module, type, &error,
                                          &buffer)) {
    TcStatus status = tcStatusMake(TC_ERROR_CODEGEN, "LLVM: %s", error);
    LLVMDisposeMessage(error);
    return status;
  }
  TcStatus status =
      copyBytes(LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer), bytes);
  LLVMDisposeMemoryBuffer(buffer);
  return status;
}

TcStatus tcCodegenEmitJob(const TcCodegen *job, LLVMCodeGenFileType type,
                          TcBytes *bytes) {
  TC_RETURN_IF_ERROR(tcCodegenEmit(job->machine, job->module, type, bytes));
  return checkMessages(job);
}

TcStatus tcCodegenPrint(const TcCodegen *job, TcBytes *bytes) {
  char *text = LLVMPrintModuleToString(job->module);
  TcStatus status = copyBytes(text, strlen(text), bytes);
  LLVMDisposeMessage(text);
  return status;
}
