// Runs another program on bytes, through files in a temporary folder. See
// tool.h.
#include "target/gpu/tool.h"

#include "support/strbuf.h"
#include "target/find_tool.h"
#include "target/self.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { MAX_ARGUMENTS = 16, SAID = 2000 };

bool tcToolFind(const TcTool *tool, char *path) {
  return tcFindTool(tool->name, tool->variable, tool->places, path);
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

typedef struct Work {
  char folder[256], input[300], output[300], said[300];
} Work;

static TcStatus failed(const char *what, const char *where) {
  return tcStatusMake(TC_ERROR_TOOL_FAILED, "cannot %s %s: %s", what, where,
                      strerror(errno));
}

static TcStatus openWork(Work *w) {
  const char *root = getenv("TMPDIR");
  snprintf(w->folder, sizeof w->folder, "%.200s/tc-XXXXXX",
           root && *root ? root : "/tmp");
  if (!mkdtemp(w->folder)) {
    TcStatus status = failed("make a folder", w->folder);
    w->folder[0] = 0;
    return status;
  }
  snprintf(w->input, sizeof w->input, "%s/in", w->folder);
  snprintf(w->output, sizeof w->output, "%s/out", w->folder);
  snprintf(w->said, sizeof w->said, "%s/said", w->folder);
  return TC_OK;
}

static void closeWork(Work *w) {
  if (!w->folder[0])
    return;
  unlink(w->input);
  unlink(w->output);
  unlink(w->said);
  rmdir(w->folder);
}

static TcStatus writeFile(const char *path, const TcBytes *bytes) {
  FILE *f = fopen(path, "wb");
  bool good = f && fwrite(bytes->data, 1, bytes->size, f) == bytes->size;
  if (f)
    good = !fclose(f) && good;
  return good ? TC_OK : failed("write", path);
}

static TcStatus readFile(const char *path, TcBytes *bytes) {
  FILE *f = fopen(path, "rb");
  if (!f || fseek(f, 0, SEEK_END)) {
    if (f)
      fclose(f);
    return failed("read", path);
  }
  long size = ftell(f);
  rewind(f);
  bytes->data = size > 0 ? malloc((size_t)size) : NULL;
  bool good =
      bytes->data && fread(bytes->data, 1, (size_t)size, f) == (size_t)size;
  fclose(f);
  bytes->size = good ? (size_t)size : 0;
  if (good)
    return TC_OK;
  tcBytesFree(bytes);
  return failed("read", path);
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

static int spawn(const Work *w, const char *path, char *const *arguments,
                 pid_t *child) {
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error)
    return error;
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, w->said,
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  error = posix_spawn(child, path, &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

static TcStatus judge(const TcTool *tool, const Work *w, int state) {
  char said[SAID + 1] = "";
  if (WIFEXITED(state) && !WEXITSTATUS(state))
    return TC_OK;
  FILE *f = fopen(w->said, "rb");
  if (f) {
    said[fread(said, 1, SAID, f)] = 0;
    fclose(f);
  }
  return tcStatusMake(TC_ERROR_TOOL_FAILED, "%s failed (%s %d): %s", tool->name,
                      WIFEXITED(state) ? "exit code" : "signal",
                      WIFEXITED(state) ? WEXITSTATUS(state) : WTERMSIG(state),
                      said);
}

static TcStatus runIn(const TcTool *tool, const Work *w, const char *path,
                      const char *extra) {
  const char *arguments[MAX_ARGUMENTS + 6];
  size_t n = 0;
  arguments[n++] = strcmp(path, TC_SELF_PATH) ? path : tool->name;
  for (const char *const *o = tool->options; *o && n < MAX_ARGUMENTS; ++o)
    arguments[n++] = *o;
  if (extra)
    arguments[n++] = extra;
  arguments[n++] = "-o";
  arguments[n++] = w->output;
  arguments[n++] = w->input;
  arguments[n] = NULL;
  pid_t child;
  int state = 0,
      error = spawn(w, path, (char *const *)(uintptr_t)arguments, &child);
  if (error)
    return tcStatusMake(TC_ERROR_TOOL_FAILED, "cannot run %s: %s", path,
                        strerror(error));
  while (waitpid(child, &state, 0) < 0 && errno == EINTR)
    ;
  return judge(tool, w, state);
}

TcStatus tcToolRun(const TcTool *tool, const char *path, const char *extra,
                   const TcBytes *input, TcBytes *output) {
  Work w = {{0}, {0}, {0}, {0}};
  TcStatus status = openWork(&w);
  if (!status)
    status = writeFile(w.input, input);
  if (!status)
    status = runIn(tool, &w, path, extra);
  if (!status)
    status = readFile(w.output, output);
  closeWork(&w);
  return status;
}
