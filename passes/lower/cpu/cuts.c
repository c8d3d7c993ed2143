// Where the loop over lanes of maps, or of a reduction with a window
// (window.c), is cut: comparisons of positions along it, and reads with a fill,
// are decided in each range, so that concatenations, pads and borders are
// copies of runs, and only short ranges at their ends are masked. Iterators
// outside of that loop are cut where bodies compare their positions alone: each
// row of a concatenation by rows reads one of its operands.
#include "passes/lower/cpu/nest.h"

#include "ir/attrs.h"
#include "ir/sizes.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

typedef struct Cuts {
  TcCpuKernel *k;
  const TcCpuStage *s;
  int iter;
  int64_t extent, lanes;
  size_t n;
  int64_t at[TC_MOST_CUTS + 1]; // ascending; one too many: too many
} Cuts;

static void cutAt(Cuts *c, int64_t at) {
  if (at <= 0 || at >= c->extent || c->n > TC_MOST_CUTS)
    return;
  size_t i = c->n;
  for (size_t j = 0; j < c->n; ++j)
    if (c->at[j] == at)
      return;
  for (; i > 0 && c->at[i - 1] > at; --i)
    c->at[i] = c->at[i - 1];
  c->at[i] = at;
  ++c->n;
}

// Cuts where `size`, which is the iterator or its negative and a constant, is
// no longer, or for the first time, less than `least`.
static void cutWhereLess(Cuts *c, const TcSize *size, int64_t least) {
  const TcSize *step, *rest;
  int64_t by, from;
  if (!tcCpuStride(c->k, size, c->iter, &step, &rest) ||
      !tcSizeIsConst(step, &by) || !tcSizeIsConst(rest, &from))
    return;
  if (by == 1) // i + from < least up to least - from
    cutAt(c, least - from);
  else if (by == -1) // from - i < least behind from - least
    cutAt(c, from - least + 1);
}

//===- Comparisons --------------------------------------------------------===//

static const TcSize *positionOf(Cuts *c, MlirValue v) {
  if (mlirValueIsABlockArgument(v))
    return NULL;
  MlirOperation op = mlirOpResultGetOwner(v);
  if (tcLoopOpKind(op) == TC_LOOP_INDEX)
    return tcSizeSubstitute(
        c->k->arena, tcSizeAttrParse(c->k->arena, tcLoopIndexGetExpr(op)),
        &c->s->subst);
  if (tcPrimOpKind(op) != TC_PRIM_CONSTANT ||
      !mlirAttributeIsAInteger(tcPrimConstantGetValue(op)))
    return NULL;
  return tcSizeConst(c->k->arena,
                     mlirIntegerAttrGetValueInt(tcPrimConstantGetValue(op)));
}

// Where x < y + more changes.
static void cutComparison(Cuts *c, MlirValue x, MlirValue y, int64_t more) {
  const TcSize *a = positionOf(c, x), *b = positionOf(c, y);
  if (a && b)
    cutWhereLess(c, tcSizeSub(c->k->arena, a, b), more);
}

static void cutBody(Cuts *c) {
  if (mlirBlockIsNull(c->s->body))
    return;
  MlirOperation op = mlirBlockGetFirstOperation(c->s->body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    TcPrimOpKind kind = tcPrimOpKind(op);
    bool less = kind == TC_PRIM_LT || kind == TC_PRIM_LE;
    if (!less && kind != TC_PRIM_GT && kind != TC_PRIM_GE)
      continue;
    MlirValue x = mlirOperationGetOperand(op, less ? 0 : 1);
    MlirValue y = mlirOperationGetOperand(op, less ? 1 : 0);
    cutComparison(c, x, y, kind == TC_PRIM_LE || kind == TC_PRIM_GE);
  }
}

//===- Fills --------------------------------------------------------------===//

static void cutReads(Cuts *c) {
  for (size_t i = 0; i < c->s->reads.size; ++i) {
    const TcCpuRead *r = &c->s->reads.data[i];
    for (size_t d = 0; !mlirAttributeIsNull(r->fill) && d < r->value->rank;
         ++d) {
      int64_t size;
      if (!tcSizeIsConst(r->value->sizes[d], &size))
        continue;
      cutWhereLess(c, r->index[d], 0);
      cutWhereLess(c, r->index[d], size);
    }
  }
}

// From where on, and up to where, the reads of a window are inside in all of
// its steps. The vectors at the ends have constant masks, so these are whole.
static void cutWindow(Cuts *c) {
  for (size_t i = 0; i < c->s->reads.size; ++i) {
    const TcCpuRead *r = &c->s->reads.data[i];
    for (size_t d = 0; !mlirAttributeIsNull(r->fill) && d < r->value->rank;
         ++d) {
      const TcSize *step, *rest;
      int64_t by, size, least, most;
      if (!tcCpuStride(c->k, r->index[d], c->iter, &step, &rest) ||
          !tcSizeIsConst(step, &by) || by < 1 ||
          !tcSizeIsConst(r->value->sizes[d], &size))
        continue;
      tcSizeRange(rest, &c->k->ranges, &least, &most);
      if (least > -size && least < 0)
        cutAt(c, ((-least + by - 1) / by + c->lanes - 1) / c->lanes * c->lanes);
      if (most > 0 && most < size)
        cutAt(c, (size - most + by - 1) / by / c->lanes * c->lanes);
    }
  }
}

//===- All ----------------------------------------------------------------===//

static void eachStage(const TcNest *n, Cuts *c, void (*cut)(Cuts *c)) {
  for (size_t i = 0; i < n->stages.size; ++i) {
    c->s = n->stages.data[i];
    cut(c);
  }
}

static bool areMaps(const TcNest *n) {
  for (size_t i = 0; i < n->stages.size; ++i)
    if (n->stages.data[i]->kind != TC_CPU_MAP)
      return false;
  return true;
}

size_t tcNestCuts(const TcNestRun *x, int iter, int64_t *at) {
  enum { FEW_VECTORS = 4 }; // shorter loops are not cut
  const TcNest *n = x->n;
  bool window = tcNestHasWindow(n);
  Cuts c = {.k = x->e->k, .iter = iter, .lanes = n->lanes};
  if (!tcSizeIsConst(c.k->iters.data[iter].extent, &c.extent) ||
      c.extent < (window ? 1 : FEW_VECTORS) * n->lanes ||
      (!window && !areMaps(n)))
    return 0;
  if (window)
    eachStage(n, &c, cutWindow);
  else
    eachStage(n, &c, cutBody);
  if (!c.n && !window)
    eachStage(n, &c, cutReads);
  for (size_t i = 0; i < c.n && c.n <= TC_MOST_CUTS; ++i)
    at[i] = c.at[i];
  return c.n <= TC_MOST_CUTS ? c.n : 0;
}

size_t tcNestRowCuts(TcCpuKernel *k, const TcNest *n, int iter, int64_t *at) {
  Cuts c = {.k = k, .iter = iter, .lanes = 1};
  if (k->iters.data[iter].high || !areMaps(n) ||
      !tcSizeIsConst(k->iters.data[iter].extent, &c.extent))
    return 0;
  eachStage(n, &c, cutBody);
  for (size_t i = 0; i < c.n && c.n <= TC_MOST_CUTS; ++i)
    at[i] = c.at[i];
  return c.n <= TC_MOST_CUTS ? c.n : 0;
}

bool tcNestHasRowCuts(TcCpuKernel *k, const TcNest *n) {
  TcCpuIters space = tcCpuStageSpace(k->arena, n->stages.data[0]);
  int64_t at[TC_MOST_CUTS];
  for (size_t i = 0; i < space.size; ++i)
    if (space.data[i] != n->vector && !tcCpuIterIsOne(k, space.data[i]) &&
        tcNestRowCuts(k, n, space.data[i], at))
      return !n->alone;
  return false;
}
