// Sums of terms over rows: of a stream's block of points, a contraction that
// each task computes for its tile of rows alone (of gradients of attention, dq
// in the loop of dk and dv). Tasks add theirs to a stack in memory, cleared
// before, by atomic additions, which the contraction must permit: the order of
// these sums is another one at each call. See stream.h.
//
// Warp groups have terms as accumulators, rows of their own. To sum over all
// rows of the tile they put their terms in shared memory, whence the unit reads
// them transposed, and each computes its share of the columns, of all 64 points
// of the block:
//
//   iteration b of stream_several.c
//     ... its terms, to shared memory, two tiles by turns
//     issue the contraction for the terms of block b - 1, then the sums of this
//     block's terms; wait for the first, add to the stack
//   the contraction for the last block's terms; add its sums
//
// With skew the next block's first terms are issued behind all these, before
// the wait.
//
// A fence.proxy.async, which lets the unit see terms in shared memory, waits
// for the thread's earlier additions, too. Where the copy engine copies the
// streamed operands, so that the loop needs no other, it stands where terms are
// put: the additions of the block before have had most of an iteration by then.
//
// Of the first block, terms of the one before are what lies in shared memory:
// their sums are not added.
//
// The stack of a block has four accumulators of a thread beside each other,
// those of the 128 threads, and of the tiles of eight columns: adding is as
// wide and as contiguous as storing can be. What reads the stack finds elements
// there by their index maps (tcGpuAcrossClear).
#include "passes/lower/gpu/stream_emit.h"

#include "passes/lower/cpu/stage.h"

#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"

bool tcGpuReadAlike(TcCpuKernel *k, const TcCpuRead *a, const TcCpuIters *of,
                    const TcCpuRead *b, const TcCpuIters *instead) {
  TcMap map = {.arena = k->arena};
  if (a->value != b->value || !mlirAttributeEqual(a->fill, b->fill) ||
      of->size != instead->size)
    return false;
  for (size_t i = 0; i < of->size; ++i) {
    const TcCpuIter *from = &k->iters.data[of->data[i]];
    const TcCpuIter *to = &k->iters.data[instead->data[i]];
    if (!tcSizeEqual(from->extent, to->extent))
      return false;
    tcMapSetText(&map, from->name, (void *)to->symbol);
  }
  for (size_t d = 0; d < a->value->rank; ++d)
    if (!tcSizeEqual(tcSizeSubstitute(k->arena, a->index[d], &map),
                     b->index[d]))
      return false;
  return true;
}

enum { POINTS = 64, BLOCK = TC_UNIT_BLOCK, TILE = 8, EACH = 4, GROUP = 128 };
enum { BOX = TC_UNIT_BOX * TC_UNIT_CHUNK, HALF = 2, TILES = 2 };

//===- The stack ----------------------------------------------------------===//

bool tcGpuStreamIsStack(const TcCpuKernel *k, const TcCpuStage *stage) {
  return stage->in && stage->kind == TC_CPU_MAP &&
         mlirBlockIsNull(stage->body) && stage->reads.size == 1 &&
         stage->reads.data[0].value->stage &&
         stage->reads.data[0].value->stage->atomics &&
         tcCpuItersHave(&stage->iters, k->stream.block);
}

// The place of an element of a block among those of the stack: of the point and
// the column.
static const TcSize *placeOf(TcArena *a, const TcSize *point,
                             const TcSize *column) {
  const struct {
    const TcSize *of;
    int64_t divisor, modulus, times;
  } parts[] = {{column, TILE, 0, GROUP * EACH},
               {point, 2 * TILE, 0, 32 * EACH},
               {point, 1, TILE, 4 * EACH},
               {column, 2, TILE / 2, EACH},
               {point, TILE, 2, 2},
               {column, 1, 2, 1}};
  const TcSize *at = tcSizeConst(a, 0);
  for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
    const TcSize *part =
        tcSizeFloorDiv(a, parts[i].of, tcSizeConst(a, parts[i].divisor));
    if (parts[i].modulus)
      part = tcSizeMod(a, part, tcSizeConst(a, parts[i].modulus));
    at = tcSizeAdd(a, at, tcSizeMul(a, part, tcSizeConst(a, parts[i].times)));
  }
  return at;
}

// Has a read find the element where threads have put it. `point`, `column`:
// numbers of these dimensions.
static void placeRead(TcCpuKernel *k, TcCpuRead *r, int point, int column,
                      int64_t width) {
  TcArena *a = k->arena;
  const TcSize **index = TC_ARENA_ARRAY(a, const TcSize *, r->value->rank);
  for (size_t d = 0; d < r->value->rank; ++d)
    index[d] = r->index[d];
  const TcSize *at = placeOf(a, index[point], index[column]);
  index[point] = tcSizeFloorDiv(a, at, tcSizeConst(a, width));
  index[column] = tcSizeMod(a, at, tcSizeConst(a, width));
  r->index = index;
}

TcCpuStage *tcGpuAcrossClear(TcCpuKernel *k, TcCpuStage *stack) {
  TcCpuIters order = {0};
  int last = tcVecLast(&stack->iters), point = k->stream.point;
  int64_t width;
  if (!tcGpuStreamIsStack(k, stack) || stack->results.data[0]->dests.size ||
      k->stream.step != POINTS ||
      !tcSizeIsConst(k->iters.data[last].extent, &width) || width % TILE)
    return NULL;
  for (size_t i = 0; i + 1 < stack->iters.size; ++i)
    if (stack->iters.data[i] != point)
      tcVecPush(k->arena, &order, stack->iters.data[i]);
  tcVecPush(k->arena, &order, point);
  tcVecPush(k->arena, &order, last);
  TcCpuValue *v = stack->results.data[0];
  tcCpuKernelSpillAs(k, v, &order);
  for (size_t i = 0; i < k->stages.size; ++i)
    for (size_t r = 0; r < k->stages.data[i]->reads.size; ++r)
      if (k->stages.data[i]->reads.data[r].value == v)
        placeRead(k, &k->stages.data[i]->reads.data[r],
                  tcCpuItersFind(&stack->iters, point),
                  (int)stack->iters.size - 1, width);
  TcCpuStage *s = tcCpuKernelAddStage(k, TC_CPU_MAP);
  s->iters = stack->iters;
  s->clears = stack;
  TcCpuValue *zeros = tcCpuStageAddResult(k, s, v->element, &s->iters);
  tcVecPush(k->arena, &zeros->dests, v->dests.data[0]);
  return s;
}

//===- Matching -----------------------------------------------------------===//

// Finds the rows' operand with the elements that the contraction multiplies
// terms with: steps of one are columns of the other.
static bool findRows(TcCpuKernel *k, TcGpuStream *s, const TcCpuRead *read) {
  for (int i = 0; i < s->numMakes; ++i)
    if (tcGpuReadAlike(k, s->factors[i].read, &s->makes[i].own, read,
                       &s->across.own)) {
      s->acrossRows = i;
      return true;
    }
  return false;
}

// Whether the iterators are those of the batch, the streamed points, and one,
// the columns, which is the last.
static bool findColumns(TcCpuKernel *k, TcGpuStream *s) {
  TcGpuStreamProduct *p = &s->across;
  const TcCpuIters *iters = &p->stage->iters;
  TcCpuIters known = s->batch;
  tcVecPush(k->arena, &p->own, tcVecLast(iters));
  bool fits = iters->size == known.size + 2 &&
              tcCpuItersHave(iters, k->stream.point) &&
              !tcCpuItersHave(&known, tcVecLast(iters)) &&
              tcVecLast(iters) != k->stream.point &&
              tcCpuItersSame(k, &p->stage->over, &s->rows);
  for (size_t i = 0; i < known.size; ++i)
    fits &= tcCpuItersHave(iters, known.data[i]);
  return fits && tcSizeIsConst(tcCpuProduct(k->arena, k, &p->own), &p->numOwn);
}

bool tcGpuAcrossMatch(TcCpuKernel *k, const TcUnit *unit, TcGpuStream *s) {
  TcGpuStreamProduct *p = &s->across;
  if (!tcGpuReadsShared(unit) || !findColumns(k, s))
    return false;
  for (intptr_t i = 0; i < 2; ++i) {
    const TcCpuRead *r = tcStageReadYielded(p->stage, i);
    if (!r)
      return false;
    *(r->value->stage ? &p->terms : &p->rows) = r;
  }
  const TcCpuStage *made = p->terms ? p->terms->value->stage : NULL;
  tcCpuStreamShareLane(k);
  return p->rows && made && made->in && !made->contract &&
         tcCpuReadsOwnIndex(k, p->terms) &&
         tcGpuIsElement(p->terms->value->element, unit->operand) &&
         tcGpuIsElement(p->stage->results.data[0]->element,
                        unit->accumulator) &&
         tcCpuItersHave(&made->iters, k->stream.point) &&
         findRows(k, s, p->rows);
}

//===- Tilings ------------------------------------------------------------===//

enum { ALIGNED = 1024 }; // bytes, of boxes that the unit reads

// Bytes of a tile's terms.
static int64_t tileBytes(const TcGpuTiling *t) {
  return t->rows * POINTS * HALF;
}

static int64_t groupsOf(const TcGpuTiling *t) { return t->rows / t->warpRows; }

// Columns of a warp group.
static int64_t columnsOf(const TcGpuStream *s, const TcGpuTiling *t) {
  return (s->across.numOwn + BOX - 1) / BOX * BOX / groupsOf(t);
}

// Columns lie in front, at a multiple of 4 bytes.
static int64_t gap(const TcGpuStream *s, const TcGpuTiling *t) {
  int64_t columns = tcGpuStreamColumnBytes(s, t);
  return (columns + ALIGNED - 1) / ALIGNED * ALIGNED - columns;
}

int64_t tcGpuAcrossBytes(const TcGpuStream *s, const TcGpuTiling *t) {
  return s->stack ? gap(s, t) + TILES * tileBytes(t) : 0;
}

const char *tcGpuAcrossRefuses(const TcGpuStream *s, const TcGpuTiling *t) {
  if (!s->stack)
    return NULL;
  if (t->free || t->teams || t->held & 1 << s->acrossRows)
    return "sums that tasks share are of warp groups that meet at each block, "
           "and of rows in shared memory";
  int64_t n = columnsOf(s, t);
  if (t->depth != POINTS || s->across.numOwn % TILE || n < TILE || n % TILE ||
      (n % BOX && BOX % n))
    return "sums that tasks share are of blocks of 64 points, of a multiple of "
           "eight columns, and of whole boxes of 64, or equal parts of one, "
           "for "
           "each warp group";
  return NULL;
}

void tcGpuAcrossCut(TcGpuStream *s) {
  TcGpuOperand *o = &s->acrossTerms;
  const TcGpuTiling *t = &s->tiling;
  if (!s->stack)
    return;
  *o = (TcGpuOperand){.along = true, .each = HALF, .chunk = TC_UNIT_CHUNK};
  tcGpuCutOperand(o, POINTS, t->rows,
                  s->rowBytes + t->ring * s->slotBytes +
                      tcGpuStreamColumnBytes(s, t) + gap(s, t));
}

//===- Terms in shared memory ---------------------------------------------===//

// ptr<3>: the tile of the block `ahead` behind this one.
static MlirValue tileOf(TcGpuBlocks *b, MlirValue block, int64_t ahead) {
  MlirValue number = tcBlocksSub(b, tcBlocksPlus(b, block, ahead), b->low);
  return tcBlocksSharedAt(b,
                          tcBlocksTimes(b, tcBlocksRemainder(b, number, TILES),
                                        tileBytes(&b->x.s->tiling)));
}

// A word of two terms; zeros of a row that does not exist, which repeats the
// last one.
static MlirValue existing(TcGpuBlocks *b, MlirValue word, int64_t half) {
  TcEmit *e = tcBlocksEmit(b);
  const TcGpuStream *s = b->x.s;
  if (tcSizeExactDiv(e->arena, s->factors[TC_STREAM_ROWS].count,
                     tcSizeConst(e->arena, s->tiling.rows)))
    return word;
  return tcArithSelect(&e->b,
                       tcGpuIsBelow(b->x.g, b->x.row[half], b->x.numRows), word,
                       tcEmitInt(e, e->i32, 0));
}

// The thread's words of terms: its place in a tile, in bytes, of chunk 0 of the
// first of its rows. Of chunk c it is that with the bits of c flipped, since
// rows are whole numbers of boxes.
static MlirValue firstWord(TcGpuBlocks *b) {
  enum { WAVE = 32, QUAD = 4, WORD = 4 };
  TcEmit *e = tcBlocksEmit(b);
  const TcGpuOperand *o = &b->x.s->acrossTerms;
  MlirValue thread = tcGpuBlocksAgain(b, b->x.g->thread);
  MlirValue lane = tcBlocksRemainder(b, thread, WAVE);
  MlirValue row = tcBlocksAdd(
      b, tcBlocksTimes(b, tcBlocksQuotient(b, thread, WAVE), 2 * TILE),
      tcBlocksQuotient(b, lane, QUAD));
  MlirValue pair = tcBlocksTimes(b, tcBlocksRemainder(b, lane, QUAD), WORD);
  return tcBlocksAdd(b, tcGpuChunkAt(e, o, row, tcBlocksI64(b, 0)), pair);
}

// Stores the word of a row's half of the rows, of chunk `c`.
static void putWord(TcGpuBlocks *b, MlirValue tile, MlirValue first, int64_t c,
                    int64_t half, MlirValue word) {
  enum { ROW = TC_UNIT_BOX * TC_UNIT_CHUNK_BYTES };
  TcEmit *e = tcBlocksEmit(b);
  const int32_t dynamic = INT32_MIN;
  MlirValue at =
      tcArithXori(&e->b, first, tcBlocksI64(b, c * TC_UNIT_CHUNK_BYTES));
  at = tcBlocksPlus(b, at, half * TILE * ROW + b->x.s->acrossTerms.at);
  tcLlvmStore(&e->b, word,
              tcLlvmGetelementptr(&e->b, mlirLLVMPointerTypeGet(e->ctx, 3),
                                  tile, 1, &at, 1, &dynamic, e->i8));
}

void tcGpuAcrossPut(TcGpuBlocks *b, MlirValue block) {
  MlirValue words[EACH], tile = tileOf(b, block, 0), first = firstWord(b);
  for (int64_t k = 0; k < POINTS / BLOCK; ++k) {
    tcGpuBlocksTermFragment(b, &b->x.s->across, 0, k, words);
    for (int64_t i = 0; i < EACH; ++i)
      putWord(b, tile, first, 2 * k + i / 2, i % 2,
              existing(b, words[i], i % 2));
  }
  if (b->x.s->tiling.tma)
    tcNvvmFenceProxy(tcBlocksEmit(b));
}

//===- Sums ---------------------------------------------------------------===//

// A warp group's first column. LLVM would keep descriptors of it in registers.
static MlirValue firstColumn(TcGpuBlocks *b) {
  const TcGpuTiling *t = &b->x.s->tiling;
  MlirValue row = tcGpuBlocksAgain(b, b->groupRow);
  return tcBlocksTimes(b, tcBlocksQuotient(b, row, t->warpRows),
                       columnsOf(b->x.s, t));
}

// i64: the descriptor of the rows' operand whose columns are from the warp
// group's first on, which may lie within a box: of 16 steps.
static MlirValue describeColumns(TcGpuBlocks *b, MlirValue first,
                                 int64_t steps) {
  TcEmit *e = tcBlocksEmit(b);
  const TcGpuStream *s = b->x.s;
  const TcGpuOperand *o = &s->operands[s->acrossRows];
  bool along = !o->factor->along;
  MlirValue at = tcBlocksI64(b, 0);
  bool isWhole = columnsOf(s, &s->tiling) % BOX == 0 || !along;
  MlirValue d =
      tcGpuDescribe(e, o, along, b->x.shared, isWhole ? first : at, steps);
  if (isWhole)
    return d;
  at = tcBlocksTimes(b, tcBlocksRemainder(b, first, BOX), HALF);
  MlirValue box =
      tcBlocksTimes(b, tcBlocksQuotient(b, first, BOX), o->rows * BOX * HALF);
  return tcBlocksAdd(
      b, d, tcBlocksQuotient(b, tcBlocksAdd(b, at, box), TC_UNIT_CHUNK_BYTES));
}

// Issues the contraction of the terms in this tile.
static void begin(TcGpuBlocks *b, MlirValue tile, MlirValue *data) {
  TcEmit *e = tcBlocksEmit(b);
  const TcGpuStream *s = b->x.s;
  const TcGpuOperand *rows = &s->operands[s->acrossRows];
  int64_t n = columnsOf(s, &s->tiling);
  MlirValue first = firstColumn(b), sums = tcNvvmGroupAny(e, n);
  for (int64_t k = 0; k < s->tiling.rows; k += BLOCK)
    sums = tcNvvmGroupMultiply(
        e, s->tiling.unit, NULL, n,
        tcGpuDescribe(e, &s->acrossTerms, true, tile, tcBlocksI64(b, 0), k),
        true, describeColumns(b, first, k), !rows->factor->along, k == 0, sums);
  for (int64_t i = 0; i < n / 2; ++i)
    data[i] = tcLlvmExtractvalue(&e->b, e->f32, sums, 1, &i);
  tcNvvmGroupCommit(e);
}

void tcGpuAcrossBegin(TcGpuBlocks *b, MlirValue block, MlirValue *sums) {
  tcNvvmGroupFence(tcBlocksEmit(b));
  begin(b, tileOf(b, block, 1), sums);
}

// ptr: the first of the thread's sums of the block in the stack.
static MlirValue placeIn(TcGpuBlocks *b, MlirValue block) {
  TcEmit *e = tcBlocksEmit(b);
  const TcGpuStream *s = b->x.s;
  const TcCpuValue *stack = s->stack->results.data[0];
  const TcSize **index = TC_ARENA_ARRAY(e->arena, const TcSize *, stack->rank);
  const int32_t dynamic = INT32_MIN;
  int64_t counted = s->streamed.data[0];
  for (size_t d = 0; d < stack->rank; ++d) {
    int iter = s->stack->iters.data[d];
    bool isInside =
        iter == s->streamed.data[1] || iter == s->across.own.data[0];
    index[d] =
        isInside ? tcSizeConst(e->arena, 0) : b->x.g->k.iters.data[iter].symbol;
  }
  MlirValue before = e->iters[counted];
  e->iters[counted] = block;
  TcPlace place = tcEmitPlaceOf(e, stack);
  MlirValue at = tcEmitElementAt(e, &place, stack->element, stack->rank, index);
  e->iters[counted] = before;
  MlirValue own =
      tcBlocksTimes(b, tcBlocksQuotient(b, firstColumn(b), TILE), GROUP);
  own = tcBlocksAdd(
      b, own, tcBlocksRemainder(b, tcGpuBlocksAgain(b, b->x.g->thread), GROUP));
  own = tcBlocksTimes(b, own, EACH);
  return tcLlvmGetelementptr(&e->b, e->ptr, at, 1, &own, 1, &dynamic, e->f32);
}

// Adds a block's sums to the stack, where `is` (i1) holds.
static void add(TcGpuBlocks *b, MlirValue is, MlirValue block,
                const MlirValue *sums) {
  TcEmit *e = tcBlocksEmit(b);
  const TcGpuStream *s = b->x.s;
  const int32_t dynamic = INT32_MIN;
  MlirValue to = placeIn(b, block), first = firstColumn(b);
  bool isWhole = s->across.numOwn % BOX == 0;
  for (int64_t t = 0; t < columnsOf(s, &s->tiling) / TILE; ++t) {
    MlirValue at = tcBlocksI64(b, t * GROUP * EACH), adds = is;
    if (!isWhole)
      adds = tcArithAndi(&e->b, is,
                         tcGpuIsBelow(b->x.g, tcBlocksPlus(b, first, t * TILE),
                                      tcBlocksI64(b, s->across.numOwn)));
    at = tcLlvmGetelementptr(&e->b, e->ptr, to, 1, &at, 1, &dynamic, e->f32);
    tcNvvmAddFour(e, adds, at, &sums[EACH * t]);
  }
}

void tcGpuAcrossAdd(TcGpuBlocks *b, MlirValue block, int64_t pending,
                    MlirValue *sums) {
  size_t n = (size_t)columnsOf(b->x.s, &b->x.s->tiling) / 2;
  tcNvvmGroupWaitOf(tcBlocksEmit(b), pending, n, sums);
  add(b, tcGpuIsBelow(b->x.g, b->low, block), tcBlocksPlus(b, block, -1), sums);
}

void tcGpuAcrossEnd(TcGpuBlocks *b) {
  TcEmit *e = tcBlocksEmit(b);
  MlirValue sums[TC_STREAM_MAX_REGISTERS];
  size_t n = (size_t)columnsOf(b->x.s, &b->x.s->tiling) / 2;
  MlirValue last = tcBlocksPlus(b, b->high, -1);
  tcNvvmFenceProxy(e);
  tcGpuBarrierAll(b->x.g);
  tcNvvmGroupFence(e);
  begin(b, tileOf(b, last, 0), sums);
  tcNvvmGroupWaitOf(e, 0, n, sums);
  add(b, tcGpuIsBelow(b->x.g, b->low, b->high), last, sums);
}
