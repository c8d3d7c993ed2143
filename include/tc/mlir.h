//===- tc/mlir.h - tc's dialects and passes in your MLIR program --*- C -*-===//
//
// For programs that use MLIR themselves, in C or C++, with the same shared
// libMLIR as libtc.so: registers tc's dialects in your registry and its passes
// in MLIR's. Programs that do not use MLIR need no MLIR header: see
// tc/passes.h.
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

/// Those and all upstream dialects, with the extensions and interfaces that
/// passes on them and the translation to LLVM IR need.
void tcRegisterAllDialects(MlirDialectRegistry registry);

/// tc's passes and named pipelines, for pipelines in text. May be called from
/// any thread, and again.
void tcRegisterPasses(void);

/// Those and all upstream passes.
void tcRegisterAllPasses(void);

#ifdef __cplusplus
}
#endif

#endif // TC_MLIR_H
