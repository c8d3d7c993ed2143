// What precision, and what order of sums, a product permits: attributes of
// products and contractions.
#ifndef TC_IR_PRECISION_H
#define TC_IR_PRECISION_H

#include "mlir-c/IR.h"

/// Whether a product of f32 permits TF32: `prim.tf32` on prim.dot_general and
/// prim.convolution, `loop.tf32` on loop.contract (docs/numerics.md). (They are
/// no attributes of the rows, so that older bytecode is read.)
bool tcAllowsTf32(MlirOperation product);
void tcAllowTf32(MlirOperation product);

/// Whether the factor of this number has been rounded to TF32 already, so that
/// a unit need not: `prim.tf32_factors`, a list of operands' numbers,
/// `loop.tf32_factors`, of reads'.
bool tcFactorIsTf32(MlirOperation product, intptr_t factor);
void tcSetFactorsTf32(MlirOperation product, bool first, bool second);
/// Whether this is such a list.
bool tcIsFactorList(MlirAttribute list);

/// Whether a contraction's terms may be added up in any order, another one at
/// each call, so by atomic additions to memory: `loop.atomics` on it. A program
/// permits that by `tc.atomics` on its module.
bool tcAllowsAtomics(MlirOperation contract);
void tcAllowAtomics(MlirOperation contract);
bool tcModuleAllowsAtomics(MlirOperation module);

#endif // TC_IR_PRECISION_H
