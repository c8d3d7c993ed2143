// Packing of rows by the tasks of a product, and what lies behind the last step
// of rows and columns. See product.h.
#include "passes/lower/cpu/product_operands.h"
#include "passes/lower/cpu/tiles.h"

#include "tc/gen/ArithOps.h"

//===- Rows ---------------------------------------------------------------===//

MlirValue tcProductRowRun(TcEmit *e, const TcProduct *p,
                          const TcTileSite *site) {
  const TcCpuRead *r = p->rowFactor;
  MlirValue run = tcEmitAt(e, e->buffers[r->value->arg], r->value->element,
                           tcEmitExpr(e, tcCpuReadOffset(e->k, r)));
  if (!p->filled)
    return run;
  TcLane in = tcEmitInBounds(e, r->value->rank, r->index, r->value->sizes);
  return in.v.ptr ? tcArithSelect(&e->b, in.v, run, site->fills) : run;
}

typedef struct Rows {
  TcEmit *e;
  const TcProduct *p;
  const TcTileSite *site;
  MlirValue to; // where the row lies in the tile of the first step
} Rows;

static int64_t stepBytes(const TcProduct *p) {
  return TC_PRODUCT_TILES * tcTileBytes(p->unit);
}

void tcProductCopyWords(TcEmit *e, const TcProduct *p, MlirValue from,
                        MlirValue to, int64_t steps, int64_t align) {
  int64_t all = p->unit->tiles->rowBytes / 4;
  int64_t words = steps * tcProductRowBytes(p) / 4;
  MlirValue x = tcEmitLoadWords(e, from, words, all, tcProductRowBytes(p));
  tcEmitStoreBits(e, x, to, align);
}

static void copyRun(Rows *r) {
  TcEmit *e = r->e;
  const TcProduct *p = r->p;
  int64_t n = 0, each = p->depth;
  int inner = tcVecLast(&p->over);
  e->iters[inner] = tcEmitI64(e, 0);
  MlirValue from = tcProductRowRun(e, p, r->site);
  tcSizeIsConst(e->k->iters.data[inner].extent, &n);
  int64_t whole = n / each, steps = whole + (n % each > 0);
  MlirValue number = tcEmitI64(e, 0);
  for (size_t i = 0; i + 1 < p->over.size; ++i) {
    int iter = p->over.data[i];
    MlirValue extent = tcEmitExpr(e, e->k->iters.data[iter].extent);
    number =
        tcArithAddi(&e->b, tcArithMuli(&e->b, number, extent), e->iters[iter]);
  }
  MlirValue bytes = tcEmitI64(e, steps * stepBytes(p));
  MlirValue to = tcEmitAt(e, r->to, e->i8, tcArithMuli(&e->b, number, bytes));
  TcLoop loop =
      tcEmitFor(e, tcEmitI64(e, 0), tcEmitI64(e, whole), 1, -1, 0, NULL);
  MlirValue step = mlirBlockGetArgument(loop.body, 0);
  MlirType element = p->rowFactor->value->element;
  MlirValue source =
      tcEmitAt(e, from, element, tcArithMuli(&e->b, step, tcEmitI64(e, each)));
  MlirValue target = tcEmitAt(
      e, to, e->i8, tcArithMuli(&e->b, step, tcEmitI64(e, stepBytes(p))));
  tcProductCopyWords(e, p, source, target, each, TC_PRODUCT_LINE);
  tcEmitForEnd(e, &loop, 0, NULL);
  if (n % each)
    tcProductCopyWords(
        e, p, tcEmitAt(e, from, element, tcEmitI64(e, whole * each)),
        tcEmitAt(e, to, e->i8, tcEmitI64(e, whole * stepBytes(p))), n % each,
        TC_PRODUCT_LINE);
}

static void copyRuns(Rows *r, size_t level) {
  TcEmit *e = r->e;
  const TcProduct *p = r->p;
  if (level + 1 == p->over.size) {
    copyRun(r);
    return;
  }
  int iter = p->over.data[level];
  MlirValue n = tcEmitExpr(e, e->k->iters.data[iter].extent);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), n, 1, iter, 0, NULL);
  copyRuns(r, level + 1);
  tcEmitForEnd(e, &loop, 0, NULL);
}

bool tcProductPackRows(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                       int64_t height) {
  const TcTileRegisters *t = p->unit->tiles;
  MlirValue rows = tcProductRowsHere(e, p, site, height);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), rows, 1, -1, 0, NULL);
  MlirValue row = mlirBlockGetArgument(loop.body, 0);
  tcProductSetRow(e, p, tcArithAddi(&e->b, site->firstRow, row));
  // Tiles of one step lie side by side, so a row's place is its number.
  MlirValue place = tcArithMuli(&e->b, row, tcEmitI64(e, t->rowBytes));
  Rows r = {e, p, site, tcEmitAt(e, site->packedRows, e->i8, place)};
  copyRuns(&r, 0);
  tcEmitForEnd(e, &loop, 0, NULL);
  return true;
}

//===- Last steps ---------------------------------------------------------===//

static MlirValue tailOf(TcEmit *e, const TcProduct *p, int64_t tile) {
  return tcEmitAt(e, tcProductScratch(e, p->tailAt), e->i8,
                  tcEmitI64(e, tile * tcTileBytes(p->unit)));
}

static int64_t pairWords(const TcProduct *p) {
  return tcProductWidth(p) * p->unit->pair * tcProductPackedBytes(p) / 4;
}

void tcProductClearTail(TcEmit *e, const TcProduct *p) {
  MlirValue tail = tailOf(e, p, TC_PRODUCT_TILES);
  int64_t words = pairWords(p);
  for (int64_t i = 0; i < p->unit->tiles->rows; ++i)
    tcEmitStoreBits(e, tcEmitZeros(e, words, e->i32),
                    tcEmitAt(e, tail, e->i32, tcEmitI64(e, i * words)), 64);
}

MlirValue tcProductColumnTail(TcEmit *e, const TcProduct *p, MlirValue from) {
  MlirValue tail = tailOf(e, p, TC_PRODUCT_TILES);
  int64_t words = pairWords(p);
  for (int64_t i = 0; i < p->tail / p->unit->pair; ++i) {
    MlirValue place = tcEmitI64(e, i * words);
    MlirValue x =
        tcEmitLoadBits(e, tcEmitVectorOf(words, e->i32),
                       tcEmitAt(e, from, e->i32, place), tcProductRowBytes(p));
    tcEmitStoreBits(e, x, tcEmitAt(e, tail, e->i32, place), 64);
  }
  return tail;
}

MlirValue tcProductRowTail(TcEmit *e, const TcProduct *p, int64_t tile,
                           MlirValue from, MlirValue stride, MlirValue rows) {
  MlirValue tail = tailOf(e, p, tile);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), rows, 1, -1, 0, NULL);
  MlirValue row = mlirBlockGetArgument(loop.body, 0);
  MlirValue place =
      tcArithMuli(&e->b, row, tcEmitI64(e, p->unit->tiles->rowBytes));
  tcProductCopyWords(e, p,
                     tcEmitAt(e, from, e->i8, tcArithMuli(&e->b, row, stride)),
                     tcEmitAt(e, tail, e->i8, place), p->tail, TC_PRODUCT_LINE);
  tcEmitForEnd(e, &loop, 0, NULL);
  return tail;
}
