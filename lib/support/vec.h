// Typed growable arrays in an arena.
//
//   typedef TC_VEC(MlirValue) ValueVec;
//   ValueVec values = {0};
//   if (!tcVecPush(arena, &values, v)) return tcArenaStatus(arena);
//   for (size_t i = 0; i < values.size; ++i) use(values.data[i]);
//
// Growing copies, and the old array stays in the arena until that is freed: at
// most twice the memory, and pointers into it do not dangle (but go stale).
#ifndef TC_SUPPORT_VEC_H
#define TC_SUPPORT_VEC_H

#include "support/arena.h"

#include <stdbool.h>

/// All zero is an empty array.
#define TC_VEC(T)                                                              \
  struct {                                                                     \
    T *data;                                                                   \
    size_t size, capacity;                                                     \
  }

/// Room for `extra` more elements; false without memory.
#define tcVecReserve(ARENA, VEC, EXTRA)                                        \
  tcVecGrow((ARENA), (void *)&(VEC)->data, (VEC)->size, &(VEC)->capacity,      \
            (EXTRA), sizeof *(VEC)->data)

/// Appends a value; false without memory.
#define tcVecPush(ARENA, VEC, ...)                                             \
  (tcVecReserve(ARENA, VEC, 1)                                                 \
       ? ((VEC)->data[(VEC)->size++] = (__VA_ARGS__), true)                    \
       : false)

/// The last element, taken off. The array must not be empty.
#define tcVecPop(VEC) ((VEC)->data[--(VEC)->size])

/// The last element in place. The array must not be empty.
#define tcVecLast(VEC) ((VEC)->data[(VEC)->size - 1])

/// What tcVecReserve does, on the array's parts. `data` is the address of the
/// element pointer.
bool tcVecGrow(TcArena *arena, void *data, size_t size, size_t *capacity,
               size_t extra, size_t elementSize);

#endif // TC_SUPPORT_VEC_H
