// Size expressions as text: the one door from the IR's attributes to the size
// algebra of lib/support.
#ifndef TC_IR_SIZE_TEXT_H
#define TC_IR_SIZE_TEXT_H

#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Hands the canonical form of the expression `text` to `out` and returns
/// true; or hands what is wrong with it, with the error's number, to `out` and
/// returns false.
bool tcSizeTextCanonical(MlirStringRef text, MlirStringCallback out,
                         void *userData);

#ifdef __cplusplus
}
#endif

#endif // TC_IR_SIZE_TEXT_H
