// Single elements of any dtype: load, compute, round, store.
#ifndef TC_INTERP_SCALAR_H
#define TC_INTERP_SCALAR_H

#include "ir/rows.h"
#include "tc/dtype.h"

#include "mlir-c/Support.h"

typedef enum TcClass {
  TC_CLASS_FLOAT,
  TC_CLASS_INT,
  TC_CLASS_BOOL,
  TC_CLASS_COMPLEX,
} TcClass;

/// The member is that of the dtype's class. Integers are sign-extended, ui8
/// zero-extended.
typedef union TcScalar {
  double f;
  int64_t i;
  bool b;
  double complex c;
} TcScalar;

TcClass tcClassOf(TcDType dtype);
/// The widest dtype of the class: the accumulator of sums.
TcDType tcWideDType(TcDType dtype);

TcScalar tcElementLoad(TcDType dtype, const void *data, int64_t index);
/// Rounds or wraps.
void tcElementStore(TcDType dtype, void *data, int64_t index, TcScalar value);
/// As if stored and loaded.
TcScalar tcElementRound(TcDType dtype, TcScalar value);
/// prim.convert_element_type.
TcScalar tcElementConvert(TcDType from, TcDType to, TcScalar value);
/// prim.bitcast; both have one size.
TcScalar tcElementBitcast(TcDType from, TcDType to, TcScalar value);

/// Whether the op takes operands of this dtype.
bool tcRowTakes(const TcScalarRow *row, TcDType dtype);
/// The row's scalar function of x[0], x[1], x[2] of dtype `operand`, rounded to
/// `result`.
TcScalar tcElementApply(const TcScalarRow *row, TcDType operand, TcDType result,
                        const TcScalar *x);

/// The same of `count` elements of `n` operands.
void tcElementsApply(const TcScalarRow *row, TcDType operand, TcDType result,
                     intptr_t n, const char *const *x, char *y, int64_t count);

/// The order that sorts use: NaN is greatest and equals NaN.
int tcElementCompare(TcDType dtype, TcScalar a, TcScalar b);

/// How elements are combined in reductions and scatters.
typedef enum TcCombine {
  TC_COMBINE_ADD,
  TC_COMBINE_MUL,
  TC_COMBINE_MAX,
  TC_COMBINE_MIN,
  TC_COMBINE_OR,
  TC_COMBINE_AND,
  TC_COMBINE_SET, ///< The later one.
  TC_COMBINE_CUSTOM,
} TcCombine;

TcCombine tcCombineFromName(MlirStringRef name);
TcScalar tcElementCombine(TcCombine kind, TcDType dtype, TcScalar a,
                          TcScalar b);
/// The neutral element: combined with any x of the dtype it gives x.
TcScalar tcCombineNeutral(TcCombine kind, TcDType dtype);

#endif // TC_INTERP_SCALAR_H
