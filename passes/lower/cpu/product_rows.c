// Rows of the other factor, packed by the tasks of a product for vectors. See
// product.h.
//
// Elements of a tile's row lie side by side in the order of the reduction, and
// rows a number of cache lines apart that is odd, so that elements of all rows
// at one step are in different sets of the first cache. What is outside is
// filled in, and halves are widened if the sums' unit does not multiply them. A
// zero follows an odd number of steps that a unit multiplies in pairs.
#include "passes/lower/cpu/product_operands.h"
#include "passes/lower/cpu/stage.h"
#include "passes/lower/cpu/storage_run.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"

enum { LINE = 64 };

//===- Whether ------------------------------------------------------------===//

static const TcSize *rowOffset(TcCpuKernel *k, const TcProduct *p) {
  const TcCpuRead *r = p->rowFactor;
  return tcCpuReadOffset(k, r);
}

static bool isContiguous(TcCpuKernel *k, const TcProduct *p) {
  return tcCpuHasStride(k, rowOffset(k, p), tcVecLast(&p->over), 1);
}

bool tcProductCanPackRows(TcCpuKernel *k, const TcProduct *p) {
  return p->over.size > 0 && isContiguous(k, p);
}

// (Fills in parts of rows of bytes are not in their sums.)
bool tcProductPacksRows(TcCpuKernel *k, const TcProduct *p) {
  const TcCpuRead *r = p->rowFactor;
  if (tcProductTileUnit(p) || p->lines || p->together ||
      !tcProductCanPackRows(k, p))
    return false;
  if (p->given)
    return (p->given->rowsFrom == TC_ROWS_PACKED ||
            (p->given->rowsFrom == TC_ROWS_LINES && p->unit)) &&
           (!p->unit || tcTypeIsHalf(r->value->element));
  return p->chooser->packsRows(k, p);
}

//===- Where --------------------------------------------------------------===//

// The number of a step among all of the reduction.
static const TcSize *stepNumber(TcCpuKernel *k, const TcProduct *p) {
  TcArena *a = k->arena;
  const TcSize *sum = tcSizeConst(a, 0), *stride = tcSizeConst(a, 1);
  for (size_t i = p->over.size; i-- > 0;) {
    const TcCpuIter *iter = &k->iters.data[p->over.data[i]];
    sum = tcSizeAdd(a, sum, tcSizeMul(a, iter->symbol, stride));
    stride = tcSizeMul(a, stride, tcProductPackedExtent(k, p, i));
  }
  return tcSizeSimplify(a, sum, &k->ranges);
}

// Where steps lie in a packed row, as the unit has them.
static void placeSteps(TcCpuKernel *k, TcProduct *p) {
  TcArena *a = k->arena;
  TcCpuIters inner = {0};
  tcVecPush(a, &inner, tcVecLast(&p->over));
  p->rowInner = k->iters.data[tcVecLast(&p->over)].symbol;
  p->rowOuter =
      tcProductReplaceIters(k, stepNumber(k, p), &inner, tcSizeConst(a, 0));
}

void tcProductReadPackedRows(TcCpuKernel *k, TcProduct *p) {
  p->packsRows = true;
  p->filled = false;
  placeSteps(k, p);
}

// Whether steps are copied as they are, zeros where there are none: a unit
// reads them, and rows are far enough apart that whole vectors are stored.
static bool copiesBits(const TcProduct *p) {
  return p->unit && p->rowFactor->value->arg >= 0 &&
         tcProductFillsZeros(p->rowFactor);
}

void tcProductPlacePackedRows(TcCpuKernel *k, TcProduct *p) {
  TcArena *a = k->arena;
  p->rowElement = tcProductUnit(p) ? p->rowFactor->value->element : p->element;
  int64_t each = LINE / tcCpuBytes(p->rowElement);
  const TcSize *steps = tcProductPackedSteps(k, p), *two = tcSizeConst(a, 2);
  placeSteps(k, p);
  if (copiesBits(p))
    steps = tcSizeAdd(a, steps, tcSizeConst(a, p->lanes));
  // The next odd number of lines.
  const TcSize *lines = tcSizeCeilDiv(a, steps, tcSizeConst(a, each));
  lines = tcSizeAdd(a, tcSizeMul(a, tcSizeFloorDiv(a, lines, two), two),
                    tcSizeConst(a, 1));
  p->rowPitch = tcSizeMul(a, lines, tcSizeConst(a, each));
  p->rowBytes =
      tcSizeMul(a, lines, tcSizeConst(a, LINE * TC_PRODUCT_MAX_HEIGHT));
}

//===- Packing ------------------------------------------------------------===//

typedef struct Rows {
  TcEmit *e;
  const TcProduct *p;
  TcPlace to;
  const TcSize *at; // of an element in its row
} Rows;

static void lanesAlong(TcEmit *e, int64_t lanes, int iter) {
  e->lanes = lanes;
  e->vector = lanes > 1 ? iter : -1;
}

// As it is packed.
static TcLane rowElementHere(Rows *r) {
  const TcProduct *p = r->p;
  return mlirTypeEqual(p->rowElement, p->element)
             ? tcProductElement(r->e, p, p->rowFactor)
             : tcStageElement(r->e, p->rowFactor);
}

// A vector of bits of steps from here on, of lanes that are not masked out.
static void copyVector(Rows *r) {
  TcEmit *e = r->e;
  const TcProduct *p = r->p;
  const TcCpuRead *f = p->rowFactor;
  MlirType bits =
      mlirIntegerTypeGet(e->ctx, 8 * (unsigned)tcProductRowBytes(p));
  MlirValue from = tcEmitAt(e, e->buffers[f->value->arg], f->value->element,
                            tcEmitExpr(e, rowOffset(e->k, p)));
  TcLane in = e->mask;
  if (!mlirAttributeIsNull(f->fill))
    in = tcEmitAnd(
        e, in, tcEmitInBounds(e, f->value->rank, f->index, f->value->sizes));
  if (!in.v.ptr)
    in = tcLaneScalar(tcEmitI1(e, true));
  TcLane x = {.v = tcRunLoadMasked(e, from, bits, tcEmitWiden(e, in).v),
              .wide = true};
  e->mask = (TcLane){.v = {NULL}};
  tcEmitStore(e, &r->to, bits, 1, &r->at, x);
}

// A vector of steps of the innermost iterator from here on; of `count` of them
// (null: all), and of a zero behind these that makes the last pair.
static void packVector(Rows *r, MlirValue count) {
  TcEmit *e = r->e;
  const TcProduct *p = r->p;
  lanesAlong(e, p->lanes, tcVecLast(&p->over));
  if (count.ptr)
    e->mask = (TcLane){.v = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLT,
                                        tcEmitIota(e, e->i64, 1),
                                        tcEmitBroadcast(e, count)),
                       .wide = true};
  if (copiesBits(p))
    copyVector(r);
  else
    tcEmitStore(e, &r->to, p->rowElement, 1, &r->at,
                tcEmitWiden(e, rowElementHere(r)));
  e->mask = (TcLane){.v = {NULL}};
  lanesAlong(e, 1, -1);
}

// The innermost loop: whole vectors, then the steps that are left.
static void packRun(Rows *r) {
  TcEmit *e = r->e;
  const TcProduct *p = r->p;
  int inner = tcVecLast(&p->over);
  MlirValue lanes = tcEmitI64(e, p->lanes);
  MlirValue n = tcEmitExpr(e, e->k->iters.data[inner].extent);
  MlirValue rest = tcArithRemsi(&e->b, n, lanes);
  MlirValue whole = tcArithSubi(&e->b, n, rest);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), whole, p->lanes, inner, 0, NULL);
  packVector(r, (MlirValue){NULL});
  tcEmitForEnd(e, &loop, 0, NULL);
  if (tcCpuExtent(e->k, inner, 1) % p->lanes == 0)
    return;
  TcLoop last = tcEmitIf(e, tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SGT,
                                        rest, tcEmitI64(e, 0)));
  e->iters[inner] = whole;
  packVector(r, rest);
  tcEmitIfEnd(e, &last);
}

static void packRuns(Rows *r, size_t level) {
  TcEmit *e = r->e;
  const TcProduct *p = r->p;
  if (level + 1 == p->over.size) {
    packRun(r);
    return;
  }
  int iter = p->over.data[level];
  MlirValue n = tcEmitExpr(e, e->k->iters.data[iter].extent);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), n, 1, iter, 0, NULL);
  packRuns(r, level + 1);
  tcEmitForEnd(e, &loop, 0, NULL);
}

MlirValue tcProductPackedRow(TcEmit *e, const TcProduct *p,
                             const TcTileSite *site, MlirValue row) {
  const int32_t dynamic = INT32_MIN;
  MlirValue at = tcArithMuli(&e->b, row, tcEmitExpr(e, p->rowPitch));
  return tcLlvmGetelementptr(&e->b, e->ptr, site->packedRows, 1, &at, 1,
                             &dynamic, p->rowElement);
}

bool tcProductPackRowElements(TcEmit *e, const TcProduct *p,
                              const TcTileSite *site, int64_t height) {
  const TcSize *one = tcSizeConst(e->arena, 1);
  MlirValue rows = tcProductRowsHere(e, p, site, height);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), rows, 1, -1, 0, NULL);
  MlirValue row = mlirBlockGetArgument(loop.body, 0);
  tcProductSetRow(e, p, tcArithAddi(&e->b, site->firstRow, row));
  Rows r = {.e = e, .p = p, .at = stepNumber(e->k, p)};
  r.to =
      (TcPlace){.base = tcProductPackedRow(e, p, site, row), .strides = &one};
  packRuns(&r, 0);
  tcEmitForEnd(e, &loop, 0, NULL);
  return true;
}
