// The gamma function's logarithm and its derivatives. Formulas and
// coefficients: fdlibm's e_lgamma_r.c, Cephes' psi.c and zeta.c, as PyTorch has
// the latter (aten/src/ATen/native/Math.h). All cases are computed, each on
// operands that it can take, and the right one is chosen.
#include "passes/decompose/call.h"
#include "passes/decompose/polynomial.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

//===- lgamma -------------------------------------------------------------===//

// Least argument's place, and the value there.
static const double leastAt = 1.46163214496836224576;
static const double leastValue = -1.21486290535849611461e-01;
static const double near[] = {
    4.4864094961891516e-05, 2.5214456545125733e-05, 0.00010801156724758394,
    0.00022086279071390839, 0.0005100697921535113,  0.0011927076318336207,
    0.0028905138367341563,  0.007385550860814029,   0.020580808432516733,
    0.06735230105312927,    0.3224670334241136,     0.07721566490153287};
static const double least[] = {
    0.0003355291926355191,  -0.00031275416837512086, 0.00031563207090362595,
    -0.0005385953053567405, 0.000881081882437654,    -0.0014034646998923284,
    0.0022596478090061247,  -0.0036845201678113826,  0.006100538702462913,
    -0.010314224129834144,  0.01797067508118204,     -0.032788541075985965,
    0.06462494023913339,    -0.1475877229945939,     0.48383612272381005};
static const double oneP[] = {0.013381091853678766, 0.22896372806469245,
                              0.9777175279633727,   1.4549225013723477,
                              0.6328270640250934,   -0.07721566490153287};
static const double oneQ[] = {0.003217092422824239, 0.10422264559336913,
                              0.7692851504566728,   2.128489763798934,
                              2.4559779371304113,   1.0};
static const double midP[] = {3.194753265841009e-05, 0.0018402845140733772,
                              0.02664227030336386,   0.14635047265246445,
                              0.325778796408931,     0.21498241596060885,
                              -0.07721566490153287};
static const double midQ[] = {7.326684307446256e-06,
                              0.0007779424963818936,
                              0.01864591917156529,
                              0.17193386563280308,
                              0.7219355475671381,
                              1.3920053346762105,
                              1.0};
static const double farP[] = {-0.0016309293409657527, 0.0008363399189962821,
                              -0.00059518755745034,   0.0007936505586430196,
                              -0.0027777777772877554, 0.08333333333333297};

// log(gamma(x)) for 0 < x < 2, by the distance to 2, to the least value's place
// or to 1; below 0.9 of x + 1, which is log(x) more.
static MlirValue lgammaNear(TcBuild *b, MlirValue x) {
  MlirValue isLow = tcLe(b, x, tcNum(b, x, 0.9)), one = tcNum(b, x, 1);
  MlirValue to2 = tcSub(b, tcWhere(b, isLow, one, tcNum(b, x, 2)), x);
  MlirValue toLeast = tcSub(
      b, x, tcWhere(b, isLow, tcNum(b, x, leastAt - 1), tcNum(b, x, leastAt)));
  MlirValue to1 = tcWhere(b, isLow, x, tcSub(b, x, one));
  MlirValue half = tcNum(b, x, 0.5);
  MlirValue y2 = tcMul(b, to2, tcSub(b, TC_POLYNOMIAL(b, to2, near), half));
  MlirValue yLeast = tcAdd(
      b, tcNum(b, x, leastValue),
      tcMul(b, tcMul(b, toLeast, toLeast), TC_POLYNOMIAL(b, toLeast, least)));
  MlirValue ratio =
      tcDiv(b, TC_POLYNOMIAL(b, to1, oneP), TC_POLYNOMIAL(b, to1, oneQ));
  MlirValue y1 = tcMul(b, to1, tcSub(b, ratio, half));
  MlirValue isNear2 = tcLt(b, to2, tcNum(b, x, 2 - 1.7316));
  MlirValue isNearLeast = tcGt(b, toLeast, tcNum(b, x, 1.23164 - leastAt));
  MlirValue y = tcWhere(b, isNear2, y2, tcWhere(b, isNearLeast, yLeast, y1));
  return tcWhere(b, isLow, tcSub(b, y, tcLog(b, x)), y);
}

// For 2 <= x < 8: of the fraction of x, and the product of what lies between.
static MlirValue lgammaMiddle(TcBuild *b, MlirValue x) {
  MlirValue f = tcSub(b, x, tcFloor(b, x)), one = tcNum(b, x, 1), z = one;
  for (int k = 2; k < 7; ++k)
    z = tcMul(b, z,
              tcWhere(b, tcGe(b, x, tcNum(b, x, k + 1)),
                      tcAdd(b, f, tcNum(b, x, k)), one));
  MlirValue ratio =
      tcDiv(b, TC_POLYNOMIAL(b, f, midP), TC_POLYNOMIAL(b, f, midQ));
  MlirValue y = tcMul(b, f, tcAdd(b, ratio, tcNum(b, f, 0.5)));
  return tcAdd(b, y, tcLog(b, z));
}

// For x >= 8: Stirling's series.
static MlirValue lgammaFar(TcBuild *b, MlirValue x) {
  MlirValue z = tcDiv(b, tcNum(b, x, 1), x);
  MlirValue series = tcAdd(b, tcNum(b, x, 0.418938533204672725052),
                           tcMul(b, z, TC_POLYNOMIAL(b, tcMul(b, z, z), farP)));
  MlirValue log = tcSub(b, tcLog(b, x), tcNum(b, x, 1));
  return tcAdd(b, tcMul(b, tcSub(b, x, tcNum(b, x, 0.5)), log), series);
}

// For x >= 0.
static MlirValue lgammaPositive(TcBuild *b, MlirValue x) {
  MlirValue two = tcNum(b, x, 2), eight = tcNum(b, x, 8);
  MlirValue low = lgammaNear(b, tcMin(b, x, two));
  MlirValue middle = lgammaMiddle(b, tcMin(b, tcMax(b, x, two), eight));
  MlirValue far = lgammaFar(b, tcMax(b, x, eight));
  MlirValue isFinite = tcLt(b, x, tcNum(b, x, INFINITY));
  far = tcWhere(b, isFinite, far, x);
  return tcWhere(b, tcLt(b, x, two), low,
                 tcWhere(b, tcLt(b, x, eight), middle, far));
}

// sin(pi x) for x >= 0, exact in where it is 0: of the distance to the next
// whole number.
static MlirValue sinPi(TcBuild *b, MlirValue x) {
  MlirValue f = tcSub(b, x, tcUnary(b, TC_PRIM_ROUND, x));
  return tcSin(b, tcMul(b, f, tcNum(b, x, pi)));
}

// lgamma(x); for x < 0: log(pi / |x sin(pi x)|) - lgamma(-x), where the product
// does not underflow; -log(-x) near 0
static MlirValue lgammaOf(TcBuild *b, MlirValue x) {
  MlirValue a = tcAbs(b, x), y = lgammaPositive(b, a);
  MlirValue product = tcAbs(b, tcMul(b, a, sinPi(b, a)));
  MlirValue mirrored =
      tcSub(b, tcLog(b, tcDiv(b, tcNum(b, x, pi), product)), y);
  mirrored = tcWhere(b, tcLt(b, a, tcNum(b, x, 0x1p-60)), tcNeg(b, tcLog(b, a)),
                     mirrored);
  MlirValue isWhole = tcEq(b, a, tcFloor(b, a)), zero = tcNum(b, x, 0);
  mirrored = tcWhere(b, isWhole, tcNum(b, x, INFINITY), mirrored);
  return tcWhere(b, tcLe(b, x, zero), mirrored, y);
}

// lgamma(x) = log |gamma(x)|
static void lgammaRule(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "self");
  tcReturnAs(c, lgammaOf(b, p.x[0]), p.result);
}

//===- digamma ------------------------------------------------------------===//

static const double psiSeries[] = {
    8.33333333333333333333e-2, -2.10927960927960927961e-2,
    7.57575757575757575758e-3, -4.16666666666666666667e-3,
    3.96825396825396825397e-3, -8.33333333333333333333e-3,
    8.33333333333333333333e-2};

// For x > 0: moved up to 10 by psi(x) = psi(x + 1) - 1/x, then the series.
static MlirValue digammaPositive(TcBuild *b, MlirValue x) {
  MlirValue one = tcNum(b, x, 1), ten = tcNum(b, x, 10), y = tcNum(b, x, 0);
  for (int i = 0; i < 10; ++i) {
    MlirValue isLow = tcLt(b, x, ten);
    y = tcWhere(b, isLow, tcSub(b, y, tcDiv(b, one, x)), y);
    x = tcWhere(b, isLow, tcAdd(b, x, one), x);
  }
  MlirValue z = tcDiv(b, one, tcMul(b, x, x));
  MlirValue series = tcMul(b, z, TC_POLYNOMIAL(b, z, psiSeries));
  MlirValue log = tcSub(b, tcLog(b, x), tcDiv(b, tcNum(b, x, 0.5), x));
  return tcAdd(b, y, tcSub(b, log, series));
}

// digamma(x); for x < 0: digamma(1 - x) - pi / tan(pi x), NaN at whole numbers;
// at 0: infinite, of the sign of -x
static MlirValue digammaOf(TcBuild *b, MlirValue x) {
  MlirValue one = tcNum(b, x, 1), zero = tcNum(b, x, 0);
  MlirValue isLow = tcLt(b, x, zero);
  MlirValue y = digammaPositive(b, tcWhere(b, isLow, tcSub(b, one, x), x));
  MlirValue angle =
      tcMul(b, tcSub(b, x, tcUnary(b, TC_PRIM_ROUND, x)), tcNum(b, x, pi));
  MlirValue cotangent =
      tcDiv(b, tcMul(b, tcNum(b, x, pi), tcCos(b, angle)), tcSin(b, angle));
  MlirValue isWhole = tcEq(b, x, tcFloor(b, x));
  MlirValue mirrored =
      tcWhere(b, isWhole, tcNum(b, x, NAN), tcSub(b, y, cotangent));
  y = tcWhere(b, isLow, mirrored, y);
  return tcWhere(b, tcEq(b, x, zero), tcNeg(b, tcDiv(b, one, x)), y);
}

// digamma(x) = d/dx lgamma(x)
static void digamma(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "self");
  tcReturnAs(c, digammaOf(b, p.x[0]), p.result);
}

//===- polygamma ----------------------------------------------------------===//

// Hurwitz' zeta(s, x) = sum of (x + i)^-s for x > 0 and a number s > 1: nine
// terms, then Euler and Maclaurin's series: B_2j / (2j)! as in Cephes.
static MlirValue zetaOf(TcBuild *b, double s, MlirValue x) {
  static const double series[] = {12.0,
                                  -720.0,
                                  30240.0,
                                  -1209600.0,
                                  47900160.0,
                                  -1.8924375803183791606e9,
                                  7.47242496e10,
                                  -2.950130727918164224e12,
                                  1.1646782814350067249e14,
                                  -4.5979787224074726105e15,
                                  1.8152105401943546773e17,
                                  -7.1661652561756670113e18};
  MlirValue power = tcNum(b, x, -s), y = tcPow(b, x, power), at = x, term = y;
  for (int i = 0; i < 9; ++i) {
    at = tcAdd(b, at, tcNum(b, x, 1));
    term = tcPow(b, at, power);
    y = tcAdd(b, y, term);
  }
  // (at^-s underflows long before at^(1 - s) does, which is 0 at infinity.)
  MlirValue rest = tcPow(b, at, tcNum(b, x, 1 - s));
  y = tcAdd(b, y, tcDiv(b, rest, tcNum(b, x, s - 1)));
  y = tcSub(b, y, tcMul(b, term, tcNum(b, x, 0.5)));
  double factor = 1;
  for (int i = 0, k = 0; i < 12; ++i) {
    factor *= s + k++;
    term = tcDiv(b, term, at);
    y = tcAdd(b, y, tcMul(b, term, tcNum(b, x, factor / series[i])));
    factor *= s + k++;
    term = tcDiv(b, term, at);
  }
  return y;
}

// The n-th derivative of pi cot(pi x): a polynomial in the cotangent, since
// cot' = -pi (1 + cot^2).
static MlirValue cotangentDerivative(TcBuild *b, int n, MlirValue x) {
  double p[16] = {0, pi}, next[16];
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 16; ++k)
      next[k] = -pi * ((k + 1 < 16 ? (k + 1) * p[k + 1] : 0) +
                       (k > 0 ? (k - 1) * p[k - 1] : 0));
    for (int k = 0; k < 16; ++k)
      p[k] = next[k];
  }
  MlirValue angle =
      tcMul(b, tcSub(b, x, tcUnary(b, TC_PRIM_ROUND, x)), tcNum(b, x, pi));
  MlirValue cot = tcDiv(b, tcCos(b, angle), tcSin(b, angle));
  MlirValue y = tcNum(b, x, p[n + 1]);
  for (int k = n; k >= 0; --k)
    y = tcAdd(b, tcMul(b, y, cot), tcNum(b, x, p[k]));
  return y;
}

// polygamma(n, x) = (-1)^(n + 1) n! zeta(n + 1, x), n-th derivative of digamma;
// below 1/2: (-1)^n polygamma(n, 1 - x) less the n-th derivative of
// pi cot(pi x)
static void polygamma(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "self");
  int64_t n = tcArgInt(c, "n");
  MlirValue x = p.x[0], half = tcNum(b, x, 0.5);
  if (n == 0) {
    tcReturnAs(c, digammaOf(b, x), p.result);
    return;
  }
  if (n < 0 || n > 12) {
    tcUnsupported(c, "a derivative of digamma beyond the 12th");
    return;
  }
  MlirValue isLow = tcLt(b, x, half);
  MlirValue up = tcWhere(b, isLow, tcSub(b, tcNum(b, x, 1), x), x);
  double sign = n % 2 ? 1 : -1;
  MlirValue y = tcMul(b, zetaOf(b, (double)n + 1, up),
                      tcNum(b, x, sign * tgamma((double)n + 1)));
  MlirValue mirrored = tcSub(b, tcMul(b, y, tcNum(b, x, -sign)),
                             cotangentDerivative(b, (int)n, x));
  MlirValue isWhole = tcEq(b, x, tcFloor(b, x));
  // As PyTorch: where zeta has its poles, its sign; n = 1 has a formula.
  mirrored = tcWhere(b, isWhole, tcNum(b, x, sign * INFINITY), mirrored);
  tcReturnAs(c, tcWhere(b, isLow, mirrored, y), p.result);
}

static const TcFxRule rules[] = {
    {"aten.lgamma.default", lgammaRule, 0},
    {"aten.digamma.default", digamma, 0},
    {"aten.special_digamma.default", digamma, 0},
    {"aten.special_gammaln.default", lgammaRule, 0},
    {"aten.polygamma.default", polygamma, 0},
    {"aten.special_polygamma.default", polygamma, 0},
};

TC_FX_RULES(tcFxGammaRules, rules);
