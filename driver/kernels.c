// Kernels to objects. See kernels.h.
//
// A kernel is taken out of the module as text without its name: equal texts are
// one job. Jobs share nothing: each thread has an MLIR context of its own.
#include "driver/kernels.h"

#include "driver/kernel_store.h"
#include "driver/session.h"
#include "ir/collect.h"
#include "lib/ir/kernel_read.h"
#include "passes/lower/cpu/emit_kernel.h"
#include "passes/lower/gpu/emit_kernel.h"
#include "support/strbuf.h"
#include "target/gpu/vendor.h"

#include "mlir-c/BuiltinAttributes.h"
#include "support/activity.h"
#include "support/memory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Job {
  const char *name, *text;
  TcArena arena; // of what the thread leaves behind
  TcKernelInfo info;
  TcBytes object;
  TcStatus status;
} Job;
typedef TC_VEC(Job *) Jobs;

typedef struct Queue {
  Jobs jobs;
  atomic_size_t next;
  const TcTarget *target;
  TcObjectOptions options;
  pthread_mutex_t lock; // of stats
  TcObjectStats stats;
} Queue;

//===- What there is to do ------------------------------------------------===//

static void append(MlirStringRef text, void *buf) {
  tcStrBufAppendN(buf, text.data, text.length);
}

// Printed in local scope, since otherwise MLIR numbers the whole module for
// each kernel.
const char *tcKernelText(TcArena *arena, MlirOperation kernel) {
  TcStrBuf buf = {0};
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  mlirOpPrintingFlagsUseLocalScope(flags);
  mlirOpPrintingFlagsAssumeVerified(flags);
  mlirOperationPrintWithFlags(kernel, flags, append, &buf);
  mlirOpPrintingFlagsDestroy(flags);
  const char *from = strchr(tcStrBufText(&buf), '(');
  const char *text = from ? tcArenaPrintf(arena, "%s", from) : NULL;
  tcStrBufFree(&buf);
  return text;
}

static Job *addJob(TcKernels *k, Jobs *jobs, MlirOperation kernel,
                   const char *text) {
  Job *job = TC_ARENA_NEW(k->arena, Job);
  if (!job)
    return NULL;
  MlirStringRef name = mlirStringAttrGetValue(tcAttrOf(kernel, "sym_name"));
  job->name = tcArenaCopyText(k->arena, name.data, name.length);
  job->text = text;
  tcVecPush(k->arena, jobs, job);
  return job;
}

static TcStatus collectJobs(TcKernels *k, MlirOperation module, Jobs *jobs) {
  size_t before = tcMemoryFailures();
  TcMap byText = {.arena = k->arena};
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(module));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (!tcIsA(op, "loop.kernel"))
      continue;
    const char *text = tcKernelText(k->arena, op);
    Job *job = text ? tcMapGetText(&byText, text) : NULL;
    if (text && !job && (job = addJob(k, jobs, op, text)))
      tcMapSetText(&byText, text, job);
    if (!job)
      break;
    tcMapSet(&k->byOp, op.ptr, &job->info);
    ++k->numKernels;
  }
  return tcMemoryStatus(before);
}

//===- One job ------------------------------------------------------------===//

static const char toLlvm[] =
    "arith-expand,convert-scf-to-cf,convert-vector-to-llvm,"
    "convert-arith-to-llvm,convert-cf-to-llvm,convert-func-to-llvm,"
    "reconcile-unrealized-casts";

static TcStatus noCode(const Job *job) {
  return tcStatusMake(1604, "there is no code for the kernel %s", job->name);
}

static MlirOperation kernelOf(MlirModule source) {
  return mlirBlockGetFirstOperation(mlirModuleGetBody(source));
}

static TcStatus emitCpu(Job *job, MlirModule source, MlirModule target,
                        const TcTarget *machine) {
  TcCpuCode code;
  if (mlirLogicalResultIsFailure(tcCpuEmitKernel(&job->arena, kernelOf(source),
                                                 mlirModuleGetBody(target),
                                                 machine, &code)))
    return noCode(job);
  job->info = tcKernelInfoOfCpu(&job->arena, &code);
  return tcSessionConvert(target, toLlvm);
}

//===- GPUs ---------------------------------------------------------------===//

static void keepGpuCode(Job *job, const TcGpuCode *code) {
  TcPhaseInfo *phases =
      TC_ARENA_ARRAY(&job->arena, TcPhaseInfo, code->numPhases + 1);
  for (size_t i = 0; i < code->numPhases; ++i) {
    const TcGpuPhaseCode *p = &code->phases[i];
    phases[i] = (TcPhaseInfo){.name = p->name,
                              .tasks = p->blocks,
                              .scratchBytes = "0",
                              .sharedBytes = p->sharedBytes,
                              .threads = p->threads,
                              .dependent = p->dependent,
                              .rate = p->rate,
                              .maps = p->maps,
                              .grain = 1};
  }
  job->info = (TcKernelInfo){.phases = phases,
                             .symbols = code->symbols,
                             .temporaries = code->temporaries,
                             .numPhases = code->numPhases,
                             .numSymbols = code->numSymbols,
                             .numTemporaries = code->numTemporaries};
}

// From the gpu dialect to that of LLVM, as the vendor does it.
static TcStatus lowerGpu(MlirModule module, const TcTarget *machine) {
  char pipeline[256];
  snprintf(pipeline, sizeof pipeline, machine->backend->gpu->lowering,
           machine->tune);
  TC_RETURN_IF_ERROR(tcSessionConvert(module,
                                      "arith-expand,convert-scf-to-cf,"
                                      "gpu.module(convert-vector-to-llvm)"));
  tcGpuNameIntrinsics(mlirModuleGetOperation(module));
  TC_RETURN_IF_ERROR(tcSessionConvert(module, pipeline));
  tcGpuPassTensorMaps(mlirModuleGetOperation(module));
  tcGpuPassLoopHints(mlirModuleGetOperation(module));
  return TC_OK;
}

static TcStatus emitGpu(Job *job, MlirModule source, MlirModule target,
                        const TcTarget *machine) {
  TcGpuCode code;
  if (mlirLogicalResultIsFailure(tcGpuEmitKernel(&job->arena, kernelOf(source),
                                                 mlirModuleGetBody(target),
                                                 machine, &code)))
    return noCode(job);
  keepGpuCode(job, &code);
  if (!machine->backend->gpu->emulated)
    return lowerGpu(target, machine);
  tcGpuEmulate(&job->arena, target, &code);
  return tcSessionConvert(target, toLlvm);
}

//===- All targets --------------------------------------------------------===//

static const char *expansionFor(const TcTarget *target) {
  const struct TcGpuVendor *gpu = target->backend->gpu;
  if (gpu)
    return gpu->exp2 ? "prim-expand-math{exp2=true},cse"
                     : "prim-expand-math,cse";
  // AVX-512: a round of Philox in a loop has registers for its keys.
  return target->hasScaling
             ? "prim-expand-math{exp2=true series=true philox=false},cse"
             : "prim-expand-math,cse";
}

static TcStatus compileModules(Job *job, MlirModule source, MlirModule target,
                               const Queue *q, TcObjectStats *stats) {
  TC_RETURN_IF_ERROR(tcSessionLower(source, expansionFor(q->target)));
  TC_RETURN_IF_ERROR(q->target->backend->gpu
                         ? emitGpu(job, source, target, q->target)
                         : emitCpu(job, source, target, q->target));
  return tcModuleToObject(mlirModuleGetOperation(target), q->target,
                          &q->options, &job->object, stats);
}

static TcStatus compileText(Job *job, const char *text, MlirContext ctx,
                            const Queue *q, TcObjectStats *stats) {
  MlirModule source;
  TC_RETURN_IF_ERROR(tcSessionParse(ctx, text, strlen(text), &source));
  MlirModule target = mlirModuleCreateEmpty(mlirLocationUnknownGet(ctx));
  TcStatus status = compileModules(job, source, target, q, stats);
  mlirModuleDestroy(target);
  mlirModuleDestroy(source);
  return status;
}

// All that a kernel's code depends on.
static const char *keyOf(Job *job, const char *text, const Queue *q) {
  char target[TC_TARGET_TEXT];
  const TcObjectOptions *o = &q->options;
  tcTargetPrint(q->target, target, sizeof target);
  return tcArenaPrintf(&job->arena, "%s %u %d %d %s %s", target,
                       o->codegenLevel, o->assembly, o->llvmIr,
                       o->passes ? o->passes : "-", text);
}

static TcStatus compileOrFind(Job *job, MlirContext ctx, const Queue *q,
                              TcObjectStats *stats) {
  const char *text = tcArenaPrintf(&job->arena, "loop.kernel private @%s%s",
                                   job->name, job->text);
  TC_RETURN_IF_ERROR(tcArenaStatus(&job->arena));
  if (!tcKernelStoreIsOn() || q->options.externs)
    return compileText(job, text, ctx, q, stats);
  const char *key = keyOf(job, text, q);
  TC_RETURN_IF_ERROR(tcArenaStatus(&job->arena));
  if (tcKernelStoreFind(key, &job->arena, &job->info, &job->object))
    return TC_OK;
  TC_RETURN_IF_ERROR(compileText(job, text, ctx, q, stats));
  tcKernelStoreAdd(key, &job->info, &job->object);
  return TC_OK;
}

// A context with the dialects that code for the target is emitted in: those of
// GPUs have many ops, and take longer to load than a short kernel to compile.
static MlirContext newContext(const TcTarget *target) {
  static const char *const used[] = {"arith",  "func", "llvm", "scf",
                                     "vector", "gpu",  "nvvm", "rocdl"};
  size_t n = target->backend->gpu ? 8 : 5;
  MlirContext ctx = tcSessionContext(/*threads=*/false);
  for (size_t i = 0; i < n; ++i)
    mlirContextGetOrLoadDialect(ctx, mlirStringRefCreateFromCString(used[i]));
  return ctx;
}

static void *work(void *data) {
  Queue *q = data;
  size_t i = atomic_fetch_add(&q->next, 1);
  if (i >= q->jobs.size)
    return NULL;
  MlirContext ctx = newContext(q->target);
  TcObjectStats stats = {0};
  tcContextAddTranslations(ctx);
  for (; i < q->jobs.size; i = atomic_fetch_add(&q->next, 1)) {
    Job *job = q->jobs.data[i];
    TcCollector collector;
    tcCollectorStart(&collector, ctx);
    size_t before = tcMemoryFailures();
    int fails = tcActivitySet(TC_ACTIVITY_KERNEL, job->name);
    TcStatus status =
        fails ? tcStatusMake(TC_ERROR_INTERNAL,
                             "%s: fails because a test asks for it", job->name)
              : compileOrFind(job, ctx, q, &stats);
    tcActivitySet(TC_ACTIVITY_KERNEL, NULL);
    if (!status)
      status = tcMemoryStatus(before);
    job->status = tcSessionBetter(tcCollectorFinish(&collector), status);
  }
  mlirContextDestroy(ctx);
  pthread_mutex_lock(&q->lock);
  q->stats.translate += stats.translate;
  q->stats.optimize += stats.optimize;
  q->stats.codegen += stats.codegen;
  pthread_mutex_unlock(&q->lock);
  return NULL;
}

//===- All jobs -----------------------------------------------------------===//

// On no more threads than there are jobs: each makes a context.
static void runJobs(Queue *q, unsigned threads) {
  enum { MAX_THREADS = 64 };
  pthread_t others[MAX_THREADS];
  unsigned n = 0;
  while (n + 1 < threads && n + 1 < q->jobs.size && n < MAX_THREADS &&
         !pthread_create(&others[n], NULL, work, q))
    ++n;
  work(q);
  while (n)
    pthread_join(others[--n], NULL);
}

// The first error; the objects in order.
static TcStatus collectObjects(TcKernels *k, const Jobs *jobs) {
  TcStatus status = TC_OK;
  k->objects = TC_ARENA_ARRAY(k->arena, TcBytes, jobs->size + 1);
  k->names = TC_ARENA_ARRAY(k->arena, const char *, jobs->size + 1);
  for (size_t i = 0; i < jobs->size; ++i) {
    Job *job = jobs->data[i];
    job->info.image = (uint32_t)i;
    k->names[i] = job->name;
    k->objects[k->numObjects++] = job->object;
    if (status)
      tcStatusFree(job->status);
    else
      status = job->status;
  }
  return status;
}

// Copies the description of the code to an arena that outlives the job.
static void keepInfo(TcKernels *k, Job *job) {
  job->info = tcKernelInfoCopy(k->arena, &job->info);
  tcArenaFree(&job->arena);
}

TcStatus tcKernelsCompile(TcArena *arena, MlirOperation module,
                          const TcTarget *target,
                          const TcObjectOptions *options, unsigned threads,
                          TcKernels *kernels) {
  *kernels = (TcKernels){.arena = arena, .byOp = {.arena = arena}};
  Queue q = {.target = target,
             .options = options ? *options : tcObjectOptionsDefault()};
  pthread_mutex_init(&q.lock, NULL);
  TcStatus status = collectJobs(kernels, module, &q.jobs);
  if (status) {
    pthread_mutex_destroy(&q.lock);
    return status;
  }
  runJobs(&q, threads);
  for (size_t i = 0; i < q.jobs.size; ++i)
    keepInfo(kernels, q.jobs.data[i]);
  kernels->stats = q.stats;
  pthread_mutex_destroy(&q.lock);
  return collectObjects(kernels, &q.jobs);
}

void tcKernelsFree(TcKernels *kernels) {
  for (size_t i = 0; i < kernels->numObjects; ++i)
    tcBytesFree(&kernels->objects[i]);
  kernels->numObjects = 0;
}

const TcKernelInfo *tcKernelsLookup(void *kernels, MlirOperation kernel) {
  return tcMapGet(&((TcKernels *)kernels)->byOp, kernel.ptr);
}
