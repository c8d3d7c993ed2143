// Which loops of a product are written out, and how far prefetches are ahead:
// as its schedule says, or chosen. See product.h.
#include "passes/lower/cpu/product_emit.h"
#include "passes/lower/cpu/product_operands.h"
#include "passes/schedule/cpu.h"

#include "lib/cost/numbers.h"

static int64_t atMost(int64_t n, int64_t most) { return n < most ? n : most; }

// Whether the maps on a vector are more than what a loop over vectors costs.
static bool areLong(const TcProduct *p) {
  int64_t ops = 0;
  for (size_t i = 0; i < p->maps.size; ++i)
    ops += tcCpuBodyOps(p->maps.data[i]);
  return ops > tcNumber(cpu_map_ops);
}

void tcProductSetLoops(TcProduct *p) {
  if (p->given) {
    p->loops = p->given->loops;
    return;
  }
  p->loops = (TcProductLoops){
      .iteration = atMost(tcNumber(cpu_run_steps), TC_PRODUCT_MOST_UNROLL),
      .unroll = atMost(p->windows ? tcNumber(cpu_short_window)
                                  : tcNumber(cpu_short_loop),
                       TC_PRODUCT_MOST_UNROLL),
      .packingUnroll =
          atMost(tcNumber(cpu_short_window), TC_PRODUCT_MOST_UNROLL),
      .stepsAhead = atMost(tcNumber(cpu_steps_ahead), TC_PRODUCT_MOST_AHEAD),
      .packingAhead = atMost(tcNumber(cpu_packed_ahead), TC_PRODUCT_MOST_AHEAD),
      .loopsMaps = areLong(p)};
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
