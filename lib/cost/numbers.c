// See numbers.h.
#include "lib/cost/numbers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TC_NUMBER(name, value, from, meaning) value,
int64_t tcNumbers[TC_NUM_NUMBERS] = {
#include "lib/cost/numbers.inc"
};
#undef TC_NUMBER

typedef struct Row {
  const char *name, *from, *meaning;
} Row;

#define TC_NUMBER(name, value, from, meaning) {#name, #from, meaning},
static const Row rows[TC_NUM_NUMBERS] = {
#include "lib/cost/numbers.inc"
};
#undef TC_NUMBER

// The row whose name is these `length` bytes; TC_NUM_NUMBERS: none.
static size_t rowOf(const char *name, size_t length) {
  size_t i = 0;
  while (i < TC_NUM_NUMBERS && (strlen(rows[i].name) != length ||
                                strncmp(rows[i].name, name, length) != 0))
    ++i;
  return i;
}

// Reads NAME=VALUE at `*at` and steps behind it and the comma.
static TcStatus readOne(const char **at, int64_t values[TC_NUM_NUMBERS]) {
  const int64_t most = (int64_t)1 << 40;
  size_t length = strcspn(*at, "=,");
  size_t row = rowOf(*at, length);
  if (row == TC_NUM_NUMBERS)
    return tcStatusMake(TC_ERROR_NUMBERS,
                        "no number of a heuristic is called '%.*s'",
                        (int)length, *at);
  const char *digits = *at + length + ((*at)[length] == '=');
  char *end;
  long long value = strtoll(digits, &end, 10);
  if (end == digits || (*end && *end != ',') || value < 1 || value > most)
    return tcStatusMake(TC_ERROR_NUMBERS,
                        "the value of '%s' must be an integer from 1 to %lld",
                        rows[row].name, (long long)most);
  values[row] = value;
  *at = end + (*end == ',');
  return NULL;
}

TcStatus tcNumbersSet(const char *text) {
  int64_t values[TC_NUM_NUMBERS];
  memcpy(values, tcNumbers, sizeof values);
  while (text && *text) {
    TcStatus status = readOne(&text, values);
    if (status)
      return status;
  }
  memcpy(tcNumbers, values, sizeof values);
  return NULL;
}

TcStatus tcNumbersFromEnvironment(void) {
  return tcNumbersSet(getenv("TC_NUMBERS"));
}

void tcNumbersPrint(void (*line)(void *self, const char *text), void *self) {
  char text[1024];
  for (size_t i = 0; i < TC_NUM_NUMBERS; ++i) {
    snprintf(text, sizeof text, "%s\t%lld\t%s\t%s", rows[i].name,
             (long long)tcNumbers[i], rows[i].from, rows[i].meaning);
    line(self, text);
  }
}
