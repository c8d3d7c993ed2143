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

// Whether a task's panels are columns that lie side by side, steps whole pages
// apart, so that no prefetcher of the machine follows them.
static bool packsPages(TcCpuKernel *k, const TcProduct *p) {
  enum { PAGE = 2048 };
  const TcCpuRead *r = p->columnFactor;
  const TcSize *offset = tcCpuReadOffset(k, r);
  return !p->packed && !p->windows && mlirAttributeIsNull(r->fill) &&
         tcProductIsFar(r->value) && tcCpuHasStride(k, offset, p->column, 1) &&
         tcCpuDistance(k, offset, tcVecLast(&p->over)) *
                 (double)tcCpuBytes(r->value->element) >=
             PAGE;
}

bool tcProductPrefetchesPacking(TcCpuKernel *k, const TcProduct *p) {
  return p->rowsAcross || (p->blocks.size && !p->packed) || packsPages(k, p);
}

TcProductLoops tcProductLoopsOf(TcCpuKernel *k, const TcProduct *p) {
  TcProductLoops loops = p->loops, plain = tcProductPlainLoops(p->windows);
  if (tcProductUnit(p)) {
    loops.iteration = plain.iteration;
    loops.unroll = plain.unroll;
  }
  if (p->packed && !p->packsAhead)
    loops.packingUnroll = plain.packingUnroll;
  if (!canPrefetchSteps(p))
    loops.stepsAhead = 0;
  if (!tcProductPrefetchesPacking(k, p))
    loops.packingAhead = 0;
  if (!p->maps.size || p->vectors < 2)
    loops.loopsMaps = false;
  return loops;
}
