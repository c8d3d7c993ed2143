// Results against tc.expected: the comparison of D4. A result is right if its
// error against the f64 run is at most twice eager's (four times its greatest),
// or no more than rounding to its dtype explains; integers are exact.
#include "driver/interpret.h"

#include "mlir-c/BuiltinAttributes.h"

#include <math.h>

typedef struct Found {
  double sum, norm;      // of all elements
  double error, sampled; // 2-norms over the samples: of the error, expected
  double maxError;
} Found;

// Complex numbers count as two reals.
static TcDType realDType(TcDType dtype) {
  if (dtype == TC_DTYPE_COMPLEX64)
    return TC_DTYPE_F32;
  return dtype == TC_DTYPE_COMPLEX128 ? TC_DTYPE_F64 : dtype;
}

double tcResultReal(const TcTensor *t, int64_t i) {
  TcDType dtype = realDType((TcDType)t->dtype);
  return tcElementConvert(dtype, TC_DTYPE_F64, tcElementLoad(dtype, t->data, i))
      .f;
}

int64_t tcResultNumReals(const TcTensor *t) {
  int64_t n = tcTensorElementCount(t);
  return realDType((TcDType)t->dtype) == t->dtype ? n : 2 * n;
}

static Found compare(const TcTensor *t, const double *samples,
                     int64_t numSamples) {
  Found found = {0};
  int64_t n = tcResultNumReals(t);
  for (int64_t i = 0; i < n; ++i) {
    double x = tcResultReal(t, i);
    found.sum += x;
    found.norm += x * x;
  }
  for (int64_t k = 0; k < numSamples; ++k) {
    double error = tcResultReal(t, k * n / numSamples) - samples[k];
    found.error += error * error;
    found.sampled += samples[k] * samples[k];
    // NaN is an error, and fails every comparison
    if (!(fabs(error) <= found.maxError))
      found.maxError = fabs(error);
  }
  found.norm = sqrt(found.norm);
  found.error = sqrt(found.error);
  found.sampled = sqrt(found.sampled);
  return found;
}

// What one unit in the last place is of a number; a program of f64 is compared
// with another f64 run, whose own sums are rounded.
double tcResultUnit(TcDType dtype) {
  switch (realDType(dtype)) {
  case TC_DTYPE_F64:
    return 0x1p-46;
  case TC_DTYPE_F32:
    return 0x1p-23;
  case TC_DTYPE_F16:
    return 0x1p-10;
  case TC_DTYPE_BF16:
    return 0x1p-7;
  default:
    return 0;
  }
}

static TcStatus checkShape(MlirAttribute expected, const TcTensor *t) {
  MlirAttribute shape = tcDictGet(expected, "shape");
  bool same = !mlirAttributeIsNull(shape) && mlirAttributeIsAArray(shape) &&
              mlirArrayAttrGetNumElements(shape) == t->rank;
  for (intptr_t i = 0; same && i < t->rank; ++i)
    same = mlirIntegerAttrGetValueInt(mlirArrayAttrGetElement(shape, i)) ==
           t->sizes[i];
  return same ? TC_OK
              : tcStatusMake(TC_ERROR_RESULT_DIFFERS,
                             "the result has another shape than expected");
}

static bool isRight(MlirAttribute expected, const TcTensor *t,
                    const Found *found) {
  double sum = tcDictGetNumber(expected, "sum");
  double norm = tcDictGetNumber(expected, "norm");
  double unit = tcResultUnit((TcDType)t->dtype);
  if (unit == 0) // integers: their norms may be beyond 2^53
    return found->maxError == 0 && found->sum == sum &&
           fabs(found->norm - norm) <= 1e-12 * norm;
  double eager = tcDictGetNumber(expected, "eager_error");
  double eagerMax = tcDictGetNumber(expected, "eager_max");
  double bound = 2 * eager > unit ? 2 * eager : unit;
  bool samples =
      found->error <= bound * found->sampled || found->maxError <= 4 * eagerMax;
  double all = (bound + 1e-12) * norm + 1e-300; // 1e-12: of adding up
  return samples && fabs(found->norm - norm) <= all &&
         fabs(found->sum - sum) <=
             all * sqrt((double)tcResultNumReals(t)) + 1e-300;
}

TcStatus tcCheckExpected(MlirAttribute expected, const TcTensor *result,
                         TcStrBuf *line) {
  TC_RETURN_IF_ERROR(checkShape(expected, result));
  MlirAttribute samples = tcDictGet(expected, "samples");
  if (mlirAttributeIsNull(samples) || !mlirAttributeIsADenseElements(samples))
    return tcStatusMake(TC_ERROR_NOTHING_EXPECTED, "no samples are expected");
  TcArena arena = {0};
  size_t size;
  const double *data = tcDenseData(&arena, samples, &size);
  TcStatus status = tcArenaStatus(&arena);
  int64_t n = (int64_t)(size / sizeof *data);
  if (!status && n > tcResultNumReals(result))
    status = tcStatusMake(TC_ERROR_RESULT_DIFFERS,
                          "more samples than the result has elements");
  if (!status) {
    Found found = compare(result, data, n);
    double relative = found.sampled ? found.error / found.sampled : found.error;
    tcStrBufPrintf(line, "error %.2g (eager %.2g), greatest %.2g (eager %.2g)",
                   relative, tcDictGetNumber(expected, "eager_error"),
                   found.maxError, tcDictGetNumber(expected, "eager_max"));
    if (!isRight(expected, result, &found))
      status = tcStatusMake(
          TC_ERROR_RESULT_DIFFERS,
          "the result differs: sum %.17g, not %.17g; norm %.17g, not %.17g; %s",
          found.sum, tcDictGetNumber(expected, "sum"), found.norm,
          tcDictGetNumber(expected, "norm"), tcStrBufText(line));
  }
  tcArenaFree(&arena);
  return status;
}
