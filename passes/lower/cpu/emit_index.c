// Size expressions as integers: of the first lane, of all lanes, and bounds.
#include "passes/lower/cpu/gather.h"

#include "tc/gen/ArithOps.h"

#include <string.h>

//===- Forms --------------------------------------------------------------===//

static const char *vectorName(const TcEmit *e) {
  return e->lanes > 1 && e->vector >= 0 ? e->k->iters.data[e->vector].name
                                        : NULL;
}

// Whether the first lane is at a multiple of the lanes.
static bool startsEven(const TcEmit *e) {
  return e->evenVectors && !e->evenOffset && e->vector >= 0;
}

TcForm tcEmitForm(TcEmit *e, const TcSize *expr) {
  const char *name = vectorName(e);
  int64_t n;
  if (!name || !tcSizeUses(expr, name))
    return (TcForm){TC_UNIFORM, 0};
  if (tcCpuConstStride(e->k, expr, e->vector, &n))
    return (TcForm){TC_LINEAR, n};
  bool same =
      startsEven(e) && tcCpuIsSameTogether(e->k, expr, e->vector, e->lanes);
  return (TcForm){same ? TC_UNIFORM : TC_VARYING, 0};
}

//===- Values -------------------------------------------------------------===//

typedef struct Fold {
  TcEmit *e;
  bool lanes; // of all lanes; else of the first
} Fold;

// A part of an expression.
typedef struct Part {
  TcLane x;
  bool isSmall;    // in 0 .. `most`
  int64_t most;    // at most MOST_SMALL
  bool isConstant; // it is `most`
} Part;

// So that vectors of 32 bits hold it, lanes beyond the last one as well.
enum { MOST_SMALL = 1 << 30 };

static Part *keep(Fold *f, TcLane x) {
  Part *p = TC_ARENA_NEW(f->e->arena, Part);
  if (p)
    *p = (Part){.x = x};
  return p;
}

static Part *keepSmall(Fold *f, TcLane x, bool isSmall, int64_t most) {
  Part *p = keep(f, x);
  if (p && isSmall && most >= 0 && most <= MOST_SMALL) {
    p->isSmall = true;
    p->most = most;
  }
  return p;
}

static void *foldConstant(void *self, int64_t value) {
  Fold *f = self;
  Part *p = keepSmall(f, tcLaneScalar(tcEmitI64(f->e, value)), true, value);
  if (p)
    p->isConstant = p->isSmall;
  return p;
}

static void *foldSymbol(void *self, const char *name) {
  Fold *f = self;
  TcEmit *e = f->e;
  for (size_t i = 0; i < e->k->iters.size; ++i) {
    if (strcmp(e->k->iters.data[i].name, name))
      continue;
    TcLane x = tcLaneScalar(e->iters[i]);
    if (f->lanes && e->lanes > 1 && (int)i == e->vector)
      x = tcEmitBin(e, tcArithAddi, x,
                    (TcLane){.v = tcEmitIota(e, e->i64, 1), .wide = true});
    int64_t low, high;
    bool known = e->k->ranges.range(e->k->ranges.self, name, &low, &high);
    return keepSmall(f, x, known && low >= 0, high);
  }
  for (size_t i = 0; i < e->k->symbols.size; ++i)
    if (!strcmp(e->k->symbols.data[i], name))
      return keep(f, tcLaneScalar(e->symbols[i]));
  for (size_t i = 0; i < e->k->quotients.size; ++i)
    if (!strcmp(e->k->quotients.data[i].name, name))
      return keep(f, tcLaneScalar(e->symbols[e->k->symbols.size + i]));
  return NULL;
}

// A half is a shift, which rounds down: emit_int.c says what LLVM makes of a
// division by 2. Vectors of small numbers are divided in 32 bits: machines have
// no product of 64 bits of which they keep the upper half.
static TcLane floorDivide(TcEmit *e, const Part *x, const Part *y) {
  if (y->isConstant && y->most == 2)
    return tcEmitBin(e, tcArithShrsi, x->x, tcLaneScalar(tcEmitI64(e, 1)));
  if (!x->x.wide || !x->isSmall || !y->isConstant || !y->most)
    return tcEmitBin(e, tcArithFloordivsi, x->x, y->x);
  MlirType narrow = tcEmitTypeOf(e, e->i32, true);
  TcLane a = {.v = tcArithTrunci(&e->b, narrow, x->x.v), .wide = true};
  TcLane b = tcLaneScalar(tcEmitInt(e, e->i32, y->most));
  TcLane q = tcEmitBin(e, tcArithDivui, a, b);
  return (TcLane){.v = tcArithExtui(&e->b, tcEmitTypeOf(e, e->i64, true), q.v),
                  .wide = true};
}

static TcLane modulo(TcEmit *e, const Part *x, const Part *y) {
  TcLane whole = tcEmitBin(e, tcArithMuli, floorDivide(e, x, y), y->x);
  return tcEmitBin(e, tcArithSubi, x->x, whole);
}

// The greatest value of a sum, product or quotient of small numbers; MOST_SMALL
// + 1 where it may be greater.
static int64_t mostOf(TcSizeOp op, const Part *x, const Part *y) {
  int64_t n = MOST_SMALL + 1LL;
  if (!x->isSmall || !y->isSmall)
    return n;
  if (op == TC_SIZE_ADD)
    return x->most + y->most;
  if (op == TC_SIZE_MUL)
    return x->most * y->most;
  if (op == TC_SIZE_FLOORDIV && y->isConstant && y->most)
    return x->most / y->most;
  return op == TC_SIZE_MOD && y->isConstant && y->most ? y->most - 1 : n;
}

static TcLane foldTwo(TcEmit *e, TcSizeOp op, const Part *x, const Part *y) {
  switch (op) {
  case TC_SIZE_ADD:
    return tcEmitBin(e, tcArithAddi, x->x, y->x);
  case TC_SIZE_MUL:
    return tcEmitBin(e, tcArithMuli, x->x, y->x);
  case TC_SIZE_FLOORDIV:
    return floorDivide(e, x, y);
  case TC_SIZE_MOD:
    return modulo(e, x, y);
  case TC_SIZE_MIN:
    return tcEmitBin(e, tcArithMinsi, x->x, y->x);
  case TC_SIZE_MAX:
    break;
  }
  return tcEmitBin(e, tcArithMaxsi, x->x, y->x);
}

static void *foldBinary(void *self, TcSizeOp op, void *lhs, void *rhs) {
  Fold *f = self;
  return keepSmall(f, foldTwo(f->e, op, lhs, rhs), true, mostOf(op, lhs, rhs));
}

static void *foldLookup(void *self, const char *name, void *index) {
  Fold *f = self;
  const Part *at = index;
  const TcCpuTable *table = tcCpuFindTable(f->e->k, name);
  return keepSmall(f, tcEmitLookup(f->e, table, at->x), true, table->size - 1);
}

static TcLane fold(TcEmit *e, const TcSize *expr, bool lanes) {
  Fold f = {e, lanes};
  const TcSizeFolder folder = {&f, foldConstant, foldSymbol, foldBinary,
                               foldLookup};
  const Part *p = tcSizeFold(expr, &folder);
  return p ? p->x : tcLaneScalar(tcEmitI64(e, 0));
}

MlirValue tcEmitExpr(TcEmit *e, const TcSize *expr) {
  return fold(e, expr, false).v;
}

TcLane tcEmitExprLanes(TcEmit *e, const TcSize *expr) {
  TcForm form = tcEmitForm(e, expr);
  if (form.kind == TC_VARYING)
    return fold(e, expr, true);
  TcLane first = tcLaneScalar(tcEmitExpr(e, expr));
  if (form.kind == TC_UNIFORM)
    return first;
  TcLane steps = {.v = tcEmitIota(e, e->i64, form.step), .wide = true};
  return tcEmitBin(e, tcArithAddi, first, steps);
}

//===- Bounds -------------------------------------------------------------===//

static TcLane compare(TcEmit *e, TcArithCmpIPredicate how, TcLane x, TcLane y) {
  bool wide = tcEmitUnify(e, &x, &y);
  return (TcLane){.v = tcArithCmpi(&e->b, how, x.v, y.v), .wide = wide};
}

static bool isFact(const TcEmit *e, const TcSize *size) {
  for (size_t i = 0; i < e->facts.size; ++i)
    if (tcSizeEqual(e->facts.data[i], size))
      return true;
  return false;
}

static TcLane inBounds(TcEmit *e, const TcSize *index, const TcSize *size) {
  const TcSizeRanges *ranges = &e->k->ranges;
  TcLane in = {.v = {NULL}};
  const TcSize *zero = tcSizeConst(e->arena, 0);
  const TcSize *last = tcSizeSub(e->arena, size, tcSizeConst(e->arena, 1));
  bool low = tcSizeProvablyLessEqual(zero, index, ranges) || isFact(e, index);
  bool high = tcSizeProvablyLess(index, size, ranges) ||
              isFact(e, tcSizeSub(e->arena, last, index));
  if (low && high)
    return in;
  bool together = startsEven(e) &&
                  tcCpuMissTogether(e->k, index, size, e->vector, e->lanes);
  TcLane i =
      together ? tcLaneScalar(tcEmitExpr(e, index)) : tcEmitExprLanes(e, index);
  if (!low)
    in = compare(e, TC_ARITH_CMP_I_PREDICATE_SGE, i,
                 tcLaneScalar(tcEmitI64(e, 0)));
  if (high)
    return in;
  TcLane n = tcLaneScalar(tcEmitExpr(e, size));
  return tcEmitAnd(e, in, compare(e, TC_ARITH_CMP_I_PREDICATE_SLT, i, n));
}

TcLane tcEmitInBounds(TcEmit *e, size_t rank, const TcSize *const *index,
                      const TcSize *const *sizes) {
  TcLane in = {.v = {NULL}};
  for (size_t d = 0; d < rank; ++d)
    in = tcEmitAnd(e, in, inBounds(e, index[d], sizes[d]));
  return in;
}
