// Writes one launch as a program of its own, for tc-run --bisect.
#ifndef TC_DRIVER_JUDGE_SAVE_H
#define TC_DRIVER_JUDGE_SAVE_H

#include "support/map.h"
#include "yardstick/value.h"

#include "mlir-c/IR.h"

typedef struct TcSavedLaunch {
  MlirOperation launch, kernel;
  const TcMap *sizes; ///< symbol of the kernel -> #tc.size constant
  TcBounded *const *inputs, *const *results;
} TcSavedLaunch;

/// Writes a module: the kernel, and a @main that launches it on the launch's
/// operands (tc.init), with the results that it should have given
/// (tc.expected).
TcStatus tcSaveLaunch(const TcSavedLaunch *launch,
                      const char *path) TC_MUST_USE;

#endif // TC_DRIVER_JUDGE_SAVE_H
