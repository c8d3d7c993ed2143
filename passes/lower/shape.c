// prim-to-loop for ops that move elements: a map that yields its input, read
// through an index map. reshape.c has reshapes.
#include "passes/lower/lower.h"

#include "lib/ir/attrs.h"
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

static MlirAttribute zero(TcLowering *l) {
  return tcSizeAttrGetConstant(l->kernel.ctx, 0);
}

//===- Permutations and repetitions ---------------------------------------===//

// y[.., i_k, ..] = x[i_dims[0], i_dims[1], ...]
MlirLogicalResult tcLowerBroadcastInDim(MlirOperation op, TcLowering *l) {
  TcStage s;
  tcLowerOpenMap(l, &s, op);
  MlirValue x = tcKernelArg(&l->kernel, 0);
  MlirAttribute dims = tcPrimBroadcastInDimGetDims(op);
  MlirAttribute *map = tcLowerNewMap(l, tcRank(x));
  for (intptr_t i = 0; i < tcRank(x); ++i) {
    int64_t d = mlirDenseI64ArrayGetElement(dims, i);
    bool repeats = tcSizeAttrIsValue(tcSizeOf(x, i), 1);
    map[i] = repeats ? zero(l) : tcIterExpr(s.iters.data[d]);
  }
  return tcLowerYieldMap(l, &s, tcLowerRead(l, &s, 0, map));
}

// y[i_0, i_1, ...] = x[.., i_k at permutation[k], ..]
MlirLogicalResult tcLowerTranspose(MlirOperation op, TcLowering *l) {
  TcStage s;
  tcLowerOpenMap(l, &s, op);
  MlirAttribute permutation = tcPrimTransposeGetPermutation(op);
  intptr_t rank = tcRank(result(op));
  MlirAttribute *map = tcLowerNewMap(l, rank);
  for (intptr_t i = 0; i < rank; ++i)
    map[mlirDenseI64ArrayGetElement(permutation, i)] =
        tcIterExpr(s.iters.data[i]);
  return tcLowerYieldMap(l, &s, tcLowerRead(l, &s, 0, map));
}

MlirLogicalResult tcLowerRev(MlirOperation op, TcLowering *l) {
  TcStage s;
  tcLowerOpenMap(l, &s, op);
  MlirAttribute dims = tcPrimRevGetDims(op);
  intptr_t rank = tcRank(result(op));
  MlirAttribute *map = tcLowerNewMap(l, rank);
  for (intptr_t i = 0; i < rank; ++i)
    map[i] = tcIterExpr(s.iters.data[i]);
  for (intptr_t k = 0; k < mlirDenseArrayGetNumElements(dims); ++k) {
    int64_t d = mlirDenseI64ArrayGetElement(dims, k);
    map[d] = tcSizeAttrFormat(l->kernel.ctx, "%s - 1 - (%s)",
                              TEXT(tcSizeOf(result(op), d)), TEXT(map[d]));
  }
  return tcLowerYieldMap(l, &s, tcLowerRead(l, &s, 0, map));
}

//===- Parts and joins ----------------------------------------------------===//

MlirLogicalResult tcLowerSlice(MlirOperation op, TcLowering *l) {
  TcStage s;
  tcLowerOpenMap(l, &s, op);
  MlirAttribute starts = tcPrimSliceGetStarts(op);
  MlirAttribute steps = tcPrimSliceGetSteps(op);
  intptr_t rank = tcRank(result(op));
  MlirAttribute *map = tcLowerNewMap(l, rank);
  for (intptr_t i = 0; i < rank; ++i)
    map[i] =
        tcSizeAttrFormat(l->kernel.ctx, "%s*%lld + (%s)", TEXT(s.iters.data[i]),
                         (long long)mlirDenseI64ArrayGetElement(steps, i),
                         TEXT(tcDimsAttrGetDim(starts, i)));
  return tcLowerYieldMap(l, &s, tcLowerRead(l, &s, 0, map));
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
  tcLowerOpenMap(l, &s, op);
  MlirValue x = tcKernelArg(&l->kernel, 0);
  MlirAttribute low = tcPrimPadGetLow(op), interior = tcPrimPadGetInterior(op);
  MlirAttribute *map = tcLowerNewMap(l, tcRank(x));
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
  return tcLowerYieldMap(l, &s, y);
}

// y[.., i, ..] = the operand that covers i; each is read as zero outside of
// itself. As a map it can be fused with its readers.
MlirLogicalResult tcLowerCat(MlirOperation op, TcLowering *l) {
  TcStage s;
  tcLowerOpenMap(l, &s, op);
  intptr_t dim = (intptr_t)tcPrimCatGetDim(op), rank = tcRank(result(op));
  intptr_t n = mlirOperationGetNumOperands(op);
  MlirAttribute offset = zero(l);
  MlirValue y = {NULL};
  for (intptr_t p = 0; p < n; ++p) {
    MlirValue x = tcKernelArg(&l->kernel, p);
    MlirAttribute *map = tcLowerNewMap(l, rank);
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
  return tcLowerYieldMap(l, &s, y);
}
