// Joins iterators of products, and of maps that transpose, that memory does not
// tell apart. Of a convolution by windows of one point, on images whose
// channels lie innermost,
//
//   contract (n, y, x, o) over (c) reads(%a[n, c, y, x], %w[o, c])
//
// all offsets grow with y as with as many x as there are, and with n as with as
// many y: one iterator of n * y * x points walks them, without a division for
// each row of a tile, and one loop is a third of the code of three.
//
// The inner iterator gets the points of both. The outer one is left with one,
// 0, so that offsets, which are linear in both, need no new names.
//
// Where channels lie outermost, rows and columns of an image are joined even if
// windows reach over its border: vectors run along the image then, whatever its
// width, and positions are found by division for what asks for the border,
//
//   reads(%a[n, c, floordiv(x, 56) + ky - 1, mod(x, 56) + kx - 1] else 0)
#include "passes/lower/cpu/kernel_impl.h"
#include "passes/lower/cpu/product.h"
#include "passes/schedule/text.h"

#include "ir/builder.h"
#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinAttributes.h"

// How an offset in memory depends on the iterators.
typedef struct Access {
  int64_t *strides; // by iterator
  bool *isFixed;    // by iterator: it cannot be joined
  bool *isBounded;  // by iterator: it decides whether a read is out of bounds
  TcCpuRead *read;  // NULL: a result
} Access;

typedef struct Join {
  TcCpuKernel *k;
  TC_VEC(Access) accesses;
  size_t n;          // iterators
  int64_t leastRows; // above which iterators of a border are joined
} Join;

//===- Accesses -----------------------------------------------------------===//

static void addAccess(Join *j, TcCpuRead *read, const TcSize *offset) {
  TcCpuKernel *k = j->k;
  Access a = {TC_ARENA_ARRAY(k->arena, int64_t, j->n + 1),
              TC_ARENA_ARRAY(k->arena, bool, j->n + 1),
              TC_ARENA_ARRAY(k->arena, bool, j->n + 1), read};
  for (size_t i = 0; i < j->n; ++i) {
    a.isFixed[i] = !tcCpuConstStride(k, offset, (int)i, &a.strides[i]);
  }
  tcVecPush(k->arena, &j->accesses, a);
}

static void addRead(Join *j, TcCpuRead *r) {
  TcCpuKernel *k = j->k;
  if (r->value->arg < 0)
    return;
  addAccess(j, r, tcCpuReadOffset(k, r));
  for (size_t i = 0; i < j->n && !mlirAttributeIsNull(r->fill); ++i)
    for (size_t d = 0; d < r->value->rank; ++d)
      if (tcSizeUses(r->index[d], k->iters.data[i].name))
        tcVecLast(&j->accesses).isBounded[i] = true;
}

static void addResults(Join *j, const TcCpuStage *s) {
  const TcSize **own = tcCpuOwnIndex(j->k, s);
  for (size_t r = 0; r < s->results.size; ++r)
    for (size_t d = 0; d < s->results.data[r]->dests.size; ++d)
      addAccess(j, NULL,
                tcCpuDestAt(j->k, &s->results.data[r]->dests.data[d], own));
}

//===- Pairs --------------------------------------------------------------===//

static bool haveSameRole(const TcCpuStage *s, int a, int b) {
  return tcCpuItersHave(&s->iters, a) == tcCpuItersHave(&s->iters, b) &&
         tcCpuItersHave(&s->over, a) == tcCpuItersHave(&s->over, b);
}

// Whether iterators that decide of the border can be joined: vectors run along
// `inner` in the results and in what is read so, which is a factor of which
// each vector serves many rows of the other.
static bool canJoinBorder(const Join *j, const Access *border, int inner) {
  const TcCpuStage *s = j->k->stages.data[0];
  int64_t rows = 1, n;
  for (size_t i = 0; i < j->accesses.size; ++i)
    if (!j->accesses.data[i].read && j->accesses.data[i].strides[inner] != 1)
      return false;
  for (size_t i = 0; i < s->iters.size; ++i) {
    n = tcCpuExtent(j->k, s->iters.data[i], 1);
    if (n > 1 && !tcCpuReadUses(j->k, border->read, s->iters.data[i]))
      rows *= n;
  }
  return border->strides[inner] == 1 &&
         (!mlirAttributeIsNull(j->k->schedule) || rows > j->leastRows) &&
         border->read >= s->reads.data &&
         border->read < s->reads.data + s->reads.size;
}

// Whether the schedule, if there is one, joins them though they have a border.
static bool saysJoin(const TcCpuKernel *k, int outer, int inner) {
  MlirAttribute entry = tcCpuIterEntry(k, inner), with;
  if (mlirAttributeIsNull(k->schedule))
    return true;
  if (mlirAttributeIsNull(entry) || !mlirAttributeIsADictionary(entry))
    return false;
  with = mlirDictionaryAttrGetElementByName(entry, tcStr("with"));
  if (mlirAttributeIsNull(with) || !mlirAttributeIsAArray(with))
    return false;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(with); ++i) {
    MlirAttribute name = mlirArrayAttrGetElement(with, i);
    if (mlirAttributeIsAString(name) &&
        mlirStringRefEqual(mlirStringAttrGetValue(name),
                           tcStr(k->iters.data[outer].name)))
      return true;
  }
  return false;
}

// Whether a step of `outer` is as many of `inner` as this has points.
static bool canJoin(const Join *j, int outer, int inner) {
  int64_t n = tcCpuExtent(j->k, inner, 0);
  if (outer == inner || n < 2 || tcCpuExtent(j->k, outer, 0) < 2)
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
    if ((a->isBounded[outer] || a->isBounded[inner]) &&
        !(j->k->stages.data[0]->contract && canJoinBorder(j, a, inner) &&
          saysJoin(j->k, outer, inner)))
      return false;
  }
  return true;
}

static bool areOfBorder(const Join *j, int outer, int inner) {
  for (size_t i = 0; i < j->accesses.size; ++i) {
    const Access *a = &j->accesses.data[i];
    if (a->isBounded[outer] || a->isBounded[inner])
      return true;
  }
  return false;
}

// Positions of a read that asks for the border, by the iterator of both.
static void divide(const Join *j, const Access *a, int outer, int inner) {
  TcCpuKernel *k = j->k;
  TcCpuRead *r = a->read;
  const TcSize *x = k->iters.data[inner].symbol;
  const TcSize *n = k->iters.data[inner].extent;
  TcMap map = {.arena = k->arena};
  tcMapSetText(&map, k->iters.data[outer].name,
               (void *)tcSizeFloorDiv(k->arena, x, n));
  tcMapSetText(&map, k->iters.data[inner].name,
               (void *)tcSizeMod(k->arena, x, n));
  const TcSize **index =
      TC_ARENA_ARRAY(k->arena, const TcSize *, r->value->rank + 1);
  for (size_t d = 0; d < r->value->rank; ++d)
    index[d] = tcSizeSubstitute(k->arena, r->index[d], &map);
  r->index = index;
}

static void join(Join *j, int outer, int inner) {
  TcCpuKernel *k = j->k;
  TcCpuIterChange change = {.iter = inner, .with = outer};
  if (areOfBorder(j, outer, inner))
    tcVecPush(k->arena, &k->changes, change);
  for (size_t i = 0; i < j->accesses.size; ++i) {
    const Access *a = &j->accesses.data[i];
    if (a->isBounded[outer] || a->isBounded[inner])
      divide(j, a, outer, inner);
  }
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

// The iterator along which memory is contiguous, or -1.
static int innermost(const Join *j, const Access *a) {
  int best = -1;
  for (size_t i = 0; i < j->n; ++i)
    if (a->strides[i] == 1 && !a->isFixed[i] &&
        tcCpuExtent(j->k, (int)i, 0) != 1)
      best = (int)i;
  return best;
}

// Whether a kernel is a map whose operands and results are contiguous along
// different iterators: blocks that are transposed in registers need as many
// points of each as there are lanes, which joined ones may have.
static bool isTransposition(const Join *j) {
  int first = -1;
  for (size_t i = 0; i < j->accesses.size; ++i) {
    int along = innermost(j, &j->accesses.data[i]);
    if (along >= 0 && first >= 0 && along != first)
      return true;
    first = along >= 0 ? along : first;
  }
  return false;
}

// `borders`: those alone that decide of a border, which a weight does not have.
static void joinAll(TcCpuKernel *k, const TcCpuSides *sides, bool borders) {
  bool isProduct = tcCpuKernelIsProduct(k);
  if (!isProduct && (borders || !tcCpuKernelIsMap(k)))
    return;
  Join j = {.k = k, .n = k->iters.size, .leastRows = sides->leastRows};
  for (size_t i = 0; i < k->stages.size; ++i) {
    TcCpuStage *s = k->stages.data[i];
    for (size_t r = 0; r < s->reads.size; ++r)
      addRead(&j, &s->reads.data[r]);
    addResults(&j, s);
  }
  if (!isProduct && !isTransposition(&j))
    return;
  bool changed = false;
  for (int inner = (int)j.n; inner-- > 0;)
    for (int outer = (int)j.n; outer-- > 0;)
      if ((!borders || areOfBorder(&j, outer, inner)) &&
          canJoin(&j, outer, inner)) {
        join(&j, outer, inner);
        changed = true;
        outer = (int)j.n; // what could not be joined before
      }
  if (changed)
    resize(k);
}

void tcCpuKernelFindSides(TcCpuKernel *k, const TcCpuSides *sides) {
  tcCpuKernelSplit(k, sides->leastGroup);
  joinAll(k, sides, true);
}

static MlirLogicalResult read(TcArena *arena, MlirOperation op,
                              MlirAttribute schedule, const TcCpuSides *sides,
                              TcCpuKernel *k) {
  if (mlirLogicalResultIsFailure(tcCpuKernelRead(arena, op, k)))
    return mlirLogicalResultFailure();
  k->schedule = schedule;
  k->guess = tcTextSizeHint(schedule);
  tcCpuStreamChooseLane(k, schedule);
  tcCpuKernelSplit(k, sides->leastGroup);
  joinAll(k, sides, false);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult tcCpuKernelReadJoined(TcArena *arena, MlirOperation op,
                                        MlirAttribute schedule,
                                        TcCpuKernel *k) {
  return read(arena, op, schedule, &(TcCpuSides){0}, k);
}

MlirLogicalResult tcCpuKernelReadSides(TcArena *arena, MlirOperation op,
                                       const TcCpuSides *sides,
                                       TcCpuKernel *k) {
  return read(arena, op, tcNoAttr(), sides, k);
}
