// Products of few rows with a long row-major factor (x[i, k] * w[k, n]): each
// group of steps updates all columns of a strip, whose sums lie in scratch.
//
//   for strips of columns: for blocks of k: for k by 8 in the block:
//     for columns of the strip: part[i, n] += x[i, k] * w[k, n] + ... (8 terms)
//
// Blocks of accumulators in registers would read a few hundred bytes of each
// row of w, and then of the next, which lies pages away: a fifth of the
// bandwidth that whole rows are read with (bench/torch_models.py
// product_skinny_columns).
#include "passes/lower/cpu/product_emit.h"
#include "passes/lower/cpu/stage.h"
#include "passes/lower/cpu/tiles.h"
#include "passes/schedule/sum-block.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

enum {
  GROUP = 8,      // steps of an update: loads of w for a load of the sum
  MOST_ROWS = 32, // whose code is written out
  LINE = 64,
};

static bool extentIs(const TcCpuKernel *k, int iter, int64_t *n) {
  return tcSizeIsConst(k->iters.data[iter].extent, n);
}

static int64_t bytesOf(const TcCpuStage *s) {
  return tcCpuBytes(s->results.data[0]->element);
}

static int64_t stripOf(const TcCpuStage *s) {
  return TC_UPDATE_STRIP / bytesOf(s);
}

bool tcContractCanUpdate(const TcCpuKernel *k, const TcCpuStage *s,
                         const TcTile *t) {
  int64_t rows = 1, columns, steps;
  return t->vector == t->column && s->over.size == 1 && !s->in &&
         t->columnFactor->value->arg >= 0 &&
         mlirAttributeIsNull(t->columnFactor->fill) &&
         mlirAttributeIsNull(t->rowFactor->fill) &&
         (t->row < 0 || extentIs(k, t->row, &rows)) && rows <= MOST_ROWS &&
         extentIs(k, t->column, &columns) &&
         extentIs(k, s->over.data[0], &steps);
}

const TcSize *tcContractUpdateBytes(TcCpuKernel *k, const TcTile *t) {
  int64_t rows = 1;
  if (t->row >= 0)
    extentIs(k, t->row, &rows);
  return tcSizeConst(k->arena, 2 * rows * TC_UPDATE_STRIP);
}

//===- A strip of columns -------------------------------------------------===//

typedef struct Strip {
  TcRun *r;
  const TcTile *t;
  int64_t rows;
  MlirValue work;      // totals, then the parts of a block of steps
  MlirValue low, high; // its columns
} Strip;

typedef void Visit(Strip *p);

// Runs `visit` for each vector of columns, then for the columns left over.
static void overColumns(Strip *p, Visit *visit) {
  TcEmit *e = p->r->e;
  int column = p->t->column;
  MlirValue n = tcArithSubi(&e->b, p->high, p->low);
  MlirValue rest = tcArithRemsi(&e->b, n, tcEmitI64(e, p->r->lanes));
  MlirValue middle = tcArithSubi(&e->b, p->high, rest);
  TcLoop whole = tcEmitFor(e, p->low, middle, p->r->lanes, column, 0, NULL);
  e->lanes = p->r->lanes;
  e->vector = column;
  visit(p);
  e->lanes = 1;
  e->vector = -1;
  tcEmitForEnd(e, &whole, 0, NULL);
  TcLoop last = tcEmitFor(e, middle, p->high, 1, column, 0, NULL);
  visit(p);
  tcEmitForEnd(e, &last, 0, NULL);
}

static MlirType elementOf(const Strip *p) {
  return p->r->s->results.data[0]->element;
}

// Where row i's sums at the column lie: number 0 is the total, 1 the part.
static MlirValue sumAt(Strip *p, int64_t number, int64_t i) {
  TcEmit *e = p->r->e;
  const int32_t dynamic = INT32_MIN;
  int64_t first = (number * p->rows + i) * stripOf(p->r->s);
  MlirValue index = tcArithSubi(&e->b, e->iters[p->t->column], p->low);
  index = tcArithAddi(&e->b, index, tcEmitI64(e, first));
  return tcLlvmGetelementptr(&e->b, e->ptr, p->work, 1, &index, 1, &dynamic,
                             elementOf(p));
}

static TcLane loadSum(Strip *p, int64_t number, int64_t i) {
  TcEmit *e = p->r->e;
  MlirType type = e->lanes > 1 ? tcEmitVector(e, elementOf(p)) : elementOf(p);
  return (TcLane){
      .v = tcEmitLoadBits(e, type, sumAt(p, number, i), bytesOf(p->r->s)),
      .wide = e->lanes > 1};
}

static void storeSum(Strip *p, int64_t number, int64_t i, TcLane x) {
  tcEmitStoreBits(p->r->e, x.v, sumAt(p, number, i), bytesOf(p->r->s));
}

static void clear(Strip *p, int64_t number) {
  for (int64_t i = 0; i < p->rows; ++i)
    storeSum(p, number, i,
             tcEmitWiden(p->r->e, tcEmitZero(p->r->e, elementOf(p))));
}

static void clearTotals(Strip *p) { clear(p, 0); }
static void clearParts(Strip *p) { clear(p, 1); }

static void addParts(Strip *p) {
  for (int64_t i = 0; i < p->rows; ++i)
    storeSum(
        p, 0, i,
        tcEmitBin(p->r->e, tcArithAddf, loadSum(p, 0, i), loadSum(p, 1, i)));
}

static void setRow(Strip *p, int64_t i) {
  if (p->t->row >= 0)
    p->r->e->iters[p->t->row] = tcEmitI64(p->r->e, i);
}

static void finish(Strip *p) {
  for (int64_t i = 0; i < p->rows; ++i) {
    setRow(p, i);
    tcStageStore(p->r, 0, loadSum(p, 0, i));
  }
}

// Whether w comes from memory, in vectors of a line each.
static bool isFar(const Strip *p) {
  const TcCpuValue *w = p->t->columnFactor->value;
  return tcCpuBytes(w->element) * p->r->e->lanes >= LINE && tcProductIsFar(w);
}

// The next steps' elements: strips of rows that lie pages apart are no stream
// that the machine would follow.
static void prefetch(Strip *p, MlirValue from, int64_t steps) {
  TcEmit *e = p->r->e;
  int over = p->r->s->over.data[0];
  const TcCpuRead *w = p->t->columnFactor;
  TcPlace at = tcEmitPlaceOf(e, w->value);
  for (int64_t k = steps; k < 2 * steps; ++k) {
    e->iters[over] = tcArithAddi(&e->b, from, tcEmitI64(e, k));
    tcEmitPrefetch(e, &at, w->value->element, w->value->rank, w->index);
  }
}

// Adds the products of `steps` steps from the iterator's on.
static void update(Strip *p, int64_t steps) {
  TcEmit *e = p->r->e;
  int over = p->r->s->over.data[0];
  MlirValue from = e->iters[over];
  TcLane w[GROUP];
  if (isFar(p))
    prefetch(p, from, steps);
  for (int64_t k = 0; k < steps; ++k) {
    e->iters[over] = tcArithAddi(&e->b, from, tcEmitI64(e, k));
    w[k] = tcEmitWiden(e, tcStageElement(e, p->t->columnFactor));
  }
  for (int64_t i = 0; i < p->rows; ++i) {
    setRow(p, i);
    TcLane sum = loadSum(p, 1, i);
    for (int64_t k = 0; k < steps; ++k) {
      e->iters[over] = tcArithAddi(&e->b, from, tcEmitI64(e, k));
      TcLane x = tcEmitWiden(e, tcStageElement(e, p->t->rowFactor));
      sum.v = tcLlvmIntrFmuladd(&e->b, x.v, w[k].v, sum.v);
    }
    storeSum(p, 1, i, sum);
  }
  e->iters[over] = from;
}

static void updateGroup(Strip *p) { update(p, GROUP); }
static void updateOne(Strip *p) { update(p, 1); }

// Long sums are computed in blocks (sum-block.h), in whole groups of steps.
static void overSteps(Strip *p) {
  TcEmit *e = p->r->e;
  int over = p->r->s->over.data[0];
  int64_t n = 0;
  extentIs(e->k, over, &n);
  int64_t block = tcSumBlock(n), whole = n - n % GROUP;
  MlirValue end = tcEmitI64(e, whole);
  TcLoop blocks = tcEmitFor(e, tcEmitI64(e, 0), end, block, over, 0, NULL);
  MlirValue begin = e->iters[over];
  MlirValue last =
      tcArithMinsi(&e->b, tcArithAddi(&e->b, begin, tcEmitI64(e, block)), end);
  overColumns(p, clearParts);
  TcLoop groups = tcEmitFor(e, begin, last, GROUP, over, 0, NULL);
  overColumns(p, updateGroup);
  tcEmitForEnd(e, &groups, 0, NULL);
  overColumns(p, addParts);
  tcEmitForEnd(e, &blocks, 0, NULL);
  if (whole == n)
    return;
  overColumns(p, clearParts);
  TcLoop rest = tcEmitFor(e, end, tcEmitI64(e, n), 1, over, 0, NULL);
  overColumns(p, updateOne);
  tcEmitForEnd(e, &rest, 0, NULL);
  overColumns(p, addParts);
}

void tcEmitContractUpdate(TcRun *r, const TcTile *t, MlirValue work) {
  TcEmit *e = r->e;
  MlirValue low, high;
  Strip p = {.r = r, .t = t, .rows = 1, .work = work};
  if (t->row >= 0)
    extentIs(e->k, t->row, &p.rows);
  tcStageBounds(r, t->column, &low, &high);
  TcLoop strips = tcEmitFor(e, low, high, stripOf(r->s), t->column, 0, NULL);
  p.low = e->iters[t->column];
  p.high = tcArithMinsi(
      &e->b, tcArithAddi(&e->b, p.low, tcEmitI64(e, stripOf(r->s))), high);
  overColumns(&p, clearTotals);
  overSteps(&p);
  overColumns(&p, finish);
  tcEmitForEnd(e, &strips, 0, NULL);
}
