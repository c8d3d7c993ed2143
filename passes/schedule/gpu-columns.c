// Chooses the threads of phases by columns. See gpu.h.
#include "passes/schedule/gpu-nests.h"

#include "passes/lower/cpu/stage.h"

#include "lib/cost/numbers.h"
#include "lib/support/bits.h"

#include "mlir-c/BuiltinTypes.h"

enum {
  THREADS = 256,     // of a block
  SHARED = 48 << 10, // bytes that a launch has without asking
  WORD = 4,
  HELD = 2048, // threads that it holds
  // Registers of a thread beside its vectors of sums and of what does not
  // change while it reduces; what ptxas may take more than that unless it is
  // bounded.
  OTHER_REGISTERS = 16,
  MORE_REGISTERS = 24,
};

//===- What columns are ---------------------------------------------------===//

// What the stage runs over beside the phase's points.
static TcCpuIters innerOf(TcCpuKernel *k, const TcGpuPhase *phase,
                          const TcCpuStage *s) {
  TcCpuIters space = tcCpuStageSpace(k->arena, s);
  return tcCpuItersWithout(k->arena, &space, &phase->p.tasks);
}

// Accumulators that shared memory can hold, and whose order is free.
static bool canCombine(const TcCpuStage *s) {
  if (s->kind != TC_CPU_REDUCE || s->ordered || s->kinds[0] == TC_CPU_CUSTOM)
    return false;
  for (size_t i = 0; i < s->results.size; ++i) {
    MlirType t = s->results.data[i]->element;
    if (mlirTypeIsAComplex(t) ||
        (mlirTypeIsAInteger(t) && mlirIntegerTypeGetWidth(t) == 1))
      return false;
  }
  return true;
}

static bool isPlain(const TcCpuStage *s) {
  return (s->kind == TC_CPU_REDUCE || s->kind == TC_CPU_MAP) && !s->unit &&
         !s->in && !s->update && !s->owners && !s->gathered.size;
}

// Whether the phase is one nest that reduces, all of it over the same, and maps
// of one point each behind it.
static bool isOneNest(TcCpuKernel *k, const TcGpuPhase *phase) {
  TcNests nests = {0};
  for (size_t i = 0; i < phase->p.stages.size; ++i) {
    const TcCpuStage *s = phase->p.stages.data[i];
    if (!isPlain(s) || (s->over.size && !canCombine(s)))
      return false;
  }
  tcGpuFormNests(k, phase, &nests);
  for (size_t i = 0; i < nests.size; ++i)
    if (nests.data[i].outer.size || !nests.data[i].over.size != (i > 0))
      return false;
  return nests.size > 0 && tcNestNumAccs(&nests.data[0]) > 0;
}

static int64_t sharedBytes(const TcGpuPhase *phase, int64_t threads,
                           int64_t lanes) {
  int64_t bytes = 0;
  for (size_t i = 0; i < phase->p.stages.size; ++i) {
    const TcCpuStage *s = phase->p.stages.data[i];
    for (size_t r = 0; s->over.size && r < s->results.size; ++r) {
      int64_t each = tcCpuBytes(s->results.data[r]->element);
      bytes += each < WORD ? WORD : each;
    }
  }
  return bytes * threads * lanes;
}

static bool pointsOf(TcCpuKernel *k, const TcGpuPhase *phase, int64_t *n) {
  return tcSizeIsConst(tcCpuProduct(k->arena, k, &phase->p.tasks), n) && *n > 0;
}

const char *tcGpuColumnsRefuse(TcCpuKernel *k, const TcGpuPhase *phase) {
  int64_t n, shares = phase->shares;
  if (!tcIsPowerOfTwo(shares) || shares < 2 || phase->threads % shares)
    return "rows of threads must be a power of two, at least 2, and equally "
           "long (L6)";
  if (!isOneNest(k, phase))
    return "rows of threads share plain reductions over the same points, with "
           "maps of their results (L3)";
  if (phase->tiling.resident * phase->threads > HELD)
    return "the resident blocks' threads must fit on a multiprocessor (L6)";
  if (!pointsOf(k, phase, &n) || n % (phase->threads / shares * phase->lanes))
    return "a block's points must divide all (L1)";
  if (sharedBytes(phase, phase->threads, phase->lanes) > SHARED)
    return "the threads' accumulators must fit in 48 KiB (L6)";
  return NULL;
}

TcCpuIters tcGpuColumnsOver(TcCpuKernel *k, const TcGpuPhase *phase) {
  TcCpuIters none = {0};
  for (size_t i = 0; i < phase->p.stages.size; ++i)
    if (phase->p.stages.data[i]->over.size)
      return innerOf(k, phase, phase->p.stages.data[i]);
  return none;
}

//===- Numbers ------------------------------------------------------------===//

// The greatest power of two that divides n, at most `most`.
static int64_t powerIn(int64_t n, int64_t most) {
  int64_t power = 1;
  while (2 * power <= most && n % (2 * power) == 0)
    power *= 2;
  return power;
}

// The vectors of a block by columns, of `n` in all: two rows of threads share
// them at least.
static int64_t vectorsIn(int64_t n) {
  int64_t most = tcNumber(gpu_column_vectors);
  return powerIn(n, most < THREADS / 2 ? most : THREADS / 2);
}

// The greatest power of two up to n; 1 at least.
static int64_t powerBelow(double n) {
  int64_t power = 1;
  while (2 * (double)power <= n)
    power *= 2;
  return power;
}

// The points that are reduced; of a part as many as the longest has.
static double lengthOf(TcCpuKernel *k, const TcGpuPhase *phase) {
  TcCpuIters over = tcGpuColumnsOver(k, phase);
  double length = 1;
  for (size_t i = 0; i < over.size; ++i) {
    const TcCpuIter *iter = &k->iters.data[over.data[i]];
    length *= tcCpuGuess(k, iter->most ? iter->most : iter->extent);
  }
  return length;
}

//===- Registers ----------------------------------------------------------===//

static bool usesAny(const TcCpuKernel *k, const TcCpuRead *r,
                    const TcCpuIters *iters) {
  for (size_t d = 0; d < r->value->rank; ++d)
    for (size_t i = 0; i < iters->size; ++i)
      if (tcSizeUses(r->index[d], k->iters.data[iters->data[i]].name))
        return true;
  return false;
}

// Registers of a thread that reduces: its vectors of sums, and of the values
// that it reads which do not change meanwhile.
static int64_t registersOf(TcCpuKernel *k, const TcGpuPhase *p) {
  TC_VEC(const TcCpuValue *) fixed = {0};
  size_t sums = 0;
  for (size_t i = 0; i < p->p.stages.size; ++i) {
    const TcCpuStage *s = p->p.stages.data[i];
    sums += s->over.size ? s->results.size : 0;
    for (size_t j = 0; s->over.size && j < s->reads.size; ++j) {
      const TcCpuRead *r = &s->reads.data[j];
      bool known = usesAny(k, r, &s->over);
      for (size_t n = 0; n < fixed.size; ++n)
        known |= fixed.data[n] == r->value;
      if (!known)
        tcVecPush(k->arena, &fixed, r->value);
    }
  }
  return p->lanes * (int64_t)(sums + fixed.size) + OTHER_REGISTERS;
}

// Blocks of a multiprocessor that all of them need at once, if registers are
// what might keep some waiting until the others have ended, and each thread's
// fit in its share; else 0.
static int64_t residentOf(TcCpuKernel *k, const TcTarget *target,
                          const TcGpuPhase *p, int64_t points) {
  int64_t blocks = points / (p->threads / p->shares * p->lanes);
  int64_t cores = target->cores ? target->cores : blocks;
  int64_t each = (blocks + cores - 1) / cores;
  int64_t least = registersOf(k, p),
          share = TC_GPU_REGISTERS / (each * p->threads);
  return each > 1 && each <= TC_GPU_MOST_RESIDENT &&
                 each * p->threads <= HELD && least <= share &&
                 least + MORE_REGISTERS > share
             ? each
             : 0;
}

double tcGpuColumnsThreads(TcCpuKernel *k, const TcGpuPhase *phase,
                           double most) {
  enum {
    SHARE = TC_GPU_REGISTERS / (HELD / 2)
  }; // four blocks of a multiprocessor
  return registersOf(k, phase) > SHARE ? most * 3 / 4 : most;
}

//===- Choosing -----------------------------------------------------------===//

// Parts are few and results many, or the other way round: rows of threads make
// up for either.
static bool chooseSums(TcCpuKernel *k, const TcTarget *target, int64_t points,
                       TcGpuPhase *phase) {
  int64_t vectors = vectorsIn(points);
  int64_t least = target->waveThreads / vectors;
  int64_t shares =
      powerBelow((double)tcNumber(gpu_sum_threads) / (double)points);
  int64_t most = powerBelow(lengthOf(k, phase) / tcNumber(gpu_column_points));
  shares = shares < most ? shares : most;
  shares = shares < least && least <= most ? least : shares;
  if (shares > TC_GPU_MOST_THREADS / vectors)
    shares = TC_GPU_MOST_THREADS / vectors;
  while (vectors < tcNumber(gpu_sum_vectors) && points % (2 * vectors) == 0 &&
         (shares * vectors < THREADS / 2 ||
          points / vectors >= 2 * tcNumber(gpu_sum_blocks)) &&
         2 * vectors * shares <= TC_GPU_MOST_THREADS)
    vectors *= 2;
  phase->lanes = 1;
  phase->shares = shares;
  phase->threads = shares * vectors;
  return phase->threads % target->waveThreads == 0;
}

bool tcGpuChooseColumns(TcCpuKernel *k, const TcTarget *target,
                        TcGpuPhase *phase) {
  TcGpuPhase p = *phase;
  int64_t points;
  if (tcFormIsOff(k, TC_FORM_COLUMNS))
    return false;
  p.p.tasks = tcCpuPhaseParallel(k, &p.p.stages);
  if (!p.p.tasks.size || !pointsOf(k, &p, &points))
    return false;
  p.points = tcGpuOrderedPoints(k, &p.p);
  p.blocks.size = 0;
  if (phase->parts) {
    if (!chooseSums(k, target, points, &p))
      return false;
  } else {
    p.lanes = tcGpuGoodLanes(k, &p.p.stages, tcVecLast(&p.points), -1);
    p.threads = THREADS;
    int64_t vectors = vectorsIn(points / p.lanes);
    p.shares = THREADS / vectors;
    while (p.shares > 2 &&
           lengthOf(k, &p) < (double)(tcNumber(gpu_column_points) * p.shares)) {
      p.shares /= 2;
      p.threads /= 2;
    }
    while (p.threads > target->waveThreads &&
           sharedBytes(&p, p.threads, p.lanes) > SHARED) {
      p.shares /= 2;
      p.threads /= 2;
    }
    if (p.threads < target->waveThreads)
      return false;
    p.tiling.resident = residentOf(k, target, &p, points);
  }
  if (tcGpuColumnsRefuse(k, &p))
    return false;
  p.mode = TC_GPU_COLUMNS;
  *phase = p;
  return true;
}
