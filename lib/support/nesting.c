// Counts brackets, operators and digits in MLIR text.
#include "support/nesting.h"
#include "support/text.h"
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

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

static bool isWord(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '.';
}

// The index after the word or number that starts at text[i].
static size_t wordEnd(const char *text, size_t size, size_t i) {
  while (i < size && isWord(text[i]))
    ++i;
  return i;
}

static bool isOperatorWord(const char *word, size_t size) {
  return (size == 8 && !memcmp(word, "floordiv", 8)) ||
         (size == 7 && !memcmp(word, "ceildiv", 7)) ||
         (size == 3 && !memcmp(word, "mod", 3));
}

static bool isOperator(const char *text, size_t size, size_t i) {
  return text[i] == '+' || text[i] == '*' ||
         (text[i] == '-' && !(i + 1 < size && text[i + 1] == '>'));
}

typedef struct Scan {
  const char *text;
  size_t size, depth;
  bool body[TC_MAX_NESTING + 1];      // in { }: ops and entries
  unsigned count[TC_MAX_NESTING + 1]; // operators since the last comma
} Scan;

static const char *countOperator(Scan *s) {
  if (s->depth == 0 || s->body[s->depth])
    return NULL;
  return ++s->count[s->depth] > TC_MAX_OPERATORS
             ? "more than 4096 operators in one expression: split it"
             : NULL;
}

static const char *word(Scan *s, size_t i, size_t end) {
  if (isdigit((unsigned char)s->text[i]) && end - i > TC_MAX_NUMBER)
    return "a number, or a shape, of more than 1024 characters: write a "
           "shorter one";
  return isOperatorWord(s->text + i, end - i) ? countOperator(s) : NULL;
}

// What is wrong with the character text[i].
static const char *mark(Scan *s, size_t i) {
  if (isOperator(s->text, s->size, i))
    return countOperator(s);
  if (s->text[i] == ',')
    s->count[s->depth] = 0;
  int step = bracket(s->text, s->size, i);
  if (step < 0 && s->depth > 0)
    --s->depth;
  if (step <= 0)
    return NULL;
  if (s->depth == TC_MAX_NESTING)
    return "brackets nested more than 256 deep: split the input";
  ++s->depth;
  s->body[s->depth] = s->text[i] == '{';
  s->count[s->depth] = 0;
  return NULL;
}

const char *tcTextFault(const char *text, size_t size, size_t *line,
                        size_t *column) {
  if (tcTextIsBytecode(text, size))
    return NULL;
  Scan s = {.text = text, .size = size};
  for (size_t i = 0; i < size;) {
    size_t after = tcTextSkip(text, size, i);
    const char *fault = NULL;
    if (after == i && isWord(text[i])) {
      after = wordEnd(text, size, i);
      fault = word(&s, i, after);
    } else if (after == i) {
      fault = mark(&s, i);
      ++after;
    }
    if (fault) {
      tcTextLocate(text, i, line, column);
      return fault;
    }
    i = after;
  }
  return NULL;
}
