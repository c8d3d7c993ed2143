//===- object.c - From the LLVM dialect to an object --------------*- C -*-===//
//
// The last step of compilation: a module of the LLVM dialect is translated to
// LLVM IR, optimised by a short pipeline, and made into position-independent
// machine code. Every call has a context of LLVM and a target machine of its
// own and sets no option of the process, so calls run in parallel.
//
// What the object refers to outside itself is checked last: LLVM turns what the
// machine cannot do (exp, a conversion, a remainder) into calls of libm or of
// compiler-rt, which a kernel must not need.
//
//===----------------------------------------------------------------------===//

#include "support/strbuf.h"
#include "target/cpu/cpu.h"
#include "target/cpu/elf.h"
#include "target/cpu/machine.h"

#include "mlir-c/Target/LLVMIR.h"
#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <string.h>
#include <time.h>

/// What kernels gain from beyond instruction selection: the speed of O3 in a
/// third of its time (loops come unrolled and vectorised from the generator).
static const char *const shortPipeline =
    "cgscc(inline),function(sroa,early-cse,loop(loop-rotate),"
    "instcombine<no-verify-fixpoint>,loop-mssa(licm),"
    "loop(indvars,loop-unroll-full),instcombine<no-verify-fixpoint>,"
    "simplifycfg)";

typedef struct Job {
  const TcTarget *target;
  const TcObjectOptions *options;
  TcObjectStats *stats;
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMTargetMachineRef machine;
  TcStrBuf messages; // of LLVM
} Job;

static double secondsNow(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/// Adds the time since `*start` to `*sum` and starts anew.
static void addTime(double *sum, double *start) {
  double now = secondsNow();
  *sum += now - *start;
  *start = now;
}

static void noteDiagnostic(LLVMDiagnosticInfoRef info, void *context) {
  Job *job = context;
  if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
    return;
  char *text = LLVMGetDiagInfoDescription(info);
  tcStrBufPrintf(&job->messages, "%s%s", job->messages.size ? "; " : "", text);
  LLVMDisposeMessage(text);
}

/// Fails if LLVM has reported an error through its context.
static TcStatus checkMessages(const Job *job) {
  if (!job->messages.size)
    return TC_OK;
  return tcStatusMake(TC_ERROR_CODEGEN, "LLVM cannot compile the kernel: %s",
                      tcStrBufText(&job->messages));
}

//===----------------------------------------------------------------------===//
// Set up
//===----------------------------------------------------------------------===//

static void setAttribute(const Job *job, LLVMValueRef function,
                         const char *name, const char *value) {
  LLVMAddAttributeAtIndex(
      function, LLVMAttributeFunctionIndex,
      LLVMCreateStringAttribute(job->context, name, (unsigned)strlen(name),
                                value, (unsigned)strlen(value)));
}

/// Kernels never unwind, and are scheduled for the machine they will run on.
static void setAttributes(const Job *job) {
  unsigned nounwind = LLVMGetEnumAttributeKindForName("nounwind", 8);
  for (LLVMValueRef f = LLVMGetFirstFunction(job->module); f;
       f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f))
      continue;
    setAttribute(job, f, "tune-cpu", job->target->tune);
    LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(job->context, nounwind, 0));
  }
}

static TcStatus translate(Job *job, MlirOperation module) {
  job->context = LLVMContextCreate();
  LLVMContextSetDiagnosticHandler(job->context, noteDiagnostic, job);
  TC_RETURN_IF_ERROR(
      tcCpuMakeMachine(job->target, job->options->codegenLevel, &job->machine));
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

static void jobDestroy(Job *job) {
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

static TcStatus verify(const Job *job) {
  char *error = NULL;
  bool broken = job->options->verify &&
                LLVMVerifyModule(job->module, LLVMReturnStatusAction, &error);
  TcStatus status =
      broken ? tcStatusMake(TC_ERROR_KERNEL_LLVM,
                            "the kernel's LLVM IR is malformed: %s", error)
             : TC_OK;
  LLVMDisposeMessage(error);
  return status;
}

static TcStatus optimize(const Job *job) {
  const char *passes =
      job->options->passes ? job->options->passes : shortPipeline;
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

static TcStatus emit(const Job *job, TcBytes *object) {
  TC_RETURN_IF_ERROR(
      tcCpuEmit(job->machine, job->module, job->options->assembly, object));
  return checkMessages(job);
}

//===----------------------------------------------------------------------===//
// What the object needs
//===----------------------------------------------------------------------===//

static bool isAllowed(const Job *job, const char *name) {
  static const char *const always[] = {"memcpy", "memmove", "memset",
                                       "_GLOBAL_OFFSET_TABLE_", ""};
  for (size_t i = 0; i < sizeof always / sizeof *always; ++i)
    if (!strcmp(name, always[i]))
      return true;
  for (const char *const *e = job->options->externs; e && *e; ++e)
    if (!strcmp(name, *e))
      return true;
  return false;
}

typedef struct Calls {
  const Job *job;
  TcStrBuf names;
} Calls;

static void noteCall(void *context, const char *name) {
  Calls *calls = context;
  if (!isAllowed(calls->job, name))
    tcStrBufPrintf(&calls->names, "%s%s", calls->names.size ? ", " : "", name);
}

static TcStatus checkCalls(const Job *job, const TcBytes *object) {
  Calls calls = {job, {0}};
  if (!tcElfForEachUndefined(object->data, object->size, noteCall, &calls))
    return tcStatusMake(TC_ERROR_CODEGEN, "LLVM made no ELF object");
  TcStatus status = tcStrBufStatus(&calls.names);
  if (!status && calls.names.size)
    status = tcStatusMake(TC_ERROR_KERNEL_CALLS,
                          "the kernel calls %s, which artifacts do not have: "
                          "expand it before code generation",
                          tcStrBufText(&calls.names));
  tcStrBufFree(&calls.names);
  return status;
}

static TcStatus run(Job *job, MlirOperation module, TcBytes *object) {
  double start = secondsNow();
  TC_RETURN_IF_ERROR(translate(job, module));
  TC_RETURN_IF_ERROR(verify(job));
  addTime(&job->stats->translate, &start);
  TC_RETURN_IF_ERROR(optimize(job));
  addTime(&job->stats->optimize, &start);
  TC_RETURN_IF_ERROR(emit(job, object));
  addTime(&job->stats->codegen, &start);
  if (!job->options->assembly)
    TC_RETURN_IF_ERROR(checkCalls(job, object));
  addTime(&job->stats->check, &start);
  return TC_OK;
}

static TcStatus moduleToObject(MlirOperation module, const TcTarget *target,
                               const TcObjectOptions *options, TcBytes *object,
                               TcObjectStats *stats) {
  Job job = {.target = target, .options = options, .stats = stats};
  TcStatus status = run(&job, module, object);
  if (status)
    tcBytesFree(object);
  jobDestroy(&job);
  return status;
}

const TcTargetBackend tcCpuBackend = {.name = "cpu",
                                      .moduleToObject = moduleToObject};
