// Contractions on CPUs, for loop-relay: what lies so that no product of panels
// and rows can read it (passes/lower/cpu/product.h) is summed along an axis
// that is short, or element by element.
//
//   contract (n, o, y, x) over (c, ky, kx): in[n, c, y + ky, x + kx] else 0
//
// has no long axis to be stored along if images are small, and rows that lie
// outside can only be asked for if c is innermost. Sums of taps, as of a
// depthwise convolution, are no product: they run in vectors along what lies
// side by side in both operands.
#include "passes/layout/relay.h"
#include "passes/schedule/cpu-product.h"
#include "passes/schedule/cpu.h"
#include "target/units.h"

static const double cycle = 1.0 / 3e9;

static void findPoints(TcRelaySite *s, const TcCpuStage *contract) {
  for (size_t i = 0; i < contract->iters.size; ++i) {
    int iter = contract->iters.data[i];
    bool first = tcCpuReadUses(&s->k, s->reads[0], iter);
    if (first != tcCpuReadUses(&s->k, s->reads[1], iter))
      tcVecPush(s->k.arena, &s->points[!first], iter);
  }
  s->steps = contract->over;
}

static bool usesAny(const TcRelaySite *s, const TcSize *index,
                    const TcCpuIters *iters) {
  for (size_t i = 0; i < iters->size; ++i)
    if (tcSizeUses(index, s->k.iters.data[iters->data[i]].name))
      return true;
  return false;
}

// Whether windows of one operand are multiplied with what the other has for all
// windows: its iterators of the result are those of both.
static bool isOfTaps(const TcRelaySite *s) {
  for (int i = 0; i < 2; ++i)
    for (size_t d = 0; d < s->reads[i]->value->rank; ++d)
      if (!s->points[1 - i].size &&
          usesAny(s, s->reads[i]->index[d], &s->points[i]) &&
          usesAny(s, s->reads[i]->index[d], &s->steps))
        return true;
  return false;
}

// Additions that are as long as the taps, along the best vector.
static double tapsCycles(TcRelaySite *s) {
  int64_t lanes = s->target->vectorBits / 32;
  TcCpuStages stages = tcProductStagesFrom(&s->k, 0);
  TcCpuIters parallel = tcCpuPhaseParallel(&s->k, &stages);
  int vector = tcCpuBestVector(&s->k, &stages, &parallel, lanes);
  return tcCpuStageCost(&s->k, stages.data[0], vector, lanes);
}

// Whether halves that lie badly keep a product from tile registers. Other code
// widens them, or packs pairs, however they lie.
static bool isForTiles(const TcRelaySite *s, const TcProduct *p) {
  return tcTargetHasTiles(s->target,
                          tcUnitElement(p->rowFactor->value->element));
}

static bool match(TcRelaySite *s) {
  tcCpuFindSides(&s->k);
  for (size_t first = 0; first < s->k.stages.size;) {
    TcProduct p = {0};
    TcCpuStages stages = tcProductStagesFrom(&s->k, first);
    if (!tcProductMatchStages(&s->k, &stages, &p) ||
        (first && (p.rowFactor->value != s->reads[0]->value ||
                   p.columnFactor->value != s->reads[1]->value)))
      return false;
    if (!first) {
      s->reads[0] = p.rowFactor;
      s->reads[1] = p.columnFactor;
      findPoints(s, p.contract);
    }
    if (tcTypeIsHalf(p.rowFactor->value->element) && !isOfTaps(s) &&
        !isForTiles(s, &p))
      return false;
    first += stages.size;
  }
  return s->k.stages.size > 0;
}

static double time(TcRelaySite *s) {
  if (isOfTaps(s))
    return tapsCycles(s) * cycle;
  size_t iters = s->k.iters.size;
  double cycles = 0;
  for (size_t first = 0; first < s->k.stages.size;) {
    TcProduct p = {0};
    TcCpuStages stages = tcProductStagesFrom(&s->k, first);
    if (tcProductChoose(&s->k, s->target, &stages, NULL, &p)) {
      bool isWeight = s->isWeight[p.columnFactor->value == s->reads[1]->value];
      cycles += tcProductCycles(&s->k, s->target, &p, isWeight);
    } else {
      p = (TcProduct){0};
      tcProductMatchStages(&s->k, &stages, &p);
      cycles += tcProductCyclesOtherwise(&s->k, &p);
    }
    s->k.iters.size = iters; // without those of the product's panels
    first += stages.size;
  }
  return cycles * cycle;
}

const TcRelayMachine tcRelayCpu = {.match = match,
                                   .time = time,
                                   .copyTime = 4 / 3e9,
                                   .blockTime = 1.5 / 3e9,
                                   .launchTime = 1e-6,
                                   .gain = 0.8,
                                   .windows = true};
