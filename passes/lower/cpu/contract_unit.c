// Products of a streamed kernel on a unit with tile registers (AMX). Columns
// are the lanes of the task, rows those of the other factor in memory.
//
// Both operands are packed in the unit's layout, with zeros behind the last
// reduction index: columns from scratch, where they are f32 and contiguous over
// the lanes, once a task if they are made before the loop; rows from memory,
// contiguous either along the reduction or over rows, which are then transposed
// in registers. Rows of whole steps that are contiguous along the reduction are
// loaded where they lie, but those of the last, short block, behind which there
// may be no memory. Sums are stored to scratch, the place of the stage's
// result.
#include "passes/lower/cpu/product.h"
#include "passes/lower/cpu/stage.h"
#include "passes/lower/cpu/tiles.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"

#include <string.h>

enum { DOWN = 2, ACROSS = 2 }; // of the unit's tiles in a block of sums

//===- Matching -----------------------------------------------------------===//

static bool isBf16(const TcCpuRead *r) {
  return mlirTypeIsABF16(r->value->element);
}

static bool isAlong(TcCpuKernel *k, const TcCpuRead *r, int iter) {
  const TcSize *offset = tcCpuReadOffset(k, r);
  return tcCpuHasStride(k, offset, iter, 1);
}

// Whether the rows' factor is contiguous along the reduction, else over rows.
// It is read to the end of a block, which the last block of the stream may not
// have.
static bool stepsAlong(TcCpuKernel *k, const TcCpuStage *s, const TcTile *t) {
  int over = s->over.data[0];
  return over != k->stream.point && isAlong(k, t->rowFactor, over);
}

static bool rowsAlong(TcCpuKernel *k, const TcTile *t) {
  return t->row != k->stream.point && isAlong(k, t->rowFactor, t->row);
}

static bool isInScratch(const TcCpuValue *v) {
  return v->stage && !v->dests.size && !v->carried;
}

// Scratch has room for whole blocks of sums, and for all lanes.
bool tcContractFitsUnit(TcCpuKernel *k, const TcCpuStage *s, const TcTile *t,
                        const TcUnit *u) {
  const TcCpuValue *result = s->results.data[0];
  if (!u || !u->tiles || u->pair != 2 || !s->in || k->stream.lane < 0 ||
      t->column != k->stream.lane || s->over.size != 1 ||
      t->rowFactor->value->arg < 0 ||
      !mlirAttributeIsNull(t->rowFactor->fill) || !isBf16(t->rowFactor) ||
      !isBf16(t->columnFactor) || !mlirTypeIsAF32(result->element) ||
      !isInScratch(result) || !isInScratch(t->columnFactor->value))
    return false;
  int64_t rows = tcCpuExtent(k, t->row, 0),
          steps = tcCpuExtent(k, s->over.data[0], 0);
  return rows && rows % (DOWN * u->m) == 0 && steps % u->pair == 0 && steps &&
         (stepsAlong(k, s, t) || rowsAlong(k, t));
}

const TcUnit *tcContractUnit(TcCpuKernel *k, const TcTarget *target,
                             const TcCpuStages *stages, const char *name) {
  for (const TcUnit *u = tcUnits; u->name; ++u) {
    if (!tcTargetHasUnit(target, u) || u->n * 32 != target->vectorBits ||
        (name && strcmp(u->name, name)))
      continue;
    for (size_t i = 0; i < stages->size; ++i) {
      TcTile t;
      if (tcContractSides(k, stages->data[i], &t) &&
          tcContractFitsUnit(k, stages->data[i], &t, u))
        return u;
    }
  }
  return NULL;
}

//===- The workspace ------------------------------------------------------===//

// The number of tiles along the reduction, the last one padded.
static int64_t stepTiles(const TcCpuKernel *k, const TcCpuStage *s,
                         const TcUnit *u) {
  return (tcCpuExtent(k, s->over.data[0], 0) + u->k - 1) / u->k;
}

// A row of words of all lanes for each pair of steps.
static int64_t columnBytes(const TcUnit *u) {
  return TC_STREAM_VECTORS * u->tiles->rowBytes;
}

static int64_t columnsBytes(const TcCpuKernel *k, const TcCpuStage *s,
                            const TcUnit *u) {
  return stepTiles(k, s, u) * u->tiles->rows * columnBytes(u);
}

int64_t tcContractUnitBytes(const TcCpuKernel *k, const TcCpuStage *s,
                            const TcTile *t, const TcUnit *u) {
  int64_t rows = tcCpuExtent(k, t->row, 0) / u->m * stepTiles(k, s, u);
  return u->tiles->configBytes + columnsBytes(k, s, u) + rows * tcTileBytes(u);
}

// Where tiles of rows lie: how many bytes further on is the next tile's row,
// the next row of the same tile, and the next tile along the reduction?
typedef struct Rows {
  MlirValue base, row, within, along;
} Rows;

typedef struct Pack {
  TcRun *r;
  const TcTile *t;
  const TcUnit *unit;
  MlirValue columns, rows; // where to
  Rows at;
  int over;
  MlirValue steps; // that there are
  bool exist;      // all that are packed now
} Pack;

static MlirValue plus(TcEmit *e, MlirValue x, int64_t n) {
  return tcArithAddi(&e->b, x, tcEmitI64(e, n));
}

static MlirValue times(TcEmit *e, MlirValue x, int64_t n) {
  return tcArithMuli(&e->b, x, tcEmitI64(e, n));
}

// Sets the reduction index that is read, clamped to the last one; returns
// whether it exists, null where all do.
static MlirValue setStep(Pack *p, MlirValue step) {
  TcEmit *e = p->r->e;
  if (p->exist) {
    e->iters[p->over] = step;
    return (MlirValue){NULL};
  }
  MlirValue last = plus(e, p->steps, -1);
  e->iters[p->over] = tcArithMinsi(&e->b, step, last);
  return tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLT, step, p->steps);
}

//===- Columns ------------------------------------------------------------===//

// The bits of this step's lanes, in the upper halves of words.
static MlirValue lanesOf(Pack *p, MlirValue step) {
  TcEmit *e = p->r->e;
  MlirValue in = setStep(p, step);
  e->lanes = p->r->lanes;
  e->vector = p->t->column;
  TcLane x = tcEmitWiden(e, tcStageElement(e, p->t->columnFactor));
  MlirValue bits = tcArithBitcast(&e->b, tcEmitVector(e, e->i32), x.v);
  e->lanes = 1;
  e->vector = -1;
  MlirValue none = tcEmitZeros(e, p->r->lanes, e->i32);
  return in.ptr ? tcArithSelect(&e->b, in, bits, none) : bits;
}

static MlirValue splat(Pack *p, int64_t n) {
  TcEmit *e = p->r->e;
  e->lanes = p->r->lanes;
  MlirValue v = tcEmitBroadcast(e, tcEmitInt(e, e->i32, n));
  e->lanes = 1;
  return v;
}

// Pairs of steps from..to, the first lane being `low`.
static void packPairs(Pack *p, MlirValue low, MlirValue from, MlirValue to) {
  TcEmit *e = p->r->e;
  TcLoop loop = tcEmitFor(e, from, to, 2, -1, 0, NULL);
  MlirValue step = mlirBlockGetArgument(loop.body, 0);
  MlirValue place =
      tcEmitBytesAt(e, p->columns, times(e, step, columnBytes(p->unit) / 2));
  for (int64_t v = 0; v < TC_STREAM_VECTORS; ++v) {
    e->iters[p->t->column] = plus(e, low, v * p->r->lanes);
    MlirValue even = tcArithShrui(&e->b, lanesOf(p, step), splat(p, 16));
    MlirValue odd = tcArithAndi(&e->b, lanesOf(p, plus(e, step, 1)),
                                splat(p, (int32_t)0xFFFF0000));
    tcEmitStoreBits(e, tcArithOri(&e->b, even, odd),
                    tcEmitBytesOn(e, place, v * p->unit->tiles->rowBytes), 64);
  }
  tcEmitForEnd(e, &loop, 0, NULL);
}

// Packs steps in groups of `each`, those that are there without asking for each
// of them.
typedef void PackSteps(Pack *p, MlirValue low, MlirValue from, MlirValue to);

static void packAll(Pack *p, MlirValue low, int64_t each, PackSteps *pack) {
  TcEmit *e = p->r->e;
  int64_t all = stepTiles(e->k, p->r->s, p->unit) * p->unit->k;
  MlirValue by = tcEmitI64(e, each);
  MlirValue whole = tcArithMuli(&e->b, tcArithDivui(&e->b, p->steps, by), by);
  p->exist = true;
  pack(p, low, tcEmitI64(e, 0), whole);
  p->exist = false;
  pack(p, low, whole, tcEmitI64(e, all));
}

// Whether all blocks of a task read the same columns: they are made before the
// loop, and the workspace has no others.
static bool areOnce(const Pack *p) {
  const TcRun *r = p->r;
  const TcCpuStream *stream = &r->e->k->stream;
  for (size_t i = 0; i < r->inner.size; ++i)
    if (r->inner.data[i] != p->t->row && r->inner.data[i] != p->t->column)
      return false;
  return !p->t->columnFactor->value->stage->in && !r->s->in->around &&
         r->s->in->iter == stream->block && p->over != stream->point;
}

static void packColumns(Pack *p, MlirValue low) {
  TcEmit *e = p->r->e;
  int block = e->k->stream.block;
  if (!areOnce(p)) {
    packAll(p, low, p->unit->pair, packPairs);
    return;
  }
  MlirValue first, end;
  tcIterBounds(e, block, &first, &end);
  TcLoop then = tcEmitIf(e, tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ,
                                        e->iters[block], first));
  packAll(p, low, p->unit->pair, packPairs);
  tcEmitIfEnd(e, &then);
}

//===- Rows ---------------------------------------------------------------===//

static MlirValue elementAt(Pack *p) {
  TcEmit *e = p->r->e;
  const TcCpuRead *r = p->t->rowFactor;
  const TcSize *offset = tcCpuReadOffset(e->k, r);
  return tcEmitBytesAt(e, e->buffers[r->value->arg],
                       times(e, tcEmitExpr(e, offset), 2));
}

// Tiles along the reduction are adjacent.
static Rows packedRows(Pack *p) {
  TcEmit *e = p->r->e;
  int64_t bytes = tcTileBytes(p->unit);
  int64_t below = stepTiles(e->k, p->r->s, p->unit) * bytes;
  return (Rows){.base = p->rows,
                .row = tcEmitI64(e, below / p->unit->m),
                .within = tcEmitI64(e, p->unit->tiles->rowBytes),
                .along = tcEmitI64(e, bytes)};
}

// The address of the tile of these rows.
static MlirValue tileAt(Pack *p, const Rows *rows, MlirValue row) {
  TcEmit *e = p->r->e;
  return tcEmitBytesAt(e, rows->base, tcArithMuli(&e->b, row, rows->row));
}

static MlirValue tileOf(Pack *p, MlirValue row) {
  TcEmit *e = p->r->e;
  Rows packed = packedRows(p);
  MlirValue in = tcArithRemui(&e->b, row, tcEmitI64(e, p->unit->m));
  return tileAt(p, &packed, tcArithSubi(&e->b, row, in));
}

// Copies rows that are contiguous along the reduction; all of it exists.
static void copyRows(Pack *p, MlirValue rows) {
  TcEmit *e = p->r->e;
  int64_t n = tcCpuExtent(e->k, p->over, 0), each = p->unit->k;
  int64_t rowBytes = p->unit->tiles->rowBytes;
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), rows, 1, p->t->row, 0, NULL);
  MlirValue row = e->iters[p->t->row];
  MlirValue in = tcArithRemui(&e->b, row, tcEmitI64(e, p->unit->m));
  MlirValue to = tcEmitBytesAt(e, tileOf(p, row), times(e, in, rowBytes));
  e->iters[p->over] = tcEmitI64(e, 0);
  MlirValue from = elementAt(p);
  for (int64_t at = 0; at < n; at += each) {
    int64_t words = (n - at < each ? n - at : each) / 2;
    MlirValue x = tcEmitLoadWords(e, tcEmitBytesOn(e, from, 2 * at), words,
                                  rowBytes / 4, 2);
    int64_t tile = at / each * tcTileBytes(p->unit);
    tcEmitStoreBits(e, x, tcEmitBytesOn(e, to, tile), 64);
  }
  tcEmitForEnd(e, &loop, 0, NULL);
}

static MlirValue rowsOfStep(Pack *p, MlirValue step) {
  TcEmit *e = p->r->e;
  int64_t n = p->unit->m;
  MlirType i16 = mlirIntegerTypeGet(e->ctx, 16);
  MlirValue in = setStep(p, step);
  MlirValue x = tcEmitLoadBits(e, tcEmitVectorOf(n, i16), elementAt(p), 2);
  return in.ptr ? tcArithSelect(&e->b, in, x, tcEmitZeros(e, n, i16)) : x;
}

// Transposes tiles of data that is contiguous over rows, of steps from..end, to
// pairs of reduction indices per row. All rows exist, from `low` on.
static void transposeRows(Pack *p, MlirValue low, MlirValue from,
                          MlirValue end) {
  TcEmit *e = p->r->e;
  const TcUnit *u = p->unit;
  TcLane *words = TC_ARENA_ARRAY(e->arena, TcLane, (size_t)u->m);
  MlirValue n = tcEmitI64(e, tcCpuExtent(e->k, p->t->row, 0));
  TcLoop outer = tcEmitFor(e, from, end, u->k, -1, 0, NULL);
  MlirValue step = mlirBlockGetArgument(outer.body, 0);
  TcLoop inner = tcEmitFor(e, low, n, u->m, p->t->row, 0, NULL);
  MlirValue to = tcEmitBytesAt(e, tileOf(p, e->iters[p->t->row]),
                               times(e, step, tcTileBytes(u) / u->k));
  for (int64_t i = 0; i < u->m; ++i) {
    MlirValue even = rowsOfStep(p, plus(e, step, 2 * i));
    MlirValue odd = rowsOfStep(p, plus(e, step, 2 * i + 1));
    words[i].v = tcLlvmBitcast(&e->b, tcEmitVectorOf(u->m, e->i32),
                               tcEmitInterleave(e, u->m, even, odd));
  }
  tcEmitTranspose(e, words, u->m);
  for (int64_t i = 0; i < u->m; ++i)
    tcEmitStoreBits(e, words[i].v, tcEmitBytesOn(e, to, i * u->tiles->rowBytes),
                    64);
  tcEmitForEnd(e, &inner, 0, NULL);
  tcEmitForEnd(e, &outer, 0, NULL);
}

// Whether registers can load rows that exist where they lie.
static bool rowsInPlace(Pack *p, const TcSize **stride) {
  TcCpuKernel *k = p->r->e->k;
  const TcSize *rest, *offset = tcCpuReadOffset(k, p->t->rowFactor);
  return stepsAlong(k, p->r->s, p->t) &&
         tcCpuExtent(k, p->over, 0) % p->unit->k == 0 &&
         tcCpuStride(k, offset, p->t->row, stride, &rest);
}

static Rows rowsOfMemory(Pack *p, const TcSize *stride) {
  TcEmit *e = p->r->e;
  MlirValue bytes = times(e, tcEmitExpr(e, stride), 2);
  e->iters[p->t->row] = e->iters[p->over] = tcEmitI64(e, 0);
  return (Rows){.base = elementAt(p),
                .row = bytes,
                .within = bytes,
                .along = tcEmitI64(e, 2 * p->unit->k)};
}

static Rows choose(TcEmit *e, MlirValue condition, const Rows *x,
                   const Rows *y) {
  TcBuilder *b = &e->b;
  return (Rows){.base = tcArithSelect(b, condition, x->base, y->base),
                .row = tcArithSelect(b, condition, x->row, y->row),
                .within = tcArithSelect(b, condition, x->within, y->within),
                .along = tcArithSelect(b, condition, x->along, y->along)};
}

// Rows along the reduction, of which blocks of sums read so many at once.
static Rows stageRows(Pack *p, MlirValue rows) {
  TcEmit *e = p->r->e;
  const TcSize *stride;
  Rows packed = packedRows(p);
  if (!rowsInPlace(p, &stride)) {
    copyRows(p, rows);
    return packed;
  }
  MlirValue each = tcEmitI64(e, DOWN * p->unit->m);
  MlirValue whole =
      tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ,
                  tcArithRemui(&e->b, rows, each), tcEmitI64(e, 0));
  Rows memory = rowsOfMemory(p, stride);
  TcLoop then = tcEmitIf(e, whole);
  tcEmitElse(e, &then);
  copyRows(p, rows);
  tcEmitIfEnd(e, &then);
  return choose(e, whole, &memory, &packed);
}

//===- Sums ---------------------------------------------------------------===//

static MlirValue ceilDiv(TcEmit *e, MlirValue n, int64_t by) {
  return tcArithDivui(&e->b, plus(e, n, by - 1), tcEmitI64(e, by));
}

static void multiply(Pack *p, const TcTiles *t, MlirValue rows,
                     MlirValue columns) {
  TcEmit *e = p->r->e;
  const TcUnit *u = p->unit;
  MlirValue n = ceilDiv(e, p->steps, u->k);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), n, 1, -1, 0, NULL);
  MlirValue number = mlirBlockGetArgument(loop.body, 0);
  MlirValue from = tcEmitBytesAt(
      e, columns, times(e, number, u->tiles->rows * columnBytes(u)));
  for (int64_t j = 0; j < ACROSS; ++j)
    tcTilesLoadColumns(t, j, tcEmitBytesOn(e, from, j * u->tiles->rowBytes),
                       tcEmitI64(e, columnBytes(u)));
  MlirValue row =
      tcEmitBytesAt(e, rows, tcArithMuli(&e->b, number, p->at.along));
  for (int64_t i = 0; i < DOWN; ++i) {
    MlirValue below = times(e, p->at.row, i * u->m);
    tcTilesLoadRows(t, i, tcEmitBytesAt(e, row, below), p->at.within);
    for (int64_t j = 0; j < ACROSS; ++j)
      tcTilesMultiply(t, i, j);
  }
  tcEmitForEnd(e, &loop, 0, NULL);
}

// The address of this point of the result, and its bytes from row to row.
static MlirValue resultStride(Pack *p, const TcPlace *place) {
  TcEmit *e = p->r->e;
  const TcCpuStage *s = p->r->s;
  int d = tcCpuItersFind(&s->iters, p->t->row);
  return times(e, tcEmitExpr(e, place->strides[d]), 4);
}

static MlirValue resultAt(Pack *p, const TcPlace *place) {
  TcEmit *e = p->r->e;
  const TcCpuValue *v = p->r->s->results.data[0];
  const TcSize *offset =
      tcCpuOffset(e->arena, v->rank, place->strides, place->offset,
                  tcCpuOwnIndex(e->k, p->r->s));
  return tcEmitBytesAt(e, place->base, times(e, tcEmitExpr(e, offset), 4));
}

static void block(Pack *p, const TcTiles *t, MlirValue columns) {
  TcEmit *e = p->r->e;
  TcPlace place = tcEmitPlaceOf(e, p->r->s->results.data[0]);
  for (int64_t i = 0; i < DOWN * ACROSS; ++i)
    tcTilesZero(t, i / ACROSS, i % ACROSS);
  multiply(p, t, tileAt(p, &p->at, e->iters[p->t->row]), columns);
  MlirValue to = resultAt(p, &place), stride = resultStride(p, &place);
  for (int64_t i = 0; i < DOWN; ++i) {
    MlirValue row = tcEmitBytesAt(e, to, times(e, stride, i * p->unit->m));
    for (int64_t j = 0; j < ACROSS; ++j)
      tcTilesStore(t, i, j, tcEmitBytesOn(e, row, j * p->unit->tiles->rowBytes),
                   stride);
  }
}

static void blocks(Pack *p, const TcTiles *t, MlirValue rows, MlirValue low,
                   MlirValue high) {
  TcEmit *e = p->r->e;
  const TcUnit *u = p->unit;
  TcLoop outer = tcEmitFor(e, low, high, ACROSS * u->n, p->t->column, 0, NULL);
  MlirValue in = tcArithSubi(&e->b, e->iters[p->t->column], low);
  MlirValue columns = tcEmitBytesAt(e, p->columns, times(e, in, 4));
  TcLoop inner =
      tcEmitFor(e, tcEmitI64(e, 0), rows, DOWN * u->m, p->t->row, 0, NULL);
  block(p, t, columns);
  tcEmitForEnd(e, &inner, 0, NULL);
  tcEmitForEnd(e, &outer, 0, NULL);
}

void tcEmitContractOnUnit(TcRun *r, const TcTile *tile, const TcUnit *unit,
                          MlirValue work) {
  TcEmit *e = r->e;
  TcTiles t = {.e = e,
               .unit = unit,
               .down = DOWN,
               .across = ACROSS,
               .unitRows = unit->m,
               .depth = unit->k};
  MlirValue low, high, rowLow, rows, stepLow;
  Pack p = {.r = r, .t = tile, .unit = unit, .over = r->s->over.data[0]};
  int64_t at = unit->tiles->configBytes;
  p.columns = tcEmitBytesOn(e, work, at);
  p.rows = tcEmitBytesOn(e, work, at + columnsBytes(e->k, r->s, unit));
  tcStageBounds(r, tile->column, &low, &high);
  tcStageBounds(r, tile->row, &rowLow, &rows); // from 0 on, and so are steps
  tcStageBounds(r, p.over, &stepLow, &p.steps);
  packColumns(&p, low);
  p.at = packedRows(&p);
  if (stepsAlong(e->k, r->s, tile))
    p.at = stageRows(&p, rows);
  else
    packAll(&p, tcEmitI64(e, 0), unit->k, transposeRows);
  tcTilesConfigure(&t, work, tcEmitI64(e, DOWN * unit->m));
  blocks(&p, &t, rows, low, high);
}
