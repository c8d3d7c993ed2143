// How contractions are cut for matrix units: the tiling with the least time by
// a model of the machine.
#include "passes/lower/gpu/unit.h"
#include "passes/schedule/gpu.h"

#include "mlir-c/BuiltinTypes.h"

#include <math.h>

// Measured on one H200, by schedules written by hand: `share` of the fastest
// tile's rate that a product of 8192^3 reaches with each, and `edge`, how many
// steps a tile's begin and end cost (8192 x 2304 x 768). Those of sm_80's units
// are scaled from mma.sync there.
typedef struct Candidate {
  int64_t rows, columns, warpRows, warpColumns, depth, ring, resident;
  double share, edge;
} Candidate;

static const Candidate fragments[] = {{128, 256, 64, 64, 32, 4, 1, 0.50, 190},
                                      {256, 128, 64, 64, 32, 4, 1, 0.49, 190},
                                      {128, 128, 64, 32, 64, 3, 1, 0.46, 190},
                                      {128, 64, 32, 32, 64, 4, 1, 0.37, 190},
                                      {64, 128, 32, 32, 64, 4, 1, 0.37, 190},
                                      {64, 64, 32, 32, 64, 4, 1, 0.28, 190},
                                      {32, 64, 16, 32, 64, 4, 1, 0.18, 190},
                                      {64, 32, 32, 16, 64, 4, 1, 0.18, 190},
                                      {32, 32, 16, 16, 64, 4, 1, 0.11, 190},
                                      {16, 64, 16, 16, 64, 4, 1, 0.11, 190},
                                      {0, 0, 0, 0, 0, 0, 0, 0, 0}};

static const Candidate descriptors[] = {
    {128, 256, 64, 256, 64, 4, 1, 1.00, 370},
    {256, 128, 64, 128, 64, 4, 1, 0.96, 200},
    {128, 192, 64, 192, 64, 4, 1, 0.96, 300},
    {128, 128, 64, 128, 64, 3, 2, 0.76, 250},
    {64, 256, 64, 256, 64, 4, 1, 0.74, 370},
    {64, 128, 64, 128, 64, 3, 3, 0.70, 250},
    {256, 64, 64, 64, 64, 4, 1, 0.66, 200},
    {128, 64, 64, 64, 64, 3, 3, 0.57, 250},
    {64, 64, 64, 64, 64, 4, 3, 0.46, 250},
    {64, 32, 64, 32, 64, 4, 3, 0.24, 250},
    {64, 16, 64, 16, 64, 4, 3, 0.13, 250},
    {0, 0, 0, 0, 0, 0, 0, 0, 0}};

enum {
  GROUP = 8,
  OP_STEPS = 16, // steps of the unit in the time of one operation of the maps
};

static double tilesOf(const TcCpuKernel *k, const TcCpuIters *iters,
                      int64_t tile) {
  return ceil(tcCpuGuessIters(k, iters) / (double)tile);
}

// The maps' operations wait for each other: more threads, fewer cycles.
static double busyOf(const Candidate *c, const TcUnit *unit) {
  int64_t threads = c->rows / c->warpRows * (c->columns / c->warpColumns) *
                    unit->threads * c->resident;
  return threads >= 512 ? 0.7 : threads >= 384 ? 0.55 : 0.4;
}

static int opsOf(const TcGpuProduct *p) {
  int ops = 0;
  for (size_t i = 0; i < p->match.maps.size; ++i)
    ops += tcCpuBodyOps(p->match.maps.data[i]);
  return ops;
}

// Cycles of the busiest multiprocessor, up to a factor.
static double timeOf(const TcCpuKernel *k, const TcTarget *target,
                     const TcGpuProduct *p, const TcUnit *unit,
                     const Candidate *c) {
  double tiles = tilesOf(k, &p->rows.iters, c->rows) *
                 tilesOf(k, &p->columns.iters, c->columns) *
                 tcCpuGuessIters(k, &p->batch);
  double steps = tilesOf(k, &p->over, c->depth) * (double)c->depth;
  double edge = c->edge + OP_STEPS * opsOf(p) / busyOf(c, unit);
  double waves = ceil(tiles / (double)target->cores);
  return waves * (double)(c->rows * c->columns) * (steps / c->share + edge);
}

static TcGpuTiling tilingOf(const TcUnit *unit, const Candidate *c) {
  return (TcGpuTiling){.unit = unit,
                       .rows = c->rows,
                       .columns = c->columns,
                       .warpRows = c->warpRows,
                       .warpColumns = c->warpColumns,
                       .depth = c->depth,
                       .ring = c->ring,
                       .group = GROUP,
                       .resident = c->resident};
}

// The best of a list; `best` is the time of what `tiling` is.
static void chooseOf(TcCpuKernel *k, const TcTarget *target,
                     const TcGpuUnitProduct *u, const TcUnit *unit,
                     double *best, TcGpuTiling *tiling) {
  const Candidate *c = tcGpuReadsShared(unit) ? descriptors : fragments;
  for (; c->rows; ++c) {
    TcGpuTiling t = tilingOf(unit, c);
    double time = timeOf(k, target, &u->p, unit, c);
    if (time >= *best || tcGpuUnitRefuses(target, u, &t))
      continue;
    *best = time;
    *tiling = t;
  }
}

bool tcGpuChooseTiling(TcCpuKernel *k, const TcTarget *target,
                       TcGpuTiling *tiling) {
  TcGpuUnitProduct u;
  double best = INFINITY;
  for (const TcUnit *unit = tcUnits; unit->name; ++unit)
    if (tcTargetHasUnit(target, unit) && tcGpuUnitMatch(k, unit, &u))
      chooseOf(k, target, &u, unit, &best, tiling);
  return best < INFINITY;
}
