// Reads what a GPU schedule adds to its kernel: parts of reductions, owners of
// scatters. See gpu-read.h.
#include "passes/schedule/gpu-read.h"

#include "passes/lower/cpu/split.h"
#include "passes/lower/gpu/stream.h"

#include "lib/support/bits.h"

static void readOwners(TcGpuReader *r, MlirAttribute added) {
  MlirAttribute of = tcTextEntry(added, "of");
  TcCpuStage *s = tcReaderStage(r, tcTextInt(tcTextElement(of, 0), -1));
  int64_t parts = tcReaderNumber(r, added, "parts", 2, 1 << 24);
  if (r->failed)
    return;
  if (tcTextCount(of) != 1 || s->kind != TC_CPU_SCATTER || s->distinct ||
      s->in || s->owners || !tcIsPowerOfTwo(parts))
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                 "adds: owners are a power of two, of one scatter that is not "
                 "distinct (L2)");
  else
    tcCpuShareScatter(r->k, s, parts);
}

static void readZero(TcGpuReader *r, MlirAttribute added) {
  MlirAttribute of = tcTextEntry(added, "of");
  TcCpuStage *s = tcReaderStage(r, tcTextInt(tcTextElement(of, 0), -1));
  if (!r->failed && (tcTextCount(of) != 1 || !tcGpuAcrossClear(r->k, s)))
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                 "adds: what is cleared is the stack of all blocks' sums that "
                 "tasks share, of blocks of 64 points and a multiple of eight "
                 "columns, and permits atomics (L12)");
}

// Whether the stages can be split along the iterator.
static bool checkSplit(TcGpuReader *r, const TcCpuStages *stages, int iter) {
  if (tcCpuAllReduce(stages) && tcCpuCanSplit(r->k, stages, iter))
    return true;
  tcReaderFail(
      r, TC_TEXT_NOT_ALLOWED,
      "adds: the stages must all be reductions over '%s', of none of each "
      "other's results (L2)",
      r->k->iters.data[iter].name);
  return false;
}

// The iterators but the last: each of their points is parts of its own.
static void readOuter(TcGpuReader *r, const TcCpuIters *iters, TcCpuPhase *p) {
  int64_t points = 1, n;
  for (size_t i = 0; i + 1 < iters->size; ++i) {
    int iter = iters->data[i];
    if (!checkSplit(r, &p->stages, iter))
      return;
    if (!tcSizeIsConst(r->k->iters.data[iter].extent, &n) || n < 1 ||
        p->splitParts % (points * n) || tcCpuItersHave(&p->splitOuter, iter) ||
        iter == tcVecLast(iters)) {
      tcReaderFail(
          r, TC_TEXT_NOT_ALLOWED,
          "adds: parts must be a multiple of the points of the iterators "
          "before the last, which are constant, each once (L1)");
      return;
    }
    points *= n;
    tcVecPush(r->k->arena, &p->splitOuter, iter);
  }
}

// Scans that are combined in chunks of `step` points before they are run.
static void readChunks(TcGpuReader *r, TcCpuPhase *p, MlirAttribute added,
                       TcGpuAddedList *list) {
  TcCpuPhases all = {0};
  p->chunk = p->split;
  p->split = -1;
  p->chunkSize = tcReaderNumber(r, added, "step", 1, TC_GPU_MOST);
  if (r->failed)
    return;
  if (!tcGpuScansApart(r->k, &p->stages) ||
      !tcCpuCanChunkScans(r->k, &p->stages, p->chunk)) {
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                 "adds: chunks of '%s' are combined of scans along it alone, "
                 "in any order, and of maps that these read (L2)",
                 r->k->iters.data[p->chunk].name);
    return;
  }
  for (size_t i = 0; i < p->stages.size; ++i) {
    TcGpuAdded a = {.stage = p->stages.data[i], .chunk = p->chunkSize};
    if (a.stage->starts.size)
      tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                   "adds: stage %zu is in chunks already", a.stage->position);
    tcVecPush(r->k->arena, list, a);
  }
  if (r->failed)
    return;
  p->tasks = tcCpuPhaseParallel(r->k, &p->stages);
  tcVecPush(r->k->arena, &all, *p);
  tcCpuSplitPhases(r->k, 1, &all);
}

void tcGpuReadAdded(TcGpuReader *r, MlirAttribute added, TcGpuAddedList *list) {
  if (tcTextIs(added, "as", "owners")) {
    readOwners(r, added);
    return;
  }
  if (tcTextIs(added, "as", "zero")) {
    readZero(r, added);
    return;
  }
  TcCpuPhases halves = {0};
  TcCpuPhase p = {.chunk = -1, .vector = -1, .lanes = 1, .grain = 1};
  MlirAttribute of = tcTextEntry(added, "of");
  TcCpuIters iters = tcReaderIters(r, added);
  for (intptr_t i = 0; i < tcTextCount(of) && !r->failed; ++i) {
    TcCpuStage *s = tcReaderStage(r, tcTextInt(tcTextElement(of, i), -1));
    if (s)
      tcVecPush(r->k->arena, &p.stages, s);
  }
  bool chunks = tcTextHas(added, "step");
  if (!chunks)
    p.splitParts = tcReaderNumber(r, added, "parts", 2, 1 << 24);
  if (!tcTextIs(added, "as", "partial") || !iters.size || !p.stages.size ||
      (chunks && iters.size > 1))
    tcReaderFail(
        r, TC_TEXT_MALFORMED,
        "adds: as = \"partial\", of = [stages], for = [iterators], parts = N, "
        "or step = N of one iterator that is scanned along; or as = "
        "\"owners\", of = [scatter], parts = N; or as = \"zero\", of = "
        "[stage]");
  if (r->failed)
    return;
  p.split = tcVecLast(&iters);
  if (chunks) {
    readChunks(r, &p, added, list);
    return;
  }
  readOuter(r, &iters, &p);
  if (r->failed || !checkSplit(r, &p.stages, p.split))
    return;
  for (size_t i = 0; i < p.stages.size; ++i) {
    TcGpuAdded a = {
        .stage = p.stages.data[i], .iters = iters, .parts = p.splitParts};
    tcVecPush(r->k->arena, list, a);
  }
  p.tasks = tcCpuPhaseParallel(r->k, &p.stages);
  tcVecPush(r->k->arena, &halves, p);
  tcCpuSplitPhases(r->k, 1, &halves);
}

void tcGpuMarkParts(const TcGpuAddedList *added, TcGpuPhases *phases) {
  for (size_t i = 0; i < phases->size; ++i)
    for (size_t j = 0; j < added->size; ++j)
      if (phases->data[i].p.stages.size &&
          phases->data[i].p.stages.data[0] == added->data[j].stage &&
          added->data[j].parts) {
        phases->data[i].partsOf = added->data[j].iters;
        phases->data[i].parts = added->data[j].parts;
      }
}

// The points of a chunk in which the stage is added to the kernel, or 0.
static int64_t chunkOf(const TcGpuAddedList *added, const TcCpuStage *s) {
  for (size_t i = 0; i < added->size; ++i)
    if (added->data[i].stage == s)
      return added->data[i].chunk;
  return 0;
}

bool tcGpuChunksAgree(const TcGpuAddedList *added, const TcGpuPhase *p) {
  for (size_t i = 0; i < p->p.stages.size; ++i) {
    const TcCpuStage *s = p->p.stages.data[i];
    int64_t chunk = p->p.chunk >= 0 ? p->p.chunkSize : 0;
    if (s->kind == TC_CPU_SCAN && chunkOf(added, s) != chunk)
      return false;
  }
  return true;
}
