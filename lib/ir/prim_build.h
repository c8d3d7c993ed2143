// Builders of prims, for decompositions, derivatives, simplification: functions
// over values, with broadcasting, so that a rule reads like its formula.
//
//   mean = tcMean(b, x, dims, true);
//   y = tcMul(b, tcSub(b, x, mean), tcRsqrt(b, tcAdd(b, var, eps)));
//
// A null value stands for an error that was reported: every function accepts
// one and returns null for it, so a formula needs one check, at its end.
#ifndef TC_IR_PRIM_BUILD_H
#define TC_IR_PRIM_BUILD_H

#include "lib/ir/diag.h"
#include "lib/ir/precision.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "lib/support/arena.h"
#include "tc/gen/PrimOps.h"

/// Where a formula is built; errors name `what` it is built for.
typedef struct TcBuild {
  TcBuilder at;
  TcArena *arena;
  const char *what;
  bool tf32; ///< whether products of f32 that are built permit TF32
} TcBuild;

/// Reports an error at the builder's location; returns null.
MlirValue tcFail(TcBuild *b, int number, const char *format, ...)
    TC_PRINTF(3, 4);

//===- Shapes and dimensions ----------------------------------------------===//

/// The sizes of a value, each a #tc.size; in the build's arena.
typedef struct TcShape {
  intptr_t rank;
  MlirAttribute *sizes;
} TcShape;

/// Some dimensions of a value, ascending unless said otherwise.
typedef struct TcDims {
  intptr_t size;
  int64_t *data;
} TcDims;

TcShape tcShapeOf(TcBuild *b, MlirValue x);
/// Room for `rank` sizes, null as yet.
TcShape tcShapeMake(TcBuild *b, intptr_t rank);
TcShape tcShapeCopy(TcBuild *b, TcShape shape);
bool tcShapeEqual(TcShape a, TcShape b);
MlirAttribute tcShapeNumElements(TcBuild *b, TcShape shape);
/// The shape after dimension `dim` got size `size`.
TcShape tcShapeWith(TcBuild *b, TcShape shape, intptr_t dim,
                    MlirAttribute size);
/// The shape with a dimension more, before dimension `dim`.
TcShape tcShapeInsert(TcBuild *b, TcShape shape, intptr_t dim,
                      MlirAttribute size);
TcShape tcShapeRemove(TcBuild *b, TcShape shape, intptr_t dim);
/// Broadcasts as PyTorch does (aligned at the last dimension). Sizes that may
/// or may not be equal count as equal. False if two differ (not reported).
bool tcShapeBroadcast(TcBuild *b, TcShape x, TcShape y, TcShape *out);

TcDims tcDimsMake(TcBuild *b, intptr_t size);
TcDims tcDimsOne(TcBuild *b, int64_t dim);
/// begin, begin + 1, ..., end - 1.
TcDims tcDimsRange(TcBuild *b, int64_t begin, int64_t end);
bool tcDimsContain(TcDims dims, int64_t dim);

MlirAttribute tcSizeInt(TcBuild *b, int64_t value);
MlirAttribute tcValueSize(MlirValue x, intptr_t dim);
intptr_t tcRankOf(MlirValue x);
MlirType tcElementOf(MlirValue x);
/// f32 for f16 and bf16: the type in which formulas of several steps run.
MlirType tcComputeType(MlirType element);
MlirType tcF32(TcBuild *b);
MlirType tcI64(TcBuild *b);
MlirType tcBool(TcBuild *b);

//===- Numbers ------------------------------------------------------------===//

/// Rank-0 constants; they broadcast.
MlirValue tcConst(TcBuild *b, MlirType element, double value);
MlirValue tcConstInt(TcBuild *b, MlirType element, int64_t value);
/// The least and the greatest value of an element type: what a running maximum
/// or minimum starts from.
MlirValue tcLeastOf(TcBuild *b, MlirType type);
MlirValue tcGreatestOf(TcBuild *b, MlirType type);
/// A constant of x's element type.
MlirValue tcNum(TcBuild *b, MlirValue x, double value);
/// A size as a rank-0 value.
MlirValue tcSizeValue(TcBuild *b, MlirAttribute size, MlirType element);
/// `value` (rank 0) everywhere.
MlirValue tcFull(TcBuild *b, TcShape shape, MlirValue value);
MlirValue tcZeros(TcBuild *b, TcShape shape, MlirType element);
/// 0, 1, 2, ... along the only dimension.
MlirValue tcIota(TcBuild *b, MlirAttribute size, MlirType element);
/// A tensor of this shape that holds each element's position along `dim`.
MlirValue tcIotaDim(TcBuild *b, TcShape shape, intptr_t dim, MlirType element);

//===- Elementwise --------------------------------------------------------===//

/// The elementwise prim `kind` over broadcast operands. Their element types
/// must be as the prim wants them.
MlirValue tcElementwise(TcBuild *b, TcPrimOpKind kind, intptr_t n,
                        const MlirValue *operands);
MlirValue tcUnary(TcBuild *b, TcPrimOpKind kind, MlirValue x);
MlirValue tcBinary(TcBuild *b, TcPrimOpKind kind, MlirValue x, MlirValue y);
MlirValue tcWhere(TcBuild *b, MlirValue pred, MlirValue x, MlirValue y);
/// The comparison that holds of ordered numbers where this one does not: lt for
/// ge. TC_PRIM_NONE of what is no such comparison.
TcPrimOpKind tcOppositeOrder(TcPrimOpKind kind);
/// x where it stands to the bound as `keeps` says (TC_PRIM_GE, GT, LE or LT),
/// the bound where it does not, NaN where either is NaN. The derivative there
/// is 0, as that of PyTorch's clamp is; prim-simplify's rule whereOrdered drops
/// the comparison that only the derivative needs.
MlirValue tcBounded(TcBuild *b, MlirValue x, MlirValue bound,
                    TcPrimOpKind keeps);
MlirValue tcConvert(TcBuild *b, MlirValue x, MlirType element);
MlirValue tcBitcast(TcBuild *b, MlirValue x, MlirType element);

#define TC_UNARY(NAME, KIND)                                                   \
  static inline MlirValue tc##NAME(TcBuild *b, MlirValue x) {                  \
    return tcUnary(b, TC_PRIM_##KIND, x);                                      \
  }
#define TC_BINARY(NAME, KIND)                                                  \
  static inline MlirValue tc##NAME(TcBuild *b, MlirValue x, MlirValue y) {     \
    return tcBinary(b, TC_PRIM_##KIND, x, y);                                  \
  }
TC_UNARY(Abs, ABS)
TC_UNARY(Neg, NEG)
TC_UNARY(Not, BITWISE_NOT)
TC_UNARY(Exp, EXP)
TC_UNARY(Expm1, EXPM1)
TC_UNARY(Log, LOG)
TC_UNARY(Log1p, LOG1P)
TC_UNARY(Sqrt, SQRT)
TC_UNARY(Rsqrt, RSQRT)
TC_UNARY(Sin, SIN)
TC_UNARY(Cos, COS)
TC_UNARY(Tanh, TANH)
TC_UNARY(Erf, ERF)
TC_UNARY(Floor, FLOOR)
TC_BINARY(Add, ADD)
TC_BINARY(Sub, SUB)
TC_BINARY(Mul, MUL)
TC_BINARY(Div, DIV)
TC_BINARY(Pow, POW)
TC_BINARY(Max, MAXIMUM)
TC_BINARY(Min, MINIMUM)
TC_BINARY(Eq, EQ)
TC_BINARY(Ne, NE)
TC_BINARY(Lt, LT)
TC_BINARY(Le, LE)
TC_BINARY(Gt, GT)
TC_BINARY(Ge, GE)
TC_BINARY(And, BITWISE_AND)
TC_BINARY(Or, BITWISE_OR)
TC_BINARY(Xor, BITWISE_XOR)
#undef TC_UNARY
#undef TC_BINARY

//===- Moving elements ----------------------------------------------------===//

/// Repeats elements as PyTorch broadcasts.
MlirValue tcBroadcastTo(TcBuild *b, MlirValue x, TcShape shape);
/// Dimension i of x becomes dims[i] of the result.
MlirValue tcBroadcastInDim(TcBuild *b, MlirValue x, TcShape shape, TcDims dims);
/// The same value under sizes written differently: checked when run where it
/// cannot be proved.
MlirValue tcCastSizes(TcBuild *b, MlirValue x, TcShape shape);
MlirValue tcReshape(TcBuild *b, MlirValue x, TcShape shape);
/// A new dimension of size 1 before dimension `dim`.
MlirValue tcUnsqueeze(TcBuild *b, MlirValue x, intptr_t dim);
/// Drops a dimension of size 1.
MlirValue tcSqueeze(TcBuild *b, MlirValue x, intptr_t dim);
/// Dimensions [begin, end) become one.
MlirValue tcFlatten(TcBuild *b, MlirValue x, intptr_t begin, intptr_t end);
MlirValue tcTranspose(TcBuild *b, MlirValue x, TcDims permutation);
MlirValue tcSwap(TcBuild *b, MlirValue x, intptr_t dim0, intptr_t dim1);
/// Dimension `from` becomes dimension `to`, the others keep their order.
MlirValue tcMoveDim(TcBuild *b, MlirValue x, intptr_t from, intptr_t to);
MlirValue tcRev(TcBuild *b, MlirValue x, TcDims dims);
/// `size` elements of `dim` from `start`, every `step`-th.
MlirValue tcSlice(TcBuild *b, MlirValue x, intptr_t dim, MlirAttribute start,
                  MlirAttribute size, int64_t step);
/// Element `index` of `dim`, which vanishes.
MlirValue tcSelect(TcBuild *b, MlirValue x, intptr_t dim, MlirAttribute index);
/// Puts `low` and `high` copies of `value` (rank 0) around; negative crops.
MlirValue tcPad(TcBuild *b, MlirValue x, MlirValue value,
                const MlirAttribute *low, const MlirAttribute *high);
MlirValue tcCat(TcBuild *b, intptr_t n, const MlirValue *xs, intptr_t dim);
/// x[..., indices, ...]: indices of one shape, non-negative; see prim.index.
MlirValue tcIndex(TcBuild *b, MlirValue x, intptr_t n, const MlirValue *indices,
                  TcDims dims);
MlirValue tcIndexPut(TcBuild *b, MlirValue x, MlirValue values, intptr_t n,
                     const MlirValue *indices, TcDims dims,
                     const char *combine);
/// x with `update` over it at `start` of `dim`.
MlirValue tcUpdateSlice(TcBuild *b, MlirValue x, MlirValue update, intptr_t dim,
                        MlirAttribute start);

//===- Reductions, products -----------------------------------------------===//

MlirValue tcReduce(TcBuild *b, TcPrimOpKind kind, MlirValue x, TcDims dims,
                   bool keepDims);
MlirValue tcSum(TcBuild *b, MlirValue x, TcDims dims, bool keepDims);
MlirValue tcMean(TcBuild *b, MlirValue x, TcDims dims, bool keepDims);
MlirValue tcAmax(TcBuild *b, MlirValue x, TcDims dims, bool keepDims);
/// The maximum (with the reduced dimensions) as a shift that the formula's
/// value does not depend on: it gets no derivative (`tc.detached` on its op).
MlirValue tcShift(TcBuild *b, MlirValue x, TcDims dims);
/// The product of the sizes of `dims`.
MlirAttribute tcCount(TcBuild *b, MlirValue x, TcDims dims);

/// Which dimensions of the two operands of a product go together.
typedef struct TcDot {
  TcDims xBatch, yBatch, xContract, yContract;
} TcDot;

/// prim.dot_general; `out` null: the operands' element type. Sizes that go
/// together and are written differently are asserted to be equal.
MlirValue tcDotGeneral(TcBuild *b, MlirValue x, MlirValue y, TcDot dims,
                       MlirType out);

/// How the window of a convolution moves, by spatial dimension.
typedef struct TcWindow {
  TcDims strides, low, high, spread, dilation;
  int64_t groups;
} TcWindow;

/// prim.convolution; `out` null: the operands' element type.
MlirValue tcConvolution(TcBuild *b, MlirValue x, MlirValue w, TcWindow window,
                        MlirType out);

#endif // TC_IR_PRIM_BUILD_H
