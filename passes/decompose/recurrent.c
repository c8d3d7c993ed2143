// Decompositions of the cells of recurrent networks.
#include "passes/decompose/call.h"

// x w^T + bias
static MlirValue linear(TcFxCall *c, TcBuild *b, MlirValue x, const char *w,
                        const char *bias) {
  MlirValue weight = tcArg(c, w), shift = tcArgOrNone(c, bias);
  TcDims none = {0, NULL};
  TcDot dims = {none, none, tcDimsOne(b, tcRankOf(x) - 1), tcDimsOne(b, 1)};
  MlirType type = tcComputeType(tcElementOf(x));
  MlirValue y = tcDotGeneral(b, x, weight, dims, type);
  return shift.ptr ? tcAdd(b, y, tcConvert(b, shift, type)) : y;
}

static MlirValue sigmoid(TcBuild *b, MlirValue x) {
  MlirValue one = tcNum(b, x, 1);
  return tcDiv(b, one, tcAdd(b, one, tcExp(b, tcNeg(b, x))));
}

// The i-th of `n` gates along the last dimension.
static MlirValue gate(TcBuild *b, MlirValue x, intptr_t i, intptr_t n) {
  if (!x.ptr)
    return x;
  intptr_t last = tcRankOf(x) - 1;
  MlirAttribute size = tcSizeAttrFloorDivConst(tcValueSize(x, last), n);
  return tcSlice(b, x, last, tcSizeAttrMulConst(size, i), size, 1);
}

// lstm_cell(x, (h, c)): i, f, g, o = gates(x w_ih^T + h w_hh^T);
// c' = sigmoid(f) c + sigmoid(i) tanh(g); h' = sigmoid(o) tanh(c')
static void lstmCell(TcFxCall *c, TcBuild *b) {
  MlirValue *state, x = tcArg(c, "input");
  MlirType result = tcElementOf(x);
  if (tcArgTensors(c, "hx", &state) != 2 || !state[1].ptr) {
    tcFail(b, 1102, "argument 'hx' must be two tensors");
    return;
  }
  MlirValue gates = tcAdd(b, linear(c, b, x, "w_ih", "b_ih"),
                          linear(c, b, state[0], "w_hh", "b_hh"));
  MlirValue cell = tcConvert(b, state[1], tcElementOf(gates));
  MlirValue kept = tcMul(b, sigmoid(b, gate(b, gates, 1, 4)), cell);
  MlirValue added = tcMul(b, sigmoid(b, gate(b, gates, 0, 4)),
                          tcTanh(b, gate(b, gates, 2, 4)));
  cell = tcAdd(b, kept, added);
  MlirValue out = sigmoid(b, gate(b, gates, 3, 4));
  tcReturnAt(c, 0, tcConvert(b, tcMul(b, out, tcTanh(b, cell)), result));
  tcReturnAt(c, 1, tcConvert(b, cell, result));
}

// gru_cell(x, h): r, z = sigmoid(gates(x) + gates(h)); n = tanh(n_x + r n_h);
// h' = n + z (h - n)
static void gruCell(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "input"), h = tcArg(c, "hx");
  MlirType result = tcElementOf(x);
  MlirValue gx = linear(c, b, x, "w_ih", "b_ih");
  MlirValue gh = linear(c, b, h, "w_hh", "b_hh");
  MlirValue r = sigmoid(b, tcAdd(b, gate(b, gx, 0, 3), gate(b, gh, 0, 3)));
  MlirValue z = sigmoid(b, tcAdd(b, gate(b, gx, 1, 3), gate(b, gh, 1, 3)));
  MlirValue n =
      tcTanh(b, tcAdd(b, gate(b, gx, 2, 3), tcMul(b, r, gate(b, gh, 2, 3))));
  MlirValue old = tcConvert(b, h, tcElementOf(n));
  tcReturnAs(c, tcAdd(b, n, tcMul(b, z, tcSub(b, old, n))), result);
}

static const TcFxRule rules[] = {
    {"aten.lstm_cell.default", lstmCell, 0},
    {"aten.gru_cell.default", gruCell, 0},
};

TC_FX_RULES(tcFxRecurrentRules, rules);
