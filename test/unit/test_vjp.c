// Every derivative rule of the prims against finite differences in f64, twice:
// the second derivative too. Programs are made from the rows: of elementwise
// prims from their operands and domains, of all others from their examples. A
// rule without a test is a failure, and so is a row with neither a rule nor a
// reason.
#include "support/strbuf.h"
#include "tc/gen/PrimTable.h"
#include "tc/interpret.h"

#include <stdio.h>
#include <string.h>

static int failures;

static void fail(const char *name, const char *why) {
  printf("%s: %s\n", name, why);
  ++failures;
}

static void keepLine(void *self, const char *text) {
  tcStrBufPrintf(self, "  %s\n", text);
}

static void checkText(const char *name, const char *text, unsigned order) {
  TcStrBuf lines = {0};
  TcInterpretOptions options = {.structSize = sizeof options,
                                .gradients = order,
                                .line = keepLine,
                                .self = &lines};
  TcStatus status = tcInterpretText(text, strlen(text), &options);
  if (status) {
    char said[2048];
    tcStatusPrint(status, said, sizeof said);
    printf("%s: %s\n%s", name, said, tcStrBufText(&lines));
    ++failures;
  } else if (!strstr(tcStrBufText(&lines), "right")) {
    fail(name, "no gradient was compared");
  }
  tcStatusFree(status);
  tcStrBufFree(&lines);
}

//===- From the rows ------------------------------------------------------===//

// Operands away from kinks: [1.1, 1.9], [0.53, 0.87], [2.1, 2.9]; parts of
// complex numbers come from two of them.
static const char *const fills[] = {
    "{tc.init = {kind = \"uniform\", mean = 1.5, std = 0.23, stream = 1}}",
    "{tc.init = {kind = \"uniform\", mean = 0.7, std = 0.098, stream = 2}}",
    "{tc.init = {kind = \"uniform\", mean = 2.5, std = 0.23, stream = 3}}"};

static const char *vjpOf(int kind) {
  switch (kind) {
#define TC_PRIM_VJP(KIND, FUNCTION)                                            \
  case KIND:                                                                   \
    return #FUNCTION;
#include "tc/gen/PrimVjp.inc"
#undef TC_PRIM_VJP
  default:
    return NULL;
  }
}

static void beginProgram(TcStrBuf *text, int operands) {
  tcStrBufAppend(text, "func.func @main(");
  for (int i = 0; i < operands; ++i)
    tcStrBufPrintf(text, "%s%%x%d: tensor<5xf64> %s", i ? ", " : "", i,
                   fills[i]);
}

static void endProgram(TcStrBuf *text, const char *result) {
  tcStrBufPrintf(text, "  return %%y : %s\n}\n", result);
}

static void addCall(TcStrBuf *text, int kind, const char *type) {
  const char *operands[] = {"%x0", "%x0, %x1", "%x0, %x1, %x2"};
  tcStrBufPrintf(text, "  %%y = %s %s : %s\n", tcPrimOpNames[kind],
                 operands[tcPrimScalar[kind].operands - 1], type);
}

static void testReal(int kind) {
  TcStrBuf text = {0};
  beginProgram(&text, tcPrimScalar[kind].operands);
  tcStrBufAppend(&text, ") -> tensor<5xf64> {\n");
  addCall(&text, kind, "tensor<5xf64>");
  endProgram(&text, "tensor<5xf64>");
  checkText(tcPrimOpNames[kind], tcStrBufText(&text), 2);
  tcStrBufFree(&text);
}

static bool givesReal(int kind) {
  return kind == TC_PRIM_ABS || kind == TC_PRIM_REAL || kind == TC_PRIM_IMAG;
}

// The operands are a + ib of real arguments.
static void testComplex(int kind) {
  TcStrBuf text = {0};
  int n = tcPrimScalar[kind].operands;
  const char *result =
      givesReal(kind) ? "tensor<5xf64>" : "tensor<5xcomplex<f64>>";
  beginProgram(&text, 3);
  tcStrBufPrintf(&text, ") -> %s {\n", result);
  tcStrBufAppend(&text, "  %z0 = prim.complex %x0, %x1 : tensor<5xf64>\n"
                        "  %z1 = prim.complex %x1, %x2 : tensor<5xf64>\n");
  tcStrBufPrintf(&text, "  %%y = %s %%z0%s : tensor<5xcomplex<f64>>\n",
                 tcPrimOpNames[kind], n > 1 ? ", %z1" : "");
  endProgram(&text, result);
  checkText(tcPrimOpNames[kind], tcStrBufText(&text), 2);
  tcStrBufFree(&text);
}

// Whether the row says what the prim does to floats, or to complex numbers.
static bool testElementwise(int kind) {
  const TcScalarRow *row = &tcPrimScalar[kind];
  if (row->f)
    testReal(kind);
  if (row->c)
    testComplex(kind);
  return row->f || row->c;
}

//===- Examples of the rows -----------------------------------------------===//

// "// sizes n = 3" in front of a function is for the module around it.
static void addExample(TcStrBuf *text, const char *example, size_t size) {
  static const char mark[] = "// sizes ";
  while (size && (*example == '\n' || *example == ' '))
    ++example, --size;
  if (strncmp(example, mark, sizeof mark - 1)) {
    tcStrBufAppendN(text, example, size);
    return;
  }
  const char *sizes = example + sizeof mark - 1;
  size_t n = strcspn(sizes, "\n");
  tcStrBufPrintf(text, "module attributes {tc.sizes = {%.*s}} {\n%.*s\n}\n",
                 (int)n, sizes, (int)(size - (sizeof mark - 1) - n), sizes + n);
}

static bool testExamples(int kind) {
  const char *rest = tcPrimOpInfo[kind].examples;
  if (!*rest)
    return false;
  while (rest) {
    TcStrBuf text = {0};
    const char *end = strstr(rest, "// -----");
    addExample(&text, rest, end ? (size_t)(end - rest) : strlen(rest));
    checkText(tcPrimOpNames[kind], tcStrBufText(&text), 2);
    tcStrBufFree(&text);
    rest = end ? end + strlen("// -----") : NULL;
  }
  return true;
}

int main(void) {
  for (int kind = TC_PRIM_NONE + 1; kind < TC_PRIM_COUNT; ++kind) {
    bool hasRule = vjpOf(kind), hasReason = *tcPrimOpInfo[kind].vjpReason;
    if (hasRule == hasReason)
      fail(tcPrimOpNames[kind],
           "its row must have a derivative rule, or say why there is none");
    if (hasRule && !testExamples(kind) && !testElementwise(kind))
      fail(tcPrimOpNames[kind], "its derivative rule has no test");
  }
  return failures != 0;
}
