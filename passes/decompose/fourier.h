// The discrete Fourier transform along one dimension, as contractions with
// constant matrices. Numbers are planar: dimension 0 is their parts, real and
// imaginary, or real alone.
#ifndef TC_PASSES_DECOMPOSE_FOURIER_H
#define TC_PASSES_DECOMPOSE_FOURIER_H

#include "lib/cost/fourier_plan.h"
#include "lib/ir/prim_build.h"

//===- Roots of unity (fourier_roots.c) -----------------------------------===//

/// exp(sign 2 pi i at / n) times a scale, in two parts.
typedef struct TcFourierRoots {
  int64_t n;
  int sign;
  double scale;
  MlirType type;
} TcFourierRoots;

typedef struct TcFourierParts {
  MlirValue re, im;
} TcFourierParts;

/// Roots at positions in [0, n), an i64 tensor.
TcFourierParts tcFourierRootsAt(TcBuild *b, const TcFourierRoots *roots,
                                MlirValue at);
/// A matrix of step i: by digits of the result so far (the latest first), part,
/// digit of the input; part, digit of the result.
typedef struct TcFourierMatrix {
  TcFourierRoots roots; ///< n: the product of the factors up to this one
  int numDone;
  const int64_t *done; ///< the factors before, the latest first
  int64_t partsIn, in, partsOut, out;
} TcFourierMatrix;
MlirValue tcFourierMatrix(TcBuild *b, const TcFourierMatrix *m);

//===- Transforms (fourier_steps.c) ---------------------------------------===//

/// A transform of n points along `dim` (0 is the parts). `z` may have fewer
/// points: the others are 0. Of the result only the first `count` are computed,
/// and only the real part if partsOut is 1.
typedef struct TcFourier {
  intptr_t dim;
  int64_t n, count;
  int sign;
  double scale;
  int partsOut;
} TcFourier;
MlirValue tcFourierAlong(TcBuild *b, MlirValue z, const TcFourier *f);

#endif // TC_PASSES_DECOMPOSE_FOURIER_H
