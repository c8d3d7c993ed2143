// opgen: generates C from the rows of a dialect's .td, given as JSON by
// `llvm-tblgen --dump-json`.
//
//   opgen --dialect=NAME --out=FOLDER [--rows] [--docs=FOLDER] FILE.json
//
// Writes FOLDER/<Name>Ops.h and .c; with --rows also the hooks and tables of
// tc's own dialects; with --docs the reference page. A file whose text would
// not change is not touched, so that its includers are not recompiled.
#define _POSIX_C_SOURCE 200809L
#include "opgen.h"

#include <stdlib.h>
#include <string.h>

typedef enum When { ALWAYS, ROWS, DOCS } When;

// A further table is one more line here.
static const struct Output {
  const char *name; // %s is the dialect's name in CamelCase
  EmitFn *emit;
  const char *option;
  When when;
} outputs[] = {
    {"%sOps.h", emitOpsHeader, NULL, ALWAYS},
    {"%sOps.c", emitOpsSource, NULL, ALWAYS},
    {"%sHooks.h", emitHookDeclarations, NULL, ROWS},
    {"%sTable.h", emitTableHeader, NULL, ROWS},
    {"%sInfo.c", emitInfoTable, NULL, ROWS},
    {"%sScalar.c", emitScalarTable, NULL, ROWS},
    {"%sDomains.txt", emitDomains, NULL, ROWS},
    {"%sInfer.inc", emitHookRows, "cInfer", ROWS},
    {"%sInterp.inc", emitHookRows, "interp", ROWS},
    {"%sLower.inc", emitHookRows, "lower", ROWS},
    {"%sVjp.inc", emitHookRows, "vjp", ROWS},
    {"%s.md", emitDocs, NULL, DOCS},
};

typedef struct Options {
  const char *dialect, *out, *docs, *input;
  bool rows;
} Options;

static bool hasText(const char *path, const char *text, size_t size) {
  FILE *file = fopen(path, "rb");
  char *old = file ? malloc(size + 1) : NULL;
  bool same =
      old && fread(old, 1, size + 1, file) == size && !memcmp(old, text, size);
  free(old);
  if (file)
    fclose(file);
  return same;
}

static bool writeIfChanged(const char *path, const char *text, size_t size) {
  if (hasText(path, text, size))
    return true;
  FILE *file = fopen(path, "wb");
  bool ok = file && fwrite(text, 1, size, file) == size;
  ok = file && !fclose(file) && ok;
  if (!ok)
    perror(path);
  return ok;
}

static bool writeOutput(const Model *m, const struct Output *output,
                        const char *path) {
  char *text = NULL;
  size_t size = 0;
  FILE *memory = open_memstream(&text, &size);
  if (!memory)
    return false;
  output->emit(memory, m, output->option);
  bool ok = !fclose(memory) && writeIfChanged(path, text, size);
  free(text);
  return ok;
}

static const char *pathOf(const Model *m, const struct Output *output,
                          const Options *options) {
  bool docs = output->when == DOCS;
  const char *before = strstr(output->name, "%s");
  return poolFormat(m->pool, "%s/%s%s", docs ? options->docs : options->out,
                    docs ? m->name : m->camel, before + 2);
}

static bool writeAll(const Model *m, const Options *options) {
  for (size_t i = 0; i < sizeof(outputs) / sizeof(*outputs); ++i) {
    const struct Output *output = &outputs[i];
    bool wanted = output->when == ALWAYS ||
                  (output->when == ROWS && options->rows) ||
                  (output->when == DOCS && options->docs);
    if (wanted && !writeOutput(m, output, pathOf(m, output, options)))
      return false;
  }
  return true;
}

static const char *valueOf(const char *arg, const char *name) {
  size_t length = strlen(name);
  return strncmp(arg, name, length) ? NULL : arg + length;
}

static bool readOptions(int argc, char **argv, Options *options) {
  for (int i = 1; i < argc; ++i) {
    const char *value;
    if ((value = valueOf(argv[i], "--dialect=")))
      options->dialect = value;
    else if ((value = valueOf(argv[i], "--out=")))
      options->out = value;
    else if ((value = valueOf(argv[i], "--docs=")))
      options->docs = value;
    else if (!strcmp(argv[i], "--rows"))
      options->rows = true;
    else if (argv[i][0] == '-' || options->input)
      return false;
    else
      options->input = argv[i];
  }
  return options->dialect && options->out && options->input;
}

int main(int argc, char **argv) {
  Options options = {0};
  if (!readOptions(argc, argv, &options)) {
    fputs("usage: opgen --dialect=NAME --out=FOLDER [--rows] [--docs=FOLDER] "
          "FILE.json\n",
          stderr);
    return 1;
  }
  char error[256];
  Model *m = modelRead(options.input, options.dialect, options.rows, error);
  if (!m) {
    fprintf(stderr, "opgen: %s\n", error);
    return 1;
  }
  bool ok = writeAll(m, &options);
  modelFree(m);
  return ok ? 0 : 1;
}
