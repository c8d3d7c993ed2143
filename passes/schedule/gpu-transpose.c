// Matches phases with transposed accesses (contiguous reads and writes along
// different iterators) and chooses their tiles: elements are staged through
// shared memory, so that both accesses are coalesced.
#include "passes/schedule/gpu.h"

#include "passes/lower/cpu/stage.h"

#include "lib/cost/numbers.h"

enum {
  THREADS = 256,
  SHARED_BYTES = 40 << 10, // of the 48 KiB that a launch has without asking
  VECTOR_BYTES = 16,       // of the widest access of a thread
};

// Whether the phase is one nest of maps over the iterators `all`.
static bool isOneNest(TcCpuKernel *k, const TcCpuIters *all,
                      const TcGpuPhase *phase) {
  TcNests nests = {0};
  for (size_t i = 0; i < phase->p.stages.size; ++i) {
    const TcCpuStage *s = phase->p.stages.data[i];
    if (s->kind != TC_CPU_MAP || s->unit || s->gathered.size ||
        !tcCpuItersSame(k, &s->iters, all))
      return false;
  }
  tcCpuFormNests(k, &phase->p, 1, &nests);
  return nests.size == 1 && !nests.data[0].in;
}

// Results of the phase's own stages exist only at the point that computes them,
// so they cannot be staged.
bool tcGpuIsTransposed(const TcCpuKernel *k, const TcGpuPhase *phase,
                       const TcCpuRead *read) {
  for (size_t i = 0; i < phase->p.stages.size; ++i)
    if (phase->p.stages.data[i] == read->value->stage)
      return false;
  return tcCpuReadsTransposed(k, read, phase->writeIter, phase->readIter);
}

// Shared memory for the tiles of all transposed reads.
static int64_t sharedBytes(const TcCpuKernel *k, const TcGpuPhase *phase,
                           int64_t side) {
  int64_t bytes = 0;
  for (size_t i = 0; i < phase->p.stages.size; ++i) {
    const TcCpuStage *s = phase->p.stages.data[i];
    for (size_t j = 0; j < s->reads.size; ++j)
      if (tcGpuIsTransposed(k, phase, &s->reads.data[j]))
        bytes += tcGpuTransposeBytes(&s->reads.data[j], side);
  }
  return bytes;
}

static bool isWhole(const TcCpuKernel *k, int iter, int64_t lanes) {
  int64_t n;
  return tcSizeIsConst(k->iters.data[iter].extent, &n) && n % lanes == 0;
}

// As many as a thread moves at once of the widest transposed read.
static int64_t readLanes(const TcCpuKernel *k, const TcGpuPhase *phase) {
  int64_t bytes = 1;
  for (size_t i = 0; i < phase->p.stages.size; ++i) {
    const TcCpuStage *s = phase->p.stages.data[i];
    for (size_t j = 0; j < s->reads.size; ++j) {
      int64_t n = tcCpuBytes(s->reads.data[j].value->element);
      if (tcGpuIsTransposed(k, phase, &s->reads.data[j]))
        bytes = n > bytes ? n : bytes;
    }
  }
  int64_t lanes = VECTOR_BYTES / (bytes < 2 ? 2 : bytes);
  return lanes > 1 && isWhole(k, phase->readIter, lanes) ? lanes : 1;
}

static void splitIters(TcCpuKernel *k, const TcCpuIters *all,
                       TcGpuPhase *phase) {
  for (size_t i = 0; i < all->size; ++i)
    if (all->data[i] != phase->writeIter && all->data[i] != phase->readIter)
      tcVecPush(k->arena, &phase->blocks, all->data[i]);
}

bool tcGpuChooseTranspose(TcCpuKernel *k, const TcCpuIters *all,
                          TcGpuPhase *phase) {
  if (tcFormIsOff(k, TC_FORM_TILES) || !all->size || !isOneNest(k, all, phase))
    return false;
  phase->writeIter = tcVecLast(all);
  phase->readIter = tcCpuTransposedIter(k, &phase->p.stages, phase->writeIter);
  if (phase->readIter < 0)
    return false;
  phase->side = tcNumber(gpu_side);
  if (!sharedBytes(k, phase, tcNumber(gpu_side)))
    return false;
  while (sharedBytes(k, phase, phase->side) > SHARED_BYTES)
    phase->side /= 2;
  if (phase->side < tcNumber(gpu_side) / 4)
    return false;
  splitIters(k, all, phase);
  phase->mode = TC_GPU_TRANSPOSE;
  phase->threads = THREADS;
  phase->lanes =
      tcGpuLanes(k, &phase->p.stages, phase->writeIter, phase->readIter);
  phase->readLanes = readLanes(k, phase);
  return true;
}

int64_t tcGpuTransposeBytes(const TcCpuRead *r, int64_t side) {
  int64_t bytes = tcCpuBytes(r->value->element);
  bytes = bytes < 4 ? 4 : bytes;
  return (side * (side + 1) * bytes + 15) / 16 * 16;
}
