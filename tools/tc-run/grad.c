// tc-run --grad: runs the forward and the backward half of a model, and holds
// the gradients against finite differences: all of them along one random
// direction each, in groups, by calls of the forward half.
#include "tc-run/tc-run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GROUPS = 16, TC_ERROR_RUN_GRADIENT = 1705 };

typedef struct Gradients {
  RunModel forward, backward;
  unsigned group;
  uint32_t numWrong;
} Gradients;

static double load(const TcTensor *t, int64_t i) {
  return t->dtype == TC_DTYPE_F64 ? ((double *)t->data)[i]
                                  : (double)((float *)t->data)[i];
}

static void store(const TcTensor *t, int64_t i, double x) {
  if (t->dtype == TC_DTYPE_F64)
    ((double *)t->data)[i] = x;
  else
    ((float *)t->data)[i] = (float)x;
}

// In [-1, 1): splitmix64 of the element's number.
static double direction(uint32_t gradient, int64_t i) {
  uint64_t x = ((uint64_t)gradient << 40) + (uint64_t)i;
  x = (x + 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return (double)((x ^ (x >> 31)) >> 11) * 0x1p-52 - 1;
}

//===----------------------------------------------------------------------===//
// Backward's arguments
//===----------------------------------------------------------------------===//

// N of a name "kind.N"; -1 if it is another kind.
static long numberOf(const char *name, const char *kind) {
  size_t n = strlen(kind);
  return strncmp(name, kind, n) ? -1 : strtol(name + n, NULL, 10);
}

static void bindSaved(Gradients *g) {
  RunModel *f = &g->forward, *b = &g->backward;
  for (uint32_t i = 0; i < b->d->numInputs; ++i) {
    long argument = numberOf(b->d->inputs[i].name, "argument.");
    long saved = numberOf(b->d->inputs[i].name, "saved.");
    if (argument >= 0 && argument < (long)f->d->numInputs)
      b->inputs[i].data = f->inputs[argument].data;
    else if (saved >= 0 && saved < (long)f->d->numResults)
      b->inputs[i].data = f->results[saved].data;
  }
}

// The first result, weighted by its cotangent if it has one.
static double valueOf(const Gradients *g) {
  const TcTensor *y = &g->forward.results[0], *weight = NULL;
  const RunModel *b = &g->backward;
  double sum = 0;
  for (uint32_t i = 0; i < b->d->numInputs; ++i)
    if (numberOf(b->d->inputs[i].name, "cotangent.") == 0)
      weight = &b->inputs[i];
  for (int64_t i = 0, n = tcTensorElementCount(y); i < n; ++i)
    sum += load(y, i) * (weight ? load(weight, i) : 1);
  return sum;
}

//===----------------------------------------------------------------------===//
// Differences
//===----------------------------------------------------------------------===//

// What gradient `k` is of, as the forward half reads it.
static bool sourceOf(Gradients *g, uint32_t k, TcTensor *out) {
  RunModel *f = &g->forward;
  const char *name = g->backward.d->results[k].name + strlen("gradient.");
  *out = g->backward.results[k];
  out->data = NULL;
  for (uint32_t i = 0; i < f->d->numWeights; ++i)
    if (!strcmp(f->d->weights[i].name, name))
      out->data = f->weights[i];
  char *end;
  long argument = strtol(name, &end, 10);
  if (!out->data && !*end && argument < (long)f->d->numInputs)
    out->data = f->inputs[argument].data;
  return out->data;
}

static double sizeOf(const TcTensor *t) {
  double sum = 0;
  int64_t n = tcTensorElementCount(t);
  for (int64_t i = 0; i < n; ++i)
    sum += load(t, i) * load(t, i);
  return n ? sqrt(sum / (double)n) : 0;
}

// Moves all that the group's gradients are of to `kept` + distance.
static void move(Gradients *g, double *const *kept, double distance) {
  for (uint32_t k = g->group; k < g->backward.d->numResults; k += GROUPS) {
    TcTensor t;
    if (!sourceOf(g, k, &t))
      continue;
    const double *x = kept[k];
    for (int64_t i = 0, n = tcTensorElementCount(&t); i < n; ++i)
      store(&t, i, x[i] + distance * x[n] * direction(k, i));
  }
}

// <gradient, direction> of the group; its elements and their size are kept.
// False without memory.
static bool keep(Gradients *g, double **kept, double *slope) {
  *slope = 0;
  for (uint32_t k = g->group; k < g->backward.d->numResults; k += GROUPS) {
    TcTensor t;
    if (!sourceOf(g, k, &t))
      continue;
    int64_t n = tcTensorElementCount(&t);
    kept[k] = malloc(((size_t)n + 1) * sizeof(double));
    if (!kept[k])
      return false;
    kept[k][n] = sizeOf(&t) + 1e-3;
    for (int64_t i = 0; i < n; ++i) {
      kept[k][i] = load(&t, i);
      *slope += load(&g->backward.results[k], i) * kept[k][n] * direction(k, i);
    }
  }
  return true;
}

static TcStatus at(Gradients *g, double *const *kept, double distance,
                   double *value) {
  move(g, kept, distance);
  TC_RETURN_IF_ERROR(runModelCall(&g->forward));
  *value = valueOf(g);
  return TC_OK;
}

// Smaller steps until one agrees: kinks and curvature ask for small ones, the
// rounding of f32 for large ones. `slack` is that of the largest.
static TcStatus search(Gradients *g, double *const *kept, double slope,
                       double *found, bool *right) {
  double up = 0, down = 0, slack = 0, best = INFINITY;
  for (double step = 5e-3; step > 1e-4 && !*right; step /= 5) {
    TC_RETURN_IF_ERROR(at(g, kept, step, &up));
    TC_RETURN_IF_ERROR(at(g, kept, -step, &down));
    double now = (up - down) / (2 * step), error = fabs(now - slope);
    if (slack == 0)
      slack = (fabs(up) + fabs(down)) * 1e-6 / step;
    *right = error <= 2e-2 * fabs(slope) + slack;
    if (error < best) {
      best = error;
      *found = now;
    }
  }
  return TC_OK;
}

static TcStatus checkGroup(Gradients *g, double **kept) {
  double slope, found = NAN;
  bool right = false;
  if (!keep(g, kept, &slope))
    return tcStatusMake(6700, "no memory to keep weights in");
  TcStatus status = search(g, kept, slope, &found, &right);
  move(g, kept, 0);
  for (uint32_t k = g->group; k < g->backward.d->numResults; k += GROUPS) {
    free(kept[k]);
    kept[k] = NULL;
  }
  if (status)
    return status;
  g->numWrong += !right;
  printf("gradients %u, %u, ...: slope %.6g, by differences %.6g: %s\n",
         g->group, g->group + GROUPS, slope, found, right ? "ok" : "WRONG");
  return TC_OK;
}

static TcStatus checkAll(Gradients *g) {
  uint32_t n = g->backward.d->numResults;
  double **kept = calloc(n + 1u, sizeof *kept);
  if (!kept)
    return tcStatusMake(6700, "no memory for %u gradients", n);
  TcStatus status = TC_OK;
  for (g->group = 0; g->group < GROUPS && g->group < n && !status; ++g->group)
    status = checkGroup(g, kept);
  free(kept);
  if (!status && g->numWrong)
    status = tcStatusMake(TC_ERROR_RUN_GRADIENT,
                          "%u groups of gradients are not what finite "
                          "differences say",
                          g->numWrong);
  return status;
}

static TcStatus checkTypes(const Gradients *g) {
  for (uint32_t i = 0; i < g->backward.d->numResults; ++i)
    if (g->backward.d->results[i].dtype != TC_DTYPE_F32 &&
        g->backward.d->results[i].dtype != TC_DTYPE_F64)
      return tcStatusMake(TC_ERROR_RUN_GRADIENT,
                          "%s: finite differences need f32 or f64",
                          g->backward.d->results[i].name);
  return TC_OK;
}

TcStatus runGradients(const RunOptions *options) {
  RunOptions first = *options, second = *options;
  first.part = "forward";
  second.part = "backward";
  Gradients g = {.numWrong = 0};
  TcStatus status = runModelOpen(&first, &g.forward);
  if (!status)
    status = runModelCall(&g.forward);
  if (!status)
    status = runModelOpen(&second, &g.backward);
  if (!status)
    status = checkTypes(&g);
  if (!status) {
    bindSaved(&g);
    status = runModelCall(&g.backward);
  }
  if (!status)
    status = checkAll(&g);
  runModelClose(&g.backward);
  runModelClose(&g.forward);
  return status;
}
