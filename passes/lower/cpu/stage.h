// What the emitters of stages share: one stage, in one task.
#ifndef TC_PASSES_LOWER_CPU_STAGE_H
#define TC_PASSES_LOWER_CPU_STAGE_H

#include "passes/lower/cpu/emit.h"

typedef struct TcRun {
  TcEmit *e;
  TcCpuStage *s;
  TcCpuIters inner; // iterators of the results that the task leaves open
  int64_t lanes;    // in a vector
  int vector;       // the iterator that runs over lanes, or -1
  bool ok;
} TcRun;

/// The element that a read gives at this point.
TcLane tcStageElement(TcEmit *e, const TcCpuRead *r);
/// What the body yields at this point: at most TC_STAGE_MAX_RESULTS elements.
/// False after an error.
enum { TC_STAGE_MAX_RESULTS = 8 };
bool tcStageYields(TcRun *r, TcLane *yields);
/// Stores an element of result `i` at this point, in all its places.
void tcStageStore(TcRun *r, size_t i, TcLane x);
/// Where an iterator starts and ends in this task.
void tcStageBounds(TcRun *r, int iter, MlirValue *low, MlirValue *high);

/// How a product is computed in blocks of `rows` x `columns` accumulators, each
/// a vector: along `vector`, which is reduced over, or is `column` itself.
typedef struct TcTile {
  int row, column, vector; // iterators: of the one factor, of the other
  const TcCpuRead *rowFactor, *columnFactor;
  int rows, columns;
} TcTile;

/// Whether the stage is a product of two elements as they are read, with an
/// iterator for each of them alone.
bool tcContractTile(TcEmit *e, const TcCpuStage *s, TcTile *tile);
void tcEmitContract(TcRun *r, const TcTile *tile);

#endif // TC_PASSES_LOWER_CPU_STAGE_H
