// Evaluates a kernel on bounded values, in f64. Compiled launches are compared
// with the results (docs/numerics.md).
#ifndef TC_YARDSTICK_YARDSTICK_H
#define TC_YARDSTICK_YARDSTICK_H

#include "interp/machine.h"
#include "yardstick/value.h"

/// How values are evaluated.
typedef struct TcYardRules {
  /// TC_YARD_KEPT for the results that code may give, TC_YARD_NATIVE if each op
  /// is rounded, as prims are; or one of the modes in f64.
  TcYardMode mode;
  /// Bits 1 << dtype: types of factors for which the target has a unit that
  /// flushes subnormal numbers to 0.
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

/// Evaluates the kernel of `launch`, with one value for each operand and one
/// for each result. `caller` has the sizes of the function. `got`: the compiled
/// code's results, used where it had to choose among values that are too near
/// to each other (witness.h); or NULL.
TcStatus tcYardLaunch(TcYardPool *pool, TcFrame *caller, MlirOperation launch,
                      MlirOperation kernel, const TcYardRules *rules,
                      TcBounded *const *inputs, TcBounded *const *got,
                      TcBounded **results) TC_MUST_USE;

/// One stage, loop.for or loop.join of the kernel.
TcStatus tcYardStage(TcYard *yard, MlirOperation op) TC_MUST_USE;
TcBounded *tcYardValueOf(TcYard *yard, MlirValue value);
/// The compiled code's own value, if it is known; else NULL.
const TcBounded *tcYardWitness(TcYard *yard, MlirValue value);
TcStatus tcYardSetValue(TcYard *yard, MlirValue value,
                        TcBounded *bounded) TC_MUST_USE;

#endif // TC_YARDSTICK_YARDSTICK_H
