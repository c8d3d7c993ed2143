// Decomposition of systems of a triangular matrix, by substitution: a scan over
// rows, each of which is known once those before it are.
#include "passes/decompose/scan.h"

#include "passes/decompose/call.h"

// Slices: a row of A [.., n] with what is not of the triangle as 0 and the
// diagonal left out, the diagonal's element [..], a row of B [.., k], the
// row's number. Carried: the rows of X that are known, 0 elsewhere [.., n, k].
static void step(TcBuild *b, const void *self, const MlirValue *carried,
                 const MlirValue *slices, MlirValue *next) {
  (void)self;
  MlirValue known = carried[0];
  intptr_t rank = tcRankOf(known), lead = rank - 2;
  TcDims batch = tcDimsRange(b, 0, lead);
  TcDot dims = {batch, batch, tcDimsOne(b, lead), tcDimsOne(b, lead)};
  MlirValue rest =
      tcSub(b, slices[2], tcDotGeneral(b, slices[0], known, dims, tcNoType()));
  MlirValue row = tcDiv(b, rest, tcUnsqueeze(b, slices[1], lead));
  MlirValue isRow =
      tcEq(b, tcIotaDim(b, tcShapeOf(b, known), lead, tcI64(b)), slices[3]);
  next[0] = tcWhere(b, isRow, tcUnsqueeze(b, row, lead), known);
}

static MlirValue broadcastLead(TcBuild *b, MlirValue x, TcShape lead) {
  TcShape own = tcShapeOf(b, x), shape = tcShapeMake(b, lead.rank + 2);
  for (intptr_t i = 0; i < lead.rank; ++i)
    shape.sizes[i] = lead.sizes[i];
  shape.sizes[lead.rank] = own.sizes[own.rank - 2];
  shape.sizes[lead.rank + 1] = own.sizes[own.rank - 1];
  return tcBroadcastTo(b, x, shape);
}

// X of A X = B, A [.., n, n], B [.., n, k], of one shape but for those.
static MlirValue substitute(TcBuild *b, MlirValue a, MlirValue rhs, bool upper,
                            bool unit) {
  intptr_t lead = tcRankOf(a) - 2;
  TcShape own = tcShapeOf(b, a);
  MlirValue row = tcIotaDim(b, own, lead, tcI64(b));
  MlirValue column = tcIotaDim(b, own, lead + 1, tcI64(b));
  MlirValue zero = tcNum(b, a, 0);
  MlirValue strict =
      tcWhere(b, upper ? tcGt(b, column, row) : tcLt(b, column, row), a, zero);
  MlirValue diagonal = tcSum(b, tcWhere(b, tcEq(b, column, row), a, zero),
                             tcDimsOne(b, lead + 1), false);
  if (unit)
    diagonal = tcFull(b, tcShapeOf(b, diagonal), tcNum(b, a, 1));
  MlirValue xs[4] = {
      tcMoveDim(b, strict, lead, 0), tcMoveDim(b, diagonal, lead, 0),
      tcMoveDim(b, rhs, lead, 0), tcIota(b, own.sizes[lead], tcI64(b))};
  MlirValue init = tcZeros(b, tcShapeOf(b, rhs), tcElementOf(rhs)), x;
  TcScan scan = {.step = step,
                 .numInit = 1,
                 .numXs = 4,
                 .init = &init,
                 .xs = xs,
                 .reverse = upper};
  tcScan(b, &scan, &x, NULL);
  return x;
}

// linalg_solve_triangular(A, B): X of A X = B; of X A = B unless `left`, which
// is A^T X^T = B^T
static void solveTriangular(TcFxCall *c, TcBuild *b) {
  MlirValue a = tcArg(c, "self"), rhs = tcArg(c, "B");
  bool left = tcArgBool(c, "left"), upper = tcArgBool(c, "upper");
  if (!a.ptr || !rhs.ptr || tcRankOf(a) < 2 || tcRankOf(rhs) < 2)
    return;
  TcShape lead = tcShapeOf(b, a), other = tcShapeOf(b, rhs);
  lead.rank -= 2;
  other.rank -= 2;
  if (!tcShapeBroadcast(b, lead, other, &lead)) {
    tcFail(b, 1103, "leading dimensions of the matrices differ");
    return;
  }
  a = broadcastLead(b, a, lead);
  rhs = broadcastLead(b, rhs, lead);
  intptr_t n = lead.rank;
  if (!left) {
    a = tcSwap(b, a, n, n + 1);
    rhs = tcSwap(b, rhs, n, n + 1);
  }
  MlirValue x =
      substitute(b, a, rhs, upper == left, tcArgBool(c, "unitriangular"));
  tcReturn(c, left ? x : tcSwap(b, x, n, n + 1));
}

static const TcFxRule rules[] = {
    {"aten.linalg_solve_triangular.default", solveTriangular, 0},
};

TC_FX_RULES(tcFxSolveRules, rules);
