// Operands that the copy engine moves (TMA), for roles: one thread issues a
// copy of each box of 128 bytes by the tile's points, or steps. A tensor map,
// which the runtime makes at each launch, says where the operand lies; its
// dimensions are the steps and the points as flat numbers, which is contiguous
// first, then the iterators of the batch. Elements behind the last step or
// point arrive as zeros.
#include "passes/lower/gpu/unit_dims.h"

#include "passes/lower/gpu/kernel_gpu.h"

enum { ROW = TC_UNIT_BOX * TC_UNIT_CHUNK_BYTES };

//===- Which operands -----------------------------------------------------===//

// Splits off the flat number of these iterators: `offset` is `stride` times it,
// and `rest`. False if it is no multiple of it, or none that is known to be
// positive.
static bool splitFlat(TcCpuKernel *k, const TcCpuIters *iters,
                      const TcSize *offset, const TcSize **stride,
                      const TcSize **rest) {
  return tcCpuFlatStride(k, offset, iters, stride, rest) &&
         tcSizeProvablyLess(tcSizeConst(k->arena, 0), *stride, &k->ranges);
}

// Adds a dimension; numbers that the engine cannot take are known only where
// they are constant, the runtime asks for the others.
static bool addDimension(TcCpuKernel *k, const TcGpuOperand *o,
                         TcGpuTensorMap *m, const TcSize *extent,
                         const TcSize *stride, int iter) {
  const int64_t most = INT32_MAX, farthest = (int64_t)1 << 40;
  int64_t n, chunk = TC_UNIT_CHUNK_BYTES / o->each;
  if (m->rank == TC_TENSOR_RANK ||
      (m->rank &&
       !tcSizeExactDiv(k->arena, stride, tcSizeConst(k->arena, chunk))) ||
      (tcSizeIsConst(extent, &n) && (n < 1 || n > most)) ||
      (tcSizeIsConst(stride, &n) && n >= farthest / o->each))
    return false;
  m->dims[m->rank++] = (TcGpuTensorDim){extent, stride, iter};
  return true;
}

// Of each iterator of the batch that the operand has, its own dimension.
static bool addBatch(TcCpuKernel *k, const TcCpuIters *batch,
                     const TcGpuOperand *o, TcGpuTensorMap *m) {
  for (size_t i = 0; i < batch->size; ++i) {
    const TcCpuIter *iter = &k->iters.data[batch->data[i]];
    const TcSize *by;
    if (!tcSizeUses(m->offset, iter->name))
      continue;
    if (!tcCpuStride(k, m->offset, batch->data[i], &by, &m->offset) ||
        !tcSizeProvablyLess(tcSizeConst(k->arena, 0), by, &k->ranges) ||
        !addDimension(k, o, m, iter->extent, by, batch->data[i]))
      return false;
  }
  return true;
}

bool tcGpuTensorMatch(TcCpuKernel *k, const TcCpuIters *over,
                      const TcSize *numSteps, const TcCpuIters *batch,
                      const TcGpuOperand *o, TcGpuTensorMap *m) {
  const TcGpuFactor *f = o->factor;
  const TcSize *steps, *points, *none, *extents[2];
  int64_t one;
  if (o->numBounds || tcGpuIsChanged(o) || o->along != f->along ||
      k->buffers.data[f->read->value->dests.data[0].buffer].anywhere ||
      !splitFlat(k, over, o->moving, &steps, &none) ||
      !splitFlat(k, &f->iters, o->fixed, &points, &m->offset) ||
      !tcSizeEqual(none, tcSizeConst(k->arena, 0)))
    return false;
  extents[0] = numSteps;
  extents[1] = tcCpuProduct(k->arena, k, &f->iters);
  const TcSize *inner = o->along ? points : steps;
  const TcSize *outer = o->along ? steps : points;
  TcArena *a = k->arena;
  return tcSizeIsConst(inner, &one) && one == 1 &&
         addDimension(k, o, m, extents[o->along], inner, -1) &&
         addDimension(k, o, m, extents[!o->along], outer, -1) &&
         addBatch(k, batch, o, m) && !tcCpuUsesIters(k, m->offset) &&
         tcSizeExactDiv(a, m->offset,
                        tcSizeConst(a, TC_UNIT_CHUNK_BYTES / o->each));
}

void tcGpuMatchTensorMaps(TcCpuKernel *k, TcGpuUnitProduct *u) {
  for (int i = 0; i < 2; ++i) {
    TcGpuTensorMap m = {0};
    const TcSize *numSteps = tcCpuProduct(k->arena, k, &u->p.over);
    if (tcGpuTensorMatch(k, &u->p.over, numSteps, &u->p.batch, &u->operands[i],
                         &m) ||
        tcGpuMatchDims(k, &u->p, &u->operands[i], &m))
      u->operands[i].map = m;
  }
}

// Parts of the outermost iterator are steps of one stride, or whole images.
bool tcGpuTensorsSplit(const TcCpuKernel *k, const TcGpuUnitProduct *u,
                       int iter) {
  size_t first = 0;
  while (first + 1 < u->p.over.size && tcCpuIterIsOne(k, u->p.over.data[first]))
    ++first;
  if (u->p.over.data[first] != iter)
    return false;
  for (int i = 0; i < 2; ++i) {
    const TcGpuOperand *o = &u->operands[i];
    const TcGpuTensorMap *m = &o->map;
    const char *name = k->iters.data[iter].name;
    if (m->isImage ? !o->along || !tcSizeUses(m->at[m->rank - 1], name)
                   : m->at[0] || m->rank == TC_TENSOR_RANK)
      return false;
  }
  return true;
}

const char *tcGpuTensorsRefuse(const TcTarget *target,
                               const TcGpuUnitProduct *u,
                               const TcGpuTiling *t) {
  enum { MOST_SIDE = 256 };
  if (!target->tensorMaps)
    return "tma: the target has no copy engine";
  if (!t->teams)
    return "tma: a thread of a role copies";
  if (!u->operands[0].map.rank || !u->operands[1].map.rank)
    return "tma: operands lie at multiples of 16 bytes, as do their strides, "
           "in at most 5 dimensions, and are not changed in shared memory; "
           "they "
           "are read within bounds, or are windows of images whose channels "
           "lie next to each other, whole rows of 128 bytes";
  return t->rows > MOST_SIDE || t->columns > MOST_SIDE || t->depth > MOST_SIDE
             ? "tma: sides of a box are at most 256"
             : NULL;
}

//===- What the runtime makes ---------------------------------------------===//

static const TcSize *bytesOf(const TcGpuEmit *g, const TcGpuOperand *o,
                             const TcSize *elements) {
  TcArena *a = g->e.arena;
  return tcSizeMul(a, tcSizeConst(a, o->each), elements);
}

static const char *textOf(const TcGpuEmit *g, const TcSize *size) {
  return tcSizeToText(g->e.arena, tcGpuGivenSize(&g->k, size));
}

// The sides of the operand's box: a row, and all rows of its tile.
static int64_t sideOf(const TcGpuOperand *o, int dim) {
  bool all = dim == (o->map.at[0] ? o->map.rows : 1) && !o->map.isImage;
  return dim == 0 ? ROW / o->each : all ? o->rows : 1;
}

int tcGpuTensorBuffer(const TcGpuOperand *o) {
  return o->factor->read->value->dests.data[0].buffer;
}

void tcGpuTensorText(const TcGpuEmit *g, const TcGpuOperand *o,
                     TcTensorMapText *out) {
  const TcGpuTensorMap *m = &o->map;
  out->each = o->each;
  out->rank = m->rank;
  out->offset = textOf(g, bytesOf(g, o, m->offset));
  for (int d = 0; d < m->rank; ++d) {
    out->extents[d] = textOf(g, m->dims[d].extent);
    out->strides[d] = textOf(g, bytesOf(g, o, m->dims[d].stride));
    out->box[d] = sideOf(o, d);
  }
  out->pixels = m->isImage ? o->rows : 0;
  for (int d = 0; d < m->rank - 2 && m->isImage; ++d) {
    out->lower[d] = m->space[d].lower;
    out->upper[d] = m->space[d].upper;
    out->step[d] = m->space[d].step;
  }
}

// The same as words, for emulation: address, bytes of an element, rank; of each
// dimension its extent, stride and side. Of images then the pixels, and of each
// dimension of space the lower and the upper corner, and the step.
MlirValue tcGpuTensorWords(TcGpuEmit *g, const TcGpuOperand *o) {
  enum { HEAD = 3, EACH = 3, WORDS = HEAD + 1 + EACH * 2 * TC_TENSOR_RANK };
  TcEmit *e = &g->e;
  const TcGpuTensorMap *m = &o->map;
  MlirValue words[WORDS];
  MlirValue base =
      tcLlvmPtrtoint(&e->b, e->i64, e->buffers[tcGpuTensorBuffer(o)]);
  int32_t n = 0;
  words[n++] =
      tcArithAddi(&e->b, base, tcEmitExpr(e, bytesOf(g, o, m->offset)));
  words[n++] = tcEmitI64(e, o->each);
  words[n++] = tcEmitI64(e, m->rank);
  for (int d = 0; d < m->rank; ++d) {
    words[n++] = tcEmitExpr(e, m->dims[d].extent);
    words[n++] = tcEmitExpr(e, bytesOf(g, o, m->dims[d].stride));
    words[n++] = tcEmitI64(e, sideOf(o, d));
  }
  words[n++] = tcEmitI64(e, o->rows);
  for (int d = 0; d < m->rank - 2 && m->isImage; ++d) {
    words[n++] = tcEmitI64(e, m->space[d].lower);
    words[n++] = tcEmitI64(e, m->space[d].upper);
    words[n++] = tcEmitI64(e, m->space[d].step);
  }
  MlirValue map =
      mlirOperationGetResult(tcLlvmAllocaCreate(&e->b, e->ptr, tcEmitI64(e, n),
                                                tcNoAttr(), e->i64, false),
                             0);
  for (int32_t i = 0; i < n; ++i)
    tcLlvmStore(
        &e->b, words[i],
        tcLlvmGetelementptr(&e->b, e->ptr, map, 0, NULL, 1, &i, e->i64));
  return map;
}

//===- Copies -------------------------------------------------------------===//

void tcGpuTensorBox(TcGpuEmit *g, const TcGpuOperand *o, MlirValue map,
                    MlirValue inner, MlirValue outer, MlirValue to,
                    MlirValue full) {
  TcEmit *e = &g->e;
  const TcGpuTensorMap *m = &o->map;
  MlirValue at[TC_TENSOR_RANK];
  for (int d = 0; d < m->rank; ++d) {
    MlirValue i = d == 0 ? inner : d == 1 ? outer : e->iters[m->dims[d].iter];
    at[d] = tcArithTrunci(&e->b, e->i32, i);
  }
  tcNvvmTensorCopy(e, to, map, full, m->rank, at);
}

void tcGpuTensorCopy(TcGpuTile *t, int operand, MlirValue from, MlirValue slot,
                     MlirValue full) {
  const TcGpuOperand *o = &t->u->operands[operand];
  MlirValue point = operand ? t->columnAt : t->rowAt;
  MlirValue inner = o->along ? point : from, outer = o->along ? from : point;
  int64_t boxes = o->chunksPerRow / TC_UNIT_BOX;
  TcEmit *e = &t->g->e;
  for (int64_t i = 0; i < boxes; ++i) {
    MlirValue first = tcTileAdd(t, inner, tcTileI64(t, i * sideOf(o, 0)));
    MlirValue to =
        tcTileSharedAt(t, slot, e->i8, tcTileI64(t, o->at + i * o->rows * ROW));
    to = tcLlvmPtrtoint(&e->b, e->i32, to);
    if (o->map.at[0])
      tcGpuDimsCopy(t, operand, first, outer, to, full);
    else
      tcGpuTensorBox(t->g, o, t->g->maps[operand], first, outer, to, full);
  }
}
