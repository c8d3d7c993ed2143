// tc-interpret FILE.mlir: runs a module by the reference interpreter.
#include "tc/ext.h"
#include "tc/interpret.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: tc-interpret FILE.mlir [--pipeline=PASSES] [--entry=NAME]\n"
    "                    [--check] [--print] [--same-as=NAME] [--expect]\n"
    "                    [--gradients[=ORDER]] [--load-extension=FILE]...\n";

static const char *valueOf(const char *arg, const char *name) {
  size_t n = strlen(name);
  return strncmp(arg, name, n) ? NULL : arg + n;
}

static bool parseArgs(int argc, char **argv, const char **input,
                      TcInterpretOptions *o, TcStatus *status) {
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

int main(int argc, char **argv) {
  const char *path = NULL;
  TcInterpretOptions options = {.structSize = sizeof options,
                                .line = printLine};
  TcStatus loaded = TC_OK;
  if (!parseArgs(argc, argv, &path, &options, &loaded)) {
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
  TcStatus status = tcInterpretText(text, size, &options);
  free(text);
  return status ? report(path, status) : 0;
}
