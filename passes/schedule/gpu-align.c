// Phases by rows that no vector divides, as 50,257 columns: a row starts at any
// element, so that vectors counted from there would be aligned in few rows.
// Counted from the last multiple of a vector in memory they are in all, and so
// are those of each array whose rows are as far from each other. See gpu.h.
#include "passes/schedule/gpu-nests.h"

#include "passes/lower/cpu/stage.h"

#include "lib/cost/numbers.h"
#include "lib/support/bits.h"

//===- Accesses -----------------------------------------------------------===//

// Offsets of accesses along the row, and how often each occurs.
typedef struct Offsets {
  TcCpuKernel *k;
  int iter;
  const TcSize *most;
  size_t times;
  TC_VEC(const TcSize *) all;
} Offsets;

static void noteOffset(Offsets *o, const TcSize *offset) {
  TcArena *a = o->k->arena;
  size_t times = 1;
  offset = tcSizeSimplify(a, offset, &o->k->ranges);
  if (!tcSizeUses(offset, o->k->iters.data[o->iter].name))
    return;
  for (size_t i = 0; i < o->all.size; ++i)
    times += tcSizeEqual(o->all.data[i], offset);
  tcVecPush(a, &o->all, offset);
  if (times <= o->times)
    return;
  o->most = offset;
  o->times = times;
}

static void noteStage(Offsets *o, const TcCpuStage *s) {
  for (size_t i = 0; i < s->reads.size; ++i) {
    const TcCpuRead *r = &s->reads.data[i];
    if (r->value->dests.size)
      noteOffset(o, tcCpuDestAt(o->k, &r->value->dests.data[0], r->index));
  }
  for (size_t i = 0; i < s->results.size; ++i) {
    const TcCpuValue *v = s->results.data[i];
    for (size_t d = 0; d < v->dests.size; ++d)
      noteOffset(o,
                 tcCpuDestAt(o->k, &v->dests.data[d], tcCpuOwnIndex(o->k, s)));
  }
}

//===- The row ------------------------------------------------------------===//

static bool isPlain(const TcCpuStage *s) {
  return (s->kind == TC_CPU_MAP || s->kind == TC_CPU_REDUCE) && !s->ordered &&
         !s->unit && !s->in && !s->update;
}

// The one iterator that threads share in all stages, and the stages that have
// it; -1: there is none.
static int sharedIter(TcCpuKernel *k, const TcGpuPhase *p, TcCpuStages *along) {
  int iter = -1;
  for (size_t i = 0; i < p->p.stages.size; ++i) {
    TcCpuStage *s = p->p.stages.data[i];
    TcCpuIters space = tcCpuStageSpace(k->arena, s);
    TcCpuIters inner = tcCpuItersWithout(k->arena, &space, &p->p.tasks);
    if (!inner.size)
      continue;
    if (!isPlain(s) || inner.size > 1 || (iter >= 0 && inner.data[0] != iter))
      return -1;
    iter = inner.data[0];
    tcVecPush(k->arena, along, s);
  }
  return iter;
}

bool tcGpuAlignmentOf(TcCpuKernel *k, const TcGpuPhase *p,
                      TcGpuAlignment *out) {
  TcCpuStages along = {0};
  const TcSize *stride;
  if (p->mode != TC_GPU_ROWS || p->rows > 1 || !p->p.tasks.size || p->parts)
    return false;
  out->iter = sharedIter(k, p, &along);
  if (out->iter < 0)
    return false;
  out->lanes = tcGpuShiftedLanes(k, &along, out->iter);
  Offsets o = {.k = k, .iter = out->iter};
  for (size_t i = 0; i < along.size; ++i)
    noteStage(&o, along.data[i]);
  out->offset = o.most;
  return out->lanes > 1 && o.most &&
         tcCpuStride(k, o.most, out->iter, &stride, &out->rowStart);
}

const char *tcGpuAlignRefuse(TcCpuKernel *k, const TcGpuPhase *p,
                             int64_t align) {
  TcGpuAlignment a;
  if (!tcGpuAlignmentOf(k, p, &a))
    return "align: the threads of a block share a row of maps and reductions "
           "along one iterator, contiguous in memory (L7)";
  if (align < 2 || !tcIsPowerOfTwo(align) || a.lanes % align)
    return "align: it is a power of two, at most the elements of an access "
           "(L7)";
  return NULL;
}

//===- Rows in shared memory ----------------------------------------------===//

// Points of the row; 0: they are no constant.
static int64_t rowPoints(const TcCpuKernel *k, const TcGpuAlignment *a) {
  int64_t points = 0;
  tcSizeIsConst(k->iters.data[a->iter].extent, &points);
  return points;
}

// Bytes of so many points, which start less than a vector behind a multiple of
// one.
static int64_t shiftedBytes(const TcGpuAlignment *a, int64_t points,
                            MlirType element) {
  enum { ALIGN = 64, MOST = 1 << 20 };
  points = points < MOST ? points : MOST;
  int64_t bytes = (points + a->lanes) * tcCpuBytes(element);
  return (bytes + ALIGN - 1) / ALIGN * ALIGN;
}

int64_t tcGpuAlignedRowBytes(TcCpuKernel *k, const TcGpuPhase *p,
                             MlirType element) {
  TcGpuAlignment a;
  tcGpuAlignmentOf(k, p, &a);
  return shiftedBytes(&a, rowPoints(k, &a), element);
}

int64_t tcGpuHeldRowBytes(TcCpuKernel *k, const TcGpuPhase *p,
                          MlirType element) {
  TcGpuAlignment a;
  tcGpuAlignmentOf(k, p, &a);
  int64_t points = p->heldPoints ? p->heldPoints : rowPoints(k, &a);
  return shiftedBytes(&a, points, element);
}

const char *tcGpuHeldPointsRefuse(TcCpuKernel *k, const TcGpuPhase *p) {
  TcGpuAlignment a;
  if (!tcGpuAlignmentOf(k, p, &a) || p->heldPoints < 1 ||
      p->heldPoints % (p->threads * p->align) ||
      p->heldPoints >= rowPoints(k, &a))
    return "copy: 'points' must be a multiple of threads * align, and fewer "
           "than the row has; without it all of the row stays (L7)";
  return NULL;
}

// Whether all stages read the argument at the same points, whose vectors are
// aligned: the first such read, or NULL.
static const TcCpuRead *onlyRead(TcCpuKernel *k, const TcGpuPhase *p,
                                 const TcGpuAlignment *a, int arg) {
  const TcCpuRead *first = NULL;
  for (size_t i = 0; i < p->p.stages.size; ++i) {
    const TcCpuStage *s = p->p.stages.data[i];
    for (size_t j = 0; j < s->gathered.size; ++j)
      if (s->gathered.data[j]->arg == arg)
        return NULL;
    for (size_t j = 0; j < s->reads.size; ++j) {
      const TcCpuRead *r = &s->reads.data[j];
      if (r->value->arg != arg)
        continue;
      if (first ? !tcCpuIsSameRead(first, r)
                : !tcSizeEqual(a->offset, tcCpuReadOffset(k, r)))
        return NULL;
      first = r;
    }
  }
  return first;
}

static MlirType elementOf(const TcCpuKernel *k, int arg) {
  return k->buffers.data[arg].element;
}

static int64_t heldBytes(TcCpuKernel *k, const TcGpuPhase *p) {
  int64_t bytes = 0;
  for (size_t i = 0; i < p->held.size; ++i)
    bytes += tcGpuHeldRowBytes(k, p, elementOf(k, p->held.data[i]));
  return bytes;
}

const char *tcGpuHoldRefuse(TcCpuKernel *k, const TcTarget *target,
                            const TcGpuPhase *p, int arg) {
  TcGpuAlignment a;
  if (!p->align || !tcGpuAlignmentOf(k, p, &a) || arg < 0 ||
      tcCpuItersHave(&p->held, arg) || !onlyRead(k, p, &a, arg))
    return "copy: an argument whose row stays in shared memory is read at the "
           "same points everywhere, in aligned vectors, and copied once (L7)";
  int64_t bytes = tcGpuHeldRowBytes(k, p, elementOf(k, arg)) + heldBytes(k, p);
  if (bytes + TC_GPU_ROW_PARTIALS > target->sharedBytes)
    return "copy: shared memory has no room for the row (L6)";
  return NULL;
}

static bool readsArgument(const TcNest *n, int arg) {
  for (size_t i = 0; i < n->stages.size; ++i) {
    const TcCpuStage *s = n->stages.data[i];
    for (size_t r = 0; r < s->reads.size; ++r)
      if (s->reads.data[r].value->arg == arg)
        return true;
  }
  return false;
}

// The nests that read the argument.
static size_t nestsThatRead(const TcNests *nests, int arg) {
  size_t n = 0;
  for (size_t i = 0; i < nests->size; ++i)
    n += readsArgument(&nests->data[i], arg);
  return n;
}

// Arguments that nest `i` reads along the row, of which none before has put the
// row into shared memory.
static int64_t numLoads(TcCpuKernel *k, const TcGpuPhase *p, int iter,
                        const TcNests *nests, size_t i) {
  int64_t n = 0;
  for (int arg = 0; arg < (int)k->args.size; ++arg) {
    bool near = false, along = false;
    for (size_t j = 0; j < i && tcCpuItersHave(&p->held, arg); ++j)
      near |= readsArgument(&nests->data[j], arg);
    for (size_t j = 0; j < nests->data[i].stages.size; ++j) {
      const TcCpuStage *s = nests->data[i].stages.data[j];
      for (size_t r = 0; r < s->reads.size; ++r)
        along |= s->reads.data[r].value->arg == arg &&
                 tcCpuReadUses(k, &s->reads.data[r], iter);
    }
    n += along && !near;
  }
  return n;
}

// Registers of a thread: for what it loads at once, and for accumulators of
// each lane, each with what merges all others with it; of maps for a vector.
static int64_t registersOf(TcCpuKernel *k, const TcGpuPhase *p) {
  enum { GRAIN = 8 };
  int64_t most = p->align;
  TcNests nests = {0};
  tcGpuFormNests(k, p, &nests);
  for (size_t i = 0; i < nests.size; ++i) {
    int64_t accs = (int64_t)tcNestNumAccs(&nests.data[i]);
    int64_t words = accs * accs * p->align;
    most = words > most ? words : most;
  }
  return (tcNumber(gpu_aligned_words) + most + GRAIN - 1) / GRAIN * GRAIN;
}

// Blocks for which a multiprocessor has registers. Each quarter of it has them
// for whole waves: 512 for each thread of one.
static int64_t blocksByRegisters(TcCpuKernel *k, const TcGpuPhase *p) {
  enum { EACH = 512, WAVES = 128 };
  return EACH / registersOf(k, p) * WAVES / p->threads;
}

// Blocks that a multiprocessor holds at once. The driver keeps 1 KiB of shared
// memory of each.
static int64_t residentBlocks(TcCpuKernel *k, const TcTarget *target,
                              const TcGpuPhase *p) {
  enum { DRIVER = 1 << 10 };
  int64_t bytes = DRIVER + heldBytes(k, p);
  int64_t most = blocksByRegisters(k, p);
  most = most < TC_GPU_MOST_RESIDENT ? most : TC_GPU_MOST_RESIDENT;
  int64_t fit = target->sharedBytes / bytes;
  most = fit < most ? fit : most;
  return most < 1 ? 1 : most;
}

// Vectors that a thread loads at once of each array that a nest reads: a block
// of more threads has as many under way.
static int64_t loadsAtOnce(TcCpuKernel *k, const TcGpuPhase *p, int iter) {
  int64_t most = 1;
  TcNests nests = {0};
  tcGpuFormNests(k, p, &nests);
  for (size_t i = 0; i < nests.size; ++i) {
    int64_t loads = numLoads(k, p, iter, &nests, i);
    most = loads > most ? loads : most;
  }
  int64_t fit = tcNumber(gpu_aligned_words) / (most * p->align);
  int64_t ahead = tcNumber(gpu_aligned_ahead);
  if (p->threads > tcNumber(gpu_aligned_threads))
    ahead = ahead * tcNumber(gpu_aligned_threads) / p->threads;
  ahead = ahead < 1 ? 1 : ahead;
  return fit < 1 ? 1 : fit < ahead ? fit : ahead;
}

// Threads of a row of so many points, each with a vector, about `limit` at
// most; 0: the row is too short.
static int64_t threadsOf(const TcTarget *target, int64_t points, int64_t lanes,
                         int64_t limit) {
  int64_t most = points / lanes, threads = target->waveThreads;
  most = most < TC_GPU_MOST_THREADS ? most : TC_GPU_MOST_THREADS;
  while (threads < tcNumber(gpu_aligned_fewest) && threads <= most)
    threads *= 2;
  if (threads > most)
    return 0;
  while (2 * threads <= most && 2 * threads <= limit)
    threads *= 2;
  return threads;
}

// Holds rows that more than one nest reads, as far as there is room.
static void holdRows(TcCpuKernel *k, const TcTarget *target,
                     TcGpuPhase *phase) {
  TcNests nests = {0};
  tcGpuFormNests(k, phase, &nests);
  for (int arg = 0; arg < (int)k->args.size; ++arg)
    if (nestsThatRead(&nests, arg) > 1 &&
        !tcGpuHoldRefuse(k, target, phase, arg) &&
        tcGpuHeldRowBytes(k, phase, elementOf(k, arg)) <=
            tcNumber(gpu_held_bytes))
      tcVecPush(k->arena, &phase->held, arg);
}

// Points that so many bytes hold of a row of `points`, in whole vectors of all
// threads; 0: too few of them to tell.
static int64_t pointsThatFit(const TcGpuPhase *p, int64_t points, int64_t bytes,
                             MlirType element) {
  int64_t step = p->threads * p->align;
  int64_t fit = bytes / tcCpuBytes(element) - p->align;
  fit = fit < step ? 0 : fit / step * step;
  return 100 * fit < tcNumber(gpu_held_percent) * points ? 0 : fit;
}

// Holds the beginning of one row that is too long to be held.
static void holdBeginning(TcCpuKernel *k, const TcTarget *target,
                          const TcGpuAlignment *a, TcGpuPhase *phase) {
  TcNests nests = {0};
  int64_t threads = phase->threads;
  int64_t most = target->sharedBytes - TC_GPU_ROW_PARTIALS;
  if (most > tcNumber(gpu_held_bytes))
    most = tcNumber(gpu_held_bytes);
  tcGpuFormNests(k, phase, &nests);
  phase->threads = threadsOf(target, rowPoints(k, a), a->lanes,
                             tcNumber(gpu_beginning_threads));
  if (!blocksByRegisters(k, phase))
    phase->threads = threads;
  for (int arg = 0; arg < (int)k->args.size && !phase->held.size; ++arg) {
    phase->heldPoints =
        pointsThatFit(phase, rowPoints(k, a), most, elementOf(k, arg));
    if (phase->heldPoints && nestsThatRead(&nests, arg) > 1 &&
        !tcGpuHoldRefuse(k, target, phase, arg))
      tcVecPush(k->arena, &phase->held, arg);
  }
  if (phase->held.size)
    return;
  phase->heldPoints = 0;
  phase->threads = threads;
}

//===- The choice ---------------------------------------------------------===//

static int64_t unalignedLanes(TcCpuKernel *k, const TcGpuPhase *p, int iter) {
  TcCpuStages along = {0};
  for (size_t i = 0; i < p->p.stages.size; ++i) {
    TcCpuIters space = tcCpuStageSpace(k->arena, p->p.stages.data[i]);
    if (tcCpuItersHave(&space, iter))
      tcVecPush(k->arena, &along, p->p.stages.data[i]);
  }
  return tcGpuGoodLanes(k, &along, iter, -1);
}

// Whether vectors from the row's start on would be so much shorter.
static bool areShort(TcCpuKernel *k, const TcGpuPhase *p,
                     const TcGpuAlignment *a) {
  return tcNumber(gpu_aligned_longer) <=
         a->lanes / unalignedLanes(k, p, a->iter);
}

bool tcGpuChooseAlign(TcCpuKernel *k, const TcTarget *target,
                      TcGpuPhase *phase) {
  TcGpuAlignment a;
  TcCpuStages along = {0};
  int64_t points;
  sharedIter(k, phase, &along);
  if (tcGpuAreLong(&along) || !tcGpuAlignmentOf(k, phase, &a) ||
      !tcSizeIsConst(k->iters.data[a.iter].extent, &points))
    return false;
  TcGpuPhase aligned = *phase;
  aligned.threads =
      threadsOf(target, points, a.lanes, tcNumber(gpu_aligned_threads));
  if (!aligned.threads)
    return false;
  aligned.align = a.lanes;
  holdRows(k, target, &aligned);
  if (!aligned.held.size)
    holdBeginning(k, target, &a, &aligned);
  if (!aligned.held.size && !areShort(k, phase, &a))
    return false;
  aligned.tiling.resident = residentBlocks(k, target, &aligned);
  aligned.perThread = loadsAtOnce(k, &aligned, a.iter);
  *phase = aligned;
  return true;
}
