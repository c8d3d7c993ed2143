// Matches kernels that are products, and cuts them as their schedule says or is
// chosen. See product.h.
#include "passes/lower/cpu/product_operands.h"
#include "passes/lower/cpu/stage.h"
#include "passes/lower/cpu/tiles.h"

#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinTypes.h"

//===- The stages ---------------------------------------------------------===//

// A map whose points are those of the product, and that reads what the kernel
// makes at its own point only.
static bool isEpilogue(const TcCpuKernel *k, const TcCpuStage *s,
                       const TcCpuStage *contract) {
  if (s->kind != TC_CPU_MAP || !tcCpuItersSame(k, &s->iters, &contract->iters))
    return false;
  for (size_t i = 0; i < s->reads.size; ++i)
    if (s->reads.data[i].value->stage &&
        !tcCpuReadsOwnIndex(k, &s->reads.data[i]))
      return false;
  for (size_t i = 0; i < s->gathered.size; ++i)
    if (s->gathered.data[i]->stage)
      return false;
  return true;
}

static bool matchStages(const TcCpuKernel *k, const TcCpuStages *stages,
                        TcProduct *p) {
  TcCpuStage *first = stages->size ? stages->data[0] : NULL;
  if (!first || !first->contract || first->ordered)
    return false;
  p->contract = first;
  for (size_t i = 0; i < stages->size; ++i)
    if (tcCpuStageHasComplex(stages->data[i]) || stages->data[i]->in ||
        stages->data[i]->results.size > TC_STAGE_MAX_RESULTS)
      return false;
  for (size_t i = 1; i < stages->size; ++i) {
    if (!isEpilogue(k, stages->data[i], first))
      return false;
    tcVecPush(k->arena, &p->maps, stages->data[i]);
  }
  return true;
}

//===- Factors ------------------------------------------------------------===//

// The register type of an element, if products of it are supported here.
static MlirType registerType(MlirType t) {
  if (tcTypeIsHalf(t))
    return mlirF32TypeGet(mlirTypeGetContext(t));
  if (tcIsByte(t))
    return mlirIntegerTypeGet(mlirTypeGetContext(t), 32);
  bool isLong = tcIsSigned(t) && mlirIntegerTypeGetWidth(t) == 64;
  if (mlirTypeIsAF32(t) || mlirTypeIsAF64(t) || tcIsWord(t) || isLong)
    return t;
  return (MlirType){NULL};
}

static bool matchFactors(TcProduct *p) {
  const TcCpuStage *s = p->contract;
  p->rowFactor = tcStageReadYielded(s, 0);
  p->columnFactor = tcStageReadYielded(s, 1);
  if (!p->rowFactor || !p->columnFactor || p->rowFactor == p->columnFactor)
    return false;
  MlirType sum = s->results.data[0]->element;
  if (tcIsByte(sum)) // would be wrong in i32 only
    return false;
  p->element = registerType(sum);
  MlirType row = registerType(p->rowFactor->value->element);
  MlirType column = registerType(p->columnFactor->value->element);
  return p->element.ptr && row.ptr && column.ptr &&
         mlirTypeEqual(p->element, row) && mlirTypeEqual(p->element, column);
}

bool tcProductMatchStages(const TcCpuKernel *k, const TcCpuStages *stages,
                          TcProduct *p) {
  return matchStages(k, stages, p) && matchFactors(p);
}

//===- Offsets ------------------------------------------------------------===//

static bool usesAny(const TcCpuKernel *k, const TcSize *size,
                    const TcCpuIters *iters) {
  for (size_t i = 0; i < iters->size; ++i)
    if (tcSizeUses(size, k->iters.data[iters->data[i]].name))
      return true;
  return false;
}

// Splits the row factor's offset into rowStart and a part without rows, stored
// in rowInner for now.
static bool splitRowOffset(TcCpuKernel *k, TcProduct *p) {
  const TcCpuRead *r = p->rowFactor;
  const TcSize *offset = tcCpuReadOffset(k, r);
  const TcSize *zero = tcSizeConst(k->arena, 0);
  p->rowStart = tcProductReplaceIters(k, offset, &p->contract->over, zero);
  p->rowInner = tcSizeSimplify(
      k->arena, tcSizeSub(k->arena, offset, p->rowStart), &k->ranges);
  return !usesAny(k, p->rowInner, &p->rows);
}

// The smallest steps of the row factor go innermost.
static void orderOver(TcCpuKernel *k, TcProduct *p) {
  const TcCpuIters *given = &p->contract->over;
  for (size_t i = 0; i < given->size; ++i) {
    size_t at = p->over.size;
    if (tcCpuExtent(k, given->data[i], 0) == 1) {
      tcVecPush(k->arena, &p->ones, given->data[i]);
      continue;
    }
    tcVecPush(k->arena, &p->over, given->data[i]);
    double far = tcCpuDistance(k, p->rowInner, given->data[i]);
    for (; at && tcCpuDistance(k, p->rowInner, p->over.data[at - 1]) < far;
         --at) {
      p->over.data[at] = p->over.data[at - 1];
      p->over.data[at - 1] = given->data[i];
    }
  }
}

// Splits rowInner. If rows may be out of bounds, they must be so for a whole
// run of the innermost iterator, along which elements are contiguous; else
// lines of the image are copied, or rows packed.
static bool splitOver(TcCpuKernel *k, TcProduct *p, const TcTarget *target) {
  if (!p->over.size)
    return false;
  int inner = tcVecLast(&p->over);
  TcCpuIters one = {0};
  tcVecPush(k->arena, &one, inner);
  const TcSize *all = p->rowInner, *zero = tcSizeConst(k->arena, 0);
  p->rowOuter = tcProductReplaceIters(k, all, &one, zero);
  p->rowInner = tcSizeSimplify(k->arena, tcSizeSub(k->arena, all, p->rowOuter),
                               &k->ranges);
  p->filled = !mlirAttributeIsNull(p->rowFactor->fill);
  if (!p->filled || (tcSizeEqual(p->rowInner, k->iters.data[inner].symbol) &&
                     !tcProductBoundsUse(k, p->rowFactor, inner)))
    return true;
  if (tcProductReadLines(k, p, target))
    return true;
  if (!tcProductCanPackRows(k, p))
    return false;
  tcProductReadPackedRows(k, p);
  return true;
}

// Steps of a block, in whole ones of the unit.
static int64_t stepsOfBlock(const TcCpuKernel *k, const TcProduct *p) {
  int64_t each = p->unit ? p->unit->k : 1;
  if (!p->given)
    return p->chooser->terms(k, p);
  return p->given->terms ? (p->given->terms + each - 1) / each * each
                         : TC_PRODUCT_ONE_BLOCK;
}

void tcProductSetSumLevel(const TcCpuKernel *k, TcProduct *p) {
  p->sumBlock = stepsOfBlock(k, p);
  int64_t n = 1, most = p->sumBlock * 3 / 2;
  p->sumLevel = mlirTypeIsAFloat(p->element) ? p->over.size : 0;
  while (p->sumLevel > 0) {
    int64_t more = tcCpuExtent(k, p->over.data[p->sumLevel - 1], most + 1);
    if (more > most / n)
      break;
    n *= more > 0 ? more : 1;
    --p->sumLevel;
  }
}

// The offset of the panel's columns for a step of the reduction, where a task
// packs them itself. For a unit, that of the first step of a group: columns are
// as many elements apart as a group has.
static const TcSize *packedIndex(const TcProduct *p, TcCpuKernel *k) {
  TcArena *a = k->arena;
  const TcUnit *u = tcProductUnit(p);
  const TcSize *sum = tcSizeMul(a, k->iters.data[p->inPanel].symbol,
                                tcSizeConst(a, u ? u->pair : 1));
  const TcSize *stride = tcSizeConst(a, p->vectors * p->lanes);
  for (size_t i = p->over.size; i-- > 0;) {
    const TcCpuIter *iter = &k->iters.data[p->over.data[i]];
    sum = tcSizeAdd(a, sum, tcSizeMul(a, iter->symbol, stride));
    stride = tcSizeMul(a, stride, tcProductPackedExtent(k, p, i));
  }
  return tcSizeSimplify(a, sum, &k->ranges);
}

//===- Panels and tiles ---------------------------------------------------===//

static void addIters(TcCpuKernel *k, TcProduct *p) {
  TcArena *a = k->arena;
  const TcSize *n = k->iters.data[p->column].extent;
  p->numPanels = tcSizeCeilDiv(a, n, tcSizeConst(a, tcProductWidth(p)));
  p->panel = tcCpuKernelAddIter(k, "panel", p->numPanels);
  p->inPanel =
      tcCpuKernelAddIter(k, "column", tcSizeConst(a, tcProductWidth(p)));
}

// Columns, rows and steps.
static bool matchShape(TcCpuKernel *k, const TcTarget *target,
                       const TcCpuStages *stages, bool packsRows,
                       TcProduct *p) {
  *p = (TcProduct){.given = p->given,
                   .chooser = p->chooser,
                   .toPanels = p->toPanels,
                   .segments = -1};
  if (!tcProductMatchStages(k, stages, p))
    return false;
  tcProductTile(target, tcCpuBytes(p->element), &p->height, &p->vectors,
                &p->lanes);
  if (p->lanes < 2 || !tcProductClassify(k, p, packsRows) ||
      !splitRowOffset(k, p))
    return false;
  orderOver(k, p);
  if (p->over.size)
    tcProductFindSegments(k, p);
  return p->over.size > 0;
}

// The same, panels and the unit.
static bool matchPanels(TcCpuKernel *k, const TcTarget *target,
                        const TcCpuStages *stages, const char *unit,
                        TcProduct *p) {
  if (!matchShape(k, target, stages, true, p))
    return false;
  if (tcProductPacksSteps(k, p, target))
    tcProductPairSteps(k, target, unit, p);
  else if (!matchShape(k, target, stages, false, p))
    return false;
  p->windows = tcProductReadsWindows(k, p, target);
  tcProductSetLoops(p);
  if (p->windows)
    tcProductOrderWindows(k, p);
  if (!splitOver(k, p, target))
    return false;
  tcProductGatherImages(k, p, target);
  tcProductShapeTile(k, target, unit, p);
  addIters(k, p);
  if (!tcProductFindUnit(k, target, unit, p))
    return false;
  tcProductSetSumLevel(k, p);
  return true;
}

static bool hasNoRows(const TcProduct *p) {
  int64_t n;
  return !p->packed && tcSizeIsConst(p->numRows, &n) && n <= 0;
}

bool tcProductMatchPanels(TcCpuKernel *k, const TcTarget *target,
                          const TcProductChooser *chooser, TcProduct *p) {
  p->given = NULL;
  p->chooser = chooser;
  p->toPanels = true;
  if (!matchPanels(k, target, &k->stages, NULL, p))
    return false;
  bool slices = tcProductSlices(p) > 1;
  if (slices && !tcProductSplitsPanels(k, target, p, p->unit))
    return false;
  if (slices || tcProductPacksSteps(k, p, target) ||
      tcProductHasOddSteps(k, p) || tcProductLiesInLines(k, p, target, p->unit))
    p->unit = NULL; // multiplies such rows with panels that tasks pack alone
  tcProductCutRows(k, p);
  return !hasNoRows(p);
}

// Whether a stage reads none of what the others make but these, and the other
// way round.
static bool isApart(const TcCpuStages *stages, const TcCpuStage *s) {
  bool inside = tcCpuStagesHave(stages, s), apart = true;
  for (size_t r = 0; r < s->reads.size; ++r) {
    const TcCpuStage *maker = s->reads.data[r].value->stage;
    bool within = false;
    for (size_t i = 0; i < stages->size; ++i)
      within |= stages->data[i] == maker;
    apart &= !maker || within == inside;
  }
  return apart;
}

static bool areApart(const TcCpuKernel *k, const TcCpuStages *stages) {
  if (stages->size == k->stages.size)
    return true;
  for (size_t i = 0; i < k->stages.size; ++i)
    if (k->stages.data[i]->gathered.size || !isApart(stages, k->stages.data[i]))
      return false;
  return k->stream.block < 0;
}

TcCpuStages tcProductStagesFrom(const TcCpuKernel *k, size_t first) {
  TcCpuStages stages = {0};
  for (size_t i = first; i < k->stages.size; ++i) {
    if (i > first && k->stages.data[i]->contract)
      break;
    tcVecPush(k->arena, &stages, k->stages.data[i]);
  }
  return stages;
}

static bool match(TcCpuKernel *k, const TcTarget *target,
                  const TcCpuStages *stages, const char *unit, TcProduct *p) {
  if (!areApart(k, stages) || !matchPanels(k, target, stages, unit, p))
    return false;
  bool along = !p->packed && tcProductLiesAlong(k, p, target, p->unit);
  if (!p->packsRows && !along && tcProductPacksRows(k, p))
    tcProductReadPackedRows(k, p);
  tcProductReadLinesInPairs(k, p, target);
  p->rowElement = p->rowFactor->value->element;
  p->walked = p->over;
  if (tcProductLiesInLines(k, p, target, p->unit))
    tcCpuConstStride(k, p->rowInner, tcVecLast(&p->over), &p->lineStride);
  p->inRuns = !p->packed && !p->strips && tcProductLiesInRuns(k, p, p->unit);
  if (p->lineStride || p->inRuns || tcProductPacksSteps(k, p, target))
    tcProductReadAcross(k, p, target);
  else if (along)
    tcProductReadAlong(k, p, target);
  else if (p->packsRows)
    tcProductPlacePackedRows(k, p);
  else if (p->flips)
    p->rowBytes = tcSizeConst(k->arena, TC_PRODUCT_LINE);
  else
    tcProductReadInBlocks(k, p, target);
  tcProductCutRows(k, p);
  p->alongRows = tcProductStoresAlongRows(k, p);
  if (hasNoRows(p))
    return false;
  if (!p->packed)
    p->panelIndex = packedIndex(p, k);
  tcProductJoinSteps(k, p);
  p->panelRead = p->panelRead ? p->panelRead : p->panelIndex;
  tcProductCutTasks(k, target, p);
  return true;
}

bool tcProductMatch(TcCpuKernel *k, const TcTarget *target,
                    const TcCpuStages *stages, const char *unit,
                    const TcProductDivision *division, TcProduct *p) {
  p->given = division;
  p->chooser = NULL;
  p->toPanels = false;
  return match(k, target, stages, unit, p);
}

bool tcProductMatchToChoose(TcCpuKernel *k, const TcTarget *target,
                            const TcCpuStages *stages, const char *unit,
                            const TcProductChooser *chooser, TcProduct *p) {
  p->given = NULL;
  p->chooser = chooser;
  p->toPanels = false;
  return match(k, target, stages, unit, p);
}
