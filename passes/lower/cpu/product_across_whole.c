// Packs rows that lie side by side for tile registers where all of them are
// whole and steps are evenly spaced: without masks, and transposed between load
// and store. See product_across_pack.c.
//
// A line has a step of the rows of two registers, one above the other. Two
// steps of it are interleaved within each 16 bytes of a vector, the pairs of
// the lower four rows of each group of eight in one vector, those of the upper
// four in another. As many of either as a register is deep are transposed; each
// row of the result then belongs to one row of one of the two registers.
#include "passes/lower/cpu/product_operands.h"
#include "passes/lower/cpu/stage.h"
#include "passes/lower/cpu/tiles.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"

enum {
  GROUP = 8,   // halves within which a vector interleaves
  QUARTER = 4, // pairs of them in one of two vectors
  WORDS = 16,  // of a vector, and pairs of a register
  HALVES = 2 * WORDS
};

typedef struct Whole {
  TcEmit *e;
  const TcProduct *p;
  int64_t stride; // bytes from step to step
} Whole;

static const TcSize *firstRow(TcEmit *e, const TcProduct *p) {
  const TcSize *zero = tcSizeConst(e->arena, 0);
  const TcSize *at = tcCpuReadOffset(e->k, p->rowFactor);
  return tcProductReplaceIters(e->k, at, &p->rows, zero);
}

bool tcProductHasWholeRegisters(TcCpuKernel *k, const TcProduct *p,
                                int64_t *stride) {
  const TcSize *by, *rest;
  const TcUnit *u = tcProductTileUnit(p);
  return u && u->pair == 2 && u->m == WORDS &&
         u->tiles->rowBytes == HALVES * tcProductRowBytes(p) && p->fixedRows &&
         !p->tall && p->shortHeight == HALVES &&
         tcCpuFlatStride(k, tcCpuReadOffset(k, p->rowFactor), &p->over, &by,
                         &rest) &&
         tcSizeIsConst(by, stride);
}

// The pairs of two steps, of half of the rows.
static MlirValue interleaved(Whole *w, MlirValue from, int64_t half) {
  TcEmit *e = w->e;
  MlirType type = tcEmitVectorOf(HALVES, mlirIntegerTypeGet(e->ctx, 16));
  int64_t align = tcProductRowBytes(w->p);
  MlirValue x = tcEmitLoadBits(e, type, from, align);
  MlirValue y =
      tcEmitLoadBits(e, type, tcEmitBytesOn(e, from, w->stride), align);
  int32_t mask[HALVES];
  for (int64_t i = 0; i < HALVES; ++i)
    mask[i] = (int32_t)(i / GROUP * GROUP + half * QUARTER + i % GROUP / 2 +
                        i % 2 * HALVES);
  MlirValue pairs = tcLlvmShufflevector(&e->b, type, x, y, HALVES, mask);
  return tcLlvmBitcast(&e->b, tcEmitVectorOf(WORDS, e->i32), pairs);
}

// So many pairs of steps of two registers, and zeros behind them.
static void packHalf(Whole *w, MlirValue from, MlirValue to, int64_t pairs,
                     int64_t half) {
  TcEmit *e = w->e;
  TcLane rows[WORDS];
  for (int64_t i = 0; i < WORDS; ++i)
    rows[i].v =
        i < pairs
            ? interleaved(w, tcEmitBytesOn(e, from, 2 * i * w->stride), half)
            : tcEmitZeros(e, WORDS, e->i32);
  tcEmitTranspose(e, rows, WORDS);
  for (int64_t i = 0; i < WORDS; ++i) {
    int64_t row = i / QUARTER * GROUP + half * QUARTER + i % QUARTER;
    tcEmitStoreBits(e, rows[i].v,
                    tcEmitBytesOn(e, to, row * w->p->unit->tiles->rowBytes),
                    TC_PRODUCT_LINE);
  }
}

// Registers number `step` of the rows of all tiles, `pairs` pairs deep.
static void packStep(Whole *w, const MlirValue *tiles, MlirValue step,
                     int64_t pairs) {
  TcEmit *e = w->e;
  const TcProduct *p = w->p;
  MlirValue low = tiles[0], zero = tcEmitI64(e, 0);
  int64_t both = TC_PRODUCT_TILES * tcTileBytes(p->unit);
  for (size_t i = 0; i < p->over.size; ++i)
    e->iters[p->over.data[i]] = zero;
  MlirValue first =
      tcEmitAt(e, e->buffers[p->rowFactor->value->arg],
               p->rowFactor->value->element, tcEmitExpr(e, firstRow(e, p)));
  first = tcEmitBytesAt(
      e, first, tcArithMuli(&e->b, step, tcEmitI64(e, p->depth * w->stride)));
  MlirValue place = tcEmitBytesAt(e, tcProductScratch(e, p->rowsAt),
                                  tcArithMuli(&e->b, step, tcEmitI64(e, both)));
  TcLoop loop = tcEmitFor(e, low, tiles[1], 1, -1, 0, NULL);
  MlirValue tile = mlirBlockGetArgument(loop.body, 0);
  int64_t line = HALVES * tcProductRowBytes(p);
  MlirValue from =
      tcEmitBytesAt(e, first, tcArithMuli(&e->b, tile, tcEmitI64(e, line)));
  MlirValue number = tcArithSubi(&e->b, tile, low);
  MlirValue to = tcEmitBytesAt(
      e, place, tcArithMuli(&e->b, number, tcEmitExpr(e, p->rowBytes)));
  for (int64_t half = 0; half < 2; ++half)
    packHalf(w, from, to, pairs, half);
  tcEmitForEnd(e, &loop, 0, NULL);
}

void tcProductPackWhole(TcEmit *e, const TcProduct *p, const MlirValue *tiles,
                        int64_t stride) {
  Whole w = {e, p, stride * tcProductRowBytes(p)};
  int64_t pair = p->unit->pair;
  MlirValue whole = tcEmitI64(e, tcProductRun(e->k, p) / p->depth);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), whole, 1, -1, 0, NULL);
  packStep(&w, tiles, mlirBlockGetArgument(loop.body, 0), p->depth / pair);
  tcEmitForEnd(e, &loop, 0, NULL);
  if (p->tail)
    packStep(&w, tiles, whole, p->tail / pair);
}
