// Random numbers of decompositions: pure functions of a key, which is an
// argument of the function, and of the element's number in all that the
// function draws.
#ifndef TC_PASSES_DECOMPOSE_RANDOM_H
#define TC_PASSES_DECOMPOSE_RANDOM_H

#include "passes/decompose/call.h"

/// Uniform in [0, 1): 24 bits (53 for f64) of their own for each element.
MlirValue tcUniform(TcFxCall *c, TcBuild *b, TcShape shape, MlirType element);

/// x / (1 - p) where `kept`, else 0.
MlirValue tcScaleKept(TcBuild *b, MlirValue x, MlirValue kept, double p);

/// x * (u >= p) / (1 - p) with u uniform; x itself for p = 0.
MlirValue tcDropout(TcFxCall *c, TcBuild *b, MlirValue x, double p);

#endif // TC_PASSES_DECOMPOSE_RANDOM_H
