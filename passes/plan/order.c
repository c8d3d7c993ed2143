// Lowers the peak by moving launches. See order.h.
//
// At the op with the most live memory there are values that it does not read.
// One that is read later may be made later (sink), or its readers may run
// sooner (hoist):
//
//   a = f(x)   b = f(y)   sum(a)   sum(b)      sinking b, or hoisting sum(a):
//   a = f(x)   sum(a)   b = f(y)   sum(b)
//
// What only a sunk op needs may move with it, and what reads a hoisted one. A
// move counts if the most live memory among the ops that it passes falls, and
// if launches then find no fewer bytes in the cache. It ends where no move
// lowers the peak, or after MAX_TRIALS.
#include "passes/plan/order.h"

#include "lib/support/map.h"

#include <string.h>

// They bound the time, which is then linear in the program.
enum { MAX_TRIALS = 256, MAX_MOVED = 16 };

typedef struct Search {
  const TcOrder *o;
  uint32_t *order, *at; // node of a place, and its inverse
  int64_t *live;        // bytes in the arena, by place
  int64_t hot;          // bytes that launches find in the cache
  uint32_t *trial;      // the order with `moved` moved, and its other arrays
  uint32_t *trialAt;
  int64_t *trialLive;
  int64_t *touched;   // bytes that the launches before a place touch
  uint32_t *lastSeen; // of a value: one more than its last toucher's place
  bool *isMoved;
  uint32_t moved[MAX_MOVED];
  uint32_t numMoved;
  unsigned trials;
} Search;

//===- What an order costs ------------------------------------------------===//

static void sumLive(const Search *s, const uint32_t *at, int64_t *live) {
  size_t n = s->o->nodes.size;
  memset(live, 0, (n + 1) * sizeof *live);
  for (size_t v = 0; v < s->o->values.size; ++v) {
    const TcOrderValue *value = &s->o->values.data[v];
    if (!value->inArena)
      continue;
    uint32_t last = at[value->maker];
    for (size_t r = 0; r < value->readers.size; ++r)
      if (at[value->readers.data[r]] > last)
        last = at[value->readers.data[r]];
    live[at[value->maker]] += value->bytes;
    live[last + 1] -= value->bytes;
  }
  for (size_t i = 1; i < n; ++i)
    live[i] += live[i - 1];
}

// A value is in the cache if what was touched since it was does not fill it.
static int64_t countHot(const Search *s, const uint32_t *order) {
  const TcOrder *o = s->o;
  memset(s->lastSeen, 0, o->values.size * sizeof *s->lastSeen);
  s->touched[0] = 0;
  int64_t hot = 0;
  for (size_t i = 0; i < o->nodes.size; ++i) {
    const TcOrderNode *node = &o->nodes.data[order[i]];
    s->touched[i + 1] = s->touched[i];
    for (size_t r = 0; r < node->reads.size; ++r) {
      uint32_t v = node->reads.data[r], seen = s->lastSeen[v];
      int64_t bytes = o->values.data[v].bytes;
      if (seen && s->touched[i] - s->touched[seen] + bytes <= o->cacheBytes)
        hot += bytes;
      s->touched[i + 1] += bytes;
      s->lastSeen[v] = (uint32_t)i + 1;
    }
    for (size_t r = 0; r < node->makes.size; ++r) {
      s->touched[i + 1] += o->values.data[node->makes.data[r]].bytes;
      s->lastSeen[node->makes.data[r]] = (uint32_t)i + 1;
    }
  }
  return hot;
}

static void placeAll(const Search *s, const uint32_t *order, uint32_t *at) {
  for (size_t i = 0; i < s->o->nodes.size; ++i)
    at[order[i]] = (uint32_t)i;
}

static uint32_t peakOf(const Search *s) {
  uint32_t peak = 0;
  for (uint32_t i = 1; i < s->o->nodes.size; ++i)
    if (s->live[i] > s->live[peak])
      peak = i;
  return peak;
}

//===- Moving -------------------------------------------------------------===//

static bool add(Search *s, uint32_t node) {
  if (s->isMoved[node])
    return true;
  if (s->numMoved == MAX_MOVED || s->o->nodes.data[node].fixed)
    return false;
  s->isMoved[node] = true;
  s->moved[s->numMoved++] = node;
  return true;
}

static void forget(Search *s) {
  while (s->numMoved)
    s->isMoved[s->moved[--s->numMoved]] = false;
}

// The order with the moved nodes, as they follow each other, at the end (or the
// start) of the places [low, high); false where a fixed node is among these.
static bool cut(Search *s, uint32_t low, uint32_t high, bool toEnd) {
  for (uint32_t i = low; i < high; ++i)
    if (s->o->nodes.data[s->order[i]].fixed)
      return false;
  memcpy(s->trial, s->order, s->o->nodes.size * sizeof *s->trial);
  uint32_t next = low;
  for (int pass = 0; pass < 2; ++pass)
    for (uint32_t i = low; i < high; ++i)
      if (s->isMoved[s->order[i]] == (toEnd == (pass == 1)))
        s->trial[next++] = s->order[i];
  return true;
}

// Takes the trial if it is better.
static bool judge(Search *s, uint32_t low, uint32_t high, uint32_t peak) {
  ++s->trials;
  placeAll(s, s->trial, s->trialAt);
  sumLive(s, s->trialAt, s->trialLive);
  for (uint32_t i = low; i < high; ++i)
    if (s->trialLive[i] >= s->live[peak])
      return false;
  int64_t hot = countHot(s, s->trial);
  if (hot < s->hot)
    return false;
  size_t n = s->o->nodes.size;
  memcpy(s->order, s->trial, n * sizeof *s->order);
  memcpy(s->at, s->trialAt, n * sizeof *s->at);
  memcpy(s->live, s->trialLive, n * sizeof *s->live);
  s->hot = hot;
  return true;
}

static bool readByMovedAlone(const Search *s, const TcOrderValue *value,
                             uint32_t from) {
  for (size_t r = 0; r < value->readers.size; ++r) {
    uint32_t reader = value->readers.data[r];
    if (s->at[reader] >= from && !s->isMoved[reader])
      return false;
  }
  return true;
}

//===- Sinking ------------------------------------------------------------===//

// Bytes that leave the peak less those that stay for it.
static int64_t gainOfSinking(const Search *s, uint32_t peak) {
  int64_t gain = 0;
  for (uint32_t i = 0; i < s->numMoved; ++i) {
    const TcOrderNode *node = &s->o->nodes.data[s->moved[i]];
    for (size_t m = 0; m < node->makes.size; ++m) {
      const TcOrderValue *v = &s->o->values.data[node->makes.data[m]];
      if (v->inArena && !readByMovedAlone(s, v, 0))
        gain += v->bytes;
    }
    for (size_t r = 0; r < node->reads.size; ++r) {
      const TcOrderValue *v = &s->o->values.data[node->reads.data[r]];
      if (v->inArena && !s->isMoved[v->maker] && readByMovedAlone(s, v, peak))
        gain -= v->bytes;
    }
  }
  return gain;
}

// Adds the nodes that only moved ones need.
static bool addWhatTheyNeed(Search *s) {
  for (uint32_t i = 0; i < s->numMoved; ++i) {
    const TcOrderList *needs = &s->o->nodes.data[s->moved[i]].needs;
    for (size_t k = 0; k < needs->size; ++k) {
      const TcOrderNode *node = &s->o->nodes.data[needs->data[k]];
      bool alone = !node->fixed;
      for (size_t r = 0; alone && r < node->needed.size; ++r)
        alone = s->isMoved[node->needed.data[r]];
      if (alone && !add(s, needs->data[k]))
        return false;
    }
  }
  return true;
}

// Views of what they make move with them: these have no memory.
static bool addViews(Search *s) {
  for (uint32_t i = 0; i < s->numMoved; ++i) {
    const TcOrderList *needed = &s->o->nodes.data[s->moved[i]].needed;
    for (size_t k = 0; k < needed->size; ++k) {
      const TcOrderNode *node = &s->o->nodes.data[needed->data[k]];
      bool view = !node->reads.size && !node->makes.size;
      if (view && !add(s, needed->data[k]))
        return false;
    }
  }
  return true;
}

static bool sink(Search *s, uint32_t peak, uint32_t maker, bool deep) {
  if (!add(s, maker) || !addViews(s) || (deep && !addWhatTheyNeed(s)))
    return false;
  uint32_t low = s->at[maker], high = (uint32_t)s->o->nodes.size;
  for (uint32_t i = 0; i < s->numMoved; ++i) {
    uint32_t node = s->moved[i];
    const TcOrderList *needed = &s->o->nodes.data[node].needed;
    low = s->at[node] < low ? s->at[node] : low;
    for (size_t k = 0; k < needed->size; ++k)
      if (!s->isMoved[needed->data[k]] && s->at[needed->data[k]] < high)
        high = s->at[needed->data[k]];
  }
  return high > peak && gainOfSinking(s, peak) > 0 && cut(s, low, high, true) &&
         judge(s, low, high, peak);
}

//===- Hoisting -----------------------------------------------------------===//

static int64_t gainOfHoisting(const Search *s, uint32_t peak) {
  TcMap counted = {.arena = s->o->arena};
  int64_t gain = 0;
  for (uint32_t i = 0; i < s->numMoved; ++i) {
    const TcOrderNode *node = &s->o->nodes.data[s->moved[i]];
    for (size_t r = 0; r < node->reads.size; ++r) {
      const TcOrderValue *v = &s->o->values.data[node->reads.data[r]];
      if (v->inArena && s->at[v->maker] < peak && !tcMapGet(&counted, v) &&
          readByMovedAlone(s, v, peak)) {
        gain += v->bytes;
        tcMapSet(&counted, v, &counted);
      }
    }
    for (size_t m = 0; m < node->makes.size; ++m) {
      const TcOrderValue *v = &s->o->values.data[node->makes.data[m]];
      if (v->inArena && !readByMovedAlone(s, v, peak))
        gain -= v->bytes;
    }
  }
  return gain;
}

// Adds the launches behind the peak that read a value.
static bool addReaders(Search *s, uint32_t peak, const TcOrderValue *value) {
  for (size_t r = 0; r < value->readers.size; ++r)
    if (s->at[value->readers.data[r]] > peak && !add(s, value->readers.data[r]))
      return false;
  return true;
}

// Adds the readers of what moved ones make.
static bool addWhatReadsThem(Search *s, uint32_t peak) {
  for (uint32_t i = 0; i < s->numMoved; ++i) {
    const TcOrderList *makes = &s->o->nodes.data[s->moved[i]].makes;
    for (size_t m = 0; m < makes->size; ++m)
      if (!addReaders(s, peak, &s->o->values.data[makes->data[m]]))
        return false;
  }
  return true;
}

static bool hoist(Search *s, uint32_t peak, const TcOrderValue *value,
                  bool deep) {
  if (!addReaders(s, peak, value) || (deep && !addWhatReadsThem(s, peak)))
    return false;
  uint32_t low = 0, high = 0;
  for (uint32_t i = 0; i < s->numMoved; ++i) { // grows
    const TcOrderList *needs = &s->o->nodes.data[s->moved[i]].needs;
    uint32_t at = s->at[s->moved[i]];
    high = at + 1 > high ? at + 1 : high;
    for (size_t k = 0; k < needs->size; ++k) {
      uint32_t node = needs->data[k];
      if (s->isMoved[node])
        continue;
      if (s->at[node] == peak || (s->at[node] > peak && !add(s, node)))
        return false;
      if (s->at[node] < peak && s->at[node] + 1 > low)
        low = s->at[node] + 1;
    }
  }
  return s->numMoved && gainOfHoisting(s, peak) > 0 &&
         cut(s, low, high, false) && judge(s, low, high, peak);
}

//===- Search -------------------------------------------------------------===//

// Whether the value lives at the peak for readers behind it alone.
static bool waits(const Search *s, uint32_t peak, const TcOrderValue *value) {
  bool later = false;
  if (!value->inArena || s->at[value->maker] >= peak)
    return false;
  for (size_t r = 0; r < value->readers.size; ++r) {
    if (s->at[value->readers.data[r]] == peak)
      return false;
    later |= s->at[value->readers.data[r]] > peak;
  }
  return later;
}

static bool improve(Search *s, uint32_t peak) {
  for (size_t v = 0; v < s->o->values.size && s->trials < MAX_TRIALS; ++v) {
    const TcOrderValue *value = &s->o->values.data[v];
    if (!waits(s, peak, value))
      continue;
    bool done = sink(s, peak, value->maker, false);
    forget(s);
    done = done || sink(s, peak, value->maker, true);
    forget(s);
    done = done || hoist(s, peak, value, false);
    forget(s);
    done = done || hoist(s, peak, value, true);
    forget(s);
    if (done)
      return true;
  }
  return false;
}

uint32_t *tcOrderForPeak(const TcOrder *o, int64_t *before, int64_t *after) {
  size_t n = o->nodes.size;
  Search s = {.o = o,
              .order = TC_ARENA_ARRAY(o->arena, uint32_t, n + 1),
              .at = TC_ARENA_ARRAY(o->arena, uint32_t, n + 1),
              .live = TC_ARENA_ARRAY(o->arena, int64_t, n + 1),
              .trial = TC_ARENA_ARRAY(o->arena, uint32_t, n + 1),
              .trialAt = TC_ARENA_ARRAY(o->arena, uint32_t, n + 1),
              .trialLive = TC_ARENA_ARRAY(o->arena, int64_t, n + 1),
              .touched = TC_ARENA_ARRAY(o->arena, int64_t, n + 1),
              .lastSeen =
                  TC_ARENA_ARRAY(o->arena, uint32_t, o->values.size + 1),
              .isMoved = TC_ARENA_ARRAY(o->arena, bool, n + 1)};
  for (uint32_t i = 0; i < n; ++i)
    s.order[i] = i;
  placeAll(&s, s.order, s.at);
  sumLive(&s, s.at, s.live);
  s.hot = countHot(&s, s.order);
  uint32_t peak = peakOf(&s);
  *before = s.live[peak];
  while (n && improve(&s, peak))
    peak = peakOf(&s);
  *after = s.live[peak];
  return s.order;
}
