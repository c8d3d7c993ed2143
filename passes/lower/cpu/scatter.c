// loop.scatter at a point: combines an element into the copy of the base, at a
// position that the body computes. Points whose positions may coincide run one
// after the other, in one task (passes/schedule/cpu-legal.c). There may be many
// such tasks, each of which owns some positions (`owners`).
#include "passes/lower/cpu/scatter.h"
#include "passes/lower/cpu/gather.h"

#include "ir/attrs.h"
#include "ir/sizes.h"
#include "tc/gen/ArithOps.h"
#include "tc/gen/LoopOps.h"

// The iterator of the stage that an expression is, but for a shift by what has
// no iterators; or -1.
static int shiftedIter(const TcCpuKernel *k, const TcCpuStage *s,
                       MlirAttribute expr) {
  int found = -1;
  for (size_t i = 0; i < s->iters.size; ++i) {
    MlirStringRef name = tcStr(k->iters.data[s->iters.data[i]].name);
    int64_t factor;
    MlirAttribute rest;
    if (!tcSizeAttrUses(expr, name))
      continue;
    if (found >= 0 || !tcSizeAttrIsAffine(expr, name, &factor, &rest) ||
        factor != 1)
      return -1;
    found = s->iters.data[i];
  }
  return found;
}

// The expression that the position in dimension d is (#tc.size), or null.
static MlirAttribute positionAttr(const TcCpuStage *s, size_t d) {
  MlirOperation yield = mlirBlockGetTerminator(s->body);
  MlirValue v = mlirOperationGetOperand(yield, (intptr_t)d);
  MlirOperation op = {NULL};
  if (mlirValueIsAOpResult(v))
    op = mlirOpResultGetOwner(v);
  return op.ptr && tcLoopOpKind(op) == TC_LOOP_INDEX ? tcLoopIndexGetExpr(op)
                                                     : mlirAttributeGetNull();
}

int tcScatterIter(const TcCpuKernel *k, const TcCpuStage *s, size_t d) {
  MlirAttribute expr = positionAttr(s, d);
  return expr.ptr ? shiftedIter(k, s, expr) : -1;
}

const TcSize *tcScatterExpr(const TcCpuKernel *k, const TcCpuStage *s,
                            size_t d) {
  if (tcScatterIter(k, s, d) < 0)
    return NULL;
  const TcSize *expr = tcSizeAttrParse(k->arena, positionAttr(s, d));
  return s->subst.size ? tcSizeSubstitute(k->arena, expr, &s->subst) : expr;
}

static TcLane isWithin(TcEmit *e, TcLane i, const TcSize *size) {
  return tcEmitIsWithin(e, i, tcLaneScalar(tcEmitExpr(e, size)));
}

TcLane tcScatterOffset(TcEmit *e, const TcCpuValue *v, const TcPlace *to,
                       const TcLane *index, TcLane *in) {
  TcLane offset = tcLaneScalar(tcEmitExpr(e, to->offset));
  *in = (TcLane){.v = {NULL}};
  for (size_t d = 0; d < v->rank; ++d) {
    *in = tcEmitAnd(e, *in, isWithin(e, index[d], v->sizes[d]));
    TcLane stride = tcLaneScalar(tcEmitExpr(e, to->strides[d]));
    offset = tcEmitBin(e, tcArithAddi, offset,
                       tcEmitBin(e, tcArithMuli, index[d], stride));
  }
  return offset;
}

// Positions that are iterators make no difference: tasks for these are there
// anyway.
MlirValue tcStageOwns(TcEmit *e, const TcCpuStage *s, const TcLane *index) {
  int iter = s->owners - 1;
  TcLane sum = tcLaneScalar(tcEmitI64(e, 0)),
         own = tcLaneScalar(e->iters[iter]);
  for (size_t d = 0; d < s->results.data[0]->rank; ++d)
    if (tcScatterIter(e->k, s, d) < 0)
      sum = tcEmitBin(e, tcArithAddi, sum, index[d]);
  MlirValue n = tcEmitExpr(e, e->k->iters.data[iter].extent);
  MlirValue last = tcArithSubi(&e->b, n, tcEmitI64(e, 1));
  sum = tcEmitBin(e, tcArithAndi, sum, tcLaneScalar(last));
  if (e->ownersEnd.ptr) {
    TcLane n = tcLaneScalar(tcArithSubi(&e->b, e->ownersEnd, own.v));
    sum = tcEmitBin(e, tcArithSubi, sum, own);
    tcEmitUnify(e, &sum, &n);
    return tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_ULT, sum.v, n.v);
  }
  tcEmitUnify(e, &sum, &own);
  return tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ, sum.v, own.v);
}

void tcScatterCombine(TcEmit *e, const TcCpuStage *s, const TcPlace *to,
                      TcLane offset, TcLane x) {
  MlirType element = s->results.data[0]->element;
  if (s->kinds[0] != TC_CPU_SET) {
    TcLane old =
        tcEmitLoadAt(e, to->base, element, offset, (TcLane){.v = {NULL}});
    x = tcEmitCombine(e, s->kinds[0], element, old, x);
  }
  tcEmitStoreAt(e, to->base, element, offset, x);
}

bool tcScatterRow(TcEmit *e, const TcCpuStage *s, const TcLane *yields,
                  TcGatherIndex *index) {
  const TcCpuValue *v = s->results.data[0];
  for (size_t d = 0; d < v->rank; ++d) {
    const TcSize *expr = tcScatterExpr(e->k, s, d);
    if (expr && !tcCpuProvablyIn(e->k, expr, v->sizes[d]))
      return false;
    if (!expr && yields[d].wide)
      return false;
    index[d] = (TcGatherIndex){yields[d], expr};
  }
  return true;
}

TcLane tcScatterRowIsIn(TcEmit *e, const TcCpuValue *v,
                        const TcGatherIndex *index) {
  TcLane in = {.v = {NULL}};
  for (size_t d = 0; d < v->rank; ++d)
    if (!index[d].expr)
      in = tcEmitAnd(e, in, isWithin(e, index[d].lane, v->sizes[d]));
  return in;
}

// Combines lanes that lie along an iterator, from a position on that is the
// same for all.
static void scatterRow(TcEmit *e, const TcCpuStage *s, const TcPlace *to,
                       const TcGatherIndex *index, TcLane x) {
  const TcCpuValue *v = s->results.data[0];
  TcLane in = tcScatterRowIsIn(e, v, index), none = {.v = {NULL}};
  TcLoop then;
  if (in.v.ptr) {
    tcEmitReport(e, in);
    then = tcEmitIf(e, in.v);
  }
  const TcSize **rest = TC_ARENA_ARRAY(e->arena, const TcSize *, v->rank + 1);
  TcPlace row = tcEmitPlaceAt(e, *to, v, v->element, index, rest);
  if (s->kinds[0] != TC_CPU_SET) {
    TcLane old = tcEmitLoad(e, &row, v->element, v->rank, rest, none);
    x = tcEmitCombine(e, s->kinds[0], v->element, old, x);
  }
  tcEmitStore(e, &row, v->element, v->rank, rest, x);
  if (in.v.ptr)
    tcEmitIfEnd(e, &then);
}

void tcStageScatter(TcEmit *e, const TcCpuStage *s, const TcLane *yields) {
  const TcCpuValue *v = s->results.data[0];
  TcPlace to = tcEmitPlaceOf(e, v);
  TcGatherIndex *index = TC_ARENA_ARRAY(e->arena, TcGatherIndex, v->rank + 1);
  if (e->lanes > 1 && tcScatterRow(e, s, yields, index)) {
    scatterRow(e, s, &to, index, yields[v->rank]);
    return;
  }
  TcLane in, x = yields[v->rank], mask = e->mask;
  TcLane offset = tcScatterOffset(e, v, &to, yields, &in);
  if (!in.v.ptr) { // one element
    tcScatterCombine(e, s, &to, offset, x);
    return;
  }
  tcEmitReport(e, in);
  if (e->lanes > 1) {
    e->mask = tcEmitWiden(e, tcEmitAnd(e, mask, in));
    tcScatterCombine(e, s, &to, offset, x);
    e->mask = mask;
    return;
  }
  TcLoop then = tcEmitIf(e, in.v);
  tcScatterCombine(e, s, &to, offset, x);
  tcEmitIfEnd(e, &then);
}

//===- Owners -------------------------------------------------------------===//

// The row is there at all, so that its first point can be asked.
MlirValue tcNestOwnsRow(TcNestRun *x, size_t level) {
  TcEmit *e = x->e;
  const TcCpuStage *s = x->n->stages.data[0];
  int iter = x->loops.data[level];
  const MlirValue none = {NULL};
  int64_t extent;
  if (s->kind != TC_CPU_SCATTER || !s->owners || x->owned ||
      iter != x->n->vector || level + 1 != x->loops.size ||
      !tcSizeIsConst(e->k->iters.data[iter].extent, &extent) || extent < 1)
    return none;
  int64_t lanes = e->lanes;
  int vector = e->vector;
  MlirValue low, high;
  size_t forwarded = e->forwarded.size;
  tcIterBounds(e, iter, &low, &high);
  e->iters[iter] = low;
  e->lanes = x->n->lanes;
  e->vector = iter;
  const TcLane *yields = tcNestEvaluate(x, 0);
  bool uniform = yields;
  for (size_t d = 0; uniform && d < s->results.data[0]->rank; ++d)
    uniform = tcScatterIter(e->k, s, d) >= 0 || !yields[d].wide;
  MlirValue owns = uniform ? tcStageOwns(e, s, yields) : none;
  e->forwarded.size = forwarded;
  e->lanes = lanes;
  e->vector = vector;
  return owns;
}

bool tcNestSearches(const TcNestRun *x, size_t level) {
  const TcCpuStage *s = x->n->stages.data[0];
  return level + 1 == x->loops.size && x->n->stages.size == 1 && !x->owned &&
         s->kind == TC_CPU_SCATTER && s->owners && x->n->vector < 0 &&
         x->n->plan.ahead;
}

static MlirValue word(TcEmit *e, int64_t bits) {
  return tcEmitInt(e, e->i32, bits);
}

// The points from `first` on that the task owns, as bits; those from `high` on
// do not exist.
static MlirValue findOwn(TcNestRun *x, int iter, MlirValue first,
                         MlirValue high) {
  TcEmit *e = x->e;
  MlirValue found = word(e, 0);
  MlirValue last = tcArithSubi(&e->b, high, tcEmitI64(e, 1));
  size_t forwarded = e->forwarded.size;
  for (int64_t i = 0; i < x->n->plan.ahead; ++i) {
    MlirValue at = tcArithAddi(&e->b, first, tcEmitI64(e, i));
    e->iters[iter] = tcArithMinsi(&e->b, at, last);
    TcLane *yields = tcNestEvaluate(x, 0);
    if (!yields)
      return found;
    MlirValue owns =
        tcArithAndi(&e->b, tcStageOwns(e, x->n->stages.data[0], yields),
                    tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLT, at, high));
    found =
        tcArithOri(&e->b, found,
                   tcArithSelect(&e->b, owns, word(e, 1LL << i), word(e, 0)));
    e->forwarded.size = forwarded;
  }
  return found;
}

// A task visits all points to find its own, which are few: it looks at several
// positions, whose loads do not wait for each other, before it combines.
void tcNestSearch(TcNestRun *x, int iter, MlirValue low, MlirValue high) {
  TcEmit *e = x->e;
  MlirValue none = word(e, 0);
  TcLoop blocks = tcEmitFor(e, low, high, x->n->plan.ahead, -1, 0, NULL);
  MlirValue first = mlirBlockGetArgument(blocks.body, 0);
  MlirValue found = findOwn(x, iter, first, high);
  TcLoop any =
      tcEmitIf(e, tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_NE, found, none));
  TcLoop points = tcEmitFor(e, tcEmitI64(e, 0), tcEmitI64(e, x->n->plan.ahead),
                            1, -1, 0, NULL);
  MlirValue i = mlirBlockGetArgument(points.body, 0);
  MlirValue own = tcArithAndi(
      &e->b, tcArithShrui(&e->b, found, tcArithTrunci(&e->b, e->i32, i)),
      word(e, 1));
  TcLoop one =
      tcEmitIf(e, tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_NE, own, none));
  e->iters[iter] = tcArithAddi(&e->b, first, i);
  TcLane *yields = x->ok ? tcNestEvaluate(x, 0) : NULL;
  if (yields)
    tcStageScatter(e, x->n->stages.data[0], yields);
  tcEmitIfEnd(e, &one);
  tcEmitForEnd(e, &points, 0, NULL);
  tcEmitIfEnd(e, &any);
  tcEmitForEnd(e, &blocks, 0, NULL);
}
