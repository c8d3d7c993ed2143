// Operands of matrix units in registers: fragments of 16 x 16 elements, loaded
// from tiles in shared memory (unit_stage.c) by ldmatrix.
#include "passes/lower/gpu/emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/Dialect/LLVM.h"

enum { CHUNK = TC_UNIT_CHUNK, BLOCK = TC_UNIT_BLOCK };

static MlirValue add(TcEmit *e, MlirValue x, MlirValue y) {
  return tcArithAddi(&e->b, x, y);
}

static MlirValue times(TcEmit *e, MlirValue x, int64_t n) {
  return tcArithMuli(&e->b, x, tcEmitI64(e, n));
}

static MlirValue over(TcEmit *e, MlirValue x, int64_t n) {
  return tcArithDivui(&e->b, x, tcEmitI64(e, n));
}

static MlirValue rest(TcEmit *e, MlirValue x, int64_t n) {
  return tcArithRemui(&e->b, x, tcEmitI64(e, n));
}

static MlirValue bytesBehind(TcEmit *e, MlirValue base, MlirValue bytes) {
  const int32_t dynamic = INT32_MIN;
  return tcLlvmGetelementptr(&e->b, mlirLLVMPointerTypeGet(e->ctx, 3), base, 1,
                             &bytes, 1, &dynamic, e->i8);
}

// The row and chunk that this thread addresses of a 16 x 16 block: ldmatrix
// takes the rows of each of its four matrices from eight lanes. The second
// matrix of the row operand is the next eight points, of the column operand the
// next eight steps.
static void laneOf(TcEmit *e, MlirValue lane, bool isRows, MlirValue *in8,
                   MlirValue *pointHalf, MlirValue *stepHalf) {
  MlirValue matrix = over(e, lane, 8);
  MlirValue low = rest(e, matrix, 2), high = over(e, matrix, 2);
  *in8 = rest(e, lane, 8);
  *pointHalf = isRows ? low : high;
  *stepHalf = isRows ? high : low;
}

void tcGpuFragmentsBegin(TcGpuFragments *f, MlirValue lane, bool isRows,
                         MlirValue first, int64_t points, int64_t steps) {
  TcEmit *e = &f->g->e;
  MlirValue in8, pointHalf, stepHalf;
  laneOf(e, lane, isRows, &in8, &pointHalf, &stepHalf);
  int64_t n = (f->along ? points : steps) / BLOCK;
  f->at = TC_ARENA_ARRAY(e->arena, MlirValue, (size_t)n);
  MlirValue row = add(e, in8, times(e, f->along ? stepHalf : pointHalf, 8));
  MlirValue chunk = f->along ? pointHalf : stepHalf;
  if (f->along)
    chunk = add(e, chunk, over(e, first, CHUNK));
  else
    row = add(e, row, first);
  for (int64_t i = 0; i < n; ++i) {
    MlirValue next = add(e, chunk, tcEmitI64(e, i * BLOCK / CHUNK));
    f->at[i] = add(e, tcGpuChunkAt(e, f->o, row, next), tcEmitI64(e, f->o->at));
  }
}

void tcGpuFragmentsLoad(const TcGpuFragments *f, MlirValue slot, int64_t points,
                        int64_t steps, MlirValue out[4]) {
  TcEmit *e = &f->g->e;
  int64_t rows = BLOCK * (f->along ? steps : points);
  MlirValue ptr = bytesBehind(e, slot, f->at[f->along ? points : steps]);
  ptr = bytesBehind(e, ptr, tcEmitI64(e, rows * f->o->boxChunks * 2 * CHUNK));
  tcNvvmLoadMatrix(e, ptr, f->along, out);
}
