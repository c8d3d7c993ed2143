// prim.scan: one kernel with a loop.for. Each prim of the body is lowered by
// its own hook to a kernel, whose stages then move into the loop: its arguments
// are replaced by values of the loop, its iterators by those at which these are
// read, so that stages with the same iteration space share iterators. Values
// from outside of the scan become arguments of the kernel.
#include "passes/lower/lower.h"

#include "lib/ir/attrs.h"
#include "lib/ir/diag.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "lib/support/map.h"
#include "passes/fuse/kernel_edit.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

typedef struct Scan {
  TcLowering *l;
  TcArena *arena;
  MlirOperation op;
  MlirBlock outer, body;      // of the kernel, of the loop
  MlirAttribute iter, extent; // of the loop
  TcMap values;  // of the scan's body and from outside -> of the kernel
  TcMap iters;   // value of the kernel -> MlirAttribute *, one a dimension
  TcMap byShape; // "place from the right, extent" -> iterator
} Scan;

//===- Iterators ----------------------------------------------------------===//

// Values of one shape share their iterators.
static MlirAttribute iterFor(Scan *s, intptr_t fromRight, MlirAttribute size) {
  const char *key = tcArenaPrintf(s->arena, "%d %s", (int)fromRight,
                                  tcAttrCString(s->arena, size));
  void *memo = tcMapGetText(&s->byShape, key);
  if (memo)
    return (MlirAttribute){memo};
  MlirAttribute iter = tcKernelIter(&s->l->kernel, size);
  tcMapSetText(&s->byShape, key, (void *)iter.ptr);
  return iter;
}

static MlirAttribute *itersFor(Scan *s, MlirValue v) {
  intptr_t rank = tcRank(v);
  MlirAttribute *iters =
      TC_ARENA_ARRAY(s->arena, MlirAttribute, (size_t)rank + 1);
  for (intptr_t i = 0; i < rank; ++i)
    iters[i] = iterFor(s, rank - i, tcSizeOf(v, i));
  return iters;
}

static void keepIters(Scan *s, MlirValue v, MlirAttribute *iters) {
  tcMapSet(&s->iters, v.ptr, iters);
}

//===- Values -------------------------------------------------------------===//

static void bind(Scan *s, MlirValue prim, MlirValue here) {
  tcMapSet(&s->values, prim.ptr, (void *)here.ptr);
}

static MlirValue valueOf(Scan *s, MlirValue prim) {
  void *memo = tcMapGet(&s->values, prim.ptr);
  if (memo)
    return (MlirValue){memo};
  MlirValue arg =
      mlirBlockAddArgument(s->outer, mlirValueGetType(prim), s->l->kernel.loc);
  tcVecPush(s->arena, &s->l->captured, prim);
  bind(s, prim, arg);
  keepIters(s, arg, itersFor(s, arg));
  return arg;
}

//===- Small stages -------------------------------------------------------===//

static MlirValue finishCopy(TcStage *st, MlirValue element) {
  tcStageYield(st, 1, &element);
  return mlirOperationGetResult(tcStageClose(st, "loop.map", -1), 0);
}

// The loop's iteration, counted from the end in a reversed scan.
static MlirAttribute iterationOf(const Scan *s) {
  MlirAttribute t = tcIterExpr(s->iter);
  if (!tcPrimScanGetReverse(s->op))
    return t;
  return tcSizeAttrAddConst(tcSizeAttrSub(s->extent, t), -1);
}

// The slice of an input for this iteration.
static void slice(Scan *s, MlirValue arg, MlirValue xs) {
  TcStage st;
  intptr_t rank = tcRank(arg);
  MlirAttribute *iters = itersFor(s, arg);
  MlirAttribute *map =
      TC_ARENA_ARRAY(s->arena, MlirAttribute, (size_t)rank + 1);
  map[0] = iterationOf(s);
  tcStageOpen(&st, &s->l->kernel);
  for (intptr_t i = 0; i < rank; ++i) {
    tcStageIter(&st, iters[i]);
    map[i + 1] = tcIterExpr(iters[i]);
  }
  MlirValue v = finishCopy(
      &st, tcStageRead(&st, xs, rank + 1, map, mlirAttributeGetNull()));
  bind(s, arg, v);
  keepIters(s, v, iters);
}

// A stack with its slices in the order of a reversed scan.
static MlirValue reversed(Scan *s, MlirValue stack) {
  TcStage st;
  intptr_t rank = tcRank(stack);
  MlirAttribute *map = TC_ARENA_ARRAY(s->arena, MlirAttribute, (size_t)rank);
  tcStageOpen(&st, &s->l->kernel);
  for (intptr_t i = 0; i < rank; ++i) {
    MlirAttribute iter = tcKernelIter(&s->l->kernel, tcSizeOf(stack, i));
    tcStageIter(&st, iter);
    map[i] = tcIterExpr(iter);
  }
  map[0] = tcSizeAttrAddConst(tcSizeAttrSub(s->extent, map[0]), -1);
  return finishCopy(&st,
                    tcStageRead(&st, stack, rank, map, mlirAttributeGetNull()));
}

// Another shape of the same elements, counted in row-major order.
static void reshape(Scan *s, MlirOperation op) {
  TcStage st;
  MlirValue y = mlirOperationGetResult(op, 0);
  MlirValue x = valueOf(s, mlirOperationGetOperand(op, 0));
  MlirContext ctx = s->l->kernel.ctx;
  MlirAttribute *iters = itersFor(s, y);
  MlirAttribute *map =
      TC_ARENA_ARRAY(s->arena, MlirAttribute, (size_t)tcRank(x) + 1);
  MlirAttribute place = tcSizeAttrGetConstant(ctx, 0);
  tcStageOpen(&st, &s->l->kernel);
  for (intptr_t i = 0; i < tcRank(y); ++i) {
    tcStageIter(&st, iters[i]);
    place = tcSizeAttrAdd(tcSizeAttrMul(place, tcSizeOf(y, i)),
                          tcIterExpr(iters[i]));
  }
  for (intptr_t i = tcRank(x); i-- > 0;) {
    map[i] = i ? tcSizeAttrMod(place, tcSizeOf(x, i)) : place;
    place = tcSizeAttrFloorDiv(place, tcSizeOf(x, i));
  }
  MlirValue v = finishCopy(
      &st, tcStageRead(&st, x, tcRank(x), map, mlirAttributeGetNull()));
  bind(s, y, v);
  keepIters(s, v, iters);
}

//===- Prims of the body --------------------------------------------------===//

typedef struct Aligned {
  Scan *s;
  MlirOperation kernel;
  TcMap bindings; // its iterators -> those of the scan's kernel
  TcAttrVec taken;
} Aligned;

static bool isTaken(const Aligned *a, MlirAttribute iter) {
  for (size_t i = 0; i < a->taken.size; ++i)
    if (mlirAttributeEqual(a->taken.data[i], iter))
      return true;
  return false;
}

static void bindIter(Aligned *a, MlirStringRef name, MlirAttribute iter) {
  tcBindingsSet(&a->bindings, name, tcIterExpr(iter));
  tcVecPush(a->s->arena, &a->taken, iter);
}

// An iterator that goes along a dimension of what is read becomes the one that
// this was made by.
static void alignRead(Aligned *a, MlirOperation stage, intptr_t input) {
  MlirValue v = tcInput(stage, input);
  const MlirAttribute *iters = tcMapGet(&a->s->iters, v.ptr);
  MlirAttribute map = tcInputMap(stage, input);
  for (intptr_t d = 0; iters && d < tcDimsAttrGetNumDims(map); ++d) {
    MlirStringRef name;
    if (!tcSizeAttrIsSymbol(tcDimsAttrGetDim(map, d), &name) ||
        !mlirAttributeIsNull(tcBindingsGet(&a->bindings, name)))
      continue;
    MlirAttribute extent =
        tcExtentOf(a->kernel, mlirStringAttrGet(a->s->l->kernel.ctx, name));
    if (!mlirAttributeIsNull(extent) && !isTaken(a, iters[d]) &&
        tcSizeAttrEqual(extent, tcSizeOf(v, d)))
      bindIter(a, name, iters[d]);
  }
}

static void alignIters(Scan *s, MlirOperation kernel) {
  Aligned a = {.s = s, .kernel = kernel, .bindings = {.arena = s->arena}};
  MlirOperation stage = tcFirstStage(kernel);
  for (; !mlirOperationIsNull(stage); stage = tcNextStage(stage))
    for (intptr_t i = 0; !mlirAttributeIsNull(tcAttrOf(stage, "maps")) &&
                         i < tcNumInputs(stage);
         ++i)
      alignRead(&a, stage, i);
  MlirAttribute names = tcAttrOf(kernel, "iters");
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(names); ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(names, i);
    MlirStringRef name = mlirStringAttrGetValue(iter);
    if (mlirAttributeIsNull(tcBindingsGet(&a.bindings, name)))
      bindIter(&a, name, tcKernelIter(&s->l->kernel, tcExtentOf(kernel, iter)));
  }
  tcRenameIters(s->arena, kernel, &a.bindings);
}

// The iterators of a stage are the dimensions of what it makes.
static void keepResultIters(Scan *s, MlirValue v) {
  MlirOperation stage = tcDefiningOp(v);
  MlirAttribute list = mlirOperationIsNull(stage) ? mlirAttributeGetNull()
                                                  : tcAttrOf(stage, "iters");
  if (mlirAttributeIsNull(list) ||
      mlirArrayAttrGetNumElements(list) != tcRank(v))
    return;
  MlirAttribute *iters =
      TC_ARENA_ARRAY(s->arena, MlirAttribute, (size_t)tcRank(v) + 1);
  for (intptr_t i = 0; i < tcRank(v); ++i)
    iters[i] = mlirArrayAttrGetElement(list, i);
  keepIters(s, v, iters);
}

// Moves the stages of the op's kernel into the loop.
static void inlineKernel(Scan *s, MlirOperation op, MlirOperation kernel,
                         const TcValueVec *inputs) {
  MlirBlock from = tcKernelBody(kernel);
  for (size_t i = 0; i < inputs->size; ++i)
    mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(from, (intptr_t)i),
                                  valueOf(s, inputs->data[i]));
  alignIters(s, kernel);
  MlirOperation yield = mlirBlockGetTerminator(from);
  for (MlirOperation stage = mlirBlockGetFirstOperation(from);
       !mlirOperationEqual(stage, yield);
       stage = mlirBlockGetFirstOperation(from)) {
    mlirOperationRemoveFromParent(stage);
    mlirBlockAppendOwnedOperation(s->body, stage);
  }
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(yield); ++i) {
    MlirValue v = mlirOperationGetOperand(yield, i);
    bind(s, mlirOperationGetResult(op, i), v);
    keepResultIters(s, v);
  }
  mlirOperationDestroy(kernel);
}

static MlirLogicalResult keepOp(Scan *s, MlirOperation op) {
  if (tcPrimOpKind(op) == TC_PRIM_RESHAPE) {
    reshape(s, op);
    return mlirLogicalResultSuccess();
  }
  if (!mlirOperationGetNumOperands(op)) { // the same in every iteration
    mlirOperationMoveBefore(op, s->op);
    return mlirLogicalResultSuccess();
  }
  return tcOpEmitError(op, "[TC-0502] prim-to-loop: this op cannot be compiled "
                           "inside of prim.scan; interpret the program");
}

static MlirLogicalResult lowerInside(Scan *s, MlirOperation op) {
  TcLowering sub;
  TcValueVec inputs = {0};
  MlirLogicalResult result =
      tcLowerOp(s->arena, op, &(TcLowerOptions){0}, &sub);
  if (mlirLogicalResultIsFailure(result))
    return result;
  if (sub.keep)
    return keepOp(s, op);
  MlirOperation kernel = tcKernelClose(
      &sub.kernel, "part", (intptr_t)sub.results.size, sub.results.data);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    tcVecPush(s->arena, &inputs, mlirOperationGetOperand(op, i));
  for (size_t i = 0; i < sub.captured.size; ++i) // by a scan in the scan
    tcVecPush(s->arena, &inputs, sub.captured.data[i]);
  inlineKernel(s, op, kernel, &inputs);
  return mlirLogicalResultSuccess();
}

//===- The scan -----------------------------------------------------------===//

static MlirOperation openLoop(Scan *s) {
  intptr_t n = tcPrimScanGetNumInit(s->op);
  intptr_t numResults = mlirOperationGetNumResults(s->op);
  TcTypeVec types = {0};
  TcValueVec init = {0};
  for (intptr_t i = 0; i < numResults; ++i)
    tcVecPush(s->arena, &types,
              mlirValueGetType(mlirOperationGetResult(s->op, i)));
  for (intptr_t i = 0; i < n; ++i)
    tcVecPush(s->arena, &init, tcKernelArg(&s->l->kernel, i));
  TcBuilder b = tcBuilderAtEnd(s->outer, s->l->kernel.loc);
  MlirOperation loop =
      tcLoopForCreate(&b, numResults, types.data,
                      mlirStringAttrGetValue(s->iter), n, init.data);
  s->body =
      tcBuilderAddBlock(&b, mlirOperationGetRegion(loop, 0), n, types.data);
  return loop;
}

static void bindArguments(Scan *s, MlirBlock from) {
  intptr_t n = tcPrimScanGetNumInit(s->op);
  for (intptr_t i = 0; i < n; ++i) {
    MlirValue v = mlirBlockGetArgument(s->body, i);
    bind(s, mlirBlockGetArgument(from, i), v);
    keepIters(s, v, itersFor(s, v));
  }
  for (intptr_t i = 0; i < tcPrimScanGetNumXs(s->op); ++i)
    slice(s, mlirBlockGetArgument(from, n + i),
          mlirBlockGetArgument(s->outer, n + i));
}

static MlirLogicalResult lowerBody(Scan *s, MlirBlock from) {
  MlirOperation yield = mlirBlockGetTerminator(from), next;
  MlirOperation op = mlirBlockGetFirstOperation(from);
  for (; !mlirOperationEqual(op, yield); op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (mlirLogicalResultIsFailure(lowerInside(s, op)))
      return mlirLogicalResultFailure();
  }
  TcValueVec values = {0};
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(yield); ++i)
    tcVecPush(s->arena, &values, valueOf(s, mlirOperationGetOperand(yield, i)));
  tcYield(s->body, s->l->kernel.loc, (intptr_t)values.size, values.data);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult tcLowerScan(MlirOperation op, TcLowering *l) {
  Scan s = {
      .l = l, .arena = l->kernel.arena, .op = op, .outer = l->kernel.block};
  s.values.arena = s.iters.arena = s.byShape.arena = s.arena;
  MlirBlock from = mlirRegionGetFirstBlock(tcPrimScanGetBody(op));
  s.extent = tcSizeOf(tcPrimScanGetXs(op, 0), 0);
  s.iter = tcKernelIter(&l->kernel, s.extent);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    bind(&s, mlirOperationGetOperand(op, i), tcKernelArg(&l->kernel, i));
  MlirOperation loop = openLoop(&s);
  l->kernel.block = s.body; // where stages go
  bindArguments(&s, from);
  MlirLogicalResult result = lowerBody(&s, from);
  l->kernel.block = s.outer;
  intptr_t carried = tcPrimScanGetNumInit(op);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    MlirValue v = mlirOperationGetResult(loop, i);
    bool reverse = i >= carried && tcPrimScanGetReverse(op);
    tcVecPush(s.arena, &l->results, reverse ? reversed(&s, v) : v);
  }
  return result;
}
