// Tasks of products that pack both factors (gradients of weights): parts of the
// sum as tasks of their own, as many as the schedule says, or are chosen. See
// product_across.c.
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

#include "passes/lower/cpu/tiles.h"

#include "tc/gen/ArithOps.h"

#include "mlir-c/BuiltinTypes.h"

//===- The cut ------------------------------------------------------------===//

int64_t tcProductCountOf(const TcCpuKernel *k, const TcCpuIters *iters) {
  int64_t n = tcProductPoints(k, iters, 1);
  return n > 1 ? n : 1;
}

bool tcProductCanCut(const TcProduct *p, int64_t points, int64_t parts) {
  if (p->along)
    return points / parts >= p->unit->k || parts == 1;
  int64_t pair = p->over.size == 1 ? tcProductStepsTogether(p) : 1;
  return points % parts == 0 && points / parts % pair == 0;
}

// What the schedule says, if the sum can be cut so.
static TcProductParts given(const TcProduct *p, int64_t points) {
  TcProductParts c = {p->given->parts, p->given->inside};
  if (c.parts > points || !tcProductCanCut(p, points, c.parts))
    c.parts = 1;
  return c;
}

void tcProductSplitBatch(TcCpuKernel *k, const TcProduct *p,
                         TcCpuIters *outside, TcCpuIters *inside) {
  for (size_t i = 0; i < p->batch.size; ++i)
    tcVecPush(k->arena,
              tcCpuReadUses(k, p->rowFactor, p->batch.data[i]) ? outside
                                                               : inside,
              p->batch.data[i]);
}

int64_t tcProductCutParts(TcCpuKernel *k, TcProduct *p,
                          const TcTarget *target) {
  TcCpuIters inside = {0}, outside = {0}, first = {0};
  tcVecPush(k->arena, &first, p->over.data[0]);
  int64_t points = tcProductCountOf(k, &first);
  TcProductParts c =
      p->given ? given(p, points) : p->chooser->parts(k, p, target, points);
  tcProductSplitBatch(k, p, &outside, &inside);
  if (c.inside && tcProductCountOf(k, &inside) > 1) {
    p->numInside = tcProductCountOf(k, &inside);
    for (size_t i = 0; i < inside.size; ++i)
      tcVecPush(k->arena, &p->inside, inside.data[i]);
    p->batch = outside;
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
