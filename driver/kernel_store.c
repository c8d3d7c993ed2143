// See kernel_store.h. At the limit everything is dropped: programs that follow
// each other share their kernels or none.
#include "driver/kernel_store.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct Entry {
  TcKernelInfo info;
  TcBytes object;
} Entry;

static struct {
  pthread_mutex_t lock;
  size_t limit, used; // bytes
  TcArena arena;
  TcMap entries;
} store = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void dropAll(void) {
  tcArenaFree(&store.arena);
  store.entries = (TcMap){.arena = &store.arena};
  store.used = 0;
}

void tcKernelStoreLimit(size_t bytes) {
  pthread_mutex_lock(&store.lock);
  dropAll();
  store.limit = bytes;
  pthread_mutex_unlock(&store.lock);
}

bool tcKernelStoreIsOn(void) {
  pthread_mutex_lock(&store.lock);
  bool on = store.limit > 0;
  pthread_mutex_unlock(&store.lock);
  return on;
}

static bool copyObject(const TcBytes *from, TcBytes *to) {
  char *data = malloc(from->size ? from->size : 1);
  if (!data)
    return false;
  memcpy(data, from->data, from->size);
  *to = (TcBytes){data, from->size};
  return true;
}

bool tcKernelStoreFind(const char *key, TcArena *arena, TcKernelInfo *info,
                       TcBytes *object) {
  pthread_mutex_lock(&store.lock);
  const Entry *entry = tcMapGetText(&store.entries, key);
  bool found = entry && copyObject(&entry->object, object);
  if (found)
    *info = tcKernelInfoCopy(arena, &entry->info);
  pthread_mutex_unlock(&store.lock);
  return found;
}

static void add(const char *key, const TcKernelInfo *info,
                const TcBytes *object) {
  Entry *entry = TC_ARENA_NEW(&store.arena, Entry);
  char *data = tcArenaAlloc(&store.arena, object->size, 1);
  if (!entry || !data)
    return;
  memcpy(data, object->data, object->size);
  *entry = (Entry){.info = tcKernelInfoCopy(&store.arena, info),
                   .object = {data, object->size}};
  if (!store.arena.failed)
    tcMapSetText(&store.entries, key, entry);
}

void tcKernelStoreAdd(const char *key, const TcKernelInfo *info,
                      const TcBytes *object) {
  size_t size = strlen(key) + object->size;
  pthread_mutex_lock(&store.lock);
  if (store.used + size > store.limit)
    dropAll();
  if (size <= store.limit && !tcMapGetText(&store.entries, key)) {
    add(key, info, object);
    store.used += size;
  }
  pthread_mutex_unlock(&store.lock);
}
