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
  double worst;      ///< the greatest error, as a part of its bound
  char text[512];    ///< what is wrong first; empty if nothing is
  int64_t evaluated; ///< launches whose results were compared
} TcJudgement;

typedef struct TcJudgeOptions {
  size_t structSize; ///< sizeof(TcJudgeOptions)
  /// A file for the first wrong launch, as a program of its own, with its
  /// operands as arguments and the expected results; or NULL.
  const char *save;
  /// Of launches whose kernels differ in nothing but their names, and so are
  /// one code, only the first and the last are evaluated. The operands of all
  /// are compared with what was written there.
  bool distinct;
} TcJudgeOptions;

/// Reads launches from `stream`, as tc-run writes them, and evaluates each
/// launch's kernel, found in the planned module `plan` (tc-compile --plan), on
/// the launch's operands. Fails (TC-1736 and others) if launches and plan
/// belong to different programs, or if a kernel cannot be evaluated. `options`
/// may be NULL.
TcStatus tcJudgeLaunches(const char *plan, size_t size, FILE *stream,
                         const TcJudgeOptions *options,
                         TcJudgement *judgement) TC_MUST_USE;

#ifdef __cplusplus
}
#endif

#endif // TC_JUDGE_H
