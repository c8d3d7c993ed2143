// Decompositions of whole recurrent networks (lstm, gru, rnn) to prim.scan: one
// scan per layer and direction, with the inputs' part of the gates computed for
// all time steps in advance. Packed sequences are padded to the whole batch; a
// sequence that has ended (or, in reverse, not begun) keeps its state.
#include "lib/support/vec.h"
#include "passes/decompose/random.h"
#include "passes/decompose/recurrent.h"
#include "passes/decompose/scan.h"

// Weights of one layer and direction; biases and projection may be null.
typedef struct Weights {
  MlirValue ofInput, ofState, inputBias, stateBias, projection;
} Weights;

typedef struct Network {
  TcFxCall *c;
  TcBuild *b;
  TcRecurrent kind;
  MlirValue x;      // [steps, batch, features]
  MlirValue h, s;   // [layers * directions, batch, hidden]; s an LSTM's cells
  MlirValue isLive; // [steps, batch] of a packed sequence, else null
  MlirValue *params;
  intptr_t numParams, used, layers, directions;
  bool biases, projected;
  TC_VEC(MlirValue) lastH, lastS; // by layer and direction
} Network;

// networkOf has counted them.
static MlirValue nextParam(Network *n) { return n->params[n->used++]; }

// ORDER: torch.nn.RNNBase: w_ih, w_hh, b_ih, b_hh, w_hr.
static Weights nextWeights(Network *n) {
  Weights w = {0};
  w.ofInput = nextParam(n);
  w.ofState = nextParam(n);
  if (n->biases) {
    w.inputBias = nextParam(n);
    w.stateBias = nextParam(n);
  }
  if (n->projected)
    w.projection = nextParam(n);
  return w;
}

//===- One layer and direction --------------------------------------------===//

typedef struct Step {
  const Network *n;
  const Weights *w;
} Step;

// Slices: the input's share of the gates, whether each sequence is live.
static void step(TcBuild *b, const void *self, const MlirValue *carried,
                 const MlirValue *slices, MlirValue *next) {
  const Step *s = self;
  const Weights *w = s->w;
  intptr_t count = s->n->kind == TC_LSTM ? 2 : 1;
  MlirValue state[2] = {carried[0], count > 1 ? carried[1] : tcNoValue()};
  MlirType kept = tcElementOf(w->ofState);
  MlirValue ofState = tcRecurrentLinear(b, tcConvert(b, carried[0], kept),
                                        w->ofState, w->stateBias);
  tcRecurrentStep(b, s->n->kind, slices[0], ofState, state);
  if (w->projection.ptr)
    state[0] = tcRecurrentLinear(b, tcConvert(b, state[0], kept), w->projection,
                                 tcNoValue());
  for (intptr_t i = 0; i < count; ++i) {
    next[i] = state[i];
    if (s->n->isLive.ptr)
      next[i] = tcWhere(b, tcUnsqueeze(b, slices[1], 1), state[i], carried[i]);
  }
}

// The i-th layer's and direction's first state, in the compute type.
static MlirValue firstState(Network *n, MlirValue all, intptr_t i) {
  MlirValue own = tcSelect(n->b, all, 0, tcSizeInt(n->b, i));
  return tcConvert(n->b, own, tcComputeType(tcElementOf(own)));
}

// Runs it over x; gives h of each step, of x's type.
static MlirValue runDirection(Network *n, MlirValue x, bool reverse) {
  TcBuild *b = n->b;
  Weights w = nextWeights(n);
  Step self = {n, &w};
  intptr_t at = (intptr_t)n->lastH.size;
  MlirType type = tcElementOf(x);
  MlirValue xs[2] = {tcRecurrentLinear(b, x, w.ofInput, w.inputBias),
                     n->isLive};
  MlirValue init[2] = {firstState(n, n->h, at), tcNoValue()};
  if (n->kind == TC_LSTM)
    init[1] = firstState(n, n->s, at);
  MlirValue last[2] = {{NULL}, {NULL}}, y;
  TcScan scan = {.step = step,
                 .self = &self,
                 .numInit = n->kind == TC_LSTM ? 2 : 1,
                 .numXs = n->isLive.ptr ? 2 : 1,
                 .numStacks = 1,
                 .init = init,
                 .xs = xs,
                 .reverse = reverse};
  tcScan(b, &scan, last, &y);
  tcVecPush(b->arena, &n->lastH, tcConvert(b, last[0], type));
  if (n->kind == TC_LSTM)
    tcVecPush(b->arena, &n->lastS, tcConvert(b, last[1], type));
  return tcConvert(b, y, type);
}

// [steps, batch, directions * hidden] after all layers.
static MlirValue runLayers(Network *n) {
  TcBuild *b = n->b;
  MlirValue x = n->x;
  bool drops = tcArgBool(n->c, "train");
  double p = tcArgFloat(n->c, "dropout");
  for (intptr_t i = 0; i < n->layers; ++i) {
    MlirValue ys[2] = {runDirection(n, x, false), tcNoValue()};
    if (n->directions == 2)
      ys[1] = runDirection(n, x, true);
    x = n->directions == 2 ? tcCat(b, 2, ys, 2) : ys[0];
    if (drops && i + 1 < n->layers)
      x = tcDropout(n->c, b, x, p);
  }
  return x;
}

static MlirValue stackOf(TcBuild *b, size_t count, const MlirValue *xs) {
  MlirValue *parts = TC_ARENA_ARRAY(b->arena, MlirValue, count);
  for (size_t i = 0; i < count; ++i)
    parts[i] = tcUnsqueeze(b, xs[i], 0);
  return tcCat(b, (intptr_t)count, parts, 0);
}

static void returnStates(Network *n) {
  tcReturnAt(n->c, 1, stackOf(n->b, n->lastH.size, n->lastH.data));
  if (n->kind == TC_LSTM)
    tcReturnAt(n->c, 2, stackOf(n->b, n->lastS.size, n->lastS.data));
}

static bool hasAllParams(const Network *n) {
  intptr_t each = 2 + (n->biases ? 2 : 0) + (n->projected ? 1 : 0);
  intptr_t needed = n->layers * n->directions * each;
  if (n->numParams < needed)
    tcFail(n->b, 1102, "argument 'params' has %ld weights; it must have %ld",
           (long)n->numParams, (long)needed);
  return n->numParams >= needed;
}

// What both overloads have; false after an error.
static bool networkOf(TcFxCall *c, Network *n) {
  MlirValue *states;
  *n = (Network){.c = c,
                 .b = c->b,
                 .kind = (TcRecurrent)c->rule->prim,
                 .layers = tcArgInt(c, "num_layers"),
                 .directions = tcArgBool(c, "bidirectional") ? 2 : 1,
                 .biases = tcArgBool(c, "has_biases")};
  n->numParams = tcArgTensors(c, "params", &n->params);
  intptr_t count = tcArgTensors(c, "hx", &states);
  if (n->layers < 1 || n->layers > n->numParams) {
    tcFail(c->b, 1102, "argument 'num_layers' is %ld; there are %ld weights",
           (long)n->layers, (long)n->numParams);
    return false;
  }
  n->h = count ? states[0] : tcNoValue();
  n->s = count > 1 ? states[1] : tcNoValue();
  if (!n->h.ptr || (n->kind == TC_LSTM && !n->s.ptr)) {
    tcFail(c->b, 1102, "argument 'hx' must hold the states");
    return false;
  }
  n->projected = n->kind == TC_LSTM &&
                 !tcSizeAttrEqual(tcValueSize(n->h, tcRankOf(n->h) - 1),
                                  tcValueSize(n->s, tcRankOf(n->s) - 1));
  return hasAllParams(n);
}

// lstm(x, states, weights), gru, rnn_tanh, rnn_relu
static void network(TcFxCall *c, TcBuild *b) {
  Network n;
  if (!networkOf(c, &n))
    return;
  n.x = tcArg(c, "input");
  bool batchFirst = tcArgBool(c, "batch_first");
  if (batchFirst)
    n.x = tcSwap(b, n.x, 0, 1);
  MlirValue y = runLayers(&n);
  tcReturn(c, batchFirst ? tcSwap(b, y, 0, 1) : y);
  returnStates(&n);
}

//===- Packed sequences ---------------------------------------------------===//

// Rows of packed data, by step and sequence: the rows of step t start at the
// sum of the batch sizes before it.
typedef struct Packing {
  MlirValue sizes, starts; // [steps]
  MlirAttribute steps, batch, rows;
} Packing;

static Packing packingOf(TcFxCall *c, TcBuild *b, const Network *n,
                         MlirValue data) {
  Packing p = {.sizes = tcConvert(b, tcArg(c, "batch_sizes"), tcI64(b))};
  if (!p.sizes.ptr || !data.ptr)
    return p;
  p.starts = tcSub(b, tcPrimCumsum(&b->at, p.sizes, 0), p.sizes);
  p.steps = tcValueSize(p.sizes, 0);
  p.batch = tcValueSize(n->h, 1);
  p.rows = tcValueSize(data, 0);
  return p;
}

static MlirValue lastOf(TcBuild *b, MlirAttribute size) {
  return tcSizeValue(b, tcSizeAttrAddConst(size, -1), tcI64(b));
}

// [steps, batch, features], and which of it are rows of the data
static MlirValue padded(TcBuild *b, const Packing *p, MlirValue data,
                        MlirValue *isLive) {
  MlirAttribute sizes[2] = {p->steps, p->batch};
  TcShape grid = {2, sizes};
  MlirValue sequence = tcIotaDim(b, grid, 1, tcI64(b));
  *isLive = tcLt(b, sequence, tcUnsqueeze(b, p->sizes, 1));
  MlirValue row = tcAdd(b, tcUnsqueeze(b, p->starts, 1), sequence);
  row = tcMin(b, row, lastOf(b, p->rows));
  return tcIndex(b, data, 1, &row, tcDimsOne(b, 0));
}

// [rows, features] of y [steps, batch, features]: row r is of the last step
// that starts at r or before.
static MlirValue packed(TcBuild *b, const Packing *p, MlirValue y) {
  MlirValue row = tcIota(b, p->rows, tcI64(b));
  MlirValue starts = tcLe(b, p->starts, tcUnsqueeze(b, row, 1));
  MlirValue step =
      tcSum(b, tcConvert(b, starts, tcI64(b)), tcDimsOne(b, 1), false);
  step = tcSub(b, step, tcNum(b, step, 1));
  MlirValue first = tcIndex(b, p->starts, 1, &step, tcDimsOne(b, 0));
  MlirValue at[2] = {step, tcSub(b, row, first)};
  return tcIndex(b, y, 2, at, tcDimsRange(b, 0, 2));
}

// The same of packed data [rows, features]
static void packedNetwork(TcFxCall *c, TcBuild *b) {
  Network n;
  MlirValue data = tcArg(c, "data");
  if (!networkOf(c, &n) || !data.ptr)
    return;
  Packing p = packingOf(c, b, &n, data);
  if (!p.starts.ptr)
    return;
  n.x = padded(b, &p, data, &n.isLive);
  tcReturn(c, packed(b, &p, runLayers(&n)));
  returnStates(&n);
}

// The kind stands where rules have a prim.
#define KIND(K) ((TcPrimOpKind)(K))

static const TcFxRule rules[] = {
    {"aten.lstm.input", network, KIND(TC_LSTM)},
    {"aten.gru.input", network, KIND(TC_GRU)},
    {"aten.rnn_tanh.input", network, KIND(TC_RNN_TANH)},
    {"aten.rnn_relu.input", network, KIND(TC_RNN_RELU)},
    {"aten.lstm.data", packedNetwork, KIND(TC_LSTM)},
    {"aten.gru.data", packedNetwork, KIND(TC_GRU)},
    {"aten.rnn_tanh.data", packedNetwork, KIND(TC_RNN_TANH)},
    {"aten.rnn_relu.data", packedNetwork, KIND(TC_RNN_RELU)},
};

TC_FX_RULES(tcFxRecurrentLayerRules, rules);
