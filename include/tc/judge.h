//===- tc/judge.h - Launches held against their meaning -----------*- C -*-===//
//
// What tc-run --check asks of the compiler: whether each launch of a program
// that ran gave what its kernel means, within the bounds of docs/numerics.md.
//
//===----------------------------------------------------------------------===//

#ifndef TC_JUDGE_H
#define TC_JUDGE_H

#include "tc/status.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TcJudgement {
  size_t structSize; ///< sizeof(TcJudgement)
  bool right;
  int64_t launches, wrongLaunches;
  int64_t elements, undecided;
  double worst;   ///< the greatest error, as a part of its bound
  char text[512]; ///< what is wrong first; empty if nothing is
} TcJudgement;

/// Reads launches from `stream`, as tc-run writes them, and runs each kernel of
/// the planned module `plan` (tc-compile --plan) on what its launch got. An
/// error, TC-1736 among them, if launches and plan are not of one program, or
/// if a kernel cannot be run. The first launch that is wrong is written to the
/// file `save` (NULL: to none) as a program of its own, with what it got as
/// arguments and what it should have given.
TcStatus tcJudgeLaunches(const char *plan, size_t size, FILE *stream,
                         const char *save, TcJudgement *judgement) TC_MUST_USE;

#ifdef __cplusplus
}
#endif

#endif // TC_JUDGE_H
