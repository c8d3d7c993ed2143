// Parses and prints size expressions.
#include "support/size_impl.h"

#include <ctype.h>
#include <string.h>

//===- Parsing ------------------------------------------------------------===//

enum { MAX_TEXT = 16384 };

typedef struct Parser {
  TcArena *arena;
  const char *begin, *next, *end;
  int depth;
  const char *wrong; // what is wrong, and `next` where; NULL while all is well
} Parser;

static const TcSize *parseSum(Parser *p);

static const TcSize *fail(Parser *p, const char *wrong) {
  if (!p->wrong)
    p->wrong = wrong;
  return tcSizeBad(BAD_SYMBOL);
}

static char peek(Parser *p) {
  while (p->next < p->end && (*p->next == ' ' || *p->next == '\t' ||
                              *p->next == '\n' || *p->next == '\r'))
    ++p->next;
  return p->next < p->end ? *p->next : 0;
}

static bool accept(Parser *p, char c) {
  bool is = peek(p) == c && p->next < p->end;
  p->next += is;
  return is;
}

static size_t wordLength(Parser *p) {
  size_t length = 0;
  char first = peek(p);
  if (first != '_' && !isalpha((unsigned char)first))
    return 0;
  while (p->next + length < p->end) {
    unsigned char c = (unsigned char)p->next[length];
    if (!isalnum(c) && c != '_' && c != '$' && c != '.')
      break;
    ++length;
  }
  return length;
}

static bool acceptWord(Parser *p, const char *word) {
  size_t length = wordLength(p);
  if (length != strlen(word) || memcmp(p->next, word, length))
    return false;
  p->next += length;
  return true;
}

static const TcSize *parseInteger(Parser *p) {
  int64_t value = 0;
  for (; p->next < p->end && isdigit((unsigned char)*p->next); ++p->next)
    if (__builtin_mul_overflow(value, 10, &value) ||
        __builtin_add_overflow(value, *p->next - '0', &value))
      return tcSizeBad(BAD_OVERFLOW);
  return tcSizeConst(p->arena, value);
}

typedef const TcSize *Function(TcArena *, const TcSize *, const TcSize *);

static Function *acceptDivision(Parser *p) {
  return acceptWord(p, "floordiv")  ? tcSizeFloorDiv
         : acceptWord(p, "ceildiv") ? tcSizeCeilDiv
         : acceptWord(p, "mod")     ? tcSizeMod
                                    : NULL;
}

static const TcSize *parseCall(Parser *p, Function *function, bool anyNumber) {
  if (!accept(p, '('))
    return fail(p, "expected '(' after a function");
  const TcSize *out = parseSum(p);
  int args = 1;
  for (; accept(p, ','); ++args)
    out = function(p->arena, out, parseSum(p));
  if (!anyNumber && args != 2)
    return fail(p, "a division takes two arguments");
  return accept(p, ')') ? out : fail(p, "expected ',' or ')'");
}

static const TcSize *parsePrimary(Parser *p) {
  if (isdigit((unsigned char)peek(p)))
    return parseInteger(p);
  if (accept(p, '(')) {
    const TcSize *out = parseSum(p);
    return accept(p, ')') ? out : fail(p, "expected ')'");
  }
  if (acceptWord(p, "min"))
    return parseCall(p, tcSizeMin, true);
  if (acceptWord(p, "max"))
    return parseCall(p, tcSizeMax, true);
  Function *division = acceptDivision(p);
  if (division)
    return parseCall(p, division, false);
  size_t length = wordLength(p);
  if (!length)
    return fail(p, "expected a number, a symbol, a function or '('");
  p->next += length;
  return tcSizeSymbolN(p->arena, p->next - length, length);
}

static const TcSize *parseUnary(Parser *p) {
  bool negative = false;
  while (accept(p, '-'))
    negative = !negative;
  const TcSize *out = parsePrimary(p);
  return negative ? tcSizeNeg(p->arena, out) : out;
}

static const TcSize *parseProduct(Parser *p) {
  const TcSize *out = parseUnary(p);
  while (!p->wrong && !out->bad) {
    Function *function = accept(p, '*') ? tcSizeMul : acceptDivision(p);
    if (!function)
      break;
    out = function(p->arena, out, parseUnary(p));
  }
  return out;
}

static const TcSize *parseSum(Parser *p) {
  if (p->depth == TC_SIZE_MAX_DEPTH)
    return fail(p, "nested too deeply");
  ++p->depth;
  const TcSize *out = parseProduct(p);
  while (!p->wrong && !out->bad) {
    Function *function = accept(p, '+')   ? tcSizeAdd
                         : accept(p, '-') ? tcSizeSub
                                          : NULL;
    if (!function)
      break;
    out = function(p->arena, out, parseProduct(p));
  }
  --p->depth;
  return out;
}

TcStatus tcSizeParse(TcArena *arena, const char *text, size_t textSize,
                     const TcSize **out) {
  if (textSize > MAX_TEXT)
    return tcSizeStatus(tcSizeBad(BAD_TOO_COMPLEX));
  Parser p = {arena, text, text, text + textSize, 0, NULL};
  const TcSize *size = parseSum(&p);
  // A bad subexpression ends the loops above early: report it, not the rest of
  // the text.
  if (!p.wrong)
    TC_RETURN_IF_ERROR(tcSizeStatus(size));
  if (!p.wrong && (peek(&p) || p.next < p.end))
    p.wrong = "expected an operator or the end";
  if (p.wrong)
    return tcStatusMake(TC_ERROR_SIZE_SYNTAX,
                        "size expression, character %zu: %s",
                        (size_t)(p.next - p.begin) + 1, p.wrong);
  // After a failed allocation the expression may be unsimplified, so not
  // canonical.
  TC_RETURN_IF_ERROR(tcArenaStatus(arena));
  *out = size;
  return TC_OK;
}

//===- Printing -----------------------------------------------------------===//

static void printSize(TcArena *arena, const TcSize *size, TcStrBuf *out);

static void printAtom(TcArena *arena, const Atom *atom, TcStrBuf *out) {
  static const char *const names[] = {[ATOM_FLOORDIV] = "floordiv",
                                      [ATOM_MOD] = "mod",
                                      [ATOM_MIN] = "min",
                                      [ATOM_MAX] = "max"};
  if (atom->name)
    tcStrBufAppend(out, atom->name);
  if (atom->kind == ATOM_SYMBOL)
    return;
  if (atom->kind == ATOM_LOOKUP) {
    tcStrBufAppendChar(out, '[');
    printSize(arena, atom->args[0], out);
    tcStrBufAppendChar(out, ']');
    return;
  }
  tcStrBufAppend(out, names[atom->kind]);
  for (uint32_t i = 0; i < atom->numArgs; ++i) {
    tcStrBufAppend(out, i ? ", " : "(");
    printSize(arena, atom->args[i], out);
  }
  tcStrBufAppendChar(out, ')');
}

static void printTerm(TcArena *arena, const Term *term, bool first,
                      TcStrBuf *out) {
  bool negative = term->coeff < 0;
  int64_t magnitude = negative ? -term->coeff : term->coeff;
  tcStrBufAppend(out, first ? negative ? "-" : "" : negative ? " - " : " + ");
  if (magnitude != 1 || !term->degree)
    tcStrBufPrintf(out, "%lld%s", (long long)magnitude,
                   term->degree ? "*" : "");
  for (uint32_t i = 0; i < term->degree; ++i) {
    if (i)
      tcStrBufAppendChar(out, '*');
    printAtom(arena, term->atoms[i], out);
  }
}

static void printSize(TcArena *arena, const TcSize *size, TcStrBuf *out) {
  size = tcSizeWithMods(arena, size);
  for (uint32_t i = 0; i < size->numTerms; ++i)
    printTerm(arena, &size->terms[i], !i, out);
  if (!size->numTerms)
    tcStrBufAppendChar(out, '0');
}

void tcSizePrint(const TcSize *size, TcStrBuf *out) {
  if (size->bad) {
    tcStrBufAppend(out, "<bad size>");
    return;
  }
  TcArena arena = {0};
  printSize(&arena, size, out);
  // Without memory the search for mods gives up early, and a text that is not
  // the canonical one must not pass for it.
  out->failed |= arena.failed;
  tcArenaFree(&arena);
}

const char *tcSizeToText(TcArena *arena, const TcSize *size) {
  TcStrBuf buf = {0};
  tcSizePrint(size, &buf);
  const char *text =
      buf.failed ? NULL : tcArenaCopyText(arena, tcStrBufText(&buf), buf.size);
  tcStrBufFree(&buf);
  return text;
}

TcStatus tcSizeCanonicalText(const char *text, size_t textSize, TcStrBuf *out) {
  TcArena arena = {0};
  const TcSize *size;
  TcStatus status = tcSizeParse(&arena, text, textSize, &size);
  if (!status) {
    tcSizePrint(size, out);
    status = tcStrBufStatus(out);
  }
  tcArenaFree(&arena);
  return status;
}
