// Packing of panels of pairs by the tasks of a product. See product.h.
#include "passes/lower/cpu/product_operands.h"
#include "passes/lower/cpu/stage.h"
#include "passes/lower/cpu/storage_run.h"
#include "passes/lower/cpu/tiles.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

typedef struct Pack {
  TcEmit *e;
  const TcProduct *p;
  MlirValue panel; // where to
  MlirValue first; // column
  MlirValue count; // of panels that are packed at once; NULL: one
  bool isPart;     // the panel: columns that do not exist are not read
  bool isLast;     // the step: there is none beside it in its pair
} Pack;

typedef void PackSteps(Pack *k);

static MlirValue plus(TcEmit *e, MlirValue x, int64_t n) {
  return tcArithAddi(&e->b, x, tcEmitI64(e, n));
}

static MlirValue endOfColumns(Pack *k) {
  return tcEmitExpr(k->e, k->e->k->iters.data[k->p->column].extent);
}

//===- Panels of pairs ----------------------------------------------------===//

static const TcSize *columnOffset(const Pack *k) {
  const TcCpuRead *r = k->p->columnFactor;
  return tcCpuReadOffset(k->e->k, r);
}

// Where the pair of steps that starts here lies in the panel.
static MlirValue pairAt(Pack *k) {
  TcEmit *e = k->e;
  e->iters[k->p->inPanel] = tcEmitI64(e, 0);
  return tcEmitAt(e, k->panel, k->p->columnFactor->value->element,
                  tcEmitExpr(e, k->p->panelIndex));
}

static MlirValue elementAt(Pack *k) {
  const TcCpuRead *r = k->p->columnFactor;
  return tcEmitAt(k->e, k->e->buffers[r->value->arg], r->value->element,
                  tcEmitExpr(k->e, columnOffset(k)));
}

// The bits of x[0], x[1], ..., x[n - 1], by lanes: neighbours, as wider words,
// are interleaved again.
static MlirValue interleaveAll(TcEmit *e, int64_t lanes, int64_t n,
                               MlirValue *x) {
  for (unsigned bits = (unsigned)(32 / n); n > 1; n /= 2, bits *= 2)
    for (int64_t i = 0; i < n / 2; ++i) {
      MlirType wide =
          tcEmitVectorOf(lanes, mlirIntegerTypeGet(e->ctx, 2 * bits));
      MlirValue both = tcEmitInterleave(e, lanes, x[2 * i], x[2 * i + 1]);
      x[i] = tcLlvmBitcast(&e->b, wide, both);
    }
  return x[0];
}

// Packs pairs where columns are contiguous in the factor.
static void pairWhole(Pack *k) {
  enum { MOST = 4 };
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  int inner = tcVecLast(&p->over);
  int64_t pair = p->unit->pair, bytes = tcProductRowBytes(p);
  MlirType type =
      tcEmitVectorOf(p->lanes, mlirIntegerTypeGet(e->ctx, 8 * (unsigned)bytes));
  MlirValue step = e->iters[inner], to = pairAt(k);
  bool ahead = tcProductPrefetchesPacking(e->k, p);
  for (int64_t v = 0; v < p->vectors; ++v) {
    MlirValue x[MOST];
    e->iters[p->column] = plus(e, k->first, v * p->lanes);
    for (int64_t i = 0; i < pair; ++i) {
      e->iters[inner] = plus(e, step, i);
      MlirValue from = elementAt(k);
      if (ahead && v * p->lanes * bytes % TC_PRODUCT_LINE == 0)
        tcProductPrefetchAhead(e, p, p->columnFactor, inner, from);
      x[i] = tcEmitLoadBits(e, type, from, bytes);
    }
    e->iters[inner] = step;
    tcEmitStoreBits(e, interleaveAll(e, p->lanes, pair, x),
                    tcEmitAt(e, to, e->i32, tcEmitI64(e, v * p->lanes)), 64);
  }
}

// Packs pairs from any layout.
static void pairPart(Pack *k) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  int inner = tcVecLast(&p->over);
  int64_t pair = p->unit->pair;
  MlirValue step = e->iters[inner], to = pairAt(k);
  MlirValue width = tcEmitI64(e, p->vectors * p->lanes);
  MlirValue end =
      tcArithMinsi(&e->b, tcArithAddi(&e->b, k->first, width), endOfColumns(k));
  TcLoop loop = tcEmitFor(e, k->first, end, 1, p->column, 0, NULL);
  MlirValue in = tcArithSubi(&e->b, e->iters[p->column], k->first);
  for (int64_t i = 0; i < pair; ++i) {
    e->iters[inner] = plus(e, step, i);
    TcLane x = tcStageElement(e, p->columnFactor);
    MlirValue offset = plus(e, tcArithMuli(&e->b, in, tcEmitI64(e, pair)), i);
    tcEmitStoreAt(e, to, p->columnFactor->value->element, tcLaneScalar(offset),
                  x);
  }
  tcEmitForEnd(e, &loop, 0, NULL);
  e->iters[inner] = step;
}

// A vector of columns from here on as f32, of which bf16 is the upper half, in
// bits; zeros beside the last step.
static MlirValue widenedColumns(Pack *k, MlirValue step, int64_t second) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  if (second && k->isLast)
    return tcEmitZeros(e, p->lanes, e->i32);
  e->iters[tcVecLast(&p->over)] = plus(e, step, second);
  tcEmitSetLanes(e, p->lanes, p->column);
  if (k->isPart)
    e->mask = tcEmitLanesBelow(e, e->iters[p->column], endOfColumns(k));
  TcLane x = tcEmitWiden(e, tcProductElement(e, p, p->columnFactor));
  e->mask = (TcLane){.v = {NULL}};
  tcEmitSetLanes(e, 1, -1);
  return tcLlvmBitcast(&e->b, tcEmitVectorOf(p->lanes, e->i32), x.v);
}

// Packs pairs of bf16 where columns are close enough to be loaded in vectors,
// filled in or not.
static void pairLoaded(Pack *k) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  int inner = tcVecLast(&p->over);
  MlirValue step = e->iters[inner], to = pairAt(k);
  for (int64_t v = 0; v < p->vectors; ++v) {
    e->iters[p->column] = plus(e, k->first, v * p->lanes);
    MlirValue x = widenedColumns(k, step, 0), y = widenedColumns(k, step, 1);
    e->iters[inner] = step;
    tcEmitSetLanes(e, p->lanes, -1);
    MlirValue low =
        tcArithShrui(&e->b, x, tcEmitBroadcast(e, tcEmitInt(e, e->i32, 16)));
    MlirValue high = tcArithAndi(
        &e->b, y, tcEmitBroadcast(e, tcEmitInt(e, e->i32, -(1 << 16))));
    tcEmitSetLanes(e, 1, -1);
    tcEmitStoreBits(e, tcArithOri(&e->b, low, high),
                    tcEmitAt(e, to, e->i32, tcEmitI64(e, v * p->lanes)), 64);
  }
}

static void pairLoadedPart(Pack *k) {
  k->isPart = true;
  pairLoaded(k);
  k->isPart = false;
}

// The halves that exist of the words of a vector of columns; null: all.
static MlirValue existingHalves(Pack *k, MlirValue step) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  const TcCpuRead *r = p->columnFactor;
  TcLane all = tcLaneScalar(tcEmitI1(e, true)), in[2];
  bool filled = !mlirAttributeIsNull(r->fill);
  if (!filled && !k->isPart && !k->isLast)
    return (MlirValue){NULL};
  for (int64_t i = 0; i < 2; ++i) {
    e->iters[tcVecLast(&p->over)] = plus(e, step, i);
    in[i] = (TcLane){.v = {NULL}};
    if (i && k->isLast)
      in[i] = tcLaneScalar(tcEmitI1(e, false));
    else if (filled)
      in[i] = tcEmitInBounds(e, r->value->rank, r->index, r->value->sizes);
    if (k->isPart)
      in[i] = tcEmitAnd(
          e, in[i], tcEmitLanesBelow(e, e->iters[p->column], endOfColumns(k)));
    in[i] = tcEmitWiden(e, in[i].v.ptr ? in[i] : all);
  }
  return tcEmitInterleave(e, p->lanes, in[0].v, in[1].v);
}

// Packs pairs of halves where that of a column is a word in memory, and words
// of neighbours follow on each other: windows that move by two elements.
static void copyWords(Pack *k) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  int inner = tcVecLast(&p->over);
  MlirType half = mlirIntegerTypeGet(e->ctx, 16);
  MlirType words = tcEmitVectorOf(p->lanes, e->i32);
  MlirValue step = e->iters[inner], to = pairAt(k);
  for (int64_t v = 0; v < p->vectors; ++v) {
    e->iters[p->column] = plus(e, k->first, v * p->lanes);
    tcEmitSetLanes(e, p->lanes, p->column);
    MlirValue exist = existingHalves(k, step), x;
    tcEmitSetLanes(e, 1, -1);
    e->iters[inner] = step;
    MlirValue from = elementAt(k);
    if (exist.ptr)
      x = tcLlvmBitcast(&e->b, words, tcRunLoadMasked(e, from, half, exist));
    else
      x = tcEmitLoadBits(e, words, from, tcProductRowBytes(p));
    tcEmitStoreBits(e, x, tcEmitAt(e, to, e->i32, tcEmitI64(e, v * p->lanes)),
                    64);
  }
}

static void copyWordsPart(Pack *k) {
  k->isPart = true;
  copyWords(k);
  k->isPart = false;
}

static bool areWords(TcCpuKernel *k, const TcProduct *p) {
  const TcSize *offset = tcCpuReadOffset(k, p->columnFactor);
  return tcProductFillsZeros(p->columnFactor) &&
         tcCpuHasStride(k, offset, p->column, 2) &&
         tcCpuHasStride(k, offset, tcVecLast(&p->over), 1);
}

bool tcProductLoadsColumns(TcCpuKernel *k, const TcProduct *p) {
  const TcCpuRead *r = p->columnFactor;
  return r->value->arg >= 0 && mlirTypeIsABF16(r->value->element) &&
         (tcCpuHasStride(k, tcCpuReadOffset(k, r), p->column, 1) ||
          areWords(k, p));
}

// Where the factor is contiguous along the reduction: transposes as many pairs
// as there are lanes, of as many columns. Beyond the last column that column is
// read again.
static void transposeColumns(Pack *k, MlirValue to, MlirValue in,
                             int64_t pairs) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  TcLane *rows = TC_ARENA_ARRAY(e->arena, TcLane, (size_t)p->lanes);
  MlirValue last = plus(e, endOfColumns(k), -1);
  MlirValue first = tcArithAddi(&e->b, k->first, in);
  for (int64_t c = 0; c < p->lanes; ++c) {
    e->iters[p->column] = tcArithMinsi(&e->b, plus(e, first, c), last);
    rows[c].v =
        tcEmitLoadWords(e, elementAt(k), pairs, p->lanes, tcProductRowBytes(p));
  }
  tcEmitTranspose(e, rows, p->lanes);
  for (int64_t r = 0; r < pairs; ++r)
    tcEmitStoreBits(e, rows[r].v,
                    tcEmitAt(e, to, e->i32, plus(e, in, r * tcProductWidth(p))),
                    64);
}

static void transposeSteps(Pack *k, MlirValue step, int64_t pairs) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  e->iters[tcVecLast(&p->over)] = step;
  MlirValue to = pairAt(k);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), tcEmitI64(e, tcProductWidth(p)),
                          p->lanes, -1, 0, NULL);
  transposeColumns(k, to, mlirBlockGetArgument(loop.body, 0), pairs);
  tcEmitForEnd(e, &loop, 0, NULL);
}

static void transposeAll(Pack *k) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  int64_t n = 0, each = p->lanes * p->unit->pair;
  int inner = tcVecLast(&p->over);
  tcSizeIsConst(e->k->iters.data[inner].extent, &n);
  MlirValue whole = tcEmitI64(e, n - n % each);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), whole, each, inner, 0, NULL);
  transposeSteps(k, e->iters[inner], p->lanes);
  tcEmitForEnd(e, &loop, 0, NULL);
  if (n % each)
    transposeSteps(k, whole, n % each / p->unit->pair);
}

//===- Panels -------------------------------------------------------------===//

// Runs `pack` for each of the panels that are packed at once.
static void inPanels(Pack *k, PackSteps *pack) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  if (!k->count.ptr) {
    pack(k);
    return;
  }
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), k->count, 1, -1, 0, NULL);
  MlirValue number = mlirBlockGetArgument(loop.body, 0);
  MlirValue bytes = tcArithMuli(&e->b, number, tcEmitExpr(e, p->panelBytes));
  MlirValue columns =
      tcArithMuli(&e->b, number, tcEmitI64(e, tcProductWidth(p)));
  Pack one = {e,
              p,
              tcEmitBytesAt(e, k->panel, bytes),
              tcArithAddi(&e->b, k->first, columns),
              {NULL},
              k->isPart,
              k->isLast};
  pack(&one);
  tcEmitForEnd(e, &loop, 0, NULL);
}

// Runs `pack` at every `by` steps of the innermost iterator, and at the last
// one where it has none beside it.
static void packOver(Pack *k, size_t level, int64_t by, PackSteps *pack) {
  TcEmit *e = k->e;
  if (level == k->p->over.size || (!by && level + 1 == k->p->over.size)) {
    inPanels(k, pack);
    return;
  }
  int iter = k->p->over.data[level];
  bool inner = level + 1 == k->p->over.size;
  bool odd = inner && tcProductHasOddSteps(e->k, k->p);
  MlirValue n = plus(e, tcEmitExpr(e, e->k->iters.data[iter].extent), -odd);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), n, inner ? by : 1, iter, 0, NULL);
  packOver(k, level + 1, by, pack);
  tcEmitForEnd(e, &loop, 0, NULL);
  if (!odd)
    return;
  e->iters[iter] = n;
  k->isLast = true;
  packOver(k, level + 1, by, pack);
  k->isLast = false;
}

// A panel that is whole, and one that is not.
static void packEither(Pack *k, int64_t by, PackSteps *whole, PackSteps *part) {
  TcEmit *e = k->e;
  if (tcProductHasWholePanels(e->k, k->p)) {
    packOver(k, 0, by, whole);
    return;
  }
  MlirValue end = plus(e, k->first, tcProductWidth(k->p));
  MlirValue isWhole =
      tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLE, end, endOfColumns(k));
  MlirValue isPart = tcArithXori(&e->b, isWhole, tcEmitI1(e, true));
  TcLoop then = tcEmitIf(e, isWhole);
  packOver(k, 0, by, whole);
  tcEmitIfEnd(e, &then);
  TcLoop otherwise = tcEmitIf(e, isPart);
  packOver(k, 0, by, part);
  tcEmitIfEnd(e, &otherwise);
}

static void packLoaded(Pack *k) {
  int64_t pair = k->p->unit->pair;
  if (areWords(k->e->k, k->p))
    packEither(k, pair, copyWords, copyWordsPart);
  else
    packEither(k, pair, pairLoaded, pairLoadedPart);
}

//===- Panels of a block that the sum need not fill -----------------------===//

// The pair of which the second step may not exist.
static void pairLast(Pack *k) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  MlirValue steps = tcProductStepsHere(e, p);
  int inner = tcVecLast(&p->over);
  MlirType element = p->columnFactor->value->element;
  MlirValue step = e->iters[inner], to = pairAt(k);
  MlirValue last = plus(e, steps, -1), end = endOfColumns(k);
  MlirValue width = tcEmitI64(e, tcProductWidth(p));
  end = tcArithMinsi(&e->b, tcArithAddi(&e->b, k->first, width), end);
  TcLoop loop = tcEmitFor(e, k->first, end, 1, p->column, 0, NULL);
  MlirValue in = tcArithSubi(&e->b, e->iters[p->column], k->first);
  in = tcArithMuli(&e->b, in, tcEmitI64(e, p->unit->pair));
  for (int64_t i = 0; i < p->unit->pair; ++i) {
    MlirValue at = plus(e, step, i);
    e->iters[inner] = tcArithMinsi(&e->b, at, last);
    TcLane x = tcStageElement(e, p->columnFactor);
    MlirValue exists =
        tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLT, at, steps);
    x.v = tcArithSelect(&e->b, exists, x.v, tcEmitZero(e, element).v);
    tcEmitStoreAt(e, to, element, tcLaneScalar(plus(e, in, i)), x);
  }
  tcEmitForEnd(e, &loop, 0, NULL);
  e->iters[inner] = step;
}

static void pairOfZeros(Pack *k) {
  TcEmit *e = k->e;
  int64_t words = tcProductWidth(k->p);
  tcEmitStoreBits(e, tcEmitZeros(e, words, e->i32), pairAt(k), 64);
}

static void transposeWhole(Pack *k) {
  transposeSteps(k, k->e->iters[tcVecLast(&k->p->over)], k->p->lanes);
}

static MlirValue wholeOf(TcEmit *e, MlirValue n, int64_t each) {
  MlirValue by = tcEmitI64(e, each);
  return tcArithMuli(&e->b, tcArithDivui(&e->b, n, by), by);
}

// What the sum has of the block: as many steps at once as `whole` packs, then
// pairs; zeros behind them.
static void packBlock(Pack *k, int64_t by, PackSteps *whole) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  int64_t pair = p->unit->pair, all = tcCpuExtent(e->k, p->over.data[0], 0);
  int inner = p->over.data[0];
  MlirValue steps = tcProductStepsHere(e, p), some = wholeOf(e, steps, by);
  MlirValue end = wholeOf(e, plus(e, steps, pair - 1), pair);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), some, by, inner, 0, NULL);
  inPanels(k, whole);
  tcEmitForEnd(e, &loop, 0, NULL);
  loop = tcEmitFor(e, some, end, pair, inner, 0, NULL);
  inPanels(k, pairLast);
  tcEmitForEnd(e, &loop, 0, NULL);
  loop = tcEmitFor(e, end, tcEmitI64(e, all), pair, inner, 0, NULL);
  inPanels(k, pairOfZeros);
  tcEmitForEnd(e, &loop, 0, NULL);
}

static void packBlockOfPairs(Pack *k) {
  TcEmit *e = k->e;
  int64_t pair = k->p->unit->pair;
  MlirValue end = plus(e, k->first, tcProductWidth(k->p));
  MlirValue isWhole =
      tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLE, end, endOfColumns(k));
  TcLoop then = tcEmitIf(e, isWhole);
  packBlock(k, pair, pairWhole);
  tcEmitIfEnd(e, &then);
  then = tcEmitIf(e, tcArithXori(&e->b, isWhole, tcEmitI1(e, true)));
  packBlock(k, pair, pairPart);
  tcEmitIfEnd(e, &then);
}

static void packAlong(Pack *k) {
  const TcProduct *p = k->p;
  TcCpuKernel *kernel = k->e->k;
  const TcSize *offset = columnOffset(k);
  int64_t pair = p->unit->pair;
  if (tcCpuHasStride(kernel, offset, tcVecLast(&p->over), 1))
    packBlock(k, p->lanes * pair, transposeWhole);
  else if (tcCpuHasStride(kernel, offset, p->column, 1))
    packBlockOfPairs(k);
  else
    packBlock(k, pair, pairPart);
}

//===- The panel ----------------------------------------------------------===//

static void packPairs(Pack *k) {
  const TcProduct *p = k->p;
  TcCpuKernel *kernel = k->e->k;
  bool filled = !mlirAttributeIsNull(p->columnFactor->fill);
  int64_t pair = p->unit->pair;
  const TcSize *offset = columnOffset(k);
  if (tcProductHasOddSteps(kernel, p))
    packLoaded(k);
  else if (!filled && tcCpuHasStride(kernel, offset, tcVecLast(&p->over), 1))
    packOver(k, 0, 0, transposeAll);
  else if (!filled && tcCpuHasStride(kernel, offset, p->column, 1))
    packEither(k, pair, pairWhole, pairPart);
  else if (tcProductLoadsColumns(kernel, p))
    packLoaded(k);
  else
    packOver(k, 0, pair, pairPart);
}

static void pack(TcEmit *e, const TcProduct *p, MlirValue panel,
                 MlirValue count) {
  MlirValue first =
      tcArithMuli(&e->b, e->iters[p->panel], tcEmitI64(e, tcProductWidth(p)));
  Pack k = {e, p, panel, first, count, false, false};
  if (p->along)
    packAlong(&k);
  else if (tcProductUnit(p))
    packPairs(&k);
  else
    tcProductPackElements(e, p, panel);
}

void tcProductPackPanel(TcEmit *e, const TcProduct *p, MlirValue panel) {
  pack(e, p, panel, (MlirValue){NULL});
}

bool tcProductPacksTogether(TcCpuKernel *k, const TcProduct *p) {
  const TcCpuRead *r = p->columnFactor;
  const TcSize *offset = tcCpuReadOffset(k, r);
  return tcProductTileUnit(p) && !p->packed && !p->packsAhead && !p->windows &&
         !p->panelsInner && mlirAttributeIsNull(r->fill) &&
         tcProductHasWholePanels(k, p) &&
         tcCpuHasStride(k, offset, p->column, 1);
}

MlirValue tcProductPackPanels(TcEmit *e, const TcProduct *p,
                              const TcTileSite *site, MlirValue panels) {
  if (p->panelsTogether == 1) {
    tcProductPackPanel(e, p, panels);
    return panels;
  }
  MlirValue panel = e->iters[p->panel];
  MlirValue together = tcEmitI64(e, p->panelsTogether);
  MlirValue number =
      tcArithRemui(&e->b, tcArithSubi(&e->b, panel, site->panels[0]), together);
  MlirValue isFirst =
      tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ, number, tcEmitI64(e, 0));
  TcLoop then = tcEmitIf(e, isFirst);
  MlirValue left = tcArithSubi(&e->b, site->panels[1], panel);
  pack(e, p, panels, tcArithMinsi(&e->b, left, together));
  tcEmitIfEnd(e, &then);
  return tcEmitBytesAt(
      e, panels, tcArithMuli(&e->b, number, tcEmitExpr(e, p->panelBytes)));
}
