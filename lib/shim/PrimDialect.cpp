// Dialect prim: registration.
#include "shim/PrimOps.h"

#include "tc/shim/PrimDialect.cpp.inc"

void tc::prim::PrimDialect::initialize() { registerPrimDialectOperations(this); }
