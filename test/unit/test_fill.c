// The weight generator. Without arguments: Philox against the vectors of
// Random123, rounding to 16 bits against all values of f16 and bf16, and what
// fills promise. With an argument: reads lines
//   KIND DTYPE START COUNT SEED STREAM A B SIZE0 SIZE1 SIZE2
// and prints the elements of each in hex, for the comparison with
// capture/tc_fill.py (test/python/test_fill.py).
#include "runtime/fill.h"
#include "runtime/philox.h"

#include "check.h"

#include <math.h>
#include <stdlib.h>

static void testPhilox(void) {
  static const struct {
    uint32_t counter[4], key[2], wanted[4];
  } vectors[] = {
      {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
      {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
       {0xffffffff, 0xffffffff},
       {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
      {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
       {0xa4093822, 0x299f31d0},
       {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
  };
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; ++i) {
    uint32_t words[4];
    memcpy(words, vectors[i].counter, sizeof words);
    tcPhilox(words, vectors[i].key[0], vectors[i].key[1]);
    CHECK(!memcmp(words, vectors[i].wanted, sizeof words));
  }
}

static uint16_t roundedTo(TcDType dtype, double value) {
  TcFillInfo fill = {.kind = TC_FILL_CONSTANT, .a = value};
  uint16_t out = 0;
  CHECK(tcFill(&fill, dtype, NULL, 0, 0, 1, &out));
  return out;
}

// The value of a 16-bit float without sign.
static double widened(unsigned bits, int mantissa) {
  int bias = (1 << (14 - mantissa)) - 1, exponent = (int)(bits >> mantissa);
  double fraction = bits & ((1u << mantissa) - 1);
  if (!exponent)
    return ldexp(fraction, 1 - bias - mantissa);
  return ldexp(fraction + (1 << mantissa), exponent - bias - mantissa);
}

// Every value keeps itself; between it and the next, halfway goes to the even
// one and anything else to the nearer one. Beyond the last lies infinity.
static void testRounding(TcDType dtype, int mantissa) {
  unsigned infinity = 0x7fffu >> mantissa << mantissa;
  for (unsigned bits = 0; bits < infinity; ++bits) {
    double low = widened(bits, mantissa), high = widened(bits + 1, mantissa);
    double middle = low + (high - low) / 2;
    uint16_t even = (uint16_t)(bits + (bits & 1));
    CHECK(roundedTo(dtype, low) == bits);
    CHECK(roundedTo(dtype, -low) == (bits | 0x8000));
    CHECK(roundedTo(dtype, middle) == even);
    CHECK(roundedTo(dtype, nextafter(middle, 0)) == bits);
    CHECK(roundedTo(dtype, nextafter(middle, INFINITY)) == bits + 1);
    CHECK(roundedTo(dtype, -nextafter(middle, INFINITY)) ==
          ((bits + 1) | 0x8000));
  }
  CHECK(roundedTo(dtype, 1e300) == infinity);
  CHECK(roundedTo(dtype, INFINITY) == infinity);
  CHECK(roundedTo(dtype, -INFINITY) == (infinity | 0x8000));
  CHECK((roundedTo(dtype, NAN) & 0x7fff) > infinity);
  CHECK(roundedTo(dtype, 5e-324) == 0);
}

// However a tensor is divided, its elements are the same.
static void testParts(void) {
  enum { COUNT = 3000 };
  static float whole[COUNT], parts[COUNT];
  int64_t sizes[] = {COUNT};
  TcFillInfo fill = {TC_FILL_UNIFORM, 7, 3, 0.5, 2.0, NULL, 0};
  CHECK(tcFill(&fill, TC_DTYPE_F32, sizes, 1, 0, COUNT, whole));
  for (int64_t start = 0, step = 1; start < COUNT; start += step, step += 7) {
    if (step > COUNT - start)
      step = COUNT - start;
    CHECK(tcFill(&fill, TC_DTYPE_F32, sizes, 1, start, step, parts + start));
  }
  CHECK(!memcmp(whole, parts, sizeof whole));
  double sum = 0, squares = 0;
  for (int i = 0; i < COUNT; ++i) {
    sum += whole[i];
    squares += (whole[i] - 0.5) * (whole[i] - 0.5);
  }
  CHECK(fabs(sum / COUNT - 0.5) < 0.15);
  CHECK(fabs(squares / COUNT - 4) < 0.3);
}

// The definition, word by word, for one element.
static void testDefinition(void) {
  const int64_t e = ((int64_t)5 << 34) + 2; // a counter of more than 32 bits
  TcFillInfo fill = {TC_FILL_UNIFORM, 9, ((uint64_t)2 << 32) + 4, -1, 3, 0, 0};
  uint32_t words[4] = {(uint32_t)(e / 4), (uint32_t)(e / 4 >> 32), 4, 2};
  tcPhilox(words, 9, 0x7463);
  double value, u = (words[2] >> 8) * 0x1p-24;
  CHECK(tcFill(&fill, TC_DTYPE_F64, NULL, 0, e, 1, &value));
  volatile double scale = 3 * 3.4641016151377544, product = scale * (u - 0.5);
  CHECK(value == -1 + product);
  fill.kind = TC_FILL_RANDINT, fill.a = -5, fill.b = 1000;
  int64_t integer;
  CHECK(tcFill(&fill, TC_DTYPE_I64, NULL, 0, e, 1, &integer));
  CHECK(integer == -5 + (int64_t)(words[2] % 1005));
}

static void testRefusals(void) {
  int64_t sizes[] = {4, 4}, out[16] = {0};
  TcFillInfo fill = {TC_FILL_RANDINT, 0, 0, 3, 3, NULL, 0};
  CHECK(!tcFill(&fill, TC_DTYPE_I64, sizes, 2, 0, 16, out)); // nothing between
  fill.b = 3.5;
  CHECK(!tcFill(&fill, TC_DTYPE_I64, sizes, 2, 0, 16, out));
  fill.b = NAN;
  CHECK(!tcFill(&fill, TC_DTYPE_I64, sizes, 2, 0, 16, out));
  fill.b = 0x1p40;
  CHECK(!tcFill(&fill, TC_DTYPE_I64, sizes, 2, 0, 16, out));
  fill.kind = TC_FILL_TRIL;
  CHECK(!tcFill(&fill, TC_DTYPE_BOOL, sizes, 1, 0, 4, out));
  CHECK(tcFill(&fill, TC_DTYPE_BOOL, sizes, 2, 0, 16, out));
  CHECK(!memcmp(out, "\1\0\0\0\1\1\0\0\1\1\1\0\1\1\1\1", 16));
  CHECK(!tcFill(&fill, TC_DTYPE_F8E5M2, sizes, 2, 0, 16, out));
  CHECK(!tcFill(&fill, TC_DTYPE_INVALID, sizes, 2, 0, 16, out));
  fill.kind = 77;
  CHECK(!tcFill(&fill, TC_DTYPE_F32, sizes, 2, 0, 16, out));
  fill = (TcFillInfo){.kind = TC_FILL_DENSE, .data = sizes, .dataBytes = 16};
  CHECK(!tcFill(&fill, TC_DTYPE_I64, sizes, 1, 0, 3, out));
  CHECK(tcFill(&fill, TC_DTYPE_I64, sizes, 1, 1, 1, out) && out[0] == 4);
  fill = (TcFillInfo){.kind = TC_FILL_CONSTANT, .a = 1e300};
  CHECK(tcFill(&fill, TC_DTYPE_I32, sizes, 1, 0, 1, out)); // no overflow trap
}

static bool printHex(const TcFillInfo *fill, TcDType dtype,
                     const int64_t *sizes, int64_t start, int64_t count) {
  size_t bytes = (size_t)count * tcDTypeSize(dtype);
  unsigned char *data = malloc(bytes + 1);
  bool ok = data && tcFill(fill, dtype, sizes, 3, start, count, data);
  for (size_t i = 0; ok && i < bytes; ++i)
    printf("%02x", data[i]);
  puts("");
  free(data);
  return ok;
}

static int printCases(void) {
  TcFillInfo fill = {0};
  char dtype[16];
  long long start, count, sizes[3];
  unsigned long long stream;
  while (scanf("%u %15s %lld %lld %u %llu %lf %lf %lld %lld %lld", &fill.kind,
               dtype, &start, &count, &fill.seed, &stream, &fill.a, &fill.b,
               &sizes[0], &sizes[1], &sizes[2]) == 11) {
    int64_t dims[] = {sizes[0], sizes[1], sizes[2]};
    fill.stream = stream;
    if (!printHex(&fill, tcDTypeFromName(dtype), dims, start, count))
      return 1;
  }
  return 0;
}

int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1)
    return printCases();
  testPhilox();
  testRounding(TC_DTYPE_F16, 10);
  testRounding(TC_DTYPE_BF16, 7);
  testParts();
  testDefinition();
  testRefusals();
  return checkReport();
}
