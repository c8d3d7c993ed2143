// Operands whose steps and points are no flat numbers, for the copy engine: its
// tensor map then has the operand's own dimensions. Rows of a tile are points,
// of 128 bytes of steps, or steps, of 128 bytes of points. Two kinds:
//
// Boxes. 128 bytes along the contiguous dimension, and rows along another; at
// the others a box has one place: the weight of a convolution's input gradient
//
//   points (ci), steps (ky, kx, co):  w[co, ci, 2 - ky, 2 - kx]
//
// Windows of images, in the engine's im2col mode: of a convolution
//
//   points (b, y, x), steps (ky, kx, c):  in[b, c, s y + ky - p, s x + kx - p]
//
// and of the gradient of its weight, where points and steps change places. Rows
// are pixels: a flat number of where windows begin, in all images. The engine
// walks over them, from one image's last to the next image's first, and writes
// zeros for what is in the border. The map says where windows begin: in each
// dimension of space at `lower`, and each `step` further, to the size - 1 +
// `upper`.
#include "passes/lower/gpu/unit_dims.h"

enum { ROW = TC_UNIT_BOX * TC_UNIT_CHUNK_BYTES, MOST_STEP = 8 };

typedef struct Match {
  TcCpuKernel *k;
  const TcGpuOperand *o;
  const TcCpuIters *rows, *inner; // of a tile; what a row has 128 bytes of
  size_t nextRow;                 // of windows: the next of `rows` to be found
  size_t numInner;                // iterators of `inner` that dimensions have
  TcGpuTensorMap *m;
} Match;

static const TcCpuIters *rowsOf(const TcGpuProduct *p, const TcGpuOperand *o) {
  return o->along ? &p->over : &o->factor->iters;
}

static const TcCpuIters *innerOf(const TcGpuProduct *p, const TcGpuOperand *o) {
  return o->along ? &o->factor->iters : &p->over;
}

static int64_t countOf(const TcCpuKernel *k, int iter) {
  int64_t n;
  return tcSizeIsConst(k->iters.data[iter].extent, &n) ? n : -1;
}

static bool areConstant(const TcCpuKernel *k, const TcCpuIters *iters) {
  for (size_t i = 0; i < iters->size; ++i)
    if (countOf(k, iters->data[i]) < 0)
      return false;
  return true;
}

// How many iterators of several points; the last of them, or -1.
static size_t several(const TcCpuKernel *k, const TcCpuIters *iters,
                      int *last) {
  size_t n = 0;
  *last = -1;
  for (size_t i = 0; i < iters->size; ++i)
    if (countOf(k, iters->data[i]) != 1) {
      *last = iters->data[i];
      ++n;
    }
  return n;
}

//===- Indices ------------------------------------------------------------===//

// The index of a dimension, without iterators of one point.
static const TcSize *indexOf(const Match *x, size_t dim) {
  TcCpuKernel *k = x->k;
  TcMap map = {.arena = k->arena};
  const TcSize *zero = tcSizeConst(k->arena, 0);
  for (int i = 0; i < (int)k->iters.size; ++i)
    if (countOf(k, i) == 1)
      tcMapSetText(&map, k->iters.data[i].name, (void *)zero);
  return tcSizeSimplify(
      k->arena,
      tcSizeSubstitute(k->arena, x->o->factor->read->index[dim], &map),
      &k->ranges);
}

// Splits `by` times one iterator of the list off an index: -1 if it has none.
// False if it has several, or a number that is not known.
static bool splitOff(TcCpuKernel *k, const TcCpuIters *iters,
                     const TcSize **index, int *iter, int64_t *by) {
  const TcSize *coefficient;
  *iter = -1;
  *by = 1;
  for (size_t i = 0; i < iters->size; ++i) {
    const TcCpuIter *it = &k->iters.data[iters->data[i]];
    if (!tcSizeUses(*index, it->name))
      continue;
    if (*iter >= 0 ||
        !tcSizeCoefficient(k->arena, *index, it->name, &coefficient, index) ||
        !tcSizeIsConst(coefficient, by))
      return false;
    *iter = iters->data[i];
  }
  return true;
}

static bool usesAny(const TcCpuKernel *k, const TcCpuIters *iters,
                    const TcSize *size) {
  for (size_t i = 0; i < iters->size; ++i)
    if (tcSizeUses(size, k->iters.data[iters->data[i]].name))
      return true;
  return false;
}

static const TcSize *timesIter(Match *x, int iter, int64_t by) {
  TcArena *a = x->k->arena;
  return iter < 0 ? tcSizeConst(a, 0)
                  : tcSizeMul(a, tcSizeConst(a, by),
                              tcSizeSymbol(a, x->k->iters.data[iter].name));
}

//===- Dimensions as they lie ---------------------------------------------===//

static const TcCpuBuffer *bufferOf(const Match *x) {
  const TcCpuValue *v = x->o->factor->read->value;
  return &x->k->buffers.data[v->dests.data[0].buffer];
}

// Dimensions of the operand, innermost first as they lie. False if strides are
// not known.
static bool orderOf(const TcCpuBuffer *b, size_t order[TC_TENSOR_RANK]) {
  int64_t strides[TC_TENSOR_RANK];
  for (size_t i = b->rank; i-- > 0;) {
    size_t at = b->rank - 1 - i;
    if (!tcSizeIsConst(b->strides[i], &strides[i]) || strides[i] < 1)
      return false;
    for (; at > 0 && strides[order[at - 1]] > strides[i]; --at)
      order[at] = order[at - 1];
    order[at] = i;
  }
  return true;
}

static bool addDimension(Match *x, size_t dim, int d) {
  int64_t stride, size, chunk = TC_UNIT_CHUNK_BYTES / x->o->each;
  const TcSize *extent = x->o->factor->read->value->sizes[dim];
  const TcSize *apart = bufferOf(x)->strides[dim];
  x->m->dims[d] = (TcGpuTensorDim){extent, apart, -1};
  return tcSizeIsConst(apart, &stride) && tcSizeIsConst(extent, &size) &&
         size >= 1 && size <= INT32_MAX &&
         (d ? stride % chunk == 0 : stride == 1);
}

static bool addDimensions(Match *x, const size_t *order) {
  for (int d = 0; d < x->m->rank; ++d)
    if (!addDimension(x, order[d], d))
      return false;
  return true;
}

// The contiguous dimension: the last of `inner` goes along it, whole rows.
static bool matchInner(Match *x, size_t dim) {
  TcCpuKernel *k = x->k;
  const TcSize *index = indexOf(x, dim);
  int at, last;
  int64_t by;
  several(k, x->inner, &last);
  x->m->at[0] = index;
  if (!splitOff(k, x->inner, &index, &at, &by) || at < 0 || at != last ||
      by != 1 || countOf(k, at) % (ROW / x->o->each) ||
      usesAny(k, x->rows, index))
    return false;
  ++x->numInner;
  return true;
}

//===- Boxes --------------------------------------------------------------===//

// Whether a tile's rows are all along one dimension: steps, of which a tile has
// as many as a box, by whole tiles; points if there is no other iterator.
static bool areWholeRows(const Match *x, int iter, size_t severalRows) {
  return x->o->along ? countOf(x->k, iter) % (ROW / x->o->each) == 0
                     : severalRows == 1;
}

// The dimension that rows go along, by their last iterator; the others have
// what is left.
static bool matchBoxes(Match *x) {
  size_t order[TC_TENSOR_RANK], found = 0;
  int last, at;
  int64_t by;
  size_t rows = several(x->k, x->rows, &last);
  if (!rows || !orderOf(bufferOf(x), order) || !addDimensions(x, order) ||
      !matchInner(x, order[0]) || !areWholeRows(x, last, rows))
    return false;
  for (int d = 1; d < x->m->rank; ++d) {
    const TcSize *index = indexOf(x, order[d]);
    x->m->at[d] = index;
    if (!tcSizeUses(index, x->k->iters.data[last].name))
      continue;
    if (!splitOff(x->k, x->rows, &index, &at, &by) || at != last || by != 1 ||
        usesAny(x->k, x->inner, index))
      return false;
    x->m->rows = d;
    ++found;
  }
  return found == 1;
}

//===- Windows of images --------------------------------------------------===//

// What the engine's instruction and map have room for, by dimensions of space:
// bits of corners, which have a sign, and of offsets, which have none.
static const int64_t cornerBits[] = {0, 16, 8, 5};

// Whether `iter` is the next iterator of pixels; -1: the dimension has one.
static bool takeRow(Match *x, int iter) {
  while (x->nextRow < x->rows->size &&
         countOf(x->k, x->rows->data[x->nextRow]) == 1)
    ++x->nextRow;
  if (iter < 0)
    return true;
  return x->nextRow < x->rows->size && x->rows->data[x->nextRow++] == iter;
}

static bool fitsMap(const TcGpuImageDim *d, int64_t reach, int64_t bits) {
  int64_t least = -((int64_t)1 << (bits - 1)), most = -least - 1;
  return d->step >= 1 && d->step <= MOST_STEP && d->lower >= least &&
         d->lower <= most && d->upper >= least && d->upper <= most &&
         reach < (int64_t)1 << bits;
}

// Dimension d of the map, of space. A window that is read backwards begins
// where it ends.
static bool matchSpace(Match *x, size_t dim, int d) {
  TcCpuKernel *k = x->k;
  TcArena *a = k->arena;
  TcGpuImageDim *out = &x->m->space[d - 1];
  const TcSize *index = indexOf(x, dim);
  int64_t step, by, lower, size;
  int pixel, at;
  if (!splitOff(k, x->rows, &index, &pixel, &step) ||
      !splitOff(k, x->inner, &index, &at, &by) ||
      !tcSizeIsConst(tcSizeSimplify(a, index, &k->ranges), &lower) ||
      !tcSizeIsConst(x->m->dims[d].extent, &size) || !takeRow(x, pixel))
    return false;
  x->numInner += at >= 0;
  int64_t reach = at < 0 ? 0 : by * (countOf(k, at) - 1);
  int64_t back = reach < 0 ? reach : 0;
  int64_t count = pixel < 0 ? 1 : countOf(k, pixel);
  *out = (TcGpuImageDim){.lower = lower + back, .step = step};
  out->upper = out->lower + (count - 1) * step + 1 - size;
  out->offset = tcSizeSub(a, timesIter(x, at, by), tcSizeConst(a, back));
  x->m->at[d] =
      tcSizeAdd(a, timesIter(x, pixel, step), tcSizeConst(a, out->lower));
  return fitsMap(out, reach < 0 ? -reach : reach, cornerBits[x->m->rank - 2]);
}

// The outermost dimension.
static bool matchImages(Match *x, size_t dim) {
  const TcSize *index = indexOf(x, dim);
  int pixel;
  int64_t by;
  x->m->at[x->m->rank - 1] = index;
  return splitOff(x->k, x->rows, &index, &pixel, &by) && by == 1 &&
         !usesAny(x->k, x->inner, index) && takeRow(x, pixel);
}

// Each iterator is in one dimension, those of pixels in the order in which
// these lie.
static bool matchWindows(Match *x) {
  size_t order[TC_TENSOR_RANK];
  int unused, last = x->m->rank - 1;
  x->m->isImage = true;
  if (last < 2 || !orderOf(bufferOf(x), order) || !addDimensions(x, order) ||
      !matchInner(x, order[0]) || !matchImages(x, order[last]))
    return false;
  for (int d = last - 1; d > 0; --d)
    if (!matchSpace(x, order[d], d))
      return false;
  return takeRow(x, -1) && x->nextRow == x->rows->size &&
         x->numInner == several(x->k, x->inner, &unused);
}

//===- Both ---------------------------------------------------------------===//

bool tcGpuMatchDims(TcCpuKernel *k, const TcGpuProduct *p,
                    const TcGpuOperand *o, TcGpuTensorMap *m) {
  const TcGpuFactor *f = o->factor;
  const TcCpuDest *dest = &f->read->value->dests.data[0];
  const TcCpuBuffer *b = &k->buffers.data[dest->buffer];
  const TcSize *offset = tcCpuDestOffset(k, dest);
  const TcSize *chunk = tcSizeConst(k->arena, TC_UNIT_CHUNK_BYTES / o->each);
  Match x = {
      .k = k, .o = o, .rows = rowsOf(p, o), .inner = innerOf(p, o), .m = m};
  if (tcGpuIsChanged(o) || o->along != f->along || b->anywhere || dest->steps ||
      b->rank != f->read->value->rank || b->rank < 2 ||
      b->rank > TC_TENSOR_RANK || tcCpuUsesIters(k, offset) ||
      !tcSizeExactDiv(k->arena, offset, chunk) || !areConstant(k, x.rows) ||
      !areConstant(k, x.inner))
    return false;
  for (int windows = 0; windows < 2; ++windows) {
    *m = (TcGpuTensorMap){.rank = (int)b->rank, .offset = offset};
    x.nextRow = x.numInner = 0;
    if (windows ? matchWindows(&x) : matchBoxes(&x))
      return true;
  }
  *m = (TcGpuTensorMap){0};
  return false;
}

//===- Copies -------------------------------------------------------------===//

static MlirValue evaluated(TcGpuTile *t, const TcSize *size, MlirType type) {
  return tcArithTrunci(&t->g->e.b, type, tcEmitExpr(&t->g->e, size));
}

// Columns of a tile that do not exist are others, of which nothing is stored.
static MlirValue existing(TcGpuTile *t, const TcGpuOperand *o, MlirValue at) {
  int64_t count;
  if (!o->along || !tcSizeIsConst(o->factor->count, &count))
    return at;
  return tcArithMinsi(&t->g->e.b, at, tcTileI64(t, count - ROW / o->each));
}

void tcGpuDimsCopy(TcGpuTile *t, int operand, MlirValue inner, MlirValue row,
                   MlirValue to, MlirValue full) {
  TcEmit *e = &t->g->e;
  const TcGpuOperand *o = &t->u->operands[operand];
  const TcGpuTensorMap *m = &o->map;
  MlirType i16 = mlirIntegerTypeGet(e->ctx, 16);
  MlirValue at[TC_TENSOR_RANK], offsets[TC_TENSOR_SPACE];
  tcGpuEnter(t->g, rowsOf(&t->u->p, o), row);
  tcGpuEnter(t->g, innerOf(&t->u->p, o), existing(t, o, inner));
  for (int i = 0; i < m->rank; ++i)
    at[i] = evaluated(t, m->at[i], e->i32);
  for (int i = 0; m->isImage && i < m->rank - 2; ++i)
    offsets[i] = evaluated(t, m->space[i].offset, i16);
  if (m->isImage)
    tcNvvmImageCopy(e, to, t->g->maps[operand], full, m->rank, at, offsets);
  else
    tcNvvmTensorCopy(e, to, t->g->maps[operand], full, m->rank, at);
}

bool tcGpuIsChanged(const TcGpuOperand *o) {
  return o->rounds || o->transposed;
}
