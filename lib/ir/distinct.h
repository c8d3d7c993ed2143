// Scatters no two of whose points go to one place: the attribute
// `prim.distinct` on prim.index_put, `loop.distinct` on loop.scatter. (It is
// none of the rows' own, so that older bytecode is read.)
#ifndef TC_IR_DISTINCT_H
#define TC_IR_DISTINCT_H

#include "mlir-c/IR.h"

bool tcIsDistinct(MlirOperation scatter);
void tcSetDistinct(MlirOperation scatter);

#endif // TC_IR_DISTINCT_H
