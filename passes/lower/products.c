// prim-to-loop for products and convolutions: a contract stage, in the
// accumulation type, and a conversion. Of a convolution of a spread input, such
// as the input gradient of a strided one, these two for each phase of the
// output, and a join of the phases:
//
//   dx[n, c, 2 y + p, 2 x + q] = sum over o, ky, kx of
//       dy[n, o, y + ky - .., x + kx - ..] * w[o, c, .. - 2 ky, .. - 2 kx]
#include "passes/lower/lower.h"
#include "passes/simplify/phases.h"

#include "lib/ir/attrs.h"
#include "lib/ir/precision.h"
#include "lib/ir/sizes.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#define TEXT(ATTR) tcAttrCString(l->kernel.arena, (ATTR))

// Ends the contract of two factors and converts to the op's dtype.
static MlirValue product(TcLowering *l, TcStage *s, MlirOperation op,
                         MlirValue a, MlirValue b) {
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
  MlirValue sums = mlirOperationGetResult(stage, 0);
  if (mlirTypeEqual(acc, out))
    return sums;
  TcStage m;
  tcStageOpen(&m, &l->kernel);
  m.iters = s->iters;
  MlirValue y = tcScalarConvert(&m.body, tcStageReadHere(&m, sums), out);
  tcStageYield(&m, 1, &y);
  return mlirOperationGetResult(tcStageClose(&m, "loop.map", -1), 0);
}

static MlirLogicalResult finish(TcLowering *l, MlirValue result) {
  tcVecPush(l->kernel.arena, &l->results, result);
  return mlirLogicalResultSuccess();
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
  MlirAttribute *xMap = tcLowerNewMap(l, tcRank(x)),
                *yMap = tcLowerNewMap(l, tcRank(y));
  TcStage s;
  tcStageOpen(&s, &l->kernel);
  pairIters(l, &s, tcPrimDotGeneralGetSelfBatch(op),
            tcPrimDotGeneralGetOtherBatch(op), xMap, yMap, false);
  pairIters(l, &s, tcPrimDotGeneralGetSelfContract(op),
            tcPrimDotGeneralGetOtherContract(op), xMap, yMap, true);
  freeIters(l, &s, x, xMap);
  freeIters(l, &s, y, yMap);
  MlirValue a = tcLowerRead(l, &s, 0, xMap), b = tcLowerRead(l, &s, 1, yMap);
  return finish(l, product(l, &s, op, a, b));
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

static void openConvolution(Conv *c, MlirOperation op, TcLowering *l) {
  *c = (Conv){.l = l, .op = op, .y = mlirOperationGetResult(op, 0)};
  c->x = tcKernelArg(&l->kernel, 0);
  c->w = tcKernelArg(&l->kernel, 1);
  c->groups = tcPrimConvolutionGetGroups(op);
  c->perGroup = tcSizeOf(c->w, 1);
}

static void openStage(Conv *c, TcStage *s) {
  c->s = s;
  c->xMap = tcLowerNewMap(c->l, tcRank(c->x));
  c->wMap = tcLowerNewMap(c->l, tcRank(c->w));
  tcStageOpen(s, &c->l->kernel);
}

// i goes over a group's input channels; the output channel o tells which group
// it is.
static void channelMaps(Conv *c, MlirAttribute i) {
  TcLowering *l = c->l;
  MlirAttribute n = c->s->iters.data[0], o = c->s->iters.data[1];
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

// Position o*stride + k*dilation - pad in the input spread by its dilation, for
// position k of the window.
static void spatialMap(Conv *c, intptr_t d, MlirAttribute k) {
  TcLowering *l = c->l;
  MlirContext ctx = l->kernel.ctx;
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

//===- Phases of a spread convolution -------------------------------------===//

// Iterators that phases share: of each extent one for a dimension's points, and
// one for its window.
typedef struct Shared {
  MlirAttribute iter;
  intptr_t dim;
  bool window;
} Shared;

typedef struct Phases {
  Conv c;
  TcSpread dims[TC_PHASES_MAX_SPATIAL];
  intptr_t n;
  MlirAttribute batch, output, channels; // iterators
  TC_VEC(Shared) shared;
  TcValueVec pieces;
  TcAttrVec offsets;
} Phases;

static MlirAttribute sharedIter(Phases *p, intptr_t d, bool window,
                                MlirAttribute extent) {
  TcKernel *k = &p->c.l->kernel;
  for (size_t i = 0; i < p->shared.size; ++i) {
    const Shared *s = &p->shared.data[i];
    if (s->dim == d && s->window == window &&
        tcSizeAttrEqual(tcKernelExtent(k, s->iter), extent))
      return s->iter;
  }
  Shared new = {tcKernelIter(k, extent), d, window};
  tcVecPush(k->arena, &p->shared, new);
  return new.iter;
}

// How many elements of dimension d have this phase.
static MlirAttribute lengthOf(const Phases *p, intptr_t d, int64_t phase) {
  const TcSpread *s = &p->dims[d];
  int64_t size;
  if (s->step == 1 || !tcSizeAttrIsConstant(s->out, &size))
    return s->out;
  return tcSizeAttrGetConstant(p->c.l->kernel.ctx,
                               (size - phase + s->step - 1) / s->step);
}

// The positions of a phase in the input and the window.
static void phaseMap(Phases *p, intptr_t d, int64_t phase) {
  Conv *c = &p->c;
  MlirContext ctx = c->l->kernel.ctx;
  const TcPhases *class = &p->dims[d].classes[phase];
  MlirAttribute k =
      sharedIter(p, d, true, tcSizeAttrGetConstant(ctx, class->taps));
  tcStageOver(c->s, k);
  TcLowering *l = c->l;
  c->xMap[d + 2] = tcSizeAttrFormat(
      ctx, "%s + %s*%lld - (%lld)", TEXT(c->s->iters.data[d + 2]), TEXT(k),
      (long long)class->dilation, (long long)class->low);
  c->wMap[d + 2] =
      tcSizeAttrFormat(ctx, "%s*%lld + %lld", TEXT(k), (long long)class->step,
                       (long long)class->window);
}

// The product of one phase in each dimension, and where it lies.
static void lowerPhase(Phases *p, const int64_t *phases) {
  TcStage s;
  Conv *c = &p->c;
  TcLowering *l = c->l;
  MlirAttribute at[TC_PHASES_MAX_SPATIAL + 2];
  openStage(c, &s);
  tcStageIter(&s, p->batch);
  tcStageIter(&s, p->output);
  for (intptr_t d = 0; d < p->n; ++d)
    tcStageIter(&s, sharedIter(p, d, false, lengthOf(p, d, phases[d])));
  channelMaps(c, p->channels);
  at[0] = at[1] = tcSizeAttrGetConstant(l->kernel.ctx, 0);
  for (intptr_t d = 0; d < p->n; ++d) {
    at[d + 2] = tcSizeAttrGetConstant(l->kernel.ctx, phases[d]);
    if (p->dims[d].step > 1)
      phaseMap(p, d, phases[d]);
    else
      spatialMap(c, d, sharedIter(p, d, true, tcSizeOf(c->w, d + 2)));
  }
  MlirValue a = tcStageRead(&s, c->x, tcRank(c->x), c->xMap,
                            tcScalarAttr(tcElementType(c->x), 0));
  MlirValue b = tcLowerRead(l, &s, 1, c->wMap);
  MlirValue piece = product(l, &s, c->op, a, b);
  MlirAttribute offset = tcDimsAttrGet(l->kernel.ctx, p->n + 2, at);
  tcVecPush(l->kernel.arena, &p->pieces, piece);
  tcVecPush(l->kernel.arena, &p->offsets, offset);
}

// One kernel, whose stages are phases; they store where these interleave. The
// last phases come first: with the usual padding their windows are the longest,
// and short launches at the end leave little of the machine idle.
static MlirLogicalResult lowerPhases(MlirOperation op, TcLowering *l) {
  Phases p = {.n = tcRank(mlirOperationGetResult(op, 0)) - 2};
  int64_t steps[TC_PHASES_MAX_SPATIAL + 2] = {1, 1}, all = 1;
  TcKernel *k = &l->kernel;
  openConvolution(&p.c, op, l);
  for (intptr_t d = 0; d < p.n; ++d) {
    tcSpreadRead(k->arena, op, d, &p.dims[d]);
    steps[d + 2] = p.dims[d].step;
    all *= p.dims[d].step;
  }
  p.batch = tcKernelIter(k, tcSizeOf(p.c.y, 0));
  p.output = tcKernelIter(k, tcSizeOf(p.c.y, 1));
  p.channels = tcKernelIter(k, p.c.perGroup);
  for (int64_t i = all; i-- > 0;) {
    int64_t phases[TC_PHASES_MAX_SPATIAL], rest = i;
    for (intptr_t d = p.n; d-- > 0; rest /= p.dims[d].step)
      phases[d] = rest % p.dims[d].step;
    lowerPhase(&p, phases);
  }
  TcBuilder b = {.ctx = k->ctx, .loc = k->loc, .block = k->block};
  MlirOperation join = tcLoopJoinCreate(
      &b, mlirValueGetType(p.c.y), (intptr_t)p.pieces.size, p.pieces.data,
      mlirArrayAttrGet(k->ctx, (intptr_t)p.offsets.size, p.offsets.data));
  mlirOperationSetDiscardableAttributeByName(
      join, mlirStringRefCreateFromCString("loop.steps"),
      mlirDenseI64ArrayGet(k->ctx, p.n + 2, steps));
  return finish(l, mlirOperationGetResult(join, 0));
}

//===- All ----------------------------------------------------------------===//

MlirLogicalResult tcLowerConvolution(MlirOperation op, TcLowering *l) {
  TcStage s;
  Conv c;
  if ((l->options.interleaves || l->options.interleavesPhases) &&
      tcInterleavesPhases(l->kernel.arena, op))
    return lowerPhases(op, l);
  openConvolution(&c, op, l);
  openStage(&c, &s);
  tcLowerIters(l, &s, mlirValueGetType(c.y));
  channelMaps(&c, tcKernelIter(&l->kernel, c.perGroup));
  for (intptr_t d = 0; d < tcRank(c.x) - 2; ++d)
    spatialMap(&c, d, tcKernelIter(&l->kernel, tcSizeOf(c.w, d + 2)));
  MlirAttribute none = mlirAttributeGetNull();
  MlirAttribute zero = tcScalarAttr(tcElementType(c.x), 0);
  MlirValue a = tcStageRead(&s, c.x, tcRank(c.x), c.xMap,
                            reachesOutside(&c) ? zero : none);
  if (c.inside.ptr)
    a = tcPrimWhere(&s.body, c.inside, a,
                    tcScalarConstant(&s.body, tcElementType(c.x), 0));
  MlirValue b = tcLowerRead(l, &s, 1, c.wMap);
  return finish(l, product(l, &s, op, a, b));
}
