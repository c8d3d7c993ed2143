// The algebra of sizes and index maps: integer expressions over named symbols
// (sizes of a function, iterators of a kernel), kept in one canonical form, so
// that equal expressions are equal texts and therefore equal attributes.
//
// An expression is a polynomial with int64 coefficients over symbols and atoms
//   floordiv(a, b)  rounds down; ceildiv(a, b) is floordiv(a + b - 1, b)
//   mod(a, b)       is a - b*floordiv(a, b), kept as that and printed as mod
//   min(a, b, ...)  max(a, b, ...)
//   NAME[a]         position number a of a table (tcSizeLookup), not negative;
//                   prints, but is not parsed
// whose arguments are canonical expressions again. In text: `2*s + 1`,
// `b*s - b`, `floordiv(s + 1, 2)`, `floordiv(i, 32) + 4*mod(i, 32)`.
//
// Assumption: a divisor that is not a constant is at least 1, and symbols are
// not negative. It is what makes floordiv(s0*s1, s1) equal s0. tcSizeEval
// refuses values that break it.
//
// Expressions are immutable and live in the arena they were made in; they may
// share parts. An expression that cannot be formed (overflow, no memory,
// division by 0, more than TC_SIZE_MAX_WEIGHT factors) is a *bad* expression:
// every function takes it, any expression computed from it is bad, and
// tcSizeStatus gives the reason. So a chain of operations needs one check, at
// its end. No function returns NULL unless its comment says so.
#ifndef TC_SUPPORT_SIZE_H
#define TC_SUPPORT_SIZE_H

#include "support/arena.h"
#include "support/map.h"
#include "support/strbuf.h"

typedef struct TcSize TcSize;

enum {
  TC_SIZE_MAX_WEIGHT = 1024, // factors and terms, over all depths
  TC_SIZE_MAX_DEPTH = 64,    // atoms in atoms, and brackets in text
};

/// The greatest common divisor of two numbers, not negative; of 0 and 0: 0.
int64_t tcSizeGcd(int64_t a, int64_t b);

//===- Making -------------------------------------------------------------===//

const TcSize *tcSizeConst(TcArena *arena, int64_t value);

/// `name` is an identifier [A-Za-z_][A-Za-z0-9_$.]* other than floordiv,
/// ceildiv, mod, min, max.
const TcSize *tcSizeSymbol(TcArena *arena, const char *name);
const TcSize *tcSizeSymbolN(TcArena *arena, const char *name, size_t size);

const TcSize *tcSizeAdd(TcArena *arena, const TcSize *a, const TcSize *b);
const TcSize *tcSizeSub(TcArena *arena, const TcSize *a, const TcSize *b);
const TcSize *tcSizeMul(TcArena *arena, const TcSize *a, const TcSize *b);
const TcSize *tcSizeNeg(TcArena *arena, const TcSize *a);
const TcSize *tcSizeFloorDiv(TcArena *arena, const TcSize *a, const TcSize *b);
const TcSize *tcSizeCeilDiv(TcArena *arena, const TcSize *a, const TcSize *b);
const TcSize *tcSizeMod(TcArena *arena, const TcSize *a, const TcSize *b);
const TcSize *tcSizeMin(TcArena *arena, const TcSize *a, const TcSize *b);
const TcSize *tcSizeMax(TcArena *arena, const TcSize *a, const TcSize *b);

/// Element number `index` of the table `name`, which is any text that is no
/// symbol's name.
const TcSize *tcSizeLookup(TcArena *arena, const char *name,
                           const TcSize *index);

/// a / b where b provably divides a, else NULL.
const TcSize *tcSizeExactDiv(TcArena *arena, const TcSize *a, const TcSize *b);

/// The greatest number that divides all coefficients; 0 if there is none.
int64_t tcSizeContent(const TcSize *size);

/// `size` with its symbols replaced by their expressions in `map` (text to
/// const TcSize *, the pointer cast to void *), all at once. Symbols not in the
/// map stay.
const TcSize *tcSizeSubstitute(TcArena *arena, const TcSize *size,
                               const TcMap *map);

/// TC_OK, or why `size` is bad.
TcStatus tcSizeStatus(const TcSize *size) TC_MUST_USE;

//===- Text ---------------------------------------------------------------===//

/// Parses all of `text`: + - * ( ) unary minus, floordiv, ceildiv, mod as
/// functions or infix (binding as *), min and max of one or more arguments.
/// Never gives a bad expression. On error *out is untouched.
TcStatus tcSizeParse(TcArena *arena, const char *text, size_t textSize,
                     const TcSize **out) TC_MUST_USE;

/// Appends the canonical text, which parses to an equal expression, unless it
/// has an element of a table. A bad
/// expression prints as `<bad size>`, which does not.
void tcSizePrint(const TcSize *size, TcStrBuf *out);

/// The same in the arena; NULL without memory.
const char *tcSizeToText(TcArena *arena, const TcSize *size);

/// Appends the canonical form of `text`.
TcStatus tcSizeCanonicalText(const char *text, size_t textSize,
                             TcStrBuf *out) TC_MUST_USE;

//===- Asking -------------------------------------------------------------===//

/// Bad expressions equal nothing, themselves included.
bool tcSizeEqual(const TcSize *a, const TcSize *b);

/// A total order, the one in which terms and arguments stand.
int tcSizeCompare(const TcSize *a, const TcSize *b);

bool tcSizeIsConst(const TcSize *size, int64_t *value);

/// The symbol's name if `size` is just a symbol, else NULL.
const char *tcSizeIsSymbol(const TcSize *size);

/// Calls `visit` for every occurrence of a symbol until it returns false; then
/// returns false.
bool tcSizeSymbols(const TcSize *size,
                   bool (*visit)(void *self, const char *symbol), void *self);

bool tcSizeUses(const TcSize *size, const char *symbol);
bool tcSizeUsesTable(const TcSize *size, const char *table);

/// If size = coefficient * symbol + rest with neither using the symbol: true,
/// and both. (Strides: of an address in an iterator.)
bool tcSizeCoefficient(TcArena *arena, const TcSize *size, const char *symbol,
                       const TcSize **coefficient, const TcSize **rest);

/// The value when `lookUp` gives each symbol's (false: it has none, TC-2001).
/// TC-3001 on overflow, TC-3002 where a divisor is less than 1.
TcStatus tcSizeEval(const TcSize *size,
                    bool (*lookUp)(void *self, const char *symbol,
                                   int64_t *value),
                    void *self, int64_t *out) TC_MUST_USE;

typedef enum TcSizeOp {
  TC_SIZE_ADD,
  TC_SIZE_MUL,
  TC_SIZE_FLOORDIV,
  TC_SIZE_MOD,
  TC_SIZE_MIN,
  TC_SIZE_MAX,
} TcSizeOp;

/// How to compute an expression in some domain (IR values, intervals, ...). A
/// callback that gives NULL ends the walk.
typedef struct TcSizeFolder {
  void *self;
  void *(*constant)(void *self, int64_t value);
  void *(*symbol)(void *self, const char *name);
  void *(*binary)(void *self, TcSizeOp op, void *lhs, void *rhs);
  void *(*lookup)(void *self, const char *table, void *index); // or NULL
} TcSizeFolder;

/// Folds the expression as it prints (with mod where the text has mod). NULL if
/// a callback returned it, memory ran out or `size` is bad.
void *tcSizeFold(const TcSize *size, const TcSizeFolder *folder);

//===- Bounds -------------------------------------------------------------===//

/// What is known of the symbols. Either function may be NULL, as may a pointer
/// to this struct: nothing is known.
///   range   gives the least and the greatest value of a symbol, or of a
///           table's elements (INT64_MIN, INT64_MAX: no bound), or false if
///           nothing is known, which is read as 0 .. no bound.
///   extent  gives the size s of an iterator, which lies in 0 .. s - 1, or NULL
///           for any other symbol. Extents name no iterators.
typedef struct TcSizeRanges {
  void *self;
  bool (*range)(void *self, const char *symbol, int64_t *low, int64_t *high);
  const TcSize *(*extent)(void *self, const char *symbol);
} TcSizeRanges;

/// Bounds of the value, both inclusive; INT64_MIN and INT64_MAX mean unbounded.
/// Never wrong, not always tight.
void tcSizeRange(const TcSize *size, const TcSizeRanges *ranges, int64_t *low,
                 int64_t *high);

/// True only if it holds for all values in the ranges.
bool tcSizeProvablyLess(const TcSize *a, const TcSize *b,
                        const TcSizeRanges *ranges);
bool tcSizeProvablyLessEqual(const TcSize *a, const TcSize *b,
                             const TcSizeRanges *ranges);

/// `size` where each min, max, floordiv and mod that the ranges decide is
/// replaced by its outcome: with i in 0..3, mod(i, 4) is i.
const TcSize *tcSizeSimplify(TcArena *arena, const TcSize *size,
                             const TcSizeRanges *ranges);

#endif // TC_SUPPORT_SIZE_H
