// Windows of reads: loops of a reduction whose reads, at their ends, lie
// outside of what they read (pools with a border). Where that gives the neutral
// element and is the same for all lanes, the loop runs over the terms inside
// alone. Where it differs between lanes, the loop is short and written out:
// with the ranges that the loop over lanes is cut into (cuts.c), each term is
// then inside, outside, or behind a mask that is a constant.
#include "passes/lower/cpu/nest.h"

#include "tc/gen/ArithOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>

static bool isShort(const TcCpuKernel *k, int iter) {
  enum { MOST = 64 };
  int64_t n;
  return tcSizeIsConst(k->iters.data[iter].extent, &n) && n <= MOST;
}

static bool isReduction(const TcNest *n) {
  for (size_t i = 0; i < n->stages.size; ++i)
    if (n->stages.data[i]->kind != TC_CPU_REDUCE)
      return false;
  return n->over.size > 0 && !n->alone;
}

//===- Written out --------------------------------------------------------===//

// Whether a bound of what the read may miss differs between steps of the loop
// and between lanes.
static bool missesBy(const TcNest *n, const TcCpuKernel *k, const TcCpuRead *r,
                     int iter) {
  const char *lanes = k->iters.data[n->vector].name;
  const char *steps = k->iters.data[iter].name;
  for (size_t d = 0; !mlirAttributeIsNull(r->fill) && d < r->value->rank; ++d)
    if (tcSizeUses(r->index[d], lanes) && tcSizeUses(r->index[d], steps))
      return true;
  return false;
}

bool tcNestHasWindow(const TcNest *n) { return n->plan.unroll; }

bool tcNestCanUnroll(const TcNest *n, const TcCpuKernel *k) {
  int last = n->over.size ? tcVecLast(&n->over) : -1;
  if (last < 0 || n->vector < 0 || !isReduction(n) || !isShort(k, last) ||
      tcCpuItersHave(&n->over, n->vector))
    return false;
  for (size_t i = 0; i < n->stages.size; ++i)
    for (size_t j = 0; j < n->stages.data[i]->reads.size; ++j)
      if (missesBy(n, k, &n->stages.data[i]->reads.data[j], last))
        return true;
  return false;
}

//===- Clipped ------------------------------------------------------------===//

static bool isNeutral(TcCpuKind kind, MlirAttribute fill) {
  if (!mlirAttributeIsAFloat(fill))
    return false;
  double x = mlirFloatAttrGetValueDouble(fill);
  switch (kind) {
  case TC_CPU_ADD:
    return x == 0 && !signbit(x);
  case TC_CPU_MAX:
    return x == -INFINITY;
  case TC_CPU_MIN:
    return x == INFINITY;
  default:
    return false;
  }
}

// The read whose elements the stage combines, where its fill changes nothing.
static const TcCpuRead *neutralRead(const TcCpuStage *s) {
  if (s->results.size != 1 || s->contract || s->ordered)
    return NULL;
  const TcCpuRead *r =
      mlirBlockIsNull(s->body) ? &s->reads.data[0] : tcStageReadYielded(s, 0);
  return r && !mlirAttributeIsNull(r->fill) && isNeutral(s->kinds[0], r->fill)
             ? r
             : NULL;
}

// Whether the loops outside of `level` give the size a value.
static bool isKnownOutside(const TcNestRun *x, const TcSize *size,
                           size_t level) {
  for (size_t i = level; i < x->loops.size; ++i)
    if (tcSizeUses(size, x->e->k->iters.data[x->loops.data[i]].name))
      return false;
  return x->n->vector < 0 ||
         !tcSizeUses(size, x->e->k->iters.data[x->n->vector].name);
}

// The dimension in which the read's position moves with the loop, the same for
// all lanes, and may be outside; or -1.
static int movesIn(const TcNestRun *x, const TcCpuRead *r, size_t level,
                   TcWindow *w) {
  TcCpuKernel *k = x->e->k;
  const char *name = k->iters.data[x->loops.data[level]].name;
  for (size_t d = 0; d < r->value->rank; ++d) {
    const TcSize *step, *rest;
    w->index = r->index[d];
    w->size = r->value->sizes[d];
    if (tcSizeUses(w->index, name) && !tcCpuProvablyIn(k, w->index, w->size) &&
        tcCpuStride(k, w->index, x->loops.data[level], &step, &rest) &&
        tcSizeIsConst(step, &w->step) && w->step > 0 &&
        isKnownOutside(x, rest, level)) {
      w->rest = rest;
      return (int)d;
    }
  }
  return -1;
}

bool tcNestClips(const TcNestRun *x, size_t level, TcWindow *w) {
  if (!isReduction(x->n) || !tcCpuItersHave(&x->n->over, x->loops.data[level]))
    return false;
  for (size_t i = 0; i < x->n->stages.size; ++i) {
    const TcCpuRead *r = neutralRead(x->n->stages.data[i]);
    TcWindow own;
    if (!r || movesIn(x, r, level, &own) < 0 ||
        (i && (!tcSizeEqual(own.index, w->index) ||
               !tcSizeEqual(own.size, w->size))))
      return false;
    *w = own;
  }
  return true;
}

void tcNestClip(TcNestRun *x, const TcWindow *w, MlirValue *low,
                MlirValue *high) {
  TcEmit *e = x->e;
  const TcSize *step = tcSizeConst(e->arena, w->step);
  const TcSize *first =
      tcSizeCeilDiv(e->arena, tcSizeNeg(e->arena, w->rest), step);
  const TcSize *end =
      tcSizeCeilDiv(e->arena, tcSizeSub(e->arena, w->size, w->rest), step);
  *low = tcArithMaxsi(&e->b, *low, tcEmitExpr(e, first));
  *high = tcArithMinsi(&e->b, *high, tcEmitExpr(e, end));
  const TcSize *last = tcSizeSub(e->arena, w->size, tcSizeConst(e->arena, 1));
  tcVecPush(e->arena, &e->facts, w->index);
  tcVecPush(e->arena, &e->facts, tcSizeSub(e->arena, last, w->index));
}
