// Whether a combination depends on the grouping of what it combines, or on the
// order of its two sides. See combination.h.
#include "lib/ir/combination.h"

#include "lib/ir/shim.h"
#include "lib/support/map.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"

#define ASSOCIATIVE mlirStringRefCreateFromCString("prim.associative")

bool tcScanIsAssociative(MlirOperation scan) {
  return mlirOperationGetDiscardableAttributeByName(scan, ASSOCIATIVE).ptr;
}

void tcScanSetAssociative(MlirOperation scan) {
  MlirContext ctx = mlirOperationGetContext(scan);
  mlirOperationSetDiscardableAttributeByName(scan, ASSOCIATIVE,
                                             mlirUnitAttrGet(ctx));
}

bool tcScanMultiplies(MlirOperation scan) {
  MlirBlock body = mlirRegionGetFirstBlock(tcPrimScanGetBody(scan));
  MlirOperation mul = mlirBlockGetFirstOperation(body);
  if (!tcScanIsAssociative(scan) || tcPrimScanGetNumInit(scan) != 1 ||
      tcPrimOpKind(mul) != TC_PRIM_MUL ||
      !mlirValueEqual(mlirOperationGetOperand(mlirBlockGetTerminator(body), 0),
                      mlirOperationGetResult(mul, 0)))
    return false;
  MlirValue carried = mlirBlockGetArgument(body, 0);
  MlirValue slice = mlirBlockGetArgument(body, 1);
  MlirValue x = mlirOperationGetOperand(mul, 0);
  MlirValue y = mlirOperationGetOperand(mul, 1);
  return (mlirValueEqual(x, carried) && mlirValueEqual(y, slice)) ||
         (mlirValueEqual(x, slice) && mlirValueEqual(y, carried));
}

// A search through a block. What has been seen to change into what is not
// looked at again, however often it is used; what has not is, so the search
// gives up after so many comparisons.
typedef struct Search {
  MlirBlock block;
  intptr_t n; // values of a side
  int left;
  TcMap seen; // op -> the one that it changes into
} Search;

static bool isArgument(const Search *s, MlirValue v) {
  return mlirValueIsABlockArgument(v) &&
         mlirBlockEqual(mlirBlockArgumentGetOwner(v), s->block);
}

static bool swaps(Search *s, MlirValue x, MlirValue y);

static bool swapOperands(Search *s, MlirOperation x, MlirOperation y) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(x); ++i)
    if (!swaps(s, mlirOperationGetOperand(x, i), mlirOperationGetOperand(y, i)))
      return false;
  return true;
}

// Whether y computes with the sides changed what x computes.
static bool swapOps(Search *s, MlirOperation x, MlirOperation y) {
  intptr_t n = mlirOperationGetNumOperands(x);
  if (tcPrimOpKind(x) == TC_PRIM_NONE || tcPrimOpKind(x) != tcPrimOpKind(y) ||
      mlirOperationGetNumResults(x) != 1 ||
      n != mlirOperationGetNumOperands(y) ||
      !mlirAttributeEqual(tcOpGetAttrs(x), tcOpGetAttrs(y)))
    return false;
  if (tcMapGet(&s->seen, x.ptr) == y.ptr || swapOperands(s, x, y) ||
      (n == 2 && tcOpHasTrait(x, TC_TRAIT_COMMUTATIVE) &&
       swaps(s, mlirOperationGetOperand(x, 0), mlirOperationGetOperand(y, 1)) &&
       swaps(s, mlirOperationGetOperand(x, 1),
             mlirOperationGetOperand(y, 0)))) {
    tcMapSet(&s->seen, x.ptr, y.ptr);
    return true;
  }
  return false;
}

// Whether y is with the sides changed what x is.
static bool swaps(Search *s, MlirValue x, MlirValue y) {
  if (--s->left < 0 || !mlirTypeEqual(mlirValueGetType(x), mlirValueGetType(y)))
    return false;
  if (isArgument(s, x) && isArgument(s, y)) {
    intptr_t i = mlirBlockArgumentGetArgNumber(x);
    return mlirBlockArgumentGetArgNumber(y) == (i + s->n) % (2 * s->n);
  }
  return mlirValueIsAOpResult(x) && mlirValueIsAOpResult(y) &&
         swapOps(s, mlirOpResultGetOwner(x), mlirOpResultGetOwner(y));
}

bool tcCombinationCommutes(MlirBlock block) {
  enum { MOST = 10000 };
  TcArena arena = {0};
  MlirOperation yield = mlirBlockGetTerminator(block);
  Search s = {block, mlirOperationGetNumOperands(yield), MOST,
              .seen = {.arena = &arena}};
  bool commutes = mlirBlockGetNumArguments(block) == 2 * s.n;
  for (intptr_t i = 0; commutes && i < s.n; ++i) {
    MlirValue y = mlirOperationGetOperand(yield, i);
    commutes = swaps(&s, y, y);
  }
  tcArenaFree(&arena);
  return commutes;
}
