// The verdicts of loop-fuse's rules. See verdicts.h.
#include "passes/fuse/verdicts.h"

#include "lib/cost/numbers.h"
#include "lib/ir/break.h"
#include "lib/ir/limits.h"
#include "lib/ir/shim.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static bool wouldCycle(const TcFusePair *p) {
  return !p->only && tcFuseReachesAround(p->f, p->a, p->b);
}

static int kernelCost(MlirOperation kernel) {
  int cost = 0;
  MlirOperation s = tcFirstStage(kernel);
  for (; !mlirOperationIsNull(s); s = tcNextStage(s))
    cost += tcBodyCost(s);
  return cost;
}

// A map without operands: constants, iotas.
static bool isFill(const TcFusePair *p) {
  return p->kindA == TC_KERNEL_POINTWISE &&
         mlirOperationGetNumOperands(p->a) == 0 && kernelCost(p->ka) <= 2;
}

bool tcFuseIsResult(const TcFusePair *p, MlirValue v) {
  return mlirValueIsABlockArgument(v) &&
         mlirValueEqual(
             mlirOperationGetOperand(p->b, mlirBlockArgumentGetArgNumber(v)),
             mlirOperationGetResult(p->a, p->r));
}

// Whether something other than a launch reads the value: the program's results,
// or a reshape, which is another view of the memory that it lies in.
static bool isHeld(MlirValue v) {
  MlirOpOperand use = mlirValueGetFirstUse(v);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (!tcIsA(mlirOpOperandGetOwner(use), "loop.launch"))
      return true;
  return false;
}

// Whether the view lies in memory for what is no launch, and is of all of a
// value that nothing else reads: the launch that makes this value can store it
// so, where all others read it. If they read through the view, it would stay a
// copy for that alone.
static bool isStoredByMaker(const TcFusePair *p) {
  MlirValue x = mlirOperationGetOperand(p->a, 0);
  MlirOperation maker = tcDefiningOp(x);
  if (mlirOperationIsNull(tcLaunchedKernel(p->f, maker)) || !tcHasOneUse(x) ||
      !isHeld(mlirOperationGetResult(p->a, p->r)))
    return false;
  TcKernelKind kind = tcKernelKind(tcLaunchedKernel(p->f, maker));
  bool whole = tcSizeAttrEqual(tcTypeGetNumElements(mlirValueGetType(x)),
                               tcTypeGetNumElements(mlirValueGetType(
                                   mlirOperationGetResult(p->a, p->r))));
  return (kind == TC_KERNEL_CONTRACT || kind == TC_KERNEL_POINTWISE) && whole &&
         tcAlign(p->f, maker, mlirOpResultGetResultNumber(x), p->a).aligned;
}

// A kernel that reads through a view reads its operand instead. Fills go the
// same way, before their reader becomes an epilogue that would have to read
// them from memory.
TcVerdict tcFuseViews(const TcFusePair *p) {
  bool fill = isFill(p) && p->kindB != TC_KERNEL_CONTRACT;
  if (p->kindA != TC_KERNEL_VIEW && !fill)
    return TC_FUSE_APART;
  if (!fill && (!TC_FUSE_HOLDS("views", "copied", !isStoredByMaker(p)) ||
                !TC_FUSE_HOLDS("views", "factor", !tcFuseSumsFactor(p))))
    return TC_FUSE_APART;
  return p->only ? TC_FUSE_ABSORB : TC_FUSE_COPY;
}

// Whether b is one map of all of a product's result, each element at its place.
static bool isEpilogue(const TcFusePair *p) {
  MlirValue v = mlirOperationGetResult(p->a, p->r);
  MlirOperation stage = tcFirstStage(p->kb);
  bool whole = tcSizeAttrEqual(tcStageSpace(p->kb, stage),
                               tcTypeGetNumElements(mlirValueGetType(v)));
  bool one = mlirOperationIsNull(tcNextStage(stage));
  bool aligned = tcAlign(p->f, p->a, p->r, p->b).aligned;
  return TC_FUSE_HOLDS("epilogues", "one", one) &&
         TC_FUSE_HOLDS("epilogues", "whole", whole) &&
         TC_FUSE_HOLDS("epilogues", "aligned", aligned);
}

// Maps over a product's result become its epilogue.
TcVerdict tcFuseEpilogues(const TcFusePair *p) {
  if (p->kindA != TC_KERNEL_CONTRACT ||
      !TC_FUSE_HOLDS("epilogues", "only", p->only) ||
      (p->kindB != TC_KERNEL_POINTWISE && p->kindB != TC_KERNEL_VIEW))
    return TC_FUSE_APART;
  return isEpilogue(p) ? TC_FUSE_ABSORB : TC_FUSE_APART;
}

static bool isPointwise(TcKernelKind k) {
  return k == TC_KERNEL_POINTWISE || k == TC_KERNEL_VIEW;
}

static bool kernelReports(MlirOperation kernel) {
  MlirOperation s = tcFirstStage(kernel);
  for (; !mlirOperationIsNull(s); s = tcNextStage(s))
    if (tcStageReports(s))
      return true;
  return false;
}

// Whether the stages of b that read a's result have no more points than that
// has elements: those of a slice have fewer, and may not take in what reports
// positions that they do not read.
static bool readsOnce(const TcFusePair *p) {
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
          !tcSizeAttrEqual(tcStageSpace(p->kb, s), size) &&
          (kernelReports(p->ka) ||
           !tcSizeAttrProvablyLessEqual(tcStageSpace(p->kb, s), size)))
        return false;
    }
  }
  return true;
}

// A map whose only reader is a map.
TcVerdict tcFuseChains(const TcFusePair *p) {
  bool fits = isPointwise(p->kindA) && isPointwise(p->kindB) &&
              TC_FUSE_HOLDS("chains", "only", p->only);
  return fits && TC_FUSE_HOLDS("chains", "once", readsOnce(p)) ? TC_FUSE_ABSORB
                                                               : TC_FUSE_APART;
}

static int fullOperands(const TcFusePair *p) {
  return tcFuseFullOperands(p->a, mlirOperationGetResult(p->a, p->r));
}

// Whether a reads fewer bytes than b would read of its result. Of a symbolic
// result nothing says that a table whose rows a gathers is smaller.
static bool readsLittle(const TcFusePair *p) {
  MlirAttribute size = tcTypeGetNumElements(
      mlirValueGetType(mlirOperationGetResult(p->a, p->r)));
  int64_t out = tcSizeOr(size, -1), in = 0;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(p->a); ++i)
    in += tcSizeOr(tcTypeGetNumElements(
                       mlirValueGetType(mlirOperationGetOperand(p->a, i))),
                   0);
  return out < 0 ? fullOperands(p) <= 1 && !tcKernelGathers(p->ka)
                 : in <= out + out / 8;
}

// Whether b only gathers a's result, few elements of one map.
static bool isGatheredFew(const TcFusePair *p) {
  if (!TC_FUSE_HOLDS("prologues", "gathered", tcKernelCount(p->ka).stages == 1))
    return false;
  MlirValue v = mlirOperationGetResult(p->a, p->r);
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(p->b); ++k)
    if (mlirValueEqual(mlirOperationGetOperand(p->b, k), v) &&
        !tcIsGatheredFew(&p->f->arena, tcFirstStage(p->ka), p->kb,
                         mlirBlockGetArgument(tcKernelBody(p->kb), k)))
      return false;
  return true;
}

static bool isForGpu(const TcFusePair *p) {
  const TcTarget *target = &p->f->target;
  return target->backend && target->backend->gpu;
}

// Whether one of several products of b, the phases of a convolution of a spread
// input, reads a's result. GPUs have products of what lies in memory alone.
static bool isFactor(const TcFusePair *p) {
  if (!isForGpu(p))
    return false;
  MlirOperation s = tcFirstStage(p->kb);
  for (; !mlirOperationIsNull(s); s = tcNextStage(s))
    for (intptr_t i = 0; tcIsA(s, "loop.contract") && i < tcNumInputs(s); ++i) {
      MlirValue in = tcInput(s, i);
      if (tcFuseIsResult(p, in))
        return true;
    }
  return false;
}

// Whether b reads a's result only as positions of rows that maps gather.
static bool isPositions(const TcFusePair *p) {
  MlirOperation s = tcFirstStage(p->kb);
  for (; !mlirOperationIsNull(s); s = tcNextStage(s)) {
    for (intptr_t i = 0; i < tcNumInputs(s); ++i) {
      MlirValue in = tcInput(s, i);
      if (tcFuseIsResult(p, in) && !tcReadsPositions(s, i))
        return false;
    }
  }
  return true;
}

// Whether the only reader, which visits an element repeatedly, may compute it
// each time. On GPUs a launch for positions (negative ones count from the end)
// takes as long as the gather of few rows.
static bool isCheapAgain(const TcFusePair *p, int cost) {
  return cost <= tcNumber(fuse_redone) ||
         TC_FUSE_HOLDS("prologues", "positions",
                       cost <= tcNumber(fuse_cheap) && isForGpu(p) &&
                           isPositions(p));
}

// Cheap maps into each of their readers, and any into one that gathers few
// elements, which are computed there; any map into the only one.
TcVerdict tcFusePrologues(const TcFusePair *p) {
  if (!isPointwise(p->kindA) || p->kindB == TC_KERNEL_CONTRACT ||
      !TC_FUSE_HOLDS("prologues", "factors", !isFactor(p)))
    return TC_FUSE_APART;
  int cost = kernelCost(p->ka);
  bool once = readsOnce(p);
  if (p->only)
    return TC_FUSE_HOLDS("prologues", "once", once || isCheapAgain(p, cost))
               ? TC_FUSE_ABSORB
               : TC_FUSE_APART;
  if (isGatheredFew(p))
    return TC_FUSE_COPY;
  bool cheap = TC_FUSE_HOLDS("prologues", "cheap", cost <= 4) &&
               TC_FUSE_HOLDS("prologues", "little", readsLittle(p)) &&
               TC_FUSE_HOLDS("prologues", "copyOnce", once || cost <= 2) &&
               TC_FUSE_HOLDS("prologues", "factor", !tcFuseSumsFactor(p));
  return cheap ? TC_FUSE_COPY : TC_FUSE_APART;
}

// Whether only maps of b read a's result, not its product.
static bool mapsRead(const TcFusePair *p) {
  MlirOperation s = tcFirstStage(p->kb);
  for (; !mlirOperationIsNull(s); s = tcNextStage(s))
    for (intptr_t i = 0; i < tcNumInputs(s) && !tcIsA(s, "loop.map"); ++i) {
      MlirValue v = tcInput(s, i);
      if (tcFuseIsResult(p, v))
        return false;
    }
  return true;
}

static bool hasOneStage(MlirOperation kernel) {
  return mlirOperationIsNull(tcNextStage(tcFirstStage(kernel)));
}

// Whether a product's epilogue computes each element of a's results that it
// reads in less time than writing and reading them takes.
static bool isCheapToRemake(const TcFusePair *p, int cost) {
  const int64_t f32 = 4;
  int64_t bytes = 0;
  if (!isForGpu(p))
    return cost <= tcNumber(fuse_cheap);
  for (intptr_t r = 0; r < mlirOperationGetNumResults(p->a); ++r) {
    TcFusePair pair = *p;
    pair.r = r;
    MlirValue v = mlirOperationGetResult(p->a, r);
    if (tcFuseReads(p->b, v) && !mapsRead(&pair))
      return false;
    if (tcFuseReads(p->b, v))
      bytes += (int64_t)tcDTypeSize(
          tcTypeGetDType(tcTypeGetElement(mlirValueGetType(v))));
  }
  return cost * f32 <= bytes * tcNumber(gpu_remade);
}

static int64_t bytesOf(const TcFusePair *p, MlirValue v) {
  return tcSizeTaken(&p->f->arena, tcTypeGetBytes(mlirValueGetType(v)));
}

// Whether b reads no more in place of a's result: what it reads anyway is read
// once.
static bool readsNoMore(const TcFusePair *p) {
  int64_t more = 0;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(p->a); ++i) {
    MlirValue v = mlirOperationGetOperand(p->a, i);
    more += tcFuseReads(p->b, v) ? 0 : bytesOf(p, v);
  }
  int64_t own = bytesOf(p, mlirOperationGetResult(p->a, p->r));
  return more <= own + own / 8;
}

// Whether it takes a GPU no more to compute an element wherever it is read than
// to read it: a mask that all heads share. (What reports an error is computed
// where all of its elements are. What reads as many elements as it gives must
// be cheaper: else it would stay a stage, as simplify.c says, beside the
// product.)
static bool isRemadeAtReads(const TcFusePair *p, int cost) {
  int most = fullOperands(p) ? tcNumber(fuse_redone) : tcNumber(gpu_redone);
  return isForGpu(p) && cost <= most && readsLittle(p) && !kernelReports(p->ka);
}

// Recompute cheap producers in a contraction's epilogue instead of reading
// their results from memory; others are computed there if nothing else reads
// them: the slope of an activation. One whose elements are read many times goes
// there only if that saves its launch: a bias that is converted.
TcVerdict tcFuseRemakes(const TcFusePair *p) {
  int cost = kernelCost(p->ka);
  if (!isPointwise(p->kindA) || p->kindB != TC_KERNEL_CONTRACT ||
      !TC_FUSE_HOLDS("remakes", "cheap",
                     isCheapToRemake(p, cost) || (p->only && readsOnce(p))) ||
      !TC_FUSE_HOLDS("remakes", "little",
                     readsLittle(p) || (isForGpu(p) && readsNoMore(p))) ||
      !TC_FUSE_HOLDS("remakes", "once",
                     (p->only && cost <= tcNumber(fuse_redone)) ||
                         readsOnce(p) || isRemadeAtReads(p, cost)) ||
      !TC_FUSE_HOLDS("remakes", "maps", mapsRead(p)) ||
      !TC_FUSE_HOLDS("remakes", "one", isForGpu(p) || hasOneStage(p->ka)))
    return TC_FUSE_APART;
  return p->only ? TC_FUSE_ABSORB : TC_FUSE_COPY;
}

// The space of the kernel's stage that has most points.
static MlirAttribute mostSpace(TcArena *arena, MlirOperation kernel) {
  MlirOperation s = tcFirstStage(kernel);
  MlirAttribute most = tcStageSpace(kernel, s);
  for (s = tcNextStage(s); !mlirOperationIsNull(s); s = tcNextStage(s)) {
    MlirAttribute space = tcStageSpace(kernel, s);
    if (tcSizeTaken(arena, space) > tcSizeTaken(arena, most))
      most = space;
  }
  return most;
}

// Whether rows fit: of a's parallel iterators those that b has too stay
// outside, and the part of a's values inside of them is a row that has to be
// kept, or computed again.
static bool rowsFit(const TcFusePair *p, const TcAlignment *al) {
  int64_t least = tcNumber(fuse_rows);
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
      row *= tcSizeTaken(arena, tcExtentOf(p->ka, mine));
  }
  bool map = p->kindA == TC_KERNEL_POINTWISE;
  int64_t rows = tcSizeTaken(arena, tcExtentProduct(p->kb, &shared));
  int64_t before = tcSizeTaken(arena, map ? tcExtentProduct(p->kb, &pb)
                                          : tcExtentProduct(p->ka, &pa));
  int64_t points = tcSizeTaken(arena, mostSpace(arena, p->kb));
  bool parallel = rows >= least || points <= tcNumber(fuse_small);
  bool fits = row <= tcFuseKeptRow(p->f) || tcIsComputedAgain(stage);
  return TC_FUSE_HOLDS("rows", "short", fits) &&
         TC_FUSE_HOLDS("rows", "parallel", parallel) &&
         TC_FUSE_HOLDS("rows", "shared", rows * 4 >= before);
}

// Reductions with what reads them.
TcVerdict tcFuseRows(const TcFusePair *p) {
  bool kinds = (p->kindA == TC_KERNEL_ROW || isPointwise(p->kindA)) &&
               (p->kindB == TC_KERNEL_ROW || isPointwise(p->kindB)) &&
               (p->kindA == TC_KERNEL_ROW || p->kindB == TC_KERNEL_ROW);
  if (!kinds)
    return TC_FUSE_APART;
  if (!TC_FUSE_HOLDS("rows", "near", p->only || !tcFuseIsFar(p->f, p->a, p->b)))
    return TC_FUSE_APART;
  TcAlignment al = tcAlign(p->f, p->a, p->r, p->b);
  return TC_FUSE_HOLDS("rows", "aligned", al.aligned) && rowsFit(p, &al) &&
                 TC_FUSE_HOLDS("rows", "acyclic", !wouldCycle(p))
             ? TC_FUSE_ABSORB
             : TC_FUSE_APART;
}

// Whether b's operand from a is recomputed instead of kept: a cheap map of
// values that a reads itself.
static bool isRedone(const TcFusePair *p) {
  MlirOperation yield = mlirBlockGetTerminator(tcKernelBody(p->ka));
  MlirOperation s = tcDefiningOp(mlirOperationGetOperand(yield, p->r));
  if (!tcIsA(s, "loop.map") || tcBodyCost(s) > tcNumber(fuse_cheap))
    return false;
  for (intptr_t i = 0; i < tcNumInputs(s); ++i)
    if (!mlirValueIsABlockArgument(tcInput(s, i)))
      return false;
  return true;
}

// Reductions that cannot share loops but pass little data between them. b's
// other operands must be operands of a too, or small.
TcVerdict tcFusePhases(const TcFusePair *p) {
  enum { FEW = 8 };
  if (p->kindA != TC_KERNEL_ROW ||
      (p->kindB != TC_KERNEL_ROW && !isPointwise(p->kindB)))
    return TC_FUSE_APART;
  MlirValue v = mlirOperationGetResult(p->a, p->r);
  int64_t space =
      tcSizeTaken(&p->f->arena, tcStageSpace(p->ka, tcFirstStage(p->ka)));
  bool little = tcFuseElements(p->f, v) * FEW <= space;
  bool redone = little || (p->kindB == TC_KERNEL_ROW && isRedone(p));
  int64_t made = tcFuseElements(p->f, mlirOperationGetResult(p->b, 0)) * FEW;
  bool fits =
      TC_FUSE_HOLDS("phases", "little", redone) &&
      TC_FUSE_HOLDS("phases", "few", !isPointwise(p->kindB) || made <= space) &&
      TC_FUSE_HOLDS("phases", "near",
                    p->only || !tcFuseIsFar(p->f, p->a, p->b)) &&
      TC_FUSE_HOLDS("phases", "acyclic", !wouldCycle(p)) &&
      TC_FUSE_HOLDS("phases", "same", tcReadTheSame(p->f, p->a, p->b));
  return fits ? TC_FUSE_ABSORB : TC_FUSE_APART;
}

// A map, or a product, and a map that reads it: one pass over memory instead of
// two. Other readers of the first get it from the merged kernel: the gradient
// of an activation.
TcVerdict tcFuseSteps(const TcFusePair *p) {
  bool isProduct = p->kindA == TC_KERNEL_CONTRACT;
  if ((p->kindA != TC_KERNEL_POINTWISE && !isProduct) ||
      p->kindB != TC_KERNEL_POINTWISE ||
      !TC_FUSE_HOLDS("steps", "near", !tcFuseIsFar(p->f, p->a, p->b)) ||
      !TC_FUSE_HOLDS("steps", "once", readsOnce(p)) ||
      (isProduct && !isEpilogue(p)))
    return TC_FUSE_APART;
  TcAlignment al = tcAlign(p->f, p->a, p->r, p->b);
  return TC_FUSE_HOLDS("steps", "aligned", al.aligned) &&
                 TC_FUSE_HOLDS("steps", "acyclic", !wouldCycle(p))
             ? TC_FUSE_ABSORB
             : TC_FUSE_APART;
}

// On GPUs, maps over what a scatter of runs of points makes, an element of
// which one thread combines in registers (lower/gpu/ascending.c).
TcVerdict tcFuseRuns(const TcFusePair *p) {
  if (!isForGpu(p) || p->kindA != TC_KERNEL_RUNS ||
      p->kindB != TC_KERNEL_POINTWISE ||
      !TC_FUSE_HOLDS("runs", "only", p->only))
    return TC_FUSE_APART;
  MlirOperation yield = mlirBlockGetTerminator(tcKernelBody(p->ka));
  MlirOperation stage = tcDefiningOp(mlirOperationGetOperand(yield, p->r));
  return tcIsA(stage, "loop.scatter") && isEpilogue(p) ? TC_FUSE_ABSORB
                                                       : TC_FUSE_APART;
}

// Whether b, whose reductions wait for what they read, reads each element of
// a's result a few times at most.
static bool readsFewTimes(const TcFusePair *p) {
  int64_t points = tcSizeTaken(&p->f->arena, mostSpace(&p->f->arena, p->kb));
  int64_t all = tcFuseElements(p->f, mlirOperationGetResult(p->a, p->r));
  return (double)points <= (double)tcNumber(fuse_again_times) * (double)all;
}

// On GPUs, maps that their only reader, which visits an element repeatedly,
// computes in less time than their launch takes.
TcVerdict tcFuseLaunches(const TcFusePair *p) {
  if (!isForGpu(p) || !isPointwise(p->kindA) ||
      (!isPointwise(p->kindB) && p->kindB != TC_KERNEL_ROW) ||
      !TC_FUSE_HOLDS("launches", "only", p->only) ||
      !TC_FUSE_HOLDS("launches", "few",
                     isPointwise(p->kindB) || readsFewTimes(p)))
    return TC_FUSE_APART;
  return TC_FUSE_HOLDS("launches", "short",
                       tcFuseIsShort(p->f, kernelCost(p->ka),
                                     mostSpace(&p->f->arena, p->kb)))
             ? TC_FUSE_ABSORB
             : TC_FUSE_APART;
}
