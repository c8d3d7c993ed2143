// Shared by the passes of this folder: finding functions of a module, and
// editing signatures.
#ifndef TC_PASSES_AUTODIFF_JOINT_H
#define TC_PASSES_AUTODIFF_JOINT_H

#include "lib/ir/builder.h"
#include "lib/support/arena.h"
#include "lib/support/vec.h"
#include "tc/gen/PrimOps.h"

typedef TC_VEC(MlirType) TcTypeList;
typedef TC_VEC(MlirAttribute) TcAttrList;

/// Types and attributes (dictionaries) of a function's arguments and results.
typedef struct TcSignature {
  TcTypeList arguments, results;
  TcAttrList argAttrs, resAttrs;
} TcSignature;

TcSignature tcSignatureOf(TcArena *arena, MlirOperation func);
/// `attrs` may be null.
void tcSignatureAddArgument(TcArena *arena, TcSignature *s, MlirType type,
                            MlirAttribute attrs);
void tcSignatureAddResult(TcArena *arena, TcSignature *s, MlirType type,
                          MlirAttribute attrs);
/// Takes an attribute out of dictionaries.
void tcAttrsDrop(TcArena *arena, TcAttrList *attrs, const char *name);
/// A function with that signature after `after`, with an empty block.
MlirOperation tcSignatureCreate(MlirOperation after, const char *name,
                                const TcSignature *s);

/// The first op of a module's body.
MlirOperation tcFirstInModule(MlirOperation module);
/// The prim.weight of that name; null if there is none.
MlirOperation tcFindWeight(MlirOperation module, MlirStringRef name);
/// The func.func with a body; null if there is none.
MlirOperation tcFindFunction(MlirOperation module, MlirStringRef name);

#endif // TC_PASSES_AUTODIFF_JOINT_H
