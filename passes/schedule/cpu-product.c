// Products in tiles that no schedule divides: whether they are worth it, and
// who is asked while they are matched. See cpu-product.h.
#include "passes/schedule/cpu-product.h"

#include "passes/schedule/cpu.h"
#include "passes/schedule/forms.h"

#include "passes/lower/cpu/stage.h"

#include "lib/cost/estimate.h"
#include "lib/cost/numbers.h"

static const TcProductChooser chooser = {
    .column = tcProductChooseColumn,
    .loops = tcProductChooseLoops,
    .segments = tcProductChooseSegments,
    .shape = tcProductChooseShape,
    .terms = tcProductChooseTerms,
    .storesRows = tcProductChooseRowStores,
    .readsWindows = tcProductChooseWindows,
    .readsMatrix = tcProductChooseMatrix,
    .readsLines = tcProductChooseLines,
    .gathersImages = tcProductChooseImages,
    .readsImageRows = tcProductChooseImageRows,
    .packsRows = tcProductChooseRows,
    .packsSteps = tcProductChooseSteps,
    .packsBlocks = tcProductChooseBlocks,
    .slices = tcProductChooseSlices,
    .blockSteps = tcProductChooseBlockSteps,
    .parts = tcProductChooseParts,
    .tasks = tcProductChooseTasks,
    .together = tcProductChooseTogether,
    .mapsBetween = tcProductChooseMapsBetween,
    .packsBetween = tcProductChoosePackingBetween,
    .linesAhead = tcProductChooseLinesAhead};

// Rows so few that panels are not worth packing, unless that is done ahead.
static bool hasTooFewRows(const TcProduct *p) {
  return !p->packed && p->fixedRows &&
         tcEstimate(p->numRows, 0) <= tcNumber(cpu_least_rows);
}

bool tcProductChoose(TcCpuKernel *k, const TcTarget *target,
                     const TcCpuStages *stages, const char *unit,
                     TcProduct *p) {
  return tcProductMatchToChoose(k, target, stages, unit, &chooser, p) &&
         !hasTooFewRows(p);
}

bool tcProductChoosePanels(TcCpuKernel *k, const TcTarget *target,
                           TcProduct *p) {
  return tcProductMatchPanels(k, target, &chooser, p) && !hasTooFewRows(p);
}

// Whether blocks of accumulators multiply pairs of the steps, which both
// factors have side by side.
static bool dotsInPlace(TcCpuKernel *k, const TcProduct *p) {
  int steps = p->over.data[0];
  return p->unit && !p->unit->tiles && p->unit->pair == 2 &&
         tcContractReadsAlong(k, p->columnFactor, steps) &&
         tcContractReadsAlong(k, p->rowFactor, steps);
}

// Whether it is a plain matrix product, without windows and without elements
// that blocks of accumulators would widen for each row: packing the other
// factor takes longer than few rows do.
static bool canBeLow(TcCpuKernel *k, const TcProduct *p) {
  return !p->packed && !p->windows && p->over.size == 1 && !p->filled &&
         mlirAttributeIsNull(p->columnFactor->fill) &&
         (mlirTypeEqual(p->columnFactor->value->element, p->element) ||
          dotsInPlace(k, p));
}

bool tcProductIsLow(TcCpuKernel *k, const TcProduct *p) {
  return canBeLow(k, p) && p->fixedRows &&
         tcEstimate(p->numRows, 0) <= tcNumber(cpu_few_rows);
}

int64_t tcProductLeastRows(TcCpuKernel *k, const TcProduct *p) {
  if (p->packed)
    return 0;
  return (canBeLow(k, p) ? tcNumber(cpu_few_rows) : tcNumber(cpu_least_rows)) +
         1;
}

//===- Phases -------------------------------------------------------------===//

bool tcCpuProductPhases(TcCpuKernel *k, const TcTarget *target,
                        TcCpuPhases *phases) {
  const char *unit = tcFormIsOff(k, TC_FORM_UNITS) ? "fma" : NULL;
  TcCpuPhases all = {0};
  bool worth = true;
  for (size_t first = 0; first < k->stages.size;) {
    TcProduct product;
    TcCpuStages stages = tcProductStagesFrom(k, first);
    if (!tcProductChoose(k, target, &stages, unit, &product))
      return false;
    TcCpuPhase phase = {.chunk = -1,
                        .vector = -1,
                        .split = -1,
                        .grain = 1,
                        .stages = stages,
                        .product = true,
                        .division = tcProductDivisionOf(k, &product),
                        .unit = tcProductUnit(&product)};
    tcVecPush(k->arena, &all, phase);
    worth &= !tcProductIsLow(k, &product);
    first += stages.size;
  }
  *phases = all;
  return all.size && worth;
}
