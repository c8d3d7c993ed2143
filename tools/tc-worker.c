// tc-worker: compiles for another process (lib/worker). Requests arrive over
// its standard input, a socket, and are answered there, one at a time; it ends
// at once when the other end is closed. `tc-worker --overloads` prints the
// names of the overloads that a graph may call.
#include "tc-worker/tc-worker.h"

#include "driver/kernel_store.h"
#include "ir/shim.h"
#include "lib/cost/numbers.h"
#include "support/fault.h"
#include "tc/compile.h"

#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { SOCKET = STDIN_FILENO };

// Ends the process when the client is gone, also in the middle of a
// compilation.
static void *endWithClient(void *unused) {
  struct pollfd p = {.fd = SOCKET, .events = 0};
  while (!(poll(&p, 1, -1) > 0 && p.revents & (POLLHUP | POLLERR | POLLNVAL)))
    ;
  _exit(0);
  return unused;
}

// Limits data memory only: stacks and code do not depend on the program.
static void limitMemory(uint64_t bytes) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_DATA, &limit))
    return;
  limit.rlim_cur = bytes && bytes < limit.rlim_max ? bytes : limit.rlim_max;
  setrlimit(RLIMIT_DATA, &limit);
}

static void endWithoutMemory(void) { _exit(TC_WORKER_EXIT_NO_MEMORY); }

static TcStatus serve(const TcMessage *request, TcMessage *answer) {
  switch ((TcWorkerRequest)tcMessageNumber(request, TC_FIELD_REQUEST)) {
  case TC_REQUEST_COMPILE:
    return workerCompile(request, answer);
  case TC_REQUEST_MODULE:
    return workerModule(request, answer);
  }
  return tcStatusMake(9001, "no such request");
}

// Bytes of the kind that limitMemory limits, without the threads' stacks.
static uint64_t usedMemory(void) {
  unsigned long data = 0;
  FILE *f = fopen("/proc/self/statm", "r");
  if (f && fscanf(f, "%*u %*u %*u %*u %*u %lu", &data) != 1)
    data = 0;
  if (f)
    fclose(f);
  return (uint64_t)data * (uint64_t)sysconf(_SC_PAGESIZE);
}

// Whether a failure is due to the memory limit: near it, code that ran out of
// memory fails in various ways. Errors in the text do not depend on the limit.
static bool isForMemory(TcStatus status, uint64_t limit) {
  enum { CLOSE = 16 << 20 };
  switch (limit ? tcStatusCode(status) : TC_STATUS_OK) {
  case TC_STATUS_RESOURCE_EXHAUSTED:
    return true;
  case TC_STATUS_NOT_FOUND:
  case TC_STATUS_UNAVAILABLE:
  case TC_STATUS_INTERNAL:
    return usedMemory() + CLOSE > limit;
  default:
    return false;
  }
}

// $TC_WORKER_IDLE is the number of seconds without a request after which a
// worker ends, by default 300; the client then starts a new one.
static bool waitForRequest(void) {
  const char *text = getenv("TC_WORKER_IDLE");
  int seconds = text ? atoi(text) : 300;
  struct pollfd p = {.fd = SOCKET, .events = POLLIN};
  return poll(&p, 1, seconds > 0 && seconds < 1 << 20 ? seconds * 1000 : -1);
}

// $TC_WORKER_KERNELS is how many MB of kernels' code are kept for later
// requests with equal kernels, by default 0.
static void keepKernels(void) {
  const char *text = getenv("TC_WORKER_KERNELS");
  unsigned long mb = text ? strtoul(text, NULL, 10) : 0;
  tcKernelStoreLimit(mb < 1 << 20 ? mb << 20 : 0);
}

static bool serveNext(TcMessage *request, TcMessage *answer) {
  if (!waitForRequest() || !tcMessageRead(request, SOCKET, NULL, NULL))
    return false;
  uint64_t limit = tcMessageNumber(request, TC_FIELD_MEMORY_LIMIT);
  limitMemory(limit);
  TcStatus status = serve(request, answer);
  limitMemory(0);
  if (isForMemory(status, limit))
    endWithoutMemory();
  if (status)
    tcMessageAddStatus(answer, status);
  tcStatusFree(status);
  bool sent = tcMessageWrite(answer, SOCKET);
  tcMessageFree(answer);
  malloc_trim(0); // it may be idle for long
  return sent;
}

static int fail(TcStatus status) {
  char text[1024];
  tcStatusPrint(status, text, sizeof text);
  fprintf(stderr, "tc-worker: error: TC_NUMBERS: %s\n", text);
  tcStatusFree(status);
  return 1;
}

static int listOverloads(void) {
  const char *name;
  for (size_t i = 0; (name = tcCompileOverload(i)); ++i)
    puts(name);
  return 0;
}

int main(int argc, char **argv) {
  pthread_t watch;
  TcMessage request = {0}, answer = {0};
  if (argc == 2 && !strcmp(argv[1], "--overloads"))
    return listOverloads();
  if (isatty(SOCKET)) {
    fputs("tc-worker is started by programs that compile, with a socket as "
          "its standard input\n",
          stderr);
    return 1;
  }
  signal(SIGINT, SIG_IGN); // whoever started it decides what is interrupted
  tcSetNoMemoryHandler(endWithoutMemory);
  tcReportCrashes(NULL);
  tcInjectFaults();
  TcStatus numbers = tcNumbersFromEnvironment();
  if (numbers)
    return fail(numbers);
  keepKernels();
  if (pthread_create(&watch, NULL, endWithClient, NULL))
    return 1;
  tcMessageAddText(&answer, TC_FIELD_HELLO, tcWorkerHello());
  bool good = tcMessageWrite(&answer, SOCKET);
  tcMessageFree(&answer);
  while (good && serveNext(&request, &answer))
    ;
  _exit(0);
}
