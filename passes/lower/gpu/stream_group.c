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

MlirValue tcGpuBlocksAgain(TcGpuBlocks *b, MlirValue number) {
  TcEmit *e = tcBlocksEmit(b);
  MlirValue word = tcArithTrunci(&e->b, e->i32, number);
  return tcArithExtui(&e->b, e->i64, tcNvvmOpaque(e, word));
}

//===- Terms --------------------------------------------------------------===//

void tcGpuGroupStart(TcGpuBlocks *b) {
  const TcGpuStream *s = b->x.s;
  bool several = s->tiling.rows > s->tiling.warpRows;
  MlirValue group = tcBlocksI64(b, 0);
  if (several)
    group = tcGpuUniform(b->x.g, tcBlocksQuotient(b, b->x.g->thread, GROUP));
  b->groupRow = tcBlocksTimes(b, group, s->tiling.warpRows);
  for (int i = 0; i < s->numMakes; ++i)
    if (s->tiling.held & 1 << i)
      tcGpuBlocksLoadRows(b, i);
}

// The streamed operand's descriptor: its points are the product's columns.
static MlirValue describePoints(TcGpuBlocks *b, int product, MlirValue slot,
                                int64_t steps) {
  const TcGpuStream *s = b->x.s;
  const TcGpuOperand *o = &s->operands[s->makes[product].streamed];
  return tcGpuDescribe(tcBlocksEmit(b), o, !o->factor->along, slot,
                       tcBlocksI64(b, 0), steps * BLOCK);
}

static bool isTransposed(const TcGpuBlocks *b, int product) {
  const TcGpuStream *s = b->x.s;
  return !s->operands[s->makes[product].streamed].factor->along;
}

// The rows' operand is in registers.
static void multiplyHeld(TcGpuBlocks *b, int product, MlirValue slot,
                         MlirValue *data) {
  TcEmit *e = tcBlocksEmit(b);
  const TcGpuStream *s = b->x.s;
  size_t n = tcGpuRegisterCount(&b->x, TC_GPU_OF_TERMS);
  MlirValue any = tcNvvmGroupAny(e, s->tiling.depth);
  for (int64_t i = 0; i < (int64_t)n; ++i)
    data[i] = tcLlvmExtractvalue(&e->b, e->f32, any, 1, &i);
  for (int64_t d = 0; d < tcGpuBlocksDepth(s, &s->makes[product]); ++d)
    tcNvvmGroupMultiplyRows(e, tcGpuBlocksAreBrain(s), s->tiling.depth,
                            b->rowFragments[product][d].high,
                            describePoints(b, product, slot, d),
                            isTransposed(b, product), d == 0, data);
}

static void multiplyShared(TcGpuBlocks *b, int product, MlirValue slot,
                           MlirValue *data) {
  TcEmit *e = tcBlocksEmit(b);
  const TcGpuStream *s = b->x.s;
  const TcGpuOperand *rows = &s->operands[product];
  size_t n = tcGpuRegisterCount(&b->x, TC_GPU_OF_TERMS);
  MlirValue sums = tcNvvmGroupAny(e, s->tiling.depth);
  // Where tasks share sums too few registers are left to keep descriptors.
  MlirValue row = s->stack ? tcGpuBlocksAgain(b, b->groupRow) : b->groupRow;
  for (int64_t d = 0; d < tcGpuBlocksDepth(s, &s->makes[product]); ++d)
    sums = tcNvvmGroupMultiply(e, s->tiling.unit, NULL, s->tiling.depth,
                               tcGpuDescribe(e, rows, rows->factor->along,
                                             b->x.shared, row, d * BLOCK),
                               rows->factor->along,
                               describePoints(b, product, slot, d),
                               isTransposed(b, product), d == 0, sums);
  for (int64_t i = 0; i < (int64_t)n; ++i)
    data[i] = tcLlvmExtractvalue(&e->b, e->f32, sums, 1, &i);
}

void tcGpuGroupBeginTerms(TcGpuBlocks *b, int product, MlirValue block,
                          MlirValue *data) {
  MlirValue slot = tcGpuBlocksSlot(b, tcGpuBlocksSlotOf(b, block));
  if (b->rowFragments[product])
    multiplyHeld(b, product, slot, data);
  else
    multiplyShared(b, product, slot, data);
  tcNvvmGroupCommit(tcBlocksEmit(b));
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
                            o->factor->along, false, sums);
  tcNvvmGroupCommit(e);
}
