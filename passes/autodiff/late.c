// Moves recomputed ops of backward down to their first readers. In the order of
// the joint graph they would come first, and all their results live until they
// are read.
//
// Which of two readers is first is asked after every move, so the block's order
// is kept in labels that grow along the block (Bender, Cole, Demaine,
// Farach-Colton, Zito: Two Simplified Algorithms for Maintaining Order in a
// List). A moved op gets the middle of its neighbours' labels. Where these are
// adjacent, the smallest surrounding range of labels that is sparse enough is
// spread evenly: O(log n) labels a move, however many ops move to one place.
// (MLIR's own numbering has room for two ops between neighbours, and then
// renumbers the whole block.)
#include "passes/autodiff/late.h"

#include "lib/ir/builder.h"
#include "lib/ir/shim.h"
#include "lib/support/map.h"

enum {
  LABEL_GAP = 1 << 20, // between neighbours, at first
  LABEL_BITS = 62
};

static uintptr_t labelOf(const TcMap *labels, MlirOperation op) {
  return (uintptr_t)tcMapGet(labels, op.ptr);
}

static void setLabel(TcMap *labels, MlirOperation op, uintptr_t label) {
  (void)tcMapSet(labels, op.ptr, (void *)label);
}

static void labelBlock(TcMap *labels, MlirBlock block) {
  uintptr_t label = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    setLabel(labels, op, label += LABEL_GAP);
}

// Neighbouring ops whose labels lie in a range.
typedef struct Range {
  MlirOperation first, last;
  size_t size;
} Range;

// Extends the range to all ops with labels from `low` to `high`.
static void extend(Range *r, const TcMap *labels, uintptr_t low,
                   uintptr_t high) {
  MlirOperation op;
  while ((op = tcOpGetPrev(r->first)).ptr && labelOf(labels, op) >= low) {
    r->first = op;
    ++r->size;
  }
  while ((op = mlirOperationGetNextInBlock(r->last)).ptr &&
         labelOf(labels, op) <= high) {
    r->last = op;
    ++r->size;
  }
}

static void spread(const Range *r, TcMap *labels, uintptr_t low,
                   uintptr_t step) {
  MlirOperation op = r->first;
  for (size_t i = 0; i < r->size; ++i, op = mlirOperationGetNextInBlock(op))
    setLabel(labels, op, low += step);
}

// Makes room around `op`, for whose label its neighbours' leave none. A range
// of 2^k labels is sparse if it has at most (4/3)^k ops: then each half of it
// takes a constant part of its own bound until it has to be spread again.
static void makeRoom(TcMap *labels, MlirOperation op, uintptr_t near) {
  Range r = {op, op, 1};
  double bound = 1;
  for (int k = 1; k <= LABEL_BITS; ++k) {
    uintptr_t size = (uintptr_t)1 << k, low = near & ~(size - 1);
    bound *= 4.0 / 3.0;
    extend(&r, labels, low, low + size - 1);
    uintptr_t step = size / (r.size + 1);
    if (k == LABEL_BITS || (step >= 2 && (double)r.size <= bound)) {
      spread(&r, labels, low, step);
      return;
    }
  }
}

// Labels an op that was moved to before another.
static void labelMoved(TcMap *labels, MlirOperation op) {
  MlirOperation prev = tcOpGetPrev(op);
  uintptr_t low = prev.ptr ? labelOf(labels, prev) : 0;
  uintptr_t high = labelOf(labels, mlirOperationGetNextInBlock(op));
  if (high - low >= 2)
    setLabel(labels, op, low + (high - low) / 2);
  else
    makeRoom(labels, op, low);
}

// The first op of the block that reads a result of `op`, by itself or in a
// region; null if there is none.
static MlirOperation firstReader(const TcMap *labels, MlirOperation op) {
  MlirOperation first = tcNoOp();
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(op, i));
    for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
      MlirOperation reader = mlirOpOperandGetOwner(use);
      while (!mlirBlockEqual(mlirOperationGetBlock(reader),
                             mlirOperationGetBlock(op)))
        reader = mlirOperationGetParentOperation(reader);
      if (!first.ptr || labelOf(labels, reader) < labelOf(labels, first))
        first = reader;
    }
  }
  return first;
}

void tcComputeLate(MlirBlock block, const TcLateOps *ops) {
  TcArena arena = {0};
  TcMap labels = {.arena = &arena};
  labelBlock(&labels, block);
  for (size_t i = ops->size; i-- > 0;) {
    MlirOperation op = ops->data[i], reader = firstReader(&labels, op);
    if (!reader.ptr)
      continue;
    mlirOperationMoveBefore(op, reader);
    labelMoved(&labels, op);
  }
  tcArenaFree(&arena);
}
