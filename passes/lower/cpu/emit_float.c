// Float prims on lane values. f16 and bf16 are f32 in registers. Each op is
// rounded: only loop.contract, where it is not `ordered`, says that a product
// may be fused with its addition.
#include "passes/lower/cpu/emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>

TcLane tcEmitFAdd(TcEmit *e, TcLane x, TcLane y) {
  return tcEmitBin(e, tcArithAddf, x, y);
}
TcLane tcEmitFMul(TcEmit *e, TcLane x, TcLane y) {
  return tcEmitBin(e, tcArithMulf, x, y);
}

static TcLane compare(TcEmit *e, TcArithCmpFPredicate predicate, TcLane x,
                      TcLane y) {
  bool wide = tcEmitUnify(e, &x, &y);
  return (TcLane){.v = tcArithCmpf(&e->b, predicate, x.v, y.v), .wide = wide};
}

static TcLane constant(TcEmit *e, const TcPrimSite *s, double value) {
  return tcLaneScalar(tcEmitFloat(e, tcEmitType(e, s->type), value));
}

//===- Greatest and least -------------------------------------------------===//

static bool isNumber(TcLane x) {
  if (!mlirValueIsAOpResult(x.v))
    return false;
  MlirOperation op = mlirOpResultGetOwner(x.v);
  if (tcArithOpKind(op) != TC_ARITH_CONSTANT)
    return false;
  MlirAttribute value = tcArithConstantGetValue(op);
  return mlirAttributeIsAFloat(value) &&
         !isnan(mlirFloatAttrGetValueDouble(value));
}

static MlirType elementOf(TcLane x) {
  MlirType type = mlirValueGetType(x.v);
  return x.wide ? mlirShapedTypeGetElementType(type) : type;
}

static TcLane machineMaximum(TcEmit *e, TcLane x, TcLane y, bool least,
                             TcLlvmFastmathFlags flags) {
  bool wide = tcEmitUnify(e, &x, &y);
  MlirOperation op =
      (least ? tcLlvmIntrMinimumCreate : tcLlvmIntrMaximumCreate)(
          &e->b, x.v, y.v, tcLlvmFastmathFlagsAttr(e->ctx, flags));
  return (TcLane){.v = tcOpOnlyResult(op), .wide = wide};
}

// x > y ? x : y is y if either is NaN: the machine's max. What is lost is the
// NaN of x alone. Where LLVM has that form (it would make one condition of the
// two selects), y is looked at for NaN: in a reduction it is the new term, so
// that accumulators wait for the maximum and a select.
TcLane tcEmitMaximum(TcEmit *e, TcLane x, TcLane y, bool least) {
  if (e->hasMaximum && mlirTypeIsAF32(elementOf(x)))
    return machineMaximum(e, x, y, least, TC_LLVM_FASTMATH_FLAGS_NONE);
  if (isNumber(y)) {
    TcLane swap = x;
    x = y;
    y = swap;
  }
  if (e->secondIfNaN && !isNumber(x))
    return machineMaximum(e, y, x, least, TC_LLVM_FASTMATH_FLAGS_NSZ);
  TcArithCmpFPredicate better =
      least ? TC_ARITH_CMP_F_PREDICATE_OLT : TC_ARITH_CMP_F_PREDICATE_OGT;
  TcLane best = tcEmitSelect(e, compare(e, better, x, y), x, y);
  if (isNumber(x))
    return best;
  TcLane nan = compare(e, TC_ARITH_CMP_F_PREDICATE_UNO, x, x);
  return tcEmitSelect(e, nan, x, best);
}

//===- Unary --------------------------------------------------------------===//

typedef MlirValue Unary(TcBuilder *b, MlirValue x);

static Unary *unaryOf(int kind) {
  switch (kind) {
  case TC_PRIM_ABS:
    return tcLlvmIntrFabs;
  case TC_PRIM_NEG:
    return tcArithNegf;
  case TC_PRIM_SQRT:
    return tcLlvmIntrSqrt;
  default:
    return NULL;
  }
}

static TcLane sign(TcEmit *e, const TcPrimSite *s) {
  TcLane x = s->x[0], zero = constant(e, s, 0);
  TcLane up = compare(e, TC_ARITH_CMP_F_PREDICATE_OGT, x, zero);
  TcLane down = compare(e, TC_ARITH_CMP_F_PREDICATE_OLT, x, zero);
  TcLane below = tcEmitSelect(e, down, constant(e, s, -1), zero);
  return tcEmitSelect(e, up, constant(e, s, 1), below);
}

static TcLane isFinite(TcEmit *e, const TcPrimSite *s) {
  TcLane size = {.v = tcLlvmIntrFabs(&e->b, s->x[0].v), .wide = s->x[0].wide};
  return compare(e, TC_ARITH_CMP_F_PREDICATE_OLT, size,
                 constant(e, s, INFINITY));
}

static TcLane inverse(TcEmit *e, const TcPrimSite *s, MlirValue of) {
  return tcEmitBin(e, tcArithDivf, constant(e, s, 1),
                   (TcLane){.v = of, .wide = s->x[0].wide});
}

// Whether prim-expand-math leaves the op to the machine.
static bool isMachines(const TcEmit *e, const TcPrimSite *s) {
  return (e->reciprocal || e->scaledLanes) &&
         !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
             s->op, tcStr("tc.absolute")));
}

static bool emitUnary(TcEmit *e, const TcPrimSite *s, TcLane *out) {
  Unary *op = unaryOf(s->kind);
  MlirValue whole = tcEmitWhole(e, s->kind, s->x[0].v);
  if (s->kind == TC_PRIM_RECIPROCAL && isMachines(e, s))
    *out = e->reciprocal ? tcEmitIntrinsicOfLanes(e, e->reciprocal, s->x[0])
                         : tcEmitEstimatedReciprocal(e, s->x[0]);
  else if (whole.ptr)
    *out = (TcLane){.v = whole, .wide = s->x[0].wide};
  else if (op)
    *out = (TcLane){.v = op(&e->b, s->x[0].v), .wide = s->x[0].wide};
  else if (s->kind == TC_PRIM_RSQRT)
    *out = inverse(e, s, tcLlvmIntrSqrt(&e->b, s->x[0].v));
  else if (s->kind == TC_PRIM_RECIPROCAL)
    *out = inverse(e, s, s->x[0].v);
  else if (s->kind == TC_PRIM_SIGN)
    *out = sign(e, s);
  else if (s->kind == TC_PRIM_ISFINITE)
    *out = isFinite(e, s);
  else
    return false;
  return true;
}

//===- All ----------------------------------------------------------------===//

static bool predicateOf(int kind, TcArithCmpFPredicate *predicate) {
  switch (kind) {
  case TC_PRIM_EQ:
    *predicate = TC_ARITH_CMP_F_PREDICATE_OEQ;
    return true;
  case TC_PRIM_NE:
    *predicate = TC_ARITH_CMP_F_PREDICATE_UNE;
    return true;
  case TC_PRIM_LT:
    *predicate = TC_ARITH_CMP_F_PREDICATE_OLT;
    return true;
  case TC_PRIM_LE:
    *predicate = TC_ARITH_CMP_F_PREDICATE_OLE;
    return true;
  case TC_PRIM_GT:
    *predicate = TC_ARITH_CMP_F_PREDICATE_OGT;
    return true;
  case TC_PRIM_GE:
    *predicate = TC_ARITH_CMP_F_PREDICATE_OGE;
    return true;
  default:
    return false;
  }
}

static TcLane fma3(TcEmit *e, const TcPrimSite *s) {
  TcLane x = s->x[0], y = s->x[1], z = s->x[2];
  bool wide = x.wide || y.wide || z.wide;
  if (wide) {
    x = tcEmitWiden(e, x);
    y = tcEmitWiden(e, y);
    z = tcEmitWiden(e, z);
  }
  return (TcLane){.v = tcEmitFma(e, x.v, y.v, z.v), .wide = wide};
}

bool tcEmitFloatOp(TcEmit *e, const TcPrimSite *s, TcLane *out) {
  TcArithCmpFPredicate predicate;
  TcLane x = s->x[0], y = s->x[1];
  if (predicateOf(s->kind, &predicate)) {
    *out = compare(e, predicate, tcEmitAsStored(e, x, s->type),
                   tcEmitAsStored(e, y, s->type));
    return true;
  }
  switch (s->kind) {
  case TC_PRIM_EXP2: // what prim-expand-math leaves to the machine
    if (!e->exp2 && !e->scaledLanes)
      return false;
    *out = e->scaledLanes ? tcEmitScaledExp2(e, x)
                          : tcEmitIntrinsicOfLanes(e, e->exp2, x);
    return true;
  case TC_PRIM_EXP:
    if (!e->scaledLanes || !mlirTypeIsAF32(s->type))
      return false;
    *out = tcEmitScaledExp(e, x);
    return true;
  case TC_PRIM_ADD:
    *out = tcEmitFAdd(e, x, y);
    return true;
  case TC_PRIM_SUB:
    *out = tcEmitBin(e, tcArithSubf, x, y);
    return true;
  case TC_PRIM_MUL:
    *out = tcEmitFMul(e, x, y);
    return true;
  case TC_PRIM_DIV:
    *out = tcEmitQuotient(e, x, y);
    return true;
  case TC_PRIM_FMA:
    *out = fma3(e, s);
    return true;
  case TC_PRIM_MAXIMUM:
  case TC_PRIM_MINIMUM:
    *out = tcEmitMaximum(e, x, y, s->kind == TC_PRIM_MINIMUM);
    return true;
  case TC_PRIM_FMOD:
    *out = tcEmitFmod(e, s);
    return true;
  default:
    return emitUnary(e, s, out);
  }
}
