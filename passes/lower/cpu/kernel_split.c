// Splits an iterator of a product by the groups that one factor tells apart.
// Of a grouped convolution,
//
//   contract (n, o, y, x) over (c) reads(%a[n, 8*floordiv(o, 8) + c, y, x],
//                                        %w[o, c])
//
// both factors depend on o, but in a group of 8 only the weight does: with
// o = 8*g + i there is one product for each g, of which i is a side like any
// other. The same holds of heads of queries that share those of keys.
//
// The iterator keeps its name and runs over the groups; a new one runs over
// what is in a group.
#include "passes/lower/cpu/kernel_impl.h"
#include "passes/lower/cpu/product.h"

#include "ir/builder.h"
#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinAttributes.h"

#include <string.h>

typedef struct Split {
  TcCpuKernel *k;
  int outer, inner;    // the groups, and what is in one
  int64_t group;       // of so many
  const TcSize *whole; // the iterator that there was, of these two
  bool *isSplit;       // buffers that are: results may be parts of one
} Split;

static bool hasPlainBody(const TcCpuStage *s);

//===- Groups -------------------------------------------------------------===//

// What a part of an index is: the iterator, a number that is not 0, or else.
typedef struct Part {
  bool isIter;
  int64_t number;
} Part;

typedef struct Search {
  TcArena *arena;
  const char *iter;
  int64_t group;
} Search;

static Part *newPart(Search *s, bool isIter, int64_t number) {
  Part *p = TC_ARENA_NEW(s->arena, Part);
  *p = (Part){isIter, number};
  return p;
}

static void *visitNumber(void *self, int64_t value) {
  return newPart(self, false, value);
}

static void *visitSymbol(void *self, const char *name) {
  return newPart(self, !strcmp(name, ((Search *)self)->iter), 0);
}

static void *visitBinary(void *self, TcSizeOp op, void *lhs, void *rhs) {
  Search *s = self;
  const Part *a = lhs, *b = rhs;
  if (op == TC_SIZE_FLOORDIV && a->isIter && b->number > 1)
    s->group = b->number;
  return newPart(s, false, 0);
}

// By what a read's index divides the iterator; 0 if it does not.
static int64_t divisorIn(const TcCpuKernel *k, const TcCpuRead *r, int iter) {
  Search s = {k->arena, k->iters.data[iter].name, 0};
  TcSizeFolder folder = {&s, visitNumber, visitSymbol, visitBinary, NULL};
  for (size_t d = 0; d < r->value->rank && !s.group; ++d)
    tcSizeFold(r->index[d], &folder);
  return s.group;
}

MlirAttribute tcCpuIterEntry(const TcCpuKernel *k, int iter) {
  MlirAttribute none = {NULL}, iters = none;
  MlirStringRef name = tcStr(k->iters.data[iter].name);
  if (!mlirAttributeIsNull(k->schedule))
    iters = mlirDictionaryAttrGetElementByName(k->schedule, tcStr("iters"));
  return mlirAttributeIsNull(iters) || !mlirAttributeIsADictionary(iters)
             ? none
             : mlirDictionaryAttrGetElementByName(iters, name);
}

// Whether the schedule splits the iterator by such groups; without one, whether
// they have `least` points.
static bool saysGroup(const TcCpuKernel *k, int iter, int64_t group,
                      int64_t least) {
  MlirAttribute entry = tcCpuIterEntry(k, iter);
  if (mlirAttributeIsNull(k->schedule))
    return group >= least;
  if (mlirAttributeIsNull(entry) || !mlirAttributeIsADictionary(entry))
    return false;
  entry = mlirDictionaryAttrGetElementByName(entry, tcStr("group"));
  return !mlirAttributeIsNull(entry) && mlirAttributeIsAInteger(entry) &&
         mlirIntegerAttrGetValueInt(entry) == group;
}

// How many points of the iterator are a group: both factors depend on it, one
// of them by its groups. 0 if there are none, or small ones.
static int64_t groupOf(const TcCpuKernel *k, const TcCpuStage *s, int iter,
                       int64_t least) {
  int64_t n = tcCpuExtent(k, iter, 0), group = 0;
  for (size_t r = 0; r < s->reads.size; ++r)
    if (!tcCpuReadUses(k, &s->reads.data[r], iter))
      return 0;
  for (size_t r = 0; r < s->reads.size && !group; ++r)
    group = divisorIn(k, &s->reads.data[r], iter);
  return group > 1 && group < n && n % group == 0 &&
                 saysGroup(k, iter, group, least)
             ? group
             : 0;
}

//===- The kernel by groups -----------------------------------------------===//

static const TcSize *ofBoth(const Split *s, const TcSize *size) {
  TcMap map = {.arena = s->k->arena};
  tcMapSetText(&map, s->k->iters.data[s->outer].name, (void *)s->whole);
  return tcSizeSimplify(s->k->arena, tcSizeSubstitute(s->k->arena, size, &map),
                        &s->k->ranges);
}

// `sizes` of a rank with two in place of number `d`.
static const TcSize **withTwo(TcArena *a, size_t rank,
                              const TcSize *const *sizes, size_t d,
                              const TcSize *outer, const TcSize *inner) {
  const TcSize **out = TC_ARENA_ARRAY(a, const TcSize *, rank + 2);
  for (size_t i = 0; i < rank; ++i)
    out[i + (i > d)] = sizes[i];
  out[d] = outer;
  out[d + 1] = inner;
  return out;
}

static void splitRead(const Split *s, TcCpuRead *r) {
  TcCpuKernel *k = s->k;
  const TcCpuStage *maker = r->value->stage;
  size_t rank = r->value->rank;
  if (maker) {
    size_t d = (size_t)tcCpuItersFind(&maker->iters, s->outer);
    r->index =
        withTwo(k->arena, rank, r->index, d, k->iters.data[s->outer].symbol,
                k->iters.data[s->inner].symbol);
    return;
  }
  const TcSize **index = TC_ARENA_ARRAY(k->arena, const TcSize *, rank + 1);
  for (size_t d = 0; d < rank; ++d)
    index[d] = ofBoth(s, r->index[d]);
  r->index = index;
}

static void splitBuffer(const Split *s, int number, size_t d) {
  TcCpuKernel *k = s->k;
  TcArena *a = k->arena;
  TcCpuBuffer *b = &k->buffers.data[number];
  if (s->isSplit[number])
    return;
  s->isSplit[number] = true;
  const TcSize *group = tcSizeConst(a, s->group), *stride = b->strides[d];
  b->strides =
      withTwo(a, b->rank, b->strides, d, tcSizeMul(a, stride, group), stride);
  b->sizes = withTwo(a, b->rank, b->sizes, d,
                     tcSizeFloorDiv(a, b->sizes[d], group), group);
  ++b->rank;
}

// Where a part lies in a buffer of which it has all of dimension `d`.
static void splitDest(const Split *s, TcCpuDest *dest, size_t rank, size_t d) {
  TcArena *a = s->k->arena;
  const TcSize *zero = tcSizeConst(a, 0);
  int64_t *steps = TC_ARENA_ARRAY(a, int64_t, rank + 2);
  if (dest->offsets)
    dest->offsets = withTwo(a, rank, dest->offsets, d, zero, zero);
  for (size_t i = 0; dest->steps && i < rank; ++i)
    steps[i + (i > d)] = dest->steps[i];
  steps[d] = steps[d + 1] = 1;
  dest->steps = dest->steps ? steps : NULL;
}

static void splitResult(const Split *s, TcCpuValue *v) {
  TcCpuKernel *k = s->k;
  size_t d = (size_t)tcCpuItersFind(&v->stage->iters, s->outer);
  for (size_t i = 0; i < v->dests.size; ++i) {
    splitBuffer(s, v->dests.data[i].buffer, d);
    splitDest(s, &v->dests.data[i], v->rank, d);
  }
  v->sizes =
      withTwo(k->arena, v->rank, v->sizes, d, k->iters.data[s->outer].extent,
              k->iters.data[s->inner].extent);
  ++v->rank;
}

static void splitIters(const Split *s, TcCpuIters *iters) {
  size_t d = (size_t)tcCpuItersFind(iters, s->outer);
  tcVecPush(s->k->arena, iters, s->inner);
  for (size_t i = iters->size - 1; i > d + 1; --i)
    iters->data[i] = iters->data[i - 1];
  iters->data[d + 1] = s->inner;
}

// In this order: reads and results are by their stage's iterators.
static void splitStages(const Split *s) {
  TcCpuKernel *k = s->k;
  for (size_t i = 0; i < k->stages.size; ++i)
    for (size_t r = 0; r < k->stages.data[i]->reads.size; ++r)
      splitRead(s, &k->stages.data[i]->reads.data[r]);
  for (size_t i = 0; i < k->stages.size; ++i)
    for (size_t r = 0; r < k->stages.data[i]->results.size; ++r)
      splitResult(s, k->stages.data[i]->results.data[r]);
  for (size_t i = 0; i < k->stages.size; ++i)
    splitIters(s, &k->stages.data[i]->iters);
}

static void split(TcCpuKernel *k, int iter, int64_t group) {
  TcArena *a = k->arena;
  const TcSize *size = tcSizeConst(a, group);
  const TcSize *symbol = k->iters.data[iter].symbol;
  int inner = tcCpuKernelAddIter(k, k->iters.data[iter].name, size);
  TcCpuIter *o = &k->iters.data[iter], *i = &k->iters.data[inner];
  o->given = tcSizeFloorDiv(a, symbol, size);
  i->given = tcSizeMod(a, symbol, size);
  o->extent = o->most = tcSizeFloorDiv(a, o->extent, size);
  Split s = {k,
             iter,
             inner,
             group,
             tcSizeAdd(a, tcSizeMul(a, symbol, size), i->symbol),
             TC_ARENA_ARRAY(a, bool, k->buffers.size + 1)};
  splitStages(&s);
}

//===- What is split ------------------------------------------------------===//

// Whether each result is all of its buffer, and no other's.
static bool ownTheirBuffers(const TcCpuKernel *k) {
  for (size_t b = 0; b < k->buffers.size; ++b) {
    size_t found = 0;
    for (size_t i = 0; i < k->stages.size; ++i)
      for (size_t r = 0; r < k->stages.data[i]->results.size; ++r) {
        const TcCpuValue *v = k->stages.data[i]->results.data[r];
        for (size_t d = 0; d < v->dests.size; ++d) {
          found += v->dests.data[d].buffer == (int)b;
          if (v->dests.data[d].offsets)
            return false;
        }
      }
    if (found > 1)
      return false;
  }
  return true;
}

void tcCpuKernelSplit(TcCpuKernel *k, int64_t least) {
  if (!tcCpuKernelIsProduct(k) || !ownTheirBuffers(k))
    return;
  const TcCpuStage *s = k->stages.data[0];
  for (size_t i = 0; i < s->iters.size; ++i) {
    int64_t group = groupOf(k, s, s->iters.data[i], least);
    if (group) {
      TcCpuIterChange change = {s->iters.data[i], -1, group};
      tcVecPush(k->arena, &k->changes, change);
      split(k, s->iters.data[i], group);
      return;
    }
  }
}

// Whether each result has all of the iterator's dimension in its buffers.
static bool haveAllOf(const TcCpuKernel *k, int iter) {
  int64_t offset;
  for (size_t i = 0; i < k->stages.size; ++i) {
    const TcCpuStage *s = k->stages.data[i];
    int d = tcCpuItersFind(&s->iters, iter);
    if (d < 0)
      return false;
    for (size_t r = 0; r < s->results.size; ++r)
      for (size_t n = 0; n < s->results.data[r]->dests.size; ++n) {
        const TcCpuDest *dest = &s->results.data[r]->dests.data[n];
        const TcCpuBuffer *b = &k->buffers.data[dest->buffer];
        if (b->rank != s->iters.size ||
            !tcSizeEqual(b->sizes[d], k->iters.data[iter].extent) ||
            (dest->steps && dest->steps[d] != 1) ||
            (dest->offsets &&
             (!tcSizeIsConst(dest->offsets[d], &offset) || offset)))
          return false;
      }
  }
  return true;
}

// The groups of an iterator that several products tell apart alike, with maps
// behind each, at its own points: phases of a convolution of a spread input.
static int64_t groupOfAll(const TcCpuKernel *k, int iter) {
  int64_t group = 0;
  for (size_t i = 0; i < k->stages.size; ++i) {
    const TcCpuStage *s = k->stages.data[i];
    int64_t own = s->contract && !s->ordered ? groupOf(k, s, iter, 2) : 0;
    if (!hasPlainBody(s) || (s->contract ? !own : s->kind != TC_CPU_MAP) ||
        (own && group && own != group))
      return 0;
    for (size_t r = 0; r < s->reads.size; ++r)
      if (s->reads.data[r].value->stage &&
          !tcCpuReadsOwnIndex(k, &s->reads.data[r]))
        return 0;
    group = own ? own : group;
  }
  return haveAllOf(k, iter) ? group : 0;
}

void tcCpuKernelSplitAll(TcCpuKernel *k) {
  const TcCpuStage *s = k->stages.size ? k->stages.data[0] : NULL;
  for (size_t i = 0; s && s->contract && i < s->iters.size; ++i) {
    int64_t group = groupOfAll(k, s->iters.data[i]);
    if (group) {
      TcCpuIterChange change = {s->iters.data[i], -1, group};
      tcVecPush(k->arena, &k->changes, change);
      split(k, s->iters.data[i], group);
      return;
    }
  }
}

//===- Products -----------------------------------------------------------===//

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

bool tcCpuKernelIsMap(const TcCpuKernel *k) {
  const TcCpuStage *s = k->stages.size == 1 ? k->stages.data[0] : NULL;
  return s && s->kind == TC_CPU_MAP && hasPlainBody(s);
}
