// tc-name-sizes, control flow of captured graphs: arguments of regions have the
// names of what goes in, and what regions put out has those of the results, or
// of what a loop carries. Where a size of the one is not that of the other,
// aten.alias_copy stands between: it is the same value under a type that is
// spelled out, so its lowering asserts that the sizes are equal.
#include "ir/types.h"
#include "passes/import/naming.h"
#include "tc/gen/FxOps.h"

#include "mlir-c/BuiltinAttributes.h"

static MlirBlock blockOf(MlirOperation op, intptr_t region) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(op, region));
}

static MlirType operandType(MlirOperation op, intptr_t i) {
  return mlirValueGetType(mlirOperationGetOperand(op, i));
}

static MlirType resultType(MlirOperation op, intptr_t i) {
  return mlirValueGetType(mlirOperationGetResult(op, i));
}

// Makes an operand one of this type, which differs in its sizes at most. Other
// types are for the op's verifier.
static void aliasOperand(Naming *n, MlirOperation op, intptr_t i,
                         MlirType type) {
  MlirType now = operandType(op, i);
  if (mlirTypeEqual(now, type) || !tcTypeIsTensor(now) ||
      !tcTypeIsTensor(type) || tcTypeGetRank(now) != tcTypeGetRank(type) ||
      !mlirTypeEqual(tcTypeGetElement(now), tcTypeGetElement(type)))
    return;
  TcBuilder b = tcBuilderBefore(op);
  MlirValue value = mlirOperationGetOperand(op, i);
  MlirAttribute self = tcFxArgAttrGet(n->ctx, 0);
  MlirOperation alias = tcFxCall(&b, 1, &type, tcStr("aten.alias_copy.default"),
                                 1, &value, mlirArrayAttrGet(n->ctx, 1, &self));
  if (alias.ptr)
    mlirOperationSetOperand(op, i, mlirOperationGetResult(alias, 0));
}

// Names a region whose arguments get `types`.
static void nameRegion(Naming *n, MlirBlock block, const MlirType *types) {
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); ++i) {
    MlirValue argument = mlirBlockGetArgument(block, i);
    if (tcNamingIsForeign(mlirValueGetType(argument)))
      tcNamingSetType(n, argument, types[i]);
  }
  tcNamingBlock(n, block);
}

// What a region puts out from number `first` on gets the types of `numTypes`
// results.
static void putOut(Naming *n, MlirBlock block, intptr_t first, intptr_t end,
                   const MlirType *types) {
  MlirOperation output = mlirBlockGetTerminator(block);
  for (intptr_t i = first;
       i < end && i < mlirOperationGetNumOperands(output) && !n->failed; ++i)
    aliasOperand(n, output, i, types[i - first]);
}

// The types of operands `first` and up.
static MlirType *operandTypes(Naming *n, MlirOperation op, intptr_t first) {
  intptr_t count = mlirOperationGetNumOperands(op) - first;
  MlirType *types = TC_ARENA_ARRAY(&n->arena, MlirType, (size_t)count + 1);
  for (intptr_t i = 0; i < count; ++i)
    types[i] = operandType(op, first + i);
  return types;
}

static void nameResult(Naming *n, MlirOperation op, intptr_t i, MlirType type) {
  if (tcNamingIsForeign(resultType(op, i)))
    tcNamingSetType(n, mlirOperationGetResult(op, i), type);
}

static void nameCond(Naming *n, MlirOperation op) {
  MlirType *arguments = operandTypes(n, op, 1);
  intptr_t numResults = mlirOperationGetNumResults(op);
  MlirType *results =
      TC_ARENA_ARRAY(&n->arena, MlirType, (size_t)numResults + 1);
  for (intptr_t i = 0; i < numResults; ++i) {
    if (tcNamingIsForeign(resultType(op, i)))
      nameResult(n, op, i, tcNamingFresh(n, resultType(op, i)));
    results[i] = resultType(op, i);
  }
  for (intptr_t r = 0; r < 2 && !n->failed; ++r) {
    nameRegion(n, blockOf(op, r), arguments);
    putOut(n, blockOf(op, r), 0, numResults, results);
  }
}

// A loop leaves the sizes of what it carries.
static void nameWhile(Naming *n, MlirOperation op) {
  MlirType *types = operandTypes(n, op, 0);
  intptr_t numCarried = tcFxWhileLoopGetNumCarried(op);
  for (intptr_t r = 0; r < 2 && !n->failed; ++r)
    nameRegion(n, blockOf(op, r), types);
  putOut(n, blockOf(op, 1), 0, numCarried, types);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    nameResult(n, op, i, types[i]);
}

//===- scan, map ----------------------------------------------------------===//

// `type` with the leading dimension `size`, in place of its own or before it.
static MlirType stack(MlirType type, MlirAttribute size, intptr_t dropped) {
  MlirAttribute sizes[TC_MAX_RANK + 1];
  intptr_t rank = tcTypeGetRank(type);
  tcTypeGetSizes(type, sizes + 1 - dropped);
  sizes[0] = size;
  return tcTypeWithSizes(type, rank + 1 - dropped, sizes);
}

static MlirType slice(MlirType type) {
  MlirAttribute sizes[TC_MAX_RANK];
  tcTypeGetSizes(type, sizes);
  return tcTypeWithSizes(type, tcTypeGetRank(type) - 1, sizes + 1);
}

static bool canSlice(MlirType type) {
  return tcTypeIsTensor(type) && tcTypeGetRank(type) >= 1 &&
         tcTypeGetRank(type) <= TC_MAX_RANK;
}

// Operands `first` to `end` are gone over together.
static bool equalLeadingSizes(Naming *n, MlirOperation op, intptr_t first,
                              intptr_t end) {
  for (intptr_t i = first; i < end; ++i)
    if (!canSlice(operandType(op, i)))
      return false;
  for (intptr_t i = first + 1; i < end; ++i)
    aliasOperand(
        n, op, i,
        stack(operandType(op, i), tcTypeGetSize(operandType(op, first), 0), 1));
  return first < end;
}

static void nameStacked(Naming *n, MlirOperation op, intptr_t numInit,
                        MlirAttribute size) {
  MlirBlock body = blockOf(op, 0);
  MlirOperation output = mlirBlockGetTerminator(body);
  for (intptr_t i = numInit; i < mlirOperationGetNumResults(op) &&
                             i < mlirOperationGetNumOperands(output);
       ++i) {
    MlirType type = operandType(output, i), result = resultType(op, i);
    if (tcNamingIsForeign(result) && tcTypeGetRank(type) < TC_MAX_RANK) {
      nameResult(n, op, i, stack(type, size, 0));
    } else if (canSlice(result)) {
      MlirType wanted = slice(result);
      putOut(n, body, i, i + 1, &wanted);
    }
  }
}

static void nameScan(Naming *n, MlirOperation op) {
  bool isMap = tcFxOpKind(op) == TC_FX_MAP;
  intptr_t numInit = isMap ? 0 : tcFxScanGetNumInit(op);
  intptr_t end = numInit + (isMap ? tcFxMapGetNumXs(op) : tcFxScanGetNumXs(op));
  if (!equalLeadingSizes(n, op, numInit, end))
    return; // its verifier says why
  MlirAttribute size = tcTypeGetSize(operandType(op, numInit), 0);
  MlirType *types = operandTypes(n, op, 0);
  for (intptr_t i = numInit; i < end; ++i)
    types[i] = slice(types[i]);
  nameRegion(n, blockOf(op, 0), types);
  putOut(n, blockOf(op, 0), 0, numInit, types);
  for (intptr_t i = 0; i < numInit && i < mlirOperationGetNumResults(op); ++i)
    nameResult(n, op, i, types[i]);
  if (!n->failed)
    nameStacked(n, op, numInit, size);
}

bool tcNamingControl(Naming *n, MlirOperation op) {
  switch (tcFxOpKind(op)) {
  case TC_FX_COND:
    nameCond(n, op);
    return true;
  case TC_FX_WHILE_LOOP:
    nameWhile(n, op);
    return true;
  case TC_FX_SCAN:
  case TC_FX_MAP:
    nameScan(n, op);
    return true;
  default:
    return false;
  }
}
