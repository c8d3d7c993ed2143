// Chooses a kernel's CPU schedule. See cpu.h.
//
// Stages join a phase as long as the parallelism that they share outweighs a
// pass over memory. The iterator that suits vectors best is taken out of the
// tasks; tasks then have a chunk of it, so that rows of scratch stay in the
// cache.
#include "passes/schedule/cpu.h"

#include "passes/lower/cpu/stage.h"
#include "passes/schedule/forms.h"

#include "ir/attrs.h"
#include "ir/sizes.h"
#include "lib/cost/numbers.h"
#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinTypes.h"

// Where a number below has no derivation it is a guess that no result depends
// on; docs/ir/constants.md says which are which.

typedef struct Choose {
  TcCpuKernel *k;
  const TcTarget *target;
  int64_t lanes;
} Choose;

static double workOf(const Choose *c, const TcCpuStages *stages) {
  double work = 0;
  for (size_t i = 0; i < stages->size; ++i)
    work += tcCpuStageCost(c->k, stages->data[i], -1, 1);
  return work;
}

//===- Phases -------------------------------------------------------------===//

// Tasks of scans that are not cut: rows, or some columns each.
static double guessScanTasks(const Choose *c, const TcCpuStages *stages,
                             int along) {
  TcCpuIters iters = tcCpuPhaseParallel(c->k, stages);
  double tasks = tcCpuGuessIters(c->k, &iters);
  tcVecPush(c->k->arena, &iters, along);
  int vector = tcCpuBestVector(c->k, stages, &iters, c->lanes);
  if (vector < 0 || vector == along)
    return tasks;
  double n = tcCpuGuess(c->k, c->k->iters.data[vector].extent);
  double least = tcNumber(cpu_min_chunk);
  return tasks / (n < least ? n : least);
}

// The iterator along which the scans of a phase are cut into chunks, or -1:
// only for much work with few tasks, since terms are computed twice; not with a
// combination whose order counts, which takes a chunk as long as its scan, and
// not products of floats, which may be infinite over a chunk where those from
// the start are 0.
static int scanChunkOf(const Choose *c, const TcCpuStages *stages) {
  int along = -1, again = 0;
  for (size_t i = 0; i < stages->size; ++i) {
    const TcCpuStage *s = stages->data[i];
    bool scan = s->kind == TC_CPU_SCAN;
    if (scan && !tcCpuScansApart(s))
      return -1;
    if (scan)
      along = s->over.data[0];
    else if (tcCpuScansRead(stages, s))
      again += tcCpuBodyOps(s);
  }
  return along >= 0 && again <= tcNumber(cpu_recomputed) &&
                 !tcFormIsOff(c->k, TC_FORM_SPLITS) &&
                 tcCpuGuess(c->k, c->k->iters.data[along].extent) >=
                     2 * tcNumber(cpu_scan_chunk) &&
                 tcCpuCanChunkScans(c->k, stages, along) &&
                 guessScanTasks(c, stages, along) < tcNumber(cpu_tasks)
             ? along
             : -1;
}

// The iterator by which to split the reductions, or the sort, of a phase, or
// -1: only for much work with few tasks.
static int splitOf(const Choose *c, const TcCpuStages *stages) {
  const TcCpuStage *s = stages->data[0];
  if (tcFormIsOff(c->k, TC_FORM_SPLITS))
    return -1;
  if (s->kind == TC_CPU_SORT) {
    int along = s->over.data[0];
    bool isLong = tcCpuGuess(c->k, c->k->iters.data[along].extent) >=
                  tcNumber(cpu_sort_long);
    return isLong && tcCpuGuessTasks(c->k, stages) < tcNumber(cpu_tasks) / 2 &&
                   tcCpuCanSplit(c->k, stages, along)
               ? along
               : -1;
  }
  if (!tcCpuAllReduce(stages) ||
      tcCpuGuessTasks(c->k, stages) >= tcNumber(cpu_tasks) ||
      workOf(c, stages) < tcNumber(cpu_phase_work))
    return -1;
  double most = 2 * tcNumber(cpu_parts);
  for (size_t i = 0; i < s->over.size; ++i) {
    double n = tcCpuGuess(c->k, c->k->iters.data[s->over.data[i]].extent);
    if (n >= most && tcCpuCanSplit(c->k, stages, s->over.data[i]))
      return s->over.data[i]; // the outermost that is long enough
  }
  return -1;
}

static bool worthSharing(const Choose *c, const TcCpuStages *stages,
                         TcCpuStage *s) {
  if (!tcCpuCanShare(c->k, stages, s))
    return false;
  if (s->unit)
    return true;
  TcCpuStages both = tcCpuStagesWith(c->k->arena, stages, s);
  double tasks = tcCpuGuessTasks(c->k, &both);
  if (splitOf(c, stages) >= 0)
    return splitOf(c, &both) == splitOf(c, stages);
  int along = scanChunkOf(c, &both);
  if (along >= 0 || scanChunkOf(c, stages) >= 0)
    return along >= 0;
  return tasks >= tcNumber(cpu_tasks) ||
         workOf(c, &both) < tcNumber(cpu_phase_work) ||
         tasks >= tcCpuGuessTasks(c->k, stages);
}

static void formPhases(const Choose *c, const TcCpuStages *stages,
                       TcCpuPhases *phases) {
  size_t first = phases->size;
  for (size_t i = 0; i < stages->size; ++i) {
    TcCpuStage *s = stages->data[i];
    if (phases->size > first && worthSharing(c, &tcVecLast(phases).stages, s)) {
      tcVecPush(c->k->arena, &tcVecLast(phases).stages, s);
      continue;
    }
    TcCpuPhase phase = {.chunk = -1, .vector = -1, .split = -1};
    tcVecPush(c->k->arena, &phase.stages, s);
    tcVecPush(c->k->arena, phases, phase);
  }
}

//===- Lanes and chunks ---------------------------------------------------===//

static TcCpuIters spaceOf(const Choose *c, const TcCpuPhase *p) {
  TcCpuIters all = {0};
  for (size_t i = 0; i < p->stages.size; ++i) {
    TcCpuIters space = tcCpuStageSpace(c->k->arena, p->stages.data[i]);
    for (size_t j = 0; j < space.size; ++j)
      if (!tcCpuItersHave(&all, space.data[j]))
        tcVecPush(c->k->arena, &all, space.data[j]);
  }
  return all;
}

// Machine vectors that a nest computes at once: chains of operations that wait
// for each other, of functions above all, run side by side, and what does not
// fit the registers costs less than the waiting. Where sums are carried, which
// keep registers for themselves, long bodies have fewer.
static int64_t unrollOf(const Choose *c, const TcCpuPhase *p) {
  enum { VECTORS = 4 };
  int most = 0, room = (int)c->target->vectorRegisters;
  bool sums = false;
  if (p->stages.data[0]->kind == TC_CPU_SCATTER)
    return 1;
  for (size_t i = 0; i < p->stages.size; ++i) // more steps along more lanes
    if (p->stages.data[i]->kind == TC_CPU_SCAN &&
        p->stages.data[i]->kinds[0] == TC_CPU_CUSTOM &&
        tcCpuItersHave(&p->stages.data[i]->over, p->vector))
      return 1;
  for (size_t i = 0; i < p->stages.size; ++i) {
    int ops = tcCpuBodyOps(p->stages.data[i]);
    most = ops > most ? ops : most;
    sums |= p->stages.data[i]->kind != TC_CPU_MAP;
  }
  return !sums || most <= room / 2 ? VECTORS : most <= 2 * room ? 2 : 1;
}

static void without(const Choose *c, TcCpuPhase *p, int iter) {
  TcCpuIters one = {0};
  tcVecPush(c->k->arena, &one, iter);
  p->tasks = tcCpuItersWithout(c->k->arena, &p->tasks, &one);
}

// Bytes of scratch for each point of `iter`, of values between the stages;
// elements count as 4 bytes.
static double rowBytes(const Choose *c, const TcCpuPhase *p, int iter) {
  double bytes = 0;
  for (size_t i = 0; i + 1 < p->stages.size; ++i) {
    const TcCpuStage *s = p->stages.data[i];
    TcCpuIters inner = tcCpuItersWithout(c->k->arena, &s->iters, &p->tasks);
    if (tcCpuItersHave(&inner, iter))
      bytes += 4 * tcCpuGuessIters(c->k, &inner) /
               tcCpuGuess(c->k, c->k->iters.data[iter].extent);
  }
  return bytes;
}

static int64_t chunkOf(const Choose *c, const TcCpuPhase *p, int iter) {
  double bytes = rowBytes(c, p, iter);
  double room = c->target->l2Bytes ? c->target->l2Bytes / 2.0 : 1 << 18;
  int64_t chunk = tcNumber(cpu_max_chunk);
  while (chunk > tcNumber(cpu_min_chunk) && bytes * (double)chunk > room)
    chunk /= 2;
  return chunk;
}

// Takes the vectorised iterator out of the tasks, which get chunks of it unless
// it is short and there are enough of them.
static void freeVector(const Choose *c, TcCpuPhase *p) {
  if (p->vector < 0 || !tcCpuItersHave(&p->tasks, p->vector))
    return;
  without(c, p, p->vector);
  int64_t chunk = chunkOf(c, p, p->vector);
  int64_t strip =
      p->split < 0 ? tcCpuStripOfBlocks(c->k, c->target, &p->stages, p->vector)
                   : 0;
  if (strip && tcCpuGuessIters(c->k, &p->tasks) >= tcNumber(cpu_tasks)) {
    p->chunk = p->vector;
    p->chunkSize = strip;
    return;
  }
  const TcSize *length = c->k->iters.data[p->vector].extent;
  double extent = tcCpuGuess(c->k, length);
  bool many = tcCpuGuessIters(c->k, &p->tasks) >= tcNumber(cpu_tasks);
  int64_t n; // rows whose length the launch alone knows may be few, and long
  bool known = tcSizeIsConst(length, &n);
  if (many && extent <= 2 * (double)chunk &&
      (known || tcCpuTransposedIter(c->k, &p->stages, p->vector, false) >= 0))
    return;
  while (!many && chunk > tcNumber(cpu_min_chunk) &&
         extent / (double)chunk < tcNumber(cpu_tasks) &&
         workOf(c, &p->stages) * (double)chunk / extent >
             tcNumber(cpu_claim_work))
    chunk /= 2;
  if (known && n <= chunk)
    return;
  p->chunk = p->vector;
  p->chunkSize = chunk;
}

// The side of a contraction's blocks that has more points.
static int longerSide(const Choose *c, const TcTile *t) {
  bool rows =
      t->row >= 0 && tcCpuGuess(c->k, c->k->iters.data[t->row].extent) >
                         tcCpuGuess(c->k, c->k->iters.data[t->column].extent);
  return rows ? t->row : t->column;
}

// Takes the rows and columns of a contraction out of the tasks, so that a task
// has whole blocks of accumulators; where few tasks are left, they get chunks
// of columns, or of rows if these are more.
static bool freeTile(const Choose *c, TcCpuPhase *p) {
  p->unit = tcCpuChooseDots(c->k, c->target, p);
  for (size_t i = 0; i < p->stages.size; ++i) {
    TcTile tile;
    TcNestForm form =
        tcCpuChooseTile(c->k, c->target, p, p->stages.data[i], &tile);
    if (form == TC_NEST_LOOPS)
      continue;
    int longer = form == TC_NEST_BLOCKS ? longerSide(c, &tile) : tile.column;
    bool cut = tcCpuItersHave(&p->tasks, longer);
    if (tile.row >= 0)
      without(c, p, tile.row);
    without(c, p, tile.column);
    if (cut && tcCpuGuessIters(c->k, &p->tasks) < tcNumber(cpu_few_tasks)) {
      p->chunk = longer;
      p->chunkSize = form == TC_NEST_UPDATE
                         ? tcCpuChooseUpdateChunk(c->k, c->target,
                                                  p->stages.data[i], &tile)
                         : tcNumber(cpu_tile_chunk);
    }
    return true;
  }
  return false;
}

// A task combines whole rows, so that each element is read where memory goes
// on. Where there are few tasks, each owns some of the rows and visits the
// positions of all.
static bool freeRows(const Choose *c, TcCpuPhase *p) {
  TcCpuStage *s = p->stages.data[0];
  if (!tcCpuScattersRows(c->k, s, p->vector))
    return false;
  double row = tcCpuGuess(c->k, c->k->iters.data[p->vector].extent);
  without(c, p, p->vector);
  if (row > tcNumber(cpu_max_chunk)) {
    p->chunk = p->vector;
    p->chunkSize = tcNumber(cpu_max_chunk);
  } else {
    p->keepsRow = tcCpuKeepsRow(c->k, s, p->vector, c->target->vectorBits);
  }
  double tasks = tcCpuGuessIters(c->k, &p->tasks);
  int64_t owners = 1;
  while (!tcFormIsOff(c->k, TC_FORM_OWNERS) && !s->distinct &&
         workOf(c, &p->stages) >= tcNumber(cpu_phase_work) &&
         tasks * (double)owners < tcNumber(cpu_tasks) &&
         owners < TC_CPU_MOST_PARTS &&
         (double)owners * tcNumber(cpu_owned_row) < row)
    owners *= 2;
  if (owners == 1)
    return true;
  tcCpuShareScatter(c->k, s, owners);
  tcVecPush(c->k->arena, &p->tasks, s->owners - 1);
  return true;
}

// The unit stride of transposed reads stays inside of tasks, in chunks.
static void freeTransposed(const Choose *c, TcCpuPhase *p) {
  int64_t least = tcNumber(cpu_transposed_chunk);
  int readIter = tcCpuTransposedIter(c->k, &p->stages, p->vector, false);
  if (readIter >= 0) {
    p->strip = tcCpuTransposedStrip(c->k, &p->stages, readIter);
    p->nontemporal =
        tcCpuNontemporalStrip(c->k, c->target, &p->stages, p->vector, readIter);
  }
  if (!tcCpuItersHave(&p->tasks, readIter))
    return;
  without(c, p, readIter);
  if (p->chunk >= 0)
    return;
  p->chunk = p->nontemporal ? p->vector : readIter;
  p->chunkSize = p->nontemporal ? p->nontemporal : least;
}

// A task has a vector of rows that lie whole pages apart, and all points that
// share their lines, which no cache keeps for the next task.
static void freeColliding(const Choose *c, TcCpuPhase *p) {
  int iter = tcCpuCollidingIter(c->k, &p->stages, p->vector, &p->tasks);
  if (iter < 0 || p->chunk >= 0 || p->split >= 0)
    return;
  without(c, p, iter);
  p->chunk = p->vector;
  p->chunkSize = p->lanes = c->lanes;
}

// Results that are interleaved are stored together.
static void freeInterleaved(const Choose *c, TcCpuPhase *p) {
  int iter = tcCpuInterleavedIter(c->k, &p->stages, p->vector);
  if (tcCpuItersHave(&p->tasks, iter))
    without(c, p, iter);
}

// Where nothing is vectorised (dimensions that are short change places), what
// is side by side in memory stays inside of tasks as well: they share its cache
// lines, and a point is a loop's, not a task's with its divisions.
static void freeContiguous(const Choose *c, TcCpuPhase *p) {
  if (p->vector >= 0 || p->split >= 0 || p->chunk >= 0)
    return;
  for (size_t i = p->stages.size; i-- > 0;) {
    const TcCpuStage *s = p->stages.data[i];
    if (s->kind != TC_CPU_MAP)
      return;
    for (size_t d = s->iters.size; d-- > 0;) {
      int iter = s->iters.data[d];
      double n = tcCpuGuess(c->k, c->k->iters.data[iter].extent);
      if (tcCpuItersHave(&p->tasks, iter) && tcCpuIsContiguous(c->k, s, iter) &&
          tcCpuGuessIters(c->k, &p->tasks) >= tcNumber(cpu_tasks) * n)
        without(c, p, iter);
    }
  }
}

// Parts of tall columns: of STREAMS rows, one for each stream that a core
// prefetches.
static int64_t tallParts(const Choose *c, int rows) {
  double parts =
      tcCpuGuess(c->k, c->k->iters.data[rows].extent) / tcNumber(cpu_streams);
  return parts <= tcNumber(cpu_parts)        ? tcNumber(cpu_parts)
         : parts >= tcNumber(cpu_most_parts) ? tcNumber(cpu_most_parts)
                                             : (int64_t)parts;
}

static int64_t atMostParts(int64_t parts) {
  return parts < TC_CPU_MOST_PARTS ? parts : TC_CPU_MOST_PARTS;
}

// Chunks of what is scanned along are tasks; a task has all columns that its
// vectors run over.
static bool chunkScans(const Choose *c, TcCpuPhase *p) {
  p->chunk = scanChunkOf(c, &p->stages);
  if (p->chunk < 0)
    return false;
  p->chunkSize = tcNumber(cpu_scan_chunk);
  if (tcCpuItersHave(&p->tasks, p->vector))
    without(c, p, p->vector);
  return true;
}

// Whether a scan of the phase has a point at a time.
static bool scansByPoints(const Choose *c, const TcCpuPhase *p) {
  for (size_t i = 0; i < p->stages.size; ++i) {
    const TcCpuStage *s = p->stages.data[i];
    if (s->kind == TC_CPU_SCAN &&
        (p->vector < 0 || !tcCpuCanVector(c->k, s, p->vector)))
      return true;
  }
  return false;
}

// Tasks have some rows of such scans, which then run at once, where enough
// tasks are left.
static void freeScannedRows(const Choose *c, TcCpuPhase *p) {
  if (p->chunk >= 0 || !p->tasks.size || !scansByPoints(c, p) ||
      tcCpuGuessIters(c->k, &p->tasks) <
          tcNumber(cpu_tasks) * tcNumber(cpu_scanned_rows))
    return;
  p->chunk = tcVecLast(&p->tasks);
  p->chunkSize = tcNumber(cpu_scanned_rows);
  without(c, p, p->chunk);
}

static void chooseTasks(const Choose *c, TcCpuPhase *p) {
  TcCpuIters space = spaceOf(c, p);
  p->tasks = tcCpuPhaseParallel(c->k, &p->stages);
  p->vector = tcCpuBestVector(c->k, &p->stages, &space, c->lanes);
  p->lanes = c->lanes * unrollOf(c, p);
  if (chunkScans(c, p) ||
      (!tcFormIsOff(c->k, TC_FORM_THREADS) && tcCpuListScatter(c->k, p)))
    return;
  bool tall = p->split >= 0;
  p->split = tall ? p->split : splitOf(c, &p->stages);
  if (!p->splitParts)
    p->splitParts = tall ? tallParts(c, p->split) : tcNumber(cpu_parts);
  if (p->split >= 0 && p->stages.data[0]->kind == TC_CPU_SORT) {
    p->splitParts = atMostParts(tcNumber(cpu_sort_parts));
    p->vector = -1;
    return;
  }
  p->splitParts = atMostParts(p->splitParts);
  if (!freeTile(c, p) && !freeRows(c, p))
    freeVector(c, p);
  freeTransposed(c, p);
  freeColliding(c, p);
  freeInterleaved(c, p);
  freeContiguous(c, p);
  freeScannedRows(c, p);
  if (tall && p->chunk >= 0)
    p->chunkSize = tcNumber(cpu_max_chunk); // the parts are tasks enough
}

// Tasks by the work of one where there are several: where they are chunks
// alone, whole ones.
static double tasksOfWork(const Choose *c, const TcCpuPhase *p) {
  double tasks = tcCpuGuessIters(c->k, &p->tasks);
  if (p->chunk >= 0) {
    const TcSize *extent = c->k->iters.data[p->chunk].extent;
    double chunks = tcCpuGuess(c->k, extent) / (double)p->chunkSize;
    int64_t n;
    if (!p->tasks.size && !tcSizeIsConst(extent, &n))
      return chunks;
    tasks *= chunks + 1;
  }
  return tasks > 1 ? tasks : 1;
}

static void chooseGrain(const Choose *c, TcCpuPhase *p) {
  double work = workOf(c, &p->stages) / tasksOfWork(c, p);
  p->grain = work >= tcNumber(cpu_claim_work)
                 ? 1
                 : (int64_t)(tcNumber(cpu_claim_work) / (work + 1)) + 1;
}

static void choosePhases(const Choose *c, const TcCpuStages *stages,
                         TcCpuPhases *phases) {
  size_t first = phases->size;
  TcCpuPhases formed = {0};
  formPhases(c, stages, &formed);
  for (size_t i = 0; i < formed.size; ++i)
    if (tcFormIsOff(c->k, TC_FORM_COLUMNS) ||
        !tcCpuTallPhases(c->k, c->target, &formed.data[i].stages, c->lanes,
                         phases))
      tcVecPush(c->k->arena, phases, formed.data[i]);
  for (size_t i = first; i < phases->size; ++i) {
    chooseTasks(c, &phases->data[i]);
    chooseGrain(c, &phases->data[i]);
  }
}

void tcCpuScheduleChoose(TcCpuKernel *k, const TcTarget *target,
                         TcCpuPhases *phases) {
  TcCpuPhases products = {0};
  if (!tcFormIsOff(k, TC_FORM_PRODUCTS) &&
      tcCpuProductPhases(k, target, &products))
    *phases = products;
  else
    tcCpuChooseNests(k, target, phases);
}

void tcCpuChooseNests(TcCpuKernel *k, const TcTarget *target,
                      TcCpuPhases *phases) {
  Choose c = {k, target, target->vectorBits / 32};
  TcCpuStages before = k->stages, behind = {0};
  TcCpuPhase stream;
  bool streams = !tcFormIsOff(k, TC_FORM_STREAMS) &&
                 tcCpuStreamPhase(k, target, &before, &stream, &behind);
  choosePhases(&c, &before, phases);
  if (streams)
    tcVecPush(k->arena, phases, stream);
  choosePhases(&c, &behind, phases);
}
