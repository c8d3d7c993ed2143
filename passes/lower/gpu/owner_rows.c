// Rows of a scatter's base that the block makes which owns their positions:
// each row of the result is then written once. Shared memory has the number of
// the first point of each row that the block owns, the least that has been
// found: points of later steps have higher numbers, so what is read of a step's
// own points stays. The first point of a row is combined with what the base's
// map computes, all others with the result; rows without a point are written at
// the end. See owners.c.
#include "passes/lower/gpu/owners.h"

#include "passes/lower/cpu/gather.h"
#include "passes/lower/gpu/emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

int64_t tcGpuOwnersCount(const TcCpuKernel *k, const TcCpuStage *s) {
  return tcCpuExtent(k, s->owners - 1, 1);
}

// Rows of the base of which an owner has the first point's number.
int64_t tcGpuOwnersRows(const TcCpuKernel *k, const TcCpuStage *s, size_t dim) {
  int64_t rows = 0;
  tcSizeIsConst(s->results.data[0]->sizes[dim], &rows);
  int64_t owners = tcGpuOwnersCount(k, s);
  return (rows + owners - 1) / owners;
}

// The number (i64) of the first point of row number `row` of the block.
MlirValue tcGpuOwnersFirst(const TcGpuOwners *o, MlirValue row) {
  TcEmit *e = &o->g->e;
  const int32_t dynamic = INT32_MIN;
  row = tcArithAddi(&e->b, row, tcEmitI64(e, o->rowsAt));
  return tcLlvmGetelementptr(&e->b, e->ptr, o->g->shared, 1, &row, 1, &dynamic,
                             e->i64);
}

void tcGpuOwnersClear(const TcGpuOwners *o) {
  TcEmit *e = &o->g->e;
  int64_t rows = tcGpuOwnersRows(&o->g->k, o->s, o->dim);
  TcLoop loop = tcGpuForThread(o->g, tcEmitI64(e, rows), 0, NULL);
  tcLlvmStore(&e->b, tcEmitI64(e, INT64_MAX),
              tcGpuOwnersFirst(o, tcGpuLoopIndex(&loop)));
  tcEmitForEnd(e, &loop, 0, NULL);
  if (o->p->longer)
    tcGpuOwnersClearCounts(o);
}

// i1: the position is one of the base's rows.
MlirValue tcGpuOwnersHas(const TcGpuOwners *o, MlirValue position) {
  TcEmit *e = &o->g->e;
  MlirValue rows = tcEmitExpr(e, o->s->results.data[0]->sizes[o->dim]);
  return tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_ULT, position, rows);
}

// The block's number of a row that it owns.
MlirValue tcGpuOwnersRow(const TcGpuOwners *o, MlirValue position) {
  TcEmit *e = &o->g->e;
  MlirValue owners = tcEmitI64(e, tcGpuOwnersCount(&o->g->k, o->s));
  return tcArithDivui(&e->b, position, owners);
}

// Point `at` is at this position. Of many points of one row few are less than
// the least so far.
void tcGpuOwnersMark(const TcGpuOwners *o, MlirValue position, MlirValue at) {
  TcEmit *e = &o->g->e;
  TcLoop then = tcEmitIf(e, tcGpuOwnersHas(o, position));
  MlirValue number = tcGpuOwnersRow(o, position);
  if (o->p->longer)
    tcGpuOwnersCountPoint(o, number);
  MlirValue row = tcGpuOwnersFirst(o, number);
  MlirValue first = tcLlvmLoad(&e->b, e->i64, row);
  TcLoop less =
      tcEmitIf(e, tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLT, at, first));
  tcLlvmAtomicrmw(&e->b, TC_LLVM_ATOMIC_BIN_OP_MIN, row, at,
                  TC_LLVM_ATOMIC_ORDERING_MONOTONIC);
  tcEmitIfEnd(e, &less);
  tcEmitIfEnd(e, &then);
}

// Whether the point is the first of its row, which is there.
MlirValue tcGpuOwnersIsFirst(const TcGpuOwners *o, MlirValue position,
                             MlirValue at) {
  TcEmit *e = &o->g->e;
  MlirValue row = tcGpuOwnersFirst(o, tcGpuOwnersRow(o, position));
  MlirValue first = tcLlvmLoad(&e->b, e->i64, row);
  return tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ, first, at);
}

// The iterators of a map whose points are the result's elements, the base's or
// one behind, at row `position`: they may be the scatter's, too, and mean
// something else there.
typedef struct Row {
  MlirValue *around; // what they are around this
  size_t forwarded;
  int vector;
} Row;

static Row enterRow(const TcGpuOwners *o, const TcCpuStage *map,
                    MlirValue position) {
  TcEmit *e = &o->g->e;
  const TcCpuIters *iters = &map->iters;
  MlirValue *here = TC_ARENA_ARRAY(e->arena, MlirValue, iters->size + 1);
  Row row = {.around = TC_ARENA_ARRAY(e->arena, MlirValue, iters->size + 1),
             .forwarded = e->forwarded.size,
             .vector = e->vector};
  for (size_t d = 0; d < iters->size; ++d) {
    here[d] =
        d == o->dim ? position : e->iters[tcScatterIter(&o->g->k, o->s, d)];
    row.around[d] = e->iters[iters->data[d]];
  }
  for (size_t d = 0; d < iters->size; ++d)
    e->iters[iters->data[d]] = here[d];
  if (e->vector >= 0)
    e->vector = tcVecLast(iters);
  return row;
}

static void leaveRow(const TcGpuOwners *o, const TcCpuStage *map,
                     const Row *row) {
  TcEmit *e = &o->g->e;
  const TcCpuIters *iters = &map->iters;
  for (size_t d = 0; d < iters->size; ++d)
    e->iters[iters->data[d]] = row->around[d];
  e->vector = row->vector;
  e->forwarded.size = row->forwarded;
}

TcLane tcGpuOwnersWide(TcEmit *e, TcLane x) {
  return e->lanes > 1 ? tcEmitWiden(e, x) : x;
}

// This thread's elements of a row as the base's map computes them.
TcLane tcGpuOwnersBase(TcGpuOwners *o, MlirValue position) {
  TcEmit *e = &o->g->e;
  Row row = enterRow(o, o->base, position);
  TcLane *made = tcNestEvaluate(&o->baseRun, 0), x = {.v = {NULL}};
  if (made)
    x = tcGpuOwnersWide(e,
                        tcEmitRound(e, *made, o->s->results.data[0]->element));
  leaveRow(o, o->base, &row);
  return x;
}

// The same as they are in memory.
TcLane tcGpuOwnersResult(TcGpuOwners *o, MlirValue position) {
  TcEmit *e = &o->g->e;
  const TcCpuValue *v = o->s->results.data[0];
  const TcCpuIters *iters = &o->base->iters;
  const TcSize **index = TC_ARENA_ARRAY(e->arena, const TcSize *, v->rank + 1);
  const TcLane all = {.v = {NULL}};
  TcPlace place = tcEmitPlaceOf(e, v);
  for (size_t d = 0; d < v->rank; ++d)
    index[d] = e->k->iters.data[iters->data[d]].symbol;
  Row row = enterRow(o, o->base, position);
  TcLane x = tcEmitLoad(e, &place, v->element, v->rank, index, all);
  leaveRow(o, o->base, &row);
  return tcGpuOwnersWide(e, x);
}

void tcGpuOwnersStore(TcGpuOwners *o, MlirValue position, TcLane x) {
  Row row = enterRow(o, o->base, position);
  tcNestStore(&o->baseRun, o->base, &x);
  leaveRow(o, o->base, &row);
}

bool tcGpuOwnersMap(TcGpuOwners *o, const TcNest *maps, MlirValue position,
                    TcLane x) {
  TcEmit *e = &o->g->e;
  TcNestRun run = {
      .e = e, .n = maps, .elements = tcGpuNoElements(o->g, maps), .ok = true};
  for (size_t i = 0; i < maps->stages.size && run.ok; ++i) {
    const TcCpuStage *map = maps->stages.data[i];
    Row row = enterRow(o, map, position);
    tcEmitForward(e, o->s->results.data[0], x);
    TcLane *made = tcNestEvaluate(&run, i);
    if (made)
      tcNestStore(&run, map, made);
    leaveRow(o, map, &row);
  }
  return run.ok;
}
