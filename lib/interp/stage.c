// Compiling stages and running their bodies point by point; see stage.h.
#include "interp/stage.h"

#include "ir/attrs.h"

//===- Compiling ----------------------------------------------------------===//

MlirAttribute tcStageAttrOf(MlirOperation op, const char *name) {
  return mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString(name));
}

static intptr_t lengthOf(MlirAttribute list) {
  return mlirAttributeIsNull(list) ? 0 : mlirArrayAttrGetNumElements(list);
}

static TcStatus compileSpace(TcFrame *frame, MlirOperation op, const char *name,
                             TcSpace *out) {
  MlirAttribute list = tcStageAttrOf(op, name);
  if (lengthOf(list) > TC_MAX_RANK)
    return tcStatusMake(TC_ERROR_CANNOT_INTERPRET, "too many iterators");
  out->rank = (unsigned)lengthOf(list);
  for (unsigned i = 0; i < out->rank; ++i) {
    MlirStringRef iter =
        mlirStringAttrGetValue(mlirArrayAttrGetElement(list, i));
    uintptr_t position =
        (uintptr_t)tcMapGetTextN(&frame->iters, iter.data, iter.length);
    if (!position)
      return tcStatusMake(TC_ERROR_INTERNAL, "no such iterator");
    out->iters[i] = (unsigned)position - 1;
    out->sizes[i] = frame->extents[position - 1];
  }
  return TC_OK;
}

static TcStatus compileRead(TcFrame *frame, MlirValue tensor, MlirAttribute map,
                            MlirAttribute fill, TcRead *out) {
  MlirType type = mlirValueGetType(tensor);
  out->tensor = tensor;
  out->dtype = tcTypeGetDType(tcTypeGetElement(type));
  out->rank = (unsigned)tcTypeGetRank(type);
  out->map = TC_ARENA_ARRAY(&frame->arena, const TcExpr *, out->rank + 1);
  TC_RETURN_IF_ERROR(tcArenaStatus(&frame->arena));
  if (tcDimsAttrGetNumDims(map) != (intptr_t)out->rank)
    return tcStatusMake(TC_ERROR_INTERNAL,
                        "an index map whose rank is not its operand's");
  for (unsigned d = 0; d < out->rank; ++d)
    TC_RETURN_IF_ERROR(
        tcCompileExpr(frame, tcDimsAttrGetDim(map, d), &out->map[d]));
  out->hasFill = !mlirAttributeIsAUnit(fill);
  if (out->hasFill && !tcScalarOfAttr(fill, out->dtype, &out->fill))
    return tcStatusMake(TC_ERROR_CANNOT_INTERPRET,
                        "a value of reads out of bounds that is not a scalar");
  return TC_OK;
}

static TcStatus compileReads(TcFrame *frame, intptr_t first, TcStageCode *s) {
  s->numReads = mlirOperationGetNumOperands(s->op) - first;
  MlirAttribute maps = tcStageAttrOf(s->op, "maps");
  MlirAttribute fills = tcStageAttrOf(s->op, "fills");
  s->reads = TC_ARENA_ARRAY(&frame->arena, TcRead, (size_t)s->numReads + 1);
  TC_RETURN_IF_ERROR(tcArenaStatus(&frame->arena));
  for (intptr_t i = 0; i < s->numReads; ++i)
    TC_RETURN_IF_ERROR(
        compileRead(frame, mlirOperationGetOperand(s->op, first + i),
                    mlirArrayAttrGetElement(maps, i),
                    mlirArrayAttrGetElement(fills, i), &s->reads[i]));
  return TC_OK;
}

// Accumulators have the widest dtype of their class; tuples of a combining
// region have their own dtypes.
static TcStatus compileAccumulators(TcStageCode *s) {
  MlirAttribute kinds = tcStageAttrOf(s->op, "kinds");
  MlirAttribute inits = tcStageAttrOf(s->op, "inits");
  for (intptr_t i = 0; i < s->numYields && lengthOf(kinds); ++i) {
    TcAccumulator *a = &s->accumulators[i];
    TcDType dtype = tcBodyYieldDType(s->body, i);
    intptr_t k = i < lengthOf(kinds) ? i : 0;
    a->kind = tcCombineFromName(
        mlirStringAttrGetValue(mlirArrayAttrGetElement(kinds, k)));
    a->dtype = a->kind == TC_COMBINE_CUSTOM ? dtype : tcSumDType(s->op, dtype);
    if (a->kind != TC_COMBINE_CUSTOM)
      a->neutral = tcCombineNeutral(a->kind, dtype);
    else if (i >= lengthOf(inits) ||
             !tcScalarOfAttr(mlirArrayAttrGetElement(inits, i), dtype,
                             &a->neutral))
      return tcStatusMake(TC_ERROR_CANNOT_INTERPRET,
                          "an initial value that is not a scalar");
    a->neutral = tcElementRound(a->dtype, a->neutral);
  }
  return TC_OK;
}

static TcStatus compileStage(TcFrame *frame, intptr_t first, TcStageCode *s) {
  TC_RETURN_IF_ERROR(compileSpace(frame, s->op, "iters", &s->own));
  TC_RETURN_IF_ERROR(compileSpace(frame, s->op, "over", &s->over));
  TC_RETURN_IF_ERROR(compileReads(frame, first, s));
  MlirRegion body = mlirOperationGetRegion(s->op, 0);
  TC_RETURN_IF_ERROR(
      tcCompileBody(frame, mlirRegionGetFirstBlock(body), &s->body));
  s->numYields = tcBodyNumYields(s->body);
  size_t n = (size_t)s->numYields;
  s->accumulators = TC_ARENA_ARRAY(&frame->arena, TcAccumulator, n + 1);
  s->arguments =
      TC_ARENA_ARRAY(&frame->arena, TcScalar, (size_t)s->numReads + 1);
  s->yields = TC_ARENA_ARRAY(&frame->arena, TcScalar, n + 1);
  s->pairs = TC_ARENA_ARRAY(&frame->arena, TcScalar, 2 * n + 1);
  TC_RETURN_IF_ERROR(tcArenaStatus(&frame->arena));
  TC_RETURN_IF_ERROR(compileAccumulators(s));
  if (mlirOperationGetNumRegions(s->op) < 2)
    return TC_OK;
  MlirRegion combine = mlirOperationGetRegion(s->op, 1);
  return tcCompileBody(frame, mlirRegionGetFirstBlock(combine), &s->combine);
}

TcStatus tcStageOf(TcFrame *frame, MlirOperation op, intptr_t first,
                   TcStageCode **out) {
  *out = tcMapGet(&frame->stages, op.ptr);
  if (*out)
    return TC_OK;
  TcStageCode *s = TC_ARENA_NEW(&frame->arena, TcStageCode);
  TC_RETURN_IF_ERROR(tcArenaStatus(&frame->arena));
  s->op = op;
  TC_RETURN_IF_ERROR(compileStage(frame, first, s));
  if (!tcMapSet(&frame->stages, op.ptr, s))
    return tcArenaStatus(&frame->arena);
  *out = s;
  return TC_OK;
}

//===- Points -------------------------------------------------------------===//

int64_t tcSpaceCount(const TcSpace *space) {
  int64_t count = 1;
  for (unsigned i = 0; i < space->rank; ++i)
    if (__builtin_mul_overflow(count, space->sizes[i], &count))
      return -1;
  return count;
}

bool tcSpaceBegin(TcFrame *frame, const TcSpace *space) {
  bool any = true;
  for (unsigned i = 0; i < space->rank; ++i) {
    frame->point[space->iters[i]] = 0;
    any &= space->sizes[i] > 0;
  }
  return any;
}

bool tcSpaceNext(TcFrame *frame, const TcSpace *space) {
  for (unsigned i = space->rank; i-- > 0;) {
    if (++frame->point[space->iters[i]] < space->sizes[i])
      return true;
    frame->point[space->iters[i]] = 0;
  }
  return false;
}

//===- Bodies -------------------------------------------------------------===//

static TcStatus readElement(TcFrame *frame, const TcRead *read, TcScalar *out) {
  const TcArray *tensor = tcValueOf(frame, read->tensor);
  if (!tensor)
    return tcStatusMake(TC_ERROR_INTERNAL, "an input has no value");
  int64_t position = 0, at;
  for (unsigned d = 0; d < read->rank; ++d) {
    if (!tcEvalExpr(read->map[d], frame->point, &at))
      return tcStatusMake(TC_ERROR_SIZE_BAD_DIVISOR,
                          "an index map divides by less than 1");
    if (at < 0 || at >= tensor->sizes[d]) {
      *out = read->fill;
      if (read->hasFill)
        return TC_OK;
      return tcStatusMake(TC_ERROR_INDEX,
                          "a read at %lld of dimension %u of size %lld",
                          (long long)at, d, (long long)tensor->sizes[d]);
    }
    position = position * tensor->sizes[d] + at;
  }
  *out = tcElementLoad(tensor->dtype, tensor->data, position);
  return TC_OK;
}

TcStatus tcStageRunBody(TcFrame *frame, TcStageCode *s) {
  for (intptr_t i = 0; i < s->numReads; ++i)
    TC_RETURN_IF_ERROR(readElement(frame, &s->reads[i], &s->arguments[i]));
  return tcRunBody(frame, s->body, s->arguments, s->yields);
}

void tcStageReset(TcStageCode *s) {
  for (intptr_t i = 0; i < s->numYields; ++i)
    s->accumulators[i].value = s->accumulators[i].neutral;
}

static TcStatus accumulateCustom(TcFrame *frame, TcStageCode *s) {
  for (intptr_t i = 0; i < s->numYields; ++i) {
    s->pairs[i] = s->accumulators[i].value;
    s->pairs[s->numYields + i] = s->yields[i];
  }
  TC_RETURN_IF_ERROR(tcRunBody(frame, s->combine, s->pairs, s->yields));
  for (intptr_t i = 0; i < s->numYields; ++i)
    s->accumulators[i].value = s->yields[i];
  return TC_OK;
}

TcStatus tcStageAccumulate(TcFrame *frame, TcStageCode *s) {
  if (s->combine)
    return accumulateCustom(frame, s);
  for (intptr_t i = 0; i < s->numYields; ++i) {
    TcAccumulator *a = &s->accumulators[i];
    a->value = tcElementCombine(
        a->kind, a->dtype, a->value,
        tcElementConvert(tcBodyYieldDType(s->body, i), a->dtype, s->yields[i]));
  }
  return TC_OK;
}
