// Packs factors of f32 in slices for a unit of bf16. See product_slices.h.
//
// A row of a tile register has a slice of 32 steps; the registers of two tiles'
// rows lie one behind the other, those of the next slice behind them. A pair of
// steps of a panel has a word for each column, of one slice after the other.
#include "passes/lower/cpu/product_slices.h"
#include "passes/lower/cpu/stage.h"
#include "passes/lower/cpu/tiles.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"

static MlirValue plus(TcEmit *e, MlirValue x, int64_t n) {
  return tcArithAddi(&e->b, x, tcEmitI64(e, n));
}

static MlirType floats(const TcProduct *p) {
  return tcEmitVectorOf(p->lanes, p->element);
}

static TcSlices slicesOf(TcEmit *e, const TcProduct *p, MlirValue x) {
  return tcEmitSlices(e, p->lanes, tcLlvmBitcast(&e->b, floats(p), x));
}

//===- Rows ---------------------------------------------------------------===//

int64_t tcSlicesApart(const TcProduct *p) {
  return TC_PRODUCT_TILES * tcTileBytes(p->unit);
}

void tcSliceVectors(TcEmit *e, const TcProduct *p, MlirValue x, MlirValue y,
                    MlirValue to, int64_t apart) {
  TcSlices low = slicesOf(e, p, x), high = slicesOf(e, p, y);
  for (int64_t i = 0; i < TC_SLICES; ++i)
    tcEmitStoreBits(e, tcEmitSliceRun(e, p->lanes, low.bits[i], high.bits[i]),
                    tcEmitBytesOn(e, to, i * apart), TC_PRODUCT_LINE);
}

void tcSliceRegister(TcEmit *e, const TcProduct *p, MlirValue from,
                     MlirValue to, int64_t apart) {
  int64_t bytes = tcProductRowBytes(p);
  MlirValue behind = tcEmitBytesOn(e, from, p->lanes * bytes);
  tcSliceVectors(e, p, tcEmitLoadBits(e, floats(p), from, bytes),
                 tcEmitLoadBits(e, floats(p), behind, bytes), to, apart);
}

//===- Pairs of steps -----------------------------------------------------===//

void tcSlicePairs(TcEmit *e, const TcProduct *p, MlirValue x, MlirValue y,
                  MlirValue to, int64_t apart) {
  TcSlices even = slicesOf(e, p, x), odd = slicesOf(e, p, y);
  for (int64_t i = 0; i < TC_SLICES; ++i)
    tcEmitStoreBits(e, tcEmitSlicePairs(e, p->lanes, even.bits[i], odd.bits[i]),
                    tcEmitBytesOn(e, to, i * apart), TC_PRODUCT_LINE);
}

//===- Panels -------------------------------------------------------------===//

// Bytes of a pair of steps of all columns, in one slice.
static int64_t pairBytes(const TcProduct *p) {
  return tcProductWidth(p) * p->unit->pair * tcUnitSliceBytes(p->unit);
}

// Where the pair of steps that starts here lies in the panel.
static MlirValue pairAt(TcPack *k) {
  TcEmit *e = k->e;
  e->iters[k->p->inPanel] = tcEmitI64(e, 0);
  MlirValue index = tcEmitExpr(e, k->p->panelIndex);
  return tcEmitBytesAt(
      e, k->panel,
      tcArithMuli(&e->b, index, tcEmitI64(e, tcProductPackedBytes(k->p))));
}

static MlirValue elementAt(TcPack *k) {
  TcEmit *e = k->e;
  const TcCpuRead *r = k->p->columnFactor;
  return tcEmitAt(e, e->buffers[r->value->arg], r->value->element,
                  tcEmitExpr(e, tcCpuReadOffset(e->k, r)));
}

// Prefetches columns that lie side by side, some steps ahead.
static void prefetchColumns(TcPack *k) {
  const TcProduct *p = k->p;
  if (tcProductPrefetchesPacking(k->e->k, p))
    tcProductPrefetchAhead(k->e, p, p->columnFactor, tcVecLast(&p->over),
                           elementAt(k));
}

// Where they lie in panels in memory, whose last one is filled up with zeros.
static MlirValue panelColumns(TcPack *k) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  const TcCpuRead *r = p->columnFactor;
  MlirValue panel = e->iters[p->panel], column = e->iters[p->column];
  e->iters[p->panel] =
      tcArithDivui(&e->b, k->first, tcEmitI64(e, tcProductWidth(p)));
  e->iters[p->inPanel] = tcArithSubi(&e->b, column, k->first);
  const TcSize *at = tcProductInPanels(e->k, p, tcCpuReadOffset(e->k, r));
  MlirValue from = tcEmitAt(e, e->buffers[r->value->arg], r->value->element,
                            tcEmitExpr(e, at));
  e->iters[p->panel] = panel;
  return tcEmitLoadBits(e, floats(p), from, tcProductRowBytes(p));
}

// A vector of columns from here on, at a step: zeros where there are none.
static MlirValue columnsAt(TcPack *k, MlirValue step) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  e->iters[tcVecLast(&p->over)] = step;
  if (p->splitsPanels)
    return panelColumns(k);
  if (!k->isPart)
    prefetchColumns(k);
  tcEmitSetLanes(e, p->lanes, p->column);
  if (k->isPart)
    e->mask = tcEmitLanesBelow(e, e->iters[p->column], tcPackEnd(k));
  TcLane exist = e->mask;
  MlirValue x = tcEmitWiden(e, tcProductElement(e, p, p->columnFactor)).v;
  e->mask = (TcLane){.v = {NULL}};
  tcEmitSetLanes(e, 1, -1);
  return k->isPart ? tcArithSelect(&e->b, exist.v, x,
                                   tcEmitZeros(e, p->lanes, p->element))
                   : x;
}

static void storePair(TcPack *k, MlirValue to, int64_t vector, MlirValue x,
                      MlirValue y) {
  const TcProduct *p = k->p;
  int64_t bytes = pairBytes(p);
  tcSlicePairs(k->e, p, x, y,
               tcEmitBytesOn(k->e, to, vector * bytes / p->vectors), bytes);
}

void tcSlicePanel(TcPack *k) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  int inner = tcVecLast(&p->over);
  MlirValue step = e->iters[inner], to = pairAt(k);
  for (int64_t v = 0; v < p->vectors; ++v) {
    e->iters[p->column] = plus(e, k->first, v * p->lanes);
    MlirValue x = columnsAt(k, step), y = columnsAt(k, plus(e, step, 1));
    e->iters[inner] = step;
    storePair(k, to, v, x, y);
  }
}

void tcSlicePanelPart(TcPack *k) {
  k->isPart = true;
  tcSlicePanel(k);
  k->isPart = false;
}

// The columns at a step of a block, zeros if the sum has no such step.
static MlirValue columnsIfThere(TcPack *k, MlirValue step, MlirValue steps) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  MlirValue last = plus(e, steps, -1);
  MlirValue x = columnsAt(k, tcArithMinsi(&e->b, step, last));
  MlirValue exists =
      tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLT, step, steps);
  return tcArithSelect(&e->b, exists, x, tcEmitZeros(e, p->lanes, p->element));
}

void tcSlicePanelLast(TcPack *k) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  int inner = tcVecLast(&p->over);
  MlirValue steps = tcProductStepsHere(e, p);
  MlirValue step = e->iters[inner], to = pairAt(k);
  k->isPart = true;
  for (int64_t v = 0; v < p->vectors; ++v) {
    e->iters[p->column] = plus(e, k->first, v * p->lanes);
    MlirValue x = columnsIfThere(k, step, steps);
    MlirValue y = columnsIfThere(k, plus(e, step, 1), steps);
    e->iters[inner] = step;
    storePair(k, to, v, x, y);
  }
  k->isPart = false;
}

void tcSlicePanelZeros(TcPack *k) {
  TcEmit *e = k->e;
  int64_t words = TC_SLICES * pairBytes(k->p) / 4;
  tcEmitStoreBits(e, tcEmitZeros(e, words, e->i32), pairAt(k), TC_PRODUCT_LINE);
}

//===- Steps side by side -------------------------------------------------===//

// Of as many columns as there are lanes `n` steps, at most as many, from the
// innermost iterator's step `number` of these on: transposed, each is a vector
// of columns. Beyond the last column that column is read again.
static void transposeSteps(TcPack *k, MlirValue to, MlirValue first,
                           int64_t number, int64_t n) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  int64_t bytes = pairBytes(p), pair = p->unit->pair;
  TcLane *rows = TC_ARENA_ARRAY(e->arena, TcLane, (size_t)p->lanes);
  MlirValue last = plus(e, tcPackEnd(k), -1);
  for (int64_t c = 0; c < p->lanes; ++c) {
    e->iters[p->column] = tcArithMinsi(&e->b, plus(e, first, c), last);
    MlirValue from =
        tcEmitBytesOn(e, elementAt(k), number * tcProductRowBytes(p));
    if (tcProductPrefetchesPacking(e->k, p))
      tcProductPrefetchAhead(e, p, p->columnFactor, tcVecLast(&p->over), from);
    rows[c].v = tcEmitLoadWords(e, from, n, p->lanes, tcProductRowBytes(p));
  }
  tcEmitTranspose(e, rows, p->lanes);
  for (int64_t r = 0; r < n; r += pair)
    tcSlicePairs(e, p, rows[r].v, rows[r + 1].v,
                 tcEmitBytesOn(e, to, (number + r) / pair * TC_SLICES * bytes),
                 bytes);
}

void tcSlicePanelTransposed(TcPack *k, MlirValue step, int64_t pairs) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  e->iters[tcVecLast(&p->over)] = step;
  MlirValue to = pairAt(k);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), tcEmitI64(e, tcProductWidth(p)),
                          p->lanes, -1, 0, NULL);
  MlirValue in = mlirBlockGetArgument(loop.body, 0);
  MlirValue first = tcArithAddi(&e->b, k->first, in);
  for (int64_t i = 0, n = pairs * p->unit->pair; i < n; i += p->lanes)
    transposeSteps(k, tcEmitAt(e, to, e->i32, in), first, i,
                   n - i < p->lanes ? n - i : p->lanes);
  tcEmitForEnd(e, &loop, 0, NULL);
}
