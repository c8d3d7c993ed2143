// Streaming: an iterator that several reductions run over is split into blocks,
// and the reductions are carried from block to block, so that the values that
// they reduce never exist as a whole. If the terms of one reduction use the
// final value of another (the maximum in exp(x - max)), the partial sum is
// rescaled when that value changes. No pattern is named: terms.c derives from
// the bodies of the stages how each reduction is carried, or that it cannot be.
//
//   terms.c         how terms depend on final values: what is legal
//   shift.c         exponents less the maximum of themselves
//   across.c        sums of terms over rows, which tasks share
//   bounds.c        index comparisons under which every term of a block is 0
//   blocks.c        the kernel as a loop.for over blocks (blocks.h)
//   block_attributes.c  what code generation reads of it
//   split.c         parts of the loop beside each other, and their merge
//   exponentials.c  exponentials for which the machine's 2^x will do
//   loop-stream.c   the pass
//   loop-exponentials.c   the same exponentials, of kernels that do not stream
//   narrow.c        exponentials and quotients that end in narrow floats
#ifndef TC_PASSES_STREAM_H
#define TC_PASSES_STREAM_H

#include "passes/fuse/kernel_edit.h"
#include "target/target.h"

/// exp(x - h(m)) or exp2 of it, m being a maximum over the same terms x.
typedef struct TcStreamShift {
  MlirOperation maximum; // the reduction
  MlirOperation stage;   // in whose body
  MlirOperation sub;     // x - h stands
  MlirValue level;       // h there
  bool two;              // exp2
} TcStreamShift;

/// A factor that is taken out of the terms of a sum and applied to the complete
/// sum: a multiplier, a divisor, or a condition under which, or without which,
/// the sum is 0. A scalar of the stage's body that depends on final values
/// only.
typedef struct TcStreamFactor {
  enum { TC_STREAM_MUL, TC_STREAM_DIV, TC_STREAM_ZERO_IF, TC_STREAM_IF } kind;
  MlirOperation stage;
  MlirValue value;
} TcStreamFactor;
typedef TC_VEC(TcStreamFactor) TcStreamFactors;

/// A reduction that is carried from block to block.
typedef struct TcStreamSum {
  MlirOperation stage;
  MlirStringRef kind;         // "add", "max", ...
  const TcStreamShift *shift; // or NULL: its terms stay as they are
  TcStreamFactors factors;
  double scale; // of a maximum: a factor of its terms that it leaves out
} TcStreamSum;

/// An op in a body that becomes one of its operands: its factor is applied to
/// the complete sum.
typedef struct TcStreamDrop {
  MlirOperation op;
  intptr_t operand;
} TcStreamDrop;

typedef struct TcStream {
  TcArena *arena;
  MlirOperation kernel;
  MlirAttribute iter;           // StringAttr: the streamed iterator
  TC_VEC(MlirOperation) before; // stages that do not depend on it
  TC_VEC(MlirOperation) inside; // stages over it
  TC_VEC(TcStreamSum) sums;     // those of `inside` that reduce it
  // A product of `inside` that sums terms over other iterators, which tasks
  // share: its sums for all blocks are stacked, and tasks add to them by
  // atomics. Null op: there is none. And the maps of these sums, behind.
  MlirOperation across;
  TC_VEC(MlirOperation) apart;
  TC_VEC(TcStreamDrop) drops;
  TC_VEC(TcStreamShift *) shifts;
  bool copyResults; // carried values that leave the kernel are copied first
  // Operations on terms and sums are moved to rows, of which there are fewer,
  // where that does not change a result.
  bool favoursRows;
} TcStream;

/// Whether the op is a kernel that passes may change: one with a schedule is
/// left as its author wants it.
bool tcStreamIsOpen(MlirOperation op);

/// Whether the kernel has an iterator that can be streamed, with sums that
/// depend on other reductions over it, or with products along it that a product
/// over it reads.
bool tcStreamAnalyse(TcArena *arena, MlirOperation kernel, TcStream *stream);

/// Whether a product over the streamed iterator reads another product's result:
/// then only streaming avoids the memory for it.
bool tcStreamHasProducts(const TcStream *stream);

/// across.c: whether the stage is the product whose sums tasks share; whether
/// it may be, by its form and permission; whether it reads these sums, or what
/// is made of them; adds it to what is then apart, if it is a map at its own
/// point.
bool tcStreamIsAcross(const TcStream *stream, MlirOperation stage);
bool tcStreamMayShare(const TcStream *stream, MlirOperation stage);
bool tcStreamIsApart(const TcStream *stream, MlirOperation stage);
bool tcStreamAddApart(TcStream *stream, MlirOperation stage);

/// The extent of the longest iterator whose points share what the products read
/// along the streamed one (queries share keys); null if there is none.
MlirAttribute tcStreamSharers(const TcStream *stream);

/// Whether `v` is a constant of float type; then its value.
bool tcStreamConstantOf(MlirValue v, double *value);
/// Whether `v` is this constant of float type.
bool tcStreamIsConstant(MlirValue v, double value);

/// The tensor whose element `h`, a scalar of the stage's body, is, or is but
/// for one case (a `where`): the maximum, if x - h is a shift. Null for other
/// h.
MlirValue tcStreamLevelOf(MlirOperation stage, MlirValue h);

/// Whether `shift`, of which maximum, stage and level are set, subtracts from
/// `x`, a scalar of the stage's body, the maximum of just these x: or, where
/// that is -inf, a constant.
bool tcStreamIsShift(const TcStreamShift *shift, MlirValue x);

/// Whether `x`, a scalar of the body of `stage`, is what `reduction`, which
/// reads the same, reduces.
bool tcStreamAreTerms(MlirOperation reduction, MlirOperation stage,
                      MlirValue x);

/// Conditions without which a term is exactly 0: the streamed iterator is at
/// most, or at least, an expression over the other iterators (#tc.size).
typedef struct TcStreamBounds {
  TcAttrVec most, least;
} TcStreamBounds;
TcStreamBounds tcStreamFindBounds(const TcStream *stream);

/// Whether all maps that read a shift's terms round them to narrow floats, and
/// there is one.
bool tcStreamNarrowsTerms(const TcStreamShift *shift);

/// Whether the type is f16 or bf16.
bool tcStreamIsNarrow(MlirType type);

/// Whether a stage's result is rounded to narrow floats wherever it is read.
bool tcStreamIsNarrowed(MlirOperation stage);

/// Whether the shift subtracts the maximum itself, -inf too.
bool tcStreamShiftsByMaximum(const TcStreamShift *shift);

/// Whether the op is exp or exp2.
bool tcStreamIsExponential(MlirOperation op);
/// Says of an exponential that the machine's 2^x will do, or of an error
/// function that it is beside 1 (tc.absolute).
void tcStreamMark(MlirOperation op);

/// Whether a use of a scalar in a body passes its relative error on unchanged
/// to what is rounded to a narrow float, or does that rounding.
/// `visits` counts the uses that were looked at, from 0, for all uses of one
/// value: of more than a few it is false.
bool tcStreamUseNarrows(MlirOpOperand use, int *visits);
/// Whether each use of the scalar does.
bool tcStreamNarrows(MlirValue scalar, int *visits);
/// Whether each use of the op's first result does.
bool tcStreamResultNarrows(MlirOperation op);
/// Whether a use of a stage's result is that of a map, each use of whose
/// element does.
bool tcStreamReaderNarrows(MlirOpOperand use);

/// Marks exponentials and quotients of a map that end in narrow floats
/// (tc.narrow, narrow.c): how many.
int tcStreamMarkNarrow(MlirOperation stage);

/// Marks exponentials of the loop's stages for which the machine's 2^x will do
/// (tc.absolute).
void tcStreamMarkExponentials(const TcStream *stream, MlirBlock loop);

/// Tiles of rows that a GPU streams beside each other. 0: not known.
int64_t tcStreamTiles(const TcStream *stream);

/// In how many equal parts of the streamed iterator, cut into blocks of so many
/// points, a GPU streams beside each other: 1 if one launch does all.
int64_t tcStreamParts(const TcStream *stream, const TcTarget *target,
                      int64_t block);

/// Rewrites the kernel as a loop over blocks of `block` points. If there are
/// `parts`, which no bounds may leave out, as two kernels, and its launches as
/// launches of both; whether it did.
bool tcStreamBlocks(TcStream *stream, int64_t block, int64_t parts);

#endif // TC_PASSES_STREAM_H
