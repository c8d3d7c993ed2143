// Packs a task's panels of slices by turns: one while tiles go through the one
// before, some pieces of it after each of their steps. Tile registers multiply
// for some 400 cycles then, in which vectors would have nothing to do, and
// what they read comes from memory. See product.h.
//
// A piece is a pair of steps of all columns.
#include "passes/lower/cpu/product_slices.h"
#include "passes/lower/cpu/tiles.h"

#include "tc/gen/ArithOps.h"

#include "mlir-c/BuiltinAttributes.h"

static MlirValue plus(TcEmit *e, MlirValue x, int64_t n) {
  return tcArithAddi(&e->b, x, tcEmitI64(e, n));
}

static MlirValue times(TcEmit *e, MlirValue x, int64_t n) {
  return tcArithMuli(&e->b, x, tcEmitI64(e, n));
}

static MlirValue isLess(TcEmit *e, MlirValue x, MlirValue y) {
  return tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLT, x, y);
}

//===- Pieces -------------------------------------------------------------===//

// Steps that lie side by side are transposed, a register's at once: that is so
// much between two steps that the unit waits (256 x 768 x 3072: 6.6 ms, 5.5
// with panels packed before their tiles).
static bool areTransposed(TcCpuKernel *k, const TcProduct *p) {
  const TcCpuRead *r = p->columnFactor;
  return mlirAttributeIsNull(r->fill) &&
         tcCpuHasStride(k, tcCpuReadOffset(k, r), tcVecLast(&p->over), 1);
}

int64_t tcProductPiecesOfPanel(TcCpuKernel *k, const TcProduct *p) {
  if (tcProductSlices(p) == 1 || p->over.size != 1 || p->inside.size ||
      p->shift.every || p->packsAhead || areTransposed(k, p))
    return 0;
  int64_t steps = tcCpuExtent(k, p->over.data[0], 0);
  return steps % p->unit->pair ? 0 : steps / p->unit->pair;
}

// A pair of steps of a panel that is not whole, or that a block along rows does
// not have.
static void packAnyPair(TcPack *k) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  if (!p->along) {
    tcSlicePanelPart(k);
    return;
  }
  MlirValue exists =
      isLess(e, e->iters[p->over.data[0]], tcProductStepsHere(e, p));
  TcLoop then = tcEmitIf(e, exists);
  tcSlicePanelLast(k);
  tcEmitElse(e, &then);
  tcSlicePanelZeros(k);
  tcEmitIfEnd(e, &then);
}

// Whether the sum has all of these steps.
static MlirValue hasSteps(TcPack *k, MlirValue end) {
  TcEmit *e = k->e;
  if (!k->p->along)
    return tcEmitI1(e, true);
  return tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLE, end,
                     tcProductStepsHere(e, k->p));
}

// Whether all columns of the panel exist.
static MlirValue hasColumns(TcPack *k) {
  TcEmit *e = k->e;
  if (tcProductHasWholePanels(e->k, k->p))
    return tcEmitI1(e, true);
  MlirValue end = plus(e, k->first, tcProductWidth(k->p));
  return tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLE, end, tcPackEnd(k));
}

static void packPair(TcPack *k, MlirValue step) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  MlirValue isWhole = tcArithAndi(&e->b, hasColumns(k),
                                  hasSteps(k, plus(e, step, p->unit->pair)));
  e->iters[p->over.data[0]] = step;
  TcLoop then = tcEmitIf(e, isWhole);
  tcSlicePanel(k);
  e->iters[p->over.data[0]] = step;
  tcEmitElse(e, &then);
  packAnyPair(k);
  tcEmitIfEnd(e, &then);
}

//===- The next panel -----------------------------------------------------===//

// Pieces low..high of a panel, to `to`. Iterators are as before.
static void packPieces(TcEmit *e, const TcProduct *p, MlirValue panel,
                       MlirValue to, MlirValue low, MlirValue high) {
  MlirValue first = times(e, panel, tcProductWidth(p));
  TcPack k = {e, p, to, first, {NULL}, false, false};
  int step = p->over.data[0];
  MlirValue old[] = {e->iters[step], e->iters[p->column], e->iters[p->inPanel]};
  TcLoop loop = tcEmitFor(e, low, high, 1, -1, 0, NULL);
  MlirValue piece = mlirBlockGetArgument(loop.body, 0);
  packPair(&k, times(e, piece, p->unit->pair));
  tcEmitForEnd(e, &loop, 0, NULL);
  e->iters[step] = old[0];
  e->iters[p->column] = old[1];
  e->iters[p->inPanel] = old[2];
}

// The same of the next panel, if the task has one, and of pieces that it has.
static void packNext(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                     MlirValue low, MlirValue high) {
  MlirValue panel = plus(e, e->iters[p->panel], 1);
  MlirValue all = tcEmitI64(e, tcProductPiecesOfPanel(e->k, p));
  high = tcArithMinsi(&e->b, high, all);
  high = tcArithSelect(&e->b, isLess(e, panel, site->panels[1]), high, low);
  packPieces(e, p, panel, site->nextPanel, low, high);
}

void tcProductPackBetween(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                          MlirValue step) {
  MlirValue number =
      tcArithAddi(&e->b, times(e, site->tile, p->unitSteps), step);
  MlirValue low = times(e, number, p->packingBetween);
  packNext(e, p, site, low, plus(e, low, p->packingBetween));
}

// Whether each task has so many tiles that none is left.
static bool hasNoRest(const TcCpuKernel *k, const TcProduct *p) {
  int64_t tiles, each;
  return tcSizeIsConst(p->numTiles, &tiles) &&
         tcSizeIsConst(p->taskTiles, &each) && tiles % each == 0 &&
         each * p->unitSteps * p->packingBetween >=
             tcCpuExtent(k, p->over.data[0], 0) / p->unit->pair;
}

void tcProductPackRest(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                       MlirValue tiles) {
  if (hasNoRest(e->k, p))
    return;
  MlirValue done = times(e, tiles, p->unitSteps * p->packingBetween);
  packNext(e, p, site, done, tcEmitI64(e, tcProductPiecesOfPanel(e->k, p)));
}

void tcProductEnterPanel(TcEmit *e, const TcProduct *p, TcTileSite *site) {
  MlirValue number = tcArithSubi(&e->b, e->iters[p->panel], site->panels[0]);
  MlirValue turn = tcArithRemui(&e->b, number, tcEmitI64(e, TC_PRODUCT_TURNS));
  MlirValue bytes = tcEmitExpr(e, p->panelBytes);
  MlirValue at = tcArithMuli(&e->b, turn, bytes);
  MlirValue panels = tcProductScratch(e, p->panelAt), zero = tcEmitI64(e, 0);
  site->panelBase = tcEmitBytesAt(e, panels, at);
  site->nextPanel = tcEmitBytesAt(e, panels, tcArithSubi(&e->b, bytes, at));
  MlirValue isFirst =
      tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ, number, zero);
  MlirValue all = tcEmitI64(e, tcProductPiecesOfPanel(e->k, p));
  packPieces(e, p, e->iters[p->panel], site->panelBase, zero,
             tcArithSelect(&e->b, isFirst, all, zero));
}
