// opgen: typed accessors. Of operands, results, regions and successors
// `tcScfForGetLowerBound(op)`, of lists of them `tcScfForGetNumInitArgs(op)`
// and `tcScfForGetInitArgs(op, i)`; null where an optional one is absent. Of
// every attribute `GetXAttr` and `SetXAttr`; `GetX` is its plain C value if it
// has one and can't be absent, else the MlirAttribute too; of lists of integers
// there are `GetNumX` and `GetXAt(op, i)` besides.
#include "opgen.h"

// One sort of thing that an op has lists of.
typedef struct Noun {
  const char *handle;   // MlirValue
  const char *function; // tcOpOperand
} Noun;

static const Noun operandNoun = {"MlirValue", "Operand"};
static const Noun resultNoun = {"MlirValue", "Result"};
static const Noun regionNoun = {"MlirRegion", "Region"};
static const Noun successorNoun = {"MlirBlock", "Successor"};

static void emitGroup(FILE *out, const ArgList *list, int at, bool segmented) {
  int before[2] = {0, 0}, total[2] = {0, 0};
  for (int i = 0; i < list->size; ++i) {
    const Arg *arg = &list->items[i];
    if (arg->kind != ARG_OPERAND)
      continue;
    total[arg->arity != ARITY_ONE]++;
    before[arg->arity != ARITY_ONE] += i < at;
  }
  fprintf(out, "&(TcGroup){%d, %d, %d, %d, %s, %s}", before[0], before[1],
          total[0], total[1],
          list->items[at].arity == ARITY_ONE ? "false" : "true",
          segmented ? "true" : "false");
}

static void emitGet(FILE *out, const Op *op, const ArgList *list, int at,
                    const Noun *noun, bool segmented, bool body) {
  const Arg *arg = &list->items[at];
  bool many = arg->arity == ARITY_VARIADIC;
  fprintf(out, "%s %sGet%s(MlirOperation op%s)", noun->handle, op->fn,
          arg->camel, many ? ", intptr_t i" : "");
  if (!body) {
    fputs(";\n", out);
    return;
  }
  fprintf(out, " {\n  return tcOp%s(op, \"%s\", ", noun->function, op->name);
  emitGroup(out, list, at, segmented);
  fprintf(out, ", %s);\n}\n\n", many ? "i" : "0");
}

static void emitCount(FILE *out, const Op *op, const ArgList *list, int at,
                      const Noun *noun, bool segmented, bool body) {
  if (list->items[at].arity != ARITY_VARIADIC)
    return;
  fprintf(out, "intptr_t %sGetNum%s(MlirOperation op)", op->fn,
          list->items[at].camel);
  if (!body) {
    fputs(";\n", out);
    return;
  }
  fprintf(out, " {\n  return tcOpNum%ss(op, \"%s\", ", noun->function,
          op->name);
  emitGroup(out, list, at, segmented);
  fputs(");\n}\n\n", out);
}

static void emitHandles(FILE *out, const Op *op, const ArgList *list,
                        const Noun *noun, bool segmented, bool body) {
  for (int i = 0; i < list->size; ++i) {
    if (list->items[i].kind != ARG_OPERAND)
      continue;
    emitCount(out, op, list, i, noun, segmented, body);
    emitGet(out, op, list, i, noun, segmented, body);
  }
}

static void emitAttrGet(FILE *out, const Op *op, const Arg *arg,
                        const char *suffix, bool body) {
  fprintf(out, "MlirAttribute %sGet%s%s(MlirOperation op)", op->fn, arg->camel,
          suffix);
  if (body)
    fprintf(out, " {\n  return tcOpAttr(op, \"%s\", \"%s\");\n}\n\n", op->name,
            arg->name);
  else
    fputs(";\n", out);
}

static void emitAttrSet(FILE *out, const Op *op, const Arg *arg, bool body) {
  fprintf(out, "void %sSet%sAttr(MlirOperation op, MlirAttribute value)",
          op->fn, arg->camel);
  if (body)
    fprintf(out, " {\n  tcOpSetAttr(op, \"%s\", \"%s\", value);\n}\n\n",
            op->name, arg->name);
  else
    fputs(";\n", out);
}

typedef struct Getter {
  const char *type, *function;
} Getter;

static const Getter getters[] = {
    [ATTR_INT] = {"int64_t", "Int"},
    [ATTR_BOOL] = {"bool", "Bool"},
    [ATTR_UNIT] = {"bool", "Unit"},
    [ATTR_FLOAT] = {"double", "Float"},
    [ATTR_STRING] = {"MlirStringRef", "String"},
    [ATTR_SYMBOL] = {"MlirStringRef", "Symbol"},
    [ATTR_TYPE] = {"MlirType", "Type"},
};

static void emitPlainAttr(FILE *out, const Op *op, const Arg *arg, bool body) {
  const Getter *getter = &getters[arg->attr.kind];
  fprintf(out, "%s %sGet%s(MlirOperation op)", getter->type, op->fn,
          arg->camel);
  if (body)
    fprintf(out, " {\n  return tcOp%s(op, \"%s\", \"%s\");\n}\n\n",
            getter->function, op->name, arg->name);
  else
    fputs(";\n", out);
}

static void emitEnumAttr(FILE *out, const Op *op, const Arg *arg, bool body) {
  const Enum *e = arg->attr.enumInfo;
  fprintf(out, "%s %sGet%s(MlirOperation op)", e->type, op->fn, arg->camel);
  if (body)
    fprintf(out,
            " {\n  %s value = (%s)0;\n"
            "  (void)%sFromAttr(tcOpAttr(op, \"%s\", \"%s\"), &value);\n"
            "  return value;\n}\n\n",
            e->type, e->type, e->fn, op->name, arg->name);
  else
    fputs(";\n", out);
}

static void emitListAttr(FILE *out, const Op *op, const Arg *arg, bool body) {
  fprintf(out, "intptr_t %sGetNum%s(MlirOperation op)", op->fn, arg->camel);
  if (body)
    fprintf(out, " {\n  return tcOpNumInts(op, \"%s\", \"%s\");\n}\n\n",
            op->name, arg->name);
  else
    fputs(";\n", out);
  fprintf(out, "int64_t %sGet%sAt(MlirOperation op, intptr_t i)", op->fn,
          arg->camel);
  if (body)
    fprintf(out, " {\n  return tcOpIntAt(op, \"%s\", \"%s\", i);\n}\n\n",
            op->name, arg->name);
  else
    fputs(";\n", out);
}

static void emitAttr(FILE *out, const Op *op, const Arg *arg, bool body) {
  AttrKind kind = arg->attr.kind;
  bool list = kind == ATTR_I64S || kind == ATTR_I32S || kind == ATTR_I64_LIST;
  emitAttrGet(out, op, arg, "Attr", body);
  emitAttrSet(out, op, arg, body);
  if (list)
    emitListAttr(out, op, arg, body);
  if (list || arg->attr.absent || kind == ATTR_RAW)
    emitAttrGet(out, op, arg, "", body);
  else if (kind == ATTR_ENUM)
    emitEnumAttr(out, op, arg, body);
  else
    emitPlainAttr(out, op, arg, body);
}

static void emitProperty(FILE *out, const Op *op, const Arg *arg, bool body) {
  fprintf(out, "MlirAttribute %sGet%sAttr(MlirOperation op)", op->fn,
          arg->camel);
  if (body)
    fprintf(out, " {\n  return tcOpProperty(op, \"%s\");\n}\n\n", arg->name);
  else
    fputs(";\n", out);
  fprintf(out, "void %sSet%sAttr(MlirOperation op, MlirAttribute value)",
          op->fn, arg->camel);
  if (body)
    fprintf(out, " {\n  tcOpSetProperty(op, \"%s\", value);\n}\n\n", arg->name);
  else
    fputs(";\n", out);
}

void emitAccessors(FILE *out, const Op *op, bool body) {
  emitHandles(out, op, &op->args, &operandNoun, op->operandSegments, body);
  emitHandles(out, op, &op->results, &resultNoun, op->resultSegments, body);
  emitHandles(out, op, &op->regions, &regionNoun, false, body);
  emitHandles(out, op, &op->successors, &successorNoun, false, body);
  for (int i = 0; i < op->args.size; ++i) {
    const Arg *arg = &op->args.items[i];
    if (arg->kind == ARG_ATTR)
      emitAttr(out, op, arg, body);
    if (arg->kind == ARG_PROPERTY)
      emitProperty(out, op, arg, body);
  }
}
