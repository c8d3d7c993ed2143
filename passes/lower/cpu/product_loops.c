// Which loops of a product are written out, and how far prefetches are ahead:
// as its schedule says, or chosen. See product.h.
#include "passes/lower/cpu/product_emit.h"
#include "passes/lower/cpu/product_operands.h"

void tcProductSetLoops(TcProduct *p) {
  p->loops = p->given ? p->given->loops : p->chooser->loops(p);
}

// Whether steps of a panel that lies in memory can be prefetched: nothing else
// prefetches them.
static bool canPrefetchSteps(const TcProduct *p) {
  return p->packed && !p->linesBetween && !tcProductUnit(p);
}

TcProductLoops tcProductLoopsOf(const TcProduct *p) {
  TcProductLoops loops = p->loops, plain = tcProductPlainLoops(p->windows);
  if (tcProductUnit(p)) {
    loops.iteration = plain.iteration;
    loops.unroll = plain.unroll;
  }
  if (p->packed && !p->packsAhead)
    loops.packingUnroll = plain.packingUnroll;
  if (!canPrefetchSteps(p))
    loops.stepsAhead = 0;
  if (!p->rowsAcross && (!p->blocks.size || p->packed))
    loops.packingAhead = 0;
  if (!p->maps.size || p->vectors < 2)
    loops.loopsMaps = false;
  return loops;
}
