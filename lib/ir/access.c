// Reads ops by the layout that their rows declare: the run-time part of the
// generated accessors.
#include "ir/access.h"

#include "ir/builder.h"
#include "ir/diag.h"

#include <string.h>

static MlirStringRef opName(MlirOperation op) {
  return mlirIdentifierStr(mlirOperationGetName(op));
}

// FNV-1a of the last characters; opgen fills the tables with the same function.
static uint32_t hashName(const char *text, size_t length) {
  uint32_t hash = 2166136261u;
  for (size_t i = length > 8 ? length - 8 : 0; i < length; ++i)
    hash = (hash ^ (unsigned char)text[i]) * 16777619u;
  return hash;
}

int tcOpTableFind(const TcOpTable *table, MlirOperation op) {
  if (mlirOperationIsNull(op))
    return 0;
  MlirStringRef name = opName(op);
  if (name.length <= table->prefixSize ||
      memcmp(name.data, table->prefix, table->prefixSize))
    return 0;
  uint32_t slot = hashName(name.data, name.length);
  for (;; ++slot) {
    int kind = table->slots[slot & table->mask];
    if (!kind || (!strncmp(table->names[kind], name.data, name.length) &&
                  !table->names[kind][name.length]))
      return kind;
  }
}

// Whether `op` may be read as a `name`.
static bool usable(MlirOperation op, const char *name) {
  if (mlirOperationIsNull(op))
    return false;
#ifdef TC_CHECKED
  MlirStringRef actual = opName(op);
  if (actual.length == strlen(name) &&
      !memcmp(actual.data, name, actual.length))
    return true;
  tcOpEmitError(
      op, "[TC-9011] is read as if it were a '%s'; check its kind first", name);
  return false;
#else
  (void)name;
  return true;
#endif
}

typedef struct Span {
  intptr_t start, size;
} Span;

static Span segmentSpan(MlirOperation op, const TcGroup *g, const char *sizes) {
  MlirAttribute attr =
      mlirOperationGetInherentAttributeByName(op, tcStr(sizes));
  int group = g->fixedBefore + g->variableBefore;
  Span span = {0, tcAttrIntAt(attr, group)};
  for (int i = 0; i < group; ++i)
    span.start += tcAttrIntAt(attr, i);
  return span;
}

// Without segment sizes all variadic groups are equally long.
static Span groupSpan(const TcGroup *g, intptr_t total) {
  intptr_t each =
      g->variableTotal ? (total - g->fixedTotal) / g->variableTotal : 0;
  return (Span){g->fixedBefore + g->variableBefore * each,
                g->variable ? each : 1};
}

static Span clip(Span span, intptr_t total) {
  bool inside = span.start >= 0 && span.size >= 0 && span.start <= total &&
                span.size <= total - span.start;
  return inside ? span : (Span){0, 0};
}

static Span operandSpan(MlirOperation op, const char *name, const TcGroup *g) {
  if (!usable(op, name))
    return (Span){0, 0};
  intptr_t total = mlirOperationGetNumOperands(op);
  return clip(g->segmented ? segmentSpan(op, g, "operandSegmentSizes")
                           : groupSpan(g, total),
              total);
}

static Span resultSpan(MlirOperation op, const char *name, const TcGroup *g) {
  if (!usable(op, name))
    return (Span){0, 0};
  intptr_t total = mlirOperationGetNumResults(op);
  return clip(g->segmented ? segmentSpan(op, g, "resultSegmentSizes")
                           : groupSpan(g, total),
              total);
}

static Span regionSpan(MlirOperation op, const char *name, const TcGroup *g) {
  if (!usable(op, name))
    return (Span){0, 0};
  intptr_t total = mlirOperationGetNumRegions(op);
  return clip(groupSpan(g, total), total);
}

static Span successorSpan(MlirOperation op, const char *name,
                          const TcGroup *g) {
  if (!usable(op, name))
    return (Span){0, 0};
  intptr_t total = mlirOperationGetNumSuccessors(op);
  return clip(groupSpan(g, total), total);
}

intptr_t tcOpNumOperands(MlirOperation op, const char *name, const TcGroup *g) {
  return operandSpan(op, name, g).size;
}

intptr_t tcOpNumResults(MlirOperation op, const char *name, const TcGroup *g) {
  return resultSpan(op, name, g).size;
}

intptr_t tcOpNumRegions(MlirOperation op, const char *name, const TcGroup *g) {
  return regionSpan(op, name, g).size;
}

intptr_t tcOpNumSuccessors(MlirOperation op, const char *name,
                           const TcGroup *g) {
  return successorSpan(op, name, g).size;
}

MlirValue tcOpOperand(MlirOperation op, const char *name, const TcGroup *g,
                      intptr_t i) {
  Span span = operandSpan(op, name, g);
  return i >= 0 && i < span.size ? mlirOperationGetOperand(op, span.start + i)
                                 : tcNoValue();
}

MlirValue tcOpResult(MlirOperation op, const char *name, const TcGroup *g,
                     intptr_t i) {
  Span span = resultSpan(op, name, g);
  return i >= 0 && i < span.size ? mlirOperationGetResult(op, span.start + i)
                                 : tcNoValue();
}

MlirRegion tcOpRegion(MlirOperation op, const char *name, const TcGroup *g,
                      intptr_t i) {
  Span span = regionSpan(op, name, g);
  return i >= 0 && i < span.size ? mlirOperationGetRegion(op, span.start + i)
                                 : (MlirRegion){NULL};
}

MlirBlock tcOpSuccessor(MlirOperation op, const char *name, const TcGroup *g,
                        intptr_t i) {
  Span span = successorSpan(op, name, g);
  return i >= 0 && i < span.size ? mlirOperationGetSuccessor(op, span.start + i)
                                 : (MlirBlock){NULL};
}

MlirAttribute tcOpAttr(MlirOperation op, const char *name, const char *attr) {
  if (!usable(op, name))
    return tcNoAttr();
  return mlirOperationGetInherentAttributeByName(op, tcStr(attr));
}

void tcOpSetAttr(MlirOperation op, const char *name, const char *attr,
                 MlirAttribute value) {
  if (usable(op, name))
    mlirOperationSetInherentAttributeByName(op, tcStr(attr), value);
}

int64_t tcOpInt(MlirOperation op, const char *name, const char *attr) {
  return tcAttrAsInt(tcOpAttr(op, name, attr), 0);
}

double tcOpFloat(MlirOperation op, const char *name, const char *attr) {
  MlirAttribute value = tcOpAttr(op, name, attr);
  bool ok = !mlirAttributeIsNull(value) && mlirAttributeIsAFloat(value);
  return ok ? mlirFloatAttrGetValueDouble(value) : 0;
}

bool tcOpBool(MlirOperation op, const char *name, const char *attr) {
  MlirAttribute value = tcOpAttr(op, name, attr);
  return !mlirAttributeIsNull(value) && mlirAttributeIsABool(value) &&
         mlirBoolAttrGetValue(value);
}

bool tcOpUnit(MlirOperation op, const char *name, const char *attr) {
  return !mlirAttributeIsNull(tcOpAttr(op, name, attr));
}

MlirStringRef tcOpString(MlirOperation op, const char *name, const char *attr) {
  MlirAttribute value = tcOpAttr(op, name, attr);
  bool ok = !mlirAttributeIsNull(value) && mlirAttributeIsAString(value);
  return ok ? mlirStringAttrGetValue(value) : mlirStringRefCreate("", 0);
}

MlirStringRef tcOpSymbol(MlirOperation op, const char *name, const char *attr) {
  MlirAttribute value = tcOpAttr(op, name, attr);
  bool ok = !mlirAttributeIsNull(value) && mlirAttributeIsAFlatSymbolRef(value);
  return ok ? mlirFlatSymbolRefAttrGetValue(value) : mlirStringRefCreate("", 0);
}

MlirType tcOpType(MlirOperation op, const char *name, const char *attr) {
  MlirAttribute value = tcOpAttr(op, name, attr);
  bool ok = !mlirAttributeIsNull(value) && mlirAttributeIsAType(value);
  return ok ? mlirTypeAttrGetValue(value) : tcNoType();
}

intptr_t tcOpNumInts(MlirOperation op, const char *name, const char *attr) {
  return tcAttrNumInts(tcOpAttr(op, name, attr));
}

int64_t tcOpIntAt(MlirOperation op, const char *name, const char *attr,
                  intptr_t i) {
  return tcAttrIntAt(tcOpAttr(op, name, attr), i);
}

int64_t tcAttrAsInt(MlirAttribute attr, int64_t otherwise) {
  if (mlirAttributeIsNull(attr) || !mlirAttributeIsAInteger(attr))
    return otherwise;
  MlirType type = mlirAttributeGetType(attr);
  if (mlirTypeIsAInteger(type) && mlirIntegerTypeIsUnsigned(type))
    return (int64_t)mlirIntegerAttrGetValueUInt(attr);
  if (mlirTypeIsAInteger(type) && mlirIntegerTypeIsSigned(type))
    return mlirIntegerAttrGetValueSInt(attr);
  return mlirIntegerAttrGetValueInt(attr);
}

intptr_t tcAttrNumInts(MlirAttribute attr) {
  if (mlirAttributeIsNull(attr))
    return 0;
  if (mlirAttributeIsADenseI64Array(attr) ||
      mlirAttributeIsADenseI32Array(attr))
    return mlirDenseArrayGetNumElements(attr);
  return mlirAttributeIsAArray(attr) ? mlirArrayAttrGetNumElements(attr) : 0;
}

int64_t tcAttrIntAt(MlirAttribute attr, intptr_t i) {
  if (i < 0 || i >= tcAttrNumInts(attr))
    return 0;
  if (mlirAttributeIsADenseI64Array(attr))
    return mlirDenseI64ArrayGetElement(attr, i);
  if (mlirAttributeIsADenseI32Array(attr))
    return mlirDenseI32ArrayGetElement(attr, i);
  return tcAttrAsInt(mlirArrayAttrGetElement(attr, i), 0);
}
