// Insertion-ordered open addressing: a dense array of entries, and slots that
// point into it. Entries are never removed, so probing needs no tombstones.
#include "support/map.h"

#include "support/vec.h"

#include <string.h>

__extension__ typedef unsigned __int128 Wide;

// The two halves of a 64x64-bit product folded together: the mixing step of the
// wyhash family.
static uint64_t mix(uint64_t a, uint64_t b) {
  Wide product = (Wide)a * b;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint64_t load(const unsigned char *bytes, size_t size) {
  uint64_t word = 0;
  memcpy(&word, bytes, size);
  return word;
}

uint64_t tcHashBytes(const void *data, size_t size, uint64_t seed) {
  const uint64_t k0 = 0x9e3779b97f4a7c15u, k1 = 0xbf58476d1ce4e5b9u,
                 k2 = 0x94d049bb133111ebu;
  const unsigned char *bytes = data;
  uint64_t hash = mix(seed ^ k0, k1), left = size;
  for (; left > 16; left -= 16, bytes += 16)
    hash = mix(load(bytes, 8) ^ k1, load(bytes + 8, 8) ^ hash);
  size_t low = left < 8 ? left : 8;
  uint64_t a = low ? load(bytes, low) : 0;
  uint64_t b = left > 8 ? load(bytes + 8, left - 8) : 0;
  hash = mix(a ^ k2, b ^ hash);
  return mix(hash ^ k0, size ^ k1);
}

static bool isKey(const TcMapEntry *entry, const TcMapEntry *key, bool text) {
  if (entry->hash != key->hash)
    return false;
  if (!text)
    return entry->key == key->key;
  return entry->textSize == key->textSize &&
         !memcmp(entry->key, key->key, key->textSize);
}

// The slot of `key`, or the free one where it would go. There is always one:
// at most half the slots are taken.
static uint32_t *findSlot(const TcMap *map, const TcMapEntry *key, bool text) {
  for (size_t i = key->hash;; ++i) {
    uint32_t *slot = &map->slots[i & (map->numSlots - 1)];
    if (!*slot || isKey(&map->entries[*slot - 1], key, text))
      return slot;
  }
}

static bool growSlots(TcMap *map) {
  size_t numSlots = map->numSlots ? map->numSlots * 2 : 8;
  uint32_t *slots = numSlots > UINT32_MAX
                        ? NULL
                        : TC_ARENA_ARRAY(map->arena, uint32_t, numSlots);
  if (!slots)
    return false;
  for (size_t e = 0; e < map->size; ++e) {
    size_t i = map->entries[e].hash;
    while (slots[i & (numSlots - 1)])
      ++i;
    slots[i & (numSlots - 1)] = (uint32_t)e + 1;
  }
  map->slots = slots;
  map->numSlots = numSlots;
  return true;
}

static bool insert(TcMap *map, TcMapEntry entry, bool text) {
  if (map->size * 2 >= map->numSlots && !growSlots(map))
    return false;
  uint32_t *slot = findSlot(map, &entry, text);
  if (*slot) {
    map->entries[*slot - 1].value = entry.value;
    return true;
  }
  if (text) {
    entry.key = tcArenaCopyText(map->arena, entry.key, entry.textSize);
    if (!entry.key)
      return false;
  }
  if (!tcVecGrow(map->arena, &map->entries, map->size, &map->capacity, 1,
                 sizeof entry))
    return false;
  map->entries[map->size++] = entry;
  *slot = (uint32_t)map->size;
  return true;
}

static void *lookUp(const TcMap *map, const TcMapEntry *key, bool text) {
  if (!map->numSlots)
    return NULL;
  uint32_t slot = *findSlot(map, key, text);
  return slot ? map->entries[slot - 1].value : NULL;
}

static TcMapEntry pointerKey(const void *key, void *value) {
  uint64_t hash =
      mix((uintptr_t)key ^ 0x9e3779b97f4a7c15u, 0xbf58476d1ce4e5b9u);
  return (TcMapEntry){key, 0, hash, value};
}

static TcMapEntry textKey(const char *key, size_t size, void *value) {
  return (TcMapEntry){key, size, tcHashBytes(key, size, 0), value};
}

bool tcMapSet(TcMap *map, const void *key, void *value) {
  return insert(map, pointerKey(key, value), false);
}

bool tcMapSetTextN(TcMap *map, const char *key, size_t size, void *value) {
  return insert(map, textKey(key, size, value), true);
}

bool tcMapSetText(TcMap *map, const char *key, void *value) {
  return tcMapSetTextN(map, key, strlen(key), value);
}

void *tcMapGet(const TcMap *map, const void *key) {
  TcMapEntry entry = pointerKey(key, NULL);
  return lookUp(map, &entry, false);
}

void *tcMapGetTextN(const TcMap *map, const char *key, size_t size) {
  TcMapEntry entry = textKey(key, size, NULL);
  return lookUp(map, &entry, true);
}

void *tcMapGetText(const TcMap *map, const char *key) {
  return tcMapGetTextN(map, key, strlen(key));
}
