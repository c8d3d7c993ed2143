// Versions of a schedule (docs/ir/schedule.md), for CPUs and GPUs alike:
//
//   {versions = [{when = [{size = #tc.size<b*s>, most = 3}], ...}, {...}]}
#ifndef TC_PASSES_SCHEDULE_VERSIONS_H
#define TC_PASSES_SCHEDULE_VERSIONS_H

#include "passes/lower/cpu/kernel_access.h"

/// One of several schedules, of which a launch takes the first whose conditions
/// hold for its sizes; the last has none.
typedef struct TcVersion {
  const TcSize *taken;    // 1 at the sizes for which it is, else 0
  MlirAttribute schedule; // by itself
  MlirAttribute when;     // its own conditions, or null
} TcVersion;

typedef TC_VEC(TcVersion) TcVersions;

/// The versions of a schedule, whose entries are `keys`, "when" among them: one
/// version, if its text has none. Emits at the kernel, and fails, if they are
/// malformed.
MlirLogicalResult tcVersionsRead(TcCpuKernel *kernel, MlirAttribute schedule,
                                 const char *const *keys, size_t numKeys,
                                 TcVersions *versions);

/// A version of these conditions; of none, the last.
MlirAttribute tcVersionOf(MlirContext context, MlirAttribute schedule,
                          intptr_t numConditions,
                          const MlirAttribute *conditions);
MlirAttribute tcVersionsOf(MlirContext context, intptr_t n,
                           const MlirAttribute *versions);
/// The condition that `size` has this bound ("least", "most", "divisible").
MlirAttribute tcConditionOf(TcArena *arena, MlirContext context,
                            const TcSize *size, const char *bound, int64_t n);

#endif // TC_PASSES_SCHEDULE_VERSIONS_H
