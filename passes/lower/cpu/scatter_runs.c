// A scatter of short rows. A row that is combined again would wait until it has
// been stored: it stays in registers until the position is another one. Terms
// are combined in the same order, so the bits are the same.
//
//   for i:  if position(i) is another one: store the row, load that one
//           row += term(i)
//   store the row
#include "passes/lower/cpu/gather.h"
#include "passes/lower/cpu/nest.h"

#include "ir/sizes.h"
#include "tc/gen/ArithOps.h"

typedef struct Runs {
  TcNestRun *x;
  const TcCpuStage *s;
  const TcCpuValue *v;
  TcPlace to;
  const char *over;    // the iterator that the row is kept over
  const TcSize **rest; // the index in a row
} Runs;

// The row that is in registers, and its offset in elements; -1: none.
typedef struct Row {
  TcLane at, elements;
} Row;

bool tcNestKeepsRow(const TcNestRun *x, size_t level) {
  return x->n->keepsRow && level + 2 == x->loops.size &&
         x->loops.data[level + 1] == x->n->vector;
}

static MlirValue compare(TcEmit *e, TcArithCmpIPredicate how, TcLane x,
                         MlirValue y) {
  return tcArithCmpi(&e->b, how, x.v, y);
}

static void store(Runs *r, const Row *row) {
  TcEmit *e = r->x->e;
  MlirValue none = tcEmitI64(e, -1);
  TcLoop any =
      tcEmitIf(e, compare(e, TC_ARITH_CMP_I_PREDICATE_NE, row->at, none));
  TcPlace place = tcEmitPlaceFrom(e, r->to, r->v->element, row->at.v);
  tcEmitStore(e, &place, r->v->element, r->v->rank, r->rest, row->elements);
  tcEmitIfEnd(e, &any);
}

// Sets `rest` as well: what is the same wherever the row is kept.
static TcLane offsetOf(Runs *r, const TcGatherIndex *index) {
  TcEmit *e = r->x->e;
  TcLane offset = tcLaneScalar(tcEmitI64(e, 0));
  for (size_t d = 0; d < r->v->rank; ++d) {
    const TcSize *expr = index[d].expr;
    bool stays = expr && !tcSizeUses(expr, r->over);
    r->rest[d] = stays ? expr : tcSizeConst(e->arena, 0);
    if (stays)
      continue;
    TcLane at = expr ? tcLaneScalar(tcEmitExpr(e, expr)) : index[d].lane;
    offset =
        tcEmitBin(e, tcArithAddi, offset,
                  tcEmitBin(e, tcArithMuli, at,
                            tcLaneScalar(tcEmitExpr(e, r->to.strides[d]))));
  }
  return offset;
}

// The row at `at`: what is in registers, or else that is stored, and it loaded.
static MlirValue rowAt(Runs *r, const Row *row, TcLane at) {
  TcEmit *e = r->x->e;
  const TcLane all = {.v = {NULL}};
  TcLoop other =
      tcEmitIfOne(e, compare(e, TC_ARITH_CMP_I_PREDICATE_NE, at, row->at.v),
                  mlirValueGetType(row->elements.v));
  store(r, row);
  TcPlace place = tcEmitPlaceFrom(e, r->to, r->v->element, at.v);
  TcLane loaded =
      tcEmitLoad(e, &place, r->v->element, r->v->rank, r->rest, all);
  tcEmitElseOne(e, &other, loaded.v);
  return tcEmitIfOneEnd(e, &other, row->elements.v);
}

// The row with a term more.
static MlirValue withTerm(Runs *r, const Row *row, const TcLane *yields) {
  TcLane sum = tcEmitCombine(r->x->e, r->s->kinds[0], r->v->element,
                             row->elements, yields[r->v->rank]);
  return sum.v;
}

// The same where the task owns the position: the body is evaluated again, so
// that what else it reads is read there only.
static MlirValue withOwnTerm(Runs *r, const Row *row, MlirValue owns) {
  TcEmit *e = r->x->e;
  size_t forwarded = e->forwarded.size;
  TcLoop then = tcEmitIfOne(e, owns, mlirValueGetType(row->elements.v));
  const TcLane *yields = tcNestEvaluate(r->x, 0);
  tcEmitElseOne(e, &then, yields ? withTerm(r, row, yields) : row->elements.v);
  e->forwarded.size = forwarded;
  return tcEmitIfOneEnd(e, &then, row->elements.v);
}

// One point. What is not in the result is an error, and changes no row's place.
static void point(Runs *r, Row *row) {
  TcNestRun *x = r->x;
  TcEmit *e = x->e;
  TcGatherIndex *index =
      TC_ARENA_ARRAY(e->arena, TcGatherIndex, r->v->rank + 1);
  bool asks = r->s->owners && !x->owned;
  TcLane *yields = tcNestEvaluate(x, 0);
  x->ok = yields && tcScatterRow(e, r->s, yields, index);
  if (!x->ok)
    return;
  TcLane take = tcScatterRowIsIn(e, r->v, index);
  tcEmitReport(e, take);
  if (asks)
    take = tcEmitAnd(e, take, tcLaneScalar(tcStageOwns(e, r->s, yields)));
  TcLane at = tcEmitSelect(e, take, offsetOf(r, index), row->at);
  row->elements.v = rowAt(r, row, at);
  row->at = at;
  row->elements.v =
      asks ? withOwnTerm(r, row, take.v) : withTerm(r, row, yields);
}

static void overPoints(Runs *r, int iter) {
  TcEmit *e = r->x->e;
  MlirValue low, high;
  TcLane zero = tcEmitNeutral(e, r->s->kinds[0], r->v->element);
  TcLane carried[] = {tcLaneScalar(tcEmitI64(e, -1)), tcEmitWiden(e, zero)};
  tcIterBounds(e, iter, &low, &high);
  TcLoop loop = tcEmitFor(e, low, high, 1, iter, 2, carried);
  Row row = {carried[0], carried[1]};
  size_t forwarded = e->forwarded.size;
  point(r, &row);
  e->forwarded.size = forwarded;
  carried[0] = row.at;
  carried[1] = row.elements;
  tcEmitForEnd(e, &loop, 2, carried);
  row = (Row){carried[0], carried[1]};
  store(r, &row);
}

void tcNestKeepRows(TcNestRun *x, size_t level) {
  TcEmit *e = x->e;
  int vector = x->n->vector;
  int64_t row;
  if (!tcSizeIsConst(e->k->iters.data[vector].extent, &row))
    return;
  const TcCpuStage *s = x->n->stages.data[0];
  Runs r = {x, s, s->results.data[0],
            .to = tcEmitPlaceOf(e, s->results.data[0]),
            .over = e->k->iters.data[x->loops.data[level]].name};
  r.rest = TC_ARENA_ARRAY(e->arena, const TcSize *, r.v->rank + 1);
  MlirValue outside = e->iters[vector];
  TcLane mask = e->mask;
  tcNestForget(x, level);
  tcEmitSetLanes(e, x->n->lanes, vector);
  e->iters[vector] = tcEmitI64(e, 0);
  if (row < x->n->lanes)
    e->mask = tcEmitLanesBelow(e, e->iters[vector], tcEmitI64(e, row));
  overPoints(&r, x->loops.data[level]);
  e->mask = mask;
  e->iters[vector] = outside;
  tcEmitSetLanes(e, 1, -1);
}
