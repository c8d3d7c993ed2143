// prim-order-scatters: on GPUs, scatters of rows over the same positions are
// sorted by these, once for all of them:
//
//   y = index_put(a, u, [p]), z = index_put(b, v, [p])
//     -> q, o = sort(p)
//        y = index_put(a, index(u, [o]), [q]) {prim.ascending}
//        z = index_put(b, index(v, [o]), [q]) {prim.ascending}
//
// as where messages along the edges of a graph are added up in its nodes, layer
// by layer. Then each thread finds the points of its row
// (lower/gpu/ascending.c), where without that each scatter looks at all of them
// anew. The sort is stable: points of a row are combined in their order. Rows
// are gathered where elementwise ops have made them, so that nothing is stored
// in their order; values that others of the scatters read, too, and sums of
// rows, are made in the order of the points alone, if nothing else reads them.
//
// A position outside of the result is clamped to one just outside of it, which
// is the same error.
#include "passes/simplify/rules.h"

#include "lib/cost/numbers.h"
#include "lib/ir/ascending.h"
#include "lib/ir/distinct.h"
#include "passes/schedule/gpu-sort.h"
#include "passes/schedule/pass_target.h"

#include "mlir-c/BuiltinTypes.h"

// Scatters over the same positions.
typedef struct Group {
  TcArena *arena;
  MlirValue positions; // [points]
  int64_t rows;        // of the results
  MlirValue order, sorted;
  TcMap gathered; // from a value to its rows in their order
} Group;

//===- Scatters -----------------------------------------------------------===//

// Whether each element along the other dimensions has its own place there: the
// positions of two indices, the second of which counts.
static MlirValue broadcastRows(MlirOperation put) {
  MlirValue self = mlirOperationGetOperand(put, 0);
  MlirValue at = tcPrimIndexPutGetIndices(put, 0);
  MlirOperation rows = tcDefiningPrim(at, TC_PRIM_BROADCAST_IN_DIM);
  bool is = rows.ptr && tcRankOf(self) == 2 && tcRankOf(at) == 2 &&
            tcPrimIndexPutGetDimsAt(put, 0) == 0 &&
            tcPrimIndexPutGetDimsAt(put, 1) == 1 &&
            tcPositionDim(tcPrimIndexPutGetIndices(put, 1)) == 1 &&
            tcSizeAttrEqual(tcValueSize(self, 1), tcValueSize(at, 1)) &&
            tcPrimBroadcastInDimGetNumDims(rows) == 1 &&
            tcPrimBroadcastInDimGetDimsAt(rows, 0) == 0;
  MlirValue from = is ? mlirOperationGetOperand(rows, 0) : tcNoValue();
  return is && tcSizeAttrEqual(tcValueSize(from, 0), tcValueSize(at, 0))
             ? from
             : tcNoValue();
}

// The position of each row that the op scatters, if it scatters rows; else
// null. Sets the dimension of the result that they are in.
static MlirValue rowsOf(MlirOperation op, int64_t *dim) {
  if (tcPrimOpKind(op) != TC_PRIM_INDEX_PUT || tcIsDistinct(op) ||
      tcIsAscending(op))
    return tcNoValue();
  intptr_t n = tcPrimIndexPutGetNumIndices(op);
  *dim = n ? tcPrimIndexPutGetDimsAt(op, 0) : 0;
  if (n == 2)
    return broadcastRows(op);
  MlirValue at = n == 1 ? tcPrimIndexPutGetIndices(op, 0) : tcNoValue();
  return n == 1 && tcRankOf(at) == 1 ? at : tcNoValue();
}

static bool isOf(const Group *g, MlirOperation op, int64_t *dim) {
  MlirValue at = rowsOf(op, dim);
  int64_t rows;
  return at.ptr && mlirValueEqual(at, g->positions) &&
         tcSizeAttrIsConstant(tcValueSize(mlirOperationGetOperand(op, 0), *dim),
                              &rows) &&
         rows == g->rows;
}

// Whether there are so many points that each scatter takes longer than the
// sort's share, and not so many that runs of it are merged more than once; and
// not so few rows that blocks have copies of all of them.
static bool isWorth(MlirValue positions, int64_t rows) {
  int64_t n, chunk = tcNumber(gpu_sort_chunk);
  return tcSizeAttrIsConstant(tcValueSize(positions, 0), &n) && n > chunk &&
         n <= chunk * TC_GPU_SORT_WAYS &&
         n < tcNumber(gpu_bin_row_points) * rows;
}

// Opens the group of this scatter, if others behind it are of the same.
static bool openGroup(Group *g, MlirOperation op) {
  int64_t dim, others = 0;
  g->positions = rowsOf(op, &dim);
  if (!g->positions.ptr ||
      !tcSizeAttrIsConstant(tcValueSize(mlirOperationGetOperand(op, 0), dim),
                            &g->rows) ||
      g->rows >= INT32_MAX || !isWorth(g->positions, g->rows))
    return false;
  while ((op = mlirOperationGetNextInBlock(op)).ptr)
    others += isOf(g, op, &dim);
  return others > 0;
}

//===- Rows in their order ------------------------------------------------===//

static MlirValue gather(Group *g, TcBuild *b, MlirValue v);

// The op with the rows of its operands in their order.
static MlirValue gatherOperands(Group *g, TcBuild *b, MlirOperation op) {
  intptr_t n = mlirOperationGetNumOperands(op);
  MlirValue *operands = TC_ARENA_ARRAY(g->arena, MlirValue, (size_t)n + 1);
  for (intptr_t i = 0; i < n; ++i)
    operands[i] = gather(g, b, mlirOperationGetOperand(op, i));
  MlirOperation copy = mlirOperationClone(op);
  for (intptr_t i = 0; i < n; ++i)
    mlirOperationSetOperand(copy, i, operands[i]);
  tcBuilderInsert(&b->at, copy);
  return mlirOperationGetResult(copy, 0);
}

// Whether each point has a row of the value.
static bool hasRows(const Group *g, MlirValue v) {
  return tcRankOf(v) > 0 &&
         tcSizeAttrEqual(tcValueSize(v, 0), tcValueSize(g->positions, 0));
}

// Whether rows of the broadcast are the operand's, or all alike.
static bool broadcastsRows(const Group *g, MlirOperation op, bool *alike) {
  MlirValue x = mlirOperationGetOperand(op, 0);
  *alike = true;
  for (intptr_t i = 0; i < tcPrimBroadcastInDimGetNumDims(op); ++i)
    *alike &= tcPrimBroadcastInDimGetDimsAt(op, i) != 0;
  return *alike || (tcPrimBroadcastInDimGetDimsAt(op, 0) == 0 && hasRows(g, x));
}

// Whether a reduction leaves the points apart.
static bool reducesRows(MlirOperation op) {
  switch (tcPrimOpKind(op)) {
  case TC_PRIM_SUM:
    return tcPrimSumGetNumDims(op) && tcPrimSumGetDimsAt(op, 0) > 0;
  case TC_PRIM_AMAX:
    return tcPrimAmaxGetNumDims(op) && tcPrimAmaxGetDimsAt(op, 0) > 0;
  case TC_PRIM_AMIN:
    return tcPrimAminGetNumDims(op) && tcPrimAminGetDimsAt(op, 0) > 0;
  default:
    return false;
  }
}

// Whether the op makes each point's row of the same rows of its operands.
static bool keepsRows(const Group *g, MlirOperation op) {
  TcPrimOpKind kind = tcPrimOpKind(op);
  bool alike;
  if (mlirOperationGetNumResults(op) != 1 ||
      !hasRows(g, mlirOperationGetResult(op, 0)))
    return false;
  if (kind == TC_PRIM_BROADCAST_IN_DIM)
    return broadcastsRows(g, op, &alike) && !alike;
  if (kind == TC_PRIM_RESHAPE || reducesRows(op))
    return hasRows(g, mlirOperationGetOperand(op, 0));
  return (kind == TC_PRIM_CAT && tcPrimCatGetDim(op) > 0) ||
         tcIsElementwise(kind);
}

// Whether rows of the result are read at positions, one for each.
static bool gathersRows(MlirOperation op) {
  return tcPrimIndexGetNumIndices(op) > 0 &&
         tcRankOf(tcPrimIndexGetIndices(op, 0)) == 1;
}

// Whether nothing but scatters of the group reads what is made of the value's
// rows: then it is made in their order, and not in its own.
static bool isOrdered(const Group *g, TcMap *seen, MlirValue v) {
  MlirOpOperand use = mlirValueGetFirstUse(v);
  int64_t dim;
  if (tcMapGet(seen, v.ptr))
    return true; // or false is found elsewhere
  tcMapSet(seen, v.ptr, (void *)v.ptr);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    unsigned number = mlirOpOperandGetOperandNumber(use);
    if (isOf(g, op, &dim)
            ? number == 1
            : (keepsRows(g, op) || (tcPrimOpKind(op) == TC_PRIM_INDEX &&
                                    number > 0 && gathersRows(op))) &&
                  isOrdered(g, seen, mlirOperationGetResult(op, 0)))
      continue;
    return false;
  }
  return true;
}

static bool isMadeInOrder(const Group *g, MlirValue v) {
  TcMap seen = {.arena = g->arena};
  return tcHasOneUse(v) || isOrdered(g, &seen, v);
}

static MlirValue gatherIndices(Group *g, TcBuild *b, MlirOperation op) {
  intptr_t n = tcPrimIndexGetNumIndices(op);
  MlirValue *indices = TC_ARENA_ARRAY(g->arena, MlirValue, (size_t)n + 1);
  for (intptr_t i = 0; i < n; ++i)
    indices[i] = gather(g, b, tcPrimIndexGetIndices(op, i));
  return tcIndex(b, mlirOperationGetOperand(op, 0), n, indices,
                 tcAttrDims(b, tcPrimIndexGetDims(op)));
}

// The elementwise op whose result, one row of points, the reshape makes points;
// null if there is none.
static MlirOperation rowOf(MlirOperation reshape) {
  MlirValue x = mlirOperationGetOperand(reshape, 0);
  MlirOperation op = {NULL};
  if (mlirValueIsAOpResult(x))
    op = mlirOpResultGetOwner(x);
  bool is = op.ptr && tcIsElementwise(tcPrimOpKind(op)) && tcRankOf(x) == 2 &&
            tcRankOf(mlirOperationGetResult(reshape, 0)) == 1 &&
            tcSizeAttrIsValue(tcValueSize(x, 0), 1);
  return is ? op : (MlirOperation){NULL};
}

// The reshape of an operand of such an op.
static MlirValue pointsOf(const Group *g, TcBuild *b, MlirValue x,
                          TcShape shape) {
  MlirOperation number = tcDefiningPrim(x, TC_PRIM_BROADCAST_IN_DIM);
  if (number.ptr && !tcPrimBroadcastInDimGetNumDims(number))
    return tcFull(b, shape, mlirOperationGetOperand(number, 0));
  MlirOperation op = tcDefiningPrim(g->positions, TC_PRIM_RESHAPE);
  bool same = op.ptr && mlirValueEqual(mlirOperationGetOperand(op, 0), x);
  return same ? g->positions : tcReshape(b, x, shape);
}

static MlirValue gatherRow(Group *g, TcBuild *b, MlirValue v,
                           MlirOperation op) {
  intptr_t n = mlirOperationGetNumOperands(op);
  MlirValue *operands = TC_ARENA_ARRAY(g->arena, MlirValue, (size_t)n + 1);
  TcShape shape = tcShapeOf(b, v);
  for (intptr_t i = 0; i < n; ++i)
    operands[i] =
        gather(g, b, pointsOf(g, b, mlirOperationGetOperand(op, i), shape));
  MlirOperation copy = mlirOperationClone(op);
  for (intptr_t i = 0; i < n; ++i)
    mlirOperationSetOperand(copy, i, operands[i]);
  mlirValueSetType(mlirOperationGetResult(copy, 0), mlirValueGetType(v));
  tcBuilderInsert(&b->at, copy);
  return mlirOperationGetResult(copy, 0);
}

static MlirValue gatherAnew(Group *g, TcBuild *b, MlirValue v) {
  MlirOperation op =
      mlirValueIsAOpResult(v) ? mlirOpResultGetOwner(v) : (MlirOperation){NULL};
  TcPrimOpKind kind = op.ptr ? tcPrimOpKind(op) : TC_PRIM_NONE;
  bool alike = false;
  if (kind == TC_PRIM_INDEX && gathersRows(op))
    return gatherIndices(g, b, op);
  if (kind == TC_PRIM_BROADCAST_IN_DIM && broadcastsRows(g, op, &alike) &&
      alike)
    return v;
  bool moves = kind == TC_PRIM_BROADCAST_IN_DIM || kind == TC_PRIM_RESHAPE;
  if (op.ptr && keepsRows(g, op) && (moves || isMadeInOrder(g, v)))
    return gatherOperands(g, b, op);
  if (kind == TC_PRIM_RESHAPE && rowOf(op).ptr && isMadeInOrder(g, v))
    return gatherRow(g, b, v, rowOf(op));
  return tcIndex(b, v, 1, &g->order, tcDimsOne(b, 0));
}

// The rows of a value, its points along the first dimension, in their order.
static MlirValue gather(Group *g, TcBuild *b, MlirValue v) {
  MlirValue found = {tcMapGet(&g->gathered, v.ptr)};
  if (!found.ptr) {
    found = gatherAnew(g, b, v);
    tcMapSet(&g->gathered, v.ptr, (void *)found.ptr);
  }
  return found;
}

//===- The sort -----------------------------------------------------------===//

// Positions are sorted as i32, which all of the result's are.
static void sortPositions(Group *g, TcBuild *b) {
  MlirType i64 = tcI64(b), i32 = mlirIntegerTypeGet(b->at.ctx, 32);
  MlirValue at = tcConvert(b, g->positions, i64);
  at = tcMin(b, tcMax(b, at, tcConstInt(b, i64, -1)),
             tcConstInt(b, i64, g->rows));
  MlirOperation sort = tcPrimSort(&b->at, tcConvert(b, at, i32), 0);
  g->sorted = tcConvert(b, mlirOperationGetResult(sort, 0), i64);
  g->order = mlirOperationGetResult(sort, 1);
  // Others report what is clamped.
  tcMapSet(&g->gathered, g->positions.ptr, (void *)g->sorted.ptr);
}

static TcBuild buildBefore(const Group *g, MlirOperation op) {
  return (TcBuild){tcBuilderBefore(op), g->arena, "prim-order-scatters", false};
}

static void orderScatter(Group *g, MlirOperation op, int64_t dim) {
  TcBuild b = buildBefore(g, op);
  MlirStringRef combine = tcPrimIndexPutGetCombine(op);
  MlirValue rows = gather(g, &b, mlirOperationGetOperand(op, 1));
  MlirValue y =
      tcIndexPut(&b, mlirOperationGetOperand(op, 0), rows, 1, &g->sorted,
                 tcDimsOne(&b, dim),
                 tcArenaCopyText(g->arena, combine.data, combine.length));
  tcSetAscending(mlirOpResultGetOwner(y));
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), y);
  mlirOperationDestroy(op);
}

static void orderGroup(Group *g, MlirOperation first) {
  TcBuild b = buildBefore(g, first);
  sortPositions(g, &b);
  for (MlirOperation op = first, next; op.ptr; op = next) {
    int64_t dim;
    next = mlirOperationGetNextInBlock(op);
    if (isOf(g, op, &dim))
      orderScatter(g, op, dim);
  }
}

static int64_t orderScatters(TcArena *arena, MlirOperation function) {
  int64_t groups = 0;
  MlirBlock block =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
  MlirOperation op = mlirBlockGetFirstOperation(block), next;
  for (; op.ptr; op = next) {
    Group g = {.arena = arena, .gathered = {.arena = arena}};
    next = mlirOperationGetNextInBlock(op);
    if (!openGroup(&g, op))
      continue;
    orderGroup(&g, op);
    ++groups;
  }
  return groups;
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  return tcPassOnGpuFunctions(module, pass, orderScatters);
}

static const TcPassStatistic statistics[] = {
    {"sorts", "positions that are sorted for several scatters"}};
static const char *const dependents[] = {"prim", NULL};

const TcPassInfo tcPassPrimOrderScatters = {
    .argument = "prim-order-scatters",
    .summary = "Sort scatters of rows over the same positions by these, once, "
               "on GPUs",
    .anchor = "builtin.module",
    .options = tcTargetOptions,
    .numOptions = TC_NUM_TARGET_OPTIONS,
    .statistics = statistics,
    .numStatistics = 1,
    .dependentDialects = dependents,
    .run = run,
};
