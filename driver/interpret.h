// Parts of tc-interpret: inputs from fills, results against expectations.
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

/// Makes the arguments of a func.func as their tc.init say; those without one
/// are an error unless `allowAny`. Give the arena back in either case.
TcStatus tcInputsMake(TcInputs *inputs, MlirOperation module,
                      MlirOperation func, bool allowAny) TC_MUST_USE;
/// A TcWeightSource's function; `self` is the inputs.
TcStatus tcInputsGetWeight(void *self, const char *name, TcTensor *out);

/// Compares a result with an entry of tc.expected; what was found goes to
/// `line` in a few words. TC-1731 if it is wrong.
TcStatus tcCheckExpected(MlirAttribute expected, const TcTensor *result,
                         TcStrBuf *line) TC_MUST_USE;

/// An entry of tc.expected that says that a result of this element type is as
/// this one, within its bounds; or `known`, an entry, with these bounds.
MlirAttribute tcExpectedOf(MlirContext ctx, MlirType dtype, MlirAttribute known,
                           const TcBounded *result);

/// Real `i` of a value, of complex numbers two each, and its bound.
double tcExpectedReal(const TcBounded *value, int64_t i);
double tcExpectedBound(const TcBounded *value, int64_t i);

/// Compares results of two functions; what was found goes to `line`. TC-1735
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
