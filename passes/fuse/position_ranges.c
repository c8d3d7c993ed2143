// What positions that a body computes from its iterators may be, by intervals:
// whether a gather at them can report anything. (Resampling clamps the elements
// between which it interpolates.)
#include "passes/fuse/fuse.h"

#include "lib/ir/attrs.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/types.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>

enum { MAX_DEPTH = 24 };

// Numbers of an integer type, f32 or f64, none of them NaN. low > high: not
// known.
typedef struct Range {
  double low, high;
} Range;
static const Range unknown = {1, 0};

static bool isKnown(Range x) { return x.low <= x.high; }

// As the type has them: rounding keeps the order. Beyond 2^52 nothing is known.
static Range inType(MlirType type, double low, double high) {
  const double MOST = 0x1p52;
  bool whole = mlirTypeIsAInteger(type);
  if (!(low >= -MOST && high <= MOST) ||
      (!whole && !mlirTypeIsAF32(type) && !mlirTypeIsAF64(type)) ||
      (whole && mlirIntegerTypeGetWidth(type) != 64))
    return unknown;
  if (whole)
    return (Range){trunc(low), trunc(high)};
  return mlirTypeIsAF32(type) ? (Range){(float)low, (float)high}
                              : (Range){low, high};
}

static Range ofIndex(MlirOperation kernel, MlirAttribute expr) {
  MlirStringRef name;
  int64_t n;
  if (tcSizeAttrIsConstant(expr, &n))
    return (Range){(double)n, (double)n};
  if (!tcSizeAttrIsSymbol(expr, &name))
    return unknown;
  MlirAttribute iter = mlirStringAttrGet(mlirAttributeGetContext(expr), name);
  MlirAttribute extent = tcExtentOf(kernel, iter);
  return !mlirAttributeIsNull(extent) && tcSizeAttrIsConstant(extent, &n) &&
                 n > 0
             ? (Range){0, (double)n - 1}
             : unknown;
}

static Range ofConstant(MlirAttribute value) {
  double x = mlirAttributeIsAFloat(value) ? mlirFloatAttrGetValueDouble(value)
             : mlirAttributeIsAInteger(value)
                 ? (double)mlirIntegerAttrGetValueInt(value)
                 : NAN;
  return isnan(x) ? unknown : (Range){x, x};
}

static Range product(Range x, Range y) {
  double a = x.low * y.low, b = x.low * y.high;
  double c = x.high * y.low, d = x.high * y.high;
  return (Range){fmin(fmin(a, b), fmin(c, d)), fmax(fmax(a, b), fmax(c, d))};
}

static Range ofBinary(TcPrimOpKind kind, Range x, Range y) {
  switch (kind) {
  case TC_PRIM_ADD:
    return (Range){x.low + y.low, x.high + y.high};
  case TC_PRIM_SUB:
    return (Range){x.low - y.high, x.high - y.low};
  case TC_PRIM_MUL:
    return product(x, y);
  case TC_PRIM_MAXIMUM:
    return (Range){fmax(x.low, y.low), fmax(x.high, y.high)};
  case TC_PRIM_MINIMUM:
    return (Range){fmin(x.low, y.low), fmin(x.high, y.high)};
  default:
    return unknown;
  }
}

static Range rangeOf(MlirOperation kernel, MlirValue v, int depth) {
  MlirOperation op = tcDefiningOp(v);
  if (mlirOperationIsNull(op) || depth == MAX_DEPTH)
    return unknown;
  if (tcLoopOpKind(op) == TC_LOOP_INDEX)
    return ofIndex(kernel, tcLoopIndexGetExpr(op));
  TcPrimOpKind kind = tcPrimOpKind(op);
  Range x[2] = {unknown, unknown}, y;
  intptr_t n = mlirOperationGetNumOperands(op);
  for (intptr_t i = 0; i < n && i < 2; ++i) {
    x[i] = rangeOf(kernel, mlirOperationGetOperand(op, i), depth + 1);
    if (!isKnown(x[i]))
      return unknown;
  }
  if (kind == TC_PRIM_CONSTANT)
    y = ofConstant(tcPrimConstantGetValue(op));
  else if (kind == TC_PRIM_CONVERT_ELEMENT_TYPE)
    y = x[0];
  else if (kind == TC_PRIM_FLOOR)
    y = (Range){floor(x[0].low), floor(x[0].high)};
  else
    y = n == 2 ? ofBinary(kind, x[0], x[1]) : unknown;
  return isKnown(y) ? inType(mlirValueGetType(v), y.low, y.high) : unknown;
}

bool tcGathersInside(MlirOperation kernel, MlirOperation at) {
  MlirType type = mlirValueGetType(tcLoopAtGetSelf(at));
  for (intptr_t d = 0; d < tcLoopAtGetNumIndices(at); ++d) {
    Range x = rangeOf(kernel, tcLoopAtGetIndices(at, d), 0);
    int64_t size;
    if (!isKnown(x) ||
        !tcSizeAttrIsConstant(tcTensorTypeGetSize(type, d), &size) ||
        x.low < 0 || x.high > (double)size - 1)
      return false;
  }
  return true;
}
