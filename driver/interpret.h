// Parts of tc-interpret: making inputs from fills, comparing results with
// expectations.
#ifndef TC_DRIVER_INTERPRET_H
#define TC_DRIVER_INTERPRET_H

#include "interp/array.h"
#include "ir/fill.h"
#include "support/map.h"
#include "support/strbuf.h"
#include "tc/interpret.h"
#include "yardstick/value.h"

typedef struct TcInputs {
  TcArena arena;
  MlirOperation module;
  TcMap sizes;    ///< Symbols of tc.sizes, as bindings.
  TcMap storages; ///< tc.storage + 1 -> the buffer.
  TcMap weights;  ///< name -> prim.weight
  TcTensor *tensors;
  size_t n;
  bool allowAny; ///< What has no fill gets some numbers.
} TcInputs;

/// Fills the arguments of a func.func by their tc.init; one without it is an
/// error unless `allowAny`. The caller frees the arena in either case.
TcStatus tcInputsMake(TcInputs *inputs, MlirOperation module,
                      MlirOperation func, bool allowAny) TC_MUST_USE;
/// A TcWeightSource's function; `self` is the inputs.
TcStatus tcInputsGetWeight(void *self, const char *name, TcTensor *out);

/// Compares a result with an entry of tc.expected and appends a summary to
/// `line`. TC-1731 if it is wrong.
TcStatus tcCheckExpected(MlirAttribute expected, const TcTensor *result,
                         TcStrBuf *line) TC_MUST_USE;

/// An entry of tc.expected for these values and bounds; or the entry `known`
/// with these bounds added.
MlirAttribute tcExpectedOf(MlirContext ctx, MlirType dtype, MlirAttribute known,
                           const TcBounded *result);

/// Real `i` of a value, of complex numbers two each, and its bound.
double tcExpectedReal(const TcBounded *value, int64_t i);
double tcExpectedBound(const TcBounded *value, int64_t i);

/// Compares results of two functions and appends a summary to `line`. TC-1735
/// if they differ by more than another order of sums in f64 explains.
TcStatus tcCheckSame(const TcBounded *a, const TcBounded *b,
                     TcStrBuf *line) TC_MUST_USE;

/// The func.func of that name; null if there is none with a body.
MlirOperation tcInterpretFind(MlirOperation module, const char *name);

/// Differentiates @entry as often as the options say, and compares with finite
/// differences; a line for each gradient. TC-1734 if one is wrong, TC-4731
/// where the dtype is too narrow to tell.
TcStatus tcCheckGradients(MlirModule module, const char *entry,
                          const TcInterpretOptions *options) TC_MUST_USE;

enum {
  TC_ERROR_RESULT_DIFFERS = 1731,
  TC_ERROR_NOTHING_EXPECTED = 1732,
  TC_ERROR_NO_FILL = 1733,
  TC_ERROR_GRADIENT_DIFFERS = 1734,
  TC_ERROR_FUNCTIONS_DIFFER = 1735,
  TC_ERROR_GRADIENT_DTYPE = 4731,
};

#endif // TC_DRIVER_INTERPRET_H
