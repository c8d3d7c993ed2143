// Blocks of steps of a product's sum, and the tasks of blocks whose rows are
// read in place, where no schedule says so: as the caches keep rows, panels and
// sums. See cpu-product.h.
#include "passes/schedule/cpu-product.h"

#include "lib/cost/numbers.h"

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
static int64_t stepsInPlace(const TcProduct *p, const TcTarget *target) {
  return secondCache(target) / (p->packed ? 4 : 2) / tcProductStepBytes(p);
}

// `n` in equal groups of at most `most`.
static int64_t evenly(int64_t n, int64_t most) {
  int64_t groups = (n + most - 1) / most;
  return groups ? (n + groups - 1) / groups : 1;
}

// What there is for each of some tasks for each core, of panels by groups of
// tiles and points of the batch.
static int64_t shareOf(TcCpuKernel *k, const TcProduct *p, int64_t groups,
                       const TcTarget *target) {
  enum { TASKS_OF_CORE = 4 };
  int64_t batch = points(k, &p->batch);
  int64_t tasks =
      target->cores ? TASKS_OF_CORE * target->cores : tcNumber(cpu_tasks);
  return tcCpuExtent(k, p->panel, 1) * groups * (batch ? batch : 1) / tasks;
}

// The groups of tiles and of panels that read least, rows for each group of
// panels, columns, which are packed, for each group of tiles, and leave tasks
// enough.
void tcProductChooseTasksOfBlocks(TcCpuKernel *k, const TcTarget *target,
                                  TcProduct *p) {
  enum { PACKED = 2 }; // a column, beside a row that is read in place
  int64_t rows = points(k, &p->rows), panels = tcCpuExtent(k, p->panel, 1);
  int64_t tiles = (rows + p->height - 1) / p->height, least = INT64_MAX;
  for (int64_t groups = 1; groups <= tiles; ++groups) {
    int64_t each = shareOf(k, p, groups, target);
    int64_t most = evenly(panels, each > 1 ? each : 1);
    int64_t reads = PACKED * groups * panels * tcProductWidth(p) +
                    (panels + most - 1) / most * rows;
    if (reads >= least)
      continue;
    least = reads;
    p->tilesPerTask = evenly(tiles, (tiles + groups - 1) / groups);
    p->panelsPerTask = most;
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

// Steps of a block; all of them where no sums have to wait.
static int64_t mostPacked(const TcProduct *p, const TcTarget *target,
                          int64_t steps) {
  int64_t rows =
      p->tilesPerTask * tcProductAcrossPitch(p) * tcCpuBytes(p->rowElement);
  int64_t each = rows + tcProductStepBytes(p);
  int64_t all = secondCache(target) * 3 / 4 / each;
  return steps <= all ? all : packedBytes(p, target) / each;
}

// Steps of a block whose panel stays in the first cache while a task's tiles go
// through it, rows of tiles and sums in the rest; where it is known that a step
// takes more than a quarter of its multiplications to come from the second one,
// which is not hidden behind these. Such a block is one of sums, too
// (sum-block.h), so that these are kept apart in scratch alone. 0 where no sum
// is so long, or blocks would have so few steps that this took longer.
static int64_t nearSteps(const TcCpuKernel *k, const TcProduct *p,
                         const TcTarget *target) {
  enum { HIDDEN = 4, FEWEST = 96 };
  int64_t bytes = tcProductStepBytes(p) +
                  tcProductAcrossPitch(p) * tcCpuBytes(p->rowElement);
  int64_t cycles = p->height * p->vectors / target->multipliers;
  if (p->unit || !target->l1Bytes ||
      HIDDEN * bytes <= cycles * target->l2Rate || !target->l2Rate)
    return 0;
  int64_t near = target->l1Bytes / 3 * 2 / tcProductStepBytes(p);
  int64_t most = p->sumBlock * 3 / 2 < near ? p->sumBlock * 3 / 2 : near;
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

static int64_t stepsPacked(TcCpuKernel *k, const TcProduct *p,
                           const TcTarget *target, int64_t steps) {
  int64_t near = nearSteps(k, p, target);
  return near ? near
              : stepsPackedTogether(k, p, target, mostPacked(p, target, steps));
}

// Steps of a block, at most: the second cache keeps rows and panel. Of tile
// registers the first one keeps a panel in a third of it, beside rows and sums.
// In whole registers.
static int64_t stepsOfMatrix(const TcProduct *p, const TcTarget *target,
                             int64_t part) {
  if (!tcProductTileUnit(p))
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
    return stepsInPlace(p, target);
  }
}
