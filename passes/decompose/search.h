// Binary search in sorted rows.
#ifndef TC_PASSES_DECOMPOSE_SEARCH_H
#define TC_PASSES_DECOMPOSE_SEARCH_H

#include "lib/ir/prim_build.h"

/// How many elements of sorted `rows` (its last dimension) are below x, or not
/// above it, as i64 of x's shape; by halving. The leading dimensions of both
/// are the same, or rows has none.
MlirValue tcCountBelow(TcBuild *b, MlirValue rows, MlirValue x,
                       bool countsEqual);

#endif // TC_PASSES_DECOMPOSE_SEARCH_H
