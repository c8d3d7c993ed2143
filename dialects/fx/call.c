// Verifies calls of fx: the argument tree, and the call against its target's
// schema.
#include "dialects/check.h"
#include "dialects/fx/schema.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/vec.h"
#include "tc/gen/FxHooks.h"
#include "tc/gen/FxOps.h"
#include <string.h>

enum { MAX_DEPTH = 16 }; // of lists in lists

//===- The tree -----------------------------------------------------------===//

typedef struct Tree {
  TcCheck c;
  TcArena arena;
  bool *used; // by operand
} Tree;

bool tcFxIsComplexNumber(MlirAttribute leaf, double parts[2]) {
  if (!mlirAttributeIsADenseElements(leaf))
    return false;
  MlirType type = mlirAttributeGetType(leaf);
  MlirType element = mlirShapedTypeGetElementType(type);
  if (mlirShapedTypeGetRank(type) || !mlirTypeIsAComplex(element) ||
      !mlirTypeIsAF64(mlirComplexTypeGetElementType(element)))
    return false;
  if (parts)
    memcpy(parts, mlirDenseElementsAttrGetRawData(leaf), 2 * sizeof(double));
  return true;
}

static bool isLeaf(MlirAttribute leaf) {
  return tcFxIsComplexNumber(leaf, NULL) || mlirAttributeIsAInteger(leaf) ||
         mlirAttributeIsAFloat(leaf) || mlirAttributeIsAString(leaf) ||
         mlirAttributeIsABool(leaf) || mlirAttributeIsAUnit(leaf) ||
         mlirAttributeIsAType(leaf) || tcAttrIsASize(leaf);
}

static MlirLogicalResult checkNode(Tree *t, MlirAttribute node, int depth) {
  if (tcAttrIsAFxArg(node)) {
    int64_t i = tcFxArgAttrGetIndex(node);
    if (i < 0 || i >= tcCheckNumOperands(&t->c))
      return tcCheckFail(&t->c, "[TC-0281] C1: #fx.arg<%lld> with %d operands",
                         (long long)i, (int)tcCheckNumOperands(&t->c));
    t->used[i] = true;
    return TC_OK_RESULT;
  }
  if (!mlirAttributeIsAArray(node)) {
    if (isLeaf(node))
      return TC_OK_RESULT;
    return tcCheckFail(&t->c, "[TC-0281] C3: %s is no argument of a call",
                       tcAttrText(node).text);
  }
  if (depth == MAX_DEPTH)
    return tcCheckFail(&t->c,
                       "[TC-0281] C3: lists are nested more than %d "
                       "deep",
                       (int)MAX_DEPTH);
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(node); i < e; ++i)
    TC_TRY(checkNode(t, mlirArrayAttrGetElement(node, i), depth + 1));
  return TC_OK_RESULT;
}

static MlirLogicalResult checkTree(Tree *t, MlirAttribute args,
                                   MlirAttribute kwargs) {
  intptr_t n = tcCheckNumOperands(&t->c);
  t->used = TC_ARENA_ARRAY(&t->arena, bool, (size_t)n);
  if (!t->used)
    return tcCheckFail(&t->c, "[TC-6001] out of memory");
  TC_TRY(checkNode(t, args, 0));
  intptr_t numKeys = kwargs.ptr ? mlirDictionaryAttrGetNumElements(kwargs) : 0;
  for (intptr_t i = 0; i < numKeys; ++i)
    TC_TRY(checkNode(t, mlirDictionaryAttrGetElement(kwargs, i).attribute, 1));
  for (intptr_t i = 0; i < n; ++i)
    if (!t->used[i])
      return tcCheckFail(&t->c,
                         "[TC-0281] C2: operand %d stands nowhere in the "
                         "arguments",
                         (int)i);
  return TC_OK_RESULT;
}

//===- Kinds --------------------------------------------------------------===//

static bool isNumber(MlirAttribute leaf) {
  return tcFxIsComplexNumber(leaf, NULL) || mlirAttributeIsAInteger(leaf) ||
         mlirAttributeIsAFloat(leaf) || mlirAttributeIsABool(leaf) ||
         tcAttrIsASize(leaf);
}

static bool isInt(MlirAttribute leaf) {
  return tcAttrIsASize(leaf) || mlirAttributeIsAInteger(leaf);
}

// An operand's type as an argument of this kind. Python numbers are scalars.
static bool takesType(TcFxKind kind, MlirType type) {
  if (tcTypeIsTensor(type))
    return kind == TC_FX_TENSOR;
  switch (kind) {
  case TC_FX_TENSOR:
  case TC_FX_SCALAR:
    return true;
  case TC_FX_INT:
    return tcTypeIsInt(type);
  case TC_FX_FLOAT:
    return tcTypeIsFloat(type) || tcTypeIsInt(type);
  case TC_FX_BOOL:
    return tcTypeIsBool(type);
  default:
    return false;
  }
}

static bool takesLeaf(const TcCheck *c, TcFxKind kind, MlirAttribute leaf) {
  if (tcAttrIsAFxArg(leaf))
    return takesType(kind, tcCheckType(c, tcFxArgAttrGetIndex(leaf)));
  switch (kind) {
  case TC_FX_TENSOR:
  case TC_FX_SCALAR:
  case TC_FX_FLOAT:
    return isNumber(leaf);
  case TC_FX_INT:
    return isInt(leaf);
  case TC_FX_BOOL:
    return mlirAttributeIsABool(leaf);
  case TC_FX_DTYPE:
    return mlirAttributeIsAType(leaf);
  case TC_FX_GENERATOR:
    return false; // only none
  default:
    return mlirAttributeIsAString(leaf);
  }
}

// Like PyTorch, accepts one element for a list of fixed length (int[2]), and a
// list of any length for it.
static bool takes(const TcCheck *c, const TcFxArg *arg, MlirAttribute value) {
  if (mlirAttributeIsAUnit(value))
    return arg->isOptional;
  if (!mlirAttributeIsAArray(value))
    return (!arg->isList || arg->listSize > 0) &&
           takesLeaf(c, arg->kind, value);
  if (!arg->isList)
    return false;
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(value); i < e; ++i) {
    MlirAttribute element = mlirArrayAttrGetElement(value, i);
    bool isNone = mlirAttributeIsAUnit(element);
    if (isNone ? !arg->elementOptional : !takesLeaf(c, arg->kind, element))
      return false;
  }
  return true;
}

//===- Schemas ------------------------------------------------------------===//

static MlirLogicalResult failBind(const TcCheck *c, TcFxBindError error,
                                  const TcFxSchema *schema,
                                  MlirStringRef culprit) {
  switch (error) {
  case TC_FX_BIND_TOO_MANY:
    return tcCheckFail(c,
                       "[TC-0282] C1: %.*s takes fewer arguments without a "
                       "key",
                       TC_REF(schema->name));
  case TC_FX_BIND_UNKNOWN:
    return tcCheckFail(c, "[TC-0282] C1: %.*s has no argument '%.*s'",
                       TC_REF(schema->name), TC_REF(culprit));
  case TC_FX_BIND_TWICE:
    return tcCheckFail(c, "[TC-0282] C1: argument '%.*s' is given twice",
                       TC_REF(culprit));
  default:
    return tcCheckFail(c,
                       "[TC-0282] C1: argument '%.*s' of %.*s is not given "
                       "and has no default",
                       TC_REF(culprit), TC_REF(schema->name));
  }
}

static bool isNone(MlirAttribute value) { return mlirAttributeIsAUnit(value); }

// Each tensor that the schema returns is a result, a list of tensors several;
// returned numbers may have become sizes instead of results.
static MlirLogicalResult checkNumResults(const TcCheck *c,
                                         const TcFxSchema *schema) {
  int least = 0;
  bool open = false;
  for (int i = 0; i < schema->numResults; ++i) {
    const TcFxArg *result = &schema->results[i];
    open |= result->isList;
    least +=
        result->kind == TC_FX_TENSOR && !result->isList && !result->isOptional;
  }
  intptr_t n = mlirOperationGetNumResults(c->op);
  if (n >= least && (open || n <= schema->numResults))
    return TC_OK_RESULT;
  return tcCheckFail(c, "[TC-0282] C3: %d results of %.*s, which gives %d",
                     (int)n, TC_REF(schema->name), schema->numResults);
}

// A result that is an argument written in place keeps its element type.
static MlirLogicalResult checkWritten(const TcCheck *c,
                                      const TcFxSchema *schema,
                                      const MlirAttribute *bound) {
  for (int r = 0; r < schema->numResults; ++r)
    for (int i = 0; i < schema->numArgs; ++i) {
      const TcFxArg *result = &schema->results[r], *arg = &schema->args[i];
      if (!result->isMutated || !arg->isMutated || result->isList ||
          result->aliasSets != arg->aliasSets || !tcAttrIsAFxArg(bound[i]) ||
          r >= mlirOperationGetNumResults(c->op))
        continue;
      MlirType from = tcCheckType(c, tcFxArgAttrGetIndex(bound[i]));
      MlirType to = mlirValueGetType(mlirOperationGetResult(c->op, r));
      if (!mlirTypeEqual(tcTypeGetElement(from), tcTypeGetElement(to)))
        return tcCheckFail(c,
                           "[TC-0282] C4: '%.*s' is written in place as %s, "
                           "and the result is %s",
                           TC_REF(arg->name), tcTypeText(from).text,
                           tcTypeText(to).text);
    }
  return TC_OK_RESULT;
}

static MlirLogicalResult checkSchema(const TcCheck *c, const TcFxSchema *schema,
                                     MlirAttribute args, MlirAttribute kwargs) {
  MlirAttribute bound[TC_FX_MAX_ARGS];
  MlirStringRef culprit;
  TcFxBindError error =
      tcFxSchemaBind(tcCheckContext(c), schema, args, kwargs, bound, &culprit);
  if (error)
    return failBind(c, error, schema, culprit);
  for (int i = 0; i < schema->numArgs; ++i) {
    const TcFxArg *arg = &schema->args[i];
    char kind[32];
    if (!takes(c, arg, bound[i]))
      return tcCheckFail(c, "[TC-0282] C2: argument '%.*s' is %s, not %s",
                         TC_REF(arg->name),
                         isNone(bound[i]) ? "none" : tcAttrText(bound[i]).text,
                         tcFxArgPrintKind(arg, kind));
  }
  TC_TRY(checkNumResults(c, schema));
  return checkWritten(c, schema, bound);
}

MlirLogicalResult tcFxVerifyCall(MlirOperation op) {
  Tree tree = {.c = tcCheckOp(op)};
  TcFxSchema schema;
  // The three kinds of calls have the same attributes.
  MlirAttribute args = tcCheckAttr(&tree.c, "args");
  MlirAttribute kwargs = tcCheckAttr(&tree.c, "kwargs");
  MlirLogicalResult result = checkTree(&tree, args, kwargs);
  tcArenaFree(&tree.arena);
  if (mlirLogicalResultIsFailure(result) || tcFxOpKind(op) != TC_FX_CALL ||
      !tcFxSchemaLookup(tcFxCallGetTarget(op), &schema))
    return result;
  return checkSchema(&tree.c, &schema, args, kwargs);
}
