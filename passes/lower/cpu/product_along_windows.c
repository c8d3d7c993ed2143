// Rows of windows for a unit that splits factors into slices: convolutions
// whose channels lie last. See product.h.
//
//   contract (n, y, x, o) over (ky, kx, c):
//     a[n, y + ky - 1, x + kx - 1, c] or 0, w[o, ky, kx, c]
//
// A row has a run of the innermost iterator's steps at each point of the
// others, whole registers of them, and all of it is inside of the image or
// outside. Where there are no strips (product_strip.c), a task packs it
// register by register, in blocks of steps as of rows whose steps are far apart
// (product_across.c): each element of the image is split for each place that it
// has in windows.
#include "passes/lower/cpu/product_operands.h"
#include "passes/lower/cpu/product_slices.h"
#include "passes/lower/cpu/tiles.h"

#include "tc/gen/ArithOps.h"

//===- Whether ------------------------------------------------------------===//

// Whether the innermost iterator is a run of whole registers of a row.
static bool hasRuns(TcCpuKernel *k, const TcProduct *p, const TcUnit *u) {
  int inner = tcVecLast(&p->over);
  int64_t n = tcCpuExtent(k, inner, 0);
  return n > 0 && n % u->k == 0 &&
         tcSizeEqual(p->rowInner, k->iters.data[inner].symbol) &&
         !(p->filled && tcProductBoundsUse(k, p->rowFactor, inner));
}

bool tcProductLiesInRuns(TcCpuKernel *k, const TcProduct *p, const TcUnit *u) {
  int64_t rows, steps;
  bool isMatrix = p->over.size == 1 && !p->filled;
  return u && u->slices && u->tiles && !isMatrix && p->segments < 0 &&
         !p->windows && !p->packsRows && !p->lines && !p->together &&
         (!p->given || p->given->rowsFrom == TC_ROWS_BLOCKS ||
          p->given->rowsFrom == TC_ROWS_STRIP) &&
         hasRuns(k, p, u) &&
         tcSizeIsConst(tcCpuProduct(k->arena, k, &p->rows), &rows) &&
         tcSizeIsConst(tcCpuProduct(k->arena, k, &p->over), &steps);
}

//===- Packing ------------------------------------------------------------===//

typedef struct Runs {
  TcEmit *e;
  const TcProduct *p;
  const TcTileSite *site;
  MlirValue to; // where the row lies in its first register
} Runs;

// The run that iterators say, which is number `number` of the row.
static void packRun(Runs *r, MlirValue number) {
  TcEmit *e = r->e;
  const TcProduct *p = r->p;
  int inner = tcVecLast(&p->over);
  int64_t each = p->unit->k, n = tcCpuExtent(e->k, inner, 0);
  int64_t bytes = tcProductSlices(p) * TC_PRODUCT_TILES * tcTileBytes(p->unit);
  e->iters[inner] = tcEmitI64(e, 0);
  MlirValue from = tcProductRowRun(e, p, r->site);
  MlirValue first = tcArithMuli(&e->b, number, tcEmitI64(e, n / each));
  TcLoop loop =
      tcEmitFor(e, tcEmitI64(e, 0), tcEmitI64(e, n / each), 1, -1, 0, NULL);
  MlirValue at = mlirBlockGetArgument(loop.body, 0);
  MlirValue to =
      tcArithMuli(&e->b, tcArithAddi(&e->b, first, at), tcEmitI64(e, bytes));
  MlirValue step = tcArithMuli(&e->b, at, tcEmitI64(e, each));
  tcSliceRegister(e, p, tcEmitAt(e, from, p->rowFactor->value->element, step),
                  tcEmitBytesAt(e, r->to, to), tcSlicesApart(p));
  tcEmitForEnd(e, &loop, 0, NULL);
}

static void packRuns(Runs *r, size_t level, MlirValue number) {
  TcEmit *e = r->e;
  const TcProduct *p = r->p;
  if (level + 1 == p->over.size) {
    packRun(r, number);
    return;
  }
  int iter = p->over.data[level];
  MlirValue n = tcEmitExpr(e, e->k->iters.data[iter].extent);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), n, 1, iter, 0, NULL);
  packRuns(r, level + 1,
           tcArithAddi(&e->b, tcArithMuli(&e->b, number, n), e->iters[iter]));
  tcEmitForEnd(e, &loop, 0, NULL);
}

bool tcProductPackRuns(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                       int64_t height) {
  MlirValue rows = tcProductRowsHere(e, p, site, height);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), rows, 1, -1, 0, NULL);
  MlirValue row = mlirBlockGetArgument(loop.body, 0);
  tcProductSetRow(e, p, tcArithAddi(&e->b, site->firstRow, row));
  MlirValue place = tcArithMuli(&e->b, row, tcProductPackedRowBytes(e, p));
  Runs r = {e, p, site, tcEmitBytesAt(e, site->packedRows, place)};
  packRuns(&r, 0, tcEmitI64(e, 0));
  tcEmitForEnd(e, &loop, 0, NULL);
  return true;
}
