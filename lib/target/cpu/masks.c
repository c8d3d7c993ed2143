// Works around a bug of LLVM 22: rewrites masked stores of one lane as stores
// of an element. LLVM does that too, but for AVX-512 only after a truncation
// has become part of the store, which then writes the 32 bits that an i16 or i8
// was truncated from, over its neighbours.
#include "target/cpu/machine.h"

#include <llvm-c/Core.h>

#include <string.h>

enum { POINTER = 1, MASK = 2 }; // operands, after the value

static bool isMasked(LLVMValueRef call, const char *prefix) {
  if (!LLVMIsACallInst(call))
    return false;
  LLVMValueRef function = LLVMGetCalledValue(call);
  size_t size = 0;
  const char *name =
      LLVMIsAFunction(function) ? LLVMGetValueName2(function, &size) : "";
  return size > strlen(prefix) && !memcmp(name, prefix, strlen(prefix));
}

// The only lane of a constant mask; -1 if it has several or none, or is not
// constant.
static int onlyLane(LLVMValueRef mask) {
  int lane = -1;
  if (!LLVMIsConstant(mask))
    return -1;
  unsigned count = LLVMGetVectorSize(LLVMTypeOf(mask));
  for (unsigned i = 0; i < count; ++i) {
    LLVMValueRef bit = LLVMGetAggregateElement(mask, i);
    if (!bit || !LLVMIsAConstantInt(bit))
      return -1;
    if (!LLVMConstIntGetZExtValue(bit))
      continue;
    if (lane >= 0)
      return -1;
    lane = (int)i;
  }
  return lane;
}

static void storeLane(LLVMBuilderRef b, LLVMValueRef call, int lane) {
  LLVMValueRef value = LLVMGetOperand(call, 0);
  LLVMTypeRef element = LLVMGetElementType(LLVMTypeOf(value));
  LLVMContextRef context = LLVMGetTypeContext(element);
  LLVMValueRef index =
      LLVMConstInt(LLVMInt64TypeInContext(context), (unsigned)lane, false);
  LLVMPositionBuilderBefore(b, call);
  LLVMValueRef x = LLVMBuildExtractElement(b, value, index, "");
  LLVMValueRef to =
      LLVMBuildGEP2(b, element, LLVMGetOperand(call, POINTER), &index, 1, "");
  LLVMSetAlignment(LLVMBuildStore(b, x, to), 1);
  LLVMInstructionEraseFromParent(call);
}

static void fixBlock(LLVMBuilderRef b, LLVMBasicBlockRef block) {
  LLVMValueRef next, i = LLVMGetFirstInstruction(block);
  for (; i; i = next) {
    next = LLVMGetNextInstruction(i);
    int lane = isMasked(i, "llvm.masked.store.")
                   ? onlyLane(LLVMGetOperand(i, MASK))
                   : -1;
    if (lane >= 0)
      storeLane(b, i, lane);
  }
}

void tcCpuFixMaskedStores(LLVMModuleRef module) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
       f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block;
         block = LLVMGetNextBasicBlock(block))
      fixBlock(b, block);
  LLVMDisposeBuilder(b);
}
