// How a product is divided into tasks: what its schedule says of it. See
// product.h.
#ifndef TC_PASSES_LOWER_CPU_DIVISION_H
#define TC_PASSES_LOWER_CPU_DIVISION_H

#include "support/size.h"

typedef struct TcProductDivision {
  /// Tiles of rows and panels of columns of a task, at least 1: expressions
  /// over the kernel's size symbols.
  const TcSize *tiles, *panels;
  bool panelsInner; // a task's loop over panels is inside that over tiles
  bool packsAhead;  // panels are packed before, each by a task of its own
  int64_t together; // panels that a task packs at once, at least 1
  /// A task also has all points of the batch that its rows do not depend on.
  bool inside;
  /// The sum as `parts`, a task each, of `blocks` blocks of so many steps; what
  /// a task has of a block comes before the next. Of a sum in one block,
  /// `steps` is 0; `blocks` is 0 where it is the least that covers a part.
  int64_t parts, blocks, steps;
} TcProductDivision;

#endif // TC_PASSES_LOWER_CPU_DIVISION_H
