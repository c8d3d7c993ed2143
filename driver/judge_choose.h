// Which launches of a plan are evaluated, if not all are.
#ifndef TC_DRIVER_JUDGE_CHOOSE_H
#define TC_DRIVER_JUDGE_CHOOSE_H

#include "support/map.h"
#include "tc/status.h"

#include "mlir-c/IR.h"

/// Of the launches of the functions whose kernels have the same text, which are
/// one code (driver/kernels.h), those between the first and the last: as keys
/// of `left`. `symbols`: name -> kernel.
TcStatus tcChooseLaunches(const MlirOperation *funcs, size_t n,
                          const TcMap *symbols, TcMap *left) TC_MUST_USE;

#endif // TC_DRIVER_JUDGE_CHOOSE_H
