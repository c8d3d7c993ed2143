// Maps behind a streamed product in blocks of accumulators (contract.c): they
// are computed of sums in registers, which are then neither stored nor loaded
// again. A nest has them behind its contraction (nest_form.c).
#include "passes/lower/cpu/contract.h"
#include "passes/lower/cpu/nest.h"

//===- Which maps ---------------------------------------------------------===//

static bool readsCarried(const TcCpuStage *s, const TcCpuValue *carried) {
  for (size_t i = 0; i < s->reads.size; ++i)
    if (s->reads.data[i].value == carried)
      return true;
  for (size_t i = 0; i < s->gathered.size; ++i)
    if (s->gathered.data[i] == carried)
      return true;
  return false;
}

bool tcNestReadsCarried(const TcNest *n, const TcCpuStage *s) {
  bool any = false;
  for (size_t i = 0; s->update && i < n->stages.size; ++i)
    any |= readsCarried(n->stages.data[i], s->results.data[0]->carried);
  return any;
}

// Whether what the update overwrites is read at the same point alone, by maps.
static bool overwritesOwn(const TcCpuKernel *k, const TcNest *n,
                          const TcCpuStage *s) {
  const TcCpuValue *carried = s->results.data[0]->carried;
  if (readsCarried(n->stages.data[0], carried))
    return false;
  for (size_t i = 1; i < n->stages.size; ++i) {
    const TcCpuStage *map = n->stages.data[i];
    for (size_t j = 0; j < map->reads.size; ++j)
      if (map->reads.data[j].value == carried &&
          !tcCpuReadsOwnIndex(k, &map->reads.data[j]))
        return false;
  }
  return true;
}

// One of what the nest makes. Rows beyond the last one are computed again: that
// must not change anything.
bool tcContractMayMap(const TcCpuKernel *k, const TcNest *n,
                      const TcCpuStage *s) {
  const TcCpuStage *product = n->stages.data[0];
  TcTile t;
  if (n->plan.form != TC_NEST_BLOCKS || n->plan.lanes <= 1 ||
      s->kind != TC_CPU_MAP || s->gathered.size ||
      !tcContractStreams(k, product) ||
      !tcContractAlong(k, product, n->plan.vector, &t) || t.row < 0)
    return false;
  bool any = false;
  for (size_t i = 0; i < s->reads.size; ++i) {
    bool makes = tcNestMakes(n, s->reads.data[i].value);
    if (makes && !tcCpuReadsOwnIndex(k, &s->reads.data[i]))
      return false;
    any |= makes;
  }
  return any && (!s->update || (tcCpuExtent(k, t.row, 1) % n->plan.rows == 0 &&
                                overwritesOwn(k, n, s)));
}

//===- At a row of a block ------------------------------------------------===//

// Reads what is the same for all columns.
void tcContractReadRow(TcRun *r, const TcTile *t, TcLane **elements) {
  const TcNest *n = r->nest;
  for (size_t i = 1; i < n->stages.size; ++i) {
    const TcCpuStage *s = n->stages.data[i];
    elements[i - 1] = TC_ARENA_ARRAY(r->e->arena, TcLane, s->reads.size + 1);
    for (size_t j = 0; j < s->reads.size; ++j) {
      const TcCpuRead *read = &s->reads.data[j];
      if (mlirAttributeIsNull(read->fill) && !tcNestMakes(n, read->value) &&
          !tcCpuReadUses(r->e->k, read, t->column))
        elements[i - 1][j] = tcStageElement(r->e, read);
    }
  }
}

// A task may have fewer lanes than its vectors, for which scratch has room: of
// a chunk that is not whole. Those of a part of a vector are masked already.
static TcLane existing(const TcRun *r, const TcTile *t) {
  TcEmit *e = r->e;
  if (t->column != e->chunk || e->chunkSize % r->lanes || e->mask.v.ptr ||
      e->lanes < r->lanes)
    return e->mask;
  return tcCpuExtent(e->k, e->chunk, 1) % e->chunkSize == 0
             ? (TcLane){.v = {NULL}}
             : tcEmitLanesBelow(e, e->iters[t->column], e->chunkHigh);
}

void tcContractMapSum(TcRun *r, const TcTile *t, TcLane **elements,
                      TcLane sum) {
  TcEmit *e = r->e;
  const TcCpuValue *v = r->s->results.data[0];
  TcNest maps = *r->nest;
  maps.stages.data += 1;
  maps.stages.size -= 1;
  size_t forwarded = e->forwarded.size;
  e->mask = existing(r, t);
  tcEmitForward(e, v, tcEmitRound(e, sum, v->element));
  r->ok = r->ok && tcNestPointWith(e, &maps, elements, NULL);
  e->forwarded.size = forwarded;
}
