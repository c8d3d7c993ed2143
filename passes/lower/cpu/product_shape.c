// The shape of a product's tile: rows, and vectors of a panel, as the schedule
// says or is chosen. See product.h.
//
// As many sums as there are registers for, beside a panel's vectors: in six
// rows of two vectors, or twelve where there are 32 registers. Tiles of lines
// of an image, and of several images, have been cut before, as these divide
// them (product_lines.c, product_inside.c). Tile registers have their own
// height (product_unit.c).
#include "passes/lower/cpu/product_operands.h"

#include <string.h>

void tcProductTile(const TcTarget *target, int64_t bytes, int64_t *height,
                   int64_t *vectors, int64_t *lanes) {
  bool many = target->vectorRegisters >= 32;
  *height = many ? 12 : 6;
  *vectors = 2;
  *lanes = target->vectorBits / 8 / bytes;
}

//===- As the schedule says -----------------------------------------------===//

static int64_t atMost(int64_t x, int64_t high) { return x > high ? high : x; }

// Tile registers are two above each other, and at most two beside each other.
static int64_t mostVectors(const char *unit) {
  for (const TcUnit *u = tcUnits; unit && u->name; ++u)
    if (u->tiles && !strcmp(u->name, unit))
      return TC_PRODUCT_TILES;
  return TC_PRODUCT_MAX_VECTORS;
}

// Whether tiles of so many rows cover the lines of an image, or the images,
// that they are cut from; others have tiles of any height.
static bool canHaveRows(const TcCpuKernel *k, const TcProduct *p,
                        int64_t rows) {
  if (!p->lines && !p->together)
    return true;
  int of = p->lines ? p->across.row : tcVecLast(&p->rows);
  return tcCpuExtent(k, of, 1) % rows == 0;
}

static void takeShape(const TcCpuKernel *k, const char *unit, TcProduct *p) {
  int64_t vectors = atMost(p->given->vectors, mostVectors(unit));
  int64_t rows = atMost(p->given->rows, TC_PRODUCT_MAX_HEIGHT);
  p->vectors = vectors;
  rows = atMost(rows, TC_PRODUCT_MAX_SUMS / vectors);
  if (canHaveRows(k, p, rows))
    p->height = rows;
}

void tcProductShapeTile(TcCpuKernel *k, const TcTarget *target,
                        const char *unit, TcProduct *p) {
  if (p->given)
    takeShape(k, unit, p);
  else
    p->chooser->shape(k, target, p);
}
