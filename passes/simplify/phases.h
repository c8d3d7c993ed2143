// Convolutions of a spread input (input_dilation: transposed convolutions, and
// input gradients of strided ones), by phases of their output: along a
// dimension with dilation s, output o reads input elements only at the window
// positions k with (o + k*d - pad) mod s = 0, which depend on its phase o mod
// s.
#ifndef TC_PASSES_SIMPLIFY_PHASES_H
#define TC_PASSES_SIMPLIFY_PHASES_H

#include "lib/support/arena.h"

#include "mlir-c/IR.h"

enum { TC_PHASES_MAX_SPATIAL = 8 };

/// Phases [first, first + size) of a dimension, which read the same elements:
/// each meets `taps` window positions, the first of them `window` at phase
/// `first`, one less at each phase after it; the others `step` apart. In the
/// input these are `dilation` apart, and `low` and `high` pad it.
typedef struct TcPhases {
  int64_t first, size, taps, window, step, dilation, low, high;
} TcPhases;

/// A dimension of a convolution, and where it is spread by `step` > 1, its
/// phases.
typedef struct TcSpread {
  int64_t step, dilation, low, window; // of the convolution
  int64_t more;                        // phases are input's size + more long
  MlirAttribute size, out;             // input's, result's
  intptr_t numClasses;
  TcPhases *classes;
} TcSpread;

/// Reads dimension `i` of space; false where it is spread and strided, or sizes
/// are not known.
bool tcSpreadRead(TcArena *arena, MlirOperation convolution, intptr_t i,
                  TcSpread *out);

/// Whether each phase of a spread convolution reads elements of its own, all
/// some, and sizes of space are constants: then prim-to-loop can make one
/// kernel of them, whose results it stores where they interleave.
bool tcInterleavesPhases(TcArena *arena, MlirOperation convolution);

#endif // TC_PASSES_SIMPLIFY_PHASES_H
