// See scan_sizes.h.
#include "passes/simplify/scan_sizes.h"

#include "lib/ir/builder.h"
#include "lib/ir/shim.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "passes/simplify/substitute.h"
#include "tc/gen/PrimOps.h"

typedef struct Scan {
  TcArena *arena;
  MlirOperation op;
  TcMap outside;  // symbols of the values that the loop reads
  TcMap bindings; // of the symbol that is to be replaced
  TcMap casts;    // value from outside -> its cast
} Scan;

//===- What the loop reads ------------------------------------------------===//

static MlirBlock homeOf(MlirValue value) {
  return mlirValueIsABlockArgument(value)
             ? mlirBlockArgumentGetOwner(value)
             : mlirOperationGetBlock(mlirOpResultGetOwner(value));
}

// Whether a value that the loop, or an op in it, reads is computed before it.
static bool isOutside(const Scan *s, MlirValue value) {
  MlirOperation op = mlirBlockGetParentOperation(homeOf(value));
  for (; op.ptr; op = mlirOperationGetParentOperation(op))
    if (op.ptr == s->op.ptr)
      return false;
  return true;
}

static void noteSymbol(void *self, const char *symbol) {
  Scan *s = self;
  (void)tcMapSetText(&s->outside, tcArenaPrintf(s->arena, "%s", symbol), s);
}

static MlirWalkResult noteOutside(MlirOperation op, void *self) {
  Scan *s = self;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (isOutside(s, value))
      tcTypeSymbols(mlirValueGetType(value), noteSymbol, s);
  }
  return MlirWalkResultAdvance;
}

//===- Which sizes are asserted to be equal -------------------------------===//

typedef struct Inside {
  const TcMap *outside;
  bool found;
} Inside;

static void findInside(void *self, const char *symbol) {
  Inside *inside = self;
  inside->found |= !tcMapGetText(inside->outside, symbol);
}

static bool isOfOutside(const Scan *s, MlirAttribute size) {
  Inside inside = {&s->outside, false};
  tcSizeAttrSymbols(size, findInside, &inside);
  return !inside.found;
}

static bool solveDim(Scan *s, MlirAttribute a, MlirAttribute b) {
  if (tcSizeAttrEqual(a, b) || !isOfOutside(s, a) || !isOfOutside(s, b))
    return false;
  s->bindings.size = 0;
  return tcSizeAttrSolve(a, b, &s->bindings) ||
         tcSizeAttrSolve(b, a, &s->bindings);
}

static MlirWalkResult solveCast(MlirOperation op, void *self) {
  Scan *s = self;
  if (tcPrimOpKind(op) != TC_PRIM_CAST_SIZES)
    return MlirWalkResultAdvance;
  MlirType from = mlirValueGetType(mlirOperationGetOperand(op, 0));
  MlirType to = mlirValueGetType(mlirOperationGetResult(op, 0));
  for (intptr_t d = 0; d < tcTypeGetRank(to); ++d)
    if (solveDim(s, tcTypeGetSize(from, d), tcTypeGetSize(to, d)))
      return MlirWalkResultInterrupt;
  s->bindings.size = 0;
  return MlirWalkResultAdvance;
}

//===- Assertion before the loop ------------------------------------------===//

static MlirValue castBefore(Scan *s, MlirValue value, MlirType type) {
  MlirValue cast = {tcMapGet(&s->casts, value.ptr)};
  if (cast.ptr)
    return cast;
  TcBuilder b = tcBuilderBefore(s->op);
  cast = tcPrimCastSizes(&b, type, value);
  (void)tcMapSet(&s->casts, value.ptr, (void *)(uintptr_t)cast.ptr);
  return cast;
}

static MlirWalkResult castOperands(MlirOperation op, void *self) {
  Scan *s = self;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    MlirType before = mlirValueGetType(value);
    if (!tcTypeIsTensor(before) || !isOutside(s, value))
      continue;
    MlirType type = tcTypeSubstitute(before, &s->bindings);
    if (type.ptr && !mlirTypeEqual(type, before))
      mlirOperationSetOperand(op, i, castBefore(s, value, type));
  }
  return MlirWalkResultAdvance;
}

// Readers of the loop's results get them under the types that they had.
static void castResult(Scan *s, MlirValue result, MlirType before) {
  if (mlirTypeEqual(mlirValueGetType(result), before))
    return;
  TcBuilder b = tcBuilderAfter(s->op);
  MlirValue cast = tcPrimCastSizes(&b, before, result);
  MlirOpOperand use = mlirValueGetFirstUse(result), next;
  for (; !mlirOpOperandIsNull(use); use = next) {
    next = mlirOpOperandGetNextUse(use);
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (user.ptr != mlirOpResultGetOwner(cast).ptr)
      mlirOperationSetOperand(user, mlirOpOperandGetOperandNumber(use), cast);
  }
}

static void assertBefore(Scan *s) {
  intptr_t numResults = mlirOperationGetNumResults(s->op);
  MlirType *types = TC_ARENA_ARRAY(s->arena, MlirType, (size_t)numResults + 1);
  for (intptr_t i = 0; i < numResults; ++i)
    types[i] = mlirValueGetType(mlirOperationGetResult(s->op, i));
  mlirOperationWalk(s->op, castOperands, s, MlirWalkPreOrder);
  tcSubstituteSizes(s->op, &s->bindings, s->arena);
  for (intptr_t i = 0; i < numResults; ++i)
    castResult(s, mlirOperationGetResult(s->op, i), types[i]);
  tcDropIdentityCasts(mlirRegionGetFirstBlock(tcPrimScanGetBody(s->op)));
}

// Each round replaces one symbol in the loop by sizes without it.
static bool assertAllBefore(MlirOperation scan, TcArena *arena) {
  for (bool changed = false;; changed = true) {
    Scan s = {
        arena, scan, {.arena = arena}, {.arena = arena}, {.arena = arena}};
    mlirOperationWalk(scan, noteOutside, &s, MlirWalkPreOrder);
    mlirOperationWalk(scan, solveCast, &s, MlirWalkPreOrder);
    if (!s.bindings.size)
      return changed;
    assertBefore(&s);
  }
}

bool tcAssertSizesBeforeScans(MlirBlock block, TcArena *arena) {
  bool changed = false;
  MlirOperation op = mlirBlockGetFirstOperation(block), next;
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); ++i) {
      MlirBlock inner = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i));
      for (; !mlirBlockIsNull(inner); inner = mlirBlockGetNextInRegion(inner))
        changed |= tcAssertSizesBeforeScans(inner, arena);
    }
    if (tcPrimOpKind(op) == TC_PRIM_SCAN)
      changed |= assertAllBefore(op, arena);
  }
  return changed;
}
