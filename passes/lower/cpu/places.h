// Places the results of stages: in buffers of the kernel, in rows of a thread's
// scratch, or in registers alone.
#ifndef TC_PASSES_LOWER_CPU_PLACES_H
#define TC_PASSES_LOWER_CPU_PLACES_H

#include "passes/lower/cpu/stage.h"

/// Gives temporaries to values that one phase computes and another reads.
void tcCpuPlaceBetween(TcCpuKernel *kernel, const TcCpuPhases *phases);

/// Gives rows of scratch to values that pass between nests of the phase, and
/// workspace to sorts; emits their addresses. Returns the bytes of scratch.
const TcSize *tcCpuPlaceRows(TcEmit *e, const TcCpuPhase *phase,
                             TcNests *nests);

const TcSize *tcCpuBufferBytes(TcArena *arena, const TcCpuBuffer *buffer);

#endif // TC_PASSES_LOWER_CPU_PLACES_H
