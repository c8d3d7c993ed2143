// The device of the stand-in for a GPU driver. See standin_device.h.
#include "standin_device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCRATCH = 1 << 20, GUARD = 64 };

StandinState standin = {.devices = 1};
int standinHere = -1;
StandinState *standinState(void);
StandinState *standinState(void) { return &standin; }

int standinMistake(const char *what) {
  fprintf(stderr, "stand-in driver: %s\n", what);
  ++standin.mistakes;
  return INVALID;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static Block *blocks;

Block *standinBlockOf(const void *at) {
  for (Block *b = blocks; b; b = b->next)
    if ((char *)at >= b->data && (char *)at < b->data + b->bytes)
      return b;
  return NULL;
}

bool standinIsDevice(const void *at, size_t bytes) {
  Block *b = standinBlockOf(at);
  return b && !b->released &&
         bytes <= (size_t)(b->data + b->bytes - (char *)at);
}

bool standinIsReachable(const void *at) {
  for (int i = 0; i < standin.hostBlocks; ++i)
    if (standin.hostBlock[i] == at)
      return true;
  return standinIsDevice(at, 1);
}

static bool isGuarded(const Block *b) {
  for (size_t i = 0; i < GUARD; ++i)
    if ((unsigned char)b->data[-1 - (ptrdiff_t)i] != 0xA5 ||
        (unsigned char)b->data[b->bytes + i] != 0xA5)
      return false;
  return true;
}

int standinMakeBlock(void **memory, size_t bytes) {
  Block *b = malloc(sizeof *b);
  size_t room = (bytes + 2 * GUARD + 255) / 256 * 256 + 256;
  char *base = aligned_alloc(256, room);
  if (!b || !base)
    return NO_MEMORY;
  memset(base, 0xA5, room);
  *b = (Block){blocks, base + 256, bytes, false};
  memset(b->data, 0xFF, bytes); // NaN in every float type
  blocks = b;
  ++standin.blocks;
  *memory = b->data;
  return 0;
}

void standinFreeBlock(void *memory) {
  for (Block **link = &blocks; *link; link = &(*link)->next) {
    Block *b = *link;
    if (b->data != memory)
      continue;
    if (!isGuarded(b))
      standinMistake("memory outside of a block was written");
    *link = b->next;
    free(b->data - 256);
    free(b);
    --standin.blocks;
    return;
  }
  standinMistake("something is freed that is no block");
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

static Stream defaultStream; // whose handle is NULL
Stream *standinStreams[STANDIN_STREAMS];

static void runLaunch(Work *w) {
  void *scratch = malloc(SCRATCH);
  const StandinFunction *f = &w->function->known;
  if (f->run)
    f->run(w->values, (int64_t *)&w->values[f->numBuffers + 1], scratch, 0,
           w->numBlocks);
  free(scratch);
}

static void runWork(Work *w) {
  if (w->kind == COPY)
    memcpy(w->to, w->from, w->bytes);
  else if (w->kind == FILL)
    memset(w->to, w->byte, w->bytes);
  else if (w->kind == LAUNCH)
    runLaunch(w);
  else
    standinFreeBlock(w->to);
}

void standinDrain(Stream *s) {
  s = s ? s : &defaultStream;
  while (s->first) {
    Work *w = s->first;
    s->first = w->next;
    runWork(w);
    if (w->byte < 0)
      free(w->from);
    free(w);
  }
  s->last = &s->first;
}

void standinDrainAll(void) {
  standinDrain(NULL);
  for (int i = 0; i < STANDIN_STREAMS; ++i)
    if (standinStreams[i])
      standinDrain(standinStreams[i]);
}

Work *standinPut(void *stream, int kind) {
  Stream *s = stream ? stream : &defaultStream;
  Work *w = calloc(1, sizeof *w);
  if (!s->last)
    s->last = &s->first;
  w->kind = kind;
  *s->last = w;
  s->last = &w->next;
  return w;
}
