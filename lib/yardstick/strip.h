// A stage's body, run on strips of points: TC_STRIP points at a time that
// differ in one iterator, the lane.
#ifndef TC_YARDSTICK_STRIP_H
#define TC_YARDSTICK_STRIP_H

#include "interp/code.h"
#include "interp/stage.h"
#include "yardstick/rules.h"
#include "yardstick/yardstick.h"

typedef struct TcReader {
  const TcRead *read;
  const TcBounded *tensor;
  int64_t strides[TC_MAX_RANK];
} TcReader;

typedef struct TcStageRun {
  TcYard *yard;
  TcStageCode *code;
  TcReader *readers;
  TcStrip *registers; ///< of the body
  /// By register: whether another op of the body reads it, so that it need not
  /// be rounded. NULL: yielded values stay unrounded, too.
  const bool *isRead;
  TcStrip *combineRegisters; ///< of the combining region
  unsigned numIters;         ///< of the kernel
  unsigned lane;             ///< an iterator of the kernel
  bool laneIsOwn;            ///< not one that is reduced over
} TcStageRun;

/// `first` is the operand at which the inputs begin.
TcStatus tcStageRunOpen(TcYard *yard, MlirOperation op, intptr_t first,
                        TcStageRun *run) TC_MUST_USE;

/// Chooses the lane: the iterator whose strips are cheapest, among the stage's
/// own alone or among the reduced ones, too.
void tcStageChooseLane(TcStageRun *run, bool ownOnly);
int64_t tcStageLaneExtent(const TcStageRun *run);

/// Runs the body on the n points from the frame's point on; the strips of its
/// yields.
TcStatus tcStageRunStrip(TcStageRun *run, int n) TC_MUST_USE;
const TcStrip *tcStripYield(const TcStageRun *run, intptr_t i);
/// Yield i as it becomes an element of a result: rounded.
const TcStrip *tcStripLeave(TcStageRun *run, intptr_t i, int n);

/// Runs a combining region on a tuple and another, into the first.
TcStatus tcStripCombine(TcStageRun *run, int n, TcStrip *tuple,
                        const TcStrip *other) TC_MUST_USE;

/// Steps through a space without the lane; begin is false if it is empty.
bool tcPointsBegin(TcStageRun *run, const TcSpace *space);
bool tcPointsNext(TcStageRun *run, const TcSpace *space);

/// Positions of a strip in a read: lanes [lo, hi) of n are inside, lane k at
/// element `at` + k * `step` of the tensor. False if they are not affine.
typedef struct TcStretch {
  int64_t at, step, lo, hi;
} TcStretch;
/// Gives the reader a copy of its tensor that is contiguous along the lane, if
/// that is possible and it is not already.
TcStatus tcReaderTranspose(TcStageRun *run, TcReader *reader) TC_MUST_USE;
/// The reader's offset at each point of the reduced iterators, without the
/// lane, from that at the first point; *offsets stays NULL if offsets differ
/// between results or reads may be out of bounds.
TcStatus tcReaderOffsets(TcStageRun *run, const TcReader *reader,
                         int64_t **offsets) TC_MUST_USE;
bool tcReaderIsDense(const TcReader *reader, unsigned lane, int64_t *step);
bool tcReaderStretch(const TcStageRun *run, const TcReader *reader, int64_t n,
                     TcStretch *out);
/// The reader of a stage's read.
TcStatus tcReaderOpen(TcStageRun *run, const TcRead *read,
                      TcReader *reader) TC_MUST_USE;
/// The values at the next `n` points of the lane.
TcStatus tcReaderLoad(const TcStageRun *run, const TcReader *reader, int n,
                      TcStrip *strip) TC_MUST_USE;
/// The error of a read outside of its operand that has no fill.
TcStatus tcReaderOutside(void) TC_MUST_USE;

/// The frame's point as an element of a result of the stage, and the step to
/// the next lane's.
void tcStripPlace(const TcStageRun *run, int64_t *at, int64_t *step);
/// Results of a stage, one element a point of the stage's own iterators.
TcStatus tcStripResult(TcStageRun *run, TcBounded *y, int n,
                       const TcStrip *strip) TC_MUST_USE;
/// Stores at `at` + k * `step`.
TcStatus tcStripStore(TcYardPool *pool, TcBounded *y, int64_t at, int64_t step,
                      int n, const TcStrip *strip) TC_MUST_USE;
void tcStripLoad(const TcBounded *x, int64_t at, int64_t step, int n,
                 TcStrip *strip);
/// Lane k, as the first of `one`.
void tcStripLane(const TcStrip *x, int k, TcStrip *one);
/// The value of lane k, but not its error.
void tcStripSet(TcDType dtype, TcStrip *strip, int k, TcScalar value);
/// All lanes one scalar.
void tcStripFill(TcDType dtype, TcScalar value, int n, TcStrip *strip);

#endif // TC_YARDSTICK_STRIP_H
