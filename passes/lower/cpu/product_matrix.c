// The sums of a product's tile in the tile registers of a unit (AMX): two by
// two of the unit's tiles, which are stored to scratch, where the maps read
// them. See product.h.
#include "passes/lower/cpu/product_operands.h"
#include "passes/lower/cpu/product_slices.h"
#include "passes/lower/cpu/product_tile.h"
#include "passes/lower/cpu/tiles.h"

#include "tc/gen/ArithOps.h"

typedef struct Sums {
  TcEmit *e;
  const TcProduct *p;
  const TcTileSite *site;
  TcWaiting waiting;
  MlirValue nextPanel;
  bool ok;        // the maps that ran between
  int64_t tiles;  // one above the other that the height needs
  MlirValue rows; // that there are
  MlirValue start[TC_PRODUCT_TILES]; // offset where a unit's first row starts
} Sums;

static MlirValue times(TcEmit *e, MlirValue x, int64_t n) {
  return tcArithMuli(&e->b, x, tcEmitI64(e, n));
}

static TcTiles tilesOf(TcEmit *e, const TcProduct *p) {
  return (TcTiles){e,
                   p->unit,
                   TC_PRODUCT_TILES,
                   p->vectors,
                   p->unitRows,
                   p->depth,
                   tcIsUnsigned(p->rowFactor->value->element),
                   tcIsUnsigned(p->columnFactor->value->element)};
}

void tcProductConfigure(TcEmit *e, const TcProduct *p, MlirValue rows) {
  TcTiles t = tilesOf(e, p);
  tcTilesConfigure(&t, tcProductScratch(e, p->configAt), rows);
}

//===- Where operands lie -------------------------------------------------===//

typedef struct Operands {
  MlirValue rows[TC_PRODUCT_TILES], rowStride, columns;
  int64_t rowStep; // bytes from the tile of one step to the next
} Operands;

// In the matrix itself. Where there are no rows left, the last one.
static void startRows(Sums *s) {
  TcEmit *e = s->e;
  const TcProduct *p = s->p;
  for (int64_t i = 0; i < s->tiles && p->rowStride; ++i) {
    MlirValue row =
        tcArithAddi(&e->b, s->site->firstRow, tcEmitI64(e, i * p->unitRows));
    MlirValue last =
        tcArithSubi(&e->b, tcProductEndOfRows(e, p, s->site), tcEmitI64(e, 1));
    tcProductSetRow(e, p, tcArithMinsi(&e->b, row, last));
    s->start[i] = tcEmitExpr(e, p->strips ? p->stripStart : p->rowStart);
  }
}

static MlirValue panelAt(Sums *s) {
  TcEmit *e = s->e;
  const TcProduct *p = s->p;
  for (size_t i = tcProductOuter(p); i < p->over.size; ++i)
    e->iters[p->over.data[i]] = tcEmitI64(e, 0);
  e->iters[p->inPanel] = tcEmitI64(e, 0);
  MlirValue offset =
      times(e, tcEmitExpr(e, p->panelIndex), tcProductPackedBytes(p));
  return tcEmitBytesAt(e, s->site->panelBase, offset);
}

// The number of this run.
static const TcSize *runNumber(Sums *s) {
  TcArena *a = s->e->arena;
  const TcSize *n = tcSizeConst(a, 0);
  for (size_t i = 0; i < tcProductOuter(s->p); ++i) {
    const TcCpuIter *iter = &s->e->k->iters.data[s->p->over.data[i]];
    n = tcSizeAdd(a, tcSizeMul(a, n, iter->extent), iter->symbol);
  }
  return n;
}

static void packedRows(Sums *s, int64_t steps, Operands *o) {
  TcEmit *e = s->e;
  int64_t tile = tcTileBytes(s->p->unit);
  o->rowStep = tcProductSlices(s->p) * TC_PRODUCT_TILES * tile;
  o->rowStride = tcEmitI64(e, s->p->unit->tiles->rowBytes);
  MlirValue run = times(e, tcEmitExpr(e, runNumber(s)), steps * o->rowStep);
  for (int64_t i = 0; i < s->tiles; ++i)
    o->rows[i] =
        tcEmitBytesOn(e, tcEmitBytesAt(e, s->site->packedRows, run), i * tile);
}

static void rowsInPlace(Sums *s, Operands *o) {
  TcEmit *e = s->e;
  const TcProduct *p = s->p;
  MlirValue outer = tcEmitExpr(e, p->strips ? p->stripOuter : p->rowOuter);
  MlirValue base =
      p->strips ? s->site->strip : e->buffers[p->rowFactor->value->arg];
  int64_t bytes = tcProductStripElement(p);
  o->rowStep = p->depth * bytes;
  o->rowStride = times(e, tcEmitExpr(e, p->rowStride), bytes);
  for (int64_t i = 0; i < s->tiles; ++i) {
    MlirValue at = tcArithAddi(&e->b, s->start[i], outer);
    o->rows[i] = tcEmitBytesAt(e, base, times(e, at, bytes));
  }
}

//===- Sums ---------------------------------------------------------------===//

// Bytes of a vector of columns at a pair of steps, in one slice.
static int64_t columnBytes(const TcProduct *p) {
  return p->lanes * p->unit->pair * tcUnitSliceBytes(p->unit);
}

static void loadColumns(Sums *s, const TcTiles *t, const Operands *o,
                        int64_t slice) {
  TcEmit *e = s->e;
  const TcProduct *p = s->p;
  int64_t bytes = columnBytes(p), all = p->vectors * bytes;
  MlirValue stride = tcEmitI64(e, tcProductSlices(p) * all);
  for (int64_t j = 0; j < p->vectors; ++j)
    tcTilesLoadColumns(
        t, j, tcEmitBytesOn(e, o->columns, slice * all + j * bytes), stride);
}

// A step of factors in slices: their products, the least ones first. Registers
// hold one slice of each factor.
static void sliceStep(Sums *s, const Operands *o) {
  TcEmit *e = s->e;
  const TcProduct *p = s->p;
  TcTiles t = tilesOf(e, p);
  int64_t slice = p->strips ? tcProductSliceOfPoint(e->k, p) : tcSlicesApart(p);
  for (int term = 0; term < TC_SLICE_TERMS; ++term) {
    TcSliceTerm at = tcSliceTerms[term];
    if (!term || at.columns != tcSliceTerms[term - 1].columns)
      loadColumns(s, &t, o, at.columns);
    for (int64_t i = 0; i < s->tiles; ++i) {
      if (!term || at.rows != tcSliceTerms[term - 1].rows)
        tcTilesLoadRows(&t, i, tcEmitBytesOn(e, o->rows[i], at.rows * slice),
                        o->rowStride);
      for (int64_t j = 0; j < p->vectors; ++j)
        tcTilesMultiply(&t, i, j);
    }
  }
}

static void step(Sums *s, const Operands *o) {
  TcEmit *e = s->e;
  const TcProduct *p = s->p;
  TcTiles t = tilesOf(e, p);
  if (tcProductSlices(p) > 1) {
    sliceStep(s, o);
    return;
  }
  loadColumns(s, &t, o, 0);
  for (int64_t i = 0; i < s->tiles; ++i) {
    tcTilesLoadRows(&t, i, o->rows[i], o->rowStride);
    for (int64_t j = 0; j < p->vectors; ++j)
      tcTilesMultiply(&t, i, j);
  }
}

// What vectors do after a step: some of the maps on the tile before.
static void betweenSteps(Sums *s, int64_t steps, MlirValue number) {
  TcEmit *e = s->e;
  const TcProduct *p = s->p;
  MlirValue run = times(e, tcEmitExpr(e, runNumber(s)), steps);
  number = tcArithAddi(&e->b, run, number);
  if (p->linesBetween)
    tcProductPrefetchNextPanel(e, p, s->nextPanel, number);
  if (p->packingBetween)
    tcProductPackBetween(e, p, s->site, number);
  if (!p->rowsBetween)
    return;
  MlirValue low = times(e, number, p->rowsBetween);
  MlirValue high = tcArithAddi(&e->b, low, tcEmitI64(e, p->rowsBetween));
  s->ok &= tcProductMapWaiting(e, p, s->site, &s->waiting, low, high);
}

static Operands operandsAt(Sums *s, const Operands *first, MlirValue number) {
  TcEmit *e = s->e;
  Operands o = *first;
  int64_t columns =
      s->p->depth * tcProductWidth(s->p) * tcProductPackedBytes(s->p);
  for (int64_t i = 0; i < s->tiles; ++i)
    o.rows[i] =
        tcEmitBytesAt(e, first->rows[i], times(e, number, first->rowStep));
  o.columns = tcEmitBytesAt(e, first->columns, times(e, number, columns));
  return o;
}

// The last, partial tile of the reduction, from operands padded with zeros.
static void lastStep(Sums *s, const Operands *at) {
  TcEmit *e = s->e;
  const TcProduct *p = s->p;
  Operands o = *at;
  o.columns = tcProductColumnTail(e, p, at->columns);
  for (int64_t i = 0; i < s->tiles && p->rowStride; ++i) {
    MlirValue rows = tcArithSubi(&e->b, s->rows, tcEmitI64(e, i * p->unitRows));
    rows = tcArithMinsi(&e->b, rows, tcEmitI64(e, p->unitRows));
    o.rows[i] = tcProductRowTail(e, p, i, at->rows[i], at->rowStride, rows);
  }
  if (p->rowStride)
    o.rowStride = tcEmitI64(e, p->unit->tiles->rowBytes);
  step(s, &o);
}

static void innermost(Sums *s) {
  TcEmit *e = s->e;
  const TcProduct *p = s->p;
  int64_t whole = tcProductRun(e->k, p) / p->depth;
  Operands first = {.columns = panelAt(s)};
  if (p->rowStride)
    rowsInPlace(s, &first);
  else
    packedRows(s, whole + (p->tail > 0), &first);
  TcLoop loop =
      tcEmitFor(e, tcEmitI64(e, 0), tcEmitI64(e, whole), 1, -1, 0, NULL);
  MlirValue number = mlirBlockGetArgument(loop.body, 0);
  Operands o = operandsAt(s, &first, number);
  step(s, &o);
  betweenSteps(s, whole, number);
  tcEmitForEnd(e, &loop, 0, NULL);
  if (!p->tail)
    return;
  o = operandsAt(s, &first, tcEmitI64(e, whole));
  lastStep(s, &o);
}

static void reduceFrom(Sums *s, size_t level) {
  TcEmit *e = s->e;
  if (level == tcProductOuter(s->p)) {
    innermost(s);
    return;
  }
  int iter = s->p->over.data[level];
  MlirValue n = tcEmitExpr(e, e->k->iters.data[iter].extent);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), n, 1, iter, 0, NULL);
  reduceFrom(s, level + 1);
  tcEmitForEnd(e, &loop, 0, NULL);
}

typedef enum Move { ZERO, LOAD, STORE } Move;

static void overSums(Sums *s, Move how) {
  TcEmit *e = s->e;
  const TcProduct *p = s->p;
  TcTiles t = tilesOf(e, p);
  int64_t bytes = tcCpuBytes(p->element), row = tcProductWidth(p) * bytes;
  for (int64_t i = 0; i < s->tiles; ++i)
    for (int64_t j = 0; j < p->vectors; ++j) {
      int64_t at = i * p->unitRows * row + j * p->lanes * bytes;
      if (how == ZERO) {
        tcTilesZero(&t, i, j);
        continue;
      }
      (how == LOAD ? tcTilesLoadSums : tcTilesStore)(
          &t, i, j, tcEmitBytesOn(e, s->site->sums, at), tcEmitI64(e, row));
    }
}

// Zeros, or what the blocks of steps before have added up to.
static void startSums(Sums *s) {
  TcEmit *e = s->e;
  if (!s->p->blocks.size || tcProductAddsBlocks(s->e->k, s->p)) {
    overSums(s, ZERO);
    return;
  }
  MlirValue first = s->site->isFirstBlock;
  TcLoop then = tcEmitIf(e, first);
  overSums(s, ZERO);
  tcEmitIfEnd(e, &then);
  then = tcEmitIf(e, tcArithXori(&e->b, first, tcEmitI1(e, true)));
  overSums(s, LOAD);
  tcEmitIfEnd(e, &then);
}

// Of slices, adds those of a block to the sums of the blocks before.
static void storeSums(Sums *s) {
  TcEmit *e = s->e;
  const TcProduct *p = s->p;
  const TcTileSite *site = s->site;
  if (!tcProductAddsBlocks(e->k, p)) {
    overSums(s, STORE);
    return;
  }
  TcTileSite block = *site;
  block.sums = tcProductScratch(e, p->blockAt);
  s->site = &block;
  overSums(s, STORE);
  s->site = site;
  tcProductAddBlock(e, p, site, block.sums, s->rows);
}

bool tcProductEmitTileSums(TcEmit *e, const TcProduct *p,
                           const TcTileSite *site, int64_t height) {
  TcTileSite here = *site;
  Sums s = {.e = e, .p = p, .site = &here, .ok = true};
  if (p->rowsBetween) {
    s.waiting = tcProductWaiting(e, p);
    here.sums = tcProductOtherSums(e, p, &s.waiting);
  }
  s.tiles = height > p->unitRows ? TC_PRODUCT_TILES : 1;
  s.rows = tcProductRowsHere(e, p, site, height);
  if (site->isLast)
    tcProductConfigure(e, p, s.rows);
  if (p->linesBetween)
    s.nextPanel = tcProductNextPanel(e, p, site);
  startRows(&s);
  startSums(&s);
  reduceFrom(&s, 0);
  storeSums(&s);
  if (tcProductSlices(p) > 1)
    tcProductFinishSlices(e, p, &here, s.rows);
  if (p->rowsBetween)
    tcProductWait(e, p, site, &s.waiting, s.rows);
  return s.ok;
}
