// Rewrites GPU kernels as functions of the CPU's ABI, for target "emulate": a
// task is a block, whose threads test/gpu/Inputs/threads.c runs one by one.
//
//   func @kernel(buffers, sizes, scratch, low, high)
//     call @tcEmulateBlocks(@kernel.thread, buffers, sizes, low, high, threads,
//                           shared bytes, whether threads wait for each other)
//   func @kernel.thread(buffers, sizes, thread, block, shared)
#include "passes/lower/gpu/emit_kernel.h"

#include "ir/builder.h"
#include "passes/fuse/kernel_edit.h"
#include "tc/gen/ArithOps.h"
#include "tc/gen/FuncOps.h"
#include "tc/gen/GpuOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 132 }; // operands of an instruction in a thread, at most

typedef struct Emulate {
  MlirContext ctx;
  TcBuilder b; // at the end of the module
  MlirType ptr, i32, i64;
  MlirBlock body;  // of the function of a thread
  MlirValue words; // ptr: operands of an instruction, for the runtime
  bool stops;      // threads wait for each other
} Emulate;

//===- Functions ----------------------------------------------------------===//

static MlirOperation declare(Emulate *e, const char *name, MlirType type,
                             bool isPrivate) {
  MlirAttribute no = tcNoAttr();
  return tcFuncFuncCreate(&e->b, tcStr(name), type,
                          isPrivate ? tcAttrString(e->ctx, "private") : no, no,
                          no, false);
}

static MlirBlock open(Emulate *e, const char *name, intptr_t n,
                      const MlirType *types) {
  MlirOperation func =
      declare(e, name, mlirFunctionTypeGet(e->ctx, n, types, 0, NULL), false);
  return tcBuilderAddBlock(&e->b, mlirOperationGetRegion(func, 0), n, types);
}

static void declareRuntime(Emulate *e) {
  MlirType p = e->ptr, n = e->i64;
  const MlirType blocks[] = {p, p, p, n, n, n, n, n};
  const MlirType words[] = {e->i32, e->i32};
  declare(e, "tcEmulateBlocks", mlirFunctionTypeGet(e->ctx, 8, blocks, 0, NULL),
          true);
  declare(e, "tcEmulateBarrier", mlirFunctionTypeGet(e->ctx, 0, NULL, 0, NULL),
          true);
  declare(e, "tcEmulateShuffle",
          mlirFunctionTypeGet(e->ctx, 2, words, 1, &e->i32), true);
  declare(e, "tcEmulateShuffleFrom",
          mlirFunctionTypeGet(e->ctx, 2, words, 1, &e->i32), true);
  const MlirType copy[] = {p, p, n, e->i32}, matrix[] = {p, n, p};
  declare(e, "tcEmulateCopy", mlirFunctionTypeGet(e->ctx, 4, copy, 0, NULL),
          true);
  declare(e, "tcEmulateCommit", mlirFunctionTypeGet(e->ctx, 0, NULL, 0, NULL),
          true);
  declare(e, "tcEmulateWait", mlirFunctionTypeGet(e->ctx, 1, &n, 0, NULL),
          true);
  declare(e, "tcEmulateLoadMatrix",
          mlirFunctionTypeGet(e->ctx, 3, matrix, 0, NULL), true);
  declare(e, "tcEmulateMultiply",
          mlirFunctionTypeGet(e->ctx, 2, matrix + 1, 0, NULL), true);
  declare(e, "tcEmulateWaveMultiply",
          mlirFunctionTypeGet(e->ctx, 2, matrix + 1, 0, NULL), true);
  const MlirType word[] = {e->i32, e->i32};
  declare(e, "tcEmulateBarrierInit",
          mlirFunctionTypeGet(e->ctx, 2, word, 0, NULL), true);
  declare(e, "tcEmulateBarrierArrive",
          mlirFunctionTypeGet(e->ctx, 2, word, 0, NULL), true);
  declare(e, "tcEmulateBarrierCopied",
          mlirFunctionTypeGet(e->ctx, 1, word, 0, NULL), true);
  declare(e, "tcEmulateBarrierAwait",
          mlirFunctionTypeGet(e->ctx, 2, word, 0, NULL), true);
  declare(e, "tcEmulateBarrierExpect",
          mlirFunctionTypeGet(e->ctx, 2, word, 0, NULL), true);
  const MlirType tensor[] = {e->i32, p,      e->i32, e->i32,
                             e->i32, e->i32, e->i32, e->i32};
  declare(e, "tcEmulateTensorCopy",
          mlirFunctionTypeGet(e->ctx, 8, tensor, 0, NULL), true);
  const MlirType group[] = {p, n, n, n, n, n, n, n};
  declare(e, "tcEmulateGroupMultiply",
          mlirFunctionTypeGet(e->ctx, 8, group, 0, NULL), true);
  declare(e, "tcEmulateGroupMultiplyRows",
          mlirFunctionTypeGet(e->ctx, 6, group, 0, NULL), true);
}

//===- Threads ------------------------------------------------------------===//

static MlirValue argument(const Emulate *e, intptr_t i) {
  return mlirBlockGetArgument(e->body, i);
}

static MlirValue loadEntry(TcBuilder *b, const Emulate *e, MlirValue table,
                           int32_t i, MlirType type) {
  const int32_t index[] = {i};
  MlirValue at =
      tcLlvmGetelementptr(b, e->ptr, table, 0, NULL, 1, index, e->i64);
  return tcLlvmLoad(b, type, at);
}

// Loads the kernel's arguments from the tables of buffers and sizes.
static void bindArguments(Emulate *e, MlirBlock from) {
  TcBuilder b = tcBuilderAtEnd(e->body, e->b.loc);
  int32_t buffers = 0, sizes = 0;
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(from); ++i) {
    MlirValue old = mlirBlockGetArgument(from, i);
    MlirType type = mlirValueGetType(old);
    bool isSize = mlirTypeIsAInteger(type);
    MlirValue v = isSize ? loadEntry(&b, e, argument(e, 1), sizes++, type)
                         : loadEntry(&b, e, argument(e, 0), buffers++, type);
    mlirValueReplaceAllUsesOfWith(old, v);
  }
}

static void moveOps(Emulate *e, MlirBlock from) {
  MlirOperation op;
  while (op = mlirBlockGetFirstOperation(from), !mlirOperationIsNull(op)) {
    mlirOperationRemoveFromParent(op);
    mlirBlockAppendOwnedOperation(e->body, op);
  }
}

static void replaceBy(MlirOperation op, MlirValue v) {
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), v);
  mlirOperationDestroy(op);
}

static void replaceShuffle(Emulate *e, TcBuilder *b, MlirOperation op) {
  const MlirValue operands[] = {tcGpuShuffleGetValue(op),
                                tcGpuShuffleGetOffset(op)};
  bool from = tcGpuShuffleGetMode(op) == TC_GPU_SHUFFLE_MODE_IDX;
  const char *name = from ? "tcEmulateShuffleFrom" : "tcEmulateShuffle";
  MlirOperation call = tcFuncCall(b, 1, &e->i32, tcStr(name), 2, operands);
  e->stops = true;
  replaceBy(op, mlirOperationGetResult(call, 0));
}

static MlirValue asIndex(TcBuilder *b, MlirValue v) {
  return tcArithIndexCast(b, mlirIndexTypeGet(b->ctx), v);
}

//===- Matrix units -------------------------------------------------------===//

static MlirValue number(TcBuilder *b, int64_t n) {
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

static MlirValue anywhere(Emulate *e, TcBuilder *b, MlirValue ptr) {
  return tcLlvmAddrspacecast(b, e->ptr, ptr);
}

static MlirValue wordAt(Emulate *e, TcBuilder *b, int32_t i) {
  return tcLlvmGetelementptr(b, e->ptr, e->words, 0, NULL, 1, &i, e->i32);
}

// Replaces the op by the words from `first` on, as the struct that it returns.
static void replaceByWords(Emulate *e, TcBuilder *b, MlirOperation op,
                           int32_t first, MlirType type) {
  MlirType all = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirValue v = tcLlvmMlirUndef(b, all);
  for (int64_t i = 0; i < 4; ++i)
    v = tcLlvmInsertvalue(
        b, v, tcLlvmLoad(b, type, wordAt(e, b, first + (int32_t)i)), 1, &i);
  replaceBy(op, v);
}

static void replaceCopy(Emulate *e, TcBuilder *b, MlirOperation op) {
  const MlirValue operands[] = {anywhere(e, b, mlirOperationGetOperand(op, 0)),
                                anywhere(e, b, mlirOperationGetOperand(op, 1)),
                                number(b, intOf(op, "size")),
                                mlirOperationGetOperand(op, 2)};
  tcFuncCall(b, 0, NULL, tcStr("tcEmulateCopy"), 4, operands);
  mlirOperationDestroy(op);
}

static void replaceWait(TcBuilder *b, MlirOperation op) {
  const MlirValue n = number(b, intOf(op, "n"));
  tcFuncCall(b, 0, NULL, tcStr("tcEmulateWait"), 1, &n);
  mlirOperationDestroy(op);
}

static void replaceLoadMatrix(Emulate *e, TcBuilder *b, MlirOperation op) {
  const MlirValue operands[] = {
      anywhere(e, b, mlirOperationGetOperand(op, 0)),
      number(b, contains(op, "layout", "#nvvm.mma_layout<col>")), e->words};
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
static void replaceMultiply(Emulate *e, TcBuilder *b, MlirOperation op) {
  MlirType sums = mlirValueGetType(mlirOperationGetResult(op, 0));
  for (int32_t i = 0; i < 10; ++i)
    tcLlvmStore(b, mlirOperationGetOperand(op, i), wordAt(e, b, i));
  const MlirValue operands[] = {
      number(b, kindsOf(op, "multiplicandAPtxType", "multiplicandBPtxType",
                        "mma_type")),
      e->words};
  tcFuncCall(b, 0, NULL, tcStr("tcEmulateMultiply"), 2, operands);
  e->stops = true;
  replaceByWords(e, b, op, 6, mlirLLVMStructTypeGetElementType(sums, 0));
}

// mfma of a wave: four words of operands, then the four sums.
static void replaceWaveMultiply(Emulate *e, TcBuilder *b, MlirOperation op) {
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
  const MlirValue operands[] = {number(b, kind), e->words};
  tcFuncCall(b, 0, NULL, tcStr("tcEmulateWaveMultiply"), 2, operands);
  e->stops = true;
  replaceBy(op, tcLlvmLoad(b, sums, wordAt(e, b, 4)));
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
  replaceBy(op, tcArithSelect(b, special, x, rounded));
}

// wgmma by descriptors: the struct of sums goes through memory.
static void replaceGroupMultiply(Emulate *e, TcBuilder *b, MlirOperation op) {
  MlirValue sums = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(sums);
  tcLlvmStore(b, sums, e->words);
  const MlirValue operands[] = {
      e->words,
      mlirOperationGetOperand(op, 1),
      mlirOperationGetOperand(op, 2),
      number(b, 2 * mlirLLVMStructTypeGetNumElementTypes(type)),
      number(b, kindsOf(op, "typeA", "typeB", "wgmma_type")),
      number(b, contains(op, "layoutA", "#nvvm.mma_layout<col>")),
      number(b, contains(op, "layoutB", "#nvvm.mma_layout<row>")),
      number(b, contains(op, "scaleD", "#nvvm.wgmma_scale_out<zero>"))};
  tcFuncCall(b, 0, NULL, tcStr("tcEmulateGroupMultiply"), 8, operands);
  replaceBy(op, tcLlvmLoad(b, type, e->words));
}

//===- Assembly -----------------------------------------------------------===//

static bool flag(MlirOperation op, const char *name) {
  return mlirBoolAttrGetValue(
      mlirOperationGetDiscardableAttributeByName(op, tcStr(name)));
}

// wgmma with the row operand in registers: four words of fragments, a
// descriptor, the sums, which are also the result.
static void replaceMultiplyRows(Emulate *e, TcBuilder *b, MlirOperation op) {
  enum { ROWS = 4, OTHERS = 5 };
  intptr_t sums = mlirOperationGetNumOperands(op) - OTHERS;
  for (intptr_t i = 0; i < ROWS + sums; ++i)
    tcLlvmStore(b, mlirOperationGetOperand(op, i < ROWS ? i : i + 1),
                wordAt(e, b, (int32_t)i));
  const MlirValue operands[] = {e->words,
                                mlirOperationGetOperand(op, ROWS),
                                number(b, 2 * sums),
                                number(b, flag(op, "tc.unit.bf16")),
                                number(b, flag(op, "tc.unit.transposed")),
                                number(b, flag(op, "tc.unit.fresh"))};
  tcFuncCall(b, 0, NULL, tcStr("tcEmulateGroupMultiplyRows"), 6, operands);
  e->stops = true;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  replaceBy(op, tcLlvmLoad(b, type, wordAt(e, b, ROWS)));
}

// Waits and fences that name registers: emulated instructions are complete, so
// each register is its operand.
static void replaceOrder(TcBuilder *b, MlirOperation op) {
  MlirValue v = tcLlvmMlirUndef(b, mlirValueGetType(tcOpOnlyResult(op)));
  for (int64_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    v = tcLlvmInsertvalue(b, v, mlirOperationGetOperand(op, i), 1, &i);
  replaceBy(op, v);
}

static bool replaceBarrier(Emulate *e, TcBuilder *b, MlirOperation op,
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
static void replaceTensorCopy(Emulate *e, TcBuilder *b, MlirOperation op) {
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

static void replaceAssembly(Emulate *e, TcBuilder *b, MlirOperation op) {
  MlirStringRef role = mlirStringAttrGetValue(
      mlirOperationGetDiscardableAttributeByName(op, tcStr("tc.unit")));
  if (replaceBarrier(e, b, op, role))
    return;
  if (mlirStringRefEqual(role, tcStr("registers")))
    mlirOperationDestroy(op);
  else if (mlirStringRefEqual(role, tcStr("tensor")))
    replaceTensorCopy(e, b, op);
  else if (mlirStringRefEqual(role, tcStr("multiply")))
    replaceMultiplyRows(e, b, op);
  else
    replaceOrder(b, op);
}

// A shuffle is one: its value is not used.
static void replaceWarpBarrier(Emulate *e, TcBuilder *b, MlirOperation op) {
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

static bool replaceNvvm(Emulate *e, TcBuilder *b, MlirOperation op) {
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

//===- Ops ----------------------------------------------------------------===//

static MlirWalkResult replaceOp(MlirOperation op, void *self) {
  Emulate *e = self;
  TcBuilder b = tcBuilderBefore(op);
  switch (tcGpuOpKind(op)) {
  case TC_GPU_THREAD_ID:
    replaceBy(op, asIndex(&b, argument(e, 2)));
    break;
  case TC_GPU_BLOCK_ID:
    replaceBy(op, asIndex(&b, argument(e, 3)));
    break;
  case TC_GPU_BARRIER:
    tcFuncCall(&b, 0, NULL, tcStr("tcEmulateBarrier"), 0, NULL);
    e->stops = true;
    mlirOperationDestroy(op);
    break;
  case TC_GPU_SHUFFLE:
    replaceShuffle(e, &b, op);
    break;
  case TC_GPU_RETURN:
    tcFuncReturn(&b, 0, NULL);
    mlirOperationDestroy(op);
    break;
  default:
    if (replaceNvvm(e, &b, op))
      break;
    if (tcLlvmOpKind(op) == TC_LLVM_INLINE_ASM)
      replaceAssembly(e, &b, op);
    else if (tcLlvmOpKind(op) == TC_LLVM_CALL_INTRINSIC)
      replaceWaveMultiply(e, &b, op);
    else if (tcLlvmOpKind(op) == TC_LLVM_MLIR_ADDRESSOF)
      replaceBy(op, tcLlvmAddrspacecast(&b, mlirLLVMPointerTypeGet(e->ctx, 3),
                                        argument(e, 4)));
  }
  return MlirWalkResultAdvance;
}

static void makeThread(Emulate *e, MlirOperation func, const char *name) {
  const MlirType types[] = {e->ptr, e->ptr, e->i64, e->i64, e->ptr};
  MlirBlock from = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  e->body = open(e, name, 5, types);
  e->stops = false;
  TcBuilder b = tcBuilderAtEnd(e->body, e->b.loc);
  // Aligned for vectors of them.
  e->words = mlirOperationGetResult(
      tcLlvmAllocaCreate(&b, e->ptr, number(&b, WORDS),
                         mlirIntegerAttrGet(e->i64, 16), e->i32, false),
      0);
  bindArguments(e, from);
  moveOps(e, from);
  mlirOperationWalk(mlirBlockGetParentOperation(e->body), replaceOp, e,
                    MlirWalkPostOrder);
}

//===- Blocks -------------------------------------------------------------===//

static MlirValue addressOf(Emulate *e, TcBuilder *b, const char *name) {
  const MlirType types[] = {e->ptr, e->ptr, e->i64, e->i64, e->ptr};
  MlirType type = mlirFunctionTypeGet(e->ctx, 5, types, 0, NULL);
  MlirValue f = tcFuncConstant(b, type, tcStr(name));
  TcOpState s;
  tcOpBegin(&s, b, "builtin.unrealized_conversion_cast");
  tcOpAddOperand(&s, "inputs", f);
  tcOpAddResult(&s, "outputs", e->ptr);
  return mlirOperationGetResult(tcOpEnd(&s), 0);
}

static void makeBlocks(Emulate *e, const TcGpuPhaseCode *phase,
                       const char *thread) {
  const MlirType types[] = {e->ptr, e->ptr, e->ptr, e->i64, e->i64};
  MlirBlock body = open(e, phase->name, 5, types);
  TcBuilder b = tcBuilderAtEnd(body, e->b.loc);
  const MlirValue operands[] = {
      addressOf(e, &b, thread),
      mlirBlockGetArgument(body, 0),
      mlirBlockGetArgument(body, 1),
      mlirBlockGetArgument(body, 3),
      mlirBlockGetArgument(body, 4),
      number(&b, phase->threads),
      number(&b, strtoll(phase->sharedBytes, NULL, 10)),
      number(&b, e->stops)};
  tcFuncCall(&b, 0, NULL, tcStr("tcEmulateBlocks"), 8, operands);
  tcFuncReturn(&b, 0, NULL);
}

void tcGpuEmulate(TcArena *arena, MlirModule module, const TcGpuCode *code) {
  MlirBlock block = mlirModuleGetBody(module);
  MlirOperation gpu = mlirBlockGetFirstOperation(block);
  MlirContext ctx = mlirModuleGetContext(module);
  Emulate e = {.ctx = ctx,
               .b = tcBuilderAtEnd(block, mlirOperationGetLocation(gpu)),
               .ptr = mlirLLVMPointerTypeGet(ctx, 0),
               .i32 = mlirIntegerTypeGet(ctx, 32),
               .i64 = mlirIntegerTypeGet(ctx, 64)};
  declareRuntime(&e);
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(gpu, 0));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (size_t i = 0; !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (tcGpuOpKind(op) != TC_GPU_FUNC)
      continue;
    const TcGpuPhaseCode *phase = &code->phases[i++];
    const char *thread = tcArenaPrintf(arena, "%s.thread", phase->name);
    makeThread(&e, op, thread);
    makeBlocks(&e, phase, thread);
  }
  mlirOperationDestroy(gpu);
}
