// Long sums over rows that lie side by side, their steps far apart: gradients
// of weights, x^T y over a batch; and blocks of steps. See product.h.
//
//   contract (o, i) over (n, y, x): dy[n, y, x, o], x[n, y, x, i]
//
// Read in place, each step of a row would be a cache line of its own, and lines
// whole pages apart share the sets of a cache. So a task packs its rows as it
// packs panels, step by step, all of its tiles at once, so that what it reads
// lies side by side. Where a panel of all steps would not stay in the second
// cache, outer iterators of the reduction cut it into blocks: a task does all
// that it has of one block before the next. Between blocks sums wait in
// scratch. Where the target says what the second cache delivers, and that is
// little, blocks of vectors are so short that the first cache keeps the panel.
// Where a unit multiplies pairs of steps (bf16), those of a row lie side by
// side. product_across_pack.c packs, product_across_windows.c rows of windows
// over the lines of an image, whose steps are a few elements apart. Rows of
// windows whose steps are side by side are cut so, too
// (product_along_windows.c).
#include "passes/lower/cpu/product_operands.h"
#include "passes/lower/cpu/tiles.h"

#include "mlir-c/BuiltinTypes.h"

enum { LINE = 64 };

//===- Whether ------------------------------------------------------------===//

// At most, where data decides; 0 if it is not known.
static int64_t countOf(const TcCpuKernel *k, const TcCpuIters *iters) {
  return tcProductMostPoints(k, iters);
}

// Those of the rows' iterators along which rows are neighbours in memory,
// outermost first; how many rows that are.
static int64_t neighbours(TcCpuKernel *k, const TcProduct *p,
                          TcCpuIters *found) {
  int64_t stride = 1;
  *found = (TcCpuIters){0};
  for (size_t i = 0; i < p->rows.size; ++i) {
    int iter = p->rows.data[i];
    int64_t n = tcCpuExtent(k, iter, 0);
    if (n < 2 || tcCpuItersHave(found, iter) ||
        !tcCpuHasStride(k, p->rowStart, iter, stride))
      continue;
    tcVecPush(k->arena, found, iter);
    for (size_t at = found->size - 1; at > 0; --at) {
      found->data[at] = found->data[at - 1];
      found->data[at - 1] = iter;
    }
    stride *= n;
    i = (size_t)-1; // again from the first one on
  }
  return stride;
}

int64_t tcProductNeighbours(TcCpuKernel *k, const TcProduct *p) {
  TcCpuIters found;
  return neighbours(k, p, &found);
}

// Two tiles of vectors; one of tile registers, which has as many rows.
int64_t tcProductLeastNeighbours(const TcProduct *p) {
  return tcProductTileUnit(p) ? p->height : 2 * p->height;
}

int64_t tcProductStepBytes(const TcProduct *p) {
  int64_t bytes = tcProductSlices(p) > 1 ? tcProductPackedBytes(p)
                  : p->unit ? tcCpuBytes(p->columnFactor->value->element)
                            : tcCpuBytes(p->element);
  return tcProductWidth(p) * bytes;
}

// Whether the number of steps of an inner iterator is data. Packed rows follow
// each other by what there is of it, panels by what there may be.
static bool hasGaps(const TcCpuKernel *k, const TcProduct *p) {
  bool has = false;
  for (size_t i = 1; i < p->over.size; ++i)
    has |= tcCpuUsesIters(k, k->iters.data[p->over.data[i]].extent);
  return has;
}

bool tcProductCanPackSteps(TcCpuKernel *k, const TcProduct *p) {
  const TcCpuRead *r = p->rowFactor;
  return !p->packed && !p->windows && !p->packsRows && !p->filled &&
         mlirAttributeIsNull(r->fill) &&
         (mlirTypeEqual(r->value->element, p->element) ||
          tcTypeIsHalf(r->value->element)) &&
         mlirTypeIsAFloat(p->element) &&
         !tcCpuHasStride(k, p->rowInner, tcVecLast(&p->over), 1) &&
         countOf(k, &p->over) && !hasGaps(k, p) &&
         tcProductNeighbours(k, p) > 1;
}

bool tcProductPacksSteps(TcCpuKernel *k, const TcProduct *p,
                         const TcTarget *target) {
  if (!tcProductCanPackSteps(k, p))
    return false;
  return p->given ? p->given->rowsFrom == TC_ROWS_STEPS
                  : p->chooser->packsSteps(k, p, target);
}

//===- Blocks -------------------------------------------------------------===//

// The greatest divisor of n that is at most `most`.
static int64_t divisor(int64_t n, int64_t most) {
  for (int64_t d = most < n ? most : n; d > 1; --d)
    if (n % d == 0)
      return d;
  return 1;
}

// Cuts the outermost of these iterators of the reduction into blocks of so many
// points; the points of one take its place.
static void cutFirst(TcCpuKernel *k, TcProduct *p, TcCpuIters *iters,
                     int64_t length) {
  TcArena *a = k->arena;
  TcCpuIters whole = {0};
  tcVecPush(a, &whole, iters->data[0]);
  int64_t n = countOf(k, &whole);
  int block = tcCpuKernelAddIter(k, "block", tcSizeConst(a, n / length));
  int inner = tcCpuKernelAddIter(k, "part", tcSizeConst(a, length));
  const TcSize *at = tcSizeAdd(
      a, tcSizeMul(a, k->iters.data[block].symbol, tcSizeConst(a, length)),
      k->iters.data[inner].symbol);
  p->rowFactor = tcProductReplaceRead(k, p->rowFactor, &whole, at);
  p->columnFactor = tcProductReplaceRead(k, p->columnFactor, &whole, at);
  tcVecPush(a, &p->blocks, block);
  iters->data[0] = inner;
}

int64_t tcProductStepsTogether(const TcProduct *p) {
  return p->inRuns ? p->unit->k : tcProductPair(p);
}

// The one iterator of the reduction, into the longest blocks of at most `most`
// steps, unless it has none: blocks of few steps are not worth their sums in
// scratch.
static void cutSteps(TcCpuKernel *k, TcProduct *p, int64_t most) {
  int64_t n = countOf(k, &p->over), each = tcProductStepsTogether(p);
  int64_t length = each * divisor(n / each, most / each);
  if (n > most && length * 8 >= most)
    cutFirst(k, p, &p->over, length);
}

// Outer iterators of the reduction, and a part of the next one, until the
// others have at most so many steps.
static void cutIntoBlocks(TcCpuKernel *k, TcProduct *p, int64_t most) {
  TcCpuIters inner = {0};
  for (size_t i = 0; i < p->over.size; ++i)
    tcVecPush(k->arena, &inner, p->over.data[i]);
  p->over = inner;
  while (p->over.size > 1 && countOf(k, &p->over) > most) {
    int64_t n = tcCpuExtent(k, p->over.data[0], 1);
    int64_t length = divisor(n, most / (countOf(k, &p->over) / n));
    if (length > 1) {
      cutFirst(k, p, &p->over, length);
      return;
    }
    tcVecPush(k->arena, &p->blocks, p->over.data[0]);
    for (size_t i = 1; i < p->over.size; ++i)
      p->over.data[i - 1] = p->over.data[i];
    --p->over.size;
  }
  if (p->over.size == 1)
    cutSteps(k, p, most);
}

// As cutIntoBlocks cuts.
int64_t tcProductStepsOfBlock(const TcCpuKernel *k, const TcProduct *p,
                              int64_t most) {
  int64_t steps = countOf(k, &p->over);
  for (size_t i = 0; i < p->over.size && steps > most; ++i) {
    int64_t n = tcCpuExtent(k, p->over.data[i], 1), others = steps / n;
    int64_t length = others > most ? 1 : divisor(n, most / others);
    if (length > 1)
      return length * others;
    if (i + 1 < p->over.size)
      steps = others;
  }
  return steps;
}

// Elements from one step of a tile's rows to the next.
int64_t tcProductAcrossPitch(const TcProduct *p) {
  int64_t lanes = p->lanes;
  return (p->height + lanes - 1) / lanes * lanes;
}

// Rows that are no neighbours belong to other tiles.
static void keepNeighbours(TcCpuKernel *k, TcProduct *p) {
  TcCpuIters near;
  neighbours(k, p, &near);
  for (size_t i = 0; i < p->rows.size; ++i)
    if (!tcCpuItersHave(&near, p->rows.data[i]))
      tcVecPush(k->arena, &p->batch, p->rows.data[i]);
  p->rows = near;
}

// One iterator of all steps of a block: tiles walk through packed rows and
// panels as they lie.
static void joinSteps(TcCpuKernel *k, TcProduct *p) {
  TcArena *a = k->arena;
  int64_t n = countOf(k, &p->over), width = p->vectors * p->lanes;
  int step = tcCpuKernelAddIter(k, "step", tcCpuProduct(a, k, &p->over));
  k->iters.data[step].most = tcSizeConst(a, n);
  const TcSize *at = k->iters.data[step].symbol;
  p->walked = (TcCpuIters){0};
  tcVecPush(a, &p->walked, step);
  p->rowOuter = tcSizeConst(a, 0);
  p->rowInner = tcSizeMul(a, at, tcSizeConst(a, tcProductAcrossPitch(p)));
  p->panelRead = tcSizeAdd(a,
                           tcSizeMul(a, k->iters.data[p->inPanel].symbol,
                                     tcSizeConst(a, tcProductPair(p))),
                           tcSizeMul(a, at, tcSizeConst(a, width)));
  p->sumLevel = n > p->sumBlock * 3 / 2;
}

//===- Tasks --------------------------------------------------------------===//

// Tasks, and parts of the sum (product_parts.c).
static void cutInParts(TcCpuKernel *k, TcProduct *p, const TcTarget *target) {
  int64_t length = tcProductCutParts(k, p, target);
  if (!length)
    return;
  cutFirst(k, p, &p->over, length);
  p->part = p->blocks.data[--p->blocks.size];
}

// Bytes from the packed rows of one tile to the next. An odd number of lines:
// the same step of all tiles, which is written at once, is in different sets of
// the first cache.
static int64_t rowsOfTile(TcCpuKernel *k, const TcProduct *p) {
  int64_t tiles = 0;
  int64_t bytes = countOf(k, &p->over) * tcProductAcrossPitch(p) *
                  tcCpuBytes(p->rowElement);
  if (tcProductTileUnit(p) && tcSizeIsConst(p->stepTiles, &tiles))
    bytes =
        tiles * tcProductSlices(p) * TC_PRODUCT_TILES * tcTileBytes(p->unit);
  return ((bytes + LINE - 1) / LINE | 1) * LINE;
}

// Rows that vectors read each by itself, in the order of the steps, an odd
// number of lines apart: elements of all rows at one step are then in different
// sets of the first cache. Packed line by line, the last vector of a row may be
// stored beyond its end.
static void readRowsApart(TcCpuKernel *k, TcProduct *p) {
  int64_t each = LINE / tcCpuBytes(p->rowElement);
  int64_t lines = (countOf(k, &p->walked) + each - 1) / each;
  lines = (lines + (p->lineStride > 0)) | 1;
  p->rowInner = k->iters.data[tcVecLast(&p->walked)].symbol;
  p->rowPitch = tcSizeConst(k->arena, lines * each);
  p->rowBytes = tcSizeConst(k->arena, lines * LINE * p->height);
}

void tcProductReadPackedBlocks(TcCpuKernel *k, TcProduct *p) {
  joinSteps(k, p);
  p->packsRows = true;
  if (!tcProductTileUnit(p) && (p->along || p->lineStride)) {
    readRowsApart(k, p);
    return;
  }
  p->rowsAcross = true;
  if (tcProductTileUnit(p))
    tcProductCutSteps(k, p);
  p->rowPitch = tcSizeConst(k->arena, tcProductPair(p));
  p->rowBytes = tcSizeConst(k->arena, rowsOfTile(k, p));
}

// Steps of a block, at most: as the schedule says, or chosen.
static int64_t mostOfBlock(TcCpuKernel *k, const TcProduct *p,
                           const TcTarget *target) {
  int64_t steps = countOf(k, &p->over);
  if (!p->given)
    return p->chooser->blockSteps(k, p, target, TC_ROWS_STEPS, steps);
  return p->given->steps ? p->given->steps : steps;
}

void tcProductReadAcross(TcCpuKernel *k, TcProduct *p, const TcTarget *target) {
  if (!p->lineStride && !p->inRuns)
    keepNeighbours(k, p);
  bool isCut = !tcProductIsBounded(k, p);
  if (isCut)
    cutInParts(k, p, target);
  p->rowElement = p->unit ? p->rowFactor->value->element : p->element;
  if (isCut)
    cutIntoBlocks(k, p, mostOfBlock(k, p, target));
  tcProductSharePanels(k, p);
  tcProductReadPackedBlocks(k, p);
}

// Where rows in place are read in a block's steps: at the outer iterators, of
// which the first one may have been cut, and along the innermost one.
static void readRowsOfBlock(TcCpuKernel *k, TcProduct *p,
                            const TcCpuIters *whole) {
  TcArena *a = k->arena;
  int part = p->over.data[0];
  if (tcCpuItersHave(whole, part))
    return;
  TcCpuIters cut = {0};
  tcVecPush(a, &cut, whole->data[whole->size - p->over.size]);
  const TcCpuIter *inner = &k->iters.data[part];
  const TcSize *first =
      tcSizeMul(a, k->iters.data[tcVecLast(&p->blocks)].symbol, inner->extent);
  if (p->over.size > 1) {
    const TcSize *at = tcSizeAdd(a, first, inner->symbol);
    p->rowOuter = tcProductReplaceIters(k, p->rowOuter, &cut, at);
    return;
  }
  p->rowOuter = tcSizeAdd(a, p->rowOuter,
                          tcProductReplaceIters(k, p->rowInner, &cut, first));
  p->rowInner = tcProductReplaceIters(k, p->rowInner, &cut, inner->symbol);
}

// Sums of all steps whose rows are read in place, a panel of which would be
// read from memory for each tile. Not of steps whose number is data, nor of
// rows in lines of an image, which a task copies for all steps.
void tcProductReadInBlocks(TcCpuKernel *k, TcProduct *p,
                           const TcTarget *target) {
  if (p->windows || p->unit || p->lines || p->filled ||
      tcProductIsBounded(k, p) || !countOf(k, &p->over) ||
      !countOf(k, &p->rows) || !mlirTypeIsAFloat(p->element))
    return;
  int64_t most = p->given
                     ? p->given->steps
                     : p->chooser->blockSteps(k, p, target, TC_ROWS_IN_PLACE,
                                              countOf(k, &p->over));
  TcCpuIters whole = p->over;
  if (!most)
    return;
  cutIntoBlocks(k, p, most);
  if (!p->blocks.size)
    return;
  if (p->packed)
    tcProductFindsPanels(k, p);
  readRowsOfBlock(k, p, &whole);
  p->walked = p->over;
  tcProductSetSumLevel(k, p);
}
