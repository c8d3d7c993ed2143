// Sums of the rows' factor beside a product on units that read shared memory:
// of a weight's gradient y^T x also the bias's, the sum of y over the same
// steps. The factor's tiles are multiplied by eight columns of ones, from which
// each sum comes out eight times; blocks of the first columns store it. So what
// is summed is read from memory once for both, and sums have one order.
#include "passes/lower/gpu/unit_emit.h"

#include "lib/ir/kernel_read.h"
#include "passes/lower/cpu/tiles.h"

//===- Matching -----------------------------------------------------------===//

static bool readsAlike(const TcCpuRead *a, const TcCpuRead *b) {
  return mlirAttributeIsNull(a->fill) && tcCpuIsSameRead(a, b);
}

// Whether the body yields what it reads, widened.
static bool yieldsItsRead(const TcCpuStage *s) {
  MlirOperation op, end;
  if (mlirBlockIsNull(s->body))
    return true;
  op = mlirBlockGetFirstOperation(s->body);
  end = mlirBlockGetTerminator(s->body);
  return mlirOperationEqual(op, end) ||
         (tcIsA(op, "prim.convert_element_type") &&
          mlirOperationEqual(mlirOperationGetNextInBlock(op), end));
}

// Whether the iterators are those of the batch and of the rows.
static bool areOfRows(const TcCpuKernel *k, const TcGpuProduct *p,
                      const TcCpuIters *iters) {
  TcCpuIters all = p->batch;
  for (size_t i = 0; i < p->rows.iters.size; ++i)
    tcVecPush(k->arena, &all, p->rows.iters.data[i]);
  return tcCpuItersSame(k, iters, &all);
}

static bool areRowSums(const TcCpuKernel *k, const TcGpuProduct *p,
                       const TcCpuStage *s) {
  return s->kind == TC_CPU_REDUCE && !s->contract && !s->ordered && !s->in &&
         s->kinds[0] == TC_CPU_ADD && s->results.size == 1 &&
         s->reads.size == 1 && !s->gathered.size &&
         mlirTypeIsAF32(s->results.data[0]->element) && yieldsItsRead(s) &&
         tcTypeIsHalf(p->rows.read->value->element) &&
         readsAlike(&s->reads.data[0], p->rows.read) &&
         tcCpuItersSame(k, &s->over, &p->over) && areOfRows(k, p, &s->iters);
}

static bool isRowMap(const TcCpuKernel *k, const TcGpuProduct *p,
                     const TcCpuStage *s) {
  bool ok = s->kind == TC_CPU_MAP && !s->in && !s->gathered.size &&
            areOfRows(k, p, &s->iters) && !tcCpuStageHasComplex(s);
  for (size_t i = 0; ok && i < s->reads.size; ++i)
    ok = !s->reads.data[i].value->stage ||
         (s->reads.data[i].value->stage != p->match.contract &&
          tcCpuReadsOwnIndex(k, &s->reads.data[i]));
  return ok;
}

bool tcGpuMatchRowSums(TcCpuKernel *k, const TcCpuStages *stages,
                       TcGpuProduct *p) {
  for (size_t i = 0; i < stages->size; ++i) {
    TcCpuStage *s = stages->data[i];
    if (!p->rowSums && areRowSums(k, p, s))
      p->rowSums = s;
    else if (p->rowSums && isRowMap(k, p, s))
      tcVecPush(k->arena, &p->rowMaps, s);
    else
      return false;
  }
  return true;
}

//===- Products with ones -------------------------------------------------===//

// Eight columns of a chunk of steps; all other steps are read there, too.
enum { ONES = 8, BYTES = ONES * TC_UNIT_CHUNK_BYTES };

int64_t tcGpuRowSumsBytes(const TcGpuUnitProduct *u) {
  return u->p.rowSums ? BYTES : 0;
}

size_t tcGpuRowSumsStart(TcGpuTile *t, size_t numGroups, TcLane *state) {
  for (size_t i = 0; t->u->p.rowSums && i < numGroups; ++i)
    state[i] = tcLaneScalar(tcNvvmGroupZero(&t->g->e, ONES, tcTileSum(t)));
  return t->u->p.rowSums ? numGroups : 0;
}

static MlirValue onesAt(TcGpuTile *t) {
  return tcTileSharedAt(t, t->shared, t->g->e.i8, tcTileI64(t, t->u->onesAt));
}

void tcGpuRowSumsFill(TcGpuTile *t) {
  enum { WORD = 4, BF16 = 0x3f803f80, F16 = 0x3c003c00 };
  TcEmit *e = &t->g->e;
  if (!t->u->p.rowSums)
    return;
  bool wide = mlirTypeIsABF16(t->u->p.rows.read->value->element);
  TcLoop words = tcGpuForThread(t->g, tcTileI64(t, BYTES / WORD), 0, NULL);
  tcLlvmStore(&e->b, tcEmitInt(e, e->i32, wide ? BF16 : F16),
              tcTileSharedAt(t, onesAt(t), e->i32, tcGpuLoopIndex(&words)));
  tcEmitForEnd(e, &words, 0, NULL);
  tcNvvmFenceProxy(e);
  tcGpuBarrierAll(t->g);
}

// The ones' descriptor: chunks of eight columns without swizzle, 0 bytes apart.
static MlirValue describeOnes(TcGpuTile *t) {
  TcEmit *e = &t->g->e;
  MlirValue at = tcLlvmPtrtoint(&e->b, e->i64, onesAt(t));
  at = tcArithAndi(&e->b, at, tcTileI64(t, 0x3FFFF));
  return tcArithShrui(&e->b, at, tcTileI64(t, 4));
}

MlirValue tcGpuRowSumsMultiply(TcGpuTile *t, const bool *signs, MlirValue rows,
                               MlirValue sums) {
  return tcNvvmGroupMultiply(&t->g->e, t->u->tiling.unit, signs, ONES, rows,
                             t->u->operands[0].along, describeOnes(t), false,
                             false, sums);
}

//===- Storing ------------------------------------------------------------===//

static bool storeRow(TcGpuTile *t, MlirValue row, MlirValue sum) {
  TcEmit *e = &t->g->e;
  const TcGpuProduct *p = &t->u->p;
  TcNest maps = {.stages = p->rowMaps, .vector = -1, .lanes = 1};
  tcGpuEnter(t->g, &p->rows.iters, row);
  e->forwarded.size = 0;
  TcLane made = tcLaneScalar(sum);
  tcStageMake(e, p->rowSums, &made);
  bool ok = !maps.stages.size || tcNestPoint(e, &maps, NULL);
  e->forwarded.size = 0;
  return ok;
}

// A lane has two columns of a row, and of the one eight rows further on: of the
// four lanes of a row the first stores the one, the second the other.
bool tcGpuRowSumsFinish(TcGpuTile *t, MlirValue group) {
  enum { QUAD = TC_UNIT_QUAD, HALF = TC_UNIT_PART_ROWS / 2 };
  TcEmit *e = &t->g->e;
  const int64_t first = 0, second = TC_UNIT_PAIR;
  if (!t->u->p.rowSums)
    return true;
  MlirValue lane = tcTileRemainder(t, t->lane, WARP);
  MlirValue q = tcTileRemainder(t, lane, QUAD), zero = tcTileI64(t, 0);
  MlirValue row = tcTileAdd(
      t, tcTileAdd(t, tcGpuTileWarpRow(t), tcTileQuotient(t, lane, QUAD)),
      tcTileTimes(t, q, HALF));
  MlirValue isFirst = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ, q, zero);
  MlirValue sum = tcArithSelect(
      &e->b, isFirst, tcLlvmExtractvalue(&e->b, tcTileSum(t), group, 1, &first),
      tcLlvmExtractvalue(&e->b, tcTileSum(t), group, 1, &second));
  MlirValue column = tcTileAdd(t, t->columnAt, t->warpColumn);
  MlirValue stores = tcArithAndi(
      &e->b, tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ, column, zero),
      tcArithAndi(&e->b, tcGpuIsBelow(t->g, q, tcTileI64(t, 2)),
                  tcGpuIsBelow(t->g, row, t->numRows)));
  TcLoop guard = tcEmitIf(e, stores);
  bool ok = storeRow(t, row, sum);
  tcEmitIfEnd(e, &guard);
  return ok;
}
