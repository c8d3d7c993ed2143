// The allocator that a caller may pass to the library, by pointer. NULL means
// the C library's heap.
#ifndef TC_ALLOCATOR_H
#define TC_ALLOCATOR_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// `alloc` returns `size` bytes aligned to `align` (a power of two), or NULL if
/// memory is out; `free` gets only what `alloc` returned, never NULL. Both may
/// be called from any thread unless the function that takes the allocator says
/// otherwise.
typedef struct TcAllocator {
  void *self;
  void *(*alloc)(void *self, size_t size, size_t align);
  void (*free)(void *self, void *memory);
} TcAllocator;

/// The C library's heap.
const TcAllocator *tcAllocatorSystem(void);

#ifdef __cplusplus
}
#endif
#endif // TC_ALLOCATOR_H
