// Eight threads compile, load, write, call, interpret and free at once: a
// program that is the same for all, one of their own, one that is refused, and
// one that is compiled once, of which each makes a program, and which all call.
// `make tsan` runs it under thread sanitizer.
#include "check.h"
#include "tc/compile.h"
#include "tc/interpret.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum { THREADS = 8, ROUNDS = 2, OUT = 24, MAX_IN = 64, ROWS = 40 };

static TcCompiled *compiledOnce;
static const TcProgramDescriptor *code; // of compiledOnce
static TcProgram *shared;
static TcPool *pool;
static pthread_barrier_t together;
static atomic_int failures;
static char folder[] = "/tmp/tc-threads-XXXXXX";

static void expect(bool right, const char *what) {
  if (right)
    return;
  ++failures;
  fprintf(stderr, "wrong: %s\n", what);
}

/// `number`: of the error that it is to be; 0: none.
static void ends(TcStatus status, int number, const char *what) {
  char text[1000];
  tcStatusPrint(status, text, sizeof text);
  if (tcStatusNumber(status) != number)
    fprintf(stderr, "%s\n", text);
  expect(tcStatusNumber(status) == number, what);
  tcStatusFree(status);
}

//===- Programs -----------------------------------------------------------===//

/// sort(x @ w) for x: f32[n, in].
static TcStatus compile(int in, const char *op, TcCompiled **compiled) {
  char text[2000];
  int size =
      snprintf(text, sizeof text,
               "!x = tensor<?x%dxf32, #tc.dims<[n, %d]>>\n"
               "!y = tensor<?x24xf32, #tc.dims<[n, 24]>>\n"
               "module attributes {tc.sizes = {n = 3}} {\n"
               "prim.weight @w : tensor<%dx24xf32>\n"
               "func.func @main(%%x: !x) -> !y {\n"
               "  %%w = prim.get_weight @w : tensor<%dx24xf32>\n"
               "  %%0 = %s %%x, %%w batch [], [] contract [1], [0] : !x, "
               "tensor<%dx24xf32>\n"
               "  %%1, %%2 = prim.sort %%0 dim 1 : !y\n"
               "  return %%1 : !y\n}\n}\n",
               in, in, in, in, op, in);
  TcCompileOptions options = {.structSize = sizeof options, .threads = 2};
  return tcCompile(text, (size_t)size, &options, compiled);
}

static float
    weights[MAX_IN * OUT]; // w[i, j] = OUT - 1 - j: sort turns it round

static TcStatus find(void *context, const char *name, TcTensor *tensor) {
  (void)context;
  (void)name;
  tensor->data = weights;
  return TC_OK;
}

static void prepare(TcProgram *program) {
  ends(tcProgramSetWeights(program, (TcWeightSource){.find = find}), 0,
       "setting weights");
  ends(tcProgramPrepare(program, tcPoolParallelFor, pool), 0, "preparing");
}

/// On rows that all are `value`.
static void call(TcProgram *program, int64_t in, float value) {
  int64_t inSizes[] = {ROWS, in}, outSizes[2];
  float x[ROWS * MAX_IN];
  for (int i = 0; i < ROWS * in; ++i)
    x[i] = value;
  TcTensor argument = {x, inSizes, NULL, TC_DTYPE_F32, 2, {0}};
  TcTensor result = {NULL, outSizes, NULL, 0, 0, {0}};
  TcCallFrame frame = {.structSize = sizeof frame,
                       .inputs = &argument,
                       .results = &result,
                       .numInputs = 1,
                       .numResults = 1,
                       .parallelFor = tcPoolParallelFor,
                       .parallelContext = pool};
  ends(tcProgramCall(program, &frame), 0, "calling");
  const float *y = result.data;
  bool right = y && outSizes[0] == ROWS && outSizes[1] == OUT;
  for (int i = 0; right && i < ROWS * OUT; ++i)
    right = y[i] == (float)in * value * (float)(i % OUT);
  expect(right, "a result");
  tcProgramFreeResult(program, &result);
}

/// A program of `compiled`, by loading it here or, with `path`, from a file.
static void loadAndCall(TcCompiled *compiled, int in, const char *path) {
  const TcProgramDescriptor *descriptor = NULL;
  TcProgram *program = NULL;
  if (path) {
    ends(tcCompiledWrite(compiled, path), 0, "writing");
    ends(tcProgramLoad(path, NULL, &program), 0, "loading a file");
  } else {
    ends(tcCompiledLoad(compiled, &descriptor), 0, "loading");
    ends(tcProgramFromDescriptor(descriptor, NULL, &program), 0, "a program");
  }
  prepare(program);
  call(program, in, 3);
  tcProgramFree(program);
}

static void compileAndCall(int in, const char *path) {
  TcCompiled *compiled = NULL;
  ends(compile(in, "prim.dot_general", &compiled), 0, "compiling");
  loadAndCall(compiled, in, path);
  tcCompiledFree(compiled);
}

//===- Threads ------------------------------------------------------------===//

static void interpret(void) {
  static const char text[] =
      "func.func @main(%x: tensor<3xf32> {tc.init = {kind = \"uniform\", mean "
      "= "
      "0.0, std = 1.0, stream = 1}}) -> (tensor<3xf32> {tc.expected = {sum = "
      "0.0, samples = [0.0, 0.0, 0.0]}}) {\n"
      "  %0 = prim.sub %x, %x : tensor<3xf32>\n"
      "  return %0 : tensor<3xf32>\n}\n";
  TcInterpretOptions options = {.structSize = sizeof options};
  ends(tcInterpretText(text, sizeof text - 1, &options), 0, "interpreting");
}

static void *work(void *argument) {
  int number = (int)(intptr_t)argument;
  char path[100];
  snprintf(path, sizeof path, "%s/%d.so", folder, number % 2);
  for (int round = 0; round < ROUNDS; ++round) {
    TcCompiled *none;
    TcProgram *mine = NULL;
    pthread_barrier_wait(&together);
    compileAndCall(16, path);          // as all do, to few files
    compileAndCall(17 + number, NULL); // one of its own
    ends(compile(5, "prim.no_such_op", &none), 1013, "a refusal");
    interpret();
    for (int i = 0; i < 20; ++i)
      call(shared, 32, (float)(number + i));
    ends(tcProgramFromDescriptor(code, NULL, &mine), 0, "one more program");
    prepare(mine);
    call(mine, 32, 1);
    tcProgramFree(mine);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  CHECK(mkdtemp(folder));
  for (int i = 0; i < MAX_IN * OUT; ++i)
    weights[i] = (float)(OUT - 1 - i % OUT);
  pool = tcPoolCreate(NULL);
  pthread_barrier_init(&together, NULL, THREADS);
  ends(compile(32, "prim.dot_general", &compiledOnce), 0, "compiling");
  ends(tcCompiledLoad(compiledOnce, &code), 0, "loading");
  ends(tcProgramFromDescriptor(code, NULL, &shared), 0, "a program");
  prepare(shared);
  for (intptr_t i = 0; i < THREADS; ++i)
    pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; ++i)
    pthread_join(threads[i], NULL);
  tcProgramFree(shared);
  tcCompiledFree(compiledOnce);
  tcPoolDestroy(pool);
  for (int i = 0; i < 2; ++i) {
    char path[100];
    snprintf(path, sizeof path, "%s/%d.so", folder, i);
    unlink(path);
  }
  CHECK(!rmdir(folder)); // nothing else is left
  CHECK(!failures);
  return checkReport();
}
