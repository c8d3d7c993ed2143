// Where values are defined.
#ifndef TC_LIB_IR_REGION_H
#define TC_LIB_IR_REGION_H

#include "mlir-c/IR.h"

/// Whether a value is defined in a region of `op`, at any depth.
bool tcValueIsInside(MlirValue value, MlirOperation op);

#endif // TC_LIB_IR_REGION_H
