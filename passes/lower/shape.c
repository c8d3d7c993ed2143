// prim-to-loop for ops that move elements: a map that yields its input, read
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

static MlirValue result(MlirOperation op) {
  return mlirOperationGetResult(op, 0);
}

static MlirAttribute *newMap(TcLowering *l, intptr_t rank) {
  return TC_ARENA_ARRAY(l->kernel.arena, MlirAttribute, (size_t)rank + 1);
}

static void openOver(TcLowering *l, TcStage *s, MlirOperation op) {
  tcStageOpen(s, &l->kernel);
  tcLowerIters(l, s, mlirValueGetType(result(op)));
}

static MlirLogicalResult finish(TcLowering *l, TcStage *s, MlirValue y) {
  tcStageYield(s, 1, &y);
  tcLowerFinishMap(l, s);
  return mlirLogicalResultSuccess();
}

static MlirAttribute zero(TcLowering *l) {
  return tcSizeAttrGetConstant(l->kernel.ctx, 0);
}

static bool isOne(MlirAttribute size) {
  int64_t v;
  return tcSizeAttrIsConstant(size, &v) && v == 1;
}

//===- Permutations and repetitions ---------------------------------------===//

// y[.., i_k, ..] = x[i_dims[0], i_dims[1], ...]
MlirLogicalResult tcLowerBroadcastInDim(MlirOperation op, TcLowering *l) {
  TcStage s;
  openOver(l, &s, op);
  MlirValue x = tcKernelArg(&l->kernel, 0);
  MlirAttribute dims = tcPrimBroadcastInDimGetDims(op);
  MlirAttribute *map = newMap(l, tcRank(x));
  for (intptr_t i = 0; i < tcRank(x); ++i) {
    int64_t d = mlirDenseI64ArrayGetElement(dims, i);
    bool repeats = isOne(tcSizeOf(x, i));
    map[i] = repeats ? zero(l) : tcIterExpr(s.iters.data[d]);
  }
  return finish(l, &s, tcLowerRead(l, &s, 0, map));
}

// y[i_0, i_1, ...] = x[.., i_k at permutation[k], ..]
MlirLogicalResult tcLowerTranspose(MlirOperation op, TcLowering *l) {
  TcStage s;
  openOver(l, &s, op);
  MlirAttribute permutation = tcPrimTransposeGetPermutation(op);
  intptr_t rank = tcRank(result(op));
  MlirAttribute *map = newMap(l, rank);
  for (intptr_t i = 0; i < rank; ++i)
    map[mlirDenseI64ArrayGetElement(permutation, i)] =
        tcIterExpr(s.iters.data[i]);
  return finish(l, &s, tcLowerRead(l, &s, 0, map));
}

MlirLogicalResult tcLowerRev(MlirOperation op, TcLowering *l) {
  TcStage s;
  openOver(l, &s, op);
  MlirAttribute dims = tcPrimRevGetDims(op);
  intptr_t rank = tcRank(result(op));
  MlirAttribute *map = newMap(l, rank);
  for (intptr_t i = 0; i < rank; ++i)
    map[i] = tcIterExpr(s.iters.data[i]);
  for (intptr_t k = 0; k < mlirDenseArrayGetNumElements(dims); ++k) {
    int64_t d = mlirDenseI64ArrayGetElement(dims, k);
    map[d] = tcSizeAttrFormat(l->kernel.ctx, "%s - 1 - (%s)",
                              TEXT(tcSizeOf(result(op), d)), TEXT(map[d]));
  }
  return finish(l, &s, tcLowerRead(l, &s, 0, map));
}

//===- Reshape ------------------------------------------------------------===//

// The dimensions of a type that are not constantly one.
typedef TC_VEC(intptr_t) DimVec;

static DimVec properDims(TcLowering *l, MlirValue v) {
  DimVec dims = {0};
  for (intptr_t i = 0; i < tcRank(v); ++i)
    if (!isOne(tcSizeOf(v, i)))
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

// x[.., (i * n + j) * m + k, ..] where y has dimensions i, j, k of n, m.
static MlirAttribute joinedIndex(Reshape *r, TcStage *s, Group g) {
  TcLowering *l = r->l;
  MlirAttribute index = zero(l);
  for (size_t j = g.yBegin; j < g.yEnd; ++j) {
    intptr_t d = r->ys.data[j];
    index = tcSizeAttrFormat(l->kernel.ctx, "(%s)*(%s) + %s", TEXT(index),
                             TEXT(tcSizeOf(r->y, d)), TEXT(s->iters.data[d]));
  }
  return index;
}

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
  MlirOperation op =
      mlirValueIsAOpResult(x) ? mlirOpResultGetOwner(x) : (MlirOperation){NULL};
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

static MlirOperation definingOp(MlirValue x) {
  return mlirValueIsAOpResult(x) ? mlirOpResultGetOwner(x)
                                 : (MlirOperation){NULL};
}

// Whether x is made of results of convolutions by moves alone, or some of it
// is: channels may lie last, so that an index map moves runs of them. Moves
// inside of x may be launches by now (prim-to-loop.c, lowerFirst). Four moves
// for each of three dimensions suffice.
static bool isConvolved(MlirValue x, int moves) {
  enum { MOST = 12 };
  MlirOperation op = definingOp(x);
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
  MlirOperation op = definingOp(x);
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
        (isMove(kind) && feedsProduct(result(op))))
      return true;
  }
  return false;
}

// Whether x is moved, and its reshape y moved on, for nothing else: then all
// are one index map, and neither is stored. The gradient of a pool, whose
// positions are computed by phases.
static bool isMovedOn(const Reshape *r, MlirValue x, MlirValue y) {
  MlirOperation op = definingOp(x);
  if (!r->l->options.interleaves || mlirOperationIsNull(op) ||
      !tcHasOneUse(x) || !tcHasOneUse(y))
    return false;
  TcPrimOpKind from = tcPrimOpKind(op);
  TcPrimOpKind to =
      tcPrimOpKind(mlirOpOperandGetOwner(mlirValueGetFirstUse(y)));
  return (from == TC_PRIM_TRANSPOSE || from == TC_PRIM_BROADCAST_IN_DIM) &&
         isMove(to) && !feedsProduct(y);
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

MlirLogicalResult tcLowerReshape(MlirOperation op, TcLowering *l) {
  Reshape r = {.l = l, .x = tcKernelArg(&l->kernel, 0), .y = result(op)};
  r.xs = properDims(l, r.x);
  r.ys = properDims(l, r.y);
  formGroups(&r);
  MlirValue x = mlirOperationGetOperand(op, 0);
  l->keep = (joins(&r) && !repeatsBatches(&r, x) &&
             !((putsInOrder(x) || interleaves(&r, x) ||
                isMovedOn(&r, x, result(op))) &&
               isSimple(&r))) ||
            splitsImages(&r, mlirOperationGetResult(op, 0)) ||
            returnsMemory(x, mlirOperationGetResult(op, 0));
  if (l->keep)
    return mlirLogicalResultSuccess();
  TcStage s;
  openOver(l, &s, op);
  MlirAttribute *map = newMap(l, tcRank(r.x));
  for (intptr_t i = 0; i < tcRank(r.x); ++i)
    map[i] = zero(l);
  for (size_t k = 0; k < r.groups.size; ++k) {
    Group g = r.groups.data[k];
    if (g.xEnd - g.xBegin > 1)
      splitIndex(&r, &s, g, map);
    else
      map[r.xs.data[g.xBegin]] = joinedIndex(&r, &s, g);
  }
  return finish(l, &s, tcLowerRead(l, &s, 0, map));
}

//===- Parts and joins ----------------------------------------------------===//

MlirLogicalResult tcLowerSlice(MlirOperation op, TcLowering *l) {
  TcStage s;
  openOver(l, &s, op);
  MlirAttribute starts = tcPrimSliceGetStarts(op);
  MlirAttribute steps = tcPrimSliceGetSteps(op);
  intptr_t rank = tcRank(result(op));
  MlirAttribute *map = newMap(l, rank);
  for (intptr_t i = 0; i < rank; ++i)
    map[i] =
        tcSizeAttrFormat(l->kernel.ctx, "%s*%lld + (%s)", TEXT(s.iters.data[i]),
                         (long long)mlirDenseI64ArrayGetElement(steps, i),
                         TEXT(tcDimsAttrGetDim(starts, i)));
  return finish(l, &s, tcLowerRead(l, &s, 0, map));
}

// The constant that a rank-0 value is known to be, or null.
static MlirAttribute constantOf(MlirValue v) {
  if (!mlirValueIsAOpResult(v))
    return mlirAttributeGetNull();
  MlirOperation def = mlirOpResultGetOwner(v);
  if (tcPrimOpKind(def) != TC_PRIM_CONSTANT)
    return mlirAttributeGetNull();
  MlirAttribute value = tcPrimConstantGetValue(def);
  return mlirAttributeIsADenseElements(value)
             ? mlirDenseElementsAttrGetSplatValue(value)
             : mlirAttributeGetNull();
}

// Where interior padding stands between elements: whether (i - low) is no
// multiple of interior + 1 in some dimension.
static MlirValue betweenElements(TcLowering *l, TcStage *s, MlirOperation op) {
  MlirValue between = {NULL};
  MlirAttribute interior = tcPrimPadGetInterior(op);
  MlirAttribute low = tcPrimPadGetLow(op);
  for (intptr_t i = 0; i < (intptr_t)s->iters.size; ++i) {
    int64_t step = mlirDenseI64ArrayGetElement(interior, i) + 1;
    if (step == 1)
      continue;
    MlirValue phase = tcScalarIndex(
        &s->body,
        tcSizeAttrFormat(l->kernel.ctx, "mod(%s - (%s), %lld)",
                         TEXT(s->iters.data[i]), TEXT(tcDimsAttrGetDim(low, i)),
                         (long long)step));
    MlirValue zeroIndex = tcScalarIndex(&s->body, zero(l));
    MlirValue off = tcPrimNe(&s->body, phase, zeroIndex);
    between = between.ptr ? tcPrimBitwiseOr(&s->body, between, off) : off;
  }
  return between;
}

// Whether i is inside the operand, for a padding value known at run time only.
static MlirValue outside(TcLowering *l, TcStage *s, MlirValue x,
                         const MlirAttribute *map, MlirValue so) {
  for (intptr_t i = 0; i < tcRank(x); ++i) {
    MlirValue index = tcScalarIndex(&s->body, map[i]);
    MlirValue below =
        tcPrimLt(&s->body, index, tcScalarIndex(&s->body, zero(l)));
    MlirValue above =
        tcPrimGe(&s->body, index, tcScalarIndex(&s->body, tcSizeOf(x, i)));
    MlirValue out = tcPrimBitwiseOr(&s->body, below, above);
    so = so.ptr ? tcPrimBitwiseOr(&s->body, so, out) : out;
  }
  return so;
}

MlirLogicalResult tcLowerPad(MlirOperation op, TcLowering *l) {
  TcStage s;
  openOver(l, &s, op);
  MlirValue x = tcKernelArg(&l->kernel, 0);
  MlirAttribute low = tcPrimPadGetLow(op), interior = tcPrimPadGetInterior(op);
  MlirAttribute *map = newMap(l, tcRank(x));
  for (intptr_t i = 0; i < tcRank(x); ++i)
    map[i] = tcSizeAttrFormat(
        l->kernel.ctx, "floordiv(%s - (%s), %lld)", TEXT(s.iters.data[i]),
        TEXT(tcDimsAttrGetDim(low, i)),
        (long long)mlirDenseI64ArrayGetElement(interior, i) + 1);
  MlirAttribute fill = constantOf(mlirOperationGetOperand(op, 1));
  MlirValue use = betweenElements(l, &s, op);
  if (mlirAttributeIsNull(fill)) {
    use = outside(l, &s, x, map, use);
    fill = tcScalarAttr(tcElementType(x), 0);
  }
  MlirValue y = tcStageRead(&s, x, tcRank(x), map, fill);
  if (use.ptr)
    y = tcPrimWhere(&s.body, use, tcLowerRead(l, &s, 1, NULL), y);
  return finish(l, &s, y);
}

// y[.., i, ..] = the operand that covers i; each is read as zero outside of
// itself. As a map it can be fused with its readers.
MlirLogicalResult tcLowerCat(MlirOperation op, TcLowering *l) {
  TcStage s;
  openOver(l, &s, op);
  intptr_t dim = (intptr_t)tcPrimCatGetDim(op), rank = tcRank(result(op));
  intptr_t n = mlirOperationGetNumOperands(op);
  MlirAttribute offset = zero(l);
  MlirValue y = {NULL};
  for (intptr_t p = 0; p < n; ++p) {
    MlirValue x = tcKernelArg(&l->kernel, p);
    MlirAttribute *map = newMap(l, rank);
    for (intptr_t i = 0; i < rank; ++i)
      map[i] = tcIterExpr(s.iters.data[i]);
    map[dim] = tcSizeAttrFormat(l->kernel.ctx, "%s - (%s)", TEXT(map[dim]),
                                TEXT(offset));
    MlirValue operand =
        tcStageRead(&s, x, rank, map, tcScalarAttr(tcElementType(x), 0));
    if (y.ptr) {
      MlirValue i = tcScalarIndex(&s.body, tcIterExpr(s.iters.data[dim]));
      MlirValue begin = tcScalarIndex(&s.body, offset);
      y = tcPrimWhere(&s.body, tcPrimLt(&s.body, i, begin), y, operand);
    } else {
      y = operand;
    }
    offset = tcSizeAttrAdd(offset, tcSizeOf(x, dim));
  }
  return finish(l, &s, y);
}
