// Emits a kernel as one function for each phase of its schedule. A function has
// a loop over tasks; a task runs the loop nests of the phase one after the
// other. places.c places values between them.
#include "passes/lower/cpu/emit_kernel.h"
#include "passes/lower/cpu/places.h"
#include "passes/lower/cpu/product.h"
#include "passes/lower/cpu/split.h"
#include "passes/lower/cpu/stage.h"
#include "passes/lower/cpu/tiles.h"

#include "ir/attrs.h"
#include "ir/diag.h"
#include "tc/gen/ArithOps.h"
#include "tc/gen/FuncOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"

typedef struct Gen {
  TcEmit e;
  TcCpuKernel k;
  TcCpuPhases phases;
  const TcTarget *target;
  int64_t width;     // f32 in a vector of the machine
  TcProduct product; // of the phase that is one
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

static void loadArguments(TcEmit *e, MlirBlock body) {
  MlirValue buffers = mlirBlockGetArgument(body, 0);
  MlirValue sizes = mlirBlockGetArgument(body, 1);
  size_t n = e->k->buffers.size;
  for (size_t i = 0; i < n; ++i)
    e->buffers[i] = loadFrom(e, buffers, e->ptr, (int64_t)i);
  e->errors = loadFrom(e, buffers, e->ptr, (int64_t)n);
  for (size_t i = 0; i < e->k->symbols.size; ++i)
    e->symbols[i] = loadFrom(e, sizes, e->i64, (int64_t)i);
  e->scratch = mlirBlockGetArgument(body, 2);
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
  TcTile tile;
  if (s->unit)
    g->e.forwarded.size = 0;
  if (!n->alone)
    return tcEmitNest(&g->e, n);
  TcRun run = {
      .e = &g->e, .s = s, .lanes = g->width, .unit = p->unit, .ok = true};
  run.inner = tcCpuItersWithout(g->e.arena, &s->iters, &p->tasks);
  if (p->sortPass.number)
    return tcEmitSortPass(&run, p);
  if (s->kind == TC_CPU_SORT)
    return tcEmitSort(&run, n->work);
  if (!tcPhaseTile(&g->k, p, s, &tile))
    return noCode(s);
  tcEmitContract(&run, &tile, n->work);
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

static bool emitTask(Gen *g, const TcCpuPhase *p, const TcNests *nests,
                     MlirValue t) {
  size_t first = 0;
  if (p->product)
    return tcProductEmitTask(&g->e, &g->product, t);
  enterTask(&g->e, p, t);
  g->e.forwarded.size = 0;
  return emitNests(g, p, nests, &first, NULL);
}

static bool emitTasks(Gen *g, const TcCpuPhase *p, const TcNests *nests,
                      MlirBlock body) {
  TcEmit *e = &g->e;
  TcLoop loop = tcEmitFor(e, mlirBlockGetArgument(body, 3),
                          mlirBlockGetArgument(body, 4), 1, -1, 0, NULL);
  if (!emitTask(g, p, nests, mlirBlockGetArgument(loop.body, 0)))
    return false;
  tcEmitForEnd(e, &loop, 0, NULL);
  if (p->unit && p->unit->tiles)
    tcTilesRelease(e, p->unit);
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
  loadArguments(e, body);
  const TcSize *tasks = g->product.numTasks;
  const TcSize *scratch = g->product.scratchBytes;
  if (!p->product) {
    tasks = numTasks(e, p);
    scratch = tcCpuPlaceRows(e, p, &nests);
  }
  code->tasks = tcSizeToText(e->arena, tasks);
  code->scratchBytes = tcSizeToText(e->arena, scratch);
  code->grain = p->grain;
  return emitTasks(g, p, &nests, body);
}

static bool emitPhases(Gen *g, MlirBlock module, TcCpuCode *code) {
  TcArena *a = g->e.arena;
  code->numPhases = g->phases.size;
  code->phases = TC_ARENA_ARRAY(a, TcCpuPhaseCode, g->phases.size + 1);
  for (size_t i = 0; i < g->phases.size; ++i) {
    code->phases[i].name =
        i ? tcArenaPrintf(a, "%s.phase%zu", g->k.name, i) : g->k.name;
    if (!emitPhase(g, &g->phases.data[i], module, &code->phases[i]))
      return false;
  }
  return true;
}

//===- Kernels ------------------------------------------------------------===//

static void describe(Gen *g, TcCpuCode *code) {
  TcArena *a = g->e.arena;
  size_t own = g->k.args.size + g->k.numResults;
  code->symbols = g->k.symbols.data;
  code->numSymbols = g->k.symbols.size;
  code->numTemporaries = g->k.buffers.size - own;
  code->temporaries = TC_ARENA_ARRAY(a, const char *, code->numTemporaries + 1);
  for (size_t i = 0; i < code->numTemporaries; ++i)
    code->temporaries[i] =
        tcSizeToText(a, tcCpuBufferBytes(a, &g->k.buffers.data[own + i]));
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
                .hasF16 = g->target->hasF16Convert};
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

// Reads the kernel's own schedule, if it has one for CPUs, else chooses one.
// That is written as text and read, too, so that the same rules check it.
static MlirLogicalResult schedule(Gen *g) {
  MlirAttribute text = mlirOperationGetDiscardableAttributeByName(
      g->k.op, tcStr("loop.schedule"));
  if (mlirAttributeIsNull(text)) {
    TcCpuKernel k; // choosing may add stages
    TcCpuPhases chosen = {0};
    if (mlirLogicalResultIsFailure(tcCpuKernelRead(g->k.arena, g->k.op, &k)))
      return mlirLogicalResultFailure();
    tcCpuScheduleChoose(&k, g->target, &chosen);
    text = tcCpuScheduleToAttr(&k, &chosen);
  }
  if (mlirLogicalResultIsFailure(
          tcCpuScheduleRead(&g->k, text, g->target, &g->phases)))
    return mlirLogicalResultFailure();
  if (g->phases.size && g->phases.data[0].product)
    tcProductMatch(&g->k, g->target,
                   g->phases.data[0].unit ? g->phases.data[0].unit->name
                                          : "fma",
                   &g->product);
  tcCpuSplitPhases(&g->k, &g->phases);
  tcCpuPlaceBetween(&g->k, &g->phases);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult tcCpuEmitKernel(TcArena *arena, MlirOperation kernel,
                                  MlirBlock block, const TcTarget *target,
                                  TcCpuCode *code) {
  Gen g = {.target = target, .width = target->vectorBits / 32};
  if (mlirLogicalResultIsFailure(tcCpuKernelRead(arena, kernel, &g.k)) ||
      mlirLogicalResultIsFailure(schedule(&g)))
    return mlirLogicalResultFailure();
  initEmit(&g, arena);
  describe(&g, code);
  return emitPhases(&g, block, code) ? mlirLogicalResultSuccess()
                                     : mlirLogicalResultFailure();
}
