// Streamed operands of warp groups, copied by the copy engine (unit_tensor.c),
// in boxes of 128 bytes of all rows of a block, which tell an mbarrier. Roles
// have a warp group issue that (stream_roles.c); in the loop of several
// contractions one of the threads that multiply does, behind the barrier that
// frees a slot, and all wait for the slot's mbarrier. See stream.h.
#include "passes/lower/gpu/stream_emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

void tcGpuBoxesIssue(TcGpuBlocks *b, int operand, MlirValue block,
                     MlirValue full) {
  enum { ROW = TC_UNIT_BOX * TC_UNIT_CHUNK_BYTES };
  TcEmit *e = tcBlocksEmit(b);
  const TcGpuOperand *o = &b->x.s->operands[operand];
  MlirValue map = b->x.g->maps[operand - b->x.s->numMakes];
  MlirValue at = tcGpuBlocksSlot(b, tcGpuBlocksSlotOf(b, block));
  at = tcLlvmPtrtoint(&e->b, e->i32, at);
  MlirValue from = tcBlocksTimes(b, block, b->x.s->tiling.depth);
  MlirValue zero = tcBlocksI64(b, 0);
  for (int64_t i = 0; i < o->chunksPerRow / TC_UNIT_BOX; ++i) {
    MlirValue inner =
        tcBlocksPlus(b, o->along ? zero : from, i * ROW / o->each);
    MlirValue offset = tcEmitInt(e, e->i32, o->at + i * o->rows * ROW);
    tcGpuTensorBox(b->x.g, o, map, inner, o->along ? from : zero,
                   tcArithAddi(&e->b, at, offset), full);
  }
}

//===- Several contractions -----------------------------------------------===//

// i32: the mbarrier of a block's slot.
static MlirValue fullBarrier(TcGpuBlocks *b, MlirValue slot) {
  TcEmit *e = tcBlocksEmit(b);
  MlirValue at = tcBlocksTimes(b, slot, TC_UNIT_BARRIERS);
  at = tcBlocksPlus(b, at, tcGpuStreamBarriersAt(b->x.s));
  return tcLlvmPtrtoint(&e->b, e->i32, tcBlocksSharedAt(b, at));
}

static MlirValue isFirstThread(TcGpuBlocks *b) {
  return tcBlocksIsEqual(b, b->x.g->thread, tcBlocksI64(b, 0));
}

void tcGpuBoxesCopy(TcGpuBlocks *b, MlirValue block) {
  TcEmit *e = tcBlocksEmit(b);
  const TcGpuStream *s = b->x.s;
  MlirValue exists = tcGpuIsBelow(b->x.g, block, b->high);
  TcLoop guard = tcEmitIf(e, tcArithAndi(&e->b, exists, isFirstThread(b)));
  MlirValue full = fullBarrier(b, tcGpuBlocksSlotOf(b, block));
  tcNvvmBarrierExpect(e, full, s->slotBytes);
  for (int i = s->numMakes; i < s->numOperands; ++i)
    tcGpuBoxesIssue(b, i, block, full);
  tcEmitIfEnd(e, &guard);
}

void tcGpuBoxesAwait(TcGpuBlocks *b, MlirValue block) {
  TcEmit *e = tcBlocksEmit(b);
  TcLoop guard = tcEmitIf(e, tcGpuIsBelow(b->x.g, block, b->high));
  MlirValue phase =
      tcBlocksQuotient(b, tcBlocksSub(b, block, b->low), b->x.s->tiling.ring);
  MlirValue parity = tcBlocksRemainder(b, phase, 2);
  tcNvvmBarrierAwait(e, fullBarrier(b, tcGpuBlocksSlotOf(b, block)),
                     tcArithTrunci(&e->b, e->i32, parity));
  tcEmitIfEnd(e, &guard);
}

void tcGpuBoxesInit(TcGpuBlocks *b) {
  TcEmit *e = tcBlocksEmit(b);
  TcLoop guard = tcEmitIf(e, isFirstThread(b));
  for (int64_t i = 0; i < b->x.s->tiling.ring; ++i)
    tcNvvmBarrierInit(e, fullBarrier(b, tcBlocksI64(b, i)), 1);
  tcNvvmFenceProxy(e);
  tcEmitIfEnd(e, &guard);
  tcGpuBarrierAll(b->x.g);
}
