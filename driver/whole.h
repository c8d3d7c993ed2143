// Evaluates a whole function with the yardstick: values in f64, and bounds on
// the error of code in the program's own types.
#ifndef TC_DRIVER_WHOLE_H
#define TC_DRIVER_WHOLE_H

#include "driver/interpret.h"
#include "yardstick/yardstick.h"

/// Evaluates a func.func of launches (after prim-to-loop). A bound is the sum
/// of the errors of all roundings, or eight times the root of the sum of their
/// squares if that is less. Where this leaves an element undecided that code
/// computes without error, the value is code's: with the mode TC_YARD_KEPT of
/// `code` it may keep an f16 or bf16 in f32 within a body, with TC_YARD_NATIVE
/// each op is rounded, so that two forms of a program agree there. Products of
/// values that come from the types of `code->flushed` may be flushed to 0.
/// Results live as long as the pool.
TcStatus tcWholeRun(MlirOperation module, MlirOperation func, TcInputs *inputs,
                    const TcYardRules *code, TcYardPool *pool,
                    size_t numResults, TcBounded **results) TC_MUST_USE;

/// The same of a module of fx or prims: of a copy, which is lowered. Arguments
/// are those of the function `fills`.
TcStatus tcWholeRunModule(MlirModule module, const char *entry,
                          const char *fills, const TcYardRules *code,
                          TcYardPool *pool, size_t numResults,
                          TcBounded **results) TC_MUST_USE;

#endif // TC_DRIVER_WHOLE_H
