// Which iterator of a product its panels run along, and in which order its
// results are stored. See product.h.
#include "passes/lower/cpu/product.h"
#include "passes/lower/cpu/stage.h"
#include "passes/schedule/cpu.h"

#include "lib/cost/numbers.h"

bool tcProductHasWholePanels(const TcCpuKernel *k, const TcProduct *p) {
  return tcCpuExtent(k, p->column, 1) % (p->vectors * p->lanes) == 0;
}

//===- The column ---------------------------------------------------------===//

// 1 if `iter` is the unit stride of the offset, -1 if it strides otherwise.
static int scoreOf(TcCpuKernel *k, const TcSize *offset, int iter) {
  if (!tcSizeUses(offset, k->iters.data[iter].name))
    return 0;
  return tcCpuHasStride(k, offset, iter, 1) ? 1 : -1;
}

static int scoreStage(TcCpuKernel *k, const TcCpuStage *s, int iter) {
  int score = 0;
  const TcSize **own = tcCpuOwnIndex(k, s);
  for (size_t i = 0; i < s->results.size; ++i)
    for (size_t d = 0; d < s->results.data[i]->dests.size; ++d)
      score +=
          2 * scoreOf(k,
                      tcCpuDestAt(k, &s->results.data[i]->dests.data[d], own),
                      iter);
  for (size_t i = 0; !s->contract && i < s->reads.size; ++i) {
    const TcCpuRead *r = &s->reads.data[i];
    if (r->value->arg >= 0)
      score += scoreOf(k, tcCpuReadOffset(k, r), iter);
  }
  return score;
}

// Whether panels can run along an iterator: it is of one factor alone, and long
// enough.
static bool canBeColumn(const TcCpuKernel *k, const TcProduct *p, int iter,
                        int64_t lanes) {
  return tcCpuReadUses(k, p->rowFactor, iter) !=
             tcCpuReadUses(k, p->columnFactor, iter) &&
         tcCpuExtent(k, iter, INT64_MAX) >= lanes;
}

// An iterator along which a factor is contiguous, or -1: for results without a
// long contiguous dimension (the gradient of a convolution's weight).
static int columnOfFactors(TcCpuKernel *k, const TcProduct *p, int64_t lanes) {
  for (int side = 0; side < 2; ++side) {
    const TcCpuRead *r = side ? p->rowFactor : p->columnFactor;
    if (r->value->arg < 0 || !mlirAttributeIsNull(r->fill))
      continue;
    for (size_t i = 0; i < p->contract->iters.size; ++i) {
      int iter = p->contract->iters.data[i];
      if (canBeColumn(k, p, iter, lanes) && tcCpuReadUses(k, r, iter) &&
          scoreOf(k, tcCpuReadOffset(k, r), iter) > 0)
        return iter;
    }
  }
  return -1;
}

bool tcProductIsByGroups(const TcCpuKernel *k) {
  for (size_t i = 0; i < k->iters.size; ++i)
    if (k->iters.data[i].given)
      return true;
  return false;
}

// The longest iterator that panels can run along, or -1.
static int longestColumn(const TcCpuKernel *k, const TcProduct *p,
                         int64_t lanes) {
  int best = -1;
  for (size_t i = 0; i < p->contract->iters.size; ++i) {
    int iter = p->contract->iters.data[i];
    if (canBeColumn(k, p, iter, lanes) &&
        (best < 0 ||
         tcCpuExtent(k, iter, INT64_MAX) > tcCpuExtent(k, best, INT64_MAX)))
      best = iter;
  }
  return best;
}

// The iterator that is the unit stride of what is written, or -1.
static int columnOfResults(TcCpuKernel *k, const TcProduct *p, int64_t lanes) {
  int best = -1, bestScore = 0;
  for (size_t i = 0; i < p->contract->iters.size; ++i) {
    int iter = p->contract->iters.data[i];
    if (!canBeColumn(k, p, iter, lanes))
      continue;
    int score = scoreStage(k, p->contract, iter);
    for (size_t m = 0; m < p->maps.size; ++m)
      score += scoreStage(k, p->maps.data[m], iter);
    if (score <= bestScore)
      continue;
    bestScore = score;
    best = iter;
  }
  return best;
}

// Whether one factor alone has the iterator, and no other one that has points.
static bool isOnlyColumn(const TcCpuKernel *k, const TcProduct *p, int iter) {
  bool isRow = tcCpuReadUses(k, p->rowFactor, iter);
  const TcCpuRead *own = isRow ? p->rowFactor : p->columnFactor;
  const TcCpuRead *other = isRow ? p->columnFactor : p->rowFactor;
  for (size_t i = 0; i < p->contract->iters.size; ++i) {
    int of = p->contract->iters.data[i];
    if (of != iter && !tcCpuIterIsOne(k, of) && tcCpuReadUses(k, own, of) &&
        !tcCpuReadUses(k, other, of))
      return false;
  }
  return true;
}

// The unit stride of what is written, though it has fewer points than a vector
// has lanes: of products by groups, and of a matrix of few columns.
static int narrowColumn(TcCpuKernel *k, const TcProduct *p) {
  int best = columnOfResults(k, p, TC_PRODUCT_LEAST_LANES);
  return best >= 0 && (tcProductIsByGroups(k) || isOnlyColumn(k, p, best))
             ? best
             : -1;
}

// Which iterator panels run along: the unit stride of what is written, else
// that of a factor, else any: elements are then brought together while they are
// packed.
static int chooseColumn(TcCpuKernel *k, const TcProduct *p, int64_t lanes) {
  int best = columnOfResults(k, p, lanes);
  if (best < 0 && tcProductIsByGroups(k))
    best = narrowColumn(k, p);
  best = best >= 0 ? best : columnOfFactors(k, p, lanes);
  best = best >= 0 ? best : narrowColumn(k, p);
  return best >= 0 ? best : longestColumn(k, p, lanes);
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

// Whether consecutive elements of a long reduction are whole pages apart in a
// factor: read as rows, they would all map to the same few cache lines.
static bool stepsCollide(TcCpuKernel *k, const TcProduct *p,
                         const TcCpuRead *r) {
  enum { PAGE = 4096 };
  const TcSize *offset = tcCpuReadOffset(k, r);
  for (size_t i = 0; i < p->contract->over.size; ++i) {
    int iter = p->contract->over.data[i];
    int64_t n;
    if (tcCpuExtent(k, iter, 0) >= tcNumber(cpu_page_steps) &&
        tcCpuConstStride(k, offset, iter, &n) && n > 0 &&
        n * tcCpuBytes(r->value->element) % PAGE == 0)
      return true;
  }
  return false;
}

// Such a factor is better packed into panels, although the result is then
// written with a stride: that happens only once, at the end of the reduction.
// Not where rows are packed as well (product_across.c).
static void avoidCollisions(TcCpuKernel *k, TcProduct *p) {
  const TcCpuStage *s = p->contract;
  if (p->maps.size || s->iters.size != 2 || p->rowFactor->value->stage ||
      p->columnFactor->value->stage || !stepsCollide(k, p, p->rowFactor) ||
      stepsCollide(k, p, p->columnFactor))
    return;
  int other = s->iters.data[s->iters.data[0] == p->column];
  if (tcCpuExtent(k, other, 0) < p->lanes * p->vectors)
    return;
  p->column = other;
  swapFactors(p);
}

// Whether panels can run along an iterator of the result, where the other
// factor, whose rows are read, is in memory.
static bool canBeGiven(const TcCpuKernel *k, const TcProduct *p, int iter) {
  const TcCpuRead *other =
      tcCpuReadUses(k, p->rowFactor, iter) ? p->columnFactor : p->rowFactor;
  return tcCpuItersHave(&p->contract->iters, iter) &&
         canBeColumn(k, p, iter, TC_PRODUCT_LEAST_LANES) &&
         !other->value->stage;
}

// The schedule's. Where it names none, the last one of the contraction that one
// factor alone has.
static int givenColumn(const TcCpuKernel *k, const TcProduct *p) {
  const TcCpuIters *iters = &p->contract->iters;
  if (p->given->column >= 0)
    return p->given->column;
  for (size_t i = iters->size; i-- > 0;)
    if (tcCpuReadUses(k, p->rowFactor, iters->data[i]) !=
        tcCpuReadUses(k, p->columnFactor, iters->data[i]))
      return iters->data[i];
  return -1;
}

bool tcProductClassify(TcCpuKernel *k, TcProduct *p, bool packsRows) {
  int given = p->given ? givenColumn(k, p) : -1;
  bool isGiven = given >= 0 && canBeGiven(k, p, given);
  if (p->given && p->given->column < 0 && !isGiven)
    return false;
  p->column = isGiven ? given : chooseColumn(k, p, p->lanes);
  if (p->column < 0)
    return false;
  if (tcCpuReadUses(k, p->rowFactor, p->column))
    swapFactors(p);
  if (!packsRows && !isGiven)
    avoidCollisions(k, p);
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

bool tcProductStoresAlong(TcCpuKernel *k, const TcCpuStage *s, int iter) {
  const TcSize **own =
      TC_ARENA_ARRAY(k->arena, const TcSize *, s->iters.size + 1);
  for (size_t i = 0; i < s->iters.size; ++i)
    own[i] = k->iters.data[s->iters.data[i]].symbol;
  for (size_t r = 0; r < s->results.size; ++r)
    for (size_t d = 0; d < s->results.data[r]->dests.size; ++d) {
      const TcCpuDest *dest = &s->results.data[r]->dests.data[d];
      if (scoreOf(k, tcCpuDestAt(k, dest, own), iter) != 1)
        return false;
    }
  return true;
}

// A column of the tile is then stored as a run. The maps are written out for
// each row, so they have to be short, and the number of rows known.
bool tcProductStoresAlongRows(TcCpuKernel *k, const TcProduct *p) {
  int row = lastRow(k, p), ops = 0;
  if (row < 0 || !p->fixedRows || tcProductTileUnit(p) ||
      !tcProductStoresAlong(k, p->contract, row))
    return false;
  for (size_t i = 0; i < p->maps.size; ++i) {
    ops += tcCpuBodyOps(p->maps.data[i]);
    if (!tcProductStoresAlong(k, p->maps.data[i], row))
      return false;
  }
  return p->given ? p->given->storesRows : ops <= tcNumber(cpu_row_ops);
}
