// The launches of a function as a graph: their places in the block, what
// reaches what, and two that become one. See fuse.h.
#include "passes/fuse/fuse.h"

#include "lib/cost/numbers.h"
#include "lib/ir/shim.h"

//===- The graph of launches ----------------------------------------------===//

bool tcFuseIsReadBesides(MlirOperation a, MlirOperation b) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(a); ++r) {
    MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(a, r));
    for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
      if (!mlirOperationEqual(mlirOpOperandGetOwner(use), b))
        return true;
  }
  return false;
}

// The position of an op in its block. MLIR's own numbering is redone whenever
// no number is left between two ops, which is all the time where launches are
// replaced.
uintptr_t tcFusePlace(const TcFuse *f, MlirOperation op) {
  return (uintptr_t)tcMapGet(&f->places, op.ptr);
}

static void setPlace(TcFuse *f, MlirOperation op, uintptr_t place) {
  tcMapSet(&f->places, op.ptr, (void *)place);
}

void tcFuseNumberOps(TcFuse *f, MlirBlock block) {
  uintptr_t n = 0;
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    setPlace(f, op, ++n);
}

// Whether `from` reaches `to` by a path of at least two edges (`first` false:
// of at least one). The block is sorted: what stands behind `to` is on no path.
static bool reachesAround(const TcFuse *f, TcMap *seen, MlirOperation from,
                          MlirOperation to, bool first) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(from); ++r) {
    MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(from, r));
    for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
      MlirOperation user = mlirOpOperandGetOwner(use);
      if (mlirOperationEqual(user, to)) {
        if (!first)
          return true;
        continue;
      }
      if (tcFusePlace(f, user) > tcFusePlace(f, to) || tcMapGet(seen, user.ptr))
        continue;
      tcMapSet(seen, user.ptr, user.ptr);
      if (reachesAround(f, seen, user, to, false))
        return true;
    }
  }
  return false;
}

static bool reaches(const TcFuse *f, MlirOperation from, MlirOperation to,
                    bool around) {
  TcArena arena = {0};
  TcMap seen = {.arena = &arena};
  bool is = reachesAround(f, &seen, from, to, around);
  tcArenaFree(&arena);
  return is;
}

bool tcFuseReaches(const TcFuse *f, MlirOperation from, MlirOperation to) {
  return reaches(f, from, to, /*around=*/false);
}

bool tcFuseReachesAround(const TcFuse *f, MlirOperation from,
                         MlirOperation to) {
  return reaches(f, from, to, /*around=*/true);
}

//===- Merging ------------------------------------------------------------===//

bool tcFuseReads(MlirOperation launch, MlirValue v) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(launch); ++i)
    if (mlirValueEqual(mlirOperationGetOperand(launch, i), v))
      return true;
  return false;
}

MlirOperation tcFuseRelaunch(TcFuse *f, MlirOperation old,
                             const TcValueVec *operands,
                             const TcTypeVec *types) {
  TcBuilder b = tcBuilderBefore(old);
  TcOpState s;
  tcOpBegin(&s, &b, "loop.launch");
  tcOpAddOperands(&s, "inputs", (intptr_t)operands->size, operands->data);
  tcOpAddResults(&s, "results", (intptr_t)types->size, types->data);
  tcOpAddAttr(&s, "kernel", tcAttrOf(old, "kernel"));
  MlirOperation launch = tcOpEnd(&s);
  setPlace(f, launch, tcFusePlace(f, old));
  return launch;
}

bool tcFuseIsReturned(MlirValue v) {
  MlirOpOperand use = mlirValueGetFirstUse(v);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (tcIsA(mlirOpOperandGetOwner(use), "func.return"))
      return true;
  return false;
}

// Larger kernels compile slowly and save little more memory traffic.
bool tcFuseIsTooLarge(const TcFuse *f, MlirOperation ka, MlirOperation kb) {
  TcKernelCount a = tcKernelCount(ka), b = tcKernelCount(kb);
  bool gpu = f->target.backend && f->target.backend->gpu;
  intptr_t most = gpu ? tcNumber(fuse_gpu_ops) : tcNumber(fuse_ops);
  return a.ops + b.ops > most || a.stages + b.stages > tcNumber(fuse_stages) ||
         a.values + b.values > tcNumber(fuse_values);
}

typedef struct Sort {
  TcMap here; // ops that are to be sorted and are not yet
  MlirOperation end;
} Sort;

// Moves the op to the end of the sorted ops, behind its operands' ops.
static void sortOp(Sort *s, MlirOperation op) {
  if (!tcMapGet(&s->here, op.ptr))
    return;
  tcMapSet(&s->here, op.ptr, NULL);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirOperation def = tcDefiningOp(mlirOperationGetOperand(op, i));
    if (!mlirOperationIsNull(def))
      sortOp(s, def);
  }
  if (!mlirOperationEqual(op, s->end))
    mlirOperationMoveBefore(op, s->end);
}

// Merging puts the launch at its consumer's place, which may be behind another
// reader of the producer: it moves before its first reader. Other ops keep
// their order, so that values live no longer than before.
static void sortBeforeReaders(TcFuse *f, MlirOperation first,
                              MlirOperation last) {
  TcArena arena = {0};
  TC_VEC(MlirOperation) ops = {0};
  TC_VEC(uintptr_t) places = {0};
  Sort s = {{.arena = &arena}, mlirOperationGetNextInBlock(last)};
  for (MlirOperation op = first; !mlirOperationEqual(op, s.end);
       op = mlirOperationGetNextInBlock(op)) {
    tcVecPush(&arena, &ops, op);
    tcVecPush(&arena, &places, tcFusePlace(f, op));
    tcMapSet(&s.here, op.ptr, op.ptr);
  }
  for (size_t i = 0; i < ops.size; ++i)
    sortOp(&s, ops.data[i]);
  MlirOperation op = tcOpGetPrev(s.end);
  for (size_t i = places.size; i-- > 0; op = tcOpGetPrev(op))
    setPlace(f, op, places.data[i]);
  tcArenaFree(&arena);
}

MlirOperation tcFuseMerge(TcFuse *f, MlirOperation a, MlirOperation b,
                          bool keep) {
  bool sorted = keep || !tcFuseIsReadBesides(a, b);
  MlirOperation first = mlirOperationGetNextInBlock(a);
  bool adjacent = mlirOperationEqual(first, b);
  uintptr_t place = tcFusePlace(f, b);
  MlirOperation merged = tcMergeLaunches(f, a, b, keep);
  setPlace(f, merged, place);
  if (!sorted && !adjacent)
    sortBeforeReaders(f, first, merged);
  return merged;
}

// Whether a data-dependent size becomes known between the two. Its computation
// must not be merged into a launch that needs the size.
bool tcFuseLearnsBetween(MlirOperation a, MlirOperation b) {
  for (MlirOperation op = a; !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (mlirOperationEqual(op, b))
      return false;
    if (tcIsA(op, "prim.range_to"))
      return true;
  }
  return false;
}

// Whether more than fuse_far launches lie between. Merging computes b's
// results where a's are first read, and so keeps them in memory until b's
// readers run.
bool tcFuseIsFar(const TcFuse *f, MlirOperation a, MlirOperation b) {
  int n = 0;
  for (; !mlirOperationIsNull(b) && !mlirOperationEqual(a, b) &&
         n <= tcNumber(fuse_far);
       b = tcOpGetPrev(b))
    n += !mlirOperationIsNull(tcLaunchedKernel(f, b));
  return n > tcNumber(fuse_far);
}
