// Prefetches of loop nests: how far ahead stands in the schedule (`ahead`).
#include "passes/lower/cpu/nest.h"
#include "passes/lower/cpu/product_emit.h"

#include "tc/gen/ArithOps.h"

// Whether the read walks along the vector through an argument that second
// caches do not keep.
static bool comesFromMemory(const TcCpuKernel *k, const TcCpuRead *r,
                            int iter) {
  return r->value->arg >= 0 && mlirAttributeIsNull(r->fill) &&
         tcProductIsFar(r->value) &&
         tcCpuHasStride(k, tcCpuReadOffset(k, r), iter, 1);
}

void tcNestPrefetchAhead(TcEmit *e, const TcCpuRead *r, int iter, int64_t lanes,
                         int64_t ahead) {
  MlirValue here = e->iters[iter];
  int64_t bytes = tcCpuBytes(r->value->element);
  TcPlace at = tcEmitPlaceOf(e, r->value);
  for (int64_t c = 0; c < lanes * bytes; c += TC_PRODUCT_LINE) {
    e->iters[iter] =
        tcArithAddi(&e->b, here, tcEmitI64(e, (ahead + c) / bytes));
    tcEmitPrefetch(e, &at, r->value->element, r->value->rank, r->index);
  }
  e->iters[iter] = here;
}

void tcNestPrefetch(TcNestRun *x, int iter, int64_t lanes) {
  TcEmit *e = x->e;
  if (!x->n->plan.ahead)
    return;
  for (size_t i = 0; i < x->n->stages.size; ++i) {
    const TcCpuStage *s = x->n->stages.data[i];
    for (size_t j = 0; j < s->reads.size; ++j) {
      const TcCpuRead *r = &s->reads.data[j];
      if (comesFromMemory(e->k, r, iter))
        tcNestPrefetchAhead(e, r, iter, lanes, x->n->plan.ahead);
    }
  }
}

// Whether the read goes down columns of memory that lie side by side along the
// vector: rows of a strip of them are too far from each other for prefetchers.
static bool readsColumns(const TcCpuKernel *k, const TcNest *n,
                         const TcCpuRead *r, int iter) {
  enum { FAR = 1024 };
  int64_t stride;
  if (r->value->arg < 0 || !mlirAttributeIsNull(r->fill) ||
      !tcProductIsFar(r->value))
    return false;
  const TcSize *offset = tcCpuReadOffset(k, r);
  return tcCpuHasStride(k, offset, n->vector, 1) &&
         tcCpuConstStride(k, offset, iter, &stride) &&
         stride * tcCpuBytes(r->value->element) >= FAR;
}

void tcNestPrefetchStrip(TcNestRun *x, size_t level) {
  TcEmit *e = x->e;
  int iter = x->loops.data[level], vector = x->n->vector;
  if (level + 1 != x->loops.size || vector < 0 || e->lanes < 2 ||
      e->vector != vector || e->mask.v.ptr || !x->n->plan.ahead)
    return;
  MlirValue here = e->iters[vector];
  int64_t lanes = e->lanes;
  int64_t next = x->n->plan.ahead * (vector == e->chunk ? e->chunkSize : lanes);
  tcEmitSetLanes(e, 1, -1);
  for (size_t i = 0; i < x->n->stages.size; ++i) {
    const TcCpuStage *s = x->n->stages.data[i];
    for (size_t j = 0; j < s->reads.size; ++j) {
      const TcCpuRead *r = &s->reads.data[j];
      if (!readsColumns(e->k, x->n, r, iter))
        continue;
      int64_t bytes = tcCpuBytes(r->value->element);
      TcPlace at = tcEmitPlaceOf(e, r->value);
      for (int64_t c = 0; c < lanes * bytes; c += TC_PRODUCT_LINE) {
        e->iters[vector] =
            tcArithAddi(&e->b, here, tcEmitI64(e, next + c / bytes));
        tcEmitPrefetch(e, &at, r->value->element, r->value->rank, r->index);
      }
    }
  }
  e->iters[vector] = here;
  tcEmitSetLanes(e, lanes, vector);
}

//===- What there is to prefetch ------------------------------------------===//

static bool readsRows(const TcCpuKernel *k, const TcNest *n) {
  for (size_t i = 0; i < n->stages.size; ++i) {
    const TcCpuStage *s = n->stages.data[i];
    for (size_t j = 0; j < s->reads.size; ++j)
      if (comesFromMemory(k, &s->reads.data[j], n->vector))
        return true;
  }
  return false;
}

static bool readsStrips(const TcCpuKernel *k, const TcNest *n) {
  for (size_t i = 0; i < n->stages.size; ++i) {
    const TcCpuStage *s = n->stages.data[i];
    for (size_t j = 0; j < s->reads.size; ++j)
      if (readsColumns(k, n, &s->reads.data[j], tcVecLast(&n->over)))
        return true;
  }
  return false;
}

static bool looksForOwn(const TcCpuPhase *p, const TcNest *n) {
  const TcCpuStage *s = n->stages.data[0];
  return s->kind == TC_CPU_SCATTER && s->owners && p->split < 0 &&
         n->vector < 0 && n->outer.size + n->over.size > 0;
}

TcNestAhead tcNestAheadOf(const TcCpuKernel *k, const TcCpuPhase *p,
                          const TcNest *n) {
  if (n->plan.form == TC_NEST_BLOCKS)
    return comesFromMemory(k, n->tile.columnFactor, n->tile.vector)
               ? TC_AHEAD_BYTES
               : TC_AHEAD_NONE;
  if (n->alone)
    return TC_AHEAD_NONE;
  if (looksForOwn(p, n))
    return TC_AHEAD_POINTS;
  if (n->vector < 0)
    return TC_AHEAD_NONE;
  if (n->readIter >= 0)
    return n->nontemporal ? TC_AHEAD_BLOCKS : TC_AHEAD_NONE;
  if (!tcNestNumAccs(n) || !n->over.size)
    return TC_AHEAD_NONE;
  if (tcCpuItersHave(&n->over, n->vector))
    return readsRows(k, n) ? TC_AHEAD_BYTES : TC_AHEAD_NONE;
  return readsStrips(k, n) ? TC_AHEAD_STRIPS : TC_AHEAD_NONE;
}

int64_t tcNestMostAhead(TcNestAhead kind) {
  enum { POINTS = 32 }; // bits of a word
  return kind == TC_AHEAD_NONE     ? 0
         : kind == TC_AHEAD_POINTS ? POINTS
         : kind == TC_AHEAD_BYTES  ? 1 << 20
                                   : 64;
}
