// tc-run --grad: checks the gradients of the compiled halves.
//
// Each launch of both halves is judged, as by --check. The model is compiled in
// f64, too. There the gradients are compared with finite differences of the
// forward half, within their bound (runtime/slope.h), in groups along one
// random direction each. Steps are so short that they seldom cross a
// non-differentiable point (relu, max); a group for which one-sided differences
// show one at every step is skipped, and counted. Then each gradient of the
// model in its own types is compared with the one in f64 (D4). In place of
// eager's error stands how far the f64 gradient moves when all inputs are moved
// by some roundings.
#include "tc-run/tc-run.h"

#include "runtime/slope.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  GROUPS = 16,
  TURNS = 4,
  LAMBDA = 8, // standard deviations that a rounding error may have
  TC_ERROR_RUN_GRADIENT = 1705
};

// What an element-wise difference leaves: its norm, its greatest element.
typedef struct Distance {
  double norm, most;
} Distance;

typedef struct Gradients {
  RunHalves own, wide;
  uint32_t count;
  double **right;  // of f64, by gradient
  double **ours;   // of the model's own types
  Distance *moved; // how far it moves with roundings
  double **kept;   // elements of what it is of, and their size behind them
  unsigned group;
  uint32_t numRight, numWrong, numKinks;
} Gradients;

// In [-1, 1): splitmix64 of the element's number.
static double direction(uint32_t stream, int64_t i) {
  uint64_t x = ((uint64_t)stream << 40) + (uint64_t)i;
  x = (x + 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return (double)((x ^ (x >> 31)) >> 11) * 0x1p-52 - 1;
}

static TcStatus noMemory(void) {
  return tcStatusMake(6700, "no memory for gradients");
}

// All reals of a tensor, and room for one more.
static double *copyOf(const TcTensor *t) {
  int64_t n = tcNumReals(t);
  double *out = malloc(((size_t)n + 1) * sizeof *out);
  for (int64_t i = 0; out && i < n; ++i)
    out[i] = tcReadReal(t, i);
  return out;
}

static double sizeOf(const double *x, int64_t n) {
  double sum = 0;
  for (int64_t i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return sqrt(sum);
}

//===----------------------------------------------------------------------===//
// Differences
//===----------------------------------------------------------------------===//

// The first result, weighted by its cotangent if it has one.
static double valueOf(const RunHalves *h) {
  const TcTensor *y = &h->forward.results[0], *weight = NULL;
  const RunModel *b = &h->backward;
  double sum = 0;
  for (uint32_t i = 0; i < b->d->numInputs; ++i)
    if (!strncmp(b->d->inputs[i].name, "cotangent.", 10))
      weight = &b->inputs[i];
  for (int64_t i = 0, n = tcNumReals(y); i < n; ++i)
    sum += tcReadReal(y, i) * (weight ? tcReadReal(weight, i) : 1);
  return sum;
}

// Moves all arguments of the group's gradients to `kept` + distance.
static void move(Gradients *g, double distance) {
  for (uint32_t k = g->group; k < g->count; k += GROUPS) {
    TcTensor t = runHalvesSource(&g->wide, k);
    const double *x = g->kept[k];
    for (int64_t i = 0, n = t.data ? tcNumReals(&t) : 0; i < n; ++i)
      tcWriteReal(&t, i, x[i] + distance * x[n] * direction(k, i));
  }
}

// <gradient, direction> of the group.
static double slopeOf(const Gradients *g) {
  double sum = 0;
  for (uint32_t k = g->group; k < g->count; k += GROUPS) {
    TcTensor t = runHalvesSource(&g->wide, k);
    for (int64_t i = 0, n = t.data ? tcNumReals(&t) : 0; i < n; ++i)
      sum += g->right[k][i] * g->kept[k][n] * direction(k, i);
  }
  return sum;
}

static TcStatus valueAt(void *self, double distance, double *value) {
  Gradients *g = self;
  move(g, distance);
  TC_RETURN_IF_ERROR(runHalvesForward(&g->wide));
  *value = valueOf(&g->wide);
  return TC_OK;
}

typedef enum Verdict { WRONG, RIGHT, KINK } Verdict;

// The error that non-differentiable points can cause: the difference of the
// one-sided differences.
static Verdict judge(const TcSlope *found, double slope) {
  double part;
  if (tcCompareReal(found->value, found->bound, slope, &part) == TC_RIGHT)
    return RIGHT;
  return fabs(found->value - slope) <= found->bend ? KINK : WRONG;
}

static TcStatus search(Gradients *g, double slope, TcSlope *found,
                       Verdict *verdict) {
  double noise;
  *verdict = KINK;
  TC_RETURN_IF_ERROR(tcSlopeNoise(valueAt, g, 0x1p-53, &noise));
  for (double step = 1e-5; step > 5e-8 && *verdict != RIGHT; step /= 10) {
    TC_RETURN_IF_ERROR(tcSlopeFind(valueAt, g, 0x1p-53, step, noise, found));
    *verdict = judge(found, slope);
  }
  return TC_OK;
}

static TcStatus checkGroup(Gradients *g) {
  static const char *const words[] = {"WRONG", "ok",
                                      "not differentiable, skipped"};
  double slope = slopeOf(g);
  TcSlope found = {.value = NAN};
  Verdict verdict;
  TcStatus status = search(g, slope, &found, &verdict);
  move(g, 0);
  if (status)
    return status;
  g->numRight += verdict == RIGHT;
  g->numWrong += verdict == WRONG;
  g->numKinks += verdict == KINK;
  printf("gradients %u, %u, ...: slope %.9g, by differences %.9g (bound "
         "%.2g): %s\n",
         g->group, g->group + GROUPS, slope, found.value, found.bound,
         words[verdict]);
  return TC_OK;
}

static TcStatus checkDifferences(Gradients *g) {
  for (g->group = 0; g->group < GROUPS && g->group < g->count; ++g->group)
    TC_RETURN_IF_ERROR(checkGroup(g));
  printf("%u of %u groups are as differences say, %u at non-differentiable "
         "points were skipped\n",
         g->numRight, g->numRight + g->numWrong + g->numKinks, g->numKinks);
  if (g->numWrong)
    return tcStatusMake(TC_ERROR_RUN_GRADIENT,
                        "%u groups of gradients are not what finite "
                        "differences say",
                        g->numWrong);
  if (!g->numRight)
    return tcStatusMake(
        TC_ERROR_RUN_GRADIENT,
        "no gradients could be compared: non-differentiable points everywhere");
  return TC_OK;
}

//===----------------------------------------------------------------------===//
// Rounding
//===----------------------------------------------------------------------===//

static void widest(const TcValueInfo *values, uint32_t n, double *epsilon) {
  for (uint32_t i = 0; i < n; ++i)
    *epsilon = fmax(*epsilon, tcUnitRoundoff(values[i].dtype));
}

// The coarsest unit roundoff of inputs, saved values and results.
static double roundingOf(const RunHalves *h) {
  double epsilon = 0;
  for (int i = 0; i < 2; ++i) {
    const TcProgramDescriptor *d = i ? h->backward.d : h->forward.d;
    widest(d->inputs, d->numInputs, &epsilon);
    widest(d->weights, d->numWeights, &epsilon);
    widest(d->results, d->numResults, &epsilon);
  }
  return epsilon;
}

static void blur(const TcTensor *t, uint32_t stream, double epsilon) {
  if (!t->data || tcUnitRoundoff(t->dtype) == 0)
    return;
  for (int64_t i = 0, n = tcNumReals(t); i < n; ++i)
    tcWriteReal(t, i, tcReadReal(t, i) * (1 + epsilon * direction(stream, i)));
}

// Moves inputs and weights of a half by about one rounding; those with the same
// name are moved alike.
static void blurHalf(RunModel *m, void *const *states, uint32_t turn,
                     double epsilon) {
  uint32_t inputs = m->d->numInputs;
  for (uint32_t i = 0; states && i < inputs; ++i) {
    TcTensor t = m->inputs[i];
    t.data = states[i] ? states[i] : t.data;
    blur(&t, (turn << 16) + i, epsilon);
  }
  for (uint32_t i = 0; i < m->d->numWeights; ++i) {
    int64_t sizes[TC_MAX_RANK];
    TcTensor t = runWeightTensor(m, i, sizes);
    uint32_t stream = turn;
    for (const char *c = m->d->weights[i].name; *c; ++c)
      stream = stream * 31 + (unsigned char)*c;
    if (states && states[inputs + i])
      t.data = states[inputs + i];
    blur(&t, stream & 0xffffff, epsilon);
  }
}

static Distance distance(const TcTensor *t, const double *from) {
  Distance out = {0};
  for (int64_t i = 0, n = tcNumReals(t); i < n; ++i) {
    double d = fabs(tcReadReal(t, i) - from[i]);
    out.norm = hypot(out.norm, d);
    out.most = d <= out.most ? out.most : d; // NaN counts
  }
  return out;
}

// The greatest root mean square of a gradient.
static double greatest(const Gradients *g) {
  double most = 0;
  for (uint32_t k = 0; k < g->count; ++k) {
    int64_t n = tcNumReals(&g->own.backward.results[k]);
    most = fmax(most, n ? sizeOf(g->right[k], n) / sqrt((double)n) : 0);
  }
  return most;
}

// Moves of several calls add up.
static TcStatus callBlurred(RunHalves *h, uint32_t turn, double epsilon) {
  blurHalf(&h->forward, h->states, turn, epsilon);
  blurHalf(&h->backward, NULL, turn, epsilon);
  return runHalvesCall(h);
}

// The greatest move of each f64 gradient when the inputs are moved by LAMBDA
// roundings, which bounds the roundings in between with LAMBDA standard
// deviations. Repeated, since near a non-differentiable point a move may go to
// either side.
static TcStatus findMoves(Gradients *g, double epsilon) {
  for (uint32_t turn = 1; turn <= TURNS; ++turn) {
    TC_RETURN_IF_ERROR(callBlurred(&g->wide, turn, LAMBDA * epsilon));
    for (uint32_t k = 0; k < g->count; ++k) {
      Distance d = distance(&g->wide.backward.results[k], g->right[k]);
      g->moved[k].norm = fmax(g->moved[k].norm, d.norm);
      g->moved[k].most = fmax(g->moved[k].most, d.most);
    }
  }
  return callBlurred(&g->own, 1, epsilon);
}

// The stand-in for eager's error of gradient `k`, of which code may have twice
// as much: the move of the f64 gradient, and LAMBDA / 2 roundings of its size.
// A gradient that is only the remainder of cancelling sums is allowed its own
// move, up to roundings of those sums.
static Distance errorOf(const Gradients *g, uint32_t k, double epsilon) {
  const TcTensor *own = &g->own.backward.results[k];
  int64_t n = tcNumReals(own);
  Distance left = distance(own, g->ours[k]), out = g->moved[k];
  double ulps = epsilon * greatest(g), largest = 0;
  for (int64_t i = 0; i < n; ++i)
    largest = fmax(largest, fabs(g->right[k][i]));
  out.norm += LAMBDA / 2.0 *
              (fmin(left.norm, ulps * sqrt((double)n)) +
               epsilon * sizeOf(g->right[k], n));
  out.most += LAMBDA / 2.0 * (fmin(left.most, ulps) + epsilon * largest);
  return out;
}

// Compared by D4, as other results (runtime/compare.h). Overwrites the results
// of the moved call.
static void compareWithWide(const Gradients *g, uint32_t k, double epsilon,
                            TcComparison *out) {
  TcTensor ours = g->own.backward.results[k];
  int64_t n = tcNumReals(&ours);
  double size = sizeOf(g->right[k], n), sum = 0;
  Distance error = errorOf(g, k, epsilon);
  for (int64_t i = 0; i < n; ++i) {
    tcWriteReal(&ours, i, g->ours[k][i]);
    sum += g->right[k][i];
  }
  TcExpectedInfo expected = {
      .samples = g->right[k],
      .numSamples = (uint64_t)n,
      .norm = size,
      .sum = sum,
      .eagerError = size > 0 ? error.norm / size : error.norm,
      .eagerMax = error.most,
  };
  tcCompareExpected(&ours, &expected, TC_COMPARE_CODE, out);
}

static TcStatus checkRounding(Gradients *g) {
  double epsilon = roundingOf(&g->own), worst = 0;
  TC_RETURN_IF_ERROR(findMoves(g, epsilon));
  for (uint32_t k = 0; k < g->count; ++k) {
    TcComparison c;
    compareWithWide(g, k, epsilon, &c);
    if (c.known && !c.right)
      return tcStatusMake(TC_ERROR_RUN_GRADIENT,
                          "%s is off by %.2g, which roundings of %.2g do not "
                          "explain (%.2g)",
                          g->own.backward.d->results[k].name, c.error, epsilon,
                          c.bound);
    worst = fmax(worst, c.known ? c.error / c.bound : 0);
  }
  printf("%u gradients beside f64: at most %.2g of what roundings of %.2g "
         "explain\n",
         g->count, worst, epsilon);
  return TC_OK;
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

static TcStatus keep(Gradients *g) {
  g->count = g->wide.backward.d->numResults;
  g->right = calloc(g->count + 1u, sizeof *g->right);
  g->ours = calloc(g->count + 1u, sizeof *g->ours);
  g->kept = calloc(g->count + 1u, sizeof *g->kept);
  g->moved = calloc(g->count + 1u, sizeof *g->moved);
  if (!g->right || !g->ours || !g->kept || !g->moved)
    return noMemory();
  for (uint32_t k = 0; k < g->count; ++k) {
    TcTensor t = runHalvesSource(&g->wide, k);
    g->right[k] = copyOf(&g->wide.backward.results[k]);
    g->ours[k] = copyOf(&g->own.backward.results[k]);
    if (t.data)
      g->kept[k] = copyOf(&t);
    if (!g->right[k] || !g->ours[k] || (t.data && !g->kept[k]))
      return noMemory();
    int64_t n = t.data ? tcNumReals(&t) : 0;
    if (t.data)
      g->kept[k][n] = (n ? sizeOf(g->kept[k], n) / sqrt((double)n) : 0) + 1e-3;
  }
  return TC_OK;
}

// Judges both halves, in the model's own types.
static TcStatus checkLaunches(Gradients *g) {
  RunError error = {0};
  TC_RETURN_IF_ERROR(runHalvesCall(&g->own));
  TC_RETURN_IF_ERROR(runJudgeClose(&g->own.forward, &error));
  long long launches = error.launches;
  TC_RETURN_IF_ERROR(runJudgeClose(&g->own.backward, &error));
  launches += error.launches;
  if (error.known && !error.right)
    return tcStatusMake(TC_ERROR_RUN_GRADIENT, "a launch is wrong: %s",
                        error.worst);
  printf("%lld launches of both halves are within their bounds\n", launches);
  return TC_OK;
}

static TcStatus check(Gradients *g) {
  TC_RETURN_IF_ERROR(runHalvesOpen(NULL, &g->own));
  if (g->own.forward.d->numImages)
    return tcStatusMake(TC_ERROR_RUN_GRADIENT,
                        "gradients are compared on CPUs: leave out --target");
  TC_RETURN_IF_ERROR(runHalvesOpen(&g->own, &g->wide));
  TC_RETURN_IF_ERROR(checkLaunches(g));
  TC_RETURN_IF_ERROR(runHalvesCall(&g->wide));
  TC_RETURN_IF_ERROR(keep(g));
  TC_RETURN_IF_ERROR(checkDifferences(g));
  return checkRounding(g);
}

TcStatus runGradients(const RunOptions *options) {
  Gradients g = {.count = 0};
  for (int i = 0; i < 2; ++i)
    g.own.options[i] = g.wide.options[i] = *options;
  g.wide.options[0].wide = g.wide.options[1].wide = true;
  TcStatus status = check(&g);
  for (uint32_t k = 0; k < g.count; ++k) {
    free(g.right ? g.right[k] : NULL);
    free(g.ours ? g.ours[k] : NULL);
    free(g.kept ? g.kept[k] : NULL);
  }
  free(g.right);
  free(g.ours);
  free(g.moved);
  free(g.kept);
  runHalvesClose(&g.wide);
  runHalvesClose(&g.own);
  return status;
}
