// Nests of loops: stages of a phase that visit the same points do so in one
// nest, where values pass from one to the next in registers. Innermost, or
// around what is reduced over, one iterator runs over lanes: in whole vectors,
// then once more under a mask.
//
// Reads that do not change in the inner loops are made before these.
#include "passes/lower/cpu/stage.h"

#include "ir/diag.h"
#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <string.h>

enum { MAX_ACCS = 32 };

//===- Which stages share a nest ------------------------------------------===//

static bool hasOver(const TcCpuStage *s) {
  return s->kind == TC_CPU_REDUCE || s->kind == TC_CPU_SCAN;
}

bool tcPhaseTile(const TcCpuKernel *k, const TcCpuPhase *p,
                 const TcCpuStage *s, TcTile *tile) {
  return tcContractTile(k, s, tile) &&
         !tcCpuItersHave(&p->tasks, tile->row) &&
         !tcCpuItersHave(&p->tasks, tile->column);
}

static bool standsAlone(const TcCpuKernel *k, const TcCpuPhase *p,
                        const TcCpuStage *s) {
  TcTile tile;
  return s->kind == TC_CPU_SORT || s->kind == TC_CPU_FOR ||
         tcPhaseTile(k, p, s, &tile);
}

static bool makes(const TcNest *n, const TcCpuValue *v) {
  for (size_t i = 0; i < n->stages.size; ++i)
    if (v->stage == n->stages.data[i])
      return true;
  return false;
}

// Whether the read is of the element that the nest has just computed.
static bool isThisElement(const TcCpuKernel *k, const TcCpuRead *r) {
  const TcCpuStage *from = r->value->stage;
  for (size_t d = 0; d < from->iters.size; ++d) {
    const char *name = tcSizeIsSymbol(r->index[d]);
    if (!name || strcmp(name, k->iters.data[from->iters.data[d]].name))
      return false;
  }
  return true;
}

static bool readsFit(const TcCpuKernel *k, const TcNest *n,
                     const TcCpuStage *s) {
  for (size_t i = 0; i < s->reads.size; ++i) {
    const TcCpuRead *r = &s->reads.data[i];
    if (makes(n, r->value) && (r->value->stage->kind == TC_CPU_REDUCE ||
                               !isThisElement(k, r)))
      return false;
  }
  for (size_t i = 0; i < s->gathered.size; ++i)
    if (makes(n, s->gathered.data[i]))
      return false;
  return true;
}

static TcCpuIters innerSpace(TcCpuKernel *k, const TcCpuStage *s,
                             const TcCpuPhase *p) {
  TcCpuIters space = tcCpuStageSpace(k->arena, s), outside = {0};
  for (const TcCpuFor *loop = s->in; loop; loop = loop->around)
    tcVecPush(k->arena, &outside, loop->iter);
  space = tcCpuItersWithout(k->arena, &space, &outside);
  return tcCpuItersWithout(k->arena, &space, &p->tasks);
}

static size_t numAccs(const TcNest *n) {
  size_t accs = 0;
  for (size_t i = 0; i < n->stages.size; ++i)
    if (hasOver(n->stages.data[i]))
      accs += n->stages.data[i]->results.size;
  return accs;
}

// The order of loops that the first reduction or scan asks for.
static bool overFits(const TcNest *n, const TcCpuStage *s) {
  if (!hasOver(s))
    return true;
  for (size_t i = 0; i < n->stages.size; ++i) {
    const TcCpuStage *other = n->stages.data[i];
    if (hasOver(other) && (!tcCpuItersSame(&other->over, &s->over) ||
                           other->reverse != s->reverse))
      return false;
  }
  return numAccs(n) + s->results.size <= MAX_ACCS;
}

static bool joins(TcCpuKernel *k, const TcCpuPhase *p, const TcNest *n,
                  const TcCpuStage *s) {
  const TcCpuStage *first = n->stages.data[0];
  if (n->alone || standsAlone(k, p, s) || s->update != first->update ||
      s->kind == TC_CPU_SCATTER || first->kind == TC_CPU_SCATTER)
    return false;
  TcCpuIters mine = innerSpace(k, s, p);
  TcCpuIters its = innerSpace(k, first, p);
  return tcCpuItersSame(&mine, &its) && overFits(n, s) && readsFit(k, n, s);
}

static bool dependsOn(const TcNest *n, const TcCpuStage *s) {
  for (size_t i = 0; i < s->reads.size; ++i)
    if (makes(n, s->reads.data[i].value))
      return true;
  for (size_t i = 0; i < s->gathered.size; ++i)
    if (makes(n, s->gathered.data[i]))
      return true;
  return false;
}

// The last nest that takes the stage, if none after it makes what it reads.
static TcNest *nestFor(TcCpuKernel *k, const TcCpuPhase *p, TcNests *nests,
                       const TcCpuStage *s) {
  for (size_t i = nests->size; i-- > 0 && nests->data[i].in == s->in;) {
    if (joins(k, p, &nests->data[i], s))
      return &nests->data[i];
    if (dependsOn(&nests->data[i], s))
      return NULL;
  }
  return NULL;
}

//===- Loops and lanes ----------------------------------------------------===//

static void setLoops(TcCpuKernel *k, const TcCpuPhase *p, TcNest *n) {
  const TcCpuStage *shape = n->stages.data[0];
  for (size_t i = 0; i < n->stages.size; ++i)
    if (hasOver(n->stages.data[i]))
      shape = n->stages.data[i];
  TcCpuIters space = innerSpace(k, shape, p);
  n->over = (TcCpuIters){0};
  if (hasOver(shape))
    n->over = tcCpuItersAnd(k->arena, &shape->over, &space);
  n->outer = tcCpuItersWithout(k->arena, &space, &n->over);
}

static bool canVector(const TcCpuKernel *k, const TcNest *n, int iter) {
  for (size_t i = 0; i < n->stages.size; ++i)
    if (!tcCpuCanVector(k, n->stages.data[i], iter))
      return false;
  return true;
}

// What runs over lanes goes innermost among its kind.
static void moveLast(TcArena *arena, TcCpuIters *iters, int iter) {
  TcCpuIters one = {0};
  if (!tcCpuItersHave(iters, iter))
    return;
  tcVecPush(arena, &one, iter);
  *iters = tcCpuItersWithout(arena, iters, &one);
  tcVecPush(arena, iters, iter);
}

static void setVector(TcCpuKernel *k, const TcCpuPhase *p, int64_t width,
                      TcNest *n) {
  TcCpuIters all = {0}, able = {0};
  for (size_t i = 0; i < n->outer.size; ++i)
    tcVecPush(k->arena, &all, n->outer.data[i]);
  for (size_t i = 0; i < n->over.size; ++i)
    tcVecPush(k->arena, &all, n->over.data[i]);
  for (size_t i = 0; i < all.size; ++i)
    if (canVector(k, n, all.data[i]))
      tcVecPush(k->arena, &able, all.data[i]);
  n->vector = tcCpuItersHave(&able, p->vector)
                  ? p->vector
                  : tcCpuBestVector(k, &n->stages, &able, width);
  if (p->lanes <= 1)
    n->vector = -1;
  moveLast(k->arena, &n->outer, n->vector);
  moveLast(k->arena, &n->over, n->vector);
}

// Elements of 8 bytes halve the lanes, short loops do with fewer.
static void setLanes(TcCpuKernel *k, const TcCpuPhase *p, int64_t width,
                     TcNest *n) {
  int64_t widest = 1, extent;
  for (size_t i = 0; i < n->stages.size; ++i) {
    int64_t bytes = tcCpuWidest(n->stages.data[i]);
    widest = bytes > widest ? bytes : widest;
  }
  n->lanes = p->lanes * 4 / (widest < 2 ? 2 : widest);
  int64_t least = width * 4 / (widest < 2 ? 2 : widest);
  if (n->vector < 0 ||
      !tcSizeIsConst(k->iters.data[n->vector].extent, &extent))
    return;
  while (n->lanes > least && n->lanes / 2 >= extent)
    n->lanes /= 2;
  if (extent * 4 <= least)
    n->vector = -1;
}

void tcCpuFormNests(TcCpuKernel *k, const TcCpuPhase *p, int64_t width,
                    TcNests *nests) {
  for (size_t i = 0; i < p->stages.size; ++i) {
    TcCpuStage *s = p->stages.data[i];
    TcNest *n = nestFor(k, p, nests, s);
    if (!n) {
      TcNest fresh = {.in = s->in,
                      .alone = standsAlone(k, p, s),
                      .vector = -1,
                      .lanes = 1};
      tcVecPush(k->arena, nests, fresh);
      n = &tcVecLast(nests);
    }
    tcVecPush(k->arena, &n->stages, s);
  }
  for (size_t i = 0; i < nests->size; ++i) {
    setLoops(k, p, &nests->data[i]);
    setVector(k, p, width, &nests->data[i]);
    setLanes(k, p, width, &nests->data[i]);
  }
}

bool tcCpuLeavesNest(const TcNests *nests, const TcNest *nest,
                     const TcCpuValue *v) {
  for (size_t i = 0; i < nests->size; ++i) {
    if (&nests->data[i] == nest)
      continue;
    for (size_t j = 0; j < nests->data[i].stages.size; ++j) {
      const TcCpuStage *s = nests->data[i].stages.data[j];
      for (size_t r = 0; r < s->reads.size; ++r)
        if (s->reads.data[r].value == v)
          return true;
      for (size_t g = 0; g < s->gathered.size; ++g)
        if (s->gathered.data[g] == v)
          return true;
    }
  }
  return false;
}

//===- Running a nest -----------------------------------------------------===//

typedef struct Nest {
  TcEmit *e;
  const TcNest *n;
  TcCpuIters loops;  // outer, then over
  TcLane **elements; // of reads that are made before inner loops, by stage
  bool ok;
} Nest;

static void enter(Nest *x, size_t level, TcLane *acc);

// The number of loops that must be open for the read to be made.
static size_t depthOf(const Nest *x, const TcCpuRead *r) {
  if (!mlirAttributeIsNull(r->fill) || makes(x->n, r->value))
    return x->loops.size;
  size_t depth = 0;
  for (size_t i = 0; i < x->loops.size; ++i)
    for (size_t d = 0; d < r->value->rank; ++d)
      if (tcSizeUses(r->index[d],
                     x->e->k->iters.data[x->loops.data[i]].name))
        depth = i + 1;
  return depth;
}

// A read before a loop that may not turn at all must be good by itself.
static bool mayHoist(const Nest *x, const TcCpuRead *r) {
  for (size_t d = 0; d < r->value->rank; ++d)
    if (!tcCpuProvablyIn(x->e->k, r->index[d], r->value->sizes[d]))
      return false;
  return true;
}

static void hoist(Nest *x, size_t level) {
  if (level == x->loops.size)
    return;
  for (size_t i = 0; i < x->n->stages.size; ++i) {
    const TcCpuStage *s = x->n->stages.data[i];
    for (size_t j = 0; j < s->reads.size; ++j) {
      const TcCpuRead *r = &s->reads.data[j];
      if (depthOf(x, r) == level && mayHoist(x, r))
        x->elements[i][j] = tcStageElement(x->e, r);
    }
  }
}

//===- A point ------------------------------------------------------------===//

static void storeResults(Nest *x, const TcCpuStage *s, const TcLane *values) {
  for (size_t i = 0; i < s->results.size; ++i) {
    const TcCpuValue *v = s->results.data[i];
    tcEmitKnow(x->e, v, tcEmitRound(x->e, values[i], v->element));
    tcStageStoreAt(x->e, s, i, values[i]);
  }
}

static void scanPoint(Nest *x, const TcCpuStage *s, TcLane *acc,
                      const TcLane *yields) {
  TcLane *before = TC_ARENA_ARRAY(x->e->arena, TcLane, s->results.size);
  for (size_t i = 0; i < s->results.size; ++i)
    before[i] = acc[i];
  x->ok &= tcAccsAccumulate(x->e, s, acc, yields);
  storeResults(x, s, s->exclusive ? before : acc);
}

static size_t numYields(const TcCpuStage *s) {
  if (mlirBlockIsNull(s->body))
    return s->reads.size;
  return (size_t)mlirOperationGetNumOperands(
      mlirBlockGetTerminator(s->body));
}

static void stagePoint(Nest *x, size_t i, TcLane *acc) {
  const TcCpuStage *s = x->n->stages.data[i];
  TcLane *args = TC_ARENA_ARRAY(x->e->arena, TcLane, s->reads.size + 1);
  TcLane *yields = TC_ARENA_ARRAY(x->e->arena, TcLane, numYields(s) + 1);
  for (size_t j = 0; j < s->reads.size; ++j)
    args[j] = x->elements[i][j].v.ptr ? x->elements[i][j]
                                      : tcStageElement(x->e, &s->reads.data[j]);
  x->ok = x->ok && tcStageBody(x->e, s, args, yields);
  if (!x->ok)
    return;
  if (s->kind == TC_CPU_SCATTER)
    tcStageScatter(x->e, s, yields);
  else if (s->kind == TC_CPU_SCAN)
    scanPoint(x, s, acc, yields);
  else if (s->kind == TC_CPU_REDUCE)
    x->ok &= tcAccsAccumulate(x->e, s, acc, yields);
  else
    storeResults(x, s, yields);
}

static void point(Nest *x, TcLane *acc) {
  size_t known = x->e->known.size;
  for (size_t i = 0; i < x->n->stages.size && x->ok; ++i) {
    stagePoint(x, i, acc);
    if (hasOver(x->n->stages.data[i]))
      acc += x->n->stages.data[i]->results.size;
  }
  if (x->loops.size) // else they hold for the rest of the task
    x->e->known.size = known;
}

//===- Loops --------------------------------------------------------------===//

static void setLanesTo(Nest *x, int64_t lanes, int vector) {
  x->e->lanes = lanes;
  x->e->vector = vector;
}

// Lanes l with first + l < high.
static TcLane lanesBelow(TcEmit *e, MlirValue first, MlirValue high) {
  MlirValue rest = tcArithSubi(&e->b, high, first);
  TcLane bound = tcEmitWiden(
      e, tcLaneScalar(tcArithTrunci(&e->b, e->i32, rest)));
  return (TcLane){.v = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLT,
                                   tcEmitIota(e, e->i32, 1), bound.v),
                  .wide = true};
}

// Scans may run from the last point to the first.
static bool isReversed(const Nest *x, int iter) {
  for (size_t i = 0; i < x->n->stages.size; ++i)
    if (x->n->stages.data[i]->reverse &&
        tcCpuItersHave(&x->n->stages.data[i]->over, iter))
      return true;
  return false;
}

static MlirValue mirrored(TcEmit *e, MlirValue low, MlirValue high,
                          MlirValue i) {
  MlirValue last = tcArithSubi(&e->b, high, tcEmitI64(e, 1));
  return tcArithSubi(&e->b, tcArithAddi(&e->b, low, last), i);
}

// One loop over lanes, or over points with lanes 1.
static void loopOver(Nest *x, size_t level, MlirValue low, MlirValue high,
                     MlirValue end, int64_t lanes, TcLane *acc, size_t n) {
  TcEmit *e = x->e;
  int iter = x->loops.data[level];
  int64_t outside = e->lanes;
  int vector = e->vector;
  TcLane mask = e->mask;
  TcLoop loop = tcEmitFor(e, low, high, lanes, iter, n, acc);
  if (isReversed(x, iter))
    e->iters[iter] = mirrored(e, low, high, e->iters[iter]);
  if (lanes > 1)
    setLanesTo(x, lanes, iter);
  if (end.ptr)
    e->mask = lanesBelow(e, e->iters[iter], end);
  enter(x, level + 1, acc);
  e->mask = mask;
  setLanesTo(x, outside, vector);
  tcEmitForEnd(e, &loop, n, acc);
}

// Whether the number of points is a multiple of the lanes in every task.
static bool isWhole(const Nest *x, int iter, int64_t lanes) {
  int64_t n;
  if (!tcSizeIsConst(x->e->k->iters.data[iter].extent, &n) || n % lanes)
    return false;
  return iter != x->e->chunk || x->e->chunkSize % lanes == 0;
}

static bool isConstant(const Nest *x, int iter, int64_t *n) {
  return iter != x->e->chunk &&
         tcSizeIsConst(x->e->k->iters.data[iter].extent, n);
}

// Whole vectors, then under a mask what is left. Only loops that may turn are
// emitted.
static void overLanes(Nest *x, size_t level, TcLane *acc, size_t n) {
  TcEmit *e = x->e;
  int iter = x->loops.data[level];
  int64_t lanes = x->n->lanes, extent;
  MlirValue low, high, none = {NULL};
  tcIterBounds(e, iter, &low, &high);
  if (isWhole(x, iter, lanes)) {
    loopOver(x, level, low, high, none, lanes, acc, n);
    return;
  }
  MlirValue middle = low;
  if (!isConstant(x, iter, &extent) || extent >= lanes) {
    MlirValue count = tcArithSubi(&e->b, high, low);
    MlirValue rest = tcArithRemsi(&e->b, count, tcEmitI64(e, lanes));
    middle = tcArithSubi(&e->b, high, rest);
    loopOver(x, level, low, middle, none, lanes, acc, n);
  }
  loopOver(x, level, middle, high, high, lanes, acc, n);
}

static void overPoints(Nest *x, size_t level, TcLane *acc, size_t n) {
  TcEmit *e = x->e;
  int iter = x->loops.data[level];
  MlirValue low, high, none = {NULL};
  tcIterBounds(e, iter, &low, &high);
  loopOver(x, level, low, high, none, 1, acc, n);
}

static void overLoop(Nest *x, size_t level, TcLane *acc, size_t n) {
  if (x->loops.data[level] == x->n->vector)
    overLanes(x, level, acc, n);
  else
    overPoints(x, level, acc, n);
}

//===- Reductions ---------------------------------------------------------===//

static void neutrals(Nest *x, TcLane *acc) {
  size_t a = 0;
  for (size_t i = 0; i < x->n->stages.size; ++i) {
    const TcCpuStage *s = x->n->stages.data[i];
    for (size_t j = 0; hasOver(s) && j < s->results.size; ++j)
      acc[a++] = tcEmitWiden(x->e, tcAccsNeutral(x->e, s, j));
  }
}

// Lanes from..from + n of a vector.
static MlirValue slice(TcEmit *e, MlirValue v, int64_t from, int64_t n) {
  MlirType type = mlirShapedTypeGetElementType(mlirValueGetType(v));
  int32_t *mask = TC_ARENA_ARRAY(e->arena, int32_t, (size_t)n);
  for (int64_t i = 0; i < n; ++i)
    mask[i] = (int32_t)(from + i);
  return tcLlvmShufflevector(&e->b, mlirVectorTypeGet(1, &n, type), v, v,
                             (intptr_t)n, mask);
}

static TcLane half(TcEmit *e, TcLane x, int64_t from) {
  if (e->lanes == 1)
    return tcEmitExtract(e, x, from);
  TcLane out = {.v = slice(e, x.v, from, e->lanes), .wide = true};
  if (x.im.ptr)
    out.im = slice(e, x.im, from, e->lanes);
  return out;
}

// Halves are combined until one lane is left.
static void combineLanes(Nest *x, const TcCpuStage *s, TcLane *acc) {
  TcEmit *e = x->e;
  size_t n = s->results.size;
  for (int64_t lanes = x->n->lanes / 2; lanes >= 1 && x->ok; lanes /= 2) {
    TcLane *high = TC_ARENA_ARRAY(e->arena, TcLane, n);
    e->lanes = lanes;
    for (size_t i = 0; i < n; ++i) {
      high[i] = half(e, acc[i], lanes);
      acc[i] = half(e, acc[i], 0);
    }
    x->ok &= tcAccsCombine(e, s, acc, high);
  }
  e->lanes = 1;
}

static void finish(Nest *x, TcLane *acc, bool across) {
  for (size_t i = 0; i < x->n->stages.size; ++i) {
    const TcCpuStage *s = x->n->stages.data[i];
    if (!hasOver(s))
      continue;
    if (across)
      combineLanes(x, s, acc);
    if (s->kind == TC_CPU_REDUCE)
      storeResults(x, s, acc);
    acc += s->results.size;
  }
}

// All loops over what is reduced, at one point of the results. Across lanes
// the accumulators have one for each.
static void reduce(Nest *x) {
  TcEmit *e = x->e;
  size_t level = x->n->outer.size, n = numAccs(x->n), known = e->known.size;
  TcLane *acc = TC_ARENA_ARRAY(e->arena, TcLane, n);
  bool across = x->n->vector >= 0 && tcCpuItersHave(&x->n->over, x->n->vector);
  if (across)
    e->lanes = x->n->lanes;
  neutrals(x, acc);
  if (across)
    e->lanes = 1;
  if (x->n->over.size)
    overLoop(x, level, acc, n);
  else
    point(x, acc);
  if (x->ok)
    finish(x, acc, across);
  if (x->n->outer.size)
    e->known.size = known;
}

// Inside of the first `level` loops.
static void enter(Nest *x, size_t level, TcLane *acc) {
  size_t outer = x->n->outer.size, n = numAccs(x->n);
  hoist(x, level);
  if (level == outer && n && !acc)
    reduce(x);
  else if (level == x->loops.size)
    point(x, acc);
  else
    overLoop(x, level, acc, acc ? n : 0);
}

bool tcEmitNest(TcEmit *e, const TcNest *n) {
  Nest x = {.e = e, .n = n, .ok = true};
  for (size_t i = 0; i < n->outer.size; ++i)
    tcVecPush(e->arena, &x.loops, n->outer.data[i]);
  for (size_t i = 0; i < n->over.size; ++i)
    tcVecPush(e->arena, &x.loops, n->over.data[i]);
  x.elements = TC_ARENA_ARRAY(e->arena, TcLane *, n->stages.size);
  for (size_t i = 0; i < n->stages.size; ++i)
    x.elements[i] =
        TC_ARENA_ARRAY(e->arena, TcLane, n->stages.data[i]->reads.size + 1);
  enter(&x, 0, NULL);
  return x.ok;
}

//===- Parts of a nest ----------------------------------------------------===//

bool tcStageHasOver(const TcCpuStage *s) { return hasOver(s); }

size_t tcNestNumAccs(const TcNest *n) { return numAccs(n); }

static Nest partsOf(TcEmit *e, const TcNest *n) {
  Nest x = {.e = e, .n = n, .ok = true};
  x.elements = TC_ARENA_ARRAY(e->arena, TcLane *, n->stages.size);
  for (size_t i = 0; i < n->stages.size; ++i)
    x.elements[i] =
        TC_ARENA_ARRAY(e->arena, TcLane, n->stages.data[i]->reads.size + 1);
  return x;
}

void tcNestNeutrals(TcEmit *e, const TcNest *n, TcLane *acc) {
  Nest x = partsOf(e, n);
  neutrals(&x, acc);
}

bool tcNestPoint(TcEmit *e, const TcNest *n, TcLane *acc) {
  Nest x = partsOf(e, n);
  point(&x, acc);
  return x.ok;
}

void tcNestFinish(TcEmit *e, const TcNest *n, const TcLane *acc) {
  for (size_t i = 0; i < n->stages.size; ++i) {
    const TcCpuStage *s = n->stages.data[i];
    if (s->kind == TC_CPU_REDUCE)
      tcStageMake(e, s, acc);
    acc += hasOver(s) ? s->results.size : 0;
  }
}

void tcStageMake(TcEmit *e, const TcCpuStage *s, const TcLane *values) {
  Nest x = {.e = e};
  storeResults(&x, s, values);
}
