// Rows of a matrix for a unit of pairs, packed with the panels of a block: of
// sums whose panel, or rows, the second cache would not keep, or whose steps
// are no whole pairs, as the gradient of a language model's last layer has them
// (50257 steps). See product.h.
//
//   contract (i, j) over (k): x[i, k], y[k, j]
//
// A task does all that it has of a block of steps before the next one, as of
// rows whose steps are far apart (product_across.c), and the sum is cut into
// parts as there (product_parts.c). Blocks are whole registers of steps that
// cover the sum; steps behind its end are zeros in packed rows and panels
// alike, so that tiles know of whole blocks alone. For tile registers they are
// so short that the first cache keeps the panel: with rows and panel from the
// second one, a step of two by two registers waits for 4 KB in place of 2.
#include "passes/lower/cpu/product_operands.h"
#include "passes/lower/cpu/product_slices.h"
#include "passes/lower/cpu/stage.h"
#include "passes/lower/cpu/tiles.h"

#include "tc/gen/ArithOps.h"

#include "mlir-c/BuiltinTypes.h"

//===- Whether ------------------------------------------------------------===//

static int64_t stepsOf(const TcCpuKernel *k, const TcProduct *p) {
  return p->over.size == 1 ? tcCpuExtent(k, p->over.data[0], 0) : 0;
}

bool tcProductLiesAlong(TcCpuKernel *k, const TcProduct *p,
                        const TcTarget *target, const TcUnit *u) {
  int64_t steps = stepsOf(k, p), rows;
  if (!u || u->pair != 2 || p->segments >= 0 || p->filled || p->windows ||
      p->packsRows || !mlirAttributeIsNull(p->columnFactor->fill) ||
      !(tcTypeIsHalf(p->rowFactor->value->element) || u->slices) ||
      !tcSizeEqual(p->rowInner, k->iters.data[p->over.data[0]].symbol) ||
      !tcSizeIsConst(tcSizeSimplify(k->arena,
                                    tcCpuProduct(k->arena, k, &p->rows),
                                    &k->ranges),
                     &rows))
    return false;
  return p->given
             ? p->given->rowsFrom == TC_ROWS_BLOCKS
             : u->slices || p->chooser->packsBlocks(p, target, u, rows, steps);
}

//===- Blocks -------------------------------------------------------------===//

// The sum as `parts` of `blocks` of `length` steps.
static void cutSum(TcCpuKernel *k, TcProduct *p, int64_t parts, int64_t blocks,
                   int64_t length) {
  TcArena *a = k->arena;
  TcCpuIters whole = {0};
  tcVecPush(a, &whole, p->over.data[0]);
  const TcSize *at = tcSizeConst(a, 0);
  if (p->parts) {
    p->part = tcCpuKernelAddIter(k, "part", tcSizeConst(a, parts));
    at = tcSizeMul(a, k->iters.data[p->part].symbol, tcSizeConst(a, blocks));
  }
  if (blocks > 1) {
    int block = tcCpuKernelAddIter(k, "block", tcSizeConst(a, blocks));
    at = tcSizeAdd(a, at, k->iters.data[block].symbol);
    tcVecPush(a, &p->blocks, block);
  }
  int step = tcCpuKernelAddIter(k, "step", tcSizeConst(a, length));
  p->alongStart = tcSizeMul(a, at, tcSizeConst(a, length));
  at = tcSizeAdd(a, p->alongStart, k->iters.data[step].symbol);
  p->rowFactor = tcProductReplaceRead(k, p->rowFactor, &whole, at);
  p->columnFactor = tcProductReplaceRead(k, p->columnFactor, &whole, at);
  p->over = (TcCpuIters){0};
  tcVecPush(a, &p->over, step);
}

// How many blocks a part has, and of how many steps: as the schedule
// says, or chosen.
static void blocksOfPart(TcCpuKernel *k, const TcProduct *p,
                         const TcTarget *target, int64_t steps, int64_t *blocks,
                         int64_t *length) {
  int64_t each = p->unit->k, parts = p->parts ? p->parts : 1;
  int64_t part = tcCeilDiv(steps, parts), most = part;
  if (!p->given)
    most = p->chooser->blockSteps(k, p, target, TC_ROWS_BLOCKS, part);
  else if (p->given->steps)
    most = p->given->steps;
  *blocks = tcCeilDiv(part, most > each ? most : each);
  if (p->given && p->given->blocks)
    *blocks = p->given->blocks < tcCeilDiv(steps, each)
                  ? p->given->blocks
                  : tcCeilDiv(steps, each);
  *length = tcCeilDiv(tcCeilDiv(part, *blocks), each) * each;
  if (p->given && p->given->steps && p->given->steps <= steps + each)
    *length = tcCeilDiv(p->given->steps, each) * each;
}

void tcProductReadAlong(TcCpuKernel *k, TcProduct *p, const TcTarget *target) {
  int64_t steps = stepsOf(k, p), blocks, length;
  p->along = steps;
  p->depth = tcProductSlices(p) > 1 ? p->unit->k
                                    : TC_PRODUCT_LINE / tcProductRowBytes(p);
  p->rowStride = NULL;
  p->strips = false;
  p->rowElement = p->rowFactor->value->element;
  tcProductCutParts(k, p, target);
  blocksOfPart(k, p, target, steps, &blocks, &length);
  int64_t parts = tcCeilDiv(steps, blocks * length);
  p->parts = parts > 1 ? parts : 0;
  cutSum(k, p, parts, blocks, length);
  tcProductReadPackedBlocks(k, p);
}

// A constant where all blocks of all parts are whole: then there is no code for
// a rest. Behind the last step there may be blocks that have none.
MlirValue tcProductStepsHere(TcEmit *e, const TcProduct *p) {
  int64_t all = tcCpuExtent(e->k, p->over.data[0], 0);
  int64_t parts = p->parts ? p->parts : 1;
  if (p->along == parts * tcProductPoints(e->k, &p->blocks, 1) * all)
    return tcEmitI64(e, all);
  MlirValue left =
      tcArithSubi(&e->b, tcEmitI64(e, p->along), tcEmitExpr(e, p->alongStart));
  left = tcArithMaxsi(&e->b, left, tcEmitI64(e, 0));
  return tcArithMinsi(&e->b, left, tcEmitI64(e, all));
}

//===- Packing rows -------------------------------------------------------===//

typedef struct Along {
  TcEmit *e;
  const TcProduct *p;
  MlirValue steps, whole; // of the block: that exist, in whole registers
} Along;

// Where step number `step` of a packed row lies, a whole number of registers
// behind its beginning.
static MlirValue registerAt(Along *x, MlirValue row, MlirValue step) {
  TcEmit *e = x->e;
  const TcProduct *p = x->p;
  int64_t bytes = tcProductTileUnit(p) ? tcProductSlices(p) * TC_PRODUCT_TILES *
                                             tcTileBytes(p->unit) / p->depth
                                       : tcProductRowBytes(p);
  return tcEmitBytesAt(e, row, tcArithMuli(&e->b, step, tcEmitI64(e, bytes)));
}

// A register's steps, as they lie in memory.
static void copyRegister(Along *x, MlirValue from, MlirValue to) {
  TcEmit *e = x->e;
  const TcProduct *p = x->p;
  if (tcProductSlices(p) > 1) {
    tcSliceRegister(e, p, from, to, tcSlicesApart(p));
    return;
  }
  if (tcProductTileUnit(p)) {
    tcProductCopyWords(e, p, from, to, p->depth, TC_PRODUCT_LINE);
    return;
  }
  MlirType type = tcEmitVectorOf(p->lanes, e->i32);
  tcEmitStoreBits(e, tcEmitLoadBits(e, type, from, tcProductRowBytes(p)), to,
                  TC_PRODUCT_LINE);
}

// Elements of a row from here on, of which `left` exist; zeros behind them.
static TcLane loadSteps(Along *x, MlirValue from, MlirValue left) {
  TcEmit *e = x->e;
  const TcSize *one = tcSizeConst(e->arena, 1);
  int inner = x->p->inPanel;
  const TcSize *index = e->k->iters.data[inner].symbol;
  TcPlace read = {.base = from, .strides = &one};
  MlirType bits =
      mlirIntegerTypeGet(e->ctx, 8 * (unsigned)tcProductRowBytes(x->p));
  e->iters[inner] = tcEmitI64(e, 0);
  TcLane exists = {.v = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLT,
                                    tcEmitIota(e, e->i64, 1),
                                    tcEmitBroadcast(e, left)),
                   .wide = true};
  TcLane v = tcEmitLoad(e, &read, bits, 1, &index, exists);
  v.v = tcArithSelect(&e->b, exists.v, v.v, tcEmitZeros(e, e->lanes, bits));
  return v;
}

// A vector of the steps of a register that is not whole, from its step number
// `i` on; `left` are those of the register that exist.
static MlirValue restOf(Along *x, MlirValue from, int64_t i, MlirValue left) {
  TcEmit *e = x->e;
  const TcProduct *p = x->p;
  MlirValue source =
      tcEmitAt(e, from, p->rowFactor->value->element, tcEmitI64(e, i));
  tcEmitSetLanes(e, p->lanes, p->inPanel);
  TcLane v = loadSteps(x, source, tcArithSubi(&e->b, left, tcEmitI64(e, i)));
  tcEmitSetLanes(e, 1, -1);
  return v.v;
}

// The registers behind the whole ones, of the row that starts at `from`.
static void packRest(Along *x, MlirValue from, MlirValue to) {
  TcEmit *e = x->e;
  const TcProduct *p = x->p;
  int64_t lanes = p->lanes, bytes = tcProductRowBytes(p);
  int64_t steps = tcCpuExtent(e->k, p->over.data[0], 0);
  TcLoop loop =
      tcEmitFor(e, x->whole, tcEmitI64(e, steps), p->depth, -1, 0, NULL);
  MlirValue step = mlirBlockGetArgument(loop.body, 0);
  MlirValue left = tcArithSubi(&e->b, x->steps, step);
  MlirValue target = registerAt(x, to, step);
  MlirValue source = tcEmitAt(e, from, p->rowFactor->value->element, step);
  if (tcProductSlices(p) > 1)
    tcSliceVectors(e, p, restOf(x, source, 0, left),
                   restOf(x, source, lanes, left), target, tcSlicesApart(p));
  for (int64_t i = 0; i < p->depth && tcProductSlices(p) == 1; i += lanes)
    tcEmitStoreBits(e, restOf(x, source, i, left),
                    tcEmitBytesOn(e, target, i * bytes), lanes * bytes);
  tcEmitForEnd(e, &loop, 0, NULL);
}

static void packRow(Along *x, MlirValue to) {
  TcEmit *e = x->e;
  const TcProduct *p = x->p;
  const TcCpuRead *r = p->rowFactor;
  e->iters[p->over.data[0]] = tcEmitI64(e, 0);
  MlirValue from = tcEmitAt(e, e->buffers[r->value->arg], r->value->element,
                            tcEmitExpr(e, tcCpuReadOffset(e->k, r)));
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), x->whole, p->depth, -1, 0, NULL);
  MlirValue step = mlirBlockGetArgument(loop.body, 0);
  copyRegister(x, tcEmitAt(e, from, r->value->element, step),
               registerAt(x, to, step));
  tcEmitForEnd(e, &loop, 0, NULL);
  packRest(x, from, to);
}

MlirValue tcProductPackedRowBytes(TcEmit *e, const TcProduct *p) {
  if (tcProductTileUnit(p))
    return tcEmitI64(e, p->unit->tiles->rowBytes);
  return tcArithMuli(&e->b, tcEmitExpr(e, p->rowPitch),
                     tcEmitI64(e, tcProductRowBytes(p)));
}

bool tcProductPackAlong(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                        int64_t height) {
  MlirValue steps = tcProductStepsHere(e, p), depth = tcEmitI64(e, p->depth);
  MlirValue whole =
      tcArithMuli(&e->b, tcArithDivui(&e->b, steps, depth), depth);
  Along x = {e, p, steps, whole};
  MlirValue rows = tcProductRowsHere(e, p, site, height);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), rows, 1, -1, 0, NULL);
  MlirValue row = mlirBlockGetArgument(loop.body, 0);
  tcProductSetRow(e, p, tcArithAddi(&e->b, site->firstRow, row));
  packRow(&x, tcEmitBytesAt(
                  e, site->packedRows,
                  tcArithMuli(&e->b, row, tcProductPackedRowBytes(e, p))));
  tcEmitForEnd(e, &loop, 0, NULL);
  return true;
}
