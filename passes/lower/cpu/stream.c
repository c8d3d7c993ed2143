// Streamed kernels (passes/stream): reads `loop.stream`, which names the
// iterator of the loop.for that counts blocks, the iterator of points in a
// block, and the number of points, so that the last block runs over existing
// points only; and the bounds outside of which every term of a block is exactly
// 0.
//
// One iterator, `lane`, is vectorised in every stage: each product of the loop
// has it in one factor alone. Values of a task lie in scratch with that
// iterator innermost, elements of the other factor are broadcast from memory,
// and nothing is reduced across lanes.
#include "passes/lower/cpu/kernel_impl.h"

#include "lib/cost/estimate.h"

#include "passes/lower/cpu/emit.h"
#include "passes/schedule/text.h"

#include "ir/attrs.h"
#include "lib/ir/kernel_read.h"
#include "tc/gen/ArithOps.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"

//===- Reading ------------------------------------------------------------===//

static int iterOf(const TcCpuKernel *k, MlirAttribute dict, const char *name) {
  MlirAttribute a = tcTextEntry(dict, name);
  if (mlirAttributeIsNull(a) || !mlirAttributeIsAString(a))
    return -1;
  return tcCpuFindIter(k, mlirStringAttrGetValue(a));
}

static void readBounds(TcCpuKernel *k, MlirAttribute list, TcCpuSizes *out) {
  if (mlirAttributeIsNull(list) || !mlirAttributeIsAArray(list))
    return;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(list); ++i)
    if (tcAttrIsASize(mlirArrayAttrGetElement(list, i)))
      tcVecPush(k->arena, out, tcCpuParse(k, mlirArrayAttrGetElement(list, i)));
}

// Whether a read stays inside as long as the point is one: its index is the
// point, plus what leaves room.
static bool staysInside(const TcCpuKernel *k, const TcSize *index,
                        const TcSize *size) {
  const TcCpuStream *s = &k->stream;
  const TcSize *rest = tcSizeSub(k->arena, index, s->at);
  const char *block = k->iters.data[s->block].name;
  const char *point = k->iters.data[s->point].name;
  if (tcSizeUses(rest, block) || tcSizeUses(rest, point))
    return tcCpuProvablyIn(k, index, size);
  return tcSizeProvablyLessEqual(tcSizeConst(k->arena, 0), rest, &k->ranges) &&
         tcSizeProvablyLessEqual(tcSizeAdd(k->arena, rest, s->extent), size,
                                 &k->ranges);
}

// Only existing points are visited, so most fills are never read: drops them.
static void dropFills(TcCpuKernel *k, TcCpuStage *s) {
  for (size_t i = 0; i < s->reads.size; ++i) {
    TcCpuRead *r = &s->reads.data[i];
    bool inside = !mlirAttributeIsNull(r->fill);
    for (size_t d = 0; inside && d < r->value->rank; ++d)
      inside = staysInside(k, r->index[d], r->value->sizes[d]);
    if (!inside)
      continue;
    r->unread = r->fill;
    r->fill = mlirAttributeGetNull();
  }
}

void tcCpuStreamKeepFills(TcCpuKernel *k) {
  for (size_t i = 0; i < k->stages.size; ++i)
    for (size_t r = 0; r < k->stages.data[i]->reads.size; ++r) {
      TcCpuRead *read = &k->stages.data[i]->reads.data[r];
      if (!mlirAttributeIsNull(read->unread))
        read->fill = read->unread;
    }
}

static const TcSize *indexOf(TcCpuKernel *k, MlirValue v) {
  MlirOperation op = tcDefiningOp(v);
  return !mlirOperationIsNull(op) && tcLoopOpKind(op) == TC_LOOP_INDEX
             ? tcCpuParse(k, tcLoopIndexGetExpr(op))
             : NULL;
}

// Whether the value is the condition that the point exists.
static bool isPoint(TcCpuKernel *k, MlirValue v) {
  MlirOperation op = tcDefiningOp(v);
  if (mlirOperationIsNull(op) || tcPrimOpKind(op) != TC_PRIM_LT)
    return false;
  const TcSize *at = indexOf(k, mlirOperationGetOperand(op, 0));
  const TcSize *n = indexOf(k, mlirOperationGetOperand(op, 1));
  return at && n && tcSizeEqual(at, k->stream.at) &&
         tcSizeEqual(n, k->stream.extent);
}

// Whether a body only replaces elements of points that do not exist, and widens
// them.
static bool masksPoints(TcCpuKernel *k, const TcCpuStage *s) {
  if (mlirBlockIsNull(s->body) || s->subst.size)
    return false;
  MlirOperation end = mlirBlockGetTerminator(s->body);
  MlirOperation op = mlirBlockGetFirstOperation(s->body);
  for (; !mlirOperationEqual(op, end); op = mlirOperationGetNextInBlock(op)) {
    int kind = tcPrimOpKind(op);
    bool masks = kind == TC_PRIM_WHERE
                     ? isPoint(k, mlirOperationGetOperand(op, 0))
                     : kind == TC_PRIM_CONVERT_ELEMENT_TYPE ||
                           kind == TC_PRIM_CONSTANT || kind == TC_PRIM_LT ||
                           tcLoopOpKind(op) == TC_LOOP_INDEX;
    if (!masks)
      return false;
  }
  return true;
}

// Whether the iterator can run over lanes in the stage.
static bool fits(const TcCpuKernel *k, const TcCpuStage *s, int iter) {
  int n = 0;
  if (!tcCpuItersHave(&s->iters, iter) ||
      (s->kind != TC_CPU_MAP && s->kind != TC_CPU_REDUCE))
    return false;
  for (size_t i = 0; i < s->reads.size; ++i)
    n += tcCpuReadUses(k, &s->reads.data[i], iter);
  return !s->contract || (s->reads.size == 2 && n == 1);
}

// Whether the stage makes, or stacks, sums over rows that tasks share: GPUs add
// them to memory (passes/lower/gpu/stream_across.c).
static bool isShared(const TcCpuKernel *k, const TcCpuStage *s) {
  return s->atomics ? tcCpuItersHave(&s->iters, k->stream.point)
                    : s->reads.size == 1 && s->reads.data[0].value->stage &&
                          s->reads.data[0].value->stage->atomics &&
                          tcCpuItersHave(&s->iters, k->stream.block);
}

// Whether the iterator can run over lanes in all of the loop's stages.
static bool fitsAll(const TcCpuKernel *k, int iter, bool shares) {
  bool all = iter != k->stream.block && iter != k->stream.point;
  for (size_t i = 0; all && i < k->stages.size; ++i) {
    const TcCpuStage *s = k->stages.data[i];
    all = !s->in || fits(k, s, iter) || (shares && isShared(k, s));
  }
  return all;
}

static void chooseLane(TcCpuKernel *k, bool shares) {
  TcCpuStream *s = &k->stream;
  s->lane = -1;
  for (int i = 0; s->block >= 0 && i < (int)k->iters.size; ++i)
    if (fitsAll(k, i, shares) &&
        (s->lane < 0 ||
         tcEstimate(k->iters.data[i].extent, k->guess) >=
             tcEstimate(k->iters.data[s->lane].extent, k->guess)))
      s->lane = i;
}

static bool runsLoop(const TcCpuKernel *k, MlirAttribute phase) {
  MlirAttribute stages = tcTextEntry(phase, "stages");
  for (intptr_t i = 0; i < tcTextCount(stages); ++i) {
    int64_t n = tcTextInt(tcTextElement(stages, i), -1);
    if (n >= 0 && n < (int64_t)k->stages.size && k->stages.data[n]->in)
      return true;
  }
  return false;
}

void tcCpuStreamChooseLane(TcCpuKernel *k, MlirAttribute schedule) {
  MlirAttribute phases = tcTextEntry(schedule, "phases");
  chooseLane(k, /*shares=*/false);
  for (intptr_t i = 0; k->stream.lane >= 0 && i < tcTextCount(phases); ++i) {
    MlirAttribute phase = tcTextElement(phases, i);
    int iter = iterOf(k, phase, "vector");
    if (iter >= 0 && iter == iterOf(k, phase, "chunk") && runsLoop(k, phase) &&
        fitsAll(k, iter, /*shares=*/false))
      k->stream.lane = iter;
  }
}

static bool runsOver(const TcCpuStage *s, int iter) {
  return tcCpuItersHave(&s->iters, iter) || tcCpuItersHave(&s->over, iter);
}

// Whether a stage runs over points, but over no blocks: they are not those of a
// block, of which the last one has fewer.
static bool runsOverPointsAlone(const TcCpuKernel *k, int block, int point) {
  for (size_t i = 0; i < k->stages.size; ++i) {
    const TcCpuStage *s = k->stages.data[i];
    if (!s->in && runsOver(s, point) && !runsOver(s, block))
      return true;
  }
  return false;
}

void tcCpuReadStream(TcCpuKernel *k) {
  MlirAttribute dict =
      mlirOperationGetDiscardableAttributeByName(k->op, tcStr("loop.stream"));
  TcCpuStream *s = &k->stream;
  int64_t step;
  *s = (TcCpuStream){.block = -1, .point = -1, .lane = -1};
  if (mlirAttributeIsNull(dict) || !mlirAttributeIsADictionary(dict))
    return;
  int block = iterOf(k, dict, "block"), point = iterOf(k, dict, "point");
  MlirAttribute extent = tcTextEntry(dict, "extent");
  if (block < 0 || point < 0 || block == point || mlirAttributeIsNull(extent) ||
      !tcAttrIsASize(extent) ||
      !tcSizeIsConst(k->iters.data[point].extent, &step) || step < 1 ||
      !tcSizeEqual(tcSizeCeilDiv(k->arena, tcCpuParse(k, extent),
                                 tcSizeConst(k->arena, step)),
                   k->iters.data[block].extent) ||
      runsOverPointsAlone(k, block, point))
    return; // none, or not of this kernel
  *s = (TcCpuStream){.block = block, .point = point, .lane = -1, .step = step};
  s->extent = tcCpuParse(k, extent);
  s->at = tcSizeAdd(k->arena,
                    tcSizeMul(k->arena, k->iters.data[block].symbol,
                              tcSizeConst(k->arena, step)),
                    k->iters.data[point].symbol);
  readBounds(k, tcTextEntry(dict, "most"), &s->most);
  readBounds(k, tcTextEntry(dict, "least"), &s->least);
  for (size_t i = 0; i < k->stages.size; ++i)
    if (k->stages.data[i]->in) {
      dropFills(k, k->stages.data[i]);
      k->stages.data[i]->masksPoints = masksPoints(k, k->stages.data[i]);
    }
  chooseLane(k, /*shares=*/false);
}

void tcCpuStreamShareLane(TcCpuKernel *k) { chooseLane(k, /*shares=*/true); }

//===- Bounds of loops ----------------------------------------------------===//

bool tcCpuStreamMisses(const TcCpuKernel *k, int iter) {
  const TcCpuStream *s = &k->stream;
  int64_t n;
  return s->block >= 0 && iter == s->point &&
         !(tcSizeIsConst(s->extent, &n) && n % s->step == 0);
}

// A bound at the chunk's first or last lane: one that grows with the lane, and
// depends on no other iterator.
static MlirValue boundAt(TcEmit *e, const TcSize *bound, MlirValue lane) {
  int iter = e->k->stream.lane;
  const TcCpuIter *it = &e->k->iters.data[iter];
  const TcSize *rest = tcSizeSub(e->arena, bound, it->symbol);
  for (size_t i = 0; i < e->k->iters.size; ++i)
    if ((int)i != iter && tcSizeUses(bound, e->k->iters.data[i].name))
      return (MlirValue){NULL};
  if (tcSizeUses(bound, it->name) && tcSizeUses(rest, it->name))
    return (MlirValue){NULL};
  MlirValue before = e->iters[iter];
  e->iters[iter] = lane;
  MlirValue v = tcEmitExpr(e, bound);
  e->iters[iter] = before;
  return v;
}

static MlirValue divide(TcEmit *e, MlirValue v) {
  return tcArithFloordivsi(&e->b, v, tcEmitI64(e, e->k->stream.step));
}

// The blocks that may have a nonzero term; at least one, so that fully masked
// rows get the same result as unstreamed.
static void blockBounds(TcEmit *e, MlirValue *low, MlirValue *high) {
  const TcCpuStream *s = &e->k->stream;
  MlirValue zero = tcEmitI64(e, 0), one = tcEmitI64(e, 1);
  MlirValue n = tcEmitExpr(e, e->k->iters.data[s->block].extent);
  *low = zero;
  *high = n;
  if (s->lane < 0 || s->lane != e->chunk)
    return;
  MlirValue last = tcArithSubi(&e->b, e->chunkHigh, one);
  for (size_t i = 0; i < s->least.size; ++i) {
    MlirValue v = boundAt(e, s->least.data[i], e->chunkLow);
    if (v.ptr)
      *low = tcArithMaxsi(&e->b, *low, divide(e, v));
  }
  for (size_t i = 0; i < s->most.size; ++i) {
    MlirValue v = boundAt(e, s->most.data[i], last);
    if (v.ptr)
      *high = tcArithMinsi(&e->b, *high, tcArithAddi(&e->b, divide(e, v), one));
  }
  MlirValue before = tcArithMaxsi(&e->b, zero, tcArithSubi(&e->b, n, one));
  *low = tcArithMinsi(&e->b, *low, before);
  *high = tcArithMaxsi(&e->b, *high, tcArithAddi(&e->b, *low, one));
  *high = tcArithMinsi(&e->b, *high, n);
}

bool tcCpuStreamInside(TcEmit *e, MlirValue *low, MlirValue *high,
                       TcCpuSizes *facts) {
  const TcCpuStream *s = &e->k->stream;
  MlirValue one = tcEmitI64(e, 1), from = *low, to = *high;
  if (s->lane < 0 || s->lane != e->chunk)
    return false;
  MlirValue last = tcArithSubi(&e->b, e->chunkHigh, one);
  for (size_t i = 0; i < s->least.size; ++i) {
    MlirValue v = boundAt(e, s->least.data[i], last);
    if (!v.ptr)
      continue;
    v = tcArithAddi(&e->b, v, tcEmitI64(e, s->step - 1));
    from = tcArithMaxsi(&e->b, from, divide(e, v));
    tcVecPush(e->arena, facts, tcSizeSub(e->arena, s->at, s->least.data[i]));
  }
  for (size_t i = 0; i < s->most.size; ++i) {
    MlirValue v = boundAt(e, s->most.data[i], e->chunkLow);
    if (!v.ptr)
      continue;
    to = tcArithMinsi(&e->b, to, divide(e, tcArithAddi(&e->b, v, one)));
    tcVecPush(e->arena, facts, tcSizeSub(e->arena, s->most.data[i], s->at));
  }
  *low = tcArithMinsi(&e->b, from, *high);
  *high = tcArithMaxsi(&e->b, *low, to);
  return facts->size;
}

bool tcCpuStreamBounds(TcEmit *e, int iter, MlirValue *low, MlirValue *high) {
  const TcCpuStream *s = &e->k->stream;
  if (s->block < 0 || (iter != s->block && iter != s->point))
    return false;
  if (iter == s->block) {
    blockBounds(e, low, high);
    return true;
  }
  MlirValue step = tcEmitI64(e, s->step);
  *low = tcEmitI64(e, 0);
  *high = step;
  if (!tcCpuStreamMisses(e->k, iter))
    return true;
  MlirValue first = tcArithMuli(&e->b, e->iters[s->block], step);
  MlirValue rest = tcArithSubi(&e->b, tcEmitExpr(e, s->extent), first);
  *high = tcArithMinsi(&e->b, step, rest);
  return true;
}
