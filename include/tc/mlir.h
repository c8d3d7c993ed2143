//===- tc/mlir.h - tc's dialects and passes in your MLIR program --*- C -*-===//
//
// For programs that use MLIR themselves, in C or C++, with the same shared
// libMLIR as libtc.so: dialects go into your registry, passes into MLIR's own.
// Programs that don't need no MLIR header: see tc/passes.h.
//
//===----------------------------------------------------------------------===//

#ifndef TC_MLIR_H
#define TC_MLIR_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Dialects tc, fx, prim and loop.
void tcRegisterDialects(MlirDialectRegistry registry);

/// Those, and all of upstream's, with what passes over them and the translation
/// to LLVM IR need.
void tcRegisterAllDialects(MlirDialectRegistry registry);

/// tc's passes and named pipelines, for pipelines in text. May be called from
/// any thread, and again.
void tcRegisterPasses(void);

/// Those and all of upstream's.
void tcRegisterAllPasses(void);

#ifdef __cplusplus
}
#endif

#endif // TC_MLIR_H
