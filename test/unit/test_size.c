// The size algebra by example: canonical texts, queries, errors.
#include "support/size.h"

#include "check.h"

static void checkCanonical(int line, const char *text, const char *wanted) {
  TcStrBuf out = {0};
  TcStatus status = tcSizeCanonicalText(text, strlen(text), &out);
  const char *got = status ? tcStatusMessage(status) : tcStrBufText(&out);
  checkText(__FILE__, line, text, got, wanted);
  tcStatusFree(status);
  tcStrBufFree(&out);
}

static void checkRefused(int line, const char *text, int number) {
  TcStrBuf out = {0};
  TcStatus status = tcSizeCanonicalText(text, strlen(text), &out);
  if (tcStatusNumber(status) != number) {
    ++checkFailures;
    fprintf(stderr, "%s:%d: '%.40s' gives TC-%04d '%s', not TC-%04d\n",
            __FILE__, line, text, tcStatusNumber(status),
            status ? tcStatusMessage(status) : tcStrBufText(&out), number);
  }
  CHECK(out.size == 0);
  tcStatusFree(status);
  tcStrBufFree(&out);
}

#define CANON(TEXT, WANTED) checkCanonical(__LINE__, TEXT, WANTED)
#define REFUSED(TEXT, NUMBER) checkRefused(__LINE__, TEXT, NUMBER)

static void testPolynomials(void) {
  CANON("0", "0");
  CANON("-0", "0");
  CANON("1 + 2*s", "2*s + 1");
  CANON("s*b", "b*s");
  CANON("s - 1", "s - 1");
  CANON("b + s*(-2)", "b - 2*s");
  CANON("-2*s - 5", "-2*s - 5");
  CANON("--s", "s");
  CANON("(s + 1)*(s - 1)", "s*s - 1");
  CANON("s - s", "0");
  CANON("c + b*a + a*a + 7", "a*a + a*b + c + 7");
  CANON("9223372036854775807", "9223372036854775807");
  CANON(" ( ( s ) ) ", "s");
  CANON("s.0 + _x$1", "_x$1 + s.0");
}

static void testDivisions(void) {
  CANON("(s + 1) floordiv 2", "floordiv(s + 1, 2)");
  CANON("floordiv(s*4 + 3, 4)", "s");
  CANON("floordiv(s - 1, 2) + 1", "floordiv(s + 1, 2)");
  CANON("floordiv(floordiv(x, 2), 3)", "floordiv(x, 6)");
  CANON("floordiv(floordiv(s + 1, 2) + 1, 2)", "floordiv(s + 3, 4)");
  CANON("floordiv(6*s + 5, 4)", "s + floordiv(s, 2) + 1");
  CANON("floordiv(s0*s1, s1)", "s0");
  CANON("floordiv(s0*s1 + s0, s1 + 1)", "s0");
  CANON("floordiv(s0*s1*3, s1*6)", "floordiv(s0, 2)");
  CANON("floordiv(floordiv(i, a), b)", "floordiv(i, a*b)");
  CANON("floordiv(b*s*768, 768)", "b*s");
  CANON("floordiv(7, -2)", "-4");
  CANON("floordiv(-7, 2)", "-4");
  CANON("-floordiv(-s, 4)", "floordiv(s + 3, 4)");
  CANON("ceildiv(s, 4)", "floordiv(s + 3, 4)");
  CANON("s ceildiv 1", "s");
  CANON("floordiv(s, -3)", "-floordiv(s + 2, 3)");
  CANON("floordiv(5, 8*s)", "0");
  CANON("floordiv(s - 1, s)", "0");
  CANON("floordiv(s*t - 1, s)", "t - 1");
  CANON("floordiv(s, s)", "1");
  CANON("a floordiv b*c", "c*floordiv(a, b)");
}

static void testMods(void) {
  CANON("mod(x*6, 3)", "0");
  CANON("mod(x*6 + 5, 3)", "2");
  CANON("mod(x + 9, 3)", "mod(x, 3)");
  CANON("x mod 4 + 4*(x floordiv 4)", "x");
  CANON("x - 4*floordiv(x, 4)", "mod(x, 4)");
  CANON("mod(mod(x, 6), 3)", "mod(x, 3)");
  CANON("mod(i, s)", "mod(i, s)");
  CANON("s*floordiv(i, s) + mod(i, s)", "i");
  CANON("mod(i, s + 1)", "mod(i, s + 1)");
  CANON("4*mod(i, 32) + floordiv(i, 32)", "floordiv(i, 32) + 4*mod(i, 32)");
  CANON("mod(floordiv(i, 3), 4)", "mod(floordiv(i, 3), 4)");
  CANON("100*mod(j, 3) + 5*mod(floordiv(j, 3), 4) + floordiv(j, 12)",
        "floordiv(j, 12) + 100*mod(j, 3) + 5*mod(floordiv(j, 3), 4)");
  CANON("12*floordiv(j, 12) + 3*mod(floordiv(j, 3), 4) + mod(j, 3)", "j");
  CANON("mod(floordiv(i, a), b)*c", "c*mod(floordiv(i, a), b)");
  CANON("-mod(i, 4)", "-mod(i, 4)");
  CANON("8*floordiv(s + 7, 8)", "8*floordiv(s + 7, 8)");
  CANON("mod(-7, 4)", "1");
  CANON("mod(7, -4)", "-1");
}

static void testMinMax(void) {
  CANON("min(b, a)", "min(a, b)");
  CANON("min(min(a, c), min(b, a))", "min(a, b, c)");
  CANON("min(s, s + 1)", "s");
  CANON("max(s, s + 1, s - 1)", "s + 1");
  CANON("max(3, a, 7)", "max(a, 7)");
  CANON("min(5)", "5");
  CANON("min(a, max(a, b))", "a");
  CANON("max(min(s, 5), 0)", "max(min(s, 5), 0)");
  CANON("min(a, b) + min(b, a)", "2*min(a, b)");
}

static void testErrors(void) {
  const char *bad[] = {"",           "1 +",   "(s",           "s)",
                       "2 s",        "min()", "floordiv",     "mod(1)",
                       "s + @",      "1.5",   "a b",          "min(a,)",
                       "mod(1,2,3)", "*s",    "s**2",         "2*+s",
                       "$a",         "\x80",  "floordiv(a b)"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
    REFUSED(bad[i], 1001);
  REFUSED("floordiv(s, 0)", 1002);
  REFUSED("mod(s, a - a)", 1002);
  REFUSED("9223372036854775808", 3001);
  REFUSED("9223372036854775807*s*2", 3001);
  REFUSED("9223372036854775807 + 1", 3001);
  char deep[4096];
  memset(deep, '(', sizeof deep);
  deep[sizeof deep - 1] = 0;
  REFUSED(deep, 1001);
  static char large[20000];
  memset(large, '-', sizeof large - 1);
  REFUSED(large, 6002);
  REFUSED("(a+b+c+d+e+f)*(a+b+c+d+e+f)*(a+b+c+d+e+f)*(a+b+c+d+e+f)"
          "*(a+b+c+d+e+f)*(a+b+c+d+e+f)*(a+b+c+d+e+f)*(a+b+c+d+e+f)",
          6002);
}

static const TcSize *parse(TcArena *arena, const char *text) {
  const TcSize *size = NULL;
  TcStatus status = tcSizeParse(arena, text, strlen(text), &size);
  if (status) {
    ++checkFailures;
    fprintf(stderr, "'%s': %s\n", text, tcStatusMessage(status));
    tcStatusFree(status);
  }
  return size ? size : tcSizeConst(arena, 0);
}

static void checkSize(int line, const TcSize *size, const char *wanted) {
  TcStrBuf out = {0};
  tcSizePrint(size, &out);
  checkText(__FILE__, line, "size", tcStrBufText(&out), wanted);
  tcStrBufFree(&out);
}

#define SIZE_IS(SIZE, WANTED) checkSize(__LINE__, SIZE, WANTED)

static bool countFourUp(void *self, const char *symbol, int64_t *value) {
  (void)self;
  *value = symbol[0] - 'a' + 4; // a is 4, b is 5, ...
  return symbol[0] != 'z';
}

static void testQuestions(void) {
  TcArena arena = {0};
  int64_t value;
  CHECK(tcSizeIsConst(parse(&arena, "3 - 3"), &value) && value == 0);
  CHECK(!tcSizeIsConst(parse(&arena, "s"), &value));
  CHECK_TEXT(tcSizeIsSymbol(parse(&arena, "s*1")), "s");
  CHECK(!tcSizeIsSymbol(parse(&arena, "2*s")));
  CHECK(!tcSizeIsSymbol(parse(&arena, "min(s, t)")));
  CHECK(tcSizeUses(parse(&arena, "a + floordiv(b + c, 2)"), "c"));
  CHECK(!tcSizeUses(parse(&arena, "a + floordiv(b + c, 2)"), "d"));

  const TcSize *by, *rest;
  CHECK(tcSizeCoefficient(&arena, parse(&arena, "i*b*4 + j - 3*i + 7"), "i",
                          &by, &rest));
  SIZE_IS(by, "4*b - 3");
  SIZE_IS(rest, "j + 7");
  CHECK(tcSizeCoefficient(&arena, parse(&arena, "j"), "i", &by, &rest));
  SIZE_IS(by, "0");
  CHECK(!tcSizeCoefficient(&arena, parse(&arena, "i*i"), "i", &by, &rest));
  CHECK(
      !tcSizeCoefficient(&arena, parse(&arena, "mod(i, 4)"), "i", &by, &rest));

  TcMap map = {.arena = &arena};
  tcMapSetText(&map, "a", (void *)parse(&arena, "b"));
  tcMapSetText(&map, "b", (void *)parse(&arena, "a + 1"));
  SIZE_IS(tcSizeSubstitute(&arena, parse(&arena, "floordiv(a, 2) - 2*b"), &map),
          "-2*a + floordiv(b, 2) - 2");
  tcMapSetText(&map, "i", (void *)parse(&arena, "4*i + 3"));
  SIZE_IS(tcSizeSubstitute(&arena, parse(&arena, "mod(i, 4)"), &map), "3");

  CHECK(!tcSizeEval(parse(&arena, "a*b - floordiv(c, 4)"), countFourUp, NULL,
                    &value) &&
        value == 19);
  TcStatus status = tcSizeEval(parse(&arena, "a*z"), countFourUp, NULL, &value);
  CHECK(tcStatusNumber(status) == 2001);
  tcStatusFree(status);
  status = tcSizeEval(parse(&arena, "floordiv(a, b - c)"), countFourUp, NULL,
                      &value);
  CHECK(tcStatusNumber(status) == 3002);
  tcStatusFree(status);
  status = tcSizeEval(parse(&arena, "4611686018427387904*a"), countFourUp, NULL,
                      &value);
  CHECK(tcStatusNumber(status) == 3001);
  tcStatusFree(status);

  SIZE_IS(tcSizeExactDiv(&arena, parse(&arena, "6*a*b + 3*b"),
                         parse(&arena, "3*b")),
          "2*a + 1");
  CHECK(!tcSizeExactDiv(&arena, parse(&arena, "6*a + 1"), parse(&arena, "3")));
  CHECK(!tcSizeExactDiv(&arena, parse(&arena, "a"), parse(&arena, "0")));
  tcArenaFree(&arena);
}

static void testBadSizes(void) {
  TcArena arena = {0};
  const TcSize *huge = tcSizeConst(&arena, INT64_MAX);
  const TcSize *bad = tcSizeMul(&arena, tcSizeAdd(&arena, huge, huge),
                                tcSizeSymbol(&arena, "s"));
  bad = tcSizeMin(&arena, tcSizeFloorDiv(&arena, bad, huge), huge);
  TcStatus status = tcSizeStatus(bad);
  CHECK(tcStatusNumber(status) == 3001);
  tcStatusFree(status);
  CHECK(!tcSizeEqual(bad, bad));
  CHECK(!tcSizeUses(bad, "s"));
  SIZE_IS(bad, "<bad size>");
  status = tcSizeStatus(tcSizeSymbol(&arena, "floordiv"));
  CHECK(tcStatusNumber(status) == 1003);
  tcStatusFree(status);
  status = tcSizeStatus(tcSizeConst(&arena, INT64_MIN));
  CHECK(tcStatusNumber(status) == 3001);
  tcStatusFree(status);
  const TcSize *deep = tcSizeSymbol(&arena, "s");
  for (int i = 0; i < 1000; ++i)
    deep = tcSizeMin(&arena, tcSizeSymbol(&arena, "t"),
                     tcSizeAdd(&arena, deep, deep));
  status = tcSizeStatus(deep);
  CHECK(tcStatusNumber(status) == 6002);
  tcStatusFree(status);
  tcArenaFree(&arena);
}

// i in 0..31, j in 0..3, other symbols unknown.
static bool iterators(void *self, const char *symbol, int64_t *low,
                      int64_t *high) {
  (void)self;
  *low = 0;
  *high = strcmp(symbol, "i") == 0 ? 31 : 3;
  return !strcmp(symbol, "i") || !strcmp(symbol, "j");
}

static void checkRange(int line, const char *text, int64_t low, int64_t high) {
  TcArena arena = {0};
  TcSizeRanges ranges = {.range = iterators};
  int64_t gotLow, gotHigh;
  tcSizeRange(parse(&arena, text), &ranges, &gotLow, &gotHigh);
  if (gotLow != low || gotHigh != high) {
    ++checkFailures;
    fprintf(stderr, "%s:%d: %s lies in %lld..%lld, not %lld..%lld\n", __FILE__,
            line, text, (long long)gotLow, (long long)gotHigh, (long long)low,
            (long long)high);
  }
  tcArenaFree(&arena);
}

#define RANGE(TEXT, LOW, HIGH) checkRange(__LINE__, TEXT, LOW, HIGH)

static void checkSimplified(int line, const char *text, const char *wanted) {
  TcArena arena = {0};
  TcSizeRanges ranges = {.range = iterators};
  checkSize(line, tcSizeSimplify(&arena, parse(&arena, text), &ranges), wanted);
  tcArenaFree(&arena);
}

#define SIMPLIFIED(TEXT, WANTED) checkSimplified(__LINE__, TEXT, WANTED)

static void testRanges(void) {
  RANGE("4*i + j", 0, 127);
  RANGE("i - j", -3, 31);
  RANGE("mod(i, 8)", 0, 7);
  RANGE("mod(floordiv(i, 2), 4)", 0, 3);
  RANGE("floordiv(i, 8)", 0, 3);
  RANGE("floordiv(i, s)", 0, 31);
  RANGE("mod(i, s)", 0, 31);
  RANGE("s", 0, INT64_MAX);
  RANGE("-2*s + i", INT64_MIN, 31);
  RANGE("min(s, i)", 0, 31);
  RANGE("max(s, 7)", 7, INT64_MAX);
  RANGE("i*i", 0, 961);
  RANGE("4611686018427387904*i", 0, INT64_MAX);

  SIMPLIFIED("mod(j, 4)", "j");
  SIMPLIFIED("floordiv(i, 32)", "0");
  SIMPLIFIED("floordiv(4*i + j, 4)", "i");
  SIMPLIFIED("floordiv(4*i + j, 8)", "floordiv(i, 2)");
  SIMPLIFIED("mod(4*i + j, 16)", "j + 4*mod(i, 4)");
  SIMPLIFIED("min(i, 40)", "i");
  SIMPLIFIED("max(min(i, s), 0)", "min(i, s)");
  SIMPLIFIED("max(s, 0)", "s");
  SIMPLIFIED("floordiv(s, 2)", "floordiv(s, 2)");

  TcArena arena = {0};
  TcSizeRanges ranges = {.range = iterators};
  const TcSize *i = parse(&arena, "i"), *j = parse(&arena, "j");
  CHECK(tcSizeProvablyLess(j, parse(&arena, "4"), &ranges));
  CHECK(!tcSizeProvablyLess(i, parse(&arena, "31"), &ranges));
  CHECK(tcSizeProvablyLessEqual(i, parse(&arena, "31"), &ranges));
  CHECK(tcSizeProvablyLess(parse(&arena, "s"), parse(&arena, "s + 1"), NULL));
  CHECK(!tcSizeProvablyLess(i, j, &ranges));
  tcArenaFree(&arena);
}

// i < b, j < 768, k < s*t: extents instead of numbers.
static const TcSize *extentOf(void *self, const char *symbol) {
  TcMap *extents = self;
  return tcMapGetText(extents, symbol);
}

static void testExtents(void) {
  TcArena arena = {0};
  TcMap extents = {.arena = &arena};
  tcMapSetText(&extents, "i", (void *)parse(&arena, "b"));
  tcMapSetText(&extents, "j", (void *)parse(&arena, "768"));
  tcMapSetText(&extents, "k", (void *)parse(&arena, "s*t"));
  TcSizeRanges ranges = {.self = &extents, .extent = extentOf};
  const char *less[][2] = {
      {"768*i + j", "768*b"},
      {"i + 1", "b + 1"},
      {"floordiv(k, t)", "s"},
      {"t*floordiv(k, t) + mod(k, t)", "s*t"},
      {"s*mod(k, t) + floordiv(k, t)", "s*t"},
      {"b*j + b - i - 1", "768*b"},
      {"floordiv(768*i + j, 64)", "12*b"},
      {"mod(i, s)", "s"},
      {"min(i, 7)", "8"},
  };
  for (size_t n = 0; n < sizeof less / sizeof *less; ++n)
    if (!tcSizeProvablyLess(parse(&arena, less[n][0]),
                            parse(&arena, less[n][1]), &ranges)) {
      ++checkFailures;
      fprintf(stderr, "not proved: %s < %s\n", less[n][0], less[n][1]);
    }
  CHECK(
      !tcSizeProvablyLess(parse(&arena, "i"), parse(&arena, "b - 1"), &ranges));
  CHECK(!tcSizeProvablyLess(parse(&arena, "s*floordiv(k, t)"),
                            parse(&arena, "s*t"), &ranges));
  CHECK(tcSizeProvablyLessEqual(parse(&arena, "0"), parse(&arena, "b - 1 - i"),
                                &ranges));
  const char *simpler[][2] = {
      {"floordiv(i, b)", "0"},
      {"mod(j + 768*i, 768*b)", "768*i + j"},
      {"mod(floordiv(k, t), s)", "floordiv(k, t)"},
      {"floordiv(i + b*mod(k, t), b*t)", "0"},
      {"floordiv(i + b*k, b*t)", "floordiv(k, t)"},
      {"mod(i + b*k, b*t)", "b*mod(k, t) + i"},
  };
  for (size_t n = 0; n < sizeof simpler / sizeof *simpler; ++n)
    SIZE_IS(tcSizeSimplify(&arena, parse(&arena, simpler[n][0]), &ranges),
            simpler[n][1]);
  tcArenaFree(&arena);
}

// A folder into text: shows what a consumer of tcSizeFold is given.
static void *foldConstant(void *self, int64_t value) {
  return tcArenaPrintf(self, "%lld", (long long)value);
}
static void *foldSymbol(void *self, const char *name) {
  return strcmp(name, "stop") ? tcArenaPrintf(self, "%s", name) : NULL;
}
static void *foldBinary(void *self, TcSizeOp op, void *lhs, void *rhs) {
  return tcArenaPrintf(self, "(%s %c %s)", (char *)lhs, "+*/%<>"[op],
                       (char *)rhs);
}

static void testFold(void) {
  TcArena arena = {0};
  TcSizeFolder folder = {&arena, foldConstant, foldSymbol, foldBinary, NULL};
  const char *cases[][2] = {
      {"0", "0"},
      {"b*s*2 - s + 1", "((((b * s) * 2) + (s * -1)) + 1)"},
      {"mod(i, 4)*min(a, b, c)", "((i % 4) * ((a < b) < c))"},
      {"floordiv(i + 1, s)", "((i + 1) / s)"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
    CHECK_TEXT(tcSizeFold(parse(&arena, cases[i][0]), &folder), cases[i][1]);
  CHECK(!tcSizeFold(parse(&arena, "a*stop + 1"), &folder));
  CHECK(!tcSizeFold(parse(&arena, "a + min(a*b, 2*stop)"), &folder));
  tcArenaFree(&arena);
}

static void *foldLookup(void *self, const char *table, void *index) {
  return tcArenaPrintf(self, "%s at %s", table, (char *)index);
}

static bool tableRange(void *self, const char *name, int64_t *low,
                       int64_t *high) {
  (void)self;
  *low = 0;
  *high = strcmp(name, "%1") ? 15 : 7;
  return true;
}

// Elements of tables: factors like symbols, whose index is an expression.
static void testLookups(void) {
  TcArena arena = {0};
  const TcSize *at = tcSizeLookup(&arena, "%1", parse(&arena, "2*i + 1"));
  const TcSize *offset = tcSizeAdd(
      &arena, tcSizeMul(&arena, at, parse(&arena, "64")), parse(&arena, "j"));
  SIZE_IS(offset, "j + 64*%1[2*i + 1]");
  CHECK(tcSizeUses(offset, "i") && !tcSizeUses(offset, "%1"));
  CHECK(tcSizeUsesTable(offset, "%1") && !tcSizeUsesTable(offset, "%2"));
  CHECK(!tcSizeIsSymbol(at));
  const TcSize *by, *rest;
  CHECK(tcSizeCoefficient(&arena, offset, "j", &by, &rest));
  SIZE_IS(rest, "64*%1[2*i + 1]");
  CHECK(!tcSizeCoefficient(&arena, offset, "i", &by, &rest));
  CHECK(!tcSizeEqual(at, tcSizeLookup(&arena, "%2", parse(&arena, "2*i + 1"))));
  CHECK(!tcSizeEqual(at, tcSizeLookup(&arena, "%1", parse(&arena, "2*i"))));
  CHECK(tcSizeEqual(at, tcSizeLookup(&arena, "%1", parse(&arena, "1 + 2*i"))));
  TcMap to = {.arena = &arena};
  tcMapSetText(&to, "i", (void *)parse(&arena, "3*k"));
  SIZE_IS(tcSizeSubstitute(&arena, offset, &to), "j + 64*%1[6*k + 1]");
  TcSizeRanges ranges = {.range = tableRange};
  int64_t low, high;
  tcSizeRange(at, &ranges, &low, &high);
  CHECK(low == 0 && high == 7);
  SIZE_IS(tcSizeSimplify(&arena, tcSizeMod(&arena, at, parse(&arena, "8")),
                         &ranges),
          "%1[2*i + 1]");
  TcSizeFolder folder = {&arena, foldConstant, foldSymbol, foldBinary, NULL};
  CHECK(!tcSizeFold(offset, &folder));
  folder.lookup = foldLookup;
  CHECK_TEXT(tcSizeFold(at, &folder), "%1 at ((i * 2) + 1)");
  int64_t value;
  TcStatus status = tcSizeEval(tcSizeLookup(&arena, "%1", parse(&arena, "0")),
                               NULL, NULL, &value);
  CHECK(tcStatusNumber(status) == TC_ERROR_SIZE_UNKNOWN_SYMBOL);
  tcStatusFree(status);
  tcArenaFree(&arena);
}

static void testContent(void) {
  TcArena arena = {0};
  CHECK(tcSizeContent(parse(&arena, "12*b*s - 18*s")) == 6);
  CHECK(tcSizeContent(parse(&arena, "64*floordiv(s + 7, 8)")) == 64);
  CHECK(tcSizeContent(parse(&arena, "4*s + 6")) == 2);
  CHECK(tcSizeContent(parse(&arena, "10")) == 10);
  CHECK(tcSizeContent(parse(&arena, "0")) == 0);
  tcArenaFree(&arena);
}

int main(void) {
  testPolynomials();
  testContent();
  testLookups();
  testDivisions();
  testMods();
  testMinMax();
  testErrors();
  testQuestions();
  testBadSizes();
  testRanges();
  testExtents();
  testFold();
  return checkReport();
}
