// Simplifies size expressions by the ranges of their symbols: mainly index maps
// of reshapes, floordiv(4*i + j, 8) with j < 4.
#include "support/size_impl.h"

typedef struct Simplifier {
  TcArena *arena;
  const TcSizeRanges *ranges;
} Simplifier;

static const TcSize *keepSymbol(void *self, const Atom *symbol) {
  return tcSizeSymbol(((Simplifier *)self)->arena, symbol->name);
}

// Drops the arguments of a min or max that are never its value.
static const TcSize *dropBeaten(Simplifier *s, const Atom *atom) {
  bool isMin = atom->kind == ATOM_MIN;
  const TcSize *out = NULL;
  for (uint32_t i = 0; i < atom->numArgs; ++i) {
    const TcSize *arg = atom->args[i];
    bool beaten = false;
    for (uint32_t j = 0; j < atom->numArgs && !beaten; ++j) {
      const TcSize *less = isMin ? atom->args[j] : arg;
      const TcSize *more = isMin ? arg : atom->args[j];
      // Of two that beat each other the first stays.
      beaten = i != j && tcSizeProvablyLessEqual(less, more, s->ranges) &&
               (j < i || !tcSizeProvablyLessEqual(more, less, s->ranges));
    }
    if (!beaten && out)
      out =
          isMin ? tcSizeMin(s->arena, out, arg) : tcSizeMax(s->arena, out, arg);
    else if (!beaten)
      out = arg;
  }
  return out;
}

// What two terms have in common as factors.
static Term commonFactor(TcArena *arena, const Term *a, const Term *b) {
  Term left = *a, common = {tcSizeGcd(a->coeff, b->coeff), 0, NULL};
  const Atom **atoms = TC_ARENA_ARRAY(arena, const Atom *, b->degree);
  for (uint32_t i = 0; atoms && i < b->degree; ++i) {
    Term quotient, atom = {1, 1, &b->atoms[i]};
    if (!tcSizeDivideMonomial(arena, &left, &atom, &quotient))
      continue;
    left = quotient;
    atoms[common.degree++] = b->atoms[i];
  }
  common.atoms = atoms;
  return common;
}

// The terms of `size` that `by` does not divide.
static const TcSize *restBy(TcArena *arena, const TcSize *size,
                            const Term *by) {
  const TcSize *rest = tcSizeConst(arena, 0);
  for (uint32_t i = 0; i < size->numTerms; ++i) {
    Term quotient;
    const Term *term = &size->terms[i];
    if (term->coeff % by->coeff ||
        !tcSizeDivideMonomial(arena, term, by, &quotient))
      rest = tcSizeAdd(arena, rest, tcSizeFromTerm(arena, *term));
  }
  return rest;
}

// floordiv(g*x + r, g*n) = floordiv(x, n) where 0 <= r < g: tries each g that
// a term shares with the divisor.
static const TcSize *dropSmallRest(Simplifier *s, const Atom *div) {
  const TcSize *a = div->args[0], *by = div->args[1];
  const TcSize *zero = tcSizeConst(s->arena, 0);
  for (uint32_t i = 0; i < a->numTerms && by->numTerms == 1; ++i) {
    Term factor = commonFactor(s->arena, &a->terms[i], &by->terms[0]);
    const TcSize *g = tcSizeFromTerm(s->arena, factor);
    const TcSize *rest = restBy(s->arena, a, &factor);
    if (rest->numTerms && tcSizeProvablyLessEqual(zero, rest, s->ranges) &&
        tcSizeProvablyLess(rest, g, s->ranges))
      return tcSizeFloorDiv(s->arena, tcSizeSub(s->arena, a, rest), by);
  }
  return NULL;
}

static const TcSize *simplifyAtom(void *self, AtomKind kind,
                                  const TcSize *rebuilt) {
  Simplifier *s = self;
  Interval x = tcSizeBounds(s->arena, rebuilt, s->ranges);
  if (x.low == x.high)
    return tcSizeConst(s->arena, x.low);
  const Atom *atom = tcSizeIsAtom(rebuilt);
  if (!atom || atom->kind != kind)
    return rebuilt;
  if (kind == ATOM_MIN || kind == ATOM_MAX)
    return dropBeaten(s, atom);
  if (kind != ATOM_FLOORDIV)
    return rebuilt;
  const TcSize *shorter = dropSmallRest(s, atom);
  return shorter ? shorter : rebuilt;
}

const TcSize *tcSizeSimplify(TcArena *arena, const TcSize *size,
                             const TcSizeRanges *ranges) {
  enum { MOST_ROUNDS = 8 }; // what one round decides may decide more
  Simplifier s = {arena, ranges};
  SizeRebuilder r = {&s, arena, keepSymbol, simplifyAtom};
  for (int round = 0; round < MOST_ROUNDS && !size->bad; ++round) {
    const TcSize *before = size;
    size = tcSizeRebuild(&r, before);
    if (tcSizeEqual(size, before))
      break;
  }
  return size;
}
