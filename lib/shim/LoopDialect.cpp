// Dialect loop: registration.
#include "shim/LoopOps.h"

#include "tc/shim/LoopDialect.cpp.inc"

void tc::loop::LoopDialect::initialize() { registerLoopDialectOperations(this); }
