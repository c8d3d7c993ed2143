// A whole function by the yardstick: values in f64, and how far code in the
// program's own types may be from them.
#ifndef TC_DRIVER_WHOLE_H
#define TC_DRIVER_WHOLE_H

#include "driver/interpret.h"
#include "yardstick/value.h"

/// Evaluates a func.func of launches (after prim-to-loop). A bound is the
/// errors of all roundings on the way, added up, or eight times the root of the
/// sum of their squares if that is less; where that leaves an element open that
/// code computes without error, the value is that of code. Results live as long
/// as the pool.
TcStatus tcWholeRun(MlirOperation module, MlirOperation func, TcInputs *inputs,
                    TcYardPool *pool, size_t numResults,
                    TcBounded **results) TC_MUST_USE;

/// The same of a module of fx or prims: of a copy, which is lowered. Arguments
/// are those of the function `fills`.
TcStatus tcWholeRunModule(MlirModule module, const char *entry,
                          const char *fills, TcYardPool *pool,
                          size_t numResults, TcBounded **results) TC_MUST_USE;

#endif // TC_DRIVER_WHOLE_H
