// Maps whose results no cache keeps until they are read again: rows are stored
// past the caches, so that memory is not read where it is written. A row's
// elements in front of the first multiple of a vector's size, and those behind
// the last one, are stored as ever; and so are rows of which another result is
// not at such a place then, or that take an argument's place, whose lines were
// just loaded. A fence follows at the end of the tasks
// (emit_kernel.c). Transposed results: transpose.c.
#include "passes/lower/cpu/nest.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"

static bool isReadOutside(const TcCpuPhase *p, const TcNest *n,
                          const TcCpuValue *v) {
  for (size_t i = 0; i < p->stages.size; ++i) {
    const TcCpuStage *s = p->stages.data[i];
    bool own = false;
    for (size_t j = 0; j < n->stages.size; ++j)
      own |= n->stages.data[j] == s;
    for (size_t j = 0; j < s->reads.size && !own; ++j)
      if (s->reads.data[j].value == v)
        return true;
    for (size_t j = 0; j < s->gathered.size; ++j)
      if (s->gathered.data[j] == v)
        return true;
  }
  return false;
}

// Whether the result is stored in runs along the vector, of whole lines, or of
// halves, which two vectors make one.
static bool isOfRuns(const TcCpuKernel *k, const TcCpuStage *s, const TcNest *n,
                     const TcCpuValue *v) {
  enum { HALF_LINE = 32 };
  if (v->dests.size != 1 || v->carried || mlirTypeIsAComplex(v->element) ||
      n->lanes * tcCpuBytes(v->element) % HALF_LINE)
    return false;
  return tcCpuHasStride(
      k, tcCpuDestAt(k, &v->dests.data[0], tcCpuOwnIndex(k, s)), n->vector, 1);
}

bool tcNestCanStorePast(const TcCpuKernel *k, const TcCpuPhase *p,
                        const TcNest *n) {
  size_t stored = 0;
  if (n->plan.form != TC_NEST_LOOPS || n->alone || n->in || n->vector < 0 ||
      n->over.size || n->readIter >= 0 || n->interleaved >= 0 || n->keepsRow ||
      !n->outer.size || tcVecLast(&n->outer) != n->vector)
    return false;
  for (size_t i = 0; i < n->stages.size; ++i) {
    const TcCpuStage *s = n->stages.data[i];
    if (s->kind != TC_CPU_MAP)
      return false;
    for (size_t j = 0; j < s->results.size; ++j) {
      const TcCpuValue *v = s->results.data[j];
      if (isReadOutside(p, n, v) || (v->dests.size && !isOfRuns(k, s, n, v)))
        return false;
      stored += v->dests.size;
    }
  }
  return stored > 0;
}

//===- Rows ---------------------------------------------------------------===//

typedef struct Row {
  TcNestRun *x;
  MlirValue head; // elements in front of the first multiple of a vector; null
                  // before a result has said it
  MlirValue bits; // of addresses there that have to be 0
  MlirValue same; // i1: a result takes an argument's place; or null
} Row;

static MlirValue address(TcEmit *e, MlirValue ptr) {
  return tcLlvmPtrtoint(&e->b, e->i64, ptr);
}

static void compareArguments(Row *r, MlirValue result) {
  TcEmit *e = r->x->e;
  for (size_t i = 0; i < r->x->n->stages.size; ++i) {
    const TcCpuStage *s = r->x->n->stages.data[i];
    for (size_t j = 0; j < s->reads.size; ++j) {
      if (s->reads.data[j].value->arg < 0)
        continue;
      MlirValue same = tcArithCmpi(
          &e->b, TC_ARITH_CMP_I_PREDICATE_EQ, result,
          address(e, tcEmitPlaceOf(e, s->reads.data[j].value).base));
      r->same = r->same.ptr ? tcArithOri(&e->b, r->same, same) : same;
    }
  }
}

static void addResult(Row *r, const TcCpuStage *s, const TcCpuValue *v) {
  TcEmit *e = r->x->e;
  TcBuilder *b = &e->b;
  int64_t bytes = tcCpuBytes(v->element);
  MlirValue each = tcEmitI64(e, bytes);
  MlirValue inside = tcEmitI64(e, r->x->n->lanes * bytes - 1);
  TcPlace at = tcEmitPlaceIn(e, &v->dests.data[0]);
  MlirValue first = address(
      e, tcEmitElementAt(e, &at, v->element, v->rank, tcCpuOwnIndex(e->k, s)));
  if (!r->head.ptr) {
    MlirValue before = tcArithSubi(b, tcEmitI64(e, 0), first);
    r->head = tcArithDivui(b, tcArithAndi(b, before, inside), each);
  }
  MlirValue there = tcArithAddi(b, first, tcArithMuli(b, r->head, each));
  MlirValue bits = tcArithAndi(b, there, inside);
  r->bits = r->bits.ptr ? tcArithOri(b, r->bits, bits) : bits;
  compareArguments(r, address(e, at.base));
}

// The row that the nest stores from `low` on.
static Row rowOf(TcNestRun *x, MlirValue low) {
  Row r = {.x = x};
  MlirValue outside = x->e->iters[x->n->vector];
  x->e->iters[x->n->vector] = low;
  for (size_t i = 0; i < x->n->stages.size; ++i) {
    const TcCpuStage *s = x->n->stages.data[i];
    for (size_t j = 0; j < s->results.size; ++j)
      if (s->results.data[j]->dests.size)
        addResult(&r, s, s->results.data[j]);
  }
  x->e->iters[x->n->vector] = outside;
  return r;
}

void tcNestStorePast(TcNestRun *x, size_t level, MlirValue low,
                     MlirValue high) {
  TcEmit *e = x->e;
  TcBuilder *b = &e->b;
  Row r = rowOf(x, low);
  MlirValue past =
      tcArithCmpi(b, TC_ARITH_CMP_I_PREDICATE_EQ, r.bits, tcEmitI64(e, 0));
  if (r.same.ptr)
    past = tcArithAndi(b, past, tcArithXori(b, r.same, tcEmitI1(e, true)));
  TcLoop lines = tcEmitIf(e, past);
  MlirValue first = tcArithMinsi(b, tcArithAddi(b, low, r.head), high);
  tcNestLanesBetween(x, level, low, first);
  e->nontemporal = true;
  tcNestLanesBetween(x, level, first, high);
  e->nontemporal = false;
  tcEmitElse(e, &lines);
  tcNestLanesBetween(x, level, low, high);
  tcEmitIfEnd(e, &lines);
}
