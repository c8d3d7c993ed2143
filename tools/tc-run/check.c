// Compares results with expectations, by the comparison that all of tc shares
// (runtime/compare.h).
#include "tc-run/tc-run.h"

#include <math.h>
#include <stdio.h>

static void describe(const TcTensor *t, const TcExpectedInfo *e,
                     const TcComparison *c, const char *name, RunError *total) {
  char shapes[128];
  if (c->otherShape) {
    tcCompareShapeText(t, e, shapes, sizeof shapes);
    snprintf(total->worst, sizeof total->worst,
             "%.60s is wrong: its shape is %s", name, shapes);
  } else if (c->wrong) {
    snprintf(total->worst, sizeof total->worst,
             "%.60s is wrong: element %lld of %lld is %.9g, not %.9g (error "
             "%.2g, bound %.2g)",
             name, (long long)c->index, (long long)c->elements, c->got, c->want,
             c->error, c->bound);
  } else {
    snprintf(total->worst, sizeof total->worst,
             "%.60s is wrong: error %.2g, bound %.2g; %lld of %lld elements "
             "are undecided",
             name, c->error, c->bound, (long long)c->undecided,
             (long long)c->elements);
  }
}

/// Eager's error over few elements is a random draw (for one element it may be
/// near 0): without bounds, the error of all results together is allowed for
/// each.
static TcExpectedInfo withEnough(const TcExpectedInfo *e, double eager) {
  enum { FEW = 64 };
  TcExpectedInfo out = *e;
  double largest = 0;
  for (uint64_t i = 0; i < e->numSamples; ++i)
    largest = fmax(largest, fabs(e->samples[i]));
  if (!e->bounds && e->eagerError > 0 && e->numSamples <= FEW) {
    out.eagerError = fmax(e->eagerError, eager);
    out.eagerMax = fmax(e->eagerMax, out.eagerError * largest);
  }
  return out;
}

static double greatestEager(const RunModel *m) {
  double most = 0;
  for (uint32_t i = 0; m->d->expected && i < m->d->numResults; ++i)
    most = fmax(most, m->d->expected[i].eagerError);
  for (uint32_t i = 0; i < m->d->numExpectedState; ++i)
    most = fmax(most, m->d->expectedState[i].expected.eagerError);
  return most;
}

static void checkOne(const RunModel *m, const TcTensor *t,
                     const TcExpectedInfo *expected, const char *name,
                     RunError *total) {
  TcComparison c;
  TcExpectedInfo e = withEnough(expected, greatestEager(m));
  tcCompareExpected(t, &e, TC_COMPARE_CODE, &c);
  if (!c.known)
    return;
  // The first wrong result, else the one that is nearest to its bound.
  bool worse = !total->known || (total->right && !c.right) ||
               (total->right == c.right &&
                c.error * total->bound > total->error * c.bound);
  if (worse) {
    total->error = c.error;
    total->bound = c.bound;
    if (c.right)
      snprintf(total->worst, sizeof total->worst, "%.60s", name);
    else
      describe(t, &e, &c, name, total);
  }
  total->right = (!total->known || total->right) && c.right;
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
      checkOne(m, &tensor, &state->expected, table[state->index].name, error);
  }
}

/// Expectations hold for the example sizes and the generated weights.
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
    checkOne(m, &m->results[i], &m->d->expected[i], m->d->results[i].name,
             error);
  checkState(m, error);
  if (!error->known && m->d->expected && isAllEmpty(m))
    error->known = error->right = true; // no element can be wrong
}
