// Which iterators share what the products of a stream read along the streamed
// one. See stream.h.
#include "passes/stream/stream.h"

#include "lib/ir/attrs.h"
#include "lib/ir/sizes.h"

#include "mlir-c/BuiltinAttributes.h"

// How many inputs of a product use the iterator.
static int countUsers(MlirOperation stage, MlirAttribute iter) {
  int n = 0;
  for (intptr_t i = 0; i < tcNumInputs(stage); ++i) {
    MlirAttribute map = tcInputMap(stage, i);
    bool uses = false;
    for (intptr_t d = 0; d < tcDimsAttrGetNumDims(map); ++d)
      uses |= tcSizeAttrUses(tcDimsAttrGetDim(map, d),
                             mlirStringAttrGetValue(iter));
    n += uses;
  }
  return n;
}

static bool isShared(const TcStream *s, MlirAttribute iter) {
  for (size_t i = 0; i < s->inside.size; ++i) {
    MlirOperation stage = s->inside.data[i];
    if (tcStreamIsAcross(s, stage))
      continue;
    if (!tcNames(tcAttrOf(stage, "iters"), iter) ||
        (tcIsA(stage, "loop.contract") &&
         countUsers(stage, iter) >= tcNumInputs(stage)))
      return false;
  }
  return true;
}

int64_t tcStreamTiles(const TcStream *s) {
  enum { ROWS = 64 };
  MlirOperation terms = s->inside.data[0];
  for (size_t i = 0; i < s->inside.size; ++i)
    if (tcIsA(s->inside.data[i], "loop.contract")) {
      terms = s->inside.data[i];
      break;
    }
  MlirAttribute iters = tcAttrOf(terms, "iters");
  int64_t rows = 1, batch = 1, n;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(iters, i);
    if (mlirAttributeEqual(iter, s->iter))
      continue;
    if (!tcSizeAttrIsConstant(tcExtentOf(s->kernel, iter), &n) || n < 1 ||
        n > INT32_MAX / rows || n > INT32_MAX / batch)
      return 0;
    *(isShared(s, iter) ? &rows : &batch) *= n;
  }
  return batch * ((rows + ROWS - 1) / ROWS);
}

MlirAttribute tcStreamSharers(const TcStream *s) {
  MlirAttribute iters = tcAttrOf(s->kernel, "iters"), most = {NULL};
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(iters, i);
    MlirAttribute extent = tcExtentOf(s->kernel, iter);
    int64_t n = INT64_MAX, best = -1;
    if (mlirAttributeEqual(iter, s->iter) || !isShared(s, iter))
      continue;
    tcSizeAttrIsConstant(extent, &n);
    if (most.ptr && !tcSizeAttrIsConstant(most, &best))
      best = INT64_MAX;
    most = n > best ? extent : most;
  }
  return most;
}
