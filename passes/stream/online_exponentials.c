// The maximum of a row, and the sum of exponentials shifted by it or by what is
// made of it (a softmax, a log-sum-exp, a cross-entropy), as one reduction of
// pairs, so that the row is read once:
//
//   (m, s) (m', s')  ->  (M, s e^(m - M) + s' e^(m' - M)),  M = max(m, m')
//   x                ->  (x, 1)
//   sum e^(x - h)    =   s e^(M - h)
//
// (M. Milakov, N. Gimelshein: Online normalizer calculation for softmax, 2018.)
// The identity is (-inf, 0). One of the two factors is 1, so a step has one
// exponential; where m = m' it has none, infinities too. s is at least 1, but
// for rows without elements, whose sum is 0. h is any scalar of the row: rows
// of -inf, with +inf or NaN give what they give in two passes. For rows that
// the target does not keep near between the two. For GPUs.
#include "passes/stream/online.h"
#include "passes/stream/stream.h"

#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinTypes.h"

#include <math.h>

typedef struct Exponentials {
  TcOnline *o;
  MlirOperation maximum;
  MlirOperation sub; // x - h
  bool two;          // powers of 2
} Exponentials;

static bool readTerms(Exponentials *x) {
  MlirValue term = tcOnlineTerm(x->o);
  MlirOperation e = tcDefiningOp(term);
  if (mlirOperationIsNull(e) || !tcStreamIsExponential(e))
    return false;
  x->two = tcPrimOpKind(e) == TC_PRIM_EXP2;
  x->sub = tcDefiningOp(mlirOperationGetOperand(e, 0));
  if (tcPrimOpKind(x->sub) != TC_PRIM_SUB ||
      !tcOnlineIsOfRow(x->o, tcPrimSubGetOther(x->sub)))
    return false;
  x->maximum = tcOnlineReduction(x->o, "max", tcPrimSubGetSelf(x->sub));
  return x->maximum.ptr;
}

static MlirValue power(const Exponentials *x, TcBuilder *b, MlirValue y) {
  return x->two ? tcPrimExp2(b, y) : tcPrimExp(b, y);
}

// The pair of both, of v = (m, s, m', s').
static void merge(const Exponentials *x, TcStage *s) {
  const TcOnline *o = x->o;
  const MlirType types[] = {o->element, o->element};
  TcBuilder b = tcStageCombine(s, 2, types);
  MlirValue v[4];
  for (int i = 0; i < 4; ++i)
    v[i] = mlirBlockGetArgument(s->combine, i);
  MlirValue apart = tcPrimAbs(&b, tcPrimSub(&b, v[2], v[0]));
  MlirValue factor = power(x, &b, tcPrimNeg(&b, apart));
  if (mlirTypeIsAF32(o->element))
    tcStreamMark(tcDefiningOp(factor)); // is only added up
  factor = tcPrimWhere(&b, tcPrimEq(&b, v[0], v[2]), tcOnlineNumber(o, &b, 1),
                       factor);
  MlirValue grows = tcPrimGt(&b, v[2], v[0]);
  MlirValue grown = tcPrimAdd(&b, tcPrimMul(&b, v[1], factor), v[3]);
  MlirValue same = tcPrimAdd(&b, v[1], tcPrimMul(&b, v[3], factor));
  MlirValue out[] = {tcPrimMaximum(&b, v[0], v[2]),
                     tcPrimWhere(&b, grows, grown, same)};
  tcYield(s->combine, o->k.loc, 2, out);
}

// The reduction of pairs, in the place of the maximum.
static MlirOperation addPairs(const Exponentials *x) {
  TcStage s;
  TcMap copies = {.arena = x->o->arena};
  const double inits[] = {-INFINITY, 0};
  tcOnlineOpen(x->o, &s);
  MlirOperation end = mlirBlockGetTerminator(tcStageBlock(x->maximum));
  MlirValue term = tcOnlineCopy(x->o, &s, x->maximum,
                                mlirOperationGetOperand(end, 0), &copies);
  const MlirValue pair[] = {term, tcOnlineNumber(x->o, &s.body, 1)};
  merge(x, &s);
  MlirOperation pairs =
      tcOnlineCloseReduction(x->o, &s, 2, pair, inits, x->maximum);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(x->maximum, 0),
                                mlirOperationGetResult(pairs, 0));
  return pairs;
}

// s e^(m - h)
static void addSum(const Exponentials *x, MlirOperation pairs) {
  TcStage s;
  TcMap copies = {.arena = x->o->arena};
  tcOnlineOpen(x->o, &s);
  MlirValue m = tcStageReadHere(&s, mlirOperationGetResult(pairs, 0));
  MlirValue sum = tcStageReadHere(&s, mlirOperationGetResult(pairs, 1));
  MlirValue h =
      tcOnlineCopy(x->o, &s, x->o->sum, tcPrimSubGetOther(x->sub), &copies);
  MlirValue factor = power(x, &s.body, tcPrimSub(&s.body, m, h));
  MlirValue zero = tcOnlineNumber(x->o, &s.body, 0);
  tcOnlineCloseSum(x->o, &s,
                   tcPrimWhere(&s.body, tcPrimEq(&s.body, sum, zero), zero,
                               tcPrimMul(&s.body, sum, factor)));
}

bool tcOnlineExponentials(TcOnline *o) {
  Exponentials x = {.o = o};
  if (!readTerms(&x))
    return false;
  tcOnlineBegin(o);
  MlirOperation pairs = addPairs(&x);
  addSum(&x, pairs);
  mlirOperationDestroy(x.maximum);
  return true;
}
