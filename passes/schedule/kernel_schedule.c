// See kernel_schedule.h.
#include "passes/schedule/kernel_schedule.h"

#include "passes/schedule/cpu.h"
#include "passes/schedule/gpu.h"

#include "lib/cost/numbers.h"

static bool isGpu(const TcTarget *target) {
  return target->backend->gpu != NULL;
}

MlirAttribute tcScheduleChoose(TcArena *arena, MlirOperation kernel,
                               const TcTarget *target,
                               TcScheduleForms without) {
  MlirAttribute text =
      isGpu(target) ? tcGpuVersionsChoose(arena, kernel, target, without)
                    : tcCpuVersionsChoose(arena, kernel, target, without);
  return mlirAttributeIsNull(text) || tcNumber(typical_size) == TC_SIZE_HINT
             ? text
             : tcVersionsWithSizeHint(arena, text, tcNumber(typical_size));
}

MlirLogicalResult tcScheduleCheck(TcArena *arena, MlirOperation kernel,
                                  MlirAttribute schedule,
                                  const TcTarget *target) {
  return isGpu(target) ? tcGpuVersionsCheck(arena, kernel, schedule, target)
                       : tcCpuVersionsCheck(arena, kernel, schedule, target);
}

MlirLogicalResult tcScheduleVersions(TcCpuKernel *k, const TcTarget *target,
                                     TcVersions *versions) {
  MlirAttribute text = tcScheduleWritten(k->op, isGpu(target));
  if (mlirAttributeIsNull(text))
    text = tcScheduleChoose(k->arena, k->op, target, 0);
  if (mlirAttributeIsNull(text))
    return mlirLogicalResultFailure();
  return isGpu(target) ? tcGpuVersionsRead(k, text, versions)
                       : tcCpuVersionsRead(k, text, versions);
}
