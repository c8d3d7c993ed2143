// The representation of size expressions: for the files of the size algebra
// only.
#ifndef TC_SUPPORT_SIZE_IMPL_H
#define TC_SUPPORT_SIZE_IMPL_H

#include "support/size.h"

// In the order in which factors stand. Mod is never an atom of a canonical
// expression, only of what tcSizeWithMods gives.
typedef enum AtomKind {
  ATOM_SYMBOL,
  ATOM_FLOORDIV,
  ATOM_MOD,
  ATOM_MIN,
  ATOM_MAX,
  ATOM_LOOKUP,
} AtomKind;

typedef struct Atom {
  AtomKind kind;
  uint32_t numArgs; // 0 for a symbol, 1 for an element of a table, 2 for
                    // divisions, 2 or more for min, max
  uint32_t weight, depth;
  const char *name; // of a symbol, of a table
  const TcSize *args[];
} Atom;

// coeff * product of atoms, which are sorted; powers stand repeatedly.
typedef struct Term {
  int64_t coeff; // not 0, not INT64_MIN (so that it can be negated)
  uint32_t degree;
  const Atom *const *atoms;
} Term;

// Why an expression is bad; NOT_BAD is a good one.
typedef enum BadSize {
  NOT_BAD,
  BAD_OVERFLOW,
  BAD_MEMORY,
  BAD_DIVISION_BY_ZERO,
  BAD_TOO_COMPLEX,
  BAD_SYMBOL,
} BadSize;

// Terms descend in degree, then ascend in their atoms: graded lexicographic,
// a monomial order, so that products of a sum with one term stay sorted.
struct TcSize {
  BadSize bad;
  uint32_t numTerms, weight, depth;
  Term *terms;
};

const TcSize *tcSizeBad(BadSize why);

/// `coeff` times the atoms, which must be sorted.
const TcSize *tcSizeFromTerm(TcArena *arena, Term term);

/// a * term.
const TcSize *tcSizeMulTerm(TcArena *arena, const TcSize *a, Term term);

/// An atom with its arguments as they are, as an expression.
const TcSize *tcSizeFromAtom(TcArena *arena, AtomKind kind,
                             const TcSize *const *args, uint32_t numArgs);

/// Graded lexicographic comparison of the terms' monomials.
int tcSizeCompareMonomials(const Term *a, const Term *b);

/// Whether `b`'s monomial divides `a`'s; then *quotient is theirs, with a's
/// coefficient.
bool tcSizeDivideMonomial(TcArena *arena, const Term *a, const Term *b,
                          Term *quotient);

/// The atom if the expression is just that, else NULL.
const Atom *tcSizeIsAtom(const TcSize *size);

/// `size` for reading: y - n*floordiv(y, n) becomes mod(y, n), at the top level
/// only (arguments of atoms stay canonical). The sum of its terms still is
/// equal to `size`.
const TcSize *tcSizeWithMods(TcArena *arena, const TcSize *size);

/// The range of a size, both ends included; INT64_MIN and INT64_MAX mean
/// unbounded.
typedef struct Interval {
  int64_t low, high;
} Interval;

/// Computed by interval arithmetic alone.
Interval tcSizeInterval(TcArena *arena, const TcSize *size,
                        const TcSizeRanges *ranges);

/// Computed with the extents of iterators, too.
Interval tcSizeBounds(TcArena *arena, const TcSize *size,
                      const TcSizeRanges *ranges);

// Rebuilds bottom up: `symbol` gives what stands for a symbol, `atom` (may be
/// NULL) what stands for an atom with its new arguments.
typedef struct SizeRebuilder {
  void *self;
  TcArena *arena;
  const TcSize *(*symbol)(void *self, const Atom *symbol);
  const TcSize *(*atom)(void *self, AtomKind kind, const TcSize *rebuilt);
} SizeRebuilder;
const TcSize *tcSizeRebuild(const SizeRebuilder *rebuilder, const TcSize *size);

#endif // TC_SUPPORT_SIZE_IMPL_H
