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
// that a mean is what it was, infinite ones, too; of infinities and NaN squares
// are NaN either way.
#include "passes/stream/online.h"

#include "lib/ir/shim.h"
#include "tc/gen/PrimOps.h"

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
  if (!sum.ptr)
    return false;
  tcOnlineBegin(o);
  addSquares(o, sub, addMoments(o, sub, sum));
  return true;
}
