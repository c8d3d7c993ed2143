// Decomposition of einsum: letters name dimensions, those of an ellipsis are
// named '0', '1', ... from the last to the first.
#include "passes/decompose/call.h"

#include "mlir-c/BuiltinAttributes.h"

#include <string.h>

enum { MAX_LETTERS = 64 };

// A value whose dimensions are named by letters.
typedef struct Lettered {
  MlirValue x;
  char letters[MAX_LETTERS];
} Lettered;

static bool has(const char *letters, char letter) {
  return strchr(letters, letter) != NULL;
}

static void append(char *letters, char letter) {
  size_t n = strlen(letters);
  if (n + 1 < MAX_LETTERS) {
    letters[n] = letter;
    letters[n + 1] = 0;
  }
}

static int64_t positionOf(const char *letters, char letter) {
  return strchr(letters, letter) - letters;
}

// Sums over the letters of x that are not in `kept`.
static void sumOut(TcBuild *b, Lettered *x, const char *kept) {
  Lettered y = {.letters = ""};
  TcDims dims = tcDimsMake(b, (intptr_t)strlen(x->letters));
  dims.size = 0;
  for (intptr_t i = 0; x->letters[i]; ++i)
    if (has(kept, x->letters[i]))
      append(y.letters, x->letters[i]);
    else
      dims.data[dims.size++] = i;
  y.x = tcSum(b, x->x, dims, false);
  *x = y;
}

// The product of two, summed over the letters of both that are not in `kept`.
static Lettered contract(TcBuild *b, Lettered x, Lettered y, const char *kept) {
  Lettered out = {.letters = ""};
  intptr_t n = (intptr_t)strlen(x.letters);
  TcDot d = {tcDimsMake(b, n), tcDimsMake(b, n), tcDimsMake(b, n),
             tcDimsMake(b, n)};
  d.xBatch.size = d.yBatch.size = d.xContract.size = d.yContract.size = 0;
  for (intptr_t i = 0; i < n; ++i) {
    char letter = x.letters[i];
    if (!has(y.letters, letter))
      continue;
    bool batch = has(kept, letter);
    TcDims *dx = batch ? &d.xBatch : &d.xContract;
    TcDims *dy = batch ? &d.yBatch : &d.yContract;
    dx->data[dx->size++] = i;
    dy->data[dy->size++] = positionOf(y.letters, letter);
    if (batch)
      append(out.letters, letter);
  }
  for (const char *l = x.letters; *l; ++l)
    if (!has(y.letters, *l))
      append(out.letters, *l);
  for (const char *l = y.letters; *l; ++l)
    if (!has(x.letters, *l))
      append(out.letters, *l);
  out.x = tcDotGeneral(b, x.x, y.x, d, tcNoType());
  return out;
}

// What an equation says: letters of each operand and of the result, "." where
// an ellipsis stands.
typedef struct Equation {
  char terms[16][MAX_LETTERS];
  int numTerms;
  char result[MAX_LETTERS];
  bool hasResult;
} Equation;

static bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Appends even what is there already.
static void appendLetter(char *term, char letter) {
  size_t n = strlen(term);
  if (n + 1 < MAX_LETTERS)
    term[n] = letter, term[n + 1] = 0;
}

// False if it is no equation.
static bool parseEquation(MlirStringRef text, Equation *e) {
  char *term = e->terms[0];
  e->numTerms = 1;
  for (size_t i = 0; i < text.length; ++i) {
    char at = text.data[i];
    size_t left = text.length - i;
    if (at == ',' && !e->hasResult && e->numTerms < 16)
      term = e->terms[e->numTerms++];
    else if (left > 1 && !memcmp(text.data + i, "->", 2) && !e->hasResult) {
      term = e->result;
      e->hasResult = true;
      ++i;
    } else if (left > 2 && !memcmp(text.data + i, "...", 3) &&
               !has(term, '.')) {
      appendLetter(term, '.');
      i += 2;
    } else if (isLetter(at))
      appendLetter(term, at);
    else if (at != ' ')
      return false;
  }
  return true;
}

// Without an arrow the result has the ellipsis, then the letters that occur
// once, sorted.
static void implyResult(Equation *e) {
  e->result[0] = 0;
  appendLetter(e->result, '.');
  for (char letter = 'A'; letter <= 'z'; ++letter) {
    int count = 0;
    for (int i = 0; i < e->numTerms; ++i)
      for (const char *l = e->terms[i]; *l; ++l)
        count += *l == letter;
    if (count == 1)
      appendLetter(e->result, letter);
  }
}

// "." as the names of `n` dimensions.
static void expandEllipsis(char *term, intptr_t n) {
  char out[MAX_LETTERS] = "";
  for (const char *l = term; *l; ++l)
    if (*l != '.')
      appendLetter(out, *l);
    else
      for (intptr_t i = n; i-- > 0;)
        appendLetter(out, (char)('0' + i));
  strcpy(term, out);
}

// How many dimensions the ellipsis of operand `i` stands for; -1 if its rank
// does not fit its term.
static intptr_t ellipsisRank(const Equation *e, int i, MlirValue x) {
  bool has_ = has(e->terms[i], '.');
  intptr_t n = tcRankOf(x) - ((intptr_t)strlen(e->terms[i]) - has_);
  return n < 0 || n > 9 || (n > 0 && !has_) ? -1 : n;
}

static bool nameDimensions(TcBuild *b, Equation *e, const MlirValue *xs) {
  intptr_t most = 0;
  if (!e->hasResult)
    implyResult(e);
  for (int i = 0; i < e->numTerms; ++i) {
    intptr_t n = ellipsisRank(e, i, xs[i]);
    if (n < 0) {
      tcFail(b, 1102, "operand %d has another rank than its term", i);
      return false;
    }
    expandEllipsis(e->terms[i], n);
    most = n > most ? n : most;
  }
  expandEllipsis(e->result, most);
  return true;
}

// x with the diagonal taken of the first two dimensions of one letter; false
// if each letter stands once.
static bool takeDiagonal(TcBuild *b, Lettered *x) {
  for (intptr_t i = 0; x->letters[i]; ++i)
    for (intptr_t k = i + 1; x->letters[k]; ++k) {
      if (x->letters[i] != x->letters[k] || !x->x.ptr)
        continue;
      TcDims dims = tcDimsMake(b, 2);
      dims.data[0] = i, dims.data[1] = k;
      MlirValue at = tcIota(b, tcValueSize(x->x, i), tcI64(b));
      const MlirValue both[2] = {at, at};
      Lettered y = {.x = tcIndex(b, x->x, 2, both, dims), .letters = ""};
      appendLetter(y.letters, x->letters[i]);
      for (intptr_t m = 0; x->letters[m]; ++m)
        if (m != i && m != k)
          appendLetter(y.letters, x->letters[m]);
      *x = y;
      return true;
    }
  return false;
}

// Whether another operand has this letter with a size that is not 1.
static bool isWiderElsewhere(const Equation *e, const MlirValue *xs, int own,
                             char letter) {
  for (int i = 0; i < e->numTerms; ++i)
    for (intptr_t k = 0; e->terms[i][k]; ++k)
      if (i != own && e->terms[i][k] == letter &&
          !tcSizeAttrIsValue(tcValueSize(xs[i], k), 1))
        return true;
  return false;
}

// Drops dimensions of size 1 that broadcast.
static void dropBroadcast(TcBuild *b, const Equation *e, const MlirValue *xs,
                          int own, Lettered *x) {
  for (intptr_t i = (intptr_t)strlen(x->letters); i-- > 0;) {
    if (!x->x.ptr || !tcSizeAttrIsValue(tcValueSize(x->x, i), 1) ||
        !isWiderElsewhere(e, xs, own, x->letters[i]))
      continue;
    x->x = tcSqueeze(b, x->x, i);
    memmove(x->letters + i, x->letters + i + 1, strlen(x->letters + i));
  }
}

static Lettered operand(TcBuild *b, const Equation *e, const MlirValue *xs,
                        int i) {
  Lettered x = {.x = xs[i]};
  strcpy(x.letters, e->terms[i]);
  while (takeDiagonal(b, &x)) {
  }
  dropBroadcast(b, e, xs, i, &x);
  return x;
}

// The letters of the result and of the terms after the i-th.
static void lettersAfter(const Equation *e, int i, char *out) {
  strcpy(out, e->result);
  for (int k = i + 1; k < e->numTerms; ++k)
    for (const char *l = e->terms[k]; *l; ++l)
      if (!has(out, *l))
        append(out, *l);
}

static MlirValue ordered(TcBuild *b, Lettered x, const char *letters) {
  TcDims permutation = tcDimsMake(b, (intptr_t)strlen(letters));
  for (intptr_t i = 0; i < permutation.size; ++i) {
    if (!has(x.letters, letters[i]))
      return tcFail(b, 1102,
                    "the result has the letter '%c' that no operand "
                    "has",
                    letters[i]);
    permutation.data[i] = positionOf(x.letters, letters[i]);
  }
  return tcTranspose(b, x.x, permutation);
}

// The letters of `kept` and of x.
static void unite(char *out, const char *kept, const char *x) {
  strcpy(out, kept);
  for (const char *l = x; *l; ++l)
    if (!has(out, *l))
      append(out, *l);
}

// einsum(equation, xs): products from left to right
static void einsum(TcFxCall *c, TcBuild *b) {
  Equation e = {0};
  MlirValue *xs;
  intptr_t n = tcArgTensors(c, "tensors", &xs);
  MlirAttribute text = tcArgAttr(c, "equation");
  if (!text.ptr || !mlirAttributeIsAString(text) ||
      !parseEquation(mlirStringAttrGetValue(text), &e) || e.numTerms != n) {
    tcFail(b, 1102, "argument 'equation' is none of as many terms as operands");
    return;
  }
  if (!nameDimensions(b, &e, xs))
    return;
  char kept[MAX_LETTERS], needed[MAX_LETTERS];
  Lettered all = {.letters = ""};
  for (int i = 0; i < e.numTerms; ++i) {
    Lettered x = operand(b, &e, xs, i);
    lettersAfter(&e, i, kept);
    unite(needed, kept, all.letters);
    sumOut(b, &x, needed);
    if (i == 0) {
      all = x;
      continue;
    }
    unite(needed, kept, x.letters);
    sumOut(b, &all, needed);
    all = contract(b, all, x, kept);
  }
  tcReturn(c, ordered(b, all, e.result));
}

static const TcFxRule rules[] = {
    {"aten.einsum.default", einsum, 0},
};

TC_FX_RULES(tcFxEinsumRules, rules);
