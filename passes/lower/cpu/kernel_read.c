// Reading the stages of a loop.kernel. See kernel_struct.h.
#include "passes/lower/cpu/kernel_impl.h"

#include "ir/ascending.h"
#include "ir/attrs.h"
#include "ir/diag.h"
#include "ir/distinct.h"
#include "ir/join.h"
#include "ir/precision.h"
#include "ir/types.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

//===- Stages -------------------------------------------------------------===//

static const struct {
  const char *name;
  TcCpuKind kind;
} kindNames[] = {{"add", TC_CPU_ADD}, {"mul", TC_CPU_MUL},
                 {"max", TC_CPU_MAX}, {"min", TC_CPU_MIN},
                 {"or", TC_CPU_OR},   {"and", TC_CPU_AND},
                 {"set", TC_CPU_SET}, {"custom", TC_CPU_CUSTOM}};

static TcCpuKind kindOf(MlirAttribute attr) {
  MlirStringRef text = mlirStringAttrGetValue(attr);
  for (size_t i = 0; i < sizeof kindNames / sizeof *kindNames; ++i)
    if (mlirStringRefEqual(text, tcStr(kindNames[i].name)))
      return kindNames[i].kind;
  return TC_CPU_CUSTOM;
}

static void readKinds(TcCpuKernel *k, TcCpuStage *s) {
  MlirAttribute attr = tcCpuAttrOf(s->op, "kinds"),
                one = tcCpuAttrOf(s->op, "kind");
  size_t n = (size_t)mlirOperationGetNumResults(s->op);
  TcCpuKind *kinds = TC_ARENA_ARRAY(k->arena, TcCpuKind, n + 1);
  intptr_t given =
      mlirAttributeIsNull(attr) ? 0 : mlirArrayAttrGetNumElements(attr);
  for (intptr_t i = 0; i < (intptr_t)n; ++i)
    kinds[i] = i < given ? kindOf(mlirArrayAttrGetElement(attr, i))
               : given   ? TC_CPU_CUSTOM
               : s->contract || mlirAttributeIsNull(one) ? TC_CPU_ADD
                                                         : kindOf(one);
  s->kinds = kinds;
}

static void readInits(TcCpuKernel *k, TcCpuStage *s) {
  MlirAttribute attr = tcCpuAttrOf(s->op, "inits");
  if (mlirAttributeIsNull(attr))
    return;
  intptr_t n = mlirArrayAttrGetNumElements(attr);
  s->inits = TC_ARENA_ARRAY(k->arena, MlirAttribute, (size_t)n + 1);
  for (intptr_t i = 0; i < n; ++i)
    s->inits[i] = mlirArrayAttrGetElement(attr, i);
}

static void readRegions(TcCpuStage *s) {
  s->body = mlirRegionGetFirstBlock(mlirOperationGetRegion(s->op, 0));
  if (mlirOperationGetNumRegions(s->op) > 1)
    s->combine = mlirRegionGetFirstBlock(mlirOperationGetRegion(s->op, 1));
}

// Whether some point of the iterators is outside of what is read.
static bool mayMiss(const TcCpuKernel *k, const TcCpuRead *r) {
  for (size_t d = 0; d < r->value->rank; ++d)
    if (!tcCpuProvablyIn(k, r->index[d], r->value->sizes[d]))
      return true;
  return false;
}

static void readReads(TcCpuKernel *k, TcCpuStage *s, intptr_t first) {
  MlirAttribute maps = tcCpuAttrOf(s->op, "maps"),
                fills = tcCpuAttrOf(s->op, "fills");
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(maps); ++i) {
    MlirAttribute fill = mlirArrayAttrGetElement(fills, i);
    TcCpuRead read = {
        .value = tcCpuValueOf(k, mlirOperationGetOperand(s->op, first + i)),
        .index = tcCpuParseDims(k, mlirArrayAttrGetElement(maps, i)),
        .fill = mlirAttributeIsAUnit(fill) ? mlirAttributeGetNull() : fill};
    if (!mayMiss(k, &read))
      read.fill = mlirAttributeGetNull();
    tcVecPush(k->arena, &s->reads, read);
  }
}

// Values that loop.at reads, and symbols that bodies speak of.
typedef struct BodyWalk {
  TcCpuKernel *k;
  TcCpuStage *s;
} BodyWalk;

static MlirWalkResult readBodyOp(MlirOperation op, void *user) {
  BodyWalk *w = user;
  if (tcLoopOpKind(op) == TC_LOOP_AT)
    tcVecPush(w->k->arena, &w->s->gathered,
              tcCpuValueOf(w->k, tcLoopAtGetSelf(op)));
  else if (tcLoopOpKind(op) == TC_LOOP_INDEX)
    tcCpuParse(w->k, tcLoopIndexGetExpr(op));
  else if (tcPrimOpKind(op) == TC_PRIM_SIZE)
    tcCpuParse(w->k, tcPrimSizeGetSize(op));
  return MlirWalkResultAdvance;
}

static void readResults(TcCpuKernel *k, TcCpuStage *s) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(s->op); ++i) {
    TcCpuValue *v = tcCpuAddValue(k, mlirOperationGetResult(s->op, i));
    v->stage = s;
    v->number = (size_t)i;
    tcVecPush(k->arena, &s->results, v);
  }
}

static TcCpuIters readOver(TcCpuKernel *k, MlirOperation op) {
  MlirAttribute over = tcCpuAttrOf(op, "over"),
                along = tcCpuAttrOf(op, "along");
  if (!mlirAttributeIsNull(over))
    return tcCpuFindIters(k, over);
  TcCpuIters one = {0};
  if (!mlirAttributeIsNull(along))
    tcVecPush(k->arena, &one, tcCpuFindIter(k, mlirStringAttrGetValue(along)));
  return one;
}

static void readStage(TcCpuKernel *k, MlirOperation op, TcCpuStageKind kind) {
  TcCpuStage *s = tcCpuKernelAddStage(k, kind);
  s->op = op;
  s->contract = tcLoopOpKind(op) == TC_LOOP_CONTRACT;
  s->ordered = !mlirAttributeIsNull(tcCpuAttrOf(op, "ordered"));
  s->distinct = kind == TC_CPU_SCATTER && tcIsDistinct(op);
  s->ascending = kind == TC_CPU_SCATTER && tcIsAscending(op);
  s->tf32 = s->contract && tcAllowsTf32(op);
  s->atomics = s->contract && tcAllowsAtomics(op);
  for (int i = 0; s->tf32 && i < 2; ++i)
    s->tf32Factors[i] = tcFactorIsTf32(op, i);
  s->exclusive = !mlirAttributeIsNull(tcCpuAttrOf(op, "exclusive"));
  s->reverse = !mlirAttributeIsNull(tcCpuAttrOf(op, "reverse"));
  s->descending = !mlirAttributeIsNull(tcCpuAttrOf(op, "descending"));
  MlirAttribute take = tcCpuAttrOf(op, "take");
  if (!mlirAttributeIsNull(take))
    s->take = tcCpuParse(k, take);
  s->iters = tcCpuFindIters(k, tcCpuAttrOf(op, "iters"));
  s->over = readOver(k, op);
  readReads(k, s, kind == TC_CPU_SCATTER);
  readKinds(k, s);
  readInits(k, s);
  readRegions(s);
  readResults(k, s);
  if (s->contract) {
    tcCpuReadLookups(k, s);
    if (s->body.ptr)
      tcCpuReadSegments(k, s);
  }
  BodyWalk walk = {k, s};
  if (!s->body.ptr)
    return;
  mlirOperationWalk(op, readBodyOp, &walk, MlirWalkPreOrder);
}

//===- Joins and results --------------------------------------------------===//

// Places `value` at `dest`; the operands of a concatenation get parts of it.
static void placeAt(TcCpuKernel *k, MlirValue ir, TcCpuDest dest);

static void placePiece(TcCpuKernel *k, MlirOperation join, intptr_t i,
                       TcCpuDest dest) {
  MlirAttribute at = mlirArrayAttrGetElement(tcCpuAttrOf(join, "offsets"), i);
  size_t rank = k->buffers.data[dest.buffer].rank;
  const TcSize **offsets = tcCpuParseDims(k, at);
  int64_t *steps = TC_ARENA_ARRAY(k->arena, int64_t, rank + 1);
  for (size_t d = 0; d < rank; ++d) {
    int64_t around = dest.steps ? dest.steps[d] : 1;
    steps[d] = around * tcLoopJoinStep(join, (intptr_t)d);
    offsets[d] = tcSizeMul(k->arena, offsets[d], tcSizeConst(k->arena, around));
    if (dest.offsets)
      offsets[d] = tcSizeAdd(k->arena, offsets[d], dest.offsets[d]);
  }
  placeAt(k, mlirOperationGetOperand(join, i),
          (TcCpuDest){dest.buffer, offsets, steps});
}

static bool isJoin(const TcCpuValue *v) { return v->arg < 0 && !v->stage; }

// Whether it is a scatter's result that has its place already, its base's.
static bool isInPlace(const TcCpuValue *v) {
  return v->stage && v->stage->kind == TC_CPU_SCATTER && !v->stage->copied &&
         v->dests.size;
}

static void placeAt(TcCpuKernel *k, MlirValue ir, TcCpuDest dest) {
  TcCpuValue *v = tcCpuValueOf(k, ir);
  bool scatter = v->stage && v->stage->kind == TC_CPU_SCATTER;
  if (isJoin(v)) {
    MlirOperation join = mlirOpResultGetOwner(ir);
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(join); ++i)
      placePiece(k, join, i, dest);
  } else if (isInPlace(v) && v->dests.data[0].buffer == dest.buffer) {
    return;
  } else if (v->arg >= 0 || (scatter && v->dests.size)) {
    v = tcCpuKernelAddCopy(k, v);
  } else if (scatter && v->stage->copied) { // works where that is
    tcVecPush(k->arena, &v->stage->copied->dests, dest);
  }
  tcVecPush(k->arena, &v->dests, dest);
}

static void placeResults(TcCpuKernel *k, MlirOperation yield) {
  for (intptr_t i = 0; i < (intptr_t)k->numResults; ++i) {
    TcCpuDest dest = {(int)(k->args.size + (size_t)i), NULL, NULL};
    placeAt(k, mlirOperationGetOperand(yield, i), dest);
  }
}

// Whether other stages read it.
static bool isRead(MlirValue ir) {
  MlirOpOperand use = mlirValueGetFirstUse(ir);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    TcLoopOpKind kind = tcLoopOpKind(mlirOpOperandGetOwner(use));
    if (kind != TC_LOOP_YIELD && kind != TC_LOOP_JOIN)
      return true;
  }
  return false;
}

static void readJoin(TcCpuKernel *k, MlirOperation op) {
  MlirValue ir = mlirOperationGetResult(op, 0);
  TcCpuValue *v = tcCpuAddValue(k, ir);
  if (isRead(ir))
    placeAt(k, ir, (TcCpuDest){tcCpuKernelAddTemporary(k, v), NULL, NULL});
}

TcCpuValue *tcCpuReadable(TcCpuKernel *k, MlirValue ir) {
  TcCpuValue *v = tcCpuValueOf(k, ir);
  if (isJoin(v) && !v->dests.size) {
    TcCpuDest dest = {tcCpuKernelAddTemporary(k, v), NULL, NULL};
    placeAt(k, ir, dest);
  }
  return v;
}

// Whether a map makes the base of a scatter, once, and nobody else reads it:
// then it is made where the scatter works.
static bool makesForScatter(const TcCpuKernel *k, const TcCpuValue *base,
                            MlirValue ir) {
  const TcCpuStage *s = base->stage;
  MlirOpOperand use = mlirValueGetFirstUse(ir);
  return s && s->kind == TC_CPU_MAP && !s->in && !k->in && !base->dests.size &&
         mlirOpOperandIsNull(mlirOpOperandGetNextUse(use));
}

// The result of the kernel that is this scatter's and has the memory of its
// base (tc.ties), or -1.
static intptr_t tiedResult(const TcCpuKernel *k, MlirOperation op) {
  MlirAttribute attrs = tcCpuAttrOf(k->op, "res_attrs");
  MlirBlock body = mlirRegionGetFirstBlock(tcLoopKernelGetBody(k->op));
  MlirOperation end = mlirBlockGetTerminator(body);
  for (intptr_t i = 0; attrs.ptr && i < mlirOperationGetNumOperands(end); ++i) {
    MlirAttribute tie = mlirDictionaryAttrGetElementByName(
        mlirArrayAttrGetElement(attrs, i), tcStr("tc.ties"));
    if (tie.ptr &&
        mlirValueEqual(mlirOperationGetOperand(end, i),
                       mlirOperationGetResult(op, 0)) &&
        mlirValueEqual(mlirOperationGetOperand(op, 0),
                       mlirBlockGetArgument(
                           body, (intptr_t)mlirIntegerAttrGetValueInt(tie))))
      return i;
  }
  return -1;
}

// Whether a scatter sets each element of its base, so that nobody reads that:
// points that meet nowhere, as many as there are elements.
static bool setsAll(TcCpuKernel *k, MlirOperation op) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, 0));
  const TcSize *points = tcSizeConst(k->arena, 1), *elements = points;
  if (k->in || !tcIsDistinct(op) ||
      !mlirStringRefEqual(tcLoopScatterGetKind(op), tcStr("set")))
    return false;
  TcCpuIters iters = tcCpuFindIters(k, tcCpuAttrOf(op, "iters"));
  points = tcCpuProduct(k->arena, k, &iters);
  for (intptr_t d = 0; d < tcTypeGetRank(type); ++d)
    elements =
        tcSizeMul(k->arena, elements, tcCpuParse(k, tcTypeGetSize(type, d)));
  return tcSizeEqual(points, elements);
}

// Whether a map only makes what a scatter sets each element of.
static bool isOverwritten(TcCpuKernel *k, MlirOperation op) {
  MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(op, 0));
  if (mlirOperationGetNumResults(op) != 1 || mlirOpOperandIsNull(use) ||
      !mlirOpOperandIsNull(mlirOpOperandGetNextUse(use)))
    return false;
  MlirOperation scatter = mlirOpOperandGetOwner(use);
  return tcLoopOpKind(scatter) == TC_LOOP_SCATTER &&
         mlirOpOperandGetOperandNumber(use) == 0 && setsAll(k, scatter);
}

static TcCpuValue *copyOfBase(TcCpuKernel *k, MlirOperation op) {
  MlirValue ir = mlirOperationGetOperand(op, 0);
  TcCpuValue *base = tcCpuValueOf(k, ir);
  return makesForScatter(k, base, ir) ? base : tcCpuKernelAddCopy(k, base);
}

static void readScatter(TcCpuKernel *k, MlirOperation op) {
  intptr_t tied = tiedResult(k, op);
  bool asks = tied < 0 && !setsAll(k, op); // for what is in its base
  TcCpuValue *copied = asks ? copyOfBase(k, op) : NULL;
  readStage(k, op, TC_CPU_SCATTER);
  TcCpuStage *s = tcVecLast(&k->stages);
  s->copied = copied;
  if (tied >= 0) {
    TcCpuDest dest = {(int)(k->args.size + (size_t)tied), NULL, NULL};
    tcVecPush(k->arena, &s->results.data[0]->dests, dest);
  }
}

//===- Kernels ------------------------------------------------------------===//

MlirLogicalResult tcCpuReadOp(TcCpuKernel *k, MlirOperation op) {
  switch (tcLoopOpKind(op)) {
  case TC_LOOP_MAP:
    if (!isOverwritten(k, op))
      readStage(k, op, TC_CPU_MAP);
    break;
  case TC_LOOP_REDUCE:
  case TC_LOOP_CONTRACT:
    readStage(k, op, TC_CPU_REDUCE);
    break;
  case TC_LOOP_SCAN:
    readStage(k, op, TC_CPU_SCAN);
    break;
  case TC_LOOP_SCATTER:
    readScatter(k, op);
    break;
  case TC_LOOP_SORT:
    readStage(k, op, TC_CPU_SORT);
    break;
  case TC_LOOP_JOIN:
    readJoin(k, op);
    break;
  case TC_LOOP_FOR:
    return tcCpuReadFor(k, op);
  case TC_LOOP_YIELD:
    placeResults(k, op);
    break;
  default:
    return tcOpEmitError(op, "[TC-0601] loop-to-cpu has no code for this "
                             "stage; keep it out of kernels");
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult tcCpuKernelRead(TcArena *arena, MlirOperation op,
                                  TcCpuKernel *k) {
  *k = (TcCpuKernel){.arena = arena, .op = op};
  k->ctx = mlirOperationGetContext(op);
  k->values.arena = arena;
  MlirStringRef name = tcLoopKernelGetSymName(op);
  k->name = tcArenaCopyText(arena, name.data, name.length);
  MlirBlock block = mlirRegionGetFirstBlock(tcLoopKernelGetBody(op));
  tcCpuReadIters(k);
  tcCpuReadBuffers(k);
  tcCpuReadArgs(k, block);
  MlirOperation stage = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(stage);
       stage = mlirOperationGetNextInBlock(stage))
    if (mlirLogicalResultIsFailure(tcCpuReadOp(k, stage)))
      return mlirLogicalResultFailure();
  tcCpuReadStream(k);
  return mlirLogicalResultSuccess();
}
