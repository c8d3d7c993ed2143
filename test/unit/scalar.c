// The scalar table that opgen makes from the rows of prim, and the functions
// that its expressions call, at the corners of their domains.
#include "ir/scalar.h"
#include "tc/gen/PrimTable.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int failures;

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);           \
      ++failures;                                                              \
    }                                                                          \
  } while (0)

// The known answer of Random123's kat_vectors for key 0 and counter 0.
static void testPhilox(void) {
  const uint32_t expected[] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
  for (int64_t i = 0; i < 4; ++i) {
    CHECK((uint32_t)tcScalarPhilox(0, i) == expected[i]);
    CHECK(tcScalarPhilox(0, i) == (int32_t)expected[i]);
  }
  CHECK(tcScalarPhilox(0, 4) != tcScalarPhilox(0, 0));
  CHECK(tcScalarPhilox(INT64_C(1) << 32, 0) != tcScalarPhilox(0, 0));
  CHECK(tcScalarPhilox(7, INT64_C(1) << 34) != tcScalarPhilox(7, 0));
}

static void testShifts(void) {
  CHECK(tcScalarShl(1, 31, 32) == INT64_C(1) << 31);
  CHECK(tcScalarShl(1, 32, 32) == 0 && tcScalarShl(1, -1, 32) == 0);
  CHECK(tcScalarShl(-1, 63, 64) == INT64_MIN);
  CHECK(tcScalarAshr(-8, 1, 8) == -4);
  CHECK(tcScalarAshr(-8, 9, 8) == -1 && tcScalarAshr(8, -1, 8) == 0);
  CHECK(tcScalarLshr(-8, 1, 8) == 124);
  CHECK(tcScalarLshr(-1, 0, 64) == -1 && tcScalarLshr(-1, 63, 64) == 1);
  CHECK(tcScalarLshr(-1, 64, 64) == 0);
}

static void testArithmetic(void) {
  CHECK(tcScalarRemainder(-7, 3) == 2 && tcScalarRemainder(7, -3) == -2);
  CHECK(tcScalarRemainder(6, 3) == 0 && isnan(tcScalarRemainder(1, 0)));
  CHECK(tcScalarIntPow(3, 4) == 81 && tcScalarIntPow(0, 0) == 1);
  CHECK(tcScalarIntPow(2, 64) == 0 && tcScalarIntPow(-1, -3) == -1);
  CHECK(tcScalarIntPow(5, -1) == 0 && tcScalarIntPow(0, -1) == 0);
  double complex z = tcScalarComplex(1, INFINITY);
  CHECK(creal(z) == 1 && isinf(cimag(z)));
}

static void testTable(void) {
  const TcScalarRow *add = &tcPrimScalar[TC_PRIM_ADD];
  CHECK(add->operands == 2 && add->f(1.5, 2, 0) == 3.5);
  CHECK(add->i(INT64_MAX, 1, 0, 64) == INT64_MIN);
  CHECK(add->b(true, false, false) && !add->b(false, false, true));
  CHECK(add->c(1 + 2 * I, 3, 0) == 4 + 2 * I);
  CHECK(!add->fc);
  CHECK(tcPrimScalar[TC_PRIM_COMPLEX].fc(1, 2, 0) == 1 + 2 * I);
  CHECK(tcPrimScalar[TC_PRIM_FMA].operands == 3);
  CHECK(tcPrimScalar[TC_PRIM_FMA].f(2, 3, 4) == 10);
  CHECK(!tcPrimScalar[TC_PRIM_SUM].operands && !tcPrimScalar[TC_PRIM_SUM].f);
  CHECK(!strcmp(tcPrimOpInfo[TC_PRIM_SUM].name, "prim.sum"));
  CHECK(!strcmp(tcPrimOpInfo[TC_PRIM_SUM].accumulate, "f32"));
  CHECK(tcPrimOpInfo[TC_PRIM_EXP].maxUlp == 2);
  for (int kind = 1; kind < TC_PRIM_COUNT; ++kind)
    CHECK(!strcmp(tcPrimOpInfo[kind].name, tcPrimOpNames[kind]));
}

int main(void) {
  testPhilox();
  testShifts();
  testArithmetic();
  testTable();
  return failures != 0;
}
