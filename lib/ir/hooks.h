// The C functions a .td row may name (cVerify, cVerifySymbols, cInfer,
// cEffects, cFold in dialects/tc/TcBase.td). They are written beside the rows,
// in dialects/<d>/; the op classes in lib/shim call them.
#ifndef TC_IR_HOOKS_H
#define TC_IR_HOOKS_H

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Checks `op`, whose declared constraints hold. Emits an error at the op on
/// failure.
typedef MlirLogicalResult TcVerifyFn(MlirOperation op);

/// Looks symbols up, with a cache that lives as long as one verification.
typedef struct TcSymbolTables TcSymbolTables;
/// The op that `symbol` (a SymbolRefAttr) refers to from `from`; null if none.
MlirOperation tcSymbolTablesLookup(TcSymbolTables *tables, MlirOperation from,
                                   MlirAttribute symbol);

/// Checks the symbols that `op` refers to. Runs after all ops were verified.
typedef MlirLogicalResult TcVerifySymbolsFn(MlirOperation op,
                                            TcSymbolTables *tables);

/// Whoever names sizes that have no names is told what an op needs of them, and
/// answers by names; without it, what is not so is an error.
typedef struct TcRelate {
  /// Two sizes that have to be equal and may be: neither is null.
  void (*equal)(void *self, MlirAttribute a, MlirAttribute b);
  /// A size of a result that is `all` if nobody said how much it is.
  void (*otherwise)(void *self, MlirAttribute size, MlirAttribute all);
  void *self;
} TcRelate;

/// What an op is made of before it exists.
typedef struct TcInferArgs {
  MlirContext context;
  MlirLocation location; ///< Null where nobody wants to read errors.
  MlirStringRef opName;  ///< Such as "prim.sum".
  intptr_t numOperands;
  const MlirValue *operands;
  MlirAttribute attributes; ///< DictionaryAttr, properties included; not null.
  intptr_t numRegions;
  const MlirRegion *regions;
  const TcRelate *relate; ///< May be null.
} TcInferArgs;

/// Where inference puts the result types, in order.
typedef struct TcTypeSink TcTypeSink;
void tcTypeSinkPush(TcTypeSink *sink, MlirType type);

/// Pushes one type a result, or emits at args->location and fails. Operands
/// and attributes may be malformed: inference runs before verification.
typedef MlirLogicalResult TcInferFn(const TcInferArgs *args, TcTypeSink *out);

/// The types that `fn` gives for an op that exists, into `types`, which has
/// room for one a result; emits at the op, or fails.
MlirLogicalResult tcInferOpTypes(TcInferFn *fn, MlirOperation op,
                                 const TcRelate *relate, MlirType *types);

/// The attribute `name` of the op to be, or null.
MlirAttribute tcInferArgsGetAttr(const TcInferArgs *args, const char *name);

/// A bit mask of TcEffect.
typedef unsigned TcEffectsFn(MlirOperation op);
enum TcEffect {
  TC_EFFECT_READ = 1,
  TC_EFFECT_WRITE = 2,
  TC_EFFECT_ALLOCATE = 4,
  TC_EFFECT_FREE = 8
};

/// The folded result of an op with one result: fill in one of the two.
typedef struct TcFolded {
  MlirValue value;
  MlirAttribute attribute;
} TcFolded;

/// `constants[i]` is operand i's value if it is a constant, else null. Returns
/// whether `out` was filled in.
typedef bool TcFoldFn(MlirOperation op, intptr_t numOperands,
                      const MlirAttribute *constants, TcFolded *out);

#ifdef __cplusplus
}
#endif

#endif // TC_IR_HOOKS_H
