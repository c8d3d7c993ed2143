// tanh and erf.
#include "passes/lower/math/math.h"

// Minimax on [0, 0.625] of (tanh(x) - x) / x^3 by x^2: error of tanh 2^-27.6.
static const double tanhNear[] = {-5.663622171e-03, 2.060323954e-02,
                                  -5.372913182e-02, 1.333132088e-01,
                                  -3.333327770e-01};

// e / (e + 2) of e = e^(2|x|) - 1.
static V tanh64(TcMath *m, V x) {
  V a = mAbs(m, x);
  a = mWhere(m, mGt(m, a, mF(m, 30.0)), mF(m, 30.0), a);
  V e = tcExpandExpm1(m, mAdd(m, a, a));
  return mCopysign(m, mDiv(m, e, mAdd(m, e, mF(m, 2.0))), x);
}

// Far from 0 it is 1 - 2 / (e^(2|x|) + 1), which rounds to 1 where tanh does:
// e^(2|x|) may overflow.
static V tanh32(TcMath *m, V x) {
  V a = mAbs(m, x), z = mMul(m, x, x), one = mF(m, 1.0);
  V near = mFma(m, mMul(m, a, z), M_POLY(m, z, tanhNear), a);
  V e = tcExpandExp(m, mAdd(m, a, a));
  V far = mSub(m, one, mDiv(m, mF(m, 2.0), mAdd(m, e, one)));
  return mCopysign(m, mWhere(m, mLt(m, a, mF(m, 0.625)), near, far), x);
}

// The same on [0, 0.75], to 2^-24.9, for machines with a 2^x that is within
// 2^-22 of it and a 1/x within 2^-23: the error of 2 / (e^(2|x|) + 1), which is
// 0.365 there and less behind, is then at most 7.8 * 2^-24 of it, and that of
// the difference 3.4 * 2^-24, where 3 units of the last place are 3.8 * 2^-24.
static const double tanhMachine[] = {-4.769490100e-03, 1.966491342e-02,
                                     -5.339025706e-02, 1.332652122e-01,
                                     -3.333306909e-01};

static const double twoLog2e = 2.8853900817779268;

static V tanhByMachine(TcMath *m, V x) {
  V a = mAbs(m, x), z = mMul(m, x, x), one = mF(m, 1.0);
  V near = mFma(m, mMul(m, a, z), M_POLY(m, z, tanhMachine), a);
  V e = mMachines(m, tcPrimExp2(&m->b, mMul(m, a, mF(m, twoLog2e))));
  V inverse = mMachines(m, tcPrimReciprocal(&m->b, mAdd(m, e, one)));
  V far = mFma(m, mF(m, -2.0), inverse, one);
  return mCopysign(m, mWhere(m, mLt(m, a, mF(m, 0.75)), near, far), x);
}

// The same everywhere: beside 1, what is small in itself need not be known to
// its last place. The machine's numbers and the sum below 1/x are each within
// 2^-22 of what is 1 at most.
V tcExpandTanhBesideOne(TcMath *m, V x) {
  V a = mAbs(m, x);
  V e = mMachines(m, tcPrimExp2(&m->b, mMul(m, a, mF(m, twoLog2e))));
  V inverse = mMachines(m, tcPrimReciprocal(&m->b, mAdd(m, e, mF(m, 1.0))));
  return mCopysign(m, mFma(m, mF(m, -2.0), inverse, mF(m, 1.0)), x);
}

V tcExpandTanh(TcMath *m, V x) {
  return m->is64      ? tanh64(m, x)
         : m->machine ? tanhByMachine(m, x)
                      : tanh32(m, x);
}

// Minimax on [0, 1] of erf(x) / x - 1 by x^2: error of erf 2^-24.5.
static const double erfNear32[] = {-5.630780943e-04, 4.917605314e-03,
                                   -2.671160176e-02, 1.128020361e-01,
                                   -3.761233091e-01, 1.283791214e-01};
// Minimax on [1, 4.2] of -log2(1 - erf x) / x: error of erf 2^-31. It grows
// behind, to infinity.
static const double erfFar32[] = {
    2.010061689e-05, -5.053525674e-04, 5.419015884e-03, -3.463507444e-02,
    1.536865383e-01, 9.160705805e-01,  1.628360868e+00};
// Minimax on |r| <= 1/2 of 2^r: error 2^-23.6.
static const double erfExp2[] = {1.327647595e-03, 9.675541893e-03,
                                 5.550713092e-02, 2.402212024e-01,
                                 6.931469440e-01, 1.000000119e+00};

// Minimax on [0, 1] of erf(x) / x by x^2: error 2^-62.7.
static const double erfNear[] = {
    5.94526542803119862e-11, -1.13656682031008606e-09,
    1.46578804379965245e-08, -1.63500253133898670e-07,
    1.64609728257667855e-06, -1.49255935074453743e-05,
    1.20553310369231193e-04, -8.54832697874286168e-04,
    5.22397762478087838e-03, -2.68661706450728961e-02,
    1.12837916709548569e-01, -3.76126389031837483e-01,
    1.12837916709551256e+00};
// Minimax on [1, 6] of e^(x^2) (1 - erf x) by (x - 3) / (x + 3): error of erf
// 2^-69.
static const double erfFar[] = {
    7.24569543870397788e-07,  4.25588383932590367e-07,
    -1.00235428579504597e-05, -1.43158010383763240e-05,
    6.33811860929823411e-05,  4.50462149948104563e-05,
    -5.97103726292785332e-04, 7.07741820173416500e-04,
    4.26913628379960337e-03,  -2.43924992576890695e-02,
    7.16658372059142124e-02,  -1.50115936500434588e-01,
    2.45603801712325154e-01,  -3.26233560043037996e-01,
    1.79001151181389928e-01};

static V erf64(TcMath *m, V x) {
  V a = mAbs(m, x), one = mF(m, 1.0), three = mF(m, 3.0);
  V z = mMul(m, x, x);
  V near = mMul(m, a, M_POLY(m, z, erfNear));
  V far = mWhere(m, mGt(m, a, mF(m, 6.0)), mF(m, 6.0), a);
  V t = mDiv(m, mSub(m, far, three), mAdd(m, far, three));
  V e = tcExpandExp(m, mNeg(m, mMul(m, far, far)));
  far = mSub(m, one, mMul(m, e, M_POLY(m, t, erfFar)));
  return mCopysign(m, mWhere(m, mLt(m, a, one), near, far), x);
}

// 2^y for y <= 0, or 2^-30 where that is greater: shorter than tcExpandExp2,
// since what is subtracted from 1 needs neither small results nor the last bit.
static V exp2Below1(TcMath *m, V y) {
  V least = mF(m, -30.0), magic = mMagic(m);
  y = mWhere(m, mGt(m, y, least), y, least);
  V t = mAdd(m, y, magic);
  V p = M_POLY(m, mSub(m, y, mSub(m, t, magic)), erfExp2);
  return mFromBits(m, mAdd(m, mBits(m, p), mShl(m, mBits(m, t), mFraction(m))));
}

// From 1 on it is 1 - 2^y with y = log2(1 - erf x), which rounds to 1 from 3.92
// on. There 2^y is 0.158 at most. The machine's 2^x is within 2^-22 of it, y of
// -2.7 within 2^-23: an error of 1.2 * 2^-24, with the rounding of the
// difference 1.7 * 2^-24, where 2 units of the last place are 2 * 2^-24. NaN is
// near.
static V erf32(TcMath *m, V x) {
  V a = mAbs(m, x), z = mMul(m, x, x), one = mF(m, 1.0);
  V near = mFma(m, a, M_POLY(m, z, erfNear32), a);
  V y = mNeg(m, mMul(m, a, M_POLY(m, a, erfFar32)));
  V rest = m->machine ? mMachines(m, tcPrimExp2(&m->b, y)) : exp2Below1(m, y);
  V far = mSub(m, one, rest);
  return mCopysign(m, mWhere(m, mGe(m, a, one), far, near), x);
}

// Minimax on [0, 4] of the fourth root of 1 - erf x, less 1, by x: error of erf
// 2^-23.3. At 4 its fourth power is below 2^-25.
static const double erfRoot[] = {
    -6.511628547e-05, 7.901329914e-04, -2.941163760e-03, -2.044765774e-04,
    1.802079690e-02,  1.565924511e-02, -1.193965813e-01, -2.820932332e-01};

// 1 - q^4 with q = 1 + x p(x), which is 1 from 4 on. That the roundings of q
// count four times, and those of its square twice, is small beside 1: off by
// 2^-21.8 at most.
static V erfByRoot(TcMath *m, V x) {
  V a = mAbs(m, x), one = mF(m, 1.0), most = mF(m, 4.0);
  a = mWhere(m, mGt(m, a, most), most, a);
  V q = mFma(m, a, M_POLY(m, a, erfRoot), one);
  V z = mMul(m, q, q);
  return mCopysign(m, mFma(m, mNeg(m, z), z, one), x);
}

// Minimax on [0, 4.2] of -log2(1 - erf x) / x: error of erf 2^-25.9; it grows
// behind, to infinity.
static const double erfMachine[] = {
    4.535860353e-05,  -4.455076996e-04, 1.489441842e-03, 7.746292977e-04,
    -2.825368010e-02, 1.484816223e-01,  9.184163809e-01, 1.627908587e+00};

// 1 - 2^y everywhere: beside 1, what is small in itself need not be known to
// its last place. In f32 y makes an error of 2^-24.2, the machine's 2^x one of
// 2^-22.
static V erfByMachine(TcMath *m, V x) {
  V a = mAbs(m, x);
  V y = mNeg(m, mMul(m, a, M_POLY(m, a, erfMachine)));
  V rest = mMachines(m, tcPrimExp2(&m->b, y));
  return mCopysign(m, mSub(m, mF(m, 1.0), rest), x);
}

V tcExpandErfBesideOne(TcMath *m, V x) {
  return m->machine == TC_MATH_EXP2 ? erfByMachine(m, x) : erfByRoot(m, x);
}

// Minimax on [0, 3.96] of log2(1 - erf x), by x: in exact arithmetic the error
// of 1 - erf x is 0.47 of the greater of 2^-16 of itself and 2^-21 (0.50 in
// f32, docs/numerics.md). Beyond 3.96 it falls to -infinity.
static const double erfcNarrow[] = {-2.657170268e-03, 2.826360153e-02,
                                    -1.465691588e-01, -9.198331095e-01,
                                    -1.627600664e+00, -1.035013413e-05};

V tcExpandErfcNarrow(TcMath *m, V a, double scale, double factor) {
  enum { TERMS = sizeof erfcNarrow / sizeof *erfcNarrow };
  double c[TERMS], power = 1;
  for (int i = TERMS - 1; i >= 0; --i, power *= scale)
    c[i] = erfcNarrow[i] * power;
  c[TERMS - 1] += log2(factor);
  return mMachines(m, tcPrimExp2(&m->b, mPoly(m, a, TERMS, c)));
}

V tcExpandErf(TcMath *m, V x) { return m->is64 ? erf64(m, x) : erf32(m, x); }
