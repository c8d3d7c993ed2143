// Chooses how a contraction that is no product in tiles is computed: in blocks
// of so many accumulators, or updating strips of columns, or as loops like
// other reductions. See cpu.h.
#include "passes/schedule/cpu.h"
#include "passes/schedule/forms.h"

#include "passes/lower/cpu/nest.h"
#include "passes/lower/cpu/product_emit.h"
#include "passes/lower/cpu/stage.h"

#include "lib/cost/numbers.h"

#include "mlir-c/BuiltinTypes.h"

static int bestVector(const TcCpuKernel *k, const TcCpuStage *s,
                      const TcTile *t) {
  int candidates[] = {t->column, t->row, -1};
  if (s->over.size)
    candidates[2] = s->over.data[s->over.size - 1];
  int best = 0, vector = -1;
  for (int i = 0; i < 3; ++i) {
    int score = candidates[i] < 0 || tcCpuIterIsOne(k, candidates[i])
                    ? 0
                    : tcCpuVectorScore(k, s, candidates[i]);
    if (score <= best)
      continue;
    best = score;
    vector = candidates[i];
  }
  return vector;
}

// Rows of a block, at most `most`: blocks are as even as can be, since rows
// beyond the last are computed too.
static int evenRows(int64_t rows, int most) {
  int64_t blocks = rows / most + (rows % most > 0);
  return blocks && rows < INT64_MAX ? (int)((rows + blocks - 1) / blocks)
                                    : most;
}

// Along the reduction, where the rows of the columns' factor are streams of
// memory, of which a core waits for several: as many as registers have sums
// for.
static int columnsAlong(bool many, int rows) {
  enum { SUMS = 24, MOST = 8 };
  if (!many)
    return 3;
  return SUMS / rows < MOST ? SUMS / rows : MOST;
}

// Six rows of two vectors of columns, or eight of one, whose sums are as many
// as two multipliers have under way; along the reduction three of three
// columns, or, of many registers, four of six.
static int mostRows(const TcCpuKernel *k, const TcTile *t, bool many) {
  enum { NARROW = 4 }; // columns that a vector has on any machine
  if (t->vector != t->column)
    return many ? 4 : 3;
  return tcCpuExtent(k, t->column, INT64_MAX) <= NARROW ? 8 : 6;
}

// Whether vectors run along the reduction of one row or one column: a block has
// nothing to share.
static bool isOneRow(const TcCpuKernel *k, const TcTile *t) {
  return t->vector != t->column &&
         (tcCpuExtent(k, t->row, 0) == 1 || tcCpuExtent(k, t->column, 0) == 1);
}

static bool isHalf(const TcTile *t) {
  return mlirTypeIsABF16(t->columnFactor->value->element);
}

// A row's product with a matrix in memory, whose rows are read in some streams
// that lie apart: rows next to each other would share pages, each in a stream
// that ends where the next row's begins (bench/products.py gpt2-token).
static TcNestForm streams(TcCpuKernel *k, TcTile *t) {
  int64_t columns = tcNumber(cpu_row_streams);
  int64_t ahead = tcNumber(cpu_stream_ahead);
  int64_t most = tcNestMostAhead(TC_AHEAD_BYTES);
  bool far = tcProductIsFar(t->columnFactor->value);
  if (!tcContractFits(1, columns) || t->row < 0 ||
      tcCpuExtent(k, t->row, 0) != 1 ||
      !tcContractReadsAlong(k, t->columnFactor, t->vector) ||
      !(far || isHalf(t)))
    return TC_NEST_LOOPS;
  t->rows = 1;
  t->columns = (int)columns;
  t->apart = far;
  t->ahead = !far ? 0 : ahead < most ? ahead : most;
  return TC_NEST_BLOCKS;
}

// Whether there are so few rows, or one (`row` is -1), and the other factor has
// such long rows, that each step updates all columns.
static bool paysToUpdate(const TcCpuKernel *k, const TcCpuPhase *p,
                         const TcCpuStage *s, const TcTile *t) {
  if (!tcNestCanUpdate(k, p, s, t))
    return false;
  int64_t rows = t->row < 0 ? 1 : tcCpuExtent(k, t->row, 0);
  int64_t bytes =
      tcCpuExtent(k, t->column, 0) * tcCpuBytes(s->results.data[0]->element);
  return rows <= tcNumber(cpu_update_rows) &&
         bytes >= (rows <= tcNumber(cpu_update_few_rows)
                       ? tcNumber(cpu_update_bytes)
                       : tcNumber(cpu_update_many_bytes)) &&
         tcCpuExtent(k, s->over.data[0], 0) >= tcNumber(cpu_update_steps);
}

// In a streamed kernel the number of rows divides their extent, if possible.
static TcNestForm streamTile(const TcCpuKernel *k, TcTile *t) {
  int64_t n = tcCpuExtent(k, t->row, INT64_MAX);
  t->vector = t->column;
  t->columns = TC_STREAM_VECTORS;
  t->rows = n % 6 == 0 || n % 4 != 0 ? 6 : 4;
  return TC_NEST_BLOCKS;
}

TcNestForm tcCpuChooseTile(TcCpuKernel *k, const TcTarget *target,
                           const TcCpuPhase *p, const TcCpuStage *s,
                           TcTile *t) {
  bool many = target && target->vectorRegisters >= 32;
  if (!tcContractSides(k, s, t))
    return TC_NEST_LOOPS;
  if (tcContractStreams(k, s))
    return streamTile(k, t);
  int vector = bestVector(k, s, t);
  if (vector < 0 || !tcContractAlong(k, s, vector, t) ||
      (isHalf(t) && !tcContractDots(k, s, t, p->unit)))
    return TC_NEST_LOOPS;
  if (paysToUpdate(k, p, s, t))
    return TC_NEST_UPDATE;
  if (t->row < 0 || isOneRow(k, t))
    return streams(k, t);
  bool along = t->vector == t->column;
  t->rows = evenRows(tcCpuExtent(k, t->row, INT64_MAX), mostRows(k, t, many));
  if (t->rows < 1)
    return TC_NEST_LOOPS;
  t->columns = along ? 2 : columnsAlong(many, t->rows);
  return TC_NEST_BLOCKS;
}

// Columns that the last core has when all are done.
static int64_t columnsOfCore(int64_t columns, int64_t chunk, int64_t cores) {
  return tcCeilDiv(tcCeilDiv(columns, chunk), cores) * chunk;
}

int64_t tcCpuChooseUpdateChunk(const TcCpuKernel *k, const TcTarget *target,
                               const TcCpuStage *s, const TcTile *t) {
  int64_t chunk = tcNumber(cpu_update_chunk), n = tcCpuExtent(k, t->column, 0);
  int64_t strip = TC_UPDATE_STRIP / tcCpuBytes(s->results.data[0]->element);
  int64_t cores = target ? target->cores : 0;
  return cores && strip > chunk && n >= strip * cores &&
                 columnsOfCore(n, strip, cores) <=
                     columnsOfCore(n, chunk, cores)
             ? strip
             : chunk;
}

const TcUnit *tcCpuChooseDots(TcCpuKernel *k, const TcTarget *target,
                              const TcCpuPhase *p) {
  if (tcFormIsOff(k, TC_FORM_UNITS))
    return NULL;
  for (size_t i = 0; i < p->stages.size; ++i) {
    const TcCpuStage *s = p->stages.data[i];
    TcCpuPhase with = *p;
    TcTile t;
    if (!tcContractSides(k, s, &t) || tcContractStreams(k, s))
      continue;
    t.vector = bestVector(k, s, &t);
    with.unit = tcContractDotUnit(k, target, s, &t);
    if (with.unit && tcCpuChooseTile(k, target, &with, s, &t) == TC_NEST_BLOCKS)
      return with.unit;
  }
  return NULL;
}
