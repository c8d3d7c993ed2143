// Gradients of a formula inside a decomposition: used for ATen's *_backward
// overloads where no saved result makes them cheaper.
//
//   TcPullback p;
//   TcBuild in = tcPullbackBegin(&p, b);
//   MlirValue y = formula(&in, x);
//   tcPullbackEnd(&p, y, dy, 1, &x, &dx);
//
// Values of the formula that its gradients do not read are dead code.
#ifndef TC_PASSES_AUTODIFF_PULLBACK_H
#define TC_PASSES_AUTODIFF_PULLBACK_H

#include "passes/autodiff/tape.h"

typedef struct TcPullback {
  TcBuild *outer;
  MlirBlock block; ///< Where the formula is, until the end.
} TcPullback;

/// Where the formula is to be built.
TcBuild tcPullbackBegin(TcPullback *p, TcBuild *outer);

/// Ends it: dxs[i] becomes the gradient of xs[i], of its type, given the
/// cotangent dy of y; zeros if y does not depend on it, null after an error.
/// The ops then stand where `outer` builds.
void tcPullbackEnd(TcPullback *p, MlirValue y, MlirValue dy, intptr_t n,
                   const MlirValue *xs, MlirValue *dxs);

#endif // TC_PASSES_AUTODIFF_PULLBACK_H
