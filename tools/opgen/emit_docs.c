// opgen: the reference page of a dialect in markdown, row fields included.
#include "opgen.h"

#include <ctype.h>
#include <string.h>

typedef struct DocField {
  const char *field, *title;
} DocField;

static const DocField scalarFields[] = {
    {"scalarF", "float"},
    {"scalarI", "integer"},
    {"scalarB", "truth value"},
    {"scalarC", "complex"},
    {"scalarFC", "float to complex"},
};

static const DocField numericFields[] = {
    {"compute", "f16 and bf16 compute in"},
    {"accumulate", "partial results at least"},
    {"order", "order of combination"},
    {"maxUlp", "error bound (ulp)"},
    {"nan", "NaN"},
};

static const DocField hookFields[] = {
    {"cVerify", "verifier"},      {"cInfer", "type inference"},
    {"interp", "interpretation"}, {"lower", "lowering"},
    {"vjp", "derivative"},        {"vjpReason", "no derivative, because"},
};

// Tables can't hold a bar or a line break.
static void emitCell(FILE *out, const char *text) {
  for (const char *c = text; *c; ++c) {
    if (*c == '|')
      fputc('\\', out);
    fputc(*c == '\n' ? ' ' : *c, out);
  }
}

// A description without the indentation that it has in the row.
static void emitParagraphs(FILE *out, const char *text) {
  while (*text == '\n')
    ++text;
  size_t indent = strspn(text, " ");
  while (text[strspn(text, " \n")]) {
    size_t spaces = strspn(text, " ");
    text += spaces < indent ? spaces : indent;
    size_t line = strcspn(text, "\n");
    fprintf(out, "%.*s\n", (int)line, text);
    text += line + (text[line] == '\n');
  }
  fputc('\n', out);
}

static void emitExamples(FILE *out, const Op *op) {
  const char *text = recordString(op->def, "examples");
  if (!*text)
    return;
  fputs("```mlir\n", out);
  emitParagraphs(out, text);
  fputs("```\n\n", out);
}

static const char *arityWord(const Arg *arg) {
  if (arg->kind == ARG_ATTR)
    return arg->attr.nullable ? "optional" : "";
  return arg->arity == ARITY_OPTIONAL   ? "optional"
         : arg->arity == ARITY_VARIADIC ? "any number"
                                        : "";
}

static void emitList(FILE *out, const ArgList *list, const char *title,
                     ArgKind kind) {
  bool any = false;
  for (int i = 0; i < list->size; ++i) {
    const Arg *arg = &list->items[i];
    if (arg->kind != kind)
      continue;
    if (!any)
      fprintf(out, "| %s | | |\n|---|---|---|\n", title);
    any = true;
    fprintf(out, "| `%s` | ", arg->name);
    emitCell(out, recordString(arg->def, "summary"));
    fprintf(out, " | %s |\n", arityWord(arg));
  }
  if (any)
    fputc('\n', out);
}

static void emitFields(FILE *out, const Op *op, const char *title,
                       const DocField *fields, size_t count, bool code) {
  bool any = false;
  for (size_t i = 0; i < count; ++i) {
    const char *text = recordString(op->def, fields[i].field);
    if (!*text)
      continue;
    if (!any)
      fprintf(out, "%s:\n\n", title);
    any = true;
    fprintf(out, code ? "- %s: `%s`\n" : "- %s: %s\n", fields[i].title, text);
  }
  if (any)
    fputc('\n', out);
}

typedef struct TraitList {
  FILE *out;
  bool any;
} TraitList;

static void visitConstraint(const Model *m, json_t *trait, void *context) {
  (void)m;
  TraitList *list = context;
  const char *summary = recordString(trait, "summary");
  if (!recordIs(trait, "PredOpTrait") || !*summary)
    return;
  fprintf(list->out, "%s- %s\n", list->any ? "" : "Constraints:\n\n", summary);
  list->any = true;
}

static void emitConstraints(FILE *out, const Model *m, const Op *op) {
  TraitList list = {out, false};
  recordVisitTraits(m, json_object_get(op->def, "traits"), visitConstraint,
                    &list);
  if (list.any)
    fputc('\n', out);
}

static void emitSyntax(FILE *out, const Op *op) {
  const char *format = recordString(op->def, "assemblyFormat");
  if (!*format)
    return;
  fprintf(out, "```\n%s ", op->name);
  for (const char *c = format; *c; ++c)
    if (!isspace((unsigned char)*c) || !isspace((unsigned char)c[1]))
      fputc(*c == '\n' ? ' ' : *c, out);
  fputs("\n```\n\n", out);
}

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static void emitOp(FILE *out, const Model *m, const Op *op) {
  fprintf(out, "## `%s`\n\n%s\n\n", op->name, recordString(op->def, "summary"));
  emitSyntax(out, op);
  emitParagraphs(out, recordString(op->def, "description"));
  emitList(out, &op->args, "operand", ARG_OPERAND);
  emitList(out, &op->args, "attribute", ARG_ATTR);
  emitList(out, &op->results, "result", ARG_OPERAND);
  emitList(out, &op->regions, "region", ARG_OPERAND);
  emitConstraints(out, m, op);
  emitExamples(out, op);
  emitFields(out, op, "Of one element `x`, `y`, `z`", scalarFields,
             COUNT(scalarFields), true);
  emitFields(out, op, "Numerics", numericFields, COUNT(numericFields), false);
  emitFields(out, op, "In C", hookFields, COUNT(hookFields), false);
}

void emitDocs(FILE *out, const Model *m, const char *option) {
  (void)option;
  fprintf(out, "# Dialect `%s`\n\n%s.\n\n", m->name,
          recordString(m->dialect, "summary"));
  emitParagraphs(out, recordString(m->dialect, "description"));
  for (int i = 0; i < m->numOps; ++i)
    fprintf(out, "%s`%s`", i ? ", " : "", m->ops[i].name);
  fputs("\n\n", out);
  for (int i = 0; i < m->numOps; ++i)
    emitOp(out, m, &m->ops[i]);
}
