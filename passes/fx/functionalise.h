// The state of fx-functionalise while it walks over a graph: storages, views of
// them, and the steps from one view to another.
#ifndef TC_PASSES_FX_FUNCTIONALISE_H
#define TC_PASSES_FX_FUNCTIONALISE_H

#include "lib/support/map.h"
#include "lib/support/vec.h"
#include "passes/decompose/call.h"

typedef struct TcView TcView;
typedef struct TcStorage TcStorage;

//===- Where a view's elements lie (strides.c) ----------------------------===//

/// Strides and offset in elements of the storage; `sizes` null: not known.
typedef struct TcStrides {
  MlirAttribute *sizes; ///< One a dimension.
  MlirAttribute offset;
} TcStrides;

TcStrides tcStridesDense(TcBuild *b, TcShape shape);
/// The strides of a #tc.layout; dense for null.
TcStrides tcStridesOfLayout(TcBuild *b, TcShape shape, MlirAttribute layout);
/// Whether known to be dense and row-major; the offset may be anything.
bool tcStridesAreDense(TcBuild *b, TcShape shape, TcStrides strides);
/// Whether they are dense with the dimensions in some order: that, from
/// outermost to innermost.
bool tcStridesOrder(TcBuild *b, TcShape shape, TcStrides strides,
                    TcDims *order);

typedef enum TcAliasing {
  TC_ALIAS_VIEW,
  TC_ALIAS_COPY,
  TC_ALIAS_UNKNOWN
} TcAliasing;

/// Whether a value of shape `from` can be viewed as shape `to` without a copy;
/// *out then has the strides.
TcAliasing tcStridesReshape(TcBuild *b, TcShape from, TcStrides strides,
                            TcShape to, TcStrides *out);

//===- One view made of another (steps.c) ---------------------------------===//

TcShape tcFxShapeOf(TcBuild *b, MlirType type);

typedef enum TcStepKind {
  TC_STEP_SAME,
  TC_STEP_RESHAPE,
  TC_STEP_PERMUTE,
  TC_STEP_SLICE,
  TC_STEP_SELECT,
  TC_STEP_DIAGONAL,
  TC_STEP_STRIDED, ///< Of the storage itself.
  TC_STEP_EXPAND,
  TC_STEP_BITCAST,
  TC_STEP_REAL,
  TC_STEP_IMAG,
  TC_STEP_VIEW_AS_REAL,
  TC_STEP_VIEW_AS_COMPLEX,
  TC_STEP_CONJ,
  TC_STEP_OTHER, ///< Made again by repeating the call; read-only.
} TcStepKind;

typedef struct TcStep {
  TcStepKind kind;
  TcDims permutation;
  int64_t dim, dim2, step, diagonal;
  MlirAttribute start, end; ///< select: `start` is the index
  TcStrides strides;        ///< strided
  MlirOperation call;       ///< other: what to repeat, ...
  intptr_t operand, result; ///< ... in place of which operand, which result
} TcStep;

/// How a call derives result `result` from an argument: as a view, as a copy,
/// or unknown. `operand` becomes the position of that argument among the call's
/// operands.
TcAliasing tcStepOfCall(TcFxCall *c, const TcView *parent, intptr_t result,
                        TcStep *out);
/// The operand that a result of a call may be a view of; -1: of none.
intptr_t tcViewedOperand(TcFxCall *c, intptr_t result);

/// Where the view lies, given where its parent does.
TcStrides tcStepStrides(TcBuild *b, const TcView *parent, const TcStep *step,
                        TcShape shape);
/// The view's value, from its parent's.
MlirValue tcStepForward(TcBuild *b, const TcStep *step, MlirValue parent,
                        MlirType type);
/// The parent's new value when the view's is `value`; null after an error.
MlirValue tcStepInverse(TcBuild *b, const TcStep *step, MlirValue parent,
                        MlirValue value);

//===- Storages and views -------------------------------------------------===//

struct TcView {
  TcStorage *storage;
  TcView *parent; ///< Null: the storage itself.
  TcStep step;    ///< From the parent.
  MlirType type;
  TcStrides strides;
  MlirValue value; ///< As of `version` of the storage.
  unsigned version;
};

typedef enum TcLinkKind {
  TC_LINK_COPY,    ///< May be a view of it, may be a copy.
  TC_LINK_OVERLAP, ///< Arguments that may overlap.
} TcLinkKind;

typedef struct TcLink {
  TcStorage *other;
  TcLinkKind kind;
} TcLink;

struct TcStorage {
  TcView *base;
  unsigned version;  ///< Counts writes.
  unsigned depth;    ///< Of the region that made it.
  bool readOnly;     ///< An argument of a region.
  intptr_t argument; ///< -1: none
  MlirAttribute weight;
  TC_VEC(MlirValue) values; ///< What the graph calls views of it.
  TC_VEC(TcLink) links;
};

//===- The walk (storage.c) -----------------------------------------------===//

/// The state of one run over a graph.
typedef struct TcFunctionalise {
  TcBuild b;
  TcMap views;                  ///< From values of the graph to TcView.
  TcMap weights;                ///< From symbols to TcStorage.
  TC_VEC(TcStorage *) storages; ///< Of arguments and weights, in order.
  TC_VEC(MlirOperation) dead;   ///< Replaced, to be erased at the end.
  unsigned depth;               ///< Of the region that is walked.
  intptr_t writes;
} TcFunctionalise;

/// The view that a value of the graph names; null if it names none.
TcView *tcFxViewOf(TcFunctionalise *p, MlirValue value);
void tcFxNameView(TcFunctionalise *p, MlirValue value, TcView *view);
/// A new storage that holds `value`, seen whole.
TcView *tcFxAddStorage(TcFunctionalise *p, MlirValue value, TcStrides strides);
/// The same, of a result that is no view; dense, or one does not know.
void tcFxAddFresh(TcFunctionalise *p, MlirValue result, bool dense);
TcView *tcFxAddView(TcFunctionalise *p, TcView *parent, const TcStep *step,
                    MlirType type, MlirValue value);
void tcFxLink(TcFunctionalise *p, TcStorage *a, TcStorage *b, TcLinkKind kind);

/// The view's value after all writes so far; null after an error.
MlirValue tcFxReadView(TcFunctionalise *p, TcView *v);
/// Writes `value` to a view, by op `op`; false after an error.
bool tcFxWriteView(TcFunctionalise *p, TcView *v, MlirValue value,
                   MlirOperation op);
/// Replaces operands by the current values of the views that they name.
bool tcFxReadOperands(TcFunctionalise *p, MlirOperation op);
/// Whether all tensors that a call reads are dense: then so are its results.
bool tcFxReadsDense(TcFunctionalise *p, MlirOperation op);

//===- Writes (inplace.c), boundaries (boundary.c) ------------------------===//

/// The arguments that a call writes, into room for TC_FX_MAX_ARGS; how many.
intptr_t tcFxWrittenArguments(TcFxCall *c, int *out);
/// Replaces a call that writes to its arguments `written`.
bool tcFxInPlaceCall(TcFunctionalise *p, TcFxCall *c, intptr_t n,
                     const int *written);
/// The view of which `target` is the in-place form, or null.
const char *tcFxViewInPlace(MlirStringRef target);

/// Storages of the arguments.
void tcFxAddArguments(TcFunctionalise *p, MlirOperation graph, MlirBlock block);
/// Gives the graph its results, what it wrote included; false after an error.
bool tcFxReturnResults(TcFunctionalise *p, MlirOperation graph,
                       MlirOperation output);

//===- Calls as steps (replay.c) ------------------------------------------===//

/// A call of `target` with positional arguments: values where `values[i]` is
/// not null, else `leaves[i]`.
MlirValue tcFxEmit(TcBuild *b, const char *target, MlirType type, intptr_t n,
                   const MlirValue *values, const MlirAttribute *leaves);

/// A size as it stands in an argument tree.
MlirAttribute tcFxLeafOfSize(MlirAttribute size);
MlirAttribute tcFxLeafOfSizes(TcBuild *b, TcShape shape);

#endif // TC_PASSES_FX_FUNCTIONALISE_H
