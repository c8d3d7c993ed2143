// Emulates instructions of GPUs that are no arithmetic of a thread: matrix
// units, copies in the background, barriers, assembly. Each is a call of the
// runtime (test/gpu/Inputs). See emulate.h.
#include "passes/lower/gpu/emulate.h"

#include "lib/ir/kernel_read.h"
#include "runtime/descriptor.h"
#include "target/units.h"
#include "tc/gen/ArithOps.h"
#include "tc/gen/FuncOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"

#include <stdio.h>
#include <string.h>

//===- Matrix units -------------------------------------------------------===//

MlirValue tcEmulateNumber(TcBuilder *b, int64_t n) {
  return tcArithConstant(b,
                         mlirIntegerAttrGet(mlirIntegerTypeGet(b->ctx, 64), n));
}

static MlirValue word(TcBuilder *b, int64_t n) {
  return tcArithConstant(b,
                         mlirIntegerAttrGet(mlirIntegerTypeGet(b->ctx, 32), n));
}

static int64_t intOf(MlirOperation op, const char *name) {
  return mlirIntegerAttrGetValueInt(
      mlirOperationGetAttributeByName(op, tcStr(name)));
}

static bool contains(MlirOperation op, const char *attribute,
                     const char *text) {
  MlirAttribute a = mlirOperationGetAttributeByName(op, tcStr(attribute));
  MlirAttribute wanted =
      mlirAttributeParseGet(mlirOperationGetContext(op), tcStr(text));
  return mlirAttributeEqual(a, wanted);
}

static MlirValue anywhere(TcEmulate *e, TcBuilder *b, MlirValue ptr) {
  return tcLlvmAddrspacecast(b, e->ptr, ptr);
}

static MlirValue wordAt(TcEmulate *e, TcBuilder *b, int32_t i) {
  return tcLlvmGetelementptr(b, e->ptr, e->words, 0, NULL, 1, &i, e->i32);
}

// Replaces the op by the words from `first` on, as the struct that it returns.
static void replaceByWords(TcEmulate *e, TcBuilder *b, MlirOperation op,
                           int32_t first, MlirType type) {
  MlirType all = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirValue v = tcLlvmMlirUndef(b, all);
  for (int64_t i = 0; i < 4; ++i)
    v = tcLlvmInsertvalue(
        b, v, tcLlvmLoad(b, type, wordAt(e, b, first + (int32_t)i)), 1, &i);
  tcEmulateReplaceBy(op, v);
}

static void replaceCopy(TcEmulate *e, TcBuilder *b, MlirOperation op) {
  const MlirValue operands[] = {anywhere(e, b, mlirOperationGetOperand(op, 0)),
                                anywhere(e, b, mlirOperationGetOperand(op, 1)),
                                tcEmulateNumber(b, intOf(op, "size")),
                                mlirOperationGetOperand(op, 2)};
  tcFuncCall(b, 0, NULL, tcStr("tcEmulateCopy"), 4, operands);
  mlirOperationDestroy(op);
}

static void replaceWait(TcBuilder *b, MlirOperation op) {
  const MlirValue n = tcEmulateNumber(b, intOf(op, "n"));
  tcFuncCall(b, 0, NULL, tcStr("tcEmulateWait"), 1, &n);
  mlirOperationDestroy(op);
}

static void replaceLoadMatrix(TcEmulate *e, TcBuilder *b, MlirOperation op) {
  const MlirValue operands[] = {
      anywhere(e, b, mlirOperationGetOperand(op, 0)),
      tcEmulateNumber(b, contains(op, "layout", "#nvvm.mma_layout<col>")),
      e->words};
  tcFuncCall(b, 0, NULL, tcStr("tcEmulateLoadMatrix"), 3, operands);
  e->stops = true;
  replaceByWords(e, b, op, 0, e->i32);
}

// The number by which test/gpu/Inputs/threads.c knows a type of operands.
static int64_t kindOf(MlirOperation op, const char *attr, const char *type) {
  static const char *const kinds[] = {"f16", "bf16", "tf32", "s8", "u8"};
  char text[32];
  for (int64_t i = 1; i < 5; ++i) {
    snprintf(text, sizeof text, "#nvvm.%s<%s>", type, kinds[i]);
    if (contains(op, attr, text))
      return i;
  }
  return 0;
}

// The same of both operands: bytes may be signed in one alone.
static int64_t kindsOf(MlirOperation op, const char *a, const char *b,
                       const char *type) {
  enum { BITS = 8 };
  return kindOf(op, a, type) | kindOf(op, b, type) << BITS;
}

// mma.sync: six words of fragments, then the four sums.
static void replaceMultiply(TcEmulate *e, TcBuilder *b, MlirOperation op) {
  MlirType sums = mlirValueGetType(mlirOperationGetResult(op, 0));
  for (int32_t i = 0; i < 10; ++i)
    tcLlvmStore(b, mlirOperationGetOperand(op, i), wordAt(e, b, i));
  const MlirValue operands[] = {
      tcEmulateNumber(b, kindsOf(op, "multiplicandAPtxType",
                                 "multiplicandBPtxType", "mma_type")),
      e->words};
  tcFuncCall(b, 0, NULL, tcStr("tcEmulateMultiply"), 2, operands);
  e->stops = true;
  replaceByWords(e, b, op, 6, mlirLLVMStructTypeGetElementType(sums, 0));
}

// mma.sync of f64: operands are two words each; the struct of sums goes through
// memory.
static void replaceDoubleMultiply(TcEmulate *e, TcBuilder *b, MlirOperation op,
                                  const TcUnit *unit) {
  MlirType sums = mlirValueGetType(mlirOperationGetResult(op, 0));
  intptr_t n = mlirOperationGetNumOperands(op);
  for (intptr_t i = 0; i < n; ++i)
    tcLlvmStore(b, mlirOperationGetOperand(op, i),
                wordAt(e, b, 2 * (int32_t)i));
  intptr_t first = n - mlirLLVMStructTypeGetNumElementTypes(sums);
  const MlirValue operands[] = {tcEmulateNumber(b, unit->m),
                                tcEmulateNumber(b, unit->k), e->words};
  tcFuncCall(b, 0, NULL, tcStr("tcEmulateDoubleMultiply"), 3, operands);
  e->stops = true;
  tcEmulateReplaceBy(op, tcLlvmLoad(b, sums, wordAt(e, b, 2 * (int32_t)first)));
}

// The unit of f64 that is this intrinsic, or NULL.
static const TcUnit *doubleUnit(MlirStringRef name) {
  for (const TcUnit *u = tcUnits; u->name; ++u)
    if (u->intrinsic && tcUnitIsOf(u, "f64", "f64") &&
        mlirStringRefEqual(name, tcStr(u->intrinsic)))
      return u;
  return NULL;
}

// mfma of a wave: four words of operands, then the four sums.
static void replaceWaveMultiply(TcEmulate *e, TcBuilder *b, MlirOperation op) {
  static const char *const names[] = {"llvm.amdgcn.mfma.f32.16x16x16f16",
                                      "llvm.amdgcn.mfma.f32.16x16x16bf16.1k",
                                      "llvm.amdgcn.mfma.i32.16x16x32.i8"};
  static const int64_t kinds[] = {0, 1, 3};
  MlirStringRef name = mlirStringAttrGetValue(
      mlirOperationGetAttributeByName(op, tcStr("intrin")));
  MlirType sums = mlirValueGetType(mlirOperationGetResult(op, 0));
  int64_t kind = -1;
  for (int i = 0; i < 3; ++i)
    if (mlirStringRefEqual(name, tcStr(names[i])))
      kind = kinds[i];
  if (kind < 0) // of the emulating machine
    return;
  for (int32_t i = 0; i < 3; ++i)
    tcLlvmStore(b, mlirOperationGetOperand(op, i), wordAt(e, b, 2 * i));
  const MlirValue operands[] = {tcEmulateNumber(b, kind), e->words};
  tcFuncCall(b, 0, NULL, tcStr("tcEmulateWaveMultiply"), 2, operands);
  e->stops = true;
  tcEmulateReplaceBy(op, tcLlvmLoad(b, sums, wordAt(e, b, 4)));
}

// A function of a warp's words, whose operand `i` is the thread's.
static void replaceWordOf(TcEmulate *e, TcBuilder *b, MlirOperation op,
                          const char *name, intptr_t i) {
  MlirValue word = mlirOperationGetOperand(op, i);
  MlirOperation call = tcFuncCall(b, 1, &e->i32, tcStr(name), 1, &word);
  e->stops = true;
  tcEmulateReplaceBy(op, mlirOperationGetResult(call, 0));
}

void tcEmulateIntrinsic(TcEmulate *e, TcBuilder *b, MlirOperation op) {
  MlirStringRef name = mlirStringAttrGetValue(
      mlirOperationGetAttributeByName(op, tcStr("intrin")));
  const TcUnit *unit = doubleUnit(name);
  if (mlirStringRefEqual(name, tcStr("llvm.nvvm.match.any.sync.i32")))
    replaceWordOf(e, b, op, "tcEmulateMatch", 1);
  else if (mlirStringRefEqual(name, tcStr("llvm.nvvm.redux.sync.umax")))
    replaceWordOf(e, b, op, "tcEmulateMost", 0);
  else if (unit)
    replaceDoubleMultiply(e, b, op, unit);
  else
    replaceWaveMultiply(e, b, op);
}

// cvt.rna.tf32: half of the last place that stays is added, but to infinities
// and NaN.
static void replaceToTf32(TcBuilder *b, MlirOperation op) {
  MlirType i32 = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirValue x = tcLlvmBitcast(b, i32, mlirOperationGetOperand(op, 0));
  MlirValue exponent = word(b, 0x7F800000);
  MlirValue special = tcArithCmpi(b, TC_ARITH_CMP_I_PREDICATE_EQ,
                                  tcArithAndi(b, x, exponent), exponent);
  MlirValue rounded = tcArithAddi(b, x, word(b, 0x1000));
  rounded = tcArithAndi(b, rounded, word(b, ~0x1FFF));
  tcEmulateReplaceBy(op, tcArithSelect(b, special, x, rounded));
}

// wgmma by descriptors: the struct of sums goes through memory.
static void replaceGroupMultiply(TcEmulate *e, TcBuilder *b, MlirOperation op) {
  MlirValue sums = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(sums);
  tcLlvmStore(b, sums, e->words);
  const MlirValue operands[] = {
      e->words,
      mlirOperationGetOperand(op, 1),
      mlirOperationGetOperand(op, 2),
      tcEmulateNumber(b, 2 * mlirLLVMStructTypeGetNumElementTypes(type)),
      tcEmulateNumber(b, kindsOf(op, "typeA", "typeB", "wgmma_type")),
      tcEmulateNumber(b, contains(op, "layoutA", "#nvvm.mma_layout<col>")),
      tcEmulateNumber(b, contains(op, "layoutB", "#nvvm.mma_layout<row>")),
      tcEmulateNumber(b,
                      contains(op, "scaleD", "#nvvm.wgmma_scale_out<zero>"))};
  tcFuncCall(b, 0, NULL, tcStr("tcEmulateGroupMultiply"), 8, operands);
  tcEmulateReplaceBy(op, tcLlvmLoad(b, type, e->words));
}

//===- Assembly -----------------------------------------------------------===//

static bool flag(MlirOperation op, const char *name) {
  return mlirBoolAttrGetValue(
      mlirOperationGetDiscardableAttributeByName(op, tcStr(name)));
}

// wgmma with the row operand in registers: four words of fragments, a
// descriptor, the sums, which are also the result.
static void replaceMultiplyRows(TcEmulate *e, TcBuilder *b, MlirOperation op) {
  enum { ROWS = 4, OTHERS = 5 };
  intptr_t sums = mlirOperationGetNumOperands(op) - OTHERS;
  for (intptr_t i = 0; i < ROWS + sums; ++i)
    tcLlvmStore(b, mlirOperationGetOperand(op, i < ROWS ? i : i + 1),
                wordAt(e, b, (int32_t)i));
  const MlirValue operands[] = {
      e->words,
      mlirOperationGetOperand(op, ROWS),
      tcEmulateNumber(b, 2 * sums),
      tcEmulateNumber(b, flag(op, "tc.unit.bf16")),
      tcEmulateNumber(b, flag(op, "tc.unit.transposed")),
      tcEmulateNumber(b, flag(op, "tc.unit.fresh"))};
  tcFuncCall(b, 0, NULL, tcStr("tcEmulateGroupMultiplyRows"), 6, operands);
  e->stops = true;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  tcEmulateReplaceBy(op, tcLlvmLoad(b, type, wordAt(e, b, ROWS)));
}

// Waits and fences that name registers: emulated instructions are complete, so
// each register is its operand.
static void replaceOrder(TcBuilder *b, MlirOperation op) {
  MlirValue v = tcLlvmMlirUndef(b, mlirValueGetType(tcOpOnlyResult(op)));
  for (int64_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    v = tcLlvmInsertvalue(b, v, mlirOperationGetOperand(op, i), 1, &i);
  tcEmulateReplaceBy(op, v);
}

static bool replaceBarrier(TcEmulate *e, TcBuilder *b, MlirOperation op,
                           MlirStringRef role) {
  static const char *const calls[][2] = {{"init", "tcEmulateBarrierInit"},
                                         {"arrive", "tcEmulateBarrierArrive"},
                                         {"copied", "tcEmulateBarrierCopied"},
                                         {"expect", "tcEmulateBarrierExpect"},
                                         {"await", "tcEmulateBarrierAwait"}};
  for (size_t i = 0; i < sizeof calls / sizeof *calls; ++i) {
    if (!mlirStringRefEqual(role, tcStr(calls[i][0])))
      continue;
    const MlirValue operands[] = {
        mlirOperationGetOperand(op, 0),
        mlirOperationGetOperand(op, mlirOperationGetNumOperands(op) - 1)};
    tcFuncCall(b, 0, NULL, tcStr(calls[i][1]), mlirOperationGetNumOperands(op),
               operands);
    e->stops = true;
    mlirOperationDestroy(op);
    return true;
  }
  return false;
}

// A copy by a tensor map: its coordinates, and zeros for those of dimensions
// that the map has not.
static void replaceTensorCopy(TcEmulate *e, TcBuilder *b, MlirOperation op) {
  enum { OPERANDS = 8 };
  MlirValue operands[OPERANDS];
  for (intptr_t i = 0; i < OPERANDS; ++i)
    operands[i] = i < mlirOperationGetNumOperands(op)
                      ? mlirOperationGetOperand(op, i)
                      : word(b, 0);
  tcFuncCall(b, 0, NULL, tcStr("tcEmulateTensorCopy"), OPERANDS, operands);
  e->stops = true;
  mlirOperationDestroy(op);
}

// The same of pixels of images: a number of pixels' coordinates, and offsets.
static void replaceImageCopy(TcEmulate *e, TcBuilder *b, MlirOperation op) {
  enum { FIRST = 3, OPERANDS = FIRST + TC_TENSOR_RANK + TC_TENSOR_SPACE };
  MlirValue operands[OPERANDS];
  intptr_t rank = (mlirOperationGetNumOperands(op) - FIRST + 2) / 2;
  for (intptr_t i = 0; i < OPERANDS; ++i) {
    bool isOffset = i >= FIRST + TC_TENSOR_RANK;
    intptr_t at = isOffset ? i - TC_TENSOR_RANK + rank : i;
    bool is =
        isOffset ? at < mlirOperationGetNumOperands(op) : at < FIRST + rank;
    operands[i] = is ? mlirOperationGetOperand(op, at) : word(b, 0);
    if (is && isOffset)
      operands[i] = tcArithExtui(b, e->i32, operands[i]);
  }
  tcFuncCall(b, 0, NULL, tcStr("tcEmulateImageCopy"), OPERANDS, operands);
  e->stops = true;
  mlirOperationDestroy(op);
}

// Blocks run on several threads: atomic additions, one by one; to the thread's
// own words where nothing is to be added.
static void replaceAddFour(TcEmulate *e, TcBuilder *b, MlirOperation op) {
  enum { FOUR = 4 };
  MlirValue is = tcArithCmpi(b, TC_ARITH_CMP_I_PREDICATE_NE,
                             mlirOperationGetOperand(op, 1 + FOUR), word(b, 0));
  MlirValue to = tcArithSelect(
      b, is, anywhere(e, b, mlirOperationGetOperand(op, 0)), wordAt(e, b, 0));
  MlirType f32 = mlirF32TypeGet(b->ctx);
  for (int32_t i = 0; i < FOUR; ++i)
    tcLlvmAtomicrmw(b, TC_LLVM_ATOMIC_BIN_OP_FADD,
                    tcLlvmGetelementptr(b, e->ptr, to, 0, NULL, 1, &i, f32),
                    mlirOperationGetOperand(op, 1 + i),
                    TC_LLVM_ATOMIC_ORDERING_MONOTONIC);
  mlirOperationDestroy(op);
}

void tcEmulateAssembly(TcEmulate *e, TcBuilder *b, MlirOperation op) {
  MlirStringRef role = mlirStringAttrGetValue(
      mlirOperationGetDiscardableAttributeByName(op, tcStr("tc.unit")));
  if (replaceBarrier(e, b, op, role))
    return;
  if (mlirStringRefEqual(role, tcStr("registers")))
    mlirOperationDestroy(op);
  else if (mlirStringRefEqual(role, tcStr("tensor")))
    replaceTensorCopy(e, b, op);
  else if (mlirStringRefEqual(role, tcStr("image")))
    replaceImageCopy(e, b, op);
  else if (mlirStringRefEqual(role, tcStr("add")))
    replaceAddFour(e, b, op);
  else if (mlirStringRefEqual(role, tcStr("multiply")))
    replaceMultiplyRows(e, b, op);
  else
    replaceOrder(b, op);
}

// A shuffle is one: its value is not used.
static void replaceWarpBarrier(TcEmulate *e, TcBuilder *b, MlirOperation op) {
  MlirValue zero = tcArithConstant(b, mlirIntegerAttrGet(e->i32, 0));
  const MlirValue operands[] = {zero, zero};
  tcFuncCall(b, 1, &e->i32, tcStr("tcEmulateShuffle"), 2, operands);
  e->stops = true;
  mlirOperationDestroy(op);
}

// Ops that only order asynchronous work, which emulation does at once.
static bool isOrder(MlirOperation op) {
  return tcIsA(op, "nvvm.griddepcontrol") || tcIsA(op, "nvvm.fence.proxy") ||
         tcIsA(op, "nvvm.wgmma.fence.aligned") ||
         tcIsA(op, "nvvm.wgmma.commit.group.sync.aligned") ||
         tcIsA(op, "nvvm.wgmma.wait.group.sync.aligned");
}

bool tcEmulateNvvm(TcEmulate *e, TcBuilder *b, MlirOperation op) {
  if (tcIsA(op, "nvvm.cp.async.shared.global"))
    replaceCopy(e, b, op);
  else if (tcIsA(op, "nvvm.cp.async.wait.group"))
    replaceWait(b, op);
  else if (tcIsA(op, "nvvm.ldmatrix"))
    replaceLoadMatrix(e, b, op);
  else if (tcIsA(op, "nvvm.mma.sync"))
    replaceMultiply(e, b, op);
  else if (tcIsA(op, "nvvm.convert.float.to.tf32"))
    replaceToTf32(b, op);
  else if (tcIsA(op, "nvvm.wgmma.mma_async"))
    replaceGroupMultiply(e, b, op);
  else if (tcIsA(op, "nvvm.bar.warp.sync"))
    replaceWarpBarrier(e, b, op);
  else if (isOrder(op))
    mlirOperationDestroy(op);
  else if (tcIsA(op, "nvvm.cp.async.commit.group")) {
    tcFuncCall(b, 0, NULL, tcStr("tcEmulateCommit"), 0, NULL);
    mlirOperationDestroy(op);
  } else
    return false;
  return true;
}
