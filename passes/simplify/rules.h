// Shared by the rules of prim-simplify: queries of values, and the tables of
// rules, one per file.
#ifndef TC_PASSES_SIMPLIFY_RULES_H
#define TC_PASSES_SIMPLIFY_RULES_H

#include "lib/ir/kernel_read.h"
#include "lib/ir/prim_build.h"
#include "lib/ir/rewrite.h"
#include "lib/support/map.h"
#include "lib/support/vec.h"

/// What a set of rules is applied with (TcRewrite.user).
typedef struct TcSimplify {
  TcArena *arena;
  TcMap mutated; ///< Names of the weights that the program writes.
} TcSimplify;

typedef struct TcRuleList {
  const TcRule *const *rules;
  size_t size;
} TcRuleList;

#define TC_RULE_LIST(NAME, ...)                                                \
  static const TcRule *const NAME##Array[] = {__VA_ARGS__};                    \
  const TcRuleList NAME = {NAME##Array, sizeof NAME##Array / sizeof(TcRule *)}

extern const TcRuleList tcSimplifyArith, tcSimplifyMoves, tcSimplifyPieces,
    tcSimplifyReshapes, tcSimplifyProducts, tcSimplifyScales,
    tcSimplifyExchange, tcSimplifyQuotients, tcSimplifyOneHot,
    tcSimplifyDistinct, tcSimplifyCats;

/// Folds an elementwise op whose operands are all one number everywhere. The
/// rules "foldNumbers" of all elementwise prims are this.
bool tcSimplifyFoldNumbers(TcRewrite *rw, MlirOperation op);

/// Moves a reshape from the operands of an elementwise op to its result, where
/// it may meet another, or a broadcast that takes it up. The rules
/// "reshapeLater" of all elementwise prims are this.
bool tcSimplifyReshapeLater(TcRewrite *rw, MlirOperation op);

/// Computes an elementwise op of the pieces of a concatenation in place of the
/// whole, where nothing reads more than a piece of it, or a reduction along it.
/// The rules "apart" of all elementwise prims are this.
bool tcSimplifyApart(TcRewrite *rw, MlirOperation op);

/// Where a rule builds.
TcBuild tcSimplifyBuild(TcRewrite *rw);
/// Replaces the op's only result if `value` is not null.
bool tcSimplifyReplace(TcRewrite *rw, MlirOperation op, MlirValue value);

/// What is marked at an op, as that it has no derivative, at what defines the
/// value that replaces its result.
void tcSimplifyKeepMarks(MlirOperation from, MlirValue y);

/// Where an op that only moves elements gets a broadcast scalar, its result is
/// one, too.
bool tcSimplifyMoveOfScalar(TcRewrite *rw, MlirOperation op);

/// The op that defines a value, if it is of this kind; else null.
MlirOperation tcDefiningPrim(MlirValue value, TcPrimOpKind kind);
/// Whether the elements of such an op's result are its operand's, unchanged.
bool tcIsMove(TcPrimOpKind kind);
/// Whether each element of such an op's result is of its operands' elements
/// there.
bool tcIsElementwise(TcPrimOpKind kind);
/// The number that a value is everywhere, as an attribute of its element type;
/// null if it is not known to be one.
MlirAttribute tcSplatNumber(MlirValue value);
/// Such a number as a rank-0 constant.
MlirValue tcNumberValue(TcBuild *b, MlirAttribute number);
/// Whether a value is this number everywhere; zeros are told apart by sign.
bool tcIsNumber(MlirValue value, double number);
/// Whether a value depends only on constants and on weights that are never
/// written.
bool tcIsOfWeights(const TcSimplify *s, MlirValue value);
/// If each element is its position along one dimension: that dimension, else
/// -1.
intptr_t tcPositionDim(MlirValue value);
/// Whether all elements are known not to be negative.
bool tcIsNatural(MlirValue value);

/// A DenseI64Array attribute as a list.
TcDims tcAttrDims(TcBuild *b, MlirAttribute attr);

#endif // TC_PASSES_SIMPLIFY_RULES_H
