// Sorts in shared memory of elements whose key and position are one word: each
// thread sorts a few in registers, by a network (K. Batcher: Sorting networks
// and their applications, 1968), then all merge runs, of which each thread
// makes a share of as many (O. Green, R. McColl, D. Bader: GPU merge path,
// 2012). The keys are the high halves of the words, so that equal ones are in
// the order of their positions, and what is compared is one number. Behind the
// elements lie words greater than all, so that runs are whole. A share is in
// registers until all have been read: words need no second place. Of a sort
// that takes few, shares behind these are not made.
//
// Words of 32 bits, of keys in a small range, are sorted without merges
// (word_network.c).
//
// There is a word left out behind each eight: threads that read or write eight
// neighbours each, one after the other, are in different banks.
#include "passes/lower/gpu/word_sort.h"

#include "passes/lower/cpu/sort.h"
#include "passes/schedule/gpu-sort.h"

#include "tc/gen/ArithOps.h"

#include "lib/support/bits.h"

enum { WORD = 8, NARROW_WORD = 4, BANK_WORDS = 8 };

static int64_t log2Of(int64_t n) {
  int64_t bits = 0;
  while ((int64_t)1 << bits < n)
    ++bits;
  return bits;
}

static int64_t eachOf(int64_t threads, int64_t n) {
  int64_t each = 1;
  while (each * threads < n)
    each *= 2;
  return each;
}

int64_t tcGpuWordSortBytes(const TcGpuEmit *g, const TcCpuStage *s, int64_t n) {
  enum { NARROW = 4, ALIGN = 64 };
  int64_t threads = g->threads, each = eachOf(threads, n);
  if (n < 1 || n > INT32_MAX || each > TC_GPU_MOST_WORDS_EACH ||
      !tcIsPowerOfTwo(threads) ||
      tcCpuBytes(s->results.data[0]->element) > NARROW)
    return 0;
  int64_t least, words = threads * each + threads * each / BANK_WORDS;
  int64_t word =
      tcGpuNarrowWords(s, threads * each, &least) ? NARROW_WORD : WORD;
  int64_t bytes = (words * word + ALIGN - 1) / ALIGN * ALIGN;
  return bytes <= g->target->sharedBytes ? bytes : 0;
}

//===- Words --------------------------------------------------------------===//

// Indices have 32 bits, which take half the instructions of 64.
static MlirValue num(TcEmit *e, int64_t n) { return tcEmitInt(e, e->i32, n); }

static MlirValue narrow(TcEmit *e, MlirValue i) {
  return tcArithTrunci(&e->b, e->i32, i);
}

static MlirValue widen(TcEmit *e, MlirValue i) {
  return tcArithExtui(&e->b, e->i64, i);
}

static MlirValue slot(TcEmit *e, MlirValue i) {
  MlirValue gaps = tcArithShrui(&e->b, i, num(e, 3));
  return widen(e, tcArithAddi(&e->b, i, gaps));
}

static MlirValue loadAs(TcGpuEmit *g, MlirType type, MlirValue i) {
  TcEmit *e = &g->e;
  return tcSortLoad(e, g->shared, type, slot(e, i));
}

static MlirValue load(const TcGpuWords *w, MlirValue i) {
  return loadAs(w->g, w->type, i);
}

static void store(const TcGpuWords *w, MlirValue i, MlirValue word) {
  TcEmit *e = &w->g->e;
  tcSortStore(e, w->g->shared, w->type, slot(e, i), word);
}

static bool isNarrow(const TcGpuWords *w) {
  return mlirTypeEqual(w->type, w->g->e.i32);
}

MlirValue tcGpuWordPosition(TcGpuEmit *g, const TcCpuStage *s, int64_t most,
                            MlirValue i) {
  TcEmit *e = &g->e;
  int64_t least, all = g->threads * eachOf(g->threads, most);
  if (tcGpuNarrowWords(s, all, &least))
    return widen(e, tcArithAndi(&e->b, loadAs(g, e->i32, narrow(e, i)),
                                num(e, all - 1)));
  return tcArithAndi(&e->b, loadAs(g, e->i64, narrow(e, i)),
                     tcEmitI64(e, UINT32_MAX));
}

MlirValue tcGpuWordKey(TcGpuEmit *g, const TcCpuStage *s, int64_t most,
                       MlirValue i) {
  TcEmit *e = &g->e;
  int64_t least, all = g->threads * eachOf(g->threads, most);
  if (tcGpuNarrowWords(s, all, &least)) {
    MlirValue word = loadAs(g, e->i32, narrow(e, i));
    return tcArithAddi(&e->b, tcArithShrui(&e->b, word, num(e, log2Of(all))),
                       num(e, least));
  }
  MlirValue word = loadAs(g, e->i64, narrow(e, i));
  return narrow(e, tcArithShrui(&e->b, word, tcEmitI64(e, 32)));
}

// Keys, less the least one, are the bits above those of positions.
static MlirValue narrowWord(const TcGpuWords *w, MlirValue key, MlirValue at) {
  TcEmit *e = &w->g->e;
  int64_t least = 0, all = w->each * w->g->threads;
  tcGpuNarrowWords(w->s->r->s, all, &least);
  MlirValue above = tcArithSubi(&e->b, key, num(e, least));
  return tcArithOri(&e->b, tcArithShli(&e->b, above, num(e, log2Of(all))),
                    narrow(e, at));
}

static MlirValue wideWord(TcEmit *e, MlirValue key, MlirValue at) {
  MlirValue high =
      tcArithShli(&e->b, tcArithExtui(&e->b, e->i64, key), tcEmitI64(e, 32));
  return tcArithOri(&e->b, high, at);
}

// Makes the word of element i; false after an error.
static bool makeWord(const TcGpuWords *w, MlirValue i, MlirValue low) {
  TcEmit *e = &w->g->e;
  MlirValue last = tcArithSubi(&e->b, w->s->n, tcEmitI64(e, 1));
  MlirValue at = tcArithMinsi(&e->b, i, last);
  MlirValue key = tcSortKey(w->s, low.ptr ? tcArithAddi(&e->b, low, at) : at);
  if (!key.ptr)
    return false;
  MlirValue word = isNarrow(w) ? narrowWord(w, key, at) : wideWord(e, key, at);
  word = tcArithSelect(&e->b, tcSortLess(e, i, w->s->n), word, w->last);
  store(w, narrow(e, i), word);
  return true;
}

static bool makeWords(const TcGpuWords *w, MlirValue low) {
  TcGpuEmit *g = w->g;
  MlirValue all = tcEmitI64(&g->e, w->each * g->threads);
  TcLoop loop = tcGpuForThread(g, all, 0, NULL);
  bool ok = makeWord(w, tcSortIndex(&loop), low);
  tcEmitForEnd(&g->e, &loop, 0, NULL);
  tcGpuBarrierAll(g);
  return ok;
}

// The thread's words, adjacent ones.
static MlirValue ownAt(const TcGpuWords *w, int64_t i) {
  TcEmit *e = &w->g->e;
  MlirValue first =
      tcArithMuli(&e->b, narrow(e, w->g->thread), num(e, w->each));
  return tcArithAddi(&e->b, first, num(e, i));
}

//===- In registers -------------------------------------------------------===//

static void compareExchange(TcEmit *e, MlirValue *x, MlirValue *y) {
  MlirValue less = tcSortLess(e, *y, *x), low = *x;
  *x = tcArithSelect(&e->b, less, *y, low);
  *y = tcArithSelect(&e->b, less, low, *y);
}

// Batcher's odd-even merges of runs of `run`, which are twice as long then.
static void mergeNetwork(TcEmit *e, MlirValue *x, int64_t n, int64_t run) {
  for (int64_t k = run; k; k /= 2)
    for (int64_t i = k % run; i + k < n; ++i)
      if (((i - k % run) & k) == 0 && i / (2 * run) == (i + k) / (2 * run))
        compareExchange(e, &x[i], &x[i + k]);
}

// Each thread's words, or narrow ones of all.
static void sortOwn(const TcGpuWords *w) {
  MlirValue x[TC_GPU_MOST_WORDS_EACH];
  for (int64_t i = 0; i < w->each; ++i)
    x[i] = load(w, ownAt(w, i));
  if (isNarrow(w)) {
    tcGpuBarrierAll(w->g); // the network uses the same shared memory
    tcGpuSortNetwork(w, x);
  }
  for (int64_t run = 1; run < w->each && !isNarrow(w); run *= 2)
    mergeNetwork(&w->g->e, x, w->each, run);
  for (int64_t i = 0; i < w->each; ++i)
    store(w, ownAt(w, i), x[i]);
  tcGpuBarrierAll(w->g);
}

//===- Merges -------------------------------------------------------------===//

// Two runs of `width`, and the first of the thread's share of both.
typedef struct Pair {
  MlirValue left, right, width, before; // i32
} Pair;

// How many words of the left run are among the first `before` of both.
static MlirValue splitOf(const TcGpuWords *w, const Pair *p, MlirValue bits) {
  TcGpuEmit *g = w->g;
  TcEmit *e = &g->e;
  MlirValue zero = num(e, 0), one = num(e, 1);
  TcLane range[] = {tcLaneScalar(tcArithMaxsi(
                        &e->b, zero, tcArithSubi(&e->b, p->before, p->width))),
                    tcLaneScalar(tcArithMinsi(&e->b, p->before, p->width))};
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), bits, 1, -1, 2, range);
  MlirValue low = range[0].v, high = range[1].v;
  MlirValue on = tcSortLess(e, low, high);
  MlirValue i = tcArithShrui(&e->b, tcArithAddi(&e->b, low, high), one);
  MlirValue j = tcArithSubi(&e->b, tcArithSubi(&e->b, p->before, i), one);
  i = tcArithSelect(&e->b, on, i, zero);
  j = tcArithSelect(&e->b, on, j, zero);
  MlirValue less = tcSortLess(e, load(w, tcArithAddi(&e->b, p->left, i)),
                              load(w, tcArithAddi(&e->b, p->right, j)));
  MlirValue up = tcArithAndi(&e->b, on, less);
  MlirValue down =
      tcArithAndi(&e->b, on, tcArithXori(&e->b, less, tcEmitI1(e, true)));
  range[0].v = tcArithSelect(&e->b, up, tcArithAddi(&e->b, i, one), low);
  range[1].v = tcArithSelect(&e->b, down, i, high);
  tcEmitForEnd(e, &loop, 2, range);
  return range[0].v;
}

// The word at index `i` of a run of `width` from `first` on; `last` behind it.
static MlirValue headOf(const TcGpuWords *w, MlirValue first, MlirValue i,
                        MlirValue width) {
  TcEmit *e = &w->g->e;
  MlirValue has = tcSortLess(e, i, width);
  MlirValue at = tcArithSelect(&e->b, has, i, num(e, 0));
  return tcArithSelect(&e->b, has, load(w, tcArithAddi(&e->b, first, at)),
                       w->last);
}

static void mergeShare(const TcGpuWords *w, const Pair *p, MlirValue bits,
                       TcLane *out) {
  TcEmit *e = &w->g->e;
  MlirValue one = num(e, 1);
  MlirValue i = splitOf(w, p, bits), j = tcArithSubi(&e->b, p->before, i);
  MlirValue x = headOf(w, p->left, i, p->width),
            y = headOf(w, p->right, j, p->width);
  for (int64_t k = 0; k < w->each; ++k) {
    MlirValue right = tcSortLess(e, y, x);
    out[k].v = tcArithSelect(&e->b, right, y, x);
    if (k + 1 == w->each)
      break;
    i = tcArithSelect(&e->b, right, i, tcArithAddi(&e->b, i, one));
    j = tcArithSelect(&e->b, right, tcArithAddi(&e->b, j, one), j);
    MlirValue next = headOf(w, tcArithSelect(&e->b, right, p->right, p->left),
                            tcArithSelect(&e->b, right, j, i), p->width);
    x = tcArithSelect(&e->b, right, x, next);
    y = tcArithSelect(&e->b, right, next, y);
  }
}

// Merge number `merge` of runs of as many threads' words.
static void mergeAll(const TcGpuWords *w, MlirValue merge) {
  TcGpuEmit *g = w->g;
  TcEmit *e = &g->e;
  TcLane out[TC_GPU_MOST_WORDS_EACH];
  MlirValue width = tcArithShli(&e->b, num(e, w->each), narrow(e, merge));
  MlirValue own = ownAt(w, 0), both = tcArithAddi(&e->b, width, width);
  Pair p = {.width = width,
            .before =
                tcArithAndi(&e->b, own, tcArithSubi(&e->b, both, num(e, 1)))};
  p.left = tcArithSubi(&e->b, own, p.before);
  p.right = tcArithAddi(&e->b, p.left, width);
  MlirValue bits = tcArithAddi(&e->b, merge, tcEmitI64(e, log2Of(w->each) + 1));
  MlirValue isTaken = tcSortLess(e, widen(e, p.before), w->s->take);
  MlirValue times = tcArithExtui(&e->b, e->i64, isTaken);
  for (int64_t k = 0; k < w->each; ++k)
    out[k] = tcLaneScalar(w->last);
  TcLoop taken =
      tcEmitFor(e, tcEmitI64(e, 0), times, 1, -1, (size_t)w->each, out);
  mergeShare(w, &p, bits, out);
  tcEmitForEnd(e, &taken, (size_t)w->each, out);
  tcGpuBarrierAll(g);
  TcLoop stores = tcEmitIf(e, isTaken);
  for (int64_t k = 0; k < w->each; ++k)
    store(w, ownAt(w, k), out[k].v);
  tcEmitIfEnd(e, &stores);
  tcGpuBarrierAll(g);
}

bool tcGpuSortWords(TcGpuEmit *g, TcSort *s, MlirValue low, int64_t most) {
  TcEmit *e = &g->e;
  TcGpuWords w = {.g = g,
                  .s = s,
                  .each = eachOf(g->threads, most),
                  .type = e->i64,
                  .last = tcEmitI64(e, INT64_MAX)};
  int64_t least;
  if (tcGpuNarrowWords(s->r->s, w.each * g->threads, &least)) {
    w.type = e->i32;
    w.last = num(e, INT32_MAX);
  }
  if (!makeWords(&w, low))
    return false;
  sortOwn(&w);
  if (isNarrow(&w))
    return true;
  int64_t merges = log2Of(g->threads);
  TcLoop loop =
      tcEmitFor(e, tcEmitI64(e, 0), tcEmitI64(e, merges), 1, -1, 0, NULL);
  mergeAll(&w, tcSortIndex(&loop));
  tcEmitForEnd(e, &loop, 0, NULL);
  return true;
}
