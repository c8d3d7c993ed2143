// How PyTorch's view ops derive one view from another, and the strides of the
// result. replay.c computes the values.
#include "passes/fx/functionalise.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

//===- From calls to steps ------------------------------------------------===//

typedef TcAliasing StepFn(TcFxCall *c, const TcView *parent, intptr_t result,
                          TcStep *out);

static TcShape parentShape(TcFxCall *c, const TcView *parent) {
  return tcFxShapeOf(c->b, parent->type);
}

static TcAliasing same(TcFxCall *c, const TcView *parent, intptr_t result,
                       TcStep *out) {
  (void)c, (void)parent, (void)result;
  out->kind = TC_STEP_SAME;
  return TC_ALIAS_VIEW;
}

// contiguous: a view of what is so already
static TcAliasing contiguous(TcFxCall *c, const TcView *parent, intptr_t result,
                             TcStep *out) {
  (void)result;
  out->kind = TC_STEP_SAME;
  TcShape shape = parentShape(c, parent);
  if (!parent->strides.sizes)
    return TC_ALIAS_UNKNOWN;
  bool isPlain = tcArgIsNone(c, "memory_format") ||
                 tcArgIsString(c, "memory_format", "contiguous_format");
  return isPlain && tcStridesAreDense(c->b, shape, parent->strides)
             ? TC_ALIAS_VIEW
         : isPlain ? TC_ALIAS_COPY
                   : TC_ALIAS_UNKNOWN;
}

// to: a view where type and layout stay
static TcAliasing to(TcFxCall *c, const TcView *parent, intptr_t result,
                     TcStep *out) {
  out->kind = TC_STEP_SAME;
  bool sameType = mlirTypeEqual(tcTypeGetElement(tcResultType(c, result)),
                                tcTypeGetElement(parent->type));
  bool keepsLayout = tcArgIsNone(c, "memory_format") ||
                     tcArgIsString(c, "memory_format", "preserve_format");
  if (!sameType || tcArgBool(c, "copy"))
    return TC_ALIAS_COPY;
  return keepsLayout ? TC_ALIAS_VIEW : TC_ALIAS_UNKNOWN;
}

// dropout, not in training: its schema does not say that it gives its input
static TcAliasing dropout(TcFxCall *c, const TcView *parent, intptr_t result,
                          TcStep *out) {
  (void)parent, (void)result;
  out->kind = TC_STEP_SAME;
  return tcArgBool(c, "train") && !tcArgIsValue(c, "p", 0) ? TC_ALIAS_COPY
                                                           : TC_ALIAS_VIEW;
}

static TcAliasing view(TcFxCall *c, const TcView *parent, intptr_t result,
                       TcStep *out) {
  (void)c, (void)parent, (void)result;
  out->kind = TC_STEP_RESHAPE;
  return TC_ALIAS_VIEW;
}

// reshape, flatten: a view where strides allow one
static TcAliasing reshape(TcFxCall *c, const TcView *parent, intptr_t result,
                          TcStep *out) {
  TcStrides strides;
  out->kind = TC_STEP_RESHAPE;
  return tcStridesReshape(c->b, parentShape(c, parent), parent->strides,
                          tcFxShapeOf(c->b, tcResultType(c, result)), &strides);
}

static TcAliasing permute(TcFxCall *c, const TcView *parent, intptr_t result,
                          TcStep *out) {
  (void)result;
  out->kind = TC_STEP_PERMUTE;
  out->permutation = tcArgDimList(c, "dims", tcTypeGetRank(parent->type));
  return TC_ALIAS_VIEW;
}

static TcAliasing swapDims(TcFxCall *c, const TcView *parent, intptr_t i,
                           intptr_t j, TcStep *out) {
  out->kind = TC_STEP_PERMUTE;
  out->permutation = tcDimsRange(c->b, 0, tcTypeGetRank(parent->type));
  if (out->permutation.size > 1) {
    out->permutation.data[i] = j;
    out->permutation.data[j] = i;
  }
  return TC_ALIAS_VIEW;
}

static TcAliasing transpose(TcFxCall *c, const TcView *parent, intptr_t result,
                            TcStep *out) {
  (void)result;
  intptr_t rank = tcTypeGetRank(parent->type);
  bool isAxis = tcArgAttr(c, "axis0").ptr != NULL;
  return swapDims(c, parent, tcArgDim(c, isAxis ? "axis0" : "dim0", rank),
                  tcArgDim(c, isAxis ? "axis1" : "dim1", rank), out);
}

static TcAliasing transposeLast(TcFxCall *c, const TcView *parent,
                                intptr_t result, TcStep *out) {
  (void)result;
  intptr_t rank = tcTypeGetRank(parent->type);
  return swapDims(c, parent, rank - 2, rank - 1, out);
}

static TcAliasing transposeAll(TcFxCall *c, const TcView *parent,
                               intptr_t result, TcStep *out) {
  (void)result;
  intptr_t rank = tcTypeGetRank(parent->type);
  out->kind = TC_STEP_PERMUTE;
  out->permutation = tcDimsMake(c->b, rank);
  for (intptr_t i = 0; i < rank; ++i)
    out->permutation.data[i] = rank - 1 - i;
  return TC_ALIAS_VIEW;
}

static void slicing(TcStep *out, intptr_t dim, MlirAttribute start,
                    MlirAttribute end, int64_t step) {
  out->kind = TC_STEP_SLICE;
  out->dim = dim;
  out->start = start;
  out->end = end;
  out->step = step;
}

// A position counted from 0, clamped to the size.
static MlirAttribute position(MlirAttribute at, MlirAttribute size) {
  int64_t value;
  if (!tcSizeAttrIsConstant(at, &value))
    return at;
  if (value < 0)
    at = tcSizeAttrAdd(at, size);
  return tcSizeAttrProvablyLessEqual(size, at) ? size : at;
}

static TcAliasing slice(TcFxCall *c, const TcView *parent, intptr_t result,
                        TcStep *out) {
  (void)result;
  intptr_t dim = tcArgDim(c, "dim", tcTypeGetRank(parent->type));
  MlirAttribute size = tcTypeGetSize(parent->type, dim);
  MlirAttribute start = tcArgIsNone(c, "start")
                            ? tcSizeInt(c->b, 0)
                            : position(tcArgSize(c, "start"), size);
  MlirAttribute end =
      tcArgIsNone(c, "end") ? size : position(tcArgSize(c, "end"), size);
  slicing(out, dim, start, end, tcArgInt(c, "step"));
  return TC_ALIAS_VIEW;
}

static TcAliasing narrow(TcFxCall *c, const TcView *parent, intptr_t result,
                         TcStep *out) {
  (void)result;
  intptr_t dim = tcArgDim(c, "dim", tcTypeGetRank(parent->type));
  MlirAttribute start =
      position(tcArgSize(c, "start"), tcTypeGetSize(parent->type, dim));
  slicing(out, dim, start, tcSizeAttrAdd(start, tcArgSize(c, "length")), 1);
  return TC_ALIAS_VIEW;
}

// The i-th piece of split, chunk, ...: their results lie one after the other.
static TcAliasing piece(TcFxCall *c, const TcView *parent, intptr_t result,
                        TcStep *out) {
  intptr_t dim = tcArgDim(c, "dim", tcTypeGetRank(parent->type));
  MlirAttribute start = tcSizeInt(c->b, 0);
  for (intptr_t i = 0; i < result; ++i)
    start = tcSizeAttrAdd(start, tcTypeGetSize(tcResultType(c, i), dim));
  MlirAttribute size = tcTypeGetSize(tcResultType(c, result), dim);
  slicing(out, dim, start, tcSizeAttrAdd(start, size), 1);
  return TC_ALIAS_VIEW;
}

static TcAliasing selectIndex(TcFxCall *c, const TcView *parent,
                              intptr_t result, TcStep *out) {
  (void)result;
  out->kind = TC_STEP_SELECT;
  out->dim = tcArgDim(c, "dim", tcTypeGetRank(parent->type));
  out->start =
      position(tcArgSize(c, "index"), tcTypeGetSize(parent->type, out->dim));
  return TC_ALIAS_VIEW;
}

static TcAliasing unbind(TcFxCall *c, const TcView *parent, intptr_t result,
                         TcStep *out) {
  out->kind = TC_STEP_SELECT;
  out->dim = tcArgDim(c, "dim", tcTypeGetRank(parent->type));
  out->start = tcSizeInt(c->b, result);
  return TC_ALIAS_VIEW;
}

static TcAliasing diagonal(TcFxCall *c, const TcView *parent, intptr_t result,
                           TcStep *out) {
  (void)result;
  intptr_t rank = tcTypeGetRank(parent->type);
  out->kind = TC_STEP_DIAGONAL;
  out->diagonal = tcArgInt(c, "offset");
  out->dim = tcArgDim(c, "dim1", rank);
  out->dim2 = tcArgDim(c, "dim2", rank);
  return TC_ALIAS_VIEW;
}

static TcAliasing expand(TcFxCall *c, const TcView *parent, intptr_t result,
                         TcStep *out) {
  (void)c, (void)parent, (void)result;
  out->kind = TC_STEP_EXPAND;
  return TC_ALIAS_VIEW;
}

static TcAliasing asStrided(TcFxCall *c, const TcView *parent, intptr_t result,
                            TcStep *out) {
  (void)result;
  out->kind = TC_STEP_STRIDED;
  out->strides.sizes = tcArgSizes(c, "stride").sizes;
  out->strides.offset = tcArgIsNone(c, "storage_offset")
                            ? parent->strides.offset
                            : tcArgSize(c, "storage_offset");
  return TC_ALIAS_VIEW;
}

static TcAliasing bitcast(TcFxCall *c, const TcView *parent, intptr_t result,
                          TcStep *out) {
  (void)c, (void)parent, (void)result;
  out->kind = TC_STEP_BITCAST;
  return TC_ALIAS_VIEW;
}

static TcAliasing complexPart(const TcView *parent, TcStepKind kind,
                              TcStep *out) {
  out->kind = tcTypeIsComplex(parent->type) ? kind : TC_STEP_SAME;
  return TC_ALIAS_VIEW;
}
static TcAliasing realPart(TcFxCall *c, const TcView *parent, intptr_t result,
                           TcStep *out) {
  (void)c, (void)result;
  return complexPart(parent, TC_STEP_REAL, out);
}
static TcAliasing imagPart(TcFxCall *c, const TcView *parent, intptr_t result,
                           TcStep *out) {
  (void)c, (void)result;
  return complexPart(parent, TC_STEP_IMAG, out);
}
static TcAliasing conjugate(TcFxCall *c, const TcView *parent, intptr_t result,
                            TcStep *out) {
  (void)c, (void)result;
  return complexPart(parent, TC_STEP_CONJ, out);
}
static TcAliasing viewAsReal(TcFxCall *c, const TcView *parent, intptr_t result,
                             TcStep *out) {
  (void)c, (void)parent, (void)result;
  out->kind = TC_STEP_VIEW_AS_REAL;
  return TC_ALIAS_VIEW;
}
static TcAliasing viewAsComplex(TcFxCall *c, const TcView *parent,
                                intptr_t result, TcStep *out) {
  (void)c, (void)parent, (void)result;
  out->kind = TC_STEP_VIEW_AS_COMPLEX;
  return TC_ALIAS_VIEW;
}

static const struct {
  const char *target;
  StepFn *step;
} views[] = {
    {"aten.alias.default", same},
    {"aten.detach.default", same},
    {"aten.lift_fresh.default", same},
    {"aten.positive.default", same},
    {"aten.resolve_conj.default", same},
    {"aten.resolve_neg.default", same},
    {"aten.contiguous.default", contiguous},
    {"aten.to.dtype", to},
    {"aten.to.device", to},
    {"aten.to.dtype_layout", to},
    {"aten.to.other", to},
    {"aten.type_as.default", to},
    {"aten.dropout.default", dropout},
    {"aten.view.default", view},
    {"aten.view_as.default", view},
    {"aten._reshape_alias.default", view},
    {"aten.unflatten.int", view},
    {"aten.unsqueeze.default", view},
    {"aten.squeeze.default", view},
    {"aten.squeeze.dim", view},
    {"aten.squeeze.dims", view},
    {"aten.reshape.default", reshape},
    {"aten.reshape_as.default", reshape},
    {"aten.flatten.using_ints", reshape},
    {"aten.permute.default", permute},
    {"aten.transpose.int", transpose},
    {"aten.swapdims.default", transpose},
    {"aten.swapaxes.default", transpose},
    {"aten.t.default", transposeLast},
    {"aten.mT.default", transposeLast},
    {"aten.numpy_T.default", transposeAll},
    {"aten.slice.Tensor", slice},
    {"aten.narrow.default", narrow},
    {"aten.split.Tensor", piece},
    {"aten.split.sizes", piece},
    {"aten.split_with_sizes.default", piece},
    {"aten.chunk.default", piece},
    {"aten.tensor_split.sections", piece},
    {"aten.tensor_split.indices", piece},
    {"aten.select.int", selectIndex},
    {"aten.unbind.int", unbind},
    {"aten.diagonal.default", diagonal},
    {"aten.expand.default", expand},
    {"aten.expand_as.default", expand},
    {"aten.broadcast_to.default", expand},
    {"aten.broadcast_tensors.default", expand},
    {"aten.as_strided.default", asStrided},
    {"aten.view.dtype", bitcast},
    {"aten.real.default", realPart},
    {"aten.imag.default", imagPart},
    {"aten._conj.default", conjugate},
    {"aten.conj.default", conjugate},
    {"aten.view_as_real.default", viewAsReal},
    {"aten.view_as_complex.default", viewAsComplex},
};

static StepFn *stepFnOf(MlirStringRef target) {
  for (size_t i = 0; i < sizeof views / sizeof *views; ++i)
    if (mlirStringRefEqual(target, tcStr(views[i].target)))
      return views[i].step;
  return NULL;
}

// The operand that a leaf, or the `result`-th element of a list, stands for.
static intptr_t operandOf(MlirAttribute leaf, intptr_t result) {
  if (!leaf.ptr)
    return -1;
  if (mlirAttributeIsAArray(leaf))
    return result < mlirArrayAttrGetNumElements(leaf)
               ? operandOf(mlirArrayAttrGetElement(leaf, result), 0)
               : -1;
  return tcAttrIsAFxArg(leaf) ? (intptr_t)tcFxArgAttrGetIndex(leaf) : -1;
}

// The argument that result `result` shares a set of aliases with, unless it is
// written.
static int viewedArgument(const TcFxSchema *s, intptr_t result) {
  intptr_t r = result < s->numResults ? result : s->numResults - 1;
  for (int i = 0; r >= 0 && i < s->numArgs; ++i)
    if ((s->args[i].aliasSets & s->results[r].aliasSets) &&
        !s->args[i].isMutated)
      return i;
  return -1;
}

intptr_t tcViewedOperand(TcFxCall *c, intptr_t result) {
  int argument = viewedArgument(&c->schema, result);
  if (argument < 0 && stepFnOf(c->schema.name))
    argument = 0; // views whose schema does not say so
  return argument < 0 ? -1 : operandOf(c->bound[argument], result);
}

TcAliasing tcStepOfCall(TcFxCall *c, const TcView *parent, intptr_t result,
                        TcStep *out) {
  *out = (TcStep){.call = c->op, .result = result};
  out->operand = tcViewedOperand(c, result);
  StepFn *step = stepFnOf(c->schema.name);
  if (step)
    return step(c, parent, result, out);
  out->kind = TC_STEP_OTHER;
  return TC_ALIAS_VIEW;
}

//===- Where a view lies --------------------------------------------------===//

static TcStrides copyOf(TcBuild *b, TcStrides s, intptr_t rank) {
  TcStrides copy = {tcShapeMake(b, rank).sizes, s.offset};
  for (intptr_t i = 0; i < rank; ++i)
    copy.sizes[i] = s.sizes[i];
  return copy;
}

static TcStrides permuted(TcBuild *b, TcStrides s, TcDims permutation) {
  TcStrides out = {tcShapeMake(b, permutation.size).sizes, s.offset};
  for (intptr_t i = 0; i < permutation.size; ++i)
    out.sizes[i] = s.sizes[permutation.data[i]];
  return out;
}

static TcStrides sliced(TcBuild *b, TcStrides s, const TcStep *step,
                        intptr_t rank) {
  TcStrides out = copyOf(b, s, rank);
  MlirAttribute stride = s.sizes[step->dim];
  out.offset = tcSizeAttrAdd(s.offset, tcSizeAttrMul(step->start, stride));
  out.sizes[step->dim] = tcSizeAttrMulConst(stride, step->step);
  return out;
}

static TcStrides selected(TcBuild *b, TcStrides s, const TcStep *step,
                          intptr_t rank) {
  TcShape kept = tcShapeRemove(b, (TcShape){rank, s.sizes}, step->dim);
  MlirAttribute stride = s.sizes[step->dim];
  return (TcStrides){
      kept.sizes, tcSizeAttrAdd(s.offset, tcSizeAttrMul(step->start, stride))};
}

static TcStrides onDiagonal(TcBuild *b, TcStrides s, const TcStep *step,
                            intptr_t rank) {
  TcStrides out = {tcShapeMake(b, rank - 1).sizes, s.offset};
  intptr_t n = 0;
  for (intptr_t i = 0; i < rank; ++i)
    if (i != step->dim && i != step->dim2)
      out.sizes[n++] = s.sizes[i];
  out.sizes[n] = tcSizeAttrAdd(s.sizes[step->dim], s.sizes[step->dim2]);
  int64_t k = step->diagonal;
  MlirAttribute skipped = tcSizeAttrMulConst(
      s.sizes[k < 0 ? step->dim : step->dim2], k < 0 ? -k : k);
  out.offset = tcSizeAttrAdd(s.offset, skipped);
  return out;
}

static TcStrides expanded(TcBuild *b, TcStrides s, TcShape from, TcShape to) {
  TcStrides out = {tcShapeMake(b, to.rank).sizes, s.offset};
  intptr_t shift = to.rank - from.rank;
  for (intptr_t i = 0; i < to.rank; ++i) {
    bool repeats =
        i < shift || !tcSizeAttrEqual(from.sizes[i - shift], to.sizes[i]);
    out.sizes[i] = repeats ? tcSizeInt(b, 0) : s.sizes[i - shift];
  }
  return out;
}

TcStrides tcStepStrides(TcBuild *b, const TcView *parent, const TcStep *step,
                        TcShape shape) {
  TcStrides s = parent->strides, out = {0};
  intptr_t rank = tcTypeGetRank(parent->type);
  if (step->kind == TC_STEP_STRIDED)
    return step->strides;
  if (!s.sizes)
    return out;
  switch (step->kind) {
  case TC_STEP_SAME:
    return s;
  case TC_STEP_RESHAPE:
    tcStridesReshape(b, tcFxShapeOf(b, parent->type), s, shape, &out);
    return out;
  case TC_STEP_PERMUTE:
    return permuted(b, s, step->permutation);
  case TC_STEP_SLICE:
    return sliced(b, s, step, rank);
  case TC_STEP_SELECT:
    return selected(b, s, step, rank);
  case TC_STEP_DIAGONAL:
    return onDiagonal(b, s, step, rank);
  case TC_STEP_EXPAND:
    return expanded(b, s, tcFxShapeOf(b, parent->type), shape);
  default: // other element types count in other units
    return out;
  }
}

TcShape tcFxShapeOf(TcBuild *b, MlirType type) {
  TcShape shape = tcShapeMake(b, tcTypeGetRank(type));
  tcTypeGetSizes(type, shape.sizes);
  return shape;
}
