// Every derivative rule of the prims against finite differences in f64, twice:
// the second derivative too. Elementwise prims are tested on programs made from
// their rows, all others on those of the table below; a rule without a test is
// a failure, and so is a row with neither a rule nor a reason.
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

//===- By hand ------------------------------------------------------------===//

#define X                                                                      \
  "%x: tensor<2x3x4xf64> {tc.init = {kind = \"uniform\", mean = 0.0, std = "   \
  "1.0, stream = 1}}"
#define FILL(STREAM)                                                           \
  " {tc.init = {kind = \"uniform\", mean = 0.0, std = 1.0, stream = " #STREAM  \
  "}}"
#define AT(LOW, HIGH)                                                          \
  " {tc.init = {kind = \"randint\", low = " #LOW ", high = " #HIGH             \
  ", stream = 9}}"
#define MAIN(ARGS, RESULT, BODY)                                               \
  "func.func @main(" ARGS ") -> " RESULT " {\n" BODY "  return %y : " RESULT   \
  "\n}\n"

typedef struct Case {
  TcPrimOpKind kind;
  const char *text;
} Case;

static const Case cases[] = {
    {TC_PRIM_COMPLEX,
     MAIN("%a: tensor<3xf64>" FILL(1) ", %b: tensor<3xf64>" FILL(2),
          "tensor<3xcomplex<f64>>",
          "  %z = prim.complex %a, %b : tensor<3xf64>\n"
          "  %y = prim.mul %z, %z : tensor<3xcomplex<f64>>\n")},
    {TC_PRIM_WHERE,
     MAIN("%p: tensor<9xi1>" AT(0, 2) ", %a: tensor<9xf64>" FILL(
              1) ", %b: tensor<9xf64>" FILL(2),
          "tensor<9xf64>",
          "  %y = prim.where %p, %a, %b : tensor<9xi1>, tensor<9xf64>\n")},
    {TC_PRIM_CONVERT_ELEMENT_TYPE,
     MAIN("%x: tensor<9xf32>" FILL(1), "tensor<9xf64>",
          "  %y = prim.convert_element_type %x : tensor<9xf32> to "
          "tensor<9xf64>\n")},
    {TC_PRIM_CAST_SIZES,
     "module attributes {tc.sizes = {n = 3}} {\n" MAIN(
         "%x: tensor<?xf64, #tc.dims<[n]>>" FILL(1), "tensor<3xf64>",
         "  %y = prim.cast_sizes %x : tensor<?xf64, #tc.dims<[n]>> to "
         "tensor<3xf64>\n") "}"},
    {TC_PRIM_BROADCAST_IN_DIM,
     MAIN("%x: tensor<1x3xf64>" FILL(1), "tensor<2x4x3xf64>",
          "  %y = prim.broadcast_in_dim %x [1, 2] : tensor<1x3xf64> to "
          "tensor<2x4x3xf64>\n")},
    {TC_PRIM_RESHAPE, MAIN(X, "tensor<6x4xf64>",
                           "  %y = prim.reshape %x : tensor<2x3x4xf64> to "
                           "tensor<6x4xf64>\n")},
    {TC_PRIM_TRANSPOSE,
     MAIN(X, "tensor<3x4x2xf64>",
          "  %y = prim.transpose %x [1, 2, 0] : tensor<2x3x4xf64>\n")},
    {TC_PRIM_REV, MAIN(X, "tensor<2x3x4xf64>",
                       "  %y = prim.rev %x [0, 2] : tensor<2x3x4xf64>\n")},
    {TC_PRIM_SLICE, MAIN(X, "tensor<1x2x2xf64>",
                         "  %y = prim.slice %x <[1, 0, 1]> step [1, 2, 2] : "
                         "tensor<2x3x4xf64> to tensor<1x2x2xf64>\n")},
    {TC_PRIM_SLICE,
     "module attributes {tc.sizes = {n = 5}} {\n" MAIN(
         "%x: tensor<?xf64, #tc.dims<[2*n]>>" FILL(1),
         "tensor<?xf64, #tc.dims<[n - 1]>>",
         "  %y = prim.slice %x <[1]> step [2] : tensor<?xf64, #tc.dims<[2*n]>> "
         "to tensor<?xf64, #tc.dims<[n - 1]>>\n") "}"},
    {TC_PRIM_PAD,
     MAIN("%x: tensor<3x5xf64>" FILL(1) ", %c: tensor<f64>" FILL(2),
          "tensor<8x5xf64>",
          "  %y = prim.pad %x, %c low <[1, -1]> high <[2, 1]> interior [1, 0] "
          ": tensor<3x5xf64>, tensor<f64> to tensor<8x5xf64>\n")},
    {TC_PRIM_CAT,
     MAIN("%a: tensor<2x3xf64>" FILL(1) ", %b: tensor<2x1xf64>" FILL(2),
          "tensor<2x7xf64>",
          "  %y = prim.cat %a, %b, %a dim 1 : tensor<2x3xf64>, tensor<2x1xf64>,"
          " tensor<2x3xf64>\n")},
    {TC_PRIM_DYNAMIC_SLICE,
     MAIN("%x: tensor<4x5xf64>" FILL(1) ", %i: tensor<i64>" AT(1, 7),
          "tensor<2x3xf64>",
          "  %y = prim.dynamic_slice %x[%i, %i] : (tensor<4x5xf64>, "
          "tensor<i64>, tensor<i64>) -> tensor<2x3xf64>\n")},
    {TC_PRIM_DYNAMIC_UPDATE_SLICE,
     MAIN("%x: tensor<4x5xf64>" FILL(1) ", %u: tensor<2x3xf64>" FILL(
              2) ", %i: tensor<i64>" AT(1, 7),
          "tensor<4x5xf64>",
          "  %y = prim.dynamic_update_slice %x, %u[%i, %i] : tensor<4x5xf64>, "
          "tensor<2x3xf64>, tensor<i64>, tensor<i64>\n")},
    {TC_PRIM_INDEX,
     MAIN("%x: tensor<4x3x5xf64>" FILL(1) ", %i: tensor<6xi64>" AT(0, 4),
          "tensor<6x3xf64>",
          "  %y = prim.index %x[%i, %i] [0, 2] : tensor<4x3x5xf64>, "
          "tensor<6xi64>, tensor<6xi64>\n")},
#define PUT(COMBINE)                                                           \
  MAIN("%x: tensor<4x3xf64>" FILL(1) ", %u: tensor<3x3xf64>" FILL(2),          \
       "tensor<4x3xf64>",                                                      \
       "  %i = prim.constant dense<[2, 0, 3]> : tensor<3xi64>\n"               \
       "  %y = prim.index_put %x, %u[%i] [0] " COMBINE                         \
       " : tensor<4x3xf64>, tensor<3x3xf64>, tensor<3xi64>\n")
    {TC_PRIM_INDEX_PUT, PUT("\"set\"")},
    {TC_PRIM_INDEX_PUT, PUT("\"add\"")},
    {TC_PRIM_INDEX_PUT, PUT("\"max\"")},
    {TC_PRIM_INDEX_PUT, PUT("\"min\"")},
#define REDUCE(NAME)                                                           \
  MAIN(X, "tensor<3xf64>", "  %y = " NAME " %x [0, 2] : tensor<2x3x4xf64>\n")
    {TC_PRIM_SUM, REDUCE("prim.sum")},
    {TC_PRIM_PROD, REDUCE("prim.prod")},
    {TC_PRIM_AMAX, REDUCE("prim.amax")},
    {TC_PRIM_AMIN, REDUCE("prim.amin")},
    {TC_PRIM_CUMSUM, MAIN(X, "tensor<2x3x4xf64>",
                          "  %y = prim.cumsum %x dim 1 : tensor<2x3x4xf64>\n")},
    {TC_PRIM_SORT,
     MAIN(X, "tensor<2x3x4xf64>",
          "  %y, %i = prim.sort %x dim 1 descending : tensor<2x3x4xf64>\n")},
    {TC_PRIM_TOPK,
     MAIN(X, "tensor<2x3x2xf64>",
          "  %y, %i = prim.topk %x, #tc.size<2> dim 2 : tensor<2x3x4xf64>\n")},
    {TC_PRIM_DOT_GENERAL,
     MAIN("%a: tensor<5x2x3x4xf64>" FILL(1) ", %b: tensor<4x2x6x3xf64>" FILL(2),
          "tensor<2x5x6xf64>",
          "  %y = prim.dot_general %a, %b batch [1], [1] contract [3, 2], "
          "[0, 3] : tensor<5x2x3x4xf64>, tensor<4x2x6x3xf64>\n")},
    {TC_PRIM_DOT_GENERAL,
     MAIN("%a: tensor<3xf64>" FILL(1) ", %b: tensor<2xf64>" FILL(2),
          "tensor<3x2xf64>",
          "  %y = prim.dot_general %a, %b batch [], [] contract [], [] : "
          "tensor<3xf64>, tensor<2xf64>\n")},
#define CONV(X_TYPE, W_TYPE, RESULT, HOW)                                      \
  MAIN("%x: " X_TYPE FILL(1) ", %w: " W_TYPE FILL(2), RESULT,                  \
       "  %y = prim.convolution %x, %w " HOW " : " X_TYPE ", " W_TYPE "\n")
    {TC_PRIM_CONVOLUTION,
     CONV(
         "tensor<2x3x6x5xf64>", "tensor<4x3x3x2xf64>", "tensor<2x4x6x5xf64>",
         "strides [1, 1] pad [1, 1], [1, 0] dilation [1, 1], [1, 1] groups 1")},
    {TC_PRIM_CONVOLUTION, // what strides leave over
     CONV(
         "tensor<2x3x8x7xf64>", "tensor<4x3x3x2xf64>", "tensor<2x4x4x2xf64>",
         "strides [2, 3] pad [1, 0], [1, 0] dilation [1, 1], [1, 1] groups 1")},
    {TC_PRIM_CONVOLUTION, // groups, gaps
     CONV("tensor<2x4x9xf64>", "tensor<6x2x3xf64>", "tensor<2x6x3xf64>",
          "strides [2] pad [1], [0] dilation [1], [2] groups 2")},
    {TC_PRIM_CONVOLUTION, // a transposed one, cropped
     CONV(
         "tensor<1x2x4x4xf64>", "tensor<3x2x3x3xf64>", "tensor<1x3x6x7xf64>",
         "strides [1, 1] pad [1, 1], [0, 1] dilation [2, 2], [1, 1] groups 1")},
    {TC_PRIM_CONVOLUTION, // depthwise
     CONV("tensor<2x3x5xf64>", "tensor<3x1x3xf64>", "tensor<2x3x5xf64>",
          "strides [1] pad [1], [1] dilation [1], [1] groups 3")},
    {TC_PRIM_MAX_POOL,
     MAIN("%x: tensor<2x3x6x5xf64>" FILL(1), "tensor<2x3x3x2xf64>",
          "  %y, %i = prim.max_pool %x window [3, 2] strides [2, 2] pad [1, 0] "
          "dilation [1, 1] : tensor<2x3x6x5xf64>\n")},
};

// The gradient of a weight has a window of unknown size: no second derivative.
static const Case once[] = {
    {TC_PRIM_CONVOLUTION, // symbolic sizes, with strides
     "module attributes {tc.sizes = {b = 2, n = 8}} {\n" CONV(
         "tensor<?x2x?xf64, #tc.dims<[b, 2, n]>>", "tensor<3x2x3xf64>",
         "tensor<?x3x?xf64, #tc.dims<[b, 3, floordiv(n - 1, 2) + 1]>>",
         "strides [2] pad [1], [1] dilation [1], [1] groups 1") "}"},
};

static bool testTable(int kind, size_t n, const Case *table, unsigned order) {
  bool any = false;
  for (size_t i = 0; i < n; ++i)
    if ((int)table[i].kind == kind) {
      checkText(tcPrimOpNames[kind], table[i].text, order);
      any = true;
    }
  return any;
}

static bool testByHand(int kind) {
  bool any = testTable(kind, sizeof cases / sizeof *cases, cases, 2);
  return testTable(kind, sizeof once / sizeof *once, once, 1) || any;
}

int main(void) {
  for (int kind = TC_PRIM_NONE + 1; kind < TC_PRIM_COUNT; ++kind) {
    bool hasRule = vjpOf(kind), hasReason = *tcPrimOpInfo[kind].vjpReason;
    if (hasRule == hasReason)
      fail(tcPrimOpNames[kind],
           "its row must have a derivative rule, or say why there is none");
    if (hasRule && !testByHand(kind) && !testElementwise(kind))
      fail(tcPrimOpNames[kind], "its derivative rule has no test");
  }
  return failures != 0;
}
