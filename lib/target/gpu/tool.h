// Runs the programs that turn LLVM's output into an image: ptxas, ld.lld.
#ifndef TC_TARGET_GPU_TOOL_H
#define TC_TARGET_GPU_TOOL_H

#include "target/target.h"

typedef struct TcTool {
  const char *name;           ///< for messages
  const char *const *places;  ///< paths, from the tool's folder if they
                              ///< start with a dot, or names in PATH; NULL
  const char *variable;       ///< whose value is a folder that has bin/NAME
  const char *const *options; ///< before the files; NULL-terminated
} TcTool;

/// Finds it: false if it is not installed. `path` has room for 4096.
bool tcToolFind(const TcTool *tool, char *path);

/// Runs the tool at `path`: options, `extra` (or NULL), "-o", output, input.
/// TC-7603 with its output if it fails.
TcStatus tcToolRun(const TcTool *tool, const char *path, const char *extra,
                   const TcBytes *input, TcBytes *output) TC_MUST_USE;

#endif // TC_TARGET_GPU_TOOL_H
