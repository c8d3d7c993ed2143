// prim-to-loop for reshapes: groups of dimensions that hold the same elements;
// whether the result is the operand's memory, or a map that reads the operand
// through an index map.
#include "passes/lower/lower.h"

#include "lib/ir/attrs.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/sizes.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

// Text of an expression, for tcSizeAttrFormat.
#define TEXT(ATTR) tcAttrCString(l->kernel.arena, (ATTR))

//===- Groups of dimensions -----------------------------------------------===//

// The dimensions of a type that are not constantly one.
typedef TC_VEC(intptr_t) DimVec;

static DimVec properDims(TcLowering *l, MlirValue v) {
  DimVec dims = {0};
  for (intptr_t i = 0; i < tcRank(v); ++i)
    if (!tcSizeAttrIsValue(tcSizeOf(v, i), 1))
      tcVecPush(l->kernel.arena, &dims, i);
  return dims;
}

// A run of operand dimensions and a run of result dimensions that hold the same
// number of elements.
typedef struct Group {
  size_t xBegin, xEnd, yBegin, yEnd; // positions in the lists of dimensions
} Group;
typedef TC_VEC(Group) GroupVec;

typedef struct Reshape {
  TcLowering *l;
  MlirValue x, y;
  DimVec xs, ys;
  GroupVec groups;
} Reshape;

// Whether the run of x should grow: it holds fewer elements, or that of y holds
// a multiple of them.
static bool xIsShorter(MlirAttribute px, MlirAttribute py) {
  int64_t a, b;
  bool constX = tcSizeAttrIsConstant(px, &a);
  bool constY = tcSizeAttrIsConstant(py, &b);
  if (constX && constY)
    return a < b;
  return !mlirAttributeIsNull(tcSizeAttrExactDiv(py, px));
}

// Splits the dimensions into the smallest groups with equal numbers of
// elements.
static void formGroups(Reshape *r) {
  size_t i = 0, j = 0;
  while (i < r->xs.size && j < r->ys.size) {
    Group g = {i, i + 1, j, j + 1};
    MlirAttribute px = tcSizeOf(r->x, r->xs.data[i++]);
    MlirAttribute py = tcSizeOf(r->y, r->ys.data[j++]);
    while (!mlirAttributeEqual(px, py)) {
      bool growX = i < r->xs.size && (xIsShorter(px, py) || j == r->ys.size);
      if (growX)
        px = tcSizeAttrMul(px, tcSizeOf(r->x, r->xs.data[i++]));
      else if (j < r->ys.size)
        py = tcSizeAttrMul(py, tcSizeOf(r->y, r->ys.data[j++]));
      else
        break;
    }
    g.xEnd = i;
    g.yEnd = j;
    tcVecPush(r->l->kernel.arena, &r->groups, g);
  }
}

// Whether every group joins dimensions of the operand: then no data moves, and
// the result is the operand's memory reshaped.
static bool joins(const Reshape *r) {
  for (size_t k = 0; k < r->groups.size; ++k)
    if (r->groups.data[k].xEnd - r->groups.data[k].xBegin > 1)
      return true;
  return false;
}

//===- Index maps ---------------------------------------------------------===//

// x[.., (i * n + j) * m + k, ..] where y has dimensions i, j, k of n, m.
static MlirAttribute joinedIndex(Reshape *r, TcStage *s, Group g) {
  TcLowering *l = r->l;
  MlirAttribute index = tcSizeAttrGetConstant(l->kernel.ctx, 0);
  for (size_t j = g.yBegin; j < g.yEnd; ++j) {
    intptr_t d = r->ys.data[j];
    index = tcSizeAttrFormat(l->kernel.ctx, "(%s)*(%s) + %s", TEXT(index),
                             TEXT(tcSizeOf(r->y, d)), TEXT(s->iters.data[d]));
  }
  return index;
}

// x[.., i floordiv m, i mod m, ..] where x has dimensions of n, m: those of the
// group.
static void splitIndex(Reshape *r, TcStage *s, Group g, MlirAttribute *map) {
  TcLowering *l = r->l;
  MlirAttribute at = s->iters.data[r->ys.data[g.yBegin]];
  for (size_t i = g.xEnd; i-- > g.xBegin;) {
    intptr_t d = r->xs.data[i];
    const char *n = TEXT(tcSizeOf(r->x, d));
    map[d] = i == g.xBegin
                 ? at
                 : tcSizeAttrFormat(l->kernel.ctx, "mod(%s, %s)", TEXT(at), n);
    at = tcSizeAttrFormat(l->kernel.ctx, "floordiv(%s, %s)", TEXT(at), n);
  }
}

//===- Reads through an index map, or memory ------------------------------===//

static bool isAmong(MlirAttribute list, intptr_t d) {
  for (intptr_t i = 0; i < mlirDenseArrayGetNumElements(list); ++i)
    if (mlirDenseI64ArrayGetElement(list, i) == d)
      return true;
  return false;
}

// Whether all that reads y are products that have all points of its dimension d
// in common.
static bool isBatch(MlirValue y, intptr_t d) {
  MlirOpOperand use = mlirValueGetFirstUse(y);
  bool any = !mlirOpOperandIsNull(use);
  for (; any && !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    any = tcPrimOpKind(op) == TC_PRIM_DOT_GENERAL &&
          isAmong(mlirOpOperandGetOperandNumber(use)
                      ? tcPrimDotGeneralGetOtherBatch(op)
                      : tcPrimDotGeneralGetSelfBatch(op),
                  d);
  }
  return any;
}

static bool isBroadcast(MlirValue x) {
  return mlirValueIsAOpResult(x) &&
         tcPrimOpKind(mlirOpResultGetOwner(x)) == TC_PRIM_BROADCAST_IN_DIM;
}

// Heads of keys that several heads of queries share: a broadcast whose
// dimensions are joined to one that products have as their batch. Then it is
// read through an index map, h floordiv 4, which costs them nothing, and does
// not become memory. (Products could not read so along rows, columns, or what
// they reduce over, for which memory has to be contiguous.)
static bool repeatsBatches(const Reshape *r, MlirValue x) {
  int64_t n;
  bool any = false;
  for (size_t k = 0; isBroadcast(x) && k < r->groups.size; ++k) {
    Group g = r->groups.data[k];
    if (g.xEnd - g.xBegin == 1)
      continue;
    any = g.yEnd - g.yBegin == 1 && isBatch(r->y, r->ys.data[g.yBegin]);
    for (size_t i = g.xBegin + 1; i < g.xEnd && any; ++i)
      any = tcSizeAttrIsConstant(tcSizeOf(r->x, r->xs.data[i]), &n);
    if (!any)
      return false;
  }
  return any;
}

// The layout of a function's argument; null if it is dense, or something else.
static MlirAttribute layoutOf(MlirValue v) {
  if (!mlirValueIsABlockArgument(v))
    return mlirAttributeGetNull();
  MlirOperation func =
      mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(v));
  intptr_t i = mlirBlockArgumentGetArgNumber(v);
  MlirAttribute all = tcAttrOf(func, "arg_attrs");
  return tcIsA(func, "func.func") && !mlirAttributeIsNull(all)
             ? mlirDictionaryAttrGetElementByName(
                   mlirArrayAttrGetElement(all, i), tcStr("tc.layout"))
             : mlirAttributeGetNull();
}

// Whether x is an argument whose dimensions are put into the order in which
// they lie, so that joining them moves nothing: heads that PyTorch's attention
// gives next to each other.
static bool putsInOrder(MlirValue x) {
  MlirOperation op = tcDefiningOp(x);
  if (mlirOperationIsNull(op) || tcPrimOpKind(op) != TC_PRIM_TRANSPOSE)
    return false;
  MlirAttribute layout = layoutOf(mlirOperationGetOperand(op, 0));
  if (mlirAttributeIsNull(layout) || tcLayoutAttrIsStrided(layout))
    return false;
  for (intptr_t i = 0; i < tcRank(x); ++i)
    if (tcLayoutAttrGetOrder(layout, i) !=
        tcPrimTransposeGetPermutationAt(op, i))
      return false;
  return true;
}

// Whether each group that joins dimensions makes one of them, of constant
// sizes.
static bool isSimple(const Reshape *r) {
  int64_t n;
  for (size_t k = 0; k < r->groups.size; ++k) {
    Group g = r->groups.data[k];
    if (g.xEnd - g.xBegin > 1 && g.yEnd - g.yBegin > 1)
      return false;
    for (size_t i = g.xBegin + 1; i < g.xEnd; ++i)
      if (!tcSizeAttrIsConstant(tcSizeOf(r->x, r->xs.data[i]), &n))
        return false;
  }
  return true;
}

// Whether x is made of results of convolutions by moves alone, or some of it
// is: channels may lie last, so that an index map moves runs of them. Moves
// inside of x may be launches by now (prim-to-loop.c, lowerFirst). Four moves
// for each of three dimensions suffice.
static bool isConvolved(MlirValue x, int moves) {
  enum { MOST = 12 };
  MlirOperation op = tcDefiningOp(x);
  if (mlirOperationIsNull(op) || moves > MOST)
    return false;
  switch (tcPrimOpKind(op)) {
  case TC_PRIM_CONVOLUTION:
    return true;
  case TC_PRIM_RESHAPE:
  case TC_PRIM_TRANSPOSE:
  case TC_PRIM_SLICE:
  case TC_PRIM_PAD:
    return isConvolved(mlirOperationGetOperand(op, 0), moves + 1);
  case TC_PRIM_CAT:
    break;
  default:
    if (tcLoopOpKind(op) != TC_LOOP_LAUNCH)
      return false;
  }
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    if (isConvolved(mlirOperationGetOperand(op, i), moves + 1))
      return true;
  return false;
}

// Whether x is a concatenation, for this alone, along a dimension that is
// joined to one outside of it: then elements of its parts alternate in y. Its
// kernel stores them so if it is read through an index map, and the result has
// the dimensions that its readers name, which may lie in any order.
static bool interleaves(const Reshape *r, MlirValue x) {
  MlirOperation op = tcDefiningOp(x);
  bool may = r->l->options.interleaves || r->l->options.interleavesPhases;
  if (!may || mlirOperationIsNull(op) || tcPrimOpKind(op) != TC_PRIM_CAT ||
      !mlirOpOperandIsNull(mlirOpOperandGetNextUse(mlirValueGetFirstUse(x))))
    return false;
  intptr_t dim = (intptr_t)tcPrimCatGetDim(op);
  for (size_t k = 0; k < r->groups.size; ++k) {
    Group g = r->groups.data[k];
    for (size_t i = g.xBegin + 1; i < g.xEnd; ++i)
      if (r->xs.data[i] == dim)
        return r->l->options.interleaves || isConvolved(x, 0);
  }
  return false;
}

static bool isMove(TcPrimOpKind kind) {
  return kind == TC_PRIM_SLICE || kind == TC_PRIM_TRANSPOSE ||
         kind == TC_PRIM_BROADCAST_IN_DIM;
}

// Whether products read v, or what moves make of it: they need memory.
static bool feedsProduct(MlirValue v) {
  MlirOpOperand use = mlirValueGetFirstUse(v);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    TcPrimOpKind kind = tcPrimOpKind(op);
    if (kind == TC_PRIM_DOT_GENERAL || kind == TC_PRIM_CONVOLUTION ||
        (isMove(kind) && feedsProduct(mlirOperationGetResult(op, 0))))
      return true;
  }
  return false;
}

// Whether x is moved, and its reshape y moved on, for nothing else: then all
// are one index map, and neither is stored. The gradient of a pool, whose
// positions are computed by phases.
static bool isMovedOn(const Reshape *r, MlirValue x, MlirValue y) {
  MlirOperation op = tcDefiningOp(x);
  if (!r->l->options.interleaves || mlirOperationIsNull(op) ||
      !tcHasOneUse(x) || !tcHasOneUse(y))
    return false;
  TcPrimOpKind from = tcPrimOpKind(op);
  TcPrimOpKind to =
      tcPrimOpKind(mlirOpOperandGetOwner(mlirValueGetFirstUse(y)));
  return (from == TC_PRIM_TRANSPOSE || from == TC_PRIM_BROADCAST_IN_DIM) &&
         isMove(to) && !feedsProduct(y);
}

// Whether x, which something else reads too, is only returned under this other
// shape: x is memory anyway, and that memory is the result. (Without another
// reader the index map is part of the kernel that makes x.)
static bool returnsMemory(MlirValue x, MlirValue y) {
  MlirOpOperand use = mlirValueGetFirstUse(y);
  if (!mlirValueIsAOpResult(x) || mlirOpOperandIsNull(use) ||
      mlirOpOperandIsNull(mlirOpOperandGetNextUse(mlirValueGetFirstUse(x))))
    return false;
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (!tcIsA(mlirOpOperandGetOwner(use), "func.return"))
      return false;
  return true;
}

// Whether every group is of one dimension of the operand, and a transpose that
// convolutions alone read is all that reads the result: their borders are then
// bounds of dimensions.
static bool splitsImages(const Reshape *r, MlirValue y) {
  bool splits = false;
  for (size_t k = 0; k < r->groups.size; ++k) {
    if (r->groups.data[k].xEnd - r->groups.data[k].xBegin > 1)
      return false;
    splits |= r->groups.data[k].yEnd - r->groups.data[k].yBegin > 1;
  }
  MlirOpOperand use = mlirValueGetFirstUse(y);
  for (; splits && !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation move = mlirOpOperandGetOwner(use);
    splits = tcPrimOpKind(move) == TC_PRIM_TRANSPOSE;
    MlirOpOperand read =
        splits ? mlirValueGetFirstUse(mlirOperationGetResult(move, 0))
               : (MlirOpOperand){NULL};
    for (; !mlirOpOperandIsNull(read); read = mlirOpOperandGetNextUse(read))
      splits &=
          tcPrimOpKind(mlirOpOperandGetOwner(read)) == TC_PRIM_CONVOLUTION;
  }
  return splits;
}

//===- The op -------------------------------------------------------------===//

MlirLogicalResult tcLowerReshape(MlirOperation op, TcLowering *l) {
  Reshape r = {.l = l,
               .x = tcKernelArg(&l->kernel, 0),
               .y = mlirOperationGetResult(op, 0)};
  r.xs = properDims(l, r.x);
  r.ys = properDims(l, r.y);
  formGroups(&r);
  MlirValue x = mlirOperationGetOperand(op, 0);
  l->keep =
      (joins(&r) && !repeatsBatches(&r, x) &&
       !((putsInOrder(x) || interleaves(&r, x) || isMovedOn(&r, x, r.y)) &&
         isSimple(&r))) ||
      splitsImages(&r, r.y) || returnsMemory(x, r.y);
  if (l->keep)
    return mlirLogicalResultSuccess();
  TcStage s;
  tcLowerOpenMap(l, &s, op);
  MlirAttribute *map = tcLowerNewMap(l, tcRank(r.x));
  for (intptr_t i = 0; i < tcRank(r.x); ++i)
    map[i] = tcSizeAttrGetConstant(l->kernel.ctx, 0);
  for (size_t k = 0; k < r.groups.size; ++k) {
    Group g = r.groups.data[k];
    if (g.xEnd - g.xBegin > 1)
      splitIndex(&r, &s, g, map);
    else
      map[r.xs.data[g.xBegin]] = joinedIndex(&r, &s, g);
  }
  return tcLowerYieldMap(l, &s, tcLowerRead(l, &s, 0, map));
}
