// The default allocator: the C library's heap.
#include "tc/allocator.h"

#include <stdint.h>
#include <stdlib.h>

static void *systemAlloc(void *self, size_t size, size_t align) {
  (void)self;
  if (align <= _Alignof(max_align_t))
    return malloc(size ? size : 1);
  if (size > SIZE_MAX - align)
    return NULL;
  // aligned_alloc asks for a multiple of the alignment.
  return aligned_alloc(align, (size + align - 1) & ~(align - 1));
}

static void systemFree(void *self, void *memory) {
  (void)self;
  free(memory);
}

const TcAllocator *tcAllocatorSystem(void) {
  static const TcAllocator system = {NULL, systemAlloc, systemFree};
  return &system;
}
