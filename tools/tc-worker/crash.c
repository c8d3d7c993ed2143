// A crash says at which pass and kernel it happened, on the standard error,
// which the client reads.
#include "tc-worker/tc-worker.h"

#include "support/activity.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void say(const char *what, const char *name) {
  if (!*name)
    return;
  ssize_t written = write(STDERR_FILENO, what, strlen(what));
  written = write(STDERR_FILENO, name, strlen(name));
  (void)written;
}

static void onCrash(int signal) {
  say("\nin pass ", tcActivityGet(TC_ACTIVITY_PASS));
  say("\nof kernel ", tcActivityGet(TC_ACTIVITY_KERNEL));
  raise(signal); // whose action is the default one again
}

void workerReportCrashes(void) {
  static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
  struct sigaction action = {.sa_handler = onCrash,
                             .sa_flags =
                                 SA_RESETHAND | SA_NODEFER | SA_ONSTACK};
  size_t size = 64 << 10;
  stack_t stack = {.ss_sp = malloc(size), .ss_size = size};
  if (stack.ss_sp) // for a stack that is used up
    sigaltstack(&stack, NULL);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; ++i)
    sigaction(signals[i], &action, NULL);
}
