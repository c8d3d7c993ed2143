// Splits a streamed kernel over the blocks of its loop: one launch streams the
// parts beside each other and stores what each has carried, another merges
// that and runs the stages behind the loop. So few rows (a decoder's one query)
// fill a GPU.
#include "passes/fuse/fuse.h"
#include "passes/stream/blocks.h"

#include "lib/cost/numbers.h"
#include "lib/ir/attrs.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>

typedef struct Split {
  TcBlocks *b;
  MlirAttribute part;  // StringAttr: the iterator of parts
  int64_t parts, each; // blocks of a part
  MlirValue *args;     // of the merging kernel: what the parts have carried
  MlirValue *merged;
} Split;

static MlirValue resultOf(MlirOperation op) {
  return mlirOperationGetResult(op, 0);
}

static MlirAttribute sizeOf(const Split *p, int64_t n) {
  return tcSizeAttrGetConstant(p->b->k.ctx, n);
}

// The list, a #tc.dims, with one more expression at its front.
static MlirAttribute withFirst(const Split *p, MlirAttribute first,
                               MlirAttribute dims) {
  TcAttrVec all = {0};
  tcVecPush(p->b->s->arena, &all, first);
  for (intptr_t d = 0; d < tcDimsAttrGetNumDims(dims); ++d)
    tcVecPush(p->b->s->arena, &all, tcDimsAttrGetDim(dims, d));
  return tcDimsAttrGet(p->b->k.ctx, (intptr_t)all.size, all.data);
}

static MlirType typeOfParts(const Split *p, MlirType type) {
  TcAttrVec sizes = {0};
  tcVecPush(p->b->s->arena, &sizes, sizeOf(p, p->parts));
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); ++d)
    tcVecPush(p->b->s->arena, &sizes, tcTensorTypeGetSize(type, d));
  return tcTensorTypeGet((intptr_t)sizes.size, sizes.data,
                         mlirShapedTypeGetElementType(type));
}

//===- The launch of parts ------------------------------------------------===//

static bool isArgument(MlirOperation kernel, MlirValue v) {
  return mlirValueIsABlockArgument(v) &&
         mlirBlockEqual(mlirBlockArgumentGetOwner(v), tcKernelBody(kernel));
}

static MlirWalkResult substituteIndex(MlirOperation op, void *bindings) {
  tcSubstituteIndex(op, bindings);
  return MlirWalkResultAdvance;
}

// Lets a stage read at its own part what it reads of other stages, but those
// that `have` had the iterator all along.
static void readOwn(const Split *p, MlirOperation kernel, MlirOperation stage,
                    const TcMap *bindings, const TcMap *have) {
  TcAttrVec maps = {0};
  for (intptr_t i = 0; i < tcNumInputs(stage); ++i) {
    MlirValue v = tcInput(stage, i);
    MlirAttribute map = tcDimsAttrSubstitute(tcInputMap(stage, i), bindings);
    if (!isArgument(kernel, v) && !tcMapGet(have, tcDefiningOp(v).ptr))
      map = withFirst(p, tcIterExpr(p->part), map);
    tcVecPush(p->b->s->arena, &maps, map);
  }
  tcSetAttrOf(stage, "maps",
              mlirArrayAttrGet(p->b->k.ctx, (intptr_t)maps.size, maps.data));
}

// Lets a stage run over the parts, too; what it reads of other stages it reads
// of its own part.
static void addPart(const Split *p, MlirOperation kernel, MlirOperation stage,
                    const TcMap *bindings, const TcMap *have) {
  MlirAttribute iters = tcAttrOf(stage, "iters");
  TcAttrVec names = {0};
  readOwn(p, kernel, stage, bindings, have);
  mlirOperationWalk(stage, substituteIndex, (void *)bindings, MlirWalkPreOrder);
  tcVecPush(p->b->s->arena, &names, p->part);
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i)
    tcVecPush(p->b->s->arena, &names, mlirArrayAttrGetElement(iters, i));
  tcSetAttrOf(stage, "iters",
              mlirArrayAttrGet(p->b->k.ctx, (intptr_t)names.size, names.data));
  for (intptr_t r = 0; r < mlirOperationGetNumResults(stage); ++r) {
    MlirValue v = mlirOperationGetResult(stage, r);
    mlirValueSetType(v, typeOfParts(p, mlirValueGetType(v)));
  }
}

static void addPartToLoop(const Split *p, MlirOperation kernel,
                          MlirOperation loop, const TcMap *bindings,
                          const TcMap *have) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(loop, 0));
  for (intptr_t i = 0; i < mlirOperationGetNumResults(loop); ++i) {
    MlirValue v = mlirOperationGetResult(loop, i);
    MlirType type = typeOfParts(p, mlirValueGetType(v));
    mlirValueSetType(v, type);
    mlirValueSetType(mlirBlockGetArgument(body, i), type);
  }
  MlirOperation op = mlirBlockGetFirstOperation(body);
  MlirOperation end = mlirBlockGetTerminator(body);
  for (; !mlirOperationEqual(op, end); op = mlirOperationGetNextInBlock(op))
    addPart(p, kernel, op, bindings, have);
}

static void setIters(const Split *p, MlirOperation kernel) {
  TcArena *arena = p->b->s->arena;
  const TcKernel *k = &p->b->k;
  TcAttrVec iters = {0}, extents = {0};
  for (size_t i = 0; i < k->iters.size; ++i) {
    bool blocks = mlirAttributeEqual(k->iters.data[i], p->b->outer);
    tcVecPush(arena, &iters, k->iters.data[i]);
    tcVecPush(arena, &extents,
              blocks ? sizeOf(p, p->each) : k->extents.data[i]);
  }
  tcSetAttrOf(kernel, "iters",
              mlirArrayAttrGet(k->ctx, (intptr_t)iters.size, iters.data));
  tcSetAttrOf(kernel, "extents",
              tcDimsAttrGet(k->ctx, (intptr_t)extents.size, extents.data));
}

// Drops the stages behind the loop: the kernel's results are what is carried.
static void yieldCarried(const Split *p, MlirOperation kernel,
                         MlirOperation loop) {
  TcBlocks b = *p->b;
  MlirBlock body = tcKernelBody(kernel);
  TcValueVec results = {0};
  MlirOperation last = mlirBlockGetTerminator(body);
  while (!mlirOperationEqual(last, loop)) {
    mlirOperationDestroy(last);
    for (last = loop; !mlirOperationIsNull(mlirOperationGetNextInBlock(last));)
      last = mlirOperationGetNextInBlock(last);
  }
  b.k.block = body;
  for (size_t i = 0; i < b.s->sums.size; ++i) {
    TcStage s = tcBlocksOpenMap(&b, b.s->sums.data[i].stage);
    MlirValue x =
        tcStageReadHere(&s, mlirOperationGetResult(loop, (intptr_t)i));
    tcVecPush(b.s->arena, &results, tcBlocksCloseMap(&s, x));
  }
  tcYield(body, mlirOperationGetLocation(loop), (intptr_t)results.size,
          results.data);
}

static MlirOperation loopOf(MlirOperation kernel) {
  MlirOperation op = mlirBlockGetFirstOperation(tcKernelBody(kernel));
  while (!tcIsA(op, "loop.for"))
    op = mlirOperationGetNextInBlock(op);
  return op;
}

static MlirOperation makeParts(const Split *p) {
  MlirOperation from = p->b->s->kernel, kernel = mlirOperationClone(from);
  MlirStringRef name = mlirStringAttrGetValue(tcAttrOf(from, "sym_name"));
  const char *text =
      tcArenaPrintf(p->b->s->arena, "%.*s_parts", (int)name.length, name.data);
  tcSetAttrOf(kernel, "sym_name", mlirStringAttrGet(p->b->k.ctx, tcStr(text)));
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(from), from,
                                      kernel);
  MlirOperation loop = loopOf(kernel);
  TcMap bindings = {.arena = p->b->s->arena}, none = bindings;
  tcBindingsSet(
      &bindings, mlirStringAttrGetValue(p->b->outer),
      tcSizeAttrAdd(tcSizeAttrMul(tcIterExpr(p->part), sizeOf(p, p->each)),
                    tcIterExpr(p->b->outer)));
  yieldCarried(p, kernel, loop);
  MlirBlock body = tcKernelBody(kernel);
  MlirOperation op = mlirBlockGetFirstOperation(body);
  MlirOperation end = mlirBlockGetTerminator(body);
  for (; !mlirOperationEqual(op, end); op = mlirOperationGetNextInBlock(op)) {
    if (mlirOperationEqual(op, loop))
      addPartToLoop(p, kernel, op, &bindings, &none);
    else
      addPart(p, kernel, op, &bindings, &none);
  }
  setIters(p, kernel);
  return kernel;
}

//===- The launch that merges them ----------------------------------------===//

static TcStage openSum(const Split *p, const TcStreamSum *sum) {
  TcStage s = tcBlocksOpenMap(p->b, sum->stage);
  tcStageOver(&s, p->part);
  return s;
}

static MlirValue closeSum(const Split *p, TcStage *s, MlirStringRef kind,
                          MlirValue v) {
  const char *text =
      tcArenaPrintf(p->b->s->arena, "%.*s", (int)kind.length, kind.data);
  tcStageStrings(s, "kinds", 1, &text);
  tcStageYield(s, 1, &v);
  MlirOperation stage = tcStageClose(s, "loop.reduce", -1);
  mlirOperationMoveBefore(stage, p->b->loop);
  return resultOf(stage);
}

// What a part has carried of the sum, at the stage's own point.
static MlirValue readPart(const Split *p, TcStage *s, MlirOperation of,
                          MlirValue parts) {
  MlirAttribute map =
      withFirst(p, tcIterExpr(p->part), tcBlocksOwnMap(p->b, of));
  TcAttrVec index = {0};
  for (intptr_t d = 0; d < tcDimsAttrGetNumDims(map); ++d)
    tcVecPush(s->k->arena, &index, tcDimsAttrGetDim(map, d));
  return tcStageRead(s, parts, (intptr_t)index.size, index.data,
                     mlirAttributeGetNull());
}

// Lets the stage read at its own part what it reads of `from`.
static void readParts(const Split *p, MlirOperation stage, MlirValue from,
                      MlirValue parts) {
  TcAttrVec maps = {0};
  for (intptr_t i = 0; i < tcNumInputs(stage); ++i) {
    MlirAttribute map = tcInputMap(stage, i);
    if (mlirValueEqual(tcInput(stage, i), from)) {
      mlirOperationSetOperand(stage, tcFirstInput(stage) + i, parts);
      map = withFirst(p, tcIterExpr(p->part), map);
    }
    tcVecPush(p->b->s->arena, &maps, map);
  }
  tcSetAttrOf(stage, "maps",
              mlirArrayAttrGet(p->b->k.ctx, (intptr_t)maps.size, maps.data));
}

// A part whose maximum is -inf has summed nothing, unless all are: then each
// sum counts as it is.
static MlirValue mergeShifted(const Split *p, const TcStreamSum *sum,
                              size_t i) {
  TcBlocks *b = p->b;
  const TcStreamShift *h = sum->shift;
  size_t m = tcBlocksSumNumber(b, h->maximum);
  MlirValue stand = mlirOperationGetResult(b->loop, (intptr_t)m);
  MlirValue factor =
      tcBlocksRescale(b, h, b->next[m], stand, p->merged[m], p->part);
  readParts(p, tcDefiningOp(factor), stand, p->args[m]);
  mlirOperationMoveBefore(tcDefiningOp(factor), b->loop);
  TcStage s = openSum(p, sum);
  MlirValue x = readPart(p, &s, sum->stage, p->args[i]);
  MlirValue own = readPart(p, &s, h->maximum, p->args[m]);
  MlirValue all = tcBlocksReadMaximum(&s, h, p->merged[m], NULL);
  MlirValue a = tcBlocksReadMaximum(&s, h, factor, &p->part);
  MlirType type = mlirValueGetType(x);
  MlirValue none = tcBlocksNumber(&s.body, mlirValueGetType(own), -INFINITY);
  MlirValue scaled =
      tcBlocksBinary(&s.body, "prim.mul", x, tcBlocksConvert(&s.body, a, type));
  MlirValue empty =
      tcBlocksSelect(&s.body, tcBlocksCompare(&s.body, "prim.eq", all, none), x,
                     tcBlocksNumber(&s.body, type, 0));
  MlirValue term = tcBlocksSelect(
      &s.body, tcBlocksCompare(&s.body, "prim.eq", own, none), empty, scaled);
  return closeSum(p, &s, sum->kind, term);
}

static MlirValue mergeSum(const Split *p, size_t i) {
  const TcStreamSum *sum = &p->b->s->sums.data[i];
  if (sum->shift)
    return mergeShifted(p, sum, i);
  TcStage s = openSum(p, sum);
  MlirValue x = readPart(p, &s, sum->stage, p->args[i]);
  return closeSum(p, &s, sum->kind, x);
}

// Whether all stages of the merge can run over `iter`: none reduces over it,
// and all results have it.
static bool canRunOver(MlirOperation kernel, MlirAttribute iter) {
  MlirBlock body = tcKernelBody(kernel);
  MlirOperation end = mlirBlockGetTerminator(body);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(end); ++i)
    if (!tcNames(
            tcAttrOf(tcDefiningOp(mlirOperationGetOperand(end, i)), "iters"),
            iter))
      return false;
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationEqual(op, end); op = mlirOperationGetNextInBlock(op))
    if (tcNames(tcAttrOf(op, "over"), iter))
      return false;
  return true;
}

// Lets all stages of the merge run over `iter`, which some do: each point of it
// then merges the few parts for itself, and a thread has all that it reads. (A
// block that shares what is the same for all adds up one point's parts after
// the other's: 23 us for 8 parts of 64 points on an H200.)
static void runOver(const Split *p, MlirAttribute iter, int64_t points) {
  MlirOperation kernel = p->b->s->kernel;
  Split each = {.b = p->b, .part = iter, .parts = points};
  TcMap none = {.arena = p->b->s->arena}, have = none;
  MlirOperation op = mlirBlockGetFirstOperation(tcKernelBody(kernel));
  MlirOperation end = mlirBlockGetTerminator(tcKernelBody(kernel));
  for (; !mlirOperationEqual(op, end); op = mlirOperationGetNextInBlock(op))
    if (tcNames(tcAttrOf(op, "iters"), iter)) {
      tcMapSet(&have, op.ptr, op.ptr);
      readOwn(&each, kernel, op, &none, &have);
    } else {
      addPart(&each, kernel, op, &none, &have);
    }
}

// Lets each point of the results merge its parts.
static void mergeAlone(const Split *p) {
  const TcKernel *k = &p->b->k;
  int64_t points;
  for (size_t i = 0; i < k->iters.size; ++i) {
    MlirAttribute iter = k->iters.data[i];
    if (!mlirAttributeEqual(iter, p->part) &&
        tcSizeAttrIsConstant(k->extents.data[i], &points) &&
        canRunOver(p->b->s->kernel, iter))
      runOver(p, iter, points);
  }
}

static void mergeParts(const Split *p) {
  TcBlocks *b = p->b;
  MlirBlock body = tcKernelBody(b->s->kernel);
  b->k.block = body;
  for (size_t i = 0; i < b->s->sums.size; ++i) {
    MlirValue v = mlirOperationGetResult(b->loop, (intptr_t)i);
    p->args[i] = mlirBlockAddArgument(body, typeOfParts(p, mlirValueGetType(v)),
                                      mlirOperationGetLocation(b->loop));
  }
  for (size_t i = 0; i < b->s->sums.size; ++i)
    p->merged[i] = mergeSum(p, i);
  for (size_t i = 0; i < b->s->sums.size; ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(b->loop, (intptr_t)i),
                                  p->merged[i]);
  mlirOperationDestroy(b->loop);
  mergeAlone(p);
}

//===- Launches -----------------------------------------------------------===//

typedef struct Launches {
  TcArena *arena;
  MlirAttribute name;
  TC_VEC(MlirOperation) all;
} Launches;

static MlirWalkResult collectLaunch(MlirOperation op, void *data) {
  Launches *l = data;
  if (tcIsA(op, "loop.launch") &&
      mlirStringRefEqual(tcLoopLaunchGetKernel(op),
                         mlirStringAttrGetValue(l->name)))
    tcVecPush(l->arena, &l->all, op);
  return MlirWalkResultAdvance;
}

static Launches launchesOf(TcArena *arena, MlirOperation kernel) {
  Launches l = {.arena = arena, .name = tcAttrOf(kernel, "sym_name")};
  MlirOperation module = mlirOperationGetParentOperation(kernel);
  mlirOperationWalk(module, collectLaunch, &l, MlirWalkPreOrder);
  return l;
}

static MlirOperation launch(TcArena *arena, TcBuilder *at, MlirOperation kernel,
                            const TcValueVec *operands) {
  TcTypeVec types = {0};
  MlirOperation end = mlirBlockGetTerminator(tcKernelBody(kernel));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(end); ++i)
    tcVecPush(arena, &types, mlirValueGetType(mlirOperationGetOperand(end, i)));
  return tcLoopLaunchCreate(
      at, (intptr_t)types.size, types.data,
      mlirStringAttrGetValue(tcAttrOf(kernel, "sym_name")),
      (intptr_t)operands->size, operands->data);
}

// In the place of a launch those of both kernels; `reads`: which of its
// operands the merge reads, too.
static void launchBoth(const Split *p, MlirOperation old, MlirOperation parts,
                       const bool *reads) {
  TcArena *arena = p->b->s->arena;
  TcBuilder at = tcBuilderBefore(old);
  TcValueVec all = {0}, some = {0};
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(old); ++i) {
    tcVecPush(arena, &all, mlirOperationGetOperand(old, i));
    if (reads[i])
      tcVecPush(arena, &some, mlirOperationGetOperand(old, i));
  }
  MlirOperation first = launch(arena, &at, parts, &all);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(first); ++i)
    tcVecPush(arena, &some, mlirOperationGetResult(first, i));
  MlirOperation second = launch(arena, &at, p->b->s->kernel, &some);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(old); ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(old, i),
                                  mlirOperationGetResult(second, i));
  mlirOperationDestroy(old);
}

static void dropUnread(MlirOperation kernel, intptr_t n, bool *reads) {
  MlirBlock body = tcKernelBody(kernel);
  for (intptr_t i = n - 1; i >= 0; --i) {
    reads[i] = tcHasUses(mlirBlockGetArgument(body, i));
    if (!reads[i])
      mlirBlockEraseArgument(body, (unsigned)i);
  }
}

//===- The rewrite --------------------------------------------------------===//

static bool isStatic(const TcStream *s) {
  MlirAttribute iters = tcAttrOf(s->kernel, "iters");
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i)
    if (!tcSizeAttrIsConstant(
            tcExtentOf(s->kernel, mlirArrayAttrGetElement(iters, i)), NULL))
      return false;
  return mlirAttributeIsNull(tcAttrOf(s->kernel, "arg_attrs")) &&
         mlirAttributeIsNull(tcAttrOf(s->kernel, "res_attrs"));
}

// Whether parts may be split: one product makes the terms, one sums them, and
// no block is left out.
static bool isPlain(const TcStream *s) {
  TcStreamBounds bounds = tcStreamFindBounds(s);
  int products = 0;
  for (size_t i = 0; i < s->inside.size; ++i)
    products += tcIsA(s->inside.data[i], "loop.contract");
  return products <= 2 && !bounds.least.size && !bounds.most.size;
}

int64_t tcStreamParts(const TcStream *s, const TcTarget *target,
                      int64_t block) {
  // A multiprocessor has two blocks of threads: one waits while one computes.
  // Each streams FEW blocks at least: they are copied one ahead of the other.
  enum { RESIDENT = 2, FEW = 4 };
  // Microseconds of a block's copy and of a launch (lib/cost/numbers.inc).
  static const double copy = 0.41, start = 3;
  int64_t n, best = 1, tiles = tcStreamTiles(s);
  if (!isStatic(s) || !isPlain(s) || !tiles ||
      !tcSizeAttrIsConstant(tcExtentOf(s->kernel, s->iter), &n) || n % block)
    return 1;
  int64_t blocks = n / block;
  for (int64_t p = 2;
       p * tiles <= RESIDENT * target->cores && FEW * p <= blocks; ++p)
    best = blocks % p ? best : p;
  return (double)(blocks - blocks / best) * copy > start ? best : 1;
}

bool tcBlocksSplit(TcBlocks *b, int64_t block, int64_t parts) {
  TcArena *arena = b->s->arena;
  Launches launches = launchesOf(arena, b->s->kernel);
  int64_t n;
  if (parts < 2 || b->partial || !launches.all.size || !isStatic(b->s) ||
      !tcSizeAttrIsConstant(b->extent, &n) || n / block % parts)
    return false;
  Split p = {.b = b,
             .part = tcBlocksNameWith(b, "p"),
             .parts = parts,
             .each = n / block / parts,
             .args = TC_ARENA_ARRAY(arena, MlirValue, b->s->sums.size),
             .merged = TC_ARENA_ARRAY(arena, MlirValue, b->s->sums.size)};
  tcVecPush(arena, &b->k.iters, p.part);
  tcVecPush(arena, &b->k.extents, sizeOf(&p, parts));
  MlirOperation first = makeParts(&p);
  tcBlocksDescribe(b, first, sizeOf(&p, p.each * block), NULL);
  tcSimplifyAnyKernel(first);
  mergeParts(&p);
  MlirAttribute iters =
      mlirArrayAttrGet(b->k.ctx, (intptr_t)b->k.iters.size, b->k.iters.data);
  tcUpdateKernel(
      arena, b->s->kernel, iters,
      tcDimsAttrGet(b->k.ctx, (intptr_t)b->k.extents.size, b->k.extents.data));
  tcSimplifyAnyKernel(b->s->kernel);
  intptr_t operands = mlirOperationGetNumOperands(launches.all.data[0]);
  bool *reads = TC_ARENA_ARRAY(arena, bool, (size_t)operands + 1);
  dropUnread(b->s->kernel, operands, reads);
  MlirAttribute none = mlirAttributeGetNull();
  tcUpdateKernel(arena, b->s->kernel, none, none);
  for (size_t i = 0; i < launches.all.size; ++i)
    launchBoth(&p, launches.all.data[i], first, reads);
  return true;
}
