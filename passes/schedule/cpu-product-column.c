// Which iterator the panels of a product run along, where no schedule says so:
// by what is contiguous along it. See cpu-product.h.
#include "passes/schedule/cpu-product.h"

#include "lib/cost/numbers.h"

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

// An iterator along which a factor is contiguous, or -1: for results without a
// long contiguous dimension (the gradient of a convolution's weight).
static int columnOfFactors(TcCpuKernel *k, const TcProduct *p, int64_t lanes) {
  for (int side = 0; side < 2; ++side) {
    const TcCpuRead *r = side ? p->rowFactor : p->columnFactor;
    if (r->value->arg < 0 || !mlirAttributeIsNull(r->fill))
      continue;
    for (size_t i = 0; i < p->contract->iters.size; ++i) {
      int iter = p->contract->iters.data[i];
      if (tcProductCanBeColumn(k, p, iter, lanes) &&
          tcCpuReadUses(k, r, iter) &&
          scoreOf(k, tcCpuReadOffset(k, r), iter) > 0)
        return iter;
    }
  }
  return -1;
}

// The longest iterator that panels can run along, or -1.
static int longestColumn(const TcCpuKernel *k, const TcProduct *p,
                         int64_t lanes) {
  int best = -1;
  for (size_t i = 0; i < p->contract->iters.size; ++i) {
    int iter = p->contract->iters.data[i];
    if (tcProductCanBeColumn(k, p, iter, lanes) &&
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
    if (!tcProductCanBeColumn(k, p, iter, lanes))
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
static int bestColumn(TcCpuKernel *k, const TcProduct *p) {
  int64_t lanes = p->lanes;
  int best = columnOfResults(k, p, lanes);
  if (best < 0 && tcProductIsByGroups(k))
    best = narrowColumn(k, p);
  best = best >= 0 ? best : columnOfFactors(k, p, lanes);
  best = best >= 0 ? best : narrowColumn(k, p);
  return best >= 0 ? best : longestColumn(k, p, lanes);
}

// Whether consecutive elements of a long reduction are whole pages apart in a
// factor: read as rows, they would all map to the same few cache lines.
static bool stepsCollide(TcCpuKernel *k, const TcCpuStage *s,
                         const TcCpuRead *r) {
  enum { PAGE = 4096 };
  const TcSize *offset = tcCpuReadOffset(k, r);
  for (size_t i = 0; i < s->over.size; ++i) {
    int iter = s->over.data[i];
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
static int withoutCollisions(TcCpuKernel *k, const TcProduct *p, int column) {
  const TcCpuStage *s = p->contract;
  bool swapped = tcCpuReadUses(k, p->rowFactor, column);
  const TcCpuRead *row = swapped ? p->columnFactor : p->rowFactor;
  const TcCpuRead *own = swapped ? p->rowFactor : p->columnFactor;
  if (p->maps.size || s->iters.size != 2 || row->value->stage ||
      own->value->stage || !stepsCollide(k, s, row) || stepsCollide(k, s, own))
    return column;
  int other = s->iters.data[s->iters.data[0] == column];
  return tcProductCanBeColumn(k, p, other, 0) &&
                 tcCpuExtent(k, other, 0) >= tcProductWidth(p)
             ? other
             : column;
}

// Whether lines of so many points are whole tiles of at least half the height
// that others have.
static bool fitsTiles(const TcProduct *p, int64_t points) {
  for (int64_t height = p->height; 2 * height >= p->height; --height)
    if (points % height == 0)
      return true;
  return false;
}

// Points of an image with a border, some elements apart, that leave lanes of
// their panels empty: each is packed for each of its places in windows. Where
// the other factor's own iterator fills panels these run along it, and rows are
// read from lines of the image, which are copied once.
static int withoutEmptyLanes(TcCpuKernel *k, const TcProduct *p, int column) {
  const TcCpuIters *iters = &p->contract->iters;
  bool swapped = tcCpuReadUses(k, p->rowFactor, column);
  const TcCpuRead *own = swapped ? p->rowFactor : p->columnFactor;
  const TcCpuRead *other = swapped ? p->columnFactor : p->rowFactor;
  int64_t stride, width = tcProductWidth(p);
  if (!mlirTypeEqual(own->value->element, p->element) ||
      mlirAttributeIsNull(own->fill) || own->value->stage ||
      other->value->stage || tcCpuExtent(k, column, width) % width == 0 ||
      !fitsTiles(p, tcCpuExtent(k, column, 1)) ||
      !tcCpuConstStride(k, tcCpuReadOffset(k, own), column, &stride) ||
      stride < 2)
    return column;
  for (size_t i = 0; i < iters->size; ++i)
    if (tcProductCanBeColumn(k, p, iters->data[i], width) &&
        tcCpuReadUses(k, other, iters->data[i]) &&
        tcCpuExtent(k, iters->data[i], 1) % width == 0)
      return iters->data[i];
  return column;
}

// Whether a factor in memory is contiguous along the iterator.
static bool isUnitStride(TcCpuKernel *k, const TcProduct *p, int iter) {
  bool isRow = tcCpuReadUses(k, p->rowFactor, iter);
  const TcCpuRead *r = isRow ? p->rowFactor : p->columnFactor;
  return r->value->arg >= 0 && mlirAttributeIsNull(r->fill) &&
         scoreOf(k, tcCpuReadOffset(k, r), iter) > 0;
}

// Panels along the unit stride of the results may leave lanes empty at each
// step of a long sum, as along the few channels of an image under a window,
// channels last. Where the other factor is contiguous along an iterator that
// fills panels, these run along it, if results that are then stored with a
// stride take less time than what is multiplied for nothing.
static int withFullPanels(TcCpuKernel *k, const TcProduct *p, int column) {
  const TcCpuIters *iters = &p->contract->iters;
  int64_t width = tcProductWidth(p);
  int best = column;
  if (tcCpuExtent(k, column, width) % width == 0)
    return column;
  for (size_t i = 0; i < iters->size; ++i) {
    int iter = iters->data[i];
    if (tcProductCanBeColumn(k, p, iter, width) &&
        tcCpuExtent(k, iter, 1) % width == 0 && isUnitStride(k, p, iter) &&
        tcProductColumnCycles(k, p, iter) < tcProductColumnCycles(k, p, best))
      best = iter;
  }
  return best;
}

int tcProductChooseColumn(TcCpuKernel *k, const TcProduct *p, bool packsRows) {
  int column = bestColumn(k, p);
  if (column < 0 || packsRows)
    return column;
  column = withFullPanels(k, p, withoutCollisions(k, p, column));
  return withoutEmptyLanes(k, p, column);
}
