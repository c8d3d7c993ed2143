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

// The running values y of inputs x along a dimension, as many; of each the
// identity (rank 0) is given.
typedef struct Running {
  Along along; // x[0]
  intptr_t n;
  MlirValue x[2], identity[2], y[2];
  TcScanStepFn *step;
  bool associative;
} Running;

static void run(TcBuild *b, Running *r) {
  MlirValue xs[2], init[2], last[2];
  if (!r->along.x.ptr)
    return;
  for (intptr_t i = 0; i < r->n; ++i) {
    xs[i] = tcMoveDim(b, r->x[i], r->along.dim, 0);
    init[i] =
        tcFull(b, tcShapeRemove(b, tcShapeOf(b, xs[i]), 0), r->identity[i]);
  }
  TcScan s = {.step = r->step,
              .numInit = r->n,
              .init = init,
              .numXs = r->n,
              .numStacks = r->n,
              .xs = xs,
              .associative = r->associative};
  tcScan(b, &s, last, r->y);
  for (intptr_t i = 0; i < r->n; ++i)
    r->y[i] =
        tcReshape(b, tcMoveDim(b, r->y[i], 0, r->along.dim), r->along.shape);
}

static void stepProduct(TcBuild *b, const void *self, const MlirValue *carried,
                        const MlirValue *slices, MlirValue *next) {
  (void)self;
  next[0] = tcMul(b, carried[0], slices[0]);
}

// cumprod(x, dim): integers in i64, halves in f32. In f64 they are in order: a
// product of some terms may overflow where that of all before them is 0.
static void cumprod(TcFxCall *c, TcBuild *b) {
  MlirValue x = summand(c, b);
  MlirType result = tcElementOf(x);
  if (x.ptr && tcTypeIsHalf(result))
    x = tcConvert(b, x, tcF32(b));
  Along a = alongOf(c, b, x);
  MlirType element = tcElementOf(a.x);
  Running r = {.along = a,
               .n = 1,
               .x = {a.x},
               .identity = {tcNum(b, a.x, 1)},
               .step = stepProduct,
               .associative = a.x.ptr && (tcTypeIsInt(element) ||
                                          mlirTypeIsAF32(element))};
  run(b, &r);
  tcReturnAs(c, r.y[0], result);
}

// x exp(m - most) where that is not x itself: `power` is the exponential of the
// lesser of two m less the greater, NaN of equal infinities.
static MlirValue rescaled(TcBuild *b, MlirValue x, MlirValue m, MlirValue most,
                          MlirValue power) {
  return tcMul(b, x, tcWhere(b, tcEq(b, m, most), tcNum(b, x, 1), power));
}

// Maxima m and sums s of exp(x - m), as of a softmax (M. Milakov, N.
// Gimelshein: Online normalizer calculation for softmax, 2018):
//
//   m = max(m0, m1)    s = s0 exp(m0 - m) + s1 exp(m1 - m)
//
// of which one exponential is 1.
static void stepLogSumExp(TcBuild *b, const void *self,
                          const MlirValue *carried, const MlirValue *slices,
                          MlirValue *next) {
  (void)self;
  MlirValue most = tcMax(b, carried[0], slices[0]);
  MlirValue least = tcMin(b, carried[0], slices[0]);
  MlirValue power = tcExp(b, tcSub(b, least, most));
  next[0] = most;
  next[1] = tcAdd(b, rescaled(b, carried[1], carried[0], most, power),
                  rescaled(b, slices[1], slices[0], most, power));
}

// logcumsumexp(x, dim) = log(cumsum(exp(x))) = m + log(s)
static void logcumsumexp(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "self");
  Along a = alongOf(c, b, p.x[0]);
  if (!a.x.ptr)
    return;
  Running r = {.along = a,
               .n = 2,
               .x = {a.x, tcFull(b, tcShapeOf(b, a.x), tcNum(b, a.x, 1))},
               .identity = {tcNum(b, a.x, -INFINITY), tcNum(b, a.x, 0)},
               .step = stepLogSumExp,
               .associative = true};
  run(b, &r);
  tcReturnAs(c, tcAdd(b, r.y[0], tcLog(b, r.y[1])), p.result);
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
