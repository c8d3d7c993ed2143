// Reads launches by transposed tiles from the attribute. See gpu-read.h.
#include "passes/schedule/gpu-read.h"

#include "mlir-c/BuiltinAttributes.h"

// Grid loops, the last two over the iterators of a tile: along which memory is
// read, and along which it is written. Null: they are no such loops; else the
// body of the last.
static MlirAttribute readGrid(TcGpuReader *r, MlirAttribute launch,
                              TcGpuPhase *p) {
  TcCpuIters iters[3] = {0};
  int64_t steps[3] = {0};
  MlirAttribute node = launch;
  size_t n = 0;
  for (; n < 3 && tcTextIs(tcTextBody(node, 0), "to", "grid"); ++n) {
    node = tcTextBody(node, 0);
    iters[n] = tcReaderIters(r, node);
    steps[n] = tcTextInt(tcTextEntry(node, "step"), 0);
  }
  if (r->failed || n < 2 || iters[n - 2].size != 1 || iters[n - 1].size != 1)
    return mlirAttributeGetNull();
  p->blocks = n == 3 ? iters[0] : (TcCpuIters){0};
  p->readIter = iters[n - 2].data[0];
  p->writeIter = iters[n - 1].data[0];
  p->side = steps[n - 1];
  return node;
}

// The loop over a tile's points, behind the copies.
static int64_t readLanes(TcGpuReader *r, MlirAttribute tile) {
  intptr_t last = tcTextCount(tcTextEntry(tile, "body")) - 1;
  return tcReaderNumber(r, tcTextBody(tile, last), "step", 1, TC_GPU_MOST_SIDE);
}

void tcGpuReadTiles(TcGpuReader *r, MlirAttribute launch, TcGpuPhase *p) {
  p->mode = TC_GPU_TRANSPOSE;
  MlirAttribute tile = readGrid(r, launch, p);
  if (r->failed)
    return;
  if (mlirAttributeIsNull(tile) || !tcGpuHasTiles(r->k, p)) {
    tcReaderFail(r, TC_TEXT_NO_CODE,
                 "no read of the launch is transposed through tiles in shared "
                 "memory");
    return;
  }
  p->lanes = readLanes(r, tile);
  if (r->failed)
    return;
  tcGpuFormTiles(r->k, p);
  const char *why = tcGpuTilesRefuse(r->k, r->target, p);
  if (why)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED, "%s", why);
}
