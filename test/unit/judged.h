// Writes one launch as tc-run does, and runs the judge on it.
#ifndef TC_TEST_JUDGED_H
#define TC_TEST_JUDGED_H

#include "check.h"
#include "tc/judge.h"

#include <stdint.h>
#include <stdlib.h>

typedef struct Bytes {
  const void *data;
  size_t size;
} Bytes;

static inline void putNumber(FILE *to, uint32_t x) {
  fwrite(&x, sizeof x, 1, to);
}

static inline void putBuffers(FILE *to, uint32_t n, const Bytes *buffers) {
  putNumber(to, 0); // @main
  putNumber(to, 0); // its first launch
  putNumber(to, 0); // no sizes
  putNumber(to, n);
  for (uint32_t i = 0; i < n; ++i) {
    uint64_t size = buffers[i].size;
    fwrite(&size, sizeof size, 1, to);
    fwrite(buffers[i].data, 1, buffers[i].size, to);
  }
}

/// Of a plan with one launch.
static inline bool isJudgedRight(const char *plan, uint32_t numInputs,
                                 const Bytes *inputs, uint32_t numResults,
                                 const Bytes *results) {
  FILE *stream = tmpfile();
  putNumber(stream, 0); // names of sizes
  putBuffers(stream, numInputs, inputs);
  putBuffers(stream, numResults, results);
  rewind(stream);
  TcJudgement found;
  TcStatus status = tcJudgeLaunches(plan, strlen(plan), stream, NULL, &found);
  fclose(stream);
  if (status) {
    char text[1024];
    tcStatusPrint(status, text, sizeof text);
    fprintf(stderr, "%s\n", text);
    tcStatusFree(status);
    CHECK(!"judged");
    return false;
  }
  return found.right;
}

#endif // TC_TEST_JUDGED_H
