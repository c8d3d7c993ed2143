// The C++ classes of the dialects tc, fx, prim and loop, as tblgen writes them.
// Only lib/shim sees these; everything else works through the C API.
#ifndef TC_SHIM_DIALECTS_H
#define TC_SHIM_DIALECTS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "tc/shim/FxDialect.h.inc"
#include "tc/shim/LoopDialect.h.inc"
#include "tc/shim/PrimDialect.h.inc"
#include "tc/shim/TcDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tc/shim/TcAttrs.h.inc"
#define GET_ATTRDEF_CLASSES
#include "tc/shim/FxAttrs.h.inc"

#endif // TC_SHIM_DIALECTS_H
