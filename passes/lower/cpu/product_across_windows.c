// Packs rows of windows for a unit of pairs where the steps of a sum run along
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
// vectors multiplies each of these elements by itself. Rows that vectors of
// pairs read have one part behind the other, the last one as short as the line
// leaves it.
#include "passes/lower/cpu/product_operands.h"
#include "passes/lower/cpu/tiles.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { HALVES = 32 }; // of a vector, and of a row of a register

//===- Whether ------------------------------------------------------------===//

// Steps that two vectors cover, in whole pairs.
static int64_t mostOfPart(int64_t stride) {
  int64_t part = HALVES;
  while (part > 0 && (part - 1) * stride >= 2 * HALVES)
    part -= 2;
  return part;
}

// Those of the innermost iterator that divide it: the most, or 0.
static int64_t partOfLine(const TcCpuKernel *k, const TcProduct *p,
                          int64_t stride) {
  int64_t n = tcCpuExtent(k, tcVecLast(&p->over), 0);
  for (int64_t part = mostOfPart(stride); n > 0 && part > 0; part -= 2)
    if (n % part == 0)
      return part;
  return 0;
}

// Whole pairs, as many of them at once as packing pays for: registers that are
// less than half as deep as they could be would take longer than vectors do.
static bool suits(TcCpuKernel *k, const TcProduct *p, const TcTarget *target,
                  const TcUnit *u, int64_t stride) {
  int64_t n = tcCpuExtent(k, tcVecLast(&p->over), 0);
  if (!u || u->pair != 2 || !tcProductUnitMay(target, p, u))
    return false;
  if (u->tiles)
    return u->k == HALVES && 2 * partOfLine(k, p, stride) >= HALVES;
  return n % 2 == 0 && 2 * n >= HALVES && 2 * mostOfPart(stride) >= HALVES;
}

bool tcProductLiesInLines(TcCpuKernel *k, const TcProduct *p,
                          const TcTarget *target, const TcUnit *u) {
  const TcCpuRead *r = p->rowFactor;
  int64_t stride, rows, steps;
  if (p->given && p->given->rowsFrom != TC_ROWS_WINDOWS)
    return false;
  if (p->windows || p->packsRows || p->filled ||
      !mlirAttributeIsNull(r->fill) || !tcTypeIsHalf(r->value->element) ||
      !p->over.size ||
      !tcCpuConstStride(k, tcCpuReadOffset(k, r), tcVecLast(&p->over),
                        &stride) ||
      stride < 2 ||
      !tcSizeIsConst(tcCpuProduct(k->arena, k, &p->rows), &rows) ||
      !tcSizeIsConst(tcCpuProduct(k->arena, k, &p->over), &steps))
    return false;
  return suits(k, p, target, u, stride) && rows >= TC_PRODUCT_TILES * u->m &&
         tcCpuExtent(k, p->column, 0) >= p->lanes;
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

// The next part of a row, of so many steps, and whatever behind it, which no
// sum reads.
static MlirValue partOf(Lines *x, MlirValue from, int64_t part) {
  TcEmit *e = x->e;
  int64_t by = x->p->lineStride, each = HALVES;
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

static int64_t stepsOfLine(const Lines *x) {
  return tcCpuExtent(x->e->k, tcVecLast(&x->p->over), 0);
}

// Steps of a part, but for the last one.
static int64_t stepsOfPart(const Lines *x) {
  return tcProductTileUnit(x->p) ? x->p->depth : mostOfPart(x->p->lineStride);
}

// Bytes from a part of a row to the next, and from a line to the next.
static int64_t partBytes(const Lines *x) {
  return tcProductTileUnit(x->p) ? TC_PRODUCT_TILES * tcTileBytes(x->p->unit)
                                 : stepsOfPart(x) * tcProductRowBytes(x->p);
}

static int64_t lineBytes(const Lines *x) {
  return tcProductTileUnit(x->p) ? stepsOfLine(x) / x->p->depth * partBytes(x)
                                 : stepsOfLine(x) * tcProductRowBytes(x->p);
}

// The parts of the line in one row, to where the first one lies.
static void packRow(Lines *x, MlirValue to) {
  TcEmit *e = x->e;
  const TcProduct *p = x->p;
  const TcCpuRead *r = p->rowFactor;
  e->iters[tcVecLast(&p->over)] = tcEmitI64(e, 0);
  MlirValue from = tcEmitAt(e, e->buffers[r->value->arg], r->value->element,
                            tcEmitExpr(e, tcCpuReadOffset(e->k, r)));
  int64_t n = stepsOfLine(x), most = stepsOfPart(x);
  int64_t bytes = most * p->lineStride * tcProductRowBytes(p);
  int64_t align = tcProductTileUnit(p) ? TC_PRODUCT_LINE : tcProductRowBytes(p);
  for (int64_t i = 0; i * most < n; ++i) {
    int64_t part = n - i * most < most ? n - i * most : most;
    tcEmitStoreBits(e, partOf(x, tcEmitBytesOn(e, from, i * bytes), part),
                    tcEmitBytesOn(e, to, i * partBytes(x)), align);
  }
}

// The line that iterators say, in the rows of all tiles: what a line has in
// registers is packed for all rows before the next one.
static void packLine(Lines *x, MlirValue number) {
  TcEmit *e = x->e;
  const TcProduct *p = x->p;
  MlirValue line =
      tcEmitBytesAt(e, tcProductScratch(e, p->rowsAt),
                    tcArithMuli(&e->b, number, tcEmitI64(e, lineBytes(x))));
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
                             tcProductPackedRowBytes(e, p));
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
