// Verifies ops without tensor operands: constants, weights, iota, sizes; and
// cast_sizes.
#include "dialects/check.h"
#include "lib/ir/limits.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tc/gen/PrimHooks.h"
#include "tc/gen/PrimOps.h"

#include <string.h>

static MlirType resultType(MlirOperation op) {
  return mlirValueGetType(mlirOperationGetResult(op, 0));
}

// Bytes that the attribute keeps; a splat keeps one element.
static int64_t constantBytes(MlirAttribute value) {
  MlirType type = mlirAttributeGetType(value);
  int64_t bytes = (int64_t)tcDTypeSize(tcTypeGetDType(type));
  bool splat = mlirAttributeIsADenseElements(value) &&
               mlirDenseElementsAttrIsSplat(value);
  if (!mlirAttributeIsAElements(value) || splat)
    return bytes;
  return bytes * mlirElementsAttrGetNumElements(value);
}

static MlirLogicalResult checkConstant(const TcCheck *c, MlirAttribute value,
                                       const char *rule) {
  if (constantBytes(value) <= TC_MAX_CONSTANT_BYTES)
    return TC_OK_RESULT;
  return tcCheckFail(c,
                     "%s%lld bytes; constants have up to %d: make it a "
                     "prim.weight",
                     rule, (long long)constantBytes(value),
                     (int)TC_MAX_CONSTANT_BYTES);
}

//===- constant -----------------------------------------------------------===//

MlirLogicalResult tcPrimInferConstant(const TcInferArgs *args,
                                      TcTypeSink *out) {
  TcCheck c = tcCheckArgs(args);
  MlirAttribute value = tcCheckAttr(&c, "value");
  MlirType type = {NULL};
  if (value.ptr)
    type = mlirAttributeGetType(value);
  bool number =
      value.ptr &&
      ((mlirAttributeIsAInteger(value) && !mlirTypeIsAComplex(type)) ||
       mlirAttributeIsAFloat(value) ||
       (mlirAttributeIsAElements(value) && tcTypeIsTensor(type)));
  if (!number || tcTypeGetDType(type) == TC_DTYPE_INVALID)
    return tcCheckFail(&c,
                       "[TC-0216] C1: %s is no number of a dtype of tc, "
                       "and no dense tensor of such",
                       value.ptr ? tcAttrText(value).text : "nothing");
  tcTypeSinkPush(out, type);
  return TC_OK_RESULT;
}

MlirLogicalResult tcPrimVerifyConstant(MlirOperation op) {
  TcCheck c = tcCheckOp(op);
  return checkConstant(&c, tcCheckAttr(&c, "value"), "[TC-0216] C2: ");
}

bool tcPrimFoldConstant(MlirOperation op, intptr_t numOperands,
                        const MlirAttribute *constants, TcFolded *out) {
  (void)numOperands;
  (void)constants;
  out->attribute = tcPrimConstantGetValue(op);
  return true;
}

//===- weight, get_weight -------------------------------------------------===//

typedef struct Fill {
  const char *kind;
  const char *numbers[3]; // keys that must be there
} Fill;

static const Fill fills[] = {
    {"uniform", {"mean", "std"}}, // "stream" and "seed" may be left out: 0
    {"randint", {"low", "high"}},
    {"constant", {"value"}},
    {"iota", {"start", "step"}},
    {"tril", {NULL}},
    {"odd", {NULL}},
};

static MlirAttribute lookUp(MlirAttribute dictionary, const char *key) {
  return mlirDictionaryAttrGetElementByName(
      dictionary, mlirStringRefCreateFromCString(key));
}

static bool isNumber(MlirAttribute attr) {
  return attr.ptr &&
         (mlirAttributeIsAInteger(attr) || mlirAttributeIsAFloat(attr) ||
          mlirAttributeIsABool(attr));
}

static MlirLogicalResult checkFill(const TcCheck *c, MlirAttribute init) {
  MlirAttribute kind = lookUp(init, "kind");
  if (!kind.ptr || !mlirAttributeIsAString(kind))
    return tcCheckFail(c, "[TC-0217] C3: a generated fill names its 'kind'");
  MlirStringRef name = mlirStringAttrGetValue(kind);
  for (size_t i = 0; i < sizeof fills / sizeof *fills; ++i) {
    if (!mlirStringRefEqual(name,
                            mlirStringRefCreateFromCString(fills[i].kind)))
      continue;
    for (int k = 0; k < 3 && fills[i].numbers[k]; ++k)
      if (!isNumber(lookUp(init, fills[i].numbers[k])))
        return tcCheckFail(c, "[TC-0217] C3: the fill '%s' needs a number '%s'",
                           fills[i].kind, fills[i].numbers[k]);
    return TC_OK_RESULT;
  }
  return tcCheckFail(c,
                     "[TC-0217] C3: no fill is called '%.*s'; uniform, "
                     "randint, constant, iota, tril",
                     TC_REF(name));
}

static bool isHash(MlirStringRef text) {
  static const char head[] = "fnv1a64:";
  enum { HEAD = sizeof head - 1, DIGITS = 16 };
  if (text.length != HEAD + DIGITS || strncmp(text.data, head, HEAD))
    return false;
  for (size_t i = HEAD; i < text.length; ++i)
    if (!strchr("0123456789abcdef", text.data[i]) || !text.data[i])
      return false;
  return true;
}

MlirLogicalResult tcPrimVerifyWeight(MlirOperation op) {
  TcCheck c = tcCheckOp(op);
  MlirType type = tcPrimWeightGetType(op);
  TC_TRY(tcCheckTensorType(&c, type, "the weight"));
  if (!tcTypeIsStatic(type))
    return tcCheckFail(&c, "[TC-0217] C1: %s has a size that is no constant",
                       tcTypeText(type).text);
  MlirAttribute hash = tcPrimWeightGetHash(op), init = tcPrimWeightGetInit(op);
  if (hash.ptr && !isHash(mlirStringAttrGetValue(hash)))
    return tcCheckFail(&c, "[TC-0217] C4: 'hash' is \"fnv1a64:\" and sixteen "
                           "hexadecimal digits");
  if (!init.ptr)
    return TC_OK_RESULT;
  if (mlirAttributeIsADictionary(init))
    return checkFill(&c, init);
  if (!mlirAttributeIsAElements(init) ||
      !mlirTypeEqual(mlirAttributeGetType(init), type))
    return tcCheckFail(&c,
                       "[TC-0217] C2: 'init' is a fill {kind = ...} or a "
                       "dense constant of type %s",
                       tcTypeText(type).text);
  enum { MAX_WEIGHT_BYTES = 1 << 26 };
  if (constantBytes(init) <= MAX_WEIGHT_BYTES)
    return TC_OK_RESULT;
  return tcCheckFail(&c,
                     "[TC-0217] C2: %lld bytes; values that stand in the text "
                     "have up to %d: leave 'init' out, and give them in a file "
                     "(--weights=F.safetensors)",
                     (long long)constantBytes(init), (int)MAX_WEIGHT_BYTES);
}

MlirLogicalResult tcCheckWeightUse(MlirOperation op, TcSymbolTables *tables,
                                   MlirAttribute symbol, const char *rule) {
  TcCheck c = tcCheckOp(op);
  MlirStringRef name = mlirFlatSymbolRefAttrGetValue(symbol);
  MlirOperation weight = tcSymbolTablesLookup(tables, op, symbol);
  if (tcPrimOpKind(weight) != TC_PRIM_WEIGHT)
    return tcCheckFail(&c, "%sno prim.weight is called @%.*s", rule,
                       TC_REF(name));
  MlirType type = tcPrimWeightGetType(weight);
  if (mlirTypeEqual(type, resultType(op)))
    return TC_OK_RESULT;
  return tcCheckFail(&c, "%s@%.*s is %s, not %s", rule, TC_REF(name),
                     tcTypeText(type).text, tcTypeText(resultType(op)).text);
}

MlirLogicalResult tcPrimVerifyGetWeight(MlirOperation op,
                                        TcSymbolTables *tables) {
  return tcCheckWeightUse(op, tables, tcPrimGetWeightGetNameAttr(op),
                          "[TC-0217] C4: ");
}

//===- iota, size, cast_sizes ---------------------------------------------===//

MlirLogicalResult tcPrimVerifyIota(MlirOperation op) {
  TcCheck c = tcCheckOp(op);
  MlirType result = resultType(op), element = tcTypeGetElement(result);
  TC_TRY(tcCheckTensorType(&c, result, "the result"));
  if (tcTypeGetRank(result) != 1)
    return tcCheckFail(&c,
                       "[TC-0218] C1: the result is %s; it has one "
                       "dimension: put prim.broadcast_in_dim after",
                       tcTypeText(result).text);
  if (!tcTypeIsInt(element) && !tcTypeIsFloat(element))
    return tcCheckFail(&c, "[TC-0218] C2: counts integers or floats, not %s",
                       tcTypeText(element).text);
  MlirAttribute ends[] = {tcPrimIotaGetStart(op), tcPrimIotaGetStep(op)};
  for (int i = 0; i < 2; ++i)
    if (!isNumber(ends[i]) ||
        !mlirTypeEqual(mlirAttributeGetType(ends[i]), element))
      return tcCheckFail(&c, "[TC-0218] C3: %s is %s, not a number of %s",
                         i ? "step" : "start", tcAttrText(ends[i]).text,
                         tcTypeText(element).text);
  return TC_OK_RESULT;
}

MlirLogicalResult tcPrimVerifySize(MlirOperation op) {
  TcCheck c = tcCheckOp(op);
  MlirType result = resultType(op);
  if (tcTypeGetRank(result) == 0 && tcTypeGetDType(result) == TC_DTYPE_I64)
    return TC_OK_RESULT;
  return tcCheckFail(&c, "[TC-0219] C1: a size is tensor<i64> or i64, not %s",
                     tcTypeText(result).text);
}

MlirLogicalResult tcPrimVerifyCastSizes(MlirOperation op) {
  TcCheck c = tcCheckOp(op);
  MlirType self = tcCheckType(&c, 0), result = resultType(op);
  TC_TRY(tcCheckSameElement(&c, self, result, "[TC-0220] C1: "));
  if (tcTypeGetRank(self) != tcTypeGetRank(result))
    return tcCheckFail(&c, "[TC-0220] C1: ranks differ: %d and %d",
                       (int)tcTypeGetRank(self), (int)tcTypeGetRank(result));
  for (intptr_t d = 0; d < tcTypeGetRank(self); ++d) {
    MlirAttribute from = tcTypeGetSize(self, d), to = tcTypeGetSize(result, d);
    if (tcSizeAttrProvablyDiffer(from, to))
      return tcCheckFail(&c, "[TC-0220] C2: size %d is %s, which is never %s",
                         (int)d, tcSizeText(from).text, tcSizeText(to).text);
  }
  return TC_OK_RESULT;
}
