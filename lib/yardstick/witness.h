// Where values are too near to each other to tell which is the greatest or
// comes first, the choice of the compiled code is accepted if no other value is
// certainly better, and the evaluation continues with it.
#ifndef TC_YARDSTICK_WITNESS_H
#define TC_YARDSTICK_WITNESS_H

#include "yardstick/stages.h"

/// The positions that a reduction with a combining region chose (argmax): sets
/// the undecided ones of the n results in `out` to the code's choice, or, if
/// combining it with another term does not keep it, marks them decided.
TcStatus tcWitnessReduce(TcAccumulators *accumulators, int n,
                         TcStrip *out) TC_MUST_USE;

/// Whether `order`, of `take` positions among all elements of `keys`, may be
/// that of a stable sort.
bool tcWitnessIsSorted(const TcBounded *keys, bool descending, int64_t take,
                       const int64_t *order, bool *isTaken);

#endif // TC_YARDSTICK_WITNESS_H
