// loop-to-cpu: makes functions of upstream's dialects (func, scf, arith,
// vector, memref, llvm) of kernels and of the functions that launch them, so
// that upstream's passes end in the LLVM dialect, and in code that runs without
// tc's runtime (docs/mlir.md). tc-compile emits kernels by the same code, one
// at a time, and executes the descriptor that the functions are made of.
#include "ir/pass.h"
#include "passes/describe/describe.h"
#include "passes/lower/function/function.h"
#include "passes/schedule/pass_target.h"

#include "ir/attrs.h"
#include "ir/diag.h"
#include "ir/ours.h"
#include "support/vec.h"
#include "tc/gen/FuncOps.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"

#include <string.h>

enum { OPTION_TARGET, OPTION_OTHERWISE, OPTION_PARALLEL, OPTION_FILL };

typedef struct Lower {
  TcArena arena;
  MlirOperation module;
  MlirBlock body;
  TcTarget target;
  TcMap infos; // loop.kernel -> TcKernelInfo
  TcFunctionModule functions;
} Lower;

typedef TC_VEC(MlirOperation) Ops;

static MlirOperation firstOp(const Lower *l) {
  return mlirBlockGetFirstOperation(l->body);
}

//===- The target ---------------------------------------------------------===//

// LLVM 22 stores neighbours of a masked lane of 16 or 8 bits with AVX-512;
// tc-compile works around that behind LLVM's passes (lib/target/cpu/masks.c).
static MlirLogicalResult readTarget(Lower *l, TcPass *pass) {
  MlirLogicalResult read = tcPassReadTarget(pass, l->module, OPTION_TARGET,
                                            OPTION_OTHERWISE, &l->target);
  if (mlirLogicalResultIsFailure(read))
    return read;
  if (l->target.backend->gpu)
    return tcOpEmitError(l->module,
                         "[TC-%04d] loop-to-cpu takes CPUs: for GPUs there is "
                         "loop-to-gpu",
                         TC_ERROR_TARGET_UNKNOWN);
  if (tcTargetHasFeature(&l->target, "avx512f"))
    return tcOpEmitError(
        l->module,
        "[TC-0613] loop-to-cpu takes no target with AVX-512, for which LLVM's "
        "code has to be worked around: name x86-64-v3, or use tc-compile");
  return mlirLogicalResultSuccess();
}

//===- Kernels ------------------------------------------------------------===//

static const TcKernelInfo *lookUp(void *self, MlirOperation kernel) {
  return tcMapGet(&((Lower *)self)->infos, kernel.ptr);
}

static MlirAttribute pair(MlirContext ctx, const char *name,
                          const char *value) {
  MlirAttribute both[] = {tcAttrString(ctx, name), tcAttrString(ctx, value)};
  return mlirArrayAttrGet(ctx, 2, both);
}

// Kernels are functions of this module's own, whatever a library has of their
// name, for the target, whatever LLVM is told of the rest.
static void finishPhase(const Lower *l, MlirOperation func) {
  MlirContext ctx = mlirOperationGetContext(func);
  MlirAttribute target[] = {pair(ctx, "target-cpu", "x86-64"),
                            pair(ctx, "target-features", l->target.features),
                            pair(ctx, "tune-cpu", l->target.tune)};
  mlirOperationSetDiscardableAttributeByName(func, tcStr("passthrough"),
                                             mlirArrayAttrGet(ctx, 3, target));
  tcFuncFuncSetSymVisibilityAttr(func, tcAttrString(ctx, "private"));
  mlirOperationSetDiscardableAttributeByName(
      func, tcStr("llvm.linkage"),
      mlirAttributeParseGet(ctx, tcStr("#llvm.linkage<internal>")));
}

static MlirOperation last(const Lower *l) {
  MlirOperation op = firstOp(l), next = op;
  for (; !mlirOperationIsNull(next); next = mlirOperationGetNextInBlock(next))
    op = next;
  return op;
}

static bool lowerKernel(Lower *l, MlirOperation kernel) {
  TcCpuCode code;
  MlirOperation before = last(l);
  if (mlirLogicalResultIsFailure(
          tcCpuEmitKernel(&l->arena, kernel, l->body, &l->target, &code)))
    return false;
  TcKernelInfo *info = TC_ARENA_NEW(&l->arena, TcKernelInfo);
  if (!info)
    return false;
  *info = tcKernelInfoOfCpu(&l->arena, &code);
  tcMapSet(&l->infos, kernel.ptr, info);
  MlirOperation op = mlirOperationGetNextInBlock(before);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    finishPhase(l, op);
  return true;
}

static bool lowerKernels(Lower *l, const Ops *kernels) {
  bool ok = true;
  for (size_t i = 0; i < kernels->size; ++i)
    ok &= lowerKernel(l, kernels->data[i]);
  return ok;
}

//===- Functions ----------------------------------------------------------===//

static bool hasAttr(MlirOperation op, const char *name) {
  return mlirOperationGetDiscardableAttributeByName(op, tcStr(name)).ptr;
}

static bool isPrepare(MlirOperation func) {
  return mlirStringRefEqual(tcFuncFuncGetSymName(func), tcStr("prepare"));
}

typedef struct Functions {
  Ops entries, loops, prepare, kernels, weights;
  TC_VEC(TcProgramDescriptor *) descriptors; // of the entries
} Functions;

static void collect(Lower *l, Functions *f) {
  MlirOperation op = firstOp(l);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (tcLoopOpKind(op) == TC_LOOP_KERNEL)
      tcVecPush(&l->arena, &f->kernels, op);
    else if (tcPrimOpKind(op) == TC_PRIM_WEIGHT)
      tcVecPush(&l->arena, &f->weights, op);
    else if (!tcIsOurFunction(op))
      continue;
    else if (hasAttr(op, "tc.loop"))
      tcVecPush(&l->arena, &f->loops, op);
    else if (isPrepare(op))
      tcVecPush(&l->arena, &f->prepare, op);
    else
      tcVecPush(&l->arena, &f->entries, op);
  }
}

// What a descriptor does not say would be lost.
static bool isWhole(MlirOperation func) {
  if (tcIsOursAlone(func))
    return true;
  tcOpEmitError(func, "[TC-0602] launches and ops of other dialects cannot be "
                      "in one function: put the launches into a function of "
                      "their own, and call it");
  return false;
}

static bool describe(Lower *l, Functions *f) {
  tcDescribeTemporaries(&l->arena, l->module, lookUp, l);
  for (size_t i = 0; i < f->entries.size; ++i) {
    if (!isWhole(f->entries.data[i]))
      return false;
    TcProgramDescriptor *d =
        tcDescribeEntry(&l->arena, l->module, f->entries.data[i], lookUp, l);
    if (!d || !tcVecPush(&l->arena, &f->descriptors, d))
      return false;
  }
  return true;
}

typedef struct Calls {
  TcArena *arena;
  Ops ops;
} Calls;

static MlirWalkResult noteCall(MlirOperation op, void *self) {
  Calls *calls = self;
  if (tcFuncOpKind(op) == TC_FUNC_CALL)
    tcVecPush(calls->arena, &calls->ops, op);
  return MlirWalkResultAdvance;
}

// Calls of a function that has memrefs now.
static void lowerCalls(Lower *l, const Ops *lowered) {
  Calls calls = {.arena = &l->arena};
  mlirOperationWalk(l->module, noteCall, &calls, MlirWalkPreOrder);
  for (size_t i = 0; i < calls.ops.size; ++i)
    for (size_t k = 0; k < lowered->size; ++k)
      if (mlirStringRefEqual(tcFuncCallGetCallee(calls.ops.data[i]),
                             tcFuncFuncGetSymName(lowered->data[k]))) {
        tcFunctionCallOf(calls.ops.data[i], lowered->data[k]);
        break;
      }
}

static void erase(const Ops *ops) {
  for (size_t i = 0; i < ops->size; ++i)
    mlirOperationDestroy(ops->data[i]);
}

static void lowerFunctions(Lower *l, Functions *f) {
  Ops lowered = {0};
  for (size_t i = 0; i < f->entries.size; ++i) {
    tcFunctionEmit(&l->arena, f->entries.data[i], f->descriptors.data[i],
                   TC_SECTION_MAIN, &l->functions);
    tcVecPush(&l->arena, &lowered,
              mlirOperationGetNextInBlock(f->entries.data[i]));
  }
  for (size_t i = 0; i < f->prepare.size && f->descriptors.size; ++i)
    tcFunctionEmit(&l->arena, f->prepare.data[i], f->descriptors.data[0],
                   TC_SECTION_PREPARE, &l->functions);
  if (f->prepare.size && l->functions.options.fill)
    tcFunctionPreparedFlag(l->module);
  for (size_t i = 0; i < f->weights.size; ++i)
    tcFunctionWeight(f->weights.data[i], &l->functions.options);
  erase(&f->entries);
  erase(&f->loops);
  erase(&f->prepare);
  erase(&f->weights);
  erase(&f->kernels);
  lowerCalls(l, &lowered);
}

static bool lowerModule(Lower *l) {
  Functions f = {0};
  collect(l, &f);
  if (!lowerKernels(l, &f.kernels) || !describe(l, &f))
    return false;
  lowerFunctions(l, &f);
  return true;
}

//===- The pass -----------------------------------------------------------===//

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  Lower l = {.module = module,
             .body = mlirModuleGetBody(mlirModuleFromOperation(module)),
             .infos.arena = &l.arena};
  if (mlirLogicalResultIsFailure(readTarget(&l, pass)) ||
      mlirLogicalResultIsFailure(
          tcPassRunPipeline(pass, tcStr("prim-expand-math"), module)))
    return mlirLogicalResultFailure();
  l.functions = tcFunctionModule(&l.arena, module);
  l.functions.options = (TcFunctionOptions){
      .parallel = tcPassGetOptionBool(pass, OPTION_PARALLEL),
      .fill = tcPassGetOptionBool(pass, OPTION_FILL)};
  bool ok = lowerModule(&l);
  tcArenaFree(&l.arena);
  return ok ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

static const TcPassOption options[] = {
    {"target", TC_OPTION_STRING, "",
     "the CPU, as tc-compile names it; \"\": the module's tc.target"},
    {"otherwise", TC_OPTION_STRING, "x86-64-v3",
     "the target of modules that say none"},
    {"parallel", TC_OPTION_BOOL, "false",
     "run the tasks of a launch in an scf.parallel"},
    {"fill-weights", TC_OPTION_BOOL, "false",
     "weights begin with what their `init` says"}};
static const char *const dialects[] = {"arith", "bufferization", "cf",
                                       "func",  "llvm",          "memref",
                                       "scf",   "vector",        NULL};
const TcPassInfo tcPassLoopToCpu = {
    .argument = "loop-to-cpu",
    .summary = "Make functions of upstream's dialects of kernels and launches",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = 4,
    .dependentDialects = dialects,
    .run = run};
