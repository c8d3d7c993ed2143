// Streamed contractions: the loops, and the contractions on the unit. See
// stream.h.
//
//   issue the copies of the rows' operands, then of ring - 1 blocks
//   for blocks b that may have a term that is not 0
//     wait for block b; barrier; issue the copies of block b + ring - 1
//     the loop's stages, in their order
//   the stages after the loop
#include "passes/lower/gpu/stream_emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"

#include <string.h>

enum { BLOCK = TC_UNIT_BLOCK, WARP = 32, EACH = 4, QUAD = 4 };

void tcGpuPlanStream(TcGpuEmit *g, TcGpuPlan *plan) {
  const TcGpuTiling *tiling = &plan->phase->tiling;
  tcGpuStreamMatch(&g->k, tiling->unit, &plan->stream);
  tcGpuStreamCut(&g->k, tiling, &plan->stream);
  plan->blocks = plan->stream.numBlocks;
  if (tiling->persists)
    plan->blocks =
        tcSizeMin(g->e.arena, plan->blocks,
                  tcSizeConst(g->e.arena, tcGpuHeldBlocks(g, tiling)));
  plan->sharedBytes = plan->stream.sharedBytes;
}

// The ring follows the rows' operands in shared memory.
MlirValue tcGpuBlocksSlot(TcGpuBlocks *b, MlirValue slot) {
  const TcGpuStream *s = b->x.s;
  return tcBlocksSharedAt(
      b, tcBlocksPlus(b, tcBlocksTimes(b, slot, s->slotBytes), s->rowBytes));
}

//===- Contractions -------------------------------------------------------===//

int64_t tcGpuBlocksDepth(const TcGpuStreamProduct *p) {
  return (p->numOwn + BLOCK - 1) / BLOCK;
}

static int64_t rowBlocks(const TcGpuStream *s) { return s->warpRows / BLOCK; }

bool tcGpuBlocksAreBrain(const TcGpuStream *s) {
  return !strcmp(s->tiling.unit->operand, "bf16");
}

// acc += a * c: two 16 x 8 tiles with adjacent columns.
static void multiply(TcGpuBlocks *b, const MlirValue a[4], const MlirValue c[4],
                     TcLane *acc) {
  MlirValue sums[EACH];
  for (int64_t side = 0; side < 2; ++side) {
    for (int i = 0; i < EACH; ++i)
      sums[i] = acc[EACH * side + i].v;
    tcNvvmMultiply(tcBlocksEmit(b), b->x.s->tiling.unit, NULL, a, &c[2 * side],
                   sums);
    for (int i = 0; i < EACH; ++i)
      acc[EACH * side + i] = tcLaneScalar(sums[i]);
  }
}

static void loadRows(TcGpuBlocks *b, int product, int64_t depth,
                     MlirValue (*out)[4]) {
  for (int64_t i = 0; i < rowBlocks(b->x.s); ++i)
    tcGpuFragmentsLoad(&b->rows[product], b->x.shared, i, depth, out[i]);
}

static TcGpuFragments fragmentsOf(TcGpuBlocks *b, int operand,
                                  bool transposed) {
  const TcGpuOperand *o = &b->x.s->operands[operand];
  bool along = transposed ? !o->factor->along : o->factor->along;
  return (TcGpuFragments){.g = b->x.g, .o = o, .along = along};
}

static void beginRows(TcGpuBlocks *b, int product) {
  const TcGpuStream *s = b->x.s;
  b->rows[product] = fragmentsOf(b, product, false);
  tcGpuFragmentsBegin(&b->rows[product], b->x.lane, true, b->x.warpRow,
                      s->warpRows,
                      tcGpuBlocksDepth(&s->makes[product]) * BLOCK);
}

void tcGpuBlocksLoadRows(TcGpuBlocks *b, int product) {
  const TcGpuStream *s = b->x.s;
  int64_t blocks = rowBlocks(s), depth = tcGpuBlocksDepth(&s->makes[product]);
  b->rowFragments[product] = (MlirValue(*)[4])TC_ARENA_ARRAY(
      tcBlocksEmit(b)->arena, MlirValue, (size_t)(4 * blocks * depth));
  beginRows(b, product);
  for (int64_t d = 0; d < depth; ++d)
    loadRows(b, product, d, &b->rowFragments[product][d * blocks]);
}

static void loadResidentRows(TcGpuBlocks *b) {
  const TcGpuStream *s = b->x.s;
  for (int p = 0; p < s->numMakes; ++p)
    if (tcGpuStreamHoldsRows(s))
      tcGpuBlocksLoadRows(b, p);
    else
      beginRows(b, p);
}

// Emits a contraction that makes terms, rounded to the element type of its
// value.
static void makeTerms(TcGpuBlocks *b, int product, MlirValue slot) {
  enum { MAX_ROWS = 2 };
  TcGpuStreamEmit *x = &b->x;
  TcEmit *e = tcBlocksEmit(b);
  const TcGpuStream *s = x->s;
  const TcGpuStreamProduct *p = &s->makes[product];
  const TcCpuValue *v = p->stage->results.data[0];
  TcGpuRegisters *terms = tcGpuNewRegisters(x, v, TC_GPU_OF_TERMS);
  size_t n = tcGpuRegisterCount(x, TC_GPU_OF_TERMS);
  int64_t tiles = tcGpuRegisterTiles(x, TC_GPU_OF_TERMS), blocks = rowBlocks(s);
  MlirValue(*fragments)[4] = b->rowFragments[product];
  MlirValue read[MAX_ROWS][4], c[4];
  for (size_t i = 0; i < n; ++i)
    terms->data[i] = tcLaneScalar(tcEmitFloat(e, e->f32, 0));
  for (int64_t d = 0; d < tcGpuBlocksDepth(p); ++d) {
    MlirValue(*a)[4] = fragments ? &fragments[d * blocks] : read;
    if (!fragments)
      loadRows(b, product, d, read);
    for (int64_t j = 0; j < tiles / 2; ++j) {
      tcGpuFragmentsLoad(&b->points[product], slot, j, d, c);
      for (int64_t i = 0; i < blocks; ++i)
        multiply(b, a[i], c, &terms->data[EACH * (i * tiles + 2 * j)]);
    }
  }
  for (size_t i = 0; i < n; ++i)
    terms->data[i] = tcEmitRound(e, terms->data[i], v->element);
}

// Packs two adjacent terms into a register of the unit's operand; 0 where a
// point does not exist.
static MlirValue packTerms(TcGpuBlocks *b, const TcCpuValue *v, size_t i) {
  const int64_t two = 2;
  TcEmit *e = tcBlocksEmit(b);
  const TcGpuRegisters *terms = tcGpuRegistersOf(&b->x, v);
  MlirType element = v->element;
  MlirType half = tcGpuBlocksAreBrain(b->x.s) ? mlirBF16TypeGet(e->ctx)
                                              : mlirF16TypeGet(e->ctx);
  MlirValue pair = tcLlvmMlirUndef(&e->b, mlirVectorTypeGet(1, &two, half));
  for (size_t j = 0; j < 2; ++j) {
    TcLane term = terms->data[i + j];
    TcLane exists = tcLaneScalar(tcGpuStreamExists(&b->x, i + j));
    if (exists.v.ptr)
      term = tcEmitSelect(e, exists, term, tcEmitZero(e, element));
    TcLane bits = tcEmitHalfBits(e, term, element);
    pair = tcLlvmInsertelement(&e->b, pair, tcArithBitcast(&e->b, half, bits.v),
                               tcBlocksI64(b, (int64_t)j));
  }
  return tcLlvmBitcast(&e->b, e->i32, pair);
}

// Accumulators of two adjacent 16 x 8 tiles are, packed as pairs of narrow
// floats, a 16 x 16 fragment.
void tcGpuBlocksTermFragment(TcGpuBlocks *b, const TcGpuStreamProduct *p,
                             int64_t row, int64_t steps, MlirValue out[4]) {
  int64_t tiles = tcGpuRegisterTiles(&b->x, TC_GPU_OF_TERMS);
  size_t first = (size_t)(EACH * (row * tiles + 2 * steps));
  for (size_t i = 0; i < 4; ++i)
    out[i] =
        packTerms(b, p->terms->value, first + EACH * (i / 2) + 2 * (i % 2));
}

TcGpuRegisters *tcGpuBlocksNewSums(TcGpuBlocks *b,
                                   const TcGpuStreamProduct *p) {
  TcGpuKind kind = tcGpuStreamKind(b->x.s, &p->stage->iters);
  return tcGpuNewRegisters(&b->x, p->stage->results.data[0], kind);
}

// The accumulators start from the carried sums as the merge would have them
// with -0 added, or from 0.
bool tcGpuBlocksStartSums(TcGpuBlocks *b, const TcGpuStreamProduct *p,
                          TcGpuRegisters *sums) {
  TcGpuStreamEmit *x = &b->x;
  TcEmit *e = tcBlocksEmit(b);
  double zero = p->merge ? -0.0 : 0.0;
  size_t n = tcGpuRegisterCount(x, sums->kind);
  for (size_t i = 0; i < n; ++i)
    sums->data[i] = tcLaneScalar(tcEmitFloat(e, e->f32, zero));
  if (!p->merge)
    return true;
  if (!tcGpuStreamStage(x, p->merge))
    return false;
  const TcGpuRegisters *merged = tcGpuRegistersOf(x, p->merge->results.data[0]);
  memcpy(sums->data, merged->data, n * sizeof *sums->data);
  return true;
}

static bool sumTerms(TcGpuBlocks *b, int product, MlirValue slot) {
  TcGpuStreamEmit *x = &b->x;
  const TcGpuStream *s = x->s;
  const TcGpuStreamProduct *p = &s->sums[product];
  TcGpuRegisters *sums = tcGpuBlocksNewSums(b, p);
  int64_t tiles = tcGpuRegisterTiles(x, sums->kind);
  MlirValue a[4][4], c[4];
  if (!tcGpuBlocksStartSums(b, p, sums))
    return false;
  for (int64_t k = 0; k < s->tiling.depth / BLOCK; ++k) {
    for (int64_t i = 0; i < rowBlocks(s); ++i)
      tcGpuBlocksTermFragment(b, p, i, k, a[i]);
    for (int64_t j = 0; j < tiles / 2; ++j) {
      tcGpuFragmentsLoad(&b->columns[product], slot, j, k, c);
      for (int64_t i = 0; i < rowBlocks(s); ++i)
        multiply(b, a[i], c, &sums->data[EACH * (i * tiles + 2 * j)]);
    }
  }
  if (p->merge)
    tcMapSet(&x->registers, p->merge->results.data[0], sums);
  return true;
}

//===- Blocks -------------------------------------------------------------===//

static void copyBlock(TcGpuBlocks *b, MlirValue block, MlirValue slot) {
  MlirValue at = tcGpuBlocksSlot(b, slot);
  MlirValue from = tcBlocksTimes(b, block, b->x.s->tiling.depth);
  for (int i = b->x.s->numMakes; i < b->x.s->numOperands; ++i)
    tcGpuStagingCopy(&b->staging[i], from, b->end, at);
  tcNvvmCommit(tcBlocksEmit(b));
}

MlirValue tcGpuBlocksSlotOf(TcGpuBlocks *b, MlirValue block) {
  MlirValue at = tcBlocksSub(b, block, b->low);
  if (b->done.ptr)
    at = tcBlocksAdd(b, b->done, at);
  return tcBlocksRemainder(b, at, b->x.s->tiling.ring);
}

// The number of the contraction whose stage it is, or -1.
static int findProduct(const TcGpuStreamProduct *all, int n,
                       const TcCpuStage *stage) {
  for (int i = 0; i < n; ++i)
    if (all[i].stage == stage)
      return i;
  return -1;
}

static bool isMerge(const TcGpuStream *s, const TcCpuStage *stage) {
  for (int i = 0; i < s->numSums; ++i)
    if (s->sums[i].merge == stage)
      return true;
  return false;
}

static bool isUpdate(const TcGpuStream *s, const TcCpuStage *stage) {
  for (int i = 0; i < s->numSums; ++i)
    if (s->sums[i].update == stage)
      return true;
  return false;
}

bool tcGpuBlocksIsPlain(const TcGpuStream *s, const TcCpuStage *stage) {
  return !stage->contract && !isMerge(s, stage) && !isUpdate(s, stage);
}

bool tcGpuBlocksStages(TcGpuBlocks *b) {
  const TcGpuStream *s = b->x.s;
  for (size_t i = 0; i < s->loop.size; ++i)
    if (tcGpuBlocksIsPlain(s, s->loop.data[i]) &&
        !tcGpuStreamStage(&b->x, s->loop.data[i]))
      return false;
  return true;
}

static bool emitStages(TcGpuBlocks *b, MlirValue slot) {
  const TcGpuStream *s = b->x.s;
  for (size_t i = 0; i < s->loop.size; ++i) {
    const TcCpuStage *stage = s->loop.data[i];
    int makes = findProduct(s->makes, s->numMakes, stage);
    int sums = findProduct(s->sums, s->numSums, stage);
    bool ok = true;
    if (makes >= 0)
      makeTerms(b, makes, slot);
    else if (sums >= 0)
      ok = sumTerms(b, sums, slot);
    else if (!isMerge(s, stage))
      ok = tcGpuStreamStage(&b->x, stage);
    if (!ok)
      return false;
  }
  return true;
}

static bool emitBlock(TcGpuBlocks *b, MlirValue block) {
  TcEmit *e = tcBlocksEmit(b);
  const TcGpuStream *s = b->x.s;
  int64_t ring = s->tiling.ring;
  tcNvvmWait(e, ring - 2);
  tcGpuBarrierAll(b->x.g);
  MlirValue next = tcBlocksPlus(b, block, ring - 1);
  copyBlock(b, next, tcGpuBlocksSlotOf(b, next));
  e->iters[s->streamed.data[0]] = block;
  return emitStages(b, tcGpuBlocksSlot(b, tcGpuBlocksSlotOf(b, block)));
}

//===- What is carried ----------------------------------------------------===//

static size_t packState(TcGpuBlocks *b, TcLane *state) {
  size_t n = 0;
  for (size_t i = 0; i < b->carried.size; ++i) {
    const TcGpuRegisters *h = tcGpuRegistersOf(&b->x, b->carried.data[i]);
    size_t count = tcGpuRegisterCount(&b->x, h->kind);
    memcpy(&state[n], h->data, count * sizeof *state);
    n += count;
  }
  for (size_t i = 0; i < b->numWords; ++i)
    state[n++] = tcLaneScalar(b->words[i]);
  return n;
}

static void unpackState(TcGpuBlocks *b, const TcLane *state) {
  for (size_t i = 0; i < b->carried.size; ++i) {
    TcGpuKind kind = tcGpuRegistersOf(&b->x, b->carried.data[i])->kind;
    TcGpuRegisters *h = tcGpuNewRegisters(&b->x, b->carried.data[i], kind);
    size_t count = tcGpuRegisterCount(&b->x, kind);
    memcpy(h->data, state, count * sizeof *state);
    state += count;
  }
  for (size_t i = 0; i < b->numWords; ++i)
    b->words[i] = state[i].v;
}

// The results of updates become the carried values.
static void takeUpdates(TcGpuBlocks *b) {
  const TcGpuStream *s = b->x.s;
  for (size_t i = 0; i < s->loop.size; ++i)
    for (size_t r = 0; r < s->loop.data[i]->results.size; ++r) {
      const TcCpuValue *v = s->loop.data[i]->results.data[r];
      if (v->carried)
        tcMapSet(&b->x.registers, v->carried, tcGpuRegistersOf(&b->x, v));
    }
}

static void setFacts(TcGpuBlocks *b, bool isShort, bool isInside) {
  TcEmit *e = tcBlocksEmit(b);
  const TcCpuStream *stream = &b->x.g->k.stream;
  e->facts.size = 0;
  for (size_t i = 0; isInside && i < b->facts.size; ++i)
    tcVecPush(e->arena, &e->facts, b->facts.data[i]);
  const TcSize *last =
      tcSizeSub(e->arena, stream->extent, tcSizeConst(e->arena, 1));
  if (!isShort)
    tcVecPush(e->arena, &e->facts, tcSizeSub(e->arena, last, stream->at));
}

bool tcGpuBlocksLoop(TcGpuBlocks *b, MlirValue low, MlirValue high,
                     bool isShort, bool isInside) {
  enum { MAX_STATE = 1024 };
  TcEmit *e = tcBlocksEmit(b);
  const TcGpuStream *s = b->x.s;
  TcLane state[MAX_STATE];
  size_t n = packState(b, state);
  TcLoop loop = tcEmitFor(e, low, high, 1, -1, n, state);
  unpackState(b, state);
  MlirValue block = tcGpuLoopIndex(&loop);
  b->x.numPoints = (MlirValue){NULL};
  if (isShort)
    b->x.numPoints = tcBlocksSub(b, tcEmitExpr(e, b->x.g->k.stream.extent),
                                 tcBlocksTimes(b, block, s->tiling.depth));
  setFacts(b, isShort, isInside);
  bool ok = b->emit(b, block);
  if (ok && !b->isLast)
    takeUpdates(b);
  packState(b, state);
  e->facts.size = 0;
  tcEmitForEnd(e, &loop, n, state);
  unpackState(b, state);
  return ok;
}

// Emits loops over whole blocks: before, within and after the range of blocks
// in which all points are within the bounds, and need no comparison.
static bool emitWhole(TcGpuBlocks *b, MlirValue low, MlirValue high) {
  if (!b->facts.size)
    return tcGpuBlocksLoop(b, low, high, false, false);
  MlirValue first = tcBlocksMax(b, low, tcBlocksMin(b, b->innerLow, high));
  MlirValue last = tcBlocksMax(b, first, tcBlocksMin(b, b->innerHigh, high));
  return (!b->x.g->k.stream.least.size ||
          tcGpuBlocksLoop(b, low, first, false, false)) &&
         tcGpuBlocksLoop(b, first, last, false, true) &&
         tcGpuBlocksLoop(b, last, high, false, false);
}

bool tcGpuBlocksLoops(TcGpuBlocks *b, MlirValue low) {
  TcEmit *e = tcBlocksEmit(b);
  const TcCpuStream *stream = &b->x.g->k.stream;
  int64_t extent, step = stream->step;
  if (tcGpuStreamIsWhole(&b->x.g->k))
    return emitWhole(b, low, b->high);
  if (tcSizeIsConst(stream->extent, &extent) && extent < step)
    return tcGpuBlocksLoop(b, low, b->high, true, false);
  MlirValue whole = tcBlocksQuotient(b, tcEmitExpr(e, stream->extent), step);
  whole = tcBlocksMax(b, low, tcBlocksMin(b, whole, b->high));
  return emitWhole(b, low, whole) &&
         tcGpuBlocksLoop(b, whole, b->high, true, false);
}

//===- A tile -------------------------------------------------------------===//

// Finds the tile of this number: the longest tiles are first.
static void enterTile(TcGpuBlocks *b, MlirValue number) {
  TcGpuStreamEmit *x = &b->x;
  TcGpuEmit *g = x->g;
  TcEmit *e = &g->e;
  const TcGpuStream *s = x->s;
  MlirValue tile, batch = tcGpuSplitOff(g, number, s->rowTiles, &tile);
  if (tcGpuStreamIsReversed(&g->k, s))
    tile =
        tcBlocksSub(b, tcBlocksPlus(b, tcEmitExpr(e, s->rowTiles), -1), tile);
  tcGpuEnter(g, &s->batch, batch);
  x->rowAt = tcBlocksTimes(b, tile, s->tiling.rows);
  x->numRows = tcEmitExpr(e, s->factors[TC_STREAM_ROWS].count);
  MlirValue warp = tcBlocksQuotient(b, g->thread, WARP);
  x->lane = tcBlocksRemainder(b, g->thread, WARP);
  x->quad = tcBlocksTimes(b, tcBlocksRemainder(b, x->lane, QUAD), 2);
  x->warpRow = tcBlocksTimes(b, warp, s->warpRows);
  tcGpuStreamEnterRows(x);
}

// Sets the range of the last row iterator that the tile covers: contiguous, or
// all of it if the tile goes past its end.
static void enterChunk(TcGpuBlocks *b) {
  TcGpuStreamEmit *x = &b->x;
  TcEmit *e = tcBlocksEmit(b);
  int64_t tile = x->s->tiling.rows;
  e->chunk = tcVecLast(&x->s->rows);
  MlirValue n = tcEmitExpr(e, e->k->iters.data[e->chunk].extent);
  MlirValue low = x->rowAt, high = tcBlocksPlus(b, low, tile);
  if (x->s->rows.size == 1) {
    e->chunkLow = low;
    e->chunkHigh = tcBlocksMin(b, high, n);
    return;
  }
  low = tcArithRemui(&e->b, low, tcBlocksMax(b, n, tcBlocksI64(b, 1)));
  high = tcBlocksPlus(b, low, tile);
  MlirValue isRun = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLE, high, n);
  e->chunkLow = tcArithSelect(&e->b, isRun, low, tcBlocksI64(b, 0));
  e->chunkHigh = tcArithSelect(&e->b, isRun, high, n);
}

// Finds the range of blocks in which the tile's rows have terms.
static void enterBlocks(TcGpuBlocks *b) {
  TcGpuStreamEmit *x = &b->x;
  TcEmit *e = tcBlocksEmit(b);
  const TcCpuStream *stream = &x->g->k.stream;
  if (tcGpuStreamIsBounded(&x->g->k, x->s))
    enterChunk(b);
  tcCpuStreamBounds(e, stream->block, &b->low, &b->high);
  b->innerLow = b->low;
  b->innerHigh = b->high;
  tcCpuStreamInside(e, &b->innerLow, &b->innerHigh, &b->facts);
  e->chunk = -1;
  b->end = tcBlocksMin(b, tcEmitExpr(e, stream->extent),
                       tcBlocksTimes(b, b->high, stream->step));
}

// The streamed points are columns of contractions that make terms, and steps of
// those that sum.
static void beginFragments(TcGpuBlocks *b) {
  TcGpuStreamEmit *x = &b->x;
  const TcGpuStream *s = x->s;
  MlirValue zero = tcBlocksI64(b, 0);
  int64_t block = s->tiling.depth;
  for (int p = 0; p < s->numMakes; ++p) {
    int64_t depth = tcGpuBlocksDepth(&s->makes[p]) * BLOCK;
    b->points[p] = fragmentsOf(b, s->makes[p].streamed, true);
    tcGpuFragmentsBegin(&b->points[p], x->lane, false, zero, block, depth);
  }
  for (int p = 0; p < s->numSums; ++p) {
    TcGpuKind kind = tcGpuStreamKind(s, &s->sums[p].stage->iters);
    b->columns[p] = fragmentsOf(b, s->sums[p].streamed, false);
    tcGpuFragmentsBegin(&b->columns[p], x->lane, false, zero,
                        tcGpuRegisterTiles(x, kind) * 8, block);
  }
}

void tcGpuBlocksEnter(TcGpuBlocks *b, MlirValue tile) {
  enterTile(b, tile);
  enterBlocks(b);
}

void tcGpuBlocksBeginCopies(TcGpuBlocks *b) {
  TcGpuStreamEmit *x = &b->x;
  const TcGpuStream *s = x->s;
  MlirValue zero = tcBlocksI64(b, 0);
  for (int i = 0; i < s->numOperands; ++i) {
    bool isRows = i < s->numMakes;
    tcGpuStagingBegin(&b->staging[i], x->g, &s->operands[i],
                      isRows ? &s->makes[i].own : &s->streamed,
                      isRows ? x->rowAt : zero);
    b->staging[i].wholeSteps = !isRows && tcGpuReadsShared(s->tiling.unit) &&
                               tcGpuStreamIsWhole(&x->g->k);
  }
}

static void beginCopies(TcGpuBlocks *b) {
  TcEmit *e = tcBlocksEmit(b);
  const TcGpuStream *s = b->x.s;
  int64_t ahead = s->tiling.ring - 1;
  for (int i = 0; i < s->numMakes; ++i)
    tcGpuStagingCopy(&b->staging[i], tcBlocksI64(b, 0),
                     tcBlocksI64(b, s->makes[i].numOwn), b->x.shared);
  tcNvvmCommit(e);
  for (int64_t i = 0; i < ahead; ++i)
    copyBlock(b, tcBlocksPlus(b, b->low, i), tcBlocksI64(b, i));
  tcNvvmWait(e, ahead);
  tcGpuBarrierAll(b->x.g);
  loadResidentRows(b);
}

bool tcGpuBlocksStart(TcGpuBlocks *b) {
  const TcGpuStream *s = b->x.s;
  for (size_t i = 0; i < s->before.size; ++i)
    if (!tcGpuStreamStage(&b->x, s->before.data[i]))
      return false;
  for (size_t i = 0; i < s->inits.size; ++i) {
    const TcCpuStage *stage = s->inits.data[i];
    if (!tcGpuStreamStage(&b->x, stage))
      return false;
    for (size_t r = 0; r < stage->results.size; ++r)
      tcVecPush(tcBlocksEmit(b)->arena, &b->carried, stage->results.data[r]);
  }
  return true;
}

bool tcGpuEmitStream(TcGpuEmit *g, TcGpuPlan *plan) {
  TcGpuBlocks b = {.x = {.g = g,
                         .s = &plan->stream,
                         .registers = {.arena = g->e.arena},
                         .columns = {.arena = g->e.arena},
                         .ofRows = {.arena = g->e.arena}},
                   .emit = emitBlock};
  b.x.shared = tcGpuSharedMemory(g);
  if (plan->stream.tiling.teams)
    return tcGpuEmitStreamRoles(&b);
  tcGpuBlocksEnter(&b, g->block);
  tcGpuBlocksBeginCopies(&b);
  bool groups = tcGpuReadsShared(plan->stream.tiling.unit);
  if (groups) {
    tcGpuBeginGroups(&b);
  } else {
    beginFragments(&b);
    beginCopies(&b);
  }
  if (!tcGpuBlocksStart(&b))
    return false;
  bool ok = groups ? tcGpuEmitGroups(&b) : tcGpuBlocksLoops(&b, b.low);
  return ok && tcGpuStreamFinish(&b.x);
}
