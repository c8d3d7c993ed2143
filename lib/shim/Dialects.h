// The C++ classes of the dialects tc, fx, prim and loop, as tblgen writes them.
// Only lib/shim sees these; everything else works through the C API.
#ifndef TC_SHIM_DIALECTS_H
#define TC_SHIM_DIALECTS_H

#include "shim/Mlir.h"

#include "tc/shim/FxDialect.h.inc"
#include "tc/shim/LoopDialect.h.inc"
#include "tc/shim/PrimDialect.h.inc"
#include "tc/shim/TcDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tc/shim/TcAttrs.h.inc"
#define GET_ATTRDEF_CLASSES
#include "tc/shim/FxAttrs.h.inc"

#endif // TC_SHIM_DIALECTS_H
