// Statistics of tall columns (a softmax or a norm over a leading dimension)
// and what reads them. In one phase a task would have some columns, and walk
// each of its stages down all of the rows: a page further with each row, and
// what it keeps between the stages is as tall.
//
//   max (j) over i    e = exp(x - max) (i, j)    sum (j) of e over i    e / sum
//
// becomes phases that walk rows along the dimension that is contiguous, each
// reduction in parts of rows, `e` recomputed in each phase that reads it:
//
//   [max], split i    [e, sum], split i    [e, e / sum]
//
// A reduction alone keeps nothing, but its tasks would meet each page of memory
// once for each strip of columns: where that is more than caches and TLBs
// reach, it is walked by rows, too.
//
// See cpu.h.
#include "passes/schedule/cpu.h"

#include "passes/lower/cpu/stage.h"

#include "lib/cost/numbers.h"
#include "lib/ir/break.h"

typedef struct Tall {
  TcCpuKernel *k;
  const TcCpuStages *stages;
  int *levels; // by number in `stages`: how many reductions are before it
  int rows;    // the iterator
} Tall;

static bool isFull(const Tall *t, const TcCpuStage *s) {
  return s->kind == TC_CPU_MAP && tcCpuItersHave(&s->iters, t->rows);
}

static int numberOf(const Tall *t, const TcCpuStage *s) {
  for (size_t i = 0; i < t->stages->size; ++i)
    if (t->stages->data[i] == s)
      return (int)i;
  return -1;
}

// Whether a stage that is none of these reads what `s` makes: it has to find
// in memory what would only be recomputed.
static bool isReadElsewhere(const Tall *t, const TcCpuStage *s) {
  for (size_t i = 0; i < t->k->stages.size; ++i) {
    const TcCpuStage *reader = t->k->stages.data[i];
    for (size_t j = 0; j < reader->reads.size && numberOf(t, reader) < 0; ++j)
      if (reader->reads.data[j].value->stage == s)
        return true;
  }
  return false;
}

//===- Which kernels ------------------------------------------------------===//

// The longest iterator that the first reduction runs over, or -1.
static int rowsOf(const TcCpuKernel *k, const TcCpuStages *stages) {
  int rows = -1;
  double most = tcNumber(cpu_tall) - 1;
  for (size_t i = 0; i < stages->size; ++i) {
    const TcCpuStage *s = stages->data[i];
    for (size_t j = 0; s->kind == TC_CPU_REDUCE && j < s->over.size; ++j) {
      double n = tcCpuGuess(k, k->iters.data[s->over.data[j]].extent);
      rows = n > most ? s->over.data[j] : rows;
      most = n > most ? n : most;
    }
    if (s->kind == TC_CPU_REDUCE)
      break;
  }
  return rows;
}

static bool suits(const Tall *t, const TcCpuStage *s, int vector) {
  if (s->in || s->unit || s->update || s->ordered || s->gathered.size ||
      (isFull(t, s) && isReadElsewhere(t, s)))
    return false;
  if (s->kind == TC_CPU_REDUCE)
    return tcCpuItersHave(&s->over, t->rows) &&
           tcCpuItersHave(&s->iters, vector) &&
           tcCpuVectorScore(t->k, s, vector) > 0;
  for (size_t i = 0; i < s->reads.size; ++i) {
    const TcCpuRead *r = &s->reads.data[i];
    if (r->value->stage && numberOf(t, r->value->stage) >= 0 &&
        isFull(t, r->value->stage) && !tcCpuReadsOwnIndex(t->k, r))
      return false;
  }
  return s->kind == TC_CPU_MAP;
}

// Bytes that a task has of the least columns that it gets: what it reads, what
// it keeps between the stages, and what it stores.
static double stripBytes(const TcCpuKernel *k, const TcCpuStage *s) {
  return 3 * tcCpuGuessIters(k, &s->over) * tcNumber(cpu_min_chunk) *
         (double)tcCpuWidest(s);
}

// Whether columns that nothing but a sum of them reads are in parts of rows.
static bool leavesPages(const Tall *t, const TcCpuStage *s, int vector) {
  double row = tcCpuGuess(t->k, t->k->iters.data[vector].extent) *
               (double)tcCpuWidest(s);
  double rows = tcCpuGuess(t->k, t->k->iters.data[t->rows].extent);
  return row >= tcNumber(cpu_column_row) &&
         row * rows >= tcNumber(cpu_column_bytes);
}

static bool isTall(const Tall *t, const TcTarget *target, int vector) {
  bool tall = false;
  double room = target->l2Bytes ? (double)target->l2Bytes / 2 : 1 << 18;
  bool wide = tcCpuGuess(t->k, t->k->iters.data[vector].extent) >=
              2 * tcNumber(cpu_min_chunk);
  if (!tcHolds("schedule", "tall", "wide", wide))
    return false; // few strips, whose rows follow on each other
  for (size_t i = 0; i < t->stages->size; ++i) {
    const TcCpuStage *s = t->stages->data[i];
    if (!tcHolds("schedule", "tall", "suits", suits(t, s, vector)))
      return false;
    tall |= s->kind == TC_CPU_REDUCE &&
            (t->stages->size > 1 ? stripBytes(t->k, s) > room
                                 : leavesPages(t, s, vector));
  }
  return tcHolds("schedule", "tall", "bytes", tall);
}

//===- Phases -------------------------------------------------------------===//

static void setLevels(Tall *t) {
  t->levels = TC_ARENA_ARRAY(t->k->arena, int, t->stages->size + 1);
  for (size_t i = 0; i < t->stages->size; ++i) {
    const TcCpuStage *s = t->stages->data[i];
    for (size_t j = 0; j < s->reads.size; ++j) {
      const TcCpuStage *from = s->reads.data[j].value->stage;
      int n = from ? numberOf(t, from) : -1;
      if (n < 0)
        continue;
      bool behind = from->kind == TC_CPU_REDUCE ||
                    (isFull(t, from) && !tcCpuCanRecompute(from));
      int level = t->levels[n] + behind;
      t->levels[i] = level > t->levels[i] ? level : t->levels[i];
    }
  }
}

// The maps that `s` needs recomputed, then `s`, unless they are there.
static void take(const Tall *t, const TcCpuStage *s, bool *taken) {
  taken[numberOf(t, s)] = true;
  for (size_t i = 0; i < s->reads.size; ++i) {
    const TcCpuStage *from = s->reads.data[i].value->stage;
    int n = from ? numberOf(t, from) : -1;
    if (n >= 0 && !taken[n] && isFull(t, from) && tcCpuCanRecompute(from))
      take(t, from, taken);
  }
}

typedef enum Kind { SMALL_MAPS, REDUCTIONS, FULL_MAPS } Kind;

static bool isOfKind(const Tall *t, const TcCpuStage *s, Kind kind) {
  switch (kind) {
  case SMALL_MAPS:
    return s->kind == TC_CPU_MAP && !isFull(t, s);
  case REDUCTIONS:
    return s->kind == TC_CPU_REDUCE;
  default:
    return isFull(t, s) && !tcCpuCanRecompute(s);
  }
}

static void addPhase(const Tall *t, int level, Kind kind, TcCpuPhases *out) {
  TcCpuPhase p = {
      .chunk = -1, .vector = -1, .split = kind == REDUCTIONS ? t->rows : -1};
  bool *taken = TC_ARENA_ARRAY(t->k->arena, bool, t->stages->size + 1);
  for (size_t i = 0; i < t->stages->size; ++i)
    if (t->levels[i] == level && isOfKind(t, t->stages->data[i], kind))
      take(t, t->stages->data[i], taken);
  for (size_t i = 0; i < t->stages->size; ++i)
    if (taken[i])
      tcVecPush(t->k->arena, &p.stages, t->stages->data[i]);
  if (p.stages.size)
    tcVecPush(t->k->arena, out, p);
}

// Whether all stages are there, reductions can be split, recomputing costs
// little, and stages that run before others that they follow in the kernel may.
static bool isGood(const Tall *t, const TcCpuPhases *phases) {
  int operations = 0;
  size_t found = 0;
  bool *seen = TC_ARENA_ARRAY(t->k->arena, bool, t->stages->size + 1);
  for (size_t i = 0; i < phases->size; ++i) {
    const TcCpuPhase *p = &phases->data[i];
    if (p->split >= 0 && !tcHolds("schedule", "tall", "split",
                                  tcCpuCanSplit(t->k, &p->stages, p->split)))
      return false;
    for (size_t j = 0; j < p->stages.size; ++j) {
      int n = numberOf(t, p->stages.data[j]);
      operations += seen[n] ? tcCpuBodyOps(p->stages.data[j]) : 0;
      found += !seen[n];
      seen[n] = true;
      for (int k = 0; k < n; ++k)
        if (!seen[k] && !tcCpuMayRunEarly(t->stages->data[n]))
          return false;
    }
  }
  return found == t->stages->size &&
         tcHolds("schedule", "tall", "cheap",
                 operations <= tcNumber(cpu_recomputed));
}

bool tcCpuTallPhases(TcCpuKernel *k, const TcTarget *target,
                     const TcCpuStages *stages, int64_t lanes,
                     TcCpuPhases *phases) {
  Tall t = {.k = k, .stages = stages, .rows = rowsOf(k, stages)};
  if (t.rows < 0 || k->stream.lane >= 0)
    return false;
  TcCpuIters columns = tcCpuPhaseParallel(k, stages);
  int vector = tcCpuBestVector(k, stages, &columns, lanes);
  if (vector < 0 || !isTall(&t, target, vector))
    return false;
  setLevels(&t);
  TcCpuPhases out = {0};
  for (int level = 0; level <= (int)stages->size; ++level)
    for (Kind kind = SMALL_MAPS; kind <= FULL_MAPS; ++kind)
      addPhase(&t, level, kind, &out);
  if (!isGood(&t, &out) || tcBreaksNow("schedule", "tall", "off"))
    return false;
  for (size_t i = 0; i < out.size; ++i)
    tcVecPush(k->arena, phases, out.data[i]);
  return true;
}
