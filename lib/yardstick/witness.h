// What code chose among values that are too near to each other to tell which
// is the greatest or comes first: its choice is right if no other value is
// surely better, and the evaluation goes on with it.
#ifndef TC_YARDSTICK_WITNESS_H
#define TC_YARDSTICK_WITNESS_H

#include "yardstick/stages.h"

/// The positions that a reduction with a combining region chose (argmax): n
/// results in `out`, of which those that are open are set to the choice, or,
/// if combining it with another term does not keep it, are no longer open.
TcStatus tcWitnessReduce(TcAccumulators *accumulators, int n,
                         TcStrip *out) TC_MUST_USE;

/// Whether `order`, of `take` positions among all elements of `keys`, may be
/// that of a stable sort.
bool tcWitnessIsSorted(const TcBounded *keys, bool descending, int64_t take,
                       const int64_t *order, bool *isTaken);

#endif // TC_YARDSTICK_WITNESS_H
