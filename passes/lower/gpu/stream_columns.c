// What the loop's stages read of memory for each streamed point, whatever the
// row (of gradients of attention, two numbers of each query): copied to shared
// memory with the block's operands, `ring` blocks of them, and loaded where a
// stage needs it. Without that a thread loads it from memory when an iteration
// begins, and its first stage waits for that. See stream.h.
#include "passes/lower/gpu/stream_emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"

enum { BYTES = 4, TILE = 8 };

//===- Which --------------------------------------------------------------===//

static bool isIter(const TcCpuKernel *k, const TcSize *index,
                   const TcSize *size) {
  for (size_t i = 0; i < k->iters.size; ++i)
    if (tcSizeEqual(index, k->iters.data[i].symbol))
      return tcSizeEqual(size, k->iters.data[i].extent);
  return false;
}

// Whether the points for which the read takes its fill are those that do not
// exist, whose terms count as 0 whatever it is.
static bool isWithin(const TcCpuKernel *k, const TcCpuRead *read) {
  const TcCpuValue *v = read->value;
  for (size_t d = 0; d < v->rank && !mlirAttributeIsNull(read->fill); ++d) {
    bool streamed = tcSizeEqual(read->index[d], k->stream.at) &&
                    tcSizeEqual(v->sizes[d], k->stream.extent);
    if (!streamed && !isIter(k, read->index[d], v->sizes[d]))
      return false;
  }
  return true;
}

void tcGpuStreamFindColumns(const TcCpuKernel *k, TcGpuStream *s) {
  for (size_t i = 0; i < s->loop.size; ++i) {
    const TcCpuStage *stage = s->loop.data[i];
    for (size_t j = 0; !stage->contract && j < stage->reads.size; ++j) {
      const TcCpuRead *read = &stage->reads.data[j];
      if (s->numColumns < TC_STREAM_MAX_COLUMNS &&
          mlirTypeIsAF32(read->value->element) &&
          tcGpuStreamReadsColumns(k, s, read) && isWithin(k, read)) {
        s->columnReaders[s->numColumns] = stage;
        s->columns[s->numColumns++] = read;
      }
    }
  }
}

int tcGpuStreamColumnOf(const TcGpuStream *s, const TcCpuRead *read) {
  for (int i = 0; s->tiling.stagesColumns && i < s->numColumns; ++i)
    if (s->columns[i] == read)
      return i;
  return -1;
}

int64_t tcGpuStreamColumnBytes(const TcGpuStream *s, const TcGpuTiling *t) {
  return t->stagesColumns ? t->ring * s->numColumns * t->depth * BYTES : 0;
}

//===- Copies -------------------------------------------------------------===//

// ptr<3>: the columns of a block in its slot.
static MlirValue slotOf(TcGpuBlocks *b, MlirValue block) {
  const TcGpuStream *s = b->x.s;
  int64_t each = s->numColumns * s->tiling.depth * BYTES;
  int64_t first = s->rowBytes + s->tiling.ring * s->slotBytes;
  MlirValue slot = tcGpuBlocksSlotOf(b, block);
  return tcBlocksSharedAt(b,
                          tcBlocksPlus(b, tcBlocksTimes(b, slot, each), first));
}

static MlirValue bytesBehind(TcEmit *e, MlirValue base, MlirValue bytes) {
  const int32_t dynamic = INT32_MIN;
  return tcLlvmGetelementptr(&e->b, mlirLLVMPointerTypeGet(e->ctx, 3), base, 1,
                             &bytes, 1, &dynamic, e->i8);
}

// The element of this point of the block; zeros behind the last one.
static void copyElement(TcGpuBlocks *b, int column, MlirValue block,
                        MlirValue point, MlirValue to) {
  TcEmit *e = tcBlocksEmit(b);
  const TcGpuStream *s = b->x.s;
  const TcCpuRead *r = s->columns[column];
  MlirType global = mlirLLVMPointerTypeGet(e->ctx, 1);
  MlirValue *iters = e->iters;
  MlirValue before[2] = {iters[s->streamed.data[0]],
                         iters[s->streamed.data[1]]};
  iters[s->streamed.data[0]] = block;
  iters[s->streamed.data[1]] = point;
  TcPlace place = tcEmitPlaceOf(e, r->value);
  MlirValue from =
      tcEmitElementAt(e, &place, r->value->element, r->value->rank, r->index);
  MlirValue at =
      tcBlocksAdd(b, tcBlocksTimes(b, block, s->tiling.depth), point);
  MlirValue bytes =
      tcArithSelect(&e->b, tcGpuIsBelow(b->x.g, at, b->end),
                    tcEmitInt(e, e->i32, BYTES), tcEmitInt(e, e->i32, 0));
  tcNvvmCopyAsync(e, to, tcLlvmAddrspacecast(&e->b, global, from), BYTES,
                  bytes);
  iters[s->streamed.data[0]] = before[0];
  iters[s->streamed.data[1]] = before[1];
}

// Threads have one element each, of one column behind the other.
static void copyColumn(TcGpuBlocks *b, int column, MlirValue block,
                       MlirValue slot) {
  TcEmit *e = tcBlocksEmit(b);
  int64_t depth = b->x.s->tiling.depth, threads = b->x.g->threads;
  int64_t first = column * depth;
  for (int64_t done = 0, n; done < depth; done += n) {
    int64_t from = (first + done) % threads;
    n = depth - done < threads - from ? depth - done : threads - from;
    MlirValue point = tcBlocksPlus(b, b->x.g->thread, done - from);
    MlirValue mine =
        tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_ULT,
                    tcBlocksPlus(b, b->x.g->thread, -from), tcBlocksI64(b, n));
    TcLoop guard = tcEmitIf(e, mine);
    MlirValue at = tcBlocksTimes(b, tcBlocksPlus(b, point, first), BYTES);
    copyElement(b, column, block, point, bytesBehind(e, slot, at));
    tcEmitIfEnd(e, &guard);
  }
}

void tcGpuColumnsCopy(TcGpuBlocks *b, MlirValue block) {
  const TcGpuStream *s = b->x.s;
  MlirValue slot = {NULL};
  for (int i = 0; s->tiling.stagesColumns && i < s->numColumns; ++i) {
    if (!i)
      slot = slotOf(b, block);
    copyColumn(b, i, block, slot);
  }
}

//===- Loads --------------------------------------------------------------===//

void tcGpuColumnsEnter(TcGpuBlocks *b, MlirValue block) {
  if (b->x.s->tiling.stagesColumns)
    b->x.columnsAt = slotOf(b, block);
}

// A thread's two columns of each tile.
static void loadColumn(TcGpuStreamEmit *x, int column) {
  TcEmit *e = &x->g->e;
  const int64_t two = 2;
  const TcCpuRead *r = x->s->columns[column];
  MlirType pair = mlirVectorTypeGet(1, &two, e->f32);
  int64_t tiles = tcGpuRegisterTiles(x, TC_GPU_OF_TERMS);
  TcLane *to = TC_ARENA_ARRAY(e->arena, TcLane, (size_t)(2 * tiles));
  MlirValue first = tcArithMuli(&e->b, x->quad, tcEmitI64(e, BYTES));
  MlirValue base = bytesBehind(e, x->columnsAt, first);
  for (int64_t i = 0; i < tiles; ++i) {
    int64_t at = (column * x->s->tiling.depth + i * TILE) * BYTES;
    MlirValue v =
        tcLlvmLoad(&e->b, pair, bytesBehind(e, base, tcEmitI64(e, at)));
    for (int64_t j = 0; j < 2; ++j)
      to[2 * i + j] =
          tcLaneScalar(tcLlvmExtractelement(&e->b, v, tcEmitI64(e, j)));
  }
  tcMapSet(&x->columns, r, to);
}

void tcGpuColumnsLoad(TcGpuStreamEmit *x, const TcCpuStage *stage) {
  for (size_t i = 0; i < stage->reads.size; ++i) {
    int column = tcGpuStreamColumnOf(x->s, &stage->reads.data[i]);
    if (column >= 0)
      loadColumn(x, column);
  }
}
