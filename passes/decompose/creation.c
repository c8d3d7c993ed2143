// Decompositions of ops that make values: ranges, constants, triangles.
#include "passes/decompose/call.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>

//===- Constants ----------------------------------------------------------===//

// zeros(sizes); empty(sizes) too, so that results never depend on old memory
static void zeros(TcFxCall *c, TcBuild *b) {
  tcReturn(c, tcZeros(b, tcArgFillShape(c, b), tcArgFillElement(c, b)));
}

// ones(sizes)
static void ones(TcFxCall *c, TcBuild *b) {
  tcReturn(c, tcFull(b, tcArgFillShape(c, b),
                     tcConstInt(b, tcArgFillElement(c, b), 1)));
}

// The type that PyTorch gives a number without a dtype.
static MlirType typeOfNumber(TcFxCall *c, const char *name) {
  MlirType type = tcResultElement(c, TC_PROMOTE, 1, &name);
  return type.ptr ? type : tcF32(c->b);
}

// full(sizes, v): v's type unless one is given
static void full(TcFxCall *c, TcBuild *b) {
  MlirType type = tcArgDType(c, "dtype");
  if (!type.ptr)
    type = tcArgAttr(c, "self").ptr ? tcArgFillElement(c, b)
                                    : typeOfNumber(c, "fill_value");
  tcReturn(c,
           tcFull(b, tcArgFillShape(c, b), tcArgNumber(c, "fill_value", type)));
}

// scalar_tensor(v) in f32 unless a type is given
static void scalarTensor(TcFxCall *c, TcBuild *b) {
  tcReturn(c, tcArgNumber(c, "s", tcArgFillElement(c, b)));
}

//===- Ranges -------------------------------------------------------------===//

// Whether an argument is an integer or a size.
static bool isWhole(TcFxCall *c, const char *name) {
  MlirAttribute attr = tcArgAttr(c, name);
  return attr.ptr && (mlirAttributeIsAInteger(attr) || tcAttrIsASize(attr));
}

static bool isGiven(TcFxCall *c, const char *name) {
  return tcArgAttr(c, name).ptr != NULL;
}

static bool isWholeRange(TcFxCall *c) {
  return isWhole(c, "end") && (!isGiven(c, "start") || isWhole(c, "start")) &&
         (!isGiven(c, "step") || isWhole(c, "step"));
}

// ceil((end - start) / step), of integers as a size
static MlirAttribute countWhole(TcFxCall *c, TcBuild *b, int64_t step) {
  MlirAttribute end = tcArgSize(c, "end");
  MlirAttribute start =
      isGiven(c, "start") ? tcArgSize(c, "start") : tcSizeInt(b, 0);
  MlirAttribute span =
      step > 0 ? tcSizeAttrSub(end, start) : tcSizeAttrSub(start, end);
  MlirAttribute zero = tcSizeInt(b, 0);
  if (!tcSizeAttrProvablyLessEqual(zero, span))
    span = tcSizeAttrMax(span, zero);
  return tcSizeAttrCeilDiv(span, tcSizeInt(b, step > 0 ? step : -step));
}

static MlirAttribute countReal(TcFxCall *c, TcBuild *b, double step) {
  double start = isGiven(c, "start") ? tcArgFloat(c, "start") : 0;
  double count = ceil((tcArgFloat(c, "end") - start) / step);
  return tcSizeInt(b, count > 0 && count < 0x1p62 ? (int64_t)count : 0);
}

// start + i * step
static MlirValue line(TcBuild *b, MlirAttribute count, MlirValue start,
                      MlirValue step) {
  MlirValue i = tcIota(b, count, tcElementOf(start));
  return tcAdd(b, start, tcMul(b, i, step));
}

// A number of a range of `result`s, as `type`: of integers its whole part.
static MlirValue numberOf(TcFxCall *c, TcBuild *b, const char *name,
                          MlirType type, MlirType result) {
  MlirValue x = tcArgNumber(c, name, type);
  bool whole = x.ptr && result.ptr && tcTypeIsInt(result);
  return whole ? tcConvert(b, tcConvert(b, x, result), type) : x;
}

// arange(start, end, step) = start + i * step; integers in i64
static void arange(TcFxCall *c, TcBuild *b) {
  MlirType dtype = tcArgDType(c, "dtype");
  bool whole = isWholeRange(c);
  double step = isGiven(c, "step") ? tcArgFloat(c, "step") : 1;
  if (step == 0) {
    tcFail(b, 1102, "argument 'step' must not be 0");
    return;
  }
  MlirAttribute count =
      whole ? countWhole(c, b, (int64_t)step) : countReal(c, b, step);
  MlirType result = dtype.ptr ? dtype : whole ? tcI64(b) : tcF32(b);
  // PyTorch computes real ranges in f64 and rounds, integers in i64.
  MlirType type = whole ? tcI64(b) : mlirF64TypeGet(b->at.ctx);
  bool fromZero = !isGiven(c, "start") || tcArgIsValue(c, "start", 0);
  MlirValue y;
  if (fromZero && step == 1)
    y = tcIota(b, count, type);
  else
    y = line(b, count,
             fromZero ? tcConstInt(b, type, 0)
                      : numberOf(c, b, "start", type, result),
             isGiven(c, "step") ? numberOf(c, b, "step", type, result)
                                : tcConstInt(b, type, 1));
  tcReturnAs(c, y, result);
}

// The halves of an f64, of 26 bits each, whose products are exact (Veltkamp).
static void halves(TcBuild *b, MlirValue x, MlirValue half[2]) {
  MlirValue c = tcMul(b, x, tcNum(b, x, 0x1p27 + 1));
  half[0] = tcSub(b, c, tcSub(b, c, x));
  half[1] = tcSub(b, x, half[0]);
}

// x y + z in f64, rounded once: the roundings of the product and of the sum are
// exact numbers, added last (Dekker, Knuth).
static MlirValue fusedProduct(TcBuild *b, MlirValue x, MlirValue y,
                              MlirValue z) {
  MlirValue p = tcMul(b, x, y), s = tcAdd(b, p, z), xs[2], ys[2];
  halves(b, x, xs);
  halves(b, y, ys);
  MlirValue lost = tcSub(b, tcMul(b, xs[0], ys[0]), p);
  lost = tcAdd(b, lost, tcMul(b, xs[0], ys[1]));
  lost = tcAdd(b, lost, tcMul(b, xs[1], ys[0]));
  lost = tcAdd(b, lost, tcMul(b, xs[1], ys[1]));
  MlirValue v = tcSub(b, s, p);
  MlirValue rest = tcAdd(b, tcSub(b, p, tcSub(b, s, v)), tcSub(b, z, v));
  return tcAdd(b, s, tcAdd(b, rest, lost));
}

// linspace(start, end, n): from both ends to the middle, so that both are met.
// Of integers the whole part is taken in the end, so that a rounding decides:
// PyTorch's kernel for CPUs is compiled to fused products.
static void linspace(TcFxCall *c, TcBuild *b) {
  MlirType result = tcArgFillElement(c, b);
  MlirType type = tcF32(b);
  if (result.ptr && tcTypeIsFloat(result))
    type = tcComputeType(result);
  else if (result.ptr && tcTypeIsInt(result))
    type = mlirF64TypeGet(b->at.ctx);
  MlirAttribute n = tcArgSize(c, "steps");
  MlirValue start = numberOf(c, b, "start", type, result);
  if (tcSizeAttrIsValue(n, 1)) {
    tcReturnAs(c, tcUnsqueeze(b, start, 0), result);
    return;
  }
  MlirValue end = numberOf(c, b, "end", type, result), i = tcIota(b, n, type);
  MlirValue last = tcSizeValue(b, tcSizeAttrAddConst(n, -1), type);
  MlirValue half = tcSizeValue(b, tcSizeAttrFloorDivConst(n, 2), type);
  MlirValue step = tcDiv(b, tcSub(b, end, start), last);
  MlirValue back = tcSub(b, last, i), up, down;
  if (result.ptr && tcTypeIsInt(result)) {
    up = fusedProduct(b, step, i, start);
    down = fusedProduct(b, tcUnary(b, TC_PRIM_NEG, step), back, end);
  } else {
    up = tcAdd(b, start, tcMul(b, step, i));
    down = tcSub(b, end, tcMul(b, step, back));
  }
  tcReturnAs(c, tcWhere(b, tcLt(b, i, half), up, down), result);
}

//===- Triangles ----------------------------------------------------------===//

// column - row of the last two dimensions
static MlirValue offDiagonal(TcBuild *b, TcShape shape) {
  TcShape last = {2, shape.sizes + shape.rank - 2};
  return tcSub(b, tcIotaDim(b, last, 1, tcI64(b)),
               tcIotaDim(b, last, 0, tcI64(b)));
}

// tril(x, k) = column - row <= k ? x : 0; triu: >=
static void triangle(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  if (tcRankOf(x) < 2) {
    tcFail(b, 1102, "argument 'self' must be a matrix");
    return;
  }
  MlirValue k = tcArgNumber(c, "diagonal", tcI64(b));
  MlirValue kept =
      tcBinary(b, c->rule->prim, offDiagonal(b, tcShapeOf(b, x)), k);
  tcReturn(c, tcWhere(b, kept, x, tcNum(b, x, 0)));
}

// tril_indices(n, m, k), triu_indices: rows and columns of the triangle's
// elements, in row-major order. Each element of the matrix has a number among
// those, others the one behind the last.
static void triangleIndices(TcFxCall *c, TcBuild *b) {
  int64_t n = tcArgInt(c, "row"), m = tcArgInt(c, "col"), count = 0;
  int64_t k = tcArgInt(c, "offset");
  bool isLow = c->rule->prim == TC_PRIM_LE;
  for (int64_t i = 0; i < n; ++i) {
    int64_t end = i + k + (isLow ? 1 : 0);
    end = end < 0 ? 0 : end > m ? m : end;
    count += isLow ? end : m - end;
  }
  TcShape matrix = tcShapeMake(b, 2), all = tcShapeMake(b, 1);
  matrix.sizes[0] = tcSizeInt(b, n);
  matrix.sizes[1] = tcSizeInt(b, m);
  all.sizes[0] = tcSizeInt(b, count + 1);
  MlirValue isIn = tcBinary(b, c->rule->prim, offDiagonal(b, matrix),
                            tcConstInt(b, tcI64(b), k));
  isIn = tcFlatten(b, isIn, 0, 2);
  MlirValue number = tcConvert(b, isIn, tcI64(b)), parts[2];
  if (!number.ptr)
    return;
  number = tcPrimCumsum(&b->at, number, 0);
  number = tcWhere(b, isIn, tcSub(b, number, tcNum(b, number, 1)),
                   tcConstInt(b, tcI64(b), count));
  for (intptr_t d = 0; d < 2; ++d) {
    MlirValue at = tcFlatten(b, tcIotaDim(b, matrix, d, tcI64(b)), 0, 2);
    at = tcIndexPut(b, tcZeros(b, all, tcI64(b)), at, 1, &number,
                    tcDimsOne(b, 0), "set");
    at = tcSlice(b, at, 0, tcSizeInt(b, 0), tcSizeInt(b, count), 1);
    parts[d] = tcUnsqueeze(b, at, 0);
  }
  MlirType dtype = tcArgDType(c, "dtype");
  tcReturnAs(c, tcCat(b, 2, parts, 0), dtype.ptr ? dtype : tcI64(b));
}

// eye(n, m) = column == row
static void eye(TcFxCall *c, TcBuild *b) {
  TcShape shape = tcShapeMake(b, 2);
  shape.sizes[0] = tcArgSize(c, "n");
  shape.sizes[1] = isGiven(c, "m") ? tcArgSize(c, "m") : shape.sizes[0];
  MlirValue off = offDiagonal(b, shape);
  tcReturnAs(c, tcEq(b, off, tcNum(b, off, 0)), tcArgFillElement(c, b));
}

// one_hot(x, n) = x == i along a new last dimension, in i64
static void oneHot(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  intptr_t rank = tcRankOf(x);
  if (tcArgIsValue(c, "num_classes", -1)) {
    tcUnsupported(c, "one_hot without num_classes");
    return;
  }
  MlirValue i = tcIota(b, tcArgSize(c, "num_classes"), tcElementOf(x));
  tcReturnAs(c, tcEq(b, tcUnsqueeze(b, x, rank), i), tcI64(b));
}

static const TcFxRule rules[] = {
    {"aten.zeros.default", zeros, 0},
    {"aten.zeros_like.default", zeros, 0},
    {"aten.new_zeros.default", zeros, 0},
    {"aten.empty.memory_format", zeros, 0},
    {"aten.empty_like.default", zeros, 0},
    {"aten.empty_permuted.default", zeros, 0},
    {"aten.empty_strided.default", zeros, 0},
    {"aten.new_empty.default", zeros, 0},
    {"aten.new_empty_strided.default", zeros, 0},
    {"aten.ones.default", ones, 0},
    {"aten.ones_like.default", ones, 0},
    {"aten.new_ones.default", ones, 0},
    {"aten.full.default", full, 0},
    {"aten.full_like.default", full, 0},
    {"aten.new_full.default", full, 0},
    {"aten.scalar_tensor.default", scalarTensor, 0},
    {"aten.arange.default", arange, 0},
    {"aten.arange.start", arange, 0},
    {"aten.arange.start_step", arange, 0},
    {"aten.linspace.default", linspace, 0},
    {"aten.linspace.Scalar_Tensor", linspace, 0},
    {"aten.linspace.Tensor_Scalar", linspace, 0},
    {"aten.linspace.Tensor_Tensor", linspace, 0},
    {"aten.tril.default", triangle, TC_PRIM_LE},
    {"aten.triu.default", triangle, TC_PRIM_GE},
    {"aten.tril_indices.default", triangleIndices, TC_PRIM_LE},
    {"aten.triu_indices.default", triangleIndices, TC_PRIM_GE},
    {"aten.eye.default", eye, 0},
    {"aten.eye.m", eye, 0},
    {"aten.one_hot.default", oneHot, 0},
};

TC_FX_RULES(tcFxCreationRules, rules);
