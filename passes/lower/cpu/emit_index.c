// Size expressions as integers: of the first lane, of all lanes, and bounds.
#include "passes/lower/cpu/emit.h"

#include "tc/gen/ArithOps.h"

#include <string.h>

//===- Forms --------------------------------------------------------------===//

static const char *vectorName(const TcEmit *e) {
  return e->lanes > 1 && e->vector >= 0 ? e->k->iters.data[e->vector].name
                                        : NULL;
}

TcForm tcEmitForm(TcEmit *e, const TcSize *expr) {
  const char *name = vectorName(e);
  const TcSize *step, *rest;
  int64_t n;
  if (!name || !tcSizeUses(expr, name))
    return (TcForm){TC_UNIFORM, 0};
  if (tcSizeCoefficient(e->arena, expr, name, &step, &rest) &&
      tcSizeIsConst(step, &n))
    return (TcForm){TC_LINEAR, n};
  return (TcForm){TC_VARYING, 0};
}

//===- Values -------------------------------------------------------------===//

typedef struct Fold {
  TcEmit *e;
  bool lanes; // of all lanes; else of the first
} Fold;

static void *keep(Fold *f, TcLane x) {
  TcLane *copy = TC_ARENA_NEW(f->e->arena, TcLane);
  if (copy)
    *copy = x;
  return copy;
}

static void *foldConstant(void *self, int64_t value) {
  Fold *f = self;
  return keep(f, tcLaneScalar(tcEmitI64(f->e, value)));
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
    return keep(f, x);
  }
  for (size_t i = 0; i < e->k->symbols.size; ++i)
    if (!strcmp(e->k->symbols.data[i], name))
      return keep(f, tcLaneScalar(e->symbols[i]));
  for (size_t i = 0; i < e->k->quotients.size; ++i)
    if (!strcmp(e->k->quotients.data[i].name, name))
      return keep(f, tcLaneScalar(e->symbols[e->k->symbols.size + i]));
  return NULL;
}

static TcLane floorDivide(TcEmit *e, TcLane x, TcLane y) {
  return tcEmitBin(e, tcArithFloordivsi, x, y);
}

static TcLane modulo(TcEmit *e, TcLane x, TcLane y) {
  TcLane whole = tcEmitBin(e, tcArithMuli, floorDivide(e, x, y), y);
  return tcEmitBin(e, tcArithSubi, x, whole);
}

static void *foldBinary(void *self, TcSizeOp op, void *lhs, void *rhs) {
  Fold *f = self;
  TcLane x = *(TcLane *)lhs, y = *(TcLane *)rhs;
  switch (op) {
  case TC_SIZE_ADD:
    return keep(f, tcEmitBin(f->e, tcArithAddi, x, y));
  case TC_SIZE_MUL:
    return keep(f, tcEmitBin(f->e, tcArithMuli, x, y));
  case TC_SIZE_FLOORDIV:
    return keep(f, floorDivide(f->e, x, y));
  case TC_SIZE_MOD:
    return keep(f, modulo(f->e, x, y));
  case TC_SIZE_MIN:
    return keep(f, tcEmitBin(f->e, tcArithMinsi, x, y));
  case TC_SIZE_MAX:
    return keep(f, tcEmitBin(f->e, tcArithMaxsi, x, y));
  }
  return NULL;
}

static TcLane fold(TcEmit *e, const TcSize *expr, bool lanes) {
  Fold f = {e, lanes};
  const TcSizeFolder folder = {&f, foldConstant, foldSymbol, foldBinary};
  TcLane *x = tcSizeFold(expr, &folder);
  return x ? *x : tcLaneScalar(tcEmitI64(e, 0));
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
  bool together = e->evenVectors && !e->evenOffset && e->vector >= 0 &&
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
