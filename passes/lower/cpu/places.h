// Where values lie that stages make: in buffers of the kernel, in rows of a
// thread's scratch, or in registers alone.
#ifndef TC_PASSES_LOWER_CPU_PLACES_H
#define TC_PASSES_LOWER_CPU_PLACES_H

#include "passes/lower/cpu/stage.h"

/// Gives temporaries to values that one phase makes and another reads.
void tcCpuPlaceBetween(TcCpuKernel *kernel, const TcCpuPhases *phases);

/// Gives rows of scratch to values that one nest of the phase makes and another
/// reads, and workspace to sorts; the bytes of all. Emits addresses.
const TcSize *tcCpuPlaceRows(TcEmit *e, const TcCpuPhase *phase,
                             TcNests *nests);

const TcSize *tcCpuBufferBytes(TcArena *arena, const TcCpuBuffer *buffer);

#endif // TC_PASSES_LOWER_CPU_PLACES_H
