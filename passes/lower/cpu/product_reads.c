// Reads of a product's factors by other iterators than the kernel's. See
// product.h.
#include "passes/lower/cpu/product.h"

#include "mlir-c/BuiltinAttributes.h"

const TcSize *tcProductReplaceIters(TcCpuKernel *k, const TcSize *size,
                                    const TcCpuIters *iters,
                                    const TcSize *with) {
  TcMap map = {.arena = k->arena};
  for (size_t i = 0; i < iters->size; ++i)
    tcMapSetText(&map, k->iters.data[iters->data[i]].name, (void *)with);
  return tcSizeSubstitute(k->arena, size, &map);
}

const TcCpuRead *tcProductReplaceRead(TcCpuKernel *k, const TcCpuRead *r,
                                      const TcCpuIters *iters,
                                      const TcSize *with) {
  TcCpuRead *own = TC_ARENA_NEW(k->arena, TcCpuRead);
  size_t rank = r->value->rank;
  *own = *r;
  own->index = TC_ARENA_ARRAY(k->arena, const TcSize *, rank + 1);
  for (size_t d = 0; d < rank; ++d)
    own->index[d] = tcSizeSimplify(
        k->arena, tcProductReplaceIters(k, r->index[d], iters, with),
        &k->ranges);
  return own;
}

bool tcProductBoundsUse(const TcCpuKernel *k, const TcCpuRead *r, int iter) {
  const TcSize *zero = tcSizeConst(k->arena, 0);
  for (size_t d = 0; d < r->value->rank; ++d)
    if (tcSizeUses(r->index[d], k->iters.data[iter].name) &&
        !(tcSizeProvablyLessEqual(zero, r->index[d], &k->ranges) &&
          tcSizeProvablyLess(r->index[d], r->value->sizes[d], &k->ranges)))
      return true;
  return false;
}

bool tcProductFillsZeros(const TcCpuRead *r) {
  return mlirAttributeIsNull(r->fill) ||
         (mlirAttributeIsAFloat(r->fill) && tcCpuIsZeros(r->fill));
}
