// Rules that move reshapes towards the results: through elementwise ops, and
// through products, reductions, slices and gathers that do not touch the
// reshaped dimensions. There they cancel with others, instead of separating ops
// that could be one kernel. Reductions over all that is reshaped need none.
#include "lib/ir/types.h"
#include "passes/simplify/rules.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static MlirValue operand(MlirOperation op, intptr_t i) {
  return mlirOperationGetOperand(op, i);
}

static TcShape resultShape(TcBuild *b, MlirOperation op) {
  return tcShapeOf(b, mlirOperationGetResult(op, 0));
}

// A reshape of x from shape A ++ C to B ++ C, C as long as can be.
typedef struct Reshape {
  MlirValue x;
  TcShape from, to;
  intptr_t a, b; // ranks of A and B
} Reshape;

static bool isReshape(TcBuild *b, MlirValue value, Reshape *r) {
  MlirOperation op = tcDefiningPrim(value, TC_PRIM_RESHAPE);
  if (!op.ptr)
    return false;
  *r = (Reshape){.x = operand(op, 0), .to = tcShapeOf(b, value)};
  r->from = tcShapeOf(b, r->x);
  r->a = r->from.rank;
  r->b = r->to.rank;
  while (r->a && r->b &&
         tcSizeAttrEqual(r->from.sizes[r->a - 1], r->to.sizes[r->b - 1]))
    --r->a, --r->b;
  // Not so where a size in C is 0.
  return tcSizeAttrEqual(tcSizeAttrProduct(b->at.ctx, r->a, r->from.sizes),
                         tcSizeAttrProduct(b->at.ctx, r->b, r->to.sizes));
}

// Whether dimensions of B ++ C all lie in C.
static bool lieInSuffix(const Reshape *r, TcDims dims) {
  for (intptr_t i = 0; i < dims.size; ++i)
    if (dims.data[i] < r->b)
      return false;
  return true;
}

// Such dimensions as those of A ++ C.
static bool inSuffix(const Reshape *r, TcDims dims) {
  if (!lieInSuffix(r, dims))
    return false;
  for (intptr_t i = 0; i < dims.size; ++i)
    dims.data[i] += r->a - r->b;
  return true;
}

//===- Elementwise --------------------------------------------------------===//

// Whether there is a form of the operand from before the reshape r of another.
static bool hasBefore(TcBuild *b, const Reshape *r, MlirValue value) {
  Reshape own;
  if (isReshape(b, value, &own))
    return tcShapeEqual(own.from, r->from);
  if (tcSplatNumber(value).ptr)
    return true;
  MlirOperation op = tcDefiningPrim(value, TC_PRIM_BROADCAST_IN_DIM);
  return op.ptr &&
         lieInSuffix(r, tcAttrDims(b, tcPrimBroadcastInDimGetDims(op)));
}

// The operand as it was before the reshape r of another: reshaped as that was,
// a number, or repeated along A.
static MlirValue before(TcBuild *b, const Reshape *r, MlirValue value) {
  Reshape own;
  if (isReshape(b, value, &own))
    return own.x;
  MlirAttribute number = tcSplatNumber(value);
  if (number.ptr)
    return tcNumberValue(b, number);
  MlirOperation op = tcDefiningPrim(value, TC_PRIM_BROADCAST_IN_DIM);
  TcDims dims = tcAttrDims(b, tcPrimBroadcastInDimGetDims(op));
  inSuffix(r, dims);
  return tcBroadcastInDim(b, operand(op, 0), r->from, dims);
}

bool tcSimplifyReshapeLater(TcRewrite *rw, MlirOperation op) {
  TcBuild b = tcSimplifyBuild(rw);
  intptr_t n = mlirOperationGetNumOperands(op);
  Reshape r = {.x = tcNoValue()};
  MlirValue xs[3];
  for (intptr_t i = 0; i < n && !r.x.ptr; ++i)
    if (!isReshape(&b, operand(op, i), &r))
      r.x = tcNoValue();
  if (!r.x.ptr)
    return false;
  for (intptr_t i = 0; i < n; ++i)
    if (!hasBefore(&b, &r, operand(op, i)))
      return false;
  for (intptr_t i = 0; i < n; ++i)
    xs[i] = before(&b, &r, operand(op, i));
  TcPrimOpKind kind = tcPrimOpKind(op);
  MlirType element = tcElementOf(mlirOperationGetResult(op, 0));
  MlirValue y = kind == TC_PRIM_CONVERT_ELEMENT_TYPE
                    ? tcConvert(&b, xs[0], element)
                    : tcElementwise(&b, kind, n, xs);
  return tcSimplifyReplace(rw, op, tcReshape(&b, y, resultShape(&b, op)));
}

//===- Reductions ---------------------------------------------------------===//

static bool isOrdered(MlirOperation op) {
  return mlirOperationGetInherentAttributeByName(op, tcStr("ordered")).ptr;
}

// Ascending dimensions of B ++ C as those of A ++ C: none of B, or all.
static bool beforeReshape(TcBuild *b, const Reshape *r, TcDims *dims) {
  if (inSuffix(r, *dims))
    return true;
  for (intptr_t i = 0; i < r->b; ++i)
    if (i >= dims->size || dims->data[i] != i)
      return false;
  TcDims all = tcDimsMake(b, r->a + dims->size - r->b);
  for (intptr_t i = 0; i < all.size; ++i)
    all.data[i] = i < r->a ? i : dims->data[i - r->a + r->b] - r->b + r->a;
  *dims = all;
  return true;
}

static bool reduceLater(TcRewrite *rw, MlirOperation op) {
  TcBuild b = tcSimplifyBuild(rw);
  TcDims dims = tcAttrDims(
      &b, mlirOperationGetInherentAttributeByName(op, tcStr("dims")));
  Reshape r;
  if (isOrdered(op) || !isReshape(&b, operand(op, 0), &r) ||
      !beforeReshape(&b, &r, &dims))
    return false;
  MlirValue y = tcReduce(&b, tcPrimOpKind(op), r.x, dims, false);
  if (dims.size)
    tcSimplifyKeepMarks(op, y);
  return tcSimplifyReplace(rw, op, tcReshape(&b, y, resultShape(&b, op)));
}

TC_RULE(sumOfReshape, "prim.sum", "sum(reshape(x)) -> reshape(sum(x))") {
  return reduceLater(rw, op);
}
TC_RULE(amaxOfReshape, "prim.amax", "amax(reshape(x)) -> reshape(amax(x))") {
  return reduceLater(rw, op);
}
TC_RULE(aminOfReshape, "prim.amin", "amin(reshape(x)) -> reshape(amin(x))") {
  return reduceLater(rw, op);
}

//===- Products -----------------------------------------------------------===//

TC_RULE(dotOfReshape, "prim.dot_general",
        "dot(reshape(x), y) -> reshape(dot(x, y)) where free dimensions are "
        "reshaped") {
  TcBuild b = tcSimplifyBuild(rw);
  b.tf32 = tcAllowsTf32(op);
  TcDot d = {tcDimsMake(&b, 0), tcDimsMake(&b, 0),
             tcAttrDims(&b, tcPrimDotGeneralGetSelfContract(op)),
             tcAttrDims(&b, tcPrimDotGeneralGetOtherContract(op))};
  MlirAttribute out = tcPrimDotGeneralGetOut(op);
  Reshape r;
  if (tcPrimDotGeneralGetOrdered(op) || tcPrimDotGeneralGetNumSelfBatch(op) ||
      !isReshape(&b, operand(op, 0), &r) || !inSuffix(&r, d.xContract))
    return false;
  MlirValue y = tcDotGeneral(&b, r.x, operand(op, 1), d,
                             out.ptr ? mlirTypeAttrGetValue(out) : tcNoType());
  return tcSimplifyReplace(rw, op, tcReshape(&b, y, resultShape(&b, op)));
}

// The reshape with a prefix B of `batch` dimensions, where C is as long as that
// allows.
static bool cutBehind(Reshape *r, intptr_t batch) {
  r->a += batch - r->b;
  bool fits = batch >= r->b && batch <= r->to.rank;
  r->b = batch;
  return fits;
}

// Whether the dimensions are 0, 1, 2, ...
static bool areLeading(TcDims dims) {
  for (intptr_t i = 0; i < dims.size; ++i)
    if (dims.data[i] != i)
      return false;
  return true;
}

static bool sameLeading(const Reshape *x, const Reshape *y) {
  TcShape from = x->from, other = y->from;
  from.rank = x->a;
  other.rank = y->a;
  return tcShapeEqual(from, other);
}

TC_RULE(dotOfReshapedBatch, "prim.dot_general",
        "dot(reshape(x), reshape(y)) -> reshape(dot(x, y)) where batch "
        "dimensions are reshaped") {
  TcBuild b = tcSimplifyBuild(rw);
  b.tf32 = tcAllowsTf32(op);
  TcDot d = {tcAttrDims(&b, tcPrimDotGeneralGetSelfBatch(op)),
             tcAttrDims(&b, tcPrimDotGeneralGetOtherBatch(op)),
             tcAttrDims(&b, tcPrimDotGeneralGetSelfContract(op)),
             tcAttrDims(&b, tcPrimDotGeneralGetOtherContract(op))};
  MlirAttribute out = tcPrimDotGeneralGetOut(op);
  Reshape x, y;
  if (tcPrimDotGeneralGetOrdered(op) || !d.xBatch.size ||
      !areLeading(d.xBatch) || !areLeading(d.yBatch) ||
      !isReshape(&b, operand(op, 0), &x) ||
      !isReshape(&b, operand(op, 1), &y) || !cutBehind(&x, d.xBatch.size) ||
      !cutBehind(&y, d.yBatch.size) || !sameLeading(&x, &y) ||
      !inSuffix(&x, d.xContract) || !inSuffix(&y, d.yContract))
    return false;
  d.xBatch = d.yBatch = tcDimsRange(&b, 0, x.a);
  MlirValue product = tcDotGeneral(
      &b, x.x, y.x, d, out.ptr ? mlirTypeAttrGetValue(out) : tcNoType());
  return tcSimplifyReplace(rw, op, tcReshape(&b, product, resultShape(&b, op)));
}

// Whether the reshape is of a transpose that leaves C in its order: one that
// the product's dimension lists can express.
static bool isOfTranspose(const Reshape *r) {
  MlirOperation t = tcDefiningPrim(r->x, TC_PRIM_TRANSPOSE);
  for (intptr_t i = r->a; t.ptr && i + 1 < r->from.rank; ++i)
    if (tcPrimTransposeGetPermutationAt(t, i) >
        tcPrimTransposeGetPermutationAt(t, i + 1))
      return false;
  return t.ptr;
}

// Whether it is of halves, whose rows in memory are whole chunks of 16 bytes if
// they are summed over: units' operands are copied by chunks.
static bool isOfChunks(const Reshape *r) {
  enum { CHUNK = 8 };
  MlirOperation t = tcDefiningPrim(r->x, TC_PRIM_TRANSPOSE);
  int64_t row;
  for (intptr_t i = 0; i < r->a; ++i)
    if (tcPrimTransposeGetPermutationAt(t, i) == r->from.rank - 1 &&
        !(tcSizeAttrIsConstant(r->from.sizes[i], &row) && row % CHUNK == 0))
      return false;
  MlirType element = tcElementOf(r->x);
  return tcTypeIsHalf(element);
}

// A product of this operand, which is a reshape of a transpose that joins what
// is summed over, and of the other one, whose first dimensions these are, too.
static bool joinsSteps(TcBuild *b, MlirOperation dot, intptr_t side,
                       Reshape *r) {
  TcDims steps[2] = {tcAttrDims(b, tcPrimDotGeneralGetSelfContract(dot)),
                     tcAttrDims(b, tcPrimDotGeneralGetOtherContract(dot))};
  return !tcPrimDotGeneralGetOrdered(dot) &&
         !tcPrimDotGeneralGetNumSelfBatch(dot) && areLeading(steps[0]) &&
         areLeading(steps[1]) && isReshape(b, operand(dot, side), r) &&
         r->b == steps[side].size && r->a > r->b && isOfTranspose(r) &&
         isOfChunks(r);
}

TC_RULE(dotOfJoinedSteps, "prim.dot_general",
        "dot(reshape(transpose(x)), y) -> dot(transpose(x), reshape(y)) where "
        "what is summed over is joined (GPUs)") {
  TcBuild b = tcSimplifyBuild(rw);
  b.tf32 = tcAllowsTf32(op);
  MlirValue xs[2] = {operand(op, 0), operand(op, 1)};
  Reshape r;
  intptr_t side = joinsSteps(&b, op, 0, &r) ? 0 : 1;
  if (side && !joinsSteps(&b, op, side, &r))
    return false;
  TcShape other = tcShapeOf(&b, xs[!side]), split = r.from;
  split.rank = r.a;
  for (intptr_t i = r.b; i < other.rank; ++i)
    split = tcShapeInsert(&b, split, split.rank, other.sizes[i]);
  xs[side] = r.x;
  xs[!side] = tcReshape(&b, xs[!side], split);
  TcDims none = tcDimsMake(&b, 0), steps = tcDimsRange(&b, 0, r.a);
  MlirAttribute out = tcPrimDotGeneralGetOut(op);
  return tcSimplifyReplace(
      rw, op,
      tcDotGeneral(&b, xs[0], xs[1], (TcDot){none, none, steps, steps},
                   out.ptr ? mlirTypeAttrGetValue(out) : tcNoType()));
}

//===- Slices -------------------------------------------------------------===//

// Whether the slice leaves dimension `dim` whole.
static bool isWhole(MlirOperation slice, intptr_t dim) {
  MlirAttribute start = tcDimsAttrGetDim(tcPrimSliceGetStarts(slice), dim);
  return tcSizeAttrIsValue(start, 0) &&
         tcPrimSliceGetStepsAt(slice, dim) == 1 &&
         tcSizeAttrEqual(tcValueSize(operand(slice, 0), dim),
                         tcValueSize(mlirOperationGetResult(slice, 0), dim));
}

TC_RULE(sliceOfReshape, "prim.slice",
        "slice(reshape(x)) -> reshape(slice(x)) where what is reshaped stays "
        "whole") {
  TcBuild b = tcSimplifyBuild(rw);
  Reshape r;
  if (!isReshape(&b, operand(op, 0), &r))
    return false;
  for (intptr_t i = 0; i < r.b; ++i)
    if (!isWhole(op, i))
      return false;
  MlirValue y = r.x;
  for (intptr_t i = r.b; i < r.to.rank; ++i)
    y = tcSlice(&b, y, i - r.b + r.a,
                tcDimsAttrGetDim(tcPrimSliceGetStarts(op), i),
                tcValueSize(mlirOperationGetResult(op, 0), i),
                tcPrimSliceGetStepsAt(op, i));
  return tcSimplifyReplace(rw, op, tcReshape(&b, y, resultShape(&b, op)));
}

//===- Gathers ------------------------------------------------------------===//

// Whether the first n dimensions are the same before and after a reshape, and
// what is behind them has as many elements.
static bool keepsFirst(TcBuild *b, TcShape from, TcShape to, intptr_t n) {
  if (from.rank < n || to.rank < n)
    return false;
  for (intptr_t d = 0; d < n; ++d)
    if (!tcSizeAttrEqual(from.sizes[d], to.sizes[d]))
      return false;
  return tcSizeAttrEqual(
      tcSizeAttrProduct(b->at.ctx, from.rank - n, from.sizes + n),
      tcSizeAttrProduct(b->at.ctx, to.rank - n, to.sizes + n));
}

// Rows are gathered from memory as it lies: what is gathered need not be
// copied.
TC_RULE(indexOfReshape, "prim.index",
        "index(reshape(x), i) -> reshape(index(x, i)) where only what is "
        "behind the indexed dimensions is reshaped") {
  TcBuild b = tcSimplifyBuild(rw);
  MlirOperation inner = tcDefiningPrim(operand(op, 0), TC_PRIM_RESHAPE);
  intptr_t n = tcPrimIndexGetNumIndices(op);
  if (!inner.ptr || !n)
    return false;
  MlirValue x = operand(inner, 0);
  MlirValue *at = TC_ARENA_ARRAY(b.arena, MlirValue, (size_t)n);
  for (intptr_t i = 0; i < n; ++i) {
    if (tcPrimIndexGetDimsAt(op, i) != i)
      return false;
    at[i] = tcPrimIndexGetIndices(op, i);
  }
  if (!keepsFirst(&b, tcShapeOf(&b, x), tcShapeOf(&b, operand(op, 0)), n))
    return false;
  MlirValue y = tcIndex(&b, x, n, at, tcDimsRange(&b, 0, n));
  return tcSimplifyReplace(rw, op, tcReshape(&b, y, resultShape(&b, op)));
}

TC_RULE_LIST(tcSimplifyReshapes, &sumOfReshapeRule, &amaxOfReshapeRule,
             &aminOfReshapeRule, &dotOfReshapeRule, &dotOfReshapedBatchRule,
             &dotOfJoinedStepsRule, &sliceOfReshapeRule, &indexOfReshapeRule);
