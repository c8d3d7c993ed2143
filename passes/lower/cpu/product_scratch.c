// Addresses in the scratch memory of a product's task. See product_emit.h.
#include "passes/lower/cpu/product_emit.h"

#include "passes/lower/cpu/emit.h"

#include "tc/gen/LlvmOps.h"

MlirValue tcProductScratch(TcEmit *e, const TcSize *bytes) {
  const int32_t dynamic = INT32_MIN;
  MlirValue index = tcEmitExpr(e, bytes);
  return tcLlvmGetelementptr(&e->b, e->ptr, e->scratch, 1, &index, 1, &dynamic,
                             e->i8);
}
