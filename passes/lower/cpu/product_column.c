// Which iterator of a product its panels run along, and in which order its
// results are stored. See product.h.
#include "passes/lower/cpu/product.h"
#include "passes/lower/cpu/stage.h"

bool tcProductHasWholePanels(const TcCpuKernel *k, const TcProduct *p) {
  return tcCpuExtent(k, p->column, 1) % (p->vectors * p->lanes) == 0;
}

//===- The column ---------------------------------------------------------===//

bool tcProductCanBeColumn(const TcCpuKernel *k, const TcProduct *p, int iter,
                          int64_t points) {
  return tcCpuReadUses(k, p->rowFactor, iter) !=
             tcCpuReadUses(k, p->columnFactor, iter) &&
         tcCpuExtent(k, iter, INT64_MAX) >= points;
}

bool tcProductIsByGroups(const TcCpuKernel *k) {
  for (size_t i = 0; i < k->iters.size; ++i)
    if (k->iters.data[i].given)
      return true;
  return false;
}

// Panels as narrow as there are columns.
static void narrowPanels(const TcCpuKernel *k, TcProduct *p) {
  int64_t n = tcCpuExtent(k, p->column, INT64_MAX);
  while (n <= p->lanes / 2 && p->lanes > TC_PRODUCT_LEAST_LANES)
    p->lanes /= 2;
  if (n <= p->lanes)
    p->vectors = 1;
}

static void swapFactors(TcProduct *p) {
  const TcCpuRead *r = p->rowFactor;
  p->rowFactor = p->columnFactor;
  p->columnFactor = r;
}

// Whether panels can run along an iterator of the result, where the other
// factor, whose rows are read, is in memory.
static bool canBeGiven(const TcCpuKernel *k, const TcProduct *p, int iter) {
  const TcCpuRead *other =
      tcCpuReadUses(k, p->rowFactor, iter) ? p->columnFactor : p->rowFactor;
  int64_t least = p->lanes < TC_PRODUCT_LEAST_LANES ? p->lanes // f64 of SSE2
                                                    : TC_PRODUCT_LEAST_LANES;
  return tcCpuItersHave(&p->contract->iters, iter) &&
         tcProductCanBeColumn(k, p, iter, least) && !other->value->stage;
}

// The schedule's. Where it names none, or one that cannot be, the last one of
// the contraction that one factor alone has.
static int givenColumn(const TcCpuKernel *k, const TcProduct *p) {
  const TcCpuIters *iters = &p->contract->iters;
  if (p->given->column >= 0 && canBeGiven(k, p, p->given->column))
    return p->given->column;
  for (size_t i = iters->size; i-- > 0;)
    if (tcCpuReadUses(k, p->rowFactor, iters->data[i]) !=
        tcCpuReadUses(k, p->columnFactor, iters->data[i]))
      return iters->data[i];
  return -1;
}

bool tcProductClassify(TcCpuKernel *k, TcProduct *p, bool packsRows) {
  int column =
      p->given ? givenColumn(k, p) : p->chooser->column(k, p, packsRows);
  if (column < 0 || (p->given && !canBeGiven(k, p, column)))
    return false;
  p->column = column;
  if (tcCpuReadUses(k, p->rowFactor, column))
    swapFactors(p);
  if (p->rowFactor->value->stage)
    return false;
  narrowPanels(k, p);
  for (size_t i = 0; i < p->contract->iters.size; ++i) {
    int iter = p->contract->iters.data[i];
    bool row = tcCpuReadUses(k, p->rowFactor, iter) &&
               !tcCpuReadUses(k, p->columnFactor, iter);
    if (iter == p->column)
      continue;
    TcCpuIters *list = !row                      ? &p->batch
                       : tcCpuIterIsOne(k, iter) ? &p->ones
                                                 : &p->rows;
    tcVecPush(k->arena, list, iter);
  }
  return true;
}

//===- Stores -------------------------------------------------------------===//

// The innermost iterator of the rows that has more than one point, or -1.
static int lastRow(const TcCpuKernel *k, const TcProduct *p) {
  for (size_t i = p->rows.size; i-- > 0;)
    if (tcCpuExtent(k, p->rows.data[i], 0) != 1)
      return p->rows.data[i];
  return -1;
}

// Whether `iter` is the unit stride of the offset.
static bool runsAlong(TcCpuKernel *k, const TcSize *offset, int iter) {
  return tcSizeUses(offset, k->iters.data[iter].name) &&
         tcCpuHasStride(k, offset, iter, 1);
}

bool tcProductStoresAlong(TcCpuKernel *k, const TcCpuStage *s, int iter) {
  const TcSize **own =
      TC_ARENA_ARRAY(k->arena, const TcSize *, s->iters.size + 1);
  for (size_t i = 0; i < s->iters.size; ++i)
    own[i] = k->iters.data[s->iters.data[i]].symbol;
  for (size_t r = 0; r < s->results.size; ++r)
    for (size_t d = 0; d < s->results.data[r]->dests.size; ++d) {
      const TcCpuDest *dest = &s->results.data[r]->dests.data[d];
      if (!runsAlong(k, tcCpuDestAt(k, dest, own), iter))
        return false;
    }
  return true;
}

// A column of the tile is then stored as a run. The maps are written out for
// each row, so the number of rows has to be known.
bool tcProductStoresAlongRows(TcCpuKernel *k, const TcProduct *p) {
  int row = lastRow(k, p);
  if (row < 0 || !p->fixedRows || tcProductTileUnit(p) ||
      !tcProductStoresAlong(k, p->contract, row))
    return false;
  for (size_t i = 0; i < p->maps.size; ++i)
    if (!tcProductStoresAlong(k, p->maps.data[i], row))
      return false;
  return p->given ? p->given->storesRows : p->chooser->storesRows(p);
}
