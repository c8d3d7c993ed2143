// What driver/kernel_store.c keeps: a program compiled again has the same bytes
// without code generation; one with another kernel, target or schedule does not
// get that code; at the limit, and without one, nothing is kept.
#include "driver/kernel_store.h"
#include "check.h"
#include "tc/compile.h"

#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/tc-store-XXXXXX";

typedef struct File {
  char *data;
  size_t size;
} File;

static File readFile(const char *path) {
  File file = {0};
  FILE *f = fopen(path, "rb");
  CHECK(f);
  fseek(f, 0, SEEK_END);
  file.size = (size_t)ftell(f);
  rewind(f);
  file.data = malloc(file.size);
  CHECK(fread(file.data, 1, file.size, f) == file.size);
  fclose(f);
  return file;
}

/// sum(x OP x) and exp(x) as a shared object, and the seconds of code
/// generation.
static File compiled(const char *op, const char *target, double *seconds) {
  char text[1000], path[100];
  int size = snprintf(text, sizeof text,
                      "!x = tensor<?x8xf32, #tc.dims<[n, 8]>>\n"
                      "!y = tensor<?xf32, #tc.dims<[n]>>\n"
                      "func.func @main(%%x: !x) -> (!y, !x) {\n"
                      "  %%0 = prim.%s %%x, %%x : !x\n"
                      "  %%1 = prim.sum %%0 [1] : !x\n"
                      "  %%2 = prim.exp %%x : !x\n"
                      "  return %%1, %%2 : !y, !x\n}\n",
                      op);
  TcCompileOptions options = {.structSize = sizeof options, .target = target};
  TcCompiled *program;
  TcStatus status = tcCompile(text, (size_t)size, &options, &program);
  if (status) {
    char why[2000];
    tcStatusPrint(status, why, sizeof why);
    fprintf(stderr, "%s\n", why);
  }
  CHECK(!status);
  snprintf(path, sizeof path, "%s/program.so", folder);
  CHECK(!tcCompiledWrite(program, path));
  *seconds = tcCompiledStats(program).codegen;
  tcCompiledFree(program);
  return readFile(path);
}

static bool same(File a, File b) {
  bool is = a.size == b.size && !memcmp(a.data, b.data, a.size);
  free(a.data);
  free(b.data);
  return is;
}

static double secondsOf(const char *op, const char *target) {
  double seconds;
  free(compiled(op, target, &seconds).data);
  return seconds;
}

static void checkTarget(const char *target, const char *other) {
  double first, again;
  tcKernelStoreLimit(64 << 20);
  File made = compiled("mul", target, &first);
  File kept = compiled("mul", target, &again);
  CHECK(first > 0);
  CHECK(again == 0);
  CHECK(same(made, kept));
  CHECK(secondsOf("mul", other) > 0);
  CHECK(secondsOf("add", target) > 0);
  CHECK(secondsOf("mul", target) == 0);
}

static void checkLimit(const char *target) {
  tcKernelStoreLimit(0);
  CHECK(!tcKernelStoreIsOn());
  CHECK(secondsOf("mul", target) > 0);
  CHECK(secondsOf("mul", target) > 0);
  tcKernelStoreLimit(1); // less than any code
  CHECK(secondsOf("mul", target) > 0);
  CHECK(secondsOf("mul", target) > 0);
}

int main(void) {
  CHECK(mkdtemp(folder));
  checkTarget("x86-64-v3", "x86-64-v2");
  checkTarget("emulate", "emulate,units=80");
  checkLimit("x86-64-v3");
  char path[100];
  snprintf(path, sizeof path, "%s/program.so", folder);
  unlink(path);
  rmdir(folder);
  return checkReport();
}
