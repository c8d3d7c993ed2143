// Decompositions of Fourier transforms, one dimension after the other
// (fourier_steps.c).
#include "passes/decompose/fourier.h"
#include "passes/decompose/call.h"

#include "mlir-c/BuiltinTypes.h"
#include "tc/gen/FxOps.h"

#include <math.h>

// ORDER: at::native::fft_norm_mode.
enum { NORM_NONE, NORM_ROOT, NORM_ALL };

typedef struct Transform {
  TcFxCall *c;
  TcBuild *b;
  TcDims dims; // in the order given
  int sign, parts;
  double points, scale;
  MlirValue z; // planar
} Transform;

//===- Parts --------------------------------------------------------------===//

static MlirType partType(MlirType type) {
  return type.ptr && tcTypeIsComplex(type) ? mlirComplexTypeGetElementType(type)
                                           : type;
}

// The real number that x is a conversion of, or null.
static MlirValue realOf(TcBuild *b, MlirValue x) {
  if (!x.ptr || !mlirValueIsAOpResult(x) ||
      tcPrimOpKind(mlirOpResultGetOwner(x)) != TC_PRIM_CONVERT_ELEMENT_TYPE)
    return tcNoValue();
  MlirValue from = mlirOperationGetOperand(mlirOpResultGetOwner(x), 0);
  return tcTypeIsComplex(tcElementOf(from))
             ? tcNoValue()
             : tcConvert(b, from, partType(tcElementOf(x)));
}

static MlirValue planar(TcBuild *b, MlirValue x) {
  if (!x.ptr)
    return x;
  if (!tcTypeIsComplex(tcElementOf(x)))
    return tcUnsqueeze(b, x, 0);
  MlirValue real = realOf(b, x);
  if (real.ptr)
    return tcUnsqueeze(b, real, 0);
  MlirValue both[2] = {tcUnsqueeze(b, tcUnary(b, TC_PRIM_REAL, x), 0),
                       tcUnsqueeze(b, tcUnary(b, TC_PRIM_IMAG, x), 0)};
  return tcCat(b, 2, both, 0);
}

static MlirValue partOf(TcBuild *b, MlirValue z, int part) {
  return tcSelect(b, z, 0, tcSizeInt(b, part));
}

static MlirValue complexOf(TcBuild *b, MlirValue z) {
  if (!z.ptr)
    return z;
  MlirValue re = partOf(b, z, 0);
  bool isReal = tcSizeAttrIsValue(tcValueSize(z, 0), 1);
  return tcBinary(b, TC_PRIM_COMPLEX, re,
                  isReal ? tcNum(b, re, 0) : partOf(b, z, 1));
}

//===- What is read of a result -------------------------------------------===//

static bool isCallOf(MlirOperation op, const char *target) {
  return tcFxOpKind(op) == TC_FX_CALL &&
         mlirStringRefEqual(tcFxCallGetTarget(op), tcStr(target));
}

// Whether a call is x[..., 0].
static bool takesFirst(TcFxCall *c, MlirOperation op) {
  if (!isCallOf(op, "aten.select.int"))
    return false;
  MlirValue x = mlirOperationGetOperand(op, 0);
  TcFxCall call = {.b = c->b, .op = op, .operands = &x};
  intptr_t rank = tcTypeGetRank(mlirValueGetType(x));
  return tcFxCallBind(&call) && tcArgIsValue(&call, "index", 0) &&
         (tcArgIsValue(&call, "dim", -1) ||
          tcArgIsValue(&call, "dim", (double)(rank - 1)));
}

static bool allUses(TcFxCall *c, MlirValue x,
                    bool (*holds)(TcFxCall *c, MlirOperation user)) {
  MlirOpOperand use = mlirValueGetFirstUse(x);
  if (mlirOpOperandIsNull(use))
    return false;
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (!holds(c, mlirOpOperandGetOwner(use)))
      return false;
  return true;
}

static bool readsReal(TcFxCall *c, MlirOperation op) {
  return isCallOf(op, "aten.real.default") ||
         (isCallOf(op, "aten.view_as_real.default") &&
          allUses(c, mlirOperationGetResult(op, 0), takesFirst));
}

//===- Dimensions ---------------------------------------------------------===//

// The number of points along a dimension; 0 after an error.
static int64_t pointsAlong(Transform *t, intptr_t dim) {
  int64_t n = 0;
  MlirAttribute size = tcValueSize(t->z, dim + 1);
  if (!t->z.ptr)
    return 0;
  if (!tcSizeAttrIsConstant(size, &n))
    t->z = tcFail(t->b, 4102,
                  "a Fourier transform along a dimension of symbolic size");
  else if (n < 1)
    t->z = tcFail(t->b, 1102, "a Fourier transform of no points");
  return n;
}

static double scaleOf(double points, int64_t normalization) {
  return normalization == NORM_ALL    ? 1 / points
         : normalization == NORM_ROOT ? 1 / sqrt(points)
                                      : 1;
}

// One dimension; the last one that is more than a point scales.
static void along(Transform *t, intptr_t dim, int64_t n, int64_t count,
                  bool isLast) {
  if (n == 1 || !t->z.ptr)
    return;
  TcFourier f = {
      dim + 1, n, count, t->sign, isLast ? t->scale : 1, isLast ? t->parts : 2};
  t->z = tcFourierAlong(t->b, t->z, &f);
  if (isLast)
    t->scale = 1;
}

// Those of the list from `end` - 1 to 0; the last one is the first of them that
// is more than a point.
static void alongAll(Transform *t, intptr_t end) {
  intptr_t last = 0;
  int64_t n[TC_MAX_RANK] = {0};
  for (intptr_t i = end; i-- > 0;)
    if ((n[i] = pointsAlong(t, (intptr_t)t->dims.data[i])) > 1)
      last = i;
  for (intptr_t i = end; i-- > 0;)
    along(t, (intptr_t)t->dims.data[i], n[i], n[i], i == last);
}

static Transform begin(TcFxCall *c, TcBuild *b, int sign) {
  MlirValue x = tcArg(c, "self");
  Transform t = {.c = c, .b = b, .sign = sign, .parts = 2, .points = 1};
  if (!x.ptr)
    return t;
  t.dims = tcArgDimList(c, "dim", tcRankOf(x));
  t.z = planar(b, x);
  for (intptr_t i = 0; i < t.dims.size; ++i)
    t.points *= (double)pointsAlong(&t, (intptr_t)t.dims.data[i]);
  t.scale = scaleOf(t.points, tcArgInt(c, "normalization"));
  if (allUses(c, mlirOperationGetResult(c->op, 0), readsReal))
    t.parts = 1;
  return t;
}

static MlirValue scaled(Transform *t) {
  return t->scale == 1 || !t->z.ptr
             ? t->z
             : tcMul(t->b, t->z, tcNum(t->b, t->z, t->scale));
}

//===- Rules --------------------------------------------------------------===//

// _fft_c2c(x, dims): y_k = scale sum_j x_j exp(-+ 2 pi i jk / n)
static void complexToComplex(TcFxCall *c, TcBuild *b) {
  Transform t = begin(c, b, tcArgBool(c, "forward") ? -1 : 1);
  alongAll(&t, t.dims.size);
  tcReturn(c, complexOf(b, scaled(&t)));
}

// _fft_r2c(x, dims): the same of real x; with `onesided` the first n / 2 + 1
// along the last of them, of which the others are the conjugates
static void realToComplex(TcFxCall *c, TcBuild *b) {
  Transform t = begin(c, b, -1);
  intptr_t last = t.dims.size - 1;
  if (last < 0 || !t.z.ptr) {
    tcReturn(c, complexOf(b, t.z));
    return;
  }
  bool isAlone = true;
  for (intptr_t i = 0; i < last; ++i)
    isAlone &= pointsAlong(&t, (intptr_t)t.dims.data[i]) == 1;
  intptr_t dim = (intptr_t)t.dims.data[last];
  int64_t n = pointsAlong(&t, dim);
  along(&t, dim, n, tcArgBool(c, "onesided") ? n / 2 + 1 : n, isAlone);
  alongAll(&t, last);
  tcReturn(c, complexOf(b, scaled(&t)));
}

// The first n / 2 + 1 points along a dimension, each as often as it counts: for
// its conjugate, too. Of a point that is its own conjugate the imaginary part
// is not read, whatever it is.
static MlirValue withConjugates(TcBuild *b, MlirValue z, intptr_t dim,
                                int64_t n) {
  if (!z.ptr)
    return z;
  TcShape shape = tcShapeMake(b, 2);
  shape.sizes[0] = tcValueSize(z, 0);
  shape.sizes[1] = tcValueSize(z, dim);
  MlirValue part = tcIotaDim(b, shape, 0, tcI64(b));
  MlirValue k = tcIotaDim(b, shape, 1, tcI64(b));
  MlirValue isOwn = tcOr(b, tcEq(b, k, tcNum(b, k, 0)),
                         tcEq(b, tcMul(b, k, tcNum(b, k, 2)), tcNum(b, k, n)));
  MlirValue isUnread = tcAnd(b, isOwn, tcEq(b, part, tcNum(b, part, 1)));
  MlirType type = tcElementOf(z);
  MlirValue weights =
      tcWhere(b, isOwn, tcConst(b, type, 1), tcConst(b, type, 2));
  TcShape all = tcShapeOf(b, z);
  TcDims dims = tcDimsMake(b, 2);
  dims.data[0] = 0;
  dims.data[1] = dim;
  return tcWhere(b, tcBroadcastInDim(b, isUnread, all, dims),
                 tcConst(b, type, 0),
                 tcMul(b, z, tcBroadcastInDim(b, weights, all, dims)));
}

// _fft_c2r(x, dims): the real inverse of _fft_r2c, by the sum of each point and
// its conjugate
static void complexToReal(TcFxCall *c, TcBuild *b) {
  Transform t = begin(c, b, 1);
  int64_t n = tcArgInt(c, "last_dim_size");
  intptr_t last = t.dims.size - 1;
  if (last < 0 || !t.z.ptr)
    return;
  intptr_t dim = (intptr_t)t.dims.data[last];
  int64_t given = pointsAlong(&t, dim);
  if (n < 1 || given < n / 2 + 1) {
    tcFail(b, 1102, "%lld points of a spectrum give no signal of %lld",
           (long long)given, (long long)n);
    return;
  }
  double points = t.points / (double)given * (double)n;
  double scale = scaleOf(points, tcArgInt(c, "normalization"));
  t.scale = 1;
  t.parts = 2;
  alongAll(&t, last);
  t.scale = scale;
  t.parts = 1;
  t.z = tcSlice(b, t.z, dim + 1, tcSizeInt(b, 0), tcSizeInt(b, n / 2 + 1), 1);
  t.z = withConjugates(b, t.z, dim + 1, n);
  along(&t, dim, n, n, true);
  t.z = scaled(&t);
  tcReturn(c, partOf(b, t.z, 0));
}

static const TcFxRule rules[] = {
    {"aten._fft_c2c.default", complexToComplex, 0},
    {"aten._fft_r2c.default", realToComplex, 0},
    {"aten._fft_c2r.default", complexToReal, 0},
};

TC_FX_RULES(tcFxFourierRules, rules);
