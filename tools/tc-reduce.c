// tc-reduce FILE.mlir -o OUT.mlir -- COMMAND: makes a program smaller while a
// command still fails on it as on the original.
#include "lib/support/strbuf.h"
#include "tc/tools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: tc-reduce FILE.mlir [-o OUT.mlir] [--timeout=SECONDS] "
    "[--limit=SECONDS]\n"
    "       -- COMMAND...\n"
    "  Takes ops, results, arguments, functions and attributes out of the\n"
    "  program and makes numbers smaller, as long as COMMAND, in which {} is\n"
    "  the program's path, ends as on the whole: by the same signal, after "
    "the\n"
    "  same time limit (default 60 s), or failing with the same TC number "
    "and\n"
    "  message, but for names, numbers and types in it.\n"
    "  The search ends after the limit (default: none) with what it has.\n"
    "  Writes OUT.mlir (default: FILE.reduced.mlir).\n"
    "    tc-reduce bad.mlir -- tc-run {} --check\n"
    "    tc-reduce bad.mlir -- 'tc-opt {} --tc-cpu >/dev/null'\n";

static char *readFile(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file)
    return NULL;
  TcStrBuf text = {0};
  char part[1 << 16];
  for (size_t n; (n = fread(part, 1, sizeof part, file));)
    tcStrBufAppendN(&text, part, n);
  bool failed = ferror(file) || text.failed;
  fclose(file);
  *size = text.size;
  if (failed)
    tcStrBufFree(&text);
  return failed ? NULL : tcStrBufTake(&text);
}

// One argument is a shell command; several are its quoted words.
static void joinCommand(int argc, char **argv, TcStrBuf *command) {
  for (int i = 0; i < argc; ++i)
    tcStrBufPrintf(command, "%s%s", i ? " " : "", argv[i]);
}

static bool parseArgs(int argc, char **argv, const char **input,
                      TcReduceOptions *o, TcStrBuf *command) {
  for (int i = 1; i < argc; ++i) {
    if (!strcmp(argv[i], "--")) {
      joinCommand(argc - i - 1, argv + i + 1, command);
      break;
    }
    if (!strcmp(argv[i], "-o") && i + 1 < argc)
      o->output = argv[++i];
    else if (!strncmp(argv[i], "--timeout=", 10))
      o->seconds = (unsigned)strtoul(argv[i] + 10, NULL, 10);
    else if (!strncmp(argv[i], "--limit=", 8))
      o->limit = (unsigned)strtoul(argv[i] + 8, NULL, 10);
    else if (argv[i][0] == '-' || *input)
      return false;
    else
      *input = argv[i];
  }
  o->command = tcStrBufText(command);
  return *input && command->size && o->seconds;
}

static int report(const char *path, TcStatus status) {
  char text[4096];
  tcStatusPrint(status, text, sizeof text);
  fprintf(stderr, "tc-reduce: %s: %s\n", path, text);
  tcStatusFree(status);
  return 1;
}

int main(int argc, char **argv) {
  const char *path = NULL;
  TcStrBuf command = {0}, output = {0};
  TcReduceOptions options = {
      .structSize = sizeof options, .seconds = 60, .report = true};
  if (!parseArgs(argc, argv, &path, &options, &command)) {
    fputs(usage, stderr);
    return 2;
  }
  if (!options.output) {
    size_t n = strlen(path);
    bool has = n > 5 && !strcmp(path + n - 5, ".mlir");
    tcStrBufAppendN(&output, path, has ? n - 5 : n);
    tcStrBufAppend(&output, ".reduced.mlir");
    options.output = tcStrBufText(&output);
  }
  size_t size;
  char *text = readFile(path, &size);
  if (!text) {
    fprintf(stderr, "tc-reduce: %s: [TC-7730] cannot be read\n", path);
    return 1;
  }
  TcStatus status = tcReduceText(text, size, &options);
  free(text);
  int code = status ? report(path, status) : 0;
  tcStrBufFree(&command);
  tcStrBufFree(&output);
  return code;
}
