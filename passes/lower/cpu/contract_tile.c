// The tile of a product in blocks of accumulators: which factor has the rows,
// along what vectors run, how many rows and columns. See stage.h.
#include "passes/lower/cpu/stage.h"

#include "mlir-c/BuiltinTypes.h"

// The longest iterator of the result that only the factor `mine` depends on.
static int ownIter(const TcCpuKernel *k, const TcCpuStage *s,
                   const TcCpuRead *mine, const TcCpuRead *other) {
  int best = -1;
  for (size_t i = 0; i < s->iters.size; ++i) {
    int iter = s->iters.data[i];
    if (tcCpuReadUses(k, mine, iter) && !tcCpuReadUses(k, other, iter) &&
        (best < 0 ||
         tcCpuExtent(k, iter, INT64_MAX) >= tcCpuExtent(k, best, INT64_MAX)))
      best = iter;
  }
  return best;
}

static bool isFloat(MlirType t) {
  return mlirTypeIsAF32(t) || mlirTypeIsAF64(t);
}

static int bestVector(const TcCpuKernel *k, const TcCpuStage *s,
                      const TcTile *t) {
  int candidates[] = {t->column, t->row, -1};
  if (s->over.size)
    candidates[2] = s->over.data[s->over.size - 1];
  int best = 0, vector = -1;
  for (int i = 0; i < 3; ++i) {
    int score = candidates[i] < 0 ? 0 : tcCpuVectorScore(k, s, candidates[i]);
    if (score <= best)
      continue;
    best = score;
    vector = candidates[i];
  }
  return vector;
}

static void swapSides(TcTile *t) {
  int iter = t->row;
  const TcCpuRead *factor = t->rowFactor;
  t->row = t->column;
  t->column = iter;
  t->rowFactor = t->columnFactor;
  t->columnFactor = factor;
}

// In a streamed kernel the columns are its lanes; the number of rows divides
// their extent, if possible.
static bool streamTile(const TcCpuKernel *k, const TcCpuStage *s, TcTile *t) {
  if (!tcCpuReadUses(k, t->columnFactor, k->stream.lane))
    swapSides(t);
  t->column = t->vector = k->stream.lane;
  t->row = ownIter(k, s, t->rowFactor, t->columnFactor);
  int64_t n = t->row < 0 ? 0 : tcCpuExtent(k, t->row, INT64_MAX);
  t->columns = TC_STREAM_VECTORS;
  t->rows = n % 6 == 0 || n % 4 != 0 ? 6 : 4;
  return t->row >= 0 && tcCpuReadUses(k, t->columnFactor, t->column) &&
         !tcCpuReadUses(k, t->rowFactor, t->column);
}

static bool isF32InRegisters(MlirType t) {
  return tcIsHalf(t) || mlirTypeIsAF32(t);
}

// Whether factors and sums are computed in one type.
static bool typesFit(const TcCpuStage *s, const TcTile *t, bool streams) {
  MlirType sum = s->results.data[0]->element;
  MlirType row = t->rowFactor->value->element;
  MlirType column = t->columnFactor->value->element;
  if (streams && isF32InRegisters(sum) && isF32InRegisters(row) &&
      isF32InRegisters(column))
    return true;
  return isFloat(sum) && mlirTypeEqual(row, sum) && mlirTypeEqual(column, sum);
}

// Rows of a block, at most `most`: blocks are as even as can be, since rows
// beyond the last are computed too.
static int evenRows(int64_t rows, int most) {
  int64_t blocks = rows / most + (rows % most > 0);
  return blocks && rows < INT64_MAX ? (int)((rows + blocks - 1) / blocks)
                                    : most;
}

// Whether vectors run along the reduction of one row or one column: a block has
// nothing to share, and would read the other factor in as many streams as it
// has rows, where one after the other is one stream, at three quarters more of
// the memory's speed (bench/products.py gpt2-token).
static bool isOneRow(const TcCpuKernel *k, const TcTile *t) {
  return t->vector != t->column &&
         (tcCpuExtent(k, t->row, 0) == 1 || tcCpuExtent(k, t->column, 0) == 1);
}

bool tcContractTile(const TcCpuKernel *k, const TcCpuStage *s, TcTile *t) {
  bool streams = s->in && k->stream.lane >= 0;
  if (!s->contract || s->ordered || mlirBlockIsNull(s->body))
    return false;
  *t = (TcTile){.rowFactor = tcStageReadYielded(s, 0),
                .columnFactor = tcStageReadYielded(s, 1)};
  if (!t->rowFactor || !t->columnFactor || t->rowFactor == t->columnFactor ||
      !typesFit(s, t, streams))
    return false;
  if (streams)
    return streamTile(k, s, t);
  t->row = ownIter(k, s, t->rowFactor, t->columnFactor);
  t->column = ownIter(k, s, t->columnFactor, t->rowFactor);
  if (t->column < 0)
    swapSides(t);
  if (t->column < 0)
    return false;
  t->vector = bestVector(k, s, t);
  if (t->vector >= 0 && t->vector == t->row)
    swapSides(t);
  if (t->row < 0)
    return tcContractUpdates(k, s, t);
  if (isOneRow(k, t))
    return false;
  bool along = t->vector == t->column;
  t->rows = along ? 6 : 3;
  t->columns = along ? 2 : 3;
  t->rows = evenRows(tcCpuExtent(k, t->row, INT64_MAX), t->rows);
  return t->vector >= 0 && t->rows > 0;
}
