// See ours.h.
#include "ir/ours.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <string.h>

static MlirStringRef nameOf(MlirOperation op) {
  return mlirIdentifierStr(mlirOperationGetName(op));
}

static bool startsWith(MlirStringRef text, const char *prefix) {
  size_t length = strlen(prefix);
  return text.length > length && !memcmp(text.data, prefix, length);
}

static bool isNamed(MlirOperation op, const char *name) {
  return mlirStringRefEqual(nameOf(op), mlirStringRefCreateFromCString(name));
}

bool tcIsOurOp(MlirOperation op) {
  MlirStringRef name = nameOf(op);
  return startsWith(name, "prim.") || startsWith(name, "loop.") ||
         startsWith(name, "fx.");
}

//===- What a function says of its arguments ------------------------------===//

static bool isOurKey(MlirNamedAttribute entry) {
  MlirStringRef key = mlirIdentifierStr(entry.name);
  return startsWith(key, "tc.") || startsWith(key, "fx.");
}

static bool hasOurKey(MlirAttribute dict) {
  for (intptr_t i = 0; i < mlirDictionaryAttrGetNumElements(dict); ++i)
    if (isOurKey(mlirDictionaryAttrGetElement(dict, i)))
      return true;
  return false;
}

static bool listHasOurKey(MlirOperation func, const char *name) {
  MlirAttribute list = mlirOperationGetInherentAttributeByName(
      func, mlirStringRefCreateFromCString(name));
  if (mlirAttributeIsNull(list))
    return false;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(list); ++i)
    if (hasOurKey(mlirArrayAttrGetElement(list, i)))
      return true;
  return false;
}

static bool saysSomething(MlirOperation func) {
  for (intptr_t i = 0; i < mlirOperationGetNumDiscardableAttributes(func); ++i)
    if (isOurKey(mlirOperationGetDiscardableAttribute(func, i)))
      return true;
  return listHasOurKey(func, "arg_attrs") || listHasOurKey(func, "res_attrs");
}

// A @main with tensor arguments, or none, that only returns: a program, too.
static bool isIdentity(MlirOperation func) {
  MlirAttribute name = mlirOperationGetInherentAttributeByName(
      func, mlirStringRefCreateFromCString("sym_name"));
  MlirBlock entry = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  if (!mlirStringRefEqual(mlirStringAttrGetValue(name),
                          mlirStringRefCreateFromCString("main")) ||
      mlirBlockIsNull(entry) ||
      !isNamed(mlirBlockGetFirstOperation(entry), "func.return"))
    return false;
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(entry); ++i)
    if (!mlirTypeIsARankedTensor(
            mlirValueGetType(mlirBlockGetArgument(entry, i))))
      return false;
  return true;
}

//===- What stands inside -------------------------------------------------===//

static MlirWalkResult findOurs(MlirOperation op, void *found) {
  if (!tcIsOurOp(op))
    return MlirWalkResultAdvance;
  *(bool *)found = true;
  return MlirWalkResultInterrupt;
}

bool tcIsOurs(MlirOperation op) {
  bool found = false;
  mlirOperationWalk(op, findOurs, &found, MlirWalkPreOrder);
  return found ||
         (isNamed(op, "func.func") && (saysSomething(op) || isIdentity(op)));
}

static MlirWalkResult findOthers(MlirOperation op, void *found) {
  if (tcIsOurOp(op) || isNamed(op, "func.return") || isNamed(op, "func.func"))
    return MlirWalkResultAdvance;
  *(bool *)found = true;
  return MlirWalkResultInterrupt;
}

bool tcIsOursAlone(MlirOperation op) {
  bool others = false;
  mlirOperationWalk(op, findOthers, &others, MlirWalkPreOrder);
  return !others && tcIsOurs(op);
}

bool tcIsOurFunction(MlirOperation op) {
  return isNamed(op, "func.func") &&
         !mlirBlockIsNull(
             mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0))) &&
         tcIsOurs(op);
}

// `op`, or the first behind it.
static MlirOperation orNext(MlirOperation op) {
  while (!mlirOperationIsNull(op) && !tcIsOurFunction(op))
    op = mlirOperationGetNextInBlock(op);
  return op;
}

MlirOperation tcFirstOurFunction(MlirOperation module) {
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(module));
  return orNext(mlirBlockGetFirstOperation(body));
}

MlirOperation tcNextOurFunction(MlirOperation op) {
  return orNext(mlirOperationGetNextInBlock(op));
}
