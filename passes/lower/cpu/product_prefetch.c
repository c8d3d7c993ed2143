// Prefetches memory that a product's tile needs later, while its sums are
// computed. See product.h.
//
// Hardware prefetchers follow few streams, each within a page. The rows of a
// tile are many short ones: without a request well ahead, what maps read of
// them (a residual), lines that are stored, and rows of the other factor that
// no tile before has read are waited for with the multipliers idle. So are
// panels that come from memory: a tile reads them faster than a prefetcher runs
// ahead.
#include "passes/lower/cpu/product_emit.h"
#include "passes/lower/cpu/stage.h"

#include "lib/cost/estimate.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

enum {
  LINE = 64,
};

//===- What maps read and store -------------------------------------------===//

// The lines of the panel's columns in this row. Behind the last column, too: a
// prefetch of any address is allowed.
static void prefetchColumns(TcEmit *e, const TcProduct *p, const TcPlace *at,
                            MlirType element, size_t rank,
                            const TcSize *const *index) {
  int64_t width = p->vectors * p->lanes, each = LINE / tcCpuBytes(element);
  MlirValue outside = e->iters[p->column];
  MlirValue first = tcArithMuli(&e->b, e->iters[p->panel], tcEmitI64(e, width));
  for (int64_t c = 0; c < width; c += each) {
    e->iters[p->column] = tcArithAddi(&e->b, first, tcEmitI64(e, c));
    tcEmitPrefetch(e, at, element, rank, index);
  }
  e->iters[p->column] = outside;
}

static bool usesRows(const TcCpuKernel *k, const TcProduct *p,
                     const TcSize *offset) {
  for (size_t i = 0; i < p->rows.size; ++i)
    if (tcSizeUses(offset, k->iters.data[p->rows.data[i]].name))
      return true;
  return false;
}

// An operand in memory with elements of its own for each row, side by side.
static void prefetchRead(TcEmit *e, const TcProduct *p, const TcCpuRead *r) {
  if (r->value->stage || !mlirAttributeIsNull(r->fill))
    return;
  const TcSize *offset = tcCpuReadOffset(e->k, r);
  if (!tcCpuHasStride(e->k, offset, p->column, 1) || !usesRows(e->k, p, offset))
    return;
  TcPlace at = tcEmitPlaceOf(e, r->value);
  prefetchColumns(e, p, &at, r->value->element, r->value->rank, r->index);
}

static void prefetchResults(TcEmit *e, const TcProduct *p,
                            const TcCpuStage *s) {
  if (!tcProductStoresAlong(e->k, s, p->column))
    return;
  const TcSize **own =
      TC_ARENA_ARRAY(e->arena, const TcSize *, s->iters.size + 1);
  for (size_t i = 0; i < s->iters.size; ++i)
    own[i] = e->k->iters.data[s->iters.data[i]].symbol;
  for (size_t r = 0; r < s->results.size; ++r)
    for (size_t d = 0; d < s->results.data[r]->dests.size; ++d) {
      TcPlace at = tcEmitPlaceIn(e, &s->results.data[r]->dests.data[d]);
      prefetchColumns(e, p, &at, s->results.data[r]->element, s->iters.size,
                      own);
    }
}

void tcProductPrefetchMaps(TcEmit *e, const TcProduct *p) {
  prefetchResults(e, p, p->contract);
  for (size_t i = 0; i < p->maps.size; ++i) {
    const TcCpuStage *s = p->maps.data[i];
    for (size_t r = 0; r < s->reads.size; ++r)
      prefetchRead(e, p, &s->reads.data[r]);
    prefetchResults(e, p, s);
  }
}

//===- The next tile's rows -----------------------------------------------===//

// Whether rows lie one behind the other, each with all steps of the reduction.
static bool rowsAreDense(TcCpuKernel *k, const TcProduct *p) {
  if (p->over.size != 1 || p->filled || p->packsRows)
    return false;
  const TcCpuIter *step = &k->iters.data[p->over.data[0]];
  const TcSize *stride, *rest;
  return tcSizeEqual(p->rowInner, step->symbol) &&
         tcCpuFlatStride(k, p->rowStart, &p->rows, &stride, &rest) &&
         tcSizeEqual(stride, step->extent);
}

MlirValue tcProductNextRows(TcEmit *e, const TcProduct *p, MlirValue firstRow,
                            int64_t height) {
  const int32_t dynamic = INT32_MIN;
  if (!rowsAreDense(e->k, p))
    return (MlirValue){NULL};
  tcProductSetRow(e, p, tcArithAddi(&e->b, firstRow, tcEmitI64(e, height)));
  MlirValue offset = tcEmitExpr(e, p->rowStart);
  return tcLlvmGetelementptr(&e->b, e->ptr,
                             e->buffers[p->rowFactor->value->arg], 1, &offset,
                             1, &dynamic, p->rowElement);
}

MlirValue tcProductNextStep(TcEmit *e, const TcProduct *p, MlirValue nextRows,
                            int64_t height) {
  const TcSize *index =
      tcSizeMul(e->arena, p->rowInner, tcSizeConst(e->arena, height));
  return tcEmitAt(e, nextRows, p->rowElement, tcEmitExpr(e, index));
}

void tcProductPrefetchStep(TcEmit *e, const TcProduct *p, MlirValue nextStep,
                           int64_t elements) {
  const TcSize *one = tcSizeConst(e->arena, 1);
  const TcSize *index = tcSizeConst(e->arena, elements);
  TcPlace at = {.base = nextStep, .strides = &one};
  tcEmitPrefetch(e, &at, p->rowElement, 1, &index);
}

//===- The panel ----------------------------------------------------------===//

bool tcProductIsFar(const TcCpuValue *v) {
  enum { FAR = 2 << 20, SYMBOL = 256 }; // what second caches keep
  int64_t bytes = tcCpuBytes(v->element);
  for (size_t d = 0; d < v->rank && bytes < FAR; ++d)
    bytes *= tcEstimate(v->sizes[d], SYMBOL);
  return bytes >= FAR;
}

// `here`: where its columns lie at this step. Behind the panel's end are the
// first steps of the next one.
void tcProductPrefetchPanel(TcEmit *e, const TcProduct *p, MlirValue here) {
  const TcCpuValue *v = p->columnFactor->value;
  if (!p->packed || p->linesBetween || !p->loops.stepsAhead)
    return;
  const TcSize *one = tcSizeConst(e->arena, 1);
  TcPlace at = {.base = here, .strides = &one};
  int64_t width = tcProductWidth(p), each = LINE / tcCpuBytes(v->element);
  for (int64_t c = 0; c < width; c += each) {
    const TcSize *ahead =
        tcSizeConst(e->arena, p->loops.stepsAhead * width + c);
    tcEmitPrefetch(e, &at, v->element, 1, &ahead);
  }
}

// Whether panels are inside of a tile in vectors: then all tiles share the
// lines of the panels behind the task's; else the task's tiles those of the
// next one.
static bool allTilesShare(const TcProduct *p) {
  return p->panelsInner && !p->unit;
}

// Bytes of the next panel from where one tile prefetches to where the next one
// does. Where tiles have prefetches for more lines than it has, they prefetch
// some of them again, rather than what is behind it.
static int64_t shareOfTile(const TcProduct *p) {
  int64_t steps = tcProductTileUnit(p) ? p->depth : p->loops.iteration;
  int64_t lines = p->unitSteps * steps * tcProductWidth(p) *
                  tcCpuBytes(p->columnFactor->value->element) / LINE;
  int64_t tiles = p->tilesPerTask;
  if (allTilesShare(p) && !tcSizeIsConst(p->numTiles, &tiles))
    tiles = 0;
  int64_t most = p->unitSteps * p->linesBetween;
  int64_t each = tiles > 0 ? (lines + tiles - 1) / tiles : most;
  return (each < most ? each : most) * LINE;
}

MlirValue tcProductNextPanel(TcEmit *e, const TcProduct *p,
                             const TcTileSite *site) {
  MlirValue panel = e->iters[p->panel];
  bool all = allTilesShare(p);
  int64_t ahead = all ? p->panelsPerTask : 1;
  e->iters[p->panel] = tcArithAddi(&e->b, panel, tcEmitI64(e, ahead));
  e->iters[p->inPanel] = tcEmitI64(e, 0);
  for (size_t i = 0; i < p->over.size; ++i)
    e->iters[p->over.data[i]] = tcEmitI64(e, 0);
  MlirValue next = tcEmitAt(e, site->panelBase, p->columnFactor->value->element,
                            tcEmitExpr(e, p->panelIndex));
  e->iters[p->panel] = panel;
  MlirValue tile =
      all ? tcArithAddi(&e->b, site->firstTile, site->tile) : site->tile;
  return tcEmitAt(e, next, e->i8,
                  tcArithMuli(&e->b, tile, tcEmitI64(e, shareOfTile(p))));
}

void tcProductPrefetchNextPanel(TcEmit *e, const TcProduct *p,
                                MlirValue nextPanel, MlirValue step) {
  const TcSize *one = tcSizeConst(e->arena, 1);
  MlirValue each = tcEmitI64(e, p->linesBetween * LINE);
  TcPlace at = {
      .base = tcEmitAt(e, nextPanel, e->i8, tcArithMuli(&e->b, step, each)),
      .strides = &one};
  for (int64_t i = 0; i < p->linesBetween; ++i) {
    const TcSize *line = tcSizeConst(e->arena, i * LINE);
    tcEmitPrefetch(e, &at, e->i8, 1, &line);
  }
}

void tcProductPrefetchAhead(TcEmit *e, const TcProduct *p, const TcCpuRead *r,
                            int iter, MlirValue from) {
  const TcSize *one = tcSizeConst(e->arena, 1), *step, *rest;
  const TcSize *offset = tcCpuReadOffset(e->k, r);
  if (!p->loops.packingAhead || !tcCpuStride(e->k, offset, iter, &step, &rest))
    return;
  TcPlace at = {.base = from, .strides = &one};
  const TcSize *index =
      tcSizeMul(e->arena, step, tcSizeConst(e->arena, p->loops.packingAhead));
  tcEmitPrefetch(e, &at, r->value->element, 1, &index);
}
