// The sum of squares of deviations of a row's elements from a level of the row
// whose sum is needed first, as their mean, beside that sum: as a reduction of
// counts n, means m and squares q of deviations from these,
//
//   (n, m, q) (n', m', q')  ->  (N, m + d w, q + q' + d^2 n w)
//                               N = n + n',  d = m' - m,  w = n' / N
//   x                       ->  (1, x, 0)
//   sum (x - c)^2           =   q + n (m - c)^2
//
// (B. Welford: Note on a method for calculating corrected sums of squares and
// products, 1962; T. Chan, G. Golub, R. LeVeque: Algorithms for computing the
// sample variance, 1983.) All terms are positive. The sum stays as it is, so
// that a mean is what it was, infinite ones, too. The level is a mean, or
// another positive multiple of the sum: of a row with infinities it is one of
// them or NaN, so that squares are NaN either way. Of another level they might
// be infinite, where m is NaN.
#include "passes/stream/online.h"
#include "passes/stream/stream.h"

#include "lib/ir/shim.h"
#include "tc/gen/PrimOps.h"

#include <math.h>

//===- The level ----------------------------------------------------------===//

static bool isPositive(MlirValue v) {
  double value;
  return tcStreamConstantOf(v, &value) && value > 0 && value < INFINITY;
}

// Whether `v`, a scalar of the body of `stage`, is the result of `sum` at the
// same point, times or by positive numbers.
static bool isMultiple(const TcOnline *o, MlirOperation stage, MlirValue v,
                       MlirOperation sum) {
  if (!mlirValueIsABlockArgument(v)) {
    MlirOperation op = tcDefiningOp(v);
    TcPrimOpKind kind = tcPrimOpKind(op);
    return (kind == TC_PRIM_MUL || kind == TC_PRIM_DIV) &&
           isPositive(mlirOperationGetOperand(op, 1)) &&
           isMultiple(o, stage, mlirOperationGetOperand(op, 0), sum);
  }
  intptr_t i = mlirBlockArgumentGetArgNumber(v);
  MlirValue read = tcInput(stage, i);
  if (mlirValueIsABlockArgument(read))
    return false;
  MlirOperation maker = tcDefiningOp(read);
  if (!tcIsOwnPoint(o->kernel, maker, tcInputMap(stage, i)))
    return false;
  if (mlirOperationEqual(maker, sum))
    return true;
  MlirOperation end = mlirBlockGetTerminator(tcStageBlock(maker));
  return tcIsA(maker, "loop.map") && mlirOperationGetNumResults(maker) == 1 &&
         isMultiple(o, maker, mlirOperationGetOperand(end, 0), sum);
}

//===- Moments ------------------------------------------------------------===//

// The difference x - c that the sum has the squares of, or null.
static MlirOperation deviationOf(const TcOnline *o) {
  MlirOperation square = tcDefiningOp(tcOnlineTerm(o));
  if (tcPrimOpKind(square) != TC_PRIM_MUL ||
      !mlirValueEqual(mlirOperationGetOperand(square, 0),
                      mlirOperationGetOperand(square, 1)))
    return tcNoOp();
  MlirOperation sub = tcDefiningOp(mlirOperationGetOperand(square, 0));
  return tcPrimOpKind(sub) == TC_PRIM_SUB &&
                 tcOnlineIsOfRow(o, tcPrimSubGetOther(sub))
             ? sub
             : tcNoOp();
}

// The moments of both, of v = (n, m, q, n', m', q').
static void merge(const TcOnline *o, TcStage *s) {
  const MlirType types[] = {o->element, o->element, o->element};
  TcBuilder b = tcStageCombine(s, 3, types);
  MlirValue v[6];
  for (int i = 0; i < 6; ++i)
    v[i] = mlirBlockGetArgument(s->combine, i);
  MlirValue n = tcPrimAdd(&b, v[0], v[3]);
  MlirValue w = tcPrimDiv(
      &b, v[3], tcPrimMaximum(&b, n, tcOnlineNumber(o, &b, 1))); // 0 of none
  MlirValue d = tcPrimSub(&b, v[4], v[1]);
  MlirValue step = tcPrimMul(&b, d, w);
  MlirValue apart = tcPrimMul(&b, tcPrimMul(&b, step, v[0]), d);
  MlirValue out[] = {n, tcPrimAdd(&b, v[1], step),
                     tcPrimAdd(&b, tcPrimAdd(&b, v[2], v[5]), apart)};
  tcYield(s->combine, o->k.loc, 3, out);
}

static MlirOperation addMoments(TcOnline *o, MlirOperation sub,
                                MlirOperation before) {
  TcStage s;
  TcMap copies = {.arena = o->arena};
  const double inits[] = {0, 0, 0};
  tcOnlineOpen(o, &s);
  MlirValue x = tcOnlineCopy(o, &s, o->sum, tcPrimSubGetSelf(sub), &copies);
  const MlirValue one[] = {tcOnlineNumber(o, &s.body, 1), x,
                           tcOnlineNumber(o, &s.body, 0)};
  merge(o, &s);
  return tcOnlineCloseReduction(o, &s, 3, one, inits, before);
}

// q + n (m - c)^2
static void addSquares(TcOnline *o, MlirOperation sub, MlirOperation moments) {
  TcStage s;
  TcMap copies = {.arena = o->arena};
  MlirValue v[3];
  tcOnlineOpen(o, &s);
  for (int i = 0; i < 3; ++i)
    v[i] = tcStageReadHere(&s, mlirOperationGetResult(moments, i));
  MlirValue c = tcOnlineCopy(o, &s, o->sum, tcPrimSubGetOther(sub), &copies);
  MlirValue d = tcPrimSub(&s.body, v[1], c);
  MlirValue apart = tcPrimMul(&s.body, tcPrimMul(&s.body, d, d), v[0]);
  tcOnlineCloseSum(o, &s, tcPrimAdd(&s.body, v[2], apart));
}

bool tcOnlineMoments(TcOnline *o) {
  MlirOperation sub = deviationOf(o);
  MlirOperation sum =
      sub.ptr ? tcOnlineReduction(o, "add", tcPrimSubGetSelf(sub)) : tcNoOp();
  if (!sum.ptr || !isMultiple(o, o->sum, tcPrimSubGetOther(sub), sum))
    return false;
  tcOnlineBegin(o);
  addSquares(o, sub, addMoments(o, sub, sum));
  return true;
}
