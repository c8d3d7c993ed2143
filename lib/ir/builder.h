// Insertion points, and the functions with which the generated builders
// (build/gen/tc/gen) build an op. A builder that is given a null value, type or
// attribute, or whose op fails type inference, reports at the builder's
// location and gives a null op; a null op's results are null, so an error
// passes through a chain of builders without harm and is checked once, at its
// end.
#ifndef TC_LIB_IR_BUILDER_H
#define TC_LIB_IR_BUILDER_H

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/IR.h"
#include "mlir-c/Rewrite.h"

#ifdef __cplusplus
extern "C" {
#endif

/// An insertion point with the location that new ops get. New ops go before
/// `before`, or to the end of `block` if that is null. If `block` is null too,
/// they stay detached and belong to the caller.
typedef struct TcBuilder {
  MlirContext ctx;
  MlirLocation loc;
  MlirBlock block;
  MlirOperation before;
  MlirRewriterBase rewriter; ///< Told of new ops; null outside of rules.
  int64_t *made;             ///< Counts new ops; may be null.
} TcBuilder;

TcBuilder tcBuilderAtEnd(MlirBlock block, MlirLocation loc);
TcBuilder tcBuilderAtStart(MlirBlock block, MlirLocation loc);
/// The location is that of `op`.
TcBuilder tcBuilderBefore(MlirOperation op);
TcBuilder tcBuilderAfter(MlirOperation op);
/// New ops stay detached.
TcBuilder tcBuilderDetached(MlirLocation loc);

/// Inserts an op that has no block yet; the block owns it. Null is ignored.
void tcBuilderInsert(TcBuilder *b, MlirOperation op);

/// Appends to `region` a block with arguments of these types.
MlirBlock tcBuilderAddBlock(TcBuilder *b, MlirRegion region, intptr_t nTypes,
                            const MlirType *types);

/// An op under construction. Only generated builders, and code that builds ops
/// whose name it learns at run time, need what follows. Call begin, add, end,
/// in the order of the row. A null for a required item makes End report it and
/// return null.
typedef struct TcOpState {
  MlirOperationState state;
  MlirContext ctx;
  TcBuilder *builder;
  const char *missing; // the first of the required things that was null
} TcOpState;

void tcOpBegin(TcOpState *s, TcBuilder *b, const char *name);
/// The new op, inserted; null after an error, which has been reported.
MlirOperation tcOpEnd(TcOpState *s);
/// As tcOpEnd; checked builds (TC_CHECKED) also verify the op, if it has
/// results but no regions and lies in a module, and erase it if it is wrong.
/// Used for upstream ops, which are so verified completely when they are built.
MlirOperation tcOpEndVerified(TcOpState *s);
/// The result of an op that has one; null of null.
MlirValue tcOpOnlyResult(MlirOperation op);

void tcOpAddOperand(TcOpState *s, const char *what, MlirValue value);
void tcOpAddOperands(TcOpState *s, const char *what, intptr_t n,
                     const MlirValue *values);
void tcOpAddResult(TcOpState *s, const char *what, MlirType type);
void tcOpAddResults(TcOpState *s, const char *what, intptr_t n,
                    const MlirType *types);
void tcOpAddSuccessor(TcOpState *s, const char *what, MlirBlock block);
void tcOpAddSuccessors(TcOpState *s, const char *what, intptr_t n,
                       const MlirBlock *blocks);
/// Optional ones: null adds nothing.
void tcOpAddOptionalOperand(TcOpState *s, MlirValue value);
void tcOpAddOptionalResult(TcOpState *s, MlirType type);
void tcOpAddOptionalAttr(TcOpState *s, const char *name, MlirAttribute attr);
/// Result types come from the op's type inference.
void tcOpInferResults(TcOpState *s);
/// Adds `n` empty regions.
void tcOpAddRegions(TcOpState *s, intptr_t n);

void tcOpAddAttr(TcOpState *s, const char *name, MlirAttribute attr);
void tcOpAddInt(TcOpState *s, const char *name, MlirType type, int64_t value);
void tcOpAddFloat(TcOpState *s, const char *name, MlirType type, double value);
void tcOpAddBool(TcOpState *s, const char *name, bool value);
void tcOpAddUnit(TcOpState *s, const char *name, bool present);
void tcOpAddString(TcOpState *s, const char *name, MlirStringRef text);
void tcOpAddSymbol(TcOpState *s, const char *name, MlirStringRef symbol);
void tcOpAddType(TcOpState *s, const char *name, MlirType type);
void tcOpAddI64s(TcOpState *s, const char *name, intptr_t n,
                 const int64_t *values);
void tcOpAddI32s(TcOpState *s, const char *name, intptr_t n,
                 const int32_t *values);
/// As an ArrayAttr of i64 attributes.
void tcOpAddI64List(TcOpState *s, const char *name, intptr_t n,
                    const int64_t *values);

/// [1, 2, 3] : array<i64>, i64, index, string, truth value: the attributes that
/// are needed all the time, from plain C values.
MlirAttribute tcAttrI64s(MlirContext ctx, intptr_t n, const int64_t *values);
MlirAttribute tcAttrI64(MlirContext ctx, int64_t value);
MlirAttribute tcAttrIndex(MlirContext ctx, int64_t value);
MlirAttribute tcAttrString(MlirContext ctx, const char *text);
MlirAttribute tcAttrBool(MlirContext ctx, bool value);

/// Nulls for optional arguments of `...Create` builders.
static inline MlirAttribute tcNoAttr(void) {
  MlirAttribute none = {NULL};
  return none;
}
static inline MlirValue tcNoValue(void) {
  MlirValue none = {NULL};
  return none;
}
static inline MlirType tcNoType(void) {
  MlirType none = {NULL};
  return none;
}
static inline MlirOperation tcNoOp(void) {
  MlirOperation none = {NULL};
  return none;
}
static inline MlirStringRef tcStr(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

#ifdef __cplusplus
}
#endif

#endif // TC_LIB_IR_BUILDER_H
