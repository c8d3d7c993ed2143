// Copies operands of matrix units to shared memory. See unit.h.
//
// A tile is rows of chunks of 16 bytes, swizzled as unit.h says, so that
// reads of fragments and writes of copies have no bank conflicts. Adjacent
// threads copy adjacent chunks, or, where an asynchronous access moves less
// than a chunk, adjacent pieces of chunks, so that those of a warp have whole
// sectors of memory. An element's offset is a sum of what depends on its point,
// which is computed once, and of what depends on its step, which is computed
// for each tile.
//
// Of a transposed operand a thread copies squares, as many steps as a chunk has
// points, whose chunks go where those of the transposed square will lie.
#include "passes/lower/gpu/emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"

static MlirValue add(TcEmit *e, MlirValue x, MlirValue y) {
  return tcArithAddi(&e->b, x, y);
}

static MlirValue plus(TcEmit *e, MlirValue x, int64_t n) {
  return n ? add(e, x, tcEmitInt(e, mlirValueGetType(x), n)) : x;
}

static MlirValue below(TcEmit *e, MlirValue x, MlirValue y) {
  return tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLT, x, y);
}

static MlirValue conjunction(TcEmit *e, MlirValue x, MlirValue y) {
  if (!x.ptr || !y.ptr)
    return x.ptr ? x : y;
  return tcArithAndi(&e->b, x, y);
}

//===- Chunks -------------------------------------------------------------===//

int64_t tcGpuStagingThreads(int64_t threads) {
  int64_t n = 1;
  while (2 * n <= threads)
    n *= 2;
  return n;
}

int64_t tcGpuSquareThreads(const TcGpuOperand *o, int64_t points, int64_t steps,
                           int64_t threads) {
  int64_t squares = points / o->chunk * (steps / o->chunk);
  threads = tcGpuStagingThreads(threads);
  while (squares % threads)
    threads /= 2;
  return threads;
}

int64_t tcGpuStagingWidth(int64_t chunksPerRow, int64_t threads) {
  bool boxes = threads % chunksPerRow && chunksPerRow % TC_UNIT_BOX == 0;
  return boxes ? TC_UNIT_BOX : chunksPerRow;
}

static int64_t accesses(const TcGpuStaging *s) {
  return s->piece / s->o->access;
}

static int64_t piecesOfChunk(const TcGpuStaging *s) {
  return s->o->chunk / s->piece;
}

// Row and piece in it of the thread's first piece; its others are in later
// rows, and in the later parts of these. In memory, as is all that says "row"
// and "part" here: rows of a transposed operand's tile are its steps.
static void firstPiece(TcGpuStaging *s, MlirValue *row, MlirValue *piece) {
  TcEmit *e = &s->g->e;
  if (s->o->transposed) { // adjacent threads: adjacent chunks of the tile
    MlirValue n = tcEmitI64(e, s->o->chunksPerRow);
    *row = tcArithMuli(&e->b, tcArithRemui(&e->b, s->g->thread, n),
                       tcEmitI64(e, s->o->chunk));
    *piece = tcArithDivui(&e->b, s->g->thread, n);
    return;
  }
  MlirValue n = tcEmitI64(e, s->width);
  *row = tcArithDivui(&e->b, s->g->thread, n);
  *piece = tcArithRemui(&e->b, s->g->thread, n);
}

//===- Addresses ----------------------------------------------------------===//

// As bits.
static MlirType elementOf(const TcGpuStaging *s) {
  return mlirIntegerTypeGet(s->g->e.ctx, 8 * (unsigned)s->o->each);
}

static MlirValue addressIn(TcEmit *e, MlirType ptr, MlirValue base,
                           MlirType type, MlirValue at) {
  const int32_t dynamic = INT32_MIN;
  return tcLlvmGetelementptr(&e->b, ptr, base, 1, &at, 1, &dynamic, type);
}

static MlirValue bufferOf(TcGpuStaging *s) {
  const TcCpuValue *v = s->o->factor->read->value;
  return s->g->e.buffers[v->dests.data[0].buffer];
}

//===- Points -------------------------------------------------------------===//

// Whether tiles of `tile` divide `count`.
static bool divides(TcGpuStaging *s, const TcSize *count, int64_t tile) {
  TcArena *a = s->g->e.arena;
  return tile && tcSizeExactDiv(a, count, tcSizeConst(a, tile));
}

// Whether all tiles may have points that do not exist. These are not read: else
// all blocks would read the last point in their place, again and again, and
// wait for one part of the L2 cache (8 x 16384 x 2048 in tiles of 64 rows on an
// H200: 64 us by this, 25 without it).
static bool isShort(const TcGpuStaging *s) {
  const TcGpuFactor *f = s->o->factor;
  int64_t count;
  return !tcSizeIsConst(f->count, &count) || count < f->tile;
}

// A point that exists: behind the last one the point a tile before. The last
// one itself would be one line of the L2 cache for all columns' tiles at each
// step: 196 x 512 x 1024 in tiles of 64 x 16.
static MlirValue existing(TcGpuStaging *s, MlirValue flat) {
  TcEmit *e = &s->g->e;
  const TcGpuFactor *f = s->o->factor;
  MlirValue count = tcEmitExpr(e, f->count);
  MlirValue size = tcEmitI64(e, f->along ? s->o->access : 1);
  MlirValue last = tcArithSubi(&e->b, count, size);
  if (divides(s, f->count, f->tile))
    return flat;
  if (f->tile && !isShort(s)) {
    MlirValue before = tcArithSubi(&e->b, flat, tcEmitI64(e, f->tile));
    flat = tcArithSelect(&e->b, below(e, flat, count), flat, before);
  }
  return tcArithMinsi(&e->b, flat, last);
}

// Computes what depends on point `i` of the thread.
static void enterPoint(TcGpuStaging *s, size_t i, MlirValue flat) {
  TcGpuEmit *g = s->g;
  TcEmit *e = &g->e;
  const TcGpuFactor *f = s->o->factor;
  if (s->pointExists)
    s->pointExists[i] = below(e, flat, tcEmitExpr(e, f->count));
  tcGpuEnter(g, &f->iters, existing(s, flat));
  s->fixed[i] = addressIn(e, e->ptr, bufferOf(s), elementOf(s),
                          tcEmitExpr(e, s->o->fixed));
  for (int b = 0; b < s->o->numBounds; ++b)
    s->bounds[b][i] = tcEmitExpr(e, s->o->bounds[b].fixed);
}

static void dealSquares(TcGpuStaging *s, int64_t threads) {
  const TcGpuOperand *o = s->o;
  s->piece = o->chunk;
  s->threads =
      tcGpuSquareThreads(o, o->rows, o->chunksPerRow * o->chunk, threads);
  s->width = s->threads / o->chunksPerRow;
  s->rowsApart = 1;
  s->numParts = (size_t)(o->rows / o->chunk / s->width);
  s->numRows = (size_t)o->chunk;
}

// Whether threads are dealt single accesses: not where these are gathered in a
// chunk by the thread that changes it, or by loads of one element.
static bool dealsAccesses(const TcGpuStaging *s) {
  const TcGpuOperand *o = s->o;
  int64_t width = s->width * (o->chunk / o->access);
  return o->access * o->each > 2 && !tcGpuIsChanged(o) &&
         s->threads % width == 0 && o->rows % (s->threads / width) == 0;
}

static void dealRows(TcGpuStaging *s, int64_t threads) {
  const TcGpuOperand *o = s->o;
  s->threads = tcGpuStagingThreads(threads);
  s->width = tcGpuStagingWidth(o->chunksPerRow, s->threads);
  s->piece = o->chunk;
  if (dealsAccesses(s)) {
    s->piece = o->access;
    s->width *= piecesOfChunk(s);
  }
  s->rowsApart = s->threads / s->width;
  s->numParts = (size_t)(o->chunksPerRow * piecesOfChunk(s) / s->width);
  s->numRows = (size_t)(o->rows / s->rowsApart);
}

// How a thread's pieces are dealt, of so many threads.
static void deal(TcGpuStaging *s, int64_t threads) {
  const TcGpuOperand *o = s->o;
  if (o->transposed)
    dealSquares(s, threads);
  else
    dealRows(s, threads);
  s->numPieces = s->numParts * s->numRows;
  size_t inRow = s->numParts * (size_t)accesses(s);
  s->numFixed = o->factor->along ? inRow : s->numRows;
  s->numMoving = o->factor->along ? s->numRows : inRow;
}

// The rows and parts of a thread's piece by its number.
static int64_t rowOf(const TcGpuStaging *s, size_t piece) {
  return (int64_t)(piece % s->numRows) * s->rowsApart;
}

static int64_t partOf(const TcGpuStaging *s, size_t piece) {
  return (int64_t)(piece / s->numRows);
}

static int64_t columnOf(const TcGpuStaging *s, size_t piece) {
  return partOf(s, piece) * s->width;
}

// Whether all pieces of a thread have the swizzle of the first one: rows lie a
// period of it apart, and parts are boxes.
static bool isRepeated(const TcGpuStaging *s) {
  int64_t period = (s->o->swizzleMask + 1) << s->o->swizzleShift;
  return !s->o->transposed && s->rowsApart % period == 0 &&
         s->width % (piecesOfChunk(s) * s->o->boxChunks) == 0;
}

// Then: bytes from the first piece.
static int64_t behindFirst(const TcGpuStaging *s, size_t piece) {
  int64_t boxes = columnOf(s, piece) / piecesOfChunk(s) / s->o->boxChunks;
  return (rowOf(s, piece) + boxes * s->o->rows) * s->o->boxChunks *
         TC_UNIT_CHUNK_BYTES;
}

int64_t tcGpuStagingWords(const TcGpuOperand *o, int64_t threads) {
  enum { EACH = 2 }; // of an address, of an index
  TcGpuStaging s = {.o = o};
  deal(&s, threads);
  return (int64_t)s.numFixed * EACH * (1 + o->numBounds) +
         (isRepeated(&s) ? 1 : (int64_t)s.numPieces);
}

// The point or step along a row, less the thread's first one, by its number.
static int64_t alongRow(const TcGpuStaging *s, size_t i) {
  int64_t n = accesses(s), access = (int64_t)i;
  return access / n * s->width * s->piece + access % n * s->o->access;
}

// Where piece `inRow` of a row lies.
static MlirValue pieceAt(TcGpuStaging *s, MlirValue row, MlirValue inRow) {
  TcEmit *e = &s->g->e;
  MlirValue n = tcEmitI64(e, piecesOfChunk(s));
  MlirValue chunk = tcGpuChunkAt(e, s->o, row, tcArithDivui(&e->b, inRow, n));
  MlirValue bytes = tcEmitI64(e, s->piece * s->o->each);
  return add(e, chunk,
             tcArithMuli(&e->b, tcArithRemui(&e->b, inRow, n), bytes));
}

// Where a thread's piece lies in the tile.
static MlirValue placeOf(TcGpuStaging *s, MlirValue row, MlirValue piece,
                         size_t i) {
  TcEmit *e = &s->g->e;
  const TcGpuOperand *o = s->o;
  MlirValue inRow = plus(e, piece, columnOf(s, i));
  if (!o->transposed)
    return pieceAt(s, plus(e, row, rowOf(s, i)), inRow);
  MlirValue n = tcEmitI64(e, o->chunk);
  MlirValue point = plus(e, tcArithMuli(&e->b, inRow, n), rowOf(s, i));
  return tcGpuChunkAt(e, o, point, tcArithDivui(&e->b, row, n));
}

void tcGpuStagingPlace(TcGpuStaging *s, TcGpuEmit *g, const TcGpuOperand *o) {
  TcEmit *e = &g->e;
  MlirValue row, piece;
  *s = (TcGpuStaging){.g = g, .o = o};
  deal(s, g->threads);
  firstPiece(s, &row, &piece);
  s->to = TC_ARENA_ARRAY(e->arena, MlirValue, s->numPieces);
  MlirValue to = placeOf(s, row, piece, 0);
  for (size_t i = 0; i < s->numPieces; ++i)
    s->to[i] = isRepeated(s) ? plus(e, to, behindFirst(s, i))
                             : placeOf(s, row, piece, i);
}

void tcGpuStagingBegin(TcGpuStaging *s, TcGpuEmit *g, const TcGpuOperand *o,
                       const TcCpuIters *steps, MlirValue first) {
  TcEmit *e = &g->e;
  MlirValue row, piece;
  bool along = o->factor->along;
  tcGpuStagingPlace(s, g, o);
  s->steps = steps;
  s->fixed = TC_ARENA_ARRAY(e->arena, MlirValue, s->numFixed);
  if (o->padded || isShort(s))
    s->pointExists = TC_ARENA_ARRAY(e->arena, MlirValue, s->numFixed);
  for (int b = 0; b < o->numBounds; ++b)
    s->bounds[b] = TC_ARENA_ARRAY(e->arena, MlirValue, s->numFixed);
  firstPiece(s, &row, &piece);
  MlirValue at = tcArithMuli(&e->b, piece, tcEmitI64(e, s->piece));
  MlirValue point = add(e, first, along ? at : row);
  s->step = along ? row : at;
  for (size_t i = 0; i < s->numFixed; ++i)
    enterPoint(s, i, plus(e, point, along ? alongRow(s, i) : rowOf(s, i)));
}

//===- Steps --------------------------------------------------------------===//

// What depends on the step, of offsets and bounds; `exists`: there is such a
// step; null: there is.
typedef struct Moving {
  MlirValue offset, exists, bounds[TC_UNIT_MAX_BOUNDS];
} Moving;

static Moving enterStep(TcGpuStaging *s, MlirValue step, MlirValue exists) {
  TcGpuEmit *g = s->g;
  TcEmit *e = &g->e;
  Moving m = {.exists = exists};
  int64_t stride = tcGpuStepStride(&g->k, s->steps, s->o);
  if (stride) {
    m.offset = tcArithMuli(&e->b, step, tcEmitI64(e, stride));
    return m;
  }
  tcGpuEnter(g, s->steps, step);
  m.offset = tcEmitExpr(e, s->o->moving);
  for (int b = 0; b < s->o->numBounds; ++b)
    m.bounds[b] = tcEmitExpr(e, s->o->bounds[b].moving);
  return m;
}

// i1: whether the element at this point and step is read: both exist, and it is
// within bounds. Null: it always is.
static MlirValue isRead(TcGpuStaging *s, const Moving *m, size_t point) {
  TcEmit *e = &s->g->e;
  MlirValue read = m->exists;
  if (s->pointExists)
    read = conjunction(e, read, s->pointExists[point]);
  for (int b = 0; b < s->o->numBounds; ++b) {
    MlirValue index = add(e, s->bounds[b][point], m->bounds[b]);
    MlirValue size = tcEmitExpr(e, s->o->bounds[b].size);
    read = conjunction(
        e, read, tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_ULT, index, size));
  }
  return read;
}

//===- Copies -------------------------------------------------------------===//

static MlirValue addressOf(TcGpuStaging *s, const Moving *m, size_t point) {
  TcEmit *e = &s->g->e;
  return addressIn(e, e->ptr, s->fixed[point], elementOf(s), m->offset);
}

// A copy of 0 bytes does not access its address, which may be any.
static void copyAsync(TcGpuStaging *s, const Moving *m, size_t point,
                      MlirValue to) {
  TcEmit *e = &s->g->e;
  MlirType global = mlirLLVMPointerTypeGet(e->ctx, 1);
  int64_t bytes = s->o->each * s->o->access;
  MlirValue read = isRead(s, m, point);
  MlirValue from = addressOf(s, m, point);
  MlirValue size = tcEmitInt(e, e->i32, bytes);
  if (read.ptr)
    size = tcArithSelect(&e->b, read, size, tcEmitInt(e, e->i32, 0));
  tcNvvmCopyAsync(e, to, tcLlvmAddrspacecast(&e->b, global, from), bytes, size);
}

// Through registers, where no copy is asynchronous; zeros where there is no
// element.
static void copyVector(TcGpuStaging *s, const Moving *m, size_t point,
                       MlirValue to) {
  TcEmit *e = &s->g->e;
  MlirType bits =
      mlirIntegerTypeGet(e->ctx, 8 * (unsigned)(s->o->each * s->o->access));
  MlirValue read = isRead(s, m, point);
  TcLoop guard;
  if (read.ptr)
    guard = tcEmitIf(e, read);
  tcLlvmStore(&e->b, tcLlvmLoad(&e->b, bits, addressOf(s, m, point)), to);
  if (!read.ptr)
    return;
  tcEmitElse(e, &guard);
  tcLlvmStore(&e->b, tcEmitInt(e, bits, 0), to);
  tcEmitIfEnd(e, &guard);
}

// A buffer of the kernel that is known to begin with so many bytes of memory,
// where they may be loaded; null if sizes decide. (The error word is none: a
// program whose kernels report nothing has no such word.)
static MlirValue knownMemory(const TcEmit *e, int64_t bytes) {
  int64_t size;
  for (size_t i = 0; i < e->k->buffers.size; ++i) {
    const TcCpuBuffer *b = &e->k->buffers.data[i];
    bool known = tcCpuBytes(b->element) >= bytes;
    for (size_t d = 0; d < b->rank; ++d)
      known = known && tcSizeIsConst(b->sizes[d], &size) && size > 0;
    if (known)
      return e->buffers[i];
  }
  return (MlirValue){NULL};
}

// Where there is no element it loads one of a buffer that has any, and stores
// 0: loads wait for no branch, and several are under way.
static void copyPlain(TcGpuStaging *s, const Moving *m, size_t point,
                      MlirValue to) {
  TcEmit *e = &s->g->e;
  int64_t bytes = s->o->each * s->o->access;
  MlirType bits = mlirIntegerTypeGet(e->ctx, 8 * (unsigned)bytes);
  MlirValue read = isRead(s, m, point), known = knownMemory(e, bytes);
  if (read.ptr && !known.ptr) {
    copyVector(s, m, point, to);
    return;
  }
  MlirValue from = addressOf(s, m, point);
  if (read.ptr)
    from = tcArithSelect(&e->b, read, from, known);
  MlirValue x = tcLlvmLoad(&e->b, bits, from);
  if (read.ptr)
    x = tcArithSelect(&e->b, read, x, tcEmitInt(e, bits, 0));
  tcLlvmStore(&e->b, x, to);
}

static void copyPiece(TcGpuStaging *s, const Moving *m, size_t piece,
                      MlirValue slot) {
  TcEmit *e = &s->g->e;
  MlirType shared = mlirLLVMPointerTypeGet(e->ctx, 3);
  bool along = s->o->factor->along;
  size_t row = piece % s->numRows;
  for (int64_t i = 0; i < accesses(s); ++i) {
    MlirValue at =
        plus(e, s->to[piece], s->o->at + s->o->each * i * s->o->access);
    MlirValue to = addressIn(e, shared, slot, e->i8, at);
    size_t access = (size_t)(partOf(s, piece) * accesses(s) + i);
    size_t point = along ? access : row, step = along ? row : access;
    if (s->o->access * s->o->each > 2 && s->g->target->waveThreads != 32)
      copyVector(s, &m[step], point, to);
    else if (s->o->access * s->o->each > 2)
      copyAsync(s, &m[step], point, to);
    else
      copyPlain(s, &m[step], point, to);
  }
}

static void copyPieces(TcGpuStaging *s, MlirValue from, MlirValue numSteps,
                       MlirValue slot) {
  TcEmit *e = &s->g->e;
  bool along = s->o->factor->along;
  Moving *m = TC_ARENA_ARRAY(e->arena, Moving, s->numMoving);
  MlirValue step = add(e, from, s->step), exists = {0};
  for (size_t i = 0; i < s->numMoving; ++i) {
    MlirValue at = plus(e, step, along ? rowOf(s, i) : alongRow(s, i));
    if (!s->wholeSteps)
      exists = below(e, at, numSteps);
    m[i] = enterStep(s, at, exists);
  }
  for (size_t i = 0; i < s->numPieces; ++i)
    copyPiece(s, m, i, slot);
}

void tcGpuStagingCopy(TcGpuStaging *s, MlirValue from, MlirValue numSteps,
                      MlirValue slot) {
  TcEmit *e = &s->g->e;
  MlirValue copies = {0};
  if (s->threads != s->g->threads)
    copies = below(e, s->g->thread, tcEmitI64(e, s->threads));
  if (s->wholeSteps)
    copies = conjunction(e, copies, below(e, from, numSteps));
  TcLoop guard;
  if (copies.ptr)
    guard = tcEmitIf(e, copies);
  copyPieces(s, from, numSteps, slot);
  if (copies.ptr)
    tcEmitIfEnd(e, &guard);
}
