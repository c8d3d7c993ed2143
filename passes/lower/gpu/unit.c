// Matches contractions on matrix units. See unit.h.
#include "passes/lower/gpu/unit.h"

#include "mlir-c/BuiltinTypes.h"

#include <string.h>

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
  int64_t lanes = tcCpuBytes(v->element) == 8 ? bytes / 8 : TC_UNIT_CHUNK;
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
static void matchTf32(const TcUnit *unit, const TcGpuUnitProduct *u,
                      TcGpuOperand *o) {
  const TcCpuStage *s = u->p.match.contract;
  size_t number = (size_t)(o->factor->read - s->reads.data);
  o->isRound = number < 2 && s->tf32Factors[number];
  o->rounds = !o->isRound && tcUnitRoundsTf32(unit);
  o->transposed = tcGpuReadsShared(unit) && o->along;
  o->along &= !o->transposed;
}

// Whether sums of split factors are within the bounds of those of f32.
static bool isLong(TcCpuKernel *k, const TcGpuProduct *p) {
  int64_t least, most;
  tcSizeRange(tcCpuProduct(k->arena, k, &p->over), &k->ranges, &least, &most);
  return least >= TC_UNIT_SPLIT_STEPS;
}

bool tcGpuUnitMatch(TcCpuKernel *k, const TcCpuStages *stages,
                    const TcUnit *unit, TcGpuUnitProduct *u) {
  *u = (TcGpuUnitProduct){.tiling.unit = unit};
  if (!tcGpuProductForm(k, stages, &u->p) ||
      !tcGpuIsElement(u->p.rows.read->value->element, unit->operand) ||
      !tcGpuIsElement(u->p.columns.read->value->element, unit->operand) ||
      !tcGpuIsElement(u->p.match.element, unit->accumulator) ||
      (tcUnitRoundsTf32(unit) && !u->p.match.contract->tf32) ||
      (unit->slices && !isLong(k, &u->p)) ||
      (u->p.rowSums && !tcGpuReadsShared(unit)) || !takesSigns(unit, &u->p))
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
  for (int i = 0; tcUnitBytes(unit) == 4 && i < 2; ++i)
    matchTf32(unit, u, &u->operands[i]);
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
