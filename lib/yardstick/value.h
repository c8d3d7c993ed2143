// Bounded values: tensors in which every element is a number evaluated in f64
// and a bound on the error of compiled code. docs/numerics.md states the rules.
#ifndef TC_YARDSTICK_VALUE_H
#define TC_YARDSTICK_VALUE_H

#include "interp/array.h"
#include "support/status.h"

#include <math.h>

enum {
  TC_GRID_NONE = INT16_MIN, ///< no power of two divides all elements
  TC_GRID_ANY = INT16_MAX,  ///< all are 0
};

typedef struct TcBounded {
  TcDType dtype;
  unsigned rank;
  int64_t sizes[TC_MAX_RANK];
  int64_t count;
  double *v;  ///< floats; real parts
  double *w;  ///< imaginary parts of complex numbers, else NULL
  int64_t *i; ///< integers and truth values, else NULL
  /// Error bounds: NULL if all are 0. INFINITY where nothing is known. For a
  /// truth value: not 0 if it may be either.
  double *e;
  bool *open;       ///< f64 leaves it open; code does not. NULL: none
  int grid;         ///< all elements are multiples of 2^grid
  bool signedZeros; ///< the sign of a zero is determined
} TcBounded;

/// Memory of values, freed all at once.
typedef struct TcYardPool {
  struct TcYardBlock *blocks;
} TcYardPool;

/// Zeros; TC-6001 without memory. `data` NULL ends in an error too.
TcStatus tcYardAlloc(TcYardPool *pool, size_t bytes, void **out) TC_MUST_USE;
void tcYardFree(TcYardPool *pool);

/// A value without elements filled in; `withErrors` gives it `e`.
TcStatus tcBoundedMake(TcYardPool *pool, TcDType dtype, unsigned rank,
                       const int64_t *sizes, bool withErrors,
                       TcBounded **out) TC_MUST_USE;
/// Exact values of elements in memory; strides in elements, NULL: dense.
TcStatus tcBoundedRead(TcYardPool *pool, TcDType dtype, unsigned rank,
                       const int64_t *sizes, const int64_t *strides,
                       const void *data, TcBounded **out) TC_MUST_USE;
/// The value, or a copy with larger errors if it has elements that rounding to
/// TF32 changes: f32 with 10 bits behind the binary point.
TcStatus tcBoundedTf32(TcYardPool *pool, const TcBounded *value,
                       const TcBounded **out) TC_MUST_USE;
/// The value, or a copy with larger errors if it has elements that a unit which
/// flushes subnormal f32 numbers changes.
TcStatus tcBoundedFlush(TcYardPool *pool, const TcBounded *value,
                        const TcBounded **out) TC_MUST_USE;
/// The errors, made if there are none yet.
TcStatus tcBoundedErrors(TcYardPool *pool, TcBounded *value) TC_MUST_USE;

/// Which errors are computed.
typedef enum TcYardMode {
  TC_YARD_WORST,  ///< values of f64; errors add up
  TC_YARD_LIKELY, ///< values of f64; errors are independent: root of squares
  /// Values as the program's own types have them, where an op is rounded
  /// correctly and its operands are known: such an op has no error. What else
  /// is computed is as in TC_YARD_WORST.
  TC_YARD_NATIVE,
  /// As TC_YARD_NATIVE, but an f16 or bf16 that code may keep in f32 within a
  /// body may be rounded or not.
  TC_YARD_KEPT,
  /// As TC_YARD_WORST, for values combined in any order: an f64 program may
  /// round otherwise than this f64 evaluation.
  TC_YARD_FREE,
} TcYardMode;

/// The rounding of a dtype (for complex numbers: of their parts).
typedef struct TcRounding {
  TcDType dtype;
  double unit;    ///< u: half of what is between 1 and the next number
  double compute; ///< u of the dtype in which it is computed (row: compute)
  double least;   ///< the least subnormal
  double limit;   ///< finite results are below it, others infinite
  bool isWide;    ///< f64: this evaluation has the same roundings
} TcRounding;

/// NULL for dtypes that are exact.
const TcRounding *tcRoundingOf(TcDType dtype);
/// Whether the dtype has this number.
bool tcIsRepresentable(TcDType dtype, double value);

/// The exponent of the lowest bit of a number; TC_GRID_ANY of 0.
int tcGridOf(double value);

#endif // TC_YARDSTICK_VALUE_H
