// Chooses how many neighbouring points of a reduction over windows a thread of
// a GPU computes (passes/lower/gpu/windows.c): by what instructions it issues,
// of which those that bring elements to registers are shared between points,
// and how many threads there are then.
#include "passes/schedule/gpu-choose.h"
#include "passes/schedule/gpu-nests.h"
#include "passes/schedule/sum-block.h"

#include "lib/cost/numbers.h"

#include <math.h>

enum {
  THREADS = 256,     // of a block
  MOST_POINTS = 16,  // of a thread along the iterator
  MOST_TAPS = 64,    // written out
  MOST_SUMS = 64,    // words of a thread's accumulators
  MOST_CODE = 1024,  // elements of points and taps that are written out
  MOST_CHOSEN = 8,   // points that are chosen
  TAPS_CHOSEN = 16,  // taps
  SUMS_CHOSEN = 32,  // words
  OPS_CHOSEN = 4096, // operations of bodies that are written out
  BOUNDS = 3,        // instructions: whether a read is inside
  LOOP = 4,          // of an iteration
  WORD = 4,
};

//===- The form -----------------------------------------------------------===//

static bool isPlain(const TcCpuStage *s) {
  bool custom = s->over.size && !s->contract && s->kinds[0] == TC_CPU_CUSTOM;
  return (s->kind == TC_CPU_REDUCE || s->kind == TC_CPU_MAP) && !s->ordered &&
         !s->unit && !s->in && !s->update && !s->owners && !s->gathered.size &&
         !custom;
}

// Whether the phase is one nest that reduces, and maps of its results.
static bool isOneNest(TcCpuKernel *k, const TcGpuPhase *phase, TcNests *nests) {
  for (size_t i = 0; i < phase->p.stages.size; ++i)
    if (!isPlain(phase->p.stages.data[i]))
      return false;
  *nests = (TcNests){0};
  tcGpuFormNests(k, phase, nests);
  for (size_t i = 0; i < nests->size; ++i)
    if (nests->data[i].outer.size || !nests->data[i].over.size != (i > 0))
      return false;
  return nests->size > 0;
}

static int64_t wordsOfSums(const TcNest *n) {
  int64_t words = 0;
  for (size_t i = 0; i < n->stages.size; ++i) {
    const TcCpuStage *s = n->stages.data[i];
    for (size_t r = 0; s->over.size && r < s->results.size; ++r)
      words += (tcCpuBytes(s->results.data[r]->element) + WORD - 1) / WORD;
  }
  return words;
}

TcCpuStages tcGpuWindowsReduce(TcCpuKernel *k, const TcGpuPhase *phase) {
  TcNests nests;
  TcCpuStages none = {0};
  return isOneNest(k, phase, &nests) ? nests.data[0].stages : none;
}

//===- Blocks of sums -----------------------------------------------------===//

static int64_t termsFrom(const TcCpuKernel *k, const TcCpuIters *over,
                         size_t level) {
  int64_t terms = 1;
  for (size_t i = level; i < over->size; ++i)
    terms *= tcCpuGuessTerms(k->iters.data[over->data[i]].extent);
  return terms;
}

size_t tcGpuWindowsBlock(const TcCpuKernel *k, const TcCpuIters *over) {
  int64_t all = termsFrom(k, over, 0), most = tcSumBlockMost(all);
  size_t level = 0;
  while (all > most && level + 1 < over->size &&
         (!level || termsFrom(k, over, level) > most))
    ++level;
  return all > most ? level : SIZE_MAX;
}

// Whether no accumulator adds up more terms than the error of a sum allows.
static bool hasShortSums(const TcCpuKernel *k, const TcCpuIters *over) {
  size_t level = tcGpuWindowsBlock(k, over);
  int64_t most = tcSumBlockMost(termsFrom(k, over, 0));
  return level == SIZE_MAX ||
         (termsFrom(k, over, level) <= most &&
          termsFrom(k, over, 0) / termsFrom(k, over, level) <= most);
}

//===- Legality -----------------------------------------------------------===//

static bool runsOver(const TcNest *n, const TcCpuIters *over) {
  bool same = n->over.size == over->size;
  for (size_t i = 0; i < over->size; ++i)
    same &= tcCpuItersHave(&n->over, over->data[i]) &&
            tcCpuItersFind(over, over->data[i]) == (int)i;
  return same && over->size > 0;
}

const char *tcGpuWindowsRefuse(TcCpuKernel *k, const TcGpuPhase *p) {
  TcNests nests;
  int64_t taps;
  if (!isOneNest(k, p, &nests))
    return "threads compute several points of plain reductions over the same "
           "iterators, with maps of their results (L3)";
  const TcNest *n = &nests.data[0];
  if (!tcCpuItersHave(&p->p.tasks, p->along) ||
      tcCpuItersHave(&p->points, p->along) ||
      tcCpuItersHave(&p->blocks, p->along))
    return "a thread's points are along one iterator of the results, over "
           "which no other loop runs (L1)";
  if (!runsOver(n, &p->over))
    return "the seq loop runs over what is reduced, each once (L1)";
  if (!tcSizeIsConst(k->iters.data[tcVecLast(&p->over)].extent, &taps) ||
      p->step < 1 || p->step > MOST_TAPS || taps < 1 || taps % p->step)
    return "the steps that are written out divide the last iterator's points, "
           "and are at most 64";
  if (p->perThread < 2 || p->perThread > MOST_POINTS ||
      p->perThread * p->lanes * wordsOfSums(n) > MOST_SUMS)
    return "a thread has 2 to 16 points, and 64 words of sums at most (L6)";
  if (!tcSizeProvablyLessEqual(tcSizeConst(k->arena, p->perThread),
                               k->iters.data[p->along].extent, &k->ranges))
    return "a thread has no more points than there are (L1)";
  if (p->perThread * p->lanes * p->step > MOST_CODE)
    return "1024 elements of points and taps are written out at most";
  if (!hasShortSums(k, &p->over))
    return "loops outside of the last one must cut the sum into short blocks";
  return NULL;
}

//===- Instructions -------------------------------------------------------===//

typedef struct Search {
  TcCpuKernel *k;
  const TcNest *n; // that reduces
  TcGpuPhase *p;   // along, points, over are set
  double count;    // of points in all but `along`
} Search;

// How far the read moves along the iterator in a dimension; far where that is
// not known.
static int64_t moveOf(const TcCpuKernel *k, const TcSize *index, int iter) {
  enum { FAR = 1 << 20 };
  int64_t step;
  return tcCpuConstStride(k, index, iter, &step) ? step : FAR;
}

// Whether windows of neighbours along `along` overlap: a step of both moves the
// read in one dimension.
static bool slides(const TcCpuKernel *k, const TcCpuRead *r, int along,
                   int tap) {
  for (size_t d = 0; d < r->value->rank; ++d)
    if (moveOf(k, r->index[d], along) && moveOf(k, r->index[d], tap))
      return true;
  return false;
}

// How far a read moves in a dimension: from point to point, from tap to tap.
typedef struct Move {
  int64_t point, tap;
} Move;

// Whether the read is at the same element so many points, and taps, further on.
static bool isAgain(const Move *moves, size_t rank, int64_t points,
                    int64_t taps) {
  for (size_t d = 0; d < rank; ++d)
    if (moves[d].point * points + moves[d].tap * taps)
      return false;
  return true;
}

// The elements that the read has at so many points and taps.
static int64_t elementsOf(const Search *s, const TcCpuRead *r, int64_t points,
                          int64_t taps) {
  int64_t found = 0;
  size_t rank = r->value->rank;
  Move *moves = TC_ARENA_ARRAY(s->k->arena, Move, rank + 1);
  for (size_t d = 0; d < rank; ++d)
    moves[d] = (Move){moveOf(s->k, r->index[d], s->p->along),
                      moveOf(s->k, r->index[d], tcVecLast(&s->p->over))};
  for (int64_t at = 0; at < points * taps; ++at) {
    bool again = false;
    for (int64_t other = 0; other < at && !again; ++other)
      again = isAgain(moves, rank, at / taps - other / taps,
                      at % taps - other % taps);
    found += !again;
  }
  return found;
}

// What a thread issues to have an element of the read in f32.
static double issuesOf(const Search *s, const TcCpuRead *r, int64_t lanes) {
  bool same = !tcCpuReadUses(s->k, r, tcVecLast(&s->p->points));
  bool inside = mlirAttributeIsNull(r->fill);
  int64_t bytes = tcCpuBytes(r->value->element);
  double widened = bytes < WORD ? (same ? 1 : (double)lanes) : 0;
  double loads = same ? 1 : ceil((double)(lanes * bytes) / 16);
  return loads + widened + (inside ? 0 : BOUNDS);
}

// Of all taps of the last loop, for `points` of a thread in vectors of `lanes`.
static double issues(const Search *s, int64_t points, int64_t taps,
                     int64_t lanes) {
  double n = 0, all = tcGpuGuessIter(&(TcGpuChoose){.k = s->k},
                                     tcVecLast(&s->p->over));
  for (size_t i = 0; i < s->n->stages.size; ++i) {
    const TcCpuStage *stage = s->n->stages.data[i];
    n += (double)(points * taps * lanes);
    for (size_t j = 0; j < stage->reads.size; ++j)
      n += (double)elementsOf(s, &stage->reads.data[j], points, taps) *
           issuesOf(s, &stage->reads.data[j], lanes);
  }
  return (n + LOOP) * all / (double)taps;
}

// In which the machine has less to do, if it is busy.
static double timeOf(const Search *s, int64_t points, int64_t taps,
                     int64_t lanes) {
  double extent = tcGpuGuessIter(&(TcGpuChoose){.k = s->k}, s->p->along);
  double threads = s->count / (double)lanes * ceil(extent / (double)points);
  return issues(s, points, taps, lanes) *
         fmax(threads, (double)tcNumber(gpu_threads));
}

//===- Choosing -----------------------------------------------------------===//

static int64_t opsOf(const Search *s) {
  int64_t ops = 1;
  for (size_t i = 0; i < s->n->stages.size; ++i)
    ops += tcCpuBodyOps(s->n->stages.data[i]);
  return ops;
}

// All numbers for the iterators at hand; keeps the best in *best.
static void considerNumbers(Search *s, int64_t mostLanes, double *time,
                            TcGpuPhase *best) {
  int64_t all, sums = wordsOfSums(s->n), ops = opsOf(s);
  TcGpuPhase *p = s->p;
  if (!tcSizeIsConst(s->k->iters.data[tcVecLast(&p->over)].extent, &all))
    return;
  for (p->lanes = 1; p->lanes <= mostLanes; p->lanes *= 2)
    for (p->step = 1; p->step <= all && p->step <= TAPS_CHOSEN; ++p->step)
      for (p->perThread = 2; p->perThread <= MOST_CHOSEN; ++p->perThread) {
        if (all % p->step || p->perThread * p->lanes * sums > SUMS_CHOSEN ||
            p->perThread * p->step * ops > OPS_CHOSEN)
          continue;
        double mine = timeOf(s, p->perThread, p->step, p->lanes);
        if (mine < *time && !tcGpuWindowsRefuse(s->k, p)) {
          *time = mine;
          *best = *p;
        }
      }
}

static bool anySlides(const Search *s, int tap) {
  bool any = false;
  int last = tcVecLast(&s->p->points);
  for (size_t i = 0; i < s->n->stages.size; ++i) {
    const TcCpuStage *stage = s->n->stages.data[i];
    for (size_t j = 0; j < stage->reads.size; ++j) {
      const TcCpuRead *r = &stage->reads.data[j];
      any |= slides(s->k, r, s->p->along, tap) && tcCpuReadUses(s->k, r, last);
    }
  }
  return any;
}

static void putLast(TcArena *arena, TcCpuIters *iters, int iter) {
  TcCpuIters one = {0};
  tcVecPush(arena, &one, iter);
  *iters = tcCpuItersWithout(arena, iters, &one);
  tcVecPush(arena, iters, iter);
}

// Blocks count as many of the innermost iterators as one number as keep their
// threads busy; a block has one point of the others.
static void divide(const TcGpuChoose *c, const TcCpuIters *all, TcGpuPhase *p) {
  enum { IDLE = 32 }; // one thread of so many
  size_t first = all->size;
  double points = 1, width = (double)(p->threads * p->lanes);
  while (first > 0 && (first == all->size ||
                       IDLE * (ceil(points / width) * width - points) > points))
    points *= tcGpuGuessIter(c, all->data[--first]);
  p->points = p->blocks = (TcCpuIters){0};
  for (size_t i = 0; i < all->size; ++i)
    tcVecPush(c->k->arena, i < first ? &p->blocks : &p->points, all->data[i]);
}

bool tcGpuChooseWindows(const TcGpuChoose *c, TcGpuPhase *phase) {
  TcGpuPhase p = *phase, best = {.mode = TC_GPU_POINTS};
  TcNests nests;
  p.mode = TC_GPU_WINDOWS;
  p.p.tasks = tcCpuPhaseParallel(c->k, &p.p.stages);
  if (tcFormIsOff(c->k, TC_FORM_WINDOWS) || p.p.tasks.size < 2 ||
      !isOneNest(c->k, &p, &nests) || tcGpuAreLong(&p.p.stages))
    return false;
  TcCpuIters all = tcGpuOrderedPoints(c->k, &p.p);
  int64_t lanes = tcGpuGoodLanes(c->k, &p.p.stages, tcVecLast(&all), -1);
  Search s = {.k = c->k, .n = &nests.data[0], .p = &p};
  double time = INFINITY, alone = INFINITY;
  p.threads = THREADS;
  p.blocks = (TcCpuIters){0};
  for (size_t i = 0; i + 1 < all.size; ++i)
    for (size_t j = 0; j < s.n->over.size; ++j) {
      TcCpuIters one = {0};
      p.along = all.data[i];
      tcVecPush(c->k->arena, &one, p.along);
      p.points = tcCpuItersWithout(c->k->arena, &all, &one);
      p.over = s.n->over;
      putLast(c->k->arena, &p.over, s.n->over.data[j]);
      if (tcCpuIterIsOne(c->k, s.n->over.data[j]) ||
          !anySlides(&s, s.n->over.data[j]))
        continue;
      s.count = tcCpuGuessIters(c->k, &p.points);
      for (int64_t each = 1; each <= lanes; each *= 2)
        alone = fmin(alone, timeOf(&s, 1, 1, each));
      considerNumbers(&s, lanes, &time, &best);
    }
  if (best.mode != TC_GPU_WINDOWS || time >= alone)
    return false;
  TcCpuIters rest = best.points;
  divide(c, &rest, &best);
  *phase = best;
  return true;
}
