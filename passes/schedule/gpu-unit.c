// The tilings of contractions on matrix units that are worth comparing, and the
// fastest of them in the model of gpu-unit-time.c.
#include "passes/schedule/gpu-unit.h"

#include "passes/lower/cpu/emit.h"
#include "passes/schedule/gpu.h"

#include "lib/cost/numbers.h"

#include <math.h>

static const TcGpuCandidate fragments[] = {
    {128, 256, 64, 64, 32, 4, 1, 0.50, 190, false, 0, 0, 0, 0, false, false},
    {256, 128, 64, 64, 32, 4, 1, 0.49, 190, false, 0, 0, 0, 0, false, false},
    {128, 128, 64, 32, 64, 3, 1, 0.46, 190, false, 0, 0, 0, 0, false, false},
    {128, 64, 32, 32, 64, 4, 1, 0.37, 190, false, 0, 0, 0, 0, false, false},
    {64, 128, 32, 32, 64, 4, 1, 0.37, 190, false, 0, 0, 0, 0, false, false},
    {64, 64, 32, 32, 64, 4, 1, 0.28, 190, false, 0, 0, 0, 0, false, false},
    {32, 64, 16, 32, 64, 4, 1, 0.18, 190, false, 0, 0, 0, 0, false, false},
    {64, 32, 32, 16, 64, 4, 1, 0.18, 190, false, 0, 0, 0, 0, false, false},
    {32, 32, 16, 16, 64, 4, 1, 0.11, 190, false, 0, 0, 0, 0, false, false},
    {16, 64, 16, 16, 64, 4, 1, 0.11, 190, false, 0, 0, 0, 0, false, false},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, false, 0, 0, 0, 0, false, false}};

// Of waves of 64 threads, in 64 KiB of shared memory: shares are guesses, in
// the order of what a byte that is copied is multiplied by.
static const TcGpuCandidate waves[] = {
    {128, 64, 64, 32, 64, 2, 1, 0.50, 190, false, 0, 0, 0, 0, false, false},
    {64, 128, 32, 64, 64, 2, 1, 0.50, 190, false, 0, 0, 0, 0, false, false},
    {64, 64, 32, 32, 64, 2, 1, 0.40, 190, false, 0, 0, 0, 0, false, false},
    {32, 64, 16, 32, 64, 2, 1, 0.22, 190, false, 0, 0, 0, 0, false, false},
    {64, 32, 32, 16, 64, 2, 1, 0.22, 190, false, 0, 0, 0, 0, false, false},
    {32, 32, 16, 16, 64, 2, 1, 0.15, 190, false, 0, 0, 0, 0, false, false},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, false, 0, 0, 0, 0, false, false}};

// Of units of f64: shares of the unit's own rate where all resident blocks are
// at work, measured on an H100. Those that fit in an A100's shared memory are
// the ones of 16 steps (64 here) that are resident once or twice.
static const TcGpuCandidate doubles[] = {
    {128, 128, 32, 64, 128, 3, 1, 0.85, 190, false, 0, 0, 0, 0, false, false},
    {64, 128, 32, 64, 64, 4, 2, 0.79, 190, false, 0, 0, 0, 0, false, false},
    {128, 64, 64, 32, 64, 4, 2, 0.82, 190, false, 0, 0, 0, 0, false, false},
    {64, 64, 32, 32, 64, 4, 3, 0.82, 190, false, 0, 0, 0, 0, false, false},
    {64, 64, 32, 32, 128, 3, 2, 0.78, 190, false, 0, 0, 0, 0, false, false},
    {128, 128, 32, 64, 64, 4, 1, 0.78, 190, false, 0, 0, 0, 0, false, false},
    {64, 128, 32, 32, 64, 4, 1, 0.70, 190, false, 0, 0, 0, 0, false, false},
    {64, 64, 32, 32, 64, 4, 2, 0.77, 190, false, 0, 0, 0, 0, false, false},
    {32, 64, 16, 32, 64, 4, 2, 0.55, 190, false, 0, 0, 0, 0, false, false},
    {64, 32, 32, 16, 64, 4, 2, 0.55, 190, false, 0, 0, 0, 0, false, false},
    {32, 32, 16, 16, 64, 4, 2, 0.45, 190, false, 0, 0, 0, 0, false, false},
    {16, 64, 16, 16, 64, 4, 2, 0.45, 190, false, 0, 0, 0, 0, false, false},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, false, 0, 0, 0, 0, false, false}};

// Of f32 whose factors are split: shares of a third of mma.sync's rate where
// all resident blocks are at work, fitted to 14 products on an H200 in 40
// tilings each, when sums of 32 steps were made apart, not of eight. In these
// the fastest by the model took 1.005 times as long as the fastest. Ends of
// tiles showed no time of their own. Warps of 64 x 32 spill.
static const TcGpuCandidate splits[] = {
    {128, 128, 32, 32, 64, 4, 1, 0.46, 0, false, 0, 0, 0, 0, false, false},
    {128, 64, 32, 32, 64, 4, 2, 0.51, 0, false, 0, 0, 0, 0, false, false},
    {64, 128, 32, 32, 64, 4, 2, 0.51, 0, false, 0, 0, 0, 0, false, false},
    {64, 64, 32, 32, 64, 4, 3, 0.51, 0, false, 0, 0, 0, 0, false, false},
    {64, 64, 32, 16, 64, 4, 2, 0.42, 0, false, 0, 0, 0, 0, false, false},
    {32, 64, 16, 32, 64, 4, 3, 0.42, 0, false, 0, 0, 0, 0, false, false},
    {64, 32, 32, 16, 64, 4, 3, 0.42, 0, false, 0, 0, 0, 0, false, false},
    {32, 32, 16, 16, 64, 4, 3, 0.34, 0, false, 0, 0, 0, 0, false, false},
    {16, 64, 16, 16, 64, 4, 3, 0.33, 0, false, 0, 0, 0, 0, false, false},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, false, 0, 0, 0, 0, false, false}};

static const TcGpuCandidate descriptors[] = {
    {128, 128, 128, 128, 64, 6, 1, 0.90, 60, true, 0, 2, 24, 240, true, false},
    {128, 192, 64, 192, 64, 4, 1, 0.93, -65, true, 0, 1, 24, 240, true, false},
    {128, 256, 64, 256, 64, 4, 1, 1.00, -5, true, 0, 1, 24, 240, true, false},
    {64, 256, 64, 256, 64, 4, 1, 0.88, 77, true, 0, 2, 24, 240, true, false},
    {64, 192, 64, 192, 64, 5, 1, 0.84, 77, true, 0, 2, 24, 240, true, true},
    {64, 128, 64, 128, 64, 8, 1, 0.76, 67, true, 0, 2, 24, 240, true, false},
    {128, 128, 64, 128, 64, 6, 1, 0.93, 60, true, 0, 1, 24, 240, true, false},
    {192, 128, 64, 128, 64, 4, 1, 0.90, 0, true, 0, 1, 32, 160, true, false},
    {256, 64, 128, 64, 64, 3, 1, 0.36, 60, true, 0, 2, 32, 112, true, false},
    {128, 64, 64, 64, 64, 6, 1, 0.44, 60, true, 0, 2, 32, 112, true, false},
    {64, 64, 64, 64, 64, 8, 1, 0.40, 60, true, 0, 2, 24, 240, true, false},
    {128, 192, 64, 192, 64, 4, 1, 1.00, 101, true, 0, 1, 88, 208, false, false},
    {128, 256, 64, 256, 64, 4, 1, 1.03, 42, true, 0, 1, 88, 208, false, false},
    {64, 256, 64, 256, 64, 4, 1, 1.06, 37, true, 0, 2, 88, 208, false, false},
    {128, 128, 64, 128, 64, 4, 1, 0.75, 26, true, 0, 2, 32, 112, false, false},
    {128, 64, 64, 64, 64, 6, 1, 0.51, 88, true, 0, 2, 32, 112, false, false},
    {128, 256, 64, 256, 64, 4, 1, 0.94, 110, true, 3, 0, 0, 0, false, false},
    {128, 192, 64, 192, 64, 4, 1, 0.88, 66, true, 3, 0, 0, 0, false, false},
    {256, 128, 64, 128, 64, 3, 1, 0.85, 176, true, 2, 0, 0, 0, false, false},
    {128, 128, 64, 128, 64, 6, 1, 0.75, 68, true, 0, 0, 0, 0, false, false},
    {128, 256, 64, 256, 64, 4, 1, 0.94, 146, false, 0, 0, 0, 0, false, false},
    {256, 128, 64, 128, 64, 4, 1, 0.88, 240, false, 0, 0, 0, 0, false, false},
    {128, 192, 64, 192, 64, 4, 1, 0.87, 194, false, 0, 0, 0, 0, false, false},
    {128, 128, 64, 128, 64, 6, 1, 0.65, 181, false, 0, 0, 0, 0, false, false},
    {128, 128, 64, 128, 64, 3, 2, 0.64, 74, false, 0, 0, 0, 0, false, false},
    {64, 128, 64, 128, 64, 3, 3, 0.73, 72, false, 0, 0, 0, 0, false, false},
    {128, 64, 64, 64, 64, 3, 3, 0.75, 251, false, 0, 0, 0, 0, false, false},
    {64, 64, 64, 64, 64, 6, 2, 0.41, 260, false, 0, 0, 0, 0, false, false},
    {64, 32, 64, 32, 64, 6, 3, 0.21, 260, false, 0, 0, 0, 0, false, false},
    {64, 16, 64, 16, 64, 6, 3, 0.12, 260, false, 0, 0, 0, 0, false, false},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, false, 0, 0, 0, 0, false, false}};

//===- All ways -----------------------------------------------------------===//

typedef struct Ways {
  TcCpuKernel *k;
  const TcCpuStages *stages;
  const TcTarget *target;
  TcGpuWays *all;
} Ways;

// Whether one warp group can copy the operand for several: 16 bytes at once,
// contiguous along the steps, so that an address is a point's and a constant.
// (What else a copy computes is shared by all threads of a block without roles;
// operands that are contiguous along their points have not been measured.)
static bool isCopiedAlone(const TcCpuKernel *k, const TcGpuUnitProduct *u,
                          const TcGpuOperand *o) {
  return o->access == o->chunk && !o->numBounds && !o->factor->along &&
         tcGpuStepStride(k, &u->p.over, o);
}

// The words of registers of a thread where factors are split: its warp's sums,
// those of a row of fragments, which are made apart, both parts of the columns'
// factors and of a row's, and what copies keep. (ptxas takes 125 to 164 for
// convolutions of 128 by this, 254 for one of 192.)
static int64_t registersOf(const TcGpuUnitProduct *u, const TcGpuTiling *t) {
  enum { LANES = 32, BLOCK = TC_UNIT_BLOCK, FACTOR = 8, OTHER = 16 };
  int64_t points[] = {t->rows, t->columns};
  int64_t words = (t->warpRows + BLOCK) * t->warpColumns / LANES +
                  (t->warpColumns / BLOCK + 1) * FACTOR + OTHER;
  for (int i = 0; i < 2; ++i) {
    TcGpuOperand o = u->operands[i];
    tcGpuCutOperand(&o, points[i], t->depth, 0);
    words += tcGpuStagingWords(&o, tcGpuCopyThreads(t));
  }
  return words;
}

// The candidate with as many blocks resident as there are registers for: more
// would spill. (Other units' candidates were measured as they are.)
static const TcGpuCandidate *fitted(const Ways *w, const TcGpuUnitProduct *u,
                                    const TcUnit *unit,
                                    const TcGpuCandidate *c) {
  TcGpuTiling t = tcGpuTilingOf(unit, c);
  if (!unit->slices || tcGpuUnitRefuses(w->target, u, &t))
    return c;
  int64_t each = registersOf(u, &t) * tcGpuTilingThreads(&t);
  int64_t resident = c->resident;
  while (resident > 1 && each * resident > TC_GPU_REGISTERS)
    --resident;
  if (resident == c->resident)
    return c;
  TcGpuCandidate *own = TC_ARENA_NEW(w->k->arena, TcGpuCandidate);
  *own = *c;
  own->resident = resident;
  own->share *= tcGpuShareOfFew((double)resident, (double)c->resident);
  return own;
}

// Adds the tilings for a unit, with the reduction in so many parts.
static void addWays(const Ways *w, const TcGpuUnitProduct *u,
                    const TcUnit *unit, TcGpuSplit split) {
  const TcGpuCandidate *c = tcGpuReadsShared(unit)   ? descriptors
                            : tcGpuIsOfDoubles(unit) ? doubles
                            : unit->slices           ? splits
                            : tcGpuIsOfWaves(unit)   ? waves
                                                     : fragments;
  TcGpuUnitProduct part = *u;
  part.steps = u->steps < 0 ? -1 : u->steps / split.parts; // equal parts
  bool roles = isCopiedAlone(w->k, u, &u->operands[0]) &&
               isCopiedAlone(w->k, u, &u->operands[1]);
  bool tensors = w->target->tensorMaps && u->operands[0].map.rank > 0 &&
                 u->operands[1].map.rank > 0;
  bool whole = split.parts == 1 || tcGpuTensorsSplit(w->k, u, split.iter);
  for (; c->rows; ++c) {
    const TcGpuCandidate *own = fitted(w, &part, unit, c);
    TcGpuTiling t = tcGpuTilingOf(unit, own);
    t.single = tcGpuAreLong(&u->p.match.maps);
    TcGpuWay way = {*w->stages, t, split, own};
    bool copies = c->tma ? tensors && whole : !c->teams || (roles && !tensors);
    if (copies && !tcGpuUnitRefuses(w->target, &part, &t))
      tcVecPush(w->k->arena, w->all, way);
  }
}

// Whether the chip multiplies by the unit more in a cycle than by FMA, of which
// tables of units know nothing where factors are split. (GeForce: less.)
static bool isFaster(const TcTarget *target, const TcUnit *unit) {
  return !unit->slices ||
         tcTargetRate(target, unit) >= tcTargetRate(target, NULL);
}

bool tcGpuUnitPays(const TcCpuKernel *k, const TcTarget *target,
                   const TcGpuUnitProduct *u) {
  const TcGpuProduct *p = &u->p;
  if (!isFaster(target, u->tiling.unit))
    return false;
  double fewest = tcGpuProductFewest(k, p);
  double wide = tcCpuGuessIters(k, &p->batch) * tcCpuGuessIters(k, &p->over) *
                tcCpuGuessIters(k, &p->rows.iters) *
                tcCpuGuessIters(k, &p->columns.iters) / fewest;
  // TF32 costs accuracy: not where products of f32 take a launch's 3 us (29e12
  // a second on an H100, half of which the other forms reach).
  if (tcUnitRoundsTf32(u->tiling.unit) &&
      wide * fewest < tcNumber(gpu_few_products))
    return false;
  int64_t few =
      u->tiling.unit->slices ? tcNumber(gpu_few_split) : tcNumber(gpu_few);
  return fewest >= (double)few ||
         (fewest > 1 && u->operands[0].access == u->operands[0].chunk &&
          u->operands[1].access == u->operands[1].chunk &&
          (fewest - 1) * wide >= tcNumber(gpu_reread));
}

// Whether each part has as many steps as the unit needs.
static bool isLongPart(const TcGpuUnitProduct *u, int64_t parts) {
  return !u->tiling.unit->slices || u->steps / parts >= TC_UNIT_SPLIT_STEPS;
}

TcGpuWays tcGpuUnitWays(TcCpuKernel *k, const TcCpuStages *stages,
                        const TcTarget *target) {
  TcGpuWays out = {0};
  Ways w = {k, stages, target, &out};
  TcGpuUnitProduct u;
  for (const TcUnit *unit = tcUnits; unit->name; ++unit) {
    if (tcFormIsOff(k, TC_FORM_UNITS) || !tcTargetHasUnit(target, unit) ||
        !tcGpuUnitMatch(k, stages, unit, &u) || !tcGpuUnitPays(k, target, &u))
      continue;
    int iter =
        tcFormIsOff(k, TC_FORM_SPLITS) ? -1 : tcGpuUnitSplitIter(k, &u.p);
    int64_t most = tcGpuAtMost(tcNumber(gpu_max_parts));
    addWays(&w, &u, unit, (TcGpuSplit){-1, 1});
    for (int64_t parts = 2; iter >= 0 && parts <= most; ++parts)
      if (tcGpuUnitIsPart(k, &u, iter, parts) && isLongPart(&u, parts))
        addWays(&w, &u, unit, (TcGpuSplit){iter, parts});
  }
  return out;
}

static bool areConstant(const TcCpuKernel *k, const TcCpuIters *iters) {
  int64_t n;
  for (size_t i = 0; i < iters->size; ++i)
    if (!tcSizeIsConst(k->iters.data[iters->data[i]].extent, &n))
      return false;
  return true;
}

bool tcGpuOnlyRowsVary(TcCpuKernel *k, const TcGpuWays *ways, double *each) {
  TcGpuUnitProduct u;
  int64_t n;
  if (!ways->size ||
      !tcGpuUnitMatch(k, &ways->data[0].stages, ways->data[0].tiling.unit,
                      &u) ||
      !areConstant(k, &u.p.batch) || !areConstant(k, &u.p.columns.iters) ||
      !areConstant(k, &u.p.over))
    return false;
  *each = 1;
  for (size_t i = 0; i < u.p.rows.iters.size; ++i)
    if (tcSizeIsConst(k->iters.data[u.p.rows.iters.data[i]].extent, &n))
      *each *= (double)n;
  return true;
}

const TcGpuWay *tcGpuBestWay(TcCpuKernel *k, const TcTarget *target,
                             const TcGpuWays *ways) {
  double *times = TC_ARENA_ARRAY(k->arena, double, ways->size + 1);
  const TcGpuWay *best = NULL;
  double least = INFINITY;
  tcGpuWayTimes(k, target, ways, (TcGpuSizes){.guess = k->guess}, times);
  for (size_t i = 0; i < ways->size; ++i)
    if (times[i] < least) {
      least = times[i];
      best = &ways->data[i];
    }
  return best;
}
