// Matches kernels that are streamed contractions. See stream.h.
#include "passes/lower/gpu/stream.h"

#include "passes/lower/cpu/stage.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinTypes.h"

#include <string.h>

enum { BLOCK = 16, MAX = TC_STREAM_MAX_PRODUCTS };

//===- Stages -------------------------------------------------------------===//

static bool isInMemory(const TcCpuValue *v) {
  return !v->stage && v->dests.size;
}

// Whether it is a map or a reduction that reads memory, or stages at its own
// point.
static bool isPlain(const TcCpuKernel *k, const TcCpuStage *s) {
  if ((s->kind != TC_CPU_MAP && s->kind != TC_CPU_REDUCE) || s->ordered ||
      s->gathered.size || s->results.size > TC_STAGE_MAX_RESULTS ||
      tcCpuStageHasComplex(s) || (s->kinds && s->kinds[0] == TC_CPU_CUSTOM))
    return false;
  for (size_t i = 0; i < s->reads.size; ++i)
    if (!isInMemory(s->reads.data[i].value) &&
        !tcCpuReadsOwnIndex(k, &s->reads.data[i]))
      return false;
  return true;
}

// Finds the stack of sums that tasks share, and the contraction that makes it.
static void findStack(TcCpuKernel *k, TcGpuStream *s) {
  for (size_t i = 0; i < k->stages.size && !s->stack; ++i)
    if (tcGpuStreamIsStack(k, k->stages.data[i])) {
      s->stack = k->stages.data[i];
      s->across.stage = s->stack->reads.data[0].value->stage;
    }
}

bool tcGpuStreamIsApart(const TcGpuStream *s, const TcCpuStage *stage) {
  for (size_t i = 0; i < s->apart.size; ++i)
    if (s->apart.data[i] == stage)
      return true;
  return false;
}

// Whether the stage clears the stack, or reads it, or what others make of it.
static bool readsStack(const TcGpuStream *s, const TcCpuStage *stage) {
  bool reads = stage->clears != NULL;
  for (size_t i = 0; i < stage->reads.size; ++i) {
    const TcCpuStage *from = stage->reads.data[i].value->stage;
    reads |= from && (from == s->stack || tcGpuStreamIsApart(s, from));
  }
  return reads;
}

// Divides the stages: before the loop, initial values, the loop, after it.
static bool sortStages(TcCpuKernel *k, TcGpuStream *s) {
  findStack(k, s);
  for (size_t i = 0; i < k->stages.size; ++i) {
    TcCpuStage *stage = k->stages.data[i];
    if (stage == s->stack || stage == s->across.stage)
      continue;
    if (readsStack(s, stage)) {
      tcVecPush(k->arena, &s->apart, stage);
      continue;
    }
    if (!isPlain(k, stage) || (stage->in && stage->in->around))
      return false;
    TcCpuStages *to = stage->in       ? &s->loop
                      : stage->unit   ? &s->inits
                      : s->inits.size ? &s->behind
                                      : &s->before;
    if (stage->in && stage->in->iter != k->stream.block)
      return false;
    tcVecPush(k->arena, to, stage);
  }
  return s->loop.size && s->inits.size;
}

//===- Contractions -------------------------------------------------------===//

static bool findContractions(const TcCpuKernel *k, TcGpuStream *s) {
  int point = k->stream.point;
  for (size_t i = 0; i < s->loop.size; ++i) {
    TcCpuStage *stage = s->loop.data[i];
    if (!stage->contract)
      continue;
    bool makes = tcCpuItersHave(&stage->iters, point);
    int *n = makes ? &s->numMakes : &s->numSums;
    if (*n == MAX ||
        (!makes && (stage->over.size != 1 || stage->over.data[0] != point)))
      return false;
    (makes ? s->makes : s->sums)[(*n)++].stage = stage;
  }
  return s->numMakes && s->numSums;
}

static bool isStreamed(const TcCpuKernel *k, const TcCpuRead *r) {
  return tcCpuReadUses(k, r, k->stream.block) ||
         tcCpuReadUses(k, r, k->stream.point);
}

// The two factors of a contraction: the one that is streamed from memory, and
// the other.
static bool findFactors(const TcCpuKernel *k, const TcCpuStage *c,
                        const TcCpuRead **streamed, const TcCpuRead **other) {
  for (intptr_t i = 0; i < 2; ++i) {
    const TcCpuRead *r = tcStageReadYielded(c, i);
    if (!r)
      return false;
    *(isInMemory(r->value) && isStreamed(k, r) ? streamed : other) = r;
  }
  return *streamed && *other;
}

// Finds the row operand in memory, or behind a copy that is made before the
// loop.
static bool findRows(const TcCpuKernel *k, TcGpuStream *s, int number,
                     const TcCpuRead *read) {
  TcGpuFactor *f = &s->factors[number];
  TcGpuStreamProduct *p = &s->makes[number];
  TcCpuStage *from = read->value->stage;
  f->read = p->rows = read;
  if (from) {
    bool copies = tcCpuReadsOwnIndex(k, read) && from->kind == TC_CPU_MAP &&
                  from->results.size == 1;
    f->read = copies ? tcStageReadYielded(from, 0) : NULL;
    p->rowCopy = from;
  }
  s->readers[number] = p->rowCopy ? p->rowCopy : p->stage;
  s->widths[number] = p->numOwn;
  return f->read && isInMemory(f->read->value) && !isStreamed(k, f->read) &&
         mlirTypeEqual(f->read->value->element, read->value->element);
}

// Adds a streamed operand, or reuses the one with the same elements. A pair of
// contractions needs operands at different times, and so twice.
static void addStreamed(TcCpuKernel *k, TcGpuStream *s, TcGpuStreamProduct *p,
                        const TcCpuRead *read, bool pair) {
  for (int i = s->numMakes; !pair && i < s->numOperands; ++i)
    if (tcGpuReadAlike(k, read, &p->own, s->factors[i].read,
                       &s->factors[i].iters)) {
      p->streamed = i;
      return;
    }
  p->streamed = s->numOperands++;
  s->factors[p->streamed].read = read;
  s->factors[p->streamed].iters = p->own;
  s->readers[p->streamed] = p->stage;
  s->widths[p->streamed] = p->numOwn;
}

static bool findOperands(TcCpuKernel *k, TcGpuStream *s, bool pair) {
  const TcCpuRead *streamed, *rows;
  s->numOperands = s->numMakes;
  for (int i = 0; i < s->numMakes; ++i) {
    if (!findFactors(k, s->makes[i].stage, &streamed, &rows) ||
        !findRows(k, s, i, rows))
      return false;
    addStreamed(k, s, &s->makes[i], streamed, pair);
  }
  for (int i = 0; i < s->numSums; ++i) {
    TcGpuStreamProduct *p = &s->sums[i];
    if (!findFactors(k, p->stage, &streamed, &p->terms))
      return false;
    const TcCpuStage *made = p->terms->value->stage;
    if (!made || !made->in || !tcCpuReadsOwnIndex(k, p->terms))
      return false;
    addStreamed(k, s, p, streamed, pair);
  }
  return true;
}

const TcCpuRead *tcGpuStreamOther(const TcCpuStage *contract,
                                  const TcCpuRead *factor) {
  const TcCpuRead *first = tcStageReadYielded(contract, 0);
  return first == factor ? tcStageReadYielded(contract, 1) : first;
}

// Whether all contractions permit a unit that rounds factors to TF32, or have
// sums so long that the errors of one that splits them are within those of f32
// (docs/numerics.md).
static bool permit(const TcCpuKernel *k, const TcGpuStream *s,
                   const TcUnit *unit) {
  enum { LONG = 16 };
  int64_t points;
  bool isShort = tcSizeIsConst(k->stream.extent, &points) && points < LONG;
  for (int i = 0; i < s->numMakes; ++i) {
    isShort |= s->makes[i].numOwn < LONG;
    if (tcUnitRoundsTf32(unit) && !s->makes[i].stage->tf32)
      return false;
  }
  for (int i = 0; i < s->numSums; ++i)
    if (tcUnitRoundsTf32(unit) && !s->sums[i].stage->tf32)
      return false;
  return !unit->slices || !isShort;
}

static bool haveTypes(const TcCpuKernel *k, const TcGpuStream *s,
                      const TcUnit *unit) {
  if (tcGpuIsOfWaves(unit) || !permit(k, s, unit))
    return false;
  for (int i = 0; i < s->numOperands; ++i)
    if (!tcGpuIsElement(s->factors[i].read->value->element, unit->operand))
      return false;
  for (int i = 0; i < s->numMakes; ++i) {
    MlirType made = s->makes[i].stage->results.data[0]->element;
    if (!tcGpuIsElement(made, unit->accumulator) && !tcTypeIsHalf(made))
      return false;
  }
  for (int i = 0; i < s->numSums; ++i)
    if (!tcGpuIsElement(s->sums[i].terms->value->element, unit->operand) ||
        !tcGpuIsElement(s->sums[i].stage->results.data[0]->element,
                        unit->accumulator))
      return false;
  return true;
}

//===- Iterators ----------------------------------------------------------===//

static TcCpuIters sharedIters(TcCpuKernel *k, const TcGpuStream *s) {
  TcCpuIters shared = s->makes[0].stage->iters;
  for (size_t i = 0; i < s->loop.size; ++i)
    shared = tcCpuItersAnd(k->arena, &shared, &s->loop.data[i]->iters);
  return shared;
}

// Finds the iterators that a contraction alone runs over.
static bool findOwn(TcCpuKernel *k, TcGpuStream *s) {
  enum { MOST = 256 };
  TcCpuIters shared = sharedIters(k, s);
  for (int i = 0; i < s->numMakes + s->numSums; ++i) {
    bool makes = i < s->numMakes;
    TcGpuStreamProduct *p = makes ? &s->makes[i] : &s->sums[i - s->numMakes];
    p->own = makes ? p->stage->over
                   : tcCpuItersWithout(k->arena, &p->stage->iters, &shared);
    if (!p->own.size ||
        !tcSizeIsConst(tcCpuProduct(k->arena, k, &p->own), &p->numOwn) ||
        p->numOwn < 1 || p->numOwn > MOST)
      return false;
  }
  tcVecPush(k->arena, &s->streamed, k->stream.block);
  tcVecPush(k->arena, &s->streamed, k->stream.point);
  return true;
}

static void findIters(TcCpuKernel *k, TcGpuStream *s) {
  TcCpuIters shared = sharedIters(k, s);
  for (size_t i = 0; i < shared.size; ++i) {
    int iter = shared.data[i];
    bool batch = false;
    for (int o = s->numMakes; o < s->numOperands; ++o)
      batch |= tcCpuReadUses(k, s->factors[o].read, iter);
    tcVecPush(k->arena, batch ? &s->batch : &s->rows, iter);
  }
  int64_t points;
  for (size_t i = 0; i < k->iters.size; ++i)
    if (tcSizeIsConst(k->iters.data[i].extent, &points) && points == 1 &&
        !tcCpuItersHave(&shared, (int)i))
      tcVecPush(k->arena, &s->ones, (int)i);
}

static bool areOnly(const TcCpuIters *iters, const TcGpuStream *s,
                    const TcCpuIters *more) {
  size_t n = s->batch.size + s->rows.size + (more ? more->size : 0);
  for (size_t i = 0; i < iters->size; ++i) {
    int iter = iters->data[i];
    if (tcCpuItersHave(&s->ones, iter) && !(more && tcCpuItersHave(more, iter)))
      ++n;
    else if (!tcCpuItersHave(&s->batch, iter) &&
             !tcCpuItersHave(&s->rows, iter) &&
             !(more && tcCpuItersHave(more, iter)))
      return false;
  }
  return iters->size == n;
}

TcGpuKind tcGpuStreamKind(const TcGpuStream *s, const TcCpuIters *iters) {
  if (tcCpuItersHave(iters, s->streamed.data[1]))
    return TC_GPU_OF_TERMS;
  if (areOnly(iters, s, NULL))
    return TC_GPU_OF_ROWS;
  int i = 0;
  while (i < s->numSums - 1 && !areOnly(iters, s, &s->sums[i].own))
    ++i;
  return (TcGpuKind)(TC_GPU_OF_SUMS + i);
}

static bool isRowCopy(const TcGpuStream *s, const TcCpuStage *stage) {
  for (int i = 0; i < s->numMakes; ++i)
    if (s->makes[i].rowCopy == stage)
      return true;
  return false;
}

static bool areSums(const TcGpuStream *s, const TcCpuIters *iters) {
  for (int i = 0; i < s->numSums; ++i)
    if (areOnly(iters, s, &s->sums[i].own))
      return true;
  return false;
}

// Whether all of the stage's elements are of one kind; a reduction must be one
// of terms.
static bool hasKind(const TcCpuKernel *k, const TcGpuStream *s,
                    const TcCpuStage *stage) {
  TcCpuIters point = {0};
  tcVecPush(k->arena, &point, k->stream.point);
  const TcCpuIters *iters = &stage->iters;
  if (stage->kind == TC_CPU_REDUCE && !stage->contract)
    return stage->in && tcCpuItersSame(k, &stage->over, &point) &&
           areOnly(iters, s, NULL);
  return areOnly(iters, s, NULL) || areSums(s, iters) ||
         (stage->in && areOnly(iters, s, &point));
}

static bool haveKinds(const TcCpuKernel *k, TcGpuStream *s) {
  const TcCpuStages *all[] = {&s->before, &s->inits, &s->loop, &s->behind};
  TcCpuStages kept = {0};
  for (int l = 0; l < 4; ++l)
    for (size_t i = 0; i < all[l]->size; ++i)
      if (!isRowCopy(s, all[l]->data[i]) && !hasKind(k, s, all[l]->data[i]))
        return false;
  for (size_t i = 0; i < s->before.size; ++i)
    if (!isRowCopy(s, s->before.data[i]))
      tcVecPush(k->arena, &kept, s->before.data[i]);
  s->before = kept;
  return s->rows.size > 0;
}

// Whether the stage is a copy of a row operand, and `reader` not its
// contraction.
static bool isRowCopyReadElsewhere(const TcGpuStream *s,
                                   const TcCpuStage *stage,
                                   const TcCpuStage *reader) {
  for (int i = 0; i < s->numMakes; ++i)
    if (s->makes[i].rowCopy == stage && s->makes[i].stage == reader)
      return false;
  return isRowCopy(s, stage);
}

// Whether results of the kernel are made after the loop, and copies of row
// operands are read by their contractions alone.
static bool staysInside(const TcCpuKernel *k, const TcGpuStream *s) {
  for (size_t i = 0; i < k->stages.size; ++i) {
    const TcCpuStage *stage = k->stages.data[i];
    bool behind = false;
    for (size_t j = 0; j < s->behind.size; ++j)
      behind |= s->behind.data[j] == stage;
    if (tcGpuStreamIsApart(s, stage) || stage == s->stack)
      continue;
    for (size_t r = 0; r < stage->results.size; ++r)
      if (!behind && stage->results.data[r]->dests.size)
        return false;
    for (size_t r = 0; r < stage->reads.size; ++r)
      if (stage->reads.data[r].value->stage &&
          isRowCopyReadElsewhere(s, stage->reads.data[r].value->stage, stage))
        return false;
  }
  return true;
}

//===- Operands -----------------------------------------------------------===//

// Finds along which iterator of its points or steps an operand is contiguous;
// an access along the steps must not cross the last one.
static bool matchOperand(TcCpuKernel *k, TcGpuStream *s, int number,
                         const TcCpuIters *points, const TcCpuIters *steps) {
  TcGpuFactor *f = &s->factors[number];
  TcGpuOperand *o = &s->operands[number];
  bool streamed = number >= s->numMakes;
  f->iters = *points;
  f->count = tcCpuProduct(k->arena, k, points);
  f->along = tcGpuReadStep(k, f->read, tcVecLast(points)) <
             tcGpuReadStep(k, f->read, tcVecLast(steps));
  o->factor = f;
  if (!tcGpuMatchOperand(k, steps, o))
    return false;
  while (streamed && !f->along && o->access > 1 &&
         !tcSizeExactDiv(k->arena, k->stream.extent,
                         tcSizeConst(k->arena, o->access)))
    o->access /= 2;
  return true;
}

static bool matchOperands(TcCpuKernel *k, TcGpuStream *s) {
  for (int i = 0; i < s->numOperands; ++i) {
    TcCpuIters own = s->factors[i].iters;
    bool isRows = i < s->numMakes;
    if (!matchOperand(k, s, i, isRows ? &s->rows : &own,
                      isRows ? &s->makes[i].own : &s->streamed))
      return false;
  }
  for (int i = s->numMakes; i < s->numOperands; ++i) {
    TcGpuTensorMap m = {0};
    if (tcGpuTensorMatch(k, &s->streamed, k->stream.extent, &s->batch,
                         &s->operands[i], &m))
      s->operands[i].map = m;
  }
  if (s->stack) // rows that do not exist have terms of 0
    s->operands[s->acrossRows].padded = true;
  // Steps that do not exist must contribute 0 to the terms.
  for (int i = 0; i < s->numMakes; ++i)
    s->operands[s->makes[i].streamed].padded = s->makes[i].numOwn % BLOCK != 0;
  return true;
}

// Of warp groups. One contraction of each sort is a pair, unless stages read
// f32 for each streamed point, which a pair's loop would load from memory, and
// the sums may be in flight as those of several.
static bool findLoop(TcCpuKernel *k, TcGpuStream *s) {
  if (!tcGpuStreamIsInFlight(s, s->pair))
    return false;
  if (s->pair && !tcGpuStreamIsInFlight(s, false))
    return true;
  tcGpuStreamFindColumns(k, s);
  bool several = s->pair && s->numColumns;
  if (s->pair && !several)
    return true;
  s->pair = false;
  return !several || findOperands(k, s, false);
}

// Whether each tile of rows is known to have a block of points.
static bool hasBlocks(const TcCpuKernel *k, const TcGpuStream *s) {
  int64_t points, low = 0, high;
  if (!tcSizeIsConst(k->stream.extent, &points) || points < 1)
    return false;
  if (!tcGpuStreamIsBounded(k, s))
    return true;
  for (size_t i = 0; i < k->stream.most.size && low >= 0; ++i)
    tcSizeRange(k->stream.most.data[i], &k->ranges, &low, &high);
  return low >= 0 && !k->stream.least.size;
}

bool tcGpuStreamMatch(TcCpuKernel *k, const TcUnit *unit, TcGpuStream *s) {
  bool groups = tcGpuReadsShared(unit);
  *s = (TcGpuStream){0};
  if (k->stream.block < 0 || k->stream.step % BLOCK ||
      (unit->rows != TC_UNIT_REGISTERS && unit->rows != TC_UNIT_EITHER) ||
      !unit->elementwise || !sortStages(k, s) || !findContractions(k, s))
    return false;
  s->pair = groups && s->numMakes + s->numSums == 2 && !s->stack;
  if (!findOwn(k, s) || !findOperands(k, s, s->pair) || !haveTypes(k, s, unit))
    return false;
  findIters(k, s);
  if (!haveKinds(k, s) || !staysInside(k, s) ||
      (s->stack && !tcGpuAcrossMatch(k, unit, s)))
    return false;
  tcGpuStreamFindCarried(s, groups);
  s->hasBlocks = hasBlocks(k, s);
  return (!groups || findLoop(k, s)) && matchOperands(k, s);
}

bool tcGpuStreamReadsColumns(const TcCpuKernel *k, const TcGpuStream *s,
                             const TcCpuRead *read) {
  for (size_t i = 0; i < s->rows.size; ++i)
    if (tcCpuReadUses(k, read, s->rows.data[i]))
      return false;
  return isInMemory(read->value) && tcCpuReadUses(k, read, k->stream.point);
}

bool tcGpuStreamReadsRows(const TcCpuKernel *k, const TcGpuStream *s,
                          const TcCpuRead *read) {
  for (size_t i = 0; i < k->iters.size; ++i)
    if (tcCpuReadUses(k, read, (int)i) && !tcCpuItersHave(&s->rows, (int)i) &&
        !tcCpuItersHave(&s->batch, (int)i))
      return false;
  return isInMemory(read->value);
}

bool tcGpuStreamIsWhole(const TcCpuKernel *k) {
  return tcSizeExactDiv(k->arena, k->stream.extent,
                        tcSizeConst(k->arena, k->stream.step)) != NULL;
}
