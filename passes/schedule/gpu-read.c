// Reads GPU schedules from the attribute. See gpu-text.h.
//
// The form of a launch is recognised by its nodes: a unit, copies, threads that
// share rows. Its numbers are read, illegal ones refused, and then the launch
// is written again: an entry that differs has no code generation.
#include "passes/schedule/gpu-read.h"
#include "passes/schedule/gpu-nests.h"
#include "passes/schedule/gpu-scatter.h"
#include "passes/schedule/gpu-sort.h"

#include "passes/lower/gpu/stream.h"
#include "passes/schedule/difference.h"
#include "passes/schedule/gpu-text.h"

#include "ir/diag.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

//===- Nodes of a launch --------------------------------------------------===//

static void keepFirst(MlirAttribute *first, MlirAttribute node) {
  if (mlirAttributeIsNull(*first))
    *first = node;
}

static void look(TcGpuReader *r, MlirAttribute node, int depth, TcGpuFound *f) {
  enum { DEEP = 32 };
  if (!mlirAttributeIsADictionary(node) || depth > DEEP) {
    tcReaderFail(r, TC_TEXT_MALFORMED,
                 "a body must be a list of loops, runs and copies");
    return;
  }
  if (tcTextHas(node, "run"))
    tcVecPush(r->k->arena, &f->runs, tcTextInt(tcTextEntry(node, "run"), -1));
  if (tcTextHas(node, "unit"))
    keepFirst(&f->unit, node);
  if (tcTextHas(node, "copy"))
    keepFirst(&f->copy, node);
  if (tcTextHas(node, "ring"))
    keepFirst(&f->ring, node);
  if (tcTextHas(node, "combine"))
    keepFirst(&f->combine, node);
  f->writesOut |= tcTextIs(node, "to", "unroll");
  f->shares |=
      tcTextIs(node, "to", "thread") &&
      (!tcTextHas(node, "step") || tcTextIs(tcTextBody(node, 0), "to", "seq"));
  for (intptr_t i = 0; i < tcTextCount(tcTextEntry(node, "body")); ++i)
    look(r, tcTextBody(node, i), depth + 1, f);
}

//===- Stages -------------------------------------------------------------===//

// Whether the stage makes the base of the scatter in front of it, which runs in
// the same launch.
static bool isBase(const TcGpuReader *r, const TcGpuPhase *p,
                   const TcCpuStage *s) {
  size_t dim;
  return !p->base && p->p.stages.size == 1 &&
         p->p.stages.data[0]->kind == TC_CPU_SCATTER &&
         tcGpuScatterBase(r->k, p->p.stages.data[0], &dim) == s &&
         tcGpuMarksRows(r->k, p->p.stages.data[0]);
}

// The same of a scatter that is combined in shared memory.
static bool isBinsBase(const TcGpuReader *r, const TcGpuPhase *p,
                       const TcCpuStage *s) {
  return !p->base && p->p.stages.size == 1 &&
         !tcGpuBinsRefuse(r->k, p->p.stages.data[0]) &&
         tcGpuBinsBase(r->k, p->p.stages.data[0]) == s;
}

// The same of a scatter of runs of points.
static bool isAscendingBase(const TcGpuReader *r, const TcGpuPhase *p,
                            const TcCpuStage *s) {
  size_t dim;
  return !p->base && p->p.stages.size == 1 &&
         !tcGpuAscendingRefuse(r->k, p->p.stages.data[0]) &&
         tcGpuScatterBase(r->k, p->p.stages.data[0], &dim) == s;
}

// Whether the stage maps the result of the scatter of runs in front of it.
static bool isBehindRun(const TcGpuReader *r, const TcGpuFound *f,
                        const TcGpuPhase *p, const TcCpuStage *s) {
  return p->base && p->p.stages.size == 1 &&
         tcTextIs(f->combine, "combine", TC_GPU_COMBINE_RUN) &&
         tcGpuMapsRun(r->k, p->p.stages.data[0], s);
}

// Each stage runs once, and after those that it reads. What stages of a stream
// read of each other is checked as its form is (tcGpuStreamMatch).
static void takeStages(TcGpuReader *r, const TcGpuFound *f, TcGpuPhase *p) {
  bool streams = r->k->stream.block >= 0 && !mlirAttributeIsNull(f->unit);
  for (size_t i = 0; i < f->runs.size && !r->failed; ++i) {
    TcCpuStage *s = tcReaderStage(r, f->runs.data[i]);
    if (s &&
        (isBase(r, p, s) || isBinsBase(r, p, s) || isAscendingBase(r, p, s))) {
      p->base = s;
      continue;
    }
    if (s && isBehindRun(r, f, p, s)) {
      tcVecPush(r->k->arena, &p->behind, s);
      continue;
    }
    if (s && !streams && r->k->stream.block >= 0 && tcGpuStreamIsStack(r->k, s))
      tcReaderFail(r, TC_TEXT_NO_CODE,
                   "stage %zu stacks sums that tasks share: there is code for "
                   "these on a unit of warp groups",
                   s->position);
    if (s && p->p.stages.size && !streams &&
        !tcCpuCanShare(r->k, &p->p.stages, s))
      tcReaderFail(
          r, TC_TEXT_NOT_ALLOWED,
          "stage %zu reads elsewhere what the launch makes, or stands alone "
          "(L3): give it a launch of its own",
          s->position);
    if (s)
      tcVecPush(r->k->arena, &p->p.stages, s);
  }
  if (!p->p.stages.size)
    tcReaderFail(r, TC_TEXT_MALFORMED, "it runs no stage");
}

// A loop of the kernel runs as a whole: its values pass from iteration to
// iteration.
static void checkLoops(TcGpuReader *r, const TcGpuPhase *p) {
  for (size_t i = 0; i < r->k->stages.size; ++i) {
    const TcCpuStage *s = r->k->stages.data[i];
    for (size_t j = 0; s->unit && j < p->p.stages.size; ++j)
      if (p->p.stages.data[j]->unit == s->unit &&
          !tcCpuStagesHave(&p->p.stages, s)) {
        tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                     "stage %zu runs apart from stage %zu, which is of the "
                     "same loop (L3)",
                     i, p->p.stages.data[j]->position);
        return;
      }
  }
}

static void checkMade(TcGpuReader *r, const uint8_t *made, const TcCpuStage *s,
                      const TcCpuValue *read) {
  const TcCpuStage *from = read->stage;
  if (from && from != s && !made[from->position])
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                 "stage %zu runs before stage %zu, which it reads (L3)",
                 s->position, from->position);
}

// The memory to which a stage adds its results is cleared before.
static void checkCleared(TcGpuReader *r, const uint8_t *made,
                         const TcCpuStage *s) {
  for (size_t i = 0; i < r->k->stages.size; ++i) {
    const TcCpuStage *clears = r->k->stages.data[i];
    if (clears->clears == s && !made[clears->position])
      tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                   "stage %zu runs before stage %zu, which clears what it adds "
                   "to (L3)",
                   s->position, clears->position);
  }
}

// A scatter reads its base, too.
static void checkRun(TcGpuReader *r, uint8_t *made, const TcCpuStage *s) {
  checkCleared(r, made, s);
  for (size_t i = 0; i < s->reads.size; ++i)
    checkMade(r, made, s, s->reads.data[i].value);
  if (s->copied)
    checkMade(r, made, s, s->copied);
  if (made[s->position]++)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED, "stage %zu runs twice (L1)",
                 s->position);
}

// The launch of a phase, whose number an error says.
static void enterLaunch(TcGpuReader *r, const TcGpuPhases *phases, size_t i) {
  r->number = i ? r->number + !phases->data[i].beside : 0;
}

// What a launch leaves the one behind it has.
static void checkLeft(TcGpuReader *r, const TcGpuPhases *phases) {
  for (size_t i = 0; i < phases->size; ++i) {
    const TcGpuPhase *p = &phases->data[i];
    enterLaunch(r, phases, i);
    if (p->longer && p->mode == TC_GPU_OWNERS &&
        (i + 1 == phases->size || p[1].mode != TC_GPU_LONG_ROWS))
      tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                   "longer: no launch behind runs stage %zu at the rows that "
                   "are left (L1)",
                   p->p.stages.data[0]->position);
    if (p->mode == TC_GPU_BINS && p->cuts > 1 &&
        (i + 1 == phases->size || p[1].mode != TC_GPU_BIN_SUMS))
      tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                   "parts: no launch behind combines what the blocks of stage "
                   "%zu leave (L1)",
                   p->p.stages.data[0]->position);
    if (tcGpuLeavesRuns(p) &&
        (i + 1 == phases->size || p[1].mode != TC_GPU_SORT_MERGE))
      tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                   "combine: no launch behind merges the runs of stage %zu "
                   "(L1)",
                   p->p.stages.data[0]->position);
  }
}

// Scans run in the chunks in which `adds` has them combined before.
static void checkChunks(TcGpuReader *r, const TcGpuAddedList *added,
                        const TcGpuPhases *phases) {
  for (size_t i = 0; i < phases->size; ++i) {
    enterLaunch(r, phases, i);
    if (!tcGpuChunksAgree(added, &phases->data[i]))
      tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                   "scans run in chunks of as many points as 'adds' says, "
                   "where it does (L3)");
  }
}

static void checkRuns(TcGpuReader *r, const TcGpuPhases *phases) {
  size_t n = 0;
  uint8_t *made = TC_ARENA_ARRAY(r->k->arena, uint8_t, r->k->stages.size + 1);
  for (size_t i = 0; i < phases->size; ++i) {
    enterLaunch(r, phases, i);
    checkLoops(r, &phases->data[i]);
  }
  for (size_t i = 0; i < phases->size; ++i) {
    const TcGpuPhase *p = &phases->data[i];
    enterLaunch(r, phases, i);
    if (p->mode == TC_GPU_LONG_ROWS || p->mode == TC_GPU_BIN_SUMS ||
        p->mode == TC_GPU_SORT_MERGE)
      continue;
    if (p->base)
      checkRun(r, made, p->base);
    for (size_t j = 0; j < p->p.stages.size; ++j)
      checkRun(r, made, p->p.stages.data[j]);
    for (size_t j = 0; j < p->behind.size; ++j)
      checkRun(r, made, p->behind.data[j]);
    n += p->p.stages.size + (p->base != NULL) + p->behind.size;
  }
  if (n != r->k->stages.size)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED, "%zu of %zu stages run (L1)", n,
                 r->k->stages.size);
}

//===- Forms --------------------------------------------------------------===//

static bool isWaves(const TcGpuReader *r, int64_t threads) {
  return threads >= 1 && threads <= TC_GPU_MOST_THREADS &&
         threads % r->target->waveThreads == 0;
}

static void checkThreads(TcGpuReader *r, int64_t threads) {
  if (!isWaves(r, threads))
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                 "threads must be whole waves of %u, at most %d (L6)",
                 r->target->waveThreads, TC_GPU_MOST_THREADS);
}

// Rows of threads share what is reduced: a thread loop around another.
static bool isColumns(MlirAttribute launch) {
  MlirAttribute shared = tcTextBody(tcTextBody(launch, 0), 0);
  return tcTextIs(shared, "to", "thread") && !tcTextHas(shared, "step") &&
         tcTextIs(tcTextBody(shared, 0), "to", "thread");
}

static void readColumns(TcGpuReader *r, MlirAttribute launch, TcGpuPhase *p) {
  MlirAttribute grid = tcTextBody(launch, 0);
  MlirAttribute points = tcTextBody(tcTextBody(grid, 0), 0);
  int64_t width = tcReaderNumber(r, grid, "step", 1, TC_GPU_MOST);
  p->mode = TC_GPU_COLUMNS;
  p->points = tcReaderIters(r, grid);
  p->lanes = tcReaderNumber(r, points, "step", 1, 64);
  if (r->failed)
    return;
  p->shares = width % p->lanes ? 0 : p->threads / (width / p->lanes);
  if (tcTextHas(launch, "resident"))
    p->tiling.resident =
        tcReaderNumber(r, launch, "resident", 1, TC_GPU_MOST_RESIDENT);
  const char *why = tcGpuColumnsRefuse(r->k, p);
  if (why)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED, "%s", why);
}

// What threads compute alone, or share.
static void readPlain(TcGpuReader *r, MlirAttribute launch, const TcGpuFound *f,
                      const TcGpuPhase *before, TcGpuPhase *p) {
  p->mode = f->shares ? TC_GPU_ROWS : TC_GPU_POINTS;
  checkThreads(r, p->threads);
  if (r->failed)
    return;
  if (f->writesOut) {
    tcGpuReadWindows(r, launch, p);
    return;
  }
  if (!f->shares && p->p.stages.data[0]->kind == TC_CPU_SCATTER &&
      tcTextIs(f->combine, "combine", TC_GPU_COMBINE_RUN)) {
    tcGpuReadAscending(r, launch, p);
    return;
  }
  if (f->shares && tcGpuIsLeft(before, p)) {
    bool saysNests = p->saysNests;
    *p = tcGpuFormLongRows(before);
    p->saysNests = saysNests;
    return;
  }
  if (f->shares && tcGpuIsOfBins(before, p)) {
    tcGpuReadBinSums(r, launch, before, p);
    return;
  }
  if (f->shares && p->p.stages.data[0]->kind == TC_CPU_SCATTER &&
      !p->p.stages.data[0]->owners) {
    tcGpuReadBins(r, launch, p);
    return;
  }
  if (f->shares && p->p.stages.data[0]->owners) {
    tcGpuReadOwned(r, launch, p);
    return;
  }
  if (p->p.stages.data[0]->kind == TC_CPU_SORT &&
      !mlirAttributeIsNull(f->combine)) {
    tcGpuReadSort(r, launch, f, before, p);
    return;
  }
  MlirAttribute node = tcTextBody(launch, 0);
  if (isColumns(launch)) {
    readColumns(r, launch, p);
    return;
  }
  if (p->mode == TC_GPU_ROWS) {
    tcGpuReadRows(r, launch, p);
    return;
  }
  p->lanes = p->perThread = 1;
  int64_t width = 1, threadStep = 1;
  for (; tcTextHas(node, "body"); node = tcTextBody(node, 0)) {
    int64_t step = tcTextInt(tcTextEntry(node, "step"), 0);
    bool grids = tcTextIs(node, "to", "grid") &&
                 tcTextIs(tcTextBody(node, 0), "to", "grid");
    if (grids && p->mode == TC_GPU_POINTS && tcGpuReadChunk(r, node, p))
      tcGpuCheckChunks(r, p);
    else if (grids && step > 1 && p->mode == TC_GPU_POINTS) {
      p->strips = true;
      p->points = tcReaderIters(r, node);
      width = step;
    } else if (grids || (p->strips && tcTextIs(node, "to", "grid")))
      p->blocks = tcReaderIters(r, node);
    else if (tcTextIs(node, "to", "grid")) {
      p->points = tcReaderIters(r, node);
      p->alone = p->mode == TC_GPU_POINTS && !p->points.size;
      width = step;
    } else if (tcTextIs(node, "to", "thread"))
      threadStep = step;
  }
  p->lanes = !p->points.size || threadStep < 1 ? 1 : threadStep;
  if (p->points.size && width % (p->threads * p->lanes))
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                 "a block's step must be a multiple of its threads' (L1)");
  if (p->points.size && width > 0)
    p->perThread = width / (p->threads * p->lanes);
}

static void checkLanes(TcGpuReader *r, const TcGpuPhase *p) {
  if ((p->mode != TC_GPU_POINTS && p->mode != TC_GPU_WINDOWS &&
       p->mode != TC_GPU_COLUMNS) ||
      !p->points.size || p->lanes == 1)
    return;
  int64_t most = tcGpuLanes(r->k, &p->p.stages, tcVecLast(&p->points), -1);
  if (p->lanes < 1 || most % p->lanes)
    tcReaderFail(
        r, TC_TEXT_NOT_ALLOWED,
        "vector: a thread can compute at most %lld adjacent elements at once "
        "(L7)",
        (long long)most);
}

static void checkTasks(TcGpuReader *r, const TcGpuPhase *p) {
  bool windows = p->mode == TC_GPU_WINDOWS;
  size_t n = p->blocks.size + p->points.size + windows;
  if (p->mode != TC_GPU_POINTS && p->mode != TC_GPU_COLUMNS && !windows)
    return;
  for (size_t i = 0; i < p->p.tasks.size; ++i)
    if (!tcCpuItersHave(&p->blocks, p->p.tasks.data[i]) &&
        !tcCpuItersHave(&p->points, p->p.tasks.data[i]) &&
        !(windows && p->along == p->p.tasks.data[i]))
      n = SIZE_MAX;
  if (n != p->p.tasks.size)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                 "grid loops run over the iterators of which points do "
                 "not depend on each other, each once (L1, L2)");
}

//===- Launches -----------------------------------------------------------===//

static bool readOverlap(TcGpuReader *r, MlirAttribute launch) {
  if (!tcTextHas(launch, "overlap"))
    return false;
  if (!tcTextIs(launch, "overlap", "dependent"))
    tcReaderFail(r, TC_TEXT_MALFORMED,
                 "overlap: it is \"dependent\" or left out");
  else if (!r->target->dependentLaunch)
    tcReaderFail(
        r, TC_TEXT_NOT_ALLOWED,
        "overlap: kernels of this target start when the one before has ended");
  return !r->failed;
}

// The loops of a thread; those of what multiplies follow from its form.
static void readNests(TcGpuReader *r, MlirAttribute launch, bool beside,
                      TcGpuPhase *p) {
  p->saysNests =
      tcNestsRead(r, tcTextEntry(launch, "nests"), /*width=*/1, beside, &p->p);
}

// What a thread loads before it stores.
static void readLoads(TcGpuReader *r, MlirAttribute launch, TcGpuPhase *p) {
  if (p->mode == TC_GPU_POINTS && tcTextHas(launch, "load_words"))
    p->loadWords =
        tcReaderNumber(r, launch, "load_words", 1, TC_GPU_MOST_WORDS);
}

static void readLaunch(TcGpuReader *r, MlirAttribute launch, bool beside,
                       TcGpuPhases *phases) {
  TcGpuPhase p = {
      .p = {.chunk = -1, .vector = -1, .split = -1, .lanes = 1, .grain = 1}};
  TcGpuFound found = {0};
  if (!tcTextHas(launch, "body")) {
    tcReaderFail(r, TC_TEXT_MALFORMED,
                 "it must be a dictionary with 'threads' and 'body'");
    return;
  }
  for (intptr_t i = 0; i < tcTextCount(tcTextEntry(launch, "body")); ++i)
    look(r, tcTextBody(launch, i), 0, &found);
  takeStages(r, &found, &p);
  p.threads = tcReaderNumber(r, launch, "threads", 1, TC_GPU_MOST_THREADS);
  if (r->failed)
    return;
  p.p.tasks = tcCpuPhaseParallel(r->k, &p.p.stages);
  if (mlirAttributeIsNull(found.unit))
    readNests(r, launch, beside, &p);
  if (r->failed)
    return;
  if (!mlirAttributeIsNull(found.unit))
    tcGpuReadProduct(r, launch, &found, &p);
  else if (!mlirAttributeIsNull(found.copy) && !found.shares)
    tcGpuReadTiles(r, launch, &p);
  else
    readPlain(r, launch, &found, phases->size ? &tcVecLast(phases) : NULL, &p);
  if (!r->failed)
    checkTasks(r, &p);
  if (!r->failed)
    checkLanes(r, &p);
  if (!r->failed)
    p.dependent = readOverlap(r, launch);
  if (!r->failed)
    readLoads(r, launch, &p);
  if (!r->failed && tcGpuHasNests(&p))
    tcGpuTakeNests(r->k, &p);
  tcVecPush(r->k->arena, phases, p);
}

// Loops to the grid beside each other, each a phase.
static bool isBeside(MlirAttribute launch) {
  MlirAttribute body = tcTextEntry(launch, "body");
  for (intptr_t i = 0; i < tcTextCount(body); ++i)
    if (!tcTextIs(tcTextElement(body, i), "to", "grid"))
      return false;
  return tcTextCount(body) > 1;
}

static void readPhases(TcGpuReader *r, MlirAttribute launch,
                       TcGpuPhases *phases) {
  if (!isBeside(launch)) {
    readLaunch(r, launch, /*beside=*/false, phases);
    return;
  }
  for (intptr_t i = 0; i < tcTextCount(tcTextEntry(launch, "body")); ++i) {
    MlirAttribute node = tcTextBody(launch, i);
    readLaunch(r, tcTextWithBody(r->k->arena, launch, node), /*beside=*/true,
               phases);
    if (r->failed)
      return;
    const char *why = i ? tcGpuBesideRefuse(phases, phases->size - 1) : NULL;
    if (why)
      tcReaderFail(r, TC_TEXT_NOT_ALLOWED, "%s", why);
    tcVecLast(phases).beside = i > 0;
  }
}

//===- Schedules ----------------------------------------------------------===//

MlirLogicalResult tcGpuScheduleRead(TcCpuKernel *k, MlirAttribute schedule,
                                    const TcTarget *target,
                                    TcGpuPhases *phases) {
  TcGpuReader r = {.k = k, .target = target, .part = "launch"};
  TcGpuAddedList added = {0};
  MlirAttribute adds = tcTextEntry(schedule, "adds");
  MlirAttribute launches = tcTextEntry(schedule, "launches");
  if (mlirAttributeIsNull(launches) || !mlirAttributeIsAArray(launches))
    return tcOpEmitError(k->op, "[TC-0610] loop.schedule is a dictionary with "
                                "the list 'launches'");
  k->guess = tcReaderSizeHint(&r, schedule);
  tcCpuStreamChooseLane(k, schedule);
  for (intptr_t i = 0; i < tcTextCount(adds) && !r.failed; ++i)
    tcGpuReadAdded(&r, tcTextElement(adds, i), &added);
  for (intptr_t i = 0; i < tcTextCount(launches) && !r.failed; ++i, ++r.number)
    readPhases(&r, tcTextElement(launches, i), phases);
  if (!r.failed)
    checkRuns(&r, phases);
  if (!r.failed)
    checkLeft(&r, phases);
  if (!r.failed)
    checkChunks(&r, &added, phases);
  tcGpuMarkParts(&added, phases);
  r.number = 0;
  const char *why = NULL;
  if (!r.failed)
    why = tcScheduleDifference(k->arena,
                               tcTextWithout(schedule, TC_TEXT_SIZE_HINT),
                               tcGpuScheduleToAttr(k, target, phases),
                               /*mayOmit=*/false);
  if (why)
    tcReaderFail(&r, TC_TEXT_NO_CODE, "%s", why);
  return r.failed ? mlirLogicalResultFailure() : mlirLogicalResultSuccess();
}
