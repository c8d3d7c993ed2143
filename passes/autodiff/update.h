// How one tensor is updated: a function that an optimizer is, for
// prim-optimize.
//
//   func.func @update(%param: [n], %grad: [n], others...) -> (new values...)
//
// Argument 0 is a parameter, argument 1 its gradient. A result says by
// `tc.ties = K` which argument it is the new value of: the parameter, or, of
// the parameter's shape, what the optimizer keeps of each parameter from step
// to step. Arguments that are not written are the same for all parameters (a
// learning rate, the number of the step). What is done to tensors of the
// parameter's shape [n] is pointwise, so it is done to tensors of any shape.
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

/// False, with an error at the function, if it is no update.
bool tcUpdateRead(TcUpdate *u, TcArena *arena, MlirOperation func);

/// An entry of the attributes of argument i; null if there is none.
MlirAttribute tcUpdateEntry(const TcUpdate *u, intptr_t i, const char *name);

/// Copies what is done once. Arguments that are not written are taken from
/// `mapping`, where the images of results are added.
void tcUpdateCopyShared(const TcUpdate *u, TcBuilder *b, TcMapping *mapping);

/// Copies what is done for each parameter, to a parameter of that type.
/// Arguments are taken from `mapping`; results[k] is the image of result k.
void tcUpdateCopyEach(const TcUpdate *u, TcBuilder *b, MlirType type,
                      TcMapping *mapping, MlirValue *results);

#endif // TC_PASSES_AUTODIFF_UPDATE_H
