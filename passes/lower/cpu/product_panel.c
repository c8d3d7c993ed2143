// Panels of elements as wide as registers, packed by the tasks of a product.
// See product.h.
//
// Loops over the reduction are nested as its iterators stride in the factor,
// the longest outside, so that memory is read in its order. Where columns are
// side by side, vectors of them are copied. Else a column's elements are read
// one after the other, for as many steps as fit the first cache with all
// columns of the panel, so that each cache line is read, and written, once:
//
//   for o: for c by 14: for column: for c in the block: for y, x:
//     panel[o, y, x, c, column] = w[column, o, c, y, x]
//
// Where the innermost of these loops walk through memory element by element (c,
// y and x of a weight w[column, c, y, x]; y and x, backwards, of the transposed
// one), vectors of that run are loaded for each column of a whole panel, and
// transposed in registers: each is then a step's, wherever the panel has that.
#include "passes/lower/cpu/nest.h"
#include "passes/lower/cpu/product_operands.h"
#include "passes/lower/cpu/stage.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include <stdlib.h>

enum { BLOCK_BYTES = 16 << 10 }; // of a panel: half of a first cache

typedef struct Pack {
  TcEmit *e;
  const TcProduct *p;
  MlirValue panel; // where to
  MlirValue first; // column
  TcCpuIters over; // as the loops are nested
  size_t run;      // of `over`, from where on they are a run
  int64_t length;  // its steps, negative: not known
  MlirValue column;
  bool isPart; // the panel: columns that do not exist are not read
} Pack;

static MlirValue plus(TcEmit *e, MlirValue x, int64_t n) {
  return tcArithAddi(&e->b, x, tcEmitI64(e, n));
}

static MlirValue extentOf(TcEmit *e, int iter) {
  return tcEmitExpr(e, e->k->iters.data[iter].extent);
}

//===- The order of loops -------------------------------------------------===//

static const TcSize *columnOffset(const Pack *k) {
  const TcCpuRead *r = k->p->columnFactor;
  return tcCpuReadOffset(k->e->k, r);
}

TcLane tcProductElement(TcEmit *e, const TcProduct *p, const TcCpuRead *r) {
  return tcEmitConvert(e, tcStageElement(e, r), r->value->element, p->element);
}

static void orderLoops(Pack *k) {
  const TcSize *offset = columnOffset(k);
  const TcCpuIters *given = &k->p->over;
  for (size_t i = 0; i < given->size; ++i) {
    int iter = given->data[i];
    double far = tcCpuDistance(k->e->k, offset, iter);
    size_t at = k->over.size;
    tcVecPush(k->e->arena, &k->over, iter);
    for (; at && tcCpuDistance(k->e->k, offset, k->over.data[at - 1]) < far;
         --at) {
      k->over.data[at] = k->over.data[at - 1];
      k->over.data[at - 1] = iter;
    }
  }
}

static MlirValue endOfColumns(Pack *k) { return extentOf(k->e, k->p->column); }

//===- Elements -----------------------------------------------------------===//

static void packAt(Pack *k, int64_t lanes, MlirValue column, MlirValue in) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  const TcSize *one = tcSizeConst(e->arena, 1);
  TcPlace place = {.base = k->panel, .strides = &one};
  e->lanes = lanes;
  e->vector = lanes > 1 ? p->column : -1;
  e->iters[p->column] = column;
  if (k->isPart && lanes > 1)
    e->mask = tcEmitLanesBelow(e, column, endOfColumns(k));
  TcLane x = tcEmitWiden(e, tcProductElement(e, p, p->columnFactor));
  e->mask = (TcLane){.v = {NULL}};
  e->vector = lanes > 1 ? p->inPanel : -1;
  e->iters[p->inPanel] = in;
  tcEmitStore(e, &place, p->element, 1, &p->panelIndex, x);
  e->lanes = 1;
  e->vector = -1;
}

typedef void PackStep(Pack *k);
typedef void PackPanel(Pack *k);

static void prefetchColumns(Pack *k) {
  const int32_t dynamic = INT32_MIN;
  TcEmit *e = k->e;
  const TcCpuRead *r = k->p->columnFactor;
  for (int64_t v = 0; v < k->p->vectors; ++v) {
    e->iters[k->p->column] = plus(e, k->first, v * k->p->lanes);
    MlirValue offset = tcEmitExpr(e, columnOffset(k));
    tcProductPrefetchAhead(
        e, k->p, r, tcVecLast(&k->over),
        tcLlvmGetelementptr(&e->b, e->ptr, e->buffers[r->value->arg], 1,
                            &offset, 1, &dynamic, r->value->element));
  }
}

static void packWhole(Pack *k) {
  TcEmit *e = k->e;
  if (tcProductPrefetchesPacking(e->k, k->p))
    prefetchColumns(k);
  for (int64_t v = 0; v < k->p->vectors; ++v) {
    MlirValue in = tcEmitI64(e, v * k->p->lanes);
    packAt(k, k->p->lanes, tcArithAddi(&e->b, k->first, in), in);
  }
}

// Whether the loops from `level` to `end` have so few steps, a window's, that
// they are written out.
static bool areFew(const Pack *k, size_t level, size_t end) {
  int64_t n = 1, few = k->p->loops.packingUnroll;
  for (; level < end && n <= few; ++level)
    n *= tcCpuExtent(k->e->k, k->over.data[level], few + 1);
  return n <= few;
}

// Runs `pack` at every step of the loops from `level` to `end`.
static void packOver(Pack *k, size_t level, size_t end, PackStep *pack) {
  TcEmit *e = k->e;
  if (level == end) {
    pack(k);
    return;
  }
  int iter = k->over.data[level];
  int64_t few = areFew(k, level, end) ? tcCpuExtent(e->k, iter, 0) : 0;
  for (int64_t i = 0; i < few; ++i) {
    e->iters[iter] = tcEmitI64(e, i);
    packOver(k, level + 1, end, pack);
  }
  if (few)
    return;
  TcLoop loop =
      tcEmitFor(e, tcEmitI64(e, 0), extentOf(e, iter), 1, iter, 0, NULL);
  packOver(k, level + 1, end, pack);
  tcEmitForEnd(e, &loop, 0, NULL);
}

// A panel that is whole, and one that is not.
static void packEither(Pack *k, PackPanel *whole, PackPanel *part) {
  TcEmit *e = k->e;
  if (tcProductHasWholePanels(e->k, k->p)) {
    whole(k);
    return;
  }
  MlirValue end = plus(e, k->first, tcProductWidth(k->p));
  MlirValue isWhole =
      tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLE, end, endOfColumns(k));
  MlirValue isPart = tcArithXori(&e->b, isWhole, tcEmitI1(e, true));
  TcLoop then = tcEmitIf(e, isWhole);
  whole(k);
  tcEmitIfEnd(e, &then);
  TcLoop otherwise = tcEmitIf(e, isPart);
  part(k);
  tcEmitIfEnd(e, &otherwise);
}

static void copyWhole(Pack *k) { packOver(k, 0, k->over.size, packWhole); }
static void copyPart(Pack *k) {
  k->isPart = true;
  packOver(k, 0, k->over.size, packWhole);
  k->isPart = false;
}

//===- Blocks of elements -------------------------------------------------===//

// From which loop on the steps of all loops inside fit a block, and how many of
// that loop.
static size_t blockLevel(const Pack *k, int64_t *steps) {
  TcEmit *e = k->e;
  int64_t room =
              BLOCK_BYTES / (tcProductWidth(k->p) * tcCpuBytes(k->p->element)),
          n = 0;
  size_t level = k->over.size - 1;
  for (; level > 0; --level) {
    int iter = k->over.data[level];
    if (!tcSizeIsConst(e->k->iters.data[iter].extent, &n) || n > room || n < 1)
      break;
    room /= n;
  }
  *steps = room > 1 ? room : 1;
  return level;
}

static void packElement(Pack *k) {
  packAt(k, 1, k->column, tcArithSubi(&k->e->b, k->column, k->first));
}

// Steps low..high of loop `level`, and all of those inside, of each column.
static void packBlock(Pack *k, size_t level, MlirValue low, MlirValue high) {
  TcEmit *e = k->e;
  int iter = k->over.data[level];
  MlirValue last = tcArithMinsi(&e->b, plus(e, k->first, tcProductWidth(k->p)),
                                endOfColumns(k));
  TcLoop columns = tcEmitFor(e, k->first, last, 1, -1, 0, NULL);
  k->column = mlirBlockGetArgument(columns.body, 0);
  TcLoop steps = tcEmitFor(e, low, high, 1, iter, 0, NULL);
  packOver(k, level + 1, k->over.size, packElement);
  tcEmitForEnd(e, &steps, 0, NULL);
  tcEmitForEnd(e, &columns, 0, NULL);
}

static void packBlocks(Pack *k) {
  TcEmit *e = k->e;
  int64_t steps;
  size_t level = blockLevel(k, &steps);
  MlirValue n = extentOf(e, k->over.data[level]);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), n, steps, -1, 0, NULL);
  MlirValue low = mlirBlockGetArgument(loop.body, 0);
  packBlock(k, level, low, tcArithMinsi(&e->b, plus(e, low, steps), n));
  tcEmitForEnd(e, &loop, 0, NULL);
}

static void packInBlocks(Pack *k) {
  int64_t steps;
  packOver(k, 0, blockLevel(k, &steps), packBlocks);
}

//===- Transposition ------------------------------------------------------===//

static void lanesAlong(TcEmit *e, int64_t lanes, int vector) {
  e->lanes = lanes;
  e->vector = vector;
}

// The innermost loops that walk through memory element by element, in either
// direction, become one run of steps. A loop whose extent is no constant is one
// by itself.
static void findRun(Pack *k) {
  TcCpuKernel *kernel = k->e->k;
  int64_t stride, n = 0;
  k->run = k->over.size;
  k->length = 1;
  for (size_t i = k->over.size; i-- > 0; k->run = i, k->length *= n) {
    int iter = k->over.data[i];
    bool fixed = tcSizeIsConst(kernel->iters.data[iter].extent, &n);
    if (!tcCpuConstStride(kernel, columnOffset(k), iter, &stride) ||
        llabs(stride) != k->length)
      return;
    if (fixed)
      continue;
    if (k->run == k->over.size && stride == 1) {
      k->run = i;
      k->length = -1;
    }
    return;
  }
}

// The iterators of a run's step number `t`, as its elements lie in memory.
static void atStep(Pack *k, MlirValue t) {
  TcEmit *e = k->e;
  if (k->length < 0)
    e->iters[k->over.data[k->run]] = t;
  for (size_t i = k->over.size; k->length > 0 && i-- > k->run;) {
    int iter = k->over.data[i];
    int64_t stride = 0, n = tcCpuExtent(e->k, iter, 1);
    tcCpuConstStride(e->k, columnOffset(k), iter, &stride);
    MlirValue at = i == k->run ? t : tcArithRemui(&e->b, t, tcEmitI64(e, n));
    t = i == k->run ? t : tcArithDivui(&e->b, t, tcEmitI64(e, n));
    e->iters[iter] =
        stride > 0 ? at : tcArithSubi(&e->b, tcEmitI64(e, n - 1), at);
  }
}

// The elements of `column` from step t on, those that `exists` has.
static TcLane runOf(Pack *k, MlirValue column, MlirValue t, TcLane exists) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  const TcCpuRead *r = p->columnFactor;
  MlirType element = r->value->element;
  const TcSize *one = tcSizeConst(e->arena, 1);
  const TcSize *index = e->k->iters.data[p->inPanel].symbol;
  lanesAlong(e, 1, -1);
  e->iters[p->column] = column;
  atStep(k, tcEmitI64(e, 0));
  MlirValue first = tcArithAddi(&e->b, tcEmitExpr(e, columnOffset(k)), t);
  TcPlace place = {.base =
                       tcEmitAt(e, e->buffers[r->value->arg], element, first),
                   .strides = &one};
  lanesAlong(e, p->lanes, p->inPanel);
  e->iters[p->inPanel] = tcEmitI64(e, 0);
  TcLane x = tcEmitLoad(e, &place, element, 1, &index, exists);
  return tcEmitWiden(e, tcEmitConvert(e, x, element, p->element));
}

// `n` steps from t on, at most one for each lane, of one vector of columns.
static void transposeVector(Pack *k, int64_t vector, MlirValue t, int64_t n) {
  TcEmit *e = k->e;
  const TcProduct *p = k->p;
  const TcSize *one = tcSizeConst(e->arena, 1);
  TcPlace place = {.base = k->panel, .strides = &one};
  TcLane *rows = TC_ARENA_ARRAY(e->arena, TcLane, (size_t)p->lanes);
  TcLane exists = {.v = {NULL}};
  lanesAlong(e, p->lanes, p->inPanel);
  if (n < p->lanes)
    exists = tcEmitLanesBelow(e, tcEmitI64(e, 0), tcEmitI64(e, n));
  for (int64_t c = 0; c < p->lanes; ++c)
    rows[c] = runOf(k, plus(e, k->first, vector * p->lanes + c), t, exists);
  tcEmitTranspose(e, rows, p->lanes);
  e->iters[p->inPanel] = tcEmitI64(e, vector * p->lanes);
  for (int64_t r = 0; r < n; ++r) {
    lanesAlong(e, 1, -1);
    atStep(k, plus(e, t, r));
    lanesAlong(e, p->lanes, p->inPanel);
    tcEmitStore(e, &place, p->element, 1, &p->panelIndex, rows[r]);
  }
  lanesAlong(e, 1, -1);
}

static void transposeVectors(Pack *k, MlirValue t, int64_t n) {
  for (int64_t v = 0; v < k->p->vectors; ++v)
    transposeVector(k, v, t, n);
}

// Steps that are no whole vector where it is not known how many: one by one.
static void packRest(Pack *k, MlirValue from, MlirValue to) {
  TcEmit *e = k->e;
  TcLoop last = tcEmitFor(e, from, to, 1, k->over.data[k->run], 0, NULL);
  packWhole(k);
  tcEmitForEnd(e, &last, 0, NULL);
}

// The run: whole vectors of its steps, then the rest.
static void transposeRun(Pack *k) {
  TcEmit *e = k->e;
  int64_t lanes = k->p->lanes, rest = k->length % lanes;
  MlirValue n = k->length < 0 ? extentOf(e, k->over.data[k->run])
                              : tcEmitI64(e, k->length);
  MlirValue whole =
      tcArithSubi(&e->b, n, tcArithRemsi(&e->b, n, tcEmitI64(e, lanes)));
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), whole, lanes, -1, 0, NULL);
  transposeVectors(k, mlirBlockGetArgument(loop.body, 0), lanes);
  tcEmitForEnd(e, &loop, 0, NULL);
  if (k->length < 0)
    packRest(k, whole, n);
  else if (rest)
    transposeVectors(k, whole, rest);
}

static void transposePanel(Pack *k) { packOver(k, 0, k->run, transposeRun); }

// Whether there is a run that is worth vectors along it.
static bool canTranspose(Pack *k) {
  const TcCpuRead *r = k->p->columnFactor;
  findRun(k);
  return mlirAttributeIsNull(r->fill) && r->value->arg >= 0 &&
         (k->length < 0 || 2 * k->length > k->p->lanes);
}

void tcProductPackElements(TcEmit *e, const TcProduct *p, MlirValue panel) {
  Pack k = {.e = e, .p = p, .panel = panel};
  k.first =
      tcArithMuli(&e->b, e->iters[p->panel], tcEmitI64(e, tcProductWidth(p)));
  orderLoops(&k);
  if (tcCpuHasStride(e->k, columnOffset(&k), p->column, 1))
    packEither(&k, copyWhole, copyPart);
  else if (canTranspose(&k))
    packEither(&k, transposePanel, packInBlocks);
  else
    packInBlocks(&k);
}
