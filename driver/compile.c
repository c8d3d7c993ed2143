// Implements tc/compile.h: from the text of a captured graph to a program.
#include "tc/compile.h"

#include "driver/kernels.h"
#include "driver/search.h"
#include "driver/session.h"
#include "driver/variants.h"
#include "ir/collect.h"
#include "passes/describe/describe.h"
#include "support/file.h"
#include "target/cpu/artifact.h"
#include "target/cpu/link.h"
#include "target/gpu/vendor.h"
#include "target/header.h"

#include "mlir-c/BuiltinAttributes.h"
#include "support/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct TcCompiled {
  TcCompiled *next; // the variant for the next target
  TcArena arena;
  TcTarget target;
  TcObjectOptions emit;
  MlirContext ctx;
  MlirModule module;
  TcKernels kernels;
  TcProgramDescriptor *descriptor;
  TcJit *jit;
  TcCompileStats stats;
};

// From fx, or prim, to launches of planned kernels: passes/pipelines.inc.
static const char cpuPipeline[] = "tc-cpu", gpuPipeline[] = "tc-gpu";

// The pipeline of one part of a joint graph. Arguments: prim-widen or nothing,
// wrt, the pass that splits it, the part's name, the passes that follow,
// prim-prepare or nothing.
static const char partPipeline[] =
    "tc-to-prim%s,func.func(prim-simplify{disable=dotOfWidened}),"
    "prim-autodiff{wrt=%s},tc-clean-up,"
    "func.func(prim-simplify)%s,tc-select-entry{entry=main.%s},"
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

// Whether kernels are images for a GPU's driver rather than CPU functions.
static bool hasImages(const TcCompiled *c) {
  const TcGpuVendor *gpu = c->target.backend->gpu;
  return gpu && !gpu->emulated;
}

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
  if (hasImages(c))
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
static TcStatus search(TcCompiled *c, const TcCompileOptions *options) {
  bool knows = options && options->structSize >= sizeof *options;
  if (!knows || !(options->autotuneSeconds > 0 || options->schedules))
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
  TC_RETURN_IF_ERROR(tcSessionRun(c->module, pipeline));
  c->stats.passes = now() - start;
  TC_RETURN_IF_ERROR(search(c, options));
  if (index)
    tcVariantsNameKernels(c->module, index);
  double middle = now();
  TC_RETURN_IF_ERROR(
      tcKernelsCompile(&c->arena, mlirModuleGetOperation(c->module), &c->target,
                       &c->emit, threadsOf(options), &c->kernels));
  c->stats.kernels = now() - middle;
  TcStatus status = describe(c);
  c->stats.total = now() - start;
  return status;
}

// The variant number `index`.
static TcStatus compileFor(const char *target, size_t index, const char *text,
                           size_t size, const TcCompileOptions *options,
                           TcCompiled **compiled) {
  TcCompiled *c = calloc(1, sizeof *c);
  if (!c)
    return tcStatusMake(6600, "no memory to compile with");
  TcStatus status = tcTargetParse(target, &c->target);
  if (status) {
    free(c);
    return status;
  }
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

static TcStatus compileAll(const char *const *targets, size_t count,
                           const char *text, size_t size,
                           const TcCompileOptions *options,
                           TcCompiled **first) {
  TcCompiled **at = first;
  if (count > 1 && options->emit)
    return tcStatusMake(1612, "kernels are emitted for one target");
  for (size_t i = 0; i < count; ++i, at = &(*at)->next) {
    TC_RETURN_IF_ERROR(compileFor(targets[i], i, text, size, options, at));
    TC_RETURN_IF_ERROR(checkVariant(*first, *at));
  }
  return TC_OK;
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

void tcCompiledFree(TcCompiled *c) {
  if (!c)
    return;
  tcCompiledFree(c->next);
  tcJitFree(c->jit);
  tcKernelsFree(&c->kernels);
  if (!mlirModuleIsNull(c->module))
    mlirModuleDestroy(c->module);
  mlirContextDestroy(c->ctx);
  tcArenaFree(&c->arena);
  free(c);
}

//===- Using it -----------------------------------------------------------===//

// The CPU target of a GPU program's tables: the baseline, so that any CPU of
// this kind can load it.
static TcStatus loaderTarget(const TcCompiled *c, TcTarget *target) {
  *target = c->target;
  return hasImages(c) ? tcTargetParse("x86-64", target) : TC_OK;
}

// The symbol of variant number `index`'s descriptor.
static const char *symbolOf(TcCompiled *first, size_t index) {
  return index
             ? tcArenaPrintf(&first->arena, TC_DESCRIPTOR_SYMBOL "_%zu", index)
             : TC_DESCRIPTOR_SYMBOL;
}

// The table of variant number `index`.
static TcStatus writeTable(TcCompiled *first, const TcCompiled *c, size_t index,
                           TcBytes *object) {
  TcTarget loader;
  const char *symbol = symbolOf(first, index);
  const char *other = c->next ? symbolOf(first, index + 1) : NULL;
  TC_RETURN_IF_ERROR(tcArenaStatus(&first->arena));
  TC_RETURN_IF_ERROR(loaderTarget(c, &loader));
  return tcDescriptorToObject(c->descriptor, &loader, symbol, other, object);
}

TcStatus tcCompiledWrite(TcCompiled *first, const char *path) {
  static const char *const exports[] = {TC_DESCRIPTOR_SYMBOL, NULL};
  size_t variants = 0, n = 0;
  for (TcCompiled *c = first; c; c = c->next, ++variants)
    n += hasImages(c) ? 0 : c->kernels.numObjects;
  TcBytes *objects = TC_ARENA_ARRAY(&first->arena, TcBytes, variants + n);
  TcStatus status = tcArenaStatus(&first->arena);
  size_t tables = 0, at = variants; // those first, which are freed
  for (TcCompiled *c = first; c && !status; c = c->next) {
    for (size_t i = 0; !hasImages(c) && i < c->kernels.numObjects; ++i)
      objects[at++] = c->kernels.objects[i];
    status = writeTable(first, c, tables, &objects[tables]);
    tables += !status;
  }
  if (!status)
    status = tcLinkShared(objects, variants + n, NULL, exports, NULL, path);
  for (size_t i = 0; i < tables; ++i)
    tcBytesFree(&objects[i]);
  return status;
}

static bool isText(const TcBytes *bytes) {
  return bytes->size < 4 || memcmp(bytes->data,
                                   "\x7f"
                                   "ELF",
                                   4);
}

// A text to a file, or to standard output if `path` is "-". Frees it.
static TcStatus writeText(TcStrBuf *text, const char *path) {
  TcStatus status = tcStrBufStatus(text);
  if (!status && strcmp(path, "-"))
    status = tcFileWrite(path, tcStrBufText(text), text->size);
  else if (!status &&
           (fwrite(tcStrBufText(text), 1, text->size, stdout) != text->size ||
            fflush(stdout)))
    status =
        tcStatusMake(TC_ERROR_FILE_WRITE, "cannot write to standard output: %s",
                     strerror(errno));
  tcStrBufFree(text);
  return status;
}

static TcStatus writeTexts(TcCompiled *c, const char *path) {
  TcStrBuf all = {0};
  const char *comment = c->emit.llvmIr ? ";" : "//";
  for (size_t i = 0; i < c->kernels.numObjects; ++i) {
    const TcBytes *text = &c->kernels.objects[i];
    tcStrBufPrintf(&all, "%s ---- kernel %s\n", comment, c->kernels.names[i]);
    tcStrBufAppendN(&all, text->data, strnlen(text->data, text->size));
  }
  return writeText(&all, path);
}

static TcStatus writeImage(TcCompiled *c, size_t i, const char *folder) {
  const TcBytes *image = &c->kernels.objects[i];
  const TcTargetBackend *backend = c->target.backend;
  const char *kind = !backend->gpu                    ? "o"
                     : !strcmp(backend->name, "cuda") ? "cubin"
                                                      : "hsaco";
  const char *path =
      tcArenaPrintf(&c->arena, "%s/%s.%s", folder, c->kernels.names[i], kind);
  if (isText(image))
    return tcStatusMake(TC_ERROR_ASSEMBLER_MISSING,
                        "no ptxas to make cubins with: put it into PATH, or "
                        "set CUDA_HOME");
  return tcFileWrite(path, image->data, image->size);
}

TcStatus tcCompiledWriteKernels(TcCompiled *c, const char *path) {
  if (c->emit.assembly || c->emit.llvmIr)
    return writeTexts(c, path);
  if (mkdir(path, 0777) && errno != EEXIST)
    return tcStatusMake(TC_ERROR_FILE_WRITE, "cannot make the folder %s: %s",
                        path, strerror(errno));
  for (size_t i = 0; i < c->kernels.numObjects; ++i)
    TC_RETURN_IF_ERROR(writeImage(c, i, path));
  return TC_OK;
}

TcStatus tcCompiledWriteHeader(TcCompiled *c, const char *path) {
  TcStrBuf text = {0};
  TcStatus status = tcDescriptorWriteHeader(c->descriptor, &text);
  if (!status)
    status = tcFileWrite(path, tcStrBufText(&text), text.size);
  tcStrBufFree(&text);
  return status;
}

static void appendText(MlirStringRef text, void *buf) {
  tcStrBufAppendN(buf, text.data, text.length);
}

TcStatus tcCompiledWritePlan(TcCompiled *c, const char *path) {
  TcStrBuf text = {0};
  mlirOperationPrint(mlirModuleGetOperation(c->module), appendText, &text);
  return writeText(&text, path);
}

TcStatus tcCompiledLoad(TcCompiled *c, const TcProgramDescriptor **descriptor) {
  if (!c->jit && !hasImages(c)) {
    TC_RETURN_IF_ERROR(
        tcJitCreate(c->kernels.objects, c->kernels.numObjects, &c->jit));
    for (int s = 0; s < TC_SECTION_COUNT; ++s) {
      const TcSection *section = &c->descriptor->sections[s];
      TC_RETURN_IF_ERROR(
          tcJitBindSteps(c->jit, (TcStep *)section->steps, section->numSteps));
    }
  }
  *descriptor = c->descriptor;
  return TC_OK;
}

TcCompileStats tcCompiledStats(const TcCompiled *c) {
  TcCompileStats stats = c->stats;
  stats.translate = c->kernels.stats.translate;
  stats.optimize = c->kernels.stats.optimize;
  stats.codegen = c->kernels.stats.codegen;
  stats.numKernels = c->kernels.numKernels;
  stats.numDifferent = c->kernels.numObjects;
  return stats;
}
