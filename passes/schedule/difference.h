// A schedule that was read is written again and compared, so that no entry of a
// schedule by hand is one that code generation would not obey.
#ifndef TC_PASSES_SCHEDULE_DIFFERENCE_H
#define TC_PASSES_SCHEDULE_DIFFERENCE_H

#include "support/arena.h"

#include "mlir-c/IR.h"

/// Says, with its path, the first entry of `given` that is not the one of
/// `made`; NULL if there is none. Entries of `made` that `given` has not are
/// defaults if `mayOmit`, else a difference.
const char *tcScheduleDifference(TcArena *arena, MlirAttribute given,
                                 MlirAttribute made, bool mayOmit);

#endif // TC_PASSES_SCHEDULE_DIFFERENCE_H
