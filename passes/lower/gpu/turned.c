// Phases by squares. A block reads its square of points along one iterator, a
// row of shared memory for each point of the other; then its threads run over
// the points along the other one, and find there what they would have had to
// stride through memory for. A row is one element longer than the square's
// side, so that columns lie in different banks.
#include "passes/lower/gpu/gpu.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"
#include "tc/gen/VectorOps.h"

#include "mlir-c/BuiltinTypes.h"

typedef struct Square {
  TcGpuEmit *g;
  const TcGpuPhase *p;
  const TcNest *n;
  MlirValue along, across; // where it starts
  int64_t offset;          // in shared memory, of the read at hand
} Square;

static int64_t rowLength(const Square *s) { return s->p->side + 1; }

static bool isTurned(const Square *s, const TcCpuRead *r) {
  return tcGpuIsTurned(&s->g->k, s->p, r);
}

static void setLanes(const Square *s, int64_t lanes, int iter) {
  s->g->e.lanes = lanes;
  s->g->e.vector = lanes > 1 ? iter : -1;
}

// Element `row`, `column` of the read's square, and `by` further on.
static MlirValue elementAt(const Square *s, MlirType type, MlirValue at,
                           int64_t by) {
  const int32_t dynamic = INT32_MIN, offset = (int32_t)s->offset;
  TcEmit *e = &s->g->e;
  MlirValue base = tcLlvmGetelementptr(&e->b, e->ptr, s->g->shared, 0, NULL, 1,
                                       &offset, e->i8);
  at = tcArithAddi(&e->b, at, tcEmitI64(e, by));
  return tcLlvmGetelementptr(&e->b, e->ptr, base, 1, &at, 1, &dynamic, type);
}

// Calls `visit` for all turned reads, with the place of their squares.
static void forReads(Square *s, void (*visit)(Square *, size_t, size_t, void *),
                     void *data) {
  s->offset = 0;
  for (size_t i = 0; i < s->n->stages.size; ++i)
    for (size_t j = 0; j < s->n->stages.data[i]->reads.size; ++j) {
      const TcCpuRead *r = &s->n->stages.data[i]->reads.data[j];
      if (!isTurned(s, r))
        continue;
      visit(s, i, j, data);
      s->offset += tcGpuSquareBytes(r, s->p->side);
    }
}

//===- Points of the square -----------------------------------------------===//

typedef struct Mine {
  MlirValue slow, fast; // within the square
  TcLoop loop, guard;
} Mine;

// Opens a loop over this thread's points, `lanes` at a time along `fast`, those
// that exist.
static Mine openMine(Square *s, int slow, MlirValue slowFrom, int fast,
                     MlirValue fastFrom, int64_t lanes) {
  TcGpuEmit *g = s->g;
  TcEmit *e = &g->e;
  int64_t groups = s->p->side / lanes;
  Mine m;
  m.loop = tcGpuForMine(g, tcEmitI64(e, s->p->side * groups), 0, NULL);
  MlirValue count = tcEmitI64(e, groups), i = tcGpuTurn(&m.loop);
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

static void closeMine(Square *s, Mine *m) {
  setLanes(s, 1, -1);
  tcEmitIfEnd(&s->g->e, &m->guard);
  tcEmitForEnd(&s->g->e, &m->loop, 0, NULL);
}

static MlirValue rowAt(const Square *s, MlirValue row, MlirValue column) {
  TcEmit *e = &s->g->e;
  MlirValue at = tcArithMuli(&e->b, row, tcEmitI64(e, rowLength(s)));
  return tcArithAddi(&e->b, at, column);
}

//===- Reading ------------------------------------------------------------===//

static void storeRead(Square *s, size_t stage, size_t read, void *data) {
  const Mine *m = data;
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

static void readSquare(Square *s) {
  Mine m = openMine(s, s->p->along, s->along, s->p->across, s->across,
                    s->p->readLanes);
  forReads(s, storeRead, &m);
  closeMine(s, &m);
}

//===- Computing ----------------------------------------------------------===//

typedef struct Elements {
  const Mine *m;
  TcLane **of; // stage, read
} Elements;

// One lane for each row, at this column.
static void loadRead(Square *s, size_t stage, size_t read, void *data) {
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

static bool computeSquare(Square *s) {
  Mine m =
      openMine(s, s->p->across, s->across, s->p->along, s->along, s->p->lanes);
  Elements all = {&m, tcGpuNoElements(s->g, s->n)};
  forReads(s, loadRead, &all);
  s->g->e.known.size = 0;
  bool ok = tcNestPointWith(&s->g->e, s->n, all.of, NULL);
  s->g->e.known.size = 0;
  closeMine(s, &m);
  return ok;
}

//===- Phases -------------------------------------------------------------===//

static const TcSize *countSquares(TcGpuEmit *g, const TcGpuPhase *p, int iter) {
  return tcSizeCeilDiv(g->k.arena, g->k.iters.data[iter].extent,
                       tcSizeConst(g->k.arena, p->side));
}

void tcGpuPlanTurned(TcGpuEmit *g, TcGpuPlan *plan) {
  TcArena *a = g->k.arena;
  const TcGpuPhase *p = plan->phase;
  tcCpuFormNests(&g->k, &p->p, 1, &plan->nests);
  plan->blocks = tcSizeMul(a, tcCpuProduct(a, &g->k, &p->blocks),
                           tcSizeMul(a, countSquares(g, p, p->along),
                                     countSquares(g, p, p->across)));
  const TcNest *n = &plan->nests.data[0];
  for (size_t i = 0; i < n->stages.size; ++i)
    for (size_t j = 0; j < n->stages.data[i]->reads.size; ++j) {
      const TcCpuRead *r = &n->stages.data[i]->reads.data[j];
      if (tcGpuIsTurned(&g->k, p, r))
        plan->sharedBytes += tcGpuSquareBytes(r, p->side);
    }
}

// Blocks that follow on each other read on where the one before ended.
bool tcGpuEmitTurned(TcGpuEmit *g, TcGpuPlan *plan) {
  TcEmit *e = &g->e;
  const TcGpuPhase *p = plan->phase;
  Square s = {.g = g, .p = p, .n = &plan->nests.data[0]};
  MlirValue side = tcEmitI64(e, p->side), number;
  MlirValue rest =
      tcGpuSplitOff(g, g->block, countSquares(g, p, p->across), &number);
  s.across = tcArithMuli(&e->b, number, side);
  rest = tcGpuSplitOff(g, rest, countSquares(g, p, p->along), &number);
  s.along = tcArithMuli(&e->b, number, side);
  tcGpuEnter(g, &p->blocks, rest);
  readSquare(&s);
  tcGpuBarrierAll(g);
  return computeSquare(&s);
}
