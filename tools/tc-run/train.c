// tc-run --steps: a training run. Calls a step (tc-compile --part=step)
// repeatedly; each call starts from the weights that the last one left. Each
// call gets the next bytes of a file, or the next elements of an input's fill:
// counts continue, random numbers are new. The first result of each call, a
// loss, is compared with a stored curve.
#include "runtime/size_code.h"
#include "tc-run/tc-run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TC_ERROR_RUN_CURVE = 1706, TC_ERROR_RUN_FEED = 1707, LINES = 10 };

// A line of a curve: the loss in f64, and the distance of PyTorch's f32 losses
// from it: the root mean square over several runs, the largest up to this step.
typedef struct Point {
  double loss, eager;
} Point;

typedef struct Feed {
  uint32_t input;
  char *data;
  size_t size;
} Feed;

typedef struct Training {
  RunModel *m;
  Feed feeds[RUN_MAX_INPUTS];
  uint32_t numFeeds;
  Point *curve; // NULL: there is none
  double *losses, *seconds;
  uint32_t numWrong;
} Training;

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

static char *readAll(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  char *data = NULL;
  if (file && !fseek(file, 0, SEEK_END)) {
    long end = ftell(file);
    rewind(file);
    data = end > 0 ? malloc((size_t)end) : NULL;
    *size = data ? fread(data, 1, (size_t)end, file) : 0;
  }
  if (file)
    fclose(file);
  return data;
}

/// "NAME=FILE"
static TcStatus openFeed(Training *t, const char *text) {
  const TcProgramDescriptor *d = t->m->d;
  size_t length = strcspn(text, "=");
  Feed *feed = &t->feeds[t->numFeeds];
  while (feed->input < d->numInputs &&
         (strlen(d->inputs[feed->input].name) != length ||
          memcmp(d->inputs[feed->input].name, text, length)))
    ++feed->input;
  if (!text[length] || feed->input == d->numInputs)
    return tcStatusMake(TC_ERROR_RUN_FEED,
                        "--input %s: not NAME=FILE, or no input has that name",
                        text);
  feed->data = readAll(text + length + 1, &feed->size);
  if (!feed->data || !feed->size)
    return tcStatusMake(TC_ERROR_RUN_FEED, "--input: cannot read '%s'",
                        text + length + 1);
  ++t->numFeeds;
  return TC_OK;
}

static TcStatus readCurve(Training *t, const char *path, uint32_t steps) {
  if (!path)
    return TC_OK;
  FILE *file = fopen(path, "r");
  t->curve = calloc(steps, sizeof *t->curve);
  uint32_t n = 0;
  while (file && t->curve && n < steps &&
         fscanf(file, "%lf %lf", &t->curve[n].loss, &t->curve[n].eager) == 2)
    ++n;
  if (file)
    fclose(file);
  return n == steps ? TC_OK
                    : tcStatusMake(TC_ERROR_RUN_CURVE,
                                   "'%s' is no curve of %u steps", path, steps);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Bytes [from, from + size) of a file that is read again from its start.
static void copyAround(const Feed *feed, size_t from, char *to, size_t size) {
  for (size_t done = 0; done < size;) {
    size_t at = (from + done) % feed->size, n = feed->size - at;
    n = n < size - done ? n : size - done;
    memcpy(to + done, feed->data + at, n);
    done += n;
  }
}

static TcStatus nextInputs(Training *t, uint32_t step) {
  for (uint32_t i = 0; i < t->m->d->numInputs; ++i) {
    const Feed *feed = NULL;
    for (uint32_t k = 0; k < t->numFeeds; ++k)
      feed = t->feeds[k].input == i ? &t->feeds[k] : feed;
    const TcTensor *tensor = &t->m->inputs[i];
    size_t size = (size_t)tcTensorDenseBytes(tensor);
    if (!feed)
      TC_RETURN_IF_ERROR(runModelFillInput(t->m, i, step));
    else if (tensor->strides)
      return tcStatusMake(TC_ERROR_RUN_FEED, "--input: %s is not dense",
                          t->m->d->inputs[i].name);
    else
      copyAround(feed, (size_t)step * size, tensor->data, size);
  }
  return TC_OK;
}

/// The bound of D4 for a curve. Rounding errors of one run are a random draw
/// that grows from step to step; `eager` is the standard deviation of such
/// draws. D4 allows twice eager's roundings: four standard deviations of that,
/// or four roundings of the loss itself.
static double boundOf(const Point *p) {
  return fmax(4 * 2 * p->eager, 4 * 0x1p-24 * fabs(p->loss));
}

/// Written so that a NaN is wrong.
static bool isNear(const Point *p, double loss) {
  return fabs(loss - p->loss) <= boundOf(p);
}

static void note(Training *t, uint32_t step, uint32_t steps) {
  bool json = t->m->options->json;
  double loss = t->losses[step];
  bool right = !t->curve || isNear(&t->curve[step], loss);
  t->numWrong += !right;
  uint32_t every = steps / LINES ? steps / LINES : 1;
  if (json || (right && step && (step + 1) % every))
    return;
  printf("%6u %10.6f", step + 1, loss);
  if (t->curve)
    printf(" %10.6f %9.2g %9.2g%s", t->curve[step].loss,
           fabs(loss - t->curve[step].loss), t->curve[step].eager,
           right ? "" : "  WRONG");
  printf("\n");
}

static TcStatus runSteps(Training *t, uint32_t steps) {
  if (!t->m->options->json)
    printf("  step       loss%s\n",
           t->curve ? "     in f64  distance   PyTorch's" : "");
  t->m->callFlags = TC_CALL_KEEP_WEIGHTS;
  for (uint32_t i = 0; i < steps; ++i) {
    TC_RETURN_IF_ERROR(nextInputs(t, i));
    double start = runSeconds();
    TC_RETURN_IF_ERROR(runModelCall(t->m));
    t->seconds[i] = runSeconds() - start;
    t->losses[i] = tcReadReal(&t->m->results[0], 0);
    note(t, i, steps);
  }
  return TC_OK;
}

//===----------------------------------------------------------------------===//
// Figures
//===----------------------------------------------------------------------===//

static int compareDoubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double megabytes(const RunModel *m, uint32_t size) {
  return size == TC_NONE ? 0
                         : (double)tcSizeEvaluate(m->d, size, m->symbols) / 1e6;
}

static double weightMegabytes(const RunModel *m) {
  double bytes = 0;
  for (uint32_t i = 0; i < m->d->numWeights; ++i) {
    double size = (double)tcDTypeSize((TcDType)m->d->weights[i].dtype);
    for (unsigned k = 0; k < m->d->weights[i].rank; ++k)
      size *= (double)tcProgramWeightSize(m->program, i, k);
    bytes += size;
  }
  return bytes / 1e6;
}

static void printJson(const Training *t, uint32_t steps) {
  const RunModel *m = t->m;
  printf("{\"model\": \"%s\", \"threads\": %u, \"compile_ms\": %.3f, "
         "\"min_ms\": %.4f, \"median_ms\": %.4f, \"gflops\": %.2f, "
         "\"memory_mb\": %.1f, \"saved_mb\": %.1f, \"read_mb\": %.1f}\n",
         tcProgramName(m->program), tcPoolNumThreads(m->pool),
         1e3 * m->compileSeconds, 1e3 * t->seconds[0],
         1e3 * t->seconds[steps / 2], runFlops(m) / t->seconds[0] * 1e-9,
         runPeakMemory() / 1e6, megabytes(m, m->d->savedBytes),
         megabytes(m, m->d->readBytes));
}

/// The step that is nearest to its bound.
static void printWorst(const Training *t, uint32_t steps) {
  double worst = -1;
  uint32_t at = 0;
  for (uint32_t i = 0; i < steps; ++i) {
    const Point *p = &t->curve[i];
    double share = fabs(t->losses[i] - p->loss) / boundOf(p);
    if (!(share <= worst)) {
      worst = share;
      at = i;
    }
  }
  printf("curve: %u of %u steps right; nearest to its bound is step %u, at "
         "%.0f %% of %.2g\n",
         steps - t->numWrong, steps, at + 1, 100 * worst,
         boundOf(&t->curve[at]));
}

static void printFigures(Training *t, uint32_t steps) {
  const RunModel *m = t->m;
  qsort(t->seconds, steps, sizeof *t->seconds, compareDoubles);
  if (m->options->json) {
    printJson(t, steps);
    return;
  }
  if (t->curve)
    printWorst(t, steps);
  double best = t->seconds[0], rate = runFlops(m) / best * 1e-9;
  double peak = runPeakFlops(m->pool) * 1e-9;
  printf("step time: %.1f ms (least), %.1f ms (median); %.1f GFLOP/s in "
         "products, %.0f %% of this machine's %.0f on %u threads\n",
         1e3 * best, 1e3 * t->seconds[steps / 2], rate, 100 * rate / peak, peak,
         tcPoolNumThreads(m->pool));
  printf("peak memory: %.1f MB; of it weights and the optimizer's %.1f MB, all "
         "between (one arena) %.1f MB\n",
         runPeakMemory() / 1e6, weightMegabytes(m),
         megabytes(m, m->d->sections[TC_SECTION_MAIN].arenaBytes));
  if (m->d->readBytes != TC_NONE)
    printf("saved for backward: %.1f MB; saving all that backward reads would "
           "have taken %.1f MB\n",
           megabytes(m, m->d->savedBytes), megabytes(m, m->d->readBytes));
}

//===----------------------------------------------------------------------===//
// The run
//===----------------------------------------------------------------------===//

static TcStatus prepare(Training *t, const RunOptions *o) {
  t->losses = calloc(o->steps, sizeof *t->losses);
  t->seconds = calloc(o->steps, sizeof *t->seconds);
  if (!t->losses || !t->seconds)
    return tcStatusMake(6700, "no memory for %u steps", o->steps);
  const TcProgramDescriptor *d = t->m->d;
  if (!d->numResults || d->results[0].rank)
    return tcStatusMake(
        TC_ERROR_RUN_CURVE,
        "--steps: the first result is not a number; return the loss first");
  for (uint32_t i = 0; i < o->numInputs; ++i)
    TC_RETURN_IF_ERROR(openFeed(t, o->inputs[i]));
  return readCurve(t, o->curve, o->steps);
}

static TcStatus train(Training *t, const RunOptions *o) {
  TC_RETURN_IF_ERROR(prepare(t, o));
  TC_RETURN_IF_ERROR(runSteps(t, o->steps));
  printFigures(t, o->steps);
  if (t->numWrong)
    return tcStatusMake(TC_ERROR_RUN_CURVE,
                        "%u of %u steps are too far from the curve",
                        t->numWrong, o->steps);
  return TC_OK;
}

TcStatus runTraining(const RunOptions *options) {
  RunOptions o = *options;
  RunModel m;
  Training t = {.m = &m};
  o.part = "step";
  TcStatus status = runModelOpen(&o, &m);
  if (!status)
    status = train(&t, &o);
  for (uint32_t i = 0; i < t.numFeeds; ++i)
    free(t.feeds[i].data);
  free(t.curve);
  free(t.losses);
  free(t.seconds);
  runModelClose(&m);
  return status;
}
