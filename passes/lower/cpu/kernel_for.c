// Reads loop.for. Its stages become stages of the kernel that know the loop
// around them; carried values become copies: into them before the loop and at
// the end of each iteration, out of them after the loop, and of stacked values
// into the stack. Copies run over the iterators of the copied value, so that
// they share nests with its producer, and tasks with the whole loop.
#include "passes/lower/cpu/kernel_impl.h"

#include "tc/gen/LoopOps.h"

typedef struct For {
  TcCpuKernel *k;
  MlirOperation op, yield;
  TcCpuFor *loop;
  const TcCpuFor *unit; // the outermost loop
  intptr_t numCarried;
  TcCpuStage **inits;
  TcCpuValue **carried;
} For;

//===- Copies -------------------------------------------------------------===//

static bool goesOver(const TcCpuFor *loop, int iter) {
  for (; loop; loop = loop->around)
    if (loop->iter == iter)
      return true;
  return false;
}

// Whether the iterators of the stage that makes `v` are its dimensions.
static bool hasOwnIters(const For *f, const TcCpuValue *v) {
  if (!v->stage || v->stage->kind == TC_CPU_SCATTER ||
      v->stage->iters.size != v->rank)
    return false;
  for (size_t d = 0; d < v->rank; ++d) {
    int iter = v->stage->iters.data[d];
    if (goesOver(f->loop, iter) ||
        !tcSizeEqual(f->k->iters.data[iter].extent, v->sizes[d]))
      return false;
  }
  return true;
}

static TcCpuIters itersOf(const For *f, const TcCpuValue *v) {
  if (hasOwnIters(f, v))
    return v->stage->iters;
  TcCpuIters iters = {0};
  for (size_t d = 0; d < v->rank; ++d)
    tcVecPush(f->k->arena, &iters,
              tcCpuKernelAddIter(f->k, "copy", v->sizes[d]));
  return iters;
}

static void readAt(const For *f, TcCpuStage *s, TcCpuValue *v,
                   const TcCpuIters *iters) {
  const TcSize **index =
      TC_ARENA_ARRAY(f->k->arena, const TcSize *, iters->size + 1);
  for (size_t d = 0; d < iters->size; ++d)
    index[d] = f->k->iters.data[iters->data[d]].symbol;
  TcCpuRead read = {.value = v, .index = index};
  tcVecPush(f->k->arena, &s->reads, read);
}

static void makes(const For *f, TcCpuStage *s, TcCpuValue *v) {
  v->stage = s;
  v->number = s->results.size;
  tcVecPush(f->k->arena, &s->results, v);
}

static TcCpuStage *addMap(const For *f, TcCpuIters iters) {
  TcCpuStage *s = tcCpuKernelAddStage(f->k, TC_CPU_MAP);
  s->iters = iters;
  return s;
}

//===- The parts of a loop ------------------------------------------------===//

static void openCarried(For *f, MlirBlock body) {
  size_t n = (size_t)f->numCarried;
  f->inits = TC_ARENA_ARRAY(f->k->arena, TcCpuStage *, n + 1);
  f->carried = TC_ARENA_ARRAY(f->k->arena, TcCpuValue *, n + 1);
  for (intptr_t i = 0; i < f->numCarried; ++i) {
    f->inits[i] = addMap(f, (TcCpuIters){0});
    f->inits[i]->unit = f->unit;
    f->carried[i] = tcCpuAddValue(f->k, mlirBlockGetArgument(body, i));
    makes(f, f->inits[i], f->carried[i]);
  }
}

static bool isCarried(const For *f, const TcCpuValue *v) {
  for (intptr_t i = 0; i < f->numCarried; ++i)
    if (f->carried[i] == v)
      return true;
  return false;
}

// The value for the next iteration. A carried value that becomes another one
// must be saved before that is overwritten.
static TcCpuValue *nextOf(For *f, intptr_t i) {
  TcCpuValue *v = tcCpuReadable(f->k, mlirOperationGetOperand(f->yield, i));
  return isCarried(f, v) && v != f->carried[i] ? tcCpuKernelAddCopy(f->k, v)
                                               : v;
}

static void stack(For *f, intptr_t i) {
  TcCpuValue *v = tcCpuReadable(f->k, mlirOperationGetOperand(f->yield, i));
  TcCpuIters inner = itersOf(f, v), iters = {0};
  tcVecPush(f->k->arena, &iters, f->loop->iter);
  for (size_t d = 0; d < inner.size; ++d)
    tcVecPush(f->k->arena, &iters, inner.data[d]);
  TcCpuStage *s = addMap(f, iters);
  readAt(f, s, v, &inner);
  makes(f, s, tcCpuAddValue(f->k, mlirOperationGetResult(f->op, i)));
}

// The copies of carried value i before the loop and at the end of an iteration.
static void carry(For *f, intptr_t i, TcCpuValue *next) {
  TcCpuIters iters = itersOf(f, next);
  f->inits[i]->iters = iters;
  readAt(f, f->inits[i], tcCpuReadable(f->k, tcLoopForGetInit(f->op, i)),
         &iters);
  TcCpuStage *s = addMap(f, iters);
  readAt(f, s, next, &iters);
  s->update = true;
  TcCpuValue *v = tcCpuStageAddResult(f->k, s, f->carried[i]->element, &iters);
  v->carried = f->carried[i];
}

// Behind a loop over blocks the carried value is read where it lies, if stages
// alone read it.
static bool isReadInPlace(const For *f, MlirValue result) {
  if (f->loop->around ||
      mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
          f->k->op, tcStr("loop.stream"))))
    return false;
  MlirOpOperand use = mlirValueGetFirstUse(result);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    TcLoopOpKind kind = tcLoopOpKind(mlirOpOperandGetOwner(use));
    if (kind != TC_LOOP_MAP && kind != TC_LOOP_REDUCE)
      return false;
  }
  return true;
}

static void copyOut(For *f, intptr_t i) {
  MlirValue result = mlirOperationGetResult(f->op, i);
  if (isReadInPlace(f, result)) {
    tcMapSet(&f->k->values, result.ptr, f->carried[i]);
    return;
  }
  TcCpuStage *s = addMap(f, f->inits[i]->iters);
  readAt(f, s, f->carried[i], &s->iters);
  makes(f, s, tcCpuAddValue(f->k, result));
}

static void close(For *f) {
  TcCpuKernel *k = f->k;
  TcCpuValue **next =
      TC_ARENA_ARRAY(k->arena, TcCpuValue *, (size_t)f->numCarried + 1);
  for (intptr_t i = 0; i < f->numCarried; ++i)
    next[i] = nextOf(f, i);
  for (intptr_t i = f->numCarried; i < mlirOperationGetNumResults(f->op); ++i)
    stack(f, i);
  for (intptr_t i = 0; i < f->numCarried; ++i)
    carry(f, i, next[i]);
  k->in = f->loop->around;
  for (intptr_t i = 0; i < f->numCarried; ++i)
    copyOut(f, i);
}

MlirLogicalResult tcCpuReadFor(TcCpuKernel *k, MlirOperation op) {
  MlirBlock body = mlirRegionGetFirstBlock(tcLoopForGetBody(op));
  For f = {.k = k, .op = op, .numCarried = tcLoopForGetNumInit(op)};
  f.loop = TC_ARENA_NEW(k->arena, TcCpuFor);
  f.loop->iter = tcCpuFindIter(k, tcLoopForGetIter(op));
  f.loop->around = k->in;
  f.unit = f.loop;
  while (f.unit->around)
    f.unit = f.unit->around;
  openCarried(&f, body);
  k->in = f.loop;
  f.yield = mlirBlockGetTerminator(body);
  MlirOperation stage = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationEqual(stage, f.yield);
       stage = mlirOperationGetNextInBlock(stage))
    if (mlirLogicalResultIsFailure(tcCpuReadOp(k, stage)))
      return mlirLogicalResultFailure();
  close(&f);
  return mlirLogicalResultSuccess();
}
