// tc-select-entry: makes one function of a module its program: it becomes
// @main, and functions that it does not call are erased. Expectations of the
// old @main's results are dropped; those of gradients (`tc.expected_gradients`)
// become expectations of the results that are gradients.
#include "lib/ir/attrs.h"
#include "lib/ir/diag.h"
#include "lib/ir/ours.h"
#include "lib/ir/pass.h"
#include "lib/ir/shim.h"
#include "lib/support/vec.h"
#include "tc/gen/FuncOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

typedef TC_VEC(MlirAttribute) AttrVec;

enum { OPTION_ENTRY };

static const TcPassOption options[] = {
    {"entry", TC_OPTION_STRING, "main", "function that becomes @main"}};

static bool isFunction(MlirOperation op) {
  return mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(op)),
                            tcStr("func.func"));
}

static MlirBlock bodyOf(MlirOperation module) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
}

static MlirOperation find(MlirOperation module, MlirStringRef entry) {
  for (MlirOperation op = mlirBlockGetFirstOperation(bodyOf(module)); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (isFunction(op) && mlirStringRefEqual(tcFuncFuncGetSymName(op), entry))
      return op;
  return tcNoOp();
}

static bool stop(MlirOperation user, void *used) {
  (void)user;
  *(bool *)used = true;
  return false;
}

static bool isUsed(MlirOperation module, MlirOperation func) {
  bool used = false;
  return !tcSymbolForEachUse(func, module, stop, &used) || used;
}

// Erases all functions that are not called from `entry`.
static void eraseOthers(MlirOperation module, MlirOperation entry) {
  bool changed = true;
  while (changed) {
    changed = false;
    MlirOperation next = mlirBlockGetFirstOperation(bodyOf(module));
    for (MlirOperation op = next; op.ptr; op = next) {
      next = mlirOperationGetNextInBlock(op);
      if (!tcIsOurFunction(op) || mlirOperationEqual(op, entry) ||
          isUsed(module, op))
        continue;
      mlirOperationDestroy(op);
      changed = true;
    }
  }
}

//===- What is expected ---------------------------------------------------===//

// Whether an entry of tc.expected_gradients is of that source.
static bool isOf(MlirAttribute entry, MlirAttribute source) {
  MlirAttribute weight =
      mlirDictionaryAttrGetElementByName(entry, tcStr("weight"));
  MlirAttribute argument =
      mlirDictionaryAttrGetElementByName(entry, tcStr("argument"));
  if (mlirAttributeIsAInteger(source))
    return argument.ptr && mlirIntegerAttrGetValueInt(argument) ==
                               mlirIntegerAttrGetValueInt(source);
  return weight.ptr &&
         mlirStringRefEqual(mlirStringAttrGetValue(weight),
                            mlirFlatSymbolRefAttrGetValue(source));
}

static MlirAttribute gradientOf(MlirAttribute gradients, MlirAttribute source) {
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(gradients); ++i) {
    MlirAttribute entry = mlirArrayAttrGetElement(gradients, i);
    if (isOf(entry, source))
      return entry;
  }
  return mlirDictionaryAttrGet(mlirAttributeGetContext(gradients), 0, NULL);
}

// Expectations of the results, in order: those of the old @main for results
// that are its, of gradients for gradients. Null if nothing is known of any.
static MlirAttribute expected(TcArena *arena, MlirOperation module,
                              MlirOperation func, bool keepsResults) {
  MlirAttribute old =
      mlirOperationGetDiscardableAttributeByName(module, tcStr("tc.expected"));
  MlirAttribute gradients = mlirOperationGetDiscardableAttributeByName(
      module, tcStr("tc.expected_gradients"));
  MlirAttribute attrs = tcFuncFuncGetResAttrs(func);
  AttrVec entries = {0};
  intptr_t k = 0;
  for (intptr_t i = 0; attrs.ptr && i < mlirArrayAttrGetNumElements(attrs);
       ++i) {
    MlirAttribute own = mlirArrayAttrGetElement(attrs, i);
    MlirAttribute source =
        mlirDictionaryAttrGetElementByName(own, tcStr("tc.gradient"));
    MlirAttribute tie =
        mlirDictionaryAttrGetElementByName(own, tcStr("tc.ties"));
    if (source.ptr && gradients.ptr)
      tcVecPush(arena, &entries, gradientOf(gradients, source));
    else if (!source.ptr && !tie.ptr && keepsResults && old.ptr &&
             k < mlirArrayAttrGetNumElements(old))
      tcVecPush(arena, &entries, mlirArrayAttrGetElement(old, k++));
    else if (!tie.ptr)
      return tcNoAttr();
  }
  return entries.size ? mlirArrayAttrGet(mlirOperationGetContext(module),
                                         (intptr_t)entries.size, entries.data)
                      : tcNoAttr();
}

static void replaceExpected(MlirOperation module, MlirAttribute now,
                            bool keepsState) {
  mlirOperationRemoveDiscardableAttributeByName(module, tcStr("tc.expected"));
  mlirOperationRemoveDiscardableAttributeByName(module,
                                                tcStr("tc.expected_gradients"));
  if (!keepsState)
    mlirOperationRemoveDiscardableAttributeByName(module,
                                                  tcStr("tc.expected_state"));
  if (now.ptr)
    mlirOperationSetDiscardableAttributeByName(module, tcStr("tc.expected"),
                                               now);
}

//===- The pass -----------------------------------------------------------===//

static bool endsWith(MlirStringRef text, const char *suffix) {
  MlirStringRef end = tcStr(suffix);
  if (text.length < end.length)
    return false;
  text.data += text.length - end.length;
  text.length = end.length;
  return mlirStringRefEqual(text, end);
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  MlirStringRef entry = tcPassGetOptionString(pass, OPTION_ENTRY);
  if (mlirStringRefEqual(entry, tcStr("main")))
    return mlirLogicalResultSuccess();
  MlirOperation func = find(module, entry);
  if (!func.ptr)
    return tcEmitError(mlirOperationGetLocation(module),
                       "[TC-2201] tc-select-entry: no func.func is called "
                       "'%.*s'",
                       (int)entry.length, entry.data);
  TcArena arena = {0};
  bool isBackward = endsWith(entry, ".backward");
  replaceExpected(module, expected(&arena, module, func, !isBackward),
                  !isBackward);
  tcArenaFree(&arena);
  eraseOthers(module, func);
  tcFuncFuncSetSymNameAttr(
      func, tcAttrString(mlirOperationGetContext(module), "main"));
  return mlirLogicalResultSuccess();
}

static const char *const dependents[] = {"func", NULL};

const TcPassInfo tcPassSelectEntry = {
    .argument = "tc-select-entry",
    .summary = "Make one function of a module its program",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = sizeof options / sizeof *options,
    .dependentDialects = dependents,
    .run = run,
};
