//===- tc/ext.h - Ops of your own ---------------------------------*- C -*-===//
//
// `prim.ext "ns.name"` is an op defined outside of tc: a name, operands,
// results. Its meaning is registered with the context under that name: a hook
// that checks it and one that decomposes it into prims. A library of such ops
// defines
//
//   void tcExtension(MlirContext context) {
//     static const TcExtOp op = {sizeof op, "ns.name", check, decompose, NULL};
//     tcExtRegister(context, &op);
//   }
//
// and is given to tc-opt, tc-compile or tc-interpret by --load-extension=FILE,
// or loaded by tcExtLoad. The pass prim-expand-ext, early in every pipeline,
// then replaces the op; fusion, differentiation and code generation see prims.
//
//===----------------------------------------------------------------------===//

#ifndef TC_EXT_H
#define TC_EXT_H

#include "mlir-c/IR.h"
#include "tc/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TcExtOp {
  size_t structSize; ///< sizeof(TcExtOp)
  const char *name;  ///< "ns.name"
  /// Emits an error at the op (mlirEmitError) and fails if operands, results or
  /// `config` are invalid. NULL: no check.
  MlirLogicalResult (*check)(MlirOperation op, void *self);
  /// Creates ops before `op` and stores one value for each of its results, of
  /// the same type. On failure it has emitted an error. Runs on one thread per
  /// context.
  MlirLogicalResult (*decompose)(MlirOperation op, MlirValue *results,
                                 void *self);
  void *self;
} TcExtOp;

/// Registers an op with a context; what `op` points to is copied, `name` must
/// live as long as the context. TC-1590 if it is malformed or the name is
/// taken.
TcStatus tcExtRegister(MlirContext context, const TcExtOp *op) TC_MUST_USE;

/// The op of that name, or NULL.
const TcExtOp *tcExtLookup(MlirContext context, MlirStringRef name);

/// Loads a library: its `tcExtension` is called for every context that is made
/// from then on, by tcRegisterDialects, tcRegisterAllDialects or the tools. The
/// library stays loaded. TC-2510 if the file is not such a library. Safe on any
/// thread.
TcStatus tcExtLoad(const char *path) TC_MUST_USE;

#ifdef __cplusplus
}
#endif

#endif // TC_EXT_H
