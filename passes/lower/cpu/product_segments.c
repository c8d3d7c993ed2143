// Rows of several points of a batch as one product, where the other factor is a
// matrix that data chooses (kernel_lookup.c) and neighbours choose the same
// one. See product.h.
//
//   contract (b, i, n) over (k): x[b, i, k], w[expert[b], k, n]
//
// Blocks of the rows of an expert follow each other. A task has the rows of all
// points of b, cut into segments: points, one behind the other, for which w is
// read at one place. A panel is packed once for all rows of a segment, and its
// tiles are cut as if these were all rows that there are, so that segments may
// begin and end at any point. That neighbours choose alike is for speed alone:
// a segment is at least a point.
#include "passes/lower/cpu/product_operands.h"

#include "tc/gen/ArithOps.h"

//===- Whether ------------------------------------------------------------===//

static bool rowsUse(const TcCpuKernel *k, const TcProduct *p, int iter) {
  return tcSizeUses(p->rowInner, k->iters.data[iter].name);
}

// The batch's iterators without this one, which becomes the outermost of rows.
static void moveToRows(TcCpuKernel *k, TcProduct *p, int iter) {
  TcCpuIters batch = {0}, rows = {0};
  tcVecPush(k->arena, &rows, iter);
  for (size_t i = 0; i < p->rows.size; ++i)
    tcVecPush(k->arena, &rows, p->rows.data[i]);
  for (size_t i = 0; i < p->batch.size; ++i)
    if (p->batch.data[i] != iter)
      tcVecPush(k->arena, &batch, p->batch.data[i]);
  p->batch = batch;
  p->rows = rows;
}

// Rows lie evenly spaced in memory, and steps side by side in each.
bool tcProductCanHaveSegments(TcCpuKernel *k, const TcProduct *p, int iter) {
  TcProduct moved = *p;
  const TcSize *stride, *rest;
  if (!tcCpuItersHave(&p->batch, iter) ||
      !mlirAttributeIsNull(p->rowFactor->fill) || rowsUse(k, p, iter) ||
      !tcCpuHasStride(k, p->rowInner, tcVecLast(&p->over), 1))
    return false;
  moveToRows(k, &moved, iter);
  return tcCpuFlatStride(k, p->rowStart, &moved.rows, &stride, &rest);
}

void tcProductFindSegments(TcCpuKernel *k, TcProduct *p) {
  int iter = p->given ? p->given->segments : p->chooser->segments(k, p);
  p->segments = -1;
  if (iter < 0 || (p->given && !tcProductCanHaveSegments(k, p, iter)))
    return;
  p->segments = iter;
  moveToRows(k, p, iter);
}

//===- The segments of a task ---------------------------------------------===//

// Where the matrix of a point lies.
static MlirValue matrixAt(TcEmit *e, const TcProduct *p, MlirValue point) {
  TcCpuIters others = {0};
  for (size_t i = 0; i < e->k->iters.size; ++i)
    if ((int)i != p->segments && !tcCpuItersHave(&p->batch, (int)i))
      tcVecPush(e->arena, &others, (int)i);
  e->iters[p->segments] = point;
  return tcEmitExpr(
      e, tcProductReplaceIters(e->k, tcCpuReadOffset(e->k, p->columnFactor),
                               &others, tcSizeConst(e->arena, 0)));
}

static const TcSize *rowsOfPoint(TcEmit *e, const TcProduct *p) {
  TcCpuIters inner = {0};
  for (size_t i = 1; i < p->rows.size; ++i)
    tcVecPush(e->arena, &inner, p->rows.data[i]);
  return tcCpuProduct(e->arena, e->k, &inner);
}

// Whether a segment ends before `point`, the one behind the task's last or one
// that has another matrix than the one before it.
static MlirValue endsBefore(TcEmit *e, const TcProduct *p, MlirValue point,
                            MlirValue end) {
  MlirValue last = tcArithSubi(&e->b, end, tcEmitI64(e, 1));
  MlirValue before = tcArithSubi(&e->b, point, tcEmitI64(e, 1));
  MlirValue here = matrixAt(e, p, tcArithMinsi(&e->b, point, last));
  MlirValue other = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_NE, here,
                                matrixAt(e, p, before));
  MlirValue isEnd = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ, point, end);
  return tcArithOri(&e->b, isEnd, other);
}

// Of points first..end, the rows that the task has.
static TcTileSite siteOf(TcEmit *e, const TcTileSite *task, MlirValue first,
                         MlirValue end, MlirValue each) {
  TcTileSite site = *task;
  site.point = first;
  site.origin =
      tcArithMaxsi(&e->b, tcArithMuli(&e->b, first, each), task->origin);
  site.endRow =
      tcArithMinsi(&e->b, tcArithMuli(&e->b, end, each), task->endRow);
  site.firstTile = tcEmitI64(e, 0);
  return site;
}

bool tcProductEmitSegments(TcEmit *e, const TcProduct *p,
                           const TcTileSite *task, TcEmitRows *emit) {
  MlirValue each = tcEmitExpr(e, rowsOfPoint(e, p));
  MlirValue first = tcArithDivui(&e->b, task->origin, each);
  MlirValue one = tcEmitI64(e, 1);
  MlirValue before = tcArithSubi(&e->b, task->endRow, one);
  MlirValue end = tcArithAddi(&e->b, tcArithDivui(&e->b, before, each), one);
  TcLane start = tcLaneScalar(first);
  TcLoop points = tcEmitFor(e, tcArithAddi(&e->b, first, one),
                            tcArithAddi(&e->b, end, one), 1, -1, 1, &start);
  MlirValue point = mlirBlockGetArgument(points.body, 0);
  MlirValue ends = endsBefore(e, p, point, end);
  TcLoop then = tcEmitIf(e, ends);
  TcTileSite site = siteOf(e, task, start.v, point, each);
  bool ok = emit(e, p, &site);
  tcEmitIfEnd(e, &then);
  start.v = tcArithSelect(&e->b, ends, point, start.v);
  tcEmitForEnd(e, &points, 1, &start);
  return ok;
}

void tcProductEnterSegment(TcEmit *e, const TcProduct *p,
                           const TcTileSite *site) {
  if (p->segments >= 0)
    e->iters[p->segments] = site->point;
}
