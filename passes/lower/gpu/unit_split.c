// Products of f32 on units of TF32 by fragments, where factors may not be
// rounded: each is split into two numbers of TF32, x = h + l, of which three
// products are added up, h h' + (h l' + l h'), into one sum (docs/numerics.md).
//
// The unit truncates sums, which has one direction: the products of one
// fragment's steps are made apart, those with lower parts first, which are
// small, and then added to the sums, which rounds.
//
// A lower part of an infinite factor is NaN, and a finite one may have an
// infinite higher part: sums that are not finite are computed anew, element by
// element, before the maps read them.
#include "passes/lower/cpu/product_operands.h"
#include "passes/lower/gpu/unit_emit.h"

enum { BLOCK = TC_UNIT_BLOCK, EACH = 4, MAX_BLOCKS = 4, MAX_ROW = 32 };

//===- Products -----------------------------------------------------------===//

static TcGpuFactors load(TcGpuTile *t, int operand, MlirValue slot,
                         int64_t points, int64_t steps) {
  MlirValue bits[4];
  tcGpuFragmentsLoad(&t->fragments[operand], slot, points, steps, bits);
  return tcGpuCutFactors(&t->g->e, t->u->operands[operand].isRound, bits);
}

// sums += a row of 16 points by all columns; no product waits for the one
// before.
static void multiplyRow(TcGpuTile *t, const MlirValue a[4],
                        const TcGpuFactors *columns, bool isLow, TcLane *sums) {
  int64_t n = t->u->tiling.warpColumns / t->u->tiling.unit->n;
  if (!a[0].ptr || (isLow && !columns[0].low[0].ptr))
    return;
  for (int64_t j = 0; j < n; ++j) {
    const TcGpuFactors *c = &columns[j / 2];
    MlirValue acc[EACH];
    for (int x = 0; x < EACH; ++x)
      acc[x] = sums[EACH * j + x].v;
    tcNvvmMultiply(&t->g->e, t->u->tiling.unit, NULL, a,
                   &(isLow ? c->low : c->high)[j % 2 * 2], acc);
    for (int x = 0; x < EACH; ++x)
      sums[EACH * j + x] = tcLaneScalar(acc[x]);
  }
}

// sums += a row by all columns.
static void addRow(TcGpuTile *t, const TcGpuFactors *row,
                   const TcGpuFactors *columns, TcLane *sums) {
  TcEmit *e = &t->g->e;
  TcLane part[MAX_ROW];
  int64_t n = EACH * t->u->tiling.warpColumns / t->u->tiling.unit->n;
  for (int64_t i = 0; i < n; ++i)
    part[i] = tcEmitZero(e, tcTileSum(t));
  multiplyRow(t, row->low, columns, false, part);
  multiplyRow(t, row->high, columns, true, part);
  multiplyRow(t, row->high, columns, false, part);
  for (int64_t i = 0; i < n; ++i)
    sums[i].v = tcArithAddf(&e->b, sums[i].v, part[i].v);
}

void tcGpuTileMultiplySplit(TcGpuTile *t, MlirValue slot, int64_t steps,
                            TcLane *sums) {
  const TcGpuTiling *tiling = &t->u->tiling;
  TcGpuFactors columns[MAX_BLOCKS];
  int64_t rowSums = EACH * tiling->warpColumns / tiling->unit->n;
  for (int64_t j = 0; j < tiling->warpColumns / BLOCK; ++j)
    columns[j] = load(t, 1, slot, j, steps);
  for (int64_t i = 0; i < tiling->warpRows / BLOCK; ++i) {
    TcGpuFactors row = load(t, 0, slot, i, steps);
    addRow(t, &row, columns, &sums[i * rowSums]);
  }
}

//===- Sums that are not finite -------------------------------------------===//

// NaN if one of the sums at `sums` is not finite.
static MlirValue finite(TcGpuTile *t, MlirValue sums) {
  TcEmit *e = &t->g->e;
  MlirValue zero = tcEmitFloat(e, e->f32, 0), all = zero;
  for (int64_t i = 0; i < t->u->lanes; ++i) {
    MlirValue at = tcTileSharedAt(t, sums, e->f32, tcTileI64(t, i));
    all = tcLlvmIntrFma(&e->b, tcLlvmLoad(&e->b, e->f32, at), zero, all);
  }
  return all;
}

// The sum of (row, column), by its steps one after the other. (ptxas would
// unroll their loop, and spill.)
static MlirValue sumOf(TcGpuTile *t, MlirValue row, MlirValue column) {
  TcEmit *e = &t->g->e;
  const TcGpuProduct *p = &t->u->p;
  TcLane sum = tcEmitZero(e, e->f32);
  tcGpuEnter(t->g, &p->rows.iters, row);
  tcGpuEnter(t->g, &p->columns.iters, column);
  TcLoop steps = tcEmitFor(e, tcTileI64(t, 0), t->numSteps, 1, -1, 1, &sum);
  tcGpuKeepRolled(e, &steps);
  tcGpuEnter(t->g, &p->over, tcGpuLoopIndex(&steps));
  MlirValue x = tcProductElement(e, &p->match, p->rows.read).v;
  MlirValue y = tcProductElement(e, &p->match, p->columns.read).v;
  sum.v = tcLlvmIntrFma(&e->b, x, y, sum.v);
  tcEmitForEnd(e, &steps, 1, &sum);
  return sum.v;
}

void tcGpuTileRepair(TcGpuTile *t, MlirValue row, MlirValue column,
                     MlirValue sums) {
  TcEmit *e = &t->g->e;
  MlirValue all = finite(t, sums);
  TcLoop repair =
      tcEmitIf(e, tcArithCmpf(&e->b, TC_ARITH_CMP_F_PREDICATE_UNO, all, all));
  TcLoop lanes =
      tcEmitFor(e, tcTileI64(t, 0), tcTileI64(t, t->u->lanes), 1, -1, 0, NULL);
  MlirValue lane = tcGpuLoopIndex(&lanes);
  tcLlvmStore(&e->b, sumOf(t, row, tcTileAdd(t, column, lane)),
              tcTileSharedAt(t, sums, e->f32, lane));
  tcEmitForEnd(e, &lanes, 0, NULL);
  tcEmitIfEnd(e, &repair);
}
