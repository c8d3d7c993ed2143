// Index arguments of gathers and scatters.
#ifndef TC_PASSES_DECOMPOSE_INDICES_H
#define TC_PASSES_DECOMPOSE_INDICES_H

#include "passes/decompose/call.h"

/// An index in i64 with negative positions counted from the end; left alone
/// where none can be negative.
MlirValue tcWrapIndex(TcBuild *b, MlirValue index, MlirAttribute size);

/// One index a dimension, all of `index`'s shape: `index` along `dim`, the
/// element's own position along the others.
MlirValue *tcElementIndices(TcBuild *b, MlirValue index, intptr_t dim);

/// The positions of what is not 0, one a row, of which there are `rows`: a size
/// that the capture has named, `a * symbol + b`.
MlirValue tcNonzeroRows(TcBuild *b, MlirValue x, MlirAttribute rows);

/// What `x[i, :, j]` says: indices broadcast to one shape, the dimensions
/// that they index, and where PyTorch puts the indices' dimensions.
typedef struct TcIndices {
  MlirValue *at;
  intptr_t n, next;
  TcDims dims;
  TcShape shape;
  intptr_t front; ///< How many dimensions of the operand stand before.
  bool ok;
} TcIndices;

/// Of argument `indices`; `count` is how many elements a mask among them
/// picks (null: not known).
TcIndices tcArgIndices(TcFxCall *c, MlirValue x, MlirAttribute count);

/// A value whose index dimensions stand first (as prim.index gives it), with
/// them where PyTorch puts them.
MlirValue tcIndicesToPlace(TcBuild *b, MlirValue y, const TcIndices *indices);

#endif // TC_PASSES_DECOMPOSE_INDICES_H
