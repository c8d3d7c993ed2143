// Compiles a model for tc-run: in a process of its own, so that the compiler's
// memory is not counted as the model's and a crash of it is only an error.
#include "tc-run/tc-run.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TC_ERROR_RUN_COMPILER = 7700 };

extern char **environ;

double runSeconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void runFindTool(const char *name, char *path, size_t capacity) {
  ssize_t size = readlink("/proc/self/exe", path, capacity - 16);
  path[size > 0 ? size : 0] = 0;
  char *slash = strrchr(path, '/');
  strcpy(slash ? slash + 1 : path, name);
}

static TcStatus failed(const char *compiler, const char *why) {
  return tcStatusMake(TC_ERROR_RUN_COMPILER, "cannot run %s: %s", compiler,
                      why);
}

/// tc-compile has already printed the error; only its exit code is added.
static TcStatus waitFor(pid_t child, const char *compiler) {
  int state = 0;
  while (waitpid(child, &state, 0) < 0 && errno == EINTR)
    ;
  if (WIFEXITED(state) && !WEXITSTATUS(state))
    return TC_OK;
  if (WIFSIGNALED(state))
    return failed(compiler, strsignal(WTERMSIG(state)));
  return tcStatusMake(TC_ERROR_RUN_COMPILER, "tc-compile failed (exit code %d)",
                      WEXITSTATUS(state));
}

/// Completes "cuda" to the chip of the local GPU.
static TcStatus completeTarget(const char *target, char *text,
                               size_t capacity) {
  char chip[64];
  snprintf(text, capacity, "--target=%s", target);
  if (strcmp(target, "cuda") && strcmp(target, "rocm"))
    return TC_OK;
  TC_RETURN_IF_ERROR(tcGpuChip(target, 0, chip, sizeof chip));
  snprintf(text, capacity, "--target=%s,tune=%s", target, chip);
  return TC_OK;
}

TcStatus runCompile(const RunOptions *options, const char *path,
                    const char *plan, double *seconds) {
  char compiler[4096];
  runFindTool("tc-compile", compiler, sizeof compiler);
  char target[256];
  TC_RETURN_IF_ERROR(completeTarget(options->target, target, sizeof target));
  char part[32];
  snprintf(part, sizeof part, "--part=%s", options->part ? options->part : "");
  char wrt[4096];
  snprintf(wrt, sizeof wrt, "--wrt=%s", options->wrt ? options->wrt : "");
  char planOption[128];
  snprintf(planOption, sizeof planOption, "--plan=%s", plan ? plan : "");
  char *arguments[] = {compiler,
                       (char *)(uintptr_t)options->model,
                       "-o",
                       (char *)(uintptr_t)path,
                       target,
                       plan ? planOption : "--threads=0",
                       options->part ? part : NULL,
                       options->part ? wrt : NULL,
                       options->wide ? "--wide" : NULL,
                       NULL};
  double start = runSeconds();
  pid_t child;
  int error = posix_spawn(&child, compiler, NULL, NULL, arguments, environ);
  if (error)
    return failed(compiler, strerror(error));
  TC_RETURN_IF_ERROR(waitFor(child, compiler));
  *seconds = runSeconds() - start;
  return TC_OK;
}
