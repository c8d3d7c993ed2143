// Reductions and scans that are split over blocks: into how many parts, along
// which iterators, and which maps run where the parts are added up. See
// gpu-choose.h.
#include "passes/schedule/gpu-choose.h"
#include "passes/schedule/gpu-scatter.h"
#include "passes/schedule/long_rows.h"

#include "passes/lower/cpu/split.h"
#include "passes/lower/gpu/product.h"

#include "lib/cost/numbers.h"

#include <math.h>

// The points of the stages, in those of a reduction whose reads wait for
// nothing else: of an element whose index is read first, a thread waits for
// both.
static double pointsOf(const TcGpuChoose *c, const TcCpuStages *stages) {
  double points = tcGpuGuessPoints(c, stages);
  for (size_t i = 0; i < stages->size; ++i)
    if (stages->data[i]->gathered.size)
      return points * tcNumber(gpu_gathered_points);
  return points;
}

// The vector length of a phase of these stages by points; by rows 1.
static int64_t pointLanes(const TcGpuChoose *c, const TcCpuStages *stages) {
  TcCpuPhase phase = {.stages = *stages,
                      .tasks = tcCpuPhaseParallel(c->k, stages)};
  if (!phase.tasks.size || tcGpuModeOf(c, stages) != TC_GPU_POINTS)
    return 1;
  TcCpuIters all = tcGpuOrderedPoints(c->k, &phase);
  return tcGpuGoodLanes(c->k, stages, tcVecLast(&all), -1);
}

// How many parts fill the machine, where rows of threads share each; 0 where
// they cannot.
static double partsOfColumns(const TcGpuChoose *c, const TcCpuStages *stages) {
  TcGpuPhase phase = {.p = {.stages = *stages}};
  if (tcGpuModeOf(c, stages) != TC_GPU_POINTS ||
      !tcGpuChooseColumns(c->k, c->target, &phase))
    return 0;
  double vectors = tcCpuGuessTasks(c->k, stages) / (double)phase.lanes;
  double steps = tcGpuGuessPoints(c, stages) / tcCpuGuessTasks(c->k, stages) /
                 (double)(phase.shares * tcNumber(gpu_column_part));
  double parts = tcGpuColumnsThreads(c->k, &phase, tcNumber(gpu_part_threads)) /
                 (vectors * (double)phase.shares);
  parts = parts < steps ? parts : steps;
  return parts >= tcNumber(gpu_few_parts) ? parts : 1;
}

// How many parts fill the machine.
static double partsOf(const TcGpuChoose *c, const TcCpuStages *stages) {
  double columns = partsOfColumns(c, stages);
  if (columns > 0)
    return columns;
  double threads = tcGpuGuessThreads(c, stages);
  double steps = pointsOf(c, stages) / threads / tcNumber(gpu_min_part);
  double parts =
      tcNumber(gpu_part_threads) * (double)pointLanes(c, stages) / threads;
  return parts < steps ? parts : steps;
}

// So many cuts of an iterator, or fewer if these are even and not less than
// half as many.
static int64_t cutsOf(const TcGpuChoose *c, int iter, double parts) {
  double extent = tcGpuGuessIter(c, iter);
  int64_t most = (int64_t)(parts < extent ? parts : extent), even = most, n;
  if (!tcSizeIsConst(c->k->iters.data[iter].extent, &n))
    return most;
  while (even > 1 && n % even)
    --even;
  return 2 * even >= most ? even : most;
}

// The iterators to split along, outermost first, of which the last is cut:
// `longest`, or where that has not as many points as parts are wanted, those of
// the reduction from the outermost on, so that parts are contiguous if memory
// is.
static TcCpuIters splitIters(const TcGpuChoose *c, const TcCpuStages *stages,
                             int longest, double parts) {
  const TcCpuStage *s = stages->data[0];
  TcCpuIters taken = {0};
  double points = 1;
  int64_t n;
  for (size_t i = 0; parts > tcGpuGuessIter(c, longest) && points <= parts &&
                     i < s->over.size;
       ++i) {
    int iter = s->over.data[i];
    if (!tcCpuCanSplit(c->k, stages, iter) ||
        !tcSizeIsConst(c->k->iters.data[iter].extent, &n))
      continue;
    tcVecPush(c->k->arena, &taken, iter);
    points *= (double)n;
  }
  if (!taken.size)
    tcVecPush(c->k->arena, &taken, longest);
  return taken;
}

// Whether half the machine would idle, and a thread, or a block that has a row,
// take longer than launches that share its points and add up what these give.
static bool wantsParts(const TcGpuChoose *c, const TcCpuStages *stages) {
  double points = pointsOf(c, stages), tasks = tcCpuGuessTasks(c->k, stages);
  if (tcGpuModeOf(c, stages) == TC_GPU_ROWS)
    return tcGpuSharesRows(tasks, points / tasks);
  return tasks < tcNumber(gpu_threads) / 2 &&
         points / tasks >= tcNumber(gpu_long);
}

// How far the points of an iterator lie apart in what a reduction reads.
static double readDistance(const TcGpuChoose *c, const TcCpuStage *s,
                           int iter) {
  double most = 0;
  for (size_t i = 0; i < s->reads.size; ++i) {
    if (!s->reads.data[i].value->dests.size)
      continue;
    double step = tcGpuReadStep(c->k, &s->reads.data[i], iter);
    most = step > most ? step : most;
  }
  return most;
}

// The iterator by which to split the reductions of a phase, or -1. It is the
// longest, but of those with points for all parts the one whose points lie
// farthest apart: so parts are contiguous.
int tcGpuSplitIter(const TcGpuChoose *c, const TcCpuStages *stages) {
  const TcCpuStage *s = stages->data[0];
  if (tcFormIsOff(c->k, TC_FORM_SPLITS) || !tcCpuAllReduce(stages) ||
      !wantsParts(c, stages))
    return -1;
  double parts = partsOf(c, stages), points = 1, distance = 0;
  int best = -1;
  for (size_t i = 0; i < s->over.size; ++i) {
    int iter = s->over.data[i];
    double own = fmin(tcGpuGuessIter(c, iter), fmax(parts, 2));
    double apart = readDistance(c, s, iter);
    if (!tcCpuCanSplit(c->k, stages, iter) || own < points ||
        (own == points && apart <= distance))
      continue;
    best = iter;
    points = own;
    distance = apart;
  }
  return points >= 2 ? best : -1;
}

static void chooseSplit(const TcGpuChoose *c, TcGpuPhase *phase) {
  TcCpuPhase *p = &phase->p;
  int longest = tcGpuSplitIter(c, &p->stages);
  if (longest < 0)
    return;
  double parts = partsOf(c, &p->stages);
  if (parts <= 1) // one is enough, or there are none to be had
    return;
  phase->partsOf = splitIters(c, &p->stages, longest, parts);
  p->split = tcVecLast(&phase->partsOf);
  p->splitParts = 1;
  for (size_t i = 0; i + 1 < phase->partsOf.size; ++i) {
    tcVecPush(c->k->arena, &p->splitOuter, phase->partsOf.data[i]);
    p->splitParts *= (int64_t)tcGpuGuessIter(c, phase->partsOf.data[i]);
  }
  p->splitParts *= cutsOf(c, p->split, parts / (double)p->splitParts);
  p->splitParts = p->splitParts < 2 ? 2 : p->splitParts;
}

// Whether maps of the sums of parts, or of columns, a point each, are run where
// those are added up: then they are added to that phase.
static bool joinSums(const TcGpuChoose *c, TcGpuPhase *sums,
                     const TcGpuPhase *maps) {
  TcCpuStages both = sums->p.stages;
  size_t n = sums->p.tasks.size;
  for (size_t i = 0; i < maps->p.stages.size; ++i) {
    TcCpuStage *s = maps->p.stages.data[i];
    TcCpuIters space = tcCpuStageSpace(c->k->arena, s);
    if (s->kind != TC_CPU_MAP || space.size != n ||
        !tcCpuCanShare(c->k, &both, s))
      return false;
    both = tcCpuStagesWith(c->k->arena, &both, s);
  }
  TcCpuIters tasks = tcCpuPhaseParallel(c->k, &both);
  TcGpuPhase with = *sums;
  with.p.stages = both;
  bool columns =
      tcGpuWantsColumns(c, &with) && tcGpuChooseColumns(c->k, c->target, &with);
  if ((!sums->parts && !columns) || tasks.size != n)
    return false;
  sums->p.stages = both;
  return true;
}

//===- Scans in chunks ----------------------------------------------------===//

// Points of a chunk: few, so that blocks are many, but no more chunks than a
// block scans in a few steps.
static int64_t chunkOf(double points) {
  int64_t chunk = tcNumber(gpu_scan_chunk), most = chunk << 4;
  while (chunk < most && points / (double)chunk > tcNumber(gpu_scan_chunks))
    chunk *= 2;
  return chunk;
}

// Points of a chunk that one thread of a column has; 0: a column is not long
// enough, or there are threads enough.
static int64_t chunkOfColumn(const TcGpuChoose *c, const TcCpuStages *stages,
                             double points) {
  double columns = tcCpuGuessTasks(c->k, stages);
  double chunks =
      tcNumber(gpu_part_threads) * (double)pointLanes(c, stages) / columns;
  double chunk = points / chunks;
  if (columns >= tcNumber(gpu_threads) / 2 || points < tcNumber(gpu_long))
    return 0;
  return chunk < tcNumber(gpu_scan_column) ? tcNumber(gpu_scan_column)
                                           : (int64_t)ceil(chunk);
}

// Scans of few long rows, each of whose chunks a block scans once it knows what
// is before it, or of few columns, each of whose chunks a thread scans. What
// scans read is computed twice.
static void chooseChunks(const TcGpuChoose *c, TcGpuPhase *phase) {
  const TcCpuStages *stages = &phase->p.stages;
  int along = -1, again = 0;
  if (tcFormIsOff(c->k, TC_FORM_SPLITS) || !tcGpuScansApart(c->k, stages))
    return;
  for (size_t i = 0; i < stages->size; ++i) {
    const TcCpuStage *s = stages->data[i];
    if (s->kind == TC_CPU_SCAN)
      along = s->over.data[0];
    else if (tcCpuScansRead(stages, s))
      again += tcCpuBodyOps(s);
  }
  bool rows = tcGpuModeOf(c, stages) == TC_GPU_ROWS;
  double points = tcGpuGuessIter(c, along);
  int64_t chunk = rows ? chunkOf(points) : chunkOfColumn(c, stages, points);
  if (!chunk || again > tcNumber(gpu_long_body) ||
      (rows && tcCpuGuessTasks(c->k, stages) >= tcNumber(gpu_blocks)) ||
      points < (double)(chunk * tcNumber(gpu_scan_fewest)))
    return;
  phase->p.chunk = along;
  phase->p.chunkSize = chunk;
}

// A phase whose reductions are split becomes two: partial sums, and their sum;
// one whose scans are in chunks three: the combination of each chunk, of those
// before each, and the scans.
void tcGpuSplitPhases(const TcGpuChoose *c, TcGpuPhases *phases) {
  TcGpuPhases out = {0};
  for (size_t i = 0; i < phases->size; ++i) {
    TcGpuPhase *phase = &phases->data[i];
    TcCpuPhases halves = {0};
    if (tcGpuChooseAscending(c->k, phase) ||
        tcGpuChooseBins(c->k, c->target, phases, phase)) {
      tcVecPush(c->k->arena, &out, *phase);
      continue;
    }
    tcGpuChooseOwners(c->k, c->target, &phase->p.stages);
    chooseSplit(c, phase);
    chooseChunks(c, phase);
    phase->p.tasks = tcCpuPhaseParallel(c->k, &phase->p.stages);
    tcVecPush(c->k->arena, &halves, phase->p);
    tcCpuSplitPhases(c->k, 1, &halves);
    for (size_t j = 0; j < halves.size; ++j) {
      TcGpuPhase half = {.p = halves.data[j], .partsOf = phase->partsOf};
      half.parts = j ? phase->p.splitParts : 0;
      if (!j && out.size && joinSums(c, &tcVecLast(&out), &half))
        continue;
      tcVecPush(c->k->arena, &out, half);
    }
  }
  *phases = out;
}

//===- Contractions -------------------------------------------------------===//

// Whether the phase adds up parts of one of the stages.
static bool addsUp(const TcGpuPhase *phase, const TcCpuStages *split) {
  return tcCpuStagesHave(split, phase->p.stages.data[0]);
}

void tcGpuPushParts(const TcGpuChoose *c, const TcCpuStages *stages,
                    const TcGpuTiling *tiling, const TcGpuSplit *split,
                    TcGpuPhases *phases) {
  TcCpuKernel *k = c->k;
  TcCpuPhase whole = {.chunk = -1,
                      .vector = -1,
                      .split = split->iter,
                      .splitParts = split->parts,
                      .lanes = 1,
                      .grain = 1};
  TcCpuPhases halves = {0};
  TcGpuPhases rest = {0}, sums = {0};
  TcGpuApart apart = tcGpuProductApart(k, stages);
  tcVecPush(k->arena, &whole.stages, apart.product.data[0]);
  for (size_t i = 0; i < apart.rest.size; ++i)
    if (apart.rest.data[i]->kind == TC_CPU_REDUCE)
      tcVecPush(k->arena, &whole.stages, apart.rest.data[i]);
  whole.tasks = tcCpuPhaseParallel(k, &whole.stages);
  tcVecPush(k->arena, &halves, whole);
  tcCpuSplitPhases(k, 1, &halves);
  tcGpuPlaceSums(k, &halves.data[0].stages);
  tcGpuFormPhases(c, &apart.product, &rest);
  tcGpuFormPhases(c, &apart.rest, &sums);
  for (size_t i = 0; i < sums.size; ++i)
    tcVecPush(k->arena, &rest, sums.data[i]);
  for (size_t i = 0; i < rest.size; ++i)
    if (addsUp(&rest.data[i], &whole.stages)) {
      tcVecPush(k->arena, &rest.data[i].partsOf, split->iter);
      rest.data[i].parts = split->parts;
    }
  tcGpuChooseRest(c, &rest);
  TcGpuTiling parts = *tiling;
  parts.single = false; // maps run where parts are added up
  tcGpuPushProduct(k, &halves.data[0].stages, TC_GPU_UNIT,
                   tcGpuTilingThreads(&parts), &parts, phases);
  for (size_t i = 0; i < rest.size; ++i)
    tcVecPush(k->arena, phases, rest.data[i]);
}
