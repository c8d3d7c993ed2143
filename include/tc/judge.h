//===- tc/judge.h - Launches held against their meaning -----------*- C -*-===//
//
// For tc-run --check: judges whether the result of each launch of a running
// program is what its kernel computes, within the bounds of docs/numerics.md.
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

/// Reads launches from `stream`, as tc-run writes them, and evaluates each
/// launch's kernel, found in the planned module `plan` (tc-compile --plan), on
/// the launch's operands. Fails (TC-1736 and others) if launches and plan
/// belong to different programs, or if a kernel cannot be evaluated. The first
/// wrong launch is written to the file `save` (NULL: none) as a program of its
/// own, with its operands as arguments and the expected results.
TcStatus tcJudgeLaunches(const char *plan, size_t size, FILE *stream,
                         const char *save, TcJudgement *judgement) TC_MUST_USE;

#ifdef __cplusplus
}
#endif

#endif // TC_JUDGE_H
