// Versions of a schedule (docs/ir/schedule.md), for CPUs and GPUs alike:
//
//   {versions = [{when = [{size = #tc.size<b*s>, most = 3}], ...}, {...}]}
//   {versions = [{when = [{size = "threads", least = 4}], ...}, {...}]}
#ifndef TC_PASSES_SCHEDULE_VERSIONS_H
#define TC_PASSES_SCHEDULE_VERSIONS_H

#include "passes/lower/cpu/kernel_access.h"

/// What a condition's bound is, at most.
enum { TC_MOST_BOUND = 1 << 30 };

/// One of several schedules, of which a launch takes the first whose conditions
/// hold for its sizes; the last has none.
typedef struct TcVersion {
  const TcSize *taken;               // 1 at the sizes for which it is, else 0
  MlirAttribute schedule;            // by itself
  MlirAttribute when;                // its own conditions, or null
  int64_t leastThreads, mostThreads; // of a launch that takes it; 0: any
} TcVersion;

typedef TC_VEC(TcVersion) TcVersions;

/// The schedule that is written at a kernel; null if there is none, or if it is
/// for the other kind of machine, whose launches are `launches` of GPUs,
/// `phases` of CPUs.
MlirAttribute tcScheduleWritten(MlirOperation kernel, bool onGpu);
/// Whether a schedule is not of the other kind.
bool tcScheduleIsFor(MlirAttribute schedule, bool onGpu);

/// The versions of a schedule, whose entries are `keys`, "when" among them: one
/// version, if its text has none. Emits at the kernel, and fails, if they are
/// malformed. Those of CPUs may have a condition on the number of threads.
MlirLogicalResult tcVersionsRead(TcCpuKernel *kernel, MlirAttribute schedule,
                                 const char *const *keys, size_t numKeys,
                                 bool onCpu, TcVersions *versions);

/// A version of these conditions; of none, the last.
MlirAttribute tcVersionOf(MlirContext context, MlirAttribute schedule,
                          intptr_t numConditions,
                          const MlirAttribute *conditions);
MlirAttribute tcVersionsOf(MlirContext context, intptr_t n,
                           const MlirAttribute *versions);
/// A schedule that says in each of its versions what size symbols are taken
/// for.
MlirAttribute tcVersionsWithSizeHint(TcArena *arena, MlirAttribute schedule,
                                     int64_t hint);
/// The condition that `size` has this bound ("least", "most", "divisible").
MlirAttribute tcConditionOf(TcArena *arena, MlirContext context,
                            const TcSize *size, const char *bound, int64_t n);
/// The condition that a launch has so many threads.
MlirAttribute tcConditionOfThreads(MlirContext context, int64_t least);

#endif // TC_PASSES_SCHEDULE_VERSIONS_H
