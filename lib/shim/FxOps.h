// The op classes of dialect fx.
#ifndef TC_SHIM_FXOPS_H
#define TC_SHIM_FXOPS_H

#include "shim/Dialects.h"

#define GET_OP_CLASSES
#include "tc/shim/FxOps.h.inc"

#endif // TC_SHIM_FXOPS_H
