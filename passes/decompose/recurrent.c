// Decompositions of the cells of recurrent networks.
#include "passes/decompose/recurrent.h"

MlirValue tcRecurrentLinear(TcBuild *b, MlirValue x, MlirValue w,
                            MlirValue bias) {
  TcDims none = {0, NULL};
  TcDot dims = {none, none, tcDimsOne(b, tcRankOf(x) - 1), tcDimsOne(b, 1)};
  MlirType type = tcComputeType(tcElementOf(x));
  MlirValue y = tcDotGeneral(b, x, w, dims, type);
  return bias.ptr ? tcAdd(b, y, tcConvert(b, bias, type)) : y;
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

// i, f, g, o = gates; c' = sigmoid(f) c + sigmoid(i) tanh(g);
// h' = sigmoid(o) tanh(c')
static void lstmStep(TcBuild *b, MlirValue x, MlirValue h, MlirValue *state) {
  MlirValue gates = tcAdd(b, x, h);
  MlirValue kept = tcMul(b, sigmoid(b, gate(b, gates, 1, 4)), state[1]);
  MlirValue added = tcMul(b, sigmoid(b, gate(b, gates, 0, 4)),
                          tcTanh(b, gate(b, gates, 2, 4)));
  state[1] = tcAdd(b, kept, added);
  state[0] = tcMul(b, sigmoid(b, gate(b, gates, 3, 4)), tcTanh(b, state[1]));
}

// r, z = sigmoid(x + h); n = tanh(n_x + r n_h); h' = n + z (h - n)
static void gruStep(TcBuild *b, MlirValue x, MlirValue h, MlirValue *state) {
  MlirValue r = sigmoid(b, tcAdd(b, gate(b, x, 0, 3), gate(b, h, 0, 3)));
  MlirValue z = sigmoid(b, tcAdd(b, gate(b, x, 1, 3), gate(b, h, 1, 3)));
  MlirValue n =
      tcTanh(b, tcAdd(b, gate(b, x, 2, 3), tcMul(b, r, gate(b, h, 2, 3))));
  state[0] = tcAdd(b, n, tcMul(b, z, tcSub(b, state[0], n)));
}

intptr_t tcRecurrentGates(TcRecurrent kind) {
  return kind == TC_LSTM ? 4 : kind == TC_GRU ? 3 : 1;
}

void tcRecurrentStep(TcBuild *b, TcRecurrent kind, MlirValue x, MlirValue h,
                     MlirValue *state) {
  if (kind == TC_LSTM) {
    lstmStep(b, x, h, state);
  } else if (kind == TC_GRU) {
    gruStep(b, x, h, state);
  } else {
    MlirValue sum = tcAdd(b, x, h), zero = tcNum(b, sum, 0);
    state[0] = kind == TC_RNN_TANH ? tcTanh(b, sum)
                                   : tcWhere(b, tcLe(b, sum, zero), zero, sum);
  }
}

//===- Cells --------------------------------------------------------------===//

static void cell(TcFxCall *c, TcRecurrent kind, MlirValue *state) {
  TcBuild *b = c->b;
  MlirValue x = tcArg(c, "input");
  MlirType result = tcElementOf(x);
  MlirValue ofX =
      tcRecurrentLinear(b, x, tcArg(c, "w_ih"), tcArgOrNone(c, "b_ih"));
  MlirValue ofH =
      tcRecurrentLinear(b, state[0], tcArg(c, "w_hh"), tcArgOrNone(c, "b_hh"));
  intptr_t n = kind == TC_LSTM ? 2 : 1;
  for (intptr_t i = 0; i < n; ++i)
    state[i] = tcConvert(b, state[i], tcElementOf(ofX));
  tcRecurrentStep(b, kind, ofX, ofH, state);
  for (intptr_t i = 0; i < n; ++i)
    tcReturnAt(c, i, tcConvert(b, state[i], result));
}

// lstm_cell(x, (h, c))
static void lstmCell(TcFxCall *c, TcBuild *b) {
  MlirValue *given;
  if (tcArgTensors(c, "hx", &given) != 2 || !given[1].ptr) {
    tcFail(b, 1102, "argument 'hx' must be two tensors");
    return;
  }
  MlirValue state[2] = {given[0], given[1]};
  cell(c, TC_LSTM, state);
}

static void oneState(TcFxCall *c, TcRecurrent kind) {
  MlirValue state[2] = {tcArg(c, "hx"), tcNoValue()};
  cell(c, kind, state);
}

// gru_cell(x, h)
static void gruCell(TcFxCall *c, TcBuild *b) {
  (void)b;
  oneState(c, TC_GRU);
}

// rnn_tanh_cell(x, h) = tanh(gates(x) + gates(h))
static void tanhCell(TcFxCall *c, TcBuild *b) {
  (void)b;
  oneState(c, TC_RNN_TANH);
}

// rnn_relu_cell(x, h) = relu(gates(x) + gates(h))
static void reluCell(TcFxCall *c, TcBuild *b) {
  (void)b;
  oneState(c, TC_RNN_RELU);
}

static const TcFxRule rules[] = {
    {"aten.lstm_cell.default", lstmCell, 0},
    {"aten.gru_cell.default", gruCell, 0},
    {"aten.rnn_tanh_cell.default", tanhCell, 0},
    {"aten.rnn_relu_cell.default", reluCell, 0},
};

TC_FX_RULES(tcFxRecurrentRules, rules);
