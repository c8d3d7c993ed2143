// Operands of matrix units in registers: fragments of 16 points and two chunks
// of steps (16 steps; of f32 eight), loaded from tiles in shared memory
// (unit_stage.c) by ldmatrix, which moves four bytes a thread whatever they
// are. It transposes 16-bit elements alone: f32 whose points are contiguous are
// loaded one by one. Fragments of f64, of eight steps, are loaded without it.
#include "passes/lower/gpu/emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"
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
  return f->paired || (f->along && f->o->each == 4);
}

// Steps of a fragment: two chunks of a row of steps, of waves, too.
static int64_t blockSteps(const TcGpuFragments *f) {
  return f->o->each == 8 ? TC_UNIT_DOUBLE_STEPS : 2 * f->o->chunk;
}

// Where the element lies that is so many rows, and so many elements of a row,
// further on than the one at `at`: an exclusive or of the chunk, which costs an
// instruction where another address would cost a register. Both numbers are
// multiples of powers of two below which that one's row and place vary, or the
// tile begins at multiples of them, so that no addition carries.
static MlirValue furtherOn(const TcGpuFragments *f, MlirValue at, int64_t rows,
                           int64_t elements) {
  TcEmit *e = &f->g->e;
  const TcGpuOperand *o = f->o;
  int64_t chunks = elements / o->chunk, width = o->boxChunks;
  int64_t swizzled = (chunks ^ rows >> o->swizzleShift) % width;
  int64_t from = (chunks / width * o->rows + rows) * width * BYTES;
  at = tcArithXori(&e->b, at, tcEmitI64(e, swizzled * BYTES));
  from += o->at + elements % o->chunk * o->each;
  return add(e, at, tcEmitI64(e, from));
}

// Where an element lies in the tile, which begins at 0.
static MlirValue elementAt(const TcGpuFragments *f, MlirValue row,
                           MlirValue place) {
  TcEmit *e = &f->g->e;
  int64_t chunk = f->o->chunk;
  MlirValue bytes = tcGpuChunkAt(e, f->o, row, over(e, place, chunk));
  return add(e, bytes, times(e, rest(e, place, chunk), f->o->each));
}

// Of block i the element `points` and `steps` behind the thread's first one.
static MlirValue inBlock(const TcGpuFragments *f, MlirValue first, int64_t i,
                         int64_t points, int64_t steps) {
  return f->along ? furtherOn(f, first, steps, points + i * BLOCK)
                  : furtherOn(f, first, points, steps + i * blockSteps(f));
}

// The addresses of a thread's four elements of each block of points, or where
// steps are contiguous of steps, to which the other coordinate adds a constant:
// element w
// is of the points' half w % 2 and of the steps' half w / 2, or, of columns,
// the other way round.
static void beginScattered(TcGpuFragments *f, MlirValue lane, bool isRows,
                           MlirValue first, int64_t blocks) {
  TcEmit *e = &f->g->e;
  f->at = TC_ARENA_ARRAY(e->arena, MlirValue, (size_t)(WORDS * blocks));
  MlirValue point = add(e, first, over(e, lane, 4)), step = rest(e, lane, 4);
  if (f->paired)
    step = times(e, step, 2);
  MlirValue at =
      f->along ? elementAt(f, step, point) : elementAt(f, point, step);
  for (int64_t i = 0; i < WORDS * blocks; ++i) {
    int64_t low = i % 2, high = i % WORDS / 2;
    int64_t pointHalf = isRows ? low : high, stepHalf = isRows ? high : low;
    f->at[i] = inBlock(f, at, i / WORDS, pointHalf * BLOCK / 2,
                       stepHalf * (f->paired ? 1 : f->o->chunk));
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

//===- Fragments of f64 ---------------------------------------------------===//

// Lane l has points l / 4 and eight further on, and of the 16 steps of a box
// those from 4 (l % 4) on, two of them in each of two fragments. (Steps of an
// instruction may be any, if both operands have the same.) So where steps are
// contiguous a lane's two are one chunk. Eight lanes that are served at once
// have all chunks of a box's row, by halves in two rows: chunks 2 (l % 4) of
// one, an odd number away from those of the next, are in other banks. Where
// points are contiguous, 16 lanes have two chunks of four rows that lie four
// apart: these are in different banks if the swizzle goes by pairs of rows.
enum { HALF = BLOCK / 2, HALVES_OF_STEPS = 2, OF_LANE = 4 };

static MlirType doubles(TcEmit *e, int64_t n) {
  MlirType type = mlirF64TypeGet(e->ctx);
  return n == 1 ? type : mlirVectorTypeGet(1, &n, type);
}

// Of fragment i of two; with `along` number i is of the first eight points,
// i + 2 of the others.
static void beginDoubles(TcGpuFragments *f, MlirValue lane, MlirValue first) {
  TcEmit *e = &f->g->e;
  const TcGpuOperand *o = f->o;
  int64_t n = f->along ? 2 * HALVES_OF_STEPS : HALVES_OF_STEPS;
  f->at = TC_ARENA_ARRAY(e->arena, MlirValue, (size_t)n);
  MlirValue point = add(e, first, over(e, lane, 4)), part = rest(e, lane, 4);
  for (int64_t i = 0; i < n; ++i) {
    int64_t steps = i % HALVES_OF_STEPS, half = i / HALVES_OF_STEPS;
    MlirValue at;
    if (f->along) {
      MlirValue row = add(e, times(e, part, OF_LANE), tcEmitI64(e, 2 * steps));
      MlirValue own = add(e, point, tcEmitI64(e, half * HALF));
      at = add(e, tcGpuChunkAt(e, o, row, over(e, own, o->chunk)),
               times(e, rest(e, own, o->chunk), o->each));
    } else {
      MlirValue chunk = add(e, times(e, part, 2), tcEmitI64(e, steps));
      at = tcGpuChunkAt(e, o, point, chunk);
    }
    f->at[i] = add(e, at, tcEmitI64(e, o->at));
  }
}

// The elements of one half of the points: of two steps.
static void loadHalf(const TcGpuFragments *f, MlirValue slot, int64_t half,
                     int64_t points, int64_t steps, MlirValue out[2]) {
  TcEmit *e = &f->g->e;
  int64_t box = steps / HALVES_OF_STEPS, in = steps % HALVES_OF_STEPS;
  int64_t row = f->o->boxChunks * BYTES, boxBytes = f->o->rows * row;
  if (!f->along) {
    int64_t from = box * boxBytes + (BLOCK * points + HALF * half) * row;
    MlirValue at = add(e, f->at[in], tcEmitI64(e, from));
    MlirValue pair = tcLlvmLoad(&e->b, doubles(e, 2), bytesBehind(e, slot, at));
    for (int64_t k = 0; k < 2; ++k)
      out[k] = tcLlvmExtractelement(&e->b, pair, tcEmitI64(e, k));
    return;
  }
  for (int64_t k = 0; k < 2; ++k) {
    int64_t from = points * boxBytes +
                   (HALVES_OF_STEPS * TC_UNIT_DOUBLE_STEPS * box + k) * row;
    MlirValue at =
        add(e, f->at[in + HALVES_OF_STEPS * half], tcEmitI64(e, from));
    out[k] = tcLlvmLoad(&e->b, doubles(e, 1), bytesBehind(e, slot, at));
  }
}

static void loadDoubles(const TcGpuFragments *f, MlirValue slot, int64_t points,
                        int64_t steps, MlirValue out[WORDS]) {
  for (int64_t half = 0; half < 2; ++half) {
    MlirValue two[2];
    loadHalf(f, slot, half, points, steps, two);
    for (int64_t k = 0; k < 2; ++k)
      out[f->isRows ? half + 2 * k : 2 * half + k] = two[k];
  }
}

//===- All ----------------------------------------------------------------===//

void tcGpuFragmentsBegin(TcGpuFragments *f, MlirValue lane, bool isRows,
                         MlirValue first, int64_t points, int64_t steps) {
  TcEmit *e = &f->g->e;
  f->isRows = isRows;
  if (f->o->each == 8) {
    beginDoubles(f, lane, first);
    return;
  }
  if (f->ofWaves) {
    beginWave(f, lane, first, points, steps);
    return;
  }
  int64_t blocks = f->along ? points / BLOCK : steps / blockSteps(f);
  if (isScattered(f)) {
    beginScattered(f, lane, isRows, first, blocks);
    return;
  }
  MlirValue in8, pointHalf, stepHalf;
  laneOf(e, lane, isRows, &in8, &pointHalf, &stepHalf);
  f->at = TC_ARENA_ARRAY(e->arena, MlirValue, (size_t)blocks);
  MlirValue row = add(e, in8, times(e, f->along ? stepHalf : pointHalf, 8));
  MlirValue chunk = f->along ? pointHalf : stepHalf;
  if (f->along)
    chunk = add(e, chunk, over(e, first, f->o->chunk));
  else
    row = add(e, row, first);
  MlirValue at = tcGpuChunkAt(e, f->o, row, chunk);
  for (int64_t i = 0; i < blocks; ++i)
    f->at[i] = inBlock(f, at, i, 0, 0);
}

void tcGpuFragmentsLoad(const TcGpuFragments *f, MlirValue slot, int64_t points,
                        int64_t steps, MlirValue out[4]) {
  TcEmit *e = &f->g->e;
  if (f->o->each == 8) {
    loadDoubles(f, slot, points, steps, out);
    return;
  }
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
  int64_t block = f->along ? points : steps;
  for (int64_t w = 0; w < WORDS; ++w)
    out[w] = tcLlvmLoad(&e->b, e->i32,
                        bytesBehind(e, tile, f->at[WORDS * block + w]));
}
