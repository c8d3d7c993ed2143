// Runs the maps behind a contraction on a lane's sums as they lie, two adjacent
// columns of every eighth, and exchanges what they make (unit_exchange.c): of
// halves a pair is one word, where the sums may be two. For maps that store one
// value of halves and read no elements of rows: a bias, which lanes read by
// pairs, and a function.
#include "passes/lower/gpu/unit_emit.h"

enum { QUAD = TC_UNIT_QUAD, PAIR = TC_UNIT_PAIR };

// Whether an element is the same for all rows of the tile, and known to exist.
static bool isOfColumns(const TcCpuKernel *k, const TcGpuProduct *p,
                        const TcCpuRead *r) {
  const TcCpuIters *rows = &p->rows.iters;
  for (size_t i = 0; i < rows->size; ++i)
    for (size_t d = 0; d < r->value->rank; ++d)
      if (tcSizeUses(r->index[d], k->iters.data[rows->data[i]].name))
        return false;
  return mlirAttributeIsNull(r->fill);
}

static bool isMade(const TcProduct *m, const TcCpuValue *v) {
  for (size_t i = 0; i < m->maps.size; ++i)
    if (v->stage == m->maps.data[i])
      return true;
  return v->stage == m->contract;
}

// Not what a body reads at a position that it computes: maps run on pairs that
// do not exist, too, whose positions may be out of range.
static bool readsColumns(const TcCpuKernel *k, const TcGpuProduct *p,
                         const TcCpuStage *s) {
  if (s->gathered.size)
    return false;
  for (size_t i = 0; i < s->reads.size; ++i)
    if (!isMade(&p->match, s->reads.data[i].value) &&
        !isOfColumns(k, p, &s->reads.data[i]))
      return false;
  return true;
}

static const TcCpuStage *lastMap(const TcGpuUnitProduct *u) {
  const TcCpuStages *maps = &u->p.match.maps;
  return maps->data[maps->size - 1];
}

// How many values a stage stores.
static size_t numStored(const TcCpuStage *s) {
  size_t n = 0;
  for (size_t i = 0; i < s->results.size; ++i)
    n += s->results.data[i]->dests.size != 0;
  return n;
}

bool tcGpuMapsPairs(const TcCpuKernel *k, const TcGpuUnitProduct *u) {
  const TcProduct *m = &u->p.match;
  if (u->lanes != QUAD * PAIR || u->shifted || !m->maps.size ||
      numStored(m->contract))
    return false;
  const TcCpuStage *last = lastMap(u);
  for (size_t i = 0; i < m->maps.size; ++i)
    if (!readsColumns(k, &u->p, m->maps.data[i]) ||
        (m->maps.data[i] != last && numStored(m->maps.data[i])))
      return false;
  return last->results.size == 1 && numStored(last) == 1 &&
         tcTypeIsHalf(last->results.data[0]->element);
}

// Four pairs of one row that a lane has.
typedef struct Pairs {
  MlirValue row, columns[QUAD];
  TcLane **elements[QUAD]; // that the maps read
} Pairs;

// Of the first or the second half of the warp's rows, and a part of columns.
static Pairs pairsAt(TcGpuTile *t, MlirValue row, MlirValue column) {
  const TcGpuProduct *p = &t->u->p;
  Pairs at = {.row = row};
  for (int j = 0; j < QUAD; ++j) {
    at.columns[j] = tcTileAdd(t, column, tcTileI64(t, QUAD * PAIR * j));
    at.elements[j] = tcGpuTileLoadElements(
        t, row,
        tcGpuTileExisting(t, &p->columns, at.columns[j], t->numColumns, PAIR),
        PAIR);
  }
  return at;
}

// What the maps make of the four pairs, whose sums are `sums`, four apart.
static bool mapPairs(TcGpuTile *t, const Pairs *at, const TcLane *sums,
                     TcLane *made) {
  TcEmit *e = &t->g->e;
  bool ok = true;
  for (int j = 0; ok && j < QUAD; ++j) {
    const TcLane *pair = &sums[QUAD * j];
    e->caught = &made[j];
    ok = tcGpuTileRunMaps(t, at->row, at->columns[j], PAIR,
                          tcGpuTilePair(e, pair[0].v, pair[1].v),
                          at->elements[j]);
    e->caught = NULL;
  }
  return ok;
}

// Stores a lane's eight elements from (row, column) on.
static void storeEight(TcGpuTile *t, MlirValue row, MlirValue column,
                       MlirValue eight) {
  enum { LANES = QUAD * PAIR };
  TcEmit *e = &t->g->e;
  const TcGpuProduct *p = &t->u->p;
  TcLoop inRows, inColumns;
  bool someRows = tcGpuTileGuard(t, &p->rows, row, t->numRows, &inRows);
  bool some = tcGpuTileGuard(t, &p->columns, column, t->numColumns, &inColumns);
  tcGpuTileEnterElements(t, row, column, LANES);
  tcStageStoreAt(e, lastMap(t->u), 0, (TcLane){.v = eight, .wide = true});
  tcGpuTileLeaveElements(t);
  if (some)
    tcEmitIfEnd(e, &inColumns);
  if (someRows)
    tcEmitIfEnd(e, &inRows);
}

// A lane's number among the four of a row, the first of its rows and of its
// columns.
typedef struct Own {
  MlirValue q, row, column;
} Own;

static Own ownOf(TcGpuTile *t) {
  MlirValue lane = tcTileRemainder(t, t->lane, WARP);
  return (Own){
      .q = tcTileRemainder(t, lane, QUAD),
      .row = tcTileAdd(t, tcGpuTileWarpRow(t), tcTileQuotient(t, lane, QUAD)),
      .column = tcTileAdd(t, t->columnAt, t->warpColumn)};
}

// As unit_finish.c's finishByLanes: the maps' elements are loaded for some of
// the lane's rows and columns before any of these are stored.
bool tcGpuTileFinishPairs(TcGpuTile *t, const TcLane *sums) {
  enum { COLUMNS = QUAD * QUAD * PAIR, HALF = TC_UNIT_PART_ROWS / 2 };
  enum { AT_ONCE = 4 };
  Own own = ownOf(t);
  int64_t all = t->u->tiling.warpColumns / COLUMNS * 2, some;
  bool ok = true;
  for (int64_t from = 0; ok && from < all; from += some) {
    Pairs at[AT_ONCE];
    MlirValue first[AT_ONCE]; // columns of the part
    some = all - from < AT_ONCE ? all - from : AT_ONCE;
    for (int64_t i = 0; i < some; ++i) {
      int64_t part = (from + i) / 2, half = (from + i) % 2;
      first[i] = tcTileAdd(t, own.column, tcTileI64(t, part * COLUMNS));
      at[i] = pairsAt(t, tcTileAdd(t, own.row, tcTileI64(t, half * HALF)),
                      tcTileAdd(t, first[i], tcTileTimes(t, own.q, PAIR)));
    }
    for (int64_t i = 0; ok && i < some; ++i) {
      int64_t part = (from + i) / 2, half = (from + i) % 2;
      TcLane made[QUAD];
      ok = mapPairs(t, &at[i], &sums[QUAD * QUAD * part + PAIR * half], made);
      if (ok)
        storeEight(
            t, at[i].row,
            tcTileAdd(t, first[i], tcTileTimes(t, own.q, QUAD * PAIR)),
            tcGpuTileExchangeMade(t, own.q, made,
                                  lastMap(t->u)->results.data[0]->element));
    }
  }
  return ok;
}
