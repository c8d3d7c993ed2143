// Implements tc/judge.h and judge_launch.h: compares each launch of a running
// program with its kernel evaluated on the same bytes, and each operand with
// the bytes that earlier launches wrote.
#include "tc/judge.h"

#include "driver/interpret.h"
#include "driver/judge_choose.h"
#include "driver/judge_launch.h"
#include "driver/judge_save.h"
#include "driver/judge_stream.h"
#include "driver/session.h"
#include "interp/machine.h"
#include "ir/attrs.h"
#include "ir/collect.h"
#include "ir/sizes.h"
#include "passes/plan/plan.h"
#include "target/units.h"
#include "tc/gen/LoopOps.h"
#include "yardstick/compare.h"
#include "yardstick/yardstick.h"

#include <string.h>

typedef struct Judge {
  TcArena arena;
  TcMachine machine;
  MlirOperation module;
  TcLaunchStream *stream; // or one launch:
  const TcLaunchRead *before, *after;
  const TcTarget *target;
  int64_t most;           // points of its kernel
  TcMap hashes;           // value, or name of a weight -> hash of its bytes + 1
  TcMap names;            // of weights
  TcMap launches;         // number + 1 -> op
  MlirOperation funcs[2]; // @main, @prepare
  TcYardRules rules;
  char **symbols;
  uint32_t numSymbols;
  TcJudgement *out;
  TcMap left; // launches that are not evaluated
  TcJudgeOptions options;
} Judge;

//===- The plan -----------------------------------------------------------===//

// As passes/describe/describe.c numbers them.
static MlirWalkResult collectLaunch(MlirOperation op, void *self) {
  Judge *j = self;
  if (tcLoopOpKind(op) == TC_LOOP_LAUNCH)
    (void)tcMapSet(&j->launches, (void *)(j->launches.size + 1), op.ptr);
  return MlirWalkResultAdvance;
}

static TcStatus malformed(const char *what) {
  return tcStatusMake(TC_ERROR_JUDGE_STREAM,
                      "the launches are not those of this plan: %s", what);
}

//===- Bytes to values ----------------------------------------------------===//

typedef struct Side {
  TcFrame *frame; // of the kernel
  MlirOperation kernel;
  const char *attrs; // "arg_attrs", "res_attrs"
} Side;

static MlirAttribute layoutOf(const Side *side, intptr_t i) {
  MlirAttribute all = mlirOperationGetInherentAttributeByName(
      side->kernel, mlirStringRefCreateFromCString(side->attrs));
  if (mlirAttributeIsNull(all))
    return all;
  return tcDictGet(mlirArrayAttrGetElement(all, i), "tc.layout");
}

static TcStatus stridesOf(const Side *side, MlirAttribute layout, unsigned rank,
                          const int64_t *sizes, int64_t *strides) {
  tcDenseStrides(rank, sizes, strides);
  if (mlirAttributeIsNull(layout) || !tcAttrIsALayout(layout))
    return TC_OK;
  int64_t stride = 1;
  for (intptr_t k = rank; k-- > 0;)
    if (tcLayoutAttrIsStrided(layout)) {
      TC_RETURN_IF_ERROR(tcEvalSize(
          side->frame, tcLayoutAttrGetStride(layout, k), &strides[k]));
    } else {
      int64_t dim = tcLayoutAttrGetOrder(layout, k);
      strides[dim] = stride;
      stride *= sizes[dim];
    }
  return TC_OK;
}

// Bytes from the lowest element of a tensor to behind the highest; `first` is
// where the one at index 0 lies.
static int64_t extentOf(unsigned rank, const int64_t *sizes,
                        const int64_t *strides, TcDType dtype, int64_t *first) {
  int64_t low = 0, end = 1, size = (int64_t)tcDTypeSize(dtype);
  *first = 0;
  for (unsigned d = 0; d < rank; ++d) {
    if (sizes[d] == 0)
      return 0;
    int64_t last = (sizes[d] - 1) * strides[d];
    *(last < 0 ? &low : &end) += last;
  }
  *first = -low * size;
  return (end - low) * size;
}

static TcStatus readValue(TcYardPool *pool, const Side *side, intptr_t i,
                          MlirType type, const TcLaunchBytes *bytes,
                          TcBounded **out) {
  int64_t sizes[TC_MAX_RANK], strides[TC_MAX_RANK];
  unsigned rank = (unsigned)tcTypeGetRank(type);
  TcDType dtype = tcTypeGetDType(tcTypeGetElement(type));
  TC_RETURN_IF_ERROR(tcEvalSizes(side->frame, type, sizes));
  TC_RETURN_IF_ERROR(stridesOf(side, layoutOf(side, i), rank, sizes, strides));
  int64_t first, extent = extentOf(rank, sizes, strides, dtype, &first);
  if (extent > (int64_t)bytes->size)
    return malformed("a buffer is smaller than its value");
  return tcBoundedRead(pool, dtype, rank, sizes, strides,
                       (const char *)bytes->data + first, out);
}

//===- What is where ------------------------------------------------------===//

static const void *keyOf(Judge *j, MlirValue value) {
  MlirValue root = tcPlanRoot(value);
  if (!mlirValueIsAOpResult(root))
    return root.ptr;
  MlirOperation op = mlirOpResultGetOwner(root);
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  if (!mlirStringRefEqual(name,
                          mlirStringRefCreateFromCString("prim.get_weight")))
    return root.ptr;
  MlirStringRef weight =
      mlirFlatSymbolRefAttrGetValue(mlirOperationGetInherentAttributeByName(
          op, mlirStringRefCreateFromCString("name")));
  if (!tcMapGetTextN(&j->names, weight.data, weight.length))
    (void)tcMapSetTextN(&j->names, weight.data, weight.length,
                        tcArenaAlloc(&j->arena, 1, 1));
  return tcMapGetTextN(&j->names, weight.data, weight.length);
}

// Whether a value belongs to a function of a loop, whose operands differ from
// iteration to iteration.
static bool isOfLoop(const Judge *j, MlirValue value) {
  MlirValue root = tcPlanRoot(value);
  if (!mlirValueIsABlockArgument(root))
    return false;
  MlirOperation func =
      mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(root));
  return func.ptr != j->funcs[0].ptr && func.ptr != j->funcs[1].ptr;
}

// Records a hash of the value's bytes, or compares with the recorded one.
static bool isAsLeft(Judge *j, MlirValue value, const TcLaunchBytes *bytes,
                     bool isNew) {
  if (isOfLoop(j, value))
    return true;
  const void *key = keyOf(j, value);
  uintptr_t hash = (uintptr_t)(tcHashBytes(bytes->data, bytes->size, 1) | 1);
  uintptr_t known = (uintptr_t)tcMapGet(&j->hashes, key);
  if (known && !isNew)
    return known == hash;
  (void)tcMapSet(&j->hashes, key, (void *)hash);
  return true;
}

// The weight under whose name @main reads result i of @prepare.
static MlirAttribute tieOf(MlirOperation func, intptr_t i) {
  MlirAttribute all = mlirOperationGetInherentAttributeByName(
      func, mlirStringRefCreateFromCString("res_attrs"));
  return mlirAttributeIsNull(all)
             ? all
             : tcDictGet(mlirArrayAttrGetElement(all, i), "tc.ties");
}

static void notePrepared(Judge *j) {
  MlirOperation func = j->funcs[1];
  if (mlirOperationIsNull(func))
    return;
  MlirOperation end = mlirBlockGetTerminator(
      mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0)));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(end); ++i) {
    MlirAttribute tie = tieOf(func, i);
    const void *from = keyOf(j, mlirOperationGetOperand(end, i));
    void *hash = tcMapGet(&j->hashes, from);
    if (!hash || mlirAttributeIsNull(tie) ||
        !mlirAttributeIsAFlatSymbolRef(tie))
      continue;
    MlirStringRef name = mlirFlatSymbolRefAttrGetValue(tie);
    void *key = tcArenaAlloc(&j->arena, 1, 1);
    (void)tcMapSetTextN(&j->names, name.data, name.length, key);
    (void)tcMapSet(&j->hashes, key, hash);
  }
}

//===- Launches -----------------------------------------------------------===//

typedef struct Launch {
  Judge *judge;
  MlirOperation op, kernel;
  TcFrame caller, frame;
  TcYardPool pool;
  TcBounded **inputs, **results, **got;
} Launch;

static TcStatus wrong(Launch *l, intptr_t i, const TcVerdict *v) {
  Judge *j = l->judge;
  MlirStringRef name = tcLoopLaunchGetKernel(l->op);
  ++j->out->wrongLaunches;
  if (j->out->text[0])
    return TC_OK;
  snprintf(j->out->text, sizeof j->out->text,
           "%.*s: result %d: %lld of %lld elements are wrong; element %lld "
           "is %.9g, not %.9g (off by %.3g, bound %.3g)",
           (int)name.length, name.data, (int)i, (long long)v->wrong,
           (long long)v->elements, (long long)v->index, v->got, v->want,
           fabs(v->got - v->want), v->bound);
  return TC_OK;
}

static TcStatus misplaced(Launch *l, intptr_t i) {
  MlirStringRef name = tcLoopLaunchGetKernel(l->op);
  ++l->judge->out->wrongLaunches;
  if (!l->judge->out->text[0])
    snprintf(l->judge->out->text, sizeof l->judge->out->text,
             "%.*s: operand %d is not what was written there: two values share "
             "memory, or the launch reads another buffer",
             (int)name.length, name.data, (int)i);
  return TC_OK;
}

static TcStatus readResult(Launch *l, intptr_t i, const TcLaunchBytes *bytes) {
  Side side = {&l->frame, l->kernel, "res_attrs"};
  MlirType type =
      mlirFunctionTypeGetResult(tcLoopKernelGetFunctionType(l->kernel), i);
  return readValue(&l->pool, &side, i, type, bytes, &l->got[i]);
}

static TcStatus compareResult(Launch *l, intptr_t i,
                              const TcLaunchBytes *bytes) {
  TcVerdict verdict = {0};
  if (!tcYardCompare(l->results[i], l->got[i], &verdict))
    return malformed("a result has another shape");
  TcJudgement *out = l->judge->out;
  out->elements += verdict.elements;
  out->undecided += verdict.undecided;
  out->worst = fmax(out->worst, verdict.worst);
  (void)isAsLeft(l->judge, mlirOperationGetResult(l->op, i), bytes, true);
  return verdict.wrong ? wrong(l, i, &verdict) : TC_OK;
}

static TcStatus readOperands(Launch *l, const TcLaunchRead *before) {
  Side side = {&l->frame, l->kernel, "arg_attrs"};
  MlirType type = tcLoopKernelGetFunctionType(l->kernel);
  for (uint32_t i = 0; i < before->numBuffers; ++i) {
    MlirValue value = mlirOperationGetOperand(l->op, i);
    if (!isAsLeft(l->judge, value, &before->buffers[i], false))
      TC_RETURN_IF_ERROR(misplaced(l, i));
    TC_RETURN_IF_ERROR(readValue(&l->pool, &side, i,
                                 mlirFunctionTypeGetInput(type, i),
                                 &before->buffers[i], &l->inputs[i]));
  }
  return TC_OK;
}

// The sizes of the function, as the run had them.
static TcStatus bindSizes(Launch *l, const TcLaunchRead *before) {
  Judge *j = l->judge;
  MlirContext ctx = j->machine.ctx;
  if (before->numSymbols != j->numSymbols)
    return malformed("their sizes");
  for (uint32_t i = 0; i < j->numSymbols; ++i)
    if (!tcMapSetText(
            &l->caller.sizes, j->symbols[i],
            (void *)tcSizeAttrGetConstant(ctx, before->symbols[i]).ptr))
      return tcArenaStatus(&l->caller.arena);
  return TC_OK;
}

// The first wrong launch, alone.
static TcStatus save(const Launch *l) {
  if (!l->judge->options.save)
    return TC_OK;
  TcSavedLaunch saved = {l->op, l->kernel, &l->frame.sizes, l->inputs,
                         l->results};
  return tcSaveLaunch(&saved, l->judge->options.save);
}

// Compares the operands with what was written there, and no result.
static TcStatus passBy(Launch *l, const TcLaunchRead *before,
                       const TcLaunchRead *after) {
  for (uint32_t i = 0; i < before->numBuffers; ++i)
    if (!isAsLeft(l->judge, mlirOperationGetOperand(l->op, i),
                  &before->buffers[i], false))
      TC_RETURN_IF_ERROR(misplaced(l, i));
  for (uint32_t i = 0; i < after->numBuffers; ++i)
    (void)isAsLeft(l->judge, mlirOperationGetResult(l->op, i),
                   &after->buffers[i], true);
  return TC_OK;
}

// Whether the kernel has more points than are to be evaluated.
static bool isTooLarge(const Launch *l) {
  double points = 1;
  for (size_t i = 0; i < l->frame.iters.size; ++i)
    points *= (double)l->frame.extents[i];
  return l->judge->most && points > (double)l->judge->most;
}

static TcStatus judgeOpen(Launch *l, const TcLaunchRead *before,
                          const TcLaunchRead *after) {
  uint32_t n = before->numBuffers, m = after->numBuffers;
  if ((intptr_t)n != mlirOperationGetNumOperands(l->op) ||
      (intptr_t)m != mlirOperationGetNumResults(l->op))
    return malformed("the number of buffers");
  if (tcMapGet(&l->judge->left, l->op.ptr))
    return passBy(l, before, after);
  l->inputs = TC_ARENA_ARRAY(&l->caller.arena, TcBounded *, n + 1u);
  l->results = TC_ARENA_ARRAY(&l->caller.arena, TcBounded *, m + 1u);
  l->got = TC_ARENA_ARRAY(&l->caller.arena, TcBounded *, m + 1u);
  TC_RETURN_IF_ERROR(tcArenaStatus(&l->caller.arena));
  TC_RETURN_IF_ERROR(bindSizes(l, before));
  TC_RETURN_IF_ERROR(tcBindKernel(&l->frame, &l->caller, l->op, l->kernel));
  if (isTooLarge(l))
    return TC_OK;
  ++l->judge->out->evaluated;
  TC_RETURN_IF_ERROR(readOperands(l, before));
  for (uint32_t i = 0; i < m; ++i)
    TC_RETURN_IF_ERROR(readResult(l, i, &after->buffers[i]));
  TC_RETURN_IF_ERROR(tcYardLaunch(&l->pool, &l->caller, l->op, l->kernel,
                                  &l->judge->rules, l->inputs, l->got,
                                  l->results));
  int64_t wrong = l->judge->out->wrongLaunches;
  for (uint32_t i = 0; i < m; ++i)
    TC_RETURN_IF_ERROR(compareResult(l, i, &after->buffers[i]));
  return wrong || !l->judge->out->wrongLaunches ? TC_OK : save(l);
}

static TcStatus judge(Judge *j, const TcLaunchRead *before,
                      const TcLaunchRead *after) {
  Launch l = {.judge = j};
  if (before->section > 1 || after->section != before->section ||
      after->launch != before->launch)
    return malformed("their order");
  l.op.ptr = tcMapGet(&j->launches, (void *)((uintptr_t)before->launch + 1));
  if (mlirOperationIsNull(l.op))
    return malformed("a launch that it does not have");
  MlirStringRef name = tcLoopLaunchGetKernel(l.op);
  l.kernel.ptr = tcMapGetTextN(&j->machine.symbols, name.data, name.length);
  tcFrameOpen(&l.caller, &j->machine, 0);
  tcFrameOpen(&l.frame, &j->machine, 1);
  TcStatus status = judgeOpen(&l, before, after);
  tcFrameClose(&l.frame);
  tcFrameClose(&l.caller);
  tcYardFree(&l.pool);
  ++j->out->launches;
  return status ? tcStatusAnnotate(status, "launch of %.*s", (int)name.length,
                                   name.data)
                : TC_OK;
}

//===- The run ------------------------------------------------------------===//

static TcStatus judgeRecords(Judge *j) {
  TcLaunchRead before = {0}, after = {0};
  bool prepared = false;
  TC_RETURN_IF_ERROR(
      tcLaunchStreamSymbols(j->stream, &j->arena, &j->numSymbols, &j->symbols));
  for (;;) {
    bool end;
    TC_RETURN_IF_ERROR(tcLaunchStreamRead(j->stream, &before, &end));
    if (end)
      break;
    TC_RETURN_IF_ERROR(tcLaunchStreamRead(j->stream, &after, &end));
    if (end)
      return malformed("one has no end");
    if (before.section == 0 && !prepared)
      notePrepared(j);
    prepared |= before.section == 0;
    TC_RETURN_IF_ERROR(judge(j, &before, &after));
  }
  tcLaunchReadFree(&before);
  tcLaunchReadFree(&after);
  return TC_OK;
}

static TcStatus findFlushed(Judge *j) {
  TcTarget target;
  if (j->target) {
    j->rules.flushed = tcTargetFlushed(j->target);
    return TC_OK;
  }
  TC_RETURN_IF_ERROR(tcTargetOfModule(j->module, "x86-64", &target));
  j->rules.flushed = tcTargetFlushed(&target);
  return TC_OK;
}

static TcStatus judgeModule(Judge *j, MlirModule module) {
  j->module = mlirModuleGetOperation(module);
  j->rules.mode = TC_YARD_KEPT;
  TC_RETURN_IF_ERROR(findFlushed(j));
  j->machine.ctx = mlirOperationGetContext(j->module);
  j->machine.symbols.arena = j->machine.lastUses.arena = &j->machine.arena;
  j->hashes.arena = j->names.arena = &j->arena;
  tcInterpAddSymbols(&j->machine.symbols, j->module);
  j->launches.arena = &j->arena;
  mlirOperationWalk(j->module, collectLaunch, j, MlirWalkPreOrder);
  j->funcs[0] = tcInterpretFind(j->module, "main");
  j->funcs[1] = tcInterpretFind(j->module, "prepare");
  if (mlirOperationIsNull(j->funcs[0]))
    return malformed("it has no @main");
  j->left.arena = &j->arena;
  TcStatus status =
      j->options.distinct
          ? tcChooseLaunches(j->funcs, 2, &j->machine.symbols, &j->left)
          : TC_OK;
  if (!status)
    status = j->stream ? judgeRecords(j) : judge(j, j->before, j->after);
  tcArenaFree(&j->machine.arena);
  return status;
}

// Of all elements of all launches, one in a hundred may be undecided.
static void judgeUndecided(TcJudgement *out) {
  if (out->undecided * 100 <= out->elements || out->wrongLaunches)
    return;
  ++out->wrongLaunches;
  snprintf(out->text, sizeof out->text,
           "%lld of %lld elements are undecided: their inputs leave more than "
           "one value right; take another fill",
           (long long)out->undecided, (long long)out->elements);
}

static TcStatus judgeText(Judge *j, const char *plan, size_t size) {
  MlirContext ctx = tcSessionContext(/*threads=*/false);
  MlirModule module;
  TcCollector collector;
  tcCollectorStart(&collector, ctx);
  TcStatus status = tcSessionParse(ctx, plan, size, &module);
  if (!status) {
    status = judgeModule(j, module);
    mlirModuleDestroy(module);
  }
  status = tcSessionBetter(tcCollectorFinish(&collector), status);
  tcArenaFree(&j->arena);
  mlirContextDestroy(ctx);
  judgeUndecided(j->out);
  j->out->right = !status && !j->out->wrongLaunches;
  return status;
}

TcStatus tcJudgeLaunches(const char *plan, size_t size, FILE *stream,
                         const TcJudgeOptions *options, TcJudgement *out) {
  *out = (TcJudgement){.structSize = sizeof *out};
  TcLaunchStream source = {stream};
  Judge j = {.stream = &source, .out = out};
  if (options)
    j.options = *options;
  return judgeText(&j, plan, size);
}

TcStatus tcJudgeLaunch(const char *plan, const TcTarget *target,
                       const TcLaunchRead *before, const TcLaunchRead *after,
                       int64_t most, TcJudgement *out) {
  *out = (TcJudgement){.structSize = sizeof *out};
  Judge j = {.before = before,
             .after = after,
             .target = target,
             .most = most,
             .out = out};
  return judgeText(&j, plan, strlen(plan));
}
