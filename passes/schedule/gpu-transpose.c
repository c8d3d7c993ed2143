// Matches phases with transposed accesses (contiguous reads and writes along
// different iterators) and chooses their tiles: elements are staged through
// shared memory, so that both accesses are coalesced.
#include "passes/schedule/gpu-nests.h"

#include "passes/lower/cpu/stage.h"

#include "lib/cost/numbers.h"
#include "lib/support/bits.h"

#include <math.h>

enum {
  THREADS = 256,
  SHARED_BYTES = 40 << 10, // of the 48 KiB that a launch has without asking
  VECTOR_BYTES = 16,       // of the widest access of a thread
  HALF = 2,
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
  tcGpuFormNests(k, phase, &nests);
  return nests.size == 1 && !nests.data[0].in;
}

// Results of the phase's own stages exist only at the point that computes them,
// so they cannot be staged.
bool tcGpuIsTransposed(const TcCpuKernel *k, const TcGpuPhase *phase,
                       const TcCpuRead *read) {
  for (size_t i = 0; i < phase->p.stages.size; ++i)
    if (phase->p.stages.data[i] == read->value->stage)
      return false;
  return tcCpuReadsTransposed(k, read, phase->writeIter, phase->readIter, true);
}

static bool stagesAny(const TcCpuKernel *k, const TcGpuPhase *phase) {
  for (size_t i = 0; i < phase->p.stages.size; ++i) {
    const TcCpuStage *s = phase->p.stages.data[i];
    for (size_t j = 0; j < s->reads.size; ++j)
      if (tcGpuIsTransposed(k, phase, &s->reads.data[j]))
        return true;
  }
  return false;
}

// Shared memory for the tiles of all transposed reads.
static int64_t sharedBytes(const TcCpuKernel *k, const TcGpuPhase *phase) {
  int64_t bytes = 0;
  for (size_t i = 0; i < phase->p.stages.size; ++i) {
    const TcCpuStage *s = phase->p.stages.data[i];
    for (size_t j = 0; j < s->reads.size; ++j)
      if (tcGpuIsTransposed(k, phase, &s->reads.data[j]))
        bytes += tcGpuTransposeBytes(phase, &s->reads.data[j]);
  }
  return bytes;
}

static bool isWhole(const TcCpuKernel *k, int iter, int64_t lanes) {
  int64_t n;
  return tcSizeIsConst(k->iters.data[iter].extent, &n) && n % lanes == 0;
}

// As many as a thread moves at once of the widest transposed read; one of a
// read that may miss its operand.
static int64_t readLanes(const TcCpuKernel *k, const TcGpuPhase *phase) {
  int64_t bytes = 1;
  for (size_t i = 0; i < phase->p.stages.size; ++i) {
    const TcCpuStage *s = phase->p.stages.data[i];
    for (size_t j = 0; j < s->reads.size; ++j) {
      const TcCpuRead *r = &s->reads.data[j];
      int64_t n = mlirAttributeIsNull(r->fill) ? tcCpuBytes(r->value->element)
                                               : VECTOR_BYTES;
      if (tcGpuIsTransposed(k, phase, r))
        bytes = n > bytes ? n : bytes;
    }
  }
  int64_t lanes = VECTOR_BYTES / (bytes < 2 ? 2 : bytes);
  return lanes > 1 && isWhole(k, phase->readIter, lanes) ? lanes : 1;
}

// Whether all transposed reads are of halves, of which vectors are moved either
// way.
static bool areHalves(const TcCpuKernel *k, const TcGpuPhase *phase) {
  for (size_t i = 0; i < phase->p.stages.size; ++i) {
    const TcCpuStage *s = phase->p.stages.data[i];
    for (size_t j = 0; j < s->reads.size; ++j)
      if (tcGpuIsTransposed(k, phase, &s->reads.data[j]) &&
          !tcTypeIsHalf(s->reads.data[j].value->element))
        return false;
  }
  return phase->readLanes == VECTOR_BYTES / HALF && phase->lanes >= 4;
}

// Whether all threads have as many pairs of vectors of such a tile, whose words
// are swizzled.
static bool dealsPairs(const TcGpuPhase *phase) {
  int64_t pairs = phase->side / 2 * (phase->side * HALF / VECTOR_BYTES);
  return tcIsPowerOfTwo(phase->side) && pairs && pairs % phase->threads == 0;
}

//===- Legality -----------------------------------------------------------===//

bool tcGpuHasTiles(TcCpuKernel *k, const TcGpuPhase *phase) {
  TcCpuIters all = {0};
  for (size_t i = 0; i < phase->blocks.size; ++i)
    tcVecPush(k->arena, &all, phase->blocks.data[i]);
  tcVecPush(k->arena, &all, phase->readIter);
  tcVecPush(k->arena, &all, phase->writeIter);
  if (all.size != phase->p.tasks.size || phase->readIter == phase->writeIter)
    return false;
  for (size_t i = 0; i < phase->p.tasks.size; ++i)
    if (!tcCpuItersHave(&all, phase->p.tasks.data[i]))
      return false;
  return isOneNest(k, &all, phase) && stagesAny(k, phase);
}

void tcGpuFormTiles(TcCpuKernel *k, TcGpuPhase *phase) {
  phase->readLanes = readLanes(k, phase);
  phase->pairs = areHalves(k, phase) && dealsPairs(phase);
}

const char *tcGpuTilesRefuse(TcCpuKernel *k, const TcTarget *target,
                             const TcGpuPhase *phase) {
  int64_t side = phase->side, lanes = phase->lanes;
  if (phase->threads % target->waveThreads)
    return "threads must be whole waves (L6)";
  if (lanes < 1 ||
      tcGpuLanes(k, &phase->p.stages, phase->writeIter, phase->readIter) %
          lanes)
    return "vector: memory is not contiguous for so many elements along what "
           "is written (L7)";
  if (side < 1 || side > TC_GPU_MOST_SIDE || side % lanes ||
      side % phase->readLanes)
    return "step: the side of a tile is a multiple of the vectors that are "
           "read and written, at most 256 (L1)";
  if (sharedBytes(k, phase) > target->sharedBytes)
    return "step: shared memory has no room for tiles of that side (L6)";
  return NULL;
}

//===- Choosing -----------------------------------------------------------===//

// A side that the number stands for: a power of two.
static int64_t sideOf(int64_t number) {
  int64_t side = 1;
  while (2 * side <= number && side < TC_GPU_MOST_SIDE)
    side *= 2;
  return side;
}

// Tiles of the side over an iterator.
static double tilesOf(const TcCpuKernel *k, int iter, int64_t side) {
  return ceil(tcCpuGuess(k, k->iters.data[iter].extent) / (double)side);
}

// Whether tiles of pairs may have their large side: it covers no more points
// that do not exist than the small one, and leaves no multiprocessor idle.
static bool areLarge(const TcCpuKernel *k, const TcGpuPhase *phase) {
  int64_t small = sideOf(tcNumber(gpu_side)),
          large = sideOf(tcNumber(gpu_pair_side));
  const int iters[] = {phase->writeIter, phase->readIter};
  double blocks = tcCpuGuessIters(k, &phase->blocks);
  for (int i = 0; i < 2; ++i) {
    double tiles = tilesOf(k, iters[i], large);
    blocks *= tiles;
    if (tiles * (double)large > tilesOf(k, iters[i], small) * (double)small)
      return false;
  }
  return blocks >= tcNumber(gpu_blocks);
}

// Chooses the side of tiles that fit in shared memory. False: they would be
// small.
static bool chooseSide(TcCpuKernel *k, const TcTarget *target,
                       TcGpuPhase *phase) {
  int64_t small = sideOf(tcNumber(gpu_side));
  phase->readLanes = readLanes(k, phase);
  bool large = areHalves(k, phase) && areLarge(k, phase);
  phase->side = large ? sideOf(tcNumber(gpu_pair_side)) : small;
  tcGpuFormTiles(k, phase);
  while (sharedBytes(k, phase) > SHARED_BYTES) {
    phase->side /= 2;
    tcGpuFormTiles(k, phase);
  }
  return phase->side >= small / 4 && !tcGpuTilesRefuse(k, target, phase);
}

static void splitIters(TcCpuKernel *k, const TcCpuIters *all,
                       TcGpuPhase *phase) {
  for (size_t i = 0; i < all->size; ++i)
    if (all->data[i] != phase->writeIter && all->data[i] != phase->readIter)
      tcVecPush(k->arena, &phase->blocks, all->data[i]);
}

bool tcGpuChooseTranspose(TcCpuKernel *k, const TcTarget *target,
                          const TcCpuIters *all, TcGpuPhase *phase) {
  TcGpuPhase p = *phase;
  if (tcFormIsOff(k, TC_FORM_TILES) || !all->size || !isOneNest(k, all, &p))
    return false;
  p.writeIter = tcVecLast(all);
  p.readIter = tcCpuTransposedIter(k, &p.p.stages, p.writeIter, true);
  if (p.readIter < 0)
    return false;
  splitIters(k, all, &p);
  p.mode = TC_GPU_TRANSPOSE;
  p.threads = THREADS;
  p.lanes = tcGpuGoodLanes(k, &p.p.stages, p.writeIter, p.readIter);
  if (!stagesAny(k, &p) || !chooseSide(k, target, &p))
    return false;
  *phase = p;
  return true;
}

int64_t tcGpuTransposeBytes(const TcGpuPhase *phase, const TcCpuRead *r) {
  int64_t bytes = tcCpuBytes(r->value->element), side = phase->side;
  if (phase->pairs)
    return side * side * bytes;
  bytes = bytes < 4 ? 4 : bytes;
  return (side * (side + 1) * bytes + 15) / 16 * 16;
}
