// Contractions of a stream on units whose operands are fragments in registers
// (mma.sync). See stream.h.
//
// Fragments of 16-bit elements are 16 steps deep, of f32 (TF32) eight. Terms
// are the row operand of the contraction that sums them as they lie: of f32 a
// fragment is one 16 x 8 accumulator tile, whose columns 2 t and 2 t + 1 of
// thread t are taken for the steps t and t + 4. The other operand's steps are
// loaded in that order, too.
//
// Factors of f32 that may not be rounded are split (tf32_split.c). Their sums
// are added up over a block and then added to what is carried: the unit
// truncates sums, which would add up over all blocks.
#include "passes/lower/gpu/stream_emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"

#include <string.h>

enum { BLOCK = TC_UNIT_BLOCK, EACH = 4, PAIR = 2 * EACH, MAX_ROWS = 2 };
// Pairs of tiles whose sums are in flight at once.
enum { WIDTH = 2 };

static const TcUnit *unitOf(const TcGpuStream *s) { return s->tiling.unit; }

int64_t tcGpuBlocksDepth(const TcGpuStream *s, const TcGpuStreamProduct *p) {
  int64_t steps = tcGpuFragmentSteps(unitOf(s));
  return (p->numOwn + steps - 1) / steps;
}

static int64_t rowBlocks(const TcGpuStream *s) { return s->warpRows / BLOCK; }

bool tcGpuBlocksAreBrain(const TcGpuStream *s) {
  return !strcmp(unitOf(s)->operand, "bf16");
}

//===- Fragments ----------------------------------------------------------===//

static TcGpuFragments fragmentsOf(TcGpuBlocks *b, int operand,
                                  bool transposed) {
  const TcGpuOperand *o = &b->x.s->operands[operand];
  bool along = transposed ? !o->factor->along : o->factor->along;
  return (TcGpuFragments){.g = b->x.g, .o = o, .along = along};
}

static void beginRows(TcGpuBlocks *b, int product) {
  const TcGpuStream *s = b->x.s;
  b->rows[product] = fragmentsOf(b, product, false);
  tcGpuFragmentsBegin(
      &b->rows[product], b->x.lane, true, b->x.warpRow, s->warpRows,
      tcGpuBlocksDepth(s, &s->makes[product]) * tcGpuFragmentSteps(unitOf(s)));
}

// The streamed points are columns of contractions that make terms, and steps of
// those that sum.
void tcGpuBlocksBeginFragments(TcGpuBlocks *b) {
  TcGpuStreamEmit *x = &b->x;
  const TcGpuStream *s = x->s;
  MlirValue zero = tcBlocksI64(b, 0);
  int64_t block = s->tiling.depth;
  for (int p = 0; p < s->numMakes; ++p) {
    int64_t depth = tcGpuBlocksDepth(s, &s->makes[p]);
    b->points[p] = fragmentsOf(b, s->makes[p].streamed, true);
    tcGpuFragmentsBegin(&b->points[p], x->lane, false, zero, block,
                        depth * tcGpuFragmentSteps(unitOf(s)));
  }
  for (int p = 0; p < s->numSums; ++p) {
    TcGpuKind kind = tcGpuStreamKind(s, &s->sums[p].stage->iters);
    b->columns[p] = fragmentsOf(b, s->sums[p].streamed, false);
    b->columns[p].paired = b->columns[p].o->each == 4;
    tcGpuFragmentsBegin(&b->columns[p], x->lane, false, zero,
                        tcGpuRegisterTiles(x, kind) * 8, block);
  }
}

// The factors of an operand's fragment as the unit takes them.
static TcGpuFactors factorsOf(TcGpuBlocks *b, const TcCpuStage *stage,
                              const TcCpuRead *read, bool isStreamed,
                              const MlirValue bits[4]) {
  size_t number = (size_t)(read - stage->reads.data);
  bool isRound = number < 2 && stage->tf32Factors[number];
  return tcGpuFactorsOf(tcBlocksEmit(b), unitOf(b->x.s), isRound, isStreamed,
                        bits);
}

static void loadRows(TcGpuBlocks *b, int product, int64_t depth,
                     TcGpuFactors *out) {
  const TcGpuStreamProduct *p = &b->x.s->makes[product];
  MlirValue bits[4];
  for (int64_t i = 0; i < rowBlocks(b->x.s); ++i) {
    tcGpuFragmentsLoad(&b->rows[product], b->x.shared, i, depth, bits);
    out[i] = factorsOf(b, p->stage, p->rows, false, bits);
  }
}

void tcGpuBlocksLoadRows(TcGpuBlocks *b, int product) {
  const TcGpuStream *s = b->x.s;
  int64_t blocks = rowBlocks(s);
  int64_t depth = tcGpuBlocksDepth(s, &s->makes[product]);
  b->rowFragments[product] = TC_ARENA_ARRAY(
      tcBlocksEmit(b)->arena, TcGpuFactors, (size_t)(blocks * depth));
  beginRows(b, product);
  for (int64_t d = 0; d < depth; ++d)
    loadRows(b, product, d, &b->rowFragments[product][d * blocks]);
}

void tcGpuBlocksLoadResidentRows(TcGpuBlocks *b) {
  const TcGpuStream *s = b->x.s;
  for (int p = 0; p < s->numMakes; ++p)
    if (tcGpuStreamHoldsRows(s))
      tcGpuBlocksLoadRows(b, p);
    else
      beginRows(b, p);
}

//===- Products -----------------------------------------------------------===//

// Two 16 x 8 tiles of sums with adjacent columns: `high`, and of factors that
// are split, `low`, the sums of the products that have a lower part.
typedef struct Sums {
  TcLane *high, *low;
} Sums;

static void multiplyPart(TcGpuBlocks *b, const MlirValue a[4],
                         const MlirValue c[4], TcLane *acc) {
  MlirValue sums[EACH];
  for (int64_t side = 0; side < 2; ++side) {
    for (int i = 0; i < EACH; ++i)
      sums[i] = acc[EACH * side + i].v;
    tcNvvmMultiply(tcBlocksEmit(b), unitOf(b->x.s), NULL, a, &c[2 * side],
                   sums);
    for (int i = 0; i < EACH; ++i)
      acc[EACH * side + i] = tcLaneScalar(sums[i]);
  }
}

static void multiply(TcGpuBlocks *b, const TcGpuFactors *a,
                     const TcGpuFactors *c, Sums sums) {
  if (sums.low)
    multiplyPart(b, a->low, c->high, sums.low);
  multiplyPart(b, a->high, c->high, sums.high);
  if (sums.low) // not next to the other product that adds to these sums
    multiplyPart(b, a->high, c->low, sums.low);
}

static TcLane *newSums(TcGpuBlocks *b, size_t n) {
  TcEmit *e = tcBlocksEmit(b);
  TcLane *sums = TC_ARENA_ARRAY(e->arena, TcLane, n);
  for (size_t i = 0; i < n; ++i)
    sums[i] = tcLaneScalar(tcEmitFloat(e, e->f32, 0));
  return sums;
}

// Emits a contraction that makes terms, rounded to the element type of its
// value.
void tcGpuBlocksMakeTerms(TcGpuBlocks *b, int product, MlirValue slot) {
  TcGpuStreamEmit *x = &b->x;
  TcEmit *e = tcBlocksEmit(b);
  const TcGpuStream *s = x->s;
  const TcGpuStreamProduct *p = &s->makes[product];
  const TcCpuRead *points = tcGpuStreamOther(p->stage, p->rows);
  const TcCpuValue *v = p->stage->results.data[0];
  TcGpuRegisters *terms = tcGpuNewRegisters(x, v, TC_GPU_OF_TERMS);
  size_t n = tcGpuRegisterCount(x, TC_GPU_OF_TERMS);
  int64_t tiles = tcGpuRegisterTiles(x, TC_GPU_OF_TERMS), blocks = rowBlocks(s);
  TcGpuFactors *fragments = b->rowFragments[product], read[MAX_ROWS], c;
  MlirValue bits[4];
  TcLane *high = newSums(b, n), *low = NULL;
  if (unitOf(s)->slices)
    low = newSums(b, n);
  for (int64_t d = 0; d < tcGpuBlocksDepth(s, p); ++d) {
    const TcGpuFactors *a = fragments ? &fragments[d * blocks] : read;
    if (!fragments)
      loadRows(b, product, d, read);
    for (int64_t j = 0; j < tiles / 2; ++j) {
      tcGpuFragmentsLoad(&b->points[product], slot, j, d, bits);
      c = factorsOf(b, p->stage, points, true, bits);
      for (int64_t i = 0; i < blocks; ++i) {
        int64_t at = EACH * (i * tiles + 2 * j);
        multiply(b, &a[i], &c, (Sums){&high[at], low ? &low[at] : NULL});
      }
    }
  }
  for (size_t i = 0; i < n; ++i) {
    TcLane sum = low ? tcGpuUnsplit(e, high[i], low[i]) : high[i];
    terms->data[i] = tcEmitRound(e, sum, v->element);
  }
}

//===- Terms as factors ---------------------------------------------------===//

// Term `i`; 0 where its point does not exist.
static TcLane termOf(TcGpuBlocks *b, const TcCpuValue *v, size_t i) {
  TcEmit *e = tcBlocksEmit(b);
  TcLane term = tcGpuRegistersOf(&b->x, v)->data[i];
  TcLane exists = tcLaneScalar(tcGpuStreamExists(&b->x, i));
  return exists.v.ptr ? tcEmitSelect(e, exists, term, tcEmitZero(e, v->element))
                      : term;
}

// Packs two adjacent terms into a register of the unit's operand.
static MlirValue packTerms(TcGpuBlocks *b, const TcCpuValue *v, size_t i) {
  const int64_t two = 2;
  TcEmit *e = tcBlocksEmit(b);
  MlirType half = tcGpuBlocksAreBrain(b->x.s) ? mlirBF16TypeGet(e->ctx)
                                              : mlirF16TypeGet(e->ctx);
  MlirValue pair = tcLlvmMlirUndef(&e->b, mlirVectorTypeGet(1, &two, half));
  for (size_t j = 0; j < 2; ++j) {
    TcLane bits = tcEmitHalfBits(e, termOf(b, v, i + j), v->element);
    pair = tcLlvmInsertelement(&e->b, pair, tcArithBitcast(&e->b, half, bits.v),
                               tcBlocksI64(b, (int64_t)j));
  }
  return tcLlvmBitcast(&e->b, e->i32, pair);
}

// Accumulators of two adjacent 16 x 8 tiles are, packed as pairs of narrow
// floats, a 16 x 16 fragment.
void tcGpuBlocksTermFragment(TcGpuBlocks *b, const TcGpuStreamProduct *p,
                             int64_t row, int64_t steps, MlirValue out[4]) {
  int64_t tiles = tcGpuRegisterTiles(&b->x, TC_GPU_OF_TERMS);
  size_t first = (size_t)(EACH * (row * tiles + 2 * steps));
  for (size_t i = 0; i < 4; ++i)
    out[i] =
        packTerms(b, p->terms->value, first + EACH * (i / 2) + 2 * (i % 2));
}

// Those of one are, of f32, a 16 x 8 fragment: registers 0 and 2 have a
// thread's two rows of its first column, 1 and 3 of its second.
static void termBits(TcGpuBlocks *b, const TcGpuStreamProduct *p, int64_t row,
                     int64_t steps, MlirValue out[4]) {
  TcEmit *e = tcBlocksEmit(b);
  int64_t tiles = tcGpuRegisterTiles(&b->x, TC_GPU_OF_TERMS);
  size_t first = (size_t)(EACH * (row * tiles + steps));
  for (size_t i = 0; i < 4; ++i) {
    TcLane term = termOf(b, p->terms->value, first + 2 * (i % 2) + i / 2);
    out[i] = tcLlvmBitcast(&e->b, e->i32, term.v);
  }
}

static TcGpuFactors termFactors(TcGpuBlocks *b, const TcGpuStreamProduct *p,
                                int64_t row, int64_t steps) {
  MlirValue bits[4];
  if (tcUnitBytes(unitOf(b->x.s)) == 4)
    termBits(b, p, row, steps, bits);
  else
    tcGpuBlocksTermFragment(b, p, row, steps, bits);
  return factorsOf(b, p->stage, p->terms, false, bits);
}

//===- Sums ---------------------------------------------------------------===//

TcGpuRegisters *tcGpuBlocksNewSums(TcGpuBlocks *b,
                                   const TcGpuStreamProduct *p) {
  TcGpuKind kind = tcGpuStreamKind(b->x.s, &p->stage->iters);
  return tcGpuNewRegisters(&b->x, p->stage->results.data[0], kind);
}

// The accumulators start from the carried sums as the merge would have them
// with -0 added, or from 0.
bool tcGpuBlocksStartSums(TcGpuBlocks *b, const TcGpuStreamProduct *p,
                          TcGpuRegisters *sums) {
  TcGpuStreamEmit *x = &b->x;
  TcEmit *e = tcBlocksEmit(b);
  double zero = p->merge ? -0.0 : 0.0;
  size_t n = tcGpuRegisterCount(x, sums->kind);
  for (size_t i = 0; i < n; ++i)
    sums->data[i] = tcLaneScalar(tcEmitFloat(e, e->f32, zero));
  if (!p->merge)
    return true;
  if (!tcGpuStreamStage(x, p->merge))
    return false;
  const TcGpuRegisters *merged = tcGpuRegistersOf(x, p->merge->results.data[0]);
  memcpy(sums->data, merged->data, n * sizeof *sums->data);
  return true;
}

static TcGpuFactors columnFactors(TcGpuBlocks *b, int product, MlirValue slot,
                                  int64_t columns, int64_t steps) {
  const TcGpuStreamProduct *p = &b->x.s->sums[product];
  MlirValue bits[4];
  tcGpuFragmentsLoad(&b->columns[product], slot, columns, steps, bits);
  return factorsOf(b, p->stage, tcGpuStreamOther(p->stage, p->terms), true,
                   bits);
}

// Adds a block's products to the accumulators.
static void accumulate(TcGpuBlocks *b, int product, MlirValue slot,
                       TcGpuRegisters *sums) {
  const TcGpuStream *s = b->x.s;
  int64_t tiles = tcGpuRegisterTiles(&b->x, sums->kind);
  TcGpuFactors a[MAX_ROWS], c;
  for (int64_t k = 0; k < s->tiling.depth / tcGpuFragmentSteps(unitOf(s));
       ++k) {
    for (int64_t i = 0; i < rowBlocks(s); ++i)
      a[i] = termFactors(b, &s->sums[product], i, k);
    for (int64_t j = 0; j < tiles / 2; ++j) {
      c = columnFactors(b, product, slot, j, k);
      for (int64_t i = 0; i < rowBlocks(s); ++i)
        multiply(b, &a[i], &c,
                 (Sums){&sums->data[EACH * (i * tiles + 2 * j)], NULL});
    }
  }
}

// Adds products' sums, those of two tiles for each of the warp's row blocks, to
// the carried ones.
static void addUnsplit(TcGpuBlocks *b, const TcLane *high, const TcLane *low,
                       int64_t columns, TcGpuRegisters *sums) {
  TcEmit *e = tcBlocksEmit(b);
  int64_t tiles = tcGpuRegisterTiles(&b->x, sums->kind);
  for (int64_t i = 0; i < PAIR * rowBlocks(b->x.s); ++i) {
    int64_t tile = i / PAIR * tiles + 2 * columns;
    TcLane *sum = &sums->data[EACH * tile + i % PAIR];
    TcLane more = tcGpuUnsplit(e, high[i], low[i]);
    *sum = tcLaneScalar(tcArithAddf(&e->b, sum->v, more.v));
  }
}

// Of factors that are split: adds up a block's products, of `width` 16 columns
// from `first` on, and adds them to the carried sums. `a` are the terms.
static void addColumns(TcGpuBlocks *b, int product, MlirValue slot,
                       const TcGpuFactors *a, int64_t first, int64_t width,
                       TcGpuRegisters *sums) {
  const TcGpuStream *s = b->x.s;
  int64_t blocks = rowBlocks(s), n = PAIR * blocks;
  int64_t steps = s->tiling.depth / tcGpuFragmentSteps(unitOf(s));
  TcLane *high = newSums(b, (size_t)(n * width));
  TcLane *low = newSums(b, (size_t)(n * width));
  for (int64_t k = 0; k < steps; ++k)
    for (int64_t j = 0; j < width; ++j) {
      TcGpuFactors c = columnFactors(b, product, slot, first + j, k);
      for (int64_t i = 0; i < blocks; ++i)
        multiply(b, &a[k * blocks + i], &c,
                 (Sums){&high[n * j + PAIR * i], &low[n * j + PAIR * i]});
    }
  for (int64_t j = 0; j < width; ++j)
    addUnsplit(b, &high[n * j], &low[n * j], first + j, sums);
}

static void addBlock(TcGpuBlocks *b, int product, MlirValue slot,
                     TcGpuRegisters *sums) {
  const TcGpuStream *s = b->x.s;
  int64_t columns = tcGpuRegisterTiles(&b->x, sums->kind) / 2;
  int64_t blocks = rowBlocks(s);
  int64_t steps = s->tiling.depth / tcGpuFragmentSteps(unitOf(s));
  TcGpuFactors *a = TC_ARENA_ARRAY(tcBlocksEmit(b)->arena, TcGpuFactors,
                                   (size_t)(steps * blocks));
  for (int64_t k = 0; k < steps * blocks; ++k)
    a[k] = termFactors(b, &s->sums[product], k % blocks, k / blocks);
  for (int64_t j = 0; j < columns; j += WIDTH)
    addColumns(b, product, slot, a, j,
               j + WIDTH <= columns ? WIDTH : columns - j, sums);
}

bool tcGpuBlocksSumTerms(TcGpuBlocks *b, int product, MlirValue slot) {
  TcGpuStreamEmit *x = &b->x;
  const TcGpuStreamProduct *p = &x->s->sums[product];
  TcGpuRegisters *sums = tcGpuBlocksNewSums(b, p);
  if (!tcGpuBlocksStartSums(b, p, sums))
    return false;
  if (unitOf(x->s)->slices)
    addBlock(b, product, slot, sums);
  else
    accumulate(b, product, slot, sums);
  if (p->merge)
    tcMapSet(&x->registers, p->merge->results.data[0], sums);
  return true;
}
