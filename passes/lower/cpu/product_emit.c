// Tasks of a product, and the panels that they pack. See product.h.
#include "passes/lower/cpu/product.h"
#include "passes/lower/cpu/stage.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

static int64_t width(const TcProduct *p) { return p->vectors * p->lanes; }

static MlirValue scratchAt(TcEmit *e, const TcSize *bytes) {
  const int32_t dynamic = INT32_MIN;
  MlirValue index = tcEmitExpr(e, bytes);
  return tcLlvmGetelementptr(&e->b, e->ptr, e->scratch, 1, &index, 1, &dynamic,
                             e->i8);
}

//===- Packing ------------------------------------------------------------===//

typedef struct Pack {
  TcEmit *e;
  const TcProduct *p;
  MlirValue panel; // where to
  MlirValue first; // column
} Pack;

static void packAt(Pack *k, int64_t lanes, MlirValue column, MlirValue in) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  const TcSize *one = tcSizeConst(e->arena, 1);
  TcPlace place = {k->panel, &one, NULL};
  e->lanes = lanes;
  e->vector = lanes > 1 ? p->column : -1;
  e->iters[p->column] = column;
  TcLane x = tcEmitWiden(e, tcStageElement(e, p->columnFactor));
  e->vector = lanes > 1 ? p->inPanel : -1;
  e->iters[p->inPanel] = in;
  tcEmitStore(e, &place, p->element, 1, &p->panelIndex, x);
  e->lanes = 1;
  e->vector = -1;
}

static void packWhole(Pack *k) {
  TcEmit *e = k->e;
  for (int64_t v = 0; v < k->p->vectors; ++v) {
    MlirValue in = tcEmitI64(e, v * k->p->lanes);
    packAt(k, k->p->lanes, tcArithAddi(&e->b, k->first, in), in);
  }
}

// Columns that there are not keep what scratch holds: what is computed of them
// is not stored.
static void packPart(Pack *k) {
  TcEmit *e = k->e;
  MlirValue end = tcEmitExpr(e, e->k->iters.data[k->p->column].extent);
  TcLoop loop = tcEmitFor(e, k->first, end, 1, -1, 0, NULL);
  MlirValue column = mlirBlockGetArgument(loop.body, 0);
  packAt(k, 1, column, tcArithSubi(&e->b, column, k->first));
  tcEmitForEnd(e, &loop, 0, NULL);
}

static void packOver(Pack *k, size_t level, bool whole) {
  TcEmit *e = k->e;
  if (level == k->p->over.size) {
    if (whole)
      packWhole(k);
    else
      packPart(k);
    return;
  }
  int iter = k->p->over.data[level];
  MlirValue n = tcEmitExpr(e, e->k->iters.data[iter].extent);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), n, 1, iter, 0, NULL);
  packOver(k, level + 1, whole);
  tcEmitForEnd(e, &loop, 0, NULL);
}

static void pack(TcEmit *e, const TcProduct *p, MlirValue panel) {
  MlirValue first =
      tcArithMuli(&e->b, e->iters[p->panel], tcEmitI64(e, width(p)));
  Pack k = {e, p, panel, first};
  MlirValue n = tcEmitExpr(e, e->k->iters.data[p->column].extent);
  MlirValue end = tcArithAddi(&e->b, first, tcEmitI64(e, width(p)));
  MlirValue whole = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLE, end, n);
  MlirValue part = tcArithXori(&e->b, whole, tcEmitI1(e, true));
  TcLoop then = tcEmitIf(e, whole);
  packOver(&k, 0, true);
  tcEmitIfEnd(e, &then);
  TcLoop otherwise = tcEmitIf(e, part);
  packOver(&k, 0, false);
  tcEmitIfEnd(e, &otherwise);
}

//===- Tiles --------------------------------------------------------------===//

typedef struct Range {
  MlirValue low, high;
} Range;

// Tiles low..high of one height, the first of which starts at row
// number * height + shift.
static bool overTiles(TcEmit *e, const TcProduct *p, TcTileSite *site,
                      Range tiles, int64_t height, int64_t shift) {
  TcLoop loop = tcEmitFor(e, tiles.low, tiles.high, 1, -1, 0, NULL);
  MlirValue number = mlirBlockGetArgument(loop.body, 0);
  site->firstRow =
      tcArithAddi(&e->b, tcArithMuli(&e->b, number, tcEmitI64(e, height)),
                  tcEmitI64(e, shift));
  bool ok = tcProductEmitTile(e, p, site, height);
  tcEmitForEnd(e, &loop, 0, NULL);
  return ok;
}

static bool allTiles(TcEmit *e, const TcProduct *p, TcTileSite *site,
                     Range tiles) {
  if (!p->fixedRows)
    return overTiles(e, p, site, tiles, p->height, 0);
  if (!p->tall)
    return overTiles(e, p, site, tiles, p->shortHeight, 0);
  MlirValue tall = tcEmitI64(e, p->tall);
  Range upper = {tiles.low, tcArithMinsi(&e->b, tiles.high, tall)};
  Range lower = {tcArithMaxsi(&e->b, tiles.low, tall), tiles.high};
  return overTiles(e, p, site, upper, p->shortHeight + 1, 0) &&
         overTiles(e, p, site, lower, p->shortHeight, p->tall);
}

static bool onePanel(TcEmit *e, const TcProduct *p, Range tiles) {
  TcTileSite site = {.sums = e->scratch,
                     .rest = scratchAt(e, p->restAt),
                     .fills = scratchAt(e, p->fillAt)};
  if (p->packed) {
    site.panelBase = e->buffers[p->columnFactor->value->arg];
  } else {
    site.panelBase = scratchAt(e, p->panelAt);
    pack(e, p, site.panelBase);
  }
  return allTiles(e, p, &site, tiles);
}

//===- Tasks --------------------------------------------------------------===//

// Group number `group` of `n` things, `each` at a time.
static Range groupOf(TcEmit *e, MlirValue group, const TcSize *n,
                     int64_t each) {
  MlirValue size = tcEmitI64(e, each);
  MlirValue low = tcArithMuli(&e->b, group, size);
  MlirValue high = tcArithAddi(&e->b, low, size);
  return (Range){low, tcArithMinsi(&e->b, high, tcEmitExpr(e, n))};
}

// *number modulo `n`; divides it.
static MlirValue takeDigit(TcEmit *e, MlirValue *number, const TcSize *n) {
  MlirValue by = tcEmitExpr(e, n);
  MlirValue digit = tcArithRemui(&e->b, *number, by);
  *number = tcArithDivui(&e->b, *number, by);
  return digit;
}

static const TcSize *groups(TcEmit *e, const TcSize *n, int64_t each) {
  return tcSizeCeilDiv(e->arena, n, tcSizeConst(e->arena, each));
}

// What rows outside read: a run of fills.
static void fillRun(TcEmit *e, const TcProduct *p) {
  const TcCpuRead *r = p->rowFactor;
  MlirType element = r->value->element;
  const TcSize *one = tcSizeConst(e->arena, 1);
  int inner = tcVecLast(&p->over);
  TcPlace place = {scratchAt(e, p->fillAt), &one, NULL};
  MlirValue n = tcEmitExpr(e, e->k->iters.data[inner].extent);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), n, 1, inner, 0, NULL);
  tcEmitStore(e, &place, element, 1, &e->k->iters.data[inner].symbol,
              tcEmitConstant(e, r->fill, element));
  tcEmitForEnd(e, &loop, 0, NULL);
}

bool tcProductEmitTask(TcEmit *e, const TcProduct *p, MlirValue task) {
  MlirValue tile = takeDigit(e, &task, groups(e, p->numTiles, p->tilesPerTask));
  MlirValue panel =
      takeDigit(e, &task, groups(e, p->numPanels, p->panelsPerTask));
  for (size_t i = p->batch.size; i-- > 0;) {
    int iter = p->batch.data[i];
    e->iters[iter] = takeDigit(e, &task, e->k->iters.data[iter].extent);
  }
  for (size_t i = 0; i < p->ones.size; ++i)
    e->iters[p->ones.data[i]] = tcEmitI64(e, 0);
  if (p->filled)
    fillRun(e, p);
  Range tiles = groupOf(e, tile, p->numTiles, p->tilesPerTask);
  Range panels = groupOf(e, panel, p->numPanels, p->panelsPerTask);
  TcLoop loop = tcEmitFor(e, panels.low, panels.high, 1, p->panel, 0, NULL);
  bool ok = onePanel(e, p, tiles);
  tcEmitForEnd(e, &loop, 0, NULL);
  return ok;
}
