// Tensor maps of a launch: what the copy engine of a GPU (NVIDIA's TMA) moves.
// A map is a parameter of 128 bytes behind the sizes, which the runtime makes
// at each launch from the address of a buffer (TcTensorMapInfo).
#ifndef TC_PASSES_LOWER_TENSOR_MAP_H
#define TC_PASSES_LOWER_TENSOR_MAP_H

#include "runtime/descriptor.h"

#include <stddef.h>
#include <stdint.h>

/// Texts are size expressions over the kernel's symbols. Dimension 0 is
/// contiguous.
typedef struct TcTensorMapText {
  int64_t buffer;                      ///< number among those of the launch
  int64_t each;                        ///< bytes of an element
  int64_t rank;                        ///< at most TC_TENSOR_RANK
  const char *offset;                  ///< bytes from the buffer's start
  const char *extents[TC_TENSOR_RANK]; ///< elements
  const char *strides[TC_TENSOR_RANK]; ///< bytes
  int64_t box[TC_TENSOR_RANK];         ///< elements that one copy moves
  /// TcTensorMapInfo's.
  int64_t pixels, lower[TC_TENSOR_SPACE], upper[TC_TENSOR_SPACE],
      step[TC_TENSOR_SPACE];
} TcTensorMapText;

/// Those of one launch: of each operand one.
typedef struct TcTensorMaps {
  TcTensorMapText data[TC_TENSOR_MAPS];
  size_t size;
} TcTensorMaps;

#endif // TC_PASSES_LOWER_TENSOR_MAP_H
