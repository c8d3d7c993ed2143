// See attributes.h.
#include "dialects/tc/attributes.h"

#include "ir/attrs.h"
#include "ir/diag.h"
#include "mlir-c/BuiltinAttributes.h"

#include <string.h>

static bool isDictionaries(MlirAttribute value) {
  if (!mlirAttributeIsAArray(value))
    return false;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(value); ++i)
    if (!mlirAttributeIsADictionary(mlirArrayAttrGetElement(value, i)))
      return false;
  return true;
}

static bool isFill(MlirAttribute value) {
  return mlirAttributeIsADictionary(value) || mlirAttributeIsAElements(value);
}

typedef struct Kind {
  const char *name;
  bool (*is)(MlirAttribute value);
  const char *text;
} Kind;

static const Kind ofModules[] = {
    {"tc.atomics", mlirAttributeIsAUnit, "a unit attribute"},
    {"tc.model", mlirAttributeIsAString, "a string"},
    {"tc.expected", isDictionaries, "an array of dictionaries"},
    {"tc.expected_state", isDictionaries, "an array of dictionaries"},
    {"tc.expected_gradients", isDictionaries, "an array of dictionaries"},
    {"tc.sizes", mlirAttributeIsADictionary, "a dictionary"},
    {"tc.target", mlirAttributeIsAString, "a string"},
};

static const Kind ofValues[] = {
    {"tc.layout", tcAttrIsALayout, "a #tc.layout"},
    {"tc.any_order", mlirAttributeIsAUnit, "a unit attribute"},
    {"tc.init", isFill, "a dictionary or elements"},
};

static MlirLogicalResult verify(MlirOperation op, const Kind *kinds, size_t n,
                                MlirStringRef name, MlirAttribute value) {
  for (size_t i = 0; i < n; ++i)
    if (strlen(kinds[i].name) == name.length &&
        !memcmp(kinds[i].name, name.data, name.length) && !kinds[i].is(value))
      return tcOpEmitError(op, "[TC-0117] %s is %s", kinds[i].name,
                           kinds[i].text);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult tcAttributeVerify(MlirOperation op, MlirStringRef name,
                                    MlirAttribute value) {
  return verify(op, ofModules, sizeof ofModules / sizeof *ofModules, name,
                value);
}

MlirLogicalResult tcValueAttributeVerify(MlirOperation op, MlirStringRef name,
                                         MlirAttribute value) {
  return verify(op, ofValues, sizeof ofValues / sizeof *ofValues, name, value);
}

MlirLogicalResult tcBoundaryAttributesVerify(MlirOperation op,
                                             MlirAttribute all) {
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(all); ++i) {
    MlirAttribute own = mlirArrayAttrGetElement(all, i);
    for (intptr_t k = 0; k < mlirDictionaryAttrGetNumElements(own); ++k) {
      MlirNamedAttribute entry = mlirDictionaryAttrGetElement(own, k);
      MlirLogicalResult result = tcValueAttributeVerify(
          op, mlirIdentifierStr(entry.name), entry.attribute);
      if (mlirLogicalResultIsFailure(result))
        return result;
    }
  }
  return mlirLogicalResultSuccess();
}
