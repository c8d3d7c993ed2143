// A prim.scan whose iterations are elementwise: a loop.scan with the body as
// its combination, or one that multiplies.
//
// One that is associative (running log-sum-exps, products) may be run in any
// grouping: along lanes, in chunks. Another runs in order, which is
// worth while along rows, for few operations, as a running product: each row is
// then run through where it lies, and what moves dimensions around the scan
// goes into it. Longer bodies wait for themselves in one row, so that it is
// faster to move rows to columns, whose iterations are vectors, and back; so
// are columns where they are, as a loop over whole rows.
#include "passes/lower/scan_points.h"

#include "lib/ir/attrs.h"
#include "lib/ir/combination.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/types.h"
#include "lib/support/map.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <limits.h>

// The number that all elements of a value are; null if it is none.
static MlirAttribute numberOf(MlirValue v) {
  MlirAttribute none = mlirAttributeGetNull();
  if (!mlirValueIsAOpResult(v))
    return none;
  MlirOperation op = mlirOpResultGetOwner(v);
  if (tcPrimOpKind(op) == TC_PRIM_BROADCAST_IN_DIM)
    return numberOf(mlirOperationGetOperand(op, 0));
  if (tcPrimOpKind(op) != TC_PRIM_CONSTANT)
    return none;
  MlirAttribute value = tcPrimConstantGetValue(op);
  return mlirAttributeIsADenseElements(value) &&
                 mlirDenseElementsAttrIsSplat(value)
             ? mlirDenseElementsAttrGetSplatValue(value)
             : none;
}

// Halves are rounded in each iteration, which registers do not do; complex
// numbers are no constants.
static bool canCarry(MlirType type) {
  return mlirTypeIsAF32(type) || mlirTypeIsAF64(type) ||
         (mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) >= 32);
}

static bool isElementwise(MlirOperation op, MlirType type) {
  if (tcLowerHook(op) != tcLowerElementwise ||
      mlirOperationGetNumResults(op) != 1)
    return false;
  return tcTypeSameShape(mlirValueGetType(mlirOperationGetResult(op, 0)), type);
}

static bool isInside(MlirBlock body, MlirValue v) {
  MlirBlock block = mlirValueIsABlockArgument(v)
                        ? mlirBlockArgumentGetOwner(v)
                        : mlirOperationGetBlock(mlirOpResultGetOwner(v));
  return mlirBlockEqual(block, body);
}

// Whether the input's slices lie beside each other in each row of memory.
static bool isAlongRows(MlirValue xs) {
  if (tcRank(xs) == 1)
    return true;
  if (!mlirValueIsAOpResult(xs))
    return false;
  MlirOperation op = mlirOpResultGetOwner(xs);
  return tcPrimOpKind(op) == TC_PRIM_TRANSPOSE &&
         tcPrimTransposeGetPermutationAt(op, 0) == tcRank(xs) - 1;
}

// Whether a combination can have the value: of the body, or a number.
static bool isElement(MlirBlock body, MlirValue v) {
  return isInside(body, v) || !mlirAttributeIsNull(numberOf(v));
}

// Whether the body is at most `most` elementwise ops, which are counted.
static bool isOfPoints(MlirBlock body, MlirType type, int most) {
  int n = 0;
  MlirOperation op = mlirBlockGetFirstOperation(body);
  MlirOperation yield = mlirBlockGetTerminator(body);
  for (; !mlirOperationEqual(op, yield); op = mlirOperationGetNextInBlock(op)) {
    if (!mlirAttributeIsNull(numberOf(mlirOperationGetResult(op, 0))))
      continue;
    if (!isElementwise(op, type) || ++n > most)
      return false;
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
      if (!isElement(body, mlirOperationGetOperand(op, i)))
        return false;
  }
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(yield); ++i)
    if (!isElement(body, mlirOperationGetOperand(yield, i)))
      return false;
  return true;
}

static MlirBlock bodyOf(MlirOperation op) {
  return mlirRegionGetFirstBlock(tcPrimScanGetBody(op));
}

static MlirValue yieldedBy(MlirOperation op, intptr_t i) {
  return mlirOperationGetOperand(mlirBlockGetTerminator(bodyOf(op)), i);
}

// Which carried value stack `k` has, after each iteration or, if `exclusive`,
// before it; -1 for another value.
static intptr_t carriedIn(MlirOperation op, intptr_t k, bool exclusive) {
  MlirValue v = yieldedBy(op, k);
  for (intptr_t i = 0; i < tcPrimScanGetNumInit(op); ++i)
    if (mlirValueEqual(v, exclusive ? mlirBlockGetArgument(bodyOf(op), i)
                                    : yieldedBy(op, i)))
      return i;
  return -1;
}

// Whether the scan starts from numbers, and stacks alone are read, each of them
// of a carried value.
static bool stacksAlone(MlirOperation op) {
  intptr_t n = tcPrimScanGetNumInit(op);
  for (intptr_t i = 0; i < n; ++i) {
    MlirValue init = tcPrimScanGetInit(op, i);
    if (tcHasUses(mlirOperationGetResult(op, i)) ||
        !canCarry(tcElementType(init)) || mlirAttributeIsNull(numberOf(init)))
      return false;
  }
  for (intptr_t k = n; k < mlirOperationGetNumResults(op); ++k)
    if (carriedIn(op, k, false) < 0 && carriedIn(op, k, true) < 0)
      return false;
  return n > 0 && mlirOperationGetNumOperands(op) == n + tcPrimScanGetNumXs(op);
}

static bool isScan(MlirOperation op) {
  return tcPrimOpKind(op) == TC_PRIM_SCAN &&
         tcIsA(mlirOperationGetParentOperation(op), "func.func") &&
         stacksAlone(op);
}

// Whether code for [mul] runs it, which carries products of f32 in a wider
// range, in which none of some slices overflows or underflows.
static bool isProduct(MlirOperation op) {
  return tcScanMultiplies(op) &&
         mlirTypeIsAF32(tcElementType(tcPrimScanGetInit(op, 0)));
}

bool tcScanIsOfTerms(MlirOperation op) {
  return isScan(op) && tcScanIsAssociative(op) &&
         isOfPoints(bodyOf(op), mlirValueGetType(tcPrimScanGetInit(op, 0)),
                    INT_MAX);
}

bool tcScanIsOfPoints(MlirOperation op) {
  enum { FEW = 2 }; // operations that take no longer than moving rows does
  if (!isScan(op) || tcPrimScanGetNumInit(op) != 1 ||
      tcPrimScanGetNumXs(op) != 1 || mlirOperationGetNumResults(op) != 2 ||
      carriedIn(op, 1, false) < 0)
    return false;
  MlirValue init = tcPrimScanGetInit(op, 0), xs = tcPrimScanGetXs(op, 0);
  return mlirTypeEqual(tcElementType(init), tcElementType(xs)) &&
         tcRank(xs) == tcRank(init) + 1 && isAlongRows(xs) &&
         isOfPoints(bodyOf(op), mlirValueGetType(init), FEW);
}

//===- Lowering -----------------------------------------------------------===//

// The value of the body as an element, in the combination.
static MlirValue elementOf(TcBuilder *b, TcMap *elements, MlirValue v) {
  void *made = tcMapGet(elements, v.ptr);
  if (made)
    return (MlirValue){made};
  MlirValue x = tcPrimConstant(b, numberOf(v));
  tcMapSet(elements, v.ptr, (void *)x.ptr);
  return x;
}

// The combination: what the body carries on, of elements.
static void combine(TcStage *s, TcBuilder *b, MlirBlock body, intptr_t n,
                    MlirValue *carried) {
  TcArena *arena = s->k->arena;
  TcMap elements = {.arena = arena};
  for (intptr_t i = 0; i < 2 * n; ++i)
    tcMapSet(&elements, mlirBlockGetArgument(body, i).ptr,
             (void *)mlirBlockGetArgument(s->combine, i).ptr);
  MlirOperation op = mlirBlockGetFirstOperation(body);
  MlirOperation yield = mlirBlockGetTerminator(body);
  for (; !mlirOperationEqual(op, yield); op = mlirOperationGetNextInBlock(op)) {
    MlirValue y = mlirOperationGetResult(op, 0);
    if (!mlirAttributeIsNull(numberOf(y)))
      continue;
    TcValueVec operands = {0};
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
      tcVecPush(arena, &operands,
                elementOf(b, &elements, mlirOperationGetOperand(op, i)));
    MlirValue x = tcLowerOnScalars(arena, s->combine, op,
                                   (intptr_t)operands.size, operands.data);
    tcMapSet(&elements, y.ptr, (void *)x.ptr);
  }
  for (intptr_t i = 0; i < n; ++i)
    carried[i] = elementOf(b, &elements, mlirOperationGetOperand(yield, i));
}

// The slices of input `i`, as elements.
static MlirValue termOf(TcLowering *l, TcStage *s, MlirOperation op,
                        intptr_t i) {
  MlirAttribute number = numberOf(tcPrimScanGetXs(op, i));
  if (!mlirAttributeIsNull(number))
    return tcPrimConstant(&s->body, number);
  intptr_t arg = tcPrimScanGetNumInit(op) + i;
  return tcStageReadHere(s, tcKernelArg(&l->kernel, arg));
}

//===- Order of dimensions ------------------------------------------------===//

// Rows that are scanned are transposed before, and back behind it. So running
// results have the order of what is transposed, and it is their transposition
// that has the scan's.

// The transposition that makes the scan's first input; null if none does.
static MlirOperation transpositionOf(MlirOperation op) {
  MlirValue xs = tcPrimScanGetXs(op, 0);
  MlirOperation none = {NULL};
  if (!mlirValueIsAOpResult(xs))
    return none;
  MlirOperation by = mlirOpResultGetOwner(xs);
  return tcPrimOpKind(by) == TC_PRIM_TRANSPOSE ? by : none;
}

// The stage's iterators in the order of what is transposed.
static void orderIters(TcStage *s, MlirOperation transposition) {
  TcAttrVec now = {0};
  for (size_t i = 0; i < s->iters.size; ++i)
    tcVecPush(s->k->arena, &now, s->iters.data[i]);
  for (size_t i = 0; i < s->iters.size; ++i)
    now.data[tcPrimTransposeGetPermutationAt(transposition, (intptr_t)i)] =
        s->iters.data[i];
  for (size_t i = 0; i < s->iters.size; ++i)
    s->iters.data[i] = now.data[i];
}

// Whether it undoes the other one.
static bool isBack(MlirOperation op, MlirOperation transposition) {
  if (tcPrimOpKind(op) != TC_PRIM_TRANSPOSE)
    return false;
  intptr_t rank = tcRank(mlirOperationGetResult(op, 0));
  for (intptr_t i = 0; i < rank; ++i)
    if (tcPrimTransposeGetPermutationAt(
            transposition, tcPrimTransposeGetPermutationAt(op, i)) != i)
      return false;
  return true;
}

static void transposeBack(MlirValue y, const int64_t *permutation) {
  MlirType type = mlirValueGetType(y);
  intptr_t rank = tcRank(y);
  MlirAttribute sizes[TC_MAX_RANK];
  for (intptr_t i = 0; i < rank; ++i)
    sizes[permutation[i]] = tcTypeGetSize(type, i);
  mlirValueSetType(y, tcTypeWithSizes(type, rank, sizes));
}

static void orderStack(TcArena *arena, MlirValue y, MlirOperation by) {
  TC_VEC(MlirOperation) back = {0}, others = {0};
  int64_t permutation[TC_MAX_RANK];
  for (intptr_t i = 0; i < tcRank(y); ++i)
    permutation[i] = tcPrimTransposeGetPermutationAt(by, i);
  MlirOpOperand use = mlirValueGetFirstUse(y);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation reader = mlirOpOperandGetOwner(use);
    if (isBack(reader, by))
      tcVecPush(arena, &back, reader);
    else
      tcVecPush(arena, &others, reader);
  }
  transposeBack(y, permutation);
  TcBuilder b = tcBuilderAfter(mlirOpResultGetOwner(y));
  MlirValue as = {NULL};
  if (others.size)
    as = tcPrimTranspose(&b, y, tcRank(y), permutation);
  for (size_t i = 0; i < others.size; ++i)
    for (intptr_t k = 0; k < mlirOperationGetNumOperands(others.data[i]); ++k)
      if (mlirValueEqual(mlirOperationGetOperand(others.data[i], k), y))
        mlirOperationSetOperand(others.data[i], k, as);
  for (size_t i = 0; i < back.size; ++i) {
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(back.data[i], 0), y);
    mlirOperationDestroy(back.data[i]);
  }
}

void tcScanOrderStacks(TcArena *arena, MlirOperation op) {
  MlirOperation by = transpositionOf(op);
  for (intptr_t k = tcPrimScanGetNumInit(op);
       !mlirOperationIsNull(by) && k < mlirOperationGetNumResults(op); ++k)
    orderStack(arena, mlirOperationGetResult(op, k), by);
}

static void openStage(TcLowering *l, TcStage *s, MlirOperation op) {
  intptr_t n = tcPrimScanGetNumInit(op);
  TcValueVec terms = {0};
  const char *kind = isProduct(op) ? "mul" : "custom";
  tcStageOpen(s, &l->kernel);
  tcLowerIters(l, s, mlirValueGetType(tcPrimScanGetXs(op, 0)));
  for (intptr_t i = 0; i < n; ++i)
    tcVecPush(l->kernel.arena, &terms, termOf(l, s, op, i));
  tcStageYield(s, n, terms.data);
  tcStageStrings(s, "kinds", 1, &kind);
  tcStageAttr(s, "along", s->iters.data[0]);
  MlirOperation by = transpositionOf(op);
  if (!mlirOperationIsNull(by))
    orderIters(s, by);
}

static void setFlag(TcLowering *l, TcStage *s, const char *name, bool on) {
  if (on)
    tcStageAttr(s, name, mlirUnitAttrGet(l->kernel.ctx));
}

// The body as the combination, and what it starts from.
static void setCombination(TcLowering *l, TcStage *s, MlirOperation op) {
  TcArena *arena = l->kernel.arena;
  intptr_t n = tcPrimScanGetNumInit(op);
  TcTypeVec types = {0};
  TcAttrVec inits = {0};
  for (intptr_t i = 0; i < n; ++i) {
    tcVecPush(arena, &types, tcElementType(tcPrimScanGetInit(op, i)));
    tcVecPush(arena, &inits, numberOf(tcPrimScanGetInit(op, i)));
  }
  tcStageAttr(s, "inits", mlirArrayAttrGet(l->kernel.ctx, n, inits.data));
  MlirValue *carried = TC_ARENA_ARRAY(arena, MlirValue, (size_t)n);
  TcBuilder b = tcStageCombine(s, n, types.data);
  combine(s, &b, bodyOf(op), n, carried);
  tcYield(s->combine, l->kernel.loc, n, carried);
}

// The running values, with each point's own or, if `exclusive`, without.
static MlirOperation addScan(TcLowering *l, MlirOperation op, bool exclusive) {
  TcStage s;
  openStage(l, &s, op);
  setFlag(l, &s, "exclusive", exclusive);
  setFlag(l, &s, "ordered", !tcScanIsAssociative(op));
  setFlag(l, &s, "reverse", tcPrimScanGetReverse(op));
  if (!isProduct(op))
    setCombination(l, &s, op);
  return tcStageClose(&s, "loop.scan", -1);
}

void tcLowerScanOfPoints(MlirOperation op, TcLowering *l) {
  MlirOperation scans[2] = {{NULL}, {NULL}}; // the second one is exclusive
  MlirValue none = {NULL};
  intptr_t n = tcPrimScanGetNumInit(op);
  for (intptr_t i = 0; i < n; ++i)
    tcVecPush(l->kernel.arena, &l->results, none);
  for (intptr_t k = n; k < mlirOperationGetNumResults(op); ++k) {
    intptr_t i = carriedIn(op, k, false);
    bool exclusive = i < 0;
    i = exclusive ? carriedIn(op, k, true) : i;
    if (mlirOperationIsNull(scans[exclusive]))
      scans[exclusive] = addScan(l, op, exclusive);
    tcVecPush(l->kernel.arena, &l->results,
              mlirOperationGetResult(scans[exclusive], i));
  }
}
