// Schedules of kernels on CPUs and GPUs alike, as the target says.
#ifndef TC_PASSES_SCHEDULE_KERNEL_SCHEDULE_H
#define TC_PASSES_SCHEDULE_KERNEL_SCHEDULE_H

#include "passes/schedule/versions.h"

#include "target/target.h"

/// The schedule that is chosen for a kernel, without these forms, as text. Null
/// if the kernel cannot be read.
MlirAttribute tcScheduleChoose(TcArena *arena, MlirOperation kernel,
                               const TcTarget *target, TcScheduleForms without);
/// Emits at the kernel, and fails, if a schedule is not allowed.
MlirLogicalResult tcScheduleCheck(TcArena *arena, MlirOperation kernel,
                                  MlirAttribute schedule,
                                  const TcTarget *target);
/// The versions of the kernel's own schedule, if it has one for the target's
/// kind of machine, else of one that is chosen: that is written as text and
/// read, too, so that the same rules check it.
MlirLogicalResult tcScheduleVersions(TcCpuKernel *kernel,
                                     const TcTarget *target,
                                     TcVersions *versions);

#endif // TC_PASSES_SCHEDULE_KERNEL_SCHEDULE_H
