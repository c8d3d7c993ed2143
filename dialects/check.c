// See check.h.
#include "dialects/check.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <stdio.h>
#include <string.h>

MlirContext tcCheckContext(const TcCheck *c) {
  return c->args ? c->args->context : mlirOperationGetContext(c->op);
}

intptr_t tcCheckNumOperands(const TcCheck *c) {
  return c->args ? c->args->numOperands : mlirOperationGetNumOperands(c->op);
}

MlirType tcCheckType(const TcCheck *c, intptr_t operand) {
  return mlirValueGetType(c->args ? c->args->operands[operand]
                                  : mlirOperationGetOperand(c->op, operand));
}

MlirAttribute tcCheckAttr(const TcCheck *c, const char *name) {
  return c->args ? tcInferArgsGetAttr(c->args, name)
                 : mlirOperationGetInherentAttributeByName(
                       c->op, mlirStringRefCreateFromCString(name));
}

MlirLogicalResult tcCheckFail(const TcCheck *c, const char *format, ...) {
  char message[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  if (!c->args)
    return tcOpEmitError(c->op, "%s", message);
  return tcEmitError(c->args->location, "'%.*s' op %s", TC_REF(c->args->opName),
                     message);
}

//===- Texts --------------------------------------------------------------===//

static void append(MlirStringRef part, void *to) {
  char *text = ((TcText *)to)->text;
  size_t used = strlen(text), room = sizeof(TcText) - 1 - used;
  size_t n = part.length < room ? part.length : room;
  memcpy(text + used, part.data, n);
  text[used + n] = 0;
}

TcText tcTypeText(MlirType type) {
  TcText out = {""};
  if (type.ptr)
    mlirTypePrint(type, append, &out);
  else
    append(mlirStringRefCreateFromCString("no type"), &out);
  return out;
}

TcText tcAttrText(MlirAttribute attr) {
  TcText out = {""};
  if (attr.ptr)
    mlirAttributePrint(attr, append, &out);
  else
    append(mlirStringRefCreateFromCString("nothing"), &out);
  return out;
}

TcText tcSizeText(MlirAttribute size) {
  TcText out = {""};
  append(size.ptr ? tcSizeAttrGetText(size)
                  : mlirStringRefCreateFromCString("?"),
         &out);
  return out;
}

//===- What many ops have in common ---------------------------------------===//

MlirLogicalResult tcCheckTensorType(const TcCheck *c, MlirType type,
                                    const char *what) {
  if (!tcTypeIsTensor(type) || tcTypeGetDType(type) == TC_DTYPE_INVALID)
    return tcCheckFail(c,
                       "[TC-0201] %s is %s, not a ranked tensor of elements "
                       "that tc has",
                       what, tcTypeText(type).text);
  if (tcTypeGetRank(type) > TC_MAX_RANK)
    return tcCheckFail(c, "[TC-0201] %s has %d dimensions; tc takes up to %d",
                       what, (int)tcTypeGetRank(type), (int)TC_MAX_RANK);
  return TC_OK_RESULT;
}

MlirLogicalResult tcCheckNamedTensorType(const TcCheck *c, MlirType type,
                                         const char *what) {
  TC_TRY(tcCheckTensorType(c, type, what));
  if (tcTypeHasSizes(type))
    return TC_OK_RESULT;
  return tcCheckFail(c,
                     "[TC-0203] %s is %s, where a size has no name; write "
                     "#tc.dims in the type, or prim.cast_sizes it to a type "
                     "that has it",
                     what, tcTypeText(type).text);
}

typedef MlirLogicalResult CheckType(const TcCheck *c, MlirType type,
                                    const char *what);

static MlirLogicalResult checkOperands(const TcCheck *c, intptr_t first,
                                       CheckType *check) {
  for (intptr_t i = first, e = tcCheckNumOperands(c); i < e; ++i) {
    char what[32];
    snprintf(what, sizeof what, "operand %d", (int)i);
    TC_TRY(check(c, tcCheckType(c, i), what));
  }
  return TC_OK_RESULT;
}

MlirLogicalResult tcCheckTensors(const TcCheck *c, intptr_t first) {
  return checkOperands(c, first, tcCheckTensorType);
}

MlirLogicalResult tcCheckNamedTensors(const TcCheck *c, intptr_t first) {
  return checkOperands(c, first, tcCheckNamedTensorType);
}

// Whether an operand, or a result that exists, has a size without a name: then
// a size that cannot be formed (null) may follow from that.
static bool hasUnnamed(const TcCheck *c) {
  for (intptr_t i = 0, e = tcCheckNumOperands(c); i < e; ++i)
    if (!tcTypeHasSizes(tcCheckType(c, i)))
      return true;
  for (intptr_t i = 0, e = c->args ? 0 : mlirOperationGetNumResults(c->op);
       i < e; ++i)
    if (!tcTypeHasSizes(mlirValueGetType(mlirOperationGetResult(c->op, i))))
      return true;
  return false;
}

static MlirLogicalResult failAttr(const TcCheck *c, const char *name,
                                  const char *wanted) {
  return tcCheckFail(c, "[TC-0202] attribute '%s' must be %s", name, wanted);
}

MlirLogicalResult tcCheckInts(const TcCheck *c, const char *name, TcInts *out) {
  MlirAttribute attr = tcCheckAttr(c, name);
  if (!attr.ptr || !mlirAttributeIsADenseI64Array(attr))
    return failAttr(c, name, "a list of i64");
  out->size = mlirDenseArrayGetNumElements(attr);
  if (out->size > (intptr_t)(sizeof out->data / sizeof *out->data))
    return failAttr(c, name, "shorter: it names more than there can be");
  for (intptr_t i = 0; i < out->size; ++i)
    out->data[i] = mlirDenseI64ArrayGetElement(attr, i);
  return TC_OK_RESULT;
}

MlirLogicalResult tcCheckInt(const TcCheck *c, const char *name, int64_t *out) {
  MlirAttribute attr = tcCheckAttr(c, name);
  if (!attr.ptr || !mlirAttributeIsAInteger(attr))
    return failAttr(c, name, "an i64");
  *out = mlirIntegerAttrGetValueInt(attr);
  return TC_OK_RESULT;
}

MlirLogicalResult tcCheckSizes(const TcCheck *c, const char *name, intptr_t n,
                               MlirAttribute out[TC_MAX_RANK],
                               const char *rule) {
  MlirAttribute attr = tcCheckAttr(c, name);
  if (!tcAttrIsADims(attr))
    return failAttr(c, name, "a #tc.dims");
  if (tcDimsAttrGetNumDims(attr) != n)
    return tcCheckFail(c, "%s'%s' has %d sizes for %d dimensions", rule, name,
                       (int)tcDimsAttrGetNumDims(attr), (int)n);
  for (intptr_t i = 0; i < n; ++i)
    out[i] = tcDimsAttrGetDim(attr, i);
  return TC_OK_RESULT;
}

MlirLogicalResult tcCheckDim(const TcCheck *c, int64_t dim, intptr_t rank,
                             const char *rule) {
  if (dim >= 0 && dim < rank)
    return TC_OK_RESULT;
  return tcCheckFail(c, "%sthere is no dimension %lld in a tensor of rank %d",
                     rule, (long long)dim, (int)rank);
}

MlirLogicalResult tcCheckDims(const TcCheck *c, const TcInts *dims,
                              intptr_t rank, const char *rule, unsigned *mask) {
  for (intptr_t i = 0; i < dims->size; ++i) {
    TC_TRY(tcCheckDim(c, dims->data[i], rank, rule));
    unsigned bit = 1u << dims->data[i];
    if (*mask & bit)
      return tcCheckFail(c, "%sdimension %d is named twice", rule,
                         (int)dims->data[i]);
    *mask |= bit;
  }
  return TC_OK_RESULT;
}

MlirLogicalResult tcCheckSameElement(const TcCheck *c, MlirType a, MlirType b,
                                     const char *rule) {
  MlirType x = tcTypeGetElement(a), y = tcTypeGetElement(b);
  if (mlirTypeEqual(x, y))
    return TC_OK_RESULT;
  return tcCheckFail(c,
                     "%selement types differ: %s and %s; insert "
                     "prim.convert_element_type",
                     rule, tcTypeText(x).text, tcTypeText(y).text);
}

MlirLogicalResult tcCheckEqualSizes(const TcCheck *c, MlirAttribute a,
                                    MlirAttribute b, const char *rule,
                                    const char *what) {
  if (tcSizeAttrEqual(a, b) || ((!a.ptr || !b.ptr) && hasUnnamed(c)))
    return TC_OK_RESULT;
  bool may = !tcSizeAttrProvablyDiffer(a, b);
  if (may && a.ptr && b.ptr && c->relate) {
    c->relate->equal(c->relate->self, a, b);
    return TC_OK_RESULT;
  }
  return tcCheckFail(c, "%s%s differ: %s and %s%s", rule, what,
                     tcSizeText(a).text, tcSizeText(b).text,
                     may ? "; if they are known to be equal, say so by "
                           "prim.cast_sizes"
                         : "");
}

MlirLogicalResult tcCheckPush(const TcCheck *c, TcTypeSink *out, intptr_t rank,
                              const MlirAttribute *sizes, MlirType element,
                              const char *rule) {
  if (rank > TC_MAX_RANK)
    return tcCheckFail(c,
                       "%sthe result would have %d dimensions; tc takes up to "
                       "%d",
                       rule, (int)rank, (int)TC_MAX_RANK);
  for (intptr_t i = 0; i < rank; ++i) {
    int64_t value = 0;
    if (sizes[i].ptr ? tcSizeAttrIsConstant(sizes[i], &value) && value < 0
                     : !hasUnnamed(c))
      return tcCheckFail(c, "%ssize %d of the result would be %s", rule, (int)i,
                         sizes[i].ptr ? tcSizeText(sizes[i]).text
                                      : "too large to say");
  }
  MlirType type = tcTensorTypeGetForeign(rank, sizes, element);
  if (!type.ptr)
    return tcCheckFail(c, "%sthere is no tensor of %s", rule,
                       tcTypeText(element).text);
  tcTypeSinkPush(out, type);
  return TC_OK_RESULT;
}

bool tcAttrIsNumberOf(MlirAttribute attr, MlirType element) {
  if (!mlirTypeIsAComplex(element))
    return (mlirAttributeIsAInteger(attr) || mlirAttributeIsAFloat(attr)) &&
           mlirTypeEqual(mlirAttributeGetType(attr), element);
  MlirType real = mlirComplexTypeGetElementType(element);
  if (!mlirAttributeIsAArray(attr) || mlirArrayAttrGetNumElements(attr) != 2)
    return false;
  return tcAttrIsNumberOf(mlirArrayAttrGetElement(attr, 0), real) &&
         tcAttrIsNumberOf(mlirArrayAttrGetElement(attr, 1), real);
}
