// Reports the pass and kernel of a crash on the standard error, which the
// client reads.
#include "tc-worker/tc-worker.h"

#include "support/activity.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
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

// The thread that crashes first reports. Others that crash meanwhile wait, so
// that they do not end the process before the report.
static void onCrash(int signal_) {
  static _Thread_local bool reporting;
  static atomic_flag reported = ATOMIC_FLAG_INIT;
  if (!reporting && atomic_flag_test_and_set(&reported))
    for (;;)
      pause();
  if (!reporting) { // otherwise the report itself crashed
    reporting = true;
    say("\nin pass ", tcActivityGet(TC_ACTIVITY_PASS));
    say("\nof kernel ", tcActivityGet(TC_ACTIVITY_KERNEL));
  }
  signal(signal_, SIG_DFL);
  raise(signal_);
}

void workerReportCrashes(void) {
  static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
  struct sigaction action = {.sa_handler = onCrash,
                             .sa_flags = SA_NODEFER | SA_ONSTACK};
  size_t size = 64 << 10;
  stack_t stack = {.ss_sp = malloc(size), .ss_size = size};
  if (stack.ss_sp) // for a stack that is used up
    sigaltstack(&stack, NULL);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; ++i)
    sigaction(signals[i], &action, NULL);
}
