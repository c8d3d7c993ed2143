// tc-name-sizes, prim.scan and prim.while: arguments of their regions have the
// names of what goes in.
#include "ir/types.h"
#include "passes/import/naming.h"
#include "tc/gen/PrimOps.h"

static MlirType operandType(MlirOperation op, intptr_t i) {
  return mlirValueGetType(mlirOperationGetOperand(op, i));
}

// `type` without its leading dimension, or with one of this size.
static MlirType slice(MlirType type) {
  MlirAttribute sizes[TC_MAX_RANK];
  tcTypeGetSizes(type, sizes);
  return tcTypeWithSizes(type, tcTypeGetRank(type) - 1, sizes + 1);
}

static MlirType stack(MlirType type, MlirAttribute size) {
  MlirAttribute sizes[TC_MAX_RANK] = {size};
  tcTypeGetSizes(type, sizes + 1);
  return tcTypeWithSizes(type, tcTypeGetRank(type) + 1, sizes);
}

static void forgetType(Naming *n, MlirValue value) {
  MlirType before = {tcMapGet(&n->renamed, value.ptr)};
  if (before.ptr)
    mlirValueSetType(value, before);
}

// Values get the types that they had.
static MlirWalkResult forget(MlirOperation op, void *self) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    forgetType(self, mlirOperationGetResult(op, i));
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); ++r) {
    MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
    for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); ++i)
      forgetType(self, mlirBlockGetArgument(block, i));
  }
  return MlirWalkResultAdvance;
}

// Names what is inside of a loop, again for each two sizes that have to be
// equal there and are those of its operands, which become equal before it.
static void nameInside(Naming *n, MlirOperation loop,
                       void (*name)(Naming *n, MlirOperation loop)) {
  MlirOperation around = n->loop;
  for (bool again = !n->failed; again;) {
    n->loop = loop;
    name(n, loop);
    n->loop = around;
    again = n->again;
    if (!again)
      break;
    n->again = n->failed = false;
    mlirOperationWalk(loop, forget, n, MlirWalkPreOrder);
    tcNamingEqualSizes(n, loop, n->size, n->pattern);
    again = !n->failed;
  }
}

static void nameScanBody(Naming *n, MlirOperation op) {
  MlirBlock body = mlirRegionGetFirstBlock(tcPrimScanGetBody(op));
  MlirOperation end = mlirBlockGetTerminator(body);
  intptr_t numInit = tcPrimScanGetNumInit(op);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirType type = operandType(op, i);
    tcNamingSetType(n, mlirBlockGetArgument(body, i),
                    i < numInit ? type : slice(type));
  }
  tcNamingBlock(n, body);
  for (intptr_t i = 0; i < numInit && !n->failed; ++i)
    tcNamingEqualShapes(n, end, operandType(op, i), i);
}

static void nameScan(Naming *n, MlirOperation op) {
  MlirBlock body = mlirRegionGetFirstBlock(tcPrimScanGetBody(op));
  MlirOperation end = mlirBlockGetTerminator(body);
  intptr_t numInit = tcPrimScanGetNumInit(op);
  for (intptr_t i = numInit + 1;
       i < mlirOperationGetNumOperands(op) && !n->failed; ++i) {
    MlirAttribute first = tcTypeGetSize(operandType(op, numInit), 0);
    MlirAttribute other = tcTypeGetSize(operandType(op, i), 0);
    if (!tcSizeAttrEqual(first, other))
      tcNamingEqualSizes(n, op, first, other);
  }
  nameInside(n, op, nameScanBody);
  MlirAttribute turns = tcTypeGetSize(operandType(op, numInit), 0);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op) && !n->failed; ++i)
    tcNamingSetType(n, mlirOperationGetResult(op, i),
                    i < numInit ? operandType(op, i)
                                : stack(operandType(end, i), turns));
}

// Arguments without names get those of the initial values.
static void nameRegion(Naming *n, MlirOperation op, MlirRegion region) {
  MlirBlock block = mlirRegionGetFirstBlock(region);
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); ++i) {
    MlirValue argument = mlirBlockGetArgument(block, i);
    if (tcNamingIsForeign(mlirValueGetType(argument)))
      tcNamingSetType(n, argument, operandType(op, i));
  }
  tcNamingBlock(n, block);
}

static void nameWhileRegions(Naming *n, MlirOperation op) {
  nameRegion(n, op, tcPrimWhileGetCond(op));
  if (!n->failed)
    nameRegion(n, op, tcPrimWhileGetBody(op));
}

// A loop may change sizes: those of its results are the initial ones only if
// its body provably leaves them.
static void nameWhile(Naming *n, MlirOperation op) {
  MlirBlock body = mlirRegionGetFirstBlock(tcPrimWhileGetBody(op));
  MlirOperation end = mlirBlockGetTerminator(body);
  nameInside(n, op, nameWhileRegions);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op) && !n->failed; ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    if (!tcNamingIsForeign(mlirValueGetType(result)))
      continue;
    MlirType type = mlirValueGetType(mlirBlockGetArgument(body, i));
    if (!mlirTypeEqual(operandType(end, i), type))
      tcNamingFail(n, op,
                   "may change from one iteration to the next ('carried')");
    tcNamingSetType(n, result, type);
  }
}

void tcNamingLoop(Naming *n, MlirOperation op) {
  if (tcPrimOpKind(op) == TC_PRIM_SCAN)
    nameScan(n, op);
  else
    nameWhile(n, op);
}
