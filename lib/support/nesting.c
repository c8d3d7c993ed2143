// Counts brackets in MLIR text.
#include "support/nesting.h"
#include <string.h>

// The index after the string that starts at text[i].
static size_t skipString(const char *text, size_t size, size_t i) {
  for (++i; i < size && text[i] != '"' && text[i] != '\n'; ++i)
    if (text[i] == '\\')
      ++i;
  return i + 1;
}

static size_t skipComment(const char *text, size_t size, size_t i) {
  const char *end = memchr(text + i, '\n', size - i);
  return end ? (size_t)(end - text) : size;
}

// +1 if text[i] opens, -1 if it closes. An arrow's and a comparison's > close
// nothing.
static int bracket(const char *text, size_t size, size_t i) {
  switch (text[i]) {
  case '(':
  case '[':
  case '{':
  case '<':
    return 1;
  case ')':
  case ']':
  case '}':
    return -1;
  case '>': {
    bool arrow = i > 0 && text[i - 1] == '-';
    bool comparison = i + 1 < size && text[i + 1] == '=';
    return arrow || comparison ? 0 : -1;
  }
  default:
    return 0;
  }
}

static void locate(const char *text, size_t i, size_t *line, size_t *column) {
  *line = *column = 1;
  for (size_t k = 0; k < i; ++k) {
    *column = text[k] == '\n' ? 1 : *column + 1;
    *line += text[k] == '\n';
  }
}

bool tcTextNestingIsFine(const char *text, size_t size, size_t *line,
                         size_t *column) {
  static const char bytecode[] = {'M', 'L', '\xEF', 'R'};
  if (size >= sizeof bytecode && !memcmp(text, bytecode, sizeof bytecode))
    return true;
  size_t depth = 0;
  for (size_t i = 0; i < size;) {
    if (text[i] == '"') {
      i = skipString(text, size, i);
      continue;
    }
    if (text[i] == '/' && i + 1 < size && text[i + 1] == '/') {
      i = skipComment(text, size, i);
      continue;
    }
    int step = bracket(text, size, i);
    if (step > 0 && ++depth > TC_MAX_NESTING) {
      locate(text, i, line, column);
      return false;
    }
    if (step < 0 && depth > 0)
      --depth;
    ++i;
  }
  return true;
}
