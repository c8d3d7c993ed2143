// How a Fourier transform of n points is divided into small ones, and what that
// costs. Not of MLIR: fx-to-prim builds what is planned, and the Python
// extension asks whether PyTorch's own transform is faster.
#ifndef TC_COST_FOURIER_PLAN_H
#define TC_COST_FOURIER_PLAN_H

#include <stdbool.h>
#include <stdint.h>

enum { TC_FOURIER_MOST_FACTORS = 12 };

/// n as a product. A transform of n points is one of each factor's points in
/// turn; those of a factor that is a large prime are a convolution (Bluestein).
typedef struct TcFourierPlan {
  int size;
  int64_t factors[TC_FOURIER_MOST_FACTORS];
  bool isConvolution[TC_FOURIER_MOST_FACTORS];
  int64_t cost; ///< multiply-adds of a point, passes over memory counted too
} TcFourierPlan;

/// The plan of least cost; false if n has too many factors.
bool tcFourierPlan(int64_t n, TcFourierPlan *plan);
/// The number of points, a power of two, of the convolution for p points.
int64_t tcFourierPadded(int64_t p);

#endif // TC_COST_FOURIER_PLAN_H
