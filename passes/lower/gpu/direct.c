// Matches products whose factors are read in place. See direct.h.
#include "passes/lower/gpu/direct.h"
#include "passes/schedule/gpu.h"

#include <math.h>

enum { MAX_SUMS = 64, MAX_DEPTH = 64, MAX_BYTES = 48 << 10, PAD = 4 };

//===- The form -----------------------------------------------------------===//

// Steps by their stride in the rows' factor, the closest innermost.
static void sortSteps(TcCpuKernel *k, TcGpuProduct *p) {
  for (size_t i = 1; i < p->over.size; ++i)
    for (size_t j = i; j > 0; --j) {
      int a = p->over.data[j - 1], b = p->over.data[j];
      if (tcCpuIterIsOne(k, a) ||
          (!tcCpuIterIsOne(k, b) && tcGpuReadStep(k, p->rows.read, a) >=
                                        tcGpuReadStep(k, p->rows.read, b)))
        break;
      p->over.data[j - 1] = b;
      p->over.data[j] = a;
    }
}

bool tcGpuDirectForm(TcCpuKernel *k, const TcCpuStages *stages,
                     TcGpuProduct *p) {
  if (!tcGpuProductForm(k, stages, p) || p->rowSums)
    return false;
  if (tcCpuGuessIters(k, &p->rows.iters) >
      tcCpuGuessIters(k, &p->columns.iters)) {
    TcGpuFactor rows = p->rows;
    p->rows = p->columns;
    p->columns = rows;
    sortSteps(k, p);
  }
  return true;
}

// The stride of the innermost of these iterators in what the last stage writes.
static double storedStep(const TcCpuKernel *k, const TcGpuProduct *p,
                         const TcCpuIters *iters) {
  const TcCpuStages *maps = &p->match.maps;
  const TcCpuStage *s = maps->size ? tcVecLast(maps) : p->match.contract;
  return s->results.data[0]->dests.size
             ? tcCpuWriteDistance(k, s, tcVecLast(iters))
             : INFINITY;
}

bool tcGpuDirectStoresRows(const TcCpuKernel *k, const TcGpuProduct *p) {
  return storedStep(k, p, &p->rows.iters) < storedStep(k, p, &p->columns.iters);
}

//===- Steps --------------------------------------------------------------===//

bool tcGpuDirectUnrolls(const TcCpuKernel *k, const TcGpuProduct *p,
                        int64_t depth) {
  int64_t n, left = depth;
  for (size_t i = p->over.size; i-- > 0 && left > 1;) {
    if (!tcSizeIsConst(k->iters.data[p->over.data[i]].extent, &n) || n < 1)
      return false;
    if (n % left == 0)
      return true;
    if (left % n)
      return false;
    left /= n;
  }
  return left == 1;
}

int64_t tcGpuDirectDepth(const TcCpuKernel *k, const TcGpuProduct *p,
                         int64_t most) {
  while (most > 1 && !tcGpuDirectUnrolls(k, p, most))
    --most;
  return most;
}

//===- Tiles --------------------------------------------------------------===//

int64_t tcGpuDirectThreads(const TcGpuTiling *t, int64_t shares) {
  return shares * (t->rows / t->warpRows) * (t->columns / t->warpColumns);
}

int64_t tcGpuDirectPitch(const TcGpuTiling *t) { return t->columns + PAD; }

int64_t tcGpuDirectBytes(const TcGpuProduct *p, const TcGpuTiling *t,
                         int64_t shares) {
  return shares * t->rows * tcGpuDirectPitch(t) * tcCpuBytes(p->match.element);
}

const char *tcGpuDirectRefuses(const TcCpuKernel *k, const TcTarget *target,
                               const TcGpuProduct *p, const TcGpuTiling *t,
                               int64_t shares) {
  if (t->rows < 1 || t->columns < 1 || t->warpRows < 1 || t->warpColumns < 1 ||
      t->rows % t->warpRows || t->columns % t->warpColumns ||
      t->warpRows * t->warpColumns > MAX_SUMS)
    return "threads must divide the tile, with at most 64 sums each";
  int64_t threads = tcGpuDirectThreads(t, shares);
  if (threads > TC_GPU_MOST_THREADS || threads % target->waveThreads)
    return "threads of all parts of the steps must be whole waves, at most "
           "1024";
  if (t->depth > MAX_DEPTH || !tcGpuDirectUnrolls(k, p, t->depth))
    return "the steps that are written out must be all points of the innermost "
           "iterators, of the outermost of these an equal part, and at most 64";
  if (tcGpuDirectBytes(p, t, shares) > MAX_BYTES)
    return "the sums of a block must fit in 48 KiB of shared memory";
  return NULL;
}
