// Emits a kernel as one gpu.func for each phase. See emit_kernel.h.
#include "passes/lower/gpu/emit_kernel.h"
#include "passes/lower/cpu/places.h"
#include "passes/lower/gpu/collapse.h"
#include "passes/lower/gpu/emit.h"
#include "passes/schedule/gpu-text.h"
#include "target/gpu/vendor.h"

#include "ir/attrs.h"
#include "ir/diag.h"
#include "tc/gen/ArithOps.h"
#include "tc/gen/GpuOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"

#include <ctype.h>

static const char sharedName[] = "shared_memory";

typedef struct Gen {
  TcGpuEmit g;
  TcGpuPhases phases;
  TcGpuPlan *plans; // one a phase
} Gen;

//===- Modules ------------------------------------------------------------===//

// The name in the characters that all assemblers take: letters, digits and _.
static const char *plainName(TcArena *arena, const char *name) {
  char *out = (char *)tcArenaPrintf(arena, "%s", name);
  for (char *c = out; c && *c; ++c)
    if (!isalnum((unsigned char)*c))
      *c = '_';
  return out;
}

static MlirAttribute parseAttr(MlirContext ctx, const char *text) {
  return mlirAttributeParseGet(ctx, tcStr(text));
}

// The block's dynamic shared memory, whose size the launch sets. Swizzled boxes
// that units read by descriptors start at multiples of 1024 bytes.
static void declareShared(TcEmit *e, MlirBlock module, int64_t alignment) {
  TcBuilder b = tcBuilderAtEnd(module, e->b.loc);
  MlirAttribute no = tcNoAttr();
  MlirType type = mlirTypeParseGet(e->ctx, tcStr("!llvm.array<0 x i8>"));
  tcLlvmMlirGlobalCreate(&b, type, false, tcStr(sharedName),
                         parseAttr(e->ctx, "#llvm.linkage<external>"), false,
                         false, false, no, tcAttrI64(e->ctx, alignment),
                         mlirIntegerAttrGet(e->i32, 3), no, no, no, no, no, no);
}

static MlirBlock openModule(TcEmit *e, MlirBlock block, const char *name) {
  TcBuilder b = tcBuilderAtEnd(block, e->b.loc);
  MlirOperation module = tcGpuModule(&b, tcStr(name));
  return tcBuilderAddBlock(&b, mlirOperationGetRegion(module, 0), 0, NULL);
}

//===- Functions ----------------------------------------------------------===//

static size_t argumentTypes(TcEmit *e, MlirType *types) {
  MlirType global = mlirLLVMPointerTypeGet(e->ctx, 1);
  size_t n = 0;
  for (size_t i = 0; i <= e->k->buffers.size; ++i)
    types[n++] = global;
  for (size_t i = 0; i < e->k->symbols.size; ++i)
    types[n++] = e->i64;
  return n;
}

// Whether a buffer starts at a multiple of 16 bytes: all do but those that the
// caller places within other memory.
static bool isAligned(const TcEmit *e, intptr_t buffer) {
  return buffer >= (intptr_t)e->k->buffers.size ||
         !e->k->buffers.data[buffer].anywhere;
}

static MlirAttribute argumentAttrs(TcEmit *e, const MlirType *types,
                                   intptr_t n) {
  MlirAttribute *attrs = TC_ARENA_ARRAY(e->arena, MlirAttribute, (size_t)n + 1);
  MlirAttribute aligned = parseAttr(e->ctx, "{llvm.align = 16 : i64}");
  for (intptr_t i = 0; i < n; ++i)
    attrs[i] = mlirTypeIsAInteger(types[i]) || !isAligned(e, i)
                   ? mlirDictionaryAttrGet(e->ctx, 0, NULL)
                   : aligned;
  return mlirArrayAttrGet(e->ctx, n, attrs);
}

static MlirOperation makeFunction(TcGpuEmit *g, const char *name,
                                  MlirBlock module, MlirType type,
                                  MlirAttribute attrs) {
  MlirContext ctx = g->e.ctx;
  MlirAttribute no = tcNoAttr();
  TcBuilder b = tcBuilderAtEnd(module, g->e.b.loc);
  const int32_t size[] = {(int32_t)g->threads, 1, 1};
  MlirOperation func = tcGpuFuncCreate(
      &b, type, attrs, no, no, no, mlirDenseI32ArrayGet(ctx, 3, size), no, no);
  mlirOperationSetAttributeByName(func, tcStr("sym_name"),
                                  tcAttrString(ctx, name));
  mlirOperationSetAttributeByName(func, tcStr("gpu.kernel"),
                                  mlirUnitAttrGet(ctx));
  if (g->resident) // bounds registers: without it ptxas may use all of them
    mlirOperationSetDiscardableAttributeByName(
        func, tcStr("nvvm.minctasm"),
        mlirIntegerAttrGet(g->e.i32, g->resident));
  return func;
}

static MlirBlock openFunction(TcGpuEmit *g, const char *name,
                              MlirBlock module) {
  TcEmit *e = &g->e;
  MlirType *types = TC_ARENA_ARRAY(e->arena, MlirType,
                                   e->k->buffers.size + e->k->symbols.size + 1);
  intptr_t n = (intptr_t)argumentTypes(e, types);
  MlirOperation func = makeFunction(
      g, name, module, mlirFunctionTypeGet(e->ctx, n, types, 0, NULL),
      argumentAttrs(e, types, n));
  TcBuilder b = tcBuilderAtEnd(module, e->b.loc);
  MlirBlock body =
      tcBuilderAddBlock(&b, mlirOperationGetRegion(func, 0), n, types);
  e->b = tcBuilderAtEnd(body, e->b.loc);
  return body;
}

// All addresses are generic; LLVM infers their address spaces.
static MlirValue generic(TcEmit *e, MlirValue ptr) {
  return tcLlvmAddrspacecast(&e->b, e->ptr, ptr);
}

static MlirValue toI64(TcEmit *e, MlirValue index) {
  return tcArithIndexCast(&e->b, e->i64, index);
}

static void readArguments(TcGpuEmit *g, MlirBlock body) {
  TcEmit *e = &g->e;
  intptr_t n = 0;
  for (size_t i = 0; i < e->k->buffers.size; ++i)
    e->buffers[i] = generic(e, mlirBlockGetArgument(body, n++));
  e->errors = generic(e, mlirBlockGetArgument(body, n++));
  for (size_t i = 0; i < e->k->symbols.size; ++i)
    e->symbols[i] = mlirBlockGetArgument(body, n++);
  tcEmitOnePoints(e);
  g->thread = toI64(e, tcGpuThreadId(&e->b, TC_GPU_DIMENSION_X));
  g->block = toI64(e, tcGpuBlockId(&e->b, TC_GPU_DIMENSION_X));
}

MlirValue tcGpuSharedMemory(TcGpuEmit *g) {
  MlirType type = mlirLLVMPointerTypeGet(g->e.ctx, 3);
  return tcLlvmMlirAddressof(&g->e.b, type, tcStr(sharedName));
}

static void findShared(TcGpuEmit *g) {
  g->shared = generic(&g->e, tcGpuSharedMemory(g));
}

//===- Phases -------------------------------------------------------------===//

static bool emitBlock(TcGpuEmit *g, TcGpuPlan *plan) {
  switch (plan->phase->mode) {
  case TC_GPU_POINTS:
    return tcGpuEmitPoints(g, plan);
  case TC_GPU_ROWS:
    return tcGpuEmitRows(g, plan);
  case TC_GPU_COLUMNS:
    return tcGpuEmitColumns(g, plan);
  case TC_GPU_PRODUCT:
    return tcGpuEmitProduct(g, plan);
  case TC_GPU_TRANSPOSE:
    return tcGpuEmitTranspose(g, plan);
  case TC_GPU_UNIT:
    return tcGpuEmitUnit(g, plan);
  case TC_GPU_STREAM:
    return tcGpuEmitStream(g, plan);
  }
  return false;
}

static bool emitPhase(TcGpuEmit *g, TcGpuPlan *plan, MlirBlock module,
                      TcGpuPhaseCode *code) {
  TcEmit *e = &g->e;
  g->threads = code->threads = plan->phase->threads;
  g->resident =
      plan->phase->mode == TC_GPU_UNIT || plan->phase->mode == TC_GPU_STREAM
          ? plan->phase->tiling.resident
          : 0;
  MlirBlock body = openFunction(g, code->name, module);
  code->dependent = plan->phase->dependent;
  if (code->dependent) // before all accesses to memory
    tcNvvmWaitForLaunches(e);
  readArguments(g, body);
  if (plan->sharedBytes)
    findShared(g);
  code->blocks = tcSizeToText(e->arena, plan->blocks);
  code->sharedBytes =
      tcArenaPrintf(e->arena, "%lld", (long long)plan->sharedBytes);
  e->forwarded.size = 0;
  if (!emitBlock(g, plan))
    return false;
  tcGpuReturn(&e->b, 0, NULL);
  return true;
}

static int64_t sharedAlignment(const Gen *gen) {
  for (size_t i = 0; i < gen->phases.size; ++i)
    if ((gen->phases.data[i].mode == TC_GPU_UNIT ||
         gen->phases.data[i].mode == TC_GPU_STREAM) &&
        tcGpuReadsShared(gen->phases.data[i].tiling.unit))
      return 1024;
  return 16;
}

static bool emitPhases(Gen *gen, MlirBlock block, TcGpuCode *code) {
  TcEmit *e = &gen->g.e;
  const char *name = plainName(e->arena, gen->g.k.name);
  MlirBlock module =
      openModule(e, block, tcArenaPrintf(e->arena, "%s_gpu", name));
  declareShared(e, module, sharedAlignment(gen));
  code->numPhases = gen->phases.size;
  code->phases = TC_ARENA_ARRAY(e->arena, TcGpuPhaseCode, gen->phases.size + 1);
  for (size_t i = 0; i < gen->phases.size; ++i) {
    code->phases[i].name =
        i ? tcArenaPrintf(e->arena, "%s_phase%zu", name, i) : name;
    if (!emitPhase(&gen->g, &gen->plans[i], module, &code->phases[i]))
      return false;
  }
  return true;
}

//===- Schedules ----------------------------------------------------------===//

static void placeBetween(Gen *gen) {
  TcCpuPhases phases = {0};
  for (size_t i = 0; i < gen->phases.size; ++i)
    tcVecPush(gen->g.e.arena, &phases, gen->phases.data[i].p);
  tcCpuPlaceBetween(&gen->g.k, &phases);
}

// Reads the kernel's own schedule, if it has one for GPUs, else chooses one.
// That is written as text and read, too, so that the same rules check it.
static MlirLogicalResult schedule(Gen *gen) {
  TcGpuEmit *g = &gen->g;
  MlirAttribute text = mlirOperationGetDiscardableAttributeByName(
      g->k.op, tcStr("loop.schedule"));
  if (mlirAttributeIsNull(text) || !tcGpuIsSchedule(text)) {
    TcCpuKernel k; // choosing may add stages
    TcGpuPhases chosen = {0};
    if (mlirLogicalResultIsFailure(tcGpuKernelRead(g->k.arena, g->k.op, &k)))
      return mlirLogicalResultFailure();
    tcGpuScheduleChoose(&k, g->target, &chosen);
    text = tcGpuScheduleToAttr(&k, g->target, &chosen);
  }
  return tcGpuScheduleRead(&g->k, text, g->target, &gen->phases);
}

static void plan(Gen *gen) {
  TcGpuEmit *g = &gen->g;
  placeBetween(gen);
  gen->plans = TC_ARENA_ARRAY(g->e.arena, TcGpuPlan, gen->phases.size + 1);
  for (size_t i = 0; i < gen->phases.size; ++i) {
    TcGpuPlan *p = &gen->plans[i];
    *p = (TcGpuPlan){.phase = &gen->phases.data[i]};
    g->threads = p->phase->threads;
    if (p->phase->mode == TC_GPU_POINTS)
      tcGpuPlanPoints(g, p);
    else if (p->phase->mode == TC_GPU_ROWS)
      tcGpuPlanRows(g, p);
    else if (p->phase->mode == TC_GPU_COLUMNS)
      tcGpuPlanColumns(g, p);
    else if (p->phase->mode == TC_GPU_TRANSPOSE)
      tcGpuPlanTranspose(g, p);
    else if (p->phase->mode == TC_GPU_UNIT)
      tcGpuPlanUnit(g, p);
    else if (p->phase->mode == TC_GPU_STREAM)
      tcGpuPlanStream(g, p);
    else
      tcGpuPlanProduct(g, p);
  }
}

//===- Kernels ------------------------------------------------------------===//

static void describe(const TcCpuKernel *k, TcGpuCode *code) {
  TcArena *a = k->arena;
  size_t own = k->args.size + k->numResults;
  code->symbols = k->symbols.data;
  code->numSymbols = k->symbols.size;
  code->numTemporaries = k->buffers.size - own;
  code->temporaries = TC_ARENA_ARRAY(a, const char *, code->numTemporaries + 1);
  for (size_t i = 0; i < code->numTemporaries; ++i)
    code->temporaries[i] =
        tcSizeToText(a, tcCpuBufferBytes(a, &k->buffers.data[own + i]));
}

static void initEmit(TcGpuEmit *g, TcArena *arena) {
  TcEmit *e = &g->e;
  MlirContext ctx = g->k.ctx;
  *e = (TcEmit){.arena = arena,
                .ctx = ctx,
                .k = &g->k,
                .lanes = 1,
                .vector = -1,
                .evenVectors = true,
                .chunk = -1,
                .chunkIter = -1,
                .fma = true,
                .hasF16 = true,
                .hasRound = true,
                .hasBf16 = g->target->backend->gpu->roundsToBf16,
                .exp2 = g->target->backend->gpu->exp2,
                .reciprocal = g->target->backend->gpu->reciprocal,
                .hasMaximum = g->target->backend->gpu->hasMaximum};
  e->places.arena = arena;
  e->b = (TcBuilder){.ctx = ctx, .loc = mlirOperationGetLocation(g->k.op)};
  e->i1 = mlirIntegerTypeGet(ctx, 1);
  e->i8 = mlirIntegerTypeGet(ctx, 8);
  e->i32 = mlirIntegerTypeGet(ctx, 32);
  e->i64 = mlirIntegerTypeGet(ctx, 64);
  e->f32 = mlirF32TypeGet(ctx);
  e->f64 = mlirF64TypeGet(ctx);
  e->ptr = mlirLLVMPointerTypeGet(ctx, 0);
}

static void makeTables(TcGpuEmit *g) {
  TcArena *a = g->e.arena;
  g->e.buffers = TC_ARENA_ARRAY(a, MlirValue, g->k.buffers.size + 1);
  g->e.symbols = TC_ARENA_ARRAY(a, MlirValue, g->k.symbols.size + 1);
  g->e.iters = TC_ARENA_ARRAY(a, MlirValue, g->k.iters.size + 1);
}

MlirLogicalResult tcGpuEmitKernel(TcArena *arena, MlirOperation kernel,
                                  MlirBlock block, const TcTarget *target,
                                  TcGpuCode *code) {
  Gen gen = {.g = {.target = target}};
  if (mlirLogicalResultIsFailure(tcGpuKernelRead(arena, kernel, &gen.g.k)))
    return mlirLogicalResultFailure();
  initEmit(&gen.g, arena);
  if (mlirLogicalResultIsFailure(schedule(&gen)))
    return mlirLogicalResultFailure();
  plan(&gen);
  makeTables(&gen.g);
  describe(&gen.g.k, code);
  return emitPhases(&gen, block, code) ? mlirLogicalResultSuccess()
                                       : mlirLogicalResultFailure();
}
