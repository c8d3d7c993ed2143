// Reports the pass and kernel of a crash, or where memory ran out, on the
// standard error, which the user reads, or the client of a worker.
#include "support/activity.h"
#include "support/fault.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
enum { NUM_SIGNALS = sizeof signals / sizeof *signals };

static struct {
  const char *tool;
  struct sigaction before[NUM_SIGNALS]; // of LLVM, which removes its files
  void *stack; // leak checkers do not see what the kernel holds
} reporter;

static void say(const char *what) {
  ssize_t written = write(STDERR_FILENO, what, strlen(what));
  (void)written;
}

static void sayName(const char *what, const char *name) {
  if (!*name)
    return;
  say(what);
  say(name);
}

static void report(const char *what) {
  if (reporter.tool) {
    say(reporter.tool);
    say(": error: ");
    say(what);
  }
  sayName("\nin pass ", tcActivityGet(TC_ACTIVITY_PASS));
  sayName("\nof kernel ", tcActivityGet(TC_ACTIVITY_KERNEL));
  if (reporter.tool)
    say("\n");
}

// Other threads wait: one report, and no crash before it.
static bool isFirst(void) {
  static atomic_flag reported = ATOMIC_FLAG_INIT;
  return !atomic_flag_test_and_set(&reported);
}

void tcEndWithoutMemory(void) {
  while (!isFirst())
    pause();
  report("[TC-6001] out of memory");
  _exit(1);
}

// The thread that crashes first reports. Others that crash meanwhile wait, so
// that they do not end the process before the report.
static void onCrash(int signal_) {
  static _Thread_local bool reporting;
  if (!reporting) { // otherwise the report itself crashed
    while (!isFirst())
      pause();
    reporting = true;
    report("[TC-7602] the compiler crashed; tc-reduce makes a program that "
           "shows it small");
  }
  for (size_t i = 0; i < NUM_SIGNALS; ++i)
    sigaction(signals[i], &reporter.before[i], NULL);
  raise(signal_);
}

void tcReportCrashes(const char *tool) {
  struct sigaction action = {.sa_handler = onCrash,
                             .sa_flags = SA_NODEFER | SA_ONSTACK};
  size_t size = 64 << 10;
  reporter.stack = malloc(size);
  stack_t stack = {.ss_sp = reporter.stack, .ss_size = size};
  if (stack.ss_sp) // for a stack that is used up
    sigaltstack(&stack, NULL);
  reporter.tool = tool;
  for (size_t i = 0; i < NUM_SIGNALS; ++i)
    sigaction(signals[i], &action, &reporter.before[i]);
}
