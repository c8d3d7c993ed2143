// Rule sums of loop-fuse: a sum of the rows of a product's factor, over the
// product's steps, joins the product: a bias's gradient that of the weight. On
// units that read shared memory the factor's tiles are there; elsewhere both
// run apart, though they are one kernel (passes/lower/gpu/row_sums.c). Until
// then the sum reads the factor, which is stored for the product, not what it
// is a view or a conversion of.
#include "passes/fuse/verdicts.h"

#include "lib/cost/numbers.h"
#include "lib/ir/attrs.h"
#include "lib/ir/break.h"
#include "lib/ir/rewrite.h"
#include "lib/ir/shim.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "target/units.h"
#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <string.h>

// The kernel's one stage of this kind, if all others are maps; else null.
static MlirOperation onlyStage(MlirOperation kernel, TcLoopOpKind kind) {
  MlirOperation found = {NULL}, s = tcFirstStage(kernel);
  for (; !mlirOperationIsNull(s); s = tcNextStage(s)) {
    if (tcLoopOpKind(s) == TC_LOOP_MAP)
      continue;
    if (tcLoopOpKind(s) != kind || !mlirOperationIsNull(found))
      return (MlirOperation){NULL};
    found = s;
  }
  return found;
}

// The stage of a kernel that is a sum, in f32, of the halves that it is given,
// and maps of as many points; else null.
static MlirOperation sumOf(MlirOperation kernel) {
  MlirOperation sum = onlyStage(kernel, TC_LOOP_REDUCE);
  const MlirOperation none = {NULL};
  if (mlirOperationIsNull(sum) || tcNumInputs(sum) != 1 ||
      mlirOperationGetNumResults(sum) != 1 ||
      !mlirValueIsABlockArgument(tcInput(sum, 0)) || tcInputMayMiss(sum, 0) ||
      !mlirTypeIsAF32(mlirShapedTypeGetElementType(
          mlirValueGetType(mlirOperationGetResult(sum, 0)))))
    return none;
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(sum, 0));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  MlirStringRef kind = mlirStringAttrGetValue(
      mlirArrayAttrGetElement(tcAttrOf(sum, "kinds"), 0));
  if (!tcIsA(op, "prim.convert_element_type") ||
      !mlirOperationEqual(mlirOperationGetNextInBlock(op),
                          mlirBlockGetTerminator(body)) ||
      !mlirStringRefEqual(kind, tcStr("add")) ||
      !mlirAttributeIsNull(tcAttrOf(sum, "ordered")))
    return none;
  for (MlirOperation s = tcFirstStage(kernel); !mlirOperationIsNull(s);
       s = tcNextStage(s))
    if (tcIsA(s, "loop.map") &&
        !mlirAttributeEqual(tcAttrOf(s, "iters"), tcAttrOf(sum, "iters")))
      return none;
  return sum;
}

static bool sumsOver(MlirOperation stage, MlirAttribute iter) {
  return tcNames(tcAttrOf(stage, "over"), iter);
}

// How many dimensions of the type, from `at` on, a reshape joins to one of this
// size; 0 if it joins none of them.
static intptr_t numJoined(MlirType type, intptr_t at, MlirAttribute size) {
  intptr_t rank = mlirShapedTypeGetRank(type), n = 0;
  MlirAttribute all = {NULL};
  for (; at + n < rank && !tcSizeAttrEqual(all, size); ++n) {
    MlirAttribute one = tcTypeGetSize(type, at + n);
    all = n ? tcSizeAttrMul(all, one) : one;
  }
  return tcSizeAttrEqual(all, size) ? n : 0;
}

// Whether the sum reads these dimensions each by an iterator that it sums over,
// or keeps.
static bool readsBy(MlirOperation ks, MlirOperation sum, intptr_t at,
                    intptr_t n, bool summed) {
  for (intptr_t d = at; d < at + n; ++d) {
    MlirAttribute iter = tcInputIter(ks, sum, 0, d);
    if (mlirAttributeIsNull(iter) || sumsOver(sum, iter) != summed)
      return false;
    for (intptr_t k = 0; k < d; ++k)
      if (mlirAttributeEqual(iter, tcInputIter(ks, sum, 0, k)))
        return false;
  }
  return n > 0 && (n == 1 || summed);
}

// Whether the product reads at input i what the sum reads, or a reshape of it
// that joins dimensions which are summed over: each dimension by an iterator,
// summed over by both or by neither, and those of the sum are all that it sums
// over.
static bool readAlike(MlirOperation kp, MlirOperation product, intptr_t i,
                      MlirOperation ks, MlirOperation sum) {
  MlirType factor = mlirValueGetType(tcInput(product, i)),
           summed = mlirValueGetType(tcInput(sum, 0));
  intptr_t rank = mlirShapedTypeGetRank(factor), at = 0, over = 0;
  for (intptr_t d = 0; d < rank; ++d) {
    MlirAttribute iter = tcInputIter(kp, product, i, d);
    intptr_t n = numJoined(summed, at, tcTypeGetSize(factor, d));
    if (mlirAttributeIsNull(iter) ||
        !readsBy(ks, sum, at, n, sumsOver(product, iter)))
      return false;
    over += sumsOver(product, iter);
    at += n;
  }
  return at == mlirShapedTypeGetRank(summed) &&
         over == mlirArrayAttrGetNumElements(tcAttrOf(product, "over")) &&
         at == mlirArrayAttrGetNumElements(tcAttrOf(sum, "iters")) +
                   mlirArrayAttrGetNumElements(tcAttrOf(sum, "over"));
}

// Whether the launch is a product of which `v` is a factor as the sum reads it.
static bool isProductOf(TcFuse *f, MlirOperation launch, MlirValue v,
                        MlirOperation ks, MlirOperation sum) {
  MlirOperation kp = tcLaunchedKernel(f, launch);
  if (mlirOperationIsNull(kp) || tcKernelKind(kp) != TC_KERNEL_CONTRACT)
    return false;
  MlirOperation product = onlyStage(kp, TC_LOOP_CONTRACT);
  if (mlirOperationIsNull(product))
    return false;
  for (intptr_t i = 0; i < tcNumInputs(product); ++i) {
    MlirValue in = tcInput(product, i);
    if (mlirValueIsABlockArgument(in) && !tcInputMayMiss(product, i) &&
        mlirValueEqual(
            mlirOperationGetOperand(launch, mlirBlockArgumentGetArgNumber(in)),
            v) &&
        readAlike(kp, product, i, ks, sum))
      return true;
  }
  return false;
}

// A sum and a product of what it sums.
typedef struct Joint {
  MlirOperation launch, kernel, sum;
  MlirOperation product; // its launch
  MlirValue factor;      // what the sum reads, or a reshape of it
} Joint;

typedef bool WorthFn(TcFuse *f, const Joint *j);

// Looks for a product among the readers of `v` and of its reshapes.
static bool findProduct(TcFuse *f, Joint *j, MlirValue v, WorthFn *worth) {
  MlirOpOperand use = mlirValueGetFirstUse(v);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (tcIsA(user, "prim.reshape")) {
      if (findProduct(f, j, mlirOperationGetResult(user, 0), worth))
        return true;
      continue;
    }
    j->product = user;
    j->factor = v;
    if (!mlirOperationEqual(user, j->launch) &&
        isProductOf(f, user, v, j->kernel, j->sum) && worth(f, j))
      return true;
  }
  return false;
}

// Whether the launch is a sum of halves that units read from shared memory.
static bool isSum(TcFuse *f, MlirOperation launch, Joint *j) {
  j->launch = launch;
  j->kernel = tcLaunchedKernel(f, launch);
  if (!f->target.backend || !f->target.backend->gpu ||
      tcKernelKind(j->kernel) != TC_KERNEL_ROW)
    return false;
  j->sum = sumOf(j->kernel);
  return !mlirOperationIsNull(j->sum) &&
         tcFuseUnitMultiplies(
             &f->target,
             mlirShapedTypeGetElementType(mlirValueGetType(tcInput(j->sum, 0))),
             /*shared=*/true);
}

static MlirValue summed(const Joint *j) {
  return mlirOperationGetOperand(
      j->launch, mlirBlockArgumentGetArgNumber(tcInput(j->sum, 0)));
}

//===- A factor that is stored --------------------------------------------===//

static bool always(TcFuse *f, const Joint *j) {
  (void)f, (void)j;
  return true;
}

bool tcFuseSumsFactor(const TcFusePair *p) {
  Joint j;
  MlirValue v = mlirOperationGetResult(p->a, p->r);
  return p->kindB == TC_KERNEL_ROW && !p->only &&
         !tcRuleListHas(p->f->disabled, "sums") && isSum(p->f, p->b, &j) &&
         mlirValueEqual(summed(&j), v) && findProduct(p->f, &j, v, always);
}

//===- Merging ------------------------------------------------------------===//

// Makes the sum read the reshape that the product reads, whose joined
// dimensions are one iterator.
static void readFactor(TcFuse *f, const Joint *j) {
  MlirValue arg = tcInput(j->sum, 0);
  MlirType type = mlirValueGetType(j->factor), old = mlirValueGetType(arg);
  TcKernel k =
      tcKernelReopen(&f->arena, j->kernel, mlirOperationGetLocation(j->kernel));
  TcAttrVec dims = {0}, over = {0};
  intptr_t at = 0;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); ++d) {
    MlirAttribute size = tcTypeGetSize(type, d),
                  iter = tcInputIter(j->kernel, j->sum, 0, at);
    intptr_t n = numJoined(old, at, size);
    if (n > 1) {
      iter = tcKernelFreshIter(&f->arena, j->kernel,
                               tcArenaPrintf(&f->arena, "dim.%d", (int)d));
      tcVecPush(&f->arena, &k.iters, iter);
      tcVecPush(&f->arena, &k.extents, size);
    }
    tcVecPush(&f->arena, &dims, tcIterExpr(iter));
    if (n > 1 || sumsOver(j->sum, iter))
      tcVecPush(&f->arena, &over, iter);
    at += n;
  }
  mlirOperationSetOperand(j->launch, mlirBlockArgumentGetArgNumber(arg),
                          j->factor);
  mlirValueSetType(arg, type);
  MlirAttribute map = tcDimsAttrGet(f->ctx, (intptr_t)dims.size, dims.data);
  tcSetAttrOf(j->sum, "maps", mlirArrayAttrGet(f->ctx, 1, &map));
  tcSetAttrOf(j->sum, "over",
              mlirArrayAttrGet(f->ctx, (intptr_t)over.size, over.data));
  tcUpdateKernel(
      &f->arena, j->kernel,
      mlirArrayAttrGet(f->ctx, (intptr_t)k.iters.size, k.iters.data),
      tcDimsAttrGet(f->ctx, (intptr_t)k.extents.size, k.extents.data));
}

// The other factor's columns, for each of which a factor's row is multiplied.
static int64_t numColumns(TcFuse *f, const Joint *j) {
  MlirOperation product =
      onlyStage(tcLaunchedKernel(f, j->product), TC_LOOP_CONTRACT);
  int64_t all = tcFuseElements(f, mlirOperationGetResult(product, 0));
  int64_t rows = tcFuseElements(f, mlirOperationGetResult(j->sum, 0));
  return all / (rows > 1 ? rows : 1);
}

static bool pays(TcFuse *f, const Joint *j) {
  bool before = tcFusePlace(f, j->launch) < tcFusePlace(f, j->product);
  MlirOperation a = before ? j->launch : j->product,
                b = before ? j->product : j->launch;
  return numColumns(f, j) <= tcNumber(gpu_sums_columns) &&
         TC_FUSE_HOLDS("sums", "near", !tcFuseIsFar(f, a, b)) &&
         TC_FUSE_HOLDS("sums", "acyclic", !tcFuseReaches(f, a, b)) &&
         TC_FUSE_HOLDS("sums", "late",
                       !f->hasLateSizes || !tcFuseLearnsBetween(a, b));
}

// Merges the launch, a sum, with a product of what it sums; gives the merged
// one, or null.
static MlirOperation joinProduct(TcFuse *f, MlirOperation launch) {
  Joint j;
  const MlirOperation none = {NULL};
  if (!isSum(f, launch, &j) ||
      tcFuseElements(f, summed(&j)) < tcNumber(gpu_sums_bytes) / 2 ||
      !findProduct(f, &j, summed(&j), pays) ||
      tcBreaksNow("fuse", "sums", "off"))
    return none;
  if (!mlirValueEqual(j.factor, summed(&j)))
    readFactor(f, &j);
  return tcFusePlace(f, launch) < tcFusePlace(f, j.product)
             ? tcFuseMerge(f, launch, j.product, /*keep=*/false)
             : tcFuseMerge(f, j.product, launch, /*keep=*/false);
}

int tcFuseRowSums(TcFuse *f, MlirBlock block) {
  int n = 0;
  MlirOperation op = mlirBlockGetFirstOperation(block), next;
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (mlirOperationIsNull(tcLaunchedKernel(f, op)))
      continue;
    MlirOperation merged = joinProduct(f, op);
    if (mlirOperationIsNull(merged))
      continue;
    next = mlirOperationGetNextInBlock(merged);
    ++n;
  }
  return n;
}
