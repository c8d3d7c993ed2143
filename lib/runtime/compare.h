// The one comparison of results with what they should be (docs/numerics.md):
// tc-run, tc-interpret and the judge of launches share it.
#ifndef TC_RUNTIME_COMPARE_H
#define TC_RUNTIME_COMPARE_H

#include "runtime/descriptor.h"

typedef enum TcAnswer { TC_RIGHT, TC_WRONG, TC_UNDECIDED } TcAnswer;

/// Compares one number, whose error may be up to `bound`. Infinities and NaN
/// must be equal; an infinite bound is undecided. `*part` becomes the error
/// relative to the bound.
TcAnswer tcCompareReal(double want, double bound, double got, double *part);

/// How a tensor is compared.
typedef enum TcCompareMode {
  TC_COMPARE_CODE, ///< in the program's own types
  /// Another form of the program, evaluated in f64: only a part of the bounds,
  /// which are for the program's own types, is allowed.
  TC_COMPARE_MEANING,
} TcCompareMode;

typedef struct TcComparison {
  bool known, right;
  bool otherShape;     ///< than expected: nothing else is compared
  double error, bound; ///< the greatest, in norm or as a part of its bound
  int64_t elements, wrong, undecided;
  // The first wrong element, if there is one:
  int64_t index;
  double got, want, allowed;
} TcComparison;

/// Compares a result with everything that is expected of it. Without samples
/// only the shape is compared.
void tcCompareExpected(const TcTensor *tensor, const TcExpectedInfo *expected,
                       TcCompareMode mode, TcComparison *out);

/// "[5, 0], not [4, 0]", of a tensor that has another shape than expected.
void tcCompareShapeText(const TcTensor *tensor, const TcExpectedInfo *expected,
                        char *text, size_t capacity);

#endif // TC_RUNTIME_COMPARE_H
