// Parts of the reducer (reducer.c): edits that make a module smaller, and the
// command that decides whether the rest still shows the bug.
#ifndef TC_DRIVER_REDUCER_H
#define TC_DRIVER_REDUCER_H

#include "support/strbuf.h"

#include "mlir-c/IR.h"

/// How a command ended. Two ends are equal if they are the same signal, both
/// timeouts, or failures with the same error number and message, names, numbers
/// and types in it aside.
typedef struct TcRunEnd {
  int signal;        ///< That killed it; 0 if it ended by itself.
  int exitCode;      ///< Valid if there was no signal.
  int number;        ///< Of the first "[TC-nnnn]" that it printed; 0 if none.
  uint64_t skeleton; ///< Of the words of the message behind it.
  bool timedOut;
} TcRunEnd;

/// Runs `command` in a shell, every `{}` in it replaced by `path`, for at most
/// `seconds`.
TcStatus tcReduceRun(const char *command, const char *path, unsigned seconds,
                     TcRunEnd *end) TC_MUST_USE;

bool tcRunEndIsSame(const TcRunEnd *a, const TcRunEnd *b);

/// One way to make a module smaller: edit number `index` in place. Edits are
/// numbered from 0; false, and the module is as it was, if there are not so
/// many.
typedef bool TcReduceEdit(MlirOperation module, intptr_t index);

/// Coarse ones first; ended by NULL.
extern TcReduceEdit *const tcReduceEdits[];

/// Whether a smaller module still shows the bug.
typedef bool TcReduceFind(void *self, MlirModule candidate);

/// Makes a module that shows the bug smaller, by these edits. `*module` is
/// replaced.
void tcReduceModule(MlirModule *module, TcReduceFind *find, void *self);

#endif // TC_DRIVER_REDUCER_H
