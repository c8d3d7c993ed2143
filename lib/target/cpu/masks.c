// Works around a bug of LLVM 22: rewrites masked stores of one lane as stores
// of an element. LLVM does that too, but for AVX-512 only after a truncation
// has become part of the store, which then writes the 32 bits that an i16 or i8
// was truncated from, over its neighbours. And another: of masked loads that
// are wider than AVX2's vectors, a part none of whose lanes is ever read
// becomes a plain load of all of them, where other parts' masks are not
// constant. Such parts are taken out of the load.
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

//===- Masked loads -------------------------------------------------------===//

enum { LOAD_MASK = 1, PASSED = 2, LEAST = 4 }; // operands; lanes of a part

// A masked load whose mask is `known` and something else.
typedef struct Load {
  LLVMBuilderRef b;
  LLVMModuleRef module;
  LLVMValueRef call, known;
} Load;

// A constant that the mask is anded with, or NULL.
static LLVMValueRef knownMask(LLVMValueRef mask) {
  if (!LLVMIsABinaryOperator(mask) || LLVMGetInstructionOpcode(mask) != LLVMAnd)
    return NULL;
  for (unsigned i = 0; i < 2; ++i) {
    LLVMValueRef x = LLVMGetOperand(mask, i);
    x = LLVMIsConstant(x) ? x : knownMask(x);
    if (x)
      return x;
  }
  return NULL;
}

static bool neverReads(const Load *l, unsigned low, unsigned lanes) {
  for (unsigned i = low; i < low + lanes; ++i) {
    LLVMValueRef bit = LLVMGetAggregateElement(l->known, i);
    if (!bit || !LLVMIsAConstantInt(bit) || LLVMConstIntGetZExtValue(bit))
      return false;
  }
  return true;
}

// Whether a part has a part that is never read.
static bool hasSuch(const Load *l, unsigned low, unsigned lanes) {
  return lanes >= LEAST &&
         (neverReads(l, low, lanes) || hasSuch(l, low, lanes / 2) ||
          hasSuch(l, low + lanes / 2, lanes / 2));
}

// Lanes low, low + 1, ... of x, or of x and y one behind the other.
static LLVMValueRef lanesOf(const Load *l, LLVMValueRef x, LLVMValueRef y,
                            unsigned low, unsigned lanes) {
  enum { MOST = 64 };
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(l->module));
  LLVMValueRef mask[MOST];
  for (unsigned i = 0; i < lanes; ++i)
    mask[i] = LLVMConstInt(i32, low + i, false);
  return LLVMBuildShuffleVector(l->b, x, y ? y : LLVMGetPoison(LLVMTypeOf(x)),
                                LLVMConstVector(mask, lanes), "");
}

static LLVMValueRef part(const Load *l, unsigned low, unsigned lanes) {
  LLVMValueRef passed =
      lanesOf(l, LLVMGetOperand(l->call, PASSED), NULL, low, lanes);
  if (neverReads(l, low, lanes))
    return passed;
  if (hasSuch(l, low, lanes))
    return lanesOf(l, part(l, low, lanes / 2),
                   part(l, low + lanes / 2, lanes / 2), 0, lanes);
  LLVMTypeRef element = LLVMGetElementType(LLVMTypeOf(l->call));
  LLVMValueRef at = LLVMConstInt(
      LLVMInt64TypeInContext(LLVMGetModuleContext(l->module)), low, false);
  LLVMValueRef from = LLVMGetOperand(l->call, 0);
  LLVMTypeRef types[] = {LLVMVectorType(element, lanes), LLVMTypeOf(from)};
  static const char name[] = "llvm.masked.load";
  LLVMValueRef function = LLVMGetIntrinsicDeclaration(
      l->module, LLVMLookupIntrinsicID(name, strlen(name)), types, 2);
  LLVMValueRef operands[] = {
      LLVMBuildGEP2(l->b, element, from, &at, 1, ""),
      lanesOf(l, LLVMGetOperand(l->call, LOAD_MASK), NULL, low, lanes), passed};
  return LLVMBuildCall2(l->b, LLVMGlobalGetValueType(function), function,
                        operands, 3, "");
}

static void fixLoad(LLVMBuilderRef b, LLVMModuleRef module, LLVMValueRef call) {
  Load l = {b, module, call, knownMask(LLVMGetOperand(call, LOAD_MASK))};
  unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(call));
  if (!l.known || (lanes & (lanes - 1)) || lanes > 64 || !hasSuch(&l, 0, lanes))
    return;
  LLVMPositionBuilderBefore(b, call);
  LLVMReplaceAllUsesWith(call, part(&l, 0, lanes));
  LLVMInstructionEraseFromParent(call);
}

static void fixBlock(LLVMBuilderRef b, LLVMModuleRef module,
                     LLVMBasicBlockRef block) {
  LLVMValueRef next, i = LLVMGetFirstInstruction(block);
  for (; i; i = next) {
    next = LLVMGetNextInstruction(i);
    if (isMasked(i, "llvm.masked.load.")) {
      fixLoad(b, module, i);
      continue;
    }
    int lane = isMasked(i, "llvm.masked.store.")
                   ? onlyLane(LLVMGetOperand(i, MASK))
                   : -1;
    if (lane >= 0)
      storeLane(b, i, lane);
  }
}

void tcCpuFixMasked(LLVMModuleRef module) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
       f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block;
         block = LLVMGetNextBasicBlock(block))
      fixBlock(b, module, block);
  LLVMDisposeBuilder(b);
}
