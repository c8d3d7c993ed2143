// Integer and truth-value prims on lane values. All are total: wrapping,
// division by zero and shifts too far have a value (dialects/prim).
#include "passes/lower/cpu/emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinTypes.h"

static TcLane number(TcEmit *e, const TcPrimSite *s, int64_t value) {
  return tcLaneScalar(tcEmitInt(e, tcEmitType(e, s->type), value));
}

static TcLane compare(TcEmit *e, TcArithCmpIPredicate predicate, TcLane x,
                      TcLane y) {
  bool wide = tcEmitUnify(e, &x, &y);
  return (TcLane){.v = tcArithCmpi(&e->b, predicate, x.v, y.v), .wide = wide};
}

static TcLane isZero(TcEmit *e, const TcPrimSite *s, TcLane x) {
  return compare(e, TC_ARITH_CMP_I_PREDICATE_EQ, x, number(e, s, 0));
}

static TcLane negative(TcEmit *e, const TcPrimSite *s, TcLane x) {
  return compare(e, TC_ARITH_CMP_I_PREDICATE_SLT, x, number(e, s, 0));
}

static TcLane negate(TcEmit *e, const TcPrimSite *s, TcLane x) {
  return tcEmitBin(e, tcArithSubi, number(e, s, 0), x);
}

//===- Comparisons --------------------------------------------------------===//

static bool predicateOf(int kind, bool isSigned, TcArithCmpIPredicate *p) {
  switch (kind) {
  case TC_PRIM_EQ:
    *p = TC_ARITH_CMP_I_PREDICATE_EQ;
    return true;
  case TC_PRIM_NE:
    *p = TC_ARITH_CMP_I_PREDICATE_NE;
    return true;
  case TC_PRIM_LT:
    *p = isSigned ? TC_ARITH_CMP_I_PREDICATE_SLT : TC_ARITH_CMP_I_PREDICATE_ULT;
    return true;
  case TC_PRIM_LE:
    *p = isSigned ? TC_ARITH_CMP_I_PREDICATE_SLE : TC_ARITH_CMP_I_PREDICATE_ULE;
    return true;
  case TC_PRIM_GT:
    *p = isSigned ? TC_ARITH_CMP_I_PREDICATE_SGT : TC_ARITH_CMP_I_PREDICATE_UGT;
    return true;
  case TC_PRIM_GE:
    *p = isSigned ? TC_ARITH_CMP_I_PREDICATE_SGE : TC_ARITH_CMP_I_PREDICATE_UGE;
    return true;
  default:
    return false;
  }
}

static bool emitCompare(TcEmit *e, const TcPrimSite *s, TcLane *out) {
  TcArithCmpIPredicate predicate;
  if (!predicateOf(s->kind, tcIsSigned(s->type), &predicate))
    return false;
  *out = compare(e, predicate, s->x[0], s->x[1]);
  return true;
}

//===- Division -----------------------------------------------------------===//

typedef struct Division {
  TcLane x, y;        // y with 1 in place of 0 and -1
  TcLane zero, minus; // whether it was (null: it never is)
} Division;

static Division division(TcEmit *e, const TcPrimSite *s) {
  Division d = {.x = s->x[0], .y = s->x[1]};
  if (s->shift > 0)
    return d;
  TcLane bad = d.zero = isZero(e, s, d.y);
  if (tcIsSigned(s->type)) {
    d.minus = compare(e, TC_ARITH_CMP_I_PREDICATE_EQ, d.y, number(e, s, -1));
    bad = tcEmitBin(e, tcArithOri, d.zero, d.minus);
  }
  d.y = tcEmitSelect(e, bad, number(e, s, 1), d.y);
  return d;
}

// A half, rounded towards 0: a shift, which rounds down, and 1 more for odd
// negative numbers. Not LLVM's division: the back end of x86-64 of LLVM 22
// drops the shift of a sum with a sign bit, (x + (x >> 63)) >> 1, that it makes
// of it, where it knows the bits of a vector x (test/exec/cpu/halved.mlir).
static TcLane half(TcEmit *e, const TcPrimSite *s) {
  TcLane x = s->x[0], one = number(e, s, 1);
  TcLane down = tcEmitBin(e, tcArithShrsi, x, one);
  TcLane odd = tcEmitBin(e, tcArithAndi, x, one);
  int width = (int)mlirIntegerTypeGetWidth(s->type);
  TcLane sign = tcEmitBin(e, tcArithShrui, x, number(e, s, width - 1));
  return tcEmitBin(e, tcArithAddi, down, tcEmitBin(e, tcArithAndi, odd, sign));
}

static TcLane divide(TcEmit *e, const TcPrimSite *s) {
  if (s->shift == 2 && tcIsSigned(s->type))
    return half(e, s);
  Division d = division(e, s);
  bool isSigned = tcIsSigned(s->type);
  TcLane q = tcEmitBin(e, isSigned ? tcArithDivsi : tcArithDivui, d.x, d.y);
  if (!tcLaneIsNull(d.minus))
    q = tcEmitSelect(e, d.minus, negate(e, s, d.x), q);
  return tcLaneIsNull(d.zero) ? q : tcEmitSelect(e, d.zero, number(e, s, 0), q);
}

// By 1, in place of 0 and -1, the rest is 0: as it should be.
static TcLane rest(TcEmit *e, const TcPrimSite *s, bool floor) {
  Division d = division(e, s);
  bool isSigned = tcIsSigned(s->type);
  TcLane r = tcEmitBin(e, isSigned ? tcArithRemsi : tcArithRemui, d.x, d.y);
  if (!floor || !isSigned)
    return r;
  TcLane differ = negative(e, s, tcEmitBin(e, tcArithXori, r, d.y));
  TcLane none = isZero(e, s, r);
  TcLane moved = tcEmitBin(e, tcArithAddi, r, d.y);
  return tcEmitSelect(e, none, r, tcEmitSelect(e, differ, moved, r));
}

//===- Shifts and powers --------------------------------------------------===//

// A shift by too much is done as two shifts, by the greatest amount and by one
// more, so that no bit is left. (Not by a select of 0: LLVM makes that, for
// NVIDIA GPUs, into one shift by the low 32 bits of a 64-bit amount.)
static TcLane shift(TcEmit *e, const TcPrimSite *s) {
  bool isArithmetic =
      s->kind == TC_PRIM_SHIFT_RIGHT_ARITHMETIC && tcIsSigned(s->type);
  TcEmitBinary *op = s->kind == TC_PRIM_SHIFT_LEFT ? tcArithShli
                     : isArithmetic                ? tcArithShrsi
                                                   : tcArithShrui;
  int64_t width = mlirIntegerTypeGetWidth(s->type);
  if (s->shift >= 0 && s->shift < width)
    return tcEmitBin(e, op, s->x[0], number(e, s, s->shift));
  bool keepsSign = op == tcArithShrsi;
  TcLane most = number(e, s, width - 1);
  TcLane fits = compare(e, TC_ARITH_CMP_I_PREDICATE_ULE, s->x[1], most);
  TcLane by = tcEmitSelect(e, fits, s->x[1], most);
  TcLane y = tcEmitBin(e, op, s->x[0], by);
  if (keepsSign)
    return y;
  TcLane more = tcEmitSelect(e, fits, number(e, s, 0), number(e, s, 1));
  return tcEmitBin(e, op, y, more);
}

// One bit of the exponent per iteration; carried values: result, base.
static TcLane power(TcEmit *e, const TcPrimSite *s) {
  TcLane x = s->x[0], y = s->x[1], one = number(e, s, 1);
  tcEmitUnify(e, &x, &y);
  TcLane carried[] = {x.wide ? tcEmitWiden(e, one) : one, x};
  int64_t width = mlirIntegerTypeGetWidth(s->type);
  // Of signed exponents that count the last bit is 0.
  MlirValue low = tcEmitI64(e, 0);
  MlirValue high = tcEmitI64(e, tcIsSigned(s->type) ? width - 1 : width);
  TcLoop loop = tcEmitFor(e, low, high, 1, -1, 2, carried);
  MlirValue iv = mlirBlockGetArgument(loop.body, 0);
  TcLane index = {.v = iv};
  if (width < 64)
    index.v = tcArithTrunci(&e->b, tcEmitType(e, s->type), iv);
  TcLane bit = tcEmitBin(e, tcArithShrui, y, index);
  bit = tcEmitBin(e, tcArithAndi, bit, number(e, s, 1));
  TcLane product = tcEmitBin(e, tcArithMuli, carried[0], carried[1]);
  carried[0] = tcEmitSelect(e, isZero(e, s, bit), carried[0], product);
  carried[1] = tcEmitBin(e, tcArithMuli, carried[1], carried[1]);
  tcEmitForEnd(e, &loop, 2, carried);
  if (!tcIsSigned(s->type))
    return carried[0];
  // x^-n is 1/x^n cut to an integer: of 1 and -1 alone it is not 0.
  TcLane odd = isZero(e, s, tcEmitBin(e, tcArithAndi, y, number(e, s, 1)));
  TcLane unit = tcEmitSelect(e, odd, number(e, s, 1), x);
  TcLane size = tcEmitSelect(e, negative(e, s, x), negate(e, s, x), x);
  TcLane isUnit =
      compare(e, TC_ARITH_CMP_I_PREDICATE_EQ, size, number(e, s, 1));
  TcLane inverse = tcEmitSelect(e, isUnit, unit, number(e, s, 0));
  return tcEmitSelect(e, negative(e, s, y), inverse, carried[0]);
}

//===- Integers -----------------------------------------------------------===//

static TcEmitBinary *binaryOf(int kind, bool isSigned) {
  switch (kind) {
  case TC_PRIM_ADD:
    return tcArithAddi;
  case TC_PRIM_SUB:
    return tcArithSubi;
  case TC_PRIM_MUL:
    return tcArithMuli;
  case TC_PRIM_MAXIMUM:
    return isSigned ? tcArithMaxsi : tcArithMaxui;
  case TC_PRIM_MINIMUM:
    return isSigned ? tcArithMinsi : tcArithMinui;
  case TC_PRIM_BITWISE_AND:
    return tcArithAndi;
  case TC_PRIM_BITWISE_OR:
    return tcArithOri;
  case TC_PRIM_BITWISE_XOR:
    return tcArithXori;
  default:
    return NULL;
  }
}

static TcLane sign(TcEmit *e, const TcPrimSite *s) {
  TcLane x = s->x[0], zero = number(e, s, 0);
  TcLane some = tcEmitSelect(e, isZero(e, s, x), zero, number(e, s, 1));
  if (!tcIsSigned(s->type))
    return some;
  return tcEmitSelect(e, negative(e, s, x), number(e, s, -1), some);
}

static TcLane absolute(TcEmit *e, const TcPrimSite *s) {
  TcLane x = s->x[0];
  return tcIsSigned(s->type)
             ? tcEmitSelect(e, negative(e, s, x), negate(e, s, x), x)
             : x;
}

static bool emitOther(TcEmit *e, const TcPrimSite *s, TcLane *out) {
  switch (s->kind) {
  case TC_PRIM_ABS:
    *out = absolute(e, s);
    return true;
  case TC_PRIM_NEG:
    *out = negate(e, s, s->x[0]);
    return true;
  case TC_PRIM_SIGN:
    *out = sign(e, s);
    return true;
  case TC_PRIM_BITWISE_NOT:
    *out = tcEmitBin(e, tcArithXori, s->x[0], number(e, s, -1));
    return true;
  case TC_PRIM_FLOOR:
  case TC_PRIM_CEIL:
  case TC_PRIM_TRUNC:
  case TC_PRIM_ROUND:
    *out = s->x[0];
    return true;
  case TC_PRIM_ISFINITE:
    *out = tcLaneScalar(tcEmitI1(e, true));
    return true;
  default:
    return false;
  }
}

bool tcEmitIntOp(TcEmit *e, const TcPrimSite *s, TcLane *out) {
  TcEmitBinary *op = binaryOf(s->kind, tcIsSigned(s->type));
  if (op) {
    *out = tcEmitBin(e, op, s->x[0], s->x[1]);
    return true;
  }
  switch (s->kind) {
  case TC_PRIM_DIV:
    *out = divide(e, s);
    return true;
  case TC_PRIM_REMAINDER:
  case TC_PRIM_FMOD:
    *out = rest(e, s, s->kind == TC_PRIM_REMAINDER);
    return true;
  case TC_PRIM_POW:
    *out = power(e, s);
    return true;
  case TC_PRIM_SHIFT_LEFT:
  case TC_PRIM_SHIFT_RIGHT_LOGICAL:
  case TC_PRIM_SHIFT_RIGHT_ARITHMETIC:
    *out = shift(e, s);
    return true;
  case TC_PRIM_PHILOX:
    *out = tcEmitPhilox(e, s->x[0], s->x[1]);
    return true;
  default:
    return emitCompare(e, s, out) || emitOther(e, s, out);
  }
}

//===- Truth values -------------------------------------------------------===//

bool tcEmitBoolOp(TcEmit *e, const TcPrimSite *s, TcLane *out) {
  switch (s->kind) {
  case TC_PRIM_ADD:
  case TC_PRIM_MAXIMUM:
  case TC_PRIM_BITWISE_OR:
    *out = tcEmitBin(e, tcArithOri, s->x[0], s->x[1]);
    return true;
  case TC_PRIM_MUL:
  case TC_PRIM_MINIMUM:
  case TC_PRIM_BITWISE_AND:
    *out = tcEmitBin(e, tcArithAndi, s->x[0], s->x[1]);
    return true;
  case TC_PRIM_BITWISE_XOR:
    *out = tcEmitBin(e, tcArithXori, s->x[0], s->x[1]);
    return true;
  case TC_PRIM_BITWISE_NOT:
    *out = tcEmitBin(e, tcArithXori, s->x[0], tcLaneScalar(tcEmitI1(e, true)));
    return true;
  default:
    return emitCompare(e, s, out);
  }
}
