// Steps of recurrent networks, shared by cells (recurrent.c) and whole layers
// (recurrent_layers.c).
#ifndef TC_PASSES_DECOMPOSE_RECURRENT_H
#define TC_PASSES_DECOMPOSE_RECURRENT_H

#include "passes/decompose/call.h"

typedef enum TcRecurrent {
  TC_RNN_TANH,
  TC_RNN_RELU,
  TC_GRU,
  TC_LSTM
} TcRecurrent;

/// How many blocks of rows a weight has: 1, 3 or 4.
intptr_t tcRecurrentGates(TcRecurrent kind);

/// One step: from what the input and the state contribute to the gates, x
/// w_ih^T
/// + b_ih and h w_hh^T + b_hh, to the next state, in their type. state[0] is h
/// (before its projection), state[1] an LSTM's cell.
void tcRecurrentStep(TcBuild *b, TcRecurrent kind, MlirValue ofInput,
                     MlirValue ofState, MlirValue *state);

/// x w^T + bias along the last dimension, in f32 for f16 and bf16; no bias if
/// null.
MlirValue tcRecurrentLinear(TcBuild *b, MlirValue x, MlirValue w,
                            MlirValue bias);

#endif // TC_PASSES_DECOMPOSE_RECURRENT_H
