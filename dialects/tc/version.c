// The attribute `tc.version` of a module: what this library can read.
#include "dialects/tc/version.h"
#include "ir/diag.h"
#include "mlir-c/BuiltinAttributes.h"
#include "tc/version.h"
#include <stdio.h>

// "0.1" as two numbers, and nothing else.
static bool parseVersion(MlirStringRef text, int *major, int *minor) {
  char copy[32], end;
  if (text.length >= sizeof copy)
    return false;
  snprintf(copy, sizeof copy, "%.*s", (int)text.length, text.data);
  return sscanf(copy, "%9d.%9d%c", major, minor, &end) == 2 && *major >= 0 &&
         *minor >= 0;
}

MlirLogicalResult tcVersionVerify(MlirOperation op, MlirAttribute version) {
  int major, minor;
  if (!mlirAttributeIsAString(version) ||
      !parseVersion(mlirStringAttrGetValue(version), &major, &minor))
    return tcOpEmitError(op,
                         "[TC-0108] tc.version is no version: write it as "
                         "a string, \"%d.%d\"",
                         TC_VERSION_MAJOR, TC_VERSION_MINOR);
  if (major == TC_VERSION_MAJOR && minor <= TC_VERSION_MINOR)
    return mlirLogicalResultSuccess();
  return tcOpEmitError(op,
                       "[TC-5002] is of tc's version %d.%d, this is %d.%d: use "
                       "a tc of that version",
                       major, minor, TC_VERSION_MAJOR, TC_VERSION_MINOR);
}
