// opgen: whether MLIR infers an op's result types, by the rules with which
// mlir-tblgen adds InferTypeOpInterface to the C++ class.
#include "opgen.h"

#include <string.h>

enum { MAX_NAMES = 64 };

// Names of operands, attributes and results whose type is known.
typedef struct Known {
  const Op *op;
  const char *names[MAX_NAMES];
  int size;
  bool declared; // the row asks for the interface itself
  bool sameType; // SameOperandsAndResultType
  bool changed;
} Known;

static bool isKnown(const Known *known, const char *name) {
  for (int i = 0; i < known->size; ++i)
    if (!strcmp(known->names[i], name))
      return true;
  return false;
}

static void addKnown(Known *known, const char *name) {
  if (known->size == MAX_NAMES || isKnown(known, name))
    return;
  known->names[known->size++] = name;
  known->changed = true;
}

static bool isResult(const Op *op, const char *name) {
  for (int i = 0; i < op->results.size; ++i)
    if (!strcmp(op->results.items[i].name, name))
      return true;
  return false;
}

static void visitEqualTypes(Known *known, json_t *values) {
  size_t i;
  json_t *value;
  bool any = false;
  json_array_foreach(values, i, value) any |=
      isKnown(known, json_string_value(value));
  json_array_foreach(values, i,
                     value) if (any &&
                                isResult(known->op, json_string_value(value)))
      addKnown(known, json_string_value(value));
}

static void visitTrait(const Model *m, json_t *trait, void *context) {
  (void)m;
  Known *known = context;
  if (!strcmp(recordString(trait, "cppInterfaceName"), "InferTypeOpInterface"))
    known->declared = true;
  if (!strcmp(recordName(trait), "SameOperandsAndResultType"))
    known->sameType = true;
  if (recordIs(trait, "AllTypesMatch"))
    visitEqualTypes(known, json_object_get(trait, "values"));
  const char *to = recordString(trait, "rhs");
  if (recordIs(trait, "TypesMatchWith") && isResult(known->op, to) &&
      isKnown(known, recordString(trait, "lhs")))
    addKnown(known, to);
}

static bool seedOperands(Known *known) {
  bool anchor = false;
  for (int i = 0; i < known->op->args.size; ++i) {
    const Arg *arg = &known->op->args.items[i];
    if (arg->arity != ARITY_ONE || arg->kind == ARG_PROPERTY)
      continue;
    anchor |= arg->kind == ARG_OPERAND;
    if (arg->kind == ARG_OPERAND || !arg->attr.nullable)
      addKnown(known, arg->name);
  }
  return anchor;
}

static bool allResultsKnown(const Known *known) {
  for (int i = 0; i < known->op->results.size; ++i)
    if (!isKnown(known, known->op->results.items[i].name))
      return false;
  return true;
}

bool opInfersResults(const Model *m, const Op *op) {
  Known known = {.op = op};
  json_t *traits = json_object_get(op->def, "traits");
  bool anchor = seedOperands(&known);
  for (int i = 0; i < op->results.size; ++i)
    if (*recordString(op->results.items[i].def, "builderCall"))
      addKnown(&known, op->results.items[i].name);
  do {
    known.changed = false;
    recordVisitTraits(m, traits, visitTrait, &known);
  } while (known.changed);
  if (known.declared)
    return true;
  if (!recordGet(m, "InferTypeOpInterface") || !op->results.size ||
      countVariable(&op->results, ARG_OPERAND))
    return false;
  return (known.sameType && anchor) || allResultsKnown(&known);
}
