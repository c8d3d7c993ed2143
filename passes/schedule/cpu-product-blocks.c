// Blocks of steps of a product's sum, and the tasks of blocks whose rows are
// read in place, where no schedule says so: as the caches keep rows, panels and
// sums. See cpu-product.h.
#include "passes/schedule/cpu-product.h"

#include "lib/cost/numbers.h"

#include <math.h>

// 0 if it is not known.
static int64_t points(const TcCpuKernel *k, const TcCpuIters *iters) {
  return tcProductPoints(k, iters, 0);
}

static int64_t secondCache(const TcTarget *target) {
  return target->l2Bytes ? target->l2Bytes : 512 << 10;
}

//===- Rows in place ------------------------------------------------------===//

// Steps whose panel stays in half of the second cache; in a quarter, if it is
// packed ahead: then the next one's is prefetched.
static int64_t stepsOfPanel(const TcProduct *p, const TcTarget *target) {
  return secondCache(target) / (p->packed ? 4 : 2) / tcProductStepBytes(p);
}

// Steps of a block of a sum (sum-block.h), where it is known that the second
// cache delivers little, and there are several blocks: sums are then kept apart
// in scratch alone, and a task's rows of a block stay in that cache for all of
// its panels. 0 where the sum has no such blocks.
static int64_t stepsOfSums(const TcCpuKernel *k, const TcProduct *p,
                           const TcTarget *target) {
  enum { BLOCKS = 4, FEWEST = 96 };
  int64_t most = tcProductApartTerms(k, p);
  int64_t steps = tcProductStepsOfBlock(k, p, most);
  return target->l2Rate && steps >= FEWEST && steps <= most &&
                 points(k, &p->over) >= BLOCKS * steps
             ? most
             : 0;
}

// Whether the second cache keeps what a task reads in all of its steps: a panel
// that was packed ahead; one that it packs beside as many rows as one is packed
// for.
static bool keepsAll(const TcCpuKernel *k, const TcProduct *p,
                     const TcTarget *target) {
  int64_t steps = points(k, &p->over);
  if (p->packed)
    return steps <= stepsOfPanel(p, target);
  int64_t rows = points(k, &p->rows);
  int64_t most = tcNumber(cpu_pack_tiles) * p->height;
  int64_t bytes = (rows < most ? rows : most) * tcProductRowBytes(p);
  return steps * (bytes + tcProductStepBytes(p)) <= secondCache(target);
}

static int64_t stepsInPlace(const TcCpuKernel *k, const TcProduct *p,
                            const TcTarget *target) {
  int64_t near = keepsAll(k, p, target) ? 0 : stepsOfSums(k, p, target);
  return near ? near : stepsOfPanel(p, target);
}

// Groups of tiles and of panels that tasks have, of `batch` points.
typedef struct Tasks {
  double rows, columns;
  int64_t tiles, panels, batch; // in all
  int64_t tileGroups, panelGroups;
} Tasks;

static int64_t tilesOfTask(const Tasks *t) {
  return tcCeilDiv(t->tiles, t->tileGroups);
}

static int64_t panelsOfTask(const Tasks *t) {
  return tcCeilDiv(t->panels, t->panelGroups);
}

// The time until the last core is done, in what it would be if all were done at
// once.
static double imbalance(const Tasks *t, const TcTarget *target) {
  int64_t cores = target->cores ? target->cores : tcNumber(cpu_tasks);
  int64_t tasks = t->tileGroups * t->panelGroups * t->batch;
  double share = (double)(tilesOfTask(t) * panelsOfTask(t)) /
                 (double)(t->tiles * t->panels);
  return share * (double)(tcCeilDiv(tasks, cores) * cores) / (double)t->batch;
}

// What a step takes, in times of reading an element of a row: rows for each
// group of panels, columns, which are packed unless that was done before, for
// each group of tiles, and the multiplications.
static double timeOf(const TcProduct *p, const Tasks *t,
                     const TcTarget *target) {
  enum { PACKED = 2 }; // a column, beside a row that is read in place
  double reads = t->rows * (double)t->panelGroups +
                 (p->packed ? 1 : PACKED) * t->columns * (double)t->tileGroups;
  double products = t->rows * t->columns / (double)tcNumber(cpu_read_products);
  return (reads + products) * imbalance(t, target);
}

// Whether the sums of a task, which wait for its next block, stay in a quarter
// of the second cache.
static bool keepsSums(const TcProduct *p, const Tasks *t,
                      const TcTarget *target) {
  int64_t tile = p->height * tcProductWidth(p) * tcCpuBytes(p->element);
  return tilesOfTask(t) * panelsOfTask(t) * tile <= secondCache(target) / 4;
}

// The least number of groups in which each has fewer of `n` than in so many: of
// those between, none has less to do, and all read more.
static int64_t nextGroups(int64_t n, int64_t groups) {
  int64_t each = tcCeilDiv(n, groups);
  return each > 1 ? tcCeilDiv(n, each - 1) : n + 1;
}

void tcProductChooseTasksOfBlocks(TcCpuKernel *k, const TcTarget *target,
                                  TcProduct *p) {
  int64_t rows = points(k, &p->rows), batch = points(k, &p->batch);
  Tasks t = {.rows = (double)rows,
             .tiles = tcCeilDiv(rows, p->height),
             .panels = tcCpuExtent(k, p->panel, 1),
             .batch = batch ? batch : 1};
  t.columns = (double)(t.panels * tcProductWidth(p));
  double least = INFINITY;
  p->tilesPerTask = p->panelsPerTask = 1;
  for (t.tileGroups = 1; t.tileGroups <= t.tiles;
       t.tileGroups = nextGroups(t.tiles, t.tileGroups))
    for (t.panelGroups = 1; t.panelGroups <= t.panels;
         t.panelGroups = nextGroups(t.panels, t.panelGroups)) {
      double time = timeOf(p, &t, target);
      if (time >= least || !keepsSums(p, &t, target))
        continue;
      least = time;
      p->tilesPerTask = tilesOfTask(&t);
      p->panelsPerTask = panelsOfTask(&t);
    }
}

//===- Packed rows --------------------------------------------------------===//

// What is left of the second cache for packed rows and a panel, beside the sums
// of the inner batch, which wait in scratch for the next block; more than half
// of it they do not take: then they come from the next cache.
static int64_t packedBytes(const TcProduct *p, const TcTarget *target) {
  int64_t bytes = secondCache(target) * 3 / 4;
  int64_t sums = p->numInside * p->tilesPerTask * p->panelsPerTask * p->height *
                 tcProductWidth(p) * tcCpuBytes(p->element);
  return sums > bytes / 2 ? bytes : bytes - sums;
}

// Of slices rows and panel take half as much: tile registers read all of both
// for each tile (256 x 3072 x 768 in blocks of 768 steps 6.3 ms, of 384 5.5;
// 256 x 50257 x 768 of 928 124, of 352 to 480 106).
static int64_t nearBytes(const TcProduct *p, const TcTarget *target) {
  return tcProductSlices(p) > 1 ? secondCache(target) * 3 / 8
                                : packedBytes(p, target);
}

// Steps of a block; all of them where no sums have to wait.
static int64_t mostPacked(const TcProduct *p, const TcTarget *target,
                          int64_t steps) {
  int64_t bytes = tcProductSlices(p) > 1 ? tcProductPackedBytes(p)
                                         : tcCpuBytes(p->rowElement);
  int64_t rows = p->tilesPerTask * tcProductAcrossPitch(p) * bytes;
  int64_t each = rows + tcProductStepBytes(p);
  int64_t all = secondCache(target) * 3 / 4 / each;
  return steps <= all ? all : nearBytes(p, target) / each;
}

// Steps of a block whose panel stays in the first cache while a task's tiles go
// through it, rows of tiles and sums in the rest; where it is known that a step
// takes more than a quarter of its multiplications to come from the second one,
// which is not hidden behind these. Such a block is one of sums, too
// (sum-block.h), so that these are kept apart in scratch alone. 0 where no sum
// is so long, or blocks would have so few steps that this took longer.
int64_t tcProductNearSteps(const TcCpuKernel *k, const TcProduct *p,
                           const TcTarget *target) {
  enum { HIDDEN = 4, FEWEST = 96 };
  int64_t bytes = tcProductStepBytes(p) +
                  tcProductAcrossPitch(p) * tcCpuBytes(p->rowElement);
  int64_t cycles = p->height * p->vectors / target->multipliers;
  if (p->unit || !target->l1Bytes ||
      HIDDEN * bytes <= cycles * target->l2Rate || !target->l2Rate)
    return 0;
  int64_t near = target->l1Bytes / 3 * 2 / tcProductStepBytes(p);
  int64_t apart = tcProductApartTerms(k, p), most = apart < near ? apart : near;
  int64_t steps = tcProductStepsOfBlock(k, p, most);
  return points(k, &p->over) > near && steps >= FEWEST && steps <= most ? most
                                                                        : 0;
}

// Steps of which as many panels as a task packs at once, so that it reads long
// runs of a row, stay in a quarter of the second cache. `most` where they stay
// so, or where the sum has no blocks of about that length.
static int64_t stepsPackedTogether(TcCpuKernel *k, const TcProduct *p,
                                   const TcTarget *target, int64_t most) {
  int64_t run = tcNumber(cpu_packed_run);
  int64_t all = p->panelsPerTask * tcProductStepBytes(p);
  int64_t near = secondCache(target) / 4 / (all < run ? all : run);
  if (near >= most || !tcProductPacksTogether(k, p))
    return most;
  return 8 * tcProductStepsOfBlock(k, p, near) < near ? most : near;
}

// Steps of which points of a window share panels (lower/cpu/product_shifted.c),
// where packing these once saves more than sums take that wait for the next
// block: about as long as packing an element each. Else `most`.
static int64_t stepsShared(const TcCpuKernel *k, const TcProduct *p,
                           int64_t most) {
  for (size_t i = 0; i < p->over.size; ++i) {
    TcProductShift s = tcProductFindShift(k, p, i);
    if (s.every && s.steps < most &&
        (s.points - s.every) * s.steps > s.points * p->tilesPerTask * p->height)
      return s.steps;
  }
  return most;
}

static int64_t stepsPacked(TcCpuKernel *k, const TcProduct *p,
                           const TcTarget *target, int64_t steps) {
  int64_t near = tcProductNearSteps(k, p, target);
  if (near)
    return near;
  int64_t most =
      stepsPackedTogether(k, p, target, mostPacked(p, target, steps));
  return stepsShared(k, p, most);
}

// Steps of a block, at most: the second cache keeps rows and panel. Of tile
// registers the first one keeps a panel in a third of it, beside rows and sums.
// In whole registers.
static int64_t stepsOfMatrix(const TcProduct *p, const TcTarget *target,
                             int64_t part) {
  if (!tcProductTileUnit(p) || tcProductSlices(p) > 1)
    return mostPacked(p, target, part);
  int64_t l1 = target->l1Bytes ? target->l1Bytes : 32 << 10;
  int64_t near =
      l1 / 3 /
      (tcProductWidth(p) * tcCpuBytes(p->columnFactor->value->element)) /
      p->unit->k * p->unit->k;
  int64_t most = mostPacked(p, target, part);
  return near < most ? near : most;
}

int64_t tcProductChooseBlockSteps(TcCpuKernel *k, const TcProduct *p,
                                  const TcTarget *target, TcRowsFrom from,
                                  int64_t steps) {
  switch (from) {
  case TC_ROWS_STEPS:
    return stepsPacked(k, p, target, steps);
  case TC_ROWS_BLOCKS:
    return stepsOfMatrix(p, target, steps);
  default:
    return stepsInPlace(k, p, target);
  }
}
