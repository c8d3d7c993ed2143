// Rows of images in tile registers. A tile register reads rows that are evenly
// spaced in memory. Points of an image are so within one of its rows, so each
// register has a part of such a row. Windows that reach beyond the image are
// read from a strip: a task copies the rows of the image that its tiles see,
// with their borders, once; packed as rows of the product each point would be
// copied for each place that it has in windows. Of a unit that splits factors
// into slices a point has those of all its elements one behind the other. See
// product.h.
#include "passes/lower/cpu/product_operands.h"
#include "passes/lower/cpu/product_slices.h"
#include "passes/lower/cpu/tiles.h"

#include "tc/gen/ArithOps.h"

static int64_t extentOf(const TcCpuKernel *k, int iter) {
  return tcCpuExtent(k, iter, 0);
}

//===- Matching -----------------------------------------------------------===//

// The largest divisor of n up to `most`.
static int64_t partOf(int64_t n, int64_t most) {
  while (most > 1 && n % most)
    --most;
  return most;
}

// The one index of the read that uses the iterator, or NULL.
static const TcSize *indexBy(const TcCpuKernel *k, const TcCpuRead *r,
                             int iter) {
  const TcSize *found = NULL;
  for (size_t d = 0; d < r->value->rank; ++d) {
    if (!tcSizeUses(r->index[d], k->iters.data[iter].name))
      continue;
    if (found)
      return NULL;
    found = r->index[d];
  }
  return found;
}

bool tcProductMatchAxis(const TcCpuKernel *k, const TcProduct *p, int row,
                        const TcCpuIters *overs, TcProductAxis *a) {
  const TcSize *index = indexBy(k, p->rowFactor, row), *stride, *rest;
  *a = (TcProductAxis){.row = row, .over = -1};
  if (!index || !tcCpuConstStride(k, index, row, &a->step) || a->step < 1 ||
      !tcCpuStride(k, index, row, &stride, &rest))
    return false;
  for (size_t i = 0; i < overs->size; ++i)
    if (tcSizeUses(rest, k->iters.data[overs->data[i]].name))
      a->over = overs->data[i];
  int64_t n;
  if (a->over < 0 || !tcCpuHasStride(k, rest, a->over, 1) ||
      indexBy(k, p->rowFactor, a->over) != index ||
      !tcCpuStride(k, rest, a->over, &stride, &rest) ||
      !tcSizeIsConst(rest, &n))
    return false;
  int64_t rows = extentOf(k, row), steps = extentOf(k, a->over);
  a->points = (rows - 1) * a->step + steps;
  return rows > 0 && steps > 0;
}

// Whether the points of a row of a window, which lie one behind the other in a
// strip, are one run of steps: where a point alone fills no tile, and panels
// have them in the same order.
static bool joinsPoints(TcCpuKernel *k, const TcProduct *p) {
  int64_t each = extentOf(k, tcVecLast(&p->over));
  return each < p->unit->k && p->over.data[1] == p->across.over &&
         (!p->packed || tcCpuHasStride(k, p->panelIndex, p->across.over,
                                       each * tcProductWidth(p)));
}

// Lines of points a multiple of 512 bytes apart share few sets of the first
// cache: a register is loaded in 11 to 18 cycles instead of 8.
static int64_t pitchOf(const TcProduct *p, int64_t elements) {
  enum { COLLIDE = 512 };
  int64_t line = TC_PRODUCT_LINE / tcProductStripElement(p);
  if (p->joined)
    return elements;
  int64_t pitch = (elements + line - 1) / line * line;
  return pitch * tcProductStripElement(p) % COLLIDE ? pitch : pitch + line;
}

static const TcSize *scaled(TcCpuKernel *k, int iter, int64_t by) {
  return tcSizeMul(k->arena, k->iters.data[iter].symbol,
                   tcSizeConst(k->arena, by));
}

// Windows in two dimensions over the last two iterators of rows.
static bool matchStrip(TcCpuKernel *k, TcProduct *p) {
  size_t n = p->rows.size;
  TcCpuIters outer = p->over;
  if (n < 2 || p->over.size != 3)
    return false;
  --outer.size; // a point's own elements
  if (!tcProductMatchAxis(k, p, p->rows.data[n - 1], &outer, &p->across) ||
      !tcProductMatchAxis(k, p, p->rows.data[n - 2], &outer, &p->down) ||
      p->across.over == p->down.over)
    return false;
  p->joined = joinsPoints(k, p);
  int64_t pitch =
      pitchOf(p, extentOf(k, tcVecLast(&p->over)) * tcProductSlices(p));
  int64_t line = pitch * p->across.points;
  p->strips = true;
  p->stripPitch = pitch;
  p->stripStart =
      tcSizeAdd(k->arena, scaled(k, p->down.row, p->down.step * line),
                scaled(k, p->across.row, p->across.step * pitch));
  p->stripOuter = tcSizeAdd(k->arena, scaled(k, p->down.over, line),
                            scaled(k, p->across.over, pitch));
  p->rowStride = tcSizeConst(k->arena, p->across.step * pitch);
  return true;
}

// Rows of a register, all of one line of the image: as the schedule says, or as
// many as divide it.
static int64_t rowsOfRegister(const TcProduct *p, int64_t line) {
  int64_t given = p->given ? p->given->rows / TC_PRODUCT_TILES : 0;
  return given > 0 && given <= p->unit->m && line % given == 0
             ? given
             : partOf(line, p->unit->m);
}

// Tiles must not be of two images where these are copied.
static int64_t rowsOfImage(const TcCpuKernel *k, const TcProduct *p) {
  return extentOf(k, p->down.row) * extentOf(k, p->across.row);
}

// Whether registers have so many rows of a line: as the schedule says, which
// reads such rows, or whose packed ones are in tiles as high; or chosen.
static bool haveRows(const TcProduct *p, int64_t rows) {
  if (!p->given)
    return p->chooser->readsImageRows(rows);
  TcRowsFrom from = p->given->rowsFrom;
  return from == TC_ROWS_IN_PLACE || from == TC_ROWS_STRIP ||
         p->given->rows == TC_PRODUCT_TILES * rows;
}

void tcProductReadImageRows(TcCpuKernel *k, TcProduct *p) {
  int64_t n, stride, line, part;
  int last = p->rows.size ? tcVecLast(&p->rows) : -1;
  if (last < 0 || !tcSizeIsConst(tcCpuProduct(k->arena, k, &p->rows), &n) ||
      !(line = extentOf(k, last)))
    return;
  part = rowsOfRegister(p, line);
  int64_t height = TC_PRODUCT_TILES * part;
  if (!haveRows(p, part) || n % height)
    return;
  if (p->filled) {
    if (!matchStrip(k, p))
      return;
    if (rowsOfImage(k, p) % height) {
      p->strips = p->joined = false;
      p->rowStride = NULL;
      return;
    }
  } else {
    if (!tcCpuConstStride(k, p->rowStart, last, &stride) || stride < 1)
      return;
    p->rowStride = tcSizeConst(k->arena, stride);
  }
  p->unitRows = part;
  p->height = height;
}

//===- Tasks --------------------------------------------------------------===//

static int64_t greatestCommonDivisor(int64_t a, int64_t b) {
  return b ? greatestCommonDivisor(b, a % b) : a;
}

int64_t tcProductStripTiles(const TcCpuKernel *k, const TcProduct *p,
                            int64_t least) {
  int64_t line = extentOf(k, p->across.row), step = p->down.step;
  int64_t few = extentOf(k, p->down.over) / step * line / p->height;
  least = least > few ? least : few;
  int64_t lines = line / greatestCommonDivisor(line, p->height);
  int64_t all = rowsOfImage(k, p) / p->height, tiles = lines;
  while (tiles < all && (tiles < least || all % tiles))
    tiles += lines;
  return tiles < all ? tiles : all;
}

int64_t tcProductStripRows(const TcCpuKernel *k, const TcProduct *p) {
  int64_t rows = p->tilesPerTask * p->height / extentOf(k, p->across.row);
  return (rows - 1) * p->down.step + extentOf(k, p->down.over);
}

int64_t tcProductSliceOfPoint(const TcCpuKernel *k, const TcProduct *p) {
  return extentOf(k, tcVecLast(&p->over)) * tcProductStripElement(p);
}

// Each copy of a point's last elements is as long as a row of a tile.
int64_t tcProductStripBytes(const TcCpuKernel *k, const TcProduct *p) {
  int64_t points = tcProductStripRows(k, p) * p->across.points;
  int64_t bytes = points * p->stripPitch * tcProductStripElement(p) +
                  p->unit->tiles->rowBytes;
  return (bytes + TC_PRODUCT_LINE - 1) / TC_PRODUCT_LINE * TC_PRODUCT_LINE;
}

//===- The copy -----------------------------------------------------------===//

// The same, one slice of all steps behind the other.
static void splitPoint(TcEmit *e, const TcProduct *p, MlirValue from,
                       MlirValue to) {
  int64_t n = extentOf(e->k, tcVecLast(&p->over)), each = p->unit->k;
  TcLoop loop =
      tcEmitFor(e, tcEmitI64(e, 0), tcEmitI64(e, n), each, -1, 0, NULL);
  MlirValue at = mlirBlockGetArgument(loop.body, 0);
  MlirValue bytes =
      tcArithMuli(&e->b, at, tcEmitI64(e, tcProductStripElement(p)));
  tcSliceRegister(e, p, tcEmitAt(e, from, p->rowFactor->value->element, at),
                  tcEmitBytesAt(e, to, bytes), tcProductSliceOfPoint(e->k, p));
  tcEmitForEnd(e, &loop, 0, NULL);
}

// The point of the image, or fills.
static void copyPoint(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                      MlirValue to) {
  MlirType element = p->rowFactor->value->element;
  int64_t n = extentOf(e->k, tcVecLast(&p->over)), each = p->unit->k;
  int64_t align = p->joined ? tcProductRowBytes(p) : TC_PRODUCT_LINE;
  MlirValue from = tcProductRowRun(e, p, site);
  if (tcProductSlices(p) > 1) {
    splitPoint(e, p, from, to);
    return;
  }
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), tcEmitI64(e, n / each * each),
                          each, -1, 0, NULL);
  MlirValue at = mlirBlockGetArgument(loop.body, 0);
  tcProductCopyWords(e, p, tcEmitAt(e, from, element, at),
                     tcEmitAt(e, to, element, at), each, align);
  tcEmitForEnd(e, &loop, 0, NULL);
  MlirValue whole = tcEmitI64(e, n / each * each);
  if (n % each)
    tcProductCopyWords(e, p, tcEmitAt(e, from, element, whole),
                       tcEmitAt(e, to, element, whole), n % each, align);
}

// Its points are those that the task's first row reads in a window of the
// strip's size.
void tcProductCopyStrip(TcEmit *e, const TcProduct *p, TcTileSite *site,
                        MlirValue firstTile) {
  MlirValue zero = tcEmitI64(e, 0), strip = tcProductScratch(e, p->stripAt);
  MlirValue bytes = tcEmitI64(e, tcProductStripElement(p));
  MlirValue first = tcArithMuli(&e->b, firstTile, tcEmitI64(e, p->height));
  tcProductSetRow(e, p, first);
  e->iters[p->across.row] = zero;
  e->iters[tcVecLast(&p->over)] = zero;
  MlirValue start = tcEmitExpr(e, p->stripStart);
  site->strip = tcEmitBytesAt(
      e, strip, tcArithSubi(&e->b, zero, tcArithMuli(&e->b, start, bytes)));
  TcLoop rows = tcEmitFor(e, zero, tcEmitI64(e, tcProductStripRows(e->k, p)), 1,
                          p->down.over, 0, NULL);
  TcLoop points = tcEmitFor(e, zero, tcEmitI64(e, p->across.points), 1,
                            p->across.over, 0, NULL);
  MlirValue at = tcArithMuli(&e->b, tcEmitExpr(e, p->stripOuter), bytes);
  copyPoint(e, p, site, tcEmitBytesAt(e, strip, at));
  tcEmitForEnd(e, &points, 0, NULL);
  tcEmitForEnd(e, &rows, 0, NULL);
}
