// Where the accesses of a kernel go. See kernel_access.h.
#include "passes/lower/cpu/kernel_access.h"
#include "passes/lower/cpu/kernel_impl.h"

#include "lib/cost/estimate.h"

#include <math.h>
#include <string.h>

//===- Offsets ------------------------------------------------------------===//

const TcSize *tcCpuOffset(TcArena *arena, size_t rank,
                          const TcSize *const *strides, const TcSize *offset,
                          const TcSize *const *index) {
  const TcSize *sum = offset ? offset : tcSizeConst(arena, 0);
  for (size_t d = 0; d < rank; ++d)
    sum = tcSizeAdd(arena, sum, tcSizeMul(arena, index[d], strides[d]));
  return sum;
}

const TcSize *tcCpuDestOffset(const TcCpuKernel *k, const TcCpuDest *dest) {
  const TcCpuBuffer *buffer = &k->buffers.data[dest->buffer];
  return dest->offsets ? tcCpuOffset(k->arena, buffer->rank, buffer->strides,
                                     buffer->offset, dest->offsets)
                       : buffer->offset;
}

const TcSize **tcCpuDestStrides(const TcCpuKernel *k, const TcCpuDest *dest) {
  const TcCpuBuffer *b = &k->buffers.data[dest->buffer];
  if (!dest->steps)
    return b->strides;
  const TcSize **strides =
      TC_ARENA_ARRAY(k->arena, const TcSize *, b->rank + 1);
  for (size_t d = 0; d < b->rank; ++d)
    strides[d] = tcSizeMul(k->arena, b->strides[d],
                           tcSizeConst(k->arena, dest->steps[d]));
  return strides;
}

const TcSize *tcCpuDestAt(const TcCpuKernel *k, const TcCpuDest *dest,
                          const TcSize *const *index) {
  return tcSizeSimplify(
      k->arena,
      tcCpuOffset(k->arena, k->buffers.data[dest->buffer].rank,
                  tcCpuDestStrides(k, dest), tcCpuDestOffset(k, dest), index),
      &k->ranges);
}

const TcSize *tcCpuBufferOffset(const TcCpuKernel *k, int buffer,
                                const TcSize *const *index) {
  const TcCpuBuffer *b = &k->buffers.data[buffer];
  return tcSizeSimplify(
      k->arena, tcCpuOffset(k->arena, b->rank, b->strides, b->offset, index),
      &k->ranges);
}

const TcSize *tcCpuReadOffset(const TcCpuKernel *k, const TcCpuRead *r) {
  return tcCpuBufferOffset(k, r->value->arg, r->index);
}

//===- Strides ------------------------------------------------------------===//

bool tcCpuStride(const TcCpuKernel *k, const TcSize *offset, int iter,
                 const TcSize **stride, const TcSize **rest) {
  return tcSizeCoefficient(k->arena, offset, k->iters.data[iter].name, stride,
                           rest);
}

bool tcCpuConstStride(const TcCpuKernel *k, const TcSize *offset, int iter,
                      int64_t *stride) {
  const TcSize *by, *rest;
  return tcCpuStride(k, offset, iter, &by, &rest) && tcSizeIsConst(by, stride);
}

bool tcCpuHasStride(const TcCpuKernel *k, const TcSize *offset, int iter,
                    int64_t stride) {
  int64_t n;
  return tcCpuConstStride(k, offset, iter, &n) && n == stride;
}

double tcCpuDistance(const TcCpuKernel *k, const TcSize *offset, int iter) {
  const TcSize *stride, *rest;
  if (!tcCpuStride(k, offset, iter, &stride, &rest))
    return INFINITY;
  if (tcSizeProvablyLessEqual(stride, tcSizeConst(k->arena, 0), &k->ranges))
    stride = tcSizeMul(k->arena, stride, tcSizeConst(k->arena, -1));
  return (double)tcEstimate(stride, k->guess);
}

double tcCpuWriteDistance(const TcCpuKernel *k, const TcCpuStage *s, int iter) {
  const TcCpuDest *dest = &s->results.data[0]->dests.data[0];
  return tcCpuDistance(k, tcCpuDestAt(k, dest, tcCpuOwnIndex(k, s)), iter);
}

// What is left of the offset where the iterator is 0.
static const TcSize *withoutIter(const TcCpuKernel *k, const TcSize *offset,
                                 int iter) {
  TcMap map = {.arena = k->arena};
  tcMapSetText(&map, k->iters.data[iter].name,
               (void *)tcSizeConst(k->arena, 0));
  return tcSizeSubstitute(k->arena, offset, &map);
}

bool tcCpuIsZeros(MlirAttribute fill) {
  if (mlirAttributeIsAInteger(fill))
    return mlirIntegerAttrGetValueInt(fill) == 0;
  if (!mlirAttributeIsAFloat(fill))
    return false;
  double x = mlirFloatAttrGetValueDouble(fill);
  return x == 0 && !signbit(x);
}

const TcSize *tcCpuWithoutOnes(const TcCpuKernel *k, const TcSize *offset) {
  for (size_t i = 0; i < k->iters.size; ++i)
    if (tcCpuIterIsOne(k, (int)i) && tcSizeUses(offset, k->iters.data[i].name))
      offset = withoutIter(k, offset, (int)i);
  return offset;
}

bool tcCpuFlatStride(const TcCpuKernel *k, const TcSize *offset,
                     const TcCpuIters *iters, const TcSize **stride,
                     const TcSize **rest) {
  const TcSize *by, *inner = tcSizeConst(k->arena, 1);
  *stride = NULL;
  *rest = offset;
  for (size_t i = iters->size; i-- > 0;) {
    int iter = iters->data[i];
    if (tcCpuIterIsOne(k, iter)) {
      *rest = withoutIter(k, *rest, iter);
      continue;
    }
    if (!tcCpuStride(k, *rest, iter, &by, rest))
      return false;
    *stride = *stride ? *stride : by;
    const TcSize *expected = tcSizeSimplify(
        k->arena, tcSizeMul(k->arena, *stride, inner), &k->ranges);
    if (!tcSizeEqual(by, expected))
      return false;
    inner = tcSizeMul(k->arena, inner, k->iters.data[iter].extent);
  }
  *stride = *stride ? *stride : tcSizeConst(k->arena, 0);
  return true;
}

//===- Bounds -------------------------------------------------------------===//

bool tcCpuProvablyIn(const TcCpuKernel *k, const TcSize *index,
                     const TcSize *size) {
  const TcSize *zero = tcSizeConst(k->arena, 0);
  return tcSizeProvablyLessEqual(zero, index, &k->ranges) &&
         tcSizeProvablyLess(index, size, &k->ranges);
}

// An expression on neighbours along an iterator: the same for all, or one more
// from each to the next; and what its value for the first is a multiple of.
typedef struct Lanes {
  bool varies, steps;
  int64_t multiple; // of 0: 0
  int64_t constant; // its value, or INT64_MIN
} Lanes;

typedef struct LanesFold {
  TcArena *arena;
  const char *iter;
  int64_t lanes;
} LanesFold;

static void *keepLanes(LanesFold *f, Lanes x) {
  Lanes *copy = TC_ARENA_NEW(f->arena, Lanes);
  if (copy)
    *copy = x;
  return copy;
}

static void *lanesConstant(void *self, int64_t value) {
  return keepLanes(self,
                   (Lanes){.multiple = tcSizeGcd(value, 0), .constant = value});
}

static void *lanesSymbol(void *self, const char *name) {
  LanesFold *f = self;
  bool steps = !strcmp(name, f->iter);
  return keepLanes(f, (Lanes){.steps = steps,
                              .multiple = steps ? f->lanes : 1,
                              .constant = INT64_MIN});
}

static void *lanesBinary(void *self, TcSizeOp op, void *lhs, void *rhs) {
  LanesFold *f = self;
  Lanes x = *(Lanes *)lhs, y = *(Lanes *)rhs;
  Lanes out = {
      .varies = x.varies || y.varies, .multiple = 1, .constant = INT64_MIN};
  bool even = x.multiple % f->lanes == 0 && y.constant > 0 &&
              y.constant % f->lanes == 0; // a multiple divides even neighbours
  switch (op) {
  case TC_SIZE_ADD:
    out.varies |= x.steps && y.steps;
    out.steps = x.steps || y.steps;
    out.multiple = tcSizeGcd(x.multiple, y.multiple);
    break;
  case TC_SIZE_MUL:
    out.varies |= x.steps || y.steps;
    out.multiple = x.multiple < INT32_MAX && y.multiple < INT32_MAX
                       ? x.multiple * y.multiple
                       : 1;
    break;
  case TC_SIZE_FLOORDIV:
    out.varies |= y.steps || (x.steps && !even);
    break;
  case TC_SIZE_MOD:
    out.varies |= y.steps || (x.steps && !even);
    out.steps = x.steps;
    out.multiple = y.constant > 0 ? tcSizeGcd(x.multiple, y.constant) : 1;
    break;
  case TC_SIZE_MIN:
  case TC_SIZE_MAX:
    out.varies |= x.steps || y.steps;
    break;
  }
  return keepLanes(f, out);
}

static const Lanes *foldLanes(const TcCpuKernel *k, const TcSize *expr,
                              int iter, int64_t lanes) {
  LanesFold f = {k->arena, k->iters.data[iter].name, lanes};
  const TcSizeFolder folder = {&f, lanesConstant, lanesSymbol, lanesBinary,
                               NULL};
  return tcSizeFold(expr, &folder);
}

bool tcCpuIsSameTogether(const TcCpuKernel *k, const TcSize *expr, int iter,
                         int64_t lanes) {
  const Lanes *x = foldLanes(k, expr, iter, lanes);
  return x && !x->varies && !x->steps;
}

bool tcCpuMissTogether(const TcCpuKernel *k, const TcSize *index,
                       const TcSize *size, int iter, int64_t lanes) {
  if (!tcSizeUses(index, k->iters.data[iter].name) ||
      tcCpuProvablyIn(k, index, size))
    return true;
  const Lanes *x = foldLanes(k, index, iter, lanes);
  return x && !x->varies &&
         (!x->steps ||
          (x->multiple % lanes == 0 &&
           tcSizeExactDiv(k->arena, size, tcSizeConst(k->arena, lanes))));
}

//===- Points -------------------------------------------------------------===//

bool tcCpuReadUses(const TcCpuKernel *k, const TcCpuRead *r, int iter) {
  for (size_t d = 0; d < r->value->rank; ++d)
    if (tcSizeUses(r->index[d], k->iters.data[iter].name))
      return true;
  return false;
}

const TcSize **tcCpuOwnIndex(const TcCpuKernel *k, const TcCpuStage *s) {
  const TcSize **index =
      TC_ARENA_ARRAY(k->arena, const TcSize *, s->iters.size + 1);
  for (size_t i = 0; i < s->iters.size; ++i)
    index[i] = k->iters.data[s->iters.data[i]].symbol;
  return index;
}

bool tcCpuIsOwnIndex(const TcCpuKernel *k, const TcSize *index, int iter) {
  const char *name = tcSizeIsSymbol(index);
  int64_t at;
  if (!tcCpuIterIsOne(k, iter))
    return name && !strcmp(name, k->iters.data[iter].name);
  if (!name)
    return tcSizeIsConst(index, &at) && at == 0;
  int other = tcCpuFindIter(k, tcStr(name));
  return other >= 0 && tcCpuIterIsOne(k, other);
}

bool tcCpuReadsOwnIndex(const TcCpuKernel *k, const TcCpuRead *r) {
  const TcCpuStage *s = r->value->stage;
  if (!s || s->iters.size != r->value->rank)
    return false;
  for (size_t d = 0; d < r->value->rank; ++d)
    if (!tcCpuIsOwnIndex(k, r->index[d], s->iters.data[d]))
      return false;
  return true;
}

bool tcCpuIsSameRead(const TcCpuRead *a, const TcCpuRead *b) {
  if (a->value != b->value || !mlirAttributeEqual(a->fill, b->fill))
    return false;
  for (size_t d = 0; d < a->value->rank; ++d)
    if (!tcSizeEqual(a->index[d], b->index[d]))
      return false;
  return true;
}
