// Rule recompute: products of elementwise functions of products, streamed
// (passes/stream): sums over j of f(a_i . b_j, c_i . d_j, ...) e_j. Each kernel
// that sums recomputes the inner products block by block, so that they are
// never in memory as a whole: the gradients of attention, which sum over keys
// or over queries. Either all readers of the intermediate values recompute them
// or none does; readers that sum over the same iterator become one kernel.
// Where the program permits atomic additions, so does one that alone sums over
// another iterator: the intermediate values are computed once in all.
#include "passes/fuse/fuse.h"
#include "passes/stream/stream.h"

#include "lib/cost/numbers.h"
#include "lib/ir/attrs.h"
#include "lib/ir/break.h"
#include "lib/ir/lookup.h"
#include "lib/ir/precision.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

typedef TC_VEC(MlirOperation) Launches;

typedef struct Group {
  TcFuse *f;
  Launches between; // whose results are not to be held
  Launches readers; // products over iterators of these
} Group;

static bool holds(const Launches *list, MlirOperation op) {
  for (size_t i = 0; i < list->size; ++i)
    if (mlirOperationEqual(list->data[i], op))
      return true;
  return false;
}

//===- What lies between --------------------------------------------------===//

// A batch of products with short reductions and many rows and columns: its
// result is large in memory and cheap to recompute (lib/cost/numbers.inc,
// again_steps; on GPUs, whose matrix units recompute it, gpu_again_rows).
static bool isLargeProduct(const TcFuse *f, MlirOperation kernel) {
  MlirOperation s = tcFuseOnlyContract(kernel);
  if (mlirOperationIsNull(s) || tcNumInputs(s) != 2 || tcBodyGathers(s))
    return false;
  MlirAttribute iters = tcAttrOf(s, "iters"), over = tcAttrOf(s, "over");
  int64_t steps = 1, own[2] = {1, 1};
  bool batch = false;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(over); ++i)
    steps *= tcSizeOr(tcExtentOf(kernel, mlirArrayAttrGetElement(over, i)),
                      tcNumber(again_steps) + 1);
  if (steps < 1 ||
      !TC_FUSE_HOLDS("recompute", "steps", steps <= tcNumber(again_steps)))
    return false;
  int64_t many = f->target.backend->gpu ? tcNumber(gpu_again_rows)
                                        : tcNumber(again_times) * steps;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(iters, i);
    bool a = tcInputUses(s, 0, iter), b = tcInputUses(s, 1, iter);
    int64_t n = tcSizeOr(tcExtentOf(kernel, iter), many);
    batch |= a && b;
    if (a != b)
      own[b] *= n < many ? n : many;
  }
  return TC_FUSE_HOLDS("recompute", "batch", batch) &&
         TC_FUSE_HOLDS("recompute", "rows", own[0] >= many) &&
         TC_FUSE_HOLDS("recompute", "columns", own[1] >= many);
}

static bool isBetween(const TcFuse *f, MlirOperation launch) {
  MlirOperation kernel = tcLaunchedKernel(f, launch);
  if (mlirOperationIsNull(kernel) || mlirOperationGetNumResults(launch) != 1)
    return false;
  TcKernelKind kind = tcKernelKind(kernel);
  return kind == TC_KERNEL_POINTWISE || kind == TC_KERNEL_VIEW ||
         (kind == TC_KERNEL_CONTRACT && isLargeProduct(f, kernel));
}

// Whether a product of the launch, rather than a map, reads the value.
static bool multiplies(const TcFuse *f, MlirOperation launch, MlirValue v) {
  MlirOperation s = tcFirstStage(tcLaunchedKernel(f, launch));
  for (; !mlirOperationIsNull(s); s = tcNextStage(s))
    for (intptr_t i = 0; tcIsA(s, "loop.contract") && i < tcNumInputs(s); ++i) {
      MlirValue x = tcInput(s, i);
      if (mlirValueIsABlockArgument(x) &&
          mlirValueEqual(
              mlirOperationGetOperand(launch, mlirBlockArgumentGetArgNumber(x)),
              v))
        return true;
    }
  return false;
}

static MlirAttribute sizeOf(MlirOperation launch) {
  return tcTypeGetNumElements(
      mlirValueGetType(mlirOperationGetResult(launch, 0)));
}

static bool addBetween(Group *g, MlirOperation launch);

// Adds one reader of an intermediate value: it sums over it, or is itself
// intermediate.
static bool addUser(Group *g, MlirOperation launch, MlirOperation user) {
  MlirOperation kernel = tcLaunchedKernel(g->f, user);
  if (mlirOperationIsNull(kernel) || !tcAlign(g->f, launch, 0, user).aligned)
    return false;
  if (tcKernelKind(kernel) == TC_KERNEL_CONTRACT &&
      multiplies(g->f, user, mlirOperationGetResult(launch, 0))) {
    if (!holds(&g->readers, user))
      tcVecPush(&g->f->arena, &g->readers, user);
    return !mlirOperationIsNull(tcFuseOnlyContract(kernel));
  }
  bool same = tcSizeAttrEqual(sizeOf(user), sizeOf(launch));
  return isBetween(g->f, user) && TC_FUSE_HOLDS("recompute", "same", same) &&
         addBetween(g, user);
}

// Adds the launch, all its readers, and the products that it reads.
static bool addBetween(Group *g, MlirOperation launch) {
  if (holds(&g->between, launch))
    return true;
  tcVecPush(&g->f->arena, &g->between, launch);
  MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(launch, 0));
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (!addUser(g, launch, mlirOpOperandGetOwner(use)))
      return false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(launch); ++i) {
    MlirOperation a = tcDefiningOp(mlirOperationGetOperand(launch, i));
    if (isBetween(g->f, a) && tcSizeAttrEqual(sizeOf(a), sizeOf(launch)) &&
        tcKernelKind(tcLaunchedKernel(g->f, a)) == TC_KERNEL_CONTRACT &&
        !addBetween(g, a))
      return false;
  }
  return true;
}

static void sortByPlace(Group *g) {
  for (size_t i = 1; i < g->between.size; ++i)
    for (size_t k = i; k > 0 && tcFusePlace(g->f, g->between.data[k]) <
                                    tcFusePlace(g->f, g->between.data[k - 1]);
         --k) {
      MlirOperation op = g->between.data[k];
      g->between.data[k] = g->between.data[k - 1];
      g->between.data[k - 1] = op;
    }
}

//===- Whether a reader streams -------------------------------------------===//

static bool multipliesNarrow(MlirOperation kernel) {
  MlirOperation s = tcFuseOnlyContract(kernel);
  for (intptr_t i = 0; !mlirOperationIsNull(s) && i < tcNumInputs(s); ++i) {
    MlirType type =
        mlirShapedTypeGetElementType(mlirValueGetType(tcInput(s, i)));
    if (tcTypeIsHalf(type))
      return true;
  }
  return false;
}

// Whether a launch streams that reads the intermediate values; it is dropped.
static bool streamsCopy(const Group *g, MlirOperation copy) {
  for (size_t i = g->between.size; i-- > 0;)
    if (tcFuseReads(copy, mlirOperationGetResult(g->between.data[i], 0)))
      copy = tcMergeLaunches(g->f, g->between.data[i], copy, /*keep=*/true);
  bool few =
      tcKernelCount(tcLaunchedKernel(g->f, copy)).ops <= tcNumber(fuse_ops);
  bool can = TC_FUSE_HOLDS("recompute", "few", few) &&
             tcFuseCanStream(g->f, copy, /*rescales=*/false);
  tcFuseDropLaunch(g->f, copy);
  return can;
}

// On matrix units a stream sums over one iterator, on CPUs one of narrow
// factors.
static bool isCut(const Group *g, MlirOperation reader) {
  return (g->f->target.backend->gpu ||
          multipliesNarrow(tcLaunchedKernel(g->f, reader))) &&
         tcFuseHasPartialSums(g->f, reader);
}

static bool streams(const Group *g, MlirOperation reader) {
  MlirOperation copy = tcFuseCopyLaunch(g->f, reader);
  return streamsCopy(g, isCut(g, copy) ? tcFuseMakePartials(g->f, copy) : copy);
}

// An op that reads a launch's results.
static MlirOperation useResults(MlirOperation launch) {
  MlirOperationState state =
      mlirOperationStateGet(tcStr("builtin.unrealized_conversion_cast"),
                            mlirOperationGetLocation(launch));
  MlirType type = mlirValueGetType(mlirOperationGetResult(launch, 0));
  mlirOperationStateAddResults(&state, 1, &type);
  for (intptr_t r = 0; r < mlirOperationGetNumResults(launch); ++r) {
    MlirValue v = mlirOperationGetResult(launch, r);
    mlirOperationStateAddOperands(&state, 1, &v);
  }
  MlirOperation op = mlirOperationCreate(&state);
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(launch), launch, op);
  return op;
}

// Two readers as one: of wide values their sums together may be more than a
// thread has registers for.
static bool streamCopiesTogether(const Group *g, MlirOperation x,
                                 MlirOperation y) {
  MlirOperation user = useResults(x); // what nobody reads would be dropped
  MlirOperation both = tcMergeLaunches(g->f, x, y, /*keep=*/false);
  mlirOperationDestroy(user);
  return streamsCopy(g, both);
}

static bool streamTogether(const Group *g, MlirOperation a, MlirOperation b) {
  return streamCopiesTogether(g, tcFuseCopyLaunch(g->f, a),
                              tcFuseCopyLaunch(g->f, b));
}

static void allowAtomics(const Group *g, MlirOperation launch) {
  tcAllowAtomics(tcFuseOnlyContract(tcLaunchedKernel(g->f, launch)));
}

// The same where tasks of what streams add to the sums of `shared`.
static bool streamShared(const Group *g, MlirOperation a, MlirOperation b,
                         bool isFirst) {
  MlirOperation x = tcFuseCopyLaunch(g->f, a), y = tcFuseCopyLaunch(g->f, b);
  allowAtomics(g, isFirst ? x : y);
  return streamCopiesTogether(g, x, y);
}

//===- Merging ------------------------------------------------------------===//

// The dimension of v that the launch's product sums over, or -1.
static intptr_t summedDim(const Group *g, MlirOperation launch, size_t i) {
  MlirOperation s = tcFirstStage(tcLaunchedKernel(g->f, launch)), last = s;
  for (; !mlirOperationIsNull(s); s = tcNextStage(s))
    last = tcIsA(s, "loop.contract") && !tcAllowsAtomics(s) ? s : last;
  TcAlignment al = tcAlign(g->f, g->between.data[i], 0, launch);
  for (size_t d = 0; al.aligned && d < al.iters.size; ++d)
    if (al.iters.data[d].ptr &&
        tcNames(tcAttrOf(last, "over"), al.iters.data[d]))
      return (intptr_t)d;
  return -1;
}

static bool belong(const Group *g, MlirOperation a, MlirOperation b, size_t i) {
  MlirValue v = mlirOperationGetResult(g->between.data[i], 0);
  return tcFuseReads(a, v) && tcFuseReads(b, v) &&
         summedDim(g, a, i) == summedDim(g, b, i) &&
         !tcFuseReaches(g->f, a, b) && !tcFuseReaches(g->f, b, a);
}

// Merges readers of a value that sum over the same dimension of it.
static void joinReaders(Group *g, size_t i) {
  for (size_t a = 0; a < g->readers.size; ++a)
    for (size_t b = a + 1; b < g->readers.size; ++b) {
      MlirOperation x = g->readers.data[a], y = g->readers.data[b];
      if (!belong(g, x, y, i))
        continue;
      bool first = tcFusePlace(g->f, x) < tcFusePlace(g->f, y);
      bool can = streamTogether(g, first ? x : y, first ? y : x);
      if (!TC_FUSE_HOLDS("recompute", "together", can))
        continue;
      g->readers.data[a] =
          tcFuseMerge(g->f, first ? x : y, first ? y : x, /*keep=*/false);
      g->readers.data[b--] = g->readers.data[--g->readers.size];
    }
}

// The dimension that a reader sums over of the first intermediate value that it
// reads, or -1.
static intptr_t dimOf(const Group *g, MlirOperation reader) {
  for (size_t i = g->between.size; i-- > 0;)
    if (tcFuseReads(reader, mlirOperationGetResult(g->between.data[i], 0)))
      return summedDim(g, reader, i);
  return -1;
}

// Whether no other reader sums over the same dimension.
static bool sumsAlone(const Group *g, size_t reader) {
  intptr_t dim = dimOf(g, g->readers.data[reader]);
  for (size_t i = 0; i < g->readers.size; ++i)
    if (i != reader && dimOf(g, g->readers.data[i]) == dim)
      return false;
  return dim >= 0;
}

// Merges a reader of a value that alone sums over a dimension of it with one
// that sums over another.
static void shareReader(Group *g, size_t i, size_t a, size_t b) {
  MlirOperation x = g->readers.data[a], y = g->readers.data[b];
  MlirValue v = mlirOperationGetResult(g->between.data[i], 0);
  if (!tcFuseReads(x, v) || !tcFuseReads(y, v) || summedDim(g, x, i) < 0 ||
      summedDim(g, x, i) == summedDim(g, y, i) || tcFuseReaches(g->f, x, y) ||
      tcFuseReaches(g->f, y, x) ||
      mlirOperationIsNull(tcFuseOnlyContract(tcLaunchedKernel(g->f, y))))
    return;
  bool first = tcFusePlace(g->f, x) < tcFusePlace(g->f, y);
  bool can = streamShared(g, first ? x : y, first ? y : x, !first);
  if (!TC_FUSE_HOLDS("recompute", "shared", can))
    return;
  allowAtomics(g, y);
  g->readers.data[a] =
      tcFuseMerge(g->f, first ? x : y, first ? y : x, /*keep=*/false);
  g->readers.data[b] = g->readers.data[--g->readers.size];
}

static void shareReaders(Group *g, size_t i) {
  for (size_t b = 0; g->f->atomics && b < g->readers.size; ++b)
    for (size_t a = 0, n = g->readers.size;
         n == g->readers.size && a < n && sumsAlone(g, b); ++a)
      if (a != b)
        shareReader(g, i, a, b);
}

// Readers that sum over several iterators become those that sum over one.
static void cutReaders(Group *g) {
  for (size_t r = 0; r < g->readers.size; ++r) {
    MlirOperation reader = g->readers.data[r];
    if (!isCut(g, reader))
      continue;
    MlirOperation copy = tcFuseCopyLaunch(g->f, reader);
    tcMapSet(&g->f->places, copy.ptr, (void *)tcFusePlace(g->f, reader));
    g->readers.data[r] = tcFuseMakePartials(g->f, copy);
    tcFuseAddPartials(g->f, reader, g->readers.data[r]);
  }
}

static void mergeGroup(Group *g) {
  cutReaders(g);
  for (size_t i = g->between.size; i-- > 0;) {
    MlirValue v = mlirOperationGetResult(g->between.data[i], 0);
    joinReaders(g, i);
    shareReaders(g, i);
    for (size_t r = 0; r < g->readers.size; ++r)
      if (tcFuseReads(g->readers.data[r], v))
        g->readers.data[r] = tcFuseMerge(g->f, g->between.data[i],
                                         g->readers.data[r], /*keep=*/true);
  }
}

bool tcFuseRecompute(TcFuse *f, MlirOperation launch) {
  Group g = {.f = f};
  MlirOperation kernel = tcLaunchedKernel(f, launch);
  if (mlirOperationIsNull(kernel) || tcMapGet(&f->refused, kernel.ptr) ||
      tcKernelKind(kernel) != TC_KERNEL_CONTRACT || !isBetween(f, launch) ||
      !tcHasUses(mlirOperationGetResult(launch, 0)))
    return false;
  bool can = addBetween(&g, launch) && g.readers.size > 0;
  sortByPlace(&g);
  for (size_t i = 0; can && i < g.readers.size; ++i)
    can =
        !holds(&g.between, g.readers.data[i]) && streams(&g, g.readers.data[i]);
  if (!can || tcBreaksNow("fuse", "recompute", "off")) {
    tcMapSet(&f->refused, kernel.ptr, f);
    return false;
  }
  mergeGroup(&g);
  return true;
}
