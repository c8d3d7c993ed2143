// Which functions of a module tc's passes may change. Functions and globals of
// other dialects in the same module stay as they are.
#ifndef TC_LIB_IR_OURS_H
#define TC_LIB_IR_OURS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Whether an op is of fx, prim or loop.
bool tcIsOurOp(MlirOperation op);

/// Whether an op at module level is ours: an op of fx, prim or loop, or one
/// with such an op inside; a function with an attribute tc.NAME or fx.NAME on
/// an argument or result; or a @main that takes tensors, or nothing, and
/// returns some of them. Everything else is foreign.
bool tcIsOurs(MlirOperation op);

/// Whether it is ours and contains no op of another dialect (besides
/// func.return): passes that rewrite all ops of a function may run on it.
bool tcIsOursAlone(MlirOperation op);

/// Whether an op is a func.func with a body, and ours.
bool tcIsOurFunction(MlirOperation op);

/// The functions of a module that are ours, in order: the first, and the first
/// behind `op`; null where there is none.
MlirOperation tcFirstOurFunction(MlirOperation module);
MlirOperation tcNextOurFunction(MlirOperation op);

#ifdef __cplusplus
}
#endif

#endif // TC_LIB_IR_OURS_H
