// The ring of size expressions: sums of terms in canonical order. Divisions are
// in size_div.c, text in size_text.c, questions in size_query.c.
#include "support/size_impl.h"

#include <ctype.h>
#include <string.h>

//===- Bad expressions ----------------------------------------------------===//

const TcSize *tcSizeBad(BadSize why) {
  static const TcSize bad[] = {
      {.bad = NOT_BAD},         {.bad = BAD_OVERFLOW},
      {.bad = BAD_MEMORY},      {.bad = BAD_DIVISION_BY_ZERO},
      {.bad = BAD_TOO_COMPLEX}, {.bad = BAD_SYMBOL},
  };
  return &bad[why];
}

TcStatus tcSizeStatus(const TcSize *size) {
  switch (size->bad) {
  case NOT_BAD:
    return TC_OK;
  case BAD_OVERFLOW:
    return tcStatusMake(TC_ERROR_SIZE_OVERFLOW,
                        "a coefficient of a size does not fit in 64 bits");
  case BAD_MEMORY:
    return tcStatusMake(TC_ERROR_OUT_OF_MEMORY, "out of memory");
  case BAD_DIVISION_BY_ZERO:
    return tcStatusMake(TC_ERROR_SIZE_DIVISION_BY_ZERO,
                        "a size is divided by 0");
  case BAD_TOO_COMPLEX:
    return tcStatusMake(TC_ERROR_SIZE_TOO_COMPLEX,
                        "a size has more than %d factors or is nested deeper "
                        "than %d; name a part of it by a symbol",
                        TC_SIZE_MAX_WEIGHT, TC_SIZE_MAX_DEPTH);
  case BAD_SYMBOL:
    return tcStatusMake(TC_ERROR_SIZE_BAD_SYMBOL,
                        "not a name for a size symbol: it must match "
                        "[A-Za-z_][A-Za-z0-9_$.]* and not be a function's");
  }
  return tcStatusMake(TC_ERROR_INTERNAL, "a size is bad for an unknown reason");
}

//===- Order --------------------------------------------------------------===//

static int compareNumbers(int64_t a, int64_t b) { return (a > b) - (a < b); }

static int compareAtoms(const Atom *a, const Atom *b) {
  if (a == b)
    return 0;
  if (a->kind != b->kind)
    return compareNumbers(a->kind, b->kind);
  int order = a->name ? strcmp(a->name, b->name) : 0;
  if (a->kind == ATOM_SYMBOL || order)
    return order;
  if (a->numArgs != b->numArgs)
    return compareNumbers(a->numArgs, b->numArgs);
  for (uint32_t i = 0; i < a->numArgs && !order; ++i)
    order = tcSizeCompare(a->args[i], b->args[i]);
  return order;
}

int tcSizeCompareMonomials(const Term *a, const Term *b) {
  if (a->degree != b->degree)
    return compareNumbers(b->degree, a->degree);
  int order = 0;
  for (uint32_t i = 0; i < a->degree && !order; ++i)
    order = compareAtoms(a->atoms[i], b->atoms[i]);
  return order;
}

int tcSizeCompare(const TcSize *a, const TcSize *b) {
  if (a == b)
    return 0;
  if (a->bad != b->bad)
    return compareNumbers(a->bad, b->bad);
  uint32_t common = a->numTerms < b->numTerms ? a->numTerms : b->numTerms;
  for (uint32_t i = 0; i < common; ++i) {
    int order = tcSizeCompareMonomials(&a->terms[i], &b->terms[i]);
    if (!order)
      order = compareNumbers(a->terms[i].coeff, b->terms[i].coeff);
    if (order)
      return order;
  }
  return compareNumbers(b->numTerms, a->numTerms); // constants come last
}

bool tcSizeEqual(const TcSize *a, const TcSize *b) {
  return !a->bad && !b->bad && tcSizeCompare(a, b) == 0;
}

//===- Sums and products --------------------------------------------------===//

static TcSize *newSum(TcArena *arena, size_t maxTerms) {
  TcSize *sum = tcArenaAlloc(arena, sizeof *sum + maxTerms * sizeof *sum->terms,
                             _Alignof(TcSize));
  if (sum)
    sum->terms = (Term *)(sum + 1);
  return sum;
}

static uint32_t atMost(uint32_t a, uint32_t b) { return a > b ? a : b; }

// Computes the cached properties of a complete sum and checks the limits.
static const TcSize *finish(TcSize *sum) {
  for (uint32_t i = 0; i < sum->numTerms; ++i) {
    const Term *term = &sum->terms[i];
    sum->weight += 1;
    for (uint32_t a = 0; a < term->degree; ++a) {
      sum->weight += term->atoms[a]->weight;
      sum->depth = atMost(sum->depth, term->atoms[a]->depth);
    }
    if (sum->weight > TC_SIZE_MAX_WEIGHT)
      return tcSizeBad(BAD_TOO_COMPLEX);
  }
  return sum->depth > TC_SIZE_MAX_DEPTH ? tcSizeBad(BAD_TOO_COMPLEX) : sum;
}

const TcSize *tcSizeFromTerm(TcArena *arena, Term term) {
  if (term.coeff == INT64_MIN)
    return tcSizeBad(BAD_OVERFLOW);
  TcSize *sum = newSum(arena, 1);
  if (!sum)
    return tcSizeBad(BAD_MEMORY);
  sum->numTerms = term.coeff ? 1 : 0;
  sum->terms[0] = term;
  return finish(sum);
}

const TcSize *tcSizeConst(TcArena *arena, int64_t value) {
  return tcSizeFromTerm(arena, (Term){value, 0, NULL});
}

// The sum of two coefficients, false if it does not fit.
static bool addCoeffs(int64_t a, int64_t b, int64_t *sum) {
  return !__builtin_add_overflow(a, b, sum) && *sum != INT64_MIN;
}

static bool mulCoeffs(int64_t a, int64_t b, int64_t *product) {
  return !__builtin_mul_overflow(a, b, product) && *product != INT64_MIN;
}

const TcSize *tcSizeAdd(TcArena *arena, const TcSize *a, const TcSize *b) {
  if (a->bad || b->bad)
    return a->bad ? a : b;
  if (!a->numTerms || !b->numTerms)
    return a->numTerms ? a : b;
  TcSize *sum = newSum(arena, (size_t)a->numTerms + b->numTerms);
  if (!sum)
    return tcSizeBad(BAD_MEMORY);
  for (uint32_t i = 0, j = 0; i < a->numTerms || j < b->numTerms;) {
    int order = i == a->numTerms ? 1
                : j == b->numTerms
                    ? -1
                    : tcSizeCompareMonomials(&a->terms[i], &b->terms[j]);
    Term *term = &sum->terms[sum->numTerms];
    *term = order <= 0 ? a->terms[i] : b->terms[j];
    if (order == 0 &&
        !addCoeffs(a->terms[i].coeff, b->terms[j].coeff, &term->coeff))
      return tcSizeBad(BAD_OVERFLOW);
    sum->numTerms += term->coeff != 0;
    i += order <= 0;
    j += order >= 0;
  }
  return finish(sum);
}

// Two sorted products of atoms as one.
static const Atom *const *mergeAtoms(TcArena *arena, const Term *a,
                                     const Term *b) {
  if (!a->degree || !b->degree)
    return a->degree ? a->atoms : b->atoms;
  uint32_t degree = a->degree + b->degree;
  const Atom **atoms = TC_ARENA_ARRAY(arena, const Atom *, degree);
  if (!atoms)
    return NULL;
  for (uint32_t i = 0, j = 0; i + j < degree;) {
    bool takeA = j == b->degree ||
                 (i < a->degree && compareAtoms(a->atoms[i], b->atoms[j]) <= 0);
    const Atom *atom = takeA ? a->atoms[i] : b->atoms[j];
    atoms[i + j] = atom;
    *(takeA ? &i : &j) += 1;
  }
  return atoms;
}

const TcSize *tcSizeMulTerm(TcArena *arena, const TcSize *a, Term term) {
  if (a->bad)
    return a;
  TcSize *product = newSum(arena, a->numTerms);
  if (!product)
    return tcSizeBad(BAD_MEMORY);
  product->numTerms = term.coeff ? a->numTerms : 0;
  for (uint32_t i = 0; i < product->numTerms; ++i) {
    Term *to = &product->terms[i];
    to->degree = a->terms[i].degree + term.degree;
    to->atoms = mergeAtoms(arena, &a->terms[i], &term);
    if (to->degree && !to->atoms)
      return tcSizeBad(BAD_MEMORY);
    if (!mulCoeffs(a->terms[i].coeff, term.coeff, &to->coeff))
      return tcSizeBad(BAD_OVERFLOW);
  }
  return finish(product);
}

const TcSize *tcSizeMul(TcArena *arena, const TcSize *a, const TcSize *b) {
  if (a->bad || b->bad)
    return a->bad ? a : b;
  if (a->numTerms < b->numTerms)
    return tcSizeMul(arena, b, a);
  const TcSize *product = tcSizeConst(arena, 0);
  for (uint32_t i = 0; i < b->numTerms && !product->bad; ++i)
    product = tcSizeAdd(arena, product, tcSizeMulTerm(arena, a, b->terms[i]));
  return product;
}

const TcSize *tcSizeNeg(TcArena *arena, const TcSize *a) {
  return tcSizeMulTerm(arena, a, (Term){-1, 0, NULL});
}

const TcSize *tcSizeSub(TcArena *arena, const TcSize *a, const TcSize *b) {
  return tcSizeAdd(arena, a, tcSizeNeg(arena, b));
}

//===- Atoms --------------------------------------------------------------===//

static Atom *newAtom(TcArena *arena, AtomKind kind, uint32_t numArgs) {
  Atom *atom = tcArenaAlloc(arena, sizeof *atom + numArgs * sizeof(TcSize *),
                            _Alignof(Atom));
  if (atom)
    *atom = (Atom){.kind = kind, .numArgs = numArgs, .weight = 1};
  return atom;
}

static const TcSize *sizeOfAtom(TcArena *arena, const Atom *atom) {
  const Atom **atoms = TC_ARENA_NEW(arena, const Atom *);
  if (!atoms)
    return tcSizeBad(BAD_MEMORY);
  *atoms = atom;
  return tcSizeFromTerm(arena, (Term){1, 1, atoms});
}

static bool isName(const char *text, size_t size) {
  static const char *const reserved[] = {"floordiv", "ceildiv", "mod", "min",
                                         "max"};
  for (size_t i = 0; i < sizeof reserved / sizeof *reserved; ++i)
    if (strlen(reserved[i]) == size && !memcmp(reserved[i], text, size))
      return false;
  for (size_t i = 0; i < size; ++i) {
    unsigned char c = (unsigned char)text[i];
    bool letter = c < 128 && (isalpha(c) || c == '_');
    bool later = c < 128 && (isdigit(c) || c == '$' || c == '.');
    if (!letter && !(later && i))
      return false;
  }
  return size > 0;
}

const TcSize *tcSizeSymbolN(TcArena *arena, const char *name, size_t size) {
  if (!isName(name, size))
    return tcSizeBad(BAD_SYMBOL);
  Atom *atom = newAtom(arena, ATOM_SYMBOL, 0);
  if (!atom || !(atom->name = tcArenaCopyText(arena, name, size)))
    return tcSizeBad(BAD_MEMORY);
  return sizeOfAtom(arena, atom);
}

const TcSize *tcSizeSymbol(TcArena *arena, const char *name) {
  return tcSizeSymbolN(arena, name, strlen(name));
}

const TcSize *tcSizeFromAtom(TcArena *arena, AtomKind kind,
                             const TcSize *const *args, uint32_t numArgs) {
  Atom *atom = newAtom(arena, kind, numArgs);
  if (!atom)
    return tcSizeBad(BAD_MEMORY);
  for (uint32_t i = 0; i < numArgs; ++i) {
    atom->args[i] = args[i];
    atom->weight += args[i]->weight;
    atom->depth = atMost(atom->depth, args[i]->depth);
  }
  atom->depth += 1;
  return sizeOfAtom(arena, atom);
}

const TcSize *tcSizeLookup(TcArena *arena, const char *name,
                           const TcSize *index) {
  if (index->bad)
    return index;
  Atom *atom = newAtom(arena, ATOM_LOOKUP, 1);
  if (!atom || !(atom->name = tcArenaCopyText(arena, name, strlen(name))))
    return tcSizeBad(BAD_MEMORY);
  atom->args[0] = index;
  atom->weight += index->weight;
  atom->depth = index->depth + 1;
  return sizeOfAtom(arena, atom);
}

const Atom *tcSizeIsAtom(const TcSize *size) {
  bool is = !size->bad && size->numTerms == 1 && size->terms[0].degree == 1 &&
            size->terms[0].coeff == 1;
  return is ? size->terms[0].atoms[0] : NULL;
}

bool tcSizeDivideMonomial(TcArena *arena, const Term *a, const Term *b,
                          Term *quotient) {
  *quotient = (Term){a->coeff, 0, NULL};
  if (b->degree == 0)
    quotient->degree = a->degree, quotient->atoms = a->atoms;
  if (b->degree == 0 || b->degree > a->degree)
    return b->degree == 0;
  const Atom **left = TC_ARENA_ARRAY(arena, const Atom *, a->degree);
  if (!left)
    return false;
  uint32_t found = 0;
  for (uint32_t i = 0; i < a->degree; ++i) {
    if (found < b->degree && !compareAtoms(a->atoms[i], b->atoms[found]))
      ++found;
    else
      left[quotient->degree++] = a->atoms[i];
  }
  quotient->atoms = left;
  return found == b->degree;
}

//===- Min and max --------------------------------------------------------===//

typedef struct MinMax {
  TcArena *arena;
  AtomKind kind;
  const TcSize **args; // sorted; no two differ by a constant
  uint32_t numArgs;
} MinMax;

// Adds one argument. Of two that differ by a constant only one is kept.
static void addArgument(MinMax *m, const TcSize *arg) {
  for (uint32_t i = 0; i < m->numArgs; ++i) {
    int64_t by;
    if (!tcSizeIsConst(tcSizeSub(m->arena, arg, m->args[i]), &by))
      continue;
    bool wins = m->kind == ATOM_MIN ? by < 0 : by > 0;
    if (!wins)
      return;
    memmove(m->args + i, m->args + i + 1, (--m->numArgs - i) * sizeof *m->args);
    break;
  }
  uint32_t at = m->numArgs++;
  for (; at && tcSizeCompare(arg, m->args[at - 1]) < 0; --at)
    m->args[at] = m->args[at - 1];
  m->args[at] = arg;
}

// The atom of an expression that is one min or max plus a constant, else NULL.
static const Atom *splitOffset(const TcSize *size, AtomKind kind,
                               int64_t *offset) {
  bool constant = size->numTerms == 2 && !size->terms[1].degree;
  if (size->bad || (size->numTerms != 1 && !constant))
    return NULL;
  const Term *term = &size->terms[0];
  *offset = constant ? size->terms[1].coeff : 0;
  return term->coeff == 1 && term->degree == 1 && term->atoms[0]->kind == kind
             ? term->atoms[0]
             : NULL;
}

// min(min(a, b) + 1, c) = min(a + 1, b + 1, c).
static const TcSize *addArguments(MinMax *m, const TcSize *size) {
  int64_t offset;
  const Atom *atom = splitOffset(size, m->kind, &offset);
  if (!atom)
    addArgument(m, size);
  for (uint32_t i = 0; atom && i < atom->numArgs; ++i) {
    const TcSize *arg =
        tcSizeAdd(m->arena, atom->args[i], tcSizeConst(m->arena, offset));
    if (arg->bad)
      return arg;
    addArgument(m, arg);
  }
  return size;
}

// Whether `arg` is redundant: another argument differs from it by a constant
// and always wins.
static bool isBeaten(const MinMax *m, const TcSize *arg) {
  for (uint32_t i = 0; i < m->numArgs; ++i) {
    int64_t by;
    if (tcSizeIsConst(tcSizeSub(m->arena, arg, m->args[i]), &by) &&
        (m->kind == ATOM_MIN ? by >= 0 : by <= 0))
      return true;
  }
  return false;
}

// Whether min(a, max(a, b) + 1) = a, or the same with min and max changed over,
// makes argument `which` superfluous.
static bool isAbsorbed(const MinMax *m, uint32_t which) {
  int64_t offset;
  const Atom *atom = splitOffset(
      m->args[which], m->kind == ATOM_MIN ? ATOM_MAX : ATOM_MIN, &offset);
  for (uint32_t i = 0; atom && i < atom->numArgs; ++i)
    if (isBeaten(m, tcSizeAdd(m->arena, atom->args[i],
                              tcSizeConst(m->arena, offset))))
      return true;
  return false;
}

static void dropAbsorbed(MinMax *m) {
  for (uint32_t i = 0; i < m->numArgs;) {
    if (!isAbsorbed(m, i)) {
      ++i;
      continue;
    }
    memmove(m->args + i, m->args + i + 1, (--m->numArgs - i) * sizeof *m->args);
  }
}

static const TcSize *makeMinMax(TcArena *arena, AtomKind kind, const TcSize *a,
                                const TcSize *b) {
  if (a->bad || b->bad)
    return a->bad ? a : b;
  // Any flattened argument weighs at least as much as one factor.
  size_t most = (size_t)a->weight + b->weight + 2;
  MinMax m = {arena, kind, TC_ARENA_ARRAY(arena, const TcSize *, most), 0};
  if (!m.args)
    return tcSizeBad(BAD_MEMORY);
  if ((a = addArguments(&m, a))->bad || (b = addArguments(&m, b))->bad)
    return a->bad ? a : b;
  dropAbsorbed(&m);
  return m.numArgs == 1 ? m.args[0]
                        : tcSizeFromAtom(arena, kind, m.args, m.numArgs);
}

const TcSize *tcSizeMin(TcArena *arena, const TcSize *a, const TcSize *b) {
  return makeMinMax(arena, ATOM_MIN, a, b);
}

const TcSize *tcSizeMax(TcArena *arena, const TcSize *a, const TcSize *b) {
  return makeMinMax(arena, ATOM_MAX, a, b);
}

bool tcSizeIsConst(const TcSize *size, int64_t *value) {
  if (size->bad || size->numTerms > 1 ||
      (size->numTerms && size->terms[0].degree))
    return false;
  *value = size->numTerms ? size->terms[0].coeff : 0;
  return true;
}
