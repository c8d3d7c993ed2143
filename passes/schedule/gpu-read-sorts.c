// Reads launches of sorts whose rows blocks share. See gpu-read.h.
#include "passes/schedule/gpu-read.h"
#include "passes/schedule/gpu-sort.h"
#include "passes/schedule/gpu-text.h"

// A sort whose rows blocks share: chunks, or a merge of what the launch before
// has sorted.
void tcGpuReadSort(TcGpuReader *r, MlirAttribute launch, const TcGpuFound *f,
                   const TcGpuPhase *before, TcGpuPhase *p) {
  MlirAttribute node = tcTextBody(launch, 0);
  const TcCpuStage *s = p->p.stages.data[0];
  if (tcTextIs(f->combine, "combine", TC_GPU_COMBINE_LAUNCH)) {
    if (p->p.tasks.size)
      node = tcTextBody(node, 0);
    int64_t chunk = tcReaderNumber(r, node, "step", 1, TC_GPU_MOST);
    const char *why =
        r->failed ? NULL : tcGpuSortChunksRefuse(r->target, p, chunk);
    if (why)
      tcReaderFail(r, TC_TEXT_NOT_ALLOWED, "%s", why);
    else if (!r->failed)
      tcGpuFormSortChunks(r->k, p, chunk);
    return;
  }
  int64_t ways = 0;
  if (tcTextHas(f->combine, "ways"))
    ways = tcReaderNumber(r, f->combine, "ways", 2, TC_GPU_SORT_WAYS);
  if (r->failed)
    return;
  bool saysNests = p->saysNests;
  if (!before || !tcGpuLeavesRuns(before) || before->p.stages.data[0] != s)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                 "combine: the launch before leaves no runs of stage %zu that "
                 "could be merged (L3)",
                 s->position);
  else if (before->step > TC_GPU_SORT_LONGEST)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                 "ways: runs of the launch before are of at most %lld points",
                 (long long)TC_GPU_SORT_LONGEST);
  else
    *p = tcGpuFormSortMerge(before, p->threads, ways);
  p->saysNests = saysNests;
}
