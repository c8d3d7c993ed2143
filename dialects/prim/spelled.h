// What ops need of a result type that is spelled out.
#ifndef TC_DIALECTS_PRIM_SPELLED_H
#define TC_DIALECTS_PRIM_SPELLED_H

#include "dialects/check.h"

/// Verifies an op whose result type is spelled out, and tells `relate` what its
/// sizes and the operands' have to do with each other. Ops that relate none
/// succeed.
MlirLogicalResult tcPrimRelateSpelled(MlirOperation op, const TcRelate *relate);

/// Verifies prim.nonzero (index.c).
MlirLogicalResult tcPrimCheckNonzero(const TcCheck *c);

#endif // TC_DIALECTS_PRIM_SPELLED_H
