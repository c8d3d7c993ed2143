// The CPU target: its facts and text, kernels to objects on many threads, what
// is refused, and a whole artifact: kernels and descriptor linked, loaded and
// called; the same in memory.
#include "check.h"
#include "support/file.h"
#include "support/strbuf.h"
#include "target/cpu/artifact.h"
#include "target/cpu/link.h"
#include "target/header.h"
#include "tc/program.h"

#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/// True if `status` has that number and says `word`; prints it otherwise.
static bool failsWith(TcStatus status, int number, const char *word) {
  char text[512];
  tcStatusPrint(status, text, sizeof text);
  bool right = tcStatusNumber(status) == number && strstr(text, word);
  if (!right)
    fprintf(stderr, "got: %s\n", text);
  tcStatusFree(status);
  return right;
}

#ifdef TC_SANITIZE // as the library was built
#define TEST_FLAGS "-fsanitize=address,undefined"
#else
#define TEST_FLAGS ""
#endif

#define NO_STORAGE .storage = TC_NONE, .storageOffset = TC_NONE

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

static void parses(const char *text, uint32_t vectorBits, uint32_t registers) {
  TcTarget target, again;
  char first[TC_TARGET_TEXT], second[TC_TARGET_TEXT];
  CHECK(!tcTargetParse(text, &target));
  CHECK(target.vectorBits == vectorBits);
  CHECK(target.vectorRegisters == registers);
  CHECK(tcTargetPrint(&target, first, sizeof first) < TC_TARGET_TEXT);
  CHECK(!tcTargetParse(first, &again));
  tcTargetPrint(&again, second, sizeof second);
  // The features may change order once.
  CHECK(strlen(first) == strlen(second));
  CHECK(again.l2Bytes == target.l2Bytes && again.hasFma == target.hasFma &&
        again.vectorBits == target.vectorBits && again.cores == target.cores &&
        again.hasBf16Dot == target.hasBf16Dot && again.l2Rate == target.l2Rate);
}

static void knowsTargets(void) {
  parses("x86-64", 128, 16);
  parses("x86-64-v2", 128, 16);
  parses("x86-64-v3", 256, 16);
  parses("x86-64-v4", 512, 32);
  parses("x86-64-v4,vector=256", 256, 32);
  parses("x86-64-v4,features=avx512bf16+avx512vnni,l2=2097152", 512, 32);
  parses("x86-64,features=avx+avx2+fma,tune=znver3,bf16-dot-rate=0.5", 256, 16);
  parses("x86-64-v4,features=amx-tile,l2-rate=64", 512, 32);
  TcTarget t;
  CHECK(!tcTargetParse("x86-64-v4,features=avx512bf16", &t));
  CHECK(t.hasBf16Dot && t.hasFma && !t.hasI8Dot && !t.l2Rate);
  CHECK(!tcTargetParse("x86-64-v4,features=amx-tile", &t) && t.l2Rate == 48);
  CHECK(!tcTargetParse("host", &t));
  CHECK(t.vectorBits >= 128 && t.l1Bytes >= 8192 && t.cores >= 1);
  char features[TC_TARGET_TEXT];
  tcTargetRuntimeFeatures(&t, features, sizeof features);
  CHECK(t.vectorBits == 128 || strstr(features, "avx2"));
  CHECK(failsWith(tcTargetParse("vax", &t), 2600, "'vax'"));
  CHECK(failsWith(tcTargetParse("", &t), 2600, "x86-64-v3"));
  const char *bad[] = {
      "host,vector=0",        "host,vector=banana", "host,vector",
      "host,color=3",         "host,vector=24",     "host,l1=-1",
      "host,l1=4294967296",   "host,features=+",    "host,line=0",
      "host,bf16-dot-rate=x", "host,l2-rate=-1"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
    CHECK(failsWith(tcTargetParse(bad[i], &t), 1600, bad[i]));
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

#define FUNCTION(NAME, BODY)                                                   \
  "llvm.func @" NAME "(%buffers: !llvm.ptr, %sizes: !llvm.ptr, %scratch: "     \
  "!llvm.ptr, %lo: i64, %hi: i64) {\n" BODY "llvm.return\n}\n"

/// y[i] = OP(x[i]) for i in [lo, hi)
#define POINTWISE(NAME, OP)                                                    \
  FUNCTION(NAME, "%c1 = llvm.mlir.constant(1 : i64) : i64\n"                   \
                 "%x = llvm.load %buffers : !llvm.ptr -> !llvm.ptr\n"          \
                 "%yp = llvm.getelementptr %buffers[1] : (!llvm.ptr) -> "      \
                 "!llvm.ptr, !llvm.ptr\n"                                      \
                 "%y = llvm.load %yp : !llvm.ptr -> !llvm.ptr\n"               \
                 "llvm.br ^head(%lo : i64)\n"                                  \
                 "^head(%i: i64):\n"                                           \
                 "%more = llvm.icmp \"slt\" %i, %hi : i64\n"                   \
                 "llvm.cond_br %more, ^body, ^exit\n"                          \
                 "^body:\n"                                                    \
                 "%xi = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> "      \
                 "!llvm.ptr, f32\n"                                            \
                 "%yi = llvm.getelementptr %y[%i] : (!llvm.ptr, i64) -> "      \
                 "!llvm.ptr, f32\n"                                            \
                 "%v = llvm.load %xi : !llvm.ptr -> f32\n" OP                  \
                 "llvm.store %w, %yi : f32, !llvm.ptr\n"                       \
                 "%n = llvm.add %i, %c1 : i64\n"                               \
                 "llvm.br ^head(%n : i64)\n"                                   \
                 "^exit:\n")

static const char *const twice =
    POINTWISE("twice", "%w = llvm.fadd %v, %v : f32\n");
static const char *const square =
    POINTWISE("square", "%w = llvm.fmul %v, %v : f32\n");

static TcTarget host;

static TcBytes compile(const char *text) {
  TcBytes object;
  TcObjectStats stats = {0};
  CHECK(!tcKernelToObject(text, strlen(text), &host, NULL, &object, &stats));
  CHECK(stats.codegen > 0 && stats.translate > 0 && object.size > 100);
  return object;
}

static TcStatus refused(const char *text, const TcObjectOptions *options) {
  TcBytes object;
  TcStatus status =
      tcKernelToObject(text, strlen(text), &host, options, &object, NULL);
  CHECK(!object.data);
  return status;
}

static void refusesBadKernels(void) {
  CHECK(failsWith(refused("bananas", NULL), 1601, "'bananas' is unknown"));
  char deep[2048];
  memset(deep, '(', sizeof deep);
  deep[sizeof deep - 1] = 0;
  CHECK(failsWith(refused(deep, NULL), 1601, "nested"));
  CHECK(
      failsWith(refused("llvm.func @f() { %0 = llvm.add %1, %1 : i64 }", NULL),
                1601, "undeclared"));
  CHECK(failsWith(refused("func.func @f() { return }", NULL), 1601, "func"));
  const char *cast = "llvm.func @f(%a: i64) { %0 = "
                     "builtin.unrealized_conversion_cast %a : i64 to f32\n"
                     "llvm.return }";
  CHECK(failsWith(refused(cast, NULL), 1602, "unrealized"));
  TcTarget foreign = host;
  snprintf(foreign.triple, sizeof foreign.triple, "pdp11-unknown-none");
  TcBytes object;
  CHECK(failsWith(
      tcKernelToObject(twice, strlen(twice), &foreign, NULL, &object, NULL),
      5600, "pdp11"));
  const char *remainder =
      POINTWISE("remainder", "%w = llvm.frem %v, %v : f32\n");
  CHECK(failsWith(refused(remainder, NULL), 1604, "fmodf"));
  const char *calls = "llvm.func @expf(f32) -> f32\n" POINTWISE(
      "calls", "%w = llvm.call @expf(%v) : (f32) -> f32\n");
  CHECK(failsWith(refused(calls, NULL), 1604, "expf"));
  TcObjectOptions options = tcObjectOptionsDefault();
  const char *const externs[] = {"expf", NULL};
  options.externs = externs;
  CHECK(failsWith(refused(twice, &(TcObjectOptions){.passes = "no-such-pass"}),
                  1605, "no-such-pass"));
  CHECK(
      !tcKernelToObject(calls, strlen(calls), &host, &options, &object, NULL));
  tcBytesFree(&object);
}

static void *compileRepeatedly(void *kernel) {
  for (int i = 0; i < 8; ++i) {
    TcBytes object = compile(kernel);
    tcBytesFree(&object);
  }
  return NULL;
}

static void compilesInParallel(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i)
    pthread_create(&threads[i], NULL, compileRepeatedly,
                   (void *)(uintptr_t)(i % 2 ? twice : square));
  for (int i = 0; i < 4; ++i)
    pthread_join(threads[i], NULL);
}

static void isDeterministic(void) {
  TcBytes a = compile(twice), b = compile(twice);
  CHECK(a.size == b.size && !memcmp(a.data, b.data, a.size));
  tcBytesFree(&a);
  tcBytesFree(&b);
}

/// The assembly of a loop that sums `count` elements at distances that no
/// instruction can add to one base.
static char *sumOfStrides(int count, unsigned level) {
  TcStrBuf text = {0};
  tcStrBufPrintf(&text, "llvm.func @sum(%%p: !llvm.ptr, %%n: i64, %%s: i64) {\n"
                        "%%c0 = llvm.mlir.constant(0 : i64) : i64\n"
                        "%%c1 = llvm.mlir.constant(1 : i64) : i64\n"
                        "llvm.br ^head(%%c0 : i64)\n^head(%%i: i64):\n"
                        "%%x0 = llvm.mul %%i, %%s : i64\n");
  for (int k = 0; k < count; ++k)
    tcStrBufPrintf(
        &text,
        "%%q%d = llvm.getelementptr %%p[%%x%d] : (!llvm.ptr, i64) -> "
        "!llvm.ptr, i64\n"
        "llvm.store volatile %%c0, %%q%d : i64, !llvm.ptr\n"
        "%%x%d = llvm.add %%x%d, %%s : i64\n",
        k, k, k, k + 1, k);
  tcStrBufPrintf(&text, "%%j = llvm.add %%i, %%c1 : i64\n"
                        "%%more = llvm.icmp \"slt\" %%j, %%n : i64\n"
                        "llvm.cond_br %%more, ^head(%%j : i64), ^exit\n"
                        "^exit:\nllvm.return\n}\n");
  TcBytes assembly;
  TcObjectOptions options = tcObjectOptionsDefault();
  options.assembly = true;
  options.codegenLevel = level;
  CHECK(!tcKernelToObject(tcStrBufText(&text), text.size, &host, &options,
                          &assembly, NULL));
  char *copy = calloc(assembly.size + 1, 1);
  memcpy(copy, assembly.data, assembly.size);
  tcBytesFree(&assembly);
  tcStrBufFree(&text);
  return copy;
}

/// Loop strength reduction makes an iteration's multiplication an addition. It
/// takes too long for long kernels, unless all that LLVM can do is asked for.
static void reducesStrengthOfShortKernels(void) {
  static const struct {
    int count;
    unsigned level;
    bool multiplies;
  } cases[] = {{2, 2, false}, {180, 2, true}, {180, 3, false}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    char *assembly = sumOfStrides(cases[i].count, cases[i].level);
    CHECK(!!strstr(assembly, "imul") == cases[i].multiplies);
    free(assembly);
  }
}

static void compilesForEveryLevel(void) {
  const char *levels[] = {"x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"};
  for (int i = 0; i < 4; ++i) {
    TcTarget target;
    TcBytes object;
    TcObjectOptions options = tcObjectOptionsDefault();
    options.assembly = true;
    CHECK(!tcTargetParse(levels[i], &target));
    CHECK(!tcKernelToObject(twice, strlen(twice), &target, &options, &object,
                            NULL));
    char *text = calloc(object.size + 1, 1);
    memcpy(text, object.data, object.size);
    CHECK(!strstr(text, i < 2 ? "vaddss" : "\taddss"));
    free(text);
    tcBytesFree(&object);
  }
}

//===----------------------------------------------------------------------===//
// A whole program: z = (2 * x)^2 for x: f32[n]
//===----------------------------------------------------------------------===//

enum { N, ONE, BYTES, ZERO, ARENA };
static const int64_t sizeCode[] = {
    TC_CODE_SYMBOL,   0, TC_CODE_END,                                   // 0
    TC_CODE_CONSTANT, 1, TC_CODE_END,                                   // 3
    TC_CODE_SYMBOL,   0, TC_CODE_CONSTANT, 4, TC_CODE_MUL, TC_CODE_END, // 6
    TC_CODE_CONSTANT, 0, TC_CODE_END};                                  // 12
static const TcSizeInfo sizes[] = {
    {"n", 0, 0}, {"1", 3, 0}, {"4*n", 6, 0}, {"0", 12, 0}};
static const TcSymbolInfo symbols[] = {{.name = "n",
                                        .source = TC_SYMBOL_DIM,
                                        .scale = 1,
                                        .max = 1 << 20,
                                        .example = 1000}};
static const uint32_t dims[] = {N};
static const TcValueInfo inputs[] = {{.name = "x",
                                      .dims = dims,
                                      .dtype = TC_DTYPE_F32,
                                      .rank = 1,
                                      .tie = TC_NONE,
                                      NO_STORAGE}};
static const TcValueInfo results[] = {{.name = "z",
                                       .dims = dims,
                                       .dtype = TC_DTYPE_F32,
                                       .rank = 1,
                                       .tie = TC_NONE,
                                       NO_STORAGE}};
static const TcBufferInfo buffers[] = {{.kind = TC_BUFFER_INPUT, .index = 0},
                                       {.kind = TC_BUFFER_SCRATCH,
                                        .index = TC_SECTION_MAIN,
                                        .bytes = BYTES,
                                        .offset = ZERO},
                                       {.kind = TC_BUFFER_RESULT, .index = 0}};
static const uint32_t first[] = {0, 1}, second[] = {1, 2};
static const double samples[] = {1, 2, 3};
static const TcExpectedInfo expected[] = {
    {.sum = 1.5, .samples = samples, .numSamples = 3}};
static const char *const sites[] = {"here", "there"};
static TcStep steps[] = {{.name = "twice",
                          .buffers = first,
                          .numBuffers = 2,
                          .numTasks = N,
                          .scratchBytes = TC_NONE,
                          .grain = 64},
                         {.name = "square",
                          .buffers = second,
                          .numBuffers = 2,
                          .numTasks = N,
                          .scratchBytes = TC_NONE,
                          .grain = 64}};
static const TcProgramDescriptor descriptor = {
    .magic = TC_DESCRIPTOR_MAGIC,
    .version = TC_DESCRIPTOR_VERSION,
    .structSize = sizeof descriptor,
    .name = "twice-square",
    .features = "sse3",
    .sizeCode = sizeCode,
    .sizes = sizes,
    .symbols = symbols,
    .inputs = inputs,
    .results = results,
    .expected = expected,
    .buffers = buffers,
    .sites = sites,
    .sizeCodeLength = sizeof sizeCode / sizeof *sizeCode,
    .numSizes = 4,
    .numSymbols = 1,
    .numInputs = 1,
    .numResults = 1,
    .numBuffers = 3,
    .numSites = 2,
    .sections = {{steps, 2, BYTES}, {NULL, 0, TC_NONE}}};

static void runsRight(TcProgram *program, int64_t n) {
  float *x = malloc((size_t)n * 4 + 4);
  for (int64_t i = 0; i < n; ++i)
    x[i] = (float)i;
  int64_t size = n, resultSize;
  TcTensor in = {x, &size, NULL, TC_DTYPE_F32, 1, {0}};
  TcTensor out = {NULL, &resultSize, NULL, 0, 0, {0}};
  TcCallFrame frame = {.structSize = sizeof frame,
                       .inputs = &in,
                       .results = &out,
                       .numInputs = 1,
                       .numResults = 1};
  CHECK(failsWith(tcProgramCall(program, &frame), 0, ""));
  int64_t wrong = resultSize != n;
  for (int64_t i = 0; i < n && out.data; ++i)
    wrong += ((float *)out.data)[i] != 4.0f * (float)i * (float)i;
  CHECK(wrong == 0 && out.data);
  tcProgramFreeResult(program, &out);
  free(x);
}

static void linkProgram(const char *path) {
  TcBytes objects[] = {compile(twice), compile(square), {0}};
  CHECK(!tcDescriptorToObject(&descriptor, &host, TC_DESCRIPTOR_SYMBOL, NULL,
                              &objects[2]));
  const char *const exports[] = {TC_DESCRIPTOR_SYMBOL, NULL};
  CHECK(failsWith(tcLinkShared(objects, 3, NULL, exports, NULL, path), 0, ""));
  for (int i = 0; i < 3; ++i)
    tcBytesFree(&objects[i]);
}

static void linksAndLoads(const char *folder) {
  char path[256];
  snprintf(path, sizeof path, "%s/model.so", folder);
  linkProgram(path);
  TcProgram *program;
  CHECK(failsWith(tcProgramLoad(path, NULL, &program), 0, ""));
  if (program) {
    const TcProgramDescriptor *d = tcProgramGetDescriptor(program);
    CHECK_TEXT(d->sites[1], "there");
    CHECK(d->expected[0].samples[2] == 3 && d->expected[0].sum == 1.5);
    CHECK(!d->guards && !d->weights && !d->compiler);
    for (int64_t n = 0; n < 300; n += 37)
      runsRight(program, n);
    tcProgramFree(program);
  }
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  CHECK(library && dlsym(library, TC_DESCRIPTOR_SYMBOL));
  CHECK(library && !dlsym(library, "twice")); // nothing else is visible
  if (library)
    dlclose(library);

  // The same artifact, cut short anywhere, is refused.
  FILE *file = fopen(path, "rb");
  static char bytes[1 << 16];
  size_t size = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  for (size_t cut = 0; cut < 2000 && cut < size; cut += 97) {
    char shorter[300];
    snprintf(shorter, sizeof shorter, "%s/cut%zu.so", folder, cut);
    file = fopen(shorter, "wb");
    fwrite(bytes, 1, cut, file);
    fclose(file);
    CHECK(failsWith(tcProgramLoad(shorter, NULL, &program), 2530, shorter));
    unlink(shorter);
  }
  unlink(path);
}

static int countFiles(const char *folder) {
  int count = 0;
  DIR *dir = opendir(folder);
  for (struct dirent *entry; (entry = readdir(dir));)
    count += entry->d_name[0] != '.';
  closedir(dir);
  return count;
}

static void reportsLinkErrors(const char *folder) {
  char path[256];
  snprintf(path, sizeof path, "%s/model.so", folder);
  TcBytes good = compile(twice), bad = {(char *)"no object", 9};
  const char *const exports[] = {"twice", NULL};
  CHECK(failsWith(tcLinkShared(&bad, 1, NULL, exports, NULL, path), 7600,
                  "unknown directive"));
  TcBytes both[] = {good, good};
  CHECK(failsWith(tcLinkShared(both, 2, NULL, exports, NULL, path), 7600,
                  "duplicate symbol"));
  CHECK(failsWith(tcLinkShared(&good, 1, NULL, exports, "/no/ld", path), 2601,
                  "/no/ld"));
  CHECK(failsWith(tcLinkShared(&good, 1, NULL, exports, NULL, "/no/such.so"),
                  7600, "/no/such.so"));
  const char *const missing[] = {"/no/archive.a", NULL};
  CHECK(failsWith(tcLinkShared(&good, 1, missing, exports, NULL, path), 7600,
                  "/no/archive.a"));
  mkdir(path, 0700); // a folder is in the way
  CHECK(
      failsWith(tcLinkShared(&good, 1, NULL, exports, NULL, path), 7601, path));
  rmdir(path);
  CHECK(countFiles(folder) == 0); // nothing half-written is left
  tcBytesFree(&good);
}

static void runsInMemory(void) {
  TcBytes objects[] = {compile(twice), compile(square)};
  TcJit *jit;
  TcProgram *program;
  CHECK(failsWith(tcJitCreate(objects, 2, &jit), 0, ""));
  void *address;
  CHECK(failsWith(tcJitLookup(jit, "thrice", &address), 9600, "thrice"));
  CHECK(failsWith(tcJitBindSteps(jit, steps, 2), 0, ""));
  CHECK(failsWith(tcProgramFromDescriptor(&descriptor, NULL, &program), 0, ""));
  for (int64_t n = 0; n < 300; n += 37)
    runsRight(program, n);
  tcProgramFree(program);
  tcJitFree(jit);
  tcBytesFree(&objects[0]);
  tcBytesFree(&objects[1]);
  TcBytes bad = {(char *)"no object", 9};
  CHECK(failsWith(tcJitCreate(&bad, 1, &jit), 9600, ""));
}

/// A C and a C++ program that know an artifact by its header alone.
static void writesHeaders(const char *folder) {
  char path[256], command[2048];
  TcStrBuf text = {0};
  CHECK(failsWith(tcDescriptorWriteHeader(&descriptor, &text), 0, ""));
  snprintf(path, sizeof path, "%s/model.h", folder);
  CHECK(failsWith(tcFileWrite(path, tcStrBufText(&text), text.size), 0, ""));
  tcStrBufFree(&text);
  const char *user =
      "#include \"model.h\"\n"
      "int main(int argc, char **argv) {\n"
      "  TcProgram *p;\n"
      "  float x[5] = {0, 1, 2, 3, 4}, z[5] = {0};\n"
      "  if (argc != 2 || TWICE_SQUARE_NUM_INPUTS != 1) return 1;\n"
      "  if (tcProgramLoad(argv[1], 0, &p)) return 2;\n"
      "  if (twice_square_call(p, 5, x, z, 0, 0)) return 3;\n"
      "  tcProgramFree(p);\n"
      "  return z[4] == 64 && z[1] == 4 ? 0 : 4;\n}\n";
  snprintf(path, sizeof path, "%s/user.c", folder);
  CHECK(failsWith(tcFileWrite(path, user, strlen(user)), 0, ""));
  snprintf(path, sizeof path, "%s/model.so", folder);
  linkProgram(path);
  snprintf(
      command, sizeof command,
      "cd %s && clang-22 -std=c11 -Wall -Wextra -Wpedantic -Werror " TEST_FLAGS
      " -I" TC_SOURCE_DIR "/include user.c -o user " TC_BINARY_DIR
      "/lib/libtcrt.a -lpthread -ldl -lm && ./user ./model.so && "
      "clang++-22 -x c++ -Wall -Wextra -Werror -fsyntax-only "
      "-I" TC_SOURCE_DIR "/include user.c",
      folder);
  CHECK(system(command) == 0);
  const char *files[] = {"model.h", "model.so", "user.c", "user"};
  for (int i = 0; i < 4; ++i) {
    snprintf(path, sizeof path, "%s/%s", folder, files[i]);
    unlink(path);
  }
  CHECK(failsWith(tcFileWrite("/no/such", "x", 1), 7601, "/no/such"));
}

int main(void) {
  char folder[] = "/tmp/tc-target-XXXXXX";
  CHECK(mkdtemp(folder));
  knowsTargets();
  CHECK(!tcTargetParse("host", &host));
  refusesBadKernels();
  isDeterministic();
  compilesForEveryLevel();
  reducesStrengthOfShortKernels();
  compilesInParallel();
  linksAndLoads(folder);
  reportsLinkErrors(folder);
  runsInMemory();
  writesHeaders(folder);
  rmdir(folder);
  return checkReport();
}
