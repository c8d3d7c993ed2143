// wgmma of operands in registers, as inline assembly.
//
// It runs asynchronously; the registers that it reads and writes are
// operands and results of each wait and fence, so that LLVM moves no use of
// them over these. No op of the dialect has such operands: inline assembly,
// which emulate.c recognises by its attribute "tc.unit".
#include "passes/lower/gpu/emit.h"
#include "passes/lower/gpu/nvvm_text.h"

#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Dialect/LLVM.h"

#include <stdio.h>

enum { MOST_FLOATS = 160, MOST_WORDS = 64 }; // of 255 registers

static void tied(TcStrBuf *buf, size_t n) {
  for (size_t i = 0; i < n; ++i)
    tcStrBufPrintf(buf, ",%zu", i);
}

// Inline assembly that reads and writes the registers `inout`: `floats` f32,
// then `words` i32; its other operands come first.
static MlirOperation assembly(TcEmit *e, const char *text,
                              const char *constraints, const char *role,
                              size_t others, size_t floats, size_t words,
                              MlirValue *operands) {
  MlirType types[MOST_FLOATS + MOST_WORDS];
  for (size_t i = 0; i < floats + words; ++i)
    types[i] = i < floats ? e->f32 : e->i32;
  intptr_t n = (intptr_t)(floats + words);
  MlirAttribute no = tcNoAttr();
  MlirOperation op = tcLlvmInlineAsmCreate(
      &e->b, mlirLLVMStructTypeLiteralGet(e->ctx, n, types, false),
      n + (intptr_t)others, operands, tcStr(text), tcStr(constraints), true,
      false, no, no, no);
  mlirOperationSetDiscardableAttributeByName(op, tcStr("tc.unit"),
                                             tcAttrString(e->ctx, role));
  for (int64_t i = 0; i < n; ++i)
    operands[(int64_t)others + i] =
        tcLlvmExtractvalue(&e->b, types[i], tcLlvmInlineAsmGetRes(op), 1, &i);
  return op;
}

static void order(TcEmit *e, const char *text, size_t floats, MlirValue *f,
                  size_t words, MlirValue *w) {
  TcStrBuf constraints = {0};
  MlirValue operands[MOST_FLOATS + MOST_WORDS];
  for (size_t i = 0; i < floats + words; ++i)
    operands[i] = i < floats ? f[i] : w[i - floats];
  tcAsmRepeat(&constraints, "=f", floats);
  tcAsmRepeat(&constraints, "=r", words);
  tied(&constraints, floats + words);
  assembly(e, text, tcStrBufText(&constraints), "order", 0, floats, words,
           operands);
  for (size_t i = 0; i < floats + words; ++i)
    *(i < floats ? &f[i] : &w[i - floats]) = operands[i];
  tcStrBufFree(&constraints);
}

// Assembly without text.
MlirValue tcNvvmOpaque(TcEmit *e, MlirValue word) {
  order(e, "", 0, NULL, 1, &word);
  return word;
}

void tcNvvmGroupFenceOf(TcEmit *e, size_t floats, MlirValue *f, size_t words,
                        MlirValue *w) {
  order(e, "wgmma.fence.sync.aligned;", floats, f, words, w);
}

void tcNvvmGroupWaitOf(TcEmit *e, int64_t pending, size_t floats,
                       MlirValue *f) {
  char text[64];
  snprintf(text, sizeof text, "wgmma.wait_group.sync.aligned %d;",
           (int)pending);
  order(e, text, floats, f, 0, NULL);
}

void tcNvvmGroupMultiplyRows(TcEmit *e, bool bf16, int64_t n,
                             const MlirValue a[4], MlirValue b,
                             bool bTransposed, bool fresh, MlirValue *acc) {
  enum { ROWS = 4, OTHERS = 5 };
  const char *type = bf16 ? "bf16" : "f16";
  size_t sums = (size_t)(n / 2);
  TcStrBuf text = {0}, constraints = {0};
  MlirValue operands[OTHERS + MOST_FLOATS];
  tcStrBufPrintf(&text,
                 "{\n.reg .pred p;\nsetp.ne.b32 p, %d, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n%dk16.f32.%s.%s {",
                 !fresh, (int)n, type, type);
  tcAsmNames(&text, "$", sums, 0);
  tcStrBufPrintf(&text, "}, {");
  tcAsmNames(&text, "$", ROWS, sums);
  tcStrBufPrintf(&text, "}, $%zu, p, 1, 1, %d;\n}", sums + ROWS, bTransposed);
  tcAsmRepeat(&constraints, "=f", sums);
  tcAsmRepeat(&constraints, "r", ROWS);
  tcAsmRepeat(&constraints, "l", 1);
  tied(&constraints, sums);
  for (int i = 0; i < ROWS; ++i)
    operands[i] = a[i];
  operands[ROWS] = b;
  for (size_t i = 0; i < sums; ++i)
    operands[OTHERS + i] = acc[i];
  MlirOperation op =
      assembly(e, tcStrBufText(&text), tcStrBufText(&constraints), "multiply",
               OTHERS, sums, 0, operands);
  mlirOperationSetDiscardableAttributeByName(op, tcStr("tc.unit.bf16"),
                                             mlirBoolAttrGet(e->ctx, bf16));
  mlirOperationSetDiscardableAttributeByName(
      op, tcStr("tc.unit.transposed"), mlirBoolAttrGet(e->ctx, bTransposed));
  mlirOperationSetDiscardableAttributeByName(op, tcStr("tc.unit.fresh"),
                                             mlirBoolAttrGet(e->ctx, fresh));
  for (size_t i = 0; i < sums; ++i)
    acc[i] = operands[OTHERS + i];
  tcStrBufFree(&text);
  tcStrBufFree(&constraints);
}
