// Packs rows of windows for tile registers where the steps of a sum run along
// the lines of an image, a few elements apart: the gradient of the weight of a
// strided convolution of few channels, the channels first. See
// product_across.c.
//
//   contract (o, i, j, c) over (n, y, x): dy[n, y, x, o],
//                                         image[c, n, 2*y + i, 2*x + j]
//
// A row has every second element of a part of a line. Two vectors cover as many
// steps as a register is deep, or a part of these that divides the line, and a
// permutation takes the row's own of them: three instructions where a sum in
// vectors multiplies each of these elements by itself.
#include "passes/lower/cpu/product_operands.h"
#include "passes/lower/cpu/tiles.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { HALVES = 32 }; // of a vector, and of a row of a register

//===- Whether ------------------------------------------------------------===//

// Steps of the innermost iterator that two vectors cover and that divide it in
// whole pairs: the most, or 0.
static int64_t partOfLine(const TcCpuKernel *k, const TcProduct *p,
                          int64_t stride) {
  int64_t n = tcCpuExtent(k, tcVecLast(&p->over), 0);
  for (int64_t part = HALVES; n > 0 && part > 0; part -= 2)
    if (n % part == 0 && (part - 1) * stride < 2 * HALVES)
      return part;
  return 0;
}

// Registers that are less than half as deep as they could be would take longer
// than vectors do.
static bool suits(TcCpuKernel *k, const TcProduct *p, const TcTarget *target,
                  const TcUnit *u, int64_t stride) {
  return u->tiles && u->pair == 2 && u->k == HALVES &&
         tcProductUnitMay(target, p, u) &&
         2 * partOfLine(k, p, stride) >= HALVES;
}

bool tcProductLiesInLines(TcCpuKernel *k, const TcProduct *p,
                          const TcTarget *target) {
  const TcCpuRead *r = p->rowFactor;
  int64_t stride, rows, steps;
  if (p->given && p->given->rowsFrom != TC_ROWS_WINDOWS)
    return false;
  if (p->windows || p->packsRows || p->filled ||
      !mlirAttributeIsNull(r->fill) || !tcIsHalf(r->value->element) ||
      !p->over.size ||
      !tcCpuConstStride(k, tcCpuReadOffset(k, r), tcVecLast(&p->over),
                        &stride) ||
      stride < 2 ||
      !tcSizeIsConst(tcCpuProduct(k->arena, k, &p->rows), &rows) ||
      !tcSizeIsConst(tcCpuProduct(k->arena, k, &p->over), &steps))
    return false;
  for (const TcUnit *u = tcUnits; u->name; ++u)
    if (suits(k, p, target, u, stride))
      return rows >= TC_PRODUCT_TILES * u->m &&
             tcCpuExtent(k, p->column, 0) >= p->lanes;
  return false;
}

// The registers are as deep as what is packed at once.
int64_t tcProductLineDepth(const TcCpuKernel *k, const TcProduct *p) {
  return partOfLine(k, p, p->lineStride);
}

//===- Packing ------------------------------------------------------------===//

typedef struct Lines {
  TcEmit *e;
  const TcProduct *p;
  MlirValue tiles[2]; // the task's first one, and the end
} Lines;

// The next part of a row, and whatever behind it, which no register reads.
static MlirValue partOf(Lines *x, MlirValue from) {
  TcEmit *e = x->e;
  int64_t part = x->p->depth, by = x->p->lineStride, each = HALVES;
  int64_t bytes = tcProductRowBytes(x->p), span = (part - 1) * by + 1;
  while (each > span)
    each /= 2;
  MlirType i16 = mlirIntegerTypeGet(e->ctx, 16);
  MlirType type = tcEmitVectorOf(each, i16);
  MlirValue low = tcEmitLoadBits(e, type, from, bytes);
  MlirValue high = tcEmitLoadBits(
      e, type, tcEmitBytesOn(e, from, (span - each) * bytes), bytes);
  int32_t mask[HALVES] = {0};
  for (int64_t i = 0; i < part; ++i)
    mask[i] = (int32_t)(i * by < each ? i * by : each + i * by - (span - each));
  return tcLlvmShufflevector(&e->b, tcEmitVectorOf(HALVES, i16), low, high,
                             HALVES, mask);
}

// The parts of the line in one row, to where it lies in the first register.
static void packRow(Lines *x, MlirValue to) {
  TcEmit *e = x->e;
  const TcProduct *p = x->p;
  const TcCpuRead *r = p->rowFactor;
  int inner = tcVecLast(&p->over);
  int64_t step = TC_PRODUCT_TILES * tcTileBytes(p->unit);
  e->iters[inner] = tcEmitI64(e, 0);
  MlirValue from = tcEmitAt(e, e->buffers[r->value->arg], r->value->element,
                            tcEmitExpr(e, tcCpuReadOffset(e->k, r)));
  int64_t parts = tcCpuExtent(e->k, inner, 0) / p->depth;
  int64_t bytes = p->depth * p->lineStride * tcProductRowBytes(p);
  for (int64_t i = 0; i < parts; ++i)
    tcEmitStoreBits(e, partOf(x, tcEmitBytesOn(e, from, i * bytes)),
                    tcEmitBytesOn(e, to, i * step), TC_PRODUCT_LINE);
}

// The line that iterators say, in the rows of all tiles: what a line has in
// registers is packed for all rows before the next one.
static void packLine(Lines *x, MlirValue number) {
  TcEmit *e = x->e;
  const TcProduct *p = x->p;
  int64_t step = TC_PRODUCT_TILES * tcTileBytes(p->unit);
  int64_t parts = tcCpuExtent(e->k, tcVecLast(&p->over), 0) / p->depth;
  MlirValue line =
      tcEmitBytesAt(e, tcProductScratch(e, p->rowsAt),
                    tcArithMuli(&e->b, number, tcEmitI64(e, parts * step)));
  TcLoop tiles = tcEmitFor(e, x->tiles[0], x->tiles[1], 1, -1, 0, NULL);
  MlirValue tile = mlirBlockGetArgument(tiles.body, 0);
  MlirValue first = tcProductFirstRow(e, p, tile);
  MlirValue end =
      tcProductFirstRow(e, p, tcArithAddi(&e->b, tile, tcEmitI64(e, 1)));
  MlirValue to =
      tcEmitBytesAt(e, line,
                    tcArithMuli(&e->b, tcArithSubi(&e->b, tile, x->tiles[0]),
                                tcEmitExpr(e, p->rowBytes)));
  TcLoop rows = tcEmitFor(e, first, end, 1, -1, 0, NULL);
  MlirValue row = mlirBlockGetArgument(rows.body, 0);
  tcProductSetRow(e, p, row);
  MlirValue at = tcArithMuli(&e->b, tcArithSubi(&e->b, row, first),
                             tcEmitI64(e, p->unit->tiles->rowBytes));
  packRow(x, tcEmitBytesAt(e, to, at));
  tcEmitForEnd(e, &rows, 0, NULL);
  tcEmitForEnd(e, &tiles, 0, NULL);
}

static void packLines(Lines *x, size_t level, MlirValue number) {
  TcEmit *e = x->e;
  const TcProduct *p = x->p;
  if (level + 1 == p->over.size) {
    packLine(x, number);
    return;
  }
  int iter = p->over.data[level];
  MlirValue n = tcEmitExpr(e, e->k->iters.data[iter].extent);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), n, 1, iter, 0, NULL);
  packLines(x, level + 1,
            tcArithAddi(&e->b, tcArithMuli(&e->b, number, n), e->iters[iter]));
  tcEmitForEnd(e, &loop, 0, NULL);
}

void tcProductPackLines(TcEmit *e, const TcProduct *p, MlirValue firstTile,
                        MlirValue endTile) {
  Lines x = {.e = e, .p = p, .tiles = {firstTile, endTile}};
  packLines(&x, 0, tcEmitI64(e, 0));
}
