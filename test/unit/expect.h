// Checks of unit tests: print a failure and its place, count it, continue. A
// test's main returns expectReport().
#ifndef TC_TEST_EXPECT_H
#define TC_TEST_EXPECT_H

#include <stdio.h>
#include <string.h>

static _Atomic int expectFailures, expectChecks;

#define EXPECT(CONDITION)                                                      \
  do {                                                                         \
    ++expectChecks;                                                            \
    if (!(CONDITION)) {                                                        \
      ++expectFailures;                                                        \
      printf("%s:%d: expected %s\n", __FILE__, __LINE__, #CONDITION);          \
    }                                                                          \
  } while (0)

static inline int expectReport(void) {
  printf("%d checks, %d failed\n", expectChecks, expectFailures);
  return expectFailures != 0;
}

#endif // TC_TEST_EXPECT_H
