// One tile of a product: its rows, then sums in registers, then the maps on
// them. See product.h.
#include "passes/lower/cpu/product_tile.h"
#include "passes/lower/cpu/product_operands.h"

#include "tc/gen/ArithOps.h"

//===- Rows ---------------------------------------------------------------===//

// The last iterator is the fastest.
void tcProductSetRow(TcEmit *e, const TcProduct *p, MlirValue row) {
  for (size_t i = p->rows.size; i-- > 0;) {
    int iter = p->rows.data[i];
    if (i == 0) {
      e->iters[iter] = row;
      return;
    }
    MlirValue n = tcEmitExpr(e, e->k->iters.data[iter].extent);
    e->iters[iter] = tcArithRemui(&e->b, row, n);
    row = tcArithDivui(&e->b, row, n);
  }
}

// Row number `i` of the tile; where there are no more rows, the last one again.
static MlirValue rowNumber(TcProductTile *t, int64_t i) {
  TcEmit *e = t->e;
  MlirValue row = tcArithAddi(&e->b, t->site->firstRow, tcEmitI64(e, i));
  if (!t->site->isLast)
    return row;
  MlirValue last =
      tcArithSubi(&e->b, tcEmitExpr(e, t->p->numRows), tcEmitI64(e, 1));
  return tcArithMinsi(&e->b, row, last);
}

void tcTileKeepRow(TcProductTile *t, int64_t i) {
  TcEmit *e = t->e;
  size_t n = t->p->rows.size;
  t->iters[i] = TC_ARENA_ARRAY(e->arena, MlirValue, n + 1);
  for (size_t k = 0; k < n; ++k)
    t->iters[i][k] = e->iters[t->p->rows.data[k]];
}

static void startRows(TcProductTile *t) {
  if (t->p->together) {
    tcTileStartImages(t);
    return;
  }
  for (int64_t i = 0; i < t->height; ++i) {
    tcProductSetRow(t->e, t->p, rowNumber(t, i));
    tcTileKeepRow(t, i);
    t->start[i] = tcEmitExpr(t->e, t->p->rowStart);
  }
}

void tcTileSetRow(TcProductTile *t, int64_t i) {
  for (size_t r = 0; r < t->p->rows.size; ++r)
    t->e->iters[t->p->rows.data[r]] = t->iters[i][r];
}

// The address of row `i`'s next run, or of the fill values if it is out of
// bounds.
static MlirValue runOf(TcProductTile *t, int64_t i, MlirValue outer) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  const TcCpuRead *r = p->rowFactor;
  if (p->packsRows)
    return tcEmitAt(e, tcProductPackedRow(e, p, t->site, tcEmitI64(e, i)),
                    p->rowElement, outer);
  MlirValue offset = tcArithAddi(&e->b, t->start[i], outer);
  MlirValue base = p->lines ? t->site->strip : e->buffers[r->value->arg];
  MlirValue run = tcEmitAt(e, base, r->value->element, offset);
  if (!p->filled)
    return run;
  tcTileSetRow(t, i);
  TcLane in = tcEmitInBounds(e, r->value->rank, r->index, r->value->sizes);
  return in.v.ptr ? tcArithSelect(&e->b, in.v, run, t->site->fills) : run;
}

// Whether the tile's rows are evenly spaced: their addresses are then constant
// offsets from one register.
static bool areEven(const TcProductTile *t, int64_t *stride) {
  const TcProduct *p = t->p;
  const TcSize *by, *rest;
  if (p->packsRows)
    return tcSizeIsConst(p->rowPitch, stride);
  *stride = p->across.step;
  if (p->lines)
    return true;
  return !p->filled && !t->site->isLast &&
         tcCpuFlatStride(t->e->k, p->rowStart, &p->rows, &by, &rest) &&
         tcSizeIsConst(by, stride);
}

void tcTileStartRuns(TcProductTile *t) {
  MlirValue outer = tcEmitExpr(t->e, t->p->rowOuter);
  int64_t stride;
  if (t->p->together) {
    tcTileStartRunsTogether(t, outer);
    return;
  }
  bool even = areEven(t, &stride);
  for (int64_t i = 0; i < t->height; ++i)
    t->rows[i] = i && even ? tcEmitAt(t->e, t->rows[0], t->p->rowElement,
                                      tcEmitI64(t->e, i * stride))
                           : runOf(t, i, outer);
}

//===- The tile -----------------------------------------------------------===//

MlirValue tcProductRowsHere(TcEmit *e, const TcProduct *p,
                            const TcTileSite *site, int64_t height) {
  MlirValue all = tcEmitI64(e, height);
  if (!site->isLast)
    return all;
  MlirValue left =
      tcArithSubi(&e->b, tcEmitExpr(e, p->numRows), site->firstRow);
  return tcArithMinsi(&e->b, all, left);
}

// The next tile's rows are found first: the iterators are this one's
// afterwards.
static void prefetch(TcProductTile *t) {
  const TcProduct *p = t->p;
  t->nextRows = tcProductNextRows(t->e, p, t->site->firstRow, t->height);
  if (p->linesBetween)
    t->nextPanel = tcProductNextPanel(t->e, p, t->site);
  if (p->alongRows)
    return;
  TcEmit *e = t->e;
  TcLoop rows =
      tcEmitFor(e, tcEmitI64(e, 0), tcEmitI64(e, t->height), 1, -1, 0, NULL);
  MlirValue i = mlirBlockGetArgument(rows.body, 0);
  tcProductSetRow(e, p, tcArithAddi(&e->b, t->site->firstRow, i));
  tcProductPrefetchMaps(e, p);
  tcEmitForEnd(e, &rows, 0, NULL);
}

static void sumsInVectors(TcProductTile *t) {
  TcLane sums[TC_TILE_MAX_SUMS];
  startRows(t);
  prefetch(t);
  tcTileSumUp(t, sums);
  tcTileStoreSums(t, sums);
}

static bool runMaps(TcProductTile *t) {
  return t->p->alongRows ? tcTileMapColumns(t) : tcTileMapRows(t);
}

bool tcProductMapTile(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                      int64_t height) {
  TcProductTile t = {.e = e, .p = p, .site = site, .height = height};
  return runMaps(&t);
}

bool tcProductEmitTile(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                       int64_t height) {
  TcProductTile t = {.e = e, .p = p, .site = site, .height = height};
  bool inTiles = tcProductTileUnit(p) != NULL;
  if (inTiles && !tcProductEmitTileSums(e, p, site, height))
    return false;
  if (!inTiles)
    sumsInVectors(&t);
  if (p->rowsBetween || p->parts)
    return true;
  if (!p->blocks.size)
    return runMaps(&t);
  TcLoop last = tcEmitIf(e, site->isLastBlock);
  bool ok = runMaps(&t);
  tcEmitIfEnd(e, &last);
  return ok;
}
