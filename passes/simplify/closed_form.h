// Integer tensors whose elements are a formula of their indices and of the
// program's sizes: positions, and what is computed from them. See
// closed_form.c.
#ifndef TC_PASSES_SIMPLIFY_CLOSED_FORM_H
#define TC_PASSES_SIMPLIFY_CLOSED_FORM_H

#include "support/map.h"

#include "mlir-c/IR.h"

/// Forms of values, each computed once.
typedef struct TcClosedForms {
  TcArena *arena;
  TcMap known; // by op
} TcClosedForms;

/// The element at (index$0, index$1, ...) as a #tc.size over these names and
/// the size symbols; of a boolean tensor 0 or 1. Null where there is none.
MlirAttribute tcClosedForm(TcClosedForms *forms, MlirValue value);

#endif // TC_PASSES_SIMPLIFY_CLOSED_FORM_H
