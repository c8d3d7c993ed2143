// The phases of a launch: one, in whatever form its schedule has, or several by
// points, beside each other, whose blocks are numbered one phase after the
// other.
#include "passes/lower/cpu/gather.h"
#include "passes/lower/gpu/emit.h"

#include "tc/gen/ArithOps.h"

#include <string.h>

typedef struct Form {
  void (*plan)(TcGpuEmit *g, TcGpuPlan *plan);
  bool (*emit)(TcGpuEmit *g, TcGpuPlan *plan);
} Form;

static const Form forms[] = {
    [TC_GPU_POINTS] = {tcGpuPlanPoints, tcGpuEmitPoints},
    [TC_GPU_WINDOWS] = {tcGpuPlanWindows, tcGpuEmitWindows},
    [TC_GPU_ROWS] = {tcGpuPlanRows, tcGpuEmitRows},
    [TC_GPU_COLUMNS] = {tcGpuPlanColumns, tcGpuEmitColumns},
    [TC_GPU_OWNERS] = {tcGpuPlanOwners, tcGpuEmitOwners},
    [TC_GPU_LONG_ROWS] = {tcGpuPlanLongRows, tcGpuEmitLongRows},
    [TC_GPU_ASCENDING] = {tcGpuPlanAscending, tcGpuEmitAscending},
    [TC_GPU_BINS] = {tcGpuPlanBins, tcGpuEmitBins},
    [TC_GPU_BIN_SUMS] = {tcGpuPlanBinSums, tcGpuEmitBinSums},
    [TC_GPU_SORT_CHUNKS] = {tcGpuPlanSortChunks, tcGpuEmitSortChunks},
    [TC_GPU_SORT_MERGE] = {tcGpuPlanSortMerge, tcGpuEmitSortMerge},
    [TC_GPU_PRODUCT] = {tcGpuPlanProduct, tcGpuEmitProduct},
    [TC_GPU_DIRECT] = {tcGpuPlanDirect, tcGpuEmitDirect},
    [TC_GPU_TRANSPOSE] = {tcGpuPlanTranspose, tcGpuEmitTranspose},
    [TC_GPU_UNIT] = {tcGpuPlanUnit, tcGpuEmitUnit},
    [TC_GPU_STREAM] = {tcGpuPlanStream, tcGpuEmitStream},
};

void tcGpuPlanPhase(TcGpuEmit *g, TcGpuPlan *plan) {
  forms[plan->phase->mode].plan(g, plan);
}

static bool emitPhase(TcGpuEmit *g, TcGpuPlan *plan) {
  tcEmitCheckTables(&g->e, &plan->phase->p.stages, g->block, g->thread,
                    g->threads);
  return forms[plan->phase->mode].emit(g, plan);
}

const TcSize *tcGpuCountBlocks(TcGpuEmit *g, const TcGpuPlan *plans, size_t n) {
  const TcSize *blocks = plans[0].blocks;
  for (size_t i = 1; i < n; ++i)
    blocks = tcSizeAdd(g->e.arena, blocks, plans[i].blocks);
  return blocks;
}

// Emits the phase for the blocks that are its own: those from `first` on.
static bool emitOwn(TcGpuEmit *g, TcGpuPlan *plan, MlirValue first) {
  TcEmit *e = &g->e;
  size_t n = e->k->iters.size;
  MlirValue block = g->block, *iters = TC_ARENA_ARRAY(e->arena, MlirValue, n);
  memcpy(iters, e->iters, n * sizeof *iters);
  g->block = tcArithSubi(&e->b, block, first);
  TcLoop own = tcEmitIf(e, tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_ULT,
                                       g->block, tcEmitExpr(e, plan->blocks)));
  bool ok = emitPhase(g, plan);
  tcEmitIfEnd(e, &own);
  memcpy(e->iters, iters, n * sizeof *iters);
  g->block = block;
  return ok;
}

bool tcGpuEmitPhases(TcGpuEmit *g, TcGpuPlan *plans, size_t n) {
  if (n == 1)
    return emitPhase(g, plans);
  MlirValue first = tcEmitI64(&g->e, 0);
  for (size_t i = 0; i < n; ++i) {
    if (!emitOwn(g, &plans[i], first))
      return false;
    first = tcArithAddi(&g->e.b, first, tcEmitExpr(&g->e, plans[i].blocks));
  }
  return true;
}
