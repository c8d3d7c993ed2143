// Nests with transposed reads: contiguous along another iterator than the
// vectorised one. In blocks of `lanes` by `lanes` points such a read loads
// vectors along that iterator, which are transposed in registers. Blocks
// advance along the other iterator first, so that cache lines are used
// completely while they are cached, but for a strip of it alone: each of its
// points is a row of a result that is stored, and a stream of memory.
#include "passes/lower/cpu/nest.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

enum { MAX_LANES = 16 };

//===- Transposition ------------------------------------------------------===//

// Of lanes that have the bit `step` in their number, or have not: the own one,
// else the one of the partner there.
static MlirValue swapBlocks(TcEmit *e, MlirValue x, MlirValue y, int64_t lanes,
                            int64_t step, bool upper) {
  int32_t mask[MAX_LANES];
  for (int64_t i = 0; i < lanes; ++i) {
    bool has = i & step;
    int64_t of =
        upper ? (has ? lanes + i : i + step) : (has ? lanes + i - step : i);
    mask[i] = (int32_t)of;
  }
  return tcLlvmShufflevector(&e->b, mlirValueGetType(x), x, y, (intptr_t)lanes,
                             mask);
}

// Swaps ever smaller blocks off the diagonal.
void tcEmitTranspose(TcEmit *e, TcLane *rows, int64_t lanes) {
  for (int64_t step = lanes / 2; step; step /= 2)
    for (int64_t i = 0; i < lanes; ++i) {
      if (i & step)
        continue;
      MlirValue x = rows[i].v, y = rows[i + step].v;
      rows[i].v = swapBlocks(e, x, y, lanes, step, false);
      rows[i + step].v = swapBlocks(e, x, y, lanes, step, true);
    }
}

//===- Blocks -------------------------------------------------------------===//

typedef struct Block {
  TcNestRun *x;
  MlirValue readAt, vectorAt; // where it starts
} Block;

static MlirValue plus(TcEmit *e, MlirValue x, int64_t n) {
  return tcArithAddi(&e->b, x, tcEmitI64(e, n));
}

// A vector of the read for each point of `readIter`.
static TcLane *columnsOf(Block *b, const TcCpuRead *r) {
  TcEmit *e = b->x->e;
  const TcNest *n = b->x->n;
  TcLane *rows = TC_ARENA_ARRAY(e->arena, TcLane, (size_t)n->lanes);
  tcEmitSetLanes(e, n->lanes, n->readIter);
  e->iters[n->readIter] = b->readAt;
  for (int64_t i = 0; i < n->lanes; ++i) {
    e->iters[n->vector] = plus(e, b->vectorAt, i);
    rows[i] = tcStageElement(e, r);
  }
  tcEmitTranspose(e, rows, n->lanes);
  return rows;
}

// Values that the nest itself computes are available at each point, not before.
static bool isOfNest(const TcNest *n, const TcCpuValue *value) {
  for (size_t i = 0; i < n->stages.size; ++i)
    if (n->stages.data[i] == value->stage)
      return true;
  return false;
}

typedef TcLane **Columns; // by read; NULL: is read as ever

static Columns *loadBlock(Block *b) {
  TcNestRun *x = b->x;
  TcArena *a = x->e->arena;
  Columns *all = TC_ARENA_ARRAY(a, Columns, x->n->stages.size);
  for (size_t i = 0; i < x->n->stages.size; ++i) {
    const TcCpuStage *s = x->n->stages.data[i];
    all[i] = TC_ARENA_ARRAY(a, TcLane *, s->reads.size + 1);
    for (size_t j = 0; j < s->reads.size; ++j)
      if (!isOfNest(x->n, s->reads.data[j].value) &&
          tcCpuReadsTransposed(x->e->k, &s->reads.data[j], x->n->vector,
                               x->n->readIter))
        all[i][j] = columnsOf(b, &s->reads.data[j]);
  }
  return all;
}

static void setElements(TcNestRun *x, Columns *columns, int64_t row) {
  for (size_t i = 0; i < x->n->stages.size; ++i)
    for (size_t j = 0; j < x->n->stages.data[i]->reads.size; ++j)
      if (columns[i][j])
        x->elements[i][j] =
            row < 0 ? (TcLane){.v = {NULL}} : columns[i][j][row];
}

static void block(Block *b, size_t level) {
  TcNestRun *x = b->x;
  TcEmit *e = x->e;
  const TcNest *n = x->n;
  tcNestForget(x, level);
  Columns *columns = loadBlock(b);
  tcEmitSetLanes(e, n->lanes, n->vector);
  for (int64_t i = 0; i < n->lanes && x->ok; ++i) {
    e->iters[n->readIter] = plus(e, b->readAt, i);
    e->iters[n->vector] = b->vectorAt;
    setElements(x, columns, i);
    tcNestPointAt(x, NULL);
  }
  setElements(x, columns, -1);
  tcEmitSetLanes(e, 1, -1);
}

//===- Loops --------------------------------------------------------------===//

typedef struct Range {
  MlirValue low, middle, high;
} Range;

static Range rangeOf(TcEmit *e, int iter, int64_t lanes) {
  Range r;
  tcIterBounds(e, iter, &r.low, &r.high);
  MlirValue count = tcArithSubi(&e->b, r.high, r.low);
  MlirValue rest = tcArithRemsi(&e->b, count, tcEmitI64(e, lanes));
  r.middle = tcArithSubi(&e->b, r.high, rest);
  return r;
}

// The blocks of a strip, from e->iters[readIter] to `end` at most.
static void stripOfBlocks(Block *b, MlirValue end, size_t level) {
  TcEmit *e = b->x->e;
  const TcNest *n = b->x->n;
  MlirValue first = e->iters[n->readIter];
  MlirValue last = tcArithMinsi(&e->b, plus(e, first, n->strip), end);
  TcLoop loop = tcEmitFor(e, first, last, n->lanes, n->readIter, 0, NULL);
  b->readAt = e->iters[n->readIter];
  block(b, level);
  tcEmitForEnd(e, &loop, 0, NULL);
}

// All whole blocks, strip by strip.
static void wholeBlocks(TcNestRun *x, const Range *reads, const Range *vectors,
                        size_t level) {
  TcEmit *e = x->e;
  const TcNest *n = x->n;
  Block b = {.x = x};
  TcLoop strips =
      tcEmitFor(e, reads->low, reads->middle, n->strip, n->readIter, 0, NULL);
  b.readAt = e->iters[n->readIter];
  TcLoop along =
      tcEmitFor(e, vectors->low, vectors->middle, n->lanes, n->vector, 0, NULL);
  b.vectorAt = e->iters[n->vector];
  if (n->strip == n->lanes)
    block(&b, level);
  else
    stripOfBlocks(&b, reads->middle, level);
  tcEmitForEnd(e, &along, 0, NULL);
  tcEmitForEnd(e, &strips, 0, NULL);
}

// Loop number `level`, over the strided dimension, and the next, over lanes:
// whole blocks, then the remainder of either.
void tcNestTransposed(TcNestRun *x, size_t level) {
  TcEmit *e = x->e;
  const TcNest *n = x->n;
  Range reads = rangeOf(e, n->readIter, n->lanes);
  Range vectors = rangeOf(e, n->vector, n->lanes);
  wholeBlocks(x, &reads, &vectors, level);
  TcLoop right = tcEmitFor(e, reads.low, reads.middle, 1, n->readIter, 0, NULL);
  tcNestLanes(x, level + 1, vectors.middle, vectors.high);
  tcEmitForEnd(e, &right, 0, NULL);
  TcLoop below =
      tcEmitFor(e, reads.middle, reads.high, 1, n->readIter, 0, NULL);
  tcNestLanes(x, level + 1, vectors.low, vectors.high);
  tcEmitForEnd(e, &below, 0, NULL);
}
