// Scatters whose points lie in the order of their positions: the attribute
// `prim.ascending` on prim.index_put, `loop.ascending` on loop.scatter. (It is
// none of the rows' own, so that older bytecode is read.)
#ifndef TC_IR_ASCENDING_H
#define TC_IR_ASCENDING_H

#include "mlir-c/IR.h"

bool tcIsAscending(MlirOperation scatter);
void tcSetAscending(MlirOperation scatter);

#endif // TC_IR_ASCENDING_H
