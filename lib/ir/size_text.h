// Size expressions as text: the interface between the IR's attributes and the
// size algebra of lib/support.
#ifndef TC_IR_SIZE_TEXT_H
#define TC_IR_SIZE_TEXT_H

#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Passes the canonical form of the expression `text` to `out` and returns
/// true; or passes the error message, with its number, to `out` and returns
/// false.
bool tcSizeTextCanonical(MlirStringRef text, MlirStringCallback out,
                         void *userData);

#ifdef __cplusplus
}
#endif

#endif // TC_IR_SIZE_TEXT_H
