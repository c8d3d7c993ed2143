//===- compare.c - Results and what they should be ----------------*- C -*-===//
//
// The rule is in docs/numerics.md: each element within its bound, where bounds
// are known; else at most twice PyTorch's own error, in the norm and in each
// element.
//
//===----------------------------------------------------------------------===//

#include "runtime/compare.h"

#include "runtime/reals.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

TcAnswer tcCompareReal(double want, double bound, double got, double *part) {
  *part = 0;
  if (!isfinite(bound))
    return TC_UNDECIDED;
  if (isnan(want))
    return isnan(got) ? TC_RIGHT : TC_WRONG;
  if (!isfinite(want) || !isfinite(got))
    return want == got ? TC_RIGHT : TC_WRONG;
  double off = fabs(got - want);
  *part = off == 0 ? 0 : off / bound;
  return off <= bound * (1 + 0x1p-20) ? TC_RIGHT : TC_WRONG; // it is rounded
}

typedef struct Totals {
  double sum, norm; // of all elements that the result has
  double off, size; // norms, of samples: of the error, of what is expected
  double bounds;    // of samples: the norm of their bounds
  double greatest, worst; // error; part of its bound
  double largest;         // of what is expected
  bool finite;
  bool infinityDiffers; // or a NaN: no error of eager's explains that
} Totals;

static void note(TcComparison *out, TcAnswer answer, int64_t index, double got,
                 double want, double bound) {
  ++out->elements;
  out->undecided += answer == TC_UNDECIDED;
  if (answer != TC_WRONG || out->wrong++)
    return;
  out->index = index;
  out->got = got;
  out->want = want;
  out->allowed = bound;
}

// The bound of an element. For another form of the program in f64
// (TC_COMPARE_MEANING) it is the part that f64 roundings are of f32 roundings,
// plus a few roundings of f64.
static double boundOf(const TcExpectedInfo *e, uint64_t i, TcCompareMode mode) {
  double bound = e->bounds ? e->bounds[i] : 0;
  return mode == TC_COMPARE_CODE
             ? bound
             : bound * 0x1p-10 + fabs(e->samples[i]) * 0x1p-42;
}

static void compareSamples(const TcTensor *t, const TcExpectedInfo *e,
                           TcCompareMode mode, Totals *s, TcComparison *out) {
  int64_t n = tcNumReals(t);
  for (uint64_t i = 0; i < e->numSamples; ++i) {
    int64_t index = (int64_t)((uint64_t)n * i / e->numSamples);
    double want = e->samples[i], got = tcReadReal(t, index), part;
    double bound = boundOf(e, i, mode);
    TcAnswer answer = tcCompareReal(want, bound, got, &part);
    if (mode == TC_COMPARE_MEANING && !isfinite(want))
      answer = TC_RIGHT; // an overflow of the narrower type
    note(out, answer, index, got, want, bound);
    s->worst = answer == TC_RIGHT ? fmax(s->worst, part) : s->worst;
    bool finite = isfinite(want) && isfinite(bound);
    s->finite &= finite;
    if (!finite && answer == TC_WRONG) {
      s->greatest = (double)INFINITY;
      s->infinityDiffers = true;
    }
    if (!finite)
      continue;
    s->largest = fmax(s->largest, fabs(want));
    s->off += (got - want) * (got - want);
    s->size += want * want;
    s->bounds += bound * bound;
    if (!(fabs(got - want) <= s->greatest))
      s->greatest = fabs(got - want);
  }
  s->off = sqrt(s->off);
  s->size = sqrt(s->size);
  s->bounds = sqrt(s->bounds);
}

static void addUp(const TcTensor *t, Totals *s) {
  int64_t n = tcNumReals(t);
  for (int64_t i = 0; i < n; ++i) {
    double x = tcReadReal(t, i);
    s->sum += x;
    s->norm += x * x;
  }
  s->norm = sqrt(s->norm);
}

// Whether norm and sum of all elements are right, if a relative error is
// allowed. 1e-10: the sums themselves are rounded.
static bool areTotalsRight(const TcTensor *t, const TcExpectedInfo *e,
                           const Totals *s, double allowed) {
  double n = (double)tcNumReals(t);
  if (!isfinite(e->norm) || !isfinite(e->sum))
    return true; // the elements are compared one by one
  double bound = (allowed + 1e-10) * e->norm + 1e-300;
  return fabs(s->norm - e->norm) <= bound &&
         fabs(s->sum - e->sum) <= sqrt(n) * bound;
}

// The norm to which the samples' error is relative: their own, or their share
// of the whole tensor's.
static double scaleOf(const TcTensor *t, const TcExpectedInfo *e,
                      const Totals *s) {
  double n = (double)tcNumReals(t);
  return fmax(s->size, n > 0 ? e->norm * sqrt((double)e->numSamples / n) : 0);
}

static double relative(double error, double scale) {
  return scale > 0 ? error / scale : error;
}

static bool hasTotals(const TcExpectedInfo *e) {
  return e->norm != 0 || e->sum != 0;
}

// Whether the error is at most twice PyTorch's, in the norm and in the worst
// element. PyTorch's error may be 0 by luck.
static bool isAsGoodAsEager(const TcTensor *t, const TcExpectedInfo *e,
                            const Totals *s, TcComparison *out) {
  out->error = relative(s->off, scaleOf(t, e, s));
  // At least a rounding to the result's type is allowed. Expected f64 results
  // were themselves computed in f64, with an unknown error of at least one
  // rounding, which adds to the two that D4 allows.
  bool isWide = tcUnitRoundoff(t->dtype) == 0x1p-53;
  double unit = tcUnitRoundoff(t->dtype) * (isWide ? 3 : 1);
  out->bound = fmax(2 * e->eagerError, unit);
  bool near = !s->infinityDiffers && out->error <= out->bound &&
              s->greatest <= fmax(2 * e->eagerMax, unit * s->largest);
  return near && areTotalsRight(t, e, s, out->bound);
}

static bool isWithinBounds(const TcTensor *t, const TcExpectedInfo *e,
                           const Totals *s, TcComparison *out) {
  out->error = s->worst;
  out->bound = 1;
  if (out->wrong || out->undecided * 100 > out->elements)
    return false;
  if (!hasTotals(e) || !s->finite)
    return true;
  return areTotalsRight(t, e, s, relative(s->bounds, scaleOf(t, e, s)));
}

// Compares integers and truth values exactly, unless they have bounds: those
// depend on roundings.
static bool isSame(const TcTensor *t, const TcExpectedInfo *e, const Totals *s,
                   TcComparison *out) {
  out->error = s->greatest;
  bool totals = !hasTotals(e) || areTotalsRight(t, e, s, 0);
  return !out->wrong && totals;
}

//===- Shapes -------------------------------------------------------------===//

typedef struct Text {
  char *at;
  size_t room;
} Text;

static void append(Text *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int n = vsnprintf(text->at, text->room, format, arguments);
  va_end(arguments);
  size_t used = n > 0 && (size_t)n < text->room ? (size_t)n : text->room - 1;
  text->at += used;
  text->room -= used;
}

static void appendShape(Text *text, const int64_t *sizes, uint32_t rank) {
  append(text, "[");
  for (uint32_t i = 0; i < rank; ++i)
    append(text, i ? ", %" PRId64 : "%" PRId64, sizes[i]);
  append(text, "]");
}

void tcCompareShapeText(const TcTensor *t, const TcExpectedInfo *e, char *text,
                        size_t capacity) {
  Text out = {text, capacity};
  appendShape(&out, t->sizes, t->rank);
  append(&out, ", not ");
  appendShape(&out, e->shape, e->rank);
}

static bool hasOtherShape(const TcTensor *t, const TcExpectedInfo *e) {
  bool same = t->rank == e->rank;
  for (uint32_t i = 0; same && i < e->rank; ++i)
    same = t->sizes[i] == e->shape[i];
  return e->hasShape && !same;
}

//===- All that is expected -----------------------------------------------===//

void tcCompareExpected(const TcTensor *t, const TcExpectedInfo *e,
                       TcCompareMode mode, TcComparison *out) {
  Totals s = {.finite = true};
  *out = (TcComparison){.known = e->samples && e->numSamples,
                        .otherShape = hasOtherShape(t, e)};
  if (out->otherShape) {
    out->known = true;
    out->error = (double)INFINITY;
    return;
  }
  if (!out->known)
    return;
  addUp(t, &s);
  compareSamples(t, e, mode, &s, out);
  if (e->bounds || mode == TC_COMPARE_MEANING)
    out->right = isWithinBounds(t, e, &s, out);
  else if (tcUnitRoundoff(t->dtype) == 0)
    out->right = isSame(t, e, &s, out);
  // With bounds but no totals the expected results are not PyTorch's.
  if (!out->right && mode == TC_COMPARE_CODE && (hasTotals(e) || !e->bounds) &&
      tcUnitRoundoff(t->dtype) > 0)
    out->right = isAsGoodAsEager(t, e, &s, out);
  if (!out->right && !isfinite(out->error))
    out->error = (double)INFINITY;
}
