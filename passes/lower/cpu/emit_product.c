// Running products of f32 in any grouping. The product of some terms may
// overflow or underflow where that of all terms before them, times it, does
// not, so it is kept as
//
//   significand 2^exponent,  1 <= |significand| < 2,
//
// an i64 with the significand, an f32, in the low word and the exponent in the
// high one. Products that are 0, infinite or NaN are the significand alone.
// Each product rounds the significand once; the f32 at the end is rounded once
// more where it is subnormal. Exponents that no number of terms brings back
// stay where they are.
#include "passes/lower/cpu/emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"

enum {
  WORD = 32,
  FRACTION = 23,     // bits of an f32 behind its point
  BIAS = 127,        // of its exponent
  FIELD = 255,       // of it: the greatest, of infinities and NaN
  NORMAL = 24,       // by 2^24 subnormal numbers become normal
  FARTHEST = 1 << 29 // exponents whose sums stay in a word
};

// Scalars, or vectors of all lanes.
typedef struct Product {
  TcEmit *e;
  bool wide;
} Product;

typedef struct Parts {
  MlirValue significand, exponent; // f32, i32
} Parts;

static MlirType typeOf(const Product *p, MlirType scalar) {
  return tcEmitTypeOf(p->e, scalar, p->wide);
}

static MlirValue word(const Product *p, int64_t x) {
  MlirValue v = tcEmitInt(p->e, p->e->i32, x);
  return p->wide ? tcEmitBroadcast(p->e, v) : v;
}

static MlirValue number(const Product *p, double x) {
  MlirValue v = tcEmitFloat(p->e, p->e->f32, x);
  return p->wide ? tcEmitBroadcast(p->e, v) : v;
}

static MlirValue high(const Product *p) {
  MlirValue v = tcEmitI64(p->e, WORD);
  return p->wide ? tcEmitBroadcast(p->e, v) : v;
}

static MlirValue bitsOf(const Product *p, MlirValue x) {
  return tcArithBitcast(&p->e->b, typeOf(p, p->e->i32), x);
}

static MlirValue floatOf(const Product *p, MlirValue bits) {
  return tcArithBitcast(&p->e->b, typeOf(p, p->e->f32), bits);
}

static MlirValue within(const Product *p, MlirValue x, int64_t most) {
  TcBuilder *b = &p->e->b;
  return tcArithMaxsi(b, tcArithMinsi(b, x, word(p, most)), word(p, -most));
}

//===- Words --------------------------------------------------------------===//

static TcLane join(const Product *p, Parts x) {
  TcBuilder *b = &p->e->b;
  MlirType type = typeOf(p, p->e->i64);
  MlirValue low = tcArithExtui(b, type, bitsOf(p, x.significand));
  MlirValue up = tcArithShli(b, tcArithExtui(b, type, x.exponent), high(p));
  return (TcLane){.v = tcArithOri(b, low, up), .wide = p->wide};
}

static Parts split(const Product *p, TcLane x) {
  TcBuilder *b = &p->e->b;
  MlirType type = typeOf(p, p->e->i32);
  MlirValue low = tcArithTrunci(b, type, x.v);
  MlirValue up = tcArithTrunci(b, type, tcArithShrui(b, x.v, high(p)));
  return (Parts){floatOf(p, low), up};
}

//===- Terms --------------------------------------------------------------===//

TcLane tcEmitProductTerm(TcEmit *e, TcLane x) {
  Product p = {e, x.wide};
  TcBuilder *b = &e->b;
  MlirValue subnormal =
      tcArithCmpf(b, TC_ARITH_CMP_F_PREDICATE_OLT, tcLlvmIntrFabs(b, x.v),
                  number(&p, 0x1p-126));
  MlirValue normal =
      tcArithSelect(b, subnormal, tcArithMulf(b, x.v, number(&p, 0x1p24)), x.v);
  MlirValue bits = bitsOf(&p, normal);
  MlirValue field = tcArithAndi(b, tcArithShrui(b, bits, word(&p, FRACTION)),
                                word(&p, FIELD));
  MlirValue bias =
      tcArithSelect(b, subnormal, word(&p, BIAS + NORMAL), word(&p, BIAS));
  MlirValue one = word(&p, (int64_t)BIAS << FRACTION);
  MlirValue rest = word(&p, ~((int64_t)FIELD << FRACTION));
  Parts number = {floatOf(&p, tcArithOri(b, tcArithAndi(b, bits, rest), one)),
                  tcArithSubi(b, field, bias)};
  // 0 < field < FIELD
  MlirValue has =
      tcArithCmpi(b, TC_ARITH_CMP_I_PREDICATE_ULT,
                  tcArithSubi(b, field, word(&p, 1)), word(&p, FIELD - 1));
  return join(&p, (Parts){tcArithSelect(b, has, number.significand, x.v),
                          tcArithSelect(b, has, number.exponent, word(&p, 0))});
}

//===- Products -----------------------------------------------------------===//

TcLane tcEmitProduct(TcEmit *e, TcLane x, TcLane y) {
  Product p = {e, tcEmitUnify(e, &x, &y)};
  TcBuilder *b = &e->b;
  Parts s = split(&p, x), t = split(&p, y);
  MlirValue m = tcArithMulf(b, s.significand, t.significand);
  MlirValue carries = tcArithCmpf(b, TC_ARITH_CMP_F_PREDICATE_OGE,
                                  tcLlvmIntrFabs(b, m), number(&p, 2.0));
  MlirValue exponent = tcArithAddi(b, s.exponent, t.exponent);
  exponent = tcArithAddi(b, exponent,
                         tcArithSelect(b, carries, word(&p, 1), word(&p, 0)));
  return join(&p, (Parts){tcArithSelect(b, carries,
                                        tcArithMulf(b, m, number(&p, 0.5)), m),
                          within(&p, exponent, FARTHEST)});
}

// 2^n of a normal number.
static MlirValue powerOf(const Product *p, MlirValue n) {
  TcBuilder *b = &p->e->b;
  return floatOf(
      p, tcArithShli(b, tcArithAddi(b, n, word(p, BIAS)), word(p, FRACTION)));
}

// By two powers of two, of which the first one is exact.
TcLane tcEmitProductValue(TcEmit *e, TcLane product) {
  enum { MOST = 252 }; // beyond the subnormal numbers, and twice a power
  Product p = {e, product.wide};
  TcBuilder *b = &e->b;
  Parts x = split(&p, product);
  MlirValue n = within(&p, x.exponent, MOST);
  MlirValue half = tcArithShrsi(b, n, word(&p, 1));
  MlirValue y = tcArithMulf(b, x.significand, powerOf(&p, half));
  y = tcArithMulf(b, y, powerOf(&p, tcArithSubi(b, n, half)));
  return (TcLane){.v = y, .wide = p.wide};
}
