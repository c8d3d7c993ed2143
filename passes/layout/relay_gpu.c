// Contractions on GPUs, for loop-relay: an operand whose innermost dimension is
// not the one that a matrix unit reads along is brought to shared memory an
// element at a time; where no unit multiplies, as in depthwise convolutions,
// threads have vectors of channels only if these are innermost in both.
#include "passes/layout/relay.h"
#include "passes/lower/gpu/product.h"
#include "passes/schedule/cpu.h"
#include "passes/schedule/gpu-unit.h"

#include "lib/cost/numbers.h"

// Seconds, measured on an H100 (the convolutions of ResNet-50, one image, by 2
// bytes a copy and by 16, in a graph): of one access that brings an operand to
// shared memory, one element by a load and a store (three products of some 500
// thousand took 3, 8 and 10 us longer by these), several by the copy engine.
static const double loadTime = 8e-12, engineTime = 1e-12;

static double timeOfAccesses(double elements, int64_t access) {
  return access == 1 ? elements * loadTime
                     : elements / (double)access * engineTime;
}

static double countOf(const TcRelaySite *s, const TcCpuIters *iters) {
  return tcCpuGuessIters(&s->k, iters);
}

// A tile of the other factor reads an operand once.
static double timesRead(double points) {
  double tile = (double)tcNumber(gpu_relay_tile);
  return points <= tile ? 1 : points / tile;
}

// The contraction with the most steps of those that the kernel is: of phases of
// a convolution, which read the same.
static bool matchLongest(TcRelaySite *s, TcGpuUnitProduct *u) {
  TcGpuContractions all = tcGpuContractionsOf(&s->k);
  const TcCpuStages *longest = NULL;
  double most = -1;
  for (size_t i = 0; i < all.size; ++i)
    if (countOf(s, &all.data[i].data[0]->over) > most) {
      longest = &all.data[i];
      most = countOf(s, &longest->data[0]->over);
    }
  return longest && tcGpuUnitMatch(&s->k, longest, s->unit, u);
}

// Of bringing both operands of a contraction to shared memory.
static double stagingTimeOf(const TcRelaySite *s, const TcGpuUnitProduct *u) {
  double batch = countOf(s, &u->p.batch), steps = countOf(s, &u->p.over);
  double rows = countOf(s, &u->p.rows.iters);
  double columns = countOf(s, &u->p.columns.iters);
  return timeOfAccesses(batch * rows * steps * timesRead(columns),
                        u->operands[0].access) +
         timeOfAccesses(batch * columns * steps * timesRead(rows),
                        u->operands[1].access);
}

// Of all contractions: each phase of a convolution copies what it reads.
static double stagingTime(TcRelaySite *s) {
  TcGpuContractions all = tcGpuContractionsOf(&s->k);
  TcGpuUnitProduct u;
  double time = 0;
  if (!matchLongest(s, &u))
    return -1;
  for (size_t i = 0; i < all.size; ++i)
    if (tcGpuUnitMatch(&s->k, &all.data[i], s->unit, &u))
      time += stagingTimeOf(s, &u);
  return time;
}

//===- Without a unit -----------------------------------------------------===//

static TcCpuStages stagesOf(const TcRelaySite *s) {
  TcCpuStages all = {0};
  for (size_t i = 0; i < s->k.stages.size; ++i)
    tcVecPush(s->k.arena, &all, s->k.stages.data[i]);
  return all;
}

// The points' last iterator, along which a thread may have a vector.
static int vectorOf(TcRelaySite *s, const TcCpuStages *stages) {
  TcCpuPhase phase = {.stages = *stages,
                      .tasks = tcCpuPhaseParallel(&s->k, stages)};
  if (!phase.tasks.size)
    return -1;
  TcCpuIters points = tcGpuOrderedPoints(&s->k, &phase);
  return tcVecLast(&points);
}

// Seconds, measured on an H200 (MobileNet's 3 x 3 depthwise convolutions of
// sixteen images in bf16): of a tap's load and multiplication by a thread.
static double tapsTime(TcRelaySite *s) {
  static const double tapTime = 1.3e-12;
  TcCpuStages stages = stagesOf(s);
  int vector = vectorOf(s, &stages);
  TcCpuIters space = tcCpuStageSpace(s->k.arena, stages.data[0]);
  int64_t lanes = tcGpuGoodLanes(&s->k, &stages, vector, -1);
  return countOf(s, &space) / (double)(lanes ? lanes : 1) * tapTime;
}

// A sum of products whose points' last iterator goes along the memory of one
// factor, and takes longer steps in the other, which may be copied: a window's
// weights.
static bool matchTaps(TcRelaySite *s) {
  TcCpuStages stages = stagesOf(s);
  const TcCpuStage *c = stages.data[0];
  int vector = vectorOf(s, &stages);
  if (vector < 0 || !c->contract || c->reads.size != 2 || c->ordered || c->in)
    return false;
  for (int i = 0; i < 2; ++i)
    s->reads[i] = &c->reads.data[i];
  int along = tcGpuReadStep(&s->k, s->reads[0], vector) == 1 ? 0 : 1;
  s->unit = NULL;
  s->steps = c->over;
  s->points[along] = c->iters;
  s->points[1 - along] = (TcCpuIters){0};
  return tcGpuReadStep(&s->k, s->reads[along], vector) == 1 &&
         tcGpuReadStep(&s->k, s->reads[1 - along], vector) > 1;
}

static double timeOf(TcRelaySite *s) {
  return s->unit ? stagingTime(s) : tapsTime(s);
}

static bool match(TcRelaySite *s) {
  TcGpuUnitProduct u;
  for (s->unit = tcUnits; s->unit->name; ++s->unit)
    if (tcTargetHasUnit(s->target, s->unit) && matchLongest(s, &u) &&
        tcGpuUnitPays(&s->k, s->target, &u))
      break;
  if (!s->unit->name)
    return matchTaps(s);
  s->reads[0] = u.p.match.rowFactor;
  s->reads[1] = u.p.match.columnFactor;
  s->points[0] = u.p.rows.iters;
  s->points[1] = u.p.columns.iters;
  s->steps = u.p.over;
  return true;
}

const TcRelayMachine tcRelayGpu = {.match = match,
                                   .time = timeOf,
                                   // 37 thousand elements took 1.6 us, 590
                                   // thousand 3.2, 2.4 million 7.2.
                                   .copyTime = 2.4e-12,
                                   .blockTime = 2.4e-12,
                                   .launchTime = 1.6e-6,
                                   .gain = 1,
                                   .joins = true};
