// Decompositions of random ops to prim.philox (see random.h). Distributions are
// PyTorch's, sequences of numbers are not.
#include "passes/decompose/random.h"

#include "mlir-c/BuiltinTypes.h"

//===- Bits ---------------------------------------------------------------===//

static MlirValue keyOf(TcFxCall *c, TcBuild *b) {
  TcFxRandom *random = c->random;
  if (!random->key.ptr)
    random->key = mlirBlockAddArgument(
        random->block, tcTensorTypeGet(0, NULL, tcI64(b)), b->at.loc);
  return random->key;
}

// 32 random bits a place of `shape`, as i32.
static MlirValue bits(TcFxCall *c, TcBuild *b, TcShape shape) {
  TcFxRandom *random = c->random;
  if (!random->drawn.ptr)
    random->drawn = tcSizeInt(b, 0);
  MlirAttribute count = tcShapeNumElements(b, shape);
  MlirValue number = tcAdd(b, tcIota(b, count, tcI64(b)),
                           tcSizeValue(b, random->drawn, tcI64(b)));
  random->drawn = tcSizeAttrAdd(random->drawn, count);
  MlirValue word = tcBinary(b, TC_PRIM_PHILOX, keyOf(c, b), number);
  return tcReshape(b, word, shape);
}

static MlirValue topBits(TcFxCall *c, TcBuild *b, TcShape shape, int count,
                         MlirType type) {
  MlirValue word = bits(c, b, shape);
  MlirValue shift = tcNum(b, word, 32 - count);
  return tcConvert(b, tcBinary(b, TC_PRIM_SHIFT_RIGHT_LOGICAL, word, shift),
                   type);
}

MlirValue tcUniform(TcFxCall *c, TcBuild *b, TcShape shape, MlirType element) {
  if (!element.ptr)
    return tcNoValue();
  if (!mlirTypeIsAF64(element)) {
    MlirValue x = topBits(c, b, shape, 24, tcF32(b));
    return tcConvert(b, tcMul(b, x, tcNum(b, x, 0x1p-24)), element);
  }
  MlirValue high = topBits(c, b, shape, 27, element);
  MlirValue low = topBits(c, b, shape, 26, element);
  MlirValue whole = tcAdd(b, tcMul(b, high, tcNum(b, high, 0x1p26)), low);
  return tcMul(b, whole, tcNum(b, whole, 0x1p-53));
}

// Box and Muller: sqrt(-2 log(1 - u)) cos(2 pi v)
static MlirValue normal(TcFxCall *c, TcBuild *b, TcShape shape,
                        MlirType element) {
  MlirType type = tcComputeType(element);
  MlirValue u = tcUniform(c, b, shape, type), v = tcUniform(c, b, shape, type);
  MlirValue radius = tcSqrt(
      b, tcMul(b, tcNum(b, u, -2), tcLog(b, tcSub(b, tcNum(b, u, 1), u))));
  MlirValue angle = tcMul(b, v, tcNum(b, v, 6.283185307179586477));
  return tcConvert(b, tcMul(b, radius, tcCos(b, angle)), element);
}

//===- Dropout ------------------------------------------------------------===//

static MlirValue keptWith(TcFxCall *c, TcBuild *b, TcShape shape, double p) {
  MlirValue u = tcUniform(c, b, shape, tcF32(b));
  return tcGe(b, u, tcNum(b, u, p));
}

MlirValue tcScaleKept(TcBuild *b, MlirValue x, MlirValue kept, double p) {
  MlirType type = tcElementOf(x);
  MlirValue wide = tcConvert(b, x, tcComputeType(type));
  MlirValue scaled = tcMul(b, wide, tcNum(b, wide, p < 1 ? 1 / (1 - p) : 0));
  return tcConvert(b, tcWhere(b, kept, scaled, tcNum(b, wide, 0)), type);
}

MlirValue tcDropout(TcFxCall *c, TcBuild *b, MlirValue x, double p) {
  if (!x.ptr || p == 0)
    return x;
  return tcScaleKept(b, x, keptWith(c, b, tcShapeOf(b, x), p), p);
}

// dropout(x, p, train) = train ? x * (u >= p) / (1 - p) : x
static void dropout(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "input");
  double p = tcArgFloat(c, "p");
  tcReturn(c, tcArgBool(c, "train") ? tcDropout(c, b, x, p) : x);
}

// native_dropout(x, p, train) = dropout, and what was kept
static void nativeDropout(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "input");
  TcShape shape = tcShapeOf(b, x);
  double p = tcArgFloat(c, "p");
  bool trains = tcArgIsNone(c, "train") || tcArgBool(c, "train");
  MlirValue kept = trains ? keptWith(c, b, shape, p)
                          : tcFull(b, shape, tcConstInt(b, tcBool(b), 1));
  tcReturnAt(c, 0, trains ? tcScaleKept(b, x, kept, p) : x);
  tcReturnAt(c, 1, kept);
}

//===- Fills --------------------------------------------------------------===//

// rand(sizes): uniform in [0, 1)
static void rand_(TcFxCall *c, TcBuild *b) {
  tcReturn(c, tcUniform(c, b, tcArgFillShape(c, b), tcArgFillElement(c, b)));
}

// randn(sizes): normal
static void randn(TcFxCall *c, TcBuild *b) {
  tcReturn(c, normal(c, b, tcArgFillShape(c, b), tcArgFillElement(c, b)));
}

// uniform(x, from, to) = from + (to - from) u
static void uniform(TcFxCall *c, TcBuild *b) {
  MlirType type = tcArgFillElement(c, b), wide = tcComputeType(type);
  MlirValue from = tcArgNumber(c, "from", wide),
            to = tcArgNumber(c, "to", wide);
  MlirValue u = tcUniform(c, b, tcArgFillShape(c, b), wide);
  tcReturnAs(c, tcAdd(b, from, tcMul(b, tcSub(b, to, from), u)), type);
}

// normal(x, mean, std) = mean + std n
static void normalOf(TcFxCall *c, TcBuild *b) {
  MlirType type = tcArgFillElement(c, b), wide = tcComputeType(type);
  MlirValue n = normal(c, b, tcArgFillShape(c, b), wide);
  tcReturnAs(c,
             tcAdd(b, tcArgNumber(c, "mean", wide),
                   tcMul(b, tcArgNumber(c, "std", wide), n)),
             type);
}

// bernoulli(x) = u < x; with p: u < p
static void bernoulli(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  MlirValue p = tcArgAttr(c, "p").ptr ? tcArgNumber(c, "p", tcF32(b))
                                      : tcConvert(b, x, tcF32(b));
  MlirValue u = tcUniform(c, b, tcShapeOf(b, x), tcF32(b));
  tcReturnAs(c, tcLt(b, u, p), tcElementOf(x));
}

// randint(low, high, sizes) = low + floor(u (high - low)), u of 53 bits
static void randint(TcFxCall *c, TcBuild *b) {
  MlirType wide = mlirF64TypeGet(b->at.ctx), dtype = tcArgDType(c, "dtype");
  bool hasLow = tcArgAttr(c, "low").ptr;
  MlirValue low = hasLow ? tcArgNumber(c, "low", wide) : tcConst(b, wide, 0);
  MlirValue span = tcSub(b, tcArgNumber(c, "high", wide), low);
  MlirValue u = tcUniform(c, b, tcArgFillShape(c, b), wide);
  MlirValue y = tcAdd(b, low, tcFloor(b, tcMul(b, u, span)));
  tcReturnAs(c, y, dtype.ptr ? dtype : tcI64(b));
}

// randperm(n): the order of n uniform numbers
static void randperm(TcFxCall *c, TcBuild *b) {
  TcShape shape = tcShapeMake(b, 1);
  shape.sizes[0] = tcArgSize(c, "n");
  MlirType dtype = tcArgDType(c, "dtype");
  MlirValue u = tcUniform(c, b, shape, mlirF64TypeGet(b->at.ctx));
  if (!u.ptr)
    return;
  MlirOperation sorted = tcPrimSortCreate(&b->at, u, 0, false);
  if (sorted.ptr)
    tcReturnAs(c, mlirOperationGetResult(sorted, 1),
               dtype.ptr ? dtype : tcI64(b));
}

static const TcFxRule rules[] = {
    {"aten.dropout.default", dropout, 0},
    {"aten.native_dropout.default", nativeDropout, 0},
    {"aten.rand.default", rand_, 0},
    {"aten.rand_like.default", rand_, 0},
    {"aten.randn.default", randn, 0},
    {"aten.randn_like.default", randn, 0},
    {"aten.uniform.default", uniform, 0},
    {"aten.normal_functional.default", normalOf, 0},
    {"aten.bernoulli.default", bernoulli, 0},
    {"aten.bernoulli.p", bernoulli, 0},
    {"aten.randint.default", randint, 0},
    {"aten.randint.low", randint, 0},
    {"aten.randperm.default", randperm, 0},
};

TC_FX_RULES(tcFxRandomRules, rules);
