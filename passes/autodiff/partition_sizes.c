// Size symbols of the backward half: which it uses, and which its arguments
// define. See partition.h.
#include "passes/autodiff/partition.h"

#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "lib/support/size.h"

#include "mlir-c/BuiltinAttributes.h"

// Symbols that the dimensions of values define: those that stand alone in one,
// or as in 2*s + 1.
typedef struct Symbols {
  TcArena *arena;
  TcMap known;
  const char *unknown; // one that is used and not known
  const TcSize *size;
} Symbols;

static void defineSymbol(void *self, const char *symbol) {
  Symbols *s = self;
  const TcSize *scale, *shift;
  int64_t a, b;
  if (tcSizeCoefficient(s->arena, s->size, symbol, &scale, &shift) &&
      tcSizeIsConst(scale, &a) && a > 0 && tcSizeIsConst(shift, &b))
    tcMapSetText(&s->known, tcArenaPrintf(s->arena, "%s", symbol), s);
}

static void useSymbol(void *self, const char *symbol) {
  Symbols *s = self;
  if (!tcMapGetText(&s->known, symbol))
    s->unknown = tcArenaPrintf(s->arena, "%s", symbol);
}

static void defineBy(Symbols *s, MlirType type) {
  for (intptr_t i = 0; i < tcTypeGetRank(type); ++i) {
    MlirAttribute size = tcTypeGetSize(type, i);
    if (!size.ptr)
      continue;
    s->size = tcSizeAttrParse(s->arena, size);
    tcSizeAttrSymbols(size, defineSymbol, s);
  }
}

static void use(Symbols *s, MlirType type) {
  if (tcTypeIsTensor(type))
    tcTypeSymbols(type, useSymbol, s);
}

// The strides of an argument name sizes, too.
static void useLayout(Symbols *s, MlirAttribute attrs) {
  MlirAttribute layout =
      mlirDictionaryAttrGetElementByName(attrs, tcStr("tc.layout"));
  if (!layout.ptr || !tcAttrIsALayout(layout) || !tcLayoutAttrIsStrided(layout))
    return;
  for (intptr_t i = 0; i < tcLayoutAttrGetRank(layout); ++i)
    tcSizeAttrSymbols(tcLayoutAttrGetStride(layout, i), useSymbol, s);
  MlirAttribute offset = tcLayoutAttrGetOffset(layout);
  if (offset.ptr)
    tcSizeAttrSymbols(offset, useSymbol, s);
}

bool tcPartitionDefinesSize(const TcPartition *p, MlirValue value,
                            const char *symbol) {
  Symbols s = {.arena = p->arena, .known = {.arena = p->arena}};
  defineBy(&s, mlirValueGetType(value));
  return tcMapGetText(&s.known, symbol);
}

const char *tcPartitionUnknownSize(const TcPartition *p, const MlirValue *given,
                                   size_t n, const TcSignature *signature) {
  Symbols s = {.arena = p->arena, .known = {.arena = p->arena}};
  for (size_t i = 0; i < n; ++i)
    defineBy(&s, mlirValueGetType(given[i]));
  for (size_t i = 0; i < n; ++i) {
    use(&s, mlirValueGetType(given[i]));
    useLayout(&s, signature->argAttrs.data[i]);
  }
  for (MlirOperation op = mlirBlockGetFirstOperation(p->body); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    for (intptr_t i = 0;
         tcMapGet(&p->backward, op.ptr) && i < mlirOperationGetNumResults(op);
         ++i)
      use(&s, mlirValueGetType(mlirOperationGetResult(op, i)));
  return s.unknown;
}
