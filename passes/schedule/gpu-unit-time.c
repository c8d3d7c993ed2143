// The time of a contraction on matrix units in a tiling: a model of the
// machine.
#include "passes/schedule/gpu-unit.h"

#include "passes/lower/cpu/emit.h"
#include "passes/schedule/gpu.h"

#include "lib/cost/numbers.h"

#include "mlir-c/BuiltinTypes.h"

#include <math.h>

enum {
  THREADS = 512,     // that keep stores of single points busy
  GROUP_RATE = 4096, // that shares of units of f64 were fitted with
};

// In tables a step's elements have two bytes.
TcGpuTiling tcGpuTilingOf(const TcUnit *unit, const TcGpuCandidate *c) {
  return (TcGpuTiling){.unit = unit,
                       .rows = c->rows,
                       .columns = c->columns,
                       .warpRows = c->warpRows,
                       .warpColumns = c->warpColumns,
                       .depth = 2 * c->depth / tcUnitBytes(unit),
                       .ring = c->ring,
                       .group = tcGpuAtMost(tcNumber(gpu_group)),
                       .resident = c->resident,
                       .ahead = c->ahead,
                       .persists = c->persists,
                       .teams = c->teams,
                       .copyRegisters = c->copyRegisters,
                       .registers = c->registers,
                       .tma = c->tma};
}

static int64_t depthOf(const TcUnit *unit, const TcGpuCandidate *c) {
  return tcGpuTilingOf(unit, c).depth;
}

// The tables' rates are those of mma.sync and wgmma of two bytes. Of f64 a
// multiprocessor's share falls with the threads at work, `blocks` times a
// block's: 256 x 256 x 65536 in as many blocks as multiprocessors, two of which
// would be resident, had 0.54 to 0.68 of the rate, where 4096 x 4096 x 4096 in
// the same tilings had 0.80. Where factors are split see tcGpuShareOfFew.
static double shareOf(const TcUnit *unit, const TcGpuCandidate *c,
                      double blocks) {
  if (tcGpuIsOfDoubles(unit))
    return c->share * sqrt(blocks / (double)c->resident) * (double)unit->rate /
           GROUP_RATE;
  double share = 2 * c->share / (double)tcUnitBytes(unit);
  return unit->slices ? share * tcGpuShareOfFew(blocks, (double)c->resident) / 3
                      : share;
}

// How many points the product has, at the kernel's guess of sizes.
typedef struct Counts {
  double rows, columns, batch, steps;
  int ops;             // of the maps behind it
  double stored, read; // bytes that these store, and read, for each point
  bool pairs;          // maps may run on pairs (lower/gpu/unit_pairs.c)
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
// operations of one thread wait for each other, so more threads hide more. Of
// pairs measured, by gelu behind 12608 x 3072 x 768 and silu behind 4096 x 2048
// x 768: 0.64 to 0.86, whatever the tiling.
static double busyOf(const Counts *n, const TcGpuCandidate *c,
                     const TcUnit *unit) {
  TcGpuTiling t = tcGpuTilingOf(unit, c);
  int64_t threads = tcGpuMultiplyThreads(&t) * c->resident;
  if (tcGpuReadsShared(unit) && n->pairs)
    return 0.75;
  if (c->teams) // measured: silu behind 4096 x 2048 x 768, through f32 words
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
      .pairs = tcGpuMapsPairs(k, u),
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
// Where factors are split as the tables' shares were fitted: sums of few
// products, which the L2 cache keeps, beside launches that begin early.
static double partsTime(const Counts *n, const TcUnit *unit, int64_t parts) {
  double words = (double)tcUnitSumBytes(unit) / 4;
  double sums = n->rows * n->columns * n->batch * (double)parts * words;
  const double SPLIT_SUM = 3.3, SPLIT_LAUNCH = 2.2e6;
  if (parts < 2)
    return 0;
  return unit->slices
             ? SPLIT_SUM * sums + SPLIT_LAUNCH
             : tcNumber(gpu_part_steps) * sums + tcNumber(gpu_launch_steps);
}

// The time that `tiles` of a multiprocessor's take at least, as many at once as
// are resident: a step waits for its copies.
static double copyTime(const TcUnit *unit, const TcGpuCandidate *c,
                       double tiles, double steps) {
  double bytes =
      (double)(tcUnitBytes(unit) * depthOf(unit, c) * (c->rows + c->columns));
  double copy =
      tcNumber(gpu_copy_steps) + tcNumber(gpu_copy_byte_steps) * bytes;
  TcGpuTiling t = tcGpuTilingOf(unit, c);
  return ceil(tiles / (double)c->resident) * steps / (double)depthOf(unit, c) *
         copy / (double)tcGpuAhead(&t);
}

// The time in which the machine copies a step of what all blocks read, where
// threads copy both operands along their points, one of them by accesses of
// less than a chunk, which take SHORT times as long. Of few blocks one
// multiprocessor copies up to MORE of its share.
static double alongTime(const Counts *n, const TcTarget *target,
                        const TcUnit *unit, const TcGpuCandidate *c,
                        double tiles) {
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
                         const TcGpuCandidate *c) {
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
                          const TcGpuCandidate *c, double blocks) {
  enum { DIVIDED = 40, STRIDED = 12 }; // the latter: counted in its text
  enum { LANES = 32, SCHEDULERS = 4, RATE = 1880 };
  if (!n->along || c->tma)
    return 0;
  TcGpuTiling t = tcGpuTilingOf(unit, c);
  double warps = (double)tcGpuCopyThreads(&t) * blocks / (LANES * SCHEDULERS);
  double cycles = warps < 2.5 ? 3 / warps : 1.2;
  double accesses = (double)c->rows / (double)n->access[0] +
                    (double)c->columns / (double)n->access[1];
  const double BESIDE = 0.53; // fitted: other warps split factors meanwhile
  return accesses / LANES / SCHEDULERS * (n->strided ? STRIDED : DIVIDED) *
         cycles * RATE * (unit->slices ? BESIDE : 1);
}

// The time in which a point's sum is stored: as a part, or by the maps.
static double storeTime(const Counts *n, const TcUnit *unit, int64_t parts) {
  return tcNumber(gpu_store_steps) *
         (parts > 1 ? (double)tcUnitSumBytes(unit) : n->stored);
}

// Bytes of a point that the maps read, or what is read in the meantime where
// few threads wait for them.
static double readBytes(const Counts *n, double threads) {
  return n->read > 0 ? fmax(n->read, tcNumber(gpu_read_under_way) / threads)
                     : 0;
}

// The time of what the maps compute for a point, and read.
static double mapTime(const Counts *n, const TcUnit *unit,
                      const TcGpuCandidate *c, int64_t parts) {
  if (parts > 1)
    return 0;
  TcGpuTiling t = tcGpuTilingOf(unit, c);
  double threads = (double)(tcGpuMultiplyThreads(&t) * c->resident);
  double reads =
      c->teams ? tcNumber(gpu_roles_read_steps) : tcNumber(gpu_read_steps);
  double alone = n->alone ? tcNumber(gpu_alone_steps) : 0;
  return tcNumber(gpu_op_steps) * n->ops / busyOf(n, c, unit) +
         reads * readBytes(n, threads) + alone * fmax(1, THREADS / threads);
}

// The time of `tiles` of a multiprocessor, each of `work` multiplications, as
// many at once as are resident: in the last round there may be fewer.
static double sumsTime(const TcUnit *unit, const TcGpuCandidate *c,
                       double tiles, double work) {
  double all = (double)c->resident, whole = floor(tiles / all) * all;
  double time = whole * work / shareOf(unit, c, all), rest = tiles - whole;
  return rest > 0 ? time + rest * work / shareOf(unit, c, rest) : time;
}

// How many times as long the products of a block that is alone on a
// multiprocessor take, where an operand is copied by less than a chunk: of f64
// twice as many copies are issued between them. (4095^3 in tiles of 128 x 128,
// alone, and of 64 x 128, two at once: 3130, 2975 us; 4096^3 2690, 2853.)
static double shortCopies(const Counts *n, const TcUnit *unit,
                          const TcGpuCandidate *c) {
  const double ALONE = 1.13;
  int64_t chunk = tcGpuUnitChunk(unit);
  bool isShort = n->access[0] < chunk || n->access[1] < chunk;
  return tcGpuIsOfDoubles(unit) && c->resident == 1 && isShort ? ALONE : 1;
}

// Cycles of the busiest multiprocessor, up to a factor. A team's products run
// while another stores.
static double timeOf(const Counts *n, const TcTarget *target,
                     const TcUnit *unit, const TcGpuCandidate *c,
                     int64_t parts) {
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
  double tile = (double)(c->rows * c->columns);
  slower *= shortCopies(n, unit, c);
  double sums = slower * sumsTime(unit, c, waves, tile * steps) +
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

// The counts at these sizes; the form of the product stays that of the
// kernel's own.
static Counts countsAt(TcCpuKernel *k, const TcGpuWay *way, TcGpuSizes sizes) {
  TcGpuUnitProduct u;
  int64_t own = k->guess;
  tcGpuUnitMatch(k, &way->stages, way->tiling.unit, &u);
  tcGpuUnitTakeLanes(&way->tiling, &u);
  k->guess = sizes.guess;
  Counts n = countsOf(k, &u);
  k->guess = own;
  if (sizes.rows > 0)
    n.rows = sizes.rows;
  if (sizes.beside > 0)
    n.batch *= (double)sizes.beside;
  return n;
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
