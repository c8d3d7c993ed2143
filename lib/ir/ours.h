// Which functions of a module passes may touch. A module may hold functions and
// globals of other dialects beside ours: they stay as they are.
#ifndef TC_LIB_IR_OURS_H
#define TC_LIB_IR_OURS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Whether an op is of fx, prim or loop.
bool tcIsOurOp(MlirOperation op);

/// Whether an op that stands in a module is ours: an op of fx, prim or loop, or
/// one with such an op inside; or a function that says something of ours about
/// its arguments or results (an attribute tc.NAME or fx.NAME), or that is
/// called
/// @main, takes tensors, or nothing, and returns some of them. All else is
/// foreign.
bool tcIsOurs(MlirOperation op);

/// Whether it is, and no op of another dialect stands in it (func.return is no
/// other): what rewrites all ops of a function may run on this one.
bool tcIsOursAlone(MlirOperation op);

/// Whether an op is a func.func with a body, and ours.
bool tcIsOurFunction(MlirOperation op);

#ifdef __cplusplus
}
#endif

#endif // TC_LIB_IR_OURS_H
