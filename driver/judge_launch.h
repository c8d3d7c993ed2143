// Judges a launch of a program that this process has called.
#ifndef TC_DRIVER_JUDGE_LAUNCH_H
#define TC_DRIVER_JUDGE_LAUNCH_H

#include "driver/judge_stream.h"
#include "target/target.h"
#include "tc/judge.h"

/// Holds the first launch of @main of a planned module (text) against its
/// kernel: `before` has the bytes that it reads, `after` those that it wrote,
/// compiled for `target`. A kernel whose iterators have more than `most` points
/// is not evaluated (judgement->evaluated is 0).
TcStatus tcJudgeLaunch(const char *plan, const TcTarget *target,
                       const TcLaunchRead *before, const TcLaunchRead *after,
                       int64_t most, TcJudgement *judgement) TC_MUST_USE;

#endif // TC_DRIVER_JUDGE_LAUNCH_H
