// Sorts whose rows several tasks share, each a part: see sort.h.
// A row is split into parts of `length`, which are sorted by digits. Where few
// elements are wanted, the first phase selects those of each part; the others
// merge two runs into one, of which each task computes a share of `length`
// elements: it searches how many elements of either run come before its share
// (Green, McColl and Bader's merge path). Each phase writes the same for any
// number of threads, so results do not depend on it.
#include "passes/lower/cpu/sort.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"

void tcSortEnterPart(TcSort *s, MlirValue part, MlirValue length) {
  TcEmit *e = s->r->e;
  MlirValue low = tcArithMuli(&e->b, part, length);
  s->first = tcArithMinsi(&e->b, low, s->n);
  s->end = tcSortPlusAtMost(e, low, length, s->n);
}

void tcSortMergeShare(TcSort *s, MlirValue part, MlirValue length,
                      MlirValue from, int64_t merge) {
  TcEmit *e = s->r->e;
  MlirValue shares = tcEmitI64(e, (int64_t)2 << merge);
  MlirValue width =
      tcArithMuli(&e->b, length, tcEmitI64(e, (int64_t)1 << merge));
  TcMerge m = {.from = tcSortHalf(s, from),
               .to = tcSortHalf(s, tcArithAddi(&e->b, from, tcEmitI64(e, 1)))};
  MlirValue share = tcArithRemsi(&e->b, part, shares);
  MlirValue run = tcArithMuli(&e->b, tcArithSubi(&e->b, part, share), length);
  MlirValue before = tcArithMuli(&e->b, share, length);
  m.low = tcArithMinsi(&e->b, run, s->n);
  tcMergeFindRuns(s, width, s->n, &m);
  MlirValue size = tcArithSubi(&e->b, m.end, m.low);
  before = tcArithMinsi(&e->b, before, size);
  MlirValue left = tcMergeSplitAt(s, &m, before);
  MlirValue right = tcArithSubi(&e->b, before, left);
  TcLane heads[] = {tcLaneScalar(tcArithAddi(&e->b, m.low, left)),
                    tcLaneScalar(tcArithAddi(&e->b, m.middle, right))};
  MlirValue first = tcArithAddi(&e->b, m.low, before);
  TcLoop loop = tcEmitFor(e, first, tcSortPlusAtMost(e, first, length, m.end),
                          1, -1, 2, heads);
  tcMergeOne(s, &m, tcSortIndex(&loop), heads);
  tcEmitForEnd(e, &loop, 2, heads);
}

static bool storeShare(TcSort *s, MlirValue part, MlirValue length,
                       int merges) {
  TcEmit *e = s->r->e;
  MlirValue order = tcSortHalf(s, tcEmitI64(e, merges));
  MlirValue low = tcArithMuli(&e->b, part, length);
  return tcSortFinish(s, order, false, tcArithMinsi(&e->b, low, s->take),
                      tcSortPlusAtMost(e, low, length, s->take));
}

int tcCpuSortPhases(const TcCpuStage *s, int merges, bool few) {
  return few ? merges + 2 : tcSortDigitPhases(s);
}

// Where this task's row of workspace is.
static MlirValue workOf(TcRun *r, const TcCpuPhase *p) {
  TcEmit *e = r->e;
  const int32_t dynamic = INT32_MIN;
  MlirValue row = tcEmitI64(e, 0);
  for (size_t i = 0; i < p->tasks.size; ++i) {
    int iter = p->tasks.data[i];
    if (iter == p->pass.part)
      continue;
    row = tcArithMuli(&e->b, row, tcEmitExpr(e, e->k->iters.data[iter].extent));
    row = tcArithAddi(&e->b, row, e->iters[iter]);
  }
  const TcSize *size =
      tcCpuSortBytes(e->arena, e->k, r->s, tcCpuSortParts(e->k, p), r->few);
  MlirValue bytes = tcEmitExpr(e, size);
  MlirValue offset = tcArithMuli(&e->b, row, bytes);
  return tcLlvmGetelementptr(&e->b, e->ptr, e->buffers[p->pass.work], 1,
                             &offset, 1, &dynamic, e->i8);
}

int64_t tcCpuSortParts(const TcCpuKernel *k, const TcCpuPhase *p) {
  int64_t parts = 1;
  if (p->pass.number)
    tcSizeIsConst(k->iters.data[p->pass.part].extent, &parts);
  return parts;
}

bool tcEmitSortPass(TcRun *r, const TcCpuPhase *phase) {
  TcEmit *e = r->e;
  int number = phase->pass.number, last = phase->pass.last;
  int64_t parts = tcCpuSortParts(e->k, phase);
  TcSort s = tcSortOf(r, workOf(r, phase));
  MlirValue part = e->iters[phase->pass.part];
  MlirValue length = tcArithCeildivsi(&e->b, s.n, tcEmitI64(e, parts));
  tcSortEnterPart(&s, part, length);
  if (!r->few)
    return tcSortDigitPhase(&s, number, part, parts);
  if (number == 1)
    return tcSortFew(&s);
  if (number == last)
    return storeShare(&s, part, length, last - 2);
  tcSortMergeShare(&s, part, length, tcEmitI64(e, number - 2), number - 2);
  return true;
}
