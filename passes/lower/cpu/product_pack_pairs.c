// Packs pairs of steps of a panel. See product_pack.h.
#include "passes/lower/cpu/product_pack.h"
#include "passes/lower/cpu/product_slices.h"
#include "passes/lower/cpu/stage.h"
#include "passes/lower/cpu/storage_run.h"
#include "passes/lower/cpu/tiles.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

static MlirValue plus(TcEmit *e, MlirValue x, int64_t n) {
  return tcArithAddi(&e->b, x, tcEmitI64(e, n));
}

MlirValue tcPackEnd(TcPack *k) {
  return tcEmitExpr(k->e, k->e->k->iters.data[k->p->column].extent);
}

static const TcSize *columnOffset(const TcPack *k) {
  const TcCpuRead *r = k->p->columnFactor;
  return tcCpuReadOffset(k->e->k, r);
}

// Where the pair of steps that starts here lies in the panel.
static MlirValue pairAt(TcPack *k) {
  TcEmit *e = k->e;
  e->iters[k->p->inPanel] = tcEmitI64(e, 0);
  return tcEmitAt(e, k->panel, k->p->columnFactor->value->element,
                  tcEmitExpr(e, k->p->panelIndex));
}

static MlirValue elementAt(TcPack *k) {
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

void tcPackWhole(TcPack *k) {
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

void tcPackPart(TcPack *k) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  int inner = tcVecLast(&p->over);
  int64_t pair = p->unit->pair;
  MlirValue step = e->iters[inner], to = pairAt(k);
  MlirValue width = tcEmitI64(e, p->vectors * p->lanes);
  MlirValue end =
      tcArithMinsi(&e->b, tcArithAddi(&e->b, k->first, width), tcPackEnd(k));
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
static MlirValue widenedColumns(TcPack *k, MlirValue step, int64_t second) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  if (second && k->isLast)
    return tcEmitZeros(e, p->lanes, e->i32);
  e->iters[tcVecLast(&p->over)] = plus(e, step, second);
  tcEmitSetLanes(e, p->lanes, p->column);
  if (k->isPart)
    e->mask = tcEmitLanesBelow(e, e->iters[p->column], tcPackEnd(k));
  TcLane x = tcEmitWiden(e, tcProductElement(e, p, p->columnFactor));
  e->mask = (TcLane){.v = {NULL}};
  tcEmitSetLanes(e, 1, -1);
  return tcLlvmBitcast(&e->b, tcEmitVectorOf(p->lanes, e->i32), x.v);
}

void tcPackLoaded(TcPack *k) {
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

void tcPackLoadedPart(TcPack *k) {
  k->isPart = true;
  tcPackLoaded(k);
  k->isPart = false;
}

// The halves that exist of the words of a vector of columns; null: all.
static MlirValue existingHalves(TcPack *k, MlirValue step) {
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
      in[i] = tcEmitAnd(e, in[i],
                        tcEmitLanesBelow(e, e->iters[p->column], tcPackEnd(k)));
    in[i] = tcEmitWiden(e, in[i].v.ptr ? in[i] : all);
  }
  return tcEmitInterleave(e, p->lanes, in[0].v, in[1].v);
}

void tcPackWords(TcPack *k) {
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

void tcPackWordsPart(TcPack *k) {
  k->isPart = true;
  tcPackWords(k);
  k->isPart = false;
}

// Where the factor is contiguous along the reduction: transposes as many pairs
// as there are lanes, of as many columns. Beyond the last column that column is
// read again.
static void transposeColumns(TcPack *k, MlirValue to, MlirValue in,
                             int64_t pairs) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  TcLane *rows = TC_ARENA_ARRAY(e->arena, TcLane, (size_t)p->lanes);
  MlirValue last = plus(e, tcPackEnd(k), -1);
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

void tcPackTransposed(TcPack *k, MlirValue step, int64_t pairs) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  e->iters[tcVecLast(&p->over)] = step;
  MlirValue to = pairAt(k);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), tcEmitI64(e, tcProductWidth(p)),
                          p->lanes, -1, 0, NULL);
  transposeColumns(k, to, mlirBlockGetArgument(loop.body, 0), pairs);
  tcEmitForEnd(e, &loop, 0, NULL);
}

void tcPackAllTransposed(TcPack *k) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  int64_t n = 0, each = p->lanes * p->unit->pair;
  int inner = tcVecLast(&p->over);
  tcSizeIsConst(e->k->iters.data[inner].extent, &n);
  MlirValue whole = tcEmitI64(e, n - n % each);
  bool slices = tcProductSlices(p) > 1;
  TcPackRun *pack = slices ? tcSlicePanelTransposed : tcPackTransposed;
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), whole, each, inner, 0, NULL);
  pack(k, e->iters[inner], p->lanes);
  tcEmitForEnd(e, &loop, 0, NULL);
  if (n % each)
    pack(k, whole, n % each / p->unit->pair);
}

void tcPackLast(TcPack *k) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  MlirValue steps = tcProductStepsHere(e, p);
  int inner = tcVecLast(&p->over);
  MlirType element = p->columnFactor->value->element;
  MlirValue step = e->iters[inner], to = pairAt(k);
  MlirValue last = plus(e, steps, -1), end = tcPackEnd(k);
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

void tcPackZeros(TcPack *k) {
  TcEmit *e = k->e;
  int64_t words = tcProductWidth(k->p);
  tcEmitStoreBits(e, tcEmitZeros(e, words, e->i32), pairAt(k), 64);
}
