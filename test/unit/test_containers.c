// Arena, strings, vectors and maps; with an allocator that runs dry.
#include "support/arena.h"
#include "support/map.h"
#include "support/memory.h"
#include "support/strbuf.h"
#include "support/vec.h"

#include "check.h"

#include <setjmp.h>
#include <stdlib.h>

// Gives `left` allocations, counts those not yet given back.
typedef struct Meter {
  int left, live;
} Meter;

static void *meterAlloc(void *self, size_t size, size_t align) {
  Meter *meter = self;
  if (meter->left-- <= 0)
    return NULL;
  ++meter->live;
  const TcAllocator *system = tcAllocatorSystem();
  return system->alloc(system->self, size, align);
}

static void meterFree(void *self, void *memory) {
  --((Meter *)self)->live;
  tcAllocatorSystem()->free(NULL, memory);
}

static void testArena(void) {
  TcArena arena = {0};
  for (size_t i = 0; i < 3000; ++i) {
    size_t align = (size_t)1 << (i % 9);
    char *memory = tcArenaAlloc(&arena, i, align);
    CHECK(memory && (uintptr_t)memory % align == 0);
    for (size_t k = 0; k < i; ++k)
      CHECK(memory[k] == 0);
    memset(memory, 0xff, i);
  }
  CHECK_TEXT(tcArenaCopyText(&arena, "abcdef", 3), "abc");
  CHECK_TEXT(tcArenaPrintf(&arena, "%d-%s", 7, "x"), "7-x");
  CHECK(tcArenaAlloc(&arena, 5 << 20, 64));
  CHECK(tcStatusIsOk(tcArenaStatus(&arena)));
  CHECK(!TC_ARENA_ARRAY(&arena, int64_t, SIZE_MAX / 4));
  CHECK(!tcArenaAlloc(&arena, SIZE_MAX - 8, 16));
  TcStatus status = tcArenaStatus(&arena);
  CHECK(tcStatusNumber(status) == 6001);
  tcStatusFree(status);
  tcArenaFree(&arena);
  CHECK(!arena.failed && !arena.blocks);
}

static void testArenaRunsDry(void) {
  Meter meter = {2, 0};
  TcAllocator allocator = {&meter, meterAlloc, meterFree};
  TcArena arena;
  tcArenaInit(&arena, &allocator);
  CHECK(tcArenaAlloc(&arena, 4000, 8));
  CHECK(tcArenaAlloc(&arena, 8000, 8));
  CHECK(!tcArenaAlloc(&arena, 80000, 8));
  CHECK(arena.failed && meter.live == 2);
  tcArenaFree(&arena);
  CHECK(meter.live == 0);
}

static jmp_buf handled;

static void handle(void) { longjmp(handled, 1); }

// Passes use what an arena gives without a check: the handler must come first.
static void testHandler(void) {
  Meter meter = {0};
  TcAllocator allocator = {&meter, meterAlloc, meterFree};
  static TcArena arena;
  tcArenaInit(&arena, &allocator);
  tcMemorySetHandler(handle);
  if (!setjmp(handled)) {
    tcArenaAlloc(&arena, 8, 8);
    CHECK(!"the allocation returns");
  }
  tcMemorySetHandler(NULL);
  size_t before = tcMemoryFailures();
  CHECK(!tcArenaAlloc(&arena, 8, 8));
  CHECK(tcMemoryFailures() == before + 1);
  tcArenaFree(&arena);
}

static void testStrBuf(void) {
  TcStrBuf buf = {0};
  CHECK_TEXT(tcStrBufText(&buf), "");
  tcStrBufAppend(&buf, "");
  for (int i = 0; i < 100; ++i)
    tcStrBufPrintf(&buf, "%d,", i);
  CHECK(buf.size == 290 && strlen(tcStrBufText(&buf)) == 290);
  tcStrBufClear(&buf);
  CHECK_TEXT(tcStrBufText(&buf), "");
  tcStrBufAppendN(&buf, "hello", 4);
  tcStrBufAppendChar(&buf, '!');
  char *taken = tcStrBufTake(&buf);
  CHECK_TEXT(taken, "hell!");
  free(taken);
  taken = tcStrBufTake(&buf);
  CHECK_TEXT(taken, "");
  free(taken);
  buf.failed = true;
  tcStrBufAppend(&buf, "lost");
  TcStatus status = tcStrBufStatus(&buf);
  CHECK(tcStatusNumber(status) == 6001);
  tcStatusFree(status);
  CHECK(!tcStrBufTake(&buf));
}

static void testVec(void) {
  TcArena arena = {0};
  typedef struct Pair {
    short a;
    double b;
  } Pair;
  TC_VEC(Pair) pairs = {0};
  for (int i = 0; i < 1000; ++i)
    CHECK(tcVecPush(&arena, &pairs, (Pair){(short)i, i * 0.5}));
  CHECK(pairs.size == 1000);
  for (int i = 0; i < 1000; ++i)
    CHECK(pairs.data[i].a == i && pairs.data[i].b == i * 0.5);
  CHECK(tcVecLast(&pairs).a == 999);
  CHECK(tcVecPop(&pairs).a == 999 && pairs.size == 999);
  CHECK(!tcVecReserve(&arena, &pairs, SIZE_MAX / 2));
  CHECK(pairs.size == 999 && pairs.data[5].a == 5);
  tcArenaFree(&arena);
}

static void testMap(void) {
  TcArena arena = {0};
  TcMap names = {.arena = &arena}, pointers = {.arena = &arena};
  static int values[2000];
  char key[16];
  CHECK(!tcMapGetText(&names, "k0"));
  for (int i = 0; i < 2000; ++i) {
    snprintf(key, sizeof key, "k%d", i);
    CHECK(tcMapSetText(&names, key, &values[i]));
    CHECK(tcMapSet(&pointers, &values[i], &values[1999 - i]));
  }
  CHECK(names.size == 2000 && pointers.size == 2000);
  for (int i = 0; i < 2000; ++i) {
    snprintf(key, sizeof key, "k%d", i);
    CHECK(tcMapGetText(&names, key) == &values[i]);
    CHECK(tcMapGet(&pointers, &values[i]) == &values[1999 - i]);
    CHECK_TEXT(names.entries[i].key, key); // in the order of insertion
  }
  CHECK(!tcMapGetText(&names, "k2000") && !tcMapGet(&pointers, key));
  CHECK(tcMapSetText(&names, "k7", key) && names.size == 2000);
  CHECK(tcMapGetTextN(&names, "k7777", 2) == key);
  CHECK(tcMapSetTextN(&names, "a\0b", 3, key) && !tcMapGetText(&names, "a"));
  tcArenaFree(&arena);
}

// Every bit of the input must change about half of the hash's.
static void testHash(void) {
  unsigned char bytes[80] = {0};
  for (size_t size = 1; size <= sizeof bytes; ++size)
    for (size_t bit = 0; bit < size * 8; ++bit) {
      uint64_t before = tcHashBytes(bytes, size, 0);
      bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
      int changed = __builtin_popcountll(before ^ tcHashBytes(bytes, size, 0));
      bytes[bit / 8] = 0;
      CHECK(changed > 8 && changed < 56);
      CHECK(before != tcHashBytes(bytes, size - 1, 0));
      CHECK(before != tcHashBytes(bytes, size, 1));
    }
}

int main(void) {
  testArena();
  testArenaRunsDry();
  testHandler();
  testStrBuf();
  testVec();
  testMap();
  testHash();
  return checkReport();
}
