// loop-windows: the greatest, or least, elements of overlapping windows in two
// stages. Windows that lie side by side along rows of memory share elements,
// each of which would be read, a few elements apart from lane to lane, by each
// window that it is in:
//
//   max (y, x) over (i, j)    a[2*y + i - 1, 2*x + j - 1]
//
// becomes rows that are as they lie in memory, which stay in a cache, and
// windows of these:
//
//   r: max (y, c) over (i)    a[2*y + i - 1, c]
//      max (y, x) over (j)    r[y, 2*x + j - 1]
//
// Exact, since the result is one of the elements. Behind loop-layout, which
// decides what lies side by side. For CPUs.
#include "passes/fuse/kernel_edit.h"
#include "passes/layout/layouts.h"

#include "lib/cost/numbers.h"
#include "lib/ir/attrs.h"
#include "lib/ir/pass.h"
#include "lib/ir/sizes.h"
#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

typedef struct Windows {
  TcArena *arena;
  MlirOperation kernel, stage;
  intptr_t row;        // the dimension that lies side by side
  MlirAttribute along; // the iterator over windows along it
  MlirAttribute in;    // the one over the elements of a window
} Windows;

//===- Asking -------------------------------------------------------------===//

static intptr_t countOf(MlirAttribute list) {
  return mlirArrayAttrGetNumElements(list);
}

static MlirAttribute iterOf(MlirAttribute list, intptr_t i) {
  return mlirArrayAttrGetElement(list, i);
}

// Whether the stage is an extreme of elements that it reads, and of nothing
// that is computed from them.
static bool isExtreme(MlirOperation stage) {
  if (!(tcReducesBy(stage, "max") || tcReducesBy(stage, "min")) ||
      tcNumInputs(stage) != 1)
    return false;
  MlirBlock body = tcStageBlock(stage);
  return mlirValueEqual(
      mlirOperationGetOperand(mlirBlockGetTerminator(body), 0),
      mlirBlockGetArgument(body, 0));
}

// The dimension of what the stage reads whose elements lie side by side, or -1.
static intptr_t rowOf(const Windows *w) {
  MlirValue v = tcInput(w->stage, 0);
  intptr_t last = tcDimsAttrGetNumDims(tcInputMap(w->stage, 0)) - 1;
  if (!mlirValueIsABlockArgument(v))
    return last;
  MlirAttribute layout = tcLayoutInKernel(w->kernel, "arg_attrs",
                                          mlirBlockArgumentGetArgNumber(v));
  if (!layout.ptr || last < 0)
    return last;
  return tcLayoutAttrIsStrided(layout)
             ? -1
             : (intptr_t)tcLayoutAttrGetOrder(layout, last);
}

// Whether the iterator is in one dimension of the read alone; its factor there.
static bool isOfRow(const Windows *w, MlirAttribute iter, int64_t *factor) {
  MlirAttribute map = tcInputMap(w->stage, 0), rest;
  MlirStringRef name = mlirStringAttrGetValue(iter);
  for (intptr_t d = 0; d < tcDimsAttrGetNumDims(map); ++d)
    if (d != w->row && tcSizeAttrUses(tcDimsAttrGetDim(map, d), name))
      return false;
  MlirAttribute at = tcDimsAttrGetDim(map, w->row);
  return tcSizeAttrUses(at, name) &&
         tcSizeAttrIsAffine(at, name, factor, &rest);
}

// The only iterator of the list that the row's position depends on, or null.
static MlirAttribute onlyOf(const Windows *w, const char *list,
                            int64_t *factor) {
  MlirAttribute iters = tcAttrOf(w->stage, list), found = {NULL};
  MlirAttribute at = tcDimsAttrGetDim(tcInputMap(w->stage, 0), w->row);
  for (intptr_t i = 0; i < countOf(iters); ++i) {
    MlirAttribute iter = iterOf(iters, i);
    if (!tcSizeAttrUses(at, mlirStringAttrGetValue(iter)))
      continue;
    if (found.ptr || !isOfRow(w, iter, factor))
      return mlirAttributeGetNull();
    found = iter;
  }
  return found;
}

static int64_t sizeOf(const Windows *w, MlirAttribute iter) {
  return tcSizeOr(tcExtentOf(w->kernel, iter), 0);
}

static int64_t rowSize(const Windows *w) {
  return mlirShapedTypeGetDimSize(mlirValueGetType(tcInput(w->stage, 0)),
                                  w->row);
}

// Reads that a row of windows saves, by the steps from window to window. Those
// of elements that are a few apart count as two.
static int64_t savedBy(const Windows *w, int64_t step) {
  MlirAttribute over = tcAttrOf(w->stage, "over");
  int64_t elements = sizeOf(w, w->in), rows = 1;
  int64_t reads = sizeOf(w, w->along) * elements * (step > 1 ? 2 : 1);
  for (intptr_t i = 0; i < countOf(over); ++i)
    if (!mlirAttributeEqual(iterOf(over, i), w->in))
      rows *= sizeOf(w, iterOf(over, i));
  return reads * rows - rowSize(w) * rows - reads;
}

// Whether windows overlap along rows that a cache keeps, and that pays.
static bool readWindows(Windows *w) {
  int64_t step = 0, one = 0;
  if (!isExtreme(w->stage) || countOf(tcAttrOf(w->stage, "over")) < 2 ||
      (w->row = rowOf(w)) < 0)
    return false;
  w->along = onlyOf(w, "iters", &step);
  w->in = onlyOf(w, "over", &one);
  if (!w->along.ptr || !w->in.ptr || one != 1 || step < 1 ||
      mlirShapedTypeIsDynamicDim(mlirValueGetType(tcInput(w->stage, 0)),
                                 w->row))
    return false;
  return sizeOf(w, w->in) > step && rowSize(w) <= tcNumber(fuse_row) &&
         savedBy(w, step) >= tcNumber(cpu_window_saved);
}

//===- Changing -----------------------------------------------------------===//

// The stage of whole rows, over all but the elements of a window.
static MlirOperation rowsOf(const Windows *w, TcKernel *k, MlirAttribute c) {
  TcStage s;
  MlirAttribute iters = tcAttrOf(w->stage, "iters");
  MlirAttribute over = tcAttrOf(w->stage, "over");
  MlirAttribute map = tcInputMap(w->stage, 0);
  TcAttrVec at = {0};
  tcStageOpen(&s, k);
  for (intptr_t i = 0; i < countOf(iters); ++i)
    if (!mlirAttributeEqual(iterOf(iters, i), w->along))
      tcStageIter(&s, iterOf(iters, i));
  tcStageIter(&s, c);
  for (intptr_t i = 0; i < countOf(over); ++i)
    if (!mlirAttributeEqual(iterOf(over, i), w->in))
      tcStageOver(&s, iterOf(over, i));
  for (intptr_t d = 0; d < tcDimsAttrGetNumDims(map); ++d)
    tcVecPush(w->arena, &at,
              d == w->row ? tcIterExpr(c) : tcDimsAttrGetDim(map, d));
  MlirValue element = tcStageRead(&s, tcInput(w->stage, 0), (intptr_t)at.size,
                                  at.data, tcInputFill(w->stage, 0));
  tcStageYield(&s, 1, &element);
  tcStageAttr(&s, "kinds", tcAttrOf(w->stage, "kinds"));
  MlirOperation rows = tcStageClose(&s, "loop.reduce", -1);
  mlirOperationMoveBefore(rows, w->stage);
  return rows;
}

// Makes the stage read windows of rows.
static void readRows(const Windows *w, MlirOperation rows) {
  MlirContext ctx = mlirOperationGetContext(w->kernel);
  MlirAttribute iters = tcAttrOf(rows, "iters");
  MlirAttribute map = tcInputMap(w->stage, 0);
  intptr_t n = countOf(iters);
  TcAttrVec at = {0};
  for (intptr_t i = 0; i + 1 < n; ++i)
    tcVecPush(w->arena, &at, tcIterExpr(iterOf(iters, i)));
  tcVecPush(w->arena, &at, tcDimsAttrGetDim(map, w->row));
  MlirAttribute dims = tcDimsAttrGet(ctx, n, at.data);
  mlirOperationSetOperand(w->stage, tcFirstInput(w->stage),
                          mlirOperationGetResult(rows, 0));
  tcSetAttrOf(w->stage, "maps", mlirArrayAttrGet(ctx, 1, &dims));
  tcSetAttrOf(w->stage, "over", mlirArrayAttrGet(ctx, 1, &w->in));
}

static void split(const Windows *w) {
  MlirContext ctx = mlirOperationGetContext(w->kernel);
  MlirAttribute c = tcKernelFreshIter(w->arena, w->kernel, "row");
  MlirAttribute size = tcSizeAttrGetConstant(ctx, rowSize(w));
  TcKernel k =
      tcKernelReopen(w->arena, w->kernel, mlirOperationGetLocation(w->stage));
  tcVecPush(w->arena, &k.iters, c);
  tcVecPush(w->arena, &k.extents, size);
  readRows(w, rowsOf(w, &k, c));
  tcUpdateKernel(w->arena, w->kernel, mlirArrayAttrGet(ctx, 1, &c),
                 tcDimsAttrGet(ctx, 1, &size));
}

//===- The pass -----------------------------------------------------------===//

static int splitStages(TcArena *arena, MlirOperation kernel) {
  int found = 0;
  for (MlirOperation stage = tcFirstStage(kernel), next; stage.ptr;
       stage = next) {
    next = tcNextStage(stage);
    Windows w = {.arena = arena, .kernel = kernel, .stage = stage};
    if (!readWindows(&w))
      continue;
    split(&w);
    ++found;
  }
  return found;
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  TcArena arena = {0};
  int found = 0;
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(module));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (tcIsA(op, "loop.kernel") &&
        mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
            op, tcStr("loop.schedule"))))
      found += splitStages(&arena, op);
  tcPassAddStatistic(pass, 0, found);
  tcArenaFree(&arena);
  return mlirLogicalResultSuccess();
}

static const TcPassStatistic statistics[] = {
    {"split",
     "extremes of windows that became those of rows, then of windows"}};
static const char *const dependents[] = {"loop", NULL};

const TcPassInfo tcPassLoopWindows = {
    .argument = "loop-windows",
    .summary = "Compute extremes of overlapping windows by rows, then windows",
    .anchor = "builtin.module",
    .statistics = statistics,
    .numStatistics = 1,
    .dependentDialects = dependents,
    .run = run,
};
