// How many terms of a sum of floats one accumulator adds up before it is added
// to the others.
#ifndef TC_PASSES_SCHEDULE_SUM_BLOCK_H
#define TC_PASSES_SCHEDULE_SUM_BLOCK_H

#include <stdint.h>

/// Of n terms in blocks of b, the squares of the roundings' errors add up to
/// n b / 2 + n^2 / 2b, which is least at b = sqrt(n); a block costs an addition
/// and, where accumulators of both do not fit in registers, a spill. Blocks of
/// 64 to 256 keep the error below that of the peers' chains at each n, and the
/// additions below 2 % of the products.
static inline int64_t tcSumBlock(int64_t terms) {
  return terms <= 512 ? 64 : terms <= 16384 ? 128 : 256;
}

/// The number of terms that may be one block: no short rest is added alone.
static inline int64_t tcSumBlockMost(int64_t terms) {
  return tcSumBlock(terms) * 3 / 2;
}

#endif // TC_PASSES_SCHEDULE_SUM_BLOCK_H
