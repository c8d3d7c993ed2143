// Chooses the row tiles of streamed contractions: the fastest tiling in a model
// of the machine.
#include "passes/lower/gpu/stream.h"
#include "passes/schedule/gpu.h"

#include "lib/cost/numbers.h"

#include <math.h>

// Measured on one H200 (bench/gpu.py --only attention), by schedules written by
// hand: `share` of the fastest tile's rate on long streams, 4x16x4096 of 64 and
// 128, and `edge`, how many blocks a tile's begin and end cost, 32x12x128x64. A
// warp with 32 rows uses what it loads of the streamed operands twice as often
// as one with 16; with 16 more warps hide what others wait for.
typedef struct Candidate {
  int64_t rows, warpRows, ring, resident;
  double share, edge;
  bool roles;  // a warp group copies, the others multiply
  bool skew;   // of several contractions; pairs always are
  bool free;   // of these: groups do not meet at each block
  bool joined; // of roles: blocks persist, a tile's end is the next one's begin
} Candidate;

// Of warp groups, in the same way on an H100, 4x16x4096 of 64 and 128 and
// 32x12x128x64: one group that waits for no other, in two blocks or three
// beside each other, is ahead of several groups that meet at each block of
// keys. Three groups with roles, by turns, are ahead of that in long rows:
// fitted to 8x16x2048x64, 4x16x4096x64 and 2x32x8192x64. With 128 columns only
// one block fits; there groups with roles are ahead. Joined tiles of two
// groups: fitted to 4x16x4096x64, 8x12x1024x64, both causal, and 32x12x128x64.
// The last share is an estimate.
static const Candidate groups[] = {
    {192, 64, 2, 1, 1.10, 3.7, true, false, false, false},
    {64, 64, 2, 3, 1.00, 2.4, false, false, false, false},
    {64, 64, 2, 2, 0.97, 2.4, false, false, false, false},
    {128, 64, 2, 1, 0.86, 1.5, true, false, false, true},
    {128, 64, 2, 1, 0.84, 3.8, true, false, false, false},
    {192, 64, 2, 1, 0.80, 3.8, false, false, false, false},
    {128, 64, 2, 2, 0.76, 2.4, false, false, false, false},
    {128, 64, 2, 1, 0.68, 3.8, false, false, false, false},
    {64, 64, 2, 1, 0.50, 3.8, false, false, false, false},
    {.rows = 0}};

// Of several contractions, gradients of attention (stream_several.c), measured
// on an H100 by kernels of dq, and of dk and dv: 64x4096 of 64 and 128, 96x1024
// of 64 causal. Roles, tiles of 192 rows and blocks of 128 points were slower,
// and so are groups of dk and dv that do not meet at each block.
static const Candidate several[] = {
    {64, 64, 3, 3, 1.00, 2.4, false, false, false, false},
    {64, 64, 4, 2, 0.98, 2.4, false, true, false, false},
    {64, 64, 4, 2, 0.94, 2.4, false, false, false, false},
    {64, 64, 3, 2, 0.92, 2.4, false, false, false, false},
    {128, 64, 4, 1, 0.86, 3.8, false, true, true, false},
    {128, 64, 3, 1, 0.85, 3.8, false, false, true, false},
    {64, 64, 3, 1, 0.66, 3.8, false, false, false, false},
    {.rows = 0}};

// The same where tasks share sums: two groups share what they add, and so add
// half as much. With skew the unit has work while they add.
static const Candidate sharing[] = {
    {128, 64, 3, 1, 1.09, 3.8, false, true, false, false},
    {128, 64, 3, 1, 1.00, 3.8, false, false, false, false},
    {64, 64, 3, 2, 0.90, 2.4, false, false, false, false},
    {64, 64, 3, 1, 0.60, 3.8, false, false, false, false},
    {.rows = 0}};

static const Candidate fragments[] = {
    {128, 32, 2, 2, 1.00, 4.7, false, false, false, false},
    {64, 32, 2, 2, 0.87, 4.7, false, false, false, false},
    {64, 16, 2, 2, 0.91, 3.8, false, false, false, false},
    {128, 16, 2, 1, 0.90, 3.8, false, false, false, false},
    {64, 16, 2, 1, 0.70, 3.8, false, false, false, false},
    {32, 16, 2, 2, 0.60, 3.8, false, false, false, false},
    {32, 16, 2, 1, 0.50, 3.8, false, false, false, false},
    {16, 16, 2, 2, 0.35, 3.8, false, false, false, false},
    {16, 16, 2, 1, 0.30, 3.8, false, false, false, false},
    {.rows = 0}};

// Of factors that are split: a thread has both parts of its terms in registers,
// so that a warp has 16 rows. Measured on an H100, 4x16x4096 of 64 and 128.
static const Candidate split[] = {
    {128, 16, 2, 1, 1.00, 3.8, false, false, false, false},
    {64, 16, 2, 2, 0.92, 3.8, false, false, false, false},
    {64, 16, 2, 1, 0.70, 3.8, false, false, false, false},
    {32, 16, 2, 2, 0.60, 3.8, false, false, false, false},
    {32, 16, 2, 1, 0.50, 3.8, false, false, false, false},
    {16, 16, 2, 2, 0.35, 3.8, false, false, false, false},
    {16, 16, 2, 1, 0.30, 3.8, false, false, false, false},
    {.rows = 0}};

// Registers of a thread that copies and of one that multiplies, by the number
// of groups that multiply.
static const struct {
  int64_t groups;
  bool joined;
  int64_t copy, multiply;
} roles[] = {{2, true, 40, 232}, {2, false, 24, 240}, {3, false, 32, 160}};

// Whether no block and no tile is short, and sizes are constant: addresses and
// bounds then take few registers. With roles a tile may be short: those who
// multiply have no addresses of its rows during the loop.
static bool isPlain(const TcCpuKernel *k, const TcGpuStream *s,
                    const Candidate *c) {
  int64_t points, rows;
  return tcGpuStreamIsWhole(k) && tcSizeIsConst(k->stream.extent, &points) &&
         tcSizeIsConst(s->factors[TC_STREAM_ROWS].count, &rows) &&
         (c->roles || rows % c->rows == 0);
}

// What a thread has beside its register-resident values (ptxas does not spill:
// test/gpu/spills*.mlir). Of f32 points of streamed operands are loaded one by
// one.
static int64_t otherRegisters(const TcCpuKernel *k, const TcGpuStream *s,
                              const Candidate *c, const TcGpuTiling *t) {
  enum { F32 = 4 };
  if (c->joined)
    return tcNumber(gpu_stream_joined);
  if (c->roles)
    return tcNumber(gpu_stream_roles);
  if (tcGpuReadsShared(t->unit) && isPlain(k, s, c))
    return s->stack ? tcNumber(gpu_stream_shared) : tcNumber(gpu_stream_group);
  return tcUnitBytes(t->unit) == F32 ? tcNumber(gpu_stream_f32)
                                     : tcNumber(gpu_stream_other);
}

// Whether the register-resident values of a thread (sums, terms, the rows'
// operands) leave registers for all else. Operands of rows that take more than
// RESIDENT are read from shared memory again for each block (stream_emit.c).
static bool fitsRegisters(const TcCpuKernel *k, const TcGpuStream *s,
                          const Candidate *c, const TcGpuTiling *t) {
  enum {
    ALL = TC_GPU_REGISTERS,
    MOST = 255,
    WAVE = 32,
    RESIDENT = 32,
    EVERY = -1
  };
  int64_t each =
      c->roles ? t->registers : ALL / (c->resident * tcGpuStreamThreads(t));
  int64_t warpRows = c->warpRows * WAVE / t->unit->threads;
  // Of factors that are split, both parts of terms, and of their sums.
  int64_t terms = s->numMakes * t->depth * (t->unit->slices ? 2 : 1);
  int64_t rows = tcGpuStreamRowRegisters(s, t, EVERY);
  if (c->roles && !(tcGpuReadsShared(t->unit) && isPlain(k, s, c)))
    return false;
  int64_t needed = warpRows * (tcGpuStreamColumns(s) + terms) / WAVE +
                   otherRegisters(k, s, c, t);
  if (tcGpuReadsShared(t->unit)) // terms of two blocks, one of them packed
    needed += warpRows * t->depth / (2 * WAVE) +
              tcGpuStreamRowRegisters(s, t, t->held);
  else if (rows <= RESIDENT)
    needed += rows;
  if (t->held) // of each contraction that sums
    needed += warpRows * t->depth / (2 * WAVE) * (s->numSums - 1);
  if (s->stack) { // sums of a warp group's share of the columns, while no
                  // terms are packed
    int64_t sums =
        s->across.numOwn * t->warpRows / (4 * WAVE) * t->warpRows / t->rows;
    int64_t packed = warpRows * t->depth / (2 * WAVE);
    needed += sums > packed ? sums - packed : 0;
  }
  // Of two blocks, unpacked; where tasks share sums the second one's are issued
  // where the first one's are packed.
  if (t->skew && !s->pair && !s->stack)
    needed += warpRows * t->depth / WAVE;
  return needed <= (each < MOST ? each : MOST);
}

// Of warp groups with several contractions, or with roles: rows' operands stay
// in registers while there are some, so that the unit reads half as much of
// shared memory.
static void holdRows(const TcCpuKernel *k, const TcTarget *target,
                     const TcGpuStream *s, const Candidate *c, TcGpuTiling *t) {
  bool holds = tcGpuReadsShared(t->unit) && (!s->pair || c->roles);
  for (int i = 0; holds && i < s->numMakes; ++i) {
    TcGpuTiling more = *t;
    more.held |= 1 << i;
    if (fitsRegisters(k, s, c, &more) && !tcGpuStreamRefuses(target, s, &more))
      *t = more;
  }
}

// Tiles that a multiprocessor has one after the other; paired, whole pairs.
static double wavesOf(const TcCpuKernel *k, const TcTarget *target,
                      const TcGpuStream *s, const Candidate *c) {
  double each = c->joined && tcGpuStreamIsBounded(k, s) ? 2 : 1;
  double tiles = ceil(tcCpuGuessIters(k, &s->rows) / ((double)c->rows * each)) *
                 tcCpuGuessIters(k, &s->batch);
  return each * ceil(tiles / (target->cores ? target->cores : 1));
}

static double timeOf(const TcCpuKernel *k, const TcTarget *target,
                     const TcGpuStream *s, const Candidate *c) {
  double blocks =
      ceil(tcCpuGuess(k, k->stream.extent) / (double)k->stream.step);
  if (s->pair && tcGpuStreamIsBounded(k, s)) // on the average
    blocks /= 2;
  return wavesOf(k, target, s, c) * (double)c->rows *
         (blocks / c->share + c->edge);
}

// Warp groups take turns: of heads of 128 with a causal mask 3 to 5 % faster,
// else as fast. Blocks of threads persist where their tiles are joined. The
// copy engine moves what it can. (docs/ir/schedule-cases.md.)
static void takeRoles(const TcCpuKernel *k, const TcTarget *target,
                      const TcGpuStream *s, const Candidate *c,
                      TcGpuTiling *t) {
  t->teams = 1;
  t->turns = true;
  t->persists = t->joined = c->joined;
  t->paired = c->joined && tcGpuStreamIsBounded(k, s);
  for (size_t i = 0; i < sizeof roles / sizeof *roles; ++i)
    if (roles[i].groups == t->rows / t->warpRows &&
        roles[i].joined == c->joined) {
      t->copyRegisters = roles[i].copy;
      t->registers = roles[i].multiply;
    }
  TcGpuTiling tensors = *t;
  tensors.tma = true;
  t->tma = !tcGpuStreamRefuses(target, s, &tensors);
}

// Without roles, too, the copy engine moves what warp groups share that meet at
// each block: of heads of 128 on an H100, us, dk and dv 1750, 1650, causal 956,
// 930. Of groups that do not meet, or alone in their block of threads, it is
// slower: dq of 128 1106, 1143, dk and dv of 64 962, 980.
static void takeBoxes(const TcTarget *target, const TcGpuStream *s,
                      TcGpuTiling *t) {
  TcGpuTiling tensors = *t;
  tensors.tma = true;
  t->tma = t->rows > t->warpRows && !t->free &&
           !tcGpuStreamRefuses(target, s, &tensors);
}

static const Candidate *candidatesOf(const TcGpuStream *s, const TcUnit *unit) {
  if (unit->slices)
    return split;
  if (!tcGpuReadsShared(unit))
    return fragments;
  return s->pair ? groups : s->stack ? sharing : several;
}

// Whether ptxas keeps products in flight, and spills nothing, in a skewed loop:
// where one contraction sums, a causal mask leaves out the first blocks and the
// last one is short, it puts them one after the other (C7511).
static bool staysSkewed(const TcCpuKernel *k, const TcGpuStream *s) {
  return s->pair || s->numSums > 1 || !k->stream.least.size ||
         tcGpuStreamIsWhole(k);
}

// Whether warp groups do not meet at each block: where one contraction sums.
// Without skew not of dk, whose two others and columns leave no registers for
// that: heads of 256 of 4x16x2048 causal, by hand, us: dq 445, 432, dv 380,
// 341, dk 514, 592.
static bool isFree(const TcGpuStream *s, const Candidate *c) {
  return s->numSums == 1 && (c->skew || s->numMakes == 1 || !s->numColumns);
}

static bool chooseFor(TcCpuKernel *k, const TcTarget *target,
                      const TcUnit *unit, TcGpuTiling *tiling) {
  TcGpuStream s;
  double best = INFINITY;
  if (!tcGpuStreamMatch(k, unit, &s))
    return false;
  const Candidate *c = candidatesOf(&s, unit);
  for (; c->rows; ++c) {
    if ((c->skew && !staysSkewed(k, &s)) ||
        (c->joined && wavesOf(k, target, &s, c) < 2)) // no tile is the next
      continue;
    TcGpuTiling t = {.unit = unit,
                     .rows = c->rows,
                     .warpRows = c->warpRows,
                     .depth = k->stream.step,
                     .ring = c->ring,
                     .resident = c->resident,
                     .skew = s.pair || c->skew,
                     .free = c->free && isFree(&s, c),
                     .stagesColumns = s.numColumns > 0};
    if (c->roles)
      takeRoles(k, target, &s, c, &t);
    else if (!s.pair && tcGpuReadsShared(unit))
      takeBoxes(target, &s, &t);
    double time = timeOf(k, target, &s, c);
    bool last = s.stack && c->rows == c->warpRows && c->resident == 1;
    bool always = last || (c->warpRows == unit->m && !tcGpuReadsShared(unit));
    bool fits = always || fitsRegisters(k, &s, c, &t);
    if (time >= best || !fits || tcGpuStreamRefuses(target, &s, &t))
      continue;
    best = time;
    *tiling = t;
    holdRows(k, target, &s, c, tiling);
  }
  return best < INFINITY;
}

bool tcGpuChooseStream(TcCpuKernel *k, const TcTarget *target,
                       TcGpuTiling *tiling) {
  if (tcFormIsOff(k, TC_FORM_STREAMS))
    return false;
  for (const TcUnit *unit = tcUnits; k->stream.block >= 0 && unit->name; ++unit)
    if (tcTargetHasUnit(target, unit) && chooseFor(k, target, unit, tiling))
      return true;
  return false;
}
