//===- estimate.h - What a size is taken for -----------------------*- C
//-*-===//
//
// Costs are of sizes that may have symbols. Here they get numbers; what must
// hold for every size asks tcSizeRange instead (lib/support/size.h).
//
//===----------------------------------------------------------------------===//

#ifndef TC_COST_ESTIMATE_H
#define TC_COST_ESTIMATE_H

#include "lib/support/size.h"

/// The value of `size` where each of its symbols is `symbol`; 0 stands for
/// tcNumber(typical_size). A difference of symbols is no size where both have
/// the same value: it is taken for a symbol, and so is what overflows.
int64_t tcEstimate(const TcSize *size, int64_t symbol);

#endif // TC_COST_ESTIMATE_H
