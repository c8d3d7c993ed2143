// From the LLVM dialect to machine code through LLVM's C API: shared by the
// back ends of all targets. A job has its own LLVM context and target machine
// and sets no process-wide option, so jobs run in parallel.
#ifndef TC_TARGET_CODEGEN_H
#define TC_TARGET_CODEGEN_H

#include "support/strbuf.h"
#include "target/target.h"

#include <llvm-c/TargetMachine.h>

typedef struct TcCodegen {
  const TcTarget *target;
  const TcObjectOptions *options;
  TcObjectStats *stats;
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMTargetMachineRef machine; // to be set first; the job's own
  TcStrBuf messages;            // of LLVM
} TcCodegen;

/// A target machine, to be disposed by the caller. One thread may use it.
/// LLVM's back end must have been initialised.
TcStatus tcCodegenMachine(const char *triple, const char *cpu,
                          const char *features, unsigned level,
                          LLVMTargetMachineRef *machine) TC_MUST_USE;

/// The steps, in order. `module` is of the LLVM dialect: a builtin.module or a
/// gpu.module. The job is destroyed by its owner, after errors too.
TcStatus tcCodegenTranslate(TcCodegen *job, MlirOperation module) TC_MUST_USE;
/// `passes` unless the options name others.
TcStatus tcCodegenOptimize(const TcCodegen *job,
                           const char *passes) TC_MUST_USE;
TcStatus tcCodegenEmitJob(const TcCodegen *job, LLVMCodeGenFileType type,
                          TcBytes *bytes) TC_MUST_USE;
void tcCodegenDestroy(TcCodegen *job);

/// The LLVM IR as text.
TcStatus tcCodegenPrint(const TcCodegen *job, TcBytes *bytes) TC_MUST_USE;

/// Machine code of a module that belongs to no job.
TcStatus tcCodegenEmit(LLVMTargetMachineRef machine, LLVMModuleRef module,
                       LLVMCodeGenFileType type, TcBytes *bytes) TC_MUST_USE;

void tcCodegenAttribute(const TcCodegen *job, LLVMValueRef function,
                        const char *name, const char *value);

/// Adds the time since `*start` to `*sum` (NULL: to nothing) and starts anew.
void tcCodegenAddTime(double *sum, double *start);

#endif // TC_TARGET_CODEGEN_H
