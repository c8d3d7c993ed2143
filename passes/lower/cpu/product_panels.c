// Whether the column factor lies in panels: whole tiles of columns, one behind
// the other. See product.h.
#include "passes/lower/cpu/product.h"

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

static bool isOnePanel(const TcCpuKernel *k, const TcProduct *p) {
  return tcCpuExtent(k, p->panel, 0) == 1 && tcProductHasWholePanels(k, p);
}

// Whether columns are contiguous in the factor's offset, and steps one panel
// apart.
static bool liesAsPanel(TcCpuKernel *k, TcProduct *p, const TcSize *index) {
  if (!tcCpuHasStride(k, index, p->inPanel, 1) ||
      !tcCpuHasStride(k, index, tcVecLast(&p->over), tcProductWidth(p)))
    return false;
  p->panelIndex = index;
  return true;
}

static bool isInMemory(const TcProduct *p) {
  const TcCpuRead *r = p->columnFactor;
  return mlirAttributeIsNull(r->fill) && !r->value->stage && p->over.size;
}

// Whether the factor is already in panel layout: columns contiguous, then the
// innermost reduction. The last panel must be whole; the one panel of a
// group may be a matrix as it comes.
bool tcProductLiesInPanels(TcCpuKernel *k, TcProduct *p) {
  if (!isInMemory(p))
    return false;
  const TcSize *offset = tcCpuReadOffset(k, p->columnFactor);
  const TcSize *index = tcProductInPanels(k, p, offset), *step, *rest;
  bool blocked = (tcProductIsByGroups(k) && isOnePanel(k, p)) ||
                 (tcSizeUses(index, k->iters.data[p->panel].name) &&
                  !tcCpuStride(k, offset, p->column, &step, &rest));
  return blocked && liesAsPanel(k, p, index);
}

static bool isPanel(TcCpuKernel *k, TcProduct *p) {
  if (!isInMemory(p) || !isOnePanel(k, p) ||
      !(p->given || p->chooser->readsMatrix(k, p)))
    return false;
  const TcSize *offset = tcCpuReadOffset(k, p->columnFactor);
  return liesAsPanel(k, p, tcProductInPanels(k, p, offset));
}

bool tcProductFindsPanels(TcCpuKernel *k, TcProduct *p) {
  return tcProductLiesInPanels(k, p) || isPanel(k, p);
}
