// Contractions of streams on warp groups, whose unit (wgmma) reads shared
// memory and runs asynchronously. They are issued, and later waited for: what a
// loop does in the meantime is its own (stream_skew.c, stream_several.c). See
// stream.h.
#include "passes/lower/gpu/stream_emit.h"

#include <string.h>

enum { BLOCK = TC_UNIT_BLOCK, GROUP = 128 };

//===- Copies -------------------------------------------------------------===//

void tcGpuCopyGroupBlock(TcGpuBlocks *b, int operand, MlirValue block) {
  MlirValue from = tcBlocksTimes(b, block, b->x.s->tiling.depth);
  tcGpuStagingCopy(&b->staging[operand], from, b->end,
                   tcGpuBlocksSlot(b, tcGpuBlocksSlotOf(b, block)));
}

void tcGpuCopyGroupRows(TcGpuBlocks *b) {
  const TcGpuStream *s = b->x.s;
  for (int i = 0; i < s->numMakes; ++i)
    tcGpuStagingCopy(&b->staging[i], tcBlocksI64(b, 0),
                     tcBlocksI64(b, s->makes[i].numOwn), b->x.shared);
}

void tcGpuAwaitGroupCopies(TcGpuBlocks *b, int64_t pending) {
  TcEmit *e = tcBlocksEmit(b);
  tcNvvmWait(e, pending);
  tcNvvmFenceProxy(e);
  tcGpuBarrierAll(b->x.g);
}

//===- Loops --------------------------------------------------------------===//

void tcGpuBeginGroups(TcGpuBlocks *b) {
  if (b->x.s->pair)
    tcGpuBeginSkewed(b);
  else
    tcGpuBeginSeveral(b);
}

bool tcGpuEmitGroups(TcGpuBlocks *b) {
  return b->x.s->pair ? tcGpuEmitSkewed(b) : tcGpuEmitSeveral(b);
}

//===- Terms --------------------------------------------------------------===//

static MlirValue groupRow(TcGpuBlocks *b) {
  return tcBlocksTimes(b, tcBlocksQuotient(b, b->x.g->thread, GROUP),
                       b->x.s->tiling.warpRows);
}

void tcGpuGroupBeginTerms(TcGpuBlocks *b, int product, MlirValue block,
                          MlirValue *data) {
  TcEmit *e = tcBlocksEmit(b);
  const TcGpuStream *s = b->x.s;
  const TcGpuStreamProduct *p = &s->makes[product];
  const TcGpuOperand *rows = &s->operands[product];
  const TcGpuOperand *points = &s->operands[p->streamed];
  MlirValue slot = tcGpuBlocksSlot(b, tcGpuBlocksSlotOf(b, block));
  MlirValue row = groupRow(b), zero = tcBlocksI64(b, 0);
  MlirValue sums = tcNvvmGroupAny(e, s->tiling.depth);
  for (int64_t d = 0; d < tcGpuBlocksDepth(p); ++d)
    sums = tcNvvmGroupMultiply(
        e, s->tiling.unit, NULL, s->tiling.depth,
        tcGpuDescribe(e, rows, rows->factor->along, b->x.shared, row,
                      d * BLOCK),
        rows->factor->along,
        // Its points are the streamed ones.
        tcGpuDescribe(e, points, !points->factor->along, slot, zero, d * BLOCK),
        !points->factor->along, d == 0, sums);
  tcNvvmGroupCommit(e);
  size_t n = tcGpuRegisterCount(&b->x, TC_GPU_OF_TERMS);
  for (int64_t i = 0; i < (int64_t)n; ++i)
    data[i] = tcLlvmExtractvalue(&e->b, e->f32, sums, 1, &i);
}

void tcGpuGroupAwaitTerms(TcGpuBlocks *b, int64_t pending, MlirValue *data) {
  size_t n = tcGpuRegisterCount(&b->x, TC_GPU_OF_TERMS);
  tcNvvmGroupWaitOf(tcBlocksEmit(b), pending, n, data);
}

void tcGpuGroupTakeTerms(TcGpuBlocks *b, int product, const MlirValue *data) {
  TcGpuStreamEmit *x = &b->x;
  const TcCpuValue *v = x->s->makes[product].stage->results.data[0];
  TcGpuRegisters *terms = tcGpuNewRegisters(x, v, TC_GPU_OF_TERMS);
  size_t n = tcGpuRegisterCount(x, TC_GPU_OF_TERMS);
  for (size_t i = 0; i < n; ++i)
    terms->data[i] =
        tcEmitRound(tcBlocksEmit(b), tcLaneScalar(data[i]), v->element);
}

size_t tcGpuGroupNumWords(const TcGpuBlocks *b) {
  enum { EACH = 4 }; // registers of a fragment
  return (size_t)(b->x.s->tiling.depth / BLOCK * EACH);
}

void tcGpuGroupPackTerms(TcGpuBlocks *b, int product, MlirValue *words) {
  const TcGpuStreamProduct *p = &b->x.s->sums[product];
  for (size_t i = 0; i < tcGpuGroupNumWords(b) / 4; ++i)
    tcGpuBlocksTermFragment(b, p, 0, (int64_t)i, &words[4 * i]);
}

//===- Sums ---------------------------------------------------------------===//

static TcGpuKind kindOf(TcGpuBlocks *b, int product) {
  return tcGpuStreamKind(b->x.s, &b->x.s->sums[product].stage->iters);
}

size_t tcGpuGroupNumSums(TcGpuBlocks *b, int product) {
  return tcGpuRegisterCount(&b->x, kindOf(b, product));
}

void tcGpuGroupReadSums(TcGpuBlocks *b, int product, MlirValue *sums) {
  const TcCpuStage *update = b->x.s->sums[product].update;
  const TcGpuRegisters *h =
      tcGpuRegistersOf(&b->x, update->results.data[0]->carried);
  for (size_t i = 0; i < tcGpuGroupNumSums(b, product); ++i)
    sums[i] = h->data[i].v;
}

void tcGpuGroupWriteSums(TcGpuBlocks *b, int product, const TcCpuValue *v,
                         const MlirValue *sums) {
  TcGpuRegisters *h = tcGpuNewRegisters(&b->x, v, kindOf(b, product));
  for (size_t i = 0; i < tcGpuGroupNumSums(b, product); ++i)
    h->data[i] = tcLaneScalar(sums[i]);
}

void tcGpuGroupFenceSums(TcGpuBlocks *b, int product, MlirValue *sums,
                         MlirValue *words) {
  tcNvvmGroupFenceOf(tcBlocksEmit(b), tcGpuGroupNumSums(b, product), sums,
                     tcGpuGroupNumWords(b), words);
}

void tcGpuGroupBeginSums(TcGpuBlocks *b, int product, MlirValue block,
                         const MlirValue *words, MlirValue *sums) {
  TcEmit *e = tcBlocksEmit(b);
  const TcGpuStream *s = b->x.s;
  const TcGpuOperand *o = &s->operands[s->sums[product].streamed];
  MlirValue slot = tcGpuBlocksSlot(b, tcGpuBlocksSlotOf(b, block));
  int64_t columns = tcGpuRegisterTiles(&b->x, kindOf(b, product)) * 8;
  for (int64_t k = 0; k < s->tiling.depth / BLOCK; ++k)
    tcNvvmGroupMultiplyRows(e, tcGpuBlocksAreBrain(s), columns, &words[4 * k],
                            tcGpuDescribe(e, o, o->factor->along, slot,
                                          tcBlocksI64(b, 0), k * BLOCK),
                            o->factor->along, sums);
  tcNvvmGroupCommit(e);
}
