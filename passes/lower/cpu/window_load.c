// Loads of windows that move by a few elements from lane to lane: as in
//
//   max over j    r[2*x + j - 1]
//
// Loaded one by one, the terms are vectors of every second element from three
// places, of which two cross cache lines and stores that have just been made.
// Here a term's lanes are picked from the run of all elements of the lanes,
// s*x to s*x + s - 1, the same run for all terms, which LLVM loads once; a term
// that lies just before it, at s*(x - 1) + k, is term k, a lane further.
#include "passes/lower/cpu/stage.h"
#include "passes/lower/cpu/storage_run.h"

#include "passes/lower/cpu/tiles.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"
#include "tc/gen/VectorOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

typedef struct Window {
  TcEmit *e;
  const TcCpuRead *read;
  const TcPlace *at;
  MlirType element;
  int64_t step;         // s
  int64_t phase;        // k
  bool before;          // of the lane before
  const TcSize **index; // of the run
} Window;

//===- Which --------------------------------------------------------------===//

// The position at the point of the loop that is written out, if it depends on
// that; null if not.
static const TcSize *atPoint(TcEmit *e, const TcSize *index) {
  TcMap point = {.arena = e->arena};
  if (!e->writtenOut)
    return NULL;
  const TcCpuIter *iter = &e->k->iters.data[e->writtenOut - 1];
  if (!tcSizeUses(index, iter->name))
    return NULL;
  tcMapSetText(&point, iter->name, (void *)tcSizeConst(e->arena, iter->low));
  return tcSizeSubstitute(e->arena, index, &point);
}

// What is behind s*x in the position: k, or k - s.
static bool readPhase(Window *w, const TcSize *rest) {
  int64_t n;
  if (!tcSizeIsConst(rest, &n) || n < -w->step || n >= w->step)
    return false;
  w->before = n < 0;
  w->phase = n < 0 ? n + w->step : n;
  return true;
}

// Whether all elements of the run of each lane exist.
static bool hasRuns(const Window *w, const TcSize *first) {
  const TcSize *size = w->read->value->sizes[w->read->value->rank - 1];
  const TcSize *last =
      tcSizeAdd(w->e->arena, first, tcSizeConst(w->e->arena, w->step - 1));
  return tcCpuProvablyIn(w->e->k, first, size) &&
         tcCpuProvablyIn(w->e->k, last, size);
}

static bool isPlain(const Window *w) {
  int64_t one;
  size_t rank = w->read->value->rank;
  return rank && w->e->lanes > 1 && w->e->vector >= 0 && !w->at->stored.ptr &&
         (mlirTypeIsAF32(w->element) || mlirTypeIsAF64(w->element)) &&
         tcSizeIsConst(w->at->strides[rank - 1], &one) && one == 1;
}

// Whether all dimensions but the last are the same for all lanes, and inside.
static bool isAlongRow(const Window *w) {
  const TcCpuKernel *k = w->e->k;
  const TcCpuValue *v = w->read->value;
  for (size_t d = 0; d + 1 < v->rank; ++d)
    if (tcSizeUses(w->read->index[d], k->iters.data[w->e->vector].name) ||
        !tcCpuProvablyIn(k, w->read->index[d], v->sizes[d]))
      return false;
  return true;
}

static bool readWindow(Window *w) {
  TcEmit *e = w->e;
  size_t rank = w->read->value->rank;
  const TcSize *step, *rest;
  if (!e->writtenOut || !isPlain(w) || !isAlongRow(w))
    return false;
  const TcSize *last = atPoint(e, w->read->index[rank - 1]);
  if (!last || !tcCpuStride(e->k, last, e->vector, &step, &rest) ||
      !tcSizeIsConst(step, &w->step) || w->step < 2 ||
      w->step > TC_LOAD_MOST_STEP || !readPhase(w, rest))
    return false;
  const TcSize *first = tcSizeSub(e->arena, last, rest);
  w->index = TC_ARENA_ARRAY(e->arena, const TcSize *, rank);
  for (size_t d = 0; d + 1 < rank; ++d)
    w->index[d] = w->read->index[d];
  w->index[rank - 1] = first;
  return hasRuns(w, first);
}

//===- Loading ------------------------------------------------------------===//

static MlirType vectorOf(const Window *w, int64_t lanes) {
  return mlirVectorTypeGet(1, &lanes, w->element);
}

static MlirValue plainLoad(const Window *w, MlirValue ptr, int64_t lanes) {
  MlirAttribute no = tcNoAttr();
  return tcOpOnlyResult(
      tcLlvmLoadCreate(&w->e->b, vectorOf(w, lanes), ptr,
                       tcAttrI64(w->e->ctx, tcCpuBytes(w->element)), false,
                       false, false, false, no, no, no, no, no, no, no));
}

// Lanes first, first + step, ... of x, or of x and then y, of a type.
static MlirValue pick(const Window *w, MlirValue x, MlirValue y, MlirType type,
                      const int32_t *lanes, int64_t n) {
  return tcLlvmShufflevector(&w->e->b, mlirVectorTypeGet(1, &n, type), x, y,
                             (intptr_t)n, lanes);
}

static int32_t *lanesOf(const Window *w, int64_t n) {
  return TC_ARENA_ARRAY(w->e->arena, int32_t, (size_t)n);
}

// The run of all lanes that are not masked out.
static MlirValue loadRun(const Window *w) {
  TcEmit *e = w->e;
  int64_t n = e->lanes * w->step;
  MlirValue ptr =
      tcEmitElementAt(e, w->at, w->element, w->read->value->rank, w->index);
  if (!e->mask.v.ptr)
    return plainLoad(w, ptr, n);
  int32_t *lanes = lanesOf(w, n);
  for (int64_t i = 0; i < n; ++i)
    lanes[i] = (int32_t)(i / w->step);
  MlirValue mask = pick(w, e->mask.v, e->mask.v, e->i1, lanes, n);
  return tcRunLoadMasked(e, ptr, w->element, mask);
}

static MlirValue termOf(const Window *w, MlirValue run) {
  int32_t *lanes = lanesOf(w, w->e->lanes);
  for (int64_t i = 0; i < w->e->lanes; ++i)
    lanes[i] = (int32_t)(i * w->step + w->phase);
  return pick(w, run, run, w->element, lanes, w->e->lanes);
}

// The element of the first lane, at s*(x - 1) + k, if it exists.
static MlirValue elementBefore(const Window *w, TcLane inside) {
  TcEmit *e = w->e;
  const int32_t zero = 0;
  MlirValue ptr = tcEmitElementAt(e, w->at, w->element, w->read->value->rank,
                                  w->read->index);
  if (!inside.v.ptr)
    return plainLoad(w, ptr, 1);
  MlirValue mask =
      inside.wide
          ? pick(w, inside.v, inside.v, e->i1, &zero, 1)
          : tcVectorBroadcast(&e->b, tcEmitVectorOf(1, e->i1), inside.v);
  return tcRunLoadMasked(w->e, ptr, w->element, mask);
}

// `term` a lane further, behind `first`.
static MlirValue shifted(const Window *w, MlirValue term, MlirValue first) {
  int64_t n = w->e->lanes;
  int32_t *lanes = lanesOf(w, n);
  for (int64_t i = 0; i < n; ++i)
    lanes[i] = 0;
  MlirValue splat = pick(w, first, first, w->element, lanes, n);
  for (int64_t i = 0; i < n; ++i)
    lanes[i] = (int32_t)(i ? i - 1 : n);
  return pick(w, term, splat, w->element, lanes, n);
}

bool tcEmitWindowLoad(TcEmit *e, const TcCpuRead *read, const TcPlace *at,
                      TcLane inside, TcLane *out) {
  Window w = {.e = e, .read = read, .at = at, .element = read->value->element};
  if (!readWindow(&w) || (e->mask.v.ptr && !e->mask.wide))
    return false;
  MlirValue x = termOf(&w, loadRun(&w));
  if (w.before)
    x = shifted(&w, x, elementBefore(&w, inside));
  *out = (TcLane){.v = x, .wide = true};
  return true;
}
