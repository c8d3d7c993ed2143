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
// Rows may be points of several iterators, those of images: then a part is some
// points of one of them, with all of those inside it, at one point of those
// outside. Or each is a block, whose own sums are made first:
//
//   sum (b, j) over i    squares (b, j) over i    sum (j) over b    x - mean
//
//   [sum, squares]    [sum]    [x - mean]
//
// See cpu.h.
#include "passes/schedule/cpu.h"

#include "passes/lower/cpu/stage.h"

#include "lib/cost/numbers.h"
#include "lib/ir/break.h"

#include <math.h>

typedef struct Tall {
  TcCpuKernel *k;
  const TcCpuStages *stages;
  int *levels;      // by number in `stages`: how many reductions are before it
  int rows;         // the iterator
  TcCpuIters outer; // those whose points are each parts of their own
  int64_t parts;    // 0: as many as suit the extent of `rows`
  bool blocks;      // a row is a block, with sums of its own
  bool narrow;      // one task would have all columns
} Tall;

// Whether a map has points that no reduction has, of blocks: rows of its own.
static bool hasOtherRows(const Tall *t, const TcCpuStage *s) {
  TcCpuIters left = s->iters;
  for (size_t i = 0; i < t->stages->size; ++i)
    if (t->stages->data[i]->kind == TC_CPU_REDUCE)
      left = tcCpuItersWithout(t->k->arena, &left, &t->stages->data[i]->iters);
  return t->blocks && s->kind == TC_CPU_MAP && left.size;
}

// Whether a stage has results for each row: a map, or the sums of a block.
static bool isFull(const Tall *t, const TcCpuStage *s) {
  return ((s->kind == TC_CPU_MAP || s->kind == TC_CPU_REDUCE) &&
          tcCpuItersHave(&s->iters, t->rows)) ||
         hasOtherRows(t, s);
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

// The longest iterator that a reduction runs over, if it is long enough.
static bool takeLongest(Tall *t, const TcCpuStage *s) {
  double most = tcNumber(cpu_tall) - 1;
  for (size_t i = 0; i < s->over.size; ++i) {
    double n = tcCpuGuess(t->k, t->k->iters.data[s->over.data[i]].extent);
    t->rows = n > most ? s->over.data[i] : t->rows;
    most = n > most ? n : most;
  }
  return t->rows >= 0;
}

// Parts of some points each of `n`, at each of so many others.
static int64_t partsOf(int64_t others, int64_t n, int64_t each) {
  return others * ((n + each - 1) / each);
}

// How many parts the rows are: of cpu_part_rows, or of fewer where that were
// few parts, but of a row for each stream that a core prefetches. `each`: rows
// at a point of the iterator that is cut, which has `n` points, at each of so
// many others.
static int64_t countParts(int64_t others, int64_t n, int64_t each) {
  int64_t parts =
      partsOf(others, n, (tcNumber(cpu_part_rows) + each - 1) / each);
  return parts >= tcNumber(cpu_parts)
             ? parts
             : partsOf(others, n, (tcNumber(cpu_streams) + each - 1) / each);
}

// All iterators of a reduction, of known extents, if these are enough rows
// together.
static bool takeAll(Tall *t, const TcCpuStage *s) {
  int64_t inside = 1, points = 1, n = 0, streams = tcNumber(cpu_streams);
  size_t left = s->over.size;
  while (left && inside < streams) {
    t->rows = s->over.data[--left];
    if (!tcSizeIsConst(t->k->iters.data[t->rows].extent, &n) || n < 1)
      return false;
    inside *= n;
  }
  for (size_t i = 0; i < left; ++i) {
    int64_t extent;
    if (!tcSizeIsConst(t->k->iters.data[s->over.data[i]].extent, &extent) ||
        extent < 1)
      return false;
    tcVecPush(t->k->arena, &t->outer, s->over.data[i]);
    points *= extent;
  }
  t->parts = countParts(points, n, inside / (n ? n : 1));
  return inside >= streams && points * inside >= tcNumber(cpu_tall) &&
         t->parts > 1 && t->parts <= tcNumber(cpu_most_parts);
}

// Whether a reduction runs over all iterators of rows.
static bool reducesRows(const Tall *t, const TcCpuStage *s) {
  for (size_t i = 0; i < t->outer.size; ++i)
    if (!tcCpuItersHave(&s->over, t->outer.data[i]))
      return false;
  return tcCpuItersHave(&s->over, t->rows);
}

// Whether what a stage for each row reads of other such stages is of its own.
static bool readsOwnRows(const Tall *t, const TcCpuStage *s) {
  for (size_t i = 0; i < s->reads.size; ++i) {
    const TcCpuRead *r = &s->reads.data[i];
    if (r->value->stage && numberOf(t, r->value->stage) >= 0 &&
        isFull(t, r->value->stage) && !tcCpuReadsOwnIndex(t->k, r))
      return false;
  }
  return true;
}

static bool suits(const Tall *t, const TcCpuStage *s, int vector) {
  bool reduces = s->kind == TC_CPU_REDUCE;
  if (s->in || s->unit || s->update || s->ordered || s->gathered.size ||
      (!reduces && isFull(t, s) && isReadElsewhere(t, s)))
    return false;
  if (reduces && !(tcCpuItersHave(&s->iters, vector) &&
                   tcCpuIsContiguous(t->k, s, vector) &&
                   tcCpuVectorScore(t->k, s, vector) > 0))
    return false; // several results alone would make up for a strided read
  if (reduces && !isFull(t, s))
    return reducesRows(t, s);
  return (reduces || s->kind == TC_CPU_MAP) && readsOwnRows(t, s);
}

static bool allSuit(const Tall *t, int vector) {
  for (size_t i = 0; i < t->stages->size; ++i)
    if (!suits(t, t->stages->data[i], vector))
      return false;
  return true;
}

// Whether a reduction is of blocks' sums alone.
static bool isOfBlocks(const Tall *t, const TcCpuStage *s) {
  bool any = false;
  for (size_t i = 0; i < s->reads.size; ++i) {
    const TcCpuStage *from = s->reads.data[i].value->stage;
    bool full = from && numberOf(t, from) >= 0 && isFull(t, from);
    if ((full && from->kind != TC_CPU_REDUCE) ||
        (!from && s->reads.data[i].value->rank > s->iters.size))
      return false;
    any |= full;
  }
  return any;
}

// All iterators of a reduction of blocks' sums.
static bool takeBlocks(Tall *t, const TcCpuStage *s) {
  if (!s->over.size)
    return false;
  t->rows = s->over.data[0];
  for (size_t i = 1; i < s->over.size; ++i)
    tcVecPush(t->k->arena, &t->outer, s->over.data[i]);
  t->blocks = isOfBlocks(t, s);
  return t->blocks;
}

// Whether columns are so few that a task would have all of them: alone, but it
// finds rows that follow on each other.
static bool isNarrow(const Tall *t, int vector) {
  return tcCpuGuess(t->k, t->k->iters.data[vector].extent) <
         2 * (double)tcNumber(cpu_min_chunk);
}

// The rows of the first reduction whose rows suit all stages.
static bool takeRows(Tall *t, int vector) {
  static bool (*const ways[])(Tall *, const TcCpuStage *) = {
      takeBlocks, takeLongest, takeAll};
  for (size_t i = 0; i < 3 * t->stages->size; ++i) {
    const TcCpuStage *s = t->stages->data[i / 3];
    *t = (Tall){.k = t->k,
                .stages = t->stages,
                .rows = -1,
                .narrow = isNarrow(t, vector)};
    if (s->kind == TC_CPU_REDUCE && ways[i % 3](t, s) &&
        tcHolds("schedule", "tall", "suits", allSuit(t, vector)))
      return true;
  }
  return false;
}

// Bytes that a task has of the least columns that it gets: what it reads, what
// it keeps between the stages, and what it stores.
static double stripBytes(const Tall *t, const TcCpuStage *s) {
  TcCpuIters space = tcCpuStageSpace(t->k->arena, s), summed = {0};
  for (size_t i = 0; i < t->stages->size; ++i) {
    const TcCpuIters *over = &t->stages->data[i]->over;
    for (size_t j = 0; j < over->size; ++j)
      if (tcCpuItersHave(&space, over->data[j]) &&
          !tcCpuItersHave(&summed, over->data[j]))
        tcVecPush(t->k->arena, &summed, over->data[j]);
  }
  return 3 * tcCpuGuessIters(t->k, &summed) * tcNumber(cpu_min_chunk) *
         (double)tcCpuWidest(s);
}

// Whether a product of few rows had better update strips of its columns: parts
// would keep so many sums that these are an eighth of what is read, or more,
// and strips are tasks for all cores.
static bool updatesStrips(const Tall *t, const TcTarget *target,
                          const TcCpuStage *s, int vector) {
  TcTile tile;
  if (!tcContractSides(t->k, s, &tile) || tile.column != vector)
    return false;
  tile.vector = vector;
  double columns = tcCpuGuess(t->k, t->k->iters.data[vector].extent);
  double rows = tcCpuGuess(t->k, t->k->iters.data[t->rows].extent);
  double sums = tcCpuGuessIters(t->k, &s->iters) / columns;
  double parts =
      fmax((double)tcNumber(cpu_parts), rows / (double)tcNumber(cpu_streams));
  int64_t cores = target->cores ? target->cores : tcNumber(cpu_tasks);
  return tcContractCanUpdate(t->k, s, &tile) && 8 * parts * sums >= rows &&
         columns >= (double)(cores * tcNumber(cpu_update_chunk));
}

// Whether columns that nothing but a sum of them reads are in parts of rows.
static bool leavesPages(const Tall *t, const TcTarget *target,
                        const TcCpuStage *s, int vector) {
  double row = tcCpuGuess(t->k, t->k->iters.data[vector].extent) *
               (double)tcCpuWidest(s);
  double rows = tcCpuGuess(t->k, t->k->iters.data[t->rows].extent) *
                tcCpuGuessIters(t->k, &t->outer);
  return row >= tcNumber(cpu_column_row) &&
         row * rows >= tcNumber(cpu_column_bytes) &&
         !updatesStrips(t, target, s, vector);
}

// Whether sums of blocks are worth phases of their own.
static bool isLong(const Tall *t) {
  double work = 0;
  for (size_t i = 0; i < t->stages->size; ++i)
    work += tcCpuStageCost(t->k, t->stages->data[i], -1, 1);
  return work >= tcNumber(cpu_phase_work);
}

// Whether a row takes a cache line: where it is less, vectors are mostly empty
// (gradients of batch norms, one thread: of 8 columns 10 % longer in parts, of
// 16 and more 3).
static bool fillsLines(const Tall *t, int vector) {
  enum { LINE = 64 };
  return tcCpuGuess(t->k, t->k->iters.data[vector].extent) *
             (double)tcCpuWidest(t->stages->data[0]) >=
         LINE;
}

static bool isTall(const Tall *t, const TcTarget *target, int vector) {
  bool tall = t->blocks && isLong(t);
  double room = target->l2Bytes ? (double)target->l2Bytes / 2 : 1 << 18;
  bool wide = !t->narrow || (t->parts && isLong(t) && fillsLines(t, vector));
  if (!tcHolds("schedule", "tall", "wide", wide || t->blocks))
    return false; // few strips, whose rows follow on each other
  for (size_t i = 0; i < t->stages->size; ++i) {
    const TcCpuStage *s = t->stages->data[i];
    tall |= t->stages->size > 1 ? stripBytes(t, s) > room
                                : leavesPages(t, target, s, vector);
  }
  return tcHolds("schedule", "tall", "bytes", tall);
}

//===- Phases -------------------------------------------------------------===//

// What a phase has, in the order of the phases of a level.
typedef enum Kind { SMALL_MAPS, REDUCTIONS, FULL, RECOMPUTED } Kind;

static Kind kindOf(const Tall *t, const TcCpuStage *s) {
  if (!isFull(t, s))
    return s->kind == TC_CPU_REDUCE ? REDUCTIONS : SMALL_MAPS;
  return tcCpuCanRecompute(s) ? RECOMPUTED : FULL;
}

// Whether a stage has to be in a later level than what it reads.
static bool isBehind(const Tall *t, const TcCpuStage *s,
                     const TcCpuStage *from) {
  Kind kind = kindOf(t, from);
  bool together = from->kind == TC_CPU_REDUCE && kindOf(t, s) == FULL;
  return kind == REDUCTIONS || (kind == FULL && !together);
}

// The level behind what stage i reads.
static int levelOf(const Tall *t, size_t i) {
  const TcCpuStage *s = t->stages->data[i];
  int level = 0;
  for (size_t j = 0; j < s->reads.size; ++j) {
    const TcCpuStage *from = s->reads.data[j].value->stage;
    int n = from ? numberOf(t, from) : -1;
    if (n < 0)
      continue;
    int least = t->levels[n] + isBehind(t, s, from);
    level = least > level ? least : level;
  }
  return level;
}

// The first level from `level` on whose phase for stage i is not before that of
// a stage in front of it.
static int levelInOrder(const Tall *t, size_t i, int level) {
  Kind own = kindOf(t, t->stages->data[i]);
  for (size_t j = 0; j < i; ++j) {
    Kind kind = kindOf(t, t->stages->data[j]);
    int least = t->levels[j] + (kind != RECOMPUTED && kind > own);
    level = least > level ? least : level;
  }
  return level;
}

static void setLevels(Tall *t) {
  t->levels = TC_ARENA_ARRAY(t->k->arena, int, t->stages->size + 1);
  for (size_t i = 0; i < t->stages->size; ++i) {
    int level = levelOf(t, i);
    t->levels[i] = tcCpuMayRunEarly(t->stages->data[i])
                       ? level
                       : levelInOrder(t, i, level);
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

static void addPhase(const Tall *t, int level, Kind kind, TcCpuPhases *out) {
  TcCpuPhase p = {.chunk = -1, .vector = -1, .split = -1};
  if (kind == REDUCTIONS && !t->blocks) {
    p.split = t->rows;
    p.splitOuter = t->outer;
    p.splitParts = t->parts;
  }
  bool *taken = TC_ARENA_ARRAY(t->k->arena, bool, t->stages->size + 1);
  for (size_t i = 0; i < t->stages->size; ++i)
    if (t->levels[i] == level && kindOf(t, t->stages->data[i]) == kind)
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
  int most = (int)(t->narrow && !t->blocks ? tcNumber(cpu_recomputed_narrow)
                                           : tcNumber(cpu_recomputed));
  size_t found = 0;
  bool *seen = TC_ARENA_ARRAY(t->k->arena, bool, t->stages->size + 1);
  for (size_t i = 0; i < phases->size; ++i) {
    const TcCpuPhase *p = &phases->data[i];
    if (p->split >= 0 &&
        !tcHolds("schedule", "tall", "split", tcCpuCanSplitPhase(t->k, p)))
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
         tcHolds("schedule", "tall", "cheap", operations <= most);
}

bool tcCpuTallPhases(TcCpuKernel *k, const TcTarget *target,
                     const TcCpuStages *stages, int64_t lanes,
                     TcCpuPhases *phases) {
  Tall t = {.k = k, .stages = stages};
  TcCpuIters columns = tcCpuPhaseParallel(k, stages);
  int vector = tcCpuBestVector(k, stages, &columns, lanes);
  if (k->stream.lane >= 0 || vector < 0 || !takeRows(&t, vector) ||
      !isTall(&t, target, vector))
    return false;
  setLevels(&t);
  TcCpuPhases out = {0};
  for (int level = 0; level <= (int)stages->size; ++level)
    for (Kind kind = SMALL_MAPS; kind <= FULL; ++kind)
      addPhase(&t, level, kind, &out);
  if (!isGood(&t, &out) || tcBreaksNow("schedule", "tall", "off"))
    return false;
  for (size_t i = 0; i < out.size; ++i)
    tcVecPush(k->arena, phases, out.data[i]);
  return true;
}

//===- Strips of blocks ---------------------------------------------------===//

// Whether both read the same argument along the vector.
static bool readsAgain(const TcCpuKernel *k, const TcCpuStage *s,
                       const TcCpuStage *before, int vector) {
  for (size_t i = 0; i < s->reads.size; ++i)
    for (size_t j = 0; j < before->reads.size; ++j) {
      const TcCpuRead *a = &s->reads.data[i], *b = &before->reads.data[j];
      if (a->value == b->value && a->value->arg >= 0 &&
          tcCpuHasStride(k, tcCpuReadOffset(k, a), vector, 1) &&
          tcCpuHasStride(k, tcCpuReadOffset(k, b), vector, 1))
        return true;
    }
  return false;
}

int64_t tcCpuStripOfBlocks(const TcCpuKernel *k, const TcTarget *target,
                           const TcCpuStages *stages, int vector) {
  const TcCpuStage *first = stages->data[0];
  int64_t strip = tcNumber(cpu_min_chunk);
  double l1 = target->l1Bytes ? (double)target->l1Bytes : 1 << 15;
  double rows = tcCpuGuessIters(k, &first->over) * (double)tcCpuWidest(first);
  bool again = false;
  if (vector < 0 || !tcCpuAllReduce(stages) ||
      tcCpuItersHave(&first->over, vector) ||
      rows * tcCpuGuess(k, k->iters.data[vector].extent) <= l1)
    return 0;
  for (size_t i = 1; i < stages->size; ++i)
    again |= readsAgain(k, stages->data[i], first, vector) &&
             tcCpuBodyOps(stages->data[i]) >= tcNumber(cpu_strip_ops);
  return again && rows * (double)strip <= l1 ? strip : 0;
}
