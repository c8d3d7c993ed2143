// Error bounds of comparisons, of ops on truth values and on integers; see
// rules.h.
#include "yardstick/rules_impl.h"

// -1, 1: surely less, greater; 0: surely equal; 2: not known.
static int order(double a, double b, double e) {
  if (e == 0)
    return a < b ? -1 : a > b ? 1 : 0;
  return a - b > e ? 1 : b - a > e ? -1 : 2;
}

void tcRuleCompare(const TcRule *r, int n, const TcStrip *const *x,
                   TcStrip *y) {
  bool isFloat = tcClassOf(r->operand) == TC_CLASS_FLOAT;
  y->exact = x[0]->exact && x[1]->exact;
  for (int k = 0; k < n; ++k) {
    double e = tcStripError(x[0], k) + tcStripError(x[1], k);
    double a = isFloat ? x[0]->v[k] : (double)x[0]->i[k];
    double b = isFloat ? x[1]->v[k] : (double)x[1]->i[k];
    y->i[k] = isFloat ? r->row->f(a, b, 0) != 0
                      : r->row->i(x[0]->i[k], x[1]->i[k], 0, 64) != 0;
    y->e[k] = e != 0 && order(a, b, e) == 2 && !isnan(a) && !isnan(b);
  }
}

// An undecided truth value is tried both ways.
void tcRuleTruths(const TcRule *r, int n, const TcStrip *const *x, TcStrip *y) {
  y->exact = x[0]->exact && x[1]->exact && x[2]->exact;
  for (int k = 0; k < n; ++k) {
    bool in[3], any = false, all = true;
    for (int j = 0; j < 3; ++j)
      in[j] = x[j]->i[k] != 0;
    y->i[k] = r->row->b(in[0], in[1], in[2]);
    for (int way = 0; way < 8 && !y->exact; ++way) {
      bool t[3];
      for (int j = 0; j < 3; ++j)
        t[j] = in[j] ^ ((way >> j & 1) && tcStripError(x[j], k) != 0);
      bool one = r->row->b(t[0], t[1], t[2]);
      any |= one;
      all &= one;
    }
    y->e[k] = any != all && !y->exact;
  }
}

static double integerError(const TcRule *r, double a, double b, double ea,
                           double eb) {
  switch (r->kind) {
  case TC_PRIM_NEG:
  case TC_PRIM_ABS:
    return ea;
  case TC_PRIM_ADD:
  case TC_PRIM_SUB:
    return ea + eb;
  case TC_PRIM_MAXIMUM:
  case TC_PRIM_MINIMUM:
    return fmax(ea, eb);
  case TC_PRIM_MUL:
    return fabs(a) * eb + fabs(b) * ea + ea * eb;
  default:
    return INFINITY;
  }
}

void tcRuleIntegers(const TcRule *r, int n, const TcStrip *const *x,
                    TcStrip *y) {
  y->exact = x[0]->exact && x[1]->exact && x[2]->exact;
  int width = (int)tcDTypeSize(r->operand) * 8;
  for (int k = 0; k < n; ++k) {
    TcScalar out = {.i = r->row->i(x[0]->i[k], x[1]->i[k], x[2]->i[k], width)};
    out = tcElementConvert(TC_DTYPE_I64, r->result, out);
    y->i[k] = tcClassOf(r->result) == TC_CLASS_BOOL ? out.b : out.i;
    double ea = tcStripError(x[0], k), eb = tcStripError(x[1], k);
    y->e[k] = ea == 0 && eb == 0 ? 0
                                 : integerError(r, (double)x[0]->i[k],
                                                (double)x[1]->i[k], ea, eb);
  }
}
