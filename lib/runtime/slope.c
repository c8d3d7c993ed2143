//===- slope.c - Derivatives along a line, by differences ---------*- C -*-===//
//
// A central difference D(h) has an error of c h^2 and higher terms. So D(h) -
// D(h/2) is three times the error of D(h/2) (Richardson), to which the noise of
// the values is added, 2 noise / h. The noise is estimated by high differences
// of neighbouring values, where a smooth function cancels: J. More and S. Wild,
// Estimating computational noise, SIAM J. Sci. Comput. 33 (2011).
//
//===----------------------------------------------------------------------===//

#include "runtime/slope.h"

#include <math.h>

enum { VALUES = 9, FIRST_ORDER = 4, LAST_ORDER = 6, DEVIATIONS = 8 };

// Differences of independent errors of deviation s have a mean square of
// s^2 (2k)! / (k!)^2.
static double deviation(const double *difference, int n, int order) {
  double sum = 0, growth = 1;
  for (int i = 0; i < n; ++i)
    sum += difference[i] * difference[i];
  for (int i = 1; i <= order; ++i)
    growth *= (double)(order + i) / i;
  return sqrt(sum / n / growth);
}

// The deviation that differences of values `apart` show: at least the rounding
// of the value itself.
static TcStatus noiseAt(TcLineFunction *f, void *self, double unit,
                        double apart, double *found) {
  double t[VALUES], most = 0;
  for (int i = 0; i < VALUES; ++i) {
    TC_RETURN_IF_ERROR(f(self, (i - VALUES / 2) * apart, &t[i]));
    most = fmax(most, fabs(t[i]));
  }
  *found = fmax(*found, unit * most);
  for (int order = 1; order <= LAST_ORDER; ++order) {
    for (int i = 0; i < VALUES - order; ++i)
      t[i] = t[i + 1] - t[i];
    if (order >= FIRST_ORDER)
      *found = fmax(*found, deviation(t, VALUES - order, order));
  }
  return TC_OK;
}

// Some units of the last place apart, where any smooth function is straight;
// and a root of the unit apart, for intermediates that the argument moves so
// little that they are rounded alike before: a fourth difference of a smooth
// function is of unit^2 there.
TcStatus tcSlopeNoise(TcLineFunction *f, void *self, double unit,
                      double *noise) {
  double found = 0;
  TC_RETURN_IF_ERROR(noiseAt(f, self, unit, 32 * unit, &found));
  TC_RETURN_IF_ERROR(noiseAt(f, self, unit, sqrt(unit), &found));
  *noise = DEVIATIONS * found;
  return TC_OK;
}

TcStatus tcSlopeFind(TcLineFunction *f, void *self, double unit, double step,
                     double noise, TcSlope *slope) {
  double here, up, down, halfUp, halfDown;
  TC_RETURN_IF_ERROR(f(self, 0, &here));
  TC_RETURN_IF_ERROR(f(self, step, &up));
  TC_RETURN_IF_ERROR(f(self, -step, &down));
  TC_RETURN_IF_ERROR(f(self, step / 2, &halfUp));
  TC_RETURN_IF_ERROR(f(self, -step / 2, &halfDown));
  double wide = (up - down) / (2 * step);
  slope->value = (halfUp - halfDown) / step;
  noise = fmax(noise, DEVIATIONS * unit * fmax(fabs(up), fabs(down)));
  slope->bound = fabs(wide - slope->value) + 2 * noise / step;
  slope->bend = fabs(up - 2 * here + down) / step;
  return TC_OK;
}
