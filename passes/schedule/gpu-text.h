// GPU schedules as the attribute `loop.schedule` (docs/ir/schedule.md), and
// back. A schedule that is read is written again and must be the same text: so
// it is complete, and has nothing that code generation ignores.
#ifndef TC_PASSES_SCHEDULE_GPU_TEXT_H
#define TC_PASSES_SCHEDULE_GPU_TEXT_H

#include "passes/schedule/gpu.h"

/// The schedule as text. `phases` are those of the kernel as it is now, with
/// the stages that the schedule has added.
MlirAttribute tcGpuScheduleToAttr(TcCpuKernel *kernel, const TcTarget *target,
                                  const TcGpuPhases *phases);

/// From the kernel's own attribute. Adds the stages that it adds to the kernel.
/// Emits at the kernel, and fails, if it is malformed (TC-0610), not allowed
/// (TC-0611), or if there is no code for it (TC-0612).
MlirLogicalResult tcGpuScheduleRead(TcCpuKernel *kernel, MlirAttribute schedule,
                                    const TcTarget *target,
                                    TcGpuPhases *phases);

#endif // TC_PASSES_SCHEDULE_GPU_TEXT_H
