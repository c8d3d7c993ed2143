// Reads of stages, through index maps; see strip.h.
#include "yardstick/strip.h"

#include <string.h>

// The stride of the position along the lane, if it is constant.
static bool laneStep(const TcExpr *expr, unsigned lane, int64_t *step) {
  int64_t a, b;
  *step = 0;
  if (expr->kind == TC_EXPR_CONSTANT)
    return true;
  if (expr->kind == TC_EXPR_ITERATOR) {
    *step = expr->value == (int64_t)lane;
    return true;
  }
  if (!laneStep(expr->lhs, lane, &a) || !laneStep(expr->rhs, lane, &b))
    return false;
  if (expr->op == TC_SIZE_ADD) {
    *step = a + b;
    return true;
  }
  if (expr->op == TC_SIZE_MUL && expr->lhs->kind == TC_EXPR_CONSTANT)
    *step = expr->lhs->value * b;
  else if (expr->op == TC_SIZE_MUL && expr->rhs->kind == TC_EXPR_CONSTANT)
    *step = expr->rhs->value * a;
  else
    return a == 0 && b == 0;
  return true;
}

bool tcReaderIsDense(const TcReader *reader, unsigned lane, int64_t *step) {
  *step = 0;
  for (unsigned d = 0; d < reader->read->rank; ++d) {
    int64_t one;
    if (!laneStep(reader->read->map[d], lane, &one))
      return false;
    *step += one * reader->strides[d];
  }
  return true;
}

// The only dimension along which the lane moves, by one; -1 if there is none.
static int laneDim(const TcReader *reader, unsigned lane) {
  int dim = -1;
  for (unsigned d = 0; d < reader->read->rank; ++d) {
    int64_t step;
    if (!laneStep(reader->read->map[d], lane, &step))
      return -1;
    if (step == 0)
      continue;
    if (step != 1 || dim >= 0)
      return -1;
    dim = (int)d;
  }
  return dim;
}

static void copyTransposed(const TcReader *reader, const int64_t *to,
                           const double *from, double *out) {
  const TcBounded *x = reader->tensor;
  int64_t point[TC_MAX_RANK] = {0}, at = 0;
  if (!x->count)
    return;
  do {
    int64_t place = 0;
    for (unsigned d = 0; d < x->rank; ++d)
      place += point[d] * to[d];
    out[place] = from[at++];
  } while (tcNextPoint(x->rank, x->sizes, point));
}

TcStatus tcReaderTranspose(TcStageRun *run, TcReader *reader) {
  const TcBounded *x = reader->tensor;
  int dim = laneDim(reader, run->lane);
  if (dim < 0 || reader->strides[dim] == 1)
    return TC_OK;
  int64_t to[TC_MAX_RANK], stride = x->sizes[dim];
  for (unsigned d = x->rank; d-- > 0;) {
    to[d] = (int)d == dim ? 1 : stride;
    stride *= (int)d == dim ? 1 : x->sizes[d];
  }
  TcBounded *y;
  TC_RETURN_IF_ERROR(tcBoundedMake(run->yard->pool, x->dtype, x->rank, x->sizes,
                                   x->e != NULL, &y));
  copyTransposed(reader, to, x->v, y->v);
  if (x->e)
    copyTransposed(reader, to, x->e, y->e);
  y->grid = x->grid;
  reader->tensor = y;
  memcpy(reader->strides, to, x->rank * sizeof *to);
  return TC_OK;
}

// Whether a position moves with an iterator that is reduced over, the lane
// apart, or, if not `over`, with another one.
static bool movesWith(const TcStageRun *run, const TcExpr *expr, bool over) {
  if (expr->kind == TC_EXPR_CONSTANT)
    return false;
  if (expr->kind == TC_EXPR_BINARY)
    return movesWith(run, expr->lhs, over) || movesWith(run, expr->rhs, over);
  bool found = false;
  for (unsigned i = 0; i < run->code->over.rank; ++i)
    found |= run->code->over.iters[i] == expr->value &&
             run->code->over.iters[i] != run->lane;
  return found == over;
}

// The offset of the frame's point in the dimensions that depend on reduced
// iterators; false if it is outside.
static bool offsetHere(const TcStageRun *run, const TcReader *reader,
                       int64_t *out) {
  *out = 0;
  for (unsigned d = 0; d < reader->read->rank; ++d) {
    int64_t at;
    if (!movesWith(run, reader->read->map[d], true))
      continue;
    if (!tcEvalExpr(reader->read->map[d], run->yard->frame.point, &at) ||
        at < 0 || at >= reader->tensor->sizes[d])
      return false;
    *out += at * reader->strides[d];
  }
  return true;
}

static bool isSeparable(const TcStageRun *run, const TcReader *reader) {
  bool separable = !reader->read->hasFill;
  for (unsigned d = 0; d < reader->read->rank; ++d)
    separable &= !movesWith(run, reader->read->map[d], true) ||
                 !movesWith(run, reader->read->map[d], false);
  return separable;
}

TcStatus tcReaderOffsets(TcStageRun *run, const TcReader *reader,
                         int64_t **offsets) {
  void *memory;
  int64_t n = 1, k = 0;
  *offsets = NULL;
  for (unsigned i = 0; i < run->code->over.rank; ++i)
    n *= run->code->over.iters[i] == run->lane ? 1 : run->code->over.sizes[i];
  if (!isSeparable(run, reader) || !tcPointsBegin(run, &run->code->over))
    return TC_OK;
  TC_RETURN_IF_ERROR(
      tcYardAlloc(run->yard->pool, (size_t)n * sizeof(int64_t), &memory));
  int64_t *out = memory;
  bool inside = true;
  do
    inside &= offsetHere(run, reader, &out[k++]);
  while (tcPointsNext(run, &run->code->over));
  for (k = n; k-- > 0;)
    out[k] -= out[0];
  *offsets = inside ? out : NULL;
  return TC_OK;
}

TcStatus tcReaderOpen(TcStageRun *run, const TcRead *read, TcReader *reader) {
  *reader = (TcReader){.read = read,
                       .tensor = tcYardValueOf(run->yard, read->tensor)};
  if (!reader->tensor || reader->tensor->rank != read->rank)
    return tcStatusMake(TC_ERROR_INTERNAL, "an input has no value");
  tcDenseStrides(read->rank, reader->tensor->sizes, reader->strides);
  return TC_OK;
}

// The lanes at which `start` + k * `step` lies in [0, size).
static void clip(int64_t start, int64_t step, int64_t size, int64_t *lo,
                 int64_t *hi) {
  if (step == 0) {
    if (start < 0 || start >= size)
      *hi = *lo;
    return;
  }
  for (; *lo < *hi && (start + *lo * step < 0 || start + *lo * step >= size);)
    ++*lo;
  for (; *lo < *hi &&
         (start + (*hi - 1) * step < 0 || start + (*hi - 1) * step >= size);)
    --*hi;
}

bool tcReaderStretch(const TcStageRun *run, const TcReader *reader, int64_t n,
                     TcStretch *out) {
  const int64_t *point = run->yard->frame.point;
  *out = (TcStretch){.lo = 0, .hi = n};
  for (unsigned d = 0; d < reader->read->rank; ++d) {
    int64_t start, step;
    if (!laneStep(reader->read->map[d], run->lane, &step) ||
        !tcEvalExpr(reader->read->map[d], point, &start))
      return false;
    clip(start, step, reader->tensor->sizes[d], &out->lo, &out->hi);
    out->at += start * reader->strides[d];
    out->step += step * reader->strides[d];
  }
  return true;
}

TcStatus tcReaderOutside(void) {
  return tcStatusMake(TC_ERROR_INDEX, "a read is outside of its operand");
}

// One lane, at any position.
static TcStatus loadLane(const TcStageRun *run, const TcReader *reader, int k,
                         TcStrip *one, TcStrip *strip) {
  int64_t position = 0, at;
  for (unsigned d = 0; d < reader->read->rank; ++d) {
    if (!tcEvalExpr(reader->read->map[d], run->yard->frame.point, &at))
      return tcStatusMake(TC_ERROR_SIZE_BAD_DIVISOR,
                          "an index map divides by less than 1");
    if (at < 0 || at >= reader->tensor->sizes[d]) {
      if (!reader->read->hasFill)
        return tcReaderOutside();
      tcStripFill(reader->read->dtype, reader->read->fill, 1, one);
      position = -1;
      break;
    }
    position += at * reader->strides[d];
  }
  if (position >= 0)
    tcStripLoad(reader->tensor, position, 0, 1, one);
  strip->v[k] = one->v[0];
  strip->w[k] = one->w[0];
  strip->i[k] = one->i[0];
  strip->e[k] = tcStripError(one, 0);
  strip->grid = one->grid < strip->grid ? one->grid : strip->grid;
  return TC_OK;
}

static TcStatus loadLanes(const TcStageRun *run, const TcReader *reader, int n,
                          TcStrip *strip) {
  int64_t *lane = &run->yard->frame.point[run->lane], first = *lane;
  TcStrip *one = &run->registers[run->code->body->numRegisters];
  strip->exact = !reader->tensor->e;
  strip->grid = TC_GRID_ANY;
  strip->signedZeros = reader->tensor->signedZeros;
  TcStatus status = TC_OK;
  for (int k = 0; k < n && !status; ++k) {
    *lane = first + k;
    status = loadLane(run, reader, k, one, strip);
  }
  *lane = first;
  return status;
}

TcStatus tcReaderLoad(const TcStageRun *run, const TcReader *reader, int n,
                      TcStrip *strip) {
  TcStretch s;
  if (!tcReaderStretch(run, reader, n, &s) || s.lo != 0 || s.hi != n)
    return loadLanes(run, reader, n, strip);
  tcStripLoad(reader->tensor, s.at, s.step, n, strip);
  return TC_OK;
}
