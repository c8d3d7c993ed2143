// The loops of a GPU's thread: which stages of a phase share them, and how each
// nest is computed, by the same entry `nests` as on CPUs (nest-text.c). What is
// of vectors there is not of threads, whose vectors the form of a launch says.
#ifndef TC_PASSES_SCHEDULE_GPU_NESTS_H
#define TC_PASSES_SCHEDULE_GPU_NESTS_H

#include "passes/lower/cpu/stage.h"
#include "passes/schedule/gpu.h"

/// Whether phases of this form have nests: they do not multiply.
bool tcGpuHasNests(const TcGpuPhase *phase);
/// Chooses the nests of a phase that has such, and what its threads load ahead
/// of stores.
void tcGpuPlanNests(TcCpuKernel *kernel, TcGpuPhase *phase);
/// Makes of its plans what there is code for, so that who reads a schedule
/// finds the difference.
void tcGpuTakeNests(TcCpuKernel *kernel, TcGpuPhase *phase);
/// The nests of a phase; before they are chosen, what would be.
void tcGpuFormNests(TcCpuKernel *kernel, const TcGpuPhase *phase,
                    TcNests *nests);
/// Words that all points of a thread read, of a phase by points whose threads
/// may load them before the first one stores; -1: they may not.
int64_t tcGpuWordsTogether(const TcGpuPhase *phase, const TcNests *nests);
/// Whether the nest is one stage that gathers: of several points of a thread,
/// all have what they gather under way before the first one stores.
bool tcGpuGathersOnly(const TcNest *nest);

#endif // TC_PASSES_SCHEDULE_GPU_NESTS_H
