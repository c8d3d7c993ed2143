// loop-layout: chooses the dimension order of values between launches. Products
// prefer the reduced dimensions innermost in their data, and the dimensions
// that only the weight has innermost in their result: for convolutions that is
// channels last. Only values whose producer and readers are all launches can
// change, and results that the caller takes as they come (`tc.any_order`); the
// order is `tc.layout` on the kernels' arguments and results, and on such
// results of the function, and no index map changes.
//
// Runs after loop-fuse and before loop-plan-memory, which does not depend on
// the order: values stay dense.
#include "passes/layout/loop-layout.h"
#include "lib/ir/attrs.h"
#include "lib/ir/kernel_build.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/ours.h"
#include "lib/ir/pass.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "lib/support/map.h"
#include "passes/layout/data_products.h"
#include "passes/layout/inside.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { MAX_RANK = 8 };

static intptr_t rankOf(MlirValue v) {
  return mlirShapedTypeGetRank(mlirValueGetType(v));
}

//===- Orders -------------------------------------------------------------===//

// Dimensions in their order, but `last` innermost; null if it is already.
static MlirAttribute orderWithLast(MlirContext ctx, intptr_t rank,
                                   intptr_t last) {
  int64_t order[MAX_RANK];
  intptr_t n = 0;
  if (last + 1 == rank)
    return mlirAttributeGetNull();
  for (intptr_t d = 0; d < rank; ++d)
    if (d != last)
      order[n++] = d;
  order[n] = last;
  return tcLayoutAttrGetOrdered(ctx, rank, order);
}

//===- Values -------------------------------------------------------------===//

// Whether the op is a launch, and that of its kernel alone.
static bool launchesAlone(TcLayoutPass *p, MlirOperation op) {
  MlirOperation kernel = tcLayoutKernel(p, op);
  return !mlirOperationIsNull(kernel) && !tcMapGet(&p->shared, kernel.ptr);
}

// Whether a use returns the value as a result that the caller takes in any
// order.
static bool returnsInAnyOrder(const TcLayoutPass *p, MlirOpOperand use) {
  return tcIsA(mlirOpOperandGetOwner(use), "func.return") &&
         tcLayoutIsAnyOrder(p->func,
                            (intptr_t)mlirOpOperandGetOperandNumber(use));
}

// Whether the value's producer and readers are all launches with kernels of
// their own, on which its layout can be set; it may be returned once, in any
// order.
static bool isFree(TcLayoutPass *p, MlirValue v) {
  MlirOperation maker = tcDefiningOp(v);
  int returned = 0;
  if (mlirOperationIsNull(maker) || !launchesAlone(p, maker) ||
      rankOf(v) > MAX_RANK)
    return false;
  MlirOpOperand use = mlirValueGetFirstUse(v);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (returnsInAnyOrder(p, use))
      ++returned;
    else if (!launchesAlone(p, mlirOpOperandGetOwner(use)))
      return false;
  return returned <= 1;
}

static bool reduces(MlirOperation kernel) {
  MlirOperation op = mlirBlockGetFirstOperation(tcKernelBody(kernel));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (tcLoopOpKind(op) == TC_LOOP_REDUCE)
      return true;
  return false;
}

// Whether a launch that reduces, and is no product, has a value of the same
// sizes that must lie otherwise: it would walk one of the two against its
// order. (What only maps goes through squares then.)
static bool mixes(TcLayoutPass *p, MlirOperation op, MlirValue v,
                  MlirAttribute order) {
  MlirOperation kernel = tcLayoutKernel(p, op);
  if (mlirOperationIsNull(kernel) || !reduces(kernel) ||
      tcIsA(tcFirstStage(kernel), "loop.contract"))
    return false;
  intptr_t operands = mlirOperationGetNumOperands(op);
  intptr_t all = operands + mlirOperationGetNumResults(op);
  for (intptr_t i = 0; i < all; ++i) {
    MlirValue u = i < operands ? mlirOperationGetOperand(op, i)
                               : mlirOperationGetResult(op, i - operands);
    if (tcTypeSameShape(mlirValueGetType(u), mlirValueGetType(v)) &&
        !isFree(p, u) && !mlirAttributeEqual(tcLayoutOrderOf(p, u), order))
      return true;
  }
  return false;
}

static bool mixesAnywhere(TcLayoutPass *p, MlirValue v, MlirAttribute order) {
  if (mixes(p, tcDefiningOp(v), v, order))
    return true;
  MlirOpOperand use = mlirValueGetFirstUse(v);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (mixes(p, mlirOpOperandGetOwner(use), v, order))
      return true;
  return false;
}

static void setOrder(TcLayoutPass *p, MlirValue v, MlirAttribute order) {
  // Strides belong to the sizes of the argument that has them.
  if (mlirAttributeIsNull(order) || tcLayoutAttrIsStrided(order) ||
      tcLayoutOrderOf(p, v).ptr || !isFree(p, v) || mixesAnywhere(p, v, order))
    return;
  tcMapSet(&p->orders, v.ptr, (void *)order.ptr);
  ++p->ordered;
}

// What a product reads gets the order that it wants: so does a weight that a
// launch computes.
static void orderData(TcLayoutPass *p, MlirOperation launch,
                      MlirOperation kernel) {
  TcLayoutProduct product;
  if (!tcLayoutMatchProduct(launch, kernel, &product))
    return;
  MlirValue data = mlirOperationGetOperand(launch, product.data);
  MlirValue weight = mlirOperationGetOperand(launch, product.weight);
  intptr_t last = tcLayoutReducedDim(&product);
  if (last < 0)
    return;
  setOrder(p, data, orderWithLast(p->ctx, rankOf(data), last));
  last = tcLayoutSameDim(&product, last);
  if (last >= 0)
    setOrder(p, weight, orderWithLast(p->ctx, rankOf(weight), last));
}

// The stage that makes result r of a kernel, of one that is joined its first
// piece; or null.
static MlirOperation makerOf(MlirOperation kernel, intptr_t r) {
  MlirOperation yield = mlirBlockGetTerminator(tcKernelBody(kernel));
  MlirOperation op = tcDefiningOp(mlirOperationGetOperand(yield, r));
  while (tcIsA(op, "loop.join"))
    op = tcDefiningOp(mlirOperationGetOperand(op, 0));
  return op;
}

// Sets the order of a product's result: vectors along the weight's dimension
// are useful only if the data is contiguous along the reduction.
static void orderProduct(TcLayoutPass *p, MlirOperation launch,
                         const TcLayoutProduct *product) {
  MlirValue data = mlirOperationGetOperand(launch, product->data);
  intptr_t last = tcLayoutReducedDim(product);
  if (last < 0 && !tcLayoutReadsSmallWindows(product))
    return;
  MlirAttribute wanted = last < 0 ? mlirAttributeGetNull()
                                  : orderWithLast(p->ctx, rankOf(data), last);
  if (wanted.ptr && !mlirAttributeEqual(wanted, tcLayoutOrderOf(p, data)))
    return;
  for (intptr_t r = 0; r < mlirOperationGetNumResults(launch); ++r) {
    MlirOperation maker = makerOf(product->kernel, r);
    intptr_t dim = tcIsA(maker, "loop.map") || tcIsA(maker, "loop.contract")
                       ? tcLayoutWeightDim(product, maker)
                       : -1;
    MlirValue v = mlirOperationGetResult(launch, r);
    if (dim >= 0)
      setOrder(p, v, orderWithLast(p->ctx, rankOf(v), dim));
  }
}

// The only iterator of a stage that a position uses, as its number; -1 if there
// is none, or more.
static intptr_t onlyIter(MlirAttribute iters, MlirAttribute position) {
  intptr_t found = -1;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(iters, i);
    if (!tcSizeAttrUses(position, mlirStringAttrGetValue(iter)))
      continue;
    if (found >= 0)
      return -1;
    found = i;
  }
  return found;
}

// The order of a stage's result whose elements lie as those that it reads
// through this map, which lie in `order`; null if the map does not say. With
// `joins` dimensions that the map has not, of a concatenation, lie behind the
// one before them.
static MlirAttribute orderThrough(const TcLayoutPass *p, MlirOperation stage,
                                  MlirAttribute map, MlirAttribute order,
                                  bool joins) {
  MlirAttribute iters = tcAttrOf(stage, "iters");
  intptr_t rank = mlirArrayAttrGetNumElements(iters), n = 0;
  intptr_t own = tcDimsAttrGetNumDims(map), at[MAX_RANK];
  int64_t out[MAX_RANK];
  bool used[MAX_RANK] = {false};
  if (rank > MAX_RANK || own > rank || (own < rank && !joins) ||
      own != tcLayoutAttrGetRank(order))
    return mlirAttributeGetNull();
  for (intptr_t i = 0; i < own; ++i) {
    intptr_t dim = (intptr_t)tcLayoutAttrGetOrder(order, i);
    at[i] = onlyIter(iters, tcDimsAttrGetDim(map, dim));
    if (at[i] < 0 || used[at[i]])
      return mlirAttributeGetNull();
    used[at[i]] = true;
  }
  for (intptr_t d = 0; d < rank && !used[d]; ++d)
    out[n++] = d;
  for (intptr_t i = 0; i < own; ++i) {
    out[n++] = at[i];
    for (intptr_t d = at[i] + 1; d < rank && !used[d]; ++d)
      out[n++] = d;
  }
  return tcLayoutAttrGetOrdered(p->ctx, rank, out);
}

static bool isDense(MlirAttribute order) {
  for (intptr_t i = 0; i < tcLayoutAttrGetRank(order); ++i)
    if (tcLayoutAttrGetOrder(order, i) != i)
      return false;
  return true;
}

// The order in which input i of a map lets its result lie as what it reads;
// null if there is none.
static MlirAttribute orderOfInput(const TcLayoutPass *p, MlirOperation launch,
                                  MlirOperation map, intptr_t i) {
  intptr_t operand = tcLayoutOperandOf(map, i);
  MlirAttribute order =
      operand < 0
          ? mlirAttributeGetNull()
          : tcLayoutOrderOf(p, mlirOperationGetOperand(launch, operand));
  return mlirAttributeIsNull(order) || tcLayoutAttrIsStrided(order)
             ? mlirAttributeGetNull()
             : orderThrough(p, map, tcInputMap(map, i), order,
                            tcNumInputs(map) > 1);
}

// A map that moves the dimensions of what it reads, or concatenates values that
// lie alike, and is a whole launch, lets them lie as they do; its result's
// order is null otherwise.
static MlirAttribute orderOfMoved(TcLayoutPass *p, MlirOperation launch,
                                  MlirOperation kernel) {
  MlirOperation map = tcFirstStage(kernel); // null: joins of arguments
  intptr_t inputs = tcIsA(map, "loop.map") ? tcNumInputs(map) : 0;
  if (inputs < 1 || mlirOperationGetNumOperands(launch) != inputs ||
      !mlirOperationEqual(mlirOperationGetNextInBlock(map),
                          mlirBlockGetTerminator(tcKernelBody(kernel))))
    return mlirAttributeGetNull();
  MlirAttribute order = orderOfInput(p, launch, map, 0);
  for (intptr_t i = 0; i < inputs && inputs > 1; ++i)
    if (mlirAttributeIsNull(tcInputFill(map, i)) ||
        !mlirAttributeEqual(order, orderOfInput(p, launch, map, i)))
      return mlirAttributeGetNull();
  return order;
}

// Whether most dimensions of a stage's result are those of a product's input.
static bool sharesMost(MlirOperation product, intptr_t input,
                       MlirOperation maker) {
  MlirAttribute iters = tcAttrOf(maker, "iters");
  MlirAttribute map = tcInputMap(product, input);
  intptr_t same = 0, rank = mlirArrayAttrGetNumElements(iters);
  for (intptr_t d = 0; d < rank && d < tcDimsAttrGetNumDims(map); ++d)
    same += tcLayoutIsIter(tcDimsAttrGetDim(map, d),
                           mlirArrayAttrGetElement(iters, d));
  return 2 * same > rank;
}

// Whether the result of a product lies as its operand i does, of the same rank:
// that is its data, of which most dimensions are the result's, such as a batch
// of images whose channels a convolution by 1x1 replaces; the larger of two
// such factors. The order of a matrix says nothing of its products'.
static bool leads(MlirOperation launch, MlirOperation kernel, intptr_t i,
                  intptr_t r) {
  MlirOperation product = tcFirstStage(kernel), maker = makerOf(kernel, r);
  bool leads = false;
  for (intptr_t k = 0; k < tcNumInputs(product); ++k) {
    intptr_t operand = tcLayoutOperandOf(product, k);
    bool shares = sharesMost(product, k, maker);
    if (operand < 0 ||
        (shares && tcLayoutElements(mlirOperationGetOperand(launch, operand)) >
                       tcLayoutElements(mlirOperationGetOperand(launch, i))))
      return false;
    leads |= operand == i && shares;
  }
  return leads;
}

// Other launches keep the order of an operand of the same rank.
static void orderOther(TcLayoutPass *p, MlirOperation launch,
                       MlirOperation kernel) {
  MlirAttribute moved = orderOfMoved(p, launch, kernel);
  bool product = tcIsA(tcFirstStage(kernel), "loop.contract");
  for (intptr_t r = 0; r < mlirOperationGetNumResults(launch); ++r) {
    MlirValue v = mlirOperationGetResult(launch, r);
    if (!mlirAttributeIsNull(moved) && !isDense(moved))
      setOrder(p, v, moved);
    for (intptr_t i = 0;
         mlirAttributeIsNull(moved) && i < mlirOperationGetNumOperands(launch);
         ++i) {
      MlirValue operand = mlirOperationGetOperand(launch, i);
      if (rankOf(operand) == rankOf(v) &&
          (!product || leads(launch, kernel, i, r)))
        setOrder(p, v, tcLayoutOrderOf(p, operand));
    }
  }
}

// A product's result that is a matrix lies by columns if it is read so: a
// gradient of a norm beside the norm's argument, whose dimensions a product has
// swapped.
static void orderMatrices(TcLayoutPass *p, MlirOperation launch,
                          MlirOperation kernel) {
  if (!tcIsA(tcFirstStage(kernel), "loop.contract"))
    return;
  for (intptr_t r = 0; r < mlirOperationGetNumResults(launch); ++r) {
    MlirValue v = mlirOperationGetResult(launch, r);
    if (rankOf(v) == 2 && isFree(p, v) && tcLayoutIsReadAsColumns(p, v))
      setOrder(p, v, orderWithLast(p->ctx, 2, 0));
  }
}

// Data of a depthwise convolution whose result is channels last is so, too: a
// thread reads vectors of channels.
static void orderWindows(TcLayoutPass *p, MlirOperation launch,
                         MlirOperation kernel) {
  TcLayoutProduct product;
  if (!tcLayoutMatchProduct(launch, kernel, &product) ||
      tcLayoutReducedDim(&product) >= 0 ||
      tcLayoutOrderOf(p, mlirOperationGetResult(launch, 0)).ptr)
    return;
  MlirValue data = mlirOperationGetOperand(launch, product.data);
  MlirOperation maker = makerOf(kernel, 0);
  intptr_t last = tcIsA(maker, "loop.map") || tcIsA(maker, "loop.contract")
                      ? tcLayoutSharedDim(&product, maker)
                      : -1;
  if (last >= 0)
    setOrder(p, data, orderWithLast(p->ctx, rankOf(data), last));
}

static void orderResults(TcLayoutPass *p, MlirOperation launch,
                         MlirOperation kernel) {
  TcLayoutProduct product;
  if (tcLayoutMatchProduct(launch, kernel, &product))
    orderProduct(p, launch, &product);
  else
    orderOther(p, launch, kernel);
}

//===- Writing it down ----------------------------------------------------===//

static MlirAttribute chosenOrder(const TcLayoutPass *p, MlirValue v) {
  return (MlirAttribute){tcMapGet(&p->orders, v.ptr)};
}

static void writeOrders(TcLayoutPass *p, MlirOperation launch,
                        MlirOperation kernel) {
  intptr_t operands = mlirOperationGetNumOperands(launch);
  intptr_t results = mlirOperationGetNumResults(launch);
  (void)kernel;
  for (intptr_t i = 0; i < operands; ++i) {
    MlirAttribute order = chosenOrder(p, mlirOperationGetOperand(launch, i));
    if (order.ptr)
      tcLayoutSetOperand(&p->layouts, launch, i, order);
  }
  for (intptr_t i = 0; i < results; ++i) {
    MlirAttribute order = chosenOrder(p, mlirOperationGetResult(launch, i));
    if (order.ptr)
      tcLayoutSetResult(&p->layouts, launch, i, order);
  }
}

// The results that the caller takes in any order say which one it is.
static void writeResults(TcLayoutPass *p, MlirOperation func) {
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  if (mlirBlockIsNull(block))
    return;
  MlirOperation end = mlirBlockGetTerminator(block);
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(end); ++k) {
    MlirAttribute order = chosenOrder(p, mlirOperationGetOperand(end, k));
    if (order.ptr)
      tcLayoutSetReturned(func, k, order);
  }
}

//===- The pass -----------------------------------------------------------===//

typedef void Visit(TcLayoutPass *p, MlirOperation launch, MlirOperation kernel);

static void forEachLaunch(TcLayoutPass *p, MlirOperation func, Visit *visit) {
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  p->func = func;
  if (mlirBlockIsNull(block))
    return;
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    MlirOperation kernel = tcLayoutKernel(p, op);
    if (!mlirOperationIsNull(kernel))
      visit(p, op, kernel);
  }
}

static void layInside(TcLayoutPass *p, MlirBlock module) {
  MlirOperation op = mlirBlockGetFirstOperation(module);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (tcLoopOpKind(op) == TC_LOOP_KERNEL)
      tcLayoutInside(p->arena, op);
}

static void noteLaunch(TcLayoutPass *p, MlirOperation launch,
                       MlirOperation kernel) {
  (void)launch;
  TcMap *to = tcMapGet(&p->launched, kernel.ptr) ? &p->shared : &p->launched;
  tcMapSet(to, kernel.ptr, kernel.ptr);
}

static void layBoundaries(TcLayoutPass *p, MlirOperation module) {
  MlirOperation op = tcFirstOurFunction(module);
  for (; !mlirOperationIsNull(op); op = tcNextOurFunction(op))
    tcLayoutBoundary(&p->layouts, op);
}

static void writeAllResults(TcLayoutPass *p, MlirOperation module) {
  MlirOperation op = tcFirstOurFunction(module);
  for (; !mlirOperationIsNull(op); op = tcNextOurFunction(op))
    writeResults(p, op);
}

static void forEachFunction(TcLayoutPass *p, MlirOperation module,
                            Visit *visit) {
  MlirOperation op = tcFirstOurFunction(module);
  for (; !mlirOperationIsNull(op); op = tcNextOurFunction(op))
    forEachLaunch(p, op, visit);
}

enum { OPTION_INSIDE, OPTION_MATRICES };

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  TcArena arena = {0};
  TcLayoutPass p = {.arena = &arena,
                    .ctx = mlirOperationGetContext(module),
                    .kernels = {.arena = &arena},
                    .launched = {.arena = &arena},
                    .shared = {.arena = &arena},
                    .orders = {.arena = &arena}};
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(module));
  p.layouts = tcLayoutsRead(&arena, module);
  layBoundaries(&p, module);
  tcKernelsByName(&p.kernels, body);
  forEachFunction(&p, module, noteLaunch);
  forEachFunction(&p, module, orderData);
  if (tcPassGetOptionBool(pass, OPTION_MATRICES))
    forEachFunction(&p, module, orderWindows);
  forEachFunction(&p, module, orderResults);
  if (tcPassGetOptionBool(pass, OPTION_MATRICES))
    forEachFunction(&p, module, orderMatrices);
  forEachFunction(&p, module, writeOrders);
  writeAllResults(&p, module);
  if (tcPassGetOptionBool(pass, OPTION_INSIDE))
    layInside(&p, body);
  tcPassAddStatistic(pass, 0, p.ordered);
  tcArenaFree(&arena);
  return mlirLogicalResultSuccess();
}

static const TcPassOption options[] = {
    {"inside", TC_OPTION_BOOL, "false",
     "what stages store inside of kernels, too: where they share no nests"},
    {"matrices", TC_OPTION_BOOL, "false",
     "products' results by columns where all that reads them reads other "
     "values so, and what depthwise convolutions into channels last read: "
     "where strided accesses cost as much as others move"}};
static const TcPassStatistic statistics[] = {
    {"ordered", "values that lie in another order than that of their type"}};
static const char *const dependents[] = {"loop", NULL};
const TcPassInfo tcPassLoopLayout = {
    .argument = "loop-layout",
    .summary = "Choose the order in memory of values between launches",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = 2,
    .statistics = statistics,
    .numStatistics = 1,
    .dependentDialects = dependents,
    .run = run};
