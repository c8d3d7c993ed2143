// The time of a small program on the machine that it is for: what a search for
// schedules compares.
#ifndef TC_DRIVER_MEASURE_H
#define TC_DRIVER_MEASURE_H

#include "support/status.h"
#include "target/target.h"
#include "tc/judge.h"
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

/// Calls the program once, and keeps the results until tcMeasureForget.
TcStatus tcMeasureResults(TcMeasured *program, TcPool *pool) TC_MUST_USE;
void tcMeasureForget(TcMeasured *program);

/// Whether the kept results of two programs with the same types have the same
/// bits.
bool tcMeasureAgree(const TcMeasured *a, const TcMeasured *b);

/// Judges the kept results of the program that was made of `text`, by the
/// bounds of docs/numerics.md, unless its kernel has more than `most` points.
TcStatus tcMeasureJudge(const TcMeasured *program, const char *text,
                        const TcTarget *target, int64_t most,
                        TcJudgement *judgement) TC_MUST_USE;

/// Makes a kept result wrong (tests).
void tcMeasureSpoil(TcMeasured *program);

#endif // TC_DRIVER_MEASURE_H
