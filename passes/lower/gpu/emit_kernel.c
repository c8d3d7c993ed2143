// Emits a kernel as one gpu.func for each phase. See emit_kernel.h. The
// versions of a schedule are phases of one kernel: those of versions that a
// launch does not take have no blocks.
#include "passes/lower/gpu/emit_kernel.h"
#include "passes/lower/cpu/places.h"
#include "passes/lower/gpu/emit.h"
#include "passes/lower/gpu/kernel_gpu.h"
#include "passes/schedule/gpu-text.h"
#include "passes/schedule/kernel_schedule.h"
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
#include <stdlib.h>

static const char sharedName[] = "shared_memory";
// Of a function: how many of its last parameters are tensor maps.
static const char tensorMaps[] = "tc.tensor_maps";

// One version.
typedef struct Gen {
  TcGpuEmit g;
  TcGpuPhases phases;
  TcGpuPlan *plans;    // one a phase
  const TcSize *taken; // 1 at the sizes of this version, else 0
  // Buffers of a launch: arguments and results, then the temporaries of all
  // versions, of which this one's start somewhere.
  size_t numOwn, firstTemporary, numBuffers;
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

// Emulated code has its tensor maps in memory of its own.
static bool isEmulated(const Gen *gen) {
  return gen->g.target->backend->gpu->emulated;
}

static size_t argumentTypes(const Gen *gen, const TcGpuPhaseCode *code,
                            MlirType *types) {
  const TcEmit *e = &gen->g.e;
  MlirType global = mlirLLVMPointerTypeGet(e->ctx, 1);
  size_t n = 0;
  for (size_t i = 0; i <= gen->numBuffers; ++i)
    types[n++] = global;
  for (size_t i = 0; i < e->k->symbols.size; ++i)
    types[n++] = e->i64;
  for (size_t i = 0; i < code->maps.size && !isEmulated(gen); ++i)
    types[n++] = e->ptr;
  return n;
}

// Whether a buffer starts at a multiple of 16 bytes: all do but those that the
// caller places within other memory, which are no temporaries.
static bool isAligned(const Gen *gen, intptr_t buffer) {
  return buffer >= (intptr_t)gen->numOwn ||
         (!gen->g.k.buffers.data[buffer].anywhere && !isEmulated(gen));
}

static MlirAttribute argumentAttrs(const Gen *gen, intptr_t n) {
  const TcEmit *e = &gen->g.e;
  MlirAttribute *attrs = TC_ARENA_ARRAY(e->arena, MlirAttribute, (size_t)n + 1);
  MlirAttribute aligned = parseAttr(e->ctx, "{llvm.align = 16 : i64}");
  for (intptr_t i = 0; i < n; ++i)
    attrs[i] = i > (intptr_t)gen->numBuffers || !isAligned(gen, i)
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

static MlirBlock openFunction(Gen *gen, const TcGpuPhaseCode *code,
                              MlirBlock module) {
  TcGpuEmit *g = &gen->g;
  TcEmit *e = &g->e;
  MlirType *types = TC_ARENA_ARRAY(e->arena, MlirType,
                                   gen->numBuffers + e->k->symbols.size +
                                       code->maps.size + 1);
  intptr_t n = (intptr_t)argumentTypes(gen, code, types);
  MlirOperation func = makeFunction(
      g, code->name, module, mlirFunctionTypeGet(e->ctx, n, types, 0, NULL),
      argumentAttrs(gen, n));
  if (code->maps.size && !isEmulated(gen))
    mlirOperationSetDiscardableAttributeByName(
        func, tcStr(tensorMaps), tcAttrI64(e->ctx, (int64_t)code->maps.size));
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

// The number of a kernel's buffer among those of the launch.
static size_t numberOf(const Gen *gen, size_t buffer) {
  return buffer < gen->numOwn ? buffer
                              : gen->firstTemporary + buffer - gen->numOwn;
}

static void readArguments(Gen *gen, MlirBlock body) {
  TcGpuEmit *g = &gen->g;
  TcEmit *e = &g->e;
  intptr_t n = (intptr_t)gen->numBuffers;
  for (size_t i = 0; i < e->k->buffers.size; ++i) {
    intptr_t number = (intptr_t)numberOf(gen, i);
    e->buffers[i] = generic(e, mlirBlockGetArgument(body, number));
  }
  e->errors = generic(e, mlirBlockGetArgument(body, n++));
  for (size_t i = 0; i < e->k->symbols.size; ++i)
    e->symbols[i] = mlirBlockGetArgument(body, n++);
  for (size_t i = 0; i < e->k->quotients.size; ++i) {
    const TcCpuQuotient *q = &e->k->quotients.data[i];
    e->symbols[e->k->symbols.size + i] =
        tcArithDivui(&e->b, e->symbols[q->of], tcEmitI64(e, q->by));
  }
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

//===- Tensor maps --------------------------------------------------------===//

// Operand `i` of those that the copy engine moves: of a stream the streamed
// ones.
static const TcGpuOperand *mappedOperand(const TcGpuPlan *plan, size_t i) {
  if (plan->phase->mode == TC_GPU_STREAM)
    return &plan->stream.operands[(size_t)plan->stream.numMakes + i];
  return &plan->unit.operands[i];
}

static void describeMaps(const Gen *gen, const TcGpuPlan *plan,
                         TcTensorMaps *maps) {
  for (size_t i = 0; plan->phase->tiling.tma && i < 2; ++i) {
    const TcGpuOperand *o = mappedOperand(plan, i);
    TcTensorMapText *m = &maps->data[maps->size++];
    m->buffer = (int64_t)numberOf(gen, (size_t)tcGpuTensorBuffer(o));
    tcGpuTensorText(&gen->g, o, m);
  }
}

static void readMaps(Gen *gen, const TcGpuPlan *plan, const TcTensorMaps *maps,
                     MlirBlock body) {
  intptr_t n = mlirBlockGetNumArguments(body) - (intptr_t)maps->size;
  for (size_t i = 0; i < maps->size; ++i)
    gen->g.maps[i] = isEmulated(gen)
                         ? tcGpuTensorWords(&gen->g, mappedOperand(plan, i))
                         : mlirBlockGetArgument(body, n + (intptr_t)i);
}

// Upstream's conversion of the gpu dialect drops these attributes, or has no
// place for them.
static MlirWalkResult passMaps(MlirOperation func, void *unused) {
  (void)unused;
  MlirContext ctx = mlirOperationGetContext(func);
  MlirAttribute count =
      mlirOperationGetDiscardableAttributeByName(func, tcStr(tensorMaps));
  if (mlirAttributeIsNull(count))
    return MlirWalkResultAdvance;
  MlirAttribute attrs =
      mlirOperationGetAttributeByName(func, tcStr("arg_attrs"));
  MlirAttribute map = parseAttr(
      ctx, "{llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, "
           "nvvm.grid_constant}");
  intptr_t n = mlirArrayAttrGetNumElements(attrs);
  intptr_t first = n - (intptr_t)mlirIntegerAttrGetValueInt(count);
  MlirAttribute *all = malloc((size_t)n * sizeof *all);
  for (intptr_t i = 0; all && i < n; ++i)
    all[i] = i < first ? mlirArrayAttrGetElement(attrs, i) : map;
  if (all)
    mlirOperationSetAttributeByName(func, tcStr("arg_attrs"),
                                    mlirArrayAttrGet(ctx, n, all));
  free(all);
  mlirOperationRemoveDiscardableAttributeByName(func, tcStr(tensorMaps));
  return MlirWalkResultAdvance;
}

void tcGpuPassTensorMaps(MlirOperation module) {
  mlirOperationWalk(module, passMaps, NULL, MlirWalkPostOrder);
}

//===- Phases -------------------------------------------------------------===//

// Emits a launch of `n` phases, which run beside each other.
static bool emitLaunch(Gen *gen, TcGpuPlan *plan, size_t n, MlirBlock module,
                       TcGpuPhaseCode *code) {
  TcGpuEmit *g = &gen->g;
  TcEmit *e = &g->e;
  g->threads = code->threads = plan->phase->threads;
  g->resident = plan->phase->tiling.resident;
  int64_t sharedBytes = 0;
  for (size_t i = 0; i < n; ++i)
    if (plan[i].sharedBytes > sharedBytes)
      sharedBytes = plan[i].sharedBytes;
  describeMaps(gen, plan, &code->maps);
  MlirBlock body = openFunction(gen, code, module);
  code->rate = tcTargetRate(g->target, plan->phase->tiling.unit);
  code->dependent = plan->phase->dependent;
  if (code->dependent) // before all accesses to memory
    tcNvvmWaitForLaunches(e);
  readArguments(gen, body);
  readMaps(gen, plan, &code->maps, body);
  if (sharedBytes)
    findShared(g);
  const TcSize *blocks = tcGpuCountBlocks(g, plan, n);
  code->blocks = tcSizeToText(
      e->arena, tcSizeMul(e->arena, gen->taken, tcGpuGivenSize(e->k, blocks)));
  code->sharedBytes = tcArenaPrintf(e->arena, "%lld", (long long)sharedBytes);
  e->forwarded.size = 0;
  if (!tcGpuEmitPhases(g, plan, n))
    return false;
  tcGpuReturn(&e->b, 0, NULL);
  return true;
}

static bool readsShared(const TcGpuPhase *p) {
  return (p->mode == TC_GPU_UNIT || p->mode == TC_GPU_STREAM) &&
         tcGpuReadsShared(p->tiling.unit);
}

static int64_t sharedAlignment(const Gen *gens, size_t n) {
  for (size_t v = 0; v < n; ++v)
    for (size_t i = 0; i < gens[v].phases.size; ++i)
      if (readsShared(&gens[v].phases.data[i]))
        return 1024;
  return 16;
}

static bool emitLaunches(Gen *gen, const char *name, MlirBlock module,
                         TcGpuCode *code) {
  for (size_t i = 0, n; i < gen->phases.size; i += n) {
    for (n = 1; i + n < gen->phases.size; ++n)
      if (!gen->phases.data[i + n].beside)
        break;
    size_t number = code->numPhases++;
    TcGpuPhaseCode *phase = &code->phases[number];
    phase->name =
        number ? tcArenaPrintf(gen->g.e.arena, "%s_phase%zu", name, number)
               : name;
    if (!emitLaunch(gen, &gen->plans[i], n, module, phase))
      return false;
  }
  return true;
}

static bool emitVersions(Gen *gens, size_t n, MlirBlock block,
                         TcGpuCode *code) {
  TcEmit *e = &gens->g.e;
  const char *name = plainName(e->arena, gens->g.k.name);
  MlirBlock module =
      openModule(e, block, tcArenaPrintf(e->arena, "%s_gpu", name));
  declareShared(e, module, sharedAlignment(gens, n));
  for (size_t v = 0; v < n; ++v)
    if (!emitLaunches(&gens[v], name, module, code))
      return false;
  return true;
}

//===- Schedules ----------------------------------------------------------===//

// The stages of a phase, with the maps behind a scatter, for which its result
// needs no memory.
static TcCpuPhase stagesOf(Gen *gen, const TcGpuPhase *phase) {
  TcArena *a = gen->g.e.arena;
  TcCpuPhase p = phase->p;
  p.inRegisters = phase->behind.size > 0;
  for (size_t i = 0; i < phase->behind.size; ++i)
    p.stages = tcCpuStagesWith(a, &p.stages, phase->behind.data[i]);
  return p;
}

static void placeBetween(Gen *gen) {
  TcCpuPhases phases = {0};
  for (size_t i = 0; i < gen->phases.size; ++i)
    tcVecPush(gen->g.e.arena, &phases, stagesOf(gen, &gen->phases.data[i]));
  tcCpuPlaceBetween(&gen->g.k, &phases);
}

static void plan(Gen *gen) {
  TcGpuEmit *g = &gen->g;
  placeBetween(gen);
  gen->plans = TC_ARENA_ARRAY(g->e.arena, TcGpuPlan, gen->phases.size + 1);
  for (size_t i = 0; i < gen->phases.size; ++i) {
    TcGpuPlan *p = &gen->plans[i];
    *p = (TcGpuPlan){.phase = &gen->phases.data[i]};
    g->threads = p->phase->threads;
    tcGpuPlanPhase(g, p);
  }
}

//===- Kernels ------------------------------------------------------------===//

// Numbers the buffers of a launch, and says what the temporaries take.
static void describe(TcArena *a, Gen *gens, size_t n, TcGpuCode *code) {
  const TcCpuKernel *k = &gens->g.k;
  size_t own = k->args.size + k->numResults, numPhases = 0;
  code->symbols = k->symbols.data;
  code->numSymbols = k->symbols.size;
  for (size_t v = 0; v < n; ++v) {
    gens[v].numOwn = own;
    gens[v].firstTemporary = own + code->numTemporaries;
    code->numTemporaries += gens[v].g.k.buffers.size - own;
    numPhases += gens[v].phases.size;
  }
  code->phases = TC_ARENA_ARRAY(a, TcGpuPhaseCode, numPhases + 1);
  code->temporaries = TC_ARENA_ARRAY(a, const char *, code->numTemporaries + 1);
  for (size_t v = 0; v < n; ++v) {
    Gen *g = &gens[v];
    g->numBuffers = own + code->numTemporaries;
    for (size_t i = own; i < g->g.k.buffers.size; ++i) {
      const TcSize *bytes = tcCpuBufferBytes(a, &g->g.k.buffers.data[i]);
      code->temporaries[i - own + g->firstTemporary - own] = tcSizeToText(
          a, tcSizeMul(a, g->taken, tcGpuGivenSize(&g->g.k, bytes)));
    }
  }
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
                .splitsWords = true,
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
  g->e.symbols =
      TC_ARENA_ARRAY(a, MlirValue, g->k.symbols.size + g->k.quotients.size + 1);
  g->e.iters = TC_ARENA_ARRAY(a, MlirValue, g->k.iters.size + 1);
}

static bool hasChunks(const TcGpuPhases *phases) {
  for (size_t i = 0; i < phases->size; ++i)
    if (phases->data[i].p.chunk >= 0)
      return true;
  return false;
}

// Reads a version, with all that is decided before code is emitted.
static MlirLogicalResult prepare(Gen *gen, TcArena *arena, MlirOperation kernel,
                                 const TcVersion *version) {
  TcGpuEmit *g = &gen->g;
  if (mlirLogicalResultIsFailure(
          tcGpuKernelRead(arena, kernel, version->when, &g->k)))
    return mlirLogicalResultFailure();
  initEmit(g, arena);
  if (mlirLogicalResultIsFailure(
          tcGpuScheduleRead(&g->k, version->schedule, g->target, &gen->phases)))
    return mlirLogicalResultFailure();
  if (hasChunks(&gen->phases))
    g->e.chunkIter =
        tcCpuKernelAddIter(&g->k, "chunk", tcSizeConst(arena, INT64_MAX));
  if (isEmulated(gen))
    g->e.anywhere = g->k.args.size + g->k.numResults;
  plan(gen);
  makeTables(g);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult tcGpuEmitKernel(TcArena *arena, MlirOperation kernel,
                                  MlirBlock block, const TcTarget *target,
                                  TcGpuCode *code) {
  TcCpuKernel k;
  TcVersions versions = {0};
  if (mlirLogicalResultIsFailure(
          tcGpuKernelRead(arena, kernel, tcNoAttr(), &k)) ||
      mlirLogicalResultIsFailure(tcScheduleVersions(&k, target, &versions)))
    return mlirLogicalResultFailure();
  Gen *gens = TC_ARENA_ARRAY(arena, Gen, versions.size);
  for (size_t v = 0; v < versions.size; ++v) {
    gens[v] = (Gen){.g = {.target = target}, .taken = versions.data[v].taken};
    if (mlirLogicalResultIsFailure(
            prepare(&gens[v], arena, kernel, &versions.data[v])))
      return mlirLogicalResultFailure();
  }
  *code = (TcGpuCode){0};
  describe(arena, gens, versions.size, code);
  return emitVersions(gens, versions.size, block, code)
             ? mlirLogicalResultSuccess()
             : mlirLogicalResultFailure();
}
