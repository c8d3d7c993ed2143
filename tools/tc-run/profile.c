// --profile: the time of a call's kernels, and the bytes that they move; those
// of all launches beside the compulsory ones; and what share of that time the
// machine's limits alone would take.
#include "tc-run/tc-run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A phase of a launch. What the launch does, and the time of all its phases,
// are told with the first.
typedef struct Kernel {
  const char *name;
  uint32_t launches;
  int64_t tasks; // of a launch, at most; of a GPU's, blocks
  double seconds, all, flops, bytes;
  double rate; // of its unit on a GPU: multiply-adds a cycle; 0: not known
} Kernel;

typedef struct Profile {
  Kernel *kernels;
  uint32_t count, capacity;
  uint32_t first, launches; // the current launch's first phase; how many
  bool atExample; // the sizes are those at which launches tell what they do
} Profile;

static void noteLaunch(void *context, const TcLaunchRecord *record) {
  Profile *p = context;
  uint32_t i = 0;
  while (i < p->count && strcmp(p->kernels[i].name, record->name))
    ++i;
  if (i == p->capacity)
    return;
  if (i == p->count)
    p->kernels[p->count++] = (Kernel){.name = record->name};
  if (!record->isLater) {
    p->first = i;
    p->launches++;
  }
  Kernel *k = &p->kernels[i];
  k->launches++;
  k->tasks = record->numTasks > k->tasks ? record->numTasks : k->tasks;
  k->seconds += record->seconds;
  k->rate = record->rate;
  k->flops += p->atExample ? record->flops : 0;
  k->bytes += p->atExample ? record->bytes : 0;
  p->kernels[p->first].all += record->seconds;
}

static int compareKernels(const void *a, const void *b) {
  double x = ((const Kernel *)a)->seconds, y = ((const Kernel *)b)->seconds;
  return (x < y) - (x > y);
}

// Billions a second; "-" of nothing, or where nothing is known.
static const char *rate(char text[16], double amount, double seconds) {
  if (amount > 0 && seconds > 0)
    snprintf(text, 16, "%.1f", amount / seconds * 1e-9);
  else
    strcpy(text, "-");
  return text;
}

// The machine's bytes and f32 multiply-adds a second, or a GPU's cycles, of all
// multiprocessors together; 0: not known.
typedef struct Limits {
  double bytes, flops, cycles;
} Limits;

// Those of a CPU are measured; a GPU's are what its driver says of it.
static TcStatus readLimits(RunModel *m, Limits *limits) {
  TcGpuLimits gpu;
  *limits = (Limits){0};
  if (!tcIsGpuProgram(m->d)) {
    limits->bytes = runPeakBytes(m->pool);
    limits->flops = runPeakFlops(m->pool);
    return TC_OK;
  }
  TC_RETURN_IF_ERROR(tcProgramGpuLimits(m->program, &gpu));
  limits->bytes = gpu.bytes;
  limits->cycles = gpu.cycles;
  return TC_OK;
}

// Per cent of the kernel's time that the limit it is nearer to leaves it. What
// lies in a cache may take less, and so may what a CPU's matrix unit
// multiplies: above 100.
static const char *share(char text[16], const Kernel *k, const Limits *limits) {
  double peak = limits->flops + 2 * k->rate * limits->cycles;
  double bytes = limits->bytes > 0 ? k->bytes / limits->bytes : 0;
  double flops = peak > 0 ? k->flops / peak : 0;
  double least = bytes > flops ? bytes : flops;
  if (least > 0 && k->all > 0)
    snprintf(text, 16, "%.0f", 100 * least / k->all);
  else
    strcpy(text, "-");
  return text;
}

static void printLimits(const Limits *limits) {
  if (limits->cycles > 0)
    printf("limits: %.1f GB/s, of products what the kernel's unit does in %.1f "
           "billion cycles a second of multiprocessors\n",
           1e-9 * limits->bytes, 1e-9 * limits->cycles);
  else if (limits->bytes > 0)
    printf("limits: %.1f GB/s (a copy), %.1f GFLOP/s (f32 multiply-adds)\n",
           1e-9 * limits->bytes, 1e-9 * limits->flops);
}

static void printKernels(Profile *p, const Limits *limits) {
  char moved[16], computed[16], limit[16];
  double all = 0, sum = 0;
  qsort(p->kernels, p->count, sizeof *p->kernels, compareKernels);
  for (uint32_t i = 0; i < p->count; ++i)
    all += p->kernels[i].seconds;
  printLimits(limits);
  printf("%9s %6s %6s %8s %8s %9s %8s %8s %8s  kernel\n", "ms", "%", "sum %",
         "launches", "tasks", "MB", "GB/s", "GFLOP/s", "% limit");
  for (uint32_t i = 0; i < p->count; ++i) {
    const Kernel *k = &p->kernels[i];
    sum += k->seconds;
    printf("%9.3f %6.1f %6.1f %8u %8lld %9.3f %8s %8s %8s  %s\n",
           1e3 * k->seconds, 100 * k->seconds / all, 100 * sum / all,
           k->launches, (long long)k->tasks, 1e-6 * k->bytes,
           rate(moved, k->bytes, k->all), rate(computed, k->flops, k->all),
           share(limit, k, limits), k->name);
  }
}

// What launches move, and of it what is compulsory: what they read that none of
// them makes, and results. (Overlapping reads of a buffer count as often as
// they are, up to all of the buffer.)
static void printTraffic(const Profile *p, const TcProgramDescriptor *d) {
  double bytes = 0;
  for (uint32_t i = 0; i < p->count; ++i)
    bytes += p->kernels[i].bytes;
  if (bytes > 0 && d->compulsoryBytes > 0)
    printf("launches: %u, bytes moved: %.0f, compulsory: %.0f, times: %.2f\n",
           p->launches, bytes, d->compulsoryBytes, bytes / d->compulsoryBytes);
}

TcStatus runProfile(RunModel *m) {
  Profile profile = {.capacity = m->d->sections[TC_SECTION_MAIN].numSteps + 1u,
                     .atExample = !m->options->numSizes};
  profile.kernels = calloc(profile.capacity, sizeof *profile.kernels);
  if (!profile.kernels)
    return tcStatusMake(6700, "no memory for the profile");
  tcProgramSetObserver(m->program, noteLaunch, &profile);
  TcStatus status = runModelCall(m);
  tcProgramSetObserver(m->program, NULL, NULL);
  Limits limits;
  if (!status)
    status = readLimits(m, &limits);
  if (!status) {
    printKernels(&profile, &limits);
    printTraffic(&profile, m->d);
  }
  free(profile.kernels);
  return status;
}
