//===- tc/interpret.h - Programs run by their meaning -------------*- C -*-===//
//
// tc-interpret as a function: parses a module, runs passes on it, fills inputs
// and weights from its `tc.init` and `init`, runs it in the reference
// interpreter, and compares the results with `tc.expected`.
//
//===----------------------------------------------------------------------===//

#ifndef TC_INTERPRET_H
#define TC_INTERPRET_H

#include "tc/status.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TcInterpretOptions {
  size_t structSize;    ///< sizeof(TcInterpretOptions)
  const char *pipeline; ///< passes to run before; NULL: none
  const char *entry;    ///< function to run; NULL: "main"
  bool check;           ///< compare with tc.expected and tc.expected_state
  bool print;           ///< a line with the elements of each result
  /// Evaluate and check in f64, without the roundings of the program's types:
  /// two forms of a program then differ only by the order of sums.
  bool wide;
  /// Write the module, after the passes, with a tc.expected against which
  /// compiled code can be checked: results in f64 with the bound of each
  /// element (docs/numerics.md). An existing tc.expected, from PyTorch, is kept
  /// and gets the bounds.
  bool expect;
  /// Another function with the arguments of `entry`, which is run too, and the
  /// results of both are compared. NULL: none.
  const char *sameAs;
  /// If not 0, the program is not run: its derivatives up to this order are
  /// compared with finite differences (TC-1734 if one is wrong).
  unsigned gradients;
  /// Called with each line of output, without line ends; may be NULL.
  void (*line)(void *self, const char *text);
  void *self;
} TcInterpretOptions;

/// Runs the module in `text`. With `check`, TC-1731 if a result is wrong (an
/// element is not within its bound, and the result not as good as twice
/// eager's error), TC-1732 if there is nothing to compare with. With `sameAs`,
/// TC-1735 if results, in f64, differ by more than another order of sums
/// explains.
TcStatus tcInterpretText(const char *text, size_t size,
                         const TcInterpretOptions *options) TC_MUST_USE;

#ifdef __cplusplus
}
#endif

#endif // TC_INTERPRET_H
