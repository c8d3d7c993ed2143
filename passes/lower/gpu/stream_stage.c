// Stages of a streamed contraction on registers: maps element by element,
// reductions of a row over a thread's elements and then over the four threads
// that share it. See stream.h.
#include "passes/lower/gpu/emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"

// Columns and elements of a 16 x 8 tile; threads of a row.
enum { TILE = 8, EACH = 4, QUAD = 4, WARP = 32 };

//===- Registers ----------------------------------------------------------===//

static size_t numRows(const TcGpuStreamEmit *x) {
  return (size_t)(x->s->warpRows / TILE);
}

static const TcGpuStreamProduct *sumsOf(const TcGpuStreamEmit *x,
                                        TcGpuKind kind) {
  return &x->s->sums[kind - TC_GPU_OF_SUMS];
}

int64_t tcGpuRegisterTiles(const TcGpuStreamEmit *x, TcGpuKind kind) {
  if (kind == TC_GPU_OF_TERMS)
    return x->s->tiling.depth / TILE;
  return (sumsOf(x, kind)->numOwn + TC_UNIT_BLOCK - 1) / TC_UNIT_BLOCK *
         (TC_UNIT_BLOCK / TILE);
}

size_t tcGpuRegisterCount(const TcGpuStreamEmit *x, TcGpuKind kind) {
  if (kind == TC_GPU_OF_ROWS)
    return numRows(x);
  return numRows(x) / 2 * (size_t)tcGpuRegisterTiles(x, kind) * EACH;
}

TcGpuRegisters *tcGpuRegistersOf(const TcGpuStreamEmit *x,
                                 const TcCpuValue *v) {
  return tcMapGet(&x->registers, v);
}

TcGpuRegisters *tcGpuNewRegisters(TcGpuStreamEmit *x, const TcCpuValue *v,
                                  TcGpuKind kind) {
  TcArena *a = x->g->e.arena;
  TcGpuRegisters *h = TC_ARENA_NEW(a, TcGpuRegisters);
  h->kind = kind;
  h->data = TC_ARENA_ARRAY(a, TcLane, tcGpuRegisterCount(x, kind));
  tcMapSet(&x->registers, v, h);
  return h;
}

//===- Positions ----------------------------------------------------------===//

static MlirValue plus(TcEmit *e, MlirValue x, int64_t n) {
  return n ? tcArithAddi(&e->b, x, tcEmitI64(e, n)) : x;
}

static MlirValue minimum(TcEmit *e, MlirValue x, MlirValue y) {
  return tcArithMinsi(&e->b, x, y);
}

static MlirValue isBelow(TcEmit *e, MlirValue x, MlirValue y) {
  return tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLT, x, y);
}

// Rows behind the last one repeat it; their results are not stored.
static void enterRows(TcGpuStreamEmit *x) {
  TcEmit *e = &x->g->e;
  const TcCpuIters *rows = &x->s->rows;
  size_t n = numRows(x);
  x->row = TC_ARENA_ARRAY(e->arena, MlirValue, n);
  x->rowIters = TC_ARENA_ARRAY(e->arena, MlirValue *, n);
  MlirValue quads = tcArithDivui(&e->b, x->lane, tcEmitI64(e, QUAD));
  MlirValue first =
      tcArithAddi(&e->b, tcArithAddi(&e->b, x->rowAt, x->warpRow), quads);
  MlirValue last = plus(e, x->numRows, -1);
  for (size_t h = 0; h < n; ++h) {
    x->row[h] = plus(e, first, TILE * (int64_t)h);
    tcGpuEnter(x->g, rows, minimum(e, x->row[h], last));
    x->rowIters[h] = TC_ARENA_ARRAY(e->arena, MlirValue, rows->size);
    for (size_t i = 0; i < rows->size; ++i)
      x->rowIters[h][i] = e->iters[rows->data[i]];
  }
}

void tcGpuStreamEnterThread(TcGpuStreamEmit *x, MlirValue thread) {
  TcBuilder *b = &x->g->e.b;
  MlirValue wave = tcEmitI64(&x->g->e, WARP), quad = tcEmitI64(&x->g->e, QUAD);
  x->lane = tcArithRemui(b, thread, wave);
  x->quad =
      tcArithMuli(b, tcArithRemui(b, x->lane, quad), tcEmitI64(&x->g->e, 2));
  x->warpRow = tcArithMuli(b, tcArithDivui(b, thread, wave),
                           tcEmitI64(&x->g->e, x->s->warpRows));
  enterRows(x);
}

// The thread's row of element `i`, and its column less `quad`.
static size_t rowOf(const TcGpuStreamEmit *x, TcGpuKind kind, size_t i) {
  if (kind == TC_GPU_OF_ROWS)
    return i;
  return 2 * (i / ((size_t)tcGpuRegisterTiles(x, kind) * EACH)) + i % EACH / 2;
}

static int64_t columnOf(const TcGpuStreamEmit *x, TcGpuKind kind, size_t i) {
  return (int64_t)(i / EACH) % tcGpuRegisterTiles(x, kind) * TILE +
         (int64_t)(i % 2);
}

// Element number `n` of those that a thread has of a row of terms.
static size_t elementAt(const TcGpuStreamEmit *x, size_t row, size_t n) {
  size_t tiles = (size_t)tcGpuRegisterTiles(x, TC_GPU_OF_TERMS);
  return EACH * (row / 2 * tiles + n / 2) + 2 * (row % 2) + n % 2;
}

static void enterRow(TcGpuStreamEmit *x, size_t row) {
  for (size_t i = 0; i < x->s->rows.size; ++i)
    x->g->e.iters[x->s->rows.data[i]] = x->rowIters[row][i];
}

// The streamed point is `quad` and a constant.
static void setOffset(TcGpuStreamEmit *x, int64_t column) {
  x->g->e.offsetBase = x->quad;
  x->g->e.offsetIter = x->s->streamed.data[1];
  x->g->e.offset = column;
}

// Sets the iterators to element `i`. Points and columns behind the last one
// repeat it.
static void enter(TcGpuStreamEmit *x, TcGpuKind kind, size_t i) {
  TcEmit *e = &x->g->e;
  enterRow(x, rowOf(x, kind, i));
  e->offsetBase = (MlirValue){NULL};
  if (kind == TC_GPU_OF_ROWS)
    return;
  MlirValue column = plus(e, x->quad, columnOf(x, kind, i));
  if (kind == TC_GPU_OF_TERMS) {
    if (x->numPoints.ptr)
      column = minimum(e, column, plus(e, x->numPoints, -1));
    else
      setOffset(x, columnOf(x, kind, i));
    e->iters[x->s->streamed.data[1]] = column;
    return;
  }
  const TcGpuStreamProduct *p = sumsOf(x, kind);
  if (p->numOwn % TC_UNIT_BLOCK)
    column = minimum(e, column, tcEmitI64(e, p->numOwn - 1));
  tcGpuEnter(x->g, &p->own, column);
}

MlirValue tcGpuStreamExists(TcGpuStreamEmit *x, size_t i) {
  TcEmit *e = &x->g->e;
  if (!x->numPoints.ptr)
    return (MlirValue){NULL};
  MlirValue column = plus(e, x->quad, columnOf(x, TC_GPU_OF_TERMS, i));
  return isBelow(e, column, x->numPoints);
}

//===- Elements -----------------------------------------------------------===//

// Element `i` of a read value, with two lanes also the next one: from
// registers, or from memory at the point that is set.
static TcLane elementOf(TcGpuStreamEmit *x, const TcCpuRead *r, TcGpuKind kind,
                        size_t i) {
  TcEmit *e = &x->g->e;
  const TcGpuRegisters *h = tcGpuRegistersOf(x, r->value);
  const TcLane *columns = h ? NULL : tcMapGet(&x->columns, r);
  if (columns)
    return columns[2 * (columnOf(x, kind, i) / TILE) +
                   columnOf(x, kind, i) % 2];
  const TcLane *ofRows = h ? NULL : tcMapGet(&x->ofRows, r);
  if (ofRows)
    return ofRows[rowOf(x, kind, i)];
  if (!h)
    return tcStageElement(e, r);
  if (h->kind != kind)
    return h->data[rowOf(x, kind, i)];
  if (e->lanes == 1)
    return h->data[i];
  return (TcLane){.v = tcGpuTilePair(e, h->data[i].v, h->data[i + 1].v),
                  .wide = true};
}

static void loadColumns(TcGpuStreamEmit *x, const TcCpuRead *r) {
  TcEmit *e = &x->g->e;
  size_t tiles = (size_t)tcGpuRegisterTiles(x, TC_GPU_OF_TERMS);
  TcLane *to = TC_ARENA_ARRAY(e->arena, TcLane, 2 * tiles);
  for (size_t i = 0; i < 2 * tiles; ++i) {
    enter(x, TC_GPU_OF_TERMS, EACH * (i / 2) + i % 2);
    to[i] = tcStageElement(e, r);
  }
  tcMapSet(&x->columns, r, to);
}

static void loadRows(TcGpuStreamEmit *x, const TcCpuRead *r) {
  size_t n = numRows(x);
  TcLane *to = TC_ARENA_ARRAY(x->g->e.arena, TcLane, n);
  for (size_t i = 0; i < n; ++i) {
    enter(x, TC_GPU_OF_ROWS, i);
    to[i] = tcStageElement(&x->g->e, r);
  }
  tcMapSet(&x->ofRows, r, to);
}

void tcGpuStreamLoadRows(TcGpuStreamEmit *x) {
  const TcCpuStages *loop = &x->s->loop;
  for (size_t i = 0; i < loop->size; ++i) {
    const TcCpuStage *s = loop->data[i];
    bool isOfSums = tcGpuStreamKind(x->s, &s->iters) >= TC_GPU_OF_SUMS;
    for (size_t j = 0; !s->contract && !isOfSums && j < s->reads.size; ++j)
      if (tcGpuStreamReadsRows(&x->g->k, x->s, &s->reads.data[j]))
        loadRows(x, &s->reads.data[j]);
  }
}

void tcGpuStreamLoadColumns(TcGpuStreamEmit *x) {
  const TcCpuStages *loop = &x->s->loop;
  for (size_t i = 0; i < loop->size; ++i)
    for (size_t j = 0;
         !loop->data[i]->contract && j < loop->data[i]->reads.size; ++j) {
      const TcCpuRead *read = &loop->data[i]->reads.data[j];
      if (tcGpuStreamReadsColumns(&x->g->k, x->s, read) &&
          tcGpuStreamColumnOf(x->s, read) < 0)
        loadColumns(x, read);
    }
}

static bool yieldsOf(TcGpuStreamEmit *x, const TcCpuStage *s, TcGpuKind kind,
                     size_t i, TcLane *yields) {
  TcEmit *e = &x->g->e;
  TcLane *args = TC_ARENA_ARRAY(e->arena, TcLane, s->reads.size + 1);
  for (size_t j = 0; j < s->reads.size; ++j)
    args[j] = elementOf(x, &s->reads.data[j], kind, i);
  return tcStageBody(e, s, args, yields);
}

//===- Maps ---------------------------------------------------------------===//

static bool mapStage(TcGpuStreamEmit *x, const TcCpuStage *s) {
  enum { PARTS = 4 }; // of a map that is split, the first of so many
  TcLane yields[TC_STAGE_MAX_RESULTS];
  TcGpuRegisters *to[TC_STAGE_MAX_RESULTS];
  TcGpuKind kind = tcGpuStreamKind(x->s, &s->iters);
  for (size_t r = 0; r < s->results.size; ++r)
    to[r] = tcGpuNewRegisters(x, s->results.data[r], kind);
  for (size_t i = 0; i < tcGpuRegisterCount(x, kind); ++i) {
    enter(x, kind, i);
    if (!yieldsOf(x, s, kind, i, yields))
      return false;
    for (size_t r = 0; r < s->results.size; ++r)
      to[r]->data[i] =
          tcEmitRound(&x->g->e, yields[r], s->results.data[r]->element);
    if (s == x->split && i + 1 == tcGpuRegisterCount(x, kind) / PARTS)
      x->atSplit(x, to[0], i + 1);
  }
  return true;
}

//===- Reductions ---------------------------------------------------------===//

// The operands of a reduction at element `i`; neutral where the point does not
// exist.
static bool termsOf(TcGpuStreamEmit *x, const TcCpuStage *s, size_t i,
                    TcLane *yields) {
  TcEmit *e = &x->g->e;
  enter(x, TC_GPU_OF_TERMS, i);
  if (!yieldsOf(x, s, TC_GPU_OF_TERMS, i, yields))
    return false;
  TcLane exists = tcLaneScalar(tcGpuStreamExists(x, i));
  for (size_t r = 0; exists.v.ptr && r < s->results.size; ++r)
    yields[r] = tcEmitSelect(e, exists, yields[r], tcAccsNeutral(e, s, r));
  return true;
}

static bool combineQuad(TcGpuStreamEmit *x, const TcCpuStage *s, TcLane *acc) {
  TcLane with[TC_STAGE_MAX_RESULTS];
  for (int64_t offset = QUAD / 2; offset; offset /= 2) {
    for (size_t r = 0; r < s->results.size; ++r)
      with[r] = tcGpuExchange(x->g, acc[r], offset);
    if (!tcAccsCombine(&x->g->e, s, acc, with))
      return false;
  }
  return true;
}

// Combines `n` of a row's elements from number `first` on, halves of them by
// themselves: a chain would wait for each result before the next.
static bool combineElements(TcGpuStreamEmit *x, const TcCpuStage *s, size_t row,
                            size_t first, size_t n, TcLane *acc) {
  TcLane with[TC_STAGE_MAX_RESULTS];
  if (n == 1)
    return termsOf(x, s, elementAt(x, row, first), acc);
  return combineElements(x, s, row, first, n / 2, acc) &&
         combineElements(x, s, row, first + n / 2, n - n / 2, with) &&
         tcAccsCombine(&x->g->e, s, acc, with);
}

static bool reduceRow(TcGpuStreamEmit *x, const TcCpuStage *s, size_t row,
                      TcLane *acc) {
  size_t n = tcGpuRegisterCount(x, TC_GPU_OF_TERMS) / numRows(x);
  return combineElements(x, s, row, 0, n, acc) &&
         (tcGpuStreamIsPartial(x->s, s) || combineQuad(x, s, acc));
}

static bool reduceStage(TcGpuStreamEmit *x, const TcCpuStage *s) {
  TcLane acc[TC_STAGE_MAX_RESULTS];
  TcGpuRegisters *to[TC_STAGE_MAX_RESULTS];
  for (size_t r = 0; r < s->results.size; ++r)
    to[r] = tcGpuNewRegisters(x, s->results.data[r], TC_GPU_OF_ROWS);
  for (size_t row = 0; row < numRows(x); ++row) {
    if (!reduceRow(x, s, row, acc))
      return false;
    for (size_t r = 0; r < s->results.size; ++r)
      to[r]->data[row] =
          tcEmitRound(&x->g->e, acc[r], s->results.data[r]->element);
  }
  return true;
}

bool tcGpuStreamStage(TcGpuStreamEmit *x, const TcCpuStage *s) {
  tcGpuColumnsLoad(x, s);
  return s->kind == TC_CPU_REDUCE ? reduceStage(x, s) : mapStage(x, s);
}

//===- Behind the loop ----------------------------------------------------===//

// Adjacent elements of a thread that are computed and stored at once.
static int64_t lanesOf(TcGpuStreamEmit *x, TcGpuKind kind) {
  const TcGpuStream *s = x->s;
  TcCpuStages sums = {0};
  for (size_t i = 0; i < s->behind.size; ++i)
    if (tcGpuStreamKind(s, &s->behind.data[i]->iters) == kind)
      tcVecPush(x->g->e.arena, &sums, s->behind.data[i]);
  int64_t lanes =
      tcGpuRegisterLanes(&x->g->k, &sums, tcVecLast(&sumsOf(x, kind)->own), 16);
  return lanes > 1 ? 2 : 1;
}

static bool finishStages(TcGpuStreamEmit *x, TcGpuKind kind, size_t i) {
  TcLane yields[TC_STAGE_MAX_RESULTS];
  const TcCpuStages *behind = &x->s->behind;
  enter(x, kind, i);
  for (size_t j = 0; j < behind->size; ++j) {
    const TcCpuStage *s = behind->data[j];
    if (tcGpuStreamKind(x->s, &s->iters) != kind)
      continue;
    if (!yieldsOf(x, s, kind, i, yields))
      return false;
    tcStageMake(&x->g->e, s, yields);
  }
  return true;
}

static bool finishColumns(TcGpuStreamEmit *x, TcGpuKind kind, size_t i,
                          int64_t lanes) {
  TcEmit *e = &x->g->e;
  int64_t column = columnOf(x, kind, i), n = sumsOf(x, kind)->numOwn;
  size_t forwarded = e->forwarded.size;
  if (column / TILE * TILE >= n)
    return true;
  bool whole = column / TILE * TILE + TILE <= n;
  TcLoop guard;
  if (!whole)
    guard = tcEmitIf(e, isBelow(e, plus(e, x->quad, column), tcEmitI64(e, n)));
  e->lanes = lanes;
  e->vector = lanes > 1 ? tcVecLast(&sumsOf(x, kind)->own) : -1;
  bool ok = finishStages(x, kind, i);
  e->lanes = 1;
  e->vector = -1;
  e->forwarded.size = forwarded;
  if (!whole)
    tcEmitIfEnd(e, &guard);
  return ok;
}

// Emits the stages after the loop for one of a thread's rows.
static bool finishSums(TcGpuStreamEmit *x, TcGpuKind kind, size_t row) {
  int64_t lanes = lanesOf(x, kind);
  for (size_t i = 0; i < tcGpuRegisterCount(x, kind); i += (size_t)lanes)
    if (rowOf(x, kind, i) == row && !finishColumns(x, kind, i, lanes))
      return false;
  return true;
}

// Adds up the parts of row sums that each thread has carried.
static bool combinePartials(TcGpuStreamEmit *x) {
  for (int i = 0; i < x->s->numPartials; ++i) {
    TcGpuRegisters *h = tcGpuRegistersOf(x, x->s->partialSums[i]);
    for (size_t row = 0; row < numRows(x); ++row)
      if (!combineQuad(x, x->s->partials[i], &h->data[row]))
        return false;
  }
  return true;
}

// Numbers of rows are computed again rather than kept in registers during the
// loop over blocks. In a loop over tiles they are kept.
static void enterThreadAgain(TcGpuStreamEmit *x) {
  TcEmit *e = &x->g->e;
  MlirValue thread =
      tcNvvmOpaque(e, tcArithTrunci(&e->b, e->i32, x->g->thread));
  tcGpuStreamEnterThread(x, tcArithExtui(&e->b, e->i64, thread));
}

bool tcGpuStreamFinish(TcGpuStreamEmit *x) {
  TcEmit *e = &x->g->e;
  bool ok = combinePartials(x);
  if (!x->s->tiling.persists)
    enterThreadAgain(x);
  for (size_t row = 0; ok && row < numRows(x); ++row) {
    e->forwarded.size = 0;
    TcLoop guard = tcEmitIf(e, isBelow(e, x->row[row], x->numRows));
    ok = finishStages(x, TC_GPU_OF_ROWS, row);
    for (int i = 0; ok && i < x->s->numSums; ++i) {
      TcGpuKind kind = (TcGpuKind)(TC_GPU_OF_SUMS + i);
      if (tcGpuStreamKind(x->s, &x->s->sums[i].stage->iters) == kind)
        ok = finishSums(x, kind, row);
    }
    tcEmitIfEnd(e, &guard);
  }
  e->forwarded.size = 0;
  return ok;
}
