// When a product is recomputed rather than kept in memory: a batch of products
// of few steps and many rows and columns, whose result is much larger than its
// factors. An unbatched product is mostly one with weights, which are laid out
// for it. A size that is not known counts as large.
//
// loop-fuse recomputes such a product in each kernel that sums over its rows or
// columns (bench/kernels.py, gradients 1024x64; at 256x64 it stays in the
// cache), and prim-partition in the backward half, which would have to be given
// it: 2 * steps operations an element, or at most a 64th of them in bytes, to
// write and to read.
#ifndef TC_PASSES_STREAM_AGAIN_H
#define TC_PASSES_STREAM_AGAIN_H

enum {
  TC_AGAIN_MOST_STEPS = 256, // of the sum of each element
  TC_AGAIN_TIMES = 8         // as many rows, and columns, as steps at least
};

#endif // TC_PASSES_STREAM_AGAIN_H
