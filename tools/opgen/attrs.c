// opgen: the C type of each attribute of a row. An attribute without a rule
// stays an MlirAttribute, so a new kind of attribute never breaks the build.
#include "opgen.h"

#include <string.h>

typedef struct NameKind {
  const char *name; // of the record, or of a superclass
  AttrKind kind;
} NameKind;

static const NameKind byRecord[] = {
    {"UnitAttr", ATTR_UNIT},
    {"BoolAttr", ATTR_BOOL},
    {"FlatSymbolRefAttr", ATTR_SYMBOL},
    {"DenseI64ArrayAttr", ATTR_I64S},
    {"DenseI32ArrayAttr", ATTR_I32S},
    {"I64ArrayAttr", ATTR_I64_LIST},
};

static const NameKind byClass[] = {
    {"EnumAttrInfo", ATTR_ENUM},           {"EnumAttr", ATTR_ENUM},
    {"StringBasedAttr", ATTR_STRING},      {"TypeAttrBase", ATTR_TYPE},
    {"SignlessIntegerAttrBase", ATTR_INT}, {"SignedIntegerAttrBase", ATTR_INT},
    {"UnsignedIntegerAttrBase", ATTR_INT}, {"FloatAttrBase", ATTR_FLOAT},
    {"TypedAttrBase", ATTR_INT}, // IndexAttr
};

static AttrKind kindOf(json_t *def) {
  for (size_t i = 0; i < sizeof(byRecord) / sizeof(*byRecord); ++i)
    if (!strcmp(recordName(def), byRecord[i].name))
      return byRecord[i].kind;
  for (size_t i = 0; i < sizeof(byClass) / sizeof(*byClass); ++i)
    if (recordIs(def, byClass[i].name))
      return byClass[i].kind;
  return ATTR_RAW;
}

// The C expression for the type of an integer or float attribute, null if it
// isn't one of those that the C API makes directly.
static const char *typeExpression(Model *m, json_t *type) {
  static const struct {
    const char *superclass, *function;
  } widths[] = {{"I", "mlirIntegerTypeGet"},
                {"SI", "mlirIntegerTypeSignedGet"},
                {"UI", "mlirIntegerTypeUnsignedGet"}};
  if (!type)
    return NULL;
  if (!strcmp(recordName(type), "Index"))
    return "mlirIndexTypeGet(s.ctx)";
  if (recordIs(type, "F"))
    return poolFormat(m->pool, "mlirF%dTypeGet(s.ctx)",
                      recordInt(type, "bitwidth", 0));
  for (int i = 0; i < 3; ++i)
    if (recordIs(type, widths[i].superclass))
      return poolFormat(m->pool, "%s(s.ctx, %d)", widths[i].function,
                        recordInt(type, "bitwidth", 0));
  return NULL;
}

static void enumFromText(Model *m, Enum *e, json_t *def) {
  const char *format = recordString(def, "assemblyFormat");
  json_t *dialect = recordField(m, def, "dialect");
  bool bracketed = strchr(format, '<') != NULL;
  e->open = poolFormat(m->pool, "#%s<%s%s", recordString(dialect, "name"),
                       recordString(def, "mnemonic"), bracketed ? "<" : " ");
  e->close = bracketed ? ">>" : ">";
  e->def = recordField(m, def, "enum");
  if (recordIs(e->def, "BitEnumBase"))
    e->separator = recordString(e->def, "separator");
}

static void enumFromProperty(const Model *m, Enum *e, json_t *def) {
  e->def = recordField(m, def, "enum");
  e->width = recordInt(e->def, "bitwidth", 32);
}

static const Enum *enumFind(const Model *m, const char *type) {
  for (int i = 0; i < m->numEnums; ++i)
    if (!strcmp(m->enums[i]->type, type))
      return m->enums[i];
  return NULL;
}

static void enumAdd(Model *m, Enum *e) {
  Enum **grown = poolAlloc(m->pool, sizeof(*grown) * ((size_t)m->numEnums + 1));
  if (m->numEnums)
    memcpy(grown, m->enums, sizeof(*grown) * (size_t)m->numEnums);
  grown[m->numEnums++] = e;
  m->enums = grown;
}

// Null for enums of other dialects and for unknown text forms.
static const Enum *enumOf(Model *m, json_t *def) {
  Enum e = {.def = def, .width = recordInt(def, "bitwidth", 0)};
  if (recordIs(def, "EnumAttr"))
    enumFromText(m, &e, def);
  if (recordIs(def, "EnumProp"))
    enumFromProperty(m, &e, def);
  if (!e.def || strcmp(recordString(e.def, "cppNamespace"),
                       recordString(m->dialect, "cppNamespace")))
    return NULL;
  const char *name = recordString(e.def, "className");
  e.type = poolFormat(m->pool, "Tc%s%s", m->camel, nameCamel(m->pool, name));
  const Enum *known = enumFind(m, e.type);
  if (known)
    return known->width == e.width ? known : NULL;
  e.fn = poolFormat(m->pool, "tc%s%s", m->camel, nameCamel(m->pool, name));
  e.prefix =
      poolFormat(m->pool, "TC_%s_%s", m->upper, nameUpper(m->pool, name));
  Enum *kept = poolAlloc(m->pool, sizeof(e));
  *kept = e;
  enumAdd(m, kept);
  return kept;
}

static void addWrapper(Attr *attr, json_t *def) {
  bool absent = recordIs(def, "OptionalAttr") ||
                recordIs(def, "DefaultValuedOptionalAttr");
  attr->absent |= absent;
  attr->nullable |=
      absent || json_is_string(json_object_get(def, "defaultValue"));
}

static bool isComplete(const Attr *attr) {
  if (attr->kind == ATTR_ENUM)
    return attr->enumInfo;
  if (attr->kind == ATTR_INT || attr->kind == ATTR_FLOAT)
    return attr->intType;
  return true;
}

Attr propertyClassify(Model *m, json_t *def) {
  Attr attr = {.kind = ATTR_RAW, .nullable = true, .absent = true};
  if (recordIs(def, "EnumProp"))
    attr.enumInfo = enumOf(m, def);
  return attr;
}

Attr attrClassify(Model *m, json_t *def) {
  Attr attr = {0};
  for (json_t *base = def; base; base = recordField(m, def, "baseAttr")) {
    def = base;
    addWrapper(&attr, def);
  }
  attr.kind = kindOf(def);
  if (attr.kind == ATTR_INT || attr.kind == ATTR_FLOAT)
    attr.intType = typeExpression(m, recordField(m, def, "valueType"));
  if (attr.kind == ATTR_ENUM)
    attr.enumInfo = enumOf(m, def);
  if (!isComplete(&attr))
    attr.kind = ATTR_RAW;
  if (attr.kind == ATTR_UNIT)
    attr.nullable = true;
  return attr;
}
