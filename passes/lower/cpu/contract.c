// Products in blocks of accumulators. At each reduction index `rows` elements
// of one factor are multiplied with `columns` of the other, so that an element
// is loaded once for many multiplications. Vectors run along the reduction
// where both factors are contiguous in it (x[i, k] * w[n, k]), else along the
// columns (x[i, k] * w[k, n]).
#include "passes/lower/cpu/contract.h"
#include "passes/lower/cpu/nest.h"
#include "passes/schedule/sum-block.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/VectorOps.h"

#include "mlir-c/BuiltinTypes.h"

enum {
  MAX_ACCS = 24, // of 32 vector registers (AVX-512), 6 rows x 4
  MAX_SIDE = 8,
};

bool tcContractFits(int64_t rows, int64_t columns) {
  return rows >= 1 && columns >= 1 && rows <= MAX_SIDE && columns <= MAX_SIDE &&
         rows * columns <= MAX_ACCS;
}

//===- Blocks -------------------------------------------------------------===//

typedef struct Block {
  TcRun *r;
  const TcTile *t;
  int columns;               // of this block
  MlirValue rowAt[MAX_SIDE]; // values of the row iterator
  MlirValue columnAt[MAX_SIDE];
  const TcUnit *dots; // multiplies pairs of elements and adds them up, or NULL
  int64_t lanes;      // 1, or of a vector of elements
  TcLane mask;        // of the lanes that are columns, if not all are
  TcLane zero;
  TcLane accs[MAX_ACCS]; // rows x columns
} Block;

static int numAccs(const Block *b) { return b->t->rows * b->columns; }

static bool reducesLanes(const Block *b) {
  return b->lanes > 1 && b->t->vector != b->t->column;
}

// Of an accumulator.
static int64_t sumLanes(const Block *b) {
  return b->dots ? b->lanes / b->dots->pair : b->lanes;
}

static void setLanes(Block *b, int64_t lanes) {
  tcEmitSetLanes(b->r->e, lanes, b->t->vector);
}

static void enterLanes(Block *b) {
  setLanes(b, b->lanes);
  b->r->e->mask = b->mask;
}

static void leaveLanes(Block *b) {
  b->r->e->mask = (TcLane){.v = {NULL}};
  setLanes(b, 1);
}

// Elements of bf16 as they lie in memory.
static TcLane loadBits(const Block *b, const TcCpuRead *factor) {
  TcEmit *e = b->r->e;
  TcPlace place = tcEmitPlaceOf(e, factor->value);
  TcLane x =
      tcEmitLoad(e, &place, mlirIntegerTypeGet(e->ctx, 16), factor->value->rank,
                 factor->index, (TcLane){.v = {NULL}});
  MlirType type = mlirVectorTypeGet(1, &b->lanes, factor->value->element);
  return (TcLane){.v = tcLlvmBitcast(&e->b, type, x.v), .wide = true};
}

static TcLane element(const Block *b, const TcCpuRead *factor) {
  if (b->dots)
    return loadBits(b, factor);
  return tcEmitWiden(b->r->e, tcStageElement(b->r->e, factor));
}

static MlirValue multiplyAdd(const Block *b, MlirValue x, MlirValue y,
                             MlirValue sum) {
  TcEmit *e = b->r->e;
  MlirValue operands[] = {sum, x, y};
  if (b->dots)
    return tcEmitIntrinsic(e, b->dots->intrinsic, mlirValueGetType(sum), 3,
                           operands);
  return tcLlvmIntrFmuladd(&e->b, x, y, sum);
}

// Emits the multiplications of one reduction index.
static void multiply(Block *b, TcLane *accs) {
  TcEmit *e = b->r->e;
  TcLane columns[MAX_SIDE];
  for (int j = 0; j < b->columns; ++j) {
    e->iters[b->t->column] = b->columnAt[j];
    if (b->t->ahead)
      tcNestPrefetchAhead(e, b->t->columnFactor, b->t->vector, b->lanes,
                          b->t->ahead);
    columns[j] = element(b, b->t->columnFactor);
  }
  for (int i = 0; i < b->t->rows; ++i) {
    e->iters[b->t->row] = b->rowAt[i];
    TcLane x = element(b, b->t->rowFactor);
    for (int j = 0; j < b->columns; ++j) {
      TcLane *acc = &accs[i * b->columns + j];
      acc->v = multiplyAdd(b, x.v, columns[j].v, acc->v);
    }
  }
}

// The steps that are fewer than a vector's lanes, if there are any: sums of
// lanes that have none keep what they are.
static void reduceRest(Block *b, MlirValue first, MlirValue high) {
  TcEmit *e = b->r->e;
  size_t n = (size_t)numAccs(b);
  TcLane sums[MAX_ACCS];
  TcLoop loop = tcEmitFor(e, first, high, b->lanes, b->t->vector, n, b->accs);
  setLanes(b, b->lanes);
  e->mask = tcEmitLanesBelow(e, first, high);
  for (size_t i = 0; i < n; ++i)
    sums[i] = b->accs[i];
  multiply(b, sums);
  for (size_t i = 0; i < n; ++i)
    b->accs[i] = b->dots ? sums[i] // masked pairs are zeros
                         : tcEmitSelect(e, e->mask, sums[i], b->accs[i]);
  e->mask = (TcLane){.v = {NULL}};
  setLanes(b, 1);
  tcEmitForEnd(e, &loop, n, b->accs);
}

// The loop over the vectorised reduced iterator: whole vectors, then the
// remainder.
static void reduceLanes(Block *b) {
  TcEmit *e = b->r->e;
  MlirValue low, high;
  size_t n = (size_t)numAccs(b);
  tcStageBounds(b->r, b->t->vector, &low, &high);
  MlirValue rest = tcArithRemsi(&e->b, tcArithSubi(&e->b, high, low),
                                tcEmitI64(e, b->lanes));
  MlirValue middle = tcArithSubi(&e->b, high, rest);
  TcLoop loop = tcEmitFor(e, low, middle, b->lanes, b->t->vector, n, b->accs);
  setLanes(b, b->lanes);
  multiply(b, b->accs);
  setLanes(b, 1);
  tcEmitForEnd(e, &loop, n, b->accs);
  if (b->t->vector == e->chunk || tcCpuStreamMisses(e->k, b->t->vector) ||
      tcCpuExtent(e->k, b->t->vector, INT64_MAX) % b->lanes)
    reduceRest(b, middle, high);
}

static void step(Block *b, TcLane *accs) {
  enterLanes(b);
  multiply(b, accs);
  leaveLanes(b);
}

// Long sums are computed in blocks, since the error of a sum grows with its
// length; PyTorch does so, too.
static void reduceBlocks(Block *b, int iter) {
  TcEmit *e = b->r->e;
  int64_t block = tcSumBlock(tcCpuGuessTerms(e->k->iters.data[iter].extent));
  size_t n = (size_t)numAccs(b);
  TcLane part[MAX_ACCS];
  MlirValue low, high;
  tcStageBounds(b->r, iter, &low, &high);
  for (size_t i = 0; i < n; ++i)
    part[i] = b->accs[i];
  TcLoop blocks = tcEmitFor(e, low, high, block, iter, n, part);
  TcLane sums[MAX_ACCS];
  for (size_t i = 0; i < n; ++i)
    sums[i] = part[i];
  MlirValue begin = e->iters[iter];
  MlirValue end =
      tcArithMinsi(&e->b, tcArithAddi(&e->b, begin, tcEmitI64(e, block)), high);
  for (size_t i = 0; i < n; ++i)
    part[i] = b->zero;
  TcLoop loop = tcEmitFor(e, begin, end, 1, iter, n, part);
  step(b, part);
  tcEmitForEnd(e, &loop, n, part);
  for (size_t i = 0; i < n; ++i)
    sums[i] = tcEmitBin(e, tcArithAddf, sums[i], part[i]);
  tcEmitForEnd(e, &blocks, n, sums);
  for (size_t i = 0; i < n; ++i)
    b->accs[i] = sums[i];
}

static bool isLong(const Block *b, int iter) {
  int64_t n = tcCpuExtent(b->r->e->k, iter, INT64_MAX);
  return n > tcSumBlockMost(n);
}

static void reduce(Block *b, size_t k) {
  TcEmit *e = b->r->e;
  const TcCpuIters *over = &b->r->s->over;
  bool lanes = reducesLanes(b);
  while (lanes && k < over->size && over->data[k] == b->t->vector)
    ++k;
  if (k == over->size) {
    if (lanes)
      reduceLanes(b);
    else
      step(b, b->accs);
    return;
  }
  if (!lanes && k + 1 == over->size && isLong(b, over->data[k])) {
    reduceBlocks(b, over->data[k]);
    return;
  }
  size_t n = (size_t)numAccs(b);
  MlirValue low, high;
  tcStageBounds(b->r, over->data[k], &low, &high);
  TcLoop loop = tcEmitFor(e, low, high, 1, over->data[k], n, b->accs);
  reduce(b, k + 1);
  tcEmitForEnd(e, &loop, n, b->accs);
}

static void clear(Block *b) {
  TcEmit *e = b->r->e;
  MlirType element = b->r->s->results.data[0]->element;
  int n = numAccs(b);
  setLanes(b, sumLanes(b));
  TcLane wide = b->zero = tcEmitWiden(e, tcEmitZero(e, element));
  setLanes(b, 1);
  for (int i = 0; i < n; ++i)
    b->accs[i] = wide;
}

// The sum of an accumulator's lanes.
static TcLane total(Block *b, int i) {
  TcEmit *e = b->r->e;
  MlirType element = b->r->s->results.data[0]->element;
  MlirAttribute reassociate = mlirAttributeParseGet(
      e->ctx, mlirStringRefCreateFromCString("#arith.fastmath<reassoc>"));
  MlirOperation sum = tcVectorReductionCreate(
      &e->b, element, TC_VECTOR_COMBINING_KIND_ADD, b->accs[i].v,
      tcEmitZero(e, element).v, reassociate);
  return tcLaneScalar(mlirOperationGetResult(sum, 0));
}

static void finish(Block *b) {
  TcEmit *e = b->r->e;
  bool maps = b->r->nest->stages.size > 1;
  TcLane **elements =
      TC_ARENA_ARRAY(e->arena, TcLane *, b->r->nest->stages.size);
  for (int i = 0; i < b->t->rows; ++i) {
    e->iters[b->t->row] = b->rowAt[i];
    if (maps)
      tcContractReadRow(b->r, b->t, elements);
    for (int j = 0; j < b->columns; ++j) {
      int k = i * b->columns + j;
      e->iters[b->t->column] = b->columnAt[j];
      TcLane x = reducesLanes(b) ? total(b, k) : b->accs[k];
      if (!reducesLanes(b))
        enterLanes(b);
      tcStageStore(b->r, 0, x);
      if (maps)
        tcContractMapSum(b->r, b->t, elements, x);
      leaveLanes(b);
    }
  }
}

// Positions base, base + step, ..., clamped to the last possible one: elements
// computed twice are equal. `share`: what they are apart, in place of `step`.
static void positions(TcEmit *e, MlirValue base, MlirValue high, int64_t step,
                      MlirValue share, int n, bool clamp, MlirValue *out) {
  MlirValue last = clamp ? tcArithSubi(&e->b, high, tcEmitI64(e, 1)) : high;
  for (int i = 0; i < n; ++i) {
    MlirValue by = tcEmitI64(e, i * step);
    if (share.ptr)
      by = tcArithMuli(&e->b, share, tcEmitI64(e, i));
    out[i] = tcArithAddi(&e->b, base, by);
    if (clamp)
      out[i] = tcArithMinsi(&e->b, out[i], last);
  }
}

// Those of a block's columns that are below `high`.
static TcLane columnsBelow(Block *b, MlirValue high) {
  setLanes(b, b->lanes);
  TcLane mask = tcEmitLanesBelow(b->r->e, b->columnAt[0], high);
  setLanes(b, 1);
  return mask;
}

// The columns of each of `columns` shares of them, at most.
static MlirValue shareOf(TcEmit *e, MlirValue low, MlirValue high,
                         int columns) {
  MlirValue n = tcArithSubi(&e->b, high, low);
  return tcArithCeildivsi(&e->b, n, tcEmitI64(e, columns));
}

// Emits all rows for columns from `low` on, `columns` x `lanes` at a time;
// `masks`: the last lanes may be none.
static void overColumns(TcRun *r, const TcTile *t, MlirValue low,
                        MlirValue high, int columns, int64_t lanes,
                        bool masks) {
  TcEmit *e = r->e;
  bool along = t->vector == t->column;
  int64_t step = along ? lanes : 1;
  MlirValue rowLow, rowHigh, none = {NULL}, share = none, end = high;
  tcStageBounds(r, t->row, &rowLow, &rowHigh);
  if (t->apart) {
    share = shareOf(e, low, high, columns);
    end = tcArithAddi(&e->b, low, share);
  }
  TcLoop outer =
      tcEmitFor(e, low, end, t->apart ? 1 : columns * step, t->column, 0, NULL);
  MlirValue column = e->iters[t->column];
  TcLoop inner = tcEmitFor(e, rowLow, rowHigh, t->rows, t->row, 0, NULL);
  Block b = {.r = r, .t = t, .columns = columns, .lanes = lanes};
  if (tcContractDots(e->k, r->s, t, r->unit)) {
    b.dots = r->unit;
    b.lanes = lanes * r->unit->pair;
  }
  positions(e, e->iters[t->row], rowHigh, 1, none, t->rows, true, b.rowAt);
  positions(e, column, high, step, share, columns, !along, b.columnAt);
  if (masks)
    b.mask = columnsBelow(&b, high);
  clear(&b);
  reduce(&b, 0);
  finish(&b);
  tcEmitForEnd(e, &inner, 0, NULL);
  tcEmitForEnd(e, &outer, 0, NULL);
}

// `high` rounded up to whole vectors: operands and results lie in scratch,
// which has room for all lanes of a chunk, so no lane is masked.
static MlirValue wholeVectors(TcEmit *e, MlirValue low, MlirValue high,
                              int64_t lanes) {
  MlirValue n = tcArithSubi(&e->b, high, low);
  n = tcArithAddi(&e->b, n, tcEmitI64(e, lanes - 1));
  MlirValue rest = tcArithRemsi(&e->b, n, tcEmitI64(e, lanes));
  return tcArithAddi(&e->b, low, tcArithSubi(&e->b, n, rest));
}

// Whether a factor's columns are those of an operand, which ends with the last.
static bool readsOperand(const TcRun *r, const TcTile *t) {
  for (size_t i = 0; i < r->s->reads.size; ++i)
    if (r->s->reads.data[i].value->arg >= 0 &&
        tcCpuReadUses(r->e->k, &r->s->reads.data[i], t->column))
      return true;
  return false;
}

// Whether the columns are a streamed kernel's lanes, in chunks of whole
// vectors.
static bool hasRoomForLanes(const TcRun *r, const TcTile *t) {
  const TcEmit *e = r->e;
  return r->s->in && t->column == e->k->stream.lane && t->column == e->chunk &&
         e->chunkSize % r->lanes == 0 && !readsOperand(r, t);
}

// The lanes of the columns that are fewer than a vector: as few as have room
// for them, if their number is known; 0: there are none.
static int64_t restLanes(const TcRun *r, const TcTile *t, bool *masks) {
  const TcEmit *e = r->e;
  int64_t rest = tcCpuExtent(e->k, t->column, -1), lanes = r->lanes;
  *masks = true;
  if (rest < 0 || tcCpuStreamMisses(e->k, t->column) ||
      (t->column == e->chunk && e->chunkSize % r->lanes != 0))
    return lanes;
  rest %= lanes;
  if (!rest)
    return 0;
  while (lanes / 2 >= rest && lanes > 1)
    lanes /= 2;
  *masks = lanes != rest;
  return lanes;
}

static void tiles(TcRun *r, const TcTile *t, MlirValue work) {
  TcEmit *e = r->e;
  MlirValue low, high;
  if (r->form == TC_NEST_UNIT) {
    tcEmitContractOnUnit(r, t, r->unit, work);
    return;
  }
  if (r->form == TC_NEST_UPDATE) {
    tcEmitContractUpdate(r, t, work);
    return;
  }
  tcStageBounds(r, t->column, &low, &high);
  if (hasRoomForLanes(r, t)) {
    high = wholeVectors(e, low, high, r->lanes);
    MlirValue most = tcContractWholeBlocks(e, low, high, t->columns * r->lanes);
    overColumns(r, t, low, most, t->columns, r->lanes, false);
    overColumns(r, t, most, high, 1, r->lanes, false);
    return;
  }
  if (t->vector != t->column) {
    overColumns(r, t, low, high, t->columns, r->lanes, false);
    return;
  }
  MlirValue wide = tcContractWholeBlocks(e, low, high, t->columns * r->lanes);
  MlirValue narrow = tcContractWholeBlocks(e, wide, high, r->lanes);
  overColumns(r, t, low, wide, t->columns, r->lanes, false);
  overColumns(r, t, wide, narrow, 1, r->lanes, false);
  bool masks;
  int64_t lanes = restLanes(r, t, &masks);
  if (lanes)
    overColumns(r, t, narrow, high, 1, lanes, masks);
}

static void overOthers(TcRun *r, const TcTile *t, MlirValue work, size_t k) {
  while (k < r->inner.size &&
         (r->inner.data[k] == t->row || r->inner.data[k] == t->column))
    ++k;
  if (k == r->inner.size) {
    tiles(r, t, work);
    return;
  }
  MlirValue low, high;
  tcStageBounds(r, r->inner.data[k], &low, &high);
  TcLoop loop = tcEmitFor(r->e, low, high, 1, r->inner.data[k], 0, NULL);
  overOthers(r, t, work, k + 1);
  tcEmitForEnd(r->e, &loop, 0, NULL);
}

//===- The product
//---------------------------------------------------------===//

const TcSize *tcContractBytes(TcCpuKernel *k, const TcCpuStage *s,
                              const TcTile *t, TcNestForm form,
                              const TcUnit *unit) {
  TcArena *a = k->arena;
  if (form == TC_NEST_UNIT)
    return tcSizeConst(a, tcContractUnitBytes(k, s, t, unit));
  if (form == TC_NEST_UPDATE)
    return tcContractUpdateBytes(k, t);
  if (!tcContractIsStaged(k, s, t))
    return NULL;
  const TcSize *n = tcSizeMul(a, k->iters.data[t->row].extent,
                              k->iters.data[s->over.data[0]].extent);
  return tcSizeMul(a, n, tcSizeConst(a, 4));
}

// Whether the rows' factor is the same at all points of the loops around rows
// and columns: iterators that a task has more than one point of.
static bool isOneMatrix(const TcRun *r, const TcTile *t) {
  for (size_t i = 0; i < r->inner.size; ++i)
    if (r->inner.data[i] != t->row &&
        tcCpuReadUses(r->e->k, t->rowFactor, r->inner.data[i]))
      return false;
  return true;
}

void tcEmitContract(TcRun *r, const TcTile *tile, MlirValue work) {
  TcTile t = *tile;
  if (r->form != TC_NEST_UNIT && tcContractIsStaged(r->e->k, r->s, &t) &&
      isOneMatrix(r, &t))
    t.rowFactor = tcContractStageRows(r, &t, work);
  overOthers(r, &t, work, 0);
}
