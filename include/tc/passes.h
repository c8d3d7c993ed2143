//===- tc/passes.h - Passes over text, without MLIR ---------------*- C -*-===//
//
// tc-opt as a function: parses a module, runs passes on it, prints it.
//
//   char *out;
//   TcStatus status = tcPassesRun(text, size, "tc-fx-to-prim", &out, NULL);
//   ...
//   free(out);
//
//===----------------------------------------------------------------------===//

#ifndef TC_PASSES_H
#define TC_PASSES_H

#include "tc/status.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Runs a pipeline of passes, such as "tc-fx-to-prim,cse" or
/// "builtin.module(func.func(cse))", on a module given as text or bytecode.
/// Upstream's passes are known too. On success *out is the module as text,
/// ended by a 0, to be freed with free(), and *outSize, unless NULL, its
/// length; on an error *out is NULL and the status lists every error.
TcStatus tcPassesRun(const char *text, size_t size, const char *pipeline,
                     char **out, size_t *outSize) TC_MUST_USE;

#ifdef __cplusplus
}
#endif

#endif // TC_PASSES_H
