// prim-split-convolution: splits a convolution of a dilated input
// (input_dilation: a transposed convolution, or the input gradient of a strided
// one) into convolutions of the input itself, one for each class of output
// phases.
//
// Along a dimension with dilation s, output o reads input elements only at the
// window positions k with (o + k*d - pad) mod s = 0, which depend on its phase
// o mod s. Phases that read the same elements of the input are one class: their
// windows are additional output channels of one convolution. So nothing is
// multiplied by the zeros between elements: a window of 4 with dilation 2
// becomes, in two dimensions, four convolutions with windows of 2. The results
// are interleaved: [N, O, q1, s1, q2, s2] is [N, O, q1 * s1, q2 * s2].
//
// Runs after prim-autodiff, for which this is one convolution, and before
// prim-prepare, so that the windows are sliced when the program is loaded.
#include "passes/simplify/rules.h"

#include "lib/ir/ours.h"
#include "lib/ir/pass.h"
#include "support/size.h"

#include "mlir-c/BuiltinTypes.h"

enum { MAX_SPATIAL = 8, MAX_CONVOLUTIONS = 64 };

// Phases [first, first + size) of a dimension, each of which meets `taps`
// window positions: the first of them `window` at phase `first`, one less at
// each phase after it; the others `step` apart. `low` and `high` pad the input.
typedef struct Class {
  int64_t first, size, taps, window, step, dilation, low, high;
} Class;

typedef struct Dim {
  int64_t step, dilation, low, window; // of the convolution
  int64_t more;                        // phases are input's size + more long
  MlirAttribute size, out;             // input's, result's
  intptr_t numClasses;
  Class *classes;
} Dim;

typedef struct Split {
  TcBuild b;
  MlirOperation op;
  MlirValue x, w;
  MlirType element; // of the result
  intptr_t n;
  Dim dims[MAX_SPATIAL];
  TcDims strides, high;
} Split;

static int64_t floorDiv(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

//===- Phases -------------------------------------------------------------===//

// Phase `phase` as a class of its own.
static Class classOf(const Dim *d, int64_t phase) {
  int64_t g = tcSizeGcd(d->dilation, d->step), period = d->step / g;
  Class c = {.first = phase, .size = 1, .step = period};
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

// Whether phases of `b` may follow those of `a` in one convolution.
static bool joins(const Dim *d, const Class *a, const Class *b) {
  return a->taps == b->taps && a->low == b->low &&
         (a->taps == 0 ||
          (d->dilation == 1 && a->window - a->size == b->window));
}

static void findClasses(Split *s, Dim *d) {
  d->classes = TC_ARENA_ARRAY(s->b.arena, Class, (size_t)d->step);
  for (int64_t phase = 0; d->classes && phase < d->step; ++phase) {
    Class c = classOf(d, phase);
    Class *last = d->numClasses ? &d->classes[d->numClasses - 1] : NULL;
    if (last && joins(d, last, &c))
      last->size += 1;
    else
      d->classes[d->numClasses++] = c;
  }
}

static int64_t entry(MlirAttribute list, intptr_t i) {
  return mlirDenseI64ArrayGetElement(list, i);
}

static bool readDim(Split *s, intptr_t i) {
  Dim *d = &s->dims[i];
  MlirOperation op = s->op;
  d->step = entry(tcPrimConvolutionGetInputDilation(op), i);
  d->dilation = entry(tcPrimConvolutionGetDilation(op), i);
  d->low = entry(tcPrimConvolutionGetPadLow(op), i);
  d->size = tcValueSize(s->x, i + 2);
  d->out = tcValueSize(mlirOperationGetResult(op, 0), i + 2);
  if (d->step == 1)
    return true;
  int64_t more;
  if (entry(tcPrimConvolutionGetStrides(op), i) != 1 ||
      !tcSizeAttrIsConstant(tcValueSize(s->w, i + 2), &d->window) ||
      !tcSizeAttrIsConstant(
          tcSizeAttrSub(d->out, tcSizeAttrMulConst(d->size, d->step)), &more))
    return false;
  d->more = -floorDiv(-more, d->step);
  findClasses(s, d);
  return true;
}

// Whether the convolution is one that this can take apart.
static bool read(Split *s) {
  int64_t convolutions = 1;
  bool spreads = false;
  s->x = tcPrimConvolutionGetInput(s->op);
  s->w = tcPrimConvolutionGetWeight(s->op);
  s->element = tcElementOf(mlirOperationGetResult(s->op, 0));
  s->n = tcRankOf(s->x) - 2;
  if (s->n > MAX_SPATIAL || tcPrimConvolutionGetOrdered(s->op))
    return false;
  for (intptr_t i = 0; i < s->n; ++i) {
    if (!readDim(s, i))
      return false;
    spreads |= s->dims[i].step > 1;
    convolutions *= s->dims[i].step > 1 ? s->dims[i].numClasses : 1;
    if (convolutions > MAX_CONVOLUTIONS)
      return false;
  }
  return spreads && !s->b.arena->failed;
}

//===- Windows ------------------------------------------------------------===//

// Dimension `dim` of w, the window, as [taps, phases] of the class.
static MlirValue windowsOf(TcBuild *b, MlirValue w, intptr_t dim,
                           const Class *c) {
  if (c->size == 1)
    return tcUnsqueeze(b,
                       tcSlice(b, w, dim, tcSizeInt(b, c->window),
                               tcSizeInt(b, c->taps), c->step),
                       dim + 1);
  // [from, from + taps * step), as rows of `step`.
  int64_t from = c->window - c->size + 1, size = (c->taps - 1) * c->step;
  int64_t own, end = from + size + c->size;
  if (!w.ptr || !tcSizeAttrIsConstant(tcValueSize(w, dim), &own))
    return tcNoValue();
  TcShape low = tcShapeMake(b, tcRankOf(w)), high = tcShapeMake(b, low.rank);
  for (intptr_t i = 0; i < low.rank; ++i)
    low.sizes[i] = high.sizes[i] = tcSizeInt(b, 0);
  low.sizes[dim] = tcSizeInt(b, -from);
  high.sizes[dim] = tcSizeInt(b, end - own + c->step - c->size);
  w = tcPad(b, w, tcNum(b, w, 0), low.sizes, high.sizes);
  TcShape rows =
      tcShapeInsert(b, tcShapeOf(b, w), dim + 1, tcSizeInt(b, c->step));
  rows.sizes[dim] = tcSizeInt(b, c->taps);
  w = tcSlice(b, tcReshape(b, w, rows), dim + 1, tcSizeInt(b, 0),
              tcSizeInt(b, c->size), 1);
  return tcRev(b, w, tcDimsOne(b, dim + 1));
}

// The weight of a convolution: [O * phases, C, taps...].
static MlirValue weightOf(Split *s, const Class *const *classes) {
  TcBuild *b = &s->b;
  MlirValue w = s->w;
  TcDims taps = tcDimsMake(b, s->n), order = tcDimsMake(b, 2 + 2 * s->n);
  intptr_t at = 2, phases = 0;
  order.data[phases++] = 0;
  for (intptr_t i = 0; i < s->n; ++i) {
    taps.data[i] = at++;
    if (!classes[i])
      continue;
    w = windowsOf(b, w, taps.data[i], classes[i]);
    order.data[phases++] = at++;
  }
  order.size = at;
  order.data[phases] = 1;
  for (intptr_t i = 0; i < s->n; ++i)
    order.data[phases + 1 + i] = taps.data[i];
  return tcFlatten(b, tcTranspose(b, w, order), 0, phases);
}

//===- Results ------------------------------------------------------------===//

static MlirAttribute lengthOf(const Dim *d) {
  return d->step == 1 ? d->out : tcSizeAttrAddConst(d->size, d->more);
}

// [N, O, (length, phases)...]: what a convolution of these classes gives.
static TcShape shapeOf(Split *s, const Class *const *classes) {
  TcBuild *b = &s->b;
  TcShape shape = tcShapeMake(b, 2 + 2 * s->n);
  intptr_t at = 2;
  shape.sizes[0] = tcValueSize(s->x, 0);
  shape.sizes[1] = tcValueSize(s->w, 0);
  for (intptr_t i = 0; i < s->n; ++i) {
    shape.sizes[at++] = lengthOf(&s->dims[i]);
    if (classes[i])
      shape.sizes[at++] = tcSizeInt(b, classes[i]->size);
  }
  shape.rank = at;
  return shape;
}

// y, [N, O * phases, lengths...], as shapeOf has it.
static MlirValue interleave(Split *s, MlirValue y, TcShape shape,
                            const Class *const *classes) {
  TcBuild *b = &s->b;
  TcShape split = tcShapeMake(b, shape.rank);
  TcDims order = tcDimsMake(b, shape.rank);
  intptr_t phases = 2, at = 2;
  for (intptr_t i = 0; i < 2; ++i) {
    split.sizes[i] = shape.sizes[i];
    order.data[i] = i;
  }
  for (intptr_t i = 0; i < s->n; ++i)
    if (classes[i])
      split.sizes[phases++] = tcSizeInt(b, classes[i]->size);
  intptr_t length = phases, phase = 2;
  for (intptr_t i = 0; i < s->n; ++i) {
    split.sizes[length] = lengthOf(&s->dims[i]);
    order.data[at++] = length++;
    if (classes[i])
      order.data[at++] = phase++;
  }
  return tcTranspose(b, tcReshape(b, y, split), order);
}

static MlirValue convolve(Split *s, const Class *const *classes) {
  TcBuild *b = &s->b;
  TcShape shape = shapeOf(s, classes);
  TcDims low = tcDimsMake(b, s->n), high = tcDimsMake(b, s->n);
  TcDims one = tcDimsMake(b, s->n), dilation = tcDimsMake(b, s->n);
  for (intptr_t i = 0; i < s->n; ++i) {
    const Class *c = classes[i];
    if (c && c->taps == 0)
      return tcZeros(b, shape, s->element);
    low.data[i] = c ? c->low : s->dims[i].low;
    high.data[i] = c ? c->high : s->high.data[i];
    dilation.data[i] = c ? c->dilation : s->dims[i].dilation;
    one.data[i] = 1;
  }
  TcWindow window = {s->strides, low,      high,
                     one,        dilation, tcPrimConvolutionGetGroups(s->op)};
  MlirValue y =
      tcConvolution(b, s->x, weightOf(s, classes), window, s->element);
  return interleave(s, y, shape, classes);
}

// Dimensions `at` and `at + 1` of y, lengths and all phases, as the result has
// them: at once, so that what is interleaved around it moves whole rows.
static MlirValue joinPhases(Split *s, const Dim *d, MlirValue y, intptr_t at) {
  y = tcFlatten(&s->b, y, at, at + 2);
  return y.ptr && !tcSizeAttrEqual(tcValueSize(y, at), d->out)
             ? tcSlice(&s->b, y, at, tcSizeInt(&s->b, 0), d->out, 1)
             : y;
}

// All classes of dimensions from `dim` on, of which those before are chosen;
// `at` is where dimension `dim` lies in shapeOf.
static MlirValue all(Split *s, intptr_t dim, intptr_t at,
                     const Class **classes) {
  if (dim == s->n)
    return convolve(s, classes);
  const Dim *d = &s->dims[dim];
  classes[dim] = NULL;
  if (d->step == 1)
    return all(s, dim + 1, at + 1, classes);
  MlirValue *parts =
      TC_ARENA_ARRAY(s->b.arena, MlirValue, (size_t)d->numClasses);
  for (intptr_t i = 0; parts && i < d->numClasses; ++i) {
    classes[dim] = &d->classes[i];
    parts[i] = all(s, dim + 1, at + 2, classes);
  }
  MlirValue y = d->numClasses == 1 ? parts[0]
                                   : tcCat(&s->b, d->numClasses, parts, at + 1);
  return joinPhases(s, d, y, at);
}

TC_RULE(splitConvolution, "prim.convolution",
        "convolution(x spread by steps, w) -> interleave(convolution(x, w by "
        "phase), ...)") {
  Split s = {.b = tcSimplifyBuild(rw), .op = op};
  s.b.tf32 = tcAllowsTf32(op);
  if (!read(&s))
    return false;
  const Class *classes[MAX_SPATIAL];
  s.strides = tcAttrDims(&s.b, tcPrimConvolutionGetStrides(op));
  s.high = tcAttrDims(&s.b, tcPrimConvolutionGetPadHigh(op));
  MlirValue y = all(&s, 0, 2, classes);
  return tcSimplifyReplace(rw, op, y);
}

//===- The pass -----------------------------------------------------------===//

static MlirLogicalResult run(MlirOperation func, TcPass *pass) {
  (void)pass;
  if (!tcIsOursAlone(func))
    return mlirLogicalResultSuccess();
  TcArena arena = {0};
  TcSimplify state = {&arena, {.arena = &arena}};
  const TcRule *const rules[] = {&splitConvolutionRule};
  TcRuleSet set = {rules, 1, tcStr(""), &state, NULL};
  MlirLogicalResult result = tcRulesApply(func, &set);
  tcArenaFree(&arena);
  return result;
}

static const char *const dependents[] = {"prim", NULL};

const TcPassInfo tcPassPrimSplitConvolution = {
    .argument = "prim-split-convolution",
    .summary =
        "Split convolutions of dilated inputs into convolutions by phase",
    .anchor = "func.func",
    .dependentDialects = dependents,
    .run = run,
};
