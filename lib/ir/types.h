// Tensor types with symbolic sizes, and element types, for C. Wherever a
// function asks for the kind of a type (float, integer, ...), a tensor stands
// for its elements.
#ifndef TC_IR_TYPES_H
#define TC_IR_TYPES_H

#include "ir/attrs.h"
#include "ir/sizes.h"
#include "tc/dtype.h"

#ifdef __cplusplus
extern "C" {
#endif

//===- Ops ----------------------------------------------------------------===//

/// What replaces a type, and an attribute; `self` is the caller's.
typedef struct TcTypeMap {
  void *self;
  MlirType (*type)(void *self, MlirType type);
  MlirAttribute (*attr)(void *self, MlirAttribute attr);
} TcTypeMap;

/// Replaces the types of the op's results and of the arguments of its blocks,
/// and its attributes; not what ops in its regions have.
void tcOpMapTypes(MlirOperation op, const TcTypeMap *map);

//===- Shapes -------------------------------------------------------------===//
// tcTensorTypeGet(rank, sizes, element) is in attrs.h.

/// Ranked tensors only.
bool tcTypeIsTensor(MlirType type);
/// 0 for a scalar.
intptr_t tcTypeGetRank(MlirType type);
/// Size `pos` of a tensor, a #tc.size; null where the type does not name it (a
/// foreign `?`).
MlirAttribute tcTypeGetSize(MlirType type, intptr_t pos);
/// All of them into `sizes`, which has room for the rank.
void tcTypeGetSizes(MlirType type, MlirAttribute *sizes);
/// The number of elements; 1 for a scalar.
MlirAttribute tcTypeGetNumElements(MlirType type);
/// Whether all sizes are constants.
bool tcTypeIsStatic(MlirType type);
/// Whether all sizes are named: no foreign `?`.
bool tcTypeHasSizes(MlirType type);
/// The element type of a tensor; a scalar itself.
MlirType tcTypeGetElement(MlirType type);
/// The tensor of these sizes. Where one is null, all that are no constants lose
/// their names: it is a foreign tensor.
MlirType tcTensorTypeGetForeign(intptr_t rank, const MlirAttribute *sizes,
                                MlirType element);
/// Same shape (or none), another element type.
MlirType tcTypeWithElement(MlirType type, MlirType element);
/// Same element type, another shape.
MlirType tcTypeWithSizes(MlirType type, intptr_t rank,
                         const MlirAttribute *sizes);
/// Whether rank and all sizes are equal; two scalars have the same shape.
bool tcTypeSameShape(MlirType a, MlirType b);

//===- Element types ------------------------------------------------------===//

bool tcTypeIsFloat(MlirType type);    ///< f64, f32, bf16, f16
bool tcTypeIsHalf(MlirType type);     ///< bf16, f16
bool tcTypeIsInt(MlirType type);      ///< i64, i32, i16, i8, ui8; not i1
bool tcTypeIsUnsigned(MlirType type); ///< ui8
bool tcTypeIsBool(MlirType type);     ///< i1
bool tcTypeIsComplex(MlirType type);
/// f32 of complex<f32>; any other element as it is.
MlirType tcTypeGetReal(MlirType type);

/// How a value of this type is stored; TC_DTYPE_INVALID if tc has no such
/// elements. tcDTypeSize says how many bytes (tc/dtype.h).
TcDType tcTypeGetDType(MlirType type);
/// The element type of that dtype; null for TC_DTYPE_INVALID.
MlirType tcTypeFromDType(MlirContext context, TcDType dtype);

//===- Symbols ------------------------------------------------------------===//

/// The type with the symbols of its sizes replaced; null if a size becomes
/// one that no tensor has (negative, overflow).
MlirType tcTypeSubstitute(MlirType type, const TcMap *bindings);

/// Calls `visit` for every occurrence of a symbol in the type's sizes.
void tcTypeSymbols(MlirType type, void (*visit)(void *self, const char *symbol),
                   void *self);

/// Where and why two lists of types do not unify.
typedef struct TcUnifyFailure {
  intptr_t position; ///< In the lists.
  intptr_t dim;      ///< -1: rank or element type differ.
  TcUnify reason;
  MlirAttribute wanted; ///< The pattern's size with what is bound replaced.
  MlirAttribute given;
} TcUnifyFailure;

/// Finds sizes for the symbols of `patterns` with which they equal `types`: a
/// kernel's argument types and a launch's operand types, a loop's carried types
/// and its initial ones. Symbols bound before the call stay as they are;
/// `only`, if not null, has those that may be bound (others stand for
/// themselves). Fills in `why` (may be null) and returns false if there are
/// none.
bool tcTypesUnify(intptr_t n, const MlirType *patterns, const MlirType *types,
                  const TcMap *only, TcMap *bindings, TcUnifyFailure *why);

/// The same for a kernel and its launch (arguments, then results): a symbol
/// that the types do not determine is the caller's symbol of that name, as are
/// symbols that occur only inside the kernel.
bool tcTypesUnifyLaunch(intptr_t n, const MlirType *patterns,
                        const MlirType *types, TcMap *bindings,
                        TcUnifyFailure *why);

#ifdef __cplusplus
}
#endif

#endif // TC_IR_TYPES_H
