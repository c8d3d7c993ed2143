// One tile of a product: sums in registers, then the maps on them. See
// product.h.
#include "lib/cost/numbers.h"
#include "passes/lower/cpu/nest.h"
#include "passes/lower/cpu/product.h"
#include "passes/lower/cpu/stage.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"

enum { MAX_SUMS = 32 };

typedef struct Tile {
  TcEmit *e;
  const TcProduct *p;
  const TcTileSite *site;
  int64_t height;
  MlirValue start[TC_PRODUCT_MAX_HEIGHT];  // offset where a row starts
  MlirValue *iters[TC_PRODUCT_MAX_HEIGHT]; // the row's iterators
  MlirValue rows[TC_PRODUCT_MAX_HEIGHT];   // where its run starts now
  MlirValue nextRows;                      // behind the tile, or null
  TcLane zero;
} Tile;

static int64_t width(const TcProduct *p) { return p->vectors * p->lanes; }

static MlirValue at(TcEmit *e, MlirValue base, MlirType type, MlirValue index) {
  const int32_t dynamic = INT32_MIN;
  return tcLlvmGetelementptr(&e->b, e->ptr, base, 1, &index, 1, &dynamic, type);
}

static void setLanes(TcEmit *e, int64_t lanes, int vector) {
  e->lanes = lanes;
  e->vector = lanes > 1 ? vector : -1;
}

//===- Rows ---------------------------------------------------------------===//

// The last iterator is the fastest.
void tcProductSetRow(TcEmit *e, const TcProduct *p, MlirValue row) {
  for (size_t i = p->rows.size; i-- > 0;) {
    int iter = p->rows.data[i];
    if (i == 0) {
      e->iters[iter] = row;
      return;
    }
    MlirValue n = tcEmitExpr(e, e->k->iters.data[iter].extent);
    e->iters[iter] = tcArithRemui(&e->b, row, n);
    row = tcArithDivui(&e->b, row, n);
  }
}

// Row number `i` of the tile; where there are no more rows, the last one again.
static MlirValue rowNumber(Tile *t, int64_t i) {
  TcEmit *e = t->e;
  MlirValue row = tcArithAddi(&e->b, t->site->firstRow, tcEmitI64(e, i));
  if (!t->site->isLast)
    return row;
  MlirValue last =
      tcArithSubi(&e->b, tcEmitExpr(e, t->p->numRows), tcEmitI64(e, 1));
  return tcArithMinsi(&e->b, row, last);
}

static void keepIters(Tile *t, int64_t i) {
  TcEmit *e = t->e;
  size_t n = t->p->rows.size;
  t->iters[i] = TC_ARENA_ARRAY(e->arena, MlirValue, n + 1);
  for (size_t k = 0; k < n; ++k)
    t->iters[i][k] = e->iters[t->p->rows.data[k]];
}

static void startRows(Tile *t) {
  for (int64_t i = 0; i < t->height; ++i) {
    tcProductSetRow(t->e, t->p, rowNumber(t, i));
    keepIters(t, i);
    t->start[i] = tcEmitExpr(t->e, t->p->rowStart);
  }
}

static void setRowOf(Tile *t, int64_t i) {
  for (size_t r = 0; r < t->p->rows.size; ++r)
    t->e->iters[t->p->rows.data[r]] = t->iters[i][r];
}

// The address of row `i`'s next run, or of the fill values if it is out of
// bounds.
static MlirValue runOf(Tile *t, int64_t i, MlirValue outer) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  const TcCpuRead *r = p->rowFactor;
  if (p->packsRows)
    return at(e, tcProductPackedRow(e, p, t->site, tcEmitI64(e, i)),
              p->rowElement, outer);
  MlirValue offset = tcArithAddi(&e->b, t->start[i], outer);
  MlirValue run = at(e, e->buffers[r->value->arg], r->value->element, offset);
  if (!p->filled)
    return run;
  setRowOf(t, i);
  TcLane in = tcEmitInBounds(e, r->value->rank, r->index, r->value->sizes);
  return in.v.ptr ? tcArithSelect(&e->b, in.v, run, t->site->fills) : run;
}

static void startRuns(Tile *t) {
  MlirValue outer = tcEmitExpr(t->e, t->p->rowOuter);
  for (int64_t i = 0; i < t->height; ++i)
    t->rows[i] = runOf(t, i, outer);
}

//===- Sums ---------------------------------------------------------------===//

// The panel's elements at this step.
static void loadPanel(Tile *t, TcLane *columns) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  const TcSize *one = tcSizeConst(e->arena, 1);
  TcPlace place = {.base = t->site->panelBase, .strides = &one};
  MlirType element = p->packed ? p->columnFactor->value->element : p->element;
  setLanes(e, p->lanes, p->inPanel);
  for (int64_t v = 0; v < p->vectors; ++v) {
    e->iters[p->inPanel] = tcEmitI64(e, v * p->lanes);
    TcLane x =
        tcEmitLoad(e, &place, element, 1, &p->panelRead, (TcLane){.v = {NULL}});
    columns[v] = tcEmitWiden(e, tcEmitConvert(e, x, element, p->element));
  }
  setLanes(e, 1, -1);
}

static int64_t stepsAtOnce(const TcProduct *p) {
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

static MlirValue loadGroups(Tile *t, int64_t v) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  e->iters[p->inPanel] = tcEmitI64(e, v * p->lanes);
  MlirValue from = at(e, t->site->panelBase, p->columnFactor->value->element,
                      tcEmitExpr(e, p->panelRead));
  MlirOperation load = tcLlvmLoadCreate(
      &e->b, operandType(e, p), from, elementAlign(e, p), false, false, false,
      false, tcNoAttr(), tcNoAttr(), tcNoAttr(), tcNoAttr(), tcNoAttr(),
      tcNoAttr(), tcNoAttr());
  return tcProductFlip(e, p, mlirOperationGetResult(load, 0));
}

// A group of a row's elements, the same for all lanes.
static MlirValue broadcastGroup(Tile *t, int64_t i, MlirValue step) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  MlirValue from = at(e, t->rows[i], p->rowElement, step);
  MlirOperation load =
      tcLlvmLoadCreate(&e->b, e->i32, from, elementAlign(e, p), false, false,
                       false, false, tcNoAttr(), tcNoAttr(), tcNoAttr(),
                       tcNoAttr(), tcNoAttr(), tcNoAttr(), tcNoAttr());
  setLanes(e, p->lanes, -1);
  MlirValue all = tcEmitBroadcast(e, mlirOperationGetResult(load, 0));
  setLanes(e, 1, -1);
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

static void multiplyGroups(Tile *t, TcLane *sums) {
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
static TcLane rowAt(Tile *t, int64_t i, TcLane step) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  MlirValue base = p->rowsAcross ? t->site->packedRows : t->rows[i];
  if (p->rowsAcross)
    step.v = tcArithAddi(&e->b, step.v, tcEmitI64(e, i));
  return tcEmitLoadAt(e, base, p->rowElement, step, (TcLane){.v = {NULL}});
}

// The multiplications of one reduction index, or a group of them.
static void multiply(Tile *t, TcLane *sums) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  if (t->nextRows.ptr)
    tcProductPrefetchStep(e, p, t->nextRows, t->height);
  if (tcProductUnit(p)) {
    multiplyGroups(t, sums);
    return;
  }
  TcLane columns[TC_PRODUCT_MAX_VECTORS];
  loadPanel(t, columns);
  tcProductPrefetchPanel(e, p, t->site->panelBase);
  TcLane step = tcLaneScalar(tcEmitExpr(e, p->rowInner));
  for (int64_t i = 0; i < t->height; ++i) {
    TcLane x = rowAt(t, i, step);
    x = tcEmitConvert(e, x, p->rowElement, p->element);
    setLanes(e, p->lanes, -1);
    x = tcEmitWiden(e, x);
    for (int64_t v = 0; v < p->vectors; ++v) {
      TcLane *sum = &sums[i * p->vectors + v];
      sum->v = multiplyAdd(e, p, x.v, columns[v].v, sum->v);
    }
    setLanes(e, 1, -1);
  }
}

static void addTo(Tile *t, size_t n, TcLane *sums, const TcLane *parts) {
  TcEmit *e = t->e;
  setLanes(e, t->p->lanes, -1);
  for (size_t i = 0; i < n; ++i)
    sums[i] = tcEmitBin(e, tcArithAddf, sums[i], parts[i]);
  setLanes(e, 1, -1);
}

static void clear(Tile *t, size_t n, TcLane *sums) {
  for (size_t i = 0; i < n; ++i)
    sums[i] = t->zero;
}

static void bounds(Tile *t, int iter, MlirValue *low, MlirValue *high) {
  *low = tcEmitI64(t->e, 0);
  *high = tcEmitExpr(t->e, t->e->k->iters.data[iter].extent);
}

static size_t numSums(const Tile *t) {
  return (size_t)(t->height * t->p->vectors);
}

// Whether the loops from number `level` on have so few steps that they are
// written out.
static bool areFew(const Tile *t, size_t level) {
  int64_t n = 1, few = tcNumber(cpu_short_loop);
  for (size_t i = level; i < t->p->walked.size && n <= few; ++i)
    n *= tcProductExtent(t->e->k, t->p->walked.data[i], few + 1);
  return stepsAtOnce(t->p) == 1 && n <= few;
}

// The loops from number `level` on.
static void reduceFrom(Tile *t, size_t level, TcLane *sums) {
  TcEmit *e = t->e;
  if (level == t->p->walked.size) {
    multiply(t, sums);
    return;
  }
  MlirValue low, high;
  int iter = t->p->walked.data[level];
  if (level + 1 == t->p->walked.size)
    startRuns(t);
  if (areFew(t, level)) {
    int64_t n = tcProductExtent(e->k, iter, 0);
    for (int64_t i = 0; i < n; ++i) {
      e->iters[iter] = tcEmitI64(e, i);
      reduceFrom(t, level + 1, sums);
    }
    return;
  }
  bounds(t, iter, &low, &high);
  int64_t by = level + 1 == t->p->walked.size ? stepsAtOnce(t->p) : 1;
  TcLoop loop = tcEmitFor(e, low, high, by, iter, numSums(t), sums);
  reduceFrom(t, level + 1, sums);
  tcEmitForEnd(e, &loop, numSums(t), sums);
}

// A long innermost loop, in blocks.
static void reduceBlocks(Tile *t, TcLane *sums) {
  TcEmit *e = t->e;
  size_t n = numSums(t);
  int iter = tcVecLast(&t->p->walked);
  MlirValue low, high;
  startRuns(t);
  bounds(t, iter, &low, &high);
  TcLoop blocks = tcEmitFor(e, low, high, t->p->sumBlock, iter, n, sums);
  MlirValue begin = e->iters[iter];
  MlirValue end = tcArithMinsi(
      &e->b, tcArithAddi(&e->b, begin, tcEmitI64(e, t->p->sumBlock)), high);
  TcLane parts[MAX_SUMS];
  clear(t, n, parts);
  TcLoop loop = tcEmitFor(e, begin, end, stepsAtOnce(t->p), iter, n, parts);
  multiply(t, parts);
  tcEmitForEnd(e, &loop, n, parts);
  addTo(t, n, sums, parts);
  tcEmitForEnd(e, &blocks, n, sums);
}

static void reduceApart(Tile *t, size_t level, TcLane *sums) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  if (level == p->sumLevel) {
    TcLane parts[MAX_SUMS];
    clear(t, numSums(t), parts);
    reduceFrom(t, level, parts);
    addTo(t, numSums(t), sums, parts);
    return;
  }
  if (level + 1 == p->walked.size) {
    reduceBlocks(t, sums);
    return;
  }
  MlirValue low, high;
  int iter = p->walked.data[level];
  bounds(t, iter, &low, &high);
  TcLoop loop = tcEmitFor(e, low, high, 1, iter, numSums(t), sums);
  reduceApart(t, level + 1, sums);
  tcEmitForEnd(e, &loop, numSums(t), sums);
}

static TcLane firstSum(Tile *t, int64_t row) {
  TcEmit *e = t->e;
  TcLane x = tcLaneScalar(tcProductFirstSum(e, t->site, row));
  setLanes(e, t->p->lanes, -1);
  x = tcEmitWiden(e, x);
  setLanes(e, 1, -1);
  return x;
}

// What the blocks of steps before have added up to.
static void loadSums(Tile *t, TcLane *sums) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  const TcSize *one = tcSizeConst(e->arena, 1);
  TcPlace place = {.base = t->site->sums, .strides = &one};
  setLanes(e, p->lanes, p->inPanel);
  const TcSize *inPanel = e->k->iters.data[p->inPanel].symbol;
  for (int64_t i = 0; i < t->height * p->vectors; ++i) {
    e->iters[p->inPanel] = tcEmitI64(e, i * p->lanes);
    TcLane before =
        tcEmitLoad(e, &place, p->element, 1, &inPanel, (TcLane){.v = {NULL}});
    sums[i] =
        tcEmitSelect(e, tcLaneScalar(t->site->isFirstBlock), t->zero, before);
  }
  setLanes(e, 1, -1);
}

static void sumUp(Tile *t, TcLane *sums) {
  TcEmit *e = t->e;
  setLanes(e, t->p->lanes, -1);
  t->zero = tcEmitWiden(e, tcEmitZero(e, t->p->element));
  setLanes(e, 1, -1);
  clear(t, numSums(t), sums);
  if (t->p->blocks.size)
    loadSums(t, sums);
  for (size_t i = 0; t->p->flips && i < numSums(t); ++i)
    sums[i] = firstSum(t, (int64_t)i / t->p->vectors);
  if (t->p->sumLevel == 0)
    reduceFrom(t, 0, sums);
  else
    reduceApart(t, 0, sums);
}

static void storeSums(Tile *t, const TcLane *sums) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  const TcSize *one = tcSizeConst(e->arena, 1);
  TcPlace place = {.base = t->site->sums, .strides = &one};
  setLanes(e, p->lanes, p->inPanel);
  const TcSize *inPanel = e->k->iters.data[p->inPanel].symbol;
  for (int64_t i = 0; i < t->height * p->vectors; ++i) {
    e->iters[p->inPanel] = tcEmitI64(e, i * p->lanes);
    tcEmitStore(e, &place, p->element, 1, &inPanel, sums[i]);
  }
  setLanes(e, 1, -1);
}

//===- Maps ---------------------------------------------------------------===//

// Places the result of a stage for this row at `base`, by columns of the panel.
static void placeRow(Tile *t, const TcCpuValue *v, MlirValue base) {
  TcEmit *e = t->e;
  TcArena *a = e->arena;
  const TcProduct *p = t->p;
  const TcSize **strides = TC_ARENA_ARRAY(a, const TcSize *, v->rank + 1);
  for (size_t d = 0; d < v->rank; ++d)
    strides[d] = tcSizeConst(a, v->stage->iters.data[d] == p->column);
  const TcSize *first =
      tcSizeMul(a, e->k->iters.data[p->panel].symbol, tcSizeConst(a, width(p)));
  TcPlace *place = TC_ARENA_NEW(a, TcPlace);
  *place = (TcPlace){
      .base = base, .strides = strides, .offset = tcSizeNeg(a, first)};
  tcMapSet(&e->places, v, place);
}

static void placeRows(Tile *t, MlirValue row) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  MlirValue columns = tcEmitI64(e, width(p));
  MlirValue start = tcArithMuli(&e->b, row, columns);
  placeRow(t, p->contract->results.data[0],
           at(e, t->site->sums, p->element, start));
  int64_t rest = 0;
  for (size_t i = 0; i < p->maps.size; ++i)
    for (size_t r = 0; r < p->maps.data[i]->results.size; ++r) {
      const TcCpuValue *v = p->maps.data[i]->results.data[r];
      MlirValue from = tcEmitI64(e, rest);
      placeRow(t, v, at(e, t->site->rest, e->i8, from));
      rest += width(p) * 8;
    }
}

// The sum at this point, rounded to the result's element type.
static TcLane sumAt(Tile *t) {
  TcEmit *e = t->e;
  const TcCpuValue *v = t->p->contract->results.data[0];
  TcPlace place = tcEmitPlaceOf(e, v);
  const TcSize **index = TC_ARENA_ARRAY(e->arena, const TcSize *, v->rank + 1);
  for (size_t d = 0; d < v->rank; ++d)
    index[d] = e->k->iters.data[v->stage->iters.data[d]].symbol;
  TcLane x = tcEmitLoad(e, &place, t->p->element, v->rank, index,
                        (TcLane){.v = {NULL}});
  return tcEmitRound(e, x, v->element);
}

// The maps behind the product, at the iterators' point.
static bool emitPoint(Tile *t) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  TcRun run = {.e = e, .s = p->contract, .ok = true};
  TcLane sum = sumAt(t);
  size_t forwarded = e->forwarded.size;
  tcEmitForward(e, p->contract->results.data[0], sum);
  if (p->contract->results.data[0]->dests.size)
    tcStageStore(&run, 0, sum);
  for (size_t i = 0; i < p->maps.size; ++i) {
    TcLane yields[TC_STAGE_MAX_RESULTS];
    run.s = p->maps.data[i];
    if (!tcStageYields(&run, yields))
      return false;
    for (size_t r = 0; r < run.s->results.size; ++r) {
      const TcCpuValue *v = run.s->results.data[r];
      tcEmitForward(e, v, tcEmitRound(e, yields[r], v->element));
      tcStageStore(&run, r, yields[r]);
    }
  }
  e->forwarded.size = forwarded;
  return true;
}

static MlirValue firstColumn(Tile *t) {
  TcEmit *e = t->e;
  return tcArithMuli(&e->b, e->iters[t->p->panel], tcEmitI64(e, width(t->p)));
}

// Vectors of columns; where `end` is not null, of those before it.
static bool vectorsOfPanel(Tile *t, MlirValue first, MlirValue end) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  bool ok = true;
  for (int64_t v = 0; v < p->vectors && ok; ++v) {
    setLanes(e, p->lanes, p->column);
    e->iters[p->column] = tcArithAddi(&e->b, first, tcEmitI64(e, v * p->lanes));
    if (end.ptr)
      e->mask = tcEmitLanesBelow(e, e->iters[p->column], end);
    ok = emitPoint(t);
    e->mask = (TcLane){.v = {NULL}};
    setLanes(e, 1, -1);
  }
  return ok;
}

static bool wholePanel(Tile *t, MlirValue first) {
  return vectorsOfPanel(t, first, (MlirValue){NULL});
}

// Of results whose columns lie side by side; else columns one by one.
static bool partOfPanel(Tile *t, MlirValue first) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  const TcCpuStage *last = p->maps.size ? tcVecLast(&p->maps) : p->contract;
  MlirValue end = tcEmitExpr(e, e->k->iters.data[p->column].extent);
  if (tcProductStoresAlong(e->k, last, p->column))
    return vectorsOfPanel(t, first, end);
  TcLoop loop = tcEmitFor(e, first, end, 1, p->column, 0, NULL);
  bool ok = emitPoint(t);
  tcEmitForEnd(e, &loop, 0, NULL);
  return ok;
}

// Whole vectors where the panel is whole, else masked ones.
static bool emitRow(Tile *t) {
  TcEmit *e = t->e;
  MlirValue first = firstColumn(t);
  if (tcProductHasWholePanels(e->k, t->p))
    return wholePanel(t, first);
  MlirValue n = tcEmitExpr(e, e->k->iters.data[t->p->column].extent);
  MlirValue end = tcArithAddi(&e->b, first, tcEmitI64(e, width(t->p)));
  MlirValue whole = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLE, end, n);
  MlirValue part = tcArithXori(&e->b, whole, tcEmitI1(e, true));
  TcLoop then = tcEmitIf(e, whole);
  bool ok = wholePanel(t, first);
  tcEmitIfEnd(e, &then);
  TcLoop otherwise = tcEmitIf(e, part);
  ok = ok && partOfPanel(t, first);
  tcEmitIfEnd(e, &otherwise);
  return ok;
}

MlirValue tcProductRowsHere(TcEmit *e, const TcProduct *p,
                            const TcTileSite *site, int64_t height) {
  MlirValue all = tcEmitI64(e, height);
  if (!site->isLast)
    return all;
  MlirValue left =
      tcArithSubi(&e->b, tcEmitExpr(e, p->numRows), site->firstRow);
  return tcArithMinsi(&e->b, all, left);
}

// The next tile's rows are found first: the iterators are this one's
// afterwards.
static void prefetch(Tile *t) {
  const TcProduct *p = t->p;
  t->nextRows = tcProductNextRows(t->e, p, t->site->firstRow, t->height);
  if (p->alongRows)
    return;
  TcEmit *e = t->e;
  TcLoop rows =
      tcEmitFor(e, tcEmitI64(e, 0), tcEmitI64(e, t->height), 1, -1, 0, NULL);
  MlirValue i = mlirBlockGetArgument(rows.body, 0);
  tcProductSetRow(e, p, tcArithAddi(&e->b, t->site->firstRow, i));
  tcProductPrefetchMaps(e, p);
  tcEmitForEnd(e, &rows, 0, NULL);
}

static void sumsInVectors(Tile *t) {
  TcLane sums[MAX_SUMS];
  startRows(t);
  prefetch(t);
  sumUp(t, sums);
  storeSums(t, sums);
}

// One column of the tile after the other, each for all rows: written out, so
// that what depends on the row alone is computed once.
static bool emitColumns(Tile *t) {
  TcEmit *e = t->e;
  const TcProduct *p = t->p;
  bool ok = true;
  MlirValue first = firstColumn(t);
  MlirValue end =
      tcArithMinsi(&e->b, tcArithAddi(&e->b, first, tcEmitI64(e, width(p))),
                   tcEmitExpr(e, e->k->iters.data[p->column].extent));
  TcLoop loop = tcEmitFor(e, first, end, 1, p->column, 0, NULL);
  for (int64_t i = 0; ok && i < t->height; ++i) {
    setRowOf(t, i);
    placeRows(t, tcEmitI64(e, i));
    ok = emitPoint(t);
  }
  tcEmitForEnd(e, &loop, 0, NULL);
  return ok;
}

static bool emitRows(Tile *t) {
  TcEmit *e = t->e;
  MlirValue n = tcProductRowsHere(e, t->p, t->site, t->height);
  TcLoop rows = tcEmitFor(e, tcEmitI64(e, 0), n, 1, -1, 0, NULL);
  MlirValue i = mlirBlockGetArgument(rows.body, 0);
  tcProductSetRow(e, t->p, tcArithAddi(&e->b, t->site->firstRow, i));
  placeRows(t, i);
  bool ok = emitRow(t);
  tcEmitForEnd(e, &rows, 0, NULL);
  return ok;
}

bool tcProductEmitTile(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                       int64_t height) {
  Tile t = {.e = e, .p = p, .site = site, .height = height};
  if (tcProductTileUnit(p))
    tcProductEmitTileSums(e, p, site, height);
  else
    sumsInVectors(&t);
  if (!p->blocks.size)
    return p->alongRows ? emitColumns(&t) : emitRows(&t);
  TcLoop last = tcEmitIf(e, site->isLastBlock);
  bool ok = p->alongRows ? emitColumns(&t) : emitRows(&t);
  tcEmitIfEnd(e, &last);
  return ok;
}
