// Chooses the phases of a kernel's contractions on a GPU: on matrix units, on
// threads, or from factors that stay where they lie; with sums of a factor
// beside them, and several in one launch. See gpu-choose.h.
#include "passes/schedule/gpu-choose.h"

#include "passes/lower/gpu/direct.h"
#include "passes/lower/gpu/unit.h"

#include "lib/cost/numbers.h"

// One phase that is a contraction with the maps behind it.
void tcGpuPushProduct(TcCpuKernel *k, const TcCpuStages *stages, TcGpuMode mode,
                      int64_t threads, const TcGpuTiling *tiling,
                      TcGpuPhases *phases) {
  TcGpuPhase phase = {.p = {.stages = *stages,
                            .product = true,
                            .lanes = 1,
                            .chunk = -1,
                            .vector = -1,
                            .split = -1},
                      .mode = mode,
                      .threads = threads,
                      .tiling = *tiling};
  tcVecPush(k->arena, phases, phase);
}

static bool isProduct(TcCpuKernel *k, const TcCpuStages *stages,
                      TcGpuProduct *product) {
  return !tcFormIsOff(k, TC_FORM_PRODUCTS) &&
         tcGpuProductForm(k, stages, product) && !product->rowSums &&
         tcGpuProductFewest(k, product) >= tcNumber(gpu_few);
}

// Phases of a contraction with the maps behind it, in the way `way`, which may
// be NULL; false if it has neither the form of a unit nor that of a product.
static bool pushContraction(const TcGpuChoose *c, const TcCpuStages *stages,
                            const TcGpuWay *way, TcGpuPhases *phases) {
  TcCpuKernel *k = c->k;
  TcGpuProduct product;
  TcGpuDirect direct;
  TcGpuWays ways = {0};
  bool isGiven = way != NULL;
  if (!way)
    ways = tcGpuUnitWays(k, stages, c->target);
  if (ways.size)
    way = tcGpuBestWay(k, c->target, &ways);
  if (!isGiven && tcGpuIsDirect(k, c->target, stages, way, &direct)) {
    tcGpuPushProduct(k, stages, TC_GPU_DIRECT,
                     tcGpuDirectThreads(&direct.tiling, direct.shares),
                     &direct.tiling, phases);
    tcVecLast(phases).shares = direct.shares;
  } else if (way && way->split.parts > 1) {
    tcGpuPushParts(c, stages, &way->tiling, &way->split, phases);
  } else if (way) {
    tcGpuPushProduct(k, stages, TC_GPU_UNIT, tcGpuTilingThreads(&way->tiling),
                     &way->tiling, phases);
  } else if (isProduct(k, stages, &product)) {
    TcGpuTiling tiling = tcGpuChooseProduct(k, c->target, &product);
    tcGpuPushProduct(k, stages, TC_GPU_PRODUCT, 256, &tiling, phases);
  } else {
    return false;
  }
  return true;
}

// Sums of the rows' factor run beside the product where a unit can make them in
// the tiling that is the product's best, and by themselves otherwise.
static bool pushProductAndSums(const TcGpuChoose *c, TcGpuPhases *phases) {
  TcCpuKernel *k = c->k;
  TcGpuApart apart = tcGpuProductApart(k, &k->stages);
  TcGpuUnitProduct u;
  if (!apart.product.size || !apart.rest.size)
    return false;
  TcGpuWays ways = tcGpuUnitWays(k, &apart.product, c->target);
  const TcGpuWay *way = ways.size ? tcGpuBestWay(k, c->target, &ways) : NULL;
  if (way && tcGpuUnitMatch(k, &k->stages, way->tiling.unit, &u) &&
      !tcGpuUnitRefuses(c->target, &u, &way->tiling)) {
    TcGpuWay all = *way;
    all.stages = k->stages;
    return pushContraction(c, &k->stages, &all, phases);
  }
  if (!tcGpuRestIsApart(&apart) ||
      !pushContraction(c, &apart.product, way, phases))
    return false;
  TcGpuPhases rest = {0};
  tcGpuFormPhases(c, &apart.rest, &rest);
  tcGpuSplitPhases(c, &rest);
  tcGpuChooseRest(c, &rest);
  for (size_t i = 0; i < rest.size; ++i)
    tcVecPush(k->arena, phases, rest.data[i]);
  return true;
}

static bool readsOf(const TcCpuRead *r, const TcCpuStages *stages) {
  for (size_t i = 0; i < stages->size; ++i)
    if (r->value->stage == stages->data[i])
      return true;
  return !r->value->stage;
}

TcGpuContractions tcGpuContractionsOf(TcCpuKernel *k) {
  TcGpuContractions out = {0}, none = {0};
  for (size_t i = 0; i < k->stages.size; ++i) {
    TcCpuStage *s = k->stages.data[i];
    TcCpuStages empty = {0};
    if (s->contract)
      tcVecPush(k->arena, &out, empty);
    else if (!out.size || s->kind != TC_CPU_MAP)
      return none;
    TcCpuStages *own = &tcVecLast(&out);
    for (size_t j = 0; j < s->reads.size; ++j)
      if (!readsOf(&s->reads.data[j], own))
        return none;
    tcVecPush(k->arena, own, s);
  }
  return out;
}

static bool areOnUnits(const TcGpuChoose *c, const TcGpuContractions *all) {
  for (size_t i = 0; i < all->size; ++i)
    if (!tcGpuUnitWays(c->k, &all->data[i], c->target).size)
      return false;
  return true;
}

// Whether its factors are read in place rather than by a unit.
static bool isDirect(const TcGpuChoose *c, const TcCpuStages *stages) {
  TcGpuDirect direct;
  TcGpuWays ways = tcGpuUnitWays(c->k, stages, c->target);
  return tcGpuIsDirect(c->k, c->target, stages,
                       tcGpuBestWay(c->k, c->target, &ways), &direct);
}

// The same of several contractions, all of them.
static bool pushContractions(const TcGpuChoose *c, TcGpuPhases *phases) {
  TcGpuContractions all = tcGpuContractionsOf(c->k);
  TcGpuProduct product;
  TcGpuDirect direct;
  if (all.size < 2)
    return false;
  for (size_t i = 0; i < all.size; ++i)
    if (!tcGpuUnitWays(c->k, &all.data[i], c->target).size &&
        !isProduct(c->k, &all.data[i], &product) &&
        !tcGpuIsDirect(c->k, c->target, &all.data[i], NULL, &direct))
      return false;
  TcGpuWays beside = {0};
  bool areUnits = !isDirect(c, &all.data[0]) && areOnUnits(c, &all) &&
                  tcGpuUnitsBeside(c, &all, &beside);
  for (size_t i = 0; i < all.size; ++i)
    pushContraction(c, &all.data[i], areUnits ? &beside.data[i] : NULL, phases);
  tcGpuJoinBeside(phases);
  return true;
}

bool tcGpuPushContractions(const TcGpuChoose *c, const TcGpuWay *way,
                           TcGpuPhases *phases) {
  return (!way && pushProductAndSums(c, phases)) ||
         pushContraction(c, &c->k->stages, way, phases) ||
         pushContractions(c, phases);
}
