// The commands of a function as code: a launch is a call of each phase of its
// kernel, a jump is a branch between blocks. See function.h.
#include "passes/lower/function/function.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/CfOps.h"
#include "tc/gen/FuncOps.h"
#include "tc/gen/LlvmOps.h"
#include "tc/gen/MemrefOps.h"
#include "tc/gen/ScfOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

//===- What a kernel is given ---------------------------------------------===//

static MlirValue allocate(Function *p, MlirType element, uint32_t count) {
  return tcLlvmAlloca(&p->b, p->ptr, tcFunctionI64(p, count ? count : 1),
                      element);
}

static void openTables(Function *p) {
  const TcSection *s = &p->d->sections[p->section];
  uint32_t buffers = 0, sizes = 0;
  for (uint32_t i = 0; i < s->numSteps; ++i) {
    buffers =
        s->steps[i].numBuffers > buffers ? s->steps[i].numBuffers : buffers;
    sizes = s->steps[i].numSizes > sizes ? s->steps[i].numSizes : sizes;
  }
  p->table = allocate(p, p->ptr, buffers + 1); // the error word is the last
  p->counts = allocate(p, p->i64, sizes);
  p->errorWord = allocate(p, p->i64, 1);
  tcLlvmStore(&p->b, tcFunctionI64(p, 0), p->errorWord);
}

static void put(Function *p, MlirValue table, MlirType type, uint32_t i,
                MlirValue value) {
  const int32_t at = (int32_t)i;
  tcLlvmStore(&p->b, value,
              tcLlvmGetelementptr(&p->b, p->ptr, table, 0, NULL, 1, &at, type));
}

static void fillTables(Function *p, const TcStep *step) {
  for (uint32_t i = 0; i < step->numBuffers; ++i)
    put(p, p->table, p->ptr, i, tcFunctionBuffer(p, step->buffers[i]));
  put(p, p->table, p->ptr, step->numBuffers, p->errorWord);
  for (uint32_t i = 0; i < step->numSizes; ++i)
    put(p, p->counts, p->i64, i, tcFunctionSize(p, step->sizes[i]));
}

//===- Regions
//--------------------------------------------------------------===//

static MlirBlock enter(Function *p, MlirOperation op, intptr_t region,
                       intptr_t numArgs, MlirValue *arg) {
  MlirRegion body = mlirOperationGetRegion(op, region);
  MlirBlock block = mlirRegionGetFirstBlock(body);
  if (mlirBlockIsNull(block))
    block = tcBuilderAddBlock(&p->b, body, numArgs, &p->index);
  if (numArgs)
    *arg = mlirBlockGetArgument(block, 0);
  p->b.block = block;
  p->b.before = tcNoOp();
  return block;
}

// scf.if infers its results from a body that is still to come.
static MlirOperation openIf(Function *p, MlirValue condition) {
  TcOpState s;
  tcOpBegin(&s, &p->b, "scf.if");
  tcOpAddOperand(&s, "condition", condition);
  tcOpAddRegions(&s, 2);
  return tcOpEnd(&s);
}

//===- @prepare -----------------------------------------------------------===//

static const char flagName[] = "prepare.done";

static MlirType flagType(MlirContext ctx) {
  return mlirMemRefTypeContiguousGet(mlirIntegerTypeGet(ctx, 1), 0, NULL,
                                     tcNoAttr());
}

void tcFunctionPreparedFlag(MlirOperation module) {
  MlirContext ctx = mlirOperationGetContext(module);
  MlirType i1 = mlirIntegerTypeGet(ctx, 1);
  MlirType tensor = mlirRankedTensorTypeGet(0, NULL, i1, tcNoAttr());
  TcBuilder b =
      tcBuilderAtStart(mlirModuleGetBody(mlirModuleFromOperation(module)),
                       mlirOperationGetLocation(module));
  tcMemrefGlobalCreate(
      &b, tcStr(flagName), tcAttrString(ctx, "private"), flagType(ctx),
      mlirDenseElementsAttrBoolSplatGet(tensor, false), false, tcNoAttr());
}

static bool readsPrepared(const Function *p) {
  const TcSection *s = &p->d->sections[TC_SECTION_MAIN];
  for (uint32_t i = 0; i < s->numSteps; ++i)
    for (uint32_t k = 0; k < s->steps[i].numBuffers; ++k)
      if (p->d->buffers[s->steps[i].buffers[k]].kind == TC_BUFFER_PREPARED)
        return true;
  return false;
}

void tcFunctionPrepareOnce(Function *p) {
  if (!readsPrepared(p))
    return;
  MlirValue flag = tcMemrefGetGlobal(&p->b, flagType(p->ctx), tcStr(flagName));
  MlirValue isDone = tcMemrefLoad(&p->b, flag, 0, NULL);
  MlirValue yes = tcArithConstant(&p->b, mlirIntegerAttrGet(p->i1, 1));
  MlirOperation branch = openIf(p, tcArithXori(&p->b, isDone, yes));
  TcBuilder outside = p->b;
  enter(p, branch, 0, 0, NULL);
  tcFuncCall(&p->b, 0, NULL, tcStr("prepare"), 0, NULL);
  tcMemrefStore(&p->b, yes, flag, 0, NULL);
  tcScfYield(&p->b, 0, NULL);
  p->b = outside;
}

//===- Tasks --------------------------------------------------------------===//

static bool needsScratch(const Function *p, const TcStep *step) {
  int64_t bytes;
  return step->scratchBytes != TC_NONE &&
         !(tcFunctionSizeIsConst(p, step->scratchBytes, &bytes) && !bytes);
}

// Runs tasks [low, high), on scratch of their own.
static void callPhase(Function *p, const TcStep *step, MlirValue scratchBytes,
                      MlirValue low, MlirValue high) {
  MlirValue scratch = tcNoValue(), at = tcLlvmMlirZero(&p->b, p->ptr);
  if (!mlirValueIsNull(scratchBytes)) {
    int64_t unknown = mlirShapedTypeGetDynamicSize();
    MlirValue size = tcFunctionToIndex(p, scratchBytes);
    scratch = tcOpOnlyResult(tcMemrefAllocCreate(
        &p->b, mlirMemRefTypeContiguousGet(p->i8, 1, &unknown, tcNoAttr()), 1,
        &size, 0, NULL, tcAttrI64(p->ctx, TC_BUFFER_ALIGNMENT)));
    at = tcFunctionToPtr(
        p, tcFunctionFromIndex(
               p, tcMemrefExtractAlignedPointerAsIndex(&p->b, scratch)));
  }
  MlirValue args[] = {p->table, p->counts, at, low, high};
  tcFuncCall(&p->b, 0, NULL, tcStr(step->name), 5, args);
  if (!mlirValueIsNull(scratch))
    tcMemrefDealloc(&p->b, scratch);
}

// Each iteration takes `grain` tasks, the last one what is left.
static void runParallel(Function *p, const TcStep *step, MlirValue tasks,
                        MlirValue scratch) {
  TcBuilder outside = p->b;
  MlirValue low = tcFunctionToIndex(p, tcFunctionI64(p, 0));
  MlirValue high = tcFunctionToIndex(p, tasks), i;
  MlirValue by =
      tcFunctionToIndex(p, tcFunctionI64(p, step->grain > 0 ? step->grain : 1));
  outside = p->b;
  MlirOperation loop =
      tcScfParallelCreate(&p->b, 0, NULL, 1, &low, 1, &high, 1, &by, 0, NULL);
  enter(p, loop, 0, 1, &i);
  MlirValue from = tcFunctionFromIndex(p, i);
  MlirValue to = tcArithAddi(&p->b, from, tcFunctionFromIndex(p, by));
  callPhase(p, step, scratch, from, tcArithMinsi(&p->b, to, tasks));
  tcScfReduce(&p->b, 0, NULL, 0);
  p->b = outside;
}

static void runTasks(Function *p, const TcStep *step, MlirValue scratch) {
  MlirValue tasks = tcFunctionSize(p, step->numTasks);
  int64_t constant;
  bool isConst = tcFunctionSizeIsConst(p, step->numTasks, &constant);
  MlirValue zero = tcFunctionI64(p, 0);
  if (isConst && constant <= 0)
    return;
  if (p->module->options.parallel && !(isConst && constant <= step->grain)) {
    runParallel(p, step, tasks, scratch);
    return;
  }
  if (isConst) {
    callPhase(p, step, scratch, zero, tasks);
    return;
  }
  MlirValue some =
      tcArithCmpi(&p->b, TC_ARITH_CMP_I_PREDICATE_SGT, tasks, zero);
  MlirOperation branch = openIf(p, some);
  TcBuilder outside = p->b;
  enter(p, branch, 0, 0, NULL);
  callPhase(p, step, scratch, zero, tasks);
  tcScfYield(&p->b, 0, NULL);
  p->b = outside;
}

//===- Commands -----------------------------------------------------------===//

// How many threads there will be is not known: what is for many is left out.
static void launch(Function *p, const TcStep *step) {
  if (step->leastThreads > 1)
    return;
  fillTables(p, step);
  runTasks(p, step,
           needsScratch(p, step) ? tcFunctionSize(p, step->scratchBytes)
                                 : tcNoValue());
  if (!p->d->numSites)
    return; // no kernel reports an error
  MlirValue word = tcLlvmLoad(&p->b, p->i64, p->errorWord);
  tcFunctionAssert(p,
                   tcArithCmpi(&p->b, TC_ARITH_CMP_I_PREDICATE_EQ, word,
                               tcFunctionI64(p, 0)),
                   "%s: %s", step->name, p->d->sites[0]);
}

static void setSize(Function *p, const TcStep *step) {
  MlirValue from = tcFunctionBuffer(p, step->buffers[0]);
  tcFunctionSetSymbol(p, step->target, tcLlvmLoad(&p->b, p->i64, from));
}

static void branch(Function *p, const TcStep *step, MlirBlock next,
                   MlirBlock target) {
  MlirValue byte =
      tcLlvmLoad(&p->b, p->i8, tcFunctionBuffer(p, step->buffers[0]));
  MlirValue zero = tcArithConstant(&p->b, mlirIntegerAttrGet(p->i8, 0));
  MlirValue goesOn =
      tcArithCmpi(&p->b, TC_ARITH_CMP_I_PREDICATE_NE, byte, zero);
  tcCfCondBrCreate(&p->b, goesOn, 0, NULL, 0, NULL, tcNoAttr(), next, target);
}

//===- Blocks -------------------------------------------------------------===//

// The block that begins at each command; null where none does. One more than
// there are commands: the end.
static MlirBlock *makeBlocks(Function *p) {
  const TcSection *s = &p->d->sections[p->section];
  bool *begins = TC_ARENA_ARRAY(p->arena, bool, (size_t)s->numSteps + 1);
  MlirBlock *blocks =
      TC_ARENA_ARRAY(p->arena, MlirBlock, (size_t)s->numSteps + 1);
  for (uint32_t i = 0; i < s->numSteps; ++i)
    if (s->steps[i].kind == TC_STEP_JUMP || s->steps[i].kind == TC_STEP_BRANCH)
      begins[i + 1] = begins[s->steps[i].target] = true;
  for (uint32_t i = 0; i <= s->numSteps; ++i)
    if (begins[i])
      blocks[i] = tcBuilderAddBlock(&p->b, p->region, 0, NULL);
  return blocks;
}

static void begin(Function *p, MlirBlock block, bool falls) {
  if (mlirBlockIsNull(block))
    return;
  if (falls)
    tcCfBr(&p->b, 0, NULL, block);
  p->b.block = block;
}

void tcFunctionSteps(Function *p) {
  const TcSection *s = &p->d->sections[p->section];
  openTables(p);
  MlirBlock *blocks = makeBlocks(p);
  bool falls = true; // the command before goes on with this one
  for (uint32_t i = 0; i < s->numSteps; ++i) {
    const TcStep *step = &s->steps[i];
    begin(p, blocks[i], falls);
    falls = step->kind != TC_STEP_JUMP && step->kind != TC_STEP_BRANCH;
    switch (step->kind) {
    case TC_STEP_LAUNCH:
      launch(p, step);
      break;
    case TC_STEP_JUMP:
      tcCfBr(&p->b, 0, NULL, blocks[step->target]);
      break;
    case TC_STEP_BRANCH:
      branch(p, step, blocks[i + 1], blocks[step->target]);
      break;
    case TC_STEP_SIZE:
      setSize(p, step);
      break;
    default: // TC_STEP_ALLOCATE
      tcFunctionAllocate(p, step->buffers[0]);
    }
  }
  begin(p, blocks[s->numSteps], falls);
}
