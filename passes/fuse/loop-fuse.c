// loop-fuse: merges launches into one kernel where that saves memory traffic.
//
//     views       index maps go into their readers
//   epilogues   maps over a product's result go into the product's kernel
//   pointwise   maps go into the one map, or the one kernel, that reads them;
//               cheap ones into each
//     rows        reductions and their readers over the same outer iterators:
//                             softmax, norms, with rows kept in registers or
//                             scratch
//     remakes     rematerialisation: cheap maps that a product's epilogue reads
//     phases      reductions with later ones over other iterators, where
//                             little data is between: the loss after its rows,
//                             the gradient of a norm's weight after that of its
//                             input
//     steps       maps with a map that reads them, though others read them too
//     streams     products over rows of reduced products: attention
//     recompute   products of functions of products: gradients of attention
//   siblings    reductions of one value along the same or other iterators
//
// Each rule is a predicate on a producer and a consumer; they are tried in this
// order, from the first launch to the last, until nothing changes. Steps, and
// siblings, which read nothing of each other, come last.
#include "passes/fuse/fuse.h"

#include "lib/ir/attrs.h"
#include "lib/ir/break.h"
#include "lib/ir/diag.h"
#include "lib/ir/ours.h"
#include "lib/ir/pass.h"
#include "lib/ir/shim.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { STREAM, OTHERWISE }; // options

typedef enum Verdict { APART, ABSORB, COPY } Verdict;

typedef struct Pair {
  TcFuse *f;
  MlirOperation a, b; // launches: b reads result r of a
  intptr_t r;
  MlirOperation ka, kb;
  TcKernelKind kindA, kindB;
  bool only; // b alone reads a
} Pair;

//===- The graph of launches ----------------------------------------------===//

static bool readBesides(MlirOperation a, MlirOperation b) {
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

static void numberOps(TcFuse *f, MlirBlock block) {
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

enum { FAR = 48 };

// Whether more than FAR launches lie between. Merging computes b's results
// where a's are first read, and so keeps them in memory until b's readers run.
static bool isFar(const TcFuse *f, MlirOperation a, MlirOperation b) {
  int n = 0;
  for (; !mlirOperationIsNull(b) && !mlirOperationEqual(a, b) && n <= FAR;
       b = tcOpGetPrev(b))
    n += !mlirOperationIsNull(tcLaunchedKernel(f, b));
  return n > FAR;
}

bool tcFuseReaches(const TcFuse *f, MlirOperation from, MlirOperation to) {
  return reaches(f, from, to, /*around=*/false);
}

static bool wouldCycle(const Pair *p) {
  return !p->only && reaches(p->f, p->a, p->b, /*around=*/true);
}

//===- Merging ------------------------------------------------------------===//

// Larger kernels compile slowly and save little more memory traffic.
static bool isTooLarge(MlirOperation ka, MlirOperation kb) {
  enum { MAX_OPS = 128, MAX_STAGES = 32, MAX_VALUES = 64 };
  TcKernelCount a = tcKernelCount(ka), b = tcKernelCount(kb);
  return a.ops + b.ops > MAX_OPS || a.stages + b.stages > MAX_STAGES ||
         a.values + b.values > MAX_VALUES;
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
  bool sorted = keep || !readBesides(a, b);
  MlirOperation first = mlirOperationGetNextInBlock(a);
  bool adjacent = mlirOperationEqual(first, b);
  uintptr_t place = tcFusePlace(f, b);
  MlirOperation merged = tcMergeLaunches(f, a, b, keep);
  setPlace(f, merged, place);
  if (!sorted && !adjacent)
    sortBeforeReaders(f, first, merged);
  return merged;
}

//===- The rules ----------------------------------------------------------===//

static int kernelCost(MlirOperation kernel) {
  int cost = 0;
  MlirOperation s = tcFirstStage(kernel);
  for (; !mlirOperationIsNull(s); s = tcNextStage(s))
    cost += tcBodyCost(s);
  return cost;
}

// A map without operands: constants, iotas.
static bool isFill(const Pair *p) {
  return p->kindA == TC_KERNEL_POINTWISE &&
         mlirOperationGetNumOperands(p->a) == 0 && kernelCost(p->ka) <= 2;
}

// A kernel that reads through a view reads its operand instead. Fills go the
// same way, before their reader becomes an epilogue that would have to read
// them from memory.
static Verdict views(const Pair *p) {
  bool fill = isFill(p) && p->kindB != TC_KERNEL_CONTRACT;
  if (p->kindA != TC_KERNEL_VIEW && !fill)
    return APART;
  return p->only ? ABSORB : COPY;
}

// Maps over a product's result become its epilogue.
static Verdict epilogues(const Pair *p) {
  if (p->kindA != TC_KERNEL_CONTRACT ||
      !TC_FUSE_HOLDS("epilogues", "only", p->only) ||
      (p->kindB != TC_KERNEL_POINTWISE && p->kindB != TC_KERNEL_VIEW))
    return APART;
  MlirValue v = mlirOperationGetResult(p->a, p->r);
  MlirOperation stage = tcFirstStage(p->kb);
  bool whole = tcSizeAttrEqual(tcStageSpace(p->kb, stage),
                               tcTypeGetNumElements(mlirValueGetType(v)));
  bool one = mlirOperationIsNull(tcNextStage(stage));
  bool aligned = tcAlign(p->f, p->a, p->r, p->b).aligned;
  return TC_FUSE_HOLDS("epilogues", "one", one) &&
                 TC_FUSE_HOLDS("epilogues", "whole", whole) &&
                 TC_FUSE_HOLDS("epilogues", "aligned", aligned)
             ? ABSORB
             : APART;
}

static bool isPointwise(TcKernelKind k) {
  return k == TC_KERNEL_POINTWISE || k == TC_KERNEL_VIEW;
}

// Whether b's reads of a's result visit each element once.
static bool readsOnce(const Pair *p) {
  MlirAttribute size = tcTypeGetNumElements(
      mlirValueGetType(mlirOperationGetResult(p->a, p->r)));
  MlirOperation s = tcFirstStage(p->kb);
  for (; !mlirOperationIsNull(s); s = tcNextStage(s)) {
    for (intptr_t i = 0; i < tcNumInputs(s); ++i) {
      MlirValue v = tcInput(s, i);
      if (!mlirValueIsABlockArgument(v))
        continue;
      intptr_t k = mlirBlockArgumentGetArgNumber(v);
      if (mlirValueEqual(mlirOperationGetOperand(p->b, k),
                         mlirOperationGetResult(p->a, p->r)) &&
          !tcSizeAttrEqual(tcStageSpace(p->kb, s), size))
        return false;
    }
  }
  return true;
}

// A map whose only reader is a map.
static Verdict chains(const Pair *p) {
  bool fits = isPointwise(p->kindA) && isPointwise(p->kindB) &&
              TC_FUSE_HOLDS("chains", "only", p->only);
  return fits && TC_FUSE_HOLDS("chains", "once", readsOnce(p)) ? ABSORB : APART;
}

// Whether a reads fewer bytes than b would read of its result.
static bool readsLittle(const Pair *p) {
  MlirAttribute size = tcTypeGetNumElements(
      mlirValueGetType(mlirOperationGetResult(p->a, p->r)));
  int64_t out = tcSizeOr(size, -1), in = 0;
  int whole = 0;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(p->a); ++i) {
    MlirAttribute n = tcTypeGetNumElements(
        mlirValueGetType(mlirOperationGetOperand(p->a, i)));
    whole += tcSizeAttrEqual(n, size);
    in += tcSizeOr(n, 0);
  }
  return out < 0 ? whole <= 1 : in <= out + out / 8;
}

// Cheap maps into each of their readers; any map into the only one.
static Verdict prologues(const Pair *p) {
  if (!isPointwise(p->kindA) || p->kindB == TC_KERNEL_CONTRACT)
    return APART;
  int cost = kernelCost(p->ka);
  bool once = readsOnce(p);
  if (p->only)
    return TC_FUSE_HOLDS("prologues", "once", once || cost <= 2) ? ABSORB
                                                                 : APART;
  bool cheap = TC_FUSE_HOLDS("prologues", "cheap", cost <= 4) &&
               TC_FUSE_HOLDS("prologues", "little", readsLittle(p)) &&
               TC_FUSE_HOLDS("prologues", "copyOnce", once || cost <= 2);
  return cheap ? COPY : APART;
}

// Whether only maps of b read a's result, not its product.
static bool mapsRead(const Pair *p) {
  MlirOperation s = tcFirstStage(p->kb);
  for (; !mlirOperationIsNull(s); s = tcNextStage(s))
    for (intptr_t i = 0; i < tcNumInputs(s) && !tcIsA(s, "loop.map"); ++i) {
      MlirValue v = tcInput(s, i);
      if (mlirValueIsABlockArgument(v) &&
          mlirValueEqual(
              mlirOperationGetOperand(p->b, mlirBlockArgumentGetArgNumber(v)),
              mlirOperationGetResult(p->a, p->r)))
        return false;
    }
  return true;
}

static bool hasOneStage(MlirOperation kernel) {
  return mlirOperationIsNull(tcNextStage(tcFirstStage(kernel)));
}

// Recompute cheap producers in a contraction's epilogue instead of reading
// their results from memory.
static Verdict remakes(const Pair *p) {
  enum { CHEAP = 4 };
  if (!isPointwise(p->kindA) || p->kindB != TC_KERNEL_CONTRACT ||
      !TC_FUSE_HOLDS("remakes", "cheap", kernelCost(p->ka) <= CHEAP) ||
      !TC_FUSE_HOLDS("remakes", "little", readsLittle(p)) ||
      !TC_FUSE_HOLDS("remakes", "once", readsOnce(p)) ||
      !TC_FUSE_HOLDS("remakes", "maps", mapsRead(p)) ||
      !TC_FUSE_HOLDS("remakes", "one", hasOneStage(p->ka)))
    return APART;
  return p->only ? ABSORB : COPY;
}

// Whether rows fit: of a's parallel iterators those that b has too stay
// outside, and the part of a's values inside of them is a row that has to be
// kept.
static bool rowsFit(const Pair *p, const TcAlignment *al) {
  enum { MAX_ROW = 65536, MIN_ROWS = 8, SMALL = 4096 };
  TcArena *arena = &p->f->arena;
  TcAttrVec pa = tcParallelIters(arena, p->ka);
  TcAttrVec pb = tcParallelIters(arena, p->kb);
  MlirOperation yield = mlirBlockGetTerminator(tcKernelBody(p->ka));
  MlirOperation stage = tcDefiningOp(mlirOperationGetOperand(yield, p->r));
  MlirAttribute dims = tcAttrOf(stage, "iters");
  TcAttrVec shared = {0};
  int64_t row = 1;
  for (size_t d = 0; d < al->iters.size; ++d) {
    MlirAttribute mine = mlirArrayAttrGetElement(dims, (intptr_t)d);
    MlirAttribute theirs = al->iters.data[d];
    bool inA = false, inB = false;
    for (size_t i = 0; i < pa.size; ++i)
      inA |= mlirAttributeEqual(pa.data[i], mine);
    for (size_t i = 0; i < pb.size; ++i)
      inB |= mlirAttributeEqual(pb.data[i], theirs);
    if (inA && inB)
      tcVecPush(arena, &shared, theirs);
    else
      row *= tcSizeOr(tcExtentOf(p->ka, mine), 1);
  }
  int64_t rows = tcSizeOr(tcExtentProduct(p->kb, &shared), MIN_ROWS);
  int64_t before = tcSizeOr(tcExtentProduct(p->ka, &pa), rows);
  if (p->kindA == TC_KERNEL_POINTWISE)
    before = tcSizeOr(tcExtentProduct(p->kb, &pb), rows);
  int64_t points =
      tcSizeOr(tcStageSpace(p->kb, tcFirstStage(p->kb)), INT64_MAX);
  bool parallel = rows >= MIN_ROWS || points <= SMALL;
  return TC_FUSE_HOLDS("rows", "short", row <= MAX_ROW) &&
         TC_FUSE_HOLDS("rows", "parallel", parallel) &&
         TC_FUSE_HOLDS("rows", "shared", rows * 4 >= before);
}

// Reductions with what reads them.
static Verdict rows(const Pair *p) {
  bool kinds = (p->kindA == TC_KERNEL_ROW || isPointwise(p->kindA)) &&
               (p->kindB == TC_KERNEL_ROW || isPointwise(p->kindB)) &&
               (p->kindA == TC_KERNEL_ROW || p->kindB == TC_KERNEL_ROW);
  if (!kinds)
    return APART;
  if (!TC_FUSE_HOLDS("rows", "near", p->only || !isFar(p->f, p->a, p->b)))
    return APART;
  TcAlignment al = tcAlign(p->f, p->a, p->r, p->b);
  return TC_FUSE_HOLDS("rows", "aligned", al.aligned) && rowsFit(p, &al) &&
                 TC_FUSE_HOLDS("rows", "acyclic", !wouldCycle(p))
             ? ABSORB
             : APART;
}

static int64_t elementsOf(MlirValue v, int64_t unknown) {
  return tcSizeOr(tcTypeGetNumElements(mlirValueGetType(v)), unknown);
}

// Whether b's operand from a is recomputed instead of kept: a cheap map of
// values that a reads itself.
static bool isRedone(const Pair *p) {
  enum { CHEAP = 4 };
  MlirOperation yield = mlirBlockGetTerminator(tcKernelBody(p->ka));
  MlirOperation s = tcDefiningOp(mlirOperationGetOperand(yield, p->r));
  if (!tcIsA(s, "loop.map") || tcBodyCost(s) > CHEAP)
    return false;
  for (intptr_t i = 0; i < tcNumInputs(s); ++i)
    if (!mlirValueIsABlockArgument(tcInput(s, i)))
      return false;
  return true;
}

// Reductions that cannot share loops but pass little data between them. b's
// other operands must be operands of a too, or small.
static Verdict phases(const Pair *p) {
  enum { FEW = 8 };
  if (p->kindA != TC_KERNEL_ROW ||
      (p->kindB != TC_KERNEL_ROW && !isPointwise(p->kindB)))
    return APART;
  MlirValue v = mlirOperationGetResult(p->a, p->r);
  int64_t space = tcSizeOr(tcStageSpace(p->ka, tcFirstStage(p->ka)), -1);
  bool little = space >= 0 && elementsOf(v, space) * FEW <= space;
  bool redone = little || (p->kindB == TC_KERNEL_ROW && isRedone(p));
  int64_t made =
      elementsOf(mlirOperationGetResult(p->b, 0), INT64_MAX / FEW) * FEW;
  bool fits =
      TC_FUSE_HOLDS("phases", "little", redone) &&
      TC_FUSE_HOLDS("phases", "few", !isPointwise(p->kindB) || made <= space) &&
      TC_FUSE_HOLDS("phases", "near", p->only || !isFar(p->f, p->a, p->b)) &&
      TC_FUSE_HOLDS("phases", "acyclic", !wouldCycle(p)) &&
      TC_FUSE_HOLDS("phases", "same", tcReadTheSame(p->f, p->a, p->b));
  return fits ? ABSORB : APART;
}

// A map and a map that reads it: one pass over memory instead of two. Other
// readers of the first get it from the merged kernel.
static Verdict steps(const Pair *p) {
  if (p->kindA != TC_KERNEL_POINTWISE || p->kindB != TC_KERNEL_POINTWISE ||
      !TC_FUSE_HOLDS("steps", "near", !isFar(p->f, p->a, p->b)) ||
      !TC_FUSE_HOLDS("steps", "once", readsOnce(p)))
    return APART;
  TcAlignment al = tcAlign(p->f, p->a, p->r, p->b);
  return TC_FUSE_HOLDS("steps", "aligned", al.aligned) &&
                 TC_FUSE_HOLDS("steps", "acyclic", !wouldCycle(p))
             ? ABSORB
             : APART;
}

//===- Siblings -----------------------------------------------------------===//

static bool readsOf(MlirOperation launch, MlirValue v) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(launch); ++i)
    if (mlirValueEqual(mlirOperationGetOperand(launch, i), v))
      return true;
  return false;
}

static intptr_t rankOf(MlirValue v) {
  return mlirShapedTypeGetRank(mlirValueGetType(v));
}

static bool isLarge(TcFuse *f, MlirOperation launch, MlirValue v) {
  MlirOperation kernel = tcLaunchedKernel(f, launch);
  int64_t space = tcSizeOr(tcStageSpace(kernel, tcFirstStage(kernel)), -1);
  return space < 0 ? rankOf(v) > 1 : elementsOf(v, space) * 8 > space;
}

bool tcReadTheSame(TcFuse *f, MlirOperation a, MlirOperation b) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(b); ++i) {
    MlirValue v = mlirOperationGetOperand(b, i);
    bool ofA = mlirOperationEqual(tcDefiningOp(v), a);
    if (!ofA && isLarge(f, a, v) && !readsOf(a, v))
      return false;
  }
  return true;
}

static bool shareLarge(TcFuse *f, MlirOperation a, MlirOperation b) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(b); ++i) {
    MlirValue v = mlirOperationGetOperand(b, i);
    if (readsOf(a, v) && isLarge(f, a, v) && isLarge(f, b, v))
      return true;
  }
  return false;
}

// Whether a data-dependent size becomes known between the two. Its computation
// must not be merged into a launch that needs the size.
static bool learnsBetween(MlirOperation a, MlirOperation b) {
  for (MlirOperation op = a; !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (mlirOperationEqual(op, b))
      return false;
    if (tcIsA(op, "prim.range_to"))
      return true;
  }
  return false;
}

static bool areSiblings(TcFuse *f, MlirOperation a, MlirOperation b) {
  MlirOperation ka = tcLaunchedKernel(f, a), kb = tcLaunchedKernel(f, b);
  return !mlirOperationIsNull(ka) && !mlirOperationIsNull(kb) &&
         tcKernelKind(ka) == TC_KERNEL_ROW &&
         tcKernelKind(kb) == TC_KERNEL_ROW &&
         TC_FUSE_HOLDS("siblings", "small", !isTooLarge(ka, kb)) &&
         TC_FUSE_HOLDS("siblings", "shared", shareLarge(f, a, b)) &&
         TC_FUSE_HOLDS("siblings", "same", tcReadTheSame(f, a, b)) &&
         TC_FUSE_HOLDS("siblings", "acyclic", !tcFuseReaches(f, a, b)) &&
         TC_FUSE_HOLDS("siblings", "late",
                       !f->hasLateSizes || !learnsBetween(a, b));
}

// The first of the FAR launches before b: isFar holds of all earlier ones.
static MlirOperation firstNear(const TcFuse *f, MlirOperation b) {
  MlirOperation first = b, op = tcOpGetPrev(b);
  for (int n = 0; !mlirOperationIsNull(op) && n < FAR; op = tcOpGetPrev(op)) {
    n += !mlirOperationIsNull(tcLaunchedKernel(f, op));
    first = op;
  }
  return first;
}

// Merges the launch with an earlier sibling; gives the merged one, or null.
static MlirOperation mergeSibling(TcFuse *f, MlirOperation b) {
  if (tcKernelKind(tcLaunchedKernel(f, b)) != TC_KERNEL_ROW)
    return (MlirOperation){NULL};
  MlirOperation a = firstNear(f, b);
  for (; !mlirOperationEqual(a, b); a = mlirOperationGetNextInBlock(a))
    if (areSiblings(f, a, b))
      return tcBreaksNow("fuse", "siblings", "off")
                 ? (MlirOperation){NULL}
                 : tcFuseMerge(f, a, b, /*keep=*/false);
  return (MlirOperation){NULL};
}

static int mergeSiblings(TcFuse *f, MlirBlock block) {
  int n = 0;
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (mlirOperationIsNull(tcLaunchedKernel(f, op)))
      continue;
    MlirOperation merged = mergeSibling(f, op);
    if (mlirOperationIsNull(merged))
      continue;
    op = merged;
    ++n;
  }
  return n;
}

//===- Trying them --------------------------------------------------------===//

typedef struct Rule {
  const char *name;
  Verdict (*verdict)(const Pair *p);
} Rule;

static bool makePair(TcFuse *f, MlirOperation b, intptr_t operand, Pair *p) {
  MlirValue v = mlirOperationGetOperand(b, operand);
  *p = (Pair){.f = f, .a = tcDefiningOp(v), .b = b};
  p->ka = tcLaunchedKernel(f, p->a);
  if (mlirOperationIsNull(p->ka))
    return false;
  p->kb = tcLaunchedKernel(f, b);
  p->r = mlirOpResultGetResultNumber(v);
  p->kindA = tcKernelKind(p->ka);
  p->kindB = tcKernelKind(p->kb);
  p->only = !readBesides(p->a, b);
  return true;
}

// Applies the rule to the first operand of b where it holds.
static bool fuseInto(TcFuse *f, const Rule *rule, MlirOperation *b) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(*b); ++i) {
    Pair p;
    if (!makePair(f, *b, i, &p))
      continue;
    Verdict verdict = rule->verdict(&p);
    if (verdict == APART ||
        !TC_FUSE_HOLDS("all", "small",
                       p.kindA == TC_KERNEL_VIEW || !isTooLarge(p.ka, p.kb)) ||
        !TC_FUSE_HOLDS("all", "late",
                       verdict == COPY || p.only || !f->hasLateSizes ||
                           !learnsBetween(p.a, *b)) ||
        tcBreaksNow("fuse", rule->name, "off"))
      continue;
    *b = tcFuseMerge(f, p.a, *b, verdict == COPY);
    return true;
  }
  return false;
}

static int applyRule(TcFuse *f, MlirBlock block, const Rule *rule) {
  int n = 0;
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (mlirOperationIsNull(tcLaunchedKernel(f, op)))
      continue;
    while (fuseInto(f, rule, &op))
      ++n;
  }
  return n;
}

//===- Order and leftovers ------------------------------------------------===//

static bool isDead(MlirOperation launch) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(launch); ++r)
    if (tcHasUses(mlirOperationGetResult(launch, r)))
      return false;
  return true;
}

static void dropDeadLaunches(TcFuse *f, MlirBlock block) {
  TC_VEC(MlirOperation) ops = {0};
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    tcVecPush(&f->arena, &ops, op);
  while (ops.size) {
    op = tcVecPop(&ops);
    MlirOperation kernel = tcLaunchedKernel(f, op);
    if (mlirOperationIsNull(kernel) || !isDead(op))
      continue;
    mlirOperationDestroy(op);
    mlirOperationDestroy(kernel);
  }
}

//===- The pass -----------------------------------------------------------===//

static int mergeStreams(TcFuse *f, MlirBlock block) {
  int n = 0;
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    n += tcFuseStream(f, &op);
  op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    n += tcFuseRecompute(f, op);
  return n;
}

static bool hasLateSizes(MlirBlock block) {
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (tcIsA(op, "prim.range_to"))
      return true;
  return false;
}

static int fuseBlock(TcFuse *f, MlirBlock block, TcPass *pass) {
#define RULE(NAME)                                                             \
  {                                                                            \
    #NAME, NAME                                                                \
  }
  static const Rule order[] = {
      RULE(views),     RULE(epilogues), RULE(chains), RULE(epilogues),
      RULE(prologues), RULE(epilogues), RULE(rows),   RULE(prologues),
      RULE(remakes),   RULE(phases)};
  static const Rule last = RULE(steps);
  enum { N = sizeof order / sizeof *order };
  int total = 0;
  f->hasLateSizes = hasLateSizes(block);
  numberOps(f, block);
  for (int changed = 1; changed;) {
    changed = 0;
    for (int i = 0; i < N; ++i)
      changed += applyRule(f, block, &order[i]);
    if (!changed && f->target.backend)
      changed += mergeStreams(f, block);
    if (!changed)
      changed += applyRule(f, block, &last);
    if (!changed)
      changed += mergeSiblings(f, block);
    total += changed;
    dropDeadLaunches(f, block);
  }
  tcPassAddStatistic(pass, 0, total);
  return total;
}

static void collectKernels(TcFuse *f, MlirBlock body) {
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (!tcIsA(op, "loop.kernel"))
      continue;
    MlirStringRef name = mlirStringAttrGetValue(tcAttrOf(op, "sym_name"));
    tcMapSetTextN(&f->kernels, name.data, name.length, op.ptr);
  }
}

// Reads the target, which decides what can be streamed.
static MlirLogicalResult findTarget(TcFuse *f, TcPass *pass,
                                    MlirOperation module) {
  MlirStringRef text = tcPassGetOptionString(pass, OTHERWISE);
  if (!tcPassGetOptionBool(pass, STREAM))
    return mlirLogicalResultSuccess();
  TcStatus status = tcTargetOfModule(
      module, tcArenaCopyText(&f->arena, text.data, text.length), &f->target);
  if (!status)
    return mlirLogicalResultSuccess();
  tcOpEmitError(module, "[TC-%04d] %s", tcStatusNumber(status),
                tcStatusMessage(status));
  tcStatusFree(status);
  return mlirLogicalResultFailure();
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  TcFuse f = {.ctx = mlirOperationGetContext(module)};
  f.kernels.arena = f.places.arena = f.refused.arena = &f.arena;
  if (mlirLogicalResultIsFailure(findTarget(&f, pass, module))) {
    tcArenaFree(&f.arena);
    return mlirLogicalResultFailure();
  }
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(module));
  collectKernels(&f, body);
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (tcIsOurFunction(op))
      fuseBlock(&f, mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0)),
                pass);
  }
  tcArenaFree(&f.arena);
  return mlirLogicalResultSuccess();
}

static const TcPassOption options[] = {
    {"stream", TC_OPTION_BOOL, "false",
     "merge products over rows of reduced products, for loop-stream"},
    {"otherwise", TC_OPTION_STRING, "host",
     "the target that streams, where the module has no tc.target"}};
static const TcPassStatistic statistics[] = {
    {"merged", "launches that were merged into another"}};
static const char *const dependents[] = {"loop", "prim", NULL};
const TcPassInfo tcPassLoopFuse = {
    .argument = "loop-fuse",
    .summary = "Merge launches into one kernel where that saves memory traffic",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = 2,
    .statistics = statistics,
    .numStatistics = 1,
    .dependentDialects = dependents,
    .run = run};
