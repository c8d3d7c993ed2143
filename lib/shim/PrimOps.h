// The op classes of dialect prim.
#ifndef TC_SHIM_PRIMOPS_H
#define TC_SHIM_PRIMOPS_H

#include "shim/Dialects.h"

#define GET_OP_CLASSES
#include "tc/shim/PrimOps.h.inc"

#endif // TC_SHIM_PRIMOPS_H
