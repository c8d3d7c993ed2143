// prim.fmod of floats: exact, by an iteration behind which there is a loop that
// seldom runs, in f64 or f32.
//
// An iteration subtracts from x a multiple q d of d = y 2^k: q is the truncated
// quotient, d is y unless x / y is too large for q to be nearly exact; then d
// is about x / 2^50 (of f32 x / 2^21). A quotient is rounded up to the next
// integer at most, since none below it is passed. Since q is an integer and the
// fma exact, x stays congruent; it may change its sign, which is corrected at
// the end.
#include "passes/lower/cpu/emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"
#include "tc/gen/PrimOps.h"
#include "tc/gen/ScfOps.h"

#include "mlir-c/BuiltinTypes.h"

#include <math.h>

// What an iteration has to know of f64, and of f32.
typedef struct Format {
  int64_t exponent, least; // bits of the exponent; the least normal number
  int64_t one;             // bits of 1.0: the exponent of numbers in [1, 2)
  double part;             // of x, above which y is a divisor
  double normal;           // makes subnormal numbers normal
} Format;
static const Format formats[] = {
    {0x7FF0000000000000, 0x0010000000000000, 0x3FF0000000000000, 0x1p-50,
     0x1p54},
    {0x7F800000, 0x00800000, 0x3F800000, 0x1p-21, 0x1p25}};

// Vectors or scalars of f64, or of f32, throughout.
typedef struct Fmod {
  TcEmit *e;
  bool wide;
  const Format *format;
  MlirType element, type, bits;
  MlirValue y;
} Fmod;

static MlirValue splat(Fmod *f, MlirValue v) {
  return f->wide ? tcEmitBroadcast(f->e, v) : v;
}
static MlirValue number(Fmod *f, double x) {
  return splat(f, tcEmitFloat(f->e, f->element, x));
}
static MlirValue word(Fmod *f, int64_t bits) {
  bool isLong = mlirTypeEqual(f->element, f->e->f64);
  return splat(f, isLong ? tcEmitI64(f->e, bits)
                         : tcEmitInt(f->e, f->e->i32, bits));
}
static MlirValue less(Fmod *f, MlirValue x, MlirValue y) {
  return tcArithCmpf(&f->e->b, TC_ARITH_CMP_F_PREDICATE_OLT, x, y);
}

// The greatest power of two not above x, at least the least normal one.
static MlirValue powerOfTwo(Fmod *f, MlirValue x) {
  TcBuilder *b = &f->e->b;
  MlirValue bits = tcArithAndi(b, tcArithBitcast(b, f->bits, x),
                               word(f, f->format->exponent));
  MlirValue least = word(f, f->format->least);
  return tcArithBitcast(b, f->type, tcArithMaxsi(b, bits, least));
}

// y times a power of two: in [1, 2). Small y are made normal first.
static MlirValue mantissa(Fmod *f) {
  TcBuilder *b = &f->e->b;
  MlirValue larger = tcArithMulf(b, f->y, number(f, f->format->normal));
  MlirValue y = tcArithSelect(b, less(f, f->y, number(f, 1.0)), larger, f->y);
  MlirValue fraction = tcArithAndi(b, tcArithBitcast(b, f->bits, y),
                                   word(f, f->format->least - 1));
  return tcArithBitcast(b, f->type,
                        tcArithOri(b, fraction, word(f, f->format->one)));
}

// x less the multiple of d that the quotient says.
static MlirValue subtract(Fmod *f, MlirValue x, MlirValue d) {
  TcBuilder *b = &f->e->b;
  MlirValue q = tcEmitWhole(f->e, TC_PRIM_TRUNC, tcArithDivf(b, x, d));
  return tcEmitFma(f->e, tcArithNegf(b, q), d, x);
}

// A y below it may not be the divisor of x, whose absolute value is `size`.
static MlirValue limitOf(Fmod *f, MlirValue size) {
  return tcArithMulf(&f->e->b, size, number(f, f->format->part));
}

// The power of two may be above x, if that is subnormal: then y is the divisor,
// as quotients of subnormal numbers are small.
static MlirValue iteration(Fmod *f, MlirValue x) {
  TcBuilder *b = &f->e->b;
  MlirValue size = tcLlvmIntrFabs(b, x), limit = limitOf(f, size);
  MlirValue multiple = tcArithMulf(b, mantissa(f), powerOfTwo(f, limit));
  MlirValue far = tcArithAndi(b, less(f, f->y, limit), less(f, multiple, size));
  return subtract(f, x, tcArithSelect(b, far, multiple, f->y));
}

// Before the loop: with y as the divisor, where it may be one.
static MlirValue firstIteration(Fmod *f, MlirValue x) {
  TcBuilder *b = &f->e->b;
  MlirValue far = less(f, f->y, limitOf(f, tcLlvmIntrFabs(b, x)));
  return tcArithSelect(b, far, x, subtract(f, x, f->y));
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

static MlirValue extend(TcEmit *e, TcLane x, MlirType type) {
  return mlirTypeEqual(mlirValueGetType(x.v), type)
             ? x.v
             : tcArithExtf(&e->b, type, x.v);
}

TcLane tcEmitFmod(TcEmit *e, const TcPrimSite *s) {
  TcLane x = s->x[0], y = s->x[1];
  Fmod f = {.e = e, .wide = tcEmitUnify(e, &x, &y)};
  TcBuilder *b = &e->b;
  MlirType given = mlirValueGetType(x.v);
  bool isLong = mlirTypeEqual(given, tcEmitTypeOf(e, e->f64, f.wide));
  f.format = &formats[!isLong];
  f.element = isLong ? e->f64 : e->f32;
  f.type = tcEmitTypeOf(e, f.element, f.wide);
  f.bits = tcEmitTypeOf(e, isLong ? e->i64 : e->i32, f.wide);
  MlirValue whole = extend(e, x, f.type), ax = tcLlvmIntrFabs(b, whole);
  MlirValue ay = tcLlvmIntrFabs(b, extend(e, y, f.type));
  // For invalid operands the loop gets 0 and 1.
  MlirValue good = tcArithAndi(b, less(&f, ax, number(&f, INFINITY)),
                               less(&f, number(&f, 0), ay));
  // So it does for x by infinity, whose result is x.
  MlirValue told = tcArithAndi(b, good, less(&f, ay, number(&f, INFINITY)));
  f.y = tcArithSelect(b, told, ay, number(&f, 1.0));
  MlirValue first =
      firstIteration(&f, tcArithSelect(b, told, ax, number(&f, 0)));
  MlirValue rest = repeat(&f, first);
  MlirValue below = less(&f, rest, number(&f, 0));
  rest = tcArithSelect(b, below, tcArithAddf(b, rest, f.y), rest);
  rest = tcLlvmIntrCopysign(b, rest, whole);
  rest = tcArithSelect(b, told, rest,
                       tcArithSelect(b, good, whole, number(&f, NAN)));
  if (!mlirTypeEqual(given, f.type))
    rest = tcArithTruncf(b, given, rest);
  return (TcLane){.v = rest, .wide = f.wide};
}
