// Random tests of the size algebra: an expression tree written twice, the
// second time commuted, distributed and padded with zeros, must give one
// canonical text; the text must be a fixed point, its value that of the tree,
// its bounds true, and its simplification equal in value. Then: garbage must be
// refused with an error. A seed and a number of rounds may be given.
#include "support/size.h"

#include "check.h"

#include <stdlib.h>

typedef struct Random {
  uint64_t state;
} Random;

static uint64_t next(Random *r) { // splitmix64
  uint64_t z = r->state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static int below(Random *r, int n) { return (int)(next(r) % (uint64_t)n); }

typedef enum Kind {
  CONST,
  SYMBOL,
  ADD,
  SUB,
  MUL,
  FLOORDIV,
  MOD,
  MIN,
  MAX
} Kind;

typedef struct Tree {
  Kind kind;
  int64_t value; // of a constant, or the index of a symbol
  const struct Tree *a, *b;
} Tree;

enum { NUM_SYMBOLS = 5 };
static const char *const symbolNames[NUM_SYMBOLS] = {"a", "b", "i", "j", "s"};

static const Tree *tree(TcArena *arena, Kind kind, int64_t value, const Tree *a,
                        const Tree *b) {
  Tree *t = TC_ARENA_NEW(arena, Tree);
  *t = (Tree){kind, value, a, b};
  return t;
}

// Divisors are positive constants or products of symbols, as they are in real
// sizes (anything else is covered, less often, by `s + 1`).
static const Tree *randomDivisor(TcArena *arena, Random *r) {
  const Tree *symbol = tree(arena, SYMBOL, below(r, NUM_SYMBOLS), NULL, NULL);
  const Tree *number = tree(arena, CONST, 1 + below(r, 12), NULL, NULL);
  switch (below(r, 8)) {
  case 0:
    return symbol;
  case 1:
    return tree(arena, MUL, 0, symbol, number);
  case 2:
    return tree(arena, ADD, 0, symbol, number);
  default:
    return number;
  }
}

static const Tree *randomTree(TcArena *arena, Random *r, int depth) {
  if (!depth || !below(r, 6))
    return below(r, 3) ? tree(arena, SYMBOL, below(r, NUM_SYMBOLS), NULL, NULL)
                       : tree(arena, CONST, below(r, 25) - 12, NULL, NULL);
  Kind kind = (Kind)(ADD + below(r, MAX - ADD + 1));
  const Tree *a = randomTree(arena, r, depth - 1);
  const Tree *b = kind == FLOORDIV || kind == MOD
                      ? randomDivisor(arena, r)
                      : randomTree(arena, r, depth - 1);
  return tree(arena, kind, 0, a, b);
}

//===- Rewriting without changing the value -------------------------------===//

static const Tree *rewrite(TcArena *arena, Random *r, const Tree *t);

static const Tree *commute(TcArena *arena, Random *r, const Tree *t) {
  bool can =
      t->kind == ADD || t->kind == MUL || t->kind == MIN || t->kind == MAX;
  return can && below(r, 2) ? tree(arena, t->kind, 0, t->b, t->a) : t;
}

// x*(y + z) -> x*y + x*z; (x + y) + z -> x + (y + z), and for *, min, max.
static const Tree *regroup(TcArena *arena, Random *r, const Tree *t) {
  if (t->kind == MUL && (t->b->kind == ADD || t->b->kind == SUB) && below(r, 2))
    return tree(arena, t->b->kind, 0, tree(arena, MUL, 0, t->a, t->b->a),
                tree(arena, MUL, 0, t->a, t->b->b));
  bool can =
      t->kind == ADD || t->kind == MUL || t->kind == MIN || t->kind == MAX;
  if (can && t->a->kind == t->kind && below(r, 2))
    return tree(arena, t->kind, 0, t->a->a,
                tree(arena, t->kind, 0, t->a->b, t->b));
  return t;
}

static const Tree *number(TcArena *arena, int64_t value) {
  return tree(arena, CONST, value, NULL, NULL);
}

// floordiv(x, n) -> floordiv(x + k*n, n) - k; mod(x, n) -> mod(x + k*n, n);
// mod(x, n) -> x - n*floordiv(x, n); min(x, x + 3) and the like -> x.
static const Tree *disguise(TcArena *arena, Random *r, const Tree *t) {
  if (t->kind == FLOORDIV || t->kind == MOD) {
    const Tree *k = number(arena, below(r, 9) - 4);
    const Tree *x = tree(arena, ADD, 0, t->a, tree(arena, MUL, 0, k, t->b));
    if (t->kind == FLOORDIV && below(r, 2))
      return tree(arena, SUB, 0, tree(arena, FLOORDIV, 0, x, t->b), k);
    if (t->kind == MOD && below(r, 2))
      return tree(arena, MOD, 0, x, t->b);
    if (t->kind == MOD && below(r, 2))
      return tree(
          arena, SUB, 0, t->a,
          tree(arena, MUL, 0, t->b, tree(arena, FLOORDIV, 0, t->a, t->b)));
  }
  if ((t->kind == MIN || t->kind == MAX) && !below(r, 4)) {
    const Tree *by = number(arena, below(r, 4));
    return tree(arena, t->kind, 0, t,
                tree(arena, t->kind == MIN ? ADD : SUB, 0, t->b, by));
  }
  return t;
}

static const Tree *pad(TcArena *arena, Random *r, const Tree *t) {
  const Tree *k = tree(arena, SYMBOL, below(r, NUM_SYMBOLS), NULL, NULL);
  switch (below(r, 10)) {
  case 0:
    return tree(arena, SUB, 0, tree(arena, ADD, 0, t, k), k);
  case 1:
    return tree(arena, MUL, 0, number(arena, 1), t);
  case 2:
    return tree(arena, SUB, 0, number(arena, 0),
                tree(arena, MUL, 0, t, number(arena, -1)));
  default:
    return t;
  }
}

static const Tree *rewrite(TcArena *arena, Random *r, const Tree *t) {
  if (t->kind >= ADD)
    t = tree(arena, t->kind, 0, rewrite(arena, r, t->a),
             rewrite(arena, r, t->b));
  t = disguise(arena, r, t);
  return pad(arena, r,
             commute(arena, r, regroup(arena, r, commute(arena, r, t))));
}

//===- Meaning ------------------------------------------------------------===//

static int64_t floorOf(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static int64_t valueOf(const Tree *t, const int64_t *symbols) {
  if (t->kind == CONST)
    return t->value;
  if (t->kind == SYMBOL)
    return symbols[t->value];
  int64_t a = valueOf(t->a, symbols), b = valueOf(t->b, symbols);
  switch (t->kind) {
  case ADD:
    return a + b;
  case SUB:
    return a - b;
  case MUL:
    return a * b;
  case FLOORDIV:
    return floorOf(a, b);
  case MOD:
    return a - b * floorOf(a, b);
  case MIN:
    return a < b ? a : b;
  default:
    return a > b ? a : b;
  }
}

static const TcSize *sizeOf(TcArena *arena, const Tree *t) {
  if (t->kind == CONST)
    return tcSizeConst(arena, t->value);
  if (t->kind == SYMBOL)
    return tcSizeSymbol(arena, symbolNames[t->value]);
  static const TcSize *(*const make[])(TcArena *, const TcSize *,
                                       const TcSize *) = {
      [ADD] = tcSizeAdd, [SUB] = tcSizeSub,
      [MUL] = tcSizeMul, [FLOORDIV] = tcSizeFloorDiv,
      [MOD] = tcSizeMod, [MIN] = tcSizeMin,
      [MAX] = tcSizeMax};
  return make[t->kind](arena, sizeOf(arena, t->a), sizeOf(arena, t->b));
}

// Symbols are 1 .. HIGH.
enum { HIGH = 9 };

static bool lookUp(void *self, const char *symbol, int64_t *value) {
  for (int i = 0; i < NUM_SYMBOLS; ++i)
    if (!strcmp(symbolNames[i], symbol))
      return *value = ((const int64_t *)self)[i], true;
  return false;
}

static bool range(void *self, const char *symbol, int64_t *low, int64_t *high) {
  (void)self, (void)symbol;
  *low = 1;
  *high = HIGH;
  return true;
}

// `i` is an iterator of extent `s`.
static const TcSize *extent(void *self, const char *symbol) {
  return strcmp(symbol, "i") ? NULL : self;
}

static void randomSymbols(Random *r, int64_t *symbols) {
  for (int i = 0; i < NUM_SYMBOLS; ++i)
    symbols[i] = 1 + below(r, HIGH);
  symbols[4] = 2 + below(r, HIGH - 1);
  symbols[2] = 1 + below(r, (int)symbols[4] - 1);
}

static const char *textOf(TcArena *arena, const TcSize *size) {
  TcStrBuf out = {0};
  tcSizePrint(size, &out);
  const char *text = tcArenaCopyText(arena, tcStrBufText(&out), out.size);
  tcStrBufFree(&out);
  return text;
}

static void *foldValue(TcArena *arena, int64_t value) {
  int64_t *p = TC_ARENA_NEW(arena, int64_t);
  *p = value;
  return p;
}

typedef struct FoldState {
  TcArena *arena;
  const int64_t *symbols;
} FoldState;

static void *foldConstant(void *self, int64_t value) {
  return foldValue(((FoldState *)self)->arena, value);
}

static void *foldSymbol(void *self, const char *name) {
  int64_t value = 0;
  lookUp((void *)((FoldState *)self)->symbols, name, &value);
  return foldConstant(self, value);
}

static void *foldBinary(void *self, TcSizeOp op, void *lhs, void *rhs) {
  static const Kind kinds[] = {ADD, MUL, FLOORDIV, MOD, MIN, MAX};
  Tree a = {CONST, *(int64_t *)lhs, 0, 0}, b = {CONST, *(int64_t *)rhs, 0, 0};
  Tree t = {kinds[op], 0, &a, &b};
  return foldConstant(self, valueOf(&t, NULL));
}

static void checkValues(TcArena *arena, Random *r, const Tree *t,
                        const TcSize *size) {
  TcSizeRanges ranges = {.self = (void *)tcSizeSymbol(arena, "s"),
                         .range = range,
                         .extent = below(r, 2) ? extent : NULL};
  const TcSize *simple = tcSizeSimplify(arena, size, &ranges);
  int64_t low, high;
  tcSizeRange(size, &ranges, &low, &high);
  for (int round = 0; round < 6; ++round) {
    int64_t symbols[NUM_SYMBOLS], value = 0, simpleValue = 0;
    randomSymbols(r, symbols);
    int64_t wanted = valueOf(t, symbols);
    TcStatus status = tcSizeEval(size, lookUp, symbols, &value);
    CHECK(!status && value == wanted);
    tcStatusFree(status);
    status = tcSizeEval(simple, lookUp, symbols, &simpleValue);
    CHECK(!status && simpleValue == wanted);
    tcStatusFree(status);
    CHECK(low <= wanted && wanted <= high);
    FoldState state = {arena, symbols};
    TcSizeFolder folder = {&state, foldConstant, foldSymbol, foldBinary, NULL};
    int64_t *folded = tcSizeFold(size, &folder);
    CHECK(folded && *folded == wanted);
  }
}

static int numBad;

static void checkOne(Random *r, bool show) {
  TcArena arena = {0};
  const Tree *t = randomTree(&arena, r, 1 + below(r, 4));
  const TcSize *size = sizeOf(&arena, t);
  const TcSize *other = sizeOf(&arena, rewrite(&arena, r, t));
  TcStatus bad = tcSizeStatus(size);
  if (!bad)
    bad = tcSizeStatus(other);
  if (bad) {
    ++numBad;
    CHECK(tcStatusNumber(bad) == 6002);
    tcStatusFree(bad);
    tcArenaFree(&arena);
    return;
  }
  const char *text = textOf(&arena, size);
  if (show)
    puts(text);
  CHECK_TEXT(textOf(&arena, other), text);
  CHECK(tcSizeEqual(size, other));
  const TcSize *back = NULL;
  TcStatus status = tcSizeParse(&arena, text, strlen(text), &back);
  CHECK(!status);
  if (!status) {
    CHECK_TEXT(textOf(&arena, back), text);
    CHECK(tcSizeEqual(size, back));
  }
  tcStatusFree(status);
  checkValues(&arena, r, t, size);
  tcArenaFree(&arena);
}

//===- Garbage ------------------------------------------------------------===//

static void checkGarbage(Random *r) {
  static const char *const words[] = {"floordiv",
                                      "ceildiv",
                                      "mod",
                                      "min",
                                      "max",
                                      "a",
                                      "s1",
                                      "(",
                                      "(",
                                      ")",
                                      ")",
                                      ",",
                                      "+",
                                      "-",
                                      "*",
                                      "0",
                                      "1",
                                      "7",
                                      "-3",
                                      " ",
                                      "$",
                                      ".",
                                      "9223372036854775807",
                                      "\xff",
                                      "floordiv(",
                                      "min("};
  char text[256];
  size_t size = 0;
  int length = below(r, 24);
  for (int i = 0; i < length; ++i) {
    const char *word = words[below(r, (int)(sizeof words / sizeof *words))];
    if (below(r, 12))
      size += (size_t)snprintf(text + size, sizeof text - size, "%s%s", word,
                               below(r, 2) ? " " : "");
    else
      text[size++] = (char)below(r, 256);
    if (size > sizeof text - 24)
      break;
  }
  TcStrBuf out = {0}, again = {0};
  TcStatus status = tcSizeCanonicalText(text, size, &out);
  if (!status) {
    status = tcSizeCanonicalText(tcStrBufText(&out), out.size, &again);
    CHECK(!status);
    CHECK_TEXT(tcStrBufText(&again), tcStrBufText(&out));
  }
  tcStatusFree(status);
  tcStrBufFree(&out);
  tcStrBufFree(&again);
}

int main(int argc, char **argv) {
  Random r = {argc > 1 ? strtoull(argv[1], NULL, 10) : 7};
  int rounds = argc > 2 ? atoi(argv[2]) : 3000;
  for (int i = 0; i < rounds && checkFailures < 20; ++i)
    checkOne(&r, argc > 3);
  for (int i = 0; i < rounds * 10 && checkFailures < 20; ++i)
    checkGarbage(&r);
  CHECK(numBad * 10 < rounds); // most expressions are within the limits
  return checkReport();
}
