// Replays the steps from one view to another as calls, in both directions: from
// the parent's value to the view's, and back when the view is written.
#include "passes/fx/functionalise.h"

#include "tc/gen/FxOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

//===- Values in both directions ------------------------------------------===//

MlirValue tcFxEmit(TcBuild *b, const char *target, MlirType type, intptr_t n,
                   const MlirValue *values, const MlirAttribute *leaves) {
  MlirAttribute tree[8];
  MlirValue operands[8];
  intptr_t numOperands = 0;
  for (intptr_t i = 0; i < n; ++i) {
    if (values[i].ptr) {
      tree[i] = tcFxArgAttrGet(b->at.ctx, numOperands);
      operands[numOperands++] = values[i];
    } else {
      tree[i] = leaves[i];
    }
    if (!tree[i].ptr)
      return tcNoValue();
  }
  return tcOpOnlyResult(tcFxCall(&b->at, 1, &type, tcStr(target), numOperands,
                                 operands,
                                 mlirArrayAttrGet(b->at.ctx, n, tree)));
}

MlirAttribute tcFxLeafOfSize(MlirAttribute size) {
  int64_t value;
  return size.ptr && tcSizeAttrIsConstant(size, &value)
             ? tcAttrI64(mlirAttributeGetContext(size), value)
             : size;
}

MlirAttribute tcFxLeafOfSizes(TcBuild *b, TcShape shape) {
  TcShape leaves = tcShapeMake(b, shape.rank);
  for (intptr_t i = 0; i < shape.rank; ++i)
    leaves.sizes[i] = tcFxLeafOfSize(shape.sizes[i]);
  return mlirArrayAttrGet(b->at.ctx, leaves.rank, leaves.sizes);
}

static MlirAttribute leafOfInt(TcBuild *b, int64_t value) {
  return tcAttrI64(b->at.ctx, value);
}

static MlirAttribute leafOfDims(TcBuild *b, TcDims dims) {
  MlirAttribute *leaves = tcShapeMake(b, dims.size).sizes;
  for (intptr_t i = 0; i < dims.size; ++i)
    leaves[i] = leafOfInt(b, dims.data[i]);
  return mlirArrayAttrGet(b->at.ctx, dims.size, leaves);
}

static MlirAttribute leafOfElement(MlirType type) {
  return mlirTypeAttrGet(tcTypeGetElement(type));
}

// target(x, leaf)
static MlirValue unary(TcBuild *b, const char *target, MlirType type,
                       MlirValue x, MlirAttribute leaf) {
  const MlirValue values[2] = {x, tcNoValue()};
  const MlirAttribute leaves[2] = {tcNoAttr(), leaf};
  return tcFxEmit(b, target, type, leaf.ptr ? 2 : 1, values, leaves);
}

static MlirValue viewAs(TcBuild *b, MlirValue x, MlirType type) {
  return unary(b, "aten.view.default", type, x,
               tcFxLeafOfSizes(b, tcFxShapeOf(b, type)));
}

// The arguments of a step after its operands, as slice, select, diagonal and
// as_strided take them, and their scatters.
static intptr_t stepLeaves(TcBuild *b, const TcStep *step, TcShape shape,
                           MlirAttribute *out) {
  switch (step->kind) {
  case TC_STEP_SLICE:
    out[0] = leafOfInt(b, step->dim);
    out[1] = tcFxLeafOfSize(step->start);
    out[2] = tcFxLeafOfSize(step->end);
    out[3] = leafOfInt(b, step->step);
    return 4;
  case TC_STEP_SELECT:
    out[0] = leafOfInt(b, step->dim);
    out[1] = tcFxLeafOfSize(step->start);
    return 2;
  case TC_STEP_DIAGONAL:
    out[0] = leafOfInt(b, step->diagonal);
    out[1] = leafOfInt(b, step->dim);
    out[2] = leafOfInt(b, step->dim2);
    return 3;
  default:
    out[0] = tcFxLeafOfSizes(b, shape);
    out[1] = tcFxLeafOfSizes(b, (TcShape){shape.rank, step->strides.sizes});
    out[2] = tcFxLeafOfSize(step->strides.offset);
    return 3;
  }
}

// target(x, [y,] leaves of the step)
static MlirValue withLeaves(TcBuild *b, const TcStep *step, const char *target,
                            MlirType type, MlirValue x, MlirValue y,
                            TcShape shape) {
  MlirValue values[6] = {{0}};
  MlirAttribute leaves[6] = {{0}};
  intptr_t n = y.ptr ? 2 : 1;
  values[0] = x;
  values[1] = y;
  n += stepLeaves(b, step, shape, leaves + n);
  return tcFxEmit(b, target, type, n, values, leaves);
}

// ORDER: TC_STEP_SLICE, SELECT, DIAGONAL, STRIDED.
static const char *const readers[] = {"aten.slice.Tensor", "aten.select.int",
                                      "aten.diagonal.default",
                                      "aten.as_strided.default"};
static const char *const writers[] = {
    "aten.slice_scatter.default", "aten.select_scatter.default",
    "aten.diagonal_scatter.default", "aten.as_strided_scatter.default"};

// Repeats the call on the parent's new value.
static MlirValue repeat(TcBuild *b, const TcStep *step, MlirValue parent) {
  MlirOperation again = mlirOperationClone(step->call);
  tcBuilderInsert(&b->at, again);
  mlirOperationSetOperand(again, step->operand, parent);
  return mlirOperationGetResult(again, step->result);
}

MlirValue tcStepForward(TcBuild *b, const TcStep *step, MlirValue parent,
                        MlirType type) {
  TcShape shape = tcFxShapeOf(b, type);
  if (!parent.ptr)
    return parent;
  switch (step->kind) {
  case TC_STEP_SAME:
    return parent;
  case TC_STEP_RESHAPE:
    return viewAs(b, parent, type);
  case TC_STEP_PERMUTE:
    return unary(b, "aten.permute.default", type, parent,
                 leafOfDims(b, step->permutation));
  case TC_STEP_SLICE:
  case TC_STEP_SELECT:
  case TC_STEP_DIAGONAL:
  case TC_STEP_STRIDED:
    return withLeaves(b, step, readers[step->kind - TC_STEP_SLICE], type,
                      parent, tcNoValue(), shape);
  case TC_STEP_EXPAND:
    return unary(b, "aten.expand.default", type, parent,
                 tcFxLeafOfSizes(b, shape));
  case TC_STEP_BITCAST:
    return unary(b, "aten.view.dtype", type, parent, leafOfElement(type));
  case TC_STEP_REAL:
    return unary(b, "aten.real.default", type, parent, tcNoAttr());
  case TC_STEP_IMAG:
    return unary(b, "aten.imag.default", type, parent, tcNoAttr());
  case TC_STEP_VIEW_AS_REAL:
    return unary(b, "aten.view_as_real.default", type, parent, tcNoAttr());
  case TC_STEP_VIEW_AS_COMPLEX:
    return unary(b, "aten.view_as_complex.default", type, parent, tcNoAttr());
  case TC_STEP_CONJ:
    return unary(b, "aten._conj.default", type, parent, tcNoAttr());
  case TC_STEP_OTHER:
    return repeat(b, step, parent);
  }
  return tcNoValue();
}

static TcDims inverse(TcBuild *b, TcDims permutation) {
  TcDims out = tcDimsMake(b, permutation.size);
  for (intptr_t i = 0; i < permutation.size; ++i)
    out.data[permutation.data[i]] = i;
  return out;
}

// complex(value, imag(parent)), or complex(real(parent), value)
static MlirValue withPart(TcBuild *b, MlirValue parent, MlirValue value,
                          bool isReal) {
  MlirType part = mlirValueGetType(value);
  MlirValue other = unary(b, isReal ? "aten.imag.default" : "aten.real.default",
                          part, parent, tcNoAttr());
  const MlirValue parts[2] = {isReal ? value : other, isReal ? other : value};
  return tcFxEmit(b, "aten.complex.default", mlirValueGetType(parent), 2, parts,
                  NULL);
}

MlirValue tcStepInverse(TcBuild *b, const TcStep *step, MlirValue parent,
                        MlirValue value) {
  if (!parent.ptr || !value.ptr)
    return tcNoValue();
  MlirType type = mlirValueGetType(parent);
  switch (step->kind) {
  case TC_STEP_SAME:
    return value;
  case TC_STEP_RESHAPE:
    return viewAs(b, value, type);
  case TC_STEP_PERMUTE:
    return unary(b, "aten.permute.default", type, value,
                 leafOfDims(b, inverse(b, step->permutation)));
  case TC_STEP_SLICE:
  case TC_STEP_SELECT:
  case TC_STEP_DIAGONAL:
  case TC_STEP_STRIDED:
    return withLeaves(b, step, writers[step->kind - TC_STEP_SLICE], type,
                      parent, value, tcShapeOf(b, value));
  case TC_STEP_EXPAND:
    if (mlirTypeEqual(type, mlirValueGetType(value)))
      return value;
    return tcFail(b, 1111,
                  "writes to an expanded tensor, whose elements are "
                  "one in memory; clone it before");
  case TC_STEP_BITCAST:
    return unary(b, "aten.view.dtype", type, value, leafOfElement(type));
  case TC_STEP_REAL:
  case TC_STEP_IMAG:
    return withPart(b, parent, value, step->kind == TC_STEP_REAL);
  case TC_STEP_VIEW_AS_REAL:
    return unary(b, "aten.view_as_complex.default", type, value, tcNoAttr());
  case TC_STEP_VIEW_AS_COMPLEX:
    return unary(b, "aten.view_as_real.default", type, value, tcNoAttr());
  case TC_STEP_CONJ:
    return unary(b, "aten._conj.default", type, value, tcNoAttr());
  case TC_STEP_OTHER:
    break;
  }
  return tcFail(b, 4112,
                "writes through a view that tc cannot write back "
                "(unfold and the like); clone it before");
}
