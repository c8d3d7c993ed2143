// Random bits: Philox4x32-10 (Salmon et al., SC'11) on 64-bit lanes, of which
// the low halves are the words, since vectors multiply those to 64 bits. Its
// ten rounds are a loop: written out they are most of a kernel's instructions,
// and most of its time in LLVM, which looks for known bits through all of them.
#include "passes/lower/cpu/emit.h"
#include "passes/lower/cpu/storage_run.h"

#include "tc/gen/ArithOps.h"

enum { ROUNDS = 10, WORDS = 4, KEYS = 2 };

static TcLane number(TcEmit *e, int64_t value) {
  return tcLaneScalar(tcEmitI64(e, value));
}

static TcLane upper(TcEmit *e, TcLane x) {
  return tcEmitBin(e, tcArithShrui, x, number(e, 32));
}

static TcLane multiply(TcEmit *e, TcLane word, int64_t by) {
  TcLane low = tcEmitBin(e, tcArithAndi, word, number(e, UINT32_MAX));
  return tcEmitBin(e, tcArithMuli, low, number(e, by));
}

static TcLane mix(TcEmit *e, TcLane product, TcLane word, TcLane key) {
  TcLane mixed = tcEmitBin(e, tcArithXori, upper(e, product), word);
  return tcEmitBin(e, tcArithXori, mixed, key);
}

// `state`: the words, then the keys.
static void runRound(TcEmit *e, TcLane *state) {
  TcLane a = multiply(e, state[0], 0xD2511F53);
  TcLane b = multiply(e, state[2], 0xCD9E8D57);
  TcLane *key = &state[WORDS];
  state[0] = mix(e, b, state[1], key[0]);
  state[1] = b;
  state[2] = mix(e, a, state[3], key[1]);
  state[3] = a;
  key[0] = tcEmitBin(e, tcArithAddi, key[0], number(e, 0x9E3779B9));
  key[1] = tcEmitBin(e, tcArithAddi, key[1], number(e, 0xBB67AE85));
}

static TcLane hasBit(TcEmit *e, TcLane at, int64_t bit) {
  TcLane x = tcEmitBin(e, tcArithAndi, at, number(e, bit));
  TcLane zero = number(e, 0);
  bool wide = tcEmitUnify(e, &x, &zero);
  return (TcLane){
      .v = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_NE, x.v, zero.v),
      .wide = wide};
}

// Word at % 4 of the block at / 4, both as unsigned numbers.
static TcLane wordsAt(TcEmit *e, TcLane key, TcLane at) {
  TcLane block = tcEmitBin(e, tcArithShrui, at, number(e, 2));
  TcLane state[WORDS + KEYS] = {
      block, upper(e, block), number(e, 0), number(e, 0), key, upper(e, key)};
  bool wide = key.wide || at.wide;
  for (int i = 0; wide && i < WORDS + KEYS; ++i)
    state[i] = tcEmitWiden(e, state[i]);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), tcEmitI64(e, ROUNDS), 1, -1,
                          WORDS + KEYS, state);
  runRound(e, state);
  tcEmitForEnd(e, &loop, WORDS + KEYS, state);
  TcLane bit0 = hasBit(e, at, 1), bit1 = hasBit(e, at, 2);
  TcLane word = tcEmitSelect(e, bit1, tcEmitSelect(e, bit0, state[3], state[2]),
                             tcEmitSelect(e, bit0, state[1], state[0]));
  word.v = tcArithTrunci(&e->b, tcEmitTypeOf(e, e->i32, word.wide), word.v);
  return word;
}

static TcLane lanesOf(TcEmit *e, TcLane x, int64_t from) {
  if (x.wide)
    x.v = tcRunLanes(e, x.v, x.v, from, e->lanes);
  return x;
}

// Half of the lanes at a time, until the loop has four words of them in eight
// registers.
TcLane tcEmitPhilox(TcEmit *e, TcLane key, TcLane at) {
  int64_t lanes = e->lanes, half = lanes / 2;
  int vector = e->vector;
  if (lanes % 2 || !e->vectorBits || lanes * 32 <= e->vectorBits ||
      !(key.wide || at.wide))
    return wordsAt(e, key, at);
  tcEmitSetLanes(e, half, vector);
  TcLane low = tcEmitPhilox(e, lanesOf(e, key, 0), lanesOf(e, at, 0));
  TcLane high = tcEmitPhilox(e, lanesOf(e, key, half), lanesOf(e, at, half));
  tcEmitSetLanes(e, lanes, vector);
  return (TcLane){.v = tcRunLanes(e, low.v, high.v, 0, lanes), .wide = true};
}
