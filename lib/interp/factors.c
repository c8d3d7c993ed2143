// See factors.h.
#include "interp/factors.h"

#include "interp/code.h"

enum { MOST_POINTS = 1 << 22 }; // of a factor, which lies in memory

// The iterators of a stage as bits: own ones, then those that are reduced over.
static uint64_t bitOf(const TcStageCode *s, unsigned iter) {
  for (unsigned i = 0; i < s->own.rank; ++i)
    if (s->own.iters[i] == iter)
      return (uint64_t)1 << i;
  for (unsigned i = 0; i < s->over.rank; ++i)
    if (s->over.iters[i] == iter)
      return (uint64_t)1 << (s->own.rank + i);
  return 0; // of a loop around the stage
}

static uint64_t bitsOf(const TcStageCode *s, const TcExpr *expr) {
  switch (expr->kind) {
  case TC_EXPR_CONSTANT:
    return 0;
  case TC_EXPR_ITERATOR:
    return bitOf(s, (unsigned)expr->value);
  case TC_EXPR_BINARY:
    return bitsOf(s, expr->lhs) | bitsOf(s, expr->rhs);
  }
  return 0;
}

// What each register of the body depends on.
static void findBits(const TcStageCode *s, uint64_t *bits) {
  const TcBody *body = s->body;
  for (intptr_t i = 0; i < s->numReads; ++i)
    for (unsigned d = 0; d < s->reads[i].rank; ++d)
      bits[i] |= bitsOf(s, s->reads[i].map[d]);
  for (size_t i = 0; i < body->code.size; ++i) {
    const TcInstruction *in = &body->code.data[i];
    if (in->code == TC_BODY_INDEX)
      bits[in->to] |= bitsOf(s, in->expr);
    for (unsigned k = 0; k < in->numArgs; ++k)
      bits[in->to] |= bits[in->args[k]];
  }
}

// Whether each register is for what the body yields.
static bool isAllUsed(const TcBody *body, bool *used) {
  for (intptr_t i = 0; i < body->numYields; ++i)
    used[body->yields[i]] = true;
  for (size_t i = body->code.size; i-- > 0;)
    for (unsigned k = 0; k < body->code.data[i].numArgs; ++k)
      used[body->code.data[i].args[k]] |= used[body->code.data[i].to];
  for (unsigned i = 0; i < body->numRegisters; ++i)
    if (!used[i])
      return false;
  return true;
}

static void addIters(const TcSpace *from, uint64_t bits, TcSpace *to) {
  for (unsigned i = 0; i < from->rank; ++i)
    if (bits >> i & 1) {
      to->iters[to->rank] = from->iters[i];
      to->sizes[to->rank++] = from->sizes[i];
    }
}

static bool spaceOf(const TcStageCode *s, uint64_t bits, TcSpace *out) {
  *out = (TcSpace){0};
  if (__builtin_popcountll(bits) > TC_MAX_RANK)
    return false;
  addIters(&s->own, bits, out);
  addIters(&s->over, bits >> s->own.rank, out);
  int64_t points = tcSpaceCount(out);
  return points > 0 && points <= MOST_POINTS;
}

bool tcStageFactors(const TcStageCode *contract, TcSpace spaces[2]) {
  const TcBody *body = contract->body;
  int64_t own = tcSpaceCount(&contract->own);
  int64_t over = tcSpaceCount(&contract->over), all;
  if (body->numYields != 2 || __builtin_mul_overflow(own, over, &all))
    return false;
  TcArena arena = {0};
  uint64_t *bits = TC_ARENA_ARRAY(&arena, uint64_t, body->numRegisters + 1);
  bool *used = TC_ARENA_ARRAY(&arena, bool, body->numRegisters + 1);
  bool good = bits && used && isAllUsed(body, used);
  if (good)
    findBits(contract, bits);
  for (int i = 0; i < 2 && good; ++i)
    good = spaceOf(contract, bits[body->yields[i]], &spaces[i]);
  tcArenaFree(&arena);
  return good &&
         2 * (tcSpaceCount(&spaces[0]) + tcSpaceCount(&spaces[1])) < all;
}
