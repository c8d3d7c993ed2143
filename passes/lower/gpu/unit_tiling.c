// Tilings of contractions on matrix units: the threads and shared memory of
// one, what there is no code for, and the tiles that it cuts. See unit.h.
#include "passes/lower/gpu/unit.h"

#include "lib/support/bits.h"

enum { CHUNK = TC_UNIT_CHUNK, SUM_PAD = 8, WARP = 32 };

//===- Tilings ------------------------------------------------------------===//

// Those that have a tile.
static int64_t teamThreads(const TcGpuTiling *t) {
  return t->rows / t->warpRows * (t->columns / t->warpColumns) *
         t->unit->threads;
}

int64_t tcGpuMultiplyThreads(const TcGpuTiling *t) {
  return teamThreads(t) * (t->teams ? t->teams : 1);
}

int64_t tcGpuCopyThreads(const TcGpuTiling *t) {
  return t->teams ? t->unit->threads : teamThreads(t);
}

int64_t tcGpuTilingThreads(const TcGpuTiling *t) {
  return tcGpuMultiplyThreads(t) + (t->teams ? tcGpuCopyThreads(t) : 0);
}

static int64_t slotBytes(const TcGpuTiling *t) {
  return tcUnitBytes(t->unit) * t->depth * (t->rows + t->columns);
}

int64_t tcGpuUnitChunk(const TcUnit *unit) {
  return TC_UNIT_CHUNK_BYTES / tcUnitBytes(unit);
}

bool tcGpuReadsShared(const TcUnit *unit) {
  return unit->columns == TC_UNIT_SHARED;
}

bool tcGpuIsOfWaves(const TcUnit *unit) { return unit->threads == 64; }

int64_t tcGpuFragmentSteps(const TcUnit *unit) {
  return tcUnitBytes(unit) == 8 ? TC_UNIT_DOUBLE_STEPS : unit->k;
}

int64_t tcGpuAhead(const TcGpuTiling *t) {
  bool late = tcGpuReadsShared(t->unit) && !t->teams;
  return t->ahead ? t->ahead : t->ring - (late ? 2 : 1);
}

enum { PART = 64, SHIFTED_PART = 32 };

// A power of two that divides a warp's columns, which are a multiple of 16.
static int64_t partColumns(const TcGpuTiling *t, int64_t most) {
  while (t->warpColumns % most)
    most /= 2;
  return most;
}

// From one row of sums to the next: adjacent rows start in different banks.
static int64_t sumStride(const TcGpuTiling *t) {
  return tcGpuReadsShared(t->unit) ? partColumns(t, PART) + SUM_PAD / 2
                                   : t->columns + SUM_PAD;
}

int64_t tcGpuBarriersAt(const TcGpuTiling *t) {
  int64_t ring = t->ring * slotBytes(t);
  int64_t rows = tcGpuReadsShared(t->unit)
                     ? tcGpuMultiplyThreads(t) / WARP * TC_UNIT_PART_ROWS
                     : t->rows;
  int64_t sums = tcUnitSumBytes(t->unit) * rows * sumStride(t);
  return t->persists ? ring + sums : ring > sums ? ring : sums;
}

int64_t tcGpuTilingBytes(const TcGpuTiling *t) {
  int64_t barriers = t->ring * TC_UNIT_BARRIERS + t->teams * TC_UNIT_TURN;
  return tcGpuBarriersAt(t) + (t->teams ? barriers : 0);
}

// Where ones begin: at a multiple of their bytes.
static int64_t onesAt(const TcGpuUnitProduct *u, const TcGpuTiling *t) {
  int64_t bytes = tcGpuTilingBytes(t), each = tcGpuRowSumsBytes(u);
  return each ? (bytes + each - 1) / each * each : bytes;
}

bool tcGpuDealsEvenly(const TcGpuOperand *o, int64_t points, int64_t steps,
                      int64_t threads) {
  int64_t rows = o->along ? steps : points;
  if (o->transposed)
    return tcGpuSquareThreads(o, points, steps, threads) >= steps / o->chunk;
  threads = tcGpuStagingThreads(threads);
  int64_t width =
      tcGpuStagingWidth((o->along ? points : steps) / o->chunk, threads);
  return threads % width == 0 && rows % (threads / width) == 0;
}

// Whether a thread's elements of a tile fit in registers, which is where
// elements that are copied one by one all are at once.
static bool fitsRegisters(const TcGpuTiling *t, const TcGpuOperand *o,
                          int64_t points) {
  enum { MOST = 32 };
  return o->access * o->each > 2 ||
         points * t->depth <= MOST * tcGpuCopyThreads(t);
}

static const char *shapeRefuses(const TcGpuTiling *t) {
  if (t->rows < 2 * CHUNK || t->columns < 2 * CHUNK || t->depth < 2 * CHUNK)
    return "a tile must have at least 16 rows, columns and steps";
  if (t->warpRows < 1 || t->warpColumns < 1 || t->rows % t->warpRows ||
      t->columns % t->warpColumns)
    return "warps must divide the tile";
  if (t->warpRows % t->unit->m || t->warpRows % TC_UNIT_BLOCK ||
      t->warpColumns % TC_UNIT_BLOCK || t->depth % t->unit->k ||
      t->rows % CHUNK || t->columns % CHUNK)
    return "a warp's tile must be a multiple of the unit's shape";
  return NULL;
}

// Fragments: 64 x 64 sums of 32 threads are 128 registers of each.
static const char *fragmentsRefuse(const TcGpuTiling *t) {
  if (!tcIsPowerOfTwo(t->rows) || !tcIsPowerOfTwo(t->columns) ||
      !tcIsPowerOfTwo(t->depth))
    return "rows, columns and depth of a tile must be powers of two";
  int64_t words = tcUnitSumBytes(t->unit) / 4 * (t->unit->slices ? 2 : 1);
  if (t->warpRows > 64 || t->warpColumns > 64 ||
      t->warpRows * t->warpColumns * words > 64 * 64)
    return "a warp's tile can be at most 64 x 64, of f64, or where factors are "
           "split, 64 x 32";
  if (t->ahead)
    return "warps copy as far ahead as their ring allows";
  return NULL;
}

// Descriptors: rows of 128 bytes, whole boxes.
static const char *descriptorsRefuse(const TcGpuUnitProduct *u,
                                     const TcGpuTiling *t) {
  int64_t box = TC_UNIT_BOX * tcGpuUnitChunk(t->unit);
  bool rows =
      t->warpRows == t->unit->m || (t->teams && t->warpRows == 2 * t->unit->m);
  if (!rows || t->warpColumns > 256 || t->warpRows * t->warpColumns > 64 * 256)
    return "a warp group's tile must have 64 rows, or with roles 128, and at "
           "most 128 sums a thread";
  if (t->depth != box || (u->operands[0].along && t->rows % box) ||
      (u->operands[1].along && t->warpColumns % box))
    return "contiguous points and steps of a tile must be multiples of 64 (of "
           "f32 steps, of 32): the unit reads shared memory in boxes of these";
  if (!t->teams && tcGpuAhead(t) < 1)
    return "a ring must have at least three slots: one is free only after two "
           "more tiles";
  if (tcGpuAhead(t) >= t->ring)
    return "ahead must be less than ring (L9)";
  return NULL;
}

// Persistent blocks: the copies that are issued before a tile's sums are stored
// are in its last steps.
static const char *persistenceRefuses(const TcTarget *target,
                                      const TcGpuUnitProduct *u,
                                      const TcGpuTiling *t) {
  if (!tcGpuReadsShared(t->unit))
    return "only blocks of warp groups persist";
  if (!target->cores)
    return "how many blocks persist is not known for this chip";
  if (u->steps <= (t->teams ? 0 : t->depth * tcGpuAhead(t)))
    return "blocks that persist need more steps than are copied ahead";
  return NULL;
}

// Registers are handed over between warp groups, in eights: all of a block have
// what a launch gives them at first.
const char *tcGpuRolesRefuse(const TcGpuTiling *t, int64_t threads,
                             int64_t copy) {
  enum { ALL = 1 << 16, LEAST = 24, MOST = 240, EIGHT = 8 };
  int64_t given = ALL / (threads * t->resident) / EIGHT * EIGHT;
  if (t->copyRegisters % EIGHT || t->registers % EIGHT ||
      t->copyRegisters < LEAST || t->copyRegisters > given ||
      t->registers < given || t->registers > MOST ||
      t->copyRegisters * copy + t->registers * (threads - copy) >
          given * threads)
    return "registers of roles must be multiples of 8 from 24 to 240, and in "
           "all what a launch with as many for each thread has";
  return NULL;
}

static const char *rolesRefuse(const TcGpuUnitProduct *u,
                               const TcGpuTiling *t) {
  if (!tcGpuReadsShared(t->unit) || !t->persists)
    return "roles are of blocks of warp groups that persist";
  if (t->ahead)
    return "ahead: roles copy as far ahead as there are free slots";
  if (u->operands[0].access < 2 || u->operands[1].access < 2)
    return "a role that copies does so by cp.async";
  return tcGpuRolesRefuse(t, tcGpuTilingThreads(t), tcGpuCopyThreads(t));
}

const char *tcGpuUnitRefuses(const TcTarget *target, const TcGpuUnitProduct *u,
                             const TcGpuTiling *t) {
  const char *why = shapeRefuses(t);
  if (!why)
    why = tcGpuReadsShared(t->unit) ? descriptorsRefuse(u, t)
                                    : fragmentsRefuse(t);
  if (!why && t->persists)
    why = persistenceRefuses(target, u, t);
  if (!why && t->teams)
    why = rolesRefuse(u, t);
  if (!why && t->tma)
    why = tcGpuTensorsRefuse(target, u, t);
  if (why)
    return why;
  if (t->unit->slices && u->steps > TC_UNIT_MOST_SPLIT_STEPS)
    return "a sum of products whose factors are split has at most 32768 steps "
           "in a part";
  if (tcGpuTilingThreads(t) > TC_GPU_MOST_THREADS)
    return "a block can have at most 1024 threads";
  int64_t threads = tcGpuCopyThreads(t);
  if (!tcGpuDealsEvenly(&u->operands[0], t->rows, t->depth, threads) ||
      !tcGpuDealsEvenly(&u->operands[1], t->columns, t->depth, threads))
    return "a block's threads must divide the chunks of a tile";
  if (!fitsRegisters(t, &u->operands[0], t->rows) ||
      !fitsRegisters(t, &u->operands[1], t->columns))
    return "elements that are copied one by one must fit in registers";
  if (t->ring < 2 || t->group < 1 || t->resident < 1)
    return "a ring must have at least two slots, a group at least one tile";
  int64_t bytes = onesAt(u, t) + tcGpuRowSumsBytes(u);
  if (t->resident * bytes > target->sharedBytes)
    return "the resident blocks must fit in the chip's shared memory";
  return NULL;
}

//===- Tiles --------------------------------------------------------------===//

// Sets the swizzle: eight consecutive rows start in different banks.
static void swizzle(TcGpuOperand *o) {
  int64_t n = o->chunksPerRow;
  o->boxChunks = n < TC_UNIT_BOX ? n : TC_UNIT_BOX;
  o->swizzleMask = o->boxChunks - 1;
  o->swizzleShift = n >= TC_UNIT_BOX ? (o->along && o->each == 8)
                    : n == 4         ? 1
                                     : 2;
}

void tcGpuCutOperand(TcGpuOperand *o, int64_t points, int64_t steps,
                     int64_t at) {
  o->points = points;
  o->at = at;
  o->bytes = o->each * points * steps;
  o->rows = o->along ? steps : points;
  o->chunksPerRow = (o->along ? points : steps) / o->chunk;
  swizzle(o);
}

static void cutFactor(TcCpuKernel *k, TcGpuFactor *f, int64_t tile) {
  f->tile = tile;
  f->count = tcCpuProduct(k->arena, k, &f->iters);
  f->tiles = tcSizeCeilDiv(k->arena, f->count, tcSizeConst(k->arena, tile));
}

void tcGpuUnitTakeLanes(const TcGpuTiling *t, TcGpuUnitProduct *u) {
  if (t->single) {
    u->lanes = 1;
    u->shifted = 0;
  }
}

void tcGpuUnitCut(TcCpuKernel *k, const TcGpuTiling *t, TcGpuUnitProduct *u) {
  TcArena *a = k->arena;
  TcGpuProduct *p = &u->p;
  u->tiling = *t;
  tcGpuUnitTakeLanes(t, u);
  u->threads = tcGpuTilingThreads(t);
  u->warps = u->threads / t->unit->threads;
  cutFactor(k, &p->rows, t->rows);
  cutFactor(k, &p->columns, t->columns);
  tcGpuCutOperand(&u->operands[0], t->rows, t->depth, 0);
  tcGpuCutOperand(&u->operands[1], t->columns, t->depth, u->operands[0].bytes);
  u->slotBytes = slotBytes(t);
  u->onesAt = onesAt(u, t);
  u->sharedBytes = u->onesAt + tcGpuRowSumsBytes(u);
  u->partColumns = partColumns(t, u->shifted ? SHIFTED_PART : PART);
  u->sumStride = sumStride(t);
  if (u->shifted) // the first columns of the next part are there as well
    u->sumStride = u->partColumns + CHUNK + SUM_PAD / 2;
  p->numSteps = tcCpuProduct(a, k, &p->over);
  p->numBlocks = tcSizeMul(a, tcSizeMul(a, p->rows.tiles, p->columns.tiles),
                           tcCpuProduct(a, k, &p->batch));
}
