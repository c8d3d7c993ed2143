// Reads launches by rows from the attribute. See gpu-read.h.
#include "passes/schedule/gpu-read.h"

#include "lib/support/bits.h"

static void checkScans(TcGpuReader *r, const TcGpuPhase *p) {
  for (size_t i = 0; i < p->p.stages.size; ++i)
    if (p->p.stages.data[i]->kind == TC_CPU_SCAN &&
        !tcGpuScansRows(&p->p.stages)) {
      tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                   "threads share a row of scans along one iterator and of "
                   "maps, where they may be combined in any order and do not "
                   "multiply floats (L4)");
      return;
    }
}

static void checkSorts(TcGpuReader *r, const TcGpuPhase *p, bool isPlain) {
  for (size_t i = 0; i < p->p.stages.size; ++i)
    if (p->p.stages.data[i]->kind == TC_CPU_SORT &&
        (!isPlain || !tcGpuSortsRows(&p->p.stages) ||
         !tcIsPowerOfTwo(p->threads))) {
      tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                   "threads share a row of a sort alone, a block each: as many "
                   "as a power of two (L2)");
      return;
    }
}

// How many points of its row the copy holds: as many as those before it.
static const char *readPoints(TcGpuReader *r, MlirAttribute copy,
                              TcGpuPhase *p) {
  int64_t points = tcTextInt(tcTextEntry(copy, "points"), 0);
  if (p->held.size && points != p->heldPoints)
    return "copy: all rows that stay in shared memory have the same 'points' "
           "(L7)";
  p->heldPoints = points;
  return points || tcTextHas(copy, "points") ? tcGpuHeldPointsRefuse(r->k, p)
                                             : NULL;
}

// A row that stays in shared memory.
static void readHeldRow(TcGpuReader *r, MlirAttribute copy, TcGpuPhase *p) {
  MlirAttribute read = tcTextEntry(copy, "copy");
  TcCpuStage *s = tcReaderStage(r, tcTextInt(tcTextElement(read, 0), -1));
  int64_t n = tcTextInt(tcTextElement(read, 1), -1);
  if (!r->failed && (n < 0 || n >= (int64_t)s->reads.size))
    tcReaderFail(r, TC_TEXT_MALFORMED,
                 "copy: it names a read of a stage, [stage, read]");
  if (r->failed)
    return;
  int arg = s->reads.data[n].value->arg;
  const char *why = readPoints(r, copy, p);
  why = why ? why : tcGpuHoldRefuse(r->k, r->target, p, arg);
  if (why)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED, "%s", why);
  else
    tcVecPush(r->k->arena, &p->held, arg);
}

static void readHeld(TcGpuReader *r, MlirAttribute node, TcGpuPhase *p) {
  intptr_t n = tcTextCount(tcTextEntry(node, "body"));
  for (intptr_t i = 0; i < n && !r->failed; ++i)
    if (tcTextHas(tcTextBody(node, i), "copy"))
      readHeldRow(r, tcTextBody(node, i), p);
}

// Vectors that are aligned in memory.
static void readAlign(TcGpuReader *r, MlirAttribute launch, TcGpuPhase *p) {
  enum { LOADS = 8, BLOCKS = 32 };
  MlirAttribute node = tcTextBody(launch, 0);
  p->align = tcTextInt(tcTextEntry(node, "align"), 0);
  p->perThread = tcReaderNumber(r, node, "loads", 1, LOADS);
  if (!r->failed && tcTextHas(launch, "resident"))
    p->tiling.resident = tcReaderNumber(r, launch, "resident", 1, BLOCKS);
  if (r->failed)
    return;
  const char *why = tcGpuAlignRefuse(r->k, p, p->align);
  if (why)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED, "%s", why);
  else
    readHeld(r, node, p);
}

bool tcGpuReadChunk(TcGpuReader *r, MlirAttribute node, TcGpuPhase *p) {
  TcCpuIters iters = tcReaderIters(r, node);
  if (iters.size != 1 || tcCpuItersHave(&p->p.tasks, iters.data[0]))
    return false;
  p->p.chunk = iters.data[0];
  p->p.chunkSize = tcReaderNumber(r, node, "step", 1, TC_GPU_MOST);
  return true;
}

// A loop over several steps at once: `points` of them all.
static void readSteps(TcGpuReader *r, int64_t points, TcGpuPhase *p) {
  int64_t step = p->threads * p->perThread;
  int64_t most = tcGpuMostScanSteps(r->target, p->threads);
  p->shares = points / step;
  if (points % step || p->shares < 2 || p->shares > most)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                 "steps of a scan at once: the loop around the threads has a "
                 "step of 2 to %lld times %lld points (L3)",
                 (long long)most, (long long)step);
}

// A chunk of the row of scans, steps at once, and adjacent points of each
// thread in a step.
static void readScans(TcGpuReader *r, MlirAttribute node, TcGpuPhase *p) {
  for (; tcTextIs(node, "to", "grid"); node = tcTextBody(node, 0))
    tcGpuReadChunk(r, node, p);
  int64_t points = 0;
  if (tcTextIs(node, "to", "seq")) {
    points = tcReaderNumber(r, node, "step", 1, TC_GPU_MOST);
    node = tcTextBody(node, 0);
  }
  p->perThread = 1;
  if (tcTextHas(node, "step"))
    p->perThread = tcReaderNumber(r, node, "step", 1, TC_GPU_SCAN_POINTS);
  if (r->failed || (p->p.chunk < 0 && p->perThread == 1 && !points))
    return;
  tcGpuCheckChunks(r, p);
  if (points && !r->failed)
    readSteps(r, points, p);
}

void tcGpuCheckChunks(TcGpuReader *r, const TcGpuPhase *p) {
  if (!tcGpuScansApart(r->k, &p->p.stages) ||
      (p->p.chunk >= 0 && !tcCpuCanChunkScans(r->k, &p->p.stages, p->p.chunk)))
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                 "chunks of a row, or several points of a thread at once, are "
                 "of scans along one iterator of which none reads another, and "
                 "maps of the same points (L3)");
}

// The stages whose runs are in a `vector` loop.
static void takeVectors(TcGpuReader *r, MlirAttribute node, bool inVector,
                        TcGpuPhase *p) {
  inVector |= tcTextIs(node, "to", "vector");
  if (inVector && tcTextHas(node, "run"))
    tcVecPush(r->k->arena, &p->vectors,
              tcReaderStage(r, tcTextInt(tcTextEntry(node, "run"), -1)));
  for (intptr_t i = 0; i < tcTextCount(tcTextEntry(node, "body")); ++i)
    takeVectors(r, tcTextBody(node, i), inVector, p);
}

static void checkVectors(TcGpuReader *r, TcGpuPhase *p) {
  size_t given = p->vectors.size;
  tcGpuTakeVectors(r->k, p);
  if (p->vectors.size != given)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                 "vector: threads have vectors of all stages of a nest, where "
                 "memory is contiguous along what they share, of known length, "
                 "and each has one; those that keep a row in registers of all "
                 "nests (L7)");
}

static void readRows(TcGpuReader *r, MlirAttribute launch, TcGpuPhase *p) {
  MlirAttribute node = tcTextBody(launch, 0);
  if (tcTextHas(node, "align")) {
    TcCpuIters rows = tcReaderIters(r, node);
    tcGpuTakeMapRows(&rows, p);
  }
  checkScans(r, p);
  if (!r->failed && tcGpuScansRows(&p->p.stages)) {
    readScans(r, node, p);
    return;
  }
  int64_t rows = tcTextInt(tcTextEntry(node, "step"), 1);
  const char *why = rows > 1 ? tcGpuRowsRefuse(r->k, r->target, p, rows) : NULL;
  checkSorts(r, p, rows == 1 && !tcTextHas(node, "align"));
  if (why)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED, "%s", why);
  else
    p->rows = rows > 1 ? rows : 0;
  if (r->failed || !tcTextHas(node, "align"))
    return;
  readAlign(r, launch, p);
}

void tcGpuReadRows(TcGpuReader *r, MlirAttribute launch, TcGpuPhase *p) {
  takeVectors(r, launch, false, p);
  readRows(r, launch, p);
  if (!r->failed)
    checkVectors(r, p);
}
