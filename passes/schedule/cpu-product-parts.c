// Into how many parts the sum of a product that packs both factors is cut, and
// which tasks have what, where no schedule says so: by the time of packing, of
// the products, and of adding up parts, in times of packing an element
// (lower/cpu/product_parts.c). See cpu-product.h.
#include "passes/schedule/cpu-product.h"

#include "lib/cost/numbers.h"

// A cut, and what it takes in times of packing an element of a column.
typedef struct Cut {
  int64_t parts, tileGroups, panelGroups;
  bool inside;
  double time;
} Cut;

typedef struct Sizes {
  int64_t rows, columns, steps, tiles, panels, outside, inside, tasks;
  int64_t most;                   // tiles of a task
  double row, product, part, map; // what each takes
  bool knowsCores;                // then `tasks` are as many as these
} Sizes;

// Tiles of a task, at most: more where blocks of steps are so short that a
// quarter of the second cache keeps their rows (weights of 512 channels, 1x1
// every second, whose columns each group of tiles packs: 17.2 ms in groups of
// 22, of 43 14.7).
static int64_t mostTiles(const TcCpuKernel *k, const TcProduct *p,
                         const TcTarget *target) {
  int64_t most = tcNumber(cpu_across_tiles);
  int64_t near = tcProductNearSteps(k, p, target);
  if (!near)
    return most;
  int64_t bytes = tcProductStepsOfBlock(k, p, near) * tcProductAcrossPitch(p) *
                  tcCpuBytes(p->element);
  int64_t kept = target->l2Bytes / 4 / bytes;
  return kept > most ? kept : most;
}

// The least number of groups of panels that leaves tasks enough, or all.
static int64_t panelGroups(const Sizes *s, int64_t others) {
  int64_t n = tcCeilDiv(s->tasks, others);
  return n < s->panels ? n : s->panels;
}

// The time until the last core is done, in what it would be if all cores were
// done at once: cores take tasks one by one, of which the largest has as many
// tiles and panels as any group. Either each core has as many of these as any,
// or it had its share when the last of them began. A sixteenth more is as good:
// what packing takes is known no better (18 tasks of 19 tiles in place of 6 of
// 29, 2 % more even: 2 % longer). Where it is not known how
// many cores there are, only those count that have nothing to do.
static double imbalance(const Sizes *s, int64_t others, const Cut *c) {
  int64_t tasks = others * c->panelGroups;
  double cores = (double)s->tasks, idle = cores / (double)tasks;
  if (!s->knowsCores)
    return idle > 1 ? idle : 1;
  double tiles = (double)tcCeilDiv(s->tiles, c->tileGroups) *
                 (double)c->tileGroups / (double)s->tiles;
  double panels = (double)tcCeilDiv(s->panels, c->panelGroups) *
                  (double)c->panelGroups / (double)s->panels;
  double largest = tiles * panels / (double)tasks;
  double each = largest * cores * (double)tcCeilDiv(tasks, s->tasks);
  double most = 1 + largest * (cores - 1);
  double least = each < most ? each : most;
  return least > 1 + 1.0 / 16 ? least : 1;
}

static Cut timed(const Sizes *s, int64_t parts, int64_t tileGroups,
                 int64_t panelGroups, bool inside) {
  int64_t outside = s->outside * (inside ? 1 : s->inside);
  Cut c = {parts, tileGroups, panelGroups, inside, 0};
  double steps = (double)s->steps, rows = (double)s->rows;
  double columns = (double)s->columns * (double)s->outside * (double)s->inside;
  c.time = s->row * steps * rows * (double)(c.panelGroups * outside) +
           steps * columns * (double)tileGroups +
           s->product * steps * rows * columns;
  if (parts > 1)
    c.time += s->part * (double)parts * rows * columns;
  if (parts > 1 || inside)
    c.time += s->map * rows * columns;
  c.time *= imbalance(s, parts * tileGroups * outside, &c);
  return c;
}

// The best of those of so many parts and groups of tiles: groups of panels that
// leave a task for each core, or somewhat more, which may be more even.
static void bestPanels(const Sizes *s, int64_t parts, int64_t tileGroups,
                       bool inside, Cut *least) {
  enum { ROUNDS = 4 };
  int64_t outside = s->outside * (inside ? 1 : s->inside);
  int64_t few = panelGroups(s, parts * tileGroups * outside);
  for (int64_t n = few; n <= s->panels && n <= ROUNDS * few; ++n) {
    Cut c = timed(s, parts, tileGroups, n, inside);
    if (!least->parts || c.time < least->time)
      *least = c;
  }
}

static Cut best(const TcProduct *p, const Sizes *s, int64_t points) {
  Cut least = {0};
  int64_t few = tcCeilDiv(s->tiles, s->most);
  for (int64_t parts = 1; parts <= points && parts <= s->tasks; ++parts)
    for (int64_t n = few; tcProductCanCut(p, points, parts) && n <= s->tiles;
         ++n)
      for (int inside = 0; inside < 2; ++inside)
        bestPanels(s, parts, n, inside, &least);
  return least;
}

TcProductParts tcProductChooseParts(TcCpuKernel *k, TcProduct *p,
                                    const TcTarget *target, int64_t points) {
  TcCpuIters inside = {0}, outside = {0};
  tcProductSplitBatch(k, p, &outside, &inside);
  Sizes s = {.rows = tcProductCountOf(k, &p->rows),
             .columns = tcCpuExtent(k, p->column, 1),
             .steps = tcProductCountOf(k, &p->over),
             .panels = tcCpuExtent(k, p->panel, 1),
             .outside = tcProductCountOf(k, &outside),
             .inside = tcProductCountOf(k, &inside)};
  bool unit = tcProductTileUnit(p) != NULL, slices = tcProductSlices(p) > 1;
  s.row =
      unit ? (double)tcNumber(cpu_unit_row) : (double)tcNumber(cpu_across_row);
  s.product = 1 / (slices ? (double)tcNumber(cpu_slices_products)
                   : unit ? (double)tcNumber(cpu_unit_products)
                          : (double)tcNumber(cpu_across_products));
  s.part = (double)tcNumber(cpu_across_part);
  s.map = unit ? (double)tcNumber(cpu_unit_map) : 0;
  s.tiles = tcCeilDiv(s.rows, p->height);
  s.most = mostTiles(k, p, target);
  s.knowsCores = target->cores;
  s.tasks = target->cores ? target->cores : tcNumber(cpu_tasks);
  Cut c = best(p, &s, points);
  p->tilesPerTask = tcCeilDiv(s.tiles, c.tileGroups);
  p->panelsPerTask = tcCeilDiv(s.panels, c.panelGroups);
  return (TcProductParts){c.parts, c.inside};
}
