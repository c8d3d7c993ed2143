// Contractions of which each result sums a range of an iterator's points that
// is data (lib/ir/segments.h). Steps outside of the range add exactly nothing
// (L8), so the iterator becomes one of the range alone, whose extent is a size
// with elements of the two tables:
//
//   contract (g, m, n) over (b' < end[g] - first[g], r)
//       reads(%x[first[g] + b', r, m], %y[first[g] + b', r, n])
//
// Whatever loops over the steps then visits those of the range, in all forms of
// products, and reads the factors as they lie.
#include "passes/lower/cpu/kernel_impl.h"

#include "ir/segments.h"

#include "mlir-c/BuiltinAttributes.h"

typedef struct Range {
  TcCpuKernel *k;
  TcCpuStage *s;
  TcSegments is;
  int iter;
} Range;

static const TcCpuRead *readAt(const Range *r, intptr_t input) {
  return &r->s->reads.data[input];
}

// Whether a bound is one for a whole product: its iterators are those of both
// factors, or of neither.
static bool isOfProduct(const Range *r, intptr_t bound) {
  if (!tcCpuIsTable(r->k, r->s, readAt(r, bound)))
    return false;
  for (size_t i = 0; i < r->s->iters.size; ++i) {
    int iter = r->s->iters.data[i];
    if (tcCpuReadUses(r->k, readAt(r, bound), iter) &&
        tcCpuReadUses(r->k, readAt(r, r->is.factors[0]), iter) !=
            tcCpuReadUses(r->k, readAt(r, r->is.factors[1]), iter))
      return false;
  }
  return true;
}

// How many segments share the points: each is taken for as long.
static int64_t countSegments(const Range *r) {
  int64_t n = 1;
  for (size_t i = 0; i < r->s->iters.size; ++i) {
    int iter = r->s->iters.data[i];
    if (tcCpuReadUses(r->k, readAt(r, r->is.end), iter) &&
        !tcCpuReadUses(r->k, readAt(r, r->is.factors[0]), iter))
      n *= tcCpuExtent(r->k, iter, 1);
  }
  return n;
}

static const TcSize *boundOf(const Range *r, intptr_t bound, int64_t most,
                             int64_t guess) {
  TcCpuTable table = {.read = *readAt(r, bound),
                      .size = most + 1,
                      .isBound = true,
                      .guess = guess};
  return tcCpuTableElement(r->k, &table);
}

static TcCpuRead shifted(const Range *r, intptr_t factor, const TcSize *to) {
  TcCpuKernel *k = r->k;
  TcMap map = {.arena = k->arena};
  TcCpuRead read = *readAt(r, factor);
  const TcSize **index =
      TC_ARENA_ARRAY(k->arena, const TcSize *, read.value->rank + 1);
  tcMapSetText(&map, k->iters.data[r->iter].name, (void *)to);
  for (size_t d = 0; d < read.value->rank; ++d)
    index[d] = tcSizeSubstitute(k->arena, read.index[d], &map);
  read.index = index;
  return read;
}

void tcCpuReadSegments(TcCpuKernel *k, TcCpuStage *s) {
  Range r = {.k = k, .s = s};
  TcArena *a = k->arena;
  int64_t n;
  if (s->in || s->ordered || !tcReadSegments(s->op, &r.is) ||
      !isOfProduct(&r, r.is.first) || !isOfProduct(&r, r.is.end))
    return;
  r.iter = tcCpuFindIter(k, mlirStringAttrGetValue(r.is.iter));
  if (!tcSizeIsConst(k->iters.data[r.iter].extent, &n))
    return;
  int64_t count = countSegments(&r);
  const TcSize *first = boundOf(&r, r.is.first, n, 0);
  const TcSize *end = boundOf(&r, r.is.end, n, (n + count - 1) / count);
  int iter = tcCpuKernelAddIter(
      k, k->iters.data[r.iter].name,
      tcSizeMax(a, tcSizeConst(a, 0), tcSizeSub(a, end, first)));
  k->iters.data[iter].most = tcSizeConst(a, n);
  const TcSize *at = tcSizeAdd(a, first, k->iters.data[iter].symbol);
  TcCpuRead factors[2] = {shifted(&r, r.is.factors[0], at),
                          shifted(&r, r.is.factors[1], at)};
  s->over.data[tcCpuItersFind(&s->over, r.iter)] = iter;
  s->reads.size = 0;
  tcVecPush(a, &s->reads, factors[0]);
  tcVecPush(a, &s->reads, factors[1]);
  s->body = (MlirBlock){NULL};
}
