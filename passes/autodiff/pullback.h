// Gradients of a formula inside a decomposition: used for ATen's *_backward
// overloads where no saved result makes them cheaper.
//
//   TcPullback p;
//   TcBuild in = tcPullbackBegin(&p, b, 1, &x);
//   MlirValue y = formula(&in, p.own[0]);
//   tcPullbackEnd(&p, y, dy, &dx);
//
// The formula reads values of its own, because x may be another of its
// arguments as well, which the gradient of x takes to be constant. Values of
// the formula that its gradients do not read are dead code.
#ifndef TC_PASSES_AUTODIFF_PULLBACK_H
#define TC_PASSES_AUTODIFF_PULLBACK_H

#include "passes/autodiff/tape.h"

#define TC_PULLBACK_MAX 2

typedef struct TcPullback {
  TcBuild *outer;
  MlirBlock block; ///< Where the formula is, until the end.
  intptr_t n;
  MlirValue xs[TC_PULLBACK_MAX];  ///< Of whom gradients are asked.
  MlirValue own[TC_PULLBACK_MAX]; ///< What the formula reads for them.
} TcPullback;

/// Where the formula is to be built; n <= TC_PULLBACK_MAX.
TcBuild tcPullbackBegin(TcPullback *p, TcBuild *outer, intptr_t n,
                        const MlirValue *xs);

/// Ends it: dxs[i] becomes the gradient of xs[i], of its type, given the
/// cotangent dy of y; zeros if y does not depend on it, null after an error.
/// The ops then stand where `outer` builds.
void tcPullbackEnd(TcPullback *p, MlirValue y, MlirValue dy, MlirValue *dxs);

#endif // TC_PASSES_AUTODIFF_PULLBACK_H
