// The iterators at a row of a product's tile. See product_tile.h.
#include "passes/lower/cpu/product_operands.h"
#include "passes/lower/cpu/product_tile.h"

#include "tc/gen/ArithOps.h"

// The last iterator is the fastest.
void tcProductSetRow(TcEmit *e, const TcProduct *p, MlirValue row) {
  for (size_t i = p->rows.size; i-- > 0;) {
    int iter = p->rows.data[i];
    if (i == 0) {
      e->iters[iter] = row;
      return;
    }
    MlirValue n = tcEmitExpr(e, e->k->iters.data[iter].extent);
    e->iters[iter] = tcArithRemui(&e->b, row, n);
    row = tcArithDivui(&e->b, row, n);
  }
}

void tcTileKeepRow(TcProductTile *t, int64_t i) {
  TcEmit *e = t->e;
  size_t n = t->p->rows.size;
  t->iters[i] = TC_ARENA_ARRAY(e->arena, MlirValue, n + 1);
  for (size_t k = 0; k < n; ++k)
    t->iters[i][k] = e->iters[t->p->rows.data[k]];
}

void tcTileSetRow(TcProductTile *t, int64_t i) {
  for (size_t r = 0; r < t->p->rows.size; ++r)
    t->e->iters[t->p->rows.data[r]] = t->iters[i][r];
}

MlirValue tcProductEndOfRows(TcEmit *e, const TcProduct *p,
                             const TcTileSite *site) {
  return site->endRow.ptr ? site->endRow : tcEmitExpr(e, p->numRows);
}

MlirValue tcProductRowsHere(TcEmit *e, const TcProduct *p,
                            const TcTileSite *site, int64_t height) {
  MlirValue all = tcEmitI64(e, height);
  if (!site->isLast)
    return all;
  MlirValue left =
      tcArithSubi(&e->b, tcProductEndOfRows(e, p, site), site->firstRow);
  return tcArithMinsi(&e->b, all, left);
}
