// Builds kernels of the loop dialect. See kernel_build.h.
#include "lib/ir/kernel_build.h"

#include "lib/ir/attrs.h"
#include "lib/support/strbuf.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

//===- Small things -------------------------------------------------------===//

static MlirStringRef text(const char *s) {
  return mlirStringRefCreateFromCString(s);
}

static MlirNamedAttribute named(MlirContext ctx, const char *name,
                                MlirAttribute value) {
  return mlirNamedAttributeGet(mlirIdentifierGet(ctx, text(name)), value);
}

static MlirAttribute arrayAttr(MlirContext ctx, const TcAttrVec *v) {
  return mlirArrayAttrGet(ctx, (intptr_t)v->size, v->data);
}

MlirAttribute tcSizeAttrFormat(MlirContext ctx, const char *format, ...) {
  TcStrBuf buf = {0};
  va_list args;
  va_start(args, format);
  tcStrBufPrintfV(&buf, format, args);
  va_end(args);
  MlirAttribute attr = tcSizeAttrGet(ctx, text(tcStrBufText(&buf)));
  tcStrBufFree(&buf);
  return attr;
}

const char *tcAttrCString(TcArena *arena, MlirAttribute attr) {
  MlirStringRef s = mlirAttributeIsAString(attr) ? mlirStringAttrGetValue(attr)
                                                 : tcSizeAttrGetText(attr);
  return tcArenaCopyText(arena, s.data, s.length);
}

MlirAttribute tcIterExpr(MlirAttribute iter) {
  return tcSizeAttrGet(mlirAttributeGetContext(iter),
                       mlirStringAttrGetValue(iter));
}

void tcYield(MlirBlock block, MlirLocation loc, intptr_t n,
             const MlirValue *values) {
  MlirOperationState state = mlirOperationStateGet(text("loop.yield"), loc);
  mlirOperationStateAddOperands(&state, n, values);
  mlirBlockAppendOwnedOperation(block, mlirOperationCreate(&state));
}

//===- Kernels ------------------------------------------------------------===//

void tcKernelOpen(TcKernel *k, TcArena *arena, MlirContext ctx,
                  MlirLocation loc, intptr_t numArgs, const MlirType *types) {
  *k = (TcKernel){.arena = arena, .ctx = ctx, .loc = loc};
  k->block = mlirBlockCreate(0, NULL, NULL);
  for (intptr_t i = 0; i < numArgs; ++i)
    mlirBlockAddArgument(k->block, types[i], loc);
}

MlirValue tcKernelArg(const TcKernel *k, intptr_t i) {
  return mlirBlockGetArgument(k->block, i);
}

MlirAttribute tcKernelIter(TcKernel *k, MlirAttribute extent) {
  const char *name = tcArenaPrintf(k->arena, "d%zu", k->iters.size);
  MlirAttribute iter = mlirStringAttrGet(k->ctx, text(name));
  tcVecPush(k->arena, &k->iters, iter);
  tcVecPush(k->arena, &k->extents, extent);
  return iter;
}

MlirAttribute tcKernelExtent(const TcKernel *k, MlirAttribute iter) {
  for (size_t i = 0; i < k->iters.size; ++i)
    if (mlirAttributeEqual(k->iters.data[i], iter))
      return k->extents.data[i];
  return mlirAttributeGetNull();
}

static MlirType kernelType(const TcKernel *k, intptr_t numResults,
                           const MlirValue *results) {
  TcTypeVec in = {0}, out = {0};
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(k->block); ++i)
    tcVecPush(k->arena, &in, mlirValueGetType(tcKernelArg(k, i)));
  for (intptr_t i = 0; i < numResults; ++i)
    tcVecPush(k->arena, &out, mlirValueGetType(results[i]));
  return mlirFunctionTypeGet(k->ctx, (intptr_t)in.size, in.data,
                             (intptr_t)out.size, out.data);
}

MlirOperation tcKernelClose(TcKernel *k, const char *name, intptr_t numResults,
                            const MlirValue *results) {
  tcYield(k->block, k->loc, numResults, results);
  MlirType type = kernelType(k, numResults, results);
  MlirNamedAttribute attrs[] = {
      named(k->ctx, "sym_name", mlirStringAttrGet(k->ctx, text(name))),
      named(k->ctx, "sym_visibility",
            mlirStringAttrGet(k->ctx, text("private"))),
      named(k->ctx, "function_type", mlirTypeAttrGet(type)),
      named(k->ctx, "iters", arrayAttr(k->ctx, &k->iters)),
      named(k->ctx, "extents",
            tcDimsAttrGet(k->ctx, (intptr_t)k->extents.size, k->extents.data))};
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, k->block);
  MlirOperationState state = mlirOperationStateGet(text("loop.kernel"), k->loc);
  mlirOperationStateAddAttributes(&state, 5, attrs);
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  return mlirOperationCreate(&state);
}

void tcKernelAbandon(TcKernel *k) { mlirBlockDestroy(k->block); }

//===- Stages -------------------------------------------------------------===//

void tcStageOpen(TcStage *s, TcKernel *k) {
  *s = (TcStage){.k = k, .block = mlirBlockCreate(0, NULL, NULL)};
  s->body = (TcBuilder){.ctx = k->ctx, .loc = k->loc, .block = s->block};
}

void tcStageIter(TcStage *s, MlirAttribute iter) {
  tcVecPush(s->k->arena, &s->iters, iter);
}

void tcStageOver(TcStage *s, MlirAttribute iter) {
  tcVecPush(s->k->arena, &s->over, iter);
}

MlirValue tcStageRead(TcStage *s, MlirValue input, intptr_t rank,
                      const MlirAttribute *map, MlirAttribute fill) {
  TcArena *arena = s->k->arena;
  if (mlirAttributeIsNull(fill))
    fill = mlirUnitAttrGet(s->k->ctx);
  tcVecPush(arena, &s->inputs, input);
  tcVecPush(arena, &s->maps, tcDimsAttrGet(s->k->ctx, rank, map));
  tcVecPush(arena, &s->fills, fill);
  MlirType element = mlirShapedTypeGetElementType(mlirValueGetType(input));
  return mlirBlockAddArgument(s->block, element, s->k->loc);
}

MlirValue tcStageReadHere(TcStage *s, MlirValue input) {
  TcAttrVec map = {0};
  for (size_t i = 0; i < s->iters.size; ++i)
    tcVecPush(s->k->arena, &map, tcIterExpr(s->iters.data[i]));
  return tcStageRead(s, input, (intptr_t)map.size, map.data,
                     mlirAttributeGetNull());
}

void tcStageAttr(TcStage *s, const char *name, MlirAttribute value) {
  tcVecPush(s->k->arena, &s->attrs, named(s->k->ctx, name, value));
}

void tcStageStrings(TcStage *s, const char *name, size_t n,
                    const char *const *texts) {
  TcAttrVec v = {0};
  for (size_t i = 0; i < n; ++i)
    tcVecPush(s->k->arena, &v, mlirStringAttrGet(s->k->ctx, text(texts[i])));
  tcStageAttr(s, name, arrayAttr(s->k->ctx, &v));
}

void tcStageYield(TcStage *s, intptr_t n, const MlirValue *values) {
  tcYield(s->block, s->k->loc, n, values);
  for (intptr_t i = 0; i < n; ++i)
    tcVecPush(s->k->arena, &s->types, mlirValueGetType(values[i]));
}

TcBuilder tcStageCombine(TcStage *s, intptr_t n, const MlirType *types) {
  s->combine = mlirBlockCreate(0, NULL, NULL);
  for (intptr_t i = 0; i < 2 * n; ++i)
    mlirBlockAddArgument(s->combine, types[i % n], s->k->loc);
  return (TcBuilder){.ctx = s->k->ctx, .loc = s->k->loc, .block = s->combine};
}

static MlirAttribute stageAttr(const TcStage *s, const char *name) {
  for (size_t i = 0; i < s->attrs.size; ++i)
    if (mlirStringRefEqual(mlirIdentifierStr(s->attrs.data[i].name),
                           text(name)))
      return s->attrs.data[i].attribute;
  return mlirAttributeGetNull();
}

// One dimension per iterator, of its extent; along the sorted one, of `take`.
static MlirType resultType(const TcStage *s, MlirType element) {
  TcAttrVec sizes = {0};
  MlirAttribute along = stageAttr(s, "along"), take = stageAttr(s, "take");
  for (size_t i = 0; i < s->iters.size; ++i) {
    MlirAttribute iter = s->iters.data[i];
    bool isTaken = take.ptr && mlirAttributeEqual(iter, along);
    tcVecPush(s->k->arena, &sizes, isTaken ? take : tcKernelExtent(s->k, iter));
  }
  return tcTensorTypeGet((intptr_t)sizes.size, sizes.data, element);
}

static void addRegions(TcStage *s, MlirOperationState *state) {
  MlirRegion regions[2] = {mlirRegionCreate()};
  mlirRegionAppendOwnedBlock(regions[0], s->block);
  int n = 1;
  if (!mlirBlockIsNull(s->combine)) {
    regions[n] = mlirRegionCreate();
    mlirRegionAppendOwnedBlock(regions[n++], s->combine);
  }
  mlirOperationStateAddOwnedRegions(state, n, regions);
}

static void addCommonAttrs(TcStage *s) {
  MlirContext ctx = s->k->ctx;
  tcStageAttr(s, "iters", arrayAttr(ctx, &s->iters));
  tcStageAttr(s, "maps", arrayAttr(ctx, &s->maps));
  tcStageAttr(s, "fills", arrayAttr(ctx, &s->fills));
}

static MlirOperation finish(TcStage *s, MlirOperationState *state) {
  mlirOperationStateAddOperands(state, (intptr_t)s->inputs.size,
                                s->inputs.data);
  mlirOperationStateAddAttributes(state, (intptr_t)s->attrs.size,
                                  s->attrs.data);
  addRegions(s, state);
  MlirOperation op = mlirOperationCreate(state);
  mlirBlockAppendOwnedOperation(s->k->block, op);
  return op;
}

MlirOperation tcStageClose(TcStage *s, const char *opName,
                           intptr_t numResults) {
  addCommonAttrs(s);
  if (s->over.size)
    tcStageAttr(s, "over", arrayAttr(s->k->ctx, &s->over));
  TcTypeVec types = {0};
  size_t n = numResults < 0 ? s->types.size : (size_t)numResults;
  for (size_t i = 0; i < n; ++i)
    tcVecPush(s->k->arena, &types, resultType(s, s->types.data[i]));
  MlirOperationState state = mlirOperationStateGet(text(opName), s->k->loc);
  mlirOperationStateAddResults(&state, (intptr_t)types.size, types.data);
  return finish(s, &state);
}

MlirOperation tcStageCloseScatter(TcStage *s, MlirValue base,
                                  MlirStringRef kind) {
  addCommonAttrs(s);
  tcStageAttr(s, "kind", mlirStringAttrGet(s->k->ctx, kind));
  MlirType type = mlirValueGetType(base);
  MlirOperationState state =
      mlirOperationStateGet(text("loop.scatter"), s->k->loc);
  mlirOperationStateAddOperands(&state, 1, &base);
  mlirOperationStateAddResults(&state, 1, &type);
  return finish(s, &state);
}
