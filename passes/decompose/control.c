// Control flow of captured graphs in prims: scan and map become prim.scan,
// while_loop becomes prim.while, cond computes both branches and selects, since
// branches are pure and a select has a derivative.
#include "passes/decompose/lower.h"

#include "tc/gen/FxOps.h"

#include "mlir-c/BuiltinTypes.h"

typedef TC_VEC(MlirValue) ValueVec;
typedef TC_VEC(MlirType) TypeVec;

bool tcFxIsControl(MlirOperation op) {
  switch (tcFxOpKind(op)) {
  case TC_FX_COND:
  case TC_FX_WHILE_LOOP:
  case TC_FX_SCAN:
  case TC_FX_MAP:
    return true;
  default:
    return false;
  }
}

static MlirBlock regionBlock(MlirOperation op, intptr_t i) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i));
}

// Lowers a region's block to where `b` builds, its arguments being `args`;
// appends what it gives to `out`.
static MlirLogicalResult inlineRegion(TcFxLowering *l, MlirBlock block,
                                      const ValueVec *args, TcBuild *b,
                                      ValueVec *out) {
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); ++i)
    tcFxSetValue(l, mlirBlockGetArgument(block, i), args->data[i]);
  if (mlirLogicalResultIsFailure(tcFxLowerBlock(l, block, b)))
    return mlirLogicalResultFailure();
  MlirOperation output = mlirBlockGetTerminator(block);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(output); ++i)
    tcVecPush(l->arena, out, tcFxValue(l, mlirOperationGetOperand(output, i)));
  return mlirLogicalResultSuccess();
}

// Refuses random numbers in a region: each iteration would draw the same ones.
static MlirLogicalResult checkNoRandom(TcBuild *b, const TcFxLowering *l,
                                       MlirAttribute before) {
  if (l->random.drawn.ptr == before.ptr)
    return mlirLogicalResultSuccess();
  tcFail(b, 4104,
         "random numbers in the body of a loop are not supported; draw them "
         "before it");
  return mlirLogicalResultFailure();
}

static void pushOperand(TcFxLowering *l, ValueVec *out, MlirValue operand) {
  tcVecPush(l->arena, out, tcFxValue(l, operand));
}

static MlirLogicalResult returnAll(TcFxLowering *l, MlirOperation op,
                                   TcBuild *b, const ValueVec *values) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    MlirValue from = mlirOperationGetResult(op, i);
    MlirValue to =
        i < (intptr_t)values->size
            ? tcFxCheckResult(b, values->data[i], mlirValueGetType(from), i)
            : tcNoValue();
    if (!to.ptr)
      return mlirLogicalResultFailure();
    tcFxSetValue(l, from, to);
  }
  return mlirLogicalResultSuccess();
}

// cond(p, f, g) = where(p, f(), g())
static MlirLogicalResult cond(TcFxLowering *l, MlirOperation op, TcBuild *b) {
  ValueVec args = {0}, yes = {0}, no = {0}, out = {0};
  for (intptr_t i = 1; i < mlirOperationGetNumOperands(op); ++i)
    pushOperand(l, &args, mlirOperationGetOperand(op, i));
  if (mlirLogicalResultIsFailure(
          inlineRegion(l, regionBlock(op, 0), &args, b, &yes)) ||
      mlirLogicalResultIsFailure(
          inlineRegion(l, regionBlock(op, 1), &args, b, &no)))
    return mlirLogicalResultFailure();
  b->what = "fx.cond";
  MlirValue pred = tcTruth(b, tcFxValue(l, tcFxCondGetPred(op)));
  pred = tcReshape(b, pred, tcShapeMake(b, 0));
  for (size_t i = 0; i < yes.size && i < no.size; ++i)
    tcVecPush(l->arena, &out, tcWhere(b, pred, yes.data[i], no.data[i]));
  return returnAll(l, op, b, &out);
}

// The body of a prim region: a block with arguments of these types, then the
// values of `extra`, which it captures.
static MlirLogicalResult fillRegion(TcFxLowering *l, TcBuild *b,
                                    MlirRegion region, MlirBlock from,
                                    const TypeVec *types,
                                    const ValueVec *extra) {
  MlirBlock block =
      tcBuilderAddBlock(&b->at, region, (intptr_t)types->size, types->data);
  ValueVec args = {0}, out = {0};
  for (size_t i = 0; i < types->size; ++i)
    tcVecPush(l->arena, &args, mlirBlockGetArgument(block, (intptr_t)i));
  for (size_t i = 0; i < extra->size; ++i)
    tcVecPush(l->arena, &args, extra->data[i]);
  TcBuild inner = {tcBuilderAtEnd(block, b->at.loc), b->arena, b->what,
                   b->tf32};
  MlirAttribute drawn = l->random.drawn;
  if (mlirLogicalResultIsFailure(inlineRegion(l, from, &args, &inner, &out)) ||
      mlirLogicalResultIsFailure(checkNoRandom(b, l, drawn)))
    return mlirLogicalResultFailure();
  inner.at.loc = b->at.loc;
  tcPrimYield(&inner.at, (intptr_t)out.size, out.data);
  return mlirLogicalResultSuccess();
}

static void resultsOf(TcFxLowering *l, MlirOperation op, ValueVec *out) {
  for (intptr_t i = 0; op.ptr && i < mlirOperationGetNumResults(op); ++i)
    tcVecPush(l->arena, out, mlirOperationGetResult(op, i));
}

static void typesOf(TcFxLowering *l, const ValueVec *values, TypeVec *out) {
  for (size_t i = 0; i < values->size; ++i)
    tcVecPush(l->arena, out, mlirValueGetType(values->data[i]));
}

// while_loop(cond, body, carried) = prim.while
static MlirLogicalResult whileLoop(TcFxLowering *l, MlirOperation op,
                                   TcBuild *b) {
  ValueVec carried = {0}, extra = {0}, out = {0};
  TypeVec types = {0};
  for (intptr_t i = 0; i < tcFxWhileLoopGetNumCarried(op); ++i)
    pushOperand(l, &carried, tcFxWhileLoopGetCarried(op, i));
  for (intptr_t i = 0; i < tcFxWhileLoopGetNumExtra(op); ++i)
    pushOperand(l, &extra, tcFxWhileLoopGetExtra(op, i));
  typesOf(l, &carried, &types);
  MlirOperation loop = tcPrimWhile(&b->at, (intptr_t)types.size, types.data,
                                   (intptr_t)carried.size, carried.data);
  if (!loop.ptr)
    return mlirLogicalResultFailure();
  for (intptr_t i = 0; i < 2; ++i)
    if (mlirLogicalResultIsFailure(
            fillRegion(l, b, mlirOperationGetRegion(loop, i),
                       regionBlock(op, i), &types, &extra)))
      return mlirLogicalResultFailure();
  resultsOf(l, loop, &out);
  return returnAll(l, op, b, &out);
}

// scan(body, init) over xs = prim.scan; map has nothing to carry
static MlirLogicalResult scan(TcFxLowering *l, MlirOperation op, TcBuild *b) {
  bool isMap = tcFxOpKind(op) == TC_FX_MAP;
  intptr_t numInit = isMap ? 0 : tcFxScanGetNumInit(op);
  intptr_t numXs = isMap ? tcFxMapGetNumXs(op) : tcFxScanGetNumXs(op);
  ValueVec init = {0}, xs = {0}, extra = {0}, out = {0};
  TypeVec types = {0}, results = {0};
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    pushOperand(l,
                i < numInit           ? &init
                : i < numInit + numXs ? &xs
                                      : &extra,
                mlirOperationGetOperand(op, i));
  typesOf(l, &init, &types);
  for (intptr_t i = 0; i < numXs; ++i) {
    TcShape slice = tcShapeRemove(b, tcShapeOf(b, xs.data[i]), 0);
    tcVecPush(
        l->arena, &types,
        tcTensorTypeGet(slice.rank, slice.sizes, tcElementOf(xs.data[i])));
  }
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    tcVecPush(l->arena, &results,
              tcFxType(mlirValueGetType(mlirOperationGetResult(op, i))));
  MlirOperation loop =
      tcPrimScanCreate(&b->at, (intptr_t)results.size, results.data, numInit,
                       init.data, numXs, xs.data, false);
  if (!loop.ptr || mlirLogicalResultIsFailure(
                       fillRegion(l, b, mlirOperationGetRegion(loop, 0),
                                  regionBlock(op, 0), &types, &extra)))
    return mlirLogicalResultFailure();
  resultsOf(l, loop, &out);
  return returnAll(l, op, b, &out);
}

MlirLogicalResult tcFxLowerControl(TcFxLowering *l, MlirOperation op,
                                   TcBuild *b) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  b->what = tcArenaCopyText(l->arena, name.data, name.length);
  switch (tcFxOpKind(op)) {
  case TC_FX_COND:
    return cond(l, op, b);
  case TC_FX_WHILE_LOOP:
    return whileLoop(l, op, b);
  default:
    return scan(l, op, b);
  }
}
