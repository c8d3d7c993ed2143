// Gathers at positions that are known when a program is compiled.
#ifndef TC_PASSES_AUTODIFF_INVERSE_H
#define TC_PASSES_AUTODIFF_INVERSE_H

#include "lib/ir/prim_build.h"

/// zeros of `size` slices, to which the slices of `dy` are added at `at` (one
/// dimension, along dy's first), as a sum of gathers: each slice reads the few
/// that are added to it. Null if `at` is not known, or too uneven for that.
MlirValue tcAddByGathers(TcBuild *b, MlirValue dy, MlirValue at, int64_t size);

#endif // TC_PASSES_AUTODIFF_INVERSE_H
