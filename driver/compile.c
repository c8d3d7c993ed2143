// Implements tc/compile.h: from the text of a captured graph to a program.
#include "tc/compile.h"

#include "driver/compiled.h"
#include "driver/search.h"
#include "driver/session.h"
#include "driver/variants.h"
#include "ir/collect.h"
#include "passes/describe/describe.h"

#include "mlir-c/BuiltinAttributes.h"
#include "support/memory.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// From fx, or prim, to launches of planned kernels: passes/pipelines.inc.
static const char cpuPipeline[] = "tc-cpu", gpuPipeline[] = "tc-gpu";

// The pipeline of one part of a joint graph. Arguments: prim-widen or nothing,
// wrt, the pass that splits it, the part's name, the passes that follow,
// prim-prepare or nothing. Before prim-autodiff, rules that change derivatives
// are left out.
static const char partPipeline[] =
    "tc-to-prim%s,func.func(prim-fold-uniform,prim-simplify{disable="
    "dotOfWidened,whereOrdered,dotOfJoinedSteps,putOneHot,amaxOfCat,"
    "aminOfCat}),"
    "prim-autodiff{wrt=%s},tc-clean-up,"
    "func.func(prim-simplify{disable=dotOfJoinedSteps})%s,"
    "tc-select-entry{entry=main.%s},"
    "func.func(prim-split-convolution,prim-expand-nonzero),"
    "tc-clean-up{cse=false},%s,"
    "tc-verify-prim{alone=false},prim-outline-loops,prim-to-loop,tc-verify-"
    "loop,loop-fuse,"
    "tc-clean-up{canonicalize=false},loop-layout%s,loop-order,"
    "loop-plan-memory,tc-verify-loop";

// A part, and how it is made of the joint graph. In a step it is known which
// weights are never written, so values that depend on those alone are prepared.
// Equal ops of a step are not merged: that would save the values which backward
// recomputes.
typedef struct Part {
  const char *name, *split, *then, *pack;
} Part;

#define MERGE "tc-clean-up{canonicalize=false}"

static const Part parts[] = {
    {"joint", "", MERGE, ""},
    {"forward", ",prim-partition", MERGE, ""},
    {"backward", ",prim-partition", MERGE, ""},
    {"step", ",prim-partition,prim-optimize", "prim-prepare", ",loop-pack"},
};

static const Part *findPart(const char *name) {
  for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i)
    if (!strcmp(name, parts[i].name))
      return &parts[i];
  return NULL;
}

static TcStatus choosePipeline(TcCompiled *c, const TcCompileOptions *options,
                               const char **pipeline) {
  *pipeline = c->target.backend->gpu ? gpuPipeline : cpuPipeline;
  if (options && options->pipeline)
    *pipeline = options->pipeline;
  if (!options || !options->part)
    return TC_OK;
  const Part *part = findPart(options->part);
  if (options->pipeline || !part)
    return tcStatusMake(1607,
                        "part '%.40s': joint, forward, backward or step, and "
                        "no pipeline beside it",
                        options->part);
  *pipeline =
      tcArenaPrintf(&c->arena, partPipeline, options->wide ? ",prim-widen" : "",
                    options->wrt ? options->wrt : "weights", part->split,
                    part->name, part->then, part->pack);
  return tcArenaStatus(&c->arena);
}

// Sets tc.atomics of the module where the caller permits them.
static void permitAtomics(TcCompiled *c, const TcCompileOptions *options) {
  if (options && options->structSize > offsetof(TcCompileOptions, atomics) &&
      options->atomics)
    mlirOperationSetDiscardableAttributeByName(
        mlirModuleGetOperation(c->module),
        mlirStringRefCreateFromCString("tc.atomics"), mlirUnitAttrGet(c->ctx));
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static unsigned threadsOf(const TcCompileOptions *options) {
  if (options && options->threads)
    return options->threads;
  long n = sysconf(_SC_NPROCESSORS_ONLN);
  return n > 0 ? (unsigned)n : 1;
}

//===- Compiling ----------------------------------------------------------===//

static void describeFeatures(TcCompiled *c) {
  char *features = tcArenaAlloc(&c->arena, TC_TARGET_TEXT, 1);
  if (features)
    tcTargetRuntimeFeatures(&c->target, features, TC_TARGET_TEXT);
  c->descriptor->features = features ? features : "";
}

static void describeImages(TcCompiled *c) {
  size_t n = c->kernels.numObjects;
  TcImageInfo *images = TC_ARENA_ARRAY(&c->arena, TcImageInfo, n + 1);
  for (size_t i = 0; images && i < n; ++i)
    images[i] =
        (TcImageInfo){c->kernels.objects[i].data, c->kernels.objects[i].size};
  c->descriptor->images = images;
  c->descriptor->numImages = (uint32_t)n;
  c->descriptor->target = c->target.backend->name;
  c->descriptor->chip = c->target.tune;
}

static TcStatus describe(TcCompiled *c) {
  tcDescribeTemporaries(&c->arena, mlirModuleGetOperation(c->module),
                        tcKernelsLookup, &c->kernels);
  c->descriptor =
      tcDescribeProgram(&c->arena, mlirModuleGetOperation(c->module),
                        tcKernelsLookup, &c->kernels);
  if (!c->descriptor)
    return tcStatusMake(1605, "the program cannot be described");
  if (tcCompiledHasImages(c))
    describeImages(c);
  else
    describeFeatures(c);
  return tcArenaStatus(&c->arena);
}

// Sets tc.target of the module, for passes that depend on the machine.
static TcStatus nameTarget(TcCompiled *c) {
  char *text = tcArenaAlloc(&c->arena, TC_TARGET_TEXT, 1);
  if (!text)
    return tcStatusMake(6600, "no memory to compile with");
  tcTargetPrint(&c->target, text, TC_TARGET_TEXT);
  mlirOperationSetDiscardableAttributeByName(
      mlirModuleGetOperation(c->module),
      mlirStringRefCreateFromCString("tc.target"),
      mlirStringAttrGet(c->ctx, mlirStringRefCreateFromCString(text)));
  return TC_OK;
}

// The forms of kernels that --emit names; `backend`: the one that makes it,
// NULL if all do.
static const struct {
  const char *name, *backend;
  bool assembly, llvmIr;
} forms[] = {{"image", NULL, false, false},   {"obj", NULL, false, false},
             {"cubin", "cuda", false, false}, {"hsaco", "rocm", false, false},
             {"asm", NULL, true, false},      {"ptx", "cuda", true, false},
             {"ll", NULL, false, true}};

// Reads which form of the kernels is asked for.
static TcStatus readEmit(TcCompiled *c, const TcCompileOptions *options) {
  const char *emit = options && options->emit ? options->emit : "image";
  c->emit = tcObjectOptionsDefault();
  for (size_t i = 0; i < sizeof forms / sizeof *forms; ++i) {
    if (strcmp(emit, forms[i].name))
      continue;
    const char *made = c->target.backend->name;
    if (forms[i].backend && strcmp(forms[i].backend, made))
      return tcStatusMake(1606, "'%s' is made by the target %s, not by %s",
                          emit, forms[i].backend, made);
    c->emit.assembly = forms[i].assembly;
    c->emit.llvmIr = forms[i].llvmIr;
    return TC_OK;
  }
  return tcStatusMake(1606,
                      "'%.40s' cannot be emitted: name ll, asm, ptx, image, "
                      "obj, cubin or hsaco",
                      emit);
}

// Mode max-autotune.
static bool isSearched(const TcCompileOptions *options) {
  return options &&
         options->structSize > offsetof(TcCompileOptions, schedules) &&
         (options->autotuneSeconds > 0 || options->schedules);
}

static TcStatus search(TcCompiled *c, const TcCompileOptions *options) {
  if (!isSearched(options))
    return TC_OK;
  double start = now();
  TcSearchOptions how = {.seconds = options->autotuneSeconds,
                         .folder = options->schedules,
                         .threads = options->threads};
  TcSearchStats stats = {0};
  TcStatus status = tcSearchSchedules(
      &c->arena, mlirModuleGetOperation(c->module), &c->target, &how, &stats);
  c->stats.schedulesFound = stats.found;
  c->stats.schedulesSearched = stats.searched;
  c->stats.schedulesBetter = stats.better;
  c->stats.schedulesBroken = stats.broken;
  c->stats.schedulesWrong = stats.wrong;
  c->stats.search = now() - start;
  return status;
}

static TcStatus compileText(TcCompiled *c, const char *text, size_t size,
                            const TcCompileOptions *options, size_t index) {
  double start = now();
  const char *pipeline;
  TC_RETURN_IF_ERROR(choosePipeline(c, options, &pipeline));
  TC_RETURN_IF_ERROR(readEmit(c, options));
  TC_RETURN_IF_ERROR(tcSessionParse(c->ctx, text, size, &c->module));
  TC_RETURN_IF_ERROR(nameTarget(c));
  permitAtomics(c, options);
  bool isOwn = !options || !options->pipeline;
  TC_RETURN_IF_ERROR(
      (isOwn ? tcSessionLower : tcSessionRun)(c->module, pipeline));
  c->stats.passes = now() - start;
  TC_RETURN_IF_ERROR(search(c, options));
  if (index)
    tcVariantsNameKernels(c->module, index);
  double middle = now();
  TC_RETURN_IF_ERROR(
      tcKernelsCompile(&c->arena, mlirModuleGetOperation(c->module), &c->target,
                       &c->emit, c->threads, &c->kernels));
  c->stats.kernels = now() - middle;
  TcStatus status = describe(c);
  c->stats.total = now() - start;
  return status;
}

// The variant number `index`.
static TcStatus compileFor(const char *target, size_t index, const char *text,
                           size_t size, const TcCompileOptions *options,
                           unsigned threads, TcCompiled **compiled) {
  TcCompiled *c = calloc(1, sizeof *c);
  if (!c)
    return tcStatusMake(6600, "no memory to compile with");
  TcStatus status = tcTargetParse(target, &c->target);
  if (status) {
    free(c);
    return status;
  }
  c->threads = threads;
  c->ctx = tcSessionContext(/*threads=*/false);
  TcCollector collector;
  tcCollectorStart(&collector, c->ctx);
  size_t before = tcMemoryFailures();
  status = compileText(c, text, size, options, index);
  if (!status)
    status = tcMemoryStatus(before);
  status = tcSessionBetter(tcCollectorFinish(&collector), status);
  if (status)
    tcCompiledFree(c);
  else
    *compiled = c;
  return status;
}

// Whether a call of one can be a call of the other: both on CPUs, or both on
// GPUs of one vendor.
static TcStatus checkVariant(const TcCompiled *first, const TcCompiled *other) {
  if (first->target.backend == other->target.backend)
    return TC_OK;
  return tcStatusMake(1612,
                      "one artifact is for CPUs or for the GPUs of one vendor, "
                      "not for %s and %s",
                      first->target.backend->name, other->target.backend->name);
}

typedef struct Variants {
  const char *const *targets;
  const char *text;
  size_t size;
  const TcCompileOptions *options;
  unsigned threads; // of each
  TcCompiled *compiled[TC_MOST_VARIANTS];
  TcStatus statuses[TC_MOST_VARIANTS];
} Variants;

static void compileVariant(void *self, size_t i) {
  Variants *v = self;
  v->statuses[i] = compileFor(v->targets[i], i, v->text, v->size, v->options,
                              v->threads, &v->compiled[i]);
}

// Links them to a list, as far as there are some; the first error.
static TcStatus chain(Variants *v, size_t count, TcCompiled **first) {
  TcStatus status = TC_OK;
  TcCompiled **at = first;
  for (size_t i = 0; i < count; ++i) {
    TcStatus own = v->statuses[i];
    if (v->compiled[i]) {
      *at = v->compiled[i];
      own = checkVariant(*first, *at);
      at = &(*at)->next;
    }
    if (status)
      tcStatusFree(own);
    else
      status = own;
  }
  return status;
}

// Beside each other, with a share of the threads each; not while schedules are
// measured.
static TcStatus compileAll(const char *const *targets, size_t count,
                           const char *text, size_t size,
                           const TcCompileOptions *options,
                           TcCompiled **first) {
  if (count > 1 && options->emit)
    return tcStatusMake(1612, "kernels are emitted for one target");
  unsigned threads = threadsOf(options);
  bool together = count > 1 && threads > 1 && !isSearched(options);
  Variants v = {targets, text, size, options, threads, {NULL}, {TC_OK}};
  if (together)
    v.threads = (threads + (unsigned)count - 1) / (unsigned)count;
  tcVariantsCompile(count, together, compileVariant, &v);
  return chain(&v, count, first);
}

TcStatus tcCompile(const char *text, size_t size,
                   const TcCompileOptions *options, TcCompiled **compiled) {
  const char *target = options && options->target ? options->target : "host";
  const char *targets[TC_MOST_VARIANTS];
  TcArena arena = {0};
  size_t count;
  *compiled = NULL;
  TcStatus status = tcVariantsSplit(&arena, target, targets, &count);
  if (!status)
    status = compileAll(targets, count, text, size, options, compiled);
  tcArenaFree(&arena);
  if (status) {
    tcCompiledFree(*compiled);
    *compiled = NULL;
  }
  return status;
}
