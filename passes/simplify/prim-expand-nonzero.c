// prim-expand-nonzero: expands prim.nonzero into a count, the size that it
// defines (prim.range_to), and a scatter of positions to their rows. Readers of
// a prim.range_to's values read an iota of that size instead, so that the op
// itself only defines the size, between kernels. Runs last before prim-to-loop.
#include "ir/limits.h"
#include "lib/ir/pass.h"
#include "lib/ir/prim_build.h"
#include "lib/support/vec.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

typedef struct Pass {
  TcArena arena;
  TC_VEC(MlirOperation) ops;
} Pass;

static MlirValue rangeTo(TcBuild *b, MlirValue count, MlirAttribute size) {
  if (!count.ptr)
    return count;
  MlirOperation op =
      tcPrimRangeToCreate(&b->at, tcTensorTypeGet(1, &size, tcI64(b)), count);
  return tcOpOnlyResult(op);
}

// [elements, rank]: the position of each element.
static MlirValue positions(TcBuild *b, TcShape shape, MlirAttribute elements) {
  MlirAttribute sizes[2] = {elements, tcSizeInt(b, 1)};
  TcShape column = {2, sizes};
  MlirValue *columns = TC_ARENA_ARRAY(b->arena, MlirValue, (size_t)shape.rank);
  for (intptr_t i = 0; i < shape.rank; ++i)
    columns[i] = tcReshape(b, tcIotaDim(b, shape, i, tcI64(b)), column);
  return tcCat(b, shape.rank, columns, 1);
}

// Row r of the result is the position of the r-th nonzero element; zero
// elements go to an extra row at the end, which is sliced off.
static MlirValue nonzero(TcBuild *b, MlirValue x, MlirAttribute rows) {
  TcShape shape = tcShapeOf(b, x), flat = tcShapeMake(b, 1);
  MlirAttribute elements = tcShapeNumElements(b, shape);
  flat.sizes[0] = elements;
  MlirAttribute sizes[2] = {rows, tcSizeInt(b, shape.rank)};
  TcShape table = {2, sizes};
  MlirValue isPicked = tcReshape(b, tcConvert(b, x, tcBool(b)), flat);
  MlirValue picked = tcConvert(b, isPicked, tcI64(b));
  if (!picked.ptr)
    return picked;
  MlirValue number = tcPrimCumsum(&b->at, picked, 0);
  MlirValue range = rangeTo(b, tcSum(b, picked, tcDimsOne(b, 0), false), rows);
  if (!range.ptr || shape.rank == 0)
    return range.ptr ? tcZeros(b, table, tcI64(b)) : range;
  MlirValue row = tcWhere(b, isPicked, tcSub(b, number, tcNum(b, number, 1)),
                          tcSizeValue(b, rows, tcI64(b)));
  sizes[0] = tcSizeAttrAddConst(rows, 1);
  MlirValue all =
      tcIndexPut(b, tcZeros(b, table, tcI64(b)), positions(b, shape, elements),
                 1, &row, tcDimsOne(b, 0), "set");
  return tcSlice(b, all, 0, tcSizeInt(b, 0), rows, 1);
}

static bool expandNonzero(TcBuild *b, MlirOperation op) {
  MlirValue old = mlirOperationGetResult(op, 0);
  MlirValue y = nonzero(b, mlirOperationGetOperand(op, 0), tcValueSize(old, 0));
  if (!y.ptr)
    return false;
  mlirValueReplaceAllUsesOfWith(old, y);
  mlirOperationDestroy(op);
  return true;
}

static bool expandRange(TcBuild *b, MlirOperation op) {
  MlirValue old = mlirOperationGetResult(op, 0);
  if (mlirOpOperandIsNull(mlirValueGetFirstUse(old)))
    return true;
  MlirValue y = tcIota(b, tcValueSize(old, 0), tcI64(b));
  if (y.ptr)
    mlirValueReplaceAllUsesOfWith(old, y);
  return y.ptr;
}

static MlirWalkResult collect(MlirOperation op, void *user) {
  Pass *p = user;
  if (tcPrimOpKind(op) == TC_PRIM_NONZERO ||
      tcPrimOpKind(op) == TC_PRIM_RANGE_TO)
    tcVecPush(&p->arena, &p->ops, op);
  return MlirWalkResultAdvance;
}

static MlirLogicalResult run(MlirOperation func, TcPass *pass) {
  Pass p = {0};
  bool ok = true;
  mlirOperationWalk(func, collect, &p, MlirWalkPreOrder);
  for (size_t i = 0; i < p.ops.size && ok; ++i) {
    MlirOperation op = p.ops.data[i];
    TcBuild b = {tcBuilderAfter(op), &p.arena, "prim.nonzero", false};
    b.at.loc = mlirOperationGetLocation(op);
    ok = mlirLogicalResultIsSuccess(tcCheckValues(op)) &&
         (tcPrimOpKind(op) == TC_PRIM_NONZERO ? expandNonzero(&b, op)
                                              : expandRange(&b, op));
  }
  if (!p.ops.size)
    tcPassMarkUnchanged(pass);
  tcArenaFree(&p.arena);
  return ok ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

static const char *const dependents[] = {"prim", NULL};
const TcPassInfo tcPassPrimExpandNonzero = {
    .argument = "prim-expand-nonzero",
    .summary = "Positions found by data as counts, scatters and sizes of data",
    .anchor = "func.func",
    .dependentDialects = dependents,
    .run = run};
