// Points of iterators from flat numbers, loops over a block's threads,
// barriers. See emit.h.
#include "passes/lower/gpu/emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/GpuOps.h"

static bool isOne(const TcSize *count) {
  int64_t n;
  return tcSizeIsConst(count, &n) && n == 1;
}

MlirValue tcGpuSplitOff(TcGpuEmit *g, MlirValue flat, const TcSize *count,
                        MlirValue *part) {
  TcEmit *e = &g->e;
  if (isOne(count)) {
    *part = tcEmitI64(e, 0);
    return flat;
  }
  MlirValue n = tcEmitExpr(e, count);
  *part = tcArithRemui(&e->b, flat, n);
  return tcArithDivui(&e->b, flat, n);
}

// Whether flat numbers of these iterators fit in 32 bits, in which divisions
// cost a fraction of those in 64.
static bool isShort(const TcCpuKernel *k, const TcCpuIters *iters) {
  int64_t n;
  return tcSizeIsConst(tcCpuProduct(k->arena, k, iters), &n) && n <= INT32_MAX;
}

static MlirValue splitShort(TcEmit *e, MlirValue flat, int64_t n,
                            MlirValue *part) {
  if (n <= 1) {
    *part = tcEmitI64(e, 0);
    return flat;
  }
  MlirValue size = tcEmitInt(e, e->i32, n);
  MlirValue rest = tcArithRemui(&e->b, flat, size);
  *part = tcArithExtui(&e->b, e->i64, rest);
  return tcArithDivui(&e->b, flat, size);
}

static void enterShort(TcGpuEmit *g, const TcCpuIters *iters, MlirValue flat) {
  TcEmit *e = &g->e;
  flat = tcArithTrunci(&e->b, e->i32, flat);
  for (size_t i = iters->size; i-- > 1;) {
    int64_t n = 1;
    tcSizeIsConst(g->k.iters.data[iters->data[i]].extent, &n);
    flat = splitShort(e, flat, n, &e->iters[iters->data[i]]);
  }
  e->iters[iters->data[0]] = tcArithExtui(&e->b, e->i64, flat);
}

// Iterators of one point stay the 0 that they are since the function's start:
// nests that do not run over them read it, too.
void tcGpuEnter(TcGpuEmit *g, const TcCpuIters *all, MlirValue flat) {
  TcEmit *e = &g->e;
  TcCpuIters iters = {0};
  for (size_t i = 0; i < all->size; ++i)
    if (!tcCpuIterIsOne(&g->k, all->data[i]))
      tcVecPush(e->arena, &iters, all->data[i]);
  if (!iters.size)
    return;
  if (iters.size > 1 && isShort(&g->k, &iters)) {
    enterShort(g, &iters, flat);
    return;
  }
  for (size_t i = iters.size; i-- > 1;) {
    int iter = iters.data[i];
    flat =
        tcGpuSplitOff(g, flat, g->k.iters.data[iter].extent, &e->iters[iter]);
  }
  e->iters[iters.data[0]] = flat;
}

MlirValue tcGpuLoopIndex(const TcLoop *loop) {
  return mlirBlockGetArgument(loop->body, 0);
}

MlirValue tcGpuIsBelow(TcGpuEmit *g, MlirValue i, MlirValue n) {
  return tcArithCmpi(&g->e.b, TC_ARITH_CMP_I_PREDICATE_SLT, i, n);
}

TcLoop tcGpuForThread(TcGpuEmit *g, MlirValue count, size_t n,
                      TcLane *carried) {
  return tcEmitFor(&g->e, g->thread, count, g->threads, -1, n, carried);
}

void tcGpuBarrierAll(TcGpuEmit *g) { tcGpuBarrier(&g->e.b); }

void tcGpuSetLanes(TcGpuEmit *g, const TcNest *n, bool on) {
  if (n->lanes == 1) // the phase's, if it has any (columns.c)
    return;
  g->e.lanes = on ? n->lanes : 1;
  g->e.vector = on ? n->vector : -1;
}
