// The attribute `tc.version` of a module: what this library can read.
#include "dialects/tc/version.h"
#include "ir/diag.h"
#include "mlir-c/BuiltinAttributes.h"
#include "support/version.h"
#include "tc/version.h"

static bool parseVersion(MlirStringRef text, int *major, int *minor) {
  return tcVersionParse(text.data, text.length, major, minor);
}

MlirLogicalResult tcVersionVerify(MlirOperation op, MlirAttribute version) {
  int major, minor;
  if (!mlirAttributeIsAString(version) ||
      !parseVersion(mlirStringAttrGetValue(version), &major, &minor))
    return tcOpEmitError(op,
                         "[TC-0108] tc.version is no version: write it as "
                         "a string, \"%d.%d\"",
                         TC_VERSION_MAJOR, TC_VERSION_MINOR);
  if (tcVersionIsRead(major, minor))
    return mlirLogicalResultSuccess();
  char why[TC_VERSION_TEXT];
  tcVersionRefusal(major, minor, why);
  return tcOpEmitError(op, "[TC-5002] %s", why);
}
