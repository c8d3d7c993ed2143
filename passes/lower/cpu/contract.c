// Products in blocks of accumulators. For each step of the reduction `rows`
// elements of one factor meet `columns` of the other, so that an element is
// loaded once for many multiplications. Vectors run along the reduction where
// both factors are contiguous in it (x[i, k] * w[n, k]), else along the columns
// (x[i, k] * w[k, n]).
#include "passes/lower/cpu/stage.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/VectorOps.h"

#include "mlir-c/BuiltinTypes.h"

enum { MAX_ACCS = 24, SUM_BLOCK = 128 };

//===- Which tile ---------------------------------------------------------===//

// The read that a yielded value is, or NULL.
static const TcCpuRead *readYielded(const TcCpuStage *s, intptr_t i) {
  MlirOperation yield = mlirBlockGetTerminator(s->body);
  if (!mlirOperationEqual(mlirBlockGetFirstOperation(s->body), yield))
    return NULL;
  MlirValue v = mlirOperationGetOperand(yield, i);
  return &s->reads.data[mlirBlockArgumentGetArgNumber(v)];
}

static bool uses(const TcCpuKernel *k, const TcCpuRead *r, int iter) {
  for (size_t d = 0; d < r->value->rank; ++d)
    if (tcSizeUses(r->index[d], k->iters.data[iter].name))
      return true;
  return false;
}

static int64_t extentOf(const TcCpuKernel *k, int iter) {
  int64_t n;
  return tcSizeIsConst(k->iters.data[iter].extent, &n) ? n : INT64_MAX;
}

// The longest iterator of the result that `mine` has and `other` has not.
static int ownIter(const TcCpuKernel *k, const TcCpuStage *s, const TcCpuRead *mine,
                   const TcCpuRead *other) {
  int best = -1;
  for (size_t i = 0; i < s->iters.size; ++i) {
    int iter = s->iters.data[i];
    if (uses(k, mine, iter) && !uses(k, other, iter) &&
        (best < 0 || extentOf(k, iter) >= extentOf(k, best)))
      best = iter;
  }
  return best;
}

static bool isFloat(MlirType t) {
  return mlirTypeIsAF32(t) || mlirTypeIsAF64(t);
}

static int bestVector(const TcCpuKernel *k, const TcCpuStage *s,
                      const TcTile *t) {
  int candidates[] = {t->column, t->row, -1};
  if (s->over.size)
    candidates[2] = s->over.data[s->over.size - 1];
  int best = 0, vector = -1;
  for (int i = 0; i < 3; ++i) {
    int score =
        candidates[i] < 0 ? 0 : tcCpuVectorScore(k, s, candidates[i]);
    if (score <= best)
      continue;
    best = score;
    vector = candidates[i];
  }
  return vector;
}

static void swapSides(TcTile *t) {
  int iter = t->row;
  const TcCpuRead *factor = t->rowFactor;
  t->row = t->column;
  t->column = iter;
  t->rowFactor = t->columnFactor;
  t->columnFactor = factor;
}

bool tcContractTile(const TcCpuKernel *k, const TcCpuStage *s, TcTile *t) {
  if (!s->contract || s->ordered || mlirBlockIsNull(s->body) ||
      !isFloat(s->results.data[0]->element))
    return false;
  *t = (TcTile){.rowFactor = readYielded(s, 0),
                .columnFactor = readYielded(s, 1)};
  if (!t->rowFactor || !t->columnFactor || t->rowFactor == t->columnFactor ||
      !mlirTypeEqual(t->rowFactor->value->element,
                     s->results.data[0]->element) ||
      !mlirTypeEqual(t->columnFactor->value->element,
                     s->results.data[0]->element))
    return false;
  t->row = ownIter(k, s, t->rowFactor, t->columnFactor);
  t->column = ownIter(k, s, t->columnFactor, t->rowFactor);
  if (t->row < 0 || t->column < 0)
    return false;
  t->vector = bestVector(k, s, t);
  if (t->vector == t->row)
    swapSides(t);
  bool along = t->vector == t->column;
  t->rows = along ? 6 : 3;
  t->columns = along ? 2 : 3;
  int64_t rows = extentOf(k, t->row);
  t->rows = rows < t->rows ? (int)rows : t->rows;
  return t->vector >= 0 && t->rows > 0;
}

//===- Blocks -------------------------------------------------------------===//

typedef struct Block {
  TcRun *r;
  const TcTile *t;
  int columns;         // of this block
  MlirValue rowAt[8];  // values of the row iterator
  MlirValue columnAt[8];
  int64_t lanes;       // 1, or of a vector
  TcLane zero;
  TcLane accs[2 * MAX_ACCS]; // rows x columns; behind them those of the rest
} Block;

static int numAccs(const Block *b) { return b->t->rows * b->columns; }

static bool reducesLanes(const Block *b) {
  return b->lanes > 1 && b->t->vector != b->t->column;
}

static void setLanes(Block *b, int64_t lanes) {
  b->r->e->lanes = lanes;
  b->r->e->vector = lanes > 1 ? b->t->vector : -1;
}

// One step of the reduction.
static void multiply(Block *b, TcLane *accs) {
  TcEmit *e = b->r->e;
  TcLane columns[8];
  for (int j = 0; j < b->columns; ++j) {
    e->iters[b->t->column] = b->columnAt[j];
    columns[j] = tcEmitWiden(e, tcStageElement(e, b->t->columnFactor));
  }
  for (int i = 0; i < b->t->rows; ++i) {
    e->iters[b->t->row] = b->rowAt[i];
    TcLane x = tcEmitWiden(e, tcStageElement(e, b->t->rowFactor));
    for (int j = 0; j < b->columns; ++j) {
      TcLane *acc = &accs[i * b->columns + j];
      acc->v = tcLlvmIntrFmuladd(&e->b, x.v, columns[j].v, acc->v);
    }
  }
}

// The reduced iterator that is the vector's: whole vectors, then the rest.
static void reduceLanes(Block *b) {
  TcEmit *e = b->r->e;
  MlirValue low, high;
  size_t n = (size_t)numAccs(b);
  tcStageBounds(b->r, b->t->vector, &low, &high);
  MlirValue rest = tcArithRemsi(&e->b, tcArithSubi(&e->b, high, low),
                                tcEmitI64(e, b->lanes));
  MlirValue middle = tcArithSubi(&e->b, high, rest);
  TcLoop loop =
      tcEmitFor(e, low, middle, b->lanes, b->t->vector, n, b->accs);
  setLanes(b, b->lanes);
  multiply(b, b->accs);
  setLanes(b, 1);
  tcEmitForEnd(e, &loop, n, b->accs);
  TcLoop tail = tcEmitFor(e, middle, high, 1, b->t->vector, n, b->accs + n);
  multiply(b, b->accs + n);
  tcEmitForEnd(e, &tail, n, b->accs + n);
}

static void step(Block *b, TcLane *accs) {
  setLanes(b, b->lanes);
  multiply(b, accs);
  setLanes(b, 1);
}

// Long sums are made of partial ones: the error of a sum grows with its length,
// and peers sum in blocks too.
static void reduceBlocks(Block *b, int iter) {
  TcEmit *e = b->r->e;
  size_t n = (size_t)numAccs(b);
  TcLane part[MAX_ACCS];
  MlirValue low, high;
  tcStageBounds(b->r, iter, &low, &high);
  for (size_t i = 0; i < n; ++i)
    part[i] = b->accs[i];
  TcLoop blocks = tcEmitFor(e, low, high, SUM_BLOCK, iter, n, part);
  TcLane sums[MAX_ACCS];
  for (size_t i = 0; i < n; ++i)
    sums[i] = part[i];
  MlirValue begin = e->iters[iter];
  MlirValue end = tcArithMinsi(
      &e->b, tcArithAddi(&e->b, begin, tcEmitI64(e, SUM_BLOCK)), high);
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
  if (!lanes && k + 1 == over->size &&
      extentOf(e->k, over->data[k]) > 2 * SUM_BLOCK) {
    reduceBlocks(b, over->data[k]);
    return;
  }
  size_t n = (size_t)numAccs(b) * (lanes ? 2 : 1);
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
  setLanes(b, b->lanes);
  TcLane wide = b->zero = tcEmitWiden(e, tcEmitZero(e, element));
  setLanes(b, 1);
  TcLane zero = tcEmitZero(e, element);
  for (int i = 0; i < n; ++i) {
    b->accs[i] = wide;
    b->accs[n + i] = zero;
  }
}

// The sum of the lanes and of the rest.
static TcLane total(Block *b, int i) {
  TcEmit *e = b->r->e;
  MlirType element = b->r->s->results.data[0]->element;
  MlirAttribute reassociate = mlirAttributeParseGet(
      e->ctx, mlirStringRefCreateFromCString("#arith.fastmath<reassoc>"));
  MlirOperation sum = tcVectorReductionCreate(
      &e->b, element, TC_VECTOR_COMBINING_KIND_ADD, b->accs[i].v,
      b->accs[numAccs(b) + i].v, reassociate);
  return tcLaneScalar(mlirOperationGetResult(sum, 0));
}

static void finish(Block *b) {
  TcEmit *e = b->r->e;
  for (int i = 0; i < b->t->rows; ++i) {
    e->iters[b->t->row] = b->rowAt[i];
    for (int j = 0; j < b->columns; ++j) {
      int k = i * b->columns + j;
      e->iters[b->t->column] = b->columnAt[j];
      TcLane x = reducesLanes(b) ? total(b, k) : b->accs[k];
      if (!reducesLanes(b))
        setLanes(b, b->lanes);
      tcStageStore(b->r, 0, x);
      setLanes(b, 1);
    }
  }
}

// Positions base, base + step, ..., the last possible one again and again
// where there are no more: what is computed twice is the same.
static void positions(TcEmit *e, MlirValue base, MlirValue high, int64_t step,
                      int n, bool clamp, MlirValue *out) {
  MlirValue last = clamp ? tcArithSubi(&e->b, high, tcEmitI64(e, 1)) : high;
  for (int i = 0; i < n; ++i) {
    out[i] = tcArithAddi(&e->b, base, tcEmitI64(e, i * step));
    if (clamp)
      out[i] = tcArithMinsi(&e->b, out[i], last);
  }
}

// All rows for columns from `low` on, `columns` x `lanes` at a time.
static void overColumns(TcRun *r, const TcTile *t, MlirValue low,
                        MlirValue high, int columns, int64_t lanes) {
  TcEmit *e = r->e;
  bool along = t->vector == t->column;
  int64_t step = along ? lanes : 1;
  MlirValue rowLow, rowHigh;
  tcStageBounds(r, t->row, &rowLow, &rowHigh);
  TcLoop outer = tcEmitFor(e, low, high, columns * step, t->column, 0, NULL);
  MlirValue column = e->iters[t->column];
  TcLoop inner = tcEmitFor(e, rowLow, rowHigh, t->rows, t->row, 0, NULL);
  Block b = {.r = r, .t = t, .columns = columns, .lanes = lanes};
  positions(e, e->iters[t->row], rowHigh, 1, t->rows, true, b.rowAt);
  positions(e, column, high, step, columns, !along, b.columnAt);
  clear(&b);
  reduce(&b, 0);
  finish(&b);
  tcEmitForEnd(e, &inner, 0, NULL);
  tcEmitForEnd(e, &outer, 0, NULL);
}

// high less what is left over of blocks of `size` from low on.
static MlirValue wholeBlocks(TcEmit *e, MlirValue low, MlirValue high,
                             int64_t size) {
  MlirValue n = tcArithSubi(&e->b, high, low);
  MlirValue rest = tcArithRemsi(&e->b, n, tcEmitI64(e, size));
  return tcArithSubi(&e->b, high, rest);
}

static void tiles(TcRun *r, const TcTile *t) {
  TcEmit *e = r->e;
  MlirValue low, high;
  tcStageBounds(r, t->column, &low, &high);
  if (t->vector != t->column) {
    overColumns(r, t, low, high, t->columns, r->lanes);
    return;
  }
  MlirValue wide = wholeBlocks(e, low, high, t->columns * r->lanes);
  MlirValue narrow = wholeBlocks(e, wide, high, r->lanes);
  overColumns(r, t, low, wide, t->columns, r->lanes);
  overColumns(r, t, wide, narrow, 1, r->lanes);
  overColumns(r, t, narrow, high, 1, 1);
}

static void overOthers(TcRun *r, const TcTile *t, size_t k) {
  while (k < r->inner.size && (r->inner.data[k] == t->row ||
                               r->inner.data[k] == t->column))
    ++k;
  if (k == r->inner.size) {
    tiles(r, t);
    return;
  }
  MlirValue low, high;
  tcStageBounds(r, r->inner.data[k], &low, &high);
  TcLoop loop = tcEmitFor(r->e, low, high, 1, r->inner.data[k], 0, NULL);
  overOthers(r, t, k + 1);
  tcEmitForEnd(r->e, &loop, 0, NULL);
}

void tcEmitContract(TcRun *r, const TcTile *t) { overOthers(r, t, 0); }
