// Edits @prepare after prim-prepare: later passes add values that are computed
// from weights when a program is loaded, by the same convention. See
// docs/passes.md.
#ifndef TC_PASSES_LAYOUT_PREPARED_H
#define TC_PASSES_LAYOUT_PREPARED_H

#include "support/map.h"
#include "support/vec.h"

#include "mlir-c/IR.h"

typedef struct TcPreparedResult {
  const char *weight; // that it is tied to
  MlirValue value;    // in @prepare
} TcPreparedResult;

typedef struct TcPrepared {
  TcArena *arena;
  MlirOperation module, main, prepare;
  TC_VEC(TcPreparedResult) results;
  TcMap values;  ///< of results, by weight
  TcMap weights; ///< prim.weight ops, by name
  size_t added;
} TcPrepared;

/// Reads @prepare, or creates it if there is none. False if the module has no
/// @main.
bool tcPreparedOpen(TcPrepared *p, TcArena *arena, MlirOperation module);

/// The prim.weight of that name; null if there is none.
MlirOperation tcPreparedWeightOp(const TcPrepared *p, MlirStringRef name);

/// The value of a weight in @prepare.
MlirValue tcPreparedWeight(TcPrepared *p, MlirStringRef weight, MlirType type);

/// The end of @prepare, where more can be computed.
MlirOperation tcPreparedEnd(const TcPrepared *p);

/// Makes a value of @prepare a weight and returns its name, under which @main
/// can read it.
const char *tcPreparedAdd(TcPrepared *p, MlirValue value);

/// Updates @prepare's signature and terminator. Results that @main no longer
/// reads are dropped.
void tcPreparedClose(TcPrepared *p);

#endif // TC_PASSES_LAYOUT_PREPARED_H
