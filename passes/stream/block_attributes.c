// What code generation reads of a kernel whose sums are streamed: the attribute
// loop.stream. See blocks.h.
#include "passes/fuse/fuse.h"
#include "passes/stream/blocks.h"

#include "lib/cost/numbers.h"
#include "lib/ir/attrs.h"
#include "lib/ir/shim.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>

MlirAttribute tcBlocksNameWith(TcBlocks *b, const char *letter) {
  const char *iter = tcAttrCString(b->s->arena, b->s->iter);
  const char *text = tcArenaPrintf(b->s->arena, "%s%s", iter, letter);
  return mlirStringAttrGet(b->k.ctx, tcStr(text));
}

static MlirNamedAttribute named(TcBlocks *b, const char *name,
                                MlirAttribute a) {
  return mlirNamedAttributeGet(mlirIdentifierGet(b->k.ctx, tcStr(name)), a);
}

static void addBounds(TcBlocks *b, TcNamedAttrVec *attrs, const char *name,
                      const TcAttrVec *list) {
  if (list->size)
    tcVecPush(
        b->s->arena, attrs,
        named(b, name,
              mlirArrayAttrGet(b->k.ctx, (intptr_t)list->size, list->data)));
}

void tcBlocksDescribe(TcBlocks *b, MlirOperation kernel, MlirAttribute extent,
                      const TcStreamBounds *bounds) {
  TcNamedAttrVec attrs = {0};
  tcVecPush(b->s->arena, &attrs, named(b, "block", b->outer));
  tcVecPush(b->s->arena, &attrs, named(b, "extent", extent));
  if (bounds) {
    addBounds(b, &attrs, "least", &bounds->least);
    addBounds(b, &attrs, "most", &bounds->most);
  }
  tcVecPush(b->s->arena, &attrs, named(b, "point", b->inner));
  mlirOperationSetDiscardableAttributeByName(
      kernel, tcStr("loop.stream"),
      mlirDictionaryAttrGet(b->k.ctx, (intptr_t)attrs.size, attrs.data));
}
