// Phases of the output of a convolution whose input is spread. See phases.h.
#include "passes/simplify/phases.h"

#include "lib/ir/attrs.h"
#include "lib/ir/prim_build.h"
#include "lib/ir/sizes.h"
#include "lib/support/size.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"

// Phase `phase` as a class of its own.
static TcPhases classOf(const TcSpread *d, int64_t phase) {
  int64_t g = tcSizeGcd(d->dilation, d->step), period = d->step / g;
  TcPhases c = {.first = phase, .size = 1, .step = period};
  c.dilation = d->dilation / g;
  while (c.window < period &&
         (phase + c.window * d->dilation - d->low) % d->step != 0)
    ++c.window;
  if (c.window == period || c.window >= d->window)
    return c; // meets no element
  c.taps = (d->window - c.window + period - 1) / period;
  c.low = -((phase + c.window * d->dilation - d->low) / d->step);
  c.high = d->more - c.low + (c.taps - 1) * c.dilation;
  return c;
}

// Whether phases of `b` may follow those of `a` in one class.
static bool joins(const TcSpread *d, const TcPhases *a, const TcPhases *b) {
  return a->taps == b->taps && a->low == b->low &&
         (a->taps == 0 ||
          (d->dilation == 1 && a->window - a->size == b->window));
}

static void findClasses(TcArena *arena, TcSpread *d) {
  d->classes = TC_ARENA_ARRAY(arena, TcPhases, (size_t)d->step);
  for (int64_t phase = 0; d->classes && phase < d->step; ++phase) {
    TcPhases c = classOf(d, phase);
    TcPhases *last = d->numClasses ? &d->classes[d->numClasses - 1] : NULL;
    if (last && joins(d, last, &c))
      last->size += 1;
    else
      d->classes[d->numClasses++] = c;
  }
}

static int64_t floorDiv(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

bool tcSpreadRead(TcArena *arena, MlirOperation op, intptr_t i, TcSpread *d) {
  int64_t more;
  *d = (TcSpread){
      .step =
          mlirDenseI64ArrayGetElement(tcPrimConvolutionGetInputDilation(op), i),
      .dilation =
          mlirDenseI64ArrayGetElement(tcPrimConvolutionGetDilation(op), i),
      .low = mlirDenseI64ArrayGetElement(tcPrimConvolutionGetPadLow(op), i),
      .size = tcValueSize(mlirOperationGetOperand(op, 0), i + 2),
      .out = tcValueSize(mlirOperationGetResult(op, 0), i + 2),
  };
  if (d->step == 1)
    return true;
  if (mlirDenseI64ArrayGetElement(tcPrimConvolutionGetStrides(op), i) != 1 ||
      !tcSizeAttrIsConstant(tcValueSize(mlirOperationGetOperand(op, 1), i + 2),
                            &d->window) ||
      !tcSizeAttrIsConstant(
          tcSizeAttrSub(d->out, tcSizeAttrMulConst(d->size, d->step)), &more))
    return false;
  d->more = -floorDiv(-more, d->step);
  findClasses(arena, d);
  return true;
}

static bool eachIsAlone(const TcSpread *d) {
  int64_t n;
  bool alone = d->numClasses == d->step && tcSizeAttrIsConstant(d->size, &n) &&
               tcSizeAttrIsConstant(d->out, &n) && n >= d->step;
  for (intptr_t i = 0; alone && i < d->numClasses; ++i)
    alone = d->classes[i].taps > 0;
  return alone;
}

bool tcInterleavesPhases(TcArena *arena, MlirOperation op) {
  enum { MOST = 16 }; // phases, a launch each
  intptr_t n = tcRankOf(mlirOperationGetOperand(op, 0)) - 2;
  int64_t phases = 1;
  if (n > TC_PHASES_MAX_SPATIAL || tcPrimConvolutionGetOrdered(op))
    return false;
  for (intptr_t i = 0; i < n; ++i) {
    TcSpread d;
    if (!tcSpreadRead(arena, op, i, &d) || (d.step > 1 && !eachIsAlone(&d)))
      return false;
    phases *= d.step;
    if (phases > MOST)
      return false;
  }
  return phases > 1;
}
