// opgen: for each op two builders. `tcScfForCreate` takes everything that the
// op may have, in the order: result types (if they are not inferred), operands
// and attributes as in the row, successors, numbers of variadic regions; it
// returns the op. `tcScfFor` leaves out what is optional or has a default, and
// returns the value of an op that has exactly one.
#include "opgen.h"

#include <string.h>

// The C type of a parameter; lists are a count and a pointer.
typedef struct Shape {
  const char *type;    // of one
  const char *element; // of a list, else null
} Shape;

static const Shape attrShapes[] = {
    [ATTR_RAW] = {"MlirAttribute", NULL},
    [ATTR_INT] = {"int64_t", NULL},
    [ATTR_BOOL] = {"bool", NULL},
    [ATTR_UNIT] = {"bool", NULL},
    [ATTR_FLOAT] = {"double", NULL},
    [ATTR_STRING] = {"MlirStringRef", NULL},
    [ATTR_SYMBOL] = {"MlirStringRef", NULL},
    [ATTR_TYPE] = {"MlirType", NULL},
    [ATTR_I64S] = {NULL, "int64_t"},
    [ATTR_I32S] = {NULL, "int32_t"},
    [ATTR_I64_LIST] = {NULL, "int64_t"},
};

typedef enum Part { PART_RESULT, PART_ARG, PART_SUCCESSOR, PART_REGION } Part;

// How parameters are written: declared, or passed on to the long form.
typedef enum Form { FORM_LONG, FORM_SHORT, FORM_PASS } Form;

static bool isNullable(Part part, const Arg *arg) {
  if (part == PART_ARG && arg->kind != ARG_OPERAND)
    return arg->attr.nullable;
  return part != PART_REGION && arg->arity == ARITY_OPTIONAL;
}

// A fixed number of regions is always created.
static bool isParameter(Part part, const Arg *arg) {
  return part != PART_REGION || arg->arity == ARITY_VARIADIC;
}

static Shape shapeOf(Part part, const Arg *arg) {
  static const char *const handles[] = {
      [PART_RESULT] = "MlirType",
      [PART_ARG] = "MlirValue",
      [PART_SUCCESSOR] = "MlirBlock",
      [PART_REGION] = "intptr_t",
  };
  if (part == PART_ARG && arg->kind != ARG_OPERAND) {
    if (arg->attr.nullable && arg->attr.kind != ATTR_UNIT)
      return attrShapes[ATTR_RAW];
    return arg->attr.kind == ATTR_ENUM ? (Shape){arg->attr.enumInfo->type, NULL}
                                       : attrShapes[arg->attr.kind];
  }
  bool list = arg->arity == ARITY_VARIADIC && part != PART_REGION;
  return list ? (Shape){NULL, handles[part]} : (Shape){handles[part], NULL};
}

static const char *nameOf(Part part, const Arg *arg) {
  return part == PART_RESULT ? arg->typeParam : arg->param;
}

static const char *nullOf(Part part, const Arg *arg) {
  if (part == PART_RESULT)
    return "tcNoType()";
  if (arg->kind == ARG_OPERAND)
    return "tcNoValue()";
  return arg->attr.kind == ATTR_UNIT ? "false" : "tcNoAttr()";
}

typedef struct Text {
  char data[256];
} Text;

static Text declared(Part part, const Arg *arg) {
  Shape shape = shapeOf(part, arg);
  const char *name = nameOf(part, arg);
  Text text;
  if (part == PART_REGION)
    snprintf(text.data, sizeof(text.data), "intptr_t num%s", arg->camel);
  else if (shape.element)
    snprintf(text.data, sizeof(text.data), "intptr_t n%s, const %s *%s",
             arg->camel, shape.element, name);
  else
    snprintf(text.data, sizeof(text.data), "%s %s", shape.type, name);
  return text;
}

static Text passed(Part part, const Arg *arg) {
  const char *name = nameOf(part, arg);
  Text text;
  if (part == PART_REGION)
    snprintf(text.data, sizeof(text.data), "num%s", arg->camel);
  else if (isNullable(part, arg))
    snprintf(text.data, sizeof(text.data), "%s", nullOf(part, arg));
  else if (shapeOf(part, arg).element)
    snprintf(text.data, sizeof(text.data), "n%s, %s", arg->camel, name);
  else
    snprintf(text.data, sizeof(text.data), "%s", name);
  return text;
}

static void emitParameter(FILE *out, Part part, const Arg *arg, Form form,
                          int *column) {
  if (!isParameter(part, arg) || (form == FORM_SHORT && isNullable(part, arg)))
    return;
  Text text = form == FORM_PASS ? passed(part, arg) : declared(part, arg);
  int length = (int)strlen(text.data);
  bool breaks = *column + length > 74;
  fprintf(out, "%s%s", breaks ? ",\n    " : ", ", text.data);
  *column = length + (breaks ? 4 : *column + 2);
}

static void emitParameters(FILE *out, const Op *op, Form form, int column) {
  for (int i = 0; !op->infers && i < op->results.size; ++i)
    emitParameter(out, PART_RESULT, &op->results.items[i], form, &column);
  for (int i = 0; i < op->args.size; ++i)
    emitParameter(out, PART_ARG, &op->args.items[i], form, &column);
  for (int i = 0; i < op->successors.size; ++i)
    emitParameter(out, PART_SUCCESSOR, &op->successors.items[i], form, &column);
  for (int i = 0; i < op->regions.size; ++i)
    emitParameter(out, PART_REGION, &op->regions.items[i], form, &column);
}

static void addAttr(FILE *out, const Arg *arg) {
  static const char *const functions[] = {
      [ATTR_RAW] = "Attr",         [ATTR_BOOL] = "Bool",
      [ATTR_UNIT] = "Unit",        [ATTR_STRING] = "String",
      [ATTR_SYMBOL] = "Symbol",    [ATTR_TYPE] = "Type",
      [ATTR_I64S] = "I64s",        [ATTR_I32S] = "I32s",
      [ATTR_I64_LIST] = "I64List", [ATTR_INT] = "Int",
      [ATTR_FLOAT] = "Float",
  };
  const Attr *attr = &arg->attr;
  if (attr->nullable && attr->kind != ATTR_UNIT)
    fprintf(out, "  tcOpAddOptionalAttr(&s, \"%s\", %s);\n", arg->name,
            arg->param);
  else if (attr->kind == ATTR_ENUM)
    fprintf(out, "  tcOpAddAttr(&s, \"%s\", %sAttr(s.ctx, %s));\n", arg->name,
            attr->enumInfo->fn, arg->param);
  else if (attrShapes[attr->kind].element)
    fprintf(out, "  tcOpAdd%s(&s, \"%s\", n%s, %s);\n", functions[attr->kind],
            arg->name, arg->camel, arg->param);
  else if (attr->intType)
    fprintf(out, "  tcOpAdd%s(&s, \"%s\", %s, %s);\n", functions[attr->kind],
            arg->name, attr->intType, arg->param);
  else
    fprintf(out, "  tcOpAdd%s(&s, \"%s\", %s);\n", functions[attr->kind],
            arg->name, arg->param);
}

// `noun` is Operand, Result or Successor.
static void addHandles(FILE *out, Part part, const Arg *arg, const char *noun) {
  const char *name = nameOf(part, arg);
  if (arg->arity == ARITY_VARIADIC)
    fprintf(out, "  tcOpAdd%ss(&s, \"%s\", n%s, %s);\n", noun, arg->name,
            arg->camel, name);
  else if (arg->arity == ARITY_OPTIONAL)
    fprintf(out, "  tcOpAddOptional%s(&s, %s);\n", noun, name);
  else
    fprintf(out, "  tcOpAdd%s(&s, \"%s\", %s);\n", noun, arg->name, name);
}

static void addSegments(FILE *out, Part part, const ArgList *list,
                        const char *name) {
  int count = 0;
  fprintf(out, "  const int32_t %s[] = {", name);
  for (int i = 0; i < list->size; ++i) {
    const Arg *arg = &list->items[i];
    if (arg->kind != ARG_OPERAND)
      continue;
    fputs(count++ ? ", " : "", out);
    if (arg->arity == ARITY_VARIADIC)
      fprintf(out, "(int32_t)n%s", arg->camel);
    else if (arg->arity == ARITY_OPTIONAL)
      fprintf(out, "%s.ptr != NULL", nameOf(part, arg));
    else
      fputc('1', out);
  }
  fprintf(out, "};\n  tcOpAddI32s(&s, \"%s\", %d, %s);\n", name, count, name);
}

static void addRegions(FILE *out, const Op *op) {
  int fixed = 0;
  for (int i = 0; i < op->regions.size; ++i)
    fixed += op->regions.items[i].arity != ARITY_VARIADIC;
  if (fixed)
    fprintf(out, "  tcOpAddRegions(&s, %d);\n", fixed);
  for (int i = 0; i < op->regions.size; ++i)
    if (op->regions.items[i].arity == ARITY_VARIADIC)
      fprintf(out, "  tcOpAddRegions(&s, num%s);\n",
              op->regions.items[i].camel);
}

static void addArgs(FILE *out, const Op *op) {
  for (int i = 0; i < op->args.size; ++i) {
    const Arg *arg = &op->args.items[i];
    if (arg->kind == ARG_OPERAND)
      addHandles(out, PART_ARG, arg, "Operand");
    if (arg->kind == ARG_ATTR)
      addAttr(out, arg);
  }
  if (op->operandSegments)
    addSegments(out, PART_ARG, &op->args, "operandSegmentSizes");
}

static void addResults(FILE *out, const Op *op) {
  if (op->infers) {
    fputs("  tcOpInferResults(&s);\n", out);
    return;
  }
  for (int i = 0; i < op->results.size; ++i)
    addHandles(out, PART_RESULT, &op->results.items[i], "Result");
  if (op->resultSegments)
    addSegments(out, PART_RESULT, &op->results, "resultSegmentSizes");
}

static bool hasProperties(const Op *op) {
  for (int i = 0; i < op->args.size; ++i)
    if (op->args.items[i].kind == ARG_PROPERTY)
      return true;
  return false;
}

// Properties that are not attributes are set when the op is there.
static void emitEnd(FILE *out, const Op *op) {
  const char *end = op->ours ? "tcOpEnd" : "tcOpEndVerified";
  if (!hasProperties(op)) {
    fprintf(out, "  return %s(&s);\n}\n\n", end);
    return;
  }
  fprintf(out, "  MlirOperation built = %s(&s);\n", end);
  for (int i = 0; i < op->args.size; ++i) {
    const Arg *arg = &op->args.items[i];
    if (arg->kind == ARG_PROPERTY)
      fprintf(out,
              "  if (!mlirAttributeIsNull(%s))\n"
              "    tcOpSetProperty(built, \"%s\", %s);\n",
              arg->param, arg->name, arg->param);
  }
  fputs("  return built;\n}\n\n", out);
}

static void emitLongBody(FILE *out, const Op *op) {
  fprintf(out, " {\n  TcOpState s;\n  tcOpBegin(&s, b, \"%s\");\n", op->name);
  addArgs(out, op);
  for (int i = 0; i < op->successors.size; ++i)
    addHandles(out, PART_SUCCESSOR, &op->successors.items[i], "Successor");
  addRegions(out, op);
  addResults(out, op);
  emitEnd(out, op);
}

static void emitShort(FILE *out, const Op *op, bool body) {
  bool value = op->results.size == 1 && op->results.items[0].arity == ARITY_ONE;
  int column = fprintf(out, "%s %s(TcBuilder *b",
                       value ? "MlirValue" : "MlirOperation", op->fn);
  emitParameters(out, op, FORM_SHORT, column);
  if (!body) {
    fputs(");\n", out);
    return;
  }
  fputs(") {\n", out);
  column = fprintf(out, "  return %s%sCreate(b", value ? "tcOpOnlyResult(" : "",
                   op->fn);
  emitParameters(out, op, FORM_PASS, column);
  fprintf(out, ")%s;\n}\n\n", value ? ")" : "");
}

void emitBuilder(FILE *out, const Op *op, bool body) {
  int column = fprintf(out, "MlirOperation %sCreate(TcBuilder *b", op->fn);
  emitParameters(out, op, FORM_LONG, column);
  fputc(')', out);
  if (body)
    emitLongBody(out, op);
  else
    fputs(";\n", out);
  emitShort(out, op, body);
}
