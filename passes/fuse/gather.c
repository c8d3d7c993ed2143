// Gathers from a map of the same kernel: computes the map only at the positions
// that are read. (Cross-entropy reads one element per row of a log-softmax.)
// Where the map uses an iterator as a number, that is the position, within the
// iterator's bounds (loop.within).
#include "passes/fuse/fuse.h"

#include "lib/ir/attrs.h"
#include "lib/ir/break.h"
#include "lib/ir/shim.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "passes/fuse/kernel_edit.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

typedef struct Gather {
  TcArena *arena;
  MlirOperation kernel, reader, at, map;
  TcBuilder b; // before `at`
} Gather;

static MlirBlock bodyOf(MlirOperation stage) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(stage, 0));
}

// The dimension of the map's results whose iterator the expression is; -1 for a
// constant, -2 for anything else.
static intptr_t dimensionOf(MlirOperation map, MlirAttribute index) {
  MlirAttribute iters = tcAttrOf(map, "iters");
  int64_t constant;
  if (tcSizeAttrIsConstant(index, &constant))
    return -1;
  for (intptr_t d = 0; d < mlirArrayAttrGetNumElements(iters); ++d)
    if (mlirAttributeEqual(index,
                           tcIterExpr(mlirArrayAttrGetElement(iters, d))))
      return d;
  return -2;
}

// The dimension whose iterator an op of the body is; -1 for any other op.
static intptr_t iteratorOfOp(MlirOperation map, MlirOperation op) {
  intptr_t d = tcLoopOpKind(op) == TC_LOOP_INDEX
                   ? dimensionOf(map, tcLoopIndexGetExpr(op))
                   : -1;
  return d < 0 ? -1 : d;
}

// Whether each read of the map is at its iterators or constants, and each
// dimension of the map occurs in a read, whose bounds then catch positions
// outside of the map, or in the body as a number.
static bool readsPlainly(MlirOperation map) {
  enum { MAX_RANK = 32 };
  bool found[MAX_RANK] = {false};
  intptr_t rank = mlirArrayAttrGetNumElements(tcAttrOf(map, "iters"));
  MlirOperation op = mlirBlockGetFirstOperation(bodyOf(map));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    intptr_t d = iteratorOfOp(map, op);
    if (d >= 0 && d < MAX_RANK)
      found[d] = true;
  }
  for (intptr_t i = 0; i < tcNumInputs(map); ++i) {
    MlirAttribute dims = tcInputMap(map, i);
    if (tcInputMayMiss(map, i))
      return false;
    for (intptr_t k = 0; k < tcDimsAttrGetNumDims(dims); ++k) {
      intptr_t d = dimensionOf(map, tcDimsAttrGetDim(dims, k));
      if (d < -1 || d >= MAX_RANK)
        return false;
      if (d >= 0)
        found[d] = true;
    }
  }
  for (intptr_t d = 0; d < rank; ++d)
    if (rank > MAX_RANK || !found[d])
      return false;
  return true;
}

// Whether the body can be moved: it uses iterators by themselves alone, and
// reports nothing where the map is not read.
static bool isMovable(MlirOperation map) {
  MlirOperation kernel = mlirOperationGetParentOperation(map);
  MlirOperation op = mlirBlockGetFirstOperation(bodyOf(map));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (tcPrimOpKind(op) == TC_PRIM_NONE && tcLoopOpKind(op) != TC_LOOP_YIELD &&
        iteratorOfOp(map, op) < 0 &&
        !(tcLoopOpKind(op) == TC_LOOP_AT && tcGathersInside(kernel, op)))
      return false;
  return true;
}

static MlirValue positionOf(Gather *g, MlirAttribute index) {
  intptr_t d = dimensionOf(g->map, index);
  if (d >= 0)
    return tcLoopAtGetIndices(g->at, d);
  return tcLoopIndex(&g->b, index);
}

// The expression of a position that is an iterator over just that dimension;
// null for any other.
static MlirAttribute iteratorOf(Gather *g, MlirValue index,
                                MlirAttribute size) {
  MlirOperation op = tcDefiningOp(index);
  MlirStringRef name;
  if (mlirOperationIsNull(op) || tcLoopOpKind(op) != TC_LOOP_INDEX)
    return mlirAttributeGetNull();
  MlirAttribute expr = tcLoopIndexGetExpr(op);
  if (!tcSizeAttrIsSymbol(expr, &name))
    return mlirAttributeGetNull();
  MlirAttribute extent = tcExtentOf(
      g->kernel, mlirStringAttrGet(mlirAttributeGetContext(expr), name));
  return !mlirAttributeIsNull(extent) && tcSizeAttrEqual(extent, size)
             ? expr
             : mlirAttributeGetNull();
}

// The element of `v` at these positions: through an ordinary input where an
// index map can express them.
static MlirValue readAt(Gather *g, MlirValue v, intptr_t rank,
                        MlirValue *indices) {
  MlirType type = mlirValueGetType(v);
  MlirAttribute *map =
      TC_ARENA_ARRAY(g->arena, MlirAttribute, (size_t)rank + 1);
  for (intptr_t d = 0; d < rank; ++d) {
    map[d] = iteratorOf(g, indices[d], tcTensorTypeGetSize(type, d));
    if (mlirAttributeIsNull(map[d]))
      return tcLoopAt(&g->b, v, rank, indices);
  }
  return tcAddInput(g->arena, g->reader, v,
                    tcDimsAttrGet(mlirTypeGetContext(type), rank, map));
}

// The element of the map's input i at the gather's position.
static MlirValue elementOf(Gather *g, intptr_t i) {
  MlirAttribute dims = tcInputMap(g->map, i);
  intptr_t rank = tcDimsAttrGetNumDims(dims);
  MlirValue *indices = TC_ARENA_ARRAY(g->arena, MlirValue, (size_t)rank + 1);
  for (intptr_t k = 0; k < rank; ++k)
    indices[k] = positionOf(g, tcDimsAttrGetDim(dims, k));
  return readAt(g, tcInput(g->map, i), rank, indices);
}

// An iterator of the map that its body uses as a number.
static void addPosition(Gather *g, TcMapping *mapping, MlirOperation op) {
  intptr_t d = iteratorOfOp(g->map, op);
  MlirType type = mlirValueGetType(mlirOperationGetResult(g->map, 0));
  MlirValue size = tcLoopIndex(&g->b, tcTensorTypeGetSize(type, d));
  tcMappingAdd(mapping, mlirOperationGetResult(op, 0),
               tcLoopWithin(&g->b, tcLoopAtGetIndices(g->at, d), size));
}

static void inlineMap(Gather *g, intptr_t result) {
  TcMapping *mapping = tcMappingCreate();
  MlirBlock body = bodyOf(g->map);
  for (intptr_t i = 0; i < tcNumInputs(g->map); ++i)
    tcMappingAdd(mapping, mlirBlockGetArgument(body, i), elementOf(g, i));
  MlirOperation yield = mlirBlockGetTerminator(body);
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationEqual(op, yield); op = mlirOperationGetNextInBlock(op))
    if (iteratorOfOp(g->map, op) >= 0)
      addPosition(g, mapping, op);
    else
      tcBuilderInsert(&g->b, tcOpClone(op, mapping));
  MlirValue v = mlirOperationGetOperand(yield, result);
  MlirValue image = tcMappingGet(mapping, v);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(g->at, 0),
                                mlirValueIsNull(image) ? v : image);
  mlirOperationDestroy(g->at);
  tcMappingDestroy(mapping);
}

// Whether elements are numbers that need no memory.
static bool isFree(MlirOperation map) {
  return tcNumInputs(map) == 0 && tcBodyCost(map) == 0;
}

// Whether the reader gathers fewer elements than there are.
static bool gathersFew(TcArena *arena, MlirOperation kernel,
                       MlirOperation reader, MlirValue v) {
  MlirAttribute few = tcStageSpace(kernel, reader);
  MlirAttribute all = tcTypeGetNumElements(mlirValueGetType(v));
  return tcSizeTaken(arena, few) * 2 <= tcSizeTaken(arena, all);
}

bool tcIsGatheredFew(TcArena *arena, MlirOperation map, MlirOperation kernel,
                     MlirValue v) {
  if (tcLoopOpKind(map) != TC_LOOP_MAP || !readsPlainly(map) || !isMovable(map))
    return false;
  MlirOpOperand use = mlirValueGetFirstUse(v);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation at = mlirOpOperandGetOwner(use);
    if (tcLoopOpKind(at) != TC_LOOP_AT ||
        !gathersFew(arena, kernel, mlirOperationGetParentOperation(at), v))
      return false;
  }
  return true;
}

// Whether the reader finds rows, or matrices, of a map that only turns an
// array: positions that are data are of none of the array's last dimension,
// along which elements lie side by side.
static bool turnsWholeRows(MlirOperation map, MlirOperation at) {
  if (!tcIsView(map))
    return false;
  MlirAttribute dims = tcInputMap(map, 0);
  intptr_t rank = tcDimsAttrGetNumDims(dims);
  intptr_t last =
      rank ? dimensionOf(map, tcDimsAttrGetDim(dims, rank - 1)) : -1;
  if (last < 0)
    return false;
  MlirValue i = tcLoopAtGetIndices(at, last);
  return !mlirValueIsABlockArgument(i) &&
         tcLoopOpKind(mlirOpResultGetOwner(i)) == TC_LOOP_INDEX;
}

static bool tryGather(TcFuse *f, MlirOperation kernel, MlirOperation reader,
                      MlirOperation at) {
  if (tcLoopOpKind(at) != TC_LOOP_AT)
    return false;
  MlirValue v = tcLoopAtGetSelf(at);
  MlirOperation map = tcDefiningOp(v);
  if (mlirOperationIsNull(map) || tcLoopOpKind(map) != TC_LOOP_MAP ||
      !TC_FUSE_HOLDS("gathers", "plain", readsPlainly(map)) ||
      !TC_FUSE_HOLDS("gathers", "movable", isMovable(map)) ||
      !TC_FUSE_HOLDS("gathers", "few",
                     isFree(map) || turnsWholeRows(map, at) ||
                         gathersFew(&f->arena, kernel, reader, v) ||
                         tcFuseIsShortAgain(f, kernel, map, reader)) ||
      tcBreaksNow("fuse", "gathers", "off"))
    return false;
  Gather g = {&f->arena, kernel, reader, at, map, tcBuilderBefore(at)};
  inlineMap(&g, mlirOpResultGetResultNumber(v));
  return true;
}

bool tcInlineGathers(TcFuse *f, MlirOperation kernel, MlirOperation reader) {
  bool changed = false;
  MlirOperation op = mlirBlockGetFirstOperation(bodyOf(reader));
  while (!mlirOperationIsNull(op)) {
    MlirOperation next = mlirOperationGetNextInBlock(op);
    changed |= tryGather(f, kernel, reader, op);
    op = next;
  }
  return changed;
}
