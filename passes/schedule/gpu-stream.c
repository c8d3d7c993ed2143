// Chooses the row tiles of streamed contractions: the fastest tiling in a model
// of the machine.
#include "passes/lower/gpu/stream.h"
#include "passes/schedule/gpu.h"

#include <math.h>

// Measured on one H200 (bench/gpu.py --only attention), by schedules written by
// hand: `share` of the fastest tile's rate on long streams, 4x16x4096 of 64 and
// 128, and `edge`, how many blocks a tile's begin and end cost, 32x12x128x64. A
// warp with 32 rows uses what it loads of the streamed operands twice as often
// as one with 16; with 16 more warps hide what others wait for.
typedef struct Candidate {
  int64_t rows, warpRows, ring, resident;
  double share, edge;
} Candidate;

// Of warp groups, in the same way on 4x16x4096x64 and 32x12x128x64: one group
// that waits for no other, in two blocks or three beside each other, is ahead
// of several groups that meet at each block of keys. The last share is an
// estimate.
static const Candidate groups[] = {
    {64, 64, 2, 2, 1.00, 2.4},  {192, 64, 2, 1, 0.86, 3.8},
    {128, 64, 2, 2, 0.81, 2.4}, {128, 64, 2, 1, 0.80, 3.8},
    {64, 64, 2, 1, 0.60, 3.8},  {0, 0, 0, 0, 0, 0}};

static const Candidate fragments[] = {
    {128, 32, 2, 2, 1.00, 4.7}, {64, 32, 2, 2, 0.87, 4.7},
    {64, 16, 2, 2, 0.91, 3.8},  {128, 16, 2, 1, 0.90, 3.8},
    {64, 16, 2, 1, 0.70, 3.8},  {32, 16, 2, 2, 0.60, 3.8},
    {32, 16, 2, 1, 0.50, 3.8},  {16, 16, 2, 2, 0.35, 3.8},
    {16, 16, 2, 1, 0.30, 3.8},  {0, 0, 0, 0, 0, 0}};

// Whether the register-resident values of a thread (sums, terms, the rows'
// operands) leave OTHERS registers for all else. Operands of rows that take
// more than RESIDENT are read from shared memory again for each block
// (stream_emit.c).
static bool fitsRegisters(const TcGpuStream *s, const Candidate *c,
                          const TcGpuTiling *t) {
  enum { REGISTERS = 65536, MOST = 255, OTHERS = 64, WAVE = 32, RESIDENT = 32 };
  int64_t each = REGISTERS / (c->resident * tcGpuStreamThreads(t));
  int64_t warpRows = c->warpRows * WAVE / t->unit->threads;
  int64_t terms = s->numMakes * t->depth, rows = 0;
  int64_t needed = warpRows * (tcGpuStreamColumns(s) + terms) / WAVE + OTHERS;
  for (int i = 0; i < s->numMakes; ++i)
    rows += warpRows * s->makes[i].numOwn / (2 * WAVE);
  if (tcGpuReadsShared(t->unit)) // terms of two blocks, one of them packed
    needed += warpRows * t->depth / (2 * WAVE);
  else if (rows <= RESIDENT)
    needed += rows;
  return needed <= (each < MOST ? each : MOST);
}

static double timeOf(const TcCpuKernel *k, const TcTarget *target,
                     const TcGpuStream *s, const Candidate *c) {
  double tiles = ceil(tcCpuGuessIters(k, &s->rows) / (double)c->rows) *
                 tcCpuGuessIters(k, &s->batch);
  double blocks =
      ceil(tcCpuGuess(k, k->stream.extent) / (double)k->stream.step);
  double waves = ceil(tiles / (target->cores ? target->cores : 1));
  return waves * (double)c->rows * (blocks / c->share + c->edge);
}

static bool chooseFor(TcCpuKernel *k, const TcTarget *target,
                      const TcUnit *unit, TcGpuTiling *tiling) {
  TcGpuStream s;
  double best = INFINITY;
  if (!tcGpuStreamMatch(k, unit, &s))
    return false;
  const Candidate *c = tcGpuReadsShared(unit) ? groups : fragments;
  for (; c->rows; ++c) {
    TcGpuTiling t = {.unit = unit,
                     .rows = c->rows,
                     .warpRows = c->warpRows,
                     .depth = k->stream.step,
                     .ring = c->ring,
                     .resident = c->resident};
    double time = timeOf(k, target, &s, c);
    bool always = c->warpRows == unit->m && !tcGpuReadsShared(unit);
    bool fits = always || fitsRegisters(&s, c, &t);
    if (time >= best || !fits || tcGpuStreamRefuses(target, &s, &t))
      continue;
    best = time;
    *tiling = t;
  }
  return best < INFINITY;
}

bool tcGpuChooseStream(TcCpuKernel *k, const TcTarget *target,
                       TcGpuTiling *tiling) {
  for (const TcUnit *unit = tcUnits; k->stream.block >= 0 && unit->name; ++unit)
    if (tcTargetHasUnit(target, unit) && chooseFor(k, target, unit, tiling))
      return true;
  return false;
}
