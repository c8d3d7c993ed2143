// Functions that scalar expressions of rows may call besides <math.h> and
// <complex.h>. All are total: they return a value for any operands.
#ifndef TC_LIB_IR_SCALAR_H
#define TC_LIB_IR_SCALAR_H

#include <complex.h>
#include <stdint.h>

/// x as f32, rounded to 10 bits behind the binary point, halves away from 0:
/// what cvt.rna.tf32.f32 makes of it.
double tcScalarRoundTf32(double x);

/// x - y * floor(x / y), the sign being y's, as in Python and PyTorch.
double tcScalarRemainder(double x, double y);

/// The same of integers; 0 for y = 0.
int64_t tcScalarIntRemainder(int64_t x, int64_t y);

/// x + iy, exactly: `x + y * I` makes a NaN of an infinite y.
double complex tcScalarComplex(double x, double y);

/// x to the power y, wrapping; for negative y the truncated fraction, with 0
/// for 1/0.
int64_t tcScalarIntPow(int64_t x, int64_t y);

/// Shifts of integers of `width` bits, sign-extended to 64. By less than 0 or
/// at least `width` all bits are shifted out: Shl and Lshr give 0, Ashr the
/// sign in every bit, which unsigned ones have not.
int64_t tcScalarShl(int64_t x, int64_t y, int width);
int64_t tcScalarAshr(int64_t x, int64_t y, int width);
int64_t tcScalarLshr(int64_t x, int64_t y, int width);

/// Word `number % 4` of Philox4x32-10 (Salmon et al., SC'11) with the counter
/// (number / 4, 0) as two 64-bit halves, low word first, sign-extended.
int64_t tcScalarPhilox(int64_t key, int64_t number);

#endif // TC_LIB_IR_SCALAR_H
