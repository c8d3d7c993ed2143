// Questions about size expressions: values, symbols, coefficients, folds.
#include "support/size_impl.h"

#include <string.h>

const char *tcSizeIsSymbol(const TcSize *size) {
  const Atom *atom = tcSizeIsAtom(size);
  return atom && atom->kind == ATOM_SYMBOL ? atom->name : NULL;
}

bool tcSizeSymbols(const TcSize *size,
                   bool (*visit)(void *self, const char *symbol), void *self) {
  for (uint32_t i = 0; i < size->numTerms; ++i)
    for (uint32_t a = 0; a < size->terms[i].degree; ++a) {
      const Atom *atom = size->terms[i].atoms[a];
      if (atom->kind == ATOM_SYMBOL && !visit(self, atom->name))
        return false;
      for (uint32_t k = 0; k < atom->numArgs; ++k)
        if (!tcSizeSymbols(atom->args[k], visit, self))
          return false;
    }
  return true;
}

static bool isOther(void *self, const char *symbol) {
  return strcmp(self, symbol) != 0;
}

bool tcSizeUses(const TcSize *size, const char *symbol) {
  return !tcSizeSymbols(size, isOther, (void *)symbol);
}

bool tcSizeUsesTable(const TcSize *size, const char *table) {
  for (uint32_t i = 0; i < size->numTerms; ++i)
    for (uint32_t a = 0; a < size->terms[i].degree; ++a) {
      const Atom *atom = size->terms[i].atoms[a];
      if (atom->kind == ATOM_LOOKUP && !strcmp(atom->name, table))
        return true;
      for (uint32_t k = 0; k < atom->numArgs; ++k)
        if (tcSizeUsesTable(atom->args[k], table))
          return true;
    }
  return false;
}

//===- Taking apart -------------------------------------------------------===//

bool tcSizeCoefficient(TcArena *arena, const TcSize *size, const char *symbol,
                       const TcSize **coefficient, const TcSize **rest) {
  const TcSize *by = tcSizeConst(arena, 0), *left = by;
  const TcSize *unit = tcSizeSymbol(arena, symbol);
  if (size->bad || unit->bad)
    return false;
  for (uint32_t i = 0; i < size->numTerms; ++i) {
    Term quotient;
    const Term *term = &size->terms[i];
    if (tcSizeDivideMonomial(arena, term, &unit->terms[0], &quotient))
      by = tcSizeAdd(arena, by, tcSizeFromTerm(arena, quotient));
    else
      left = tcSizeAdd(arena, left, tcSizeFromTerm(arena, *term));
  }
  if (by->bad || left->bad || tcSizeUses(by, symbol) ||
      tcSizeUses(left, symbol))
    return false;
  *coefficient = by;
  *rest = left;
  return true;
}

static const TcSize *rebuildAtom(const SizeRebuilder *r, const Atom *atom) {
  typedef const TcSize *Function(TcArena *, const TcSize *, const TcSize *);
  static Function *const functions[] = {[ATOM_FLOORDIV] = tcSizeFloorDiv,
                                        [ATOM_MOD] = tcSizeMod,
                                        [ATOM_MIN] = tcSizeMin,
                                        [ATOM_MAX] = tcSizeMax};
  if (atom->kind == ATOM_SYMBOL)
    return r->symbol(r->self, atom);
  const TcSize *out = tcSizeRebuild(r, atom->args[0]);
  if (atom->kind == ATOM_LOOKUP)
    out = tcSizeLookup(r->arena, atom->name, out);
  for (uint32_t i = 1; i < atom->numArgs; ++i)
    out = functions[atom->kind](r->arena, out, tcSizeRebuild(r, atom->args[i]));
  return r->atom ? r->atom(r->self, atom->kind, out) : out;
}

const TcSize *tcSizeRebuild(const SizeRebuilder *r, const TcSize *size) {
  if (size->bad)
    return size;
  const TcSize *sum = tcSizeConst(r->arena, 0);
  for (uint32_t i = 0; i < size->numTerms; ++i) {
    const Term *term = &size->terms[i];
    const TcSize *product = tcSizeConst(r->arena, term->coeff);
    for (uint32_t a = 0; a < term->degree && !product->bad; ++a)
      product = tcSizeMul(r->arena, product, rebuildAtom(r, term->atoms[a]));
    sum = tcSizeAdd(r->arena, sum, product);
  }
  return sum;
}

typedef struct Substitution {
  TcArena *arena;
  const TcMap *map;
} Substitution;

static const TcSize *replacement(void *self, const Atom *symbol) {
  Substitution *s = self;
  const TcSize *to = tcMapGetText(s->map, symbol->name);
  return to ? to : tcSizeSymbol(s->arena, symbol->name);
}

const TcSize *tcSizeSubstitute(TcArena *arena, const TcSize *size,
                               const TcMap *map) {
  Substitution s = {arena, map};
  SizeRebuilder r = {&s, arena, replacement, NULL};
  return tcSizeRebuild(&r, size);
}

//===- Evaluation ---------------------------------------------------------===//

typedef struct Evaluator {
  bool (*lookUp)(void *self, const char *symbol, int64_t *value);
  void *self;
} Evaluator;

static TcStatus overflow(void) {
  return tcStatusMake(TC_ERROR_SIZE_OVERFLOW,
                      "the value of a size does not fit in 64 bits");
}

static TcStatus evalSize(const Evaluator *e, const TcSize *size, int64_t *out);

static TcStatus evalFloorDiv(int64_t a, int64_t b, int64_t *out) {
  if (b < 1)
    return tcStatusMake(TC_ERROR_SIZE_BAD_DIVISOR,
                        "a size is divided by %lld; divisors must be at least "
                        "1",
                        (long long)b);
  *out = a / b - (a % b < 0);
  return TC_OK;
}

static TcStatus evalAtom(const Evaluator *e, const Atom *atom, int64_t *out) {
  if (atom->kind == ATOM_SYMBOL && e->lookUp(e->self, atom->name, out))
    return TC_OK;
  if (atom->name)
    return tcStatusMake(TC_ERROR_SIZE_UNKNOWN_SYMBOL,
                        "size symbol '%s' has no value", atom->name);
  TC_RETURN_IF_ERROR(evalSize(e, atom->args[0], out));
  for (uint32_t i = 1; i < atom->numArgs; ++i) {
    int64_t next;
    TC_RETURN_IF_ERROR(evalSize(e, atom->args[i], &next));
    if (atom->kind == ATOM_FLOORDIV)
      TC_RETURN_IF_ERROR(evalFloorDiv(*out, next, out));
    else if ((atom->kind == ATOM_MIN) == (next < *out))
      *out = next;
  }
  return TC_OK;
}

static TcStatus evalSize(const Evaluator *e, const TcSize *size, int64_t *out) {
  int64_t sum = 0;
  for (uint32_t i = 0; i < size->numTerms; ++i) {
    const Term *term = &size->terms[i];
    int64_t product = term->coeff, value;
    for (uint32_t a = 0; a < term->degree; ++a) {
      TC_RETURN_IF_ERROR(evalAtom(e, term->atoms[a], &value));
      if (__builtin_mul_overflow(product, value, &product))
        return overflow();
    }
    if (__builtin_add_overflow(sum, product, &sum))
      return overflow();
  }
  *out = sum;
  return TC_OK;
}

TcStatus tcSizeEval(const TcSize *size,
                    bool (*lookUp)(void *self, const char *symbol,
                                   int64_t *value),
                    void *self, int64_t *out) {
  TC_RETURN_IF_ERROR(tcSizeStatus(size));
  Evaluator e = {lookUp, self};
  return evalSize(&e, size, out);
}

//===- Folds --------------------------------------------------------------===//

static void *foldSize(TcArena *arena, const TcSize *size,
                      const TcSizeFolder *f);

// lhs op rhs, where lhs may be missing (then it is rhs).
static void *combine(const TcSizeFolder *f, TcSizeOp op, bool first, void *lhs,
                     void *rhs) {
  if (first || !rhs)
    return rhs;
  return lhs ? f->binary(f->self, op, lhs, rhs) : NULL;
}

static void *foldAtom(TcArena *arena, const Atom *atom, const TcSizeFolder *f) {
  static const TcSizeOp ops[] = {[ATOM_FLOORDIV] = TC_SIZE_FLOORDIV,
                                 [ATOM_MOD] = TC_SIZE_MOD,
                                 [ATOM_MIN] = TC_SIZE_MIN,
                                 [ATOM_MAX] = TC_SIZE_MAX};
  if (atom->kind == ATOM_SYMBOL)
    return f->symbol(f->self, atom->name);
  void *out = foldSize(arena, atom->args[0], f);
  if (atom->kind == ATOM_LOOKUP)
    return out && f->lookup ? f->lookup(f->self, atom->name, out) : NULL;
  for (uint32_t i = 1; out && i < atom->numArgs; ++i)
    out = combine(f, ops[atom->kind], false, out,
                  foldSize(arena, atom->args[i], f));
  return out;
}

static void *foldTerm(TcArena *arena, const Term *term, const TcSizeFolder *f) {
  void *out = NULL;
  for (uint32_t i = 0; i < term->degree && (out || !i); ++i)
    out = combine(f, TC_SIZE_MUL, !i, out, foldAtom(arena, term->atoms[i], f));
  if (term->coeff == 1 && term->degree)
    return out;
  if (term->degree && !out)
    return NULL;
  void *coeff = f->constant(f->self, term->coeff);
  return term->degree ? combine(f, TC_SIZE_MUL, false, out, coeff) : coeff;
}

static void *foldSize(TcArena *arena, const TcSize *size,
                      const TcSizeFolder *f) {
  size = tcSizeWithMods(arena, size);
  if (!size->numTerms)
    return f->constant(f->self, 0);
  void *out = NULL;
  for (uint32_t i = 0; i < size->numTerms && (out || !i); ++i)
    out = combine(f, TC_SIZE_ADD, !i, out, foldTerm(arena, &size->terms[i], f));
  return out;
}

void *tcSizeFold(const TcSize *size, const TcSizeFolder *folder) {
  if (size->bad)
    return NULL;
  TcArena arena = {0};
  void *out = foldSize(&arena, size, folder);
  tcArenaFree(&arena);
  return out;
}
