// tc-run --check: sends every launch, of the preparation and of the first call,
// to a process of tc-interpret, which evaluates its kernel on the same bytes
// and reports whether the results are within their bounds (docs/numerics.md).
// The format is that of driver/judge_stream.h.
#include "tc-run/tc-run.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TC_ERROR_RUN_JUDGE = 7705 };

extern char **environ;

typedef struct RunJudge {
  const RunModel *model;
  pid_t child;
  FILE *to, *from;
  char *memory; // of one buffer
  size_t capacity;
} RunJudge;

static TcStatus failed(const char *why) {
  return tcStatusMake(TC_ERROR_RUN_JUDGE,
                      "the launches cannot be judged: tc-interpret %s", why);
}

//===----------------------------------------------------------------------===//
// Writing launches
//===----------------------------------------------------------------------===//

// How the process came to its end, of which a write has told.
static TcStatus ended(RunJudge *j) {
  char why[96];
  int state = 0;
  while (j->child > 0 && waitpid(j->child, &state, 0) < 0 && errno == EINTR)
    ;
  j->child = 0;
  if (WIFSIGNALED(state))
    snprintf(why, sizeof why, "was ended by signal %d", WTERMSIG(state));
  else
    snprintf(why, sizeof why, "ended with exit code %d before it had read all",
             WEXITSTATUS(state));
  return failed(why);
}

static bool put(RunJudge *j, const void *data, size_t size) {
  return fwrite(data, 1, size, j->to) == size;
}

static bool putNumber(RunJudge *j, uint32_t number) {
  return put(j, &number, sizeof number);
}

static TcStatus putBuffer(RunJudge *j, const TcLaunchView *view, uint32_t i) {
  uint64_t bytes = tcLaunchBufferBytes(view, i);
  if (bytes > j->capacity || !j->memory) {
    free(j->memory);
    j->memory = malloc((size_t)bytes + 1);
    j->capacity = j->memory ? (size_t)bytes : 0;
    if (!j->memory)
      return tcStatusMake(6700, "no memory for a buffer of a launch");
  }
  TC_RETURN_IF_ERROR(tcLaunchReadBuffer(view, i, j->memory));
  return put(j, &bytes, sizeof bytes) && put(j, j->memory, (size_t)bytes)
             ? TC_OK
             : ended(j);
}

static TcStatus watch(void *context, const TcLaunchView *view) {
  RunJudge *j = context;
  const TcStep *step = view->step;
  uint32_t n = j->model->d->numSymbols;
  uint32_t first = view->isDone ? step->numOperands : 0;
  uint32_t count = view->isDone ? step->numResults : step->numOperands;
  bool good = putNumber(j, view->section) && putNumber(j, step->launch) &&
              putNumber(j, n) && put(j, view->symbols, n * sizeof(int64_t)) &&
              putNumber(j, count);
  if (!good)
    return ended(j);
  for (uint32_t i = 0; i < count; ++i)
    TC_RETURN_IF_ERROR(putBuffer(j, view, first + i));
  return TC_OK;
}

static bool putSymbols(RunJudge *j) {
  const TcProgramDescriptor *d = j->model->d;
  bool good = putNumber(j, d->numSymbols);
  for (uint32_t i = 0; i < d->numSymbols && good; ++i) {
    uint32_t length = (uint32_t)strlen(d->symbols[i].name);
    good = putNumber(j, length) && put(j, d->symbols[i].name, length);
  }
  return good;
}

//===----------------------------------------------------------------------===//
// The process
//===----------------------------------------------------------------------===//

static TcStatus spawn(RunJudge *j, const char *plan, const int *in,
                      const int *out) {
  char tool[4096];
  runFindTool("tc-interpret", tool, sizeof tool);
  char save[4096];
  const char *file = j->model->options->save;
  snprintf(save, sizeof save, "--save=%s", file ? file : "");
  char judge[] = "--judge", distinct[] = "--judge=distinct";
  char *arguments[] = {tool, (char *)(uintptr_t)plan,
                       j->model->options->distinct ? distinct : judge,
                       file ? save : NULL, NULL};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in[0], 0);
  posix_spawn_file_actions_adddup2(&actions, out[1], 1);
  int error = posix_spawn(&j->child, tool, &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(in[0]);
  close(out[1]);
  j->to = fdopen(in[1], "wb");
  j->from = fdopen(out[0], "rb");
  return error ? failed(strerror(error)) : TC_OK;
}

TcStatus runJudgeOpen(RunModel *m, const char *plan) {
  int in[2], out[2];
  RunJudge *j = m->judge = calloc(1, sizeof *j);
  // No judge of another model keeps them open.
  if (!j || pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC))
    return tcStatusMake(6700, "no memory to judge launches");
  j->model = m;
  signal(SIGPIPE, SIG_IGN); // its end is an error of a write
  TC_RETURN_IF_ERROR(spawn(j, plan, in, out));
  if (!j->to || !j->from || !putSymbols(j))
    return failed("does not start");
  tcProgramSetWatcher(m->program, watch, j);
  return TC_OK;
}

// Parses the line that tc-interpret --judge prints.
static TcStatus readVerdict(RunJudge *j, RunError *error) {
  char line[1024];
  long long wrong, launches, evaluated, elements, undecided;
  int right, at = 0;
  double worst;
  if (!fgets(line, sizeof line, j->from) ||
      sscanf(line, "%d %lld %lld %lld %lld %lld %lf %n", &right, &launches,
             &evaluated, &wrong, &elements, &undecided, &worst, &at) < 7)
    return failed("gave up, and said why");
  line[strcspn(line, "\n")] = 0;
  error->launches = launches;
  error->evaluated = evaluated;
  error->elements = elements;
  error->undecided = undecided;
  if (!error->known) {
    error->known = error->right = true;
    error->error = worst;
    error->bound = 1;
  }
  if (!right && (error->right || j->model->options->bisect)) {
    error->right = false;
    error->error = INFINITY;
    error->bound = 1;
    snprintf(error->worst, sizeof error->worst, "%.500s", line + at);
  }
  return TC_OK;
}

TcStatus runJudgeClose(RunModel *m, RunError *error) {
  RunJudge *j = m->judge;
  int state = 0;
  if (!j)
    return TC_OK;
  m->judge = NULL;
  tcProgramSetWatcher(m->program, NULL, NULL);
  if (j->to)
    fclose(j->to);
  TcStatus status = j->from ? readVerdict(j, error) : TC_OK;
  if (j->from)
    fclose(j->from);
  while (j->child > 0 && waitpid(j->child, &state, 0) < 0 && errno == EINTR)
    ;
  free(j->memory);
  free(j);
  return status;
}
