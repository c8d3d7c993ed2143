// Shared by the parts of fx-to-prim: the state of one run over a graph.
#ifndef TC_PASSES_DECOMPOSE_LOWER_H
#define TC_PASSES_DECOMPOSE_LOWER_H

#include "lib/support/map.h"
#include "lib/support/vec.h"
#include "passes/decompose/call.h"

typedef struct TcFxLowering {
  TcArena *arena;
  const TcMap *rules; ///< From target to TcFxRule.
  TcMap values;       ///< From values of the graph to those of the function.
  TcFxRandom random;
  TcMap ofBlocks; ///< What is the rows of blocks (grouped_blocks.c).
  bool tf32Products, tf32Convolutions; ///< Calls whose products permit TF32.
} TcFxLowering;

//===- rules.c ------------------------------------------------------------===//

/// Adds the rules by target, but those of a comma-separated list.
void tcFxCollectRules(TcMap *rules, MlirStringRef disabled);
/// The rule of a call's target, or null.
const TcFxRule *tcFxRuleOf(const TcMap *rules, MlirOperation call);
/// Reports all targets without a rule in one error.
MlirLogicalResult tcFxCheckRules(MlirOperation graph, TcArena *arena,
                                 const TcMap *rules);

//===- call.c -------------------------------------------------------------===//

/// The type that a value of the graph has in the function: Python numbers
/// become tensors of rank 0.
MlirType tcFxType(MlirType type);

//===- fx-to-prim.c, control.c --------------------------------------------===//

/// The prim value of a value of the graph; null if it has none.
MlirValue tcFxValue(const TcFxLowering *l, MlirValue value);
void tcFxSetValue(TcFxLowering *l, MlirValue from, MlirValue to);

/// Lowers the ops of a block, but for its terminator, to where `b` builds.
MlirLogicalResult tcFxLowerBlock(TcFxLowering *l, MlirBlock block, TcBuild *b);

/// fx.cond, fx.while_loop, fx.scan, fx.map (control.c). False, without an
/// error, if `op` is none of them.
bool tcFxIsControl(MlirOperation op);
MlirLogicalResult tcFxLowerControl(TcFxLowering *l, MlirOperation op,
                                   TcBuild *b);

/// Casts a result to its captured type; sizes that cannot be proved equal are
/// checked at run time. Reports types that cannot be equal and returns null.
MlirValue tcFxCheckResult(TcBuild *b, MlirValue value, MlirType captured,
                          intptr_t i);

#endif // TC_PASSES_DECOMPOSE_LOWER_H
