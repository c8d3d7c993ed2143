// prim-split-convolution: splits a convolution of a dilated input
// (input_dilation: a transposed convolution, or the input gradient of a strided
// one) into convolutions of the input itself, one for each class of output
// phases.
//
// Phases (phases.h) that read the same elements of the input are one class:
// their windows are additional output channels of one convolution. So nothing
// is multiplied by the zeros between elements: a window of 4 with dilation 2
// becomes, in two dimensions, four convolutions with windows of 2. The results
// are interleaved: [N, O, q1, s1, q2, s2] is [N, O, q1 * s1, q2 * s2]. With
// `interleave` convolutions each of whose phases is a class stay as they are,
// for prim-to-loop{interleave=true}: one kernel stores all phases where they
// belong.
//
// Runs after prim-autodiff, for which this is one convolution, and before
// prim-prepare, so that the windows are sliced when the program is loaded.
#include "passes/simplify/phases.h"
#include "passes/simplify/rules.h"

#include "lib/cost/numbers.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/ours.h"
#include "lib/ir/pass.h"

#include "mlir-c/BuiltinTypes.h"

enum { MAX_SPATIAL = TC_PHASES_MAX_SPATIAL, MAX_CONVOLUTIONS = 64 };

typedef struct Split {
  TcBuild b;
  MlirOperation op;
  MlirValue x, w;
  MlirType element; // of the result
  intptr_t n;
  TcSpread dims[MAX_SPATIAL];
  TcDims strides, high;
} Split;

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
    if (!tcSpreadRead(s->b.arena, s->op, i, &s->dims[i]))
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
                           const TcPhases *c) {
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
static MlirValue weightOf(Split *s, const TcPhases *const *classes) {
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

static MlirAttribute lengthOf(const TcSpread *d) {
  return d->step == 1 ? d->out : tcSizeAttrAddConst(d->size, d->more);
}

// [N, O, (length, phases)...]: what a convolution of these classes gives.
static TcShape shapeOf(Split *s, const TcPhases *const *classes) {
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
                            const TcPhases *const *classes) {
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

static MlirValue convolve(Split *s, const TcPhases *const *classes) {
  TcBuild *b = &s->b;
  TcShape shape = shapeOf(s, classes);
  TcDims low = tcDimsMake(b, s->n), high = tcDimsMake(b, s->n);
  TcDims one = tcDimsMake(b, s->n), dilation = tcDimsMake(b, s->n);
  for (intptr_t i = 0; i < s->n; ++i) {
    const TcPhases *c = classes[i];
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
static MlirValue joinPhases(Split *s, const TcSpread *d, MlirValue y,
                            intptr_t at) {
  y = tcFlatten(&s->b, y, at, at + 2);
  return y.ptr && !tcSizeAttrEqual(tcValueSize(y, at), d->out)
             ? tcSlice(&s->b, y, at, tcSizeInt(&s->b, 0), d->out, 1)
             : y;
}

// All classes of dimensions from `dim` on, of which those before are chosen;
// `at` is where dimension `dim` lies in shapeOf.
static MlirValue all(Split *s, intptr_t dim, intptr_t at,
                     const TcPhases **classes) {
  if (dim == s->n)
    return convolve(s, classes);
  const TcSpread *d = &s->dims[dim];
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

// The state of the rule.
typedef struct Pass {
  TcSimplify simplify;
  bool interleaves, packs; // options
} Pass;

// Whether the weight is one of the program's, at most moved.
static bool isKnown(MlirValue w) {
  MlirOperation op = tcDefiningOp(w);
  while (!mlirOperationIsNull(op) && mlirOperationGetNumOperands(op) == 1)
    op = tcDefiningOp(mlirOperationGetOperand(op, 0));
  return !mlirOperationIsNull(op) && tcPrimOpKind(op) == TC_PRIM_GET_WEIGHT;
}

// Whether element i of a function's list of attributes says that channels lie
// last; what lies anywhere may.
static bool liesLast(MlirOperation func, const char *list, intptr_t i) {
  MlirAttribute dicts = tcAttrOf(func, list), layout = tcNoAttr();
  if (!mlirAttributeIsNull(dicts) && i < mlirArrayAttrGetNumElements(dicts))
    layout = mlirDictionaryAttrGetElementByName(
        mlirArrayAttrGetElement(dicts, i), tcStr("tc.layout"));
  return !mlirAttributeIsNull(layout) && !tcLayoutAttrIsStrided(layout) &&
         tcLayoutAttrGetOrder(layout, tcLayoutAttrGetRank(layout) - 1) == 1;
}

// Whether loop-layout can let channels of what is convolved and of the result
// lie last: the caller has neither otherwise.
static bool mayLieLast(MlirOperation op) {
  MlirOperation func = mlirOperationGetParentOperation(op);
  MlirValue x = tcPrimConvolutionGetInput(op);
  if (mlirValueIsABlockArgument(x) &&
      !liesLast(func, "arg_attrs", mlirBlockArgumentGetArgNumber(x)))
    return false;
  MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(op, 0));
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (tcIsA(mlirOpOperandGetOwner(use), "func.return") &&
        !liesLast(func, "res_attrs", mlirOpOperandGetOperandNumber(use)))
      return false;
  return true;
}

// Whether a phase is a product of panels on CPUs, which run along channels:
// these lie last, of one group, and are enough for a vector.
static bool arePanels(MlirOperation op) {
  int64_t channels;
  return tcPrimConvolutionGetGroups(op) == 1 && mayLieLast(op) &&
         tcSizeAttrIsConstant(tcValueSize(mlirOperationGetResult(op, 0), 1),
                              &channels) &&
         channels >= tcNumber(cpu_phase_channels);
}

// Whether the convolution stays as it is, for one kernel of all phases.
static bool keepsPhases(const Pass *p, MlirOperation op) {
  return p->interleaves && tcInterleavesPhases(p->simplify.arena, op) &&
         !(p->packs &&
           (isKnown(tcPrimConvolutionGetWeight(op)) || !arePanels(op)));
}

TC_RULE(splitConvolution, "prim.convolution",
        "convolution(x spread by steps, w) -> interleave(convolution(x, w by "
        "phase), ...)") {
  const Pass *pass = rw->user;
  Split s = {.b = tcSimplifyBuild(rw), .op = op};
  if (keepsPhases(pass, op))
    return false;
  s.b.tf32 = tcAllowsTf32(op);
  if (!read(&s))
    return false;
  const TcPhases *classes[MAX_SPATIAL];
  s.strides = tcAttrDims(&s.b, tcPrimConvolutionGetStrides(op));
  s.high = tcAttrDims(&s.b, tcPrimConvolutionGetPadHigh(op));
  MlirValue y = all(&s, 0, 2, classes);
  return tcSimplifyReplace(rw, op, y);
}

//===- The pass -----------------------------------------------------------===//

static MlirLogicalResult run(MlirOperation func, TcPass *pass) {
  if (!tcIsOursAlone(func))
    return mlirLogicalResultSuccess();
  TcArena arena = {0};
  Pass state = {.simplify = {&arena, {.arena = &arena}},
                .interleaves = tcPassGetOptionBool(pass, 0),
                .packs = tcPassGetOptionBool(pass, 1)};
  const TcRule *const rules[] = {&splitConvolutionRule};
  TcRuleSet set = {rules, 1, tcStr(""), &state, NULL};
  MlirLogicalResult result = tcRulesApply(func, &set);
  tcArenaFree(&arena);
  return result;
}

static const TcPassOption options[] = {
    {"interleave", TC_OPTION_BOOL, "false",
     "leave convolutions whose phases one kernel computes "
     "(prim-to-loop{interleave=true})"},
    {"packed", TC_OPTION_BOOL, "false",
     "but not of the program's own weights, of which windows of each phase are "
     "packed when it is loaded, nor where phases are no products of panels"}};
static const char *const dependents[] = {"prim", NULL};

const TcPassInfo tcPassPrimSplitConvolution = {
    .argument = "prim-split-convolution",
    .summary =
        "Split convolutions of dilated inputs into convolutions by phase",
    .anchor = "func.func",
    .options = options,
    .numOptions = 2,
    .dependentDialects = dependents,
    .run = run,
};
