// What tiles in vectors prefetch for their maps, dealt out over the blocks
// of their sums. See product.h.
//
// A core waits for some sixteen lines at once: a burst of prefetches that miss
// stops it as loads would, for as long as memory takes. So each block of a sum
// (sum-block.h), 64 steps or more, begins with a share of them.
#include "passes/lower/cpu/product_operands.h"
#include "passes/lower/cpu/product_tile.h"

#include "tc/gen/ArithOps.h"

// The share's rows of the tile.
static void prefetchRows(TcProductTile *t, MlirValue share) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  MlirValue each = tcEmitI64(e, tcCeilDiv(t->height, t->shares));
  MlirValue low = tcArithMuli(&e->b, share, each);
  MlirValue high = tcArithMinsi(&e->b, tcArithAddi(&e->b, low, each),
                                tcEmitI64(e, t->height));
  TcLoop rows = tcEmitFor(e, low, high, 1, -1, 0, NULL);
  MlirValue i = mlirBlockGetArgument(rows.body, 0);
  tcProductSetRow(e, p, tcArithAddi(&e->b, t->site->firstRow, i));
  tcProductPrefetchMaps(e, p);
  tcEmitForEnd(e, &rows, 0, NULL);
}

// None before the last block of a sum whose blocks wait in scratch: maps do not
// run there.
void tcTilePrefetchShare(TcProductTile *t, MlirValue share) {
  TcEmit *e = t->e;
  if (!t->p->blocks.size) {
    prefetchRows(t, share);
    return;
  }
  TcLoop last = tcEmitIf(e, t->site->isLastBlock);
  prefetchRows(t, share);
  tcEmitIfEnd(e, &last);
}

// Blocks of the tile's sum, if its only loop has such; else 1.
static int64_t numBlocks(const TcProductTile *t) {
  const TcProduct *p = t->p;
  int64_t steps = 0;
  const TcSize *n = t->e->k->iters.data[tcVecLast(&p->walked)].extent;
  if (p->walked.size != 1 || p->sumLevel != 1 || !tcSizeIsConst(n, &steps))
    return 1;
  return tcCeilDiv(steps, p->sumBlock);
}

void tcTileDealShares(TcProductTile *t) {
  const TcProduct *p = t->p;
  t->shares = p->alongRows || p->parts ? 0 : numBlocks(t);
  if (t->shares == 1)
    tcTilePrefetchShare(t, tcEmitI64(t->e, 0));
}
