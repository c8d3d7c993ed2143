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

static const struct Kind {
  const char *name;
  bool (*is)(MlirAttribute value);
  const char *text;
} kinds[] = {
    {"tc.model", mlirAttributeIsAString, "a string"},
    {"tc.expected", isDictionaries, "an array of dictionaries"},
    {"tc.expected_state", isDictionaries, "an array of dictionaries"},
    {"tc.expected_gradients", isDictionaries, "an array of dictionaries"},
    {"tc.sizes", mlirAttributeIsADictionary, "a dictionary"},
    {"tc.target", mlirAttributeIsAString, "a string"},
    {"tc.layout", tcAttrIsALayout, "a #tc.layout"},
    {"tc.init", isFill, "a dictionary or elements"},
};

MlirLogicalResult tcAttributeVerify(MlirOperation op, MlirStringRef name,
                                    MlirAttribute value) {
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i) {
    const struct Kind *k = &kinds[i];
    if (strlen(k->name) == name.length &&
        !memcmp(k->name, name.data, name.length) && !k->is(value))
      return tcOpEmitError(op, "[TC-0117] %s is %s", k->name, k->text);
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult tcBoundaryAttributesVerify(MlirOperation op,
                                             MlirAttribute all) {
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(all); ++i) {
    MlirAttribute own = mlirArrayAttrGetElement(all, i);
    for (intptr_t k = 0; k < mlirDictionaryAttrGetNumElements(own); ++k) {
      MlirNamedAttribute entry = mlirDictionaryAttrGetElement(own, k);
      MlirLogicalResult result =
          tcAttributeVerify(op, mlirIdentifierStr(entry.name), entry.attribute);
      if (mlirLogicalResultIsFailure(result))
        return result;
    }
  }
  return mlirLogicalResultSuccess();
}
