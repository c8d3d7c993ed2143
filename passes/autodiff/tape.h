// The reverse sweep: the active values, and the cotangents accumulated so far.
#ifndef TC_PASSES_AUTODIFF_TAPE_H
#define TC_PASSES_AUTODIFF_TAPE_H

#include "lib/support/map.h"
#include "lib/support/vec.h"
#include "passes/autodiff/autodiff.h"

typedef struct TcTape {
  TcArena *arena;
  TcMap active;     // values that depend on what is differentiated
  TcMap cotangents; // from values to values
  bool failed;
} TcTape;

/// Marks `value` as one to differentiate with respect to.
void tcTapeWatch(TcTape *tape, MlirValue value);

/// Whether a value depends on watched ones.
bool tcTapeIsActive(const TcTape *tape, MlirValue value);
/// Whether an op has such an operand, or reads one in its regions.
bool tcTapeReads(const TcTape *tape, MlirOperation op);
/// Whether a value has derivatives: a tensor of floats or complex numbers.
bool tcIsSmooth(MlirValue value);

/// Finds the values that depend on watched ones, in the order of the block's
/// ops. Scans among them are replaced by scans that stack their carried values;
/// results of the old scans in `values` are replaced, too.
void tcTapeFindActive(TcTape *tape, MlirBlock block, size_t n,
                      MlirValue *values);

/// Adds to a cotangent.
void tcTapeAdd(TcTape *tape, TcBuild *b, MlirValue value, MlirValue cotangent);

/// Null if there is none.
MlirValue tcTapeGet(const TcTape *tape, MlirValue value);

/// From the last op of `block` to its first, adds to the cotangents of operands
/// by the derivative rules. `b` appends new ops to the block.
void tcTapeSweep(TcTape *tape, TcBuild *b, MlirBlock block);

/// The scan itself, or a new one before it that also stacks the values carried
/// into each iteration, as its last results, and takes over its body
/// (vjp_scan.c).
MlirOperation tcScanKeepCarries(TcArena *arena, MlirOperation scan);

#endif // TC_PASSES_AUTODIFF_TAPE_H
