// Chooses how blocks share the sort of a long row. See gpu-sort.h.
#include "passes/schedule/gpu-sort.h"

#include "passes/lower/cpu/emit.h"

#include "lib/cost/numbers.h"
#include "lib/support/bits.h"

#include "mlir-c/BuiltinTypes.h"

enum { ALIGN = 64, MERGE_THREADS = 256 };

//===- Memory -------------------------------------------------------------===//

static int64_t keyBytes(const TcCpuStage *s) {
  return tcCpuBytes(s->results.data[0]->element) > 4 ? 8 : 4;
}

static const TcSize *extentOf(const TcCpuKernel *k, const TcCpuStage *s) {
  return k->iters.data[s->over.data[0]].extent;
}

bool tcGpuSortIsNarrow(const TcCpuKernel *k, const TcCpuStage *s) {
  int64_t n;
  return tcSizeIsConst(extentOf(k, s), &n) && n <= UINT32_MAX;
}

int64_t tcGpuSortChunkBytes(const TcCpuStage *s, int64_t chunk) {
  enum { POSITIONS = 2 * 4 };
  return (chunk * (keyBytes(s) + POSITIONS) + ALIGN - 1) / ALIGN * ALIGN;
}

const TcSize *tcGpuSortRowBytes(const TcCpuKernel *k, const TcCpuStage *s) {
  TcArena *a = k->arena;
  int64_t position = tcGpuSortIsNarrow(k, s) ? 4 : 8;
  const TcSize *align = tcSizeConst(a, ALIGN);
  const TcSize *all = tcSizeMul(a, extentOf(k, s),
                                tcSizeConst(a, 2 * (keyBytes(s) + position)));
  return tcSizeMul(a, tcSizeCeilDiv(a, all, align), align);
}

const TcSize *tcGpuSortRuns(const TcCpuKernel *k, const TcCpuStage *s,
                            int64_t width) {
  return tcSizeCeilDiv(k->arena, extentOf(k, s), tcSizeConst(k->arena, width));
}

const TcSize *tcGpuSortKept(const TcCpuKernel *k, const TcCpuStage *s,
                            int64_t width) {
  const TcSize *all = s->take ? s->take : extentOf(k, s);
  // Of nothing there is no run, but a number of elements to divide by.
  return tcSizeMax(k->arena, tcSizeConst(k->arena, 1),
                   tcSizeMin(k->arena, all, tcSizeConst(k->arena, width)));
}

//===- Forms --------------------------------------------------------------===//

const char *tcGpuSortChunksRefuse(const TcTarget *target, const TcGpuPhase *p,
                                  int64_t chunk) {
  if (!tcGpuSortsRows(&p->p.stages) || !tcIsPowerOfTwo(p->threads))
    return "combine: a block's threads, a power of two, sort a chunk of a row "
           "of a sort alone (L2)";
  return tcGpuSortChunkBytes(p->p.stages.data[0], chunk) > target->sharedBytes
             ? "a chunk of a sort must fit in the block's shared memory (L6)"
             : NULL;
}

void tcGpuFormSortChunks(TcCpuKernel *k, TcGpuPhase *p, int64_t chunk) {
  TcArena *a = k->arena;
  const TcSize **size = TC_ARENA_ARRAY(a, const TcSize *, 1);
  size[0] = tcSizeMul(a, tcCpuProduct(a, k, &p->p.tasks),
                      tcGpuSortRowBytes(k, p->p.stages.data[0]));
  TcCpuValue work = {.element = mlirIntegerTypeGet(k->ctx, 8),
                     .rank = 1,
                     .sizes = size,
                     .arg = -1};
  p->mode = TC_GPU_SORT_CHUNKS;
  p->step = chunk;
  p->left = tcCpuKernelAddTemporary(k, &work);
}

bool tcGpuLeavesRuns(const TcGpuPhase *p) {
  return p->mode == TC_GPU_SORT_CHUNKS ||
         (p->mode == TC_GPU_SORT_MERGE && p->ways);
}

TcGpuPhase tcGpuFormSortMerge(const TcGpuPhase *before, int64_t threads,
                              int64_t ways) {
  TcGpuPhase p = *before;
  bool first = before->mode == TC_GPU_SORT_CHUNKS;
  p.mode = TC_GPU_SORT_MERGE;
  p.threads = threads;
  p.step = first ? before->step : before->step * before->ways;
  p.half = first ? 0 : !before->half;
  p.ways = ways;
  return p;
}

//===- Choice -------------------------------------------------------------===//

static double keptOf(const TcCpuKernel *k, const TcCpuStage *s, double width) {
  double take = tcCpuGuess(k, s->take ? s->take : extentOf(k, s));
  return take < width ? take : width;
}

// How many runs become one in the next launch: more where they are short, whose
// elements are found in few others by few loads; 0: all.
static int64_t waysOf(const TcCpuKernel *k, const TcGpuPhase *p, double runs,
                      double width) {
  const TcCpuStage *s = p->p.stages.data[0];
  double kept = keptOf(k, s, width), bits = 1;
  double rows = tcCpuGuessIters(k, &p->p.tasks);
  for (double n = kept; n > 1; n /= 2)
    ++bits;
  int64_t ways = 2;
  while (ways < TC_GPU_SORT_WAYS && (double)ways < runs &&
         rows * runs * kept * bits * (double)(2 * ways - 1) <=
             tcNumber(gpu_merge_loads))
    ways *= 2;
  return (double)ways >= runs ? 0 : ways;
}

static bool wantsChunks(const TcCpuKernel *k, const TcTarget *target,
                        const TcGpuPhase *p, int64_t chunk) {
  if (p->mode != TC_GPU_ROWS || !tcGpuSortsRows(&p->p.stages) ||
      tcFormIsOff(k, TC_FORM_SPLITS))
    return false;
  const TcCpuStage *s = p->p.stages.data[0];
  double n = tcCpuGuess(k, extentOf(k, s));
  double bytes = (double)tcGpuSortChunkBytes(s, chunk) / (double)chunk;
  return n >= 2 * (double)chunk &&
         (tcCpuGuessIters(k, &p->p.tasks) < tcNumber(gpu_blocks) ||
          n * bytes > (double)target->sharedBytes);
}

static void pushMerges(TcCpuKernel *k, TcGpuPhases *out) {
  const TcGpuPhase *chunks = &tcVecLast(out);
  double width = (double)chunks->step;
  double n = tcCpuGuess(k, extentOf(k, chunks->p.stages.data[0]));
  int64_t ways;
  do {
    TcGpuPhase before = tcVecLast(out);
    double runs = n / width < 1 ? 1 : n / width;
    ways = waysOf(k, &before, runs, width);
    TcGpuPhase merge = tcGpuFormSortMerge(&before, MERGE_THREADS, ways);
    tcVecPush(k->arena, out, merge);
    width *= (double)ways;
  } while (ways);
}

void tcGpuSplitSorts(TcCpuKernel *k, const TcTarget *target,
                     TcGpuPhases *phases) {
  TcGpuPhases out = {0};
  for (size_t i = 0; i < phases->size; ++i) {
    TcGpuPhase p = phases->data[i];
    int64_t chunk = tcNumber(gpu_sort_chunk);
    bool split = wantsChunks(k, target, &p, chunk);
    if (split) {
      p.threads = target->waveThreads;
      while (p.threads < TC_GPU_MOST_THREADS &&
             p.threads * tcNumber(gpu_sort_part) < chunk)
        p.threads *= 2;
      tcGpuFormSortChunks(k, &p, chunk);
    }
    tcVecPush(k->arena, &out, p);
    if (split)
      pushMerges(k, &out);
  }
  *phases = out;
}
