// Runs the maps behind a contraction on matrix units, and stores: the second
// half of unit_emit.c. A thread's sums are spread over the tile as the unit has
// them: two adjacent columns, of every eighth. Where eight adjacent elements
// are one access, the four lanes of a row exchange theirs; else they go through
// shared memory, so that adjacent threads get adjacent elements (unit_shift.c:
// where rows start at any element).
#include "passes/lower/cpu/tiles.h"
#include "passes/lower/gpu/unit_emit.h"

//===- All sums of a block ------------------------------------------------===//

static MlirType vectorOf(int64_t lanes, MlirType type) {
  return lanes == 1 ? type : mlirVectorTypeGet(1, &lanes, type);
}

// Stores the sums to shared memory. A lane has two adjacent columns of a row,
// and of the one eight rows further on.
static void storeSums(TcGpuTile *t, const TcLane *sums) {
  TcEmit *e = &t->g->e;
  const TcGpuTiling *tiling = &t->u->tiling;
  int64_t columns = tiling->warpColumns / 8, stride = t->u->sumStride;
  int64_t rows = tiling->warpRows;
  MlirValue row = tcTileAdd(t, t->warpRow, tcTileQuotient(t, t->lane, 4));
  MlirValue column = tcTileAdd(
      t, t->warpColumn, tcTileTimes(t, tcTileRemainder(t, t->lane, 4), 2));
  MlirValue first =
      tcTileSharedAt(t, t->shared, tcTileSum(t),
                     tcTileAdd(t, tcTileTimes(t, row, stride), column));
  for (int64_t i = 0; i < rows / 8; ++i)
    for (int64_t j = 0; j < columns; ++j) {
      const TcLane *s = &sums[4 * (i / 2 * columns + j) + i % 2 * 2];
      MlirValue to = tcTileSharedAt(t, first, tcTileSum(t),
                                    tcTileI64(t, 8 * (i * stride + j)));
      tcLlvmStore(&e->b, tcGpuTilePair(e, s[0].v, s[1].v), to);
    }
}

// The same of a wave of 64: a lane has four adjacent rows of a column of each
// 16 x 16 sums.
static void storeWave(TcGpuTile *t, const TcLane *sums) {
  enum { BLOCK = TC_UNIT_BLOCK, ROWS = 4 };
  TcEmit *e = &t->g->e;
  const TcGpuTiling *tiling = &t->u->tiling;
  int64_t columns = tiling->warpColumns / BLOCK, stride = t->u->sumStride;
  MlirValue row = tcTileAdd(
      t, t->warpRow, tcTileTimes(t, tcTileQuotient(t, t->lane, BLOCK), ROWS));
  MlirValue column =
      tcTileAdd(t, t->warpColumn, tcTileRemainder(t, t->lane, BLOCK));
  MlirValue first =
      tcTileSharedAt(t, t->shared, tcTileSum(t),
                     tcTileAdd(t, tcTileTimes(t, row, stride), column));
  for (int64_t i = 0; i < tiling->warpRows / BLOCK; ++i)
    for (int64_t j = 0; j < columns; ++j)
      for (int64_t r = 0; r < ROWS; ++r) {
        int64_t at = (BLOCK * i + r) * stride + BLOCK * j;
        tcLlvmStore(&e->b, sums[ROWS * (i * columns + j) + r].v,
                    tcTileSharedAt(t, first, tcTileSum(t), tcTileI64(t, at)));
      }
}

// The same where the sums lie at `sums`.
static bool finishLanes(TcGpuTile *t, MlirValue row, MlirValue column,
                        MlirValue sums) {
  TcEmit *e = &t->g->e;
  int64_t lanes = t->u->lanes;
  int64_t bytes = tcUnitSumBytes(t->u->tiling.unit) * lanes;
  bytes = bytes < 16 ? bytes : 16; // to which rows are aligned
  if (t->u->tiling.unit->slices)
    tcGpuTileRepair(t, row, column, sums);
  MlirType type = vectorOf(lanes, tcTileSum(t));
  return tcGpuTileMaps(t, row, column, lanes,
                       tcEmitLoadBits(e, type, sums, bytes));
}

static bool finish(TcGpuTile *t) {
  TcGpuEmit *g = t->g;
  TcEmit *e = &g->e;
  int64_t width = t->u->tiling.columns / t->u->lanes;
  TcLoop loop =
      tcGpuForThread(g, tcTileI64(t, t->u->tiling.rows * width), 0, NULL);
  MlirValue at = tcGpuLoopIndex(&loop);
  MlirValue tileRow = tcTileQuotient(t, at, width);
  MlirValue tileColumn =
      tcTileTimes(t, tcTileRemainder(t, at, width), t->u->lanes);
  MlirValue row = tcTileAdd(t, t->rowAt, tileRow);
  MlirValue column = tcTileAdd(t, t->columnAt, tileColumn);
  MlirValue exists = tcArithAndi(&e->b, tcGpuIsBelow(g, row, t->numRows),
                                 tcGpuIsBelow(g, column, t->numColumns));
  MlirValue from =
      tcTileAdd(t, tcTileTimes(t, tileRow, t->u->sumStride), tileColumn);
  TcLoop guard = tcEmitIf(e, exists);
  bool ok = finishLanes(t, row, column,
                        tcTileSharedAt(t, t->shared, tcTileSum(t), from));
  tcEmitIfEnd(e, &guard);
  tcEmitForEnd(e, &loop, 0, NULL);
  return ok;
}

//===- Maps of warp groups ------------------------------------------------===//

// A lane's elements of one row of a part: (row, column) of it and of the part.
static bool finishRow(TcGpuTile *t, MlirValue own, MlirValue row,
                      MlirValue column, MlirValue partRow,
                      MlirValue partColumn) {
  TcEmit *e = &t->g->e;
  TcLoop guard;
  bool guarded = tcGpuTileGuard(t, &t->u->p.rows, row, t->numRows, &guard);
  MlirValue from =
      tcTileAdd(t, tcTileTimes(t, partRow, t->u->sumStride), partColumn);
  bool ok = finishLanes(t, row, column, tcTileSharedAt(t, own, e->f32, from));
  if (guarded)
    tcEmitIfEnd(e, &guard);
  return ok;
}

// Rows that a lane has under way, whose loads and stores overlap: each takes
// registers for sums and for what the maps read, beside the sums of all parts
// and some for addresses.
static int64_t rowsAtOnce(const TcGpuTile *t) {
  enum { REGISTERS = 1 << 16, MOST_REGISTERS = 255, ADDRESSES = 24 };
  const TcGpuUnitProduct *u = t->u;
  int64_t all = REGISTERS / (u->threads * u->tiling.resident), rows = 4;
  all = all < MOST_REGISTERS ? all : MOST_REGISTERS;
  int64_t left = all - (int64_t)t->numSums - ADDRESSES;
  while (rows > 1 && 2 * rows * u->lanes > left)
    rows /= 2;
  return rows;
}

// The lane's elements of the part's columns `partColumn` and behind, `lanes` of
// them: in row `first` of the part and each `apart` rows further on.
static bool finishRows(TcGpuTile *t, int64_t part, MlirValue own,
                       MlirValue first, int64_t apart, MlirValue partColumn) {
  TcEmit *e = &t->g->e;
  int64_t all = TC_UNIT_PART_ROWS / apart, some = rowsAtOnce(t);
  some = all < some ? all : some;
  TcLoop guard;
  MlirValue rowAt = tcGpuTileWarpRow(t);
  MlirValue column = tcTileAdd(
      t, tcTileAdd(t, t->columnAt, t->warpColumn),
      tcTileAdd(t, tcTileI64(t, part * t->u->partColumns), partColumn));
  bool ok = true;
  bool guarded =
      tcGpuTileGuard(t, &t->u->p.columns, column, t->numColumns, &guard);
  TcLoop rows = tcEmitFor(e, tcTileI64(t, 0), tcTileI64(t, TC_UNIT_PART_ROWS),
                          some * apart, -1, 0, NULL);
  for (int64_t i = 0; ok && i < some; ++i) {
    MlirValue at = tcTileAdd(t, tcGpuLoopIndex(&rows), tcTileI64(t, i * apart));
    MlirValue partRow = tcTileAdd(t, first, at);
    ok = finishRow(t, own, tcTileAdd(t, rowAt, partRow), column, partRow,
                   partColumn);
  }
  tcEmitForEnd(e, &rows, 0, NULL);
  if (guarded)
    tcEmitIfEnd(e, &guard);
  return ok;
}

// The lanes of a warp have adjacent elements of a row, and of the next ones if
// it has fewer than that.
static bool finishPart(TcGpuTile *t, int64_t part, MlirValue own) {
  int64_t width = t->u->partColumns / t->u->lanes;
  int64_t across = width < WARP ? width : WARP;
  MlirValue lane = tcTileRemainder(t, t->lane, WARP);
  MlirValue row = tcTileQuotient(t, lane, across),
            column = tcTileRemainder(t, lane, across);
  bool ok = true;
  for (int64_t i = 0; ok && i < width; i += across)
    ok = finishRows(
        t, part, own, row, WARP / across,
        tcTileTimes(t, tcTileAdd(t, column, tcTileI64(t, i)), t->u->lanes));
  return ok;
}

// The memory is behind the ring if that is filled again meanwhile.
static MlirValue ownShared(TcGpuTile *t) {
  TcEmit *e = &t->g->e;
  const TcGpuTiling *tiling = &t->u->tiling;
  int64_t bytes = 4 * TC_UNIT_PART_ROWS * t->u->sumStride;
  int64_t ring = tiling->persists ? tiling->ring * t->u->slotBytes : 0;
  MlirValue warp = tcTileQuotient(t, t->g->thread, WARP);
  return tcTileSharedAt(
      t, t->shared, e->i8,
      tcTileAdd(t, tcTileTimes(t, warp, bytes), tcTileI64(t, ring)));
}

static bool finishByWarps(TcGpuTile *t, const TcLane *sums, MlirValue own) {
  TcEmit *e = &t->g->e;
  const TcGpuTiling *tiling = &t->u->tiling;
  bool ok = true;
  int64_t part = t->u->partColumns, parts = tiling->warpColumns / part;
  for (int64_t i = 0; ok && i < parts; ++i) {
    if (i || tiling->persists)
      tcNvvmWarpBarrier(e);
    tcGpuTileStoreBlocks(t, sums, i * part / 8, part / 8, own);
    tcNvvmWarpBarrier(e);
    ok = finishPart(t, i, own);
  }
  return ok;
}

// Tiles all of whose columns exist store several at once; the last ones do not.
static bool finishShifted(TcGpuTile *t, const TcLane *sums, MlirValue own) {
  TcEmit *e = &t->g->e;
  MlirValue end = tcTileAdd(t, t->columnAt, tcTileI64(t, t->u->tiling.columns));
  MlirValue whole =
      tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLE, end, t->numColumns);
  TcLoop guard = tcEmitIf(e, whole);
  bool ok = tcGpuTileFinishShifted(t, sums, own);
  tcEmitIfEnd(e, &guard);
  whole = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SGT, end, t->numColumns);
  guard = tcEmitIf(e, whole);
  ok = ok && finishByWarps(t, sums, own);
  tcEmitIfEnd(e, &guard);
  return ok;
}

//===- Eight elements of a lane -------------------------------------------===//

enum { QUAD = TC_UNIT_QUAD, PAIR = TC_UNIT_PAIR };

// Eight elements of one row that a lane finishes at once.
typedef struct Eight {
  MlirValue row, column;
  TcLane **elements; // that the maps read
} Eight;

// What the maps read of memory for a lane's eight elements: of others, which
// nobody stores, where these do not exist.
static TcLane **loadEight(TcGpuTile *t, const Eight *at) {
  enum { LANES = QUAD * PAIR };
  const TcGpuProduct *p = &t->u->p;
  return tcGpuTileLoadElements(
      t, tcGpuTileExisting(t, &p->rows, at->row, t->numRows, 1),
      tcGpuTileExisting(t, &p->columns, at->column, t->numColumns, LANES),
      LANES);
}

// Runs the maps on a lane's elements of four blocks.
static bool finishBlocks(TcGpuTile *t, const Eight *at, MlirValue all) {
  TcEmit *e = &t->g->e;
  TcLoop inRows, inColumns;
  const TcGpuProduct *p = &t->u->p;
  bool someRows = tcGpuTileGuard(t, &p->rows, at->row, t->numRows, &inRows);
  bool some =
      tcGpuTileGuard(t, &p->columns, at->column, t->numColumns, &inColumns);
  bool ok =
      tcGpuTileRunMaps(t, at->row, at->column, QUAD * PAIR, all, at->elements);
  if (some)
    tcEmitIfEnd(e, &inColumns);
  if (someRows)
    tcEmitIfEnd(e, &inRows);
  return ok;
}

static bool canExchange(const TcGpuUnitProduct *u) {
  return u->lanes == QUAD * PAIR &&
         u->tiling.warpColumns % (QUAD * QUAD * PAIR) == 0;
}

// What the maps read is loaded for several rows before these are stored: no
// load can pass a store that may be of the same memory, and each takes most of
// a microsecond. Number 2 i of a lane's eights is of the first half of the
// warp's rows, of part i of the columns, the next one of the second half.
static bool finishByLanes(TcGpuTile *t, const TcLane *sums) {
  enum { COLUMNS = QUAD * QUAD * PAIR, HALF = TC_UNIT_PART_ROWS / 2 };
  enum { AT_ONCE = 4 };
  TcEmit *e = &t->g->e;
  MlirValue lane = tcTileRemainder(t, t->lane, WARP);
  MlirValue q = tcTileRemainder(t, lane, QUAD);
  MlirValue row =
      tcTileAdd(t, tcGpuTileWarpRow(t), tcTileQuotient(t, lane, QUAD));
  MlirValue column = tcTileAdd(t, tcTileAdd(t, t->columnAt, t->warpColumn),
                               tcTileTimes(t, q, QUAD * PAIR));
  int64_t all = t->u->tiling.warpColumns / COLUMNS * 2, some;
  bool ok = true;
  for (int64_t from = 0; ok && from < all; from += some) {
    Eight at[AT_ONCE];
    some = all - from < AT_ONCE ? all - from : AT_ONCE;
    for (int64_t i = 0; i < some; ++i) {
      int64_t part = (from + i) / 2, half = (from + i) % 2;
      at[i] =
          (Eight){.row = tcTileAdd(t, row, tcEmitI64(e, half * HALF)),
                  .column = tcTileAdd(t, column, tcEmitI64(e, part * COLUMNS))};
      at[i].elements = loadEight(t, &at[i]);
    }
    for (int64_t i = 0; ok && i < some; ++i) {
      int64_t part = (from + i) / 2, half = (from + i) % 2;
      const TcLane *own = &sums[QUAD * QUAD * part + PAIR * half];
      ok = finishBlocks(t, &at[i], tcGpuTileExchange(t, q, own));
    }
  }
  return ok;
}

bool tcGpuTileFinish(TcGpuTile *t, const TcLane *sums) {
  if (tcGpuReadsShared(t->u->tiling.unit))
    return t->u->shifted       ? finishShifted(t, sums, ownShared(t))
           : canExchange(t->u) ? tcGpuMapsPairs(&t->g->k, t->u)
                                     ? tcGpuTileFinishPairs(t, sums)
                                     : finishByLanes(t, sums)
                               : finishByWarps(t, sums, ownShared(t));
  if (tcGpuIsOfWaves(t->u->tiling.unit))
    storeWave(t, sums);
  else
    storeSums(t, sums);
  tcGpuBarrierAll(t->g);
  return finish(t);
}
