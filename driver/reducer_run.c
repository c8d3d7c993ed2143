// Runs the command that shows a bug, and reports how it ended.
#include "driver/reducer.h"
#include "support/map.h"
#include "support/status.h"

#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_OUTPUT = 1 << 20 };

static void appendCommand(TcStrBuf *out, const char *command,
                          const char *path) {
  for (const char *at; (at = strstr(command, "{}")); command = at + 2) {
    tcStrBufAppendN(out, command, (size_t)(at - command));
    tcStrBufAppend(out, path);
  }
  tcStrBufAppend(out, command);
}

// In a process group of its own, so that what it starts ends with it.
static pid_t start(const char *command, int output) {
  pid_t pid = fork();
  if (pid)
    return pid;
  setpgid(0, 0);
  dup2(output, 1);
  dup2(output, 2);
  close(output);
  execl("/bin/sh", "sh", "-c", command, (char *)NULL);
  _exit(127);
}

static int64_t millisecondsNow(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

// Reads the command's output until it closes it. False if that takes too long.
static bool readOutput(int input, unsigned seconds, TcStrBuf *said) {
  int64_t limit = millisecondsNow() + 1000 * (int64_t)seconds;
  for (;;) {
    int64_t left = limit - millisecondsNow();
    struct pollfd poller = {.fd = input, .events = POLLIN};
    if (left <= 0 || poll(&poller, 1, (int)left) == 0)
      return false;
    char part[4096];
    ssize_t n = read(input, part, sizeof part);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return true;
    if (said->size < MAX_OUTPUT)
      tcStrBufAppendN(said, part, (size_t)n);
  }
}

// Whether a word of a message stays as it is while its program gets smaller: it
// has four letters or more, and nothing of names, numbers, types, and paths. So
// does the number of a constraint, C3.
static bool isOfSkeleton(const char *word, size_t size) {
  if (size == 2 && word[0] == 'C' && isdigit((unsigned char)word[1]))
    return true;
  for (size_t i = 0; i < size; ++i)
    if (!isalpha((unsigned char)word[i]) && !strchr("._-", word[i]))
      return false;
  return size >= 4;
}

static uint64_t skeletonOf(const char *message, const char *end) {
  static const char around[] = ".,;:()'\"";
  uint64_t hash = 0;
  for (const char *at = message; at < end;) {
    size_t size = strcspn(at, " \t\r\n");
    const char *first = at, *last = at + size;
    at = last + (*last != 0);
    while (first < last && strchr(around, *first))
      ++first;
    while (first < last && strchr(around, last[-1]))
      --last;
    if (isOfSkeleton(first, (size_t)(last - first)))
      hash = tcHashBytes(first, (size_t)(last - first), hash + 1);
  }
  return hash;
}

// The first "[TC-nnnn] message" of what was said.
static void readMessage(const char *said, TcRunEnd *end) {
  const char *at = strstr(said, "[TC-");
  if (!at)
    return;
  end->number = atoi(at + 4);
  end->skeleton = skeletonOf(at, at + strcspn(at, "\n"));
}

// A shell gives the signal of its last command as 128 + signal.
static void readStatus(int status, TcRunEnd *end) {
  if (WIFSIGNALED(status))
    end->signal = WTERMSIG(status);
  else if (WEXITSTATUS(status) > 128)
    end->signal = WEXITSTATUS(status) - 128;
  else
    end->exitCode = WEXITSTATUS(status);
}

static TcStatus runShell(const char *command, unsigned seconds, TcRunEnd *end) {
  int ends[2];
  if (pipe(ends))
    return tcStatusMake(7605, "no pipe: %s", strerror(errno));
  pid_t pid = start(command, ends[1]);
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    return tcStatusMake(7605, "cannot start '%s': %s", command,
                        strerror(errno));
  }
  TcStrBuf said = {0};
  end->timedOut = !readOutput(ends[0], seconds, &said);
  if (end->timedOut)
    kill(-pid, SIGKILL);
  close(ends[0]);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
    ;
  if (!end->timedOut)
    readStatus(status, end);
  readMessage(tcStrBufText(&said), end);
  TcStatus failed = tcStrBufStatus(&said);
  tcStrBufFree(&said);
  return failed;
}

TcStatus tcReduceRun(const char *command, const char *path, unsigned seconds,
                     TcRunEnd *end) {
  *end = (TcRunEnd){0};
  TcStrBuf text = {0};
  appendCommand(&text, command, path);
  TcStatus status = tcStrBufStatus(&text);
  if (!status)
    status = runShell(tcStrBufText(&text), seconds, end);
  tcStrBufFree(&text);
  return status;
}

bool tcRunEndIsSame(const TcRunEnd *a, const TcRunEnd *b) {
  if (a->timedOut || b->timedOut)
    return a->timedOut && b->timedOut;
  if (a->signal || b->signal)
    return a->signal == b->signal;
  return a->exitCode == b->exitCode && a->number == b->number &&
         a->skeleton == b->skeleton;
}
