// Arithmetic on `#tc.size` attributes: the size algebra of lib/support for
// code that holds attributes. Equal sizes are one attribute, so compare them
// with mlirAttributeEqual, or tcSizeAttrEqual where one may be null.
//
// A null attribute stands for a size that cannot be formed (overflow, division
// by zero) or that a foreign type does not name. Every function accepts one and
// returns null for it: a chain of operations needs one check, at its end.
#ifndef TC_IR_SIZES_H
#define TC_IR_SIZES_H

#include "ir/attrs.h"
#include "support/map.h"
#include "support/size.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The attribute's expression, in the arena.
const TcSize *tcSizeAttrParse(TcArena *arena, MlirAttribute size);

//===- Making -------------------------------------------------------------===//

/// The size that is just this symbol; null if it is no identifier.
MlirAttribute tcSizeAttrGetSymbol(MlirContext context, MlirStringRef name);

MlirAttribute tcSizeAttrAdd(MlirAttribute a, MlirAttribute b);
MlirAttribute tcSizeAttrSub(MlirAttribute a, MlirAttribute b);
MlirAttribute tcSizeAttrMul(MlirAttribute a, MlirAttribute b);
MlirAttribute tcSizeAttrFloorDiv(MlirAttribute a, MlirAttribute b);
MlirAttribute tcSizeAttrCeilDiv(MlirAttribute a, MlirAttribute b);
MlirAttribute tcSizeAttrMod(MlirAttribute a, MlirAttribute b);
MlirAttribute tcSizeAttrMin(MlirAttribute a, MlirAttribute b);
MlirAttribute tcSizeAttrMax(MlirAttribute a, MlirAttribute b);

/// a / b where b provably divides a, else null.
MlirAttribute tcSizeAttrExactDiv(MlirAttribute a, MlirAttribute b);

/// The same with a constant on the right.
MlirAttribute tcSizeAttrAddConst(MlirAttribute a, int64_t b);
MlirAttribute tcSizeAttrMulConst(MlirAttribute a, int64_t b);
MlirAttribute tcSizeAttrFloorDivConst(MlirAttribute a, int64_t b);

/// The size without the greatest number that divides it for all symbols, which
/// is stored in `count`: 4*b*s is 4 times b*s, a number n is n times 1.
MlirAttribute tcSizeAttrPrimitive(MlirAttribute size, int64_t *count);
/// The product of `n` sizes; 1 if there are none.
MlirAttribute tcSizeAttrProduct(MlirContext context, intptr_t n,
                                const MlirAttribute *sizes);

//===- Asking -------------------------------------------------------------===//

/// Whether both are known and equal.
bool tcSizeAttrEqual(MlirAttribute a, MlirAttribute b);
/// Whether `size` is this constant.
bool tcSizeAttrIsValue(MlirAttribute size, int64_t value);
/// Whether the size is just a symbol; its name in *name (may be null).
bool tcSizeAttrIsSymbol(MlirAttribute size, MlirStringRef *name);
/// Whether the symbol occurs in the size.
bool tcSizeAttrUses(MlirAttribute size, MlirStringRef symbol);
/// Calls `visit` for every occurrence of a symbol.
void tcSizeAttrSymbols(MlirAttribute size,
                       void (*visit)(void *self, const char *symbol),
                       void *self);
/// Whether it holds for all values of the symbols (which are at least 0).
bool tcSizeAttrProvablyLessEqual(MlirAttribute a, MlirAttribute b);
/// Whether no value of the symbols makes them equal.
bool tcSizeAttrProvablyDiffer(MlirAttribute a, MlirAttribute b);

//===- Symbols and what stands for them -----------------------------------===//

/// Bindings map the name of a symbol to a #tc.size: a TcMap with text keys
/// whose values are attribute pointers.
bool tcBindingsSet(TcMap *bindings, MlirStringRef symbol, MlirAttribute size);
/// Null if the symbol is not bound.
MlirAttribute tcBindingsGet(const TcMap *bindings, MlirStringRef symbol);

/// `size` with its symbols replaced, all at once; unbound ones stay.
MlirAttribute tcSizeAttrSubstitute(MlirAttribute size, const TcMap *bindings);
/// The same for each size of a #tc.dims.
MlirAttribute tcDimsAttrSubstitute(MlirAttribute dims, const TcMap *bindings);

typedef enum TcUnify {
  TC_UNIFY_OK,
  TC_UNIFY_DIFFER, ///< No value of the symbols makes them equal, or a symbol
                   ///< that is bound already would have to be another size.
  TC_UNIFY_OPEN,   ///< The pattern has a symbol that nothing determines yet.
} TcUnify;

/// Makes `pattern` equal to `size` by binding at most one new symbol: where
/// it stands linearly in the pattern once bound ones are replaced. Patterns of
/// several unbound symbols are open: try again when more are bound.
TcUnify tcSizeAttrUnify(MlirAttribute pattern, MlirAttribute size,
                        TcMap *bindings);

/// The one symbol of `pattern` that makes it equal to `size`, and its value, as
/// *bindings, emptied before: false if there is none, or if its value would
/// have itself in it without end. (n is a multiple of 4 if it is
/// 4 * (n floordiv 4), and that is one.)
bool tcSizeAttrSolve(MlirAttribute pattern, MlirAttribute size,
                     TcMap *bindings);

/// Whether `size` is a * symbol + b with a constant a other than 0, and b
/// without the symbol (either may be null).
bool tcSizeAttrIsAffine(MlirAttribute size, MlirStringRef symbol, int64_t *a,
                        MlirAttribute *b);

#ifdef __cplusplus
}
#endif

#endif // TC_IR_SIZES_H
