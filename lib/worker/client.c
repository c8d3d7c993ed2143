//===- client.c - Workers, started once and reused -----------------*- C
//-*-===//

#include "worker/client.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_WORKERS = 64, POLL_MILLISECONDS = 100, SAID = 1024 };

/// One process. Of those in the table, `busy` ones belong to a thread.
typedef struct Worker {
  _Atomic pid_t pid; ///< 0: none
  int fd;            ///< our end of the socket
  int said;          ///< a file in memory: its standard error
  bool busy;
  uint64_t peak; ///< Bytes that it had, once it has ended.
} Worker;

struct TcWorkers {
  char *path;
  unsigned limit;
  _Atomic unsigned started;
  pthread_mutex_t mutex;
  pthread_cond_t idle;
  Worker table[MAX_WORKERS];
};

extern char **environ;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

//===----------------------------------------------------------------------===//
// A process
//===----------------------------------------------------------------------===//

/// The worker's own signals are those of a fresh program.
static int setAttributes(posix_spawnattr_t *attributes) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(attributes, &none);
  posix_spawnattr_setsigdefault(attributes, &all);
  return posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK |
                                                  POSIX_SPAWN_SETSIGDEF);
}

/// Our environment, and, unless that has tunables, a heap on large pages: a
/// compiler's objects are small and touched at random, and misses of the TLB
/// were a tenth to a seventh of its time. Assemblers and linkers that it starts
/// inherit them. To be freed; NULL without memory.
static char **workerEnvironment(void) {
  static char heap[] = "GLIBC_TUNABLES=glibc.malloc.hugetlb=1:"
                       "glibc.malloc.top_pad=16777216";
  size_t n = 0;
  while (environ && environ[n])
    ++n;
  char **all = malloc((n + 2) * sizeof *all);
  if (!all)
    return NULL;
  if (n)
    memcpy(all, environ, n * sizeof *all);
  if (!getenv("GLIBC_TUNABLES"))
    all[n++] = heap;
  all[n] = NULL;
  return all;
}

static int spawn(const char *path, int socket, int said, pid_t *pid) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error)
    return error;
  posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, said, STDERR_FILENO);
  posix_spawn_file_actions_adddup2(&actions, said, STDOUT_FILENO);
  char *arguments[] = {(char *)(uintptr_t)path, NULL};
  char **environment = workerEnvironment();
  error = posix_spawnattr_init(&attributes);
  if (!error) {
    error = setAttributes(&attributes);
    if (!error)
      error = posix_spawn(pid, path, &actions, &attributes, arguments,
                          environment ? environment : environ);
    posix_spawnattr_destroy(&attributes);
  }
  free(environment);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

static TcStatus cannotStart(const char *path, const char *why) {
  return tcStatusMake(TC_ERROR_WORKER_START,
                      "cannot run the compiler's worker %s: %s", path, why);
}

static void closeWorker(Worker *w) {
  close(w->fd);
  close(w->said);
  w->pid = 0;
}

/// Returns the worker's exit state, killing it first if asked, and records its
/// peak memory. If other code of the process has already waited for it, it
/// counts as failed.
static int endWorker(Worker *w, bool kill_) {
  int state = 0;
  struct rusage usage = {.ru_maxrss = 0};
  if (kill_)
    kill(w->pid, SIGKILL);
  pid_t got;
  while ((got = wait4(w->pid, &state, 0, &usage)) < 0 && errno == EINTR)
    ;
  w->peak = (uint64_t)usage.ru_maxrss << 10;
  return got == w->pid ? state : 1 << 8;
}

/// The last lines of what the worker wrote to its standard error, in `text`.
static const char *lastWords(const Worker *w, char *text) {
  off_t size = lseek(w->said, 0, SEEK_END);
  off_t from = size > SAID - 1 ? size - (SAID - 1) : 0;
  ssize_t got = size > 0 ? pread(w->said, text, SAID - 1, from) : 0;
  text[got > 0 ? got : 0] = 0;
  for (size_t n = strlen(text); n && text[n - 1] == '\n'; --n)
    text[n - 1] = 0;
  return text;
}

/// How a process ended, in `how`.
static const char *describeEnd(int state, char *how, size_t size) {
  if (WIFSIGNALED(state))
    snprintf(how, size, "%s", strsignal(WTERMSIG(state)));
  else
    snprintf(how, size, "exit code %d", WEXITSTATUS(state));
  return how;
}

/// Whether it is a worker of this version; `said`: whether it says what it is.
static bool sayHello(const Worker *w, bool *said) {
  TcMessage hello = {0};
  *said = tcMessageRead(&hello, w->fd, NULL, NULL);
  const char *text = *said ? tcMessageFind(&hello, TC_FIELD_HELLO, NULL) : NULL;
  bool good = text && !strcmp(text, tcWorkerHello());
  tcMessageFree(&hello);
  return good;
}

/// Ends what is no worker, and says why it is none.
static TcStatus noWorker(const char *path, Worker *w, bool said) {
  char text[SAID], how[64];
  int state = endWorker(w, true);
  TcStatus status =
      said ? tcStatusMake(TC_ERROR_WORKER_START,
                          "%s is a worker of another version: %s", path,
                          lastWords(w, text))
           : tcStatusMake(TC_ERROR_WORKER_START,
                          "%s ended before it said that it is a worker of this "
                          "version (%s): %s",
                          path, describeEnd(state, how, sizeof how),
                          lastWords(w, text));
  closeWorker(w);
  return status;
}

static TcStatus startWorker(const char *path, Worker *w) {
  int ends[2];
  pid_t pid = 0;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
    return cannotStart(path, strerror(errno));
  w->fd = ends[0];
  w->said = memfd_create("tc-worker", MFD_CLOEXEC);
  int error = w->said < 0 ? errno : spawn(path, ends[1], w->said, &pid);
  w->pid = error ? 0 : pid;
  close(ends[1]);
  if (error) {
    closeWorker(w);
    return cannotStart(path, strerror(error));
  }
  bool said;
  return sayHello(w, &said) ? TC_OK : noWorker(path, w, said);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static unsigned usableCpus(void) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) ? 1 : (unsigned)CPU_COUNT(&set);
}

TcWorkers *tcWorkersCreate(const char *path, unsigned limit) {
  TcWorkers *workers = calloc(1, sizeof *workers);
  if (!workers || !(workers->path = strdup(path))) {
    free(workers);
    return NULL;
  }
  limit = limit ? limit : usableCpus();
  workers->limit = limit < MAX_WORKERS ? limit : MAX_WORKERS;
  pthread_mutex_init(&workers->mutex, NULL);
  pthread_cond_init(&workers->idle, NULL);
  return workers;
}

/// Closing the socket ends an idle worker.
void tcWorkersFree(TcWorkers *workers) {
  if (!workers)
    return;
  for (unsigned i = 0; i < workers->limit; ++i)
    if (workers->table[i].pid) {
      shutdown(workers->table[i].fd, SHUT_RDWR);
      endWorker(&workers->table[i], false);
      closeWorker(&workers->table[i]);
    }
  pthread_cond_destroy(&workers->idle);
  pthread_mutex_destroy(&workers->mutex);
  free(workers->path);
  free(workers);
}

/// An idle worker, else an empty place, else NULL.
static Worker *findPlace(TcWorkers *workers) {
  Worker *empty = NULL;
  for (unsigned i = 0; i < workers->limit; ++i) {
    Worker *w = &workers->table[i];
    if (w->busy)
      continue;
    if (w->pid)
      return w;
    if (!empty)
      empty = w;
  }
  return empty;
}

static void waitForPlace(TcWorkers *workers) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += POLL_MILLISECONDS * 1000000L;
  if (until.tv_nsec >= 1000000000L) {
    until.tv_nsec -= 1000000000L;
    until.tv_sec += 1;
  }
  pthread_cond_timedwait(&workers->idle, &workers->mutex, &until);
}

static void release(TcWorkers *workers, Worker *w) {
  pthread_mutex_lock(&workers->mutex);
  w->busy = false;
  pthread_cond_signal(&workers->idle);
  pthread_mutex_unlock(&workers->mutex);
}

typedef struct Wait {
  const TcWorkerLimits *limits;
  double deadline; ///< 0: none
  TcStatus status; ///< why waiting ended
} Wait;

static TcStatus checkLimits(const Wait *wait) {
  const TcWorkerLimits *limits = wait->limits;
  if (limits->interrupted && limits->interrupted(limits->context))
    return tcStatusMake(TC_ERROR_WORKER_INTERRUPTED,
                        "the compilation was interrupted");
  if (wait->deadline > 0 && now() > wait->deadline)
    return tcStatusMake(TC_ERROR_WORKER_TIME,
                        "the compilation took longer than its limit, %g s: "
                        "raise time_limit, or compile a part of it",
                        limits->seconds);
  return TC_OK;
}

/// Takes a worker, or a place for one, for this thread.
static TcStatus acquire(TcWorkers *workers, Wait *wait, Worker **worker) {
  TcStatus status = TC_OK;
  pthread_mutex_lock(&workers->mutex);
  while (!(*worker = findPlace(workers)) && !status) {
    waitForPlace(workers);
    pthread_mutex_unlock(&workers->mutex); // `interrupted` may take its time
    status = checkLimits(wait);
    pthread_mutex_lock(&workers->mutex);
  }
  if (*worker && !status)
    (*worker)->busy = true;
  pthread_mutex_unlock(&workers->mutex);
  return status;
}

//===----------------------------------------------------------------------===//
// A request
//===----------------------------------------------------------------------===//

static bool waitForAnswer(void *context, int fd) {
  Wait *wait = context;
  for (;;) {
    struct pollfd p = {.fd = fd, .events = POLLIN};
    if (poll(&p, 1, POLL_MILLISECONDS) > 0)
      return true;
    wait->status = checkLimits(wait);
    if (wait->status)
      return false;
  }
}

// Near the memory limit, code that does not check its allocations crashes (much
// of MLIR and LLVM: without a limit allocations rarely fail).
static bool crashedForMemory(const Worker *w, int state, uint64_t limit) {
  return limit && WIFSIGNALED(state) && WTERMSIG(state) != SIGKILL &&
         w->peak + (16 << 20) > limit;
}

static TcStatus died(Worker *w, int state, uint64_t limit) {
  char buffer[SAID];
  const char *text = lastWords(w, buffer);
  text += strspn(text, "\n");
  if ((WIFEXITED(state) && WEXITSTATUS(state) == TC_WORKER_EXIT_NO_MEMORY) ||
      crashedForMemory(w, state, limit))
    return tcStatusMake(TC_ERROR_WORKER_NO_MEMORY,
                        "the compiler used up its memory: raise memory_limit, "
                        "or compile a part of the program");
  char how[64];
  return tcStatusMake(
      TC_ERROR_WORKER_DIED, "the compiler's worker process died (%s)%s%s",
      describeEnd(state, how, sizeof how), *text ? ": " : "", text);
}

/// `gone`: the worker had ended before it got the request, which can be sent
/// to another one.
static TcStatus exchange(Worker *w, const TcMessage *request, Wait *wait,
                         TcMessage *answer, bool *gone) {
  *gone = false;
  if (ftruncate(w->said, 0) || lseek(w->said, 0, SEEK_SET) < 0)
    return tcStatusMake(TC_ERROR_WORKER_DIED, "%s", strerror(errno));
  if (request->failed)
    return tcStatusMake(6600, "no memory to compile with");
  bool sent = tcMessageWrite(request, w->fd);
  if (sent && tcMessageRead(answer, w->fd, waitForAnswer, wait))
    return TC_OK;
  bool noMemory = errno == ENOMEM;
  // Half of a message is left in the socket whatever happened.
  int state = endWorker(w, wait->status != TC_OK || noMemory);
  TcStatus status = wait->status;
  if (!status && noMemory)
    status = tcStatusMake(6600, "no memory for what was compiled");
  *gone = !status && (!sent || !state); // or it ended after a long idle time
  if (!status)
    status = died(w, state, tcMessageNumber(request, TC_FIELD_MEMORY_LIMIT));
  closeWorker(w);
  return status;
}

static TcStatus callOnce(TcWorkers *workers, const TcMessage *request,
                         Wait *wait, TcMessage *answer, bool *gone) {
  Worker *w;
  *gone = false;
  TC_RETURN_IF_ERROR(acquire(workers, wait, &w));
  TcStatus status = TC_OK;
  if (!w->pid) {
    status = startWorker(workers->path, w);
    ++workers->started;
  }
  if (!status)
    status = exchange(w, request, wait, answer, gone);
  release(workers, w);
  return status;
}

TcStatus tcWorkersCall(TcWorkers *workers, const TcMessage *request,
                       const TcWorkerLimits *limits, TcMessage *answer) {
  static const TcWorkerLimits none;
  Wait wait = {.limits = limits ? limits : &none};
  if (wait.limits->seconds > 0)
    wait.deadline = now() + wait.limits->seconds;
  bool gone;
  TcStatus status = callOnce(workers, request, &wait, answer, &gone);
  // Workers that somebody ended while they were idle.
  for (unsigned i = 0; gone && i <= workers->limit; ++i) {
    tcStatusFree(status);
    status = callOnce(workers, request, &wait, answer, &gone);
  }
  return status ? status : tcMessageStatus(answer);
}

//===----------------------------------------------------------------------===//
// fork
//===----------------------------------------------------------------------===//

void tcWorkersBeforeFork(TcWorkers *workers) {
  pthread_mutex_lock(&workers->mutex);
}

void tcWorkersAfterFork(TcWorkers *workers) {
  pthread_mutex_unlock(&workers->mutex);
}

void tcWorkersInChild(TcWorkers *workers) {
  for (unsigned i = 0; i < workers->limit; ++i) {
    if (workers->table[i].pid)
      closeWorker(&workers->table[i]);
    workers->table[i].pid = 0;
    workers->table[i].busy = false;
  }
  workers->started = 0;
  pthread_mutex_init(&workers->mutex, NULL);
  pthread_cond_init(&workers->idle, NULL);
}

size_t tcWorkersList(TcWorkers *workers, int *pids, size_t capacity,
                     unsigned *started) {
  size_t count = 0;
  pthread_mutex_lock(&workers->mutex);
  for (unsigned i = 0; i < workers->limit; ++i)
    if (workers->table[i].pid) {
      if (count < capacity)
        pids[count] = workers->table[i].pid;
      ++count;
    }
  if (started)
    *started = workers->started;
  pthread_mutex_unlock(&workers->mutex);
  return count;
}
