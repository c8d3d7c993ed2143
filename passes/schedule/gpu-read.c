// Reads GPU schedules from the attribute. See gpu-text.h.
//
// The form of a launch is recognised by its nodes: a unit, copies, threads that
// share rows. Its numbers are read, illegal ones refused, and then the launch
// is written again: an entry that differs has no code generation.
#include "passes/schedule/gpu-read.h"
#include "passes/schedule/gpu-nests.h"
#include "passes/schedule/gpu-scatter.h"

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
  tcGpuTakeStages(r, &found, &p);
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
    tcGpuCheckRuns(&r, &added, phases);
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
