// What tiles in vectors prefetch for their maps, dealt out over the blocks
// of their sums. See product.h.
//
// A core waits for some sixteen lines at once: a burst of prefetches that miss
// stops it as loads would, for as long as memory takes. So each block of a sum
// (sum-block.h), 64 steps or more, begins with a share of them. Sums of few
// steps end before memory answers: prefetches would only be in the way of the
// stores, which a core waits for side by side.
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

// 16 steps of a tile of 12 x 2 vectors are 200 cycles.
static bool endsSoon(const TcProductTile *t) {
  enum { FEW_STEPS = 16 };
  int64_t steps = 1;
  for (size_t i = 0; i < t->p->walked.size && steps <= FEW_STEPS; ++i)
    steps *= tcCpuExtent(t->e->k, t->p->walked.data[i], FEW_STEPS + 1);
  return steps <= FEW_STEPS;
}

void tcTileDealShares(TcProductTile *t) {
  const TcProduct *p = t->p;
  t->shares = p->alongRows || p->parts || endsSoon(t) ? 0 : numBlocks(t);
  if (t->shares == 1)
    tcTilePrefetchShare(t, tcEmitI64(t->e, 0));
}
