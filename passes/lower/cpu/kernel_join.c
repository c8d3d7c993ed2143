// Joins iterators of products that memory does not tell apart. Of a convolution
// by windows of one point, on images whose channels lie innermost,
//
//   contract (n, y, x, o) over (c) reads(%a[n, c, y, x], %w[o, c])
//
// all offsets grow with y as with as many x as there are, and with n as with as
// many y: one iterator of n * y * x points walks them, without a division for
// each row of a tile, and one loop is a third of the code of three.
//
// The inner iterator gets the points of both. The outer one is left with one,
// 0, so that offsets, which are linear in both, need no new names.
#include "passes/lower/cpu/kernel_impl.h"
#include "passes/lower/cpu/product.h"

#include "tc/gen/LoopOps.h"

// How an offset in memory depends on the iterators.
typedef struct Access {
  int64_t *strides; // by iterator
  bool *isFixed;    // by iterator: it cannot be joined
} Access;

typedef struct Join {
  TcCpuKernel *k;
  TC_VEC(Access) accesses;
  size_t n; // iterators
} Join;

//===- What is joined -----------------------------------------------------===//

// Whether the points of the stage are nothing but places in memory.
static bool hasPlainBody(const TcCpuStage *s) {
  if (s->in || s->gathered.size || mlirBlockIsNull(s->body))
    return false;
  MlirOperation op = mlirBlockGetFirstOperation(s->body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (tcLoopOpKind(op) == TC_LOOP_INDEX || mlirOperationGetNumRegions(op) > 0)
      return false;
  return true;
}

bool tcCpuKernelIsProduct(const TcCpuKernel *k) {
  for (size_t i = 0; i < k->stages.size; ++i) {
    const TcCpuStage *s = k->stages.data[i];
    if (!hasPlainBody(s) || (i ? s->kind != TC_CPU_MAP : !s->contract) ||
        !tcCpuItersSame(k, &s->iters, &k->stages.data[0]->iters))
      return false;
    for (size_t r = 0; r < s->reads.size; ++r)
      if (s->reads.data[r].value->stage &&
          !tcCpuReadsOwnIndex(k, &s->reads.data[r]))
        return false;
  }
  return k->stages.size > 0 && !k->stages.data[0]->ordered;
}

//===- Accesses -----------------------------------------------------------===//

static void addAccess(Join *j, const TcSize *offset) {
  TcCpuKernel *k = j->k;
  Access a = {TC_ARENA_ARRAY(k->arena, int64_t, j->n + 1),
              TC_ARENA_ARRAY(k->arena, bool, j->n + 1)};
  for (size_t i = 0; i < j->n; ++i) {
    const TcSize *step, *rest;
    a.isFixed[i] = !tcSizeCoefficient(k->arena, offset, k->iters.data[i].name,
                                      &step, &rest) ||
                   !tcSizeIsConst(step, &a.strides[i]);
  }
  tcVecPush(k->arena, &j->accesses, a);
}

// Iterators that decide whether a read is out of bounds have to stay.
static void addRead(Join *j, const TcCpuRead *r) {
  TcCpuKernel *k = j->k;
  if (r->value->arg < 0)
    return;
  addAccess(j, tcProductOffset(k, r->value->arg, r->index));
  for (size_t i = 0; i < j->n && !mlirAttributeIsNull(r->fill); ++i)
    for (size_t d = 0; d < r->value->rank; ++d)
      if (tcSizeUses(r->index[d], k->iters.data[i].name))
        tcVecLast(&j->accesses).isFixed[i] = true;
}

static void addResults(Join *j, const TcCpuStage *s) {
  const TcSize **own = tcCpuOwnIndex(j->k, s);
  for (size_t r = 0; r < s->results.size; ++r)
    for (size_t d = 0; d < s->results.data[r]->dests.size; ++d)
      addAccess(j, tcProductOffset(
                       j->k, s->results.data[r]->dests.data[d].buffer, own));
}

//===- Pairs --------------------------------------------------------------===//

static bool haveSameRole(const TcCpuStage *s, int a, int b) {
  return tcCpuItersHave(&s->iters, a) == tcCpuItersHave(&s->iters, b) &&
         tcCpuItersHave(&s->over, a) == tcCpuItersHave(&s->over, b);
}

static int64_t pointsOf(const TcCpuKernel *k, int iter) {
  int64_t n;
  return tcSizeIsConst(k->iters.data[iter].extent, &n) ? n : 0;
}

// Whether a step of `outer` is as many of `inner` as this has points.
static bool canJoin(const Join *j, int outer, int inner) {
  int64_t n = pointsOf(j->k, inner);
  if (outer == inner || n < 2 || pointsOf(j->k, outer) < 2)
    return false;
  for (size_t i = 0; i < j->k->stages.size; ++i)
    if (!haveSameRole(j->k->stages.data[i], outer, inner))
      return false;
  for (size_t i = 0; i < j->accesses.size; ++i) {
    const Access *a = &j->accesses.data[i];
    int64_t step;
    if (a->isFixed[outer] || a->isFixed[inner] ||
        __builtin_mul_overflow(a->strides[inner], n, &step) ||
        a->strides[outer] != step)
      return false;
  }
  return true;
}

static void join(Join *j, int outer, int inner) {
  TcCpuKernel *k = j->k;
  TcCpuIter *from = &k->iters.data[outer], *to = &k->iters.data[inner];
  to->extent = to->most = tcSizeMul(k->arena, from->extent, to->extent);
  from->extent = from->most = tcSizeConst(k->arena, 1);
}

// Values of stages have the sizes of their iterators.
static void resize(TcCpuKernel *k) {
  for (size_t i = 0; i < k->stages.size; ++i) {
    const TcCpuStage *s = k->stages.data[i];
    for (size_t r = 0; r < s->results.size; ++r) {
      TcCpuValue *v = s->results.data[r];
      v->sizes = TC_ARENA_ARRAY(k->arena, const TcSize *, v->rank + 1);
      for (size_t d = 0; d < v->rank; ++d)
        v->sizes[d] = k->iters.data[s->iters.data[d]].extent;
    }
  }
}

static void joinAll(TcCpuKernel *k) {
  if (!tcCpuKernelIsProduct(k))
    return;
  Join j = {.k = k, .n = k->iters.size};
  for (size_t i = 0; i < k->stages.size; ++i) {
    const TcCpuStage *s = k->stages.data[i];
    for (size_t r = 0; r < s->reads.size; ++r)
      addRead(&j, &s->reads.data[r]);
    addResults(&j, s);
  }
  bool changed = false;
  for (int inner = (int)j.n; inner-- > 0;)
    for (int outer = (int)j.n; outer-- > 0;)
      if (canJoin(&j, outer, inner)) {
        join(&j, outer, inner);
        changed = true;
        outer = (int)j.n; // what could not be joined before
      }
  if (changed)
    resize(k);
}

MlirLogicalResult tcCpuKernelReadJoined(TcArena *arena, MlirOperation op,
                                        TcCpuKernel *k) {
  if (mlirLogicalResultIsFailure(tcCpuKernelRead(arena, op, k)))
    return mlirLogicalResultFailure();
  tcCpuKernelSplit(k);
  joinAll(k);
  return mlirLogicalResultSuccess();
}
