// Under thread sanitizer: eight threads compile through workers, load the
// programs and call them, one shared and one of their own each. Other threads
// list the workers.
#include "tc/program.h"
#include "worker/client.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS = 8, CALLS = 30 };

static TcWorkers *workers;
static TcPool *pool;
static TcProgram *shared;
static const char *folder;
static _Atomic int failures;

static void check(TcStatus status) {
  char text[1000];
  if (!status)
    return;
  tcStatusPrint(status, text, sizeof text);
  fprintf(stderr, "%s\n", text);
  exit(1);
}

/// y[i] = x[i] + x[i], n elements.
static TcProgram *compile(int n, int number) {
  char text[400], path[400];
  TcMessage request = {0}, answer = {0};
  TcProgram *program;
  size_t size;
  snprintf(text, sizeof text,
           "func.func @main(%%x: tensor<%dxf32>) -> tensor<%dxf32> {\n"
           "  %%0 = prim.add %%x, %%x : tensor<%dxf32>\n"
           "  return %%0 : tensor<%dxf32>\n}\n",
           n, n, n, n);
  tcMessageAddNumber(&request, TC_FIELD_REQUEST, TC_REQUEST_COMPILE);
  tcMessageAddText(&request, TC_FIELD_SOURCE, text);
  tcMessageAddNumber(&request, TC_FIELD_THREADS, 1);
  check(tcWorkersCall(workers, &request, NULL, &answer));
  const char *data = tcMessageFind(&answer, TC_FIELD_ARTIFACT, &size);
  snprintf(path, sizeof path, "%s/%d.so", folder, number);
  int fd = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0700);
  if (fd < 0 || write(fd, data, size) != (ssize_t)size)
    exit(2);
  close(fd);
  check(tcProgramLoad(path, NULL, &program));
  tcMessageFree(&request);
  tcMessageFree(&answer);
  return program;
}

static void call(TcProgram *program, int64_t n, float value) {
  float *x = malloc((size_t)n * sizeof *x), *y = malloc((size_t)n * sizeof *y);
  for (int64_t i = 0; i < n; ++i)
    x[i] = value;
  int64_t sizes[] = {n};
  TcTensor in = {x, sizes, NULL, TC_DTYPE_F32, 1, {0}}, out = in;
  out.data = y;
  TcCallFrame frame = {.structSize = sizeof frame,
                       .inputs = &in,
                       .results = &out,
                       .numInputs = 1,
                       .numResults = 1,
                       .parallelFor = tcPoolParallelFor,
                       .parallelContext = pool};
  check(tcProgramCall(program, &frame));
  if (y[0] != 2 * value || y[n - 1] != 2 * value)
    ++failures;
  free(x);
  free(y);
}

static void *work(void *argument) {
  int seed = (int)(intptr_t)argument, pids[64];
  int64_t n = 100 + seed;
  TcProgram *own = compile((int)n, seed);
  for (int i = 0; i < CALLS; ++i) {
    call(own, n, (float)i);
    call(shared, 100000, (float)(seed + i));
    tcWorkersList(workers, pids, 64, NULL);
  }
  tcProgramFree(own);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[THREADS];
  if (argc != 3)
    return 3;
  folder = argv[2];
  workers = tcWorkersCreate(argv[1], 3);
  pool = tcPoolCreate(NULL);
  shared = compile(100000, THREADS);
  for (intptr_t i = 0; i < THREADS; ++i)
    pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; ++i)
    pthread_join(threads[i], NULL);
  tcProgramFree(shared);
  tcPoolDestroy(pool);
  tcWorkersFree(workers);
  printf("%d failures\n", failures);
  return failures != 0;
}
