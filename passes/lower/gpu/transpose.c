// Phases by transposed tiles, whose memory is read along one iterator and
// written along another. A block stages the elements of its square tile in
// shared memory in the order in which they are contiguous; then its threads run
// over the points in the order of the writes, and read shared memory along
// columns. A row there is one element longer than the tile's side, so that the
// elements of a column lie in different banks.
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
      s->offset += tcGpuTransposeBytes(r, s->p->side);
    }
}

//===- Points of the tile -----------------------------------------------===//

typedef struct Point {
  MlirValue slow, fast; // within the tile
  TcLoop loop, guard;
} Point;

// Opens a loop over this thread's vectors of `lanes` points along `fast`, and a
// guard for those that exist.
static Point openPoints(Tile *s, int slow, MlirValue slowFrom, int fast,
                        MlirValue fastFrom, int64_t lanes) {
  TcGpuEmit *g = s->g;
  TcEmit *e = &g->e;
  int64_t groups = s->p->side / lanes;
  Point m;
  m.loop = tcGpuForThread(g, tcEmitI64(e, s->p->side * groups), 0, NULL);
  MlirValue count = tcEmitI64(e, groups), i = tcGpuLoopIndex(&m.loop);
  m.slow = tcArithDivui(&e->b, i, count);
  m.fast =
      tcArithMuli(&e->b, tcArithRemui(&e->b, i, count), tcEmitI64(e, lanes));
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

static bool computeTile(Tile *s) {
  Point m = openPoints(s, s->p->readIter, s->readAt, s->p->writeIter,
                       s->writeAt, s->p->lanes);
  Elements all = {&m, tcGpuNoElements(s->g, s->n)};
  forReads(s, loadRead, &all);
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
        plan->sharedBytes += tcGpuTransposeBytes(r, p->side);
    }
}

// Successive blocks advance along the contiguous dimension of reads.
bool tcGpuEmitTranspose(TcGpuEmit *g, TcGpuPlan *plan) {
  TcEmit *e = &g->e;
  const TcGpuPhase *p = plan->phase;
  Tile s = {.g = g, .p = p, .n = &plan->nests.data[0]};
  MlirValue side = tcEmitI64(e, p->side), number;
  MlirValue rest =
      tcGpuSplitOff(g, g->block, countTiles(g, p, p->readIter), &number);
  s.readAt = tcArithMuli(&e->b, number, side);
  rest = tcGpuSplitOff(g, rest, countTiles(g, p, p->writeIter), &number);
  s.writeAt = tcArithMuli(&e->b, number, side);
  tcGpuEnter(g, &p->blocks, rest);
  readTile(&s);
  tcGpuBarrierAll(g);
  return computeTile(&s);
}
