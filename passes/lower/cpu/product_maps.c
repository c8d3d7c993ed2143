// The maps behind a product, on the sums of a tile. See product.h.
#include "passes/lower/cpu/nest.h"
#include "passes/lower/cpu/product_tile.h"
#include "passes/lower/cpu/stage.h"

#include "tc/gen/ArithOps.h"

// Places the result of a stage for this row at `base`, by columns of the panel.
static void placeRow(TcProductTile *t, const TcCpuValue *v, MlirValue base) {
  TcEmit *e = t->e;
  TcArena *a = e->arena;
  const TcProduct *p = t->p;
  const TcSize **strides = TC_ARENA_ARRAY(a, const TcSize *, v->rank + 1);
  for (size_t d = 0; d < v->rank; ++d)
    strides[d] = tcSizeConst(a, v->stage->iters.data[d] == p->column);
  const TcSize *first = tcSizeMul(a, e->k->iters.data[p->panel].symbol,
                                  tcSizeConst(a, tcProductWidth(p)));
  TcPlace *place = TC_ARENA_NEW(a, TcPlace);
  *place = (TcPlace){
      .base = base, .strides = strides, .offset = tcSizeNeg(a, first)};
  tcMapSet(&e->places, v, place);
}

static void placeRows(TcProductTile *t, MlirValue row) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  MlirValue columns = tcEmitI64(e, tcProductWidth(p));
  MlirValue start = tcArithMuli(&e->b, row, columns);
  placeRow(t, p->contract->results.data[0],
           tcEmitAt(e, t->site->sums, p->element, start));
  int64_t rest = 0;
  for (size_t i = 0; i < p->maps.size; ++i)
    for (size_t r = 0; r < p->maps.data[i]->results.size; ++r) {
      const TcCpuValue *v = p->maps.data[i]->results.data[r];
      MlirValue from = tcEmitI64(e, rest);
      placeRow(t, v, tcEmitAt(e, t->site->rest, e->i8, from));
      rest += tcProductWidth(p) * 8;
    }
}

// The sum at this point, rounded to the result's element type.
static TcLane sumAt(TcProductTile *t) {
  TcEmit *e = t->e;
  const TcCpuValue *v = t->p->contract->results.data[0];
  TcPlace place = tcEmitPlaceOf(e, v);
  const TcSize **index = TC_ARENA_ARRAY(e->arena, const TcSize *, v->rank + 1);
  for (size_t d = 0; d < v->rank; ++d)
    index[d] = e->k->iters.data[v->stage->iters.data[d]].symbol;
  TcLane x = tcEmitLoad(e, &place, t->p->element, v->rank, index,
                        (TcLane){.v = {NULL}});
  return tcEmitRound(e, x, v->element);
}

// The maps behind the product, at the iterators' point.
static bool emitPoint(TcProductTile *t) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  TcRun run = {.e = e, .s = p->contract, .ok = true};
  TcLane sum = sumAt(t);
  size_t forwarded = e->forwarded.size;
  tcEmitForward(e, p->contract->results.data[0], sum);
  if (p->contract->results.data[0]->dests.size)
    tcStageStore(&run, 0, sum);
  for (size_t i = 0; i < p->maps.size; ++i) {
    TcLane yields[TC_STAGE_MAX_RESULTS];
    run.s = p->maps.data[i];
    if (!tcStageYields(&run, yields))
      return false;
    for (size_t r = 0; r < run.s->results.size; ++r) {
      const TcCpuValue *v = run.s->results.data[r];
      tcEmitForward(e, v, tcEmitRound(e, yields[r], v->element));
      tcStageStore(&run, r, yields[r]);
    }
  }
  e->forwarded.size = forwarded;
  return true;
}

static MlirValue firstColumn(TcProductTile *t) {
  TcEmit *e = t->e;
  return tcArithMuli(&e->b, e->iters[t->p->panel],
                     tcEmitI64(e, tcProductWidth(t->p)));
}

// Of a product without maps, in whole panels and tiles.
bool tcTileStoresFromRegisters(const TcProductTile *t) {
  const TcProduct *p = t->p;
  return !p->maps.size && !p->alongRows && !p->parts && !t->site->isLast &&
         tcProductHasWholePanels(t->e->k, p);
}

void tcTileStoreResults(TcProductTile *t, const TcLane *sums) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  TcRun run = {.e = e, .s = p->contract, .ok = true};
  MlirType element = p->contract->results.data[0]->element;
  MlirValue first = firstColumn(t);
  for (int64_t i = 0; i < t->height * p->vectors; ++i) {
    MlirValue row = tcEmitI64(e, i / p->vectors);
    MlirValue at = tcEmitI64(e, i % p->vectors * p->lanes);
    tcProductSetRow(e, p, tcArithAddi(&e->b, t->site->firstRow, row));
    tcEmitSetLanes(e, p->lanes, p->column);
    e->iters[p->column] = tcArithAddi(&e->b, first, at);
    tcStageStore(&run, 0, tcEmitRound(e, sums[i], element));
    tcEmitSetLanes(e, 1, -1);
  }
}

// Columns that are computed at once: those whose results fill a vector.
static int64_t lanesAtOnce(const TcProduct *p) {
  const TcCpuStage *last = p->maps.size ? tcVecLast(&p->maps) : p->contract;
  int64_t bytes = tcCpuBytes(last->results.data[0]->element);
  return tcProductTileUnit(p) && 2 * bytes <= tcCpuBytes(p->element)
             ? tcProductWidth(p)
             : p->lanes;
}

// A vector of columns; where `end` is not null, of those before it.
static bool vectorOfPanel(TcProductTile *t, MlirValue column, int64_t lanes,
                          MlirValue end) {
  TcEmit *e = t->e;
  int iter = t->p->column;
  tcEmitSetLanes(e, lanes, iter);
  e->iters[iter] = column;
  if (end.ptr)
    e->mask = tcEmitLanesBelow(e, column, end);
  bool ok = emitPoint(t);
  e->mask = (TcLane){.v = {NULL}};
  tcEmitSetLanes(e, 1, -1);
  return ok;
}

// The vectors of a panel, written out or a loop.
static bool vectorsOfPanel(TcProductTile *t, MlirValue first, MlirValue end) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  bool ok = true;
  int64_t lanes = lanesAtOnce(p), width = tcProductWidth(p);
  if (width > lanes && p->loops.loopsMaps) {
    MlirValue high = tcArithAddi(&e->b, first, tcEmitI64(e, width));
    TcLoop loop = tcEmitFor(e, first, high, lanes, p->column, 0, NULL);
    ok = vectorOfPanel(t, mlirBlockGetArgument(loop.body, 0), lanes, end);
    tcEmitForEnd(e, &loop, 0, NULL);
    return ok;
  }
  for (int64_t at = 0; at < width && ok; at += lanes)
    ok = vectorOfPanel(t, tcArithAddi(&e->b, first, tcEmitI64(e, at)), lanes,
                       end);
  return ok;
}

static bool wholePanel(TcProductTile *t, MlirValue first) {
  return vectorsOfPanel(t, first, (MlirValue){NULL});
}

// Of results whose columns lie side by side; else columns one by one.
static bool partOfPanel(TcProductTile *t, MlirValue first) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  const TcCpuStage *last = p->maps.size ? tcVecLast(&p->maps) : p->contract;
  MlirValue end = tcEmitExpr(e, e->k->iters.data[p->column].extent);
  if (tcProductStoresAlong(e->k, last, p->column))
    return vectorsOfPanel(t, first, end);
  TcLoop loop = tcEmitFor(e, first, end, 1, p->column, 0, NULL);
  bool ok = emitPoint(t);
  tcEmitForEnd(e, &loop, 0, NULL);
  return ok;
}

// Whole vectors where the panel is whole, else masked ones.
static bool emitRow(TcProductTile *t) {
  TcEmit *e = t->e;
  MlirValue first = firstColumn(t);
  if (tcProductHasWholePanels(e->k, t->p))
    return wholePanel(t, first);
  MlirValue n = tcEmitExpr(e, e->k->iters.data[t->p->column].extent);
  MlirValue end = tcArithAddi(&e->b, first, tcEmitI64(e, tcProductWidth(t->p)));
  MlirValue whole = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLE, end, n);
  MlirValue part = tcArithXori(&e->b, whole, tcEmitI1(e, true));
  TcLoop then = tcEmitIf(e, whole);
  bool ok = wholePanel(t, first);
  tcEmitIfEnd(e, &then);
  TcLoop otherwise = tcEmitIf(e, part);
  ok = ok && partOfPanel(t, first);
  tcEmitIfEnd(e, &otherwise);
  return ok;
}

// One column of the tile after the other, each for all rows: written out, so
// that what depends on the row alone is computed once.
bool tcTileMapColumns(TcProductTile *t) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  bool ok = true;
  MlirValue first = firstColumn(t);
  MlirValue end = tcArithMinsi(
      &e->b, tcArithAddi(&e->b, first, tcEmitI64(e, tcProductWidth(p))),
      tcEmitExpr(e, e->k->iters.data[p->column].extent));
  TcLoop loop = tcEmitFor(e, first, end, 1, p->column, 0, NULL);
  for (int64_t i = 0; ok && i < t->height; ++i) {
    tcTileSetRow(t, i);
    placeRows(t, tcEmitI64(e, i));
    ok = emitPoint(t);
  }
  tcEmitForEnd(e, &loop, 0, NULL);
  return ok;
}

bool tcTileMapRows(TcProductTile *t) {
  TcEmit *e = t->e;
  MlirValue n = tcProductRowsHere(e, t->p, t->site, t->height);
  return tcTileMapRowsBetween(t, tcEmitI64(e, 0), n);
}

bool tcTileMapRowsBetween(TcProductTile *t, MlirValue low, MlirValue high) {
  TcEmit *e = t->e;
  TcLoop rows = tcEmitFor(e, low, high, 1, -1, 0, NULL);
  MlirValue i = mlirBlockGetArgument(rows.body, 0);
  tcProductSetRow(e, t->p, tcArithAddi(&e->b, t->site->firstRow, i));
  placeRows(t, i);
  bool ok = emitRow(t);
  tcEmitForEnd(e, &rows, 0, NULL);
  return ok;
}
