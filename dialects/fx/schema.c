// Reads PyTorch's schema notation, one line of schemas.inc at a time.
#include "dialects/fx/schema.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Line {
  const char *name, *signature;
} Line;

// Sorted by name.
static const Line lines[] = {
#define TC_FX_SCHEMA(NAME, SIGNATURE) {NAME, SIGNATURE},
#include "dialects/fx/schemas.inc"
#undef TC_FX_SCHEMA
};

// ORDER: TcFxKind.
static const char *const kindNames[] = {
    "Tensor",     "Scalar", "int",    "float",        "bool",     "str",
    "ScalarType", "Layout", "Device", "MemoryFormat", "Generator"};

// Batch norm's running statistics, which it writes in training, have no alias
// mark in its schema.
static const struct {
  const char *schema, *arg, *condition;
} unmarked[] = {
    {"aten.batch_norm.default", "running_mean", "training"},
    {"aten.batch_norm.default", "running_var", "training"},
    {"aten.instance_norm.default", "running_mean", "use_input_stats"},
    {"aten.instance_norm.default", "running_var", "use_input_stats"},
    {"aten._batch_norm_impl_index.default", "running_mean", "training"},
    {"aten._batch_norm_impl_index.default", "running_var", "training"},
};

static bool equals(MlirStringRef a, const char *b) {
  return a.length == strlen(b) && !memcmp(a.data, b, a.length);
}

//===- Reading ------------------------------------------------------------===//

// Steps over `word` if it is next.
static bool accept(const char **at, const char *word) {
  size_t length = strlen(word);
  if (strncmp(*at, word, length))
    return false;
  *at += length;
  return true;
}

static MlirStringRef readName(const char **at) {
  size_t length = strspn(*at, "abcdefghijklmnopqrstuvwxyz"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
  MlirStringRef name = mlirStringRefCreate(*at, length);
  *at += length;
  return name;
}

static bool readKind(const char **at, TcFxKind *out) {
  MlirStringRef word = readName(at);
  for (size_t i = 0; i < sizeof kindNames / sizeof *kindNames; ++i)
    if (equals(word, kindNames[i])) {
      *out = (TcFxKind)i;
      return true;
    }
  return false;
}

// Marks: (a) (a!) (a|b) (a -> *).
static bool readAliases(const char **at, TcFxArg *out) {
  if (!accept(at, "("))
    return true;
  for (; **at && **at != ')'; ++*at) {
    if (**at >= 'a' && **at <= 'z')
      out->aliasSets |= 1u << (**at - 'a');
    out->isMutated |= **at == '!';
  }
  return accept(at, ")");
}

// int, Tensor(a!), int[2]?, Tensor?[], ...
static bool readType(const char **at, TcFxArg *out) {
  if (!readKind(at, &out->kind) || !readAliases(at, out))
    return false;
  bool question = accept(at, "?");
  if (accept(at, "[")) {
    out->isList = true;
    out->elementOptional = question;
    if (**at != ']') {
      char *end;
      out->listSize = strtol(*at, &end, 10);
      *at = end;
    }
    if (!accept(at, "]"))
      return false;
    question = accept(at, "?");
  }
  out->isOptional = question;
  return true;
}

// A string, a list, or a word.
static MlirStringRef readDefault(const char **at) {
  const char *start = *at;
  if (*start == '"') {
    for (++*at; **at && **at != '"'; ++*at)
      if (**at == '\\' && (*at)[1])
        ++*at;
    *at += **at == '"';
  } else if (*start == '[') {
    *at += strcspn(*at, "]");
    *at += **at == ']';
  } else {
    *at += strcspn(*at, ",)");
  }
  return mlirStringRefCreate(start, (size_t)(*at - start));
}

static bool readArgs(const char **at, TcFxSchema *out) {
  bool keywordOnly = false;
  if (!accept(at, "("))
    return false;
  while (!accept(at, ")")) {
    if (out->numArgs == TC_FX_MAX_ARGS)
      return false;
    accept(at, ", ");
    if (accept(at, "*")) {
      keywordOnly = true;
      continue;
    }
    TcFxArg *arg = &out->args[out->numArgs++];
    arg->keywordOnly = keywordOnly;
    if (!readType(at, arg) || !accept(at, " "))
      return false;
    arg->name = readName(at);
    if (accept(at, "="))
      arg->defaultText = readDefault(at);
  }
  return true;
}

static bool readResult(const char **at, TcFxSchema *out) {
  if (out->numResults == TC_FX_MAX_RESULTS)
    return false;
  TcFxArg *result = &out->results[out->numResults++];
  if (!readType(at, result))
    return false;
  if (accept(at, " "))
    result->name = readName(at);
  return true;
}

static bool readResults(const char **at, TcFxSchema *out) {
  if (!accept(at, "("))
    return readResult(at, out);
  while (!accept(at, ")")) {
    accept(at, ", ");
    if (!readResult(at, out))
      return false;
    accept(at, ",");
    accept(at, " ");
  }
  return true;
}

static void addUnmarked(TcFxSchema *schema) {
  for (size_t i = 0; i < sizeof unmarked / sizeof *unmarked; ++i) {
    if (!equals(schema->name, unmarked[i].schema))
      continue;
    int arg = tcFxSchemaFindArg(
        schema, mlirStringRefCreateFromCString(unmarked[i].arg));
    if (arg >= 0)
      schema->args[arg].mutatedIf =
          mlirStringRefCreateFromCString(unmarked[i].condition);
  }
}

static bool readLine(const Line *line, TcFxSchema *out) {
  const char *at = line->signature;
  *out = (TcFxSchema){.name = mlirStringRefCreateFromCString(line->name)};
  if (!readArgs(&at, out) || !accept(&at, " -> ") || !readResults(&at, out) ||
      *at)
    return false;
  addUnmarked(out);
  return true;
}

//===- Asking -------------------------------------------------------------===//

static int compareName(const void *key, const void *line) {
  const MlirStringRef *name = key;
  const char *other = ((const Line *)line)->name;
  int order = strncmp(name->data, other, name->length);
  return order ? order : -(other[name->length] != 0);
}

bool tcFxSchemaLookup(MlirStringRef name, TcFxSchema *out) {
  const Line *line = bsearch(&name, lines, sizeof lines / sizeof *lines,
                             sizeof *lines, compareName);
  return line && readLine(line, out);
}

int tcFxSchemaCount(void) { return sizeof lines / sizeof *lines; }

MlirStringRef tcFxSchemaName(int index) {
  return mlirStringRefCreateFromCString(lines[index].name);
}

int tcFxSchemaFindArg(const TcFxSchema *schema, MlirStringRef name) {
  for (int i = 0; i < schema->numArgs; ++i)
    if (mlirStringRefEqual(schema->args[i].name, name))
      return i;
  return -1;
}

bool tcFxSchemaMutates(const TcFxSchema *schema) {
  for (int i = 0; i < schema->numArgs; ++i)
    if (schema->args[i].isMutated || schema->args[i].mutatedIf.length)
      return true;
  return false;
}

const char *tcFxArgPrintKind(const TcFxArg *arg, char buffer[32]) {
  char size[16] = "";
  if (arg->listSize)
    snprintf(size, sizeof size, "%d", (int)arg->listSize);
  snprintf(buffer, 32, "%s%s%s%s%s%s", kindNames[arg->kind],
           arg->elementOptional ? "?" : "", arg->isList ? "[" : "", size,
           arg->isList ? "]" : "", arg->isOptional ? "?" : "");
  return buffer;
}

//===- Defaults -----------------------------------------------------------===//

static MlirAttribute makeInt(MlirContext context, long long value) {
  return mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), value);
}

static MlirAttribute makeString(MlirContext context, MlirStringRef quoted) {
  char text[64];
  size_t length = 0;
  for (size_t i = 1; i + 1 < quoted.length && length < sizeof text; ++i) {
    i += quoted.data[i] == '\\';
    text[length++] = quoted.data[i];
  }
  return mlirStringAttrGet(context, mlirStringRefCreate(text, length));
}

// One element; `text` is followed by something that ends a number.
static MlirAttribute makeLeaf(MlirContext context, TcFxKind kind,
                              MlirStringRef text) {
  bool isTrue = equals(text, "True");
  if (isTrue || equals(text, "False"))
    return mlirBoolAttrGet(context, isTrue);
  if (text.data[0] == '"')
    return makeString(context, text);
  if (kind == TC_FX_DTYPE)
    return mlirTypeAttrGet(mlirIntegerTypeGet(context, 64)); // "long"
  if (kind == TC_FX_MEMORY_FORMAT)
    return mlirStringAttrGet(context, text);
  bool isFloat = kind == TC_FX_FLOAT ||
                 (kind == TC_FX_SCALAR && memchr(text.data, '.', text.length));
  if (isFloat)
    return mlirFloatAttrDoubleGet(context, mlirF64TypeGet(context),
                                  strtod(text.data, NULL));
  return makeInt(context, strtoll(text.data, NULL, 10));
}

static MlirAttribute makeList(MlirContext context, const TcFxArg *arg) {
  MlirAttribute elements[16];
  intptr_t n = 0;
  MlirStringRef text = arg->defaultText;
  if (text.data[0] != '[') { // one number for all
    MlirAttribute element = makeLeaf(context, arg->kind, text);
    for (; n < 16 && n < (arg->listSize ? arg->listSize : 1); ++n)
      elements[n] = element;
    return mlirArrayAttrGet(context, n, elements);
  }
  const char *at = text.data + 1;
  while (*at != ']' && n < 16) {
    size_t length = strcspn(at, ",]");
    elements[n++] =
        makeLeaf(context, arg->kind, mlirStringRefCreate(at, length));
    at += length;
    at += strspn(at, ", ");
  }
  return mlirArrayAttrGet(context, n, elements);
}

MlirAttribute tcFxArgDefault(MlirContext context, const TcFxArg *arg) {
  if (!arg->defaultText.data)
    return mlirAttributeGetNull();
  if (equals(arg->defaultText, "None"))
    return mlirUnitAttrGet(context);
  if (arg->isList)
    return makeList(context, arg);
  return makeLeaf(context, arg->kind, arg->defaultText);
}

//===- Binding ------------------------------------------------------------===//

static TcFxBindError bindKeywords(const TcFxSchema *schema,
                                  MlirAttribute kwargs, MlirAttribute *bound,
                                  MlirStringRef *culprit) {
  intptr_t n = kwargs.ptr ? mlirDictionaryAttrGetNumElements(kwargs) : 0;
  for (intptr_t i = 0; i < n; ++i) {
    MlirNamedAttribute named = mlirDictionaryAttrGetElement(kwargs, i);
    *culprit = mlirIdentifierStr(named.name);
    int arg = tcFxSchemaFindArg(schema, *culprit);
    if (arg < 0)
      return TC_FX_BIND_UNKNOWN;
    if (bound[arg].ptr)
      return TC_FX_BIND_TWICE;
    bound[arg] = named.attribute;
  }
  return TC_FX_BIND_OK;
}

TcFxBindError tcFxSchemaBind(MlirContext context, const TcFxSchema *schema,
                             MlirAttribute args, MlirAttribute kwargs,
                             MlirAttribute bound[TC_FX_MAX_ARGS],
                             MlirStringRef *culprit) {
  memset(bound, 0, TC_FX_MAX_ARGS * sizeof *bound);
  *culprit = mlirStringRefCreate("", 0);
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(args); i < e; ++i) {
    if (i >= schema->numArgs || schema->args[i].keywordOnly)
      return TC_FX_BIND_TOO_MANY;
    bound[i] = mlirArrayAttrGetElement(args, i);
  }
  TcFxBindError error = bindKeywords(schema, kwargs, bound, culprit);
  if (error)
    return error;
  for (int i = 0; i < schema->numArgs; ++i) {
    if (!bound[i].ptr)
      bound[i] = tcFxArgDefault(context, &schema->args[i]);
    if (!bound[i].ptr) {
      *culprit = schema->args[i].name;
      return TC_FX_BIND_MISSING;
    }
  }
  return TC_FX_BIND_OK;
}
