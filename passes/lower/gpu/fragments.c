// Operands of matrix units in registers: fragments of 16 points and two chunks
// of steps (16 steps; of f32 eight), loaded from tiles in shared memory
// (unit_stage.c) by ldmatrix, which moves four bytes a thread whatever they
// are. It transposes 16-bit elements alone: f32 whose points are contiguous are
// loaded one by one.
#include "passes/lower/gpu/emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/Dialect/LLVM.h"

enum { BLOCK = TC_UNIT_BLOCK, WORDS = 4, BYTES = TC_UNIT_CHUNK_BYTES };

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

// Whether elements are loaded one by one.
static bool isScattered(const TcGpuFragments *f) {
  return f->along && f->o->each == 4;
}

// Steps of a fragment: two chunks of a row of steps, of waves, too.
static int64_t blockSteps(const TcGpuFragments *f) { return 2 * f->o->chunk; }

// The addresses of a thread's four elements of each block of points: element w
// is of the points' half w % 2 and of the steps' half w / 2, or, of columns,
// the other way round.
static void beginScattered(TcGpuFragments *f, MlirValue lane, bool isRows,
                           MlirValue first, int64_t points) {
  TcEmit *e = &f->g->e;
  int64_t n = points / BLOCK, chunk = f->o->chunk;
  f->at = TC_ARENA_ARRAY(e->arena, MlirValue, (size_t)(WORDS * n));
  MlirValue point = add(e, first, over(e, lane, 4)), step = rest(e, lane, 4);
  for (int64_t i = 0; i < WORDS * n; ++i) {
    int64_t low = i % 2, high = i % WORDS / 2;
    int64_t pointHalf = isRows ? low : high, stepHalf = isRows ? high : low;
    MlirValue row = add(e, step, tcEmitI64(e, stepHalf * chunk));
    MlirValue at =
        add(e, point, tcEmitI64(e, i / WORDS * BLOCK + pointHalf * BLOCK / 2));
    MlirValue bytes = tcGpuChunkAt(e, f->o, row, over(e, at, chunk));
    bytes = add(e, bytes, times(e, rest(e, at, chunk), f->o->each));
    f->at[i] = add(e, bytes, tcEmitI64(e, f->o->at));
  }
}

//===- Fragments of waves -------------------------------------------------===//

// A lane of a wave of 64 has one of 16 points, and eight bytes of steps: one of
// four such parts of a fragment.
enum { PARTS = 4, PART_BYTES = 8, HALVES = PART_BYTES / 2 };

// The addresses of a lane's steps of each block of points where points are
// contiguous, as they are of halves alone.
static void beginWaveAlong(TcGpuFragments *f, MlirValue lane, MlirValue first,
                           int64_t points) {
  TcEmit *e = &f->g->e;
  int64_t n = points / BLOCK;
  f->at = TC_ARENA_ARRAY(e->arena, MlirValue, (size_t)(HALVES * n));
  MlirValue point = add(e, first, rest(e, lane, BLOCK));
  MlirValue step = times(e, over(e, lane, BLOCK), HALVES);
  for (int64_t i = 0; i < HALVES * n; ++i) {
    MlirValue at = add(e, point, tcEmitI64(e, i / HALVES * BLOCK));
    MlirValue row = add(e, step, tcEmitI64(e, i % HALVES));
    MlirValue bytes = tcGpuChunkAt(e, f->o, row, over(e, at, f->o->chunk));
    bytes = add(e, bytes, times(e, rest(e, at, f->o->chunk), f->o->each));
    f->at[i] = add(e, bytes, tcEmitI64(e, f->o->at));
  }
}

static void beginWave(TcGpuFragments *f, MlirValue lane, MlirValue first,
                      int64_t points, int64_t steps) {
  TcEmit *e = &f->g->e;
  int64_t n = steps / blockSteps(f);
  if (f->along) {
    beginWaveAlong(f, lane, first, points);
    return;
  }
  f->at = TC_ARENA_ARRAY(e->arena, MlirValue, (size_t)n);
  MlirValue row = add(e, first, rest(e, lane, BLOCK));
  MlirValue part = over(e, lane, BLOCK);
  MlirValue in = times(e, rest(e, part, BYTES / PART_BYTES), PART_BYTES);
  for (int64_t i = 0; i < n; ++i) {
    MlirValue chunk = add(e, over(e, part, BYTES / PART_BYTES),
                          tcEmitI64(e, i * PARTS * PART_BYTES / BYTES));
    MlirValue at = add(e, tcGpuChunkAt(e, f->o, row, chunk), in);
    f->at[i] = add(e, at, tcEmitI64(e, f->o->at));
  }
}

// Eight bytes, as i64.
static MlirValue loadWave(const TcGpuFragments *f, MlirValue tile,
                          int64_t points, int64_t steps) {
  TcEmit *e = &f->g->e;
  if (!f->along)
    return tcLlvmLoad(&e->b, e->i64, bytesBehind(e, tile, f->at[steps]));
  MlirType half = mlirIntegerTypeGet(e->ctx, 16);
  const int64_t lanes = HALVES;
  MlirValue all = tcLlvmMlirUndef(&e->b, mlirVectorTypeGet(1, &lanes, half));
  for (int64_t i = 0; i < HALVES; ++i) {
    MlirValue at = bytesBehind(e, tile, f->at[HALVES * points + i]);
    all = tcLlvmInsertelement(&e->b, all, tcLlvmLoad(&e->b, half, at),
                              tcEmitI64(e, i));
  }
  return tcLlvmBitcast(&e->b, e->i64, all);
}

//===- All ----------------------------------------------------------------===//

void tcGpuFragmentsBegin(TcGpuFragments *f, MlirValue lane, bool isRows,
                         MlirValue first, int64_t points, int64_t steps) {
  TcEmit *e = &f->g->e;
  if (f->ofWaves) {
    beginWave(f, lane, first, points, steps);
    return;
  }
  if (isScattered(f)) {
    beginScattered(f, lane, isRows, first, points);
    return;
  }
  MlirValue in8, pointHalf, stepHalf;
  laneOf(e, lane, isRows, &in8, &pointHalf, &stepHalf);
  int64_t n = f->along ? points / BLOCK : steps / blockSteps(f);
  f->at = TC_ARENA_ARRAY(e->arena, MlirValue, (size_t)n);
  MlirValue row = add(e, in8, times(e, f->along ? stepHalf : pointHalf, 8));
  MlirValue chunk = f->along ? pointHalf : stepHalf;
  if (f->along)
    chunk = add(e, chunk, over(e, first, f->o->chunk));
  else
    row = add(e, row, first);
  for (int64_t i = 0; i < n; ++i) {
    MlirValue next = add(e, chunk, tcEmitI64(e, 2 * i));
    f->at[i] = add(e, tcGpuChunkAt(e, f->o, row, next), tcEmitI64(e, f->o->at));
  }
}

void tcGpuFragmentsLoad(const TcGpuFragments *f, MlirValue slot, int64_t points,
                        int64_t steps, MlirValue out[4]) {
  TcEmit *e = &f->g->e;
  int64_t rows = f->along ? blockSteps(f) * steps : BLOCK * points;
  MlirValue tile =
      bytesBehind(e, slot, tcEmitI64(e, rows * f->o->boxChunks * BYTES));
  if (f->ofWaves) {
    out[0] = loadWave(f, tile, points, steps);
    return;
  }
  if (!isScattered(f)) {
    MlirValue at = f->at[f->along ? points : steps];
    tcNvvmLoadMatrix(e, bytesBehind(e, tile, at), f->along, out);
    return;
  }
  for (int64_t w = 0; w < WORDS; ++w)
    out[w] = tcLlvmLoad(&e->b, e->i32,
                        bytesBehind(e, tile, f->at[WORDS * points + w]));
}
