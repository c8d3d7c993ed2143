// The reverse sweep: which values matter, and the cotangents they have so far.
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

/// Marks `value` as one that gradients are wanted of.
void tcTapeWatch(TcTape *tape, MlirValue value);

/// Whether a value depends on watched ones.
bool tcTapeIsActive(const TcTape *tape, MlirValue value);
/// Whether a value has derivatives: a tensor of floats or complex numbers.
bool tcIsSmooth(MlirValue value);

/// Finds what depends on watched values. Ops of `block`, in order. Scans among
/// them are replaced by ones that keep what they carry; `values` that were the
/// old ones' become the new ones'.
void tcTapeFindActive(TcTape *tape, MlirBlock block, size_t n,
                      MlirValue *values);

/// Adds to a cotangent.
void tcTapeAdd(TcTape *tape, TcBuild *b, MlirValue value, MlirValue cotangent);

/// Null if there is none.
MlirValue tcTapeGet(const TcTape *tape, MlirValue value);

/// From the last op of `block` to its first, gives operands what the cotangents
/// of results make theirs. New ops go where `b` says: to the end.
void tcTapeSweep(TcTape *tape, TcBuild *b, MlirBlock block);

/// The scan itself, or one before it that stacks carried values as they come
/// into each turn as well, as its last results; its body is taken then
/// (scan.c).
MlirOperation tcScanKeepCarries(TcArena *arena, MlirOperation scan);

#endif // TC_PASSES_AUTODIFF_TAPE_H
