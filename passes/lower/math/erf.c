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

static V tanhByMachine(TcMath *m, V x) {
  const double twoLog2e = 2.8853900817779268;
  V a = mAbs(m, x), z = mMul(m, x, x), one = mF(m, 1.0);
  V near = mFma(m, mMul(m, a, z), M_POLY(m, z, tanhMachine), a);
  V e = mMachines(m, tcPrimExp2(&m->b, mMul(m, a, mF(m, twoLog2e))));
  V inverse = mMachines(m, tcPrimReciprocal(&m->b, mAdd(m, e, one)));
  V far = mFma(m, mF(m, -2.0), inverse, one);
  return mCopysign(m, mWhere(m, mLt(m, a, mF(m, 0.75)), near, far), x);
}

V tcExpandTanh(TcMath *m, V x) {
  return m->is64      ? tanh64(m, x)
         : m->machine ? tanhByMachine(m, x)
                      : tanh32(m, x);
}

// Minimax on [0, 0.93] of erf(x) / x - 1 by x^2: error of erf 2^-25.7.
static const double erfNear32[] = {-5.959583796e-04, 4.987352528e-03,
                                   -2.676296607e-02, 1.128173098e-01,
                                   -3.761248887e-01, 1.283791512e-01};
// Minimax on [0.92, 4] of -log(1 - erf x) / x - 1: error of erf 2^-29.7.
static const double erfFar32[] = {
    1.123126549e-05, -3.228034766e-04, 3.642457537e-03, -2.376206033e-02,
    1.062368676e-01, 6.351513267e-01,  1.286484897e-01};

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

// 1 - e^(log(1 - erf x)), which rounds to 1 from 3.92 on.
static V erf32(TcMath *m, V x) {
  V a = mAbs(m, x), z = mMul(m, x, x), four = mF(m, 4.0);
  V near = mFma(m, a, M_POLY(m, z, erfNear32), a);
  V t = mWhere(m, mGt(m, a, four), four, a);
  V log = mNeg(m, mFma(m, t, M_POLY(m, t, erfFar32), t));
  V far = mSub(m, mF(m, 1.0), tcExpandExp(m, log));
  return mCopysign(m, mWhere(m, mLt(m, a, mF(m, 0.92)), near, far), x);
}

V tcExpandErf(TcMath *m, V x) { return m->is64 ? erf64(m, x) : erf32(m, x); }
