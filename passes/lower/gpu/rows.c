// Phases by rows: a block computes one point of the iterators that all stages
// share. Its threads share the points of each nest, or the reduction, whose
// result each thread then has in registers. Other values between nests lie in
// shared memory if there is room, else in temporaries. Of short rows a block
// computes several, each by some lanes of a wave, which are then what is called
// the threads below.
#include "passes/lower/cpu/places.h"
#include "passes/lower/gpu/emit.h"
#include "passes/schedule/sum-block.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

enum {
  ROW_BYTES = 40 << 10, // of the 48 KiB that a launch has without asking
  ALIGN = 64,
};

//===- Planning -----------------------------------------------------------===//

// Bytes of the value's row in a block, or -1 if that is no constant.
static int64_t rowBytes(const TcGpuEmit *g, const TcCpuPhase *p,
                        const TcCpuValue *v) {
  int64_t bytes = tcCpuBytes(v->element), n;
  for (size_t d = 0; d < v->rank; ++d) {
    int iter = v->stage->iters.data[d];
    if (tcCpuItersHave(&p->tasks, iter))
      continue;
    if (!tcSizeIsConst(g->k.iters.data[iter].extent, &n) || n > ROW_BYTES)
      return -1;
    bytes *= n;
    if (bytes > ROW_BYTES)
      return -1;
  }
  return (bytes + ALIGN - 1) / ALIGN * ALIGN;
}

static void placeValue(TcGpuEmit *g, TcGpuPlan *plan, TcCpuValue *v) {
  int64_t bytes = rowBytes(g, &plan->phase->p, v);
  if (bytes < 0 || plan->sharedBytes + bytes > ROW_BYTES)
    tcCpuKernelSpill(&g->k, v);
  else
    plan->sharedBytes += bytes;
}

static void placeNest(TcGpuEmit *g, TcGpuPlan *plan, TcNest *n) {
  n->alone = false;
  for (size_t i = 0; i < n->stages.size; ++i) {
    const TcCpuStage *s = n->stages.data[i];
    for (size_t r = 0; r < s->results.size; ++r) {
      if (tcGpuNeedsPlace(plan, n, s->results.data[r]))
        placeValue(g, plan, s->results.data[r]);
    }
  }
}

bool tcGpuSharesOver(const TcCpuKernel *k, int64_t threads, const TcNest *n) {
  return n->over.size && (!n->outer.size ||
                          tcCpuGuessIters(k, &n->outer) < (double)threads / 2);
}

static const TcCpuIters *spreadOf(const TcCpuKernel *k, int64_t threads,
                                  const TcNest *n) {
  return tcGpuSharesOver(k, threads, n) ? &n->over : &n->outer;
}

int64_t tcGpuRowLanes(TcCpuKernel *k, int64_t threads, const TcNest *n) {
  const TcCpuIters *spread = spreadOf(k, threads, n);
  int64_t lanes, count;
  if (!spread->size || tcGpuScansRow(n) || tcGpuSortOf(n))
    return 1;
  lanes = tcGpuLanes(k, &n->stages, tcVecLast(spread), -1);
  return tcSizeIsConst(tcCpuProduct(k->arena, k, spread), &count) &&
                 count >= lanes * threads
             ? lanes
             : 1;
}

// Vectorises a nest whose threads have vectors of the row.
static void setLanes(TcGpuEmit *g, const TcGpuPhase *p, TcNest *n) {
  n->lanes = tcGpuHasVectors(p, n) ? tcGpuRowLanes(&g->k, g->threads, n) : 1;
  n->vector = n->lanes > 1 ? tcVecLast(spreadOf(&g->k, g->threads, n)) : -1;
}

const TcSize *tcGpuChunks(const TcGpuEmit *g, const TcGpuPhase *p) {
  if (p->p.chunk < 0)
    return tcSizeConst(g->k.arena, 1);
  return tcSizeCeilDiv(g->k.arena, g->k.iters.data[p->p.chunk].extent,
                       tcSizeConst(g->k.arena, p->p.chunkSize));
}

void tcGpuPlanRows(TcGpuEmit *g, TcGpuPlan *plan) {
  tcCpuStreamKeepFills(&g->k);
  plan->blocks = tcCpuProduct(g->k.arena, &g->k, &plan->phase->p.tasks);
  plan->blocks =
      tcSizeMul(g->k.arena, plan->blocks, tcGpuChunks(g, plan->phase));
  g->threads = tcGpuRowThreads(plan->phase);
  if (plan->phase->rows > 1)
    plan->blocks = tcSizeCeilDiv(g->k.arena, plan->blocks,
                                 tcSizeConst(g->k.arena, plan->phase->rows));
  tcCpuFormNests(&g->k, &plan->phase->p, 1, &plan->nests);
  if (tcGpuSortOf(&plan->nests.data[0])) {
    tcGpuPlanSort(g, plan, tcGpuSortOf(&plan->nests.data[0]));
    return;
  }
  bool aligned = plan->phase->align;
  bool resident = !aligned && tcGpuPlanRegisterRows(g, plan);
  if (aligned)
    tcGpuPlanAligned(g, plan);
  int64_t partials = 0;
  for (size_t i = 0; i < plan->nests.size; ++i) {
    TcNest *n = &plan->nests.data[i];
    if (!resident && !aligned) {
      placeNest(g, plan, n);
      setLanes(g, plan->phase, n);
    }
    bool shared = tcGpuSharesOver(&g->k, g->threads, n) || tcGpuScansRow(n);
    int64_t bytes = shared ? tcGpuPartialBytes(g, n) : 0;
    if (tcGpuScansRow(n))
      bytes *= tcGpuScanSteps(plan->phase);
    partials = bytes > partials ? bytes : partials;
  }
  plan->partials = (partials + ALIGN - 1) / ALIGN * ALIGN;
  plan->sharedBytes += plan->partials;
}

//===- Nests --------------------------------------------------------------===//

// The number of vectors of n->lanes points of `iters`.
static MlirValue countOf(TcGpuEmit *g, const TcNest *n,
                         const TcCpuIters *iters) {
  TcArena *a = g->e.arena;
  if (g->vectors.ptr)
    return g->vectors;
  const TcSize *count = tcCpuProduct(a, &g->k, iters);
  return tcEmitExpr(&g->e, tcSizeFloorDiv(a, count, tcSizeConst(a, n->lanes)));
}

// Sets `iters` to the first lane of a vector.
static void enterLanes(TcGpuEmit *g, const TcNest *n, const TcCpuIters *iters,
                       MlirValue vector) {
  TcEmit *e = &g->e;
  tcGpuEnter(g, iters, tcArithMuli(&e->b, vector, tcEmitI64(e, n->lanes)));
}

// Emits the nest at one point of its results, for this thread alone.
static bool emitHere(TcGpuEmit *g, const TcNest *n) {
  TcNest here = *n;
  here.outer.size = 0;
  here.vector = -1;
  return tcEmitNest(&g->e, &here);
}

// Divides the points of the nest's results among the threads.
static bool spreadPoints(TcGpuEmit *g, const TcNest *n) {
  TcEmit *e = &g->e;
  size_t forwarded = e->forwarded.size;
  if (g->alignedPlan)
    return tcGpuAlignedVectors(g, n, g->thread, g->vectors, NULL) &&
           tcGpuAlignedEnds(g, n, NULL);
  TcLoop loop = tcGpuForThread(g, countOf(g, n, &n->outer), 0, NULL);
  enterLanes(g, n, &n->outer, tcGpuLoopIndex(&loop));
  tcGpuSetLanes(g, n, true);
  e->leader = g->rowExists;
  bool ok = emitHere(g, n);
  e->leader = (MlirValue){NULL};
  tcGpuSetLanes(g, n, false);
  tcEmitForEnd(e, &loop, 0, NULL);
  e->forwarded.size = forwarded;
  return ok;
}

MlirValue tcGpuRowHas(TcGpuEmit *g, MlirValue has) {
  if (has.ptr && g->rowExists.ptr)
    return tcArithAndi(&g->e.b, has, g->rowExists);
  return has.ptr ? has : g->rowExists;
}

// Whether the thread is the first of a row that exists.
static MlirValue isFirst(TcGpuEmit *g) {
  return tcGpuRowHas(g, tcArithCmpi(&g->e.b, TC_ARITH_CMP_I_PREDICATE_EQ,
                                    g->thread, tcEmitI64(&g->e, 0)));
}

bool tcGpuFinishShared(TcGpuEmit *g, const TcNest *n, TcLane *acc) {
  TcEmit *e = &g->e;
  if ((n->lanes > 1 && !tcNestCombineLanes(e, n, acc)) ||
      (g->ends.ptr && !tcGpuAlignedEnds(g, n, acc)) ||
      !tcGpuBlockReduce(g, n, acc))
    return false;
  e->leader = isFirst(g);
  tcNestFinish(e, n, acc);
  e->leader = (MlirValue){NULL};
  return true;
}

static void clear(TcGpuEmit *g, const TcNest *n, TcLane *acc) {
  tcGpuSetLanes(g, n, true);
  tcNestNeutrals(&g->e, n, acc);
  tcGpuSetLanes(g, n, false);
}

// Accumulates this thread's points of the reduction from `from` on, below `to`,
// behind `base`, which may be null.
static bool sumOwn(TcGpuEmit *g, const TcNest *n, MlirValue base,
                   MlirValue from, MlirValue to, TcLane *acc) {
  TcEmit *e = &g->e;
  size_t forwarded = e->forwarded.size, accs = tcNestNumAccs(n);
  if (g->alignedPlan)
    return tcGpuAlignedVectors(g, n, from, to, acc);
  TcLoop loop = tcEmitFor(e, from, to, g->threads, -1, accs, acc);
  MlirValue at = tcGpuLoopIndex(&loop);
  enterLanes(g, n, &n->over, base.ptr ? tcArithAddi(&e->b, base, at) : at);
  tcGpuSetLanes(g, n, true);
  bool ok = tcNestPoint(e, n, acc);
  tcGpuSetLanes(g, n, false);
  e->forwarded.size = forwarded;
  tcEmitForEnd(e, &loop, accs, acc);
  return ok;
}

// The number of its own points that a thread adds up in one accumulator before
// it adds that to the total (sum-block.h); 0: all of them.
static int64_t blockOf(const TcGpuEmit *g, const TcNest *n) {
  double iterations =
      tcCpuGuessIters(&g->k, &n->over) / (double)(g->threads * n->lanes);
  int64_t terms = iterations < INT32_MAX ? (int64_t)iterations : INT32_MAX;
  return tcNestAddsInBlocks(n) && terms > tcSumBlockMost(terms)
             ? tcSumBlock(terms)
             : 0;
}

// Whether blocks of `block` points of each thread are all of the sum.
static bool areWhole(const TcGpuEmit *g, const TcNest *n, int64_t block) {
  int64_t points;
  return !g->vectors.ptr &&
         tcSizeIsConst(tcCpuProduct(g->k.arena, &g->k, &n->over), &points) &&
         points % (block * g->threads * n->lanes) == 0;
}

// One block's terms, from `from` on. Of equal blocks LLVM knows the number of
// iterations, and unrolls them, so that loads are under way together.
static bool sumBlock(TcGpuEmit *g, const TcNest *n, MlirValue from,
                     MlirValue count, int64_t block, TcLane *part) {
  TcEmit *e = &g->e;
  MlirValue none = {NULL}, all = tcEmitI64(e, block * g->threads);
  if (areWhole(g, n, block))
    return sumOwn(g, n, from, tcEmitI64(e, 0), all, part);
  MlirValue end = tcArithAddi(&e->b, from, all);
  return sumOwn(g, n, none, from, tcArithMinsi(&e->b, end, count), part);
}

// Emits a long sum of floats in blocks.
static bool sumBlocks(TcGpuEmit *g, const TcNest *n, MlirValue count,
                      int64_t block, TcLane *acc) {
  TcEmit *e = &g->e;
  size_t accs = tcNestNumAccs(n);
  TcLane *part = TC_ARENA_ARRAY(e->arena, TcLane, accs + 1);
  TcLoop loop =
      tcEmitFor(e, g->thread, count, block * g->threads, -1, accs, acc);
  clear(g, n, part);
  bool ok = sumBlock(g, n, tcGpuLoopIndex(&loop), count, block, part);
  tcGpuSetLanes(g, n, true);
  ok = ok && tcGpuCombine(g, n, acc, part);
  tcGpuSetLanes(g, n, false);
  tcEmitForEnd(e, &loop, accs, acc);
  return ok;
}

bool tcGpuReduceShare(TcGpuEmit *g, const TcNest *n, TcLane *acc) {
  int64_t block = blockOf(g, n);
  clear(g, n, acc);
  MlirValue count = countOf(g, n, &n->over);
  if (block)
    return sumBlocks(g, n, count, block, acc);
  if (areWhole(g, n, 1))
    return sumOwn(g, n, g->thread, tcEmitI64(&g->e, 0), count, acc);
  return sumOwn(g, n, (MlirValue){NULL}, g->thread, count, acc);
}

// Divides the points of the reduction among the threads.
static bool spreadOver(TcGpuEmit *g, const TcNest *n) {
  TcLane *acc = TC_ARENA_ARRAY(g->e.arena, TcLane, tcNestNumAccs(n) + 1);
  return tcGpuReduceShare(g, n, acc) && tcGpuFinishShared(g, n, acc);
}

// The same for each point of the results, in sequence.
static bool overOuter(TcGpuEmit *g, const TcNest *n) {
  TcEmit *e = &g->e;
  size_t forwarded = e->forwarded.size;
  const TcSize *count = tcCpuProduct(e->arena, &g->k, &n->outer);
  TcLoop loop =
      tcEmitFor(e, tcEmitI64(e, 0), tcEmitExpr(e, count), 1, -1, 0, NULL);
  tcGpuEnter(g, &n->outer, tcGpuLoopIndex(&loop));
  bool ok = spreadOver(g, n);
  tcEmitForEnd(e, &loop, 0, NULL);
  e->forwarded.size = forwarded;
  return ok;
}

bool tcGpuOnePoint(TcGpuEmit *g, const TcNest *n) {
  g->e.leader = isFirst(g);
  bool ok = emitHere(g, n);
  g->e.leader = (MlirValue){NULL};
  return ok;
}

static bool emitPlain(TcGpuEmit *g, const TcGpuPlan *plan, const TcNest *n) {
  if (tcGpuScansRow(n)) {
    const TcGpuPhase *p = plan->phase;
    return p->align ? tcGpuScanRow(g, n, 1, 1)
                    : tcGpuScanRow(g, n, p->perThread, tcGpuScanSteps(p));
  }
  if (tcGpuSharesOver(&g->k, g->threads, n))
    return n->outer.size ? overOuter(g, n) : spreadOver(g, n);
  return n->outer.size ? spreadPoints(g, n) : tcGpuOnePoint(g, n);
}

static bool emitNest(TcGpuEmit *g, const TcGpuPlan *plan, const TcNest *n) {
  bool ok = emitPlain(g, plan, n);
  if (plan->phase->align)
    tcGpuAlignedRead(g, n);
  return ok;
}

// Which of the block's rows the thread is at work on, and its lane there. Rows
// behind the last are the last one again, and store nothing.
static MlirValue enterRow(TcGpuEmit *g, const TcGpuPlan *plan) {
  TcEmit *e = &g->e;
  int64_t rows = plan->phase->rows, all;
  const TcSize *count = tcCpuProduct(e->arena, &g->k, &plan->phase->p.tasks);
  g->threads = tcGpuRowThreads(plan->phase);
  MlirValue threads = tcEmitI64(e, g->threads);
  MlirValue row =
      tcArithAddi(&e->b, tcArithMuli(&e->b, g->block, tcEmitI64(e, rows)),
                  tcArithDivui(&e->b, g->thread, threads));
  g->thread = tcArithRemui(&e->b, g->thread, threads);
  if (tcSizeIsConst(count, &all) && all % rows == 0)
    return row;
  MlirValue end = tcEmitExpr(e, count);
  g->rowExists = tcGpuIsBelow(g, row, end);
  return tcArithMinsi(&e->b, row, tcArithSubi(&e->b, end, tcEmitI64(e, 1)));
}

static bool emitRow(TcGpuEmit *g, TcGpuPlan *plan) {
  TcEmit *e = &g->e;
  if (tcGpuSortOf(&plan->nests.data[0]))
    return tcGpuSortRow(g, plan, &plan->nests.data[0]);
  if (plan->iterations)
    return tcGpuEmitRegisterRows(g, plan);
  if (plan->phase->align) {
    tcGpuEnterAligned(g, plan);
  } else if (plan->sharedBytes) {
    const int32_t from = (int32_t)plan->partials;
    e->scratch =
        tcLlvmGetelementptr(&e->b, e->ptr, g->shared, 0, NULL, 1, &from, e->i8);
    tcCpuPlaceRows(e, &plan->phase->p, &plan->nests);
  }
  bool ok = tcGpuEmitNests(g, plan, emitNest, true);
  tcGpuLeaveAligned(g);
  return ok;
}

MlirValue tcGpuEnterChunk(TcGpuEmit *g, const TcGpuPhase *phase) {
  TcEmit *e = &g->e;
  const TcCpuPhase *p = &phase->p;
  MlirValue chunk, size = tcEmitI64(e, p->chunkSize);
  if (p->chunk < 0)
    return g->block;
  MlirValue rest = tcGpuSplitOff(g, g->block, tcGpuChunks(g, phase), &chunk);
  e->chunkSize = p->chunkSize;
  e->chunkLow = tcArithMuli(&e->b, chunk, size);
  MlirValue end = tcArithAddi(&e->b, e->chunkLow, size);
  e->chunkHigh =
      tcArithMinsi(&e->b, end, tcEmitExpr(e, g->k.iters.data[p->chunk].extent));
  e->iters[e->chunkIter] = e->chunkLow;
  return rest;
}

void tcGpuLeaveChunk(TcGpuEmit *g) {
  g->e.chunkLow = g->e.chunkHigh = (MlirValue){NULL};
}

bool tcGpuEmitRows(TcGpuEmit *g, TcGpuPlan *plan) {
  MlirValue row = plan->phase->rows > 1 ? enterRow(g, plan)
                                        : tcGpuEnterChunk(g, plan->phase);
  tcGpuEnter(g, &plan->phase->p.tasks, row);
  bool ok = emitRow(g, plan);
  g->rowExists = (MlirValue){NULL};
  tcGpuLeaveChunk(g);
  return ok;
}
