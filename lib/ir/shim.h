// Functions that LLVM 22's MLIR C API lacks, implemented in C++
// (lib/shim/Ir.cpp): effects, traits, dominance, symbol uses, cloning with a
// value map, inlining, folding.
#ifndef TC_IR_SHIM_H
#define TC_IR_SHIM_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

//===- Asking -------------------------------------------------------------===//

/// No effect on memory, nor undefined behaviour: may be moved and merged.
bool tcOpIsPure(MlirOperation op);
/// No effect on memory: may be erased if unused.
bool tcOpIsMemoryEffectFree(MlirOperation op);
/// Unused and without effect: may be erased.
bool tcOpIsTriviallyDead(MlirOperation op);

typedef enum TcTrait {
  TC_TRAIT_TERMINATOR,
  TC_TRAIT_CONSTANT_LIKE,
  TC_TRAIT_COMMUTATIVE,
  TC_TRAIT_ISOLATED_FROM_ABOVE,
  TC_TRAIT_SYMBOL,
  TC_TRAIT_SYMBOL_TABLE,
  TC_TRAIT_RETURN_LIKE,
} TcTrait;
/// False for ops of unregistered dialects.
bool tcOpHasTrait(MlirOperation op, TcTrait trait);

/// All attributes of an op, inherent ones among them, as a dictionary: made
/// anew by each call, and by each of mlirOperationGetAttribute.
MlirAttribute tcOpGetAttrs(MlirOperation op);

/// The op before `op` in its block; null for the first.
MlirOperation tcOpGetPrev(MlirOperation op);
/// Whether `op` comes before `other` in the block of both.
bool tcOpIsBefore(MlirOperation op, MlirOperation other);

/// The value of a constant-like op's only result; null if `value` is none.
MlirAttribute tcValueGetConstant(MlirValue value);

/// Dominance below one op, kept until the IR changes. To be destroyed.
typedef struct TcDominance TcDominance;
TcDominance *tcDominanceCreate(MlirOperation root);
void tcDominanceDestroy(TcDominance *dominance);
/// Whether `value` is defined wherever `op` runs.
bool tcDominanceCheck(TcDominance *dominance, MlirValue value,
                      MlirOperation op);

/// Calls `visit` for each op in `scope` that refers to the symbol op `symbol`,
/// until it returns false. False if uses cannot be known (an unregistered op).
typedef bool TcSymbolUseVisitor(MlirOperation user, void *userData);
bool tcSymbolForEachUse(MlirOperation symbol, MlirOperation scope,
                        TcSymbolUseVisitor *visit, void *userData);

//===- Changing -----------------------------------------------------------===//

/// From values to values, for cloning. To be destroyed.
typedef struct TcMapping TcMapping;
TcMapping *tcMappingCreate(void);
void tcMappingDestroy(TcMapping *mapping);
void tcMappingAdd(TcMapping *mapping, MlirValue from, MlirValue to);
/// Null if `from` has no image.
MlirValue tcMappingGet(const TcMapping *mapping, MlirValue from);

/// A detached copy, regions included. Operands with an image take it, others
/// stay; the images of results and of what is inside are added.
MlirOperation tcOpClone(MlirOperation op, TcMapping *mapping);
/// Appends copies of the blocks of `from` to `to`.
void tcRegionCloneInto(MlirRegion from, MlirRegion to, TcMapping *mapping);

/// Moves the ops of `block` before `before` and destroys `block`, whose
/// arguments become `args`. The terminator is moved, too; tcBlockCloneBefore
/// leaves it out.
void tcBlockInlineBefore(MlirBlock block, MlirOperation before,
                         intptr_t numArgs, const MlirValue *args);
/// Copies the ops of `block`, its terminator aside, before `before`. Arguments
/// and values from outside are taken from `mapping`, where the images of the
/// copied ops' results are added.
void tcBlockCloneBefore(MlirBlock block, MlirOperation before,
                        TcMapping *mapping);

/// Replaces all uses of the results of `op` and erases it.
void tcOpReplace(MlirOperation op, intptr_t numValues, const MlirValue *values);

/// Erases unused ops without effect below `root`, and ops that only they used.
void tcEraseDeadOps(MlirOperation root);

/// Runs the folder of `op`, given each operand's constant (or null). On success
/// exactly one of `value` and `attribute` of each of `results` (one a result of
/// `op`) is set.
struct TcFolded;
bool tcOpFold(MlirOperation op, const MlirAttribute *constants,
              struct TcFolded *results);

/// From now on, in the whole process, `handler` is called when an arena, a
/// string buffer or C++ code, LLVM's included, runs out of memory; it must not
/// return. For programs, not libraries.
void tcSetNoMemoryHandler(void (*handler)(void));

/// The module in a text whose locations are called `name`; null if it does not
/// parse.
MlirModule tcModuleParse(MlirContext ctx, MlirStringRef text,
                         MlirStringRef name);

#ifdef __cplusplus
}
#endif

#endif // TC_IR_SHIM_H
