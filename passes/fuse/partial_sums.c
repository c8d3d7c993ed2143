// A product that sums over several iterators as a launch that sums over the
// longest of them alone, its result with the others in front, and one that adds
// these up. Streams on matrix units, and on CPUs of narrow factors, sum over
// one iterator: of the gradients of attention whose heads of queries share one
// of keys, those of keys and values are sums over queries and these heads.
#include "passes/fuse/fuse.h"

#include "lib/ir/attrs.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static MlirOperation productOf(MlirOperation kernel) {
  MlirOperation s = tcFirstStage(kernel);
  while (!mlirOperationIsNull(s) && !tcIsA(s, "loop.contract"))
    s = tcNextStage(s);
  return s;
}

// The iterators but the longest one; a size that is not known is long.
static TcAttrVec shorterOf(TcArena *arena, MlirOperation kernel,
                           MlirAttribute iters) {
  TcAttrVec others = {0};
  intptr_t n = mlirArrayAttrGetNumElements(iters), longest = 0;
  int64_t most = -1;
  for (intptr_t i = 0; i < n; ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(iters, i);
    int64_t points = tcSizeOr(tcExtentOf(kernel, iter), INT64_MAX);
    longest = points > most ? i : longest;
    most = points > most ? points : most;
  }
  for (intptr_t i = 0; i < n; ++i)
    if (i != longest)
      tcVecPush(arena, &others, mlirArrayAttrGetElement(iters, i));
  return others;
}

// The product's iterators in the order of what the kernel yields, so that
// partial sums lie as the result does; in its own if these are others.
static MlirAttribute orderOf(MlirOperation kernel, MlirOperation product) {
  MlirOperation end = mlirBlockGetTerminator(tcKernelBody(kernel));
  MlirAttribute own = tcAttrOf(product, "iters");
  MlirAttribute iters =
      tcAttrOf(tcDefiningOp(mlirOperationGetOperand(end, 0)), "iters");
  intptr_t n = mlirArrayAttrGetNumElements(own);
  bool same = mlirArrayAttrGetNumElements(iters) == n;
  for (intptr_t i = 0; same && i < n; ++i)
    same = tcNames(iters, mlirArrayAttrGetElement(own, i));
  return same ? iters : own;
}

bool tcFuseHasPartialSums(TcFuse *f, MlirOperation launch) {
  MlirOperation kernel = tcLaunchedKernel(f, launch);
  MlirOperation product = productOf(kernel);
  return !mlirOperationIsNull(product) &&
         mlirOperationGetNumResults(launch) == 1 &&
         mlirArrayAttrGetNumElements(tcAttrOf(product, "over")) > 1 &&
         mlirTypeIsAF32(mlirShapedTypeGetElementType(
             mlirValueGetType(mlirOperationGetResult(product, 0)))) &&
         mlirAttributeIsNull(tcAttrOf(kernel, "arg_attrs")) &&
         mlirAttributeIsNull(tcAttrOf(kernel, "res_attrs"));
}

//===- Launches -----------------------------------------------------------===//

// A launch in the place of `old` of its changed kernel: with these operands, of
// which those that no stage reads are dropped.
static MlirOperation relaunch(TcFuse *f, MlirOperation old,
                              const TcValueVec *operands) {
  MlirOperation kernel = tcLaunchedKernel(f, old);
  MlirBlock body = tcKernelBody(kernel);
  MlirAttribute none = mlirAttributeGetNull();
  TcValueVec read = {0};
  for (size_t i = 0; i < operands->size; ++i) {
    if (tcHasUses(mlirBlockGetArgument(body, (intptr_t)read.size)))
      tcVecPush(&f->arena, &read, operands->data[i]);
    else
      mlirBlockEraseArgument(body, (unsigned)read.size);
  }
  tcUpdateKernel(&f->arena, kernel, none, none);
  MlirValue yielded = mlirOperationGetOperand(mlirBlockGetTerminator(body), 0);
  TcTypeVec types = {0};
  tcVecPush(&f->arena, &types, mlirValueGetType(yielded));
  return tcFuseRelaunch(f, old, &read, &types);
}

static TcValueVec operandsOf(TcFuse *f, MlirOperation launch) {
  TcValueVec all = {0};
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(launch); ++i)
    tcVecPush(&f->arena, &all, mlirOperationGetOperand(launch, i));
  return all;
}

//===- Both ---------------------------------------------------------------===//

MlirOperation tcFuseMakePartials(TcFuse *f, MlirOperation launch) {
  MlirOperation kernel = tcLaunchedKernel(f, launch);
  MlirOperation product = productOf(kernel);
  MlirOperation end = mlirBlockGetTerminator(tcKernelBody(kernel));
  MlirValue sums = mlirOperationGetResult(product, 0);
  MlirType type = mlirValueGetType(sums);
  MlirAttribute iters = orderOf(kernel, product);
  MlirAttribute over = tcAttrOf(product, "over");
  TcAttrVec names = shorterOf(&f->arena, kernel, over), rest = {0}, sizes = {0};
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(over); ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(over, i);
    bool isShort = false;
    for (size_t k = 0; k < names.size; ++k)
      isShort |= mlirAttributeEqual(names.data[k], iter);
    if (!isShort)
      tcVecPush(&f->arena, &rest, iter);
  }
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i)
    tcVecPush(&f->arena, &names, mlirArrayAttrGetElement(iters, i));
  for (size_t i = 0; i < names.size; ++i)
    tcVecPush(&f->arena, &sizes, tcExtentOf(kernel, names.data[i]));
  mlirOperationSetOperand(end, 0, sums);
  tcSimplifyKernel(f, kernel); // drops what read them
  mlirValueSetType(sums, tcTensorTypeGet((intptr_t)sizes.size, sizes.data,
                                         mlirShapedTypeGetElementType(type)));
  tcSetAttrOf(product, "iters",
              mlirArrayAttrGet(f->ctx, (intptr_t)names.size, names.data));
  tcSetAttrOf(product, "over",
              mlirArrayAttrGet(f->ctx, (intptr_t)rest.size, rest.data));
  TcValueVec operands = operandsOf(f, launch);
  MlirOperation made = relaunch(f, launch, &operands);
  mlirOperationDestroy(launch);
  return made;
}

// The reduction in the place of the product.
static MlirValue addUp(TcFuse *f, MlirOperation kernel, MlirOperation product,
                       MlirValue partials) {
  static const char *const add = "add";
  TcKernel k =
      tcKernelReopen(&f->arena, kernel, mlirOperationGetLocation(product));
  TcAttrVec over = shorterOf(&f->arena, kernel, tcAttrOf(product, "over"));
  MlirAttribute iters = tcAttrOf(product, "iters");
  MlirAttribute order = orderOf(kernel, product);
  TcAttrVec map = {0};
  TcStage s;
  tcStageOpen(&s, &k);
  for (size_t i = 0; i < over.size; ++i) {
    tcStageOver(&s, over.data[i]);
    tcVecPush(&f->arena, &map, tcIterExpr(over.data[i]));
  }
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(iters, i);
    tcStageIter(&s, iter);
    tcVecPush(&f->arena, &map, tcIterExpr(mlirArrayAttrGetElement(order, i)));
  }
  MlirValue x = tcStageRead(&s, partials, (intptr_t)map.size, map.data,
                            mlirAttributeGetNull());
  tcStageStrings(&s, "kinds", 1, &add);
  tcStageYield(&s, 1, &x);
  MlirOperation stage = tcStageClose(&s, "loop.reduce", -1);
  mlirOperationMoveBefore(stage, product);
  return mlirOperationGetResult(stage, 0);
}

void tcFuseAddPartials(TcFuse *f, MlirOperation launch, MlirOperation made) {
  MlirOperation kernel = tcLaunchedKernel(f, launch);
  MlirOperation product = productOf(kernel);
  MlirValue partials = mlirOperationGetResult(made, 0);
  MlirValue arg =
      mlirBlockAddArgument(tcKernelBody(kernel), mlirValueGetType(partials),
                           mlirOperationGetLocation(product));
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(product, 0),
                                addUp(f, kernel, product, arg));
  mlirOperationDestroy(product);
  tcSimplifyKernel(f, kernel);
  TcValueVec operands = operandsOf(f, launch);
  tcVecPush(&f->arena, &operands, partials);
  MlirOperation sums = relaunch(f, launch, &operands);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(launch, 0),
                                mlirOperationGetResult(sums, 0));
  mlirOperationDestroy(launch);
}
