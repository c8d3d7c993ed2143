// Phases by transposed tiles, whose memory is read along one iterator and
// written along another. A block stages the elements of its square tile in
// shared memory in the order in which they are contiguous; then its threads run
// over the points in the order of the writes, and read shared memory along
// columns. A row there is one element longer than the tile's side, so that the
// elements of a column lie in different banks.
//
// Of halves a thread reads vectors of two neighbouring rows, and a word of
// shared memory has an element of each: words lie in the order of the writes,
// which load vectors of them. A row's words are swizzled, so that those of
// vectors side by side, which are stored at once, lie in different banks. All
// of a thread's loads are under way before the first is stored.
#include "passes/lower/gpu/emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"
#include "tc/gen/VectorOps.h"

#include "mlir-c/BuiltinTypes.h"

typedef struct Tile {
  TcGpuEmit *g;
  const TcGpuPhase *p;
  const TcNest *n;
  MlirValue writeAt, readAt; // where it starts
  int64_t offset;            // in shared memory, of the read at hand
} Tile;

static int64_t rowLength(const Tile *s) { return s->p->side + 1; }

static bool isTransposed(const Tile *s, const TcCpuRead *r) {
  return tcGpuIsTransposed(&s->g->k, s->p, r);
}

static void setLanes(const Tile *s, int64_t lanes, int iter) {
  s->g->e.lanes = lanes;
  s->g->e.vector = lanes > 1 ? iter : -1;
}

// The address of element `at`, and `by` more, of the tile at s->offset.
static MlirValue elementAt(const Tile *s, MlirType type, MlirValue at,
                           int64_t by) {
  const int32_t dynamic = INT32_MIN, offset = (int32_t)s->offset;
  TcEmit *e = &s->g->e;
  MlirValue base = tcLlvmGetelementptr(&e->b, e->ptr, s->g->shared, 0, NULL, 1,
                                       &offset, e->i8);
  at = tcArithAddi(&e->b, at, tcEmitI64(e, by));
  return tcLlvmGetelementptr(&e->b, e->ptr, base, 1, &at, 1, &dynamic, type);
}

// Calls `visit` for all transposed reads, with the offsets of their tiles.
static void forReads(Tile *s, void (*visit)(Tile *, size_t, size_t, void *),
                     void *data) {
  s->offset = 0;
  for (size_t i = 0; i < s->n->stages.size; ++i)
    for (size_t j = 0; j < s->n->stages.data[i]->reads.size; ++j) {
      const TcCpuRead *r = &s->n->stages.data[i]->reads.data[j];
      if (!isTransposed(s, r))
        continue;
      visit(s, i, j, data);
      s->offset += tcGpuTransposeBytes(s->p, r);
    }
}

//===- Points of the tile -----------------------------------------------===//

typedef struct Point {
  MlirValue slow, fast; // within the tile
  TcLoop loop, guard;
} Point;

// A tile's points along the iterator, whole vectors of `lanes`: fewer than its
// side where there are fewer, so that no thread is idle in all tiles.
static int64_t pointsAlong(const Tile *s, int iter, int64_t lanes) {
  int64_t n, side = s->p->side;
  if (!tcSizeIsConst(s->g->k.iters.data[iter].extent, &n) || n >= side)
    return side;
  return (n + lanes - 1) / lanes * lanes;
}

// Opens a loop over this thread's vectors of `lanes` points along `fast`, and a
// guard for those that exist.
static Point openPoints(Tile *s, int slow, MlirValue slowFrom, int fast,
                        MlirValue fastFrom, int64_t lanes) {
  TcGpuEmit *g = s->g;
  TcEmit *e = &g->e;
  int64_t groups = pointsAlong(s, fast, lanes) / lanes;
  int64_t rows = pointsAlong(s, slow, 1);
  Point m;
  m.loop = tcGpuForThread(g, tcEmitI64(e, rows * groups), 0, NULL);
  // 32 bits have all numbers, and are divided in one multiplication.
  MlirValue i = tcArithTrunci(&e->b, e->i32, tcGpuLoopIndex(&m.loop));
  MlirValue count = tcEmitInt(e, e->i32, groups);
  m.slow = tcArithExtui(&e->b, e->i64, tcArithDivui(&e->b, i, count));
  m.fast = tcArithExtui(&e->b, e->i64, tcArithRemui(&e->b, i, count));
  m.fast = tcArithMuli(&e->b, m.fast, tcEmitI64(e, lanes));
  e->iters[slow] = tcArithAddi(&e->b, slowFrom, m.slow);
  e->iters[fast] = tcArithAddi(&e->b, fastFrom, m.fast);
  MlirValue exists =
      tcArithAndi(&e->b,
                  tcGpuIsBelow(g, e->iters[slow],
                               tcEmitExpr(e, g->k.iters.data[slow].extent)),
                  tcGpuIsBelow(g, e->iters[fast],
                               tcEmitExpr(e, g->k.iters.data[fast].extent)));
  m.guard = tcEmitIf(e, exists);
  setLanes(s, lanes, fast);
  return m;
}

static void closePoints(Tile *s, Point *m) {
  setLanes(s, 1, -1);
  tcEmitIfEnd(&s->g->e, &m->guard);
  tcEmitForEnd(&s->g->e, &m->loop, 0, NULL);
}

static MlirValue rowAt(const Tile *s, MlirValue row, MlirValue column) {
  TcEmit *e = &s->g->e;
  MlirValue at = tcArithMuli(&e->b, row, tcEmitI64(e, rowLength(s)));
  return tcArithAddi(&e->b, at, column);
}

//===- Reading ------------------------------------------------------------===//

static void storeRead(Tile *s, size_t stage, size_t read, void *data) {
  const Point *m = data;
  TcEmit *e = &s->g->e;
  const TcCpuRead *r = &s->n->stages.data[stage]->reads.data[read];
  MlirType type = tcEmitType(e, r->value->element);
  TcLane x = tcStageElement(e, r);
  MlirValue at = rowAt(s, m->slow, m->fast);
  for (int64_t l = 0; l < e->lanes; ++l) {
    MlirValue to = elementAt(s, type, at, l);
    tcLlvmStore(&e->b, tcEmitExtract(e, x, l).v, to);
  }
}

static void readTile(Tile *s) {
  Point m = openPoints(s, s->p->writeIter, s->writeAt, s->p->readIter,
                       s->readAt, s->p->readLanes);
  forReads(s, storeRead, &m);
  closePoints(s, &m);
}

//===- Computing ----------------------------------------------------------===//

typedef struct Elements {
  const Point *m;
  TcLane **of; // stage, read
} Elements;

// Loads a vector from a column of the tile: one element of each row.
static void loadRead(Tile *s, size_t stage, size_t read, void *data) {
  Elements *all = data;
  TcEmit *e = &s->g->e;
  const TcCpuRead *r = &s->n->stages.data[stage]->reads.data[read];
  MlirType type = tcEmitType(e, r->value->element);
  MlirValue at = rowAt(s, all->m->fast, all->m->slow);
  MlirValue *lanes = TC_ARENA_ARRAY(e->arena, MlirValue, (size_t)e->lanes);
  for (int64_t l = 0; l < e->lanes; ++l)
    lanes[l] =
        tcLlvmLoad(&e->b, type, elementAt(s, type, at, l * rowLength(s)));
  all->of[stage][read] =
      e->lanes == 1
          ? tcLaneScalar(lanes[0])
          : (TcLane){.v = tcVectorFromElements(&e->b, tcEmitVector(e, type),
                                               (intptr_t)e->lanes, lanes),
                     .wide = true};
}

//===- Pairs of halves ----------------------------------------------------===//

enum { VECTOR = 8 }; // halves of 16 bytes

// Words of a row of the tile, as it is written.
static int64_t wordsOf(const Tile *s) { return s->p->side / 2; }

// The position of a row's word, in the vectors of `chunk` of what is read.
static MlirValue wordAt(const Tile *s, MlirValue row, MlirValue chunk,
                        MlirValue word) {
  enum { ACCESS = 4 }; // words that are loaded at once
  TcEmit *e = &s->g->e;
  MlirValue by = tcArithMuli(&e->b, chunk, tcEmitI64(e, ACCESS));
  by = tcArithAndi(&e->b, by, tcEmitI64(e, wordsOf(s) - 1));
  MlirValue at = tcArithMuli(&e->b, row, tcEmitI64(e, wordsOf(s)));
  return tcArithAddi(&e->b, at, tcArithXori(&e->b, word, by));
}

// The point `by` behind `from`, or the last one, from which `lanes` exist.
static MlirValue pointAt(Tile *s, int iter, MlirValue from, MlirValue by,
                         int64_t lanes) {
  TcEmit *e = &s->g->e;
  MlirValue last =
      tcArithSubi(&e->b, tcEmitExpr(e, s->g->k.iters.data[iter].extent),
                  tcEmitI64(e, lanes));
  return tcArithMinsi(&e->b, tcArithAddi(&e->b, from, by), last);
}

typedef struct Pair {
  MlirValue chunk, word; // of the tile's row as it is read; of that written
  TcLane rows[2];        // bits
} Pair;

static Pair readPair(Tile *s, const TcCpuRead *r, int64_t number) {
  TcEmit *e = &s->g->e;
  MlirValue chunks = tcEmitI64(e, s->p->side / VECTOR);
  MlirValue i =
      tcArithAddi(&e->b, s->g->thread, tcEmitI64(e, number * s->g->threads));
  Pair pair = {.chunk = tcArithRemui(&e->b, i, chunks),
               .word = tcArithDivui(&e->b, i, chunks)};
  MlirValue column = tcArithMuli(&e->b, pair.chunk, tcEmitI64(e, VECTOR));
  MlirValue row = tcArithMuli(&e->b, pair.word, tcEmitI64(e, 2));
  e->iters[s->p->readIter] =
      pointAt(s, s->p->readIter, s->readAt, column, VECTOR);
  setLanes(s, VECTOR, s->p->readIter);
  for (int64_t k = 0; k < 2; ++k) {
    MlirValue at = tcArithAddi(&e->b, row, tcEmitI64(e, k));
    e->iters[s->p->writeIter] = pointAt(s, s->p->writeIter, s->writeAt, at, 1);
    pair.rows[k] = tcEmitHalfBits(e, tcEmitWiden(e, tcStageElement(e, r)),
                                  r->value->element);
  }
  setLanes(s, 1, -1);
  return pair;
}

static void storePair(Tile *s, const Pair *pair) {
  TcEmit *e = &s->g->e;
  MlirValue first = tcArithMuli(&e->b, pair->chunk, tcEmitI64(e, VECTOR));
  for (int64_t l = 0; l < VECTOR; ++l) {
    MlirValue low =
        tcArithExtui(&e->b, e->i32, tcEmitExtract(e, pair->rows[0], l).v);
    MlirValue high =
        tcArithExtui(&e->b, e->i32, tcEmitExtract(e, pair->rows[1], l).v);
    high = tcArithShli(&e->b, high, tcEmitInt(e, e->i32, 16));
    MlirValue row = tcArithAddi(&e->b, first, tcEmitI64(e, l));
    MlirValue at = wordAt(s, row, pair->chunk, pair->word);
    tcLlvmStore(&e->b, tcArithOri(&e->b, low, high),
                elementAt(s, e->i32, at, 0));
  }
}

static void storePairs(Tile *s, size_t stage, size_t read, void *data) {
  const TcCpuRead *r = &s->n->stages.data[stage]->reads.data[read];
  int64_t n = s->p->side / 2 * (s->p->side / VECTOR) / s->g->threads;
  Pair *pairs = TC_ARENA_ARRAY(s->g->e.arena, Pair, (size_t)n);
  (void)data;
  for (int64_t i = 0; i < n; ++i)
    pairs[i] = readPair(s, r, i);
  for (int64_t i = 0; i < n; ++i)
    storePair(s, &pairs[i]);
}

static void loadPairs(Tile *s, size_t stage, size_t read, void *data) {
  Elements *all = data;
  TcEmit *e = &s->g->e;
  const TcCpuRead *r = &s->n->stages.data[stage]->reads.data[read];
  MlirValue chunk = tcArithDivui(&e->b, all->m->slow, tcEmitI64(e, VECTOR));
  MlirValue word = tcArithDivui(&e->b, all->m->fast, tcEmitI64(e, 2));
  MlirValue at = wordAt(s, all->m->slow, chunk, word);
  MlirType halves = tcEmitVector(e, mlirIntegerTypeGet(e->ctx, 16));
  MlirValue bits = tcLlvmLoad(&e->b, halves, elementAt(s, e->i32, at, 0));
  all->of[stage][read] = tcEmitHalfToFloat(e, (TcLane){.v = bits, .wide = true},
                                           r->value->element);
}

//===- A tile -------------------------------------------------------------===//

static bool computeTile(Tile *s) {
  Point m = openPoints(s, s->p->readIter, s->readAt, s->p->writeIter,
                       s->writeAt, s->p->lanes);
  Elements all = {&m, tcGpuNoElements(s->g, s->n)};
  forReads(s, s->p->pairs ? loadPairs : loadRead, &all);
  s->g->e.forwarded.size = 0;
  bool ok = tcNestPointWith(&s->g->e, s->n, all.of, NULL);
  s->g->e.forwarded.size = 0;
  closePoints(s, &m);
  return ok;
}

//===- Phases -------------------------------------------------------------===//

static const TcSize *countTiles(TcGpuEmit *g, const TcGpuPhase *p, int iter) {
  return tcSizeCeilDiv(g->k.arena, g->k.iters.data[iter].extent,
                       tcSizeConst(g->k.arena, p->side));
}

void tcGpuPlanTranspose(TcGpuEmit *g, TcGpuPlan *plan) {
  TcArena *a = g->k.arena;
  const TcGpuPhase *p = plan->phase;
  tcCpuFormNests(&g->k, &p->p, 1, &plan->nests);
  plan->blocks = tcSizeMul(a, tcCpuProduct(a, &g->k, &p->blocks),
                           tcSizeMul(a, countTiles(g, p, p->writeIter),
                                     countTiles(g, p, p->readIter)));
  const TcNest *n = &plan->nests.data[0];
  for (size_t i = 0; i < n->stages.size; ++i)
    for (size_t j = 0; j < n->stages.data[i]->reads.size; ++j) {
      const TcCpuRead *r = &n->stages.data[i]->reads.data[j];
      if (tcGpuIsTransposed(&g->k, p, r))
        plan->sharedBytes += tcGpuTransposeBytes(p, r);
    }
}

// Successive blocks advance along the contiguous dimension of writes.
bool tcGpuEmitTranspose(TcGpuEmit *g, TcGpuPlan *plan) {
  TcEmit *e = &g->e;
  const TcGpuPhase *p = plan->phase;
  Tile s = {.g = g, .p = p, .n = &plan->nests.data[0]};
  MlirValue side = tcEmitI64(e, p->side), number;
  MlirValue rest =
      tcGpuSplitOff(g, g->block, countTiles(g, p, p->writeIter), &number);
  s.writeAt = tcArithMuli(&e->b, number, side);
  rest = tcGpuSplitOff(g, rest, countTiles(g, p, p->readIter), &number);
  s.readAt = tcArithMuli(&e->b, number, side);
  tcGpuEnter(g, &p->blocks, rest);
  if (p->pairs)
    forReads(&s, storePairs, NULL);
  else
    readTile(&s);
  tcGpuBarrierAll(g);
  return computeTile(&s);
}
