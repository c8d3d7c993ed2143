// Derives sizes from a tiling of streamed contractions. See stream.h.
#include "passes/lower/gpu/stream.h"

#include "lib/support/bits.h"

enum { CHUNK = TC_UNIT_CHUNK, BLOCK = 16, WARP = 32, WORD = 4 };

// Those that multiply.
static int64_t tileThreads(const TcGpuTiling *t) {
  return t->rows / t->warpRows * t->unit->threads;
}

int64_t tcGpuStreamCopyThreads(const TcGpuTiling *t) {
  return t->teams ? t->unit->threads : tileThreads(t);
}

int64_t tcGpuStreamThreads(const TcGpuTiling *t) {
  return tileThreads(t) + (t->teams ? t->unit->threads : 0);
}

// A tile's depth or columns in shared memory: whole boxes if the unit reads
// them by descriptors, else a power of two.
static int64_t padded(const TcGpuTiling *t, int64_t n) {
  enum { BOX = TC_UNIT_BOX * CHUNK };
  int64_t p = BLOCK;
  if (tcGpuReadsShared(t->unit))
    return (n + BOX - 1) / BOX * BOX;
  while (p < n)
    p *= 2;
  return p;
}

static int64_t rowsOfWarp(const TcGpuTiling *t) {
  return t->warpRows * WARP / t->unit->threads;
}

int64_t tcGpuStreamColumns(const TcGpuStream *s) {
  int64_t n = 0;
  for (int i = 0; i < s->numSums; ++i)
    n += s->sums[i].numOwn;
  return n;
}

// Bytes of the rows' operands, or of a block of the streamed ones.
static int64_t bytesOf(const TcGpuStream *s, const TcGpuTiling *t, bool rows) {
  int64_t n = 0;
  int first = rows ? 0 : s->numMakes;
  int end = rows ? s->numMakes : s->numOperands;
  for (int i = first; i < end; ++i)
    n += tcUnitBytes(t->unit) * (rows ? t->rows : t->depth) *
         padded(t, s->widths[i]);
  return n;
}

static int64_t sharedBytes(const TcGpuStream *s, const TcGpuTiling *t) {
  int64_t barriers = (1 + 2 * t->ring) * TC_UNIT_BARRIERS +
                     t->rows / t->warpRows * TC_UNIT_TURN;
  return bytesOf(s, t, true) + t->ring * bytesOf(s, t, false) +
         tcGpuStreamColumnBytes(s, t) + tcGpuAcrossBytes(s, t) +
         (t->free || t->tma ? t->ring * TC_UNIT_BARRIERS : 0) +
         (t->teams ? barriers : 0);
}

int64_t tcGpuStreamBarriersAt(const TcGpuStream *s) {
  return s->rowBytes + s->tiling.ring * s->slotBytes +
         tcGpuStreamColumnBytes(s, &s->tiling) +
         tcGpuAcrossBytes(s, &s->tiling);
}

static bool deals(const TcGpuStream *s, const TcGpuTiling *t) {
  int64_t threads = tcGpuStreamCopyThreads(t);
  for (int i = 0; i < s->numOperands; ++i) {
    const TcGpuOperand *o = &s->operands[i];
    int64_t width = padded(t, s->widths[i]);
    if (i < s->numMakes ? !tcGpuDealsEvenly(o, t->rows, width, threads)
                        : !tcGpuDealsEvenly(o, width, t->depth, threads))
      return false;
  }
  return true;
}

static int64_t numSums(const TcGpuStream *s, const TcGpuTiling *t) {
  int64_t n = 0;
  for (int i = 0; i < s->numSums; ++i)
    n += rowsOfWarp(t) * padded(t, s->sums[i].numOwn) / WARP;
  return n;
}

static const char *fragmentsRefuse(const TcGpuTiling *t) {
  enum { MAX_WARP_ROWS = 32 };
  if (!tcIsPowerOfTwo(t->rows) || !tcIsPowerOfTwo(t->warpRows) ||
      t->warpRows < t->unit->m || t->warpRows > MAX_WARP_ROWS ||
      t->rows < t->warpRows)
    return "a warp must have 16 or 32 rows, and a tile a power of two of these";
  return NULL;
}

// The limits of units that read descriptors, in boxes of 64 elements.
static const char *descriptorsRefuse(const TcGpuStream *s,
                                     const TcGpuTiling *t) {
  enum { BOX = TC_UNIT_BOX * CHUNK, MAX_DEPTH = 256 };
  if (t->warpRows != t->unit->m || t->rows < t->warpRows ||
      t->rows % t->warpRows)
    return "a warp group must have 64 rows, and a tile a multiple of these";
  bool whole = t->depth <= MAX_DEPTH;
  for (int i = 0; i < s->numOperands; ++i)
    whole &= i < s->numMakes ? !s->factors[i].along || t->rows % BOX == 0
                             : s->factors[i].along || t->depth % BOX == 0;
  if (!whole)
    return "contiguous points and steps of a tile must be multiples of 64: the "
           "unit reads shared memory in boxes of these";
  return NULL;
}

static const char *skewRefuses(const TcGpuStream *s, const TcGpuTiling *t) {
  if (s->pair && !t->skew)
    return "one contraction that makes terms and one that sums are skewed";
  if (t->skew && (!tcGpuReadsShared(t->unit) || (!s->pair && s->numMakes < 2)))
    return "skew is of warp groups, and of two contractions that make terms, "
           "or "
           "of one and one that sums";
  return NULL;
}

static const char *inRegistersRefuses(const TcGpuStream *s,
                                      const TcGpuTiling *t) {
  if (t->held && !tcGpuReadsShared(t->unit))
    return "operands that stay in registers are of warp groups: of warps it "
           "follows from their size";
  if (t->stagesColumns && !s->numColumns)
    return "there is no f32 that stages on terms of several contractions of "
           "warp groups read for each streamed point";
  return NULL;
}

static const char *tensorsRefuse(const TcTarget *target, const TcGpuStream *s,
                                 const TcGpuTiling *t) {
  if (!target->tensorMaps)
    return "tma: the target has no copy engine";
  if (!t->teams && (s->pair || t->free))
    return "tma: a thread of a role copies, or of several contractions one of "
           "warp groups that meet at each block";
  if (s->numOperands - s->numMakes != TC_TENSOR_MAPS)
    return "tma: there are two streamed operands";
  for (int i = s->numMakes; i < s->numOperands; ++i)
    if (!s->operands[i].map.rank)
      return "tma: streamed operands lie at multiples of 16 bytes, as do their "
             "strides, in at most 5 dimensions, and are read within bounds";
  return NULL;
}

// Whether a stage after the loop reads what one before it has computed. Where
// tiles are joined that would be the next tile's by then.
static bool readsBefore(const TcGpuStream *s) {
  for (size_t i = 0; i < s->behind.size; ++i)
    for (size_t r = 0; r < s->behind.data[i]->reads.size; ++r)
      for (size_t j = 0; j < s->before.size; ++j)
        if (s->behind.data[i]->reads.data[r].value->stage == s->before.data[j])
          return true;
  return false;
}

static const char *rolesRefuse(const TcGpuStream *s, const TcGpuTiling *t) {
  if (t->joined && (!t->persists || !s->hasBlocks))
    return "tiles are joined in blocks that persist, where each tile is known "
           "to have a block of points";
  if (t->joined && readsBefore(s))
    return "tiles are joined where no stage after the loop reads what one "
           "before it has computed";
  if (t->paired && !t->joined)
    return "tiles are paired where they are joined";
  if (!t->teams && (t->persists || t->turns))
    return "turns, and blocks that persist, are of streams with roles";
  if (t->free && (!tcGpuReadsShared(t->unit) || s->pair || t->teams ||
                  t->rows <= t->warpRows))
    return "warp groups are free of each other where there are several, of "
           "several contractions that make terms or sum them, without roles";
  if (!t->teams)
    return NULL;
  if (!s->pair || t->teams > 1)
    return "roles of streams are of warp groups that share one tile, with one "
           "contraction that makes terms and one that sums";
  for (int i = 0; i < s->numOperands; ++i)
    if (s->operands[i].access < 2)
      return "a role that copies does so by cp.async";
  return tcGpuRolesRefuse(t, tcGpuStreamThreads(t), tcGpuStreamCopyThreads(t));
}

int64_t tcGpuStreamSlots(const TcGpuStream *s, const TcGpuTiling *t) {
  return 3 + (t->skew && !s->stack);
}

const char *tcGpuStreamRefuses(const TcTarget *target, const TcGpuStream *s,
                               const TcGpuTiling *t) {
  enum { MAX_SUMS = 128 };
  const char *why =
      tcGpuReadsShared(t->unit) ? descriptorsRefuse(s, t) : fragmentsRefuse(t);
  if (!why)
    why = rolesRefuse(s, t);
  if (!why && t->tma)
    why = tensorsRefuse(target, s, t);
  if (!why)
    why = skewRefuses(s, t);
  if (!why)
    why = inRegistersRefuses(s, t);
  if (!why)
    why = tcGpuAcrossRefuses(s, t);
  if (why)
    return why;
  if (!tcIsPowerOfTwo(t->depth) || t->depth < BLOCK)
    return "a block must have a power of two of streamed points, at least 16";
  if (numSums(s, t) > MAX_SUMS)
    return "a thread can have at most 128 sums";
  if (tcGpuStreamThreads(t) > TC_GPU_MOST_THREADS || !deals(s, t))
    return "a block's threads must divide the chunks of a tile";
  int64_t slots =
      tcGpuReadsShared(t->unit) && !s->pair ? tcGpuStreamSlots(s, t) : 2;
  if (t->ring < slots || t->resident < 1)
    return slots > 2 ? "a ring of several contractions of warp groups must "
                       "have at least three slots, with skew four"
                     : "a ring must have at least two slots";
  if (t->resident * sharedBytes(s, t) > target->sharedBytes)
    return "the resident blocks must fit in the chip's shared memory";
  return NULL;
}

// Lays the rows' operands out one behind the other, and those of a slot.
static void cutOperands(const TcGpuTiling *t, TcGpuStream *s) {
  s->rowBytes = s->slotBytes = 0;
  for (int i = 0; i < s->numOperands; ++i) {
    TcGpuOperand *o = &s->operands[i];
    bool rows = i < s->numMakes;
    int64_t width = padded(t, s->widths[i]);
    int64_t *at = rows ? &s->rowBytes : &s->slotBytes;
    if (rows)
      s->factors[i].tile = t->rows;
    tcGpuCutOperand(o, rows ? t->rows : width, rows ? width : t->depth, *at);
    *at += o->bytes;
  }
}

void tcGpuStreamCut(TcCpuKernel *k, const TcGpuTiling *t, TcGpuStream *s) {
  TcArena *a = k->arena;
  s->tiling = *t;
  s->warpRows = rowsOfWarp(t);
  s->threads = tcGpuStreamThreads(t);
  cutOperands(t, s);
  s->sharedBytes = sharedBytes(s, t);
  tcGpuAcrossCut(s);
  s->rowTiles =
      tcSizeCeilDiv(a, tcCpuProduct(a, k, &s->rows), tcSizeConst(a, t->rows));
  const TcSize *tiles = s->rowTiles;
  if (t->paired)
    tiles = tcSizeCeilDiv(a, tiles, tcSizeConst(a, 2));
  s->numBlocks = tcSizeMul(a, tiles, tcCpuProduct(a, k, &s->batch));
}

bool tcGpuStreamIsBounded(const TcCpuKernel *k, const TcGpuStream *s) {
  return (k->stream.most.size || k->stream.least.size) &&
         tcVecLast(&s->rows) == k->stream.lane;
}

bool tcGpuStreamIsReversed(const TcCpuKernel *k, const TcGpuStream *s) {
  return k->stream.most.size && tcGpuStreamIsBounded(k, s);
}

int64_t tcGpuStreamRowRegisters(const TcGpuStream *s, const TcGpuTiling *t,
                                int64_t products) {
  int64_t n = 0, parts = t->unit->slices ? 2 : 1;
  for (int i = 0; i < s->numMakes; ++i)
    if (products & 1 << i)
      n += (s->makes[i].numOwn + BLOCK - 1) / BLOCK * BLOCK;
  return rowsOfWarp(t) * n * tcUnitBytes(t->unit) * parts / (WARP * WORD);
}

bool tcGpuStreamHoldsRows(const TcGpuStream *s) {
  enum { MOST = 32 }; // registers; RESIDENT of passes/schedule/gpu-stream.c
  return !tcGpuReadsShared(s->tiling.unit) &&
         tcGpuStreamRowRegisters(s, &s->tiling, -1) <= MOST;
}
