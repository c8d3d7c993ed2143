// Which versions of a kernel's CPU schedule are worth having. See cpu.h.
#include "passes/schedule/cpu.h"

#include "passes/schedule/cpu-product.h"
#include "passes/schedule/forms.h"

#include "ir/attrs.h"
#include "ir/builder.h"

#include "mlir-c/BuiltinAttributes.h"

MlirLogicalResult tcCpuVersionsRead(TcCpuKernel *k, MlirAttribute schedule,
                                    TcVersions *out) {
  static const char *const keys[] = {"when", "phases", "iters",
                                     TC_TEXT_SIZE_HINT};
  return tcVersionsRead(k, schedule, keys, 4, true, out);
}

MlirLogicalResult tcCpuVersionsCheck(TcArena *arena, MlirOperation op,
                                     MlirAttribute schedule,
                                     const TcTarget *target) {
  TcCpuKernel first;
  TcVersions versions = {0};
  if (mlirLogicalResultIsFailure(tcCpuKernelRead(arena, op, &first)) ||
      mlirLogicalResultIsFailure(
          tcCpuVersionsRead(&first, schedule, &versions)))
    return mlirLogicalResultFailure();
  for (size_t i = 0; i < versions.size; ++i) {
    TcCpuKernel k; // reading may add to it
    TcCpuPhases phases = {0};
    if (mlirLogicalResultIsFailure(
            tcCpuKernelReadJoined(arena, op, versions.data[i].schedule, &k)) ||
        mlirLogicalResultIsFailure(
            tcCpuScheduleRead(&k, versions.data[i].schedule, target, &phases)))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

//===- Choosing -----------------------------------------------------------===//

static bool setOne(void *self, const char *symbol) {
  TcMap *map = self;
  tcMapSetText(map, symbol, (void *)tcSizeConst(map->arena, 1));
  return true;
}

// With 1 for each symbol.
static const TcSize *atOnes(TcArena *a, const TcSize *size) {
  TcMap ones = {.arena = a};
  tcSizeSymbols(size, setOne, &ones);
  return tcSizeSubstitute(a, size, &ones);
}

// A product that may have too few rows to be one, `most` of them, as far as is
// known before the launch. False if the kernel is none.
static bool mayBeFew(TcArena *arena, MlirOperation op, const TcTarget *target,
                     TcProduct *p, int64_t *most) {
  TcCpuKernel k;
  int64_t least;
  if (mlirLogicalResultIsFailure(tcCpuKernelReadToChoose(arena, op, &k)) ||
      !tcProductChoose(&k, target, &k.stages, NULL, p) || p->fixedRows)
    return false;
  *most = tcProductLeastRows(&k, p) - 1;
  *most = *most < TC_MOST_BOUND ? *most : TC_MOST_BOUND;
  return tcSizeIsConst(atOnes(arena, p->numRows), &least) && least <= *most;
}

// The schedule chosen as if the symbols in `few` (which may be NULL) were 1.
// `threads` (or NULL): from how many on it is worth while, or 0.
static MlirAttribute chooseAt(TcArena *arena, MlirOperation op,
                              const TcSize *few, const TcTarget *target,
                              TcScheduleForms without, int64_t *threads) {
  TcCpuKernel k;
  TcCpuPhases phases = {0};
  if (mlirLogicalResultIsFailure(tcCpuKernelReadToChoose(arena, op, &k)))
    return mlirAttributeGetNull();
  k.without = without;
  const TcSize **extents =
      TC_ARENA_ARRAY(arena, const TcSize *, k.iters.size + 1);
  size_t numIters = k.iters.size;
  TcMap ones = {.arena = arena};
  for (size_t i = 0; i < numIters; ++i)
    extents[i] = k.iters.data[i].extent;
  if (few)
    tcSizeSymbols(few, setOne, &ones);
  for (size_t i = 0; few && i < k.iters.size; ++i)
    k.iters.data[i].extent =
        tcSizeSubstitute(arena, k.iters.data[i].extent, &ones);
  tcCpuScheduleChoose(&k, target, &phases);
  if (threads)
    *threads = tcCpuListThreads(&k, &phases);
  for (size_t i = 0; i < numIters; ++i) // code of nests is for all sizes
    k.iters.data[i].extent = extents[i];
  tcCpuPlanNests(&k, target, &phases);
  return tcCpuScheduleToAttr(&k, &phases, false);
}

// One for many threads before `rest`, where that is another one; it alone if
// one thread is many.
static MlirAttribute forThreads(TcArena *arena, MlirOperation op,
                                const TcTarget *target, TcScheduleForms without,
                                MlirAttribute rest) {
  MlirContext ctx = mlirOperationGetContext(op);
  int64_t threads = 0;
  MlirAttribute many = chooseAt(arena, op, NULL, target, without, &threads);
  if (mlirAttributeIsNull(many) || !threads || threads > TC_MOST_BOUND)
    return rest;
  if (threads == 1)
    return many;
  MlirAttribute least = tcConditionOfThreads(ctx, threads);
  MlirAttribute versions[] = {tcVersionOf(ctx, many, 1, &least), rest};
  return tcVersionsOf(ctx, 2, versions);
}

MlirAttribute tcCpuVersionsChoose(TcArena *arena, MlirOperation op,
                                  const TcTarget *target,
                                  TcScheduleForms without) {
  MlirContext ctx = mlirOperationGetContext(op);
  const TcScheduleForms threads = (TcScheduleForms)1 << TC_FORM_THREADS;
  MlirAttribute rest =
      chooseAt(arena, op, NULL, target, without | threads, NULL);
  TcProduct p;
  int64_t most;
  if (mlirAttributeIsNull(rest) || tcFormsHave(without, TC_FORM_VERSIONS))
    return rest;
  if (tcFormsHave(without, TC_FORM_PRODUCTS) ||
      !mayBeFew(arena, op, target, &p, &most))
    return forThreads(arena, op, target, without, rest);
  MlirAttribute few = tcConditionOf(arena, ctx, p.numRows, "most", most);
  MlirAttribute versions[] = {tcVersionOf(ctx,
                                          chooseAt(arena, op, p.numRows, target,
                                                   without | threads, NULL),
                                          1, &few),
                              rest};
  return tcVersionsOf(ctx, 2, versions);
}
