// See compare.h.
#include "lib/ir/compare.h"

#include "tc/gen/PrimOps.h"

bool tcIsComparisonKind(int kind) {
  return kind == TC_PRIM_EQ || kind == TC_PRIM_NE || kind == TC_PRIM_LT ||
         kind == TC_PRIM_LE || kind == TC_PRIM_GT || kind == TC_PRIM_GE;
}

bool tcIsComparison(MlirOperation op) {
  return tcIsComparisonKind(tcPrimOpKind(op));
}

bool tcAsLess(MlirOperation op, TcLess *less) {
  TcPrimOpKind kind = tcPrimOpKind(op);
  bool greater = kind == TC_PRIM_GT || kind == TC_PRIM_GE;
  if (!greater && kind != TC_PRIM_LT && kind != TC_PRIM_LE)
    return false;
  *less = (TcLess){mlirOperationGetOperand(op, greater),
                   mlirOperationGetOperand(op, !greater),
                   kind == TC_PRIM_LT || kind == TC_PRIM_GT};
  return true;
}
