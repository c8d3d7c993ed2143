// Phases by owners: rows with many points are left to the launch behind
// (owner_long.c). Before its first step a block has counted the points of each
// row that it owns, in shared memory (owner_rows.c). Rows with more than
// `longer` are listed in memory, in any order: no row depends on another. Their
// points are then as though nobody had found them, and the rows as though they
// had none: the block stores what the base's map computes there.
//
//   left:  of each block: a number of rows, these rows
//
// A row's number is that among the owner's. See owners.c.
#include "passes/lower/gpu/owners.h"

#include "passes/lower/gpu/emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

static MlirValue i64Of(const TcGpuOwners *o, int64_t n) {
  return tcEmitI64(&o->g->e, n);
}

static MlirValue plus(const TcGpuOwners *o, MlirValue x, MlirValue y) {
  return tcArithAddi(&o->g->e.b, x, y);
}

static MlirValue entryAt(const TcGpuOwners *o, MlirValue list, MlirValue i) {
  TcEmit *e = &o->g->e;
  const int32_t dynamic = INT32_MIN;
  return tcLlvmGetelementptr(&e->b, e->ptr, list, 1, &i, 1, &dynamic, e->i32);
}

static int64_t rowsOf(const TcGpuOwners *o) {
  return tcGpuOwnersRows(&o->g->k, o->s, o->dim);
}

MlirValue tcGpuOwnersLeft(const TcGpuOwners *o, MlirValue block) {
  TcEmit *e = &o->g->e;
  MlirValue at = tcArithMuli(&e->b, block, i64Of(o, 1 + rowsOf(o)));
  return entryAt(o, e->buffers[o->p->left], at);
}

//===- Counts -------------------------------------------------------------===//

static MlirValue countAt(const TcGpuOwners *o, MlirValue row) {
  return tcGpuOwnersWord(o, plus(o, i64Of(o, o->countsAt), row));
}

// Of long rows.
static MlirValue numberAt(const TcGpuOwners *o) {
  return countAt(o, i64Of(o, rowsOf(o)));
}

void tcGpuOwnersClearCounts(const TcGpuOwners *o) {
  TcEmit *e = &o->g->e;
  TcLoop loop = tcGpuForThread(o->g, i64Of(o, rowsOf(o) + 1), 0, NULL);
  tcLlvmStore(&e->b, tcEmitInt(e, e->i32, 0),
              countAt(o, tcGpuLoopIndex(&loop)));
  tcEmitForEnd(e, &loop, 0, NULL);
}

static MlirValue addOne(const TcGpuOwners *o, MlirValue at) {
  TcEmit *e = &o->g->e;
  return tcLlvmAtomicrmw(&e->b, TC_LLVM_ATOMIC_BIN_OP_ADD, at,
                         tcEmitInt(e, e->i32, 1),
                         TC_LLVM_ATOMIC_ORDERING_MONOTONIC);
}

void tcGpuOwnersCountPoint(const TcGpuOwners *o, MlirValue row) {
  addOne(o, countAt(o, row));
}

static MlirValue isLong(const TcGpuOwners *o, MlirValue row) {
  TcEmit *e = &o->g->e;
  return tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_UGT,
                     tcLlvmLoad(&e->b, e->i32, countAt(o, row)),
                     tcEmitInt(e, e->i32, o->p->longer));
}

//===- Leaving ------------------------------------------------------------===//

// i1: whether point number `number` of this step is of a long row.
static MlirValue isLeft(TcGpuOwners *o, MlirValue number) {
  TcEmit *e = &o->g->e;
  const TcLane *yields = tcGpuOwnersYields(o, plus(o, o->first, number));
  if (!yields)
    return tcEmitInt(e, e->i1, 0);
  MlirValue position = yields[o->dim].v, has = tcGpuOwnersHas(o, position);
  MlirValue row =
      tcArithSelect(&e->b, has, tcGpuOwnersRow(o, position), i64Of(o, 0));
  return tcArithAndi(&e->b, has, isLong(o, row));
}

MlirValue tcGpuOwnersNotLeft(TcGpuOwners *o, MlirValue found) {
  TcEmit *e = &o->g->e;
  TcLane bits[] = {tcLaneScalar(found), tcLaneScalar(found)};
  MlirValue n = tcLlvmIntrCtpop(&e->b, found);
  TcLoop loop = tcEmitFor(e, i64Of(o, 0), n, 1, -1, 2, bits);
  MlirValue rest = tcGpuOwnersWithoutLowest(e, bits[0].v);
  MlirValue bit = tcArithXori(&e->b, bits[0].v, rest);
  MlirValue number = tcGpuOwnersNumber(o, tcGpuOwnersLowest(e, bits[0].v));
  MlirValue without = tcArithXori(&e->b, bits[1].v, bit);
  bits[1].v = tcArithSelect(&e->b, isLeft(o, number), without, bits[1].v);
  bits[0].v = rest;
  tcEmitForEnd(e, &loop, 2, bits);
  return bits[1].v;
}

// One thread says how many rows there are.
static void storeNumber(const TcGpuOwners *o, MlirValue list) {
  TcEmit *e = &o->g->e;
  TcLoop one = tcEmitIf(e, tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ,
                                       o->g->thread, i64Of(o, 0)));
  tcLlvmStore(&e->b, tcLlvmLoad(&e->b, e->i32, numberAt(o)), list);
  tcEmitIfEnd(e, &one);
}

void tcGpuOwnersLeave(TcGpuOwners *o) {
  TcEmit *e = &o->g->e;
  MlirValue list = tcGpuOwnersLeft(o, o->g->block);
  TcLoop loop = tcGpuForThread(o->g, i64Of(o, rowsOf(o)), 0, NULL);
  MlirValue row = tcGpuLoopIndex(&loop);
  TcLoop then = tcEmitIf(e, isLong(o, row));
  MlirValue before = tcArithExtui(&e->b, e->i64, addOne(o, numberAt(o)));
  tcLlvmStore(&e->b, tcArithTrunci(&e->b, e->i32, row),
              entryAt(o, list, plus(o, before, i64Of(o, 1))));
  tcLlvmStore(&e->b, i64Of(o, INT64_MAX), tcGpuOwnersFirst(o, row));
  tcEmitIfEnd(e, &then);
  tcEmitForEnd(e, &loop, 0, NULL);
  tcGpuBarrierAll(o->g);
  storeNumber(o, list);
}
