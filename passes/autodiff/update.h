// An optimizer as a function that updates one tensor, for prim-optimize.
//
//   func.func @update(%param: [n], %grad: [n], others...) -> (new values...)
//
// Argument 0 is a parameter, argument 1 its gradient. A result with `tc.ties =
// K` is the new value of argument K: the parameter, or optimizer state of the
// parameter's shape, kept from step to step. Arguments that are not written are
// the same for all parameters (a learning rate, the number of the step). Ops on
// tensors of the parameter's shape [n] are pointwise, so they can be applied to
// tensors of any shape.
#ifndef TC_PASSES_AUTODIFF_UPDATE_H
#define TC_PASSES_AUTODIFF_UPDATE_H

#include "lib/ir/shim.h"
#include "lib/support/map.h"
#include "passes/autodiff/joint.h"

typedef struct TcUpdate {
  TcArena *arena;
  MlirOperation func;
  MlirBlock body;
  TcSignature signature;
  intptr_t numArguments, numResults;
  intptr_t *target; // of each result: the argument that it is the new value of
  bool *written;    // of each argument
  TcMap each;       // ops that are done for each parameter, the others once
} TcUpdate;

/// False, with an error at the function, if it is not such an update.
bool tcUpdateRead(TcUpdate *u, TcArena *arena, MlirOperation func);

/// An entry of the attributes of argument i; null if there is none.
MlirAttribute tcUpdateEntry(const TcUpdate *u, intptr_t i, const char *name);

/// Copies the ops that are shared by all parameters. Arguments that are not
/// written are taken from `mapping`, where the images of results are added.
void tcUpdateCopyShared(const TcUpdate *u, TcBuilder *b, TcMapping *mapping);

/// Copies the ops that update one parameter, for a parameter of that type.
/// Arguments are taken from `mapping`; results[k] is the image of result k.
void tcUpdateCopyEach(const TcUpdate *u, TcBuilder *b, MlirType type,
                      TcMapping *mapping, MlirValue *results);

#endif // TC_PASSES_AUTODIFF_UPDATE_H
