// The untyped part of growable arrays.
#include "support/vec.h"

#include <stdalign.h>
#include <string.h>

bool tcVecGrow(TcArena *arena, void *data, size_t size, size_t *capacity,
               size_t extra, size_t elementSize) {
  if (extra <= *capacity - size)
    return true;
  size_t wanted = *capacity ? *capacity : 4;
  if (size > SIZE_MAX / 4 || extra > SIZE_MAX / 4)
    return !(arena->failed = true);
  while (wanted < size + extra)
    wanted *= 2;
  void *old, *grown = tcArenaAllocArray(arena, wanted, elementSize,
                                        alignof(max_align_t));
  if (!grown)
    return false;
  memcpy(&old, data, sizeof old); // element pointers of any type look alike
  if (size)
    memcpy(grown, old, size * elementSize);
  memcpy(data, &grown, sizeof grown);
  *capacity = wanted;
  return true;
}
