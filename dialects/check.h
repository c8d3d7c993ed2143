// Helpers of the verifiers and type inference of all dialects. A TcCheck is an
// op that exists (verification) or is about to be created (inference), so a
// constraint is written once for both.
//
// A message reads "'prim.cat' op [TC-0227] C3: what is wrong; what to do". The
// number has a line in docs/errors.md, C3 is the constraint in the op's row.
#ifndef TC_DIALECTS_CHECK_H
#define TC_DIALECTS_CHECK_H

#include "ir/diag.h"
#include "ir/hooks.h"
#include "ir/types.h"

typedef struct TcCheck {
  const TcInferArgs *args; // inference, or
  MlirOperation op;        // verification
  const TcRelate *relate;  // may be null
} TcCheck;

static inline TcCheck tcCheckArgs(const TcInferArgs *args) {
  return (TcCheck){args, {NULL}, args->relate};
}
static inline TcCheck tcCheckOp(MlirOperation op) {
  return (TcCheck){NULL, op, NULL};
}

MlirContext tcCheckContext(const TcCheck *c);
intptr_t tcCheckNumOperands(const TcCheck *c);
MlirType tcCheckType(const TcCheck *c, intptr_t operand);
/// Null if it is absent.
MlirAttribute tcCheckAttr(const TcCheck *c, const char *name);

/// Emits at the op, its name first, and fails.
MlirLogicalResult tcCheckFail(const TcCheck *c, const char *format, ...)
    TC_PRINTF(2, 3);

#define TC_OK_RESULT mlirLogicalResultSuccess()
#define TC_TRY(EXPR)                                                           \
  do {                                                                         \
    if (mlirLogicalResultIsFailure(EXPR))                                      \
      return mlirLogicalResultFailure();                                       \
  } while (0)

//===- What many ops have in common ---------------------------------------===//

// A size of a foreign tensor has no name: it is null, and equal to every other.
// Where it decides a size of a result, that has no name either.

/// Operands `first` and up are tensors of tc's elements, of rank TC_MAX_RANK at
/// most.
MlirLogicalResult tcCheckTensors(const TcCheck *c, intptr_t first);
/// The same for one type; `what` names it: "operand 1".
MlirLogicalResult tcCheckTensorType(const TcCheck *c, MlirType type,
                                    const char *what);
/// The same, where sizes need names.
MlirLogicalResult tcCheckNamedTensors(const TcCheck *c, intptr_t first);
MlirLogicalResult tcCheckNamedTensorType(const TcCheck *c, MlirType type,
                                         const char *what);

/// A DenseI64ArrayAttr.
typedef struct TcInts {
  int64_t data[2 * TC_MAX_RANK];
  intptr_t size;
} TcInts;

/// Reads attribute `name`; fails if it is absent, of another kind or too long.
MlirLogicalResult tcCheckInts(const TcCheck *c, const char *name, TcInts *out);
MlirLogicalResult tcCheckInt(const TcCheck *c, const char *name, int64_t *out);
/// Reads a #tc.dims of `n` sizes; "[TC-nnnn] Cn: " begins its message.
MlirLogicalResult tcCheckSizes(const TcCheck *c, const char *name, intptr_t n,
                               MlirAttribute out[TC_MAX_RANK],
                               const char *rule);

/// `dim` is a dimension of a tensor of this rank.
MlirLogicalResult tcCheckDim(const TcCheck *c, int64_t dim, intptr_t rank,
                             const char *rule);
/// All of `dims` are, and none twice; *mask gets a bit for each.
MlirLogicalResult tcCheckDims(const TcCheck *c, const TcInts *dims,
                              intptr_t rank, const char *rule, unsigned *mask);

/// Both have the same element type.
MlirLogicalResult tcCheckSameElement(const TcCheck *c, MlirType a, MlirType b,
                                     const char *rule);
/// Sizes are equal, or have no names; `what` names them: "contracting sizes".
MlirLogicalResult tcCheckEqualSizes(const TcCheck *c, MlirAttribute a,
                                    MlirAttribute b, const char *rule,
                                    const char *what);

/// Pushes the tensor of these sizes, or fails with `rule` where a size could
/// not be computed or is negative; without names if an operand has none.
MlirLogicalResult tcCheckPush(const TcCheck *c, TcTypeSink *out, intptr_t rank,
                              const MlirAttribute *sizes, MlirType element,
                              const char *rule);

/// Whether the attribute is a number of this element type; a complex one is an
/// array of its parts, [re, im].
bool tcAttrIsNumberOf(MlirAttribute attr, MlirType element);

/// The symbol is a prim.weight of the type of the op's result (prim.get_weight,
/// fx.get_attr).
MlirLogicalResult tcCheckWeightUse(MlirOperation op, TcSymbolTables *tables,
                                   MlirAttribute symbol, const char *rule);

/// Texts for messages, cut where they are long.
typedef struct TcText {
  char text[240];
} TcText;
TcText tcTypeText(MlirType type);
TcText tcAttrText(MlirAttribute attr);
/// "2*s + 1"; "?" for null.
TcText tcSizeText(MlirAttribute size);

#define TC_REF(STRING) (int)(STRING).length, (STRING).data

#endif // TC_DIALECTS_CHECK_H
