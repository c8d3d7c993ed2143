// Are the results right? D4's comparison: the error against a run in f64, on
// the sampled elements and in the norm, is at most twice that of PyTorch eager
// in the same types, or four roundings of the type (sixteen, where it is of fewer
// than sixteen elements).
#include "tc-run/tc-run.h"

#include <math.h>
#include <stdio.h>

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

typedef struct Difference {
  double samples, norm, sum; // relative; sum is to be at most sqrt(n) times
  double bound, count;
} Difference;

static double relative(double error, double reference) {
  return reference > 0 ? error / reference : error;
}

/// What the error of k samples of n elements is relative to: their own norm, or
/// their share of the whole's if that is more, since they stand for all. (Of a
/// convolution's weight they may lie at one tap at the rim of its window, where
/// all are small; eager's error is one of the whole.)
static double scaleOf(double own, double whole, int64_t k, int64_t n) {
  return fmax(own, n ? whole * sqrt((double)k / (double)n) : 0);
}

/// Eager's error of few elements may be small by luck (of one normal number,
/// below half of what is usual three times in ten), and is no yardstick then:
/// these are allowed more roundings.
static double boundOf(const TcTensor *t, const TcExpectedInfo *e, int64_t n) {
  enum { FEW = 16 };
  double roundings = n < FEW ? 16 : 4;
  return fmax(2 * e->eagerError, roundings * runRoundingOf(t->dtype));
}

static Difference compare(const TcTensor *t, const TcExpectedInfo *e) {
  int64_t n = runNumReals(t);
  int64_t samples = (int64_t)e->numSamples;
  double error = 0, reference = 0, sum = 0, norm = 0;
  for (int64_t i = 0; i < samples; ++i) {
    double want = e->samples[i], got = runReadReal(t, i * n / samples);
    error += (got - want) * (got - want);
    reference += want * want;
  }
  for (int64_t i = 0; i < n; ++i) {
    double got = runReadReal(t, i);
    sum += got;
    norm += got * got;
  }
  norm = sqrt(norm);
  double scale = scaleOf(sqrt(reference), e->norm, samples, n);
  return (Difference){.samples = relative(sqrt(error), scale),
                      .norm = relative(fabs(norm - e->norm), e->norm),
                      .sum = relative(fabs(sum - e->sum), e->norm),
                      .bound = boundOf(t, e, n),
                      .count = (double)n};
}

/// Written so that no comparison with a NaN is right. The sums themselves are
/// rounded, in f64.
static bool isRight(const Difference *d) {
  const double rounding = 1e-10;
  return d->samples <= d->bound && d->norm <= d->bound + rounding &&
         d->sum <= sqrt(d->count) * (d->bound + rounding);
}

static void checkOne(const TcTensor *t, const TcExpectedInfo *e,
                     const char *name, RunError *total) {
  if (!e->samples || !e->numSamples)
    return;
  Difference d = compare(t, e);
  bool right = isRight(&d);
  double error = fmax(d.samples, d.norm);
  if (isnan(d.samples) || isnan(d.norm))
    error = INFINITY;
  // The first wrong one, else the one that is nearest to its bound.
  bool worse =
      !total->known || (total->right && !right) ||
      (total->right == right && error * total->bound > total->error * d.bound);
  if (worse) {
    total->error = error;
    total->bound = d.bound;
    snprintf(total->worst, sizeof total->worst, "%.60s%s", name,
             right ? "" : " is wrong");
  }
  total->right = (!total->known || total->right) && right;
  total->known = true;
}

static void checkState(const RunModel *m, RunError *error) {
  for (uint32_t i = 0; i < m->d->numExpectedState; ++i) {
    const TcExpectedState *state = &m->d->expectedState[i];
    int64_t sizes[TC_MAX_RANK];
    TcTensor tensor = state->isWeight ? runWeightTensor(m, state->index, sizes)
                                      : m->inputs[state->index];
    const TcValueInfo *table = state->isWeight ? m->d->weights : m->d->inputs;
    if (tensor.data)
      checkOne(&tensor, &state->expected, table[state->index].name, error);
  }
}

/// What was expected is of the example sizes, and of the weights as made.
static bool isComparable(const RunModel *m) {
  for (uint32_t i = 0; i < m->d->numSymbols; ++i)
    if (m->d->symbols[i].source != TC_SYMBOL_LATE &&
        m->symbols[i] != m->d->symbols[i].example)
      return false;
  return true;
}

static bool isAllEmpty(const RunModel *m) {
  for (uint32_t i = 0; i < m->d->numResults; ++i)
    if (tcTensorElementCount(&m->results[i]))
      return false;
  return true;
}

void runCheck(const RunModel *m, RunError *error) {
  *error = (RunError){0};
  if (!isComparable(m))
    return;
  for (uint32_t i = 0; m->d->expected && i < m->d->numResults; ++i)
    checkOne(&m->results[i], &m->d->expected[i], m->d->results[i].name, error);
  checkState(m, error);
  if (!error->known && m->d->expected && isAllEmpty(m))
    error->known = error->right = true; // no element can be wrong
}
