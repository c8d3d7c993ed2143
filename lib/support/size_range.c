// Interval arithmetic over size expressions, from the numeric ranges of the
// symbols. INT64_MIN and INT64_MAX are the infinities. Relations between
// symbols (an iterator is less than its extent) are used in size_bound.c.
#include "support/size_impl.h"

static const Interval everything = {INT64_MIN, INT64_MAX};

// Keeps a finite bound from looking like the opposite infinity.
static Interval tidy(Interval x) {
  x.low -= x.low == INT64_MAX;
  x.high += x.high == INT64_MIN;
  return x;
}

static int64_t minOf(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t maxOf(int64_t a, int64_t b) { return a > b ? a : b; }

// The sum of two lower or two upper bounds, of which `infinity` absorbs.
static int64_t addBounds(int64_t a, int64_t b, int64_t infinity) {
  int64_t sum;
  if (a == infinity || b == infinity)
    return infinity;
  if (__builtin_add_overflow(a, b, &sum))
    return a < 0 ? INT64_MIN : INT64_MAX;
  return sum;
}

static Interval addIntervals(Interval a, Interval b) {
  return tidy((Interval){addBounds(a.low, b.low, INT64_MIN),
                         addBounds(a.high, b.high, INT64_MAX)});
}

// With infinities: 0 times anything is 0.
static int64_t mulBounds(int64_t a, int64_t b) {
  int64_t product;
  bool infinite =
      a == INT64_MIN || a == INT64_MAX || b == INT64_MIN || b == INT64_MAX;
  if (a == 0 || b == 0)
    return 0;
  if (!infinite && !__builtin_mul_overflow(a, b, &product))
    return product;
  return (a < 0) == (b < 0) ? INT64_MAX : INT64_MIN;
}

static Interval mulIntervals(Interval a, Interval b) {
  int64_t ll = mulBounds(a.low, b.low), lh = mulBounds(a.low, b.high),
          hl = mulBounds(a.high, b.low), hh = mulBounds(a.high, b.high);
  return tidy((Interval){minOf(minOf(ll, lh), minOf(hl, hh)),
                         maxOf(maxOf(ll, lh), maxOf(hl, hh))});
}

// a >= 0 or b >= 1 may be infinite.
static int64_t divBounds(int64_t a, int64_t b) {
  if (a == INT64_MIN || a == INT64_MAX)
    return a;
  if (b == INT64_MAX)
    return a < 0 ? -1 : 0;
  return a / b - (a % b < 0);
}

static Interval divIntervals(Interval a, Interval b) {
  b.low = maxOf(b.low, 1);
  b.high = maxOf(b.high, b.low);
  return (Interval){divBounds(a.low, a.low < 0 ? b.low : b.high),
                    divBounds(a.high, a.high < 0 ? b.high : b.low)};
}

static Interval modIntervals(Interval a, Interval b) {
  b.low = maxOf(b.low, 1);
  if (a.low >= 0 && a.high < b.low)
    return a;
  int64_t high = b.high == INT64_MAX ? INT64_MAX : maxOf(b.high, b.low) - 1;
  return (Interval){0, a.low >= 0 ? minOf(a.high, high) : high};
}

//===- Of expressions -----------------------------------------------------===//

static Interval symbolRange(const char *symbol, const TcSizeRanges *ranges) {
  Interval x;
  if (ranges && ranges->range &&
      ranges->range(ranges->self, symbol, &x.low, &x.high))
    return x;
  return (Interval){0, INT64_MAX};
}

static Interval combine(AtomKind kind, Interval a, Interval b) {
  switch (kind) {
  case ATOM_FLOORDIV:
    return divIntervals(a, b);
  case ATOM_MOD:
    return modIntervals(a, b);
  case ATOM_MIN:
    return (Interval){minOf(a.low, b.low), minOf(a.high, b.high)};
  case ATOM_MAX:
    return (Interval){maxOf(a.low, b.low), maxOf(a.high, b.high)};
  case ATOM_SYMBOL:
  case ATOM_LOOKUP:
    break;
  }
  return everything;
}

static Interval atomRange(TcArena *arena, const Atom *atom,
                          const TcSizeRanges *ranges) {
  if (atom->name)
    return symbolRange(atom->name, ranges);
  Interval x = tcSizeInterval(arena, atom->args[0], ranges);
  for (uint32_t i = 1; i < atom->numArgs; ++i)
    x = combine(atom->kind, x, tcSizeInterval(arena, atom->args[i], ranges));
  return x;
}

Interval tcSizeInterval(TcArena *arena, const TcSize *size,
                        const TcSizeRanges *ranges) {
  if (size->bad)
    return everything;
  size = tcSizeWithMods(arena, size);
  Interval sum = {0, 0};
  for (uint32_t i = 0; i < size->numTerms; ++i) {
    const Term *term = &size->terms[i];
    Interval product = {term->coeff, term->coeff};
    for (uint32_t a = 0; a < term->degree; ++a)
      product = mulIntervals(product, atomRange(arena, term->atoms[a], ranges));
    sum = addIntervals(sum, product);
  }
  return sum;
}
