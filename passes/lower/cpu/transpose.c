// Nests with transposed reads: contiguous along another iterator than the
// vectorised one. In blocks of `lanes` by `lanes` points such a read loads
// vectors along that iterator, which are transposed in registers. Blocks
// advance along the other iterator first, so that cache lines are used
// completely while they are cached, but for a strip of it alone: each of its
// points is a row of a result that is stored, and a stream of memory. Where the
// schedule says so, and each vector is found to be at a multiple of its size,
// results are stored past the caches (`nontemporal`): then it is reads that are
// a few streams, which prefetchers follow, and stores that go to and fro.
#include "passes/lower/cpu/nest.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"

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
  int64_t strip;
} Block;

static MlirValue plus(TcEmit *e, MlirValue x, int64_t n) {
  return tcArithAddi(&e->b, x, tcEmitI64(e, n));
}

// Asks for the lines that the streams of the read have blocks further on.
static void prefetchAhead(Block *b, const TcCpuRead *r) {
  TcEmit *e = b->x->e;
  const TcNest *n = b->x->n;
  TcPlace at = tcEmitPlaceOf(e, r->value);
  e->iters[n->readIter] = plus(e, b->readAt, n->plan.ahead * n->lanes);
  for (int64_t i = 0; i < n->lanes; ++i) {
    e->iters[n->vector] = plus(e, b->vectorAt, i);
    tcEmitPrefetch(e, &at, r->value->element, r->value->rank, r->index);
  }
}

// A vector of the read for each point of `readIter`.
static TcLane *columnsOf(Block *b, const TcCpuRead *r) {
  TcEmit *e = b->x->e;
  const TcNest *n = b->x->n;
  TcLane *rows = TC_ARENA_ARRAY(e->arena, TcLane, (size_t)n->lanes);
  if (e->nontemporal && n->plan.ahead)
    prefetchAhead(b, r);
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
                               x->n->readIter, false))
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
  MlirValue last = tcArithMinsi(&e->b, plus(e, first, b->strip), end);
  TcLoop loop = tcEmitFor(e, first, last, n->lanes, n->readIter, 0, NULL);
  b->readAt = e->iters[n->readIter];
  block(b, level);
  tcEmitForEnd(e, &loop, 0, NULL);
}

// All whole blocks, strip by strip.
static void stripsOfBlocks(TcNestRun *x, const Range *reads,
                           const Range *vectors, int64_t strip, size_t level) {
  TcEmit *e = x->e;
  const TcNest *n = x->n;
  Block b = {.x = x, .strip = strip};
  TcLoop strips =
      tcEmitFor(e, reads->low, reads->middle, strip, n->readIter, 0, NULL);
  b.readAt = e->iters[n->readIter];
  TcLoop along =
      tcEmitFor(e, vectors->low, vectors->middle, n->lanes, n->vector, 0, NULL);
  b.vectorAt = e->iters[n->vector];
  if (strip == n->lanes)
    block(&b, level);
  else
    stripOfBlocks(&b, reads->middle, level);
  tcEmitForEnd(e, &along, 0, NULL);
  tcEmitForEnd(e, &strips, 0, NULL);
}

// The same in the order in which reads lie in memory: a strip has a few points
// of the vectorised iterator.
static void stripsOfReads(TcNestRun *x, const Range *reads,
                          const Range *vectors, int64_t strip, size_t level) {
  TcEmit *e = x->e;
  const TcNest *n = x->n;
  Block b = {.x = x};
  TcLoop strips =
      tcEmitFor(e, vectors->low, vectors->middle, strip, n->vector, 0, NULL);
  MlirValue first = e->iters[n->vector];
  MlirValue last = tcArithMinsi(&e->b, plus(e, first, strip), vectors->middle);
  TcLoop along =
      tcEmitFor(e, reads->low, reads->middle, n->lanes, n->readIter, 0, NULL);
  b.readAt = e->iters[n->readIter];
  TcLoop across = tcEmitFor(e, first, last, n->lanes, n->vector, 0, NULL);
  b.vectorAt = e->iters[n->vector];
  block(&b, level);
  tcEmitForEnd(e, &across, 0, NULL);
  tcEmitForEnd(e, &along, 0, NULL);
  tcEmitForEnd(e, &strips, 0, NULL);
}

//===- Stores past the caches ---------------------------------------------===//

// The bits of a result's address, where the first block starts, and of the
// distance of its rows; null unless it is stored as vectors of all lanes.
static MlirValue placeBits(TcNestRun *x, const TcCpuStage *s,
                           const TcCpuValue *v) {
  TcEmit *e = x->e;
  const TcSize *by, *rest;
  if (v->dests.size != 1 || v->carried || mlirTypeIsAComplex(v->element))
    return (MlirValue){NULL};
  const TcSize **own = tcCpuOwnIndex(e->k, s);
  const TcSize *offset = tcCpuDestAt(e->k, &v->dests.data[0], own);
  if (!tcCpuHasStride(e->k, offset, x->n->vector, 1) ||
      !tcCpuStride(e->k, offset, x->n->readIter, &by, &rest))
    return (MlirValue){NULL};
  TcPlace at = tcEmitPlaceIn(e, &v->dests.data[0]);
  MlirValue first = tcEmitElementAt(e, &at, v->element, v->rank, own);
  MlirValue row = tcArithMuli(&e->b, tcEmitExpr(e, by),
                              tcEmitI64(e, tcCpuBytes(v->element)));
  return tcArithOri(&e->b, tcLlvmPtrtoint(&e->b, e->i64, first), row);
}

// Whether each vector that whole blocks store is at a multiple of its size: i1;
// null where that cannot be.
static MlirValue areAligned(TcNestRun *x, const Range *reads,
                            const Range *vectors) {
  TcEmit *e = x->e;
  MlirValue rest = tcEmitI64(e, 0), reader = e->iters[x->n->readIter];
  e->iters[x->n->readIter] = reads->low;
  e->iters[x->n->vector] = vectors->low;
  for (size_t i = 0; i < x->n->stages.size && rest.ptr; ++i) {
    const TcCpuStage *s = x->n->stages.data[i];
    for (size_t j = 0; j < s->results.size && rest.ptr; ++j) {
      MlirValue bits = placeBits(x, s, s->results.data[j]);
      int64_t size = x->n->lanes * tcCpuBytes(s->results.data[j]->element);
      if (bits.ptr)
        bits = tcArithAndi(&e->b, bits, tcEmitI64(e, size - 1));
      rest = bits.ptr ? tcArithOri(&e->b, rest, bits) : bits;
    }
  }
  e->iters[x->n->readIter] = reader;
  return rest.ptr ? tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ, rest,
                                tcEmitI64(e, 0))
                  : rest;
}

static void wholeBlocks(TcNestRun *x, const Range *reads, const Range *vectors,
                        size_t level) {
  TcEmit *e = x->e;
  MlirValue aligned = {NULL};
  if (x->n->nontemporal)
    aligned = areAligned(x, reads, vectors);
  if (!aligned.ptr) {
    stripsOfBlocks(x, reads, vectors, x->n->strip, level);
    return;
  }
  TcLoop past = tcEmitIf(e, aligned);
  e->nontemporal = true;
  stripsOfReads(x, reads, vectors, x->n->nontemporal, level);
  e->nontemporal = false;
  tcEmitElse(e, &past);
  stripsOfBlocks(x, reads, vectors, x->n->strip, level);
  tcEmitIfEnd(e, &past);
}

//===- The nest -----------------------------------------------------------===//

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
