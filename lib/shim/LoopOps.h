// The op classes of dialect loop.
#ifndef TC_SHIM_LOOPOPS_H
#define TC_SHIM_LOOPOPS_H

#include "shim/Dialects.h"

#define GET_OP_CLASSES
#include "tc/shim/LoopOps.h.inc"

#endif // TC_SHIM_LOOPOPS_H
