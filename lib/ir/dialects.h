// Making dialects known to a context, for tools and embedders in C.
#ifndef TC_IR_DIALECTS_H
#define TC_IR_DIALECTS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// tc, fx, prim and loop.
void tcRegisterDialects(MlirDialectRegistry registry);
/// Those, and the upstream ones that lowering goes through.
void tcRegisterAllDialects(MlirDialectRegistry registry);

#ifdef __cplusplus
}
#endif

#endif // TC_IR_DIALECTS_H
