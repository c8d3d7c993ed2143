// The call that a decomposition rule replaces: its arguments by their schema
// names, with defaults, and its results.
//
// A rule is one C function in the table of its family, with the formula in one
// line above it. It never checks for errors: they are reported where they occur
// and propagate as null values.
//
//   // silu(x) = x * sigmoid(x)
//   static void silu(TcFxCall *c, TcBuild *b) { ... }
#ifndef TC_PASSES_DECOMPOSE_CALL_H
#define TC_PASSES_DECOMPOSE_CALL_H

#include "dialects/fx/schema.h"
#include "lib/ir/prim_build.h"

typedef struct TcFxCall TcFxCall;
typedef void TcFxRuleFn(TcFxCall *c, TcBuild *b);

typedef struct TcFxRule {
  const char *target; ///< "aten.silu.default"
  TcFxRuleFn *run;
  TcPrimOpKind prim; ///< For functions that many rows share.
} TcFxRule;

typedef struct TcFxRules {
  const TcFxRule *rules;
  size_t size;
} TcFxRules;

#define TC_FX_RULES(NAME, ARRAY)                                               \
  const TcFxRules NAME = {ARRAY, sizeof(ARRAY) / sizeof(ARRAY[0])}

extern const TcFxRules tcFxBackwardRules, tcFxNormBackwardRules,
    tcFxEinsumRules, tcFxGroupedRules, tcFxWindowRules, tcFxResampleRules,
    tcFxDataSizeRules, tcFxDistanceRules, tcFxSolveRules,
    tcFxRecurrentLayerRules, tcFxBagRules, tcFxGammaRules, tcFxSpecialRules,
    tcFxOrderRules, tcFxPartRules, tcFxSetRules, tcFxPadRules, tcFxFourierRules;
extern const TcFxRules tcFxPointwiseRules, tcFxActivationRules,
    tcFxCompareRules, tcFxViewRules, tcFxPieceRules, tcFxRepeatRules,
    tcFxReduceRules, tcFxScanRules, tcFxNormRules, tcFxLossRules,
    tcFxMatmulRules, tcFxAttentionRules, tcFxConvRules, tcFxPoolRules,
    tcFxIndexRules, tcFxScatterRules, tcFxCreationRules, tcFxRandomRules,
    tcFxRecurrentRules;

/// The random numbers of a function: an argument with the key, added when the
/// first number is drawn, and how many have been drawn.
typedef struct TcFxRandom {
  MlirBlock block;
  MlirValue key;
  MlirAttribute drawn;
} TcFxRandom;

/// A stand-in for an argument that the call's schema does not have: a leaf (for
/// a value behind the op's own operands: tcFxAddOperand), or another argument.
/// With stand-ins the rule of an overload is run for its *_backward overload
/// (backward.c).
typedef struct TcFxStandIn {
  const char *name; ///< Null: none.
  MlirAttribute attr;
  const char *other;
} TcFxStandIn;

struct TcFxCall {
  TcBuild *b;
  MlirOperation op; ///< The fx.call.
  const TcFxRule *rule;
  const struct TcMap *rules; ///< From target to TcFxRule.
  TcFxStandIn standIns[4];
  TcFxSchema schema;
  MlirAttribute bound[TC_FX_MAX_ARGS];
  const MlirValue *operands; ///< What the call's operands became.
  intptr_t numAdded;         ///< Behind them (tcFxAddOperand).
  MlirValue *results;        ///< To be filled in: one per result of `op`.
  TcFxRandom *random;
  struct TcMap *ofBlocks; ///< Of the graph: see grouped_blocks.c.
};

/// Fills in schema and arguments of an op whose `b`, `op`, `operands` are set;
/// false after an error.
bool tcFxCallBind(TcFxCall *c);

//===- Arguments ----------------------------------------------------------===//

bool tcArgIsNone(TcFxCall *c, const char *name);
/// The leaf or list as it stands in the argument tree.
MlirAttribute tcArgAttr(TcFxCall *c, const char *name);

/// A tensor; a Python number as rank-0 tensor of its default type.
MlirValue tcArg(TcFxCall *c, const char *name);
/// Null, without an error, if it is none.
MlirValue tcArgOrNone(TcFxCall *c, const char *name);
/// A list of tensors; none is null. Returns how many.
intptr_t tcArgTensors(TcFxCall *c, const char *name, MlirValue **out);
/// A number as a rank-0 value of this element type.
MlirValue tcArgNumber(TcFxCall *c, const char *name, MlirType element);

bool tcArgBool(TcFxCall *c, const char *name);
int64_t tcArgInt(TcFxCall *c, const char *name);
int64_t tcArgIntOr(TcFxCall *c, const char *name, int64_t otherwise);
double tcArgFloat(TcFxCall *c, const char *name);
double tcArgFloatOr(TcFxCall *c, const char *name, double otherwise);
/// Whether it is a constant number of this value.
bool tcArgIsValue(TcFxCall *c, const char *name, double value);
MlirAttribute tcArgSize(TcFxCall *c, const char *name);
/// A list of sizes.
TcShape tcArgSizes(TcFxCall *c, const char *name);
/// The shape of a fill (zeros, rand): the argument `size`, or that of `self`.
TcShape tcArgFillShape(TcFxCall *c, TcBuild *b);
/// Its element type: the argument `dtype`, or that of `self`, or f32.
MlirType tcArgFillElement(TcFxCall *c, TcBuild *b);
/// A list of `n` integers, of which one may stand for all; empty for an empty
/// list or none.
TcDims tcArgInts(TcFxCall *c, const char *name, intptr_t n);
/// A dimension of a value of this rank, counted from 0. A scalar counts as
/// having one dimension.
intptr_t tcArgDim(TcFxCall *c, const char *name, intptr_t rank);
/// A list of them, ascending; all for none or an empty list.
TcDims tcArgDims(TcFxCall *c, const char *name, intptr_t rank);
/// The same in the order given, none for an empty list.
TcDims tcArgDimList(TcFxCall *c, const char *name, intptr_t rank);
bool tcArgIsString(TcFxCall *c, const char *name, const char *text);
/// Element i of a list of truth values; true where there is no such list.
bool tcArgMask(TcFxCall *c, const char *name, intptr_t i);
/// Null if it is none or not an argument.
MlirType tcArgDType(TcFxCall *c, const char *name);

/// Another operand of the call, behind its own; the leaf that stands for it.
MlirAttribute tcFxAddOperand(TcFxCall *c, MlirValue value);

/// Whether the module of the op is compiled for a GPU.
bool tcFxIsForGpu(MlirOperation op);

/// Reports that the call asks for something that has no rule.
void tcUnsupported(TcFxCall *c, const char *what);

//===- Results ------------------------------------------------------------===//

void tcReturn(TcFxCall *c, MlirValue value);
void tcReturnAs(TcFxCall *c, MlirValue value, MlirType element);
void tcReturnAt(TcFxCall *c, intptr_t i, MlirValue value);
/// A result that is None in PyTorch: the capture gives it a type of no
/// elements, or nobody reads it.
void tcReturnNone(TcFxCall *c, intptr_t i);
/// The captured type of a result: for sizes that no rule can compute.
MlirType tcResultType(TcFxCall *c, intptr_t i);
intptr_t tcNumResults(TcFxCall *c);

//===- Type promotion (promote.c) -----------------------------------------===//

/// torch.promote_types; a null type is absent.
MlirType tcPromoteTypes(MlirType a, MlirType b);

/// How an elementwise op picks its types; flags.
typedef enum TcPromotion {
  TC_PROMOTE = 0,       ///< torch.result_type of all operands.
  TC_PROMOTE_FLOAT = 1, ///< The same, f32 for integers and bool.
  TC_NARROW = 2,        ///< Computes in f16 and bf16 where they result.
  TC_DIRECT = 4,        ///< The same unless a Python number takes part, which
                        ///< PyTorch does not round: for single prims.
} TcPromotion;

/// torch.result_type of the arguments named (up to `n`; none is skipped).
MlirType tcResultElement(TcFxCall *c, unsigned promotion, intptr_t n,
                         const char *const *names);

/// Operands of an elementwise op after promotion.
typedef struct TcPointwise {
  MlirType result;  ///< The promoted element type.
  MlirType compute; ///< f32 where that is f16 or bf16 (but see TcPromotion).
  MlirValue x[4];   ///< In the compute type; not broadcast yet.
} TcPointwise;

TcPointwise tcPointwise(TcFxCall *c, unsigned promotion, intptr_t n,
                        const char *const *names);
#define TC_POINTWISE(C, PROMOTION, ...)                                        \
  tcPointwise((C), (PROMOTION),                                                \
              sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *),     \
              (const char *const[]){__VA_ARGS__})

/// x in i1: whether it differs from zero.
MlirValue tcTruth(TcBuild *b, MlirValue x);
/// A floating-point argument in its compute type; an integer in f32.
MlirValue tcArgCompute(TcFxCall *c, const char *name);

#endif // TC_PASSES_DECOMPOSE_CALL_H
