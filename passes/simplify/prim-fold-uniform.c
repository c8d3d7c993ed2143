// prim-fold-uniform: folds small integer and boolean tensors that depend on
// constants and iotas alone and have the same value everywhere. Models compute
// such masks from positions: "do these two tokens belong to one sequence",
// where there is only one. What remains of a mask is a comparison of indices,
// which kernels compute where they need it.
//
// The reference interpreter computes the values. Of tensors whose sizes are
// symbols the closed form says them (closed_form.c).
#include "interp/fixed.h"
#include "lib/ir/attrs.h"
#include "lib/ir/compare.h"
#include "lib/ir/pass.h"
#include "lib/ir/types.h"
#include "lib/support/map.h"
#include "passes/simplify/closed_form.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <stdlib.h>
#include <string.h>

// Elements: the positions of a batch of 64 rows of 2048.
enum { MAX_ELEMENTS = 1 << 17 };

typedef struct Fold {
  TcArena *arena;
  TcMap fixed; // ops that depend on constants and counts alone
  TcClosedForms forms;
} Fold;

static MlirOperation ownerOf(MlirValue v) {
  return mlirValueIsAOpResult(v) ? mlirOpResultGetOwner(v) : tcNoOp();
}

static bool isFixed(const Fold *f, MlirOperation op) {
  if (!tcIsFixedOp(op))
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirOperation from = ownerOf(mlirOperationGetOperand(op, i));
    if (mlirOperationIsNull(from) || !tcMapGet(&f->fixed, from.ptr))
      return false;
  }
  return true;
}

// Whether it may be uniform though its operands are not.
static bool isCandidate(MlirOperation op) {
  return tcIsComparison(op) || tcPrimOpKind(op) == TC_PRIM_CUMSUM;
}

// Whether it is worth evaluating.
static bool isSmall(MlirOperation op) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  int64_t n;
  return (tcTypeIsBool(type) || tcTypeIsInt(type)) &&
         tcSizeAttrIsConstant(tcTypeGetNumElements(type), &n) && n > 1 &&
         n <= MAX_ELEMENTS;
}

static bool isUniform(const TcTensor *t, int64_t *value) {
  int64_t n = 1;
  size_t size = tcDTypeSize(t->dtype);
  const char *at = t->data;
  for (size_t d = 0; d < t->rank; ++d)
    n *= t->sizes[d];
  for (int64_t i = 1; i < n; ++i)
    if (memcmp(at, at + (size_t)i * size, size))
      return false;
  *value = 0;
  if (size == 8)
    memcpy(value, at, 8);
  else if (size == 1)
    *value = *at;
  return size == 8 || (size == 1 && t->dtype == TC_DTYPE_BOOL);
}

static bool evaluate(Fold *f, MlirOperation op, int64_t *value) {
  int64_t sizes[TC_MAX_RANK];
  TcTensor result = {.sizes = sizes};
  if (!tcInterpretFixed(f->arena, mlirOperationGetResult(op, 0), &result))
    return false;
  bool uniform = isUniform(&result, value);
  free(result.data);
  return uniform;
}

static void keepFixed(Fold *f, MlirOperation op) {
  tcMapSet(&f->fixed, op.ptr, f);
}

// The constant, as it is broadcast to the shape of the op's result.
static MlirValue constantFor(Fold *f, MlirOperation op, int64_t value) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirType element = tcTypeGetElement(type);
  MlirAttribute number = tcTypeIsBool(element)
                             ? mlirBoolAttrGet(mlirTypeGetContext(type), value)
                             : mlirIntegerAttrGet(element, value);
  TcBuilder b = tcBuilderBefore(op);
  MlirValue scalar = tcPrimConstant(
      &b,
      mlirDenseElementsAttrSplatGet(tcTensorTypeGet(0, NULL, element), number));
  MlirValue all = tcPrimBroadcastInDim(&b, type, scalar, 0, NULL);
  keepFixed(f, ownerOf(scalar));
  keepFixed(f, ownerOf(all));
  return all;
}

static bool foldSmall(Fold *f, MlirOperation op, int64_t *value) {
  return isSmall(op) && evaluate(f, op, value);
}

// One whose sizes are not known.
static bool foldSymbolic(Fold *f, MlirOperation op, int64_t *value) {
  MlirValue result = mlirOperationGetResult(op, 0);
  if (tcTypeIsStatic(mlirValueGetType(result)))
    return false;
  MlirAttribute form = tcClosedForm(&f->forms, result);
  return form.ptr && tcSizeAttrIsConstant(form, value);
}

static bool foldOp(Fold *f, MlirOperation op) {
  int64_t value;
  if (tcMapGet(&f->fixed, op.ptr) ? !foldSmall(f, op, &value)
                                  : !foldSymbolic(f, op, &value))
    return false;
  MlirValue all = constantFor(f, op, value);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), all);
  return true;
}

static MlirLogicalResult run(MlirOperation func, TcPass *pass) {
  TcArena arena = {0};
  Fold f = {.arena = &arena,
            .fixed = {.arena = &arena},
            .forms = {&arena, {.arena = &arena}}};
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  if (mlirBlockIsNull(block))
    return mlirLogicalResultSuccess();
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (isFixed(&f, op))
      keepFixed(&f, op);
    if (isCandidate(op) && foldOp(&f, op))
      tcPassAddStatistic(pass, 0, 1);
  }
  tcArenaFree(&arena);
  return mlirLogicalResultSuccess();
}

static const TcPassStatistic statistics[] = {
    {"folded", "tensors that are one value everywhere"}};
static const char *const dependents[] = {"prim", "func", NULL};
const TcPassInfo tcPassPrimFoldUniform = {
    .argument = "prim-fold-uniform",
    .summary = "Masks and counts that are one value everywhere become it",
    .anchor = "func.func",
    .statistics = statistics,
    .numStatistics = 1,
    .dependentDialects = dependents,
    .run = run};
