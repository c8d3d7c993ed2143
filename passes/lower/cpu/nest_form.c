// Decides which stages of a phase share a loop nest, the order of the loops,
// and which of them is vectorised. nest.c emits it.
#include "passes/lower/cpu/stage.h"

#include <string.h>

enum { MAX_ACCS = 32 };

//===- Which stages share a nest ------------------------------------------===//

bool tcStageHasOver(const TcCpuStage *s) {
  return s->kind == TC_CPU_REDUCE || s->kind == TC_CPU_SCAN;
}

bool tcPhaseTile(const TcCpuKernel *k, const TcCpuPhase *p, const TcCpuStage *s,
                 TcTile *tile) {
  return tcContractTile(k, s, tile) && !tcCpuItersHave(&p->tasks, tile->row) &&
         !tcCpuItersHave(&p->tasks, tile->column);
}

static bool standsAlone(const TcCpuKernel *k, const TcCpuPhase *p,
                        const TcCpuStage *s) {
  TcTile tile;
  return s->kind == TC_CPU_SORT || s->kind == TC_CPU_FOR ||
         tcPhaseTile(k, p, s, &tile);
}

bool tcNestMakes(const TcNest *n, const TcCpuValue *v) {
  for (size_t i = 0; i < n->stages.size; ++i)
    if (v->stage == n->stages.data[i])
      return true;
  return false;
}

static bool readsFit(const TcCpuKernel *k, const TcNest *n,
                     const TcCpuStage *s) {
  for (size_t i = 0; i < s->reads.size; ++i) {
    const TcCpuRead *r = &s->reads.data[i];
    if (tcNestMakes(n, r->value) &&
        (r->value->stage->kind == TC_CPU_REDUCE || !tcCpuReadsOwnIndex(k, r)))
      return false;
  }
  for (size_t i = 0; i < s->gathered.size; ++i)
    if (tcNestMakes(n, s->gathered.data[i]))
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

size_t tcNestNumAccs(const TcNest *n) {
  size_t accs = 0;
  for (size_t i = 0; i < n->stages.size; ++i)
    if (tcStageHasOver(n->stages.data[i]))
      accs += n->stages.data[i]->results.size;
  return accs;
}

// The order of loops that the first reduction or scan asks for.
static bool overFits(const TcCpuKernel *k, const TcNest *n,
                     const TcCpuStage *s) {
  if (!tcStageHasOver(s))
    return true;
  for (size_t i = 0; i < n->stages.size; ++i) {
    const TcCpuStage *other = n->stages.data[i];
    if (tcStageHasOver(other) && (!tcCpuItersSame(k, &other->over, &s->over) ||
                                  other->reverse != s->reverse))
      return false;
  }
  return tcNestNumAccs(n) + s->results.size <= MAX_ACCS;
}

static bool joins(TcCpuKernel *k, const TcCpuPhase *p, const TcNest *n,
                  const TcCpuStage *s) {
  const TcCpuStage *first = n->stages.data[0];
  if (n->alone || standsAlone(k, p, s) || s->update != first->update ||
      s->kind == TC_CPU_SCATTER || first->kind == TC_CPU_SCATTER)
    return false;
  TcCpuIters mine = innerSpace(k, s, p);
  TcCpuIters its = innerSpace(k, first, p);
  return tcCpuItersSame(k, &mine, &its) && overFits(k, n, s) &&
         readsFit(k, n, s);
}

static bool dependsOn(const TcNest *n, const TcCpuStage *s) {
  for (size_t i = 0; i < s->reads.size; ++i)
    if (tcNestMakes(n, s->reads.data[i].value))
      return true;
  for (size_t i = 0; i < s->gathered.size; ++i)
    if (tcNestMakes(n, s->gathered.data[i]))
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
    if (tcStageHasOver(n->stages.data[i]))
      shape = n->stages.data[i];
  TcCpuIters space = innerSpace(k, shape, p);
  n->over = (TcCpuIters){0};
  if (tcStageHasOver(shape))
    n->over = tcCpuItersAnd(k->arena, &shape->over, &space);
  n->outer = tcCpuItersWithout(k->arena, &space, &n->over);
}

static bool canVector(const TcCpuKernel *k, const TcNest *n, int iter) {
  for (size_t i = 0; i < n->stages.size; ++i)
    if (!tcCpuCanVector(k, n->stages.data[i], iter))
      return false;
  return true;
}

// Whether some of the iterator's points do not exist, though nothing masks
// them: those of a streamed kernel's last block, which its loop leaves out.
static bool mayMiss(const TcCpuKernel *k, const TcNest *n, int iter) {
  int64_t extent;
  return n->in && iter == k->stream.point &&
         !(tcSizeIsConst(k->stream.extent, &extent) &&
           extent % k->stream.step == 0);
}

// Moves the vectorised iterator innermost among its kind.
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
    if (canVector(k, n, all.data[i]) && !mayMiss(k, n, all.data[i]))
      tcVecPush(k->arena, &able, all.data[i]);
  // Outside of its loop a streamed kernel is vectorised along memory.
  bool outside = k->stream.lane >= 0 && !n->in;
  n->vector = !outside && tcCpuItersHave(&able, p->vector)
                  ? p->vector
                  : tcCpuBestVector(k, &n->stages, &able, width);
  if (p->lanes <= 1)
    n->vector = -1;
  moveLast(k->arena, &n->outer, n->vector);
  moveLast(k->arena, &n->over, n->vector);
}

// Elements of 8 bytes halve the lanes, to none at last; short loops do with
// fewer.
static void setLanes(TcCpuKernel *k, const TcCpuPhase *p, int64_t width,
                     TcNest *n) {
  int64_t widest = tcCpuWidestOf(&n->stages, 2), extent;
  n->lanes = p->lanes * 4 / widest;
  int64_t least = width * 4 / widest;
  if (n->lanes < 2)
    n->vector = -1;
  if (n->vector < 0 || !tcSizeIsConst(k->iters.data[n->vector].extent, &extent))
    return;
  while (n->lanes > least && n->lanes / 2 >= extent)
    n->lanes /= 2;
  if (extent * 4 <= least)
    n->vector = -1;
}

// All points of an iterator are stored together: it is not one of which tasks
// have a part.
static void setInterleaved(TcCpuKernel *k, const TcCpuPhase *p, TcNest *n) {
  if (n->vector < 0 || n->over.size || n->alone)
    return;
  int iter = tcCpuInterleavedIter(k, &n->stages, n->vector);
  int64_t extent;
  if (!tcCpuItersHave(&n->outer, iter) ||
      !tcSizeIsConst(k->iters.data[iter].extent, &extent) ||
      (iter == p->chunk && extent > p->chunkSize))
    return;
  n->interleaved = iter;
  moveLast(k->arena, &n->outer, iter);
}

// Transposed reads need blocks of one machine vector.
static void setTransposed(TcCpuKernel *k, const TcCpuPhase *p, int64_t width,
                          TcNest *n) {
  if (n->vector < 0 || n->over.size || n->alone || n->interleaved >= 0)
    return;
  int readIter = tcCpuTransposedIter(k, &n->stages, n->vector);
  if (!tcCpuItersHave(&n->outer, readIter))
    return;
  n->lanes = width * 4 / tcCpuWidestOf(&n->stages, 4);
  n->readIter = readIter;
  n->strip = p->strip ? p->strip : TC_CPU_MOST_STRIP;
  n->nontemporal = p->nontemporal;
  moveLast(k->arena, &n->outer, readIter);
  moveLast(k->arena, &n->outer, n->vector);
}

// The vector of a row that stays in registers is all of it.
static void setKeepsRow(const TcCpuKernel *k, const TcCpuPhase *p, TcNest *n) {
  int64_t row;
  if (!p->keepsRow || n->vector < 0 || n->vector != p->vector ||
      !tcSizeIsConst(k->iters.data[n->vector].extent, &row))
    return;
  n->keepsRow = true;
  while (n->lanes < row)
    n->lanes *= 2;
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
                      .readIter = -1,
                      .interleaved = -1,
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
    setInterleaved(k, p, &nests->data[i]);
    setTransposed(k, p, width, &nests->data[i]);
    setKeepsRow(k, p, &nests->data[i]);
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
