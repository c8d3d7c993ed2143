// tc-run --grad: are the gradients of the compiled halves right?
//
// The same model is compiled in f64 too. There the gradients are held against
// finite differences of the forward half: all of them along one random
// direction each, in groups. Steps are so short that kinks (relu, max) seldom
// lie within; where one-sided differences say that one does at every step, the
// group is skipped, and the skipped are counted. Then each gradient of the
// model in its own types is held against the one in f64: how far they may be
// apart says the change of that one when all that goes in is moved by as much
// as a rounding.
#include "tc-run/tc-run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GROUPS = 16, WAYS = 8, TURNS = 4, TC_ERROR_RUN_GRADIENT = 1705 };

typedef struct Gradients {
  RunHalves own, wide;
  uint32_t count;
  double **right; // of f64, by gradient
  double **ours;  // of the model's own types
  double *moved;  // how far it moves with roundings
  double **kept;  // elements of what it is of, and their size behind them
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
  int64_t n = runNumReals(t);
  double *out = malloc(((size_t)n + 1) * sizeof *out);
  for (int64_t i = 0; out && i < n; ++i)
    out[i] = runReadReal(t, i);
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
  for (int64_t i = 0, n = runNumReals(y); i < n; ++i)
    sum += runReadReal(y, i) * (weight ? runReadReal(weight, i) : 1);
  return sum;
}

// Moves all that the group's gradients are of to `kept` + distance.
static void move(Gradients *g, double distance) {
  for (uint32_t k = g->group; k < g->count; k += GROUPS) {
    TcTensor t = runHalvesSource(&g->wide, k);
    const double *x = g->kept[k];
    for (int64_t i = 0, n = t.data ? runNumReals(&t) : 0; i < n; ++i)
      runWriteReal(&t, i, x[i] + distance * x[n] * direction(k, i));
  }
}

// <gradient, direction> of the group, and the 2-norm of its terms.
static double slopeOf(const Gradients *g, double *size) {
  double sum = 0, squares = 0;
  for (uint32_t k = g->group; k < g->count; k += GROUPS) {
    TcTensor t = runHalvesSource(&g->wide, k);
    for (int64_t i = 0, n = t.data ? runNumReals(&t) : 0; i < n; ++i) {
      double term = g->right[k][i] * g->kept[k][n] * direction(k, i);
      sum += term;
      squares += term * term;
    }
  }
  *size = sqrt(squares);
  return sum;
}

static TcStatus at(Gradients *g, double distance, double *value) {
  move(g, distance);
  TC_RETURN_IF_ERROR(runHalvesForward(&g->wide));
  *value = valueOf(&g->wide);
  return TC_OK;
}

typedef enum Verdict { WRONG, RIGHT, KINK } Verdict;

// What differences over one step say; no kink that is there makes them err by
// more than one-sided ones differ. NaN is never right.
static TcStatus compareAt(Gradients *g, double step, double slope, double size,
                          double *found, Verdict *verdict) {
  double here, up, down;
  TC_RETURN_IF_ERROR(at(g, 0, &here));
  TC_RETURN_IF_ERROR(at(g, step, &up));
  TC_RETURN_IF_ERROR(at(g, -step, &down));
  *found = (up - down) / (2 * step);
  double noise = (fabs(up) + fabs(down) + fabs(here)) * 1e-13 / step;
  double bend = fabs(up - 2 * here + down) / step;
  double error = fabs(*found - slope);
  if (error <= 1e-5 * (fabs(slope) + size) + noise)
    *verdict = RIGHT;
  else if (!(error <= bend))
    *verdict = WRONG;
  return TC_OK;
}

static TcStatus search(Gradients *g, double slope, double size, double *found,
                       Verdict *verdict) {
  *verdict = KINK;
  for (double step = 1e-5; step > 5e-8 && *verdict != RIGHT; step /= 10)
    TC_RETURN_IF_ERROR(compareAt(g, step, slope, size, found, verdict));
  return TC_OK;
}

static TcStatus checkGroup(Gradients *g) {
  static const char *const words[] = {"WRONG", "ok", "a kink, skipped"};
  double size, slope = slopeOf(g, &size), found = NAN;
  Verdict verdict;
  TcStatus status = search(g, slope, size, &found, &verdict);
  move(g, 0);
  if (status)
    return status;
  g->numRight += verdict == RIGHT;
  g->numWrong += verdict == WRONG;
  g->numKinks += verdict == KINK;
  printf("gradients %u, %u, ...: slope %.9g, by differences %.9g: %s\n",
         g->group, g->group + GROUPS, slope, found, words[verdict]);
  return TC_OK;
}

static TcStatus checkDifferences(Gradients *g) {
  for (g->group = 0; g->group < GROUPS && g->group < g->count; ++g->group)
    TC_RETURN_IF_ERROR(checkGroup(g));
  printf("%u of %u groups are as differences say, %u at kinks were skipped\n",
         g->numRight, g->numRight + g->numWrong + g->numKinks, g->numKinks);
  if (g->numWrong)
    return tcStatusMake(TC_ERROR_RUN_GRADIENT,
                        "%u groups of gradients are not what finite "
                        "differences say",
                        g->numWrong);
  if (!g->numRight)
    return tcStatusMake(TC_ERROR_RUN_GRADIENT,
                        "no gradients could be compared: kinks everywhere");
  return TC_OK;
}

//===----------------------------------------------------------------------===//
// Rounding
//===----------------------------------------------------------------------===//

static void widest(const TcValueInfo *values, uint32_t n, double *epsilon) {
  for (uint32_t i = 0; i < n; ++i)
    *epsilon = fmax(*epsilon, runRoundingOf(values[i].dtype));
}

// The coarsest rounding among what goes in, is saved, and comes out.
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
  if (!t->data || runRoundingOf(t->dtype) == 0)
    return;
  for (int64_t i = 0, n = runNumReals(t); i < n; ++i)
    runWriteReal(t, i,
                 runReadReal(t, i) * (1 + epsilon * direction(stream, i)));
}

// Moves inputs and weights of a half by about a rounding. Those of one name
// are moved alike.
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

// The norm of what an element-wise difference leaves.
static double distance(const TcTensor *t, const double *from) {
  double sum = 0;
  int64_t n = runNumReals(t);
  for (int64_t i = 0; i < n; ++i) {
    double d = runReadReal(t, i) - from[i];
    sum += d * d;
  }
  return sqrt(sum);
}

// The greatest root mean square of a gradient.
static double greatest(const Gradients *g) {
  double most = 0;
  for (uint32_t k = 0; k < g->count; ++k) {
    int64_t n = runNumReals(&g->own.backward.results[k]);
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

// How far each gradient of f64 moves, at most, when what goes in is moved by as
// much as the roundings on the way, which are more than those of what goes in.
// Several times: beside a kink one may go to either side.
static TcStatus findMoves(Gradients *g, double epsilon) {
  for (uint32_t turn = 1; turn <= TURNS; ++turn) {
    TC_RETURN_IF_ERROR(callBlurred(&g->wide, turn, WAYS * epsilon));
    for (uint32_t k = 0; k < g->count; ++k)
      g->moved[k] = fmax(g->moved[k],
                         distance(&g->wide.backward.results[k], g->right[k]));
  }
  return callBlurred(&g->own, 1, epsilon);
}

// How far gradient `k` may be off: as f64's moves, and roundings of its size.
// One that is nothing but what sums of others leave when they cancel is as
// uncertain as it moves itself, up to roundings of those.
static double boundOf(const Gradients *g, uint32_t k, double epsilon) {
  const TcTensor *own = &g->own.backward.results[k];
  int64_t n = runNumReals(own);
  double left =
      fmin(distance(own, g->ours[k]), epsilon * greatest(g) * sqrt((double)n));
  return 2 * g->moved[k] + WAYS * (left + epsilon * sizeOf(g->right[k], n)) +
         1e-300;
}

static TcStatus checkRounding(Gradients *g) {
  double epsilon = roundingOf(&g->own), worst = 0, error = 0;
  const char *name = "none";
  TC_RETURN_IF_ERROR(findMoves(g, epsilon));
  for (uint32_t k = 0; k < g->count; ++k) {
    int64_t n = runNumReals(&g->own.backward.results[k]);
    double off = 0, size = sizeOf(g->right[k], n);
    for (int64_t i = 0; i < n; ++i)
      off = hypot(off, g->ours[k][i] - g->right[k][i]);
    double part = off / boundOf(g, k, epsilon);
    if (part <= worst || isnan(worst))
      continue;
    worst = part; // NaN stays
    error = size > 0 ? off / size : off;
    name = g->own.backward.d->results[k].name;
  }
  printf("%u gradients beside f64: at most %.2g of what roundings of %.2g "
         "explain (%s, off by %.2g)\n",
         g->count, worst, epsilon, name, error);
  if (worst <= 1)
    return TC_OK;
  return tcStatusMake(TC_ERROR_RUN_GRADIENT,
                      "%s is off by %.2g, which roundings of %.2g do not "
                      "explain",
                      name, error, epsilon);
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
    int64_t n = t.data ? runNumReals(&t) : 0;
    if (t.data)
      g->kept[k][n] = (n ? sizeOf(g->kept[k], n) / sqrt((double)n) : 0) + 1e-3;
  }
  return TC_OK;
}

static TcStatus check(Gradients *g) {
  TC_RETURN_IF_ERROR(runHalvesOpen(NULL, &g->own));
  if (g->own.forward.d->numImages)
    return tcStatusMake(TC_ERROR_RUN_GRADIENT,
                        "gradients are compared on CPUs: leave out --target");
  TC_RETURN_IF_ERROR(runHalvesOpen(&g->own, &g->wide));
  TC_RETURN_IF_ERROR(runHalvesCall(&g->own));
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
  free(g.kept);
  free(g.moved);
  runHalvesClose(&g.wide);
  runHalvesClose(&g.own);
  return status;
}
