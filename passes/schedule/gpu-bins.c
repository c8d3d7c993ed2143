// Scatters whose blocks have a copy of all elements that their points may be
// combined with, the bins, in shared memory: histograms, sums of points by
// cluster, sums along rows at positions that data decides. A copy is one
// thread's, or of a few, which combine by turns where their points may meet at
// a bin: so each copy has its points in one order, and the copies are combined
// in theirs. Blocks that share points store what their copies make, and a phase
// behind combines that: the same bits in each call. See gpu.h.
#include "passes/schedule/gpu-scatter.h"

#include "passes/lower/cpu/emit.h"
#include "passes/lower/cpu/stage.h"

#include "lib/cost/numbers.h"
#include "lib/support/bits.h"

#include "mlir-c/BuiltinTypes.h"

#include <math.h>

//===- Bins ---------------------------------------------------------------===//

size_t tcGpuBinsFirst(const TcCpuKernel *k, const TcCpuStage *s) {
  const TcCpuValue *v = s->results.data[0];
  size_t d = 0;
  while (d < v->rank && tcScatterIter(k, s, d) >= 0)
    ++d;
  return d;
}

// Of all columns; 0: it is not known.
static int64_t allBins(const TcCpuKernel *k, const TcCpuStage *s) {
  const TcCpuValue *v = s->results.data[0];
  const TcSize *all = tcSizeConst(k->arena, 1);
  int64_t n;
  for (size_t d = tcGpuBinsFirst(k, s); d < v->rank; ++d)
    all = tcSizeMul(k->arena, all, v->sizes[d]);
  return tcSizeIsConst(all, &n) && n < INT32_MAX ? n : 0;
}

int tcGpuBinsColumn(const TcCpuKernel *k, const TcCpuStage *s) {
  const TcCpuValue *v = s->results.data[0];
  size_t last = v->rank - 1;
  int iter = v->rank ? tcScatterIter(k, s, last) : -1;
  bool is =
      iter >= 0 && last > tcGpuBinsFirst(k, s) &&
      tcVecLast(&s->iters) == iter &&
      tcSizeEqual(tcScatterExpr(k, s, last), k->iters.data[iter].symbol) &&
      tcSizeEqual(k->iters.data[iter].extent, v->sizes[last]) &&
      tcCpuExtent(k, iter, 0) > 0;
  return is ? iter : -1;
}

int64_t tcGpuBinStrips(const TcCpuKernel *k, const TcGpuPhase *p) {
  int iter = tcGpuBinsColumn(k, p->p.stages.data[0]);
  return p->strip ? tcCpuExtent(k, iter, 1) / p->strip : 1;
}

int64_t tcGpuBinsCount(const TcCpuKernel *k, const TcGpuPhase *p) {
  return allBins(k, p->p.stages.data[0]) / tcGpuBinStrips(k, p);
}

int64_t tcGpuBinsApart(const TcCpuKernel *k, const TcGpuPhase *p) {
  return tcGpuBinsCount(k, p) | 1;
}

// Halves are f32 until all is combined.
int64_t tcGpuBinBytes(const TcCpuStage *s) {
  MlirType element = s->results.data[0]->element;
  int64_t bytes = tcCpuBytes(element);
  return mlirTypeIsAFloat(element) && bytes < 4 ? 4 : bytes;
}

static bool readsArguments(const TcCpuStage *s) {
  for (size_t i = 0; i < s->reads.size; ++i)
    if (s->reads.data[i].value->arg < 0)
      return false;
  return !s->gathered.size;
}

TcCpuStage *tcGpuBinsBase(const TcCpuKernel *k, const TcCpuStage *s) {
  (void)k;
  TcCpuStage *base = s->copied ? s->copied->stage : NULL;
  return base && base->kind == TC_CPU_MAP && base->results.size == 1 &&
                 !base->in && !base->unit && !base->update &&
                 !mlirTypeIsAComplex(base->results.data[0]->element) &&
                 readsArguments(base)
             ? base
             : NULL;
}

// Whether blocks have all points of the result's dimensions before the bins'.
static bool hasAllBlocks(const TcCpuKernel *k, const TcCpuStage *s) {
  const TcCpuValue *v = s->results.data[0];
  TcCpuIters seen = {0};
  for (size_t d = 0; d < tcGpuBinsFirst(k, s); ++d) {
    int iter = tcScatterIter(k, s, d);
    const TcSize *symbol = k->iters.data[iter].symbol;
    if (tcCpuItersHave(&seen, iter) ||
        !tcSizeEqual(tcScatterExpr(k, s, d), symbol) ||
        !tcSizeEqual(k->iters.data[iter].extent, v->sizes[d]))
      return false;
    tcVecPush(k->arena, &seen, iter);
  }
  return true;
}

const char *tcGpuBinsRefuse(const TcCpuKernel *k, const TcCpuStage *s) {
  if (s->kind != TC_CPU_SCATTER || s->in || s->owners || s->ordered ||
      s->kinds[0] == TC_CPU_SET || s->kinds[0] == TC_CPU_CUSTOM)
    return "only of a scatter without owners, whose points are combined in any "
           "order (L4)";
  if (!tcGpuBinsBase(k, s))
    return "a map of arguments makes the scatter's base, which the launch "
           "computes, too";
  if (tcGpuBinsFirst(k, s) == s->results.data[0]->rank || !hasAllBlocks(k, s))
    return "blocks have no bins of the scatter (L1)";
  return allBins(k, s) ? NULL
                       : "the number of a block's bins is not known (L6)";
}

//===- Numbers ------------------------------------------------------------===//

static TcCpuIters blocksOf(const TcCpuKernel *k, const TcCpuStage *s) {
  TcCpuIters blocks = {0};
  for (size_t d = 0; d < tcGpuBinsFirst(k, s); ++d)
    tcVecPush(k->arena, &blocks, tcScatterIter(k, s, d));
  return blocks;
}

TcCpuIters tcGpuBinsOver(const TcCpuKernel *k, const TcGpuPhase *p) {
  return tcCpuItersWithout(k->arena, &p->p.stages.data[0]->iters, &p->blocks);
}

// Points next to each other that are never at one bin: those of the innermost
// iterators along which all positions are the same but for the iterator's own.
static int64_t rowOf(const TcCpuKernel *k, const TcGpuPhase *p) {
  TcCpuIters row = tcGpuScatterRow(k, p->p.stages.data[0]),
             over = tcGpuBinsOver(k, p);
  int64_t points = 1;
  for (size_t i = over.size; i-- > 0;) {
    int64_t n = tcCpuExtent(k, over.data[i], 0);
    if (n < 1 || !tcCpuItersHave(&row, over.data[i]))
      break;
    if (p->strip)
      return p->strip;
    points *= n;
  }
  return points;
}

int64_t tcGpuBinsTogether(const TcCpuKernel *k, const TcGpuPhase *p) {
  int64_t row = rowOf(k, p);
  if (row % p->shares == 0)
    return p->shares;
  return p->shares % row == 0 ? row : 1;
}

TcGpuBinTurns tcGpuBinTurns(const TcCpuKernel *k, const TcGpuPhase *p) {
  int64_t row = rowOf(k, p);
  if (p->shares == 1 || (row == p->shares && p->threads % row == 0))
    return TC_GPU_BINS_APART;
  return row % p->shares == 0 ? TC_GPU_BINS_STEPS : TC_GPU_BINS_TURNS;
}

static int64_t bytesOf(const TcCpuKernel *k, const TcGpuPhase *p) {
  const TcCpuStage *s = p->p.stages.data[0];
  return p->threads / p->shares * tcGpuBinsApart(k, p) * tcGpuBinBytes(s);
}

const char *tcGpuBinsNumbersRefuse(const TcCpuKernel *k, const TcTarget *target,
                                   const TcGpuPhase *p) {
  int column = tcGpuBinsColumn(k, p->p.stages.data[0]);
  if (p->strip && (column < 0 || tcCpuExtent(k, column, 0) % p->strip))
    return "blocks have equal strips of the innermost iterator, which is the "
           "last position itself (L1)";
  if (p->threads % p->shares ||
      (p->shares > target->waveThreads &&
       tcGpuBinTurns(k, p) != TC_GPU_BINS_APART) ||
      (p->shares <= target->waveThreads && target->waveThreads % p->shares &&
       tcGpuBinTurns(k, p) != TC_GPU_BINS_APART))
    return "shares: threads that share bins are a part of a wave, or have "
           "columns of their own in rows of as many points (L2)";
  if (bytesOf(k, p) > (int64_t)target->sharedBytes)
    return "shares: the copies of all bins are more than a block's shared "
           "memory has room for (L6)";
  return NULL;
}

void tcGpuFormBins(TcCpuKernel *k, TcGpuPhase *p) {
  TcArena *a = k->arena;
  const TcCpuStage *s = p->p.stages.data[0];
  MlirType element = s->results.data[0]->element;
  p->mode = TC_GPU_BINS;
  p->blocks = blocksOf(k, s);
  p->base = tcGpuBinsBase(k, s);
  if (p->cuts < 2)
    return;
  const TcSize **size = TC_ARENA_ARRAY(a, const TcSize *, 1);
  size[0] = tcSizeMul(a, tcCpuProduct(a, k, &p->blocks),
                      tcSizeConst(a, p->cuts * allBins(k, s)));
  bool half = tcGpuBinBytes(s) != tcCpuBytes(element);
  TcCpuValue left = {.element = half ? mlirF32TypeGet(k->ctx) : element,
                     .rank = 1,
                     .sizes = size,
                     .arg = -1};
  p->left = tcCpuKernelAddTemporary(k, &left);
}

TcGpuPhase tcGpuFormBinSums(const TcGpuPhase *bins, int64_t shares) {
  TcGpuPhase p = *bins;
  p.mode = TC_GPU_BIN_SUMS;
  p.threads = TC_GPU_BIN_SUM_THREADS;
  p.shares = shares;
  p.perThread = 1;
  return p;
}

//===- Choice -------------------------------------------------------------===//

// The threads that a multiprocessor holds, if so many share a copy.
static double residentOf(const TcCpuKernel *k, const TcTarget *target,
                         const TcGpuPhase *p, int64_t shares) {
  const TcCpuStage *s = p->p.stages.data[0];
  double bytes = (double)(tcGpuBinsApart(k, p) * tcGpuBinBytes(s));
  return floor(target->sharedBytes / bytes) * (double)shares;
}

// How many threads share a copy: all that have columns of their own, else as
// few as leave enough threads.
static void chooseShares(const TcCpuKernel *k, const TcTarget *target,
                         TcGpuPhase *p) {
  int64_t row = rowOf(k, p), wave = target->waveThreads;
  int64_t block = tcNumber(gpu_bin_threads);
  if (row >= wave && block % row == 0) {
    p->shares = row;
    return;
  }
  p->shares = 1;
  while (p->shares < wave &&
         residentOf(k, target, p, p->shares) < (double)tcNumber(gpu_bin_busy))
    p->shares *= 2;
}

// Of a block's iterators.
static double pointsOf(const TcCpuKernel *k, const TcGpuPhase *p) {
  TcCpuIters over = tcGpuBinsOver(k, p);
  return tcCpuGuessIters(k, &over) / (double)tcGpuBinStrips(k, p);
}

// Threads of a block: a third of the shared memory's copies at most, and some
// points for each.
static void chooseThreads(const TcCpuKernel *k, const TcTarget *target,
                          TcGpuPhase *p) {
  double points = pointsOf(k, p);
  int64_t wave = target->waveThreads, least = wave;
  least = p->shares > least ? p->shares : least;
  p->threads = wave; // whole waves, halves of them too
  while (2 * p->threads <= tcNumber(gpu_bin_threads) &&
         p->threads < TC_GPU_MOST_THREADS)
    p->threads *= 2;
  while (p->threads > least &&
         (3 * bytesOf(k, p) > (int64_t)target->sharedBytes ||
          (double)(p->threads * tcNumber(gpu_bin_points)) > points))
    p->threads /= 2;
  double each = points / (double)p->threads;
  p->perThread = 1;
  while (p->perThread < tcNumber(gpu_bin_ahead) &&
         p->perThread < TC_GPU_BINS_AHEAD && (double)p->perThread < each)
    p->perThread *= 2;
}

// Blocks that share points, as many as fill the machine.
static void chooseCuts(const TcCpuKernel *k, const TcTarget *target,
                       TcGpuPhase *p) {
  double points = pointsOf(k, p), strips = (double)tcGpuBinStrips(k, p),
         tasks = tcCpuGuessIters(k, &p->blocks) * strips;
  double held = floor((double)target->sharedBytes / (double)bytesOf(k, p));
  held = fmin(held, 2.0 * TC_GPU_MOST_THREADS / (double)p->threads);
  double all = held * (target->cores ? target->cores : 1);
  double cuts = fmin(all / tasks,
                     points / (double)(p->threads * tcNumber(gpu_bin_points)));
  double left = (double)tcGpuBinsCount(k, p) / (double)tcNumber(gpu_bin_left);
  cuts = fmin(cuts, points / left);
  p->cuts = cuts >= 2 && !tcFormIsOff((TcCpuKernel *)k, TC_FORM_SPLITS)
                ? (int64_t)cuts
                : 1;
}

// A strip of columns, if not all of them have room: as many as are 16 bytes, or
// twice as often.
static void chooseStrip(const TcCpuKernel *k, const TcTarget *target,
                        TcGpuPhase *p) {
  enum { RUN = 16, BLOCKS = 6 };
  const TcCpuStage *s = p->p.stages.data[0];
  int column = tcGpuBinsColumn(k, s);
  int64_t columns = column < 0 ? 0 : tcCpuExtent(k, column, 0);
  int64_t bytes = tcGpuBinBytes(s), most = target->sharedBytes / BLOCKS;
  if (allBins(k, s) * bytes <= most || !columns)
    return;
  for (int64_t strip = RUN / bytes; columns % strip == 0; strip *= 2) {
    if (allBins(k, s) / columns * strip * bytes > most)
      return;
    p->strip = strip;
  }
}

// Whether the rows of a scatter, which owners would combine, have so many
// points that blocks are better off with all rows, or with strips of all: where
// the points are few enough to stay in the second cache.
static bool hasLongRows(const TcGpuPhase *p, double steps, double rows,
                        double width) {
  if (p->strip)
    return steps >= (double)tcNumber(gpu_bin_strip_points) * rows &&
           steps * width <= (double)tcNumber(gpu_bin_strips);
  return steps >= (double)tcNumber(gpu_bin_row_points) * rows &&
         rows < (double)tcNumber(gpu_owner_blocks) / 2;
}

// Whether without bins few threads would go through many points each, one after
// the other.
static bool isSlow(TcCpuKernel *k, const TcTarget *target,
                   const TcGpuPhase *p) {
  const TcCpuStages *stages = &p->p.stages;
  const TcCpuStage *s = stages->data[0];
  TcCpuIters space = tcCpuStageSpace(k->arena, s), row = tcGpuScatterRow(k, s);
  double tasks = tcCpuGuessTasks(k, stages),
         steps = tcCpuGuessIters(k, &space) / tasks,
         width = tcCpuGuessIters(k, &row);
  return steps >= (double)tcNumber(gpu_scatter_long) &&
         (width < target->waveThreads ||
          hasLongRows(p, steps, (double)allBins(k, s) / width, width));
}

bool tcGpuChooseBins(TcCpuKernel *k, const TcTarget *target,
                     const TcGpuPhases *phases, TcGpuPhase *p) {
  const TcCpuStage *s = p->p.stages.data[0];
  if (p->p.stages.size != 1 || tcFormIsOff(k, TC_FORM_BINS) ||
      tcGpuBinsRefuse(k, s) || !tcGpuPhaseOf(phases, tcGpuBinsBase(k, s)))
    return false;
  TcGpuPhase bins = *p;
  bins.blocks = blocksOf(k, s);
  chooseStrip(k, target, &bins);
  if (!isSlow(k, target, &bins))
    return false;
  chooseShares(k, target, &bins);
  chooseThreads(k, target, &bins);
  chooseCuts(k, target, &bins);
  if (3 * bytesOf(k, &bins) > (int64_t)target->sharedBytes)
    return false;
  *p = bins;
  p->mode = TC_GPU_BINS;
  return true;
}

// Threads that share the copies of an element.
static int64_t sharesOf(int64_t cuts) {
  enum { EACH = 16, MOST = 32 };
  int64_t shares = 1;
  while (shares < MOST && shares * EACH < cuts)
    shares *= 2;
  return shares;
}

void tcGpuJoinBins(TcCpuKernel *k, TcGpuPhases *phases) {
  TcGpuPhases out = {0};
  for (size_t i = 0; i < phases->size; ++i) {
    TcGpuPhase *p = &phases->data[i];
    if (p->mode != TC_GPU_BINS)
      continue;
    tcGpuFormBins(k, p);
    tcGpuPhaseOf(phases, p->base)->p.stages.size = 0;
  }
  for (size_t i = 0; i < phases->size; ++i) {
    const TcGpuPhase *p = &phases->data[i];
    if (!p->p.stages.size)
      continue;
    tcVecPush(k->arena, &out, *p);
    if (p->mode == TC_GPU_BINS && p->cuts > 1) {
      TcGpuPhase sums = tcGpuFormBinSums(p, sharesOf(p->cuts));
      tcVecPush(k->arena, &out, sums);
    }
  }
  *phases = out;
}
