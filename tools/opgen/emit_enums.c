// opgen: the enums that a dialect's attributes hold, as C enums with functions
// to and from attributes.
#include "opgen.h"

static void emitSignatures(FILE *out, const Enum *e, const char *end,
                           bool read) {
  if (!read)
    fprintf(out, "MlirAttribute %sAttr(MlirContext ctx, %s value)%s", e->fn,
            e->type, end);
  else
    fprintf(out, "bool %sFromAttr(MlirAttribute attr, %s *value)%s", e->fn,
            e->type, end);
}

static void declare(FILE *out, const Model *m, const Enum *e) {
  size_t i;
  json_t *reference;
  fprintf(out, "typedef enum %s {\n", e->type);
  json_array_foreach(json_object_get(e->def, "enumerants"), i, reference) {
    json_t *def = recordDeref(m, reference);
    fprintf(out, "  %s_%s = %d,\n", e->prefix,
            nameUpper(m->pool, recordString(def, "symbol")),
            recordInt(def, "value", 0));
  }
  fprintf(out, "} %s;\n", e->type);
  emitSignatures(out, e, ";\n", false);
  fputs("/// False if the attribute is null or something else.\n", out);
  emitSignatures(out, e, ";\n\n", true);
}

void emitEnumDeclarations(FILE *out, const Model *m) {
  for (int i = 0; i < m->numEnums; ++i)
    declare(out, m, m->enums[i]);
}

static void quotedOrNull(FILE *out, const char *text) {
  fputs(", ", out);
  if (text)
    emitQuoted(out, text);
  else
    fputs("NULL", out);
}

static void defineInfo(FILE *out, const Model *m, const Enum *e) {
  json_t *cases = json_object_get(e->def, "enumerants");
  size_t i;
  json_t *reference;
  fprintf(out, "static const TcEnumCase %sCases[] = {\n", e->fn + 2);
  json_array_foreach(cases, i, reference) {
    json_t *def = recordDeref(m, reference);
    fprintf(out, "    {%d, ", recordInt(def, "value", 0));
    emitQuoted(out, recordString(def, "str"));
    fputs("},\n", out);
  }
  fprintf(out, "};\nstatic const TcEnumInfo %sInfo = {%sCases, %d, %d",
          e->fn + 2, e->fn + 2, (int)json_array_size(cases), e->width);
  quotedOrNull(out, e->open);
  quotedOrNull(out, e->close);
  quotedOrNull(out, e->separator);
  fputs("};\n\n", out);
}

static void defineFunctions(FILE *out, const Enum *e) {
  emitSignatures(out, e, " {\n", false);
  fprintf(out, "  return tcEnumToAttr(ctx, &%sInfo, value);\n}\n\n", e->fn + 2);
  emitSignatures(out, e, " {\n", true);
  fprintf(out,
          "  int64_t number = 0;\n"
          "  bool ok = tcEnumFromAttr(attr, &%sInfo, &number);\n"
          "  *value = (%s)number;\n  return ok;\n}\n\n",
          e->fn + 2, e->type);
}

void emitEnumDefinitions(FILE *out, const Model *m) {
  for (int i = 0; i < m->numEnums; ++i) {
    defineInfo(out, m, m->enums[i]);
    defineFunctions(out, m->enums[i]);
  }
}
