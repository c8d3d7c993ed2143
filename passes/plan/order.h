//===- order.h - The order of launches by the peak of memory -------*- C
//-*-===//
//
// A function's ops as numbers: which values each reads and makes, which ops
// come before it. loop-order.c makes it of IR, order.c looks for the order.
//
//===----------------------------------------------------------------------===//
#ifndef TC_PASSES_PLAN_ORDER_H
#define TC_PASSES_PLAN_ORDER_H

#include "lib/support/vec.h"

#include <stdint.h>

typedef TC_VEC(uint32_t) TcOrderList;

typedef struct TcOrderNode {
  TcOrderList needs, needed; ///< nodes before and behind it, each once
  TcOrderList reads, makes;  ///< values, each once; of launches
  bool fixed;                ///< no node moves over it
} TcOrderNode;

typedef struct TcOrderValue {
  int64_t bytes;
  bool inArena;        ///< else memory of the caller, or of weights
  uint32_t maker;      ///< of those in the arena
  TcOrderList readers; ///< nodes
} TcOrderValue;

typedef struct TcOrder {
  TcArena *arena;
  TC_VEC(TcOrderNode) nodes; ///< in the order of the text
  TC_VEC(TcOrderValue) values;
  int64_t cacheBytes; ///< what a launch finds in the cache of those before it
} TcOrder;

/// An order of all nodes with a lower peak of the arena's values that live at
/// once, and in which launches find no fewer bytes in the cache. `*before` and
/// `*after` are the peaks, in bytes; equal ones if there is no such order.
/// In the arena of `o`.
uint32_t *tcOrderForPeak(const TcOrder *o, int64_t *before, int64_t *after);

#endif // TC_PASSES_PLAN_ORDER_H
