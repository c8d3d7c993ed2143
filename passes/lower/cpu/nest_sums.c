// Sums of floats in a nest: which may be added up in any order, and partial
// sums that take turns, so that the chain of additions of each is short.
#include "passes/lower/cpu/nest.h"

#include "mlir-c/BuiltinTypes.h"

// The registers that partial sums of a thread may take. Lanes of the results
// are chains side by side already.
enum { REGISTERS = 16 };

static bool addsFloats(const TcCpuStage *s) {
  bool adds = s->contract;
  for (size_t i = 0; i < s->results.size && !s->contract; ++i)
    adds |= s->kinds[0] != TC_CPU_CUSTOM && s->kinds[i] == TC_CPU_ADD;
  MlirType element = s->results.data[0]->element;
  return adds && (mlirTypeIsAFloat(element) || mlirTypeIsAComplex(element));
}

bool tcNestAddsInBlocks(const TcNest *n) {
  bool any = false;
  for (size_t i = 0; i < n->stages.size; ++i) {
    const TcCpuStage *s = n->stages.data[i];
    if (tcStageHasOver(s) && (s->kind != TC_CPU_REDUCE || s->ordered))
      return false;
    any |= tcStageHasOver(s) && addsFloats(s);
  }
  return any;
}

// Whether each reduction may take its terms in any order: a custom combination
// may prefer the first of equals.
static bool takesAnyOrder(const TcNest *n) {
  for (size_t i = 0; i < n->stages.size; ++i) {
    const TcCpuStage *s = n->stages.data[i];
    if (tcStageHasOver(s) && !s->contract && s->kinds[0] == TC_CPU_CUSTOM)
      return false;
  }
  return true;
}

size_t tcNestChains(const TcEmit *e, const TcNest *n, double terms) {
  if (!e->chains || !tcNestAddsInBlocks(n) || !takesAnyOrder(n))
    return 1;
  int64_t lanes = e->lanes > n->lanes ? e->lanes : n->lanes;
  size_t own = tcNestNumAccs(n) * (size_t)lanes, chains = 1;
  while (chains < e->chains && 2 * chains * own <= REGISTERS &&
         terms >= 4.0 * (double)chains)
    chains *= 2;
  return chains;
}

void tcNestNextChain(const TcNest *n, size_t chains, TcLane *acc) {
  size_t accs = tcNestNumAccs(n);
  for (size_t i = 0; i < accs; ++i) {
    TcLane first = acc[i];
    for (size_t c = 1; c < chains; ++c)
      acc[(c - 1) * accs + i] = acc[c * accs + i];
    acc[(chains - 1) * accs + i] = first;
  }
}

bool tcNestCombine(TcEmit *e, const TcNest *n, TcLane *acc,
                   const TcLane *with) {
  for (size_t i = 0; i < n->stages.size; ++i) {
    const TcCpuStage *s = n->stages.data[i];
    if (!tcStageHasOver(s))
      continue;
    if (!tcAccsCombine(e, s, acc, with))
      return false;
    acc += s->results.size;
    with += s->results.size;
  }
  return true;
}

bool tcNestAddChains(TcEmit *e, const TcNest *n, size_t chains, TcLane *acc) {
  size_t accs = tcNestNumAccs(n);
  bool ok = true;
  for (size_t apart = chains / 2; apart && ok; apart /= 2)
    for (size_t c = 0; c < apart && ok; ++c)
      ok = tcNestCombine(e, n, acc + c * accs, acc + (c + apart) * accs);
  return ok;
}
