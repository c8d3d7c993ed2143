// Compares results with tc.expected, by the comparison that all of tc shares
// (runtime/compare.h).
#include "driver/interpret.h"

#include "ir/types.h"
#include "runtime/compare.h"

#include "mlir-c/BuiltinAttributes.h"

// A result that is wider than expected comes from prim-widen.
static TcCompareMode modeOf(MlirAttribute expected, const TcTensor *t) {
  MlirAttribute dtype = tcDictGet(expected, "dtype");
  if (mlirAttributeIsNull(dtype) || !mlirAttributeIsAType(dtype))
    return TC_COMPARE_CODE;
  TcDType meant = tcTypeGetDType(mlirTypeAttrGetValue(dtype));
  return meant == (TcDType)t->dtype ? TC_COMPARE_CODE : TC_COMPARE_MEANING;
}

// In f64 a form of the program is compared with the program's own f64 values,
// not with PyTorch's, whose constants are rounded elsewhere.
static void takeMeaning(TcArena *arena, MlirAttribute entry,
                        TcExpectedInfo *info) {
  size_t size = 0;
  MlirAttribute own = tcDictGet(entry, "meaning");
  if (mlirAttributeIsNull(own) || !mlirAttributeIsADenseElements(own))
    return;
  const double *samples = tcDenseData(arena, own, &size);
  if (size / sizeof *samples == info->numSamples)
    info->samples = samples;
  info->norm = info->sum = 0; // of the others
}

static TcStatus differs(const TcTensor *result, const TcExpectedInfo *info,
                        const TcComparison *c) {
  char shapes[256];
  if (c->otherShape) {
    tcCompareShapeText(result, info, shapes, sizeof shapes);
    return tcStatusMake(TC_ERROR_RESULT_DIFFERS,
                        "the result differs: its shape is %s", shapes);
  }
  return tcStatusMake(
      TC_ERROR_RESULT_DIFFERS,
      "the result differs: error %.2g (bound %.2g); %lld of %lld elements are "
      "wrong, %lld undecided; element %lld is %.17g, not %.17g (bound %.3g)",
      c->error, c->bound, (long long)c->wrong, (long long)c->elements,
      (long long)c->undecided, (long long)c->index, c->got, c->want,
      c->allowed);
}

TcStatus tcCheckExpected(MlirAttribute expected, const TcTensor *result,
                         TcStrBuf *line) {
  TcArena arena = {0};
  TcExpectedInfo info = tcExpectedFromAttr(&arena, expected);
  TcStatus status = tcArenaStatus(&arena);
  TcComparison c = {0};
  TcCompareMode mode = modeOf(expected, result);
  if (!status && !info.hasShape)
    status = tcStatusMake(TC_ERROR_NOTHING_EXPECTED,
                          "an entry of tc.expected has no shape: write "
                          "'shape = [SIZE, ...]', or capture the program "
                          "again");
  if (!status && mode == TC_COMPARE_MEANING)
    takeMeaning(&arena, expected, &info);
  if (!status)
    tcCompareExpected(result, &info, mode, &c);
  if (!status && !c.known && tcTensorElementCount(result))
    status = tcStatusMake(TC_ERROR_NOTHING_EXPECTED, "no samples are expected");
  if (c.known && !c.otherShape)
    tcStrBufPrintf(line, "error %.2g (bound %.2g)", c.error, c.bound);
  if (c.known && !c.right)
    status = differs(result, &info, &c);
  tcArenaFree(&arena);
  return status;
}
