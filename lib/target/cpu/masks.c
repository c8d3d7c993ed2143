// Works around three bugs of LLVM 22. Rewrites masked stores of one lane as
// stores of an element. LLVM does that too, but for AVX-512 only after a
// truncation has become part of the store, which then writes the 32 bits that
// an i16 or i8 was truncated from, over its neighbours. And hides masked loads
// from arithmetic whose result is selected by the same mask: for AVX-512 LLVM
// makes such a load an operand in memory, which does not read what is masked
// out, and where it takes the operand out again, a plain load, which does. And
// hides truncations from non-temporal stores: with AVX-512 a truncation becomes
// part of the store, which then is an ordinary one.
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

//===- Copies -------------------------------------------------------------===//

enum { LOAD_MASK = 1 }; // operand

static bool isShuffle(LLVMValueRef v) {
  return LLVMIsAShuffleVectorInst(v) != NULL;
}

// Whether the mask, or a part of it, selects.
static bool selects(LLVMValueRef mask) {
  for (LLVMUseRef u = LLVMGetFirstUse(mask); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsASelectInst(user) ? LLVMGetOperand(user, 0) == mask
                                : isShuffle(user) && selects(user))
      return true;
  }
  return false;
}

static unsigned bitsOf(LLVMTypeRef vector) {
  LLVMTypeRef element = LLVMGetElementType(vector);
  LLVMTypeKind kind = LLVMGetTypeKind(element);
  unsigned bits = kind == LLVMIntegerTypeKind  ? LLVMGetIntTypeWidth(element)
                  : kind == LLVMFloatTypeKind  ? 32
                  : kind == LLVMDoubleTypeKind ? 64
                                               : 16;
  return bits * LLVMGetVectorSize(vector);
}

// Of a vector, a copy that nobody looks behind, and that takes no instruction;
// null unless it is a register's. *in is what is copied.
static LLVMValueRef copyOf(LLVMBuilderRef b, LLVMModuleRef module,
                           LLVMValueRef v, LLVMValueRef *in) {
  enum { LEAST = 128, MOST = 512, WORD = 32 };
  LLVMTypeRef type = LLVMTypeOf(v);
  unsigned bits = bitsOf(type);
  if (bits < LEAST || bits > MOST || (bits & (bits - 1)))
    return NULL;
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(module));
  LLVMTypeRef words = LLVMVectorType(i32, bits / WORD);
  LLVMTypeRef copies = LLVMFunctionType(words, &words, 1, false);
  LLVMValueRef copy = LLVMGetInlineAsm(copies, "", 0, "=v,0", 4, false, false,
                                       LLVMInlineAsmDialectATT, false);
  *in = LLVMBuildBitCast(b, v, words, "");
  return LLVMBuildCall2(b, copies, copy, in, 1, "");
}

static void hideLoad(LLVMBuilderRef b, LLVMModuleRef module,
                     LLVMValueRef load) {
  LLVMValueRef mask = LLVMGetOperand(load, LOAD_MASK), in, copy;
  while (isShuffle(mask))
    mask = LLVMGetOperand(mask, 0);
  if (LLVMIsConstant(mask) || !selects(mask))
    return;
  LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(load));
  copy = copyOf(b, module, load, &in);
  if (!copy)
    return;
  LLVMReplaceAllUsesWith(load, LLVMBuildBitCast(b, copy, LLVMTypeOf(load), ""));
  LLVMSetOperand(in == load ? copy : in, 0, load);
}

static void hideTruncation(LLVMBuilderRef b, LLVMModuleRef module,
                           LLVMValueRef store) {
  static const char kind[] = "nontemporal";
  unsigned number = LLVMGetMDKindIDInContext(LLVMGetModuleContext(module), kind,
                                             sizeof kind - 1);
  LLVMValueRef value = LLVMGetOperand(store, 0), in, copy;
  if (!LLVMGetMetadata(store, number) || !LLVMIsATruncInst(value) ||
      LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMVectorTypeKind)
    return;
  LLVMPositionBuilderBefore(b, store);
  copy = copyOf(b, module, value, &in);
  if (copy)
    LLVMSetOperand(store, 0, LLVMBuildBitCast(b, copy, LLVMTypeOf(value), ""));
}

static void fixBlock(LLVMBuilderRef b, LLVMModuleRef module,
                     LLVMBasicBlockRef block, bool hides) {
  LLVMValueRef next, i = LLVMGetFirstInstruction(block);
  for (; i; i = next) {
    next = LLVMGetNextInstruction(i);
    if (hides && isMasked(i, "llvm.masked.load."))
      hideLoad(b, module, i);
    if (hides && LLVMIsAStoreInst(i))
      hideTruncation(b, module, i);
    int lane = isMasked(i, "llvm.masked.store.")
                   ? onlyLane(LLVMGetOperand(i, MASK))
                   : -1;
    if (lane >= 0)
      storeLane(b, i, lane);
  }
}

void tcCpuFixMasked(LLVMModuleRef module, const TcTarget *target) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
       f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block;
         block = LLVMGetNextBasicBlock(block))
      fixBlock(b, module, block, target->vectorBits == 512);
  LLVMDisposeBuilder(b);
}
