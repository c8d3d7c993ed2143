// opgen: converts names of rows (snake_case, camelCase, dotted) to C names.
#include "opgen.h"

#include <ctype.h>
#include <string.h>

// broadcast_in_dim, mlir.constant, lowerBound -> BroadcastInDim, ...
const char *nameCamel(Pool *pool, const char *name) {
  char *out = poolAlloc(pool, strlen(name) + 1), *o = out;
  bool start = true;
  for (const char *c = name; *c; ++c) {
    if (!isalnum((unsigned char)*c)) {
      start = true;
      continue;
    }
    *o++ = start ? (char)toupper((unsigned char)*c) : *c;
    start = false;
  }
  return out;
}

// CmpFPredicate, broadcast_in_dim -> CMP_F_PREDICATE, BROADCAST_IN_DIM
const char *nameUpper(Pool *pool, const char *name) {
  char *out = poolAlloc(pool, 2 * strlen(name) + 1), *o = out;
  for (const char *c = name; *c; ++c) {
    unsigned char here = (unsigned char)*c;
    unsigned char before = c == name ? '_' : (unsigned char)c[-1];
    bool word =
        isupper(here) && (islower(before) || isdigit(before) ||
                          (isupper(before) && islower((unsigned char)c[1])));
    if (word)
      *o++ = '_';
    *o++ = isalnum(here) ? (char)toupper(here) : '_';
  }
  return out;
}

static bool isReserved(const char *word) {
  static const char *const words[] = {
      "auto",     "break",     "case",     "char",    "const",
      "continue", "default",   "do",       "double",  "else",
      "enum",     "extern",    "float",    "for",     "goto",
      "if",       "inline",    "int",      "long",    "register",
      "restrict", "return",    "short",    "signed",  "sizeof",
      "static",   "struct",    "switch",   "typedef", "union",
      "unsigned", "void",      "volatile", "while",   "bool",
      "true",     "false",     "and",      "or",      "not",
      "xor",      "class",     "new",      "delete",  "this",
      "mutable",  "template",  "operator", "private", "public",
      "using",    "namespace", "b",        "s", // the builder and the state in
                                                // generated functions
  };
  for (size_t i = 0; i < sizeof(words) / sizeof(*words); ++i)
    if (!strcmp(word, words[i]))
      return true;
  return false;
}

// lower_bound, CConv, mutable -> lowerBound, cConv, mutable_
const char *nameParam(Pool *pool, const char *name) {
  char *out = (char *)nameCamel(pool, name);
  out[0] = (char)tolower((unsigned char)out[0]);
  return isReserved(out) ? poolFormat(pool, "%s_", out) : out;
}

// result, results -> resultType; resultTypes for a list
const char *nameTypeParam(Pool *pool, const char *name, bool list) {
  char *out = (char *)nameCamel(pool, name);
  size_t length = strlen(out);
  out[0] = (char)tolower((unsigned char)out[0]);
  if (list && length > 1 && out[length - 1] == 's')
    out[length - 1] = 0;
  return poolFormat(pool, "%sType%s", out, list ? "s" : "");
}

void emitQuoted(FILE *out, const char *text) {
  fputc('"', out);
  for (const char *c = text; *c; ++c) {
    if (*c == '\n')
      fputs("\\n", out);
    else if (*c == '"' || *c == '\\' || *c == '?')
      fprintf(out, "\\%c", *c);
    else
      fputc(*c, out);
  }
  fputc('"', out);
}
