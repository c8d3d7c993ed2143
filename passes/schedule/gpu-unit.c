// Chooses the tiling of contractions on matrix units: the fastest in a model of
// the machine.
#include "passes/schedule/gpu-unit.h"

#include "passes/lower/cpu/emit.h"
#include "passes/schedule/gpu.h"

#include "lib/cost/numbers.h"

#include "mlir-c/BuiltinTypes.h"

#include <math.h>

// `share` of the fastest unit's rate, and `edge`, how many of its steps a
// tile's begin and end cost without what is stored and read there. Of warp
// groups both are fitted, with the numbers below, to 2,960 times on an H100: of
// each contraction of ResNet-50 and an MLP-Mixer, forward and training, of ViT,
// BERT, GPT-2, Llama and of `bench/gpu.py --only products`, in each tiling that
// is legal there (docs/ir/schedule.md, "Numbers"). Where copies or maps take
// the time, share says little. sm_80's are scaled from mma.sync on an H200.
typedef struct Candidate {
  int64_t rows, columns, warpRows, warpColumns, depth, ring, resident;
  double share, edge;
  bool persists;
  int64_t ahead; // TcGpuTiling's, as are these
  int64_t teams, copyRegisters, registers;
  bool tma;
  bool along; // for operands that are contiguous along their points alone
} Candidate;

static const Candidate fragments[] = {
    {128, 256, 64, 64, 32, 4, 1, 0.50, 190, false, 0, 0, 0, 0, false, false},
    {256, 128, 64, 64, 32, 4, 1, 0.49, 190, false, 0, 0, 0, 0, false, false},
    {128, 128, 64, 32, 64, 3, 1, 0.46, 190, false, 0, 0, 0, 0, false, false},
    {128, 64, 32, 32, 64, 4, 1, 0.37, 190, false, 0, 0, 0, 0, false, false},
    {64, 128, 32, 32, 64, 4, 1, 0.37, 190, false, 0, 0, 0, 0, false, false},
    {64, 64, 32, 32, 64, 4, 1, 0.28, 190, false, 0, 0, 0, 0, false, false},
    {32, 64, 16, 32, 64, 4, 1, 0.18, 190, false, 0, 0, 0, 0, false, false},
    {64, 32, 32, 16, 64, 4, 1, 0.18, 190, false, 0, 0, 0, 0, false, false},
    {32, 32, 16, 16, 64, 4, 1, 0.11, 190, false, 0, 0, 0, 0, false, false},
    {16, 64, 16, 16, 64, 4, 1, 0.11, 190, false, 0, 0, 0, 0, false, false},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, false, 0, 0, 0, 0, false, false}};

// Of waves of 64 threads, in 64 KiB of shared memory: shares are guesses, in
// the order of what a byte that is copied is multiplied by.
static const Candidate waves[] = {
    {128, 64, 64, 32, 64, 2, 1, 0.50, 190, false, 0, 0, 0, 0, false, false},
    {64, 128, 32, 64, 64, 2, 1, 0.50, 190, false, 0, 0, 0, 0, false, false},
    {64, 64, 32, 32, 64, 2, 1, 0.40, 190, false, 0, 0, 0, 0, false, false},
    {32, 64, 16, 32, 64, 2, 1, 0.22, 190, false, 0, 0, 0, 0, false, false},
    {64, 32, 32, 16, 64, 2, 1, 0.22, 190, false, 0, 0, 0, 0, false, false},
    {32, 32, 16, 16, 64, 2, 1, 0.15, 190, false, 0, 0, 0, 0, false, false},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, false, 0, 0, 0, 0, false, false}};

// Of units of f64: shares of the unit's own rate where all resident blocks are
// at work, measured on an H100. Those that fit in an A100's shared memory are
// the ones of 16 steps (64 here) that are resident once or twice.
static const Candidate doubles[] = {
    {128, 128, 32, 64, 128, 3, 1, 0.78, 190, false, 0, 0, 0, 0, false, false},
    {64, 128, 32, 64, 64, 4, 2, 0.80, 190, false, 0, 0, 0, 0, false, false},
    {128, 64, 64, 32, 64, 4, 2, 0.78, 190, false, 0, 0, 0, 0, false, false},
    {64, 64, 32, 32, 64, 4, 3, 0.79, 190, false, 0, 0, 0, 0, false, false},
    {64, 64, 32, 32, 128, 3, 2, 0.77, 190, false, 0, 0, 0, 0, false, false},
    {128, 128, 32, 64, 64, 4, 1, 0.76, 190, false, 0, 0, 0, 0, false, false},
    {64, 128, 32, 32, 64, 4, 1, 0.70, 190, false, 0, 0, 0, 0, false, false},
    {64, 64, 32, 32, 64, 4, 2, 0.77, 190, false, 0, 0, 0, 0, false, false},
    {32, 64, 16, 32, 64, 4, 2, 0.55, 190, false, 0, 0, 0, 0, false, false},
    {64, 32, 32, 16, 64, 4, 2, 0.55, 190, false, 0, 0, 0, 0, false, false},
    {32, 32, 16, 16, 64, 4, 2, 0.45, 190, false, 0, 0, 0, 0, false, false},
    {16, 64, 16, 16, 64, 4, 2, 0.45, 190, false, 0, 0, 0, 0, false, false},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, false, 0, 0, 0, 0, false, false}};

static const Candidate descriptors[] = {
    {128, 128, 128, 128, 64, 6, 1, 0.90, 60, true, 0, 2, 24, 240, true, false},
    {128, 192, 64, 192, 64, 4, 1, 0.93, -65, true, 0, 1, 24, 240, true, false},
    {128, 256, 64, 256, 64, 4, 1, 1.00, -5, true, 0, 1, 24, 240, true, false},
    {64, 256, 64, 256, 64, 4, 1, 0.88, 77, true, 0, 2, 24, 240, true, false},
    {64, 192, 64, 192, 64, 5, 1, 0.84, 77, true, 0, 2, 24, 240, true, true},
    {64, 128, 64, 128, 64, 8, 1, 0.76, 67, true, 0, 2, 24, 240, true, false},
    {128, 128, 64, 128, 64, 6, 1, 0.93, 60, true, 0, 1, 24, 240, true, false},
    {192, 128, 64, 128, 64, 4, 1, 0.90, 0, true, 0, 1, 32, 160, true, false},
    {256, 64, 128, 64, 64, 3, 1, 0.36, 60, true, 0, 2, 32, 112, true, false},
    {128, 64, 64, 64, 64, 6, 1, 0.44, 60, true, 0, 2, 32, 112, true, false},
    {64, 64, 64, 64, 64, 8, 1, 0.40, 60, true, 0, 2, 24, 240, true, false},
    {128, 192, 64, 192, 64, 4, 1, 1.00, 101, true, 0, 1, 88, 208, false, false},
    {128, 256, 64, 256, 64, 4, 1, 1.03, 42, true, 0, 1, 88, 208, false, false},
    {64, 256, 64, 256, 64, 4, 1, 1.06, 37, true, 0, 2, 88, 208, false, false},
    {128, 128, 64, 128, 64, 4, 1, 0.75, 26, true, 0, 2, 32, 112, false, false},
    {128, 64, 64, 64, 64, 6, 1, 0.51, 88, true, 0, 2, 32, 112, false, false},
    {128, 256, 64, 256, 64, 4, 1, 0.94, 110, true, 3, 0, 0, 0, false, false},
    {128, 192, 64, 192, 64, 4, 1, 0.88, 66, true, 3, 0, 0, 0, false, false},
    {256, 128, 64, 128, 64, 3, 1, 0.85, 176, true, 2, 0, 0, 0, false, false},
    {128, 128, 64, 128, 64, 6, 1, 0.75, 68, true, 0, 0, 0, 0, false, false},
    {128, 256, 64, 256, 64, 4, 1, 0.94, 146, false, 0, 0, 0, 0, false, false},
    {256, 128, 64, 128, 64, 4, 1, 0.88, 240, false, 0, 0, 0, 0, false, false},
    {128, 192, 64, 192, 64, 4, 1, 0.87, 194, false, 0, 0, 0, 0, false, false},
    {128, 128, 64, 128, 64, 6, 1, 0.65, 181, false, 0, 0, 0, 0, false, false},
    {128, 128, 64, 128, 64, 3, 2, 0.64, 74, false, 0, 0, 0, 0, false, false},
    {64, 128, 64, 128, 64, 3, 3, 0.73, 72, false, 0, 0, 0, 0, false, false},
    {128, 64, 64, 64, 64, 3, 3, 0.75, 251, false, 0, 0, 0, 0, false, false},
    {64, 64, 64, 64, 64, 6, 2, 0.41, 260, false, 0, 0, 0, 0, false, false},
    {64, 32, 64, 32, 64, 6, 3, 0.21, 260, false, 0, 0, 0, 0, false, false},
    {64, 16, 64, 16, 64, 6, 3, 0.12, 260, false, 0, 0, 0, 0, false, false},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, false, 0, 0, 0, 0, false, false}};

enum {
  THREADS = 512,     // that keep those accesses busy
  GROUP_RATE = 4096, // that shares of units of f64 were fitted with
};

static bool isOfDoubles(const TcUnit *unit) { return tcUnitBytes(unit) == 8; }

// In tables a step's elements have two bytes.
static int64_t depthOf(const TcUnit *unit, const Candidate *c) {
  return 2 * c->depth / tcUnitBytes(unit);
}

// The tables' rates are those of mma.sync and wgmma of two bytes. Of f64 a
// multiprocessor's share falls with the threads at work, `blocks` times a
// block's: 256 x 256 x 65536 in as many blocks as multiprocessors, two of which
// would be resident, had 0.54 to 0.68 of the rate, where 4096 x 4096 x 4096 in
// the same tilings had 0.80.
static double shareOf(const TcUnit *unit, const Candidate *c, double blocks) {
  if (isOfDoubles(unit))
    return c->share * sqrt(blocks / (double)c->resident) * (double)unit->rate /
           GROUP_RATE;
  return 2 * c->share / (double)tcUnitBytes(unit);
}

static int64_t atMost(int64_t number) {
  return number < TC_GPU_MOST ? number : TC_GPU_MOST;
}

static TcGpuTiling tilingOf(const TcUnit *unit, const Candidate *c) {
  return (TcGpuTiling){.unit = unit,
                       .rows = c->rows,
                       .columns = c->columns,
                       .warpRows = c->warpRows,
                       .warpColumns = c->warpColumns,
                       .depth = depthOf(unit, c),
                       .ring = c->ring,
                       .group = atMost(tcNumber(gpu_group)),
                       .resident = c->resident,
                       .ahead = c->ahead,
                       .persists = c->persists,
                       .teams = c->teams,
                       .copyRegisters = c->copyRegisters,
                       .registers = c->registers,
                       .tma = c->tma};
}

// How many points the product has, at the kernel's guess of sizes.
typedef struct Counts {
  double rows, columns, batch, steps;
  int ops;             // of the maps behind it
  double stored, read; // bytes that these store, and read, for each point
  bool alone;          // a point's store is an access of its own
  bool shifted;        // rows of what is stored start at any element
  bool images;         // an operand is windows of images to the copy engine
  bool along, strided; // both operands are contiguous along their points; the
                       // offset of a step is a multiple of a stride
  bool changed[2];     // in shared memory, for a unit that reads it there
  int64_t access[2];   // elements of an operand that a thread copies at once
} Counts;

static double tilesOf(double points, int64_t tile) {
  return ceil(points / (double)tile);
}

// The share of cycles in which the maps behind a product issue an operation:
// operations of one thread wait for each other, so more threads hide more.
static double busyOf(const Candidate *c, const TcUnit *unit) {
  TcGpuTiling t = tilingOf(unit, c);
  int64_t threads = tcGpuMultiplyThreads(&t) * c->resident;
  if (c->teams) // measured: silu behind 4096 x 2048 x 768
    return c->tma ? 0.25 : 0.3;
  return threads >= 512 ? 0.7 : threads >= 384 ? 0.55 : 0.4;
}

static int opsOf(const TcGpuProduct *p) {
  int ops = 0;
  for (size_t i = 0; i < p->match.maps.size; ++i)
    ops += tcCpuBodyOps(p->match.maps.data[i]);
  return ops;
}

static double bytesOf(const TcCpuValue *v) {
  return (double)(v->dests.size ? tcCpuBytes(v->element) : 0);
}

// What a stage stores for each of its points.
static double storedBy(const TcCpuStage *s) {
  double bytes = 0;
  for (size_t i = 0; i < s->results.size; ++i)
    bytes +=
        bytesOf(s->results.data[i]) * (double)s->results.data[i]->dests.size;
  return bytes;
}

// What the maps read of memory for each point: where there are as many elements
// as points, not of a row of them or a column.
static double readBy(const TcCpuStage *s) {
  double bytes = 0;
  for (size_t i = 0; i < s->reads.size; ++i) {
    const TcCpuValue *v = s->reads.data[i].value;
    bytes += !v->stage && v->rank >= s->iters.size ? bytesOf(v) : 0;
  }
  return bytes;
}

static void countTraffic(const TcGpuProduct *p, Counts *n) {
  n->stored = storedBy(p->match.contract);
  for (size_t i = 0; i < p->match.maps.size; ++i) {
    n->stored += storedBy(p->match.maps.data[i]);
    n->read += readBy(p->match.maps.data[i]);
  }
}

static Counts countsOf(const TcCpuKernel *k, const TcGpuUnitProduct *u) {
  const TcGpuProduct *p = &u->p;
  Counts n = {
      .rows = tcCpuGuessIters(k, &p->rows.iters),
      .columns = tcCpuGuessIters(k, &p->columns.iters),
      .batch = tcCpuGuessIters(k, &p->batch),
      .steps = tcCpuGuessIters(k, &p->over),
      .ops = opsOf(p),
      .alone = u->lanes == 1,
      .shifted = u->shifted != 0,
      .images = u->operands[0].map.isImage || u->operands[1].map.isImage,
      .along = u->operands[0].factor->along && u->operands[1].factor->along,
      .strided = tcGpuStepStride(k, &p->over, &u->operands[0]) &&
                 tcGpuStepStride(k, &p->over, &u->operands[1]),
      .changed = {tcGpuIsChanged(&u->operands[0]),
                  tcGpuIsChanged(&u->operands[1])},
      .access = {u->operands[0].access, u->operands[1].access}};
  countTraffic(p, &n);
  return n;
}

// The time of adding up partial sums, in steps of a multiprocessor's unit.
static double partsTime(const Counts *n, const TcUnit *unit, int64_t parts) {
  double words = (double)tcUnitSumBytes(unit) / 4;
  double sums = n->rows * n->columns * n->batch * (double)parts * words;
  return parts > 1
             ? tcNumber(gpu_part_steps) * sums + tcNumber(gpu_launch_steps)
             : 0;
}

// The time that `tiles` of a multiprocessor's take at least, as many at once as
// are resident: a step waits for its copies.
static double copyTime(const TcUnit *unit, const Candidate *c, double tiles,
                       double steps) {
  double bytes =
      (double)(tcUnitBytes(unit) * depthOf(unit, c) * (c->rows + c->columns));
  double copy =
      tcNumber(gpu_copy_steps) + tcNumber(gpu_copy_byte_steps) * bytes;
  TcGpuTiling t = tilingOf(unit, c);
  return ceil(tiles / (double)c->resident) * steps / (double)depthOf(unit, c) *
         copy / (double)tcGpuAhead(&t);
}

// The time in which the machine copies a step of what all blocks read, where
// threads copy both operands along their points, one of them by accesses of
// less than a chunk, which take SHORT times as long. Of few blocks one
// multiprocessor copies up to MORE of its share.
static double alongTime(const Counts *n, const TcTarget *target,
                        const TcUnit *unit, const Candidate *c, double tiles) {
  const double MORE = 4.0 / 3, SHORT = 1.5;
  int64_t chunk = tcGpuUnitChunk(unit);
  double elements = (double)c->rows * (n->access[0] < chunk ? SHORT : 1) +
                    (double)c->columns * (n->access[1] < chunk ? SHORT : 1);
  double share = tiles / (double)target->cores;
  bool whole = n->access[0] == chunk && n->access[1] == chunk;
  if (!n->along || c->tma || whole)
    return 0;
  return tcNumber(gpu_along_byte_steps) * (double)tcUnitBytes(unit) * elements *
         fmax(share, ceil(share) / MORE);
}

// The time of a step's accesses to shared memory, where operands are changed
// there: an element is copied there, perhaps read and written, and read by the
// unit, the rows' once for each warp group's columns and the other way round.
// (What is only copied and read takes less time than what is multiplied.)
static double sharedTime(const Counts *n, const TcUnit *unit,
                         const Candidate *c) {
  enum { COPIED = 1, CHANGED = 3 };
  if (!tcGpuReadsShared(unit) || !(n->changed[0] || n->changed[1]))
    return 0;
  int64_t byRows =
      c->columns / c->warpColumns + (n->changed[0] ? CHANGED : COPIED);
  int64_t byColumns = c->rows / unit->m + (n->changed[1] ? CHANGED : COPIED);
  return tcNumber(gpu_shared_byte_steps) * (double)tcUnitBytes(unit) *
         (double)(byRows * c->rows + byColumns * c->columns);
}

// The time that a tile's threads take, in a step, to compute addresses; 0 where
// the unit's rate includes it. If both operands are contiguous along their
// points, as in the gradient of a weight, each access is of another step, whose
// offset a thread computes: some DIVIDED instructions for an access where
// iterators are divided from the step's number, one in three cycles of a warp
// that a scheduler has alone. (1024 x 256 x 12544 in 128 blocks of 64 x 128:
// 62 us by this, 13 without it; a profile on an H200 showed at most 65.)
static double addressTime(const Counts *n, const TcUnit *unit,
                          const Candidate *c, double blocks) {
  enum { DIVIDED = 40, STRIDED = 12 }; // the latter: counted in its text
  enum { LANES = 32, SCHEDULERS = 4, RATE = 1880 };
  if (!n->along || c->tma)
    return 0;
  TcGpuTiling t = tilingOf(unit, c);
  double warps = (double)tcGpuCopyThreads(&t) * blocks / (LANES * SCHEDULERS);
  double cycles = warps < 2.5 ? 3 / warps : 1.2;
  double accesses = (double)c->rows / (double)n->access[0] +
                    (double)c->columns / (double)n->access[1];
  return accesses / LANES / SCHEDULERS * (n->strided ? STRIDED : DIVIDED) *
         cycles * RATE;
}

// The time in which a point's sum is stored: as a part, or by the maps.
static double storeTime(const Counts *n, const TcUnit *unit, int64_t parts) {
  return tcNumber(gpu_store_steps) *
         (parts > 1 ? (double)tcUnitSumBytes(unit) : n->stored);
}

// The time of what the maps compute for a point, and read.
static double mapTime(const Counts *n, const TcUnit *unit, const Candidate *c,
                      int64_t parts) {
  if (parts > 1)
    return 0;
  TcGpuTiling t = tilingOf(unit, c);
  int64_t threads = tcGpuMultiplyThreads(&t) * c->resident;
  double idle = threads < THREADS ? (double)THREADS / (double)threads : 1;
  double reads = n->read * (c->teams ? tcNumber(gpu_roles_read_steps)
                                     : tcNumber(gpu_read_steps));
  return tcNumber(gpu_op_steps) * n->ops / busyOf(c, unit) +
         idle * (reads + (n->alone ? tcNumber(gpu_alone_steps) : 0));
}

// Cycles of the busiest multiprocessor, up to a factor. A team's products run
// while another stores.
static double timeOf(const Counts *n, const TcTarget *target,
                     const TcUnit *unit, const Candidate *c, int64_t parts) {
  double tiles = tilesOf(n->rows, c->rows) * tilesOf(n->columns, c->columns) *
                 n->batch * (double)parts;
  int64_t depth = depthOf(unit, c);
  double steps = tilesOf(n->steps, depth * parts) * (double)depth;
  double waves = ceil(tiles / (double)target->cores);
  if (c->persists && !c->tma && waves < 2) // no tile is a block's next
    return INFINITY;
  if (c->along && !n->along)
    return INFINITY;
  if (c->teams && parts > 1 && !n->along) // measured: never the fastest
    return INFINITY;
  double area = waves * (double)(c->rows * c->columns);
  double blocks = waves < (double)c->resident ? waves : (double)c->resident;
  double slower =
      n->images && !c->tma ? tcNumber(gpu_image_percent) / 100.0 : 1;
  double sums = slower * area * steps / shareOf(unit, c, blocks) +
                waves * steps * addressTime(n, unit, c, blocks);
  double copies = copyTime(unit, c, waves, steps);
  double shared = waves * steps * sharedTime(n, unit, c);
  double along = steps * alongTime(n, target, unit, c, tiles);
  double products = fmax(fmax(fmax(sums, copies), shared), along);
  double stores = area * storeTime(n, unit, parts);
  // Partial sums are what memory is busy with: 256 x 2304 x 12544 in 8 parts.
  bool beside = c->tma && c->teams > 1 && waves > 1 && parts == 1;
  double both = beside ? fmax(products, stores) : products + stores;
  double shifted = c->tma && n->shifted
                       ? tcNumber(gpu_shifted_steps) / (double)c->columns
                       : 0;
  double maps = mapTime(n, unit, c, parts) + shifted;
  return both + area * (c->edge + maps) + partsTime(n, unit, parts);
}

//===- All ways -----------------------------------------------------------===//

typedef struct Ways {
  TcCpuKernel *k;
  const TcCpuStages *stages;
  const TcTarget *target;
  TcGpuWays *all;
} Ways;

// Whether one warp group can copy the operand for several: 16 bytes at once,
// contiguous along the steps, so that an address is a point's and a constant.
// (What else a copy computes is shared by all threads of a block without roles;
// operands that are contiguous along their points have not been measured.)
static bool isCopiedAlone(const TcCpuKernel *k, const TcGpuUnitProduct *u,
                          const TcGpuOperand *o) {
  return o->access == o->chunk && !o->numBounds && !o->factor->along &&
         tcGpuStepStride(k, &u->p.over, o);
}

// Adds the tilings for a unit, with the reduction in so many parts.
static void addWays(const Ways *w, const TcGpuUnitProduct *u,
                    const TcUnit *unit, TcGpuSplit split) {
  const Candidate *c = tcGpuReadsShared(unit) ? descriptors
                       : isOfDoubles(unit)    ? doubles
                       : tcGpuIsOfWaves(unit) ? waves
                                              : fragments;
  TcGpuUnitProduct part = *u;
  part.steps = u->steps < 0 ? -1 : u->steps / split.parts; // equal parts
  bool roles = isCopiedAlone(w->k, u, &u->operands[0]) &&
               isCopiedAlone(w->k, u, &u->operands[1]);
  bool tensors = w->target->tensorMaps && u->operands[0].map.rank > 0 &&
                 u->operands[1].map.rank > 0;
  bool whole = split.parts == 1 || tcGpuTensorsSplit(w->k, u, split.iter);
  for (; c->rows; ++c) {
    TcGpuTiling t = tilingOf(unit, c);
    TcGpuWay way = {*w->stages, t, split, c};
    bool copies = c->tma ? tensors && whole : !c->teams || (roles && !tensors);
    if (copies && !tcGpuUnitRefuses(w->target, &part, &t))
      tcVecPush(w->k->arena, w->all, way);
  }
}

TcGpuWays tcGpuUnitWays(TcCpuKernel *k, const TcCpuStages *stages,
                        const TcTarget *target) {
  TcGpuWays out = {0};
  Ways w = {k, stages, target, &out};
  TcGpuUnitProduct u;
  for (const TcUnit *unit = tcUnits; unit->name; ++unit) {
    if (tcFormIsOff(k, TC_FORM_UNITS) || !tcTargetHasUnit(target, unit) ||
        !tcGpuUnitMatch(k, stages, unit, &u) || !tcGpuUnitPays(k, &u))
      continue;
    int iter =
        tcFormIsOff(k, TC_FORM_SPLITS) ? -1 : tcGpuUnitSplitIter(k, &u.p);
    int64_t most = atMost(tcNumber(gpu_max_parts));
    addWays(&w, &u, unit, (TcGpuSplit){-1, 1});
    for (int64_t parts = 2; iter >= 0 && parts <= most; ++parts)
      if (tcGpuUnitIsPart(k, &u, iter, parts))
        addWays(&w, &u, unit, (TcGpuSplit){iter, parts});
  }
  return out;
}

// The counts at these sizes; the form of the product stays that of the
// kernel's own.
static Counts countsAt(TcCpuKernel *k, const TcGpuWay *way, TcGpuSizes sizes) {
  TcGpuUnitProduct u;
  int64_t own = k->guess;
  tcGpuUnitMatch(k, &way->stages, way->tiling.unit, &u);
  k->guess = sizes.guess;
  Counts n = countsOf(k, &u);
  k->guess = own;
  if (sizes.rows > 0)
    n.rows = sizes.rows;
  return n;
}

static bool areConstant(const TcCpuKernel *k, const TcCpuIters *iters) {
  int64_t n;
  for (size_t i = 0; i < iters->size; ++i)
    if (!tcSizeIsConst(k->iters.data[iters->data[i]].extent, &n))
      return false;
  return true;
}

bool tcGpuOnlyRowsVary(TcCpuKernel *k, const TcGpuWays *ways, double *each) {
  TcGpuUnitProduct u;
  int64_t n;
  if (!ways->size ||
      !tcGpuUnitMatch(k, &ways->data[0].stages, ways->data[0].tiling.unit,
                      &u) ||
      !areConstant(k, &u.p.batch) || !areConstant(k, &u.p.columns.iters) ||
      !areConstant(k, &u.p.over))
    return false;
  *each = 1;
  for (size_t i = 0; i < u.p.rows.iters.size; ++i)
    if (tcSizeIsConst(k->iters.data[u.p.rows.iters.data[i]].extent, &n))
      *each *= (double)n;
  return true;
}

void tcGpuWayTimes(TcCpuKernel *k, const TcTarget *target,
                   const TcGpuWays *ways, TcGpuSizes sizes, double *times) {
  const TcUnit *unit = NULL;
  Counts n = {0};
  for (size_t i = 0; i < ways->size; ++i) {
    const TcGpuWay *way = &ways->data[i];
    if (way->tiling.unit != unit) {
      unit = way->tiling.unit;
      n = countsAt(k, way, sizes);
    }
    times[i] = timeOf(&n, target, unit, way->candidate, way->split.parts);
  }
}

const TcGpuWay *tcGpuBestWay(TcCpuKernel *k, const TcTarget *target,
                             const TcGpuWays *ways) {
  double *times = TC_ARENA_ARRAY(k->arena, double, ways->size + 1);
  const TcGpuWay *best = NULL;
  double least = INFINITY;
  tcGpuWayTimes(k, target, ways, (TcGpuSizes){k->guess, 0}, times);
  for (size_t i = 0; i < ways->size; ++i)
    if (times[i] < least) {
      least = times[i];
      best = &ways->data[i];
    }
  return best;
}
