// The developer tools as functions: tools/ has a main over each.
#ifndef TC_TOOLS_H
#define TC_TOOLS_H

#include "tc/status.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// mlir-opt with tc's dialects and passes. Returns the exit code.
int tcOptMain(int argc, char **argv);

/// What tcReduceText is to do. `structSize` is sizeof(TcReduceOptions).
typedef struct TcReduceOptions {
  size_t structSize;
  const char *command; ///< A shell's line; `{}` is the path of a program.
  const char *output;  ///< Where the smallest program is written.
  unsigned seconds;    ///< That the command may take on one program.
  bool report;         ///< A line of figures on stderr at the end.
  unsigned limit;      ///< Seconds of the whole search; 0: until it is done.
} TcReduceOptions;

/// Makes the module `text` (of `size` bytes) smaller as long as the command
/// ends on it as it does on the whole: by the same signal, beyond the time, or
/// failing with the same TC number. TC-1780 if it succeeds on the whole. Runs
/// the command, so it is for developers' tools; candidates are files in /tmp.
TcStatus tcReduceText(const char *text, size_t size,
                      const TcReduceOptions *options) TC_MUST_USE;

/// What tcBisectText is to do. `structSize` is sizeof(TcBisectOptions).
typedef struct TcBisectOptions {
  size_t structSize;
  const char *pipeline; ///< "tc-cpu" or "tc-gpu"
  const char *output;   ///< Where the program that shows it is written.
  /// Gets what is found, in lines without line ends; NULL: nobody does.
  void (*line)(void *self, const char *text);
  void *self;
} TcBisectOptions;

/// Evaluates the module `text` in f64 before and after each pass of a pipeline,
/// up to the memory plan. TC-1737 at the first pass behind which a result is
/// not within the bounds of the one before it: the message names the pass, and
/// the smallest program that shows it is written, with its results. TC-1731 if
/// already the decompositions do not give what PyTorch found.
TcStatus tcBisectText(const char *text, size_t size,
                      const TcBisectOptions *options) TC_MUST_USE;

/// mlir-lsp-server that knows tc's dialects.
int tcLspServerMain(int argc, char **argv);

#ifdef __cplusplus
}
#endif

#endif // TC_TOOLS_H
