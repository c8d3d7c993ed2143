// Limits how deep brackets nest in MLIR text.
#include "support/nesting.h"
#include "support/text.h"

// +1 if text[i] opens a bracket, -1 if it closes one. The > of -> and >= is
// none.
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

bool tcTextNestingIsFine(const char *text, size_t size, size_t *line,
                         size_t *column) {
  if (tcTextIsBytecode(text, size))
    return true;
  size_t depth = 0;
  for (size_t i = tcTextNext(text, size, 0); i < size;
       i = tcTextNext(text, size, i + 1)) {
    int step = bracket(text, size, i);
    if (step > 0 && ++depth > TC_MAX_NESTING) {
      tcTextLocate(text, i, line, column);
      return false;
    }
    if (step < 0 && depth > 0)
      --depth;
  }
  return true;
}
