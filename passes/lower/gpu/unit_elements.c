// Elements of a contraction's tile: loads and maps at one place, which exist,
// and blocks of sums stored to shared memory. What the ways to finish a tile
// share (unit_finish.c, unit_pairs.c, unit_shift.c).
#include "passes/lower/cpu/tiles.h"
#include "passes/lower/gpu/unit_emit.h"

TcNest tcGpuTileEnterElements(TcGpuTile *t, MlirValue row, MlirValue column,
                              int64_t lanes) {
  TcEmit *e = &t->g->e;
  const TcGpuProduct *p = &t->u->p;
  tcGpuEnter(t->g, &p->rows.iters, row);
  tcGpuEnter(t->g, &p->columns.iters, column);
  e->lanes = lanes;
  e->vector = lanes > 1 ? tcVecLast(&p->columns.iters) : -1;
  e->forwarded.size = 0;
  return (TcNest){.stages = p->match.maps, .vector = e->vector, .lanes = lanes};
}

void tcGpuTileLeaveElements(TcGpuTile *t) {
  t->g->e.forwarded.size = 0;
  t->g->e.lanes = 1;
  t->g->e.vector = -1;
}

TcLane **tcGpuTileLoadElements(TcGpuTile *t, MlirValue row, MlirValue column,
                               int64_t lanes) {
  TcNest maps = tcGpuTileEnterElements(t, row, column, lanes);
  TcLane **of = tcGpuNoElements(t->g, &maps);
  for (size_t i = 0; i < maps.stages.size; ++i)
    for (size_t j = 0; j < maps.stages.data[i]->reads.size; ++j) {
      const TcCpuRead *r = &maps.stages.data[i]->reads.data[j];
      if (!tcNestMakes(&maps, r->value) &&
          r->value->stage != t->u->p.match.contract)
        of[i][j] = tcStageElement(&t->g->e, r);
    }
  tcGpuTileLeaveElements(t);
  return of;
}

bool tcGpuTileRunMaps(TcGpuTile *t, MlirValue row, MlirValue column,
                      int64_t lanes, MlirValue sums, TcLane **elements) {
  TcEmit *e = &t->g->e;
  TcNest maps = tcGpuTileEnterElements(t, row, column, lanes);
  TcLane sum = {.v = sums, .wide = lanes > 1};
  tcStageMake(e, t->u->p.match.contract, &sum);
  bool ok = elements ? tcNestPointWith(e, &maps, elements, NULL)
                     : tcNestPoint(e, &maps, NULL);
  tcGpuTileLeaveElements(t);
  return ok;
}

bool tcGpuTileMaps(TcGpuTile *t, MlirValue row, MlirValue column, int64_t lanes,
                   MlirValue sums) {
  return tcGpuTileRunMaps(t, row, column, lanes, sums, NULL);
}

bool tcGpuTileGuard(TcGpuTile *t, const TcGpuFactor *f, MlirValue at,
                    MlirValue count, TcLoop *guard) {
  TcArena *a = t->g->e.arena;
  if (tcSizeExactDiv(a, f->count, tcSizeConst(a, f->tile)))
    return false;
  *guard = tcEmitIf(&t->g->e, tcGpuIsBelow(t->g, at, count));
  return true;
}

MlirValue tcGpuTileWarpRow(TcGpuTile *t) {
  MlirValue warpRow =
      tcTileTimes(t, tcTileQuotient(t, t->lane, WARP), TC_UNIT_PART_ROWS);
  return tcTileAdd(t, tcTileAdd(t, t->rowAt, t->warpRow), warpRow);
}

MlirValue tcGpuTileExisting(TcGpuTile *t, const TcGpuFactor *f, MlirValue at,
                            MlirValue count, int64_t lanes) {
  TcArena *a = t->g->e.arena;
  if (tcSizeExactDiv(a, f->count, tcSizeConst(a, f->tile)))
    return at;
  MlirValue last = tcArithSubi(&t->g->e.b, count, tcTileI64(t, lanes));
  return tcArithMinsi(&t->g->e.b, at, last);
}

// A warp of a group has 16 rows; it stores the sums of some columns of them to
// shared memory of its own, and finishes these.
void tcGpuTileStoreBlocks(TcGpuTile *t, const TcLane *sums, int64_t first,
                          int64_t count, MlirValue own) {
  TcEmit *e = &t->g->e;
  int64_t stride = t->u->sumStride;
  MlirValue lane = tcTileRemainder(t, t->lane, WARP);
  MlirValue at =
      tcTileAdd(t, tcTileTimes(t, tcTileQuotient(t, lane, 4), stride),
                tcTileTimes(t, tcTileRemainder(t, lane, 4), 2));
  MlirValue to0 = tcTileSharedAt(t, own, e->f32, at);
  for (int64_t i = 0; i < TC_UNIT_PART_ROWS / 8; ++i)
    for (int64_t j = 0; j < count; ++j) {
      const TcLane *s = &sums[4 * (first + j) + 2 * i];
      MlirValue to =
          tcTileSharedAt(t, to0, e->f32, tcTileI64(t, 8 * (i * stride + j)));
      tcLlvmStore(&e->b, tcGpuTilePair(e, s[0].v, s[1].v), to);
    }
}
