// Contractions on matrix units of GPUs, for loop-relay: an operand whose
// innermost dimension is not the one that a unit reads along is brought to
// shared memory an element at a time.
#include "passes/layout/relay.h"
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

static bool match(TcRelaySite *s) {
  TcGpuUnitProduct u;
  for (s->unit = tcUnits; s->unit->name; ++s->unit)
    if (tcTargetHasUnit(s->target, s->unit) && matchLongest(s, &u) &&
        tcGpuUnitPays(&s->k, s->target, &u))
      break;
  if (!s->unit->name)
    return false;
  s->reads[0] = u.p.match.rowFactor;
  s->reads[1] = u.p.match.columnFactor;
  s->points[0] = u.p.rows.iters;
  s->points[1] = u.p.columns.iters;
  s->steps = u.p.over;
  return true;
}

const TcRelayMachine tcRelayGpu = {.match = match,
                                   .time = stagingTime,
                                   // 37 thousand elements took 1.6 us, 590
                                   // thousand 3.2, 2.4 million 7.2.
                                   .copyTime = 2.4e-12,
                                   .blockTime = 2.4e-12,
                                   .launchTime = 1.6e-6,
                                   .gain = 1,
                                   .joins = true};
