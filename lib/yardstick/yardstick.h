// The yardstick's interpreter: a kernel on values with errors, in f64. What it
// gives is what a compiled launch is held against (docs/numerics.md).
#ifndef TC_YARDSTICK_YARDSTICK_H
#define TC_YARDSTICK_YARDSTICK_H

#include "interp/machine.h"
#include "yardstick/value.h"

/// How values are evaluated.
typedef struct TcYardRules {
  /// TC_YARD_KEPT for what code may give, TC_YARD_NATIVE for what the ops give
  /// if each is rounded, as prims are; or one of those in f64.
  TcYardMode mode;
  /// 1 << dtype: factors of products for which the target has a unit that takes
  /// what is subnormal for 0.
  uint32_t flushed;
} TcYardRules;

/// A kernel that is run.
typedef struct TcYard {
  TcYardPool *pool;
  TcFrame frame; ///< iterators, sizes, compiled stages
  TcMap values;  ///< of the kernel -> TcBounded
  TcMap got;     ///< results of the kernel -> TcBounded, as code has them
  TcYardMode mode;
  uint32_t flushed; ///< as of TcYardRules
  bool keeps;       ///< rounding an f16 or bf16 within a body is optional
} TcYard;

/// Runs what `launch` launches, on one value for each operand; gives one for
/// each result. `caller` has the sizes of the function. `got`: what code gave,
/// which is believed where it chose among values that are too near to each
/// other to be told apart (witness.h); or NULL.
TcStatus tcYardLaunch(TcYardPool *pool, TcFrame *caller, MlirOperation launch,
                      MlirOperation kernel, const TcYardRules *rules,
                      TcBounded *const *inputs, TcBounded *const *got,
                      TcBounded **results) TC_MUST_USE;

/// One stage, loop.for or loop.join of the kernel.
TcStatus tcYardStage(TcYard *yard, MlirOperation op) TC_MUST_USE;
TcBounded *tcYardValueOf(TcYard *yard, MlirValue value);
/// A value as code has it, if that is known; else NULL.
const TcBounded *tcYardWitness(TcYard *yard, MlirValue value);
TcStatus tcYardSetValue(TcYard *yard, MlirValue value,
                        TcBounded *bounded) TC_MUST_USE;

#endif // TC_YARDSTICK_YARDSTICK_H
