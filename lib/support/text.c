// Lexing of strings and comments, and locations, in MLIR text.
#include "support/text.h"
#include <string.h>

bool tcTextIsBytecode(const char *text, size_t size) {
  static const char magic[] = {'M', 'L', '\xEF', 'R'};
  return size >= sizeof magic && !memcmp(text, magic, sizeof magic);
}

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

size_t tcTextSkip(const char *text, size_t size, size_t i) {
  if (text[i] == '"')
    return skipString(text, size, i);
  if (text[i] == '/' && i + 1 < size && text[i + 1] == '/')
    return skipComment(text, size, i);
  return i;
}

void tcTextLocate(const char *text, size_t i, size_t *line, size_t *column) {
  *line = *column = 1;
  for (size_t k = 0; k < i; ++k) {
    *column = text[k] == '\n' ? 1 : *column + 1;
    *line += text[k] == '\n';
  }
}

size_t tcTextNext(const char *text, size_t size, size_t i) {
  while (i < size) {
    size_t after = tcTextSkip(text, size, i);
    if (after == i)
      break;
    i = after;
  }
  return i < size ? i : size;
}
