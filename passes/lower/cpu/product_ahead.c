// Panels that several tasks of a product would pack, each for its own tiles of
// rows, are packed once: by tasks of a phase of their own, to a temporary. See
// product.h.
//
//   contract (n, y, x, c) over (o): dy[n, o, y, x], w[o, c]
//
// A task of tile registers packs 32 steps of a panel in the time that it
// multiplies them by one and a half tiles. The gradient of a convolution's
// input has 49 tiles of rows, in groups for all cores; without this each group
// packs all of w.
#include "passes/lower/cpu/product_operands.h"

#include "tc/gen/ArithOps.h"

#include "mlir-c/BuiltinTypes.h"

bool tcProductCanPackAhead(TcCpuKernel *k, const TcProduct *p) {
  int64_t n;
  return tcProductTileUnit(p) && !p->packed && !p->windows && !p->rowsAcross &&
         !p->blocks.size && !p->parts && !p->inside.size && !p->batch.size &&
         !p->flips && p->segments < 0 && tcSizeIsConst(p->numPanels, &n) &&
         tcSizeIsConst(tcCpuProduct(k->arena, k, &p->over), &n) &&
         tcSizeIsConst(p->numTiles, &n);
}

// What a panel's elements are in the temporary, and how many.
static MlirType elementOf(const TcProduct *p) {
  MlirType element = p->columnFactor->value->element;
  return tcProductSlices(p) > 1 ? mlirBF16TypeGet(mlirTypeGetContext(element))
                                : element;
}

static const TcSize *elementsOf(TcCpuKernel *k, const TcProduct *p) {
  int64_t each = tcProductWidth(p) * tcProductSlices(p);
  return tcSizeMul(k->arena, tcProductPackedSteps(k, p),
                   tcSizeConst(k->arena, each));
}

void tcProductAddPanels(TcCpuKernel *k, TcProduct *p) {
  TcArena *a = k->arena;
  if (!p->packsAhead)
    return;
  const TcSize **size = TC_ARENA_ARRAY(a, const TcSize *, 1);
  size[0] = tcSizeMul(a, p->numPanels, elementsOf(k, p));
  TcCpuValue panels = {
      .element = elementOf(p), .rank = 1, .sizes = size, .arg = -1};
  p->panels = tcCpuKernelAddTemporary(k, &panels);
}

MlirValue tcProductPanelAhead(TcEmit *e, const TcProduct *p) {
  MlirValue each = tcEmitExpr(e, elementsOf(e->k, p));
  return tcEmitAt(e, e->buffers[p->panels], elementOf(p),
                  tcArithMuli(&e->b, e->iters[p->panel], each));
}

bool tcProductEmitPanel(TcEmit *e, const TcProduct *p, MlirValue task) {
  for (size_t i = 0; i < p->ones.size; ++i)
    e->iters[p->ones.data[i]] = tcEmitI64(e, 0);
  e->iters[p->panel] = task;
  tcProductPackPanel(e, p, tcProductPanelAhead(e, p));
  return true;
}
