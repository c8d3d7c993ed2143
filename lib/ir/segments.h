// Contractions of which each result sums a range of an iterator's points that
// is data: rows of an expert, segments. Their body selects,
//
//   contract (g, m, n) over (b, r)
//       reads(%x[b, r, m], %y[b, r, n], %first[g], %end[g]) {
//     %in = b >= %first and b < %end
//     yield where(%in, %x, 0), where(%in, %y, 0)
//   }
#ifndef TC_IR_SEGMENTS_H
#define TC_IR_SEGMENTS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TcSegments {
  intptr_t factors[2], first, end; ///< inputs of the contraction
  MlirAttribute iter;              ///< StringAttr; of `over`
} TcSegments;

/// Whether the contraction is such a one: steps outside of the range add
/// nothing. (Halves may be widened before or after they are selected.)
bool tcReadSegments(MlirOperation contract, TcSegments *segments);

#ifdef __cplusplus
}
#endif

#endif // TC_IR_SEGMENTS_H
