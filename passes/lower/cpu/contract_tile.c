// The sides of a product in blocks of accumulators: which factor has the rows,
// which the columns. See stage.h; passes/schedule/cpu-tile.c chooses how many
// of each.
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

static void swapSides(TcTile *t) {
  int iter = t->row;
  const TcCpuRead *factor = t->rowFactor;
  t->row = t->column;
  t->column = iter;
  t->rowFactor = t->columnFactor;
  t->columnFactor = factor;
}

// In a streamed kernel the columns are its lanes.
static bool streamSides(const TcCpuKernel *k, const TcCpuStage *s, TcTile *t) {
  if (!tcCpuReadUses(k, t->columnFactor, k->stream.lane))
    swapSides(t);
  t->column = t->vector = k->stream.lane;
  t->row = ownIter(k, s, t->rowFactor, t->columnFactor);
  return t->row >= 0 && tcCpuReadUses(k, t->columnFactor, t->column) &&
         !tcCpuReadUses(k, t->rowFactor, t->column);
}

static bool isF32InRegisters(MlirType t) {
  return tcTypeIsHalf(t) || mlirTypeIsAF32(t);
}

// Whether both factors are bf16, and sums f32.
static bool hasHalves(const TcCpuStage *s, const TcTile *t) {
  return mlirTypeIsAF32(s->results.data[0]->element) &&
         mlirTypeIsABF16(t->rowFactor->value->element) &&
         mlirTypeIsABF16(t->columnFactor->value->element);
}

// Whether factors and sums are computed in one type.
static bool typesFit(const TcCpuStage *s, const TcTile *t, bool streams) {
  MlirType sum = s->results.data[0]->element;
  MlirType row = t->rowFactor->value->element;
  MlirType column = t->columnFactor->value->element;
  if (streams && isF32InRegisters(sum) && isF32InRegisters(row) &&
      isF32InRegisters(column))
    return true;
  return hasHalves(s, t) || (isFloat(sum) && mlirTypeEqual(row, sum) &&
                             mlirTypeEqual(column, sum));
}

bool tcContractStreams(const TcCpuKernel *k, const TcCpuStage *s) {
  return s->in && k->stream.lane >= 0;
}

bool tcContractSides(const TcCpuKernel *k, const TcCpuStage *s, TcTile *t) {
  bool streams = tcContractStreams(k, s);
  if (!s->contract || s->ordered)
    return false;
  *t = (TcTile){.rowFactor = tcStageReadYielded(s, 0),
                .columnFactor = tcStageReadYielded(s, 1),
                .vector = -1};
  if (!t->rowFactor || !t->columnFactor || t->rowFactor == t->columnFactor ||
      !typesFit(s, t, streams))
    return false;
  if (streams)
    return streamSides(k, s, t);
  t->row = ownIter(k, s, t->rowFactor, t->columnFactor);
  t->column = ownIter(k, s, t->columnFactor, t->rowFactor);
  if (t->column < 0)
    swapSides(t);
  return t->column >= 0;
}

bool tcContractAlong(const TcCpuKernel *k, const TcCpuStage *s, int vector,
                     TcTile *t) {
  if (!tcContractSides(k, s, t) ||
      (tcContractStreams(k, s) && vector != t->column))
    return false;
  if (vector >= 0 && vector == t->row)
    swapSides(t);
  t->vector = vector;
  if (vector >= 0 && vector == t->column)
    return tcContractStreams(k, s) || !hasHalves(s, t);
  return vector >= 0 && tcCpuItersHave(&s->over, vector);
}

bool tcContractReadsAlong(TcCpuKernel *k, const TcCpuRead *r, int iter) {
  return r->value->arg >= 0 && mlirAttributeIsNull(r->fill) &&
         tcCpuHasStride(k, tcCpuReadOffset(k, r), iter, 1);
}

bool tcContractDots(TcCpuKernel *k, const TcCpuStage *s, const TcTile *t,
                    const TcUnit *unit) {
  return unit && !unit->tiles && unit->pair == 2 && hasHalves(s, t) &&
         tcCpuItersHave(&s->over, t->vector) &&
         tcContractReadsAlong(k, t->rowFactor, t->vector) &&
         tcContractReadsAlong(k, t->columnFactor, t->vector);
}

const TcUnit *tcContractDotUnit(TcCpuKernel *k, const TcTarget *target,
                                const TcCpuStage *s, const TcTile *t) {
  for (const TcUnit *u = tcUnits; u->name; ++u)
    if (tcTargetHasUnit(target, u) && u->n * 32 == target->vectorBits &&
        tcContractDots(k, s, t, u))
      return u;
  return NULL;
}
