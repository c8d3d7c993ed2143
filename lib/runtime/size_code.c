//===- size_code.c - Sizes as postfix code ------------------------*- C -*-===//
//
// The sizes of a program (tensor sizes, bytes, task counts) as functions of its
// symbols. Code is checked once, when the program is loaded; evaluation then
// trusts it.
//
//===----------------------------------------------------------------------===//

#include "runtime/size_code.h"

/// What a checked word reads: `pops` values, and a word after it.
static const struct {
  uint8_t pops;
  bool immediate;
} shapes[TC_CODE_OP_COUNT] = {
    [TC_CODE_CONSTANT] = {0, true},  [TC_CODE_SYMBOL] = {0, true},
    [TC_CODE_ADD] = {2, false},      [TC_CODE_MUL] = {2, false},
    [TC_CODE_FLOORDIV] = {2, false}, [TC_CODE_MOD] = {2, false},
    [TC_CODE_MIN] = {2, false},      [TC_CODE_MAX] = {2, false},
};

static bool noteSymbol(const TcProgramDescriptor *d, int64_t symbol,
                       TcSizeUse *use) {
  if (symbol < 0 || symbol >= (int64_t)d->numSymbols)
    return false;
  use->symbolic = true;
  use->late |= d->symbols[symbol].source == TC_SYMBOL_LATE;
  return true;
}

TcSizeUse tcSizeInspect(const TcProgramDescriptor *d, uint32_t size) {
  TcSizeUse use = {0};
  unsigned depth = 0;
  for (uint32_t at = d->sizes[size].code; at < d->sizeCodeLength; ++at) {
    int64_t op = d->sizeCode[at];
    if (op == TC_CODE_END) {
      use.valid = depth == 1;
      return use;
    }
    if (op < 0 || op >= TC_CODE_OP_COUNT || depth < shapes[op].pops)
      return use;
    depth = depth - shapes[op].pops + 1;
    if (depth > TC_CODE_STACK)
      return use;
    if (shapes[op].immediate && ++at >= d->sizeCodeLength)
      return use;
    if (op == TC_CODE_SYMBOL && !noteSymbol(d, d->sizeCode[at], &use))
      return use;
  }
  return use;
}

bool tcSizeIsKnown(const TcProgramDescriptor *d, uint32_t size,
                   const bool *isKnown) {
  for (const int64_t *at = d->sizeCode + d->sizes[size].code;
       *at != TC_CODE_END; ++at) {
    if (*at == TC_CODE_SYMBOL && !isKnown[at[1]])
      return false;
    at += shapes[*at].immediate;
  }
  return true;
}

// Unsigned, because size arithmetic wraps; entry checks reject the results.
static int64_t add(int64_t a, int64_t b) {
  return (int64_t)((uint64_t)a + (uint64_t)b);
}
static int64_t multiply(int64_t a, int64_t b) {
  return (int64_t)((uint64_t)a * (uint64_t)b);
}

static int64_t floorDivide(int64_t a, int64_t b) {
  if (b == 0)
    return 0;
  if (b == -1)
    return multiply(a, -1);
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static int64_t apply(int64_t op, int64_t a, int64_t b) {
  switch (op) {
  case TC_CODE_ADD:
    return add(a, b);
  case TC_CODE_MUL:
    return multiply(a, b);
  case TC_CODE_FLOORDIV:
    return floorDivide(a, b);
  case TC_CODE_MOD:
    return b ? add(a, multiply(multiply(floorDivide(a, b), b), -1)) : 0;
  case TC_CODE_MIN:
    return a < b ? a : b;
  default: // TC_CODE_MAX
    return a > b ? a : b;
  }
}

int64_t tcSizeEvaluate(const TcProgramDescriptor *d, uint32_t size,
                       const int64_t *symbols) {
  const int64_t *code = d->sizeCode + d->sizes[size].code;
  int64_t stack[TC_CODE_STACK];
  unsigned depth = 0;
  for (;;) {
    int64_t op = *code++;
    if (op == TC_CODE_END)
      return stack[0];
    if (op == TC_CODE_CONSTANT) {
      stack[depth++] = *code++;
    } else if (op == TC_CODE_SYMBOL) {
      stack[depth++] = symbols[*code++];
    } else {
      --depth;
      stack[depth - 1] = apply(op, stack[depth - 1], stack[depth]);
    }
  }
}
