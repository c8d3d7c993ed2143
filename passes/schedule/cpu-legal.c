// The legality of CPU schedules. See cpu.h.
#include "passes/schedule/cpu.h"

#include "ir/attrs.h"
#include "ir/combination.h"
#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinTypes.h"

#include <string.h>

bool tcCpuStagesHave(const TcCpuStages *stages, const TcCpuStage *s) {
  for (size_t i = 0; i < stages->size; ++i)
    if (stages->data[i] == s)
      return true;
  return false;
}

//===- Parallel iterators -------------------------------------------------===//

// Whether the scatter writes at this iterator itself in some dimension: then no
// two of its points write one element.
static bool scattersAt(const TcCpuKernel *k, const TcCpuStage *s, int iter) {
  for (size_t d = 0; d < s->results.data[0]->rank; ++d)
    if (tcScatterIter(k, s, d) == iter)
      return true;
  return false;
}

void tcCpuShareScatter(TcCpuKernel *k, TcCpuStage *s, int64_t owners) {
  const TcSize *extent = tcSizeConst(k->arena, owners);
  s->owners = 1 + tcCpuKernelAddIter(k, "owner", extent);
}

TcCpuIters tcCpuStageParallel(const TcCpuKernel *k, const TcCpuStage *s) {
  TcCpuIters out = {0};
  for (size_t i = 0; i < s->iters.size; ++i) {
    int iter = s->iters.data[i];
    if (tcCpuItersHave(&s->over, iter))
      continue;
    if (s->kind != TC_CPU_SCATTER || s->distinct || scattersAt(k, s, iter))
      tcVecPush(k->arena, &out, iter);
  }
  if (s->owners)
    tcVecPush(k->arena, &out, s->owners - 1);
  return out;
}

// Whether `s` reads results of the phase's stages at its own point of `iter`.
static bool readsHere(const TcCpuKernel *k, const TcCpuStages *stages,
                      const TcCpuStage *s, int iter) {
  for (size_t i = 0; i < s->reads.size; ++i) {
    const TcCpuRead *r = &s->reads.data[i];
    if (!r->value->stage || !tcCpuStagesHave(stages, r->value->stage))
      continue;
    int d = tcCpuItersFind(&r->value->stage->iters, iter);
    if (d < 0 || !tcCpuIsOwnIndex(k, r->index[d], iter))
      return false;
  }
  return true;
}

static bool gathersFrom(const TcCpuStages *stages, const TcCpuStage *s) {
  for (size_t i = 0; i < s->gathered.size; ++i) {
    const TcCpuValue *v = s->gathered.data[i];
    if ((!v->stage && v->arg < 0) ||
        (v->stage && tcCpuStagesHave(stages, v->stage)))
      return true;
  }
  return false;
}

// Whether the stage reads a concatenation, whose parts the same phase may still
// be computing.
static bool readsJoin(const TcCpuStage *s) {
  for (size_t i = 0; i < s->reads.size; ++i)
    if (s->reads.data[i].value->arg < 0 && !s->reads.data[i].value->stage)
      return true;
  return false;
}

// Stages of an atomic loop group (a loop.for) share a phase even if they could
// not outside of it: then it has one task.
static bool needsOneTask(const TcCpuStages *stages, const TcCpuStage *s) {
  return s->unit &&
         (s->kind == TC_CPU_SCATTER || gathersFrom(stages, s) || readsJoin(s));
}

static bool isParallel(const TcCpuKernel *k, const TcCpuStages *stages,
                       int iter) {
  for (size_t i = 0; i < stages->size; ++i) {
    if (needsOneTask(stages, stages->data[i]))
      return false;
    TcCpuIters own = tcCpuStageParallel(k, stages->data[i]);
    if (!tcCpuItersHave(&own, iter) ||
        !readsHere(k, stages, stages->data[i], iter))
      return false;
  }
  return true;
}

TcCpuIters tcCpuPhaseParallel(const TcCpuKernel *k, const TcCpuStages *stages) {
  TcCpuIters out = {0};
  if (!stages->size)
    return out;
  TcCpuIters first = tcCpuStageParallel(k, stages->data[0]);
  for (size_t i = 0; i < first.size; ++i)
    if (isParallel(k, stages, first.data[i]))
      tcVecPush(k->arena, &out, first.data[i]);
  return out;
}

//===- Sharing a phase ----------------------------------------------------===//

static bool standsAlone(const TcCpuStage *s) {
  return s->kind == TC_CPU_SCATTER;
}

bool tcCpuCanShare(const TcCpuKernel *k, const TcCpuStages *stages,
                   const TcCpuStage *s) {
  if (!stages->size || k->stream.lane >= 0)
    return true;
  if (s->unit)
    return tcVecLast(stages)->unit == s->unit;
  return !standsAlone(s) && !standsAlone(stages->data[0]) &&
         !gathersFrom(stages, s) && !readsJoin(s);
}

//===- Splitting reductions -----------------------------------------------===//

bool tcCpuMayRunEarly(const TcCpuStage *s) {
  bool may = (s->kind == TC_CPU_MAP || s->kind == TC_CPU_REDUCE) && !s->in &&
             !s->unit && !s->update;
  for (size_t i = 0; s->kind == TC_CPU_MAP && i < s->results.size; ++i)
    may &= !s->results.data[i]->dests.size;
  return may;
}

bool tcCpuCanRecompute(const TcCpuStage *s) {
  if (s->kind != TC_CPU_MAP || s->in || s->update || s->gathered.size)
    return false;
  for (size_t i = 0; i < s->results.size; ++i)
    if (s->results.data[i]->dests.size)
      return false;
  return true;
}

// A reduction in parts, or a map that is recomputed for the points of a part.
static bool splits(const TcCpuKernel *k, const TcCpuStages *stages,
                   const TcCpuStage *s, int iter) {
  bool reduces = s->kind == TC_CPU_REDUCE && !s->ordered && !s->unit &&
                 tcCpuItersHave(&s->over, iter);
  if (!reduces && !(tcCpuCanRecompute(s) && tcCpuItersHave(&s->iters, iter)))
    return false;
  for (size_t i = 0; i < s->reads.size; ++i) {
    const TcCpuRead *r = &s->reads.data[i];
    if (r->value->stage && tcCpuStagesHave(stages, r->value->stage) &&
        (r->value->stage->kind != TC_CPU_MAP || !tcCpuReadsOwnIndex(k, r)))
      return false;
  }
  return true;
}

bool tcCpuCanSplit(const TcCpuKernel *k, const TcCpuStages *stages, int iter) {
  if (stages->size == 1 && stages->data[0]->kind == TC_CPU_SORT)
    return !stages->data[0]->unit && stages->data[0]->over.data[0] == iter;
  bool any = false;
  for (size_t i = 0; i < stages->size; ++i) {
    if (!splits(k, stages, stages->data[i], iter))
      return false;
    any |= stages->data[i]->kind == TC_CPU_REDUCE;
  }
  return any;
}

bool tcCpuCanSplitPhase(const TcCpuKernel *k, const TcCpuPhase *p) {
  int64_t points = 1, n;
  TcCpuIters seen = {0};
  tcVecPush(k->arena, &seen, p->split);
  for (size_t i = 0; i < p->splitOuter.size; ++i) {
    int iter = p->splitOuter.data[i];
    if (!tcSizeIsConst(k->iters.data[iter].extent, &n) || n < 1 ||
        n > p->splitParts || p->splitParts % (points * n) ||
        tcCpuItersHave(&seen, iter) || !tcCpuCanSplit(k, &p->stages, iter))
      return false;
    tcVecPush(k->arena, &seen, iter);
    points *= n;
  }
  return tcCpuCanSplit(k, &p->stages, p->split);
}

//===- Recomputing --------------------------------------------------------===//

// Whether `reader` reads what `s` makes, at its points or at any.
static bool readsFrom(const TcCpuStage *reader, const TcCpuStage *s) {
  for (size_t i = 0; i < reader->reads.size; ++i)
    if (reader->reads.data[i].value->stage == s)
      return true;
  for (size_t i = 0; i < reader->gathered.size; ++i)
    if (reader->gathered.data[i]->stage == s)
      return true;
  return false;
}

// Whether a phase without `s` reads what it makes.
static bool isReadOutside(const TcCpuPhases *phases, const TcCpuStage *s) {
  for (size_t i = 0; i < phases->size; ++i) {
    const TcCpuPhase *p = &phases->data[i];
    for (size_t j = 0; j < p->stages.size && !tcCpuStagesHave(&p->stages, s);
         ++j)
      if (readsFrom(p->stages.data[j], s))
        return true;
  }
  return false;
}

int tcCpuReadsRecomputed(const TcCpuKernel *k, const TcCpuPhases *phases) {
  for (size_t i = 0; i < k->stages.size; ++i) {
    const TcCpuStage *s = k->stages.data[i];
    size_t times = 0;
    for (size_t j = 0; j < phases->size; ++j)
      if (tcCpuStagesHave(&phases->data[j].stages, s))
        times += phases->data[j].split >= 0 && s->kind == TC_CPU_MAP ? 2 : 1;
    if (times > 1 && isReadOutside(phases, s))
      return (int)i;
  }
  return -1;
}

//===- Scatters in lists --------------------------------------------------===//

bool tcCpuCanList(const TcCpuKernel *k, const TcCpuPhase *p) {
  const TcCpuStage *s = p->stages.data[0];
  if (p->stages.size != 1 || s->kind != TC_CPU_SCATTER || !s->owners || s->in ||
      s->unit || s->kinds[0] == TC_CPU_CUSTOM || tcCpuStageHasComplex(s) ||
      p->vector >= 0 || p->chunk >= 0)
    return false;
  TcCpuIters open = tcCpuItersWithout(k->arena, &s->iters, &p->tasks);
  int64_t owners;
  return open.size && open.data[0] == p->split &&
         tcSizeIsConst(k->iters.data[s->owners - 1].extent, &owners) &&
         p->splitParts * owners <= TC_CPU_MOST_PARTS;
}

//===- Scans in chunks ----------------------------------------------------===//

bool tcCpuCommutes(const TcCpuStage *s) {
  return s->kinds[0] != TC_CPU_CUSTOM || tcCombinationCommutes(s->combine);
}

bool tcCpuMultipliesFloats(const TcCpuStage *s) {
  bool floats = false;
  for (size_t i = 0; i < s->results.size; ++i)
    floats |= s->kinds[i] == TC_CPU_MUL &&
              !mlirTypeIsAInteger(s->results.data[i]->element);
  return floats;
}

bool tcCpuScansApart(const TcCpuStage *s) {
  return s->kind == TC_CPU_SCAN && !s->ordered && tcCpuCommutes(s) &&
         !tcCpuMultipliesFloats(s);
}

bool tcCpuScansRead(const TcCpuStages *stages, const TcCpuStage *s) {
  for (size_t i = 0; i < stages->size; ++i) {
    const TcCpuStage *reader = stages->data[i];
    for (size_t j = 0; j < reader->reads.size; ++j)
      if (reader->reads.data[j].value->stage == s &&
          (reader->kind == TC_CPU_SCAN || tcCpuScansRead(stages, reader)))
        return true;
  }
  return false;
}

// A scan along the iterator, a map that it depends on, or a map or a reduction
// behind it, at each point of the iterator.
static bool runsInChunks(const TcCpuKernel *k, const TcCpuStages *stages,
                         const TcCpuStage *s, int iter) {
  bool scans =
      s->kind == TC_CPU_SCAN && !s->ordered && tcCpuItersHave(&s->over, iter);
  bool before = scans || tcCpuScansRead(stages, s);
  bool fits =
      scans || s->kind == TC_CPU_MAP || (s->kind == TC_CPU_REDUCE && !before);
  if (!fits || s->in || s->unit || s->update ||
      !tcCpuItersHave(&s->iters, iter))
    return false;
  for (size_t i = 0; i < s->reads.size; ++i) {
    const TcCpuRead *r = &s->reads.data[i];
    if (r->value->stage && tcCpuStagesHave(stages, r->value->stage) &&
        (!tcCpuReadsOwnIndex(k, r) ||
         (before && r->value->stage->kind == TC_CPU_SCAN)))
      return false;
  }
  return true;
}

bool tcCpuCanChunkScans(const TcCpuKernel *k, const TcCpuStages *stages,
                        int iter) {
  bool any = false;
  for (size_t i = 0; i < stages->size; ++i) {
    if (!runsInChunks(k, stages, stages->data[i], iter))
      return false;
    any |= stages->data[i]->kind == TC_CPU_SCAN;
  }
  return any;
}

bool tcCpuAllMaps(const TcCpuStages *stages) {
  for (size_t i = 0; i < stages->size; ++i)
    if (stages->data[i]->kind != TC_CPU_MAP)
      return false;
  return true;
}

bool tcCpuAllReduce(const TcCpuStages *stages) {
  for (size_t i = 0; i < stages->size; ++i)
    if (stages->data[i]->kind != TC_CPU_REDUCE)
      return false;
  return true;
}

TcCpuStages tcCpuStagesWith(TcArena *arena, const TcCpuStages *stages,
                            TcCpuStage *stage) {
  TcCpuStages out = {0};
  for (size_t i = 0; i < stages->size; ++i)
    tcVecPush(arena, &out, stages->data[i]);
  tcVecPush(arena, &out, stage);
  return out;
}
