// See fourier_plan.h.
#include "lib/cost/fourier_plan.h"
#include "lib/cost/numbers.h"

// Factors up to this are multiplied by a matrix, of primes those up to another:
// its memory and the roundings of its sums grow with it.
enum { MOST_FACTOR = 64, MOST_PRIME = 128 };

int64_t tcFourierPadded(int64_t p) {
  int64_t m = 1;
  while (m < 2 * p - 1)
    m *= 2;
  return m;
}

// A complex product by a matrix: four multiply-adds for each of its columns.
// The points that are left behind the first steps are what vectors run along.
static int64_t matrixCost(int64_t factor, int64_t rest) {
  int64_t lanes = tcNumber(fft_lanes);
  int64_t idle = rest > 1 && rest < lanes ? lanes / rest : 1;
  return 4 * factor * idle + tcNumber(fft_pass);
}

static void search(int64_t n, int64_t least, TcFourierPlan *best);

// Two transforms of m points for p, and what is multiplied around them.
static int64_t convolutionCost(int64_t p) {
  int64_t m = tcFourierPadded(p);
  TcFourierPlan inner;
  search(m, 2, &inner);
  return (2 * inner.cost + 3 * tcNumber(fft_pass)) * m / p;
}

static void put(TcFourierPlan *plan, int64_t factor, bool convolution,
                int64_t cost) {
  plan->factors[plan->size] = factor;
  plan->isConvolution[plan->size++] = convolution;
  plan->cost += cost;
}

// Takes out the primes above MOST_FACTOR.
static int64_t takePrimes(int64_t n, TcFourierPlan *plan) {
  int64_t rest = n, small = 1;
  for (int64_t p = 2; p * p <= rest || rest > 1; ++p) {
    if (p * p > rest)
      p = rest;
    for (; rest % p == 0; rest /= p)
      if (p <= MOST_FACTOR)
        small *= p;
      else if (plan->size < TC_FOURIER_MOST_FACTORS) {
        bool direct = p <= MOST_PRIME;
        put(plan, p, !direct, direct ? matrixCost(p, 1) : convolutionCost(p));
      }
  }
  return small;
}

// n without such primes, its factors ascending.
static void search(int64_t n, int64_t least, TcFourierPlan *best) {
  *best = (TcFourierPlan){.cost = n == 1 ? 0 : INT64_MAX / 4};
  for (int64_t f = least; f <= MOST_FACTOR && f <= n; ++f) {
    TcFourierPlan rest, plan = {0};
    if (n % f)
      continue;
    search(n / f, f, &rest);
    if (rest.size + 1 > TC_FOURIER_MOST_FACTORS)
      continue;
    put(&plan, f, false, matrixCost(f, n / f));
    if (plan.cost + rest.cost >= best->cost)
      continue;
    for (int i = 0; i < rest.size; ++i)
      put(&plan, rest.factors[i], false, 0);
    plan.cost += rest.cost;
    *best = plan;
  }
}

bool tcFourierPlan(int64_t n, TcFourierPlan *plan) {
  TcFourierPlan small;
  *plan = (TcFourierPlan){0};
  if (n < 1)
    return false;
  search(takePrimes(n, plan), 2, &small);
  if (plan->size + small.size > TC_FOURIER_MOST_FACTORS)
    return false;
  int64_t cost = plan->cost + small.cost;
  for (int i = 0; i < small.size; ++i)
    put(plan, small.factors[i], false, 0);
  plan->cost = cost;
  return true;
}
