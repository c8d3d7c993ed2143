// Matches contractions on matrix units, and derives sizes from a tiling. See
// unit.h.
#include "passes/lower/gpu/unit.h"

#include "lib/cost/numbers.h"

#include "mlir-c/BuiltinTypes.h"

#include <string.h>

enum { CHUNK = TC_UNIT_CHUNK, SUM_PAD = 8, MAX_THREADS = 1024, WARP = 32 };

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

bool tcGpuIsChanged(const TcGpuOperand *o) {
  return o->rounds || o->transposed;
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

static bool isPower(int64_t n) { return n > 0 && !(n & (n - 1)); }

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
  if (!isPower(t->rows) || !isPower(t->columns) || !isPower(t->depth))
    return "rows, columns and depth of a tile must be powers of two";
  if (t->warpRows > 64 || t->warpColumns > 64 ||
      t->warpRows * t->warpColumns * tcUnitSumBytes(t->unit) > 64 * 64 * 4)
    return "a warp's tile can be at most 64 x 64, of f64 64 x 32";
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
  if (tcGpuTilingThreads(t) > MAX_THREADS)
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
  if (t->resident * tcGpuTilingBytes(t) > target->sharedBytes)
    return "the resident blocks must fit in the chip's shared memory";
  return NULL;
}

//===- Accesses -----------------------------------------------------------===//

static const TcSize *without(TcCpuKernel *k, const TcSize *size,
                             const TcCpuIters *iters) {
  TcMap map = {.arena = k->arena};
  const TcSize *zero = tcSizeConst(k->arena, 0);
  for (size_t i = 0; i < iters->size; ++i)
    tcMapSetText(&map, k->iters.data[iters->data[i]].name, (void *)zero);
  return tcSizeSimplify(k->arena, tcSizeSubstitute(k->arena, size, &map),
                        &k->ranges);
}

// Splits a size into a part that depends on the point and one that depends on
// the step; false if it is no such sum.
static bool separate(TcCpuKernel *k, const TcCpuIters *steps,
                     const TcSize *size, const TcSize **fixed,
                     const TcSize **moving) {
  *fixed = without(k, size, steps);
  *moving =
      tcSizeSimplify(k->arena, tcSizeSub(k->arena, size, *fixed), &k->ranges);
  for (int i = 0; i < (int)k->iters.size; ++i)
    if (!tcCpuItersHave(steps, i) && tcSizeUses(*moving, k->iters.data[i].name))
      return false;
  return true;
}

// The iterators of one point, which add nothing to offsets.
static TcCpuIters ones(TcCpuKernel *k) {
  TcCpuIters out = {0};
  for (int i = 0; i < (int)k->iters.size; ++i)
    if (tcCpuIterIsOne(k, i))
      tcVecPush(k->arena, &out, i);
  return out;
}

static const TcSize *offsetOf(TcCpuKernel *k, const TcCpuDest *dest,
                              const TcSize *const *index) {
  TcCpuIters none = ones(k);
  return without(k, tcCpuDestAt(k, dest, index), &none);
}

// The elements along `iter`, at most `most`, that one access can move: they are
// contiguous, and the first is at a multiple of that number.
static int64_t accessAlong(TcCpuKernel *k, const TcCpuDest *dest,
                           const TcSize *offset, int iter, int64_t most) {
  TcArena *a = k->arena;
  const TcCpuIter *it = &k->iters.data[iter];
  const TcSize *step, *rest;
  int64_t n, extent;
  if (k->buffers.data[dest->buffer].anywhere ||
      !tcSizeIsConst(it->extent, &extent) ||
      !tcCpuStride(k, offset, iter, &step, &rest) || !tcSizeIsConst(step, &n) ||
      n != 1)
    return 1;
  for (; most > 1; most /= 2)
    if (extent % most == 0 && tcSizeExactDiv(a, rest, tcSizeConst(a, most)))
      return most;
  return 1;
}

static bool boundsUse(const TcGpuOperand *o, const char *name) {
  for (int i = 0; i < o->numBounds; ++i)
    if (tcSizeUses(o->bounds[i].fixed, name) ||
        tcSizeUses(o->bounds[i].moving, name))
      return true;
  return false;
}

static bool isZero(MlirAttribute fill) {
  return mlirAttributeIsAFloat(fill)
             ? mlirFloatAttrGetValueDouble(fill) == 0
             : mlirAttributeEqual(
                   fill, mlirIntegerAttrGet(mlirAttributeGetType(fill), 0));
}

static bool findBounds(TcCpuKernel *k, const TcCpuIters *steps,
                       TcGpuOperand *o) {
  const TcCpuRead *r = o->factor->read;
  if (mlirAttributeIsNull(r->fill))
    return true;
  for (size_t d = 0; d < r->value->rank; ++d) {
    TcGpuBound *b = &o->bounds[o->numBounds];
    if (tcCpuProvablyIn(k, r->index[d], r->value->sizes[d]))
      continue;
    if (o->numBounds++ == TC_UNIT_MAX_BOUNDS ||
        !separate(k, steps, r->index[d], &b->fixed, &b->moving))
      return false;
    b->size = r->value->sizes[d];
  }
  return isZero(r->fill);
}

bool tcGpuMatchOperand(TcCpuKernel *k, const TcCpuIters *steps,
                       TcGpuOperand *o) {
  const TcGpuFactor *f = o->factor;
  const TcCpuDest *dest = &f->read->value->dests.data[0];
  const TcSize *offset = offsetOf(k, dest, f->read->index);
  if (!separate(k, steps, offset, &o->fixed, &o->moving) ||
      !findBounds(k, steps, o))
    return false;
  int iter = f->along ? tcVecLast(&f->iters) : tcVecLast(steps);
  o->along = f->along;
  o->each = tcCpuBytes(f->read->value->element);
  o->chunk = TC_UNIT_CHUNK_BYTES / o->each;
  o->access = accessAlong(k, dest, offset, iter, o->chunk);
  if (boundsUse(o, k->iters.data[iter].name))
    o->access = 1;
  return true;
}

int64_t tcGpuStepStride(const TcCpuKernel *k, const TcCpuIters *steps,
                        const TcGpuOperand *o) {
  const TcSize *stride, *rest;
  int64_t n;
  return !o->numBounds &&
                 tcCpuFlatStride(k, o->moving, steps, &stride, &rest) &&
                 tcSizeIsConst(stride, &n)
             ? n
             : 0;
}

//===- Kernels ------------------------------------------------------------===//

bool tcGpuIsElement(MlirType type, const char *name) {
  return !strcmp(tcUnitElement(type), name);
}

// Adjacent columns that the maps compute and store at once.
static int64_t lanesOf(TcCpuKernel *k, const TcGpuProduct *p, int64_t bytes) {
  const TcCpuValue *v = p->match.contract->results.data[0];
  int column = tcVecLast(&p->columns.iters);
  int64_t lanes = tcCpuBytes(v->element) == 8 ? bytes / 8 : CHUNK;
  if (p->match.maps.size)
    lanes = tcGpuRegisterLanes(k, &p->match.maps, column, bytes);
  for (size_t d = 0; d < v->dests.size; ++d)
    lanes = accessAlong(
        k, &v->dests.data[d],
        offsetOf(k, &v->dests.data[d], tcCpuOwnIndex(k, p->match.contract)),
        column, lanes);
  return lanes;
}

// Where an element of a stage's result lies, as stores compute it.
static const TcSize *placeOf(TcCpuKernel *k, const TcCpuStage *s,
                             const TcCpuDest *dest) {
  return k->buffers.data[dest->buffer].anywhere
             ? NULL
             : tcCpuDestAt(k, dest, tcCpuOwnIndex(k, s));
}

// Whether all that the stage stores lies where what was stored before does, if
// it starts at multiples of 16 bytes.
static bool storesAlike(TcCpuKernel *k, const TcCpuStage *s,
                        const TcSize **all) {
  for (size_t i = 0; i < s->results.size; ++i) {
    const TcCpuValue *v = s->results.data[i];
    for (size_t d = 0; d < v->dests.size; ++d) {
      const TcSize *at = placeOf(k, s, &v->dests.data[d]);
      if (!at || (*all && !tcSizeEqual(at, *all)))
        return false;
      *all = at;
    }
  }
  return true;
}

// Sets `shifted`, and what it says, where rows of one iterator start at any
// element. The contraction's own result has no buffer then: it may be f32.
static void matchShifted(TcCpuKernel *k, TcGpuUnitProduct *u) {
  const TcCpuStages *maps = &u->p.match.maps;
  const TcSize *by, *at = NULL;
  int64_t n;
  if (u->p.columns.iters.size != 1 || !maps->size ||
      u->p.match.contract->results.data[0]->dests.size)
    return;
  int column = u->p.columns.iters.data[0];
  int64_t lanes = tcGpuShiftedLanes(k, maps, column);
  for (size_t i = 0; i < maps->size; ++i)
    if (!storesAlike(k, maps->data[i], &at))
      return;
  if (lanes <= u->lanes || !at ||
      !tcCpuStride(k, at, column, &by, &u->rowStart) ||
      !tcSizeIsConst(by, &n) || n != 1)
    return;
  u->shifted = lanes;
  u->storedAt = at;
}

static bool takesSigns(const TcUnit *unit, const TcGpuProduct *p) {
  bool rows = tcIsUnsigned(p->rows.read->value->element);
  bool columns = tcIsUnsigned(p->columns.read->value->element);
  return unit->signs == TC_UNIT_SAME_SIGNS ? rows == columns
         : unit->signs == TC_UNIT_SIGNED   ? !rows && !columns
                                           : true;
}

// Units that read f32 from shared memory do so along the steps alone.
static void matchTf32(const TcGpuUnitProduct *u, TcGpuOperand *o, bool shared) {
  const TcCpuStage *s = u->p.match.contract;
  size_t number = (size_t)(o->factor->read - s->reads.data);
  o->rounds = number > 1 || !s->tf32Factors[number];
  o->transposed = shared && o->along;
  o->along &= !o->transposed;
}

bool tcGpuUnitMatch(TcCpuKernel *k, const TcCpuStages *stages,
                    const TcUnit *unit, TcGpuUnitProduct *u) {
  *u = (TcGpuUnitProduct){0};
  if (unit->splits || !tcGpuProductForm(k, stages, &u->p) ||
      !tcGpuIsElement(u->p.rows.read->value->element, unit->operand) ||
      !tcGpuIsElement(u->p.columns.read->value->element, unit->operand) ||
      !tcGpuIsElement(u->p.match.element, unit->accumulator) ||
      (tcUnitRoundsTf32(unit) && !u->p.match.contract->tf32) ||
      !takesSigns(unit, &u->p))
    return false;
  // No instruction transposes bytes: they lie along the steps, copied one by
  // one where they do not in memory.
  if (tcUnitBytes(unit) == 1)
    u->p.rows.along = u->p.columns.along = false;
  u->operands[0].factor = &u->p.rows;
  u->operands[1].factor = &u->p.columns;
  if (!tcGpuMatchOperand(k, &u->p.over, &u->operands[0]) ||
      !tcGpuMatchOperand(k, &u->p.over, &u->operands[1]))
    return false;
  for (int i = 0; tcUnitRoundsTf32(unit) && i < 2; ++i)
    matchTf32(u, &u->operands[i], tcGpuReadsShared(unit));
  if (tcGpuReadsShared(unit))
    tcGpuMatchTensorMaps(k, u);
  // Lanes of a warp group exchange eight sums: of f32 these are two accesses.
  u->lanes = lanesOf(k, &u->p, tcGpuReadsShared(unit) ? 32 : 16);
  if (tcGpuReadsShared(unit))
    matchShifted(k, u);
  if (!tcSizeIsConst(tcCpuProduct(k->arena, k, &u->p.over), &u->steps))
    u->steps = -1;
  return true;
}

bool tcGpuUnitPays(const TcCpuKernel *k, const TcGpuUnitProduct *u) {
  // Elements that the L2 cache gives in the time of a launch, 3 us.
  enum { REREAD = 1 << 23 };
  const TcGpuProduct *p = &u->p;
  double fewest = tcGpuProductFewest(k, p);
  double wide = tcCpuGuessIters(k, &p->batch) * tcCpuGuessIters(k, &p->over) *
                tcCpuGuessIters(k, &p->rows.iters) *
                tcCpuGuessIters(k, &p->columns.iters) / fewest;
  // TF32 costs accuracy: not where products of f32 take a launch's 3 us (29e12
  // a second on an H100, half of which the other forms reach).
  if (u->operands[0].each == 4 && wide * fewest < tcNumber(gpu_few_products))
    return false;
  return fewest >= TC_GPU_FEW ||
         (fewest > 1 && u->operands[0].access == u->operands[0].chunk &&
          u->operands[1].access == u->operands[1].chunk &&
          (fewest - 1) * wide >= REREAD);
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

void tcGpuUnitCut(TcCpuKernel *k, const TcGpuTiling *t, TcGpuUnitProduct *u) {
  TcArena *a = k->arena;
  TcGpuProduct *p = &u->p;
  u->tiling = *t;
  u->threads = tcGpuTilingThreads(t);
  u->warps = u->threads / t->unit->threads;
  cutFactor(k, &p->rows, t->rows);
  cutFactor(k, &p->columns, t->columns);
  tcGpuCutOperand(&u->operands[0], t->rows, t->depth, 0);
  tcGpuCutOperand(&u->operands[1], t->columns, t->depth, u->operands[0].bytes);
  u->slotBytes = slotBytes(t);
  u->sharedBytes = tcGpuTilingBytes(t);
  u->partColumns = partColumns(t, u->shifted ? SHIFTED_PART : PART);
  u->sumStride = sumStride(t);
  if (u->shifted) // the first columns of the next part are there as well
    u->sumStride = u->partColumns + CHUNK + SUM_PAD / 2;
  p->numSteps = tcCpuProduct(a, k, &p->over);
  p->numBlocks = tcSizeMul(a, tcSizeMul(a, p->rows.tiles, p->columns.tiles),
                           tcCpuProduct(a, k, &p->batch));
}
