// Sums of products by segment. See segment_sums.c.
#ifndef TC_PASSES_LOWER_SEGMENT_SUMS_H
#define TC_PASSES_LOWER_SEGMENT_SUMS_H

#include "passes/lower/lower.h"

/// Products of a batch, which a scatter of ascending positions adds up.
typedef struct TcSegmentSums {
  MlirOperation result;           // the scatter, or the slice that reads it
  MlirOperation scatter, product; // prim.index_put, prim.dot_general
  MlirValue positions;            // [batch]
} TcSegmentSums;

/// Whether `op` is such a scatter, from zeros, that alone reads the products;
/// or the first segments of one, which alone reads it.
bool tcIsSegmentSums(MlirOperation op, TcSegmentSums *s);

/// Of a kernel whose argument is the positions: the first product of each
/// segment, and the one behind its last.
void tcLowerSegmentBounds(const TcSegmentSums *s, TcLowering *l);

/// Of a kernel whose arguments are the product's factors and these two: the
/// sums of each segment.
void tcLowerSegmentSums(const TcSegmentSums *s, TcLowering *l);

#endif // TC_PASSES_LOWER_SEGMENT_SUMS_H
