// Fault injection for tests of the tools, and of the worker's clients.
// $TC_WORKER_FAULT is KIND:NAME, with the NAME of a pass or a kernel: `crash`
// crashes the process there, `race` in many threads at once, `hang` stops it,
// `fail` makes an error; `trace:FILE` logs all names.
#include "support/fault.h"
#include "support/activity.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
  const char *name;
  int trace; ///< a file, or -1
  char kind; ///< the first letter
} fault = {.trace = -1};

static void write_(const char *name) {
  char line[128];
  size_t size = strnlen(name, sizeof line - 1);
  memcpy(line, name, size);
  line[size] = '\n'; // one write a line: threads append at once
  ssize_t written = write(fault.trace, line, size + 1);
  (void)written;
}

static void *crash(void *name) {
  tcActivitySet(TC_ACTIVITY_PASS, name);
  abort();
  return NULL;
}

static void crashInManyThreads(void) {
  pthread_t thread;
  tcActivityObserver = NULL;
  for (int i = 0; i < 8; ++i)
    if (pthread_create(&thread, NULL, crash, (void *)(uintptr_t)fault.name))
      break;
  abort();
}

static int observe(const char *name) {
  if (fault.trace >= 0)
    write_(name);
  if (fault.kind == 't' || strcmp(name, fault.name))
    return 0;
  if (fault.kind == 'c')
    abort();
  if (fault.kind == 'r')
    crashInManyThreads();
  while (fault.kind == 'h')
    pause();
  return fault.kind == 'f';
}

void tcInjectFaults(void) {
  const char *text = getenv("TC_WORKER_FAULT");
  const char *name = text ? strchr(text, ':') : NULL;
  if (!name)
    return;
  fault.kind = *text;
  fault.name = name + 1;
  if (fault.kind == 't')
    fault.trace =
        open(name + 1, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  tcActivityObserver = observe;
}
