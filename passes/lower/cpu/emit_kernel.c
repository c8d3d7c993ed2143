// Emits a kernel as one function for each phase of its schedule. A function has
// a loop over tasks; a task runs the loop nests of the phase one after the
// other. places.c places values between them. The versions of a schedule are
// phases of one kernel: those of versions that a launch does not take have no
// tasks, and temporaries of no bytes.
#include "passes/lower/cpu/emit_kernel.h"
#include "passes/lower/cpu/gather.h"
#include "passes/lower/cpu/places.h"
#include "passes/lower/cpu/product.h"
#include "passes/lower/cpu/scatter.h"
#include "passes/lower/cpu/split.h"
#include "passes/lower/cpu/stage.h"
#include "passes/lower/cpu/tiles.h"
#include "passes/schedule/kernel_schedule.h"

#include "ir/attrs.h"
#include "ir/builder.h"
#include "ir/diag.h"
#include "tc/gen/ArithOps.h"
#include "tc/gen/FuncOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"

// A version of the kernel.
typedef struct Gen {
  TcEmit e;
  TcCpuKernel k;
  TcCpuPhases phases;
  const TcTarget *target;
  int64_t width;            // f32 in a vector of the machine
  TcProduct *products;      // of the phases that are one, by their number
  const TcProduct *product; // of the phase that is emitted
  const TcSize *taken;      // 1 where a launch takes the version, else 0
  int64_t leastThreads, mostThreads; // of a launch that takes it; 0: any
  // Buffers that a launch is given: the kernel's own, and those of all
  // versions.
  size_t numOwn, firstTemporary, numBuffers;
} Gen;

//===- Functions ----------------------------------------------------------===//

static MlirValue loadFrom(TcEmit *e, MlirValue table, MlirType type,
                          int64_t i) {
  const int32_t dynamic = INT32_MIN;
  MlirValue at = tcEmitI64(e, i);
  MlirValue p =
      tcLlvmGetelementptr(&e->b, e->ptr, table, 1, &at, 1, &dynamic, type);
  return tcLlvmLoad(&e->b, type, p);
}

static MlirBlock openFunction(TcEmit *e, const char *name, MlirBlock module) {
  MlirType types[] = {e->ptr, e->ptr, e->ptr, e->i64, e->i64};
  MlirType type = mlirFunctionTypeGet(e->ctx, 5, types, 0, NULL);
  TcBuilder b = tcBuilderAtEnd(module, e->b.loc);
  MlirAttribute no = tcNoAttr();
  MlirOperation func =
      tcFuncFuncCreate(&b, tcStr(name), type, no, no, no, false);
  MlirBlock body =
      tcBuilderAddBlock(&b, mlirOperationGetRegion(func, 0), 5, types);
  e->b = tcBuilderAtEnd(body, e->b.loc);
  return body;
}

static void loadArguments(Gen *g, MlirBlock body) {
  TcEmit *e = &g->e;
  MlirValue buffers = mlirBlockGetArgument(body, 0);
  MlirValue sizes = mlirBlockGetArgument(body, 1);
  for (size_t i = 0; i < e->k->buffers.size; ++i) {
    size_t at = i < g->numOwn ? i : i - g->numOwn + g->firstTemporary;
    e->buffers[i] = loadFrom(e, buffers, e->ptr, (int64_t)at);
  }
  e->errors = loadFrom(e, buffers, e->ptr, (int64_t)g->numBuffers);
  for (size_t i = 0; i < e->k->symbols.size; ++i)
    e->symbols[i] = loadFrom(e, sizes, e->i64, (int64_t)i);
  e->scratch = mlirBlockGetArgument(body, 2);
  tcEmitOnePoints(e);
}

//===- Tasks --------------------------------------------------------------===//

static const TcSize *numChunks(const TcEmit *e) {
  if (e->chunk < 0)
    return tcSizeConst(e->arena, 1);
  return tcSizeCeilDiv(e->arena, e->k->iters.data[e->chunk].extent,
                       tcSizeConst(e->arena, e->chunkSize));
}

static const TcSize *numTasks(const TcEmit *e, const TcCpuPhase *p) {
  return tcSizeMul(e->arena, tcCpuProduct(e->arena, e->k, &p->tasks),
                   numChunks(e));
}

// Splits off the fastest digit of a task's number; returns the rest.
static MlirValue splitOff(TcEmit *e, MlirValue t, const TcSize *count,
                          MlirValue *part) {
  int64_t one;
  if (tcSizeIsConst(count, &one) && one == 1) {
    *part = tcEmitI64(e, 0);
    return t;
  }
  MlirValue n = tcEmitExpr(e, count);
  *part = tcArithRemui(&e->b, t, n);
  return tcArithDivui(&e->b, t, n);
}

static MlirValue splitChunk(TcEmit *e, MlirValue t) {
  MlirValue c, size = tcEmitI64(e, e->chunkSize);
  t = splitOff(e, t, numChunks(e), &c);
  e->chunkLow = tcArithMuli(&e->b, c, size);
  MlirValue end = tcArithAddi(&e->b, e->chunkLow, size);
  MlirValue n = tcEmitExpr(e, e->k->iters.data[e->chunk].extent);
  e->chunkHigh = tcArithMinsi(&e->b, end, n);
  e->iters[e->chunkIter] = e->chunkLow;
  return t;
}

// Decodes task number t: its chunk, and its iterators, the last one fastest.
static void enterTask(TcEmit *e, const TcCpuPhase *p, MlirValue t) {
  if (e->chunk >= 0)
    t = splitChunk(e, t);
  for (size_t i = p->tasks.size; i-- > 0;) {
    int iter = p->tasks.data[i];
    if (i == 0)
      e->iters[iter] = t;
    else
      t = splitOff(e, t, e->k->iters.data[iter].extent, &e->iters[iter]);
  }
}

static bool noCode(const TcCpuStage *s) {
  tcOpEmitError(s->op, "[TC-0601] loop-to-cpu has no code for this stage yet; "
                       "interpret the program, or keep it out of kernels");
  return false;
}

static bool emitNest(Gen *g, const TcCpuPhase *p, const TcNest *n) {
  TcCpuStage *s = n->stages.data[0];
  if (s->unit)
    g->e.forwarded.size = 0;
  if (p->pass.number && s->kind == TC_CPU_SCATTER)
    return tcEmitScatterPass(&g->e, p, n);
  if (!n->alone)
    return tcEmitNest(&g->e, n);
  TcRun run = {.e = &g->e,
               .s = s,
               .nest = n,
               .lanes = g->width,
               .unit = p->unit,
               .form = n->plan.form,
               .few = n->plan.few,
               .digits = true,
               .ok = true};
  run.inner = tcCpuItersWithout(g->e.arena, &s->iters, &p->tasks);
  if (p->pass.number)
    return tcEmitSortPass(&run, p);
  if (s->kind == TC_CPU_SORT)
    return tcEmitSort(&run, n->work);
  if (n->plan.form == TC_NEST_LOOPS)
    return noCode(s);
  tcEmitContract(&run, &n->tile, n->work);
  return run.ok;
}

static bool isInside(const TcCpuFor *loop, const TcCpuFor *around) {
  while (loop && loop != around)
    loop = loop->around;
  return loop == around;
}

// The nests from number *i on that are inside of the loop `around` (NULL: all).
static bool emitNests(Gen *g, const TcCpuPhase *p, const TcNests *nests,
                      size_t *i, const TcCpuFor *around) {
  TcEmit *e = &g->e;
  while (*i < nests->size && isInside(nests->data[*i].in, around)) {
    const TcCpuFor *in = nests->data[*i].in;
    if (in == around) {
      if (!emitNest(g, p, &nests->data[(*i)++]))
        return false;
      continue;
    }
    while (in->around != around)
      in = in->around;
    MlirValue low, high;
    tcIterBounds(e, in->iter, &low, &high);
    e->forwarded.size = 0;
    TcLoop loop = tcEmitFor(e, low, high, 1, in->iter, 0, NULL);
    if (!emitNests(g, p, nests, i, in))
      return false;
    tcEmitForEnd(e, &loop, 0, NULL);
    e->forwarded.size = 0;
  }
  return true;
}

// Passes of a product's phase: panels, and totals, as tasks of their own.
enum { TOTALS = 1, PANELS };

static bool emitProduct(TcEmit *e, const TcCpuPhase *p,
                        const TcProduct *product, MlirValue t) {
  return p->pass.number == PANELS   ? tcProductEmitPanel(e, product, t)
         : p->pass.number == TOTALS ? tcProductEmitTotals(e, product, t)
                                    : tcProductEmitTask(e, product, t);
}

static bool emitTask(Gen *g, const TcCpuPhase *p, const TcNests *nests,
                     MlirValue t) {
  size_t first = 0;
  if (p->product)
    return emitProduct(&g->e, p, g->product, t);
  enterTask(&g->e, p, t);
  g->e.forwarded.size = 0;
  return emitNests(g, p, nests, &first, NULL);
}

// Tasks that own positions of a scatter and differ in nothing else: a thread
// visits the points once for all that it has claimed.
static bool areOwners(const TcCpuPhase *p) {
  return !p->product && !p->pass.number && p->chunk < 0 && p->tasks.size == 1 &&
         p->stages.data[0]->owners == 1 + p->tasks.data[0];
}

// One thread, which has all of them, need not ask whose a point is.
static bool emitOwners(Gen *g, const TcCpuPhase *p, const TcNests *nests,
                       MlirValue low, MlirValue high) {
  TcEmit *e = &g->e;
  MlirValue n = tcEmitExpr(e, e->k->iters.data[p->tasks.data[0]].extent);
  TcLoop all = tcEmitIf(e, tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ,
                                       tcArithSubi(&e->b, high, low), n));
  e->ownsAll = true;
  bool ok = emitTask(g, p, nests, low);
  e->ownsAll = false;
  tcEmitElse(e, &all);
  e->ownersEnd = high;
  ok = ok && emitTask(g, p, nests, low);
  e->ownersEnd = (MlirValue){NULL};
  tcEmitIfEnd(e, &all);
  tcFuncReturn(&e->b, 0, NULL);
  return ok;
}

// Whoever learns that tasks are done sees what they stored past the caches.
static void fence(TcEmit *e, const TcNests *nests) {
  bool past = false;
  for (size_t i = 0; i < nests->size; ++i)
    past |= nests->data[i].nontemporal || nests->data[i].plan.pastCaches;
  if (past)
    tcLlvmCallIntrinsic(&e->b, tcStr("llvm.x86.sse.sfence"), 0, NULL, 0, NULL,
                        0, NULL);
}

static bool emitTasks(Gen *g, const TcCpuPhase *p, const TcNests *nests,
                      MlirBlock body) {
  TcEmit *e = &g->e;
  MlirValue low = mlirBlockGetArgument(body, 3);
  MlirValue high = mlirBlockGetArgument(body, 4);
  tcEmitCheckTables(e, &p->stages, low, (MlirValue){NULL}, 1);
  if (areOwners(p))
    return emitOwners(g, p, nests, low, high);
  TcLoop loop = tcEmitFor(e, low, high, 1, -1, 0, NULL);
  if (!emitTask(g, p, nests, mlirBlockGetArgument(loop.body, 0)))
    return false;
  tcEmitForEnd(e, &loop, 0, NULL);
  if (p->unit && p->unit->tiles)
    tcTilesRelease(e, p->unit);
  fence(e, nests);
  tcFuncReturn(&e->b, 0, NULL);
  return true;
}

//===- Phases -------------------------------------------------------------===//

static bool emitPhase(Gen *g, const TcCpuPhase *p, MlirBlock module,
                      TcCpuPhaseCode *code) {
  TcEmit *e = &g->e;
  TcNests nests = {0};
  e->chunk = p->chunk;
  e->chunkSize = p->chunkSize;
  e->places = (TcMap){.arena = e->arena}; // rows of the phase's own function
  if (!p->product)
    tcCpuFormNests(&g->k, p, g->width, &nests);
  MlirBlock body = openFunction(e, code->name, module);
  loadArguments(g, body);
  const TcSize *tasks, *scratch;
  if (p->product) {
    const TcProduct *product = g->product;
    tasks = p->pass.number == PANELS   ? product->numPanels
            : p->pass.number == TOTALS ? product->numTotals
                                       : product->numTasks;
    scratch = product->scratchBytes;
  } else {
    tasks = numTasks(e, p);
    scratch = tcCpuPlaceRows(e, p, &nests);
  }
  code->tasks = tcSizeToText(e->arena, tcSizeMul(e->arena, g->taken, tasks));
  code->scratchBytes = tcSizeToText(e->arena, scratch);
  code->grain = p->grain;
  code->leastThreads = g->leastThreads;
  code->mostThreads = g->mostThreads;
  return emitTasks(g, p, &nests, body);
}

// The first function is named as the kernel.
static bool emitPhases(Gen *g, MlirBlock module, TcCpuCode *code) {
  TcArena *a = g->e.arena;
  for (size_t i = 0; i < g->phases.size; ++i) {
    size_t number = code->numPhases++;
    TcCpuPhaseCode *phase = &code->phases[number];
    phase->name =
        number ? tcArenaPrintf(a, "%s.phase%zu", g->k.name, number) : g->k.name;
    g->product = &g->products[i];
    if (!emitPhase(g, &g->phases.data[i], module, phase))
      return false;
  }
  return true;
}

//===- Kernels ------------------------------------------------------------===//

// Numbers the buffers of a launch, and says what the temporaries take.
static void describe(TcArena *a, Gen *gens, size_t numGens, TcCpuCode *code) {
  size_t numPhases = 0, own = gens->k.args.size + gens->k.numResults;
  code->symbols = gens->k.symbols.data;
  code->numSymbols = gens->k.symbols.size;
  for (size_t v = 0; v < numGens; ++v) {
    Gen *g = &gens[v];
    g->numOwn = own;
    g->firstTemporary = own + code->numTemporaries;
    code->numTemporaries += g->k.buffers.size - own;
    numPhases += g->phases.size;
  }
  code->phases = TC_ARENA_ARRAY(a, TcCpuPhaseCode, numPhases + 1);
  code->temporaries = TC_ARENA_ARRAY(a, const char *, code->numTemporaries + 1);
  for (size_t v = 0; v < numGens; ++v) {
    Gen *g = &gens[v];
    g->numBuffers = own + code->numTemporaries;
    for (size_t i = own; i < g->k.buffers.size; ++i) {
      const TcSize *bytes = tcCpuBufferBytes(a, &g->k.buffers.data[i]);
      code->temporaries[i - own + g->firstTemporary - own] =
          tcSizeToText(a, tcSizeMul(a, g->taken, bytes));
    }
  }
}

static void initEmit(Gen *g, TcArena *arena) {
  TcEmit *e = &g->e;
  MlirContext ctx = g->k.ctx;
  *e = (TcEmit){.arena = arena,
                .ctx = ctx,
                .k = &g->k,
                .lanes = 1,
                .vector = -1,
                .chunk = -1,
                .fma = g->target->hasFma,
                .secondIfNaN = true,
                .hasF16 = g->target->hasF16Convert,
                .pairsHalves = g->target->vectorBits == 512,
                .vectorBits = g->target->vectorBits};
  e->pairsWords = e->pairsHalves && tcTargetHasFeature(g->target, "avx512vnni");
  if (g->target->hasScaling)
    e->scaledLanes = g->target->vectorBits / 32;
  e->hasRound = tcTargetHasFeature(g->target, "sse4.1");
  e->places.arena = arena;
  e->b = (TcBuilder){.ctx = ctx, .loc = mlirOperationGetLocation(g->k.op)};
  e->i1 = mlirIntegerTypeGet(ctx, 1);
  e->i8 = mlirIntegerTypeGet(ctx, 8);
  e->i32 = mlirIntegerTypeGet(ctx, 32);
  e->i64 = mlirIntegerTypeGet(ctx, 64);
  e->f32 = mlirF32TypeGet(ctx);
  e->f64 = mlirF64TypeGet(ctx);
  e->ptr = mlirLLVMPointerTypeGet(ctx, 0);
  e->chunkIter =
      tcCpuKernelAddIter(&g->k, "chunk", tcSizeConst(arena, INT64_MAX));
  e->buffers = TC_ARENA_ARRAY(arena, MlirValue, g->k.buffers.size + 1);
  e->symbols = TC_ARENA_ARRAY(arena, MlirValue, g->k.symbols.size + 1);
  e->iters = TC_ARENA_ARRAY(arena, MlirValue, g->k.iters.size + 1);
}

// A pass of a product before, or behind, its tiles.
static void addPass(Gen *g, TcCpuPhase p, const TcProduct *product,
                    int number) {
  if (number) {
    p.pass.number = p.pass.last = number;
    p.unit = NULL;
  }
  g->products[g->phases.size] = *product;
  tcVecPush(g->k.arena, &g->phases, p);
}

// Tiles of the phases that are products; before one whose panels are packed
// ahead a phase that packs them, behind one that has parts a phase that adds up
// their sums.
static void tileProducts(Gen *g) {
  enum { MOST = 3 };
  TcCpuPhases all = g->phases;
  TcArena *a = g->k.arena;
  g->phases = (TcCpuPhases){0};
  g->products = TC_ARENA_ARRAY(a, TcProduct, MOST * all.size + 1);
  for (size_t i = 0; i < all.size; ++i) {
    const TcCpuPhase *p = &all.data[i];
    TcProduct product = {0};
    if (p->product) {
      tcProductMatch(&g->k, g->target, &p->stages,
                     p->unit ? p->unit->name : "fma", &p->division, &product);
      tcProductAddPanels(&g->k, &product);
    }
    if (product.parts)
      tcProductAddPartials(&g->k, &product);
    if (product.packsAhead)
      addPass(g, *p, &product, PANELS);
    addPass(g, *p, &product, 0);
    if (product.parts)
      addPass(g, *p, &product, TOTALS);
  }
}

static MlirLogicalResult schedule(Gen *g, MlirAttribute text) {
  if (mlirLogicalResultIsFailure(
          tcCpuScheduleRead(&g->k, text, g->target, &g->phases)))
    return mlirLogicalResultFailure();
  tcCpuSplitPhases(&g->k, g->width, &g->phases);
  tcCpuPlaceBetween(&g->k, &g->phases);
  tileProducts(g);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult tcCpuEmitKernel(TcArena *arena, MlirOperation kernel,
                                  MlirBlock block, const TcTarget *target,
                                  TcCpuCode *code) {
  TcCpuKernel k;
  TcVersions versions = {0};
  if (mlirLogicalResultIsFailure(tcCpuKernelRead(arena, kernel, &k)) ||
      mlirLogicalResultIsFailure(tcScheduleVersions(&k, target, &versions)))
    return mlirLogicalResultFailure();
  Gen *gens = TC_ARENA_ARRAY(arena, Gen, versions.size);
  for (size_t i = 0; i < versions.size; ++i) {
    gens[i] = (Gen){.target = target,
                    .width = target->vectorBits / 32,
                    .taken = versions.data[i].taken,
                    .leastThreads = versions.data[i].leastThreads,
                    .mostThreads = versions.data[i].mostThreads};
    if (mlirLogicalResultIsFailure(tcCpuKernelReadJoined(
            arena, kernel, versions.data[i].schedule, &gens[i].k)) ||
        mlirLogicalResultIsFailure(
            schedule(&gens[i], versions.data[i].schedule)))
      return mlirLogicalResultFailure();
  }
  *code = (TcCpuCode){0};
  describe(arena, gens, versions.size, code);
  for (size_t i = 0; i < versions.size; ++i) {
    initEmit(&gens[i], arena);
    if (!emitPhases(&gens[i], block, code))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}
