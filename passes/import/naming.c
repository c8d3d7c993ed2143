// Fresh symbols for sizes without names, and the casts to types that have them.
// See naming.h.
#include "passes/import/naming.h"

#include "passes/check/contract.h"

#include "ir/diag.h"
#include "ir/shim.h"
#include "ir/types.h"
#include "tc/gen/PrimOps.h"

static MlirAttribute freshSize(Naming *n) {
  const char *name;
  do
    name = tcArenaPrintf(&n->arena, "s%u", n->next++);
  while (name && tcMapGetText(&n->used, name));
  ++n->named;
  return tcSizeAttrGet(n->ctx, tcStr(name ? name : ""));
}

MlirType tcNamingFresh(Naming *n, MlirType type) {
  intptr_t rank = tcTypeGetRank(type);
  MlirAttribute *sizes = TC_ARENA_ARRAY(&n->arena, MlirAttribute, (size_t)rank);
  for (intptr_t d = 0; sizes && d < rank; ++d) {
    sizes[d] = tcTypeGetSize(type, d);
    if (!sizes[d].ptr)
      sizes[d] = freshSize(n);
  }
  return sizes ? tcTypeWithSizes(type, rank, sizes) : type;
}

bool tcNamingIsForeign(MlirType type) {
  return tcTypeIsTensor(type) && !tcTypeHasSizes(type);
}

void tcNamingSetType(Naming *n, MlirValue value, MlirType type) {
  MlirType before = mlirValueGetType(value);
  if (mlirTypeEqual(before, type))
    return;
  if (!tcMapGet(&n->renamed, value.ptr))
    (void)tcMapSet(&n->renamed, value.ptr, (void *)(uintptr_t)before.ptr);
  mlirValueSetType(value, type);
}

void tcNamingFail(Naming *n, MlirOperation op, const char *what) {
  n->failed = true;
  tcOpEmitError(op,
                "[TC-0293] sizes without names %s; name them by #tc.dims in "
                "the text, or by prim.cast_sizes",
                what);
}

//===- Uses by ops of ours ------------------------------------------------===//

bool tcNamingIsOurs(MlirOperation op) {
  return tcOpIsOf(op, "prim.") || tcOpIsOf(op, "fx.") ||
         tcOpIsOf(op, "loop.") || tcOpIs(op, "func.return");
}

static MlirValue castAfter(Naming *n, MlirValue value, MlirValue from,
                           MlirType type) {
  TcBuilder b = tcBuilderAfter(mlirOpResultGetOwner(value));
  MlirType wanted = tcNamingFresh(n, type);
  return mlirTypeEqual(mlirValueGetType(from), wanted)
             ? from
             : tcPrimCastSizes(&b, wanted, from);
}

void tcNamingCastUses(Naming *n, MlirValue value, MlirValue from,
                      MlirType type) {
  MlirValue cast = {NULL};
  MlirOpOperand use = mlirValueGetFirstUse(value), next;
  for (; !mlirOpOperandIsNull(use); use = next) {
    next = mlirOpOperandGetNextUse(use);
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!tcNamingIsOurs(user) || tcPrimOpKind(user) == TC_PRIM_CAST_SIZES)
      continue;
    if (!cast.ptr)
      cast = castAfter(n, value, from, type);
    mlirOperationSetOperand(user, mlirOpOperandGetOperandNumber(use), cast);
  }
}
