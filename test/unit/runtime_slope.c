// Slopes by differences: those of smooth functions are within their bound of
// the derivative, and the bound is so near that a wrong one is not.
#include "check.h"
#include "runtime/slope.h"

#include <math.h>

typedef struct Function {
  double (*f)(double);
  double at;
  int calls;
} Function;

static TcStatus evaluate(void *self, double distance, double *value) {
  Function *f = self;
  ++f->calls;
  *value = f->f(f->at + distance);
  return TC_OK;
}

static double square(double x) { return x * x; }
static double bent(double x) { return fmax(x, 0) + 0.5 * x; }
// As if in f32: noise that differences of f64 would not have.
static double noisy(double x) { return (double)sinf((float)x); }
static double cancels(double x) { return (x + 1e6) - 1e6; }
// The sum is rounded alike for arguments a few units of the last place apart.
static double faint(double x) { return log(0.00178 * x + 1); }

static TcSlope slopeOf(double (*f)(double), double at, double unit,
                       double step) {
  Function function = {f, at, 0};
  double noise;
  TcSlope slope = {0};
  CHECK(!tcSlopeNoise(evaluate, &function, unit, &noise));
  CHECK(!tcSlopeFind(evaluate, &function, unit, step, noise, &slope));
  return slope;
}

static void testFunction(double (*f)(double), double at, double derivative) {
  for (double step = 1e-4; step > 5e-8; step /= 10) {
    TcSlope slope = slopeOf(f, at, 0x1p-53, step);
    CHECK(fabs(slope.value - derivative) <= slope.bound);
    CHECK(slope.bound <= 1e-6);
  }
}

static TcStatus fail(void *self, double distance, double *value) {
  (void)self, (void)value;
  return distance == 0 ? TC_OK : tcStatusMake(6700, "no memory");
}

int main(void) {
  testFunction(exp, 0.5, exp(0.5));
  testFunction(sin, 1, cos(1));
  testFunction(square, 0, 0);
  testFunction(sin, 0, 1); // the value itself is near 0
  TcSlope slope = slopeOf(cancels, 0.3, 0x1p-53, 1e-5);
  CHECK(fabs(slope.value - 1) <= slope.bound && slope.bound > 1e-6);
  slope = slopeOf(noisy, 1, 0x1p-24, 5e-3);
  CHECK(fabs(slope.value - cos(1)) <= slope.bound && slope.bound < 0.01);
  for (int i = 1; i < 1000; ++i) {
    double at = i / 400.0, derivative = 0.00178 / (0.00178 * at + 1);
    slope = slopeOf(faint, at, 0x1p-53, 0x1p-18);
    CHECK(fabs(slope.value - derivative) <= slope.bound);
    CHECK(slope.bound < 1e-9);
  }
  slope = slopeOf(bent, 0, 0x1p-53, 1e-6); // 0.5 and 1.5 on its sides
  CHECK(fabs(slope.value - 1.5) > slope.bound && slope.bend >= 0.5);
  double noise;
  TcStatus status = tcSlopeNoise(fail, NULL, 0x1p-53, &noise);
  CHECK(status);
  tcStatusFree(status);
  return checkReport();
}
