// Reads launches that scatter: by owners, in copies in shared memory (bins),
// and what adds up what such blocks leave. See gpu-read.h.
#include "passes/schedule/gpu-read.h"
#include "passes/schedule/gpu-scatter.h"

// Whether the first stage that is run inside of the node is in a `vector` loop.
static bool hasVector(MlirAttribute node) {
  for (; tcTextHas(node, "body"); node = tcTextBody(node, 0))
    if (tcTextIs(node, "to", "vector"))
      return true;
  return false;
}

// A scatter's threads look for what their block owns.
void tcGpuReadOwned(TcGpuReader *r, MlirAttribute launch, TcGpuPhase *p) {
  MlirAttribute points = tcTextBody(tcTextBody(launch, 0), 0);
  int64_t most = p->threads * TC_GPU_OWNERS_AHEAD,
          step = tcReaderNumber(r, points, "step", p->threads, most);
  p->perThread = step / p->threads;
  if (p->perThread > TC_GPU_OWNERS_FEW)
    p->perThread -= p->perThread % TC_GPU_OWNERS_FEW;
  if (tcTextHas(launch, "resident"))
    p->tiling.resident =
        tcReaderNumber(r, launch, "resident", 1, TC_GPU_MOST_RESIDENT);
  if (r->failed)
    return;
  if (p->threads > TC_GPU_OWNERS_MOST)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                 "threads: of a block that owns positions at most %d (L6)",
                 TC_GPU_OWNERS_MOST);
  else if (!tcGpuScatterRow(r->k, p->p.stages.data[0]).size)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                 "the positions are others at each point that threads could "
                 "share (L2)");
  else
    tcGpuFormOwners(r->k, p);
  if (!hasVector(points))
    p->lanes = 1;
  if (r->failed || !tcTextHas(launch, "longer"))
    return;
  int64_t longer = tcReaderNumber(r, launch, "longer", 1, TC_GPU_MOST);
  const char *why = r->failed ? NULL : tcGpuLongRowsRefuse(p);
  if (why)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED, "%s", why);
  else if (!r->failed)
    tcGpuFormLeaving(r->k, p, longer);
}

// Whether the launch has what the one before it, `before` or NULL, leaves.
bool tcGpuIsLeft(const TcGpuPhase *before, const TcGpuPhase *p) {
  return before && before->mode == TC_GPU_OWNERS && before->longer &&
         before->p.stages.data[0] == p->p.stages.data[0];
}

// Blocks have strips of the columns.
static bool isStrip(TcGpuReader *r, const TcCpuStage *s, MlirAttribute node) {
  if (!tcTextIs(node, "to", "grid") || !tcTextHas(node, "step"))
    return false;
  TcCpuIters iters = tcReaderIters(r, node);
  return iters.size == 1 && tcGpuBinsColumn(r->k, s) == iters.data[0];
}

// Threads have vectors of the result.
void tcGpuReadAscending(TcGpuReader *r, MlirAttribute launch, TcGpuPhase *p) {
  const TcCpuStage *s = p->p.stages.data[0];
  const char *why = tcGpuAscendingRefuse(r->k, s);
  MlirAttribute thread = tcTextBody(tcTextBody(launch, 0), 0);
  int64_t lanes = why ? 1 : tcReaderNumber(r, thread, "step", 1, 64);
  size_t dim;
  if (why) {
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED, "%s", why);
    return;
  }
  p->base = tcGpuScatterBase(r->k, s, &dim);
  tcGpuFormAscending(r->k, p);
  if (!r->failed && p->lanes % lanes)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                 "vector: a thread can compute at most %lld adjacent elements "
                 "at once (L7)",
                 (long long)p->lanes);
  p->lanes = lanes;
}

void tcGpuReadBins(TcGpuReader *r, MlirAttribute launch, TcGpuPhase *p) {
  const TcCpuStage *s = p->p.stages.data[0];
  const char *why = tcGpuBinsRefuse(r->k, s);
  MlirAttribute node = tcTextBody(launch, 0), seq = node;
  p->cuts = p->shares = p->perThread = 1;
  if (why) {
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED, "%s", why);
    return;
  }
  for (; tcTextHas(node, "body"); node = tcTextBody(node, 0)) {
    if (isStrip(r, s, node))
      p->strip = tcReaderNumber(r, node, "step", 1, TC_GPU_MOST);
    if (tcTextHas(node, "parts"))
      p->cuts = tcReaderNumber(r, node, "parts", 2, TC_GPU_MOST);
    if (tcTextIs(node, "to", "seq"))
      seq = node;
  }
  int64_t step = tcReaderNumber(r, seq, "step", p->threads,
                                p->threads * TC_GPU_BINS_AHEAD);
  p->shares = tcReaderNumber(r, node, "shares", 1, p->threads);
  if (r->failed)
    return;
  p->perThread = step / p->threads;
  p->base = NULL;
  tcGpuFormBins(r->k, p);
  why = tcGpuBinsNumbersRefuse(r->k, r->target, p);
  if (why)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED, "%s", why);
}

// What the blocks of the phase before have left.
void tcGpuReadBinSums(TcGpuReader *r, MlirAttribute launch,
                      const TcGpuPhase *before, TcGpuPhase *p) {
  int64_t step = tcReaderNumber(r, tcTextBody(launch, 0), "step", 1,
                                TC_GPU_BIN_SUM_THREADS);
  bool saysNests = p->saysNests;
  if (r->failed)
    return;
  if (TC_GPU_BIN_SUM_THREADS % step)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                 "step: as many threads share each element of a block of %d "
                 "(L1)",
                 TC_GPU_BIN_SUM_THREADS);
  *p = tcGpuFormBinSums(before, TC_GPU_BIN_SUM_THREADS / step);
  p->saysNests = saysNests;
}

// Whether the launch combines what blocks of the one before it leave.
bool tcGpuIsOfBins(const TcGpuPhase *before, const TcGpuPhase *p) {
  return before && before->mode == TC_GPU_BINS && before->cuts > 1 &&
         before->p.stages.data[0] == p->p.stages.data[0];
}
