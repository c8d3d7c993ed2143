// A mean and the squares of deviations from it, of columns, by blocks of rows.
// A block's own sum and squares are computed while it is in a cache, and rows
// are read from memory once, as they lie there. With k rows in block b:
//
//   s_b = sum f                  sum f = sum_b s_b
//   q_b = sum (f - s_b / k)^2    sum (f - m)^2 = sum_b q_b + k (s_b / k - m)^2
//
// (T. Chan, G. Golub, R. LeVeque: Algorithms for computing the sample variance,
// 1983.) All terms of the squares are positive: nothing is cancelled. Blocks
// are whole iterators, those that lie next to the columns in memory, so that
// neither sums nor bits depend on threads. See moments.h.
#include "passes/layout/moments.h"

#include "lib/cost/numbers.h"
#include "lib/ir/attrs.h"
#include "lib/ir/shim.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

typedef struct Blocks {
  TcMoments *m;
  TcKernel k;       // to build stages
  TcAttrVec inner;  // iterators of a block's rows
  TcAttrVec outer;  // those of blocks
  TcAttrVec kept;   // the columns'
  int64_t rows;     // of a block
  MlirType element; // of sums
  MlirValue s, q;   // s_b, q_b
} Blocks;

//===- Which --------------------------------------------------------------===//

static bool isInner(const Blocks *b, MlirAttribute iter) {
  for (size_t i = 0; i < b->inner.size; ++i)
    if (mlirAttributeEqual(b->inner.data[i], iter))
      return true;
  return false;
}

// Takes the summed iterator that is f's index in dimension `dim`; false if it
// is none, or has been taken.
static bool takeRow(Blocks *b, intptr_t dim) {
  TcMoments *m = b->m;
  MlirAttribute map = tcInputMap(m->sum, m->x);
  MlirStringRef name;
  int64_t n;
  if (dim < 0 || !tcSizeAttrIsSymbol(tcDimsAttrGetDim(map, dim), &name))
    return false;
  MlirAttribute iter = mlirStringAttrGet(m->ctx, name);
  if (!tcNames(tcAttrOf(m->sum, "over"), iter))
    return true;          // further columns
  if (isInner(b, iter) || // a diagonal
      !tcSizeAttrIsConstant(tcExtentOf(m->kernel, iter), &n) || n < 1)
    return false;
  b->rows *= n;
  tcVecPush(m->arena, &b->inner, iter);
  return true;
}

// Elements of a row.
static int64_t columnsOf(const TcMoments *m) {
  MlirAttribute iters = tcAttrOf(m->sum, "iters");
  int64_t n = 1;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i)
    n *= tcSizeTaken(m->arena,
                     tcExtentOf(m->kernel, mlirArrayAttrGetElement(iters, i)));
  return n;
}

static bool takeRows(Blocks *b) {
  TcMoments *m = b->m;
  int64_t columns = columnsOf(m);
  if (columns < tcNumber(cpu_min_chunk))
    return false;
  for (intptr_t i = 1; b->rows < tcNumber(moments_rows) ||
                       b->rows * columns < tcNumber(moments_block);
       ++i)
    if (!takeRow(b, tcMomentsDimAt(m, i)))
      return false;
  return b->rows < m->n && m->n % b->rows == 0;
}

static void sortIters(Blocks *b) {
  TcMoments *m = b->m;
  MlirAttribute over = tcAttrOf(m->sum, "over");
  MlirAttribute iters = tcAttrOf(m->sum, "iters");
  TcAttrVec inner = {0}; // in the sum's order
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(over); ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(over, i);
    tcVecPush(m->arena, isInner(b, iter) ? &inner : &b->outer, iter);
  }
  b->inner = inner;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i)
    tcVecPush(m->arena, &b->kept, mlirArrayAttrGetElement(iters, i));
}

//===- Blocks -------------------------------------------------------------===//

static MlirAttribute listOf(const Blocks *b, const TcAttrVec *names) {
  return mlirArrayAttrGet(b->m->ctx, (intptr_t)names->size, names->data);
}

static TcAttrVec blockIters(const Blocks *b) {
  TcAttrVec all = {0};
  for (size_t i = 0; i < b->outer.size; ++i)
    tcVecPush(b->m->arena, &all, b->outer.data[i]);
  for (size_t i = 0; i < b->kept.size; ++i)
    tcVecPush(b->m->arena, &all, b->kept.data[i]);
  return all;
}

// A copy of the sum, or of the squares, of each block.
static MlirOperation inBlocks(const Blocks *b, MlirOperation stage) {
  TcMapping *mapping = tcMappingCreate();
  MlirOperation copy = tcOpClone(stage, mapping);
  tcMappingDestroy(mapping);
  TcAttrVec iters = blockIters(b), sizes = {0};
  for (size_t i = 0; i < iters.size; ++i)
    tcVecPush(b->m->arena, &sizes, tcExtentOf(b->m->kernel, iters.data[i]));
  TcBuilder at = tcBuilderBefore(b->m->sum);
  tcBuilderInsert(&at, copy);
  mlirValueSetType(
      mlirOperationGetResult(copy, 0),
      tcTensorTypeGet((intptr_t)sizes.size, sizes.data, b->element));
  tcSetAttrOf(copy, "iters", listOf(b, &iters));
  tcSetAttrOf(copy, "over", listOf(b, &b->inner));
  return copy;
}

static MlirValue number(const Blocks *b, TcBuilder *at, double value) {
  return tcPrimConstant(at,
                        mlirFloatAttrDoubleGet(b->m->ctx, b->element, value));
}

// s_b / k
static MlirValue meanOf(const Blocks *b, TcBuilder *at, MlirValue s) {
  return tcPrimDiv(at, s, number(b, at, (double)b->rows));
}

// The index of a block's own element.
static TcAttrVec blockIndex(const Blocks *b) {
  TcAttrVec iters = blockIters(b), map = {0};
  for (size_t i = 0; i < iters.size; ++i)
    tcVecPush(b->m->arena, &map, tcIterExpr(iters.data[i]));
  return map;
}

static MlirAttribute blockMap(const Blocks *b) {
  TcAttrVec map = blockIndex(b);
  return tcDimsAttrGet(b->m->ctx, (intptr_t)map.size, map.data);
}

static void addBlocks(Blocks *b) {
  TcMoments *m = b->m;
  b->s = mlirOperationGetResult(inBlocks(b, m->sum), 0);
  MlirOperation squares = inBlocks(b, m->squares);
  MlirValue s = tcAddInput(m->arena, squares, b->s, blockMap(b));
  TcBuilder at = tcBuilderAtStart(tcStageBlock(squares), b->k.loc);
  mlirValueReplaceAllUsesOfWith(
      mlirBlockGetArgument(tcStageBlock(squares), m->m), meanOf(b, &at, s));
  tcTidyInputs(m->arena, squares);
  b->q = mlirOperationGetResult(squares, 0);
}

//===- Their sums ---------------------------------------------------------===//

static MlirValue readBlocks(const Blocks *b, TcStage *s, MlirValue of) {
  TcAttrVec map = blockIndex(b);
  return tcStageRead(s, of, (intptr_t)map.size, map.data, tcNoAttr());
}

static void openSum(Blocks *b, TcStage *s) {
  static const char *const add = "add";
  tcStageOpen(s, &b->k);
  for (size_t i = 0; i < b->kept.size; ++i)
    tcStageIter(s, b->kept.data[i]);
  for (size_t i = 0; i < b->outer.size; ++i)
    tcStageOver(s, b->outer.data[i]);
  tcStageStrings(s, "kinds", 1, &add);
}

// Ends the stage, in the place of `old`.
static void closeSum(TcStage *s, MlirValue term, MlirOperation old) {
  tcStageYield(s, 1, &term);
  MlirOperation stage = tcStageClose(s, "loop.reduce", -1);
  mlirOperationMoveBefore(stage, old);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(old, 0),
                                mlirOperationGetResult(stage, 0));
  mlirOperationDestroy(old);
}

static void addSums(Blocks *b) {
  TcMoments *m = b->m;
  TcStage s;
  MlirValue mean = mlirOperationGetResult(m->mean, 0);
  openSum(b, &s);
  closeSum(&s, readBlocks(b, &s, b->s), m->sum);
  openSum(b, &s);
  MlirValue q = readBlocks(b, &s, b->q), own = readBlocks(b, &s, b->s);
  MlirValue all = tcStageReadHere(&s, mean);
  MlirValue d = tcPrimSub(&s.body, meanOf(b, &s.body, own), all);
  MlirValue k = number(b, &s.body, (double)b->rows);
  MlirValue term = tcPrimMul(&s.body, tcPrimMul(&s.body, d, d), k);
  closeSum(&s, tcPrimAdd(&s.body, q, term), m->squares);
}

bool tcMomentsBlock(TcMoments *m) {
  MlirType sums = mlirValueGetType(mlirOperationGetResult(m->sum, 0));
  Blocks b = {.m = m, .rows = 1, .element = mlirShapedTypeGetElementType(sums)};
  // Those of blocks are rounded to that type.
  bool isPrecise = mlirTypeIsAF32(b.element) || mlirTypeIsAF64(b.element);
  if (!isPrecise || !takeRows(&b))
    return false;
  sortIters(&b);
  b.k = tcKernelReopen(m->arena, m->kernel, mlirOperationGetLocation(m->sum));
  addBlocks(&b);
  addSums(&b);
  return true;
}
