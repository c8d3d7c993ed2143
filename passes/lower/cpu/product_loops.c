// Which loops of a product are written out, and how far prefetches are ahead:
// as its schedule says, or chosen (passes/schedule/cpu-product-loops.c). See
// product.h.
#include "passes/lower/cpu/product_emit.h"
#include "passes/lower/cpu/product_operands.h"
#include "passes/schedule/cpu-product.h"

void tcProductSetLoops(TcProduct *p) {
  p->loops = p->given ? p->given->loops : tcProductChooseLoops(p);
}

// Panels are read from memory, and nothing else prefetches them.
static bool comesFromMemory(const TcProduct *p) {
  return p->packed && !p->linesBetween && !tcProductUnit(p) &&
         tcProductIsFar(p->columnFactor->value);
}

TcProductLoops tcProductLoopsOf(const TcProduct *p) {
  TcProductLoops loops = p->loops, plain = tcProductPlainLoops(p->windows);
  if (tcProductUnit(p)) {
    loops.iteration = plain.iteration;
    loops.unroll = plain.unroll;
  }
  if (p->packed && !p->packsAhead)
    loops.packingUnroll = plain.packingUnroll;
  if (!comesFromMemory(p))
    loops.stepsAhead = 0;
  if (!p->rowsAcross && (!p->blocks.size || p->packed))
    loops.packingAhead = 0;
  if (!p->maps.size || p->vectors < 2)
    loops.loopsMaps = false;
  return loops;
}
