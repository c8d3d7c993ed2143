// Decompositions of special functions: the error function's complement and
// inverse, the normal distribution's, modified Bessel functions. All cases are
// computed, each on operands that it can take, and the right one is chosen.
#include "passes/decompose/call.h"
#include "passes/decompose/polynomial.h"

#include <math.h>

static const double ispi = 0.56418958354775628695; // 1 / sqrt(pi)

//===- The error function's complement ------------------------------------===//

// W. J. Cody, Rational Chebyshev approximations for the error function (1969).
static const double erfcP[] = {
    2.1531153547440383e-08, 0.5641884969886701, 8.883149794388377,
    66.11919063714163,      298.6351381974001,  881.952221241769,
    1712.0476126340707,     2051.0783778260716, 1230.3393547979972};
static const double erfcQ[] = {1.0,
                               15.744926110709835,
                               117.6939508913125,
                               537.1811018620099,
                               1621.3895745666903,
                               3290.7992357334597,
                               4362.619090143247,
                               3439.3676741437216,
                               1230.3393548037495};
static const double tailP[] = {0.016315387137302097, 0.30532663496123236,
                               0.36034489994980445,  0.12578172611122926,
                               0.016083785148742275, 0.0006587491615298378};
static const double tailQ[] = {1.0,
                               2.568520192289822,
                               1.8729528499234673,
                               0.5279051029514285,
                               0.06051834131244132,
                               0.0023352049762686918};

// exp(y^2) erfc(y) for y >= 0.46875
static MlirValue scaledTail(TcBuild *b, MlirValue y) {
  MlirValue four = tcNum(b, y, 4);
  MlirValue m = tcMin(b, tcMax(b, y, tcNum(b, y, 0.46875)), four);
  MlirValue middle =
      tcDiv(b, TC_POLYNOMIAL(b, m, erfcP), TC_POLYNOMIAL(b, m, erfcQ));
  MlirValue w = tcMax(b, y, four);
  MlirValue z = tcDiv(b, tcDiv(b, tcNum(b, y, 1), w), w);
  MlirValue far = tcMul(
      b, z, tcDiv(b, TC_POLYNOMIAL(b, z, tailP), TC_POLYNOMIAL(b, z, tailQ)));
  far = tcDiv(b, tcSub(b, tcNum(b, y, ispi), far), w);
  return tcWhere(b, tcLe(b, y, four), middle, far);
}

// exp(sign y^2), the square in two parts of which the first is exact
static MlirValue expSquare(TcBuild *b, MlirValue y, double sign) {
  MlirValue scaled = tcMul(b, y, tcNum(b, y, 16));
  MlirValue high =
      tcMul(b, tcUnary(b, TC_PRIM_TRUNC, scaled), tcNum(b, y, 0.0625));
  MlirValue low = tcMul(b, tcSub(b, y, high), tcAdd(b, y, high));
  MlirValue factor = tcNum(b, y, sign);
  return tcMul(b, tcExp(b, tcMul(b, factor, tcMul(b, high, high))),
               tcExp(b, tcMul(b, factor, low)));
}

// erfc(x) = 1 - erf(x) near 0, 2 - erfc(-x) below
static MlirValue erfcOf(TcBuild *b, MlirValue x) {
  MlirValue y = tcMin(b, tcAbs(b, x), tcNum(b, x, 30)); // 0 from there on
  MlirValue tail = tcMul(b, expSquare(b, y, -1), scaledTail(b, y));
  MlirValue isPositive = tcGt(b, x, tcNum(b, x, 0));
  tail = tcWhere(b, isPositive, tail, tcSub(b, tcNum(b, x, 2), tail));
  MlirValue near = tcSub(b, tcNum(b, x, 1), tcErf(b, x));
  return tcWhere(b, tcLt(b, y, tcNum(b, x, 0.46875)), near, tail);
}

// erfc(x) = 1 - erf(x)
static void erfc_(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "self");
  tcReturnAs(c, erfcOf(b, p.x[0]), p.result);
}

// erfcx(x) = exp(x^2) erfc(x); for x < 0: 2 exp(x^2) - erfcx(-x)
static void erfcx(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "self");
  MlirValue x = p.x[0], y = tcAbs(b, x), limit = tcNum(b, x, 0.46875);
  MlirValue low = tcMin(b, y, limit);
  MlirValue near = tcMul(b, tcExp(b, tcMul(b, low, low)),
                         tcSub(b, tcNum(b, x, 1), tcErf(b, low)));
  MlirValue up = tcWhere(b, tcLt(b, y, limit), near, scaledTail(b, y));
  MlirValue far = tcMin(b, y, tcNum(b, x, 30)); // infinite from there on
  MlirValue twice = tcMul(b, tcNum(b, x, 2), expSquare(b, far, 1));
  MlirValue isNegative = tcLt(b, x, tcNum(b, x, 0));
  tcReturnAs(c, tcWhere(b, isNegative, tcSub(b, twice, up), up), p.result);
}

//===- Inverses -----------------------------------------------------------===//

static const double invP[] = {-0.140543331, 0.914624893, -1.645349621,
                              0.886226899};
static const double invQ[] = {0.012229801, -0.329097515, 1.442710462,
                              -2.118377725, 1};
static const double invFarP[] = {1.641345311, 3.429567803, -1.624906493,
                                 -1.970840454};
static const double invFarQ[] = {1.637067800, 3.543889200, 1};

// erfinv(x): a rational start, then two steps of Newton's, as PyTorch's
// calc_erfinv
static void erfinv(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "self");
  MlirValue y = p.x[0], a = tcAbs(b, y), one = tcNum(b, y, 1);
  MlirValue z = tcMul(b, y, y);
  MlirValue x = tcMul(
      b, y, tcDiv(b, TC_POLYNOMIAL(b, z, invP), TC_POLYNOMIAL(b, z, invQ)));
  MlirValue half = tcMul(b, tcSub(b, one, a), tcNum(b, y, 0.5));
  MlirValue w = tcSqrt(b, tcNeg(b, tcLog(b, half)));
  MlirValue far =
      tcDiv(b, TC_POLYNOMIAL(b, w, invFarP), TC_POLYNOMIAL(b, w, invFarQ));
  MlirValue isLow = tcLt(b, y, tcNum(b, y, 0)), inf = tcNum(b, y, INFINITY);
  far = tcWhere(b, isLow, tcNeg(b, far), far);
  x = tcWhere(b, tcLe(b, a, tcNum(b, y, 0.7)), x, far);
  for (int i = 0; i < 2; ++i) {
    MlirValue slope =
        tcMul(b, tcExp(b, tcNeg(b, tcMul(b, x, x))), tcNum(b, y, 2 * ispi));
    x = tcSub(b, x, tcDiv(b, tcSub(b, tcErf(b, x), y), slope));
  }
  x = tcWhere(b, tcEq(b, a, one), tcWhere(b, isLow, tcNeg(b, inf), inf), x);
  x = tcWhere(b, tcGt(b, a, one), tcNum(b, y, NAN), x);
  tcReturnAs(c, x, p.result);
}

// Cephes' ndtri.c.
static const double ndtriP0[] = {-59.96335010141079, 98.00107541859997,
                                 -56.67628574690703, 13.931260938727968,
                                 -1.2391658386738125};
static const double ndtriQ0[] = {1.0,
                                 1.9544885833814176,
                                 4.676279128988815,
                                 86.36024213908905,
                                 -225.46268785411937,
                                 200.26021238006066,
                                 -82.03722561683334,
                                 15.90562251262117,
                                 -1.1833162112133};
static const double ndtriP1[] = {
    4.0554489230596245,  31.525109459989388,   57.16281922464213,
    44.08050738932008,   14.684956192885803,   2.1866330685079025,
    -0.1402560791713545, -0.03504246268278482, -0.0008574567851546854};
static const double ndtriQ1[] = {1.0,
                                 15.779988325646675,
                                 45.39076351288792,
                                 41.3172038254672,
                                 15.04253856929075,
                                 2.504649462083094,
                                 -0.14218292285478779,
                                 -0.03808064076915783,
                                 -0.0009332594808954574};
static const double ndtriP2[] = {
    3.2377489177694603,     6.915228890689842,      3.9388102529247444,
    1.3330346081580755,     0.20148538954917908,    0.012371663481782003,
    0.00030158155350823543, 2.6580697468673755e-06, 6.239745391849833e-09};
static const double ndtriQ2[] = {1.0,
                                 6.02427039364742,
                                 3.6798356385616087,
                                 1.3770209948908132,
                                 0.21623699359449663,
                                 0.013420400608854318,
                                 0.00032801446468212774,
                                 2.8924786474538068e-06,
                                 6.790194080099813e-09};

static MlirValue ratio(TcBuild *b, MlirValue x, MlirValue p, MlirValue q) {
  return tcMul(b, x, tcDiv(b, p, q));
}

// ndtri(y): where the normal distribution function is y
static void ndtri(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "self");
  MlirValue y0 = p.x[0], one = tcNum(b, y0, 1), zero = tcNum(b, y0, 0);
  double edge = 0.13533528323661269189; // exp(-2)
  MlirValue isHigh = tcGt(b, y0, tcNum(b, y0, 1 - edge));
  MlirValue y = tcWhere(b, isHigh, tcSub(b, one, y0), y0);
  MlirValue m = tcSub(b, y, tcNum(b, y, 0.5)), mm = tcMul(b, m, m);
  MlirValue middle = tcAdd(b, m,
                           tcMul(b, m,
                                 ratio(b, mm, TC_POLYNOMIAL(b, mm, ndtriP0),
                                       TC_POLYNOMIAL(b, mm, ndtriQ0))));
  middle = tcMul(b, middle, tcNum(b, y, 2.50662827463100050242));
  MlirValue x = tcSqrt(b, tcMul(b, tcNum(b, y, -2), tcLog(b, y)));
  MlirValue z = tcDiv(b, one, x);
  MlirValue near =
      ratio(b, z, TC_POLYNOMIAL(b, z, ndtriP1), TC_POLYNOMIAL(b, z, ndtriQ1));
  MlirValue far =
      ratio(b, z, TC_POLYNOMIAL(b, z, ndtriP2), TC_POLYNOMIAL(b, z, ndtriQ2));
  MlirValue off = tcWhere(b, tcLt(b, x, tcNum(b, x, 8)), near, far);
  MlirValue tail = tcSub(b, tcSub(b, x, tcDiv(b, tcLog(b, x), x)), off);
  tail = tcWhere(b, isHigh, tail, tcNeg(b, tail));
  MlirValue result = tcWhere(b, tcGt(b, y, tcNum(b, y, edge)), middle, tail);
  MlirValue inf = tcNum(b, y, INFINITY);
  result = tcWhere(b, tcEq(b, y0, zero), tcNeg(b, inf), result);
  result = tcWhere(b, tcEq(b, y0, one), inf, result);
  MlirValue isOut = tcOr(b, tcLt(b, y0, zero), tcGt(b, y0, one));
  tcReturnAs(c, tcWhere(b, isOut, tcNum(b, y, NAN), result), p.result);
}

//===- Modified Bessel functions ------------------------------------------===//

// Chebyshev coefficients of exp(-x) I(x) (by x for I1) below 8 and of
// exp(-x) sqrt(x) I(x) above, of Cephes' i0.c and i1.c.
static const double i0Near[] = {
    -4.4153416464793395e-18, 3.3307945188222384e-17,  -2.431279846547955e-16,
    1.715391285555133e-15,   -1.1685332877993451e-14, 7.676185498604936e-14,
    -4.856446783111929e-13,  2.95505266312964e-12,    -1.726826291441556e-11,
    9.675809035373237e-11,   -5.189795601635263e-10,  2.6598237246823866e-09,
    -1.300025009986248e-08,  6.046995022541919e-08,   -2.670793853940612e-07,
    1.1173875391201037e-06,  -4.4167383584587505e-06, 1.6448448070728896e-05,
    -5.754195010082104e-05,  0.00018850288509584165,  -0.0005763755745385824,
    0.0016394756169413357,   -0.004324309995050576,   0.010546460394594998,
    -0.02373741480589947,    0.04930528423967071,     -0.09490109704804764,
    0.17162090152220877,     -0.3046826723431984,     0.6767952744094761};
static const double i0Far[] = {
    -7.233180487874754e-18,  -4.830504485944182e-18,  4.46562142029676e-17,
    3.461222867697461e-17,   -2.8276239805165836e-16, -3.425485619677219e-16,
    1.7725601330565263e-15,  3.8116806693526224e-15,  -9.554846698828307e-15,
    -4.150569347287222e-14,  1.54008621752141e-14,    3.8527783827421426e-13,
    7.180124451383666e-13,   -1.7941785315068062e-12, -1.3215811840447713e-11,
    -3.1499165279632416e-11, 1.1889147107846439e-11,  4.94060238822497e-10,
    3.3962320257083865e-09,  2.266668990498178e-08,   2.0489185894690638e-07,
    2.8913705208347567e-06,  6.889758346916825e-05,   0.0033691164782556943,
    0.8044904110141088};
static const double i1Near[] = {
    2.7779141127610464e-18,  -2.111421214358166e-17,  1.5536319577362005e-16,
    -1.1055969477353862e-15, 7.600684294735408e-15,   -5.042185504727912e-14,
    3.223793365945575e-13,   -1.9839743977649436e-12, 1.1736186298890901e-11,
    -6.663489723502027e-11,  3.625590281552117e-10,   -1.8872497517228294e-09,
    9.381537386495773e-09,   -4.445059128796328e-08,  2.0032947535521353e-07,
    -8.568720264695455e-07,  3.4702513081376785e-06,  -1.3273163656039436e-05,
    4.781565107550054e-05,   -0.00016176081582589674, 0.0005122859561685758,
    -0.0015135724506312532,  0.004156422944312888,    -0.010564084894626197,
    0.024726449030626516,    -0.05294598120809499,    0.1026436586898471,
    -0.17641651835783406,    0.25258718644363365};
static const double i1Far[] = {
    7.517296310842105e-18,   4.414348323071708e-18,   -4.6503053684893586e-17,
    -3.209525921993424e-17,  2.96262899764595e-16,    3.3082023109209285e-16,
    -1.8803547755107825e-15, -3.8144030724370075e-15, 1.0420276984128802e-14,
    4.272440016711951e-14,   -2.1015418427726643e-14, -4.0835511110921974e-13,
    -7.198551776245908e-13,  2.0356285441470896e-12,  1.4125807436613782e-11,
    3.2526035830154884e-11,  -1.8974958123505413e-11, -5.589743462196584e-10,
    -3.835380385964237e-09,  -2.6314688468895196e-08, -2.512236237870209e-07,
    -3.882564808877691e-06,  -0.00011058893876262371, -0.009761097491361469,
    0.7785762350182801};

// The sum of coefficients times Chebyshev polynomials of x / 2 (Clenshaw).
static MlirValue chebyshev(TcBuild *b, MlirValue x, const double *coefficients,
                           size_t n) {
  MlirValue last = tcNum(b, x, 0), before = last, y = last;
  for (size_t i = 0; i < n; ++i) {
    before = last;
    last = y;
    y = tcAdd(b, tcSub(b, tcMul(b, x, last), before),
              tcNum(b, x, coefficients[i]));
  }
  return tcMul(b, tcSub(b, y, before), tcNum(b, x, 0.5));
}
#define CHEBYSHEV(B, X, C) chebyshev(B, X, C, sizeof(C) / sizeof(double))

// exp(-|x|) I(x) of order 0 or 1
static MlirValue besselScaled(TcBuild *b, MlirValue x, bool isFirst) {
  MlirValue a = tcAbs(b, x), two = tcNum(b, x, 2), eight = tcNum(b, x, 8);
  MlirValue low = tcMin(b, a, eight), high = tcMax(b, a, eight);
  MlirValue u = tcSub(b, tcMul(b, low, tcNum(b, x, 0.5)), two);
  MlirValue v = tcSub(b, tcDiv(b, tcNum(b, x, 32), high), two);
  MlirValue near = isFirst ? tcMul(b, CHEBYSHEV(b, u, i1Near), low)
                           : CHEBYSHEV(b, u, i0Near);
  MlirValue far = isFirst ? CHEBYSHEV(b, v, i1Far) : CHEBYSHEV(b, v, i0Far);
  far = tcDiv(b, far, tcSqrt(b, high));
  MlirValue y = tcWhere(b, tcLe(b, a, eight), near, far);
  return isFirst ? tcWhere(b, tcLt(b, x, tcNum(b, x, 0)), tcNeg(b, y), y) : y;
}

static void bessel(TcFxCall *c, bool isFirst, bool isScaled) {
  TcBuild *b = c->b;
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "self");
  MlirValue y = besselScaled(b, p.x[0], isFirst);
  tcReturnAs(c, isScaled ? y : tcMul(b, tcExp(b, tcAbs(b, p.x[0])), y),
             p.result);
}

// i0(x), i0e(x) = exp(-|x|) i0(x)
static void i0(TcFxCall *c, TcBuild *b) {
  (void)b;
  bessel(c, false, false);
}
static void i0e(TcFxCall *c, TcBuild *b) {
  (void)b;
  bessel(c, false, true);
}

// i1(x), i1e(x) = exp(-|x|) i1(x)
static void i1(TcFxCall *c, TcBuild *b) {
  (void)b;
  bessel(c, true, false);
}
static void i1e(TcFxCall *c, TcBuild *b) {
  (void)b;
  bessel(c, true, true);
}

//===- Products with logarithms -------------------------------------------===//

// xlogy(x, y) = x log(y), xlog1py(x, y) = x log(1 + y): 0 where x is 0, unless
// y is NaN
static void xLog(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "self", "other");
  MlirValue x = p.x[0], y = p.x[1];
  MlirValue z = tcMul(b, x, tcUnary(b, c->rule->prim, y));
  z = tcWhere(b, tcEq(b, x, tcNum(b, x, 0)), tcNum(b, x, 0), z);
  tcReturnAs(c, tcWhere(b, tcNe(b, y, y), y, z), p.result);
}

static const TcFxRule rules[] = {
    {"aten.erfc.default", erfc_, 0},
    {"aten.special_erfc.default", erfc_, 0},
    {"aten.special_erfcx.default", erfcx, 0},
    {"aten.erfinv.default", erfinv, 0},
    {"aten.special_erfinv.default", erfinv, 0},
    {"aten.special_ndtri.default", ndtri, 0},
    {"aten.i0.default", i0, 0},
    {"aten.special_i0.default", i0, 0},
    {"aten.special_i0e.default", i0e, 0},
    {"aten.special_i1.default", i1, 0},
    {"aten.special_i1e.default", i1e, 0},
    {"aten.xlogy.Tensor", xLog, TC_PRIM_LOG},
    {"aten.xlogy.Scalar_Other", xLog, TC_PRIM_LOG},
    {"aten.xlogy.Scalar_Self", xLog, TC_PRIM_LOG},
    {"aten.special_xlog1py.default", xLog, TC_PRIM_LOG1P},
    {"aten.special_xlog1py.other_scalar", xLog, TC_PRIM_LOG1P},
    {"aten.special_xlog1py.self_scalar", xLog, TC_PRIM_LOG1P},
};

TC_FX_RULES(tcFxSpecialRules, rules);
