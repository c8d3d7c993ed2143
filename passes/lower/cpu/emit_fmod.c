// prim.fmod of floats: exact, by a loop that mostly runs once. Computed in f64,
// also for f32.
//
// An iteration subtracts from x a multiple q d of d = y 2^k: q is the truncated
// quotient, d is y unless x / y is too large for q to be nearly exact; then d
// is about x / 2^50. Since q is an integer and the fma exact, x stays
// congruent; it may change its sign, which is corrected at the end.
#include "passes/lower/cpu/emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"
#include "tc/gen/PrimOps.h"
#include "tc/gen/ScfOps.h"

#include "mlir-c/BuiltinTypes.h"

#include <math.h>

// Vectors or scalars of f64 throughout.
typedef struct Fmod {
  TcEmit *e;
  bool wide;
  MlirType type, bits;
  MlirValue y;
} Fmod;

static MlirValue splat(Fmod *f, MlirValue v) {
  return f->wide ? tcEmitBroadcast(f->e, v) : v;
}
static MlirValue number(Fmod *f, double x) {
  return splat(f, tcEmitFloat(f->e, f->e->f64, x));
}
static MlirValue less(Fmod *f, MlirValue x, MlirValue y) {
  return tcArithCmpf(&f->e->b, TC_ARITH_CMP_F_PREDICATE_OLT, x, y);
}

// The greatest power of two not above x, at least the least normal one.
static MlirValue powerOfTwo(Fmod *f, MlirValue x) {
  TcBuilder *b = &f->e->b;
  MlirValue mask = splat(f, tcEmitI64(f->e, 0x7FF0000000000000));
  MlirValue bits = tcArithAndi(b, tcArithBitcast(b, f->bits, x), mask);
  MlirValue least = splat(f, tcEmitI64(f->e, 0x0010000000000000));
  return tcArithBitcast(b, f->type, tcArithMaxsi(b, bits, least));
}

// y times a power of two: in [1, 2). Small y are made normal first.
static MlirValue mantissa(Fmod *f) {
  TcBuilder *b = &f->e->b;
  MlirValue larger = tcArithMulf(b, f->y, number(f, 0x1p54));
  MlirValue y = tcArithSelect(b, less(f, f->y, number(f, 1.0)), larger, f->y);
  return tcArithDivf(b, y, powerOfTwo(f, y));
}

static MlirValue iteration(Fmod *f, MlirValue x) {
  TcBuilder *b = &f->e->b;
  MlirValue size = tcLlvmIntrFabs(b, x);
  MlirValue limit = tcArithMulf(b, size, number(f, 0x1p-50));
  MlirValue far = less(f, f->y, limit);
  MlirValue multiple = tcArithMulf(b, mantissa(f), powerOfTwo(f, limit));
  MlirValue d = tcArithSelect(b, far, multiple, f->y);
  MlirValue q = tcEmitWhole(f->e, TC_PRIM_TRUNC, tcArithDivf(b, x, d));
  return tcEmitFma(f->e, tcArithNegf(b, q), d, x);
}

// Whether any lane needs another iteration.
static MlirValue goesOn(Fmod *f, MlirValue x) {
  TcBuilder *b = &f->e->b;
  MlirValue big =
      tcArithCmpf(b, TC_ARITH_CMP_F_PREDICATE_OGE, tcLlvmIntrFabs(b, x), f->y);
  return f->wide ? tcLlvmIntrVectorReduceOr(b, f->e->i1, big) : big;
}

static MlirValue repeat(Fmod *f, MlirValue x) {
  TcEmit *e = f->e;
  TcBuilder outside = e->b;
  MlirOperation loop = tcScfWhile(&outside, 1, &f->type, 1, &x);
  MlirRegion before = mlirOperationGetRegion(loop, 0);
  MlirBlock test = tcBuilderAddBlock(&e->b, before, 1, &f->type);
  MlirBlock body =
      tcBuilderAddBlock(&e->b, mlirOperationGetRegion(loop, 1), 1, &f->type);
  MlirValue now = mlirBlockGetArgument(test, 0);
  e->b = tcBuilderAtEnd(test, outside.loc);
  tcScfCondition(&e->b, goesOn(f, now), 1, &now);
  e->b = tcBuilderAtEnd(body, outside.loc);
  MlirValue next = iteration(f, mlirBlockGetArgument(body, 0));
  tcScfYield(&e->b, 1, &next);
  e->b = outside;
  return mlirOperationGetResult(loop, 0);
}

static MlirValue toF64(TcEmit *e, TcLane x, MlirType type) {
  return mlirTypeEqual(mlirValueGetType(x.v), type)
             ? x.v
             : tcArithExtf(&e->b, type, x.v);
}

TcLane tcEmitFmod(TcEmit *e, const TcPrimSite *s) {
  TcLane x = s->x[0], y = s->x[1];
  Fmod f = {.e = e, .wide = tcEmitUnify(e, &x, &y)};
  TcBuilder *b = &e->b;
  MlirType given = mlirValueGetType(x.v);
  f.type = tcEmitTypeOf(e, e->f64, f.wide);
  f.bits = tcEmitTypeOf(e, e->i64, f.wide);
  MlirValue x64 = toF64(e, x, f.type), ax = tcLlvmIntrFabs(b, x64);
  MlirValue ay = tcLlvmIntrFabs(b, toF64(e, y, f.type));
  // For invalid operands the loop gets 0 and 1.
  MlirValue good = tcArithAndi(b, less(&f, ax, number(&f, INFINITY)),
                               less(&f, number(&f, 0), ay));
  // So it does for x by infinity, whose result is x.
  MlirValue told = tcArithAndi(b, good, less(&f, ay, number(&f, INFINITY)));
  f.y = tcArithSelect(b, told, ay, number(&f, 1.0));
  MlirValue rest = repeat(&f, tcArithSelect(b, told, ax, number(&f, 0)));
  MlirValue below = less(&f, rest, number(&f, 0));
  rest = tcArithSelect(b, below, tcArithAddf(b, rest, f.y), rest);
  rest = tcLlvmIntrCopysign(b, rest, x64);
  rest = tcArithSelect(b, told, rest,
                       tcArithSelect(b, good, x64, number(&f, NAN)));
  if (!mlirTypeEqual(given, f.type))
    rest = tcArithTruncf(b, given, rest);
  return (TcLane){.v = rest, .wide = f.wide};
}
