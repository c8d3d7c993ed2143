// Columns that are read in place: those of windows over an image whose channels
// lie outermost. See product.h.
//
//   contract (n, o, x) over (ky, kx, c):
//     w[o, c, ky, kx], a[n, c, floordiv(x, 56) + ky - 1, mod(x, 56) + kx - 1]
//
// Columns lie side by side in the image at each step, so that a panel would be
// a copy of it for each place in the window. A vector of them is loaded where
// it lies instead, with a mask of those within the border, which is the same
// for all channels: a short window is written out inside the loop over these,
// the steps of a long one are loops around it.
#include "passes/lower/cpu/nest.h"
#include "passes/lower/cpu/product_operands.h"
#include "passes/schedule/sum-block.h"

#include "tc/gen/ArithOps.h"

// Whether the read has the iterator in a position with the column: as a window
// has, over which it is moved.
static bool isOfWindow(const TcCpuKernel *k, const TcProduct *p, int iter) {
  const TcCpuRead *r = p->columnFactor;
  const char *column = k->iters.data[p->column].name;
  for (size_t d = 0; d < r->value->rank; ++d)
    if (tcSizeUses(r->index[d], column) &&
        tcSizeUses(r->index[d], k->iters.data[iter].name))
      return true;
  return false;
}

// Whether columns lie side by side, or as close as a few loads of whole vectors
// reach.
static bool liesClose(TcCpuKernel *k, const TcProduct *p, const TcSize *offset,
                      int64_t *step) {
  return tcCpuConstStride(k, offset, p->column, step) && *step >= 1 &&
         *step <= TC_LOAD_MOST_STEP;
}

bool tcProductReadsWindows(TcCpuKernel *k, const TcProduct *p,
                           const TcTarget *target) {
  const TcCpuRead *r = p->columnFactor;
  bool found = false;
  if (r->value->arg < 0)
    return false;
  for (size_t i = 0; i < p->contract->over.size; ++i)
    found |= isOfWindow(k, p, p->contract->over.data[i]);
  const TcSize *offset = tcCpuReadOffset(k, r);
  int64_t step;
  return found && p->segments < 0 && mlirAttributeIsNull(p->rowFactor->fill) &&
         mlirTypeIsAFloat(p->element) &&
         mlirTypeEqual(r->value->element, p->element) &&
         mlirTypeEqual(p->rowFactor->value->element, p->element) &&
         liesClose(k, p, offset, &step) &&
         (p->given ? p->given->columnsFrom == TC_COLUMNS_WINDOWS
                   : p->chooser->readsWindows(k, p, target, offset, step));
}

// Whether the innermost steps are a window that is written out, and all steps
// one block of a sum (`bench/torch_models.py convolutions`: blocks of longer
// ones are faster over channels alone).
static bool isWrittenOut(const TcCpuKernel *k, const TcProduct *p) {
  int64_t n = 1, few = p->loops.unroll, most = tcSumBlockMost(0);
  size_t at = p->over.size;
  while (at > 0 && isOfWindow(k, p, p->over.data[at - 1]) && n <= few)
    n *= tcCpuExtent(k, p->over.data[--at], few + 1);
  if (n == 1 || n > few)
    return false;
  while (at > 0 && n <= most) {
    int iter = p->over.data[--at];
    if (isOfWindow(k, p, iter))
      return false;
    n *= tcCpuExtent(k, iter, most + 1);
  }
  return n <= most;
}

void tcProductOrderWindows(const TcCpuKernel *k, TcProduct *p) {
  TcCpuIters windows = {0}, rest = {0};
  if (isWrittenOut(k, p))
    return;
  for (size_t i = 0; i < p->over.size; ++i) {
    TcCpuIters *to = isOfWindow(k, p, p->over.data[i]) ? &windows : &rest;
    tcVecPush(k->arena, to, p->over.data[i]);
  }
  for (size_t i = 0; i < rest.size; ++i)
    tcVecPush(k->arena, &windows, rest.data[i]);
  p->over = windows;
}

void tcProductLoadWindows(TcEmit *e, const TcProduct *p, TcLane *columns) {
  MlirValue first = tcArithMuli(&e->b, e->iters[p->panel],
                                tcEmitI64(e, p->vectors * p->lanes));
  MlirValue end = tcEmitExpr(e, e->k->iters.data[p->column].extent);
  bool whole = tcProductHasWholePanels(e->k, p);
  tcEmitSetLanes(e, p->lanes, p->column);
  for (int64_t v = 0; v < p->vectors; ++v) {
    MlirValue at = tcArithAddi(&e->b, first, tcEmitI64(e, v * p->lanes));
    e->iters[p->column] = at;
    if (!whole)
      e->mask = tcEmitLanesBelow(e, at, end);
    columns[v] = tcEmitWiden(e, tcProductElement(e, p, p->columnFactor));
    e->mask = (TcLane){.v = {NULL}};
  }
  tcEmitSetLanes(e, 1, -1);
}
