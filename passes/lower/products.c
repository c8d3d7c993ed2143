// prim-to-loop for products and convolutions: a contract stage, in the
// accumulation type, and a conversion.
#include "passes/lower/lower.h"

#include "lib/ir/attrs.h"
#include "lib/ir/precision.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#define TEXT(ATTR) tcAttrCString(l->kernel.arena, (ATTR))

static MlirAttribute *newMap(TcLowering *l, intptr_t rank) {
  return TC_ARENA_ARRAY(l->kernel.arena, MlirAttribute, (size_t)rank + 1);
}

// Ends the contract of two factors and converts to the op's dtype.
static void finish(TcLowering *l, TcStage *s, MlirOperation op, MlirValue a,
                   MlirValue b) {
  MlirType out = tcElementType(mlirOperationGetResult(op, 0));
  MlirType acc = tcAccumulatorType(out);
  MlirValue factors[] = {tcScalarConvert(&s->body, a, acc),
                         tcScalarConvert(&s->body, b, acc)};
  tcStageYield(s, 2, factors);
  if (!s->over.size)
    tcStageAttr(s, "over", mlirArrayAttrGet(l->kernel.ctx, 0, NULL));
  tcLowerOrdered(op, s);
  MlirOperation stage = tcStageClose(s, "loop.contract", 1);
  if (tcAllowsTf32(op))
    tcAllowTf32(stage);
  tcSetFactorsTf32(stage, tcFactorIsTf32(op, 0), tcFactorIsTf32(op, 1));
  MlirValue product = mlirOperationGetResult(stage, 0);
  if (mlirTypeEqual(acc, out)) {
    tcLowerResults(l, stage);
    return;
  }
  TcStage m;
  tcStageOpen(&m, &l->kernel);
  m.iters = s->iters;
  MlirValue y = tcScalarConvert(&m.body, tcStageReadHere(&m, product), out);
  tcStageYield(&m, 1, &y);
  tcLowerFinishMap(l, &m);
}

//===- Products -----------------------------------------------------------===//

// A common iterator for dimensions xs[k] of x and ys[k] of y.
static void pairIters(TcLowering *l, TcStage *s, MlirAttribute xs,
                      MlirAttribute ys, MlirAttribute *xMap,
                      MlirAttribute *yMap, bool over) {
  MlirValue x = tcKernelArg(&l->kernel, 0);
  for (intptr_t k = 0; k < mlirDenseArrayGetNumElements(xs); ++k) {
    int64_t i = mlirDenseI64ArrayGetElement(xs, k);
    int64_t j = mlirDenseI64ArrayGetElement(ys, k);
    MlirAttribute iter = tcKernelIter(&l->kernel, tcSizeOf(x, (intptr_t)i));
    xMap[i] = yMap[j] = tcIterExpr(iter);
    if (over)
      tcStageOver(s, iter);
    else
      tcStageIter(s, iter);
  }
}

// Iterators for the dimensions that have none yet.
static void freeIters(TcLowering *l, TcStage *s, MlirValue x,
                      MlirAttribute *map) {
  for (intptr_t i = 0; i < tcRank(x); ++i) {
    if (!mlirAttributeIsNull(map[i]))
      continue;
    MlirAttribute iter = tcKernelIter(&l->kernel, tcSizeOf(x, i));
    map[i] = tcIterExpr(iter);
    tcStageIter(s, iter);
  }
}

MlirLogicalResult tcLowerDotGeneral(MlirOperation op, TcLowering *l) {
  MlirValue x = tcKernelArg(&l->kernel, 0), y = tcKernelArg(&l->kernel, 1);
  MlirAttribute *xMap = newMap(l, tcRank(x)), *yMap = newMap(l, tcRank(y));
  TcStage s;
  tcStageOpen(&s, &l->kernel);
  pairIters(l, &s, tcPrimDotGeneralGetSelfBatch(op),
            tcPrimDotGeneralGetOtherBatch(op), xMap, yMap, false);
  pairIters(l, &s, tcPrimDotGeneralGetSelfContract(op),
            tcPrimDotGeneralGetOtherContract(op), xMap, yMap, true);
  freeIters(l, &s, x, xMap);
  freeIters(l, &s, y, yMap);
  MlirValue a = tcLowerRead(l, &s, 0, xMap), b = tcLowerRead(l, &s, 1, yMap);
  finish(l, &s, op, a, b);
  return mlirLogicalResultSuccess();
}

//===- Convolutions -------------------------------------------------------===//

typedef struct Conv {
  TcLowering *l;
  TcStage *s;
  MlirOperation op;
  MlirValue x, w, y;
  int64_t groups;
  MlirAttribute perGroup; // channels of the input in a group
  MlirAttribute *xMap, *wMap;
  MlirValue inside; // null, or whether the point lies on an element
} Conv;

// c iterates over a group's input channels; the output channel o tells which
// group it is.
static void channelMaps(Conv *c) {
  TcLowering *l = c->l;
  MlirAttribute n = c->s->iters.data[0], o = c->s->iters.data[1];
  MlirAttribute i = tcKernelIter(&l->kernel, c->perGroup);
  tcStageOver(c->s, i);
  c->xMap[0] = tcIterExpr(n);
  c->wMap[0] = tcIterExpr(o);
  c->wMap[1] = tcIterExpr(i);
  c->xMap[1] = c->groups == 1
                   ? tcIterExpr(i)
                   : tcSizeAttrFormat(
                         l->kernel.ctx, "floordiv(%s*%lld, %s)*(%s) + %s",
                         TEXT(o), (long long)c->groups, TEXT(tcSizeOf(c->y, 1)),
                         TEXT(c->perGroup), TEXT(i));
}

// Position o*stride + k*dilation - pad in the input spread by its dilation.
static void spatialMap(Conv *c, intptr_t d) {
  TcLowering *l = c->l;
  MlirContext ctx = l->kernel.ctx;
  MlirAttribute k = tcKernelIter(&l->kernel, tcSizeOf(c->w, d + 2));
  tcStageOver(c->s, k);
  c->wMap[d + 2] = tcIterExpr(k);
  MlirAttribute at = tcSizeAttrFormat(
      ctx, "%s*%lld + %s*%lld - (%lld)", TEXT(c->s->iters.data[d + 2]),
      (long long)mlirDenseI64ArrayGetElement(tcPrimConvolutionGetStrides(c->op),
                                             d),
      TEXT(k),
      (long long)mlirDenseI64ArrayGetElement(
          tcPrimConvolutionGetDilation(c->op), d),
      (long long)mlirDenseI64ArrayGetElement(tcPrimConvolutionGetPadLow(c->op),
                                             d));
  int64_t spread =
      mlirDenseI64ArrayGetElement(tcPrimConvolutionGetInputDilation(c->op), d);
  c->xMap[d + 2] = spread == 1 ? at
                               : tcSizeAttrFormat(ctx, "floordiv(%s, %lld)",
                                                  TEXT(at), (long long)spread);
  if (spread == 1)
    return;
  TcBuilder *b = &c->s->body;
  MlirValue phase = tcScalarIndex(
      b, tcSizeAttrFormat(ctx, "mod(%s, %lld)", TEXT(at), (long long)spread));
  MlirValue zero = tcScalarIndex(b, tcSizeAttrGetConstant(ctx, 0));
  MlirValue on = tcPrimEq(b, phase, zero);
  c->inside = c->inside.ptr ? tcPrimBitwiseAnd(b, c->inside, on) : on;
}

// Whether a window can reach outside the input.
static bool reachesOutside(const Conv *c) {
  MlirAttribute low = tcPrimConvolutionGetPadLow(c->op);
  MlirAttribute high = tcPrimConvolutionGetPadHigh(c->op);
  for (intptr_t i = 0; i < mlirDenseArrayGetNumElements(low); ++i)
    if (mlirDenseI64ArrayGetElement(low, i) > 0 ||
        mlirDenseI64ArrayGetElement(high, i) > 0)
      return true;
  return false;
}

MlirLogicalResult tcLowerConvolution(MlirOperation op, TcLowering *l) {
  TcStage s;
  Conv c = {.l = l, .s = &s, .op = op, .y = mlirOperationGetResult(op, 0)};
  c.x = tcKernelArg(&l->kernel, 0);
  c.w = tcKernelArg(&l->kernel, 1);
  c.groups = tcPrimConvolutionGetGroups(op);
  c.perGroup = tcSizeOf(c.w, 1);
  c.xMap = newMap(l, tcRank(c.x));
  c.wMap = newMap(l, tcRank(c.w));
  tcStageOpen(&s, &l->kernel);
  tcLowerIters(l, &s, mlirValueGetType(c.y));
  channelMaps(&c);
  for (intptr_t d = 0; d < tcRank(c.x) - 2; ++d)
    spatialMap(&c, d);
  MlirAttribute none = mlirAttributeGetNull();
  MlirAttribute zero = tcScalarAttr(tcElementType(c.x), 0);
  MlirValue a = tcStageRead(&s, c.x, tcRank(c.x), c.xMap,
                            reachesOutside(&c) ? zero : none);
  if (c.inside.ptr)
    a = tcPrimWhere(&s.body, c.inside, a,
                    tcScalarConstant(&s.body, tcElementType(c.x), 0));
  MlirValue b = tcLowerRead(l, &s, 1, c.wMap);
  finish(l, &s, op, a, b);
  return mlirLogicalResultSuccess();
}
