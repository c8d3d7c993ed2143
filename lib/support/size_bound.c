// Bounds of size expressions from relations between symbols: an iterator j of
// extent s is at most s - 1, so 768*i + j with i < b, j < 768 is at most 768*b
// - 1. Atoms with such a bound are replaced by it, one after the other, where
// the expression is monotone in them.
#include "support/size_impl.h"

typedef struct Bounder {
  TcArena *arena;
  const TcSizeRanges *ranges;
  int depth;
} Bounder;

enum { MOST_DEPTH = 8, MOST_STEPS = 32 };

static const TcSize *extreme(Bounder *b, const TcSize *size, bool upper);

// The greatest or least value that an atom can have, by expressions without
// iterators; NULL if none is known.
static const TcSize *atomExtreme(Bounder *b, const Atom *atom, bool upper) {
  const TcSize *zero = tcSizeConst(b->arena, 0), *extent = NULL;
  if (atom->kind == ATOM_FLOORDIV)
    return tcSizeFloorDiv(b->arena, extreme(b, atom->args[0], upper),
                          atom->args[1]);
  if (atom->kind == ATOM_MOD)
    extent = atom->args[1];
  if (atom->kind == ATOM_SYMBOL && b->ranges && b->ranges->extent)
    extent = b->ranges->extent(b->ranges->self, atom->name);
  if (!extent)
    return NULL;
  return upper ? tcSizeSub(b->arena, extent, tcSizeConst(b->arena, 1)) : zero;
}

static bool hasAtom(const TcSize *size, const Term *atom) {
  for (uint32_t i = 0; i < size->numTerms; ++i)
    for (uint32_t a = 0; a < size->terms[i].degree; ++a) {
      Term other = {1, 1, &size->terms[i].atoms[a]};
      if (!tcSizeCompareMonomials(&other, atom))
        return true;
    }
  return false;
}

// size = by*atom + rest, with the atom in neither (other than inside atoms);
// false if it is not linear in it.
static bool splitAt(TcArena *arena, const TcSize *size, const Term *atom,
                    const TcSize **by, const TcSize **rest) {
  *by = *rest = tcSizeConst(arena, 0);
  for (uint32_t i = 0; i < size->numTerms; ++i) {
    Term quotient;
    if (tcSizeDivideMonomial(arena, &size->terms[i], atom, &quotient))
      *by = tcSizeAdd(arena, *by, tcSizeFromTerm(arena, quotient));
    else
      *rest = tcSizeAdd(arena, *rest, tcSizeFromTerm(arena, size->terms[i]));
  }
  return !hasAtom(*by, atom);
}

// Replaces one atom by its extreme; NULL if that can't be done.
static const TcSize *replaceAtom(Bounder *b, const TcSize *size,
                                 const Term *atom, bool upper) {
  const TcSize *by, *rest;
  if (!splitAt(b->arena, size, atom, &by, &rest))
    return NULL;
  Interval sign = tcSizeInterval(b->arena, by, b->ranges);
  if (sign.low < 0 && sign.high > 0)
    return NULL;
  bool rising = sign.low >= 0;
  const TcSize *to = atomExtreme(b, atom->atoms[0], upper == rising);
  if (!to || hasAtom(to, atom))
    return NULL;
  to = tcSizeAdd(b->arena, tcSizeMul(b->arena, by, to), rest);
  return to->bad ? NULL : to;
}

static const TcSize *replaceAny(Bounder *b, const TcSize *size, bool upper) {
  for (uint32_t i = 0; i < size->numTerms; ++i)
    for (uint32_t a = 0; a < size->terms[i].degree; ++a) {
      Term atom = {1, 1, &size->terms[i].atoms[a]};
      const TcSize *out = replaceAtom(b, size, &atom, upper);
      if (out)
        return out;
    }
  return NULL;
}

static const TcSize *extreme(Bounder *b, const TcSize *size, bool upper) {
  if (b->depth == MOST_DEPTH)
    return size;
  ++b->depth;
  size = tcSizeWithMods(b->arena, size);
  for (int step = 0; step < MOST_STEPS; ++step) {
    const TcSize *next = replaceAny(b, size, upper);
    if (!next)
      break;
    size = next;
  }
  --b->depth;
  return size;
}

static int64_t minOf(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t maxOf(int64_t a, int64_t b) { return a > b ? a : b; }

Interval tcSizeBounds(TcArena *arena, const TcSize *size,
                      const TcSizeRanges *ranges) {
  Bounder b = {arena, ranges, 0};
  Interval x = tcSizeInterval(arena, size, ranges);
  if (size->bad || !ranges || !ranges->extent)
    return x;
  const TcSize *low = extreme(&b, size, false), *high = extreme(&b, size, true);
  x.low = maxOf(x.low, tcSizeInterval(arena, low, ranges).low);
  x.high = minOf(x.high, tcSizeInterval(arena, high, ranges).high);
  return x;
}

void tcSizeRange(const TcSize *size, const TcSizeRanges *ranges, int64_t *low,
                 int64_t *high) {
  TcArena arena = {0};
  Interval x = tcSizeBounds(&arena, size, ranges);
  *low = x.low;
  *high = x.high;
  tcArenaFree(&arena);
}

static int64_t leastDifference(const TcSize *a, const TcSize *b,
                               const TcSizeRanges *ranges) {
  TcArena arena = {0};
  Interval x = tcSizeBounds(&arena, tcSizeSub(&arena, b, a), ranges);
  tcArenaFree(&arena);
  return x.low;
}

bool tcSizeProvablyLess(const TcSize *a, const TcSize *b,
                        const TcSizeRanges *ranges) {
  return leastDifference(a, b, ranges) >= 1;
}

bool tcSizeProvablyLessEqual(const TcSize *a, const TcSize *b,
                             const TcSizeRanges *ranges) {
  return leastDifference(a, b, ranges) >= 0;
}
