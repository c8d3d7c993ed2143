// Hash maps in an arena, from pointers or from strings to pointers, iterated in
// insertion order (so that no pass depends on addresses), and the 64-bit hash
// of bytes.
//
//   TcMap map = {.arena = arena};
//   tcMapSetText(&map, "b", size);
//   for (size_t i = 0; i < map.size; ++i) use(map.entries[i].value);
#ifndef TC_SUPPORT_MAP_H
#define TC_SUPPORT_MAP_H

#include "support/arena.h"

#include <stdbool.h>

typedef struct TcMapEntry {
  const void *key; // the pointer, or the string's copy ended by a 0
  size_t textSize; // of a string key
  uint64_t hash;
  void *value;
} TcMapEntry;

/// With `arena` set and everything else zero it is an empty map. All keys of a
/// map are pointers, or all are strings (which are copied). Values must not be
/// NULL.
typedef struct TcMap {
  TcArena *arena;
  TcMapEntry *entries; // in the order of insertion
  size_t size, capacity;
  uint32_t *slots; // index into entries plus one; 0 is free
  size_t numSlots; // a power of two, or 0
} TcMap;

/// Sets or replaces; false without memory (the map is as before).
bool tcMapSet(TcMap *map, const void *key, void *value);
bool tcMapSetText(TcMap *map, const char *key, void *value);
bool tcMapSetTextN(TcMap *map, const char *key, size_t size, void *value);

/// NULL when there is no such key.
void *tcMapGet(const TcMap *map, const void *key);
void *tcMapGetText(const TcMap *map, const char *key);
void *tcMapGetTextN(const TcMap *map, const char *key, size_t size);

/// A 64-bit hash of `size` bytes, good enough to stand for content in a cache
/// key. The same on every run and on every little-endian machine.
uint64_t tcHashBytes(const void *data, size_t size, uint64_t seed);

#endif // TC_SUPPORT_MAP_H
