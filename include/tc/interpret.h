//===- tc/interpret.h - Programs run by their meaning -------------*- C -*-===//
//
// What tc-interpret does, as a function: text of a module in, passes over it,
// inputs and weights from its `tc.init` and `init`, run op by op by the
// reference interpreter, results compared with `tc.expected`.
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
  /// Evaluate in f64, without the roundings of the program's types, and check
  /// that: two forms of a program are then equal but for the order of sums.
  bool wide;
  /// The module, after the passes, with tc.expected of the results, in f64, and
  /// the bound of each element (docs/numerics.md); of what PyTorch found, where
  /// that is there, with bounds: what compiled code can be checked against.
  bool expect;
  /// Another function, which takes what `entry` takes: it is run too, and the
  /// results of both are compared. NULL: none.
  const char *sameAs;
  /// If not 0, the program is not run: its derivatives up to this order are
  /// compared with finite differences (TC-1734 if one is wrong).
  unsigned gradients;
  /// Gets the lines, without line ends; NULL: nobody does.
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
