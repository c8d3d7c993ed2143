// Tasks of products that pack both factors (gradients of weights): parts of the
// sum as tasks of their own. See product_across.c.
//
//   contract (o, i, y, x) over (n, ...): dy[n, ..., o], image[n, ... + y, i]
//
// Tile registers multiply so fast that packing takes as long as the products of
// some twenty rows or columns. A task that has one of nine windows, and some of
// the panels, packs rows that eight others pack, too. So it has all of them
// where it can: rows are packed once for a block of steps, then come all points
// of the batch that they do not depend on. Tasks enough for the cores are then
// parts of the sum: each stores its sums, by tiles, and tasks of a phase of its
// own add them up, in the order of the parts, before the maps.
#include "passes/lower/cpu/product_operands.h"
#include "passes/lower/cpu/stage.h"

#include "lib/cost/numbers.h"
#include "passes/lower/cpu/tiles.h"

#include "tc/gen/ArithOps.h"

#include "mlir-c/BuiltinTypes.h"

//===- The choice ---------------------------------------------------------===//

// A cut, and what it takes in times of packing an element of a column.
typedef struct Cut {
  int64_t parts, tileGroups, panelGroups;
  bool inside;
  double time;
} Cut;

typedef struct Sizes {
  int64_t rows, columns, steps, tiles, panels, outside, inside, tasks;
  double row, product, part, map; // what each takes
  bool knowsCores;                // then `tasks` are as many as these
} Sizes;

// 1 if it is not known how many, or if there are none.
static int64_t countOf(const TcCpuKernel *k, const TcCpuIters *iters) {
  int64_t n = tcProductPoints(k, iters, 1);
  return n > 1 ? n : 1;
}

static int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

// The least number of groups of panels that leaves tasks enough, or all.
static int64_t panelGroups(const Sizes *s, int64_t others) {
  int64_t n = ceilDiv(s->tasks, others);
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
  double tiles = (double)ceilDiv(s->tiles, c->tileGroups) *
                 (double)c->tileGroups / (double)s->tiles;
  double panels = (double)ceilDiv(s->panels, c->panelGroups) *
                  (double)c->panelGroups / (double)s->panels;
  double largest = tiles * panels / (double)tasks;
  double each = largest * cores * (double)ceilDiv(tasks, s->tasks);
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

// Whether the outermost iterator of the reduction can be cut so.
static bool canCut(const TcProduct *p, int64_t points, int64_t parts) {
  if (p->along)
    return points / parts >= p->unit->k || parts == 1;
  int64_t pair = p->over.size == 1 ? tcProductPair(p) : 1;
  return points % parts == 0 && points / parts % pair == 0;
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
  int64_t few = ceilDiv(s->tiles, tcNumber(cpu_across_tiles));
  for (int64_t parts = 1; parts <= points && parts <= s->tasks; ++parts)
    for (int64_t n = few; canCut(p, points, parts) && n <= s->tiles; ++n)
      for (int inside = 0; inside < 2; ++inside)
        bestPanels(s, parts, n, inside, &least);
  return least;
}

// What the schedule says, if the sum can be cut so.
static Cut given(const TcProduct *p, int64_t points) {
  Cut c = {.parts = p->given->parts, .inside = p->given->inside};
  if (c.parts > points || !canCut(p, points, c.parts))
    c.parts = 1;
  return c;
}

static bool rowsUse(const TcCpuKernel *k, const TcProduct *p, int iter) {
  return tcCpuReadUses(k, p->rowFactor, iter);
}

// Moves what rows do not depend on from the batch.
static void putInside(TcCpuKernel *k, TcProduct *p) {
  TcCpuIters batch = {0};
  for (size_t i = 0; i < p->batch.size; ++i)
    tcVecPush(k->arena, rowsUse(k, p, p->batch.data[i]) ? &batch : &p->inside,
              p->batch.data[i]);
  p->batch = batch;
}

int64_t tcProductChooseParts(TcCpuKernel *k, TcProduct *p,
                             const TcTarget *target) {
  TcCpuIters inside = {0}, outside = {0}, first = {0};
  for (size_t i = 0; i < p->batch.size; ++i)
    tcVecPush(k->arena, rowsUse(k, p, p->batch.data[i]) ? &outside : &inside,
              p->batch.data[i]);
  Sizes s = {.rows = countOf(k, &p->rows),
             .columns = tcCpuExtent(k, p->column, 1),
             .steps = countOf(k, &p->over),
             .panels = tcCpuExtent(k, p->panel, 1),
             .outside = countOf(k, &outside),
             .inside = countOf(k, &inside)};
  bool unit = tcProductTileUnit(p) != NULL;
  s.row =
      unit ? (double)tcNumber(cpu_unit_row) : (double)tcNumber(cpu_across_row);
  s.product = 1 / (unit ? (double)tcNumber(cpu_unit_products)
                        : (double)tcNumber(cpu_across_products));
  s.part = (double)tcNumber(cpu_across_part);
  s.map = unit ? (double)tcNumber(cpu_unit_map) : 0;
  s.tiles = ceilDiv(s.rows, p->height);
  s.knowsCores = target->cores;
  s.tasks = target->cores ? target->cores : tcNumber(cpu_tasks);
  tcVecPush(k->arena, &first, p->over.data[0]);
  int64_t points = countOf(k, &first);
  Cut c = p->given ? given(p, points) : best(p, &s, points);
  if (!p->given) {
    p->tilesPerTask = ceilDiv(s.tiles, c.tileGroups);
    p->panelsPerTask = ceilDiv(s.panels, c.panelGroups);
  }
  if (c.inside && s.inside > 1) {
    putInside(k, p);
    p->numInside = s.inside;
  }
  p->parts = c.parts > 1 ? c.parts : 0;
  return p->parts ? points / p->parts : 0;
}

//===- Sums of parts ------------------------------------------------------===//

static int64_t tileElements(const TcProduct *p) {
  return tcProductRoom(p) * tcProductWidth(p);
}

// Tiles of a part.
static const TcSize *tilesOfPart(TcCpuKernel *k, const TcProduct *p) {
  TcArena *a = k->arena;
  const TcSize *n = tcSizeMul(a, tcCpuProduct(a, k, &p->batch),
                              tcCpuProduct(a, k, &p->inside));
  return tcSizeMul(a, n, tcSizeMul(a, p->numTiles, p->numPanels));
}

void tcProductAddPartials(TcCpuKernel *k, TcProduct *p) {
  TcArena *a = k->arena;
  const TcSize **size = TC_ARENA_ARRAY(a, const TcSize *, 1);
  size[0] = tcSizeMul(a, tilesOfPart(k, p),
                      tcSizeConst(a, p->parts * tileElements(p)));
  TcCpuValue sums = {
      .element = p->element, .rank = 1, .sizes = size, .arg = -1};
  p->partials = tcCpuKernelAddTemporary(k, &sums);
}

static MlirValue numberOf(TcEmit *e, const TcCpuIters *iters) {
  MlirValue n = tcEmitI64(e, 0);
  for (size_t i = 0; i < iters->size; ++i) {
    int iter = iters->data[i];
    MlirValue extent = tcEmitExpr(e, e->k->iters.data[iter].extent);
    n = tcArithAddi(&e->b, tcArithMuli(&e->b, n, extent), e->iters[iter]);
  }
  return n;
}

MlirValue tcProductInsideNumber(TcEmit *e, const TcProduct *p) {
  return numberOf(e, &p->inside);
}

// n * by + add
static MlirValue digit(TcEmit *e, MlirValue n, const TcSize *by,
                       MlirValue add) {
  return tcArithAddi(&e->b, tcArithMuli(&e->b, n, tcEmitExpr(e, by)), add);
}

MlirValue tcProductPartialSums(TcEmit *e, const TcProduct *p, MlirValue part,
                               MlirValue tile, MlirValue panel) {
  const TcSize *inside = tcSizeConst(e->arena, p->numInside);
  const TcSize *batch = tcCpuProduct(e->arena, e->k, &p->batch);
  MlirValue at = digit(e, part, batch, numberOf(e, &p->batch));
  at = digit(e, at, inside, tcProductInsideNumber(e, p));
  at = digit(e, at, p->numTiles, tile);
  at = digit(e, at, p->numPanels, panel);
  at = tcArithMuli(&e->b, at, tcEmitI64(e, tileElements(p)));
  return tcEmitAt(e, e->buffers[p->partials], p->element, at);
}

// Adds the sums of all other parts to those of the first one, where these lie.
static void addParts(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                     int64_t height) {
  int64_t bytes = p->lanes * tcCpuBytes(p->element);
  MlirType type = tcEmitVectorOf(p->lanes, p->element);
  MlirValue zero = tcEmitI64(e, 0);
  MlirValue step = tcEmitExpr(
      e, tcSizeMul(
             e->arena, tilesOfPart(e->k, p),
             tcSizeConst(e->arena, tileElements(p) * tcCpuBytes(p->element))));
  MlirValue end = tcEmitI64(e, height * p->vectors * bytes);
  TcLoop loop = tcEmitFor(e, zero, end, bytes, -1, 0, NULL);
  MlirValue at =
      tcEmitBytesAt(e, site->sums, mlirBlockGetArgument(loop.body, 0));
  MlirValue sum = tcEmitLoadBits(e, type, at, bytes);
  for (int64_t i = 1; i < p->parts; ++i) {
    MlirValue part =
        tcEmitBytesAt(e, at, tcArithMuli(&e->b, step, tcEmitI64(e, i)));
    sum = tcArithAddf(&e->b, sum, tcEmitLoadBits(e, type, part, bytes));
  }
  tcEmitStoreBits(e, sum, at, bytes);
  tcEmitForEnd(e, &loop, 0, NULL);
}

bool tcProductEmitTotal(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                        int64_t height) {
  addParts(e, p, site, height);
  return tcProductMapTile(e, p, site, height);
}
