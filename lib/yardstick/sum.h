// Sums with their error bound for floating-point addition in any order.
#ifndef TC_YARDSTICK_SUM_H
#define TC_YARDSTICK_SUM_H

#include "yardstick/rules.h"

typedef struct TcSum {
  long double v, w; ///< of floats and complex numbers
  double magnitude; ///< of the terms, their errors added
  double e;         ///< of the terms; squares of errors in quadrature
  /// `ordered`: added up in the accumulator's dtype; the imaginary part.
  double native, nativeW;
  int64_t i, count;
  bool allExact;
  bool mayBeNan; ///< as well as what else it is
  int grid;
} TcSum;

typedef struct TcSumRule {
  TcDType accumulator, result;
  bool ordered;
  TcYardMode mode;
  int products; ///< roundings a term: 1 for a product that may be rounded
  /// Products and sums that are subnormal in the accumulator may be flushed to
  /// 0.
  bool flushes;
  /// Factors may be fills of 0: products of 0 and what is not finite may be
  /// left out.
  bool fills;
} TcSumRule;

void tcSumReset(TcSum *sum);
/// Adds lane k of a strip.
void tcSumAdd(const TcSumRule *rule, TcSum *sum, const TcStrip *x, int k);
/// Adds the product of two numbers (floats, integers).
void tcSumAddProduct(const TcSumRule *rule, TcSum *sum, const TcStrip *a,
                     const TcStrip *b, int k);
/// The error of a product of two numbers with errors.
double tcProductError(double a, double b, double ea, double eb,
                      TcYardMode mode);
/// Rounds to the result's dtype, into lane k.
void tcSumFinish(const TcSumRule *rule, const TcSum *sum, TcStrip *y, int k);

#endif // TC_YARDSTICK_SUM_H
