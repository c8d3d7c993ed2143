// Factors of f32 in slices: three numbers of bf16 each, whose products a matrix
// unit of bf16 adds up (docs/numerics.md, "Factors in three slices").
//
//   x 2^24 = h + m + l,   exactly
//
// h is the nearest bf16, m that of what is left, l the rest, so |m| is at most
// 2^-8 |h|, and |l| 2^-16. Without the factor 2^24 a unit that flushes would
// lose the lower slices of small numbers, and of subnormal ones all: the least
// f32 times it is 2^-125. What is not finite, or 2^104 or more, has slices that
// are infinite or NaN, and so have sums of its products.
#ifndef TC_PASSES_LOWER_CPU_SLICES_H
#define TC_PASSES_LOWER_CPU_SLICES_H

#include "passes/lower/cpu/emit.h"

enum {
  TC_SLICES = 3,
  TC_SLICE_SCALE = 24, // x times 2 to this
  TC_SLICE_TERMS = 6,  // products of slices that are not too small
};

/// The terms of a product: slices of both factors by number, h is 0. The least
/// come first, so that sums grow last, and neighbours share a slice.
typedef struct TcSliceTerm {
  int rows, columns;
} TcSliceTerm;
extern const TcSliceTerm tcSliceTerms[TC_SLICE_TERMS];

/// Slices of a vector, as bits: bf16 in the upper half of each word, zeros in
/// the lower one.
typedef struct TcSlices {
  MlirValue bits[TC_SLICES];
} TcSlices;

/// Of `lanes` numbers of f32.
TcSlices tcEmitSlices(TcEmit *e, int64_t lanes, MlirValue x);

/// A word for each lane: x's slice in the lower half, y's in the upper one.
MlirValue tcEmitSlicePairs(TcEmit *e, int64_t lanes, MlirValue x, MlirValue y);

/// The slices of two vectors, one behind the other: a bf16 for each of 2 lanes
/// numbers.
MlirValue tcEmitSliceRun(TcEmit *e, int64_t lanes, MlirValue x, MlirValue y);

#endif // TC_PASSES_LOWER_CPU_SLICES_H
