// The text of launches whose threads have several points of windows: grid loops
// over points and over tiles along the windows' iterator, the threads, the
// steps of the reduction written out at all points, the maps. Written and read;
// see gpu-text.h, gpu-read.h.
#include "passes/schedule/gpu-read.h"
#include "passes/schedule/gpu-text-nodes.h"

//===- Written ------------------------------------------------------------===//

TcTextAttrs tcWriteWindows(const TcGpuWriter *w, const TcGpuPhase *p) {
  TcCpuIters along = tcWriteOnly(w, p->along);
  TcCpuStages reduce = tcGpuWindowsReduce(w->k, p);
  TcTextAttrs sums = {0}, maps = {0};
  for (size_t i = 0; i < p->p.stages.size; ++i) {
    const TcCpuStage *s = p->p.stages.data[i];
    tcWritePush(w, tcCpuStagesHave(&reduce, s) ? &sums : &maps,
                tcWriteRun(w, s, NULL));
  }
  sums = tcWriteAround(w, &along, 0, "unroll", &sums);
  TcTextAttrs body = tcWriteAround(w, &p->over, p->step, "seq", &sums);
  if (maps.size)
    tcWritePush(w, &body, tcWriteLoop(w, &along, 0, "unroll", &maps));
  if (p->lanes > 1) {
    TcCpuIters lanes = tcWriteOnly(w, tcVecLast(&p->points));
    body = tcWriteAround(w, &lanes, 0, "vector", &body);
  }
  body = tcWriteAround(w, &p->points, p->lanes, "thread", &body);
  body = tcWriteAround(w, &along, p->perThread, "grid", &body);
  body = tcWriteAround(w, &p->points, p->threads * p->lanes, "grid", &body);
  return tcWriteAround(w, &p->blocks, 1, "grid", &body);
}

//===- Read ---------------------------------------------------------------===//

// The chain of loops around the reduction.
static void readLoops(TcGpuReader *r, MlirAttribute launch, TcGpuPhase *p) {
  MlirAttribute node = tcTextBody(launch, 0), grids[3] = {{0}};
  int n = 0;
  p->lanes = p->step = 0;
  p->along = -1;
  for (; tcTextHas(node, "body") && !r->failed; node = tcTextBody(node, 0))
    if (tcTextIs(node, "to", "grid") && n < 3) {
      grids[n++] = node;
    } else if (tcTextIs(node, "to", "thread")) {
      p->lanes = tcReaderNumber(r, node, "step", 1, 64);
    } else if (tcTextIs(node, "to", "seq")) {
      p->over = tcReaderIters(r, node);
      p->step = tcReaderNumber(r, node, "step", 1, TC_GPU_MOST);
    }
  if (r->failed)
    return;
  TcCpuIters along = {0};
  if (n >= 2)
    along = tcReaderIters(r, grids[n - 1]);
  if (n < 2 || along.size != 1 || !p->lanes || !p->step) {
    tcReaderFail(r, TC_TEXT_NO_CODE,
                 "threads have several points, written out, of a reduction in "
                 "a seq loop: in grid loops over the others and over tiles "
                 "along one iterator");
    return;
  }
  p->along = along.data[0];
  p->perThread = tcReaderNumber(r, grids[n - 1], "step", 1, TC_GPU_MOST);
  p->points = tcReaderIters(r, grids[n - 2]);
  if (n > 2)
    p->blocks = tcReaderIters(r, grids[0]);
}

void tcGpuReadWindows(TcGpuReader *r, MlirAttribute launch, TcGpuPhase *p) {
  p->mode = TC_GPU_WINDOWS;
  readLoops(r, launch, p);
  if (r->failed)
    return;
  const char *why = p->points.size
                        ? tcGpuWindowsRefuse(r->k, p)
                        : "a grid loop over the other points is missing (L1)";
  if (why)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED, "%s", why);
}
