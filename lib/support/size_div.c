// Division of size expressions: floordiv is carried out as far as possible, and
// the rest is an atom in lowest terms. mod(a, b) is kept as a - b*floordiv(a,
// b), which makes b*floordiv(a, b) + mod(a, b) cancel by itself; tcSizeWithMods
// finds the mods again, for printing, bounds and code.
#include "support/size_impl.h"

#include <stdlib.h>

static int64_t floorDivide(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

// Rounds so that 0 <= a - b*quotient < |b|, whatever the sign of b.
static int64_t euclidDivide(int64_t a, int64_t b) {
  return b > 0 ? floorDivide(a, b) : -floorDivide(a, -b);
}

int64_t tcSizeGcd(int64_t a, int64_t b) {
  while (b) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}

typedef struct DivMod {
  const TcSize *quotient, *rest;
} DivMod;

// a = quotient*b + rest, where no term of rest is divisible by b's first term
// (with a coefficient to spare). Since the order of terms is a monomial order
// and there is but one divisor, rest depends only on a modulo b.
static DivMod divide(TcArena *arena, const TcSize *a, const TcSize *b) {
  DivMod r = {tcSizeConst(arena, 0), a};
  const Term *lead = &b->terms[0];
  for (uint32_t i = 0; !r.rest->bad && i < r.rest->numTerms;) {
    Term q;
    const Term *term = &r.rest->terms[i];
    bool divides = tcSizeDivideMonomial(arena, term, lead, &q);
    if (divides)
      q.coeff = euclidDivide(term->coeff, lead->coeff);
    if (!divides || !q.coeff) {
      ++i;
      continue;
    }
    r.quotient = tcSizeAdd(arena, r.quotient, tcSizeFromTerm(arena, q));
    r.rest = tcSizeSub(arena, r.rest, tcSizeMulTerm(arena, b, q));
    if (r.quotient->bad)
      r.rest = r.quotient;
  }
  return r;
}

const TcSize *tcSizeExactDiv(TcArena *arena, const TcSize *a, const TcSize *b) {
  if (a->bad || b->bad || !b->numTerms)
    return NULL;
  DivMod r = divide(arena, a, b);
  return !r.rest->bad && !r.rest->numTerms ? r.quotient : NULL;
}

//===- Lowest terms -------------------------------------------------------===//

static int64_t contentOf(const TcSize *size, bool withConstant) {
  int64_t content = 0;
  for (uint32_t i = 0; i < size->numTerms; ++i)
    if (withConstant || size->terms[i].degree)
      content = tcSizeGcd(content, size->terms[i].coeff);
  return content;
}

int64_t tcSizeContent(const TcSize *size) {
  return size->bad ? 0 : contentOf(size, true);
}

// Each coefficient divided by `by`, rounded down (only a constant may need it).
static const TcSize *divideCoeffs(TcArena *arena, const TcSize *size,
                                  int64_t by) {
  const TcSize *out = tcSizeConst(arena, 0);
  for (uint32_t i = 0; i < size->numTerms; ++i) {
    Term term = size->terms[i];
    term.coeff = floorDivide(term.coeff, by);
    out = tcSizeAdd(arena, out, tcSizeFromTerm(arena, term));
  }
  return out;
}

static bool dividesAll(TcArena *arena, const TcSize *size, const Term *by) {
  Term ignored;
  for (uint32_t i = 0; i < size->numTerms; ++i)
    if (!tcSizeDivideMonomial(arena, &size->terms[i], by, &ignored))
      return false;
  return true;
}

// A symbol that is a factor of every term of both.
static bool findCommonSymbol(TcArena *arena, const TcSize *a, const TcSize *b,
                             Term *symbol) {
  const Term *first = &b->terms[0];
  for (uint32_t i = 0; i < first->degree; ++i) {
    *symbol = (Term){1, 1, &first->atoms[i]};
    if (first->atoms[i]->kind == ATOM_SYMBOL && dividesAll(arena, a, symbol) &&
        dividesAll(arena, b, symbol))
      return true;
  }
  return false;
}

// floordiv(a, b) with the factors that both have cancelled, or NULL if there
// are none. floordiv(g*x + k, g*y) = floordiv(x + floordiv(k, g), y).
static const TcSize *cancelCommon(TcArena *arena, const TcSize *a,
                                  const TcSize *b) {
  int64_t content = tcSizeGcd(contentOf(b, true), contentOf(a, false));
  if (content > 1)
    return tcSizeFloorDiv(arena, divideCoeffs(arena, a, content),
                          divideCoeffs(arena, b, content));
  Term symbol;
  if (!findCommonSymbol(arena, a, b, &symbol))
    return NULL;
  const TcSize *by = tcSizeFromTerm(arena, symbol);
  if (by->bad)
    return by;
  return tcSizeFloorDiv(arena, divide(arena, a, by).quotient,
                        divide(arena, b, by).quotient);
}

// floordiv(floordiv(x, m) + p, n) = floordiv(x + m*p, m*n), or NULL if `a` has
// no such term or the product does not fit.
static const TcSize *mergeNested(TcArena *arena, const TcSize *a,
                                 const TcSize *b) {
  for (uint32_t i = 0; i < a->numTerms; ++i) {
    const Term *term = &a->terms[i];
    if (term->coeff != 1 || term->degree != 1 ||
        term->atoms[0]->kind != ATOM_FLOORDIV)
      continue;
    const TcSize *x = term->atoms[0]->args[0], *m = term->atoms[0]->args[1];
    const TcSize *p = tcSizeSub(arena, a, tcSizeFromTerm(arena, *term));
    const TcSize *merged =
        tcSizeFloorDiv(arena, tcSizeAdd(arena, x, tcSizeMul(arena, m, p)),
                       tcSizeMul(arena, m, b));
    return merged->bad ? NULL : merged;
  }
  return NULL;
}

//===- floordiv, ceildiv, mod ---------------------------------------------===//

static bool isNegativeSum(const TcSize *size) {
  bool any = false;
  for (uint32_t i = 0; i < size->numTerms; ++i) {
    if (size->terms[i].degree && size->terms[i].coeff > 0)
      return false;
    any |= size->terms[i].degree > 0;
  }
  return any;
}

// floordiv(a, b) where nothing of `a` is a multiple of b.
static const TcSize *divideRest(TcArena *arena, const TcSize *a,
                                const TcSize *b) {
  int64_t value;
  if (a->bad || !a->numTerms)
    return a;
  // Dividing by a constant leaves a rest in [0, constant).
  if (tcSizeIsConst(b, &value) && tcSizeIsConst(a, &value))
    return tcSizeConst(arena, 0);
  if (tcSizeIsConst(a, &value) && value == -1)
    return a; // by anything that is at least 1
  const TcSize *out = cancelCommon(arena, a, b);
  if (!out)
    out = mergeNested(arena, a, b);
  return out ? out
             : tcSizeFromAtom(arena, ATOM_FLOORDIV, (const TcSize *[]){a, b},
                              2);
}

const TcSize *tcSizeFloorDiv(TcArena *arena, const TcSize *a, const TcSize *b) {
  int64_t by;
  if (a->bad || b->bad)
    return a->bad ? a : b;
  if (!b->numTerms)
    return tcSizeBad(BAD_DIVISION_BY_ZERO);
  bool constant = tcSizeIsConst(b, &by);
  if (constant && by < 0)
    return tcSizeFloorDiv(arena, tcSizeNeg(arena, a), tcSizeNeg(arena, b));
  // -floordiv(-s, 2), the usual way to round up, is floordiv(s + 1, 2).
  if (constant && isNegativeSum(a))
    return tcSizeNeg(arena, tcSizeCeilDiv(arena, tcSizeNeg(arena, a), b));
  DivMod r = divide(arena, a, b);
  return tcSizeAdd(arena, r.quotient, divideRest(arena, r.rest, b));
}

const TcSize *tcSizeCeilDiv(TcArena *arena, const TcSize *a, const TcSize *b) {
  int64_t by;
  if (!b->bad && tcSizeIsConst(b, &by) && by < 0)
    return tcSizeCeilDiv(arena, tcSizeNeg(arena, a), tcSizeNeg(arena, b));
  const TcSize *up = tcSizeSub(arena, b, tcSizeConst(arena, 1));
  return tcSizeFloorDiv(arena, tcSizeAdd(arena, a, up), b);
}

const TcSize *tcSizeMod(TcArena *arena, const TcSize *a, const TcSize *b) {
  const TcSize *quotient = tcSizeFloorDiv(arena, a, b);
  return tcSizeSub(arena, a, tcSizeMul(arena, b, quotient));
}

//===- Finding mods again -------------------------------------------------===//

// A search through one expression for parts that are a mod.
typedef struct ModFinder {
  TcArena *arena;
  const TcSize *size; // what is left of the expression
  const TcSize *mods; // the sum of those found
} ModFinder;

// The term of `size` with the monomial of `like`, or NULL.
static const Term *findTerm(const TcSize *size, const Term *like) {
  for (uint32_t i = 0; i < size->numTerms; ++i)
    if (!tcSizeCompareMonomials(&size->terms[i], like))
      return &size->terms[i];
  return NULL;
}

// How often y stands in the expression, times the monomial of `by`, judged by
// y's first term; 0 if not a whole number of times.
static int64_t countMultiples(ModFinder *f, const TcSize *y, Term by) {
  const TcSize *product = tcSizeMulTerm(f->arena, y, by);
  const Term *term = product->bad || !product->numTerms
                         ? NULL
                         : findTerm(f->size, &product->terms[0]);
  int64_t unit = term ? product->terms[0].coeff : 1;
  return term && term->coeff % unit == 0 ? term->coeff / unit : 0;
}

// Taking a mod out of an expression must leave fewer terms, and fewer of the
// division by which the mod was found.
static bool isShorter(const TcSize *rest, const TcSize *size,
                      const Term *division) {
  if (rest->bad || rest->numTerms >= size->numTerms)
    return false;
  const Term *left = findTerm(rest, division);
  return !left || llabs(left->coeff) < llabs(division->coeff);
}

// Takes c*m*(y - n*floordiv(y, n)) out of the expression if that makes it
// shorter. `division` is the term that holds floordiv(y, n); its `cofactor` is
// m times n's first term, and c is read off the term that holds m*y.
static bool tryMod(ModFinder *f, const Term *division, const Term *cofactor,
                   const TcSize *y, const TcSize *n) {
  Term by;
  if (!tcSizeDivideMonomial(f->arena, cofactor, &n->terms[0], &by))
    return false;
  by.coeff = 1;
  by.coeff = countMultiples(f, y, by);
  const TcSize *value = tcSizeMod(f->arena, y, n);
  const TcSize *rest =
      tcSizeSub(f->arena, f->size, tcSizeMulTerm(f->arena, value, by));
  const TcSize *mod =
      tcSizeFromAtom(f->arena, ATOM_MOD, (const TcSize *[]){y, n}, 2);
  mod = tcSizeAdd(f->arena, f->mods, tcSizeMulTerm(f->arena, mod, by));
  if (mod->bad || !isShorter(rest, f->size, division))
    return false;
  f->size = rest;
  f->mods = mod;
  return true;
}

// mod(floordiv(x, m), n) hides as floordiv(x, m) - n*floordiv(x, m*n): tries
// the other divisions of the expression as the dividend.
static bool tryNestedMod(ModFinder *f, const Term *division,
                         const Term *cofactor, const Atom *div) {
  for (uint32_t i = 0; i < f->size->numTerms; ++i) {
    const Term *term = &f->size->terms[i];
    for (uint32_t a = 0; a < term->degree; ++a) {
      const Atom *inner = term->atoms[a];
      if (inner->kind != ATOM_FLOORDIV || inner == div)
        continue;
      const TcSize *n = tcSizeExactDiv(f->arena, div->args[1], inner->args[1]);
      const TcSize *y = tcSizeFromTerm(f->arena, (Term){1, 1, &term->atoms[a]});
      int64_t value;
      if (n && !y->bad && !(tcSizeIsConst(n, &value) && value == 1) &&
          tryMod(f, division, cofactor, y, n))
        return true;
    }
  }
  return false;
}

static bool findMod(ModFinder *f) {
  for (uint32_t i = 0; i < f->size->numTerms; ++i) {
    const Term *term = &f->size->terms[i];
    for (uint32_t a = 0; a < term->degree; ++a) {
      const Atom *div = term->atoms[a];
      Term cofactor;
      if (div->kind == ATOM_FLOORDIV &&
          tcSizeDivideMonomial(f->arena, term, &(Term){1, 1, &term->atoms[a]},
                               &cofactor) &&
          (tryMod(f, term, &cofactor, div->args[0], div->args[1]) ||
           tryNestedMod(f, term, &cofactor, div)))
        return true;
    }
  }
  return false;
}

const TcSize *tcSizeWithMods(TcArena *arena, const TcSize *size) {
  enum { MOST_TERMS = 32 }; // beyond, the search costs more than it helps
  if (size->bad || size->numTerms > MOST_TERMS)
    return size;
  ModFinder f = {arena, size, tcSizeConst(arena, 0)};
  while (findMod(&f))
    ;
  const TcSize *out = tcSizeAdd(arena, f.size, f.mods);
  return out->bad ? size : out;
}
