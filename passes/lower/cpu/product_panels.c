// Whether the column factor lies in panels: whole tiles of columns, one behind
// the other. See product.h.
#include "passes/lower/cpu/product.h"
#include "passes/schedule/cpu.h"

#include "lib/cost/numbers.h"

// The column as panel and place in it.
const TcSize *tcProductInPanels(TcCpuKernel *k, const TcProduct *p,
                                const TcSize *offset) {
  TcArena *a = k->arena;
  TcMap map = {.arena = a};
  const TcSize *first = tcSizeMul(a, k->iters.data[p->panel].symbol,
                                  tcSizeConst(a, tcProductWidth(p)));
  tcMapSetText(&map, k->iters.data[p->column].name,
               (void *)tcSizeAdd(a, first, k->iters.data[p->inPanel].symbol));
  return tcSizeSimplify(a, tcSizeSubstitute(a, offset, &map), &k->ranges);
}

// Whether a matrix as it comes may be the one panel of a group, or of a product
// of so many rows that it is one in tiles.
static bool mayBeOnePanel(const TcCpuKernel *k, const TcProduct *p) {
  return tcCpuExtent(k, p->panel, 0) == 1 && tcProductHasWholePanels(k, p) &&
         (tcProductIsByGroups(k) || p->given ||
          tcCpuGuessIters(k, &p->rows) > (double)tcNumber(cpu_few_rows));
}

// Whether the factor is already in panel layout: columns contiguous, then the
// innermost reduction. The last panel must be whole.
bool tcProductLiesInPanels(TcCpuKernel *k, TcProduct *p) {
  const TcCpuRead *r = p->columnFactor;
  if (!mlirAttributeIsNull(r->fill) || r->value->stage || !p->over.size)
    return false;
  const TcSize *offset = tcCpuReadOffset(k, r);
  const TcSize *index = tcProductInPanels(k, p, offset);
  const TcSize *step, *rest;
  bool blocked =
      mayBeOnePanel(k, p) || (tcSizeUses(index, k->iters.data[p->panel].name) &&
                              !tcCpuStride(k, offset, p->column, &step, &rest));
  if (!blocked || !tcCpuHasStride(k, index, p->inPanel, 1) ||
      !tcCpuHasStride(k, index, tcVecLast(&p->over), tcProductWidth(p)))
    return false;
  p->panelIndex = index;
  return true;
}
