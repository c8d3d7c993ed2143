// Shared by what writes GPU schedules as the attribute: entries and lists, and
// the nodes of a launch, as docs/ir/schedule.md has them.
//
//   gpu-text-nodes.c  these
//   gpu-text-units.c  launches that multiply; gpu-direct-text.c
//   gpu-text-scatters.c  launches that scatter
//   gpu-text.c        all others, and the schedule
#ifndef TC_PASSES_SCHEDULE_GPU_TEXT_NODES_H
#define TC_PASSES_SCHEDULE_GPU_TEXT_NODES_H

#include "passes/schedule/gpu-text.h"
#include "passes/schedule/text-entries.h"
#include "passes/schedule/text.h"

typedef struct TcGpuWriter {
  TcCpuKernel *k;
  const TcTarget *target;
} TcGpuWriter;

typedef TC_VEC(MlirAttribute) TcTextAttrs;

//===- gpu-text-nodes.c ---------------------------------------------------===//

void tcWritePush(const TcGpuWriter *w, TcTextAttrs *attrs, MlirAttribute a);
/// A list of one.
TcTextAttrs tcWriteOne(const TcGpuWriter *w, MlirAttribute a);
MlirAttribute tcWriteList(const TcGpuWriter *w, const TcTextAttrs *attrs);
TcCpuIters tcWriteOnly(const TcGpuWriter *w, int iter);

/// A loop over `iters`; step 0: what is left of them, divided by whom it is
/// for. `tail` and `role` may be null.
MlirAttribute tcWriteLoopWith(const TcGpuWriter *w, const TcCpuIters *iters,
                              int64_t step, const char *to, const char *tail,
                              const char *role, const TcTextAttrs *body);
MlirAttribute tcWriteLoop(const TcGpuWriter *w, const TcCpuIters *iters,
                          int64_t step, const char *to,
                          const TcTextAttrs *body);
/// The same around `body`, unless there are no iterators.
TcTextAttrs tcWriteAround(const TcGpuWriter *w, const TcCpuIters *iters,
                          int64_t step, const char *to,
                          const TcTextAttrs *body);
/// `unit` and `role` may be null, `bytes` 0: they are left out.
MlirAttribute tcWriteRun(const TcGpuWriter *w, const TcCpuStage *s,
                         const char *unit);
MlirAttribute tcWriteCopy(const TcGpuWriter *w, const TcCpuStage *s,
                          size_t read, const char *engine, int64_t bytes,
                          const char *role);
/// The copy of a row that stays in shared memory, or of its first `points`; 0:
/// of all.
MlirAttribute tcWriteHeldRow(const TcGpuWriter *w, const TcCpuStage *s,
                             size_t read, int64_t points);
TcTextAttrs tcWriteRuns(const TcGpuWriter *w, const TcCpuStages *stages);

//===- gpu-text-units.c ---------------------------------------------------===//

/// The bodies of launches.
TcTextAttrs tcWriteProduct(const TcGpuWriter *w, const TcGpuPhase *phase);
TcTextAttrs tcWriteDirect(const TcGpuWriter *w, const TcGpuPhase *phase);
TcTextAttrs tcWriteStream(const TcGpuWriter *w, const TcGpuPhase *phase);

//===- gpu-windows-text.c -------------------------------------------------===//

TcTextAttrs tcWriteWindows(const TcGpuWriter *w, const TcGpuPhase *phase);

//===- gpu-text-scatters.c ------------------------------------------------===//

/// The same.
TcTextAttrs tcWriteOwners(const TcGpuWriter *w, const TcGpuPhase *phase);
TcTextAttrs tcWriteLongRows(const TcGpuWriter *w, const TcGpuPhase *phase);
TcTextAttrs tcWriteAscending(const TcGpuWriter *w, const TcGpuPhase *phase);
TcTextAttrs tcWriteBins(const TcGpuWriter *w, const TcGpuPhase *phase);
TcTextAttrs tcWriteBinSums(const TcGpuWriter *w, const TcGpuPhase *phase);

#endif // TC_PASSES_SCHEDULE_GPU_TEXT_NODES_H
