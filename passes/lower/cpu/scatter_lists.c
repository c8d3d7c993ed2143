// A scatter by many threads, in two phases. In the first each task lists the
// points of its part by who owns their positions; in the second each combines
// what it owns, part after part. So what goes to one element is combined in the
// order of the points, as in one task.
//
//   part p:   for i in p: counts[owner(i)] += 1
//             starts = counts of the owners before each
//             for i in p: list[starts[owner(i)]++] = (offset(i), term(i))
//   owner o:  for p, for (offset, term) in what p lists for o:
//               combine result[offset] with term
//
// An owner has a range of positions, as many as a power of two, so the lines of
// memory that it writes are its own. An entry is two words of 4 bytes where the
// offset and the term fit, else of 8: most of the time is that of writing them.
#include "passes/lower/cpu/gather.h"
#include "passes/lower/cpu/places.h"
#include "passes/lower/cpu/scatter.h"
#include "passes/schedule/cpu.h"

#include "ir/sizes.h"
#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"

enum { WORD = 8, LINE = 64 };

typedef struct Lists {
  TcEmit *e;
  const TcCpuPhase *p;
  const TcCpuStage *s;
  const TcCpuValue *v;
  TcNestRun x;
  int64_t parts, owners;
  TcCpuIters inner; // what a part runs over besides `split`, outermost first
  MlirType word;    // of an entry: i32 or i64
  MlirType stored;  // the type of listed terms
  MlirValue work;   // ptr: of the task's points
  MlirValue shift;  // i64: an owner has 2^shift positions
  // Of the part at hand: where the list of each owner starts, and all entries.
  MlirValue starts, entries;
} Lists;

//===- Memory -------------------------------------------------------------===//

static int64_t extentOf(const TcCpuKernel *k, int iter) {
  int64_t n = 1;
  tcSizeIsConst(k->iters.data[iter].extent, &n);
  return n;
}

static int64_t partsOf(const TcCpuKernel *k, const TcCpuPhase *p) {
  return p->pass.number ? extentOf(k, p->pass.part) : p->splitParts;
}

static int ownerIter(const TcCpuPhase *p) {
  return p->stages.data[0]->owners - 1;
}

// Halves are listed as they are computed with.
static MlirType storedType(const TcCpuKernel *k, const TcCpuStage *s) {
  MlirType element = s->results.data[0]->element;
  return tcTypeIsHalf(element) ? mlirF32TypeGet(k->ctx) : element;
}

// Bytes of the memory that positions are in, or `unknown`.
static int64_t bytesOf(const TcCpuKernel *k, const TcCpuValue *v,
                       int64_t unknown) {
  TcArena *a = k->arena;
  const TcSize *n = tcSizeConst(a, tcCpuBytes(v->element));
  for (size_t d = 0; d < v->rank; ++d)
    n = tcSizeMul(a, n, v->sizes[d]);
  if (v->dests.size)
    n = tcCpuBufferBytes(a, &k->buffers.data[v->dests.data[0].buffer]);
  int64_t bytes;
  return tcSizeIsConst(n, &bytes) ? bytes : unknown;
}

static int64_t wordBytes(const TcCpuKernel *k, const TcCpuStage *s) {
  bool fits = tcCpuBytes(storedType(k, s)) <= 4 &&
              bytesOf(k, s->results.data[0], INT64_MAX) <= INT32_MAX;
  return fits ? 4 : 8;
}

// Iterators of the scatter that are no tasks', but for the one that is split.
static TcCpuIters innerOf(const TcCpuKernel *k, const TcCpuPhase *p) {
  TcCpuIters split = {0};
  tcVecPush(k->arena, &split, p->split);
  TcCpuIters inner =
      tcCpuItersWithout(k->arena, &p->stages.data[0]->iters, &p->tasks);
  return tcCpuItersWithout(k->arena, &inner, &split);
}

// The points of a part, at most.
static const TcSize *capacityOf(const TcCpuKernel *k, const TcCpuPhase *p) {
  TcArena *a = k->arena;
  TcCpuIters inner = innerOf(k, p);
  const TcSize *n = tcSizeCeilDiv(a, k->iters.data[p->split].extent,
                                  tcSizeConst(a, partsOf(k, p)));
  return tcSizeMul(a, n, tcCpuProduct(a, k, &inner));
}

// Counts are two places further on while starts are made of them in place.
static int64_t headerBytes(const TcCpuKernel *k, const TcCpuPhase *p) {
  int64_t bytes = (extentOf(k, ownerIter(p)) + 2) * WORD;
  return (bytes + LINE - 1) / LINE * LINE;
}

static const TcSize *partBytes(const TcCpuKernel *k, const TcCpuPhase *p) {
  TcArena *a = k->arena;
  int64_t each = 2 * wordBytes(k, p->stages.data[0]);
  const TcSize *bytes = tcSizeMul(a, capacityOf(k, p), tcSizeConst(a, each));
  const TcSize *lines = tcSizeCeilDiv(a, bytes, tcSizeConst(a, LINE));
  return tcSizeAdd(a, tcSizeConst(a, headerBytes(k, p)),
                   tcSizeMul(a, lines, tcSizeConst(a, LINE)));
}

const TcSize *tcScatterListBytes(TcCpuKernel *k, const TcCpuPhase *p) {
  return tcSizeMul(k->arena, partBytes(k, p),
                   tcSizeConst(k->arena, partsOf(k, p)));
}

static MlirValue bytesFrom(TcEmit *e, MlirValue base, MlirValue bytes) {
  const int32_t dynamic = INT32_MIN;
  return tcLlvmGetelementptr(&e->b, e->ptr, base, 1, &bytes, 1, &dynamic,
                             e->i8);
}

// The number of the task's points among those of all tasks, in the order of the
// other iterators.
static MlirValue rowOf(TcEmit *e, const TcCpuPhase *p) {
  MlirValue row = tcEmitI64(e, 0);
  for (size_t i = 0; i < p->tasks.size; ++i) {
    int iter = p->tasks.data[i];
    if (iter == p->pass.part || iter == ownerIter(p))
      continue;
    row = tcArithMuli(&e->b, row, tcEmitExpr(e, e->k->iters.data[iter].extent));
    row = tcArithAddi(&e->b, row, e->iters[iter]);
  }
  return row;
}

static void enterPart(Lists *l, MlirValue part) {
  TcEmit *e = l->e;
  MlirValue bytes = tcEmitExpr(e, partBytes(e->k, l->p));
  l->starts = bytesFrom(e, l->work, tcArithMuli(&e->b, part, bytes));
  l->entries = bytesFrom(e, l->starts, tcEmitI64(e, headerBytes(e->k, l->p)));
}

static MlirValue load(Lists *l, MlirValue base, MlirValue i) {
  const TcLane all = {.v = {NULL}};
  return tcEmitLoadAt(l->e, base, l->e->i64, tcLaneScalar(i), all).v;
}

static void store(Lists *l, MlirValue base, MlirValue i, MlirValue x) {
  tcEmitStoreAt(l->e, base, l->e->i64, tcLaneScalar(i), tcLaneScalar(x));
}

static MlirValue plus(TcEmit *e, MlirValue x, int64_t n) {
  return tcArithAddi(&e->b, x, tcEmitI64(e, n));
}

// The number of an entry's term among elements of its type.
static TcLane termAt(Lists *l, MlirValue entry) {
  TcEmit *e = l->e;
  int64_t each = wordBytes(e->k, l->s) / tcCpuBytes(l->stored);
  MlirValue at = tcArithMuli(&e->b, entry, tcEmitI64(e, 2 * each));
  return tcLaneScalar(plus(e, at, each));
}

static TcLane offsetAt(Lists *l, MlirValue entry) {
  TcEmit *e = l->e;
  return tcLaneScalar(tcArithMuli(&e->b, entry, tcEmitI64(e, 2)));
}

static void storeEntry(Lists *l, MlirValue entry, TcLane offset, TcLane term) {
  TcEmit *e = l->e;
  if (wordBytes(e->k, l->s) == 4)
    offset.v = tcArithTrunci(&e->b, e->i32, offset.v);
  tcEmitStoreAt(e, l->entries, l->word, offsetAt(l, entry), offset);
  tcEmitStoreAt(e, l->entries, l->stored, termAt(l, entry), term);
}

static void loadEntry(Lists *l, MlirValue entry, TcLane *offset, TcLane *term) {
  TcEmit *e = l->e;
  const TcLane all = {.v = {NULL}};
  *offset = tcEmitLoadAt(e, l->entries, l->word, offsetAt(l, entry), all);
  if (wordBytes(e->k, l->s) == 4)
    offset->v = tcArithExtsi(&e->b, e->i64, offset->v);
  *term = tcEmitLoadAt(e, l->entries, l->stored, termAt(l, entry), all);
}

//===- Owners -------------------------------------------------------------===//

// Whether data decide the position in this dimension; else it is an iterator's.
static bool isByData(const Lists *l, size_t d) {
  return tcScatterIter(l->e->k, l->s, d) < 0;
}

// Bits of the greatest position, less those of the greatest owner.
static MlirValue shiftOf(const Lists *l) {
  TcEmit *e = l->e;
  MlirValue n = tcEmitI64(e, 1);
  for (size_t d = 0; d < l->v->rank; ++d)
    if (isByData(l, d))
      n = tcArithMuli(&e->b, n, tcEmitExpr(e, l->v->sizes[d]));
  MlirValue operands[] = {plus(e, n, -1), tcEmitI1(e, false)};
  MlirValue free = tcEmitIntrinsic(e, "llvm.ctlz.i64", e->i64, 2, operands);
  int64_t ownerBits = 0;
  while (((int64_t)1 << ownerBits) < l->owners)
    ++ownerBits;
  MlirValue bits = tcArithSubi(&e->b, tcEmitI64(e, 64 - ownerBits), free);
  return tcArithMaxsi(&e->b, bits, tcEmitI64(e, 0));
}

static MlirValue ownerOf(const Lists *l, const TcLane *index) {
  TcEmit *e = l->e;
  MlirValue position = tcEmitI64(e, 0);
  for (size_t d = 0; d < l->v->rank; ++d) {
    if (!isByData(l, d))
      continue;
    MlirValue size = tcEmitExpr(e, l->v->sizes[d]);
    position =
        tcArithAddi(&e->b, tcArithMuli(&e->b, position, size), index[d].v);
  }
  return tcArithShrui(&e->b, position, l->shift);
}

//===- A part -------------------------------------------------------------===//

typedef void (*AtPoint)(Lists *l, MlirValue owner, TcLane offset, TcLane term);

static void count(Lists *l, MlirValue owner, TcLane offset, TcLane term) {
  (void)offset, (void)term;
  MlirValue at = plus(l->e, owner, 2);
  store(l, l->starts, at, plus(l->e, load(l, l->starts, at), 1));
}

static void append(Lists *l, MlirValue owner, TcLane offset, TcLane term) {
  MlirValue next = plus(l->e, owner, 1), at = load(l, l->starts, next);
  store(l, l->starts, next, plus(l->e, at, 1));
  storeEntry(l, at, offset, term);
}

static void visit(Lists *l, AtPoint act) {
  TcEmit *e = l->e;
  size_t forwarded = e->forwarded.size;
  const TcLane *yields = tcNestEvaluate(&l->x, 0);
  if (!yields)
    return;
  TcPlace to = tcEmitPlaceOf(e, l->v);
  TcLane in, offset = tcScatterOffset(e, l->v, &to, yields, &in);
  if (!in.v.ptr)
    in = tcLaneScalar(tcEmitI1(e, true));
  if (act == count)
    tcEmitReport(e, in);
  TcLoop then = tcEmitIf(e, in.v);
  act(l, ownerOf(l, yields), offset, yields[l->v->rank]);
  tcEmitIfEnd(e, &then);
  e->forwarded.size = forwarded;
}

static void overInner(Lists *l, size_t level, AtPoint act) {
  TcEmit *e = l->e;
  if (level == l->inner.size) {
    visit(l, act);
    return;
  }
  MlirValue low, high;
  tcIterBounds(e, l->inner.data[level], &low, &high);
  TcLoop loop = tcEmitFor(e, low, high, 1, l->inner.data[level], 0, NULL);
  overInner(l, level + 1, act);
  tcEmitForEnd(e, &loop, 0, NULL);
}

static void overPart(Lists *l, MlirValue part, AtPoint act) {
  TcEmit *e = l->e;
  MlirValue n = tcEmitExpr(e, e->k->iters.data[l->p->split].extent);
  MlirValue length = tcArithCeildivsi(&e->b, n, tcEmitI64(e, l->parts));
  MlirValue low = tcArithMinsi(&e->b, tcArithMuli(&e->b, part, length), n);
  MlirValue high = tcArithMinsi(&e->b, tcArithAddi(&e->b, low, length), n);
  TcLoop loop = tcEmitFor(e, low, high, 1, l->p->split, 0, NULL);
  overInner(l, 0, act);
  tcEmitForEnd(e, &loop, 0, NULL);
}

static void clearCounts(Lists *l) {
  TcEmit *e = l->e;
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), tcEmitI64(e, l->owners + 2), 1,
                          -1, 0, NULL);
  store(l, l->starts, mlirBlockGetArgument(loop.body, 0), tcEmitI64(e, 0));
  tcEmitForEnd(e, &loop, 0, NULL);
}

// Owner o's list starts at word o + 1, and while entries are appended this is
// where the next one goes: in the end the start of the owner behind it.
static void countsToStarts(Lists *l) {
  TcEmit *e = l->e;
  TcLane sum = tcLaneScalar(tcEmitI64(e, 0));
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 2), tcEmitI64(e, l->owners + 2), 1,
                          -1, 1, &sum);
  MlirValue i = mlirBlockGetArgument(loop.body, 0);
  sum.v = tcArithAddi(&e->b, sum.v, load(l, l->starts, i));
  store(l, l->starts, i, sum.v);
  tcEmitForEnd(e, &loop, 1, &sum);
}

static void listPart(Lists *l) {
  MlirValue part = l->e->iters[l->p->pass.part];
  enterPart(l, part);
  clearCounts(l);
  overPart(l, part, count);
  countsToStarts(l);
  overPart(l, part, append);
}

//===- An owner -----------------------------------------------------------===//

static void combineLists(Lists *l) {
  TcEmit *e = l->e;
  MlirValue owner = e->iters[ownerIter(l->p)];
  TcPlace to = tcEmitPlaceOf(e, l->v);
  TcLoop parts =
      tcEmitFor(e, tcEmitI64(e, 0), tcEmitI64(e, l->parts), 1, -1, 0, NULL);
  enterPart(l, mlirBlockGetArgument(parts.body, 0));
  TcLoop entries =
      tcEmitFor(e, load(l, l->starts, owner),
                load(l, l->starts, plus(e, owner, 1)), 1, -1, 0, NULL);
  TcLane offset, term;
  loadEntry(l, mlirBlockGetArgument(entries.body, 0), &offset, &term);
  tcScatterCombine(e, l->s, &to, offset, term);
  tcEmitForEnd(e, &entries, 0, NULL);
  tcEmitForEnd(e, &parts, 0, NULL);
}

bool tcEmitScatterPass(TcEmit *e, const TcCpuPhase *p, const TcNest *n) {
  const TcCpuStage *s = p->stages.data[0];
  Lists l = {.e = e,
             .p = p,
             .s = s,
             .v = s->results.data[0],
             .x = tcNestRun(e, n),
             .parts = partsOf(e->k, p),
             .owners = extentOf(e->k, ownerIter(p)),
             .inner = innerOf(e->k, p),
             .word = wordBytes(e->k, s) == 4 ? e->i32 : e->i64,
             .stored = storedType(e->k, s)};
  MlirValue bytes = tcEmitExpr(e, tcScatterListBytes(e->k, p));
  l.work = bytesFrom(e, e->buffers[p->pass.work],
                     tcArithMuli(&e->b, rowOf(e, p), bytes));
  if (p->pass.number == 2) {
    combineLists(&l);
    return true;
  }
  l.shift = shiftOf(&l);
  listPart(&l);
  return l.x.ok;
}
