// The sums of factors in slices, when those of a block, or all of them, are
// complete. See product_slices.h.
//
// A factor that is infinite, NaN, or 2^104 or more has lower slices that are
// NaN or infinite, and so are sums of its products, whatever the other factor
// is. So is a sum whose parts overflow where it would not, scaled as it is. A
// tile with such a sum is computed anew, step by step, as vectors of f32 would:
// what is not finite then is not finite in f32.
#include "passes/lower/cpu/product_slices.h"
#include "passes/lower/cpu/stage.h"
#include "passes/lower/cpu/tiles.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"
#include "tc/gen/VectorOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>

enum { MAGNITUDE = 0x7FFFFFFF, INFINITE = 0x7F800000 };

typedef struct Finish {
  TcEmit *e;
  const TcProduct *p;
  const TcTileSite *site;
  MlirValue rows;
} Finish;

static MlirType floats(const Finish *f) {
  return tcEmitVectorOf(f->p->lanes, f->p->element);
}

// Where vector number `v` of a row's sums lies, of a tile's that begin at
// `from`.
static MlirValue sumsFrom(Finish *f, MlirValue from, MlirValue row, int64_t v) {
  TcEmit *e = f->e;
  int64_t bytes = tcCpuBytes(f->p->element);
  MlirValue at =
      tcArithMuli(&e->b, row, tcEmitI64(e, tcProductWidth(f->p) * bytes));
  return tcEmitBytesOn(e, tcEmitBytesAt(e, from, at), v * f->p->lanes * bytes);
}

static MlirValue sumsAt(Finish *f, MlirValue row, int64_t v) {
  return sumsFrom(f, f->site->sums, row, v);
}

static MlirValue loadSums(Finish *f, MlirValue from) {
  return tcEmitLoadBits(f->e, floats(f), from, TC_PRODUCT_LINE);
}

static void storeSums(Finish *f, MlirValue sums, MlirValue to) {
  tcEmitStoreBits(f->e, sums, to, TC_PRODUCT_LINE);
}

//===- Blocks -------------------------------------------------------------===//

void tcProductAddBlock(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                       MlirValue block, MlirValue rows) {
  Finish f = {e, p, site, rows};
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), rows, 1, -1, 0, NULL);
  MlirValue row = mlirBlockGetArgument(loop.body, 0);
  for (int64_t v = 0; v < p->vectors; ++v) {
    MlirValue at = sumsAt(&f, row, v);
    MlirValue x = loadSums(&f, sumsFrom(&f, block, row, v));
    MlirValue all = tcArithAddf(&e->b, loadSums(&f, at), x);
    storeSums(&f, tcArithSelect(&e->b, site->isFirstBlock, x, all), at);
  }
  tcEmitForEnd(e, &loop, 0, NULL);
}

//===- The scale ----------------------------------------------------------===//

// Scales a row; the greatest magnitude of its sums and of `most`, as bits.
static TcLane scaleRow(Finish *f, MlirValue row, TcLane most) {
  TcEmit *e = f->e;
  int64_t lanes = f->p->lanes;
  MlirAttribute by = mlirFloatAttrDoubleGet(e->ctx, f->p->element,
                                            ldexp(1, -2 * TC_SLICE_SCALE));
  MlirValue scale =
      tcArithConstant(&e->b, mlirDenseElementsAttrSplatGet(floats(f), by));
  for (int64_t v = 0; v < f->p->vectors; ++v) {
    MlirValue at = sumsAt(f, row, v), sums = loadSums(f, at);
    MlirValue bits = tcLlvmBitcast(&e->b, tcEmitVectorOf(lanes, e->i32), sums);
    storeSums(f, tcArithMulf(&e->b, sums, scale), at);
    bits = tcArithAndi(&e->b, bits, tcEmitSplat(e, lanes, MAGNITUDE));
    most.v = tcArithMaxui(&e->b, most.v, bits);
  }
  return most;
}

// Scales all rows; whether one of their sums is not finite.
static MlirValue scaleRows(Finish *f) {
  TcEmit *e = f->e;
  TcLane most = {.v = tcEmitZeros(e, f->p->lanes, e->i32), .wide = true};
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), f->rows, 1, -1, 1, &most);
  most = scaleRow(f, mlirBlockGetArgument(loop.body, 0), most);
  tcEmitForEnd(e, &loop, 1, &most);
  MlirValue greatest =
      tcVectorReduction(&e->b, e->i32, TC_VECTOR_COMBINING_KIND_MAXUI, most.v);
  return tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_UGE, greatest,
                     tcEmitInt(e, e->i32, INFINITE));
}

//===- Anew ---------------------------------------------------------------===//

static MlirValue rowElement(Finish *f) {
  TcEmit *e = f->e;
  TcLane x = tcProductElement(e, f->p, f->p->rowFactor);
  tcEmitSetLanes(e, f->p->lanes, -1);
  MlirValue all = tcEmitWiden(e, x).v;
  tcEmitSetLanes(e, 1, -1);
  return all;
}

static MlirValue columnsHere(Finish *f, int64_t v) {
  TcEmit *e = f->e;
  const TcProduct *p = f->p;
  MlirValue first =
      tcArithMuli(&e->b, e->iters[p->panel], tcEmitI64(e, tcProductWidth(p)));
  MlirValue column = e->iters[p->column];
  e->iters[p->column] = tcArithAddi(&e->b, first, tcEmitI64(e, v * p->lanes));
  tcEmitSetLanes(e, p->lanes, p->column);
  e->mask = tcEmitLanesBelow(e, e->iters[p->column],
                             tcEmitExpr(e, e->k->iters.data[p->column].extent));
  TcLane exist = e->mask;
  MlirValue x = tcEmitWiden(e, tcProductElement(e, p, p->columnFactor)).v;
  e->mask = (TcLane){.v = {NULL}};
  tcEmitSetLanes(e, 1, -1);
  e->iters[p->column] = column;
  return tcArithSelect(&e->b, exist.v, x, tcEmitZeros(e, p->lanes, p->element));
}

// Adds the products of the step that iterators say to the sums in scratch.
static void addStep(Finish *f, MlirValue row) {
  TcEmit *e = f->e;
  MlirValue x = rowElement(f);
  for (int64_t v = 0; v < f->p->vectors; ++v) {
    MlirValue at = sumsAt(f, row, v), y = columnsHere(f, v);
    storeSums(f, tcEmitFma(e, x, y, loadSums(f, at)), at);
  }
}

// Steps of an iterator that the sum has: those of a block along rows may be
// fewer than the block's.
static MlirValue stepsOf(Finish *f, int iter) {
  const TcProduct *p = f->p;
  return p->along && tcVecLast(&p->over) == iter
             ? tcProductStepsHere(f->e, p)
             : tcEmitExpr(f->e, f->e->k->iters.data[iter].extent);
}

static void addSteps(Finish *f, MlirValue row, const TcCpuIters *all,
                     size_t level) {
  TcEmit *e = f->e;
  if (level == all->size) {
    addStep(f, row);
    return;
  }
  int iter = all->data[level];
  TcLoop loop =
      tcEmitFor(e, tcEmitI64(e, 0), stepsOf(f, iter), 1, iter, 0, NULL);
  addSteps(f, row, all, level + 1);
  tcEmitForEnd(e, &loop, 0, NULL);
}

static void computeAnew(Finish *f) {
  TcEmit *e = f->e;
  const TcProduct *p = f->p;
  TcCpuIters all = {0};
  for (size_t i = 0; i < p->blocks.size; ++i)
    tcVecPush(e->arena, &all, p->blocks.data[i]);
  for (size_t i = 0; i < p->over.size; ++i)
    tcVecPush(e->arena, &all, p->over.data[i]);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), f->rows, 1, -1, 0, NULL);
  MlirValue row = mlirBlockGetArgument(loop.body, 0);
  tcProductSetRow(e, p, tcArithAddi(&e->b, f->site->firstRow, row));
  for (int64_t v = 0; v < p->vectors; ++v)
    storeSums(f, tcEmitZeros(e, p->lanes, p->element), sumsAt(f, row, v));
  addSteps(f, row, &all, 0);
  tcEmitForEnd(e, &loop, 0, NULL);
}

static void finish(Finish *f) {
  TcEmit *e = f->e;
  const TcCpuIters *rows = &f->p->rows;
  MlirValue *at = TC_ARENA_ARRAY(e->arena, MlirValue, rows->size + 1);
  for (size_t i = 0; i < rows->size; ++i)
    at[i] = e->iters[rows->data[i]];
  TcLoop then = tcEmitIf(e, scaleRows(f));
  computeAnew(f);
  tcEmitIfEnd(e, &then);
  for (size_t i = 0; i < rows->size; ++i)
    e->iters[rows->data[i]] = at[i];
}

void tcProductFinishSlices(TcEmit *e, const TcProduct *p,
                           const TcTileSite *site, MlirValue rows) {
  Finish f = {e, p, site, rows};
  if (!p->blocks.size) {
    finish(&f);
    return;
  }
  TcLoop last = tcEmitIf(e, site->isLastBlock);
  finish(&f);
  tcEmitIfEnd(e, &last);
}
