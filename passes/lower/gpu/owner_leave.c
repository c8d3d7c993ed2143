// Phases by owners: rows with many points in a step are left to the launch
// behind (owner_long.c). Only where a step has found more points than such a
// row has are those of each row counted, in shared memory. Points of long rows
// are then taken out of what has been found, as though the step had none, and
// the rows listed in memory, in any order: no row depends on another.
//
//   left:  of each block and step: a number of rows, these rows
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

static MlirValue times(const TcGpuOwners *o, MlirValue x, MlirValue y) {
  return tcArithMuli(&o->g->e.b, x, y);
}

MlirValue tcGpuOwnersSteps(const TcGpuOwners *o) {
  TcEmit *e = &o->g->e;
  MlirValue most = plus(o, o->count, i64Of(o, o->step - 1));
  return tcArithDivui(&e->b, most, i64Of(o, o->step));
}

MlirValue tcGpuOwnersLeft(const TcGpuOwners *o, MlirValue block,
                          MlirValue step) {
  TcEmit *e = &o->g->e;
  const int32_t dynamic = INT32_MIN;
  MlirValue at = plus(o, times(o, block, tcGpuOwnersSteps(o)), step);
  at = times(o, at, i64Of(o, 1 + tcGpuMostLongRows(o->p)));
  return tcLlvmGetelementptr(&e->b, e->ptr, e->buffers[o->p->left], 1, &at, 1,
                             &dynamic, e->i32);
}

// The list of this block and step.
static MlirValue leftAt(const TcGpuOwners *o) {
  TcEmit *e = &o->g->e;
  MlirValue step = tcArithDivui(&e->b, o->first, i64Of(o, o->step));
  return tcGpuOwnersLeft(o, o->g->block, step);
}

//===- Counts -------------------------------------------------------------===//

static int64_t rowsOf(const TcGpuOwners *o) {
  return tcGpuOwnersRows(&o->g->k, o->s, o->dim);
}

static MlirValue countAt(const TcGpuOwners *o, MlirValue row) {
  return tcGpuOwnersWord(o, plus(o, i64Of(o, o->countsAt), row));
}

// Of long rows.
static MlirValue numberAt(const TcGpuOwners *o) {
  return countAt(o, i64Of(o, rowsOf(o)));
}

static void clearCounts(const TcGpuOwners *o) {
  TcEmit *e = &o->g->e;
  TcLoop loop = tcGpuForThread(o->g, i64Of(o, rowsOf(o) + 1), 0, NULL);
  tcLlvmStore(&e->b, tcEmitInt(e, e->i32, 0),
              countAt(o, tcGpuLoopIndex(&loop)));
  tcEmitForEnd(e, &loop, 0, NULL);
}

// Where the count of the row of a point of this step stands; of a position that
// is no row's, that of the first row. i1: whether it is a row's.
static MlirValue countOf(TcGpuOwners *o, MlirValue number, MlirValue *has) {
  TcEmit *e = &o->g->e;
  const TcLane *yields = tcGpuOwnersYields(o, plus(o, o->first, number));
  if (!yields) {
    *has = tcEmitInt(e, e->i1, 0);
    return countAt(o, i64Of(o, 0));
  }
  *has = tcGpuOwnersHas(o, yields[o->dim].v);
  MlirValue row = tcGpuOwnersRow(o, yields[o->dim].v);
  return countAt(o, tcArithSelect(&e->b, *has, row, i64Of(o, 0)));
}

static void countPoint(TcGpuOwners *o, MlirValue number) {
  TcEmit *e = &o->g->e;
  MlirValue has, at = countOf(o, number, &has);
  TcLoop then = tcEmitIf(e, has);
  tcLlvmAtomicrmw(&e->b, TC_LLVM_ATOMIC_BIN_OP_ADD, at, tcEmitInt(e, e->i32, 1),
                  TC_LLVM_ATOMIC_ORDERING_MONOTONIC);
  tcEmitIfEnd(e, &then);
}

static MlirValue isLong(const TcGpuOwners *o, MlirValue countAt) {
  TcEmit *e = &o->g->e;
  return tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_UGT,
                     tcLlvmLoad(&e->b, e->i32, countAt),
                     tcEmitInt(e, e->i32, o->p->longer));
}

//===- Leaving ------------------------------------------------------------===//

// Takes points of long rows out; the others' bits.
static MlirValue takeOut(TcGpuOwners *o, MlirValue found) {
  TcEmit *e = &o->g->e;
  TcLane bits[] = {tcLaneScalar(found), tcLaneScalar(found)};
  MlirValue n = tcArithExtui(&e->b, e->i64, tcLlvmIntrCtpop(&e->b, found)), has;
  TcLoop loop = tcEmitFor(e, i64Of(o, 0), n, 1, -1, 2, bits);
  MlirValue rest = tcGpuOwnersWithoutLowest(e, bits[0].v);
  MlirValue bit = tcArithXori(&e->b, bits[0].v, rest);
  MlirValue number = tcGpuOwnersNumber(o, tcGpuOwnersLowest(e, bits[0].v));
  MlirValue at = countOf(o, number, &has);
  MlirValue leaves = tcArithAndi(&e->b, has, isLong(o, at));
  TcLoop then = tcEmitIf(e, leaves);
  tcGpuOwnersUnmark(o, number);
  tcEmitIfEnd(e, &then);
  MlirValue without = tcArithXori(&e->b, bits[1].v, bit);
  bits[1].v = tcArithSelect(&e->b, leaves, without, bits[1].v);
  bits[0].v = rest;
  tcEmitForEnd(e, &loop, 2, bits);
  return bits[1].v;
}

// A row that has no point before this step has none so far.
static void forgetFirst(const TcGpuOwners *o, MlirValue row) {
  TcEmit *e = &o->g->e;
  MlirValue at = tcGpuOwnersFirst(o, row);
  MlirValue isHere = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SGE,
                                 tcLlvmLoad(&e->b, e->i64, at), o->first);
  TcLoop then = tcEmitIf(e, isHere);
  tcLlvmStore(&e->b, i64Of(o, INT64_MAX), at);
  tcEmitIfEnd(e, &then);
}

static MlirValue entryAt(const TcGpuOwners *o, MlirValue list, MlirValue i) {
  TcEmit *e = &o->g->e;
  const int32_t dynamic = INT32_MIN;
  return tcLlvmGetelementptr(&e->b, e->ptr, list, 1, &i, 1, &dynamic, e->i32);
}

static void listRows(const TcGpuOwners *o, MlirValue list) {
  TcEmit *e = &o->g->e;
  TcLoop loop = tcGpuForThread(o->g, i64Of(o, rowsOf(o)), 0, NULL);
  MlirValue row = tcGpuLoopIndex(&loop);
  TcLoop then = tcEmitIf(e, isLong(o, countAt(o, row)));
  MlirValue before = tcLlvmAtomicrmw(&e->b, TC_LLVM_ATOMIC_BIN_OP_ADD,
                                     numberAt(o), tcEmitInt(e, e->i32, 1),
                                     TC_LLVM_ATOMIC_ORDERING_MONOTONIC);
  MlirValue at = plus(o, tcArithExtui(&e->b, e->i64, before), i64Of(o, 1));
  tcLlvmStore(&e->b, tcArithTrunci(&e->b, e->i32, row), entryAt(o, list, at));
  forgetFirst(o, row);
  tcEmitIfEnd(e, &then);
  tcEmitForEnd(e, &loop, 0, NULL);
}

// One thread says how many rows there are.
static void storeNumber(const TcGpuOwners *o, MlirValue list, MlirValue n) {
  TcEmit *e = &o->g->e;
  TcLoop one = tcEmitIf(e, tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ,
                                       o->g->thread, i64Of(o, 0)));
  tcLlvmStore(&e->b, n, list);
  tcEmitIfEnd(e, &one);
}

static MlirValue leaveLong(TcGpuOwners *o, MlirValue list, MlirValue found) {
  TcEmit *e = &o->g->e;
  clearCounts(o);
  tcGpuBarrierAll(o->g);
  tcGpuOwnersForFound(o, tcLaneScalar(found), countPoint);
  tcGpuBarrierAll(o->g);
  found = takeOut(o, found);
  listRows(o, list);
  tcGpuBarrierAll(o->g);
  storeNumber(o, list, tcLlvmLoad(&e->b, e->i32, numberAt(o)));
  return found;
}

MlirValue tcGpuOwnersLeave(TcGpuOwners *o, MlirValue found) {
  TcEmit *e = &o->g->e;
  MlirValue list = leftAt(o);
  MlirValue isMany = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_UGT,
                                 tcGpuOwnersFound(o), i64Of(o, o->p->longer));
  TcLoop many = tcEmitIfOne(e, isMany, e->i32);
  tcEmitElseOne(e, &many, leaveLong(o, list, found));
  storeNumber(o, list, tcEmitInt(e, e->i32, 0));
  return tcEmitIfOneEnd(e, &many, found);
}
