// What a stage makes and another reads from memory, inside of a kernel, lies
// as the stage names its iterators. Where all values of its sizes that the
// kernel reads and writes lie in another order, the stage names them in that:
//
//   map (n, c, y, x)            map (n, y, x, c)
//   reads (x[n, c, y, x])       reads (x[n, c, y, x])   x lies channels last
#include "passes/layout/inside.h"

#include "lib/ir/attrs.h"
#include "lib/ir/kernel_build.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/types.h"
#include "passes/layout/layouts.h"
#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { MAX_RANK = 8 };

// Adds what argument or result `value`, laid out in `layout`, says of values of
// this type; false if two disagree.
static bool agree(MlirType type, MlirValue value, MlirAttribute layout,
                  bool *any, MlirAttribute *order) {
  if (!tcTypeSameShape(mlirValueGetType(value), type))
    return true;
  bool first = !*any;
  *any = true;
  if (first)
    *order = layout;
  return layout.ptr == order->ptr &&
         (mlirAttributeIsNull(layout) || !tcLayoutAttrIsStrided(layout));
}

// The order in which all arguments and results of these sizes lie; null if that
// is dense, or there are several.
static MlirAttribute orderAround(MlirOperation kernel, MlirType type) {
  MlirBlock body = tcKernelBody(kernel);
  MlirOperation end = mlirBlockGetTerminator(body);
  MlirAttribute order = mlirAttributeGetNull();
  bool any = false;
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); ++i)
    if (!agree(type, mlirBlockGetArgument(body, i),
               tcLayoutInKernel(kernel, "arg_attrs", i), &any, &order))
      return mlirAttributeGetNull();
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(end); ++i)
    if (!agree(type, mlirOperationGetOperand(end, i),
               tcLayoutInKernel(kernel, "res_attrs", i), &any, &order))
      return mlirAttributeGetNull();
  return order;
}

static bool isPlain(MlirOperation op) {
  return tcIsA(op, "loop.map") || tcIsA(op, "loop.reduce");
}

// Whether other stages alone read the value, through index maps.
static bool isInside(MlirOperation stage, MlirValue v) {
  MlirOpOperand use = mlirValueGetFirstUse(v);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    if (!isPlain(op) ||
        !mlirBlockEqual(mlirOperationGetBlock(op),
                        mlirOperationGetBlock(stage)) ||
        (intptr_t)mlirOpOperandGetOperandNumber(use) < tcFirstInput(op))
      return false;
  }
  return tcHasUses(v);
}

// The elements of a list in an order.
static TcAttrVec inOrder(TcArena *arena, MlirAttribute order,
                         MlirAttribute (*at)(MlirAttribute, intptr_t),
                         MlirAttribute list) {
  TcAttrVec out = {0};
  for (intptr_t i = 0; i < tcLayoutAttrGetRank(order); ++i)
    tcVecPush(arena, &out, at(list, (intptr_t)tcLayoutAttrGetOrder(order, i)));
  return out;
}

static void moveType(TcArena *arena, MlirValue v, MlirAttribute order) {
  MlirType old = mlirValueGetType(v);
  TcAttrVec sizes = {0};
  for (intptr_t i = 0; i < tcTypeGetRank(old); ++i)
    tcVecPush(arena, &sizes,
              tcTypeGetSize(old, (intptr_t)tcLayoutAttrGetOrder(order, i)));
  mlirValueSetType(v, tcTensorTypeGet((intptr_t)sizes.size, sizes.data,
                                      tcTypeGetElement(old)));
}

static void moveRead(TcArena *arena, MlirOperation op, intptr_t input,
                     MlirAttribute order) {
  MlirContext ctx = mlirOperationGetContext(op);
  MlirAttribute maps = tcAttrOf(op, "maps");
  TcAttrVec all = {0};
  TcAttrVec dims =
      inOrder(arena, order, tcDimsAttrGetDim, tcInputMap(op, input));
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(maps); ++i)
    tcVecPush(arena, &all,
              i == input ? tcDimsAttrGet(ctx, (intptr_t)dims.size, dims.data)
                         : mlirArrayAttrGetElement(maps, i));
  tcSetAttrOf(op, "maps", mlirArrayAttrGet(ctx, (intptr_t)all.size, all.data));
}

static void moveStage(TcArena *arena, MlirOperation stage,
                      MlirAttribute order) {
  TcAttrVec iters =
      inOrder(arena, order, mlirArrayAttrGetElement, tcAttrOf(stage, "iters"));
  tcSetAttrOf(stage, "iters",
              mlirArrayAttrGet(mlirOperationGetContext(stage),
                               (intptr_t)iters.size, iters.data));
  for (intptr_t r = 0; r < mlirOperationGetNumResults(stage); ++r) {
    MlirValue v = mlirOperationGetResult(stage, r);
    MlirOpOperand use = mlirValueGetFirstUse(v);
    for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
      MlirOperation op = mlirOpOperandGetOwner(use);
      moveRead(arena, op,
               (intptr_t)mlirOpOperandGetOperandNumber(use) - tcFirstInput(op),
               order);
    }
    moveType(arena, v, order);
  }
}

//===- Products -----------------------------------------------------------===//

// The dimension of a value that the read goes along iterator `iter` alone, or
// -1.
static intptr_t dimAlong(MlirAttribute map, MlirAttribute iter) {
  for (intptr_t d = 0; d < tcDimsAttrGetNumDims(map); ++d)
    if (mlirAttributeEqual(tcDimsAttrGetDim(map, d), tcIterExpr(iter)))
      return d;
  return -1;
}

// The order in memory of a stage's result: as the kernel's result, or dense;
// false where it is none of these.
static bool orderOfResult(MlirOperation kernel, MlirValue v, int64_t *order) {
  MlirOperation end = mlirBlockGetTerminator(tcKernelBody(kernel));
  intptr_t rank = tcTypeGetRank(mlirValueGetType(v));
  for (intptr_t i = 0; i < rank; ++i)
    order[i] = i;
  for (intptr_t r = 0; r < mlirOperationGetNumOperands(end); ++r) {
    MlirAttribute layout = tcLayoutInKernel(kernel, "res_attrs", r);
    if (!mlirValueEqual(mlirOperationGetOperand(end, r), v) ||
        mlirAttributeIsNull(layout))
      continue;
    if (tcLayoutAttrIsStrided(layout) || tcLayoutAttrGetRank(layout) != rank)
      return false;
    for (intptr_t i = 0; i < rank; ++i)
      order[i] = tcLayoutAttrGetOrder(layout, i);
  }
  return true;
}

// Of a product that one map reads, the dimensions in the order in which that
// stores them: parts of a split reduction lie so, and are added up in the order
// of memory. Null if they do, or the map reads anything but points.
static MlirAttribute orderOfReader(MlirOperation kernel,
                                   MlirOperation product) {
  MlirAttribute none = mlirAttributeGetNull();
  MlirValue v = mlirOperationGetResult(product, 0);
  MlirOpOperand use = mlirValueGetFirstUse(v);
  intptr_t rank = tcTypeGetRank(mlirValueGetType(v));
  int64_t stored[MAX_RANK], order[MAX_RANK];
  bool moves = false;
  if (!isInside(product, v) || rank > MAX_RANK ||
      !mlirOpOperandIsNull(mlirOpOperandGetNextUse(use)))
    return none;
  MlirOperation map = mlirOpOperandGetOwner(use);
  MlirAttribute iters = tcAttrOf(map, "iters");
  if (!tcIsA(map, "loop.map") || mlirArrayAttrGetNumElements(iters) != rank ||
      !orderOfResult(kernel, mlirOperationGetResult(map, 0), stored))
    return none;
  MlirAttribute read = tcInputMap(
      map, (intptr_t)mlirOpOperandGetOperandNumber(use) - tcFirstInput(map));
  for (intptr_t i = 0; i < rank; ++i) {
    order[i] =
        dimAlong(read, mlirArrayAttrGetElement(iters, (intptr_t)stored[i]));
    if (order[i] < 0)
      return none;
    moves |= order[i] != i;
  }
  return moves ? tcLayoutAttrGetOrdered(mlirOperationGetContext(kernel), rank,
                                        order)
               : none;
}

//===- All ----------------------------------------------------------------===//

void tcLayoutInside(TcArena *arena, MlirOperation kernel) {
  MlirOperation stage = mlirBlockGetFirstOperation(tcKernelBody(kernel));
  for (; !mlirOperationIsNull(stage);
       stage = mlirOperationGetNextInBlock(stage)) {
    if (tcIsA(stage, "loop.contract")) {
      MlirAttribute order = orderOfReader(kernel, stage);
      if (!mlirAttributeIsNull(order))
        moveStage(arena, stage, order);
      continue;
    }
    bool inside = isPlain(stage) && mlirOperationGetNumResults(stage) > 0;
    for (intptr_t r = 0; inside && r < mlirOperationGetNumResults(stage); ++r)
      inside = isInside(stage, mlirOperationGetResult(stage, r));
    if (!inside)
      continue;
    MlirAttribute order =
        orderAround(kernel, mlirValueGetType(mlirOperationGetResult(stage, 0)));
    if (!mlirAttributeIsNull(order) && tcLayoutAttrGetRank(order) <= MAX_RANK)
      moveStage(arena, stage, order);
  }
}
