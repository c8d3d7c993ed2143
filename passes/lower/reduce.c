// prim-to-loop for reductions, running sums and sorting.
#include "passes/lower/lower.h"

#include "lib/ir/attrs.h"
#include "lib/ir/sizes.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>

// An attribute that all ops of a family have.
static MlirAttribute familyAttr(MlirOperation op, const char *name) {
  return mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString(name));
}

static bool contains(MlirAttribute dims, int64_t d) {
  for (intptr_t i = 0; i < mlirDenseArrayGetNumElements(dims); ++i)
    if (mlirDenseI64ArrayGetElement(dims, i) == d)
      return true;
  return false;
}

// Adds iterators for all dimensions of x, reducing over `dims`; returns the
// index map that reads x.
static MlirAttribute *splitIters(TcLowering *l, TcStage *s, MlirValue x,
                                 bool (*reduced)(MlirAttribute, int64_t),
                                 MlirAttribute dims) {
  intptr_t rank = tcRank(x);
  MlirAttribute *map =
      TC_ARENA_ARRAY(l->kernel.arena, MlirAttribute, (size_t)rank + 1);
  for (intptr_t i = 0; i < rank; ++i) {
    MlirAttribute iter = tcKernelIter(&l->kernel, tcSizeOf(x, i));
    map[i] = tcIterExpr(iter);
    if (reduced(dims, i))
      tcStageOver(s, iter);
    else
      tcStageIter(s, iter);
  }
  return map;
}

// A map of what a stage gave, element by element converted.
static void convertResult(TcLowering *l, MlirValue v, MlirType to) {
  if (mlirTypeEqual(tcElementType(v), to)) {
    tcVecPush(l->kernel.arena, &l->results, v);
    return;
  }
  MlirOperation def = mlirOpResultGetOwner(v);
  MlirAttribute iters = mlirOperationGetInherentAttributeByName(
      def, mlirStringRefCreateFromCString("iters"));
  TcStage s;
  tcStageOpen(&s, &l->kernel);
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i)
    tcStageIter(&s, mlirArrayAttrGetElement(iters, i));
  MlirValue y = tcScalarConvert(&s.body, tcStageReadHere(&s, v), to);
  tcStageYield(&s, 1, &y);
  tcLowerFinishMap(l, &s);
}

void tcLowerOrdered(MlirOperation op, TcStage *s) {
  MlirAttribute ordered = familyAttr(op, "ordered");
  if (!mlirAttributeIsNull(ordered))
    tcStageAttr(s, "ordered", ordered);
}

//===- Reductions ---------------------------------------------------------===//

static const char *reductionKind(MlirOperation op) {
  switch (tcPrimOpKind(op)) {
  case TC_PRIM_PROD:
    return "mul";
  case TC_PRIM_AMAX:
    return "max";
  case TC_PRIM_AMIN:
    return "min";
  default:
    return "add";
  }
}

MlirLogicalResult tcLowerReduction(MlirOperation op, TcLowering *l) {
  MlirValue x = tcKernelArg(&l->kernel, 0);
  MlirAttribute dims = familyAttr(op, "dims");
  TcStage s;
  tcStageOpen(&s, &l->kernel);
  MlirAttribute *map = splitIters(l, &s, x, contains, dims);
  const char *kind = reductionKind(op);
  MlirType element = tcElementType(x);
  bool exact = kind[0] == 'm' && kind[1] != 'u';
  MlirType acc = exact ? element : tcAccumulatorType(element);
  MlirValue y = tcScalarConvert(&s.body, tcLowerRead(l, &s, 0, map), acc);
  tcStageYield(&s, 1, &y);
  tcStageStrings(&s, "kinds", 1, &kind);
  if (!s.over.size)
    tcStageAttr(&s, "over", mlirArrayAttrGet(l->kernel.ctx, 0, NULL));
  tcLowerOrdered(op, &s);
  MlirOperation stage = tcStageClose(&s, "loop.reduce", -1);
  convertResult(l, mlirOperationGetResult(stage, 0), element);
  return mlirLogicalResultSuccess();
}

static bool isDim(MlirAttribute dim, int64_t d) {
  return mlirIntegerAttrGetValueInt(dim) == d;
}

/// Which pair of (element, position) wins: the greatest or least element; of
/// equals the first position. NaN beats numbers; of NaNs the first, or the
/// last.
typedef struct Winner {
  bool least, lastNan;
} Winner;

// Whether the left pair beats the right one.
static MlirValue leftWins(TcBuilder *b, Winner winner, const MlirValue *v) {
  MlirValue x = v[0], i = v[1], y = v[2], j = v[3];
  MlirValue better = winner.least ? tcPrimLt(b, x, y) : tcPrimGt(b, x, y);
  MlirValue tie = tcPrimEq(b, x, y), nans = {0};
  if (mlirTypeIsAFloat(mlirValueGetType(x))) {
    MlirValue xNan = tcPrimNe(b, x, x), yNan = tcPrimNe(b, y, y);
    MlirValue notYNan = tcPrimBitwiseNot(b, yNan);
    better = tcPrimBitwiseAnd(b, tcPrimBitwiseOr(b, better, xNan), notYNan);
    nans = tcPrimBitwiseAnd(b, xNan, yNan);
    if (!winner.lastNan)
      tie = tcPrimBitwiseOr(b, tie, nans);
  }
  MlirValue first = tcPrimLt(b, i, j);
  MlirValue wins = tcPrimBitwiseOr(b, better, tcPrimBitwiseAnd(b, tie, first));
  if (!nans.ptr || !winner.lastNan)
    return wins;
  MlirValue last = tcPrimGt(b, i, j);
  return tcPrimBitwiseOr(b, wins, tcPrimBitwiseAnd(b, nans, last));
}

// The worst element there is, so that any other beats it.
static MlirAttribute worst(MlirType type, bool least) {
  MlirContext ctx = mlirTypeGetContext(type);
  if (mlirTypeIsAFloat(type))
    return mlirFloatAttrDoubleGet(ctx, type, least ? INFINITY : -INFINITY);
  unsigned width = mlirIntegerTypeGetWidth(type);
  bool isUnsigned = mlirIntegerTypeIsUnsigned(type) || width == 1;
  uint64_t ones = width == 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
  uint64_t greatest = isUnsigned ? ones : ones >> 1;
  uint64_t value = least ? greatest : isUnsigned ? 0 : ~greatest;
  return mlirIntegerAttrGet(type, (int64_t)value);
}

// Reduces (value, position) pairs over `over`; the results are both.
static MlirOperation reducePairs(TcLowering *l, TcStage *s, MlirValue value,
                                 MlirValue position, Winner winner) {
  MlirType types[] = {mlirValueGetType(value), mlirValueGetType(position)};
  MlirValue pair[] = {value, position};
  tcStageYield(s, 2, pair);
  const char *kind = "custom";
  tcStageStrings(s, "kinds", 1, &kind);
  MlirAttribute inits[] = {worst(types[0], winner.least),
                           mlirIntegerAttrGet(types[1], INT64_MAX)};
  tcStageAttr(s, "inits", mlirArrayAttrGet(l->kernel.ctx, 2, inits));
  TcBuilder b = tcStageCombine(s, 2, types);
  MlirValue v[4];
  for (int i = 0; i < 4; ++i)
    v[i] = mlirBlockGetArgument(s->combine, i);
  MlirValue left = leftWins(&b, winner, v);
  MlirValue out[] = {tcPrimWhere(&b, left, v[0], v[2]),
                     tcPrimWhere(&b, left, v[1], v[3])};
  tcYield(s->combine, l->kernel.loc, 2, out);
  return tcStageClose(s, "loop.reduce", -1);
}

MlirLogicalResult tcLowerArgReduction(MlirOperation op, TcLowering *l) {
  MlirValue x = tcKernelArg(&l->kernel, 0);
  MlirAttribute dim = familyAttr(op, "dim");
  Winner winner = {.least = tcPrimOpKind(op) == TC_PRIM_ARGMIN};
  TcStage s;
  tcStageOpen(&s, &l->kernel);
  MlirAttribute *map = splitIters(l, &s, x, isDim, dim);
  MlirValue value = tcLowerRead(l, &s, 0, map);
  MlirValue position =
      tcScalarIndex(&s.body, map[mlirIntegerAttrGetValueInt(dim)]);
  MlirOperation stage = reducePairs(l, &s, value, position, winner);
  tcVecPush(l->kernel.arena, &l->results, mlirOperationGetResult(stage, 1));
  return mlirLogicalResultSuccess();
}

//===- Running sums and sorting -------------------------------------------===//

static void runAlong(MlirOperation op, TcLowering *l, const char *kind,
                     int64_t dim) {
  MlirValue x = tcKernelArg(&l->kernel, 0);
  TcStage s;
  tcStageOpen(&s, &l->kernel);
  tcLowerIters(l, &s, mlirValueGetType(x));
  MlirType element = tcElementType(x);
  MlirValue y = tcScalarConvert(&s.body, tcStageReadHere(&s, x),
                                tcAccumulatorType(element));
  tcStageYield(&s, 1, &y);
  tcStageStrings(&s, "kinds", 1, &kind);
  tcStageAttr(&s, "along", s.iters.data[dim]);
  tcLowerOrdered(op, &s);
  MlirOperation stage = tcStageClose(&s, "loop.scan", -1);
  convertResult(l, mlirOperationGetResult(stage, 0), element);
}

MlirLogicalResult tcLowerCumsum(MlirOperation op, TcLowering *l) {
  runAlong(op, l, "add", tcPrimCumsumGetDim(op));
  return mlirLogicalResultSuccess();
}

MlirLogicalResult tcLowerRunningExtreme(MlirOperation op, TcLowering *l) {
  if (tcPrimOpKind(op) == TC_PRIM_CUMMAX)
    runAlong(op, l, "max", tcPrimCummaxGetDim(op));
  else
    runAlong(op, l, "min", tcPrimCumminGetDim(op));
  return mlirLogicalResultSuccess();
}

// Sorts (element, position) pairs along dimension `dim` of the operand.
static void sortPairs(TcLowering *l, int64_t dim, bool descending,
                      MlirAttribute take) {
  MlirValue x = tcKernelArg(&l->kernel, 0);
  TcStage s;
  tcStageOpen(&s, &l->kernel);
  tcLowerIters(l, &s, mlirValueGetType(x));
  MlirValue pair[] = {tcStageReadHere(&s, x),
                      tcScalarIndex(&s.body, tcIterExpr(s.iters.data[dim]))};
  tcStageYield(&s, 2, pair);
  tcStageAttr(&s, "along", s.iters.data[dim]);
  if (descending)
    tcStageAttr(&s, "descending", mlirUnitAttrGet(l->kernel.ctx));
  if (!mlirAttributeIsNull(take))
    tcStageAttr(&s, "take", take);
  tcLowerResults(l, tcStageClose(&s, "loop.sort", -1));
}

MlirLogicalResult tcLowerSort(MlirOperation op, TcLowering *l) {
  sortPairs(l, tcPrimSortGetDim(op), tcPrimSortGetDescending(op),
            mlirAttributeGetNull());
  return mlirLogicalResultSuccess();
}

MlirLogicalResult tcLowerTopk(MlirOperation op, TcLowering *l) {
  sortPairs(l, tcPrimTopkGetDim(op), !tcPrimTopkGetSmallest(op),
            tcPrimTopkGetK(op));
  return mlirLogicalResultSuccess();
}

//===- Max pooling --------------------------------------------------------===//

// Where a pool's elements are: the map that reads x, the flat position that it
// reads, and how much of that is within the window.
typedef struct PoolMap {
  MlirAttribute *map, position, offset;
} PoolMap;

// Iterators for the result and the window.
static PoolMap poolIters(TcLowering *l, TcStage *s, MlirOperation op) {
  MlirValue x = mlirOperationGetOperand(op, 0);
  MlirContext ctx = l->kernel.ctx;
  TcArena *arena = l->kernel.arena;
  MlirAttribute window = tcPrimMaxPoolGetWindow(op);
  intptr_t rank = tcRank(x), n = mlirDenseArrayGetNumElements(window);
  MlirAttribute *map = TC_ARENA_ARRAY(arena, MlirAttribute, (size_t)rank + 1);
  tcLowerIters(l, s, mlirValueGetType(mlirOperationGetResult(op, 0)));
  PoolMap p = {map, tcSizeAttrGetConstant(ctx, 0),
               tcSizeAttrGetConstant(ctx, 0)};
  for (intptr_t i = 0; i < rank; ++i) {
    map[i] = tcIterExpr(s->iters.data[i]);
    intptr_t k = i - (rank - n);
    if (k < 0)
      continue;
    int64_t extent = mlirDenseI64ArrayGetElement(window, k);
    MlirAttribute w =
        tcKernelIter(&l->kernel, tcSizeAttrGetConstant(ctx, extent));
    tcStageOver(s, w);
    map[i] = tcSizeAttrFormat(
        ctx, "%s*%lld + %s*%lld - %lld", tcAttrCString(arena, map[i]),
        (long long)mlirDenseI64ArrayGetElement(tcPrimMaxPoolGetStrides(op), k),
        tcAttrCString(arena, w),
        (long long)mlirDenseI64ArrayGetElement(tcPrimMaxPoolGetDilation(op), k),
        (long long)mlirDenseI64ArrayGetElement(tcPrimMaxPoolGetPadding(op), k));
    MlirAttribute step =
        tcSizeAttrFormat(ctx, "%s*%lld", tcAttrCString(arena, w),
                         (long long)mlirDenseI64ArrayGetElement(
                             tcPrimMaxPoolGetDilation(op), k));
    p.position =
        tcSizeAttrAdd(tcSizeAttrMul(p.position, tcSizeOf(x, i)), map[i]);
    p.offset = tcSizeAttrAdd(tcSizeAttrMul(p.offset, tcSizeOf(x, i)), step);
  }
  return p;
}

// The greatest number of a position's type.
static MlirValue behindAll(TcBuilder *b, MlirValue at) {
  MlirType type = mlirValueGetType(at);
  int64_t most = INT64_MAX >> (64 - mlirIntegerTypeGetWidth(type));
  return tcPrimConstant(b, mlirIntegerAttrGet(type, most));
}

// Elements of a window outside of the input: as the worst element inside, and
// ordered after all of them.
static MlirValue afterAllIfOutside(TcLowering *l, TcStage *s, MlirValue x,
                                   const MlirAttribute *map, MlirValue at) {
  TcBuilder *b = &s->body;
  MlirValue zero = tcScalarIndex(b, tcSizeAttrGetConstant(l->kernel.ctx, 0));
  for (intptr_t i = 0; i < tcRank(x); ++i) {
    if (mlirAttributeEqual(map[i], tcIterExpr(s->iters.data[i])))
      continue;
    MlirValue index = tcScalarIndex(b, map[i]);
    MlirValue out =
        tcPrimBitwiseOr(b, tcPrimLt(b, index, zero),
                        tcPrimGe(b, index, tcScalarIndex(b, tcSizeOf(x, i))));
    at = tcPrimWhere(b, out, behindAll(b, at), at);
  }
  return at;
}

// Whether a window may reach beyond an edge.
static bool hangsOver(MlirOperation op) {
  MlirAttribute padding = tcPrimMaxPoolGetPadding(op);
  for (intptr_t i = 0; i < mlirDenseArrayGetNumElements(padding); ++i)
    if (mlirDenseI64ArrayGetElement(padding, i))
      return true;
  return tcPrimMaxPoolGetCeil(op);
}

static bool isUsed(MlirValue v) {
  return !mlirOpOperandIsNull(mlirValueGetFirstUse(v));
}

// Elements of windows, and where they are.
typedef struct Pool {
  TcStage s; // over the results and the window
  PoolMap at;
  MlirValue value; // of x
} Pool;

static Pool openPool(TcLowering *l, MlirOperation op) {
  Pool p;
  MlirValue x = tcKernelArg(&l->kernel, 0);
  tcStageOpen(&p.s, &l->kernel);
  p.at = poolIters(l, &p.s, op);
  p.value =
      tcStageRead(&p.s, x, tcRank(x), p.at.map, worst(tcElementType(x), false));
  return p;
}

// Another stage over the same points.
static Pool openAgain(TcLowering *l, const Pool *from) {
  Pool p = *from;
  MlirValue x = tcKernelArg(&l->kernel, 0);
  tcStageOpen(&p.s, &l->kernel);
  for (size_t i = 0; i < from->s.iters.size; ++i)
    tcStageIter(&p.s, from->s.iters.data[i]);
  for (size_t i = 0; i < from->s.over.size; ++i)
    tcStageOver(&p.s, from->s.over.data[i]);
  p.value =
      tcStageRead(&p.s, x, tcRank(x), p.at.map, worst(tcElementType(x), false));
  return p;
}

static MlirValue insideFirst(TcLowering *l, MlirOperation op, Pool *p,
                             MlirValue at) {
  MlirValue x = tcKernelArg(&l->kernel, 0);
  return hangsOver(op) ? afterAllIfOutside(l, &p->s, x, p->at.map, at) : at;
}

static MlirValue positionIn(TcLowering *l, MlirOperation op, Pool *p) {
  return insideFirst(l, op, p, tcScalarIndex(&p->s.body, p->at.position));
}

// Whether offsets within a window are known to be less than 2^31 - 1.
static bool isNear(MlirOperation op) {
  MlirValue x = mlirOperationGetOperand(op, 0);
  intptr_t n = mlirDenseArrayGetNumElements(tcPrimMaxPoolGetWindow(op));
  int64_t most = 0, size;
  for (intptr_t k = 0; k < n; ++k) {
    if (!tcSizeAttrIsConstant(tcSizeOf(x, tcRank(x) - n + k), &size) ||
        size > INT32_MAX)
      return false;
    most = most * size +
           (mlirDenseI64ArrayGetElement(tcPrimMaxPoolGetWindow(op), k) - 1) *
               mlirDenseI64ArrayGetElement(tcPrimMaxPoolGetDilation(op), k);
    if (most < 0 || most >= INT32_MAX)
      return false;
  }
  return true;
}

// How far behind its window's start an element is: positions of one window in
// their order, as small numbers that are the same in each.
static MlirValue offsetIn(TcLowering *l, MlirOperation op, Pool *p) {
  TcBuilder *b = &p->s.body;
  MlirValue at = tcScalarIndex(b, p->at.offset);
  if (isNear(op))
    at = tcPrimConvertElementType(b, mlirIntegerTypeGet(l->kernel.ctx, 32), at);
  return insideFirst(l, op, p, at);
}

static MlirValue reduceTo(Pool *p, const char *kind, MlirValue v) {
  tcStageYield(&p->s, 1, &v);
  tcStageStrings(&p->s, "kinds", 1, &kind);
  return mlirOperationGetResult(tcStageClose(&p->s, "loop.reduce", -1), 0);
}

// The first offset of the greatest element; of NaNs, which count as ~i so
// that they come before all numbers, ~ of the last.
static MlirValue leastOffset(TcLowering *l, MlirOperation op, Pool *p,
                             MlirValue greatest) {
  TcBuilder *b = &p->s.body;
  MlirValue at = offsetIn(l, op, p), v = p->value;
  MlirValue equal = tcPrimEq(b, v, tcStageReadHere(&p->s, greatest));
  MlirValue y = tcPrimWhere(b, equal, at, behindAll(b, at));
  if (mlirTypeIsAFloat(mlirValueGetType(v)))
    y = tcPrimWhere(b, tcPrimNe(b, v, v), tcPrimBitwiseNot(b, at), y);
  return reduceTo(p, "min", y);
}

// The position at an offset, of ~i at i.
static MlirValue behindStart(TcLowering *l, const Pool *p, MlirValue offset) {
  TcStage s;
  tcStageOpen(&s, &l->kernel);
  for (size_t i = 0; i < p->s.iters.size; ++i)
    tcStageIter(&s, p->s.iters.data[i]);
  TcBuilder *b = &s.body;
  MlirValue i = tcStageReadHere(&s, offset);
  if (mlirTypeIsAFloat(mlirValueGetType(p->value))) {
    MlirValue zero = tcScalarConstant(b, mlirValueGetType(i), 0);
    i = tcPrimWhere(b, tcPrimLt(b, i, zero), tcPrimBitwiseNot(b, i), i);
  }
  MlirValue start =
      tcScalarIndex(b, tcSizeAttrSub(p->at.position, p->at.offset));
  if (!mlirTypeEqual(mlirValueGetType(i), mlirValueGetType(start)))
    i = tcPrimConvertElementType(b, mlirValueGetType(start), i);
  MlirValue y = tcPrimAdd(b, i, start);
  tcStageYield(&s, 1, &y);
  return mlirOperationGetResult(tcStageClose(&s, "loop.map", -1), 0);
}

// The greatest element of each window, then its position. Both are reductions
// whose steps wait for one operation, where that of pairs waits for six.
static void findPositions(TcLowering *l, MlirOperation op, Pool *p) {
  MlirValue greatest = reduceTo(p, "max", p->value);
  Pool again = openAgain(l, p);
  MlirValue at = leastOffset(l, op, &again, greatest);
  tcVecPush(l->kernel.arena, &l->results, greatest);
  tcVecPush(l->kernel.arena, &l->results, behindStart(l, p, at));
}

// Without a reader of the positions it is an ordinary maximum.
MlirLogicalResult tcLowerMaxPool(MlirOperation op, TcLowering *l) {
  Pool p = openPool(l, op);
  if (!isUsed(mlirOperationGetResult(op, 1)))
    tcVecPush(l->kernel.arena, &l->results, reduceTo(&p, "max", p.value));
  else if (l->options.findsPositions)
    findPositions(l, op, &p);
  else
    tcLowerResults(l, reducePairs(l, &p.s, p.value, positionIn(l, op, &p),
                                  (Winner){.lastNan = true}));
  return mlirLogicalResultSuccess();
}
