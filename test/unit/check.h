// The test framework of the C unit tests: CHECK prints a failure and continues;
// main ends with `return checkReport();`.
#ifndef TC_TEST_CHECK_H
#define TC_TEST_CHECK_H

#include <stdio.h>
#include <string.h>

static int checkFailures;

#define CHECK(CONDITION)                                                       \
  do {                                                                         \
    if (!(CONDITION)) {                                                        \
      ++checkFailures;                                                         \
      fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #CONDITION);  \
    }                                                                          \
  } while (0)

/// Compares two texts and prints both when they differ.
#define CHECK_TEXT(GOT, WANTED)                                                \
  checkText(__FILE__, __LINE__, #GOT, (GOT), (WANTED))

static inline void checkText(const char *file, int line, const char *what,
                             const char *got, const char *wanted) {
  if (strcmp(got, wanted) == 0)
    return;
  ++checkFailures;
  fprintf(stderr, "%s:%d: %s is\n  '%s', not\n  '%s'\n", file, line, what, got,
          wanted);
}

static inline int checkReport(void) {
  if (checkFailures)
    fprintf(stderr, "%d checks failed\n", checkFailures);
  return checkFailures != 0;
}

#endif // TC_TEST_CHECK_H
