// opgen: C tables of the fields that tc's own rows have beyond ODS:
// declarations of the hooks called by the dialect's C++ class, rows (kind,
// function) of dispatch tables, and the table of numerics.
#include "opgen.h"

#include <string.h>

typedef struct HookField {
  const char *field; // of the row; holds the name of a C function
  const char *type;  // its function type, in lib/ir/hooks.h
} HookField;

static const HookField irHooks[] = {
    {"cVerify", "TcVerifyFn"}, {"cVerifySymbols", "TcVerifySymbolsFn"},
    {"cInfer", "TcInferFn"},   {"cEffects", "TcEffectsFn"},
    {"cFold", "TcFoldFn"},
};

static bool namedBefore(const Model *m, int op, const char *field,
                        const char *name) {
  for (int i = 0; i < op; ++i)
    if (!strcmp(recordString(m->ops[i].def, field), name))
      return true;
  return false;
}

static void declareHooks(FILE *out, const Model *m, const HookField *hook) {
  for (int i = 0; i < m->numOps; ++i) {
    const char *name = recordString(m->ops[i].def, hook->field);
    if (*name && !namedBefore(m, i, hook->field, name))
      fprintf(out, "%s %s;\n", hook->type, name);
  }
}

void emitHookDeclarations(FILE *out, const Model *m, const char *option) {
  (void)option;
  emitBanner(out, m, "the C functions that make up the ops");
  fprintf(out,
          "#ifndef TC_GEN_%s_HOOKS_H\n#define TC_GEN_%s_HOOKS_H\n\n"
          "#include \"ir/hooks.h\"\n\n"
          "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n",
          m->upper, m->upper);
  for (size_t i = 0; i < sizeof(irHooks) / sizeof(*irHooks); ++i)
    declareHooks(out, m, &irHooks[i]);
  fprintf(out,
          "\n#ifdef __cplusplus\n}\n#endif\n\n#endif // TC_GEN_%s_HOOKS_H\n",
          m->upper);
}

// TC_PRIM_LOWER(TC_PRIM_ADD, tcLowerElementwise) for every row that has the
// field `lower`. The including file defines the macro.
void emitHookRows(FILE *out, const Model *m, const char *field) {
  const char *macro = nameUpper(m->pool, field);
  emitBanner(out, m, "op kinds, each with a function that its row names");
  fprintf(out, "// The includer defines TC_%s_%s(KIND, FUNCTION).\n", m->upper,
          macro);
  for (int i = 0; i < m->numOps; ++i) {
    const char *name = recordString(m->ops[i].def, field);
    if (*name)
      fprintf(out, "TC_%s_%s(%s, %s)\n", m->upper, macro, m->ops[i].kind, name);
  }
}

void emitTableHeader(FILE *out, const Model *m, const char *option) {
  (void)option;
  emitBanner(out, m, "what the rows say of each op, by kind");
  fprintf(out,
          "#ifndef TC_GEN_%s_TABLE_H\n#define TC_GEN_%s_TABLE_H\n\n"
          "#include \"ir/rows.h\"\n#include \"tc/gen/%sOps.h\"\n\n"
          "extern const TcOpInfo tc%sOpInfo[TC_%s_COUNT];\n"
          "/// Null functions where an op does not take a domain.\n"
          "extern const TcScalarRow tc%sScalar[TC_%s_COUNT];\n\n"
          "#endif // TC_GEN_%s_TABLE_H\n",
          m->upper, m->upper, m->camel, m->camel, m->upper, m->camel, m->upper,
          m->upper);
}

static const char *const infoFields[] = {
    "summary", "compute", "accumulate", "order", "nan", "vjpReason", "examples",
};

static void emitInfoRow(FILE *out, const Op *op) {
  fprintf(out, "    [%s] = {.name = \"%s\",\n", op->kind, op->name);
  for (size_t i = 0; i < sizeof(infoFields) / sizeof(*infoFields); ++i) {
    fprintf(out, "        .%s = ", infoFields[i]);
    emitQuoted(out, recordString(op->def, infoFields[i]));
    fputs(",\n", out);
  }
  const char *ulp = recordString(op->def, "maxUlp");
  fprintf(out, "        .maxUlp = %s},\n", *ulp ? ulp : "0");
}

void emitInfoTable(FILE *out, const Model *m, const char *option) {
  (void)option;
  emitBanner(out, m, "what the rows say of each op, by kind");
  fprintf(out,
          "#include \"tc/gen/%sTable.h\"\n\n"
          "const TcOpInfo tc%sOpInfo[TC_%s_COUNT] = {\n"
          "    [TC_%s_NONE] = {.name = \"\"},\n",
          m->camel, m->camel, m->upper, m->upper);
  for (int i = 0; i < m->numOps; ++i)
    emitInfoRow(out, &m->ops[i]);
  fputs("};\n", out);
}
