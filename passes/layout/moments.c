// Finds a mean and the squares of deviations from it. See moments.h.
#include "passes/layout/moments.h"
#include "passes/layout/layouts.h"

#include "lib/ir/attrs.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

MlirValue tcMomentsYielded(MlirOperation stage) {
  return mlirOperationGetOperand(mlirBlockGetTerminator(tcStageBlock(stage)),
                                 0);
}

// The operand of an op of that kind, or null.
static MlirValue operandOf(MlirValue v, TcPrimOpKind kind, intptr_t i) {
  MlirOperation op = tcDefiningOp(v);
  return tcPrimOpKind(op) == kind ? mlirOperationGetOperand(op, i)
                                  : (MlirValue){NULL};
}

intptr_t tcMomentsInputOf(MlirOperation stage, MlirValue v) {
  return v.ptr && mlirValueIsABlockArgument(v) &&
                 mlirBlockEqual(mlirBlockArgumentGetOwner(v),
                                tcStageBlock(stage))
             ? mlirBlockArgumentGetArgNumber(v)
             : -1;
}

// The number of the input of which a value is the element, as it is or widened.
static intptr_t elementInput(MlirOperation stage, MlirValue v,
                             TcMomentsOf *of) {
  MlirValue narrow = operandOf(v, TC_PRIM_CONVERT_ELEMENT_TYPE, 0);
  intptr_t i = tcMomentsInputOf(stage, narrow.ptr ? narrow : v);
  if (i < 0 || tcInputMayMiss(stage, i) ||
      (narrow.ptr && !mlirTypeIsAF32(mlirValueGetType(v))))
    return -1;
  return of(mlirValueGetType(narrow.ptr ? narrow : v)) ? i : -1;
}

intptr_t tcMomentsDimAt(const TcMoments *m, intptr_t inner) {
  MlirValue v = tcInput(m->sum, m->x);
  intptr_t dim = tcDimsAttrGetNumDims(tcInputMap(m->sum, m->x)) - 1 - inner;
  if (dim < 0 || !mlirValueIsABlockArgument(v))
    return -1;
  MlirAttribute layout = tcLayoutInKernel(m->kernel, "arg_attrs",
                                          mlirBlockArgumentGetArgNumber(v));
  if (layout.ptr && tcLayoutAttrIsStrided(layout))
    return -1;
  return layout.ptr ? (intptr_t)tcLayoutAttrGetOrder(layout, dim) : dim;
}

// Whether what is read innermost in memory is not what is summed.
static bool isColumn(const TcMoments *m) {
  intptr_t last = tcMomentsDimAt(m, 0);
  MlirStringRef name;
  return last >= 0 &&
         tcSizeAttrIsSymbol(tcDimsAttrGetDim(tcInputMap(m->sum, m->x), last),
                            &name) &&
         tcNames(tcAttrOf(m->sum, "iters"), mlirStringAttrGet(m->ctx, name));
}

// The number of terms of a sum; 0 if it is not known.
static int64_t termsOf(const TcMoments *m) {
  MlirAttribute over = tcAttrOf(m->sum, "over");
  int64_t n = 1, size;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(over); ++i) {
    MlirAttribute extent =
        tcExtentOf(m->kernel, mlirArrayAttrGetElement(over, i));
    n *= tcSizeAttrIsConstant(extent, &size) ? size : 0;
  }
  return n;
}

// Whether the map is the sum divided by the number of its terms.
static bool isMean(TcMoments *m) {
  MlirValue y = tcMomentsYielded(m->mean);
  MlirValue sum = operandOf(y, TC_PRIM_DIV, 0);
  MlirValue count = operandOf(y, TC_PRIM_DIV, 1);
  MlirOperation constant = count.ptr ? tcDefiningOp(count) : tcNoOp();
  intptr_t i = tcMomentsInputOf(m->mean, sum);
  if (i < 0 || tcPrimOpKind(constant) != TC_PRIM_CONSTANT ||
      mlirOperationGetNumResults(m->mean) != 1)
    return false;
  m->sum = tcDefiningOp(tcInput(m->mean, i));
  MlirAttribute value = tcPrimConstantGetValue(constant);
  if (mlirOperationIsNull(m->sum) || !tcReducesBy(m->sum, "add") ||
      !tcIsOwnPoint(m->kernel, m->mean, tcInputMap(m->mean, i)) ||
      !mlirAttributeIsAFloat(value))
    return false;
  m->n = termsOf(m);
  return mlirFloatAttrGetValueDouble(value) == (double)m->n;
}

static bool sameAttr(const TcMoments *m, const char *name) {
  return mlirAttributeEqual(tcAttrOf(m->sum, name), tcAttrOf(m->squares, name));
}

// Reads that `squares` is the sum of squares of deviations from a mean.
static bool readSquares(TcMoments *m, TcMomentsOf *of) {
  if (!tcReducesBy(m->squares, "add"))
    return false;
  MlirValue square = tcMomentsYielded(m->squares);
  MlirValue d = operandOf(square, TC_PRIM_MUL, 0);
  if (!d.ptr || !mlirValueEqual(d, operandOf(square, TC_PRIM_MUL, 1)))
    return false;
  MlirValue f = operandOf(d, TC_PRIM_SUB, 0);
  m->m = tcMomentsInputOf(m->squares, operandOf(d, TC_PRIM_SUB, 1));
  m->y = f.ptr ? elementInput(m->squares, f, of) : -1;
  if (m->m < 0 || m->y < 0)
    return false;
  m->mean = tcDefiningOp(tcInput(m->squares, m->m));
  return tcIsA(m->mean, "loop.map") &&
         tcIsOwnPoint(m->kernel, m->mean, tcInputMap(m->squares, m->m));
}

static bool readSum(TcMoments *m, TcMomentsOf *of) {
  m->x = elementInput(m->sum, tcMomentsYielded(m->sum), of);
  return m->x >= 0 && sameAttr(m, "iters") && sameAttr(m, "over") &&
         mlirAttributeEqual(tcAttrOf(m->mean, "iters"),
                            tcAttrOf(m->sum, "iters")) &&
         mlirValueEqual(tcInput(m->sum, m->x), tcInput(m->squares, m->y)) &&
         mlirAttributeEqual(tcInputMap(m->sum, m->x),
                            tcInputMap(m->squares, m->y)) &&
         isColumn(m);
}

bool tcMomentsRead(TcMoments *m, TcMomentsOf *of, int64_t least) {
  return readSquares(m, of) && isMean(m) && m->n >= least && readSum(m, of);
}
