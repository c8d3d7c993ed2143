// Which loops of a product are written out, and how far prefetches are ahead,
// where no schedule says so. See cpu-product.h.
#include "passes/schedule/cpu-product.h"

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

TcProductLoops tcProductChooseLoops(const TcProduct *p) {
  bool isFar = tcProductIsFar(p->columnFactor->value);
  return (TcProductLoops){
      .iteration = atMost(tcNumber(cpu_run_steps), TC_PRODUCT_MOST_UNROLL),
      .unroll = atMost(p->windows ? tcNumber(cpu_short_window)
                                  : tcNumber(cpu_short_loop),
                       TC_PRODUCT_MOST_UNROLL),
      .packingUnroll =
          atMost(tcNumber(cpu_short_window), TC_PRODUCT_MOST_UNROLL),
      .stepsAhead =
          isFar ? atMost(tcNumber(cpu_steps_ahead), TC_PRODUCT_MOST_AHEAD) : 0,
      .packingAhead = atMost(tcNumber(cpu_packed_ahead), TC_PRODUCT_MOST_AHEAD),
      .loopsMaps = areLong(p)};
}
