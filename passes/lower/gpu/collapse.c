// Collapses neighbouring iterators of symbolic extent, say a batch and its
// rows, to one, where all memory of the kernel is dense over them:
//
//   reduce (i) over (b, s) reads(x[b, s, i])   becomes
//   reduce (i) over (b.s)  reads(x[b.s, i])    with b.s = batch * rows
//
// Nobody divides a point's number by a size then, which for a symbol takes
// scores of instructions, and a schedule does not depend on which of the sizes
// is the large one: it cuts and splits their product.
#include "passes/lower/gpu/kernel_gpu.h"

#include "ir/attrs.h"
#include "ir/builder.h"
#include "ir/sizes.h"
#include "tc/gen/LoopOps.h"

typedef struct Collapse {
  TcCpuKernel *k;
  int outer, inner;            // the iterators
  const TcSize *width;         // extent of the inner one
  TC_VEC(TcCpuValue *) merged; // values that lose a dimension
  TC_VEC(int) at;              // of each of these, the outer one's dimension
} Collapse;

static const TcCpuIter *iterAt(const Collapse *c, int iter) {
  return &c->k->iters.data[iter];
}

static bool usesEither(const Collapse *c, const TcSize *size) {
  return tcSizeUses(size, iterAt(c, c->outer)->name) ||
         tcSizeUses(size, iterAt(c, c->inner)->name);
}

static bool isIter(const Collapse *c, const TcSize *size, int iter) {
  return tcSizeEqual(size, iterAt(c, iter)->symbol);
}

//===- What allows it -----------------------------------------------------===//

// Both next to each other, or neither.
static bool together(const Collapse *c, const TcCpuIters *iters) {
  int a = tcCpuItersFind(iters, c->outer), b = tcCpuItersFind(iters, c->inner);
  return a < 0 ? b < 0 : b == a + 1;
}

// Whether the dimensions d and d + 1 of what the value is stored in are dense.
static bool isDense(const Collapse *c, const TcCpuValue *v, size_t d) {
  if (!tcSizeEqual(v->sizes[d + 1], c->width) ||
      !tcSizeEqual(v->sizes[d], iterAt(c, c->outer)->extent))
    return false;
  for (size_t i = 0; i < v->dests.size; ++i) {
    const TcCpuBuffer *b = &c->k->buffers.data[v->dests.data[i].buffer];
    if (v->dests.data[i].offsets || b->rank != v->rank ||
        !tcSizeEqual(b->strides[d],
                     tcSizeMul(c->k->arena, b->strides[d + 1], c->width)))
      return false;
  }
  return true;
}

// The dimension of a value that loses one, or -1.
static int mergedAt(const Collapse *c, const TcCpuValue *v) {
  for (size_t i = 0; i < c->merged.size; ++i)
    if (c->merged.data[i] == v)
      return c->at.data[i];
  return -1;
}

static bool merge(Collapse *c, TcCpuValue *v, int d) {
  int known = mergedAt(c, v);
  if (known >= 0)
    return known == d;
  tcVecPush(c->k->arena, &c->merged, v);
  tcVecPush(c->k->arena, &c->at, d);
  return (v->stage || v->arg >= 0) && isDense(c, v, (size_t)d);
}

static bool mergeResults(Collapse *c, const TcCpuStage *s) {
  int d = tcCpuItersFind(&s->iters, c->outer);
  for (size_t i = 0; d >= 0 && i < s->results.size; ++i)
    if (!merge(c, s->results.data[i], d))
      return false;
  return true;
}

// Reads at [..., outer, inner, ...], or at neither of them.
static bool mergeRead(Collapse *c, const TcCpuRead *r) {
  int found = -1;
  for (size_t d = 0; d < r->value->rank; ++d) {
    if (!usesEither(c, r->index[d]))
      continue;
    if (found >= 0 || d + 1 == r->value->rank ||
        !isIter(c, r->index[d], c->outer) ||
        !isIter(c, r->index[d + 1], c->inner))
      return false;
    found = (int)d++;
  }
  return found < 0 ? mergedAt(c, r->value) < 0 : merge(c, r->value, found);
}

// Whether the body asks for one of the iterators, or cannot be looked through.
static bool bodyUses(const Collapse *c, const TcCpuStage *s) {
  MlirOperation op =
      mlirBlockIsNull(s->body) ? tcNoOp() : mlirBlockGetFirstOperation(s->body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (mlirOperationGetNumRegions(op))
      return true;
    if (tcLoopOpKind(op) != TC_LOOP_INDEX)
      continue;
    if (usesEither(c, tcSizeAttrParse(c->k->arena, tcLoopIndexGetExpr(op))))
      return true;
  }
  return false;
}

static bool allows(Collapse *c, const TcCpuStage *s) {
  if ((s->kind != TC_CPU_MAP && s->kind != TC_CPU_REDUCE) || s->in || s->unit ||
      s->ordered || !together(c, &s->iters) || !together(c, &s->over) ||
      bodyUses(c, s) || !mergeResults(c, s))
    return false;
  for (size_t i = 0; i < s->reads.size; ++i)
    if (!mergeRead(c, &s->reads.data[i]))
      return false;
  return true;
}

// A value that loses a dimension may have been read elsewhere before, or at
// positions that a body computes.
static bool agrees(const Collapse *c, const TcCpuStage *s) {
  for (size_t i = 0; i < s->reads.size; ++i) {
    const TcCpuRead *r = &s->reads.data[i];
    int d = mergedAt(c, r->value);
    if (d >= 0 && !isIter(c, r->index[d], c->outer))
      return false;
  }
  for (size_t i = 0; i < s->gathered.size; ++i)
    if (mergedAt(c, s->gathered.data[i]) >= 0)
      return false;
  return true;
}

static bool allAgree(const Collapse *c) {
  for (size_t i = 0; i < c->k->stages.size; ++i)
    if (!agrees(c, c->k->stages.data[i]))
      return false;
  return true;
}

//===- Collapsing ---------------------------------------------------------===//

// A list without the element after `at`, which becomes `value`.
static const TcSize **joined(const Collapse *c, const TcSize *const *from,
                             size_t n, int at, const TcSize *value) {
  const TcSize **out = TC_ARENA_ARRAY(c->k->arena, const TcSize *, n + 1);
  for (size_t i = 0, to = 0; i < n; ++i)
    if ((int)i != at + 1)
      out[to++] = (int)i == at ? value : from[i];
  return out;
}

static void mergeValue(const Collapse *c, TcCpuValue *v, int d,
                       const TcSize *extent) {
  for (size_t i = 0; i < v->dests.size; ++i) {
    TcCpuBuffer *b = &c->k->buffers.data[v->dests.data[i].buffer];
    b->sizes = joined(c, b->sizes, b->rank, d, extent);
    b->strides = joined(c, b->strides, b->rank, d, b->strides[d + 1]);
    --b->rank;
  }
  v->sizes = joined(c, v->sizes, v->rank, d, extent);
  --v->rank;
}

static void mergeIters(const Collapse *c, TcCpuIters *iters, int both) {
  int at = tcCpuItersFind(iters, c->outer);
  if (at < 0)
    return;
  TcCpuIters out = {0};
  for (size_t i = 0; i < iters->size; ++i)
    if ((int)i != at + 1)
      tcVecPush(c->k->arena, &out, (int)i == at ? both : iters->data[i]);
  *iters = out;
}

static void apply(Collapse *c) {
  TcCpuKernel *k = c->k;
  const char *name = tcArenaPrintf(k->arena, "%s.%s", iterAt(c, c->outer)->name,
                                   iterAt(c, c->inner)->name);
  const TcSize *extent =
      tcSizeMul(k->arena, iterAt(c, c->outer)->extent, c->width);
  TcCpuIter iter = {.name = name,
                    .symbol = tcSizeSymbol(k->arena, name),
                    .extent = extent,
                    .most = extent};
  tcVecPush(k->arena, &k->iters, iter);
  int both = (int)k->iters.size - 1;
  for (size_t i = 0; i < k->stages.size; ++i) {
    TcCpuStage *s = k->stages.data[i];
    mergeIters(c, &s->iters, both);
    mergeIters(c, &s->over, both);
    for (size_t j = 0; j < s->reads.size; ++j) {
      TcCpuRead *r = &s->reads.data[j];
      int d = mergedAt(c, r->value);
      if (d >= 0)
        r->index = joined(c, r->index, r->value->rank, d, iter.symbol);
    }
  }
  for (size_t i = 0; i < c->merged.size; ++i)
    mergeValue(c, c->merged.data[i], c->at.data[i], extent);
}

static bool tryPair(TcCpuKernel *k, int outer, int inner) {
  int64_t n;
  Collapse c = {.k = k,
                .outer = outer,
                .inner = inner,
                .width = k->iters.data[inner].extent};
  if (tcSizeIsConst(k->iters.data[outer].extent, &n) ||
      tcSizeIsConst(c.width, &n))
    return false;
  for (size_t i = 0; i < k->stages.size; ++i)
    if (!allows(&c, k->stages.data[i]))
      return false;
  if (!allAgree(&c))
    return false;
  apply(&c);
  return true;
}

static bool tryPairs(TcCpuKernel *k, const TcCpuIters *iters) {
  for (size_t i = 0; i + 1 < iters->size; ++i)
    if (tryPair(k, iters->data[i], iters->data[i + 1]))
      return true;
  return false;
}

static bool collapseOne(TcCpuKernel *k) {
  for (size_t i = 0; i < k->stages.size; ++i)
    if (tryPairs(k, &k->stages.data[i]->iters) ||
        tryPairs(k, &k->stages.data[i]->over))
      return true;
  return false;
}

void tcGpuCollapse(TcCpuKernel *k) {
  while (k->stream.block < 0 && collapseOne(k))
    ;
}
