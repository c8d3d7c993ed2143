// Rows of a convolution over an image of few channels that lie outermost. See
// product.h.
//
//   contract (n, y, x, o) over (c, ky, kx):
//     a[n, c, 2 * y + ky - 3, 2 * x + kx - 3] or 0, w[o, c, ky, kx]
//
// A part of a run of kx may be outside, so that rows cannot be read in place,
// and packed as rows each point is copied for each place that it has in
// windows: of an image of 3 channels that takes as long as the products. So a
// task copies the lines of the image that its rows see, borders filled in, once
// for all of its rows. Neighbouring rows are then so many elements apart as
// windows move, also where they overlap. So are rows that a unit of vectors
// multiplies in pairs of steps: of an odd number of these the last one is read
// from a second copy, in which a zero is beside each element.
#include "passes/lower/cpu/nest.h"
#include "passes/lower/cpu/product_operands.h"
#include "passes/lower/cpu/stage.h"
#include "passes/lower/cpu/tiles.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"

enum { WORD = 4 }; // bytes of a pair of halves

//===- Whether ------------------------------------------------------------===//

// Tiles are parts of lines, as high as leave registers for a panel's vectors,
// and two.
static int64_t heightOf(const TcCpuKernel *k, const TcProduct *p,
                        const TcTarget *target) {
  int64_t line = tcCpuExtent(k, p->across.row, 1);
  int64_t height =
      ((int64_t)target->vectorRegisters - p->vectors - 2) / p->vectors;
  if (height > TC_PRODUCT_MAX_HEIGHT)
    height = TC_PRODUCT_MAX_HEIGHT;
  while (height > 1 && line % height)
    --height;
  return height;
}

// Of an element of a copied line.
static int64_t elementBytes(const TcProduct *p) {
  return tcCpuBytes(p->rowElement);
}

// Elements of a line, in whole vectors.
static int64_t pitchOf(const TcProduct *p) {
  return (p->across.points + p->lanes - 1) / p->lanes * p->lanes;
}

static bool matchWindows(const TcCpuKernel *k, TcProduct *p) {
  size_t n = p->rows.size;
  return n >= 2 &&
         tcProductMatchAxis(k, p, p->rows.data[n - 1], &p->over, &p->across) &&
         tcProductMatchAxis(k, p, p->rows.data[n - 2], &p->over, &p->down) &&
         p->across.over == tcVecLast(&p->over) &&
         p->down.over != p->across.over;
}

// Whether each iterator has a known extent, and rows lie in one line after the
// other.
static bool areKnown(const TcCpuKernel *k, const TcProduct *p) {
  for (size_t i = 0; i < p->over.size; ++i)
    if (tcCpuExtent(k, p->over.data[i], 0) < 1)
      return false;
  for (size_t i = 0; i < p->rows.size; ++i)
    if (tcCpuExtent(k, p->rows.data[i], 0) < 1)
      return false;
  return true;
}

static const TcSize *scaled(TcCpuKernel *k, int iter, int64_t by) {
  return tcSizeMul(k->arena, k->iters.data[iter].symbol,
                   tcSizeConst(k->arena, by));
}

bool tcProductReadLines(TcCpuKernel *k, TcProduct *p, const TcTarget *target) {
  if (p->given && p->given->rowsFrom != TC_ROWS_LINES)
    return false;
  if (!mlirTypeEqual(p->rowFactor->value->element, p->element) ||
      !matchWindows(k, p) || !areKnown(k, p))
    return false;
  int64_t height = heightOf(k, p, target);
  if (!p->given && !p->chooser->readsLines(p, target, height))
    return false;
  p->height = height;
  p->lines = true;
  p->filled = false;
  p->rowInner = k->iters.data[p->across.over].symbol;
  return true;
}

// As the schedule says, or those of all registers, where lines are chosen.
static int64_t heightOfPairs(TcCpuKernel *k, const TcProduct *p,
                             const TcTarget *target) {
  int64_t height = heightOf(k, p, target);
  if (!p->given)
    return p->chooser->readsLines(p, target, height) ? height : 0;
  if (p->given->rowsFrom != TC_ROWS_LINES)
    return 0;
  return tcCpuExtent(k, p->across.row, 1) % p->height ? height : p->height;
}

// Whether an odd number of steps is in one block of a sum, whose last step
// alone has none beside it.
static bool endsOnce(const TcCpuKernel *k, const TcProduct *p) {
  return !tcProductHasOddSteps(k, p) ||
         tcCpuExtent(k, tcVecLast(&p->over), 0) <= p->sumBlock;
}

void tcProductReadLinesInPairs(TcCpuKernel *k, TcProduct *p,
                               const TcTarget *target) {
  if (!p->packsRows || !p->unit || p->unit->tiles || p->unit->pair != 2 ||
      !mlirTypeIsABF16(p->rowFactor->value->element) || !matchWindows(k, p) ||
      !areKnown(k, p) || !endsOnce(k, p))
    return;
  int64_t height = heightOfPairs(k, p, target);
  if (!height)
    return;
  p->height = height;
  p->lines = true;
  p->packsRows = false;
}

// Places of lines in a strip, when tasks have been cut: those of an outer
// iterator of the reduction behind each other.
static const TcSize *lineAt(TcCpuKernel *k, const TcProduct *p) {
  TcArena *a = k->arena;
  int64_t pitch = pitchOf(p), plane = pitch * tcProductStripRows(k, p);
  const TcSize *at = scaled(k, p->down.over, pitch);
  for (size_t i = p->over.size - 1; i-- > 0;) {
    int iter = p->over.data[i];
    if (iter == p->down.over)
      continue;
    at = tcSizeAdd(a, at, scaled(k, iter, plane));
    plane *= tcCpuExtent(k, iter, 1);
  }
  return at;
}

// Of all lines of a strip, an element in so many bytes.
static int64_t planeBytes(const TcCpuKernel *k, const TcProduct *p,
                          int64_t element) {
  int64_t lines = tcProductStripRows(k, p);
  for (size_t i = 0; i + 1 < p->over.size; ++i)
    if (p->over.data[i] != p->down.over)
      lines *= tcCpuExtent(k, p->over.data[i], 1);
  int64_t bytes = lines * pitchOf(p) * element;
  return (bytes + TC_PRODUCT_LINE - 1) / TC_PRODUCT_LINE * TC_PRODUCT_LINE;
}

// Whether there is a second copy of the lines, in words whose upper halves are
// zeros: the last step of an odd number that is multiplied in pairs.
static bool hasWords(const TcCpuKernel *k, const TcProduct *p) {
  return tcProductHasOddSteps(k, p);
}

int64_t tcProductLineBytes(const TcCpuKernel *k, const TcProduct *p) {
  return planeBytes(k, p, elementBytes(p)) +
         (hasWords(k, p) ? planeBytes(k, p, WORD) : 0);
}

void tcProductPlaceLines(TcCpuKernel *k, TcProduct *p) {
  p->rowOuter = lineAt(k, p);
  p->rowStart =
      tcSizeAdd(k->arena, scaled(k, p->down.row, p->down.step * pitchOf(p)),
                scaled(k, p->across.row, p->across.step));
}

//===- The copy -----------------------------------------------------------===//

// Where lines are copied to: elements, and their words or null.
typedef struct Strip {
  TcPlace elements, words;
} Strip;

// Stores bf16, of which registers have f32, as they are.
static void storeHalves(TcEmit *e, const Strip *to, const TcSize *at,
                        TcLane x) {
  MlirType half = mlirIntegerTypeGet(e->ctx, 16);
  MlirType words = tcEmitVectorOf(e->lanes, e->i32);
  MlirValue bits = tcLlvmBitcast(&e->b, words, x.v);
  MlirValue word =
      tcArithShrui(&e->b, bits, tcEmitBroadcast(e, tcEmitInt(e, e->i32, 16)));
  TcLane lanes = {
      .v = tcArithTrunci(&e->b, tcEmitVectorOf(e->lanes, half), word),
      .wide = true};
  tcEmitStore(e, &to->elements, half, 1, &at, lanes);
  lanes.v = word;
  if (to->words.base.ptr)
    tcEmitStore(e, &to->words, e->i32, 1, &at, lanes);
}

// A vector of points of a line, from here on.
static void copyVector(TcEmit *e, const TcProduct *p, const Strip *to,
                       const TcSize *at) {
  MlirValue here = e->iters[p->across.over];
  tcEmitSetLanes(e, p->lanes, p->across.over);
  if (p->across.points % p->lanes)
    e->mask = tcEmitLanesBelow(e, here, tcEmitI64(e, p->across.points));
  TcLane x = tcEmitWiden(e, tcProductElement(e, p, p->rowFactor));
  if (mlirTypeEqual(p->rowElement, p->element))
    tcEmitStore(e, &to->elements, p->element, 1, &at, x);
  else
    storeHalves(e, to, at, x);
  e->mask = (TcLane){.v = {NULL}};
  tcEmitSetLanes(e, 1, -1);
}

static void copyLines(TcEmit *e, const TcProduct *p, const Strip *to,
                      const TcSize *at, size_t level) {
  int iter = p->over.data[level];
  bool inner = level + 1 == p->over.size;
  int64_t n = inner                  ? pitchOf(p)
              : iter == p->down.over ? tcProductStripRows(e->k, p)
                                     : tcCpuExtent(e->k, iter, 1);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), tcEmitI64(e, n),
                          inner ? p->lanes : 1, iter, 0, NULL);
  if (inner)
    copyVector(e, p, to, at);
  else
    copyLines(e, p, to, at, level + 1);
  tcEmitForEnd(e, &loop, 0, NULL);
}

// Its points are those that the first row of the task's first line reads in a
// window of the strip's size.
void tcProductCopyLines(TcEmit *e, const TcProduct *p, TcTileSite *site,
                        MlirValue firstTile) {
  const TcSize *one = tcSizeConst(e->arena, 1);
  MlirValue zero = tcEmitI64(e, 0);
  Strip to = {
      .elements = {.base = tcProductScratch(e, p->stripAt), .strides = &one}};
  tcProductSetRow(e, p, tcArithMuli(&e->b, firstTile, tcEmitI64(e, p->height)));
  e->iters[p->across.row] = zero;
  MlirValue start = tcArithSubi(&e->b, zero, tcEmitExpr(e, p->rowStart));
  site->strip = tcEmitAt(e, to.elements.base, p->rowElement, start);
  if (hasWords(e->k, p)) {
    int64_t before = planeBytes(e->k, p, elementBytes(p));
    to.words = (TcPlace){.base = tcEmitBytesOn(e, to.elements.base, before),
                         .strides = &one};
    site->stripWords = tcEmitAt(e, to.words.base, e->i32, start);
  }
  copyLines(e, p, &to, tcSizeAdd(e->arena, p->rowOuter, p->rowInner), 0);
}
