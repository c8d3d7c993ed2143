// A whole function by the yardstick: values in f64, and how far code in the
// program's own types may be from them.
#ifndef TC_DRIVER_WHOLE_H
#define TC_DRIVER_WHOLE_H

#include "driver/interpret.h"
#include "yardstick/value.h"

/// Evaluates a func.func of launches (after prim-to-loop). A bound is the
/// errors of all roundings on the way, added up, or eight times the root of the
/// sum of their squares if that is less; where that leaves an element open that
/// code computes without error, the value is that of code: TC_YARD_KEPT of
/// `code` says that it may keep an f16 or bf16 in f32 within a body,
/// TC_YARD_NATIVE that each op is rounded, so that two forms of a program are
/// the same there. Results live as long as the pool.
TcStatus tcWholeRun(MlirOperation module, MlirOperation func, TcInputs *inputs,
                    TcYardMode code, TcYardPool *pool, size_t numResults,
                    TcBounded **results) TC_MUST_USE;

/// The same of a module of fx or prims: of a copy, which is lowered. Arguments
/// are those of the function `fills`.
TcStatus tcWholeRunModule(MlirModule module, const char *entry,
                          const char *fills, TcYardMode code, TcYardPool *pool,
                          size_t numResults, TcBounded **results) TC_MUST_USE;

#endif // TC_DRIVER_WHOLE_H
