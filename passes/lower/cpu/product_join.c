// Steps of a sum over several iterators as one loop. See product.h.
//
//   contract (o, x) over (c, ky, kx):
//     w[o, c, ky, kx], a[c, floordiv(x, 28) * 2 + ky, mod(x, 28) * 2 + kx]
//
// Panels that tasks pack lie in the order of the steps. Where rows do, too, or
// are packed so, tiles walk through both as through those of a matrix: one long
// loop, whose blocks of sums and iterations are as long as they should be,
// whatever the window.
#include "passes/lower/cpu/product_operands.h"

#include "mlir-c/BuiltinTypes.h"

bool tcProductLiesInOrder(TcCpuKernel *k, const TcProduct *p,
                          const TcSize *offset, const TcSize **stride) {
  const TcSize *rest, *zero = tcSizeConst(k->arena, 0);
  return tcCpuFlatStride(k, offset, &p->over, stride, &rest) &&
         tcSizeEqual(tcSizeSimplify(k->arena, rest, &k->ranges), zero);
}

void tcProductJoinSteps(TcCpuKernel *k, TcProduct *p) {
  TcArena *a = k->arena;
  const TcSize *stride;
  const TcSize *rows =
      tcSizeSimplify(a, tcSizeAdd(a, p->rowOuter, p->rowInner), &k->ranges);
  if (p->over.size < 2 || p->packed || p->windows || p->filled || p->lines ||
      p->unit || p->rowsAcross || !tcProductLiesInOrder(k, p, rows, &stride))
    return;
  const TcSize *n = tcSizeSimplify(a, tcCpuProduct(a, k, &p->over), &k->ranges);
  int step = tcCpuKernelAddIter(k, "step", n);
  const TcSize *at = k->iters.data[step].symbol;
  p->walked = (TcCpuIters){0};
  tcVecPush(a, &p->walked, step);
  p->rowOuter = tcSizeConst(a, 0);
  p->rowInner = tcSizeMul(a, at, stride);
  p->panelRead = tcSizeAdd(a, k->iters.data[p->inPanel].symbol,
                           tcSizeMul(a, at, tcSizeConst(a, tcProductWidth(p))));
  p->sumLevel = mlirTypeIsAFloat(p->element) &&
                tcCpuExtent(k, step, INT64_MAX) > p->sumBlock * 3 / 2;
}
