// A kernel as one function: tasks are the points of the iterators that all
// stages share and none reduces over; a task runs the stages one after the
// other. Values that only the kernel sees lie in rows of the thread's scratch.
#include "passes/lower/cpu/emit_kernel.h"
#include "passes/lower/cpu/product.h"
#include "passes/lower/cpu/stage.h"

#include "ir/attrs.h"
#include "tc/gen/ArithOps.h"
#include "tc/gen/FuncOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"

#include <string.h>

enum { CHUNK = 4096, TILE_CHUNK = 64, FEW_TASKS = 4 };

typedef struct Gen {
  TcEmit e;
  TcCpuKernel k;
  TcCpuIters task;   // outermost first
  int64_t lanes;
  const TcSize *rows; // bytes of scratch so far
  int64_t chunk;      // points of the iterator that is cut
  TcProduct product;
  bool isProduct;
} Gen;

//===- Tasks --------------------------------------------------------------===//

// Whether values that the kernel makes are read at the iterator where they have
// it as a dimension: then its points do not depend on each other.
static bool readsHere(const TcCpuKernel *k, const TcCpuStage *s, int iter) {
  const char *name = k->iters.data[iter].name;
  for (size_t i = 0; i < s->reads.size; ++i) {
    const TcCpuRead *r = &s->reads.data[i];
    if (!r->value->stage)
      continue;
    int d = tcCpuItersFind(&r->value->stage->iters, iter);
    const char *at = d < 0 ? NULL : tcSizeIsSymbol(r->index[d]);
    if (!at || strcmp(at, name))
      return false;
  }
  for (size_t i = 0; i < s->gathered.size; ++i)
    if (s->gathered.data[i]->stage)
      return false;
  return true;
}

static bool isTask(const TcCpuKernel *k, int iter) {
  for (size_t i = 0; i < k->stages.size; ++i) {
    const TcCpuStage *s = k->stages.data[i];
    if (s->kind == TC_CPU_SCATTER || s->kind == TC_CPU_SORT ||
        !tcCpuItersHave(&s->iters, iter) || tcCpuItersHave(&s->over, iter) ||
        !readsHere(k, s, iter))
      return false;
  }
  return true;
}

static int scoreInAll(Gen *g, int iter) {
  int score = 0;
  for (size_t i = 0; i < g->k.stages.size; ++i)
    score += tcCpuVectorScore(&g->e, g->k.stages.data[i], iter);
  return score;
}

// Whether a stage can run over lanes without the iterators of the task.
static int bestInside(Gen *g) {
  int best = 0;
  for (size_t i = 0; i < g->k.stages.size; ++i) {
    TcCpuIters space = tcCpuStageSpace(g->e.arena, g->k.stages.data[i]);
    TcCpuIters inner = tcCpuItersWithout(g->e.arena, &space, &g->task);
    for (size_t j = 0; j < inner.size; ++j) {
      int score = tcCpuVectorScore(&g->e, g->k.stages.data[i], inner.data[j]);
      best = score > best ? score : best;
    }
  }
  return best;
}

// Takes the iterator that suits vectors best out of the task, if none inside
// suits as well; a lone one is cut into chunks.
static void freeVector(Gen *g) {
  int best = bestInside(g), which = -1;
  for (size_t i = 0; i < g->task.size; ++i) {
    int score = scoreInAll(g, g->task.data[i]);
    if (score <= best)
      continue;
    best = score;
    which = g->task.data[i];
  }
  if (which < 0)
    return;
  TcCpuIters one = {0};
  tcVecPush(g->e.arena, &one, which);
  g->task = tcCpuItersWithout(g->e.arena, &g->task, &one);
  if (!g->task.size)
    g->e.chunk = which;
}

// A product's blocks stay inside of a task; where there are few tasks left, the
// columns are cut into chunks.
static bool freeTile(Gen *g) {
  TcArena *a = g->e.arena;
  for (size_t i = 0; i < g->k.stages.size; ++i) {
    TcTile tile;
    int64_t n;
    if (!tcContractTile(&g->e, g->k.stages.data[i], &tile))
      continue;
    bool cut = tcCpuItersHave(&g->task, tile.column);
    TcCpuIters mine = {0};
    tcVecPush(a, &mine, tile.row);
    tcVecPush(a, &mine, tile.column);
    g->task = tcCpuItersWithout(a, &g->task, &mine);
    const TcSize *rest = tcCpuProduct(a, &g->k, &g->task);
    if (cut && tcSizeIsConst(rest, &n) && n < FEW_TASKS) {
      g->task = (TcCpuIters){0};
      g->e.chunk = tile.column;
      g->chunk = TILE_CHUNK;
    }
    return true;
  }
  return false;
}

static void chooseTask(Gen *g) {
  for (size_t i = 0; i < g->k.iters.size; ++i)
    if (isTask(&g->k, (int)i))
      tcVecPush(g->e.arena, &g->task, (int)i);
}

static void placeValues(Gen *g);

static void chooseTasks(Gen *g) {
  chooseTask(g);
  placeValues(g); // without addresses: for the choice of the vector
  if (!freeTile(g))
    freeVector(g);
}

static const TcSize *numTasks(Gen *g) {
  TcArena *a = g->e.arena;
  if (g->isProduct)
    return g->product.numTasks;
  if (g->e.chunk >= 0)
    return tcSizeCeilDiv(a, g->k.iters.data[g->e.chunk].extent,
                         tcSizeConst(a, g->chunk));
  return tcCpuProduct(a, &g->k, &g->task);
}

//===- Places of values ---------------------------------------------------===//

static const TcSize **rowStrides(Gen *g, const TcCpuValue *v,
                                 const TcSize **count) {
  TcArena *a = g->e.arena;
  const TcSize **strides = TC_ARENA_ARRAY(a, const TcSize *, v->rank + 1);
  *count = tcSizeConst(a, 1);
  for (size_t d = v->rank; d-- > 0;) {
    bool outer = tcCpuItersHave(&g->task, v->stage->iters.data[d]);
    strides[d] = outer ? tcSizeConst(a, 0) : *count;
    if (!outer)
      *count = tcSizeMul(a, *count, v->sizes[d]);
  }
  return strides;
}

static void setPlace(Gen *g, const TcCpuValue *v, TcPlace place) {
  TcPlace *copy = TC_ARENA_NEW(g->e.arena, TcPlace);
  *copy = place;
  tcMapSet(&g->e.places, v, copy);
}

static void placeInRow(Gen *g, const TcCpuValue *v) {
  TcArena *a = g->e.arena;
  const TcSize *count, *sixtyFour = tcSizeConst(a, 64);
  const TcSize **strides = rowStrides(g, v, &count);
  const TcSize *bytes =
      tcSizeMul(a, count, tcSizeConst(a, tcCpuBytes(v->element)));
  MlirValue base = {NULL};
  if (g->e.scratch.ptr) {
    const int32_t dynamic = INT32_MIN;
    MlirValue at = tcEmitExpr(&g->e, g->rows);
    base = tcLlvmGetelementptr(&g->e.b, g->e.ptr, g->e.scratch, 1, &at, 1,
                               &dynamic, g->e.i8);
  }
  setPlace(g, v, (TcPlace){base, strides, NULL});
  g->rows = tcSizeAdd(
      a, g->rows, tcSizeMul(a, tcSizeCeilDiv(a, bytes, sixtyFour), sixtyFour));
}

static void placeInBuffer(Gen *g, const TcCpuValue *v) {
  TcArena *a = g->e.arena;
  const TcCpuDest *dest = &v->dests.data[0];
  const TcCpuBuffer *buffer = &g->k.buffers.data[dest->buffer];
  const TcSize *offset = buffer->offset ? buffer->offset : tcSizeConst(a, 0);
  for (size_t d = 0; dest->offsets && d < buffer->rank; ++d)
    offset = tcSizeAdd(a, offset, tcSizeMul(a, dest->offsets[d],
                                            buffer->strides[d]));
  setPlace(g, v, (TcPlace){g->e.buffers[dest->buffer], buffer->strides, offset});
}

static void placeValues(Gen *g) {
  g->rows = tcSizeConst(g->e.arena, 0);
  for (size_t i = 0; i < g->k.stages.size; ++i) {
    const TcCpuStage *s = g->k.stages.data[i];
    for (size_t r = 0; r < s->results.size; ++r) {
      const TcCpuValue *v = s->results.data[r];
      if (v->dests.size)
        placeInBuffer(g, v);
      else
        placeInRow(g, v);
    }
  }
}

//===- The function -------------------------------------------------------===//

static MlirValue loadFrom(TcEmit *e, MlirValue table, MlirType type,
                          int64_t i) {
  const int32_t dynamic = INT32_MIN;
  MlirValue at = tcEmitI64(e, i);
  MlirValue p = tcLlvmGetelementptr(&e->b, e->ptr, table, 1, &at, 1, &dynamic,
                                    type);
  return tcLlvmLoad(&e->b, type, p);
}

static MlirBlock openFunction(Gen *g, MlirBlock module) {
  TcEmit *e = &g->e;
  MlirType types[] = {e->ptr, e->ptr, e->ptr, e->i64, e->i64};
  MlirType type = mlirFunctionTypeGet(e->ctx, 5, types, 0, NULL);
  TcBuilder b = tcBuilderAtEnd(module, e->b.loc);
  MlirAttribute no = tcNoAttr();
  MlirOperation func =
      tcFuncFuncCreate(&b, tcStr(g->k.name), type, no, no, no, false);
  MlirBlock body =
      tcBuilderAddBlock(&b, mlirOperationGetRegion(func, 0), 5, types);
  e->b = tcBuilderAtEnd(body, e->b.loc);
  return body;
}

static void loadArguments(Gen *g, MlirBlock body) {
  TcEmit *e = &g->e;
  size_t n = g->k.buffers.size;
  for (size_t i = 0; i < n; ++i)
    e->buffers[i] =
        loadFrom(e, mlirBlockGetArgument(body, 0), e->ptr, (int64_t)i);
  e->errors =
      loadFrom(e, mlirBlockGetArgument(body, 0), e->ptr, (int64_t)n);
  for (size_t i = 0; i < g->k.symbols.size; ++i)
    e->symbols[i] =
        loadFrom(e, mlirBlockGetArgument(body, 1), e->i64, (int64_t)i);
  e->scratch = mlirBlockGetArgument(body, 2);
}

// The iterators of task number t, the last one fastest.
static void splitTask(Gen *g, MlirValue t) {
  TcEmit *e = &g->e;
  for (size_t i = g->task.size; i-- > 0;) {
    int iter = g->task.data[i];
    if (i == 0) {
      e->iters[iter] = t;
      return;
    }
    MlirValue n = tcEmitExpr(e, g->k.iters.data[iter].extent);
    e->iters[iter] = tcArithRemsi(&e->b, t, n);
    t = tcArithDivsi(&e->b, t, n);
  }
}

static void splitChunk(Gen *g, MlirValue t) {
  TcEmit *e = &g->e;
  MlirValue size = tcEmitI64(e, g->chunk);
  e->chunkLow = tcArithMuli(&e->b, t, size);
  MlirValue end = tcArithAddi(&e->b, e->chunkLow, size);
  MlirValue n = tcEmitExpr(e, g->k.iters.data[e->chunk].extent);
  e->chunkHigh = tcArithMinsi(&e->b, end, n);
}

static bool emitTask(Gen *g, MlirValue t) {
  TcEmit *e = &g->e;
  if (g->isProduct)
    return tcProductEmitTask(e, &g->product, t);
  if (e->chunk >= 0)
    splitChunk(g, t);
  else
    splitTask(g, t);
  for (size_t i = 0; i < g->k.stages.size; ++i)
    if (!tcEmitStage(e, g->k.stages.data[i], &g->task, g->lanes))
      return false;
  return true;
}

static bool emitTasks(Gen *g, MlirBlock body) {
  TcEmit *e = &g->e;
  TcLoop loop = tcEmitFor(e, mlirBlockGetArgument(body, 3),
                          mlirBlockGetArgument(body, 4), 1, -1, 0, NULL);
  if (!emitTask(g, mlirBlockGetArgument(loop.body, 0)))
    return false;
  tcEmitForEnd(e, &loop, 0, NULL);
  tcFuncReturn(&e->b, 0, NULL);
  return true;
}

//===- What the caller must know ------------------------------------------===//

static const char *sizeText(TcArena *arena, const TcSize *size) {
  TcStrBuf buf = {0};
  tcSizePrint(size, &buf);
  const char *text = tcArenaCopyText(arena, tcStrBufText(&buf), buf.size);
  tcStrBufFree(&buf);
  return text;
}

// Points that a task visits, where sizes are constants.
static int64_t pointsOfTask(Gen *g) {
  int64_t points = 0, n;
  for (size_t i = 0; i < g->k.stages.size; ++i) {
    TcCpuIters space = tcCpuStageSpace(g->e.arena, g->k.stages.data[i]);
    TcCpuIters inner = tcCpuItersWithout(g->e.arena, &space, &g->task);
    const TcSize *size = tcCpuProduct(g->e.arena, &g->k, &inner);
    points += tcSizeIsConst(size, &n) ? n : 1024;
  }
  return points;
}

static void describe(Gen *g, TcCpuCode *code) {
  TcArena *a = g->e.arena;
  enum { WORTH_A_THREAD = 16384 };
  int64_t points = pointsOfTask(g);
  bool whole = points >= WORTH_A_THREAD || g->e.chunk >= 0 || g->isProduct;
  *code = (TcCpuCode){.name = g->k.name,
                      .numSymbols = g->k.symbols.size,
                      .tasks = sizeText(a, numTasks(g)),
                      .scratchBytes = sizeText(a, g->rows)};
  code->symbols = TC_ARENA_ARRAY(a, const char *, code->numSymbols + 1);
  for (size_t i = 0; i < code->numSymbols; ++i)
    code->symbols[i] = g->k.symbols.data[i];
  code->grain = whole ? 1 : WORTH_A_THREAD / (points + 1);
}

static void initEmit(Gen *g, TcArena *arena, MlirOperation kernel) {
  TcEmit *e = &g->e;
  MlirContext ctx = mlirOperationGetContext(kernel);
  *e = (TcEmit){.arena = arena, .ctx = ctx, .k = &g->k, .lanes = 1,
                .vector = -1, .chunk = -1, .fma = true};
  e->places.arena = arena;
  e->b = (TcBuilder){.ctx = ctx, .loc = mlirOperationGetLocation(kernel)};
  e->i1 = mlirIntegerTypeGet(ctx, 1);
  e->i8 = mlirIntegerTypeGet(ctx, 8);
  e->i32 = mlirIntegerTypeGet(ctx, 32);
  e->i64 = mlirIntegerTypeGet(ctx, 64);
  e->f32 = mlirF32TypeGet(ctx);
  e->f64 = mlirF64TypeGet(ctx);
  e->ptr = mlirLLVMPointerTypeGet(ctx, 0);
}

MlirLogicalResult tcCpuEmitKernel(TcArena *arena, MlirOperation kernel,
                                  MlirBlock block, const TcTarget *target,
                                  TcCpuCode *code) {
  Gen g = {.lanes = target->vectorBits / 32, .chunk = CHUNK};
  initEmit(&g, arena, kernel);
  if (mlirLogicalResultIsFailure(tcCpuKernelRead(arena, kernel, &g.k)))
    return mlirLogicalResultFailure();
  g.isProduct = tcProductMatch(&g.k, target, &g.product);
  g.e.buffers = TC_ARENA_ARRAY(arena, MlirValue, g.k.buffers.size + 1);
  g.e.symbols = TC_ARENA_ARRAY(arena, MlirValue, g.k.symbols.size + 1);
  g.e.iters = TC_ARENA_ARRAY(arena, MlirValue, g.k.iters.size + 1);
  if (!g.isProduct)
    chooseTasks(&g);
  MlirBlock body = openFunction(&g, block);
  loadArguments(&g, body);
  if (g.isProduct)
    g.rows = g.product.scratchBytes;
  else
    placeValues(&g);
  describe(&g, code);
  bool ok = emitTasks(&g, body);
  return ok ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}
