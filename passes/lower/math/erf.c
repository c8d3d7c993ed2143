// tanh and erf.
#include "passes/lower/math/math.h"

// x P(x^2) / Q(x^2), clamped where the quotient reaches 1 (Eigen's).
static const double tanhP[] = {
    -2.76076847742355e-16, 2.00018790482477e-13, -8.60467152213735e-11,
    5.12229709037114e-08,  1.48572235717979e-05, 6.37261928875436e-04,
    4.89352455891786e-03};
static const double tanhQ[] = {1.19825839466702e-06, 1.18534705686654e-04,
                               2.26843463243900e-03, 4.89352518554385e-03};

// e / (e + 2) of e = e^(2|x|) - 1.
static V tanh64(TcMath *m, V x) {
  V a = mAbs(m, x);
  a = mWhere(m, mGt(m, a, mF(m, 30.0)), mF(m, 30.0), a);
  V e = tcExpandExpm1(m, mAdd(m, a, a));
  return mCopysign(m, mDiv(m, e, mAdd(m, e, mF(m, 2.0))), x);
}

V tcExpandTanh(TcMath *m, V x) {
  if (m->is64)
    return tanh64(m, x);
  x = mClamp(m, x, -7.90531110763549805, 7.90531110763549805);
  V z = mMul(m, x, x);
  return mMul(m, x, mDiv(m, M_POLY(m, z, tanhP), M_POLY(m, z, tanhQ)));
}

static const double erfP[] = {
    0.00022905065861350646, 0.0034082910107109506, 0.050955695062380861,
    0.18520832239976145, 1.128379143519084};
static const double erfQ[] = {
    -1.1791602954361697e-7, 0.000023547966471313185, 0.0010179625278914885,
    0.014070470171167667,   0.11098505178285362,     0.49746925110067538, 1.0};

// Minimax on [0, 1] of erf(x) / x by x^2: error 2^-62.7.
static const double erfNear[] = {
    5.94526542803119862e-11,  -1.13656682031008606e-09,
    1.46578804379965245e-08,  -1.63500253133898670e-07,
    1.64609728257667855e-06,  -1.49255935074453743e-05,
    1.20553310369231193e-04,  -8.54832697874286168e-04,
    5.22397762478087838e-03,  -2.68661706450728961e-02,
    1.12837916709548569e-01,  -3.76126389031837483e-01,
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

V tcExpandErf(TcMath *m, V x) {
  if (m->is64)
    return erf64(m, x);
  x = mClamp(m, x, -3.832506856900711, 3.832506856900711);
  V z = mMul(m, x, x);
  return mMul(m, x, mDiv(m, M_POLY(m, z, erfP), M_POLY(m, z, erfQ)));
}
