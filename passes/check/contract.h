// Shared by the contract verifiers of the levels: which ops a function may
// contain, and whether every size symbol is defined where it is used. The
// verifiers of dialects/ check each op by itself.
#ifndef TC_PASSES_CHECK_CONTRACT_H
#define TC_PASSES_CHECK_CONTRACT_H

#include "ir/ours.h"
#include "mlir-c/IR.h"
#include "mlir-c/Support.h"
#include "support/map.h"

typedef struct TcContract {
  const char *level;  ///< For messages: "prim".
  const char *number; ///< "TC-0291"
  /// Whether the op is allowed in a function of this level.
  bool (*mayStand)(MlirOperation op);
  /// Whether sizes of the op's results may be new symbols.
  bool (*defines)(MlirOperation op);
  /// Whether one may also be new as a part of a size: a * symbol + b with a
  /// constant a and known b, which the lowering solves for the symbol.
  bool solves;
  /// Whether values of the level are tensors only.
  bool tensorsOnly;
} TcContract;

/// Symbols that are known at a place: its own, and those around it.
typedef struct TcKnown {
  const struct TcKnown *around;
  TcMap names;
} TcKnown;

bool tcKnownHas(const TcKnown *known, const char *symbol);

/// Checks a function or graph, whose first region has one block or more, and
/// reports all that is wrong. `known` gets the symbols that are known at its
/// end; its map has an arena.
MlirLogicalResult tcContractCheck(const TcContract *contract,
                                  MlirOperation func, TcKnown *known);

/// Checks each op of a module's body with `checkTop`, which reports what is
/// wrong with it; `arena` is the op's own. `alone`: ops of other levels may not
/// stand beside those of this one.
MlirLogicalResult tcContractCheckModule(
    MlirOperation module, bool alone,
    MlirLogicalResult (*checkTop)(TcArena *arena, MlirOperation op,
                                  bool alone));

/// Calls `visit` for the symbols of all sizes in an attribute, whatever it is
/// made of.
void tcAttrSymbols(MlirAttribute attr,
                   void (*visit)(void *self, const char *symbol), void *self);

/// Emits "[TC-0291] C1: is not allowed at the level of ..." at the op.
MlirLogicalResult tcContractFailOp(const TcContract *contract, MlirOperation op,
                                   const char *remedy);

bool tcOpIs(MlirOperation op, const char *name);
/// Whether the op's name begins with "prim.".
bool tcOpIsOf(MlirOperation op, const char *prefix);

#endif // TC_PASSES_CHECK_CONTRACT_H
