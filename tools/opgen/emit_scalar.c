// opgen: the scalar expressions of elementwise rows as C functions. The same
// expression defines the op in the interpreter and in its documentation.
#include "opgen.h"

typedef struct Domain {
  const char *field;  // of the row
  const char *member; // of TcScalarRow, and the function's suffix
  const char *result, *operand;
  const char *extra; // one more parameter
} Domain;

static const Domain domains[] = {
    {"scalarF", "f", "double", "double", ""},
    {"scalarI", "i", "int64_t", "int64_t", ", int width"},
    {"scalarB", "b", "bool", "bool", ""},
    {"scalarC", "c", "double complex", "double complex", ""},
    {"scalarFC", "fc", "double complex", "double", ""}, // real to complex
};
enum { NUM_DOMAINS = sizeof(domains) / sizeof(*domains) };

static bool isScalar(const Op *op) {
  for (int i = 0; i < NUM_DOMAINS; ++i)
    if (*recordString(op->def, domains[i].field))
      return true;
  return false;
}

static int countOperands(const Op *op) {
  int count = 0;
  for (int i = 0; i < op->args.size; ++i)
    count += op->args.items[i].kind == ARG_OPERAND;
  return count;
}

static void emitFunction(FILE *out, const Op *op, const Domain *d) {
  const char *expression = recordString(op->def, d->field);
  if (!*expression)
    return;
  fprintf(out, "static %s scalar%s_%s(%s x, %s y, %s z%s) {\n", d->result,
          op->camel, d->member, d->operand, d->operand, d->operand, d->extra);
  fputs("  (void)x, (void)y, (void)z;\n", out);
  if (*d->extra)
    fputs("  (void)width;\n", out);
  fprintf(out, "  return %s;\n}\n", expression);
}

static void emitRow(FILE *out, const Op *op) {
  fprintf(out, "    [%s] = {.operands = %d", op->kind, countOperands(op));
  for (int i = 0; i < NUM_DOMAINS; ++i)
    if (*recordString(op->def, domains[i].field))
      fprintf(out, ", .%s = scalar%s_%s", domains[i].member, op->camel,
              domains[i].member);
  fputs("},\n", out);
}

void emitScalarTable(FILE *out, const Model *m, const char *option) {
  (void)option;
  emitBanner(out, m, "the scalar expressions of the rows");
  fprintf(out,
          "#include \"ir/scalar.h\"\n#include \"tc/gen/%sTable.h\"\n\n"
          "#include <math.h>\n\n",
          m->camel);
  for (int i = 0; i < m->numOps; ++i)
    for (int d = 0; d < NUM_DOMAINS; ++d)
      emitFunction(out, &m->ops[i], &domains[d]);
  fprintf(out,
          "\nconst TcScalarRow tc%sScalar[TC_%s_COUNT] = {\n"
          "    [TC_%s_NONE] = {.operands = 0},\n",
          m->camel, m->upper, m->upper);
  for (int i = 0; i < m->numOps; ++i)
    if (isScalar(&m->ops[i]))
      emitRow(out, &m->ops[i]);
  fputs("};\n", out);
}

// One line per op: its name, its number of operands, its inference hook, and
// the domains that it has scalar expressions for. Tests are generated from it.
void emitDomains(FILE *out, const Model *m, const char *option) {
  (void)option;
  emitBanner(out, m, "op, operands, inference, domains of its expressions");
  for (int i = 0; i < m->numOps; ++i) {
    const Op *op = &m->ops[i];
    const char *infer = recordString(op->def, "cInfer");
    fprintf(out, "%s %d %s", op->name, countOperands(op), *infer ? infer : "-");
    for (int d = 0; d < NUM_DOMAINS; ++d)
      if (*recordString(op->def, domains[d].field))
        fprintf(out, " %s", domains[d].member);
    fputc('\n', out);
  }
}
