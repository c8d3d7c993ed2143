// Packing of panels of pairs by the tasks of a product. See product.h.
#include "passes/lower/cpu/product_pack.h"
#include "passes/lower/cpu/product_slices.h"
#include "passes/lower/cpu/tiles.h"

#include "tc/gen/ArithOps.h"

static MlirValue plus(TcEmit *e, MlirValue x, int64_t n) {
  return tcArithAddi(&e->b, x, tcEmitI64(e, n));
}

static bool areWords(TcCpuKernel *k, const TcProduct *p) {
  const TcSize *offset = tcCpuReadOffset(k, p->columnFactor);
  return tcProductFillsZeros(p->columnFactor) &&
         tcCpuHasStride(k, offset, p->column, 2) &&
         tcCpuHasStride(k, offset, tcVecLast(&p->over), 1);
}

bool tcProductLoadsColumns(TcCpuKernel *k, const TcProduct *p) {
  const TcCpuRead *r = p->columnFactor;
  return r->value->arg >= 0 && mlirTypeIsABF16(r->value->element) &&
         (tcCpuHasStride(k, tcCpuReadOffset(k, r), p->column, 1) ||
          areWords(k, p));
}

//===- Panels -------------------------------------------------------------===//

// Runs `pack` for each of the panels that are packed at once.
static void inPanels(TcPack *k, TcPackSteps *pack) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  if (!k->count.ptr) {
    pack(k);
    return;
  }
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), k->count, 1, -1, 0, NULL);
  MlirValue number = mlirBlockGetArgument(loop.body, 0);
  MlirValue bytes = tcArithMuli(&e->b, number, tcEmitExpr(e, p->panelBytes));
  MlirValue columns =
      tcArithMuli(&e->b, number, tcEmitI64(e, tcProductWidth(p)));
  TcPack one = {e,
                p,
                tcEmitBytesAt(e, k->panel, bytes),
                tcArithAddi(&e->b, k->first, columns),
                {NULL},
                k->isPart,
                k->isLast};
  pack(&one);
  tcEmitForEnd(e, &loop, 0, NULL);
}

// Runs `pack` at every `by` steps of the innermost iterator, and at the last
// one where it has none beside it.
static void packOver(TcPack *k, size_t level, int64_t by, TcPackSteps *pack) {
  TcEmit *e = k->e;
  if (level == k->p->over.size || (!by && level + 1 == k->p->over.size)) {
    inPanels(k, pack);
    return;
  }
  int iter = k->p->over.data[level];
  bool inner = level + 1 == k->p->over.size;
  bool odd = inner && tcProductHasOddSteps(e->k, k->p);
  MlirValue n = plus(e, tcEmitExpr(e, e->k->iters.data[iter].extent), -odd);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), n, inner ? by : 1, iter, 0, NULL);
  packOver(k, level + 1, by, pack);
  tcEmitForEnd(e, &loop, 0, NULL);
  if (!odd)
    return;
  e->iters[iter] = n;
  k->isLast = true;
  packOver(k, level + 1, by, pack);
  k->isLast = false;
}

// A panel that is whole, and one that is not.
static void packEither(TcPack *k, int64_t by, TcPackSteps *whole,
                       TcPackSteps *part) {
  TcEmit *e = k->e;
  if (tcProductHasWholePanels(e->k, k->p)) {
    packOver(k, 0, by, whole);
    return;
  }
  MlirValue end = plus(e, k->first, tcProductWidth(k->p));
  MlirValue isWhole =
      tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLE, end, tcPackEnd(k));
  MlirValue isPart = tcArithXori(&e->b, isWhole, tcEmitI1(e, true));
  TcLoop then = tcEmitIf(e, isWhole);
  packOver(k, 0, by, whole);
  tcEmitIfEnd(e, &then);
  TcLoop otherwise = tcEmitIf(e, isPart);
  packOver(k, 0, by, part);
  tcEmitIfEnd(e, &otherwise);
}

static void packSlices(TcPack *k, int64_t by) {
  packEither(k, by, tcSlicePanel, tcSlicePanelPart);
}

static void packLoaded(TcPack *k) {
  int64_t pair = k->p->unit->pair;
  if (areWords(k->e->k, k->p))
    packEither(k, pair, tcPackWords, tcPackWordsPart);
  else
    packEither(k, pair, tcPackLoaded, tcPackLoadedPart);
}

//===- Panels of a block that the sum need not fill -----------------------===//

static void transposeWhole(TcPack *k) {
  bool slices = tcProductSlices(k->p) > 1;
  (slices ? tcSlicePanelTransposed : tcPackTransposed)(
      k, k->e->iters[tcVecLast(&k->p->over)], k->p->lanes);
}

static MlirValue wholeOf(TcEmit *e, MlirValue n, int64_t each) {
  MlirValue by = tcEmitI64(e, each);
  return tcArithMuli(&e->b, tcArithDivui(&e->b, n, by), by);
}

// What the sum has of the block: as many steps at once as `whole` packs, then
// pairs; zeros behind them.
static void packBlock(TcPack *k, int64_t by, TcPackSteps *whole) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  int64_t pair = p->unit->pair, all = tcCpuExtent(e->k, p->over.data[0], 0);
  int inner = p->over.data[0];
  MlirValue steps = tcProductStepsHere(e, p), some = wholeOf(e, steps, by);
  MlirValue end = wholeOf(e, plus(e, steps, pair - 1), pair);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), some, by, inner, 0, NULL);
  inPanels(k, whole);
  tcEmitForEnd(e, &loop, 0, NULL);
  bool slices = tcProductSlices(p) > 1;
  loop = tcEmitFor(e, some, end, pair, inner, 0, NULL);
  inPanels(k, slices ? tcSlicePanelLast : tcPackLast);
  tcEmitForEnd(e, &loop, 0, NULL);
  loop = tcEmitFor(e, end, tcEmitI64(e, all), pair, inner, 0, NULL);
  inPanels(k, slices ? tcSlicePanelZeros : tcPackZeros);
  tcEmitForEnd(e, &loop, 0, NULL);
}

static void packBlockOfPairs(TcPack *k) {
  TcEmit *e = k->e;
  int64_t pair = k->p->unit->pair;
  MlirValue end = plus(e, k->first, tcProductWidth(k->p));
  MlirValue isWhole =
      tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLE, end, tcPackEnd(k));
  bool slices = tcProductSlices(k->p) > 1;
  TcLoop then = tcEmitIf(e, isWhole);
  packBlock(k, pair, slices ? tcSlicePanel : tcPackWhole);
  tcEmitIfEnd(e, &then);
  then = tcEmitIf(e, tcArithXori(&e->b, isWhole, tcEmitI1(e, true)));
  packBlock(k, pair, slices ? tcSlicePanelPart : tcPackPart);
  tcEmitIfEnd(e, &then);
}

static void packAlong(TcPack *k) {
  const TcProduct *p = k->p;
  TcCpuKernel *kernel = k->e->k;
  const TcSize *offset = tcCpuReadOffset(kernel, p->columnFactor);
  int64_t pair = p->unit->pair;
  if (tcCpuHasStride(kernel, offset, tcVecLast(&p->over), 1))
    packBlock(k, p->lanes * pair, transposeWhole);
  else if (tcCpuHasStride(kernel, offset, p->column, 1))
    packBlockOfPairs(k);
  else
    packBlock(k, pair, tcProductSlices(p) > 1 ? tcSlicePanelPart : tcPackPart);
}

//===- The panel ----------------------------------------------------------===//

static void packPairs(TcPack *k) {
  const TcProduct *p = k->p;
  TcCpuKernel *kernel = k->e->k;
  bool filled = !mlirAttributeIsNull(p->columnFactor->fill);
  int64_t pair = p->unit->pair;
  const TcSize *offset = tcCpuReadOffset(kernel, p->columnFactor);
  if (tcProductHasOddSteps(kernel, p))
    packLoaded(k);
  else if (!filled && tcCpuHasStride(kernel, offset, tcVecLast(&p->over), 1))
    packOver(k, 0, 0, tcPackAllTransposed);
  else if (tcProductSlices(p) > 1)
    packSlices(k, pair);
  else if (!filled && tcCpuHasStride(kernel, offset, p->column, 1))
    packEither(k, pair, tcPackWhole, tcPackPart);
  else if (tcProductLoadsColumns(kernel, p))
    packLoaded(k);
  else
    packOver(k, 0, pair, tcPackPart);
}

static void pack(TcEmit *e, const TcProduct *p, MlirValue panel,
                 MlirValue count) {
  MlirValue first =
      tcArithMuli(&e->b, e->iters[p->panel], tcEmitI64(e, tcProductWidth(p)));
  TcPack k = {e, p, panel, first, count, false, false};
  if (p->along)
    packAlong(&k);
  else if (tcProductUnit(p))
    packPairs(&k);
  else
    tcProductPackElements(e, p, panel);
}

void tcProductPackPanel(TcEmit *e, const TcProduct *p, MlirValue panel) {
  pack(e, p, panel, (MlirValue){NULL});
}

bool tcProductPacksTogether(TcCpuKernel *k, const TcProduct *p) {
  const TcCpuRead *r = p->columnFactor;
  const TcSize *offset = tcCpuReadOffset(k, r);
  return tcProductTileUnit(p) && !p->packed && !p->packsAhead && !p->windows &&
         !p->panelsInner && !p->packingBetween &&
         mlirAttributeIsNull(r->fill) && tcProductHasWholePanels(k, p) &&
         tcCpuHasStride(k, offset, p->column, 1);
}

MlirValue tcProductPackPanels(TcEmit *e, const TcProduct *p,
                              const TcTileSite *site, MlirValue panels) {
  if (p->panelsTogether == 1) {
    tcProductPackPanel(e, p, panels);
    return panels;
  }
  MlirValue panel = e->iters[p->panel];
  MlirValue together = tcEmitI64(e, p->panelsTogether);
  MlirValue number =
      tcArithRemui(&e->b, tcArithSubi(&e->b, panel, site->panels[0]), together);
  MlirValue isFirst =
      tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ, number, tcEmitI64(e, 0));
  TcLoop then = tcEmitIf(e, isFirst);
  MlirValue left = tcArithSubi(&e->b, site->panels[1], panel);
  pack(e, p, panels, tcArithMinsi(&e->b, left, together));
  tcEmitIfEnd(e, &then);
  return tcEmitBytesAt(
      e, panels, tcArithMuli(&e->b, number, tcEmitExpr(e, p->panelBytes)));
}
