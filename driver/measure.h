// The time of a small program on the machine that it is for: what a search for
// schedules compares.
#ifndef TC_DRIVER_MEASURE_H
#define TC_DRIVER_MEASURE_H

#include "support/status.h"
#include "target/target.h"
#include "tc/runtime.h"

typedef struct TcMeasured TcMeasured;

/// Compiles a planned program (text) and makes arguments for it: numbers around
/// 1, integers and truth values of 0. Its sizes are constants. NULL, and a
/// status, if it is not compiled or this machine cannot run it.
TcStatus tcMeasureOpen(const char *text, const TcTarget *target,
                       TcMeasured **program) TC_MUST_USE;
void tcMeasureClose(TcMeasured *program);

/// The seconds that all launches of one call take, on `pool` (NULL: on this
/// thread), with caches that hold nothing of it.
TcStatus tcMeasureCall(TcMeasured *program, TcPool *pool,
                       double *seconds) TC_MUST_USE;

#endif // TC_DRIVER_MEASURE_H
