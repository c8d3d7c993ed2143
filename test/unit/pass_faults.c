// Each pass and kernel that a program meets fails once, in tcCompile and
// tcInterpretText: a status with a number that names it, and nothing leaked
// (which the sanitizers' build checks). Then the same program compiles.
#include "check.h"
#include "support/activity.h"
#include "tc/compile.h"
#include "tc/interpret.h"

#include <stdlib.h>

enum { MAX_NAMES = 200 };
static char *names[MAX_NAMES];
static size_t numNames;
static const char *failing;

static const char program[] =
    "func.func @main(%x: tensor<5x4xf32> {tc.init = {kind = \"uniform\", mean "
    "= "
    "0.0, std = 1.0, stream = 1}}) -> tensor<5xf32> {\n"
    "  %0 = prim.tanh %x : tensor<5x4xf32>\n"
    "  %1 = prim.sum %0 [1] : tensor<5x4xf32>\n"
    "  return %1 : tensor<5xf32>\n}\n";

static int note(const char *name) {
  size_t i = 0;
  while (i < numNames && strcmp(names[i], name))
    ++i;
  if (i == numNames && i < MAX_NAMES)
    names[numNames++] = strdup(name);
  return 0;
}

static int failAt(const char *name) { return !strcmp(name, failing); }

static TcStatus compile(void) {
  TcCompileOptions options = {.structSize = sizeof options, .threads = 1};
  TcCompiled *compiled;
  TcStatus status = tcCompile(program, sizeof program - 1, &options, &compiled);
  CHECK(!status == !!compiled);
  tcCompiledFree(compiled);
  return status;
}

static TcStatus interpret(void) {
  TcInterpretOptions options = {.structSize = sizeof options,
                                .pipeline =
                                    "tc-to-prim,prim-to-loop,loop-fuse,cse"};
  return tcInterpretText(program, sizeof program - 1, &options);
}

static void eachFails(TcStatus (*run)(void), size_t least) {
  char text[2000];
  tcActivityObserver = note;
  numNames = 0;
  TcStatus status = run();
  tcStatusPrint(status, text, sizeof text);
  CHECK_TEXT(text, "OK");
  tcStatusFree(status);
  CHECK(numNames >= least && numNames < MAX_NAMES);
  tcActivityObserver = failAt;
  for (size_t i = 0; i < numNames; ++i) {
    failing = names[i];
    status = run();
    tcStatusPrint(status, text, sizeof text);
    if (tcStatusNumber(status) != 9001 || !strstr(text, failing))
      fprintf(stderr, "%s: %s\n", failing, text);
    CHECK(tcStatusNumber(status) == 9001 && strstr(text, failing));
    tcStatusFree(status);
  }
  tcActivityObserver = NULL;
  CHECK(!run());
  for (size_t i = 0; i < numNames; ++i)
    free(names[i]);
}

int main(void) {
  eachFails(compile, 20);
  eachFails(interpret, 3);
  return checkReport();
}
