// Packs rows that lie side by side, their steps far apart, for the tiles of a
// task: step by step, all of its tiles at once. See product_across.c.
//
// Vectors read a step of a tile's rows side by side; of halves that a unit
// multiplies in pairs the two elements of each row, as words. Tile registers
// read rows along their steps: as many pairs as a register is deep are packed
// as words, then each square of these words is transposed where it lies.
#include "passes/lower/cpu/product_operands.h"
#include "passes/lower/cpu/product_slices.h"
#include "passes/lower/cpu/stage.h"
#include "passes/lower/cpu/tiles.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"

//===- Vectors of rows ----------------------------------------------------===//

enum { WORD = 4 }; // bytes of a pair

typedef struct Across {
  TcEmit *e;
  const TcProduct *p;
  MlirValue tiles[2]; // the task's first one, and the end
} Across;

// Elements of the factor from here on, a vector of rows at one step; rows that
// do not exist are not read.
static TcLane loadRows(Across *x, MlirType element, MlirValue from, int64_t v,
                       MlirValue left) {
  TcEmit *e = x->e;
  const TcProduct *p = x->p;
  const TcSize *one = tcSizeConst(e->arena, 1);
  const TcSize *index = e->k->iters.data[p->inPanel].symbol;
  TcPlace read = {.base = from, .strides = &one};
  e->iters[p->inPanel] = tcEmitI64(e, v * p->lanes);
  MlirValue lane = tcArithAddi(&e->b, tcEmitIota(e, e->i64, 1),
                               tcEmitBroadcast(e, e->iters[p->inPanel]));
  TcLane exists = {.v = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLT, lane,
                                    tcEmitBroadcast(e, left)),
                   .wide = true};
  return tcEmitLoad(e, &read, element, 1, &index, exists);
}

// A vector of the rows, as tiles multiply them: halves are widened once.
static void packVector(Across *x, const MlirValue *from, MlirValue to,
                       int64_t v, MlirValue left) {
  TcEmit *e = x->e;
  const TcProduct *p = x->p;
  const TcSize *one = tcSizeConst(e->arena, 1);
  const TcSize *index = e->k->iters.data[p->inPanel].symbol;
  MlirType element = p->rowFactor->value->element;
  TcPlace write = {.base = to, .strides = &one};
  TcLane each = loadRows(x, element, from[0], v, left);
  tcEmitStore(e, &write, p->element, 1, &index,
              tcEmitConvert(e, each, element, p->element));
}

// The same of a pair of steps, the elements of each row side by side. Rows of
// the next tile register are another register further on.
static void packPairs(Across *x, const MlirValue *from, MlirValue to, int64_t v,
                      MlirValue left) {
  TcEmit *e = x->e;
  const TcProduct *p = x->p;
  MlirType bits =
      mlirIntegerTypeGet(e->ctx, 8 * (unsigned)tcProductRowBytes(p));
  int64_t bytes = tcProductTileUnit(p) ? tcTileBytes(p->unit) : p->lanes * WORD;
  MlirValue steps[2];
  for (int i = 0; i < 2; ++i)
    steps[i] = loadRows(x, bits, from[i], v, left).v;
  if (tcProductSlices(p) > 1) {
    tcSlicePairs(e, p, steps[0], steps[1], tcEmitBytesOn(e, to, v * bytes),
                 TC_PRODUCT_TILES * bytes);
    return;
  }
  tcEmitStoreBits(e, tcEmitInterleave(e, p->lanes, steps[0], steps[1]),
                  tcEmitBytesOn(e, to, v * bytes), TC_PRODUCT_LINE);
}

static MlirValue stepNumber(Across *x) {
  TcEmit *e = x->e;
  MlirValue sum = tcEmitI64(e, 0);
  for (size_t i = 0; i < x->p->over.size; ++i) {
    int iter = x->p->over.data[i];
    MlirValue n = tcEmitExpr(e, e->k->iters.data[iter].extent);
    sum = tcArithAddi(&e->b, tcArithMuli(&e->b, sum, n), e->iters[iter]);
  }
  return sum;
}

// The first row at this step.
static MlirValue rowsHere(Across *x) {
  TcEmit *e = x->e;
  const TcCpuRead *r = x->p->rowFactor;
  const TcSize *first = tcProductReplaceIters(
      e->k, tcCpuReadOffset(e->k, r), &x->p->rows, tcSizeConst(e->arena, 0));
  return tcEmitAt(e, e->buffers[r->value->arg], r->value->element,
                  tcEmitExpr(e, first));
}

// From where on a tile's rows lie at these steps, and where they are packed.
static void packTile(Across *x, const MlirValue *from, MlirValue to,
                     MlirValue left) {
  TcEmit *e = x->e;
  const TcProduct *p = x->p;
  for (int64_t v = 0; v * p->lanes < p->height; ++v) {
    tcEmitSetLanes(e, p->lanes, p->inPanel);
    if (p->unit)
      packPairs(x, from, to, v, left);
    else
      packVector(x, from, to, v, left);
    tcEmitSetLanes(e, 1, -1);
  }
}

// Where the packed rows of this tile of the task are.
static MlirValue rowsOf(Across *x, MlirValue tile) {
  TcEmit *e = x->e;
  MlirValue number = tcArithSubi(&e->b, tile, x->tiles[0]);
  MlirValue bytes = tcArithMuli(&e->b, number, tcEmitExpr(e, x->p->rowBytes));
  return tcEmitBytesAt(e, tcProductScratch(e, x->p->rowsAt), bytes);
}

MlirValue tcProductFirstRow(TcEmit *e, const TcProduct *p, MlirValue tile) {
  return tcArithAddi(&e->b,
                     tcArithMuli(&e->b, tile, tcEmitI64(e, p->shortHeight)),
                     tcArithMinsi(&e->b, tile, tcEmitI64(e, p->tall)));
}

// This step, or pair of steps, of all of the task's tiles, `place` bytes into
// the rows of each.
static void packStep(Across *x, MlirValue place) {
  TcEmit *e = x->e;
  const TcProduct *p = x->p;
  const TcCpuRead *r = p->rowFactor;
  int inner = tcVecLast(&p->over);
  MlirValue at = e->iters[inner], sources[2];
  for (int64_t i = 0; i < tcProductPair(p); ++i) {
    e->iters[inner] = tcArithAddi(&e->b, at, tcEmitI64(e, i));
    sources[i] = rowsHere(x);
  }
  e->iters[inner] = at;
  TcLoop loop = tcEmitFor(e, x->tiles[0], x->tiles[1], 1, -1, 0, NULL);
  MlirValue tile = mlirBlockGetArgument(loop.body, 0);
  MlirValue row = tcProductFirstRow(e, p, tile), from[2];
  MlirValue left = tcArithSubi(&e->b, tcEmitExpr(e, p->numRows), row);
  for (int64_t i = 0; i < tcProductPair(p); ++i) {
    from[i] = tcEmitAt(e, sources[i], r->value->element, row);
    tcProductPrefetchAhead(e, p, r, inner, from[i]);
  }
  packTile(x, from, tcEmitBytesAt(e, rowsOf(x, tile), place), left);
  tcEmitForEnd(e, &loop, 0, NULL);
}

static void packSteps(Across *x, size_t level) {
  TcEmit *e = x->e;
  const TcProduct *p = x->p;
  if (level == p->over.size) {
    int64_t bytes = tcProductAcrossPitch(p) * tcCpuBytes(p->rowElement);
    packStep(x, tcArithMuli(&e->b, stepNumber(x), tcEmitI64(e, bytes)));
    return;
  }
  int iter = p->over.data[level];
  MlirValue n = tcEmitExpr(e, e->k->iters.data[iter].extent);
  int64_t by = level + 1 == p->over.size ? tcProductPair(p) : 1;
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), n, by, iter, 0, NULL);
  packSteps(x, level + 1);
  tcEmitForEnd(e, &loop, 0, NULL);
}

//===- Tile registers -----------------------------------------------------===//

// Sets the iterators of the reduction to the first step of a pair.
static void setPair(Across *x, MlirValue number) {
  TcEmit *e = x->e;
  const TcProduct *p = x->p;
  int64_t pair = p->unit->pair;
  for (size_t i = p->over.size; i-- > 0;) {
    int iter = p->over.data[i];
    bool inner = i + 1 == p->over.size;
    int64_t n = tcCpuExtent(e->k, iter, 1) / (inner ? pair : 1);
    MlirValue at = i ? tcArithRemui(&e->b, number, tcEmitI64(e, n)) : number;
    e->iters[iter] = inner ? tcArithMuli(&e->b, at, tcEmitI64(e, pair)) : at;
    number = tcArithDivui(&e->b, number, tcEmitI64(e, n));
  }
}

// A register's rows, of so many pairs; zeros behind them.
static void transposeWords(Across *x, MlirValue words, int64_t pairs) {
  TcEmit *e = x->e;
  int64_t n = x->p->lanes;
  TcLane *rows = TC_ARENA_ARRAY(e->arena, TcLane, (size_t)n);
  MlirType type = tcEmitVectorOf(n, e->i32);
  for (int64_t i = 0; i < n; ++i)
    rows[i].v =
        i < pairs
            ? tcEmitLoadBits(e, type, tcEmitBytesOn(e, words, i * n * WORD),
                             TC_PRODUCT_LINE)
            : tcEmitZeros(e, n, e->i32);
  tcEmitTranspose(e, rows, n);
  for (int64_t i = 0; i < n; ++i)
    tcEmitStoreBits(e, rows[i].v, tcEmitBytesOn(e, words, i * n * WORD),
                    TC_PRODUCT_LINE);
}

// Registers number `step` of the rows of all tiles, `pairs` pairs deep.
static void packRegisters(Across *x, MlirValue step, int64_t pairs) {
  TcEmit *e = x->e;
  const TcProduct *p = x->p;
  int64_t tile = tcTileBytes(p->unit);
  int64_t all = tcProductSlices(p) * TC_PRODUCT_TILES * tile;
  MlirValue zero = tcEmitI64(e, 0);
  MlirValue first =
      tcArithMuli(&e->b, step, tcEmitI64(e, p->depth / p->unit->pair));
  MlirValue place = tcArithMuli(&e->b, step, tcEmitI64(e, all));
  TcLoop loop = tcEmitFor(e, zero, tcEmitI64(e, pairs), 1, -1, 0, NULL);
  MlirValue pair = mlirBlockGetArgument(loop.body, 0);
  setPair(x, tcArithAddi(&e->b, first, pair));
  MlirValue word =
      tcArithMuli(&e->b, pair, tcEmitI64(e, p->unit->tiles->rowBytes));
  packStep(x, tcArithAddi(&e->b, place, word));
  tcEmitForEnd(e, &loop, 0, NULL);
  loop = tcEmitFor(e, x->tiles[0], x->tiles[1], 1, -1, 0, NULL);
  MlirValue rows =
      tcEmitBytesAt(e, rowsOf(x, mlirBlockGetArgument(loop.body, 0)), place);
  TcLoop each = tcEmitFor(e, zero, tcEmitI64(e, all), tile, -1, 0, NULL);
  transposeWords(x, tcEmitBytesAt(e, rows, mlirBlockGetArgument(each.body, 0)),
                 pairs);
  tcEmitForEnd(e, &each, 0, NULL);
  tcEmitForEnd(e, &loop, 0, NULL);
}

static void packAllRegisters(Across *x) {
  TcEmit *e = x->e;
  const TcProduct *p = x->p;
  int64_t pair = p->unit->pair;
  MlirValue whole = tcEmitI64(e, tcProductRun(e->k, p) / p->depth);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), whole, 1, -1, 0, NULL);
  packRegisters(x, mlirBlockGetArgument(loop.body, 0), p->depth / pair);
  tcEmitForEnd(e, &loop, 0, NULL);
  if (p->tail)
    packRegisters(x, whole, p->tail / pair);
}

//===- Tasks --------------------------------------------------------------===//

void tcProductPackAcross(TcEmit *e, const TcProduct *p, MlirValue firstTile,
                         MlirValue endTile) {
  Across x = {.e = e, .p = p, .tiles = {firstTile, endTile}};
  int64_t stride;
  if (p->lineStride)
    tcProductPackLines(e, p, firstTile, endTile);
  else if (tcProductHasWholeRegisters(e->k, p, &stride))
    tcProductPackWhole(e, p, x.tiles, stride);
  else if (tcProductTileUnit(p))
    packAllRegisters(&x);
  else
    packSteps(&x, 0);
}
