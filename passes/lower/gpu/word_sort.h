//===- word_sort.h - Sorts of words of a key and a position -----*- C -*-===//
//
// What word_sort.c, which makes and merges words, and word_network.c, which
// sorts those of 32 bits, share.
//
//===----------------------------------------------------------------------===//

#ifndef TC_PASSES_LOWER_GPU_WORD_SORT_H
#define TC_PASSES_LOWER_GPU_WORD_SORT_H

#include "passes/lower/gpu/emit.h"

enum { TC_GPU_MOST_WORDS_EACH = 16 }; // of a thread

typedef struct TcGpuWords {
  TcGpuEmit *g;
  struct TcSort *s;
  int64_t each;   // of a thread, a power of two
  MlirType type;  // i64, or i32 if they are narrow
  MlirValue last; // greater than all elements
} TcGpuWords;

/// Whether `words` positions and the keys of a sort, from `least` on, have room
/// in words of 32 bits.
bool tcGpuNarrowWords(const TcCpuStage *s, int64_t words, int64_t *least);

/// Sorts the threads' narrow words: each has `each` adjacent ones, `x`.
void tcGpuSortNetwork(const TcGpuWords *w, MlirValue *x);

#endif // TC_PASSES_LOWER_GPU_WORD_SORT_H
