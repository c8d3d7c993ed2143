//===- object.c - From the LLVM dialect to an object --------------*- C -*-===//
//
// The last step of compilation (target/codegen.h) with a short pipeline of
// passes, to position-independent machine code.
//
// The object's undefined symbols are checked last: LLVM turns operations that
// the machine lacks (exp, a conversion, a remainder) into calls of libm or
// compiler-rt, which a kernel must not need.
//
//===----------------------------------------------------------------------===//

#include "lib/cost/numbers.h"
#include "support/strbuf.h"
#include "target/codegen.h"
#include "target/cpu/cpu.h"
#include "target/cpu/elf.h"
#include "target/cpu/machine.h"
#include "target/pass_gate.h"

#include <llvm-c/Core.h>

#include <string.h>

/// Passes that make kernels as fast as O3 does, in a third of its time (tc's
/// code generator has unrolled and vectorised the loops already).
#define BEFORE                                                                 \
  "cgscc(inline),function(sroa,early-cse,loop(loop-rotate),"                   \
  "instcombine<no-verify-fixpoint>,loop-mssa(licm),"
#define BEHIND "instcombine<no-verify-fixpoint>,simplifycfg)"
static const char shortPipeline[] =
    BEFORE "loop(indvars,loop-unroll-full)," BEHIND;

/// Kernels of more instructions are compiled without the passes that count the
/// iterations of loops, which were more than half of their time in LLVM, and
/// without those of tcSkipSlowPasses. The kernels that these leave are hardly
/// slower: register tiles of products, convolutions and attention, whose
/// addresses are offsets of a few bases, and whose short loops tc writes out.
/// Short kernels need them.
static const char longPipeline[] = BEFORE BEHIND;

static bool isLong(const TcCodegen *job) {
  int count = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(job->module); f;
       f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
         b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
           i = LLVMGetNextInstruction(i))
        if (++count > tcNumber(cpu_long_kernel))
          return true;
  return false;
}

/// Sets the CPU for which instructions are scheduled. Where a vector is a cache
/// line, a frame pointer: without one LLVM finds out that it spills vectors
/// when it can no longer align the stack, and each spill crosses two lines, or
/// pages.
static void setTune(const TcCodegen *job) {
  enum { LINE_BITS = 512 };
  for (LLVMValueRef f = LLVMGetFirstFunction(job->module); f;
       f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f))
      continue;
    tcCodegenAttribute(job, f, "tune-cpu", job->target->tune);
    if (job->target->vectorBits >= LINE_BITS)
      tcCodegenAttribute(job, f, "frame-pointer", "all");
  }
}

//===----------------------------------------------------------------------===//
// What the object needs
//===----------------------------------------------------------------------===//

static bool isAllowed(const TcCodegen *job, const char *name) {
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
  const TcCodegen *job;
  TcStrBuf names;
} Calls;

static void noteCall(void *context, const char *name) {
  Calls *calls = context;
  if (!isAllowed(calls->job, name))
    tcStrBufPrintf(&calls->names, "%s%s", calls->names.size ? ", " : "", name);
}

static TcStatus checkCalls(const TcCodegen *job, const TcBytes *object) {
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

static TcStatus run(TcCodegen *job, MlirOperation module, TcBytes *object) {
  LLVMCodeGenFileType type =
      job->options->assembly ? LLVMAssemblyFile : LLVMObjectFile;
  double start;
  tcCodegenAddTime(NULL, &start);
  TC_RETURN_IF_ERROR(
      tcCpuMakeMachine(job->target, job->options->codegenLevel, &job->machine));
  TC_RETURN_IF_ERROR(tcCodegenTranslate(job, module));
  setTune(job);
  tcCodegenAddTime(&job->stats->translate, &start);
  bool hurries = job->options->codegenLevel < 3 && isLong(job);
  TC_RETURN_IF_ERROR(
      tcCodegenOptimize(job, hurries ? longPipeline : shortPipeline));
  tcCpuFixMasked(job->module, job->target);
  tcCodegenAddTime(&job->stats->optimize, &start);
  if (job->options->llvmIr)
    return tcCodegenPrint(job, object);
  if (hurries)
    tcSkipSlowPasses(job->context);
  TC_RETURN_IF_ERROR(tcCodegenEmitJob(job, type, object));
  tcCodegenAddTime(&job->stats->codegen, &start);
  if (!job->options->assembly)
    TC_RETURN_IF_ERROR(checkCalls(job, object));
  tcCodegenAddTime(&job->stats->check, &start);
  return TC_OK;
}

static TcStatus moduleToObject(MlirOperation module, const TcTarget *target,
                               const TcObjectOptions *options, TcBytes *object,
                               TcObjectStats *stats) {
  TcCodegen job = {.target = target, .options = options, .stats = stats};
  TcStatus status = run(&job, module, object);
  if (status)
    tcBytesFree(object);
  tcCodegenDestroy(&job);
  return status;
}

const TcTargetBackend tcCpuBackend = {.name = "cpu",
                                      .moduleToObject = moduleToObject};
