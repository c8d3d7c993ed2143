// Compiled stages of a kernel: reads with compiled index maps, iterators as
// positions, a compiled body.
#ifndef TC_INTERP_STAGE_H
#define TC_INTERP_STAGE_H

#include "interp/body.h"

typedef struct TcRead {
  MlirValue tensor;
  TcDType dtype;
  unsigned rank;
  const TcExpr **map;
  bool hasFill;
  TcScalar fill;
} TcRead;

typedef struct TcSpace {
  unsigned rank;
  unsigned iters[TC_MAX_RANK]; // positions in the kernel
  int64_t sizes[TC_MAX_RANK];
} TcSpace;

/// How a stage combines one value that its body yields.
typedef struct TcAccumulator {
  TcCombine kind;
  TcDType dtype; // in which it is kept
  TcScalar neutral, value;
} TcAccumulator;

typedef struct TcStageCode {
  MlirOperation op;
  intptr_t numReads, numYields;
  TcRead *reads;
  TcSpace own, over;
  const TcBody *body, *combine; // combine: null but for custom kinds
  TcAccumulator *accumulators;
  TcScalar *arguments, *yields, *pairs;
} TcStageCode;

/// The stage of an op, compiled when it is first asked for. `first` is the
/// operand at which the inputs begin.
TcStatus tcStageOf(TcFrame *frame, MlirOperation op, intptr_t first,
                   TcStageCode **out) TC_MUST_USE;

/// Points of a space, in row-major order: begin puts the frame at the first and
/// is false if there is none.
bool tcSpaceBegin(TcFrame *frame, const TcSpace *space);
bool tcSpaceNext(TcFrame *frame, const TcSpace *space);
int64_t tcSpaceCount(const TcSpace *space);

/// Runs the body at the frame's point into stage->yields.
TcStatus tcStageRunBody(TcFrame *frame, TcStageCode *stage) TC_MUST_USE;

/// Reductions and scans: begin, then add what was yielded.
void tcStageReset(TcStageCode *stage);
TcStatus tcStageAccumulate(TcFrame *frame, TcStageCode *stage) TC_MUST_USE;

MlirAttribute tcStageAttrOf(MlirOperation op, const char *name);

#endif // TC_INTERP_STAGE_H
