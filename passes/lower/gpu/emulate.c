// Rewrites GPU kernels as functions of the CPU's ABI, for target "emulate": a
// task is a block, whose threads test/gpu/Inputs/threads.c runs one by one.
//
//   func @kernel(buffers, sizes, scratch, low, high)
//     call @tcEmulateBlocks(@kernel.thread, buffers, sizes, low, high, threads,
//                           shared bytes, whether threads wait for each other)
//   func @kernel.thread(buffers, sizes, thread, block, shared)
#include "passes/lower/gpu/emulate.h"

#include "lib/ir/kernel_read.h"
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

//===- Functions ----------------------------------------------------------===//

static MlirOperation declare(TcEmulate *e, const char *name, MlirType type,
                             bool isPrivate) {
  MlirAttribute no = tcNoAttr();
  return tcFuncFuncCreate(&e->b, tcStr(name), type,
                          isPrivate ? tcAttrString(e->ctx, "private") : no, no,
                          no, false);
}

static MlirBlock open(TcEmulate *e, const char *name, intptr_t n,
                      const MlirType *types) {
  MlirOperation func =
      declare(e, name, mlirFunctionTypeGet(e->ctx, n, types, 0, NULL), false);
  return tcBuilderAddBlock(&e->b, mlirOperationGetRegion(func, 0), n, types);
}

static void declareRuntime(TcEmulate *e) {
  MlirType p = e->ptr, n = e->i64;
  const MlirType blocks[] = {p, p, p, n, n, n, n, n};
  const MlirType words[] = {e->i32, e->i32, e->i32};
  declare(e, "tcEmulateBlocks", mlirFunctionTypeGet(e->ctx, 8, blocks, 0, NULL),
          true);
  declare(e, "tcEmulateBarrier", mlirFunctionTypeGet(e->ctx, 0, NULL, 0, NULL),
          true);
  declare(e, "tcEmulateShuffle",
          mlirFunctionTypeGet(e->ctx, 2, words, 1, &e->i32), true);
  declare(e, "tcEmulateShuffleFrom",
          mlirFunctionTypeGet(e->ctx, 3, words, 1, &e->i32), true);
  const MlirType copy[] = {p, p, n, e->i32}, matrix[] = {p, n, p};
  declare(e, "tcEmulateMatch", mlirFunctionTypeGet(e->ctx, 1, words, 1, words),
          true);
  declare(e, "tcEmulateMost", mlirFunctionTypeGet(e->ctx, 1, words, 1, words),
          true);
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
  const MlirType doubles[] = {n, n, p};
  declare(e, "tcEmulateDoubleMultiply",
          mlirFunctionTypeGet(e->ctx, 3, doubles, 0, NULL), true);
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
  const MlirType image[] = {e->i32, p,      e->i32, e->i32, e->i32, e->i32,
                            e->i32, e->i32, e->i32, e->i32, e->i32};
  declare(e, "tcEmulateImageCopy",
          mlirFunctionTypeGet(e->ctx, 11, image, 0, NULL), true);
  const MlirType group[] = {p, n, n, n, n, n, n, n};
  declare(e, "tcEmulateGroupMultiply",
          mlirFunctionTypeGet(e->ctx, 8, group, 0, NULL), true);
  declare(e, "tcEmulateGroupMultiplyRows",
          mlirFunctionTypeGet(e->ctx, 6, group, 0, NULL), true);
}

//===- Threads ------------------------------------------------------------===//

static MlirValue argument(const TcEmulate *e, intptr_t i) {
  return mlirBlockGetArgument(e->body, i);
}

static MlirValue loadEntry(TcBuilder *b, const TcEmulate *e, MlirValue table,
                           int32_t i, MlirType type) {
  const int32_t index[] = {i};
  MlirValue at =
      tcLlvmGetelementptr(b, e->ptr, table, 0, NULL, 1, index, e->i64);
  return tcLlvmLoad(b, type, at);
}

// Loads the kernel's arguments from the tables of buffers and sizes.
static void bindArguments(TcEmulate *e, MlirBlock from) {
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

static void moveOps(TcEmulate *e, MlirBlock from) {
  MlirOperation op;
  while (op = mlirBlockGetFirstOperation(from), !mlirOperationIsNull(op)) {
    mlirOperationRemoveFromParent(op);
    mlirBlockAppendOwnedOperation(e->body, op);
  }
}

void tcEmulateReplaceBy(MlirOperation op, MlirValue v) {
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), v);
  mlirOperationDestroy(op);
}

static void replaceShuffle(TcEmulate *e, TcBuilder *b, MlirOperation op) {
  const MlirValue operands[] = {tcGpuShuffleGetValue(op),
                                tcGpuShuffleGetOffset(op),
                                tcGpuShuffleGetWidth(op)};
  bool from = tcGpuShuffleGetMode(op) == TC_GPU_SHUFFLE_MODE_IDX;
  const char *name = from ? "tcEmulateShuffleFrom" : "tcEmulateShuffle";
  MlirOperation call =
      tcFuncCall(b, 1, &e->i32, tcStr(name), from ? 3 : 2, operands);
  e->stops = true;
  tcEmulateReplaceBy(op, mlirOperationGetResult(call, 0));
}

static MlirValue asIndex(TcBuilder *b, MlirValue v) {
  return tcArithIndexCast(b, mlirIndexTypeGet(b->ctx), v);
}

//===- Ops ----------------------------------------------------------------===//

static MlirWalkResult replaceOp(MlirOperation op, void *self) {
  TcEmulate *e = self;
  TcBuilder b = tcBuilderBefore(op);
  switch (tcGpuOpKind(op)) {
  case TC_GPU_THREAD_ID:
    tcEmulateReplaceBy(op, asIndex(&b, argument(e, 2)));
    break;
  case TC_GPU_BLOCK_ID:
    tcEmulateReplaceBy(op, asIndex(&b, argument(e, 3)));
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
    if (tcEmulateNvvm(e, &b, op))
      break;
    if (tcLlvmOpKind(op) == TC_LLVM_INLINE_ASM)
      tcEmulateAssembly(e, &b, op);
    else if (tcLlvmOpKind(op) == TC_LLVM_CALL_INTRINSIC)
      tcEmulateIntrinsic(e, &b, op);
    else if (tcLlvmOpKind(op) == TC_LLVM_MLIR_ADDRESSOF)
      tcEmulateReplaceBy(
          op, tcLlvmAddrspacecast(&b, mlirLLVMPointerTypeGet(e->ctx, 3),
                                  argument(e, 4)));
  }
  return MlirWalkResultAdvance;
}

static void makeThread(TcEmulate *e, MlirOperation func, const char *name) {
  const MlirType types[] = {e->ptr, e->ptr, e->i64, e->i64, e->ptr};
  MlirBlock from = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  e->body = open(e, name, 5, types);
  e->stops = false;
  TcBuilder b = tcBuilderAtEnd(e->body, e->b.loc);
  // Aligned for vectors of them.
  e->words = mlirOperationGetResult(
      tcLlvmAllocaCreate(&b, e->ptr, tcEmulateNumber(&b, WORDS),
                         mlirIntegerAttrGet(e->i64, 16), e->i32, false),
      0);
  bindArguments(e, from);
  moveOps(e, from);
  mlirOperationWalk(mlirBlockGetParentOperation(e->body), replaceOp, e,
                    MlirWalkPostOrder);
}

//===- Blocks -------------------------------------------------------------===//

static MlirValue addressOf(TcEmulate *e, TcBuilder *b, const char *name) {
  const MlirType types[] = {e->ptr, e->ptr, e->i64, e->i64, e->ptr};
  MlirType type = mlirFunctionTypeGet(e->ctx, 5, types, 0, NULL);
  MlirValue f = tcFuncConstant(b, type, tcStr(name));
  TcOpState s;
  tcOpBegin(&s, b, "builtin.unrealized_conversion_cast");
  tcOpAddOperand(&s, "inputs", f);
  tcOpAddResult(&s, "outputs", e->ptr);
  return mlirOperationGetResult(tcOpEnd(&s), 0);
}

static void makeBlocks(TcEmulate *e, const TcGpuPhaseCode *phase,
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
      tcEmulateNumber(&b, phase->threads),
      tcEmulateNumber(&b, strtoll(phase->sharedBytes, NULL, 10)),
      tcEmulateNumber(&b, e->stops)};
  tcFuncCall(&b, 0, NULL, tcStr("tcEmulateBlocks"), 8, operands);
  tcFuncReturn(&b, 0, NULL);
}

void tcGpuEmulate(TcArena *arena, MlirModule module, const TcGpuCode *code) {
  MlirBlock block = mlirModuleGetBody(module);
  MlirOperation gpu = mlirBlockGetFirstOperation(block);
  MlirContext ctx = mlirModuleGetContext(module);
  TcEmulate e = {.ctx = ctx,
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
