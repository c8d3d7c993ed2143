// Factors of contracts that depend on few of the iterators: computed once at
// each point of these, not at each point of the contract.
#ifndef TC_INTERP_FACTORS_H
#define TC_INTERP_FACTORS_H

#include "interp/stage.h"

/// The iterators that each of the two values that a contract's body yields
/// depends on, own ones before reduced ones. False where running the body at
/// the points of both would not be less than half of the contract's points, or
/// not all of the body is for what it yields: then errors could be missed.
bool tcStageFactors(const TcStageCode *contract, TcSpace spaces[2]);

#endif // TC_INTERP_FACTORS_H
