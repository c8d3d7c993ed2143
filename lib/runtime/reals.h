// Elements of tensors of any dtype as f64, and back. A complex number counts as
// two reals.
#ifndef TC_RUNTIME_REALS_H
#define TC_RUNTIME_REALS_H

#include "tc/runtime.h"

bool tcIsComplex(unsigned dtype);
/// Elements; of complex numbers twice as many.
int64_t tcNumReals(const TcTensor *tensor);
/// Real `index` of a tensor in row-major order, whatever its strides.
double tcReadReal(const TcTensor *tensor, int64_t index);
/// Rounded to the tensor's type; of floats only.
void tcWriteReal(const TcTensor *tensor, int64_t index, double value);
/// The greatest relative error of one rounding to the type; 0 for exact ones.
double tcUnitRoundoff(unsigned dtype);

#endif // TC_RUNTIME_REALS_H
