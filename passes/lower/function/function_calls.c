// Calls from functions of other dialects, which keep their tensors: upstream's
// bufferization removes the conversions around a call. See function.h.
#include "passes/lower/function/function.h"

#include "lib/support/vec.h"
#include "tc/gen/FuncOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static MlirValue toBuffer(TcBuilder *b, MlirValue tensor, MlirType memref) {
  TcOpState s;
  tcOpBegin(&s, b, "bufferization.to_buffer");
  tcOpAddOperand(&s, "tensor", tensor);
  tcOpAddResult(&s, "buffer", memref);
  return tcOpOnlyResult(tcOpEnd(&s));
}

// Nothing else has the memory of a result.
static MlirValue toTensor(TcBuilder *b, MlirValue memref, MlirType tensor) {
  TcOpState s;
  tcOpBegin(&s, b, "bufferization.to_tensor");
  tcOpAddOperand(&s, "buffer", memref);
  tcOpAddResult(&s, "result", tensor);
  tcOpAddUnit(&s, "restrict", true);
  tcOpAddUnit(&s, "writable", true);
  return tcOpOnlyResult(tcOpEnd(&s));
}

typedef TC_VEC(MlirValue) Values;
typedef TC_VEC(MlirType) Types;

void tcFunctionCallOf(MlirOperation call, MlirOperation callee) {
  TcArena arena = {0};
  TcBuilder b = tcBuilderBefore(call);
  MlirType type = mlirTypeAttrGetValue(tcFuncFuncGetFunctionTypeAttr(callee));
  Values operands = {0};
  Types results = {0};
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumInputs(type); ++i)
    tcVecPush(&arena, &operands,
              toBuffer(&b, mlirOperationGetOperand(call, i),
                       mlirFunctionTypeGetInput(type, i)));
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumResults(type); ++i)
    tcVecPush(&arena, &results, mlirFunctionTypeGetResult(type, i));
  MlirOperation buffers = tcFuncCall(&b, (intptr_t)results.size, results.data,
                                     tcFuncFuncGetSymName(callee),
                                     (intptr_t)operands.size, operands.data);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(call); ++i) {
    MlirValue old = mlirOperationGetResult(call, i);
    MlirValue tensor =
        toTensor(&b, mlirOperationGetResult(buffers, i), mlirValueGetType(old));
    mlirValueReplaceAllUsesOfWith(old, tensor);
  }
  mlirOperationDestroy(call);
  tcArenaFree(&arena);
}
