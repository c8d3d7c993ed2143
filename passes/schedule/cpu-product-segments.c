// Whether rows of a batch's points are one product where neighbours have the
// same matrix, which data chooses (lower/cpu/product_segments.c), where no
// schedule says so. See cpu-product.h.
#include "passes/schedule/cpu-product.h"

#include "passes/schedule/cpu.h"

#include "lib/cost/numbers.h"

double tcProductMatrices(const TcCpuKernel *k, const TcProduct *p, int iter) {
  double matrices = 0;
  for (size_t t = 0; t < k->tables.size; ++t) {
    const TcCpuTable *table = &k->tables.data[t];
    if (tcCpuLooksUp(p->contract, table) &&
        tcCpuReadUses(k, &table->read, iter))
      matrices =
          matrices > 0 ? matrices * (double)table->size : (double)table->size;
  }
  return matrices;
}

// Points of the iterator for each matrix that they choose from; 0 if none
// depends on it.
static double pointsOfMatrix(const TcCpuKernel *k, const TcProduct *p,
                             int iter) {
  double matrices = tcProductMatrices(k, p, iter);
  double points = tcCpuGuess(k, k->iters.data[iter].extent);
  return matrices > 0 ? points / matrices : 0;
}

// Where a matrix has several points in the mean, and points have rows enough
// that panels are worth packing for each, even if neighbours never agree.
int tcProductChooseSegments(TcCpuKernel *k, const TcProduct *p) {
  enum { POINTS = 2 }; // of a matrix
  if (tcCpuGuessIters(k, &p->rows) <= (double)tcNumber(cpu_few_rows))
    return -1;
  for (size_t i = p->batch.size; i-- > 0;)
    if (pointsOfMatrix(k, p, p->batch.data[i]) >= POINTS &&
        tcProductCanHaveSegments(k, p, p->batch.data[i]))
      return p->batch.data[i];
  return -1;
}
