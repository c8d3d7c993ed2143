//===- tc/module.h - Passes over text -----------------------------*- C -*-===//
//
// Runs a pipeline on MLIR text and returns text, for programs that do not use
// MLIR themselves.
//
//   char *text;
//   size_t size;
//   TcModuleOptions options = {.structSize = sizeof options,
//                              .pipeline = "fx-functionalise,fx-to-prim",
//                              .form = TC_MODULE_TEXT};
//   TcStatus status = tcModuleRun(source, n, &options, &text, &size);
//
// Each call has a context of its own: any thread may call it at any time.
//
//===----------------------------------------------------------------------===//

#ifndef TC_MODULE_H
#define TC_MODULE_H

#include "tc/status.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The form of the result. The module is verified in any case.
typedef enum TcModuleForm {
  TC_MODULE_NOTHING = 0,
  TC_MODULE_TEXT = 1,
  TC_MODULE_LOCATED = 2, ///< text with locations
  TC_MODULE_BYTECODE = 3,
  /// JSON: an op is {"name", "location", "operands": [value numbers],
  /// "results": [[number, type], ...], "attributes": {name: text},
  /// "successors": [block numbers], "regions": [[block, ...], ...]}, a block
  /// {"number", "arguments": [[number, type], ...], "ops": [op, ...]}; numbers
  /// are the module's own.
  TC_MODULE_OPERATIONS = 4
} TcModuleForm;

typedef struct TcModuleOptions {
  size_t structSize;    ///< sizeof(TcModuleOptions)
  const char *name;     ///< what locations call the source; NULL: "-"
  const char *pipeline; ///< passes to run; NULL: none
  TcModuleForm form;
} TcModuleOptions;

/// Parses the module in `text` (MLIR text or bytecode), verifies it, runs the
/// pipeline, and writes it. `*out`, with a 0 behind its `*outSize` bytes, is
/// freed by the caller; NULL after an error, whose status lists every error,
/// with locations.
TcStatus tcModuleRun(const char *text, size_t size,
                     const TcModuleOptions *options, char **out,
                     size_t *outSize) TC_MUST_USE;

#ifdef __cplusplus
}
#endif

#endif // TC_MODULE_H
