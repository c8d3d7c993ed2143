// --bisect: finds the first wrong pass, with the tc-interpret beside this
// program, or else the first wrong launch of a run, with its judge, and saves a
// program that shows it.
#include "tc-run/tc-run.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TC_ERROR_RUN_OPTION = 1700, TC_ERROR_RUN_BISECT = 1708 };

extern char **environ;

// Exit codes of tc-interpret --bisect.
enum { KEPT = 0, FOUND = 1, NOT_EVALUATED = 2 };

static int runTool(char *const *arguments) {
  pid_t child;
  int state = 0;
  if (posix_spawn(&child, arguments[0], NULL, NULL, arguments, environ))
    return -1;
  while (waitpid(child, &state, 0) < 0 && errno == EINTR)
    ;
  return WIFEXITED(state) ? WEXITSTATUS(state) : -1;
}

static bool isGpu(const char *target) {
  static const char *const gpus[] = {"cuda", "rocm", "emulate"};
  for (int i = 0; i < 3; ++i)
    if (!strncmp(target, gpus[i], strlen(gpus[i])))
      return true;
  return false;
}

static bool isText(const char *path) {
  size_t length = strlen(path);
  return length > 5 && !strcmp(path + length - 5, ".mlir");
}

static TcStatus askPasses(const RunOptions *o) {
  char tool[4096], bisect[4200];
  runFindTool("tc-interpret", tool, sizeof tool);
  snprintf(bisect, sizeof bisect, "--bisect=%s", o->save);
  char *arguments[] = {
      tool, (char *)(uintptr_t)o->model, bisect,
      isGpu(o->target) ? "--pipeline=tc-gpu" : "--pipeline=tc-cpu", NULL};
  switch (runTool(arguments)) {
  case KEPT:
    return TC_OK;
  case NOT_EVALUATED:
    puts("the passes are not compared; each launch is");
    fflush(stdout);
    return TC_OK;
  default:
    return tcStatusMake(TC_ERROR_RUN_BISECT,
                        "a pass is wrong, as tc-interpret has said");
  }
}

TcStatus runBisect(RunOptions *o, char *path, size_t room) {
  if (!isText(o->model) || o->grad || o->steps)
    return tcStatusMake(TC_ERROR_RUN_OPTION,
                        "--bisect takes an .mlir, without --grad and --steps");
  snprintf(path, room, "%.*s.bisected.mlir", (int)strlen(o->model) - 5,
           o->model);
  if (!o->save)
    o->save = path;
  unlink(o->save); // of an earlier find
  o->check = true;
  return askPasses(o);
}

void runBisectReport(const RunOptions *o, const RunError *error) {
  bool saved = !access(o->save, F_OK);
  if (error->right)
    puts("all launches are right");
  else if (saved)
    printf("%s shows it\n", o->save);
  else
    puts("all launches are right, but not the results: the decompositions "
         "differ from what is expected");
}
