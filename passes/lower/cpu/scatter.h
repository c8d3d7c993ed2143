// Parts of a scatter that its forms share: at a point (scatter.c), and in lists
// (scatter_lists.c).
#ifndef TC_PASSES_LOWER_CPU_SCATTER_H
#define TC_PASSES_LOWER_CPU_SCATTER_H

#include "passes/lower/cpu/nest.h"

//===- scatter.c ----------------------------------------------------------===//

/// The offset of the position `index` from the place's base, in elements. `in`:
/// whether there is one; null v: there is.
TcLane tcScatterOffset(TcEmit *e, const TcCpuValue *v, const TcPlace *to,
                       const TcLane *index, TcLane *in);
/// Combines `x` into the element at that offset.
void tcScatterCombine(TcEmit *e, const TcCpuStage *s, const TcPlace *to,
                      TcLane offset, TcLane x);

//===- scatter_lists.c ----------------------------------------------------===//

/// The memory for a task's points, all parts of them, of a phase that is split.
const TcSize *tcScatterListBytes(TcCpuKernel *k, const TcCpuPhase *p);
/// Emits what a task of one of the two phases does.
bool tcEmitScatterPass(TcEmit *e, const TcCpuPhase *p, const TcNest *n);

#endif // TC_PASSES_LOWER_CPU_SCATTER_H
