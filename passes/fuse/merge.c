// Merges two launches into one. See fuse.h.
#include "passes/fuse/fuse.h"

#include "lib/ir/attrs.h"
#include "lib/ir/shim.h"
#include "lib/ir/sizes.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <string.h>

//===- Alignment ----------------------------------------------------------===//

static MlirValue yielded(MlirOperation kernel, intptr_t r) {
  MlirOperation yield = mlirBlockGetTerminator(tcKernelBody(kernel));
  return mlirOperationGetOperand(yield, r);
}

static bool holds(const TcAttrVec *v, MlirAttribute a) {
  for (size_t i = 0; i < v->size; ++i)
    if (mlirAttributeEqual(v->data[i], a))
      return true;
  return false;
}

// The iterator that an index is, if it runs over the whole dimension.
static bool indexIter(MlirOperation kernel, MlirAttribute index,
                      MlirAttribute size, MlirAttribute *iter) {
  MlirStringRef name;
  if (tcSizeAttrIsValue(size, 1) && tcSizeAttrIsValue(index, 0)) {
    *iter = mlirAttributeGetNull();
    return true;
  }
  if (!tcSizeAttrIsSymbol(index, &name))
    return false;
  *iter = mlirStringAttrGet(mlirOperationGetContext(kernel), name);
  return tcSizeAttrEqual(tcExtentOf(kernel, *iter), size);
}

static bool alignRead(TcFuse *f, MlirOperation kernel, MlirOperation stage,
                      intptr_t input, TcAttrVec *iters) {
  MlirAttribute map = tcInputMap(stage, input);
  MlirType type = mlirValueGetType(tcInput(stage, input));
  for (intptr_t d = 0; d < tcDimsAttrGetNumDims(map); ++d) {
    MlirAttribute iter;
    if (!indexIter(kernel, tcDimsAttrGetDim(map, d),
                   tcTensorTypeGetSize(type, d), &iter))
      return false;
    if (!mlirAttributeIsNull(iter) && holds(iters, iter))
      return false;
    tcVecPush(&f->arena, iters, iter);
  }
  return true;
}

static bool sameIters(const TcAttrVec *a, const TcAttrVec *b) {
  for (size_t i = 0; i < a->size; ++i)
    if (!mlirAttributeEqual(a->data[i], b->data[i]))
      return false;
  return true;
}

// How the kernel reads one of its arguments, if all its reads are alike.
static TcAlignment alignArgument(TcFuse *f, MlirOperation kernel,
                                 MlirValue arg) {
  TcAlignment all = {0};
  MlirOpOperand use = mlirValueGetFirstUse(arg);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation stage = mlirOpOperandGetOwner(use);
    intptr_t input = (intptr_t)mlirOpOperandGetOperandNumber(use);
    TcAttrVec iters = {0};
    bool isStage = !mlirAttributeIsNull(tcAttrOf(stage, "maps"));
    input -= isStage ? tcFirstInput(stage) : 0;
    if (!isStage || input < 0 || tcInputMayMiss(stage, input) ||
        !alignRead(f, kernel, stage, input, &iters) ||
        (all.aligned && !sameIters(&all.iters, &iters)))
      return (TcAlignment){0};
    all = (TcAlignment){true, iters};
  }
  return all;
}

TcAlignment tcAlign(TcFuse *f, MlirOperation producer, intptr_t r,
                    MlirOperation consumer) {
  MlirOperation kernel = tcLaunchedKernel(f, consumer);
  MlirValue v = mlirOperationGetResult(producer, r);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(consumer); ++i)
    if (mlirValueEqual(mlirOperationGetOperand(consumer, i), v))
      return alignArgument(f, kernel,
                           mlirBlockGetArgument(tcKernelBody(kernel), i));
  return (TcAlignment){0};
}

//===- Names of iterators -------------------------------------------------===//

typedef struct Merge {
  TcFuse *f;
  MlirOperation a, b;   // launches, producer and consumer
  MlirOperation ka, kb; // their kernels; ka is a copy of its own
  TcMap names;          // iterators of ka -> iterators of the merged kernel
  TcAttrVec taken;      // iterators of kb that have got one of ka
  unsigned next;        // number of the next new name
  MlirAttribute iters, extents; // of ka, renamed
} Merge;

static void bind(Merge *m, MlirAttribute from, MlirAttribute to) {
  tcBindingsSet(&m->names, mlirStringAttrGetValue(from), tcIterExpr(to));
  tcVecPush(&m->f->arena, &m->taken, to);
}

static bool isBound(const Merge *m, MlirAttribute iter) {
  return !mlirAttributeIsNull(
      tcBindingsGet(&m->names, mlirStringAttrGetValue(iter)));
}

// Binds the iterators of ka's result r to those at which kb reads it.
static void bindResult(Merge *m, intptr_t r) {
  TcAlignment al = tcAlign(m->f, m->a, r, m->b);
  MlirOperation stage = tcDefiningOp(yielded(m->ka, r));
  if (!al.aligned || mlirOperationIsNull(stage) ||
      mlirAttributeIsNull(tcAttrOf(stage, "maps")) ||
      tcIsA(stage, "loop.scatter"))
    return;
  MlirAttribute iters = tcAttrOf(stage, "iters");
  for (size_t d = 0; d < al.iters.size; ++d) {
    MlirAttribute from = mlirArrayAttrGetElement(iters, (intptr_t)d);
    MlirAttribute to = al.iters.data[d];
    if (!mlirAttributeIsNull(to) && !isBound(m, from) &&
        !holds(&m->taken, to) &&
        tcSizeAttrEqual(tcExtentOf(m->ka, from), tcExtentOf(m->kb, to)))
      bind(m, from, to);
  }
}

// An iterator of kb with that extent to which no iterator of ka is bound yet.
static MlirAttribute sameExtent(Merge *m, MlirAttribute extent) {
  MlirAttribute iters = tcAttrOf(m->kb, "iters");
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(iters, i);
    if (!holds(&m->taken, iter) &&
        tcSizeAttrEqual(tcExtentOf(m->kb, iter), extent))
      return iter;
  }
  return mlirAttributeGetNull();
}

static bool namesIter(MlirOperation kernel, MlirAttribute iter) {
  return tcNames(tcAttrOf(kernel, "iters"), iter);
}

static MlirAttribute newName(Merge *m) {
  MlirAttribute name;
  do {
    const char *text = tcArenaPrintf(&m->f->arena, "d%u", m->next++);
    name = mlirStringAttrGet(m->f->ctx, mlirStringRefCreateFromCString(text));
  } while (namesIter(m->kb, name));
  return name;
}

// Both kernels read one value: binds the iterators with which they read the
// same dimension.
static void bindShared(Merge *m, intptr_t i, intptr_t k) {
  MlirBlock a = tcKernelBody(m->ka), b = tcKernelBody(m->kb);
  TcAlignment mine = alignArgument(m->f, m->ka, mlirBlockGetArgument(a, i));
  TcAlignment theirs = alignArgument(m->f, m->kb, mlirBlockGetArgument(b, k));
  if (!mine.aligned || !theirs.aligned)
    return;
  for (size_t d = 0; d < mine.iters.size; ++d) {
    MlirAttribute from = mine.iters.data[d], to = theirs.iters.data[d];
    if (!mlirAttributeIsNull(from) && !mlirAttributeIsNull(to) &&
        !isBound(m, from) && !holds(&m->taken, to))
      bind(m, from, to);
  }
}

static void nameIters(Merge *m) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(m->a); ++r)
    bindResult(m, r);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(m->a); ++i)
    for (intptr_t k = 0; k < mlirOperationGetNumOperands(m->b); ++k)
      if (mlirValueEqual(mlirOperationGetOperand(m->a, i),
                         mlirOperationGetOperand(m->b, k)))
        bindShared(m, i, k);
  MlirAttribute iters = tcAttrOf(m->ka, "iters");
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(iters, i);
    if (isBound(m, iter))
      continue;
    MlirAttribute to = sameExtent(m, tcExtentOf(m->ka, iter));
    bind(m, iter, mlirAttributeIsNull(to) ? newName(m) : to);
  }
  m->extents = tcAttrOf(m->ka, "extents");
  tcRenameIters(&m->f->arena, m->ka, &m->names);
  m->iters = tcAttrOf(m->ka, "iters");
}

//===- Moving stages ------------------------------------------------------===//

// kb's argument for an operand, made if need be.
static MlirValue argumentFor(Merge *m, TcValueVec *operands, MlirValue v) {
  MlirBlock body = tcKernelBody(m->kb);
  for (size_t i = 0; i < operands->size; ++i)
    if (mlirValueEqual(operands->data[i], v))
      return mlirBlockGetArgument(body, (intptr_t)i);
  tcVecPush(&m->f->arena, operands, v);
  return mlirBlockAddArgument(body, mlirValueGetType(v),
                              mlirOperationGetLocation(m->b));
}

static void connectArguments(Merge *m, TcValueVec *operands) {
  MlirBlock body = tcKernelBody(m->ka);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(m->a); ++i)
    mlirValueReplaceAllUsesOfWith(
        mlirBlockGetArgument(body, i),
        argumentFor(m, operands, mlirOperationGetOperand(m->a, i)));
}

static void moveStages(Merge *m) {
  MlirBlock to = tcKernelBody(m->kb);
  MlirOperation before = mlirBlockGetFirstOperation(to);
  MlirOperation stage = tcFirstStage(m->ka);
  while (!mlirOperationIsNull(stage)) {
    MlirOperation next = tcNextStage(stage);
    mlirOperationRemoveFromParent(stage);
    mlirBlockInsertOwnedOperationBefore(to, before, stage);
    stage = next;
  }
}

// Arguments of kb that are results of a become the values themselves.
static void connectResults(Merge *m, TcValueVec *operands) {
  MlirBlock body = tcKernelBody(m->kb);
  for (intptr_t i = (intptr_t)operands->size - 1; i >= 0; --i) {
    MlirValue v = operands->data[i];
    if (!mlirOperationEqual(tcDefiningOp(v), m->a))
      continue;
    MlirValue inside = yielded(m->ka, mlirOpResultGetResultNumber(v));
    mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(body, i), inside);
    mlirBlockEraseArgument(body, (unsigned)i);
    memmove(&operands->data[i], &operands->data[i + 1],
            (operands->size - (size_t)i - 1) * sizeof(MlirValue));
    --operands->size;
  }
}

static bool usedBesides(MlirValue v, MlirOperation user) {
  MlirOpOperand use = mlirValueGetFirstUse(v);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (!mlirOperationEqual(mlirOpOperandGetOwner(use), user))
      return true;
  return false;
}

// Yields the results of a that others read, too; returns these.
static TcValueVec extraResults(Merge *m) {
  TcValueVec extra = {0}, yields = {0};
  MlirOperation yield = mlirBlockGetTerminator(tcKernelBody(m->kb));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(yield); ++i)
    tcVecPush(&m->f->arena, &yields, mlirOperationGetOperand(yield, i));
  for (intptr_t r = 0; r < mlirOperationGetNumResults(m->a); ++r) {
    MlirValue v = mlirOperationGetResult(m->a, r);
    if (!usedBesides(v, m->b))
      continue;
    tcVecPush(&m->f->arena, &extra, v);
    tcVecPush(&m->f->arena, &yields, yielded(m->ka, r));
  }
  mlirOperationSetOperands(yield, (intptr_t)yields.size, yields.data);
  return extra;
}

//===- Maps behind a product ----------------------------------------------===//

// The stage that the op is, or that it stands in the body of.
static MlirOperation stageAt(MlirOperation kernel, MlirOperation op) {
  MlirOperation above = mlirOperationGetParentOperation(op);
  while (!mlirOperationEqual(above, kernel)) {
    op = above;
    above = mlirOperationGetParentOperation(op);
  }
  return op;
}

static bool isReadByAny(MlirOperation kernel, MlirOperation stage,
                        const TcMap *stages) {
  MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(stage, 0));
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (tcMapGet(stages, stageAt(kernel, mlirOpOperandGetOwner(use)).ptr))
      return true;
  return false;
}

// Maps that neither a product reads nor what stays in front of it stand behind
// it: they are of its epilogue, whose stages find them in registers.
static void sinkMaps(TcFuse *f, MlirOperation kernel) {
  MlirOperation contract = tcFuseOnlyContract(kernel), before;
  if (mlirOperationIsNull(contract))
    return;
  TcMap front = {.arena = &f->arena};
  tcMapSet(&front, contract.ptr, contract.ptr);
  for (MlirOperation s = tcOpGetPrev(contract); !mlirOperationIsNull(s);
       s = before) {
    before = tcOpGetPrev(s);
    if (tcIsA(s, "loop.map") && mlirOperationGetNumResults(s) == 1 &&
        !isReadByAny(kernel, s, &front))
      mlirOperationMoveAfter(s, contract);
    else
      tcMapSet(&front, s.ptr, s.ptr);
  }
}

//===- The new launch -----------------------------------------------------===//

static MlirOperation relaunch(Merge *m, const TcValueVec *operands,
                              const TcValueVec *extra) {
  TcTypeVec types = {0};
  intptr_t n = mlirOperationGetNumResults(m->b);
  for (intptr_t i = 0; i < n; ++i)
    tcVecPush(&m->f->arena, &types,
              mlirValueGetType(mlirOperationGetResult(m->b, i)));
  for (size_t i = 0; i < extra->size; ++i)
    tcVecPush(&m->f->arena, &types, mlirValueGetType(extra->data[i]));
  MlirOperation launch = tcFuseRelaunch(m->f, m->b, operands, &types);
  for (intptr_t i = 0; i < n; ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(m->b, i),
                                  mlirOperationGetResult(launch, i));
  mlirOperationDestroy(m->b);
  for (size_t i = 0; i < extra->size; ++i)
    mlirValueReplaceAllUsesOfWith(
        extra->data[i], mlirOperationGetResult(launch, n + (intptr_t)i));
  return launch;
}

MlirOperation tcMergeLaunches(TcFuse *f, MlirOperation producer,
                              MlirOperation consumer, bool keep) {
  Merge m = {.f = f, .a = producer, .b = consumer};
  m.kb = tcLaunchedKernel(f, consumer);
  m.ka = tcLaunchedKernel(f, producer);
  if (keep)
    m.ka = mlirOperationClone(m.ka);
  else
    mlirOperationRemoveFromParent(m.ka);
  m.names.arena = &f->arena;
  nameIters(&m);
  TcValueVec operands = {0}, extra = {0};
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(consumer); ++i)
    tcVecPush(&f->arena, &operands, mlirOperationGetOperand(consumer, i));
  connectArguments(&m, &operands);
  moveStages(&m);
  if (!keep)
    extra = extraResults(&m);
  connectResults(&m, &operands);
  tcUpdateKernel(&f->arena, m.kb, m.iters, m.extents);
  mlirOperationDestroy(m.ka);
  MlirOperation launch = relaunch(&m, &operands, &extra);
  if (!keep)
    mlirOperationDestroy(producer);
  tcSimplifyKernel(f, m.kb);
  sinkMaps(f, m.kb);
  return launch;
}
