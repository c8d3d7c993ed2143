// Finds the target's unit for a product, and the layout of its operands. See
// product.h.
#include "passes/lower/cpu/product_operands.h"

#include "mlir-c/BuiltinTypes.h"

#include <string.h>

static int innermost(const TcProduct *p) { return tcVecLast(&p->over); }

const TcUnit *tcProductTileUnit(const TcProduct *p) {
  return p->unit && p->unit->tiles ? p->unit : NULL;
}

const TcUnit *tcProductUnit(const TcProduct *p) { return p->unit; }

// Steps that lie side by side for each row and column.
int64_t tcProductPair(const TcProduct *p) {
  return p->unit ? p->unit->pair : 1;
}

//===- What a unit can multiply -------------------------------------------===//

// Factors have one type, but bytes are signed or not.
static bool alike(MlirType row, MlirType column) {
  return mlirTypeEqual(row, column) || (tcIsByte(row) && tcIsByte(column));
}

static bool rowsLie(const TcCpuKernel *k, const TcProduct *p) {
  return tcSizeEqual(p->rowInner, k->iters.data[innermost(p)].symbol);
}

// Whether rows are contiguous along the innermost reduction, or a task packs
// them in pairs (product_across.c): rows of a whole tile at least.
static bool readsPairs(TcCpuKernel *k, const TcTarget *target,
                       const TcProduct *p, const TcUnit *u) {
  if (rowsLie(k, p))
    return true;
  if (tcProductLiesInLines(k, p, target, u))
    return true;
  return u->pair == 2 && tcProductPacksSteps(k, p, target) &&
         (!u->tiles || tcProductNeighbours(k, p) >= TC_PRODUCT_TILES * u->m);
}

bool tcProductUnitMay(const TcTarget *target, const TcProduct *p,
                      const TcUnit *u) {
  MlirType row = p->rowFactor->value->element;
  MlirType column = p->columnFactor->value->element;
  if (!tcTargetHasUnit(target, u) || !u->intrinsic || u->n != p->lanes ||
      !alike(row, column) ||
      !tcUnitIsOf(u, tcUnitElement(row), tcUnitElement(p->element)))
    return false;
  return !tcTypeIsHalf(row) || u->tiles || target->bf16DotRate <= 0 ||
         target->bf16DotRate >= 1; // measured, and slower than widening
}

//===- Slices -------------------------------------------------------------===//

// Sums are so long that what slices and the unit round is less than what each
// step of FMA may (docs/numerics.md).
bool tcProductMaySlice(const TcCpuKernel *k, const TcProduct *p,
                       const TcUnit *u) {
  return tcProductMostPoints(k, &p->over) >= TC_PRODUCT_SLICED_STEPS &&
         (p->given || p->chooser->slices(k, p, u));
}

bool tcProductIsSliced(TcCpuKernel *k, const TcTarget *target,
                       const TcProduct *p, const TcUnit *u) {
  int64_t steps = tcCpuExtent(k, innermost(p), 1);
  if (!u->slices || !tcProductUnitMay(target, p, u) || p->segments >= 0 ||
      !tcProductMaySlice(k, p, u))
    return false;
  return tcProductLiesAlong(k, p, target, u) || tcProductLiesInRuns(k, p, u) ||
         (steps % u->pair == 0 && tcProductPacksSteps(k, p, target) &&
          tcProductNeighbours(k, p) >= TC_PRODUCT_TILES * u->m);
}

bool tcProductHasSlices(TcCpuKernel *k, const TcTarget *target,
                        const TcProduct *p) {
  for (const TcUnit *u = tcUnits; u->name; ++u)
    if (tcProductIsSliced(k, target, p, u))
      return true;
  return false;
}

//===- What a unit reads --------------------------------------------------===//

// Whether the sum is known to have no steps.
static bool isEmpty(TcCpuKernel *k, const TcProduct *p) {
  int64_t n;
  return tcSizeIsConst(tcCpuProduct(k->arena, k, &p->over), &n) && !n;
}

// Whether tasks pack rows of an odd number of steps in pairs for vectors, a
// zero beside the last step: rows that are contiguous along these. Columns are
// packed so, if they can be loaded in vectors, or lie in panels, step by step.
static bool packsOddSteps(TcCpuKernel *k, TcProduct *p, const TcUnit *u) {
  return !u->tiles && u->pair == 2 &&
         tcTypeIsHalf(p->rowFactor->value->element) && !p->windows &&
         !p->lines && !p->together && tcProductCanPackRows(k, p) &&
         p->rowFactor->value->arg >= 0 && tcProductFillsZeros(p->rowFactor) &&
         (tcProductLoadsColumns(k, p) || tcProductLiesInPanels(k, p)) &&
         (!p->given || p->given->rowsFrom == TC_ROWS_PACKED ||
          p->given->rowsFrom == TC_ROWS_LINES);
}

// Whether the unit can read rows: whole pairs of steps, where they lie or as
// tasks pack them, or an odd number that tasks pack.
static bool fits(TcCpuKernel *k, const TcTarget *target, TcProduct *p,
                 const TcUnit *u) {
  MlirType row = p->rowFactor->value->element;
  const TcCpuIter *inner = &k->iters.data[innermost(p)];
  int64_t n;
  if (!tcProductUnitMay(target, p, u) || (u->tiles && p->packsRows) ||
      (u->tiles && tcProductIsBounded(k, p)))
    return false;
  if (tcIsByte(row) && p->packsRows)
    return false; // fills in parts of rows are not in their sums
  if (u->slices)
    return tcProductIsSliced(k, target, p, u);
  return tcSizeIsConst(inner->extent, &n) && !isEmpty(k, p) &&
         (n % u->pair
              ? tcProductLiesAlong(k, p, target, u) || packsOddSteps(k, p, u)
              : readsPairs(k, target, p, u));
}

//===- Pairs of steps that are far apart ----------------------------------===//

// Whether the unit is the one, of that name if any is given, that splits the
// factors, their steps in this order.
static bool splits(TcCpuKernel *k, const TcTarget *target, const char *name,
                   TcProduct *p, const TcUnit *u) {
  return (!name || !strcmp(u->name, name)) && fits(k, target, p, u) &&
         !tcProductReadsWindows(k, p, target);
}

static bool hasPairs(TcCpuKernel *k, const TcTarget *target, const char *name,
                     TcProduct *p) {
  for (const TcUnit *u = tcUnits; u->name; ++u)
    if (u->pair == 2 && (u->slices ? splits(k, target, name, p, u)
                                   : tcProductUnitMay(target, p, u)))
      return true;
  return false;
}

static void move(TcCpuIters *iters, size_t from, size_t to) {
  int iter = iters->data[from];
  for (; from < to; ++from)
    iters->data[from] = iters->data[from + 1];
  for (; from > to; --from)
    iters->data[from] = iters->data[from - 1];
  iters->data[to] = iter;
}

void tcProductPairSteps(TcCpuKernel *k, const TcTarget *target,
                        const char *unit, TcProduct *p) {
  size_t n = p->over.size, even = n;
  while (even > 0 && tcCpuExtent(k, p->over.data[even - 1], 1) % 2)
    --even;
  if (even == 0 || tcProductNeighbours(k, p) < tcProductLeastNeighbours(p))
    return;
  move(&p->over, even - 1, n - 1);
  if (!hasPairs(k, target, unit, p))
    move(&p->over, n - 1, even - 1);
}

//===- Steps in pairs -----------------------------------------------------===//

static void addGroups(TcCpuKernel *k, TcProduct *p) {
  const TcSize *n = k->iters.data[innermost(p)].extent;
  const TcSize *each = tcSizeConst(k->arena, p->unit->pair);
  p->group = tcCpuKernelAddIter(k, "group", tcSizeCeilDiv(k->arena, n, each));
  p->inGroup = tcCpuKernelAddIter(k, "step", each);
}

const TcSize *tcProductPackedExtent(const TcCpuKernel *k, const TcProduct *p,
                                    size_t i) {
  const TcSize *n = k->iters.data[p->over.data[i]].most;
  if (!p->unit || i + 1 < p->over.size)
    return n;
  const TcSize *each = tcSizeConst(k->arena, p->unit->pair);
  return tcSizeMul(k->arena, tcSizeCeilDiv(k->arena, n, each), each);
}

const TcSize *tcProductPackedSteps(const TcCpuKernel *k, const TcProduct *p) {
  const TcSize *n = tcSizeConst(k->arena, 1);
  for (size_t i = 0; i < p->over.size; ++i)
    n = tcSizeMul(k->arena, n, tcProductPackedExtent(k, p, i));
  return n;
}

// Whether panels in memory have groups of reduction indices side by side;
// panelIndex is then that of a group's first one.
static bool liesInGroups(TcCpuKernel *k, TcProduct *p) {
  const TcCpuRead *r = p->columnFactor;
  if (!mlirAttributeIsNull(r->fill) || r->value->stage)
    return false;
  TcArena *a = k->arena;
  TcMap map = {.arena = a};
  int inner = innermost(p);
  int64_t pair = p->unit->pair;
  const TcSize *first =
      tcSizeMul(a, k->iters.data[p->group].symbol, tcSizeConst(a, pair));
  tcMapSetText(&map, k->iters.data[inner].name,
               (void *)tcSizeAdd(a, first, k->iters.data[p->inGroup].symbol));
  const TcSize *offset = tcCpuReadOffset(k, r);
  const TcSize *index = tcProductInPanels(k, p, offset);
  index = tcSizeSimplify(a, tcSizeSubstitute(a, index, &map), &k->ranges);
  if (!tcSizeUses(index, k->iters.data[p->panel].name) ||
      !tcCpuHasStride(k, index, p->inPanel, pair) ||
      !tcCpuHasStride(k, index, p->inGroup, 1) ||
      !tcCpuHasStride(k, index, p->group, tcProductWidth(p) * pair))
    return false;
  TcCpuIters both = {0};
  tcVecPush(a, &both, p->group);
  tcVecPush(a, &both, p->inGroup);
  const TcSize *start =
      tcProductReplaceIters(k, index, &both, tcSizeConst(a, 0));
  p->panelIndex = tcSizeAdd(a, start,
                            tcSizeMul(a, k->iters.data[inner].symbol,
                                      tcSizeConst(a, tcProductWidth(p))));
  return true;
}

//===- Tiles --------------------------------------------------------------===//

// Elements from each row to the next, if all are as far apart; else NULL.
static const TcSize *strideOfRows(TcCpuKernel *k, const TcProduct *p) {
  const TcSize *stride, *rest;
  return !p->filled && tcCpuFlatStride(k, p->rowStart, &p->rows, &stride, &rest)
             ? stride
             : NULL;
}

int64_t tcProductRun(const TcCpuKernel *k, const TcProduct *p) {
  int64_t n = 1;
  for (size_t i = tcProductOuter(p); i < p->over.size; ++i)
    n *= tcCpuExtent(k, p->over.data[i], 0);
  return n;
}

// Tiles of the same depth, so that no steps are left over, if there are such;
// else full ones.
static int64_t depthOf(const TcUnit *u, int64_t run) {
  int64_t tiles = (run + u->k - 1) / u->k;
  return run % (tiles * u->pair) ? u->k : run / tiles;
}

void tcProductCutSteps(TcCpuKernel *k, TcProduct *p) {
  TcArena *a = k->arena;
  int64_t run = tcProductRun(k, p);
  p->depth = p->lineStride ? tcProductLineDepth(k, p) : depthOf(p->unit, run);
  p->tail = run % p->depth;
  p->stepTiles = tcSizeConst(a, (run + p->depth - 1) / p->depth);
  for (size_t i = 0; i < tcProductOuter(p); ++i)
    p->stepTiles =
        tcSizeMul(a, p->stepTiles, k->iters.data[p->over.data[i]].extent);
}

// Whether the points of the last two iterators of the reduction, which lie one
// behind the other in each row, are one run of steps: where one alone fills no
// tile, and panels have them in the same order.
static bool joinsRuns(TcCpuKernel *k, const TcProduct *p) {
  size_t n = p->over.size;
  int64_t each = tcCpuExtent(k, innermost(p), 0);
  return n > 1 && each < p->unit->k &&
         tcCpuHasStride(k, p->rowOuter, p->over.data[n - 2], each) &&
         (!p->packed || tcCpuHasStride(k, p->panelIndex, p->over.data[n - 2],
                                       each * tcProductWidth(p)));
}

static bool mayReadInPlace(const TcProduct *p) {
  return !p->given || p->given->rowsFrom != TC_ROWS_REGISTERS;
}

// Images are split once for all windows where borders are filled in.
static void cutStrips(TcCpuKernel *k, TcProduct *p) {
  if (!p->filled || (p->given && p->given->rowsFrom != TC_ROWS_STRIP))
    return;
  tcProductReadImageRows(k, p);
  if (p->strips)
    tcProductCutSteps(k, p);
}

// Rows that lie across are packed; their steps are cut with the blocks.
static void cutIntoTiles(TcCpuKernel *k, TcProduct *p) {
  p->height = TC_PRODUCT_TILES * p->unit->m;
  p->unitRows = p->unit->m;
  if (tcProductSlices(p) > 1) {
    cutStrips(k, p);
    return;
  }
  if (!rowsLie(k, p))
    return;
  if (mayReadInPlace(p))
    p->rowStride = strideOfRows(k, p);
  if (mayReadInPlace(p) && !p->rowStride)
    tcProductReadImageRows(k, p);
  if (p->rowStride && !p->strips)
    p->joined = joinsRuns(k, p);
  tcProductCutSteps(k, p);
}

//===- The choice ---------------------------------------------------------===//

bool tcProductHasOddSteps(const TcCpuKernel *k, const TcProduct *p) {
  return p->unit && tcCpuExtent(k, innermost(p), 0) % p->unit->pair;
}

bool tcProductReadsSteps(TcCpuKernel *k, TcProduct *p) {
  return !p->unit->tiles && tcProductHasOddSteps(k, p) &&
         tcProductLiesInPanels(k, p);
}

// Whether tasks read panels that lie in memory, if there are such. Tiles of a
// segment are at points of a batch while they read a panel, which must be
// theirs alone.
static bool mayReadPanels(const TcProduct *p) {
  return p->segments < 0 &&
         (!p->given || p->given->columnsFrom == TC_COLUMNS_PANELS);
}

bool tcProductSplitsPanels(TcCpuKernel *k, const TcTarget *target,
                           const TcProduct *p, const TcUnit *u) {
  return tcProductLiesInRuns(k, p, u) ||
         (u->slices && tcProductLiesAlong(k, p, target, u));
}

// Tries a unit; it cannot read panels without groups.
static bool tryUnit(TcCpuKernel *k, const TcTarget *target, TcProduct *p,
                    const TcUnit *u) {
  bool given = p->unit && p->unit->pair == u->pair;
  p->unit = u;
  if (!given)
    addGroups(k, p);
  bool odd = tcProductHasOddSteps(k, p);
  p->packed = !u->slices && mayReadPanels(p) &&
              (odd ? tcProductReadsSteps(k, p) : liesInGroups(k, p));
  bool inPanels = !p->packed && tcProductLiesInPanels(k, p);
  p->splitsPanels = inPanels && tcProductSplitsPanels(k, target, p, u);
  // Rows that tasks pack step by step are multiplied with panels that tasks
  // pack.
  if (p->packed ? !odd && !rowsLie(k, p) : inPanels && !p->splitsPanels)
    return false;
  if (u->tiles)
    cutIntoTiles(k, p);
  tcProductSetSigns(p);
  return true;
}

bool tcProductFindUnit(TcCpuKernel *k, const TcTarget *target, const char *name,
                       TcProduct *p) {
  for (const TcUnit *u = tcUnits; u->name; ++u) {
    if ((name && strcmp(u->name, name)) || !fits(k, target, p, u))
      continue;
    if (tryUnit(k, target, p, u))
      return true;
  }
  p->packed = mayReadPanels(p) && tcProductFindsPanels(k, p);
  p->unit = NULL;
  p->flips = false;
  return !name || !strcmp(name, "fma");
}
