// Forms phases. Stages join one as long as the parallelism that they share
// keeps the machine busy; one that reads nothing of later phases may join an
// earlier one, so that independent reductions read memory once. See
// gpu-choose.h.
#include "passes/schedule/gpu-choose.h"

#include "lib/cost/numbers.h"

enum { ROW_THREADS = 256 }; // of a block that has a row

double tcGpuGuessThreads(const TcGpuChoose *c, const TcCpuStages *stages) {
  double tasks = tcCpuGuessTasks(c->k, stages);
  return tcGpuModeOf(c, stages) == TC_GPU_ROWS ? tasks * ROW_THREADS : tasks;
}

// Whether a stage that has many points by itself would have a few long tasks
// in a phase by points.
static bool losesTasks(const TcGpuChoose *c, const TcCpuStages *both,
                       const TcCpuStages *alone) {
  double tasks = tcCpuGuessTasks(c->k, both);
  return tasks < tcNumber(gpu_threads) &&
         tasks < tcCpuGuessTasks(c->k, alone) &&
         tcGpuGuessPoints(c, both) / tasks >= tcNumber(gpu_long) &&
         tcGpuModeOf(c, both) == TC_GPU_POINTS;
}

// Whether the stage in a phase by rows would write along the rows' iterators,
// an element here and there, and by itself stages its reads as transposed
// tiles.
static bool wantsTiles(const TcGpuChoose *c, const TcCpuStages *both,
                       TcCpuStage *s) {
  TcGpuPhase alone = {0};
  if (s->kind != TC_CPU_MAP || tcGpuModeOf(c, both) != TC_GPU_ROWS)
    return false;
  tcVecPush(c->k->arena, &alone.p.stages, s);
  alone.p.tasks = tcCpuPhaseParallel(c->k, &alone.p.stages);
  if (tcGpuGuessPoints(c, &alone.p.stages) < tcNumber(gpu_scattered))
    return false;
  TcCpuIters all = tcGpuOrderedPoints(c->k, &alone.p);
  return tcGpuChooseTranspose(c->k, c->target, &all, &alone);
}

// Whether few rows would keep a stage that has many points by itself to as few
// blocks: long rows of maps, or rows so long that nothing of them stays in a
// block.
static bool losesBlocks(const TcGpuChoose *c, const TcCpuStages *stages,
                        const TcCpuStages *both, const TcCpuStages *alone) {
  enum { MOST_THREADS = 1024 };
  bool maps = tcCpuAllMaps(stages);
  double tasks = tcCpuGuessTasks(c->k, both);
  double threads = tasks * (maps ? ROW_THREADS : MOST_THREADS);
  double longest =
      maps ? tcNumber(gpu_long_row) : MOST_THREADS * (double)tcNumber(gpu_long);
  return (maps || tcCpuAllMaps(alone)) && tcGpuModeOf(c, both) == TC_GPU_ROWS &&
         threads < tcNumber(gpu_threads) / 2 &&
         tasks < tcCpuGuessTasks(c->k, alone) &&
         tcGpuGuessPoints(c, both) / tasks >= longest;
}

static bool worthSharing(const TcGpuChoose *c, const TcCpuStages *stages,
                         TcCpuStage *s) {
  if (!tcCpuCanShare(c->k, stages, s))
    return false;
  if (s->unit)
    return true;
  if ((s->kind == TC_CPU_SORT || tcGpuSortsRows(stages)) &&
      !tcFormIsOff(c->k, TC_FORM_ROWS))
    return false;
  TcCpuStages both = tcCpuStagesWith(c->k->arena, stages, s);
  if (tcGpuIsSerial(&both) != tcGpuIsSerial(stages) || wantsTiles(c, &both, s))
    return false;
  double tasks = tcCpuGuessTasks(c->k, &both);
  TcCpuStages none = {0}, alone = tcCpuStagesWith(c->k->arena, &none, s);
  if (tcGpuSplitIter(c, stages) >= 0)
    return tcGpuSplitIter(c, &both) == tcGpuSplitIter(c, stages) &&
           tasks >= tcCpuGuessTasks(c->k, stages);
  if (tcGpuSplitIter(c, &alone) >= 0 || losesTasks(c, &both, &alone) ||
      losesBlocks(c, stages, &both, &alone))
    return false;
  return tasks >= tcCpuGuessTasks(c->k, stages) ||
         (tasks >= tcNumber(gpu_blocks) &&
          tcGpuModeOf(c, &both) == TC_GPU_ROWS) ||
         tcGpuGuessPoints(c, &both) < tcNumber(gpu_phase_points);
}

static bool reads(const TcCpuStage *s, const TcCpuStages *made) {
  for (size_t i = 0; i < s->reads.size; ++i)
    if (tcCpuStagesHave(made, s->reads.data[i].value->stage))
      return true;
  return false;
}

// Whether a stage may run before stages that stand in front of it and that it
// does not read.
static bool canMove(const TcCpuStage *s) {
  return (s->kind == TC_CPU_MAP || s->kind == TC_CPU_REDUCE) && !s->ordered &&
         !s->unit && !s->in && !s->update && !s->gathered.size;
}

// The first phase that the stage can join, or NULL.
static TcGpuPhase *phaseFor(const TcGpuChoose *c, TcCpuStage *s,
                            TcGpuPhases *phases) {
  TcGpuPhase *first = NULL;
  for (size_t i = phases->size; i-- > 0;) {
    TcCpuStages *stages = &phases->data[i].p.stages;
    if (worthSharing(c, stages, s))
      first = &phases->data[i];
    if (!canMove(s) || reads(s, stages) || tcGpuIsSerial(stages))
      break;
  }
  return first;
}

void tcGpuFormPhases(const TcGpuChoose *c, const TcCpuStages *stages,
                     TcGpuPhases *phases) {
  for (size_t i = 0; i < stages->size; ++i) {
    TcCpuStage *s = stages->data[i];
    TcGpuPhase *joined = phaseFor(c, s, phases);
    if (joined) {
      tcVecPush(c->k->arena, &joined->p.stages, s);
      continue;
    }
    TcGpuPhase phase = {
        .p = {.chunk = -1, .vector = -1, .split = -1, .lanes = 1, .grain = 1}};
    tcVecPush(c->k->arena, &phase.p.stages, s);
    tcVecPush(c->k->arena, phases, phase);
  }
}
