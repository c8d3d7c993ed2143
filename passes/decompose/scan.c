// Decompositions of running reductions and of sorting.
#include "passes/decompose/scan.h"
#include "passes/decompose/call.h"

#include "mlir-c/BuiltinTypes.h"

#include <math.h>

// Operand and dimension of an op along one dimension; a scalar has rank 1.
typedef struct Along {
  MlirValue x;
  intptr_t dim;
  TcShape shape; // of the operand as given
} Along;

static Along alongOf(TcFxCall *c, TcBuild *b, MlirValue x) {
  Along a = {.shape = tcShapeOf(b, x)};
  a.dim = tcArgDim(c, "dim", a.shape.rank);
  a.x = x.ptr && a.shape.rank == 0 ? tcUnsqueeze(b, x, 0) : x;
  return a;
}

static MlirValue summand(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  MlirType dtype = tcArgDType(c, "dtype"), own = tcElementOf(x);
  if (!dtype.ptr && own.ptr && (tcTypeIsInt(own) || tcTypeIsBool(own)))
    dtype = tcI64(b);
  return dtype.ptr ? tcConvert(b, x, dtype) : x;
}

// cumsum(x, dim): integers in i64
static void cumsum(TcFxCall *c, TcBuild *b) {
  Along a = alongOf(c, b, summand(c, b));
  if (a.x.ptr)
    tcReturn(c, tcReshape(b, tcPrimCumsum(&b->at, a.x, a.dim), a.shape));
}

//===- By prim.scan -------------------------------------------------------===//

// One step: from what is carried and a slice of the input to what is carried
// next, which is also what is stacked.
typedef MlirValue StepFn(TcBuild *b, MlirValue carried, MlirValue slice);

static void runStep(TcBuild *b, const void *self, const MlirValue *carried,
                    const MlirValue *slices, MlirValue *next) {
  StepFn *const *step = self;
  next[0] = (*step)(b, carried[0], slices[0]);
}

// The scan of one input from `init` (rank 0), along a dimension.
static MlirValue scanAlong(TcBuild *b, Along a, MlirValue init, StepFn *step) {
  if (!a.x.ptr)
    return a.x;
  MlirValue xs = tcMoveDim(b, a.x, a.dim, 0), last, y;
  init = tcFull(b, tcShapeRemove(b, tcShapeOf(b, xs), 0), init);
  TcScan s = {.step = runStep,
              .self = &step,
              .numInit = 1,
              .init = &init,
              .numXs = 1,
              .numStacks = 1,
              .xs = &xs};
  tcScan(b, &s, &last, &y);
  return tcReshape(b, tcMoveDim(b, y, 0, a.dim), a.shape);
}

static MlirValue stepProduct(TcBuild *b, MlirValue carried, MlirValue slice) {
  return tcMul(b, carried, slice);
}

// cumprod(x, dim): integers in i64
static void cumprod(TcFxCall *c, TcBuild *b) {
  Along a = alongOf(c, b, summand(c, b));
  tcReturn(c, scanAlong(b, a, tcNum(b, a.x, 1), stepProduct));
}

// log(exp(x) + exp(y)) = max + log1p(exp(-|x - y|)); both -inf: -inf
static MlirValue stepLogSumExp(TcBuild *b, MlirValue x, MlirValue y) {
  MlirValue high = tcMax(b, x, y);
  MlirValue gap = tcNeg(b, tcAbs(b, tcSub(b, x, y)));
  MlirValue sum = tcAdd(b, high, tcLog1p(b, tcExp(b, gap)));
  return tcWhere(b, tcEq(b, x, y), // inf - inf has no gap
                 tcAdd(b, x, tcNum(b, x, 0.69314718055994531)), sum);
}

// logcumsumexp(x, dim) = log(cumsum(exp(x)))
static void logcumsumexp(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "self");
  Along a = alongOf(c, b, p.x[0]);
  MlirValue y = scanAlong(b, a, tcNum(b, a.x, -INFINITY), stepLogSumExp);
  tcReturnAs(c, y, p.result);
}

MlirValue tcLastExtreme(TcBuild *b, MlirValue x, MlirValue y, intptr_t dim) {
  MlirValue at = tcIotaDim(b, tcShapeOf(b, x), dim, tcI64(b));
  MlirValue is = tcOr(b, tcEq(b, x, y), tcNe(b, x, x));
  at = tcWhere(b, is, at, tcNum(b, at, 0));
  return at.ptr ? tcPrimCummax(&b->at, at, dim) : at;
}

// cummax(x, dim): the last of equals, NaN from where it stands on
static void cumExtremum(TcFxCall *c, TcBuild *b) {
  Along a = alongOf(c, b, tcArg(c, "self"));
  if (!a.x.ptr)
    return;
  MlirValue y = c->rule->prim == TC_PRIM_CUMMAX
                    ? tcPrimCummax(&b->at, a.x, a.dim)
                    : tcPrimCummin(&b->at, a.x, a.dim);
  tcReturnAt(c, 0, tcReshape(b, y, a.shape));
  tcReturnAt(c, 1, tcReshape(b, tcLastExtreme(b, a.x, y, a.dim), a.shape));
}

//===- Sorting ------------------------------------------------------------===//

static void returnPair(TcFxCall *c, MlirOperation op, const TcShape *shape) {
  for (intptr_t i = 0; i < 2 && op.ptr; ++i) {
    MlirValue y = mlirOperationGetResult(op, i);
    tcReturnAt(c, i, shape ? tcReshape(c->b, y, *shape) : y);
  }
}

// sort(x, dim, descending): stable, with positions
static void sort(TcFxCall *c, TcBuild *b) {
  Along a = alongOf(c, b, tcArg(c, "self"));
  if (a.x.ptr)
    returnPair(c,
               tcPrimSortCreate(&b->at, a.x, a.dim, tcArgBool(c, "descending")),
               &a.shape);
}

// argsort(x, dim, descending): the positions
static void argsort(TcFxCall *c, TcBuild *b) {
  Along a = alongOf(c, b, tcArg(c, "self"));
  if (!a.x.ptr)
    return;
  MlirOperation op =
      tcPrimSortCreate(&b->at, a.x, a.dim, tcArgBool(c, "descending"));
  if (op.ptr)
    tcReturn(c, tcReshape(b, mlirOperationGetResult(op, 1), a.shape));
}

// topk(x, k, dim, largest): in order whether asked for or not
static void topk(TcFxCall *c, TcBuild *b) {
  Along a = alongOf(c, b, tcArg(c, "self"));
  if (a.x.ptr)
    returnPair(c,
               tcPrimTopkCreate(&b->at, a.x, tcArgSize(c, "k"), a.dim,
                                !tcArgBool(c, "largest")),
               a.shape.rank ? NULL : &a.shape);
}

static const TcFxRule rules[] = {
    {"aten.cumsum.default", cumsum, 0},
    {"aten.cumprod.default", cumprod, 0},
    {"aten.logcumsumexp.default", logcumsumexp, 0},
    {"aten.cummax.default", cumExtremum, TC_PRIM_CUMMAX},
    {"aten.cummin.default", cumExtremum, TC_PRIM_CUMMIN},
    {"aten.sort.default", sort, 0},
    {"aten.sort.stable", sort, 0},
    {"aten.argsort.default", argsort, 0},
    {"aten.argsort.stable", argsort, 0},
    {"aten.topk.default", topk, 0},
};

TC_FX_RULES(tcFxScanRules, rules);
