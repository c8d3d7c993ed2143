// opgen: builds the model of one dialect from llvm-tblgen's JSON.
#include "opgen.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static Arity arityOf(json_t *def) {
  if (recordIs(def, "Variadic") || recordIs(def, "VariadicRegion") ||
      recordIs(def, "VariadicSuccessor"))
    return ARITY_VARIADIC;
  return recordIs(def, "Optional") ? ARITY_OPTIONAL : ARITY_ONE;
}

int countVariable(const ArgList *list, ArgKind kind) {
  int count = 0;
  for (int i = 0; i < list->size; ++i)
    count += list->items[i].kind == kind && list->items[i].arity != ARITY_ONE;
  return count;
}

static void readArg(Model *m, Arg *arg, json_t *pair, const char *fallback) {
  json_t *reference = json_array_get(pair, 0);
  const char *name = json_string_value(json_array_get(pair, 1));
  arg->name = name && *name ? name : fallback;
  arg->camel = nameCamel(m->pool, arg->name);
  arg->param = nameParam(m->pool, arg->name);
  arg->def = recordDeref(m, reference);
  // (ins Arg<I64, "doc", [MemRead]>:$x): what matters is what it wraps.
  while (recordIs(arg->def, "OpVariable") &&
         recordField(m, arg->def, "constraint"))
    arg->def = recordField(m, arg->def, "constraint");
  arg->arity = arityOf(arg->def);
  arg->typeParam =
      nameTypeParam(m->pool, arg->name, arg->arity == ARITY_VARIADIC);
  if (recordIs(arg->def, "Property")) {
    arg->kind = ARG_PROPERTY;
    arg->attr = propertyClassify(m, arg->def);
  }
  if (!recordIs(arg->def, "AttrConstraint"))
    return;
  arg->kind = ARG_ATTR;
  arg->attr = attrClassify(m, arg->def);
}

// Unnamed items are called `noun`, numbered if there are several.
static ArgList readArgs(Model *m, json_t *def, const char *field,
                        const char *noun) {
  json_t *args = json_object_get(json_object_get(def, field), "args");
  ArgList list = {.size = (int)json_array_size(args)};
  list.items = poolAlloc(m->pool, sizeof(Arg) * (size_t)list.size);
  for (int i = 0; i < list.size; ++i) {
    const char *name =
        list.size == 1 ? noun : poolFormat(m->pool, "%s%d", noun, i);
    readArg(m, &list.items[i], json_array_get(args, (size_t)i), name);
  }
  return list;
}

static void visitSegments(const Model *m, json_t *trait, void *context) {
  (void)m;
  Op *op = context;
  if (!strcmp(recordName(trait), "AttrSizedOperandSegments"))
    op->operandSegments = true;
  if (!strcmp(recordName(trait), "AttrSizedResultSegments"))
    op->resultSegments = true;
}

static void readOp(Model *m, Op *op, json_t *def) {
  const char *mnemonic = recordString(def, "opName");
  op->def = def;
  op->ours = m->ours;
  op->name = poolFormat(m->pool, "%s.%s", m->name, mnemonic);
  op->camel = nameCamel(m->pool, mnemonic);
  op->fn = poolFormat(m->pool, "tc%s%s", m->camel, op->camel);
  op->kind =
      poolFormat(m->pool, "TC_%s_%s", m->upper, nameUpper(m->pool, mnemonic));
  op->args = readArgs(m, def, "arguments", "operand");
  op->results = readArgs(m, def, "results", "result");
  op->regions = readArgs(m, def, "regions", "region");
  op->successors = readArgs(m, def, "successors", "successor");
  recordVisitTraits(m, json_object_get(def, "traits"), visitSegments, op);
  op->infers = opInfersResults(m, op);
}

static bool findDialect(Model *m, const char *name) {
  json_t *all = json_object_get(m->records, "!instanceof");
  size_t i;
  json_t *record;
  json_array_foreach(json_object_get(all, "Dialect"), i, record) {
    m->dialect = recordGet(m, json_string_value(record));
    if (!strcmp(recordString(m->dialect, "name"), name))
      return true;
  }
  return false;
}

static int compareOps(const void *a, const void *b) {
  return strcmp(((const Op *)a)->name, ((const Op *)b)->name);
}

static void readOps(Model *m) {
  json_t *all = json_object_get(m->records, "!instanceof");
  json_t *names = json_object_get(all, "Op");
  m->ops = poolAlloc(m->pool, sizeof(Op) * json_array_size(names));
  size_t i;
  json_t *name;
  json_array_foreach(names, i, name) {
    json_t *def = recordGet(m, json_string_value(name));
    if (recordField(m, def, "opDialect") == m->dialect)
      readOp(m, &m->ops[m->numOps++], def);
  }
  qsort(m->ops, (size_t)m->numOps, sizeof(Op), compareOps);
}

Model *modelRead(const char *path, const char *dialect, bool ours,
                 char error[256]) {
  json_error_t problem;
  json_t *records = json_load_file(path, 0, &problem);
  if (!records) {
    snprintf(error, 256, "%s:%d: %s", path, problem.line, problem.text);
    return NULL;
  }
  Pool *pool = poolCreate();
  Model *m = poolAlloc(pool, sizeof(*m));
  m->pool = pool;
  m->records = records;
  if (!findDialect(m, dialect)) {
    snprintf(error, 256, "%s: no dialect is named '%s'", path, dialect);
    modelFree(m);
    return NULL;
  }
  m->name = dialect;
  m->ours = ours;
  m->camel = nameCamel(pool, dialect);
  m->upper = nameUpper(pool, dialect);
  readOps(m);
  return m;
}

void modelFree(Model *m) {
  json_decref(m->records);
  poolFree(m->pool);
}
