// The multiplications of a step of a tile's sums in vector registers. See
// product.h.
#include "passes/lower/cpu/product_operands.h"
#include "passes/lower/cpu/product_tile.h"
#include "passes/lower/cpu/tiles.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"

static MlirType panelElement(const TcProduct *p) {
  return p->packed ? p->columnFactor->value->element : p->element;
}

bool tcTileCarriesPanel(const TcProduct *p) {
  return !p->windows && !tcProductUnit(p);
}

MlirValue tcTilePanelHere(TcProductTile *t) {
  TcEmit *e = t->e;
  e->iters[t->p->inPanel] = tcEmitI64(e, 0);
  return tcEmitAt(e, t->site->panelBase, panelElement(t->p),
                  tcEmitExpr(e, t->p->panelRead));
}

MlirValue tcTilePanelBehind(TcProductTile *t, MlirValue panel, int64_t steps) {
  return tcEmitAt(t->e, panel, panelElement(t->p),
                  tcEmitI64(t->e, steps * tcProductWidth(t->p)));
}

// The panel's elements at this step.
static void loadPanel(TcProductTile *t, TcLane *columns) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  const TcSize *one = tcSizeConst(e->arena, 1);
  const TcSize *column = e->k->iters.data[p->inPanel].symbol;
  TcPlace place = {.base = t->panel, .strides = &one};
  MlirType element = panelElement(p);
  tcEmitSetLanes(e, p->lanes, p->inPanel);
  for (int64_t v = 0; v < p->vectors; ++v) {
    e->iters[p->inPanel] = tcEmitI64(e, v * p->lanes);
    TcLane x =
        tcEmitLoad(e, &place, element, 1, &column, (TcLane){.v = {NULL}});
    columns[v] = tcEmitWiden(e, tcEmitConvert(e, x, element, p->element));
  }
  tcEmitSetLanes(e, 1, -1);
}

int64_t tcTileStepsAtOnce(const TcProduct *p) {
  return tcProductUnit(p) ? p->unit->k : 1;
}

// Elements as a unit's operand: of each lane those of a group of steps; bytes
// as the words that they make up.
static MlirType operandType(TcEmit *e, const TcProduct *p) {
  MlirType element = p->rowFactor->value->element;
  int64_t n = tcIsByte(element) ? p->lanes : p->lanes * p->unit->k;
  return mlirVectorTypeGet(1, &n, tcIsByte(element) ? e->i32 : element);
}

static MlirAttribute elementAlign(TcEmit *e, const TcProduct *p) {
  return tcEmitAlign(e, tcCpuBytes(p->rowFactor->value->element));
}

// Columns of a step of a panel in memory.
static MlirValue columnsOfStep(TcProductTile *t, MlirValue step) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  int inner = tcVecLast(&p->walked);
  MlirValue here = e->iters[inner];
  e->iters[inner] = step;
  MlirValue from = tcEmitAt(e, t->site->panelBase, panelElement(p),
                            tcEmitExpr(e, p->panelRead));
  e->iters[inner] = here;
  int64_t bytes = tcProductRowBytes(p);
  MlirType bits = mlirIntegerTypeGet(e->ctx, 8 * (unsigned)bytes);
  return tcEmitLoadBits(e, tcEmitVectorOf(p->lanes, bits), from, bytes);
}

// The same of panels that have an odd number of steps one behind the other; a
// zero beside the last one.
static MlirValue pairSteps(TcProductTile *t, int64_t v) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  e->iters[p->inPanel] = tcEmitI64(e, v * p->lanes);
  MlirValue step = e->iters[tcVecLast(&p->walked)];
  MlirType bits =
      mlirIntegerTypeGet(e->ctx, 8 * (unsigned)tcProductRowBytes(p));
  if (p->lines) {
    MlirValue next = tcArithAddi(&e->b, step, tcEmitI64(e, 1));
    MlirValue x = columnsOfStep(t, step);
    MlirValue y =
        t->isLast ? tcEmitZeros(e, p->lanes, bits) : columnsOfStep(t, next);
    return tcLlvmBitcast(&e->b, operandType(e, p),
                         tcEmitInterleave(e, p->lanes, x, y));
  }
  int64_t last = tcCpuExtent(e->k, tcVecLast(&p->over), 1) - 1;
  MlirValue isLast =
      tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ, step, tcEmitI64(e, last));
  MlirValue next = tcArithMinsi(
      &e->b, tcArithAddi(&e->b, step, tcEmitI64(e, 1)), tcEmitI64(e, last));
  MlirValue x = columnsOfStep(t, step), y = columnsOfStep(t, next);
  MlirValue none = tcEmitZeros(
      e, p->lanes, mlirShapedTypeGetElementType(mlirValueGetType(y)));
  y = tcArithSelect(&e->b, isLast, none, y);
  return tcLlvmBitcast(&e->b, operandType(e, p),
                       tcEmitInterleave(e, p->lanes, x, y));
}

static MlirValue loadGroups(TcProductTile *t, int64_t v) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  if (p->packed && tcProductHasOddSteps(e->k, p))
    return pairSteps(t, v);
  e->iters[p->inPanel] = tcEmitI64(e, v * p->lanes);
  MlirValue from =
      tcEmitAt(e, t->site->panelBase, p->columnFactor->value->element,
               tcEmitExpr(e, p->panelRead));
  MlirOperation load = tcLlvmLoadCreate(
      &e->b, operandType(e, p), from, elementAlign(e, p), false, false, false,
      false, tcNoAttr(), tcNoAttr(), tcNoAttr(), tcNoAttr(), tcNoAttr(),
      tcNoAttr(), tcNoAttr());
  return tcProductFlip(e, p, mlirOperationGetResult(load, 0));
}

// A group of a row's elements, the same for all lanes.
static MlirValue broadcastGroup(TcProductTile *t, int64_t i, MlirValue step) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  MlirValue from = tcEmitAt(e, t->rows[i], p->rowElement, step);
  if (p->rowsAcross)
    from = tcEmitAt(e, t->site->packedRows, p->rowElement,
                    tcArithAddi(&e->b, step, tcEmitI64(e, i * p->unit->pair)));
  if (t->isLast)
    from = tcEmitAt(e, t->words, e->i32,
                    tcArithAddi(&e->b, step, tcEmitI64(e, i * p->across.step)));
  MlirOperation load =
      tcLlvmLoadCreate(&e->b, e->i32, from, elementAlign(e, p), false, false,
                       false, false, tcNoAttr(), tcNoAttr(), tcNoAttr(),
                       tcNoAttr(), tcNoAttr(), tcNoAttr(), tcNoAttr());
  tcEmitSetLanes(e, p->lanes, -1);
  MlirValue all = tcEmitBroadcast(e, mlirOperationGetResult(load, 0));
  tcEmitSetLanes(e, 1, -1);
  return tcLlvmBitcast(&e->b, operandType(e, p), all);
}

static MlirValue multiplyGroup(TcEmit *e, const TcProduct *p, MlirValue sum,
                               MlirValue row, MlirValue columns) {
  MlirValue operands[] = {sum, row, columns};
  if (p->unit->signs == TC_UNIT_MIXED_SIGNS)
    return tcProductMultiplyBytes(e, p, sum, row, columns);
  return tcEmitIntrinsic(e, p->unit->intrinsic, mlirValueGetType(sum), 3,
                         operands);
}

static void multiplyGroups(TcProductTile *t, TcLane *sums) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  MlirValue columns[TC_PRODUCT_MAX_VECTORS];
  for (int64_t v = 0; v < p->vectors; ++v)
    columns[v] = loadGroups(t, v);
  MlirValue step = tcEmitExpr(e, p->rowInner);
  for (int64_t i = 0; i < t->height; ++i) {
    MlirValue x = broadcastGroup(t, i, step);
    for (int64_t v = 0; v < p->vectors; ++v) {
      TcLane *sum = &sums[i * p->vectors + v];
      sum->v = multiplyGroup(e, p, sum->v, x, columns[v]);
    }
  }
}

static MlirValue multiplyAdd(TcEmit *e, const TcProduct *p, MlirValue x,
                             MlirValue y, MlirValue sum) {
  if (mlirTypeIsAFloat(p->element))
    return tcLlvmIntrFmuladd(&e->b, x, y, sum);
  return tcArithAddi(&e->b, sum, tcArithMuli(&e->b, x, y));
}

// Of rows that are packed side by side, all from one address: a register for
// each would leave too few for the sums.
static TcLane rowAt(TcProductTile *t, int64_t i, TcLane step) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  MlirValue base = p->rowsAcross ? t->site->packedRows : t->rows[i];
  if (p->rowsAcross)
    step.v = tcArithAddi(&e->b, step.v, tcEmitI64(e, i));
  return tcEmitLoadAt(e, base, p->rowElement, step, (TcLane){.v = {NULL}});
}

void tcTileMultiply(TcProductTile *t, TcLane *sums) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  if (tcProductUnit(p)) {
    multiplyGroups(t, sums);
    return;
  }
  TcLane columns[TC_PRODUCT_MAX_VECTORS];
  if (p->windows)
    tcProductLoadWindows(e, p, columns);
  else
    loadPanel(t, columns);
  tcProductPrefetchPanel(e, p, t->panel);
  TcLane step = tcLaneScalar(tcEmitExpr(e, p->rowInner));
  for (int64_t i = 0; i < t->height; ++i) {
    TcLane x = rowAt(t, i, step);
    x = tcEmitConvert(e, x, p->rowElement, p->element);
    tcEmitSetLanes(e, p->lanes, -1);
    x = tcEmitWiden(e, x);
    for (int64_t v = 0; v < p->vectors; ++v) {
      TcLane *sum = &sums[i * p->vectors + v];
      sum->v = multiplyAdd(e, p, x.v, columns[v].v, sum->v);
    }
    tcEmitSetLanes(e, 1, -1);
  }
}
