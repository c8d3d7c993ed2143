// Where the tiles of a product read rows and columns, where no schedule says
// so: in place, or packed before. See cpu-product.h.
#include "passes/schedule/cpu-product.h"

#include "passes/schedule/cpu.h"

#include "lib/cost/numbers.h"

#include "mlir-c/BuiltinTypes.h"

#include <math.h>

//===- Columns ------------------------------------------------------------===//

// Whether the steps of a reduction do not stay in the first cache together:
// their lines fall into too few of its sets.
static bool stepsCollide(TcCpuKernel *k, const TcProduct *p,
                         const TcSize *offset) {
  enum { WAYS = 8, WAY_BYTES = 4096 };
  for (size_t i = 0; i < p->contract->over.size; ++i) {
    int iter = p->contract->over.data[i];
    int64_t n, steps = tcCpuExtent(k, iter, INT64_MAX);
    if (!tcCpuConstStride(k, offset, iter, &n))
      return true;
    int64_t apart =
        tcSizeGcd(n * tcCpuBytes(p->columnFactor->value->element), WAY_BYTES);
    if (apart && steps > WAYS * (WAY_BYTES / apart))
      return true;
  }
  return false;
}

// Whether panels of many rows, which lie in the order of the steps, are worth
// packing: of a window's steps one after the other, rows are read again for
// each, from the second cache if the first does not keep them all.
static bool isPackedInOrder(TcCpuKernel *k, const TcProduct *p,
                            const TcTarget *target) {
  const TcSize *stride;
  double panel = tcCpuGuessIters(k, &p->over) * (double)tcProductWidth(p) *
                 (double)tcCpuBytes(p->element);
  return tcCpuGuessIters(k, &p->rows) >= (double)tcNumber(cpu_window_rows) &&
         panel <= (double)target->l2Bytes / 2 &&
         tcProductLiesInOrder(k, p, p->rowInner, &stride);
}

// Those of many rows that are not side by side are better brought together
// once.
bool tcProductChooseWindows(TcCpuKernel *k, const TcProduct *p,
                            const TcTarget *target, const TcSize *offset,
                            int64_t step) {
  return (step == 1 || tcCpuGuessIters(k, &p->rows) <= 2 * (double)p->height) &&
         !stepsCollide(k, p, offset) && !isPackedInOrder(k, p, target);
}

// Where there are enough rows to be in tiles.
bool tcProductChooseMatrix(const TcCpuKernel *k, const TcProduct *p) {
  return tcCpuGuessIters(k, &p->rows) > (double)tcNumber(cpu_few_rows);
}

//===- Rows of images -----------------------------------------------------===//

// Tiles that have as many sums as the multipliers have under way.
bool tcProductChooseLines(const TcProduct *p, const TcTarget *target,
                          int64_t height) {
  enum { CYCLES = 4 }; // of a multiplication
  return height * p->vectors >= CYCLES * target->multipliers;
}

// A lower tile multiplies as fast if its sums are twice as many as two
// multipliers have under way, four cycles each.
bool tcProductChooseImages(const TcProduct *p, int64_t height) {
  enum { SUMS = 16 };
  return height >= p->height || height * p->vectors >= SUMS;
}

// Registers of few rows take as long as full ones: rows are better packed.
bool tcProductChooseImageRows(int64_t rows) {
  return rows >= tcNumber(cpu_unit_rows);
}

//===- Packed rows --------------------------------------------------------===//

// Halves, which are widened once for several panels; and those that a unit
// multiplies in pairs, of an odd number of steps.
bool tcProductChooseRows(const TcCpuKernel *k, const TcProduct *p) {
  enum { PANELS = 2 }; // at least, that a packed row is read for
  if (tcProductUnit(p))
    return tcProductHasOddSteps(k, p);
  return tcCpuExtent(k, p->panel, PANELS) >= PANELS &&
         tcTypeIsHalf(p->rowFactor->value->element);
}

// Whether a unit that multiplies pairs of steps may, which reads no rows in
// place whose steps are apart: packed, a register of steps is faster than
// vectors of single ones are. Tile registers need as many rows as they have;
// of vectors a pair of steps is enough (512 x 512 in AVX512-BF16, one thread of
// a Zen 5: 2 steps 16 us in single ones, 14 in pairs; 64 steps 143, 76).
static bool pairsMay(TcCpuKernel *k, const TcProduct *p, const TcTarget *target,
                     int64_t rows) {
  bool even = false;
  for (size_t i = 0; i < p->over.size; ++i)
    even |= tcCpuExtent(k, p->over.data[i], 1) % 2 == 0;
  for (const TcUnit *u = tcUnits; even && u->name; ++u)
    if (u->pair == 2 && tcProductUnitMay(target, p, u) &&
        (!u->slices || tcProductMaySlice(k, p, u)) &&
        tcProductMostPoints(k, &p->over) >= u->k &&
        rows >= TC_PRODUCT_TILES * u->m)
      return true;
  return false;
}

// Read in place, the lines of a tile's rows would take the first cache beside
// the panel.
bool tcProductChooseSteps(TcCpuKernel *k, const TcProduct *p,
                          const TcTarget *target) {
  int64_t steps = tcProductMostPoints(k, &p->over);
  int64_t rows = tcProductNeighbours(k, p);
  int64_t columns = tcCpuExtent(k, p->column, 0);
  int64_t first = target->l1Bytes ? target->l1Bytes : 32 << 10;
  return columns > tcProductWidth(p) && rows >= tcProductLeastNeighbours(p) &&
         (steps * (TC_PRODUCT_LINE + tcProductStepBytes(p)) >= first ||
          pairsMay(k, p, target, rows));
}

// Whether tiles would read rows in place from memory for each panel: half of
// the second cache does not keep them, and these are fewer tiles than go
// through all panels one by one.
static bool readsFarRows(const TcProduct *p, const TcTarget *target,
                         const TcUnit *u, int64_t rows, int64_t bytes) {
  int64_t height = TC_PRODUCT_TILES * u->m;
  return p->rowStride && p->height == height &&
         tcCeilDiv(rows, height) < tcNumber(cpu_near_tiles) &&
         rows * bytes > target->l2Bytes / 2;
}

// Steps whose panel the second cache would not keep; of tile registers also
// such as are no whole pairs, since these read no other rows of them.
bool tcProductChooseBlocks(const TcProduct *p, const TcTarget *target,
                           const TcUnit *u, int64_t rows, int64_t steps) {
  int64_t panel =
      tcProductWidth(p) * tcCpuBytes(p->columnFactor->value->element);
  if (steps * panel > target->l2Bytes / 2)
    return true;
  return u->tiles &&
         (steps % u->pair ||
          readsFarRows(p, target, u, rows, steps * tcProductRowBytes(p)));
}

//===- Slices -------------------------------------------------------------===//

// Whether neither columns nor their steps are side by side, nor in panels, in
// which the column is divided.
static bool areApart(const TcCpuKernel *k, const TcProduct *p) {
  const TcSize *offset = tcCpuReadOffset(k, p->columnFactor);
  int64_t column, step;
  return !p->toPanels && tcCpuConstStride(k, offset, p->column, &column) &&
         column != 1 &&
         tcCpuConstStride(k, offset, tcVecLast(&p->over), &step) && step != 1;
}

// In times of a multiplication by FMA: the unit's, of whole tiles, and the time
// of packing a row for all columns, and a column for all rows.
bool tcProductChooseSlices(const TcCpuKernel *k, const TcProduct *p,
                           const TcUnit *u) {
  double rows = tcCpuGuessIters(k, &p->rows);
  double columns = tcCpuGuess(k, k->iters.data[p->column].extent);
  double height = (double)(TC_PRODUCT_TILES * u->m);
  double width = (double)(TC_PRODUCT_TILES * u->n);
  double tiles = ceil(rows / height) * height / rows *
                 (ceil(columns / width) * width / columns);
  double pack = (double)tcNumber(cpu_slices_pack);
  double packColumn =
      areApart(k, p) ? (double)tcNumber(cpu_slices_gather) : pack;
  return tiles * 100 / (double)tcNumber(cpu_slices_gain) + pack / columns +
             packColumn / rows <
         1;
}
