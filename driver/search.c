// Searches schedules by measurement. See search.h.
//
// A kernel is measured alone: a program that launches it once, at the sizes of
// its launch in the module, compiled with one schedule after the other. All
// that are left take turns, each with cold caches, so that what else the
// machine does is everybody's; the least time of each counts. Those far behind
// drop out. The chosen schedule stays unless another is clearly faster. Before
// its time counts, a schedule's results are compared with the chosen one's;
// where their bits differ they are judged by the bounds of docs/numerics.md.
#include "driver/search.h"

#include "cost/numbers.h"
#include "driver/finds.h"
#include "driver/kernels.h"
#include "driver/measure.h"
#include "ir/attrs.h"
#include "ir/break.h"
#include "ir/builder.h"
#include "ir/collect.h"
#include "ir/types.h"
#include "lib/ir/kernel_read.h"
#include "passes/schedule/alternatives.h"
#include "support/strbuf.h"
#include "support/version.h"
#include "target/gpu/vendor.h"
#include "tc/gen/LoopOps.h"
#include "tc/runtime.h"

#include "mlir-c/BuiltinAttributes.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { CANDIDATES = 24, ROUNDS = 12 };

typedef struct Search {
  TcArena *arena;
  MlirOperation module;
  const TcTarget *target;
  const TcSearchOptions *options;
  TcSearchStats *stats;
  const char *folder;
  TcPool *pool;
  TcMap kernels; // name -> loop.kernel
  TcMap done;    // key -> its schedule, an attribute
  double end;    // of measuring, by the clock
} Search;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

//===- A kernel as a program ----------------------------------------------===//

static void append(MlirStringRef text, void *buf) {
  tcStrBufAppendN(buf, text.data, text.length);
}

// The sizes of the example for the symbols of a function, `tc.sizes`.
static void bindExamples(const Search *s, TcMap *bindings) {
  MlirAttribute sizes =
      mlirOperationGetDiscardableAttributeByName(s->module, tcStr("tc.sizes"));
  bool any = !mlirAttributeIsNull(sizes) && mlirAttributeIsADictionary(sizes);
  for (intptr_t i = 0; any && i < mlirDictionaryAttrGetNumElements(sizes);
       ++i) {
    MlirNamedAttribute e = mlirDictionaryAttrGetElement(sizes, i);
    if (mlirAttributeIsAInteger(e.attribute))
      tcBindingsSet(
          bindings, mlirIdentifierStr(e.name),
          tcSizeAttrGetConstant(mlirOperationGetContext(s->module),
                                mlirIntegerAttrGetValueInt(e.attribute)));
  }
}

static MlirAttribute layoutOf(MlirOperation kernel, const char *list,
                              intptr_t i) {
  MlirAttribute all = tcAttrOf(kernel, list);
  return mlirAttributeIsNull(all)
             ? all
             : mlirDictionaryAttrGetElementByName(
                   mlirArrayAttrGetElement(all, i), tcStr("tc.layout"));
}

// A type with sizes for its symbols, and its layout. False if that is no dense
// tensor of constant sizes.
static bool appendType(MlirType type, MlirAttribute layout,
                       const TcMap *bindings, TcStrBuf *types,
                       TcStrBuf *boundary) {
  type = tcTypeSubstitute(type, bindings);
  bool hasLayout = !mlirAttributeIsNull(layout);
  if (mlirTypeIsNull(type) || !tcTypeIsStatic(type) ||
      (hasLayout && tcLayoutAttrIsStrided(layout)))
    return false;
  if (types->size)
    tcStrBufAppend(types, ", ");
  mlirTypePrint(type, append, types);
  mlirTypePrint(type, append, boundary);
  if (hasLayout) {
    tcStrBufAppend(boundary, " {tc.layout = ");
    mlirAttributePrint(layout, append, boundary);
    tcStrBufAppend(boundary, "}");
  }
  return true;
}

typedef struct Texts {
  TcStrBuf in, out;   // types of a launch
  TcStrBuf args, res; // of a function: types and layouts
  TcStrBuf names;     // of arguments
  TcStrBuf results;   // names of results
} Texts;

static bool describe(MlirOperation launch, MlirOperation kernel,
                     const TcMap *bindings, Texts *t) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(launch); ++i) {
    tcStrBufPrintf(&t->args, "%s%%a%d: ", i ? ", " : "", (int)i);
    tcStrBufPrintf(&t->names, "%s%%a%d", i ? ", " : "", (int)i);
    if (!appendType(mlirValueGetType(mlirOperationGetOperand(launch, i)),
                    layoutOf(kernel, "arg_attrs", i), bindings, &t->in,
                    &t->args))
      return false;
  }
  for (intptr_t i = 0; i < mlirOperationGetNumResults(launch); ++i) {
    tcStrBufPrintf(&t->results, "%s%%r#%d", i ? ", " : "", (int)i);
    if (i)
      tcStrBufAppend(&t->res, ", ");
    if (!appendType(mlirValueGetType(mlirOperationGetResult(launch, i)),
                    layoutOf(kernel, "res_attrs", i), bindings, &t->out,
                    &t->res))
      return false;
  }
  return mlirOperationGetNumResults(launch) > 0;
}

// A function that launches @kernel once. NULL if it cannot be measured alone.
static const char *callerOf(const Search *s, MlirOperation launch,
                            MlirOperation kernel) {
  TcMap bindings = {.arena = s->arena};
  Texts t = {0};
  bindExamples(s, &bindings);
  const char *text = NULL;
  if (describe(launch, kernel, &bindings, &t))
    text = tcArenaPrintf(
        s->arena,
        "func.func @main(%s) -> (%s) {\n  %%r:%d = loop.launch @kernel(%s) : "
        "(%s) -> (%s)\n  return %s : %s\n}\n",
        tcStrBufText(&t.args), tcStrBufText(&t.res),
        (int)mlirOperationGetNumResults(launch), tcStrBufText(&t.names),
        tcStrBufText(&t.in), tcStrBufText(&t.out), tcStrBufText(&t.results),
        tcStrBufText(&t.out));
  TcStrBuf *all[] = {&t.in, &t.out, &t.args, &t.res, &t.names, &t.results};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
    tcStrBufFree(all[i]);
  return text;
}

static void setSchedule(MlirOperation kernel, MlirAttribute schedule) {
  mlirOperationSetDiscardableAttributeByName(kernel, tcStr("loop.schedule"),
                                             schedule);
}

static void dropSchedule(MlirOperation kernel) {
  mlirOperationRemoveDiscardableAttributeByName(kernel, tcStr("loop.schedule"));
}

static const char *programOf(const Search *s, MlirOperation kernel,
                             const char *caller, MlirAttribute schedule) {
  setSchedule(kernel, schedule);
  const char *text = tcKernelText(s->arena, kernel);
  dropSchedule(kernel);
  return text ? tcArenaPrintf(s->arena, "loop.kernel private @kernel%s\n%s",
                              text, caller)
              : NULL;
}

//===- Measuring ----------------------------------------------------------===//

typedef struct Candidate {
  TcMeasured *program; // NULL: out
  double least;
} Candidate;

static bool isTime(const Search *s) { return now() < s->end; }

static void leaveOut(Candidate *c) {
  tcMeasureClose(c->program);
  c->program = NULL;
}

// The first call compiles nothing, but touches memory for the first time.
static void open(Search *s, Candidate *c, const char *text) {
  c->least = 1e30;
  TcStatus status = text ? tcMeasureOpen(text, s->target, &c->program) : TC_OK;
  if (!status && c->program)
    status = tcMeasureResults(c->program, s->pool);
  if (status) {
    tcStatusFree(status);
    leaveOut(c);
  }
}

// Keeps a candidate whose results are the chosen schedule's, bit by bit, or are
// right. Of kernels too large to be evaluated, only the former stay.
static void compareResults(Search *s, const Candidate *chosen, Candidate *c,
                           const char *text) {
  if (!c->program)
    return;
  if (tcBreaks("search", "results", "wrong"))
    tcMeasureSpoil(c->program);
  if (!tcMeasureAgree(chosen->program, c->program)) {
    TcJudgement judgement = {0};
    TcStatus status = tcMeasureJudge(c->program, text, s->target,
                                     tcNumber(search_judged), &judgement);
    bool stays = !status && judgement.right && judgement.evaluated;
    if (!status && !judgement.right) {
      ++s->stats->wrong;
      status = tcFindsWriteWrong(
          s->arena, s->folder,
          tcArenaPrintf(s->arena, "// %s\n%s", judgement.text, text));
    }
    tcStatusFree(status);
    if (!stays) {
      leaveOut(c);
      return;
    }
  }
  tcMeasureForget(c->program);
}

static void measureOnce(Search *s, Candidate *c) {
  double seconds;
  if (!c->program)
    return;
  TcStatus status = tcMeasureCall(c->program, s->pool, &seconds);
  if (!status && seconds < c->least)
    c->least = seconds;
  tcStatusFree(status);
}

static double leastOf(const Candidate *c, size_t n) {
  double least = 1e30;
  for (size_t i = 0; i < n; ++i)
    if (c[i].program && c[i].least < least)
      least = c[i].least;
  return least;
}

// All but the first, which is what they are compared with.
static void dropSlow(Candidate *c, size_t n) {
  const double far = 1.5;
  double least = leastOf(c, n);
  for (size_t i = 1; i < n; ++i)
    if (c[i].program && c[i].least > far * least)
      leaveOut(&c[i]);
}

// The fastest; the first unless another takes a twentieth less.
static size_t winnerOf(const Candidate *c, size_t n) {
  const double clearly = 0.95;
  size_t best = 0;
  for (size_t i = 1; i < n; ++i)
    if (c[i].program && c[i].least < clearly * c[0].least &&
        (!best || c[i].least < c[best].least))
      best = i;
  return best;
}

// False if there was no time to compare any: nothing is known then.
static bool measure(Search *s, MlirOperation kernel, const char *caller,
                    const MlirAttribute *schedules, size_t n, double share,
                    size_t *winner) {
  Candidate candidates[CANDIDATES] = {{NULL, 0}};
  double start = now(), half = start + share / 2;
  size_t opened = 0, rounds = 0;
  for (; opened < n && isTime(s) && (opened < 2 || now() < half); ++opened) {
    const char *text = programOf(s, kernel, caller, schedules[opened]);
    open(s, &candidates[opened], text);
    if (!candidates[0].program)
      return false; // this machine does not run the target's code
    if (opened)
      compareResults(s, &candidates[0], &candidates[opened], text);
  }
  if (opened)
    tcMeasureForget(candidates[0].program);
  while (rounds < ROUNDS && isTime(s) &&
         (rounds < 2 || now() < start + share)) {
    for (size_t i = 0; i < opened && isTime(s); ++i)
      measureOnce(s, &candidates[i]);
    rounds += isTime(s); // a round that was cut off counts for none
    if (rounds >= 2)
      dropSlow(candidates, opened);
  }
  *winner = winnerOf(candidates, opened);
  bool known = opened > 1 && rounds >= 2;
  for (size_t i = 0; i < opened; ++i)
    tcMeasureClose(candidates[i].program);
  return known;
}

//===- Kernels ------------------------------------------------------------===//

// The first line of a file; "" if there is none.
static const char *firstLine(const Search *s, const char *path) {
  char line[256] = "";
  FILE *file = fopen(path, "r");
  if (file && !fgets(line, sizeof line, file))
    *line = 0;
  if (file)
    fclose(file);
  line[strcspn(line, "\n")] = 0;
  return tcArenaPrintf(s->arena, "%s", line);
}

// The driver of a GPU and the program that assembles its kernels: their
// versions.
static const char *toolsOf(const Search *s) {
  const TcGpuVendor *gpu = s->target->backend->gpu;
  char path[4096] = "";
  struct stat info = {0};
  if (!gpu)
    return "";
  if (gpu->findAssembler && gpu->findAssembler(path))
    (void)stat(path, &info);
  return tcArenaPrintf(s->arena, "driver %s%s assembler %s %lld %lld",
                       firstLine(s, "/proc/driver/nvidia/version"),
                       firstLine(s, "/sys/module/amdgpu/version"), path,
                       (long long)info.st_size, (long long)info.st_mtime);
}

// What a find is good for: this kernel at these sizes, on this target with its
// driver and assembler, by this build of tc.
static const char *keyOf(const Search *s, MlirOperation kernel,
                         const char *caller) {
  char target[TC_TARGET_TEXT];
  tcTargetPrint(s->target, target, sizeof target);
  const char *text = tcKernelText(s->arena, kernel), *tools = toolsOf(s);
  return text ? tcArenaPrintf(s->arena, "tc %s\n%s\n%s\n%s threads\n%s%s",
                              tcBuildText(), target, tools ? tools : "",
                              s->options->threads == 1 ? "1" : "all", text,
                              caller)
              : NULL;
}

static MlirAttribute parsed(const Search *s, const char *text) {
  TcCollector collector;
  MlirContext ctx = mlirOperationGetContext(s->module);
  tcCollectorStart(&collector, ctx);
  MlirAttribute a = mlirAttributeParseGet(ctx, tcStr(text));
  tcStatusFree(tcCollectorFinish(&collector));
  return a;
}

static const char *printed(const Search *s, MlirAttribute schedule) {
  TcStrBuf text = {0};
  mlirAttributePrint(schedule, append, &text);
  const char *copy = tcArenaPrintf(s->arena, "%s", tcStrBufText(&text));
  tcStrBufFree(&text);
  return copy;
}

// What is kept is judged as a schedule that somebody wrote.
static MlirAttribute kept(Search *s, MlirOperation kernel, const char *key) {
  const char *text;
  MlirAttribute none = mlirAttributeGetNull(), schedule;
  TcFind find = tcFindsRead(s->arena, s->folder, key, &text);
  if (find == TC_FIND_NONE)
    return none;
  if (find == TC_FIND_SCHEDULE) {
    schedule = parsed(s, text);
    if (!mlirAttributeIsNull(schedule) &&
        tcScheduleIsAllowed(s->arena, kernel, s->target, schedule)) {
      ++s->stats->found;
      return schedule;
    }
  }
  ++s->stats->broken;
  return none;
}

static TcStatus searchKernel(Search *s, MlirOperation kernel,
                             const char *caller, const char *key, size_t left,
                             MlirAttribute *schedule) {
  MlirAttribute all[CANDIDATES];
  size_t winner;
  if (!isTime(s))
    return TC_OK;
  size_t n =
      tcScheduleAlternatives(s->arena, kernel, s->target, CANDIDATES, all);
  double share = (s->end - now()) / (double)(left ? left : 1);
  if (!n || (n > 1 && !measure(s, kernel, caller, all, n, share, &winner)))
    return TC_OK;
  if (n == 1)
    return TC_OK; // nothing to choose
  ++s->stats->searched;
  s->stats->better += winner > 0;
  *schedule = all[winner];
  return tcFindsWrite(s->arena, s->folder, key, printed(s, *schedule));
}

static TcStatus scheduleLaunch(Search *s, MlirOperation launch, size_t left) {
  MlirStringRef name = tcLoopLaunchGetKernel(launch);
  MlirOperation kernel = {tcMapGetTextN(&s->kernels, name.data, name.length)};
  if (mlirOperationIsNull(kernel) ||
      mlirOperationGetDiscardableAttributeByName(kernel, tcStr("loop.schedule"))
          .ptr)
    return TC_OK;
  const char *caller = callerOf(s, launch, kernel);
  const char *key = caller ? keyOf(s, kernel, caller) : NULL;
  if (!key)
    return TC_OK;
  MlirAttribute schedule = {tcMapGetText(&s->done, key)};
  if (mlirAttributeIsNull(schedule))
    schedule = kept(s, kernel, key);
  if (mlirAttributeIsNull(schedule) && s->options->seconds > 0)
    TC_RETURN_IF_ERROR(searchKernel(s, kernel, caller, key, left, &schedule));
  if (mlirAttributeIsNull(schedule))
    return TC_OK;
  tcMapSetText(&s->done, key, (void *)(uintptr_t)schedule.ptr);
  setSchedule(kernel, schedule);
  return TC_OK;
}

//===- Modules ------------------------------------------------------------===//

typedef struct Launches {
  TcArena *arena;
  TC_VEC(MlirOperation) ops;
} Launches;

static MlirWalkResult noteLaunch(MlirOperation op, void *self) {
  Launches *l = self;
  if (tcLoopOpKind(op) == TC_LOOP_LAUNCH)
    tcVecPush(l->arena, &l->ops, op);
  return MlirWalkResultAdvance;
}

static void noteKernels(Search *s) {
  MlirOperation op = mlirBlockGetFirstOperation(
      mlirModuleGetBody(mlirModuleFromOperation(s->module)));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (tcLoopOpKind(op) != TC_LOOP_KERNEL)
      continue;
    MlirStringRef name = tcLoopKernelGetSymName(op);
    tcMapSetTextN(&s->kernels, name.data, name.length, op.ptr);
  }
}

TcStatus tcSearchSchedules(TcArena *arena, MlirOperation module,
                           const TcTarget *target,
                           const TcSearchOptions *options,
                           TcSearchStats *stats) {
  Search s = {.arena = arena,
              .module = module,
              .target = target,
              .options = options,
              .stats = stats,
              .folder =
                  options->folder ? options->folder : tcFindsFolder(arena),
              .kernels.arena = arena,
              .done.arena = arena,
              .end = now() + options->seconds};
  Launches launches = {.arena = arena};
  TcStatus status = TC_OK;
  if (!s.folder)
    return tcStatusMake(1608, "there is no folder to keep schedules in: set "
                              "XDG_CACHE_HOME or HOME, or name one");
  noteKernels(&s);
  mlirOperationWalk(module, noteLaunch, &launches, MlirWalkPreOrder);
  TcPoolOptions pool = {.structSize = sizeof pool,
                        .numThreads = options->threads};
  if (options->seconds > 0 && options->threads != 1)
    s.pool = tcPoolCreate(&pool);
  for (size_t i = 0; !status && i < launches.ops.size; ++i)
    status = scheduleLaunch(&s, launches.ops.data[i], launches.ops.size - i);
  if (s.pool)
    tcPoolDestroy(s.pool);
  return status ? status : tcArenaStatus(arena);
}
