// Panels that points of a window share. See product.h.
//
//   contract (o, ky, c) over (y, x): dy[y, x, o], a[y + ky, x, c]
//
// Columns at ky + 1 are those at ky, a line of steps later. A task that has all
// points of ky (`inside`) packs the lines that any of them reads once, and
// reads each's from its first line on. Where windows are S lines apart, a[S * y
// + ky, x, c], so are columns at ky + S: there are S panels, of those at 0 to
// S - 1. Vectors, which packing holds up less than tile registers, share panels
// where two points or more read each.
#include "passes/lower/cpu/product_operands.h"
#include "passes/lower/cpu/tiles.h"

#include "tc/gen/ArithOps.h"

// Steps of the iterators of the sum from number `level` on.
static int64_t stepsFrom(const TcCpuKernel *k, const TcProduct *p,
                         size_t level) {
  int64_t n = 1;
  for (; level < p->over.size; ++level)
    n *= tcCpuExtent(k, p->over.data[level], 0);
  return n;
}

// Points of a window from one line of steps, a point of `line`, to the next; 0
// if its points share none.
static int64_t pointsOfLine(const TcCpuKernel *k, const TcProduct *p, int point,
                            int line) {
  const TcSize *offset = tcCpuReadOffset(k, p->columnFactor);
  int64_t each, all;
  if (!tcCpuConstStride(k, offset, point, &each) || each <= 0 ||
      !tcCpuConstStride(k, offset, line, &all) || all <= 0)
    return 0;
  return all % each == 0 && all / each < tcCpuExtent(k, point, 0) ? all / each
                                                                  : 0;
}

TcProductShift tcProductFindShift(const TcCpuKernel *k, const TcProduct *p,
                                  size_t level) {
  const TcCpuRead *r = p->columnFactor;
  int64_t steps = stepsFrom(k, p, level + 1);
  TcProductShift s = {0};
  if (p->packed || p->windows || r->value->arg < 0 ||
      !mlirAttributeIsNull(r->fill) || steps < 1 ||
      steps % tcProductPair(p) != 0 || tcProductHasOddSteps(k, p))
    return s;
  for (size_t i = 0; i < p->inside.size && !s.every; ++i) {
    s.iter = p->inside.data[i];
    s.every = pointsOfLine(k, p, s.iter, p->over.data[level]);
  }
  s.points = s.every ? tcCpuExtent(k, s.iter, 1) : 0;
  s.steps = stepsFrom(k, p, level);
  bool pays = tcProductTileUnit(p) || s.points >= 2 * s.every;
  return pays ? s : (TcProductShift){0};
}

// Lines beyond those of one point that its others read.
static const TcSize *linesBehind(TcCpuKernel *k, const TcProductShift *s) {
  TcArena *a = k->arena;
  if (s->points % s->every == 0)
    return tcSizeConst(a, s->points / s->every - 1);
  const TcSize *behind = tcSizeSub(a, tcSizeConst(a, s->points - 1),
                                   k->iters.data[s->iter].symbol);
  return tcSizeFloorDiv(a, behind, tcSizeConst(a, s->every));
}

void tcProductSharePanels(TcCpuKernel *k, TcProduct *p) {
  TcArena *a = k->arena;
  p->shift = tcProductFindShift(k, p, 0);
  if (!p->shift.every)
    return;
  int first = p->over.data[0];
  int64_t lines = tcCpuExtent(k, first, 1);
  int64_t behind = (p->shift.points - 1) / p->shift.every;
  p->shiftLine = tcCpuKernelAddIter(
      k, "line",
      tcSizeAdd(a, k->iters.data[first].extent, linesBehind(k, &p->shift)));
  k->iters.data[p->shiftLine].most = tcSizeConst(a, lines + behind);
  p->shiftSteps = behind * stepsFrom(k, p, 1);
}

MlirValue tcProductPackShifted(TcEmit *e, const TcProduct *p,
                               const TcTileSite *site, MlirValue panels) {
  TcProduct all = *p;
  TcCpuIters first = {0};
  tcVecPush(e->arena, &first, p->over.data[0]);
  const TcSize *line = e->k->iters.data[p->shiftLine].symbol;
  all.over = (TcCpuIters){0};
  tcVecPush(e->arena, &all.over, p->shiftLine);
  for (size_t i = 1; i < p->over.size; ++i)
    tcVecPush(e->arena, &all.over, p->over.data[i]);
  all.columnFactor = tcProductReplaceRead(e->k, p->columnFactor, &first, line);
  all.panelIndex = tcProductReplaceIters(e->k, p->panelIndex, &first, line);
  return tcProductPackPanels(e, &all, site, panels);
}

TcLoop tcProductForShifted(TcEmit *e, const TcProduct *p, MlirValue panel,
                           MlirValue *shifted) {
  const TcProductShift *s = &p->shift;
  int64_t bytes = stepsFrom(e->k, p, 1) * tcProductStepBytes(p);
  MlirValue first = e->iters[s->iter];
  TcLoop loop =
      tcEmitFor(e, first, tcEmitI64(e, s->points), s->every, s->iter, 0, NULL);
  MlirValue line =
      tcArithDivui(&e->b, tcArithSubi(&e->b, e->iters[s->iter], first),
                   tcEmitI64(e, s->every));
  *shifted =
      tcEmitBytesAt(e, panel, tcArithMuli(&e->b, line, tcEmitI64(e, bytes)));
  return loop;
}
