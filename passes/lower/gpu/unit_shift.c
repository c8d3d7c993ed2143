// The maps behind a contraction of warp groups, and stores, where rows start at
// any element in memory (unit_finish.c: where all start at multiples of an
// access). A row's columns are cut where their place is such a multiple:
//
//   columns   0       8       16      24      32
//   row 0     |-------|-------|-------|-------|   at a multiple of 8 elements
//   row 1     ----|-------|-------|-------|----   at one and 4 more
//
// A lane computes one cut of a row at once. A warp stores the sums of a part of
// its columns to shared memory, and those of the next eight, into which the
// part's last cut may reach. The columns in front of a row's first cut, and
// those behind its last one, are computed one by one: others of these accesses
// are other tiles'.
#include "passes/lower/cpu/tiles.h"
#include "passes/lower/gpu/unit_emit.h"

typedef struct Part {
  TcGpuTile *t;
  MlirValue own;  // the warp's shared memory
  MlirValue lane; // of the warp
  int64_t first;  // column, of the warp's
  bool last;
} Part;

// A row of the part: its number there, in the whole product, and the column in
// front of which its first cut is.
typedef struct Row {
  MlirValue inPart, at, shift;
  TcLoop guard;
  bool guarded;
} Row;

static Row openRow(const Part *p, MlirValue inPart) {
  TcGpuTile *t = p->t;
  TcEmit *e = &t->g->e;
  Row r = {.inPart = inPart, .at = tcTileAdd(t, tcGpuTileWarpRow(t), inPart)};
  r.guarded = tcGpuTileGuard(t, &t->u->p.rows, r.at, t->numRows, &r.guard);
  tcGpuEnter(t->g, &t->u->p.rows.iters, r.at);
  MlirValue start = tcEmitExpr(e, t->u->rowStart);
  r.shift = tcArithAndi(&e->b, tcArithSubi(&e->b, tcTileI64(t, 0), start),
                        tcTileI64(t, t->u->shifted - 1));
  return r;
}

static void closeRow(const Part *p, Row *r) {
  if (r->guarded)
    tcEmitIfEnd(&p->t->g->e, &r->guard);
}

// The elements of a row from `column` of the part on.
static bool finishRun(const Part *p, const Row *r, MlirValue column,
                      int64_t lanes) {
  TcGpuTile *t = p->t;
  TcEmit *e = &t->g->e;
  MlirValue from = tcTileSharedAt(
      t, p->own, e->f32,
      tcTileAdd(t, tcTileTimes(t, r->inPart, t->u->sumStride), column));
  MlirType sum = tcTileSum(t);
  MlirType type = lanes > 1 ? tcEmitVectorOf(lanes, sum) : sum;
  MlirValue sums = tcEmitLoadBits(e, type, from, 4);
  MlirValue at = tcTileAdd(
      t, tcTileAdd(t, tcTileAdd(t, t->columnAt, t->warpColumn), column),
      tcTileI64(t, p->first));
  e->evenOffset = lanes > 1 ? t->u->storedAt : NULL;
  bool ok = tcGpuTileMaps(t, r->at, at, lanes, sums);
  e->evenOffset = NULL;
  return ok;
}

// The cuts that begin in the part; of the last part's, the last one may have
// columns that are not the warp's.
static bool finishCuts(const Part *p) {
  TcGpuTile *t = p->t;
  TcEmit *e = &t->g->e;
  int64_t lanes = t->u->shifted, across = t->u->partColumns / lanes;
  MlirValue column = tcTileTimes(t, tcTileRemainder(t, p->lane, across), lanes);
  bool ok = true;
  for (int64_t i = 0; ok && i < TC_UNIT_PART_ROWS; i += WARP / across) {
    TcLoop guard;
    Row r = openRow(
        p, tcTileAdd(t, tcTileQuotient(t, p->lane, across), tcTileI64(t, i)));
    MlirValue from = tcTileAdd(t, column, r.shift);
    if (p->last)
      guard = tcEmitIf(e, tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLE, from,
                                      tcTileI64(t, t->u->partColumns - lanes)));
    ok = finishRun(p, &r, from, lanes);
    if (p->last)
      tcEmitIfEnd(e, &guard);
    closeRow(p, &r);
  }
  return ok;
}

// The columns of the warp's that are in no cut: those below `shift`, or behind
// the last cut, if one begins at `shift`.
static bool finishEnd(const Part *p, bool behind) {
  TcGpuTile *t = p->t;
  TcEmit *e = &t->g->e;
  int64_t lanes = t->u->shifted;
  MlirValue k = tcTileRemainder(t, p->lane, lanes);
  MlirValue column =
      tcTileAdd(t, k, tcTileI64(t, behind ? t->u->partColumns - lanes : 0));
  bool ok = true;
  for (int64_t i = 0; ok && i < TC_UNIT_PART_ROWS; i += WARP / lanes) {
    Row r = openRow(
        p, tcTileAdd(t, tcTileQuotient(t, p->lane, lanes), tcTileI64(t, i)));
    MlirValue is = tcArithCmpi(&e->b,
                               behind ? TC_ARITH_CMP_I_PREDICATE_SGE
                                      : TC_ARITH_CMP_I_PREDICATE_SLT,
                               k, r.shift);
    if (behind)
      is = tcArithAndi(&e->b, is,
                       tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_NE, r.shift,
                                   tcTileI64(t, 0)));
    TcLoop guard = tcEmitIf(e, is);
    ok = finishRun(p, &r, column, 1);
    tcEmitIfEnd(e, &guard);
    closeRow(p, &r);
  }
  return ok;
}

bool tcGpuTileFinishShifted(TcGpuTile *t, const TcLane *sums, MlirValue own) {
  enum { BLOCK = 8 };
  TcEmit *e = &t->g->e;
  int64_t columns = t->u->tiling.warpColumns, part = t->u->partColumns;
  bool ok = true;
  Part p = {.t = t, .own = own, .lane = tcTileRemainder(t, t->lane, WARP)};
  for (; ok && p.first < columns; p.first += part) {
    p.last = p.first + part == columns;
    if (p.first || t->u->tiling.persists)
      tcNvvmWarpBarrier(e);
    tcGpuTileStoreBlocks(t, sums, p.first / BLOCK, part / BLOCK + !p.last, own);
    tcNvvmWarpBarrier(e);
    ok = finishCuts(&p) && (p.first || finishEnd(&p, false)) &&
         (!p.last || finishEnd(&p, true));
  }
  return ok;
}
