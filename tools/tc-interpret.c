// tc-interpret FILE.mlir: runs a module in the reference interpreter.
#include "tc/ext.h"
#include "tc/interpret.h"
#include "tc/judge.h"
#include "tc/tools.h"

#include "lib/ir/shim.h"
#include "lib/support/fault.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: tc-interpret FILE.mlir [--pipeline=PASSES] [--entry=NAME]\n"
    "                    [--check] [--print] [--same-as=NAME] [--expect]\n"
    "                    [--wide] [--judge[=distinct] [--save=FILE] < "
    "LAUNCHES]\n"
    "                    [--bisect=FILE [--pipeline=tc-cpu|tc-gpu]]\n"
    "                    [--gradients[=ORDER]] [--load-extension=FILE]...\n";

static const char *valueOf(const char *arg, const char *name) {
  size_t n = strlen(name);
  return strncmp(arg, name, n) ? NULL : arg + n;
}

// The modes besides running the program.
typedef struct Mode {
  bool judge, distinct;
  const char *save, *bisect; // where what is found is written; or NULL
} Mode;

static bool parseArgs(int argc, char **argv, const char **input,
                      TcInterpretOptions *o, Mode *mode, TcStatus *status) {
  for (int i = 1; i < argc; ++i) {
    const char *v;
    if ((v = valueOf(argv[i], "--pipeline=")))
      o->pipeline = v;
    else if ((v = valueOf(argv[i], "--entry=")))
      o->entry = v;
    else if (!strcmp(argv[i], "--check"))
      o->check = true;
    else if ((v = valueOf(argv[i], "--same-as=")))
      o->sameAs = v;
    else if (!strcmp(argv[i], "--judge"))
      mode->judge = true;
    else if (!strcmp(argv[i], "--judge=distinct"))
      mode->judge = mode->distinct = true;
    else if ((v = valueOf(argv[i], "--save=")))
      mode->save = v;
    else if ((v = valueOf(argv[i], "--bisect=")))
      mode->bisect = v;
    else if (!strcmp(argv[i], "--wide"))
      o->wide = true;
    else if (!strcmp(argv[i], "--expect"))
      o->expect = true;
    else if ((v = valueOf(argv[i], "--load-extension=")))
      *status = *status ? *status : tcExtLoad(v);
    else if (!strcmp(argv[i], "--gradients"))
      o->gradients = 1;
    else if ((v = valueOf(argv[i], "--gradients=")))
      o->gradients = (unsigned)strtoul(v, NULL, 10);
    else if (!strcmp(argv[i], "--print"))
      o->print = true;
    else if (argv[i][0] == '-' && argv[i][1])
      return false;
    else if (*input)
      return false;
    else
      *input = argv[i];
  }
  return *input != NULL;
}

static char *readAll(FILE *file, size_t *size) {
  char *data = NULL;
  size_t capacity = 0;
  *size = 0;
  do {
    capacity = capacity ? 2 * capacity : 1 << 20;
    char *more = realloc(data, capacity);
    if (!more) {
      free(data);
      return NULL;
    }
    data = more;
    *size += fread(data + *size, 1, capacity - *size, file);
  } while (*size == capacity);
  if (!ferror(file))
    return data;
  free(data);
  return NULL;
}

static char *readFile(const char *path, size_t *size) {
  if (!strcmp(path, "-"))
    return readAll(stdin, size);
  FILE *file = fopen(path, "rb");
  if (!file)
    return NULL;
  char *data = readAll(file, size);
  fclose(file);
  return data;
}

static void printLine(void *self, const char *text) {
  (void)self;
  puts(text);
}

static int report(const char *path, TcStatus status) {
  char text[4096];
  tcStatusPrint(status, text, sizeof text);
  fprintf(stderr, "tc-interpret: %s: %s\n", path, text);
  tcStatusFree(status);
  return 1;
}

// Judges the launches on the standard input, for tc-run: prints one line.
static TcStatus judgeLaunches(const char *text, size_t size, const Mode *mode) {
  TcJudgeOptions options = {.structSize = sizeof options,
                            .save = mode->save,
                            .distinct = mode->distinct};
  TcJudgement found;
  TcStatus status = tcJudgeLaunches(text, size, stdin, &options, &found);
  if (!status)
    printf("%d %lld %lld %lld %lld %lld %.6g %s\n", found.right,
           (long long)found.launches, (long long)found.evaluated,
           (long long)found.wrongLaunches, (long long)found.elements,
           (long long)found.undecided, found.worst, found.text);
  return status;
}

static TcStatus bisect(const char *text, size_t size, const char *output,
                       const char *pipeline) {
  TcBisectOptions options = {.structSize = sizeof options,
                             .pipeline = pipeline ? pipeline : "tc-cpu",
                             .output = output,
                             .line = printLine};
  return tcBisectText(text, size, &options);
}

int main(int argc, char **argv) {
  const char *path = NULL;
  Mode mode = {0};
  TcInterpretOptions options = {.structSize = sizeof options,
                                .line = printLine};
  TcStatus loaded = TC_OK;
  tcReportCrashes("tc-interpret");
  tcSetNoMemoryHandler(tcEndWithoutMemory);
  tcInjectFaults();
  if (!parseArgs(argc, argv, &path, &options, &mode, &loaded)) {
    fputs(usage, stderr);
    return 1;
  }
  if (loaded)
    return report("--load-extension", loaded);
  size_t size;
  char *text = readFile(path, &size);
  if (!text) {
    fprintf(stderr, "tc-interpret: %s: [TC-7730] cannot be read\n", path);
    return 1;
  }
  TcStatus status = mode.judge ? judgeLaunches(text, size, &mode)
                    : mode.bisect
                        ? bisect(text, size, mode.bisect, options.pipeline)
                        : tcInterpretText(text, size, &options);
  free(text);
  bool found = status && (tcStatusNumber(status) == 1731 ||
                          tcStatusNumber(status) == 1737);
  int code = mode.bisect && !found ? 2 : 1; // 2: it cannot be told
  return status ? report(path, status), code : 0;
}
