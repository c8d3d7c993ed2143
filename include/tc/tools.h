// The developer tools as functions; tools/ has a main() for each.
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

/// Reduces the module `text` (`size` bytes) while the command still fails on it
/// as on the original: with the same signal, a timeout, or the same TC number
/// and message (names, numbers and types in it aside).
/// TC-1780 if it succeeds on the original. It runs the command, so it is for
/// developers' tools; candidates are files in /tmp.
TcStatus tcReduceText(const char *text, size_t size,
                      const TcReduceOptions *options) TC_MUST_USE;

/// What tcBisectText is to do. `structSize` is sizeof(TcBisectOptions).
typedef struct TcBisectOptions {
  size_t structSize;
  const char *pipeline; ///< "tc-cpu" or "tc-gpu"
  const char *output;   ///< Where the program that shows it is written.
  /// Called with each line of the findings, without line ends; may be NULL.
  void (*line)(void *self, const char *text);
  void *self;
} TcBisectOptions;

/// Evaluates the module `text` in f64 before and after each pass of a pipeline,
/// up to the memory plan. TC-1737 at the first pass after which a result is not
/// within the bounds of the result before it: the message names the pass, and
/// the smallest program that shows it is written, with its results. TC-1731 if
/// the decompositions already differ from PyTorch's results.
TcStatus tcBisectText(const char *text, size_t size,
                      const TcBisectOptions *options) TC_MUST_USE;

/// mlir-lsp-server that knows tc's dialects.
int tcLspServerMain(int argc, char **argv);

#ifdef __cplusplus
}
#endif

#endif // TC_TOOLS_H
