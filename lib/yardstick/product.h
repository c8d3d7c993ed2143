// Running products with their error bound for multiplication in any grouping,
// none of whose products overflows or underflows on the way.
#ifndef TC_YARDSTICK_PRODUCT_H
#define TC_YARDSTICK_PRODUCT_H

#include "yardstick/rules.h"

/// A number of any magnitude: part 2^exponent, 1/2 <= |part| < 1; or the part
/// alone, 0, infinite or NaN.
typedef struct TcWide {
  double part;
  int64_t exponent;
} TcWide;

typedef struct TcProduct {
  TcWide v, most; ///< of the terms; of their magnitudes and errors
  int64_t count;
  bool exact;    ///< all terms are
  bool integers; ///< all of these
  /// Products in order that f64 does not have: above its range, below it.
  bool over, under;
  bool open; ///< 0 times infinity, or none, as errors decide
} TcProduct;

void tcProductReset(TcProduct *product);
/// Multiplies by lane k of a strip.
void tcProductAdd(TcProduct *product, const TcStrip *x, int k);
/// Rounds to the dtype, of f32's range or less, into lane k.
void tcProductFinish(const TcProduct *product, TcDType dtype, TcYardMode mode,
                     TcStrip *y, int k);

#endif // TC_YARDSTICK_PRODUCT_H
