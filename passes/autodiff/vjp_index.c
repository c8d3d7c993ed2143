// Derivative rules of gathers, scatters, sorts and max_pool: cotangents go to
// the positions that the elements came from. See autodiff.h.
#include "passes/autodiff/autodiff.h"
#include "passes/autodiff/inverse.h"
#include "passes/decompose/pool.h"
#include "passes/decompose/scan.h"

#include "mlir-c/BuiltinAttributes.h"

static TcDims dimsOf(TcVjp *v, MlirAttribute attr) {
  TcDims dims = tcDimsMake(&v->b, tcAttrNumInts(attr));
  for (intptr_t i = 0; i < dims.size; ++i)
    dims.data[i] = tcAttrIntAt(attr, i);
  return dims;
}

// The operands from `first` on.
static MlirValue *indicesOf(TcVjp *v, intptr_t first, intptr_t n) {
  MlirValue *at = TC_ARENA_ARRAY(v->b.arena, MlirValue, (size_t)n + 1);
  for (intptr_t i = 0; i < n; ++i)
    at[i] = mlirOperationGetOperand(v->op, first + i);
  return at;
}

// y = x[i, j, ...]: dx = zeros, to which dy is added at i, j, ...
void tcVjpIndex(TcVjp *v) {
  TcDims dims = dimsOf(v, tcPrimIndexGetDims(v->op));
  MlirValue *at = indicesOf(v, 1, dims.size);
  int64_t size;
  if (dims.size == 1 &&
      tcSizeAttrIsConstant(tcValueSize(v->x[0], dims.data[0]), &size)) {
    MlirValue sum = tcAddByGathers(&v->b, v->dy, at[0], size);
    if (sum.ptr) {
      tcVjpGive(v, 0, tcMoveDim(&v->b, sum, 0, dims.data[0]));
      return;
    }
  }
  tcVjpGive(v, 0,
            tcIndexPut(&v->b, tcZerosLike(&v->b, v->x[0]), v->dy, dims.size, at,
                       dims, "add"));
}

// max and min: the cotangent is divided among all elements equal to the result,
// the old one included.
static void putExtreme(TcVjp *v, MlirValue *at, TcDims dims) {
  TcBuild *b = &v->b;
  MlirValue x = v->x[0], values = v->x[1], one = tcNum(b, v->y, 1);
  MlirValue zero = tcNum(b, v->y, 0);
  MlirValue there = tcIndex(b, v->y, dims.size, at, dims);
  MlirValue wins = tcWhere(b, tcEq(b, values, there), one, zero);
  MlirValue stays = tcWhere(b, tcEq(b, x, v->y), one, zero);
  MlirValue count = tcIndexPut(b, stays, wins, dims.size, at, dims, "add");
  MlirValue share = tcDiv(b, v->dy, count);
  tcVjpGive(v, 0, tcMul(b, share, stays));
  tcVjpGive(v, 1, tcMul(b, wins, tcIndex(b, share, dims.size, at, dims)));
}

static MlirValue isZero(TcBuild *b, MlirValue x) {
  return tcConvert(b, tcEq(b, x, tcNum(b, x, 0)), tcI64(b));
}

static MlirValue notZero(TcBuild *b, MlirValue x) {
  return tcWhere(b, tcEq(b, x, tcNum(b, x, 0)), tcNum(b, x, 1), x);
}

static MlirValue onlyZeros(TcBuild *b, MlirValue x) {
  MlirValue zero = tcNum(b, x, 0);
  return tcWhere(b, tcEq(b, x, zero), x, zero);
}

static void putProduct(TcVjp *v, MlirValue *at, TcDims dims) {
  TcBuild *b = &v->b;
  intptr_t n = dims.size;
  MlirValue x = v->x[0], values = v->x[1];
  TcZeros there = {
      tcIndexPut(b, notZero(b, x), notZero(b, values), n, at, dims, "mul"),
      tcIndexPut(b, isZero(b, x), isZero(b, values), n, at, dims, "add"),
      tcIndexPut(b, onlyZeros(b, x), onlyZeros(b, values), n, at, dims, "add")};
  TcZeros here = {tcIndex(b, there.rest, n, at, dims),
                  tcIndex(b, there.count, n, at, dims),
                  tcIndex(b, there.sum, n, at, dims)};
  MlirValue ofX = tcProductOfOthers(b, x, there);
  MlirValue ofValues = tcProductOfOthers(b, values, here);
  tcVjpGive(v, 0, tcMul(b, v->dy, tcConjOf(b, ofX)));
  tcVjpGive(
      v, 1,
      tcMul(b, tcIndex(b, v->dy, dims.size, at, dims), tcConjOf(b, ofValues)));
}

// y = x with values at i, j, ...
//   set: dx = dy with zeros there, dvalues = dy[i, j, ...] (as PyTorch's, which
//        asks that no index occurs twice)
//   add: dx = dy, dvalues = dy[i, j, ...]
//   max, min: dy, shared by those that are equal to y
//   mul: dy times the product of the others
void tcVjpIndexPut(TcVjp *v) {
  TcBuild *b = &v->b;
  TcDims dims = dimsOf(v, tcPrimIndexPutGetDims(v->op));
  MlirValue *at = indicesOf(v, 2, dims.size);
  MlirStringRef combine = tcPrimIndexPutGetCombine(v->op);
  if (mlirStringRefEqual(combine, tcStr("mul"))) {
    putProduct(v, at, dims);
    return;
  }
  bool sets = mlirStringRefEqual(combine, tcStr("set"));
  if (!sets && !mlirStringRefEqual(combine, tcStr("add"))) {
    putExtreme(v, at, dims);
    return;
  }
  MlirValue zeros = tcZerosLike(b, v->x[1]);
  tcVjpGive(v, 0,
            sets ? tcIndexPut(b, v->dy, zeros, dims.size, at, dims, "set")
                 : v->dy);
  tcVjpGive(v, 1, tcIndex(b, v->dy, dims.size, at, dims));
}

// Zeros like x, with dy at `index` along `dim`.
static MlirValue putAlong(TcVjp *v, MlirValue index, intptr_t dim) {
  TcBuild *b = &v->b;
  intptr_t rank = tcRankOf(index);
  MlirValue *at = TC_ARENA_ARRAY(b->arena, MlirValue, (size_t)rank + 1);
  for (intptr_t i = 0; i < rank; ++i)
    at[i] = i == dim ? index : tcIotaDim(b, tcShapeOf(b, index), i, tcI64(b));
  return tcIndexPut(b, tcZerosLike(b, v->x[0]), v->dy, rank, at,
                    tcDimsRange(b, 0, rank), "add");
}

// y = running extreme of x: dx = dy, summed up at the last element so far that
// is the extreme, or NaN
void tcVjpRunningExtreme(TcVjp *v) {
  TcBuild *b = &v->b;
  bool isMax = tcPrimOpKind(v->op) == TC_PRIM_CUMMAX;
  int64_t dim = isMax ? tcPrimCummaxGetDim(v->op) : tcPrimCumminGetDim(v->op);
  tcVjpGive(v, 0, putAlong(v, tcLastExtreme(b, v->x[0], v->y, dim), dim));
}

// y, i = sort(x): dx = zeros with dy at i
void tcVjpSort(TcVjp *v) {
  MlirValue index = mlirOperationGetResult(v->op, 1);
  tcVjpGive(v, 0, putAlong(v, index, (intptr_t)tcPrimSortGetDim(v->op)));
}

// y, i = topk(x): dx = zeros with dy at i
void tcVjpTopk(TcVjp *v) {
  MlirValue index = mlirOperationGetResult(v->op, 1);
  tcVjpGive(v, 0, putAlong(v, index, (intptr_t)tcPrimTopkGetDim(v->op)));
}

// y, i = max_pool(x): dx = dy at i
void tcVjpMaxPool(TcVjp *v) {
  TcBuild *b = &v->b;
  intptr_t n = tcPrimMaxPoolGetNumWindow(v->op);
  TcPool pool = {tcDimsMake(b, n), tcDimsMake(b, n), tcDimsMake(b, n),
                 tcDimsMake(b, n), tcPrimMaxPoolGetCeil(v->op)};
  for (intptr_t i = 0; i < n; ++i) {
    pool.size.data[i] = tcPrimMaxPoolGetWindowAt(v->op, i);
    pool.stride.data[i] = tcPrimMaxPoolGetStridesAt(v->op, i);
    pool.padding.data[i] = tcPrimMaxPoolGetPaddingAt(v->op, i);
    pool.dilation.data[i] = tcPrimMaxPoolGetDilationAt(v->op, i);
  }
  MlirValue index = mlirOperationGetResult(v->op, 1);
  tcVjpGive(
      v, 0,
      tcMaxPoolGradient(b, v->op, v->dy, index, tcShapeOf(b, v->x[0]), &pool));
}
