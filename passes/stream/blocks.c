// Rewrites a streamed kernel as a loop.for over blocks, in which every stage
// over the streamed iterator runs over the points of one block, and carried
// values are combined with the block's results. See stream.h.
//
// Sums of exponentials are carried relative to the maximum m so far. As long as
// m is -inf nothing was summed: the carried sum is replaced by the block's, not
// rescaled, since 0 * exp(h(-inf) - h(m)) may be NaN.
#include "passes/fuse/fuse.h"
#include "passes/stream/stream.h"

#include "lib/ir/attrs.h"
#include "lib/ir/shim.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>

typedef struct Blocks {
  TcStream *s;
  TcKernel k;                  // iterators; its block is where new stages go
  MlirOperation loop;          // loop.for
  MlirBlock body;              // of it
  MlirAttribute outer, inner;  // StringAttr: the block, the point in it
  MlirAttribute extent, point; // #tc.size: of the iterator, its expression
  bool partial;                // the last block may be short
  MlirValue *carried, *next;   // by sum
  TcMap isInside;
} Blocks;

static MlirBlock bodyOf(MlirOperation stage) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(stage, 0));
}

static MlirType elementOf(MlirValue tensor) {
  return mlirShapedTypeGetElementType(mlirValueGetType(tensor));
}

static MlirValue resultOf(MlirOperation op) {
  return mlirOperationGetResult(op, 0);
}

// f32 for narrower floats: a carried value is rounded once, at the end.
static MlirType carriedType(const Blocks *b, const TcStreamSum *sum) {
  MlirType t = elementOf(resultOf(sum->stage));
  bool narrow = mlirTypeIsAF16(t) || mlirTypeIsABF16(t);
  bool adds = mlirStringRefEqual(sum->kind, tcStr("add"));
  return narrow && adds ? mlirF32TypeGet(b->k.ctx) : t;
}

//===- New stages ---------------------------------------------------------===//

static TcStage openMap(Blocks *b, MlirOperation over) {
  TcStage s;
  MlirAttribute iters = tcAttrOf(over, "iters");
  b->k.loc = mlirOperationGetLocation(over);
  tcStageOpen(&s, &b->k);
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i)
    tcStageIter(&s, mlirArrayAttrGetElement(iters, i));
  return s;
}

static MlirValue closeMap(TcStage *s, MlirValue v) {
  tcStageYield(s, 1, &v);
  return resultOf(tcStageClose(s, "loop.map", -1));
}

static MlirValue scalar(TcBuilder *b, const char *name, MlirType type,
                        intptr_t n, const MlirValue *operands, const char *attr,
                        MlirAttribute value) {
  TcOpState s;
  tcOpBegin(&s, b, name);
  tcOpAddOperands(&s, "operands", n, operands);
  tcOpAddResult(&s, "result", type);
  if (attr)
    tcOpAddAttr(&s, attr, value);
  return tcOpOnlyResult(tcOpEnd(&s));
}

static MlirValue numberOf(TcBuilder *b, MlirType type, double v) {
  MlirAttribute a = mlirTypeIsAFloat(type)
                        ? mlirFloatAttrDoubleGet(b->ctx, type, v)
                        : mlirIntegerAttrGet(type, (int64_t)v);
  return scalar(b, "prim.constant", type, 0, NULL, "value", a);
}

static MlirValue convert(TcBuilder *b, MlirValue v, MlirType type) {
  if (mlirTypeEqual(mlirValueGetType(v), type))
    return v;
  return scalar(b, "prim.convert_element_type", type, 1, &v, NULL,
                mlirAttributeGetNull());
}

static MlirValue binary(TcBuilder *b, const char *name, MlirValue x,
                        MlirValue y) {
  MlirValue both[] = {x, y};
  return scalar(b, name, mlirValueGetType(x), 2, both, NULL,
                mlirAttributeGetNull());
}

static MlirValue compare(TcBuilder *b, const char *name, MlirValue x,
                         MlirValue y) {
  MlirValue both[] = {x, y};
  return scalar(b, name, mlirIntegerTypeGet(b->ctx, 1), 2, both, NULL,
                mlirAttributeGetNull());
}

static MlirValue select(TcBuilder *b, MlirValue p, MlirValue x, MlirValue y) {
  MlirValue all[] = {p, x, y};
  return scalar(b, "prim.where", mlirValueGetType(x), 3, all, NULL,
                mlirAttributeGetNull());
}

// A copy, in a new stage, of a scalar of another stage's body; reads of the
// tensor `from` are of `to`.
static MlirValue copyScalar(TcStage *s, TcMap *done, MlirOperation stage,
                            MlirValue v, MlirValue from, MlirValue to) {
  const void *known = tcMapGet(done, v.ptr);
  if (known)
    return (MlirValue){known};
  MlirValue copy;
  if (mlirValueIsABlockArgument(v)) {
    intptr_t i = mlirBlockArgumentGetArgNumber(v);
    MlirAttribute map = tcInputMap(stage, i), fill = tcInputFill(stage, i);
    MlirValue tensor = tcInput(stage, i);
    TcAttrVec index = {0};
    for (intptr_t d = 0; d < tcDimsAttrGetNumDims(map); ++d)
      tcVecPush(s->k->arena, &index, tcDimsAttrGetDim(map, d));
    copy = tcStageRead(s, mlirValueEqual(tensor, from) ? to : tensor,
                       (intptr_t)index.size, index.data, fill);
  } else {
    TcMapping *mapping = tcMappingCreate();
    MlirOperation op = tcDefiningOp(v);
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
      tcMappingAdd(
          mapping, mlirOperationGetOperand(op, i),
          copyScalar(s, done, stage, mlirOperationGetOperand(op, i), from, to));
    MlirOperation clone = tcOpClone(op, mapping);
    tcMappingDestroy(mapping);
    tcBuilderInsert(&s->body, clone);
    copy = resultOf(clone);
  }
  tcMapSet(done, v.ptr, (void *)copy.ptr);
  return copy;
}

// The iterators of a stage as an index map.
static MlirAttribute ownMap(Blocks *b, MlirOperation stage) {
  MlirAttribute iters = tcAttrOf(stage, "iters");
  TcAttrVec map = {0};
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i)
    tcVecPush(b->s->arena, &map, tcIterExpr(mlirArrayAttrGetElement(iters, i)));
  return tcDimsAttrGet(b->k.ctx, (intptr_t)map.size, map.data);
}

//===- What is carried ----------------------------------------------------===//

static double neutralOf(MlirStringRef kind) {
  if (mlirStringRefEqual(kind, tcStr("max")))
    return -INFINITY;
  if (mlirStringRefEqual(kind, tcStr("min")))
    return INFINITY;
  return mlirStringRefEqual(kind, tcStr("mul")) ||
                 mlirStringRefEqual(kind, tcStr("and"))
             ? 1
             : 0;
}

static MlirValue startOf(Blocks *b, const TcStreamSum *sum) {
  TcStage s = openMap(b, sum->stage);
  return closeMap(&s,
                  numberOf(&s.body, carriedType(b, sum), neutralOf(sum->kind)));
}

// exp(h(before) - h(now)) of a shift, over the maximum's iterators.
static MlirValue rescale(Blocks *b, const TcStreamShift *h, MlirValue before,
                         MlirValue now) {
  TcStage s = openMap(b, h->maximum);
  TcMap first = {.arena = b->s->arena}, second = {.arena = b->s->arena};
  MlirType f32 = mlirF32TypeGet(b->k.ctx);
  MlirValue x = copyScalar(&s, &first, h->stage, h->level, now, before);
  MlirValue y = copyScalar(&s, &second, h->stage, h->level, now, now);
  if (!mlirTypeIsAF64(mlirValueGetType(x))) {
    x = convert(&s.body, x, f32);
    y = convert(&s.body, y, f32);
  }
  MlirValue d = binary(&s.body, "prim.sub", x, y);
  return closeMap(&s, scalar(&s.body, h->two ? "prim.exp2" : "prim.exp",
                             mlirValueGetType(d), 1, &d, NULL,
                             mlirAttributeGetNull()));
}

static size_t sumNumber(const TcStream *s, MlirOperation stage) {
  size_t i = 0;
  while (!mlirOperationEqual(s->sums.data[i].stage, stage))
    ++i;
  return i;
}

// The map of the maximum's value, in a stage over the iterators of the sum.
static MlirValue readMaximum(TcStage *s, const TcStreamShift *h, MlirValue v) {
  MlirAttribute iters = tcAttrOf(h->maximum, "iters");
  TcAttrVec map = {0};
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(iters, i);
    bool has = false;
    for (size_t d = 0; d < s->iters.size; ++d)
      has |= mlirAttributeEqual(s->iters.data[d], iter);
    tcVecPush(s->k->arena, &map,
              has ? tcIterExpr(iter) : tcSizeAttrGetConstant(s->k->ctx, 0));
  }
  return tcStageRead(s, v, (intptr_t)map.size, map.data,
                     mlirAttributeGetNull());
}

static const char *combination(MlirStringRef kind) {
  static const char *const ops[][2] = {
      {"add", "prim.add"},       {"mul", "prim.mul"},
      {"max", "prim.maximum"},   {"min", "prim.minimum"},
      {"or", "prim.bitwise_or"}, {"and", "prim.bitwise_and"}};
  for (size_t i = 0; i < sizeof ops / sizeof *ops; ++i)
    if (mlirStringRefEqual(kind, tcStr(ops[i][0])))
      return ops[i][1];
  return NULL;
}

static MlirValue merge(Blocks *b, size_t i) {
  const TcStreamSum *sum = &b->s->sums.data[i];
  const TcStreamShift *h = sum->shift;
  MlirValue block = resultOf(sum->stage), before = {NULL}, factor = {NULL};
  if (h) {
    size_t m = sumNumber(b->s, h->maximum);
    before = b->carried[m];
    factor = rescale(b, h, before, b->next[m]);
  }
  TcStage s = openMap(b, sum->stage);
  MlirValue x = tcStageReadHere(&s, b->carried[i]);
  MlirValue y = tcStageReadHere(&s, block);
  if (!h)
    return closeMap(&s, binary(&s.body, combination(sum->kind), x, y));
  MlirValue m = readMaximum(&s, h, before);
  MlirValue a =
      convert(&s.body, readMaximum(&s, h, factor), mlirValueGetType(x));
  MlirValue none = compare(&s.body, "prim.eq", m,
                           numberOf(&s.body, mlirValueGetType(m), -INFINITY));
  MlirValue grown =
      binary(&s.body, "prim.add", binary(&s.body, "prim.mul", x, a), y);
  return closeMap(&s, select(&s.body, none, y, grown));
}

// An empty sum gets no factors: it is 0, not 0 / 0.
static MlirValue unlessEmpty(Blocks *b, TcStage *s, MlirValue x,
                             MlirValue sum) {
  if (tcSizeAttrIsConstant(b->extent, NULL))
    return x;
  MlirType i64 = mlirIntegerTypeGet(b->k.ctx, 64);
  MlirValue n = scalar(&s->body, "loop.index", i64, 0, NULL, "expr", b->extent);
  MlirValue empty = compare(&s->body, "prim.eq", n, numberOf(&s->body, i64, 0));
  return select(&s->body, empty, sum, x);
}

// The complete sum, with its factors, in its own type.
static MlirValue finish(Blocks *b, const TcStreamSum *sum, MlirValue total) {
  TcStage s = openMap(b, sum->stage);
  MlirValue read = tcStageReadHere(&s, total), x = read;
  for (size_t i = 0; i < sum->factors.size; ++i) {
    const TcStreamFactor *f = &sum->factors.data[i];
    TcMap done = {.arena = b->s->arena};
    MlirValue none = {NULL};
    MlirValue c = copyScalar(&s, &done, f->stage, f->value, none, none);
    MlirValue zero = numberOf(&s.body, mlirValueGetType(x), 0);
    if (f->kind == TC_STREAM_ZERO_IF)
      x = select(&s.body, c, zero, x);
    else if (f->kind == TC_STREAM_IF)
      x = select(&s.body, c, x, zero);
    else
      x = binary(&s.body, f->kind == TC_STREAM_MUL ? "prim.mul" : "prim.div", x,
                 convert(&s.body, c, mlirValueGetType(x)));
  }
  if (sum->factors.size)
    x = unlessEmpty(b, &s, x, read);
  return closeMap(&s, convert(&s.body, x, elementOf(resultOf(sum->stage))));
}

//===- Stages over the points of a block ----------------------------------===//

static bool isInside(const Blocks *b, MlirOperation op) {
  return tcMapGet(&b->isInside, op.ptr) != NULL;
}

// Whether the point exists: the last block may have fewer.
static MlirValue isPoint(Blocks *b, TcBuilder *at) {
  MlirType i64 = mlirIntegerTypeGet(b->k.ctx, 64);
  MlirAttribute iter = tcIterExpr(b->s->iter);
  MlirValue x = scalar(at, "loop.index", i64, 0, NULL, "expr", iter);
  MlirValue n = scalar(at, "loop.index", i64, 0, NULL, "expr", b->extent);
  return compare(at, "prim.lt", x, n);
}

static void maskShift(Blocks *b, const TcStreamShift *h) {
  TcBuilder at = tcBuilderBefore(h->sub);
  MlirValue x = mlirOperationGetOperand(h->sub, 0);
  MlirValue none = numberOf(&at, mlirValueGetType(x), -INFINITY);
  mlirOperationSetOperand(h->sub, 0, select(&at, isPoint(b, &at), x, none));
}

// Something read, converted or not: a fill of 0 stays one.
static bool isReadOf(MlirOperation stage, MlirValue v) {
  while (!mlirValueIsABlockArgument(v) &&
         tcPrimOpKind(tcDefiningOp(v)) == TC_PRIM_CONVERT_ELEMENT_TYPE)
    v = mlirOperationGetOperand(tcDefiningOp(v), 0);
  return mlirValueIsABlockArgument(v) &&
         mlirBlockEqual(mlirBlockArgumentGetOwner(v), bodyOf(stage));
}

// Whether the scalar is an element of a stage of the loop, which at points that
// do not exist is computed from fills.
static bool isMadeInside(const Blocks *b, MlirOperation stage, MlirValue v) {
  while (!mlirValueIsABlockArgument(v))
    v = mlirOperationGetOperand(tcDefiningOp(v), 0);
  MlirOperation def =
      tcDefiningOp(tcInput(stage, mlirBlockArgumentGetArgNumber(v)));
  return !mlirOperationIsNull(def) && isInside(b, def);
}

// Makes the terms of points that do not exist neutral. Factors of a product
// that are read unchanged need nothing: fills are 0, and so are exponentials of
// -inf.
static void maskSum(Blocks *b, const TcStreamSum *sum) {
  MlirOperation end = mlirBlockGetTerminator(bodyOf(sum->stage));
  bool contract = tcIsA(sum->stage, "loop.contract");
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(end); ++i) {
    MlirValue x = mlirOperationGetOperand(end, i);
    if (contract && isReadOf(sum->stage, x) &&
        (sum->shift || !isMadeInside(b, sum->stage, x)))
      continue;
    TcBuilder at = tcBuilderBefore(end);
    MlirValue none = numberOf(&at, mlirValueGetType(x), neutralOf(sum->kind));
    mlirOperationSetOperand(end, i, select(&at, isPoint(b, &at), x, none));
  }
}

static MlirAttribute renamedList(Blocks *b, MlirAttribute list) {
  TcAttrVec out = {0};
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(list); ++i) {
    MlirAttribute a = mlirArrayAttrGetElement(list, i);
    tcVecPush(b->s->arena, &out,
              mlirAttributeEqual(a, b->s->iter) ? b->inner : a);
  }
  return mlirArrayAttrGet(b->k.ctx, (intptr_t)out.size, out.data);
}

static MlirWalkResult substituteIndex(MlirOperation op, void *bindings) {
  if (tcLoopOpKind(op) == TC_LOOP_INDEX)
    tcSetAttrOf(op, "expr",
                tcSizeAttrSubstitute(tcLoopIndexGetExpr(op), bindings));
  return MlirWalkResultAdvance;
}

static void rewriteReads(Blocks *b, MlirOperation stage, const TcMap *there,
                         const TcMap *here) {
  MlirStringRef name = mlirStringAttrGetValue(b->s->iter);
  TcAttrVec maps = {0}, fills = {0};
  for (intptr_t i = 0; i < tcNumInputs(stage); ++i) {
    MlirAttribute map = tcInputMap(stage, i), fill = tcInputFill(stage, i);
    MlirValue v = tcInput(stage, i);
    MlirOperation def = tcDefiningOp(v);
    bool made = !mlirOperationIsNull(def) && isInside(b, def);
    bool uses = false;
    for (intptr_t d = 0; d < tcDimsAttrGetNumDims(map); ++d)
      uses |= tcSizeAttrUses(tcDimsAttrGetDim(map, d), name);
    if (uses && !made && b->partial && !tcInputMayMiss(stage, i))
      fill = tcZeroOf(elementOf(v));
    tcVecPush(b->s->arena, &maps,
              tcDimsAttrSubstitute(map, made ? here : there));
    tcVecPush(b->s->arena, &fills, fill);
  }
  tcSetAttrOf(stage, "maps",
              mlirArrayAttrGet(b->k.ctx, (intptr_t)maps.size, maps.data));
  tcSetAttrOf(stage, "fills",
              mlirArrayAttrGet(b->k.ctx, (intptr_t)fills.size, fills.data));
}

static void retype(Blocks *b, MlirOperation stage) {
  MlirAttribute iters = tcAttrOf(stage, "iters");
  for (intptr_t r = 0; r < mlirOperationGetNumResults(stage); ++r) {
    MlirValue v = mlirOperationGetResult(stage, r);
    TcAttrVec sizes = {0};
    for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i)
      tcVecPush(b->s->arena, &sizes,
                tcKernelExtent(&b->k, mlirArrayAttrGetElement(iters, i)));
    mlirValueSetType(
        v, tcTensorTypeGet((intptr_t)sizes.size, sizes.data, elementOf(v)));
  }
}

// A sum of narrow floats is one of f32.
static void widen(Blocks *b, const TcStreamSum *sum) {
  MlirType type = carriedType(b, sum);
  MlirValue v = resultOf(sum->stage);
  if (mlirTypeEqual(type, elementOf(v)))
    return;
  if (!tcIsA(sum->stage, "loop.contract")) {
    MlirOperation end = mlirBlockGetTerminator(bodyOf(sum->stage));
    TcBuilder at = tcBuilderBefore(end);
    mlirOperationSetOperand(
        end, 0, convert(&at, mlirOperationGetOperand(end, 0), type));
  }
  mlirValueSetType(v, tcTypeWithElement(mlirValueGetType(v), type));
}

static void rewriteStage(Blocks *b, MlirOperation stage) {
  TcMap there = {.arena = b->s->arena}, here = {.arena = b->s->arena};
  MlirStringRef name = mlirStringAttrGetValue(b->s->iter);
  tcBindingsSet(&there, name, b->point);
  tcBindingsSet(&here, name, tcIterExpr(b->inner));
  mlirOperationWalk(stage, substituteIndex, &there, MlirWalkPreOrder);
  rewriteReads(b, stage, &there, &here);
  tcSetAttrOf(stage, "iters", renamedList(b, tcAttrOf(stage, "iters")));
  MlirAttribute over = tcAttrOf(stage, "over");
  if (!mlirAttributeIsNull(over))
    tcSetAttrOf(stage, "over", renamedList(b, over));
  retype(b, stage);
}

//===- The loop -----------------------------------------------------------===//

static MlirAttribute nameWith(Blocks *b, const char *letter) {
  const char *iter = tcAttrCString(b->s->arena, b->s->iter);
  const char *text = tcArenaPrintf(b->s->arena, "%s%s", iter, letter);
  return mlirStringAttrGet(b->k.ctx, tcStr(text));
}

static void addIter(Blocks *b, MlirAttribute name, MlirAttribute extent) {
  tcVecPush(b->s->arena, &b->k.iters, name);
  tcVecPush(b->s->arena, &b->k.extents, extent);
}

// The iterators of the kernel, those of the blocks and of points in them.
static void openIters(Blocks *b, int64_t block) {
  MlirAttribute iters = tcAttrOf(b->s->kernel, "iters");
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(iters, i);
    addIter(b, iter, tcExtentOf(b->s->kernel, iter));
  }
  MlirAttribute size = tcSizeAttrGetConstant(b->k.ctx, block);
  b->extent = tcExtentOf(b->s->kernel, b->s->iter);
  b->outer = nameWith(b, "b");
  b->inner = nameWith(b, "i");
  addIter(b, b->outer, tcSizeAttrCeilDiv(b->extent, size));
  addIter(b, b->inner, size);
  b->partial = !tcSizeAttrExactDiv(b->extent, size).ptr;
  b->point = tcSizeAttrAdd(tcSizeAttrMul(tcIterExpr(b->outer), size),
                           tcIterExpr(b->inner));
}

static void openLoop(Blocks *b) {
  MlirBlock kernel = tcKernelBody(b->s->kernel);
  MlirOperation first = mlirBlockGetFirstOperation(kernel);
  size_t n = b->s->sums.size;
  TcValueVec init = {0};
  TcTypeVec types = {0};
  b->k.block = kernel;
  for (size_t i = 0; i < n; ++i) {
    MlirValue v = startOf(b, &b->s->sums.data[i]);
    mlirOperationMoveBefore(tcDefiningOp(v), first);
    tcVecPush(b->s->arena, &init, v);
    tcVecPush(b->s->arena, &types, mlirValueGetType(v));
  }
  TcBuilder at = tcBuilderBefore(first);
  b->loop =
      tcLoopForCreate(&at, (intptr_t)n, types.data,
                      mlirStringAttrGetValue(b->outer), (intptr_t)n, init.data);
  b->body = tcBuilderAddBlock(&at, tcLoopForGetBody(b->loop), (intptr_t)n,
                              types.data);
  for (size_t i = 0; i < n; ++i)
    b->carried[i] = mlirBlockGetArgument(b->body, (intptr_t)i);
  for (size_t i = 0; i < b->s->before.size; ++i)
    mlirOperationMoveBefore(b->s->before.data[i], b->loop);
}

// After the loop each sum is the loop's result with its factors, converted to
// its type: a stage in the place of the sum.
static void finishSums(Blocks *b) {
  for (size_t i = 0; i < b->s->sums.size; ++i) {
    const TcStreamSum *sum = &b->s->sums.data[i];
    MlirValue sumValue = resultOf(sum->stage);
    MlirValue total = mlirOperationGetResult(b->loop, (intptr_t)i);
    bool same =
        mlirTypeEqual(mlirValueGetType(sumValue), mlirValueGetType(total));
    if (sum->factors.size || !same) {
      total = finish(b, sum, total);
      mlirOperationMoveBefore(tcDefiningOp(total), sum->stage);
    }
    b->next[i] = total;
  }
}

// Replaces uses of `from`: inside the loop, or outside of it.
static void replaceUses(Blocks *b, MlirValue from, MlirValue to, bool inside) {
  TC_VEC(MlirOpOperand) uses = {0};
  MlirOpOperand use = mlirValueGetFirstUse(from);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (isInside(b, mlirOpOperandGetOwner(use)) == inside)
      tcVecPush(b->s->arena, &uses, use);
  for (size_t i = 0; i < uses.size; ++i)
    mlirOperationSetOperand(
        mlirOpOperandGetOwner(uses.data[i]),
        (intptr_t)mlirOpOperandGetOperandNumber(uses.data[i]), to);
}

static void replaceOutside(Blocks *b) {
  for (size_t i = 0; i < b->s->sums.size; ++i)
    replaceUses(b, resultOf(b->s->sums.data[i].stage), b->next[i], false);
}

static void dropFactors(Blocks *b) {
  for (size_t i = 0; i < b->s->drops.size; ++i) {
    TcStreamDrop d = b->s->drops.data[i];
    mlirValueReplaceAllUsesOfWith(resultOf(d.op),
                                  mlirOperationGetOperand(d.op, d.operand));
  }
  for (size_t i = 0; i < b->s->inside.size; ++i) {
    tcEraseDeadOps(b->s->inside.data[i]);
    tcTidyInputs(b->s->arena, b->s->inside.data[i]);
  }
}

// Without its factor a map may be its operand.
static bool isCopy(Blocks *b, MlirOperation stage) {
  if (!tcIsA(stage, "loop.map") || tcNumInputs(stage) != 1)
    return false;
  MlirBlock body = bodyOf(stage);
  MlirOperation def = tcDefiningOp(tcInput(stage, 0));
  return !mlirOperationIsNull(def) && isInside(b, def) &&
         mlirOperationEqual(mlirBlockGetFirstOperation(body),
                            mlirBlockGetTerminator(body)) &&
         mlirAttributeEqual(tcAttrOf(def, "iters"), tcAttrOf(stage, "iters")) &&
         tcStreamIsOwnPoint(b->s->kernel, def, tcInputMap(stage, 0));
}

static void dropCopies(Blocks *b) {
  size_t kept = 0;
  for (size_t i = 0; i < b->s->inside.size; ++i) {
    MlirOperation stage = b->s->inside.data[i];
    if (isCopy(b, stage)) {
      mlirValueReplaceAllUsesOfWith(resultOf(stage), tcInput(stage, 0));
      mlirOperationDestroy(stage);
      continue;
    }
    b->s->inside.data[kept++] = stage;
  }
  b->s->inside.size = kept;
}

//===- Terms and factors as values of their own ---------------------------===//

// A map over the iterators of `stage` and `more` whose element is a copy of the
// scalar `v` of its body.
static MlirValue mapOf(Blocks *b, MlirOperation stage, MlirAttribute more,
                       MlirValue v) {
  TcStage s = openMap(b, stage);
  TcMap done = {.arena = b->s->arena};
  MlirValue none = {NULL};
  if (!mlirAttributeIsNull(more) && !tcNames(tcAttrOf(stage, "iters"), more))
    tcStageIter(&s, more);
  return closeMap(&s, copyScalar(&s, &done, stage, v, none, none));
}

static void insertInside(Blocks *b, size_t at, MlirOperation op) {
  tcVecPush(b->s->arena, &b->s->inside, op);
  for (size_t i = b->s->inside.size - 1; i > at; --i)
    b->s->inside.data[i] = b->s->inside.data[i - 1];
  b->s->inside.data[at] = op;
  tcMapSet(&b->isInside, op.ptr, b->s);
}

// Terms of a maximum that its exponentials compute too: computed once.
static void shareTerms(Blocks *b, size_t at) {
  MlirOperation maximum = b->s->inside.data[at];
  MlirOperation end = mlirBlockGetTerminator(bodyOf(maximum));
  MlirValue term = mlirOperationGetOperand(end, 0);
  bool used = false;
  for (size_t i = 0; i < b->s->shifts.size; ++i)
    used |= mlirOperationEqual(b->s->shifts.data[i]->maximum, maximum);
  if (!used || mlirValueIsABlockArgument(term))
    return;
  MlirValue shared = mapOf(b, maximum, b->s->iter, term);
  MlirAttribute map = ownMap(b, tcDefiningOp(shared));
  mlirOperationMoveBefore(tcDefiningOp(shared), maximum);
  mlirOperationSetOperand(end, 0,
                          tcAddInput(b->s->arena, maximum, shared, map));
  for (size_t i = 0; i < b->s->shifts.size; ++i) {
    const TcStreamShift *h = b->s->shifts.data[i];
    if (mlirOperationEqual(h->maximum, maximum))
      mlirOperationSetOperand(h->sub, 0,
                              tcAddInput(b->s->arena, h->stage, shared, map));
  }
  insertInside(b, at, tcDefiningOp(shared));
}

// Copies a product's factor that is the same for all blocks before the loop, so
// that a schedule may choose its place.
static void keepFactor(Blocks *b, MlirOperation stage, intptr_t i) {
  MlirStringRef name = mlirStringAttrGetValue(b->s->iter);
  MlirAttribute map = tcInputMap(stage, i);
  MlirOperation def = tcDefiningOp(tcInput(stage, i));
  bool inside = !mlirOperationIsNull(def) && isInside(b, def);
  for (intptr_t d = 0; d < tcDimsAttrGetNumDims(map); ++d)
    inside |= tcSizeAttrUses(tcDimsAttrGetDim(map, d), name);
  if (inside || tcInputMayMiss(stage, i))
    return;
  TcStage s;
  b->k.loc = mlirOperationGetLocation(stage);
  tcStageOpen(&s, &b->k);
  MlirAttribute lists[] = {tcAttrOf(stage, "iters"), tcAttrOf(stage, "over")};
  TcAttrVec index = {0};
  for (int l = 0; l < 2; ++l)
    for (intptr_t k = 0; k < mlirArrayAttrGetNumElements(lists[l]); ++k) {
      MlirAttribute iter = mlirArrayAttrGetElement(lists[l], k);
      if (!mlirAttributeEqual(iter, b->s->iter))
        tcStageIter(&s, iter);
    }
  for (intptr_t d = 0; d < tcDimsAttrGetNumDims(map); ++d)
    tcVecPush(b->s->arena, &index, tcDimsAttrGetDim(map, d));
  MlirValue v = tcStageRead(&s, tcInput(stage, i), (intptr_t)index.size,
                            index.data, mlirAttributeGetNull());
  MlirValue copy = closeMap(&s, v);
  mlirOperationMoveBefore(tcDefiningOp(copy), b->loop);
  MlirValue element =
      tcAddInput(b->s->arena, stage, copy, ownMap(b, tcDefiningOp(copy)));
  mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(bodyOf(stage), i),
                                element);
}

static void keepFactors(Blocks *b) {
  b->k.block = tcKernelBody(b->s->kernel);
  for (size_t i = 0; i < b->s->inside.size; ++i) {
    MlirOperation stage = b->s->inside.data[i];
    if (!tcIsA(stage, "loop.contract") ||
        tcNames(tcAttrOf(stage, "over"), b->s->iter))
      continue;
    for (intptr_t k = 0, n = tcNumInputs(stage); k < n; ++k)
      keepFactor(b, stage, k);
    tcTidyInputs(b->s->arena, stage);
  }
}

static void shareAllTerms(Blocks *b) {
  b->k.block = tcKernelBody(b->s->kernel);
  for (size_t i = 0; i < b->s->inside.size; ++i) {
    size_t n = b->s->inside.size;
    if (tcIsA(b->s->inside.data[i], "loop.reduce"))
      shareTerms(b, i);
    i += b->s->inside.size - n;
  }
}

//===- The loop's stages --------------------------------------------------===//

static void maskAll(Blocks *b) {
  if (!b->partial)
    return;
  for (size_t i = 0; i < b->s->shifts.size; ++i)
    maskShift(b, b->s->shifts.data[i]);
  for (size_t i = 0; i < b->s->sums.size; ++i)
    maskSum(b, &b->s->sums.data[i]);
}

static void moveInside(Blocks *b) {
  size_t sum = 0;
  b->k.block = b->body;
  for (size_t i = 0; i < b->s->inside.size; ++i) {
    MlirOperation stage = b->s->inside.data[i];
    mlirOperationRemoveFromParent(stage);
    mlirBlockAppendOwnedOperation(b->body, stage);
    rewriteStage(b, stage);
    if (sum == b->s->sums.size ||
        !mlirOperationEqual(b->s->sums.data[sum].stage, stage))
      continue;
    widen(b, &b->s->sums.data[sum]);
    // The merge reads the block's own value; all others the merged one.
    MlirValue block = resultOf(stage);
    MlirValue placeholder = b->carried[sum];
    replaceUses(b, block, placeholder, true);
    b->next[sum] = merge(b, sum);
    for (size_t k = i + 1; k < b->s->inside.size; ++k)
      for (intptr_t o = 0;
           o < mlirOperationGetNumOperands(b->s->inside.data[k]); ++o)
        if (mlirValueEqual(mlirOperationGetOperand(b->s->inside.data[k], o),
                           placeholder))
          mlirOperationSetOperand(b->s->inside.data[k], o, b->next[sum]);
    ++sum;
  }
  tcYield(b->body, mlirOperationGetLocation(b->loop), (intptr_t)sum, b->next);
}

//===- What the code generator may use ------------------------------------===//

static MlirNamedAttribute named(Blocks *b, const char *name, MlirAttribute a) {
  return mlirNamedAttributeGet(mlirIdentifierGet(b->k.ctx, tcStr(name)), a);
}

// Whether a map only converts its input to a narrower float.
static bool narrows(MlirOperation stage) {
  MlirOperation op = mlirBlockGetFirstOperation(bodyOf(stage));
  MlirType to = elementOf(resultOf(stage));
  return tcIsA(stage, "loop.map") && mlirOperationGetNumResults(stage) == 1 &&
         tcPrimOpKind(op) == TC_PRIM_CONVERT_ELEMENT_TYPE &&
         mlirOperationEqual(mlirOperationGetNextInBlock(op),
                            mlirBlockGetTerminator(bodyOf(stage))) &&
         (mlirTypeIsAF16(to) || mlirTypeIsABF16(to));
}

// Whether terms are only summed, or rounded to narrow floats: an error that is
// small relative to the largest term, which is 1, is then small relative to the
// result.
static bool isRelativeToLargest(MlirValue terms) {
  MlirOpOperand use = mlirValueGetFirstUse(terms);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation reader = mlirOpOperandGetOwner(use);
    if (!tcIsA(reader, "loop.reduce") && !narrows(reader))
      return false;
  }
  return true;
}

static void markExponentials(Blocks *b) {
  for (size_t i = 0; i < b->s->shifts.size; ++i) {
    const TcStreamShift *h = b->s->shifts.data[i];
    MlirOpOperand use = mlirValueGetFirstUse(resultOf(h->sub));
    if (mlirOpOperandIsNull(use) || mlirOperationGetNumResults(h->stage) != 1 ||
        !mlirTypeIsAF32(elementOf(resultOf(h->stage))) ||
        !isRelativeToLargest(resultOf(h->stage)))
      continue;
    MlirOperation op = mlirOpOperandGetOwner(use);
    if (tcPrimOpKind(op) == TC_PRIM_EXP || tcPrimOpKind(op) == TC_PRIM_EXP2)
      mlirOperationSetDiscardableAttributeByName(op, tcStr("tc.absolute"),
                                                 mlirUnitAttrGet(b->k.ctx));
  }
}

static void addBounds(Blocks *b, TcNamedAttrVec *attrs, const char *name,
                      const TcAttrVec *list) {
  if (list->size)
    tcVecPush(
        b->s->arena, attrs,
        named(b, name,
              mlirArrayAttrGet(b->k.ctx, (intptr_t)list->size, list->data)));
}

static void describe(Blocks *b, const TcStreamBounds *bounds) {
  TcNamedAttrVec attrs = {0};
  tcVecPush(b->s->arena, &attrs, named(b, "block", b->outer));
  tcVecPush(b->s->arena, &attrs, named(b, "extent", b->extent));
  addBounds(b, &attrs, "least", &bounds->least);
  addBounds(b, &attrs, "most", &bounds->most);
  tcVecPush(b->s->arena, &attrs, named(b, "point", b->inner));
  mlirOperationSetDiscardableAttributeByName(
      b->s->kernel, tcStr("loop.stream"),
      mlirDictionaryAttrGet(b->k.ctx, (intptr_t)attrs.size, attrs.data));
}

void tcStreamBlocks(TcStream *s, int64_t block) {
  Blocks b = {.s = s,
              .k = {.arena = s->arena,
                    .ctx = mlirOperationGetContext(s->kernel),
                    .loc = mlirOperationGetLocation(s->kernel)},
              .carried = TC_ARENA_ARRAY(s->arena, MlirValue, s->sums.size),
              .next = TC_ARENA_ARRAY(s->arena, MlirValue, s->sums.size)};
  b.isInside.arena = s->arena;
  TcStreamBounds bounds = tcStreamFindBounds(s);
  for (size_t i = 0; i < s->inside.size; ++i)
    tcMapSet(&b.isInside, s->inside.data[i].ptr, s);
  openIters(&b, block);
  openLoop(&b);
  finishSums(&b);
  replaceOutside(&b);
  shareAllTerms(&b);
  maskAll(&b);
  keepFactors(&b);
  dropFactors(&b);
  dropCopies(&b);
  moveInside(&b);
  markExponentials(&b);
  tcStreamMarkNarrow(b.body);
  describe(&b, &bounds);
  MlirAttribute iters =
      mlirArrayAttrGet(b.k.ctx, (intptr_t)b.k.iters.size, b.k.iters.data);
  tcUpdateKernel(
      s->arena, s->kernel, iters,
      tcDimsAttrGet(b.k.ctx, (intptr_t)b.k.extents.size, b.k.extents.data));
  tcSimplifyKernel(s->arena, s->kernel);
}
