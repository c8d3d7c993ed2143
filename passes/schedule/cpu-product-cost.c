// The time that a product takes, for passes that choose how its operands lie.
// See cpu-product.h.
//
// Cycles of a core with the target's multipliers, of a few accesses in order
// each cycle: ratios matter, and are right to a third (bench/torch_cpu.py,
// AVX-512).
#include "passes/schedule/cpu-product.h"

#include "passes/schedule/cpu.h"

// Of a sum outside of products, which runs along an axis that is short, or
// reads element by element.
static const double slowMultiplication = 0.75;
// Of the start of a row's run; where it may lie outside, of asking that, too.
static const double runStart = 2, filledRunStart = 5;
// Of an element that is packed: of a vector of them, and where each is asked
// for whether it lies outside.
static const double packedVector = 2, filledVector = 5, packedElement = 1.5,
                    filledElement = 4;
// Of an element that is stored: of a vector, along rows, or scattered.
static const double storedVector = 2, storedAlongRows = 1.5, storedElement = 5;

static double countOf(const TcCpuKernel *k, const TcCpuIters *iters) {
  return tcCpuGuessIters(k, iters);
}

static double packCycles(TcCpuKernel *k, const TcProduct *p, double elements) {
  const TcCpuRead *r = p->columnFactor;
  bool filled = !mlirAttributeIsNull(r->fill);
  const TcSize *offset = tcCpuReadOffset(k, r);
  if (tcCpuHasStride(k, offset, p->column, 1))
    return elements * (filled ? filledVector : packedVector) / (double)p->lanes;
  return elements * (filled ? filledElement : packedElement);
}

static bool storesVectors(TcCpuKernel *k, const TcProduct *p) {
  const TcCpuStage *s = p->maps.size ? tcVecLast(&p->maps) : p->contract;
  return tcProductStoresAlong(k, s, p->column);
}

double tcProductCycles(TcCpuKernel *k, const TcTarget *target,
                       const TcProduct *p, bool packed) {
  double batch = countOf(k, &p->batch) * countOf(k, &p->inside),
         rows = countOf(k, &p->rows);
  double steps = countOf(k, &p->over) * countOf(k, &p->blocks) *
                 (double)(p->parts ? p->parts : 1);
  double columns = tcCpuGuess(k, k->iters.data[p->column].extent);
  double width = (double)(p->vectors * p->lanes);
  double panels = (double)(int64_t)((columns + width - 1) / width);
  double inner = tcCpuGuess(k, k->iters.data[tcVecLast(&p->walked)].extent);
  double groups = rows / (double)(p->height * p->tilesPerTask);
  double cycles =
      batch * panels * rows * steps * (double)p->vectors / target->multipliers;
  if (!p->windows)
    cycles += batch * panels * rows * steps / inner *
              (p->filled ? filledRunStart : runStart);
  if (!p->packed && !packed && !p->windows)
    cycles += packCycles(
        k, p, batch * panels * width * steps * (groups > 1 ? groups : 1));
  if (p->packsRows)
    cycles += batch * rows * steps * packedVector / (double)p->lanes * panels /
              (double)p->panelsPerTask;
  double each = storesVectors(k, p) ? storedVector / (double)p->lanes
                : p->alongRows      ? storedAlongRows
                                    : storedElement;
  return cycles + batch * columns * rows * each;
}

double tcProductCyclesOtherwise(const TcCpuKernel *k, const TcProduct *p) {
  TcCpuIters space = tcCpuStageSpace(k->arena, p->contract);
  return countOf(k, &space) * slowMultiplication;
}
