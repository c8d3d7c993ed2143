// --tasks N: what each kernel would take on N threads, whatever cores there
// are: each task is timed alone, then tasks are dealt to threads as they would
// claim them. It shows launches of too few tasks, or of unequal ones; not what
// threads cost each other, such as memory's bandwidth.
#include "tc-run/tc-run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// A phase of a launch of a call: what each task takes, the least of all calls.
typedef struct Phase {
  const char *name;
  int64_t numTasks, grain;
  double *seconds;
} Phase;

typedef struct Dealer {
  Phase *phases;
  uint32_t count, capacity;
  uint32_t at;   // the next phase of this call
  bool isDealt;  // the current phase's tasks are timed
  bool noMemory; // for all phases
  void *scratch;
  size_t scratchBytes;
  double *free; // when each thread is
  uint32_t threads;
} Dealer;

static double secondsOfThread(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

//===- Timing -------------------------------------------------------------===//

// The next phase of the call, which the calls before have had, too. NULL where
// it was another one then, which is what is printed, or there is no memory.
static Phase *nextPhase(Dealer *d, int64_t numTasks, int64_t grain) {
  d->noMemory |= d->at == d->capacity;
  if (d->noMemory)
    return NULL;
  Phase *p = &d->phases[d->at++];
  if (d->at <= d->count)
    return p->numTasks == numTasks ? p : NULL;
  *p = (Phase){.numTasks = numTasks, .grain = grain > 0 ? grain : 1};
  p->seconds = malloc((size_t)numTasks * sizeof *p->seconds);
  for (int64_t i = 0; p->seconds && i < numTasks; ++i)
    p->seconds[i] = 1e9;
  d->noMemory = !p->seconds;
  d->count = d->at;
  return p->seconds ? p : NULL;
}

static bool growScratch(Dealer *d, size_t bytes) {
  enum { LINE = 64 };
  if (bytes <= d->scratchBytes)
    return true;
  free(d->scratch);
  d->scratch = aligned_alloc(LINE, (bytes + LINE - 1) / LINE * LINE);
  d->scratchBytes = d->scratch ? bytes : 0;
  return d->scratch;
}

// A TcParallelFor.
static TcStatus timeTasks(void *context, TcPhaseFn phase, void *const *buffers,
                          const int64_t *sizes, int64_t numTasks, int64_t grain,
                          size_t scratchBytes) {
  Dealer *d = context;
  if (numTasks <= 0)
    return TC_OK;
  if (!growScratch(d, scratchBytes))
    return runNoMemory("the scratch of a task");
  Phase *p = nextPhase(d, numTasks, grain);
  d->isDealt = true;
  for (int64_t i = 0; i < numTasks; ++i) {
    double start = secondsOfThread();
    phase(buffers, sizes, d->scratch, i, i + 1);
    double took = secondsOfThread() - start;
    if (p && took < p->seconds[i])
      p->seconds[i] = took;
  }
  return TC_OK;
}

// Names the phase; one that runs without scratch in one task is timed here.
static void notePhase(void *context, const TcLaunchRecord *record) {
  Dealer *d = context;
  if (record->numTasks <= 0)
    return;
  if (!d->isDealt) {
    Phase *p = nextPhase(d, 1, 1);
    if (p && record->seconds < p->seconds[0])
      p->seconds[0] = record->seconds;
  }
  if (d->at && !d->noMemory)
    d->phases[d->at - 1].name = record->name;
  d->isDealt = false;
}

//===- Dealing ------------------------------------------------------------===//

static double sumOf(const Phase *p) {
  double sum = 0;
  for (int64_t i = 0; i < p->numTasks; ++i)
    sum += p->seconds[i];
  return sum;
}

// Until the last task is done: the thread that is free first claims the next
// `grain` tasks.
static double spanOf(const Dealer *d, const Phase *p) {
  double last = 0;
  memset(d->free, 0, d->threads * sizeof *d->free);
  for (int64_t i = 0; i < p->numTasks;) {
    uint32_t first = 0;
    for (uint32_t t = 1; t < d->threads; ++t)
      first = d->free[t] < d->free[first] ? t : first;
    for (int64_t n = 0; n < p->grain && i < p->numTasks; ++n)
      d->free[first] += p->seconds[i++];
    last = d->free[first] > last ? d->free[first] : last;
  }
  return last;
}

// A kernel's phases of one name.
typedef struct Row {
  const char *name;
  int64_t tasks; // of a launch, at most
  double all, span, longest;
} Row;

static void addPhase(const Dealer *d, const Phase *p, Row *row) {
  row->name = p->name;
  row->tasks = p->numTasks > row->tasks ? p->numTasks : row->tasks;
  row->all += sumOf(p);
  row->span += spanOf(d, p);
  for (int64_t i = 0; i < p->numTasks; ++i)
    row->longest = p->seconds[i] > row->longest ? p->seconds[i] : row->longest;
}

static int compareRows(const void *a, const void *b) {
  double x = ((const Row *)a)->span, y = ((const Row *)b)->span;
  return (x < y) - (x > y);
}

static void printRow(const Dealer *d, const Row *row) {
  double busy = row->span > 0 ? row->all / row->span / d->threads : 1;
  printf("%9.3f %9.3f %6.0f", 1e3 * row->all, 1e3 * row->span, 100 * busy);
  if (row->name)
    printf(" %8lld %10.1f  %s\n", (long long)row->tasks, 1e6 * row->longest,
           row->name);
  else
    printf(" %8s %10s  all\n", "", "");
}

static void printRows(const Dealer *d, Row *rows) {
  uint32_t count = 0;
  Row all = {0};
  for (uint32_t i = 0; i < d->count; ++i) {
    const Phase *p = &d->phases[i];
    uint32_t at = 0;
    while (at < count && strcmp(rows[at].name, p->name))
      ++at;
    count += at == count;
    addPhase(d, p, &rows[at]);
  }
  qsort(rows, count, sizeof *rows, compareRows);
  printf("%9s %6s %2u %6s %8s %10s  kernel\n", "ms", "ms on", d->threads,
         "% busy", "tasks", "longest us");
  for (uint32_t i = 0; i < count; ++i) {
    printRow(d, &rows[i]);
    all.all += rows[i].all;
    all.span += rows[i].span;
  }
  printRow(d, &all);
}

//===- Calls --------------------------------------------------------------===//

static TcStatus timeCalls(RunModel *m, Dealer *d) {
  m->parallelFor = timeTasks;
  m->parallelContext = d;
  m->numThreads = d->threads;
  tcProgramSetObserver(m->program, notePhase, d);
  TcStatus status = TC_OK;
  for (uint32_t i = 0; !status && i <= m->options->repeat; ++i) {
    d->at = 0;
    status = runModelCall(m);
  }
  tcProgramSetObserver(m->program, NULL, NULL);
  m->parallelFor = NULL;
  return status;
}

TcStatus runTasks(RunModel *m) {
  enum { MOST = 1 << 16, TC_ERROR_RUN_OPTION = 1700 }; // phases of a call
  if (tcIsGpuProgram(m->d))
    return tcStatusMake(TC_ERROR_RUN_OPTION,
                        "--tasks is for kernels that run on a CPU");
  Dealer d = {.capacity = MOST, .threads = m->options->tasksOf};
  d.phases = calloc(d.capacity, sizeof *d.phases);
  d.free = calloc(d.threads, sizeof *d.free);
  TcStatus status =
      d.phases && d.free ? timeCalls(m, &d) : runNoMemory("times of tasks");
  Row *rows = status ? NULL : calloc(d.count + 1u, sizeof *rows);
  if (!status)
    status = rows && !d.noMemory ? TC_OK : runNoMemory("times of tasks");
  if (!status)
    printRows(&d, rows);
  for (uint32_t i = 0; d.phases && i < d.count; ++i)
    free(d.phases[i].seconds);
  free(rows);
  free(d.phases);
  free(d.free);
  free(d.scratch);
  return status;
}
